"""How far a player has come with a game's puzzles, and which one to try next."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from topping_out.game.bots.puzzles.packs import packs_of
from topping_out.game.bots.puzzles.puzzle import Puzzle, puzzles_of
from topping_out.game.progress.rating import Rating
from topping_out.game.storage.history.puzzle_tries import PuzzleTries

EASIER = 70.0
"""By so much the next puzzle may be below the player's rating: then it is solved three times in five."""


class PuzzleProgress:
    """A player's progress in one game."""

    def __init__(self, game: str, tries: PuzzleTries) -> None:
        in_order = sorted(puzzles_of(game), key=lambda puzzle: (puzzle.rating, -puzzle.lead))
        self.puzzles: Mapping[str, Puzzle] = {puzzle.name: puzzle for puzzle in in_order}
        """By name, the easiest first; of those that the bots find equally often, the clearest."""
        self.first = {name: is_right for name, is_right in tries.first(game).items() if name in self.puzzles}
        """How the first tries went, in their order."""
        self.solved = tries.solved(game) & self.puzzles.keys()
        self._tried = [done.puzzle for done in tries.tries if done.game == game]

    @cached_property
    def rating(self) -> Rating:
        """The player's rating: puzzles are opponents, and only the first try at each counts."""
        rating = Rating()
        for name, is_right in self.first.items():
            opponent = (self.puzzles[name].rating,)
            rating = rating.after((), (), opponent) if is_right else rating.after(opponent)
        return rating

    @cached_property
    def packs(self) -> dict[str, list[Puzzle]]:
        """The puzzles by pack, the easiest of each first."""
        return packs_of(self.puzzles.values())

    def solved_in(self, pack: str) -> int:
        """Return how many puzzles of a pack are solved."""
        return sum(puzzle.name in self.solved for puzzle in self.packs[pack])

    def next_in(self, pack: str, after: str) -> Puzzle | None:
        """Return the next puzzle of a pack that was never solved, after one of them; None where all others were."""
        names = [puzzle.name for puzzle in self.packs[pack]]
        here = names.index(after) + 1 if after in names else 0
        left = (name for name in names[here:] + names[:here] if name not in self.solved and name != after)
        return next((self.puzzles[name] for name in left), None)

    def next(self, after: str = "") -> Puzzle | None:
        """Return the puzzle that fits the player best, and is not the one just tried; None where there is no other.

        It is a new one; once all were tried one that was never solved; then the one that was tried longest ago.
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
        """Return a puzzle's number, 1 being the easiest."""
        return [*self.puzzles].index(puzzle.name) + 1
