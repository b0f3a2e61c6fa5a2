"""What moves on a table of cards: sprites by card, and how they come to where a view places them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import Any

from topping_out.game.engine import Seat

from ...audio.player import Audio
from ...kit.kit import Kit
from ...kit.motion import Motion, ease_out, linear
from ...kit.sprites import FLYING, Pose, Sprite, send
from .touch import Touch

HAND = 300
"""Height of the hand's first card, below what flies; what lies or stands on the table is lower."""


class CardAnimator(ABC):
    """Sprites by card id, and the choreography: each event leads from the view that shows to the one after it."""

    tilt = -2.0
    """Degrees by which a dragged card is turned."""

    def __init__(self, view: Any, kit: Kit, motion: Motion, audio: Audio) -> None:
        """Put everything at its place; what a game's own `settle` needs must be there before."""
        self.view, self.kit, self.motion, self.audio = view, kit, motion, audio
        self.cards: dict[int, Sprite] = {}
        """Everything that lies face up, by card."""
        self.loose: list[Sprite] = []
        """Cards without a known face, on their way."""
        self.raised: set[int] = set()
        """The chosen cards of the hand."""
        self.fresh: set[int] = set()
        """Those that have come to it last, or since the viewer's last turn."""
        self.hinted: set[int] = set()
        """Those that a hint has chosen."""
        self.carried: set[int] = set()
        """The cards that follow the pointer."""
        self.touch = Touch(kit.theme.feel)
        self.settle()

    @property
    @abstractmethod
    def layout(self) -> Any:
        """Where everything belongs, for the view that shows."""

    @property
    def hand(self) -> Sequence[int]:
        """The viewer's cards, as they lie at the lower edge."""
        hand: Sequence[int] = self.view.hand
        return hand

    @property
    def is_dragging(self) -> bool:
        return bool(self.carried)

    @property
    def sprites(self) -> dict[int, Sprite]:
        """The cards by the name that `Tokens` has for them."""
        return self.cards

    def look_of(self, held: Iterable[Sprite]) -> Iterator[Hashable]:
        """Yield all that cards in the hand show, and how they answer to the pointer, for the key of a layer."""
        yield self.motion.busy
        yield from map(frozenset, (self.raised, self.hinted, self.fresh))
        for sprite in held:
            yield sprite.look
            yield self.touch.of(sprite.key)

    # -- placing

    @abstractmethod
    def placements(self) -> dict[int, tuple[Pose, float]]:
        """Return where each card that lies face up belongs, and how high."""

    def settle(self) -> None:
        """Put everything at its place, at once."""
        self.motion.clear()
        self.cards = {card: Sprite(card, place, z=z) for card, (place, z) in self.placements().items()}
        self.loose = []

    def arrange(self, duration: float = 240, skip: Iterable[int] = ()) -> None:
        """Send every card to its place; cards that have none any more go."""
        places, skipped = self.placements(), set(skip)
        self.carried.clear()
        for card, (place, z) in places.items():
            if card not in skipped:
                sprite = self.cards.setdefault(card, Sprite(card, place, z=z))
                sprite.z = z
                send(self.motion, sprite, place, duration)
        for card in self.cards.keys() - places.keys() - skipped:
            del self.cards[card]

    def is_in_place(self) -> bool:
        """Tell whether everything has come to its place; the hand may lie anyhow while a card is dragged."""
        places = self.placements()
        free: Collection[int] = {*self.hand, *self.carried} if self.is_dragging else ()
        at_rest = (sprite.place == places[card][0] for card, sprite in self.cards.items() if card not in free)
        return self.cards.keys() == places.keys() and all(at_rest) and not self.loose

    def carry(self, cards: Sequence[int], held: int, position: tuple[float, float]) -> None:
        """Have cards follow the pointer, `held` under it."""
        self.carried = set(cards)
        for number, card in enumerate(sorted(cards, key=lambda card: card != held)):
            sprite = self.cards[card]
            x, y = position[0] + number * 26, position[1] + number * 5
            lag = self.kit.theme.feel.lag + number * 25
            self.motion.to(sprite, lag, 0, ease_out, x=x, y=y, angle=self.tilt + number * 2)
            sprite.z = FLYING - 1 - number

    # -- steps of the choreography

    def set_view(self, view: Any) -> None:
        """Let a view be what the table shows from now on."""
        self.view = view

    @abstractmethod
    def deal(self) -> None:
        """Queue the opening."""

    @abstractmethod
    def animate(self, event: Any, view: Any) -> None:
        """Queue the motion of one event, which leads to `view`."""

    def begin_turn(self, seat: Seat, view: Any) -> None:
        self.set_view(view)
        if seat == view.seat:
            self.audio.play("turn")
        self.arrange()

    def mark_new(self, before: Sequence[int]) -> None:
        """Mark what the hand has beyond the cards it had `before`."""
        left = Counter(before)
        for card, key in zip(self.view.hand, self.hand):
            left[card] -= 1
            if left[card] < 0:
                self.fresh.add(key)

    def tidy(self) -> None:
        """Take away the cards without a face, and send the others to their places."""
        self.loose.clear()
        self.arrange()

    def land(self, sprite: Sprite, z: float, sound: str = "card_place", volume: float = 1.0, number: int = 0) -> None:
        """Let a card come to rest; of several in a row, each higher in tone than the one before (`number` from 0)."""
        sprite.z = z
        notes = self.kit.theme.feel.notes
        self.audio.play(sound, volume, self.kit.pan(sprite.x), notes[min(number, len(notes) - 1)])

    def put_on_pile(self, sprite: Sprite) -> None:
        """Let a sprite lie face down on the draw pile."""
        pile = self.layout.draw_pile
        sprite.x, sprite.y, sprite.scale, sprite.turn, sprite.angle = pile.x, pile.y, pile.scale, -1.0, 0.0

    def fly_in(
        self, sprite: Sprite, home: Pose, start: float, duration: float, turn: tuple[float, float], volume: float = 1.0
    ) -> None:
        """Let a card come from the draw pile; one with a face turns it up, `turn`: how long after the start and for."""
        send(self.motion, sprite, home, duration, start, ease_out)
        if sprite.key is not None:
            self.motion.to(sprite, turn[1], start + turn[0], linear, turn=1.0)
        self.motion.at(start, lambda: self.audio.play("card_slide", volume, self.kit.pan(self.layout.draw_pile.x)))
