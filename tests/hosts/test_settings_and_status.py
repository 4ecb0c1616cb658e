"""What a person is told in real hosts: which setting is wrong, that config.yaml is broken, and what the last recall did."""

from __future__ import annotations

import time

from .host import Home, Host
from .model_server import ModelServer, call
from .test_install import holodream

FACT = "The boiler engineer Marta Kvist comes on the 4th of May."
QUESTION = "When does the boiler engineer come?"
WRONG = {"scope": "users", "recall_limit": 99}
NAMED = ("scope: 'users' is not allowed. Allowed: profile, user, chat, thread.", "recall_limit: 99 is not allowed. Allowed: a whole number from 1 to 20.")


def details(home: Home, code: int = 0) -> dict[str, str]:
    """What `holodream doctor` says."""
    answer = holodream(home, "doctor", code=code)
    return {check["name"]: check["detail"] for check in answer["checks"]}


def test_a_wrong_setting_turns_memory_off_and_is_named_everywhere(home: Home, model: ModelServer) -> None:
    home.configure(WRONG)
    with home.agents() as agents:
        agents.open("a")
        (answer,) = agents.turn("a", call("fact_store", action="add", content=FACT)).results
        agents.turn("a", QUESTION)
    log = "\n".join(record for record in home.log_records() if " WARNING " in record)
    for told in (answer["error"], log, home.hermes("memory", "status").stdout, details(home, code=1)["settings"]):
        assert all(name in told for name in NAMED), told
    assert not home.store_path.exists(), "never silently the default"
    assert model.recalled(QUESTION) == ""


def test_the_last_recall_is_shown(home: Home, model: ModelServer) -> None:
    with home.agents() as agents:
        agents.open("a")
        agents.turn("a", call("fact_store", action="add", content=FACT))
        agents.turn("a", QUESTION)
        time.sleep(0.5)  # the numbers are kept behind the turn's back
    assert FACT in model.recalled(QUESTION)
    line = "1 fact, about"
    assert any(f"holographic: recall: {line}" in record for record in home.log_records())
    assert details(home)["last recall"].startswith(line)
    status = home.hermes("memory", "status").stdout
    assert f"last recall: {line}" in status
    assert str(home.store_path) in status


INDICATOR = """
import json, sys
from plugins.memory import load_memory_provider
provider = load_memory_provider(sys.argv[1])
provider.initialize("s", hermes_home=sys.argv[2], platform="cli", agent_context="primary")
provider.handle_tool_call("fact_store", {"action": "add", "content": sys.argv[3]})
found = provider.prefetch(sys.argv[4])
shown = provider.recall_status()
print(json.dumps([bool(found), None if shown is None else [type(shown).__module__, shown.provider_label, shown.count]]))
provider.shutdown()
"""


def test_the_hosts_own_indicator_has_the_count(home: Home) -> None:
    printed = home.script(INDICATOR, home.host.plugin_name, str(home.path), FACT, QUESTION).strip().splitlines()[-1]
    expected = "null" if home.host.version == "0.19" else '["agent.memory_provider", "Holographic", 1]'
    assert printed == f"[true, {expected}]"


def test_while_config_yaml_is_broken_the_last_good_copy_holds(home: Home, model: ModelServer) -> None:
    home.configure({"recall_limit": 3})
    path = home.path / "config.yaml"
    with home.agents() as agents:
        agents.open("before")
        agents.turn("before", call("fact_store", action="add", content=FACT))
        broken = path.read_text(encoding="utf-8")[:-20]
        path.write_text(broken, encoding="utf-8")
        agents.open("while it is broken")
        agents.turn("while it is broken", QUESTION)
    assert FACT in model.recalled(QUESTION)
    assert any("last good copy" in record and " WARNING " in record for record in home.log_records())
    assert path.read_text(encoding="utf-8") == broken
    assert "not valid YAML" in details(home, code=1)["settings"]


def test_a_file_that_was_never_good_means_no_memory(host: Host, home: Home, model: ModelServer) -> None:
    path = home.path / "config.yaml"
    path.write_text('{"memory": {"provider": "' + host.plugin_name + '"}, "plugins": [', encoding="utf-8")
    with home.agents() as agents:
        agents.open("a")
        agents.turn("a", QUESTION)
    assert model.recalled(QUESTION) == ""
    assert not home.store_path.exists()
    assert path.read_text(encoding="utf-8").endswith('"plugins": [')
