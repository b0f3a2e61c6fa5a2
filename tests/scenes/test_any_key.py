"""Every key press has an effect or gets a reply, and a player who presses any key finds all as it was recorded.

The events of this player, who also clicks anywhere, are those of a real keyboard and mouse, so they pass through the
devices, the main loop, pages and tables.
"""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from tests.golden import check_text, sampled
from tests.scenes.devices.tools import mouse_event, tap
from tests.scenes.icetowers.test_spoken import sit_down
from tests.scenes.pages.every.every_page import table as table_after
from tests.scenes.pages.stories import PAGES
from tests.scenes.robot import PromptWorker, Robot, SilentWorker
from tests.scenes.tables import open_table, rest
from tests.scenes.trace import OPTIONS, PLAYERS, LiveByChance, Trace, worker_by_chance
from tests.untrusted.hostile import real_record
from tests.virtual_pads import VirtualPad
from topping_out.game.bots.review import Timeline
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.keyboard import load_bindings
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.manager import Scene
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.ui.page import DIRECTIONS, LEAPS, Page

FIRST = {verb: key for key, verb in reversed(load_bindings().keys.items())}
KEYS = [*((key, verb) for verb, key in reversed(FIRST.items())), ("9", Verb.PICK)]
"""A key for each verb, and a number that is too high; `test_layouts.py` tests the other keys."""
MOST_WAITS = 50
"""Number of times to wait for a bot's play in IceTowers."""
MOVES = frozenset((*DIRECTIONS, *LEAPS, Verb.NEXT, Verb.PREVIOUS))
"""Keys for moving, which visibly may have no effect at an edge."""
GAMES = ["wyoming", "towering", "towers"]
SIMILAR = frozenset((
    "title with a game", "title with warnings", "set-up of four", "set-up with characters", "keyboard with a clash",
    "keys with a clash", "long notice", "results of towering", "results of towers", "district with a match under way",
))  # fmt: skip
"""Pages that differ only in their texts from one that is tested."""
ALL_PAGES = {name: make for name, make in PAGES.items() if name not in (*SIMILAR, "handover")}
"""All pages but the curtain, which belongs to a table."""


def in_turn(app: App, game: str) -> None:
    robot, scene = open_table(app, game, used="keys")
    rest(robot, scene)
    robot.wait(400)
    assert scene.board.turn


def while_a_bot_thinks(app: App, game: str) -> None:
    robot, scene = open_table(app, game, used="keys")
    if app.context.announcer.is_heard:  # the bot waits for a key, and then plays
        app.context.worker = PromptWorker()
    scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    while scene.actor == 0:
        rest(robot, scene)
        scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    rest(robot, scene)
    app.manager.update(40)


def at_icetowers(app: App, game: str) -> None:
    sit_down(app)


def at_the_title(app: App, game: str) -> None:
    Robot(app).open(TitlePage(app.context))


def with_a_card_chosen(app: App, game: str) -> None:
    in_turn(app, game)
    app.on_intent(Intent(Verb.PICK, text="1"))


def while_a_hint_is_awaited(app: App, game: str) -> None:
    in_turn(app, game)
    app.on_intent(Intent(Verb.HINT))


def while_something_moves(app: App, game: str) -> None:
    in_turn(app, game)
    scene = app.manager.top
    assert isinstance(scene, TurnScene)
    scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    assert scene.motion.busy


def at_the_table_of_a_game_that_is_over(app: App, game: str) -> None:
    scene = table_after(app, game, 5000)
    Robot(app).wait_for(lambda: scene.ending._has_topped_out)
    scene.ending.finish()
    assert scene.match.outcome


def with_a_piece_in_hand(app: App, game: str) -> None:
    app.context.worker = PromptWorker()
    robot, scene, _ = sit_down(app)
    robot.do(Verb.CONFIRM)
    for _ in range(MOST_WAITS):
        if scene.view.turn == 0:
            break
        robot.wait(400)
    app.on_intent(Intent(Verb.PICK, text="1"))
    robot.wait(80)
    assert scene.view.hands[0]


def while_an_opponent_plays_icetowers(app: App, game: str) -> None:
    with_a_piece_in_hand(app, game)
    app.on_intent(Intent(Verb.PLACE, text="u"))
    app.manager.update(40)
    scene = app.manager.top
    assert isinstance(scene, LiveScene)
    assert scene.view.turn == 1


STATES = (
    in_turn, with_a_card_chosen, while_a_hint_is_awaited, while_something_moves, while_a_bot_thinks,
    at_the_table_of_a_game_that_is_over,
)  # fmt: skip
ICETOWERS_STATES = (at_icetowers, with_a_piece_in_hand, while_an_opponent_plays_icetowers)
STATES_AND_GAMES = [
    *(
        (state, GAMES[(number + more) % len(GAMES)])
        for more in range(len(GAMES))
        for number, state in enumerate(STATES)
    ),
    *((state, "icetowers") for state in ICETOWERS_STATES),
    (at_the_title, ""),
]
"""Each state at the table of one game, and then at those of the others."""
RUNS = [(state, game, is_heard) for is_heard in (True, False) for state, game in STATES_AND_GAMES]
QUICK = [
    (state, game, number % 2 == 0)
    for number, (state, game) in enumerate(STATES_AND_GAMES)
    if (number < len(STATES) and state in (in_turn, with_a_card_chosen)) or state is at_icetowers
]
"""The states in which a player acts, each at one table, heard or seen."""


def strike(app: App, key: str, verb: Verb) -> None:
    app.on_intent(Intent(verb, text=key if verb in (Verb.PICK, Verb.PLACE) else ""))
    for _ in range(30 if verb in (Verb.HINT, Verb.PLAY) else 3):
        app.manager.update(40)


def noticeable_state(app: App) -> tuple[object, ...]:
    """Return all that a listener notices: the announcements, the page, and the focus."""
    top = app.manager.top
    reading = top.reading() if top else None
    element = reading.find(reading.focus) if reading else None
    return app.context.announcer.count, type(top), reading and reading.focus, element and element.semantics.spoken()


def open_place(app: App, place: Callable[[App, str], None], game: str, is_heard: bool) -> None:
    """Bring about a state anew, with or without a screen reader."""
    app.context.announcer.is_heard = is_heard
    app.manager.clear()
    app.context.settings.read_aloud = "off"  # a key switches the program's voice on
    app.context.announcer.left = 0.0  # bots wait for announcements
    place(app, game)
    if is_heard != app.context.announcer.is_heard:
        app.context.announcer.is_heard = is_heard
        app.manager.resize(app.context.kit)  # as the program does in this case


def changeable_state(app: App) -> tuple[object, ...]:
    """Return what a key could have changed in a state, apart from replies."""
    top = app.manager.top
    if not isinstance(top, LiveScene | TurnScene):
        return ()
    here: tuple[object, ...] = (
        *noticeable_state(app)[1:],
        len(top.match.steps),
        repr(app.context.settings),
        app.context.kit,
    )
    if isinstance(top, TurnScene) and top.board.selection:
        here += (*top.board.selection.cards, top.board.selection.aim, top.questions.is_asked("advise"))
    return here


@pytest.mark.usefixtures("bots_here")
@sampled("place, game, is_heard", RUNS, QUICK, ids=lambda value: getattr(value, "__name__", str(value)))
def test_every_key_has_an_effect_or_a_reply_at_a_table(
    app: App, place: Callable[[App, str], None], game: str, is_heard: bool
) -> None:
    silent, is_unchanged = [], False
    for key, verb in KEYS:
        if not is_unchanged:
            open_place(app, place, game, is_heard)
        state = changeable_state(app)
        before = noticeable_state(app)
        strike(app, key, verb)
        is_move = verb in MOVES or (place is while_something_moves and verb is Verb.CONFIRM)  # it ends
        if noticeable_state(app) == before and (is_heard or not is_move):
            silent.append(key)
        is_unchanged = place is not while_something_moves and bool(state) and changeable_state(app) == state
    assert silent == []


WITHOUT_EFFECT = {
    "test of the keyboard": KEYS,  # it shows the keys pressed
    "hands with mice": [("p", Verb.PLAY)],  # here the next page would be the test's own
    "replay": [("t", Verb.ASK_TURN), (",", Verb.ASK_EARLIER)],  # the replies are shown already
}
"""Keys that rightly show nothing new on a page."""


def see(app: App) -> bytes:
    app.show()
    return app.screen.get_buffer().raw


def open_page(app: App, page: str) -> Page:
    """Open a page anew, with nothing that moves by itself."""
    app.manager.clear()
    app.context.announcer.is_heard, app.context.settings.muted = False, False
    app.context.settings.idle_life, app.context.settings.read_aloud = False, "off"
    app.context.voice.obey(app.context.settings, is_silent=False)
    return Robot(app).open(ALL_PAGES[page](app))  # type: ignore[return-value]


@sampled("page", sorted(ALL_PAGES), ["set-up"])
def test_every_key_has_an_effect_or_a_reply_on_a_page(app: App, page: str, bots_here: None) -> None:
    """Audible with a screen reader, visible without; keys are pressed one after another."""
    kept = WITHOUT_EFFECT.get(page, [])
    Robot(app).resize((640, 360))  # a small picture is quickly painted and compared
    for is_heard in (True, False):
        top, silent = None, []
        for key, verb in KEYS:
            if top is None or app.manager.top is not top:
                top = open_page(app, page)
            app.context.announcer.is_heard = is_heard
            app.context.last_reply.update(math.inf)
            before, picture = noticeable_state(app), b"" if is_heard else see(app)
            strike(app, key, verb)
            is_answered = noticeable_state(app) != before if is_heard else see(app) != picture or verb in MOVES
            if not is_answered and (key, verb) not in kept:
                silent.append(key)
        assert silent == [], "heard" if is_heard else "seen"


# -- arrows, Enter and Esc


@pytest.mark.usefixtures("bots_here")
@pytest.mark.parametrize("plays", [8, pytest.param(2000, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_arrows_and_enter_alone_play_a_whole_game_with_a_reader(app: App, game: str, plays: int) -> None:
    """Each play is made as by hand: Enter on the cards, and then on the place for them or on the main button."""
    app.context.announcer.is_heard, app.context.announcer.pace = True, math.inf
    app.context.settings.bots_wait = "moment"
    robot, scene = open_table(app, game, used="keys")
    app.context.worker = PromptWorker()
    while not scene.match.outcome and len(scene.match.record.entries) < plays:
        rest(robot, scene)
        if not scene.board.turn:
            robot.wait(200)
            continue
        before = len(scene.match.record.entries)
        scene.board.suggest(scene.game.actions(scene.match.state, 0)[before % 2 - 1])  # only to know what to choose
        chosen = [w.name for w in scene.widgets if (found := w.semantics()) and found.is_selected]
        goal = scene.board.selection.aim
        aim = next((w.name for w in scene.widgets if goal is not None and getattr(w, "target", None) == goal), "play")
        scene.board.clear_selection()
        scene.rebuild()
        for name in (*chosen, aim):
            robot.walk_to(name)
            robot.do(Verb.CONFIRM)
        rest(robot, scene)
        assert len(scene.match.record.entries) > before


@pytest.mark.parametrize("game", [*GAMES, "icetowers"])
def test_arrows_alone_reach_everything_on_a_table_with_a_reader(app: App, game: str, bots_here: None) -> None:
    app.context.announcer.is_heard, app.context.announcer.pace = True, math.inf
    at_icetowers(app, game) if game == "icetowers" else with_a_card_chosen(app, game)
    robot, page = Robot(app), app.manager.top
    assert isinstance(page, Page)
    stops = {stop.name for stop in page.focusable}
    found: set[str] = set()
    for verb in (Verb.UP, Verb.DOWN):
        for _ in range(len(stops) + 1):
            found.add(page.focus)
            robot.do(verb)
    assert found == stops


# -- a wandering player


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
