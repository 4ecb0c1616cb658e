"""Facts and their versions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from holodream import FactNotFound
from holodream.recall.indexing import index_terms
from holodream.store import Draft, Store

from .checks import check_file


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=timezone.utc)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    store = Store(tmp_path / "memory.db", index_terms, clock=clock)
    yield store
    store.close()
    check_file(tmp_path / "memory.db")


def draft(content: str, **values: object) -> Draft:
    names, keywords = values.get("names", ()), values.get("keywords", ())
    return Draft(content, index_terms(content, names, keywords), **values)  # type: ignore[arg-type]


def test_a_fact_is_kept_as_it_was_given(store: Store, clock: Clock) -> None:
    given = draft(
        "The Vespa is green.",
        category="tool",
        keywords=("scooter", "Roller"),
        names=("Vespa", "Ms Okonjo"),
        source="said",
        trust=0.6,
        by="person-7",
        session="s-1",
        reason="added",
    )
    fact, new = store.add(given)
    assert new
    assert (fact.fact_id, fact.version, fact.content, fact.category, fact.keywords, fact.source, fact.trust) == (
        1, 1, "The Vespa is green.", "tool", ("scooter", "Roller"), "said", 0.6,
    )  # fmt: skip
    assert set(fact.names) == {"Vespa", "Ms Okonjo"}
    assert (fact.helpful, fact.unhelpful, fact.retrieved, fact.state) == (0, 0, 0, "live")
    assert fact.created_at == fact.written_at == clock.now
    assert store.get(1) == fact
    (version,) = store.history(1)
    assert (version.version, version.content, version.by, version.session, version.reason, version.names) == (
        1, "The Vespa is green.", "person-7", "s-1", "added", ("Vespa", "Ms Okonjo"),
    )  # fmt: skip


def test_the_same_text_again_is_the_same_fact(store: Store) -> None:
    one, _ = store.add(draft("The Vespa is green.", source="inferred", trust=0.4))
    other, new = store.add(draft("The Vespa is green.", source="said", trust=0.6, keywords=("scooter",)))
    assert not new
    assert other == one
    assert len(store.history(1)) == 1


def test_a_new_text_is_a_new_version_and_starts_afresh(store: Store, clock: Clock) -> None:
    store.add(draft("The Vespa is green.", source="said", trust=0.6, names=("Vespa",)))
    store.rate(1, 0.05, helpful=True)
    store.rate(1, -0.1, helpful=False)
    clock.now += timedelta(days=40)
    fact = store.rewrite(1, draft("The Vespa is red.", source="inferred", trust=0.4, reason="changed", by="person-8"))
    assert (fact.version, fact.content, fact.trust, fact.source, fact.helpful, fact.unhelpful, fact.names) == (
        2,
        "The Vespa is red.",
        0.4,
        "inferred",
        0,
        0,
        (),
    )
    assert fact.written_at - fact.created_at == timedelta(days=40)
    assert [(version.version, version.content, version.by) for version in store.history(1)] == [
        (1, "The Vespa is green.", None),
        (2, "The Vespa is red.", "person-8"),
    ]
    assert store.history(1)[0].names == ("Vespa",), "history is not rewritten"


def test_back_to_an_earlier_text(store: Store) -> None:
    store.add(draft("The Vespa is green."))
    store.rewrite(1, draft("The Vespa is red."))
    assert store.rewrite(1, draft("The Vespa is green.")).version == 3
    assert [version.content[-6:] for version in store.history(1)] == ["green.", "s red.", "green."]


def test_an_ended_fact_leaves_all_but_its_history(store: Store) -> None:
    store.add(draft("The Vespa is green.", names=("Vespa",)))
    store.end(1)
    assert store.listed() == []
    assert store.facts_about("Vespa") == []
    assert store.find_text("The Vespa is green.") is None
    assert len(store.history(1)) == 1
    for act in (store.get, store.end, lambda fact_id: store.rate(fact_id, 0.1), lambda fact_id: store.rewrite(fact_id, draft("Other.")), store.describe):
        with pytest.raises(FactNotFound):
            act(1)


def test_an_id_is_never_used_again(store: Store) -> None:
    for round_number in range(1, 5):
        fact, new = store.add(draft("The Vespa is green."))
        assert new
        assert fact.fact_id == round_number
        store.end(fact.fact_id)
    assert [len(store.history(number)) for number in range(1, 5)] == [1, 1, 1, 1]


@pytest.mark.parametrize("steps", [[0.3, 0.3, 0.3], [-0.3, -0.3, -0.3], [5.0], [-5.0]])
def test_trust_stays_between_0_and_1(store: Store, steps: list[float]) -> None:
    store.add(draft("The Vespa is green."))
    for step in steps:
        before, fact = store.rate(1, step)
        assert 0.0 <= before <= 1.0
        assert 0.0 <= fact.trust <= 1.0
    assert store.get(1).trust in (0.0, 1.0)


def test_ratings_are_counted_and_do_not_touch_the_age(store: Store, clock: Clock) -> None:
    store.add(draft("The Vespa is green."))
    clock.now += timedelta(days=10)
    for helpful in (True, True, False):
        store.rate(1, 0.0, helpful=helpful)
    store.rate(1, 0.1)
    fact = store.get(1)
    assert (fact.helpful, fact.unhelpful) == (2, 1)
    assert clock.now - fact.written_at == timedelta(days=10)


def test_describing_changes_no_text(store: Store, clock: Clock) -> None:
    store.add(draft("The Vespa is green.", keywords=("scooter",), names=("Vespa",), source="said", trust=0.6))
    clock.now += timedelta(days=10)
    fact = store.describe(1, category="project")
    assert (fact.category, fact.keywords, fact.version, fact.names, fact.source) == ("project", ("scooter",), 1, ("Vespa",), "said")
    fact = store.describe(1, keywords=("Roller",))
    assert (fact.category, fact.keywords, fact.version) == ("project", ("Roller",), 1)
    assert store.describe(1, keywords=()).keywords == ()
    assert clock.now - store.get(1).written_at == timedelta(days=10)


def test_lists_go_from_new_to_old_in_pages(store: Store) -> None:
    for number in range(7):
        store.add(draft(f"Fact number {number}.", category="tool" if number % 2 else "general", trust=0.1 * number))
    assert [fact.fact_id for fact in store.listed()] == [7, 6, 5, 4, 3, 2, 1]
    assert [fact.fact_id for fact in store.listed(limit=3)] == [7, 6, 5]
    assert [fact.fact_id for fact in store.listed(limit=3, before=5)] == [4, 3, 2]
    assert [fact.fact_id for fact in store.listed(category="tool")] == [6, 4, 2]
    assert [fact.fact_id for fact in store.listed(min_trust=0.45)] == [7, 6]
    assert store.listed(category="nothing") == store.listed(before=1) == []


def test_a_listed_fact_is_the_same_as_the_one_that_is_got(store: Store) -> None:
    store.add(draft("The Vespa is green.", names=("Vespa",), keywords=("scooter",)))
    assert store.listed() == [store.get(1)]
    assert store.facts_about("Vespa") == [store.get(1)]


@pytest.mark.parametrize("fact_id", [0, -1, 2, 2**62])
def test_a_fact_that_is_not_there(store: Store, fact_id: int) -> None:
    store.add(draft("The Vespa is green."))
    for act in (store.get, store.history, store.end, lambda number: store.rate(number, 0.1)):
        with pytest.raises(FactNotFound) as caught:
            act(fact_id)
        assert caught.value.fact_id == fact_id


def test_many_at_once(store: Store) -> None:
    drafts = [draft(f"Fact number {number % 30}.") for number in range(50)]
    store.add(drafts[0])
    assert store.add_many(drafts) == 29
    assert store.add_many(drafts) == store.add_many([]) == 0
    assert len(store.listed(limit=100)) == 30


def test_many_at_once_learn_nothing_that_was_forgotten(store: Store) -> None:
    store.add(draft("The Vespa is green."))
    store.forget(1, most_keywords=12)
    assert store.add_many([draft("The Vespa is green."), draft("THE VESPA IS GREEN"), draft("The bridge is closed.")]) == 1
    assert [fact.content for fact in store.listed()] == ["The bridge is closed."]
    assert store.add_many([draft("The Vespa is green.", source="said")]) == 1, "a person says it anew"
    assert store.add_many([draft("The Vespa is green!")]) == 1, "and then it is no longer forgotten"


def test_many_at_once_do_not_bring_a_merged_text_back(store: Store) -> None:
    for text in ("The Vespa is green.", "The Vespa is of a green colour."):
        store.add(draft(text))
    store.merge(1, [2], most_keywords=12)
    assert store.add_many([draft("The Vespa is of a green colour."), draft("The bridge is closed.")]) == 1
    store.end(1)
    assert store.add_many([draft("The Vespa is of a green colour.")]) == 0, "it is past"
