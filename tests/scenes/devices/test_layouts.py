"""On the world's keyboard layouts, each key that the program uses does what the screen says."""

from collections.abc import Callable, Iterator

import pygame
import pytest

from tests.scenes.devices.tools import LAYOUTS, Table, devices, source, strike, with_layout
from topping_out.scenes.devices.devices import KEPT_KEYS, PLACE_KEYS, Devices
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.keyboard import (
    CONTROLS,
    DIGITS,
    LAST_LETTER,
    SCANCODES,
    USUAL_SIGNS,
    key_label,
    names_at,
)

__all__ = ["devices", "source"]

FOREIGN = (pygame.KMOD_LALT, pygame.KMOD_LGUI, pygame.KMOD_RALT, pygame.KMOD_MODE, pygame.KMOD_LCTRL | pygame.KMOD_LALT)
"""Modifiers with which no key belongs to the program."""


@pytest.fixture(params=LAYOUTS)
def table(devices: Devices, request: pytest.FixtureRequest) -> Iterator[Table]:
    """Switch the devices to a layout; return what its keys send."""
    with with_layout(devices, LAYOUTS[request.param]):
        yield LAYOUTS[request.param]


def large(letter: str) -> str:
    """Return a letter as printed on keyboards, mostly as a capital."""
    return letter if letter in ("ß", "ς", "ı") else letter.upper()


def is_shown(text: str) -> bool:
    return len(text) == 1 and ord(text) <= LAST_LETTER


def with_sign(table: Table, sign: str) -> list[str]:
    """Return the places of the keys that have this sign printed on them.

    Keyboards whose letters our fonts cannot show also have Latin letters; all have digits in the row of digits.
    """
    if sign in DIGITS:
        found = [place for place, (_, alone, _, shifted) in table.items() if sign in (alone, shifted)]
        return found or [sign]
    sign = sign.replace("İ", "I")  # a Turkish keyboard; it has no dotless capital
    printed = [place for place, key in table.items() if large(key[1]) == sign and not _is_digits(table, place)]
    usual = [place for place, key in table.items() if not is_shown(key[1]) and large(USUAL_SIGNS[place]) == sign]
    return printed or usual


def _is_digits(table: Table, place: str) -> bool:
    """Tell whether a key of the row of digits types its digit with Shift or AltGr only."""
    return place in DIGITS and not any(key[1] == place for key in table.values())


def test_every_label_is_on_a_key_that_does_what_it_says(devices: Devices, table: Table) -> None:
    keys = devices.program_keys
    for verb in (*keys.verbs, Verb.PLACE):
        label = keys.label(verb)
        assert label, f"no key is shown for {verb}"
        if len(label) > 1:  # a named key, the same on all layouts
            continue
        places = with_sign(table, label)
        assert places, f"no key has {label} printed on it, the label of {verb}"
        for place in places:
            assert strike(devices, table, place) == Intent(verb, text="u" * (verb is Verb.PLACE)), (verb, label, place)


def test_all_labels_are_different(devices: Devices, table: Table) -> None:
    keys = devices.program_keys
    labels = [keys.label(verb) for verb in keys.verbs] + [keys.label_of(key) for key in PLACE_KEYS]
    assert sorted({*labels}) == sorted(labels)


def test_the_keys_of_towers_are_those_shown_on_the_page_of_keys(devices: Devices, table: Table) -> None:
    for key in PLACE_KEYS:
        for place in with_sign(table, devices.program_keys.label_of(key)):
            assert strike(devices, table, place) == Intent(Verb.PLACE, text=key)
            assert strike(devices, table, place, pygame.KMOD_LCTRL) == Intent(Verb.PLACE, text=key, amount=1)


def test_digits_choose_cards_with_and_without_shift(devices: Devices, table: Table) -> None:
    for digit in DIGITS[:-1]:
        for place in with_sign(table, digit):
            if place not in DIGITS or table[place][1] == digit or _is_digits(table, place):
                assert strike(devices, table, place) == Intent(Verb.PICK, text=digit)
                assert strike(devices, table, place, pygame.KMOD_LSHIFT) == Intent(Verb.PICK, text=digit)


def test_a_key_does_what_the_bindings_say_of_its_sign(devices: Devices, table: Table) -> None:
    for place, (_, sign, _, _) in table.items():
        verb = devices.program_keys.at(sign) if sign else None
        if verb and not _is_digits(table, place):
            found = strike(devices, table, place)
            assert found is not None, (place, sign)
            assert found.verb is verb, (place, sign)


def test_shift_and_a_letter_search_for_that_letter(devices: Devices, table: Table) -> None:
    for place, (_, sign, _, _) in table.items():
        if sign.isalpha() and len(sign) == 1 and not _is_digits(table, place):
            found = strike(devices, table, place, pygame.KMOD_LSHIFT)
            assert found == Intent(Verb.FIND, text=sign), (place, sign)


def test_a_players_key_is_named_by_what_is_printed_on_it(devices: Devices, table: Table) -> None:
    for control in CONTROLS:
        place = devices.keyboard_halves.place(control)
        if place in table:
            sign = table[place][1]
            assert key_label(place).replace("İ", "I") == large(sign if is_shown(sign) else USUAL_SIGNS[place]), place


def test_any_key_can_be_bound_and_its_label_is_shown(devices: Devices, table: Table) -> None:
    keys = devices.program_keys
    for place, (_, sign, _, _) in table.items():
        names = names_at(place)
        if not names or {*names} & KEPT_KEYS:
            assert sign in ("", *KEPT_KEYS) or place in (*DIGITS, *PLACE_KEYS), f"{sign} cannot be bound"
            continue
        keys.bind(Verb.HINT, names[0])
        intent = strike(devices, table, place)
        assert intent is not None, place
        assert intent.verb is Verb.HINT or keys.clashes(Verb.HINT), place
        if intent.verb is Verb.HINT:
            assert keys.label(Verb.HINT) == key_label(place), place
        keys.reset()


def test_keys_with_other_modifiers_do_nothing(devices: Devices, table: Table) -> None:
    for place in table:
        for mod in FOREIGN:
            assert strike(devices, table, place, mod) is None, (place, mod)
        found = strike(devices, table, place, pygame.KMOD_LCTRL)
        assert found is None or found.verb in (Verb.PLACE, Verb.COPY, Verb.CUT, Verb.PASTE), place


def test_shortcuts_in_a_text_are_only_those_of_the_clipboard(devices: Devices, table: Table) -> None:
    devices.typing = True
    for place in table:
        for mod in (0, pygame.KMOD_LSHIFT, *FOREIGN):
            assert strike(devices, table, place, mod) is None, (place, mod)
    edits = {"a": Verb.CARET, "c": Verb.COPY, "x": Verb.CUT, "v": Verb.PASTE}
    for letter, verb in edits.items():
        printed = [place for place, key in table.items() if key[1] == letter]
        for place in printed or [letter]:
            found = strike(devices, table, place, pygame.KMOD_LCTRL)
            assert found is not None, (place, letter)
            assert found.verb is verb, (place, letter)


def typed(devices: Devices, letter: str, mod: int) -> str:
    """Return the text typed by a key for this letter while modifiers are held."""
    code, text = pygame.K_a, pygame.Event(pygame.TEXTINPUT, text=letter)
    key = {"key": code, "scancode": SCANCODES["a"], "mod": mod}
    found = devices.read([pygame.Event(pygame.KEYDOWN, unicode=letter, **key), text], 1)
    devices.read([pygame.Event(pygame.KEYUP, **key)], 1)
    return "".join(intent.text for intent in found if intent.verb is Verb.TYPE)


@pytest.mark.parametrize(
    ("platform", "mod", "is_text"),
    [
        ("linux", pygame.KMOD_RALT, True),
        ("linux", pygame.KMOD_MODE, True),
        ("linux", pygame.KMOD_LALT, False),
        ("linux", pygame.KMOD_LCTRL, False),
        ("linux", pygame.KMOD_LGUI, False),
        ("linux", pygame.KMOD_LSHIFT | pygame.KMOD_CAPS | pygame.KMOD_NUM, True),
        ("win32", pygame.KMOD_LCTRL | pygame.KMOD_RALT, True),
        ("win32", pygame.KMOD_LCTRL | pygame.KMOD_LALT, True),
        ("win32", pygame.KMOD_LALT, False),
        ("darwin", pygame.KMOD_LALT, True),
        ("darwin", pygame.KMOD_RALT, True),
        ("darwin", pygame.KMOD_LGUI, False),
    ],
)
def test_text_typed_with_alt_gr_counts_and_with_alt_does_not(
    devices: Devices, monkeypatch: pytest.MonkeyPatch, on: Callable[[str], None], platform: str, mod: int, is_text: bool
) -> None:
    on(platform)
    devices.typing = True
    assert typed(devices, "ą", mod) == "ą" * is_text


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that makes modifiers mean what they mean on another platform."""
    from topping_out.scenes.devices.keyboard import Modifiers

    of = Modifiers.of

    def use(platform: str) -> None:
        monkeypatch.setattr(Modifiers, "of", staticmethod(lambda mod: of(mod, platform)))

    return use


@pytest.mark.parametrize(("platform", "mod"), [("linux", pygame.KMOD_LCTRL), ("darwin", pygame.KMOD_LGUI)])
def test_the_clipboard_uses_ctrl_and_on_a_mac_cmd(
    devices: Devices, on: Callable[[str], None], platform: str, mod: int
) -> None:
    on(platform)
    devices.typing = True
    table = LAYOUTS["us"]
    assert [strike(devices, table, place, mod) for place in "cxva"] == [
        Intent(Verb.COPY), Intent(Verb.CUT), Intent(Verb.PASTE), Intent(Verb.CARET, text="all"),
    ]  # fmt: skip


# -- the number pad

PAD = {
    "kp_1": ('pick "1"', "last"), "kp_2": ('pick "2"', "down"), "kp_3": ('pick "3"', "next group"),
    "kp_4": ('pick "4"', "left"), "kp_5": ('pick "5"', ""), "kp_6": ('pick "6"', "right"),
    "kp_7": ('pick "7"', "first"), "kp_8": ('pick "8"', "up"), "kp_9": ('pick "9"', "previous group"),
    "kp_plus": ("faster", "faster"), "kp_minus": ("slower", "slower"), "kp_enter": ("confirm", "confirm"),
    "kp_0": ("", ""), "kp_period": ("", ""), "kp_multiply": ("", ""), "kp_divide": ("", ""), "kp_equals": ("", ""),
}  # fmt: skip
"""What each key of the number pad does with NumLock, and without."""
IN_A_TEXT = {
    "kp_4": 'caret "left"', "kp_6": 'caret "right"', "kp_7": 'caret "first"', "kp_1": 'caret "last"', "kp_8": "up",
    "kp_2": "down", "kp_9": "previous group", "kp_3": "next group", "kp_period": "erase", "kp_enter": "confirm",
}  # fmt: skip
"""What the keys do in a text without NumLock; with it, all but Enter type."""


def strike_pad(devices: Devices, place: str, mod: int) -> str:
    key = {"key": getattr(pygame, f"K_{place.upper()}"), "scancode": SCANCODES[place], "mod": mod}
    found = devices.read([pygame.Event(pygame.KEYDOWN, unicode="", **key), pygame.Event(pygame.KEYUP, **key)], 1)
    return ", ".join(f'{intent.verb} "{intent.text}"' if intent.text else intent.verb for intent in found)


@pytest.mark.parametrize("place", PAD)
def test_the_number_pad_does_what_its_keys_say(devices: Devices, place: str) -> None:
    with_lock, without = PAD[place]
    assert strike_pad(devices, place, pygame.KMOD_NUM) == with_lock
    assert strike_pad(devices, place, 0) == without
    shifted = {"kp_0": "paste", "kp_period": "cut"}.get(place, without)
    assert strike_pad(devices, place, pygame.KMOD_NUM | pygame.KMOD_LSHIFT) == shifted
    devices.typing = True
    assert strike_pad(devices, place, pygame.KMOD_NUM) == ("confirm" if place == "kp_enter" else "")
    assert strike_pad(devices, place, 0) == IN_A_TEXT.get(place, "")


def test_every_key_of_the_number_pad_has_a_label_and_can_be_bound(devices: Devices) -> None:
    for place in PAD.keys() - {"kp_enter"}:  # it confirms already
        assert key_label(place).startswith("Num "), place
        name = names_at(place)[0]
        devices.program_keys.bind(Verb.HINT, name)
        assert devices.program_keys.label(Verb.HINT) == key_label(place)
        assert strike_pad(devices, place, 0) == strike_pad(devices, place, pygame.KMOD_NUM) == "hint"
        devices.program_keys.reset()
