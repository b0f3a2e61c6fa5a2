"""The move log: everything that happened, in words, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from topping_out.game.language import mark, tr, tr_count
from topping_out.game.match import Match
from topping_out.game.narration import tell
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import CentredText, Line
from topping_out.scenes.ui.widgets import Button, Rect, Widget

STEPS = {Verb.UP: -2, Verb.DOWN: 2, Verb.PREVIOUS: -10, Verb.NEXT: 10}


class LogLine(Widget):
    """A sentence of the log, for those who listen; the page draws it."""

    def __init__(self, name: str, rect: Rect, sentence: str, end: int) -> None:
        super().__init__(name, rect)
        self.is_focusable = False
        self.group, self.sentence = Group("moves", tr("Moves, newest last")), sentence
        self.end = end
        """How many lines there are up to its end."""

    def semantics(self) -> Semantics:
        return Semantics(Role.ITEM, self.sentence)


class LogPage(Page):
    """A panel at the right, newest at the foot; scrolls by wheel, keys and pad."""

    heading = mark("Move log")
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
        if self.context.announcer.is_heard:
            return [*self._sentences(), self._close()]
        return [*self._where(), self._close()]

    def _close(self) -> Button:
        panel, text = self.panel, self.kit.text_scale
        width, high = 60 + 70 * text, 22 + 16 * text
        place = Rect(panel.right - width - 16, panel.bottom - high - 12, width, high)
        return Button("close", place, tr("Close"), self.cancel, Verb.LOG, self.key(Verb.CANCEL), primary=True)

    @cached_property
    def _told(self) -> list[tuple[str, str]]:
        """Every sentence, with the number of its turn where that begins."""
        told: list[tuple[str, str]] = []
        for number, (_, _, events) in enumerate(self.match.steps, 1):
            for place, sentence in enumerate(tell(self.match.game, events, self.match.names)):
                told.append(("" if place else str(number), sentence))
        return told or [("", tr("Nothing has happened yet."))]

    @property
    def _room(self) -> float:
        return self.panel.w - 60 - 30 * self.kit.text_scale

    def _lines(self) -> list[tuple[str, str]]:
        """Return (number of the turn or "", text) for every line, wrapped."""
        lines: list[tuple[str, str]] = []
        for turn, sentence in self._told:
            for number, part in enumerate(self.kit.wrap(sentence, self._room, 14.5)):
                lines.append(("" if number else turn, part))
        return lines

    def _sentences(self) -> Iterator[LogLine]:
        """Yield every sentence for those who listen; what is out of sight lies at the nearer end of the panel."""
        top, line = self._top, 0
        first = max(0, len(self.lines) - self.above - self.visible)
        for number, (turn, sentence) in enumerate(self._told):
            count = len(self.kit.wrap(sentence, self._room, 14.5))
            y = min(max(0.0, (line - first) * self.step), (self.visible - count) * self.step)
            rect = Rect(self.panel.x + 16, top + y, self.panel.w - 32, count * self.step)
            yield LogLine(f"line {number}", rect, f"{turn}: {sentence}" if turn else sentence, line + count)
            line += count

    def initial_focus(self) -> Widget | None:
        """Return the newest sentence, or the button."""
        return next((w for w in reversed(self.widgets) if isinstance(w, LogLine)), super().initial_focus())

    def focus_on(self, widget: Widget) -> None:
        super().focus_on(widget)
        if isinstance(widget, LogLine):
            end = len(self.lines) - self.above
            first = end - self.visible
            if not first < widget.end <= end:
                self.above = max(0, min(self._most(), len(self.lines) - max(widget.end, self.visible)))
                self.rebuild()

    @property
    def _top(self) -> float:
        return self.panel.y + 26 + 36 * self.kit.text_scale

    def _where(self) -> list[Widget]:
        """Return the line that tells where the view stands, if there is more than it shows."""
        if not self._most():
            return []
        kit, panel = self.kit, self.panel
        # Translators: {last} is the number of the last line that is seen.
        words = tr_count(
            "Line {last} of {number}; scroll with arrows or wheel",
            "Lines up to {last} of {number}; scroll with arrows or wheel",
            len(self.lines), last=len(self.lines) - self.above,
        )  # fmt: skip
        width, height = kit.text_size(words, 13)
        x, y = panel.x + 24, panel.bottom - 20 - 16 * kit.text_scale
        room = self._close().rect.x - 12 - x
        if width <= room:
            return [Line(kit, "where", words, x + width / 2, y + height / 2, 13, colour=kit.theme.mist)]
        step, count = 16 * kit.text_scale, len(kit.wrap(words, room, 13))
        top = y + (height - step * count) / 2
        return [CentredText(kit, "where", words, x + room / 2, top, room, 13, step, kit.theme.mist)]

    def _most(self) -> int:
        return max(0, len(self.lines) - self.visible)

    def on_intent(self, intent: Intent) -> Transition:
        is_heard = self.context.announcer.is_heard
        if (intent.verb in STEPS and not is_heard) or intent.verb is Verb.SCROLL:
            by = -3 * intent.amount if intent.verb is Verb.SCROLL else STEPS[intent.verb]
            self.above = max(0, min(self._most(), self.above - round(by)))
            self.rebuild()
            return None
        if intent.verb is Verb.PRESS and not self.panel.collidepoint(intent.position):
            return Pop()
        return super().on_intent(intent)

    def paint(self, stage: Stage) -> None:
        kit, theme, panel = self.kit, self.kit.theme, self.panel
        stage.blit(kit.veil(0.35), 0, 0)
        stage.blit(kit.plate(panel.w, panel.h, (*theme.night, 250), theme.brass, 1.4, 14), panel.x, panel.y)
        stage.blit(kit.text(tr(self.heading), 24, "title"), panel.x + 24, panel.y + 18)
        top = self._top
        end = len(self.lines) - self.above
        for row, (turn, line) in enumerate(self.lines[max(0, end - self.visible) : end]):
            y = top + row * self.step
            if turn:
                stage.blit(kit.text(turn, 13, "bold", theme.brass), panel.x + 20, y + 1)
            stage.blit(kit.text(line, 14.5), panel.x + 28 + 26 * kit.text_scale, y)
