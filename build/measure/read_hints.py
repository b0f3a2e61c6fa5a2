"""Prints hints to be read: the position, the hint, and what happens when it is followed.

`python build/measure/read_hints.py wyoming --number 75 --seed 1`: of games between bots over all options and numbers of
seats.
"""

from __future__ import annotations

import argparse
import importlib
import random
import textwrap
from collections.abc import Iterator
from typing import Any

from topping_out.game import registry
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Advice, AnyGame, Seat, hint, tell
from topping_out.game.registry import load

NAMES = ("Mesa", "Ana", "Bo", "Cy", "Di")
LEVELS = ("easy", "medium", "hard")
PACE = 900
"""Milliseconds between two actions of a live game."""
WIDTH = 140


def moments(game: AnyGame, luck: random.Random) -> Iterator[tuple[Any, Seat]]:
    """Yield a state of each of endless games of bots, from any stage of it, with a seat that has a choice."""
    while True:
        seats = luck.choice(list(game.seats))
        options = {option.key: luck.choice(option.lasting) for option in game.options(seats)}
        state, found = game.setup(seats, options, luck.getrandbits(32)), list[tuple[Any, Seat]]()
        bot = bot_named(game, luck.choice(LEVELS))
        for number in range(luck.randrange(10, 400)):
            if game.live:
                game.tick(state, PACE * number)
            if game.outcome(state):
                break
            seat = luck.choice(sorted(game.actors(state)))
            actions = game.actions(state, seat)
            if len(actions) > 1:
                found.append((state.copy(), seat))
            action = bot.choose(game.view(state, seat), actions, luck) if actions else None
            if action is not None:
                game.apply(state, seat, action)
        yield luck.choice(found[len(found) // 3 :] or found)


def asked_for(game: AnyGame, view: Any) -> Iterator[tuple[str, Any]]:
    """Yield what is in the game's variant that can be told in a word."""
    for key in view.variant.__dataclass_fields__:
        value = getattr(view.variant, key)
        if value not in (None, False) and len(str(value)) < 40:
            yield key, value


def report(game: AnyGame, state: Any, seat: Seat, advice: Advice[Any], names: list[str]) -> Iterator[str]:
    """Yield the hint, and what its play does, in lines."""
    view, after = game.view(state, seat), state.copy()
    yield f"HINT  {hint(game, view, advice, names)}"
    for action in filter(None, (advice.action, advice.then)):
        events: list[Any] = []
        game.apply(after, seat, action, events)
        own = game.describe_action(seat, action, names)
        yield f"THEN  {action}: {' '.join(filter(None, [own, *tell(game, events, names)]))}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("--number", type=int, default=75)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="master")
    arguments = parser.parse_args()
    game, luck = load(arguments.game), random.Random(arguments.seed)
    spoken = "spoken.words" if game.live else "words"
    words = importlib.import_module(f"topping_out.scenes.{game.name}.{spoken}")
    bot, number = bot_named(game, arguments.level), 0
    for state, seat in moments(game, luck):
        view, actions = game.view(state, seat), game.actions(state, seat)
        advice = bot.advise(view, actions, random.Random(arguments.seed))
        if advice is None:
            continue
        number += 1
        names = [*NAMES[: view.variant.seats if hasattr(view.variant, "seats") else 2]]
        names[seat] = "You"
        hand = words.describe_hand(view, seat) if game.live else words.describe_hand(view)
        print(f"\n{number}. {', '.join(f'{key} {value}' for key, value in asked_for(game, view))}")
        for line in (hand, words.describe_table(view, names), *report(game, state, seat, advice, names)):
            print(textwrap.fill(line, WIDTH, initial_indent="   ", subsequent_indent="         "))
        if number == arguments.number:
            return


if __name__ == "__main__":
    main()
