"""Vectors of facts: which facts lack one, what is kept of a model, and how a vector lies in the file.

A fact has a vector of its current text for each model. Triggers (see schema) drop it when the text changes, ends or is forgotten.
"""

from __future__ import annotations

import contextlib
import sqlite3
import struct
from abc import ABC, abstractmethod
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from . import index
from .records import ANY, Wanted

_SCALE = struct.Struct("<f")
_STEPS = 127  # the largest number of a packed vector


@dataclass(frozen=True, slots=True)
class VectorModel:
    """A model of which the file holds vectors. `mark`: what tells whether the same model still answers; None when nobody noted it."""

    model_id: int
    model: str
    width: int
    mark: bytes | None
    vectors: int  # facts that have one
    without: int  # facts for which the model gives none


@dataclass(frozen=True, slots=True)
class Unembedded:
    """The current text of a live fact that has no vector of a model yet."""

    fact_id: int
    version: int
    content: str


def models_in(connection: sqlite3.Connection) -> list[VectorModel]:
    """The models of which a file holds vectors, the latest last."""
    rows = connection.execute(
        "SELECT m.model_id, m.model, m.width, m.mark, count(v.vector), count(v.vector_id) - count(v.vector) "
        "FROM vector_models m LEFT JOIN fact_vectors v USING (model_id) GROUP BY m.model_id ORDER BY m.model_id"
    )
    return [VectorModel(*row) for row in rows]


def packed(vector: array[float]) -> bytes:
    """A vector as the file keeps it: the scale, then a signed byte for each number. An error of at most half a 127th of the largest number."""
    scale = max(map(abs, vector)) / _STEPS or 1.0
    return _SCALE.pack(scale) + array("b", [round(value / scale) for value in vector]).tobytes()


def unpacked(blob: bytes) -> tuple[float, array[int]]:
    """The scale and the whole numbers of a packed vector."""
    numbers = array("b")
    numbers.frombytes(blob[_SCALE.size :])
    return float(_SCALE.unpack_from(blob)[0]), numbers


class VectorsOfStore(ABC):
    """The part of a store that keeps vectors. It computes none."""

    @abstractmethod
    def writing(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One transaction of ours."""

    @abstractmethod
    def _reading(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One state of the file."""

    def vector_models(self) -> list[VectorModel]:
        """The models of which the file holds vectors, the latest last."""
        with self._reading() as connection:
            return models_in(connection)

    def vector_model(self, model: str, width: int | None) -> tuple[int, int, bytes | None] | None:
        """(id, width, mark) of a model, in this width or in the latest one; None when none is noted."""
        with self._reading() as connection:
            row = connection.execute(
                "SELECT model_id, width, mark FROM vector_models WHERE model = ? AND (? IS NULL OR width = ?) ORDER BY model_id DESC", (model, width, width)
            ).fetchone()
            return None if row is None else (int(row[0]), int(row[1]), row[2])

    def note_model(self, model: str, width: int, mark: bytes | None) -> int:
        """The id of a model, noted when it is new; its mark too, when none was noted."""
        with self.writing() as connection:
            connection.execute(
                "INSERT INTO vector_models (model, width, mark) VALUES (?, ?, ?) ON CONFLICT (model, width) DO UPDATE SET mark = coalesce(mark, excluded.mark)",
                (model, width, mark),
            )
            row = connection.execute("SELECT model_id FROM vector_models WHERE model = ? AND width = ?", (model, width)).fetchone()
            return int(row[0])

    def drop_model(self, model_id: int) -> int:
        """Delete a model's vectors and what is known of it; returns how many vectors went."""
        with self.writing() as connection:
            gone = connection.execute("DELETE FROM fact_vectors WHERE model_id = ?", (model_id,)).rowcount
            connection.execute("DELETE FROM vector_models WHERE model_id = ?", (model_id,))
            return gone

    def without_vector(self, model_id: int | None, limit: int) -> list[Unembedded]:
        """Live facts that lack a vector of a model (None: a model that is not noted), the newest first."""
        with self._reading() as connection:
            most = min(limit, _most_without(connection, model_id))  # with the last of them in hand, no older fact is looked at
            rows = connection.execute(
                "SELECT h.fact_id, h.version, f.content FROM fact_heads h JOIN facts f ON f.fact_id = h.fact_id "
                "WHERE h.state = 'live' AND NOT EXISTS (SELECT 1 FROM fact_vectors v WHERE v.fact_id = h.fact_id AND v.model_id = ?) "
                "ORDER BY h.fact_id DESC LIMIT ?",
                (model_id, most),
            )
            return [Unembedded(*row) for row in rows]

    def count_without_vector(self, model_id: int | None) -> int:
        """How many live facts lack a vector of a model."""
        with self._reading() as connection:
            if not _most_without(connection, model_id):
                return 0
            row = connection.execute(
                "SELECT count(*) FROM fact_heads h WHERE h.state = 'live' "
                "AND NOT EXISTS (SELECT 1 FROM fact_vectors v WHERE v.fact_id = h.fact_id AND v.model_id = ?)",
                (model_id,),
            ).fetchone()
            return int(row[0])

    def put_vectors(self, model_id: int, rows: Sequence[tuple[int, int, bytes | None]]) -> int | None:
        """Keep vectors as (fact, version, packed vector or None for a text that gets none); returns how many were kept.

        Facts whose text has changed or gone since are passed over. None when the model was dropped since: then nothing is kept.
        """
        with self.writing() as connection:
            if connection.execute("SELECT 1 FROM vector_models WHERE model_id = ?", (model_id,)).fetchone() is None:
                return None
            before = connection.total_changes
            connection.executemany(
                "INSERT INTO fact_vectors (fact_id, version, model_id, vector) SELECT fact_id, version, ?, ? FROM fact_heads "
                "WHERE fact_id = ? AND version = ? AND state = 'live' "
                "ON CONFLICT (fact_id, model_id) DO NOTHING",
                [(model_id, vector, fact_id, version) for fact_id, version, vector in rows],
            )
            return connection.total_changes - before

    def vectors_after(self, model_id: int, vector_id: int, limit: int) -> list[tuple[int, bytes]]:
        """The vectors of a model whose ids come after one, as (id, packed vector), in the order of their ids."""
        with self._reading() as connection:
            return connection.execute(
                "SELECT vector_id, vector FROM fact_vectors WHERE vector_id > ? AND model_id = ? AND vector IS NOT NULL ORDER BY vector_id LIMIT ?",
                (vector_id, model_id, limit),
            ).fetchall()

    def facts_of_vectors(self, vector_ids: Sequence[int], wanted: Wanted = ANY) -> dict[int, int]:
        """The fact of each vector that still counts, where the fact is wanted."""
        with self._reading() as connection:
            found: dict[int, int] = {}
            for marks, chunk in index.chunks(vector_ids):
                rows = connection.execute(
                    f"SELECT v.vector_id, v.fact_id FROM fact_vectors v JOIN facts f ON f.fact_id = v.fact_id WHERE v.vector_id IN ({marks}) "
                    "AND (? IS NULL OR f.category = ?) AND ifnull(f.trust_score, 0.5) >= ?",
                    (*chunk, wanted.category, wanted.category, wanted.min_trust),
                )
                found.update(rows)
            return found

    def vectors_of(self, model_id: int, fact_ids: Sequence[int]) -> dict[int, bytes]:
        """The packed vectors of some facts that have one of a model."""
        with self._reading() as connection:
            found: dict[int, bytes] = {}
            for marks, chunk in index.chunks(fact_ids):
                found.update(
                    connection.execute(
                        f"SELECT fact_id, vector FROM fact_vectors WHERE fact_id IN ({marks}) AND model_id = ? AND vector IS NOT NULL", (*chunk, model_id)
                    )
                )
            return found


def _most_without(connection: sqlite3.Connection, model_id: int | None) -> int:
    """How many live facts lack a vector of a model at most; of a part of a store those are fewer. Quick: SQLite counts whole tables by their pages."""
    models = [int(row[0]) for row in connection.execute("SELECT model_id FROM vector_models")]
    if models == [model_id]:
        made = connection.execute("SELECT count(*) FROM fact_vectors").fetchone()
    else:
        made = connection.execute("SELECT count(*) FROM fact_vectors WHERE model_id = ?", (model_id,)).fetchone()
    return max(0, index.live_facts(connection) - int(made[0]))
