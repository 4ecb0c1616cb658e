"""A person's own questions against their own store, under several settings: what `holodream eval` counts. Results hold ids and numbers, never a text."""

from __future__ import annotations

import dataclasses
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...config import SETTINGS, Config
from ...errors import InvalidArgument
from ...memory import Memory
from ...store import Progress

MODES = ("lexical", "local", "server", "rerank")
_TELLS_NOTHING = frozenset({"choice", "flag", "whole", "number"})  # kinds of settings whose value may be shown to anybody


@dataclass(frozen=True, slots=True)
class Question:
    """A message and the facts that should come up for it; none: nothing should. `number` is its line in the file."""

    number: int
    text: str
    want: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came up for a question, best first, with scores; `place` is that of the first wanted fact (from 1), None when none came up."""

    number: int
    want: tuple[int, ...]
    hits: tuple[tuple[int, float], ...]
    place: int | None
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """One column of figures. `lost` and `gained`: (question, fact) that the first settings found and these do not, and the other way round."""

    mode: str
    asked: int
    found: int
    first: int
    silent_asked: int
    silent: int
    extra: float
    median_ms: float
    slowest_ms: float
    lost: tuple[tuple[int, int], ...]
    gained: tuple[tuple[int, int], ...]
    answers: tuple[Answer, ...]


def questions(path: Path) -> list[Question]:
    """Read a JSON Lines file: {"question": "…", "want": [ids]}, one a line. InvalidArgument names a line that is none of that."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        if line.strip():
            found.append(_question(number, line))
    if not found:
        raise InvalidArgument('There is no question in the file. Write one a line: {"question": "Who repairs the bicycle?", "want": [17]}')
    return found


def _question(number: int, line: str) -> Question:
    try:
        data = json.loads(line)
        text, want = data["question"], data["want"]
    except (ValueError, KeyError, TypeError):
        text, want = None, None
    if not isinstance(text, str) or not text.strip() or not isinstance(want, list) or not all(type(one) is int for one in want):
        raise InvalidArgument(f'Line {number} is no question. Write it like {{"question": "Who repairs the bicycle?", "want": [17]}}; "want": [] for none.')
    return Question(number, text, tuple(want))


def settings_of(mode: str, base: Config) -> Config:
    """The settings of a mode: those given, with only the difference that the mode names."""
    if mode == "rerank":
        return dataclasses.replace(base, rerank="on")
    embeddings = "off" if mode == "lexical" else mode
    return dataclasses.replace(base, embeddings=embeddings, rerank="off")


def compare(path: Path, asked: Sequence[Question], modes: Sequence[str], base: Config, progress: Progress | None) -> Iterator[Outcome]:
    """One outcome for each mode, in their order; the first is what the others are compared with."""
    before: tuple[Answer, ...] | None = None
    for mode in modes:
        with Memory(path, settings_of(mode, base)) as memory:
            if memory.config.embeddings != "off":
                memory.embed(progress=progress)
                memory.settle()
            answers = tuple(_answers(memory, asked, progress))
        before = before or answers
        yield _outcome(mode, answers, before)


def _answers(memory: Memory, asked: Sequence[Question], progress: Progress | None) -> Iterator[Answer]:
    for done, question in enumerate(asked, 1):
        begun = time.perf_counter()
        hits = tuple((hit.fact_id, hit.score) for hit in memory.recall(question.text).hits)
        took = (time.perf_counter() - begun) * 1000
        place = next((place for place, (fact_id, _) in enumerate(hits, 1) if fact_id in question.want), None)
        yield Answer(question.number, question.want, hits, place, round(took, 2))
        if progress:
            progress(done, len(asked))


def _outcome(mode: str, answers: tuple[Answer, ...], before: tuple[Answer, ...]) -> Outcome:
    wanting = [answer for answer in answers if answer.want]
    silent = [answer for answer in answers if not answer.want]
    extra = [sum(fact_id not in answer.want for fact_id, _ in answer.hits) for answer in answers]
    took = sorted(answer.milliseconds for answer in answers)
    now, then = _right(answers), _right(before)
    return Outcome(
        mode,
        len(wanting),
        sum(answer.place is not None for answer in wanting),
        sum(answer.place == 1 for answer in wanting),
        len(silent),
        sum(not answer.hits for answer in silent),
        round(statistics.fmean(extra), 2),
        round(statistics.median(took), 2),
        took[-1],
        tuple(sorted(then - now)),
        tuple(sorted(now - then)),
        answers,
    )


def _right(answers: Sequence[Answer]) -> set[tuple[int, int]]:
    return {(answer.number, fact_id) for answer in answers for fact_id, _ in answer.hits if fact_id in answer.want}


def report(outcomes: Sequence[Outcome], base: Config, facts: int, versions: dict[str, str]) -> dict[str, Any]:
    """Everything that may be pasted into an issue: numbers, ids, scores, ranks, settings and versions. Of a setting that is a text (a model
    may be a path, an address tells a name) only that it is set.
    """
    changed = [setting for setting in SETTINGS if getattr(base, setting.name) != setting.default]
    shown = {setting.name: getattr(base, setting.name) if setting.kind in _TELLS_NOTHING else "set" for setting in changed}
    return {"versions": versions, "facts": facts, "settings": shown, "outcomes": [dataclasses.asdict(outcome) for outcome in outcomes]}
