"""Moving facts out and in again: nothing is lost, nothing is written twice, nothing bad comes in."""

from __future__ import annotations

import base64
import json
import shutil
import sqlite3
import stat
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies

import holodream

from ..conftest import Opener
from ..support import FIXTURES, contents
from .checks import check_file

SECRET = f"The {'pass'}{'word'} of the router is BlueHeron4207!"


def lines(memory: holodream.Memory) -> list[str]:
    return [line for line, _ in memory.exported()]


@pytest.fixture
def memory(open_memory: Opener) -> holodream.Memory:
    """Facts in every state, with all that a history can hold."""
    memory = open_memory("full.db")
    memory.add("Vera lives in Rome.", entities=["Vera"], keywords=["city"], source="said", by="anna", session="s1")
    memory.add("Vera's home is in Rome.", entities=["Vera"], keywords=["flat"], source="inferred")
    memory.add("奶奶的生日是五月三日。", category="user_pref", source="confirmed")
    memory.add("The bakery closes at six.")
    memory.add("Leo plays the cello.", source="inferred")
    memory.add("A number that will be missing.")
    memory.confirm(5, by="leo")
    memory.feedback(5, "helpful")
    memory.feedback(5, "unhelpful")
    memory.change(5, "Leo plays the viola.", by="leo", reason="he grew")
    memory.merge(1, [2], by="anna")
    memory.describe(3, keywords=["family"])
    memory.end(4, by="anna", session="s2")
    memory.forget(6)
    return memory


def test_back_without_loss(memory: holodream.Memory, open_memory: Opener, tmp_path: Path) -> None:
    assert memory.export(tmp_path / "facts.jsonl") == 5
    other = open_memory("other.db")
    done = other.import_file(tmp_path / "facts.jsonl")
    assert (len(done.fact_ids), done.present, done.renumbered, done.left_out) == (5, 0, {}, ())
    assert lines(other) == lines(memory)
    for fact_id in range(1, 6):
        assert other.history(fact_id) == memory.history(fact_id)
    assert other.list() == memory.list()
    assert contents(other.search("viola")) == ["Leo plays the viola."]
    check_file(other.store.path)


def test_what_can_be_taken_back_still_can(memory: holodream.Memory, open_memory: Opener, tmp_path: Path) -> None:
    memory.export(tmp_path / "facts.jsonl")
    other = open_memory("other.db")
    other.import_file(tmp_path / "facts.jsonl")
    for one in (memory, other):
        one.unmerge(2)
        one.revert(4, 1)
        one.revert(5, 1)
    assert [(f.content, f.trust, f.keywords, f.names, f.source, f.helpful) for f in other.list()] == [
        (f.content, f.trust, f.keywords, f.names, f.source, f.helpful) for f in memory.list()
    ]
    assert other.add("A number that will be missing.").status == "refused", "what was forgotten stays forgotten"
    assert (other.add("Something new.").fact_id or 0) > 5
    check_file(other.store.path)


def test_a_second_import_changes_nothing(memory: holodream.Memory, open_memory: Opener, tmp_path: Path) -> None:
    memory.export(tmp_path / "facts.jsonl")
    other = open_memory("other.db")
    for number in range(3):
        other.add(f"Jar {number} holds plums.")
    first = other.import_file(tmp_path / "facts.jsonl")
    assert first.renumbered == {1: 6, 2: 7, 3: 8}
    assert {4, 5} <= set(first.fact_ids)
    assert other.history(7).merged_into == 6
    before = lines(other)
    again = other.import_file(tmp_path / "facts.jsonl")
    assert (again.fact_ids, again.present, again.left_out) == ((), 5, ())
    assert lines(other) == before
    other.change(6, "Vera lives in Oslo.")
    assert other.import_file(tmp_path / "facts.jsonl").fact_ids == (), "a later state of a fact is kept"
    assert other.get(6).content == "Vera lives in Oslo."
    check_file(other.store.path)


def test_a_dry_run_says_what_would_happen_and_writes_nothing(memory: holodream.Memory, open_memory: Opener, tmp_path: Path) -> None:
    memory.export(tmp_path / "facts.jsonl")
    other = open_memory("other.db")
    other.add("Vera lives in Rome.")
    before = lines(other)
    told = other.import_file(tmp_path / "facts.jsonl", dry_run=True)
    assert (told.dry_run, told.present) == (True, 1)
    assert lines(other) == before
    done = other.import_file(tmp_path / "facts.jsonl")
    assert (done.fact_ids, done.present, done.renumbered, done.left_out) == (told.fact_ids, told.present, told.renumbered, told.left_out)


def test_an_export_is_private_and_never_overwrites(memory: holodream.Memory, tmp_path: Path) -> None:
    target = tmp_path / "facts.jsonl"
    memory.export(target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with pytest.raises(holodream.InvalidArgument):
        memory.export(target)
    assert [item.name for item in tmp_path.iterdir() if "unfinished" in item.name] == []


def test_for_people(memory: holodream.Memory, tmp_path: Path) -> None:
    assert memory.export(tmp_path / "facts.md", form="markdown") == 3
    text = (tmp_path / "facts.md").read_text(encoding="utf-8")
    assert text.startswith("# Facts\n\n## general\n\n- Vera lives in Rome. <!-- 1, said, ")
    assert "## user_pref\n\n- 奶奶的生日是五月三日。" in text
    assert "bakery" not in text


def broken(memory: holodream.Memory, **changes: Any) -> str:
    """An export in which the record of fact 5 differs."""
    records = [json.loads(line) for line in lines(memory)]
    for record in records:
        if record.get("fact_id") == 5:
            record.update(changes)
    return "\n".join(json.dumps(record) for record in records)


VERSION = {"version": 1, "content": "Leo plays.", "category": "general", "keywords": [], "names": [], "source": None, "trust": 0.5,
    "written_by": None, "session": None, "written_at": "2026-01-01 00:00:00", "reason": "added"}  # fmt: skip

CONFIRMATION = {"version": 1, "person": "ida", "session": None, "confirmed_at": "2026-01-01 00:00:00"}
EVENT = {"version": 1, "kind": "described", "other": None, "written_by": None, "session": None, "happened_at": "2026-01-01 00:00:00", "inverse": {}}


@pytest.mark.parametrize(
    "changes",
    [
        {"state": "gone"},
        {"fact_id": -5},
        {"fact_id": "five"},
        {"fact_id": 1},
        {"versions": []},
        {"versions": None},
        {"versions": [VERSION]},
        {"versions": [VERSION | {"content": SECRET}], "version": 1},
        {"versions": [VERSION | {"keywords": [SECRET]}], "version": 1},
        {"versions": [VERSION | {"content": None}], "version": 1},
        {"versions": [VERSION | {"source": "heard"}], "version": 1},
        {"versions": [VERSION | {"trust": 7}], "version": 1},
        {"versions": [VERSION | {"content": "x" * 1_000_000}], "version": 1},
        {"versions": [VERSION | {"content": "a\ud800b"}], "version": 1},
        {"row": None},
        {"state": "merged", "merged_into": 99},
        {"state": "merged", "merged_into": 5},
        {"links": [[SECRET, "declared"]]},
        {"events": [{"version": 1, "kind": "ended", "inverse": {"row": {"content": SECRET}}}]},
        {"type": "table"},
        {"row": {"category": {"a": 1}}},
        {"row": {"helpful_count": 2**70}},
        {"links": 5},
        {"links": [[5, "declared"]]},
        {"links": ["ab"]},
        {"unhelpful_count": "many"},
        {"written_at": SECRET},
        {"confirmations": [{"version": 1, "person": None, "session": None, "confirmed_at": "2026-01-01 00:00:00"}]},
        {"confirmations": [CONFIRMATION, CONFIRMATION]},
        {"confirmations": [CONFIRMATION | {"person": SECRET}]},
        {"events": [EVENT | {"kind": "told"}]},
        {"events": [EVENT | {"happened_at": None}]},
        {"events": [EVENT | {"session": SECRET}]},
        {"events": [EVENT | {"inverse": {"note": SECRET}}]},
        {"events": [EVENT | {"inverse": {"row": {"content": "Leo plays.", "other": {"base64": base64.b64encode(SECRET.encode()).decode()}}}}]},
        {"versions": [VERSION | {"keywords": SECRET}], "version": 1},
        {"versions": [VERSION | {"names": SECRET}], "version": 1},
        {"versions": [VERSION | {"last_helpful": None}], "version": 1},
        {"versions": [VERSION | {"session": SECRET}], "version": 1},
    ],
    ids=lambda changes: "-".join(changes),
)
def test_a_record_that_makes_no_sense_is_left_out_and_named_without_its_text(
    memory: holodream.Memory, open_memory: Opener, tmp_path: Path, changes: dict[str, Any]
) -> None:
    (tmp_path / "facts.jsonl").write_text(broken(memory, **changes), encoding="utf-8")
    other = open_memory("other.db")
    done = other.import_file(tmp_path / "facts.jsonl")
    assert len(done.left_out) == 1
    assert "BlueHeron" not in str(done)
    assert len(done.fact_ids) == 4
    assert {fact.content for fact in other.list()} == {"Vera lives in Rome.", "奶奶的生日是五月三日。"}
    check_file(other.store.path)


@pytest.mark.parametrize("text", ["", "\n\n", "no json", '{"type": "fact"}', "[1, 2]", "null", '"x"', "{" * 500], ids=lambda text: text[:20])
def test_a_file_that_is_no_export(open_memory: Opener, tmp_path: Path, text: str) -> None:
    (tmp_path / "facts.jsonl").write_text(text, encoding="utf-8")
    memory = open_memory("other.db")
    done = memory.import_file(tmp_path / "facts.jsonl")
    assert (done.fact_ids, len(done.left_out)) == ((), 1 if text.strip() else 0)


def test_a_file_that_is_no_text(open_memory: Opener, tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(holodream.InvalidArgument):
        open_memory("other.db").import_file(tmp_path / "picture")


@pytest.mark.parametrize("path", ["missing", ".", ""])
def test_a_file_that_is_not_there(memory: holodream.Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(holodream.InvalidArgument, match="Give"):
        memory.import_file(path)
    for write in (memory.export, memory.back_up):
        with pytest.raises(holodream.HolodreamError):
            write(f"missing/{path}" if path == "missing" else path)


def test_an_export_of_a_newer_program_is_refused(open_memory: Opener, tmp_path: Path) -> None:
    (tmp_path / "facts.jsonl").write_text('{"type": "holodream", "records": 99, "facts": 0}\n', encoding="utf-8")
    with pytest.raises(holodream.InvalidArgument, match="newer"):
        open_memory("other.db").import_file(tmp_path / "facts.jsonl")


def test_the_file_of_the_older_provider(open_memory: Opener, tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "memory_store_v0.1.db", tmp_path / "old.db")
    before = (tmp_path / "old.db").read_bytes()
    memory = open_memory("new.db")
    done = memory.import_file(tmp_path / "old.db")
    assert len(done.fact_ids) == 13
    assert (tmp_path / "old.db").read_bytes() == before, "it is only read"
    fact = memory.get(1)
    with closing(sqlite3.connect(tmp_path / "old.db")) as old:
        row = old.execute("SELECT content, category, tags, trust_score, helpful_count, created_at FROM facts WHERE fact_id = 1").fetchone()
    assert (fact.content, fact.category, ",".join(fact.keywords), fact.helpful, f"{fact.created_at:%Y-%m-%d %H:%M:%S}") == (*row[:3], *row[4:])
    assert fact.trust == pytest.approx(row[3])
    assert memory.import_file(tmp_path / "old.db").present == 13
    check_file(memory.store.path)


def test_another_store_and_not_itself(memory: holodream.Memory, open_memory: Opener) -> None:
    other = open_memory("other.db")
    assert len(other.import_file(memory.store.path).fact_ids) == 5
    assert lines(other) == lines(memory)
    with pytest.raises(holodream.InvalidArgument, match="itself"):
        other.import_file(other.store.path)


def test_a_database_without_facts(open_memory: Opener, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "else.db")) as file:
        file.execute("CREATE TABLE t (x)")
    with pytest.raises(holodream.StoreUnreadable):
        open_memory("other.db").import_file(tmp_path / "else.db")


def test_single_texts(open_memory: Opener) -> None:
    memory = open_memory()
    memory.add("The bakery closes at six.")
    done = memory.import_texts(["The bakery closes at six.", SECRET, "Leo plays the cello.", "Leo plays the cello.", " "], category="user_pref")
    assert (len(done.fact_ids), done.present, len(done.left_out)) == (1, 1, 2)
    assert (memory.get(2).content, memory.get(2).category, memory.get(2).source) == ("Leo plays the cello.", "user_pref", None)
    assert "BlueHeron" not in str(done)


def test_progress_is_told(memory: holodream.Memory, open_memory: Opener, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    memory.export(tmp_path / "facts.jsonl", progress=lambda *seen: told.append(seen))
    assert told[-1] == (5, 5)
    open_memory("other.db").import_file(tmp_path / "facts.jsonl", progress=lambda *seen: told.append(seen))
    assert told[-1] == (5, 5)


ACTS = strategies.lists(
    strategies.tuples(strategies.sampled_from(["add", "change", "end", "merge", "confirm", "rate", "describe", "revert", "forget"]), strategies.integers(0, 9)),
    max_size=15,
)


@settings(max_examples=25)
@given(acts=ACTS)
def test_whatever_happened_comes_back(tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, int]]) -> None:
    folder = tmp_path_factory.mktemp("transfer")
    with holodream.open(folder / "one.db") as memory, holodream.open(folder / "two.db") as other:
        for number in range(3):
            memory.add(f"House {number} is red.", source="inferred", keywords=[f"word{number}"], entities=[f"House {number}"])
        for step, (act, place) in enumerate(acts):
            ids = [fact.fact_id for fact in memory.list()]
            if act == "add" or len(ids) < 2:
                memory.add(f"Jar {step} holds plums.", source="said", by="anna", session="s")
                continue
            one, two = ids[place % len(ids)], ids[(place + 1) % len(ids)]
            {
                "change": lambda one=one, step=step: memory.change(one, f"Jar {step} holds figs."),
                "end": lambda one=one: memory.end(one, by="anna"),
                "merge": lambda one=one, two=two: memory.merge(one, [two]),
                "confirm": lambda one=one, place=place: memory.confirm(one, by=f"p{place}"),
                "rate": lambda one=one: memory.feedback(one, "helpful"),
                "describe": lambda one=one, step=step: memory.describe(one, keywords=[f"k{step}"], category="tool"),
                "revert": lambda one=one: memory.revert(one, 1),
                "forget": lambda one=one: memory.forget(one),
            }[act]()
        memory.export(folder / "facts.jsonl")
        done = other.import_file(folder / "facts.jsonl")
        assert (done.left_out, done.renumbered) == ((), {})
        assert lines(other) == lines(memory)
        assert other.list(limit=100) == memory.list(limit=100)
    check_file(folder / "two.db")


def test_a_text_that_a_merged_fact_had_last_is_not_new(open_memory: Opener) -> None:
    memory = open_memory("one.db")
    for text in ("Leo plays the cello.", "Leo plays cello.", "The bakery closes at six."):
        memory.add(text)
    memory.merge(1, [2])
    before = lines(memory)
    done = memory.import_texts(["Leo plays cello."])
    assert (done.fact_ids, done.present, done.left_out) == ((), 1, ())
    assert lines(memory) == before
    memory.change(1, "Leo plays the viola.")
    memory.store._clock = lambda: datetime.now(timezone.utc) + timedelta(days=1)
    (left_out,) = memory.import_texts(["Leo plays cello."]).left_out
    assert "past" in left_out[1]
    assert "cello" not in left_out[1]


def test_a_live_fact_and_a_merged_one_with_the_same_text_both_come_back(open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = open_memory("one.db")
    for text in ("Leo plays the cello.", "Leo plays cello.", "The bakery closes at six."):
        memory.add(text)
    memory.merge(1, [2])
    memory.change(3, "Leo plays cello.")
    memory.export(tmp_path / "facts.jsonl")
    other = open_memory("two.db")
    monkeypatch.setattr("holodream.store.exchange._PORTION", 1)
    assert other.import_file(tmp_path / "facts.jsonl").left_out == ()
    assert lines(other) == lines(memory)


def test_an_import_that_was_broken_off_goes_on_to_the_same_end(open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = open_memory("one.db")
    for text in ("Leo plays the cello.", "Leo plays cello.", "The bakery closes at six."):
        memory.add(text)
    memory.merge(1, [2])
    memory.change(3, "Leo plays cello.")
    memory.export(tmp_path / "facts.jsonl")
    other = open_memory("two.db")
    monkeypatch.setattr("holodream.store.exchange._PORTION", 1)

    def broken_off(done: int, _total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        other.import_file(tmp_path / "facts.jsonl", progress=broken_off)
    other.import_file(tmp_path / "facts.jsonl")
    assert lines(other) == lines(memory)


def test_a_break_leaves_no_copy_without_the_fact_that_it_was_merged_into(open_memory: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = open_memory("one.db")
    for text in ("Leo plays the cello.", "The bakery closes at six.", "Leo plays cello."):
        memory.add(text)
    memory.merge(3, [1])
    memory.export(tmp_path / "facts.jsonl")
    monkeypatch.setattr("holodream.store.exchange._PORTION", 1)
    other = open_memory("two.db")

    def broken_off(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        other.import_file(tmp_path / "facts.jsonl", progress=broken_off)
    assert other.history(1).merged_into == 3
    assert other.get(3).content == "Leo plays cello."


def test_what_was_forgotten_between_plan_and_import_is_not_learnt(open_memory: Opener) -> None:
    memory = open_memory("one.db")
    records = memory.store.records_of_texts(["Leo plays the cello.", "The bakery closes at six."], "general", 0.5, "imported")
    plan = memory.store.plan(records)
    memory.add("Leo plays the cello.")
    memory.forget(1)
    memory.store.carry_out(plan)
    assert [fact.content for fact in memory.list()] == ["The bakery closes at six."]
    assert [why for _, why in plan.left_out] == ["was forgotten meanwhile"]


WEIRD = (
    "nul \x00 inside", "tab\tand\r\nlines\n", "line\u2028and\u2029paragraph", "مرحبا \u202eabc\u202c בדיקה", "family 👨‍👩‍👧‍👦 and \ufeff mark", "\x7f\x80\x9f",
    "e\u0301 is not \u00e9", "\U0010ffff \ue000 \ufffe", "quotes \" ' \\ \\u0041 <!-- --> #", "x" * 4000, "語" * 4000,
)  # fmt: skip


@pytest.mark.parametrize("text", WEIRD)
def test_odd_texts_come_back_letter_by_letter(text: str, open_memory: Opener, tmp_path: Path) -> None:
    memory, other = open_memory("one.db"), open_memory("two.db")
    memory.add("The bakery closes at six.")
    try:
        memory.change(1, text)
    except holodream.InvalidArgument:  # another program may still have written it
        with closing(sqlite3.connect(memory.store.path)) as file, file:
            file.execute("UPDATE facts SET content = ? WHERE fact_id = 1", (text,))
    assert memory.get(1).content.strip() == text.strip()
    memory.change(1, "Nothing odd.", reason="tidied")
    memory.revert(1, 2)
    memory.export(tmp_path / "facts.jsonl")
    assert other.import_file(tmp_path / "facts.jsonl").left_out == ()
    assert lines(other) == lines(memory)
    assert other.import_file(tmp_path / "facts.jsonl", dry_run=True).fact_ids == ()


def test_a_dry_run_tells_what_the_import_then_does(memory: holodream.Memory, open_memory: Opener, tmp_path: Path) -> None:
    memory.export(tmp_path / "facts.jsonl")
    other = open_memory("two.db")
    other.add("The bakery closes at six.")
    other.add("A number that will be missing too.")
    other.forget(2)
    before = lines(other)
    told = other.import_file(tmp_path / "facts.jsonl", dry_run=True)
    assert lines(other) == before
    done = other.import_file(tmp_path / "facts.jsonl")
    assert (told.fact_ids, told.present, told.renumbered, told.left_out) == (done.fact_ids, done.present, done.renumbered, done.left_out)
    assert told.dry_run
    assert not done.dry_run


def test_ids_of_sessions_come_back_whatever_they_look_like(memory: holodream.Memory, open_memory: Opener, tmp_path: Path) -> None:
    session = "_P0FQOhdqss6isxqPuqMlw"
    (tmp_path / "facts.jsonl").write_text(broken(memory, events=[EVENT | {"session": session}]), encoding="utf-8")
    other = open_memory("other.db")
    assert other.import_file(tmp_path / "facts.jsonl").left_out == ()
    assert other.history(5).events[0].session == session


@pytest.mark.parametrize(("name", "alias"), [("Kim", "\ud800"), ("\ud800", "Kimi")])
def test_another_name_in_broken_unicode_is_passed_over(open_memory: Opener, tmp_path: Path, name: str, alias: str) -> None:
    (tmp_path / "facts.jsonl").write_text(json.dumps({"type": "alias", "name": name, "alias": alias}), encoding="utf-8")
    memory = open_memory("other.db")
    memory.add("Kim runs.", entities=["Kim"])
    memory.import_file(tmp_path / "facts.jsonl")
    assert [entity.aliases for entity in memory.entities()] == [()]
