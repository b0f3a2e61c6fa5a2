"""Plays the card games: chooses actions from the record on the disk, and does them by a device."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.window.program import Look, Program
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import AnyGame
from topping_out.game.language import tr
from topping_out.game.record import fold
from topping_out.game.registry import load
from topping_out.game.storage.library import read_record
from topping_out.game.towering import actions as towering
from topping_out.game.towering.actions import colour_of, kind_of
from topping_out.game.towers import actions as towers
from topping_out.game.wyoming.actions import Play, PlayKind, suit_of

Do = Callable[[Program, Look, Any], None]
"""Does an action on the table by some device."""


def choose(look: Look) -> Any:
    """Return the action of a fast bot for the player at the screen, computed from the record."""
    record = read_record(Path(look.table["file"]))
    game: AnyGame = load(record.header.game)
    state, seat = fold(record), look.table["actor"]
    actions = game.actions(state, seat)
    assert list(map(str, actions)) == look.table["actions"], "the table offers other actions than the record allows"
    return bot_named(game, "medium").choose(game.view(state, seat), actions, random.Random(0))


def cards_for(look: Look, action: Any) -> list[str]:
    """Return the names of the cards in the hand that an action uses, which is none for a draw or the end of a turn."""
    held = {w["name"]: w["card"] for w in look["widgets"] if w["card"] is not None}
    match action:
        case Play():
            return [name for name, card in held.items() if suit_of(card) == action.suit][: action.count]
        case towering.Build(card) | towering.Discard(card):
            return [name for name, held_card in held.items() if kind_of(held_card) == kind_of(card)][:1]
        case towers.Build() | towers.Claim():
            deck = fold(read_record(Path(look.table["file"]))).variant.deck
            return [name for name, card in held.items() if deck.floor_of(card).name == action.floor][:1]
    return []


def place_for(action: Any, look: Look | None = None) -> str:
    """Return the name of the place on the table where an action is done. A new tower in Towers needs `look`."""
    match action:
        case Play():
            return "discards" if action.kind is PlayKind.DISCARD else f"tower {action.owner}.{action.foundation}"
        case towering.Draw(colour):
            return "pile" if colour is None else f"river {colour}"
        case towering.Build(card) | towering.Discard(card):
            return f"{'site' if isinstance(action, towering.Build) else 'river'} {colour_of(card)}"
        case towers.Claim():
            return f"floor {action.plot}.{action.level}"
        case towers.Build(plot=towers.NEW):
            assert look, "needed to find the leftmost free plot"
            return f"tower {fold(read_record(Path(look.table['file']))).towers.index(b'')}"
        case towers.Build():
            return f"tower {action.plot}"
    return "play"


def play_on(program: Program, do: Do, turns: int = 1000, on: Callable[[Program], None] | None = None) -> Look:
    """Do `turns` actions, or all to the end of the game. `on` closes the account of a round."""
    for _ in range(turns):
        look = wait_for_turn(program, has_rounds=on is not None)
        while look.top == "RoundPage" and on:
            close_account(program, on)
            look = wait_for_turn(program, has_rounds=True)
        if look.is_over:
            return look
        done = len(look.table["entries"])
        do(program, look, choose(look))
        program.wait_until(lambda look, done=done: len(look.table["entries"]) > done, "the play to be done")
    return wait_for_turn(program)


def close_account(program: Program, on: Callable[[Program], None]) -> None:
    """Continue after a round, once its account has been counted."""
    program.wait_until(lambda look: look.widgets["on"]["label"] != tr("Skip the counting"), "the count")
    on(program)
    program.wait_until(lambda look: look.top != "RoundPage", "the account to go")


def wait_for_turn(program: Program, has_rounds: bool = False) -> Look:
    """Wait for a turn, a round's account, or the end. A game of rounds ends with the account of the last round."""

    def has_come(look: Look) -> bool:
        is_over = look.is_over and (not has_rounds or look.top == "ResultsPage")
        return bool(look.is_my_turn or look.top == "RoundPage" or is_over)

    return program.wait_until(has_come, "a turn of mine")


def wait_for_choice(program: Program, cards: list[str]) -> None:
    program.wait_until(lambda look: look.table["chosen"] == cards, f"{', '.join(cards)} to be chosen")


# -- mouse


def by_mouse(program: Program, look: Look, action: Any) -> None:
    """Click the cards, then where they go."""
    if cards := cards_for(look, action):
        program.click(*cards)
        wait_for_choice(program, cards)
    program.click(place_for(action, look))


def by_dragging(program: Program, look: Look, action: Any) -> None:
    """Click all cards except one, then drag that one together with the others. Draw by dragging from pile to hand."""
    *earlier, last = cards_for(look, action) or [""]
    place = place_for(action, look)
    if isinstance(action, towers.Build | towers.Claim):
        earlier = [last]  # choose it, so that only its own places are offered
    if earlier:
        program.click(*earlier)
        wait_for_choice(program, earlier)
    if last:
        program.drag(last, place)
    elif isinstance(action, towering.Draw):
        program.drag(place, "card 3")
    else:
        program.click(place)


# -- keyboard


def tab_to(program: Program, name: str, *then: str, to: str = "") -> None:
    """Move the focus to a widget with Tab, or with Shift+Tab if shorter, and tap keys on it. `to` is as for `key`."""
    back, steps = _way_round(program.look(), name)
    program.key(*["shift+Tab" if back else "Tab"] * steps)
    program.wait_until(lambda look: look["focus"] == name, f"the focus on {name}")
    program.key(*then, to=to)


def _way_round(look: Look, name: str) -> tuple[bool, int]:
    """Return whether to go backwards, and the number of steps."""
    stops = look.focusable
    assert name in stops, f"{name} cannot get the focus: {stops}"
    here = stops.index(look["focus"]) if look["focus"] in stops else -1
    ahead = (stops.index(name) - here) % len(stops)
    return (True, len(stops) - ahead) if here >= 0 and ahead > len(stops) / 2 else (False, ahead)


def by_digits(program: Program, look: Look, action: Any) -> None:
    """Choose the cards by number keys, go to the place, and press Enter. P draws or ends the turn."""
    cards = cards_for(look, action)
    if not cards:
        colour = getattr(action, "colour", None)
        program.key(*([] if colour is None else [str(colour + 1)]), "p")
        return
    program.key(*(str(int(name.split()[1]) + 1) for name in cards))
    wait_for_choice(program, cards)
    tab_to(program, place_for(action, look), "Return")


def by_arrows(program: Program, look: Look, action: Any) -> None:
    """Move along the hand with the arrow keys, choose with Space, go to the place, and press Space."""
    cards = cards_for(look, action)
    if cards and look["focus"].startswith("card"):
        steps = int(cards[0].split()[1]) - int(look["focus"].split()[1])
        program.key(*["Right" if steps > 0 else "Left"] * abs(steps))
    elif cards:
        tab_to(program, cards[0])
    for here, there in zip(cards, [*cards[1:], None]):
        steps = int(there.split()[1]) - int(here.split()[1]) if there else 0
        program.key("space", *["Right"] * steps)
    wait_for_choice(program, cards)
    tab_to(program, place_for(action, look), "space")


# -- gamepad


def pad_to(program: Program, name: str, *then: str, to: str = "") -> None:
    """Move the focus to a widget with the shoulder buttons, and tap buttons on it. `to` is as for `press`."""
    back, steps = _way_round(program.look(), name)
    program.press(*["leftshoulder" if back else "rightshoulder"] * steps)
    program.wait_until(lambda look: look["focus"] == name, f"the focus on {name}")
    program.press(*then, to=to)


def by_pad(program: Program, look: Look, action: Any) -> None:
    """Move along the hand with the d-pad, choose with A, go to the place by shoulder buttons, A. X ends a turn."""
    cards, place = cards_for(look, action), place_for(action, look)
    if place == "play":
        program.press("x")
        return
    if cards:
        pad_to(program, cards[0])
    for here, there in zip(cards, [*cards[1:], None]):
        steps = int(there.split()[1]) - int(here.split()[1]) if there else 0
        program.press("a", *["dpright"] * steps)
    wait_for_choice(program, cards)
    pad_to(program, place, "a")


def plug_in_pad(program: Program) -> None:
    program.ask("pad")
    program.wait_until(lambda look: look["pads"], "the gamepad")


def set_instant_speed(program: Program) -> None:
    """Set the speed to instant by its keys."""
    program.key("equal", "equal")
    program.wait_until(lambda look: look["settings"]["speed"] == "instant", "instant speed")


def finish(program: Program, do: Do, used: str, on: Callable[[Program], None] | None = None) -> Look:
    """Play to the results, and check that only this device was used."""
    play_on(program, do, on=on)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == (used, [])
    return over
