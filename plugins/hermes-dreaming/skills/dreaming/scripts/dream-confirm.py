"""Confirm in the store what people stated on several days: dream-confirm.py KEY [KEY ...]."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from holodream.hosts.hermes.night.commands import confirm

sys.exit(confirm())
