"""The table of a game that brings none: the seats along the top, a button for each action, and room for a picture.

A game that brings one adds a picture of its own (`paint`) and its own words (`label`, `status`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from game.engine import Outcome, Seat
from game.language import tr
from game.roster import level_words
from game.text import sentence
from scenes.kit.kit import Kit
from scenes.kit.pictures.sky import dusk
from scenes.kit.plates import TOP, caption_foot, draw_seat, seat_plate_height, seat_sign, words_height
from scenes.kit.stage import Stage
from scenes.match.board import Board, MainButton, Turn
from scenes.ui.widgets import Button, Rect, Widget

EDGE, GAP = 40.0, 10.0
BEAT = 300.0
"""Milliseconds, at normal speed, for which each event shows before the next."""
WIDEST_PLATE = 280.0


class SimpleView(Protocol):
    """What this table needs of a view, beside what the game's own picture shows."""

    @property
    def turn(self) -> Seat: ...
    @property
    def outcome(self) -> Outcome | None: ...


class SimpleBoard(Board):
    """Shows a view. An action is done by its button; its digit or a hint marks it, for the main button to do."""

    view: Any
    """A `SimpleView`: what shows now."""
    marked: Any = None
    """The action that the main button does."""
    home = "action 0"

    # -- for a game to fill in

    def paint(self, stage: Stage, room: Rect, highlighted: Any) -> None:
        """Show the game in the room between seats and buttons; `highlighted` is the action pointed at, or marked."""

    def label(self, action: Any) -> str:
        """Return what stands on an action's button."""
        return sentence(str(action))

    def status(self, seat: Seat) -> str:
        """Return what stands under a seat's name."""
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
        """Lay out for a window: all is laid out anew whenever it shows."""

    def clear_selection(self) -> None:
        self.marked = None

    # -- the player's turn

    def begin_turn(self, turn: Turn) -> None:
        self.turn = turn
        self.marked = turn.actions[0] if len(turn.actions) == 1 else None

    def end_turn(self) -> None:
        self.turn = self.marked = None

    def suggest(self, action: Any, then: Any = None) -> None:
        self.marked = action

    def pick(self, number: int) -> None:
        if self.turn and number <= len(self.turn.actions):
            self.marked = self.turn.actions[number - 1]

    def main_button(self) -> MainButton | None:
        if self.turn is None:
            return None
        return MainButton(tr("Choose") if self.marked is None else self.label(self.marked), self.marked)

    # -- layout

    def widgets(self) -> list[Widget]:
        return [*self._actions()] if self.turn else []

    def _actions(self) -> Iterator[Button]:
        """Yield a button for each action, in rows above one another, the last one at the foot."""
        left, right = 20 + self.message_width + EDGE / 2, self.main_place.x - EDGE / 2
        rows: list[list[Button]] = [[]]
        for button in map(self._action, range(len(self.turn.actions if self.turn else ()))):
            if rows[-1] and sum(other.rect.w + GAP for other in rows[-1]) + button.rect.w > right - left:
                rows.append([])
            rows[-1].append(button)
        y = self.kit.height - 16
        for row in reversed(rows):
            x = (left + right - sum(button.rect.w + GAP for button in row) + GAP) / 2
            for button in row:
                button.rect.bottomleft = (x, y)
                x += button.rect.w + GAP
            y -= row[0].rect.h + GAP
        for row in rows:
            yield from row

    def _action(self, number: int) -> Button:
        """Return the button of an action, wherever."""
        assert self.turn
        act, action, kit = self.turn.act, self.turn.actions[number], self.kit
        label, key = self.label(action), str(number + 1) if number < 9 else ""
        rect = Rect(0, 0, kit.text_size(label, 17, "head")[0] + 44 + 24 * kit.text_scale, 22 + 16 * kit.text_scale)
        is_marked = action == self.marked
        return Button(f"action {number}", rect, label, lambda: act(action), key=key, primary=is_marked, size=17)

    def plate(self, seat: Seat) -> Rect:
        """Return the place of a seat's plate."""
        seats = len(self.header.seats)
        width = min(WIDEST_PLATE, (self.kit.width - 2 * EDGE + GAP) / seats - GAP)
        left = (self.kit.width - seats * (width + GAP) + GAP) / 2
        top = caption_foot(self.kit) + GAP if self.is_replay else TOP
        return Rect(left + seat * (width + GAP), top, width, seat_plate_height(self.kit))

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
        self.paint(stage, self.room, self._highlighted(pointed))
        for seat in range(len(self.header.seats)):
            active, sign = self.view.outcome is None and seat == self.view.turn, seat_sign(self.header.seats, seat)
            draw_seat(stage, self.kit, self.plate(seat), self.name(seat), sign, [self.status(seat)], active)
        self.under_tips(stage)
        self.confetti.draw(stage, self.kit)

    def _highlighted(self, pointed: Widget | None) -> Any:
        if self.turn and pointed and pointed.name.startswith("action "):
            return self.turn.actions[int(pointed.name.removeprefix("action "))]
        return self.marked

    # -- the end

    def results(self, view: SimpleView) -> list[Sequence[str]]:
        scores = view.outcome.scores if view.outcome else ()
        return [("", tr("Score")), *((self.name(seat), str(score)) for seat, score in enumerate(scores))]

    def celebrate(self) -> None:
        winners = self.view.outcome.winners
        if winners:
            self.throw_confetti([(plate.centerx, plate.bottom) for plate in map(self.plate, winners)])
        self.context.audio.play(self.closing_sound(winners))
