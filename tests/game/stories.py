"""Rules told as stories: a sentence, a position, what is played there, and what holds then.

    a seat that can play may not discard
        3C / 7H > discard 1C ! You can play, so you can't discard instead.
    the last card of the pile takes a penny with it
        4C / 4H, deck 3S > construct 1C @0.0 = sky 9; pile 0

A line at the margin is the sentence, and a test of its own. After the position `>` says what is played, `=` what holds,
`!` for which reason the last play is refused; `;` parts several plays or facts, and `…` stands for any words. Each game
has words of its own for positions, plays and facts: its teller.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from topping_out.game.engine import IllegalAction


@dataclass(frozen=True)
class Teller:
    """What a game's stories are made of."""

    begin: Callable[[str], Any]
    """Makes the state of a position."""
    play: Callable[[Any, str], list[Any]]
    """Does a play if it is legal; returns its events."""
    facts: Mapping[str, Callable[..., object]]
    """By the words that name them, a pattern; told the state, the events of the plays before and the pattern's groups.

    The rest of a fact's words is its value."""


def stories(teller: Teller, text: str) -> Callable[[str], None]:
    """Return a test that tries each story of a text."""

    @pytest.mark.parametrize("story", cases(text))
    def test(story: str) -> None:
        tell(teller, story)

    return test


def cases(text: str) -> list[Any]:
    """Return the stories of a text as cases of a test, each called by its sentence."""
    found = [told.partition("\n") for told in re.split(r"\n(?=\S)", text.strip("\n"))]
    return [pytest.param(script, id=sentence) for sentence, _, script in found]


def tell(teller: Teller, story: str) -> None:
    """Play a story, and look whether all holds that it says."""
    position, *steps = re.split(r" ([>=!]) ", " ".join(story.split()))
    state, events = teller.begin(position), []
    for number in range(0, len(steps), 2):
        sign, words = steps[number : number + 2]
        if sign == ">":
            refusal = steps[number + 3] if steps[number + 2 : number + 3] == ["!"] else ""
            *plays, last = words.split("; ")
            events = [event for play in plays for event in teller.play(state, play)]
            if refusal:
                with pytest.raises(IllegalAction, match=f"^{pattern(refusal)}$"):
                    teller.play(state, last)
            else:
                events += teller.play(state, last)
        elif sign == "=":
            for fact in words.split("; "):
                found = holds(teller.facts, fact, state, events)
                assert re.fullmatch(pattern(fact), found, re.DOTALL), f"{fact}: not so, but {found}"


def holds(facts: Mapping[str, Callable[..., object]], fact: str, state: Any, events: list[Any]) -> str:
    """Return a fact as it is, in the words of the one that is told; of the names that fit the first counts."""
    for name, value in facts.items():
        if found := re.match(rf"{name}(?= |$)", fact):
            return f"{found[0]} {value(state, events, *found.groups())}"
    raise ValueError(f"no fact is named {fact!r}")


def pattern(words: str) -> str:
    return ".*".join(map(re.escape, words.split("…")))


def row(values: Any) -> str:
    """Return values as a fact gives them, with a dash for none."""
    return " ".join(map(str, values)) or "-"


def kinds(events: list[Any]) -> str:
    """Return the names of the events' kinds."""
    return row(type(event).__name__ for event in events)
