"""The music leans in as a game goes on: each table's mood rises from calm, and is tense at the end."""

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from topping_out.game import registry
from topping_out.game.options import resolve
from topping_out.scenes.match.definition import load_object, table_of

TURN_GAMES = [name for name in registry.names() if not registry.load(name).live]


def mood(game: str, view: object) -> int:
    table = table_of(game)
    if table.table:
        return load_object(table.table)().mood(view)
    return load_object(table.board).mood.fget(SimpleNamespace(view=view))


@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_game_of_turns_begins_calm_and_is_tense_at_its_end(name: str) -> None:
    game, rng, moods = registry.load(name), random.Random(4), []
    state = game.setup(2, resolve(game.options(2), {}), 4)
    while not game.outcome(state):
        moods.append(mood(name, game.view(state, None)))
        seat = min(game.actors(state))
        game.apply(state, seat, rng.choice(game.actions(state, seat)))
    moods.append(mood(name, game.view(state, None)))
    assert moods[0] == 0
    assert {1, 2} <= {*moods}


def test_a_live_game_is_tense_in_its_last_ten_seconds() -> None:
    game = registry.load("icetowers")
    view = game.view(game.setup(2, resolve(game.options(2), {}), 4), None)
    assert mood("icetowers", view) == 0
    played = [replace(view, began=0, ms=ms) for ms in (1000, 30_000)]
    assert [mood("icetowers", at) for at in played] == [0, 1]
    assert mood("icetowers", replace(played[1], last_call=29_000)) == 2
