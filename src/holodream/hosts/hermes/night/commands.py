"""What the scripts of the skill do: dream.py, dream-precheck.py, dream-confirm.py, dream-reject.py. Each prints one line of JSON in ASCII."""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from ....actions.writing import OWNER
from ....errors import HolodreamError, InvalidArgument
from ....night.report import plain
from ....night.state import reject as rejected
from ....night.state import unreject
from .. import private_files
from ..private_files import NightUnderWay
from . import host_config, output, run, settings, state
from .settings import FOLDER, DreamingSettings
from .state import Kept

_SLEEP = {"wakeAgent": False}
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


# --- dream.py ---


def dream(arguments: Sequence[str] | None = None) -> int:
    """Dream a night, or explain what it makes of one fact; returns the exit code."""
    options = _options("dream.py", "The nightly pass: prints what is worth proposing as one JSON document.", arguments)
    return _told(lambda: _dreamt(options.home, dry_run=options.dry_run, explain=options.explain))


def _options(name: str, description: str, arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(name, description=description, allow_abbrev=False)
    _add_home(parser)
    parser.add_argument("--dry-run", action="store_true", help="write nothing: no state, no diary")
    parser.add_argument("--explain", type=int, metavar="ID", help="how the night scores this fact, and why it is proposed or not (writes nothing)")
    return parser.parse_args(arguments)


def _add_home(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--home", type=Path, default=run.default_home(), help="the host's home (default: $HERMES_HOME)")


def _dreamt(home: Path, *, dry_run: bool, explain: int | None) -> str:
    dreamt = run.dream(home, dry_run=dry_run or explain is not None)
    if explain is None:
        return output.document(dreamt.document(), dreamt.settings.output_chars)
    found = dreamt.report.explain(explain)
    if found is None:
        raise InvalidArgument(f"The night does not know a fact {explain}. Give the id of a fact that is true now.")
    return output.encoded(plain(found))


# --- dream-precheck.py ---


def precheck(arguments: Sequence[str] | None = None) -> int:
    """The gate of the cron job: the report when the agent has something to do, else the word that it sleeps. Never fails."""
    parser = argparse.ArgumentParser("dream-precheck.py", description="The gate of the cron job: decides whether the agent wakes.", allow_abbrev=False)
    _add_home(parser)
    home = parser.parse_args(arguments).home
    try:
        line = _gate(home)
    except Exception as error:  # noqa: BLE001 - a script that fails would wake the agent every night
        line = _trouble(home, _words(error))
    _print(line)
    return 0


def _gate(home: Path) -> str:
    try:
        dreamt = run.dream(home)
    except NightUnderWay:
        return output.encoded(_SLEEP)
    if not dreamt.report.wake:
        return output.encoded(_SLEEP)
    return output.document(dreamt.document(), dreamt.settings.output_chars)


def _words(error: Exception) -> str:
    """What went wrong, without what a text of ours might hold."""
    if isinstance(error, HolodreamError):
        return str(error)
    if isinstance(error, OSError):
        return f"The files of the night could not be used ({error.strerror or type(error).__name__})."
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"The night failed ({type(error).__name__} at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})." if trace else "The night failed."


def _trouble(home: Path, words: str) -> str:
    """No night was dreamt: people should know, but not again every night. Without a home nothing can be kept, and the reason is told each time."""
    print(words, file=sys.stderr)
    line = output.encoded({"wakeAgent": True, "stopped": words})
    if not home.is_dir():
        return line
    today = datetime.now(timezone.utc).date()
    mark = hashlib.blake2b(words.encode("utf-8", "replace"), digest_size=8).hexdigest()
    try:
        with private_files.alone(home / FOLDER, seconds=1.0):
            kept = state.read(home)
            days = _notice_days(home)
            if state.was_told(kept, mark, today, days):
                return output.encoded(_SLEEP)
            if not kept.problem:  # a broken state is kept as it is until a night sets it aside
                state.write(home, state.telling(kept, mark, today, days))
    except (HolodreamError, OSError) as error:
        print(_words(error), file=sys.stderr)
    return line


def _notice_days(home: Path) -> int:
    try:
        return settings.read(home).notice_days
    except HolodreamError:
        return DreamingSettings().notice_days


# --- dream-reject.py ---


def reject(arguments: Sequence[str] | None = None) -> int:
    """Close questions for good, or open them again; returns the exit code."""
    parser = argparse.ArgumentParser("dream-reject.py", description="Closes questions of the night for good, by their keys.", allow_abbrev=False)
    _add_home(parser)
    parser.add_argument("keys", nargs="*", metavar="KEY", help='the "key" of a question in a report')
    parser.add_argument("--undo", action="append", default=[], metavar="KEY", help="open a closed question again")
    parser.add_argument("--list", action="store_true", help="the keys of all closed questions")
    options = parser.parse_args(arguments)
    if not (options.keys or options.undo or options.list):
        parser.error("give the key of a question, --undo KEY or --list")
    return _told(lambda: output.encoded(_closed(options.home, [_key(key) for key in options.keys], [_key(key) for key in options.undo])))


def _key(given: str) -> str:
    """A key as it may have been copied out of JSON."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), given).strip().strip('"').lower()


def _closed(home: Path, keys: Sequence[str], undo: Sequence[str]) -> dict[str, Any]:
    run.check_home(home)
    patience = settings.read(home).busy_seconds
    today = datetime.now(ZoneInfo(host_config.read(home).timezone)).date()
    if not (keys or undo):
        return {"rejected": sorted(_usable(home).night.get("rejected") or {})}
    with private_files.alone(home / FOLDER, seconds=patience):
        kept = _usable(home)
        nights: Mapping[str, Any] = kept.night
        for key in keys:
            _check_known(key, nights, ("pending", "asked", "rejected"))
            nights = rejected(nights, key, today)
        for key in undo:
            _check_known(key, nights, ("rejected",))
            nights = unreject(nights, key)
        state.write(home, dataclasses.replace(kept, night=nights))
    return {"closed": list(keys), "opened": list(undo), "rejected": sorted(nights.get("rejected") or {})}


def _usable(home: Path) -> Kept:
    kept = state.read(home)
    if kept.problem:
        raise InvalidArgument(f"{FOLDER}/{state.STATE} cannot be used ({kept.problem}); the next night sets it aside. Nothing was changed.")
    return kept


def _check_known(key: str, nights: Mapping[str, Any], parts: Sequence[str]) -> None:
    """A key with a slip in it would close nothing, silently."""
    known = {*(name for part in parts if part != "pending" for name in nights.get(part) or {})}
    if "pending" in parts:
        known |= {name for report in (nights.get("pending") or {}).values() for name in report["questions"]}
    if key not in known:
        what = "closed question" if parts == ("rejected",) else "question of a report of the last weeks"
        raise InvalidArgument(f"{key[:40]!r} is the key of no {what}. Copy the key from the report. Nothing was changed.")


# --- dream-confirm.py ---


def confirm(arguments: Sequence[str] | None = None) -> int:
    """Confirm facts in the store of which a report says that people stated them; returns the exit code."""
    parser = argparse.ArgumentParser("dream-confirm.py", description="Confirms in the store what people stated on several days.", allow_abbrev=False)
    _add_home(parser)
    parser.add_argument("keys", nargs="+", metavar="KEY", help='the "key" of an item in the section confirmations')
    options = parser.parse_args(arguments)
    return _told(lambda: output.encoded({"confirmed": _confirmed(options.home, [_key(key) for key in options.keys])}))


def _confirmed(home: Path, keys: Sequence[str]) -> list[dict[str, Any]]:
    """What became of each; only what the messages still say tonight is carried out, whoever names the key."""
    from ....memory import Memory

    dreamt = run.dream(home, dry_run=True)
    found = {one.key: one for one in dreamt.report.confirmations}
    for key in keys:
        if key not in found:
            raise InvalidArgument(f"{key[:40]!r} is the key of no confirmation that is due. Copy the key from the report. Nothing was changed.")
    path = dreamt.settings.facts_path or host_config.read(home).store
    if dreamt.settings.facts_from != "store" or path is None:
        raise InvalidArgument("These facts are read from a file of another program; they cannot be confirmed there. Nothing was changed.")
    with Memory(path) as memory:
        commands = [command for key in keys for command in found[key].commands]
        done = [memory.confirm(one.fact_id, by=one.by or OWNER, expect=one.expect) for one in commands]
    return [{"fact_id": one.fact_id, "status": one.status} for one in done]


# --- what all share ---


def _told(do: Callable[[], str]) -> int:
    """Print what a script has to say; an error as {"error": …} with exit code 1."""
    try:
        line, code = do(), 0
    except Exception as error:  # noqa: BLE001 - the host shows people and agents what a script prints, and a message may hold text
        line, code = output.encoded({"error": _words(error)}), 1
    _print(line)
    return code


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
