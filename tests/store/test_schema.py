"""The format of the file: older files are upgraded in place, newer ones are only read, strangers' things survive."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

import holodream
from holodream.store import schema
from holodream.store.schema import MIGRATIONS, NO_TIME, PROGRAM_FORMAT, as_text, as_time

from ..conftest import Opener
from ..old_provider import COLUMNS, OldProvider
from ..support import FIXTURES, contents, outcome, outputs, run_python, start_python
from .checks import check_file

OLD_FILES = ["memory_store_v0.1.db", "memory_store_v0.1_nonumpy.db"]
IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14]


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as file:
        return file.execute(sql).fetchall()


def objects(path: Path) -> set[tuple[object, ...]]:
    return set(rows(path, "SELECT type, name, sql FROM sqlite_master"))


@pytest.fixture(params=OLD_FILES)
def old_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of the older provider with 13 facts."""
    target = tmp_path / "memory.db"
    shutil.copy(FIXTURES / request.param, target)
    return target


# --- an older file ---


def test_an_older_file_keeps_ids_texts_trust_and_tags(old_file: Path, open_memory: Opener) -> None:
    before = rows(old_file, "SELECT fact_id, content, category, tags, trust_score, helpful_count FROM facts ORDER BY fact_id")
    memory = open_memory()
    after = [(f.fact_id, f.content, f.category, ",".join(f.keywords), f.trust, f.helpful) for f in reversed(memory.list())]
    assert after == before
    assert [row[0] for row in after] == IDS
    assert {fact.version for fact in memory.list()} == {1}
    check_file(old_file)


@pytest.mark.usefixtures("old_file")
def test_its_facts_are_recalled(open_memory: Opener) -> None:
    memory = open_memory()
    for message, fact_id in (
        ("What is Marta Ilves allergic to?", 1),
        ("Когда день рождения у Олега Вершинина?", 5),
        ("项目灯塔的预算是多少？", 8),
        ("Which linter do we use in Python repositories, ruff or flake8?", 10),
    ):
        assert fact_id in [hit.fact_id for hit in memory.recall(message).hits], message
    assert [hit.fact_id for hit in memory.search("epipen").hits] == [1]
    assert [hit.fact_id for hit in memory.search("birthday").hits] == [5], "a tag counts as a keyword"


def test_times_are_kept(old_file: Path, open_memory: Opener) -> None:
    created = str(rows(old_file, "SELECT created_at FROM facts WHERE fact_id = 1")[0][0])
    fact = open_memory().get(1)
    assert as_text(fact.created_at) == created
    assert as_text(fact.written_at) == created
    assert fact.created_at.tzinfo is not None


@pytest.mark.usefixtures("old_file")
def test_a_new_fact_gets_an_id_that_was_never_used(open_memory: Opener) -> None:
    memory = open_memory()
    assert memory.add("A fifteenth fact.").fact_id == 15
    memory.end(15)
    memory.end(14)
    assert memory.add("A sixteenth fact.").fact_id == 16


def test_old_tables_columns_triggers_and_indexes_stay(old_file: Path, open_memory: Opener) -> None:
    before, entities = objects(old_file), rows(old_file, "SELECT * FROM entities")
    vectors = rows(old_file, "SELECT fact_id, hrr_vector FROM facts")
    banks = rows(old_file, "SELECT * FROM memory_banks")
    memory = open_memory()
    memory.add("Another fact about walnuts.")
    memory.close()
    assert before <= objects(old_file)
    assert rows(old_file, "SELECT * FROM entities") == entities
    assert rows(old_file, "SELECT * FROM memory_banks") == banks
    assert set(vectors) <= set(rows(old_file, "SELECT fact_id, hrr_vector FROM facts"))


def test_the_older_provider_goes_on_working_after_the_upgrade(old_file: Path, open_memory: Opener) -> None:
    memory = open_memory()
    added = memory.add("Zephyrine pays the piano tuner.", keywords=["music"]).fact_id or 0
    memory.change(3, "Project Lantern moved to PostgreSQL 18.")
    memory.end(11)
    with OldProvider(old_file) as old:
        assert old.search("zephyrine") == [added]
        assert old.search("music") == [added]
        assert old.search("18") == [3]
        assert old.search("dentist") == []
        assert added in old.listed()
        assert 11 not in old.listed()
        new = old.add("The tuner comes on Monday.", tags="piano")
        old.remove(10)
    assert new > added
    assert {fact.fact_id for fact in memory.list()} == {*IDS, added, new} - {10, 11}
    check_file(old_file)


def test_a_copy_is_kept_before_the_upgrade(old_file: Path, open_memory: Opener) -> None:
    old_file.chmod(0o644)
    before, names = rows(old_file, "SELECT * FROM facts"), objects(old_file)
    open_memory().add("After the upgrade.")
    (copy,) = [item for item in old_file.parent.iterdir() if "before" in item.name]
    assert rows(copy, "SELECT * FROM facts") == before
    assert objects(copy) == names
    assert rows(copy, "PRAGMA integrity_check") == [("ok",)]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600, "a copy is for its owner alone, however the older provider made the file"
    kept = copy.read_bytes()
    open_memory("memory.db").close()
    assert copy.read_bytes() == kept


def test_a_try_to_write_fails_where_nothing_can_be_written_and_changes_nothing_elsewhere(old_file: Path) -> None:
    before = old_file.read_bytes()
    with closing(sqlite3.connect(f"{old_file.absolute().as_uri()}?mode=ro", uri=True)) as connection, pytest.raises(sqlite3.OperationalError, match="readonly"):
        schema.try_to_write(connection)
    assert old_file.read_bytes() == before
    with closing(sqlite3.connect(old_file)) as connection:
        connection.execute("PRAGMA user_version = 7")
        schema.try_to_write(connection)
        assert connection.execute("PRAGMA user_version").fetchone() == (7,)


def test_a_second_older_file_in_the_same_place_is_copied_too(tmp_path: Path, open_memory: Opener) -> None:
    """Somebody restores another old backup: its copy must not be the first one's."""
    target = tmp_path / "memory.db"
    shutil.copy(FIXTURES / OLD_FILES[0], target)
    open_memory().close()
    for companion in ("", "-wal", "-shm"):
        target.with_name(target.name + companion).unlink(missing_ok=True)
    with OldProvider(target) as old:
        old.add("A fact of the second file.")
    open_memory().close()
    copies = [item for item in tmp_path.iterdir() if "before" in item.name]
    assert any(("A fact of the second file.",) in rows(copy, "SELECT content FROM facts") for copy in copies)


def test_a_new_file_needs_no_copy(tmp_path: Path, open_memory: Opener) -> None:
    open_memory().add("Something.")
    assert not [item for item in tmp_path.iterdir() if "before" in item.name]


def test_a_file_from_before_vectors_is_upgraded(tmp_path: Path, open_memory: Opener) -> None:
    with closing(sqlite3.connect(tmp_path / "memory.db")) as file:
        file.execute(
            "CREATE TABLE facts (fact_id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL UNIQUE, "
            "category TEXT DEFAULT 'general', tags TEXT DEFAULT '', "
            "trust_score REAL DEFAULT 0.5, retrieval_count INTEGER DEFAULT 0, helpful_count INTEGER DEFAULT 0, "
            "created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)"
        )
        file.execute("INSERT INTO facts (content) VALUES ('The Vespa is green.')")
        file.commit()
    memory = open_memory()
    memory.add("The Vespa needs oil.")
    assert len(memory.search("Vespa").hits) == 2


def test_three_processes_upgrade_one_file_at_once(old_file: Path) -> None:
    script = "import sys, holodream\nwith holodream.open(sys.argv[1]) as m: m.add(f'Διεργασία {sys.argv[2]}.'); print(len(m.list()))"
    printed = outputs([start_python(script, old_file, number) for number in range(3)])
    assert all(int(out) >= 14 for out in printed)
    with holodream.open(old_file) as memory:
        assert len(memory.list()) == 16
    check_file(old_file)
    copies = [item for item in old_file.parent.iterdir() if "before" in item.name]
    assert [item.name for item in copies if "unfinished" in item.name] == []
    assert [row[0] for row in rows(copies[0], "SELECT fact_id FROM facts ORDER BY fact_id")] == IDS


# --- what other tools read ---


def test_a_plain_select_of_the_older_columns_works_on_a_new_file(memory: holodream.Memory) -> None:
    fact_id = memory.add("The Vespa is green.", category="tool", keywords=["scooter", "green"], source="said").fact_id
    ((*row, created, updated),) = rows(memory.store.path, f"SELECT {COLUMNS} FROM facts")
    assert row == [fact_id, "The Vespa is green.", "tool", "scooter,green", 0.6, 0, 0]
    for moment in (created, updated):
        assert len(str(moment)) == 19
        assert as_time(str(moment))


def test_the_older_provider_can_take_over_a_file_that_we_made(memory: holodream.Memory) -> None:
    """Somebody removes the plugin: the host's own provider finds its file, and it works."""
    memory.add("The Vespa is green.")
    memory.add("The bakery closes at six.")
    memory.close()
    with OldProvider(memory.store.path) as old:
        assert set(old.listed().values()) == {"The Vespa is green.", "The bakery closes at six."}
        fact_id = old.add("The tuner comes on Monday.", tags="piano", entities=["The Tuner"])
        old.update(fact_id, content="The tuner comes on Tuesday.")
        assert old.search("tuesday") == [fact_id]
        old.update(1, content="The Vespa is red.")
        old.rate(1, helpful=True)
        old.remove(2)
        assert old.search("vespa") == [1]
    with holodream.open(memory.store.path) as again:
        assert {fact.content for fact in again.list()} == {"The Vespa is red.", "The tuner comes on Tuesday."}
    check_file(memory.store.path)


# --- strangers ---


def test_a_strangers_table_and_column_survive_and_never_show(old_file: Path, open_memory: Opener) -> None:
    with closing(sqlite3.connect(old_file)) as file:
        file.execute("ALTER TABLE facts ADD COLUMN zzz_note TEXT")
        file.execute("UPDATE facts SET zzz_note = 'strangerword' WHERE fact_id IN (1, 2)")
        file.execute("CREATE TABLE zzz_tags (tag TEXT)")
        file.execute("INSERT INTO zzz_tags VALUES ('strangerword')")
        file.execute("CREATE VIEW zzz_view AS SELECT content FROM facts")
        file.commit()
    memory = open_memory()
    memory.add("Something new.")
    memory.change(1, "Marta Ilves is allergic to walnuts and pistachios.")
    memory.feedback(2, "helpful")
    memory.describe(2, category="tool")
    assert not memory.search("strangerword").hits
    assert "strangerword" not in repr([*memory.list(), *memory.history(1)])
    memory.close()
    assert rows(old_file, "SELECT fact_id, zzz_note FROM facts WHERE zzz_note IS NOT NULL") == [(1, "strangerword"), (2, "strangerword")]
    assert rows(old_file, "SELECT tag FROM zzz_tags") == [("strangerword",)]
    assert ("Something new.",) in rows(old_file, "SELECT content FROM zzz_view")


@pytest.mark.parametrize("name", ["names", "vocabulary", "confirmations", "fact_terms"])
def test_a_strangers_table_with_a_name_of_ours_is_not_touched(old_file: Path, open_memory: Opener, name: str) -> None:
    with closing(sqlite3.connect(old_file)) as file:
        file.execute(f"CREATE TABLE {name} (something TEXT)")
        file.execute(f"INSERT INTO {name} VALUES ('of somebody else')")
        file.commit()
    answer = outcome(lambda: open_memory().add("Something new."))
    assert isinstance(answer, holodream.Added) or name in str(answer), "the message must say what is in the way"
    assert rows(old_file, f"SELECT something FROM {name}") == [("of somebody else",)]


# --- a newer file ---


def newer(path: Path, format_number: int, oldest_writer: int) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE holodream_info SET value = ? WHERE key = 'format'", (str(format_number),))
        file.execute("UPDATE holodream_info SET value = ? WHERE key = 'oldest_writer'", (str(oldest_writer),))
        file.commit()
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_a_newer_file_is_read_and_not_written(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    fact_id = memory.add("The Vespa is green.", entities=["Vespa"]).fact_id or 0
    memory.close()
    newer(tmp_path / "memory.db", PROGRAM_FORMAT + 1, PROGRAM_FORMAT + 1)
    before = (tmp_path / "memory.db").read_bytes()
    memory = open_memory()
    assert contents(memory.search("Vespa")) == ["The Vespa is green."]
    assert contents(memory.recall("Which colour is the green Vespa?")) == ["The Vespa is green."]
    assert memory.why(fact_id, "Vespa").matched
    assert [fact.fact_id for fact in memory.probe("vespa")] == [fact_id]
    assert len(memory.list()) == len(memory.history(fact_id)) == 1
    for write in (
        lambda: memory.add("Something else."),
        lambda: memory.add("The Vespa is green."),
        lambda: memory.change(fact_id, "The Vespa is red."),
        lambda: memory.describe(fact_id, category="tool"),
        lambda: memory.end(fact_id),
        lambda: memory.feedback(fact_id, "helpful"),
        lambda: memory.adjust_trust(fact_id, 0.1),
    ):
        with pytest.raises(holodream.StoreTooNew, match="update holodream"):
            write()
    memory.close()
    assert (tmp_path / "memory.db").read_bytes() == before


def test_a_newer_file_that_older_programs_may_write_is_written(open_memory: Opener, tmp_path: Path) -> None:
    open_memory().close()
    newer(tmp_path / "memory.db", PROGRAM_FORMAT + 1, PROGRAM_FORMAT)
    memory = open_memory()
    assert memory.add("The Vespa is green.").status == "added"
    memory.close()
    assert rows(tmp_path / "memory.db", "SELECT value FROM holodream_info WHERE key = 'format'") == [(str(PROGRAM_FORMAT + 1),)], "no step back"


@pytest.mark.parametrize("value", ["", "abc", "-1", "1.5"])
def test_a_format_that_makes_no_sense_is_an_error_in_our_words(open_memory: Opener, tmp_path: Path, value: str) -> None:
    open_memory().close()
    with closing(sqlite3.connect(tmp_path / "memory.db")) as file:
        file.execute("UPDATE holodream_info SET value = ? WHERE key = 'format'", (value,))
        file.commit()
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with pytest.raises(holodream.StoreError):
        open_memory()


def test_every_migration_counts() -> None:
    assert len(MIGRATIONS) == PROGRAM_FORMAT
    assert [function.__name__[:5] for function in MIGRATIONS] == [f"m{number:03}_" for number in range(1, PROGRAM_FORMAT + 1)]


def test_changed_rules_for_words_rebuild_the_index(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    for number in range(5):
        memory.add(f"Hasselblad lens number {number}.", entities=["Hasselblad"], keywords=["camera"])
    memory.end(5)
    memory.close()
    with closing(sqlite3.connect(tmp_path / "memory.db")) as file:
        file.execute("UPDATE holodream_info SET value = 'older rules' WHERE key = 'tokenizer'")
        file.execute("INSERT INTO fact_search (fact_search) VALUES ('delete-all')")
        file.execute("UPDATE fact_terms SET terms = 'nonsense'")
        file.execute("DELETE FROM vocabulary")
        file.commit()
    memory = open_memory()
    assert len(memory.search("lens").hits) == len(memory.search("camera").hits) == len(memory.probe("Hasselblad")) == 4
    memory.close()
    check_file(tmp_path / "memory.db")


def test_times_are_utc_to_the_second() -> None:
    for text in ("2026-05-01 10:00:00", "2026-05-01T10:00:00", "2026-05-01 10:00:00.123456"):
        assert as_text(as_time(text)) == "2026-05-01 10:00:00"


def test_the_format_is_the_same_in_another_process(memory: holodream.Memory) -> None:
    memory.add("The Vespa is green.")
    script = "import sys, holodream\nwith holodream.open(sys.argv[1]) as m: print([f.content for f in m.list()], m.add('Άλλο.').status)"
    assert run_python(script, memory.store.path).strip() == "['The Vespa is green.'] added"


# --- a file of the format before ---


@pytest.fixture
def of_format_1(tmp_path: Path) -> Path:
    """A file of the format before names were guessed, with a fact."""
    path = tmp_path / "memory.db"
    with closing(sqlite3.connect(path)) as file:
        schema.m001_initial(file)
        for key, value in (("format", "1"), ("oldest_writer", "1")):
            schema.write_info(file, key, value)
        file.execute("INSERT INTO facts (content) VALUES ('Marta lives in Kiel.')")
        file.commit()
    return path


def test_a_copy_is_kept_before_names_are_added(of_format_1: Path, open_memory: Opener) -> None:
    assert [fact.content for fact in open_memory().list()] == ["Marta lives in Kiel."]
    copy = of_format_1.with_name("memory.db.before-holodream")
    assert rows(copy, "SELECT content FROM facts") == [("Marta lives in Kiel.",)]
    assert rows(copy, "SELECT value FROM holodream_info WHERE key = 'format'") == [("1",)]


@pytest.mark.usefixtures("of_format_1")
def test_the_program_of_the_format_before_only_reads(open_memory: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would leave names in the file that must go with a forgotten fact."""
    open_memory().close()
    monkeypatch.setattr(schema, "PROGRAM_FORMAT", 1)
    memory = open_memory()
    assert [fact.content for fact in memory.list()] == ["Marta lives in Kiel."]
    for write in (lambda: memory.add("Something else."), lambda: memory.forget(1)):
        with pytest.raises(holodream.StoreTooNew, match="update holodream"):
            write()


@pytest.mark.parametrize("value", ["9999-12-31 23:59:59-23:00", "0001-01-01 00:00:00+23:00", 1e300, float("nan"), b"\xff", None])
def test_a_time_that_is_none_is_the_beginning(value: object) -> None:
    assert as_time(value) == NO_TIME
