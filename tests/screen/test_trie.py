"""The tree of words finds the same whether it is walked or made a regular expression."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from holodream.screen import trie
from holodream.screen.trie import Matcher

_LETTER = re.compile("[a-c]")
_PART = st.text("abc", min_size=1, max_size=4)
_ENTRY = st.builds(lambda parts, star: "+".join(parts) + star, st.lists(_PART, min_size=1, max_size=3), st.sampled_from(["", "*"]))


@given(st.sets(_ENTRY, min_size=1, max_size=8), st.text("abc ,'-", max_size=14), st.booleans())
def test_walking_finds_what_the_regular_expression_finds(entries: set[str], text: str, letters: bool) -> None:
    walked = Matcher(sorted(entries), _LETTER if letters else None)
    compiled = re.compile(trie.pattern(entries, f"(?!{_LETTER.pattern})" if letters else ""))
    for place in range(min(len(text), 10)):
        found = compiled.match(text, place)
        assert walked.end(text, place) == (found.end() if found else -1)
