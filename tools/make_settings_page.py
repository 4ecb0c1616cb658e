"""Write docs/settings.md from the code: python tools/make_settings_page.py [--check]"""

from __future__ import annotations

import pathlib
import sys

from holodream.hosts.hermes.settings import ALL, OBSOLETE, OF_THE_PROVIDER
from holodream.setting import Setting

PAGE = pathlib.Path(__file__).parent.parent / "docs/settings.md"
HEAD = """# Settings

In Hermes they all stand under `plugins.hermes-memory-store` in `config.yaml`; `hermes memory setup` asks for them. In Python those that are not marked are
arguments of `holodream.Config`. A wrong value, or a name that is no setting, is an error that names it and what is allowed: in Hermes it turns memory off
for the session, and the log, `hermes memory status` and `holodream doctor` say so. This page is made by `tools/make_settings_page.py`.

| setting | default | allowed | what it does |
|---|---|---|---|
"""
TAIL = f"""
¹ Only in Hermes.

Keys of the older bundled provider that do nothing any more are ignored: {", ".join(f"`{key}`" for key in sorted(OBSOLETE))}.
Numbers may be written as texts, and `auto_extract` as the text `"true"` or `"false"`, as that provider's set-up did. `on` and `off` may be written as
booleans, which is what YAML makes of them.
"""


def row(setting: Setting) -> str:
    allowed = ", ".join(f"`{choice}`" for choice in setting.choices) or setting.allowed
    default = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
    return f"| `{setting.name}`{'¹' if setting in OF_THE_PROVIDER else ''} | {f'`{default}`' if default != '' else ''} | {allowed} | {setting.help} |\n"


def page() -> str:
    return HEAD + "".join(map(row, ALL.values())) + TAIL


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
