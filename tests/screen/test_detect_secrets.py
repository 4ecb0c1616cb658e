"""Cross-check with detect-secrets: what its detectors find in samples of their documented formats, the screen finds too."""

from __future__ import annotations

import base64
import random
import string
from collections.abc import Callable

import pytest

from holodream.screen import screen

plugins = pytest.importorskip("detect_secrets.plugins")
initialize = pytest.importorskip("detect_secrets.core.plugins.initialize")
settings = pytest.importorskip("detect_secrets.settings")

_LETTERS = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"


def _of(letters: str, count: int, dice: random.Random) -> str:
    return "".join(dice.choice(letters) for _ in range(count))


def _token(dice: random.Random, *parts: str | int, letters: str = _LETTERS) -> str:
    return "".join(part if isinstance(part, str) else _of(letters, part, dice) for part in parts)


def _web_token(dice: random.Random) -> str:
    parts = ('{"alg":"HS256","typ":"JWT"}', f'{{"sub":"{dice.randint(1, 99)}"}}')
    encoded = (base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts)
    return ".".join((*encoded, _of(_LETTERS, 43, dice)))


# A line with a sample for each detector. An address of a computer is no secret for memory, so "Public IP" is left out.
SAMPLES: dict[str, Callable[[random.Random], str]] = {
    "Artifactory Credentials": lambda dice: _token(dice, "key: AK", "C", 62),
    "AWS Access Key": lambda dice: _token(dice, "AK", "IA", 16, letters=string.ascii_uppercase + string.digits),
    "Azure Storage Account access key": lambda dice: _token(dice, "Account", "Key=", 86, "=="),
    "Basic Auth Credentials": lambda dice: _token(dice, "https://ines:", 12, "@garden.example/x"),
    "Cloudant Credentials": lambda dice: _token(dice, 'cloudant_password = "', 64, '"', letters=_HEX),
    "Discord Bot Token": lambda dice: _token(dice, "M", 23, ".", 6, ".", 27),
    "GitHub Token": lambda dice: _token(dice, "gh", "p_", 36),
    "GitLab Token": lambda dice: _token(dice, "gl", "pat-", 20),
    "Base64 High Entropy String": lambda dice: f'token = "{base64.b64encode(dice.randbytes(36)).decode()}"',
    "Hex High Entropy String": lambda dice: _token(dice, 'secret = "', 40, '"', letters=_HEX),
    "IBM Cloud IAM Key": lambda dice: _token(dice, 'ibm_cloud_iam_api_key = "', 44, '"'),
    "IBM COS HMAC Credentials": lambda dice: _token(dice, 'cos_hmac_secret_access_key = "', 48, '"', letters=_HEX),
    "JSON Web Token": _web_token,
    "Secret Keyword": lambda dice: _token(dice, 'password = "', 14, '"'),
    "Mailchimp Access Key": lambda dice: _token(dice, 32, "-us", "12", letters=_HEX),
    "NPM tokens": lambda dice: _token(dice, "//registry.npmjs.org/:_auth", "Token=np", "m_", 36),
    "OpenAI Token": lambda dice: _token(dice, "sk", "-", 20, "T3Blb", "kFJ", 20),
    "Private Key": lambda _: "-----BEGIN " + "RSA PRIVATE KEY-----",
    "PyPI Token": lambda dice: _token(dice, "pypi", "-AgEIcHlw", "aS5vcmc", 80),
    "SendGrid API Key": lambda dice: _token(dice, "SG", ".", 22, ".", 43),
    "Slack Token": lambda dice: _token(dice, "xox", "b-", "123456789012-", "123456789012-", 24),
    "SoftLayer Credentials": lambda dice: _token(dice, 'softlayer_api_key = "', 64, '"', letters=_HEX),
    "Square OAuth Secret": lambda dice: _token(dice, "sq0", "csp-", 43),
    "Stripe Access Key": lambda dice: _token(dice, "sk", "_live_", 24),
    "Telegram Bot Token": lambda dice: _token(dice, "7123", "456789", ":", 35),
    "Twilio API Key": lambda dice: _token(dice, "S", "K", 32, letters=_HEX),
}


def _detectors() -> dict[str, object]:
    with settings.transient_settings({"plugins_used": [{"name": name} for name in _all_names()]}):
        return {plugin.secret_type: plugin for plugin in (initialize.from_plugin_classname(name) for name in _all_names())}


def _all_names() -> list[str]:
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class

    return [found.__name__ for found in get_mapping_from_secret_type_to_class().values()]


DETECTORS = _detectors()


def test_no_detector_is_forgotten() -> None:
    assert set(DETECTORS) - set(SAMPLES) == {"Public IP (ipv4)"}


@pytest.mark.parametrize("kind", sorted(SAMPLES))
def test_what_a_detector_finds_the_screen_finds(kind: str) -> None:
    dice = random.Random(kind)
    for _ in range(5):
        line = SAMPLES[kind](dice)
        assert DETECTORS[kind].analyze_line(filename="x.py", line=line), f"the sample is none for {kind}"  # type: ignore[attr-defined]
        assert screen(line).kind == "secret", kind
