"""Every setting of a memory: one table with its default, its allowed values and one sentence. A wrong value is an error, never a default."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Mapping
from typing import Any, ClassVar

from .errors import ConfigError
from .recall.gate import STRICTNESS
from .setting import Setting as Setting
from .setting import check_names

SETTINGS: tuple[Setting, ...] = (
    Setting("default_trust", 0.5, "Trust that a new fact starts with before its source is counted.", least=0.0, most=1.0),
    Setting("min_trust_threshold", 0.3, "Facts with less trust are not recalled before a turn.", least=0.0, most=1.0),
    Setting("temporal_decay_half_life", 0.0, "Days after which age halves a fact's small bonus for being new; 0 switches age off.", least=0.0, most=36500.0),
    Setting("recall_limit", 5, "The most facts put in front of the agent before a turn.", least=1, most=20),
    Setting("prefetch_max_tokens", 0, "The most tokens of the whole recall block; 0 means no cap beyond recall_limit.", least=0, most=20000),
    Setting("recall_strictness", "balanced", "How much evidence a fact needs to come up unasked.", choices=STRICTNESS),
    Setting("recall_source", "off", "Whether each recalled line says who stands behind it.", choices=("off", "on")),
    Setting("repeat_after_turns", 6, "A fact shown in a session is shown again only after this many turns, unless it is asked for.", least=0, most=1000),
    Setting("embeddings", "off", "Whether facts are found by meaning too: by a model in this process, or by a server.", choices=("off", "local", "server")),
    Setting("embeddings_local", "e5", "The model in this process: e5 (more exact) or use (quicker, 16 languages).", choices=("e5", "use")),
    Setting("embeddings_wait", 0.5, "Seconds that a turn waits for the meaning of its message; then it goes on with words.", least=0.01, most=10.0),
    Setting("embeddings_url", "", "The address of the server of embeddings, up to /v1.", kind="url"),
    Setting("embeddings_model", "", "The model of embeddings, as the server calls it."),
    Setting("embeddings_key_env", "", "The environment variable that holds the key of the server of embeddings.", kind="variable"),
    Setting("embeddings_dimensions", 0, "The width of vectors to ask the server for; 0: the model's own, which most servers want.", least=0, most=16384),
    Setting("embeddings_batch", 256, "The most texts in one question to the server of embeddings.", least=1, most=2048),
    Setting("embeddings_timeout", 8.0, "Seconds for a whole call to the server of embeddings.", least=0.1, most=600.0),
    Setting("embeddings_allow_http", False, "Whether texts may go to the server of embeddings unencrypted over a public network."),
    Setting("embeddings_proxy", "", "The proxy for the server of embeddings.", kind="proxy"),
    Setting("embeddings_redirects", False, "Whether redirects of the server of embeddings are followed."),
    Setting("embeddings_ca_file", "", "A file of certificates to trust at the server of embeddings.", kind="path"),
    Setting("rerank", "off", "Whether a server puts the facts found into a better order.", choices=("off", "on")),
    Setting("rerank_url", "", "The address of the reranker, up to /v1.", kind="url"),
    Setting("rerank_model", "", "The model of the reranker, as the server calls it; empty for a server with one model."),
    Setting("rerank_key_env", "", "The environment variable that holds the key of the reranker.", kind="variable"),
    Setting("rerank_window", 0.05, "Scores of the reranker that differ by at most this count as equal.", least=0.0, most=1.0),
    Setting("rerank_tokens", 400, "About how many tokens a message and a fact may have together for the reranker.", least=1, most=1000000),
    Setting("rerank_timeout", 3.0, "Seconds for a whole call to the reranker.", least=0.1, most=600.0),
    Setting("rerank_allow_http", False, "Whether texts may go to the reranker unencrypted over a public network."),
    Setting("rerank_proxy", "", "The proxy for the reranker.", kind="proxy"),
    Setting("rerank_redirects", False, "Whether redirects of the reranker are followed."),
    Setting("rerank_ca_file", "", "A file of certificates to trust at the reranker.", kind="path"),
)
_BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}


@dataclasses.dataclass(frozen=True, slots=True)
class Config:
    """Checked settings; see SETTINGS for what each means."""

    default_trust: float = 0.5
    min_trust_threshold: float = 0.3
    temporal_decay_half_life: float = 0.0
    recall_limit: int = 5
    prefetch_max_tokens: int = 0
    recall_strictness: str = "balanced"
    recall_source: str = "off"
    repeat_after_turns: int = 6
    embeddings: str = "off"
    embeddings_local: str = "e5"
    embeddings_wait: float = 0.5
    embeddings_url: str = ""
    embeddings_model: str = ""
    embeddings_key_env: str = ""
    embeddings_dimensions: int = 0
    embeddings_batch: int = 256
    embeddings_timeout: float = 8.0
    embeddings_allow_http: bool = False
    embeddings_proxy: str = ""
    embeddings_redirects: bool = False
    embeddings_ca_file: str = ""
    rerank: str = "off"
    rerank_url: str = ""
    rerank_model: str = ""
    rerank_key_env: str = ""
    rerank_window: float = 0.05
    rerank_tokens: int = 400
    rerank_timeout: float = 3.0
    rerank_allow_http: bool = False
    rerank_proxy: str = ""
    rerank_redirects: bool = False
    rerank_ca_file: str = ""
    __signature__: ClassVar[inspect.Signature]

    def __new__(cls, *_values: Any, **named: Any) -> Config:
        """ConfigError, not TypeError, for a name that is no setting; the values are checked afterwards."""
        check_names(named, _BY_NAME, "a memory")
        return object.__new__(cls)

    def __post_init__(self) -> None:
        for setting in SETTINGS:
            object.__setattr__(self, setting.name, setting.check(getattr(self, setting.name)))

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Config:
        """Settings by name; ConfigError for an unknown name or a wrong value."""
        if not isinstance(values, Mapping):
            raise ConfigError(f"Settings are a mapping of names to values, not {type(values).__name__}.")
        check_names(values, _BY_NAME, "a memory")
        return cls(**dict(values))


# What help and editors show: the arguments, which `__new__` would hide.
Config.__signature__ = inspect.Signature(list(inspect.signature(Config.__init__).parameters.values())[1:])
