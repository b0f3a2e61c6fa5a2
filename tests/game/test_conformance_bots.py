"""What the bots of every game keep, whichever it is: seen only through the interface that all games share."""

from __future__ import annotations

import pickle
import pickletools
import random
import subprocess
import sys
from dataclasses import fields
from functools import cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import registry, roster
from game.assets import ROOT
from game.bots import weights
from game.bots.weights import bot_named
from game.bots.worker import Question, bot_seed, think
from game.engine import AnyGame
from game.options import resolve
from game.registry import load
from tests.game.strategies import Deal, deals, moments, play

every_game = pytest.mark.parametrize("name", registry.names())


@every_game
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@settings(max_examples=3)
@given(data=st.data())
def test_a_bot_chooses_a_legal_action_and_the_same_one_again(name: str, level: str, data: st.DataObject) -> None:
    deal = data.draw(deals(name))
    game = deal.game
    for state in moments(deal, most=2):
        for seat in islice(sorted(game.actors(state)), 1):
            view, actions = game.view(state, seat), game.actions(state, seat)
            if actions:
                chosen = [bot_named(game, level).choose(view, actions, random.Random(7)) for _ in range(2)]
                assert chosen[0] == chosen[1]
                assert chosen[0] in actions or (game.live and chosen[0] is None)


@every_game
@settings(max_examples=3)
@given(data=st.data())
def test_advice_is_a_legal_action_with_a_reason_in_words(name: str, data: st.DataObject) -> None:
    deal = data.draw(deals(name))
    game = deal.game
    for state in moments(deal, most=4):
        for seat in islice(sorted(game.actors(state)), 1):
            actions = game.actions(state, seat)
            advice = (
                bot_named(game, "medium").advise(game.view(state, seat), actions, random.Random(7)) if actions else None
            )
            if advice is not None:
                assert advice.action in actions
                assert advice.reason[0].isupper() or advice.reason[0].isdigit()
                assert advice.reason.endswith(".")


# -- no bot knows more than its seat sees


def all_minds() -> list[tuple[str, str]]:
    """Return every game with everybody who can play it: levels, characters, dice and old bots."""
    return [(name, mind) for name in registry.names() for mind in (*roster.words(), *weights.gauntlet(name))]


@cache
def middle(name: str, seats: int) -> tuple[Any, int]:
    """Return a state from the middle of a random game, and a seat that has a choice in it."""
    game = load(name)
    deal = Deal(name, seats, resolve(game.options(seats), {}), seed=5, luck=3)
    found = []
    for step in play(deal, longest=80):
        choices = {seat: len(game.actions(step.state, seat)) for seat in sorted(game.actors(step.state))}
        found += [(step.state.copy(), seat) for seat, number in choices.items() if number > 1]
    return found[len(found) // 2]


def choice(game: AnyGame, mind: str, state: Any, seat: int) -> Any:
    """Return what the mind does, asked as the window and the arena ask."""
    question = Question(1, game.name, mind, game.view(state, seat), game.actions(state, seat), seed="7")
    return think(question).action


@pytest.mark.parametrize(("name", "mind"), all_minds())
def test_a_bot_does_the_same_whatever_lies_where_it_cannot_look(name: str, mind: str) -> None:
    game = load(name)
    for seats in {game.seats[0], game.seats[-1]}:
        state, seat = middle(name, seats)
        view = game.view(state, seat)
        other = game.determinize(view, random.Random(1))
        assert game.view(other, seat) == view
        assert game.actions(other, seat) == game.actions(state, seat)
        assert choice(game, mind, other, seat) == choice(game, mind, state, seat)


@every_game
def test_there_is_something_where_a_bot_cannot_look(name: str) -> None:
    game = load(name)
    state, seat = middle(name, game.seats[-1])
    view = game.view(state, seat)
    worlds = [game.determinize(view, random.Random(n)) for n in range(4)]
    assert all(game.view(world, seat) == view for world in worlds)
    dumps = [str(game.dump(world)) for world in (state, *worlds)]
    assert len(set(dumps)) == (1 if name == "icetowers" else 5), "in IceTowers everything lies open"


@every_game
def test_the_bots_process_is_sent_nothing_but_view_actions_and_the_generators_seed(name: str) -> None:
    assert {field.name for field in fields(Question)} == {
        "ticket", "game", "level", "view", "actions", "seed", "kind", "played",
    }  # fmt: skip
    state, seat = middle(name, 2)
    game = load(name)
    seed = bot_seed(123456789, seat, 3)
    sent = pickle.dumps(Question(1, name, "hard", game.view(state, seat), game.actions(state, seat), seed))
    classes = {str(word) for code, word, _ in pickletools.genops(sent) if "UNICODE" in code.name}
    assert "View" in classes
    assert "State" not in classes
    assert b"123456789" not in sent, "with the game's seed anybody could deal its cards again"


@pytest.mark.parametrize(("name", "mind"), [pair for pair in all_minds() if pair[1] in ("easy", "medium", "tuned")])
def test_a_bot_keeps_nothing_from_one_choice_to_the_next(name: str, mind: str) -> None:
    game = load(name)
    places = [middle(name, game.seats[0]), middle(name, game.seats[-1])]
    first = [choice(game, mind, state, seat) for state, seat in places]
    again = [choice(game, mind, state, seat) for state, seat in reversed(places)]
    assert again[::-1] == first


def test_bots_think_without_the_screens_library() -> None:
    names = ", ".join(f"game.{name}.bots" for name in registry.names())
    code = f"import sys, {names}; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
