"""A connected socket on which nothing waits longer than the deadline of the call, however slowly the other side trickles."""

from __future__ import annotations

import io
import socket
import ssl
from typing import Any, Protocol

from .deadline import Deadline

_PIECE = 65536


class Cancellable(Protocol):
    """Where sockets in use are noted, so that closing the client ends its calls."""

    def attach(self, raw: socket.socket) -> None: ...


class Stream:
    """A socket with a deadline. Offers what `http.client.HTTPResponse` needs of one."""

    def __init__(self, raw: socket.socket, deadline: Deadline) -> None:
        self.raw = raw
        self.deadline = deadline
        self.ended = False  # whether the other side has hung up
        self.heard = False  # whether a byte came since the last request: before that, a kept connection may simply have ended
        self.surplus = False  # whether more came than the answer: the rest could be taken for the next one

    def sendall(self, data: bytes) -> None:
        """Send everything, or TimeoutError at the deadline."""
        self.heard = False
        view = memoryview(data)
        while view:
            self.raw.settimeout(self.deadline.need())
            view = view[self.raw.send(view[:_PIECE]) :]

    def receive(self, buffer: Any) -> int:
        """Fill a part of the buffer; 0 at the end."""
        self.raw.settimeout(self.deadline.need())
        count = self.raw.recv_into(buffer)
        self.heard = self.heard or count > 0
        self.ended = count == 0
        return count

    def makefile(self, _mode: str) -> io.BufferedReader:
        """The reader of one answer."""
        return _Answer(_Source(self))

    def close(self) -> None:
        """End the connection."""
        self.raw.close()


class _Source(io.RawIOBase):
    """The bytes that come in."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return 0 if self.ended else self.stream.receive(buffer)


class _Answer(io.BufferedReader):
    """Buffers one answer, and sees at its end whether the buffer holds more."""

    def __init__(self, source: _Source) -> None:
        super().__init__(source, _PIECE)
        self._source = source

    def close(self) -> None:
        if not self.closed:
            self._source.ended = True
            self._source.stream.surplus = self._source.stream.surplus or bool(self.peek(1))
        super().close()


def connect(endpoints: list[tuple[int, Any]], deadline: Deadline, calls: Cancellable) -> Stream:
    """Connect to the first address that answers; each gets its share of the time, so that a dead one does not use it all."""
    error: OSError = ConnectionRefusedError()
    for index, (family, address) in enumerate(endpoints):
        raw = socket.socket(family, socket.SOCK_STREAM)
        try:
            calls.attach(raw)
            raw.settimeout(deadline.need() / (len(endpoints) - index))
            raw.connect(address)
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as failed:
            raw.close()
            error = failed
        except BaseException:
            raw.close()
            raise
        else:
            return Stream(raw, deadline)
    deadline.need()  # out of time rather than refused
    raise error


def secure(stream: Stream, context: ssl.SSLContext, host: str, calls: Cancellable) -> None:
    """Speak TLS on a connected stream and check the certificate."""
    stream.raw.settimeout(stream.deadline.need())
    stream.raw = context.wrap_socket(stream.raw, server_hostname=host)
    calls.attach(stream.raw)
