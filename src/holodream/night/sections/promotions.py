"""promotions and to_confirm: what belongs in permanent memory, and the guesses that people should be asked about before."""

from __future__ import annotations

from ..desk import Desk
from ..entries import JOINT, target_of
from ..fingerprints import KEEP, fingerprint
from ..inputs import MemoryFile, NightFact
from ..report import Place, Proposal

_USER_CATEGORIES = frozenset({"user_pref", "preference", "preferences", "user"})
_SURE = 0.5  # likeness from which a fact goes to the file of its nearest entry
_CONFLICT = "an entry says it with other numbers or dates"


def guess(fact: NightFact) -> bool:
    """Whether nobody but the agent stands behind a fact."""
    return fact.source == "inferred" and not fact.confirmations


def promotions(desk: Desk) -> tuple[Proposal, ...]:
    """Facts with a high score that people confirmed, and that permanent memory does not hold yet."""
    found = []
    for fact in desk.by_score:
        key = keep_key(fact)
        if desk.decide(fact, "promotions", key, _not_promoted(desk, fact)):
            desk.put.add(fact.fact_id)
            said = desk.heard(fact)
            reasons = (f"{len(said.days)} days", f"{len(said.people)} people", f"{fact.confirmations} confirmations")
            found.append(_reserved(desk, proposal(desk, fact, key, reasons)))
    return tuple(found)


def _reserved(desk: Desk, promoted: Proposal) -> Proposal:
    """The same; what it takes of its file is no more free for the next one."""
    if promoted.fits:
        desk.taken[promoted.file] += JOINT + len(promoted.text)
    return promoted


def to_confirm(desk: Desk) -> tuple[Proposal, ...]:
    """Guesses that nobody confirmed and that matter enough to ask."""
    found = []
    for fact in desk.by_score:
        if not guess(fact):
            continue
        key = keep_key(fact)
        if desk.decide(fact, "to_confirm", key, _not_asked(desk, fact)):
            desk.put.add(fact.fact_id)
            found.append(proposal(desk, fact, key, ("inferred",)))
    return tuple(found)


def keep_key(fact: NightFact) -> str:
    """The question whether a fact is worth keeping; promotions, guesses and new facts share it."""
    return fingerprint(KEEP, fact.content)


def _not_promoted(desk: Desk, fact: NightFact) -> str:
    said = desk.heard(fact)
    config = desk.config
    if not desk.files_readable:
        return "a memory file cannot be read"
    if guess(fact):
        return "a guess that nobody confirmed"
    if elsewhere := desk.elsewhere(fact, but_confirmations=True):
        return elsewhere
    if said.against:
        return "people last said something else"
    if desk.score(fact) < config.promotion_score:
        return f"score {desk.score(fact):.3f} is below {config.promotion_score}"
    if len(said.days) < config.promotion_days and not fact.confirmations:
        return f"confirmed by people on {len(said.days)} days, {config.promotion_days} are needed"
    return "" if desk.full("promotions") else _in_memory(desk, fact)


def _in_memory(desk: Desk, fact: NightFact) -> str:
    if desk.covered(fact.content):
        return "permanent memory holds it"
    return _CONFLICT if desk.rivals(fact.content) else ""


def _not_asked(desk: Desk, fact: NightFact) -> str:
    said = desk.heard(fact)
    if elsewhere := desk.elsewhere(fact):
        return elsewhere
    if said.against:
        return "people last said something else"
    if len(said.days) >= desk.config.confirmation_days:
        return "people stated it: see confirmations"
    if fact.retrievals + len(said.standing) < desk.config.to_confirm_uses:
        return "hardly ever used"
    if desk.score(fact) < desk.config.to_confirm_score:
        return f"score {desk.score(fact):.3f} is below {desk.config.to_confirm_score}"
    return "permanent memory holds it" if not desk.full("to_confirm") and desk.covered(fact.content) else ""


def proposal(desk: Desk, fact: NightFact, key: str, reasons: tuple[str, ...], *, written: bool = True) -> Proposal:
    """A fact with its evidence, its nearest entry, and (when it would be `written`) the file it belongs in."""
    said = desk.heard(fact)
    nearest = desk.nearest(fact.content)
    file = _file(desk, fact, nearest) if written else None
    return Proposal(
        key,
        fact.fact_id,
        fact.version,
        fact.content,
        fact.source,
        fact.trust,
        desk.score(fact),
        reasons,
        desk.evidence(said.against or said.standing),
        nearest,
        file.name if file else "",
        target_of(file.name) if file else None,
        _fits(desk, file, fact.content) if file else None,
    )


def _file(desk: Desk, fact: NightFact, nearest: Place | None) -> MemoryFile | None:
    """The memory file that a fact belongs in: that of an entry like it, else the user's for what is about the user, else the general one."""
    files = {target_of(file.name): file for file in desk.inputs.files}
    if nearest and nearest.likeness >= _SURE:
        wanted = nearest.target
    else:
        about = desk.speech(fact.content)
        own = fact.category in _USER_CATEGORIES or about.holds("user_words") or about.holds("self_words")
        wanted = "user" if own else "memory"
    return files.get(wanted) or next(iter(files.values()), None)


def _fits(desk: Desk, file: MemoryFile, text: str) -> bool | None:
    """Whether a text fits beside the entries, what waits for approval, and what is proposed tonight."""
    if not file.limit:
        return None
    waiting = sum(JOINT + len(write.text) for write in desk.inputs.queued if write.file == file.name and write.action == "add")
    return used(file) + waiting + desk.taken[file.name] + JOINT * bool(file.entries) + len(text) <= file.limit


def used(file: MemoryFile) -> int:
    """Characters of a file as its host counts them."""
    return sum(map(len, file.entries)) + JOINT * max(0, len(file.entries) - 1)
