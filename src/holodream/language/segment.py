"""Word breaks in scripts without spaces: the most probable way to cut a run of letters into known words.

A shortest-path search over the word list of the language (Viterbi on word probabilities); the time grows linearly with the run.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping

from .catalogue import Language, languages
from .frequency import frequencies

_LONGEST = 12  # characters of the longest word looked up
_SHORT = 64  # characters; such runs come again and again
_UNKNOWN = 11.0  # cost of a character that no word covers; a known word costs 9 minus its Zipf value
_FUNCTION = 6.5  # Zipf value assumed for function words and the like that the word list lacks
_HANGING = frozenset("ーゝゞヽヾ々ๆะาำๅฯ็่้๊๋์ํิีึืุูัฺ")  # never begin a word
_LEADING = frozenset("เแโใไ")  # never end a word


@functools.cache
def lexicon(code: str) -> Mapping[str, float]:
    """Costs of the words known in a language: its frequency list and all words of its data file."""
    language = languages()[code]
    costs = {word: 9.0 - zipf for word, zipf in frequencies(code).items()}
    for word in _file_words(language):
        costs.setdefault(word, 9.0 - _FUNCTION + 0.6 * (len(word) == 1))
    return costs


def _file_words(language: Language) -> set[str]:
    groups = [language.stop, language.self_words, language.time_words, language.kin, language.roles, language.negations]
    groups += [*language.asking.values(), *language.kind_nouns.values(), *language.months, *language.weekdays]
    groups += [frozenset(language.number_words), language.units, language.money, frozenset(language.roots)]
    return {word for group in groups for word in group if " " not in word and not word.isascii()}


def segment(run: str, code: str) -> tuple[str, ...]:
    """Cut a folded run of letters of one script into words; joined again they give the run."""
    return _segment_again(run, code) if len(run) <= _SHORT else _segment(run, code)


def _segment(run: str, code: str) -> tuple[str, ...]:
    costs = lexicon(code)
    size = len(run)
    best = [0.0] + [float("inf")] * size
    back = [0] * (size + 1)
    for start in range(size):
        if (start and run[start] in _HANGING) or (start and run[start - 1] in _LEADING):
            continue  # no word may begin here
        for end in range(start + 1, min(size, start + _LONGEST) + 1):
            cost = costs.get(run[start:end])
            if cost is None:
                if end - start > 1 and not _one_cluster(run, start, end):
                    continue
                cost = _UNKNOWN
            if best[start] + cost < best[end]:
                best[end], back[end] = best[start] + cost, start
    if best[size] == float("inf"):
        return (run,)
    cuts = [size]
    while cuts[-1]:
        cuts.append(back[cuts[-1]])
    cuts.reverse()
    return tuple(run[a:b] for a, b in itertools.pairwise(cuts))


_segment_again = functools.lru_cache(maxsize=20_000)(_segment)


def _one_cluster(run: str, start: int, end: int) -> bool:
    """Whether run[start:end] is one letter with the signs that hang on it."""
    body = run[start + 1 : end] if run[start] not in _LEADING else run[start + 2 : end]
    return all(char in _HANGING for char in body)
