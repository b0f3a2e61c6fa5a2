"""Counts that even a deck out, by a small search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from topping_out.game.towers.decks import MOST_COUNT
from topping_out.game.towers.floors import Deck, Floor, deck_of
from topping_out.game.towers.workshop.measure import Batch, Measures, measure

ROUNDS = 16
"""Tries of other counts."""
GAMES = 24
"""For each try, all on the same deals."""
FEWEST = 2
"""Cards of a floor that are left."""

Try = tuple[Deck, Measures]


def quick(deck: Deck, seats: int) -> Measures:
    """Return what a few games between equals show."""
    return measure(Batch(deck, seats, GAMES, 0, 1))


def search(deck: Deck, seats: int, rounds: int = ROUNDS) -> Iterator[Try]:
    """Yield the best counts so far after each try: a card goes from a floor that matters much to one that hardly does.

    The number of cards stays.
    """
    best = deck, quick(deck, seats)
    yield best
    tried = {deck}
    for _ in range(rounds):
        other = next((way for way in ways(best) if way not in tried), None)
        if other is None:
            return
        tried.add(other)
        best = better(best, (other, quick(other, seats)))
        yield best


def better(one: Try, other: Try) -> Try:
    return other if other[1].unevenness < one[1].unevenness else one


def ways(best: Try) -> Iterator[Deck]:
    """Yield decks with other counts, the most promising first: two cards moved, or one, between unlike floors."""
    deck, found = best
    ranked = sorted(deck.floors, key=lambda floor: found.share(floor.name))
    pairs = [(high, low) for high in ranked for low in ranked if found.share(high.name) > found.share(low.name)]
    pairs.sort(key=lambda pair: found.share(pair[1].name) - found.share(pair[0].name))
    for high, low in pairs:
        for number in (2, 1):
            if high.count - number >= FEWEST and low.count + number <= MOST_COUNT:
                yield _moved(deck, high, low, number)


def _moved(deck: Deck, high: Floor, low: Floor, number: int) -> Deck:
    changed = {high.name: high.count - number, low.name: low.count + number}
    floors = tuple(replace(floor, count=changed.get(floor.name, floor.count)) for floor in deck.floors)
    return deck_of(deck.title, floors, deck.about)
