"""Keyboards and the Steam Deck in the real window.

Each key does what the screen says, and text fields use the clipboard. The Deck has 1280 × 800, only a gamepad, is
suspended in mid-game, and has a weak processor. What can be tested without a window is elsewhere: button signs in
`scenes/devices/test_devices.py`, the on-screen keyboard in `scenes/pages/test_letters.py`, text sizes in
`scenes/pages/every/test_layout.py`.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.scenes.devices.tools import LAYOUTS, devices, source, strike, with_layout
from tests.window.games.players import (
    Ice,
    PadPlayer,
    by_pad,
    choose,
    finish,
    pad_to,
    play_on,
    play_to_the_end,
    start_playing,
    wait_for_turn,
)
from tests.window.program import Program, Start, has_ended, records
from tests.window.record_layouts import KEYCODES
from tests.window.screen import Screen, Size
from topping_out.game import registry
from topping_out.game.registry import load
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


SIZE = (1280, 800)
DECK = 0x28DE, 0x1205
"""USB vendor and product id of the Deck's gamepad."""
ASLEEP = 4.0
FRAMES = 60
"""After this many frames, the window counts as responsive."""


def switch_on(start: Start, **settings: object) -> Program:
    program = start(screen=SIZE, **{"window": SIZE, **settings}, to="TitlePage")
    program.ask("pad", *DECK)
    program.wait_until(lambda look: look["pads"], "the gamepad")
    return program


@contextmanager
def stopped(processes: list[int]) -> Iterator[None]:
    """Stop these processes meanwhile, as a suspended or overloaded system does."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def sleep(program: Program) -> None:
    """Suspend the whole program, as the Deck does, and resume it."""
    with stopped(program.processes()):
        time.sleep(ASLEEP)


def set_up(program: Program, game: str) -> None:
    """Go from the title to a game's set-up page, and type a name there."""
    pad_to(program, game, "a", to="SetupPage")
    pad_to(program, "name0", "a", to="LettersPage")
    for letter in "kit":
        pad_to(program, f"key {letter}", "a")
    look = program.wait_until(lambda look: look.widgets["text"]["value"] == "Kit", "the name")
    assert look.widgets["erase"]["key"] == "Y"
    program.press("x", to="SetupPage")
    program.wait_until(lambda look: look.widgets["name0"]["value"] == "Kit", "the name in its place")


@pytest.mark.long
@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_a_whole_game_on_the_deck_with_a_suspend(game: str, start: Start, home: Path) -> None:
    program = switch_on(start, speed="instant", idle_life=False)
    set_up(program, game)
    if game == "towering":
        pad_to(program, "fold", "a")
        pad_to(program, "option rounds")
        program.push_stick(0, -1)
        program.push_stick(0, -1)
    program.press("x")
    has_rounds: Callable[[Program], None] | None = (lambda program: program.press("a")) if game == "towering" else None
    play_on(program, by_pad, 3, on=has_rounds)
    before = wait_for_turn(program).table["entries"]
    sleep(program)
    after = wait_for_turn(program).table["entries"]
    assert after == before
    finish(program, by_pad, "pad", on=has_rounds)
    assert [*map(has_ended, records(home))] == [True]


@pytest.mark.long
def test_icetowers_on_the_deck_loses_no_time_while_suspended(start: Start, home: Path) -> None:
    program = switch_on(start, speed="instant", idle_life=False)
    set_up(program, "icetowers")
    program.press("x", to="LiveScene")
    ice = Ice(program, 2, size=SIZE)
    me = PadPlayer(ice, 0)
    assert program.look()["live"]["seating"] == {"0": "pad 1"}
    start_playing([me])
    program.wait_until(lambda look: me.play() and "place" in " ".join(ice.entries(0)), "a cap")
    before = program.look()["live"]["ms"]
    sleep(program)
    assert program.look()["live"]["ms"] - before < 1000 * ASLEEP / 2
    play_to_the_end(ice, [me])
    program.wait_until(lambda look: look.top == "CountPage" and look["at_rest"], "the count")
    program.press("a", to="ResultsPage")
    assert program.look()["reports"] == []
    assert [*map(has_ended, records(home))] == [True]


@pytest.mark.long
@pytest.mark.parametrize("game", registry.names())
def test_the_table_stays_responsive_while_the_bots_are_stopped(game: str, start: Start) -> None:
    """On the weakest machine, no frame waits for a bot. (`bench.py window` measures the time of a frame.)"""
    program = switch_on(start)
    pad_to(program, game, "a", to="SetupPage")
    program.press("x")

    def bots() -> list[int]:
        return [process for process in program.processes() if process != program.process]

    if not load(game).live:
        look = wait_for_turn(program)
        while not bots():  # their process starts when a bot first has to think
            look = play_on(program, by_pad, 1)
        entries = len(look.table["entries"])
        with stopped(bots()):
            by_pad(program, look, choose(look))
            check_responsive(program)
            look = program.look()
            assert look.table["actor"] == 0 or len(look.table["entries"]) == entries + 1, "a bot has played"
        play_on(program, by_pad, 2)
    else:
        program.wait_for_scene("LiveScene")
        ice = Ice(program, 2, size=SIZE)
        me = PadPlayer(ice, 0)
        start_playing([me])
        program.wait_until(lambda _: len(ice.entries(1)) > 1, "a play of the bot")
        with stopped(bots()):
            check_responsive(program)
        done = len(ice.entries(1))
        program.wait_until(lambda _: me.play() and len(ice.entries(1)) > done, "another play of the bot")
    assert program.look()["reports"] == []


def check_responsive(program: Program) -> None:
    """Check that frames are drawn and that the menu opens and closes."""
    program.ask("time_frames")
    frames = 0
    while frames < FRAMES:
        frames += len(program.ask("frames"))
    table = program.look().top
    program.press("start", to="PausePage")
    program.press("b", to=table)
