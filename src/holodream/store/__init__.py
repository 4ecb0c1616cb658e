"""Facts and their history in one SQLite file."""

from .records import SOURCES, Draft, Fact, Posting, Source, State, Version
from .store import IndexReader, Store, close_shared, release, shared_store

__all__ = ["SOURCES", "Draft", "Fact", "IndexReader", "Posting", "Source", "State", "Store", "Version", "close_shared", "release", "shared_store"]
