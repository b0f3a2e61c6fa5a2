"""A program with a window for several mice, which prints each intent as a line of JSON.

Its arguments are the ids of the hands of seat 0, 1 and so on.
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
from topping_out.scenes.system.context import Context


def report(**what: Any) -> None:
    print(json.dumps(what), flush=True)


class Table(Scene):
    """Seats the hands, and prints intents until an Esc without a seat."""

    at_rest = False

    def __init__(self, context: Context, hands: list[str]) -> None:
        self._context, self._hands = context, hands

    def enter(self) -> None:
        devices = self._context.devices
        report(hands=[hand.label for hand in devices.available() if hand.kind == "mouse"], note=devices.mice_note)
        devices.assign(dict(enumerate(self._hands)))

    def on_intent(self, intent: Intent) -> Transition:
        place = [round(side) for side in intent.position]
        report(seat=intent.seat, verb=intent.verb, place=place, cursors=self._context.devices.cursors)
        if intent.seat is None and intent.verb is Verb.CANCEL:
            self._context.devices.unassign()
            report(grabbed=pygame.event.get_grab(), visible=pygame.mouse.get_visible())
            return Quit()
        return None


def main(hands: list[str]) -> None:
    pygame.display.init()
    pygame.font.init()
    app = App(audio=Audio.silent())
    report(window=pygame.display.get_wm_info()["window"])
    app.run(Table(app.context, hands))
    pygame.quit()


if __name__ == "__main__":
    main(sys.argv[1:])
