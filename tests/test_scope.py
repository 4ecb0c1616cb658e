"""Scopes: a file of its own for each, whose name tells nobody whose it is, and that refuses to be another's."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holodream
from holodream import ConfigError, InvalidArgument, Scope, StoreUnreadable

FACT = "The ladder hangs in Vera's shed."


@pytest.mark.parametrize("kind", ["users", "", "Profile", None, 5, ["user"]])
def test_a_wrong_kind_is_an_error_and_never_the_wider_scope(kind: Any) -> None:
    with pytest.raises(ConfigError, match="profile, user, chat, thread"):
        Scope(kind, "42")


@pytest.mark.parametrize("id", ["", "  ", None, 42, "a\0b", "a\nb", "\ud800", "x" * 1001])
def test_a_scope_needs_an_id_of_plain_text(id: Any) -> None:
    with pytest.raises(InvalidArgument, match="user"):
        Scope("user", id)


def test_the_profile_has_no_id() -> None:
    with pytest.raises(InvalidArgument):
        Scope("profile", "42")


def test_a_file_for_each(tmp_path: Path) -> None:
    profile = tmp_path / "memory.db"
    ids = ["42", " 42", "42 ", "4", "telegram:42", "Telegram:42", "é", "e\u0301", "../../etc", "a/b", "CON", "x" * 1000]
    files = {Scope(kind, id).file(profile) for kind in ("user", "chat", "thread") for id in ids}
    assert len(files) == 3 * len(ids)
    assert {file.suffix for file in files} == {".db"}
    assert not [file for file in files if "42" in file.stem and len(file.stem) < 32]
    assert Scope().file(profile) == profile
    assert len({Scope("user", "42").file(tmp_path / name) for name in ("a.db", "b.db")}) == 2


@given(st.lists(st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=8).filter(str.strip), unique=True, min_size=2, max_size=3))
def test_no_two_ids_share_a_file(ids: list[str]) -> None:
    assert len({Scope("chat", id).file(Path("memory.db")) for id in ids}) == len(ids)


def test_facts_stay_in_their_scope(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    scopes = [None, Scope("user", "a"), Scope("user", "b"), Scope("chat", "a"), Scope("thread", "a")]
    for number, scope in enumerate(scopes):
        with holodream.open(path, scope=scope) as memory:
            assert memory.list() == []
            memory.add(f"{FACT} Number {number}.")
    for number, scope in enumerate(scopes):
        with holodream.open(path, scope=scope) as memory:
            assert [fact.content for fact in memory.list()] == [f"{FACT} Number {number}."]
    folder = tmp_path / "memory.db.scopes"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in folder.rglob("*.db"))


def test_the_file_of_one_is_refused_for_another(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    one, other = Scope("user", "a"), Scope("user", "b")
    with holodream.open(path, scope=one) as memory:
        memory.add(FACT)
    shutil.copy(one.file(path), other.file(path))
    with pytest.raises(StoreUnreadable, match="another scope") as failed:
        holodream.open(path, scope=other)
    assert "ladder" not in str(failed.value)


def test_the_profiles_file_is_not_taken_for_a_persons(tmp_path: Path) -> None:
    path, scope = tmp_path / "memory.db", Scope("user", "a")
    with holodream.open(path) as memory:
        memory.add(FACT)
    scope.file(path).parent.mkdir(parents=True)
    shutil.copy(path, scope.file(path))
    with pytest.raises(StoreUnreadable, match="no scope"):
        holodream.open(path, scope=scope)


def test_its_owner_may_open_the_file_itself(tmp_path: Path) -> None:
    path, scope = tmp_path / "memory.db", Scope("user", "a")
    with holodream.open(path, scope=scope) as memory:
        memory.add(FACT)
    with holodream.open(scope.file(path)) as memory:
        assert memory.list()[0].content == FACT


def test_many_open_the_same_scope_at_once(tmp_path: Path) -> None:
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            with holodream.open(tmp_path / "memory.db", scope=Scope("user", "a")) as memory:
                memory.add(f"{FACT} Number {number}.")
        except BaseException as error:  # noqa: BLE001 - reported below
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with holodream.open(tmp_path / "memory.db", scope=Scope("user", "a")) as memory:
        assert len(memory.list()) == 8


def test_a_scope_is_a_scope(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match=r"holodream\.Scope"):
        holodream.open(tmp_path / "memory.db", scope="user")  # type: ignore[arg-type]
    with pytest.raises(StoreUnreadable, match="cannot be made"):
        holodream.open(tmp_path / "nowhere" / "memory.db", scope=Scope("user", "a"))
