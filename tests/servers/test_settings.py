"""Settings of servers: a wrong one is an error that names it, and no key is ever shown."""

from __future__ import annotations

from typing import Any

import pytest

from holodream.errors import ConfigError, InvalidArgument
from holodream.servers.deadline import Budget
from holodream.servers.settings import EmbeddingServer, RerankServer, Server, is_private

from .conftest import KEY

URL = "https://host.test/v1"


@pytest.mark.parametrize(
    ("values", "setting"),
    [
        ({"url": ""}, "embeddings_url"),
        ({"url": "host.test/v1"}, "embeddings_url"),
        ({"url": "ftp://host.test"}, "embeddings_url"),
        ({"url": "http://"}, "embeddings_url"),
        ({"url": "http:///v1"}, "embeddings_url"),
        ({"url": "http://host.test:notaport/"}, "embeddings_url"),
        ({"url": "http://host.test:99999/"}, "embeddings_url"),
        ({"url": "http://[::1/v1"}, "embeddings_url"),
        ({"url": "http://ho st.test/"}, "embeddings_url"),
        ({"url": "http://a..b/"}, "embeddings_url"),
        ({"url": f"https://me:{KEY}@host.test/v1"}, "embeddings_url"),
        ({"url": None}, "embeddings_url"),
        ({"url": 7}, "embeddings_url"),
        ({"key": f"{KEY}\nX-Other: 1"}, "embeddings_key"),
        ({"key": f"{KEY} {KEY}"}, "embeddings_key"),
        ({"key": f"{KEY}é"}, "embeddings_key"),
        ({"model": ""}, "embeddings_model"),
        ({"model": None}, "embeddings_model"),
        ({"dimensions": 0}, "embeddings_dimensions"),
        ({"dimensions": True}, "embeddings_dimensions"),
        ({"dimensions": 384.0}, "embeddings_dimensions"),
        ({"batch": 0}, "embeddings_batch"),
        ({"timeout": 0}, "embeddings_timeout"),
        ({"timeout": float("nan")}, "embeddings_timeout"),
        ({"timeout": "8"}, "embeddings_timeout"),
        ({"proxy": "https://proxy.test"}, "embeddings_proxy"),
        ({"proxy": "proxy.test:3128"}, "embeddings_proxy"),
        ({"ca_file": "/nowhere/ca.pem"}, "embeddings_ca_file"),
    ],
)
def test_a_wrong_setting_is_named(values: dict[str, Any], setting: str) -> None:
    with pytest.raises(ConfigError, match=setting) as caught:
        EmbeddingServer(**{"url": URL, "model": "small", **values})
    assert KEY not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize(("values", "setting"), [({"window": -1}, "rerank_window"), ({"window": True}, "rerank_window"), ({"tokens": 0}, "rerank_tokens")])
def test_a_wrong_setting_of_a_reranker_is_named(values: dict[str, Any], setting: str) -> None:
    with pytest.raises(ConfigError, match=setting):
        RerankServer(URL, **values)


def test_no_key_is_shown() -> None:
    made = EmbeddingServer(f"{URL}?api-key={KEY}", "small", key=KEY, proxy=f"http://me:{KEY}@proxy.test:3128")
    assert KEY not in repr(made) + repr(made.server) + str(made.server.address) + str(made.server.proxy_address)
    assert made.server.key == KEY


def test_blanks_around_a_key_are_taken_off() -> None:
    assert Server(URL, "x_", f" {KEY}\n").key == KEY
    assert Server(URL, "x_", " ").key is None


@pytest.mark.parametrize(
    ("url", "shown", "target"),
    [
        ("https://host.test", "host.test", "/embeddings"),
        ("https://HOST.test:443/v1/", "host.test", "/v1/embeddings"),
        ("http://host.test:8000/v1#part", "host.test:8000", "/v1/embeddings"),
        ("http://[::1]:8000/v1", "[::1]:8000", "/v1/embeddings"),
        ("https://bücher.test/ä b", "xn--bcher-kva.test", "/%C3%A4%20b/embeddings"),
        ("https://host.test/v1?api-version=2", "host.test", "/v1/embeddings?api-version=2"),
        ("https://host.test/v1/embeddings?api-version=2", "host.test", "/v1/embeddings?api-version=2"),
        ("https://host.test/a\r\nX: 1", "host.test", "/aX:%201/embeddings"),
    ],
)
def test_addresses(url: str, shown: str, target: str) -> None:
    address = Server(url, "x_").address
    assert address.shown == shown
    assert address.target("/embeddings") == target


@pytest.mark.parametrize(
    "ip", ["127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.9", "100.64.1.1", "169.254.1.1", "::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1"]
)
def test_private_addresses(ip: str) -> None:
    assert is_private(ip)


@pytest.mark.parametrize("ip", ["8.8.8.8", "172.32.0.1", "2001:4860:4860::8888", "::ffff:8.8.8.8", "224.0.0.1"])
def test_public_addresses(ip: str) -> None:
    assert not is_private(ip)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_budget_has_an_end(seconds: float) -> None:
    with pytest.raises(InvalidArgument):
        Budget(seconds)
