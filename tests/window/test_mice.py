"""Several mice distinguished through the X server: real input devices, a real window, simultaneous clicks."""

from __future__ import annotations

import ctypes
import json
import os
import re
import selectors
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from ctypes import POINTER, c_char_p, c_int, c_uint, c_ulong, c_void_p
from pathlib import Path
from typing import Any

import pytest

from tests.window.program import Program, environment, write_settings
from tests.window.screen import PATIENCE, Screen, what_is_missing
from topping_out.game.assets import ROOT
from topping_out.game.icetowers.state import COLOUR_OF, PIPS_OF
from topping_out.game.record import Record, fold
from topping_out.game.storage.library import read_record
from topping_out.scenes.devices.intents import MouseEvent
from topping_out.scenes.devices.mouse_sources import XInput
from topping_out.scenes.icetowers.animator import Layout
from topping_out.scenes.kit.kit import Kit, Metrics

# -- virtual mice of the X server: each is a separate device, moved and clicked from outside the program


NOW = 0
ALREADY_GRABBED = 1


class FakeMice:
    """A connection to an X server that plugs in, unplugs and operates mice."""

    def __init__(self, screen: Screen) -> None:
        self._environment = {**os.environ, "DISPLAY": screen.display}
        self._x11, self._xi, self._test = (ctypes.CDLL(f"lib{name}") for name in ("X11.so.6", "Xi.so.6", "Xtst.so.6"))
        self._x11.XOpenDisplay.restype, self._x11.XOpenDisplay.argtypes = c_void_p, (c_char_p,)
        self._x11.XSync.argtypes = (c_void_p, c_int)
        self._x11.XCloseDisplay.argtypes = (c_void_p,)
        self._xi.XOpenDevice.restype, self._xi.XOpenDevice.argtypes = c_void_p, (c_void_p, c_ulong)
        move, press = self._test.XTestFakeDeviceMotionEvent, self._test.XTestFakeDeviceButtonEvent
        move.argtypes = (c_void_p, c_void_p, c_int, c_int, POINTER(c_int), c_int, c_ulong)
        press.argtypes = (c_void_p, c_void_p, c_uint, c_int, POINTER(c_int), c_int, c_ulong)
        self._x11.XDefaultRootWindow.restype, self._x11.XDefaultRootWindow.argtypes = c_ulong, (c_void_p,)
        self._x11.XGrabPointer.argtypes = (
            c_void_p, c_ulong, c_int, c_uint, c_int, c_int, c_ulong, c_ulong, c_ulong
        )  # fmt: skip
        self._x11.XUngrabPointer.argtypes = (c_void_p, c_ulong)
        self._display = self._x11.XOpenDisplay(screen.display.encode())

    def close(self) -> None:
        self._x11.XCloseDisplay(self._display)

    def _xinput(self, *words: str) -> str:
        done = subprocess.run(
            ["xinput", *words], env=self._environment, capture_output=True, text=True, check=True, timeout=30
        )
        return done.stdout

    def names(self) -> list[str]:
        """Return the names of all slave pointer devices, as `xinput` lists them."""
        return [name.strip() for name in re.findall(r"↳ (.*?)\s*\tid=\d+\t\[slave +pointer", self._xinput("list"))]

    def plug(self, name: str) -> FakeMouse:
        """Plug in a mouse with its own pointer on the screen."""
        self._xinput("create-master", name)
        return self.find(f"{name} XTEST pointer")

    def unplug(self, mouse: FakeMouse) -> None:
        self._xinput("remove-master", mouse.name.replace(" XTEST", ""))

    def share_pointer(self, mouse: FakeMouse, shared: FakeMouse) -> None:
        """Make `mouse` move the same pointer as `other`, as on an ordinary desktop."""
        self._xinput("reattach", mouse.name, shared.name.replace(" XTEST", ""))

    def map_buttons(self, mouse: FakeMouse, *buttons: int) -> None:
        """Remap a mouse's buttons, as `xinput set-button-map` does for a left-handed player."""
        self._xinput("set-button-map", mouse.name, *map(str, buttons))

    def map_pointer(self, *buttons: int) -> None:
        """Remap the buttons of the screen's main pointer, as old desktops and `xmodmap` do."""
        meanings = ctypes.create_string_buffer(256)
        count = self._x11.XGetPointerMapping(c_void_p(self._display), meanings, 256)
        wanted = bytes(buttons) + meanings.raw[len(buttons) : count]
        assert self._x11.XSetPointerMapping(c_void_p(self._display), wanted, count) == 0

    def find(self, name: str) -> FakeMouse:
        return FakeMouse(self, name, int(self._xinput("list", "--id-only", name)))

    def is_pointer_grabbed(self) -> bool:
        """Tell whether a program has grabbed the screen's main pointer."""
        root = self._x11.XDefaultRootWindow(self._display)
        status = self._x11.XGrabPointer(self._display, root, False, 0, 1, 1, 0, 0, NOW)
        self._x11.XUngrabPointer(self._display, NOW)
        self.send()
        return bool(status == ALREADY_GRABBED)

    def send(self) -> None:
        """Send everything done since the last call to the server at once."""
        self._x11.XSync(self._display, False)


class FakeMouse:
    """A virtual mouse. Its actions take effect at `FakeMice.send`."""

    def __init__(self, mice: FakeMice, name: str, device: int) -> None:
        self.name, self.device = name, device
        self._mice, self._handle = mice, mice._xi.XOpenDevice(mice._display, device)

    def move(self, dx: int, dy: int) -> None:
        self._motion(dx, dy, is_relative=True)

    def go(self, x: int, y: int) -> None:
        """Move its pointer to a position on the screen."""
        self._motion(x, y, is_relative=False)

    def _motion(self, x: int, y: int, is_relative: bool) -> None:
        axes = (c_int * 2)(x, y)
        mice = self._mice
        mice._test.XTestFakeDeviceMotionEvent(mice._display, self._handle, is_relative, 0, axes, 2, NOW)

    def press(self, button: int = 1, is_down: bool = True) -> None:
        mice = self._mice
        mice._test.XTestFakeDeviceButtonEvent(mice._display, self._handle, button, is_down, None, 0, NOW)

    def release(self, button: int = 1) -> None:
        self.press(button, False)


@pytest.fixture
def screen() -> Iterator[Screen]:
    """A separate X server, so that its mice affect no other test."""
    missing = what_is_missing() or (
        "" if shutil.which("xinput") else "xinput cannot be found: install it to plug mice in"
    )
    if missing:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
    screen = Screen((1280, 720))
    yield screen
    screen.close()


pytestmark = pytest.mark.window

Line = dict[str, Any]


@pytest.fixture
def mice(screen: Screen) -> Iterator[FakeMice]:
    mice = FakeMice(screen)
    yield mice
    mice.close()


# -- the devices alone


@pytest.fixture
def source(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], XInput]]:
    """Return a function that opens a source of the events of all mice on our screen."""
    monkeypatch.setenv("DISPLAY", screen.display)
    opened: list[XInput] = []

    def open_it() -> XInput:
        opened.append(XInput())
        return opened[-1]

    yield open_it
    for each in opened:
        each.close()


def wait_for(source: XInput, count: int) -> list[MouseEvent]:
    """Return the next `count` events."""
    found: list[MouseEvent] = []
    until = time.monotonic() + PATIENCE
    while len(found) < count and time.monotonic() < until:
        found += source.poll()
        time.sleep(0.005)
    return found


def test_simultaneous_events_of_two_mice_are_distinguished(mice: FakeMice, source: Callable[[], XInput]) -> None:
    ann, ben = mice.plug("Ann"), mice.plug("Ben")
    mouse_source = source()
    assert {mouse_source.names[mouse.device] for mouse in (ann, ben)} == {"Ann XTEST pointer", "Ben XTEST pointer"}
    for _ in range(5):
        ann.move(3, 0)
        ben.move(0, -4)
    ann.press()
    ben.press(3)
    ann.release()
    ben.release(3)
    mice.send()
    events = wait_for(mouse_source, 14)
    for mouse, way, button in ((ann, (15, 0), 1), (ben, (0, -20), 3)):
        own = [event for event in events if event.device == mouse.device]
        assert (sum(e.dx for e in own), sum(e.dy for e in own)) == way
        assert [(e.kind, e.button) for e in own if e.button] == [("press", button), ("release", button)]


def test_two_mice_on_the_same_pointer_are_distinguished(mice: FakeMice, source: Callable[[], XInput]) -> None:
    ann = mice.plug("Ann")
    second = mice.find("Xvfb mouse")
    mice.share_pointer(second, ann)
    mouse_source = source()
    ann.move(7, 0)
    second.move(-2, 1)
    ann.press()
    second.press()
    mice.send()
    assert sorted(wait_for(mouse_source, 4)) == sorted(
        [
            MouseEvent(ann.device, "motion", 7, 0),
            MouseEvent(second.device, "motion", -2, 1),
            MouseEvent(ann.device, "press", button=1),
            MouseEvent(second.device, "press", button=1),
        ]
    )


def clicks(mouse: FakeMouse, mouse_source: XInput, *buttons: int) -> list[tuple[str, int]]:
    """Press and release each button of a mouse. Return the events of these buttons."""
    for button in buttons:
        mouse.press(button)
        mouse.release(button)
    mouse.move(1, 0)
    mouse._mice.send()
    found: list[MouseEvent] = []
    while not any(event.kind == "motion" for event in found):
        found += wait_for(mouse_source, 1)
    return [(event.kind, event.button) for event in found if event.button]


LEFT_HANDED = (3, 2, 1)


@pytest.mark.parametrize(
    ("mouse_map", "pointer_map", "meant"),
    [
        ((1, 2, 3), (1, 2, 3), (1, 2, 3)),
        (LEFT_HANDED, (1, 2, 3), (3, 2, 1)),
        ((1, 2, 3), LEFT_HANDED, (3, 2, 1)),
        (LEFT_HANDED, LEFT_HANDED, (1, 2, 3)),
        ((2, 1, 3), LEFT_HANDED, (2, 3, 1)),
        ((1, 0, 3), (1, 2, 3), (1, 3)),
    ],
)
def test_remapped_buttons_are_respected(
    mice: FakeMice,
    source: Callable[[], XInput],
    mouse_map: tuple[int, ...],
    pointer_map: tuple[int, ...],
    meant: tuple[int, ...],
) -> None:
    mouse, mouse_source = mice.find("Xvfb mouse"), source()
    mice.map_buttons(mouse, *mouse_map)
    mice.map_pointer(*pointer_map)
    assert clicks(mouse, mouse_source, 1, 2, 3) == [(kind, button) for button in meant for kind in ("press", "release")]


def test_each_mouse_has_its_own_button_map(mice: FakeMice, source: Callable[[], XInput]) -> None:
    ann, ben = mice.plug("Ann"), mice.plug("Ben")
    mouse_source = source()
    mice.map_buttons(ben, *LEFT_HANDED)
    mice.map_pointer(*LEFT_HANDED)  # the main pointer, which neither of them moves
    assert clicks(ann, mouse_source, 1) == [("press", 1), ("release", 1)]
    assert clicks(ben, mouse_source, 1) == [("press", 3), ("release", 3)]


def test_a_release_has_the_same_meaning_as_its_press(mice: FakeMice, source: Callable[[], XInput]) -> None:
    ann = mice.plug("Ann")
    mouse_source = source()
    ann.press()
    mice.send()
    assert wait_for(mouse_source, 1) == [MouseEvent(ann.device, "press", button=1)]
    mouse_source._meaning = lambda *_: 3  # type: ignore[method-assign]
    ann.release()
    mice.send()
    assert wait_for(mouse_source, 1) == [MouseEvent(ann.device, "release", button=1)]


def test_a_press_just_before_unplugging_does_no_harm(mice: FakeMice, source: Callable[[], XInput]) -> None:
    ann = mice.plug("Ann")
    mouse_source = source()
    ann.press()
    mice.send()
    mice.unplug(ann)
    assert ("press", 1) in [(event.kind, event.button) for event in wait_for(mouse_source, 2)]


def test_the_virtual_pointer_of_programs_does_not_count_as_a_mouse(
    mice: FakeMice, source: Callable[[], XInput], screen: Screen
) -> None:
    ann = mice.plug("Ann")
    mouse_source = source()
    assert "Virtual core XTEST pointer" in mice.names()
    assert "Virtual core XTEST pointer" not in mouse_source.names.values()
    screen.do("mousemove_relative", 5, 5, "click", 1)
    ann.move(1, 0)
    mice.send()
    assert wait_for(mouse_source, 1) == [MouseEvent(ann.device, "motion", 1, 0)]


def test_plugging_and_unplugging_a_mouse_is_noticed(mice: FakeMice, source: Callable[[], XInput]) -> None:
    mouse_source = source()
    ann = mice.plug("Ann")
    assert wait_for(mouse_source, 1) == [MouseEvent(ann.device, "plugged")]
    assert mouse_source.names[ann.device] == "Ann XTEST pointer"
    mice.unplug(ann)
    assert wait_for(mouse_source, 1) == [MouseEvent(ann.device, "unplugged")]
    assert ann.device not in mouse_source.names


# -- in a window


class MiceProgram:
    """The running `mice_program.py`, and what it prints."""

    def __init__(self, screen: Screen, home: Path, *hands: str) -> None:
        self._screen = screen
        self._lines: list[Line] = []
        write_settings(home, {"window": screen.size})
        command = [sys.executable, str(Path(__file__).with_name("mice_program.py")), *hands]
        self._process = subprocess.Popen(command, cwd=ROOT, env=environment(screen, home), stdout=subprocess.PIPE)
        os.set_blocking(self._process.stdout.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)
        self._rest = b""

    def _listen(self, seconds: float) -> None:
        if self._selector.select(seconds):
            *lines, self._rest = (self._rest + (self._process.stdout.read() or b"")).split(b"\n")
            self._lines += [json.loads(line) for line in lines if line.startswith(b"{")]

    def wait_for(self, condition: Callable[[Line], object]) -> Line:
        """Return the next printed line that meets the condition, and drop those before it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self._process.poll() is None:
            while self._lines:
                report = self._lines.pop(0)
                if condition(report):
                    return report
            self._listen(0.2)
        raise AssertionError("the program did not print it")

    def gather(self, count: int, *verbs: str) -> list[Line]:
        """Return the next `count` intents with one of these verbs."""
        return [self.wait_for(lambda report: report.get("verb") in verbs) for _ in range(count)]

    def focus(self) -> None:
        window = self.wait_for(lambda report: "window" in report)["window"]
        self._screen.do("windowfocus", "--sync", window)

    def end(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)
        self._selector.close()
        self._process.stdout.close()


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., MiceProgram]]:
    programs: list[MiceProgram] = []

    def begin(*hands: str) -> MiceProgram:
        programs.append(MiceProgram(screen, tmp_path, *hands))
        programs[-1].focus()
        return programs[-1]

    yield begin
    for program in programs:
        program.end()


def seat_two_mice(mice: FakeMice, start: Callable[..., MiceProgram]) -> tuple[FakeMouse, FakeMouse, MiceProgram, Line]:
    """Plug in two mice beside the server's own. Return them, the program with both seated, and their cursors."""
    ann, ben = mice.plug("Ann"), mice.plug("Ben")
    program = start("mouse 2", "mouse 3")
    hands = program.wait_for(lambda report: "hands" in report)
    assert hands["hands"] == [
        "mouse",
        "mouse 1 (Xvfb mouse)",
        "mouse 2 (Ann XTEST pointer)",
        "mouse 3 (Ben XTEST pointer)",
    ]
    assert hands["note"] == ""
    seated = program.wait_for(lambda report: report.get("seat") == 1)
    return ann, ben, program, seated["cursors"]


def test_two_players_can_use_one_window_simultaneously(mice: FakeMice, start: Callable[..., MiceProgram]) -> None:
    ann, ben, program, begin = seat_two_mice(mice, start)
    for _ in range(10):
        ann.move(5, 2)
        ben.move(-5, -3)
    ann.press()
    ben.press()
    mice.send()
    first, second = sorted(program.gather(2, "press"), key=lambda report: report["seat"])
    assert first["place"] == [round(begin["0"][0]) + 50, round(begin["0"][1]) + 20]
    assert second["place"] == [round(begin["1"][0]) - 50, round(begin["1"][1]) - 30]
    ann.move(0, 5)
    ben.release()
    ann.release()
    mice.send()
    assert [report["seat"] for report in program.gather(2, "release")] == [1, 0]


def test_the_mouse_of_a_grabbed_pointer_still_works(mice: FakeMice, start: Callable[..., MiceProgram]) -> None:
    ann = mice.plug("Ann")
    own = mice.find("Xvfb mouse")
    program = start("mouse 1", "mouse 2")
    begin = program.wait_for(lambda report: report.get("seat") == 1)["cursors"]
    assert mice.is_pointer_grabbed()
    own.move(9, 0)
    ann.move(0, 9)
    own.press()
    ann.press()
    mice.send()
    first, second = sorted(program.gather(2, "press"), key=lambda report: report["seat"])
    assert first["place"] == [round(begin["0"][0] + 9), round(begin["0"][1])]
    assert second["place"] == [round(begin["1"][0]), round(begin["1"][1] + 9)]


def test_a_hundred_clicks_of_each_mouse_reach_its_seat(mice: FakeMice, start: Callable[..., MiceProgram]) -> None:
    ann, ben, program, _ = seat_two_mice(mice, start)
    for _ in range(100):
        for mouse in (ann, ben):
            mouse.move(1, 0)
            mouse.press()
            mouse.release()
    mice.send()
    intents = program.gather(400, "press", "release")
    for seat in (0, 1):
        assert [report["verb"] for report in intents if report["seat"] == seat] == ["press", "release"] * 100


def test_esc_has_no_seat_and_releases_the_pointer(
    mice: FakeMice, start: Callable[..., MiceProgram], screen: Screen
) -> None:
    *_, program, _ = seat_two_mice(mice, start)
    screen.do("key", "Escape")
    assert program.wait_for(lambda report: report.get("verb") == "cancel")["seat"] is None
    after = program.wait_for(lambda report: "grabbed" in report)
    assert (after["grabbed"], after["visible"]) == (False, True)


# -- IceTowers played with two mice


SIZE = (1280, 720)
Place = tuple[float, float]


class Player:
    """A player with a mouse, who keeps track of the position of its cursor."""

    def __init__(self, mouse: FakeMouse, seat: int) -> None:
        self.mouse, self.seat = mouse, seat
        self.x, self.y = round(SIZE[0] * (seat + 1) / 3), SIZE[1] // 2

    def go(self, place: Place) -> None:
        x, y = map(round, place)
        self.mouse.move(x - self.x, y - self.y)
        self.x, self.y = x, y


class Table:
    """The program with two mice at the table, and its record on the disk."""

    def __init__(self, screen: Screen, home: Path, shots: Path) -> None:
        self.mice = FakeMice(screen)
        self.players = [Player(self.mice.plug(name), seat) for seat, name in enumerate(("Ann", "Ben"))]
        setup: dict[str, Any] = {"seats": [], "options": {}, "hands": ["mouse 2", "mouse 3"]}
        write_settings(home, {"window": SIZE, "setups": {"icetowers": setup}})
        words = ("play", "icetowers", "--seats", "human,human", "--seed", "5", "--options", "timer=off")
        self.program = Program(screen, home, shots, words)
        self.program.wait_for_window()
        self._records = home / "records" / "games"
        self.layout = Layout(Kit(Metrics(SIZE)), 2)

    @property
    def record(self) -> Record:
        (path,) = self._records.glob("*.jsonl")
        return read_record(path)

    @property
    def state(self) -> Any:
        return fold(self.record)

    def done(self, verb: str) -> dict[int, int]:
        """Return the time of each seat's first action of that kind, in milliseconds since the start."""
        found: dict[int, int] = {}
        for entry in self.record.entries:
            if entry.seat is not None and entry.text.startswith(verb):
                found.setdefault(entry.seat, entry.ms)
        return found

    def wait_for(self, condition: Callable[[], object]) -> None:
        until = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > until:
                self.program.fail("the condition did not come true")
            time.sleep(0.05)

    def together(self, *steps: Callable[[Player], None]) -> None:
        """Make both players do each step at the same time, one step after the other."""
        for step in steps:
            for player in self.players:
                step(player)
            self.mice.send()
            time.sleep(0.15)

    # -- where things are

    def _singles(self) -> list[tuple[int, Place]]:
        """Return the visible free-standing pieces, each with a point on it."""
        found = []
        for tower in self.state.towers:
            x, y = self.layout.at(tower.x, tower.y)
            spot = self.layout.piece_at(self.state, x, y - 8)
            if len(tower.pieces) == 1 and spot and spot.piece == tower.top:
                found.append((tower.top, (x, y - 8)))
        return found

    def own(self, seat: int) -> tuple[int, Place]:
        """Return a small piece of this seat."""
        return next((p, place) for p, place in self._singles() if COLOUR_OF[p] == seat and PIPS_OF[p] == 1)

    def goal(self, seat: int) -> tuple[int, Place]:
        """Return a large piece of the other seat, which this seat may cap."""
        return next((p, place) for p, place in self._singles() if COLOUR_OF[p] != seat and PIPS_OF[p] == 3)


@pytest.fixture
def table(screen: Screen, home: Path, tmp_path: Path) -> Iterator[Table]:
    table = Table(screen, home, tmp_path)
    yield table
    table.program.end()
    table.mice.close()


def press(player: Player) -> None:
    player.mouse.press()


def release(player: Player) -> None:
    player.mouse.release()


def test_two_players_can_cap_towers_simultaneously(table: Table) -> None:
    assert table.program.look().top == "LiveScene"
    own, goals = ([find(seat) for seat in (0, 1)] for find in (table.own, table.goal))
    table.together(lambda player: player.go(own[player.seat][1]), press, release)
    table.wait_for(lambda: len(table.done("ready")) == 2)
    table.program.wait_until(lambda look: "done" in look.widgets, "the end of the countdown")
    table.together(press, lambda player: player.go(goals[player.seat][1]), release)
    table.wait_for(lambda: len(table.done("place")) == 2)
    assert max(table.done("lift").values()) < min(table.done("place").values()), "not at the same time"
    towers = {tower.pieces for tower in table.state.towers}
    for seat in (0, 1):
        assert (goals[seat][0], own[seat][0]) in towers


def test_players_can_join_with_their_mice_in_mid_game(screen: Screen, home: Path, tmp_path: Path) -> None:
    mice = FakeMice(screen)
    ann = mice.plug("Ann")
    write_settings(home, {"window": SIZE})
    program = Program(screen, home, tmp_path, ("play", "icetowers", "--seats", "human,human", "--seed", "5"))
    program.wait_for_window()
    program.wait_for_scene("LiveScene")
    ben = mice.plug("Ben")
    program.wait_for_scene("Notice")
    for mouse, button, scene in (
        (ann, "answer1", "DevicesPage"),
        (ben, "join1", "DevicesPage"),
        (ann, "back", "LiveScene"),
    ):
        x, y, wide, high = program.look().widgets[button]["rect"]
        mouse.go(round(x + wide / 2), round(y + high / 2))
        mouse.press()
        mice.send()
        time.sleep(0.1)
        mouse.release()
        mice.send()
        program.wait_for_scene(scene)
    assert program.look()["live"]["seating"] == {"0": "mouse 2", "1": "mouse 3"}
    ann_begins, ben_begins = ([SIZE[0] * place / 3, SIZE[1] / 2] for place in (1, 2))
    begin = {"0": ann_begins, "1": ben_begins}
    program.wait_until(lambda look: look["live"]["cursors"] == begin, "both pointers at their places")
    ann.move(40, 0)
    ben.move(0, 30)
    mice.send()
    moved = {"0": [ann_begins[0] + 40, ann_begins[1]], "1": [ben_begins[0], ben_begins[1] + 30]}
    program.wait_until(lambda look: look["live"]["cursors"] == moved, "both pointers to move")
    program.end()
    mice.close()
