"""add, list and show."""

from __future__ import annotations

from pathlib import Path

import pytest

import holodream

from .conftest import REFUSED, SECRET, Program


def test_add_saves_a_fact_with_all_that_belongs_to_it(program: Program) -> None:
    done = program(
        "add", "Leo plays the cello.", "--name", "Leo", "-n", "cello", "--keyword", "music", "--category", "user_pref", "--source", "said", "--by", "p1"
    )
    assert done.stdout == "Saved as fact 1.\n"
    with holodream.open(program.store) as memory:
        fact, (version,) = memory.get(1), memory.history(1)
    assert (fact.content, fact.names, fact.keywords, fact.category, fact.source) == ("Leo plays the cello.", ("Leo", "cello"), ("music",), "user_pref", "said")
    assert version.by == "p1"


def test_add_as_json(program: Program) -> None:
    added = program.json("add", "Leo plays the cello.", "-k", "music", "-k", "music")
    assert (added["fact_id"], added["version"], added["status"]) == (1, 1, "added")
    assert (added["keywords"], added["keywords_dropped"]) == (["music"], ["repeated"])


def test_adding_a_text_again_says_which_fact_it_is(filled: Program) -> None:
    assert "Fact 1 already says this" in filled("add", "Mika is allergic to hazelnuts.", "-k", "cake").stdout
    assert filled.json("add", "Mika is allergic to hazelnuts.")["status"] == "exists"


def test_adding_a_near_copy_names_the_other_fact(filled: Program) -> None:
    done = filled("add", "Mika is allergic to the hazelnuts.")
    assert "Saved as fact 5." in done.stdout
    assert "Fact 1 says nearly the same" in done.stdout


def test_a_secret_is_refused_with_the_reason_and_never_shown(filled: Program) -> None:
    done = filled("add", REFUSED, code=2)
    assert done.stdout == ""
    assert "Not saved" in done.stderr
    assert "secret" in done.stderr
    answer = filled.json("add", REFUSED, code=2)
    assert (answer["status"], "secret" in answer["error"]) == ("refused", True)
    assert SECRET not in done.stderr + str(answer)
    with holodream.open(filled.store) as memory:
        assert len(memory.list()) == 4


def test_a_secret_in_a_keyword_or_name_is_refused_too(program: Program) -> None:
    program("add", "The router is in the hall.", "-k", REFUSED[:40], code=2)


def test_add_reads_standard_input(program: Program) -> None:
    program("add", "-", given="  Лео играет на виолончели.\n")
    program("add", "-", given="Sofie liest gern.".encode("utf-8-sig"))
    with holodream.open(program.store) as memory:
        assert [fact.content for fact in memory.list()] == ["Sofie liest gern.", "Лео играет на виолончели."]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("x" * 10_000_000, "10000000 characters"),
        (b"\x89PNG\r\n\x1a\n\xff\xfe\x00", "not UTF-8"),
        (b"a\x00b", "not text"),
        (b"a\xed\xa0\x80b", "not UTF-8"),
    ],
    ids=["empty", "blank", "10 MB", "binary", "NUL", "surrogate"],
)
def test_bad_input_is_told_in_one_sentence(program: Program, given: str | bytes, told: str) -> None:
    done = program("add", "-", given=given, code=1)
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert told in done.stderr
    assert len(done.stderr) < 300
    assert told in program.json("add", "-", given=given, code=1)["error"]


@pytest.mark.parametrize("option", [(), ("--name",), ("--keyword",), ("--category",), ("--by",)])
def test_lone_surrogates_are_an_error_and_save_nothing(program: Program, option: tuple[str, ...]) -> None:
    texts = ("A fact.", *option, "a\ud800b") if option else ("a\ud800b",)
    assert "Unicode" in program.json("add", *texts, code=1)["error"]
    with holodream.open(program.store) as memory:
        assert memory.list() == []


def test_a_wrong_source_is_a_usage_error(program: Program) -> None:
    assert "'said', 'confirmed', 'inferred'" in program("add", "A fact.", "--source", "heard", code=2).stderr
    assert "inferred" in program.json("add", "A fact.", "--source", "heard", code=2)["error"]
    assert not program.store.exists()


def test_list_in_a_pipe_is_one_line_a_fact_newest_first(filled: Program) -> None:
    done = filled("list")
    assert [line.split("\t") for line in done.stdout.splitlines()] == [
        ["4", "0.40", "inferred", "general", "พี่นกแพ้อาหารทะเล"],
        ["3", "0.50", "", "general", "موعد ليلى مع طبيب الأسنان يوم الأحد."],
        ["2", "0.60", "confirmed", "user_pref", "奶奶的生日是五月三日。"],
        ["1", "0.60", "said", "general", "Mika is allergic to hazelnuts."],
    ]
    assert "\x1b" not in done.stdout


def test_list_filters(filled: Program) -> None:
    def ids(*arguments: str) -> list[int]:
        return [fact["fact_id"] for fact in filled.json("list", *arguments)["facts"]]

    assert ids("--category", "user_pref") == [2]
    assert ids("--min-trust", "0.5") == [3, 2, 1]
    assert ids("--before", "3") == [2, 1]
    assert ids("--limit", "9223372036854775806") == [4, 3, 2, 1]
    assert ids("--category", "nothing of the kind") == []


def test_what_has_ended_is_listed_with_what_brings_it_back(filled: Program) -> None:
    assert filled("list", "--ended").stdout == ""
    with holodream.open(filled.store) as memory:
        memory.change(1, "Mika is allergic to hazelnuts and walnuts.")
        memory.end(1)
        memory.end(3)
        memory.merge(2, [4])
        when = memory.history(1).events[-1].happened_at
    assert [line.split("\t")[:2] for line in filled("list", "--ended").stdout.splitlines()] == [["3", "1"], ["1", "2"]]
    newest, oldest = filled.json("list", "--ended")["facts"]
    assert (oldest["fact_id"], oldest["version"], oldest["content"]) == (1, 2, "Mika is allergic to hazelnuts and walnuts.")
    assert oldest["ended_at"] == when.isoformat()
    assert filled.json("list", "--ended", "--limit", "1")["next_before"] == newest["fact_id"] == 3
    filled("revert", "1", "2")
    assert [fact["fact_id"] for fact in filled.json("list", "--ended")["facts"]] == [3]
    filled("list", "--ended", "--min-trust", "0.5", code=2)


def test_list_page_by_page(filled: Program) -> None:
    assert "--before 3" in filled("list", "--limit", "2").stderr
    page = filled.json("list", "--limit", "2")
    assert page["next_before"] == 3
    rest = filled.json("list", "--limit", "2", "--before", str(page["next_before"]))
    assert [fact["fact_id"] for fact in rest["facts"]] == [2, 1]
    assert rest["next_before"] is None


@pytest.mark.parametrize("arguments", [("--limit", "0"), ("--limit", "9223372036854775808"), ("--min-trust", "2"), ("--before", "x"), ("more",)])
def test_list_refuses_what_it_cannot_use(filled: Program, arguments: tuple[str, ...]) -> None:
    filled("list", *arguments, code=2)
    assert filled.json("list", *arguments, code=2)["error"]


def test_show_tells_the_fact_and_its_history(filled: Program) -> None:
    with holodream.open(filled.store) as memory:
        memory.change(1, "Mika is allergic to hazelnuts and walnuts.", by="leo", session="s7")
    text = filled("show", "1").stdout
    assert "Fact 1, version 2\n  Mika is allergic to hazelnuts and walnuts.\n" in text
    assert "names     Mika" in text
    assert text.index("by anna") < text.index("by leo, in session s7")
    shown = filled.json("show", "1")
    assert shown["live"] is True
    assert shown["fact"]["version"] == 2
    assert [version["content"] for version in shown["history"]] == ["Mika is allergic to hazelnuts.", "Mika is allergic to hazelnuts and walnuts."]


def test_show_keeps_telling_of_a_fact_that_has_ended(filled: Program) -> None:
    with holodream.open(filled.store) as memory:
        memory.end(2)
    assert "no longer true" in filled("show", "2").stdout
    shown = filled.json("show", "2")
    assert (shown["live"], shown["fact"], len(shown["history"])) == (False, None, 1)


def test_show_of_no_fact(filled: Program) -> None:
    assert "no fact 99" in filled("show", "99", code=1).stderr
    assert "no fact 99" in filled.json("show", "99", code=1)["error"]
    for wrong in ("0", "-1", "x", "9" * 30):
        filled("show", "--", wrong, code=2)


def test_control_characters_of_other_programs_do_not_reach_the_terminal(filled: Program, tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(tmp_path / "memory_store.db")) as connection, connection:
        connection.execute("INSERT INTO facts (content) VALUES (?)", ("red \x1b[31m\x07 and\ta tab\nand a line",))
    assert filled("list", "--limit", "1").stdout == "5\t0.50\t\tgeneral\tred \\x1b[31m\\x07 and a tab and a line\n"
    assert "\x1b" not in filled("show", "5").stdout
    assert filled.json("show", "5")["fact"]["content"] == "red \x1b[31m\x07 and\ta tab\nand a line"
