"""The animations of cards for the events of Towers."""

from __future__ import annotations

from dataclasses import dataclass

from topping_out.game.engine import Seat
from topping_out.game.towers.actions import Built, Claimed, Demolished, Drew
from topping_out.game.towers.floors import CardId
from topping_out.game.towers.state import View

from ..kit.motion import ease_in_out, ease_out, ease_out_back, linear
from ..kit.sprites import FLYING, Pose, Sprite, send
from ..match.table.tokens import HIDDEN, Tokens
from .art import STICKS_OUT

DISCARDS, TUCKS, FLOORS = 10, 50, 100
"""The z of the lowest card drawn in the discards, of the lowest tucked card, and of the ground floor."""
FLIGHT, TURN, VOLUME = 340.0, (50.0, 260.0), 0.7
"""How a card flies to the viewer's hand: duration, delay and duration of turning up in milliseconds, and volume."""


@dataclass(frozen=True)
class Tuck:
    """The key of a tucked card's sprite: its owner, and the card, `HIDDEN` if the viewer may not see it."""

    seat: Seat
    card: CardId


def tidy(tokens: Tokens) -> None:
    """Remove the cards that have moved to where they are not drawn, and send all others to their places."""
    tokens.loose.clear()
    tokens.arrange()


# -- drawing


def deal(tokens: Tokens) -> None:
    """Deal the hands from the draw pile, card by card."""
    view: View = tokens.view
    step = view.variant.seats * 45
    for number, card in enumerate(tokens.hand):
        tokens.deal_out(tokens.sprites[card], 240 + number * step, FLIGHT, TURN, VOLUME)
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat:
            _draw_backs(tokens, seat, size, 240 + (seat + 1) * 45, step)
    tokens.motion.then(lambda: tidy(tokens))


def draw(tokens: Tokens, event: Drew, view: View) -> None:
    tokens.set_view(view)
    if event.seat == view.seat:
        tokens.draw(event.cards, FLIGHT, TURN, VOLUME)
    else:
        _draw_backs(tokens, event.seat, len(event.cards))


def _draw_backs(tokens: Tokens, seat: Seat, count: int, delay: float = 0.0, step: float = 60) -> None:
    """Let cards slide face down from the draw pile to a seat's plate, and fade there.

    The first starts after `delay` milliseconds, and each further one `step` milliseconds after the one before.
    """
    motion, goal = tokens.motion, tokens.layout.plate_cards(seat)
    for number in range(count):
        sprite = Sprite(None, tokens.layout.draw_pile, turn=-1, z=FLYING + number)
        sprite.alpha = 0.0 if delay else 1.0
        tokens.loose.append(sprite)
        start = delay + number * step
        motion.at(start, lambda sprite=sprite: setattr(sprite, "alpha", 1.0))  # type: ignore[misc]
        send(motion, sprite, goal, 280, start)
        motion.to(sprite, 90, start + 240, linear, alpha=0.0)
        motion.at(start, lambda: tokens.audio.play("card_slide", 0.5))


# -- building


def turn_up(tokens: Tokens, event: Built) -> None:
    """Turn up the card that another seat builds, beside its plate, so that the viewer can follow."""
    layout = tokens.layout
    plate = layout.plate(event.seat)
    sprite = tokens.sprites[event.card] = Sprite(event.card, layout.plate_cards(event.seat), turn=-1, z=FLYING)
    x = plate.x - layout.card[0] * 0.45 - 16
    tokens.audio.play("card_flip")
    tokens.motion.to(sprite, 280, 0, ease_out, x=x, y=plate.centery, scale=0.9)
    tokens.motion.to(sprite, 260, 0, linear, turn=1.0)


def build(tokens: Tokens, event: Built, view: View) -> None:
    """Let a floor fly to its place on the tower."""
    tokens.set_view(view)
    place, z, _ = tokens.placements()[event.card]
    sprite = tokens.sprites[event.card]
    sprite.z = FLYING
    tokens.audio.play("card_slide")
    tokens.motion.to(sprite, 340, 0, ease_in_out, x=place.x, angle=0.0, scale=1.0)
    tokens.motion.to(sprite, 400, 0, ease_out_back, y=place.y)
    tokens.motion.at(330, lambda: tokens.land(sprite, z, 0))
    tokens.arrange(280, (event.card,))


# -- claiming


def fly_to_floor(tokens: Tokens, event: Claimed) -> None:
    """Let a card turn face down and fly to the right of the floor that it claims."""
    own = event.seat == tokens.view.seat
    start = tokens.layout.plate_cards(event.seat)
    sprite = tokens.sprites.pop(event.card) if own else Sprite(None, start, turn=-1)
    sprite.key = Tuck(event.seat, event.card if own else HIDDEN)
    sprite.z = FLYING
    tokens.loose.append(sprite)
    goal = tokens.layout.tuck_place(event.plot, event.level)
    tokens.audio.play("card_flip" if own else "card_slide")
    tokens.motion.to(sprite, 380, 0, ease_in_out, x=goal.x + STICKS_OUT + 14, y=goal.y, angle=0.0, scale=1.0)
    tokens.motion.to(sprite, 280, 0, linear, turn=-1.0)


def tuck_in(tokens: Tokens, event: Claimed, view: View) -> None:
    """Let the card slide under the floor until only its end is visible."""
    tokens.set_view(view)
    (token,) = tokens.ids["tuck", event.plot, event.level]
    sprite = tokens.sprites[token] = tokens.loose.pop()
    sprite.z = TUCKS + event.level
    goal = tokens.layout.tuck_place(event.plot, event.level)
    tokens.motion.to(sprite, 240, 0, ease_out, x=goal.x, y=goal.y)
    tokens.audio.play("card_slide")
    tokens.motion.at(200, lambda: tokens.audio.play("card_place", 0.6))
    tokens.arrange(240, (token,))


# -- clearing away


def cart_off(tokens: Tokens, event: Demolished, view: View) -> None:
    """Let a tower's floors fly to the discards from the top down, with the tucked cards, which turn face up."""
    faces, pile = iter(event.tucks), tokens.layout.discard_pile
    rows = [tokens.ids.get(("tuck", event.plot, level), ()) for level in range(len(event.floors))]
    tucks = [(next(faces), tokens.sprites.pop(row[0])) if row else None for row in rows]
    tokens.set_view(view)
    for number, (card, tuck) in enumerate(reversed([*zip(event.floors, tucks)])):
        _send_off(tokens, tokens.sprites[card], pile, number * 70, FLYING + 2 * number)
        if tuck:
            face, sprite = tuck
            sprite.key, tokens.sprites[face] = face, sprite
            tokens.motion.to(sprite, 200, number * 70, linear, turn=1.0)
            _send_off(tokens, sprite, pile, number * 70 + 30, FLYING + 2 * number + 1)
    tokens.motion.at(len(event.floors) * 70 + 420, lambda: tokens.audio.play("knock", 0.6))


def _send_off(tokens: Tokens, sprite: Sprite, pile: Pose, delay: float, z: float) -> None:
    tokens.motion.at(delay, lambda: setattr(sprite, "z", z))
    tokens.motion.to(sprite, 460, delay, ease_in_out, x=pile.x, scale=pile.scale)
    tokens.motion.to(sprite, 460, delay, ease_out_back, y=pile.y)
    tokens.motion.at(delay, lambda: tokens.audio.play("card_slide", 0.5))
