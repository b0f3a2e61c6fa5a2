"""All that moves on the table of Towering, and how each event moves it."""

from __future__ import annotations

from collections.abc import Iterable

from topping_out.game.engine import Seat
from topping_out.game.towering.cards import HIDDEN, CardId, Colour, colour_of, kind_of
from topping_out.game.towering.events import Built, Discarded, Drew, Event, RoundBegan, RoundEnded, Took, TurnBegan
from topping_out.game.towering.state import View
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.motion import Motion, ease_in_out, ease_out, ease_out_back, linear
from topping_out.scenes.kit.sprites import FLYING, Pose, Sprite, send
from topping_out.scenes.match.cards.animator import HAND, CardAnimator
from topping_out.scenes.towering.copies import Ids, discards_of, give_ids, hand_of, tower_of
from topping_out.scenes.towering.layout import Layout, storey_count

RIVER, TOWERS = 10, 100
"""Heights of the discards and of the storeys."""
LAST_CARDS = 10
"""With so few left, every card that leaves the draw pile ticks."""


class StoreyHeight:
    """How high a storey shows; towers shrink when one outgrows the table."""

    __slots__ = ("high",)

    def __init__(self, high: float) -> None:
        self.high = high


class LastPlay:
    """What a seat did last, shown until its next turn: the card that it played, and where it drew."""

    def __init__(self, seat: Seat, card: CardId, built: bool, moment: tuple[int, ...]) -> None:
        self.seat, self.card, self.built = seat, card, built
        self.moment = moment
        """Of its last change."""
        self.drew = False
        self.drew_from: Colour | None = None
        """The colour of the discard pile that it took from."""


class Animator(CardAnimator):
    view: View

    def __init__(
        self, view: View, kit: Kit, motion: Motion, audio: Audio, front: Seat | None = None, ids: Ids | None = None
    ) -> None:
        """`front`: who builds on this side whoever looks (a replay). `ids`: of the cards that have sprites already."""
        self.front = front
        self.ids = give_ids(view, ids or {})
        """The cards that show, by the ids of their sprites."""
        self.backs: list[list[Sprite]] = [[], []]
        """Cards in hand without a known face, by seat."""
        self.dragged_back: Sprite | None = None
        """The top card of the draw pile, while it is dragged."""
        self.played: CardId | None = None
        """The card that was played last."""
        self.last_plays: dict[Seat, LastPlay] = {}
        self.storey = StoreyHeight(0.0)
        self.is_clearing = False
        """Whether the table is being cleared between two rounds."""
        super().__init__(view, kit, motion, audio)

    # -- placing

    @property
    def layout(self) -> Layout:
        view, is_replay = self.view, self.front is not None
        near = (view.seat or 0) if self.front is None else self.front
        colours, levels, large = view.variant.colours, storey_count(view), view.seat is not None or is_replay
        key = ("towering layout", colours, levels, near, large)
        return self.kit.cached(key, lambda: Layout(self.kit, colours, levels, near, large))

    @property
    def storey_height(self) -> float:
        """How high a storey shows now, in steps that keep the number of pictures small."""
        high = self.storey.high
        return high if high == self.layout.storey else float(round(high))

    @property
    def is_dragging(self) -> bool:
        return super().is_dragging or self.dragged_back is not None

    @property
    def hand(self) -> list[CardId]:
        """The cards that lie large and open at the lower edge."""
        return self.ids[hand_of(self.layout.near)] if self.view.seat == self.layout.near else []

    def in_hand(self, card: CardId) -> CardId:
        """Return the card itself if it lies in the hand, else one like it there, if there is one."""
        alike = [other for other in self.hand if kind_of(other) == kind_of(card)]
        return card if card in alike else next(iter(alike), card)

    def top(self, seat: Seat, colour: Colour) -> Sprite | None:
        """Return the topmost storey of a tower, once it is one."""
        tower = self.ids[tower_of(seat, colour)]
        top = self.cards.get(tower[-1]) if tower else None
        return top if top and top.fold >= 1 and top.z < HAND else None

    def placements(self) -> dict[CardId, tuple[Pose, float]]:
        """Return where each card that shows its face belongs, and how high."""
        layout, seats = self.layout, range(len(self.backs))
        places: dict[CardId, tuple[Pose, float]] = {}
        for colour in range(layout.colours):
            for depth, card in enumerate(reversed(self.ids[discards_of(colour)][-3:])):
                places[card] = layout.river_place(colour, depth), RIVER - depth
        for seat in seats:
            for colour in range(layout.colours):
                for level, card in enumerate(self.ids[tower_of(seat, colour)]):
                    places[card] = layout.storey_place(seat, colour, level), TOWERS + level
        for seat in seats:
            places |= self._in_hand(seat)
        return places

    def _in_hand(self, seat: Seat) -> dict[CardId, tuple[Pose, float]]:
        hidden = self._hidden(seat)
        return {
            card: (self._held(seat, hidden + i, card in self.raised), HAND + hidden + i)
            for i, card in enumerate(self.ids[hand_of(seat)])
        }

    def _held(self, seat: Seat, index: int, is_raised: bool = False) -> Pose:
        """Return where a card of a hand is: at the lower edge, or small beside its seat's plate."""
        layout, count = self.layout, self.view.hand_sizes[seat]
        if seat == layout.near and layout.has_large_hand:
            return layout.hand_place(index, count, is_raised)
        hidden = self._hidden(seat)
        return layout.held_place(seat, index, hidden, count - hidden)

    def _hidden(self, seat: Seat) -> int:
        return self.view.hand_sizes[seat] - len(self.ids[hand_of(seat)])

    def settle(self) -> None:
        super().settle()
        self.storey.high = self.layout.storey
        self.backs = [
            [Sprite(None, self._held(seat, i), turn=-1, z=HAND + i) for i in range(self._hidden(seat))]
            for seat in range(len(self.backs))
        ]

    def is_in_place(self) -> bool:
        return (
            super().is_in_place()
            and all(
                [sprite.place for sprite in backs] == [self._held(seat, i) for i in range(self._hidden(seat))]
                for seat, backs in enumerate(self.backs)
            )
            and self.storey.high == self.layout.storey
            and not self.is_clearing
        )

    def arrange(self, duration: float = 240, skip: Iterable[CardId] = ()) -> None:
        if self.storey.high != self.layout.storey:
            self.motion.to(self.storey, duration, 0, ease_in_out, high=self.layout.storey)
        super().arrange(duration, skip)
        for seat in range(len(self.backs)):
            backs, count = self.backs[seat], self._hidden(seat)
            del backs[count:]
            for index in range(count):
                place = self._held(seat, index)
                if index == len(backs):
                    backs.append(Sprite(None, place, turn=-1, z=HAND + index))
                backs[index].z = HAND + index
                send(self.motion, backs[index], place, duration)

    def carry_discard(self, colour: Colour, position: tuple[float, float]) -> None:
        """Have the top card of a discard pile follow the pointer."""
        top = self.ids[discards_of(colour)][-1]
        self.carry([top], top, position)

    def carry_back(self, position: tuple[float, float]) -> None:
        """Have the top card of the draw pile follow the pointer, face down."""
        if self.dragged_back is None:
            self.dragged_back = Sprite(None, self.layout.draw_pile, turn=-1, z=FLYING)
        self.motion.to(self.dragged_back, 40, 0, ease_out, x=position[0], y=position[1])

    def put_back(self) -> None:
        """Send what was dragged in vain back to its place."""
        self.dragged_back = None
        self.arrange(200)

    def best_top(self, seat: Seat) -> tuple[float, float]:
        """Return the top of a seat's best tower; of its plate, where it has none."""
        view = self.view
        standing = [colour for colour, tower in enumerate(view.towers[seat]) if tower]
        if not standing:
            plate = self.layout.plate(seat)
            return plate.centerx, plate.y
        colour = max(standing, key=lambda colour: view.score(seat, colour).total)
        rect = self.layout.column(seat, colour, len(view.towers[seat][colour]))
        return rect.centerx, rect.y

    # -- the opening

    def deal(self, delay: float = 200) -> None:
        """Queue the opening: both hands are dealt from the draw pile, card by card."""
        seats = len(self.backs)
        for seat in range(seats):
            sprites = [self.cards[card] for card in self._in_hand(seat)] + self.backs[seat]
            for number, sprite in enumerate(sprites):
                home = sprite.place
                self.put_on_pile(sprite)
                self.fly_in(sprite, home, delay + (number * seats + seat) * 45, 320, turn=(60, 240), volume=0.6)
        self.motion.then(self.arrange)

    # -- events

    def animate(self, event: Event, view: View) -> None:
        """Queue the motion of one event, which leads to `view`."""
        match event:
            case Built(seat, _) | Discarded(seat, _):
                self.motion.then(lambda: self._note_play(event, view))
                if seat != view.seat:
                    self.motion.then(lambda: self._turn_up(seat))
                    self.motion.then(lambda: None, hold=250)
                self.motion.then(lambda: self._put_down(event, view), hold=60)
                self.motion.then(self.arrange)
            case Drew() | Took():
                self.motion.then(lambda: self._draw(event, view), hold=60)
                self.motion.then(self.arrange)
            case RoundEnded():
                self.motion.then(lambda: self.set_view(view), hold=500)
            case RoundBegan():
                self.motion.then(self._gather, hold=120)
                self.motion.then(lambda: self._deal_round(view))
            case TurnBegan(seat):
                self.motion.then(lambda: self.begin_turn(seat, view), hold=60)
            case _:
                self.motion.then(lambda: self.set_view(view))

    def set_view(self, view: View) -> None:
        self.view, self.ids = view, give_ids(view, self.ids, self.played)

    def _moved(self, view: View) -> CardId:
        """Return the card that moves, or is drawn, on the way to a view."""
        ids = give_ids(view, self.ids, self.played)
        return next(card for group, cards in ids.items() for card in cards if card not in self.ids[group])

    def _note_play(self, event: Built | Discarded, view: View) -> None:
        self.played = next(iter(self.raised), None)
        self.played = self._moved(view)
        self.last_plays[event.seat] = LastPlay(event.seat, self.played, isinstance(event, Built), moment_of(self.view))
        self.raised.clear()
        self.fresh.clear()

    # -- playing

    def _turn_up(self, seat: Seat) -> None:
        """A card of a hidden hand lifts and shows itself, so that everyone can follow."""
        assert self.played is not None
        backs = self.backs[seat]
        sprite = self.cards.get(self.played) or backs.pop(len(backs) // 2)
        sprite.key = self.played
        self.cards[self.played] = sprite
        self.audio.play("card_flip")
        sprite.z = FLYING
        lift = -64 if seat == self.layout.near else 44
        goal = Pose(sprite.x + 40, sprite.y + lift, scale=0.86)
        send(self.motion, sprite, goal, 260, 0, ease_out)
        self.motion.to(sprite, 240, 0, linear, turn=1.0)

    def _put_down(self, event: Built | Discarded, view: View) -> None:
        """The card flies to its tower, folding as it lands, or down to the river."""
        self.set_view(view)
        card, built = self.played, isinstance(event, Built)
        assert card is not None
        place, z = self.placements()[card]
        sprite = self.cards[card]
        sprite.z = FLYING
        self.audio.play("card_slide")
        self.motion.to(sprite, 320, 0, ease_in_out, x=place.x, angle=0.0, scale=place.scale)
        self.motion.to(sprite, 320, 0, ease_out_back if built else ease_in_out, y=place.y)
        if built:
            self.motion.to(sprite, 320, 0, ease_in_out, fold=1.0)
        self.motion.at(280, lambda: self.land(sprite, z, *(("card_place", 1.0) if built else ("card_slide", 0.5))))
        self.arrange(280, skip=(card,))

    # -- drawing

    def _draw(self, event: Drew | Took, view: View) -> None:
        is_seen = event.seat == view.seat or isinstance(event, Took)
        card = self._moved(view) if is_seen else HIDDEN
        self.set_view(view)
        if play := self.last_plays.get(event.seat):
            play.drew, play.drew_from = True, colour_of(event.card) if isinstance(event, Took) else None
            play.moment = moment_of(view)
        if isinstance(event, Drew):
            self._tick()
        if is_seen:
            self._draw_face(event.seat, card)
        else:
            self._draw_back(event.seat)

    def _draw_face(self, seat: Seat, card: CardId) -> None:
        """A card that the viewer may see goes from its pile into a hand."""
        pile = self.layout.draw_pile
        if card not in self.cards:
            self.cards[card] = self.dragged_back or Sprite(card, pile, turn=-1)
            self.cards[card].key, self.dragged_back = card, None
        if seat == self.view.seat:
            self.fresh = {card}
        sprite = self.cards[card]
        sprite.z = FLYING
        self.fly_in(sprite, self.placements()[card][0], 0, 340, turn=(40, 260))
        self.arrange(300, skip=(card,))

    def _draw_back(self, seat: Seat) -> None:
        sprite = Sprite(None, self.layout.draw_pile, turn=-1)
        self.backs[seat].append(sprite)
        self.audio.play("card_slide", 0.6)
        self.arrange(340)
        sprite.z = FLYING

    def _tick(self) -> None:
        if self.view.draw_pile < LAST_CARDS:
            self.audio.play("tick")

    # -- rounds

    def _gather(self) -> None:
        """All cards of the old round slide back to the draw pile, towers from the top down."""
        pile = self.layout.draw_pile
        self.audio.play("shuffle")
        self.last_plays.clear()
        self.raised.clear()
        self.fresh.clear()
        self.is_clearing = True
        everything = sorted([*self.cards.values(), *self.backs[0], *self.backs[1]], key=lambda sprite: -sprite.z)
        for number, sprite in enumerate(everything):
            start = number * 14
            self.motion.to(sprite, 150, start, linear, fold=0.0, turn=-1.0)
            send(self.motion, sprite, Pose(pile.x, pile.y, scale=pile.scale), 420, start)

    def _deal_round(self, view: View) -> None:
        self.set_view(view)
        self.is_clearing = False
        self.settle()
        self.deal(120)


def moment_of(view: View) -> tuple[int, ...]:
    """Return what tells one turn from another: it changes with every draw."""
    return view.round, view.draw_pile, view.streak
