"""Fit the scorers of src/holodream/extract on training/extract: python training/train_extract.py [--write]

Points are the mean of a logistic regression and of small boosted trees over the reasons of extract/features.py. Each case is also learned
as it would be if some word lists lacked its words, and training/extract_fresh, written without looking at the word lists, counts more: of
the other cases the lists know nearly every word, of people's messages they do not. Languages are held out in turn for the first figures;
training/extract_heldout, with wording of its own, is for the second; training/extract_unseen, which nobody may read when changing a word
list, for the third. Needs numpy and scikit-learn (development only); deterministic.
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from holodream.extract.features import counted, found
from holodream.extract.phrases import LISTS
from train_corroboration import DEPTH, _tree

HERE = pathlib.Path(__file__).parent
TARGET = HERE.parent / "src/holodream/extract"
FOLDS, SEEDS, RATE = 5, (0, 1), 0.12
STEP = 7  # from a case to the one that it is joined with
WHOLE = {"pasted", "reasoning", "code", "others"}  # kinds that say what the rest of their message is
FRESH = 4.0  # how much a case of extract_fresh counts
UNKNOWN = 0.2  # share of the word lists that lack the words of a case when it is learned again
SAID = {"decision", "rule"}  # the kinds that are saved from a group
SHIFT = -0.7  # for keeping; what is kept wrongly is worse than what is missed. Chosen so that as much of extract_heldout is left alone as
# before extract_fresh, in which more is worth keeping than in chats, was learned from


@dataclass(frozen=True)
class Example:
    code: str
    message: str
    kind: str
    label: str
    reasons: dict[str, float]
    weight: float = 1.0


@dataclass(frozen=True)
class Task:
    """What one scorer learns, and how strongly it is held back."""

    name: str
    labels: tuple[str, ...]
    strength: float
    trees: int


WORTH = Task("worth", ("keep", "leave"), 0.02, 190)
KINDS = Task("kinds", ("user_pref", "project", "decision", "rule", "general"), 0.02, 48)


def examples(folder: str) -> Iterator[Example]:
    """The sentences of the cases: as they stand, typed in a hurry, and beside another case of the language."""
    for path in sorted((HERE / folder).glob("*.json")):
        rows = [row for row in json.loads(path.read_text(encoding="utf-8")) if row["kind"] != "secret"]  # the screen sees to them
        for number, row in enumerate(rows):
            yield from sentences(path.stem, row["message"], [row])
            yield from sentences(path.stem, bare(row["message"]), [row])
            other = rows[(number * STEP + 3) % len(rows)]
            if not {row["kind"], other["kind"]} & WHOLE:
                yield from sentences(path.stem, ended(row["message"]) + other["message"], [row, other])


def with_less_known(seen: list[Example]) -> Iterator[Example]:
    """The examples once more, each without the words of some lists."""
    chance = random.Random(1)
    for example in seen:
        unknown = {name for name in sorted({*LISTS, "whose", "dated"}) if chance.random() < UNKNOWN}
        gone = {f"{name}{part}" for name in unknown for part in ("", "_first", "_last", "_long", "_twice")} | {f"most_{name}" for name in unknown}
        if "habit" in unknown:
            gone.add("standing")
        left = {name: value for name, value in example.reasons.items() if name not in gone}
        held = {name for name in {*LISTS, "whose", "dated"} if left.get(name)}
        yield replace(example, reasons=left | counted(held), weight=1.0)


def sentences(code: str, message: str, rows: list[dict[str, Any]]) -> Iterator[Example]:
    kept = [row.get("part", row["message"]).casefold() for row in rows if row["keep"]]
    for sentence in found(message):
        keep = any(bare(sentence.content)[:12].casefold() in text for text in kept)
        kind = rows[0]["kind"] if sentence.content.casefold()[:12] in rows[0]["message"].casefold() else rows[-1]["kind"]
        yield Example(code, message, kind, "keep" if keep else "leave", sentence.reasons)


def is_learned(example: Example) -> bool:
    """A statement of which no list says that somebody tells something is never kept, so nothing is to be learned from it."""
    return bool(example.reasons["own"]) or example.label == "leave"


def bare(message: str) -> str:
    """A message without its last full stop, beginning small."""
    text = message.rstrip(".。।!！")
    return text[:1].lower() + text[1:]


def ended(message: str) -> str:
    return message if message[-1] in "。！？" else message + (" " if message[-1] in ".!?।؟…" else "\n")


def fit(task: Task, seen: list[Example], labels: list[str], names: list[str]) -> tuple:  # type: ignore[type-arg]
    x, y = table(seen, names), np.array([task.labels.index(label) for label in labels])
    scaler = StandardScaler().fit(x)
    weights = np.array([example.weight for example in seen])
    line = LogisticRegression(C=task.strength, max_iter=4000).fit(scaler.transform(x), y, sample_weight=weights)
    settings = {"n_estimators": task.trees, "max_depth": DEPTH, "learning_rate": RATE, "min_samples_leaf": 10, "subsample": 0.6, "max_features": 0.35}
    return scaler, line, [GradientBoostingClassifier(**settings, random_state=seed).fit(x, y, sample_weight=weights) for seed in SEEDS]


def table(seen: list[Example], names: list[str]) -> np.ndarray:
    return np.array([[example.reasons.get(name, 0.0) for name in names] for example in seen])


def points(model: tuple, x: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    scaler, line, forests = model
    return (np.log(line.predict_proba(scaler.transform(x)) + 1e-9) + np.mean([np.log(one.predict_proba(x) + 1e-9) for one in forests], axis=0)) / 2


def report(seen: list[Example], lead: np.ndarray, verbose: bool) -> None:
    """By message: one is kept when a sentence of it is."""
    for shift in (0.6, 0.3, 0.0, -0.3, -0.7, -1.0):
        best: dict[tuple[str, str], list[float]] = collections.defaultdict(lambda: [0.0, -99.0])
        for example, points_ in zip(seen, lead, strict=True):
            entry = best[example.code, example.message]
            entry[0] = max(entry[0], float(example.label == "keep"))
            entry[1] = max(entry[1], points_ + shift)
        kept, left = ([value[1] > 0 for value in best.values() if value[0] == wanted] for wanted in (1.0, 0.0))
        print(f"  shift {shift:5.2f}: found {np.mean(kept):.1%}  left alone {1 - np.mean(left):.1%}")
        if not shift:
            by: dict[str, list[bool]] = collections.defaultdict(list)
            for (code, _), value in best.items():
                by[code + ("+" if value[0] else "-")].append((value[1] > 0) == bool(value[0]))
            print("   ", " ".join(f"{key}{100 * np.mean(right):.0f}" for key, right in sorted(by.items())))
    kinds: dict[str, list[bool]] = collections.defaultdict(list)
    for example, points_ in zip(seen, lead, strict=True):
        kinds[example.kind].append((points_ > 0) == (example.label == "keep"))
        if verbose and (points_ > 0) != (example.label == "keep"):
            print(
                "   ", example.code, example.kind, round(float(points_), 1), example.message, *sorted(name for name in example.reasons if example.reasons[name])
            )
    print("   ", " ".join(f"{kind}: {np.mean(right):.0%}" for kind, right in sorted(kinds.items())))


def report_kinds(seen: list[Example], lead: np.ndarray, kinds: tuple, names: list[str]) -> None:  # type: ignore[type-arg]
    """Of the statements that are found: the share whose category is right; of decisions and rules: the share found and saved as one of both."""
    told = [(example, points_ > 0) for example, points_ in zip(seen, lead + SHIFT, strict=True) if example.label == "keep"]
    got = [KINDS.labels[number] for number in points(kinds, table([example for example, _ in told], names)).argmax(axis=1)]
    right = [kind == example.kind for (example, kept), kind in zip(told, got, strict=True) if kept]
    said = [kept and kind in SAID for (example, kept), kind in zip(told, got, strict=True) if example.kind in SAID]
    print(f"    category right {np.mean(right):.1%} of those found; decisions and rules saved as such {np.mean(said):.1%}")
    by: dict[str, list[bool]] = collections.defaultdict(list)
    for (example, kept), kind in zip(told, got, strict=True):
        if kept:
            by[example.kind].append(kind == example.kind)
    print("   ", " ".join(f"{kind}: {np.mean(right):.0%}" for kind, right in sorted(by.items())))


def write(task: Task, model: tuple, names: list[str], labels: list[str]) -> None:  # type: ignore[type-arg]
    """Both models as one sum of points, in a file that people can read."""
    scaler, line, forests = model
    parts = []
    many = len(task.labels) > 2
    for number, label in enumerate(task.labels):
        sign = 1.0 if many else (0.5 if number else -0.5)  # two labels share one row of weights
        row = number if many else 0
        weights = sign * line.coef_[row] / scaler.scale_
        start = sign * line.intercept_[row] - float(weights @ scaler.mean_)
        prior = np.log(labels.count(label) / len(labels)) if many else sign * np.log(labels.count(task.labels[1]) / labels.count(task.labels[0]))
        start = (start + prior) / 2 + (SHIFT if label == "keep" else 0.0)
        grown = [_tree(tree[row].tree_, names, RATE * sign / 2 / len(SEEDS)) for forest in forests for tree in forest.estimators_]
        rows = "".join(f"{name} = {weight / 2:.4f}\n" for name, weight in zip(names, weights, strict=True) if abs(weight) >= 0.001)
        parts.append(f"[{label}]\nstart = {start:.4f}\ntrees = [\n" + "".join(f'  "{tree}",\n' for tree in grown) + f"]\n[{label}.weights]\n{rows}")
    head = "# How reasons weigh for each label (see statements/scorer.py). Made by training/train_extract.py; change by hand only to try.\n"
    (TARGET / f"{task.name}.toml").write_text(head + "\n".join(parts), encoding="utf-8")


def lead(model: tuple, x: np.ndarray, names: list[str]) -> np.ndarray:  # type: ignore[type-arg]
    result = points(model, x)
    return np.where(x[:, names.index("own")] > 0, result[:, 0] - result[:, 1], -99.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--misses", action="store_true", help="print what the model of the other languages misses")
    options = parser.parse_args()
    seen, fresh, wording, unseen = (list(examples(folder)) for folder in ("extract", "extract_fresh", "extract_heldout", "extract_unseen"))
    seen += [replace(example, weight=FRESH) for example in fresh]
    asked = [example for example in seen if is_learned(example)]
    seen = asked + [example for example in with_less_known(seen) if is_learned(example)]  # of some no list is left
    labels = [example.label for example in seen]
    names = sorted({name for example in seen for name in example.reasons})
    codes = sorted({example.code for example in seen})
    result = np.zeros(len(asked))
    for fold in range(FOLDS):
        out = set(codes[fold::FOLDS])
        kept = [example for example in seen if example.code not in out]
        chosen = np.array([example.code in out for example in asked])
        left = [example for example in asked if example.code in out]
        result[chosen] = lead(fit(WORTH, kept, [example.label for example in kept], names), table(left, names), names)
    print("held out languages")
    report(asked, result, options.misses)
    model = fit(WORTH, seen, labels, names)
    good = [example for example in seen if example.label == "keep"]
    kinds = fit(KINDS, good, [example.kind for example in good], names)
    for title, cases in (("held out wording", wording), ("held out wording and words", unseen)):
        ahead = lead(model, table(cases, names), names)
        print(title)
        report(cases, ahead, options.misses and cases is wording)
        report_kinds(cases, ahead, kinds, names)
    if options.write:
        write(WORTH, model, names, labels)
        write(KINDS, kinds, names, [example.kind for example in good])


if __name__ == "__main__":
    main()
