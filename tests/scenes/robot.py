"""A robot that reads the page on top and acts through intents only, and fake scenes and workers."""

import shutil
import time
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeVar

import pygame
import pytest

from topping_out.game.bots.review import Timeline
from topping_out.game.bots.worker import (
    BotAnswer,
    BotQuestion,
    BotWorker,
    Comparisons,
    Question,
    ReviewQuestion,
    answer,
    in_place_of,
)
from topping_out.game.engine import Outcome
from topping_out.game.match import Match
from topping_out.game.record import Header
from topping_out.scenes.accessibility.semantics import Role
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.kit import plates
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Item
from topping_out.scenes.manager import Replace, Scene
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.setup_seats import OccupantButton
from topping_out.scenes.ui.layout import Widget
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.widgets import Stepper

AnyScene = TypeVar("AnyScene")
SCENES_WITH_A_BOARD = TurnScene, LiveScene, ReplayScene


class Blank(Scene):
    """An empty scene."""


class FakeTable(Scene):
    """A scene in place of the table, which has its own tests."""

    def __init__(self, app: App, match: Match) -> None:
        self.match = match
        self.coach = SimpleNamespace(is_on=False)


class FakeReplay(Scene):
    def __init__(self, app: App, timeline: Timeline, *_: Any) -> None:
        self.record = timeline.record


class SilentWorker(BotWorker):
    """A worker that accepts questions but never answers: for tests that play for the bots themselves."""

    def _enqueue(self, question: Question) -> None:
        pass

    def poll(self) -> BotAnswer | None:
        return None


class SilentComparisons(Comparisons):
    """Comparisons in which the hard bot has won, the medium bot has lost, and the master never finishes."""

    def found(self, header: Header) -> dict[str, Outcome]:
        scores = tuple(range(7, 6 + len(header.seats)))
        return {"hard": Outcome((0,), (12, *scores), ""), "medium": Outcome((1,), (5, *scores), "")}

    def ask(self, header: Header) -> None:
        self._waiting.append(in_place_of(header, "master"))


def answer_quick_questions(question: Question) -> BotAnswer | None:
    """Answer the questions of bots, hints and puzzles, but not of reviews, which take long."""
    return None if isinstance(question, ReviewQuestion) else answer(question)


class PromptWorker(BotWorker):
    """A worker that answers one question at each poll, in this process; `asked` lists the questions so far.

    It leaves out the questions for a bot's first, preliminary answer.
    """

    def __init__(self, work: Any = answer_quick_questions) -> None:
        super().__init__()
        self._think = work
        self._waiting: deque[Question] = deque()
        self.asked: list[Any] = []

    def _enqueue(self, question: Question) -> None:
        if not (isinstance(question, BotQuestion) and question.is_first):
            self.asked.append(question)
            self._waiting.append(question)

    def poll(self) -> BotAnswer | None:
        return self._think(self._waiting.popleft()) if self._waiting else None

    def cancel(self) -> None:
        self._waiting.clear()

    def drop(self, ticket: int) -> None:
        self._waiting = deque(question for question in self._waiting if question.ticket != ticket)


class Robot:
    """Plays an app through intents, like a player; `used` is the device that it pretends to use."""

    def __init__(self, app: App, used: str = "keys") -> None:
        self.app = app
        app.context.devices.active = used

    def open(self, scene: AnyScene) -> AnyScene:
        """Replace all scenes with this one, and wait until its opening is over."""
        self.app.manager.go(Replace(scene))
        self.wait()
        return scene

    def resize(self, size: tuple[int, int], text: float = 1.0, is_mirrored: bool = False) -> None:
        """Change the size of the window, the text size, and whether tables are mirrored."""
        self.app.context.settings.text_size, self.app.context.settings.mirrored = text, is_mirrored
        self.app.context.settings.window = size
        pygame.display.set_mode(size)
        self.app.relayout()

    def top(self, kind: type[AnyScene]) -> AnyScene:
        """Return the scene on top, which must be of this kind."""
        top = self.app.manager.top
        assert isinstance(top, kind)
        return top

    @property
    def page(self) -> Page:
        return self.top(Page)

    def widget(self, name: str) -> Widget:
        found = self.page.find(name)
        assert found, f"there is no {name!r} here, but {[w.name for w in self.page.widgets]}"
        return found

    def find(self, role: Role, label: str, group: str = "") -> Widget:
        """Return the only widget with this role and label, within the group with the label `group` if given."""
        elements = [
            element
            for element in self.page.reading().elements
            if (element.semantics.role, element.semantics.label) == (role, label)
            and group in ("", element.group.label if element.group else "")
        ]
        assert len(elements) == 1, f"{label!r} is found {len(elements)} times in\n{self.page_text()}"
        return self.widget(elements[0].name)

    def page_text(self) -> str:
        """Return the page as a screen reader reads it, a line for each element."""
        reading = self.page.reading()
        return "\n".join(element.semantics.spoken(reading.place(element)) for element in reading.elements)

    @property
    def table(self) -> FakeTable:
        """The fake table on top."""
        return self.top(FakeTable)

    def label(self, name: str) -> str:
        """Return the value that a stepper shows, or who sits on a chair."""
        widget = self.widget(name)
        if isinstance(widget, OccupantButton):
            return widget.label
        assert isinstance(widget, Stepper)
        return widget.labels[widget.index]

    def see(self) -> pygame.Surface:
        """Return the picture that the window shows."""
        self.app.show()
        return self.app.screen

    def forget_games(self) -> None:
        """Delete all saved games; close the open match first, since Windows cannot delete open files."""
        self.app.context.library.close()
        shutil.rmtree(self.app.context.library.folder, ignore_errors=True)

    def wait(self, ms: float = 4000) -> None:
        """Let time pass, in frames of 40 ms."""
        for _ in range(int(ms / 40)):
            self.app.manager.update(40)

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Let time pass until the condition is true, for about a minute at most; other processes go on meanwhile."""
        for _ in range(6000):
            if condition():
                return
            self.app.manager.update(40)
            time.sleep(0.01)
        raise AssertionError("the condition has not become true")

    def wait_for_top(self, kind: type[AnyScene]) -> AnyScene:
        """Let time pass until a scene of this kind is on top, and return it."""
        self.wait_for(lambda: isinstance(self.app.manager.top, kind))
        return self.top(kind)

    # -- keys and pads

    def do(self, *verbs: Verb | str) -> None:
        """Press keys one after another."""
        for verb in verbs:
            self.app.on_intent(Intent(Verb(verb)))

    def write(self, text: str) -> None:
        for letter in text:
            self.app.on_intent(Intent(Verb.TYPE, text=letter))

    def go_to(self, name: str) -> None:
        """Press Tab until a widget has the focus."""
        for _ in self.page.widgets:
            if self.page.focus == name:
                return
            self.do(Verb.NEXT)
        assert self.page.focus == name, f"Tab does not come to {name!r}"

    def walk_to(self, name: str) -> int:
        """Press Down, and then Up, until a widget has the focus; return the number of presses."""
        page, presses = self.page, 0
        for verb in (Verb.DOWN, Verb.UP):
            for _ in page.widgets:
                if page.focus == name:
                    return presses
                self.do(verb)
                presses += 1
        assert page.focus == name, f"the arrows don't lead to {name!r}"
        return presses

    def press(self, name: str) -> None:
        """Move the focus to a widget and press Enter."""
        self.go_to(name)
        self.do(Verb.CONFIRM)

    def use(self, name: str) -> None:
        """Press a widget with the device in use."""
        (self.click if self.app.context.devices.active == "mouse" else self.press)(name)

    def step_to(self, name: str, wanted: str) -> None:
        """Press Right until a stepper shows this value."""
        self.go_to(name)
        for _ in range(70):
            if self.label(name) == wanted:
                return
            self.do(Verb.RIGHT)
        raise AssertionError(f"{name} does not offer {wanted!r}")

    # -- the mouse

    def click(self, name: str, share: tuple[float, float] = (0.5, 0.5)) -> None:
        """Scroll to a widget and click on it, at these fractions of its width and height."""
        page = self.page
        if hasattr(page, "reveal"):
            page.reveal(self.widget(name), at_once=True)
        rect = self.widget(name).rect
        self.click_at((rect.x + rect.w * share[0], rect.y + rect.h * share[1]))

    def click_at(self, position: tuple[float, float]) -> None:
        self.app.context.devices.pointer = position
        for verb in (Verb.POINT, Verb.PRESS, Verb.RELEASE):
            self.app.on_intent(Intent(verb, position))


# -- eye


class Eye:
    """Records the texts that are drawn: their sizes, and those that were cut because they did not fit.

    `words` has those that are not part of a picture, which has a description.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[tuple[str, float]] = []
        self.cut: list[str] = []
        self.words: set[str] = set()
        self.texts: dict[int, tuple[str, pygame.Surface]] = {}
        text, fit, at_most = Kit.text, Kit.fit, plates.at_most

        def watched_text(kit: Kit, words: str, size: float = 15, *more: Any, **named: Any) -> pygame.Surface:
            surface = text(kit, words, size, *more, **named)
            self.sizes.append((words, size))
            self.words |= {words} if not named.get("fixed") else set()
            self.texts[id(surface)] = words, surface
            return surface

        def watched_fit(kit: Kit, words: str, *more: Any, **named: Any) -> str:
            fitted = fit(kit, words, *more, **named)
            if fitted != words:
                self.cut.append(words)
            return fitted

        def watched_lines(lines: list[str], count: int) -> list[str]:
            if len(lines) > count:
                self.cut.append(" ".join(lines))
            return at_most(lines, count)

        monkeypatch.setattr(plates, "at_most", watched_lines)
        monkeypatch.setattr(Kit, "text", watched_text)
        monkeypatch.setattr(Kit, "fit", watched_fit)

    def forget(self) -> None:
        for texts in (self.sizes, self.cut, self.words):
            texts.clear()

    def shown(self, app: App) -> list[tuple[str, Item]]:
        """Return the texts on the screen, each with its item on the stage."""
        items = app.stage._shown
        return [(self.texts[id(item.surface)][0], item) for item in items if id(item.surface) in self.texts]
