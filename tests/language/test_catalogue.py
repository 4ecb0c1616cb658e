"""The data files of the languages: complete, clean, and found by what they say."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from holodream.language import analyse, fold, languages, languages_of, script_of
from holodream.language.catalogue import PARTS, missing_parts, parse, read

from ..support import PACKAGE
from .sentences import SENTENCES

FILES = sorted((PACKAGE / "language" / "languages").glob("*.toml"))


def data_of(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_the_eighteen_languages_are_there() -> None:
    assert set(SENTENCES) <= set(languages())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_complete(path: Path) -> None:
    data = data_of(path)
    assert missing_parts(data) == []
    assert data["code"] == path.stem


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_holds_no_key_that_nobody_reads(path: Path) -> None:
    """A misspelt key would be passed over in silence."""
    data = data_of(path)
    for table, keys in PARTS.items():
        part = {key: value for key, value in data.items() if not isinstance(value, dict)} if not table else data[table]
        assert set(part) <= set(keys), f"unknown in [{table}]: {sorted(set(part) - set(keys))}"
    assert {key for key, value in data.items() if isinstance(value, dict)} <= set(PARTS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_missing_part_is_named(path: Path) -> None:
    data = data_of(path)
    del data["time"]["months"]
    assert missing_parts(data) == ["time.months"]
    with pytest.raises(KeyError, match=rf"{path.stem}.*time\.months"):
        parse(data)


def test_an_empty_file_lacks_everything() -> None:
    gaps = missing_parts({})
    assert "code" in gaps
    assert len(gaps) == sum(len(keys) for keys in PARTS.values())


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_a_year_has_twelve_months_and_a_week_seven_days(code: str) -> None:
    language = languages()[code]
    assert len(language.months) == 12
    assert len(language.weekdays) == 7
    assert all(language.months)
    assert all(language.weekdays)


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_no_list_that_rules_need_is_empty(code: str) -> None:
    language = languages()[code]
    for name in ("stop", "negations", "frames", "small_talk", "tasks", "self_words", "time_words", "number_words", "money", "kin", "roles"):
        assert getattr(language, name), f"{name} is empty"
    for kind in ("when", "where", "who", "how_many", "what"):
        assert language.asking[kind], f"no way to ask {kind}"


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_all_words_are_folded(code: str) -> None:
    """A word in another form would never be met."""
    language = languages()[code]
    groups = [language.stop, language.hedges, language.negations, language.frames, language.small_talk, language.tasks, language.self_words]
    groups += [language.time_words, language.money, language.units, language.kin, language.roles, frozenset(language.number_words), frozenset(language.roots)]
    groups += [*language.asking.values(), *language.kind_nouns.values(), *language.months, *language.weekdays]
    for group in groups:
        assert all(word == fold(word) and word for word in group)


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_a_stop_word_is_met_as_one(code: str) -> None:
    """A stop word between spaces in a sentence of the language is one for the analysis too; a third of them is tried."""
    language = languages()[code]
    if not language.spaces:
        return
    sentence = SENTENCES[code][0]
    for stop in sorted(language.stop)[::3]:
        if not stop.isalpha() or script_of(stop[0]) not in language.scripts:
            continue
        words = [word for word in analyse(f"{sentence} {stop}").words if word.text == stop]
        assert words, f"{stop!r} is not a word for the analysis"
        assert words[-1].stop, f"{stop!r} is not met as a stop word"


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_number_words_are_numbers(code: str) -> None:
    language = languages()[code]
    assert all(number.isdecimal() for number in language.number_words.values())
    assert {"1", "2", "3", "10"} <= set(language.number_words.values())


def test_languages_of_a_script() -> None:
    assert {language.code for language in languages_of("Cyrillic")} == {"ru", "uk"}
    assert {language.code for language in languages_of("Thai")} == {"th"}
    assert languages_of("Tengwar") == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_quick_reader_reads_what_the_standard_one_does(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert read(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        'a = ["x, y", "z"]\n',
        'a = ["it\'s", "“q”"]\n',
        'a = """\nx y\n"""\n',
        'a = """x # y"""\nb = 1\n',
        "a = '''\nx = [\"y\"]\n'''\n",
        "a = []\n",
        'a = [["x"], ["y"]]\n',
        'a = ["x",\n  "y",  # why\n  "z",\n]\n',
        'a = "b = [\\"c\\"]"\n',
        '# a = ["b"]\nc = ["d"]\n',
        '[t]\na = ["b"]\n[u]\na = ["c"]\n',
        'a = ["\\u00e9"]\n',
        'a = { b = "c" }\n',
        'a = ["# no comment"] # a comment with "quotes"\n',
        'a = ["x" "y"]\n',
        'a = ["x",,]\n',
        'a = ["x\n',
    ],
)
def test_so_it_does_with_odd_files(text: str) -> None:
    try:
        expected: object = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        expected = tomllib.TOMLDecodeError
    try:
        found: object = read(text)
    except tomllib.TOMLDecodeError:
        found = tomllib.TOMLDecodeError
    assert found == expected
