"""Several mice at a live table, told apart: each has a cursor, and clicks for its seat."""

import pygame
import pytest

from tests.scenes.devices.scripted_mice import ScriptedMice
from tests.scenes.devices.tools import devices, source
from topping_out.scenes.devices.devices import ONE_MOUSE, Devices
from topping_out.scenes.devices.input_devices import KEYBOARD_HALVES, MOUSE
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.mice.mice import Mice
from topping_out.scenes.devices.mice.source import MIDDLE, RIGHT

__all__ = ["devices", "source"]


# -- several mice


@pytest.fixture
def two(devices: Devices) -> Devices:
    """Two mice that have just sat down, at a third and at two thirds of the window."""
    assert devices.several_mice
    devices.assign({0: "mouse 1", 1: "mouse 2"})
    assert len(devices.read([], 1)) == 2
    return devices


def test_mice_that_move_at_the_same_time_move_each_its_own_cursor(two: Devices, source: ScriptedMice) -> None:
    (x1, y1), (x2, y2) = two.cursors[0], two.cursors[1]
    for _ in range(3):
        source.move(1, 10, 0)
        source.move(2, -4, 6)
    found = two.read([], 0.5)
    assert two.cursors == {0: (x1 + 60, y1), 1: (x2 - 24, y2 + 36)}
    assert found == [Intent(Verb.POINT, two.cursors[0], seat=0), Intent(Verb.POINT, two.cursors[1], seat=1)]


def test_clicks_at_the_same_time_land_each_where_its_cursor_was(two: Devices, source: ScriptedMice) -> None:
    first, second = two.cursors[0], two.cursors[1]
    source.press(1)
    source.press(2)
    source.move(1, 50, 0)
    source.release(1)
    source.press(2, RIGHT)
    found = two.read([], 1)
    moved = (first[0] + 50, first[1])
    assert [i for i in found if i.verb is not Verb.POINT] == [
        Intent(Verb.PRESS, first, seat=0),
        Intent(Verb.PRESS, second, seat=1),
        Intent(Verb.RELEASE, moved, seat=0),
        Intent(Verb.CANCEL, second, seat=1),
    ]
    assert [i.position for i in found if i.seat == 0] == [first, moved, moved]


def test_the_wheel_and_the_middle_button_of_an_own_mouse_do_nothing(two: Devices, source: ScriptedMice) -> None:
    for button in (MIDDLE, 4, 5):
        source.press(1, button)
        source.release(1, button)
    assert two.read([], 1) == []


def test_an_own_cursor_stays_in_the_window(two: Devices, source: ScriptedMice) -> None:
    source.move(1, -9999, -9999)
    source.move(2, 9999, 9999)
    two.read([], 0.5)
    assert two.cursors == {0: (0.0, 0.0), 1: (1280.0, 720.0)}
    source.move(1, 5, 5)
    two.read([], 0.5)
    assert two.cursors[0] == (10.0, 10.0)


def test_what_sdl_makes_of_all_mice_together_is_not_heard(two: Devices) -> None:
    events = [
        pygame.Event(pygame.MOUSEMOTION, pos=(30, 60), rel=(1, 1), buttons=(0, 0, 0)),
        pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(30, 60), button=1),
        pygame.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0),
    ]
    assert two.read(events, 1) == []


def test_the_pointer_is_kept_in_the_window_unseen_for_as_long_as_mice_sit(two: Devices) -> None:
    assert pygame.event.get_grab()
    assert not pygame.mouse.get_visible()
    two.unassign()
    assert not pygame.event.get_grab()
    assert pygame.mouse.get_visible()


def test_a_mouse_that_sits_down_again_is_where_it_was(two: Devices, source: ScriptedMice) -> None:
    source.move(1, 33, 44)
    two.read([], 1)
    before = dict(two.cursors)
    two.unassign()
    assert two.cursors == {}
    source.move(1, 100, 100)
    two.read([], 1)
    two.assign({0: "mouse 1", 1: "mouse 2"})
    two.read([], 1)
    assert two.cursors == before


def test_mice_over_another_window_do_nothing_here(two: Devices, source: ScriptedMice) -> None:
    before = dict(two.cursors)
    source.press(1)
    assert two.read([pygame.Event(pygame.WINDOWFOCUSLOST)], 1) == [Intent(Verb.LET_GO)]
    source.move(1, 5, 5)
    assert two.read([], 1) == []
    assert two.cursors == before
    source.move(1, 5, 5)
    assert two.read([pygame.Event(pygame.WINDOWFOCUSGAINED)], 1) != []


def test_the_mouse_that_clicked_last_is_known_before_anybody_sits(devices: Devices, source: ScriptedMice) -> None:
    assert devices.clicked_by == ""
    assert devices.several_mice
    source.press(2)
    source.press(1, RIGHT)
    devices.read([], 1)
    assert devices.clicked_by == "mouse 2"


def test_a_mouse_pulled_out_in_mid_game_is_told_and_missing_until_it_is_back(
    two: Devices, source: ScriptedMice
) -> None:
    source.unplug(2)
    two.read([], 1)
    assert two.changes() == ["Mouse 2 (TouchPad) was unplugged."]
    assert two.changes() == []
    assert two.missing == [1]
    source.plug(77, "TouchPad")
    source.move(77, 3, 0)
    found = two.read([], 1)
    assert two.changes() == ["Mouse 2 (TouchPad) is back."]
    assert two.missing == []
    assert [intent.seat for intent in found] == [1]


def test_one_mouse_is_said_plainly_and_is_not_offered_apart() -> None:
    pygame.display.init()
    devices = Devices(mice=Mice(lambda: ScriptedMice("Wheel Mouse")))
    assert not devices.several_mice
    assert devices.mice_note == ONE_MOUSE
    assert [hand.id for hand in devices.available() if hand.kind == "mouse"] == [MOUSE]


def test_several_mice_are_offered_apart_after_everything_else(devices: Devices) -> None:
    assert devices.mice_note == ""
    assert [hand.id for hand in devices.available()] == [MOUSE, *KEYBOARD_HALVES, "mouse 1", "mouse 2"]
