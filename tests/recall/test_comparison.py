"""A fact's terms held against the words of a message."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holodream.language import Word
from holodream.recall.comparison import Message, compare
from holodream.recall.matching import Probe, Term
from holodream.recall.query import understand

TERMS = ("otter", "otters", "pond", "@pond", "#date", "~0tr")
NEARNESS = (1.0, 0.8, 0.6, 0.5)


def probe(text: str, terms: list[tuple[str, float]], *, name: bool = False) -> Probe:
    found = sorted((Term(term, near, 1) for term, near in dict(terms).items()), key=lambda term: (-term.nearness, term.term))
    return Probe(Word(text, (text,)), tuple(found), weight=0.5, rank=0.5, name=name, kind_noun=False, facts=1)


@given(
    st.lists(st.lists(st.tuples(st.sampled_from(TERMS), st.sampled_from(NEARNESS)), max_size=4), max_size=5),
    st.frozensets(st.sampled_from(TERMS)),
)
def test_a_word_is_met_as_well_as_by_the_nearest_of_its_terms_that_the_fact_holds(words: list[list[tuple[str, float]]], held: frozenset[str]) -> None:
    probes = [probe(f"word{place}", terms) for place, terms in enumerate(words)]
    compared = compare(held, Message.of(understand("otter"), probes))
    nearest = [max((term.nearness for term in word.terms if term.term in held), default=0.0) for word in probes]
    assert list(compared.met) == [(word, near) for word, near in zip(probes, nearest, strict=True) if near]
    assert list(compared.unmet) == [word for word, near in zip(probes, nearest, strict=True) if not near]
    assert [text for text, _ in (*compared.matched, *compared.lacking)] == [word.word.text for word in (*(word for word, _ in compared.met), *compared.unmet)]


def test_own_words_are_no_names_kinds_or_sounds() -> None:
    compared = compare(frozenset(TERMS), Message.of(understand("otter"), []))
    assert (compared.own_words, compared.about_somebody) == (3, True)


def test_a_fact_that_has_the_name_in_another_script_lacks_only_names_and_numbers() -> None:
    """The other words of the message stand in it in its own language."""
    words = [probe("anya", [("@аня", 0.9)], name=True), probe("hedgehog", [("hedgehog", 1.0)]), probe("boris", [("@boris", 1.0)], name=True)]
    compared = compare(frozenset({"@аня", "ёж"}), Message.of(understand("Anya"), words))
    assert [word.word.text for word in compared.unmet] == ["hedgehog", "boris"]
    assert [word.word.text for word in compared.missed] == ["boris"]
