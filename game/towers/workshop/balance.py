"""Counts that even a deck out, by a small search."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from topping_out.game.towers.floors import Deck, Floor, deck_of
from topping_out.game.towers.refusals import MOST_COUNT
from topping_out.game.towers.workshop.measure import Batch, Measures

ROUNDS = 16
"""Tries of other counts."""
GAMES = 24
"""For each try, all on the same deals."""
SEED = 1_000_001
"""Of the first deal: not of those by which decks are measured, so that no deck is fitted to its measure."""
FEWEST = 2
"""Cards of a floor that are left."""

Try = tuple[Deck, Measures]


def balancing(deck: Deck, seats: int, rounds: int = ROUNDS) -> Generator[Batch, Measures, Deck]:
    """Ask for games, take what they show, and return the best counts found; the number of cards stays.

    Cards go from a floor that matters much to one that hardly does.
    """
    best = deck, (yield quick(deck, seats))
    tried = {deck}
    for _ in range(rounds):
        other = next((way for way in ways(best) if way not in tried), None)
        if other is None:
            break
        tried.add(other)
        best = better(best, (other, (yield quick(other, seats))))
    return best[0]


def quick(deck: Deck, seats: int) -> Batch:
    """Return a few games between equals."""
    return Batch(deck, seats, GAMES, 0, SEED)


def better(one: Try, other: Try) -> Try:
    return other if other[1].unevenness < one[1].unevenness else one


def ways(best: Try) -> Iterator[Deck]:
    """Yield decks with other counts, the most promising first: two cards moved, or one, between unlike floors."""
    deck, found = best
    pairs = [(high, low) for high in deck.floors for low in deck.floors]
    pairs = [(high, low) for high, low in pairs if found.share(high.name) > found.share(low.name)]
    pairs.sort(key=lambda pair: found.share(pair[1].name) - found.share(pair[0].name))
    for high, low in pairs:
        for number in (2, 1):
            if high.count - number >= FEWEST and low.count + number <= MOST_COUNT:
                yield _moved(deck, high, low, number)


def _moved(deck: Deck, high: Floor, low: Floor, number: int) -> Deck:
    changed = {high.name: high.count - number, low.name: low.count + number}
    floors = tuple(replace(floor, count=changed.get(floor.name, floor.count)) for floor in deck.floors)
    return deck_of(deck.title, floors, deck.about)
