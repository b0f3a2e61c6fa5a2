"""The table of a puzzle by turns, the verdict page, and the tower of a pack."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

import pygame

from topping_out.game.bots.puzzle_progress import PuzzleProgress, pack_of, title_of
from topping_out.game.bots.puzzles import Puzzle
from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr
from topping_out.game.match import Match
from topping_out.game.storage.codes import puzzle_code
from topping_out.game.storage.history import PuzzleTries
from topping_out.game.text import dots, full_stop, paragraph

from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.ornament import Confetti, shine
from ..kit.plates import draw_caption
from ..kit.sprites import painted_once
from ..kit.stage import Stage
from ..kit.theme import mix
from ..manager import Pop, Push, Scene, Transition
from ..system.context import Context
from ..ui.column import PANEL_EDGE, Dialog, code_button, lay_panel
from ..ui.layout import Box, Rect, Space, Widget, column, fill, row, sized
from ..ui.widgets import Button, PagePart, Words
from .bots import BotQuestions
from .controls import places_over, play_button
from .definition import table_of
from .puzzle import PuzzleTask, Ways
from .scene import TablePart, TableScene
from .turns import TurnScene

# -- tower


Light = Literal["dark", "dim", "lit"]
"""A window of the tower stands for a puzzle: new, tried but not solved, solved."""
SLENDER = 0.7
"""Windows in a row divided by the number of floors, approximately."""
GAP, ROOF, PLINTH = 0.45, 0.9, 0.5
"""The gaps between windows, above and below them, as multiples of the height of a window."""
NARROW = 0.72
"""Width of a window divided by its height."""
HIGHEST_PANE = 22.0


def lights_of(progress: PuzzleProgress, puzzles: Sequence[Puzzle]) -> tuple[Light, ...]:
    """Return how a pack's windows are lit."""
    solved, tried = progress.solved, progress.first
    return tuple("lit" if puzzle.name in solved else "dim" if puzzle.name in tried else "dark" for puzzle in puzzles)


def across(number: int) -> int:
    """Return the number of windows in a row in a tower of `number` windows."""
    return max(2, round(math.sqrt(number * SLENDER)))


@painted_once
def pack_tower(kit: Kit, lights: tuple[Light, ...], height: float) -> pygame.Surface:
    """Return the picture of a tower, at most `height` high, with the first window at the upper left."""
    theme, columns = kit.theme, across(len(lights))
    floors = math.ceil(len(lights) / columns)
    pane = min(HIGHEST_PANE * kit.text_scale, height / (floors * (1 + GAP) + GAP + ROOF + PLINTH))
    wide, gap, roof = pane * NARROW, pane * GAP, pane * ROOF
    width = columns * wide + (columns + 1) * gap
    high = floors * (pane + gap) + gap + roof + pane * PLINTH
    left = mix(theme.mist, theme.dusk, 0.72)
    walls, lit = kit.canvas(width + 8, high, theme.dusk), kit.canvas(width + 8, high, theme.window)
    walls.rect(4, roof, width, high - roof, mix(left, theme.night, 0.3)).rect(4, roof, width / 2, high - roof, left)
    walls.rect(4 + width * 0.36, roof * 0.25, width * 0.28, roof, mix(left, theme.night, 0.45))
    for y in (roof, high - pane * PLINTH * 0.5):
        walls.rect(0, y, width + 8, max(2.0, pane * 0.14), mix(theme.brass, theme.night, 0.25))
    for number, light in enumerate(lights):
        x = 4 + gap + number % columns * (wide + gap)
        y = roof + gap + number // columns * (pane + gap)
        walls.rect(x, y, wide, pane, mix(theme.night, theme.dusk, 0.4), 1.2)
        if light == "dim":
            walls.rect(x, y + pane / 2, wide, pane / 2, mix(theme.night, theme.rose, 0.55), 1.2)
        if light == "lit":
            lit.rect(x, y, wide, pane, mix(theme.window, theme.glow, number * 7 % 5 / 10), 1.2)
            lit.rect(x, y, wide, pane * 0.35, mix(theme.window, theme.paper, 0.45), 1.2)
    return shine(walls.done(), lit.done(), 5 * kit.scale, 90)


def window_at(picture: tuple[float, float], lights: Sequence[Light], number: int) -> tuple[float, float]:
    """Return the centre of a window in a tower's picture of a given size."""
    columns = across(len(lights))
    floors, (width, height) = math.ceil(len(lights) / columns), picture
    pane = height / (floors * (1 + GAP) + GAP + ROOF + PLINTH)
    wide, gap = pane * NARROW, pane * GAP
    x = 4 + gap + number % columns * (wide + gap) + wide / 2
    return min(x, width), pane * ROOF + gap + number // columns * (pane + gap) + pane / 2


# -- verdict


TOWER = 190.0
"""Maximum height of the tower."""
LIGHTS_UP = 450.0
"""Milliseconds until the window of a newly solved puzzle lights up."""
USUAL, WIDE = 780.0, 1040.0
SHAPES = (
    (USUAL, 17.0), (USUAL, 15.5), (USUAL, 14.0), (USUAL, 13.0), (WIDE, 14.0), (WIDE, 13.0), (WIDE, 12.0), (WIDE, 11.0),
)  # fmt: skip
"""Widths and text sizes of the verdict, in the order in which they are tried."""


class VerdictPage(Dialog):
    """The verdict: right, nearly right or not, and why, with buttons for what to do next. Esc returns to the table."""

    width = USUAL

    def __init__(self, context: Context, task: PuzzleTask, ways: Ways) -> None:
        super().__init__(context)
        self.task, self.ways, self.heading, self.progress = task, ways, task.heading(), task.progress
        self.pack = pack_of(self.progress.packs, task.puzzle)
        self.is_fresh = bool(task.is_right) and not task.shows_answer and not task.was_solved
        self._left = LIGHTS_UP if self.is_fresh and not context.settings.reduced_motion else 0.0
        self.confetti = Confetti()
        self._tower = Space(0)

    @property
    def text(self) -> str:  # type: ignore[override]
        return paragraph([full_stop(self.heading), *self.task.verdict, full_stop(self.standing)])

    @property
    def standing(self) -> str:
        """How many puzzles of the pack the player has solved, in words."""
        solved, total = self.progress.solved_in(self.pack), len(self.progress.packs[self.pack])
        whole = tr("That's all of them") if self.is_fresh and solved == total else ""
        return dots([title_of(self.pack), tr("{solved} of {total} solved", solved=solved, total=total), whole])

    def enter(self) -> None:
        if not self._is_announced:
            self.context.audio.play("win" if self.task.is_right else "refuse")
        super().enter()

    # -- layout

    def buttons(self) -> list[Button]:
        ways, key, is_right = self.ways, self.key, bool(self.task.is_right)

        def button(name: str, label: str, then: Callable[[], Transition], verb: Verb, is_first: bool) -> Button:
            return Button(name, label, partial(Pop, then), verb, key(verb), primary=is_first)

        after = button("next", ways.next_label, ways.next, Verb.PLAY, is_right)
        again = button("again", tr("Try again"), ways.again, Verb.UNDO, not is_right)
        answer = button("hint", tr("Answer"), ways.show_answer, Verb.HINT, False)
        table = Button("table", tr("Look at the table"), Pop, key=key(Verb.CANCEL))
        puzzle = self.task.puzzle
        share = code_button(self.context, partial(puzzle_code, puzzle.header.game, puzzle.name), 17)
        return [after, again, table, share] if is_right else [again, answer, after, table, share]

    def build(self) -> list[Widget]:
        kit = self.kit
        for self.width, size in SHAPES:
            content = self._content(size)
            self._panel = lay_panel(kit, content, self.width)
            if self._panel.h <= kit.height - 12:
                break
        return [*content.widgets()]

    def _content(self, size: float) -> Box:
        kit, theme = self.kit, self.kit.theme
        texts = [
            Words(f"verdict {number}", words, size if not number else size - 1, align=0,
                  colour=None if not number else theme.mist)
            for number, words in enumerate(self.task.verdict)
        ]  # fmt: skip
        standing = Words("standing", self.standing, 15, "bold", theme.brass, align=0)
        wide, high = kit.size_of(pack_tower(kit, self._lights, self._highest))
        self._tower = Space(high)
        beside = row(sized(self._tower, wide), fill(column(*texts, standing, fill(), gap=10)), gap=26)
        return column(beside, self._below(self.buttons()), gap=18)

    def _below(self, buttons: Sequence[Button]) -> Box:
        """Return the buttons in one row or, if they do not fit, in two."""
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
        return [puzzle.name for puzzle in self.progress.packs[self.pack]].index(self.task.puzzle.name)

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
        """The place of the tower: at the bottom of its room."""
        room, (width, height) = self._tower.rect, self.kit.size_of(pack_tower(self.kit, self._lights, self._highest))
        return Rect(room.x, room.bottom - height, width, height)

    @property
    def _window(self) -> tuple[float, float]:
        """The centre of the puzzle's window."""
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


# -- controls


LEAVE_PUZZLE = mark("Puzzles")
"""The label of the button that returns to the page of puzzles."""
STEP_PAUSE = 900.0
"""Milliseconds before each step of the answer when it is shown, at normal pace."""
TakeBack = tuple[str, Callable[[], Transition], bool]
"""The button that takes back the last step: its label, what it does, and whether it is enabled."""


class PuzzleControls(TablePart):
    """The plate and the buttons of a puzzle's table."""

    def __init__(self, scene: TableScene, task: PuzzleTask, questions: BotQuestions) -> None:
        super().__init__(scene)
        self.task, self.questions = task, questions
        self.ways = Ways(self.context, task)
        self._is_shown = False

    # -- what can be done

    def hint(self) -> Transition:
        """Tell the player the motif or, the second time, show the answer."""
        if self.task.is_hinted:
            return self.ways.show_answer()
        self.task.is_hinted = True
        self.context.audio.play("hint")
        self.context.announcer.say(self.task.question(), urgent=True)
        self.scene.rebuild()
        return None

    # -- the verdict

    def enter(self) -> None:
        heading = full_stop(self.task.heading())
        self.context.announcer.say(tr("{heading} {verdict}", heading=heading, verdict=self.task.question()))

    def judge(self, match: Match) -> None:
        """Judge the finished line; ask for trial games if they are needed."""
        self.task.judge(match)
        if self.task.asks:
            self.questions.ask_puzzle(self.task.puzzle.name, self.task.played)
        self.scene.rebuild()

    def update(self, ms: float) -> None:
        """Receive the result of trial games."""
        if self.task.asks and (answer := self.questions.fetch("puzzle")):
            self.task.take(answer)
            self.scene.rebuild()

    @property
    def is_due(self) -> bool:
        """Whether there is a verdict that has not been shown."""
        return self.task.is_right is not None and not self._is_shown

    def show_verdict(self) -> Transition:
        """Show the verdict over the table, once, after the announcements are over."""
        if not self.is_due or self.context.announcer.left > 0:
            return None
        self._is_shown = True
        self.scene.show_anew("next" if self.task.is_right else "again")
        return Push(VerdictPage(self.context, self.task, self.ways))

    # -- widgets

    def labels(self, take_back: TakeBack) -> tuple[str, str]:
        is_over = self.task.is_right is not None
        first = tr("Try again") if is_over else take_back[0]
        return first, tr("Answer") if is_over or self.task.is_hinted else tr("Hint")

    def tools(
        self, places: tuple[Rect, Rect], take_back: TakeBack, main_place: Rect, main: Button | None = None
    ) -> list[Widget]:
        """Return the plate, the two smaller buttons at their places, and the main button: `main` until the verdict."""
        is_over, key = self.task.is_right is not None, self.context.devices.label
        back, help_ = self.labels(take_back)
        press, may_press = (self.ways.again, True) if is_over else take_back[1:]
        asked = self.ways.show_answer if is_over or self.task.is_hinted else self.hint
        left, right = places
        buttons: list[Widget] = [
            Button("again", back, press, Verb.UNDO, key(Verb.UNDO), enabled=may_press).placed(left),
            Button("hint", help_, asked, Verb.HINT, key(Verb.HINT), enabled=not self.task.shows_answer).placed(right),
        ]
        if is_over:
            after = Button("next", self.ways.next_label, self.ways.next, Verb.PLAY, key(Verb.PLAY), primary=True)
            buttons.append(after.placed(main_place))
        elif main:
            buttons.append(main)
        return [self._plate(), *buttons]

    def _plate(self) -> PagePart:
        """Return the plate below the buttons at the top, with the question or the verdict."""
        first, last = self.board.caption_room
        semantics = Semantics(Role.TEXT, self.task.heading(), description=self.words)
        group = Group("puzzle", tr("Puzzle"))
        return PagePart("puzzle", Rect(first, 70, last - first, 30), semantics, self._draw, group)

    @property
    def words(self) -> str:
        if self.task.asks:
            return tr("Let me think…")
        return self.task.question() if self.task.is_right is None else self.task.verdict[0]

    def _draw(self, stage: Stage) -> None:
        draw_caption(stage, self.context.kit, self.task.heading(), self.words, *self.board.caption_room)


# -- turns


class PuzzleScene(TurnScene):
    """A table at which the player plays one line, which is then judged. The match does not go on."""

    leave_label = LEAVE_PUZZLE

    def __init__(self, context: Context, task: PuzzleTask) -> None:
        super().__init__(context, task.begin())
        self.task = task
        self.controls = PuzzleControls(self, task, self.questions)
        self.parts = *self.parts, self.controls
        self._answer_pause = STEP_PAUSE

    # -- the course of the line

    def ask_bot(self) -> None:
        """Ask no bot: only the player plays."""

    def go_on(self, ms: float) -> Transition:
        if self.task.played:
            return self.controls.show_verdict()
        if not self.task.shows_answer:
            return super().go_on(ms)
        self._answer_pause -= ms * min(self.motion.speed, 1e6)
        if self._answer_pause <= 0:
            self.do(self.task.seat, self.task.solution()[len(self.task.line(self.match))])
        return None

    def do(self, seat: Seat, action: object) -> None:
        super().do(seat, action)
        self._answer_pause = STEP_PAUSE * self.context.settings.pace_factor
        if self.task.is_whole(self.match):  # judge it while its result is still being shown
            self.controls.judge(self.match)

    @property
    def at_rest(self) -> bool:
        plays = self.task.asks or (self.task.shows_answer and self.task.is_right is None)
        return super().at_rest and not plays and not self.controls.is_due

    # -- widgets

    def tools(self) -> list[Widget]:
        take_back = tr("Undo"), self.undo, self.match.can_undo()
        place, (first, second) = self.board.main_place, self.controls.labels(take_back)
        places = places_over(self.context, place, (first, Verb.UNDO), (second, Verb.HINT))
        return self.controls.tools(places, take_back, place, play_button(self.context, self.board, self.act))

    def paint(self, stage: Stage) -> None:
        self.board.is_captioned = True
        super().paint(stage)


# -- start


def open_puzzle(context: Context, game: str, name: str, shows_answer: bool = False, pack: str = "") -> Scene:
    """Return the table of a puzzle, opened from `pack` if that is given. `shows_answer`: the answer is played on it."""
    tries = PuzzleTries()
    task = PuzzleTask(PuzzleProgress(game, tries).puzzles[name], tries, shows_answer, pack)
    return table_of(game).make_puzzle_scene(context, task)
