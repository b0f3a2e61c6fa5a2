"""The puzzles of all games: the one of the day, the one that fits the player best, and the packs."""

from __future__ import annotations

from topping_out.game.bots.puzzles import today
from topping_out.game.bots.puzzles.packs import about, title_of
from topping_out.game.bots.puzzles.progress import PuzzleProgress
from topping_out.game.bots.puzzles.puzzle import puzzles_of
from topping_out.game.language import mark, tr
from topping_out.game.progress import daily
from topping_out.game.registry import load
from topping_out.game.storage.history.puzzle_tries import PuzzleTries
from topping_out.game.text import dots
from topping_out.scenes import routes
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import design_of
from topping_out.scenes.match.puzzles.task import rules_of, title
from topping_out.scenes.match.puzzles.tower import Light, lights_of
from topping_out.scenes.pages.puzzles.cards import GameCard, TowerCard
from topping_out.scenes.pages.puzzles.words import pack_standing, rating_words, standing
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.layout import Box, column, fill, grid, row
from topping_out.scenes.ui.phrases import day_and_year
from topping_out.scenes.ui.text import put_in
from topping_out.scenes.ui.widgets import Button, Widget

GAP = 10.0
LEAST_CARD = 290.0
"""Width of a card at least, at the usual text size."""
MOST = 0.8
"""Of the page's height, for the packs beside a card that is as high as they are."""


class PuzzlesPage(ColumnPage):
    """The puzzle of the day; for each game the next puzzle, its packs, and the way to all of them."""

    heading = mark("Puzzles")
    column_width = 1060.0
    back_label = mark("Back")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._look()

    def _look(self) -> None:
        self.tries, self.day = PuzzleTries(), daily.today()
        games = (name for name in definition.playable() if puzzles_of(name))
        self.progress = {name: PuzzleProgress(name, self.tries) for name in games}

    def enter(self) -> None:
        self._look()
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
            every.hint = tr("The puzzles of {game}, the easiest first.", game=load(name).title)
            rows.label(f"label {name}", load(name).title, every)
            first = self._next_card(name, progress)
            packs = [self._pack_card(name, progress, pack) for pack in progress.packs]
            put_in(rows.group, *([first] if first else []), *packs)
            rows.append(self._laid(first, packs))

    def _day_card(self) -> TowerCard | None:
        games = [*self.progress]
        puzzle = today.puzzle_of(self.day, games)
        if puzzle is None:
            return None
        name, week = puzzle.header.game, today.week(self.day, games, self.tries.tries)
        game, solved = load(name), sum(is_solved for _, is_solved in week)
        kept = tr("Solved on their day: {solved} of the last {days}", solved=solved, days=len(week))
        lines = [
            dots([tr("Puzzle of the day"), day_and_year(self.day.isoformat())]),
            dots([game.title, rating_words(puzzle), rules_of(puzzle)]),
            dots([today.state_words(week[-1][1]), kept]),
        ]
        lights: tuple[Light, ...] = tuple("lit" if is_solved else "dark" for _, is_solved in week)
        card = TowerCard("day", lines, lights, self.opens(routes.PUZZLE, name, puzzle.name))
        card.is_first, card.design = True, design_of(name)
        return card

    def _laid(self, first: GameCard | None, packs: list[TowerCard]) -> Box:
        """Return a game's cards: the first at the left of the packs where there is room, else above them."""
        room, least = self.viewport.w, self.kit.wide(LEAST_CARD)
        if first is None:
            return grid(max(1, int(room / least)), packs, GAP)
        below = grid(max(1, int(room / least)), packs, GAP)
        beside = row(fill(first, 1), fill(grid(2, packs, GAP), 2.1), gap=GAP)
        if room >= 3 * least and beside.height_for(self.kit, room) <= MOST * self.viewport.h:
            return beside
        return column(first, below, gap=GAP)

    def _next_card(self, name: str, progress: PuzzleProgress) -> GameCard | None:
        puzzle = progress.next()
        if puzzle is None:
            return None
        label, press = title(puzzle, progress.number_of(puzzle)), self.opens(routes.PUZZLE, name, puzzle.name)
        why = tr("It fits you best now.")
        return GameCard(f"next {name}", label, why, standing(progress), design_of(name), press)

    def _pack_card(self, name: str, progress: PuzzleProgress, pack: str) -> TowerCard:
        lines = [title_of(pack), pack_standing(progress, pack), about(pack)]
        press = self.opens(routes.PUZZLE_LIST, name, pack)
        return TowerCard(f"pack {name} {pack}", lines, lights_of(progress, progress.packs[pack]), press)
