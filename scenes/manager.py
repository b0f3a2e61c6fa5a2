"""The stack of scenes, and the transitions that scenes ask for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scenes.accessibility.semantics import Reading
from scenes.devices.intents import Intent
from scenes.kit.kit import Kit
from scenes.kit.stage import Stage


@dataclass(frozen=True)
class Push:
    scene: Scene


@dataclass(frozen=True)
class Pop:
    """Leave this scene; `then` is done to the scene below, whose answer counts as the next transition."""

    then: Callable[[], Transition] | None = None


@dataclass(frozen=True)
class Replace:
    """Put this scene in place of the whole stack."""

    scene: Scene


@dataclass(frozen=True)
class Quit:
    pass


Transition = Push | Pop | Replace | Quit | None


class Scene:
    """One screen. It never touches the manager: it returns the transition that it wants."""

    see_through = False
    """Whether the scene below shows behind this one."""
    typing = False
    """Whether keys write text just now."""
    is_top = False
    """Whether no other scene lies over it; set by the manager."""
    hears_keys = False
    """Whether keys come as such just now, by their places, whatever they mean otherwise."""

    def enter(self) -> None:
        """Become the top scene, again or for the first time."""

    def leave(self) -> None:
        """Go for good."""

    def resize(self, kit: Kit) -> None:
        """Lay everything out for a window size and text size."""

    def on_intent(self, intent: Intent) -> Transition:
        return None

    def update(self, ms: float) -> Transition:
        """Let `ms` milliseconds pass."""
        return None

    @property
    def pointed_name(self) -> str:
        """The name of the element that the player means now, by pointer or by focus."""
        return ""

    def reading(self) -> Reading | None:
        """Return what shows, in words; None where a reader learns nothing."""
        return None

    def draw(self, stage: Stage) -> None:
        """Put everything that shows on the stage, bottom first."""

    @property
    def at_rest(self) -> bool:
        """Whether nothing will change until the player does something."""
        return True


class Manager:
    """Runs the top scene and draws those that show; empty, the program is over."""

    def __init__(self, kit: Kit, home: Callable[[], Scene]) -> None:
        """Begin empty. `home` makes the scene that a last one leads to when it is left."""
        self.stack: list[Scene] = []
        self._kit, self._home = kit, home

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
                self._uncover()
                self.go(then() if then else None)
            case Replace(scene):
                self.clear()
                self._put(scene)
            case Quit():
                self.clear()

    def _put(self, scene: Scene) -> None:
        if self.top:
            self.top.is_top = False
        self.stack.append(scene)
        scene.is_top = True
        scene.resize(self._kit)
        scene.enter()

    def _uncover(self) -> None:
        """Let the scene below be the top one again."""
        if self.top:
            self.top.is_top = True
            self.top.enter()
        else:
            self._put(self._home())

    def clear(self) -> None:
        while self.stack:
            self.stack.pop().leave()

    def resize(self, kit: Kit) -> None:
        self._kit = kit
        for scene in self.stack:
            scene.resize(kit)

    def on_intent(self, intent: Intent) -> None:
        if self.top:
            self.go(self.top.on_intent(intent))

    def update(self, ms: float) -> None:
        if self.top:
            self.go(self.top.update(ms))

    def draw(self, stage: Stage) -> None:
        first = max((i for i, scene in enumerate(self.stack) if not scene.see_through), default=0)
        for scene in self.stack[first:]:
            scene.draw(stage)

    @property
    def at_rest(self) -> bool:
        """Whether the top scene rests: only it lives, what it covers stands still."""
        return self.top is None or self.top.at_rest
