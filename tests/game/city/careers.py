"""Matches of the city that were played, made up: their headers are the program's own, their ends the test's."""

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
    """Return a match that was just begun."""
    number = next(_numbers)
    header = header_for(standing, elo, number, f"2026-11-22T{number // 60:02}:{number % 60:02}:00")
    return Saved(Path(f"{number:05}.jsonl"), header, 3, None)


def ended(standing: StageStanding, is_won: bool = True, elo: float = 1000) -> Saved:
    """Return the next game of a match as it ended, with all that the match asks for, or with nothing of it."""
    saved, stage = begun(standing, elo), standing.stage
    others = tuple(5 for _ in saved.header.seats[1:])
    outcome = Outcome((0,) if is_won else (1,), (50 if is_won else 0, *others), "points")
    goals = (Achieved(0, stage.goal),) if stage.goal and is_won else ()
    return changed(saved, outcome=outcome, summary=Summary(60_000, None, (), goals))


def win(games: list[Saved], *names: str) -> list[Saved]:
    """Play these districts to their end, everything won; return all games."""
    for name in names:
        while standings(games)[name].next:
            games = [*games, ended(next_of(games, name))]
    return games
