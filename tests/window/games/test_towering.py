"""Whole games of Towering in a real window, each with one device alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.window.games.wyoming_player import choose, pad_to, tab_to
from tests.window.program import Look, Program, Start
from topping_out.game.language import tr
from topping_out.game.towering.actions import Action, Build, Draw
from topping_out.game.towering.cards import colour_of, kind_of

pytestmark = pytest.mark.window

Do = Callable[[Program, Look, Action], None]
SHORT = "colours=3,materials=2,first=0"


def place_for(action: Action) -> str:
    """Return the name of the place on the table where an action is done."""
    if isinstance(action, Draw):
        return "pile" if action.colour is None else f"river {action.colour}"
    return f"{'site' if isinstance(action, Build) else 'river'} {colour_of(action.card)}"


def card_for(look: Look, action: Action) -> str:
    assert not isinstance(action, Draw)
    kind = kind_of(action.card)
    return next(w["name"] for w in look["widgets"] if w["card"] is not None and kind_of(w["card"]) == kind)


def play_on(program: Program, do: Do, on: Callable[[Program], None], actions: int = 1000) -> Look:
    """Do so many actions, or all up to the end; `on` sends the account of a round away."""
    for _ in range(actions):
        look = wait(program)
        while look.top == "RoundPage":
            on(program)
            look = wait(program)
        if look.is_over:
            return look
        done = len(look.table["entries"])
        do(program, look, choose(look))  # type: ignore[arg-type]
        program.wait_until(lambda look, done=done: len(look.table["entries"]) > done, "the action to be done")
    return wait(program)


def wait(program: Program) -> Look:
    return program.wait_until(
        lambda look: look.is_my_turn or look.top == "RoundPage" or (look.is_over and look.top != "TurnScene"),
        "a turn of mine",
    )


def by_mouse(program: Program, look: Look, action: Action) -> None:
    """Click a card, then its place; click the pile."""
    card = [] if isinstance(action, Draw) else [card_for(look, action)]
    program.click(*card, place_for(action))


def by_dragging(program: Program, look: Look, action: Action) -> None:
    """Drag a card to its place, and the next one from the pile into the hand."""
    if isinstance(action, Draw):
        program.drag(place_for(action), "card 3")
    else:
        program.drag(card_for(look, action), place_for(action))


def wait_for_count(program: Program) -> None:
    program.wait_until(lambda look: look.widgets["on"]["label"] != tr("Skip the counting"), "the count")


def click_on(program: Program) -> None:
    wait_for_count(program)
    program.click("on")
    program.wait_until(lambda look: look.top != "RoundPage", "the account to go")


def by_keys(program: Program, look: Look, action: Action) -> None:
    """Choose by digits; the main button's key draws, Enter on its place plays a card."""
    if isinstance(action, Draw):
        program.key(*([] if action.colour is None else [str(action.colour + 1)]), "p")
        return
    program.key(str(int(card_for(look, action).split()[1]) + 1))
    program.wait_until(lambda look: look.table["chosen"], "the card to be chosen")
    tab_to(program, place_for(action))
    program.key("Return")


def by_arrows(program: Program, look: Look, action: Action) -> None:
    """Walk along the hand, Enter; walk up to the place, Enter."""
    if isinstance(action, Draw):
        tab_to(program, place_for(action))
        program.key("Return")
        return
    steps = int(card_for(look, action).split()[1]) - int(look["focus"].split()[1])
    program.key(*["Right" if steps > 0 else "Left"] * abs(steps), "Return")
    program.wait_until(lambda look: look.table["chosen"], "the card to be chosen")
    tab_to(program, place_for(action))
    program.key("Return")


def key_on(program: Program) -> None:
    wait_for_count(program)
    program.key("Return")
    program.wait_until(lambda look: look.top != "RoundPage", "the account to go")


def by_pad(program: Program, look: Look, action: Action) -> None:
    """Go to a card and press A, go to its place and press A."""
    if not isinstance(action, Draw):
        pad_to(program, card_for(look, action))
        program.press("a")
        program.wait_until(lambda look: look.table["chosen"], "the card to be chosen")
    pad_to(program, place_for(action))
    program.press("a")


def pad_on(program: Program) -> None:
    wait_for_count(program)
    program.press("a")
    program.wait_until(lambda look: look.top != "RoundPage", "the account to go")


def test_three_rounds_by_mouse_alone(start: Start) -> None:
    program = start("play", "towering", "--seats", "human,easy", "--seed", "7", "--options", SHORT, speed="instant")
    play_on(program, by_dragging, click_on, actions=6)
    play_on(program, by_mouse, click_on)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == ("mouse", [])
    program.click("account")
    program.wait_for_scene("ScoreSheet")
    program.click("close")
    program.wait_for_scene("ResultsPage")


def test_two_rounds_by_keyboard_alone(start: Start) -> None:
    program = start("play", "towering", "--seats", "human,easy", "--seed", "7", "--options", f"{SHORT},rounds=2")
    take_back_by_key(program)
    look_through_by_key(program)
    program.key("equal", "equal")
    program.wait_until(lambda look: look["settings"]["speed"] == "instant", "instant speed")
    play_on(program, by_arrows, key_on, actions=6)
    play_on(program, by_keys, key_on)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == ("keys", [])


def take_back_by_key(program: Program) -> None:
    """Play a card and take it back before anything is drawn."""
    before = wait(program)
    program.key("Return", "Up", "Return")
    program.wait_until(lambda look: look.table["standing"], "the play")
    program.key("z")
    after = program.wait_until(lambda look: look.table["entries"][-1:] == ["undo"], "the play to be taken back")
    assert after.table["standing"] == []
    assert wait(program).table["hand"] == before.table["hand"]


def look_through_by_key(program: Program) -> None:
    """Discards, and the score sheet, and back."""
    program.key("f")
    program.wait_for_scene("PilesPage")
    program.key("Escape")
    program.wait_for_scene("TurnScene")
    tab_to(program, "scores")
    program.key("Return")
    program.wait_for_scene("ScoreSheet")
    program.key("Escape")
    program.wait_for_scene("TurnScene")
    tab_to(program, "card 0")


def test_a_round_by_gamepad_alone(start: Start) -> None:
    program = start(
        "play", "towering", "--seats", "human,easy", "--seed", "7", "--options", f"{SHORT},rounds=1",
        speed="instant", idle_life=False,
    )  # fmt: skip
    program.ask("pad")
    program.wait_until(lambda look: look["pads"], "the gamepad")
    play_on(program, by_pad, pad_on)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == ("pad", [])
