"""Changing, ending and reverting facts: every step can be taken back, and nothing is written when the fact is another by now."""

from __future__ import annotations

import pytest

import holodream

from ..conftest import Opener
from .checks import check_file


@pytest.fixture
def memory(open_memory: Opener) -> holodream.Memory:
    memory = open_memory()
    memory.add("Leo's guitar teacher is Ben Cole.", entities=["Leo", "Ben Cole", "Saturday club"], keywords=["music"], source="said", by="anna", session="s1")
    return memory


def test_a_new_text_starts_afresh(memory: holodream.Memory) -> None:
    memory.confirm(1, by="boris")
    memory.feedback(1, "helpful")
    assert memory.get(1).trust == pytest.approx(0.7)
    done = memory.change(1, "Leo's guitar teacher is Omar Reed.", source="inferred", by="chen", session="s2", reason="Leo changed schools")
    assert (done.status, done.version, done.keywords) == ("changed", 2, ("music",))
    fact = memory.get(1)
    assert (fact.trust, fact.source, fact.helpful, fact.unhelpful) == (0.4, "inferred", 0, 0)
    version = memory.history(1)[-1]
    assert (version.by, version.session, version.reason) == ("chen", "s2", "Leo changed schools")
    assert memory.confirm(1, by="boris").status == "confirmed", "the old text was confirmed, not this one"


def test_names_that_only_the_old_text_mentions_go(memory: holodream.Memory) -> None:
    memory.change(1, "Leo's guitar teacher is Omar Reed.")
    assert memory.get(1).names == ("Leo", "Saturday club"), "a name that the old text did not mention stays"
    assert memory.probe("Ben Cole") == []
    assert not memory.search("Ben Cole").hits
    memory.change(1, "Leo's piano teacher is Ida.", entities=["Ida"])
    assert memory.get(1).names == ("Ida",)


def test_correcting_says_so_in_the_history(memory: holodream.Memory) -> None:
    memory.correct(1, "Leo's guitar teacher is Ben Kole.", source="said")
    assert [version.reason for version in memory.history(1)] == ["added", "corrected"]


def test_revert_brings_back_all_of_a_version(memory: holodream.Memory) -> None:
    memory.confirm(1, by="boris")
    memory.feedback(1, "helpful")
    memory.feedback(1, "unhelpful")
    before = memory.get(1)
    memory.change(1, "Leo's guitar teacher is Omar Reed.", keywords=["guitar"], category="project")
    done = memory.revert(1, 1, by="anna", session="s3")
    assert (done.status, done.version) == ("changed", 3)
    after = memory.get(1)
    for name in ("content", "trust", "source", "names", "keywords", "category", "helpful", "unhelpful"):
        assert getattr(after, name) == getattr(before, name), name
    version = memory.history(1)[-1]
    assert (version.reason, version.by, version.session) == ("reverted", "anna", "s3")
    assert memory.confirm(1, by="boris").status == "already"
    assert [hit.fact_id for hit in memory.search("Ben Cole").hits] == [1]
    check_file(memory.store.path)


def test_revert_brings_back_what_was_described(memory: holodream.Memory) -> None:
    memory.describe(1, keywords=["strings", "lesson"], category="user_pref")
    memory.change(1, "Leo's guitar teacher is Omar Reed.", keywords=[])
    memory.revert(1, 1)
    assert (memory.get(1).keywords, memory.get(1).category) == (("strings", "lesson"), "user_pref")
    assert [event.kind for event in memory.history(1).events] == ["described"]


def test_a_guess_that_was_confirmed_comes_back_confirmed(memory: holodream.Memory) -> None:
    guess = memory.add("Leo likes jazz.", source="inferred").fact_id or 0
    memory.confirm(guess, by="leo")
    memory.change(guess, "Leo likes blues.", source="inferred")
    memory.revert(guess, 1)
    fact = memory.get(guess)
    assert (fact.source, fact.trust) == ("confirmed", pytest.approx(0.6))


def test_an_ended_fact_lives_again(memory: holodream.Memory) -> None:
    before = memory.get(1)
    done = memory.end(1, by="anna", session="s4")
    assert (done.status, done.version) == ("ended", 1)
    assert memory.list() == []
    history = memory.history(1)
    assert (history.state, [(event.kind, event.by, event.session) for event in history.events]) == ("ended", [("ended", "anna", "s4")])
    assert memory.revert(1, 1, expect=1).status == "changed"
    after = memory.get(1)
    assert (after.content, after.trust, after.names, after.created_at) == (before.content, before.trust, before.names, before.created_at)
    check_file(memory.store.path)


def test_what_cannot_be_reverted(memory: holodream.Memory) -> None:
    assert memory.revert(1, 1).status == "unchanged"
    assert (memory.revert(1, 7).status, "only one is version 1" in memory.revert(1, 7).reason) == ("refused", True)
    memory.change(1, "Leo's guitar teacher is Omar Reed.")
    memory.add("Leo's guitar teacher is Ben Cole.")
    assert memory.revert(1, 1).status == "refused", "another fact says this by now"
    with pytest.raises(holodream.FactNotFound):
        memory.revert(9, 1)
    with pytest.raises(holodream.InvalidArgument):
        memory.revert(1, 0)


@pytest.mark.parametrize("expect", [2, {1: 2}])
def test_nothing_is_written_when_the_fact_is_another_by_now(memory: holodream.Memory, expect: object) -> None:
    before, history = memory.get(1), memory.history(1)
    for done in (
        memory.change(1, "Something else.", expect=expect),  # type: ignore[arg-type]
        memory.correct(1, "Something else.", expect=expect),  # type: ignore[arg-type]
        memory.describe(1, keywords=["x"], expect=expect),  # type: ignore[arg-type]
        memory.end(1, expect=expect),  # type: ignore[arg-type]
        memory.confirm(1, by="boris", expect=expect),  # type: ignore[arg-type]
        memory.feedback(1, "helpful", expect=expect),  # type: ignore[arg-type]
        memory.forget(1, expect=expect),  # type: ignore[arg-type]
    ):
        assert done.status == "changed_since"
        assert "version 1, not 2" in done.reason
    assert (memory.get(1), memory.history(1)) == (before, history)


def test_two_that_saw_the_same_version(memory: holodream.Memory) -> None:
    assert memory.change(1, "Leo's guitar teacher is Omar Reed.", expect=1).status == "changed"
    assert memory.change(1, "Leo's guitar teacher is Ida.", expect=1).status == "changed_since"


def test_a_fact_that_ended_meanwhile_has_changed_since(memory: holodream.Memory) -> None:
    memory.end(1)
    assert memory.change(1, "Something else.", expect=1).status == "changed_since"
    with pytest.raises(holodream.FactNotFound):
        memory.change(1, "Something else.")
