"""Trials where luck comes in, which random games seldom reach."""

import random
from typing import Any

import pytest

from tests.conformance.rules import check_trial
from tests.game.by_luck.random_games import Deal, play
from topping_out.game.boundary import fenced_class
from topping_out.game.engine import Ended, Game
from topping_out.game.options import resolve
from topping_out.game.registry import load
from topping_out.game.towering import events as towering
from topping_out.game.towers import events as towers
from topping_out.game.trial import Trial, try_out
from topping_out.game.wyoming import events as wyoming
from topping_out.game.wyoming.core.state import UNKNOWN


def trials(name: str, seats: int, options: dict[str, Any], games: int) -> list[Trial[Any, Any, Any]]:
    """Return a checked trial of a random action at each moment of some random games."""
    game, found = load(name), []
    for seed in range(games):
        luck = random.Random(seed)
        deal = Deal(name, seats, resolve(game.options(seats), options), seed, seed)
        for step in play(deal):
            for seat in game.actors(step.state):
                actions = game.actions(step.state, seat)
                found.append(check_trial(game, game.view(step.state, seat), luck.choice(actions), luck))
    return found


def test_a_toss_of_pennies_ends_what_a_trial_can_tell() -> None:
    found = trials("wyoming", 3, {"tidal": True}, 12)
    opened = [trial for trial in found if trial.is_open]
    assert opened
    assert all(isinstance(trial.events[-1], wyoming.Drew) for trial in opened)
    assert not any(trial.first(wyoming.Tossed) for trial in found)


def test_a_game_of_another_package_may_leave_a_trial_open() -> None:
    game, blamed = load("wyoming"), list[str]()
    fenced = fenced_class(type(game), Game, lambda said: blamed.append(said) or ValueError(said))()
    opened = next(trial for trial in trials("wyoming", 3, {"tidal": True}, 12) if trial.is_open)
    assert try_out(fenced, opened.before, opened.action) == opened
    assert not blamed


def test_cards_drawn_after_a_shuffle_are_not_known() -> None:
    """The discards lie open, but in what order they come back is for chance."""
    game, found = load("wyoming"), [trial for trial in trials("wyoming", 2, {}, 30) if trial.first(wyoming.Recycled)]
    assert found
    for trial in found:
        state = game.partial(trial.before)
        game.apply(state, trial.before.seat, trial.action)
        assert set(state.deck) <= {UNKNOWN}
    assert game.redact(wyoming.Drew(0, (UNKNOWN,)), 0) == wyoming.Drew(0, (-1,))


def test_the_last_card_of_the_pile_ends_a_round_whatever_it_is() -> None:
    found = [trial for trial in trials("towering", 2, {"rounds": 2}, 3) if trial.first(towering.RoundEnded)]
    over = [trial for trial in found if trial.first(Ended)]
    assert over
    assert all(trial.is_open for trial in found if trial not in over), "the next round is dealt by chance"


def test_a_floor_is_scored_with_cards_that_others_have_tucked() -> None:
    found = [trial for trial in trials("towers", 3, {}, 6) if trial.first(towers.Demolished)]
    hidden = [trial for trial in found if -1 in trial.first(towers.Demolished).tucks]
    assert hidden
    assert all(-1 in trial.after.discards for trial in hidden)


def test_a_game_without_partial_states_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("wyoming")
    state = game.setup(2, resolve(game.options(2), {}), 1)
    monkeypatch.delattr(type(game), "partial")
    with pytest.raises(NotImplementedError, match="wyoming"):
        try_out(game, game.view(state, state.turn), game.actions(state, state.turn)[0])
