"""One try at a puzzle: the position to play from, what the player makes of it, and what is said of that."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from topping_out.game.bots.puzzles.motifs import MOTIFS
from topping_out.game.bots.puzzles.progress import Progress
from topping_out.game.bots.puzzles.puzzle import Puzzle, analysis_of
from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.game.record import Player, Record
from topping_out.game.registry import load
from topping_out.game.storage.history.puzzle_tries import PuzzleTries, PuzzleTry
from topping_out.game.text import paragraph, sentence
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.system.settings import SELF


def title(puzzle: Puzzle, number: int) -> str:
    """Return what a puzzle is called, among those of its game."""
    # Translators: a deep puzzle is one that only a long search finds.
    return tr("Puzzle {number} · deep", number=number) if puzzle.is_deep else tr("Puzzle {number}", number=number)


class PuzzleTask:
    """A puzzle on the table. It judges the line once that is whole, and notes the try."""

    def __init__(self, puzzle: Puzzle, tries: PuzzleTries, shows_answer: bool = False) -> None:
        self.puzzle, self.tries, self.shows_answer = puzzle, tries, shows_answer
        self.game, self.analysis = load(puzzle.header.game), analysis_of(puzzle.header.game)
        self.seat = puzzle.seat
        self.start = puzzle.state()
        self.is_hinted = False
        """Whether the motif was told."""
        self.is_right: bool | None = None
        """How the line was judged; None until it is whole."""
        self._played: list[Any] = []
        self._looked = -1  # so many entries the match had when its line was read
        self._line: list[Any] = []

    @property
    def progress(self) -> Progress:
        return Progress(self.game.name, self.tries)

    @cached_property
    def title(self) -> str:
        return title(self.puzzle, self.progress.number_of(self.puzzle))

    def begin(self) -> Match:
        """Return a match that stands at the position, with the player on the seat that is asked."""
        header = self.puzzle.header
        seats = list(header.seats)
        seats[self.seat] = Player(SELF, colour=seats[self.seat].colour)
        return Match(Record(replace(header, seats=tuple(seats)), list(self.puzzle.entries)))

    # -- the line

    def line(self, match: Match) -> list[Any]:
        """Return what the player has done since."""
        number = len(match.record.entries)
        if number != self._looked:
            entries = match.record.effective()[len(self.puzzle.entries) :]
            self._looked, self._line = number, [self.game.parse(e.text) for e in entries if e.seat == self.seat]
        return self._line

    def is_whole(self, match: Match) -> bool:
        return match.outcome is not None or self.analysis.is_whole(self.line(match))

    def answer(self) -> list[Any]:
        """Return the best line."""
        return [self.game.parse(step) for step in self.puzzle.lines[0].steps]

    def judge(self, match: Match) -> None:
        """Judge the line that was played; a player's own is noted as a try."""
        self._played = self.line(match)
        self.is_right = self._result(self._played) in self._right
        if not self.shows_answer:
            self._note(self.is_right)

    def give_up(self) -> None:
        """Note a try that was not made: the answer is looked at."""
        if self.is_right is None and not self.shows_answer:
            self._note(False)

    def _note(self, is_right: bool) -> None:
        when = datetime.now().isoformat(timespec="seconds")
        self.tries.add(PuzzleTry(self.game.name, self.puzzle.name, is_right, when))

    def _result(self, actions: Sequence[Any]) -> str:
        return self.analysis.result(self.start, self.seat, actions)

    def _result_of(self, steps: Sequence[str]) -> str:
        return self._result([self.game.parse(step) for step in steps])

    @cached_property
    def _right(self) -> set[str]:
        return {self._result_of(line.steps) for line in self.puzzle.lines if line.is_right}

    # -- in words

    def question(self) -> str:
        if self.is_hinted:
            title, hint = MOTIFS[self.puzzle.motif]
            return tr("{title}. {hint}", title=tr(title), hint=tr(hint))
        return tr(table_of(self.game.name).puzzle_question)

    def heading(self) -> str:
        """Return the first word on how it went."""
        if self.is_right is None:
            return self.title
        if self.shows_answer:
            return tr("The answer")
        return tr("Right!") if self.is_right else tr("Not the best")

    @cached_property
    def verdict(self) -> str:
        """How good the line was, and why; once it was judged."""
        return paragraph([self._reason(), self._margin()]) if self.is_right else self._loss()

    def _reason(self) -> str:
        """Return the answer where it parts from the tempting line, what it comes to that this does not, and this."""
        view, puzzle = self.game.view(self.start, self.seat), self.puzzle
        play, tempting = self.analysis.parting(view, puzzle.lines[0].steps, puzzle.mistake)
        # Translators: {play} and {tempting} are such as "building the red 7", {reason} a clause with its full stop.
        text = tr(
            "{play}: {reason} Tempting, but not as good: {tempting}.",
            play=play, reason=self.analysis.reasons.tell(view, puzzle.differences), tempting=tempting,
        )  # fmt: skip
        return sentence(text)

    def _margin(self) -> str:
        price = self.game.price(self._priced(self.puzzle.lead))
        if self.puzzle.lines[0].samples:
            return tr("In trial games that is {price} better than anything else.", price=price)
        return tr("That brings {price} more than anything else.", price=price)

    def _loss(self) -> str:
        """Return what the line that was played costs."""
        best, result = self.puzzle.lines[0], self._result(self._played)
        value = next((line.value for line in self.puzzle.lines if self._result_of(line.steps) == result), None)
        if value is None and not best.samples:
            value = float(result)
        if value is None:
            return tr("There's something better: even the next best play falls short of it.")
        price = self.game.price(self._priced(best.value - value))
        if best.samples:
            return tr("In trial games something else comes out {price} better.", price=price)
        return tr("Something else brings {price} more.", price=price)

    def _priced(self, difference: float) -> int:
        return max(1, round(self.analysis.scale * difference))
