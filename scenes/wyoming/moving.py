"""How the cards of Wyoming move at each event, and the tags that show what each seat did last."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_label
from topping_out.game.text import with_minus
from topping_out.game.wyoming.actions import (
    CardId,
    Constructed,
    Deconstructed,
    Discarded,
    Drew,
    Event,
    LostContract,
    Recycled,
    suit_of,
    suit_words,
)
from topping_out.game.wyoming.state import View

from ..kit.motion import ease_in, ease_in_out, ease_out, ease_out_back, ease_out_bounce, linear
from ..kit.sprites import FLYING, Sprite, send
from ..match.table.table import Table
from .choosing import DISCARD, Target

# -- last plays


LastPlays = dict[Seat, "LastPlay"]
"""The last plays by seat, the latest at the end."""


@dataclass(frozen=True, slots=True)
class LastPlay:
    """A seat's last play: its target, and by how many storeys the tower changed or how many cards were discarded."""

    seat: Seat
    target: Target
    change: int
    rising: tuple[CardId, ...] = ()
    """The tower that replaced the old one; empty if none did."""


def note(plays: LastPlays, event: Event, viewer: Seat | None) -> None:
    """Update the last plays by an event. A play of the viewer removes all others."""
    if isinstance(event, (Constructed, Deconstructed, Discarded)):
        if event.seat == viewer:
            plays.clear()
        plays.pop(event.seat, None)
        plays[event.seat] = _play_of(event)


def _play_of(event: Constructed | Deconstructed | Discarded) -> LastPlay:
    match event:
        case Constructed():
            return LastPlay(event.seat, (event.owner, event.foundation), len(event.cards))
        case Deconstructed():
            return LastPlay(event.seat, (event.owner, event.foundation), -len(event.fallen), event.rising)
        case Discarded():
            return LastPlay(event.seat, DISCARD, len(event.cards))


def last_plays(events: Iterable[Event], viewer: Seat | None) -> LastPlays:
    """Return the last plays after `events`, which are all events since the beginning."""
    plays: LastPlays = {}
    for event in events:
        note(plays, event, viewer)
    return plays


def tag_words(play: LastPlay, name: str) -> str:
    """Return the text of a tag, such as "Ana +3"."""
    if play.target == DISCARD:
        return tr("{name}: {number} discarded", name=tr_label(name), number=play.change)
    if play.rising:
        cards = suit_words(len(play.rising), suit_of(play.rising[0]))
        # Translators: {name} has replaced a tower by one of {cards}, such as "2 hearts".
        return tr("{name}: now {cards}", name=tr_label(name), cards=cards)
    return f"{tr_label(name)} {with_minus(f'{play.change:+d}')}"


# -- cards


class Moving:
    """Moves the cards of a table as events say."""

    def __init__(self, table: Table, plays: LastPlays) -> None:
        """`plays` are the last plays, which this updates."""
        self.table, self.tokens, self.plays = table, table.tokens, plays
        self.motion, self.audio = table.motion, table.context.audio
        self._rng = random.Random(3)
        self._falling: dict[Target, int] = {}
        """By target, how many storeys that a play knocks off still stand."""

    def standing(self, target: Target, tower: Sequence[CardId]) -> int:
        """Return how many storeys can be seen at a target: the landed ones of its tower, and those about to fall."""
        sprites = self.tokens.sprites
        landed = sum(card in sprites and not sprites[card].flies for card in tower)
        return landed + self._falling.get(target, 0)

    def deal(self) -> None:
        """Queue the opening: hands are dealt from the draw pile."""
        for number, sprite in enumerate(self.tokens.sprites.values()):
            self.tokens.deal_out(sprite, 200 + number * 60)
        for seat, size in enumerate(self.table.view.hand_sizes):
            if seat != self.table.view.seat:
                self._deal_hidden(seat, size, 200)
        self.motion.then(self.tokens.arrange)

    def queue(self, event: Event, view: View) -> None:
        """Queue the motion of an event. `view` is what the table shows after it."""
        then, arrange = self.motion.then, self.tokens.arrange
        match event:
            case Constructed(seat, _, _, cards):
                self._reveal(seat, cards)
                then(lambda: self._construct(event, view), hold=60)
            case Deconstructed(seat, _, _, spent, _, rising):
                self._reveal(seat, spent + rising)
                then(lambda: self._gather_above(event), hold=40)
                then(lambda: self._knock(event, view), hold=60)
                then(arrange)
            case Discarded(seat, cards):
                self._reveal(seat, cards)
                then(lambda: self._discard(event, view), hold=60)
                then(arrange)
            case Drew():
                then(lambda: self._draw(event, view))
                then(arrange)
            case Recycled():
                then(lambda: self._recycle(event, view), hold=60)
                then(arrange)
            case LostContract():
                then(lambda: self._lose_contract(view), hold=60)
            case _:
                then(lambda: self.tokens.set_view(view))

    def _lose_contract(self, view: View) -> None:
        self.tokens.set_view(view)
        self.tokens.arrange()

    def _reveal(self, seat: Seat, cards: Sequence[CardId]) -> None:
        """Queue the showing of cards from a hidden hand, with a pause, so that everyone can follow."""
        self.motion.then(lambda: self._drop_choice(seat))
        if seat != self.table.view.seat:
            self.motion.then(lambda: self._turn_up(seat, cards))
            self.motion.then(lambda: None, hold=250)

    def _drop_choice(self, seat: Seat) -> None:
        self.plays.pop(seat, None)
        self.tokens.raised.clear()

    def _turn_up(self, seat: Seat, cards: Sequence[CardId]) -> None:
        start, plate = self.table.layout.plate_cards(seat), self.table.layout.plate(seat)
        self.audio.play("card_flip")
        for number, card in enumerate(cards):
            sprite = self.tokens.sprites[card] = Sprite(card, start, turn=-1, z=FLYING + number)
            offset = (number - (len(cards) - 1) / 2) * min(60.0, 300 / len(cards))
            x = max(60.0, min(self.table.kit.width - 60, plate.centerx + offset))
            self.motion.to(sprite, 260, number * 45, ease_out, x=x, y=plate.y - 30, scale=0.8, turn=1.0)

    def _construct(self, event: Constructed, view: View) -> None:
        self.tokens.set_view(view)
        note(self.plays, event, self.table.view.seat)
        self._fly_home(event.cards)
        self.tokens.arrange(skip=event.cards)

    def _fly_home(self, cards: Sequence[CardId]) -> None:
        """Let cards fly to their storeys, one after another, and fold as they land."""
        places = self.tokens.placements()
        self.audio.play("card_slide")
        for number, card in enumerate(cards):
            place, z, _ = places[card]
            sprite, start = self.tokens.sprites.setdefault(card, Sprite(card, place)), number * 60
            sprite.z = FLYING + number
            self.motion.to(sprite, 300, start, ease_in_out, x=place.x, angle=0.0, scale=1.0)
            self.motion.to(sprite, 300, start, ease_out_back, y=place.y)
            self.motion.to(sprite, 300, start, ease_in_out, fold=1.0)
            self.motion.at(start + 270, partial(self.tokens.land, sprite, z, number))

    def _gather_above(self, event: Deconstructed) -> None:
        """Let the attacking cards gather over the tower that they attack."""
        top = self.table.layout.storey_place(
            event.owner, event.foundation, self.table.view.height(event.owner, event.foundation)
        )
        cards = event.spent + event.rising
        self.audio.play("card_slide")
        for number, card in enumerate(cards):
            offset = number - (len(cards) - 1) / 2
            sprite = self.tokens.sprites[card]
            sprite.z = FLYING + number
            x, y = top.x + offset * 22, max(90.0, top.y - 70)
            self.motion.to(sprite, 300, number * 40, ease_in_out, x=x, y=y, angle=-3 * offset, scale=0.7)

    def _knock(self, event: Deconstructed, view: View) -> None:
        """Let each card knock off one storey, from the top, and fly away with it; the rest becomes a new tower."""
        height = self.table.view.height(event.owner, event.foundation)
        self.tokens.set_view(view)
        note(self.plays, event, self.table.view.seat)
        step, place = 170, (event.owner, event.foundation)
        self._falling[place] = len(event.fallen)
        for number, (card, storey) in enumerate(zip(event.spent, reversed(event.fallen))):
            target = self.table.layout.storey_place(event.owner, event.foundation, height - 1 - number)
            pair = self.tokens.sprites[card], self.tokens.sprites[storey]
            self.motion.to(pair[0], 130, number * step, ease_in, x=target.x, y=target.y - 40, angle=0.0)
            self.motion.at(number * step + 130, partial(self._tumble, place, *pair))
        self.motion.at(len(event.spent) * step + 200, lambda: self._fly_home(event.rising) if event.rising else None)
        self.motion.at(len(event.spent) * step + 460, lambda: None)

    def _tumble(self, target: Target, *pair: Sprite) -> None:
        """Let a storey of the tower at a target and the card that struck it fly to the discards."""
        self._falling[target] -= 1
        self.audio.play("knock")
        pile = self.table.layout.discard_pile
        for sprite, whirl in zip(pair, (170, -230)):
            sprite.z = FLYING
            self.motion.to(sprite, 430, 0, ease_in_out, x=pile.x + self._rng.uniform(-6, 6))
            self.motion.to(sprite, 430, 0, ease_out_bounce, y=pile.y)
            self.motion.to(sprite, 430, 0, ease_out, scale=pile.scale, fold=0.0)
            sprite.angle = whirl * 0.12
            self.motion.to(sprite, 430, 0, linear, angle=0.0)

    def _discard(self, event: Discarded, view: View) -> None:
        self.tokens.set_view(view)
        note(self.plays, event, view.seat)
        self.audio.play("card_slide")
        for number, card in enumerate(event.cards):
            sprite = self.tokens.sprites[card]
            sprite.z = FLYING + number
            send(self.motion, sprite, self.table.layout.discard_pile, 320, number * 60)
        self.tokens.arrange(skip=event.cards)

    def _draw(self, event: Drew, view: View) -> None:
        self.tokens.set_view(view)
        if event.seat == self.table.view.seat:
            self.tokens.draw(event.cards, 320, turn=(40, 260))
            return
        self._deal_hidden(event.seat, len(event.cards))
        self.audio.play("card_slide", 0.6)

    def _recycle(self, event: Recycled, view: View) -> None:
        self.tokens.set_view(view)
        start, goal = self.table.layout.discard_pile, self.table.layout.draw_pile
        self.audio.play("shuffle")
        for number in range(min(9, max(1, event.cards // 6))):
            self.tokens.fly_away(goal, start, number * 50, 380, is_heard=False)
        self.tokens.arrange()

    def _deal_hidden(self, seat: Seat, count: int, delay: float = 0.0) -> None:
        """Let cards slide face down from the draw pile to a seat's plate."""
        goal = self.table.layout.plate_cards(seat)
        for number in range(count):
            self.tokens.fly_away(goal, self.table.layout.draw_pile, delay + number * 60, 260, is_heard=False)
