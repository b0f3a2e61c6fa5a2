"""The file of a player's tries at puzzles: a line each, which survives whatever ends the program."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

import msgspec

from topping_out.game.language import tr
from topping_out.game.storage.files import append_lines, read_file, user_folder
from topping_out.game.text_files import in_utf8

FILE = "puzzles.jsonl"
LARGEST = 32 * 1024 * 1024
"""Bytes of the file that are read: half a million tries."""


class PuzzleTry(msgspec.Struct, frozen=True):
    """One try at a puzzle."""

    game: str
    puzzle: str
    """The puzzle's name, which is its own in its game."""
    is_right: bool
    when: str = ""
    """Local time in ISO 8601."""


class PuzzleTries:
    """All tries so far, in the order of their times: so on every machine the same one is the first."""

    def __init__(self, folder: Path | None = None) -> None:
        """Read the file of a folder, by default the user's own. Lines that cannot be read stay, and count nowhere."""
        self.path = (folder or user_folder("progress")) / FILE
        self.problem = ""
        """What could not be read or saved, in a sentence; empty while all is well."""
        self._waiting: list[bytes] = []
        self.tries = self._read()

    def add(self, done: PuzzleTry) -> None:
        """Take a try in. It counts even where it cannot be saved, see `problem`; the next one tries again."""
        self.tries.append(done)
        self._waiting.append(msgspec.json.encode(done))
        try:
            append_lines(self.path, self._waiting)
            self._waiting.clear()
        except OSError as error:
            why = error.strerror or error
            self.problem = tr("Your puzzle results aren't being saved: {file}: {error}.", file=self.path, error=why)

    def first(self, game: str) -> dict[str, bool]:
        """Return how the first try at each puzzle of a game went, in the order of the tries."""
        found: dict[str, bool] = {}
        for done in self._of(game):
            found.setdefault(done.puzzle, done.is_right)
        return found

    def solved(self, game: str) -> frozenset[str]:
        """Return the puzzles of a game that were solved, at whichever try."""
        return frozenset(done.puzzle for done in self._of(game) if done.is_right)

    def _of(self, game: str) -> Iterable[PuzzleTry]:
        return (done for done in self.tries if done.game == game)

    def _read(self) -> list[PuzzleTry]:
        try:
            data = read_file(self.path, LARGEST)
        except FileNotFoundError:
            return []
        except OSError as error:
            why = error.strerror or error
            self.problem = tr("Your puzzle results can't be read: {file}: {error}.", file=self.path, error=why)
            return []
        found, skipped, decoder = list[PuzzleTry](), 0, msgspec.json.Decoder(PuzzleTry)
        for line in io.BytesIO(in_utf8(data)):
            try:
                found += [decoder.decode(line)] if line != b"\n" else []
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                skipped += line.endswith(b"\n")  # a line that a crash has cut off is nobody's fault
        if skipped:
            self.problem = tr("Some lines of {file} can't be read and are left out.", file=self.path)
        return sorted(found, key=lambda done: done.when)
