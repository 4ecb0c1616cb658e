"""Keys of questions and texts: fingerprints that stay the same while a text does, whatever number it has in its store."""

from __future__ import annotations

import hashlib

from ..language import fold

_BYTES = 8
# The questions about one fact: is it worth keeping, did people state it, does it still hold, is it held back by the screen.
ABOUT_FACTS = KEEP, CONFIRM, HOLDS, HELD = "keep", "confirm", "holds", "held"


def fingerprint(*parts: str) -> str:
    """16 hexadecimal digits of texts, compared as people read them: case, width and white space make no difference."""
    digest = hashlib.blake2b(digest_size=_BYTES)
    for part in parts:
        digest.update(" ".join(fold(part.encode("utf-8", "replace").decode("utf-8")).split()).encode())
        digest.update(b"\0")
    return digest.hexdigest()


def asked_about(entry_key: str) -> str:
    """The mark in the state that the agent was asked something about an entry, by the entry's key."""
    return fingerprint("about", entry_key)
