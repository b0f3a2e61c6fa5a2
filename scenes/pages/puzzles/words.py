"""What is said of puzzles and of how far one has come with them."""

from __future__ import annotations

from topping_out.game import roster
from topping_out.game.bots.puzzles.packs import pack_of, title_of
from topping_out.game.bots.puzzles.progress import PuzzleProgress
from topping_out.game.bots.puzzles.puzzle import Puzzle
from topping_out.game.language import tr


def standing(progress: PuzzleProgress) -> str:
    """Return in words how many puzzles are solved, and the player's rating."""
    solved, total, rating = len(progress.solved), len(progress.puzzles), progress.rating
    if not progress.first:
        return tr("{solved} of {total} solved", solved=solved, total=total)
    return tr(
        "{solved} of {total} solved · rating {rating} ± {margin}",
        solved=solved, total=total, rating=round(rating.elo), margin=round(rating.margin),
    )  # fmt: skip


def pack_standing(progress: PuzzleProgress, pack: str) -> str:
    return tr("{solved} of {total} solved", solved=progress.solved_in(pack), total=len(progress.packs[pack]))


def state_of(progress: PuzzleProgress, puzzle: Puzzle) -> str:
    """Return how it went so far; once it is solved, also what the puzzle is about."""
    if puzzle.name in progress.solved:
        motif = title_of(pack_of(progress.packs, puzzle))
        if progress.first.get(puzzle.name):
            return tr("{motif}: solved on the first try", motif=motif)
        return tr("{motif}: solved", motif=motif)
    if puzzle.name in progress.first:
        return tr("Tried, but not solved yet")
    if puzzle.is_deep:
        return tr("New: only a long search finds it")
    level = next((level for level, share in puzzle.finds.items() if share >= 0.5), [*puzzle.finds][-1])
    return tr("New: about level {level}", level=roster.level_words(level))


def rating_words(puzzle: Puzzle) -> str:
    return tr("rating {rating}", rating=round(puzzle.rating))
