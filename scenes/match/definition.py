"""What a game brings to the screen, found by its entry; and which games can be shown here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pygame

from topping_out.game import registry
from topping_out.game.language import mark
from topping_out.game.match import Match
from topping_out.game.record import Header
from topping_out.game.registry import UnknownGame, load_object
from topping_out.game.text import full_stop, plainly, sentence
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.motion import Motion
from topping_out.scenes.kit.pictures.built import Painter
from topping_out.scenes.kit.pictures.built import paint_plain as paint_built
from topping_out.scenes.kit.pictures.facade import Design, paint_plain
from topping_out.scenes.manager import Scene
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.guided.lessons import LessonCues
from topping_out.scenes.system.context import Context

PLAIN_HEIGHT = 0.9


class NoTable(ValueError):
    """A game cannot be shown; the message says why."""


@dataclass(frozen=True)
class Workshop:
    """A page on which players make choices of their own for an option of the game, such as decks."""

    option: str
    page: str
    """Where it is, as `package.module:NAME`; it gets the header of the game as it is set up, and what takes a value."""
    title: str
    about: str
    """What the row in the set-up says of it; both are marked texts."""


@dataclass(frozen=True)
class TableDefinition:
    """A game's table. All places are written `package.module:NAME`, and loaded when they are first needed."""

    board: str = "topping_out.scenes.match.simple_board:SimpleBoard"
    """The class of its board, a `Board`; a plain one shows the seats, and a button for each action."""
    scene: str = "topping_out.scenes.match.turns:TurnScene"
    """What runs its matches; usually turn by turn."""
    puzzle_scene: str = "topping_out.scenes.match.puzzles.turns:PuzzleScene"
    """What runs its puzzles."""
    puzzle_question: str = mark("Find the best play.")
    """What its puzzles ask, as a marked sentence."""
    facade: str = ""
    """What paints its tower on a facade's sheet; without it, a plain one shows the first letter of its title."""
    facade_height: float = PLAIN_HEIGHT
    """How high that tower is beside the highest on the title."""
    skyline: str = ""
    """What paints the best tower of a finished game on the player's skyline; without it, a storey for each part."""
    illustrations: str = ""
    """The figures of its rules text by their names: functions from a kit to a picture; others are left out."""
    lessons: str = "topping_out.scenes.match.guided.lessons:PLAIN_CUES"
    """When the lessons of its guided game, if it has one, are told and what they mark, as `LessonCues`."""
    printing: str = "topping_out.scenes.kit.paper.game:GamePrinting"
    """The class of what is printed of it, a `GamePrinting`; without one, a score sheet and the rules."""
    workshop: Workshop | None = None
    patterns: str = ""
    """What the setting for patterns shows at this table, as a marked sentence; empty where it shows nothing."""

    def make_board(self, context: Context, header: Header, motion: Motion, view: Any, **more: Any) -> Board:
        """Return a board that shows a view; `more`: see `Board`."""
        board: Board = load_object(self.board)(context, header, motion, view, **more)
        return board

    def make_scene(self, context: Context, match: Match) -> Scene:
        """Return the scene that runs a match."""
        scene: Scene = load_object(self.scene)(context, match)
        return scene

    @property
    def figures(self) -> dict[str, Callable[[Kit], pygame.Surface]]:
        """The pictures of the rules text, by the names that it gives them."""
        return load_object(self.illustrations) if self.illustrations else {}

    @property
    def cues(self) -> LessonCues:
        cues: LessonCues = load_object(self.lessons)
        return cues


def table_of(game: str) -> TableDefinition:
    """Return what a game brings to the screen. Raises NoTable."""
    found = _look_up(game)
    if isinstance(found, NoTable):
        raise found
    return found


def playable() -> tuple[str, ...]:
    """Return the games that have a table here, in the order of the title."""
    return tuple(name for name in registry.names() if isinstance(_look_up(name), TableDefinition))


def problems() -> tuple[str, ...]:
    """Return a sentence for each game that is left out, with the reason."""
    tables = (found for name in registry.names() if isinstance(found := _look_up(name), NoTable))
    broken = (str(found) for found in tables if not isinstance(found.__cause__, UnknownGame))
    return tuple(full_stop(sentence(text)) for text in (*registry.problems(), *broken))


def design_of(game: str) -> Design:
    """Return how the game's tower on the title looks; a plain one where it brings none, or cannot be shown."""
    found = _look_up(game)
    if isinstance(found, NoTable):
        return Design(game, paint_plain, PLAIN_HEIGHT)
    if not found.facade:
        return Design(game, paint_plain, found.facade_height, registry.load(game).title[:1])
    return Design(game, _or_plainly(load_object(found.facade), paint_plain), found.facade_height)


@cache
def _or_plainly(paint: Callable[..., Any], plain: Callable[..., Any]) -> Callable[..., Any]:
    """Return what paints as a package does or, where that fails, plainly; always the same one, as pictures are kept."""

    def paint_anyhow(*values: Any) -> Any:
        try:
            return paint(*values)
        except Exception:  # whatever a package may do
            return plain(*values)

    return paint_anyhow


def painter_of(game: str) -> Painter:
    """Return what paints the towers of a game on the player's skyline. Raises NoTable."""
    place = table_of(game).skyline
    try:
        return _or_plainly(load_object(place), paint_built) if place else paint_built
    except Exception:  # whatever a package may do when it is imported
        return paint_built


def _look_up(game: str) -> TableDefinition | NoTable:
    """Return a game's table, or why it has none; its rules must be there too, and may have failed since."""
    try:
        registry.load(game)
    except UnknownGame as error:
        return _none_for(game, error)
    return _table(game)


def _none_for(game: str, error: BaseException) -> NoTable:
    problem = NoTable(plainly(f"the game {game!r} is left out: {type(error).__name__}: {error}"))
    problem.__cause__ = error
    return problem


@cache
def _table(game: str) -> TableDefinition | NoTable:
    """Return a game's table, or why it has none; its facade must be there too."""
    try:
        rules, place = registry.load(game), registry.entry(game).table
        if not place and rules.live:
            return NoTable(f"the game {game!r} has no table: it is played in the terminal alone")
        table = load_object(place) if place else TableDefinition()
        if not isinstance(table, TableDefinition):
            raise TypeError(f"{place} is a {type(table).__name__}, not a TableDefinition")
        if table.facade:
            load_object(table.facade)
    except (Exception, SystemExit) as error:  # whatever a package may do when it is imported
        return _none_for(game, error)
    return table
