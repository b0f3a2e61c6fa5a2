"""What a game's events tell of it so far: every scoring as it stood and went, and what each seat did last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from topping_out.game.engine import Seat
from topping_out.game.towers.events import Built, Claimed, Demolished, Event, FloorScored, ScoringBegan, TurnBegan
from topping_out.game.towers.floors import CardId
from topping_out.game.towers.scoring import Step
from topping_out.game.towers.state import Cause


@dataclass(frozen=True)
class Scoring:
    """One tower's scoring, with the tower as it stood when that began."""

    turn: int
    """Number of the turn at whose end it was, the first is 1."""
    plot: int
    cause: Cause
    floors: tuple[CardId, ...]
    """Ground floor first."""
    owners: tuple[Seat | None, ...]
    steps: tuple[Step, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class LastPlay:
    """What a seat did in its last turn: a floor built or claimed."""

    seat: Seat
    plot: int
    level: int
    is_claim: bool


def last_plays(events: Iterable[Event]) -> list[LastPlay]:
    """Return what each seat did in its last turn, as far as it still stands. Needs every event from the beginning."""
    plays: list[LastPlay] = []
    acted: set[Seat] = set()
    for event in events:
        match event:
            case TurnBegan():
                acted.clear()
            case Built(seat, plot, level) | Claimed(seat, plot, level):
                if seat not in acted:
                    plays = [play for play in plays if play.seat != seat]
                    acted.add(seat)
                plays.append(LastPlay(seat, plot, level, isinstance(event, Claimed)))
            case Demolished(gone):
                plays = [play for play in plays if play.plot != gone]
    return plays


def scorings(events: Iterable[Event]) -> list[Scoring]:
    """Return all scorings in order. Needs every event from the beginning of the game; hidden faces do not matter."""
    found: list[Scoring] = []
    towers: dict[int, list[tuple[CardId, Seat | None]]] = {}
    turn = 1
    cause: Cause = "height"
    steps: list[Step] = []
    for event in events:
        match event:
            case Built(_, plot, _, card):
                towers.setdefault(plot, []).append((card, None))
            case Claimed(seat, plot, level):
                towers[plot][level] = towers[plot][level][0], seat
            case ScoringBegan(_, why):
                cause, steps = why, []
            case FloorScored(_, step):
                steps.append(step)
            case Demolished(plot, points):
                floors, owners = zip(*towers.pop(plot))
                found.append(Scoring(turn, plot, cause, floors, owners, tuple(steps), points))
            case TurnBegan():
                turn += 1
    return found


def points_by_floor(found: Sequence[Scoring], seat: Seat) -> Counter[str]:
    """Return how much each kind of floor, by its name, has scored for a seat."""
    total: Counter[str] = Counter()
    for scoring in found:
        for step in scoring.steps:
            if step.points[seat]:
                total[step.floor] += step.points[seat]
    return total
