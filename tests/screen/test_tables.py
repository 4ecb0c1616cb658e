"""Tables of bytes make a text level as the rules character by character do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.screen import level as leveling
from holodream.screen.level import level

_CHARACTERS = st.one_of(
    st.sampled_from("aBz ёЙѕ\n`'.«»—²½İı\0😀密́"),
    st.characters(min_codepoint=0xC0, max_codepoint=0x17F),
    st.characters(min_codepoint=0x400, max_codepoint=0x4FF),
    st.characters(min_codepoint=0x600, max_codepoint=0x6FF),
    st.characters(min_codepoint=0x900, max_codepoint=0x97F),
    st.characters(min_codepoint=0xE00, max_codepoint=0xE7F),
    st.characters(min_codepoint=0x1EA0, max_codepoint=0x1EF9),
)


@given(st.text(_CHARACTERS, max_size=40))
def test_a_table_changes_nothing(text: str) -> None:
    made = level(text)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(leveling, "_alphabet_of", lambda text: "")  # noqa: ARG005 - as it is called
        assert level(text) == made


@pytest.mark.parametrize("text", ["пароль от двери", "รหัสผ่านของประตู", "mot de passe oublié", "mật khẩu cửa", "كلمة مرور الباب", "दरवाज़े का पासवर्ड"])
def test_texts_of_small_alphabets_have_a_table(text: str) -> None:
    assert leveling._alphabet_of(text)


@pytest.mark.parametrize("text", ["plain words", "门禁密码", "비밀번호"])
def test_other_texts_have_none(text: str) -> None:
    assert not leveling._alphabet_of(text)
