"""Write the table of settings in docs/night.md from the code: python tools/make_night_table.py [--check]"""

from __future__ import annotations

import pathlib
import sys

from holodream.night.settings import SETTINGS

PAGE = pathlib.Path(__file__).parent.parent / "docs/night.md"
BEGIN = "<!-- made by tools/make_night_table.py -->\n"
END = "<!-- end of the table -->\n"


def table() -> str:
    rows = (f"| `{one.name}` | `{one.default}` | {one.least:g} to {one.most:g} | {one.help} |\n" for one in SETTINGS)
    return "| setting | default | allowed | what it does |\n|---|---|---|---|\n" + "".join(rows)


def page(text: str) -> str:
    """The page with the table between its marks renewed."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


if __name__ == "__main__":
    old = PAGE.read_text(encoding="utf-8")
    if "--check" in sys.argv:
        sys.exit(old != page(old))
    PAGE.write_text(page(old), encoding="utf-8")
