"""The reasons for and against: what a person's message, perhaps an answer to a quote, says of a fact."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .amounts import number_reasons, same_number
from .answering import answer_reasons
from .cues import CUES
from .readings import in_one_language
from .sharing import Shared, focus_of, places_of, share_of, shared
from .understanding import Speech

_CLOSE = 16  # characters between a word of the fact and a denial that most likely denies it
_SYLLABLE = 0.6  # of a word, where the spaces stand between syllables
_AFTER_NAME = 5  # characters between a name and the word for somebody who is told by it
_LAUGHTER = "😂🤣🙄😏😜🤪😝🐷"
_NODS = "👍🙏👌✅🙌💯"
_PASTE_MARKS = ('"', "“", "«", "「", "『", "„", ">", "http")
_WHOLE = 0.9  # share of a fact's words from which a message speaks of all of it
_CUES = {key: (f"{key}_inside", f"{key}_elsewhere", f"fact_{key}", f"opens_{key}") for key in CUES}
_OPENERS = ("agree", "correct", "supposed", "requests", "still", "now")


def features(fact: Speech, message: Speech, quote: Speech | None, own: Shared | None = None, *, strangers: bool = True) -> dict[str, float]:
    """Each reason with its strength; reasons that are not there are left out or 0.

    `own`: the words in common, where they are known. Without `strangers` nobody looks for names in the message.
    """
    if quote is None:
        fact, message = in_one_language(fact, message)
    else:
        fact, message, quote = in_one_language(fact, message, quote)
    own = own or shared(fact, message)
    focus = focus_of(own, message)
    size = _size(fact)
    clauses = _clauses(fact, own, message)
    found = {**_of_fact(fact), **_of_message(message, size)}
    found |= _words_met(fact, own, message, size)
    found |= _in_sentence(fact, own, message, focus)
    found |= _denials(fact, message, own, focus, clauses)
    found |= _questions(message, focus)
    found |= _cues(message, focus, clauses, found)
    found |= number_reasons(fact, message, quote)
    found |= _people(fact, message, own)
    found |= _opposition(fact, message)
    if quote is not None:
        found |= answer_reasons(fact, message, quote, own)
    found |= _absolute(found, message)
    return {**found, **of_stranger(found)} if strangers and names_stranger(fact, message, quote) else found


def of_stranger(found: Mapping[str, float]) -> dict[str, float]:
    """The further reasons when a message names somebody of whom neither fact nor quote speaks."""
    instead = found["has_names"] and not found["names_met"] and not found["self"] and not found.get("quoted")
    return {"stranger": 1.0, "stranger_instead": float(bool(instead))}


def names_stranger(fact: Speech, message: Speech, quote: Speech | None) -> bool:
    """Whether a message names somebody of whom neither fact nor quote speaks. Dear: names are looked for in all three."""
    known = {term for text in (fact, quote) if text for place in text.named for term in text.words[place].forms}
    return any(known.isdisjoint(message.words[place].forms) for place in message.named)


def _size(fact: Speech) -> float:
    return _SYLLABLE if any(language.syllables for language in fact.analysis.languages) else 1.0


def _of_fact(fact: Speech) -> Mapping[str, float]:
    """What a fact alone tells, whatever it is held against."""
    known = fact.notes.get("fact")
    if known is None:
        known = {
            "has_names": float(bool(fact.named)),
            "fact_words": len(fact.words) * _size(fact),
            "fact_denies": float(bool(fact.cue("denials"))),
            "fact_past": float(fact.holds("past")),
            "about_user": float(fact.holds("user_words")),
            **{_CUES[key][2]: 1.0 for key in fact.cues},
        }
        fact.notes["fact"] = known
    return known


def _of_message(message: Speech, size: float) -> Mapping[str, float]:
    """What a message alone tells, whatever it is held against."""
    known = message.notes.get("message")
    if known is None:
        known = {
            "length": math.log1p(len(message.text)),
            "sentences": float(len(message.sentences)),
            "wants": float(message.wants),
            "laughs": float(any(char in message.text for char in _LAUGHTER)),
            "nods": float(any(char in message.text for char in _NODS)),
            "pasted": float(message.text.lstrip().startswith(_PASTE_MARKS) or "http" in message.text),
            "small_talk": float(message.holds("small_talk")),
            "past": float(message.holds("past")),
            "hedged": float(message.holds("hedges")),
            "self": float(message.holds("self_words")),
            "clauses": float(len(message.clauses)),
            **{_CUES[key][3]: float(message.opens_with(key)) for key in _OPENERS},
        }
        message.notes["message"] = known
    return {**known, "words": math.log1p(len(message.words) * size)}


def _words_met(fact: Speech, own: Shared, message: Speech, size: float) -> dict[str, float]:
    scores = [one.score for one in own.met]
    weighed = list(zip(fact.weights, scores, strict=True))
    return {
        "coverage": own.coverage,
        "coverage_plain": own.plain,
        "names_met": own.names,
        "names_lost": float(own.names >= 0.5 and any(scores[place] < 0.5 for place in fact.named)),
        "first_met": scores[0] if scores else 0.0,
        "last_met": scores[-1] if scores else 0.0,
        "rarest_lost": max([weight * (1 - score) for weight, score in weighed], default=0.0),
        "met": own.count * size,
        "rarest_met": max([weight * score for weight, score in weighed], default=0.0),
        "rest": _rest(fact, own),
        "share_of_message": own.count / max(1, len(message.words)),
        "signed": float(_signed(fact, own, message)),
    }


def _rest(fact: Speech, own: Shared) -> float:
    """The share of a fact that was met without its numbers, units and times: what is left tells what the number is of."""
    beside = fact.number_words
    if not beside or len(beside) == len(fact.words):
        return own.coverage
    return share_of([(weight, one.score) for place, (weight, one) in enumerate(zip(fact.weights, own.met, strict=True)) if place not in beside])


def _in_sentence(fact: Speech, own: Shared, message: Speech, focus: int) -> dict[str, float]:
    """How much of the fact the sentence about it holds, and how much of that sentence the fact is: a long message may say it in passing."""
    beside = message.sentence_of.count(focus)
    there = [score if place >= 0 and message.sentence_of[place] == focus else 0.0 for score, place in own.met]
    held = sum(score >= 0.5 for score in there)
    return {"sentence_holds": share_of(list(zip(fact.weights, there, strict=True))), "share_of_sentence": held / beside if beside else 0.0}


def _absolute(found: Mapping[str, float], message: Speech) -> dict[str, float]:
    """What a speaker would say never confirms: another number or day, a bare question, thanks, somebody else, a denial of the whole, a turned taste."""
    whole = found["coverage"] >= _WHOLE
    get = found.get
    turned = get("number_denied") and get("number_rival")  # the 19th, not the 9th
    covered = 0.0 if get("fact_dislikes") else get("denial_covers", 0.0)
    day = get("day_other") or (get("month_other") and get("number_strange"))
    return {
        "number_unlike": float(bool(turned or (get("number_other") and not get("number_same") and not get("number_times")))),
        "day_unlike": float(bool(day)),
        "only_asks": float(bool(get("asks")) and len(message.sentences) <= 2 and not get("agrees")),
        "nothing_own": float(not message.words and not message.numbers and not message.days and not get("opens_agree")),
        "denied": float(covered >= _WHOLE and found["share_of_message"] >= _WHOLE / 2 and len(message.clauses) <= 2),
        "denial_gone": float(whole and bool(get("denial_lost"))),
        "taste_against": float(bool(get("taste_turned") and not get("taste_kept"))),
    }


def _clauses(fact: Speech, own: Shared, message: Speech) -> frozenset[int]:
    """The clauses of a message that speak of the fact: with a word of it that is no name, or else with its name."""
    names = fact.named
    pairs = [(number in names, place) for number, (score, place) in enumerate(own.met) if place >= 0 and score >= 0.5]
    chosen = [place for name, place in pairs if not name] or [place for _, place in pairs]
    found = {message.clause_of[place] for place in chosen}
    if fact.numbers:
        found.update(message.clause_at(other.start) for other in message.numbers if any(same_number(number, other) for number in fact.numbers))
    return frozenset(found)


def _denials(fact: Speech, message: Speech, own: Shared, focus: int, clauses: frozenset[int]) -> dict[str, float]:
    """What a message denies, and how near to the words of the fact; denials of the fact that are gone."""
    forbids, denied = message.cue("forbids"), bool(fact.cue("denials"))
    denials = [place for place in message.cue("denials") if not _forbidden(place, forbids, message)]  # "give him no nuts" denies nothing of him
    found = {"denial_gap": 40.0, "clauses_met": float(len(clauses))}
    if not denials:
        return found | ({"denial_lost": 1.0} if denied and not forbids else {})
    denies = any(message.sentence_at(place) == focus for place in denials)
    if denied:
        return found | {"denial_kept": float(denies)}
    near = min([abs(place - start) for place in denials for start in places_of(own, message)], default=99)
    there = frozenset(map(message.clause_at, denials))
    inside = not there.isdisjoint(clauses)
    return found | {
        "denial_new": float(denies),
        "denial_in_clause": float(inside),
        "denial_close": float(near <= _CLOSE),
        "denial_gap": min(40.0, near),
        "denial_covers": _covered_in(fact, own, message, there) if inside else 0.0,
    }


def _forbidden(denial: int, forbids: Sequence[int], message: Speech) -> bool:
    """Whether a denial is part of words that forbid something: don't, please no nuts."""
    return any(0 <= denial - place <= _CLOSE and message.clause_at(place) == message.clause_at(denial) for place in forbids)


def _questions(message: Speech, focus: int) -> dict[str, float]:
    asking = message.asking
    return {"asks": float(focus in asking), "asks_elsewhere": float(len(asking) > (focus in asking))} if asking else {}


def _covered_in(fact: Speech, own: Shared, message: Speech, clauses: frozenset[int]) -> float:
    """The share of a fact's words that stand in some clauses of a message."""
    within = [score if place >= 0 and message.clause_of[place] in clauses else 0.0 for score, place in own.met]
    return share_of(list(zip(fact.weights, within, strict=True)))


def _signed(fact: Speech, own: Shared, message: Speech) -> bool:
    """Whether a message ends with the name of the fact's person, as a signature."""
    last, clause = len(message.analysis.folded) - _CLOSE, len(message.clauses) - 1
    places = [own.met[place].place for place in fact.named]
    return any(place >= 0 and message.words[place].start >= last and message.clause_of[place] == clause for place in places)


def _cues(message: Speech, focus: int, clauses: frozenset[int], fact: Mapping[str, float]) -> dict[str, float]:
    """Where the words of tone stand, seen from the words of the fact; `fact`: those of the fact."""
    found = {}
    for key, (sentences, there) in message.cue_places.items():
        here = focus in sentences
        inside, elsewhere, *_ = _CUES[key]
        found[key] = float(here)
        found[inside] = float(not there.isdisjoint(clauses))
        found[elsewhere] = float(not here)
    likes, dislikes = "fact_likes" in fact, "fact_dislikes" in fact
    if likes or dislikes:
        found["taste_turned"] = float(bool(likes and found.get("dislikes") and not dislikes))
        found["taste_kept"] = float(bool((likes and found.get("likes")) or (dislikes and found.get("dislikes"))))
    return found


def _people(fact: Speech, message: Speech, own: Shared) -> dict[str, float]:
    mine, theirs = fact.kin, message.kin
    found = {"other_beside_name": float(_beside_name(fact, message, own))}
    if mine or theirs:
        found |= {"kin_same": float(bool(mine & theirs)), "kin_other": float(bool(theirs - mine)), "kin_only_fact": float(bool(mine) and not theirs)}
    return found


def _beside_name(fact: Speech, message: Speech, own: Shared) -> bool:
    """Whether somebody else is named by the fact's person: Ida's flatmate, la copine de Luc."""
    others = message.cue("others")
    if not others or fact.cue("others"):
        return False
    names = [message.words[place].start for score, place in (own.met[name] for name in fact.named) if place >= 0 and score >= 0.5]
    lengths = [len(message.words[place].text) for score, place in (own.met[name] for name in fact.named) if place >= 0 and score >= 0.5]
    return any(-_CLOSE < place - start < length + _AFTER_NAME for start, length in zip(names, lengths, strict=True) for place in others)


def _opposition(fact: Speech, message: Speech) -> dict[str, float]:
    """Words of the fact for which the message has the opposite instead."""
    groups = fact.sides.keys() & message.sides.keys()
    kept = [group for group in groups if not fact.sides[group].isdisjoint(message.sides[group])]
    return {"opposite": float(len(kept) < len(groups)), "opposite_kept": float(bool(kept))} if groups else {}
