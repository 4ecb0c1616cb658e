"""The gate of the cron job: dreams, and decides whether the agent wakes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from holodream.hosts.hermes.night.commands import precheck

sys.exit(precheck())
