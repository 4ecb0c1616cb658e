"""install.py of the skill: the launcher of the gate in the host's scripts folder, settings where there are none, and a look whether all is in place."""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ....errors import HolodreamError, InvalidArgument
from .. import folders, private_files
from ..identity import PRIVATE
from . import facts, host_config, run, settings, state
from .message_database import FILE_NAME, MessageDatabase
from .settings import FILE, FOLDER

SCRIPT = "dream-precheck.py"
SKILL = "dreaming"
PACKAGE = "hermes-dreaming"
PROMPT = "Work through the report above as the skill says."
_SCHEDULE = "30 3 * * *"
_NATIVE = Path("skills") / "memory" / SKILL
_MOST_GROUPS = 20

_LAUNCHER = '''"""The gate of the nightly pass: a host runs only what really lies in this folder. Written by install.py of hermes-dreaming."""

import runpy
import sys
from pathlib import Path

SCRIPT = Path({script!r})

if SCRIPT.is_file():
    runpy.run_path(str(SCRIPT), run_name="__main__")
else:
    print("hermes-dreaming is not where it was: run its install.py again, or remove the cron job.", file=sys.stderr)
    print('{{"wakeAgent": false}}')
'''
_FIRST_SETTINGS = {"chats": {"private_chats": True, "sessions_without_chat": True, "group_chats": []}}


def main(skill: Path, arguments: Sequence[str] | None = None) -> int:
    """Install from the folder of the skill, or check; returns the exit code."""
    parser = argparse.ArgumentParser("install.py", description=__doc__, allow_abbrev=False)
    parser.add_argument("--home", type=Path, default=run.default_home(), help="the host's home (default: $HERMES_HOME)")
    parser.add_argument("--check", action="store_true", help="only look whether all is in place")
    parser.add_argument("--native", action="store_true", help="for a host without portable packages (0.19): copy the skill to where it looks for skills")
    options = parser.parse_args(arguments)
    home = options.home.expanduser().resolve()
    try:
        run.check_home(home)
        if not options.check:
            skill = _install(skill, home, native=options.native)
        checks = list(_checks(skill, home))
    except (HolodreamError, OSError) as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    for check in checks:
        print(f"{check.state:5} {check.name}: {check.text}")
    return 1 if any(check.state == "wrong" for check in checks) else 0


def _install(skill: Path, home: Path, *, native: bool) -> Path:
    if native:
        skill = _copied(skill, home / _NATIVE)
    elif not skill.is_relative_to(home):
        raise InvalidArgument(f"{skill} is not below {home}, where the host looks. Copy the package to plugins/{PACKAGE} there, or use --native (0.19).")
    scripts = home / "scripts"
    scripts.mkdir(exist_ok=True)
    launcher = scripts / SCRIPT
    if launcher.is_symlink():
        raise InvalidArgument(f"{launcher} is a link, which the host would not run. Remove it first.")
    private_files.write(launcher, launcher_text(skill))
    first = home / FOLDER / FILE
    if not first.exists():
        private_files.write(first, json.dumps(_FIRST_SETTINGS, indent=2) + "\n")
    return skill


def _copied(skill: Path, target: Path) -> Path:
    """The skill as a native one; an older copy of ours gives way once the new one is complete."""
    if target.resolve() == skill.resolve():
        return target
    return folders.made_anew(target, KIND, lambda new: _copy(skill, new))


def _copy(skill: Path, target: Path) -> None:
    shutil.copytree(skill, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))


KIND = folders.Kind("skill", frozenset({"SKILL.md", "scripts", "lib/holodream"}), lambda folder: (folder / "lib" / "holodream").is_dir())


def launcher_text(skill: Path) -> str:
    """The small script that the host runs."""
    return _LAUNCHER.format(script=str(skill / "scripts" / SCRIPT))


def skill_name(skill: Path, home: Path) -> str:
    """The name by which a cron job finds the skill: that of a portable package has the package's name and its hash before it."""
    if not skill.is_relative_to(home / "plugins"):
        return SKILL
    return f"agent-plugin-{PACKAGE}-{hashlib.sha256(PACKAGE.encode()).hexdigest()[:8]}:{SKILL}"


def job_command(skill: Path, home: Path) -> str:
    """The command line that makes the cron job."""
    return shlex.join(["hermes", "cron", "create", _SCHEDULE, PROMPT, "--name", SKILL, "--script", SCRIPT, "--skill", skill_name(skill, home)])


# --- checking ---


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the check."""

    name: str
    state: Literal["ok", "note", "wrong"]
    text: str


def _checks(skill: Path, home: Path) -> Iterator[Check]:
    yield from _looked("launcher", lambda: [_launcher(skill, home)])
    yield from _looked("state", lambda: [_state(home)])
    try:
        chosen = settings.read(home)
        host = host_config.read(home)
    except HolodreamError as error:
        yield Check("settings", "wrong", str(error))
        return
    approval = "wait for approval" if host.approval else "are made at once"
    yield Check("settings", "ok", f"days are those of {host.timezone}; writes to permanent memory {approval}")
    yield from _looked("facts", lambda: [_facts(chosen, host)])
    yield from _looked("messages", lambda: _messages(home, chosen))
    yield from _looked("job", lambda: _job(skill, home))


def _looked(name: str, look: Callable[[], Iterable[Check]]) -> Iterator[Check]:
    """What a look finds; when something cannot be read this is what is wrong, and the looks after it go on."""
    try:
        yield from look()
    except (HolodreamError, OSError) as error:
        yield Check(name, "wrong", str(error))


def _launcher(skill: Path, home: Path) -> Check:
    launcher = home / "scripts" / SCRIPT
    if launcher.is_symlink() or not launcher.is_file():
        return Check("launcher", "wrong", f"{launcher} is missing, or a link; run install.py")
    if launcher.read_text(encoding="utf-8", errors="replace") != launcher_text(skill):
        return Check("launcher", "wrong", f"{launcher} belongs to another place or version; run install.py")
    return Check("launcher", "ok", str(launcher))


def _state(home: Path) -> Check:
    problem = state.read(home).problem
    asides = sorted(path.name for path in (home / FOLDER).glob("*.broken-*"))
    if problem:
        return Check("state", "wrong", f"{FOLDER}/{state.STATE} cannot be used ({problem}); the next night sets it aside")
    return Check("state", "note", f"set aside: {', '.join(asides)}") if asides else Check("state", "ok", "usable")


def _facts(chosen: settings.DreamingSettings, host: host_config.HostConfig) -> Check:
    found, status = facts.read(chosen, host)
    if status == facts.OK:
        return Check("facts", "ok", f"{len(found)} read")
    if status == facts.NONE:
        return Check("facts", "note", "there is no store; only permanent memory is looked after")
    return Check("facts", "wrong", status)


def _messages(home: Path, chosen: settings.DreamingSettings) -> Iterator[Check]:
    with MessageDatabase(home / FILE_NAME, patience=chosen.busy_seconds) as database:
        sessions = list(database.sessions())
    trusted = [one for one in sessions if chosen.trusted.trusts(one)]
    yield Check("messages", "ok", f"{len(trusted)} of {len(sessions)} sessions are of trusted chats")
    groups = sorted({one.chat for one in sessions if one.chat and one.chat_type != PRIVATE} - {one.chat for one in trusted})
    if groups:
        yield Check("chats", "note", f"not counted, as they are not listed under group_chats: {', '.join(groups[:_MOST_GROUPS])}")


def _job(skill: Path, home: Path) -> Iterator[Check]:
    jobs = [job for job in _jobs(home) if Path(str(job.get("script") or "")).name == SCRIPT]
    if not jobs:
        yield Check("job", "note", f"no cron job runs the gate yet. Make one: {job_command(skill, home)}")
    if len(jobs) > 1:
        yield Check("job", "wrong", f"{len(jobs)} jobs run the gate ({', '.join(str(job.get('id')) for job in jobs)}); keep one")
    for job in jobs:
        if not job.get("enabled", True):
            yield Check("job", "note", f"{job.get('id')} is paused")
        elif skill_name(skill, home) not in (job.get("skills") or [job.get("skill")]):
            yield Check("job", "wrong", f"{job.get('id')} does not load the skill {skill_name(skill, home)}")
        elif job.get("last_status") == "error":
            yield Check("job", "note", f"{job.get('id')} failed the last time; see hermes cron list")
        else:
            yield Check("job", "ok", f"{job.get('id')}, {job.get('schedule_display') or 'scheduled'}")


def _jobs(home: Path) -> list[dict[str, Any]]:
    """The host's cron jobs, only read."""
    try:
        data = json.loads((home / "cron" / "jobs.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidArgument(f"{home / 'cron' / 'jobs.json'} cannot be read ({type(error).__name__}).") from error
    jobs = data.get("jobs") if isinstance(data, dict) else data
    return [job for job in jobs if isinstance(job, dict)] if isinstance(jobs, list) else []
