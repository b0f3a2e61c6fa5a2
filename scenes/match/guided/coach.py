"""The coach of a guided game: tells the lessons, each once, a few before each play."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.game.record import Header
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.keycaps import keycap
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.guided.callout import Callout, Shape, describe_places, find_place, shapes, wide_shape
from topping_out.scenes.match.guided.lessons import Lesson, LessonContext, LessonCues, tutorial_of
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Button, Rect, Widget

AT_ONCE = 2
"""The most lessons before one play."""
KEYS = "keys"
"""The name of the lesson on keys; no tutorial has one of that name."""
BREATH = 1600.0
"""Milliseconds in which a mark comes and goes."""


def key_of(header: Header) -> str:
    """Return the name under which the settings know a guided game."""
    return f"{header.game} {header.started} {header.seed}"


def is_guided(context: Context, header: Header) -> bool:
    """Tell whether the lessons are told in a game: the settings know, and what was told in it."""
    return tutorial_of(header.game) is not None and key_of(header) in context.settings.guided


@dataclass(eq=False)
class Coach:
    """Tells nothing in games that are not guided."""

    context: Context
    match: Match
    board: Board
    cues: LessonCues
    moment: Callable[[], LessonContext | None]
    """Returns what the player knows, while the player may act."""
    show: Callable[[str], None]
    """Lays the table out anew, with the focus on the widget of that name, if one is named."""
    draw_widgets: Callable[[Stage, Sequence[Widget]], None]

    def __post_init__(self) -> None:
        self._key = key_of(self.match.header)
        self._tutorial = tutorial_of(self.match.header.game)
        self.lesson: Lesson | None = None
        """What is being told."""
        self.note: list[Widget] = []
        """The note and its buttons as they lie now."""
        self._now: LessonContext | None = None
        self._looked: tuple[int, int] | None = None
        self._count = 0  # lessons since the last play
        self.marked: list[Rect] = []
        """Where what it speaks of is."""
        self._laid: tuple[object, tuple[Any, Rect]] | None = None  # where the note lies, so that it stays there
        self._time = 0.0
        self.board.under_tips = self.draw

    @property
    def is_on(self) -> bool:
        return is_guided(self.context, self.match.header)

    @property
    def shown(self) -> tuple[str, ...]:
        """The names of the lessons shown so far."""
        return self.context.settings.guided.get(self._key, ())

    # -- the course of the lessons

    def attend(self) -> None:
        """Look whether there is something to tell at this moment; to be called whenever nothing moves."""
        place = len(self.match.record.entries), len(self.shown)
        if not self.is_on or self.lesson or self._looked == place or self._count >= AT_ONCE:
            return
        if (now := self.moment()) is None:
            return
        self._looked, self._now = place, now
        self.lesson = self._next(now)
        if self.lesson:
            self._time = 0.0
            self.context.audio.play("hint", 0.5)
            self.show("" if self.context.devices.active == "mouse" else "got it")
            for widget in self.note:
                if isinstance(widget, Callout):
                    self.context.announcer.say(widget.spoken)

    def _next(self, now: LessonContext) -> Lesson | None:
        """Return the first lesson that was not told and whose moment has come."""
        assert self._tutorial
        conditions, told = self.cues.conditions, {*self.shown}
        if self.context.announcer.is_heard and KEYS not in told:
            verbs = (Verb.ASK_TURN, Verb.ASK_SCORES, Verb.ASK_HAND, Verb.ASK_TABLE, Verb.ASK_AGAIN, Verb.KEYS)
            turn, scores, hand, table, again, keys = map(self.context.devices.program_keys.label, verbs)
            text = tr(
                "{turn} tells you whose turn it is, {scores} the scores, {hand} what you hold, {table} "
                "what else is on the table; {again} repeats what was said last. {keys} lists all keys.",
                turn=turn, scores=scores, hand=hand, table=table, again=again, keys=keys,
            )  # fmt: skip
            return Lesson(KEYS, "", tr("Keys"), text)
        untold = (lesson for lesson in self._tutorial.lessons if lesson.name not in told)
        return next((lesson for lesson in untold if conditions[lesson.when](now)), None)

    def acted(self) -> None:
        """The player has played: the lesson has done its work."""
        self._count = 0
        self._put_away()

    def got_it(self) -> Transition:
        """Put the lesson away; the next one may follow at once."""
        self._count += 1
        self._put_away()
        self.attend()
        self.show("" if self.lesson else self.board.home)
        return None

    def skip(self) -> Transition:
        """Tell nothing any more in this game."""
        self.lesson = None
        self.context.settings.guided = {
            key: told for key, told in self.context.settings.guided.items() if key != self._key
        }
        self.context.save_settings()
        self.show(self.board.home)
        return None

    def dismiss(self) -> bool:
        """Do what Esc does first: put the lesson away. False: there is none."""
        if self.lesson is None:
            return False
        self.got_it()
        return True

    def _put_away(self) -> None:
        if self.lesson is None:
            return
        self.context.settings.guided = {**self.context.settings.guided, self._key: (*self.shown, self.lesson.name)}
        self.context.save_settings()
        self.lesson = None

    def close(self) -> None:
        """The game is over, and with it the lessons."""
        if self.is_on:
            self.skip()

    # -- the note and its marks

    def widgets(self, others: Sequence[Widget]) -> list[Widget]:
        """Return the note with its buttons, laid among the other widgets of the table."""
        self.note = [] if self.lesson is None or self._now is None else self._lay(self.lesson, self._now, others)
        return self.note

    def _lay(self, lesson: Lesson, now: LessonContext, others: Sequence[Widget]) -> list[Widget]:
        board, kit = self.board, self.context.kit
        self.marked = [rect for name in lesson.marks for rect in self.cues.marks[name](board, now)]
        got, skip = self._buttons(kit)
        sizes = [(button.rect.w, button.rect.h) for button in (got, skip)]
        key = (lesson.name, kit)
        if self._laid is None or self._laid[0] != key:
            self._laid = key, self._find_place(lesson, now, others, sizes)
        shape, rect = self._laid[1]
        for button, place in zip((got, skip), shape.buttons):
            button.rect = place.move(rect.topleft)
        bubble = Callout("lesson", rect, shape, lesson.title, self._aside())
        bubble.where = describe_places(self.marked, others)
        bubble.target = min(self.marked, key=lambda r: math.dist(r.center, rect.center), default=None)
        got.group = skip.group = bubble.group
        return [bubble, got, skip]

    def _find_place(
        self, lesson: Lesson, now: LessonContext, others: Sequence[Widget], sizes: Sequence[tuple[float, float]]
    ) -> tuple[Shape, Rect]:
        """Return the note's shape and place: the board's own for notes, else where it covers least."""
        board, kit = self.board, self.context.kit
        if place := board.note_place:
            shape = wide_shape(kit, lesson.text, sizes, place.w)
            return shape, Rect(place.x, place.bottom - shape.height, shape.width, shape.height)
        solid, soft = self._obstacles(others, self.cues.keep_clear(board, now))
        solid += self.cues.never_cover(board, now)
        return find_place(kit, [*shapes(kit, lesson.title, lesson.text, sizes)], self.marked, solid, soft)

    def _aside(self) -> str:
        """Return which of the lessons it is, in the order in which they are told."""
        assert self._tutorial
        total = len(self._tutorial.lessons) + (self.context.announcer.is_heard or KEYS in self.shown)
        return tr("Lesson {number} of {total}", number=len(self.shown) + 1, total=total)

    def _buttons(self, kit: Kit) -> tuple[Button, Button]:
        """Return the two buttons, as large as they need to be, wherever."""
        high, key = 18 + 16 * kit.text_scale, self.context.devices.label(Verb.CANCEL)
        cap = kit.size_of(keycap(kit, key))[0] + 8
        wide = kit.text_size(tr("Got it"), 17, "head")[0] + 44 + cap
        got = Button("got it", tr("Got it"), self.got_it, key=key, primary=True, size=17).placed(Rect(0, 0, wide, high))
        wide = kit.text_size(tr("Skip the lessons"), 15, "head")[0] + 40
        return got, Button("skip", tr("Skip the lessons"), self.skip, size=15).placed(Rect(0, 0, wide, high - 4))

    def _obstacles(self, others: Sequence[Widget], places: Sequence[Rect]) -> tuple[list[Rect], list[Rect]]:
        """Return what the note must not cover, and what it should not."""
        solid = [w.rect for w in others if isinstance(w, Button) or getattr(w, "card", None) is not None]
        words = Rect(20, 0, self.board.message_width, 0)
        words.h = 18 + 3 * 18 * self.context.kit.text_scale
        words.bottom = self.context.kit.height - self.board.message_foot
        return [*solid, *self.marked, *self.board.text_areas], [*places, words]

    def update(self, ms: float) -> None:
        """Let the marks breathe."""
        if self.lesson and self.context.has_idle_life:
            self._time += ms

    def draw(self, stage: Stage) -> None:
        """Show the note, and round what it speaks of, marks."""
        if self.lesson is None:
            return
        kit = self.context.kit
        share = 0.72 + 0.28 * math.cos(2 * math.pi * self._time / BREATH)
        for r in self.marked:
            halo = kit.outline(r.w + 16, r.h + 16, kit.theme.glow, 4, 13)
            stage.blit(halo, r.x - 8, r.y - 8, share * 0.55)
            ring = kit.outline(r.w + 10, r.h + 10, kit.theme.brass, 3, 10)
            stage.blit(ring, r.x - 5, r.y - 5, share)
        self.draw_widgets(stage, self.note)
