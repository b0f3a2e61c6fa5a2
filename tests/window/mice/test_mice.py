"""Several mice distinguished through the X server: real input devices, a real window, simultaneous clicks."""

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
from topping_out.scenes.devices.input_devices import MouseEvent
from topping_out.scenes.devices.mouse_sources import XInput

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


class Program:
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
def start(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., Program]]:
    programs: list[Program] = []

    def begin(*hands: str) -> Program:
        programs.append(Program(screen, tmp_path, *hands))
        programs[-1].focus()
        return programs[-1]

    yield begin
    for program in programs:
        program.end()


def seat_two_mice(mice: FakeMice, start: Callable[..., Program]) -> tuple[FakeMouse, FakeMouse, Program, Line]:
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


def test_two_players_can_use_one_window_simultaneously(mice: FakeMice, start: Callable[..., Program]) -> None:
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


def test_the_mouse_of_a_grabbed_pointer_still_works(mice: FakeMice, start: Callable[..., Program]) -> None:
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


def test_a_hundred_clicks_of_each_mouse_reach_its_seat(mice: FakeMice, start: Callable[..., Program]) -> None:
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
    mice: FakeMice, start: Callable[..., Program], screen: Screen
) -> None:
    *_, program, _ = seat_two_mice(mice, start)
    screen.do("key", "Escape")
    assert program.wait_for(lambda report: report.get("verb") == "cancel")["seat"] is None
    after = program.wait_for(lambda report: "grabbed" in report)
    assert (after["grabbed"], after["visible"]) == (False, True)
