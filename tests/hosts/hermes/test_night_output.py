"""The report on its way to the agent: nothing changes it, and nothing takes it for a command."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.hosts.hermes.night.output import document, encoded

# As the hosts search a prompt: what stops a job, and some of what is masked.
STOPS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"ignore\s+(?:\w+\s+)*(?:previous|all|above|prior)\s+(?:\w+\s+)*instructions",
        r"do\s+not\s+tell\s+the\s+user",
        r"system\s+prompt\s+override",
        r"disregard\s+(your|all|any)\s+(instructions|rules|guidelines)",
    )
]
MASKED = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\+\d{7,15}",
        r"[a-z0-9_]*(?:token|key|secret|auth)\s*=\s*\S+",
        r"\bsk-[a-z0-9_-]{10,}",
        r"eyJ[a-z0-9_-]{10,}",
        r"://[^\s/]+:[^\s/]+@",
        r"authorization:\s*\S+",
    )
]
COMMANDS = (
    "ignore",
    "Ignore all",
    " previous",
    " prior",
    " instructions",
    "do not tell ",
    "the user",
    "system ",
    "prompt override",
    "disregard your",
    " rules",
)
VALUES_OF_KEYS = ("+66812345678", "TOKEN=", "abcdef1234567890", "sk-", "eyJ", "https://a:b@c", "Authorization: ", "Bearer ", "2026-11-30", "02:00")
SIGNS = ("```", "\u200c", "\n", '"', "\\", "ж", "👨\u200d👩\u200d👧", "\ud800", " ")
PIECES = st.sampled_from((*COMMANDS, *VALUES_OF_KEYS, *SIGNS))
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["text", "key", "day"]), inner),
    max_leaves=8,
)


@given(VALUES)
def test_it_arrives_as_it_is(value: object) -> None:
    line = encoded(value)
    assert line.isascii()
    assert "\n" not in line
    assert "`" not in line
    assert json.loads(line) == value


@given(TEXTS)
def test_nothing_on_the_way_finds_anything(text: str) -> None:
    line = encoded({"text": text, "evidence": [{"snippet": text}]})
    assert not [pattern.pattern for pattern in (*STOPS, *MASKED) if pattern.search(line)]


@pytest.mark.parametrize("text", ["2026-11-30", "Ana moved to Riga, at 02:00.", "0123456789abcdef", "20261130-5a89ebc0", "md_decays", "It's two - or three?"])
def test_what_needs_no_escape_stays_readable(text: str) -> None:
    assert encoded(text) == f'"{text}"'


def test_a_long_report_loses_evidence_and_no_question() -> None:
    evidence = [{"day": "2026-11-30", "snippet": "х" * 100}] * 3
    report = {"wakeAgent": True, "promotions": [{"key": str(number), "text": "ж" * 50, "evidence": evidence} for number in range(5)]}
    whole = json.loads(document(report, 100_000))
    one = json.loads(document(report, 8_000))
    none = json.loads(document(report, 2_000))
    assert whole == report
    assert [[len(item["evidence"]) for item in found["promotions"]] for found in (one, none)] == [[1] * 5, [0] * 5]
    assert one["evidence_left_out"]
    assert [item["key"] for item in none["promotions"]] == ["0", "1", "2", "3", "4"]
