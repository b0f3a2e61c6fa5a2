"""The move log: everything that happened, in words, turn by turn."""

from __future__ import annotations

from game.match import Match, replay
from game.narration import tell
from scenes.devices.intents import Intent, Verb
from scenes.kit.stage import Stage
from scenes.manager import Pop, Transition
from scenes.system.context import Context
from scenes.ui.page import Page
from scenes.ui.widgets import Button, Rect, Widget

STEPS = {Verb.UP: -2, Verb.DOWN: 2, Verb.PREVIOUS: -10, Verb.NEXT: 10}


class LogPage(Page):
    """A panel at the right, newest at the foot; scrolls by wheel, keys and pad."""

    see_through = True

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context)
        self.match = match
        self.above = 0
        """How many lines the view stands above the newest."""

    @property
    def panel(self) -> Rect:
        width = min(520.0 * min(self.kit.text_scale, 1.25), self.kit.width - 40)
        return Rect(self.kit.width - width - 14, 14, width, self.kit.height - 28)

    @property
    def step(self) -> float:
        return 21 * self.kit.text_scale

    @property
    def visible(self) -> int:
        return int((self.panel.h - 70 - 60 * self.kit.text_scale) // self.step)

    def build(self) -> list[Widget]:
        self.lines = self._lines()
        self.above = min(self.above, self._most())
        panel, text = self.panel, self.kit.text_scale
        width, high = 60 + 70 * text, 22 + 16 * text
        place = Rect(panel.right - width - 16, panel.bottom - high - 12, width, high)
        return [Button("close", place, "Close", self.cancel, Verb.LOG, self.key(Verb.CANCEL), primary=True)]

    def _lines(self) -> list[tuple[str, str]]:
        """Return (number of the turn or "", text) for every line, wrapped."""
        lines: list[tuple[str, str]] = []
        room = self.panel.w - 60 - 30 * self.kit.text_scale
        for number, (_, _, events, _) in enumerate(replay(self.match.record), 1):
            mark = str(number)
            for sentence in tell(self.match.game, events, self.match.names):
                for part in self.kit.wrap(sentence, room, 14.5):
                    lines.append((mark, part))
                    mark = ""
        return lines or [("", "Nothing has happened yet.")]

    def _most(self) -> int:
        return max(0, len(self.lines) - self.visible)

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb in STEPS or intent.verb is Verb.SCROLL:
            by = -3 * intent.amount if intent.verb is Verb.SCROLL else STEPS[intent.verb]
            self.above = max(0, min(self._most(), self.above - round(by)))
            return None
        if intent.verb is Verb.PRESS and not self.panel.collidepoint(intent.position):
            return Pop()
        return super().on_intent(intent)

    def paint(self, stage: Stage) -> None:
        kit, theme, panel = self.kit, self.kit.theme, self.panel
        stage.blit(kit.veil(0.35), 0, 0)
        stage.blit(kit.plate(panel.w, panel.h, (*theme.night, 250), theme.brass, 1.4, 14), panel.x, panel.y)
        stage.blit(kit.text("Move log", 24, "title"), panel.x + 24, panel.y + 18)
        top = panel.y + 26 + 36 * kit.text_scale
        end = len(self.lines) - self.above
        for row, (mark, line) in enumerate(self.lines[max(0, end - self.visible) : end]):
            y = top + row * self.step
            if mark:
                stage.blit(kit.text(mark, 13, "bold", theme.brass), panel.x + 20, y + 1)
            stage.blit(kit.text(line, 14.5), panel.x + 28 + 26 * kit.text_scale, y)
        if self._most():
            where = f"{end} of {len(self.lines)} lines; arrows or wheel scroll"
            stage.blit(kit.text(where, 13, "body", theme.mist), panel.x + 24, panel.bottom - 20 - 16 * kit.text_scale)
