"""Figures of recall on training/recall (or another folder in the same form): python training/measure.py [--misses] [--lang de,it]"""

from __future__ import annotations

import argparse
import json
import pathlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

import holodream
from holodream.recall import gate, pipeline
from holodream.recall.evidence import Evidence
from holodream.recall.trace import Trace

HERE = pathlib.Path(__file__).parent / "recall"


@dataclass(frozen=True)
class Case:
    """One message held against its store: the candidates, best first, and the ids that answer it."""

    code: str
    text: str
    kind: str  # lexical, semantic, smalltalk, unanswerable
    want: frozenset[int]
    evidence: list[Evidence]


def cases(folder: pathlib.Path = HERE, codes: list[str] | None = None) -> Iterator[Case]:
    """Fill a store per language and weigh every message of its file."""
    for file in sorted(folder.glob("*.json")) or sorted(folder.glob("*/recall.json")):
        code = file.stem if file.stem != "recall" else file.parent.name
        if codes and code not in codes:
            continue
        data = json.loads(file.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as scratch, holodream.open(pathlib.Path(scratch) / "memory.db") as memory:
            ids = {}
            for fact in data["facts"]:
                added = memory.add(fact["text"], entities=fact.get("entities"), source="said")
                if added.fact_id is None:
                    print(f"[{code}] refused by the screen: {fact['id']}")
                    continue
                ids[fact["id"]] = added.fact_id
            for kind, text, want in _messages(data):
                evidence = pipeline.weighed(memory.store, text, Trace(), pipeline.Ranking())
                yield Case(code, text, kind, frozenset(ids[w] for w in want if w in ids), evidence)


def _messages(data: dict) -> Iterator[tuple[str, str, list[str]]]:  # type: ignore[type-arg]
    for question in data["questions"]:
        yield question["kind"], question["q"], question["want"]
    for message in data["nothing"]:
        yield message["kind"], message["text"], []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, default=HERE)
    parser.add_argument("--lang")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--frontier", action="store_true")
    options = parser.parse_args()
    every = list(cases(options.data, options.lang.split(",") if options.lang else None))
    least = gate.threshold("balanced")
    for cut in [x / 20 for x in range(2, 20)] if options.frontier else [least]:
        print(f"threshold {cut:.2f}: " + "  ".join(f"{name} {value:.1%}" for name, value in figures(every, cut).items()))
    for code in sorted({case.code for case in every}):
        print(f"  {code} " + "  ".join(f"{name} {value:.0%}" for name, value in figures([case for case in every if case.code == code], least).items()))
    if options.misses:
        for case in every:
            shown = [item for item in case.evidence if item.score >= least][:5]
            got = [item.posting.fact.fact_id for item in shown]
            if case.kind == "lexical" and not case.want & set(got[:1]):
                wanted = [item for item in case.evidence if item.posting.fact.fact_id in case.want]
                print(f"[{case.code}] {'LOW ' if case.want & set(got) else 'MISS'} {case.text}")
                for label, items in (("want", wanted[:1]), ("got", case.evidence[:1])):
                    for item in items:
                        print(f"      {label} {item.score:.2f} {item.posting.fact.content} | {item.reasons.matched} | lacks {item.reasons.missed}")
                if not wanted:
                    print("      want: no candidate")
            elif case.kind in ("smalltalk", "unanswerable") and got:
                item = shown[0]
                print(
                    f"[{case.code}] {case.kind} {case.text}\n      got {item.score:.2f} {item.posting.fact.content} | {item.reasons.matched} | lacks {item.reasons.missed}"
                )


def figures(every: list[Case], cut: float) -> dict[str, float]:
    """Shares: lexical questions answered in the top 5 and first; small talk and unanswerable messages left alone."""
    counts = {"top 5": [0, 0], "first": [0, 0], "small talk": [0, 0], "unanswerable": [0, 0]}
    for case in every:
        got = [item.posting.fact.fact_id for item in case.evidence if item.score >= cut][:5]
        if case.kind == "lexical":
            _count(counts["top 5"], bool(case.want & set(got)))
            _count(counts["first"], bool(case.want & set(got[:1])))
        elif case.kind != "semantic":
            _count(counts["small talk" if case.kind == "smalltalk" else "unanswerable"], not got)
    return {name: hit / max(1, number) for name, (hit, number) in counts.items()}


def _count(pair: list[int], hit: bool) -> None:
    pair[0] += hit
    pair[1] += 1


if __name__ == "__main__":
    main()
