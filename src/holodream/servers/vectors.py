"""Vectors as servers send them: decoded, checked, brought to length 1."""

from __future__ import annotations

import base64
import binascii
import math
import sys
from array import array
from operator import mul
from typing import TypeAlias

Vector: TypeAlias = "array[float]"  # of typecode "f": 4 bytes a number


class BadNumbers(ValueError):
    """The numbers are no vector: none at all, not finite, all zero, or no numbers."""


def numbers(sent: object) -> Vector:
    """The numbers of one embedding, a list or base64 of 4-byte floats. BadNumbers when they are none."""
    if isinstance(sent, str):
        return array("d", _from_base64(sent))
    if not isinstance(sent, list) or not sent:
        raise BadNumbers
    try:
        return array("d", sent)
    except (TypeError, OverflowError):
        raise BadNumbers from None


def _from_base64(sent: str) -> Vector:
    try:
        data = base64.b64decode(sent, validate=True)
        found = array("f", data)
    except (binascii.Error, ValueError):
        raise BadNumbers from None
    if sys.byteorder == "big":
        found.byteswap()
    if not found:
        raise BadNumbers
    return found


def unit(values: Vector) -> Vector:
    """The same direction with length 1, as 4-byte floats. BadNumbers for zero, NaN and infinity."""
    largest = max(map(abs, values), default=0.0)
    if not (math.isfinite(largest) and largest > 0) or math.isnan(sum(values)):
        raise BadNumbers
    scaled = [value / largest for value in values]  # or squares of huge numbers would overflow
    length = math.sqrt(sum(map(mul, scaled, scaled)))
    if not math.isfinite(length):
        raise BadNumbers
    return array("f", [value / length for value in scaled])


def cosine(one: Vector, other: Vector) -> float:
    """How alike two vectors of length 1 are: 1 for the same, 0 for nothing in common. Of different widths: 0."""
    return sum(map(mul, one, other)) if len(one) == len(other) else 0.0
