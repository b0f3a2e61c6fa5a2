"""What a game says of its table of cards: a `TableGame`, which the one `Table` shows and runs.

An author writes these; the first four are required, the others have defaults:

    layout(view)             where everything stands, as a `CardsLayout` of the game's own
    zones(view)              what lies where: hands, towers, piles
    spots(view)              what can be chosen or explained there, beside the cards of the hand
    way(action)              how an action is done: which cards are chosen, and where they go

    said(thing)              what a card, or a spot, is called, and what there is to say of it
    first_aim, caution       where chosen cards aim before the player says; why that is nowhere
    preview, refusal         what would be done at a place; why nothing can be
    face(card, kit)          the picture of a card
    draw_ground, draw_over   what lies under the cards of the table, and over them
    draw_front               what lies over the hands, too
    status(seat)             the line under a seat's name
    note, effects            what an event means for the table, and what shows it beside the motion of the cards
    eased(view)              measures that change gradually
    interlude                a page between two events
    settle, is_settled       what moves beside the cards, put at its place; whether it is there
    mood, results, finale    how tense it is, how it ended, and the topping out

Nothing is said of motion: what lies elsewhere in the next view flies there, what leaves another's hand shows itself
first, what comes to a hand is drawn. `way` gives the places that light up, what a click, a drag, a key and a hint do,
and what is legal. All else below is for tables that need it; the words for those who listen come from `words`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import tr
from topping_out.game.match import SeenEvent
from topping_out.game.roster import Moment, level_words
from topping_out.game.text import sentence

from ...accessibility.semantics import Role
from ...kit.kit import Kit
from ...kit.pictures.city import dusk
from ...kit.pictures.ornament import card_back
from ...kit.sprites import Pose, Sprite, footing
from ...kit.stage import Stage
from ...manager import Scene
from ...ui.layout import Rect, Widget
from ..cards.hit_area import HitArea
from ..cards.spoken import GameWords
from .selection import Selection, Way
from .tokens import Move, Zone


class CardsLayout(ABC):
    """Where everything stands on a table of cards, in logical units; a game's own layout derives from it."""

    card: tuple[float, float] = 104.0, 148.0
    """Width and height of a card of the hand."""
    radius = 9.0
    """Of the corners of a card of the hand."""
    ring = 11.0
    """Of those of the ring round a chosen one."""
    tilt = -2.0
    """Degrees by which a dragged card is turned."""
    nimble = 1.0
    """How far cards of the hand rise and tilt under the pointer, beside what is usual."""
    rest = 148.0
    """How high what stands on the table is, once it has landed there (see `Pose.fold`)."""
    tips_left, tips_right = 8.0, 10_000.0
    """Where tips about places begin at the earliest, and all tips end at the latest."""
    hand_top = 10_000.0
    """Below this a card that is dragged from a pile is let go over the hand."""
    message_width, message_lines = 250.0, 6
    """Room for sentences at the lower left."""
    caption_room: tuple[float, float] | None = None
    """From where to where there is room for a caption under the buttons at the top; None: the whole width."""

    @property
    @abstractmethod
    def draw_pile(self) -> Pose:
        """Where cards come from."""

    @abstractmethod
    def plate(self, seat: Seat) -> Rect:
        """Return the place of a seat's plate."""

    @abstractmethod
    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        """Return where a card of the viewer's hand is."""


@dataclass(frozen=True)
class Said:
    """What a thing on the table is called, and what there is to say of it: in its tip, and to those who listen."""

    title: str = ""
    """What its tip says first; without one it has no tip."""
    line: str = ""
    """What its tip says below that."""
    label: str = ""
    """What those who listen hear it called; without one, the title."""
    value: str = ""
    """Its state; of a seat, what they hear of it before its status."""
    about: str | None = None
    """What they hear in place of the line, if that is something else."""
    more: str = ""
    """What they hear last: what stands there."""
    role: Role | None = None
    """None: that of a place, or of a thing that is only looked at."""


class TableGame(ABC):
    """What a game says of its table of cards; see the top of the module. Nothing here changes the game."""

    table: Any
    """The `Table` that shows it, once it is opened, with `kit`, `view`, `layout`, `selection`, `tokens`, `motion`."""
    words: ClassVar[GameWords | None] = None
    """What the game's module of words says of the table to those who listen."""
    painted_ahead: ClassVar[Sequence[int]] = ()
    """Cards whose faces are painted ahead, one in a quiet frame, so that none holds up a motion."""
    takes_many: ClassVar[bool] = False
    """Whether several cards of a kind can be chosen together."""
    drop_margin: ClassVar[tuple[float, float]] = (8, 8)
    """How much wider and higher than it looks a place is for a card that is let go there."""
    back_in: ClassVar[float] = 200.0
    """Milliseconds in which a card that was dragged in vain goes back to its place."""
    ambience: ClassVar[str] = "dusk"
    main_column: ClassVar[int] = -1
    """Which column of the results decides."""

    # -- required

    @abstractmethod
    def layout(self, view: Any) -> CardsLayout:
        """Return where everything stands for a view; it is asked for once a view, and best kept by the kit."""

    @abstractmethod
    def zones(self, view: Any) -> Sequence[Zone]:
        """Return what lies where, as a view tells it."""

    @abstractmethod
    def spots(self, view: Any) -> Sequence[Widget]:
        """Return what can be chosen or explained beside the hand, in the order in which the focus comes to it."""

    @abstractmethod
    def way(self, action: Any) -> Way:
        """Return how an action is done."""

    # -- cards

    def own_hand(self, view: Any) -> Any:
        """Return the name of the zone whose cards are the viewer's to choose from."""
        return "hand", view.seat

    def hand(self, view: Any) -> Sequence[int]:
        """Return the viewer's cards, in the order of their zone."""
        hand: Sequence[int] = view.hand
        return hand

    def copies(self, card: int) -> Iterable[int]:
        """Return the ids of the tokens that show a card of a zone: several where there are cards that are alike."""
        return (card,)

    def kind(self, card: int) -> int:
        """Return what of a card, or of the id of its token, actions name."""
        return card

    def with_cards(self, action: Any, cards: Sequence[int]) -> Any:
        """Return an action as it is done with the very cards that are chosen."""
        return action

    def face(self, card: int, kit: Kit) -> pygame.Surface:
        """Return the picture of a card: without one of its own, its name on a plate."""
        wide, high = self.table.layout.card
        name = kit.text(kit.fit(self.said(card).title or str(card), wide - 10, 16), 16, "bold")

        def make() -> pygame.Surface:
            face: pygame.Surface = kit.plate(wide, high, (*kit.theme.plate, 255), kit.theme.rim, 1.5, 9).copy()
            face.blit(name, name.get_rect(center=face.get_rect().center))
            return face

        return kit.cached(("plain card", card, wide, high), make)

    def back(self, kit: Kit) -> pygame.Surface:
        """Return the picture of a card's back."""
        return card_back(kit, *self.table.layout.card)

    def picture(self, sprite: Sprite, card: int) -> tuple[pygame.Surface, float]:
        """Return how a card shows on its way or at its place, and how high that is before `sprite.scale`."""
        return self.face(card, self.table.kit), self.table.layout.card[1]

    # -- choosing

    def first_aim(self, selection: Selection) -> Any:
        """Return the place that the chosen cards aim at before the player says; None: nowhere."""
        return next(iter(selection.targets()), None)

    def caution(self, selection: Selection) -> str:
        """Return why the choice aims nowhere though there are places for it; "" where that goes without saying."""
        return ""

    def aimless(self, selection: Selection) -> str:
        """Return what is to be said of chosen cards that aim nowhere; "": only what the main button says."""
        return ""

    def label(self, selection: Selection) -> str:
        """Return what the main button says."""
        return tr("Choose a card") if selection.action is None else sentence(str(selection.action))

    def may_choose(self, selection: Selection, target: Any) -> bool:
        """Tell whether a place might be chosen at this point, so that what it does or why it cannot be is of use."""
        return selection.chooses

    def preview(self, selection: Selection, target: Any) -> tuple[str, str]:
        """Return what would be done at a place, and a clause on what comes of it; or why nothing can be done."""
        action, spot = selection.action_at(target), self.table.spot(target)
        if action is None:
            return tr("Not here"), selection.refusal(target)
        return sentence(str(action)), self.said(spot).title if spot else ""

    def refusal(self, selection: Selection, target: Any) -> str:
        """Return why nothing can be done at a place (None: with a card of the hand)."""
        return tr("Not here") if selection.cards else tr("Choose a card in your hand first.")

    def places_in(self, selection: Selection, target: Any) -> Sequence[Any] | None:
        """Return the places within one at which its key aims in turn, the best first; None: the key chooses it."""
        return None

    def where(self, selection: Selection, target: Any) -> str:
        """Return where a place is, for the midst of a sentence: "onto your tower"."""
        return self.preview(selection, target)[0]

    def places(self, selection: Selection | None, spots: Sequence[HitArea]) -> Sequence[HitArea]:
        """Return which of the places keys go to now, in the order of the keys."""
        return spots

    def places_counted(self, number: int) -> str:
        """Return a sentence on how many places there are to draw from, for a key that has none."""
        return tr("Nothing here has this number.")

    def home(self) -> str:
        """Return the name of the card that has the focus when a turn begins: usually the first new one."""
        tokens = self.table.tokens
        return f"card {next((place for place, card in enumerate(tokens.hand) if card in tokens.fresh), 0)}"

    # -- saying

    def said(self, thing: HitArea | int) -> Said:
        """Return what a card of the hand, by its token, or a spot is called, and what there is to say of it."""
        return Said()

    def said_of(self, cards: Sequence[int]) -> str:
        """Return cards of the hand in words; "": one by one."""
        return ""

    def status(self, seat: Seat) -> Sequence[str]:
        """Return the line under a seat's name, and shorter ones for where that has no room."""
        player = self.table.header.seats[seat]
        return ("" if player.is_human else tr("bot, {level}", level=level_words(player.level)),)

    def figure(self, seat: Seat) -> str:
        """Return the number on a seat's plate; "": none."""
        return ""

    def is_out(self, seat: Seat) -> bool:
        """Tell whether a seat is out of the game for good."""
        return False

    def prompt(self, selection: Selection) -> str:
        """Return what the player is to do, where that is not just to begin a turn."""
        return ""

    def announced(self, events: list[Any]) -> list[Any]:
        """See `Board.announced`; the table leaves out what a seat has drawn to itself where `details` tells of it."""
        return events

    def brief(self, events: list[Any]) -> list[Any]:
        """See `Board.brief`."""
        return [*events[:1], *(event for event in events[1:] if not hasattr(event, "seat"))]

    def notable(self, events: Sequence[Any]) -> Sequence[Any]:
        """See `Board.notable`."""
        return events

    def details(self, seen: Sequence[SeenEvent]) -> list[str]:
        """Return what the log's sentences about an action leave out, but the table shows."""
        return self.words.details(seen, self.table.names) if self.words else []

    def moments(self, event: Any) -> Sequence[tuple[Seat, Moment]]:
        """See `Board.moments`."""
        return ()

    # -- drawing

    @property
    def look(self) -> tuple[Hashable, ...]:
        """What else the pictures of cards on the table depend on (idle life, say), for the key of a layer."""
        return ()

    def draw_ground(self, stage: Stage) -> None:
        """Show what lies under the cards of the table."""
        stage.blit(dusk(self.table.kit, self.table.kit.height * 0.8), 0, 0)
        self.table.draw_targets(stage)

    def draw_over(self, stage: Stage, area: HitArea | None) -> None:
        """Show what lies over the cards of the table, but under the plates, the hands and what flies.

        `area` is what the pointer or the focus rests on.
        """

    def draw_front(self, stage: Stage) -> None:
        """Show what lies over the hands and what flies, but under the tips."""

    def draw_token(self, stage: Stage, sprite: Sprite, lift: float = 0.0, tilt: float = 0.0) -> None:
        """Show a card: `lift` logical units lower than its place, `tilt` degrees further turned."""
        kit, layout = self.table.kit, self.table.layout
        wide, high = layout.card
        if sprite.turn >= 0 and isinstance(sprite.key, int):
            picture, high = self.picture(sprite, sprite.key)
        else:
            picture = self.back(kit)
        turn = max(0.08, abs(sprite.turn))
        angle, scale = sprite.angle + tilt, sprite.scale
        if self.table.motion.busy:  # on the way, fewer pictures do
            angle, scale = round(angle), round(scale * 16) / 16
        y = sprite.y + lift - footing(sprite.fold, high - layout.rest)
        home = layout.draw_pile
        if sprite.fold < 0.5 and (sprite.x, sprite.y) != (home.x, home.y):  # on the pile their shadows would add up
            shade = kit.tilted(kit.shadow(wide, high, 8, 8, 0.5), angle, scale, turn, sprite.flies)
            alpha = sprite.alpha * (1 - 2 * max(0.0, sprite.fold))  # what stands on the table has none
            stage.blit_centred(shade, sprite.x + 1, y + (9 if sprite.flies else 3), alpha)
        stage.blit_centred(kit.tilted(picture, angle, scale, turn, sprite.flies), sprite.x, y, sprite.alpha)

    def draw_tips(self, stage: Stage, area: HitArea | None) -> bool:
        """Show more than words about what is pointed at; tell whether that is all there is to say about it."""
        return False

    def idle(self, ms: float) -> None:
        """Let idle life go on for `ms` milliseconds."""

    # -- events

    def deal(self) -> None:
        """Queue the opening."""
        self.table.tokens.deal()

    def note(self, event: Any, found: Sequence[Move], view: Any) -> None:
        """Take into account an event that is about to be shown: it moves what was `found`, and leads to `view`."""

    def effects(self, event: Any, view: Any) -> bool:
        """Queue what shows an event beside the motion of the cards; tell whether that shows all of it."""
        return False

    def eased(self, view: Any) -> Mapping[str, float]:
        """Return measures that change gradually from view to view; `Table.eased` has what they are just now."""
        return {}

    def restore(self, view: Any) -> None:
        """Take over a view that shows at once (a jump, a play taken back): no event has led to it."""

    def settle(self, view: Any) -> None:
        """Put what is neither a card nor `eased` at its place, at once: for a view that shows at once, or a window."""

    def is_settled(self, view: Any) -> bool:
        """Tell whether it is where a view says."""
        return True

    def interlude(self, event: Any, by_itself: bool) -> Scene | None:
        """See `Board.interlude`."""
        return None

    @property
    def is_narrating(self) -> bool:
        """Whether the table itself tells what happens now, so that words about it wait."""
        return False

    # -- the end

    def mood(self, view: Any) -> int:
        """Return how far the music leans in: 0 calm, 1 building, 2 tense."""
        return 0

    def results(self, view: Any) -> list[Sequence[str]]:
        """Return the table of the results page: a heading row, then a row a seat."""
        scores = view.outcome.scores if view.outcome else ()
        return [("", tr("Score")), *((self.table.name(seat), str(score)) for seat, score in enumerate(scores))]

    def story(self, view: Any) -> list[str]:
        """Return a few sentences on how the game went, for the results page."""
        return []

    def closing_words(self, view: Any) -> list[str]:
        """See `Board.closing_words`."""
        return self.story(view)

    def scoring_page(self, view: Any) -> Scene | None:
        """See `Board.scoring_page`."""
        return None

    def finale(self) -> None:
        """Queue the topping out."""
        winners = self.table.view.outcome.winners
        self.table.throw_confetti([(plate.centerx, plate.y) for plate in map(self.table.layout.plate, winners)])
        self.table.sound_the_end(winners)

    def finale_words(self, view: Any) -> str:
        """See `Board.finale_words`."""
        return ""

    def prepare_end(self) -> bool:
        """See `Board.prepare_end`."""
        return True

    def draw_ended(self, stage: Stage) -> None:
        """See `Board.draw_ended`."""
        self.table.draw(stage, None)
