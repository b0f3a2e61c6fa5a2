"""Devices: pygame's events in, intents out."""

from itertools import chain

import pygame
import pytest

from topping_out.scenes.devices.bindings import load_bindings
from topping_out.scenes.devices.devices import FIRST_REPEAT, NEXT_REPEAT, Devices
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.pads import BUTTONS, STICK


@pytest.fixture
def devices() -> Devices:
    pygame.display.init()
    pygame.display.set_mode((640, 360))
    return Devices()


def key(code: int, up: bool = False, mod: int = 0, text: str = "") -> pygame.Event:
    return pygame.Event(pygame.KEYUP if up else pygame.KEYDOWN, key=code, mod=mod, unicode=text, scancode=0)


def mouse(kind: int, pos: tuple[int, int], **more: object) -> pygame.Event:
    return pygame.Event(kind, pos=pos, **more)


def verbs(intents: list[Intent]) -> list[Verb]:
    return [intent.verb for intent in intents]


def hold(devices: Devices, ms: int) -> list[Verb]:
    """Return what repeats in that time, in frames of 10 ms."""
    return [intent.verb for _ in range(ms // 10) for intent in devices.repeat(10)]


# -- the keyboard


@pytest.mark.parametrize(
    ("code", "verb"),
    [
        (pygame.K_LEFT, Verb.LEFT),
        (pygame.K_RETURN, Verb.CONFIRM),
        (pygame.K_SPACE, Verb.CONFIRM),
        (pygame.K_ESCAPE, Verb.CANCEL),
        (pygame.K_TAB, Verb.NEXT),
        (pygame.K_F1, Verb.RULES),
        (pygame.K_F11, Verb.FULLSCREEN),
        (pygame.K_m, Verb.MUTE),
        (pygame.K_z, Verb.UNDO),
    ],
)
def test_keys_mean_what_the_table_of_bindings_says(devices: Devices, code: int, verb: Verb) -> None:
    assert verbs(devices.read([key(code)], 1)) == [verb]


@pytest.mark.parametrize(
    ("code", "active"), [(pygame.K_LEFT, "keys"), (pygame.K_RETURN, "keys"), (pygame.K_TAB, "keys"),
                         (pygame.K_m, "mouse"), (pygame.K_z, "mouse"), (pygame.K_F1, "mouse")]
)  # fmt: skip
def test_a_shortcut_beside_the_mouse_brings_out_no_focus(devices: Devices, code: int, active: str) -> None:
    devices.read([key(code)], 1)
    assert devices.active == active
    devices.active = "pad"
    devices.read([key(code)], 1)
    assert devices.active == "keys"


def test_shift_and_tab_go_back_and_alt_and_enter_fill_the_screen(devices: Devices) -> None:
    assert verbs(devices.read([key(pygame.K_TAB, mod=pygame.KMOD_LSHIFT)], 1)) == [Verb.PREVIOUS]
    assert verbs(devices.read([key(pygame.K_RETURN, mod=pygame.KMOD_LALT)], 1)) == [Verb.FULLSCREEN]


def test_a_number_key_picks_by_its_digit(devices: Devices) -> None:
    assert devices.read([key(pygame.K_3)], 1) == [Intent(Verb.PICK, text="3")]


def test_a_key_without_a_meaning_is_nothing(devices: Devices) -> None:
    assert devices.read([key(pygame.K_F9)], 1) == []
    assert devices.active == "mouse"


def test_a_held_direction_repeats_after_a_while_until_it_is_let_go(devices: Devices) -> None:
    devices.read([key(pygame.K_DOWN)], 1)
    assert hold(devices, FIRST_REPEAT - 10) == []
    assert hold(devices, 10) == [Verb.DOWN]
    assert hold(devices, NEXT_REPEAT) == [Verb.DOWN]
    devices.read([key(pygame.K_DOWN, up=True)], 1)
    assert hold(devices, 5000) == []


def test_a_window_that_loses_the_keyboard_lets_go_of_everything(devices: Devices) -> None:
    devices.read([key(pygame.K_DOWN)], 1)
    devices.release_all()
    assert hold(devices, 5000) == []


def test_enter_does_not_repeat(devices: Devices) -> None:
    devices.read([key(pygame.K_RETURN)], 1)
    assert hold(devices, 5000) == []


def test_while_a_text_is_written_letters_are_text_and_not_shortcuts(devices: Devices) -> None:
    devices.typing = True
    assert devices.read([key(pygame.K_m, text="m")], 1) == []
    typed = devices.read([pygame.Event(pygame.TEXTINPUT, text="m")], 1)
    assert typed == [Intent(Verb.TYPE, text="m")]
    assert verbs(devices.read([key(pygame.K_BACKSPACE, text="\b")], 1)) == [Verb.ERASE]
    assert verbs(devices.read([key(pygame.K_RETURN, text="\r")], 1)) == [Verb.CONFIRM]
    assert verbs(devices.read([key(pygame.K_ESCAPE, text="\x1b")], 1)) == [Verb.CANCEL]


def test_text_is_nothing_while_none_is_written(devices: Devices) -> None:
    assert devices.read([pygame.Event(pygame.TEXTINPUT, text="m")], 1) == []


# -- the mouse


def test_the_mouse_points_in_logical_units(devices: Devices) -> None:
    events = [
        mouse(pygame.MOUSEMOTION, (300, 150), rel=(1, 0), buttons=(0, 0, 0)),
        mouse(pygame.MOUSEBUTTONDOWN, (300, 150), button=1),
        mouse(pygame.MOUSEBUTTONUP, (306, 150), button=1),
    ]
    assert devices.read(events, 1.5) == [
        Intent(Verb.POINT, (200, 100)),
        Intent(Verb.PRESS, (200, 100)),
        Intent(Verb.RELEASE, (204, 100)),
    ]
    assert devices.pointer == (204, 100)


def test_the_right_button_cancels_and_the_middle_one_does_nothing(devices: Devices) -> None:
    assert verbs(devices.read([mouse(pygame.MOUSEBUTTONDOWN, (9, 9), button=3)], 1)) == [Verb.CANCEL]
    assert devices.read([mouse(pygame.MOUSEBUTTONDOWN, (9, 9), button=2)], 1) == []


def test_the_wheel_scrolls(devices: Devices) -> None:
    (intent,) = devices.read([pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0)], 1)
    assert (intent.verb, intent.amount) == (Verb.SCROLL, -1.0)


def test_a_pointer_that_did_not_move_does_not_take_over_from_the_keys(devices: Devices) -> None:
    devices.read([key(pygame.K_DOWN)], 1)
    devices.read([mouse(pygame.MOUSEMOTION, (5, 5), rel=(0, 0), buttons=(0, 0, 0))], 1)
    assert devices.active == "keys"
    devices.read([mouse(pygame.MOUSEMOTION, (6, 5), rel=(1, 0), buttons=(0, 0, 0))], 1)
    assert devices.active == "mouse"


# -- gamepads


def button(code: int, up: bool = False) -> pygame.Event:
    kind = pygame.CONTROLLERBUTTONUP if up else pygame.CONTROLLERBUTTONDOWN
    return pygame.Event(kind, button=code, instance_id=0)


def stick(axis: int, value: int) -> pygame.Event:
    return pygame.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=0)


def test_a_pads_buttons_mean_what_the_table_says_and_its_signs_show(devices: Devices) -> None:
    assert verbs(devices.read([button(pygame.CONTROLLER_BUTTON_A)], 1)) == [Verb.CONFIRM]
    assert devices.active == "pad"
    assert devices.label(Verb.CONFIRM) == "A"


def test_a_pushed_stick_is_a_direction_that_repeats_until_it_is_back(devices: Devices) -> None:
    axis = pygame.CONTROLLER_AXIS_LEFTX
    assert verbs(devices.read([stick(axis, 30000)], 1)) == [Verb.RIGHT]
    assert devices.read([stick(axis, 31000)], 1) == []
    assert hold(devices, FIRST_REPEAT) == [Verb.RIGHT]
    devices.read([stick(axis, 12000)], 1)
    assert hold(devices, NEXT_REPEAT) == [Verb.RIGHT]
    devices.read([stick(axis, 100)], 1)
    assert hold(devices, 5000) == []
    assert verbs(devices.read([stick(pygame.CONTROLLER_AXIS_LEFTY, -30000)], 1)) == [Verb.UP]


def test_a_stick_that_trembles_is_no_push(devices: Devices) -> None:
    assert devices.read([stick(pygame.CONTROLLER_AXIS_LEFTY, 9000)], 1) == []


def test_a_released_direction_of_the_pad_does_not_repeat(devices: Devices) -> None:
    devices.read([button(pygame.CONTROLLER_BUTTON_DPAD_DOWN)], 1)
    devices.read([button(pygame.CONTROLLER_BUTTON_DPAD_DOWN, up=True)], 1)
    assert hold(devices, 5000) == []


def test_a_pad_that_is_pulled_out_is_no_trouble(devices: Devices) -> None:
    assert devices.read([pygame.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=77)], 1) == []


# -- the table of bindings


NAVIGATION = (Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN, Verb.NEXT, Verb.PREVIOUS, Verb.CONFIRM, Verb.CANCEL)
ON_BUTTONS = (Verb.PLAY, Verb.UNDO, Verb.HINT, Verb.LOG, Verb.RULES)


@pytest.mark.parametrize("verb", NAVIGATION + ON_BUTTONS)
@pytest.mark.parametrize("device", ["keys", "pad"])
def test_everything_can_be_done_by_keys_and_by_pad_and_has_a_sign(verb: Verb, device: str) -> None:
    bindings = load_bindings()
    assert verb in (bindings.pad if device == "pad" else bindings.keys).values()
    assert bindings.label(verb, device)


def test_the_pads_buttons_in_the_table_exist() -> None:
    bindings = load_bindings()
    assert {*bindings.pad, *bindings.player_pad} <= {*BUTTONS.values(), *chain(*STICK.values())}


def test_the_keys_in_the_table_exist() -> None:
    pygame.display.init()
    for name in load_bindings().keys:
        assert name == "+" or pygame.key.key_code(name.removeprefix("shift+")), name
