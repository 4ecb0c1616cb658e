"""One analysis for writing and asking: a text → its words, each with the terms under which it is indexed and found."""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .catalogue import Language, languages_of
from .characters import KANA, WORD, fold, plain, script_of, seams
from .compound import parts_of
from .frequency import frequencies
from .identify import likely_languages
from .segment import segment
from .sound import sound_term
from .stem import stems, without_particles

# Raise the number when the same text would give other terms; stores then rebuild their index.
TOKENIZER_VERSION = "2/snowball 3.1"

_UNSPACED = frozenset({"Han", "Hiragana", "Katakana", "Thai"})
_APOSTROPHES = frozenset("'’ʼ‘`´")
_APOSTROPHE = re.compile(f"[{''.join(_APOSTROPHES)}]")
_VOWELS = frozenset("aeiouyh")  # and h, which is often silent
_THOUSANDS = re.compile(
    r"(?<![\d.,])(\d{1,3})((?:[.,'’\u00a0\u202f]\d{3})+)(?![\d])"
    r"|(?<![\d.,+])(?<!\d )([1-9]\d{0,2})((?: \d{3})+)(?! ?\d)"  # 48 000, but no telephone number
)
_LETTER_APOSTROPHE = frozenset({"Cyrillic"})  # scripts in which an apostrophe is a letter (Ukrainian сім'я)
_MAX_WORD = 64  # letters; longer runs are keys, hashes and the like and are cut for the index
_KNOWN = 3.8  # Zipf value from which a word is a common one of its language; rarer ones are also indexed by their sound
_MAX_JOINED = 5  # single characters taken together as one word
_MAX_WORDS = 4000  # words of one text that are analysed


@dataclass(slots=True, unsafe_hash=True)  # not frozen, which would make the making of each word of each text several times slower
class Word:
    """A word of a text; nobody changes one.

    `forms` are its index terms: one of them is enough, but where `pieces` is true (Han writing, cut into pairs of
    characters) the share of them counts. `weak` are looser terms: single characters, parts of a compound, a word without its accents.
    """

    text: str
    forms: tuple[str, ...]
    weak: tuple[str, ...] = ()
    languages: tuple[Language, ...] = ()
    script: str = ""
    stop: bool = False
    zipf: float = 0.0
    pieces: bool = False
    capital: bool = False
    number: bool = False
    start: int = 0
    joined: bool = False  # single characters taken together
    bare: str = ""  # without the particles that its language glues on, for looking it up in word lists


@dataclass(frozen=True)
class Analysis:
    """The words of a text in their order, and the languages it is likely in."""

    words: tuple[Word, ...]
    languages: tuple[Language, ...]
    folded: str
    runs: tuple[tuple[int, str], ...] = ()  # rows of letters without spaces, each with the `start` of its first word

    @property
    def numbers(self) -> frozenset[str]:
        """The numbers of the text in digits, however they are written; words of a number that has no digits as they are."""
        forms = [word.forms for word in self.words if word.number and word.forms]
        return frozenset(next(filter(str.isdecimal, spellings), spellings[0]) for spellings in forms)

    @property
    def denials(self) -> tuple[Word, ...]:
        """The words that deny or end something ("not", "never")."""
        return tuple(word for word in self.words if any(word.text in language.negations for language in word.languages))

    @functools.cached_property
    def terms(self) -> tuple[str, ...]:
        """All index terms of the text's meaning-bearing words, in order, each once."""
        found: dict[str, None] = {}
        for word in self.words:
            if not word.stop:
                for form in word.forms:
                    found[form] = None
                for form in word.weak:
                    found[form] = None
                if word.zipf < _KNOWN:
                    found[sound_term(stems(word.text, word.languages[0].code)[0] if word.languages else word.text, word.script)] = None
        syllables = any(language.syllables for language in self.languages)
        if syllables or any(word.pieces for word in self.words):
            found.update(dict.fromkeys(term for left, right in itertools.pairwise(self.words) for term in _pair(left, right, syllables)))
        found.pop("", None)
        return tuple(found)


def _pair(left: Word, right: Word, syllables: bool) -> tuple[str, ...]:
    """The terms of two neighbours together: pieces of one run of Han writing, or syllables of a word."""
    if left.pieces and right.pieces and not left.stop and not right.stop and left.start + len(left.text) == right.start:
        return (left.text[-1] + right.text[0],)
    return syllable_pair(left, right) if syllables else ()


def syllable_pair(left: Word, right: Word) -> tuple[str, ...]:
    """The terms of two neighbours that may be the syllables of one word (sinh nhật), as written and without accents; () for others."""
    near = left.start + len(left.text) + 1 == right.start and not (left.stop or right.stop or left.number or right.number)
    if not near or not any(language.syllables for language in left.languages):
        return ()
    pair = f"{left.text}_{right.text}"
    return tuple(dict.fromkeys((pair, plain(pair))))


@dataclass(slots=True)
class _Token:
    text: str
    folded: str
    script: str
    capital: bool
    start: int


def analyse(text: str) -> Analysis:
    """Cut a text into words and give each its index terms. Pure; linear in the length of the text."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    text = _THOUSANDS.sub(lambda match: re.sub(r"\D", "", match[0]), text)
    if not text.isascii():  # one of the signs that people type for an apostrophe counts as a letter elsewhere
        text = unicodedata.normalize("NFKC", text).replace("\u02bc", "'")
    tokens = list(_tokens(text))[:_MAX_WORDS]
    by_script = {script: _languages_of_tokens(tokens, script) for script in dict.fromkeys(token.script for token in tokens)}
    words = _join_single_characters([word for token in tokens for word in _words_of(token, by_script[token.script])])
    spoken = tuple(dict.fromkeys(language for script in by_script for language in by_script[script]))
    runs = tuple((token.start, token.folded) for token in tokens if token.script in _UNSPACED)
    return Analysis(tuple(words), spoken, fold(text), runs)


def _tokens(text: str) -> Iterator[_Token]:
    """Runs of letters of one script, or of digits and letters mixed (model numbers); clitics at an apostrophe are cut off."""
    if not _APOSTROPHE.search(text):  # as in most texts
        for match in WORD.finditer(text):
            start = match.start()
            for part, folded, script, capital, begin in _pieces(match[0]):
                yield _Token(part, folded, script, capital, start + begin)
        return
    position = 0
    matches = list(WORD.finditer(text))
    while position < len(matches):
        match = matches[position]
        if position + 1 < len(matches) and text[match.end() : matches[position + 1].start()] in _APOSTROPHES:
            position += 1
            if script_of(text[match.end() - 1]) in _LETTER_APOSTROPHE:
                yield from _split_at_seams(match[0] + "'" + matches[position][0], match.start())
                position += 1
                continue
            main = _main_part(text, match, matches[position])
            if main is None:
                position += 1
                continue
            match = main
        yield from _split_at_seams(match[0], match.start())
        position += 1


def _main_part(text: str, left: re.Match[str], right: re.Match[str]) -> re.Match[str] | None:
    """Of two word parts around an apostrophe the one that bears the meaning; None when together they are a function word."""
    stop = _stop_words(script_of(left[0][0]))
    if fold(text[left.start() : right.end()]) in stop:
        return None
    elided = plain(fold(right[0]))[:1] in _VOWELS and (fold(left[0]) in stop or len(left[0]) <= 2 < len(right[0]))
    if elided or len(left[0]) == 1 < len(right[0]) - 1:
        return right  # l'eau, dell'acqua: a short word loses its vowel before another vowel; O'Brien
    return left  # Ayşe'nin, Tom's


@functools.cache
def _stop_words(script: str) -> frozenset[str]:
    return frozenset().union(*(language.stop for language in languages_of(script)))


def _split_at_seams(run: str, start: int) -> list[_Token]:
    """Cut where the script changes; digits stay with the Latin letters around them (X99, DS224)."""
    return [_Token(part, folded, script, capital, start + begin) for part, folded, script, capital, begin in _pieces(run)]


@functools.lru_cache(maxsize=20_000)
def _pieces(run: str) -> tuple[tuple[str, str, str, bool, int], ...]:
    parts = [(run[begin:end], script, begin) for begin, end, script in seams(run)]
    return tuple((part, fold(part), script, part[0].isupper(), begin) for part, script, begin in parts)


def _languages_of_tokens(tokens: Iterable[_Token], script: str) -> tuple[Language, ...]:
    if script in _UNSPACED:
        kana = any(script_of(char) in KANA for token in tokens if token.script == script for char in token.text)
        name = "Hiragana" if kana else script
        return tuple(language for language in languages_of(name) if not language.spaces)[:1]
    return likely_languages((token.folded for token in tokens if token.script == script), script)


def _words_of(token: _Token, languages: tuple[Language, ...]) -> Iterable[Word]:
    folded = token.folded
    if not folded:
        return ()  # nothing but decoration
    if token.script == "Digit":
        folded = folded[:_MAX_WORD]
        number = folded.lstrip("0") or "0"
        return (Word(folded, (number,), script="Digit", number=True, start=token.start),)
    if token.script in _UNSPACED and languages:
        return _unspaced_words(folded, languages[0], token.start)
    return (_spaced_word(folded[:_MAX_WORD], token, languages),)


def _unspaced_words(run: str, language: Language, position: int) -> Iterator[Word]:
    """The words of a run; a row of katakana is one loanword, however many known ones it seems to hold (テレグラム)."""
    for katakana, group in itertools.groupby(segment(run, language.code), key=_is_katakana):
        pieces = list(group)
        if katakana and len(pieces) > 1:
            whole = "".join(pieces)
            weak = tuple(dict.fromkeys(piece for piece in pieces if len(piece) > 1))
            yield Word(whole, (whole,), weak, (language,), "Katakana", start=position)
            position += len(whole)
            continue
        for piece in pieces:
            yield _unspaced_word(piece, language, position)
            position += len(piece)


def _is_katakana(piece: str) -> bool:
    return all(script_of(char) == "Katakana" or char == "ー" for char in piece)


def _unspaced_word(piece: str, language: Language, start: int) -> Word:
    stop = piece in language.stop
    zipf = frequencies(language.code).get(piece, 0.0)
    number = language.number_words.get(piece)
    han = "".join(char for char in piece if script_of(char) == "Han")
    if number is not None and not stop:
        return Word(piece, (number, piece), (), (language,), "Digit", False, zipf, False, number=True, start=start)
    if han:
        pairs = tuple(han[i : i + 2] for i in range(len(han) - 1)) or (han,)
        kin = [term for term in (language.roots.get(piece), language.roots.get(han)) if term and term not in pairs]
        weak = tuple(dict.fromkeys([*kin, *(han if len(han) > 1 else "")]))
        return Word(piece, pairs, weak, (language,), "Han", stop, zipf, True, start=start)
    base = language.unify(language.roots.get(piece, piece))
    return Word(piece, (base,), (), (language,), script_of(piece[0]), stop, zipf, start=start)


def _join_single_characters(words: list[Word]) -> list[Word]:
    """Han characters that no longer known word covers stand side by side in names (果果): taken together as one word."""
    if not any(map(_lonely, words)):
        return words
    joined: list[Word] = []
    for word in words:
        last = joined[-1] if joined else None
        if last and _lonely(word) and (_lonely(last) or last.joined) and last.start + len(last.text) == word.start and len(last.text) < _MAX_JOINED:
            joined[-1] = joined_word(last.text + word.text, word.languages, last.start)
        else:
            joined.append(word)
    return joined


def joined_word(text: str, languages: tuple[Language, ...], start: int) -> Word:
    """A word made of Han characters that stand side by side; recall may cut it where the store knows part of it."""
    pairs = tuple(text[i : i + 2] for i in range(len(text) - 1)) or (text,)
    zipf = frequencies(languages[0].code).get(text, 0.0) if len(text) == 1 else 0.0
    return Word(text, pairs, tuple(dict.fromkeys(text)) if len(text) > 1 else (), languages, "Han", False, zipf, True, start=start, joined=len(text) > 1)


def _lonely(word: Word) -> bool:
    return word.script == "Han" and not word.stop and len(word.text) == 1


def _spaced_word(folded: str, token: _Token, languages: tuple[Language, ...]) -> Word:
    word = word_in(folded, token.script, languages)
    return Word(folded, word.forms, word.weak, languages, token.script, word.stop, word.zipf, False, token.capital, word.number, token.start, bare=word.bare)


@functools.lru_cache(maxsize=20_000)
def word_in(folded: str, script: str, languages: tuple[Language, ...]) -> Word:
    """A folded word of a spaced script wherever it stands, read in these languages."""
    stop = any(folded in language.stop for language in languages)
    zipf = max((frequencies(language.code).get(folded, 0.0) for language in languages), default=0.0)
    numbers = [language.number_words[folded] for language in languages if folded in language.number_words]
    forms: list[str] = [term for language in languages for term in stems(folded, language.code)] or [plain(folded)]
    weak = [part for language in languages if language.compounds for part in parts_of(folded, language.code)]
    if script == "Latin" and not any(language.stemmer for language in languages):
        weak.append(plain(folded))
    if script == "Hangul":  # letters instead of syllables: forms of one root then share their beginning
        forms, weak = ([unicodedata.normalize("NFD", term) for term in terms] for terms in (forms, weak))
    forms = [form for form in dict.fromkeys([*forms, *numbers]) if form] or [folded]
    weak = [term for term in dict.fromkeys(weak) if term and term not in forms]
    bare = next((bare for language in languages if (bare := without_particles(folded, language)) != folded), folded)
    return Word(folded, tuple(forms), tuple(weak), languages, script, stop, zipf, number=bool(numbers), bare=bare)
