"""What is set for one server: its address, key and limits, checked before anything is sent. An error names the setting and never a key."""

from __future__ import annotations

import ipaddress
import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from ..errors import ConfigError

_KEY = re.compile(r"[\x21-\x7e]+")  # what may stand in a header; anything else would break it, and the library's error would quote it
_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+(?:%[\w.]+)?")
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """A checked address. `credentials` ("name:password") only for a proxy."""

    secure: bool
    host: str
    port: int
    path: str
    query: str = field(default="", repr=False)
    credentials: str = field(default="", repr=False)

    @property
    def shown(self) -> str:
        """How errors and logs name the server: host and port, nothing else."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS["https" if self.secure else "http"] else f"{host}:{self.port}"

    def target(self, ending: str, endings: tuple[str, ...] = ()) -> str:
        """Path and query of a request: `ending` is added unless the path ends so (or in one of `endings`) already."""
        path = self.path.rstrip("/")
        if not path.endswith((ending, *endings)):
            path += ending
        return f"{path}?{self.query}" if self.query else path


@dataclass(frozen=True, slots=True)
class Server:
    """One server and the limits of a call. `prefix` begins the names of its settings: "embeddings_" → embeddings_url, embeddings_key, …

    url           https://…, or http://… for a server on this machine or in a private network
    key           sent as "Authorization: Bearer …"; None: no such header
    timeout       seconds for a whole call: name, connection, TLS, headers and body
    allow_http    whether facts may go unencrypted over a public network
    proxy         http://[name:password@]host:port, None: none, whatever the environment says
    redirects     whether redirects are followed (307 and 308; a key never goes to another server)
    ca_file       certificates to trust instead of the system's, in PEM
    most_bytes    the largest answer that is read
    """

    url: str = field(repr=False)
    prefix: str
    key: str | None = field(default=None, repr=False)
    timeout: float = 8.0
    allow_http: bool = False
    proxy: str | None = field(default=None, repr=False)
    redirects: bool = False
    ca_file: str | None = None
    most_bytes: int = 32_000_000
    address: Address = field(init=False)
    proxy_address: Address | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "address", parse(self.url, self.setting("url")))
        if self.proxy is not None:
            object.__setattr__(self, "proxy_address", parse_proxy(self.proxy, self.setting("proxy")))
        if self.key is not None:
            object.__setattr__(self, "key", self._checked_key(self.key))
        if isinstance(self.timeout, bool) or not isinstance(self.timeout, int | float) or not (math.isfinite(self.timeout) and 0 < self.timeout <= 600):
            raise ConfigError(f"{self.setting('timeout')}: allowed is a number of seconds above 0, at most 600.")
        if self.ca_file is not None and not Path(self.ca_file).is_file():
            raise ConfigError(f"{self.setting('ca_file')}: there is no such file. Give the path of a file of certificates (PEM), or remove the setting.")

    def setting(self, part: str) -> str:
        """The name of one of this server's settings."""
        return self.prefix + part

    def _checked_key(self, key: str) -> str | None:
        stripped = key.strip()
        if stripped and not _KEY.fullmatch(stripped):
            raise ConfigError(f"{self.setting('key')}: a key has no spaces, line breaks or letters beyond ASCII. Copy it again.")
        return stripped or None


def parse_proxy(url: str, setting: str) -> Address:
    """The address of a proxy, which may hold a name and a password."""
    proxy = parse(url, setting, credentials=True)
    if proxy.secure:
        raise ConfigError(f"{setting}: only a proxy at http:// is understood.")
    return proxy


def parse(url: str, setting: str, *, credentials: bool = False) -> Address:
    """A checked address; ConfigError names the setting and what is wrong, and quotes nothing of it but the scheme."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode("ascii") if ":" not in (parts.hostname or "") else str(parts.hostname)
    except (ValueError, AttributeError):  # AttributeError: no text at all. The error would quote the address, and with it what may be a key
        raise ConfigError(f"{setting}: not an address. Write it like https://host/v1 or http://127.0.0.1:8000/v1.") from None
    if parts.scheme not in _PORTS:
        raise ConfigError(f"{setting}: begins neither with https:// nor with http://.")
    if not _HOST.fullmatch(host):
        raise ConfigError(f"{setting}: names no host. Write it like https://host/v1 or http://127.0.0.1:8000/v1.")
    if "@" in parts.netloc and not credentials:
        raise ConfigError(f"{setting}: holds a name or a password. Take it out; a key has a setting of its own.")
    secret = ":".join(unquote(part or "") for part in (parts.username, parts.password)) if "@" in parts.netloc else ""
    return Address(
        secure=parts.scheme == "https",
        host=host,
        port=port if port is not None else _PORTS[parts.scheme],
        path=quote(parts.path, safe="/%:@!$&'()*+,;=~-._"),
        query=quote(parts.query, safe="/%:@!$&'()*+,;=~-._?"),
        credentials=secret,
    )


def is_private(ip: str) -> bool:
    """Whether an IP address belongs to this machine or to a private network, so that unencrypted HTTP does not cross a public one."""
    address = ipaddress.ip_address(ip.split("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    address = mapped or address
    return not address.is_global and not address.is_multicast


def _count(value: object, setting: str, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise ConfigError(f"{setting}: allowed is a whole number from 1 to {most}.")


def _text(value: object, setting: str, what: str) -> None:
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"{setting}: {what}")


@dataclass(frozen=True, slots=True)
class EmbeddingServer:
    """An OpenAI-compatible server of embeddings. See `Server` for what is not explained here.

    model            as the server calls it; vectors of different models are never compared
    dimensions       the width to ask for; None, the default: the model's own. Many servers refuse any width, their own too
    batch            the most texts in one question
    query_prefix     what is put before a question, passage_prefix before a fact; None: what the model's family wants
    """

    url: str = field(repr=False)
    model: str
    key: str | None = field(default=None, repr=False)
    dimensions: int | None = None
    batch: int = 256
    query_prefix: str | None = None
    passage_prefix: str | None = None
    timeout: float = 8.0
    allow_http: bool = False
    proxy: str | None = field(default=None, repr=False)
    redirects: bool = False
    ca_file: str | None = None
    prefix: str = "embeddings_"
    server: Server = field(init=False, repr=False)

    def __post_init__(self) -> None:
        server = Server(self.url, self.prefix, self.key, self.timeout, self.allow_http, self.proxy, self.redirects, self.ca_file)
        object.__setattr__(self, "server", server)
        _text(self.model, server.setting("model"), "allowed is the name of a model, as the server calls it.")
        _count(self.batch, server.setting("batch"), 2048)
        if self.dimensions is not None:
            _count(self.dimensions, server.setting("dimensions"), 16_384)


def stored_name(model: str, dimensions: int | None) -> str:
    """The name under which vectors of a server's model are stored."""
    return f"{model} ({dimensions})" if dimensions else model


@dataclass(frozen=True, slots=True)
class RerankServer:
    """A server of reranking in Cohere's format. See `Server` for what is not explained here.

    model     as the server calls it; "": not sent, for servers with one model
    window    scores (0 to 1) that differ by at most this much count as equal
    tokens    about how many tokens a question and a document may have together (a plain llama-server takes 512)
    """

    url: str = field(repr=False)
    model: str = ""
    key: str | None = field(default=None, repr=False)
    window: float = 0.05
    tokens: int = 400
    timeout: float = 3.0
    allow_http: bool = False
    proxy: str | None = field(default=None, repr=False)
    redirects: bool = False
    ca_file: str | None = None
    prefix: str = "rerank_"
    server: Server = field(init=False, repr=False)

    def __post_init__(self) -> None:
        server = Server(self.url, self.prefix, self.key, self.timeout, self.allow_http, self.proxy, self.redirects, self.ca_file, most_bytes=4_000_000)
        object.__setattr__(self, "server", server)
        _count(self.tokens, server.setting("tokens"), 1_000_000)
        if isinstance(self.window, bool) or not isinstance(self.window, int | float) or not 0 <= self.window <= 1:
            raise ConfigError(f"{server.setting('window')}: allowed is a number from 0 to 1.")
