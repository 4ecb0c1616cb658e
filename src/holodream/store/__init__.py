"""Facts and their history in one SQLite file."""

from .records import SOURCES, Confirmation, Declined, Draft, Event, Expect, Fact, History, Posting, Signature, Source, State, Version
from .store import IndexReader, Store, close_shared, release, shared_store

__all__ = [
    "SOURCES",
    "Confirmation",
    "Declined",
    "Draft",
    "Event",
    "Expect",
    "Fact",
    "History",
    "IndexReader",
    "Posting",
    "Signature",
    "Source",
    "State",
    "Store",
    "Version",
    "close_shared",
    "release",
    "shared_store",
]
