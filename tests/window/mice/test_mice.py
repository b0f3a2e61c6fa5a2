"""Several mice told apart by the X server: real input devices, a real window, clicks at the same time."""

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.window.mice.fake_mice import FakeMice, FakeMouse
from tests.window.program import environment, write_settings
from tests.window.screen import PATIENCE, Screen
from topping_out.game.assets import ROOT
from topping_out.scenes.devices.mice.source import MouseEvent
from topping_out.scenes.devices.mice.xinput import XInput

pytestmark = pytest.mark.window

Said = dict[str, Any]


@pytest.fixture
def mice(screen: Screen) -> Iterator[FakeMice]:
    mice = FakeMice(screen)
    yield mice
    mice.close()


# -- the devices by themselves


@pytest.fixture
def source(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], XInput]]:
    """Open the way to hear every mouse, on our screen."""
    monkeypatch.setenv("DISPLAY", screen.display)
    opened: list[XInput] = []

    def open_it() -> XInput:
        opened.append(XInput())
        return opened[-1]

    yield open_it
    for one in opened:
        one.close()


def wait_for(source: XInput, count: int) -> list[MouseEvent]:
    """Return the next so many events."""
    found: list[MouseEvent] = []
    until = time.monotonic() + PATIENCE
    while len(found) < count and time.monotonic() < until:
        found += source.poll()
        time.sleep(0.005)
    return found


def both(*deeds: tuple[FakeMouse, Callable[[FakeMouse], None]]) -> None:
    for mouse, deed in deeds:
        deed(mouse)


def test_two_mice_that_move_and_click_at_the_same_time_are_seen_apart(
    mice: FakeMice, source: Callable[[], XInput]
) -> None:
    ann, ben = mice.plug("Ann"), mice.plug("Ben")
    heard = source()
    assert {heard.names[mouse.device] for mouse in (ann, ben)} == {"Ann XTEST pointer", "Ben XTEST pointer"}
    for _ in range(5):
        ann.move(3, 0)
        ben.move(0, -4)
    ann.press()
    ben.press(3)
    ann.release()
    ben.release(3)
    mice.send()
    events = wait_for(heard, 14)
    for mouse, way, button in ((ann, (15, 0), 1), (ben, (0, -20), 3)):
        own = [event for event in events if event.device == mouse.device]
        assert (sum(e.dx for e in own), sum(e.dy for e in own)) == way
        assert [(e.kind, e.button) for e in own if e.button] == [("press", button), ("release", button)]


def test_two_mice_that_move_the_same_pointer_are_seen_apart(mice: FakeMice, source: Callable[[], XInput]) -> None:
    ann = mice.plug("Ann")
    other = mice.find("Xvfb mouse")
    mice.share_pointer(other, ann)
    heard = source()
    ann.move(7, 0)
    other.move(-2, 1)
    ann.press()
    other.press()
    mice.send()
    assert sorted(wait_for(heard, 4)) == sorted(
        [
            MouseEvent(ann.device, "motion", 7, 0),
            MouseEvent(other.device, "motion", -2, 1),
            MouseEvent(ann.device, "press", button=1),
            MouseEvent(other.device, "press", button=1),
        ]
    )


def clicks(mouse: FakeMouse, heard: XInput, *buttons: int) -> list[tuple[str, int]]:
    """Press and release each button of a mouse; return what is heard of it."""
    for button in buttons:
        mouse.press(button)
        mouse.release(button)
    mouse.move(1, 0)
    mouse._mice.send()
    found: list[MouseEvent] = []
    while not any(event.kind == "motion" for event in found):
        found += wait_for(heard, 1)
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
def test_buttons_mean_what_their_player_has_made_of_them(
    mice: FakeMice,
    source: Callable[[], XInput],
    mouse_map: tuple[int, ...],
    pointer_map: tuple[int, ...],
    meant: tuple[int, ...],
) -> None:
    mouse, heard = mice.find("Xvfb mouse"), source()
    mice.map_buttons(mouse, *mouse_map)
    mice.map_pointer(*pointer_map)
    assert clicks(mouse, heard, 1, 2, 3) == [(kind, button) for button in meant for kind in ("press", "release")]


def test_each_mouse_has_its_own_hand(mice: FakeMice, source: Callable[[], XInput]) -> None:
    ann, ben = mice.plug("Ann"), mice.plug("Ben")
    heard = source()
    mice.map_buttons(ben, *LEFT_HANDED)
    mice.map_pointer(*LEFT_HANDED)  # of a pointer that neither of them moves
    assert clicks(ann, heard, 1) == [("press", 1), ("release", 1)]
    assert clicks(ben, heard, 1) == [("press", 3), ("release", 3)]


def test_a_button_is_released_as_what_it_was_pressed_as(mice: FakeMice, source: Callable[[], XInput]) -> None:
    ann = mice.plug("Ann")
    heard = source()
    ann.press()
    mice.send()
    assert wait_for(heard, 1) == [MouseEvent(ann.device, "press", button=1)]
    heard._meaning = lambda *_: 3  # type: ignore[method-assign]
    ann.release()
    mice.send()
    assert wait_for(heard, 1) == [MouseEvent(ann.device, "release", button=1)]


def test_the_press_of_a_mouse_that_has_just_been_unplugged_ends_nothing(
    mice: FakeMice, source: Callable[[], XInput]
) -> None:
    ann = mice.plug("Ann")
    heard = source()
    ann.press()
    mice.send()
    mice.unplug(ann)
    assert ("press", 1) in [(event.kind, event.button) for event in wait_for(heard, 2)]


def test_the_pointer_of_programs_is_no_mouse(mice: FakeMice, source: Callable[[], XInput], screen: Screen) -> None:
    ann = mice.plug("Ann")
    heard = source()
    assert "Virtual core XTEST pointer" in mice.names()
    assert "Virtual core XTEST pointer" not in heard.names.values()
    screen.do("mousemove_relative", 5, 5, "click", 1)
    ann.move(1, 0)
    mice.send()
    assert wait_for(heard, 1) == [MouseEvent(ann.device, "motion", 1, 0)]


def test_mice_are_heard_to_come_and_go(mice: FakeMice, source: Callable[[], XInput]) -> None:
    heard = source()
    ann = mice.plug("Ann")
    assert wait_for(heard, 1) == [MouseEvent(ann.device, "plugged")]
    assert heard.names[ann.device] == "Ann XTEST pointer"
    mice.unplug(ann)
    assert wait_for(heard, 1) == [MouseEvent(ann.device, "unplugged")]
    assert ann.device not in heard.names


# -- in a window


class Program:
    """A window in which mice play, and what it says."""

    def __init__(self, screen: Screen, home: Path, *hands: str) -> None:
        self._screen = screen
        self._said: list[Said] = []
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
            self._said += [json.loads(line) for line in lines if line.startswith(b"{")]

    def wait_for(self, condition: Callable[[Said], object]) -> Said:
        """Return the first thing said, from now on, that meets the condition; what was said before it is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self._process.poll() is None:
            while self._said:
                said = self._said.pop(0)
                if condition(said):
                    return said
            self._listen(0.2)
        raise AssertionError("it was not said")

    def gather(self, count: int, *verbs: str) -> list[Said]:
        """Return the next so many intents with one of these verbs."""
        return [self.wait_for(lambda said: said.get("verb") in verbs) for _ in range(count)]

    def focus(self) -> None:
        window = self.wait_for(lambda said: "window" in said)["window"]
        self._screen.do("windowfocus", "--sync", window)

    def end(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)
        self._selector.close()
        self._process.stdout.close()


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., Program]]:
    programs: list[Program] = []

    def begin(*hands: str) -> Program:
        programs.append(Program(screen, tmp_path, *hands))
        programs[-1].focus()
        return programs[-1]

    yield begin
    for program in programs:
        program.end()


def two_at_the_table(mice: FakeMice, start: Callable[..., Program]) -> tuple[FakeMouse, FakeMouse, Program, Said]:
    """Plug in two mice beside the server's own; return them, the program with both seated, and where they are."""
    ann, ben = mice.plug("Ann"), mice.plug("Ben")
    program = start("mouse 2", "mouse 3")
    hands = program.wait_for(lambda said: "hands" in said)
    assert hands["hands"] == [
        "mouse",
        "mouse 1 (Xvfb mouse)",
        "mouse 2 (Ann XTEST pointer)",
        "mouse 3 (Ben XTEST pointer)",
    ]
    assert hands["note"] == ""
    seated = program.wait_for(lambda said: said.get("seat") == 1)
    return ann, ben, program, seated["cursors"]


def test_two_players_move_and_click_in_one_window_at_the_same_time(
    mice: FakeMice, start: Callable[..., Program]
) -> None:
    ann, ben, program, begin = two_at_the_table(mice, start)
    for _ in range(10):
        ann.move(5, 2)
        ben.move(-5, -3)
    ann.press()
    ben.press()
    mice.send()
    first, second = sorted(program.gather(2, "press"), key=lambda said: said["seat"])
    assert first["place"] == [round(begin["0"][0]) + 50, round(begin["0"][1]) + 20]
    assert second["place"] == [round(begin["1"][0]) - 50, round(begin["1"][1]) - 30]
    ann.move(0, 5)
    ben.release()
    ann.release()
    mice.send()
    assert [said["seat"] for said in program.gather(2, "release")] == [1, 0]


def test_a_mouse_is_heard_that_moves_the_very_pointer_which_the_window_keeps(
    mice: FakeMice, start: Callable[..., Program]
) -> None:
    ann = mice.plug("Ann")
    own = mice.find("Xvfb mouse")
    program = start("mouse 1", "mouse 2")
    begin = program.wait_for(lambda said: said.get("seat") == 1)["cursors"]
    assert mice.is_pointer_grabbed()
    own.move(9, 0)
    ann.move(0, 9)
    own.press()
    ann.press()
    mice.send()
    first, second = sorted(program.gather(2, "press"), key=lambda said: said["seat"])
    assert first["place"] == [round(begin["0"][0] + 9), round(begin["0"][1])]
    assert second["place"] == [round(begin["1"][0]), round(begin["1"][1] + 9)]


def test_a_hundred_clicks_each_are_all_heard_each_for_its_seat(mice: FakeMice, start: Callable[..., Program]) -> None:
    ann, ben, program, _ = two_at_the_table(mice, start)
    for _ in range(100):
        for mouse in (ann, ben):
            mouse.move(1, 0)
            mouse.press()
            mouse.release()
    mice.send()
    heard = program.gather(400, "press", "release")
    for seat in (0, 1):
        assert [said["verb"] for said in heard if said["seat"] == seat] == ["press", "release"] * 100


def test_esc_is_for_everybody_and_gives_the_pointer_back(
    mice: FakeMice, start: Callable[..., Program], screen: Screen
) -> None:
    *_, program, _ = two_at_the_table(mice, start)
    screen.do("key", "Escape")
    assert program.wait_for(lambda said: said.get("verb") == "cancel")["seat"] is None
    after = program.wait_for(lambda said: "grabbed" in said)
    assert (after["grabbed"], after["visible"]) == (False, True)
