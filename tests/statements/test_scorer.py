"""The scorer's file: trees as text, points, the reasons that are told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.statements.corroboration import NEVER_CONFIRM
from holodream.statements.reasons import features
from holodream.statements.sameness import APART
from holodream.statements.scorer import parse, read, scorer
from holodream.statements.understanding import understand

SMALL = """
[yes]
start = 0.5
trees = ["a<0.5[-1|b<2[1|3]]"]
weights = { a = 2.0 }
[no]
start = 0.0
trees = []
weights = {}
"""


def test_points_are_the_sum_of_weights_and_trees() -> None:
    judge = read(SMALL)
    assert judge.points({}) == {"yes": -0.5, "no": 0.0}
    assert judge.points({"a": 1.0})["yes"] == 0.5 + 2.0 + 1.0
    assert judge.points({"a": 1.0, "b": 2.0})["yes"] == 0.5 + 2.0 + 3.0
    assert judge.told("yes", {"a": 1.0}) == ("a",)
    assert judge.told("no", {"a": 1.0}) == ()


@given(st.dictionaries(st.sampled_from(scorer("corroboration").reasons), st.floats(0, 3)), st.data())
def test_points_with_a_few_reasons_more_are_those_of_all_of_them(found: dict[str, float], data: st.DataObject) -> None:
    judge = scorer("corroboration")
    more = data.draw(st.dictionaries(st.sampled_from(judge.reasons), st.floats(0, 3), max_size=3))
    points, instead = judge.points_also_with(found, more)
    assert points == judge.points(found)
    assert instead == pytest.approx(judge.points({**found, **more}))


@pytest.mark.parametrize("text", ["", "1", "a<1[2|3", "a<1[2 3]", "a<1[2|3]4", "|", "a<1[2|a<2[3|a<3[4|5]]]"])
def test_what_is_no_tree_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="tree"):
        parse(text, {"a": 0})


# Between them these show every reason that there is: reasons that a pair does not give may be left out.
CHATTER = (
    "Yes, no, not anymore. She used to like it, hates it now, still goes, supposedly planned to, maybe, lol just kidding. "
    "Could you please remind me? Don't forget. I will go, we are going to move. His friend's tea in May costs 3 euros, 45 kg"
)
SHOWING = (
    (
        "Nora does not love olives: in June, on Tuesday, 12 kg at 3 euros for her brother.",
        f"{CHATTER} Bob with Nora's friend on Monday",
        "Does Nora love olives? 12 kg",
    ),
    ("Nora loves olives.", "Nora ate no 3 olives on Tuesday", None),
    ("Nora doesn't love olives.", "Nora loves olives", None),
    (CHATTER, "Nora's brother does not love cold olives", None),
    ("The hot tea is for mother", "cold tea for my aunt", None),
)


def test_the_shipped_scorers_know_the_reasons_that_there_are() -> None:
    found = {name for fact, message, quote in SHOWING for name in features(understand(fact), understand(message), understand(quote) if quote else None)}
    assert set(scorer("corroboration").reasons) <= found
    assert set(NEVER_CONFIRM) <= found
    assert not set(NEVER_CONFIRM) & set(scorer("corroboration").reasons)
    assert not set(APART) & set(scorer("sameness").reasons)
