"""One question and its answer over HTTP/1.1: bytes out, bytes in, all within one deadline."""

from __future__ import annotations

import http.client
import socket
from dataclasses import dataclass
from typing import cast
from urllib.parse import urljoin

from ..errors import ConfigError
from .connections import Call, Connections, authorisation
from .deadline import Deadline
from .settings import Address, Server, parse
from .stream import Stream

_PIECE = 65536
_MOST_REDIRECTS = 3
_REDIRECTS = (301, 302, 303, 307, 308)
_REPEATABLE = (307, 308)  # the others turn a question into a mere fetching of a page


class TooLarge(Exception):
    """The answer is larger than what is read."""


class Redirected(Exception):
    """The server points elsewhere, and we do not go there."""


class Cut(Exception):
    """The connection ended before the answer did."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the HTTP status, the headers that matter, and the body."""

    status: int
    body: bytes
    retry_after: str | None = None
    retry_after_ms: str | None = None


def exchange(server: Server, connections: Connections, target: str, body: bytes, deadline: Deadline, call: Call) -> Answer:
    """POST a JSON body and read the answer. Raises OSError, http.client.HTTPException or one of this package's own small exceptions."""
    address, key = server.address, server.key
    for _ in range(_MOST_REDIRECTS + 1):
        answer, location = _ask(server, connections, address, target, key, body, deadline, call)
        if answer.status not in _REDIRECTS:
            return answer
        if not server.redirects or answer.status not in _REPEATABLE or not location:
            raise Redirected
        here = f"{'https' if address.secure else 'http'}://{address.shown}{target}"
        try:
            there = parse(urljoin(here, location), server.setting("url"))
        except (ConfigError, ValueError):
            raise Redirected from None
        if address.secure and not there.secure:
            raise Redirected
        if (there.host, there.port, there.secure) != (address.host, address.port, address.secure):
            key = None
        address = there
        target = (there.path or "/") + (f"?{there.query}" if there.query else "")
    raise Redirected


def _ask(
    server: Server, connections: Connections, address: Address, target: str, key: str | None, body: bytes, deadline: Deadline, call: Call
) -> tuple[Answer, str | None]:
    """One question on a kept connection or, when that has ended meanwhile, on a new one."""
    request = _head(server, address, target, key, len(body)) + body
    stream = connections.kept(address, deadline, call)
    if stream is not None:
        try:
            return _talk(server, connections, address, stream, request, call)
        except (ConnectionError, http.client.HTTPException, Cut):
            if stream.heard or call.cancelled:
                raise
    return _talk(server, connections, address, connections.open(address, deadline, call), request, call)


def _talk(server: Server, connections: Connections, address: Address, stream: Stream, request: bytes, call: Call) -> tuple[Answer, str | None]:
    reusable = False
    try:
        call.stage = "sending the question"
        stream.sendall(request)
        call.stage = "waiting for the answer"
        response = http.client.HTTPResponse(cast(socket.socket, stream), method="POST")
        try:
            response.begin()
            if stream.ended:  # the library takes this for the end of the headers
                raise Cut
            call.stage = "reading the answer"
            data = _read(response, server.most_bytes)
            reusable = response.isclosed() and not response.will_close and not stream.surplus
        finally:
            response.close()
        answer = Answer(response.status, data, response.getheader("Retry-After"), response.getheader("Retry-After-Ms"))
        return answer, response.getheader("Location")
    finally:
        if reusable and not call.cancelled:
            connections.keep(address, stream)
        else:
            stream.close()


def _read(response: http.client.HTTPResponse, most: int) -> bytes:
    """The whole body; a body that is too large or not complete is an error."""
    if (response.length or 0) > most:
        raise TooLarge
    pieces, size = [], 0
    while piece := response.read(min(_PIECE, most + 1 - size)):
        pieces.append(piece)
        size += len(piece)
        if size > most:
            raise TooLarge
    if response.length:
        raise Cut
    return b"".join(pieces)


def _head(server: Server, address: Address, target: str, key: str | None, size: int) -> bytes:
    proxy = server.proxy_address
    plain_proxy = proxy is not None and not address.secure
    lines = [
        f"POST {f'http://{address.shown}' if plain_proxy else ''}{target} HTTP/1.1",
        f"Host: {address.shown}",
        "User-Agent: holodream",
        "Accept: application/json",
        "Accept-Encoding: identity",
        "Content-Type: application/json",
        f"Content-Length: {size}",
    ]
    if key is not None:
        lines.append(f"Authorization: Bearer {key}")
    return ("\r\n".join(lines) + "\r\n" + (authorisation(proxy) if plain_proxy and proxy else "") + "\r\n").encode("ascii")
