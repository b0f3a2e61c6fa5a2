"""Gamepads: their buttons and left sticks, and which are connected."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame._sdl2 import controller

from topping_out.game.language import tr
from topping_out.game.storage.faults import surviving
from topping_out.scenes.devices.connections import Connections
from topping_out.scenes.devices.input_devices import InputDevice
from topping_out.scenes.devices.pad_signs import Make, make_of

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
STICK = {
    pygame.CONTROLLER_AXIS_LEFTX: ("stickleft", "stickright"),
    pygame.CONTROLLER_AXIS_LEFTY: ("stickup", "stickdown"),
}
PUSHED, RELEASED = 18000, 9000
"""Stick positions (of 32767) from which it counts as pushed, and below which as released."""


@dataclass(frozen=True)
class ButtonEvent:
    """A pad's button, or its stick in one direction, was pressed or released."""

    pad: int
    """The pad's number, from 1; 0: not connected any more."""
    control: str
    is_down: bool


class Pads:
    """All gamepads, each with its number."""

    def __init__(self) -> None:
        self.connections: Connections[int] = Connections()
        self._open: dict[int, controller.Controller] = {}
        self._makes: dict[int, Make] = {}
        """By the pad's number."""
        self._down: set[tuple[int, str]] = set()
        with surviving("gamepads"):
            controller.init()
            for index in range(controller.get_count()):
                with surviving("gamepads"):
                    self._add(index)

    @property
    def names(self) -> list[str]:
        return [pad.name for pad in self._open.values()]

    @property
    def devices(self) -> list[InputDevice]:
        return [InputDevice(f"pad {number}", self.label(number), "pad") for number in self.connections.numbers]

    def label(self, number: int) -> str:
        name = self.connections.name(number)
        if not name:
            return tr("gamepad {number}", number=number)
        return tr("gamepad {number} ({name})", number=number, name=name)

    def make(self, number: int) -> Make:
        """Return whose signs a pad has; one that is not known, those that most have."""
        return self._makes.get(number, "xbox")

    @property
    def built_in(self) -> int:
        """The number of a pad that is part of the machine, as a Deck's; 0: there is none. One begins with it."""
        return next((number for number in self.connections.numbers if self.make(number) == "deck"), 0)

    def on_event(self, event: pygame.Event) -> list[ButtonEvent]:
        """Return what an event is of buttons and sticks."""
        with surviving("gamepads"):
            return self._read(event)
        return []

    def _read(self, event: pygame.Event) -> list[ButtonEvent]:
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                self._add(event.device_index)
            case pygame.CONTROLLERDEVICEREMOVED:
                return self._remove(event.instance_id)
            case pygame.CONTROLLERBUTTONDOWN | pygame.CONTROLLERBUTTONUP if event.button in BUTTONS:
                is_down = event.type == pygame.CONTROLLERBUTTONDOWN
                return self._tap(event.instance_id, BUTTONS[event.button], is_down)
            case pygame.CONTROLLERAXISMOTION if event.axis in STICK:
                taps = []
                for control, way in zip(STICK[event.axis], (-1, 1)):
                    push = event.value * way
                    if push > PUSHED:
                        taps += self._tap(event.instance_id, control, True)
                    elif push < RELEASED:
                        taps += self._tap(event.instance_id, control, False)
                return sorted(taps, key=lambda tap: tap.is_down)
        return []

    def _add(self, index: int) -> None:
        if controller.is_controller(index):
            pad = controller.Controller(index)
            instance = pad.as_joystick().get_instance_id()
            self._open[instance] = pad
            self._makes[self.connections.connect(instance, pad.name or "")] = make_of(index)

    def _remove(self, instance: int) -> list[ButtonEvent]:
        """Forget a pad and release its buttons."""
        held = [control for pad, control in self._down if pad == instance]
        taps = [tap for control in held for tap in self._tap(instance, control, False)]
        self._open.pop(instance, None)
        self.connections.disconnect(instance)
        return taps

    def _tap(self, instance: int, control: str, is_down: bool) -> list[ButtonEvent]:
        if ((instance, control) in self._down) == is_down:
            return []
        (self._down.add if is_down else self._down.discard)((instance, control))
        return [ButtonEvent(self.connections.number(instance) or 0, control, is_down)]
