"""What every game's table can do, so that one scene runs them all."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from topping_out.game import roster
from topping_out.game.engine import Outcome, Seat
from topping_out.game.language import current, mark, tr, tr_label, tr_player
from topping_out.game.match import SeenEvent
from topping_out.game.progress import rating
from topping_out.game.record import Header
from topping_out.game.roster import Moment
from topping_out.game.text import commas, full_stop, labelled, listed_players, paragraph

from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.motion import Jolt, Motion
from ..kit.pictures.ornament import Confetti
from ..kit.plates import badge, draw_wins, seat_sign
from ..kit.stage import Stage
from ..manager import Scene, Transition
from ..system.context import Context
from ..ui.layout import Rect, Widget
from .phrases import series_words

# -- turn


@dataclass(frozen=True)
class MainButton:
    """The table's main button: its label, and the action that it does (None: nothing can be done yet)."""

    label: str
    action: Any = None


@dataclass
class Turn:
    """What the player at the screen may do now, and how to do it."""

    seat: Seat
    view: Any
    actions: Sequence[Any]
    act: Callable[[Any], Transition]
    say: Callable[[str], None]
    """Show a sentence to the player: why something is not possible, say."""


# -- board


class Board(ABC):
    """One game on the table: shows a view, plays events as motion, offers what can be chosen.

    It never changes the game: it hands actions to `Turn.act`.
    """

    ambience = "dusk"
    """What is heard behind it all."""

    view: Any
    """What the table shows now."""

    def __init__(
        self,
        context: Context,
        header: Header,
        motion: Motion,
        view: Any,
        history: Callable[[], list[Any]] = list,
        front: Seat | None = None,
    ) -> None:
        """Show a view. `history` returns every event since the beginning, as the viewer may see it. `front`: the seat
        that is shown at the front whoever looks (a replay looks from everywhere); None: the viewer's."""
        self.context, self.header, self.motion = context, header, motion
        self.history, self.front = history, front
        self.turn: Turn | None = None
        """Set while a player at the screen may act."""
        self.bar_room: tuple[float, float] | None = None
        """From where to where the bar at the top has room for signs of the table (None: nowhere); set by the scene."""
        self.is_captioned = False
        """Whether something is said under the buttons at the top just now."""
        self.under_tips: Callable[[Stage], None] = lambda stage: None
        """Shows what lies over the table but under its tips and hands: the coach's note; set by the scene."""
        self.confetti = Confetti()
        self.jolt = Jolt()
        self.own_kit: Kit | None = None
        """The measures of the part of the window that it is drawn in; None: it has the whole window."""

    @property
    def mood(self) -> int:
        """How far the music leans in, by what the table shows: 0 calm, 1 building, 2 tense."""
        return 0

    @property
    def home(self) -> str:
        """Name of the widget that has the focus when a turn begins, and that gets it when it has no other."""
        return ""

    def left_alone(self, view: Any, focus: Widget | None) -> str:
        """Return the name of a widget that what was just done leaves as it is; empty where `focus` is one, or none is.

        `view` is what the table shows once all that moves has come to rest.
        """
        return ""

    @property
    def kit(self) -> Kit:
        return self.own_kit or self.context.kit

    @property
    def looks(self) -> tuple[Hashable, ...]:
        """What all on this table depends on, for the keys of layers: measures and colours, language, seats."""
        return self, self.kit, current(), *self.header.seats

    def name(self, seat: Seat) -> str:
        return tr_label(self.header.seats[seat].name)

    @property
    def names(self) -> list[str]:
        """The players' names, as rules and records have them."""
        return [player.name for player in self.header.seats]

    def motto(self, seat: Seat) -> str:
        """Return what a character says of themselves, as a quotation; empty for everybody else."""
        person = roster.character(self.header.seats[seat].level)
        return tr("“{line}”", line=tr(person.line)) if person else ""

    @property
    def is_replay(self) -> bool:
        """Whether a game played before is shown."""
        return self.front is not None

    @property
    def note_place(self) -> Rect | None:
        """Return where the coach's notes lie; None: wherever they cover nothing that matters."""
        return None

    @property
    def text_areas(self) -> list[Rect]:
        """Where the table itself says what is on just now: no note may lie over it."""
        return []

    @property
    def message_width(self) -> float:
        """Room for sentences at the lower left, in logical units."""
        return 250.0

    @property
    def message_foot(self) -> float:
        """How far above the window's lower edge those sentences end."""
        return 16.0

    @property
    def message_lines(self) -> int:
        """The most lines of them that there is room for."""
        return 6

    @property
    def main_place(self) -> Rect:
        """The place of the main button, at the lower right."""
        text = self.kit.text_scale
        width, high = 216 * min(text, 1.25), 22 + 16 * text
        return Rect(self.kit.width - 20 - width, self.kit.height - 16 - high, width, high)

    @property
    def caption_room(self) -> tuple[float, float]:
        """From where to where there is room, under the buttons at the top, for what is said about a replay."""
        return 20.0, self.kit.width - 20

    def is_out(self, seat: Seat) -> bool:
        """Tell whether a seat is out of the game for good."""
        return False

    @abstractmethod
    def sync(self, view: Any) -> None:
        """Place everything from a view alone, at once."""

    @abstractmethod
    def is_synced(self, view: Any) -> bool:
        """Tell whether what shows is what the view says (asked after every animation)."""

    @abstractmethod
    def deal(self, view: Any) -> None:
        """Show the opening: cards dealt, pieces scattered."""

    @abstractmethod
    def animate(self, event: Any, view: Any) -> None:
        """Queue the motion of an event, as the viewer may see it; `view` is what the table shows after it."""

    @property
    def is_narrating(self) -> bool:
        """Whether the table itself tells what happens now, so that words about it wait."""
        return False

    def notable(self, events: Sequence[Any]) -> Sequence[Any]:
        """Return the events that short accounts of what happened tell of; the move log tells them all."""
        return events

    def moments(self, event: Any) -> Sequence[tuple[Seat, Moment]]:
        """Return at what a character might say something, by seat: the first of them has the word."""
        return ()

    def interlude(self, event: Any, by_itself: bool) -> Scene | None:
        """Return a scene to show once `event` has been shown, before what comes after it.

        `by_itself`: nobody is there to send it away, so it must leave after a while.
        """
        return None

    def clear_selection(self) -> None:
        """Forget a half-made choice, and come to rest after undo or a change of turn."""

    @abstractmethod
    def resize(self, kit: Kit) -> None:
        """Lay out for a window."""

    @abstractmethod
    def begin_turn(self, turn: Turn) -> None:
        """Let the player at the screen choose."""

    @abstractmethod
    def end_turn(self) -> None:
        """Take the choice away: the player has acted, or someone else is to move."""

    def mark_new(self, before: Sequence[int]) -> None:
        """Mark what the viewer's hand has beyond the cards it had `before`."""

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves but what `motion` knows of."""
        return self.confetti.is_over

    @abstractmethod
    def widgets(self) -> list[Widget]:
        """Return what can be chosen or explained on the table now."""

    @abstractmethod
    def main_button(self) -> MainButton | None:
        """Return the main button; None while there is no one to press it."""

    def suggest(self, action: Any, then: Any = None) -> None:
        """Mark an action on the table, chosen but not done (a hint), and what would follow on it."""

    def pick(self, number: int) -> str:
        """Choose the thing with that number (1 is the first); return what is chosen now, and where it would go."""
        return tr("Nothing here has this number.")

    def pick_alike(self, widget: Widget | None) -> str:
        """Choose all that can be chosen together with a thing, or with what is chosen; return why that is nothing."""
        return tr("There's nothing here to take together.")

    def play_to(self, number: int) -> Transition:
        """Do what is chosen at the place with that number (0 is the first); without a choice, tell of that place."""
        self.context.reply(tr("There's no such place here."))
        return None

    def aims_at(self, number: int) -> bool:
        """Tell whether the main button would do what is chosen at the place with that number."""
        return False

    def why_no_play(self) -> str:
        """Return why the main button does nothing, and what would make it possible; only in a player's turn."""
        return tr("Choose what to play first.")

    def point(self, widget: Widget | None) -> None:
        """Take what the pointer or the focus has come to for what the player means."""

    def touch(self, widget: Widget | None) -> None:
        """Answer to what lies under the pointer, or has the focus, just now."""

    def drag(self, widget: Widget, position: tuple[float, float]) -> None:
        """Follow a drag that began on `widget`."""

    def drop(self, widget: Widget, position: tuple[float, float]) -> Transition:
        """End a drag that began on `widget`."""
        return None

    def update(self, ms: float) -> None:
        """Let idle life go on for `ms` milliseconds."""

    @abstractmethod
    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        """Show the table, with what `pointed` explains."""

    @abstractmethod
    def results(self, view: Any) -> list[Sequence[str]]:
        """Return the table of the results page: a heading row, then a row a seat."""

    def scoring_page(self, view: Any) -> Scene | None:
        """Return a scene with the whole scoring, to be read again from the results."""
        return None

    def headline(self, view: Any) -> str:
        """Return the results page's title."""
        winners = [self.header.seats[seat].name for seat in view.outcome.winners]
        if not winners:
            return tr("Nobody topped out")
        if len(winners) == 1:
            return tr_player(winners[0], mark("You topped out"), mark("{name} topped out"))
        # Translators: {names} is a list such as "Ana and Ben".
        return tr("{names} topped out", names=listed_players(winners))

    def draw_wins(self, stage: Stage, plate: Callable[[Seat], Rect], outcome: Outcome | None) -> None:
        """Show on the seats' plates how many games of the series each has won, with this one once it is over."""
        for seat, won in enumerate(rating.wins(self.header, outcome)):
            draw_wins(stage, self.kit, plate(seat), won, rating.needed(self.header))

    @property
    def main_column(self) -> int:
        """Which column of the results decides; the last one, if nothing else is said."""
        return -1

    def badge(self, row: int, radius: float) -> pygame.Surface:
        """Return the badge of a row of the results; usually rows are seats."""
        return badge(self.kit, seat_sign(self.header.seats, row), radius)

    def has_won(self, row: int, view: Any) -> bool:
        """Tell whether a row of the results is a winner's."""
        return row in view.outcome.winners

    def story(self, view: Any) -> list[str]:
        """Return a few sentences on how the game went, for the results page."""
        return []

    # -- for those who listen

    def reply_to(self, verb: Verb, view: Any) -> str:
        """Return the reply to one of the questions that keys ask; "" to that whose turn it is."""
        match verb:
            case Verb.ASK_SCORES:
                return paragraph([self.describe_scores(view), series_words(self.header)])
            case Verb.ASK_HAND:
                return self.describe_hand(view)
            case Verb.ASK_TABLE:
                return self.describe_table(view)
            case Verb.ASK_TOWERS:
                return self.describe_towers(view)
        return ""

    def describe_scores(self, view: Any) -> str:
        """Return how the players stand, in words."""
        heading, *rows = self.results(view)
        said = (commas(f"{name} {cell}" for name, cell in zip(heading[1:], row[1:])) for row in rows)
        return paragraph(full_stop(labelled(row[0], cells)) for row, cells in zip(rows, said))

    def describe_hand(self, view: Any) -> str:
        """Return what the viewer holds, in words."""
        return tr("There's nothing to hold in this game.")

    def describe_table(self, view: Any) -> str:
        """Return the piles, and what else lies open, in words."""
        return tr("There's nothing else on the table.")

    def describe_towers(self, view: Any) -> str:
        """Return the towers, whose each is and what it is worth, in words."""
        return self.describe_table(view)

    def brief(self, events: list[Any]) -> list[Any]:
        """Return the events that short announcements of one's own action tell of."""
        return [*events[:1], *(event for event in events[1:] if not hasattr(event, "seat"))]

    def announced(self, events: list[Any]) -> list[Any]:
        """Return the events that are announced in the log's sentences; `details` tells of the others."""
        return events

    def details(self, seen: Sequence[SeenEvent]) -> list[str]:
        """Return what the sentences about an action leave out, but the table shows."""
        return []

    def closing_words(self, view: Any) -> list[str]:
        """Return what is announced with the results: who won was said when it happened."""
        return self.story(view)

    def prompt(self) -> str:
        """Return what the player at the screen is to do, where that is not just to begin a turn; else ""."""
        return ""

    # -- the topping out

    def prepare_end(self) -> bool:
        """Paint ahead for a moment what the topping out needs; tell whether all of it is there."""
        return True

    def celebrate(self) -> None:
        """Queue the topping out: the end of a game."""

    def draw_ended(self, stage: Stage) -> None:
        """Show the table as it is once the topping out has been shown: so that it is painted ahead."""
        self.draw(stage, None)

    def finale_words(self, view: Any) -> str:
        """Return in a sentence what the topping out shows, for whoever does not see it."""
        return ""

    def shake(self) -> None:
        """Give the whole table one soft jolt, unless motion is reduced."""
        if not self.context.settings.reduced_motion:
            self.jolt.begin(self.motion, self.kit.theme.feel)

    @property
    def fall(self) -> float:
        """How many logical units lower than usual the whole table is shown just now."""
        return self.jolt.down if self.motion.busy else 0.0

    def throw_confetti(self, places: Sequence[tuple[float, float]]) -> None:
        """Let confetti fly from these places, unless motion is reduced."""
        if not self.context.settings.reduced_motion:
            self.confetti.burst(places)

    def sound_the_end(self, winners: Sequence[Seat]) -> None:
        """Let be heard whether a player at the screen has won, or a win if all are bots; the music comes to its end."""
        humans = [seat for seat, player in enumerate(self.header.seats) if player.is_human]
        name = "win" if not humans or any(seat in winners for seat in humans) else "lose"
        self.context.audio.play(name)
        self.context.audio.music.end(is_won=name == "win")
