"""The puzzle of the day: from the date alone, the same all over the world. A day is a date in UTC."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

from topping_out.game.bots.puzzles.puzzle import Puzzle, puzzles_of
from topping_out.game.language import tr
from topping_out.game.storage.history.puzzle_tries import PuzzleTry

WEEK = 7


def puzzle_of(day: date, games: Collection[str]) -> Puzzle | None:
    """Return the puzzle of a day: of one game or another, and none that only a long search finds."""
    by_lot = sorted(games, key=lambda game: _lot(f"{day.isoformat()} {game}"))
    for game in by_lot:  # another game more changes nothing, but on the days that fall to it
        told = sorted((one for one in puzzles_of(game) if not one.is_deep), key=lambda one: _lot(one.name))
        if told:
            return told[day.toordinal() % len(told)]
    return None


def _lot(word: str) -> bytes:
    return sha256(f"topping-out puzzle {word}".encode()).digest()


def is_solved(day: date, games: Collection[str], tries: Iterable[PuzzleTry]) -> bool:
    """Tell whether a day's puzzle was solved on that day."""
    puzzle = puzzle_of(day, games)
    return puzzle is not None and any(
        done.is_right and (done.game, done.puzzle) == (puzzle.header.game, puzzle.name) and _day_of(done) == day
        for done in tries
    )


def state_words(is_solved: bool) -> str:
    """Return how today's puzzle stands with the player."""
    return tr("Solved today") if is_solved else tr("One a day, the same for everybody")


def week(today: date, games: Collection[str], tries: Collection[PuzzleTry]) -> list[tuple[date, bool]]:
    """Return the last seven days, today being the last, each with whether its puzzle was solved on that day."""
    days = [today - timedelta(days=WEEK - 1 - number) for number in range(WEEK)]
    return [(day, is_solved(day, games, tries)) for day in days]


def _day_of(done: PuzzleTry) -> date | None:
    try:
        return datetime.fromisoformat(done.when).astimezone(UTC).date()
    except (ValueError, OverflowError, OSError):  # a clock of long ago is beyond what a system can turn
        return None
