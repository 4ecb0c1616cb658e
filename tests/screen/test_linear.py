"""The time grows with the length and not faster, whatever the text."""

from __future__ import annotations

import time

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
}
_SHORT, _LONG = 40_000, 160_000
_MOST = 2.2 * _LONG / _SHORT


def _seconds(text: str) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        screen(text)
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.parametrize("name", _PIECES)
def test_time_grows_with_the_length(name: str) -> None:
    """Four times the length takes about four times as long; compared with itself, not with a clock."""
    piece = _PIECES[name]
    screen(piece * 50)
    short, long = piece * (_SHORT // len(piece)), piece * (_LONG // len(piece))
    for _ in range(3):
        fast, slow = _seconds(short), _seconds(long)
        if slow <= max(fast, 0.001) * _MOST:
            return
    raise AssertionError(f"{name}: {fast:.4f} s for {_SHORT}, {slow:.4f} s for {_LONG} characters")
