"""What speaks for and against keeping a sentence: named reasons from the word lists of its languages and from its shape."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..language import Language, analyse
from .passages import Passage, passages
from .phrases import Match, Piece, cut, matches, words_of

# Lists that speak for a statement, and those that speak against one.
_FOR = frozenset({"taste", "habit", "lasting", "decided", "rule", "manner", "work", "likes", "dislikes", "recurring", "kin", "ended"})
_AGAINST = frozenset({"wish", "moment", "state", "event", "order", "paste", "report", "think", "imagined", "jokes", "small_talk", "asks", "tasks", "user"})
_OWN = frozenset({"self", "still", "plans", "past", "not", "others"})  # say that somebody tells something, not what
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
    result = []
    before: dict[str, float] = {}
    for sentence, reading in zip(sentences, read, strict=True):
        own = _of_lists(reading) | _of_shape(sentence, reading)
        result.append(Found(reading.rest(sentence), own | whole | {f"before_{name}": before[name] for name in _KEPT if name in before}))
        before = own
    return result


_KEPT = ("paste", "report", "order", "think", "question", "imagined")


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of a sentence as one of its languages cuts them, what its lists hold of them, and how many words open it."""

    words: Sequence[Piece]
    matches: Sequence[Match]
    lead: int
    spaced: bool

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
        held = matches([word.text for word in words], language)
        reading = Reading(words, held, _lead(held, len(words)), language.spaces)
        if best is None or _weight(held) > _weight(best.matches):
            best = reading
    return best or Reading(raw, (), 0, True)


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
    for name, starts in places.items():
        if len(starts) > 1:
            reasons[f"{name}_twice"] = 1.0
    reasons["lead"] = float(reading.lead > 0)
    reasons["backing"] = float(min(_MOST_COUNTED, len(_FOR & places.keys())))
    reasons["own"] = float(bool((_FOR | _OWN) & places.keys()))
    reasons["against"] = float(min(_MOST_COUNTED, len(_AGAINST & places.keys())))
    return reasons


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
