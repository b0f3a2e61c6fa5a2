"""The best tower of a finished game: the one that brought a seat most points."""

from __future__ import annotations

from topping_out.game.engine import BuiltTower, Part
from topping_out.game.language import tr, tr_count
from topping_out.game.towers.state import State

LONGEST_NAME = 24


def best_tower(state: State) -> BuiltTower | None:
    """Return the tower that brought one seat most, a winner before others. A part is a floor: its name, and its owner.

    The number of a part is its place among the floors of the deck.
    """
    winners = state.outcome.winners if state.outcome else ()
    brought = [
        (points, seat in winners, seat, scored)
        for scored in state.ledger
        for seat, points in enumerate(scored.points)
        if scored.floors
    ]
    if not brought:
        return None
    points, _, seat, scored = max(brought, key=lambda each: each[:2])
    deck = state.variant.deck
    floors = zip(scored.floors, scored.owners)
    parts = (Part(deck.floor_of(card).name[:LONGEST_NAME], deck.kinds[card], owner) for card, owner in floors)
    return BuiltTower(tuple(parts), seat, points)


def describe_tower(tower: BuiltTower) -> str:
    """Return how many floors it has, and what it brought."""
    points = tr_count("{number} point", "{number} points", tower.worth)
    # Translators: a tower, such as "6 floors, 12 points".
    return tr_count("{number} floor, {points}", "{number} floors, {points}", len(tower.parts), points=points)


def describe_harm(what: str, size: int) -> str:
    """Return which floor was taken from whoever says it."""
    # Translators: a bot says it. {floor} is the name of a floor, such as SPIRE.
    return tr("Last time you took my {floor}.", floor=tr(what))
