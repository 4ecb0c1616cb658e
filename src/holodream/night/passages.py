"""Long messages in passages: a message about many things is judged piece by piece."""

from __future__ import annotations

import re
from collections.abc import Iterator

_END = re.compile(r"[.!?…]+(?=\s)|[。！？؟\n;；।]+|(?<=[,，、،]) ")


def passages(text: str, length: int) -> Iterator[str]:
    """A text in pieces of about `length` characters that end where a sentence ends; one piece where it is no longer. Linear."""
    begin = end = 0
    if len(text) > length:
        for match in _END.finditer(text):
            if match.end() - begin > length and end > begin:
                yield text[begin:end]
                begin = end
            end = match.end()
        if len(text) - begin > length and end > begin:
            yield text[begin:end]
            begin = end
    yield text[begin:]
