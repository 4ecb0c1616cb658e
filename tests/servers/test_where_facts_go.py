"""Nothing goes anywhere but where it was told to: no redirect, no proxy, nothing unencrypted over a public network, no unknown certificate."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from holodream.errors import ServerTooSlow, ServerUnreachable, ServerUnusable
from holodream.servers.names import Resolver

from . import misbehaving as bad
from .asking import GOOD, QUESTION, ask, fails, recovers
from .conftest import KEY, SOON, Bench
from .misbehaving import Standin, Turn, answers


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(bench: Bench, status: int) -> None:
    other = bench.serve(GOOD)
    server = bench.serve(answers(b"", status, {"Location": f"{other.url}/embeddings"}))
    client = bench.client(server.url)
    assert "embeddings_redirects" in fails(client, ServerUnusable)
    assert not other.asked
    recovers(bench, server, client)


def test_a_redirect_is_followed_when_set_but_the_key_stays(bench: Bench) -> None:
    other = bench.serve(GOOD)
    server = bench.serve(answers(b"", 307, {"Location": f"{other.url}/elsewhere"}))
    client = bench.client(server.url, key=KEY, redirects=True)
    assert ask(client) == {"well": True}
    assert other.asked[0].target == "/v1/elsewhere"
    assert other.asked[0].json == QUESTION
    assert "authorization" not in other.asked[0].headers


def test_a_redirect_to_itself_keeps_the_key_and_ends(bench: Bench) -> None:
    server = bench.serve(answers(b"", 308, {"Location": "/v1/again"}))
    client = bench.client(server.url, key=KEY, redirects=True)
    fails(client, ServerUnusable)
    assert [turn.headers["authorization"] for turn in server.asked] == [f"Bearer {KEY}"] * 4


@pytest.mark.parametrize("location", ["ftp://elsewhere.test/", "http://", "http://[", "", "//user:word@host.test/"])
def test_a_redirect_to_nowhere(bench: Bench, location: str) -> None:
    server = bench.serve(answers(b"", 307, {"Location": location}))
    fails(bench.client(server.url, redirects=True), ServerUnusable)


def test_no_proxy_of_the_environment_is_used(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = bench.serve(GOOD)
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://{proxy.host}")
    server = bench.serve(answers({"direct": True}))
    assert ask(bench.client(server.url)) == {"direct": True}
    assert not proxy.asked


def test_a_proxy_that_is_set_is_used(bench: Bench) -> None:
    proxy = bench.serve(GOOD)
    client = bench.client("http://10.1.2.3:9/v1", proxy=f"http://me:word@{proxy.host}")
    assert ask(client) == {"well": True}
    assert proxy.asked[0].target == "http://10.1.2.3:9/v1/embeddings"
    assert proxy.asked[0].headers["proxy-authorization"].startswith("Basic ")
    assert "word" not in repr(client.server)


def test_a_proxy_that_refuses(bench: Bench) -> None:
    proxy = bench.serve(answers(b"no", 403))
    client = bench.client("https://far.test/v1", proxy=f"http://{proxy.host}")
    assert "embeddings_proxy" in fails(client, ServerUnreachable)
    assert proxy.asked[0].target == "far.test:443"


def tunnel(server: Standin) -> bad.Behaviour:
    """A proxy that opens a way to a server."""

    def behave(turn: Turn) -> None:
        turn.send(b"HTTP/1.1 200 Connection established\r\n\r\n")
        with socket.create_connection(("127.0.0.1", server.port)) as onward:
            back = threading.Thread(target=_copy, args=(onward, turn.connection))
            back.start()
            _copy(turn.connection, onward)
            with suppress(OSError):  # the server may have hung up first
                onward.shutdown(socket.SHUT_RDWR)
            back.join()
        turn.keep = False

    return behave


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        return  # one side has hung up


def test_a_proxy_sees_nothing_of_an_encrypted_question(bench: Bench, tls: tuple[ssl.SSLContext, Path]) -> None:
    server = bench.serve(GOOD, context=tls[0])
    proxy = bench.serve(tunnel(server))
    client = bench.client(server.url, proxy=f"http://{proxy.host}", ca_file=str(tls[1]), key=KEY)
    assert ask(client) == {"well": True}
    assert "authorization" not in proxy.asked[0].headers
    client.close()


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:93.184.215.14"])
def test_facts_do_not_cross_a_public_network_unencrypted(bench: Bench, address: str) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    resolver = Resolver(lambda _, port: [(family, (address, port))])
    client = bench.client("http://public.test/v1", resolver=resolver)
    assert "embeddings_allow_http" in fails(client, ServerUnreachable)
    shown = f"[{address}]" if ":" in address else address
    assert "embeddings_allow_http" in fails(bench.client(f"http://{shown}/v1"), ServerUnreachable)


def test_nor_through_a_proxy(bench: Bench) -> None:
    proxy = bench.serve(GOOD)
    assert "embeddings_allow_http" in fails(bench.client("http://public.test/v1", proxy=f"http://{proxy.host}"), ServerUnreachable)
    assert not proxy.asked
    assert ask(bench.client("http://public.test/v1", proxy=f"http://{proxy.host}", allow_http=True)) == {"well": True}


def test_of_a_names_addresses_only_private_ones_are_used(bench: Bench) -> None:
    server = bench.serve(GOOD)
    resolver = Resolver(lambda _, port: [(socket.AF_INET, ("93.184.215.14", port)), (socket.AF_INET, ("127.0.0.1", port))])
    assert ask(bench.client(f"http://both.test:{server.port}/v1", resolver=resolver)) == {"well": True}


def test_tls(bench: Bench, tls: tuple[ssl.SSLContext, Path]) -> None:
    server = bench.serve(GOOD, context=tls[0])
    client = bench.client(server.url, ca_file=str(tls[1]))
    assert ask(client) == ask(client) == {"well": True}
    assert server.connections == 1
    server.behave = bad.trickled_body
    slow = bench.client(server.url, ca_file=str(tls[1]), timeout=SOON)
    fails(slow, ServerTooSlow)


def test_an_unknown_certificate_is_refused(bench: Bench, tls: tuple[ssl.SSLContext, Path]) -> None:
    server = bench.serve(GOOD, context=tls[0])
    assert "embeddings_ca_file" in fails(bench.client(server.url), ServerUnreachable)
    assert not server.asked


def test_a_certificate_for_another_name_is_refused(bench: Bench, certificate: Callable[[str], Path]) -> None:
    path = certificate("DNS:other.test")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    server = bench.serve(GOOD, context=context)
    assert "certificate" in fails(bench.client(server.url, ca_file=str(path)), ServerUnreachable)
    assert not server.asked


def test_https_for_a_server_that_speaks_http(bench: Bench) -> None:
    server = bench.serve(bad.no_http)
    fails(bench.client(server.url.replace("http", "https")), ServerUnreachable)
