"""Made-up facts of households and teams in several languages, and messages about them; the same for the same seed.

Words come from the frequency lists of the package with Zipf-like weights, so a few words stand in very many facts and most in
few; names, places and numbers come from small lists; words that no list knows (product names, German compounds) are composed.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from holodream.language import languages
from holodream.language.frequency import frequencies

SHARES = {"en": 40, "de": 15, "es": 10, "ru": 10, "zh": 10, "ja": 5, "ar": 5, "tr": 5}  # per cent of the facts

# A sentence per language and kind: {n} name, {p} place, {w} a word of the list, {r} a rare word, {t} time, {d} day, {k} number.
_SENTENCES: dict[str, tuple[str, ...]] = {
    "en": (
        "{n} takes the {w} {w} to {p} every {d} at {t}",
        "the {w} for {n} is in the {w} next to the {r}, code name {r}",
        "{n} prefers {w} over {w} when the {w} is in {p}",
        "our {w} {w} costs {k} dollars and is paid by {n}",
        "the {r} meeting with {n} about {w} and {w} was moved to {d} at {t}",
        "{n} is allergic to {w} and keeps the {w} in the {w} of the {r}",
    ),
    "de": (
        "{n} bringt am {d} um {t} die {c} nach {p}",
        "der {c} von {n} steht neben dem {w} und kostet {k} Euro",
        "{n} mag {w} lieber als {w}, besonders in {p}",
        "die {c} mit {n} wurde wegen {w} auf {d} um {t} verlegt",
    ),
    "es": (
        "{n} lleva el {w} a {p} cada {d} a las {t}",
        "la {w} de {n} está junto al {w} de {r} y cuesta {k} euros",
        "{n} prefiere {w} en lugar de {w} cuando está en {p}",
    ),
    "ru": (
        "{n} возит {w} в {p} каждый {d} в {t}",
        "{w} для {n} лежит рядом с {r}, это стоит {k} рублей",
        "{n} любит {w} больше чем {w} и {w}",
    ),
    "zh": ("{n}每{d}{t}带{w}去{p}", "{n}的{w}放在{w}旁边，花了{k}元", "{n}更喜欢{w}，不喜欢{w}和{w}"),
    "ja": ("{n}は毎週{d}の{t}に{w}を{p}へ持って行く", "{n}の{w}は{w}の隣にあり、{k}円だった", "{n}は{w}より{w}が好き"),
    "ar": ("{n} يأخذ {w} إلى {p} كل {d} الساعة {t}", "{w} الخاص ب {n} بجانب {w} وسعره {k} دينار", "{n} يفضل {w} على {w}"),
    "tr": ("{n} her {d} saat {t} {w} için {p} gidiyor", "{n} {w} ile {w} yanında {r} saklıyor, fiyatı {k} lira", "{n} {w} yerine {w} seviyor"),
}
_NAMES: dict[str, tuple[str, str]] = {
    "en": (
        "Alice Ben Carol David Emma Frank Grace Henry Ivy Jack Kate Liam Mary Noah Olivia Paul Quinn Rose Sam Tara Victor Wendy",
        "Abbott Baxter Chandler Dawson Eastwood Fletcher Granger Hobbs Ingram Jarvis Kendall Lockwood Mercer Norris Osborne Prescott",
    ),
    "de": (
        "Anna Bernd Clara Dieter Elke Florian Greta Heiko Ines Jonas Karin Lukas Maren Niklas",
        "Albrecht Brandt Dietrich Engel Fuchs Gruber Hartmann Jung Keller Lindner",
    ),
    "es": (
        "Alba Bruno Carmen Diego Elena Felipe Gloria Hugo Irene Javier Lucía Marcos",
        "Álvarez Blanco Castro Delgado Escudero Fuentes Guerrero Herrera Iglesias",
    ),
    "ru": ("Анна Борис Вера Глеб Дарья Егор Жанна Захар Ирина Кирилл Лариса Максим", "Абрамов Белов Власов Громов Данилов Ершов Жуков Зимин Ильин"),
    "zh": ("小明 丽丽 建国 晓梅 志强 雅琴 浩然 思雨 子涵 文博", "王 李 张 刘 陈 杨 赵 黄 周"),
    "ja": ("太郎 花子 健一 美咲 翔太 由美 大輔 直美", "佐藤 鈴木 高橋 田中 伊藤 渡辺"),
    "ar": ("أحمد فاطمة خالد ليلى يوسف مريم سالم نور", "الحداد النجار المصري الخطيب السيد"),
    "tr": ("Ahmet Ayşe Burak Ceren Deniz Elif Fatih Gül Hakan", "Yılmaz Kaya Demir Şahin Çelik Öztürk"),
}
_PLACES = {
    "en": "Bristol Leeds Oxford Denver Austin Boston Portland", "de": "Bremen Leipzig Kassel Graz Freiburg", "es": "Sevilla Bilbao Granada Valencia",
    "ru": "Казань Самара Пермь Тула",
    "zh": "北京 上海 杭州 成都", "ja": "大阪 京都 札幌 福岡", "ar": "عمان القاهرة دبي بيروت", "tr": "Bursa İzmir Antalya Konya",
}  # fmt: skip
_DAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday", "de": "Montag Dienstag Mittwoch Freitag", "es": "lunes martes jueves viernes",
    "ru": "понедельник вторник четверг", "zh": "周一 周三 周五", "ja": "月曜日 水曜日 金曜日", "ar": "الاثنين الأربعاء الخميس", "tr": "pazartesi salı cuma",
}  # fmt: skip
_SYLLABLES = {
    "ru": "ба ве го да жи за ки ла ме но по ра се ту фа хо че ша",
    "": "ba be bo da de do fa fi ga go ka ke ki la le lo ma mi mo na ne no pa pe ra re ri sa se so ta te to va vi za zo",
}
_COMMONEST = 5.6  # Zipf value; words above it are function words, which the sentences bring along


@dataclass(frozen=True, slots=True)
class MadeFact:
    """A fact and whom it is about."""

    text: str
    name: str
    language: str
    rare: tuple[str, ...]  # its words that few other facts hold


@dataclass(frozen=True, slots=True)
class Message:
    """A message and what kind of work it makes."""

    text: str
    kind: str


class _Words:
    """Draws the words of one language by their weight in everyday texts."""

    def __init__(self, code: str, chance: random.Random) -> None:
        self.code = code
        self._chance = chance
        listed = [(word, zipf) for word, zipf in frequencies(code).items() if zipf < _COMMONEST and len(word) > 1 and word not in languages()[code].stop]
        listed.sort(key=lambda item: (-item[1], item[0]))
        self.ordered = [word for word, _ in listed]
        self._summed = list(itertools.accumulate(10.0**zipf for _, zipf in listed))
        self._long = [word for word in self.ordered if 5 <= len(word) <= 9]
        self._syllables = _SYLLABLES.get(code, _SYLLABLES[""]).split()
        first, last = _NAMES[code]
        self._first, self._last = first.split(), last.split()
        self._places, self._days = _PLACES[code].split(), _DAYS[code].split()

    def word(self) -> str:
        return self._chance.choices(self.ordered, cum_weights=self._summed)[0]

    def rare(self) -> str:
        """A word outside every list, such as the name of a product: there are about fifty thousand of three syllables and many more of four."""
        return "".join(self._chance.choices(self._syllables, k=self._chance.choice((3, 3, 4))))

    def compound(self) -> str:
        """A German compound of two common words."""
        return (self._chance.choice(self._long[:600]) + self._chance.choice(self._long[:1500])).capitalize()

    def name(self) -> str:
        first, last = self._chance.choice(self._first), self._chance.choice(self._last)
        if self.code in ("zh", "ja"):
            return last + first
        return f"{first} {last}" if self._chance.random() < 0.7 else first

    def fill(self, sentence: str) -> MadeFact:
        name, rare, parts = self.name(), [], []
        position = 0
        while (open_ := sentence.find("{", position)) >= 0:
            parts.append(sentence[position:open_])
            part = self._part(sentence[open_ + 1], name)
            if sentence[open_ + 1] in "rc":
                rare.append(part)
            parts.append(part)
            position = open_ + 3
        parts.append(sentence[position:])
        return MadeFact("".join(parts), name, self.code, tuple(rare))

    def _part(self, kind: str, name: str) -> str:
        if kind == "n":
            return name
        if kind == "t":
            return f"{self._chance.randrange(7, 22)}:{self._chance.choice(('00', '15', '30', '45'))}"
        if kind == "k":
            return str(int(10 ** self._chance.uniform(1, 5)))
        make: dict[str, Callable[[], str]] = {
            "w": self.word, "r": self.rare, "c": self.compound, "p": lambda: self._chance.choice(self._places), "d": lambda: self._chance.choice(self._days),
        }  # fmt: skip
        return make[kind]()


def facts(count: int, seed: int = 1) -> Iterator[MadeFact]:
    """`count` different facts, their languages mixed."""
    chance = random.Random(seed)
    words = {code: _Words(code, chance) for code in SHARES}
    seen: set[int] = set()
    while len(seen) < count:
        code = chance.choices(list(SHARES), weights=list(SHARES.values()))[0]
        fact = words[code].fill(chance.choice(_SENTENCES[code]))
        if hash(fact.text) not in seen:
            seen.add(hash(fact.text))
            yield fact


def messages(sample: Sequence[MadeFact], each: int = 40, seed: int = 2) -> list[Message]:
    """`each` messages of every kind, about some of the facts."""
    chance = random.Random(seed)
    english = _Words("en", chance)
    common = english.ordered[:150]
    of = {code: [fact for fact in sample if fact.language == code] for code in SHARES}
    rare = [fact for fact in of["en"] if fact.rare]
    compounds = [word for fact in of["de"] for word in fact.rare]
    kinds: dict[str, Callable[[], str]] = {
        "a rare word": lambda: f"where is the {chance.choice(rare).rare[0]}?",
        "a name and a common word": lambda: f"what did {chance.choice(of['en']).name} say about the {chance.choice(common)}?",
        "a name alone": lambda: f"tell me about {chance.choice(of['en']).name}",
        "two common words": lambda: " ".join(chance.sample(common, 2)),
        "twelve common words": lambda: " ".join(chance.sample(common, 12)),
        "five hundred words": lambda: " ".join(chance.choice(sample).text for _ in range(45)),
        "no match": lambda: f"has anybody seen the {english.rare()}{english.rare()} x{english.rare()}y?",
        "Chinese": lambda: f"{chance.choice(of['zh']).text[:12]}？",
        "German compounds": lambda: f"Wo ist die {chance.choice(compounds)} und die {chance.choice(compounds)}{chance.choice(('liste', 'karte', 'frage'))}?",
        "Russian": lambda: f"где {chance.choice(of['ru']).name} и {' '.join(chance.choice(of['ru']).text.split()[1:4])}?",
        "small talk": lambda: chance.choice(("thanks, that was great!", "ok, good night", "haha nice one", "how are you today?", "perfect, see you tomorrow")),
    }
    made = [Message(make(), kind) for kind, make in kinds.items() for _ in range(each)]
    chance.shuffle(made)
    return made
