"""The results of a game, and what to do next."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from game.record import new_header, new_seed
from scenes.intents import Verb
from scenes.kit.stage import Stage
from scenes.manager import Pop, Push, Replace, Transition
from scenes.page import Page
from scenes.widgets import Button, Rect, Widget

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.table import TableScene


class ResultsPage(Page):
    """Scores in full and how they came about, over the table as it ended."""

    see_through = True

    def __init__(self, app: App, table: TableScene) -> None:
        super().__init__(app)
        self.table = table
        outcome = table.match.outcome
        assert outcome
        self.outcome = outcome
        self.rows = table.board.results(table.view)
        self.words = table.game.describe_outcome(outcome, table.match.names)

    @property
    def panel(self) -> Rect:
        kit = self.kit
        width = min(kit.width - 40, 760 * min(kit.text_scale, 1.3))
        height = (150 + 40 * len(self.rows)) * kit.text_scale + 120
        return Rect(kit.width / 2 - width / 2, max(16, kit.height / 2 - height / 2), width, height)

    def build(self) -> list[Widget]:
        labels = (
            ("rematch", "Rematch", self.rematch, Verb.PLAY, True),
            ("replay", "Replay", self.replay, None, False),
            ("setup", "New set-up", self.setup, None, False),
            ("look", "See the table", self.look, None, False),
            ("title", "Title", self.title, None, False),
        )
        panel, text = self.panel, min(self.kit.text_scale, 1.3)
        gap, high = 10.0, 24 + 16 * text
        width = (panel.w - 48 - gap * (len(labels) - 1)) / len(labels)
        y = panel.bottom - high - 22
        size = 17 if self.kit.text_scale < 1.2 else 14
        return [
            Button(
                name, Rect(panel.x + 24 + n * (width + gap), y, width, high), label, press, verb, "", primary, size=size
            )
            for n, (name, label, press, verb, primary) in enumerate(labels)
        ]

    def rematch(self) -> Transition:
        """Play again: same seats, same options, other cards."""
        from scenes.table import TableScene

        old = self.table.match.header
        started = datetime.now().isoformat(timespec="seconds")
        header = new_header(self.table.game, old.seats, old.options, new_seed(), started)
        match = self.app.shelf.start(header)
        return Replace(TableScene(self.app, match))

    def replay(self) -> Transition:
        from scenes.replay import ReplayScene

        return Push(ReplayScene(self.app, self.table.match.record))

    def setup(self) -> Transition:
        from scenes.setup import SetupScene

        return Replace(SetupScene(self.app, self.table.game.name))

    def title(self) -> Transition:
        from scenes.title import TitleScene

        return Replace(TitleScene(self.app))

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
        winners = [self.table.match.names[seat] for seat in self.outcome.winners]
        title = f"{' and '.join(winners)} topped out" if winners else "Nobody topped out"
        stage.blit_centred(
            kit.text(kit.fit(title, panel.w - 48, 36, "title"), 36, "title"), middle, panel.y + 20 + 26 * text
        )
        for number, line in enumerate(kit.wrap(self.words, panel.w - 80, 16)[:2]):
            words = kit.text(line, 16, "body", theme.mist)
            stage.blit_centred(words, middle, panel.y + 20 + (62 + 21 * number) * text)
        self._draw_rows(stage, panel.y + 26 + 104 * text)

    def _draw_rows(self, stage: Stage, top: float) -> None:
        kit, theme, panel = self.kit, self.kit.theme, self.panel
        text = kit.text_scale
        columns = len(self.rows[0])
        name_room = panel.w * 0.3
        room = (panel.w - 60 - name_room) / max(1, columns - 1)
        for number, row in enumerate(self.rows):
            y = top + number * 40 * text
            if number and number - 1 in self.outcome.winners:
                stage.blit(
                    kit.plate(panel.w - 40, 36 * text, (*theme.brass, 46), theme.brass, 1.2, 8),
                    panel.x + 20,
                    y - 18 * text,
                )
            if number:
                player = self.table.match.header.seats[number - 1]
                stage.blit_centred(kit.disc(12, theme.seats[player.colour], player.name[:1].upper()), panel.x + 46, y)
            face, ink = ("bold", theme.paper) if number else ("body", theme.mist)
            name = kit.text(kit.fit(row[0], name_room - 44, 17, face), 17, face, ink)
            stage.blit(name, panel.x + 66, y - kit.size_of(name)[1] / 2)
            for column, cell in enumerate(row[1:]):
                x = panel.x + 30 + name_room + (column + 0.5) * room
                words = kit.text(kit.fit(str(cell), room - 8, 16, face), 16, face, ink)
                stage.blit_centred(words, x, y)
