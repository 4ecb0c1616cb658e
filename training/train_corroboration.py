"""Fit the scorers of src/holodream/statements on training/corroboration, corroboration_talk and duplicates: python training/train_corroboration.py [--write]

Points for each label are the mean of a logistic regression and of small boosted trees, both over the explainable reasons of
statements/reasons.py and statements/likeness.py, written as a readable file. Languages are held out in turn for the printed figures.
Needs numpy and scikit-learn (development only); deterministic.
"""

from __future__ import annotations

import argparse
import json
import pathlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from holodream.statements import corroboration, likeness, reasons, sameness
from holodream.statements.understanding import understand

HERE = pathlib.Path(__file__).parent
TARGET = HERE.parent / "src/holodream/statements"
FOLDS = 6
SHIFT = {"confirms": -0.65, "same": 0.0}  # a wrong confirmation or merge is worse than a missed one; chosen on the printed table
TREES, RATE, LEAF, SEEDS = 200, 0.13, 12, (0,)
DEPTH = 2  # questions in a row: with two the printed table was better than with one or three
FOLDERS = {"corroboration": ("corroboration", "corroboration_talk"), "duplicates": ("duplicates",)}
# Facts of a language held against the messages about its other facts: unrelated, however many words they share.
CROSSED, CROSSED_WEIGHT, CROSSED_MOST, CROSSED_COVERAGE = "crossed", 0.3, 3, 0.15
PASSING, PASSING_WEIGHT = "in passing", 0.5  # the same within a longer message, between what the writer says of other things
TALK, TALK_WEIGHT = "talk", 2.0  # what people write in chats; the other pairs are harder on purpose
STRENGTH = {"corroboration": 0.03, "sameness": 0.1}  # of the regression; small keeps the weights small


@dataclass(frozen=True)
class Example:
    code: str
    why: str
    label: str
    found: dict[str, float]
    weight: float = 1.0


@dataclass(frozen=True)
class Task:
    """What one scorer learns: its examples, its labels, and the reasons that forbid the first label."""

    name: str
    labels: tuple[str, ...]
    examples: list[Example]
    forbid: tuple[str, ...]


def rows(kind: str) -> Iterator[tuple[str, dict[str, str]]]:
    for folder in FOLDERS[kind]:
        for path in sorted((HERE / folder).glob("*.json")):
            for row in json.loads(path.read_text(encoding="utf-8")):
                yield path.stem, row


def corroboration_task() -> Task:
    examples, read = [], []
    for code, row in rows("corroboration"):
        texts = understand(row["fact"]), understand(row["message"]), understand(row["quote"]) if row.get("quote") else None
        weight = TALK_WEIGHT if row["why"] == TALK else 1.0
        examples.append(Example(code, row["why"], row["label"], reasons.features(*texts), weight))
        read.append((code, row["fact"], *texts))
    examples += _in_passing()
    for code, said, fact, _, _ in read:
        strange = [(message, quote) for other, told, _, message, quote in read if other == code and told != said and not fact.keys.isdisjoint(message.keys)]
        found = [reasons.features(fact, *texts) for texts in strange]
        near = [one for one in found if one["coverage"] >= CROSSED_COVERAGE]
        examples += [Example(code, CROSSED, "unrelated", one, CROSSED_WEIGHT) for one in near[:CROSSED_MOST]]
    return Task("corroboration", ("confirms", "contradicts", "unrelated"), examples, corroboration.NEVER_CONFIRM)


def _in_passing() -> Iterator[Example]:
    """Lines of chats set between three others that have nothing to do with the fact: what a message says of a fact does not hang on its length."""
    talk = [(code, row) for code, row in rows("corroboration") if row["why"] == TALK and not row.get("quote")]
    for code in sorted({code for code, _ in talk}):
        own = [row for other, row in talk if other == code]
        others = [row for row in own if row["label"] == "unrelated" and "?" not in row["message"] and "？" not in row["message"]]
        for place, row in enumerate(own):
            fact = understand(row["fact"])
            strange = [other["message"] for other in others[place % len(others) :] + others if fact.keys.isdisjoint(understand(other["message"]).keys)]
            if len(strange) < 3:
                continue
            stop = ". " if " " in row["message"] else "。"
            message = stop.join((*strange[:2], row["message"], strange[2]))
            yield Example(code, PASSING, row["label"], reasons.features(fact, understand(message), None), PASSING_WEIGHT)


def sameness_task() -> Task:
    examples = []
    for code, row in rows("duplicates"):
        one, other = sorted((understand(row["a"]), understand(row["b"])), key=lambda speech: speech.text)
        examples.append(Example(code, row["why"], "same" if row["same"] else "apart", likeness.features(one, other)))
    return Task("sameness", ("same", "apart"), examples, sameness.APART)


def names_of(task: Task) -> list[str]:
    return sorted({name for example in task.examples for name in example.found} - set(task.forbid))


def table(examples: list[Example], names: list[str], labels: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    x = np.array([[example.found.get(name, 0.0) for name in names] for example in examples])
    return x, np.array([labels.index(example.label) for example in examples])


Points = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Model:
    scaler: StandardScaler
    line: LogisticRegression
    forests: list[GradientBoostingClassifier]  # the same from other random draws; their mean varies less


def fit(task: Task, examples: list[Example], names: list[str]) -> Model:
    x, y = table(examples, names, task.labels)
    weights = np.array([example.weight for example in examples])
    scaler = StandardScaler().fit(x)
    line = LogisticRegression(C=STRENGTH[task.name], max_iter=4000).fit(scaler.transform(x), y, sample_weight=weights)
    settings = {"n_estimators": TREES, "max_depth": DEPTH, "learning_rate": RATE, "min_samples_leaf": LEAF, "subsample": 0.6, "max_features": 0.35}
    forests = [GradientBoostingClassifier(**settings, random_state=seed).fit(x, y, sample_weight=weights) for seed in SEEDS]
    return Model(scaler, line, forests)


def points(model: Model, x: np.ndarray) -> np.ndarray:
    line = np.log(model.line.predict_proba(model.scaler.transform(x)) + 1e-9)
    return (line + np.mean([np.log(forest.predict_proba(x) + 1e-9) for forest in model.forests], axis=0)) / 2


def forbidden(examples: list[Example], forbid: tuple[str, ...]) -> np.ndarray:
    return np.array([any(example.found.get(name) for name in forbid) for example in examples])


def held_out(task: Task, names: list[str]) -> np.ndarray:
    """Points for each example by a model that has not seen its language."""
    codes = sorted({example.code for example in task.examples})
    x, _ = table(task.examples, names, task.labels)
    result = np.zeros((len(task.examples), len(task.labels)))
    for fold in range(FOLDS):
        out = set(codes[fold::FOLDS])
        model = fit(task, [example for example in task.examples if example.code not in out], names)
        chosen = np.array([example.code in out for example in task.examples])
        result[chosen] = points(model, x[chosen])
    result[forbidden(task.examples, task.forbid), 0] = -np.inf
    return result


def report(task: Task, scores: np.ndarray) -> None:
    made = np.array([example.why in (CROSSED, PASSING) for example in task.examples])
    crossed = scores[np.array([example.why == CROSSED for example in task.examples])]
    scores = scores[~made]
    chosen = [example for example in task.examples if example.why not in (CROSSED, PASSING)]
    y = np.array([task.labels.index(example.label) for example in chosen])
    langs = np.array([example.code for example in chosen])
    first = task.labels[0]
    print(f"{task.name}: {len(y)} examples, held out languages")
    for shift in (0.2, 0.0, -0.1, -0.2, -0.35, -0.5, -0.8):
        moved = scores.copy()
        moved[:, 0] += shift
        got = moved.argmax(axis=1)
        right = {code: (got == y)[langs == code].mean() for code in set(langs)}
        worst = min(right, key=lambda code: (right[code], code))
        wrong, seen = ((got == 0) & (y != 0)).sum() / (y != 0).sum(), ((got == 0) & (y == 0)).sum() / (y == 0).sum()
        stray = f"  crossed {(np.column_stack([crossed[:, 0] + shift, crossed[:, 1:]]).argmax(axis=1) == 0).mean():.1%}" if len(crossed) else ""
        print(
            f"  shift {shift:5.2f}: right {(got == y).mean():.1%}  {first} wrongly {wrong:.1%}  {first} seen {seen:.1%}  worst {worst} {right[worst]:.0%}{stray}"
        )


def misses(task: Task, scores: np.ndarray) -> None:
    moved = scores.copy()
    moved[:, 0] += SHIFT[task.labels[0]]
    tally: dict[tuple[str, str], list[int]] = {}
    for example, got in zip(task.examples, moved.argmax(axis=1), strict=True):
        count = tally.setdefault((example.label, example.why), [0, 0])
        count[0] += task.labels[got] == example.label
        count[1] += 1
    for (label, why), (right, whole) in sorted(tally.items(), key=lambda item: item[1][0] - item[1][1])[:20]:
        print(f"    {label:12} {why:20} {right} of {whole}")


def write(task: Task, names: list[str]) -> None:
    """Both models as one sum of points, in a file that people can read."""
    model = fit(task, task.examples, names)
    scaler, line = model.scaler, model.line
    parts = []
    for number, label in enumerate(task.labels):
        sign = 1.0 if len(task.labels) > 2 else (0.5 if number else -0.5)  # two labels share one row of weights
        row = number if len(task.labels) > 2 else 0
        weights = sign * line.coef_[row] / scaler.scale_
        start = sign * line.intercept_[row] - float(weights @ scaler.mean_)
        prior = np.log(np.average([example.label == label for example in task.examples], weights=[example.weight for example in task.examples]))
        start = (start + prior) / 2 + SHIFT.get(label, 0.0)
        grown = [_tree(tree[row].tree_, names, RATE * sign / 2 / len(SEEDS)) for forest in model.forests for tree in forest.estimators_]
        rows_ = "".join(f"{name} = {weight / 2:.4f}\n" for name, weight in zip(names, weights, strict=True) if abs(weight) >= 0.001)
        lines = "".join(f'  "{tree}",\n' for tree in grown)
        parts.append(f"[{label}]\nstart = {start:.4f}\ntrees = [\n{lines}]\n[{label}.weights]\n{rows_}")
    head = "# How reasons weigh for each label (see scorer.py). Made by training/train_corroboration.py; change by hand only to try.\n"
    (TARGET / f"{task.name}.toml").write_text(head + "\n".join(parts), encoding="utf-8")


def _tree(tree: object, names: list[str], rate: float, node: int = 0) -> str:
    left, right = int(tree.children_left[node]), int(tree.children_right[node])  # type: ignore[attr-defined]
    if left < 0:
        return f"{rate * float(tree.value[node].ravel()[0]):.4f}"  # type: ignore[attr-defined]
    name, limit = names[int(tree.feature[node])], float(tree.threshold[node])  # type: ignore[attr-defined]
    return f"{name}<{limit + 1e-5:.5f}[{_tree(tree, names, rate, left)}|{_tree(tree, names, rate, right)}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    for task in (corroboration_task(), sameness_task()):
        names = names_of(task)
        scores = held_out(task, names)
        report(task, scores)
        misses(task, scores)
        if options.write:
            write(task, names)


if __name__ == "__main__":
    main()
