"""What all scenes that show a table share: the board, and the parts that react to what happens on it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from topping_out.game.engine import Outcome, Seat
from topping_out.game.match import SeenEvent

from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.stage import Stage
from ..manager import Transition
from ..system.context import Context
from ..ui.layout import Press, Widget
from ..ui.page import Page
from .board import Board


@dataclass(frozen=True, slots=True)
class LessonContext:
    """What the player knows at a moment at which the player may act."""

    seat: Seat
    view: Any
    actions: Sequence[Any]
    events: Sequence[Any]
    """All that happened so far."""


class TableScene(Page):
    """A page with a board, for a match in play or for a replay.

    Its parts get the scene when they are constructed and ask it for all that they need to know or to change.
    """

    board: Board
    """Set by the subclass, which knows the view."""

    change_devices: Press | None = None
    """Lets the players choose anew what they play with, at a table where each has a device."""

    def __init__(self, context: Context, game: Any) -> None:
        super().__init__(context)
        self.game, self.heading = game, game.title
        self.motion = context.motion()
        self.parts: Sequence[TablePart] = ()
        """Their hooks are called in this order."""

    # -- what parts ask for

    @property
    @abstractmethod
    def view(self) -> Any:
        """What the table is to show once nothing moves any more."""

    def lesson_context(self) -> LessonContext | None:
        """Return what the coach needs to choose a lesson; None while the player cannot act."""
        return None

    def write(self, seat: Seat, text: str) -> None:
        """Show a sentence to a player."""

    def do(self, seat: Seat, action: Any) -> None:
        """Do an action of a seat. Raises IllegalAction."""

    def undo(self) -> Transition:
        """Take the last action back."""
        return None

    def suspend(self) -> None:
        """Get ready for another scene that is about to cover the table."""

    def rested(self) -> None:
        """Called whenever all that has happened has been shown."""

    # -- what all tables do

    def resize(self, kit: Kit) -> None:
        self.board.own_kit = None
        self.board.resize(kit)
        super().resize(kit)

    def next_speed(self, by: int = 1) -> Transition:
        self.context.next_speed(self.motion, by)
        self.rebuild()
        return None

    @abstractmethod
    def describe_turn(self) -> str:
        """Return in words whose turn it is, or what goes on."""

    def reply_to(self, verb: Verb) -> str:
        return self.board.reply_to(verb, self.view) or self.describe_turn()

    def draw_reply(self, stage: Stage) -> None:
        """Draw nothing: each table shows the answer in a place of its own."""


class TablePart:
    """Something that takes part in a match: the coach, the characters' remarks, the ending.

    The scene calls these hooks; each does nothing unless a part overrides it.
    """

    def __init__(self, scene: TableScene) -> None:
        self.scene, self.context, self.board = scene, scene.context, scene.board

    def enter(self) -> None:
        """The table is shown for the first time."""

    def update(self, ms: float) -> None:
        """Let `ms` milliseconds pass."""

    def happened(self, seat: Seat | None, events: list[Any], seen: Sequence[SeenEvent]) -> None:
        """A seat has acted (None: time has passed), with these events, of which the viewer sees `seen`."""

    def ended(self, outcome: Outcome) -> None:
        """The match is over, and its end has been shown."""

    def widgets(self, laid: Sequence[Widget]) -> Sequence[Widget]:
        """Return the part's widgets, to be laid over those that are `laid` already."""
        return ()

    @property
    def is_still(self) -> bool:
        """Whether nothing of this part changes until the player does something."""
        return True
