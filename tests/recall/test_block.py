"""The block that the agent reads: whole lines, whole sentences, honest labels."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import holodream
from holodream.recall.block import LINE_LIMIT, date_of, fitting, line, tokens
from holodream.store import Fact

from ..conftest import Opener
from ..support import contents

WRITTEN = datetime(2026, 5, 20, 23, 30, tzinfo=timezone.utc)


def fact(content: str, *, fact_id: int = 7, version: int = 1, source: str | None = None) -> Fact:
    return Fact(fact_id, version, content, "general", (), source, 0.5, 0, 0, 0, "live", WRITTEN, WRITTEN)  # type: ignore[arg-type]


CONTENT = st.text(st.sampled_from("ab .!?。？é日\n…"), min_size=1, max_size=900).map(str.strip).filter(bool)


@given(CONTENT, st.sampled_from([None, "said", "confirmed", "inferred"]), st.booleans(), st.integers(1, 3), st.integers(1, 2**62))
def test_a_line_is_one_line_of_at_most_300_characters(content: str, source: str | None, show: bool, version: int, fact_id: int) -> None:
    text = line(fact(content, source=source, version=version, fact_id=fact_id), show_source=show)
    assert len(text) <= LINE_LIMIT == 300
    assert "\n" not in text
    if text:
        assert text.startswith(f"- [{fact_id}] ")


@given(CONTENT)
@example("Sentence one is here. " * 20)
@example("一二三。" * 120)
def test_a_long_fact_is_cut_after_whole_sentences_only(content: str) -> None:
    text = line(fact(content))
    flat = " ".join(content.split())
    if not text:
        return
    shown = text.removeprefix("- [7] ")
    if shown == flat:
        return
    assert shown.endswith(" […]")
    kept = shown.removesuffix(" […]")
    assert flat.startswith(kept)
    assert kept[-1] in ".!?…。！？؟।"


def test_a_short_fact_is_shown_as_it_is() -> None:
    assert line(fact("Vera keeps the ladder in the orchard.")) == "- [7] Vera keeps the ladder in the orchard."


@pytest.mark.parametrize(
    "beginning",
    [
        "Never give Anna penicillin, not even when the on-call physician insists on it, since she nearly died of it in 2019 at the clinic of Dr. ",
        "The house insurance covers storm damage to the roof of the barn and of the garden shed up to a sum of approx. ",
        "Das Auto darf nur mit dem Schlüssel von Opa und nie ohne vorherigen Anruf beim Nachbarn bewegt werden, z. B. ",
        "Meet the notary at the back entrance of the building, the one beside the bakery, at St. ",
    ],
)
def test_an_abbreviation_is_not_the_end_of_a_sentence(beginning: str) -> None:
    """Half a sentence may have lost its "not" or its date."""
    text = line(fact("The first sentence is whole. " + beginning + "something else that goes on and on without any full stop " * 6 + "."))
    assert text in ("- [7] The first sentence is whole. […]", "")


def test_a_guess_says_so_however_it_is_shown() -> None:
    assert "(inferred)" in line(fact("Vera may be left-handed.", source="inferred"))
    assert "inferred" in line(fact("Vera may be left-handed. " * 40, source="inferred", version=2), show_source=True)


@pytest.mark.parametrize("source", ["said", "confirmed"])
def test_who_stands_behind_a_fact_is_shown_when_asked_for(source: str) -> None:
    assert source not in line(fact("Vera is left-handed.", source=source))
    assert f"({source})" in line(fact("Vera is left-handed.", source=source), show_source=True)


def test_only_an_old_or_a_changed_fact_carries_a_date() -> None:
    assert date_of(WRITTEN, True, WRITTEN + timedelta(hours=1)) == date_of(WRITTEN, False, WRITTEN + timedelta(days=45)) == WRITTEN
    assert date_of(WRITTEN, False, WRITTEN + timedelta(days=44)) is None
    assert line(fact("Vera lives in Oulu."), since=WRITTEN) == "- [7] Vera lives in Oulu. (since May 2026)"
    assert line(fact("Vera lives in Oulu.", version=2)) == "- [7] Vera lives in Oulu."


def test_a_correction_and_a_way_back_are_no_change(memory: holodream.Memory) -> None:
    """The date says that the world has changed; a text that was put right yesterday held all the time."""
    today = f"(since {datetime.now(timezone.utc):%B %Y})"

    def shown() -> bool:
        return today in memory.recall("Where does the Hasselblad lie?").text

    memory.add("The Hasselblad lies in the cellar.")
    memory.correct(1, "The Hasselblad lies in the attic.", reason="a slip")
    assert not shown()
    memory.change(1, "The Hasselblad lies in the garage.")
    memory.correct(1, "The Hasselblad lies in the new garage.")
    assert shown(), "it has changed, however often it is put right after that"
    memory.revert(1, 2)
    assert not shown()
    memory.revert(1, memory.end(1).version or 0)
    assert not shown()
    memory.revert(1, 3)
    assert shown()
    assert [version.reason for version in memory.history(1)][1] == "corrected: a slip"


# --- the whole block ---


@given(st.lists(CONTENT, max_size=8), st.integers(1, 6), st.integers(0, 400))
def test_the_cap_holds_and_no_line_is_cut(texts: list[str], limit: int, cap: int) -> None:
    facts = [fact(text, fact_id=number) for number, text in enumerate(texts, 1)]
    chosen = fitting(facts, limit=limit, max_tokens=cap)
    assert len(chosen) <= limit
    assert all(text == line(item) for item, text in chosen)
    if cap:
        assert tokens("\n".join(text for _, text in chosen)) <= cap


def test_tokens_are_counted_rather_too_high() -> None:
    assert tokens("") == 0
    assert tokens("word " * 100) >= 100
    assert tokens("漢字仮名交じり文") >= 8
    assert tokens("ไม่มีช่องว่าง") >= 10


def test_hits_and_lines_belong_together(open_memory: Opener) -> None:
    memory = open_memory(recall_source="on")
    for number in range(4):
        memory.add(f"Hasselblad lens number {number} lies in drawer {number + 20}.", source="said")
    found = memory.recall("In which drawer are the Hasselblad lenses?")
    lines = found.text.splitlines()
    assert [f"- [{hit.fact_id}] {hit.content} (said)" for hit in found.hits] == lines


@pytest.mark.parametrize("cap", [12, 20, 30, 45, 80])
def test_a_capped_recall_holds_whole_lines_only(memory: holodream.Memory, cap: int) -> None:
    for number in range(5):
        memory.add(f"Hasselblad lens number {number} lies in drawer {number + 20}" + " of the old cabinet" * number + ".")
    found = memory.recall("In which drawer are the Hasselblad lenses?", max_tokens=cap)
    assert tokens(found.text) <= cap
    assert len(found.text.splitlines()) == len(found.hits)
    for hit in found.hits:
        assert f"- [{hit.fact_id}] {hit.content}" in found.text.splitlines()


def test_the_setting_caps_the_block_too(open_memory: Opener) -> None:
    memory = open_memory(prefetch_max_tokens=20)
    for number in range(5):
        memory.add(f"Hasselblad lens number {number} lies in drawer {number + 20}.")
    assert 0 < tokens(memory.recall("In which drawer are the Hasselblad lenses?").text) <= 20


# --- a fact that does not fit a line ---

LONG = (
    "The Zephyrine machine stands in the pantry behind the shelf with the preserves and next to the freezer, which must stay plugged in at all times, "
    "whatever the neighbours say about the noise, since the cellar has no socket of its own and the extension cord that used to hang there was given to "
    "Uncle Ferdinand when he moved into the garden house by the lake last autumn"
)


def test_a_long_fact_without_a_full_stop_is_not_lost_to_search(memory: holodream.Memory) -> None:
    """Whatever the block cannot show, an explicit search must still find."""
    memory.add(LONG)
    assert contents(memory.search("Zephyrine machine pantry")) == [LONG]


def test_a_long_fact_without_a_full_stop_is_not_silently_lost_to_recall(memory: holodream.Memory) -> None:
    """It is shown somehow, or `why` says that it does not fit a line."""
    fact_id = memory.add(LONG).fact_id or 0
    message = "Does the Zephyrine machine stand in the pantry behind the shelf with the preserves?"
    explanation = memory.why(fact_id, message)
    assert bool(memory.recall(message).hits) == explanation.shown


def test_a_search_is_not_cut_by_the_length_of_a_line(memory: holodream.Memory) -> None:
    text = "The Zephyrine machine stands in the pantry. " + "It was a present of the neighbours. " * 20
    memory.add(text)
    assert contents(memory.search("Zephyrine")) == [text.strip()]
