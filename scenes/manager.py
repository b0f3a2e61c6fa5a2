"""The stack of scenes, and the transitions between them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import pygame

from .accessibility.semantics import Reading
from .devices.intents import DOUBLE, Intent, Verb
from .kit.kit import Kit
from .kit.stage import Stage

DOUBLE_REACH = 8.0
"""Greatest distance between the presses of a double click, in logical units."""


@dataclass(frozen=True)
class Push:
    scene: Scene


@dataclass(frozen=True)
class Pop:
    """Leave this scene for the one below. `then` is called afterwards; what it returns is the next transition."""

    then: Callable[[], Transition] | None = None


@dataclass(frozen=True)
class Replace:
    """Clear the stack and open this scene."""

    scene: Scene


@dataclass(frozen=True)
class Quit:
    pass


Transition = Push | Pop | Replace | Quit | None


class Scene(Protocol):
    """One screen. It never calls the manager, but returns the transitions that it wants."""

    see_through: bool = False
    """Whether the scene below is drawn behind this one."""
    is_top: bool = False
    """Whether this is the topmost scene; set by the manager."""
    wants_raw_keys: bool = False
    """Whether keys come as `Verb.KEY` instead of the verbs that they are bound to."""

    def enter(self) -> None:
        """Do what is needed when this becomes the top scene, for the first time or again."""

    def leave(self) -> None:
        """Do what is needed when this leaves the stack."""

    def let_go(self) -> None:
        """Let go of everything that a player holds (a button, a slider, a card), without any effect."""

    def resize(self, kit: Kit) -> None:
        """Lay everything out for a new window size or text size."""

    def refresh(self) -> None:
        """Show the saved games again, as more of them have been read."""

    def on_intent(self, intent: Intent) -> Transition:
        """Handle an intent of an input device or a screen reader."""
        return None

    def update(self, ms: float) -> Transition:
        """Let `ms` milliseconds pass."""
        return None

    @property
    def writing_at(self) -> pygame.FRect | None:
        """The text field that keys write into, in logical units; None if keys do what they are bound to."""
        return None

    @property
    def pointed_name(self) -> str:
        """The name of the element under the pointer or with the focus."""
        return ""

    def reading(self) -> Reading | None:
        """Return the description of what is on the screen, for screen readers; None if there is none."""
        return None

    def draw(self, stage: Stage) -> None:
        """Put everything on the stage, from back to front."""

    @property
    def at_rest(self) -> bool:
        """Whether nothing will change until the player does something."""
        return True


class Manager:
    """Updates the top scene and draws the visible ones. When the stack is empty, the program ends."""

    def __init__(self, kit: Kit, home: Callable[[], Scene]) -> None:
        """Begin with an empty stack. `home` makes the scene that opens when the last one is popped."""
        self.stack: list[Scene] = []
        self._kit, self._home = kit, home
        self._clicked_at = (0.0, 0.0)
        """Where the last click was by which another scene came on top."""
        self._double_for = 0.0
        """Milliseconds in which a press at that place still belongs to that click, as a double click's second one."""

    @property
    def top(self) -> Scene | None:
        return self.stack[-1] if self.stack else None

    def go(self, transition: Transition) -> None:
        """Carry out what a scene asked for."""
        match transition:
            case Push(scene):
                self._put(scene)
            case Pop(then):
                self.stack.pop().leave()
                if self.top:
                    self.top.is_top = True
                    self.top.enter()
                else:
                    self._put(self._home())
                self.go(then() if then else None)
            case Replace(scene):
                self.clear()
                self._put(scene)
            case Quit():
                self.clear()

    def _put(self, scene: Scene) -> None:
        if self.top:
            self.top.let_go()  # the release will go to the scene above
            self.top.is_top = False
        self.stack.append(scene)
        scene.is_top = True
        scene.resize(self._kit)
        scene.enter()

    def clear(self) -> None:
        while self.stack:
            self.stack.pop().leave()

    def resize(self, kit: Kit) -> None:
        self._kit = kit
        for scene in self.stack:
            scene.resize(kit)

    def let_go(self) -> None:
        """Make the top scene let go of everything held; the scenes below did so when they were covered."""
        if self.top:
            self.top.let_go()

    def on_intent(self, intent: Intent) -> None:
        """Pass an intent to the top scene, except for the second press of a double click that has opened it."""
        before = self.top
        if before is None or self._is_second_press(intent):
            return
        self.go(before.on_intent(intent))
        if self.top is not before and intent.verb is Verb.RELEASE:
            self._clicked_at, self._double_for = intent.position, DOUBLE

    def _is_second_press(self, intent: Intent) -> bool:
        is_soon = intent.verb is Verb.PRESS and self._double_for > 0
        return is_soon and math.dist(intent.position, self._clicked_at) <= DOUBLE_REACH

    def update(self, ms: float) -> None:
        self._double_for -= ms
        if self.top:
            self.go(self.top.update(ms))

    def draw(self, stage: Stage) -> None:
        first = max((i for i, scene in enumerate(self.stack) if not scene.see_through), default=0)
        for scene in self.stack[first:]:
            scene.draw(stage)

    @property
    def at_rest(self) -> bool:
        """Whether the top scene is at rest. The scenes below it are never updated."""
        return self.top is None or self.top.at_rest
