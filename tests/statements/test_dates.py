"""The last day of a dated event: every language's way of writing a day, the calendars that people use, and what is no event."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.language import languages
from holodream.statements.calendars import eras, islamic, times
from holodream.statements.dates import event_end

WRITTEN = date(2026, 5, 1)
DAY = date(2026, 6, 12)

ON_THE_DAY = {
    "en": ("Dentist for Leo on 12 June 2026 at 14:00", "Concert on June 12", "Fair from June 10-12, 2026", "Exam on the 12th of June"),
    "de": ("Zahnarzt am 12. Juni", "Fest vom 10. bis 12.6.2026", "Prüfung am 12.6."),
    "nl": ("Bruiloft op 12 juni 2026", "Tandarts 12-06-2026"),
    "fr": ("Rendez-vous le 12 juin 2026", "Concert le 12 juin"),
    "es": ("La boda es el 12 de junio de 2026", "Examen el 12 de junio"),
    "pt": ("Reunião em 12 de junho de 2026", "Consulta dia 12 de junho"),
    "it": ("Appuntamento il 12 giugno 2026", "Esame il 12 giugno"),
    "pl": ("Wizyta 12 czerwca 2026 r.", "Egzamin 12 czerwca"),
    "ru": ("Экзамен 12 июня 2026 г.", "Встреча с Леной 12 июня"),
    "uk": ("Іспит 12 червня 2026", "Зустріч із Лесею 12 червня"),
    "tr": ("12 Haziran'da düğün", "Sınav 12 Haziran 2026"),
    "ar": ("الزفاف يوم 12 يونيو 2026", "الموعد ١٢ يونيو", "الامتحان في 12 حزيران 2026"),
    "hi": ("परीक्षा 12 जून 2026 को है", "शादी १२ जून को"),
    "id": ("Ujian 12 Juni 2026", "Nikahan tanggal 12 Juni"),
    "vi": ("Đám cưới ngày 12 tháng 6 năm 2026", "Thi ngày 12 tháng 6"),
    "th": ("งานแต่งวันที่ 12 มิถุนายน 2569", "งานแต่ง 12 มิ.ย. 69", "นัดหมอ ๑๒ มิถุนายน พ.ศ. ๒๕๖๙", "สอบ 12 มิถุนายน 2026"),
    "zh": ("婚礼在2026年6月12日", "婚禮在民國115年6月12日", "六月十二日考试", "二〇二六年六月十二日搬家"),
    "ja": ("令和8年6月12日に結婚式", "6月12日に試験", "2026年6月12日 引っ越し"),
    "ko": ("6월 12일에 시험", "2026년 6월 12일 결혼식"),
}


def test_every_language_is_here() -> None:
    assert set(ON_THE_DAY) == set(languages())


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in ON_THE_DAY.items() for text in texts])
def test_the_day_of_an_event(code: str, text: str) -> None:
    assert event_end(text, WRITTEN) == DAY, code


AGAIN_OR_PAST = (
    "Leo's birthday is on 12 June",
    "Mia was born on 3 March 2019",
    "We moved in on 1 May 2026",
    "Anna hat am 12. Juni Geburtstag",
    "День рождения Лены 12 июня",
    "День народження Лесі 12 червня",
    "L'anniversaire de Zoé est le 12 juin",
    "El cumpleaños de Pablo es el 12 de junio",
    "O aniversário da Bia é 12 de junho",
    "Il compleanno di Enzo è il 12 giugno",
    "Urodziny Zosi są 12 czerwca",
    "Ece'nin doğum günü 12 Haziran",
    "عيد ميلاد سارة 12 يونيو",
    "मीरा का जन्मदिन 12 जून को है",
    "Ulang tahun Dewi 12 Juni",
    "Sinh nhật Linh là ngày 12 tháng 6",
    "วันเกิดของแพรคือ 12 มิถุนายน",
    "小雨的生日是6月12日",
    "美咲の誕生日は6月12日",
    "지우 생일은 6월 12일",
    "Sannes verjaardag is 12 juni",
    "農曆八月十五聚餐",
    "음력 8월 15일 제사",
    "đám cưới ngày 15 tháng 8 âm lịch",
    "The rent is 1200 euros",
    "You may take 3 biscuits",
    "In June the roses are pruned",
    "Version 12.6.2 is installed",
    "Call him at 12:06",
    "takes the tablets today and every day",
    "Emma drinkt 's morgens koffie",
    "",
)


@pytest.mark.parametrize("text", AGAIN_OR_PAST)
def test_no_event_that_ends(text: str) -> None:
    assert event_end(text, WRITTEN) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The contract runs until 31.12.2026", date(2026, 12, 31)),
        ("Visa expires in June 2026", date(2026, 6, 30)),
        ("Ferry on 3/4/2027", date(2027, 4, 3)),  # or 4 March: the later one
        ("12/6/26 ferry", date(2026, 12, 6)),
        ("Ferry on 12 June 2026, back on 20 June 2026", date(2026, 6, 20)),
        ("Meeting tomorrow at 9", date(2026, 5, 2)),
        ("Oma kommt übermorgen", date(2026, 5, 3)),
        ("来週の火曜に歯医者", date(2026, 5, 15)),
        ("на следующей неделе приедет мастер", date(2026, 5, 15)),
        ("الزفاف 15 شوال 1448", date(2027, 3, 26)),
        ("Buka bersama 12 Ramadan 1448", islamic(1448, 9, 12)),
        ("The trip was on 3 April", None),  # eleven months ahead: more likely the last one
    ],
)
def test_other_ways_to_say_when(text: str, day: date | None) -> None:
    assert event_end(text, WRITTEN) == day


def test_the_islamic_year_is_near_the_known_days() -> None:
    """The first day of 1447 was 26 or 27 June 2025; two days are allowed for the sighting of the moon."""
    assert date(2025, 6, 26) <= islamic(1447, 1, 1) <= date(2025, 6, 29)  # type: ignore[operator]
    assert islamic(1447, 13, 1) is None


@pytest.mark.parametrize("code", sorted(languages()))
def test_the_lists_of_a_language_can_be_read(code: str) -> None:
    language, table = languages()[code], times(code)
    assert eras(language) is eras(language)
    assert table["recurring"]
    assert all(0 <= int(entry.rpartition(" = ")[2]) <= 400 for entry in table["relative"])
    assert len(table["moon_months"]) in (0, 12)
    assert any(event_end(entry.rpartition(" = ")[0], WRITTEN) for entry in table["relative"])


_PIECES = st.sampled_from(
    [
        "12",
        "6",
        "2026",
        "2569",
        ".",
        "/",
        "-",
        ":",
        " ",
        "June",
        "juni",
        "июня",
        "月",
        "日",
        "年",
        "มิ.ย.",
        "令和",
        "元",
        "شوال",
        "tomorrow",
        "\n",
        "0",
        "99",
        "a",
    ]
)


@given(st.lists(_PIECES, max_size=14).map("".join) | st.text(max_size=40), st.dates(date(1990, 1, 1), date(2090, 1, 1)))
def test_an_event_never_ends_before_it_was_told(text: str, written: date) -> None:
    day = event_end(text, written)
    assert day is None or day >= written


def test_a_very_long_text_has_an_answer() -> None:
    """Of what costs more than its length this would take hours."""
    assert event_end("12.6.2026 " * 40_000, WRITTEN) == DAY
    assert event_end("1" * 400_000, WRITTEN) is None
    assert event_end("june " * 80_000, WRITTEN + timedelta(days=1)) is None
