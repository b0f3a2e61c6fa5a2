"""Ways of playing: what to do, taken from the record on the disk, and doing it by mouse, keys or gamepad."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tests.window.program import Look, Program
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import AnyGame
from topping_out.game.record import fold
from topping_out.game.registry import load
from topping_out.game.storage.journal import read_record
from topping_out.game.wyoming.actions import Kind, Play
from topping_out.game.wyoming.cards import suit_of

Do = Callable[[Program, Look, Play], None]
"""Does a play on the table, by some device."""


def choose(look: Look) -> Play:
    """Return what a bot that thinks fast would do for the player at the screen, who sees what the record says."""
    record = read_record(Path(look.table["file"]))
    game: AnyGame = load(record.header.game)
    state, seat = fold(record), look.table["actor"]
    actions = game.actions(state, seat)
    assert list(map(str, actions)) == look.table["actions"], "the table offers something else than the record allows"
    play: Play = bot_named(game, "medium").choose(game.view(state, seat), actions, random.Random(0))
    return play


def cards_for(look: Look, play: Play) -> list[str]:
    """Return the names of cards in the hand that make the play."""
    alike = [w["name"] for w in look["widgets"] if w["card"] is not None and suit_of(w["card"]) == play.suit]
    return alike[: play.count]


def place_for(play: Play) -> str:
    return "discards" if play.kind is Kind.DISCARD else f"tower {play.owner}.{play.foundation}"


def play_on(program: Program, do: Do, turns: int = 1000) -> Look:
    """Play so many turns, or to the end of the game; return how it stands then."""
    for _ in range(turns):
        look = wait_for_turn(program)
        if look.is_over:
            return look
        done = len(look.table["entries"])
        do(program, look, choose(look))
        program.wait_until(lambda look, done=done: len(look.table["entries"]) > done, "the play to be done")
    return wait_for_turn(program)


def wait_for_turn(program: Program) -> Look:
    return program.wait_until(lambda look: look.is_my_turn or look.is_over, "a turn of mine")


def wait_for_choice(program: Program, cards: list[str]) -> None:
    program.wait_until(lambda look: look.table["chosen"] == cards, f"{', '.join(cards)} to be chosen")


# -- mouse


def by_mouse(program: Program, look: Look, play: Play) -> None:
    """Click the cards, then where they go."""
    program.click(*cards_for(look, play), place_for(play))


def by_dragging(program: Program, look: Look, play: Play) -> None:
    """Click all the cards but one, then drag that one with the others."""
    *others, last = cards_for(look, play)
    if others:
        program.click(*others)
        wait_for_choice(program, others)
    program.drag(last, place_for(play))


# -- keyboard


def tab_to(program: Program, name: str) -> None:
    """Bring the focus to a widget with Tab, or Shift and Tab where that is shorter."""
    back, steps = _way_round(program.look(), name)
    program.key(*["shift+Tab" if back else "Tab"] * steps)
    program.wait_until(lambda look: look["focus"] == name, f"the focus on {name}")


def _way_round(look: Look, name: str) -> tuple[bool, int]:
    """Return whether to go backwards, and how many steps."""
    stops = look.focusable
    assert name in stops, f"no focus comes to {name}: {stops}"
    here = stops.index(look["focus"]) if look["focus"] in stops else -1
    ahead = (stops.index(name) - here) % len(stops)
    return (True, len(stops) - ahead) if here >= 0 and ahead > len(stops) / 2 else (False, ahead)


def by_digits(program: Program, look: Look, play: Play) -> None:
    """Choose the cards by their numbers, go to the place, Enter."""
    cards = cards_for(look, play)
    program.key(*(str(int(name.split()[1]) + 1) for name in cards))
    wait_for_choice(program, cards)
    tab_to(program, place_for(play))
    program.key("Return")


def by_arrows(program: Program, look: Look, play: Play) -> None:
    """Walk along the hand with the arrows, choose with Space, go to the place, Space."""
    cards = cards_for(look, play)
    tab_to(program, cards[0])
    for here, there in zip(cards, [*cards[1:], None]):
        steps = int(there.split()[1]) - int(here.split()[1]) if there else 0
        program.key("space", *["Right"] * steps)
    wait_for_choice(program, cards)
    tab_to(program, place_for(play))
    program.key("space")


# -- gamepad


def pad_to(program: Program, name: str) -> None:
    """Bring the focus to a widget with the shoulder buttons."""
    back, steps = _way_round(program.look(), name)
    program.press(*["leftshoulder" if back else "rightshoulder"] * steps)
    program.wait_until(lambda look: look["focus"] == name, f"the focus on {name}")


def by_pad(program: Program, look: Look, play: Play) -> None:
    """Go along the hand with the cross, choose with A, go to the place with the shoulder buttons, A."""
    cards = cards_for(look, play)
    pad_to(program, cards[0])
    for here, there in zip(cards, [*cards[1:], None]):
        steps = int(there.split()[1]) - int(here.split()[1]) if there else 0
        program.press("a", *["dpright"] * steps)
    wait_for_choice(program, cards)
    pad_to(program, place_for(play))
    program.press("a")
