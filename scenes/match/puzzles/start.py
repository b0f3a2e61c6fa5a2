"""The way to the table of a puzzle."""

from __future__ import annotations

from topping_out.game.bots.puzzles.progress import PuzzleProgress
from topping_out.game.storage.history.puzzle_tries import PuzzleTries
from topping_out.scenes.manager import Scene
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.match.puzzles.task import PuzzleTask
from topping_out.scenes.system.context import Context


def open_puzzle(context: Context, game: str, name: str, shows_answer: bool = False, pack: str = "") -> Scene:
    """Return the table of the puzzle of that name, perhaps solved in a pack; or with its answer played."""
    tries = PuzzleTries()
    task = PuzzleTask(PuzzleProgress(game, tries).puzzles[name], tries, shows_answer, pack)
    return table_of(game).make_puzzle_scene(context, task)
