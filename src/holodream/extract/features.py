"""What speaks for and against keeping a sentence: named reasons from the word lists of its languages and from its shape."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from ..language import Language, analyse
from ..language.stem import without_particles
from .passages import Passage, passages
from .phrases import Match, Piece, cut, matches, words_of

# Lists that speak for a statement, and those that speak against one.
_FOR = frozenset({"taste", "habit", "lasting", "decided", "rule", "manner", "work", "likes", "dislikes", "recurring", "kin", "ended"})
_AGAINST = frozenset({"wish", "moment", "state", "event", "order", "paste", "report", "think", "imagined", "jokes", "small_talk", "asks", "tasks", "user"})
_SIDES = {name: name in _FOR for name in _FOR | _AGAINST | {"asks", "yes_no", "frames", "asked", "requests", "others"}}
_OWN = frozenset({"doing", "whose", "dated", "self", "still", "plans", "past", "not", "others"})  # say that somebody tells something, not what
_KINDS = {
    "taste": {"taste", "likes", "dislikes"},
    "decided": {"decided", "ended"},
    "rule": {"rule", "manner"},
    "work": {"work"},
    "lasting": {"lasting", "kin"},
}  # the lists that say of which kind a statement is
_MOST_COUNTED = 4
_OF_MESSAGE = ("paste", "think")  # lists that tell of a whole message what it is, not only of the sentence they stand in
_CODE = re.compile(r"[{}\[\]<>=;_\\|`$#]|\w\(|::|->|//")
_LOG = re.compile(r"\b\d{2}:\d{2}:\d{2}\b|\b(?:[a-z]+\.){2,}[A-Za-z]+|\b\w+(?:Error|Exception)\b|\b(?:ERROR|WARN|INFO|DEBUG|FATAL|npm|error:|warning:)")
_QUESTION = re.compile(r"[?？؟]['\"”»」）)\s]*$")
_LATER_WORD = re.compile(r"(?<=[\w,] )[^\W\d_]")
_WIDE_WORD = 2.2  # characters of a writing without spaces that count as one word


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence, what is left of it without its opening words, and the reasons."""

    content: str
    reasons: dict[str, float]


def found(message: str) -> list[Found]:
    """The sentences of a message with their reasons. Linear in the length of the message."""
    languages = analyse(message).languages
    sentences = passages(message, languages)
    read = [_read(sentence.said, languages) for sentence in sentences]
    whole = {f"message_{name}": 1.0 for name in _OF_MESSAGE if any(match.name == name for reading in read for match in reading.matches)}
    if any({"think", "user"} <= {match.name for match in reading.matches} for reading in read):
        whole["message_reasoning"] = 1.0
    result = []
    before: dict[str, float] = {}
    for sentence, reading in zip(sentences, read, strict=True):
        own = _of_lists(reading) | _of_shape(sentence, reading)
        result.append(Found(reading.rest(sentence), own | whole | {f"before_{name}": before[name] for name in _KEPT if name in before}))
        before = own
    return result


_KEPT = ("paste", "report", "order", "think", "question", "imagined", "asked")


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of a sentence as one of its languages cuts them, what its lists hold of them, and how many words open it."""

    words: Sequence[Piece]
    matches: Sequence[Match]
    lead: int
    language: Language | None  # None: that of none of them

    @property
    def spaced(self) -> bool:
        """Whether spaces stand between its words."""
        return self.language is None or self.language.spaces

    def rest(self, sentence: Passage) -> str:
        """The sentence without its opening words; whole where nothing, or hardly anything, would be left."""
        if not self.lead or self.lead >= len(self.words):
            return sentence.text
        start = self.words[self.lead].start
        return sentence.text[start:] if sentence.text[:start] == sentence.said[:start] else sentence.text


def _read(text: str, languages: Sequence[Language]) -> Reading:
    """A sentence in the language of whose lists it holds most."""
    raw = words_of(text)
    best: Reading | None = None
    for language in languages:
        words = cut(raw, text, language)
        held = _only_whose(_without_contrary(matches([word.text for word in words], language)))
        reading = Reading(words, held, _lead(held, len(words)), language)
        if best is None or _weight(held) > _weight(best.matches):
            best = reading
    return best or Reading(raw, (), 0, None)


def _without_contrary(held: Sequence[Match]) -> list[Match]:
    """The entries but those that are only a part of a longer one which says the contrary ("no more" in "no more than")."""
    around: dict[int, list[Match]] = {}
    for match in held:
        if match.whole and match.last > match.first and match.name in _SIDES:
            for place in range(match.first, match.last + 1):
                around.setdefault(place, []).append(match)
    return [match for match in held if not any(_overrules(longer, match) for longer in around.get(match.first, ()))]


def _only_whose(held: Sequence[Match]) -> list[Match]:
    """The entries, those of `lasting` that only name somebody ("my son") as "whose": they tell of whom is spoken, not what holds."""
    people = {place for match in held if match.name == "kin" for place in range(match.first, match.last + 1)}
    named = people | {place for match in held if match.name == "self" for place in range(match.first, match.last + 1)}

    def names_only(match: Match) -> bool:
        span = range(match.first, match.last + 1)
        return match.name == "lasting" and named.issuperset(span) and not people.isdisjoint(span)

    return [replace(match, name="whose") if names_only(match) else match for match in held]


def _overrules(longer: Match, match: Match) -> bool:
    if _SIDES.get(match.name, _SIDES[longer.name]) == _SIDES[longer.name]:
        return False
    return match.last <= longer.last and match.last - match.first < longer.last - longer.first


def _weight(held: Sequence[Match]) -> int:
    return sum(match.last - match.first + 1 for match in held)


def _lead(held: Sequence[Match], count: int) -> int:
    """How many words at the beginning are only an opening ("hey, remember: ...")."""
    longest: dict[int, int] = {}
    for match in held:
        if match.name == "lead":
            longest[match.first] = max(match.last + 1, longest.get(match.first, 0))
    place = 0
    while place in longest:
        place = longest[place]
    return place if 0 < place < count - 1 else 0


def _of_lists(reading: Reading) -> dict[str, float]:
    reasons: dict[str, float] = {}
    last = len(reading.words) - 1
    near = 1 if reading.spaced else 3
    places: dict[str, set[int]] = {}
    for match in reading.matches:
        if match.first < reading.lead and match.name not in ("lead", "small_talk"):
            continue
        places.setdefault(match.name, set()).add(match.first)
        reasons[match.name] = 1.0
        if match.first - reading.lead <= near - 1:
            reasons[f"{match.name}_first"] = 1.0
        if last - match.last <= near - 1:
            reasons[f"{match.name}_last"] = 1.0
        if match.last - match.first >= (1 if reading.spaced else 3):
            reasons[f"{match.name}_long"] = 1.0
    if _is_dated(reading):
        places.setdefault("dated", set())
        reasons["dated"] = 1.0
    for name, starts in places.items():
        if len(starts) > 1:
            reasons[f"{name}_twice"] = 1.0
    reasons |= _of_together(reading, places.keys())
    reasons["lead"] = float(reading.lead > 0)
    return reasons | counted(places.keys())


def counted(names: Set[str]) -> dict[str, float]:
    """How many of these lists speak for and against keeping, and whether one of them says that somebody tells something."""
    return {
        "backing": float(min(_MOST_COUNTED, len(_FOR & names))),
        "own": float(not (_FOR | _OWN).isdisjoint(names)),
        "against": float(min(_MOST_COUNTED, len(_AGAINST & names))),
    }


def _of_together(reading: Reading, names: Set[str]) -> dict[str, float]:
    """What only several lists say together: a request that is to hold always, and which of the kinds most of the words speak for."""
    words = {kind: {place for match in reading.matches if match.name in lists for place in (match.first, match.last)} for kind, lists in _KINDS.items()}
    most = max(map(len, words.values()))
    together = {f"most_{kind}": 1.0 for kind, places in words.items() if places and len(places) == most}
    if "habit" in names and not {"order", "requests", "manner"}.isdisjoint(names):
        together["standing"] = 1.0
    return together


def _is_dated(reading: Reading) -> bool:
    """Whether it names a month or a day of the week, as it is written or with what the language glues to it."""
    language, between = reading.language, " " if reading.spaced else ""
    if language is None:
        return False
    written = [word.text for word in reading.words]
    return any(_days(language).search(between.join(words)) for words in (written, [without_particles(word, language) for word in written]))


@functools.cache
def _days(language: Language) -> re.Pattern[str]:
    """The months and days of the week, but those that are also common words ("may")."""
    common = language.stop.union(*language.asking.values())
    days = sorted(frozenset().union(*language.months, *language.weekdays) - common)
    if not language.spaces:
        return re.compile("|".join(map(re.escape, days)))
    return re.compile("(?<!\\S)(?:" + "|".join(map(re.escape, days)) + ")(?!\\S)")


def _of_shape(sentence: Passage, reading: Reading) -> dict[str, float]:
    text = sentence.said
    letters = max(1, len(text))
    count = len(reading.words) if reading.spaced else len(reading.words) / _WIDE_WORD
    digits = sum(char.isdecimal() for char in text)
    return {
        "question": float(bool(_QUESTION.search(text))),
        "shout": float(text.rstrip().endswith(("!", "！"))),
        "trailing": float(text.rstrip().endswith(("...", "…"))),
        "colon": float(bool(re.search(r"[:：]\s", text))),
        "after_colon": float(sentence.follows_colon),
        "quoted": sentence.quoted,
        "code": min(1.0, 12 * len(_CODE.findall(text)) / letters) + float(bool(_LOG.search(text))),
        "digits": float(digits > 0),
        "names": float(any(match[0].isupper() for match in _LATER_WORD.finditer(text))),
        "commas": float(bool(re.search(r"[,،、，]", text))),
        "words": math.log(1 + count),
        "short": float(count <= 3),
        "long": float(count > 25),
    }
