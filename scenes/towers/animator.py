"""All that moves on the table of Towers, and how each event moves it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.engine import Seat
from game.towers.events import Built, Claimed, Demolished, Drew, Event, FloorScored, ScoringBegan, TurnBegan
from game.towers.floors import HIDDEN, CardId
from game.towers.state import View
from scenes.kit.kit import Kit
from scenes.kit.motion import Motion, arrive, land, linear, travel
from scenes.kit.sprites import Place, Sprite, send
from scenes.towers.art.card_art import STICKS_OUT
from scenes.towers.layout import Layout
from scenes.towers.scoring.ledger import Mark
from scenes.towers.scoring.presentation import Show, reading_time

if TYPE_CHECKING:
    from scenes.audio.player import Audio

DISCARDS, TUCKS, FLOORS, HAND, LOOSE_FROM = 10, 50, 100, 300, 600
"""Heights in the pile of things; from the last one on, things fly over everything."""
SHOWN_DISCARDS = 3


@dataclass(frozen=True)
class Tuck:
    """A tucked card, as a sprite's key: whose it is; its face if the viewer may know it."""

    seat: Seat
    card: CardId


class Animator:
    """Sprites, and the choreography: each event leads from the view that shows to the one after it."""

    def __init__(self, view: View, kit: Kit, motion: Motion, audio: Audio) -> None:
        self.view, self.kit, self.motion, self.audio = view, kit, motion, audio
        self.cards: dict[CardId, Sprite] = {}
        """Everything that lies face up, by card."""
        self.tucks: dict[tuple[int, int], Sprite] = {}
        """By plot and level."""
        self.loose: list[Sprite] = []
        """Cards without a known face, on their way."""
        self.raised: CardId | None = None
        """The chosen card of the hand."""
        self.carried: CardId | None = None
        """The card that follows the pointer."""
        self.show: Show | None = None
        self.late = ""
        """The step of the turn, once it is past claims: "draw" or "score"."""
        self.marks: list[Mark] = []
        self.settle()

    # -- placing

    @property
    def layout(self) -> Layout:
        variant = self.view.variant
        return self.kit.cached(("towers layout", variant), lambda: Layout(self.kit, variant))

    def placements(self) -> dict[CardId, tuple[Place, float]]:
        """Return where each card that lies face up belongs, and how high in the pile of things."""
        layout, view = self.layout, self.view
        places: dict[CardId, tuple[Place, float]] = {}
        for number, card in enumerate(view.discards[-SHOWN_DISCARDS:]):
            places[card] = layout.discard_pile, DISCARDS + number
        for plot, tower in enumerate(view.towers):
            for level, storey in enumerate(tower):
                places[storey.card] = layout.floor_place(plot, level), FLOORS + level
        for index, card in enumerate(view.hand):
            places[card] = layout.hand_place(index, len(view.hand), card == self.raised), HAND + index
        return places

    def _tucked(self) -> dict[tuple[int, int], Tuck]:
        """Return the tucked cards by plot and level."""
        return {
            (plot, level): Tuck(storey.owner, storey.tuck)
            for plot, tower in enumerate(self.view.towers)
            for level, storey in enumerate(tower)
            if storey.owner is not None and storey.tuck is not None
        }

    def settle(self) -> None:
        """Put everything at its place, at once."""
        self.motion.clear()
        self.cards = {card: Sprite(card, place, z=z) for card, (place, z) in self.placements().items()}
        self.tucks = {}
        for (plot, level), key in self._tucked().items():
            self.tucks[plot, level] = Sprite(key, self.layout.tuck_place(plot, level), turn=-1, z=TUCKS + level)
        self.loose = []
        self.show, self.late = None, ""

    def arrange(self, duration: float = 240, skip: Iterable[CardId] = ()) -> None:
        """Send every card to its place; cards that have none any more go."""
        places, skipped = self.placements(), set(skip)
        self.carried = None
        for card, (place, z) in places.items():
            if card not in skipped:
                sprite = self.cards.setdefault(card, Sprite(card, place, z=z))
                sprite.z = z
                send(self.motion, sprite, place, duration)
        for card in self.cards.keys() - places.keys() - skipped:
            del self.cards[card]

    def is_in_place(self) -> bool:
        """Tell whether everything has come to its place; not asked of the hand while one of its cards is dragged."""
        places, tucked = self.placements(), self._tucked()
        held = self.view.hand if self.carried is not None else ()
        return (
            self.cards.keys() == places.keys()
            and all(sprite.place == places[card][0] for card, sprite in self.cards.items() if card not in held)
            and {where: sprite.key for where, sprite in self.tucks.items()} == tucked
            and all(sprite.place == self.layout.tuck_place(*where) for where, sprite in self.tucks.items())
            and not self.loose
            and self.show is None
        )

    def has_landed(self, mark: Mark) -> bool:
        """Tell whether what a mark is about has come to its place."""
        tower = self.view.towers[mark.plot]
        if mark.is_claim or mark.level >= len(tower):
            return (mark.plot, mark.level) in self.tucks
        return self.cards[tower[mark.level].card].z < HAND

    def carry(self, card: CardId, position: tuple[float, float]) -> None:
        """Have a card follow the pointer."""
        self.carried = card
        sprite = self.cards[card]
        self.motion.to(sprite, 40, 0, arrive, x=position[0], y=position[1], angle=-1.5)
        sprite.z = LOOSE_FROM - 1

    def _tidy(self) -> None:
        self.loose.clear()
        self.arrange()

    # -- the opening

    def deal(self) -> None:
        """Queue the opening: hands are dealt from the draw pile, card by card."""
        pile, seats = self.layout.draw_pile, self.view.variant.seats
        for number, card in enumerate(self.view.hand):
            sprite = self.cards[card]
            home, start = sprite.place, 240 + number * seats * 45
            sprite.x, sprite.y, sprite.scale, sprite.turn = pile.x, pile.y, pile.scale, -1.0
            self._fly_in(sprite, home, start)
        for seat, size in enumerate(self.view.hand_sizes):
            if seat != self.view.seat:
                self._draw_backs(seat, size, 240 + (seat + 1) * 45, seats * 45)
        self.motion.then(self._tidy)

    def _fly_in(self, sprite: Sprite, home: Place, delay: float) -> None:
        """A drawn card turns its face up on its way."""
        send(self.motion, sprite, home, 340, delay, arrive)
        self.motion.to(sprite, 260, delay + 50, linear, turn=1.0)
        self.motion.at(delay, lambda: self.audio.play("card_slide", 0.7))

    def _draw_backs(self, seat: Seat, count: int, delay: float = 0.0, step: float = 60) -> None:
        """Cards slide face down from the draw pile to a seat's plate."""
        goal = self.layout.plate_cards(seat)
        for number in range(count):
            sprite = Sprite(None, self.layout.draw_pile, turn=-1, z=LOOSE_FROM + number)
            sprite.alpha = 0.0 if delay else 1.0
            self.loose.append(sprite)
            start = delay + number * step
            self.motion.at(start, lambda sprite=sprite: setattr(sprite, "alpha", 1.0))  # type: ignore[misc]
            send(self.motion, sprite, goal, 280, start)
            self.motion.to(sprite, 90, start + 240, linear, alpha=0.0)
            self.motion.at(start, lambda: self.audio.play("card_slide", 0.5))

    # -- events

    def animate(self, event: Event, view: View) -> None:
        """Queue the motion of one event, which leads to `view`."""
        match event:
            case Built(seat):
                self.motion.then(lambda: self._note(event))
                if seat != self.view.seat:
                    self.motion.then(lambda: self._turn_up(event), hold=250)
                self.motion.then(lambda: self._build(event, view), hold=60)
                self.motion.then(self.arrange)
            case Claimed():
                self.motion.then(lambda: self._note(event))
                self.motion.then(lambda: self._bring(event), hold=60)
                self.motion.then(lambda: self._tuck_in(event, view), hold=60)
                self.motion.then(self.arrange)
            case Drew():
                self.motion.then(lambda: self._draw(event, view), hold=80)
                self.motion.then(self._tidy)
            case ScoringBegan():
                self.motion.then(lambda: self._open_show(event), hold=420)
            case FloorScored(_, step):
                self.motion.then(lambda: self._perform(event), hold=reading_time(step))
            case Demolished():
                self.motion.then(self._sum_up, hold=1100)
                self.motion.then(lambda: self._cart_off(event, view), hold=120)
                self.motion.then(self._tidy)
            case TurnBegan():
                self.motion.then(lambda: self._begin_turn(event, view), hold=60)
            case _:
                self.motion.then(lambda: self._show(view))

    def _show(self, view: View) -> None:
        self.view = view

    def _begin_turn(self, event: TurnBegan, view: View) -> None:
        self._show(view)
        self.late = ""
        if event.seat == self.view.seat:
            self.audio.play("turn")
        self.arrange()

    def _note(self, event: Built | Claimed) -> None:
        """Mark what a seat does until its next turn."""
        if not self.view.built:
            self.marks = [mark for mark in self.marks if mark.seat != event.seat]
        self.marks.append(Mark(event.seat, event.plot, event.level, isinstance(event, Claimed)))
        self.raised = None

    # -- building

    def _turn_up(self, event: Built) -> None:
        """A card of a hidden hand lifts and shows itself, so that everyone can follow."""
        plate = self.layout.plate(event.seat)
        sprite = self.cards[event.card] = Sprite(event.card, self.layout.plate_cards(event.seat), turn=-1)
        sprite.z = LOOSE_FROM
        x = plate.x - self.layout.card[0] * 0.45 - 16
        self.audio.play("card_flip")
        self.motion.to(sprite, 280, 0, arrive, x=x, y=plate.centery, scale=0.9)
        self.motion.to(sprite, 260, 0, linear, turn=1.0)

    def _build(self, event: Built, view: View) -> None:
        """The floor swings over its tower and is set down."""
        self._show(view)
        place, z = self.placements()[event.card]
        sprite = self.cards[event.card]
        sprite.z = LOOSE_FROM
        self.audio.play("card_slide")
        self.motion.to(sprite, 340, 0, travel, x=place.x, angle=0.0, scale=1.0)
        self.motion.to(sprite, 400, 0, land, y=place.y)
        self.motion.at(330, lambda: self._landed(sprite, z))
        self.arrange(280, skip=(event.card,))

    def _landed(self, sprite: Sprite, z: float) -> None:
        sprite.z = z
        self.audio.play("card_place")

    # -- claiming

    def _bring(self, event: Claimed) -> None:
        """A card turns its back and comes to the side of the floor."""
        own = event.seat == self.view.seat
        start = self.layout.plate_cards(event.seat)
        sprite = self.cards.pop(event.card) if own else Sprite(None, start, turn=-1)
        sprite.key = Tuck(event.seat, event.card if own else HIDDEN)
        sprite.z = LOOSE_FROM
        self.loose.append(sprite)
        goal = self.layout.tuck_place(event.plot, event.level)
        self.audio.play("card_flip" if own else "card_slide")
        self.motion.to(sprite, 380, 0, travel, x=goal.x + STICKS_OUT + 14, y=goal.y, angle=0.0, scale=1.0)
        self.motion.to(sprite, 280, 0, linear, turn=-1.0)

    def _tuck_in(self, event: Claimed, view: View) -> None:
        """It slides under the floor until only its end shows."""
        self._show(view)
        sprite = self.loose.pop()
        sprite.z = TUCKS + event.level
        self.tucks[event.plot, event.level] = sprite
        goal = self.layout.tuck_place(event.plot, event.level)
        self.motion.to(sprite, 240, 0, arrive, x=goal.x, y=goal.y)
        self.audio.play("card_slide")
        self.motion.at(200, lambda: self.audio.play("card_place", 0.6))
        self.arrange(240)

    # -- drawing

    def _draw(self, event: Drew, view: View) -> None:
        self._show(view)
        self.late = self.late or "draw"
        if event.seat != self.view.seat:
            self._draw_backs(event.seat, len(event.cards))
            return
        places = self.placements()
        for number, card in enumerate(event.cards):
            sprite = self.cards[card] = Sprite(card, self.layout.draw_pile, turn=-1, z=LOOSE_FROM + number)
            self._fly_in(sprite, places[card][0], number * 60)
        self.arrange(300, skip=event.cards)

    # -- scoring

    def _open_show(self, event: ScoringBegan) -> None:
        self.late = "score"
        self.show = Show(event.plot, event.cause, self.view.towers[event.plot], self.view.variant.seats)
        self.show.darken(self.motion, self.audio)

    def _perform(self, event: FloorScored) -> None:
        if self.show:
            self.show.perform(event.step, self.layout, self.motion, self.audio)

    def _sum_up(self) -> None:
        if self.show:
            self.show.light_up(self.motion)
            self.show.sum_up(self.audio)

    def _cart_off(self, event: Demolished, view: View) -> None:
        """Floor by floor, from the top, the building goes to the discards, and the tucked cards with it, face up."""
        tucks = iter(event.tucks)
        faces = {level: next(tucks) for (plot, level) in sorted(self.tucks) if plot == event.plot}
        self._show(view)
        self.marks = [mark for mark in self.marks if mark.plot != event.plot]
        self.show = None
        pile = self.layout.discard_pile
        for number, (level, card) in enumerate(reversed(list(enumerate(event.floors)))):
            self._send_off(self.cards[card], pile, number * 70, LOOSE_FROM + 2 * number)
            if level in faces:
                sprite = self.tucks.pop((event.plot, level))
                sprite.key = faces[level]
                self.cards[faces[level]] = sprite
                self.motion.to(sprite, 200, number * 70, linear, turn=1.0)
                self._send_off(sprite, pile, number * 70 + 30, LOOSE_FROM + 2 * number + 1)
        self.motion.at(len(event.floors) * 70 + 420, lambda: self.audio.play("knock", 0.6))

    def _send_off(self, sprite: Sprite, pile: Place, delay: float, z: float) -> None:
        self.motion.at(delay, lambda: setattr(sprite, "z", z))
        self.motion.to(sprite, 460, delay, travel, x=pile.x, scale=pile.scale)
        self.motion.to(sprite, 460, delay, land, y=pile.y)
        self.motion.at(delay, lambda: self.audio.play("card_slide", 0.5))
