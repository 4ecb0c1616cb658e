"""Vectors from an OpenAI-compatible server: `POST …/embeddings`, in batches, every answer checked before it is believed."""

from __future__ import annotations

import logging
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence

from ..errors import InvalidArgument, ServerRefused, ServerTooSlow
from .client import Client, Unusable
from .deadline import Budget, Clock
from .families import Kind, family
from .marks import Marks, Plan
from .names import RESOLVER, Resolver
from .settings import EmbeddingServer
from .speed import Speed
from .vectors import BadNumbers, Vector, numbers, unit

log = logging.getLogger(__name__)

_FIRST_BATCH = 4
_SHARE = 0.5  # of the timeout that a batch should take, or every second one would be too late
_SHORTEST = 40  # characters below which a text is not cut any more
_MENDED = ("dimensions", "batch", "long", "request")  # complaints that other questions may avoid

Known = Mapping[Kind, Mapping[str, Vector]]


class Embeddings:
    """Vectors of length 1 (arrays of 4-byte floats) for questions and facts, from one server and one model. Thread-safe.

    `width`: the numbers in a vector, when the store holds vectors already; else the first answer fixes it. `marks`: what an earlier `marks` gave.
    All methods raise a ServerError when nothing usable came, never later than the budget allows.
    """

    def __init__(
        self,
        settings: EmbeddingServer,
        *,
        width: int | None = None,
        marks: Known | None = None,
        resolver: Resolver = RESOLVER,
        clock: Clock = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.settings = settings
        self.client = Client(settings.server, speed=Speed(_FIRST_BATCH, 1, settings.batch), resolver=resolver, clock=clock, now=now)
        self._family = family(settings)
        self._marks: dict[Kind, Marks] = {kind: Marks((marks or {}).get(kind)) for kind in self._family.prefix}
        self._width = width
        self._dimensions = settings.dimensions
        self._most = settings.batch  # texts in one question, marks included
        self._longest: int | None = None  # characters of a text, once the server found one too long
        self._lock = threading.Lock()

    @property
    def width(self) -> int | None:
        """The numbers in a vector; None before the first answer."""
        return self._width

    @property
    def marks(self) -> dict[Kind, dict[str, Vector]]:
        """The vectors of the marks, to be stored with the model's name: later they tell whether the same model still answers."""
        return {kind: marks.known for kind, marks in self._marks.items()}

    def query(self, text: str, budget: Budget) -> Vector:
        """The vector of a question."""
        (vector,) = self._embed("query", [text], budget)
        assert vector is not None, "an answer without any vector is refused"
        return vector

    def passages(self, texts: Sequence[str], budget: Budget) -> list[Vector | None]:
        """The vectors of facts, in their order. None where the server gives no usable vector for just this text, as it does for a few others."""
        return self._embed("passage", texts, budget)

    def in_batches(self, texts: Sequence[str], budget: Budget) -> Iterator[tuple[int, list[Vector | None]]]:
        """The vectors of many facts, as (place of the first, vectors): a first batch of 4, then as many as the server's speed allows.

        Ends early, without an error, when the budget is spent: what was given can be saved, the rest asked for later.
        """
        start = 0
        while start < len(texts) and budget.left() > 0:
            size = self.client.speed.batch(min(_SHARE * self.settings.timeout, budget.left()))
            try:
                found = self.passages(texts[start : start + size], budget)
            except ServerTooSlow:
                if budget.left() > 0:
                    raise
                return
            yield start, found
            start += size

    def close(self) -> None:
        """End calls in progress and connections."""
        self.client.close()

    def _embed(self, kind: Kind, texts: Sequence[str], budget: Budget) -> list[Vector | None]:
        """Ask as often as it takes: what the server refuses as too wide, too many or too long is asked again within its limits."""
        if not all(text.strip() for text in texts):
            raise InvalidArgument("An empty text has no vector. Leave it out.")
        found: list[Vector | None] = []
        narrow = len(texts)  # fewer while looking for the one text that makes the server refuse a whole batch
        while len(found) < len(texts):
            sent = (self._dimensions, self._longest, self._most)
            piece = texts[len(found) : len(found) + min(narrow, sent[2] - self._extra(kind, sent[2]))]
            try:
                found += self._ask(kind, piece, budget, *sent)
                narrow = min(2 * narrow, len(texts))
            except ServerRefused as error:
                if self._adapts(error, kind, piece, *sent):
                    continue
                if error.about != "request" or self._width is None or kind != "passage":
                    if error.about in _MENDED:
                        self.client.rest(error)
                    raise
                narrow = len(piece) // 2
                if not narrow:
                    log.warning("%s refuses one text; it gets no vector.", self.settings.server.address.shown)
                    found.append(None)
                    narrow = 1
        return found

    def _adapts(self, error: ServerRefused, kind: Kind, piece: Sequence[str], dimensions: int | None, longest: int | None, most: int) -> bool:
        """Whether the same texts may be asked again, now within a limit that the server named."""
        with self._lock:
            if error.about == "dimensions" and dimensions is not None:
                self._dimensions = None
                return True
            if error.about == "batch":
                sent = len(piece) + self._extra(kind, most)
                self._most = min(self._most, max(1, sent // 2))
                return sent > 1
            if error.about == "long":
                now = len(max(piece, key=len)[:longest])
                if now // 2 >= _SHORTEST:
                    self._longest = min(self._longest or now, now // 2)
                    return True
            return False

    def _extra(self, kind: Kind, most: int) -> int:
        """How many marks go along with texts; none when the server takes too few texts for them."""
        return self._marks[kind].most_extra if most > Marks.ALL else 0

    def _ask(self, kind: Kind, texts: Sequence[str], budget: Budget, dimensions: int | None, longest: int | None, most: int) -> list[Vector | None]:
        marks = self._marks[kind]
        plan = marks.plan(len(texts)) if self._extra(kind, most) else Plan()
        prefix = self._family.prefix[kind]
        sent = [prefix + text for text in (*plan.before, *(text[:longest] for text in texts), *plan.after)]
        question: dict[str, object] = {"model": self.settings.model, "input": sent, "encoding_format": "float", **self._family.fields[kind]}
        if dimensions is not None:
            question["dimensions"] = dimensions
        try:
            return self.client.ask("/embeddings", question, lambda answer: self._read(answer, len(sent), marks, plan), budget, items=len(sent), handled=_MENDED)
        finally:
            marks.landed(plan)

    def _read(self, answer: object, sent: int, marks: Marks, plan: Plan) -> list[Vector | None]:
        """The vectors of the texts, in the order in which they were sent."""
        decoded = [_vector(item) for item in in_order(answer, sent, "data", "vectors")]
        widths = {len(vector) for vector in decoded if vector is not None}
        if not widths:
            raise Unusable(f"gives no numbers that make a vector. Check {self._setting('model')}, and that the model is one for embeddings.")
        if len(widths) > 1:
            raise Unusable(f"gives vectors of different widths in one answer. Check {self._setting('model')} and the server's log.")
        vectors = self._of_width(decoded, widths.pop())
        self._check_marks(vectors, marks, plan)
        with self._lock:
            self._width = self._width or max(len(vector) for vector in vectors if vector is not None)
        texts = vectors[len(plan.before) : len(vectors) - len(plan.after)]
        bad = texts.count(None)
        if bad == len(texts):
            raise Unusable(f"gives no usable numbers for {bad} of {bad} texts. Check {self._setting('model')} and the server's log.")
        if bad:
            log.warning("%s gives no usable numbers for %d of %d texts.", self.settings.server.address.shown, bad, len(texts))
        return texts

    def _of_width(self, vectors: list[Vector | None], width: int) -> list[Vector | None]:
        """The vectors in the width that is wanted, cut where the model allows it."""
        wanted = self.settings.dimensions
        if wanted is not None and width != wanted:
            if not (self._family.cuttable and width > wanted):
                setting = self._setting("dimensions")
                raise Unusable(f"gives vectors of {width} numbers and cannot give {wanted}. Remove {setting}, or set it to {width}.")
            vectors = [None if vector is None else _cut(vector, wanted) for vector in vectors]
            width = wanted
        if self._width not in (None, width):
            raise Unusable(
                f"now gives vectors of {width} numbers, before {self._width}: another model answers. "
                f"Check {self._setting('model')}; if the change is wanted, embed all facts again."
            )
        return vectors

    def _check_marks(self, vectors: list[Vector | None], marks: Marks, plan: Plan) -> None:
        before = vectors[: len(plan.before)]
        after = vectors[len(vectors) - len(plan.after) :]
        present = [vector for vector in (*before, *after) if vector is not None]
        if len(present) < plan.count or not marks.fits(plan, present[: len(before)], present[len(before) :]):
            raise Unusable(
                "gives vectors that do not belong to the texts sent: it confuses questions or their order, or another model answers. "
                f"Check {self._setting('model')} and the server's log; if the model was changed, embed all facts again."
            )

    def _setting(self, part: str) -> str:
        return self.settings.server.setting(part)


def in_order(answer: object, sent: int, name: str, what: str) -> list[dict[str, object]]:
    """The items of an answer by their `index`: exactly one for each text that was sent. Else `Unusable`."""
    items = answer.get(name) if isinstance(answer, dict) else None
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise Unusable(f"answers without a list of {what}: it is no server of this kind. Check its address.")
    if len(items) != sent:
        raise Unusable(f"gives {len(items)} {what} for {sent} texts. Look into the server's log, and whether its version is known for this.")
    indexes = [item.get("index") for item in items]
    if not all(type(index) is int for index in indexes):
        raise Unusable(f"does not say which of the {what} belongs to which text (no index). Look for a newer version of the server.")
    if set(indexes) != set(range(sent)):
        raise Unusable(f"names the same text twice or one that was not sent. Look into the server's log: its {what} are mixed up.")
    by_index = {item["index"]: item for item in items}
    return [by_index[place] for place in range(sent)]


def _vector(item: dict[str, object]) -> Vector | None:
    try:
        return unit(numbers(item.get("embedding")))
    except BadNumbers:
        return None


def _cut(vector: Vector, width: int) -> Vector | None:
    try:
        return unit(array("d", vector[:width]))
    except BadNumbers:
        return None
