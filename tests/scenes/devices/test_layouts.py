"""Every key that the program listens to on the layouts of the world: each does what the screen says."""

from collections.abc import Callable, Iterator

import pygame
import pytest

from tests.scenes.devices.layouts import LAYOUTS, Table, strike, with_layout
from tests.scenes.devices.tools import devices, source
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
"""Modifiers that make of every key something that is not ours."""


@pytest.fixture(params=LAYOUTS)
def table(devices: Devices, request: pytest.FixtureRequest) -> Iterator[Table]:
    """What the keys of a layout send, which the devices have been told of."""
    with with_layout(devices, LAYOUTS[request.param]):
        yield LAYOUTS[request.param]


def large(letter: str) -> str:
    """Return a letter as keyboards have it, most of which have capitals."""
    return letter if letter in ("ß", "ς", "ı") else letter.upper()


def is_shown(text: str) -> bool:
    return len(text) == 1 and ord(text) <= LAST_LETTER


def with_sign(table: Table, sign: str) -> list[str]:
    """Return the places of the keys on which a player finds a sign.

    Every keyboard has Latin letters where it has no others that our fonts can show, and the digits on their row.
    """
    if sign in DIGITS:
        found = [place for place, (_, alone, _, shifted) in table.items() if sign in (alone, shifted)]
        return found or [sign]
    sign = sign.replace("İ", "I")  # of a Turkish keyboard, on which ı has none
    printed = [place for place, key in table.items() if large(key[1]) == sign and not _is_digits(table, place)]
    usual = [place for place, key in table.items() if not is_shown(key[1]) and large(USUAL_SIGNS[place]) == sign]
    return printed or usual


def _is_digits(table: Table, place: str) -> bool:
    """Tell whether a key of the row of digits has a digit with Shift or AltGr alone."""
    return place in DIGITS and not any(key[1] == place for key in table.values())


def test_each_label_is_on_a_key_that_does_what_it_says(devices: Devices, table: Table) -> None:
    keys = devices.program_keys
    for verb in (*keys.verbs, Verb.PLACE):
        label = keys.label(verb)
        assert label, f"no key says that it does {verb}"
        if len(label) > 1:  # a named key, which layouts leave alone
            continue
        places = with_sign(table, label)
        assert places, f"no key has {label} on it, which is to do {verb}"
        for place in places:
            assert strike(devices, table, place) == Intent(verb, text="u" * (verb is Verb.PLACE)), (verb, label, place)


def test_no_two_labels_are_the_same(devices: Devices, table: Table) -> None:
    keys = devices.program_keys
    labels = [keys.label(verb) for verb in keys.verbs] + [keys.label_of(key) for key in PLACE_KEYS]
    assert sorted({*labels}) == sorted(labels)


def test_the_keys_of_towers_are_those_that_the_page_of_keys_names(devices: Devices, table: Table) -> None:
    for key in PLACE_KEYS:
        for place in with_sign(table, devices.program_keys.label_of(key)):
            assert strike(devices, table, place) == Intent(Verb.PLACE, text=key)
            assert strike(devices, table, place, pygame.KMOD_LCTRL) == Intent(Verb.PLACE, text=key, amount=1)


def test_digits_choose_with_shift_and_without_wherever_they_stand(devices: Devices, table: Table) -> None:
    for digit in DIGITS[:-1]:
        for place in with_sign(table, digit):
            if table[place][1] in (digit, *(() if place in DIGITS else (table[place][1],))) or _is_digits(table, place):
                assert strike(devices, table, place) == Intent(Verb.PICK, text=digit)
                assert strike(devices, table, place, pygame.KMOD_LSHIFT) == Intent(Verb.PICK, text=digit)


def test_a_sign_on_a_key_does_what_the_table_of_bindings_says(devices: Devices, table: Table) -> None:
    for place, (_, sign, _, _) in table.items():
        verb = devices.program_keys.at(sign) if sign else None
        if verb and not _is_digits(table, place):
            found = strike(devices, table, place)
            assert found is not None, (place, sign)
            assert found.verb is verb, (place, sign)


def test_shift_and_a_letter_find_that_letter(devices: Devices, table: Table) -> None:
    for place, (_, sign, _, _) in table.items():
        if sign.isalpha() and len(sign) == 1 and not _is_digits(table, place):
            found = strike(devices, table, place, pygame.KMOD_LSHIFT)
            assert found == Intent(Verb.FIND, text=sign), (place, sign)


def test_a_players_key_is_called_what_is_printed_on_it(devices: Devices, table: Table) -> None:
    for control in CONTROLS:
        place = devices.keyboard_halves.place(control)
        if place in table:
            sign = table[place][1]
            assert key_label(place).replace("İ", "I") == large(sign if is_shown(sign) else USUAL_SIGNS[place]), place


def test_any_key_can_be_bound_and_then_does_it_and_is_shown(devices: Devices, table: Table) -> None:
    keys = devices.program_keys
    for place, (_, sign, _, _) in table.items():
        names = names_at(place)
        if not names or {*names} & KEPT_KEYS:
            assert sign in ("", *KEPT_KEYS) or place in (*DIGITS, *PLACE_KEYS), f"{sign} cannot be bound"
            continue
        keys.bind(Verb.HINT, names[0])
        other = strike(devices, table, place)
        assert other is not None, place
        assert other.verb is Verb.HINT or keys.clashes(Verb.HINT), place
        if other.verb is Verb.HINT:
            assert keys.label(Verb.HINT) == key_label(place), place
        keys.reset()


def test_with_other_modifiers_no_key_is_ours(devices: Devices, table: Table) -> None:
    for place in table:
        for mod in FOREIGN:
            assert strike(devices, table, place, mod) is None, (place, mod)
        found = strike(devices, table, place, pygame.KMOD_LCTRL)
        assert found is None or found.verb in (Verb.PLACE, Verb.COPY, Verb.CUT, Verb.PASTE), place


def test_in_a_text_no_letter_is_a_shortcut_and_the_clipboard_is_where_its_letters_are(
    devices: Devices, table: Table
) -> None:
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
    """Return what comes of a key that types a letter while modifiers are held."""
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
def test_what_alt_gr_types_is_text_and_what_alt_types_is_not(
    devices: Devices, monkeypatch: pytest.MonkeyPatch, on: Callable[[str], None], platform: str, mod: int, is_text: bool
) -> None:
    on(platform)
    devices.typing = True
    assert typed(devices, "ą", mod) == "ą" * is_text


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let modifiers mean what they mean on another platform."""
    from topping_out.scenes.devices.keyboard import Modifiers

    of = Modifiers.of

    def use(platform: str) -> None:
        monkeypatch.setattr(Modifiers, "of", staticmethod(lambda mod: of(mod, platform)))

    return use


@pytest.mark.parametrize(("platform", "mod"), [("linux", pygame.KMOD_LCTRL), ("darwin", pygame.KMOD_LGUI)])
def test_copying_and_pasting_is_by_ctrl_and_on_a_mac_by_cmd(
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
"""What each of its keys does with NumLock, and without."""
IN_A_TEXT = {
    "kp_4": 'caret "left"', "kp_6": 'caret "right"', "kp_7": 'caret "first"', "kp_1": 'caret "last"', "kp_8": "up",
    "kp_2": "down", "kp_9": "previous group", "kp_3": "next group", "kp_period": "erase", "kp_enter": "confirm",
}  # fmt: skip
"""What its keys do in a text without NumLock; with it, all but Enter type."""


def strike_pad(devices: Devices, place: str, mod: int) -> str:
    key = {"key": getattr(pygame, f"K_{place.upper()}"), "scancode": SCANCODES[place], "mod": mod}
    found = devices.read([pygame.Event(pygame.KEYDOWN, unicode="", **key), pygame.Event(pygame.KEYUP, **key)], 1)
    return ", ".join(f'{intent.verb} "{intent.text}"' if intent.text else intent.verb for intent in found)


@pytest.mark.parametrize("place", PAD)
def test_the_number_pad_does_what_is_printed_on_its_keys(devices: Devices, place: str) -> None:
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
