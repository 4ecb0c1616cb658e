"""The reasons for and against: what a person's message, perhaps an answer to a quote, says of a fact."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .amounts import number_reasons, same_number
from .cues import CUES
from .matching import Met, meet
from .understanding import Speech, in_one_language

_CLOSE = 16  # characters between a word of the fact and a denial that most likely denies it
_SYLLABLE = 0.6  # of a word, where the spaces stand between syllables
_AFTER_NAME = 5  # characters between a name and the word for somebody who is told by it
_LAUGHTER = "😂🤣🙄😏😜🤪😝🐷"
_NODS = "👍🙏👌✅🙌💯"
_PASTE_MARKS = ('"', "“", "«", "「", "『", "„", ">", "http")
_WHOLE = 0.9  # share of a fact's words from which a message speaks of all of it
_ASKED = 0.5  # share of a fact that a sentence about it holds at least
_CUES = tuple(key for key in CUES if key not in ("clock",))
_NO_CUES = {name: 0.0 for key in _CUES for name in (key, f"{key}_inside", f"{key}_elsewhere", f"fact_{key}")}
_OPENERS = ("agree", "correct", "supposed", "requests", "still", "now")


@dataclass(frozen=True, slots=True)
class Shared:
    """The words of a fact in another text."""

    met: tuple[Met, ...]
    coverage: float  # share of the fact's words that were met, by weight
    plain: float  # the same without its names
    names: float  # share of its names that were met; 1 without names
    count: int


def shared(fact: Speech, other: Speech) -> Shared:
    met = tuple(meet(word, place in fact.named, other) for place, word in enumerate(fact.words))
    plain = [(weight, one.score) for place, (weight, one) in enumerate(zip(fact.weights, met, strict=True)) if place not in fact.named]
    named = [one.score for place, one in enumerate(met) if place in fact.named]
    every = list(zip(fact.weights, (one.score for one in met), strict=True))
    return Shared(met, _share(every), _share(plain), max(named, default=1.0), sum(one.score >= 0.5 for one in met))


def _share(weighted: Sequence[tuple[float, float]]) -> float:
    whole = sum(weight for weight, _ in weighted)
    return sum(weight * score for weight, score in weighted) / whole if whole else 0.0


def features(fact: Speech, message: Speech, quote: Speech | None, own: Shared | None = None, *, strangers: bool = True) -> dict[str, float]:
    """Each reason with its strength; reasons that are not there are left out or 0.

    `own`: the words in common, where they are known. Without `strangers` nobody looks for names in the message.
    """
    if quote is None:
        fact, message = in_one_language(fact, message)
    else:
        fact, message, quote = in_one_language(fact, message, quote)
    own = own or shared(fact, message)
    focus = _focus(own, message)
    size = _SYLLABLE if any(language.syllables for language in fact.analysis.languages) else 1.0
    found = {
        "coverage": own.coverage,
        "coverage_plain": own.plain,
        "names_met": own.names,
        "has_names": float(bool(fact.named)),
        "names_lost": float(own.names >= 0.5 and any(one.score < 0.5 for place, one in enumerate(own.met) if place in fact.named)),
        "first_met": own.met[0].score if own.met else 0.0,
        "last_met": own.met[-1].score if own.met else 0.0,
        "rarest_lost": max((weight * (1 - one.score) for weight, one in zip(fact.weights, own.met, strict=True)), default=0.0),
        "met": own.count * size,
        "rarest_met": max((weight * one.score for weight, one in zip(fact.weights, own.met, strict=True)), default=0.0),
        "rest": _rest(fact, own),
        "fact_words": len(fact.words) * size,
        "words": math.log1p(len(message.words) * size),
        "length": math.log1p(len(message.text)),
        "share_of_message": own.count / max(1, len(message.words)),
        "sentences": float(len(message.sentences)),
    }
    clauses = _clauses(fact, own, message)
    found |= _tone(fact, message, own, focus, clauses)
    found |= _cues(fact, message, focus, clauses)
    found |= number_reasons(fact, message, quote)
    found |= _people(fact, message, quote, own, strangers=strangers)
    found |= _opposition(fact, message)
    found |= _answer(fact, message, quote, own)
    return found | _absolute(found, message)


def _rest(fact: Speech, own: Shared) -> float:
    """The share of a fact that was met without its numbers, units and times: what is left tells what the number is of."""
    beside = fact.number_words
    if len(beside) == len(fact.words):
        return own.coverage
    return _share([(weight, one.score) for place, (weight, one) in enumerate(zip(fact.weights, own.met, strict=True)) if place not in beside])


def _absolute(found: Mapping[str, float], message: Speech) -> dict[str, float]:
    """What a speaker would say never confirms: another number or day, a bare question, thanks, somebody else, a denial of the whole, a turned taste."""
    whole = found["coverage"] >= _WHOLE
    return {
        "number_unlike": float(found["number_other"] and not found["number_same"] and not found["number_times"]),
        "day_unlike": float(found["day_other"] or (found["month_other"] and found["number_strange"])),
        "only_asks": float(bool(found["asks"]) and len(message.sentences) <= 2 and not found.get("agrees")),
        "nothing_own": float(not message.words and not message.numbers and not message.days and not found["opens_agree"]),
        "stranger_instead": float(bool(found["stranger"] and found["has_names"]) and not found["names_met"] and not found["self"] and not found["quoted"]),
        "denied": float(found["denial_covers"] >= _WHOLE and found["share_of_message"] >= _WHOLE / 2 and len(message.clauses) <= 2),
        "denial_gone": float(whole and bool(found["denial_lost"])),
        "taste_against": float(found["taste_turned"] and not found["taste_kept"]),
    }


def _focus(own: Shared, message: Speech) -> int:
    """The sentence of a message that shares most with the fact."""
    points = [0.0] * len(message.sentences)
    for one in own.met:
        if one.place >= 0:
            points[message.sentence_of[one.place]] += one.score
    return max(range(len(points)), key=lambda number: (points[number], -number))


def _places(own: Shared, message: Speech) -> list[int]:
    """Where words of the fact stand in a message."""
    return [message.words[one.place].start for one in own.met if one.place >= 0 and one.score >= 0.5]


def _clauses(fact: Speech, own: Shared, message: Speech) -> frozenset[int]:
    """The clauses of a message that speak of the fact: with a word of it that is no name, or else with its name."""
    pairs = [(place in fact.named, one) for place, one in enumerate(own.met) if one.place >= 0 and one.score >= 0.5]
    chosen = [one for name, one in pairs if not name] or [one for _, one in pairs]
    numbers = [other.start for number in fact.numbers for other in message.numbers if same_number(number, other)]
    return frozenset(message.clause_at(start) for start in (*(message.words[one.place].start for one in chosen), *numbers))


def _tone(fact: Speech, message: Speech, own: Shared, focus: int, clauses: frozenset[int]) -> dict[str, float]:
    denials = message.cue("denials")
    near = min((abs(place - start) for place in denials for start in _places(own, message)), default=99)
    denied, denies = bool(fact.cue("denials")), any(message.sentence_at(place) == focus for place in denials)
    inside = any(message.clause_at(place) in clauses for place in denials)
    return {
        "fact_denies": float(denied),
        "denial_new": float(denies and not denied),
        "denial_kept": float(denies and denied),
        "denial_lost": float(denied and not denials),
        "denial_in_clause": float(inside and not denied),
        "denial_close": float(near <= _CLOSE and not denied),
        "denial_gap": min(40.0, near) if not denied else 40.0,
        "denial_covers": _covered_in(fact, own, message, frozenset(map(message.clause_at, denials))) if inside and not denied else 0.0,
        "asks": float(message.asks(focus)),
        "asks_elsewhere": float(any(message.asks(number) for number in range(len(message.sentences)) if number != focus)),
        "wants": float(message.wants),
        "laughs": float(any(char in message.text for char in _LAUGHTER)),
        "nods": float(any(char in message.text for char in _NODS)),
        "pasted": float(message.text.lstrip().startswith(_PASTE_MARKS) or "http" in message.text),
        "small_talk": float(message.holds("small_talk")),
        "past": float(message.holds("past")),
        "fact_past": float(fact.holds("past")),
        "hedged": float(message.holds("hedges")),
        "signed": float(_signed(fact, own, message)),
        "clauses": float(len(message.clauses)),
        "clauses_met": float(len(clauses)),
    }


def _covered_in(fact: Speech, own: Shared, message: Speech, clauses: frozenset[int]) -> float:
    """The share of a fact's words that stand in some clauses of a message."""
    within = (one.score if one.place >= 0 and message.clause_at(message.words[one.place].start) in clauses else 0.0 for one in own.met)
    return _share(list(zip(fact.weights, within, strict=True)))


def _signed(fact: Speech, own: Shared, message: Speech) -> bool:
    """Whether a message ends with the name of the fact's person, as a signature."""
    last = len(message.analysis.folded) - _CLOSE
    places = [one.place for place, one in enumerate(own.met) if place in fact.named and one.place >= 0]
    return any(message.words[place].start >= last and message.clause_at(message.words[place].start) == len(message.clauses) - 1 for place in places)


def _cues(fact: Speech, message: Speech, focus: int, clauses: frozenset[int]) -> dict[str, float]:
    found = dict(_NO_CUES)
    for key in _CUES:
        if places := message.cue(key):
            here = any(message.sentence_at(place) == focus for place in places)
            found[key] = float(here)
            found[f"{key}_inside"] = float(any(message.clause_at(place) in clauses for place in places))
            found[f"{key}_elsewhere"] = float(not here)
        if fact.cue(key):
            found[f"fact_{key}"] = 1.0
    for key in _OPENERS:
        found[f"opens_{key}"] = float(message.opens_with(key))
    found["taste_turned"] = float(found["fact_likes"] and found["dislikes"] and not found["fact_dislikes"])
    found["taste_kept"] = float((found["fact_likes"] and found["likes"]) or (found["fact_dislikes"] and found["dislikes"]))
    return found


def _people(fact: Speech, message: Speech, quote: Speech | None, own: Shared, *, strangers: bool) -> dict[str, float]:
    kin = message.kin - fact.kin
    return {
        "stranger": float(strangers and _names_stranger(fact, message, quote)),
        "other_beside_name": float(_beside_name(fact, message, own)),
        "kin_same": float(bool(message.kin & fact.kin)),
        "kin_other": float(bool(kin)),
        "kin_only_fact": float(bool(fact.kin) and not message.kin),
        "self": float(message.holds("self_words")),
        "about_user": float(fact.holds("user_words")),
    }


def _beside_name(fact: Speech, message: Speech, own: Shared) -> bool:
    """Whether somebody else is named by the fact's person: Ida's flatmate, la copine de Luc."""
    others = message.cue("others")
    names = [message.words[one.place] for place, one in enumerate(own.met) if place in fact.named and one.place >= 0 and one.score >= 0.5] if others else []
    return any(-_CLOSE < place - word.start < len(word.text) + _AFTER_NAME for word in names for place in others) and not fact.cue("others")


def _names_stranger(fact: Speech, message: Speech, quote: Speech | None) -> bool:
    known = {term for text in (fact, quote) if text for place in text.named for term in text.words[place].forms}
    return any(not known.intersection(message.words[place].forms) for place in message.named)


def _opposition(fact: Speech, message: Speech) -> dict[str, float]:
    """Words of the fact for which the message has the opposite instead."""
    turned = kept = 0
    for group, sides in fact.sides.items():
        others = message.sides.get(group, frozenset())
        kept += bool(sides & others)
        turned += bool(others and not sides & others)
    return {"opposite": float(turned > 0), "opposite_kept": float(kept > 0)}


def _answer(fact: Speech, message: Speech, quote: Speech | None, own: Shared) -> dict[str, float]:
    """What a message says as an answer to a quote: which sentence of it, and whether it agrees."""
    if quote is None:
        return {"quoted": 0.0}
    theirs = shared(fact, quote)
    focus = _focus(theirs, quote)
    beside = elsewhere = beside_count = elsewhere_count = 0.0
    known = {one.place for one in own.met if one.score >= 0.5}
    for place, word in enumerate(message.words):
        one = meet(word, False, quote)
        if one.score < 0.5 or one.place < 0:
            continue
        if quote.sentence_of[one.place] == focus:
            beside += message.weights[place]
            beside_count += place not in known
        else:
            elsewhere += message.weights[place]
            elsewhere_count += 1
    last = len(quote.sentences) - 1
    while last and quote.sentences[last] - quote.sentences[last - 1] <= 2:
        last -= 1
    whole = sum(message.weights) or 1.0
    agrees, objects = message.opens_with("agree"), message.opens_with("correct")
    asked = quote.asks(last) and focus >= last - 1 and theirs.coverage >= _ASKED
    return {
        "quoted": 1.0,
        "quote_holds": theirs.coverage,
        "beside": beside / whole,
        "elsewhere": elsewhere / whole,
        "beside_count": beside_count,
        "elsewhere_count": elsewhere_count,
        "quote_asks": float(quote.asks(last)),
        "asked_of_fact": float(focus == last),
        "quote_sentences": float(len(quote.sentences)),
        "agrees_asked": float(agrees and asked and not objects),
        "objects_asked": float(objects and asked and not agrees),
        "agrees": float(agrees and own.count > 0),
        "objects": float(objects and own.count > 0),
        "agrees_bare": float(agrees and own.count == 0),
        "no_own_words": float(not message.words),
    }
