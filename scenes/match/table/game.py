"""`TableGame`: what a game defines for its table of cards, which `Table` shows and runs.

A game defines these methods; the first four are required, the others have defaults:

    layout(view)             where everything is, as the game's subclass of `CardsLayout`
    zones(view)              which cards are where: hands, towers, piles
    spots(view)              what can be chosen or explained, besides the cards of the hand
    way(action)              how a player does an action: which cards to choose, and which place

    said(thing)              the name and the description of a card or spot
    first_aim                the default place for chosen cards
    preview                  what choosing a place would do, or why it can't be chosen
    face(card, kit)          the picture of a card
    draw_ground, draw_over   draw what lies under and over the cards of the table
    draw_front               draws what lies over the hands, too
    status(seat)             the line under a seat's name, and the number on its plate
    effects                  animates an event, besides the motion of the cards
    eased(view)              measures that change gradually
    interlude                a page shown after an event
    restore                  takes over a view that no event has led to
    mood, results, topping   the music's tension, the page of results, and the topping out

An event of the game may have `untold`, the kinds of announcements (`Told`) that leave it out.

Motion needs no code: cards that are in another zone in the next view fly there, and cards that leave another seat's
hand are shown first. `way` determines which places light up, what clicks, drags, keys and hints do, and what is legal.
Everything else below is for tables that need it. `words` has the words for screen readers.

A layout only knows the usual table. `mirrored` wraps it if tables are mirrored for the left hand: then what it places
at the right is at the left, and the reverse. It mirrors the places that the layout returns, by their types: `Rect`,
`Pose`, `X` and `Span`. Numbers of other types, such as heights, stay as they are. Pictures and words are not mirrored,
nor is the order of cards in a hand and of what lies `within` a block.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MethodType
from typing import Any, ClassVar, NamedTuple, TypeVar, cast

import pygame

from topping_out.game.engine import CardsDrawn, Seat
from topping_out.game.language import tr
from topping_out.game.match import SeenEvent
from topping_out.game.roster import Moment, level_words
from topping_out.game.text import full_stop, listed, sentence

from ...accessibility.semantics import Role
from ...kit.city import dusk
from ...kit.kit import Kit
from ...kit.ornament import card_back
from ...kit.sprites import Pose, Sprite, footing, make_ahead
from ...kit.stage import Stage
from ...manager import Scene
from ...ui.layout import Rect, Widget
from ..board import Board, Results, Told
from .selection import GameWords, HitArea, Preview, Selection, Way, not_here
from .tokens import Zone, card_of

# -- game


class CardsLayout(ABC):
    """Where everything is on a table of cards, in logical units. Games define a subclass.

    `mirrored` mirrors it for the left hand: return a place as a `Rect`, `Pose`, `X` or `Span`.
    """

    card: tuple[float, float] = 104.0, 148.0
    """Width and height of a card of the hand."""
    radius = 9.0
    """Radius of the corners of a card of the hand."""
    ring = 11.0
    """Radius of the corners of the ring around a chosen card."""
    tilt = -2.0
    """Angle of a dragged card in degrees."""
    nimble = 1.0
    """Factor by which cards of the hand rise and tilt under the pointer more than usual."""
    rest = 148.0
    """Height of a card that has landed on the table (`Pose.fold`)."""
    tips_left, tips_right = 8.0, 10_000.0
    """The left limit of tooltips about places, and the right limit of all tooltips, on the usual table."""
    hand_top = 10_000.0
    """A card dragged from a pile and dropped below this y goes to the hand."""
    drop_margin: tuple[float, float] = (8, 8)
    """How much larger a place is for dropping cards than it looks, horizontally and vertically."""
    message_width, message_lines = 250.0, 6
    """Space for messages at the lower left."""
    caption_room: Span | None = None
    """The space for captions under the buttons at the top; None for the whole width."""

    @property
    @abstractmethod
    def draw_pile(self) -> Pose:
        """The place of the draw pile."""

    @abstractmethod
    def plate(self, seat: Seat) -> Rect:
        """Return the rectangle of a seat's plate."""

    @abstractmethod
    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        """Return the place of a card in the viewer's hand of `count` cards."""


@dataclass(frozen=True)
class Said:
    """The words about a thing on the table, for its tooltip and for screen readers."""

    title: str = ""
    """The title of its tooltip; if empty, it has no tooltip."""
    line: str = ""
    """The text of its tooltip below the title."""
    label: str = ""
    """Its name for screen readers, by default the title."""
    value: str = ""
    """Its state for screen readers; for a seat, read before its status."""
    about: str | None = None
    """The description for screen readers, by default the line."""
    more: str = ""
    """What screen readers read last: what is there."""
    role: Role | None = None
    """Its role for screen readers; None for that of a place, or of a thing that cannot be chosen."""


@dataclass(frozen=True)
class Status:
    """What a seat's plate shows under the name."""

    lines: Sequence[str]
    """The line, then shorter versions in case it does not fit."""
    figure: str = ""
    """The number on the plate; "" for none."""
    is_out: bool = False
    """Whether the seat is out of the game for good."""


class Topping:
    """A topping out, after a `share` of it from 0 to 1. This one throws confetti; games define subclasses."""

    painted: ClassVar[Sequence[float]] = (1.0,)
    """The shares whose pictures are painted ahead."""

    def __init__(self, table: Any, share: float = 0.0) -> None:
        self.table = table

    def prepare(self) -> bool:
        """Prepare its pictures, for a moment; return whether all are ready."""
        table = self.table
        return make_ahead(lambda: [table.draw_ended(Stage(table.kit.scale), share) for share in self.painted])

    def play(self) -> str:
        """Queue its animation; return a sentence that describes it to listeners, or ""."""
        winners = self.table.view.outcome.winners
        self.table.throw_confetti([(plate.centerx, plate.y) for plate in map(self.table.layout.plate, winners)])
        self.table.sound_the_end(winners)
        return ""


class TableGame(ABC):
    """What a game defines for its table of cards; the top of this module lists it. Nothing here changes the game."""

    table: Any
    """The `Table`, set when it opens, with `kit`, `view`, `layout`, `selection`, `tokens` and `motion`."""
    words: ClassVar[GameWords | None] = None
    """The game's module of words about the table, for screen readers; None for words made from the views."""
    painted_ahead: ClassVar[Sequence[int]] = ()
    """Cards whose faces are painted ahead, one per frame while nothing moves, so that no motion is delayed."""
    topping: ClassVar[type[Topping]] = Topping
    """The class of the topping out; the table shows its `topping` from the end of a game on."""

    # -- required

    @abstractmethod
    def layout(self, view: Any) -> CardsLayout:
        """Return the layout for a view. It is called once per view; cache the result in the kit."""

    @abstractmethod
    def zones(self, view: Any) -> Sequence[Zone]:
        """Return the zones of a view, with their cards. The viewer chooses from the zone `("hand", view.seat)`."""

    @abstractmethod
    def spots(self, view: Any) -> Sequence[Widget]:
        """Return what can be chosen or explained besides the hand, in the order of the focus."""

    @abstractmethod
    def way(self, action: Any) -> Way:
        """Return how a player does an action."""

    # -- cards

    def kind(self, card: int) -> int:
        """Return what actions call a card."""
        return card

    def with_cards(self, action: Any, cards: Sequence[int]) -> Any:
        """Return an action with exactly the cards that are chosen."""
        return action

    def face(self, card: int, kit: Kit) -> pygame.Surface:
        """Return the picture of a card, by default its name on a plate."""
        wide, high = self.table.layout.card
        name = kit.text(kit.fit(self.said(card).title or str(card), wide - 10, 16), 16, "bold")

        def make() -> pygame.Surface:
            face: pygame.Surface = kit.plate(wide, high, (*kit.theme.plate, 255), kit.theme.rim, 1.5, 9).copy()
            face.blit(name, name.get_rect(center=face.get_rect().center))
            return face

        return kit.cached(("plain card", card, wide, high), make)

    # -- choosing

    def first_aim(self, selection: Selection) -> Any:
        """Return the place that what is chosen aims at by default; None for none, of which `preview` says why."""
        return next(iter(selection.targets()), None)

    def preview(self, selection: Selection, target: Any) -> Preview:
        """Return what choosing a place would do, or `not_here` and why.

        If `target` is None: what the main button does, or why no card of the hand can be chosen and what the button
        says until something is aimed at.
        """
        action, spot = selection.action_at(target), self.table.spot(target)
        if action is None:
            return not_here(tr("Not here") if selection.cards else tr("Choose a card in your hand first."))
        return Preview(sentence(str(action)), self.said(spot).title if spot else "")

    def places_in(self, selection: Selection, target: Any) -> Sequence[Any] | None:
        """Return the places within one that its key aims at in turn, best first; None if the key chooses the place."""
        return None

    # -- words

    def said(self, thing: HitArea | int) -> Said:
        """Return the words about a card of the hand, or about a spot."""
        return Said()

    def said_of(self, cards: Sequence[int]) -> str:
        """Return cards of the hand in words; "" to list them one by one."""
        return ""

    def status(self, seat: Seat) -> Status:
        """Return what a seat's plate shows under the name."""
        player = self.table.header.seats[seat]
        return Status(("" if player.is_human else tr("bot, {level}", level=level_words(player.level)),))

    # -- drawing

    def draw_ground(self, stage: Stage) -> None:
        """Draw what lies under the cards of the table."""
        stage.blit(dusk(self.table.kit, self.table.kit.height * 0.8), 0, 0)
        self.table.draw_targets(stage)

    def draw_over(self, stage: Stage, area: HitArea | None) -> None:
        """Draw what lies over the cards of the table, such as roofs, but under plates, hands and flying cards.

        `area` is under the pointer or has the focus.
        """

    def draw_front(self, stage: Stage) -> None:
        """Draw what lies over hands and flying cards, but under the tooltips."""

    def draw_token(self, stage: Stage, sprite: Sprite, lift: float = 0.0, tilt: float = 0.0) -> None:
        """Draw a card, `lift` logical units below its place and turned by `tilt` more degrees."""
        kit, (wide, high) = self.table.kit, self.table.layout.card
        picture = card_back(kit, wide, high) if sprite.face is None else self.table.face(sprite.face, kit)
        draw_card(stage, self.table, sprite, picture, high, lift, tilt)

    def draw_tips(self, stage: Stage, area: HitArea | None) -> bool:
        """Draw more than words about the pointed area; return whether this replaces the usual tooltip."""
        return False

    def idle(self, ms: float) -> Hashable:
        """Advance the idle animation by `ms` milliseconds; return what the cards of the table show of it, for a key."""

    # -- events

    def effects(self, event: Any, view: Any) -> bool:
        """Queue animations of an event besides the cards' motion; return True if no other animation is needed.

        `event` is None when a game begins, and the hands of the first view are dealt.
        """
        return False

    def eased(self, view: Any) -> Mapping[str, float]:
        """Return measures that change gradually from view to view; `Table.eased` has their current values."""
        return {}

    def restore(self, view: Any) -> None:
        """Take over a view that no event has led to, such as after a jump or an undo."""

    def interlude(self, event: Any, by_itself: bool) -> Scene | None:
        """See `Board.interlude`."""
        return None

    # -- the end

    def mood(self, view: Any) -> int:
        """Return the music's tension: 0 calm, 1 building, 2 tense."""
        return 0

    def results(self, view: Any) -> Results:
        """Return what the page of results shows."""
        scores = view.outcome.scores if view.outcome else ()
        return Results([("", tr("Score")), *((self.table.name(seat), str(score)) for seat, score in enumerate(scores))])


def draw_card(
    stage: Stage, table: Any, sprite: Sprite, picture: pygame.Surface, high: float, lift: float, tilt: float
) -> None:
    """Draw a card with its shadow. `high` is the height of its picture before `sprite.scale`; see `draw_token`."""
    kit, layout = table.kit, table.layout
    turn = max(0.08, abs(sprite.turn))
    angle, scale = sprite.angle + tilt, sprite.scale
    if table.motion.busy:  # fewer pictures are enough in motion
        angle, scale = round(angle), round(scale * 16) / 16
    y = sprite.y + lift - footing(sprite.fold, high - layout.rest)
    home = layout.draw_pile
    if sprite.fold < 0.5 and (sprite.x, sprite.y) != (home.x, home.y):  # shadows on the pile would add up
        shade = kit.tilted(kit.shadow(layout.card[0], high, 8, 8, 0.5), angle, scale, turn, sprite.flies)
        alpha = sprite.alpha * (1 - 2 * max(0.0, sprite.fold))  # a folded card on the table has no shadow
        stage.blit_centred(shade, sprite.x + 1, y + (9 if sprite.flies else 3), alpha)
    stage.blit_centred(kit.tilted(picture, angle, scale, turn, sprite.flies), sprite.x, y, sprite.alpha)


# -- described


class Described(Board):
    """The methods of a `Table` that forward to its `TableGame`."""

    game: TableGame
    layout: Any
    selection: Selection | None = None
    """What is chosen; None unless it is the turn of a player at the screen."""
    topping: Any = None
    """The topping out that is shown; None before."""

    @property
    def message_width(self) -> float:
        return float(self.layout.message_width)

    @property
    def message_lines(self) -> int:
        return int(self.layout.message_lines)

    @property
    def caption_room(self) -> tuple[float, float]:
        return self.layout.caption_room or super().caption_room

    @property
    def mood(self) -> int:
        return self.game.mood(self.view)

    def is_out(self, seat: Seat) -> bool:
        return self.game.status(seat).is_out

    def interlude(self, event: Any, by_itself: bool) -> Scene | None:
        return self.game.interlude(event, by_itself)

    def moments(self, event: Any, past: Sequence[Any]) -> Sequence[tuple[Seat, Moment]]:
        words = self.game.words
        return words.moments(event, past) if words else super().moments(event, past)

    def told(self, events: Sequence[Any], how: Told) -> Sequence[Any]:
        """Also leave out events that say so, draws that `details` reports and, in short announcements, those of a play.

        `untold` of an event has the kinds of announcements that leave it out, see `Told`.
        """
        own, told = self.view.seat if self.game.words else None, [*events]
        if how != "message":
            told = [event for event in told if not (isinstance(event, CardsDrawn) and event.seat == own)]
        if how == "short":
            told = [event for event in told if event is events[0] or not isinstance(event, CardsDrawn)]
        return [event for event in told if how not in getattr(event, "untold", ())]

    def details(self, seen: Sequence[SeenEvent]) -> list[str]:
        words = self.game.words
        return words.details(seen, self.names) if words else super().details(seen)

    def prompt(self) -> str:
        return self.selection.prompt if self.selection else ""

    def describe_scores(self, view: Any) -> str:
        words = self.game.words
        return words.describe_scores(view, self.names) if words else super().describe_scores(view)

    def describe_hand(self, view: Any) -> str:
        words = self.game.words
        return words.describe_hand(view) if words else full_stop(self.cards_words(view.hand))

    def describe_towers(self, view: Any) -> str:
        words = self.game.words
        return words.describe_towers(view, self.names) if words else super().describe_towers(view)

    def describe_table(self, view: Any) -> str:
        words = self.game.words
        return words.describe_table(view, self.names) if words else super().describe_table(view)

    def results(self, view: Any) -> Results:
        return self.game.results(view)

    def prepare_end(self) -> bool:
        return self.game.topping(self).prepare()

    def draw_ended(self, stage: Stage, share: float = 1.0) -> None:
        before, self.topping = self.topping, self.game.topping(self, share)
        try:
            self.draw(stage, None)
        finally:  # it is broken off where it paints ahead
            self.topping = before

    def celebrate(self) -> str:
        if not self.view.outcome:
            return ""
        topping = self.topping = self.game.topping(self)
        return topping.play()

    def cards_words(self, cards: Sequence[int]) -> str:
        """Return the names of cards of the hand as a list in words."""
        return self.game.said_of([*map(card_of, cards)]) or listed([*map(self.card_label, cards)])

    def card_label(self, card: int) -> str:
        """Return the name of a card of the hand, given by its token."""
        said = self.game.said(card_of(card))
        return said.label or said.title


# -- mirrored tables


L = TypeVar("L")
Method = TypeVar("Method", bound=Callable[..., Any])


class X(float):
    """An x-coordinate that a layout returns."""


class Span(NamedTuple):
    """A part of the table's width that a layout returns."""

    left: float
    right: float


_blocks: dict[object, Callable[..., Rect]] = {}
"""The functions that return the block of a method's result, by method; see `within`."""


def within(block: Callable[..., Rect]) -> Callable[[Method], Method]:
    """Decorate a method of a layout: its result lies in a block, in which left stays left when the table is mirrored.

    `block` gets the same arguments as the method, and returns the rectangle of the block on the usual table.
    """

    def mark(method: Method) -> Method:
        _blocks[method] = block
        return method

    return mark


def mirrored(layout: L, kit: Kit) -> L:
    """Return a layout as seen on tables of a kit: mirrored if they are, else the layout itself."""
    if not kit.is_mirrored:
        return layout
    return cast(L, kit.cached(("mirrored", layout), lambda: Mirrored(layout, kit.width)))


class Mirrored:
    """A layout that mirrors the places that another layout returns, on a table of a given width."""

    def __init__(self, layout: Any, width: float) -> None:
        self._layout, self._width = layout, width
        self._hands: dict[int, float] = {}
        """How far a hand is moved to the right, by its number of cards."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._layout, name)
        if isinstance(found, MethodType):
            found = self._method(found)
        elif isinstance(found, Rect):  # the caller may change it, so it is not kept
            return self._flipped(found)
        else:
            found = self._flipped(found)
        self.__dict__[name] = found
        return found

    def _method(self, method: MethodType) -> Callable[..., Any]:
        block = _blocks.get(method.__func__)

        def flipped(*args: Any, **named: Any) -> Any:
            return self._flipped(method(*args, **named))

        def moved(*args: Any, **named: Any) -> Any:
            assert block
            place = block(self._layout, *args, **named)
            return _moved(method(*args, **named), self._width - place.right - place.x)

        return moved if block else flipped

    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        """Return the place of a card of the hand, which keeps its order from left to right."""
        hand_place = self._layout.hand_place
        if count not in self._hands:
            xs = [hand_place(number, count).x for number in range(max(1, count))]
            self._hands[count] = self._width - min(xs) - max(xs)
        return cast(Pose, _moved(hand_place(index, count, raised), self._hands[count]))

    def _flipped(self, place: Any) -> Any:
        match place:
            case Rect():
                return Rect(self._width - place.right, place.y, place.w, place.h)
            case Pose():
                return replace(place, x=self._width - place.x, angle=-place.angle)
            case X():
                return X(self._width - place)
            case Span():
                return Span(self._width - place.right, self._width - place.left)
        return place


def _moved(place: Any, by: float) -> Any:
    """Return a place that is `by` logical units further to the right."""
    match place:
        case Rect():
            return place.move(by, 0)
        case Pose():
            return replace(place, x=place.x + by)
        case X():
            return X(place + by)
        case Span():
            return Span(place.left + by, place.right + by)
    return place
