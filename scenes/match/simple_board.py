"""A plain table for any game: the seats along the top, the values of the view, and a button for each action.

A game can subclass it to draw its own picture (`paint`), make places in it clickable (`place`), and choose the words
(`label`, `status`, `facts`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, Protocol

from topping_out.game.engine import Outcome, Seat
from topping_out.game.language import tr
from topping_out.game.record import Header
from topping_out.game.roster import level_words
from topping_out.game.text import paragraph, sentence

from ..accessibility.semantics import Role, Semantics
from ..kit.city import dusk
from ..kit.kit import Kit
from ..kit.plates import TOP, caption_foot, draw_seat, seat_plate_height, seat_sign, words_height
from ..kit.sprites import Motion
from ..kit.stage import Stage
from ..system.context import Context
from ..ui.layout import Press, Rect, Widget
from ..ui.widgets import Button
from .board import Board, MainButton, Results, Turn

EDGE, GAP = 40.0, 10.0
BEAT = 300.0
"""Milliseconds for which each event is shown before the next, at normal speed."""
WIDEST_PLATE = 280.0


SHOWN_ELSEWHERE = ("seat", "turn", "outcome")


class SimpleView(Protocol):
    """What this table needs to know of a view."""

    @property
    def turn(self) -> Seat: ...
    @property
    def outcome(self) -> Outcome | None: ...


class ClickableSpot(Widget):
    """A place in the picture that does an action when clicked."""

    def __init__(self, name: str, place: Rect, label: str, key: str, press: Press) -> None:
        super().__init__(name, place, press)
        self.label, self.key = label, key

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.label, key=self.key)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        if hovered:
            self.draw_focus(stage, kit)


class SimpleBoard(Board):
    """Shows a view. Each action has a button; its digit or a hint marks an action, which the main button then does."""

    def __init__(self, context: Context, header: Header, motion: Motion, view: SimpleView, **more: Any) -> None:
        super().__init__(context, header, motion, view, **more)
        self.view = view
        self.marked: Any = None
        """The action that the main button does."""
        self.pointed: Any = None
        """The action whose button the pointer or the focus has reached since an action was marked."""

    @property
    def home(self) -> str:
        return "action 0"

    # -- for a game to fill in

    def paint(self, stage: Stage, room: Rect, highlighted: Any) -> None:
        """Draw the game in the room between seats and buttons. `highlighted` is the action pointed at or marked.

        The default is to draw the `facts` as large as they fit.
        """
        facts, kit = self.facts(), self.kit
        step = min(56.0 * kit.text_scale, room.h / max(1, len(facts)))
        y = room.centery - step * len(facts) / 2
        for name, value in facts:
            label = kit.text(kit.fit(name, room.w / 3, 15), 15, "body", kit.theme.mist)
            stage.blit(label, room.centerx - 12 - kit.size_of(label)[0], y + step / 2 - kit.size_of(label)[1] / 2)
            words, size = kit.first_fitting((value,), room.w / 2 - 12, min(24.0, step * 0.6), "head")
            sign = kit.text(words, size, "head")
            stage.blit(sign, room.centerx + 12, y + step / 2 - kit.size_of(sign)[1] / 2)
            y += step

    def facts(self) -> list[tuple[str, str]]:
        """Return names and values of what is visible: the fields of the view that are not shown elsewhere."""
        names = [name for name in getattr(self.view, "__dataclass_fields__", ()) if name not in SHOWN_ELSEWHERE]
        return [(name.replace("_", " ").capitalize(), in_words(getattr(self.view, name))) for name in names]

    def place(self, action: Any, room: Rect) -> Rect | None:
        """Return the place in the picture that does an action when clicked; None: it has a button instead."""
        return None

    def label(self, action: Any) -> str:
        """Return the label of an action's button."""
        return sentence(str(action))

    def status(self, seat: Seat) -> str:
        """Return the text below a seat's name."""
        player = self.header.seats[seat]
        return "" if player.is_human else tr("bot, {level}", level=level_words(player.level))

    # -- views and events

    def sync(self, view: SimpleView) -> None:
        self.view = view

    def is_synced(self, view: SimpleView) -> bool:
        return bool(self.view == view)

    def deal(self, view: SimpleView) -> None:
        self.sync(view)

    def animate(self, event: Any, view: SimpleView) -> None:
        self.motion.then(lambda: self.sync(view), hold=BEAT)

    def resize(self, kit: Kit) -> None:
        """Do nothing: everything is laid out whenever it is drawn."""

    def clear_selection(self) -> None:
        self._mark(None)

    def _mark(self, action: Any) -> None:
        self.marked, self.pointed = action, None

    # -- the player's turn

    def begin_turn(self, turn: Turn) -> None:
        self.turn = turn
        self._mark(turn.actions[0] if len(turn.actions) == 1 else None)

    def end_turn(self) -> None:
        self.turn = None
        self._mark(None)

    def suggest(self, action: Any, then: Any = None) -> None:
        self._mark(action)

    def pick(self, number: int) -> str:
        """Mark an action or, if it is marked already, remove the mark, unless there is no other action."""
        if self.turn is None or number > len(self.turn.actions):
            return super().pick(number)
        action = self.turn.actions[number - 1]
        self._mark(None if action == self.marked and len(self.turn.actions) > 1 else action)
        return tr("{sentence}.", sentence=tr("Choose") if self.marked is None else self.label(self.marked))

    def point(self, widget: Widget | None) -> None:
        self.pointed = None
        if self.turn and widget and widget.name.startswith("action "):
            self.pointed = self.turn.actions[int(widget.name.removeprefix("action "))]

    def main_button(self) -> MainButton | None:
        if self.turn is None:
            return None
        return MainButton(tr("Choose") if self.marked is None else self.label(self.marked), self.marked)

    # -- layout

    def widgets(self) -> list[Widget]:
        if self.turn is None:
            return []
        places = [self.place(action, self.room) for action in self.turn.actions]
        spots = [self._spot(number, place) for number, place in enumerate(places) if place]
        return [*spots, *self._buttons([number for number, place in enumerate(places) if not place])]

    def _spot(self, number: int, place: Rect) -> ClickableSpot:
        assert self.turn
        act, action = self.turn.act, self.turn.actions[number]
        return ClickableSpot(f"action {number}", place, self.label(action), _key(number), lambda: act(action))

    def _buttons(self, actions: Sequence[int]) -> Iterator[Button]:
        """Yield a button for each action, in rows from the bottom upwards."""
        left, right = 20 + self.message_width + EDGE / 2, self.kit.flip(self.main_place).x - EDGE / 2
        place = self.kit.flip(Rect(left, 0, right - left, 0))
        left, right = place.x, place.right
        rows: list[list[Button]] = [[]]
        for button in map(self._action, actions):
            if rows[-1] and sum(other.rect.w + GAP for other in rows[-1]) + button.rect.w > right - left:
                rows.append([])
            rows[-1].append(button)
        y = self.kit.height - 16
        for row in reversed(rows):
            x = (left + right - sum(button.rect.w + GAP for button in row) + GAP) / 2
            for button in row:
                button.rect.bottomleft = (x, y)
                x += button.rect.w + GAP
            y -= max((button.rect.h for button in row), default=0.0) + GAP
        for row in rows:
            yield from row

    def _action(self, number: int) -> Button:
        """Return the button of an action. Its place is set later."""
        assert self.turn
        act, action, key = self.turn.act, self.turn.actions[number], _key(number)
        button = Button(f"action {number}", self.label(action), lambda: act(action), key=key, size=17)
        wide = button.width_for(self.kit)
        button.primary = action == self.marked
        return button.placed(Rect(0, 0, wide, button.height_for(self.kit, wide)))

    def plate(self, seat: Seat) -> Rect:
        seats = len(self.header.seats)
        width = min(WIDEST_PLATE, (self.kit.width - 2 * EDGE + GAP) / seats - GAP)
        left = (self.kit.width - seats * (width + GAP) + GAP) / 2
        top = caption_foot(self.kit) + GAP if self.is_replay else TOP
        return self.kit.flip(Rect(left + seat * (width + GAP), top, width, seat_plate_height(self.kit)))

    @property
    def room(self) -> Rect:
        """The place of the picture."""
        top, foot = self.plate(0).bottom + GAP, words_height(self.kit, self.message_lines) + 24
        return Rect(EDGE, top, self.kit.width - 2 * EDGE, self.kit.height - foot - top)

    # -- drawing

    def update(self, ms: float) -> None:
        self.confetti.update(ms)

    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        stage.blit(dusk(self.kit, self.room.bottom), 0, 0)
        self.paint(stage, self.room, self.marked if self.pointed is None else self.pointed)
        figures = [""] * len(self.header.seats)
        places = self.clock_places(self.plate, figures)
        for seat in range(len(self.header.seats)):
            active, sign = self.view.outcome is None and seat == self.view.turn, seat_sign(self.header.seats, seat)
            draw_seat(
                stage, self.kit, self.plate(seat), self.name(seat), sign, [self.status(seat)], active,
                clock=places.get(seat),
            )  # fmt: skip
        self.draw_clocks(stage, self.plate, figures)
        self.draw_wins(stage, self.plate, self.view.outcome)
        self.under_tips(stage)
        self.confetti.draw(stage, self.kit)

    # -- for listeners

    def describe_table(self, view: SimpleView) -> str:
        return paragraph(tr("{name}: {value}.", name=name, value=value) for name, value in self.facts())

    # -- the end

    def results(self, view: SimpleView) -> Results:
        scores = view.outcome.scores if view.outcome else ()
        return Results([("", tr("Score")), *((self.name(seat), str(score)) for seat, score in enumerate(scores))])

    def celebrate(self) -> str:
        winners = self.view.outcome.winners
        if winners:
            self.throw_confetti([(plate.centerx, plate.bottom) for plate in map(self.plate, winners)])
        self.sound_the_end(winners)
        return ""


def in_words(value: Any) -> str:
    """Return the default text for a value of a view."""
    match value:
        case bool():
            return tr("yes") if value else tr("no")
        case None | () | "":
            return "–"
        case Enum():
            return str(value.value)
        case tuple() if any(isinstance(part, tuple) for part in value):
            return "   ".join(map(in_words, value))
        case tuple():
            return " · ".join(map(in_words, value))
    if fields := getattr(value, "__dataclass_fields__", None):
        return ", ".join(f"{name} {in_words(getattr(value, name))}" for name in fields)
    return str(value)


def _key(number: int) -> str:
    """Return the digit that marks an action, or "" from the tenth action on."""
    return str(number + 1) if number < 9 else ""
