"""Facts and what people say about them, by language: one line for each way in which a message confirms or does not."""

from __future__ import annotations

# code: (fact, the same in other words, denied, another number, a question)
RENT = {
    "en": (
        "The rent of the studio is 900 euros a month.", "paid the studio rent again, 900 as always", "The rent of the studio is not 900 euros a month.",
        "the studio rent is 950 euros now", "How much was the rent of the studio again?",
    ),
    "de": (
        "Die Miete für das Atelier beträgt 900 Euro im Monat.", "Miete fürs Atelier überwiesen, 900 Euro wie immer",
        "Die Miete für das Atelier beträgt nicht 900 Euro im Monat.", "die Miete fürs Atelier ist jetzt 950 Euro", "Wie hoch war nochmal die Miete fürs Atelier?",
    ),
    "fr": (
        "Le loyer de l'atelier est de 900 euros par mois.", "loyer de l'atelier payé, 900 euros comme toujours",
        "Le loyer de l'atelier n'est pas de 900 euros par mois.", "le loyer de l'atelier est de 950 euros maintenant", "C'est combien déjà, le loyer de l'atelier ?",
    ),
    "es": (
        "El alquiler del taller es de 900 euros al mes.", "pagado el alquiler del taller, 900 euros como siempre",
        "El alquiler del taller no es de 900 euros al mes.", "el alquiler del taller ahora es de 950 euros", "¿Cuánto era el alquiler del taller?",
    ),
    "it": (
        "L'affitto dello studio è di 900 euro al mese.", "pagato l'affitto dello studio, 900 euro come sempre",
        "L'affitto dello studio non è di 900 euro al mese.", "l'affitto dello studio adesso è di 950 euro", "Quant'era l'affitto dello studio?",
    ),
    "pt": (
        "O aluguel do ateliê é de 900 reais por mês.", "paguei o aluguel do ateliê, 900 reais como sempre",
        "O aluguel do ateliê não é de 900 reais por mês.", "o aluguel do ateliê agora é de 950 reais", "Quanto era mesmo o aluguel do ateliê?",
    ),
    "nl": (
        "De huur van het atelier is 900 euro per maand.", "huur van het atelier betaald, 900 euro zoals altijd",
        "De huur van het atelier is niet 900 euro per maand.", "de huur van het atelier is nu 950 euro", "Hoeveel was de huur van het atelier ook alweer?",
    ),
    "ru": (
        "Аренда мастерской стоит 9000 рублей в месяц.", "заплатила за аренду мастерской, 9000 рублей как всегда",
        "Аренда мастерской не стоит 9000 рублей в месяц.", "аренда мастерской теперь 9500 рублей", "Сколько там стоит аренда мастерской?",
    ),
    "uk": (
        "Оренда майстерні коштує 9000 гривень на місяць.", "заплатила за оренду майстерні, 9000 гривень як завжди",
        "Оренда майстерні не коштує 9000 гривень на місяць.", "оренда майстерні тепер 9500 гривень", "Скільки там коштує оренда майстерні?",
    ),
    "pl": (
        "Czynsz za pracownię wynosi 900 złotych miesięcznie.", "czynsz za pracownię zapłacony, 900 złotych jak zawsze",
        "Czynsz za pracownię nie wynosi 900 złotych miesięcznie.", "czynsz za pracownię wynosi teraz 950 złotych", "Ile wynosił czynsz za pracownię?",
    ),
    "tr": (
        "Atölyenin kirası ayda 900 lira.", "atölyenin kirasını yatırdım, her zamanki gibi 900 lira", "Atölyenin kirası ayda 900 lira değil.",
        "atölyenin kirası artık 950 lira", "Atölyenin kirası kaç liraydı?",
    ),
    "ja": (
        "アトリエの家賃は月9000円", "アトリエの家賃払ったよ、いつも通り9000円", "アトリエの家賃は月9000円ではない", "アトリエの家賃、今月から9500円になった", "アトリエの家賃っていくらだっけ？",
    ),
    "zh": ("画室的房租每月900元", "画室的房租交了，900元，跟往常一样", "画室的房租不是每月900元", "画室的房租现在涨到950元了", "画室的房租是多少来着？"),
    "ko": (
        "작업실 월세는 90만 원이다", "작업실 월세 냈어 그대로 90만 원", "작업실 월세는 90만 원이 아니다", "작업실 월세가 이제 95만 원이래", "작업실 월세가 얼마였지?",
    ),
}  # fmt: skip

# code: (fact, it is over, the taste has turned, somebody else, nothing but thanks)
TASTE = {
    "en": ("Nora loves olives.", "Nora hates olives", "Nora no longer eats olives", "thanks, great!"),
    "de": ("Nora mag Oliven.", "Nora hasst Oliven", "Nora isst keine Oliven mehr", "ok danke!"),
    "fr": ("Nora adore les olives.", "Nora déteste les olives", "Nora ne mange plus d'olives", "merci !"),
    "es": ("A Nora le encantan las aceitunas.", "Nora odia las aceitunas", "Nora ya no come aceitunas", "vale gracias"),
    "it": ("Nora adora le olive.", "Nora odia le olive", "Nora non mangia più olive", "ok grazie"),
    "pt": ("A Nora adora azeitonas.", "a Nora odeia azeitonas", "a Nora já não come azeitonas", "ok obrigado"),
    "nl": ("Nora is dol op olijven.", "Nora haat olijven", "Nora eet geen olijven meer", "oké bedankt"),
    "ru": ("Нора любит оливки.", "Нора ненавидит оливки", "Нора больше не ест оливки", "ок, спасибо"),
    "uk": ("Нора любить оливки.", "Нора ненавидить оливки", "Нора більше не їсть оливки", "ок, дякую"),
    "pl": ("Nora uwielbia oliwki.", "Nora nienawidzi oliwek", "Nora już nie je oliwek", "ok dzięki"),
    "tr": ("Nora zeytini sever.", "Nora zeytinden nefret ediyor", "Nora artık zeytin yemiyor", "tamam teşekkürler"),
    "id": ("Nora suka zaitun.", "Nora benci zaitun", "Nora udah nggak makan zaitun lagi", "oke makasih"),
    "vi": ("Nora thích ô liu.", "Nora ghét ô liu", "Nora không còn ăn ô liu nữa", "ok cảm ơn"),
    "zh": ("诺拉喜欢橄榄", "诺拉讨厌橄榄", "诺拉已经不吃橄榄了", "好的谢谢"),
    "ja": ("ノラはオリーブが好き", "ノラはオリーブが大嫌い", "ノラはもうオリーブを食べない", "了解、ありがとう"),
    "ko": ("노라는 올리브를 좋아한다", "노라는 올리브를 싫어해", "노라는 이제 올리브를 안 먹어", "네 고마워요"),
    "hi": ("नोरा को जैतून पसंद है", "नोरा को जैतून से नफ़रत है", "नोरा अब जैतून नहीं खाती", "ठीक है धन्यवाद"),
    "th": ("นอร่าชอบมะกอก", "นอร่าเกลียดมะกอก", "นอร่าไม่กินมะกอกแล้ว", "โอเค ขอบคุณ"),
    "ar": ("نورا تحب الزيتون", "نورا تكره الزيتون", "نورا لم تعد تأكل الزيتون", "تمام شكرا"),
}

# code: (fact, quote that holds it, agreement in own words, correction, thanks)
QUOTE = {
    "en": ("Bruno picks up the twins on Fridays.", "For Friday I have noted: Bruno picks up the twins. Is that right?", "yes, Bruno still picks up the twins", "no, Clara does it now, not Bruno", "ok thanks"),
    "de": ("Bruno holt freitags die Zwillinge ab.", "Für Freitag habe ich notiert: Bruno holt die Zwillinge ab. Stimmt das?", "ja genau, Bruno holt die Zwillinge", "nein, das macht jetzt Clara, nicht Bruno", "ok danke"),
    "fr": ("Bruno va chercher les jumeaux le vendredi.", "Pour vendredi j'ai noté : Bruno va chercher les jumeaux. C'est exact ?", "oui c'est ça, Bruno va chercher les jumeaux", "non, maintenant c'est Clara, plus Bruno", "ok merci"),
    "es": ("Bruno recoge a los gemelos los viernes.", "Para el viernes tengo apuntado: Bruno recoge a los gemelos. ¿Es así?", "sí, exacto, Bruno recoge a los gemelos", "no, ahora los recoge Clara, Bruno ya no", "vale gracias"),
    "it": ("Bruno prende i gemelli il venerdì.", "Per venerdì ho segnato: Bruno prende i gemelli. È giusto?", "sì esatto, i gemelli li prende Bruno", "no, adesso li prende Clara, non più Bruno", "ok grazie"),
    "pt": ("O Bruno busca os gêmeos às sextas.", "Para sexta anotei: o Bruno busca os gêmeos. Está certo?", "sim, isso mesmo, o Bruno busca os gêmeos", "não, agora é a Clara, o Bruno já não", "ok obrigado"),
    "nl": ("Bruno haalt vrijdag de tweeling op.", "Voor vrijdag heb ik genoteerd: Bruno haalt de tweeling op. Klopt dat?", "ja klopt, Bruno haalt de tweeling op", "nee, dat doet Clara nu, Bruno niet meer", "oké bedankt"),
    "ru": ("Бруно забирает близнецов по пятницам.", "На пятницу записано: Бруно забирает близнецов. Всё верно?", "да, верно, близнецов забирает Бруно", "нет, теперь их забирает Клара, не Бруно", "ок спасибо"),
    "pl": ("Bruno odbiera bliźniaki w piątki.", "Na piątek mam zapisane: Bruno odbiera bliźniaki. Zgadza się?", "tak, zgadza się, Bruno odbiera bliźniaki", "nie, teraz odbiera je Clara, już nie Bruno", "ok dzięki"),
    "tr": ("Bruno cuma günleri ikizleri alıyor.", "Cuma için notum: Bruno ikizleri alıyor. Doğru mu?", "evet aynen, ikizleri Bruno alıyor", "hayır, artık Clara alıyor, Bruno değil", "tamam teşekkürler"),
    "ja": ("ブルーノは金曜に双子を迎えに行く", "金曜の予定です。ブルーノさんが双子を迎えに行きます。合っていますか？", "はい、合ってます、双子の迎えはいつも通りブルーノ", "いえ、今はクララが迎えに行ってます、ブルーノじゃないです", "了解、ありがとう"),
    "zh": ("布鲁诺周五接双胞胎", "周五的安排：布鲁诺接双胞胎。对吗？", "对，没错，还是布鲁诺接双胞胎", "不对，现在改成克拉拉接了，不是布鲁诺", "好的谢谢"),
}  # fmt: skip

# code: (a, b) that say the same, then (a, b) that do not
SAME = {
    "en": (("The bakery opens at half past seven.", "The bakery opens at 7:30."), ("The bakery opens at 7:30.", "The bakery opens at 8:30.")),
    "de": (("Die Bäckerei öffnet um halb acht.", "Die Bäckerei öffnet um 7:30 Uhr."), ("Die Bäckerei öffnet um 7:30 Uhr.", "Die Bäckerei öffnet um 8:30 Uhr.")),
    "fr": (("La boulangerie ouvre à sept heures et demie.", "La boulangerie ouvre à 7:30."), ("Nora aime le thé.", "Nora n'aime pas le thé.")),
    "es": (("La panadería abre a las siete y media.", "La panadería abre a las 7:30."), ("La llave está a la izquierda.", "La llave está a la derecha.")),
    "it": (("La panetteria apre alle sette e mezza.", "La panetteria apre alle 7:30."), ("Il corso è lunedì.", "Il corso è martedì.")),
    "ru": (("Пекарня закрывается 7 июня.", "Пекарня закрывается 07.06.2027."), ("Урок в понедельник.", "Урок во вторник.")),
    "ja": (("家賃は月9万5千円", "家賃は月95,000円"), ("家賃は月95,000円", "家賃は月59,000円")),
    "zh": (("房租每月八千五百元", "房租每月8500元"), ("房租每月8500元", "房租每月5800元")),
    "ko": (("주차비는 7만 원", "주차비는 70,000원"), ("주차비는 7만 원", "주차비는 8만 원")),
    "nl": (("De bakker gaat open om half acht.", "De bakker gaat open om 7:30 uur."), ("De bakker gaat open om 7:30 uur.", "De bakker gaat open om 9:30 uur.")),
    "tr": (("Fırın yedi buçukta açılıyor.", "Fırın 7:30'da açılıyor."), ("Ders pazartesi.", "Ders salı.")),
}
