"""Values assigned to a variable that is known to hold a secret: NAME=value in a shell, a .env file, YAML, JSON or code."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from importlib import resources

from .level import Level
from .shapes import Place
from .values import Look, is_name, is_placeholder, look

# The last letters of the names that hold secrets, by the last of all, which is looked at first.
_LAST = "ntdwselikhcgy"
_ALL_ENDINGS = (
    "key", "oken", "cret", "word", "sswd", "pass", "pwd", "pw", "ials", "rase", "dsn", "_sid", "_url", "_uri", "_id", "_psk", "_sk", "auth", "base", "onic",
    "ring", "sion",
)  # fmt: skip
_ENDINGS = {last: [ending for ending in _ALL_ENDINGS if ending[-1] == last] for last in _LAST}
_SIGN = "[=:：＝]"
_QUOTE, _QUOTE_AND_SPACE = "[\"' \\]]", "[\"'] "


def _after_name(between: str) -> str:
    """Looks back, from behind the sign of assignment, over what stands between it and a name."""
    options = (f"(?<={last}{between}{_SIGN})(?:{'|'.join(f'(?<={ending}{between}{_SIGN})' for ending in endings)})" for last, endings in _ENDINGS.items())
    return "|".join(options)


_AFTER_NAME = rf"(?<=[{_LAST}]{_SIGN})(?:{_after_name('')})|(?<=[\"' \]]{_SIGN})(?:{_after_name(_QUOTE)}|{_after_name(_QUOTE_AND_SPACE)})"
_ASSIGNED = re.compile(
    rf"{_SIGN}(?<=[a-z\"' \]]{_SIGN})(?:{_AFTER_NAME})[=>]?\s{{0,3}}(?:@?[\"'“«`](?P<quoted>[^\"'“”«»`\n]{{3,200}})|(?P<bare>[^\s\"'“”«»,;<>()]{{3,300}}))"
)
_NAME_SIGNS, _LONGEST_NAME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-", 70
_SECRET_NAME = re.compile(
    r"(?:^|[_.-]|(?<=[a-z0-9])(?=[A-Z]))(?:(?:api|access|secret|private|master|signing|encryption|auth|app|deploy|service|shared|account|storage|admin|client|root|server|ssh)[_.-]?key"
    r"|(?:access|auth|api|bot|bearer|refresh|session|secret|id|deploy|personal|csrf)[_.-]?token|token|(?:client|app|jwt|webhook|api|auth|shared)?[_.-]?secret"
    r"|pass(?:word|wd|phrase|code)?|pwd|pw|psk|credentials?|key)$",
    re.IGNORECASE,
)
_WEAK_ALONE = frozenset(("key", "token", "secret", "auth", "pass", "session", "public_key", "id"))


@functools.cache
def variables() -> frozenset[str]:
    """The well-known environment variables that hold a secret."""
    return frozenset(resources.files(__package__).joinpath("variables.tsv").read_text(encoding="utf-8").split())


def find_assignments(level: Level) -> Iterator[Place]:
    """Values that are assigned to such a variable."""
    clean: set[tuple[str, str, bool, str]] = set()  # what was found clean is not looked at again where it is repeated
    for match in _ASSIGNED.finditer(level.low):
        kind = "quoted" if match["quoted"] is not None else "bare"
        before = level.plain[max(match.start() - _LONGEST_NAME, 0) : match.start()].rstrip("\"' ])")
        name = before[len(before.rstrip(_NAME_SIGNS)) :].lstrip("0123456789_.-")
        value, equals = level.plain[match.start(kind) : match.end(kind)].rstrip(".,!?。，；"), "=" in level.plain[match.start() : match.start(kind)]
        if (name, value, equals, kind) in clean:
            continue
        if name and _is_assigned(name, value, equals=equals, quoted=kind == "quoted"):
            yield "assignment", match.start(kind), match.end(kind)
        else:
            clean.add((name, value, equals, kind))


def _is_assigned(name: str, value: str, *, equals: bool, quoted: bool) -> bool:
    if (
        is_placeholder(value)
        or "..." in value
        or "…" in value
        or value.startswith(("$", "{{", "process.env", "os.environ", "os.getenv", "env.", "<", "/", "~/", "./"))
        or value[:2] == "=="
    ):
        return False
    known = name.upper() in variables() and (name.isupper() or "_" in name)
    if not known and not _SECRET_NAME.search(name):
        return False
    if name.upper().endswith(("_URL", "_URI", "_DSN")):
        return "@" in value
    seen = look(value)
    if seen is Look.NAME:
        return "." in value and len(value) >= 8 and not is_name(value)
    if re.fullmatch(r"[\d.,]+", value) and not re.search(r"(?i)pass|pw|secret|pin", name):
        return False
    if name.lower() in _WEAK_ALONE:
        return seen >= Look.MIXED and len(value) >= 8
    if re.search(r"(?i)key$", name) and not known and not equals and not quoted:
        return seen >= Look.MIXED and len(value) >= 8
    return equals or quoted or seen >= Look.DIGITS or known or (name.isupper() and "_" in name)
