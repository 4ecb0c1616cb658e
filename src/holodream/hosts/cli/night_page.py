"""The report of a night as one HTML file: no script, nothing loaded from anywhere, private to its owner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from ...errors import InvalidArgument
from ..hermes import private_files
from .night_items import heading, places, sections, text_of

_BEGINNING = "<!doctype html>\n<!-- a night of holodream -->\n"
_STYLE = """
:root { color-scheme: light dark; --ground: #fbfaf7; --card: #fff; --text: #23211d; --soft: #6d675c; --line: #e3ded3; --mark: #2f6f5e; }
@media (prefers-color-scheme: dark) { :root { --ground: #191816; --card: #22211e; --text: #ece8df; --soft: #a39c8e; --line: #37342e; --mark: #7fc3ae; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .6rem; }
.soft, footer { color: var(--soft); font-size: .875rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem; margin: .6rem 0; }
article > p { margin: 0; overflow-wrap: anywhere; } .id { color: var(--mark); font-variant-numeric: tabular-nums; margin-inline-end: .5rem; }
blockquote { margin: .5rem 0 0; padding-inline-start: .8rem; border-inline-start: 3px solid var(--mark); overflow-wrap: anywhere; }
blockquote time { color: var(--soft); font-size: .8rem; display: block; }
code { font: .85rem ui-monospace, monospace; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dt { color: var(--soft); } dd { margin: 0; }
"""


def check_replaceable(path: Path) -> None:
    """InvalidArgument when something else than an earlier page lies where the page is to go; before a night is dreamt for it."""
    if not path.parent.is_dir():
        raise InvalidArgument(f"{path.parent} is no folder that exists. Make it first.")
    if path.exists():
        with path.open("rb") as file:
            if file.read(len(_BEGINNING)) != _BEGINNING.encode():
                raise InvalidArgument(f"{path} exists already and is no page of a night; it is not overwritten. Choose another name.")


def write(path: Path, report: Mapping[str, Any]) -> None:
    """Write the page, whole or not at all."""
    private_files.write(path, page(report))


def page(report: Mapping[str, Any]) -> str:
    """The page of a report's document."""
    return _BEGINNING + "\n".join(_parts(report)) + "\n"


def _parts(report: Mapping[str, Any]) -> Iterator[str]:
    title = f"Night of {escape(str(report['day']))}"
    yield f'<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
    yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    yield f"<style>{_STYLE}</style></head><body><main>"
    told = "The agent was woken for this." if report["wakeAgent"] else "Nothing that the agent was woken for."
    yield f'<h1>{title}</h1><p class="soft">{told} Report {escape(str(report["report_id"]))}.</p>'
    for heading_of_section, items in sections(report):
        yield f"<section><h2>{escape(heading_of_section)}</h2>"
        for item in items:
            yield from _article(item)
        yield "</section>"
    yield "<footer><h2>What was looked at</h2><dl>"
    for name, value in report["statistics"].items():
        yield f"<dt>{escape(str(name).replace('_', ' '))}</dt><dd>{escape(str(value))}</dd>"
    yield "</dl></footer></main></body></html>"


def _article(item: Mapping[str, Any]) -> Iterator[str]:
    yield f'<article><p dir="auto"><span class="id">{escape(heading(item))}</span>{escape(text_of(item))}</p>'
    details = [*map(str, item.get("reasons", ())), *((f"score {item['score']:.2f}",) if "score" in item else ())]
    if details:
        yield f'<p class="soft">{escape("; ".join(details))}</p>'
    for place in places(item):
        yield f'<p class="soft" dir="auto">{escape(str(place["file"]))}: {escape(str(place["entry"]))}</p>'
    for one in item.get("evidence", ()):
        yield f'<blockquote dir="auto"><time>{escape(str(one["day"]))}</time>{escape(str(one["snippet"]))}</blockquote>'
    for command in item.get("commands", ()):
        yield f"<p><code>{escape(str(command['line']))}</code></p>"
    if "key" in item:
        yield f'<p class="soft">key <code>{escape(str(item["key"]))}</code></p>'
    yield "</article>"
