"""Positions of IceTowers for tests. A piece is written as its colour and pips, such as `a3`."""

import re
from functools import partial
from typing import Any

import pytest

from tests.game.matches import Teller, kinds, of, options_in, row, start, words_of
from topping_out.game.engine import IllegalAction
from topping_out.game.icetowers.actions import Capped, TurnPassed, WasSetDown
from topping_out.game.icetowers.rules import GAME
from topping_out.game.icetowers.state import (
    COLOUR_OF,
    COUNTDOWN,
    PER_COLOUR,
    PER_SIZE,
    PIPS_OF,
    PieceId,
    State,
    Tower,
    TowerId,
    scores,
)

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed")
LETTERS = "abcdef"
BEGAN = COUNTDOWN
"""The time at which play begins in these positions."""


new = partial(start, GAME)


def started(seats: int = 2, seed: int = 1, **options: object) -> State:
    """Return a game just after the countdown."""
    state = new(seats, seed, **options)
    for seat in range(seats):
        do(state, seat, f"ready {seat * PER_COLOUR}")
    GAME.tick(state, BEGAN)
    return state


def piece(name: str, number: int = 0) -> PieceId:
    """Return a piece by name: `a3` is the first large piece of seat 0."""
    return LETTERS.index(name[0]) * PER_COLOUR + (int(name[1]) - 1) * PER_SIZE + number


def table(text: str, seats: int = 2, **options: object) -> State:
    """Return a game in play with only these towers, bottom piece first: `a3 b2 | b3` are towers 0 and 1."""
    state = started(seats, **options)
    used: dict[str, int] = {}
    towers = []
    for number, stack in enumerate(text.split("|")):
        pieces = []
        for name in stack.split():
            pieces.append(piece(name, used.get(name, 0)))
            used[name] = used.get(name, 0) + 1
        towers.append(Tower(number, tuple(pieces), 60 + 80 * (number % 14), 60 + 80 * (number // 14)))
    state.towers = tuple(towers)
    state.new_tower = len(towers)
    return state


def do(state: State, seat: int, *texts: str) -> list[Any]:
    """Check and do these actions of the seat. Return the events."""
    log: list[Any] = []
    for text in texts:
        action = GAME.parse(text)
        GAME.check(state, seat, action)
        assert seat in GAME.actors(state)
        GAME.apply(state, seat, action, log)
    return log


def wait(state: State, ms: int) -> list[Any]:
    """Let `ms` milliseconds pass. Return the events."""
    log: list[Any] = []
    GAME.tick(state, state.ms + ms, log)
    return log


def refusal(state: State, seat: int, text: str) -> str:
    """Return the reason why an action is refused."""
    with pytest.raises(IllegalAction) as caught:
        GAME.check(state, seat, GAME.parse(text))
    return str(caught.value)


def texts(state: State, seat: int) -> list[str]:
    """Return the seat's actions as text."""
    return list(map(str, GAME.actions(state, seat)))


def name_of(number: PieceId) -> str:
    return f"{LETTERS[COLOUR_OF[number]]}{PIPS_OF[number]}"


def shown(state: State) -> str:
    """Return the towers in the format of `table`, ordered by id."""
    return " | ".join(
        " ".join(map(name_of, tower.pieces)) for tower in sorted(state.towers, key=lambda tower: tower.id)
    )


def tower(state: State, number: TowerId) -> Tower:
    return next(tower for tower in state.towers if tower.id == number)


def held(state: State, seat: int) -> str:
    """Return the name of the piece in the seat's hand, or an empty string."""
    hand = state.hands[seat]
    return "" if hand is None else name_of(hand.piece)


def laid_out(text: str) -> State:
    """Parse a position, such as `a3 b2 | b3 | c1, ghost, timer 1`, or `new 2`, or `started 3`.

    The number of seats follows from the colours.
    """
    towers, *rest = text.split(", ")
    options = options_in(words_of(rest))
    if found := re.fullmatch(r"(new|started) (\d)", towers):
        return {"new": new, "started": started}[found[1]](int(found[2]), **options)
    seats = 2 if "ghost" in options else max(2, 1 + max(LETTERS.find(sign) for sign in towers))
    return table(towers, seats, **options)


def play(state: State, text: str) -> list[Any]:
    """Do an action of a story, such as `0 lift a3`, `1 mine b2.1` (the second piece named b2) or `wait 5000`."""
    first, _, rest = text.partition(" ")
    if first == "wait":
        return wait(state, int(rest))
    action = re.sub(r"\b([a-f][123])(?:\.(\d))?", lambda found: str(piece(found[1], int(found[2] or 0))), rest)
    return do(state, int(first), action)


def pieces_for(state: State, verb: str, seat: int) -> str:
    """Return the names of the pieces that a seat may lift, mine or split."""
    return row(name_of(int(text.split()[1])) for text in texts(state, seat) if text.startswith(f"{verb} "))


FACTS = {
    "towers": lambda state, _: shown(state),
    r"(lift|mine|split)s (\d)": lambda state, _, verb, seat: pieces_for(state, verb, int(seat)),
    r"places (\d)": lambda state, _, seat: row(t[7:] for t in texts(state, int(seat)) if t.startswith("place")),
    r"verbs (\d)": lambda state, _, seat: row(dict.fromkeys(t.split()[0] for t in texts(state, int(seat)))),
    r"hand (\d)": lambda state, _, seat: held(state, int(seat)) or "-",
    "actors": lambda state, _: row(sorted(GAME.actors(state))),
    "done": lambda state, _: row(sorted(state.done)),
    "scores": lambda state, _: row(scores(state)),
    "over": lambda state, _: state.outcome.reason if state.outcome else "no",
    "winners": lambda state, _: row(state.outcome.winners),
    "events": lambda _, events: kinds(events),
    "turn of": lambda _, events: row(event.seat for event in of(events, TurnPassed)),
    "by": lambda _, events: row(dict.fromkeys(event.why for event in events if hasattr(event, "why"))),
    "capped": lambda _, events: row(event.tower for event in of(events, Capped)),
    "set at": lambda _, events: row(f"{event.x},{event.y}" for event in of(events, WasSetDown)),
    "told": lambda state, events: " ".join(
        filter(None, (GAME.describe(event, NAMES[: state.variant.seats]) for event in events))
    ),
}
TELLER = Teller(laid_out, play, FACTS)
