"""Facts against entries: other numbers and days are a conflict, other matters are none, and the same is covered."""

from __future__ import annotations

import pytest

from holodream.night.overlap import overlap
from holodream.statements.understanding import understand

# language, fact, entry with another number or day, entry about something else
ROWS = (
    ("en", "The gym membership costs 45 euros a month.", "The gym membership costs 39 euros a month.", "Mia pays 12 euros a month for the gym locker."),
    ("ru", "Бабушка приезжает по четвергам.", "Бабушка приезжает по вторникам.", "Бабушка живёт в Туле с 1998 года."),
    ("uk", "Оренда гаража коштує 1800 гривень на місяць.", "Оренда гаража коштує 1500 гривень на місяць.", "Гараж на 4 машини стоїть біля річки."),
    ("pl", "Trening Zosi zaczyna się o 17:30.", "Trening Zosi zaczyna się o 18:00.", "Zosia ma 9 lat."),
    ("de", "Die Müllabfuhr kommt donnerstags.", "Die Müllabfuhr kommt dienstags.", "Die Müllabfuhr hat eine neue Nummer."),
    ("fr", "Le cours de dessin de Léa est le jeudi à 18h.", "Le cours de dessin de Léa est le mardi à 18h.", "Léa a 11 ans et aime dessiner."),
    ("es", "El alquiler del local es de 900 euros.", "El alquiler del local es de 850 euros.", "El local tiene 2 ventanas."),
    ("it", "Il corso di nuoto di Pietro inizia alle 16.", "Il corso di nuoto di Pietro inizia alle 17.", "Pietro ha 8 anni."),
    ("pt", "A mensalidade da escola é de 700 reais.", "A mensalidade da escola é de 650 reais.", "A escola fica a 3 km de casa."),
    ("tr", "Ece'nin piyano dersi çarşamba günü.", "Ece'nin piyano dersi pazartesi günü.", "Ece 10 yaşında."),
    ("ar", "درس البيانو لسارة يوم الأربعاء.", "درس البيانو لسارة يوم الاثنين.", "سارة عمرها 9 سنوات."),
    ("hi", "मीरा की नृत्य कक्षा गुरुवार को है।", "मीरा की नृत्य कक्षा मंगलवार को है।", "मीरा 12 साल की है।"),
    ("id", "Les piano Dewi hari Kamis.", "Les piano Dewi hari Selasa.", "Dewi punya 2 kucing."),
    ("vi", "Lớp vẽ của Linh vào thứ năm.", "Lớp vẽ của Linh vào thứ ba.", "Linh 11 tuổi."),
    ("th", "ค่าเช่าห้องของน้องแพร 7500 บาท", "ค่าเช่าห้องของน้องแพร 6900 บาท", "น้องแพรมีแมว 2 ตัว"),
    ("zh", "小雨的钢琴课在星期四。", "小雨的钢琴课在星期二。", "小雨今年9岁。"),
    ("ja", "美咲のピアノ教室は木曜日です。", "美咲のピアノ教室は火曜日です。", "美咲は9歳です。"),
    ("ko", "지우의 피아노 수업은 목요일이다.", "지우의 피아노 수업은 화요일이다.", "지우는 9살이다."),
    ("nl", "De zwemles van Sanne is op donderdag.", "De zwemles van Sanne is op dinsdag.", "Sanne is 8 jaar."),
)


@pytest.mark.parametrize(("fact", "entry", "other"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_a_conflict_in_each_language(fact: str, entry: str, other: str) -> None:
    about = understand(fact)
    assert overlap(about, understand(entry)).conflicts(0.6)
    assert not overlap(about, understand(other)).conflicts(0.6)
    same = overlap(about, understand(fact))
    assert same.same
    assert same.coverage >= 0.99
    assert not same.conflicts(0.6)


@pytest.mark.parametrize(
    ("fact", "entry"),
    [
        ("Mia is 14.", "Mia has 3 cats."),
        ("Mia is 14.", "Mia's violin lesson is at 15:00."),
        ("The blue car needs 45 litres.", "The blue car was built in 2011 in Leipzig."),
        ("Nadia's piano lesson is on Wednesdays.", "Nadia's swimming lesson is on Tuesdays."),
        ("Anton pays 30 euros for the phone.", "Berta pays 25 euros for the phone."),
        ("The car insurance costs 420 euros a year.", "The car tax costs 180 euros a year."),
        ("", "Mia is 14."),
    ],
)
def test_other_matters_are_no_conflict(fact: str, entry: str) -> None:
    assert not overlap(understand(fact), understand(entry)).conflicts(0.6)


def test_a_denial_is_not_covered() -> None:
    assert not overlap(understand("Leo is not allergic to hazelnuts."), understand("Leo is allergic to hazelnuts.")).same
