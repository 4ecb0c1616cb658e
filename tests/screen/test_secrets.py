"""Secrets by their words: every language, before and after the value, glued, quoted, on the next line."""

from __future__ import annotations

import pytest

from holodream.screen import screen
from holodream.screen.report import findings

VALUE = "-".join(("Teal", "Heron", "42"))
CODE = "8" + "306"


@pytest.mark.parametrize(
    "text",
    [
        "The password is {value}.",
        "Das Passwort lautet {value}.",
        "Le mot de passe est {value}.",
        "La contraseña es {value}.",
        "La password è {value}.",
        "A senha é {value}.",
        "Hasło to {value}.",
        "Пароль: {value}",
        "Пароль від пошти {value}",
        "Şifre: {value}",
        "Kata sandinya {value}",
        "Mật khẩu là {value}",
        "mat khau la {value}",
        "كلمة المرور هي {value}",
        "पासवर्ड {value} है",
        "รหัสผ่านคือ{value}",
        "密码是{value}",
        "密碼：{value}",
        "パスワードは{value}です",
        "비밀번호는 {value}입니다",
        "Het wachtwoord is {value}.",
        "Password:\n{value}",
        "пароль:\n\n{value}",
        "密码：\n{value}",
        "Please use {value} as the password.",
        "“{value}” is our wifi password",
        "PASSWORD={value}",
        "db_password: {value}",
        '{{"password": "{value}"}}',
        "pwd={value}",
        "the new password—{value}",
    ],
)
def test_a_password_is_caught(text: str) -> None:
    text = text.format(value=VALUE)
    verdict = screen(text)
    assert verdict.kind == "secret"
    assert VALUE in text[verdict.start : verdict.end] or verdict.end <= verdict.start + len(VALUE) + 4


@pytest.mark.parametrize(
    "text",
    [
        "The PIN of the card is {code}.",
        "Die PIN der Karte ist {code}.",
        "Le code de la porte est {code}.",
        "El PIN es el {code}",
        "Il PIN è {code}",
        "O código do portão é {code}",
        "PIN do karty: {code}",
        "Пин-код {code}",
        "Код від дверей {code}",
        "Kapı kodu {code}",
        "PIN ATM {code}",
        "Mã PIN là {code}",
        "رمز الباب {code}",
        "दरवाजे का कोड {code} है",
        "รหัสประตู {code}",
        "门锁密码{code}",
        "暗証番号は{code}",
        "현관 비밀번호는 {code}",
        "De pincode is {code}",
        "At the gate type {code} and push.",
        "Am Tor {code} eintippen.",
        "Turn the safe left 14, right 22 and left 7.",
    ],
)
def test_a_code_is_caught(text: str) -> None:
    assert screen(text.format(code=CODE)).kind == "secret"


def test_native_digits_are_digits() -> None:
    assert screen("รหัสตู้เซฟคือ " + "".join("๐๑๒๓๔๕๖๗๘๙"[int(digit)] for digit in CODE)).kind == "secret"
    assert screen("الرقم السري " + "".join("٠١٢٣٤٥٦٧٨٩"[int(digit)] for digit in CODE)).kind == "secret"


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN " + "OPENSSH PRIVATE KEY-----",
        "ey" + "JhbGciOiJIUzI1NiJ9.ey" + "JzdWIiOiJib2IifQ.c2lnbmF0dXJl",
        "postgres://ines:" + "blue" + "Finch7@db.local:5432/garden",
        "712345" + "6789:AA" + "h" * 18 + "B7c" * 6,
        "Visa 4539 1488 " + "0343 6467",
        "seed phrase: orbit velvet canyon thunder lemon puzzle ripple barrel noble skate acid wink",
        "orbit velvet canyon thunder lemon puzzle ripple barrel noble skate acid wink",
        "Authorization: Basic " + "dXNlcjpw" + "YXNzd29yZA==",
        "https://shop.example/pay?access_token=" + "9f8e7d6c5b4a" + "3210",
        "qK3vX9bT" + "2mL7rW5nZ8cY4hJ6",
        "sign in with ines@example.org and Maple" + "_1983",
        "admin / Qua" + "il!2031",
    ],
)
def test_shapes_are_caught(text: str) -> None:
    assert screen(text).kind == "secret"


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "DASHSCOPE_API_KEY", "LINE_CHANNEL_SECRET", "DB_PASSWORD", "WIFI_PASSWORD", "MY_OWN_SERVICE_TOKEN"])
@pytest.mark.parametrize("around", ["{}={}", "export {}='{}'", "配置{}={}", "в .env лежит {}={}", '"{}": "{}"'])
def test_assignments_are_caught(name: str, around: str) -> None:
    assert screen(around.format(name, "x7-" + "falcon-21")).kind == "secret"


@pytest.mark.parametrize("value", ["<your key>", "your_api_key_here", "${OPENAI_API_KEY}", "xxxxxxxx", "changeme", "", "..."])
def test_placeholders_pass(value: str) -> None:
    assert screen(f"OPENAI_API_KEY={value}").kind == "ok"


def test_there_are_three_hundred_variables() -> None:
    from holodream.screen.assignments import variables

    assert len(variables()) >= 310
    missed = [name for name in variables() if not name.endswith(("_URL", "_URI", "_DSN")) and screen(f"{name}=" + "m4ple" + "-Finch_77").kind != "secret"]
    assert not missed


def test_the_whole_text_is_judged_and_all_places_are_reported() -> None:
    text = ("The garden is green. " * 400) + f"The password is {VALUE}.\n" + ("More of the same. " * 50) + f"\nPIN: {CODE}"
    found = findings(text)
    assert [(finding.line, finding.kind) for finding in found] == [(1, "secret"), (3, "secret")]
    assert found[1].column == len("PIN: ") + 1
    assert VALUE not in repr(found)
    assert CODE not in repr(found)


def test_the_advice_never_holds_the_value() -> None:
    verdict = screen(f"the password is {VALUE}")
    assert VALUE not in verdict.advice
    assert "without the value" in verdict.advice
    assert screen("hello").advice == ""


@pytest.mark.parametrize(
    "text",
    [
        "The combination of the safe: 31-07-64.",
        "Der Tresor öffnet mit 31-07-64.",
        "Сейф открывается на 31-07-64.",
        "Поставила 4071 пин-кодом на планшет.",
        "Das Passwort vom Drucker wurde auf Toner_leer5 gesetzt.",
        "كلمة السر:Basbousa77",
        "An der Packstation 7740 eintippen.",
    ],
)
def test_locks_and_values_that_were_set(text: str) -> None:
    assert screen(text).kind == "secret"


@pytest.mark.parametrize("text", ["The PIN was changed on 31-07-24.", "The safe was opened on 03-04-24.", "La clave cambió el 03-04-24."])
def test_dates_beside_locks_pass(text: str) -> None:
    assert screen(text).kind == "ok"


@pytest.mark.parametrize(
    "text",
    [
        "The bike lock code is {three}.",
        "Cadenas de la valise : {three}.",
        "Der Code vom Zahlenschloss ist {three}.",
        "El candado de la bici es {three}.",
        "自行车锁密码{three}",
    ],
)
def test_a_lock_may_have_three_digits(text: str) -> None:
    assert screen(text.format(three="4" + "27")).kind == "secret"


@pytest.mark.parametrize("text", ["The door code is on page 427.", "Route 427 passes the gate.", "The code review took 427 minutes."])
def test_other_numbers_of_three_digits_pass(text: str) -> None:
    assert screen(text).kind == "ok"


@pytest.mark.parametrize(
    "text",
    [
        "Le code de la porte est quatre sept un neuf.",
        "O código do portão é quatro sete um nove.",
        "비밀번호는 사칠일구",
        "รหัสประตูคือ สี่ เจ็ด หนึ่ง เก้า",
        "Код від під'їзду чотири сім один дев'ять.",
    ],
)
def test_digits_in_words_with_articles_and_in_one_word(text: str) -> None:
    assert screen(text).kind == "secret"


@pytest.mark.parametrize("text", ["«{value}!» est le mot de passe du NAS.", "Réponse à la question secrète : {value}", "Security answer: {value}"])
def test_quoted_values_with_a_sign_and_answers_to_secret_questions(text: str) -> None:
    assert screen(text.format(value=VALUE)).kind == "secret"


def test_a_value_behind_the_same_words_without_one_is_caught() -> None:
    value = "Osprey" + "_17x!"
    text = f"The password for J. is not known yet.\nThe password for J. is {value}."
    assert [(finding.line, finding.column) for finding in findings(text)] == [(2, text.splitlines()[1].index(value) + 1)]


@pytest.mark.parametrize("behind", ["not set", "{code}", "open\n{code}", ":\n{code}", "for J. {code}"])
@pytest.mark.parametrize("before", ["The PIN is ", "Our PIN ", "PIN", "PIN for J. is "])
def test_what_was_clean_elsewhere_is_judged_anew_with_other_words_around_it(before: str, behind: str) -> None:
    """What stands before a line changes nothing of what is found in it, however alike it is."""
    line = before + behind.format(code=CODE)
    alone = [finding.rule for finding in findings(line)]
    for other in ("not set", "closed", "for J. is open", ":\nnone"):
        assert [finding.rule for finding in findings(f"{before}{other}\n\n{line}") if finding.line > 2 + other.count("\n")] == alone


@pytest.mark.parametrize("text", ["The door code is {}.", "My password is {}", "El código de la puerta es {}.", "Der Türcode lautet {}."])
@pytest.mark.parametrize("quotes", ["'{}'", "‘{}’", '"{}"', "`{}`"])
def test_a_word_in_any_quotes_is_a_value(text: str, quotes: str) -> None:
    assert screen(text.format(quotes.format("sun" + "flower"))).kind == "secret"


@pytest.mark.parametrize("between", [" / ", "/", ":"])
@pytest.mark.parametrize("behind", ["", ".", "\nThe bakery opens at six."])
def test_what_stands_behind_a_mail_address_at_the_end_of_a_line_is_a_password(between: str, behind: str) -> None:
    assert screen(f"Netflix: emre@example.com{between}Bod" + f"rum48{behind}").kind == "secret"


@pytest.mark.parametrize(
    "text",
    [
        "Write to emre@example.com by 12 May.",
        "emre@example.com / 030 12345678",
        "emre@example.com | Emre",
        "Ask emre@example.com in room12 tomorrow.",
        "emre@example.com 2024-05-12",
        "upgrade react@18.2.0 TypeScript5",
        "@alice.bsky.social Photo2024",
        "Contact anna@example.com iPhone14",
        "bob@example.com | Abteilung4b",
        "bob@example.com: Q3-report",
        "scp dump deploy@host.example.com:backup2024.tar.gz",
    ],
)
def test_other_things_may_stand_behind_a_mail_address(text: str) -> None:
    assert screen(text).kind == "ok"


def test_a_year_of_the_buddhist_calendar_is_no_code() -> None:
    assert screen("ลูกชายเกิดวันที่ 3 มีนาคม 2560 ตู้ใต้บันไดใช้เก็บไฟล์").kind == "ok"
    assert screen("The gate opens when you type 2560 at the panel.").kind == "secret"
