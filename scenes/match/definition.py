"""How a game defines its table, and how `doctor` examines it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import pygame

from topping_out.game import registry
from topping_out.game.boundary import Blamed, Fits, anything, fits
from topping_out.game.cli.frontend import Finding
from topping_out.game.language import mark, tr
from topping_out.game.match import Match
from topping_out.game.options import Value
from topping_out.game.record import Header
from topping_out.game.registry import PartFailed, UnknownGame, load_object
from topping_out.game.text import full_stop, plainly, sentence

from ..kit.built import BuiltPainter, Design, facade, paint_plain_facade
from ..kit.built import paint_plain_tower as paint_built
from ..kit.kit import Kit, Metrics
from ..kit.sprites import Motion
from ..manager import Scene, Transition
from ..system.context import Context
from ..ui.layout import Rect
from .board import Board
from .coach import LessonCues

if TYPE_CHECKING:
    from ..kit.paper import GamePrinting


# -- definition


T = TypeVar("T")
PLAIN_HEIGHT = 0.9
PaintFigure = Callable[[Kit], pygame.Surface]
"""Paints a figure of the rules."""
COVER_SHAPE = 2 / 3
"""Width of the cover of a workshop's value, as a share of its height."""


class NoTable(ValueError):
    """A game cannot be shown; the message says why."""


@dataclass(frozen=True)
class Workshop:
    """A page on which players make values for an option of the game, such as decks."""

    option: str
    page: str
    """Its class, as `package.module:NAME`, called with a header of the set-up and a function that takes the value."""
    title: str
    about: str
    """The description in the set-up; both are marked texts."""
    cover: str = ""
    """A function that paints the cover of a value, from a kit, the value and the cover's height; see `COVER_SHAPE`."""


@dataclass(frozen=True)
class TableDefinition:
    """A game's table. Objects are given as `package.module:NAME`, and loaded when they are first needed."""

    board: str = "topping_out.scenes.match.simple_board:SimpleBoard"
    """The class of its board, a `Board`. The default shows the seats, and a button for each action."""
    table: str = ""
    """The class of its table of cards, a `TableGame`, instead of a board."""
    scene: str = "topping_out.scenes.match.turns:TurnScene"
    """The scene that runs its matches; by default, turn by turn."""
    puzzle_scene: str = "topping_out.scenes.match.puzzle_turns:PuzzleScene"
    """The scene that runs its puzzles."""
    puzzle_question: str = mark("Find the best play.")
    """The question of its puzzles, a marked sentence."""
    facade: str = ""
    """A function that paints its tower on the title; without it, a plain tower shows the first letter of its name."""
    facade_height: float = PLAIN_HEIGHT
    """Height of that tower, as a share of the highest one on the title."""
    skyline: str = ""
    """A function that paints a game's best tower in the player's city; without it, a storey for each part."""
    illustrations: str = ""
    """The figures of its rules text: a dictionary of names and functions from a kit to a picture; or a function that
    returns it for the options of a game, which may be incomplete."""
    lessons: str = "topping_out.scenes.match.coach:PLAIN_CUES"
    """When the lessons of its guided game are shown and what they mark, a `LessonCues`."""
    printing: str = "topping_out.scenes.kit.paper:GamePrinting"
    """The class that prints it, a `GamePrinting`. The default prints a score sheet and the rules."""
    workshop: Workshop | None = None
    patterns: str = ""
    """What the setting for patterns shows at this table, a marked sentence, or "" if nothing."""

    game: str = field(default="", compare=False)
    """The name of its game, set by the program."""

    def make_board(self, context: Context, header: Header, motion: Motion, view: Any, **more: Any) -> Board:
        """Return a board that shows a view. `more`: arguments of `Board`."""
        if self.table:
            from .table.game import TableGame  # much that most games do without
            from .table.table import Table

            return Table(context, header, motion, view, game=self._make(self.table, TableGame), **more)
        return self._make(self.board, Board, context, header, motion, view, **more)

    def make_scene(self, context: Context, match: Match) -> Scene:
        return self._make(self.scene, Scene, context, match)

    def make_puzzle_scene(self, context: Context, task: Any) -> Scene:
        """Return the scene that runs a puzzle, a `PuzzleTask`."""
        return self._make(self.puzzle_scene, Scene, context, task)

    def make_printing(self) -> GamePrinting:
        from ..kit.paper import GamePrinting  # needs a library that few have

        return self._make(self.printing, GamePrinting)

    def make_workshop(self, context: Context, header: Header, choose: Callable[[Value], Transition]) -> Scene:
        """Return the page of the workshop, if the table has one. `choose` is called with the chosen value."""
        assert self.workshop
        return self._make(self.workshop.page, Scene, context, header, choose)

    def cover(self, kit: Kit, options: Mapping[str, Value], height: float) -> pygame.Surface | None:
        """Return the cover of what `options` choose from the workshop, this high; None if that has none."""
        workshop = self.workshop
        if not workshop or not workshop.cover or workshop.option not in options:
            return None
        paint = _painter(self.game, "cover", workshop.cover, no_figure, FIGURE)
        picture: pygame.Surface = paint(kit, options[workshop.option], height)
        return picture

    def _make(self, place: str, base: Callable[..., T], *values: Any, **named: Any) -> T:
        """Return what the class at a place makes, which is a `base`: a class that may be abstract."""
        return cast(T, registry.make(self.game, place, cast(type, base), *values, **named))

    def figures(self, options: Mapping[str, Value] = MappingProxyType({})) -> dict[str, PaintFigure]:
        """Return the functions that paint the figures of the rules text in play, by name. Those that fail are left out.

        The same options give the same functions, because pictures are cached by their painters.
        """
        if not self.illustrations:
            return {}
        figures: dict[str, PaintFigure] = registry.run(
            self.game, "its illustrations", _figures, self.illustrations, options,
            is_fit=fits(dict[str, Callable[..., Any]]),
        )  # fmt: skip
        if registry.is_own(self.game):
            return figures
        return {name: _anyhow(self.game, f"figure {name}", paint, no_figure, FIGURE) for name, paint in figures.items()}

    @property
    def cues(self) -> LessonCues:
        cues: LessonCues = registry.run(self.game, "its lessons", load_object, self.lessons, is_fit=fits(LessonCues))
        if registry.is_own(self.game):
            return cues
        registry.run(self.game, "its lessons", registry.check_fields, cues)
        asked = partial(partial, registry.run, self.game)
        return LessonCues(
            {name: asked(f"condition {name}", tells) for name, tells in cues.conditions.items()},
            {name: asked(f"mark {name}", marks, is_fit=RECTS) for name, marks in cues.marks.items()},
            asked("keep_clear", cues.keep_clear, is_fit=RECTS),
            asked("never_cover", cues.never_cover, is_fit=RECTS),
        )  # fmt: skip


def _figures(place: str, options: Mapping[str, Value]) -> Any:
    """Return the figures at a place, or what a function there returns."""
    found = load_object(place)
    return found(options) if callable(found) else found


RECTS, FIGURE, HEIGHT = fits(Sequence[Rect]), fits(pygame.Surface), fits(float)


def no_figure(kit: Kit, *values: object) -> pygame.Surface:
    return pygame.Surface((1, 1), pygame.SRCALPHA)


def table_of(game: str) -> TableDefinition:
    """Return the table of a game. Raises NoTable."""
    found = _look_up(game)
    if isinstance(found, NoTable):
        raise found
    return found


def playable() -> tuple[str, ...]:
    """Return the names of the games that have a table, in the order of the title."""
    return tuple(name for name in registry.names() if isinstance(_look_up(name), TableDefinition))


def problems() -> tuple[str, ...]:
    """Return a sentence for each game that is missing, with the reason."""
    tables = (found for name in registry.names() if isinstance(found := _look_up(name), NoTable))
    broken = (str(found) for found in tables if not isinstance(found.__cause__, UnknownGame))
    return tuple(full_stop(sentence(text)) for text in (*registry.problems(), *broken))


def design_of(game: str) -> Design:
    """Return the design of a game's tower on the title; a plain one if it has none or has no table."""
    found = _look_up(game)
    if isinstance(found, NoTable):
        return Design(game, paint_plain_facade, PLAIN_HEIGHT)
    if not found.facade:
        return Design(game, paint_plain_facade, found.facade_height, registry.load(game).title[:1])
    return Design(game, _painter(game, "facade", found.facade, paint_plain_facade, anything), found.facade_height)


def painter_of(game: str) -> BuiltPainter:
    """Return the function that paints the towers of a game in the player's city. Raises NoTable."""
    place = table_of(game).skyline
    return _painter(game, "skyline", place, paint_built, HEIGHT) if place else paint_built


def _painter(game: str, what: str, place: str, plain: Any, is_fit: Fits) -> Any:
    """Return the painter that a table names, or a plain one if that fails."""
    try:
        paint = registry.run(game, what, load_object, place, is_fit=callable, blame=registry.noter(game, what))
    except PartFailed:
        return plain
    return paint if registry.is_own(game) else _anyhow(game, what, paint, plain, is_fit)


@cache
def _anyhow(game: str, what: str, paint: Any, plain: Any, is_fit: Fits) -> Any:
    """Return a function that calls a package's painter or, if it fails, the plain one.

    The same arguments give the same function, because pictures are cached by their painters.
    """

    def paint_anyhow(*values: Any) -> Any:
        if not registry.is_noted(game, what):
            with suppress(PartFailed):
                return registry.run(game, what, paint, *values, is_fit=is_fit, blame=registry.noter(game, what))
        return plain(*values)

    return paint_anyhow


def _look_up(game: str) -> TableDefinition | NoTable:
    """Return a game's table, or why it has none. Its rules must load too; they may have failed in the meantime."""
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
    """Return a game's table, or why it has none. Its facade must load too."""
    try:
        rules, place = registry.load(game), registry.entry(game).table
        if not place and rules.live:
            return NoTable(f"the game {game!r} has no table: it is played in the terminal alone")
        table = TableDefinition(game=game)
        if place:
            table = registry.run(game, "its table", _read_table, game, place)
        if table.facade and not callable(design := registry.run(game, "its facade", load_object, table.facade)):
            raise TypeError(f"its facade is {design!r}")
    except Exception as error:  # a package that fails is left out; the program's own table may be broken, too
        return _none_for(game, error)
    return table


def _read_table(game: str, place: str) -> TableDefinition:
    table = load_object(place)
    if not isinstance(table, TableDefinition):
        raise TypeError(f"{place} is a {type(table).__name__}, not a TableDefinition")
    registry.check_fields(table)
    return TableDefinition(**{part.name: getattr(table, part.name) for part in fields(table)} | {"game": game})


# -- doctor


def examine_tables() -> Iterator[Finding]:
    """Try the tables of other packages, and yield a finding for each fault."""
    pygame.font.init()
    known = {full_stop(sentence(problem)) for problem in registry.problems()}
    for name in registry.names():
        if not registry.is_own(name):
            with suppress(Blamed, NoTable):
                _try_table(name)
    for problem in problems():
        if problem not in known:
            yield Finding(tr("game"), problem, tr("install a compatible version of its package, or uninstall it"))


def _try_table(name: str) -> None:
    """Load and paint everything that a table names."""
    table, kit = table_of(name), Kit(Metrics((960, 540)))
    facade(kit, design_of(name), 200.0)
    for paint in table.figures().values():
        paint(kit)
    painter_of(name)
    table.make_printing()
    assert table.cues
