"""The best tower of a finished game: the one that brought most points in its round."""

from __future__ import annotations

from topping_out.game.engine import BuiltTower, Part
from topping_out.game.language import tr, tr_count
from topping_out.game.text import with_minus
from topping_out.game.towering.cards import COLOUR_NAMES, colour_of, number_of
from topping_out.game.towering.scoring import score_tower
from topping_out.game.towering.state import State


def best_tower(state: State) -> BuiltTower | None:
    """Return the tower of most points, a winner's before others. A part is a card: its colour, and its number."""
    winners = state.outcome.winners if state.outcome else ()
    built = [
        (score_tower(tower).total, seat in winners, seat, tower)
        for account in state.accounts
        for seat, towers in enumerate(account.towers)
        for tower in towers
        if tower
    ]
    if not built:
        return None
    points, _, seat, tower = max(built, key=lambda each: each[:2])
    return BuiltTower(tuple(Part(COLOUR_NAMES[colour_of(card)], number_of(card)) for card in tower), seat, points)


def describe_tower(tower: BuiltTower) -> str:
    """Return its colour, and what it is worth."""
    colour, worth = tower.parts[-1].kind, tower.worth
    if colour not in COLOUR_NAMES:
        return ""
    points = tr_count("{points} point", "{points} points", abs(worth), points=with_minus(worth))
    # Translators: a tower of a colour, such as "blue, 60 points".
    return tr("{colour}, {points}", colour=tr(colour), points=points)
