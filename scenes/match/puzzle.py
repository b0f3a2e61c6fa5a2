"""A puzzle at a table: its task, and what can follow it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from topping_out.game.bots.puzzle_progress import PuzzleProgress
from topping_out.game.bots.puzzles import MOTIFS, Puzzle, analysis_of, is_near, value_of, with_reason
from topping_out.game.bots.search import many_things
from topping_out.game.bots.worker import BotAnswer
from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.game.record import Player, Record
from topping_out.game.registry import load
from topping_out.game.storage.history import PuzzleTries, PuzzleTry
from topping_out.game.text import dots, paragraph

from .. import routes
from ..manager import Pop, Push, Transition
from ..system.context import Context
from ..system.settings import SELF
from .definition import table_of
from .phrases import unusual_rules
from .start import now

# -- task


LITTLE = 0.5
"""Smaller differences, in the unit of the game's prices, are not given as numbers."""


def title(puzzle: Puzzle, number: int, is_short: bool = False) -> str:
    """Return the title of a puzzle; unless short, it says whether the puzzle is a matter of judgement."""
    # Translators: a deep puzzle is one that only a long search finds.
    text = tr("Puzzle {number} · deep", number=number) if puzzle.is_deep else tr("Puzzle {number}", number=number)
    return text if puzzle.counted or is_short else dots([text, tr("judgement")])


def rules_of(puzzle: Puzzle) -> str:
    """Return the rules of a puzzle that differ from the usual ones; none in a live game, whose clock stands still."""
    header = puzzle.header
    return "" if load(header.game).live else dots(name for name, _ in unusual_rules(header))


class PuzzleTask:
    """A puzzle on the table. It judges the finished line of the player, and saves the try."""

    def __init__(self, puzzle: Puzzle, tries: PuzzleTries, shows_answer: bool = False, pack: str = "") -> None:
        """`pack`: the pack from which the puzzle was opened, which gives away its motif."""
        self.puzzle, self.tries, self.shows_answer, self.pack = puzzle, tries, shows_answer, pack
        self.game, self.analysis = load(puzzle.header.game), analysis_of(puzzle.header.game)
        self.seat = puzzle.seat
        self.start = puzzle.state()
        self.is_hinted = False
        """Whether the player was told the motif."""
        self.is_right: bool | None = None
        """Whether the line is right; None until it is finished and any trial games are over."""
        self.was_solved = False
        """Whether the puzzle had been solved before this try."""
        self.played: tuple[str, ...] = ()
        """The line of the player, once it is finished."""
        self.loss: float | None = None
        """By how much the best line is better, or None if that is not known."""
        self._looked = -1  # number of entries when the line was last read
        self._line: list[Any] = []

    @property
    def progress(self) -> PuzzleProgress:
        return PuzzleProgress(self.game.name, self.tries)

    def next(self) -> Puzzle | None:
        """Return the next puzzle; in a pack, the next unsolved one."""
        progress, name = self.progress, self.puzzle.name
        return progress.next_in(self.pack, name) if self.pack in progress.packs else progress.next(name)

    @cached_property
    def title(self) -> str:
        return title(self.puzzle, self.progress.number_of(self.puzzle))

    def begin(self) -> Match:
        """Return a match in the position of the puzzle, with the player on the seat that is to play."""
        header = self.puzzle.header
        seats = list(header.seats)
        seats[self.seat] = Player(SELF, colour=seats[self.seat].colour)
        return Match(Record(replace(header, seats=tuple(seats)), list(self.puzzle.entries)))

    # -- the line

    def line(self, match: Match) -> list[Any]:
        """Return what the player has done so far."""
        number = len(match.record.entries)
        if number != self._looked:
            entries = match.record.effective()[len(self.puzzle.entries) :]
            self._looked, self._line = number, [self.game.parse(e.text) for e in entries if e.seat == self.seat]
        return self._line

    def is_whole(self, match: Match) -> bool:
        return match.outcome is not None or self.analysis.is_whole(self.line(match))

    def solution(self) -> list[Any]:
        return [self.game.parse(step) for step in self.puzzle.lines[0].steps]

    def judge(self, match: Match) -> None:
        """Judge the finished line of the player, if no trial games are needed."""
        self.played = tuple(map(str, self.line(match)))
        if self._result_of(self.played) in self._right:
            self._decide(True)
            return
        value = value_of(self.puzzle, self.played)
        self.loss = None if value is None else self.puzzle.lines[0].value - value
        if not self.asks:
            self._decide(False)

    @property
    def asks(self) -> bool:
        """Whether trial games must show how much worse the line is."""
        return bool(self.played) and self.is_right is None and self.loss is None

    def take(self, answer: BotAnswer) -> None:
        """Judge the line by the result of trial games or, if they failed, by what is known."""
        if not answer.failed:
            self.loss = answer.loss
        self._decide(not answer.failed and not answer.loss)  # the proof may have missed a line as good as the best

    @property
    def is_near(self) -> bool:
        """Whether the line was nearly right."""
        if self.is_right is not False or self.loss is None:
            return False
        return is_near(self.puzzle, self.loss, shares_idea=bool(self._shared))

    @cached_property
    def _shared(self) -> str:
        """What is right about the line of the player, in a sentence; empty if nothing is."""
        return self.analysis.shared(self._view, self.played, self.puzzle.lines[0].steps)

    def _decide(self, is_right: bool) -> None:
        self.was_solved = self.puzzle.name in self.progress.solved
        self.is_right = is_right
        if not self.shows_answer:
            self._note(is_right)

    def give_up(self) -> None:
        """Save a failed try, because the player looks at the answer."""
        if self.is_right is None and not self.shows_answer:
            self._note(False)

    def _note(self, is_right: bool) -> None:
        self.tries.add(PuzzleTry(self.game.name, self.puzzle.name, is_right, now()))

    def _result_of(self, steps: Sequence[str]) -> str:
        return self.analysis.result(self.start, self.seat, [self.game.parse(step) for step in steps])

    @cached_property
    def _right(self) -> set[str]:
        return {self._result_of(line.steps) for line in self.puzzle.lines if line.is_right}

    # -- in words

    def question(self) -> str:
        """Return the question or the hint, and the rules that differ from the usual ones."""
        in_force = rules_of(self.puzzle)
        return paragraph([self._asked(), tr("Rules in play: {rules}.", rules=in_force) if in_force else ""])

    def _asked(self) -> str:
        title, hint = MOTIFS[self.puzzle.motif]
        motif = tr("{title}. {hint}", title=tr(title), hint=tr(hint))
        if self.pack != self.puzzle.motif:
            return motif if self.is_hinted else tr(table_of(self.game.name).puzzle_question)
        return paragraph([motif, self._tempting()]) if self.is_hinted else motif

    def heading(self) -> str:
        if self.is_right is None:
            return self.title
        if self.shows_answer:
            return tr("The answer")
        return tr("Right!") if self.is_right else tr("Nearly") if self.is_near else tr("Not the best")

    @cached_property
    def verdict(self) -> list[str]:
        """Paragraphs that say how good the line was and, if it was right, why; only once it has been judged."""
        if self.is_right:
            return [*self.turn, self._tempting(), self._proof()]
        good = self._shared or tr("It's a good play, but it falls a little short.") if self.is_near else ""
        return [paragraph([good, self._loss()]), *([] if self.is_hinted else [tr(MOTIFS[self.puzzle.motif][1])])]

    @property
    def _view(self) -> Any:
        return self.game.view(self.start, self.seat)

    @cached_property
    def turn(self) -> list[str]:
        """What each step of the best turn does and why, a text for each."""
        best, mistake = self.puzzle.lines[0].steps, self.puzzle.mistake
        first, *others = self.analysis.turn(self._view, (*best, *self.puzzle.rest), mistake)
        return [first or with_reason(self.analysis.parting(self._view, best, mistake)[0], self._difference), *others]

    @property
    def _difference(self) -> str:
        """What the answer achieves that the tempting line does not: a clause with its full stop."""
        return self.analysis.reasons.in_words(self._view, self.puzzle.differences)

    def _tempting(self) -> str:
        """Return the tempting line and, after the verdict, what the answer achieves that it does not."""
        best, other = self.puzzle.lines[0].steps, self.puzzle.mistake
        reason = self._difference
        tempting = self.analysis.parting(self._view, best, other)[1]
        # Translators: {tempting} is such as "building the red 7".
        text = tr("Tempting, but not as good: {tempting}.", tempting=tempting)
        if self.is_right is None or reason == many_things() or any(reason in step for step in self.turn):
            return text
        # Translators: {reason} is a clause with its full stop, such as "you score 4 more on tower 3 this turn."
        return paragraph([text, tr("The difference: {reason}", reason=reason)])

    def _proof(self) -> str:
        """Return how much better the answer is than anything else, and how that is known."""
        price = self.game.price(self._priced(self.puzzle.lead))
        if self.puzzle.is_exact:
            text = tr("That scores {price} more than anything else.", price=price)
        else:
            text = tr("In trial games that's {price} better than anything else.", price=price)
        if self.puzzle.counted:
            return paragraph([self.analysis.counted(self._view, self.puzzle.lines[0].steps), text])
        return paragraph([text, tr("It's a matter of judgement: no simple count shows it.")])

    def _loss(self) -> str:
        """Return how much worse the line of the player is."""
        if self.loss is None:
            return tr("Something else is better; by how much isn't known.")
        price = self.game.price(self._priced(self.loss))
        if self.puzzle.is_exact:
            return tr("Something else scores {price} more.", price=price)
        if self.analysis.scale * self.loss < LITTLE:
            return tr("In trial games something else comes out a little better.")
        return tr("In trial games something else comes out {price} better.", price=price)

    def _priced(self, difference: float) -> int:
        return max(1, round(self.analysis.scale * difference))


# -- ways


class Ways:
    """What can follow a puzzle; each replaces its table by another one."""

    def __init__(self, context: Context, task: PuzzleTask) -> None:
        self.context, self.task = context, task

    def again(self) -> Transition:
        return self._open(self.task.puzzle.name)

    def show_answer(self) -> Transition:
        self.task.give_up()
        return self._open(self.task.puzzle.name, shows_answer=True)

    @property
    def next_label(self) -> str:
        return tr("Next puzzle") if self.task.next() else tr("To the puzzles")

    def next(self) -> Transition:
        """Open the next puzzle or, if there is none, return to the page of puzzles."""
        puzzle = self.task.next()
        return self._open(puzzle.name) if puzzle else Pop()

    def _open(self, name: str, shows_answer: bool = False) -> Transition:
        game, pack = self.task.game.name, self.task.pack
        return Pop(lambda: Push(routes.PUZZLE(self.context, game, name, shows_answer, pack)))
