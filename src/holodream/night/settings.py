"""Every number of the night: a setting with its default, its range and one sentence. docs/night.md shows the table."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import ConfigError
from ..setting import Setting, check_names
from .counting import SNIPPET, Counting

_OWNER = "a night"
_COUNTING = Counting()  # its defaults


def _number(default: Any, help: str, least: float, most: float) -> Any:
    return dataclasses.field(default=default, metadata={"help": help, "least": least, "most": most})


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class NightConfig:
    """Checked settings of a night; ConfigError names a wrong one and what is allowed. See SETTINGS for what each means."""

    speech_days: int = _number(60, "Days back that messages count.", 1, 3650)
    corroboration_memory_mb: int = _number(_COUNTING.memory_mb, "Memory, in MB, that counting what people said may use.", 16, 65536)
    corroboration_household_share: float = _number(_COUNTING.household_share, "A word in more than this share of the facts says nothing of any.", 0.01, 1)
    corroboration_household_from: int = _number(_COUNTING.household_from, "Facts from which on the share of a word counts.", 1, 100_000)
    corroboration_paste_chars: int = _number(_COUNTING.paste_chars, "A longer message is pasted text and confirms nothing.", 100, 100_000)
    corroboration_passage_chars: int = _number(_COUNTING.passage_chars, "A longer message is read in passages of about so many characters.", 50, 100_000)
    corroboration_most_facts: int = _number(_COUNTING.most_facts, "Facts that one passage is held against, those that it shares most with.", 1, 1000)

    weight_relevance: float = _number(0.30, "Share of trust and ratings in the score.", 0, 1)
    weight_frequency: float = _number(0.20, "Share of retrievals and mentions in the score.", 0, 1)
    weight_diversity: float = _number(0.20, "Share of the distinct days in the score.", 0, 1)
    weight_recency: float = _number(0.12, "Share of how lately the fact was spoken of in the score.", 0, 1)
    weight_consolidation: float = _number(0.10, "Share of the span from the first to the last mention in the score.", 0, 1)
    weight_richness: float = _number(0.08, "Share of how much the text says in the score.", 0, 1)
    frequency_full: int = _number(20, "Retrievals and mentions, taken together, that count as most frequent.", 1, 10_000)
    diversity_full: int = _number(5, "Distinct days that count as most diverse.", 1, 365)
    recency_half_life: float = _number(30.0, "Days after which recency has fallen to one half.", 1, 3650)
    consolidation_full: int = _number(30, "Days between first and last mention that count as the longest span.", 1, 3650)
    richness_full: int = _number(60, "Letters and digits (one of Han, kana and Hangul counts as two) from which a text counts as rich.", 1, 1000)

    promotion_score: float = _number(0.5, "Least score of a fact that is proposed for permanent memory.", 0, 1)
    promotion_days: int = _number(2, "Distinct days on which people confirmed a fact that is proposed for permanent memory.", 1, 365)
    confirmation_days: int = _number(2, "Distinct days on which people stated a fact that is to be confirmed in the store.", 1, 365)
    to_confirm_score: float = _number(0.3, "Least score of a guess that people are asked about.", 0, 1)
    to_confirm_uses: int = _number(2, "Retrievals and mentions, taken together, of a guess that people are asked about.", 0, 10_000)
    new_fact_days: int = _number(7, "Days for which a fact's current text counts as new.", 1, 365)
    new_fact_trust: float = _number(0.5, "Least trust of a new fact that is shown.", 0, 1)
    decay_trust: float = _number(0.4, "Trust below which an unused fact is asked about.", 0, 1)
    decay_days: int = _number(45, "Age in days from which an unused fact is asked about.", 1, 3650)
    decay_retrievals: int = _number(2, "Retrievals up to which a fact counts as unused.", 0, 10_000)
    silent_days: int = _number(30, "Days without a mention after which a fact or an entry counts as silent.", 1, 3650)
    entry_days: int = _number(45, "Days that an entry of permanent memory is known before it is asked about for its silence.", 1, 3650)
    expired_grace_days: int = _number(1, "Days after a dated event before it counts as over.", 0, 365)
    theme_facts: int = _number(3, "New facts about one name that make a theme.", 2, 100)
    theme_days: int = _number(21, "Days back that facts count for a theme.", 1, 365)

    covered_share: float = _number(0.8, "Share of a fact's words in an entry from which the entry says it already.", 0.1, 1)
    conflict_share: float = _number(0.6, "Share of a fact's words in an entry from which another number or date is a conflict.", 0.1, 1)
    nearest_share: float = _number(0.3, "Share of a fact's words in an entry from which the entry is shown as the nearest one.", 0, 1)

    promotions_most: int = _number(3, "Promotions a night.", 0, 100)
    to_confirm_most: int = _number(2, "Guesses a night that people are asked about.", 0, 100)
    confirmations_most: int = _number(5, "Confirmations a night.", 0, 100)
    conflicts_most: int = _number(3, "Conflicts a night.", 0, 100)
    new_facts_most: int = _number(5, "New facts a night.", 0, 100)
    fact_decays_most: int = _number(3, "Facts a night that are asked about for their decay.", 0, 100)
    md_decays_most: int = _number(2, "Entries a night of which it is asked whether they still hold.", 0, 100)
    expired_events_most: int = _number(5, "Events a night that are over.", 0, 100)
    emerging_themes_most: int = _number(2, "Themes a night.", 0, 100)
    quarantine_most: int = _number(10, "Texts a night that are reported as held back.", 0, 1000)

    cooldown_days: int = _number(14, "Days for which nothing is asked again once the agent has answered.", 14, 3650)
    entry_cooldown_days: int = _number(60, "The same for the question whether an entry still holds.", 14, 3650)
    wake_new_facts: int = _number(3, "New facts that wake the agent without other work; 0: they never do.", 0, 100)
    unavailable_nights: int = _number(3, "Nights in a row without messages or facts after which the agent is woken about it.", 1, 365)
    loss_share: float = _number(0.25, "Share of a file's entries or characters whose loss overnight is an alert.", 0.01, 1)
    pressure_share: float = _number(0.9, "Share of a file's limit from which it counts as nearly full.", 0.1, 1)

    evidence_most: int = _number(3, "Days with a snippet that a proposal carries.", 0, 20)
    snippet_chars: int = _number(SNIPPET, "Characters of a snippet.", 20, SNIPPET)
    anchor_chars: int = _number(200, "Characters up to which a whole entry is its own anchor.", 20, 5000)

    def __post_init__(self) -> None:
        for setting in SETTINGS:
            object.__setattr__(self, setting.name, setting.check(getattr(self, setting.name)))
        if not any(self.weights.values()):
            raise ConfigError("weight_relevance … weight_richness: at least one weight must be above 0.")

    @property
    def weights(self) -> dict[str, float]:
        """The weights of the score by component."""
        return {name.removeprefix("weight_"): getattr(self, name) for name in _NAMES if name.startswith("weight_")}

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> NightConfig:
        """Settings by name; a table holds those that begin with its name: {"corroboration": {"memory_mb": 64}}. ConfigError for a wrong one."""
        if not isinstance(values, Mapping):
            raise ConfigError(f"Settings are a mapping of names to values, not {type(values).__name__}.")
        flat = dict(_flat(values))
        check_names(flat, _NAMES, _OWNER)
        return cls(**flat)


def _flat(values: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}_{inner}", part) for inner, part in value.items())
        else:
            yield name, value


SETTINGS: tuple[Setting, ...] = tuple(
    Setting(field.name, field.default, field.metadata["help"], least=field.metadata["least"], most=field.metadata["most"])
    for field in dataclasses.fields(NightConfig)
)
_NAMES = tuple(setting.name for setting in SETTINGS)
