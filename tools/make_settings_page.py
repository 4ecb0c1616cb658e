"""Write docs/settings.md from the code: python tools/make_settings_page.py [--check]"""

from __future__ import annotations

import pathlib
import sys

from holodream.config import SETTINGS, Setting
from holodream.hosts.hermes.settings import CRON_WRITES

PAGE = pathlib.Path(__file__).parent.parent / "docs/settings.md"
HEAD = """# Settings

In Hermes they all stand under `plugins.hermes-memory-store` in `config.yaml`. In Python all but `cron_writes` are arguments of `holodream.Config`. A wrong
value, or a name that is no setting, is a `ConfigError` that names it and what is allowed. This page is made by `tools/make_settings_page.py`.

| setting | default | allowed | what it does |
|---|---|---|---|
"""
TAIL = """
Only in Hermes: `cron_writes`, and `db_path`, the path of the file of facts (`$HERMES_HOME/memory_store.db`); a relative path
counts from `$HERMES_HOME`. Keys of the older bundled provider that do nothing any more are
ignored: `auto_extract`, `hrr_dim`, `hrr_weight`.
"""


def row(setting: Setting) -> str:
    if setting.choices:
        allowed = ", ".join(f"`{choice}`" for choice in setting.choices)
    elif isinstance(setting.default, bool):
        allowed = "`true`, `false`"
    else:
        allowed = f"{setting.least:g} to {setting.most:g}"
    default = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
    return f"| `{setting.name}` | `{default}` | {allowed} | {setting.help} |\n"


def page() -> str:
    return HEAD + "".join(map(row, (*SETTINGS, CRON_WRITES))) + TAIL


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
