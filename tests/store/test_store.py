"""The store as a whole: whatever is done in whatever order, facts, index and history agree."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule

import holodream
from holodream.recall.indexing import index_terms
from holodream.store import Store, close_shared, release, shared_store

from ..old_provider import OldProvider
from ..support import open_files
from .checks import check_file

THINGS = ["Vespa", "piano", "bakery", "скрипка", "钥匙", "ピアノ", "กุญแจ", "مفتاح", "चाबी", "Straße", "x99"]
TEXT = st.builds("The {} of {} is number {}".format, st.sampled_from(THINGS), st.sampled_from(["Leo", "Ева", "小雨", "Ayşe"]), st.integers(0, 9))
WORDS = st.lists(st.sampled_from(["scooter", "музыка", "music", "shop", "a,b", " "]), max_size=3)
SOURCE = st.sampled_from([None, "said", "confirmed", "inferred"])
START = {None: 0.5, "said": 0.6, "confirmed": 0.6, "inferred": 0.4}


class Facts(RuleBasedStateMachine):
    """Random actions on a real file, next to a model of a few lines."""

    ids = Bundle("ids")

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "memory.db"
        with OldProvider(self.path):  # it made the file, so its own index is kept in step by its triggers
            pass
        self.memory = holodream.open(self.path)
        self.live: dict[int, dict[str, object]] = {}
        self.ended: dict[int, int] = {}  # id → versions
        self.highest = 0

    def id_of(self, content: str) -> int | None:
        return next((fact_id for fact_id, fact in self.live.items() if fact["content"] == content), None)

    def remember(self, fact_id: int, content: str, source: str | None, trust: float, versions: int) -> None:
        self.live[fact_id] = {"content": content, "source": source, "trust": trust, "versions": versions, "helpful": 0}

    @rule(target=ids, content=TEXT, keywords=WORDS, source=SOURCE)
    def add(self, content: str, keywords: list[str], source: str | None) -> object:
        present = self.id_of(content)
        added = self.memory.add(content, keywords=keywords, source=source)  # type: ignore[arg-type]
        if present is not None:
            assert (added.fact_id, added.status) == (present, "exists")
            return multiple()
        assert added.status == "added"
        assert added.fact_id is not None
        assert added.fact_id > self.highest, "an id was used again"
        self.highest = added.fact_id
        self.remember(added.fact_id, content, source, START[source], 1)
        return added.fact_id

    @rule(target=ids, content=TEXT)
    def somebody_else_adds(self, content: str) -> object:
        present = self.id_of(content)
        with OldProvider(self.path) as old:
            fact_id = old.add(content)
        if present is not None:
            assert fact_id == present
            return multiple()
        assert fact_id > self.highest
        self.highest = fact_id
        self.remember(fact_id, content, None, 0.5, 1)
        return fact_id

    @rule(fact_id=ids, content=TEXT, source=SOURCE)
    def change(self, fact_id: int, content: str, source: str | None) -> None:
        if fact_id not in self.live:
            with pytest.raises(holodream.FactNotFound):
                self.memory.change(fact_id, content, source=source)  # type: ignore[arg-type]
            return
        changed = self.memory.change(fact_id, content, source=source)  # type: ignore[arg-type]
        present = self.id_of(content)
        if present == fact_id:
            assert changed.status == "unchanged"
        elif present is not None:
            assert changed.status == "refused"
        else:
            assert changed.status == "changed"
            self.remember(fact_id, content, source, START[source], int(str(self.live[fact_id]["versions"])) + 1)

    @rule(fact_id=ids, content=TEXT)
    def somebody_else_changes(self, fact_id: int, content: str) -> None:
        if fact_id not in self.live or self.id_of(content) is not None:
            return
        with OldProvider(self.path) as old:
            old.update(fact_id, content=content)
        fact = self.live[fact_id]
        fact |= {"content": content, "source": None, "versions": int(str(fact["versions"])) + 1}

    @rule(fact_id=ids, keywords=WORDS)
    def describe(self, fact_id: int, keywords: list[str]) -> None:
        if fact_id in self.live:
            self.memory.describe(fact_id, keywords=keywords, category="tool")
            assert self.memory.get(fact_id).category == "tool"

    @rule(fact_id=ids, helpful=st.booleans())
    def rate(self, fact_id: int, helpful: bool) -> None:
        if fact_id not in self.live:
            with pytest.raises(holodream.FactNotFound):
                self.memory.feedback(fact_id, "helpful")
            return
        rated = self.memory.feedback(fact_id, "helpful" if helpful else "unhelpful")
        fact = self.live[fact_id]
        assert rated.old_trust == pytest.approx(fact["trust"])
        fact["trust"] = min(1.0, max(0.0, float(str(fact["trust"])) + (0.05 if helpful else -0.10)))
        fact["helpful"] = int(str(fact["helpful"])) + helpful
        assert rated.new_trust == pytest.approx(fact["trust"])

    @rule(fact_id=consumes(ids))
    def end(self, fact_id: int) -> None:
        if fact_id in self.live:
            self.memory.end(fact_id)
            self.ended[fact_id] = int(str(self.live.pop(fact_id)["versions"]))

    @rule(fact_id=consumes(ids))
    def somebody_else_removes(self, fact_id: int) -> None:
        if fact_id in self.live:
            with OldProvider(self.path) as old:
                old.remove(fact_id)
            self.ended[fact_id] = int(str(self.live.pop(fact_id)["versions"]))

    @rule()
    def open_again(self) -> None:
        self.memory.close()
        self.memory = holodream.open(self.path)

    @invariant()
    def model_and_store_agree(self) -> None:
        facts = {fact.fact_id: fact for fact in self.memory.list(limit=1000)}
        assert set(facts) == set(self.live)
        for fact_id, expected in self.live.items():
            fact = facts[fact_id]
            assert (fact.content, fact.source, fact.version, fact.helpful) == (
                expected["content"], expected["source"], expected["versions"], expected["helpful"],
            )  # fmt: skip
            assert fact.trust == pytest.approx(expected["trust"])

    @rule(fact_id=ids)
    def search(self, fact_id: int) -> None:
        if fact_id in self.live:
            content = str(self.live[fact_id]["content"])
            assert fact_id in [hit.fact_id for hit in self.memory.search(content, limit=1000).hits]

    def teardown(self) -> None:
        if hasattr(self, "memory"):
            for fact_id, versions in self.ended.items():
                assert len(self.memory.history(fact_id)) == versions
            self.memory.list()
            self.memory.close()
            check_file(self.path)
            self.folder.cleanup()


TestFacts = Facts.TestCase
TestFacts.settings = settings(settings.get_profile(settings.get_current_profile_name()), max_examples=18, stateful_step_count=25, report_multiple_bugs=False)


# --- one store for all users of a file in a process ---


def test_users_of_one_file_share_one_store(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    one, other, third = (shared_store(path, index_terms) for _ in range(3))
    assert one is other is third
    release(one)
    release(other)
    assert third.listed() == []
    release(third)
    with pytest.raises(holodream.StoreError, match="closed"):
        third.listed()
    release(third)  # once too often
    again = shared_store(path, index_terms)
    assert again is not one
    release(third)  # of a user that is long gone: must not close the new one
    assert again.listed() == []
    release(again)


def test_files_are_told_apart(tmp_path: Path) -> None:
    one, other = shared_store(tmp_path / "one.db", index_terms), shared_store(tmp_path / "other.db", index_terms)
    assert one is not other
    release(one)
    assert other.listed() == []
    release(other)


def test_opening_and_closing_in_many_threads(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    failures: list[BaseException] = []

    def work(name: int) -> None:
        try:
            for number in range(6):
                with holodream.open(path) as memory:
                    memory.add(f"Thread {name}, thing {number}.")
        except BaseException as error:  # noqa: BLE001 - reported below
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert open_files(path) == []
    with holodream.open(path) as memory:
        assert len(memory.list(limit=100)) == 36
    check_file(path)


def test_a_store_that_failed_to_open_can_be_opened_later(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.write_text("no database")
    with pytest.raises(holodream.StoreUnreadable):
        holodream.open(path)
    path.unlink()
    with holodream.open(path) as memory:
        assert memory.list() == []


def test_everything_below_a_folder_can_be_closed(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "ab").mkdir()
    inside, beside = shared_store(tmp_path / "a" / "memory.db", index_terms), shared_store(tmp_path / "ab" / "memory.db", index_terms)
    assert close_shared(tmp_path / "a") == 1
    with pytest.raises(holodream.StoreError):
        inside.listed()
    assert beside.listed() == []
    release(beside)
    assert close_shared(tmp_path) == 0
    assert open_files(tmp_path) == []


def test_a_store_of_its_own_is_closed_with_its_memory(tmp_path: Path) -> None:
    store = Store(tmp_path / "memory.db", index_terms)
    memory = holodream.Memory(store=store)
    memory.add("The Vespa is green.")
    memory.close()
    memory.close()
    with pytest.raises(holodream.StoreError, match="closed"):
        store.listed()
    assert open_files(tmp_path) == []
