"""What holds at every moment of every game, whatever the options, the seats and the luck.

Each function takes a state and raises AssertionError where it has come apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from game.icetowers.state import scores
from game.icetowers.table import DEPTH, FOOTPRINT, WIDTH, Tower, overlap
from game.towering import cards as towering_cards
from game.towering.state import Stage
from game.towers import state as towers
from game.towers.floors import NONE
from game.wyoming.cards import DECK, suit_of
from game.wyoming.state import HAND

WIDEST = max(width for width, _ in FOOTPRINT)


def check_wyoming(state: Any) -> None:
    """A hundred cards, towers of one suit, at most seven in a hand, no debt in the Sky."""
    places = b"".join((*state.hands, *state.towers, state.deck, state.discards))
    assert bytes(sorted(places)) == DECK, "cards were lost or doubled"
    assert all(len(set(map(suit_of, tower))) <= 1 for tower in state.towers), "a tower of two suits"
    assert all(len(hand) <= HAND for hand in state.hands), "a hand of more than seven"
    assert state.pennies >= 0, "fewer pennies than none"


def check_towering(state: Any) -> None:
    """The cards of the round, towers that rise, hands as large as the turn has them."""
    variant = state.variant
    places = b"".join((*state.hands, *state.towers, *state.discards, state.deck))
    cards = towering_cards.deck_of(variant.colours, variant.materials[state.round])
    assert bytes(sorted(places)) == cards, "cards were lost or doubled"
    for tower in state.towers:
        assert len(set(map(towering_cards.colour_of, tower))) <= 1, "a tower of two colours"
        numbers = [number for card in tower if (number := towering_cards.NUMBER_OF[card])]
        assert numbers == sorted(set(numbers)), "a tower that does not rise"
    draws = state.outcome is None and state.stage is Stage.DRAW
    assert len(state.hands[state.turn]) == variant.hand - draws, "a hand of the wrong size"
    assert len(state.hands[1 - state.turn]) == variant.hand, "the other hand is of the wrong size"


def check_towers(state: Any) -> None:
    """The deck's cards, at most six in a hand, a tucked card under each owned floor and under no other."""
    floors, tucks = map(towers.floors_of, state.towers), map(towers.tucks_of, state.towers)
    places = b"".join((*state.hands, state.draw_pile, state.discards, *floors, *tucks))
    assert bytes(sorted(places)) == bytes(state.variant.deck.cards), "cards were lost or doubled"
    assert all(len(hand) <= towers.HAND for hand in state.hands), "a hand of more than six"
    assert len(state.towers) == state.variant.limit, "plots were lost or added"
    for tower in state.towers:
        owned = [owner != NONE for owner in towers.owners_of(tower)]
        assert owned == [tuck != NONE for tuck in tower[2::3]], "a tuck without an owner, or an owner without one"


def check_icetowers(state: Any) -> None:
    """Every piece in one place, 30 points a colour (I15), nothing overlaps or leaves the table (I13)."""
    colours, standing = state.variant.colours, state.towers
    held = [hand.piece for hand in state.hands if hand is not None]
    pieces = sorted([*held, *(piece for tower in standing for piece in tower.pieces)])
    assert pieces == list(range(15 * colours)), "pieces were lost or doubled"
    assert sum(scores(state)) == 30 * colours, "the scores do not add up"
    assert not any(overlap(one, other) for one, other in _neighbours(standing)), "towers overlap"
    for tower in standing:
        width, depth = FOOTPRINT[tower.base]
        assert width // 2 <= tower.x <= WIDTH - width // 2, "a tower has left the table"
        assert depth // 2 <= tower.y <= DEPTH - depth // 2, "a tower has left the table"


def _neighbours(standing: Iterable[Tower]) -> Iterator[tuple[Tower, Tower]]:
    """Yield the pairs that are no farther apart, from left to right, than the widest piece: no others can overlap."""
    waiting: list[Tower] = []
    for tower in sorted(standing, key=lambda tower: tower.x):
        waiting = [one for one in waiting if tower.x - one.x <= WIDEST]
        yield from ((one, tower) for one in waiting)
        waiting.append(tower)


INVARIANTS: dict[str, Callable[[Any], None]] = {
    "wyoming": check_wyoming,
    "towering": check_towering,
    "towers": check_towers,
    "icetowers": check_icetowers,
}
"""By game."""
