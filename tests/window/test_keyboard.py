"""Keyboards in the real window: each key does what the screen says, and text fields use the clipboard."""

from collections.abc import Callable, Iterator

import pytest

from tests.scenes.devices.tools import LAYOUTS, devices, source, strike, with_layout
from tests.window.program import Program, Start
from tests.window.record_layouts import KEYCODES
from tests.window.screen import Screen, Size
from topping_out.scenes.devices.devices import Devices

__all__ = ["devices", "source"]

pytestmark = pytest.mark.window
SHIFT = 50
"""X key code of the left Shift key."""
USUAL = ("us", "fr", "ua", "us(dvorak)")


@pytest.fixture
def screen(screens: Callable[[Size], Screen]) -> Iterator[Screen]:
    """The screen; its keyboard layout is reset afterwards."""
    screen = screens((1280, 720))
    yield screen
    screen.use_layout("us")


def meanings(program: Program) -> list[list[object]]:
    """Press each key of KEYCODES. Return what each means to the program: verb, text and amount, or nothing."""
    program.ask("listen")
    program.key(*(word for code in KEYCODES for word in (str(code), "Escape")))
    found: list[list[object]] = [[]]
    for meant in program.ask("meant"):
        if meant[0] == "cancel":
            found.append([])
        elif meant[0] != "point":
            found[-1] += meant
    return found[:-1]


def check(program: Program, devices: Devices, layout: str) -> None:
    """Switch to a layout, and check the labels on the keys page and what each key means."""
    program.screen.use_layout(layout)
    table = LAYOUTS[layout]
    with with_layout(devices, table):
        keys = devices.program_keys
        labels = {f"key {verb}": keys.label(verb) for verb in keys.verbs}
        program.wait_until(
            lambda look: {name: look.widgets[name]["label"] for name in labels} == labels, f"the labels of {layout}"
        )
        for place, meant in zip(table, meanings(program), strict=True):
            intent = strike(devices, table, place)
            assert meant == ([intent.verb, intent.text, intent.amount] if intent else []), (layout, place)


def test_keys_follow_a_switch_of_the_layout(start: Start, screen: Screen, devices: Devices) -> None:
    program = start(to="TitlePage")
    program.key("F2", to="KeysPage")
    for layout in USUAL:
        check(program, devices, layout)
    screen.use_layout("us,ua")
    for number, label in ((0, "H"), (1, "Р"), (0, "H")):
        screen.choose_layout(number)
        screen.tap(SHIFT)  # the program notices a new layout at the next key press
        program.wait_until(lambda look, label=label: look.widgets["key hint"]["label"] == label, label)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_keys_match_the_keys_page_on_every_layout(start: Start, screen: Screen, devices: Devices) -> None:
    program = start(to="TitlePage")
    program.key("F2", to="KeysPage")
    for layout in LAYOUTS:
        check(program, devices, layout)


def test_a_text_field_takes_alt_gr_letters_and_uses_the_clipboard(start: Start, screen: Screen) -> None:
    def wait_for(text: str) -> None:
        program.wait_until(lambda look: look.widgets["name0"]["value"] == text, f"{text!r} in the field")

    screen.use_layout("pl")
    program = start(to="TitlePage")
    program.click("wyoming", to="SetupPage")
    program.click("name0")
    program.key("ctrl+a", "ISO_Level3_Shift+a", "alt+m", "super+p", "b")
    wait_for("ąb")
    assert program.look()["settings"]["muted"] is False
    program.key("ctrl+a", "ctrl+c")
    wait_for("ąb")
    assert screen.copied() == "ąb"
    screen.copy("\nZoë\tBaker\n")
    program.key("ctrl+v")
    wait_for("Zoë Baker")
    program.key("ctrl+a", "shift+Delete", "shift+Insert", "KP_Enter")
    wait_for("Zoë Baker")
    screen.copy("Ada", "primary")
    program.click("name0", button=2)
    wait_for("Ada")
