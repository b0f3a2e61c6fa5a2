"""A player made of code: looks at the page on top, and plays by intents alone."""

import shutil
import time
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pygame

from topping_out.game.bots.comparison import Comparisons, in_place_of
from topping_out.game.bots.review import Timeline
from topping_out.game.bots.worker import BotAnswer, BotQuestion, BotWorker, Question, ReviewQuestion, answer
from topping_out.game.engine import Outcome
from topping_out.game.match import Match
from topping_out.game.record import Header
from topping_out.scenes.accessibility.semantics import Role
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.manager import Replace, Scene
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.setup_seats import OccupantButton
from topping_out.scenes.ui.layout import Widget
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.widgets import Stepper

SCENES_WITH_A_BOARD = TurnScene, LiveScene, ReplayScene


class Blank(Scene):
    """A scene on which nothing is."""


class FakeTable(Scene):
    """Stands for the table, which has tests of its own."""

    def __init__(self, app: App, match: Match) -> None:
        self.match = match
        self.coach = SimpleNamespace(is_on=False)


class FakeReplay(Scene):
    def __init__(self, app: App, timeline: Timeline, *_: Any) -> None:
        self.record = timeline.record


class SilentWorker(BotWorker):
    """Takes every question and never answers: for tests that play for the bots themselves."""

    def _put(self, question: Question) -> None:
        pass

    def poll(self) -> BotAnswer | None:
        return None


class SilentComparisons(Comparisons):
    """Knows that the hard bot won and the medium one lost, and waits for the master for ever."""

    def found(self, header: Header) -> dict[str, Outcome]:
        others = tuple(range(7, 6 + len(header.seats)))
        return {"hard": Outcome((0,), (12, *others), ""), "medium": Outcome((1,), (5, *others), "")}

    def ask(self, header: Header) -> None:
        self._waiting.append(in_place_of(header, "master"))


def choose_only(question: Question) -> BotAnswer | None:
    """Answer for bots, hints and puzzles at once, but never for a review: that takes long."""
    return None if isinstance(question, ReviewQuestion) else answer(question)


class PromptWorker(BotWorker):
    """Thinks here and now, one question at each poll, without first answers; `asked` are the questions so far."""

    def __init__(self, work: Any = choose_only) -> None:
        super().__init__()
        self._think = work
        self._waiting: deque[Question] = deque()
        self.asked: list[Any] = []

    def _put(self, question: Question) -> None:
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
    """Drives an app as a device would; `used` says which it pretends to be."""

    def __init__(self, app: App, used: str = "keys") -> None:
        self.app = app
        app.context.devices.active = used

    def open(self, scene: Scene) -> Scene:
        """Begin with a scene, its opening over."""
        self.app.manager.go(Replace(scene))
        self.wait()
        return scene

    def resize(self, size: tuple[int, int], text: float = 1.0) -> None:
        """Give the window another size, and the text."""
        self.app.context.settings.text_size = text
        self.app.context.settings.window = size
        pygame.display.set_mode(size)
        self.app.relayout()

    @property
    def page(self) -> Page:
        top = self.app.manager.top
        assert isinstance(top, Page)
        return top

    def widget(self, name: str) -> Widget:
        found = self.page.find(name)
        assert found, f"there is no {name!r} here, but {[w.name for w in self.page.widgets]}"
        return found

    def find(self, role: Role, label: str, group: str = "") -> Widget:
        """Return the one thing on the page that says it is this; `group`: what it is read together with."""
        elements = [
            element
            for element in self.page.reading().elements
            if (element.semantics.role, element.semantics.label) == (role, label)
            and group in ("", element.group.label if element.group else "")
        ]
        assert len(elements) == 1, f"{label!r} is found {len(elements)} times in\n{self.heard()}"
        return self.widget(elements[0].name)

    def heard(self) -> str:
        """Return the page as it is read, a line for each thing."""
        reading = self.page.reading()
        return "\n".join(element.semantics.spoken(reading.place(element)) for element in reading.elements)

    @property
    def table(self) -> FakeTable:
        """The table that the pages have led to."""
        top = self.app.manager.top
        assert isinstance(top, FakeTable)
        return top

    def label(self, name: str) -> str:
        """Return what a choice shows now, or who sits on a chair."""
        widget = self.widget(name)
        if isinstance(widget, OccupantButton):
            return widget.label
        assert isinstance(widget, Stepper)
        return widget.labels[widget.index]

    def see(self) -> pygame.Surface:
        """Return what the window shows now."""
        self.app.show()
        return self.app.screen

    def forget_games(self) -> None:
        """Empty the library; the match that it has open is closed, since Windows removes no open file."""
        self.app.context.library.close()
        shutil.rmtree(self.app.context.library.folder, ignore_errors=True)

    def wait(self, ms: float = 4000) -> None:
        """Let time pass, in steps as long as frames."""
        for _ in range(int(ms / 40)):
            self.app.manager.update(40)

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Let time pass until something is so, in a minute at most; another process may have a part in it."""
        for _ in range(6000):
            if is_so():
                return
            self.app.manager.update(40)
            time.sleep(0.01)
        raise AssertionError("it has not come about")

    # -- keys and pads

    def do(self, *verbs: Verb | str) -> None:
        """Press keys one after another."""
        for verb in verbs:
            self.app.on_intent(Intent(Verb(verb)))

    def write(self, text: str) -> None:
        for letter in text:
            self.app.on_intent(Intent(Verb.TYPE, text=letter))

    def go_to(self, name: str) -> None:
        """Bring the focus to a widget with Tab."""
        for _ in self.page.widgets:
            if self.page.focus == name:
                return
            self.do(Verb.NEXT)
        assert self.page.focus == name, f"Tab does not come to {name!r}"

    def press(self, name: str) -> None:
        """Bring the focus to a widget and press Enter."""
        self.go_to(name)
        self.do(Verb.CONFIRM)

    # -- the mouse

    def click(self, name: str, share: tuple[float, float] = (0.5, 0.5)) -> None:
        """Click on a widget, at shares of its width and height; scroll to it first."""
        page = self.page
        if hasattr(page, "reveal"):
            page.reveal(self.widget(name), at_once=True)
        rect = self.widget(name).rect
        self.click_at((rect.x + rect.w * share[0], rect.y + rect.h * share[1]))

    def click_at(self, position: tuple[float, float]) -> None:
        self.app.context.devices.pointer = position
        for verb in (Verb.POINT, Verb.PRESS, Verb.RELEASE):
            self.app.on_intent(Intent(verb, position))
