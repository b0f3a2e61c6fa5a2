"""A draft before the game: the seats take turns in taking or striking one of twelve floors, until eight are left."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...engine import Seat
from ..decks import some_floors
from ..floors import Deck, EffectVerb, Floor, deck_of

OFFERED, PLAYED, EACH = 12, 8, 8
"""Number of floors offered, of floors played, and of cards of each floor."""
STRUCK = OFFERED - PLAYED

LIKED: dict[EffectVerb, float] = {
    EffectVerb.SCORE: 0.8, EffectVerb.SCORE_MATCHING: 1.0, EffectVerb.SCORE_ABOVE: 1.6, EffectVerb.SCORE_TUCKS: 1.2,
    EffectVerb.SCORE_BELOW: 1.6, EffectVerb.SCORE_OWN: 1.3, EffectVerb.SCORE_VACANT: 1.0, EffectVerb.SCORE_KINDS: 1.9,
    EffectVerb.DRAW: 1.2, EffectVerb.TAKE_BELOW: 1.4, EffectVerb.VACATE_BELOW: 0.9,
}  # fmt: skip
"""The worth of each effect to a bot that drafts, in points per unit of its amount."""
HARM = (EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW)
TASTES: dict[str, dict[EffectVerb, float]] = {
    "gentle": dict.fromkeys(HARM, -1.5),
    "cautious": dict.fromkeys(HARM, -0.6),
    "greedy": {EffectVerb.SCORE: 1.6, EffectVerb.DRAW: 1.6},
    "spiteful": dict.fromkeys(HARM, 2.2),
    "builder": {EffectVerb.SCORE_ABOVE: 2.4, EffectVerb.SCORE_BELOW: 2.4},
}
"""By level or temper, other worths of effects. All seats play with the same deck, so bots choose by taste."""
WHIM = 0.8
"""Standard deviation of a bot's random error in valuing a floor, in points."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice in a draft: the floor of that name is taken or struck."""

    floor: str
    is_taken: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft in progress; `picks` has the choices so far, in turn order."""

    offered: tuple[Floor, ...]
    seats: int
    picks: tuple[Pick, ...] = ()

    @property
    def turn(self) -> Seat:
        """The seat that chooses next."""
        return len(self.picks) % self.seats

    def fate(self, floor: Floor) -> bool | None:
        """Return True if a floor was taken, False if it was struck, None if neither."""
        return next((pick.is_taken for pick in self.picks if pick.floor == floor.name), None)

    def picker(self, floor: Floor) -> Seat | None:
        """Return the seat that took or struck a floor, None if it is not picked yet."""
        return next((number % self.seats for number, pick in enumerate(self.picks) if pick.floor == floor.name), None)

    @property
    def open(self) -> list[Floor]:
        """The floors that may still be taken or struck."""
        return [floor for floor in self.offered if self.fate(floor) is None]

    @property
    def struck(self) -> int:
        return sum(not pick.is_taken for pick in self.picks)

    @property
    def is_over(self) -> bool:
        """Whether eight floors are taken, or all but eight are struck."""
        return self.struck == STRUCK or len(self.picks) - self.struck == PLAYED

    def pick(self, pick: Pick) -> Draft:
        """Return the draft after a choice. Raises ValueError if the choice is not possible."""
        if self.is_over or pick.floor not in [floor.name for floor in self.open]:
            raise ValueError(f"{pick.floor!r} cannot be chosen")
        return replace(self, picks=(*self.picks, pick))

    def back(self) -> Draft:
        """Return the draft before its last choice."""
        return replace(self, picks=self.picks[:-1])

    def deck(self, title: str) -> Deck:
        """Return the deck that results from the finished draft, with the floors in the order of the offer."""
        leave = self.struck < STRUCK
        kept = [f for f in self.offered if (self.fate(f) if leave else self.fate(f) is not False)]
        return deck_of(title, tuple(replace(floor, count=EACH) for floor in kept))


def new_draft(decks: Iterable[Deck], seats: int, seed: int) -> Draft:
    """Return a draft that offers twelve floors of the decks."""
    return Draft(tuple(some_floors(decks, OFFERED, random.Random(seed))), seats)


def bots_pick(draft: Draft, level: str, temper: str, rng: random.Random) -> Pick:
    """Return a bot's choice: to take its favourite or to strike what it likes least, whichever matters more to it."""
    taste = LIKED | TASTES.get(level, {}) | TASTES.get(temper, {})
    opinions = [(_opinion(floor, taste) + rng.gauss(0, WHIM), floor.name) for floor in draft.open]
    usual = sum(opinion for opinion, _ in opinions) / len(opinions)
    (worst, struck), (best, taken) = min(opinions), max(opinions)
    return Pick(taken, True) if best - usual >= usual - worst else Pick(struck, False)


def _opinion(floor: Floor, taste: dict[EffectVerb, float]) -> float:
    return sum(taste[effect.verb] * effect.amount for effect in floor.effects) + floor.triggers_scoring
