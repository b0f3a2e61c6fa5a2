"""The results of a game, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from game.bots.review import ReviewResults
from game.language import mark, tr
from scenes import routes
from scenes.accessibility.semantics import Group, Role, Semantics
from scenes.devices.intents import Verb
from scenes.kit.kit import Kit
from scenes.kit.motion import ease_out
from scenes.kit.stage import Stage
from scenes.manager import Pop, Push, Replace, Transition
from scenes.match.scene import MatchScene
from scenes.match.start import play_again
from scenes.pages.waiting import go_through
from scenes.system.context import Context
from scenes.ui.page import Page
from scenes.ui.text import CentredText
from scenes.ui.widgets import Button, Rect, Widget

COUNT = 1100.0
"""Milliseconds in which the scores count up."""


ABOUT = {
    "rematch": mark("The same players and options, a new deal."),
    "account": mark("Read every scoring again."),
    "review": mark("Which decisions cost the most, and what was better."),
    "replay": mark("Watch the game again, step by step."),
    "setup": mark("Other players or options."),
    "look": mark("Back to the table as the game ended."),
    "title": mark("Leaves the table."),
}
"""What the buttons do."""


class ScoreRow(Widget):
    """A row of the table of scores; the first one has its headings."""

    def __init__(self, page: ResultsPage, number: int, rect: Rect) -> None:
        super().__init__(f"row {number}", rect)
        self.is_focusable = False
        self.page, self.number, self.group = page, number, Group("scores", tr("Scores"), is_list=True)
        self.cells = page.rows[number]

    @property
    def has_won(self) -> bool:
        table = self.page.table
        return self.number > 0 and table.board.has_won(self.number - 1, table.view)

    def semantics(self) -> Semantics | None:
        if not self.number:
            return None  # each row says its headings
        heads = self.page.rows[0][1:]
        cells = ", ".join(f"{head} {cell}" for head, cell in zip(heads, self.cells[1:]))
        return Semantics(Role.ITEM, f"{self.cells[0]}: {cells}", tr("winner") if self.has_won else "")

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, panel, y = kit.theme, self.page.panel, self.rect.y + 18 * kit.text_scale
        if self.has_won:
            band = kit.plate(panel.w - 40, 36 * kit.text_scale, (*theme.brass, 46), theme.brass, 1.2, 8)
            stage.blit(band, panel.x + 20, y - 18 * kit.text_scale)
        if self.number:
            stage.blit_centred(self.page.table.board.badge(self.number - 1, 15), panel.x + 44, y)
        face, ink = ("bold", theme.paper) if self.number else ("body", theme.mist)
        name = kit.text(kit.fit(self.cells[0], panel.w * 0.3, 17, face), 17, face, ink)
        stage.blit(name, panel.x + 66, y - kit.size_of(name)[1] / 2)
        for cell, (x, room) in zip(self.cells[1:], self.page.columns()):
            words = self.page.counted(str(cell)) if self.number else str(cell)
            stage.blit_centred(kit.text(kit.fit(words, room, 16, face), 16, face, ink), x, y)


class ResultsPage(Page):
    """Scores in full and how they came about, over the table as it ended."""

    see_through = True

    def __init__(self, context: Context, table: MatchScene) -> None:
        super().__init__(context)
        self.table = table
        outcome = table.match.outcome
        assert outcome
        self.rows = table.board.results(table.view)
        self.words = [table.game.describe_outcome(outcome, table.match.names), *table.board.story(table.view)]
        self.scoring_page = table.board.scoring_page(table.view)
        self._time = 0.0
        self._is_said = False

    @cached_property
    def _review(self) -> ReviewResults:
        """What the review has found so far, kept for as long as this page lives."""
        return ReviewResults(self.table.match.record)

    @property
    def heading(self) -> str:  # type: ignore[override]
        return self.table.board.headline(self.table.view)

    def enter(self) -> None:
        super().enter()
        if not self._is_said:
            self._is_said = True
            self.context.announcer.say(" ".join(self.table.board.closing_words(self.table.view)))

    @property
    def _width(self) -> float:
        """How wide the lines of the story may be."""
        return min(self.kit.width - 40, 800 * min(self.kit.text_scale, 1.3)) - 80

    @property
    def _lines(self) -> int:
        """How many lines the story takes."""
        return sum(len(self.kit.wrap(line, self._width, 16)) for line in self.words)

    @property
    def at_rest(self) -> bool:
        return self._time >= COUNT and self.table.board.confetti.is_over

    def update(self, ms: float) -> Transition:
        self.table.board.confetti.update(ms)  # else it would hang in the air behind the page
        if self._time < COUNT:
            self._time = self._time + ms if not self.context.settings.reduced_motion else COUNT
            self.context.audio.play("score_tick", 0.5)
        return None

    @property
    def panel(self) -> Rect:
        kit = self.kit
        width = min(kit.width - 40, (920 if self.scoring_page else 800) * min(kit.text_scale, 1.3))
        height = (80 + 22 * self._lines + 40 * len(self.rows)) * kit.text_scale + 118
        return Rect(kit.width / 2 - width / 2, max(16, kit.height / 2 - height / 2), width, height)

    def build(self) -> list[Widget]:
        labels: list[tuple[str, str, Callable[[], Transition], Verb | None, bool]] = [
            ("rematch", tr("Rematch"), self.rematch, Verb.PLAY, True),
            ("replay", tr("Replay"), self.replay, None, False),
            ("setup", tr("New set-up"), self.setup, None, False),
            ("look", tr("Table"), self.look, None, False),
            ("title", tr("Title"), self.title, None, False),
        ]
        if any(player.is_human for player in self.table.match.header.seats):
            labels.insert(1, ("review", tr("Review"), self.review, None, False))
        if self.scoring_page:
            labels.insert(1, ("account", tr("All scores"), self.read_account, None, False))
        panel, text = self.panel, min(self.kit.text_scale, 1.3)
        gap, high = 10.0, 24 + 16 * text
        x, y = panel.x + 24, panel.bottom - high - 22
        size = 17 if self.kit.text_scale < 1.2 else 14
        buttons: list[Widget] = []
        for (name, label, press, verb, primary), width in zip(
            labels, self._widths([label for _, label, *_ in labels], panel.w - 48 - gap * (len(labels) - 1), size)
        ):
            buttons.append(Button(name, Rect(x, y, width, high), label, press, verb, "", primary, size=size))
            buttons[-1].hint = tr(ABOUT[name])
            x += width + gap
        return [*self._story(), *self._score_rows(), *buttons]

    def _widths(self, labels: list[str], room: float, size: float) -> list[float]:
        """Return how wide the buttons are: all the same, or, where a label is too long for that, as their labels."""
        wanted = [self.kit.text_size(label, size, "head")[0] + 26 for label in labels]
        if max(wanted) <= room / len(labels):
            return [room / len(labels)] * len(labels)
        return [width * room / sum(wanted) for width in wanted]

    def _story(self) -> Iterator[CentredText]:
        """Yield who won, and how the game went."""
        kit, panel, text = self.kit, self.panel, self.kit.text_scale
        done = 0
        for number, line in enumerate(self.words):
            y, colour = panel.y + 20 + (51 + 22 * done) * text, kit.theme.mist if number else kit.theme.paper
            yield CentredText(kit, f"story {number}", line, panel.centerx, y, self._width, 16, 22 * text, colour)
            done += len(kit.wrap(line, self._width, 16))

    def _score_rows(self) -> Iterator[ScoreRow]:
        panel, text = self.panel, self.kit.text_scale
        top = panel.y + 30 + (82 + 22 * self._lines) * text
        for number in range(len(self.rows)):
            yield ScoreRow(self, number, Rect(panel.x + 20, top + (40 * number - 18) * text, panel.w - 40, 36 * text))

    def rematch(self) -> Transition:
        """Play again: same seats, same options, other cards."""
        return play_again(self.context, self.table.match.header)

    def read_account(self) -> Transition:
        return Push(self.scoring_page) if self.scoring_page else None

    def review(self) -> Transition:
        return Push(routes.REVIEW(self.context, self._review))

    def replay(self) -> Transition:
        return go_through(self.context, self.table.match.record)

    def setup(self) -> Transition:
        return Replace(routes.SETUP(self.context, self.table.game.name))

    def title(self) -> Transition:
        return Replace(routes.TITLE(self.context))

    def look(self) -> Transition:
        return Pop()

    def cancel(self) -> Transition:
        return Pop()

    def paint(self, stage: Stage) -> None:
        kit, theme, panel = self.kit, self.kit.theme, self.panel
        stage.blit(kit.veil(0.45), 0, 0)
        stage.blit(kit.shadow(panel.w, panel.h, 18, 24, 0.5), panel.x - 24, panel.y - 18)
        stage.blit(kit.plate(panel.w, panel.h, (*theme.night, 250), theme.brass, 1.6, 18), panel.x, panel.y)
        text, middle = kit.text_scale, panel.centerx
        title = kit.text(kit.fit(self.heading, panel.w - 48, 36, "title"), 36, "title")
        stage.blit_centred(title, middle, panel.y + 20 + 26 * text)

    def columns(self) -> list[tuple[float, float]]:
        """Return (middle, room) of each column after the name: as wide as what stands in it, shrunk to fit together."""
        kit, panel = self.kit, self.panel
        widest = [max(kit.text_size(str(cell), 16, "bold")[0] for cell in cells) + 28 for cells in zip(*self.rows)]
        left = panel.x + 66 + min(widest[0], panel.w * 0.3)
        room = panel.right - 24 - left
        share = min(1.0, room / sum(widest[1:]))
        slack = max(0.0, room - sum(widest[1:])) / len(widest[1:])
        columns = []
        for width in widest[1:]:
            span = width * share + slack
            columns.append((left + span / 2, width * share - 8))
            left += span
        return columns

    def counted(self, cell: str) -> str:
        """Return a score on its way up."""
        if not cell.lstrip("−-").isdigit() or self._time >= COUNT:
            return cell
        digits = cell.lstrip("−-")
        return cell[: len(cell) - len(digits)] + str(round(int(digits) * ease_out(self._time / COUNT)))
