"""Scoring a tower: what it is worth, and the whole account of how that comes about.

All of it is pure and needs nothing hidden, so that what a tower would score now can be shown to anyone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from topping_out.game.engine import Seat
from topping_out.game.towers.core.numbers import HAND
from topping_out.game.towers.floors import NONE, CardId, Deck, Effect, EffectVerb, Kinds
from topping_out.game.towers.state import Scored, Storey, View


class TowerTally(NamedTuple):
    """What a tower scores for each seat, and (seat, cards) for each draw that it grants."""

    points: tuple[int, ...]
    draws: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class OwnerChange:
    """A floor changes hands for the rest of the scoring; None: vacant."""

    level: int
    before: Seat | None
    after: Seat | None


@dataclass(frozen=True, slots=True)
class Step:
    """One effect of one floor, or a vacant floor skipped."""

    level: int
    floor: str
    owner: Seat | None
    """At that moment; None: vacant."""
    effect: Effect | None
    """None where there is none to do."""
    points: tuple[int, ...]
    """Scored by this step, for each seat."""
    drawn: int
    """Cards that the owner draws, as far as hand and deck allow."""
    changes: tuple[OwnerChange, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """A tower's scoring from the top floor down."""

    steps: tuple[Step, ...]
    points: tuple[int, ...]
    """In all, for each seat."""


class _Run:
    """A tower in the middle of its scoring; the cards stay, owners change only here."""

    __slots__ = ("draws", "kinds", "owners", "points", "tuckers")

    def __init__(self, kinds: Kinds, owners: bytes, seats: int) -> None:
        self.kinds = kinds
        self.tuckers = owners.replace(bytes((NONE,)), b"")
        self.owners = bytearray(owners)
        self.points = [0] * seats
        self.draws: list[tuple[Seat, int]] = []

    def perform(self, effect: Effect, level: int, owner: Seat) -> None:
        """Do an effect for the owner of the floor that has it; below the ground there is nothing to do it to (F4)."""
        amount = effect.amount
        match effect.verb:
            case EffectVerb.DRAW:
                self.draws.append((owner, amount))
            case EffectVerb.SCORE_TUCKS:
                for seat in self.tuckers:
                    self.points[seat] += amount
            case EffectVerb.TAKE_BELOW:
                self.hand_over(level, amount, owner)
            case EffectVerb.VACATE_BELOW:
                self.hand_over(level, amount, NONE)
            case verb:
                self.points[owner] += amount * self.number_of(verb, level, owner)

    def number_of(self, verb: EffectVerb, level: int, owner: Seat) -> int:
        """Return how many there are of what an effect of the owner's floor counts, at this moment."""
        match verb:
            case EffectVerb.SCORE_MATCHING:
                return self.kinds.count(self.kinds[level])
            case EffectVerb.SCORE_ABOVE:
                return len(self.kinds) - 1 - level
            case EffectVerb.SCORE_BELOW:
                return level
            case EffectVerb.SCORE_OWN:
                return self.owners.count(owner)
            case EffectVerb.SCORE_VACANT:
                return self.owners.count(NONE)
            case EffectVerb.SCORE_KINDS:
                return len(set(self.kinds))
        return 1

    def hand_over(self, level: int, floors: int, owner: int) -> None:
        for below in range(max(0, level - floors), level):
            self.owners[below] = owner


def _run_down(deck: Deck, run: _Run) -> Iterator[tuple[int, int, Effect | None]]:
    """Perform the tower from the top floor down; yield (level, owner, effect) after each effect or skipped floor."""
    for level in range(len(run.kinds) - 1, -1, -1):
        owner = run.owners[level]
        effects = deck.floors[run.kinds[level]].effects if owner != NONE else ()
        for effect in effects:
            run.perform(effect, level, owner)
            yield level, owner, effect
        if not effects:
            yield level, owner, None


@lru_cache(maxsize=4096)
def tally(deck: Deck, kinds: Kinds, owners: bytes, seats: int) -> TowerTally:
    """Return what a tower of these floors (ground floor first) with these owners is worth."""
    run = _Run(kinds, owners, seats)
    for _ in _run_down(deck, run):
        pass
    return TowerTally(tuple(run.points), tuple(run.draws))


def account(deck: Deck, kinds: Kinds, owners: bytes, hand_sizes: Sequence[int], draw_pile: int) -> Account:
    """Return the scoring of such a tower step by step, with hands and a draw pile of these sizes."""
    run = _Run(kinds, owners, len(hand_sizes))
    room, left = [HAND - size for size in hand_sizes], draw_pile
    steps = []
    points, before = run.points[:], run.owners[:]
    for level, owner, effect in _run_down(deck, run):
        drawn = 0
        if effect is not None and effect.verb is EffectVerb.DRAW:
            drawn = min(effect.amount, room[owner], left)
            room[owner] -= drawn
            left -= drawn
        gained = tuple(now - then for now, then in zip(run.points, points))
        changes = tuple(
            OwnerChange(n, _seat(then), _seat(now))
            for n, (then, now) in enumerate(zip(before, run.owners))
            if then != now
        )
        floor = deck.floors[kinds[level]].name
        steps.append(Step(level, floor, _seat(owner), effect, gained, drawn, changes[::-1]))
        points, before = run.points[:], run.owners[:]
    return Account(tuple(steps), tuple(run.points))


def preview(view: View, plot: int) -> Account:
    """Return what the tower on that plot would score if it were scored now."""
    return appraise(view, view.towers[plot])


def appraise(view: View, tower: Sequence[Storey]) -> Account:
    """Return what such a tower would score now, whether or not it stands anywhere."""
    floors, owners = [storey.card for storey in tower], [storey.owner for storey in tower]
    deck = view.variant.deck
    return _known_account(deck, *_in_bytes(deck, floors, owners), view.hand_sizes, view.draw_pile)


_known_account = lru_cache(maxsize=64)(account)
"""The account of a tower that is looked at again and again."""


def recount(deck: Deck, scored: Scored) -> Account:
    """Return the account of a tower that was scored earlier."""
    return account(deck, *_in_bytes(deck, scored.floors, scored.owners), scored.hand_sizes, scored.draw_pile)


def _in_bytes(deck: Deck, floors: Iterable[CardId], owners: Iterable[Seat | None]) -> tuple[Kinds, bytes]:
    """Return the kinds of a tower's floors, and who owns them."""
    return bytes(floors).translate(deck.kinds), bytes(NONE if owner is None else owner for owner in owners)


def _seat(owner: int) -> Seat | None:
    return None if owner == NONE else owner
