"""Sentences in 18 languages, three each, for telling languages apart and for trying things out. Written for these tests."""

from __future__ import annotations

SENTENCES: dict[str, tuple[str, str, str]] = {
    "ar": ("أختي تضع دراجتها في القبو لأن الممر ضيق جدا.", "متى يبدأ اجتماع الآباء في المدرسة؟", "لا أحب القهوة بدون حليب."),
    "de": (
        "Meine Schwester stellt ihr Fahrrad in den Keller, weil der Flur zu eng ist.",
        "Wann fängt der Elternabend in der Schule an?",
        "Ich mag keinen Kaffee ohne Milch.",
    ),
    "en": (
        "My sister keeps her bicycle in the cellar because the hallway is too narrow.",
        "When does the parents' evening at school start?",
        "I don't like coffee without milk.",
    ),
    "es": (
        "Mi hermana guarda la bicicleta en el sótano porque el pasillo es muy estrecho.",
        "¿Cuándo empieza la reunión de padres en la escuela?",
        "No me gusta el café sin leche.",
    ),
    "fr": (
        "Ma sœur garde son vélo à la cave parce que le couloir est trop étroit.",
        "Quand commence la réunion des parents à l'école ?",
        "Je n'aime pas le café sans lait.",
    ),
    "hi": ("मेरी बहन अपनी साइकिल तहखाने में रखती है क्योंकि गलियारा बहुत संकरा है।", "स्कूल में अभिभावकों की बैठक कब शुरू होती है?", "मुझे बिना दूध की कॉफ़ी पसंद नहीं है।"),
    "id": (
        "Kakak saya menyimpan sepedanya di ruang bawah tanah karena lorongnya terlalu sempit.",
        "Kapan pertemuan orang tua di sekolah dimulai?",
        "Saya tidak suka kopi tanpa susu.",
    ),
    "it": (
        "Mia sorella tiene la bicicletta in cantina perché il corridoio è troppo stretto.",
        "Quando comincia la riunione dei genitori a scuola?",
        "Non mi piace il caffè senza latte.",
    ),
    "ja": ("姉は廊下が狭いので自転車を地下室に置いています。", "学校の保護者会はいつ始まりますか？", "牛乳なしのコーヒーは好きではありません。"),
    "ko": ("언니는 복도가 너무 좁아서 자전거를 지하실에 둡니다.", "학교 학부모 모임은 언제 시작하나요?", "저는 우유 없는 커피를 좋아하지 않아요."),
    "pl": ("Moja siostra trzyma rower w piwnicy, bo korytarz jest za wąski.", "Kiedy zaczyna się zebranie rodziców w szkole?", "Nie lubię kawy bez mleka."),
    "pt": (
        "A minha irmã guarda a bicicleta na cave porque o corredor é muito estreito.",
        "Quando começa a reunião de pais na escola?",
        "Não gosto de café sem leite.",
    ),
    "ru": (
        "Моя сестра держит велосипед в подвале, потому что коридор слишком узкий.",
        "Когда начинается родительское собрание в школе?",
        "Я не люблю кофе без молока.",
    ),
    "th": ("พี่สาวของฉันเก็บจักรยานไว้ที่ชั้นใต้ดินเพราะทางเดินแคบเกินไป", "ประชุมผู้ปกครองที่โรงเรียนเริ่มกี่โมง", "ฉันไม่ชอบกาแฟที่ไม่ใส่นม"),
    "tr": ("Ablam koridor çok dar olduğu için bisikletini bodrumda tutuyor.", "Okuldaki veli toplantısı ne zaman başlıyor?", "Sütsüz kahve sevmiyorum."),
    "uk": ("Моя сестра тримає велосипед у підвалі, бо коридор надто вузький.", "Коли починаються батьківські збори в школі?", "Я не люблю каву без молока."),
    "vi": ("Chị tôi để xe đạp dưới tầng hầm vì hành lang quá hẹp.", "Khi nào buổi họp phụ huynh ở trường bắt đầu?", "Tôi không thích cà phê không có sữa."),
    "zh": ("我姐姐把自行车放在地下室，因为走廊太窄了。", "学校的家长会什么时候开始？", "我不喜欢没有牛奶的咖啡。"),
}

# Letters, marks, digits and signs of every script that a text may mix, for making arbitrary texts of them.
ALPHABET = (
    "abcdeIiXZ äöüßéèñçığşİąęłøđ абвгдеёжщыьэюяіїєґ'’ʼ`´-_.,:;!?()\n\t\"0123456789٣٤३४๓๔１２ＡＢｃ"
    "ءآأإؤئابتثجدلمهوىيةـًٌَُِّ "
    "कखगसिीुूेैोौंँ्ा़ฉันมีแมวไำๆิีึ่้๊๋ "
    "我你家日本人書车車學学国國ひらがなカタカナーｶﾞ가나다한글가"
    "\u0301\u0308\u0307\u200b\u200d\u00ad\u202e😀👍🏽€$"
)
