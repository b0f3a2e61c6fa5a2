"""What every scene with a board shares, and what every scene that runs a match on one does."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from typing import Any

from topping_out.game.engine import AnyGame, Seat
from topping_out.game.language import YOU, mark, tr
from topping_out.game.match import Match
from topping_out.game.record import Header
from topping_out.scenes import routes
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.match.guided.coach import Coach
from topping_out.scenes.match.guided.lessons import LessonContext
from topping_out.scenes.match.just_over import JustOver
from topping_out.scenes.match.remarks import Remarks
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.phrases import series_words

NO_HINTS = mark("This try counts, so it goes without hints.")


class Ending(Enum):
    """How far the end of a match has come on its table."""

    NOT_YET = "the game goes on"
    PAINTING = "the results are painted ahead, over several frames in which nothing moves"
    PAUSE = "the end is looked at"
    PAST = "what follows has been shown"

    @property
    def is_under_way(self) -> bool:
        return self in (Ending.PAINTING, Ending.PAUSE)


class BoardScene(Page):
    """A page with a game's board, and the motion on it."""

    def __init__(self, context: Context, game: AnyGame, header: Header) -> None:
        super().__init__(context)
        self.game = game
        self.motion = context.motion()
        self.board = table_of(header.game).make_board(context, header, self.motion)

    def resize(self, kit: Kit) -> None:
        self.board.own_kit = None
        self.board.resize(kit)
        super().resize(kit)

    @property
    def heading(self) -> str:  # type: ignore[override]
        return str(self.game.title)

    @property
    def view(self) -> Any:
        """What shows on the table."""
        raise NotImplementedError

    def describe_turn(self) -> str:
        """Return in words whose turn it is."""
        return ""

    def answer(self, verb: Verb) -> str:
        match verb:
            case Verb.ASK_SCORES:
                return f"{self.board.describe_scores(self.view)} {series_words(self.board.header)}".strip()
            case Verb.ASK_HAND:
                return self.board.describe_hand(self.view)
            case Verb.ASK_TABLE:
                return self.board.describe_table(self.view)
        return self.describe_turn()

    def next_speed(self, by: int = 1) -> Transition:
        self.context.next_speed(self.motion, by)
        self.rebuild()
        return None


class MatchScene(BoardScene):
    """A match from where it stands to its end."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, match.game, match.header)
        self.match = match
        self._clock = float(match.ms)
        self._is_opened = False
        self._ending = Ending.NOT_YET
        self._end_pause = 0.0
        """Milliseconds that the pause of the ending still takes."""
        self._just_over = JustOver()
        self.remarks = Remarks(context, match, self.board)
        self.coach = Coach(self, table_of(match.header.game).cues)

    @property
    def humans(self) -> list[Seat]:
        return [seat for seat in range(len(self.match.header.seats)) if self.match.is_human(seat)]

    def is_readers(self, seat: Seat) -> bool:
        """Tell whether a seat is the reader's: the only player at the screen, or whoever goes by no other name."""
        return self.match.names[seat] == YOU or self.humans == [seat]

    def turn_words(self, seat: Seat) -> str:
        """Return in words that it is a seat's turn."""
        return tr("Your turn.") if self.is_readers(seat) else tr("It is {name}'s turn.", name=self.match.names[seat])

    def greet(self) -> None:
        """Say how the series stands, and let a character say hello."""
        self.context.announcer.say(series_words(self.match.header))
        self.remarks.greet()

    def lesson_context(self) -> LessonContext | None:
        """Return what the coach needs to choose a lesson; None while the player cannot act."""
        raise NotImplementedError

    def suspend(self) -> None:
        """Get ready to be covered by another scene."""

    def leave(self) -> None:
        self.suspend()
        self.context.worker.cancel()
        self.context.library.close(self.match)
        self.context.audio.ambience(None)

    @property
    def menu_label(self) -> str:
        """What the button is called that leads away from the table."""
        return tr("Menu")

    def pause(self) -> Transition:
        self.suspend()
        return Push(routes.PAUSE(self.context, self))

    @property
    def shows_hands(self) -> bool:
        """Whether players have devices of their own here, which can be changed."""
        return False

    def change_devices(self) -> Transition:
        """Let the players choose anew what they play with."""
        return None

    def cancel(self) -> Transition:
        return None if self.coach.dismiss() else self.pause()

    def rules(self) -> Transition:
        self.suspend()
        return Push(routes.RULES(self.context, self.game.name))

    def open_keys(self) -> Transition:
        self.suspend()
        return super().open_keys()

    def open_log(self) -> Transition:
        self.suspend()
        return Push(routes.LOG(self.context, self.match))

    @cached_property
    def results(self) -> Any:
        """The page of the results, once the game is over; the same one however often it is opened."""
        return routes.RESULTS(self.context, self)

    def show_results(self) -> Transition:
        return Push(self.results)
