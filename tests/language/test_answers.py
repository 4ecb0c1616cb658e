"""Which kinds of answer a text holds, and which a question wants."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.language import analyse
from holodream.language.answers import DATE, MONEY, NUMBER, PERSON, PLACE, kinds_held, kinds_wanted

from .sentences import ALPHABET

WHEN, WHERE, WHO, MANY = "when", "where", "who", "how_many"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When does the lease end?", WHEN),
        ("Where is the spare key?", WHERE),
        ("Who repairs the boiler?", WHO),
        ("How many chairs do we have?", MANY),
        ("Когда заканчивается аренда?", WHEN),
        ("Где запасной ключ?", WHERE),
        ("Кто чинит котёл?", WHO),
        ("Сколько у нас стульев?", MANY),
        ("Коли закінчується оренда?", WHEN),
        ("Де запасний ключ?", WHERE),
        ("Хто лагодить котел?", WHO),
        ("Скільки в нас стільців?", MANY),
        ("租约什么时候到期？", WHEN),
        ("备用钥匙在哪里？", WHERE),
        ("谁修锅炉？", WHO),
        ("我们有多少把椅子？", MANY),
        ("契約はいつ終わりますか？", WHEN),
        ("合鍵はどこですか？", WHERE),
        ("誰がボイラーを直しますか？", WHO),
        ("계약은 언제 끝나요?", WHEN),
        ("예비 열쇠는 어디에 있어요?", WHERE),
        ("누가 보일러를 고쳐요?", WHO),
        ("สัญญาหมดเมื่อไหร่", WHEN),
        ("กุญแจสำรองอยู่ที่ไหน", WHERE),
        ("ใครซ่อมเครื่องทำน้ำร้อน", WHO),
        ("Khi nào hết hạn hợp đồng?", WHEN),
        ("Chìa khóa dự phòng ở đâu?", WHERE),
        ("Ai sửa bình nóng lạnh?", WHO),
        ("Kapan kontrak berakhir?", WHEN),
        ("Di mana kunci cadangan?", WHERE),
        ("Siapa yang memperbaiki pemanas?", WHO),
        ("Berapa banyak kursi kita?", MANY),
        ("किराया कब खत्म होता है?", WHEN),
        ("चाबी कहाँ है?", WHERE),
        ("बॉयलर कौन ठीक करता है?", WHO),
        ("हमारे पास कितनी कुर्सियाँ हैं?", MANY),
        ("متى ينتهي العقد؟", WHEN),
        ("أين المفتاح الاحتياطي؟", WHERE),
        ("من يصلح السخان؟", WHO),
        ("كم كرسيا عندنا؟", MANY),
        ("Kira ne zaman bitiyor?", WHEN),
        ("Yedek anahtar nerede?", WHERE),
        ("Kombiyi kim tamir ediyor?", WHO),
        ("Kaç sandalyemiz var?", MANY),
        ("¿Cuándo termina el contrato?", WHEN),
        ("¿Dónde está la llave?", WHERE),
        ("¿Quién repara la caldera?", WHO),
        ("¿Cuántas sillas tenemos?", MANY),
        ("Quando termina o contrato?", WHEN),
        ("Onde está a chave?", WHERE),
        ("Quem conserta a caldeira?", WHO),
        ("Quantas cadeiras temos?", MANY),
        ("Quand finit le bail ?", WHEN),
        ("Où est la clé ?", WHERE),
        ("Qui répare la chaudière ?", WHO),
        ("Combien de chaises avons-nous ?", MANY),
        ("Wann endet der Vertrag?", WHEN),
        ("Wo ist der Schlüssel?", WHERE),
        ("Wer repariert die Heizung?", WHO),
        ("Wie viele Stühle haben wir?", MANY),
        ("Quando finisce il contratto?", WHEN),
        ("Dov'è la chiave?", WHERE),
        ("Chi ripara la caldaia?", WHO),
        ("Quante sedie abbiamo?", MANY),
        ("Kiedy kończy się umowa?", WHEN),
        ("Gdzie jest klucz?", WHERE),
        ("Kto naprawia kocioł?", WHO),
        ("Ile mamy krzeseł?", MANY),
    ],
)
def test_what_a_question_wants(question: str, kind: str) -> None:
    assert kind in kinds_wanted(analyse(question))


@pytest.mark.parametrize("text", ["The cat sleeps.", "Спасибо большое.", "你好。", "ありがとう", "Danke schön", "", "12"])
def test_a_text_that_asks_for_nothing_wants_nothing(text: str) -> None:
    assert not kinds_wanted(analyse(text))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The lease ends on 3 May.", DATE),
        ("Аренда до 3 мая.", DATE),
        ("租约到5月3日。", DATE),
        ("Der Vertrag endet im Oktober.", DATE),
        ("Lekcje są w czwartki.", DATE),
        ("At 10:30.", DATE),
        ("We have 12 chairs.", NUMBER),
        ("У нас двенадцать стульев.", NUMBER),
        ("हमारे पास १२ कुर्सियाँ हैं", NUMBER),
        ("لدينا ١٢ كرسيا", NUMBER),
        ("The rent is €950.", MONEY),
        ("Аренда стоит 900 евро.", MONEY),
        ("房租是3000元。", MONEY),
        ("家賃は8万円です。", MONEY),
        ("The plumber repairs it.", PERSON),
        ("Чинит сосед.", PERSON),
        ("Its owner is Helena Voss.", PERSON),
    ],
)
def test_what_a_fact_holds(text: str, kind: str) -> None:
    assert kind in kinds_held(analyse(text), text, ())


def test_a_declared_name_is_somebody() -> None:
    assert PERSON in kinds_held(analyse("likes figs"), "likes figs", ["Zoya"])


def test_nothing_is_made_up() -> None:
    assert not kinds_held(analyse("walnuts taste bitter"), "walnuts taste bitter", ()) & {DATE, NUMBER, MONEY, PERSON, PLACE}


@given(st.text(st.sampled_from(ALPHABET), max_size=40) | st.text(max_size=20))
def test_never_raises(text: str) -> None:
    analysis = analyse(text)
    kinds_wanted(analysis)
    kinds_held(analysis, text, ())
