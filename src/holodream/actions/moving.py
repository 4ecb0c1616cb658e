"""Moving facts in and out: exports, imports, backups."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from .. import arguments
from ..config import Config
from ..errors import InvalidArgument, StoreError, StoreUnreadable
from ..files import written_whole
from ..results import Imported
from ..store import Fact, Progress, Store
from . import markdown
from .checks import start_trust

_DATABASE = b"SQLite format 3\x00"
_PAGE = 500


class Moving:
    """The part of a memory that reads and writes other files. `progress` is told what is done and how much there is in all."""

    store: Store
    config: Config

    def export(self, target: str | os.PathLike[str], *, form: Literal["jsonl", "markdown"] = "jsonl", progress: Progress | None = None) -> int:
        """Write everything (jsonl: with full history, to be imported again) or what is true now (markdown: for people) to a new file.

        The file is private to its owner. InvalidArgument when it exists already, StoreError when it cannot be written. Returns how many facts were written.
        """
        if form not in ("jsonl", "markdown"):
            raise InvalidArgument("form is 'jsonl' or 'markdown'.")
        path = _path(target)
        if path.exists():
            raise InvalidArgument(f"{path} exists already and is not overwritten. Choose another name, or move it away.")
        if not path.parent.is_dir():
            raise InvalidArgument(f"{path.parent} is no folder that exists. Make it first.")
        try:
            with written_whole(path) as file:
                count = 0
                for line, facts in self.exported(form=form, progress=progress):
                    file.write(f"{line}\n".encode())
                    count += facts
        except OSError as error:
            raise StoreError(f"{path} could not be written ({error.strerror}). Check the permissions of its folder and the space on the disk.") from error
        return count

    def exported(self, *, form: Literal["jsonl", "markdown"] = "jsonl", progress: Progress | None = None) -> Iterator[tuple[str, int]]:
        """The lines of an export, each with how many facts it adds."""
        if form == "markdown":
            yield from self._markdown()
            return
        done = total = 0
        for record in self.store.records():
            fact = record["type"] == "fact"
            total = record["facts"] if record["type"] == "holodream" else total
            done += fact
            yield json.dumps(record, ensure_ascii=False, separators=(",", ":")), int(fact)
            if fact and progress and (done % _PAGE == 0 or done == total):
                progress(done, total)

    def import_file(self, path: str | os.PathLike[str], *, dry_run: bool = False, progress: Progress | None = None) -> Imported:
        """Take in an export (of either form), another store, or a file of the older provider. `dry_run` only says what would happen.

        Facts keep their ids where these are free. What is there already stays as it is, so that a second import changes nothing;
        everything else passes the screen. InvalidArgument when there is no such file, StoreUnreadable when it cannot be read.
        """
        source = _path(path)
        if not source.is_file():
            raise InvalidArgument(f"{source} {'is no file' if source.exists() else 'does not exist'}. Give the file of an export or of a store.")
        if self.store.path.exists() and source.samefile(self.store.path):  # before it is opened: closing it would drop SQLite's locks
            raise InvalidArgument("This is the store itself. Give the file of another one.")
        try:
            with source.open("rb") as file:
                beginning = file.read(len(_DATABASE))
        except OSError as error:
            raise StoreUnreadable(f"{source} cannot be read ({error.strerror}). Check its permissions.") from error
        if beginning == _DATABASE:
            return self._taken_in(self.store.records_of_file(source), dry_run=dry_run, progress=progress)
        with source.open(encoding="utf-8-sig") as lines:
            if markdown.is_list(source):
                done = self._taken_in(self._records_of_markdown(lines), dry_run=dry_run, progress=progress)
                return replace(done, renumbered={})
            return self._taken_in(_parsed(lines), dry_run=dry_run, progress=progress)

    def import_texts(self, texts: Iterable[str], *, category: str = "general", dry_run: bool = False, progress: Progress | None = None) -> Imported:
        """Take in single statements, such as the entries of a host's own memory file."""
        records = self.store.records_of_texts([text.strip() for text in texts if text.strip()], category, self.config.default_trust, "imported")
        done = self._taken_in(records, dry_run=dry_run, progress=progress)
        return replace(done, renumbered={})  # a text has no id that somebody could have noted

    def back_up(self, target: str | os.PathLike[str], *, progress: Progress | None = None) -> Path:
        """Copy the store to a new file, which is checked. InvalidArgument when the file exists."""
        path = _path(target)
        self.store.back_up(path, progress=progress)
        return path

    def _taken_in(self, records: Iterable[Any], *, dry_run: bool, progress: Progress | None) -> Imported:
        plan = self.store.plan(records)
        if not dry_run:
            self.store.carry_out(plan, progress=progress)
            self.store.guess_few()
        new = tuple(plan.ids[old_id] for old_id in (int(record["fact_id"]) for record in plan.new) if old_id not in plan.too_late)
        return Imported(new, len(plan.present), plan.renumbered, tuple(plan.left_out), dry_run)

    def _markdown(self) -> Iterator[tuple[str, int]]:
        """What is true now, by category, the oldest facts first."""
        facts: list[Fact] = []
        while page := self.store.listed(limit=_PAGE, before=facts[-1].fact_id if facts else None):
            facts += page
        yield from markdown.written(reversed(facts))

    def _records_of_markdown(self, lines: Iterable[str]) -> Iterator[Any]:
        for number, item in enumerate(markdown.read(lines), 1):
            trust = start_trust(self.config, item.source)
            for record in self.store.records_of_texts([item.text], item.category, trust, "imported"):
                version = record["versions"][0] | {"source": item.source}
                yield record | {"fact_id": number, "source": item.source, "versions": [version]}


def _path(value: str | os.PathLike[str]) -> Path:
    """The path of a file that is named."""
    found = arguments.path(value)
    if found is None or not found.name:
        raise InvalidArgument("The path of a file is missing. Give one with a name.")
    return found


def _parsed(lines: Iterable[str]) -> Iterator[Any]:
    """The records of an export; a line that is none stands for itself, so that it is counted and not passed over."""
    try:
        for line in lines:
            if line.strip():
                try:
                    yield json.loads(line)
                except (ValueError, RecursionError):  # no JSON, or nested without end
                    yield None
    except UnicodeDecodeError as error:
        raise InvalidArgument("This file is neither a store nor an export: it is not UTF-8 text.") from error
