"""Put the launcher of the gate, and settings where there are none, into the host's home: install.py [--check]."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from holodream.hosts.hermes.night.install import main

sys.exit(main(Path(__file__).resolve().parents[1]))
