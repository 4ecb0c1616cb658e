"""The picture of how names connect: right, the same every time, and readable with few names and with many."""

from __future__ import annotations

import itertools
import math
import random
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.hosts.picture import draw
from holodream.store import Entity

SVG = "{http://www.w3.org/2000/svg}"


def entity(name: str, facts: int = 1, kind: str = "unknown") -> Entity:
    return Entity(name, "confirmed", True, facts, kind)


def places(picture: str) -> dict[str, tuple[float, float]]:
    """Where each name stands."""
    root = ElementTree.fromstring(picture)
    found = {}
    for group in root.iter(f"{SVG}g"):
        x, y = re.findall(r"-?[\d.]+", group.attrib["transform"])
        title = group.find(f"{SVG}title")
        assert title is not None
        found[str(title.text).rpartition(":")[0]] = (float(x), float(y))
    return found


def web(number: int, seed: int) -> tuple[list[Entity], list[tuple[str, str, int]]]:
    """Names of which most hang together as people do: some with many, most with few, some with none."""
    chance = random.Random(seed)
    names = [f"Name{place}" for place in range(number)]
    links = {(names[min(place, int(chance.random() ** 2 * place))], names[place]) for place in range(1, number) if chance.random() < 0.8}
    return [entity(name, chance.randrange(1, 30)) for name in names], [(one, other, chance.randrange(1, 5)) for one, other in sorted(links) if one != other]


def test_every_name_and_link_is_drawn() -> None:
    picture = draw([entity("Vera", 5, "person"), entity("Ilir"), entity("Graz", 1, "place")], [("Vera", "Ilir", 2), ("Vera", "Gone", 1)])
    assert set(places(picture)) == {"Vera", "Ilir", "Graz"}
    assert picture.count("<line ") == 1
    assert "Vera – Ilir: 2" in picture


def test_the_legend_tells_the_colours_that_are_there() -> None:
    picture = draw([entity("Vera", 5, "person"), Entity("Graz", "provisional", False, 1, "place")], [])
    for meaning in ("person", "place", "hollow: guessed, not confirmed"):
        assert f">{meaning}</text>" in picture
    assert ">thing</text>" not in picture
    assert "hollow" not in draw([entity("Vera", 5, "person")], [])


def test_nothing_is_a_picture_too() -> None:
    assert places(draw([], [])) == {}


@pytest.mark.parametrize("number", [2, 5, 60, 500])
def test_no_two_labels_begin_at_one_spot(number: int) -> None:
    spots = list(places(draw(*web(number, 3))).values())
    assert len(spots) == number
    nearest = min(math.dist(one, other) for one, other in itertools.combinations(spots, 2))
    assert nearest >= 12


@pytest.mark.parametrize("number", [5, 500])
def test_all_of_it_is_on_the_page(number: int) -> None:
    picture = draw(*web(number, 5))
    root = ElementTree.fromstring(picture)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert all(left <= x <= left + width and top <= y <= top + height for x, y in places(picture).values())
    assert max(width, height) < 8000


def test_the_same_names_give_the_same_picture() -> None:
    entities, links = web(80, 7)
    assert draw(entities, links) == draw(list(entities), list(reversed(links)))


@given(st.lists(st.text(max_size=40), unique=True, max_size=6))
def test_any_name_can_be_drawn(names: list[str]) -> None:
    names = [name for name in names if all(ord(char) >= 32 and not 0xD800 <= ord(char) < 0xE000 and char not in "\ufffe\uffff" for char in name)]
    links = [(one, other, 1) for one, other in itertools.pairwise(names)]
    ElementTree.fromstring(draw([entity(name) for name in names], links))
