"""Texts that command the agent which will read them, by what they ask: drop the rules, reveal, obey, play a role, hide, act blindly.

The known words of a sentence are put together; a rule fires when words of all its kinds stand in one sentence and belong to one
language (English words may stand in a text of another script). A verb counts only as a command: by its form, by its place at the
beginning of a clause, or together with a request ("could you", "you must") or an address to the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .lexicon import BIT, UNSPACED, Mark, heard, spoken
from .shapes import Place

_NEAR = 90  # characters between the words of a rule
_SENTENCE = re.compile(r"[.!?…](?=[\s\"'”»」)]|$)|[。！？؟।]|\n")
_CLAUSE_START = re.compile(r"(?:^|[,.;:!?…。，、；：！？।،؛—–(（\[\]\"“„«「『>|*-])[\s\"'“„«「『*]*$")
_QUESTION = re.compile(r"[?？؟]")
_VOCATIVE = re.compile(r"\s?[,:，、：!！]")
_CLAUSE_END = re.compile(r"[,.;!?。，；！？،؛]")
_HELPERS, _BEFORE = ("asks", "reads", "header"), ("asks", "reader", "reads", "header")
_CLOSE = 34  # characters between a request and its verb
_VERBS = ("drop_verbs", "reveal_verbs", "acts", "answer")


@dataclass(slots=True)
class Sentence:
    """The known words of one sentence; `heard` are the kinds among them."""

    start: int
    end: int
    marks: list[Mark] = field(default_factory=list)
    heard: int = 0
    languages: int = 0
    addressed: int = 0  # the languages in which the sentence addresses an agent

    def of(self, kind: str) -> list[Mark]:
        """The words of a kind."""
        return [mark for mark in self.marks if mark.kinds & BIT[kind]]


# A rule: its name, the verb or phrase that carries it, the kinds that must all be there too, and kinds of which one must be.
# "question" is a question mark, "address" an e-mail or web address.
_RULES: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("drop_the_rules", "drop_verbs", ("rule_nouns",), ("whose", "own", "reader", "reads", "header", "always", "free", "obey")),
    ("drop_the_rules", "drop_verbs", ("guards",), ()),
    ("drop_the_care", "drop_verbs", ("care",), ("always", "reader", "reads", "header", "hide")),
    ("drop_the_care", "hide", ("care",), ()),
    ("drop_the_care", "free", ("care",), ()),
    ("reveal_what_is_hidden", "reveal_verbs", ("hidden_nouns",), ()),
    ("reveal_what_is_hidden", "reveal_verbs", ("rule_nouns", "own"), ()),
    ("send_away_what_is_hidden", "hidden_nouns", ("reader",), ("address",)),
    ("send_away_what_is_hidden", "hide", ("reveal_verbs",), ("hidden_nouns", "address", "person", "reader", "reads")),
    ("ask_for_a_secret", "what", ("hidden_nouns",), ("question", "asks", "reveal_verbs")),
    ("ask_for_a_secret", "what", ("rule_nouns", "own"), ("question", "asks", "reveal_verbs")),
    ("obey_somebody", "obey", (), ("always", "reader", "reads", "header", "asked", "whose", "free", "hide")),
    ("play_a_role_without_rules", "role", ("free",), ()),
    ("play_a_role_without_rules", "free", (), ("reader", "reads", "header", "asks", "role", "obey")),
    ("hide_from_the_person", "hide", (), ("person", "note", "reader", "reads", "header")),
    ("addressed_to_the_reader", "reads", (), ()),
    ("false_system_message", "header", (), ("free", "drop_verbs", "reveal_verbs", "obey", "role", "hide", "acts")),
    ("act_blindly", "acts", ("goods",), ("blind", "reader", "reads", "header", "asked", "hide")),
    ("say_what_is_false", "asked", ("answer",), ()),
    ("say_what_is_false", "answer", ("always", "hide"), ()),
)
_SIGNS = {"question": _QUESTION, "address": re.compile(r"[\w.+-]@[\w-]+\.|://|(?<![\w.])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:org|com|net|io|example|ru|cn|info|xyz)(?![\w.])")}
_CARRIERS = sum({BIT[carrier] for _, carrier, _, _ in _RULES})


def find_commands(low: str, marks: list[Mark]) -> Iterator[Place]:
    """The commands of a text, at most one for each rule and sentence."""
    before: Sentence | None = None
    for sentence in _sentences(low, marks):
        if sentence.heard & _CARRIERS and (len(sentence.marks) > 1 or sentence.heard & BIT["obey"]):
            yield from _commands_in(low, sentence, before)
        before = sentence


def _sentences(low: str, marks: list[Mark]) -> Iterator[Sentence]:
    sentence: Sentence | None = None
    for mark in marks:
        if sentence is None or mark.start - sentence.end > _NEAR or _SENTENCE.search(low, sentence.end, mark.start) or mark.end - sentence.start > 600:
            if sentence is not None:
                yield sentence
            sentence = Sentence(mark.start, mark.end)
        sentence.marks.append(mark)
        sentence.heard |= mark.kinds
        sentence.end = max(sentence.end, mark.end)
    if sentence is not None:
        yield sentence


def _commands_in(low: str, sentence: Sentence, before: Sentence | None) -> Iterator[Place]:
    sentence.languages = spoken(low, sentence.start - 40, sentence.end + 40)
    _hear_the_reader(low, sentence)
    addressed = before is not None and sentence.start - before.end < 40 and before.heard & (BIT["reads"] | BIT["header"]) != 0
    for rule, carrier, needs, some in _RULES:
        known = sentence.heard
        if not known & BIT[carrier] or not all(known & BIT[need] for need in needs):
            continue
        extra = addressed and ("reads" in some or "header" in some)
        if some and not extra and not any(kind in _SIGNS or known & BIT[kind] for kind in some):
            continue
        for mark in sentence.of(carrier):
            if _commands(low, sentence, mark, carrier, addressed=addressed) and _together(low, sentence, mark, (carrier, needs, some), extra=extra):
                yield rule, sentence.start, sentence.end
                break
    if sentence.heard & BIT["reveal_verbs"] and sentence.heard & BIT["person"]:
        yield from _kept_from_the_person(low, sentence)


def _hear_the_reader(low: str, sentence: Sentence) -> None:
    """A word for an agent with a verb of reading, or as an address before a comma, is an address to the reader."""
    for mark in sentence.of("reader"):
        languages = mark.languages("reader")
        near = (other for other in sentence.marks if other.kinds & (BIT["reading"] | BIT["note"]) and _near(mark, other))
        read = _union([other for other in sentence.of("reading") if _near(mark, other)], "reading") & _union(list(near), "reading")
        called = _VOCATIVE.match(low, mark.end) is not None and (mark.start == 0 or _CLAUSE_START.search(low[max(mark.start - 12, 0) : mark.start]) is not None)
        sentence.addressed |= languages if called else languages & read
    if sentence.addressed:
        sentence.heard |= BIT["reads"]


def _kept_from_the_person(low: str, sentence: Sentence) -> Iterator[Place]:
    """A negated "tell", "show" with the person whom the agent serves."""
    for mark in sentence.of("reveal_verbs"):
        languages = mark.languages("reveal_verbs") & sentence.languages
        near = [other for other in sentence.of("person") if _near(mark, other) and other.languages("person") & languages]
        if near and mark.manner("reveal_verbs", languages) != "~" and _negated(low, sentence, mark, languages):
            yield "hide_from_the_person", sentence.start, sentence.end
            return


def _together(low: str, sentence: Sentence, mark: Mark, rule: tuple[str, tuple[str, ...], tuple[str, ...]], *, extra: bool) -> bool:
    """Do words of the other kinds stand near, in the same language?"""
    carrier, needs, some = rule
    languages = mark.languages(carrier) & sentence.languages
    for need in needs:
        languages &= _union([other for other in sentence.of(need) if other is not mark and _near(mark, other) and _is_meant(low, sentence, other, need)], need)
    if not languages:
        return False
    if not some or extra:
        return True
    for kind in some:
        if kind in _SIGNS:
            if _SIGNS[kind].search(low, sentence.start, sentence.end + 80):
                return True
        elif kind == "reads" and languages & sentence.addressed:
            return True
        elif languages & _union([other for other in sentence.of(kind) if other is not mark and _is_meant(low, sentence, other, kind)], kind):
            return True
    return False


def _near(mark: Mark, other: Mark) -> bool:
    return other.start - mark.end <= _NEAR and mark.start - other.end <= _NEAR


def _union(found: list[Mark], kind: str) -> int:
    bits = 0
    for mark in found:
        bits |= mark.languages(kind)
    return bits


def _is_meant(low: str, sentence: Sentence, mark: Mark, kind: str) -> bool:
    """A verb that only helps a rule must be a command as well."""
    return kind not in _VERBS or _commands(low, sentence, mark, kind, addressed=False)


def _commands(low: str, sentence: Sentence, mark: Mark, kind: str, *, addressed: bool) -> bool:
    """Is the word used as a command, and not negated?"""
    languages = mark.languages(kind) & sentence.languages
    if not languages or (kind in _VERBS and _negated(low, sentence, mark, languages)):
        return False
    if UNSPACED.match(low[mark.end - 1]) and low[mark.end : mark.end + 1] in ("了", "过"):
        return False
    manner = mark.manner(kind, languages)
    if manner == "" or (addressed and manner == "^"):
        return True
    if manner == "~":
        helped = sentence.addressed & languages or any(other.any_language(_HELPERS) & languages for other in sentence.marks if other is not mark)
        return addressed or bool(helped) or _ends_sentence(low, mark)
    if mark.start == 0 or _CLAUSE_START.search(low[max(mark.start - 12, 0) : mark.start]):
        return True
    helpers = (*_BEFORE, "always") if kind == "obey" else _BEFORE
    return _led(low, "lead", mark, languages) or (_led(low, "joins", mark, languages) and _after_a_command(low, sentence, mark)) or any(
        other.any_language(helpers) & languages and 0 <= mark.start - other.end <= _CLOSE and not _CLAUSE_END.search(low, other.end, mark.start)
        for other in sentence.marks
    )


def _led(low: str, kind: str, mark: Mark, languages: int) -> bool:
    """Does a word of the kind stand directly before the mark?"""
    begin = max(mark.start - 26, 0)
    length = len(low[begin : mark.start].rstrip())
    return any(found.end() - begin == length for found in heard(kind, low, begin, begin + length, languages))


def _after_a_command(low: str, sentence: Sentence, mark: Mark) -> bool:
    """Is there a command before the mark in the sentence?"""
    earlier = (other for other in sentence.marks if other.end <= mark.start)
    return any(_commands(low, sentence, other, kind, addressed=False) for other in earlier for kind in (*_VERBS, "role", "obey") if other.kinds & BIT[kind])


def _ends_sentence(low: str, mark: Mark) -> bool:
    """In scripts without spaces a connecting form at the end of the sentence is a command."""
    return UNSPACED.match(low[mark.start]) is not None and re.compile(r"[ね]?\s*(?:[。！!]|$)").match(low, mark.end) is not None


def _negated(low: str, sentence: Sentence, mark: Mark, languages: int) -> bool:
    begin = max(mark.start - 28, sentence.start - 28, 0)
    cut = max((found.end() for found in re.compile(r"[,.;:!?。，；！？、]|\n").finditer(low, begin, mark.start)), default=begin)
    cut = max([cut, *(other.end for other in sentence.of("asks") if other.end <= mark.start and other.start >= begin - 20)])
    if any(mark.start - found.end() <= 12 for found in heard("nots", low, cut, mark.start, languages)):
        return True
    clause = re.compile(r"[^,.;:!?。，；！？\n]{0,60}").match(low, mark.end)
    end = clause.end() if clause else mark.end
    end = min((found.start() for found in heard("joins", low, mark.end, end, languages)), default=end)
    return next(heard("nots_after", low, mark.end, end, languages), None) is not None
