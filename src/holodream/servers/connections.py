"""Connections to one server: made, kept for the next call, and ended."""

from __future__ import annotations

import base64
import contextlib
import http.client
import os
import select
import socket
import ssl
import threading
import time
from typing import cast

from .deadline import Deadline
from .names import RESOLVER, Endpoint, Resolver
from .settings import Address, Server, is_private
from .stream import Stream, connect, secure

_KEPT_SECONDS = 15.0  # many servers close a silent connection after 5 to 60 s
_KEPT_MOST = 4


class PublicHTTP(Exception):
    """Facts would go unencrypted over a public network."""


class ProxyRefused(Exception):
    """The proxy did not open a way to the server."""


class Call:
    """One call in progress: what it is doing, for its error, and the socket that it waits on, so that it can be ended from outside."""

    def __init__(self) -> None:
        self.stage = "waiting for its turn"
        self.cancelled = False
        self._raw: socket.socket | None = None
        self._lock = threading.Lock()

    def attach(self, raw: socket.socket) -> None:
        """Note the socket in use. ConnectionAbortedError when the call was cancelled."""
        with self._lock:
            self._raw = raw
            if self.cancelled:
                raise ConnectionAbortedError

    def cancel(self) -> None:
        """End the call: whatever waits on its socket fails at once."""
        with self._lock:
            self.cancelled = True
            if self._raw is not None:
                with contextlib.suppress(OSError):  # not connected yet, or closed already: it ends anyway
                    self._raw.shutdown(socket.SHUT_RDWR)


class Connections:
    """The connections of one client. A connection carries one call at a time and is kept only when its answer was read to the end and nothing followed."""

    def __init__(self, server: Server, resolver: Resolver = RESOLVER) -> None:
        self._server = server
        self._resolver = resolver
        self._kept: list[tuple[float, int, Address, Stream]] = []
        self._lock = threading.Lock()
        self._context: ssl.SSLContext | None = None

    def kept(self, address: Address, deadline: Deadline, call: Call) -> Stream | None:
        """A connection from an earlier call that still seems alive."""
        while True:
            with self._lock:
                found = next((entry for entry in reversed(self._kept) if _same_server(entry[2], address)), None)
                if found is None:
                    return None
                self._kept.remove(found)
            since, process, _, stream = found
            if process == os.getpid() and time.monotonic() - since < _KEPT_SECONDS and not _readable(stream.raw):
                stream.deadline = deadline
                call.attach(stream.raw)
                return stream
            stream.close()

    def keep(self, address: Address, stream: Stream) -> None:
        """Keep a connection for the next call."""
        with self._lock:
            self._kept.append((time.monotonic(), os.getpid(), address, stream))
            surplus = self._kept[:-_KEPT_MOST]
            del self._kept[:-_KEPT_MOST]
        for *_, old in surplus:
            old.close()

    def close(self) -> None:
        """End all kept connections."""
        with self._lock:
            kept, self._kept = self._kept, []
        for *_, stream in kept:
            stream.close()

    def open(self, address: Address, deadline: Deadline, call: Call) -> Stream:
        """A new connection, through the proxy when one is set. Raises OSError, PublicHTTP or ProxyRefused."""
        proxy = self._server.proxy_address
        next_hop = proxy or address
        call.stage = f"looking up the name {next_hop.host}"
        endpoints = self._resolver.resolve(next_hop.host, next_hop.port, deadline, lambda: call.cancelled)
        if not address.secure and not self._server.allow_http:
            endpoints = _private_only(address, endpoints, through_proxy=proxy is not None)
        if not endpoints:
            raise socket.gaierror(socket.EAI_NONAME, "no address")
        call.stage = "connecting"
        stream = connect(endpoints, deadline, call)
        try:
            if proxy is not None and address.secure:
                call.stage = "asking the proxy"
                _open_tunnel(stream, address, proxy)
            if address.secure:
                call.stage = "agreeing on encryption"
                secure(stream, self._trusted(), address.host, call)
        except BaseException:
            stream.close()
            raise
        return stream

    def _trusted(self) -> ssl.SSLContext:
        with self._lock:
            if self._context is None:
                self._context = ssl.create_default_context(cafile=self._server.ca_file)
            return self._context


def _same_server(one: Address, other: Address) -> bool:
    return (one.secure, one.host, one.port) == (other.secure, other.host, other.port)


def _readable(raw: socket.socket) -> bool:
    """Whether something waits on an idle connection: its end, or bytes that belong to no question of ours."""
    if isinstance(raw, ssl.SSLSocket) and raw.pending():
        return True
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(raw, select.POLLIN)
        return bool(poll.poll(0))
    return bool(select.select([raw], [], [], 0)[0])


def _private_only(address: Address, endpoints: list[Endpoint], *, through_proxy: bool) -> list[Endpoint]:
    """The addresses to which facts may go unencrypted. Behind a proxy the name is looked up elsewhere: then only a private address itself is sure."""
    if through_proxy:
        try:
            private = is_private(address.host)
        except ValueError:
            private = False
        if not private:
            raise PublicHTTP
        return endpoints
    private_ones = [(family, where) for family, where in endpoints if is_private(str(where[0]))]
    if endpoints and not private_ones:
        raise PublicHTTP
    return private_ones


def _open_tunnel(stream: Stream, address: Address, proxy: Address) -> None:
    host = f"[{address.host}]" if ":" in address.host else address.host
    stream.sendall(f"CONNECT {host}:{address.port} HTTP/1.1\r\nHost: {host}:{address.port}\r\n{authorisation(proxy)}\r\n".encode("ascii"))
    response = http.client.HTTPResponse(cast(socket.socket, stream), method="CONNECT")
    try:
        response.begin()
        if response.status != 200:
            raise ProxyRefused
    finally:
        response.close()
    if stream.surplus:
        raise ProxyRefused


def authorisation(proxy: Address) -> str:
    """The header line for a proxy with a password, or nothing."""
    if not proxy.credentials:
        return ""
    return f"Proxy-Authorization: Basic {base64.b64encode(proxy.credentials.encode()).decode('ascii')}\r\n"
