"""Dream a night by hand, or explain a fact: dream.py [--dry-run] [--explain ID]."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from holodream.hosts.hermes.night.commands import dream

sys.exit(dream())
