"""Devices: pygame's events in, intents out."""

from itertools import chain

import pygame
import pytest

from tests.scenes.devices.tools import device_stories, devices, pads, source, tap
from topping_out.scenes.devices.bindings import load_bindings
from topping_out.scenes.devices.devices import FIRST_REPEAT, KEPT_KEYS, NEXT_REPEAT, Devices, ProgramKeys
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.devices.keyboard import KEY_NAMES, USUAL_SIGNS
from topping_out.scenes.devices.pads import BUTTONS, STICK, signs_of

__all__ = ["devices", "pads", "source"]

test_keyboard_mouse_and_pad = device_stories(
    """
an arrow key moves in its direction
    nobody > left = does left; active keys
Enter confirms
    nobody > return = does confirm; active keys
the space bar confirms
    nobody > space = does confirm
Esc cancels
    nobody > escape = does cancel
Tab goes to the next element
    nobody > tab = does next; active keys
F1 opens the rules
    nobody > f1 = does rules; active mouse
F11 fills the screen
    nobody > f11 = does fullscreen
M mutes, and a shortcut used along with the mouse does not show the focus
    nobody > m = does mute; active mouse
Z undoes
    nobody > z = does undo; active mouse
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


def test_ctrl_with_the_key_of_a_place_also_ends_the_turn(devices: Devices) -> None:
    first, second = devices.read([tap("u"), tap("u", mod=pygame.KMOD_CTRL)], 1)
    assert [(intent.verb, intent.text, intent.amount) for intent in (first, second)] == [
        (Verb.PLACE, "u", 0.0),
        (Verb.PLACE, "u", 1.0),
    ]
