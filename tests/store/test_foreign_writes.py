"""Other programs write to the same file: whatever they leave is adopted, and nothing they leave breaks the rest."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import holodream

from ..conftest import Opener
from ..old_provider import OldProvider
from ..support import contents, outcome
from .checks import check_file


@pytest.fixture
def old(tmp_path: Path) -> Iterator[OldProvider]:
    """The older provider, which made the file and has it still open."""
    with OldProvider(tmp_path / "memory.db") as provider:
        yield provider


@pytest.fixture
def memory(old: OldProvider, open_memory: Opener) -> holodream.Memory:  # noqa: ARG001 - the file must be there first
    """The same file with us, and one fact in it."""
    memory = open_memory()
    memory.add("The Vespa is green and stands behind the bakery.", entities=["Vespa"], source="said")
    return memory


def test_an_insert_is_found_listed_and_recalled(memory: holodream.Memory, old: OldProvider) -> None:
    fact_id = old.add("The piano tuner Mr Hallström comes on Mondays.", "project", "music,piano", ["Mr Hallström"])
    assert contents(memory.recall("When does Mr Hallström the piano tuner come?")) == ["The piano tuner Mr Hallström comes on Mondays."]
    assert contents(memory.search("music")) == ["The piano tuner Mr Hallström comes on Mondays."]
    fact = memory.get(fact_id)
    assert (fact.category, fact.keywords, fact.trust, fact.version, fact.source) == ("project", ("music", "piano"), 0.5, 1, None)
    assert [version.content for version in memory.history(fact_id)] == [fact.content]
    check_file(memory.store.path)


def test_a_changed_text_is_a_new_version(memory: holodream.Memory, old: OldProvider) -> None:
    old.update(1, content="The Vespa is red and stands behind the bakery.")
    assert [version.content.split()[3] for version in memory.history(1)] == ["green", "red"]
    assert memory.get(1).version == 2
    assert not memory.search("green").hits
    assert contents(memory.search("red")) == ["The Vespa is red and stands behind the bakery."]
    assert "since" in memory.recall("Is the red Vespa behind the bakery?").text
    check_file(memory.store.path)


def test_a_changed_text_keeps_the_names_that_it_still_mentions(memory: holodream.Memory, old: OldProvider) -> None:
    old.update(1, content="The Vespa is red and stands behind the bakery.")
    assert [fact.fact_id for fact in memory.probe("Vespa")] == [1]


def test_a_changed_text_loses_the_names_that_it_no_longer_mentions(memory: holodream.Memory, old: OldProvider) -> None:
    old.update(1, content="The Lambretta is red and stands behind the bakery.")
    assert memory.probe("Vespa") == []


def test_changed_tags_are_searchable(memory: holodream.Memory, old: OldProvider) -> None:
    old.update(1, tags="scooter")
    assert memory.get(1).keywords == ("scooter",)
    assert [hit.fact_id for hit in memory.search("scooter").hits] == [1]
    old.update(1, tags="")
    assert not memory.search("scooter").hits
    assert memory.get(1).version == 1, "a tag is no new text"
    check_file(memory.store.path)


def test_changed_trust_and_category_count(memory: holodream.Memory, old: OldProvider) -> None:
    old.update(1, category="project")
    assert [fact.fact_id for fact in memory.list(category="project")] == [1]
    for _ in range(4):
        old.rate(1, helpful=False)
    assert memory.get(1).trust == pytest.approx(0.2)
    assert not memory.recall("Where does the green Vespa stand?").hits
    old.rate(1, helpful=True)
    assert memory.get(1).helpful == 1
    assert memory.get(1).source == "said", "a rating does not change who said it"
    assert len(memory.history(1)) == 1
    check_file(memory.store.path)


def test_a_delete_ends_the_fact_and_keeps_its_history(memory: holodream.Memory, old: OldProvider) -> None:
    old.remove(1)
    assert memory.list() == []
    assert not memory.search("Vespa").hits
    assert memory.probe("Vespa") == []
    assert [version.content for version in memory.history(1)] == ["The Vespa is green and stands behind the bakery."]
    with pytest.raises(holodream.FactNotFound):
        memory.get(1)
    check_file(memory.store.path)


def test_an_id_is_not_used_again_by_either(memory: holodream.Memory, old: OldProvider) -> None:
    second = memory.add("The tuner comes on Monday.").fact_id
    memory.end(second or 0)
    third = old.add("The bakery closes at six.")
    old.remove(third)
    fourth = memory.add("The bridge is closed.").fact_id
    assert (second, third, fourth) == (2, 3, 4)


def test_a_text_that_both_save_is_one_fact(memory: holodream.Memory, old: OldProvider) -> None:
    assert old.add("The Vespa is green and stands behind the bakery.") == 1
    fact_id = old.add("The bakery closes at six.")
    again = memory.add("The bakery closes at six.")
    assert (again.fact_id, again.status) == (fact_id, "exists")
    check_file(memory.store.path)


def test_insert_update_and_delete_before_anybody_looks(memory: holodream.Memory, old: OldProvider) -> None:
    fact_id = old.add("First text about otters.")
    old.update(fact_id, content="Second text about otters.", tags="river")
    kept = old.add("A text about beavers.")
    old.remove(fact_id)
    assert {fact.fact_id for fact in memory.list()} == {1, kept}
    assert not memory.search("otters").hits
    check_file(memory.store.path)


def test_our_own_write_adopts_what_came_before_it(memory: holodream.Memory, old: OldProvider) -> None:
    old.add("A text about beavers.")
    memory.add("A text about otters.")
    assert memory.store.find_text("A text about beavers.") == 2
    assert len(memory.search("beavers").hits) == 1
    check_file(memory.store.path)


def test_many_at_once_are_adopted_quickly(memory: holodream.Memory, old: OldProvider) -> None:
    old.connection.executemany("INSERT INTO facts (content) VALUES (?)", [(f"Imported statement number {number} about beavers.",) for number in range(900)])
    old.connection.commit()
    start = time.perf_counter()
    assert memory.search("beavers statement 567").hits
    assert time.perf_counter() - start < 10
    assert len(memory.list(limit=1000)) == 901
    check_file(memory.store.path)


def test_a_row_that_replaces_another_leaves_no_trace_in_the_index(memory: holodream.Memory, old: OldProvider) -> None:
    """INSERT OR REPLACE deletes without telling a trigger."""
    old.connection.execute("INSERT OR REPLACE INTO facts (content, category) VALUES ('The Vespa is green and stands behind the bakery.', 'tool')")
    old.connection.commit()
    assert [fact.fact_id for fact in memory.list()] == [2]
    assert [hit.fact_id for hit in memory.search("Vespa").hits] == [2]
    check_file(memory.store.path)


ODD_ROWS = {
    "no times": "INSERT INTO facts (content, created_at, updated_at) VALUES ('marker otter', NULL, NULL)",
    "empty times": "INSERT INTO facts (content, created_at, updated_at) VALUES ('marker otter', '', '')",
    "words for times": "INSERT INTO facts (content, created_at, updated_at) VALUES ('marker otter', 'yesterday', 'now')",
    "seconds": "INSERT INTO facts (content, created_at, updated_at) VALUES ('marker otter', 1767225600, 1767225600.5)",
    "iso with zone": "INSERT INTO facts (content, created_at, updated_at) VALUES ('marker otter', '2026-05-01T10:00:00Z', '2026-05-01T10:00:00.123+02:00')",
    "date only": "INSERT INTO facts (content, created_at, updated_at) VALUES ('marker otter', '2026-05-01', '2026-05-01')",
    "year 0000": "INSERT INTO facts (content, created_at, updated_at) VALUES ('marker otter', '0000-00-00 00:00:00', '0000-00-00 00:00:00')",
    "no trust": "INSERT INTO facts (content, trust_score) VALUES ('marker otter', NULL)",
    "text for trust": "INSERT INTO facts (content, trust_score) VALUES ('marker otter', 'high')",
    "trust beyond 1": "INSERT INTO facts (content, trust_score) VALUES ('marker otter', 7)",
    "no category": "INSERT INTO facts (content, category, tags) VALUES ('marker otter', NULL, NULL)",
    "no counters": "INSERT INTO facts (content, retrieval_count, helpful_count) VALUES ('marker otter', NULL, NULL)",
    "odd tags": "INSERT INTO facts (content, tags) VALUES ('marker otter', ',,a, ,b,,a,' || char(0) || ',' || char(10))",
    "empty": "INSERT INTO facts (content) VALUES ('')",
    "white space": "INSERT INTO facts (content) VALUES ('  ' || char(10) || ' ')",
    "zero byte": "INSERT INTO facts (content) VALUES ('marker' || char(0) || 'otter')",
    "not utf-8": "INSERT INTO facts (content) VALUES (CAST(x'6d61726b6572ff20fe6f74746572' AS TEXT))",
    "blob": "INSERT INTO facts (content) VALUES (x'00ff6d61726b6572')",
    "number": "INSERT INTO facts (content) VALUES (42)",
    "very long": "INSERT INTO facts (content) VALUES ('marker ' || replace(hex(zeroblob(12000)), '00', 'otter '))",
    "negative id": "INSERT INTO facts (fact_id, content) VALUES (-5, 'marker otter')",
    "counters that are none": "INSERT INTO facts (content, retrieval_count, helpful_count) VALUES ('marker otter', 9e999, 'many')",
    "bytes for words": "INSERT INTO facts (content, category, tags) VALUES ('marker otter', x'ff00', x'ff2c41')",
    "numbers for words": "INSERT INTO facts (content, category, tags) VALUES ('marker otter', 5, 7)",
    "nothing in utf-8": "INSERT INTO facts (content, category, tags, created_at) VALUES ('marker otter', CAST(x'ff' AS TEXT), CAST(x'ff2c41' AS TEXT), CAST(x'ff' AS TEXT))",
    "end of time": "INSERT INTO facts (content, created_at) VALUES ('marker otter', '9999-12-31 23:59:59-23:00')",
    "large id": "INSERT INTO facts (fact_id, content) VALUES (9000000000000000000, 'marker otter')",
}


@pytest.mark.parametrize("kind", ODD_ROWS)
def test_an_odd_row_does_not_take_the_others_with_it(memory: holodream.Memory, old: OldProvider, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    old.connection.execute(ODD_ROWS[kind])
    old.connection.commit()
    caplog.set_level("DEBUG")
    assert "The Vespa is green and stands behind the bakery." in [fact.content for fact in memory.list(limit=100)]
    assert contents(memory.search("Vespa bakery"))[0] == "The Vespa is green and stands behind the bakery."
    assert memory.recall("Where does the green Vespa stand?").hits
    memory.search("otter")
    memory.recall("marker otter")
    assert memory.add("The bridge is closed.").status == "added"
    assert "marker" not in caplog.text
    for fact in memory.list(limit=100):
        assert isinstance(fact.content, str)
        assert 0.0 <= fact.trust <= 1.0
        assert fact.created_at.tzinfo is not None


def test_no_error_quotes_a_row_that_cannot_be_read(memory: holodream.Memory, old: OldProvider) -> None:
    old.connection.execute("INSERT INTO facts (content) VALUES (CAST(x'53656372657420746578742066666620ff' AS TEXT))")
    old.connection.commit()
    for act in (memory.list, lambda: memory.search("secret"), lambda: memory.add("The bridge is closed."), lambda: memory.history(2), lambda: memory.get(2)):
        answer = outcome(act)
        if isinstance(answer, Exception):
            assert "Secret text" not in str(answer) + repr(answer)


def test_a_strangers_trigger_goes_on_working(memory: holodream.Memory) -> None:
    """Somebody counts facts with a trigger of their own; saving must go on as well."""
    with closing(sqlite3.connect(memory.store.path)) as file:
        file.execute("CREATE TABLE zzz_log (content TEXT)")
        file.execute("CREATE VIRTUAL TABLE zzz_words USING fts5(content)")
        file.execute(
            "CREATE TRIGGER zzz_note AFTER INSERT ON facts BEGIN "
            "INSERT INTO zzz_log VALUES (upper(new.content)); INSERT INTO zzz_words VALUES (new.content); END"
        )
        file.commit()
    assert memory.add("The Vespa is green.").status == "added"
    with closing(sqlite3.connect(memory.store.path)) as file:
        assert file.execute("SELECT content FROM zzz_log").fetchall() == [("THE VESPA IS GREEN.",)]
        assert file.execute("SELECT count(*) FROM zzz_words WHERE zzz_words MATCH 'vespa'").fetchone() == (1,)


def test_lists_of_a_version_that_are_none_are_empty(memory: holodream.Memory, tmp_path: Path) -> None:
    with closing(sqlite3.connect(memory.store.path)) as file:
        file.execute("UPDATE fact_versions SET names = 'garbage', keywords = 'null' WHERE fact_id = 1")
        file.commit()
    assert (memory.history(1)[0].names, memory.history(1)[0].keywords) == ((), ())
    assert memory.change(1, "The Vespa is red.").status == "changed"
    assert memory.revert(1, 1).status == "changed"
    assert memory.export(tmp_path / "facts.jsonl") > 0
    assert memory.forget(1)


@pytest.mark.parametrize("number", [0, -3])
def test_a_fact_without_an_id_of_ours_gets_one(memory: holodream.Memory, old: OldProvider, number: int) -> None:
    old.connection.execute("INSERT INTO facts (fact_id, content) VALUES (?, 'The otter swims at night.')", (number,))
    old.connection.commit()
    (hit,) = memory.search("otter").hits
    assert hit.fact_id > 1
    assert memory.change(hit.fact_id, "The otter swims at noon.").status == "changed"
    memory.end(hit.fact_id)
    assert (memory.add("The bridge is closed.").fact_id or 0) > hit.fact_id, "its id is not given again"
    memory.forget(hit.fact_id)
    assert memory.settle(10)
    check_file(memory.store.path)
