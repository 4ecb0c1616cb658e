"""Word breaks in scripts without spaces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.language import fold, languages
from holodream.language.segment import _segment, segment

from ..support import steps

UNSPACED = [language.code for language in languages().values() if not language.spaces]
LETTERS = "我你家日本人書车学国ひらがなカタカナーっゃ々ฉันมีแมวไำๆิีึ่้๊๋ๅะาเแโใก"


def test_some_languages_have_no_spaces() -> None:
    assert {"Han", "Hiragana", "Thai"} <= set().union(*(languages()[code].scripts for code in UNSPACED))


@given(run=st.text(st.sampled_from(LETTERS), max_size=60), code=st.sampled_from(UNSPACED))
def test_joined_pieces_give_the_run(run: str, code: str) -> None:
    pieces = segment(run, code)
    assert "".join(pieces) == run
    assert all(pieces) or not run


@given(run=st.text(max_size=30), code=st.sampled_from(UNSPACED))
def test_any_run_can_be_cut(run: str, code: str) -> None:
    assert "".join(segment(run, code)) == run


@given(run=st.text(st.sampled_from("กขคมนเแโใไะาำิีึืุู่้๊๋์"), min_size=1, max_size=30))
def test_no_thai_piece_begins_with_a_sign_that_hangs_on_a_letter(run: str) -> None:
    hanging = "ะาำิีึืุู่้๊๋์"
    assert all(piece[0] not in hanging for piece in segment(run, "th")[1:])


@pytest.mark.parametrize(
    ("code", "run", "words"),
    [
        ("zh", "我喜欢喝咖啡", ["喜欢", "咖啡"]),
        ("zh", "车库的备用钥匙", ["车库", "备用", "钥匙"]),
        ("zh", "妈妈的手机号码", ["妈妈", "手机", "号码"]),
        ("ja", "学校の先生に電話する", ["学校", "先生", "電話"]),
        ("ja", "コーヒーが好きです", ["コーヒー"]),
        ("th", "ฉันชอบดื่มกาแฟ", ["ชอบ", "ดื่ม", "กาแฟ"]),
        ("th", "แม่ไปโรงพยาบาล", ["แม่", "ไป", "โรงพยาบาล"]),
        ("th", "หมาของเพื่อน", ["หมา", "เพื่อน"]),
    ],
)
def test_no_everyday_word_is_torn_apart(code: str, run: str, words: list[str]) -> None:
    run = fold(run)
    cuts, position = set(), 0
    for piece in segment(run, code):
        position += len(piece)
        cuts.add(position)
    for word in map(fold, words):
        begin = run.index(word)
        assert not cuts & set(range(begin + 1, begin + len(word))), word


@pytest.mark.parametrize(
    ("code", "unit"), [("zh", "我姐姐把自行车放在地下室"), ("th", "พี่สาวของฉันเก็บจักรยาน"), ("ja", "自転車を地下室に置く"), ("th", "่"), ("zh", "龘")]
)
def test_cutting_is_linear(code: str, unit: str) -> None:
    def work(size: int) -> int:
        run = fold(unit) * (size // len(unit))
        return steps(lambda: _segment(run, code))  # past the cache

    segment(fold(unit), code)
    assert work(16_000) < 10 * work(2_000)
