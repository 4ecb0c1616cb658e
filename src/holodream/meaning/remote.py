"""A server of embeddings as a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import ServerError
from ..servers.deadline import Budget
from ..servers.embeddings import Embeddings
from ..servers.settings import EmbeddingServer, stored_name
from .model import Marks, NoVector, Vector


class RemoteModel:
    """One server and one model on it. Thread-safe; see `model.Model`."""

    leaves = True

    def __init__(self, settings: EmbeddingServer) -> None:
        self.settings = settings
        self.name = stored_name(settings.model, settings.dimensions)
        self._server = Embeddings(settings)

    @property
    def width(self) -> int | None:
        """None before the first answer."""
        return self._server.width

    @property
    def marks(self) -> Marks:
        """See `Embeddings.marks`."""
        return self._server.marks

    @property
    def trouble(self) -> str:
        """See `Client.trouble`."""
        return self._server.client.trouble

    def know(self, width: int | None, marks: Marks) -> None:
        """See `Model`."""
        self._server.close()
        self._server = Embeddings(self.settings, width=width, marks=marks)

    def query(self, text: str, seconds: float) -> Vector:
        """See `Model`."""
        try:
            return self._server.query(text, Budget(seconds))
        except ServerError as error:
            raise NoVector(str(error)) from None

    def passages(self, texts: Sequence[str], seconds: float) -> Iterator[tuple[int, list[Vector | None]]]:
        """A first batch of 4, then as many as the server's speed allows."""
        try:
            yield from self._server.in_batches(texts, Budget(seconds))
        except ServerError as error:
            raise NoVector(str(error)) from None

    def rest_left(self) -> float:
        """See `Client.rest_left`."""
        return self._server.client.rest_left()

    def close(self) -> None:
        """End calls in progress."""
        self._server.close()
