"""Texts that command the agent which will read them, by what they ask: drop the rules, reveal, obey, play a role, hide, act blindly.

The known words of a sentence are put together; a rule fires when words of all its kinds stand in one sentence and belong to one
language (English words may stand in a text of another script). A verb counts only as a command: by its form, by its place at the
beginning of a clause, or together with a request ("could you", "you must") or an address to the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .level import signs
from .lexicon import BIT, UNSPACED, Mark, spoken
from .near import Near
from .rules import CALLED, CARRIERS, MASKS, SIGNS, has_sign
from .shapes import Place
from .wordlists import COMMAND_KINDS

_NEAR = 70  # characters between the words of a rule
_CLAUSE_START = re.compile(r"(?:^|\n|\t)[\W\d_]*$|(?:^|[\n`,.;:!?…。，、；：！？।،؛¿¡—–(（\[\]\"“„«「『>|*-])[\s\"'“„«「『*]*$")
_BREAKS = r",.;:!?…。，；：！？、،؛؟।—–|>()（）\[\]\n"  # signs that end a clause
_CLAUSE_BREAK, _CLAUSE_REST = re.compile(rf"[{_BREAKS}]|\s[-*/]\s"), re.compile(rf"[^{_BREAKS}]{{0,60}}")
_VOCATIVE = re.compile(r"\s?[,:，、：!！]")
_CLAUSE_END = re.compile(r"[,.;!?。，；！？،؛]")
_QUOTED = re.compile(r"[\"“„«「『][^\"“”„«»「」『』\n]{3,200}[\"”“»」』]")
_TELLS = re.compile(r"[^\"“”„«»「」『』\n]*[^\W_]\w*\s*")  # words that lead to a quotation, and no sign before it
_SENTENCE_END = re.compile(rf"[{signs('kana')}]?\s*(?:[。！!]|$)")  # perhaps with a particle before it
_CALLS, _OPENERS, _GAP = ("reads", "header"), ("always", "outlet", "asked"), 2
_HELPERS, _BEFORE = ("asks", "reads", "header"), ("asks", "reader", "reads", "header")
_NEGATION_REACH = 16  # characters between a negation and its verb
_BESIDE = 22  # characters between rules and whose they are
_CLOSE = 34  # characters between a request and its verb
_VERBS = ("drop_verbs", "reveal_verbs", "acts", "answer", "attach", "promote", "insist")


class Sentence:
    """The known words of one sentence; `heard` are the kinds among them, `near` the small words around them."""

    __slots__ = ("addressed", "called", "calls", "end", "heard", "marks", "near", "start")

    def __init__(self, marks: list[Mark], heard: int) -> None:
        self.marks, self.heard = marks, heard
        self.start, self.end = marks[0].start, max(mark.end for mark in marks)
        self.near = Near("", 0, 0, 0)
        self.addressed = 0  # the languages in which the sentence addresses an agent
        self.called = 0  # those in which it calls one by its name
        self.calls = False  # it may be meant for what the next one says

    def of(self, kind: str) -> list[Mark]:
        """The words of a kind."""
        bit = BIT[kind]
        return [mark for mark in self.marks if mark.kinds & bit]


_KINDS = sum(BIT[kind] for kind in COMMAND_KINDS)
_ALONE = BIT["obey"] | BIT["reads"]  # kinds that may make a command alone
_LONGEST = 600  # characters of a sentence
_NEXT = 40  # characters between a sentence that addresses the reader and the one with the command
_AROUND = 80  # characters around a sentence on which its judgement may depend


def find_commands(low: str, marks: list[Mark]) -> Iterator[Place]:
    """The commands of a text, at most one for each rule and sentence."""
    before: Sentence | None = None
    clean: dict[tuple[object, ...], bool] = {}  # what was found clean is not looked at again where it is repeated, but may address the reader
    for group, heard in _sentences(marks):
        if not heard & CARRIERS:
            continue
        sentence = Sentence(group, heard)
        addressed = before is not None and sentence.start - before.end < _NEXT and before.calls
        begin = max(sentence.start - _AROUND, 0)
        words = [(mark.start - begin, mark.end - begin, mark.kinds) for mark in group]
        bounds = max(group[0].segment, begin) - begin, min(group[-1].stop, sentence.end + _AROUND) - begin
        around = low[begin : sentence.end + _AROUND + 1], addressed, bounds, *words
        if around in clean:
            sentence.calls = clean[around]
        else:
            found = list(_commands_in(low, sentence, addressed=addressed))
            sentence.calls = _calls(low, sentence)
            yield from found
            if not found:
                clean[around] = sentence.calls
        before = sentence


def _sentences(marks: list[Mark]) -> Iterator[tuple[list[Mark], int]]:
    """The words of each sentence that has two, and their kinds."""
    group: list[Mark] = []
    heard, start, end = 0, 0, 0
    for mark in marks:
        kinds = mark.kinds & _KINDS
        if not kinds:
            continue
        if group and (mark.segment != group[-1].segment or mark.start - end > _NEAR or mark.end - start > _LONGEST):
            if len(group) > 1 or heard & _ALONE:
                yield group, heard
            group, heard = [], 0
        if not group:
            start, end = mark.start, 0
        group.append(mark)
        heard |= kinds
        end = max(end, mark.end)
    if len(group) > 1 or heard & _ALONE:
        yield group, heard


def _commands_in(low: str, sentence: Sentence, *, addressed: bool) -> Iterator[Place]:
    may_address = sentence.heard & BIT["reader"] != 0
    heard = sentence.heard | (BIT["reads"] if may_address else 0) | (CALLED if addressed else 0)
    rules = [mask.rule for mask in MASKS if heard & mask.all_of == mask.all_of and (mask.signs or not mask.some_of or heard & mask.some_of)]
    kept = sentence.heard & BIT["reveal_verbs"] and sentence.heard & BIT["person"]
    if not rules and not kept:
        return
    sentence.near = Near(low, sentence.start - 40, sentence.end + 70, _languages_around(low, sentence))
    _hear_the_reader(low, sentence)
    told = _told_of(low, sentence)
    for rule, carrier, needs, some in rules:
        extra = addressed and ("reads" in some or "header" in some)
        for mark in sentence.of(carrier):
            if any(mark.start in quotation for quotation in told):
                continue
            if _commands(low, sentence, mark, carrier, addressed=addressed) and _together(low, sentence, mark, (carrier, needs, some), extra=extra):
                yield rule, sentence.start, sentence.end
                break
    if kept:
        yield from _kept_from_the_person(low, sentence)


def _hear_the_reader(low: str, sentence: Sentence) -> None:
    """A word for an agent with a verb of reading, or as an address before a comma, is an address to the reader."""
    for mark in sentence.of("reader"):
        languages = mark.languages("reader")
        near = (other for other in sentence.marks if other.kinds & (BIT["reading"] | BIT["note"]) and _near(mark, other))
        read = _union([other for other in sentence.of("reading") if _near(mark, other)], "reading") & _union(list(near), "reading")
        called = _VOCATIVE.match(low, mark.end) is not None and _begins_a_clause(low, mark)
        sentence.addressed |= languages if called else languages & read
        sentence.called |= languages if called else 0
    sentence.addressed &= sentence.near.languages
    if sentence.addressed:
        sentence.heard |= BIT["reads"]


def _calls(low: str, sentence: Sentence) -> bool:
    """Does a sentence address the reader so that the next one may be a command? Not when it only says of an agent that it reads something."""
    bits = sentence.addressed if sentence.heard & BIT["note"] else sentence.called
    for mark in sentence.marks:
        bits |= mark.any_language(_CALLS)
    return bits != 0 and bits & _languages_around(low, sentence) != 0


def _languages_around(low: str, sentence: Sentence) -> int:
    """The languages of the words around a sentence, as bits."""
    return spoken(low, max(sentence.start - 40, sentence.marks[0].segment), min(sentence.end + 40, sentence.marks[-1].stop))


def _told_of(low: str, sentence: Sentence) -> Sequence[range]:
    """The quotations in the sentence of what attackers write, an article says."""
    begin, end = sentence.marks[0].segment, min(sentence.marks[-1].stop + 2, sentence.end + _AROUND)  # with a full stop before the closing sign
    told = [word.end for word in sentence.near.words("told") if word.start >= begin]
    if not told:
        return ()
    quoted = _QUOTED.finditer(low, max(begin, min(told)), end)
    return [range(*found.span()) for found in quoted if any(word <= found.start() and _TELLS.fullmatch(low, word, found.start()) for word in told)]


def _kept_from_the_person(low: str, sentence: Sentence) -> Iterator[Place]:
    """A negated "tell", "show" with the person whom the agent serves."""
    for mark in sentence.of("reveal_verbs"):
        languages = mark.languages("reveal_verbs") & sentence.near.languages
        near = [other for other in sentence.of("person") if _in_one_clause(low, mark, other) and other.languages("person") & languages]
        if near and mark.manner("reveal_verbs", languages) != "~" and _negated(low, sentence, mark, "reveal_verbs"):
            yield "hide_from_the_person", sentence.start, sentence.end
            return


def _together(low: str, sentence: Sentence, mark: Mark, rule: tuple[str, tuple[str, ...], tuple[str, ...]], *, extra: bool) -> bool:
    """Do words of the other kinds stand near, in the same language?"""
    carrier, needs, some = rule
    languages = mark.languages(carrier) & sentence.near.languages
    for need in needs:
        meant = [other for other in sentence.of(need) if _beside(mark, other) and _near(mark, other) and _is_meant(low, sentence, other, need)]
        if need == "own" and "rule_nouns" in needs:
            meant = [other for other in meant if _whose(low, sentence, other)]
        languages &= _union(meant, need) | (sentence.addressed if need == "reads" else 0)
    if not languages:
        return False
    if not some or extra:
        return True
    for kind in some:
        if kind in SIGNS:
            if has_sign(kind, low, sentence.start, sentence.end, sentence.marks[-1].stop):
                return True
        elif kind == "reads" and languages & sentence.addressed:
            return True
        else:
            meant = [other for other in sentence.of(kind) if _beside(mark, other) and _near(mark, other) and _is_meant(low, sentence, other, kind)]
            if languages & _union(meant, kind):
                return True
    return False


def _whose(low: str, sentence: Sentence, own: Mark) -> bool:
    """Does a word for rules stand close to "your"? (The rules of a game say: show your cards.)"""
    for other in sentence.of("rule_nouns"):
        first, last = min(own.end, other.end), max(own.start, other.start)
        if last - first <= _BESIDE and not _CLAUSE_END.search(low, first, last):
            return True
    return False


def _beside(mark: Mark, other: Mark) -> bool:
    """Is it another word, where neither is a part of the other?"""
    return (other.start - mark.start) * (other.end - mark.end) > 0


def _near(mark: Mark, other: Mark) -> bool:
    return other.start - mark.end <= _NEAR and mark.start - other.end <= _NEAR


def _in_one_clause(low: str, mark: Mark, other: Mark) -> bool:
    return _near(mark, other) and not _CLAUSE_END.search(low, min(mark.end, other.end), max(mark.start, other.start))


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
    languages = mark.languages(kind) & sentence.near.languages
    if not languages or (kind in _VERBS and _negated(low, sentence, mark, kind)):
        return False
    behind = (mark.end, mark.end + 1) if kind == "reveal_verbs" and low[mark.end : mark.end + 1] == " " else (mark.end,)
    if any(word.start in behind for word in sentence.near.words("done")):
        return False
    manner = mark.manner(kind, languages)
    if manner == "" or (addressed and manner == "^"):
        return True
    if manner == "~":
        helped = sentence.addressed & languages or any(other.any_language(_HELPERS) & languages for other in sentence.marks if other is not mark)
        return addressed or bool(helped) or _ends_sentence(low, mark)
    if _begins_a_clause(low, mark) or _is_opened(low, sentence, mark, languages):
        return True
    helpers = (*_BEFORE, "always") if kind == "obey" else _BEFORE
    return (
        _led(low, "lead", mark, sentence)
        or (_led(low, "joins", mark, sentence) and _after_a_command(low, sentence, mark))
        or any(
            other.any_language(helpers) & languages and 0 <= mark.start - other.end <= _CLOSE and not _CLAUSE_END.search(low, other.end, mark.start)
            for other in sentence.marks
        )
    )


def _begins_a_clause(low: str, mark: Mark) -> bool:
    return mark.start == 0 or _CLAUSE_START.search(low[max(mark.start - 12, 0) : mark.start]) is not None


def _is_opened(low: str, sentence: Sentence, mark: Mark, languages: int) -> bool:
    """Does the verb follow directly on "from now on", "at the end of every answer", with which its clause begins?"""
    place = mark.start
    for other in reversed([other for other in sentence.marks if other.start < mark.start and other.any_language(_OPENERS) & languages]):
        if place - other.end > _GAP:
            return False
        if _begins_a_clause(low, other):
            return True
        place = other.start
    return False


def _led(low: str, kind: str, mark: Mark, sentence: Sentence) -> bool:
    """Does a word of the kind stand directly before the mark?"""
    begin = max(mark.start - 26, 0)
    end = begin + len(low[begin : mark.start].rstrip())
    return any(word.end == end for word in sentence.near.words(kind))


def _after_a_command(low: str, sentence: Sentence, mark: Mark) -> bool:
    """Is there a command before the mark in the sentence?"""
    earlier = (other for other in sentence.marks if other.end <= mark.start)
    return any(_commands(low, sentence, other, kind, addressed=False) for other in earlier for kind in (*_VERBS, "role", "obey") if other.kinds & BIT[kind])


def _ends_sentence(low: str, mark: Mark) -> bool:
    """In scripts without spaces a connecting form at the end of the sentence is a command."""
    return UNSPACED.match(low[mark.start]) is not None and _SENTENCE_END.match(low, mark.end) is not None


def _negated(low: str, sentence: Sentence, mark: Mark, kind: str) -> bool:
    near = sentence.near.within(mark.languages(kind))
    begin = max(mark.start - 28, sentence.start - 28, 0)
    cut = max((found.end() for found in _CLAUSE_BREAK.finditer(low, begin, mark.start)), default=begin)
    nots = [word for word in near.words("nots") if begin <= word.start and word.end <= mark.start]
    asked = (other for other in sentence.of("asks") if begin - 20 <= other.start and other.end <= mark.start)
    cut = max([cut, *(other.end for other in asked if not any(word.start <= other.start and other.end <= word.end for word in nots))])
    if any(cut <= word.start and mark.start - word.end <= _NEGATION_REACH for word in nots):
        return True
    after = near.words("nots_after")
    if not after:
        return False
    clause = _CLAUSE_REST.match(low, mark.end)
    end = clause.end() if clause else mark.end
    end = min((word.start for word in near.words("joins") if mark.end <= word.start < end), default=end)
    return any(mark.end <= word.start and word.end <= end for word in after)
