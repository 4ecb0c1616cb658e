"""Anchors: verbatim, in this entry once, in no other one, and safe on their way through a prompt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.night.anchors import anchor

_QUOTES = str.maketrans("‘’“”", "''\"\"")


def folded(text: str) -> str:
    return text.translate(_QUOTES)


def holds(entry: str, others: list[str], longest: int) -> str:
    """The anchor, after what must hold of every anchor was looked at."""
    found = anchor(entry, others, longest)
    if found:
        assert found in entry
        assert len(found) <= longest or found == entry
        assert not any(folded(found) in folded(other) for other in others)
        assert found == entry or folded(entry).count(folded(found)) == 1
        assert "`" not in found
        assert "\u200d" not in found
    return found


def test_a_short_entry_is_its_own_anchor() -> None:
    assert holds("Leo is allergic to hazelnuts.", ["Mia is allergic to cats."], 200) == "Leo is allergic to hazelnuts."


def test_a_long_entry_gives_a_short_piece_of_whole_words() -> None:
    entry = "The heating is serviced by Mr Falk from Teltow every autumn. " * 5
    found = holds(entry.strip() + " Only cash.", ["The heating is old."], 200)
    assert found.endswith("Only cash.")


def test_a_piece_that_another_entry_holds_too_is_passed_over() -> None:
    common = "The house in the Rosenweg has three floors and a garden with old apple trees. "
    entry, other = common + "The key is with Uncle Ben. " * 8, common + "The roof was mended in 2024. " * 8
    assert "Uncle Ben" in holds(entry, [other], 80) or "key" in holds(entry, [other], 80)


def test_an_entry_inside_another_one_has_no_anchor() -> None:
    assert holds("Likes tea", ["Likes tea with milk"], 200) == ""
    assert holds("Likes tea with milk", ["Likes tea"], 200) == "Likes tea with milk"


def test_quotation_marks_may_be_exchanged_by_the_host() -> None:
    assert holds("Says “hello” twice", ['Says "hello" twice a day'], 200) == ""


@pytest.mark.parametrize("unsafe", ["`", "\u200d", "\u2066", "+66812345678"])
def test_what_a_prompt_changes_is_left_out(unsafe: str) -> None:
    entry = f"Ring {unsafe} first. The gate of the allotment opens with the small brass key only."
    found = holds(entry, [], 200)
    assert found
    assert unsafe not in found


def test_lines_are_not_crossed() -> None:
    assert "\n" not in holds("first line of the entry\nsecond line of the entry\nthird line of the entry and more", ["first line of the entry"], 60)


def test_scripts_without_spaces() -> None:
    entry = "小雨的钢琴课在星期四下午四点，老师姓陈，教室在三楼，每次五十分钟。"
    assert holds(entry, ["小雨的钢琴课在星期二。"], 30)


_TEXT = st.text(alphabet="ab '\"’\u200d`\nж月.", min_size=1, max_size=60).map(str.strip).filter(bool)


@given(_TEXT, st.lists(_TEXT, max_size=4), st.integers(20, 60))
def test_whatever_the_entries_are(entry: str, others: list[str], longest: int) -> None:
    holds(entry, [other for other in others if other != entry], longest)


def test_a_large_file_is_no_burden() -> None:
    entries = [f"Entry {number}: " + "the same words again and again, " * 6 for number in range(60)]
    assert all(holds(entry, [other for other in entries if other is not entry], 200) for entry in entries[:6])
