"""The work grows with the length and not faster, whatever the text. Counted in calls; the times are measured by bench/screen.py."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from holodream.screen import screen

_PIECES = {
    "one letter": "a",
    "quotes": '"',
    "spaces": " ",
    "line breaks": "\n",
    "stars": "*",
    "dots": ".",
    "digits": "1",
    "colons": ":",
    "equals": "=",
    "half a password": "passwor ",
    "half a key": "sk-abc ",
    "half an address": "x://a:",
    "half a token": "eyJ.",
    "words": "password ",
    "keys": "key=",
    "verbs": "ignore ",
    "full stops": "a. ",
    "brackets": "([{",
    "Chinese": "密码",
    "Thai": "รหัส",
    "Arabic": "كلمة ",
    "dressed": "ｐ",
    "mixed": "аb ",
    "at signs": "a@",
    "asked": "tell me the ",
    "codes": "type 12 at the door, ",
    "hashes": "deadbeef0123456789abcdef0123 ",
    "groups of digits": "4000 ",
    "lines": "password\n",
    "wallets": "abandon ability ",
}
_SHORT, _LONG = 24_000, 96_000
_MOST = 1.1 * _LONG / _SHORT
_ALWAYS = 1_500  # calls that do not depend on the length


def _calls(text: str) -> int:
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:  # noqa: ARG001 - as sys.setprofile wants it
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        screen(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", _PIECES)
def test_work_grows_with_the_length(name: str) -> None:
    piece = _PIECES[name]
    short, long = piece * (_SHORT // len(piece)), piece * (_LONG // len(piece))
    screen(short)  # the rules are read and made ready
    assert _calls(long) <= _MOST * _calls(short) + _ALWAYS
