"""A household that speaks 18 languages: facts, a question to the first of them, and small talk that asks for nothing. Written for these tests."""

from __future__ import annotations

# By language: a lesson, a habit of every morning, where a key hangs.
FACTS: dict[str, tuple[str, str, str]] = {
    "ar": ("ليفيا تتعلم الكمان عند الأستاذ كريم كل يوم خميس.", "جدي يتناول دواء الضغط كل صباح بعد الفطور.", "المفتاح الاحتياطي للمرآب معلق خلف السخان."),
    "de": (
        "Livia hat donnerstags Geigenunterricht bei Herrn Kessler.",
        "Opa nimmt jeden Morgen nach dem Frühstück seine Blutdrucktabletten.",
        "Der Ersatzschlüssel der Garage hängt hinter dem Heizkessel.",
    ),
    "en": (
        "Livia takes violin lessons with Mr Adeyemi on Thursdays at five.",
        "Grandpa takes his blood pressure pills every morning after breakfast.",
        "The spare key of the garage hangs behind the boiler.",
    ),
    "es": (
        "Livia tiene clase de violín con don Esteban los jueves.",
        "El abuelo toma la pastilla de la tensión cada mañana después del desayuno.",
        "La llave de repuesto del garaje cuelga detrás de la caldera.",
    ),
    "fr": (
        "Livia a cours de violon avec monsieur Perrault le jeudi.",
        "Papi prend son comprimé pour la tension chaque matin après le petit-déjeuner.",
        "La clé de secours du garage est accrochée derrière la chaudière.",
    ),
    "hi": (
        "लीविया हर गुरुवार को शर्मा जी से वायलिन सीखती है।",
        "दादाजी रोज़ सुबह नाश्ते के बाद बीपी की दवा लेते हैं।",
        "गैराज की फालतू चाबी बॉयलर के पीछे टंगी है।",
    ),
    "id": (
        "Livia les biola dengan Pak Hartono setiap hari Kamis.",
        "Kakek minum obat darah tinggi setiap pagi setelah sarapan.",
        "Kunci cadangan garasi digantung di belakang pemanas air.",
    ),
    "it": (
        "Livia ha lezione di violino con il maestro Ferri il giovedì.",
        "Il nonno prende la pastiglia della pressione ogni mattina dopo colazione.",
        "La chiave di scorta del garage è appesa dietro la caldaia.",
    ),
    "ja": (
        "莉子は毎週木曜日に田中先生のバイオリン教室に通っている。",
        "祖父は毎朝、朝食の後に血圧の薬を飲む。",
        "ガレージの合鍵はボイラーの裏に掛けてある。",
    ),
    "ko": (
        "리비아는 목요일마다 김 선생님께 바이올린을 배운다.",
        "할아버지는 매일 아침 식사 후에 혈압약을 드신다.",
        "차고 예비 열쇠는 보일러 뒤에 걸려 있다.",
    ),
    "pl": (
        "Liwia ma lekcje skrzypiec u pana Nowickiego w czwartki.",
        "Dziadek bierze tabletki na ciśnienie codziennie rano po śniadaniu.",
        "Zapasowy klucz do garażu wisi za kotłem.",
    ),
    "pt": (
        "A Lívia tem aula de violino com o professor Duarte às quintas.",
        "O avô toma o comprimido da tensão todas as manhãs depois do pequeno-almoço.",
        "A chave suplente da garagem está pendurada atrás da caldeira.",
    ),
    "ru": (
        "Ливия ходит на скрипку к Борису Андреевичу по четвергам.",
        "Дедушка каждое утро после завтрака пьёт таблетки от давления.",
        "Запасной ключ от гаража висит за бойлером.",
    ),
    "th": (
        "น้องพลอยเรียนไวโอลินกับครูสมชายทุกวันพฤหัสบดี",
        "คุณตากินยาความดันทุกเช้าหลังอาหาร",
        "กุญแจสำรองของโรงรถแขวนอยู่หลังเครื่องทำน้ำร้อน",
    ),
    "tr": (
        "Livia perşembe günleri Kemal Bey'den keman dersi alıyor.",
        "Dedem her sabah kahvaltıdan sonra tansiyon ilacını içer.",
        "Garajın yedek anahtarı kombinin arkasında asılı.",
    ),
    "uk": (
        "Лівія ходить на скрипку до пана Гнатюка щочетверга.",
        "Дідусь щоранку після сніданку п'є пігулки від тиску.",
        "Запасний ключ від гаража висить за бойлером.",
    ),
    "vi": (
        "Bé Bông học vĩ cầm với thầy Dũng vào mỗi thứ năm.",
        "Ông ngoại uống thuốc huyết áp mỗi sáng sau bữa ăn.",
        "Chìa khóa dự phòng của nhà xe treo sau bình nóng lạnh.",
    ),
    "zh": ("果果每周四跟陈老师学小提琴。", "爷爷每天早上吃完早饭吃降压药。", "车库的备用钥匙挂在锅炉后面。"),
}

# By language: a question to its first fact.
QUESTIONS: dict[str, str] = {
    "ar": "في أي يوم درس الكمان لليفيا؟",
    "de": "Wann hat Livia Geigenunterricht?",
    "en": "What day is Livia's violin lesson?",
    "es": "¿Qué día tiene Livia clase de violín?",
    "fr": "Quel jour Livia a-t-elle violon ?",
    "hi": "लीविया वायलिन किस दिन सीखती है?",
    "id": "Hari apa Livia les biola?",
    "it": "Che giorno ha lezione di violino Livia?",
    "ja": "莉子のバイオリンは何曜日？",
    "ko": "리비아 바이올린은 무슨 요일이야?",
    "pl": "Kiedy Liwia ma lekcje skrzypiec?",
    "pt": "Em que dia a Lívia tem violino?",
    "ru": "Когда у Ливии скрипка?",
    "th": "น้องพลอยเรียนไวโอลินวันไหน",
    "tr": "Livia'nın keman dersi hangi gün?",
    "uk": "Коли в Лівії скрипка?",
    "vi": "Bé Bông học vĩ cầm thứ mấy?",
    "zh": "果果哪天学小提琴？",
}

SMALL_TALK: dict[str, tuple[str, ...]] = {
    "ar": ("صباح الخير! هل نمت جيدا؟", "ههههه أضحكتني، شكرا!", "حسنا، أراك لاحقا.", "أنا متعب جدا اليوم."),
    "de": ("Guten Morgen! Gut geschlafen?", "Hahaha, das war lustig, danke!", "Alles klar, bis später.", "Ich bin heute so müde."),
    "en": ("Good morning! Did you sleep well?", "Haha, that made my day, thanks!", "Okay, see you later then.", "I'm so tired today, what a day."),
    "es": ("¡Buenos días! ¿Dormiste bien?", "Jajaja qué risa, ¡gracias!", "Vale, hasta luego.", "Qué cansado estoy hoy."),
    "fr": ("Bonjour ! Bien dormi ?", "Hahaha, tu m'as fait rire, merci !", "D'accord, à plus tard.", "Je suis crevé aujourd'hui."),
    "hi": ("सुप्रभात! नींद अच्छी आई?", "हाहा, बहुत मज़ेदार, धन्यवाद!", "ठीक है, फिर मिलते हैं।", "आज बहुत थक गया हूँ।"),
    "id": ("Selamat pagi! Tidurnya nyenyak?", "Wkwkwk lucu banget, makasih ya!", "Oke, sampai nanti.", "Capek sekali hari ini."),
    "it": ("Buongiorno! Dormito bene?", "Ahahah che ridere, grazie!", "Va bene, a dopo.", "Oggi sono stanchissimo."),
    "ja": ("おはよう！よく眠れた？", "あはは、笑った、ありがとう！", "じゃあまた後でね。", "今日は本当に疲れたなあ。"),
    "ko": ("좋은 아침! 잘 잤어?", "ㅋㅋㅋ 웃겨 죽겠다, 고마워!", "그래, 이따 봐.", "오늘 너무 피곤하다."),
    "pl": ("Dzień dobry! Dobrze spałeś?", "Hahaha, ale się uśmiałem, dzięki!", "Dobra, do zobaczenia.", "Jestem dziś strasznie zmęczony."),
    "pt": ("Bom dia! Dormiste bem?", "Hahaha, que engraçado, obrigado!", "Está bem, até logo.", "Estou tão cansado hoje."),
    "ru": ("Доброе утро! Как спалось?", "Ахаха, насмешил, спасибо!", "Ладно, до вечера.", "Что-то я сегодня устал."),
    "th": ("อรุณสวัสดิ์ นอนหลับดีไหม", "ฮ่าๆๆ ตลกมาก ขอบคุณนะ", "โอเค แล้วเจอกันนะ", "วันนี้เหนื่อยจังเลย"),
    "tr": ("Günaydın! İyi uyudun mu?", "Hahaha çok güldüm, teşekkürler!", "Tamam, sonra görüşürüz.", "Bugün çok yoruldum."),
    "uk": ("Доброго ранку! Як спалося?", "Ахаха, насмішив, дякую!", "Гаразд, до вечора.", "Щось я сьогодні втомився."),
    "vi": ("Chào buổi sáng! Ngủ ngon không?", "Haha buồn cười quá, cảm ơn nhé!", "Ừ, hẹn gặp lại sau.", "Hôm nay mệt quá đi."),
    "zh": ("早上好，睡得好吗？", "哈哈哈笑死我了", "好的，晚点见。", "今天好累啊。"),
}
