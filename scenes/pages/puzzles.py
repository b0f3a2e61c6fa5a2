"""The overview of puzzles, and the list of one game's puzzles."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from topping_out.game import roster
from topping_out.game.bots import puzzle_progress
from topping_out.game.bots.puzzle_progress import PuzzleProgress, about, pack_of, title_of
from topping_out.game.bots.puzzles import Puzzle, puzzles_of
from topping_out.game.language import mark, tr
from topping_out.game.progress import daily
from topping_out.game.registry import load
from topping_out.game.storage.history import PuzzleTries
from topping_out.game.text import dots, full_stop, labelled, paragraph

from .. import routes
from ..accessibility.semantics import Group, Role, Semantics
from ..kit.built import Design, facade
from ..kit.kit import Kit
from ..kit.stage import Paint, Stage
from ..kit.theme import mix
from ..match import definition
from ..match.definition import design_of
from ..match.phrases import day_and_year
from ..match.puzzle import rules_of, title
from ..match.puzzle_turns import Light, lights_of, pack_tower
from ..system.context import Context
from ..ui.column import ColumnPage, Rows
from ..ui.layout import Box, Press, Rect, Text, Widget, column, fill, grid, row
from ..ui.widgets import Button, Card, put_in

# -- words


def standing(progress: PuzzleProgress) -> str:
    """Return how many puzzles are solved and, after the first try, the player's rating."""
    solved, total, rating = len(progress.solved), len(progress.puzzles), progress.rating
    if not progress.first:
        return tr("{solved} of {total} solved", solved=solved, total=total)
    text = tr(
        "{solved} of {total} solved · rating {rating} ± {margin}",
        solved=solved, total=total, rating=round(rating.elo), margin=round(rating.margin),
    )  # fmt: skip
    why = rating.limit([puzzle.rating for puzzle in progress.puzzles.values()])
    return dots([text, tr(LIMITS[why]) if why else ""])


LIMITS = {
    "vague": mark("still uncertain: solve a few more"),
    "above": mark("above the hardest puzzle, so the puzzles can't show how high"),
    "below": mark("below the easiest puzzle, so the puzzles can't show how low"),
}
"""By why a rating says little (see `Rating.limit`)."""


def pack_standing(progress: PuzzleProgress, pack: str) -> str:
    return tr("{solved} of {total} solved", solved=progress.solved_in(pack), total=len(progress.packs[pack]))


def state_of(progress: PuzzleProgress, puzzle: Puzzle) -> str:
    """Return whether a puzzle is solved, tried or new; if solved, also its motif, if new, its level."""
    if puzzle.name in progress.solved:
        motif = title_of(pack_of(progress.packs, puzzle))
        if progress.first.get(puzzle.name):
            return tr("{motif}: solved on the first try", motif=motif)
        return tr("{motif}: solved", motif=motif)
    if puzzle.name in progress.first:
        return tr("Tried, but not solved yet")
    if puzzle.is_deep:
        return tr("New: only a long search finds the answer")
    level = next((level for level, share in puzzle.finds.items() if share >= 0.5), [*puzzle.finds][-1])
    return tr("New: about {level} level", level=roster.level_words(level))


def rating_words(puzzle: Puzzle) -> str:
    return tr("rating {rating}", rating=round(puzzle.rating))


# -- cards


TOWER_ROOM = 84.0
"""Width reserved for a tower on a card."""
EDGE = 10.0
"""Margin between a tower and the edges of its card."""
FACADE_ASPECT, GAME_ROOM = 240 / 440, 132.0
"""Aspect ratio (width / height) of a game's tower; width reserved for it on the card of its next puzzle."""

JUDGED = "±"
"""The mark of puzzles of judgement."""

SHAPE = 0.55
"""Least height of a puzzle's window, as a share of its width."""


class ProgressCard(Card):
    """A card with a tower of windows at its left: a title, the progress, and a description."""

    radius = 10.0

    def __init__(self, name: str, lines: Sequence[str], lights: tuple[Light, ...], press: Press) -> None:
        """`lines`: the title, the progress, then the lines of the description."""
        super().__init__(name, None, press)
        self.title, self.standing, *self.about = lines
        self.lights = lights
        self.design: Design | None = None
        """The game's tower, shown at the right."""
        self.is_first = False
        """Whether the card is at the top of its page, and therefore larger."""

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.title, self.standing, paragraph(self.about))

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return TOWER_ROOM + EDGE, TOWER_ROOM if self.design else EDGE

    def words(self, kit: Kit, width: float) -> Box:
        theme, large = kit.theme, 1.25 if self.is_first else 1.0
        return column(
            Text(self.title, 17 * large, "head" if self.is_first else "bold", most=1),
            Text(self.standing, 14 * large, "bold", theme.brass, most=1),
            *(Text(line, 13.5, colour=theme.mist) for line in self.about),
            gap=1,
        )

    def height_for(self, kit: Kit, width: float) -> float:
        return max(super().height_for(kit, width), kit.line(64))

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        theme = kit.theme
        if self.is_first:
            return (*mix(theme.plate, theme.rose, 0.12), 245), theme.paper if hovered else theme.brass, 2.0
        is_whole = all(light == "lit" for light in self.lights)
        ground = mix(theme.plate, theme.window, 0.14) if is_whole else theme.plate
        return (*ground, 235), theme.mist if hovered else theme.brass if is_whole else theme.rim, 1.2

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        """Draw the towers standing on the card's lower edge."""
        r = self.rect
        _draw_standing(stage, kit, pack_tower(kit, self.lights, r.h - EDGE), r.x + TOWER_ROOM / 2 + 4, r.bottom - 2)
        if self.design:
            high = min(r.h - EDGE, (TOWER_ROOM - 6) / FACADE_ASPECT)
            _draw_standing(stage, kit, facade(kit, self.design, high).lit, r.right - TOWER_ROOM / 2, r.bottom - 2)


class GameCard(Card):
    """The puzzle that fits the player best now, with the game's tower."""

    radius = 10.0

    def __init__(self, name: str, title: str, about: str, standing: str, design: Design, press: Press) -> None:
        super().__init__(name, None, press)
        self.label, self.about, self.standing, self.design = title, about, standing, design

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.label, self.standing, self.about)

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return GAME_ROOM, EDGE

    def words(self, kit: Kit, width: float) -> Box:
        theme = kit.theme
        return column(
            Text(self.label, 21, "head", most=1),
            Text(self.about, 14, colour=theme.mist),
            Text(self.standing, 14, "bold", theme.brass),
            gap=3,
        )

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        theme = kit.theme
        return (*theme.plate, 245), theme.paper if hovered else theme.brass, 1.6

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r = self.rect
        high = min(r.h - EDGE, (GAME_ROOM - EDGE) / FACADE_ASPECT)
        _draw_standing(stage, kit, facade(kit, self.design, high).lit, r.x + GAME_ROOM / 2, r.bottom - 2)


class WindowTile(Widget):
    """A puzzle as a window: dark if new, half lit if tried but not solved, lit if solved."""

    def __init__(self, number: int, label: str, state: str, about: Sequence[str], light: Light, press: Press) -> None:
        super().__init__(f"puzzle {number}", None, press)
        self.number, self.label, self.state, self.about, self.light = str(number), label, state, about, light
        self.is_judged = False
        """Whether it has the mark of a puzzle of judgement."""

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.label, self.state, dots(self.about))

    @property
    def description(self) -> str:
        """The text at the foot of the page while the pointer is on this window."""
        return dots([self.label, self.state, *self.about])

    def height_for(self, kit: Kit, width: float) -> float:
        return max(kit.line(26) + 22, width * SHAPE)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, theme = self.rect, kit.theme
        glass = mix(theme.night, theme.dusk, 0.45)
        paint = mix(theme.window, theme.glow, 0.35) if self.light == "lit" else glass
        rim = theme.paper if hovered else theme.brass if self.light == "lit" else theme.rim
        stage.blit(kit.plate(r.w, r.h, paint, rim, 2 if hovered else 1.4, 5), r.x, r.y)
        if self.light == "dim":
            half = mix(theme.night, theme.rose, 0.5)
            stage.blit(kit.plate(r.w - 6, r.h * 0.42, half, half, 0, 3), r.x + 3, r.y + r.h * 0.58 - 3)
        bar = mix(theme.night, theme.dusk, 0.2) if self.light != "lit" else mix(theme.brass, theme.ink, 0.3)
        has_note = r.h > kit.line(26) + 2 * kit.line(13)
        high = r.h - (2 * kit.line(13) if has_note else 6)  # the bars end above the words
        for x in (0.24, 0.76):
            stage.blit(kit.plate(2, high, bar, bar, 0, 1), r.x + r.w * x, r.y + 3)
        ink = theme.ink if self.light == "lit" else theme.paper
        size, middle = (30, r.centery - kit.line(13) / 2) if has_note else (22, r.centery)
        stage.blit_centred(kit.text(self.number, size, "title", ink), r.centerx, middle + kit.lift("title", size))
        if self.is_judged:
            stage.blit_centred(kit.text(JUDGED, 17, "bold", ink), r.right - 14, r.y + 13)
        if has_note:
            words, small = kit.first_fitting(self.about[:1], r.w - 16, 13)
            stage.blit_centred(kit.text(words, small, "body", ink), r.centerx, r.bottom - kit.line(13))


def _draw_standing(stage: Stage, kit: Kit, picture: pygame.Surface, x: float, foot: float) -> None:
    """Draw a picture with the middle of its lower edge at (x, foot)."""
    width, height = kit.size_of(picture)
    stage.blit(picture, x - width / 2, foot - height)


# -- overview


GAP = 10.0
MIN_CARD_WIDTH = 290.0
"""At the normal text size."""
MAX_HEIGHT_BESIDE = 0.8
"""If packs beside the first card take more than this share of the page's height, they go below it."""


class PuzzlesPage(ColumnPage):
    """The puzzle of the day; for each game its next puzzle, its packs and a button to all its puzzles."""

    heading = mark("Puzzles")
    column_width = 1060.0

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._load()

    def _load(self) -> None:
        self.tries, self.day = PuzzleTries(), daily.today()
        games = (name for name in definition.playable() if puzzles_of(name))
        self.progress = {name: PuzzleProgress(name, self.tries) for name in games}

    def enter(self) -> None:
        self._load()
        super().enter()

    def initial_focus(self) -> Widget | None:
        return self.find("day") or super().initial_focus()

    # -- layout

    def put_rows(self, rows: Rows) -> None:
        if self.tries.problem:
            rows.words("problem", self.tries.problem, is_bad=True)
        if card := self._day_card():
            rows.put(card)
        rows.words("about", tr("Positions from games between master bots, in which one play is clearly best."))
        for name, progress in self.progress.items():
            every = Button(f"all {name}", tr("All puzzles"), self.opens(routes.PUZZLE_LIST, name), size=16)
            hint = mark("The puzzles of {game}, the easiest first.")
            if not all(puzzle.counted for puzzle in progress.puzzles.values()):
                hint = mark("The puzzles of {game}, from easy to hard; the judgement puzzles come last.")
            every.hint = tr(hint, game=load(name).title)
            rows.label(f"label {name}", load(name).title, every)
            first = self._next_card(name, progress)
            packs = [self._pack_card(name, progress, pack) for pack in progress.packs]
            put_in(rows.group, *([first] if first else []), *packs)
            rows.append(self._arrange(first, packs))

    def _day_card(self) -> ProgressCard | None:
        games = [*self.progress]
        puzzle = puzzle_progress.puzzle_of(self.day, games)
        if puzzle is None:
            return None
        name, week = puzzle.header.game, puzzle_progress.week(self.day, games, self.tries.tries)
        game, solved = load(name), sum(is_solved for _, is_solved in week)
        kept = tr("Solved on their day: {solved} of the last {days}", solved=solved, days=len(week))
        lines = [
            dots([tr("Puzzle of the day"), day_and_year(self.day.isoformat())]),
            dots([game.title, rating_words(puzzle), rules_of(puzzle)]),
            dots([puzzle_progress.state_words(week[-1][1]), kept]),
        ]
        lights: tuple[Light, ...] = tuple("lit" if is_solved else "dark" for _, is_solved in week)
        card = ProgressCard("day", lines, lights, self.opens(routes.PUZZLE, name, puzzle.name))
        card.is_first, card.design = True, design_of(name)
        return card

    def _arrange(self, first: GameCard | None, packs: list[ProgressCard]) -> Box:
        """Return a game's cards in a layout: the first at the left of the packs if there is room, else above them."""
        room, least = self.viewport.w, self.kit.wide(MIN_CARD_WIDTH)
        if first is None:
            return grid(max(1, int(room / least)), packs, GAP)
        below = grid(max(1, int(room / least)), packs, GAP)
        beside = row(fill(first, 1), fill(grid(2, packs, GAP), 2.1), gap=GAP)
        if room >= 3 * least and beside.height_for(self.kit, room) <= MAX_HEIGHT_BESIDE * self.viewport.h:
            return beside
        return column(first, below, gap=GAP)

    def _next_card(self, name: str, progress: PuzzleProgress) -> GameCard | None:
        puzzle = progress.next()
        if puzzle is None:
            return None
        label = title(puzzle, progress.number_of(puzzle), is_short=True)
        press = self.opens(routes.PUZZLE, name, puzzle.name)
        why = tr("A good match for you right now.")
        return GameCard(f"next {name}", label, why, standing(progress), design_of(name), press)

    def _pack_card(self, name: str, progress: PuzzleProgress, pack: str) -> ProgressCard:
        lines = [title_of(pack), pack_standing(progress, pack), about(pack)]
        press = self.opens(routes.PUZZLE_LIST, name, pack)
        return ProgressCard(f"pack {name} {pack}", lines, lights_of(progress, progress.packs[pack]), press)


# -- listed


MIN_TILE_WIDTH = 104.0
"""Width of a puzzle's window, at the normal text size."""
FOOT_LINE = 16.0
"""Text size of the line at the foot, about the puzzle under the pointer."""


class PuzzleListPage(ColumnPage):
    """A window for each puzzle of a game or pack, and a line at the foot about the one under the pointer."""

    column_width = 900.0

    def __init__(self, context: Context, game: str, pack: str = "") -> None:
        super().__init__(context)
        self.game, self.pack, title = game, pack, load(game).title
        self.heading = labelled(title, title_of(pack)) if pack else tr("Puzzles of {game}", game=title)
        self._load()

    def _load(self) -> None:
        self.progress = PuzzleProgress(self.game, PuzzleTries())
        all_of_them = [*self.progress.puzzles.values()]
        self.puzzles = self.progress.packs[self.pack] if self.pack else all_of_them

    def enter(self) -> None:
        self._load()
        super().enter()

    def initial_focus(self) -> Widget | None:
        """Return the puzzle that fits the player best or, in a pack, the first unsolved one."""
        puzzle = self.progress.next_in(self.pack, "") if self.pack else self.progress.next()
        return self.find(f"puzzle {self.progress.number_of(puzzle)}") if puzzle else super().initial_focus()

    # -- layout

    def viewport_rect(self) -> Rect:
        """Return the usual viewport less the room for the line at the foot."""
        whole = super().viewport_rect()
        return Rect(whole.x, whole.y, whole.w, whole.h - self.kit.line(FOOT_LINE) - 10)

    def put_rows(self, rows: Rows) -> None:
        counts = tr("Your first try at each counts towards your rating.")
        deep = tr("Only a long search finds their answers. Their rating shows how clearly the best play stands out.")
        has_deep = any(puzzle.is_deep for puzzle in self.puzzles)
        progress = pack_standing(self.progress, self.pack) if self.pack else standing(self.progress)
        hint = about(self.pack) if self.pack else ""
        rows.words("standing", paragraph([hint, full_stop(progress), counts]))
        if has_deep:
            rows.words("deep", labelled(tr("Deep puzzles"), deep))
        if not all(puzzle.counted for puzzle in self.puzzles):
            judged = tr("Their answers rest on trial games; the others can be worked out by counting.")
            rows.words("judgement", labelled(" ".join([JUDGED, tr("Judgement")]), judged))
        most = max(3, int((self.viewport.w + 10) / (self.kit.wide(MIN_TILE_WIDTH) + 10)))
        across = min(most, max(4, math.ceil(math.sqrt(2 * len(self.puzzles)))))
        tiles = [self._tile(puzzle) for puzzle in self.puzzles]
        put_in(Group("puzzles", tr("Puzzles"), is_list=True), *tiles)
        rows.append(grid(across, tiles, 10))

    def _tile(self, puzzle: Puzzle) -> WindowTile:
        number, (light,) = self.progress.number_of(puzzle), lights_of(self.progress, [puzzle])
        notes = [rating_words(puzzle), rules_of(puzzle)]
        press = self.opens(routes.PUZZLE, self.game, puzzle.name, False, self.pack)
        tile = WindowTile(
            number, title(puzzle, number), state_of(self.progress, puzzle), [*filter(None, notes)], light, press
        )
        tile.is_judged = not puzzle.counted
        return tile

    # -- drawing

    def paint(self, stage: Stage) -> None:
        super().paint(stage)
        if isinstance(self.pointed, WindowTile):
            kit, room = self.kit, self.viewport
            words, size = kit.first_fitting((self.pointed.description,), room.w, FOOT_LINE)
            stage.blit_centred(kit.text(words, size), room.centerx, room.bottom + 12 + kit.line(FOOT_LINE) / 2)
