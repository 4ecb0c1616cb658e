"""What people are shown of the items of a night's report, in the terminal and on the page alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

TITLES = {
    "promotions": "Worth a place in permanent memory",
    "to_confirm": "Guesses to ask about",
    "confirmations": "Confirmed by people on several days",
    "conflicts": "Contradicts permanent memory",
    "new_facts": "New facts",
    "fact_decays": "Facts that may be out of date",
    "md_decays": "Entries that may no longer hold",
    "expired_events": "Over",
    "emerging_themes": "New themes",
    "quarantine": "Held back by the screen",
    "alerts": "Alerts",
}


def sections(report: Mapping[str, Any]) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """The sections that hold something, with a title for people."""
    for name, items in report.items():
        if isinstance(items, list) and items and isinstance(items[0], Mapping):
            yield TITLES.get(name, name.replace("_", " ").capitalize()), items


def heading(item: Mapping[str, Any]) -> str:
    """What an item is about, before its text."""
    if item.get("fact_id") is not None:
        return f"[{item['fact_id']}]"
    return str(item.get("kind") or item.get("name") or "")


def text_of(item: Mapping[str, Any]) -> str:
    """The words of an item."""
    if text := item.get("text") or item.get("reason"):
        return str(text)
    if ids := item.get("fact_ids"):
        return f"facts {', '.join(map(str, ids))}"
    return str(item["entry"]["entry"]) if isinstance(item.get("entry"), Mapping) else ""


def places(item: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The entries of permanent memory that an item speaks of, beside its own text."""
    found = [item[name] for name in ("nearest", "entry") if isinstance(item.get(name), Mapping)]
    return [place for place in found if place["entry"] != text_of(item)]
