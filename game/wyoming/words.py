"""The game in words: the move log, the reasons for refusals, the results."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import Outcome, Seat
from game.wyoming.cards import SUIT_NAMES, CardId, Suit, suit_of, suit_words
from game.wyoming.events import (
    Constructed,
    Deconstructed,
    Discarded,
    Drew,
    Ended,
    Event,
    LostContract,
    Passed,
    Recycled,
    SkyMoved,
    Tossed,
)
from game.wyoming.variant import Variant


def why_not(variant: Variant, own: bool, tower: Suit | None, played: Suit) -> str:
    """Return why cards of that suit may not go onto a tower of suit `tower` (None: an empty foundation), or ""."""
    if tower is None:
        return "" if own else "a foundation is begun only by its owner"
    if tower == played or variant.opposes[played] == tower:
        return ""
    attacker = next(suit for suit, target in variant.opposes.items() if target == tower)
    name = SUIT_NAMES[tower]
    return f"{SUIT_NAMES[played]} do nothing here: {name} build a tower of {name}, {SUIT_NAMES[attacker]} knock it down"


def describe(event: Event, names: Sequence[str]) -> str:
    """Return one sentence for the move log; empty where it needs none."""
    match event:
        case Constructed(seat, owner, _, cards):
            return f"{names[seat]} constructs {_cards(cards)} on {_whose(seat, owner, names)} tower."
        case Deconstructed(seat, owner, _, spent, fallen, rising):
            text = f"{names[seat]} plays {_cards(spent + rising)} and knocks {_cards(fallen)} off"
            text += f" {_whose(seat, owner, names)} tower"
            stand = "stands" if len(rising) == 1 else "stand"
            return text + (f"; {_cards(rising)} {stand} as the new one." if rising else ".")
        case Discarded(seat, cards):
            return f"{names[seat]} has no play and discards {_cards(cards)}."
        case Drew(seat, cards):
            return f"{names[seat]} draws {len(cards)}."
        case Passed(seat):
            return f"{names[seat]} has no cards and passes."
        case Tossed(heads):
            up = sum(heads)
            again = "; half and half, so again" if 2 * up == len(heads) else ""
            return f"The pennies are tossed: {up} heads, {len(heads) - up} tails{again}."
        case SkyMoved(pennies, by):
            return f"The Sky {'rises' if by > 0 else 'settles'} to {pennies}."
        case LostContract(seat, _):
            return f"{names[seat]} has no tower at the deadline and is out."
        case Recycled(cards):
            return f"The discards become a new draw pile of {cards}."
        case Ended(outcome):
            return describe_outcome(outcome, names)
    return ""


def describe_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won and how."""
    who = " and ".join(names[seat] for seat in outcome.winners)
    verb = "share the win" if len(outcome.winners) > 1 else "wins"
    height = max((outcome.scores[seat] for seat in outcome.winners), default=0)
    how = {
        "tower": f"with a tower of {height}",
        "last seat": "as the last builder with a contract",
        "sudden death": f"with the tallest tower, {height}, when the cards were gone",
        "sky": f"with the tallest tower, {height}, when the Sky came down",
        "stuck": f"with the tallest tower, {height}, when nobody could move",
    }[outcome.reason]
    return f"{who} {verb} {how}." if who else "Nobody has a tower: a draw."


def _cards(cards: tuple[CardId, ...]) -> str:
    return suit_words(len(cards), suit_of(cards[0]))


def _whose(seat: Seat, owner: Seat, names: Sequence[str]) -> str:
    return "their own" if seat == owner else f"{names[owner]}'s"
