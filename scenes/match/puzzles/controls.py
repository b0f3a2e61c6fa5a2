"""What every table with a puzzle on it shows beside the board: the question or the verdict, and what can be done."""

from __future__ import annotations

from collections.abc import Callable

from topping_out.game.language import mark, tr
from topping_out.game.match import Match
from topping_out.game.text import full_stop
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.plates import draw_caption
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Push, Transition
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.bots.questions import BotQuestions
from topping_out.scenes.match.controls.menu import TableMenu
from topping_out.scenes.match.puzzles.task import PuzzleTask
from topping_out.scenes.match.puzzles.verdict import VerdictPage
from topping_out.scenes.match.puzzles.ways import Ways
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.text import PagePart
from topping_out.scenes.ui.widgets import Button, Rect, Widget

TakeBack = tuple[str, Callable[[], Transition], bool]
"""What takes the last step back: what the button says and does, and whether it can."""


class PuzzleMenu(TableMenu):
    """Leads from a puzzle's table back to the puzzles: nothing of it is kept."""

    label = mark("Puzzles")

    def pause(self) -> Transition:
        return Pop()


class PuzzleControls:
    """The plate and the buttons of one puzzle's table."""

    def __init__(
        self, context: Context, board: Board, task: PuzzleTask, questions: BotQuestions, show: Callable[[str], None]
    ) -> None:
        """`show` lays the table out anew, with the focus on the widget of that name, if one is named."""
        self.context, self.board, self.task, self.questions, self._show = context, board, task, questions, show
        self.ways = Ways(context, task)
        self._is_begun = self._is_shown = False

    # -- what can be done

    def hint(self) -> Transition:
        """Tell what it is about; at the second time, show the answer."""
        if self.task.is_hinted:
            return self.ways.show_answer()
        self.task.is_hinted = True
        self.context.audio.play("hint")
        self.context.announcer.say(self.task.question(), urgent=True)
        self._show("")
        return None

    # -- the verdict

    def begin(self) -> None:
        """Tell whoever listens what is asked, once."""
        if not self._is_begun:
            self._is_begun = True
            heading = full_stop(self.task.heading())
            self.context.announcer.say(tr("{heading} {verdict}", heading=heading, verdict=self.task.question()))

    def judge(self, match: Match) -> None:
        """Judge the line, which is whole; where only trials tell, ask for them."""
        self.task.judge(match)
        if self.task.asks:
            self.questions.ask_puzzle(self.task.puzzle.name, self.task.played)
        self._show("")

    def listen(self) -> None:
        """Take in what trials have told."""
        if self.task.asks and (answer := self.questions.fetch("puzzle")):
            self.task.take(answer)
            self._show("")

    @property
    def is_due(self) -> bool:
        """Whether the verdict is there, and was not shown yet."""
        return self.task.is_right is not None and not self._is_shown

    def show_verdict(self) -> Transition:
        """Show the verdict over the table, once it is there and what was played has been heard; not again."""
        if not self.is_due or self.context.announcer.left > 0:
            return None
        self._is_shown = True
        self._show("next" if self.task.is_right else "again")
        return Push(VerdictPage(self.context, self.task, self.ways))

    # -- widgets

    def labels(self, take_back: TakeBack) -> tuple[str, str]:
        """Return what the two lesser buttons say."""
        is_over = self.task.is_right is not None
        first = tr("Try again") if is_over else take_back[0]
        return first, tr("Answer") if is_over or self.task.is_hinted else tr("Hint")

    def widgets(
        self, places: tuple[Rect, Rect], take_back: TakeBack, main_place: Rect, main: Button | None = None
    ) -> list[Widget]:
        """Return the plate, the two lesser buttons at their places, and the main one: `main` while the player plays."""
        is_over, key = self.task.is_right is not None, self.context.devices.label
        back, help_ = self.labels(take_back)
        press, may_press = (self.ways.again, True) if is_over else take_back[1:]
        asked = self.ways.show_answer if is_over or self.task.is_hinted else self.hint
        left, right = places
        buttons: list[Widget] = [
            Button("again", back, press, Verb.UNDO, key(Verb.UNDO), enabled=may_press).placed(left),
            Button("hint", help_, asked, Verb.HINT, key(Verb.HINT), enabled=not self.task.shows_answer).placed(right),
        ]
        if is_over:
            label, key_cap = tr("Next puzzle"), key(Verb.PLAY)
            buttons.append(Button("next", label, self.ways.next, Verb.PLAY, key_cap, primary=True).placed(main_place))
        elif main:
            buttons.append(main)
        return [self._plate(), *buttons]

    def _plate(self) -> PagePart:
        """Return the plate under the buttons at the top, with the question or the verdict."""
        first, last = self.board.caption_room
        said = Semantics(Role.TEXT, self.task.heading(), description=self.words)
        return PagePart("puzzle", Rect(first, 70, last - first, 30), said, self._draw, Group("puzzle", tr("Puzzle")))

    @property
    def words(self) -> str:
        if self.task.asks:
            return tr("Let me think…")
        return self.task.question() if self.task.is_right is None else self.task.verdict[0]

    def _draw(self, stage: Stage) -> None:
        room = self.board.caption_room
        draw_caption(stage, self.context.kit, self.task.heading(), self.words, *room)
