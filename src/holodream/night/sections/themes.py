"""emerging_themes: names that several new facts are about while no entry of permanent memory mentions them."""

from __future__ import annotations

from collections.abc import Sequence

from ...language import fold
from ..desk import Desk
from ..fingerprints import fingerprint
from ..inputs import NightFact
from ..report import Theme
from ..scoring import age, written_on
from .promotions import guess

_SECTION = "emerging_themes"
_FEWEST_DAYS = 2  # one long talk is no theme


def emerging_themes(desk: Desk) -> tuple[Theme, ...]:
    """The themes with the most facts first."""
    if not desk.files_readable:
        return ()
    found = []
    for name, facts in sorted(_by_name(desk).items(), key=lambda pair: (-len(pair[1]), pair[0])):
        days = tuple(sorted({day for fact in facts if (day := written_on(fact, desk.zone))}))
        if len(facts) < desk.config.theme_facts or len(days) < _FEWEST_DAYS or _mentioned(desk, name):
            continue
        shown = next(one for one in facts[0].names if fold(one) == name)
        key = fingerprint("theme", name)
        if not desk.closed(key) and desk.ask(_SECTION, key):
            found.append(Theme(key, shown, tuple(sorted(fact.fact_id for fact in facts)), days, desk.nearest(shown)))
    return tuple(found)


def _by_name(desk: Desk) -> dict[str, Sequence[NightFact]]:
    """The new facts that people stand behind, by the folded names that they are about."""
    found: dict[str, list[NightFact]] = {}
    for fact in desk.facts:
        old = age(fact, desk.today, desk.zone)
        if old is None or old >= desk.config.theme_days or guess(fact) or desk.heard(fact).against:
            continue
        for name in sorted({fold(name) for name in fact.names if name.strip()}):
            found.setdefault(name, []).append(fact)
    return dict(found)


def _mentioned(desk: Desk, name: str) -> bool:
    """Whether an entry speaks of a name, in whatever form the language gives it."""
    terms = {form for word in desk.speech(name).words for form in word.forms}
    for entry in desk.entries:
        if name in fold(entry.text):
            return True
        if terms and terms <= {form for statement in entry.statements for word in statement.words for form in word.forms}:
            return True
    return False
