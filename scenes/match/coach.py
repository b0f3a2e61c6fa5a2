"""The coach: the lessons of a guided game, when to show them, and the notes that show them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pygame
from msgspec.structs import replace

from topping_out.game import registry
from topping_out.game.assets import read_toml
from topping_out.game.engine import Seat
from topping_out.game.language import current, tr
from topping_out.game.match import Match, SeenEvent
from topping_out.game.record import Header
from topping_out.game.storage.translations import LESSONS, load_lessons
from topping_out.game.text import full_stop, labelled, paragraph, semicolons

from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.plates import draw_lines, keycap, message_place
from ..kit.sprites import painted_once
from ..kit.stage import Stage
from ..kit.theme import mix
from ..manager import Transition
from ..system.context import Context
from ..ui.layout import Rect, Widget
from ..ui.widgets import Button
from .scene import LessonContext, TablePart, TableScene

# -- lessons


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence or two, shown once, at the first moment that fits."""

    name: str
    when: str
    """When to show it: the name of one of the `conditions` in `LessonCues`."""
    title: str
    text: str
    marks: tuple[str, ...] = ()
    """What it marks on the board: names from `marks` in `LessonCues`."""
    must: bool = True
    """Whether its condition is met in every game. Other lessons may never be shown."""


class Rival(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot to play against."""

    name: str
    level: str


class Tutorial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game: how it starts, and its lessons in the order in which they are shown."""

    seed: int
    rival: Rival
    options: dict[str, bool | int | str]
    lessons: tuple[Lesson, ...]


Condition = Callable[[LessonContext], bool]
Marker = Callable[[Any, LessonContext], list[Rect]]
"""Returns the rectangles of something on the board, in logical units."""


@dataclass(frozen=True, slots=True)
class LessonCues:
    """When the lessons of a game are shown, and what they mark on its board."""

    conditions: Mapping[str, Condition]
    marks: Mapping[str, Marker] = field(default_factory=dict)
    keep_clear: Marker = lambda board, now: []
    """What a note covers only if it must. Cards and buttons are never covered."""
    never_cover: Marker = lambda board, now: []
    """What else a note never covers."""


PLAIN_CUES = LessonCues({"at once": lambda now: True})
"""The default cues: the lessons are shown in order, at once."""


def tutorial_of(game: str) -> Tutorial | None:
    """Return a game's tutorial in the current language, or None if the game has none.

    Raises msgspec.MsgspecError if its file is not a tutorial.
    """
    return _load_tutorial(game, current())


@cache
def _load_tutorial(game: str, language: str) -> Tutorial | None:
    path = registry.data_file(game, LESSONS)
    tutorial = registry.read(game, LESSONS, lambda: read_toml(path, Tutorial), None) if path else None
    if tutorial is None:
        return None
    texts = load_lessons(game, language)
    lessons = (
        replace(lesson, title=words.title, text=words.text) if (words := texts.get(lesson.name)) else lesson
        for lesson in tutorial.lessons
    )
    return replace(tutorial, lessons=tuple(lessons))


# -- callout


PAD = 16.0
GAP = 10.0
MARGIN = 10.0
"""Distance from a note to what it must not cover."""
TAIL = 13.0
"""Length of the note's tip, which points at what the note is about."""
NEAR = 130.0
"""A note points at nothing further away than this."""
STEP = 20.0
"""Distance between the places that are tried for a note."""
TITLE, BODY = 19.0, 16.0
SHAPES = ((400.0, False), (330.0, False), (560.0, True), (720.0, True), (250.0, False))
"""Widths of notes, the best first, and whether the buttons are beside the text."""


@dataclass(frozen=True)
class Shape:
    """The layout of a note of one width: its text and the places of its buttons."""

    width: float
    height: float
    room: float
    """Width of the text."""
    text: str
    lines: tuple[str, ...]
    buttons: tuple[Rect, ...]
    """Relative to the note's upper left corner."""


def shapes(kit: Kit, title: str, text: str, sizes: Sequence[tuple[float, float]]) -> Iterator[Shape]:
    """Yield the possible shapes of a note with buttons of these sizes."""
    least = kit.text_size(title, TITLE, "title")[0] + 2 * PAD
    for width, beside in SHAPES:
        wide = max(least, min(width * (0.4 + 0.6 * kit.text_scale), kit.width - 40))
        yield wide_shape(kit, text, sizes, wide) if beside else _below(kit, text, sizes, wide)


def _words_high(kit: Kit, lines: Sequence[str]) -> float:
    return (26 + 22 * len(lines)) * kit.text_scale


def _below(kit: Kit, text: str, sizes: Sequence[tuple[float, float]], width: float) -> Shape:
    """Return a shape with the buttons below the text: in one row at the right, or in a column if they do not fit."""
    lines = tuple(kit.wrap(text, width - 2 * PAD, BODY))
    y = PAD - 4 + _words_high(kit, lines) + GAP
    places, right = [], width - PAD
    in_row = sum(w for w, _ in sizes) + GAP * (len(sizes) - 1) <= width - 2 * PAD
    for wide, high in sizes:
        places.append(Rect(right - wide, y, wide, high))
        if in_row:
            right -= wide + GAP
        else:
            y += high + GAP / 2
    return Shape(width, max(place.bottom for place in places) + PAD - 2, width - 2 * PAD, text, lines, tuple(places))


def wide_shape(kit: Kit, text: str, sizes: Sequence[tuple[float, float]], width: float) -> Shape:
    """Return a shape with the buttons in a column at the right of the text."""
    column = max(w for w, _ in sizes)
    room = width - 2 * PAD - column - 2 * GAP
    lines = tuple(kit.wrap(text, room, BODY))
    words, stack = _words_high(kit, lines), sum(h for _, h in sizes) + GAP / 2 * (len(sizes) - 1)
    height = max(words + 2 * PAD - 6, stack + 2 * PAD - 4)
    places, y = [], (height - stack) / 2
    for wide, high in sizes:
        places.append(Rect(width - PAD - column / 2 - wide / 2, y, wide, high))
        y += high + GAP / 2
    return Shape(width, height, room, text, lines, tuple(places))


def find_place(
    kit: Kit, choices: Sequence[Shape], marked: Sequence[Rect], solid: Sequence[Rect], soft: Sequence[Rect]
) -> tuple[Shape, Rect]:
    """Return the best shape and place: they cover nothing `solid`, little of `soft`, and are near to what is marked.

    If all places cover something `solid`, return those that cover the least of it.
    """
    walls = [rect.inflate(2 * MARGIN, 2 * MARGIN) for rect in solid]
    near = [*marked] or [Rect(kit.width / 2, kit.height / 2, 1, 1)]
    best, least = None, math.inf
    for number, shape in enumerate(choices):
        for rect in _grid(kit, shape):
            cost = 9 * number + sum(_apart(rect, mark) for mark in near) / len(near) / 5
            if cost < least and rect.collidelist(walls) < 0:
                cost += sum(_common(rect, soft[i]) for i in rect.collidelistall(soft)) / 35
                if cost < least:
                    best, least = (shape, rect), cost
    if best:
        return best
    places = [(shape, rect) for shape in choices for rect in _grid(kit, shape)]
    return min(places, key=lambda place: sum(_common(place[1], wall) for wall in walls))


def _grid(kit: Kit, shape: Shape) -> Iterator[Rect]:
    across, down = kit.width - shape.width - 2 * MARGIN, kit.height - shape.height - 2 * MARGIN
    columns, rows = max(1, math.ceil(across / STEP)), max(1, math.ceil(down / STEP))
    for row, column in product(range(rows + 1), range(columns + 1)):
        x, y = MARGIN + across * column / columns, MARGIN + down * row / rows
        yield Rect(x, y, shape.width, shape.height)


def _apart(a: Rect, b: Rect) -> float:
    """Return the distance between the edges of two rectangles, plus a part of the distance between their centres."""
    across, down = max(a.x - b.right, b.x - a.right, 0), max(a.y - b.bottom, b.y - a.bottom, 0)
    return math.hypot(across, down) + 0.3 * math.dist(a.center, b.center)


def _common(a: Rect, b: Rect) -> float:
    shared = a.clip(b)
    return shared.w * shared.h


def describe_places(marked: Sequence[Rect], others: Sequence[Widget]) -> str:
    """Return a sentence that names what is marked: whole groups by name, otherwise single things by group."""
    named = [w for w in others if w.semantics()]
    found = [w for w in named if any(_shows(mark, w) for mark in marked)]
    things: dict[str, list[str]] = {}
    for widget in found:
        semantics, group = widget.semantics(), widget.group
        assert semantics
        if group is None:
            things[semantics.label] = []
        else:
            is_whole = all(w in found for w in named if w.group == group)
            things.setdefault(group.label, []).extend([] if is_whole else [semantics.label])
    names = [labelled(name, semicolons(dict.fromkeys(parts))) if parts else name for name, parts in things.items()]
    return tr("This is about: {things}.", things=". ".join(names)) if names else ""


def _shows(mark: Rect, widget: Widget) -> bool:
    """Return whether a mark surrounds most of a widget."""
    place: Rect = getattr(widget, "ring", widget.rect)
    return mark.collidepoint(place.center) and 2 * _common(mark, place) >= place.w * place.h


class Callout(Widget):
    """A note. It catches clicks, so that nothing below it is pressed by mistake."""

    def __init__(self, name: str, rect: Rect, shape: Shape, title: str, aside: str) -> None:
        super().__init__(name, rect)
        self.is_focusable = False
        self.shape, self.title, self.text, self.aside = shape, title, shape.text, aside
        self.target: Rect | None = None
        """What its tip points at."""
        self.where = ""
        """What it is about, in words for listeners."""
        self.group = Group("lesson", aside)

    @property
    def words(self) -> str:
        return paragraph([full_stop(self.title), self.text])

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, self.words, description=self.where)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        rim = mix(theme.brass, theme.ink, 0.15)
        stage.blit(kit.shadow(r.w, r.h, 12, 14, 0.55), r.x - 14, r.y - 9)
        stage.blit(kit.plate(r.w, r.h, theme.paper, rim, 2, 12), r.x, r.y)
        self._draw_tail(stage, kit)
        title = kit.text(self.title, TITLE, "title", theme.ink)
        stage.blit(title, r.x + PAD, r.y + PAD - 6)
        aside = kit.text(self.aside, 13.5, "body", mix(theme.ink, theme.paper, 0.28))
        rest = self.shape.room - kit.size_of(aside)[0]
        if kit.size_of(title)[0] + 12 < rest:
            stage.blit(aside, r.x + PAD + rest, r.y + PAD - 4)
        y, step = r.y + PAD - 4 + 26 * kit.text_scale, 22 * kit.text_scale
        draw_lines(stage, kit, self.shape.lines, r.x + PAD, y, step, BODY, theme.ink)

    def _draw_tail(self, stage: Stage, kit: Kit) -> None:
        """Draw the tip, on the side that directly faces the target."""
        r, t = self.rect, self.target
        if t is None or not r.inflate(2 * NEAR, 2 * NEAR).colliderect(t):
            return
        x = min(max(t.centerx, r.x + 30), r.right - 30)
        y = min(max(t.centery, r.y + 30), r.bottom - 30)
        if t.y >= r.bottom and abs(x - t.centerx) <= t.w / 2:
            stage.blit(_tip(kit, 0), x - TAIL, r.bottom - 2.6)
        elif t.bottom <= r.y and abs(x - t.centerx) <= t.w / 2:
            stage.blit(_tip(kit, 180), x - TAIL, r.y - TAIL + 2.6)
        elif t.x >= r.right and abs(y - t.centery) <= t.h / 2:
            stage.blit(_tip(kit, 90), r.right - 2.6, y - TAIL)
        elif t.right <= r.x and abs(y - t.centery) <= t.h / 2:
            stage.blit(_tip(kit, 270), r.x - TAIL + 2.6, y - TAIL)


@painted_once
def _tip(kit: Kit, angle: int) -> pygame.Surface:
    """Return the tip of a note, pointing downwards and then turned anticlockwise by `angle` degrees."""
    rim = mix(kit.theme.brass, kit.theme.ink, 0.15)
    canvas = kit.canvas(2 * TAIL, TAIL, rim).polygon([(0, 0), (2 * TAIL, 0), (TAIL, TAIL)], rim)
    canvas.polygon([(3, 0), (2 * TAIL - 3, 0), (TAIL, TAIL - 2.8)], kit.theme.paper)
    return pygame.transform.rotate(canvas.done(), angle)


# -- coach


AT_ONCE = 2
"""The most lessons that are shown before one play."""
KEYS = "keys"
"""The name of the lesson about keys, which no tutorial may use."""
BREATH = 1600.0
"""Milliseconds in which a mark brightens and fades once."""


def key_of(header: Header) -> str:
    """Return the key of a guided game in the settings."""
    return f"{header.game} {header.started} {header.seed}"


def is_guided(context: Context, header: Header) -> bool:
    """Return whether the lessons are shown in a game. The settings remember this, and which were shown."""
    return tutorial_of(header.game) is not None and key_of(header) in context.settings.guided


class Coach(TablePart):
    """Shows the lessons of a guided game; does nothing in other games."""

    def __init__(self, scene: TableScene, match: Match, cues: LessonCues) -> None:
        super().__init__(scene)
        self.match, self.cues = match, cues
        self._key = key_of(match.header)
        self._tutorial = tutorial_of(match.header.game)
        self.lesson: Lesson | None = None
        """The lesson that is being shown."""
        self.note: list[Widget] = []
        """The note and its buttons, as laid out."""
        self._now: LessonContext | None = None
        self._looked: tuple[int, int] | None = None
        self._count = 0  # lessons since the last play
        self.marked: list[Rect] = []
        """The places that the lesson marks."""
        self._laid: tuple[object, tuple[Any, Rect]] | None = None  # the note's shape and place, so that it stays there
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
        """Show the next lesson, if its moment has come. Called whenever nothing moves."""
        place = len(self.match.record.entries), len(self.shown)
        if not self.is_on or self.lesson or self._looked == place or self._count >= AT_ONCE:
            return
        if (now := self.scene.lesson_context()) is None:
            return
        self._looked, self._now = place, now
        self.lesson = self._next(now)
        if self.lesson:
            self._time = 0.0
            self.context.audio.play("hint", 0.5)
            self.scene.show_anew("" if self.context.devices.active == "mouse" else "got it")
            for note in self.note:
                if isinstance(note, Callout):
                    self.context.announcer.say(paragraph([note.words, note.where]))

    def _next(self, now: LessonContext) -> Lesson | None:
        """Return the first lesson that has not been shown and whose condition is met."""
        assert self._tutorial
        conditions, shown = self.cues.conditions, {*self.shown}
        if self.context.announcer.is_heard and KEYS not in shown:
            verbs = (Verb.ASK_TURN, Verb.ASK_SCORES, Verb.ASK_HAND, Verb.ASK_TABLE, Verb.ASK_AGAIN, Verb.KEYS)
            turn, scores, hand, table, again, keys = map(self.context.devices.program_keys.label, verbs)
            text = tr(
                "{turn} tells you whose turn it is, {scores} the scores, {hand} what you hold, {table} "
                "what else is on the table; {again} repeats what was said last. {keys} lists all keys.",
                turn=turn, scores=scores, hand=hand, table=table, again=again, keys=keys,
            )  # fmt: skip
            return Lesson(KEYS, "", tr("Keys"), text)
        untold = (lesson for lesson in self._tutorial.lessons if lesson.name not in shown)
        return next((lesson for lesson in untold if conditions[lesson.when](now)), None)

    def happened(self, seat: Seat | None, events: list[Any], seen: Sequence[SeenEvent]) -> None:
        if seat is not None and self.match.header.seats[seat].is_human:
            self.acted()

    def acted(self) -> None:
        """Put the lesson away, because the player has played."""
        self._count = 0
        self._put_away()

    def got_it(self) -> Transition:
        """Put the lesson away, and show the next one if its moment has come."""
        self._count += 1
        self._put_away()
        self.attend()
        self.scene.show_anew("" if self.lesson else self.board.home)
        return None

    def skip(self) -> Transition:
        """Show no more lessons in this game."""
        self.lesson = None
        settings = self.context.settings
        settings.guided = {key: shown for key, shown in settings.guided.items() if key != self._key}
        self.context.save_settings()
        self.scene.show_anew(self.board.home)
        return None

    def dismiss(self) -> bool:
        """Put the lesson away, as Esc does first; return whether there was one."""
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
        """Show no more lessons, because the game is over."""
        if self.is_on:
            self.skip()

    # -- the note and its marks

    def widgets(self, laid: Sequence[Widget]) -> Sequence[Widget]:
        """Return the note and its buttons, placed between the other widgets of the table."""
        self.note = [] if self.lesson is None or self._now is None else self._lay(self.lesson, self._now, laid)
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
        """Return the note's shape and place: where the board says, or else where it covers the least."""
        board, kit = self.board, self.context.kit
        if place := board.note_place:
            shape = wide_shape(kit, lesson.text, sizes, place.w)
            return shape, Rect(place.x, place.bottom - shape.height, shape.width, shape.height)
        solid, soft = self._obstacles(others, self.cues.keep_clear(board, now))
        solid += self.cues.never_cover(board, now)
        return find_place(kit, [*shapes(kit, lesson.title, lesson.text, sizes)], self.marked, solid, soft)

    def _aside(self) -> str:
        """Return the number of the lesson in words, such as "Lesson 2 of 9"."""
        assert self._tutorial
        total = len(self._tutorial.lessons) + (self.context.announcer.is_heard or KEYS in self.shown)
        return tr("Lesson {number} of {total}", number=len(self.shown) + 1, total=total)

    def _buttons(self, kit: Kit) -> tuple[Button, Button]:
        """Return the two buttons at their sizes; their places are set later."""
        high, key = 18 + 16 * kit.text_scale, self.context.devices.label(Verb.CANCEL)
        cap = kit.size_of(keycap(kit, key))[0] + 8
        wide = kit.text_size(tr("Got it"), 17, "head")[0] + 44 + cap
        got = Button("got it", tr("Got it"), self.got_it, key=key, primary=True, size=17).placed(Rect(0, 0, wide, high))
        wide = kit.text_size(tr("Skip the lessons"), 15, "head")[0] + 40
        return got, Button("skip", tr("Skip the lessons"), self.skip, size=15).placed(Rect(0, 0, wide, high - 4))

    def _obstacles(self, others: Sequence[Widget], places: Sequence[Rect]) -> tuple[list[Rect], list[Rect]]:
        """Return what the note must not cover, and what it should not cover."""
        solid = [w.rect for w in others if isinstance(w, Button) or getattr(w, "card", None) is not None]
        kit, board = self.context.kit, self.board
        words = message_place(kit, board.message_width, 18 + 3 * 18 * kit.text_scale, board.message_foot)
        return [*solid, *self.marked, *self.board.text_areas], [*places, words]

    def update(self, ms: float) -> None:
        """Let the marks brighten and fade."""
        if self.lesson and self.context.has_idle_life:
            self._time += ms

    def draw(self, stage: Stage) -> None:
        if self.lesson is None:
            return
        kit = self.context.kit
        share = 0.72 + 0.28 * math.cos(2 * math.pi * self._time / BREATH)
        for r in self.marked:
            halo = kit.outline(r.w + 16, r.h + 16, kit.theme.glow, 4, 13)
            stage.blit(halo, r.x - 8, r.y - 8, share * 0.55)
            ring = kit.outline(r.w + 10, r.h + 10, kit.theme.brass, 3, 10)
            stage.blit(ring, r.x - 5, r.y - 5, share)
        self.scene.draw_widgets(stage, self.note)
