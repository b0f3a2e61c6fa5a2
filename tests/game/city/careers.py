"""Made-up results of matches of the city, with real headers."""

from dataclasses import replace as changed
from itertools import count
from pathlib import Path

from topping_out.game.city.city import DistrictStanding, StageStanding, header_for, plan, standing_of
from topping_out.game.engine import Outcome
from topping_out.game.progress.summary import Achieved, Summary
from topping_out.game.storage.library import Saved

_numbers = count(1)


def standings(games: list[Saved]) -> dict[str, DistrictStanding]:
    return {standing.district.name: standing for standing in standing_of(plan(), games)}


def next_of(games: list[Saved], district: str) -> StageStanding:
    found = standings(games)[district].next
    assert found
    return found


def begun(standing: StageStanding, elo: float = 1000) -> Saved:
    """Return a match that has just begun."""
    number = next(_numbers)
    header = header_for(standing, elo, number, f"2026-11-22T{number // 60:02}:{number % 60:02}:00")
    return Saved(Path(f"{number:05}.jsonl"), header, 3, None)


def ended(standing: StageStanding, is_won: bool = True, elo: float = 1000) -> Saved:
    """Return a finished game of a match that meets all conditions of the match, or none."""
    saved, stage = begun(standing, elo), standing.stage
    rivals_scores = tuple(5 for _ in saved.header.seats[1:])
    outcome = Outcome((0,) if is_won else (1,), (50 if is_won else 0, *rivals_scores), "points")
    goals = (Achieved(0, stage.goal),) if stage.goal and is_won else ()
    return changed(saved, outcome=outcome, summary=Summary(60_000, None, (), goals))


def win(games: list[Saved], *names: str) -> list[Saved]:
    """Win every match of these districts. Return all games."""
    for name in names:
        while standings(games)[name].next:
            games = [*games, ended(next_of(games, name))]
    return games
