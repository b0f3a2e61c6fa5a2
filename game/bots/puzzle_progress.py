"""A player's progress with the puzzles: packs of them, the next one, and the puzzle of the day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, date, datetime
from functools import cached_property
from hashlib import sha256

from ..language import mark, tr
from ..progress.daily import week_to
from ..progress.rating import Rating
from ..storage.history import PuzzleTries, PuzzleTry
from .puzzles import MOTIFS, Puzzle, puzzles_of

# -- packs


LEAST = 3
"""The fewest puzzles of a motif for a pack of its own."""
MIXED = "mixed"
TITLES = MOTIFS | {MIXED: (mark("Mixed"), mark("A bit of everything."))}


def packs_of(puzzles: Iterable[Puzzle]) -> dict[str, list[Puzzle]]:
    """Return the puzzles by pack, each in the given order. The largest pack is first, the mixed one last."""
    in_order, found = [*puzzles], defaultdict[str, list[Puzzle]](list)
    for puzzle in in_order:
        found[puzzle.motif].append(puzzle)
    order = sorted((motif for motif in found if len(found[motif]) >= LEAST), key=lambda motif: -len(found[motif]))
    while order and 0 < sum(puzzle.motif not in order for puzzle in in_order) < LEAST:
        order.pop()
    rest = [puzzle for puzzle in in_order if puzzle.motif not in order]
    return {motif: found[motif] for motif in order} | ({MIXED: rest} if rest else {})


def pack_of(packs: Mapping[str, list[Puzzle]], puzzle: Puzzle) -> str:
    """Return the key of the pack that contains a puzzle."""
    return puzzle.motif if puzzle.motif in packs else MIXED


def title_of(pack: str) -> str:
    return tr(TITLES[pack][0])


def about(pack: str) -> str:
    """Return a hint at what a pack's puzzles are about."""
    return tr(TITLES[pack][1])


# -- progress


EASIER = 70.0
"""How far below the player's rating the next puzzle should be. At this distance, 3 in 5 are solved."""


class PuzzleProgress:
    """A player's progress with the puzzles of one game."""

    def __init__(self, game: str, tries: PuzzleTries) -> None:
        in_order = sorted(puzzles_of(game), key=lambda puzzle: (not puzzle.counted, puzzle.rating, -puzzle.lead))
        self.puzzles: Mapping[str, Puzzle] = {puzzle.name: puzzle for puzzle in in_order}
        """By name, first those whose answers can be counted, then those of judgement, each from easy to hard.

        Among equally easy ones, that with the largest lead is first.
        """
        self.first = {name: is_right for name, is_right in tries.first(game).items() if name in self.puzzles}
        """Whether the first try at each puzzle was right, in order of the tries."""
        self.solved = tries.solved(game) & self.puzzles.keys()
        self._tried = [done.puzzle for done in tries.tries if done.game == game]

    @cached_property
    def rating(self) -> Rating:
        """The player's rating. Puzzles count as opponents, and only the first try at each counts."""
        rating = Rating()
        for name, is_right in self.first.items():
            opponent = (self.puzzles[name].rating,)
            rating = rating.after((), (), opponent) if is_right else rating.after(opponent)
        return rating

    @cached_property
    def packs(self) -> dict[str, list[Puzzle]]:
        """The puzzles by pack, in the order of `puzzles`."""
        return packs_of(self.puzzles.values())

    def solved_in(self, pack: str) -> int:
        """Return the number of solved puzzles in a pack."""
        return sum(puzzle.name in self.solved for puzzle in self.packs[pack])

    def next_in(self, pack: str, after: str) -> Puzzle | None:
        """Return the next unsolved puzzle of a pack after another, wrapping round at the end, or None."""
        names = [puzzle.name for puzzle in self.packs[pack]]
        here = names.index(after) + 1 if after in names else 0
        left = (name for name in names[here:] + names[:here] if name not in self.solved and name != after)
        return next((self.puzzles[name] for name in left), None)

    def next(self, after: str = "") -> Puzzle | None:
        """Return the puzzle, other than the one just tried, that suits the player best; None if there is no other.

        Prefer a new puzzle, then one that was never solved, then the one tried longest ago.
        """
        left = [puzzle for puzzle in self.puzzles.values() if puzzle.name != after]
        new = [puzzle for puzzle in left if puzzle.name not in self.first]
        unsolved = [puzzle for puzzle in left if puzzle.name not in self.solved]
        if new or unsolved:
            aim = self.rating.elo - EASIER
            return min(new or unsolved, key=lambda puzzle: abs(puzzle.rating - aim))
        last = {name: place for place, name in enumerate(self._tried)}
        return min(left, key=lambda puzzle: last.get(puzzle.name, -1), default=None)

    def number_of(self, puzzle: Puzzle) -> int:
        """Return a puzzle's number, from 1."""
        return [*self.puzzles].index(puzzle.name) + 1


# -- today


NO_REPEAT_DAYS = 30
"""No puzzle of the day comes again within this many days. A game with fewer puzzles leaves some days to others."""


def puzzle_of(day: date, games: Collection[str]) -> Puzzle | None:
    """Return the puzzle of a day, from one of the games.

    None if no game has a puzzle for the day, which happens only if each has fewer than `NO_REPEAT_DAYS`.
    """
    # Games with few puzzles come first: they leave most days to others. An additional game only changes its own days.
    found = {game: _puzzles_for_days(game) for game in games}
    for game in sorted(found, key=lambda game: (len(found[game]), game)):
        puzzles = found[game]
        days = max(len(puzzles), NO_REPEAT_DAYS)
        number, left = divmod((day.toordinal() + _random_key(game)[0]) % days * len(puzzles), days)
        if left < len(puzzles):  # evenly spread over the days
            return puzzles[number]
    return None


def _puzzles_for_days(game: str) -> list[Puzzle]:
    """Return the puzzles of a game that may be those of a day: no deep ones, and none of judgement if it has others."""
    shallow = [puzzle for puzzle in puzzles_of(game) if not puzzle.is_deep]
    counted = [puzzle for puzzle in shallow if puzzle.counted]
    return sorted(counted or shallow, key=lambda puzzle: _random_key(puzzle.name))


def _random_key(word: str) -> bytes:
    return sha256(f"topping-out puzzle {word}".encode()).digest()


def is_solved(day: date, games: Collection[str], tries: Iterable[PuzzleTry]) -> bool:
    """Tell whether the puzzle of a day was solved on that day."""
    puzzle = puzzle_of(day, games)
    return puzzle is not None and any(
        done.is_right and (done.game, done.puzzle) == (puzzle.header.game, puzzle.name) and _day_of(done) == day
        for done in tries
    )


def state_words(is_solved: bool) -> str:
    """Return a sentence on whether today's puzzle is solved."""
    return tr("Solved today") if is_solved else tr("One a day, the same for everybody")


def week(today: date, games: Collection[str], tries: Collection[PuzzleTry]) -> list[tuple[date, bool]]:
    """Return the last seven days up to today, each with whether its puzzle was solved on that day."""
    return [(day, is_solved(day, games, tries)) for day in week_to(today)]


def _day_of(done: PuzzleTry) -> date | None:
    try:
        return datetime.fromisoformat(done.when).astimezone(UTC).date()
    except (ValueError, OverflowError, OSError):  # some systems cannot convert times of long ago
        return None
