"""The best tower of a finished game: the highest one."""

from __future__ import annotations

from topping_out.game.engine import BuiltTower, Part
from topping_out.game.language import tr
from topping_out.game.wyoming.cards import PER_SUIT, SUIT_NAMES, suit_of, suit_words
from topping_out.game.wyoming.state import State


def best_tower(state: State) -> BuiltTower | None:
    """Return the highest tower, a winner's before others. A part is a card: its suit, and its rank from 0."""
    winners = state.outcome.winners if state.outcome else ()
    foundations = state.variant.foundations
    number, cards = max(enumerate(state.towers), key=lambda t: (len(t[1]), t[0] // foundations in winners))
    if not cards:
        return None
    parts = tuple(Part(SUIT_NAMES[suit_of(card)], card % PER_SUIT // 2) for card in cards)
    return BuiltTower(parts, number // foundations, len(cards))


def describe_tower(tower: BuiltTower) -> str:
    """Return how high it is, and of which suit."""
    suit = tower.parts[-1].kind
    return suit_words(tower.worth, SUIT_NAMES.index(suit)) if suit in SUIT_NAMES else ""


def describe_harm(what: str, size: int) -> str:
    """Return how much was knocked off a tower of whoever says it."""
    if what not in SUIT_NAMES:
        return ""
    cards = suit_words(size, SUIT_NAMES.index(what))
    # Translators: a bot says it. {cards} is such as "4 hearts".
    return tr("Last time you knocked {cards} off my tower.", cards=cards)
