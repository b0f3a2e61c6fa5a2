"""Devices: pygame's events in, intents out; and the gamepads at a live table, with their signs."""

from collections.abc import Iterator
from itertools import chain, combinations
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden import check_golden
from tests.scenes.devices.tools import (
    ScriptedMice,
    device_stories,
    devices,
    done,
    new_devices,
    pads,
    place,
    source,
    tap,
)
from tests.scenes.robot import Robot
from tests.virtual_pads import VirtualPad
from topping_out.scenes.app import App
from topping_out.scenes.devices import keyboard
from topping_out.scenes.devices.devices import FIRST_REPEAT, KEPT_KEYS, NEXT_REPEAT, Devices, ProgramKeys
from topping_out.scenes.devices.intents import (
    KEYBOARD_HALVES,
    LEFT,
    MOUSE,
    PLAYER_VERBS,
    InputDevice,
    Intent,
    Verb,
    assign_devices,
    is_free_beside,
    is_single_mouse,
    reassign,
)
from topping_out.scenes.devices.keyboard import (
    CONTROLS,
    KEPT,
    KEY_NAMES,
    SCANCODES,
    USUAL_SIGNS,
    Control,
    KeyboardHalves,
    load_bindings,
)
from topping_out.scenes.devices.mice_and_pads import BUTTONS, STICK, sign_of, signs_of
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.plates import keycap
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.ui.widgets import Button

__all__ = ["devices", "pads", "source"]

test_keyboard_mouse_and_pad = device_stories(
    """
a shortcut used along with the mouse does not show the focus
    nobody > f1 = does rules > f11 = does fullscreen > m = does mute > z = does undo; active mouse
an arrow key moves in its direction and shows the focus
    nobody > left = does left; active keys
Enter confirms and shows the focus
    nobody > return = does confirm; active keys
the space bar confirms, and Esc cancels
    nobody > space = does confirm > escape = does cancel
Tab goes to the next element and shows the focus
    nobody > tab = does next; active keys
any key after the pad switches to the keys
    nobody > pad 1 a = active pad > m = active keys
Shift and Tab go back
    nobody > shift+tab = does previous
Alt and Enter fill the screen
    nobody > alt+return = does fullscreen
a number key picks by its digit
    nobody > 3 = does pick "3"
a key without a meaning does nothing
    nobody > f9 = does nothing; active mouse
a held direction repeats after 340 ms until it is let go
    nobody > left > hold FIRST-10 = does nothing > hold 10 = does left > hold NEXT = does left
    > left up > hold 5000 = does nothing
Shift+Tab stops when either key is released
    nobody > shift+tab > lshift up; tab up > hold 2000 = does nothing
a window that loses the keyboard releases all keys
    nobody > down; the window loses the keyboard > hold 5000 = does nothing
Enter does not repeat
    nobody > return > hold 5000 = does nothing
erasing stops when writing ends
    nobody > writing begins; backspace > writing ends; backspace up > hold 2000 = does nothing
while a text is written, letters are text and not shortcuts
    nobody > writing begins > m = does nothing > type m = does type "m" > backspace = does erase
    > return = does confirm > escape = does cancel
while a text is written, arrows move the caret, by words with Ctrl, and Ctrl+A selects all
    nobody > writing begins > left = does caret "left" > ctrl+right = does caret "word right" > end = does caret "last"
    > ctrl+a = does caret "all" > delete = does erase > writing ends; left = does left
typed text is ignored while no text is written
    nobody > type m = does nothing

the mouse points in logical units
    nobody > mouse moves 300 150 1 = intents point at 200,100 > mouse presses 300 150 1 = intents press at 200,100
    > mouse releases 306 150 1 = intents release at 204,100; pointer 204,100
the right button cancels
    nobody > mouse presses 9 9 3 = does cancel…
the middle button pastes the selected text
    nobody > mouse presses 300 150 2 = intents paste "selected" at 200,100 > mouse releases 300 150 2 = does nothing
the wheel scrolls
    nobody > mouse scrolls -1 = does scroll…; scrolled -1.0
the pointer does not take over from the keys until it moves
    nobody > down > mouse moves 5 5 0 = active keys > mouse moves 6 5 1 = active mouse

a pad's buttons do what the table of bindings says
    nobody > pad 1 a = does confirm; active pad
a pushed stick repeats its direction until it returns
    nobody > pad 1 stick 30000 0 = does right > pad 1 stick 31000 0 = does nothing > hold FIRST = does right
    > pad 1 stick 12000 0 > hold NEXT = does right > pad 1 stick 100 0 > hold 5000 = does nothing
    > pad 1 stick 0 -30000 = does up
small movements of a stick are ignored
    nobody > pad 1 stick 0 9000 = does nothing
a released direction of the pad does not repeat
    nobody > pad 1 dpdown = does down > pad 1 dpdown up > hold 5000 = does nothing
""".replace("FIRST-10", str(FIRST_REPEAT - 10))
    .replace("FIRST", str(FIRST_REPEAT))
    .replace("NEXT", str(NEXT_REPEAT))
)


def test_a_pads_sign_shows_once_it_is_used(devices: Devices) -> None:
    devices.active = "pad"
    assert devices.label(Verb.CONFIRM) == "A"


def test_a_key_does_not_repeat_because_of_one_long_frame(devices: Devices) -> None:
    devices.read([tap("right")], 1)
    assert devices.repeat(3000) == []


def test_unplugging_an_unknown_gamepad_is_ignored(devices: Devices) -> None:
    assert devices.read([pygame.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=77)], 1) == []


# -- the table of bindings


NAVIGATION = (Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN, Verb.NEXT, Verb.PREVIOUS, Verb.CONFIRM, Verb.CANCEL)
ON_BUTTONS = (Verb.PLAY, Verb.UNDO, Verb.HINT, Verb.LOG, Verb.RULES)


@pytest.mark.parametrize("verb", NAVIGATION + ON_BUTTONS)
@pytest.mark.parametrize("device", ["keys", "pad"])
def test_every_action_has_a_key_a_gamepad_button_and_their_labels(verb: Verb, device: str) -> None:
    bindings = load_bindings()
    assert verb in (bindings.pad if device == "pad" else bindings.keys).values()
    assert signs_of(bindings.pad, "xbox")[verb] if device == "pad" else ProgramKeys(bindings).label(verb)


def test_the_gamepad_buttons_in_the_bindings_exist() -> None:
    bindings = load_bindings()
    assert {*bindings.pad, *bindings.player_pad} <= {*BUTTONS.values(), *chain(*STICK.values())}


def test_every_key_name_in_the_bindings_exists() -> None:
    for name in load_bindings().keys:
        assert ProgramKeys.may_have(name) or name in KEPT_KEYS or name == "shift+tab", name
        assert name.removeprefix("shift+") in (*KEY_NAMES, *USUAL_SIGNS.values()), name


def test_a_changed_key_replaces_only_the_first_of_an_actions_keys() -> None:
    usual = ProgramKeys(load_bindings())
    changeable = [verb for verb in {*load_bindings().keys.values()} if usual.keys(verb)]
    assert any(len(usual.keys(verb)) == 2 for verb in changeable)
    for verb in changeable:
        keys = ProgramKeys(load_bindings())
        keys.bind(verb, "f9")
        assert [*keys.keys(verb)] == ["f9", *usual.keys(verb)[1:]]


def test_ctrl_with_the_key_of_a_place_also_ends_the_turn(devices: Devices) -> None:
    first, second = devices.read([tap("u"), tap("u", mod=pygame.KMOD_CTRL)], 1)
    assert [(intent.verb, intent.text, intent.amount) for intent in (first, second)] == [
        (Verb.PLACE, "u", 0.0),
        (Verb.PLACE, "u", 1.0),
    ]


# -- input devices of seats


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: f"{control.half} {control.verb}")
def test_each_key_of_a_keyboard_half_acts_for_its_seat(devices: Devices, control: Control) -> None:
    devices.assign({3: "keys 1", 4: "keys 2"})
    seat = 3 if control.half == "keys 1" else 4
    assert devices.read([tap(place(control))], 1) == [Intent(control.verb, seat=seat)]


test_devices_of_seats = device_stories(
    """
the arrow keys move the focus unless they belong to a seat
    nobody > left = does left > they sit down: 0 keys 1 > right = does right
    > they sit down: 0 keys 2 > right = does right 0 > all leave > right = does right
a player's keys repeat while held if they are directions
    0 keys 2 > left; left; left; comma = does left 0, confirm 0 > hold 400 = does left 0, left 0
    > left up > hold 800 = does nothing > left = does left 0
a direction held while seats get devices stops repeating
    nobody > left > they sit down: 0 keys 2 > hold 340 = does nothing
keys held when the window lost the keyboard can be pressed anew afterwards
    0 keys 1 > f > the window loses the keyboard > f = does confirm 0
a player's keys work while somebody holds a modifier
    0 keys 1 > shift+w; w up = does up 0 > ctrl+w; w up = does up 0 > alt+w; w up = does up 0
Esc, F1, F11 and M belong to no seat
    0 keys 1, 1 keys 2, 2 mouse > escape = does cancel > f1 = does rules > f11 = does fullscreen > m = does mute
a seat's mouse points, presses and cancels for its seat
    2 mouse > mouse moves 30 60 1 = intents …point 2 at 20,40; cursors 2:20,40
    > mouse presses 30 60 1 = intents press 2 at 20,40 > mouse releases 30 60 1 = intents release 2 at 20,40
    > mouse presses 30 60 3 = intents cancel 2 …at 20,40
a mouse without a seat still presses buttons
    0 keys 1 > mouse presses 30 60 1 = intents press at 20,40; cursors -
a mouse without a seat is hidden and does nothing if several play
    0 keys 1, 1 keys 2 = pointer is not seen > mouse moves 30 60 1 = intents none
    > mouse presses 30 60 1 = intents none > mouse presses 30 60 3 = intents none > mouse scrolls 1 = intents none
    > all leave = pointer is seen
a page that reads raw keys gets every press and release
    0 keys 1 > raw keys are wanted > w = intents key "w" 1.0 > left = intents key "left" 1.0
    > w up = intents key "w" 0.0
""",
)


@given(st.lists(st.tuples(st.sampled_from(CONTROLS), st.booleans()), max_size=40))
def test_presses_of_two_players_in_one_frame_are_all_counted(strokes: list[tuple[Control, bool]]) -> None:
    devices = new_devices(ScriptedMice())
    devices.assign({0: "keys 1", 1: "keys 2"})
    down: set[Control] = set()
    events, expected = [], []
    for control, is_down in strokes:
        events.append(tap(place(control), up=not is_down))
        if is_down and control not in down:
            expected.append((control.verb, KEYBOARD_HALVES.index(control.half)))
        (down.add if is_down else down.discard)(control)
    assert done(devices.read(events, 1)) == expected


def test_the_default_keyboard_halves_share_no_key_and_need_no_number_pad() -> None:
    places = [place(control) for control in CONTROLS]
    assert len({*places}) == len(places) == len(KEYBOARD_HALVES) * len(PLAYER_VERBS)
    assert not {*places} & KEPT
    assert not [name for name in places if name.startswith(("kp", "f1", "f2"))]


def test_the_keyboard_halves_are_named_by_the_layouts_letters(
    devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [device.label for device in devices.available()[1:3]] == ["WASD + F G", "arrows + , ."]
    french = {SCANCODES["w"]: pygame.K_z, SCANCODES["a"]: pygame.K_q}
    american = keyboard._library()

    def label_on(layout: object) -> str:
        with monkeypatch.context() as patch:
            patch.setattr(keyboard, "_library", lambda: layout)
            devices.read([pygame.Event(pygame.KEYMAPCHANGED)], 1)
        return devices.available()[1].label

    assert label_on(lambda code: french.get(code) or american(code)) == "ZQSD + F G"
    assert label_on(lambda code: 0x444) == "ФФФФ + Ф Ф"
    assert label_on(lambda code: 0x5D0) == "WASD + F G", "the fonts lack Hebrew letters"
    assert label_on(None) == "WASD + F G"
    assert label_on(american) == "WASD + F G"


# -- keys changed by the player


def test_a_control_bound_to_another_key_ignores_the_usual_one(devices: Devices) -> None:
    devices.assign({0: "keys 1"})
    devices.keyboard_halves.bind(Control("keys 1", Verb.CONFIRM), "x")
    assert done(devices.read([tap("x")], 1)) == [(Verb.CONFIRM, 0)]
    assert [seat for _, seat in done(devices.read([tap("f")], 1)) if seat is not None] == []


def test_only_keys_that_differ_from_the_default_are_saved() -> None:
    keys = KeyboardHalves(load_bindings().half_keys)
    keys.bind(Control("keys 1", Verb.CONFIRM), "x")
    keys.bind(Control("keys 2", Verb.DONE), "l")
    keys.bind(Control("keys 2", Verb.DONE), place(Control("keys 2", Verb.DONE)))
    assert keys.changed() == {"keys 1": {"confirm": "x"}}
    again = KeyboardHalves(load_bindings().half_keys, keys.changed())
    assert again.place(Control("keys 1", Verb.CONFIRM)) == "x"
    again.reset()
    assert again.is_usual
    assert again.changed() == {}


@pytest.mark.parametrize("name", ["escape", "f1", "f11", "lshift", "capslock", "", "no such key"])
def test_a_keyboard_half_cannot_have_reserved_or_unknown_keys(name: str) -> None:
    keys = KeyboardHalves(load_bindings().half_keys, {"keys 1": {"up": name}})
    assert keys.is_usual
    with pytest.raises(ValueError, match="cannot be used"):
        keys.bind(Control("keys 1", Verb.UP), name)


def test_unknown_controls_in_the_settings_are_ignored() -> None:
    keys = KeyboardHalves(load_bindings().half_keys, {"keys 9": {"up": "x"}, "keys 1": {"fly": "x"}})
    assert keys.is_usual


def test_a_key_bound_twice_is_a_clash_and_acts_once(devices: Devices) -> None:
    here, there = Control("keys 1", Verb.LEFT), Control("keys 2", Verb.CONFIRM)
    devices.keyboard_halves.bind(here, place(there))
    assert devices.keyboard_halves.clashes(here) == [there]
    assert devices.keyboard_halves.clashes(there) == [here]
    devices.assign({0: "keys 1", 1: "keys 2"})
    assert len(done(devices.read([tap(place(there))], 1))) == 1


# -- one mouse


def test_a_mouse_given_to_a_seat_reports_its_position_once(devices: Devices) -> None:
    devices.pointer = (7.0, 8.0)
    devices.assign({0: MOUSE})
    assert devices.read([], 1) == [Intent(Verb.POINT, (7.0, 8.0), seat=0)]
    assert devices.read([], 1) == []


# -- a full table


def test_a_mouse_a_split_keyboard_and_two_gamepads_play_together(devices: Devices, pads: list[VirtualPad]) -> None:
    devices.assign({0: MOUSE, 1: "keys 1", 2: "keys 2", 3: "pad 1", 4: "pad 2"})
    assert devices.missing == []
    pads[0].button("a", True)
    pads[1].button("x", True)
    events = [tap("f"), tap("comma"), pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=LEFT)]
    found = done(devices.read([*events, *pygame.event.get()], 1))
    assert sorted(found, key=lambda item: item[1] or 0) == [
        (Verb.PRESS, 0), (Verb.CONFIRM, 1), (Verb.CONFIRM, 2), (Verb.CONFIRM, 3), (Verb.SPLIT, 4)
    ]  # fmt: skip


IDS = [MOUSE, *KEYBOARD_HALVES, "pad 1", "pad 2", "mouse 1", "mouse 2", "mouse 3"]
some_devices = st.lists(st.sampled_from(IDS), unique=True).map(
    lambda ids: [InputDevice(id, id, "pad") for id in IDS if id in ids]
)


@given(st.integers(1, 5), some_devices, st.lists(st.sampled_from(["", "pad 9", *IDS]), max_size=5))
def test_seats_get_different_devices_that_exist(count: int, present: list[InputDevice], wished: list[str]) -> None:
    seated = assign_devices(count, present, wished)
    _check_assignment(seated, count, present)
    assert assign_devices(count, present, seated) == seated
    if "" in seated:
        ids = [device.id for device in present if not is_single_mouse(device.id)]
        assert not [device_id for device_id in ids if is_free_beside(device_id, {*seated})]


def _check_assignment(seated: list[str], count: int, present: list[InputDevice]) -> None:
    taken = [device for device in seated if device]
    assert len(seated) == count
    assert {*taken} <= {device.id for device in present}
    assert all(is_free_beside(device, {*taken} - {device}) for device in taken)
    assert len({*taken}) == len(taken)


@given(st.integers(2, 5), some_devices.filter(bool), st.data())
def test_a_seat_given_a_device_has_it_and_no_other_seat_does(
    count: int, present: list[InputDevice], data: st.DataObject
) -> None:
    seated = assign_devices(count, present)
    device, seat = data.draw(st.sampled_from(present)), data.draw(st.integers(0, count - 1))
    given = reassign(seated, seat, device.id, present)
    _check_assignment(given, count, present)
    assert given[seat] == device.id


def test_taking_another_seats_device_swaps_the_two() -> None:
    present = [InputDevice(id, id, "keys") for id in (MOUSE, *KEYBOARD_HALVES)]
    assert reassign([MOUSE, "keys 1", "keys 2"], 2, MOUSE, present) == ["keys 2", "keys 1", MOUSE]


def test_a_seat_with_all_mice_gets_one_when_another_takes_a_mouse() -> None:
    present = [InputDevice(id, id, "mouse") for id in (MOUSE, *KEYBOARD_HALVES, "mouse 1", "mouse 2")]
    assert reassign([MOUSE, "keys 1"], 1, "mouse 1", present) == ["mouse 2", "mouse 1"]


def test_mice_are_separated_only_if_there_are_too_few_devices() -> None:
    present = [InputDevice(id, id, "mouse") for id in (MOUSE, *KEYBOARD_HALVES, "mouse 1", "mouse 2")]
    assert assign_devices(3, present) == [MOUSE, "keys 1", "keys 2"]
    assert assign_devices(4, present) == ["mouse 1", "mouse 2", "keys 1", "keys 2"]


# -- gamepads


def play(devices: Devices) -> list[tuple[Verb, int | None]]:
    return done(devices.read(pygame.event.get(), 1))


test_gamepads = device_stories(
    """
a pushed stick acts once and then repeats until it returns
    0 pad 2 > pad 2 stick 0 -30000 = does up 0 > hold 240 = does up 0 > pad 2 stick 0 -20000 = does nothing
    > pad 2 stick 0 30000 = does down 0 > pad 2 stick 0 0 = does nothing > hold 800 = does nothing
Start pauses for everybody
    0 pad 1 > pad 1 start = does cancel
a gamepad without a seat moves the focus
    0 pad 1 > pad 2 dpdown = does down
a gamepad without a seat does nothing if several play
    0 pad 1, 1 keys 1 > pad 2 start = does nothing > pad 2 start up; pad 2 b = does nothing
    > pad 2 b up; pad 2 a = does nothing > pad 2 a up; pad 2 dpdown = does nothing > pad 1 start = does cancel
devices plugged in before seats have devices are not reported
    0 pad 1 = changes -
""",
)


@pytest.mark.parametrize(
    ("button", "verb"),
    [("a", Verb.CONFIRM), ("x", Verb.SPLIT), ("b", Verb.CANCEL), ("y", Verb.DONE),
     ("dpup", Verb.UP), ("dpdown", Verb.DOWN), ("dpleft", Verb.LEFT), ("dpright", Verb.RIGHT)],
)  # fmt: skip
def test_each_gamepad_acts_for_its_seat(devices: Devices, pads: list[VirtualPad], button: str, verb: Verb) -> None:
    assert [device.id for device in devices.available() if device.kind == "pad"] == ["pad 1", "pad 2"]
    devices.assign({4: "pad 1", 2: "pad 2"})
    pads[0].button(button, True)
    pads[1].button(button, True)
    assert sorted(play(devices)) == [(verb, 2), (verb, 4)]


def test_an_unplugged_gamepad_is_reported_and_gets_its_seat_back(devices: Devices, pads: list[VirtualPad]) -> None:
    devices.assign({0: "pad 1", 1: "pad 2"})
    pads[0].button("dpdown", True)
    play(devices)
    pads.pop(0).unplug()
    assert play(devices) == []
    (change,) = devices.changes()
    assert change.startswith("Gamepad 1 (")
    assert change.endswith("was unplugged.")
    assert devices.missing == [0]
    pads.append(VirtualPad())
    assert play(devices) == []
    assert devices.changes()[0].endswith("is back.")
    assert devices.missing == []
    pads[-1].button("a", True)
    assert play(devices) == [(Verb.CONFIRM, 0)]


def test_an_unplugged_gamepad_releases_its_buttons(devices: Devices, pads: list[VirtualPad]) -> None:
    pads[1].button("dpdown", True)
    assert play(devices) == [(Verb.DOWN, None)]
    pads.pop().unplug()
    play(devices)
    assert [devices.repeat(40) for _ in range(100)] == [[]] * 100


def test_unplugging_a_gamepad_without_a_seat_is_not_reported(devices: Devices, pads: list[VirtualPad]) -> None:
    devices.assign({0: "pad 1"})
    pads.pop().unplug()
    play(devices)
    assert devices.changes() == []
    pads.append(VirtualPad())
    play(devices)
    assert devices.changes()[0].endswith("was plugged in.")


# -- signs of buttons


MADE = {
    "xbox": (0x045E, 0x0B12), "playstation": (0x054C, 0x0CE6), "nintendo": (0x057E, 0x2009), "deck": (0x28DE, 0x1205),
}  # fmt: skip
"""The USB ids of a gamepad of each make."""
PAD_CONTROLS = [*BUTTONS.values(), *(control for both in STICK.values() for control in both)]


@pytest.fixture
def plugged() -> Iterator[list[VirtualPad]]:
    pads: list[VirtualPad] = []
    yield pads
    for pad in pads:
        pad.unplug()
    pygame.event.clear()


@pytest.mark.parametrize("make", MADE)
def test_a_gamepads_make_is_recognised(make: str, devices: Devices, plugged: list[VirtualPad]) -> None:
    plugged.append(VirtualPad(*MADE[make]))
    devices.read(pygame.event.get(), 1)
    assert devices.pads.make(1) == make
    plugged[0].button("a", True)
    devices.read(pygame.event.get(), 1)
    assert (devices.active, devices.labelled_for) == ("pad", make)


def test_steams_virtual_gamepad_is_a_decks_only_on_a_deck(
    devices: Devices, plugged: list[VirtualPad], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, make in (("", "xbox"), ("1", "deck")):
        monkeypatch.setenv("SteamDeck", variable)
        plugged.append(VirtualPad(0x28DE, 0x11FF))
        devices.read(pygame.event.get(), 1)
        assert devices.pads.make(len(plugged)) == make


def test_a_deck_shows_its_own_signs_from_the_start(devices: Devices, plugged: list[VirtualPad]) -> None:
    assert Devices(mice=devices.mice).active == "mouse"
    plugged.append(VirtualPad(*MADE["deck"]))
    assert Devices(mice=devices.mice).labelled_for == "deck"


@pytest.mark.parametrize("make", MADE)
def test_every_button_of_a_gamepad_has_its_own_picture(make: str) -> None:
    signs = {control: sign_of(control, make) for control in PAD_CONTROLS}
    assert all(signs.values())
    for first, second in combinations(PAD_CONTROLS, 2):
        same_way = first.replace("stick", "dp") == second.replace("stick", "dp")
        assert (signs[first].picture == signs[second].picture) == same_way


def test_each_of_several_gamepads_has_its_own_signs(devices: Devices, plugged: list[VirtualPad]) -> None:
    for make in ("playstation", "nintendo"):
        plugged.append(VirtualPad(*MADE[make]))
        devices.read(pygame.event.get(), 1)
    assert [devices.signs(f"pad {number}")[Verb.SPLIT] for number in (1, 2)] == ["Square", "X"]


def test_signs_on_the_screen_change_with_the_device_in_use(app: App, plugged: list[VirtualPad]) -> None:
    robot = Robot(app, "mouse")
    robot.open(SetupPage(app.context, "wyoming"))
    shown = []
    for make in (*MADE, "keys"):
        if make == "keys":
            app.frame([pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=43)], 16)
        else:
            plugged.append(VirtualPad(*MADE[make]))
            app.frame(pygame.event.get(), 16)
            plugged[-1].button("rightshoulder", True)
            app.frame(pygame.event.get(), 16)
        shown.append([getattr(robot.widget(name), "key", "") for name in ("back", "rules", "start")])
    assert shown == [["B", "LS", "X"], ["Circle", "L3", "Square"], ["B", "L3", "X"], ["B", "L3", "X"],
                     ["Esc", "F1", "P"]]  # fmt: skip


def test_every_button_with_a_gamepad_shortcut_shows_its_sign(app: App) -> None:
    robot = Robot(app, "pad")
    robot.open(SetupPage(app.context, "towers"))
    bound = {*load_bindings().pad.values()}
    buttons = [widget for widget in robot.page.widgets if isinstance(widget, Button) and widget.verb in bound]
    assert buttons
    assert all(getattr(button.key, "picture", "") for button in buttons)


def test_the_signs_look_like_their_golden_picture(tmp_path: Path) -> None:
    pygame.font.init()
    kit = Kit(Metrics((1920, 1080)), 1.0)
    sheet = pygame.Surface((800, 200))
    for row, make in enumerate(MADE):
        for column, control in enumerate(PAD_CONTROLS[:14]):
            sheet.blit(keycap(kit, sign_of(control, make)), (10 + 56 * column, 8 + 48 * row))
    check_golden(sheet, "pad_signs", tmp_path)
