"""The feats of Towers, and the best tower of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..engine import BuiltTower, Outcome, Part, Seat
from ..language import mark, tr, tr_count
from ..progress.summary import Feat, FeatFinder, only
from .actions import Claimed, Demolished, Event, FloorScored, ScoringBegan
from .core import State
from .floors import EffectVerb, Step

# -- best tower


LONGEST_NAME = 24


def best_tower(state: State) -> BuiltTower | None:
    """Return the tower that scored most for one seat, a winner if several are equal.

    Parts are floors: the name, the index of the floor in the deck, and the owner.
    """
    winners = state.outcome.winners if state.outcome else ()
    shares = [
        (points, seat in winners, seat, scored)
        for scored in state.ledger
        for seat, points in enumerate(scored.points)
        if scored.floors
    ]
    if not shares:
        return None
    points, _, seat, scored = max(shares, key=lambda each: each[:2])
    deck = state.variant.deck
    floors = zip(scored.floors, scored.owners)
    parts = (Part(deck.floor_of(card).name[:LONGEST_NAME], deck.kinds[card], owner) for card, owner in floors)
    return BuiltTower(tuple(parts), seat, points)


def describe_tower(tower: BuiltTower) -> str:
    """Return the number of floors and the points, such as "6 floors, 12 points"."""
    points = tr_count("{number} point", "{number} points", tower.worth)
    # Translators: a tower, such as "6 floors, 12 points".
    return tr_count("{number} floor, {points}", "{number} floors, {points}", len(tower.parts), points=points)


def describe_harm(what: str, size: int) -> str:
    """Return a bot's sentence about the floor that was taken from it."""
    # Translators: a bot says it. {floor} is the name of a floor, such as SPIRE.
    return tr("Last time you took my {floor}.", floor=tr(what))


# -- feats


FEATS = (
    Feat("spires", mark("Skyline"), mark("Score a SPIRE of your own twice in one game.")),
    Feat("offices", mark("Business district"), mark("Score eight points with one OFFICE.")),
    Feat("lobby", mark("Ground floor"), mark("Score five points with one LOBBY.")),
    Feat("eviction", mark("New owner"), mark("Score with a floor that your LANDLORD took from a rival.")),
    Feat("inferno", mark("Burnt out"), mark("Vacate two of your rivals' floors with one INFERNO.")),
    Feat("lift", mark("Going up"), mark("Score six points with one ELEVATOR, whoever owns it.")),
    Feat("dozen", mark("A dozen"), mark("Score twelve points with one tower.")),
    Feat("house", mark("Your own house"), mark("Score with four floors of one tower.")),
    Feat("double", mark("Two in one turn"), mark("Score in two towers in one of your own turns.")),
    Feat("unharmed", mark("Unharmed"), mark("Claim six floors in a game and lose none.")),
    Feat("behind", mark("Last laugh"), mark("Win after trailing a rival by ten points.")),
)
SPIRES, OFFICE, LOBBY, LIFT, DOZEN, HOUSE, UNHARMED, AHEAD = 2, 8, 5, 6, 12, 4, 6, 10
"""Limits of the feats: SPIREs scored; points of one OFFICE, LOBBY, ELEVATOR and tower; floors that score in one tower;
claims without a loss; points that a rival is ahead."""


class Finder(FeatFinder):
    """Finds feats; it remembers facts about the tower that is being scored, and about the whole game."""

    feats = FEATS

    def __init__(self) -> None:
        super().__init__()
        self._spires: Counter[Seat] = Counter()
        self._claims: Counter[Seat] = Counter()
        self._harmed: set[Seat] = set()
        self._behind: set[Seat] = set()
        self._points: Counter[Seat] = Counter()
        self._begin_tower()

    def _begin_tower(self) -> None:
        self._scoring: dict[Seat, set[int]] = {}
        self._taken: dict[int, Seat] = {}
        self._lifts: Counter[Seat] = Counter()
        self._lost: list[tuple[int, Seat, Seat | None]] = []
        """Floors of the tower that changed owners: the level, the owner before, and the owner after."""

    def see(self, step: Any) -> None:
        paid: Counter[Seat] = Counter()
        for event in step.events:
            if isinstance(event, Demolished):
                paid.update(seat for seat, points in enumerate(event.points) if points > 0)
            self._look(event, step.state)
        if step.entry.seat is not None:
            self.get(step.entry.seat, "double", paid[step.entry.seat] >= 2)
        scores = step.state.scores
        self._behind.update(seat for seat, score in enumerate(scores) if max(scores) - score >= AHEAD)

    def _look(self, event: Event, state: State) -> None:
        match event:
            case Claimed(seat):
                self._claims[seat] += 1
            case ScoringBegan():
                self._begin_tower()
            case FloorScored(_, step):
                self._score(step)
            case Demolished(_, points, floors):
                self._remember([state.variant.deck.floor_of(card).name for card in floors])
                for seat, gained in enumerate(points):
                    self.get(seat, "dozen", gained >= DOZEN)
                    self.get(seat, "house", len(self._scoring.get(seat, ())) >= HOUSE)

    def _remember(self, floors: Sequence[str]) -> None:
        """Remember who has taken which of these floors from whom."""
        for level, before, by in self._lost:
            if by is not None:
                self.harm(before, by, floors[level][:LONGEST_NAME])

    def _score(self, step: Step) -> None:
        owner = step.owner
        lost = [change for change in step.changes if change.before is not None and change.before != owner]
        self._lost += [(change.level, change.before, owner) for change in lost if change.before is not None]
        self._harmed.update(change.before for change in step.changes if change.before not in (None, change.after))
        if step.effect and step.effect.verb is EffectVerb.SCORE_TUCKS:
            for seat, points in enumerate(step.points):
                self.get(seat, "lift", points >= LIFT)
        if owner is None:
            return
        self.get(owner, "inferno", step.floor == "INFERNO" and len(lost) >= 2)
        if step.floor == "LANDLORD":
            self._taken.update({change.level: owner for change in lost})
        gained = step.points[owner]
        if not gained:
            return
        self._scoring.setdefault(owner, set()).add(step.level)
        self.get(owner, "eviction", self._taken.get(step.level) == owner)
        self._spires[owner] += step.floor == "SPIRE"
        self.get(owner, "spires", self._spires[owner] >= SPIRES)
        self.get(owner, "offices", step.floor == "OFFICE" and gained >= OFFICE)
        self.get(owner, "lobby", step.floor == "LOBBY" and gained >= LOBBY)

    def close(self, state: State, outcome: Outcome) -> None:
        for seat in range(state.variant.seats):
            self.get(seat, "unharmed", self._claims[seat] >= UNHARMED and seat not in self._harmed)
        for seat in only(self._behind, outcome):
            self.get(seat, "behind")
