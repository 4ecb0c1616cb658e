"""The rules as data: complete, unambiguous, light to import, and harmless for scanners of plugins."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import holodream
from holodream.language.catalogue import PARTS, tables
from holodream.screen.wordlists import COMMAND_KINDS, LOCAL_KINDS, SECRET_KINDS, entries

PACKAGE = Path(holodream.__file__).parent
SCANNED = [*sorted((PACKAGE / "screen").rglob("*.*")), *sorted((PACKAGE / "language" / "languages").glob("*.toml"))]
# What the host's scanner of plugins takes for an attack (its findings above "low" that word lists could cause).
_ALARMS = {
    "an order to drop the rules": r"ignore\s+(?:\w+\s+)*(?:previous|all|above|prior)\s+instructions",
    "a new role": r"you\s+are\s+(?:\w+\s+)*now\s+",
    "hiding from the person": r"do\s+not\s+(?:\w+\s+)*tell\s+(?:\w+\s+)*the\s+user",
    "a role": r"pretend\s+(?:\w+\s+)*(?:you\s+are|to\s+be)\s+",
    "a key": r"sk-[A-Za-z0-9]{20,}|AKIA[A-Z0-9]{16}|ghp_[A-Za-z0-9]{36}",
    "a mode": r"developer\s+mode.*enabled",
    "a tunnel": r"ngrok|localtunnel|cloudflared",
    "rights": r"\bsudo\b|\bNOPASSWD\b",
    "hidden characters": "[\u200b\u200c\u200d\u2060\ufeff\u202a-\u202e]",
    "a chain of escapes": r"(?:\\u[0-9a-fA-F]{4}.*?){3}",
    "a chain of bytes": r"(?:\\x[0-9a-fA-F]{2}.*?){3}",
}


@pytest.mark.parametrize("path", [path for path in SCANNED if path.suffix in (".py", ".toml")], ids=lambda path: path.name)
def test_no_file_alarms_a_scanner(path: Path) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for what, pattern in _ALARMS.items():
            assert not re.search(pattern, line, re.IGNORECASE), f"{path.name}:{number} looks like {what}"


def test_the_tables_hold_what_the_screen_reads() -> None:
    kinds = {*SECRET_KINDS, *COMMAND_KINDS, *LOCAL_KINDS, "abroad"} - {"accounts"}
    assert kinds == {*PARTS["secret"], *PARTS["command"]}
    for name in ("secret", "command"):
        for code, table in tables(name).items():
            assert set(table) == set(PARTS[name]), f"{code} [{name}]"


def test_entries_are_written_right() -> None:
    for entry in entries():
        assert entry.word.strip("*+"), f"{entry.code} {entry.kind}: an empty entry"
        assert "**" not in entry.word
        assert "++" not in entry.word
        assert not entry.word.startswith("+")


def test_nothing_is_read_or_made_ready_at_import() -> None:
    code = (
        "import sys, holodream.screen; "
        "assert not [name for name in sys.modules if name.endswith(('screen.lexicon', 'screen.shapes', 'screen.context', 'screen.commands'))]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_package_may_be_called_like_its_function() -> None:
    code = "import holodream, holodream.screen.report; print(holodream.screen('pw=lauchsuppe42').kind, holodream.Verdict.__name__)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["secret", "Verdict"]


def test_only_the_languages_of_the_text_are_read() -> None:
    code = (
        "import holodream; holodream.screen('The cat sleeps.'); from holodream.screen.wordlists import entries_of; "
        "from holodream.language.catalogue import codes; print(entries_of.cache_info().currsize, len(codes()))"
    )
    read, all_of_them = map(int, subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split())
    assert read < all_of_them


def test_every_key_is_explained() -> None:
    document = (Path(__file__).parents[2] / "docs" / "languages.md").read_text(encoding="utf-8")
    for name in ("secret", "command"):
        assert not [key for key in PARTS[name] if f"`{key}`" not in document and f"`{name}.{key}`" not in document]


def test_only_a_text_can_be_judged() -> None:
    with pytest.raises(Exception, match="text is expected"):
        holodream.screen(b"x")  # type: ignore[arg-type]
