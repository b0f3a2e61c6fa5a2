"""A program with a window in which mice play for seats: it says what they mean, a line of JSON for each intent.

Its arguments are hands' ids, for the seats 0, 1 and so on; without any, the page on which mice join.
"""

import json
import os
import sys
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.manager import Quit, Scene, Transition
from topping_out.scenes.pages.setup.devices import DevicesPage
from topping_out.scenes.system.context import Context


def say(**what: Any) -> None:
    print(json.dumps(what), flush=True)


class Table(Scene):
    """Seats the hands, and says what it hears until a seatless Esc."""

    at_rest = False

    def __init__(self, context: Context, hands: list[str]) -> None:
        self._context, self._hands = context, hands

    def enter(self) -> None:
        devices = self._context.devices
        say(hands=[hand.label for hand in devices.available() if hand.kind == "mouse"], note=devices.mice_note)
        devices.assign(dict(enumerate(self._hands)))

    def on_intent(self, intent: Intent) -> Transition:
        place = [round(side) for side in intent.position]
        say(seat=intent.seat, verb=intent.verb, place=place, cursors=self._context.devices.cursors)
        if intent.seat is None and intent.verb is Verb.CANCEL:
            self._context.devices.unassign()
            say(grabbed=pygame.event.get_grab(), visible=pygame.mouse.get_visible())
            return Quit()
        return None

    def update(self, ms: float) -> Transition:
        if changes := self._context.devices.changes():
            say(changes=changes, missing=self._context.devices.missing)
        return None


class JoinPage(DevicesPage):
    """The page on which mice join; it says where its buttons are, and who has joined."""

    def rebuild(self) -> None:
        super().rebuild()
        joins = {w.name: [*map(round, w.rect.center)] for w in self.widgets if w.name.startswith("join")}
        say(assigned=self.assigned, joins=joins)


def main(hands: list[str]) -> None:
    pygame.display.init()
    pygame.font.init()
    app = App(audio=Audio.silent())
    say(window=pygame.display.get_wm_info()["window"])
    scene = Table(app.context, hands) if hands else JoinPage(app.context, ["Ana", "Ben"], [], lambda assigned: None)
    app.run(scene)
    pygame.quit()


if __name__ == "__main__":
    main(sys.argv[1:])
