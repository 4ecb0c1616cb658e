"""Make language/frequencies/*.tsv: how ordinary the commonest words of each language are.

    pip install wordfreq pythainlp && python tools/make_frequencies.py

A row is a Zipf value (log10 of the uses per thousand million words) and the words that have it. Sources: wordfreq 3.1
(Robyn Speer, data under CC BY-SA 4.0) and, for Thai, the frequency list of the Thai National Corpus in PyThaiNLP (CC0).
The numbers are theirs; see frequencies/README.md.
"""

from __future__ import annotations

import collections
import math
import pathlib
import re
import unicodedata

TARGET = pathlib.Path(__file__).parent.parent / "src/holodream/language/frequencies"
SIZE = {"zh": 16000, "ja": 16000, "th": 12000, "de": 14000, "nl": 14000}
DEFAULT_SIZE = 9000
CODES = ["ar", "de", "en", "es", "fr", "hi", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr", "uk", "vi", "zh"]


def zipf_of(code: str) -> dict[str, float]:
    """Zipf value of each word of a language."""
    if code == "th":
        from pythainlp.corpus import tnc

        counts = dict(tnc.word_freqs())
        total = sum(counts.values())
        return {word: math.log10(count / total * 1e9) for word, count in counts.items()}
    import wordfreq

    return {word: math.log10(p * 1e9) for word, p in wordfreq.get_frequency_dict(code, wordlist="best").items()}


def usable(word: str) -> bool:
    return bool(re.match(r"[^\W\d_]", word)) and not any(ch.isdigit() or ch.isspace() for ch in word)


def main() -> None:
    for code in [*CODES, "th"]:
        rows: dict[str, list[str]] = collections.defaultdict(list)
        seen: set[str] = set()
        ranked = sorted(zipf_of(code).items(), key=lambda item: (-item[1], item[0]))
        for word, zipf in ranked:
            folded = unicodedata.normalize("NFC", word.lower())
            if not usable(folded) or folded in seen:
                continue
            seen.add(folded)
            rows[f"{zipf:.1f}"].append(folded)
            if len(seen) >= SIZE.get(code, DEFAULT_SIZE):
                break
        text = "".join(f"{zipf}\t{' '.join(words)}\n" for zipf, words in rows.items())
        (TARGET / f"{code}.tsv").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
