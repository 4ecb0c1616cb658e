"""Values assigned to a variable that is known to hold a secret: NAME=value in a shell, a .env file, YAML, JSON or code."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from importlib import resources

from .level import Level
from .shapes import Place
from .values import Look, is_name, is_placeholder, look

# The last letters of the names that hold secrets, by length (a look-behind has one length).
_ENDINGS = ("key", "oken", "cret", "word", "sswd", "pass", "pwd", "pw", "ials", "rase", "dsn", "_sid", "_url", "_uri", "_id", "_psk", "_sk",
             "auth", "base", "onic", "ring", "sion")  # fmt: skip
_SIGN = "[=:：＝]"
_AFTER_NAME = "|".join(f"(?<={ending}{_SIGN})|(?<={ending}[\"' \\]]{_SIGN})|(?<={ending}[\"'] {_SIGN})" for ending in _ENDINGS)
_ASSIGNED = re.compile(
    rf"{_SIGN}(?<=[a-z\"' \]]{_SIGN})(?:{_AFTER_NAME})[=>]?\s{{0,3}}(?:@?[\"'“«`](?P<quoted>[^\"'“”«»`\n]{{3,200}})|(?P<bare>[^\s\"'“”«»,;<>()]{{3,300}}))"
)
_CALLED = re.compile(r"(?<=key|ord|ret|ken)(?:\.assign)?\(\"(?P<quoted>[^\"\n]{4,200})\"")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}$")
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
    for match in _ASSIGNED.finditer(level.low):
        kind = "quoted" if match["quoted"] is not None else "bare"
        name = _NAME.search(level.plain[max(match.start() - 70, 0) : match.start()].rstrip("\"' ])"))
        value = level.plain[match.start(kind) : match.end(kind)]
        if name and _is_assigned(name[0], value.rstrip(".,!?。，；"), equals="=" in level.plain[match.start() : match.start(kind)], quoted=kind == "quoted"):
            yield "assignment", match.start(kind), match.end(kind)


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
