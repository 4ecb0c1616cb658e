"""Put holodream into an installed host, look whether it is in place, and take it out: `holodream install hermes`.

Works without a network. The file of facts and all settings are never touched. Doing it again changes only what is not as it should be.
"""

from __future__ import annotations

import contextlib
import filecmp
import functools
import io
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ....errors import HolodreamError, InvalidArgument
from .. import folders
from ..config_file import FILE
from ..night import install as night_install
from . import build, build_dreaming, found_host
from .found_host import FoundHost

DREAMING = night_install.PACKAGE
INSIDE = "inside.py"
_NATIVE_SKILL = Path("skills") / "memory" / night_install.SKILL
_SKILL = Path("skills") / night_install.SKILL  # in the package


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done or looked at. "did": something changed; "wrong": it is not as it should be."""

    name: str
    status: Literal["did", "ok", "note", "wrong"]
    detail: str


class Installer:
    """One host and one home. A context manager: what it builds lies in a temporary folder."""

    def __init__(self, program: Path | None = None, home: Path | None = None) -> None:
        self._program, self._wanted_home = program, home
        self._stack = contextlib.ExitStack()
        self.host: FoundHost
        self.home: Path
        self._folder: Path
        self._code: Path  # what the host's Python runs

    def __enter__(self) -> Installer:
        self._folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="holodream-")))
        try:
            self._code = _refusing(lambda: _code_for_the_host(self._folder / "code"))
            self.host = found_host.find(self._code, self._program)
            self.home = (self._wanted_home or self.host.home).expanduser().absolute()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()

    # --- what can be done ---

    def install(self) -> Iterator[Step]:
        """Put everything in place and try it; the steps as they are done. HolodreamError, before anything is changed, when that is not possible."""
        self._check_home()
        self._run("configuration", str(self.home))  # before anything is written: is config.yaml a mapping?
        yield self._about()
        yield self._place_provider()
        yield self._place_dreaming()
        yield self._select()
        yield from self._tried()

    def check(self) -> Iterator[Step]:
        """Look whether all is in place; nothing is changed."""
        yield self._about()
        if not self.home.is_dir():
            yield Step("home", "wrong", f"{self.home} does not exist")
            return
        yield self._provider_in_place()
        yield self._dreaming_in_place()
        yield self._selected()
        yield from self._tried()

    def uninstall(self) -> Iterator[Step]:
        """Take the plugin folders and the selection out; facts and settings stay."""
        self._check_home()
        done = self._run("unselect", str(self.home), self.host.name, DREAMING)
        yield Step("config.yaml", "did" if done["changed"] else "ok", "our provider is not selected any more" if done["changed"] else "did not select us")
        for folder, kind in ((self._plugin, build.KIND), (self._dreaming, build_dreaming.KIND), (self._native, night_install.KIND)):
            yield from _removed(folder, kind)
        launcher = self.home / "scripts" / night_install.SCRIPT
        if launcher.is_file() and DREAMING in launcher.read_text(encoding="utf-8", errors="replace"):
            launcher.unlink()
            yield Step("launcher", "did", f"{launcher} was removed; a cron job that runs it has to be removed with: hermes cron remove {night_install.SKILL}")
        yield Step("kept", "note", f"facts, settings and diary in {self.home}")

    # --- the steps ---

    @property
    def _plugin(self) -> Path:
        return self.home / "plugins" / self.host.name

    @property
    def _dreaming(self) -> Path:
        return self.home / "plugins" / DREAMING

    @property
    def _native(self) -> Path:
        return self.home / _NATIVE_SKILL

    @functools.cached_property
    def _built(self) -> Path:
        """The plugin as it should be."""
        return _refusing(lambda: build.build(self._folder / self.host.name, name=self.host.name, standalone=self.host.bundled))

    def _check_home(self) -> None:
        if not self.home.is_dir():
            raise HolodreamError(f"{self.home} does not exist, so nothing was done. Start Hermes once, or give its home with --home.")

    def _run(self, *command: str, home: Path | None = None) -> dict[str, Any]:
        return found_host.run(self.host.python, self._code, *command, home=home or self.home)

    def _about(self) -> Step:
        return Step("host", "ok", f"Hermes Agent {self.host.version} ({self.host.python}), home {self.home}")

    def _place_provider(self) -> Step:
        if _same(self._built, self._plugin):
            return Step("provider", "ok", f"{self._plugin} is up to date")
        new = not self._plugin.exists()
        _refusing(lambda: _copied(self._built, self._plugin, build.KIND))
        return Step("provider", "did", f"{self._plugin} was {'made' if new else 'renewed'}; restart a running gateway")

    def _provider_in_place(self) -> Step:
        if _same(self._built, self._plugin):
            return Step("provider", "ok", f"{self._plugin} is up to date")
        return Step("provider", "wrong", f"{self._plugin} {'is of another version' if self._plugin.exists() else 'is missing'}: run holodream install hermes")

    def _place_dreaming(self) -> Step:
        """The package for 0.22; for 0.19, which knows no portable packages, the skill in it as a native one."""
        place = self._native if self.host.bundled else self._dreaming
        package = _refusing(lambda: build_dreaming.build_dreaming(self._folder / DREAMING))
        same = _same(package / _SKILL if self.host.bundled else package, place)
        if not self.host.bundled:
            package = self._dreaming if same else _refusing(lambda: _copied(package, self._dreaming, build_dreaming.KIND))
        if error := self._install_dreaming(package / _SKILL):
            return Step("dreaming", "wrong", error)
        if same:
            return Step("dreaming", "ok", f"{place} is up to date")
        return Step("dreaming", "did", f"{place} was placed; its install.py --check tells what is left to do")

    def _install_dreaming(self, skill: Path) -> str:
        """Run the package's own installer; what went wrong, or ""."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            night_install.main(skill, ["--home", str(self.home), *(["--native"] if self.host.bundled else [])])
        lines = (line for line in printed.getvalue().splitlines() if line.startswith("Error:"))
        return next(lines, "").removeprefix("Error: ")

    def _dreaming_in_place(self) -> Step:
        place = self._native if self.host.bundled else self._dreaming
        if place.is_dir():
            return Step("dreaming", "ok", f"{place} is there; its install.py --check tells more")
        return Step("dreaming", "note", f"{place} is not there; the nightly pass does not run")

    def _select(self) -> Step:
        enabled = [self.host.name] if self.host.bundled else [DREAMING] if self._dreaming.is_dir() else []
        done = self._run("select", str(self.home), self.host.name, *enabled)
        if not done["changed"]:
            return Step("selection", "ok", f"memory.provider is {self.host.name}")
        before = f" (was {done['before']})" if done["before"] not in ("", self.host.name) else ""
        return Step("selection", "did", f"memory.provider is {self.host.name} now{before}; settings were kept")

    def _selected(self) -> Step:
        try:
            now = self._run("configuration", str(self.home))
        except HolodreamError as error:
            return Step("selection", "wrong", str(error))
        if now["provider"] != self.host.name:
            return Step("selection", "wrong", f"memory.provider is {now['provider'] or 'not set'}, not {self.host.name}: run holodream install hermes")
        return Step("selection", "ok", f"memory.provider is {self.host.name}")

    def _tried(self) -> Iterator[Step]:
        """In temporary homes: a host that is asked puts folders into its home, and no fact of anybody is to be touched."""
        with self._trial_home() as trial:
            if (self.home / FILE).is_file():
                shutil.copy(self.home / FILE, trial)
            seen = self._run("look", self.host.name, str(self.home), home=trial)
        if not (seen["found"] and seen["available"]):
            yield Step("discovery", "wrong", f"the host does not find the provider {self.host.name} in {self._plugin.parent}")
            return
        yield Step("discovery", "ok", "the host finds the provider")
        overview = seen["overview"]
        yield Step(
            "settings", "ok" if overview.get("memory") == "on" else "wrong", f"memory is {overview.get('memory')}; {overview.get('store', '')}".rstrip("; ")
        )
        yield self._round_trip()

    def _round_trip(self) -> Step:
        with self._trial_home() as trial:
            (trial / FILE).write_text(json.dumps({"memory": {"provider": self.host.name}}), encoding="utf-8")  # JSON is YAML
            done = self._run("round_trip", self.host.name, home=trial)
        if done["done"]:
            return Step("round trip", "ok", "a fact was saved, recalled and forgotten (in a temporary home)")
        return Step("round trip", "wrong", str(done["why"]))

    @contextlib.contextmanager
    def _trial_home(self) -> Iterator[Path]:
        """A home with nothing but our plugin, as it was placed."""
        with tempfile.TemporaryDirectory(prefix="holodream-") as folder:
            if self._plugin.is_dir():
                shutil.copytree(self._plugin, Path(folder) / "plugins" / self.host.name, ignore=shutil.ignore_patterns("__pycache__"))
            yield Path(folder)


def _code_for_the_host(folder: Path) -> Path:
    """Our package with the commands for the host's Python, which are not part of the plugin."""
    build.copy_package(folder / "holodream")
    target = folder / "holodream" / "hosts" / "hermes" / "placing"
    target.mkdir()
    for name in ("__init__.py", INSIDE):
        shutil.copy(Path(__file__).with_name(name), target)
    return folder


def _removed(folder: Path, kind: folders.Kind) -> Iterator[Step]:
    try:
        if folders.remove(folder, kind):
            yield Step(folder.name, "did", f"{folder} was removed")
    except InvalidArgument as error:
        yield Step(folder.name, "note", str(error))


def _refusing(do: Callable[[], Path]) -> Path:
    """A build whose failure is an error in our words."""
    try:
        return do()
    except shutil.Error as error:  # several files could not be copied; its own words are a list
        raise HolodreamError(f"The folder could not be built: {error.args[0][0][-1]}.") from error
    except OSError as error:
        raise HolodreamError(f"{error.filename or 'The folder'} could not be written ({error.strerror or type(error).__name__}).") from error


def _copied(built: Path, place: Path, kind: folders.Kind) -> Path:
    """What was built, put where the host looks for it."""

    def copy(new: Path) -> None:
        shutil.copytree(built, new)

    return folders.made_anew(place, kind, copy)


def _same(one: Path, other: Path) -> bool:
    """Whether two plugin folders hold the same; what Python or a system adds does not count."""
    files = folders.contents(one)
    return other.is_dir() and files == folders.contents(other) and not filecmp.cmpfiles(one, other, files, shallow=False)[1]
