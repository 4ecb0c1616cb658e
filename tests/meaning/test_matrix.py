"""The nearest vectors: plain Python and numpy give the same, and what they look at roughly is good enough."""

from __future__ import annotations

import importlib.util
import math
import random
import sys
from array import array

import pytest

from holodream.meaning.matrix import NumpyMatrix
from holodream.meaning.nearest import Matrix
from holodream.meaning.plain import MOST_PLAIN, PlainMatrix
from holodream.store.vectors import packed, unpacked

from ..support import run_python

WIDTH = 96
KINDS = [PlainMatrix, pytest.param(NumpyMatrix, marks=pytest.mark.skipif(not importlib.util.find_spec("numpy"), reason="needs numpy (see docs/meaning.md)"))]


def vectors(number: int, seed: int = 1) -> list[array[float]]:
    chance = random.Random(seed)
    middle = [chance.gauss(0, 2) for _ in range(WIDTH)]
    return [unit([value + chance.gauss(0, 1) for value in middle]) for _ in range(number)]


def unit(values: list[float]) -> array[float]:
    length = math.sqrt(sum(value * value for value in values))
    return array("f", [value / length for value in values])


def filled(matrix: Matrix, many: list[array[float]]) -> Matrix:
    for start in range(0, len(many), 700):
        matrix.add([(start + place + 1, packed(vector)) for place, vector in enumerate(many[start : start + 700])])
    return matrix


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [1, 5, 900, 5000])
def test_a_vector_is_nearest_to_itself(kind: type, number: int) -> None:
    many = vectors(number)
    matrix = filled(kind(WIDTH), many)
    for place in (0, number // 2, number - 1):
        ((best, cosine), *_) = matrix.nearest(many[place], 3).found
        assert best == place + 1
        assert cosine == pytest.approx(1, abs=0.02)


def exactly(many: list[array[float]], question: array[float], most: int) -> list[int]:
    """The ids of the nearest vectors as they are stored, by comparing with each."""
    stored = [unpacked(packed(vector)) for vector in many]
    cosines = [scale * sum(a * b for a, b in zip(numbers, question, strict=True)) for scale, numbers in stored]
    return [place + 1 for place in sorted(range(len(many)), key=lambda place: -cosines[place])[:most]]


@pytest.mark.parametrize("kind", KINDS)
def test_a_rough_look_finds_nearly_all(kind: type) -> None:
    many = vectors(6000)
    matrix, right = filled(kind(WIDTH), many), 0
    for question in vectors(10, seed=1):
        right += len(set(exactly(many, question, 10)) & {found for found, _ in matrix.nearest(question, 10).found})
    assert right >= 0.65 * 100, "vectors without any order are the hardest case"


def test_plain_python_finds_exactly_the_nearest() -> None:
    many = vectors(4300)  # more than two blocks
    matrix = filled(PlainMatrix(WIDTH), many)
    for question in vectors(8, seed=7):
        assert [found for found, _ in matrix.nearest(question, 10).found] == exactly(many, question, 10)


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_matrix_finds_nothing(kind: type) -> None:
    assert kind(WIDTH).nearest(vectors(1)[0], 5).found == ()


@pytest.mark.parametrize("kind", KINDS)
def test_usual_nearness(kind: type) -> None:
    many = vectors(200)
    nearest = filled(kind(WIDTH), many).nearest(many[0], 5)
    cosines = [sum(a * b for a, b in zip(many[0], other, strict=True)) for other in many]
    assert nearest.mean == pytest.approx(sum(cosines) / 200, abs=0.02)
    assert nearest.size == 200


def test_plain_python_keeps_the_newest() -> None:
    one = packed(vectors(1)[0])
    matrix = PlainMatrix(WIDTH)
    matrix.add([(number, one) for number in range(1, MOST_PLAIN + 11)])
    assert matrix.size == MOST_PLAIN
    assert min(found for found, _ in matrix.nearest(vectors(1)[0], MOST_PLAIN).found) > 10
    for number in range(MOST_PLAIN + 11, MOST_PLAIN + 14):
        matrix.add([(number, one)])
    assert sorted(found for found, _ in matrix.nearest(vectors(1)[0], MOST_PLAIN).found) == list(range(14, MOST_PLAIN + 14))


@pytest.mark.parametrize("kind", KINDS)
def test_a_vector_of_another_width_is_passed_over(kind: type) -> None:
    matrix = kind(WIDTH)
    matrix.add([(1, packed(array("f", [1.0, 0.0]))), (2, packed(vectors(1)[0]))])
    assert matrix.size == 1


@pytest.mark.skipif(not importlib.util.find_spec("numpy") or sys.platform != "linux", reason="needs numpy, and a system that tells its threads")
def test_numpy_starts_no_threads_for_it() -> None:
    """Two threads on two busy cores wait for each other longer than they work."""
    script = (
        "import os, random; from holodream.meaning.matrix import NumpyMatrix; from array import array\n"
        "matrix = NumpyMatrix(384); matrix.add([(number, random.randbytes(388)) for number in range(1, 5001)])\n"
        "matrix.nearest(array('f', [0.05] * 384), 5); print(len(os.listdir('/proc/self/task')))"
    )
    assert run_python(script, OMP_NUM_THREADS="2", OPENBLAS_NUM_THREADS="2").split() == ["1"]
