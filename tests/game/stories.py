"""Rules told as stories: a sentence, a position, what is played there, and what holds then.

    a seat that can play may not discard
        3C / 7H > discard 1C ! a seat that can play may not discard instead
    the last card of the pile takes a penny with it
        4C / 4H, deck 3S > construct 1C @0.0 = sky 9; pile 0

A line at the margin is the sentence, and a test of its own. After the position `>` says what is played, `=` what holds,
`!` for which reason the last play is refused; `;` parts several plays or facts. Each game has words of its own for
positions, plays and facts: its teller.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from topping_out.game.engine import IllegalAction

Fact = Callable[[Any, list[Any]], object]
"""What holds in a state, after the events of the plays before."""


@dataclass(frozen=True)
class Teller:
    """What a game's stories are made of."""

    begin: Callable[[str], Any]
    """Makes the state of a position."""
    play: Callable[[Any, str], list[Any]]
    """Does a play if it is legal; returns its events."""
    facts: Mapping[str, Fact]
    """By the words that name them; the rest of a fact is its value."""


def stories(teller: Teller, text: str) -> Callable[[str], None]:
    """Return a test that tries each story of a text."""
    cases = [told.partition("\n")[::2] for told in re.split(r"\n(?=\S)", text.strip("\n"))]

    @pytest.mark.parametrize("story", [pytest.param(script, id=sentence) for sentence, script in cases])
    def test(story: str) -> None:
        position, *steps = re.split(r" ([>=!]) ", " ".join(story.split()))
        state, events = teller.begin(position), []
        for number in range(0, len(steps), 2):
            sign, words = steps[number : number + 2]
            is_refused = steps[number + 2 : number + 3] == ["!"]
            if sign == ">":
                *plays, last = words.split("; ")
                events = [event for play in plays for event in teller.play(state, play)]
                if is_refused:
                    with pytest.raises(IllegalAction, match=f"^{re.escape(steps[number + 3])}$"):
                        teller.play(state, last)
                else:
                    events += teller.play(state, last)
            elif sign == "=":
                found = "; ".join(f"{name} {value(state, events)}" for name, value in named(teller.facts, words))
                assert found == words, f"{words}: not so, but {found}"

    return test


def named(facts: Mapping[str, Fact], words: str) -> list[tuple[str, Fact]]:
    """Return the facts that these words speak of, the longest name first where two would fit."""
    longest = sorted(facts, key=len, reverse=True)
    names = [next(name for name in longest if f"{said} ".startswith(f"{name} ")) for said in words.split("; ")]
    return [(name, facts[name]) for name in names]


def row(values: Any) -> str:
    """Return values as a fact gives them, with a dash for none."""
    return " ".join(map(str, values)) or "-"


def kinds(events: list[Any]) -> str:
    """Return the names of the events' kinds."""
    return row(type(event).__name__ for event in events)
