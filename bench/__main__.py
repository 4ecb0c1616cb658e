"""python -m bench [recall|names|saves|imports|forget|duplicates|upgrade|processes|night|meaning|agents] [options]; without a name all, with the default sizes.

agents needs the hosts, and is run only by its name.
"""

from __future__ import annotations

import sys

from . import duplicates, forget, imports, meaning, names, night, processes, recall, saves, screen, upgrade


def _agents(arguments: list[str]) -> None:
    from . import agents  # imports the tests with hosts

    agents.main(arguments)


PARTS = {
    "recall": recall.main,
    "names": names.main,
    "saves": saves.main,
    "imports": imports.main,
    "forget": forget.main,
    "duplicates": duplicates.main,
    "upgrade": upgrade.main,
    "processes": processes.main,
    "night": night.main,
    "screen": screen.main,
    "meaning": meaning.main,
    "agents": _agents,
}


def main(arguments: list[str]) -> int:
    """Run one part with its options, or all of them."""
    if arguments and arguments[0] in PARTS:
        PARTS[arguments[0]](arguments[1:])
        return 0
    if arguments:
        print(__doc__, "Options of a part: python -m bench recall --help", sep="\n")
        return 0 if arguments[0] in ("-h", "--help") else 2
    for run in (imports.main, saves.main, forget.main, duplicates.main, upgrade.main, processes.main, night.main, meaning.main, names.main, recall.main):
        run([])
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
