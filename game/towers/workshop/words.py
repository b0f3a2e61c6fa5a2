"""What was measured of a deck, in words."""

from __future__ import annotations

from collections.abc import Iterator

from topping_out.game.language import tr
from topping_out.game.text import listed
from topping_out.game.towers.core.numbers import HEIGHT
from topping_out.game.towers.decks import scores
from topping_out.game.towers.floors import Deck
from topping_out.game.towers.workshop.measure import LUCK, Measures


def doubts(deck: Deck) -> Iterator[str]:
    """Yield what may not be meant of a deck, though it can be played."""
    if not any(map(scores, deck.floors)):
        yield tr("No floor scores, so every game ends in a tie.")
    if not deck.triggers:
        number = HEIGHT
        yield tr("No floor triggers scoring: a tower is only scored at {number} floors, or at the end.", number=number)


def measure_rows(found: Measures) -> Iterator[tuple[str, str]]:
    """Yield what was measured: what it is, and its figure in words."""
    yield tr("Length"), tr("{number} turns each", number=f"{found.turns_each:.1f}")
    yield tr("Points"), tr("{number} each", number=f"{found.points_each:.1f}")
    yield tr("Whoever begins wins"), tr("{share}% of games", share=round(100 * found.beginner))
    yield tr("Hard bots beat easy ones"), skill_words(found)
    yield tr("Decides most"), tr(found.deciding) if found.deciding else tr("no floor")
    never = found.never_claimed
    yield tr("Hardly ever claimed"), listed([tr(name) for name in never]) if never else tr("no floor")


def skill_words(found: Measures) -> str:
    """Return how much better the good bot plays than the weak one, and whether that is little."""
    share, error = round(100 * found.skill), max(1, round(100 * found.error))
    told = tr("{share}% of games (± {error})", share=share, error=error)
    return tr("{words}: mostly luck", words=told) if found.skill < LUCK else told
