"""The list of known faults names tests that are there; that each of them still fails is seen when it runs."""

from __future__ import annotations

from .conftest import KNOWN_FAULTS, known_faults


def test_every_line_names_a_test() -> None:
    for line in known_faults():
        file, _, name = line.partition("::")
        source = (KNOWN_FAULTS.parents[1] / file).read_text(encoding="utf-8")
        assert f"def {name.partition('[')[0].rpartition('::')[2]}(" in source, line
