"""Run the real program and answer questions about it: one JSON line in, one out.

The input comes from outside, as X events. Only a gamepad is simulated here (`pad`, `press`, `push`), through SDL's
virtual joysticks, because no other process can provide one.
"""

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from topping_out.game.cli.frontend import WindowRequest

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import msgspec
import pygame

from tests.virtual_pads import VirtualPad
from topping_out.game.cli import main as command_line
from topping_out.game.cli.frontend import Frontend
from topping_out.scenes.manager import Quit
from topping_out.scenes.match.table.table import Table

# -- what the program shows


def look(app: Any) -> dict[str, Any]:
    """Return what is on the screen: widgets, page, settings, and the state of the game."""
    top = app.manager.top
    return {
        "scenes": [type(scene).__name__ for scene in app.manager.stack],
        "at_rest": app.manager.at_rest,
        "widgets": [_widget(app, top, widget) for widget in getattr(top, "widgets", ())],
        "focus": getattr(top, "focus", ""),
        "used": app.context.devices.active,
        "pads": app.context.devices.pads.names,
        "size": list(app.context.kit.metrics.pixels),
        "window": pygame.display.get_wm_info()["window"],
        "has_keyboard": pygame.key.get_focused(),
        "settings": _settings(app),
        "reports": app.context.reports,
        "unread": len(app.context.library.waiting),
        "page": _page(top),
        "table": next((_table(scene) for scene in app.manager.stack if type(scene).__name__ == "TurnScene"), None),
        "live": next((_live(scene) for scene in app.manager.stack if type(scene).__name__ == "LiveScene"), None),
    }


def _widget(app: Any, page: Any, widget: Any) -> dict[str, Any]:
    scale, rect = app.context.kit.scale, widget.rect
    return {
        "name": widget.name,
        "rect": [round(side * scale) for side in (rect.x, rect.y, rect.w, rect.h)],
        "enabled": widget.enabled,
        "is_focusable": widget.enabled and widget.is_focusable,
        "in_reach": page.at(rect.center) is widget,
        "label": getattr(widget, "label", getattr(widget, "title", "")),
        "key": getattr(widget, "key", ""),
        "value": _value(widget),
        "card": getattr(widget, "card", None),
    }


def _value(widget: Any) -> Any:
    """Return the value that a row or field shows: a text, or on or off."""
    if labels := getattr(widget, "labels", None):
        return labels[widget.index]
    return next((getattr(widget, name) for name in ("text", "value") if hasattr(widget, name)), None)


def _settings(app: Any) -> Any:
    settings = msgspec.structs.asdict(app.context.settings)  # including defaults
    return msgspec.to_builtins(settings) | {"speed_factor": str(app.context.settings.speed_factor)}


def _page(top: Any) -> dict[str, Any]:
    """Return what some pages show in addition to their widgets."""
    names = ("text", "heading", "seat", "lines", "at_step", "warnings", "offset", "words")
    found = {name: getattr(top, name, None) for name in names}
    page = {name: value for name, value in found.items() if value is not None and not callable(value)}
    if hasattr(top, "playback"):
        page["steps"] = len(top.playback.steps)
    return page


def _table(scene: Any) -> dict[str, Any]:
    """Return the state of the game on the table, as the player at the screen sees it."""
    match, turn = scene.match, scene.board.turn
    return {
        "game": match.header.game,
        "names": match.names,
        "viewer": scene.viewer.seat,
        "actor": scene.actor,
        "is_my_turn": turn is not None and not scene.motion.busy and not scene.viewer.is_new,
        "hand": list(getattr(scene.view, "hand", ())),
        "chosen": _chosen(scene.board),
        "actions": [str(action) for action in turn.actions] if turn else [],
        "entries": [entry.text for entry in match.record.entries],
        "standing": [entry.text for entry in match.record.effective()],
        "outcome": match.outcome and match.outcome.reason,
        "message": scene.last_words.text,
        "file": str(scene.context.library.path or ""),
    }


def _live(scene: Any) -> dict[str, Any]:
    """Return the clock of a live table, its record, and the players' cursors."""
    board = scene.board
    spots = {seat: hand.spot for seat, hand in board.cursors.items()}
    return {
        "ms": scene.view.ms,
        "file": str(scene.context.library.path or ""),
        "seating": scene.devices.seating,
        "towers": {seat: spot and spot.tower for seat, spot in spots.items()},
        "cursors": {seat: [hand.x, hand.y] for seat, hand in board.cursors.items()},
        "shown": {seat: [round(x), round(y)] for seat, (x, y) in board.positions.items()},
        "inside": [seat for seat, hand in board.cursors.items() if getattr(hand, "inside", False)],
        "notice": board.notice,
        "resuming": board.resuming,
        "outcome": scene.match.outcome and scene.match.outcome.reason,
    }


def _chosen(board: Any) -> list[str]:
    """Return the names of the cards that the player has chosen."""
    if not isinstance(board, Table) or board.selection is None:
        return []
    return [widget.name for widget in board.widgets() if getattr(widget, "card", None) in (*board.selection.cards,)]


# -- requests


class Driver:
    """Answers requests in the program's own thread, once a frame."""

    def __init__(self, app: Any, answers: TextIO) -> None:
        self.app, self._answers = app, answers
        self._requests: queue.Queue[list[Any]] = queue.Queue()
        self._pad: VirtualPad | None = None
        self._let_go: Callable[[], None] | None = None
        self._due = 0
        """Number of requests received before the events of the last frame."""
        self._wake = pygame.event.custom_type()
        self._events: Callable[[], list[Any]] = app.events
        app.events = self.events
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._requests.put(json.loads(line))
            with suppress(pygame.error):  # the program is closing
                pygame.event.post(pygame.Event(self._wake))

    def events(self) -> list[Any]:
        """Answer requests, then wait for events as the program does, and hide our own events from it.

        A request is answered one frame after it came in, so that all earlier input has had its effect.
        """
        if self._let_go:  # SDL must see a button released before it can be pressed again
            self._let_go()
            self._let_go = None
        else:
            self._serve()
        events = self._events()
        self._due += sum(event.type == self._wake for event in events)
        return [event for event in events if event.type != self._wake]

    def _serve(self) -> None:
        while self._due and not self._let_go:
            self._due -= 1
            verb, *arguments = self._requests.get()
            answer = self._try(verb, arguments)
            with suppress(BrokenPipeError):
                print(json.dumps(answer, default=str), file=self._answers, flush=True)

    def _try(self, verb: str, arguments: list[Any]) -> dict[str, Any]:
        try:
            return {"ok": getattr(self, f"do_{verb}")(*arguments)}
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}

    def _pad_or_fail(self) -> VirtualPad:
        if self._pad is None:
            raise RuntimeError("no gamepad is plugged in")
        return self._pad

    # -- the requests

    def do_look(self) -> dict[str, Any]:
        return look(self.app)

    def do_stay(self) -> None:
        """Keep the program from quitting, for tests that press buttons at random."""
        manager = self.app.manager
        go: Callable[[Any], None] = manager.go
        manager.go = lambda transition: None if isinstance(transition, Quit) else go(transition)

    def do_pad(self, vendor: int = 0, product: int = 0) -> None:
        self._pad = VirtualPad(vendor, product)

    def do_time_frames(self) -> None:
        """Start measuring how long each frame's work takes, in milliseconds of real time and of processor time."""
        self._times: list[tuple[float, float]] = []
        frame: Callable[..., None] = self.app.frame

        def timed(*arguments: Any) -> None:
            began = time.perf_counter(), time.thread_time()
            frame(*arguments)
            self._times.append((1000 * (time.perf_counter() - began[0]), 1000 * (time.thread_time() - began[1])))

        self.app.frame = timed

    def do_frames(self) -> list[tuple[float, float]]:
        """Return the measured times, and start again."""
        times, self._times = self._times, []
        return times

    def do_listen(self) -> None:
        """From now on, record the intents of key presses instead of executing them."""
        self._meant: list[tuple[str, str, float]] = []
        self.app.on_intent = lambda intent: self._meant.append((intent.verb, intent.text, intent.amount))

    def do_meant(self) -> list[tuple[str, str, float]]:
        """Return the recorded intents, and execute intents again."""
        del self.app.on_intent
        return self._meant

    def do_unplug(self) -> None:
        self._pad_or_fail().unplug()
        self._pad = None

    def do_press(self, button: str) -> None:
        """Press a button. It is released before the next frame's events."""
        pad = self._pad_or_fail()
        pad.button(button, True)
        self._let_go = lambda: pad.button(button, False)

    def do_push(self, axis: int, value: int) -> None:
        """Push the left stick along axis 0 (x) or 1 (y), by -32768 to 32767. It is released like a button."""
        pad = self._pad_or_fail()
        pad.axis(axis, value)
        self._let_go = lambda: pad.axis(axis, 0)


def main() -> int:
    """Run the command line with the program's arguments. Standard output carries only the answers."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.fsync = lambda fd: None  # no power cuts are tested here, and a busy disk should cause no warnings

    def window(request: WindowRequest) -> int:
        from topping_out.scenes.app import start

        def attach(app: Any) -> None:
            Driver(app, answers)

        start(request, attach)
        return 0

    return command_line.main(sys.argv[1:], Frontend(window))


if __name__ == "__main__":
    sys.exit(main())
