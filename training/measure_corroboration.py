"""How the shipped scorers judge training/corroboration and training/duplicates, by language: python training/measure_corroboration.py

They were fitted on these texts; for languages that were held out see train_corroboration.py. Needs nothing but the package.
"""

from __future__ import annotations

import json
import pathlib
from collections import Counter

from holodream import corroborates, same_statement

HERE = pathlib.Path(__file__).parent


def main() -> None:
    for folder in ("corroboration", "duplicates"):
        print(f"\n{folder}: right, wrongly {'confirmed' if folder == 'corroboration' else 'proposed'}, seen")
        every: Counter[str] = Counter()
        for path in sorted((HERE / folder).glob("*.json")):
            found = tally(folder, json.loads(path.read_text(encoding="utf-8")))
            every += found
            print(f"  {path.stem:3} {line(found)}")
        print(f"  all {line(every)}")


def tally(folder: str, rows: list[dict[str, str]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for row in rows:
        if folder == "corroboration":
            got, want, first = corroborates(row["fact"], row["message"], quote=row.get("quote")).label, row["label"], "confirms"
        else:
            got, want, first = str(same_statement(row["a"], row["b"]).same), str(row["same"]), "True"
        found["all"] += 1
        found["right"] += got == want
        found["first" if want == first else "others"] += 1
        found["seen" if want == first else "wrong"] += got == first
    return found


def line(found: Counter[str]) -> str:
    return " ".join(f"{found[part] / max(1, found[whole]):6.1%}" for part, whole in (("right", "all"), ("wrong", "others"), ("seen", "first")))


if __name__ == "__main__":
    main()
