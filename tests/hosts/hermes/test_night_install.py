"""The package of the nightly pass, and its installation into a home."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from holodream import __version__
from holodream.errors import InvalidArgument
from holodream.hosts.hermes.night.install import main
from holodream.hosts.hermes.placing.build_dreaming import build_dreaming

from ...support import REPOSITORY
from .night_home import NightHome

SOURCE = REPOSITORY / "plugins" / "hermes-dreaming"
SKILL = Path("skills") / "dreaming"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_dreaming(tmp_path_factory.mktemp("dist") / "hermes-dreaming")


@pytest.fixture
def home(tmp_path: Path) -> NightHome:
    return NightHome(tmp_path / "home")


def script(package: Path, home: NightHome, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A script of a built package, with a Python that knows nothing of ours."""
    env = {"HERMES_HOME": str(home.path), "PATH": os.environ["PATH"], "HOME": str(home.path.parent)}
    return subprocess.run(
        [sys.executable, "-I", package / SKILL / "scripts" / name, *arguments], env=env, capture_output=True, text=True, timeout=60, check=False
    )


# --- the package ---


def test_the_manifest(package: Path) -> None:
    manifest = json.loads((package / "plugin.json").read_text(encoding="utf-8"))
    assert manifest["$schema"] == "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json"
    assert (manifest["name"], manifest["version"]) == ("hermes-dreaming", __version__)


def test_the_head_of_the_skill_is_flat() -> None:
    """A nested value under metadata makes the host drop the skill."""
    _, head, body = (SOURCE / SKILL / "SKILL.md").read_text(encoding="utf-8").split("---\n", 2)
    assert "name: dreaming\n" in head
    assert 1 <= len(re.search(r"^description: (.*)$", head, re.MULTILINE)[1]) <= 1024  # type: ignore[index]
    indented = [line for line in head.splitlines() if line.startswith(" ")]
    assert all(re.fullmatch(r"  [a-z]+: \S+", line) for line in indented), indented
    assert body.isprintable() or "\n" in body


def test_the_skill_explains_every_section_of_a_report() -> None:
    from holodream.night.report import SECTIONS

    text = (SOURCE / SKILL / "SKILL.md").read_text(encoding="utf-8")
    assert not [section for section in SECTIONS if f"| `{section}` |" not in text]


def test_scripts_are_a_few_lines_each() -> None:
    for path in (SOURCE / SKILL / "scripts").iterdir():
        source = path.read_text(encoding="utf-8")
        assert ast.get_docstring(ast.parse(source))
        assert len(source.splitlines()) <= 12


def test_only_a_package_of_ours_is_replaced(package: Path, tmp_path: Path) -> None:
    assert build_dreaming(package) == package
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(InvalidArgument):
        build_dreaming(tmp_path / "mine")
    theirs = package / "skills" / "mine" / "notes.md"
    theirs.parent.mkdir()
    theirs.write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidArgument, match=r"skills/mine/notes\.md"):
        build_dreaming(package)
    shutil.rmtree(theirs.parent)


# --- installing ---


def test_installed_as_a_native_skill_it_runs(package: Path, home: NightHome) -> None:
    done = script(package, home, "install.py", "--native")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "--skill dreaming" in done.stdout
    launcher = home.path / "scripts" / "dream-precheck.py"
    assert launcher.is_file()
    assert not launcher.is_symlink()
    gate = subprocess.run([sys.executable, "-I", launcher], env={"HERMES_HOME": str(home.path)}, capture_output=True, text=True, timeout=60, check=False)
    assert gate.returncode == 0, gate.stderr
    assert json.loads(gate.stdout)["wakeAgent"] is True


def test_settings_of_the_owner_are_kept(package: Path, home: NightHome) -> None:
    home.configure(promotions_most=1)
    script(package, home, "install.py", "--native")
    script(package, home, "install.py", "--native")
    assert json.loads((home.path / "dreaming" / "dreaming.json").read_text(encoding="utf-8")) == {"promotions_most": 1}


def test_a_package_that_lies_elsewhere_is_not_installed(package: Path, home: NightHome) -> None:
    before = home.files()
    done = script(package, home, "install.py")
    assert done.returncode == 1
    assert "--native" in done.stderr
    assert home.files() == before


def test_another_skill_of_that_name_is_left_alone(package: Path, home: NightHome) -> None:
    other = home.path / "skills" / "memory" / "dreaming"
    other.mkdir(parents=True)
    (other / "SKILL.md").write_text("mine", encoding="utf-8")
    done = script(package, home, "install.py", "--native")
    assert done.returncode == 1
    assert (other / "SKILL.md").read_text(encoding="utf-8") == "mine"


def test_a_launcher_whose_package_is_gone_lets_the_agent_sleep(package: Path, home: NightHome) -> None:
    script(package, home, "install.py", "--native")
    (home.path / "skills").rename(home.path / "elsewhere")
    gate = subprocess.run([sys.executable, home.path / "scripts" / "dream-precheck.py"], capture_output=True, text=True, timeout=60, check=False)
    assert (gate.returncode, json.loads(gate.stdout)) == (0, {"wakeAgent": False})
    assert "install.py" in gate.stderr


def test_the_check_changes_nothing_and_finds_what_is_wrong(home: NightHome, capsys: pytest.CaptureFixture[str], package: Path) -> None:
    arguments = ["--home", str(home.path), "--check"]
    before = home.files()
    assert main(package / SKILL, arguments) == 1
    assert "wrong launcher" in capsys.readouterr().out
    assert home.files() == before
    assert main(package / SKILL, ["--home", str(home.path), "--native"]) == 0
    skill = home.path / "skills" / "memory" / "dreaming"
    capsys.readouterr()
    job = {"id": "0123456789ab", "script": "dream-precheck.py", "skills": ["dreaming"], "enabled": True, "schedule_display": "30 3 * * *"}
    for jobs, told, code in (
        ([], "no cron job", 0),
        ([job], "ok    job", 0),
        ([{**job, "enabled": False}], "paused", 0),
        ([{**job, "skills": []}], "does not load", 1),
        ([job, job], "2 jobs", 1),
    ):
        (home.path / "cron").mkdir(exist_ok=True)
        (home.path / "cron" / "jobs.json").write_text(json.dumps({"jobs": jobs}), encoding="utf-8")
        assert main(skill, arguments) == code
        assert told in capsys.readouterr().out
    for file, content in (("dreaming/dreaming.json", "{"), ("dreaming/state.json", "{"), ("memory_store.db", "x" * 1000), ("state.db", "x" * 1000)):
        kept = (home.path / file).read_bytes() if (home.path / file).exists() else None
        (home.path / file).write_text(content, encoding="utf-8")
        assert main(skill, arguments) == 1, file
        assert "wrong" in capsys.readouterr().out
        (home.path / file).unlink() if kept is None else (home.path / file).write_bytes(kept)


@pytest.mark.parametrize("broken", ["cron/jobs.json", "dreaming/state.json"])
def test_what_cannot_be_read_does_not_end_the_check(home: NightHome, capsys: pytest.CaptureFixture[str], package: Path, broken: str) -> None:
    (home.path / broken).mkdir(parents=True)
    assert main(package / SKILL, ["--home", str(home.path), "--check"]) == 1
    out = capsys.readouterr().out
    assert f"wrong {'job' if 'jobs' in broken else 'state'}: " in out
    assert [line.split()[1].rstrip(":") for line in out.splitlines()] == ["launcher", "state", "settings", "facts", "messages", "job"]


def test_a_home_behind_a_link_is_the_same_home(home: NightHome, capsys: pytest.CaptureFixture[str], package: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(home.path, target_is_directory=True)
    shutil.copytree(package, home.path / "plugins" / "hermes-dreaming")
    skill = (home.path / "plugins" / "hermes-dreaming" / SKILL).resolve()
    assert main(skill, ["--home", str(tmp_path / "link")]) == 0
    assert main(skill, ["--home", str(home.path), "--check"]) == 0
    assert "ok    launcher" in capsys.readouterr().out


def test_without_a_home_nothing_is_checked_or_made(package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--native"], ["--check"]):
        assert main(package / SKILL, ["--home", str(tmp_path / "nothing"), *arguments]) == 1
        assert "no home" in capsys.readouterr().err
    assert not (tmp_path / "nothing").exists()


def test_chats_that_do_not_count_are_shown(home: NightHome, capsys: pytest.CaptureFixture[str], package: Path) -> None:
    from .message_files import session, written

    with written(home.messages) as connection:
        session(connection, "g", chat_id="-100", chat_type="group", user_id=None)
    main(package / SKILL, ["--home", str(home.path), "--check"])
    assert "telegram:-100" in capsys.readouterr().out
