"""What is said of a line at a puzzle: a panel over the table, with the pack's tower, in which a window lights up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from topping_out.game.bots.puzzles.packs import pack_of, title_of
from topping_out.game.language import tr
from topping_out.game.text import dots, full_stop, paragraph
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.confetti import Confetti
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.match.puzzles.task import PuzzleTask
from topping_out.scenes.match.puzzles.tower import Light, lights_of, pack_tower, window_at
from topping_out.scenes.match.puzzles.ways import Ways
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Dialog
from topping_out.scenes.ui.frame import PANEL_EDGE, lay_panel
from topping_out.scenes.ui.layout import Box, Space, column, fill, row
from topping_out.scenes.ui.text import Words
from topping_out.scenes.ui.widgets import Button, Rect, Widget

TOWER = 190.0
"""Height of the tower at most."""
LIGHTS_UP = 450.0
"""Milliseconds until the window of a puzzle that was just solved lights up."""
SIZES = (17.0, 15.5, 14.0, 13.0)
"""Of the words, in the order in which they are tried."""


class PictureRoom(Space):
    """Room for a picture of that size, at least."""

    def __init__(self, size: tuple[float, float]) -> None:
        super().__init__(size[0])
        self._high = size[1]

    def height_for(self, kit: Kit, width: float) -> float:
        return self._high


class VerdictPage(Dialog):
    """Right, nearly right or not; why; and what can be done next. Esc leads back to the table."""

    width = 780.0

    def __init__(self, context: Context, task: PuzzleTask, ways: Ways) -> None:
        super().__init__(context)
        self.task, self.ways = task, ways
        self.heading = self.task.heading()
        self.progress = self.task.progress
        self.pack = pack_of(self.progress.packs, self.task.puzzle)
        self.is_fresh = bool(self.task.is_right) and not self.task.shows_answer and not self.task.was_solved
        self._left = LIGHTS_UP if self.is_fresh and not context.settings.reduced_motion else 0.0
        self.confetti = Confetti()
        self._tower = PictureRoom((0, 0))

    @property
    def text(self) -> str:  # type: ignore[override]
        return paragraph([full_stop(self.heading), *self.task.verdict, full_stop(self.standing)])

    @property
    def standing(self) -> str:
        """How far the player has come with the pack."""
        solved, total = self.progress.solved_in(self.pack), len(self.progress.packs[self.pack])
        whole = tr("The whole pack is solved") if self.is_fresh and solved == total else ""
        return dots([title_of(self.pack), tr("{solved} of {total} solved", solved=solved, total=total), whole])

    def enter(self) -> None:
        if not self._is_said:
            self.context.audio.play("win" if self.task.is_right else "refuse")
        super().enter()

    # -- layout

    def buttons(self) -> list[Button]:
        ways, key, is_right = self.ways, self.key, bool(self.task.is_right)

        def button(name: str, label: str, then: Callable[[], Transition], verb: Verb, is_first: bool) -> Button:
            return Button(name, label, partial(Pop, then), verb, key(verb), primary=is_first)

        label = tr("Next puzzle") if self.task.next() else tr("To the puzzles")
        after = button("next", label, ways.next, Verb.PLAY, is_right)
        again = button("again", tr("Try again"), ways.again, Verb.UNDO, not is_right)
        answer = button("hint", tr("Answer"), ways.show_answer, Verb.HINT, False)
        table = Button("table", tr("Look at the table"), Pop, key=key(Verb.CANCEL))
        return [after, again, table] if is_right else [again, answer, after, table]

    def build(self) -> list[Widget]:
        kit = self.kit
        for size in SIZES:
            content = self._content(size)
            self._panel = lay_panel(kit, content, self.width)
            if self._panel.h <= kit.height - 12:
                break
        return [*content.widgets()]

    def _content(self, size: float) -> Box:
        kit, theme = self.kit, self.kit.theme
        told = [
            Words(f"verdict {number}", words, size if not number else size - 1, align=0,
                  colour=None if not number else theme.mist)
            for number, words in enumerate(self.task.verdict)
        ]  # fmt: skip
        standing = Words("standing", self.standing, 15, "bold", theme.brass, align=0)
        picture = pack_tower(kit, self._lights, self._highest)
        self._tower = PictureRoom(kit.size_of(picture))
        beside = row(self._tower, fill(column(*told, standing, fill(), gap=10)), gap=26)
        return column(beside, self._below(self.buttons()), gap=18)

    def _below(self, buttons: Sequence[Button]) -> Box:
        """Return the buttons in a row where there is room, else two in a row."""
        room = min(self.kit.width - 60, self.kit.wide(self.width)) - 2 * PANEL_EDGE
        beside = row(*buttons, gap=12)
        if beside.width_for(self.kit) <= room:
            return row(fill(), beside, fill(), gap=0)
        half = (len(buttons) + 1) // 2
        return column(*(row(*map(fill, some), gap=12) for some in (buttons[:half], buttons[half:])), gap=10)

    @property
    def _highest(self) -> float:
        return min(TOWER, self.kit.height * 0.3)

    @property
    def _lights(self) -> tuple[Light, ...]:
        lights = lights_of(self.progress, self.progress.packs[self.pack])
        return (*lights[: self._number], "dark", *lights[self._number + 1 :]) if self._left > 0 else lights

    @property
    def _number(self) -> int:
        names = [puzzle.name for puzzle in self.progress.packs[self.pack]]
        return names.index(self.task.puzzle.name)

    # -- time and input

    def update(self, ms: float) -> Transition:
        self.confetti.update(ms)
        if self._left > 0:
            self._left -= ms
            if self._left <= 0:
                self.context.audio.play("confetti")
                self.confetti.burst([self._window], 70)
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return self._left <= 0 and self.confetti.is_over and super().at_rest

    # -- drawing

    @property
    def _place(self) -> Rect:
        """Where the tower stands: at the foot of its room."""
        room, (width, height) = self._tower.rect, self.kit.size_of(pack_tower(self.kit, self._lights, self._highest))
        return Rect(room.x, room.bottom - height, width, height)

    @property
    def _window(self) -> tuple[float, float]:
        """Where the puzzle's window is."""
        place = self._place
        x, y = window_at(place.size, self._lights, self._number)
        return place.x + x, place.y + y

    def paint(self, stage: Stage) -> None:
        super().paint(stage)
        place = self._place
        stage.blit(pack_tower(self.kit, self._lights, self._highest), place.x, place.y)
        if self._left <= 0 and self.is_fresh:
            ring = self.kit.plate(26, 26, (*self.kit.theme.glow, 40), self.kit.theme.glow, 2, 13)
            stage.blit_centred(ring, *self._window)

    def draw(self, stage: Stage) -> None:
        super().draw(stage)
        self.confetti.draw(stage, self.kit)
