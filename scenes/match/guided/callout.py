"""A note on paper that speaks of something on the table, laid where it covers nothing that matters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from topping_out.game.language import tr
from topping_out.game.text import full_stop, labelled, paragraph, semicolons
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.ui.widgets import Rect, Widget

PAD = 16.0
GAP = 10.0
MARGIN = 10.0
"""How far a note keeps from what it must not cover."""
TAIL = 13.0
"""How far its tip reaches towards what it speaks of."""
NEAR = 130.0
"""What is further away is not pointed at; its mark is seen."""
STEP = 20.0
"""Places are tried so far apart."""
TITLE, BODY = 19.0, 16.0
SHAPES = ((400.0, False), (330.0, False), (560.0, True), (720.0, True), (250.0, False))
"""Widths in the order in which they are liked, and whether the buttons stand beside the words."""


@dataclass(frozen=True)
class Shape:
    """The measures of a note of one width: its words, and the room for its buttons."""

    width: float
    height: float
    room: float
    """Width of the words."""
    text: str
    lines: tuple[str, ...]
    buttons: tuple[Rect, ...]
    """In the note's own corner of the world: (0, 0) is its upper left."""


def shapes(kit: Kit, title: str, text: str, sizes: Sequence[tuple[float, float]]) -> Iterator[Shape]:
    """Yield the shapes that a note can have, with buttons of these sizes."""
    least = kit.text_size(title, TITLE, "title")[0] + 2 * PAD
    for width, beside in SHAPES:
        wide = max(least, min(width * (0.4 + 0.6 * kit.text_scale), kit.width - 40))
        yield wide_shape(kit, text, sizes, wide) if beside else _below(kit, text, sizes, wide)


def _words_high(kit: Kit, lines: Sequence[str]) -> float:
    return (26 + 22 * len(lines)) * kit.text_scale


def _below(kit: Kit, text: str, sizes: Sequence[tuple[float, float]], width: float) -> Shape:
    """Buttons under the words: in one row from the right, or under one another where that is too wide."""
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
    """Buttons in a column at the right of the words."""
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
    """Return the shape and the place that cover nothing `solid`, little that is `soft`, near to what is marked."""
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
    return best or _least_covering(kit, choices, walls)


def _least_covering(kit: Kit, choices: Sequence[Shape], walls: Sequence[Rect]) -> tuple[Shape, Rect]:
    """Return what covers least where nothing is free."""
    places = [(shape, rect) for shape in choices for rect in _grid(kit, shape)]
    return min(places, key=lambda place: sum(_common(place[1], wall) for wall in walls))


def _grid(kit: Kit, shape: Shape) -> Iterator[Rect]:
    across, down = kit.width - shape.width - 2 * MARGIN, kit.height - shape.height - 2 * MARGIN
    columns, rows = max(1, math.ceil(across / STEP)), max(1, math.ceil(down / STEP))
    for row in range(rows + 1):
        for column in range(columns + 1):
            x, y = MARGIN + across * column / columns, MARGIN + down * row / rows
            yield Rect(x, y, shape.width, shape.height)


def _apart(a: Rect, b: Rect) -> float:
    """Return how far apart two places are, their middles counted a little too."""
    across, down = max(a.x - b.right, b.x - a.right, 0), max(a.y - b.bottom, b.y - a.bottom, 0)
    return math.hypot(across, down) + 0.3 * math.dist(a.center, b.center)


def _common(a: Rect, b: Rect) -> float:
    shared = a.clip(b)
    return shared.w * shared.h


def describe_places(marked: Sequence[Rect], others: Sequence[Widget]) -> str:
    """Return in a sentence what lies at the marks: whole groups by their names, and single things under those."""
    told = [w for w in others if w.semantics()]
    found = [w for w in told if any(_shows(mark, w) for mark in marked)]
    things: dict[str, list[str]] = {}
    for widget in found:
        said, group = widget.semantics(), widget.group
        assert said
        if group is None:
            things[said.label] = []
        else:
            is_whole = all(w in found for w in told if w.group == group)
            things.setdefault(group.label, []).extend([] if is_whole else [said.label])
    names = [labelled(name, semicolons(dict.fromkeys(parts))) if parts else name for name, parts in things.items()]
    return tr("This is about: {things}.", things=". ".join(names)) if names else ""


def _shows(mark: Rect, widget: Widget) -> bool:
    """Tell whether a mark lies round a widget, and not just round a part of it."""
    place: Rect = getattr(widget, "ring", widget.rect)
    return mark.collidepoint(place.center) and 2 * _common(mark, place) >= place.w * place.h


class Callout(Widget):
    """The note itself; it catches clicks, so that nothing under it is pressed by mistake."""

    def __init__(self, name: str, rect: Rect, shape: Shape, title: str, aside: str) -> None:
        super().__init__(name, rect)
        self.is_focusable = False
        self.shape, self.title, self.text, self.aside = shape, title, shape.text, aside
        self.target: Rect | None = None
        """What its tip shows."""
        self.where = ""
        """What it speaks of, by the names that those things have for whoever listens."""
        self.group = Group("lesson", aside)

    @property
    def words(self) -> str:
        return paragraph([full_stop(self.title), self.text])

    @property
    def spoken(self) -> str:
        return paragraph([self.words, self.where])

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
        for number, line in enumerate(self.shape.lines):
            stage.blit(kit.text(line, BODY, "body", theme.ink), r.x + PAD,
                       r.y + PAD - 4 + (26 + 22 * number) * kit.text_scale)  # fmt: skip

    def _draw_tail(self, stage: Stage, kit: Kit) -> None:
        """Show the tip, on the side that faces the target straight."""
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
    """Return the tip of a note: downwards, turned by so many degrees against the clock."""
    rim = mix(kit.theme.brass, kit.theme.ink, 0.15)
    canvas = kit.canvas(2 * TAIL, TAIL, rim).polygon([(0, 0), (2 * TAIL, 0), (TAIL, TAIL)], rim)
    canvas.polygon([(3, 0), (2 * TAIL - 3, 0), (TAIL, TAIL - 2.8)], kit.theme.paper)
    return pygame.transform.rotate(canvas.done(), angle)
