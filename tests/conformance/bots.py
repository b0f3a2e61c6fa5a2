"""Checks on the bots of a game."""

import pickle
import pickletools
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from itertools import islice
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.game.by_luck.random_games import Deal, deals, moments, play
from tests.properties import examples
from topping_out.game import roster
from topping_out.game.assets import ROOT
from topping_out.game.bots import weights
from topping_out.game.bots.weights import bot_named
from topping_out.game.bots.worker import BotQuestion, think
from topping_out.game.engine import AnyGame, hint
from topping_out.game.language import with_names
from topping_out.game.options import resolve
from topping_out.game.registry import load
from topping_out.game.text import sentence

CHECKS: list[Callable[..., None]] = []
"""Each takes a game."""
CHECKS_OF_EACH: list[Callable[..., None]] = []
"""Each takes a game and one of its bots by name."""


def check(function: Callable[..., None]) -> Callable[..., None]:
    CHECKS.append(function)
    return function


def check_each(function: Callable[..., None]) -> Callable[..., None]:
    CHECKS_OF_EACH.append(function)
    return function


def bot_names(name: str) -> list[str]:
    """Return the names of all bots of a game: levels, characters, random play, old bots."""
    return [*roster.names(), *weights.gauntlet(name)]


def first_choice(game: AnyGame, state: Any) -> tuple[Any, Any] | None:
    """Return the view and the actions of the first seat that may act, or None if it has no action."""
    for seat in islice(sorted(game.actors(state)), 1):
        if actions := game.actions(state, seat):
            return game.view(state, seat), actions
    return None


# -- choices and advice


@check
@examples(3)
@given(data=st.data())
def a_bot_chooses_a_legal_action_and_repeats_its_choice(game: AnyGame, data: st.DataObject) -> None:
    """The strongest bots are too slow for this check."""
    level = data.draw(st.sampled_from(game.levels[:-1]))
    for state in moments(data.draw(deals(game.name)), most=2):
        if found := first_choice(game, state):
            view, actions = found
            chosen = [bot_named(game, level).choose(view, actions, random.Random(7)) for _ in range(2)]
            assert chosen[0] == chosen[1]
            assert chosen[0] in actions or (game.live and chosen[0] is None)


@check
@examples(3)
@given(data=st.data())
def advice_is_a_legal_action_with_a_reason_in_words(game: AnyGame, data: st.DataObject) -> None:
    for state in moments(data.draw(deals(game.name)), most=4):
        if found := first_choice(game, state):
            view, actions = found
            advice = bot_named(game, "medium").advise(view, actions, random.Random(7))
            if advice is not None:
                assert advice.action in actions
                names = ["Ana", "Bo", "Cy", "Di", "Eve"]
                text, reason = hint(game, view, advice, names), with_names(advice.reason, names)
                assert "{" not in text
                assert text[0].isupper() or text[0].isdigit()
                assert text.endswith(".")
                assert reason in text or sentence(reason) == text


# -- bots know no more than their seat sees


@cache
def middle(name: str, seats: int) -> tuple[Any, int]:
    """Return a state from the middle of a random game, and a seat that has several actions in it."""
    game = load(name)
    deal = Deal(name, seats, resolve(game.options(seats), {}), seed=5, luck=3)
    found = []
    for step in play(deal, longest=80):
        choices = {seat: len(game.actions(step.state, seat)) for seat in sorted(game.actors(step.state))}
        found += [(step.state.copy(), seat) for seat, number in choices.items() if number > 1]
    return found[len(found) // 2]


def choice(game: AnyGame, bot: str, state: Any, seat: int) -> Any:
    """Return the bot's action, computed as for the window and the arena."""
    return think(BotQuestion(1, game.name, bot, game.view(state, seat), game.actions(state, seat), 7)).action


@check_each
def a_bot_does_not_depend_on_hidden_information(game: AnyGame, bot: str) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        state, seat = middle(game.name, seats)
        view = game.view(state, seat)
        alternative = game.determinize(view, random.Random(1))
        assert game.view(alternative, seat) == view
        assert game.actions(alternative, seat) == game.actions(state, seat)
        chosen = choice(game, bot, state, seat)
        assert chosen in game.actions(state, seat) or (game.live and chosen is None)
        assert choice(game, bot, alternative, seat) == chosen


@check
def determinize_varies_hidden_information_if_there_is_any(game: AnyGame) -> None:
    state, seat = middle(game.name, game.seats[-1])
    view = game.view(state, seat)
    worlds = [state, *(game.determinize(view, random.Random(n)) for n in range(4))]
    assert all(game.view(world, seat) == view for world in worlds)
    assert len({str(game.dump(world)) for world in worlds}) in (1, len(worlds))


@check
def the_bots_process_never_receives_a_state(game: AnyGame) -> None:
    assert {field.name for field in fields(BotQuestion)} == {
        "ticket", "game", "level", "view", "actions", "moment", "kind", "is_first", "language", "player",
    }  # fmt: skip
    state, seat = middle(game.name, game.seats[0])
    sent = pickle.dumps(BotQuestion(1, game.name, "hard", game.view(state, seat), game.actions(state, seat), 3))
    classes = {str(word) for code, word, _ in pickletools.genops(sent) if "UNICODE" in code.name}
    assert type(game.view(state, seat)).__name__ in classes
    assert type(state).__name__ not in classes


@check
def a_bot_remembers_nothing_between_choices(game: AnyGame) -> None:
    places = [middle(game.name, game.seats[0]), middle(game.name, game.seats[-1])]
    for bot in (*game.levels[:-1], *weights.gauntlet(game.name)[:3]):
        first = [choice(game, bot, state, seat) for state, seat in places]
        again = [choice(game, bot, state, seat) for state, seat in reversed(places)]
        assert again[::-1] == first, bot


@check
def bots_do_not_import_pygame(game: AnyGame) -> None:
    load = "from topping_out.game.bots.weights import bot_named; from topping_out.game.registry import load"
    code = f"import sys; {load}; bot_named(load({game.name!r}), {game.levels[0]!r}); sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
