"""All that moves on the table of Towers, and how each event moves it."""

from __future__ import annotations

from dataclasses import dataclass

from topping_out.game.engine import Seat, TurnBegan
from topping_out.game.towers.events import Built, Claimed, Demolished, Drew, Event, FloorScored, ScoringBegan
from topping_out.game.towers.floors import HIDDEN, CardId
from topping_out.game.towers.state import View

from ..audio.player import Audio
from ..kit.kit import Kit
from ..kit.motion import Motion, ease_in_out, ease_out, ease_out_back, linear
from ..kit.sprites import FLYING, Pose, Sprite, send
from ..match.cards.animator import HAND, CardAnimator
from .art import STICKS_OUT
from .layout import Layout
from .scoring import LastPlay, Show, reading_time

DISCARDS, TUCKS, FLOORS = 10, 50, 100
"""Heights of what lies or stands on the table."""
SHOWN_DISCARDS = 3


@dataclass(frozen=True)
class Tuck:
    """A tucked card, as a sprite's key: whose it is; its face if the viewer may know it."""

    seat: Seat
    card: CardId


class Animator(CardAnimator):
    view: View
    tilt = -1.5

    def __init__(self, view: View, kit: Kit, motion: Motion, audio: Audio) -> None:
        self.tucks: dict[tuple[int, int], Sprite] = {}
        """By plot and level."""
        self.show: Show | None = None
        """The scoring of a tower, while it is shown."""
        self.late_step = ""
        """The step of the turn, once it is past claims: "draw" or "score"."""
        self.last_plays: list[LastPlay] = []
        super().__init__(view, kit, motion, audio)

    # -- placing

    @property
    def layout(self) -> Layout:
        variant = self.view.variant
        return self.kit.cached(("towers layout", variant), lambda: Layout(self.kit, variant))

    def placements(self) -> dict[CardId, tuple[Pose, float]]:
        """Return where each card that lies face up belongs, and how high."""
        layout, view = self.layout, self.view
        places: dict[CardId, tuple[Pose, float]] = {}
        for number, card in enumerate(view.discards[-SHOWN_DISCARDS:]):
            places[card] = layout.discard_pile, DISCARDS + number
        for plot, tower in enumerate(view.towers):
            for level, storey in enumerate(tower):
                places[storey.card] = layout.floor_place(plot, level), FLOORS + level
        for index, card in enumerate(view.hand):
            places[card] = layout.hand_place(index, len(view.hand), card in self.raised), HAND + index
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
        super().settle()
        self.tucks = {}
        for (plot, level), key in self._tucked().items():
            self.tucks[plot, level] = Sprite(key, self.layout.tuck_place(plot, level), turn=-1, z=TUCKS + level)
        self.show, self.late_step = None, ""

    def is_in_place(self) -> bool:
        return (
            super().is_in_place()
            and {where: sprite.key for where, sprite in self.tucks.items()} == self._tucked()
            and all(sprite.place == self.layout.tuck_place(*where) for where, sprite in self.tucks.items())
            and self.show is None
        )

    def is_scored(self, plot: int) -> bool:
        """Tell whether the scoring of the tower on a plot is being shown."""
        return self.show is not None and self.show.plot == plot

    def has_landed(self, play: LastPlay) -> bool:
        """Tell whether the card of a play has come to its place."""
        tower = self.view.towers[play.plot]
        if play.is_claim or play.level >= len(tower):
            return (play.plot, play.level) in self.tucks
        return self.cards[tower[play.level].card].z < HAND

    # -- the opening

    def deal(self) -> None:
        """Queue the opening: hands are dealt from the draw pile, card by card."""
        seats = self.view.variant.seats
        for number, card in enumerate(self.view.hand):
            sprite = self.cards[card]
            home = sprite.place
            self.put_on_pile(sprite)
            self._fly_in(sprite, home, 240 + number * seats * 45)
        for seat, size in enumerate(self.view.hand_sizes):
            if seat != self.view.seat:
                self._draw_backs(seat, size, 240 + (seat + 1) * 45, seats * 45)
        self.motion.then(self.tidy)

    def _fly_in(self, sprite: Sprite, home: Pose, start: float) -> None:
        self.fly_in(sprite, home, start, 340, turn=(50, 260), volume=0.7)

    def _draw_backs(self, seat: Seat, count: int, delay: float = 0.0, step: float = 60) -> None:
        """Cards slide face down from the draw pile to a seat's plate."""
        goal = self.layout.plate_cards(seat)
        for number in range(count):
            sprite = Sprite(None, self.layout.draw_pile, turn=-1, z=FLYING + number)
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
                self.motion.then(self.tidy)
            case ScoringBegan():
                self.motion.then(lambda: self._open_show(event), hold=420)
            case FloorScored(_, step):
                self.motion.then(lambda: self._perform(event), hold=reading_time(step))
            case Demolished():
                self.motion.then(self._sum_up, hold=1100)
                self.motion.then(lambda: self._cart_off(event, view), hold=120)
                self.motion.then(self.tidy)
            case TurnBegan(seat):
                self.motion.then(lambda: self.begin_turn(seat, view), hold=60)
            case _:
                self.motion.then(lambda: self.set_view(view))

    def begin_turn(self, seat: Seat, view: View) -> None:
        self.late_step = ""
        super().begin_turn(seat, view)

    def _note(self, event: Built | Claimed) -> None:
        """Note what a seat does until its next turn."""
        if not self.view.built:
            self.last_plays = [play for play in self.last_plays if play.seat != event.seat]
        self.last_plays.append(LastPlay(event.seat, event.plot, event.level, isinstance(event, Claimed)))
        self.raised.clear()

    # -- building

    def _turn_up(self, event: Built) -> None:
        """A card of a hidden hand lifts and shows itself, so that everyone can follow."""
        plate = self.layout.plate(event.seat)
        sprite = self.cards[event.card] = Sprite(event.card, self.layout.plate_cards(event.seat), turn=-1)
        sprite.z = FLYING
        x = plate.x - self.layout.card[0] * 0.45 - 16
        self.audio.play("card_flip")
        self.motion.to(sprite, 280, 0, ease_out, x=x, y=plate.centery, scale=0.9)
        self.motion.to(sprite, 260, 0, linear, turn=1.0)

    def _build(self, event: Built, view: View) -> None:
        """The floor swings over its tower and is set down."""
        self.set_view(view)
        place, z = self.placements()[event.card]
        sprite = self.cards[event.card]
        sprite.z = FLYING
        self.audio.play("card_slide")
        self.motion.to(sprite, 340, 0, ease_in_out, x=place.x, angle=0.0, scale=1.0)
        self.motion.to(sprite, 400, 0, ease_out_back, y=place.y)
        self.motion.at(330, lambda: self.land(sprite, z))
        self.arrange(280, skip=(event.card,))

    # -- claiming

    def _bring(self, event: Claimed) -> None:
        """A card turns its back and comes to the side of the floor."""
        own = event.seat == self.view.seat
        start = self.layout.plate_cards(event.seat)
        sprite = self.cards.pop(event.card) if own else Sprite(None, start, turn=-1)
        sprite.key = Tuck(event.seat, event.card if own else HIDDEN)
        sprite.z = FLYING
        self.loose.append(sprite)
        goal = self.layout.tuck_place(event.plot, event.level)
        self.audio.play("card_flip" if own else "card_slide")
        self.motion.to(sprite, 380, 0, ease_in_out, x=goal.x + STICKS_OUT + 14, y=goal.y, angle=0.0, scale=1.0)
        self.motion.to(sprite, 280, 0, linear, turn=-1.0)

    def _tuck_in(self, event: Claimed, view: View) -> None:
        """It slides under the floor until only its end shows."""
        self.set_view(view)
        sprite = self.loose.pop()
        sprite.z = TUCKS + event.level
        self.tucks[event.plot, event.level] = sprite
        goal = self.layout.tuck_place(event.plot, event.level)
        self.motion.to(sprite, 240, 0, ease_out, x=goal.x, y=goal.y)
        self.audio.play("card_slide")
        self.motion.at(200, lambda: self.audio.play("card_place", 0.6))
        self.arrange(240)

    # -- drawing

    def _draw(self, event: Drew, view: View) -> None:
        self.set_view(view)
        self.late_step = self.late_step or "draw"
        if event.seat != self.view.seat:
            self._draw_backs(event.seat, len(event.cards))
            return
        places = self.placements()
        for number, card in enumerate(event.cards):
            sprite = self.cards[card] = Sprite(card, self.layout.draw_pile, turn=-1, z=FLYING + number)
            self._fly_in(sprite, places[card][0], number * 60)
        self.arrange(300, skip=event.cards)

    # -- scoring

    def _open_show(self, event: ScoringBegan) -> None:
        self.late_step = "score"
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
        self.set_view(view)
        self.last_plays = [play for play in self.last_plays if play.plot != event.plot]
        self.show = None
        pile = self.layout.discard_pile
        for number, (level, card) in enumerate(reversed(list(enumerate(event.floors)))):
            self._send_off(self.cards[card], pile, number * 70, FLYING + 2 * number)
            if level in faces:
                sprite = self.tucks.pop((event.plot, level))
                sprite.key = faces[level]
                self.cards[faces[level]] = sprite
                self.motion.to(sprite, 200, number * 70, linear, turn=1.0)
                self._send_off(sprite, pile, number * 70 + 30, FLYING + 2 * number + 1)
        self.motion.at(len(event.floors) * 70 + 420, lambda: self.audio.play("knock", 0.6))

    def _send_off(self, sprite: Sprite, pile: Pose, delay: float, z: float) -> None:
        self.motion.at(delay, lambda: setattr(sprite, "z", z))
        self.motion.to(sprite, 460, delay, ease_in_out, x=pile.x, scale=pile.scale)
        self.motion.to(sprite, 460, delay, ease_out_back, y=pile.y)
        self.motion.at(delay, lambda: self.audio.play("card_slide", 0.5))
