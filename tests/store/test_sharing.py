"""One store a file and process, and no file holds up another."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from holodream import StoreUnreadable
from holodream.recall.indexing import index_terms
from holodream.store import Store, close_shared, release, shared_store, sharing

LONG = 30.0


def test_a_file_that_hangs_while_it_is_opened_holds_up_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs, begun = threading.Event(), threading.Event()

    class Hanging(Store):
        def __init__(self, path: Path, *rest: object, **more: object) -> None:
            if path.name == "hanging.db":
                begun.set()
                hangs.wait(LONG)
            super().__init__(path, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(sharing, "Store", Hanging)
    opened: list[Store] = []
    openers = [threading.Thread(target=lambda: opened.append(shared_store(tmp_path / "hanging.db", index_terms))) for _ in range(2)]
    for opener in openers:
        opener.start()
    assert begun.wait(LONG)
    other = shared_store(tmp_path / "other.db", index_terms)
    assert other.listed() == []
    release(other)
    hangs.set()
    for opener in openers:
        opener.join()
    assert opened[0] is opened[1]
    release(opened[0])
    assert opened[1].listed() == []
    release(opened[1])


def test_a_file_that_could_not_be_opened_is_tried_anew(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.write_text("no database at all " * 50, encoding="utf-8")
    with pytest.raises(StoreUnreadable):
        shared_store(path, index_terms)
    path.unlink()
    store = shared_store(path, index_terms)
    assert store.listed() == []
    release(store)
    assert close_shared(tmp_path) == 0


def test_closing_all_below_a_folder(tmp_path: Path) -> None:
    stores = [shared_store(tmp_path / name, index_terms) for name in ("a.db", "b.db")]
    assert close_shared(tmp_path) == 2
    for store in stores:
        release(store)  # once more than there is
    again = shared_store(tmp_path / "a.db", index_terms)
    assert again not in stores
    release(again)
