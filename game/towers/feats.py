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
    Feat("spires", mark("Skyline"), mark("Score a SPIRE of your own twice in one game."), 1, {"spires": 2}),
    Feat("offices", mark("Business district"), mark("Score eight points with one OFFICE."), 2, {"office": 8}),
    Feat("lobby", mark("Ground floor"), mark("Score five points with one LOBBY."), 1, {"lobby": 5}),
    Feat("eviction", mark("New owner"), mark("Score with a floor that your LANDLORD took from a rival.")),
    Feat("inferno", mark("Burnt out"), mark("Vacate two of your rivals' floors with one INFERNO.")),
    Feat("lift", mark("Going up"), mark("Score six points with one ELEVATOR, whoever owns it."), 1, {"lift": 6}),
    Feat("dozen", mark("A dozen"), mark("Score twelve points with one tower."), 1, {"tower": 12}),
    Feat("house", mark("Your own house"), mark("Score with four floors of one tower."), 3, {"floors": 4}),
    Feat("double", mark("Two in one turn"), mark("Score in two towers in one of your own turns."), 1, {"at_once": 2}),
    Feat("unharmed", mark("Unharmed"), mark("Claim six floors in a game and lose none.")),
    Feat("behind", mark("Last laugh"), mark("Win after trailing a rival by ten points."), 2, {"won": 1, "behind": 10}),
    Feat("claims", mark("Landed property"), mark("Claim fifteen floors in one game."), 2, {"claims": 15}),
    Feat("variety", mark("A bit of everything"),
         mark("Score with an OFFICE, a LOBBY, a SPIRE and an ELEVATOR of your own in one game."), 1, {"kinds": 4}),
    Feat("spires_3", mark("Three spires"),
         mark("Score a SPIRE of your own three times in one game."), 1, {"spires": 3}),
    Feat("spires_4", mark("City of spires"),
         mark("Score a SPIRE of your own four times in one game."), 2, {"spires": 4}),
    Feat("office_10", mark("Head office"), mark("Score ten points with one OFFICE."), 3, {"office": 10}),
    Feat("sixteen", mark("Sixteen"), mark("Score sixteen points with one tower."), 1, {"tower": 16}),
    Feat("twenty", mark("Twenty"), mark("Score twenty points with one tower."), 2, {"tower": 20}),
    Feat("lift_8", mark("Express lift"),
         mark("Score eight points with one ELEVATOR, whoever owns it."), 1, {"lift": 8}),
    Feat("lift_10", mark("To the very top"),
         mark("Score ten points with one ELEVATOR, whoever owns it."), 3, {"lift": 10}),
    Feat("five_floors", mark("Home from home"), mark("Score with five floors of one tower."), 3, {"floors": 5}),
    Feat("taken_3", mark("Rent day"),
         mark("Take three floors from rivals with LANDLORDs in one game."), 2, {"taken": 3}),
    Feat("taken_5", mark("The whole street"),
         mark("Take five floors from rivals with LANDLORDs in one game."), 3, {"taken": 5}),
    Feat("vacated_5", mark("Nobody home"), mark("Vacate five of your rivals' floors in one game."), 2, {"vacated": 5}),
    Feat("triple", mark("Three in one turn"),
         mark("Score in three towers in one of your own turns."), 3, {"at_once": 3}),
    Feat("alone_5", mark("All yours"), mark("In five towers of one game, be the only one to score."), 2, {"alone": 5}),
    Feat("drawn_6", mark("Room service"), mark("Draw six cards with SUITEs in one game."), 2, {"drawn": 6}),
    Feat("score_35", mark("Thirty-five"), mark("Score thirty-five points in one game."), 2, {"score": 35}),
    Feat("score_50", mark("Fifty"), mark("Score fifty points in one game."), 3, {"score": 50}),
    Feat("landslide", mark("Miles ahead"), mark("Win by twenty points."), 3, {"lead": 20}),
    Feat("close", mark("By a nose"), mark("Win by one point, or on a tie."), 2, {"close": 1}),
    Feat("long_way", mark("Last laugh, and longest"),
         mark("Win after trailing a rival by fifteen points."), 3, {"won": 1, "behind": 15}),
    Feat("crowd", mark("Four at the door"), mark("Win against three rivals."), 2, {"rivals": 3}),
)  # fmt: skip
UNHARMED = 6
"""Number of floors to claim for the feat of losing none."""
CLOSE = 2
"""By how much less than this a close game is won."""
KINDS = ("OFFICE", "LOBBY", "SPIRE", "ELEVATOR")
VACATING = ("INFERNO", "NOISE COMPLAINT")


class Finder(FeatFinder):
    """Finds feats; it remembers facts about the tower that is being scored, and about the whole game."""

    feats = FEATS

    def __init__(self) -> None:
        super().__init__()
        self._harmed: set[Seat] = set()
        self._kinds: dict[Seat, set[str]] = {}
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
            self.most(step.entry.seat, "at_once", paid[step.entry.seat])
        scores = step.state.scores
        for seat, score in enumerate(scores):
            self.most(seat, "behind", max(scores) - score)

    def _look(self, event: Event, state: State) -> None:
        match event:
            case Claimed(seat):
                self.count(seat, "claims")
            case ScoringBegan():
                self._begin_tower()
            case FloorScored(_, step):
                self._score(step)
            case Demolished(_, points, floors):
                self._remember([state.variant.deck.floor_of(card).name for card in floors])
                for seat, gained in enumerate(points):
                    self.most(seat, "tower", gained)
                    self.most(seat, "floors", len(self._scoring.get(seat, ())))
                    others = (other for rival, other in enumerate(points) if rival != seat)
                    self.count(seat, "alone", gained > 0 and not any(other > 0 for other in others))

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
                self.most(seat, "lift", points)
        if owner is None:
            return
        self.count(owner, "drawn", step.drawn)
        self.count(owner, "taken", len(lost) * (step.floor == "LANDLORD"))
        self.count(owner, "vacated", len(lost) * (step.floor in VACATING))
        self.get(owner, "inferno", step.floor == "INFERNO" and len(lost) >= 2)
        if step.floor == "LANDLORD":
            self._taken.update({change.level: owner for change in lost})
        gained = step.points[owner]
        if not gained:
            return
        self._scoring.setdefault(owner, set()).add(step.level)
        self.get(owner, "eviction", self._taken.get(step.level) == owner)
        self.count(owner, "spires", step.floor == "SPIRE")
        self.most(owner, "office", gained * (step.floor == "OFFICE"))
        self.most(owner, "lobby", gained * (step.floor == "LOBBY"))
        if step.floor in KINDS:
            self._kinds.setdefault(owner, set()).add(step.floor)
            self.most(owner, "kinds", len(self._kinds[owner]))

    def close(self, state: State, outcome: Outcome) -> None:
        for seat in range(state.variant.seats):
            claims = self.measures.get((seat, "claims"), 0)
            self.get(seat, "unharmed", claims >= UNHARMED and seat not in self._harmed)
        for seat, score in enumerate(outcome.scores):
            self.most(seat, "score", score)
        for seat in only(range(state.variant.seats), outcome):
            lead = outcome.scores[seat] - max(s for other, s in enumerate(outcome.scores) if other != seat)
            measures = (("won", 1), ("lead", lead), ("close", CLOSE - lead), ("rivals", state.variant.seats - 1))
            for measure, value in measures:
                self.most(seat, measure, value)
