"""A player who presses any key and clicks anywhere. All that follows is compared with what was recorded.

The events are those of a real keyboard and mouse, so they pass through the devices, the main loop, pages and tables.
"""

import math
import random
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from tests.golden import check_text
from tests.scenes.devices.tools import mouse_event, tap
from tests.scenes.pages.stories import PAGES
from tests.scenes.robot import Robot, SilentWorker
from tests.scenes.trace import OPTIONS, PLAYERS, LiveByChance, Trace, worker_by_chance
from tests.untrusted.hostile import real_record
from tests.virtual_pads import VirtualPad
from topping_out.game.bots.review import Timeline
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.devices.keyboard import load_bindings
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.manager import Scene
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.ui.page import Page

STEPS = 250
FRAME = 40
"""Milliseconds of a frame."""
SKETCHED_EVERY = 25
"""Number of steps between sketches of the screen."""
MOST_LINES = 2
"""Most new lines of the page that are written down in a step; a checksum stands for the others."""
ELSEWHERE = Verb.FULLSCREEN, Verb.READ_ALOUD
"""Verbs of keys that nobody presses here: they change the window, or start a voice."""
OFTEN = Verb.CONFIRM, Verb.PLAY, Verb.PICK, Verb.PLACE, Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN, Verb.NEXT
"""Verbs of keys that are pressed more often."""
NAMES = {
    "=": "equals", "-": "minus", ",": "comma", ".": "period", "page up": "pageup", "page down": "pagedown",
    "enter": "kp_enter",
}  # fmt: skip
"""Names of places on the keyboard, by key."""
STICK = {
    "stickleft": (-32768, 0), "stickright": (32767, 0), "stickup": (0, -32768), "stickdown": (0, 32767),
}  # fmt: skip
BY_PAD = ("towering by gamepad", "title by gamepad")
BY_HALVES = ("icetowers of two people",)
"""Places where two people each have a half of the keyboard."""
LEAVES = 0.15
"""Probability of leaving a page above the first one in a step."""
LEFT_ALONE = frozenset((
    "SettingsPage", "TransferPage", "SavedGamesPage", "SkylinePage", "CodePage", "PrintPage", "DailyPage",
    "WorkshopPage", "FilmPage",
))  # fmt: skip
"""Pages that are left at once: they show files, other programs or much that has nothing to do with keys."""


class Wanderer:
    """Sends random events to an app, and writes down each and what came of it."""

    def __init__(self, app: App, trace: Trace, place: str) -> None:
        self.app, self.trace, self.place, self.random = app, trace, place, random.Random(place)
        self.ground: Scene | None = None
        """The scene at the bottom, as long as the player has not left it."""
        self.known: list[str] = []
        """The lines of the page after the last step."""
        self.keys, self.shares = keys_of(place)
        self.pad = VirtualPad() if place in BY_PAD else None

    @property
    def page(self) -> Page:
        assert isinstance(self.app.manager.top, Page)
        return self.app.manager.top

    @property
    def is_left_alone(self) -> bool:
        return type(self.page).__name__ in LEFT_ALONE

    def wander(self) -> None:
        for step in range(STEPS):
            if self.app.manager.stack[:1] != [self.ground]:
                self.begin()
            self.act()
            self.note()
            if step % SKETCHED_EVERY == 0:
                self.trace.sketch()
                if not self.is_left_alone:
                    self.trace.note_pictures()

    def begin(self) -> None:
        """Open the place where the player begins, also when it has been left."""
        self.trace.write(f"begin: {self.place}")
        self.app.manager.clear()
        self.ground = PLACES[self.place](self.app)
        self.app.open(self.ground)

    def act(self) -> None:
        """Do one thing, and let some time pass."""
        if self.is_left_alone or (self.page is not self.ground and self.random.random() < LEAVES):
            self.press("escape")
            return
        kinds, shares = ("key", "click", "drag", "wheel", "wait"), (50, 30, 10, 4, 6)
        kind = self.random.choices(kinds, shares if self.place not in BY_PAD else (90, 0, 0, 0, 10))[0]
        if kind == "key":
            self.press(*self.random.choices(self.keys, self.shares))
        elif kind == "click":
            self.click()
        elif kind == "drag":
            self.drag()
        elif kind == "wheel":
            self.turn_wheel(self.random.choice((-2, -1, 1, 2)))
        self.pass_time(50 if kind == "wait" else self.random.choice((1, 2, 10)))

    def pass_time(self, frames: int) -> None:
        for _ in range(frames):
            self.send()

    def send(self, *events: pygame.Event) -> None:
        """Let a frame pass with these events."""
        if self.app.manager.stack[:1] == [self.ground]:
            self.trace.pass_time(FRAME, [*events])

    def press(self, chord: str) -> None:
        self.trace.write(f"[{chord}]")
        if self.pad and chord != "escape":
            self.press_pad(self.pad, chord)
            return
        *modifiers, place = chord.split("+")
        mod = sum(getattr(pygame, f"KMOD_{name.upper()}") for name in modifiers)
        self.send(tap(place, mod=mod), tap(place, up=True, mod=mod))

    def press_pad(self, pad: VirtualPad, control: str) -> None:
        """Press a button of the gamepad, or push its stick; let go of it after a while."""
        for is_down in (True, False):
            if control in STICK:
                pad.stick(*(is_down * way for way in STICK[control]))
            else:
                pad.button(control, is_down)
            self.send(*pygame.event.get())
            if is_down:
                self.pass_time(self.random.choice((0, 0, 12)))

    def click(self) -> None:
        at = self.somewhere()
        self.point(at)
        self.send(mouse_event("presses", *self.pixels(at), 1))
        self.send(mouse_event("releases", *self.pixels(at), 1))

    def drag(self) -> None:
        start, goal = self.somewhere(), self.somewhere()
        self.point(start)
        self.send(mouse_event("presses", *self.pixels(start), 1))
        for share in (0.1, 0.5, 1.0):
            between = start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share
            self.point(between, is_down=True)
        self.send(mouse_event("releases", *self.pixels(goal), 1))

    def turn_wheel(self, by: int) -> None:
        self.trace.write(f"[wheel {by:+}]")
        self.send(mouse_event("scrolls", by))

    def somewhere(self) -> tuple[float, float]:
        """Return a place within a widget or, less often, anywhere."""
        kit = self.page.kit
        if self.page.widgets and self.random.random() < 0.9:
            widget = self.random.choice(self.page.widgets)
            x, y = self.random.uniform(0.1, 0.9), self.random.uniform(0.1, 0.9)
            self.trace.write(f"[at {widget.name}]")
            return widget.rect.x + widget.rect.w * x, widget.rect.y + widget.rect.h * y
        return self.random.uniform(0, kit.width), self.random.uniform(0, kit.height)

    def point(self, at: tuple[float, float], is_down: bool = False) -> None:
        self.send(pygame.Event(pygame.MOUSEMOTION, pos=self.pixels(at), rel=(9, 9), buttons=(is_down, 0, 0)))

    def pixels(self, at: tuple[float, float]) -> tuple[int, int]:
        return round(at[0] * self.page.kit.scale), round(at[1] * self.page.kit.scale)

    def note(self) -> None:
        """Write down the focus, what is pointed at, and the new lines of the page."""
        if not isinstance(self.app.manager.top, Page) or self.is_left_alone:
            return
        self.trace.show()
        page, reading = self.page, self.page.reading()
        lines = [element.semantics.spoken(reading.place(element)) for element in reading.elements]
        self.trace.note("focus", f"{page.focus or '-'}, pointer {page.pointed_name or '-'}")
        for line in [line for line in lines if line not in self.known][:MOST_LINES]:
            self.trace.write(f"new: {line}")
        self.trace.note("lines", f"{zlib.crc32(' '.join(lines).encode()):08x}")
        self.known = lines


def keys_of(place: str) -> tuple[list[str], list[int]]:
    """Return the keys or buttons that a player presses, and how often each in comparison."""
    bindings = load_bindings()
    if place in BY_HALVES:
        return [key for half in bindings.half_keys.values() for key in half.values()], [1] * 16
    verbs = {NAMES.get(key, key): verb for key, verb in (bindings.pad if place in BY_PAD else bindings.keys).items()}
    keys = [key for key, verb in verbs.items() if verb not in ELSEWHERE and key != "+"]
    return keys, [5 if verbs[key] in OFTEN else 1 for key in keys]


def table_of(app: App, game: str, scene: type[Any], *names: str) -> Scene:
    players = [*(Player(name, colour=seat) for seat, name in enumerate(names)), *PLAYERS][:2] if names else PLAYERS
    match = app.context.library.start(new_header(load(game), players, OPTIONS[game], 3))
    app.context.worker = worker_by_chance(match)
    return scene(app.context, match)  # type: ignore[no-any-return]


def two_at_the_ice(app: App) -> Scene:
    players = [Player("Ana", colour=0), Player("Ben", colour=1)]
    match = app.context.library.start(new_header(load("icetowers"), players, {"timer": "off"}, 3))
    return LiveScene(app.context, match, {0: "keys 1", 1: "keys 2"})


def replay(app: App) -> Scene:
    app.context.worker = SilentWorker()
    return ReplayScene(app.context, Timeline(real_record("towering")), 3)


def title(app: App) -> Scene:
    app.context.worker = SilentWorker()
    return PAGES["title with games"](app)


PLACES: dict[str, Callable[[App], Scene]] = {
    "wyoming": lambda app: table_of(app, "wyoming", TurnScene),
    "towering": lambda app: table_of(app, "towering", TurnScene),
    "towers": lambda app: table_of(app, "towers", TurnScene),
    "towering by gamepad": lambda app: table_of(app, "towering", TurnScene),
    "towers of two people": lambda app: table_of(app, "towers", TurnScene, "Ana", "Ben"),
    "icetowers": lambda app: table_of(app, "icetowers", LiveByChance),
    "icetowers of two people": two_at_the_ice,
    "replay": replay,
    "title": title,
    "title by gamepad": title,
}
"""Where the player begins."""


@pytest.fixture
def dummy_mouse() -> Iterator[None]:
    yield
    pygame.event.clear()
    pygame.display.set_mode((1280, 720))


@pytest.mark.parametrize("place", PLACES)
def test_a_wandering_player_meets_what_was_recorded(
    app: App, monkeypatch: pytest.MonkeyPatch, dummy_mouse: None, reused_layers: None, place: str
) -> None:
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(place))
    Robot(app).resize((640, 360))
    context = app.context
    context.settings.idle_life, context.settings.bots_wait = False, "moment"
    context.announcer.pace = math.inf
    trace = Trace(app, monkeypatch)
    trace.moves = False
    wanderer = Wanderer(app, trace, place)
    try:
        wanderer.wander()
    finally:
        if wanderer.pad:
            wanderer.pad.unplug()
    check_text(str(trace), f"wandering/{place}")
