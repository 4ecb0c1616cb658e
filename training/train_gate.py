"""Fit the weights of the gate (src/holodream/recall/gate.toml) on training/recall: python training/train_gate.py [--write]

A logistic regression over the explainable features of recall/evidence.py. Each message gives its best candidates as
examples; those that answer it are the good ones. Half of the stores (by language) is held out in turn for the printed figures.
Needs numpy and scipy (development only); deterministic.
"""

from __future__ import annotations

import argparse
import pathlib
from collections.abc import Sequence

import numpy as np
from scipy.optimize import minimize

import measure
from holodream.recall import gate
from holodream.recall.evidence import Evidence

FOLDERS = (measure.HERE,)
TARGET = pathlib.Path(__file__).parent.parent / "src/holodream/recall/gate.toml"
CANDIDATES = 4  # of each message
WEIGHT = {"lexical": 1.0, "semantic": 0.0, "smalltalk": 2.0, "unanswerable": 0.6}
CHOSEN = {"open": 0.03, "balanced": 0.055, "strict": 0.2}  # probabilities, chosen on the printed table
# What a message asks beyond a fact may never speak for it, what both share never against it.
Bound = tuple[float | None, float | None]
AGAINST = ("of_a_kind", "missing", "lost", "number_missed", "name_missed", "name_only", "words")
FOR = ("coverage", "gained", "best", "nearness", "share_of_fact", "name_met", "met", "met_plain")
UNKNOWN = 0.5  # share of phrases of small talk and tasks that are thought to be unknown
STRENGTH = 0.5  # of the regularisation; small keeps the weights small


def rows(cases: list[measure.Case], names: list[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, labels and weights of the examples."""
    x, y, w = [], [], []
    for case in cases:
        open_ones = [item for item in case.evidence if _decided(item) is None]
        for place, item in enumerate(open_ones[:CANDIDATES]):
            x.append([item.features.get(name, 0.0) for name in names])
            y.append(item.posting.fact.fact_id in case.want)
            w.append(WEIGHT[case.kind] * (1.0 if place == 0 or y[-1] else 0.3))
    return _forgetful(np.array(x), np.array(y), np.array(w), names)


def _forgetful(x: np.ndarray, y: np.ndarray, w: np.ndarray, names: list[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Half of the weight of a message that the language files know as small talk or a task goes to a copy that they do not know.

    They know the phrases of nearly all messages here, and of fewer that other people write.
    """
    flags = [names.index("task"), names.index("small_talk")]
    known = (x[:, flags].sum(axis=1) > 0) & ~y.astype(bool)
    unknown = x[known]
    unknown[:, flags] = 0.0
    w = np.where(known, w * (1 - UNKNOWN), w)
    return np.vstack([x, unknown]), np.append(y, y[known]), np.append(w, w[known] / (1 - UNKNOWN) * UNKNOWN)


def _decided(item: Evidence) -> float | None:
    """The score of a candidate about which an absolute reason decides; None where the weights do."""
    if any(item.features[name] for name in gate.FORBID):
        return 0.0
    return 1.0 if item.features[gate.BRING] else None


def logistic(z: np.ndarray, sign: np.ndarray, w: np.ndarray, penalty: float, bounds: Sequence[Bound] | None = None, steps: int = 5000) -> np.ndarray:
    """Weights of a logistic regression within bounds. The last column of `z` is 1: its weight, the intercept, costs nothing."""

    def loss(v: np.ndarray) -> tuple[float, np.ndarray]:
        margin = sign * (z @ v)
        slope = -sign * w / (1 + np.exp(np.clip(margin, -500, 500)))
        cost = np.append(v[:-1], 0.0) * penalty
        return float(np.sum(w * np.logaddexp(0, -margin)) + 0.5 * cost @ v), z.T @ slope + cost

    return minimize(loss, np.zeros(z.shape[1]), jac=True, bounds=bounds, method="L-BFGS-B", options={"maxiter": steps}).x


def fit(cases: list[measure.Case], names: list[str]) -> tuple[np.ndarray, float]:
    """Weights and intercept for raw features."""
    x, y, w = rows(cases, names)
    scale = x.std(axis=0) + 1e-9
    z, sign = np.column_stack([x / scale, np.ones(len(x))]), np.where(y, 1.0, -1.0)
    bounds = [(None, 0) if name.startswith(AGAINST) or name.endswith("_lacking") else (0, None) if name in FOR else (None, None) for name in names] + [
        (None, None)
    ]
    found = logistic(z, sign, w, 1 / STRENGTH, bounds)
    return found[:-1] / scale, float(found[-1])


def frontier(cases: list[measure.Case], names: list[str], weights: np.ndarray, start: float) -> list[tuple[float, dict[str, float]]]:
    """Figures at a row of thresholds, with the scores that these weights give."""
    for case in cases:
        for item in case.evidence:
            total = start + sum(weight * item.features.get(name, 0.0) for name, weight in zip(names, weights, strict=True))
            decided = _decided(item)
            object.__setattr__(item.reasons, "score", 1 / (1 + np.exp(-total)) if decided is None else decided)
    return [(cut, measure.figures(cases, cut)) for cut in (0.02, 0.03, 0.04, 0.055, 0.065, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    every = [case for folder in FOLDERS for case in measure.cases(folder)]
    names = sorted({name for case in every for item in case.evidence for name in item.features} - {*gate.FORBID, gate.BRING})
    codes = sorted({case.code for case in every})
    held: dict[float, list[dict[str, float]]] = {}
    for part in range(3):
        out = set(codes[part::3])
        weights, start = fit([case for case in every if case.code not in out], names)
        for cut, found in frontier([case for case in every if case.code in out], names, weights, start):
            held.setdefault(cut, []).append(found)
    print("held out languages:")
    for cut, parts in held.items():
        print(f"  {cut:.3f} " + "  ".join(f"{name} {np.mean([part[name] for part in parts]):.1%}" for name in parts[0]))
    weights, start = fit(every, names)
    print("\nstart", round(start, 2), {name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)})
    if options.write:
        write(names, weights, start)


def write(names: list[str], weights: np.ndarray, start: float) -> None:
    """Put the weights into gate.toml, shifted so that the default threshold is 0.5."""
    shift = -_logit(CHOSEN["balanced"])
    head = "# How the gate weighs its reasons (see gate.py). Made by training/train_gate.py from training/recall; change by hand only to try.\n"
    body = "".join(f"{name} = {weight:.3f}\n" for name, weight in zip(names, weights, strict=True) if abs(weight) >= 0.005)
    cuts = "".join(f"{name} = {1 / (1 + np.exp(-(_logit(cut) + shift))):.3f}\n" for name, cut in CHOSEN.items())
    TARGET.write_text(f"{head}start = {start + shift:.3f}\n\n[weights]\n{body}\n[threshold]\n{cuts}", encoding="utf-8")


def _logit(share: float) -> float:
    return float(np.log(share / (1 - share)))


if __name__ == "__main__":
    main()
