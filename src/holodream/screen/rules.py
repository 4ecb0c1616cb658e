"""The rules for commands: which kinds of words must stand together in a sentence, and a cheap look whether they may."""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from .lexicon import BIT, NEGATION

_QUESTION = re.compile(r"[?？؟]")
_VOCATIVE_SIGN = re.compile("[,:，、：!！]")
_SIGN_REACH = 80  # characters behind the words in which a question mark or an address counts
_COLON_AND_BREAK = (":\n", "：\n")
# What makes an address to the reader a command: something that is wanted of it. A letter may begin alike ("when you read this").
_WANTED = (
    "note", "asks", "acts", "reveal_verbs", "obey", "hide", "drop_verbs", "role", "free", "answer", "always", "hidden_nouns", "rule_nouns",
)  # fmt: skip
# A rule: its name, the verb or phrase that carries it, the kinds that must all be there too, and kinds of which one must be.
# "question" is a question mark, "address" an e-mail or web address.
_RULES: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("drop_the_rules", "drop_verbs", ("rule_nouns",), ("whose", "own", "reader", "reads", "header", "always", "free", "obey")),
    ("drop_the_rules", "drop_verbs", ("guards",), ()),
    ("drop_the_rules", "void", ("rule_nouns",), ("whose", "own", "note", "reader", "reads", "header")),
    ("drop_the_care", "drop_verbs", ("consent", "acts"), ()),
    ("drop_the_rules", "void", ("guards",), ("whose", "own", "note", "regard", "role", "reader", "reads", "header")),
    ("drop_the_care", "drop_verbs", ("care",), ("always", "reader", "reads", "header", "hide", "outlet")),
    ("drop_the_care", "hide", ("care",), ()),
    ("drop_the_care", "free", ("care",), ()),
    ("reveal_what_is_hidden", "reveal_verbs", ("hidden_nouns",), ()),
    ("reveal_what_is_hidden", "reveal_verbs", ("rule_nouns", "own"), ()),
    ("reveal_what_is_hidden", "answer", ("hidden_nouns", "own"), ()),
    ("send_away_what_is_hidden", "reveal_verbs", ("private",), ("address", "reader", "reads", "header", "hide", "blind", "asked")),
    ("send_away_what_is_hidden", "hidden_nouns", ("reader",), ("address",)),
    ("send_away_what_is_hidden", "private", ("reader",), ("address",)),
    ("send_away_what_is_hidden", "reveal_verbs", ("reads",), ("address",)),
    ("send_away_what_is_hidden", "reveal_verbs", ("person",), ("address",)),
    ("send_away_what_is_hidden", "attach", ("outlet",), ("hidden_nouns", "private", "address")),
    ("send_away_what_is_hidden", "attach", ("hidden_nouns",), ("always", "reader", "reads", "header", "address")),
    ("send_away_what_is_hidden", "attach", ("private",), ("reader", "reads", "header", "address")),
    ("send_away_what_is_hidden", "hide", ("reveal_verbs",), ("hidden_nouns", "private", "address", "person", "reader", "reads")),
    ("ask_for_a_secret", "what", ("hidden_nouns",), ("question", "asks", "reveal_verbs")),
    ("ask_for_a_secret", "what", ("rule_nouns", "own"), ("question", "asks", "reveal_verbs")),
    ("obey_somebody", "obey", (), ("always", "reader", "reads", "header", "asked", "whose", "free", "hide", "role", "note")),
    ("obey_somebody", "drop_verbs", ("obey",), ()),
    ("obey_somebody", "outranks", (), ("rule_nouns", "obey", "own", "always", "reader", "reads", "header")),
    ("play_a_role_without_rules", "role", ("free",), ()),
    ("play_a_role_without_rules", "free", (), ("reader", "reads", "header", "asks", "role", "obey")),
    ("play_a_role_without_rules", "free", ("answer",), ()),
    ("hide_from_the_person", "hide", (), ("person", "note", "reader", "reads", "header")),
    ("addressed_to_the_reader", "reads", (), _WANTED),
    ("false_system_message", "header", (), ("free", "drop_verbs", "reveal_verbs", "obey", "role", "hide", "acts")),
    ("act_blindly", "acts", ("goods",), ("blind", "reader", "reads", "header", "asked", "hide")),
    ("act_blindly", "acts", ("needless", "consent"), ()),
    ("act_blindly", "acts", ("unchecked",), ("whose", "goods", "always")),
    ("obey_somebody", "acts", ("rule_nouns", "blind"), ("always", "reader", "reads", "header")),
    ("act_blindly", "needless", ("consent",), ("person", "goods", "reader", "reads", "header", "blind")),
    ("act_blindly", "done_to", ("goods", "unchecked"), ()),
    ("act_blindly", "unchecked", ("person", "goods"), ()),
    ("act_blindly", "regard", ("goods",), ("reads", "header")),
    ("say_what_is_false", "asked", ("answer",), ()),
    ("say_what_is_false", "asked", ("insist",), ()),
    ("say_what_is_false", "promote", ("always",), ("topic", "outlet", "asked")),
    ("say_what_is_false", "insist", (), ("always", "topic", "asked", "reader", "reads", "header")),
    ("say_what_is_false", "answer", ("always", "hide"), ()),
)
SIGNS = {
    "question": _QUESTION,
    "address": re.compile(r"[\w.+-]@[\w-]+\.|://|(?<![\w.])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:org|com|net|io|example|ru|cn|info|xyz)(?![\w.])"),
}
CARRIERS = sum({BIT[carrier] for _, carrier, _, _ in _RULES})
CALLED = 1 << 61  # stands for an address in the sentence before


class _Mask(NamedTuple):
    """A rule with the kinds that it needs, those of which it needs one, and the signs that may stand for them: a cheap first look."""

    rule: tuple[str, str, tuple[str, ...], tuple[str, ...]]
    carrier: int
    all_of: int
    some_of: int
    signs: tuple[str, ...]


def _mask(rule: tuple[str, str, tuple[str, ...], tuple[str, ...]]) -> _Mask:
    _, carrier, needs, some = rule
    some_of = sum({BIT[kind] for kind in some if kind not in SIGNS}) | (CALLED if {"reads", "header"} & {*some} else 0)
    return _Mask(rule, BIT[carrier], BIT[carrier] | sum(BIT[need] for need in needs), some_of, tuple(kind for kind in some if kind in SIGNS))


MASKS = tuple(map(_mask, _RULES))
KEPT = BIT["reveal_verbs"] | BIT["person"] | NEGATION


@functools.lru_cache(maxsize=10_000)
def what_fires(heard: int, *, called: bool) -> tuple[str, ...]:
    """The signs one of which makes a command of words of such kinds: "" when they do by themselves."""
    if heard & KEPT == KEPT:
        return ("",)
    if not heard & CARRIERS:
        return ()
    all_heard = heard | (CALLED if called else 0)
    signs: dict[str, None] = {}
    for mask in MASKS:
        if heard & mask.carrier and all_heard & mask.all_of == mask.all_of:
            if all_heard & mask.some_of or not (mask.some_of or mask.signs):
                return ("",)
            signs.update(dict.fromkeys(mask.signs))
    return tuple(signs)


def may_command(low: str, start: int, end: int, heard: int, *, called: bool = False) -> bool:
    """May there be a command in a sentence with words of such kinds? `called` when an address to the reader stands before it."""
    return any(not sign or has_sign(sign, low, start, end, end) for sign in what_fires(heard, called=called))


def addresses(low: str, start: int, end: int, heard: int) -> int:
    """The kinds of the words of a sentence, with that of an address to the reader when there may be one."""
    if heard & BIT["reader"] and (heard & (BIT["reading"] | BIT["note"]) or _VOCATIVE_SIGN.search(low, start, end + 2)):
        return heard | BIT["reads"]
    return heard


def has_sign(kind: str, low: str, start: int, end: int, stop: int) -> bool:
    """Is there a question mark or an address in a sentence, near the words, or below it when it ends with a colon?"""
    last = min(end + _SIGN_REACH, stop + 1)
    if kind == "address" and low[stop - 1 : stop + 1] in _COLON_AND_BREAK:
        last = end + _SIGN_REACH
    return SIGNS[kind].search(low, start, last) is not None
