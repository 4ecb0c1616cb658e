"""From a host's name to its addresses, without ever waiting longer than the deadline, although the system's lookup cannot be interrupted."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Callable
from typing import Any

from .deadline import Deadline

Endpoint = tuple[int, Any]  # address family and what socket.connect takes
Lookup = Callable[[str, int], list[Endpoint]]

_SLICE = 0.05  # seconds between looks at whether the client was closed


def system_lookup(host: str, port: int) -> list[Endpoint]:
    """The system's answer; may hang for as long as its resolver likes."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys((int(family), address) for family, _, _, _, address in found))


class _Pending:
    """A lookup that runs in a thread of its own."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.found: list[Endpoint] = []
        self.error: Exception | None = None


class Resolver:
    """Looks names up in threads that are abandoned when they hang. There is at most one thread for each host: whoever asks meanwhile waits for it too."""

    def __init__(self, lookup: Lookup = system_lookup) -> None:
        self._lookup = lookup
        self._pending: dict[tuple[str, int], _Pending] = {}
        self._lock = threading.Lock()

    def resolve(self, host: str, port: int, deadline: Deadline, cancelled: Callable[[], bool]) -> list[Endpoint]:
        """The addresses of a host. TimeoutError at the deadline, ConnectionAbortedError when cancelled, else the lookup's own OSError."""
        if _is_literal(host):
            return system_lookup(host, port)
        pending = self._start(host, port)
        while not pending.done.wait(min(_SLICE, deadline.need())):
            if cancelled():
                raise ConnectionAbortedError
        if pending.error is not None:
            raise pending.error
        return pending.found

    def _start(self, host: str, port: int) -> _Pending:
        with self._lock:
            pending = self._pending.get((host, port))
            if pending is None:
                pending = _Pending()
                thread = threading.Thread(target=self._run, args=(host, port, pending), name="holodream-lookup", daemon=True)
                try:
                    thread.start()
                except RuntimeError:  # the interpreter is ending, or no thread is left
                    raise ConnectionAbortedError from None
                self._pending[host, port] = pending
            return pending

    def _run(self, host: str, port: int, pending: _Pending) -> None:
        try:
            pending.found = self._lookup(host, port)
        except (OSError, UnicodeError) as error:
            pending.error = error if isinstance(error, OSError) else socket.gaierror(socket.EAI_NONAME, "not a name")
        finally:
            with self._lock:
                self._pending.pop((host, port), None)
            pending.done.set()


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host.split("%")[0])
    except ValueError:
        return False
    return True


RESOLVER = Resolver()  # one for the process, so that a name that hangs costs one thread and not one for each client
