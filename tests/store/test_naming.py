"""Guessed names, and putting names right: what is provisional, what people confirm, rename, merge or delete, and what forgetting leaves."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holodream
from holodream.recall.indexing import index_terms
from holodream.store import Draft, Guess, inspection
from holodream.store.naming import SMALL

from ..conftest import Opener
from ..support import contents, outputs, start_python


def statuses(memory: holodream.Memory) -> dict[str, str]:
    return {entity.name: entity.status for entity in memory.entities()}


def index_complaints(path: Path) -> list[str]:
    return inspection.inspect(path, inspection.schema.TOKENIZER_VERSION, index_terms).index


# --- guessed names ---


def test_a_guessed_name_is_provisional_until_a_second_fact_has_it(memory: holodream.Memory) -> None:
    memory.add("Yesterday Branka fixed the pump.")
    assert statuses(memory) == {"Branka": "provisional"}
    memory.add("The ladder belongs to Branka.")
    assert statuses(memory) == {"Branka": "confirmed"}
    assert [fact.fact_id for fact in memory.probe("Branka")] == [2, 1]


def test_the_same_fact_twice_confirms_nothing(memory: holodream.Memory) -> None:
    fact_id = memory.add("Yesterday Branka fixed the pump.").fact_id or 0
    memory.add("Yesterday Branka fixed the pump.")
    memory.change(fact_id, "Last week Branka fixed the pump.")
    assert statuses(memory) == {"Branka": "provisional"}


def test_a_person_confirms_a_name(memory: holodream.Memory) -> None:
    memory.add("Yesterday Branka fixed the pump.")
    assert memory.confirm_entity("branka").status == "confirmed"
    assert memory.confirm_entity("Branka").status == "unchanged"
    assert statuses(memory) == {"Branka": "confirmed"}
    assert memory.confirm_entity("Nobody").status == "refused"


def test_declaring_a_guessed_name_makes_it_declared(memory: holodream.Memory) -> None:
    memory.add("Yesterday Branka fixed the pump.")
    memory.add("It is green.", entities=["BRANKA"])
    entity = memory.entities()[0]
    assert (entity.name, entity.status, entity.declared, entity.facts) == ("Branka", "confirmed", True, 2)


_SPELT = st.sampled_from(["Copper Lantern", "copper-lantern", "CopperLantern", "Ilir", "ILIR", "Branka", "Banka", "Ева", "Еве"])


@given(st.lists(st.tuples(st.lists(_SPELT, max_size=3), st.lists(_SPELT, max_size=3)), max_size=6))
def test_a_save_tells_the_names_that_a_reader_finds(tmp_path_factory: pytest.TempPathFactory, named: list[tuple[list[str], list[str]]]) -> None:
    """However they are spelt, given, shown by the text, another name of one, or deleted before."""
    with holodream.open(tmp_path_factory.mktemp("names") / "memory.db") as memory:
        memory.add("The lamp.", entities=["Copper Lantern", "Ilir", "Branka"])
        memory.add_alias("Copper Lantern", "Banka")
        memory.delete_entity("Branka")
        for place, (declared, shown) in enumerate(named):
            guessed = tuple(Guess(name, kind) for name, kind in zip(shown, ("person", "unknown", "place"), strict=False))
            terms = index_terms(f"Number {place}.", (*declared, *shown), ())
            fact, _ = memory.store.save(Draft(f"Number {place}.", terms, names=tuple(declared), guessed=guessed))
            assert fact == memory.get(fact.fact_id)
    assert not index_complaints(memory.store.path)


def test_a_given_name_is_of_the_kind_that_the_text_shows(memory: holodream.Memory) -> None:
    """Also when it was given before without that."""
    memory.add("It is green.", entities=["Ilir"])
    for text, name in (("Yesterday Mr. Branka fixed the pump.", "Branka"), ("Yesterday Mr. Ilir fixed the pump.", "Ilir")):
        memory.add(text, entities=[name])
    assert {entity.name: entity.kind for entity in memory.entities()} == {"Branka": "person", "Ilir": "person"}


def test_declared_names_and_guesses_are_told_apart(memory: holodream.Memory) -> None:
    fact = memory.get(memory.add("Branka met Ilir at the lake.", entities=["Branka"]).fact_id or 0)
    assert (fact.names, fact.guessed) == (("Branka",), ("Ilir",))


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        ("Ева любит груши.", "Вчера мы звонили Еве.", "Евы"),
        ("Kerem piyano çalıyor.", "Dün Kerem'e kitap verdim.", "Kerem'in"),
        ("Hanka uczy się grać.", "Byłem z Hanką w kinie.", "Hance"),
    ],
)
def test_inflected_forms_are_one_name_and_find_it(memory: holodream.Memory, first: str, second: str, asked: str) -> None:
    memory.add(first)
    memory.add(second)
    assert len(memory.probe(asked)) == 2, statuses(memory)


def test_a_nickname_is_another_name_until_it_is_declared(memory: holodream.Memory) -> None:
    memory.add("Миша живёт в Твери.", entities=["Миша"])
    assert memory.probe("Мишка") == []
    assert memory.add_alias("Миша", "Мишка").status == "added"
    assert len(memory.probe("Мишка")) == len(memory.probe("Мишки")) == 1
    assert contents(memory.recall("Где живёт Мишка?")) == ["Миша живёт в Твери."]


@pytest.mark.parametrize(("saved", "asked"), [("Женя", "Zhenya"), ("リコ", "Riko"), ("Kavya", "काव्या"), ("رزان", "Razan"), ("Dmitry", "Дмитрия")])
def test_a_name_in_another_script_is_found(memory: holodream.Memory, saved: str, asked: str) -> None:
    memory.add("Comes on Sundays.", entities=[saved])
    assert len(memory.probe(asked)) == 1


def test_alike_is_not_the_same(memory: holodream.Memory) -> None:
    for name in ("Даня", "Валентин", "Валентина"):
        memory.add(f"{name} ест груши.", entities=[name])
    assert memory.probe("Tanya") == []
    assert [fact.names for fact in memory.probe("Валентина")] == [("Валентина",)]


# --- what users reported, in other words ---


def test_a_look_up_is_a_join_and_finds_every_fact(memory: holodream.Memory) -> None:
    for number in range(40):
        memory.add(f"{'Ilir' if number % 4 else 'Zana'} did task {number}.")
    assert len(memory.probe("Zana")) == 10
    assert len(memory.probe("Ilir")) == 30


def test_an_abbreviation_that_was_declared_is_found_by_what_it_stands_for(memory: holodream.Memory) -> None:
    memory.add("RLS gets worse after coffee.", entities=["RLS"])
    memory.add_alias("RLS", "restless legs")
    assert contents(memory.recall("What helps against restless legs?")) == ["RLS gets worse after coffee."]


def test_letters_of_every_alphabet_make_names(memory: holodream.Memory) -> None:
    memory.add("Tegnap Őrsi Ákossal és Zsófival vacsoráztunk.")
    assert memory.entities(), "a name with ő is a name"


def test_spellings_of_a_product_are_one(memory: holodream.Memory) -> None:
    for number, spelling in enumerate(("Copper Lantern", "copper-lantern", "COPPER-LANTERN", "CopperLantern", "copper_lantern")):
        memory.add(f"Note {number} on the tool.", entities=[spelling])
    assert [(entity.name, entity.facts) for entity in memory.entities()] == [("Copper Lantern", 5)]


@pytest.mark.parametrize(
    "text",
    [
        "Isn't it late? Don't wait, They're coming.",
        "The pattern ^(foo|bar)+$ and --max-count 3, version 2.19.4, min and max.",
        "点击“保存”，先跑测试再说，max 是 10。",
        "Klick auf „Weiter“ und dann auf „Abbrechen“.",
        "Danke, bis Montag!",
        "В июле, в понедельник, мы пойдём туда.",
        "+.example.cn 和 *.internal 直连",
    ],
)
def test_junk_is_no_name(memory: holodream.Memory, text: str) -> None:
    memory.add(text)
    assert memory.entities() == []


def test_a_forgotten_fact_is_not_shown_through_its_names(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    fact_id = memory.add("Quillandra hides the spare key.", entities=["Zebulonia"]).fact_id or 0
    memory.add_alias("Zebulonia", "Zebbyquick")
    memory.forget(fact_id)
    assert memory.settle(20)
    assert memory.entities() == memory.entity("Zebulonia") == memory.related("Quillandra") == []
    memory.close()
    raw = b"".join(path.read_bytes() for path in tmp_path.glob("memory.db*"))
    assert not any(word in raw for word in (b"Quillandra", b"quillandra", b"Zebulonia", b"zebulonia", b"Zebbyquick", b"zebbyquick"))


# --- change, revert, end ---


def test_a_changed_text_has_its_own_names_and_revert_restores_them(memory: holodream.Memory) -> None:
    fact_id = memory.add("Leo's guitar teacher is Ben Cole.", entities=["Leo"]).fact_id or 0
    memory.change(fact_id, "Leo's guitar teacher is Omar Reed.")
    assert memory.probe("Ben Cole") == []
    assert len(memory.probe("Omar Reed")) == len(memory.probe("Leo")) == 1
    memory.revert(fact_id, 1)
    assert memory.probe("Omar Reed") == []
    assert len(memory.probe("Ben Cole")) == len(memory.probe("Leo")) == 1
    assert memory.get(fact_id).names == ("Leo",)


def test_an_ended_fact_takes_its_guesses_along_and_brings_them_back(memory: holodream.Memory) -> None:
    fact_id = memory.add("Yesterday Branka fixed the pump.").fact_id or 0
    memory.end(fact_id)
    assert memory.entities() == []
    memory.revert(fact_id, 1)
    assert statuses(memory) == {"Branka": "provisional"}


def test_a_merge_of_facts_and_back_keeps_names(memory: holodream.Memory) -> None:
    memory.add("Branka fixed the pump.")
    memory.add("The pump was fixed by Branka and Ilir.")
    before = statuses(memory)
    memory.merge(1, [2])
    assert "Ilir" not in statuses(memory)
    memory.unmerge(1)
    assert statuses(memory) == before


# --- putting right ---


def test_renaming_keeps_the_old_spelling_as_a_way_to_find_it(memory: holodream.Memory) -> None:
    memory.add("Brnka fixed the pump.", entities=["Brnka"])
    done = memory.rename_entity("Brnka", "Branka")
    assert done.status == "renamed"
    assert done.entity is not None
    assert (done.entity.name, done.entity.aliases) == ("Branka", ("Brnka",))
    assert len(memory.probe("Branka")) == len(memory.probe("Brnka")) == 1
    memory.add("Today Brnka has time.", entities=["Brnka"])
    assert [entity.name for entity in memory.entities()] == ["Branka"]
    assert contents(memory.recall("When does Branka have time?")) == ["Today Brnka has time."]


def test_renaming_to_a_name_that_is_there_is_refused(memory: holodream.Memory) -> None:
    memory.add("Branka met Ilir.", entities=["Branka", "Ilir"])
    assert memory.rename_entity("Branka", "ilir").status == "refused"
    assert memory.rename_entity("Branka", "Branka").status == "unchanged"
    assert memory.rename_entity("Branka", "BRANKA").status == "renamed"
    assert memory.rename_entity("Nobody", "Somebody").status == "refused"
    with pytest.raises(holodream.InvalidArgument):
        memory.rename_entity("Branka", " ")


def test_the_screen_guards_new_names(memory: holodream.Memory) -> None:
    memory.add("Branka met Ilir.", entities=["Branka"])
    for act in (memory.rename_entity, memory.add_alias):
        assert act("Branka", "the " + "password is Heron4207!x").status == "refused"


def test_two_names_become_one(memory: holodream.Memory, tmp_path: Path) -> None:
    memory.add("Ilir plays the viola.", entities=["Ilir"])
    memory.add("Mr Doci teaches on Mondays.", entities=["Doci"])
    memory.add("Ilir and Doci are in Graz.", entities=["Ilir", "Doci"])
    done = memory.merge_entities("Ilir", "Doci")
    assert (done.status, done.entity and done.entity.facts) == ("merged", 3)
    assert len(memory.probe("Doci")) == len(memory.probe("Ilir")) == 3
    assert memory.merge_entities("Ilir", "Doci").status == "unchanged"
    assert contents(memory.recall("On which days does Ilir teach?"))[:1] == ["Mr Doci teaches on Mondays."]
    assert index_complaints(tmp_path / "memory.db") == []


def test_deleted_names_stay_away_and_their_facts_stay(memory: holodream.Memory, tmp_path: Path) -> None:
    memory.add("Today Lantern broke.")
    memory.add("Where is Lantern?")
    done = memory.delete_entity(["lantern", "Nobody"])
    assert (done.deleted, done.missing) == (("Lantern",), ("Nobody",))
    assert len(memory.list()) == 2
    memory.add("We painted Lantern yesterday.")
    memory.rebuild_names()
    assert memory.entities() == []
    assert index_complaints(tmp_path / "memory.db") == []
    with closing(sqlite3.connect(tmp_path / "memory.db")) as file, file:
        assert file.execute("SELECT typeof(mark), length(mark) FROM name_graves").fetchall() == [("blob", 16)], "a hash and nothing else"


def test_declaring_a_deleted_name_brings_it_back(memory: holodream.Memory) -> None:
    memory.add("Today Lantern broke.")
    memory.delete_entity("Lantern")
    memory.add("It was painted.", entities=["Lantern"])
    assert statuses(memory) == {"Lantern": "confirmed"}


def test_reverting_does_not_bring_a_deleted_name_back(memory: holodream.Memory) -> None:
    fact_id = memory.add("Ilir plays the viola.", entities=["Ilir"]).fact_id or 0
    memory.change(fact_id, "Ilir plays the violin.")
    memory.delete_entity("Ilir")
    memory.revert(fact_id, 1)
    assert memory.entities() == []


def test_at_most_a_hundred_names_in_one_call(memory: holodream.Memory) -> None:
    assert memory.delete_entity([f"Name{number}" for number in range(100)]).deleted == ()
    for unwanted in ([f"Name{number}" for number in range(101)], [], [" "], 7):
        with pytest.raises(holodream.InvalidArgument):
            memory.delete_entity(unwanted)  # type: ignore[arg-type]


# --- joins ---


def test_related_and_reason(memory: holodream.Memory) -> None:
    memory.add("Branka met Ilir in Graz.", entities=["Branka", "Ilir", "Graz"])
    memory.add("Branka and Ilir play chess.", entities=["Branka", "Ilir"])
    memory.add("Ilir likes Graz.", entities=["Ilir", "Graz"])
    assert [(item.entity.name, item.shared) for item in memory.related("Branka")] == [("Ilir", 2), ("Graz", 1)]
    assert [fact.fact_id for fact in memory.reason(["Ilir", "Graz"])] == [3, 1]
    assert [fact.fact_id for fact in memory.reason(["Graz", "Ilir", "Branka"])] == [1]
    assert memory.reason(["Ilir", "Nobody"]) == []
    assert [fact.fact_id for fact in memory.reason(["Ilir", "Graz"], limit=1)] == [3]


def test_entities_by_status_and_number(memory: holodream.Memory) -> None:
    memory.add("Branka met Ilir.")
    memory.add("Branka sings.")
    assert [(entity.name, entity.facts) for entity in memory.entities()] == [("Branka", 2), ("Ilir", 1)]
    assert [entity.name for entity in memory.entities(status="provisional")] == ["Ilir"]
    assert [entity.name for entity in memory.entities(status="confirmed")] == ["Branka"]
    assert [entity.name for entity in memory.entities(limit=1)] == ["Branka"]
    with pytest.raises(holodream.InvalidArgument):
        memory.entities(status="sure")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["", " ", "%", "' OR 1=1 --", "\ud800", "a" * 100_000, "\0", "🦊"])
def test_odd_names_find_nothing_and_break_nothing(memory: holodream.Memory, name: str) -> None:
    memory.add("Branka met Ilir.", entities=["Branka"])
    assert memory.probe(name) == memory.related(name) == []
    for act in (memory.confirm_entity, memory.entity, lambda odd: memory.rename_entity("Branka", odd)):
        try:
            act(name)  # type: ignore[operator]
        except holodream.InvalidArgument:
            continue


# --- older files, large and small, broken off ---


MOVERS = ("Branka", "Ilir", "Zana", "Teuta", "Arben", "Drita", "Luan")


def _without_guesses(path: Path, count: int) -> None:
    with holodream.open(path) as memory:
        memory.store.add_many(
            Draft(text, index_terms(text, (), ())) for text in (f"Yesterday {MOVERS[number % 7]} moved box {number}." for number in range(count))
        )


def test_a_small_older_store_is_looked_through_when_it_is_opened(open_memory: Opener, tmp_path: Path) -> None:
    _without_guesses(tmp_path / "memory.db", 30)
    memory = open_memory()
    assert memory.store.nameless() == 0
    assert len(memory.entities()) == 7
    assert index_complaints(tmp_path / "memory.db") == []


def test_a_large_older_store_waits_for_the_command(open_memory: Opener, tmp_path: Path) -> None:
    _without_guesses(tmp_path / "memory.db", SMALL + 1)
    memory = open_memory()
    assert memory.entities() == []
    assert inspection.inspect(tmp_path / "memory.db", "", index_terms).nameless == SMALL + 1
    told: list[tuple[int, int]] = []
    assert memory.rebuild_names(progress=lambda done, total: told.append((done, total))) == SMALL + 1
    assert told[-1] == (SMALL + 1, SMALL + 1)
    assert len(memory.entities()) == 7


def test_an_upgraded_file_of_the_older_provider_has_names(open_memory: Opener, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "memory.db")) as file, file:
        file.execute(
            "CREATE TABLE facts (fact_id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL UNIQUE, category TEXT DEFAULT 'general', tags TEXT DEFAULT '', "
            "trust_score REAL DEFAULT 0.5, retrieval_count INTEGER DEFAULT 0, helpful_count INTEGER DEFAULT 0, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, "
            "updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, hrr_vector BLOB)"
        )
        file.execute("INSERT INTO facts (content) VALUES ('Yesterday Branka fixed the pump.')")
    memory = open_memory()
    assert statuses(memory) == {"Branka": "provisional"}
    assert len(memory.probe("Branka")) == 1


def test_a_rebuild_keeps_what_people_decided(memory: holodream.Memory) -> None:
    memory.add("Branka met Ilir and Zana.", entities=["Teuta"])
    memory.confirm_entity("Branka")
    memory.delete_entity("Zana")
    memory.rename_entity("Ilir", "Ilir Doci")
    before = [(entity.name, entity.status, entity.declared, entity.aliases) for entity in memory.entities()]
    assert memory.rebuild_names() == 1
    assert [(entity.name, entity.status, entity.declared, entity.aliases) for entity in memory.entities()] == before
    assert memory.get(1).names == ("Teuta",)


_REBUILDING = "import sys, holodream\nmemory = holodream.open(sys.argv[1])\nprint('ready', flush=True)\nmemory.rebuild_names()\nprint('done', flush=True)\n"


def test_a_rebuild_that_is_killed_goes_on_with_the_next_one(open_memory: Opener, tmp_path: Path) -> None:
    _without_guesses(tmp_path / "memory.db", SMALL + 500)
    process = start_python(_REBUILDING, tmp_path / "memory.db")
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    memory = open_memory()
    memory.rebuild_names()
    assert memory.store.nameless() == 0
    assert len(memory.entities()) == 7
    assert index_complaints(tmp_path / "memory.db") == []


_ADDING = (
    "import sys, holodream\n"
    "with holodream.open(sys.argv[1]) as memory:\n"
    "    for number in range(25):\n"
    "        name = ('Branka', 'Ilir', 'Zana', 'Teuta', 'Arben')[number % 5]\n"
    "        memory.add(f'Today {name} saw {sys.argv[2]} number {number}.')\n"
    "        memory.add_alias(name, name + 'ko')\n"
)


def test_two_processes_name_the_same_names_once(open_memory: Opener, tmp_path: Path) -> None:
    open_memory().close()
    outputs([start_python(_ADDING, tmp_path / "memory.db", who) for who in ("herons", "storks")])
    memory = open_memory()
    assert [(entity.name, entity.facts) for entity in memory.entities(limit=5)] == [(name, 10) for name in sorted(MOVERS[:5])]
    assert index_complaints(tmp_path / "memory.db") == []


# --- moving to another file ---


def test_an_export_takes_names_their_other_names_and_the_deleted_ones_along(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    memory.add("Branka met Ilir and Zana.", entities=["Teuta"])
    memory.confirm_entity("Branka")
    memory.add_alias("Ilir", "Ili")
    memory.delete_entity("Zana")
    memory.export(tmp_path / "out.jsonl")
    raw = (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    other = open_memory("other.db")
    for _ in range(2):  # a second import changes nothing
        other.import_file(tmp_path / "out.jsonl")
        assert sorted(other.entities(), key=lambda entity: entity.name) == sorted(memory.entities(), key=lambda entity: entity.name)
    assert len(other.probe("Ili")) == 1
    other.add("Today Zana came.")
    assert "Zana" not in statuses(other)
    assert raw.count("Zana") == 1, "only the fact's own text has it"
    assert index_complaints(tmp_path / "other.db") == []


def test_odd_records_of_names_do_no_harm(open_memory: Opener, tmp_path: Path) -> None:
    lines = [
        '{"type": "holodream", "records": 1, "facts": 0}',
        '{"type": "alias"}',
        '{"type": "alias", "name": "Branka", "alias": ""}',
        '{"type": "alias", "name": "Nobody", "alias": "Somebody"}',
        '{"type": "alias", "name": 7, "alias": ["x"]}',
        '{"type": "deleted name", "salt": "zz", "mark": 7}',
    ]
    (tmp_path / "odd.jsonl").write_text("\n".join(lines), encoding="utf-8")
    memory = open_memory()
    memory.add("Branka sings.", entities=["Branka"])
    memory.import_file(tmp_path / "odd.jsonl")
    assert [(entity.name, entity.aliases) for entity in memory.entities()] == [("Branka", ())]


# --- what must always hold ---

_NAMES = ("Branka", "Ilir", "Zana", "Ева", "リコ", "Kerem")
_ACTS = st.lists(
    st.tuples(st.sampled_from(("add", "declare", "rename", "merge", "alias", "delete", "confirm", "end", "change")), st.sampled_from(_NAMES), st.sampled_from(_NAMES)),
    max_size=14,
)  # fmt: skip


@given(_ACTS)
def test_whatever_is_done_names_links_and_index_agree(tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, str, str]]) -> None:
    path = tmp_path_factory.mktemp("acts") / "memory.db"
    with holodream.open(path) as memory:
        for number, (act, one, other) in enumerate(acts):
            if act in ("add", "declare"):
                memory.add(f"Today {one} met {other} at stop {number}.", entities=[one] if act == "declare" else None)
            elif act in ("end", "change") and (facts := memory.list(limit=1)):
                memory.end(facts[0].fact_id) if act == "end" else memory.change(facts[0].fact_id, f"Now {one} waits at stop {number}.")
            elif act == "delete":
                memory.delete_entity(one)
            elif act == "confirm":
                memory.confirm_entity(one)
            elif act in ("rename", "merge", "alias"):
                {"rename": memory.rename_entity, "merge": memory.merge_entities, "alias": memory.add_alias}[act](one, other)
        facts = memory.list(limit=100)
        for entity in memory.entities():
            about = {fact.fact_id for fact in facts if entity.name in (*fact.names, *fact.guessed)}
            assert len(about) == entity.facts > 0
            assert about <= {fact.fact_id for fact in memory.probe(entity.name, limit=100)}
            assert all(about <= {fact.fact_id for fact in memory.probe(alias, limit=100)} for alias in entity.aliases)
    assert index_complaints(path) == []
    with closing(sqlite3.connect(path)) as file, file:
        for table in ("fact_names", "name_aliases", "name_keys"):
            assert file.execute(f"SELECT count(*) FROM {table} WHERE name_id NOT IN (SELECT name_id FROM names)").fetchone() == (0,)
        assert file.execute("SELECT count(*) FROM fact_heads WHERE named = 2").fetchone() == (0,)


@pytest.mark.parametrize(("known", "asked"), [("Виктор", "Виктория"), ("Александр", "Александра"), ("Ali", "Aliye"), ("민수", "민수아")])
def test_nobody_is_taken_for_a_name_that_begins_alike(memory: holodream.Memory, known: str, asked: str) -> None:
    memory.add("Comes on Sundays.", entities=[known])
    assert memory.probe(asked) == []


@pytest.mark.parametrize("asked", ["Виктора", "Victor", "Виктория"])
def test_what_is_written_follows_no_likeness(memory: holodream.Memory, asked: str) -> None:
    memory.add("Comes on Sundays.", entities=["Виктор"])
    memory.add("Comes on Mondays.", entities=["Branka"])
    assert memory.rename_entity(asked, "Zana").status == "refused"
    assert memory.merge_entities("Branka", asked).status == "refused"
    assert memory.add_alias(asked, "Vitya").status == "refused"
    assert memory.delete_entity(asked).missing == (asked,)
    assert [entity.name for entity in memory.entities()] == ["Branka", "Виктор"]
