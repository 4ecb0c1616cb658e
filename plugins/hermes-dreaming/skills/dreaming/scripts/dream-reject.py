"""Close a question of the night for good: dream-reject.py KEY [--undo KEY] [--list]."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from holodream.hosts.hermes.night.commands import reject

sys.exit(reject())
