"""Secrets that show by their shape alone: key formats of providers, tokens, private keys, connection strings, mask remains."""

from __future__ import annotations

import re

Place = tuple[str, int, int]

# A key may be glued to letters of another script, so the border is "no Latin letter or digit", not \b.
_B = r"(?<![A-Za-z0-9])"
_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (rule, re.compile(pattern))
    for rule, pattern in (
        ("private_key", r"-----BEGIN [A-Z ]*PRIVATE KEY"),
        ("json_web_token", _B + r"eyJ[\w-]{6,}\.[\w-]{6,}"),
        ("provider_key", _B + r"sk-[\w-]{16,}|" + _B + r"(?:ghp|gho|ghs|ghu|ghr)_\w{20,}|" + _B + r"github_pat_\w{20,}|" + _B + r"glpat-[\w-]{16,}"),
        ("provider_key", _B + r"(?:AKIA|ASIA)[A-Z0-9]{12,}|" + _B + r"AIza[\w-]{30,}|" + _B + r"xox[abeprs]-[\w-]{10,}|" + _B + r"hf_[A-Za-z0-9]{20,}"),
        ("provider_key", _B + r"(?:pk|rk|sk)_(?:live|test)_[A-Za-z0-9]{10,}|" + _B + r"(?:npm|dop_v1|shpat|pypi)[_-][\w-]{20,}|" + _B + r"m0-[A-Za-z0-9]{20,}"),
        ("bot_token", _B + r"\d{8,10}:[A-Za-z0-9_-]{30,}"),
        ("connection_string", r"[a-z][a-z0-9+.-]{2,}://[^\s/:@]{1,64}:[^\s/@]{1,128}@"),
        ("masked_value", r"[=:]\s*\*{3,}|\[redacted\]|«redacted|(?<![\w*])[A-Za-z0-9_-]{3,8}\.\.\.[A-Za-z0-9_-]{4}(?![\w])"),
        ("masked_phone_number", r"\+\d{2,4}\*{3,}\d{2,4}"),
    )
)


def find_shape(text: str) -> Place | None:
    """The first secret that shows by its shape."""
    for rule, pattern in _SHAPES:
        match = pattern.search(text)
        if match:
            return rule, match.start(), match.end()
    return None
