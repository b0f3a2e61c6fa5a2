"""What every game's table can do, so that the same scenes run all games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pygame

from topping_out.game import roster
from topping_out.game.engine import Outcome, Seat
from topping_out.game.language import current, mark, tr, tr_label, tr_player
from topping_out.game.match import SeenEvent
from topping_out.game.progress import rating
from topping_out.game.record import Header
from topping_out.game.roster import Moment
from topping_out.game.text import clock_text, commas, full_stop, labelled, listed_players, paragraph

from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.ornament import Confetti, Dust
from ..kit.plates import ClockPlace, ClockSign, badge, clock_place, draw_clock, draw_wins, seat_sign
from ..kit.sprites import Jolt, Motion
from ..kit.stage import Stage
from ..manager import Scene, Transition
from ..system.context import Context
from ..ui.layout import Rect, Widget
from .phrases import series_words

# -- turn


@dataclass(frozen=True)
class MainButton:
    """The table's main button: its label, and the action that it does (None: no action is chosen yet)."""

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
    """Tell the player something about what is chosen, such as why something is not possible with it."""


# -- what the table tells


Told = Literal["message", "full", "short"]
"""Where an action is told: in the message at the lower left, or in a full or short announcement."""


@dataclass(frozen=True)
class Results:
    """What the page of results shows of a game."""

    rows: Sequence[Sequence[str]]
    """The table: a row of headings, then one for each seat."""
    main_column: int = -1
    """The column that decides the game."""
    story: Sequence[str] = ()
    """A few sentences about the course of the game."""
    closing: Sequence[str] | None = None
    """What is announced with the results, by default the story. The winner has been announced before."""
    scoring: Callable[[], Scene] | None = None
    """Makes a scene that shows the whole scoring again."""


# -- board


class Board(ABC):
    """The table of one game: shows a view, shows events as motion, and lets the player choose.

    It never changes the game, but passes actions to `Turn.act`.
    """

    ambience = "dusk"
    """Name of the background sound."""

    view: Any
    """What the table shows."""

    def __init__(
        self,
        context: Context,
        header: Header,
        motion: Motion,
        view: Any,
        history: Callable[[], list[Any]] = list,
        front: Seat | None = None,
    ) -> None:
        """Show a view. `history` returns all events since the beginning, as the viewer may know them. `front`: the seat
        that is always shown at the front (in a replay, whose viewer changes); None: the seat of the viewer."""
        self.context, self.header, self.motion = context, header, motion
        self.history, self.front = history, front
        self.turn: Turn | None = None
        """Set while a player at the screen may act."""
        self.bar_room: tuple[float, float] | None = None
        """Left and right ends of the free room in the top bar (None: there is none); set by the scene."""
        self.is_captioned = False
        """Whether a caption is shown below the buttons at the top."""
        self.under_tips: Callable[[Stage], None] = lambda stage: None
        """Draws what is above the table but below its tooltips: the coach's note; set by the coach."""
        self.narrations = 0
        """How many animations, queued or running, tell what happens, so that words about it must wait."""
        self.clocks: dict[Seat, ClockSign] = {}
        """The time left that is shown, by seat; set by the scene."""
        self.confetti, self.dust = Confetti(), Dust()
        self.jolt = Jolt()
        self.own_kit: Kit | None = None
        """The kit for the part of the window in which the table is drawn; None: the whole window."""

    @property
    def mood(self) -> int:
        """How tense the music is to be: 0 calm, 1 building, 2 tense."""
        return 0

    @property
    def home(self) -> str:
        """Name of the widget that has the focus when a turn begins, and whenever nothing else has it."""
        return ""

    def left_alone(self, view: Any, focus: Widget | None) -> str:
        """Return the name of a widget to focus because the last action removes `focus`, or "" if it stays.

        `view` is what the table shows when the current motion is over.
        """
        return ""

    @property
    def kit(self) -> Kit:
        return self.own_kit or self.context.kit

    @property
    def looks(self) -> tuple[Hashable, ...]:
        """What everything on the table depends on: sizes, colours, language and seats. Part of the keys of layers."""
        return self, self.kit, current(), *self.header.seats

    def name(self, seat: Seat) -> str:
        return tr_label(self.header.seats[seat].name)

    @property
    def names(self) -> list[str]:
        """The players' names, as in rules and records."""
        return [player.name for player in self.header.seats]

    def motto(self, seat: Seat) -> str:
        """Return a character's motto as a quotation, or "" for other players."""
        person = roster.character(self.header.seats[seat].level)
        return tr("“{line}”", line=tr(person.line)) if person else ""

    @property
    def is_replay(self) -> bool:
        """Whether the table shows a replay."""
        return self.front is not None

    @property
    def note_place(self) -> Rect | None:
        """Return the place for the coach's notes; None: wherever they cover the least."""
        return None

    @property
    def text_areas(self) -> list[Rect]:
        """The places of texts of the table, which no note may cover."""
        return []

    @property
    def choice(self) -> Hashable:
        """What the player has chosen so far; equal for equal choices."""
        return None

    @property
    def message_width(self) -> float:
        """Width of the message at the lower left, in logical units."""
        return 250.0

    @property
    def message_foot(self) -> float:
        """Distance of the message from the lower edge of the window."""
        return 16.0

    @property
    def message_lines(self) -> int:
        """Maximum number of lines of the message."""
        return 6

    @property
    def main_place(self) -> Rect:
        """The place of the main button, at the lower right, or if tables are mirrored at the lower left."""
        text = self.kit.text_scale
        width, high = 216 * min(text, 1.25), 22 + 16 * text
        return self.kit.flip(Rect(self.kit.width - 20 - width, self.kit.height - 16 - high, width, high))

    @property
    def caption_room(self) -> tuple[float, float]:
        """Left and right ends of the room for a caption below the buttons at the top."""
        return 20.0, self.kit.width - 20

    def is_out(self, seat: Seat) -> bool:
        """Return whether a seat is out of the game for good."""
        return False

    @abstractmethod
    def sync(self, view: Any) -> None:
        """Place everything as the view says, without motion."""

    @abstractmethod
    def is_synced(self, view: Any) -> bool:
        """Return whether the table shows the view. Called after every motion."""

    @abstractmethod
    def deal(self, view: Any) -> None:
        """Show the beginning of a game: cards are dealt, pieces scattered."""

    @abstractmethod
    def animate(self, event: Any, view: Any) -> None:
        """Queue the motion of an event, as the viewer may know it. `view` is what the table shows after it."""

    def moments(self, event: Any, past: Sequence[Any]) -> Sequence[tuple[Seat, Moment]]:
        """Return the moments at which characters might say something, by seat. The first one speaks.

        `past` has all events before this one. What a line takes for granted must be true: who is proud has something
        tall standing, and who is hurt has lost something to somebody.
        """
        return ()

    def interlude(self, event: Any, by_itself: bool) -> Scene | None:
        """Return a scene to show after `event` and before the next one, or None.

        `by_itself`: nobody plays at the screen, so the scene must close by itself.
        """
        return None

    def clear_selection(self) -> None:
        """Cancel the player's choice, also after undo or a change of turn."""

    @abstractmethod
    def resize(self, kit: Kit) -> None:
        """Lay everything out for a window size or text size."""

    @abstractmethod
    def begin_turn(self, turn: Turn) -> None:
        """Let the player at the screen choose."""

    @abstractmethod
    def end_turn(self) -> None:
        """End the choice, because the player has acted or somebody else is to move."""

    def mark_new(self, before: Sequence[int]) -> None:
        """Mark the cards in the viewer's hand that were not in it `before`."""

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves, apart from `motion`."""
        return self.confetti.is_over and self.dust.is_over

    @abstractmethod
    def widgets(self) -> list[Widget]:
        """Return the widgets of what can be chosen or explained on the table."""

    @abstractmethod
    def main_button(self) -> MainButton | None:
        """Return the main button, or None while nobody can press it."""

    def suggest(self, action: Any, then: Any = None) -> None:
        """Choose an action without doing it (a hint), and mark what would follow."""

    def pick(self, number: int) -> str:
        """Choose the thing with a number, from 1; return what is chosen now and where it would go."""
        return tr("Nothing here has this number.")

    def pick_alike(self, widget: Widget | None) -> str:
        """Choose everything that goes together with a thing or with the choice; return why that is nothing, or ""."""
        return tr("There's nothing here to take together.")

    def play_to(self, number: int) -> Transition:
        """Do the chosen action at the place with a number, from 0; if nothing is chosen, describe the place."""
        self.context.reply(tr("There's no such place here."))
        return None

    def aims_at(self, number: int) -> bool:
        """Return whether the main button would do the chosen action at the place with a number."""
        return False

    def why_no_play(self) -> str:
        """Return why the main button does nothing and what would help. Called only in a player's turn."""
        return tr("Choose what to play first.")

    def point(self, widget: Widget | None) -> None:
        """Aim at the widget that the pointer or the focus has reached."""

    def touch(self, widget: Widget | None) -> None:
        """React to the widget under the pointer or with the focus. Called once a frame."""

    def close_up(self) -> bool:
        """Let cards that kept their places for the pointer close up once it has left; return whether they do."""
        return False

    def drag(self, widget: Widget, position: tuple[float, float]) -> None:
        """Follow a drag that began on `widget`."""

    def drop(self, widget: Widget, position: tuple[float, float]) -> Transition:
        """End a drag that began on `widget`."""
        return None

    def update(self, ms: float) -> None:
        """Let idle animations go on for `ms` milliseconds."""

    @abstractmethod
    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        """Draw the table, with the tooltip of `pointed`."""

    @abstractmethod
    def results(self, view: Any) -> Results:
        """Return what the page of results shows."""

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
        """Draw on the seats' plates how many games of the series each has won, including this one if it is over."""
        for seat, won in enumerate(rating.wins(self.header, outcome)):
            draw_wins(stage, self.kit, plate(seat), won, rating.needed(self.header))

    def clock_places(self, plate: Callable[[Seat], Rect], figures: Sequence[str]) -> dict[Seat, ClockPlace]:
        """Return where on the seats' plates clocks stand, for the seats that have one."""
        if not self.header.clock or self.is_replay:
            return {}
        timed = [seat for seat, player in enumerate(self.header.seats) if player.is_human]
        longest = clock_text(1000 * self.header.clock.seconds).strip()
        place = clock_place(self.kit, longest, ((self.name(seat), plate(seat), figures[seat]) for seat in timed))
        return dict.fromkeys(timed, place)

    def draw_clocks(self, stage: Stage, plate: Callable[[Seat], Rect], figures: Sequence[str]) -> None:
        """Draw the time left on the seats' plates, beside their figures."""
        places = self.clock_places(plate, figures)
        for seat, sign in self.clocks.items():
            draw_clock(stage, self.kit, plate(seat), figures[seat], sign, places[seat])

    def badge(self, row: int, radius: float) -> pygame.Surface:
        """Return the badge of a row of the results, which is usually a seat."""
        return badge(self.kit, seat_sign(self.header.seats, row), radius)

    def has_won(self, row: int, view: Any) -> bool:
        """Return whether a row of the results is that of a winner."""
        return row in view.outcome.winners

    # -- for listeners

    def reply_to(self, verb: Verb, view: Any) -> str:
        """Return the reply to a key that asks a question, or "" for the question whose turn it is."""
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
        """Return the scores in words."""
        heading, *rows = self.results(view).rows
        cells_of_rows = (commas(f"{name} {cell}" for name, cell in zip(heading[1:], row[1:])) for row in rows)
        return paragraph(full_stop(labelled(row[0], cells)) for row, cells in zip(rows, cells_of_rows))

    def describe_hand(self, view: Any) -> str:
        """Return the viewer's hand in words."""
        return tr("There's nothing to hold in this game.")

    def describe_table(self, view: Any) -> str:
        """Return in words the piles, and everything else that is visible."""
        return tr("There's nothing else on the table.")

    def describe_towers(self, view: Any) -> str:
        """Return the towers in words, with their owners and values."""
        return self.describe_table(view)

    def told(self, events: Sequence[Any], how: Told) -> Sequence[Any]:
        """Return those events of an action that are told with the sentences of the log; `details` may tell others."""
        if how != "short":
            return events
        return [*events[:1], *(event for event in events[1:] if not hasattr(event, "seat"))]

    def details(self, seen: Sequence[SeenEvent]) -> list[str]:
        """Return sentences about what the table shows but the log leaves out."""
        return []

    def prompt(self) -> str:
        """Return what the player is to do, or "" if they are just to begin a turn."""
        return ""

    # -- the topping out

    def prepare_end(self) -> bool:
        """Prepare pictures of the topping out, for a moment; return whether all are ready."""
        return True

    def celebrate(self) -> str:
        """Queue the topping out, which ends a game; return a sentence that describes it to listeners, or ""."""
        return ""

    def draw_ended(self, stage: Stage) -> None:
        """Draw the table as it is after the topping out, in order to prepare its pictures."""
        self.draw(stage, None)

    def shake(self, share: float = 1.0) -> None:
        """Jolt the whole table softly, by a share of the jolt of a topping out, unless motion is reduced."""
        if not self.context.settings.reduced_motion:
            self.jolt.begin(self.motion, self.kit.theme.feel, share)

    def raise_dust(self, x: float, y: float, width: float) -> None:
        """Let dust rise along a foot of that width with its middle at (x, y); if motion is reduced, it only fades."""
        self.dust.is_still = self.context.settings.reduced_motion
        self.dust.rise(x, y, width)

    @property
    def fall(self) -> float:
        """How many logical units lower than usual the table is drawn."""
        return self.jolt.down if self.motion.busy else 0.0

    def throw_confetti(self, places: Sequence[tuple[float, float]]) -> None:
        """Throw confetti from these places, unless motion is reduced."""
        if not self.context.settings.reduced_motion:
            self.confetti.burst(places)

    def sound_the_end(self, winners: Sequence[Seat]) -> None:
        """Play the sound of a win or a loss of the players at the screen (of bots: a win), and end the music."""
        humans = [seat for seat, player in enumerate(self.header.seats) if player.is_human]
        name = "win" if not humans or any(seat in winners for seat in humans) else "lose"
        self.context.audio.play(name)
        self.context.audio.music.end(is_won=name == "win")
