"""The host's permanent memory, MEMORY.md and USER.md: entries with a line "§" between them."""

from __future__ import annotations

from pathlib import Path

from ...errors import InvalidArgument

_BETWEEN = "\n§\n"


def entries(path: Path) -> list[str]:
    """The entries of a file, each once, in their order. InvalidArgument when it is no text; OSError when it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidArgument(f"{path} is not UTF-8 text, so it is no memory file.") from error
    return list(dict.fromkeys(entry for entry in (part.strip() for part in text.split(_BETWEEN)) if entry))
