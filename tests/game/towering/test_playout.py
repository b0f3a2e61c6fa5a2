"""Searches play on by the rules, in deals that fit what the seat has seen."""

import random
from collections import Counter

import pytest

from tests.game.towering.positions import GAME, new
from topping_out.game.bots.weights import bot_named
from topping_out.game.towering.bots.core.policy import Policy, play_on
from topping_out.game.towering.bots.deals import Deals, action_of
from topping_out.game.towering.bots.players import SearchBot
from topping_out.game.towering.bots.search import DealSearch
from topping_out.game.towering.state import State, TurnStage

VARIANTS: tuple[dict[str, object], ...] = (
    {"rounds": 1},
    {"rounds": 1, "colours": 5, "materials": "3"},
    {"rounds": 1, "colours": 3, "materials": "4", "hand": 5, "take_back": True},
    {"rounds": 1, "colours": 4, "materials": "0", "hand": 10},
)


def policy() -> Policy:
    bot = bot_named(GAME, "master")
    assert isinstance(bot, SearchBot)
    return DealSearch(bot.weights).policy


def chosen(state: State, by: Policy) -> object:
    """Return what the policy does next, as an action."""
    if state.stage is TurnStage.PLAY:
        return action_of(by.choose_play(state), 0)
    return action_of(None, by.choose_draw(state))


@pytest.mark.parametrize("options", VARIANTS)
def test_the_policy_plays_by_the_rules(options: dict[str, object]) -> None:
    state, by = new(5, **options), policy()
    while state.outcome is None:
        action = chosen(state, by)
        assert action in GAME.actions(state, state.turn)
        GAME.apply(state, state.turn, action)


@pytest.mark.parametrize("options", VARIANTS)
def test_a_round_played_on_is_the_round_that_the_game_plays(options: dict[str, object]) -> None:
    state, by = new(5, **options), policy()
    r = state.copy()
    while state.outcome is None:
        GAME.apply(state, state.turn, chosen(state, by))
    play_on(r, [by, by], 1000)
    table = ("hands", "known", "towers", "discards", "deck", "turn", "has_played", "barred", "streak")
    assert [getattr(r, part) for part in table] == [getattr(state, part) for part in table]
    assert (r.points(0), r.points(1)) == state.accounts[0].points


@pytest.mark.parametrize("options", VARIANTS)
def test_every_deal_could_lie_behind_the_view(options: dict[str, object]) -> None:
    state, rng = new(8, **options), random.Random(8)
    while state.outcome is None:
        seat = state.turn
        view = GAME.view(state, seat)
        twin = Deals(view).shuffled(rng)
        assert GAME.view(twin, seat) == view
        GAME.check_invariants(twin)
        assert not Counter(view.known[1 - seat]) - Counter(twin.hand(1 - seat))
        GAME.apply(state, seat, rng.choice(GAME.actions(state, seat)))


def test_a_seat_decides_by_what_it_has_seen_not_by_the_deal() -> None:
    state, rng, by = new(21, materials="3"), random.Random(1), policy()
    for _ in range(40):
        deals = Deals(GAME.view(state, state.turn))
        assert chosen(deals.shuffled(rng), by) == chosen(deals.shuffled(rng), by)
        GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)))
