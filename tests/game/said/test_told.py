"""Sentences about a player called You are in the second person, in every game."""

import random
import re

import pytest

from topping_out.game import registry
from topping_out.game.engine import sentences_of
from topping_out.game.options import resolve
from topping_out.game.registry import load

WRONG = re.compile(r"\bYou [a-z]+s\b|\byou's\b|\bYou's\b", re.IGNORECASE)
RIGHT = re.compile(r"\b[Yy]ou (pass|discuss)\b")


@pytest.mark.parametrize("name", [name for name in registry.names() if not load(name).live])
def test_no_sentence_of_a_whole_game_speaks_of_you_in_the_third_person(name: str) -> None:
    game = load(name)
    for seed in range(4):
        rng = random.Random(seed)
        state = game.setup(2, resolve(game.options(2), {}), seed)
        log: list[object] = []
        while actors := game.actors(state):
            seat = min(actors)
            game.apply(state, seat, rng.choice(game.actions(state, seat)), log)
        for sentence in sentences_of(game, log, ("You", "Mesa")):
            assert not WRONG.search(RIGHT.sub("", sentence)), sentence
