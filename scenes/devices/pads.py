"""Gamepads: buttons and the left stick, coming and going as they are plugged."""

from __future__ import annotations

import pygame
from pygame._sdl2 import controller

from scenes.devices.bindings import Bindings
from scenes.intents import Intent, Verb

BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: "a",
    pygame.CONTROLLER_BUTTON_B: "b",
    pygame.CONTROLLER_BUTTON_X: "x",
    pygame.CONTROLLER_BUTTON_Y: "y",
    pygame.CONTROLLER_BUTTON_BACK: "back",
    pygame.CONTROLLER_BUTTON_START: "start",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "leftstick",
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: "rightstick",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "leftshoulder",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "rightshoulder",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "dpup",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "dpdown",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "dpleft",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "dpright",
}
PUSHED, RELEASED = 18000, 9000
"""Stick positions (of 32767) that count as a push, and as let go."""


class Pads:
    """All gamepads together; each drives the same focus."""

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings
        self._open: dict[int, controller.Controller] = {}
        self._pushed: dict[tuple[int, int], Verb] = {}
        controller.init()

    @property
    def names(self) -> list[str]:
        return [pad.name for pad in self._open.values()]

    def on_event(self, event: pygame.Event) -> tuple[list[Intent], list[Verb]]:
        """Return the intents of an event, and the verbs that it let go of."""
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                self._add(event.device_index)
            case pygame.CONTROLLERDEVICEREMOVED:
                self._open.pop(event.instance_id, None)
            case pygame.CONTROLLERBUTTONDOWN if verb := self._verb(event.button):
                return [Intent(verb)], []
            case pygame.CONTROLLERBUTTONUP if verb := self._verb(event.button):
                return [], [verb]
            case pygame.CONTROLLERAXISMOTION:
                return self._stick(event)
        return [], []

    def _add(self, index: int) -> None:
        if controller.is_controller(index):
            pad = controller.Controller(index)
            self._open[pad.as_joystick().get_instance_id()] = pad

    def _verb(self, button: int) -> Verb | None:
        return self._bindings.pad.get(BUTTONS.get(button, ""))

    def _stick(self, event: pygame.Event) -> tuple[list[Intent], list[Verb]]:
        if event.axis not in (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY):
            return [], []
        key = event.instance_id, event.axis
        across = event.axis == pygame.CONTROLLER_AXIS_LEFTX
        held = self._pushed.get(key)
        if held and abs(event.value) < RELEASED:
            del self._pushed[key]
            return [], [held]
        if not held and abs(event.value) > PUSHED:
            ways = (Verb.LEFT, Verb.RIGHT) if across else (Verb.UP, Verb.DOWN)
            self._pushed[key] = ways[event.value > 0]
            return [Intent(self._pushed[key])], []
        return [], []
