"""Whatever is held is let go when its release may go unseen, and has no effect afterwards.

The cases combine everything that can be held with every way of losing hold of it.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import pygame
import pytest

from tests.golden import sampled
from tests.scenes.devices.tools import ScriptedMice, tap
from tests.scenes.icetowers.test_devices import Table
from tests.scenes.pages.every.every_page import PAGES
from tests.scenes.pages.every.test_every_page import subclasses
from tests.scenes.robot import Robot
from tests.scenes.tables import TURN_GAMES, play, rest, table, take_step
from tests.untrusted.hostile import real_record
from tests.virtual_pads import VirtualPad
from topping_out.game.bots.review import Timeline
from topping_out.game.icetowers.actions import Ready
from topping_out.scenes.app import App
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.mice_and_pads import Mice
from topping_out.scenes.manager import Pop, Push
from topping_out.scenes.match.replay import ReplayScene, Scrubber
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.review import CurvePlot
from topping_out.scenes.pages.skyline import SkylinePage
from topping_out.scenes.system.window import CALM
from topping_out.scenes.ui.column import Notice
from topping_out.scenes.ui.fields import Scrollbar, VolumeSlider
from topping_out.scenes.ui.layout import Widget
from topping_out.scenes.ui.widgets import Slider

SMALL = (640, 360)
"""A window that no city fits into."""
Continuation = Callable[[], bool]
"""Continues with what is held, and tells whether that still has an effect."""


class Player:
    """A player with three mice, a gamepad and keys, who sends events as the window does."""

    def __init__(self, app: App) -> None:
        self.app, self.robot = app, Robot(app, "mouse")
        self.mice = ScriptedMice("Red Mouse", "Blue Mouse")
        app.context.devices = Devices(mice=Mice(lambda: self.mice))
        self.pad = VirtualPad()
        self.is_pad_there = True
        self.frame()

    def frame(self, *events: pygame.Event, ms: float = 16) -> None:
        """Let a frame pass, with these events and those that SDL has queued."""
        self.app.frame([*pygame.event.get(), *events], ms)

    def press(self, at: Sequence[float]) -> None:
        self.move(at, is_down=False)
        self.frame(self._button(pygame.MOUSEBUTTONDOWN, at))

    def move(self, to: Sequence[float], is_down: bool = True) -> None:
        self.frame(pygame.Event(pygame.MOUSEMOTION, pos=self._pixels(to), rel=(1, 1), buttons=(is_down, 0, 0)))

    def release(self, at: Sequence[float]) -> None:
        self.frame(self._button(pygame.MOUSEBUTTONUP, at))

    def _button(self, kind: int, at: Sequence[float]) -> pygame.Event:
        return pygame.Event(kind, pos=self._pixels(at), button=1)

    def _pixels(self, at: Sequence[float]) -> tuple[int, int]:
        scale = self.app.context.kit.scale
        return round(at[0] * scale), round(at[1] * scale)

    def drag_on(self, goal: Sequence[float], read: Callable[[], Any]) -> Continuation:
        """Return a function that continues a drag: it moves on to the goal and releases the button there."""

        def go_on() -> bool:
            before = read()
            self.move(goal)
            self.release(goal)
            self.robot.wait(2000)
            return bool(read() != before)

        return go_on

    def unplug(self) -> None:
        if self.is_pad_there:
            self.pad.unplug()
            self.is_pad_there = False
            self.frame()


@pytest.fixture
def player(app: App, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setattr(app, "show", lambda: None)  # drawing would take most of the time
    player = Player(app)
    yield player
    player.unplug()
    app.context.devices.unassign()
    pygame.display.set_mode((1280, 720))
    pygame.event.clear()


# -- what can be held


def page(player: Player, name: str) -> Any:
    return player.robot.open(PAGES[name](player.app))


def slide(player: Player, scene: Any, kind: type[Widget], read: Callable[[Any], Any]) -> Continuation:
    """Press the middle of the first widget of this kind; return how to drag it on."""
    widget = next(w for w in scene.widgets if type(w) is kind)
    if hasattr(scene, "reveal"):
        scene.reveal(widget, at_once=True)
    player.press(widget.rect.center)
    end = widget.rect.right - 35, widget.rect.bottom + 6  # outside of the widget: a plot follows a pointer above it
    return player.drag_on(end, lambda: read(scene))


def a_button(player: Player) -> Continuation:
    scene = page(player, "title with games")
    at = scene.find("rules").rect.center
    player.press(at)
    return player.drag_on(at, lambda: [*player.app.manager.stack])


def setting(name: str) -> Callable[[Any], Any]:
    return attrgetter(f"context.settings.{name}")


def the_bar_of_a_replay(player: Player) -> Continuation:
    scene = player.robot.open(ReplayScene(player.app.context, Timeline(real_record("wyoming"))))
    return slide(player, scene, Scrubber, lambda scene: scene.at_step)


def the_curve_of_a_review(player: Player) -> Continuation:
    def read(scene: Any) -> int:
        return next(int(w.at) for w in scene.widgets if isinstance(w, CurvePlot))

    scene = page(player, "review")
    go_on = slide(player, scene, CurvePlot, read)
    plot = next(w for w in scene.widgets if isinstance(w, CurvePlot))
    player.move((plot.rect.centerx, plot.rect.bottom + 6))
    return go_on


def the_city(player: Player) -> Continuation:
    player.robot.resize(SMALL)
    scene = player.robot.open(SkylinePage(player.app.context))
    y = scene.ground - 10
    player.press((600, y))
    return player.drag_on((300, y), lambda: scene.walk.target)


def a_card(game: str) -> Callable[[Player], Continuation]:
    def hold(player: Player) -> Continuation:
        scene = player.robot.open(table(player.app, game))
        rest(player.robot, scene)
        return drag_card(player, scene)

    return hold


def drag_card(player: Player, scene: TurnScene) -> Continuation:
    """Drag the first card that can be played to the middle of the table."""
    selection, tokens = scene.board.selection, scene.board.tokens
    for card in [*tokens.hand]:
        selection.take(card)
        targets = [area for area in scene.board.places if selection.action_at(area.target)]
        selection.drop()
        if targets:
            break
    home = tokens.sprites[card].place
    player.press((home.x, home.y))
    player.move((640, 300))
    return player.drag_on(targets[0].rect.center, lambda: (len(scene.match.record.entries), scene.board.turn))


def a_card_of_a_pile(player: Player) -> Continuation:
    scene = player.robot.open(table(player.app, "towering"))
    play(player.robot, scene, 1)
    assert scene.board.selection
    assert not scene.board.selection.needs_cards
    player.press(scene.find("pile").rect.center)  # type: ignore[union-attr]
    player.move((640, 400))
    goal = 640, scene.kit.height - 60
    return player.drag_on(goal, lambda: len(scene.match.record.entries))


def ice(player: Player, *devices: str) -> Table:
    """Begin a game of IceTowers with these devices, in which everybody has touched a piece of their own."""
    ice = Table(player.app, player.mice, *devices)
    for seat, device in enumerate(devices):
        piece, at = ice.own_piece(seat)
        if device == "mouse":
            player.press(at)
            player.release(at)
        elif device == "keys 1":
            ice.scene.submit(seat, Ready(piece))
        else:
            ice.click(seat + 1, seat, at)
    ice.frame()
    ice.wait(6000)
    return ice


def held_pieces(table: Table) -> list[int]:
    return [held.piece for held in table.scene.view.hands if held]


def still_held(player: Player, table: Table) -> Continuation:
    """Return a function that goes on with the game, and tells whether a piece is held then."""

    def go_on() -> bool:
        while player.app.manager.top is not table.scene:
            player.app.manager.go(Pop())
        table.wait(5000)
        return bool(held_pieces(table))

    return go_on


def a_piece(player: Player) -> Continuation:
    table = ice(player, "mouse", "keys 1")
    player.press(table.own_piece(0)[1])
    player.move((900, 300))
    table.wait(100)
    assert held_pieces(table)
    return still_held(player, table)


def two_pieces_of_two_mice(player: Player) -> Continuation:
    table = ice(player, "mouse 1", "mouse 2")
    for seat, place in enumerate([table.own_piece(seat)[1] for seat in (0, 1)]):
        table.bring(seat + 1, seat, place)
        player.mice.press(seat + 1)
    table.frame()
    table.wait(100)
    assert len(held_pieces(table)) == 2
    return still_held(player, table)


def repeats(player: Player, press: Callable[[], object]) -> Continuation:
    """Press a key or a control on a page; return how to wait, and tell whether the focus moves on meanwhile."""
    scene = page(player, "keys")
    press()
    player.frame()

    def go_on() -> bool:
        before = scene.focus
        for _ in range(20):
            player.frame(ms=40)
        return bool(scene.focus != before)

    return go_on


def a_key_that_is_tested(player: Player) -> Continuation:
    scene = page(player, "test of the keyboard")
    scene.down.clear()
    player.frame()
    player.frame(tap("a"))
    return lambda: bool(scene.down)


def a_word_of_an_input_method(player: Player) -> Continuation:
    scene = page(player, "set-up")
    scene.focus = "name0"
    scene.activate(scene.focused)
    player.frame()
    player.frame(pygame.Event(pygame.TEXTEDITING, text="to", start=0, length=2))

    def go_on() -> bool:
        """Tell whether keys still belong to the input method: then Delete erases nothing."""
        field = scene.find("name0")
        is_composed = bool(field.composed)
        field.writing, field.line = True, field.line.select_all()
        player.frame()
        player.frame(tap("delete"))
        return is_composed or bool(scene.find("name0").text)

    return go_on


HELD: dict[str, Callable[[Player], Continuation]] = {
    "a button": a_button,
    "a scroll bar": lambda player: slide(player, page(player, "rules"), Scrollbar, lambda scene: scene.target),
    "a slider": lambda player: slide(player, page(player, "settings listening"), Slider, setting("voice_rate")),
    "a volume": lambda player: slide(player, page(player, "settings sound"), VolumeSlider, setting("effects")),
    "the bar of a replay": the_bar_of_a_replay,
    "the curve of a review": the_curve_of_a_review,
    "the city": the_city,
    **{f"a card of {name}": a_card(name) for name in TURN_GAMES},
    "a card of a pile": a_card_of_a_pile,
    "a piece": a_piece,
    "two pieces of two mice": two_pieces_of_two_mice,
    "a key": lambda player: repeats(player, lambda: player.frame(tap("tab"))),
    "a button of a gamepad": lambda player: repeats(player, lambda: player.pad.button("dpdown", True)),
    "a stick": lambda player: repeats(player, lambda: player.pad.stick(0, 32000)),
    "a key that is tested": a_key_that_is_tested,
    "a word of an input method": a_word_of_an_input_method,
}


# -- how it is lost


def send(*kinds: int) -> Callable[[Player], None]:
    """Return a way in which events of these kinds come in one frame."""
    return lambda player: player.frame(*map(pygame.Event, kinds))


def full_screen(player: Player) -> None:
    for _ in range(2):
        player.app.on_intent(Intent(Verb.FULLSCREEN))
        for _ in range(3):
            player.frame(ms=CALM)


def resize(player: Player) -> None:
    before = pygame.display.get_window_size()
    for size in ((1100, 700), before):
        player.robot.resize(size)
    player.frame()


def a_page_opens(player: Player) -> None:
    player.app.manager.go(Push(Notice(player.app.context, "News", "Something has come.")))
    player.frame()
    player.app.manager.go(Pop())
    player.frame()


def release_outside(player: Player) -> None:
    """Release the button outside the window, then move the pointer back in."""
    player.frame(pygame.Event(pygame.WINDOWLEAVE))
    player.move((630, 310), is_down=False)


EVERY_WAY: dict[str, Callable[[Player], None]] = {
    "the keyboard goes to another window": send(pygame.WINDOWFOCUSLOST),
    "the window is minimised": send(pygame.WINDOWMINIMIZED),
    "the window is hidden": send(pygame.WINDOWHIDDEN),
    "the window is stretched": send(pygame.WINDOWSIZECHANGED),
    "it goes away and comes back in a frame": send(pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED),
    "full screen and back": full_screen,
    "another size": resize,
    "a page opens by itself": a_page_opens,
}
POINTER_WAYS = {
    "the button comes up outside": release_outside,
    "the pointer enters with its button up": send(pygame.WINDOWLEAVE, pygame.WINDOWENTER),
}
BY_POINTER = frozenset(
    name for name in HELD if not name.startswith(("a key", "a stick", "a word", "a button of", "two"))
)


COMBINATIONS = [(held, way) for held in HELD for way in (*EVERY_WAY, *(POINTER_WAYS if held in BY_POINTER else ()))]
"""Each thing that can be held, with each way of losing hold of it."""


@pytest.mark.parametrize("held", HELD)
def test_what_is_held_stays_held_while_nothing_interrupts_it(player: Player, held: str) -> None:
    assert HELD[held](player)()


@sampled("held, way", COMBINATIONS, COMBINATIONS[::3])
def test_what_is_held_is_let_go_when_its_release_may_go_unseen(player: Player, held: str, way: str) -> None:
    go_on = HELD[held](player)
    {**EVERY_WAY, **POINTER_WAYS}[way](player)
    assert not go_on()
    assert player.app.context.reports == []


def test_the_cases_include_every_widget_that_can_be_dragged() -> None:
    dragged = {kind.__name__ for kind in subclasses(Widget) if "drag_to" in vars(kind)}
    assert dragged == {"Scrollbar", "Slider", "VolumeSlider", "Scrubber", "CurvePlot"} | {"Stepper", "TextField"}
    # The last two only note which of their arrows was pressed, and do nothing before the release.


@pytest.mark.parametrize("game", TURN_GAMES)
def test_a_dragged_card_is_dropped_when_the_table_changes(player: Player, game: str) -> None:
    go_on = HELD[f"a card of {game}"](player)
    scene = player.app.manager.top
    assert isinstance(scene, TurnScene)
    take_step(scene, random.Random(1))
    rest(player.robot, scene)
    assert not go_on()
    assert not scene.board.tokens.is_dragging


@pytest.mark.parametrize("held", ["a button of a gamepad", "a stick"])
def test_an_unplugged_gamepad_holds_nothing(player: Player, held: str) -> None:
    go_on = HELD[held](player)
    player.unplug()
    assert not go_on()


def test_an_unplugged_mouse_holds_nothing(player: Player) -> None:
    go_on = two_pieces_of_two_mice(player)
    player.mice.unplug(1)
    player.mice.unplug(2)
    player.frame()
    assert not go_on()


@pytest.mark.parametrize("held", ["a key", "a button"])
def test_a_press_in_the_frame_in_which_the_window_loses_focus_is_let_go(player: Player, held: str) -> None:
    if held == "a key":
        lost = pygame.Event(pygame.WINDOWFOCUSLOST)
        assert not repeats(player, lambda: player.frame(tap("tab"), lost))()
    else:
        scene = page(player, "title with games")
        at = scene.find("rules").rect.center
        player.move(at, is_down=False)
        player.frame(player._button(pygame.MOUSEBUTTONDOWN, at), pygame.Event(pygame.WINDOWFOCUSLOST))
        assert not player.drag_on(at, lambda: [*player.app.manager.stack])()


def test_a_page_that_reads_raw_keys_ends_the_repeats_of_a_held_key(player: Player) -> None:
    devices = player.app.context.devices
    go_on = HELD["a key"](player)
    devices.wants_raw_keys = True
    devices.read([tap("tab", up=True)], 1)
    devices.wants_raw_keys = False
    assert not go_on()


def test_a_click_after_letting_go_works_as_usual(player: Player) -> None:
    go_on = HELD["a button"](player)
    player.frame(pygame.Event(pygame.WINDOWFOCUSLOST))
    assert not go_on()
    player.robot.click("rules")
    assert type(player.app.manager.top).__name__ == "RulesPage"
    player.app.on_intent(Intent(Verb.LET_GO))


def test_the_screen_stays_awake_only_during_play_with_a_gamepad(player: Player) -> None:
    page(player, "keys")
    for used, may_sleep in (("mouse", True), ("pad", False), ("keys", True)):
        player.app.context.devices.active = used
        player.frame()
        assert pygame.display.get_allow_screensaver() is may_sleep
