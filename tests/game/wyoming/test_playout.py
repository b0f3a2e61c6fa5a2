"""Playouts without faces play by the same rules, and imagine only what a view allows."""

import random

import pytest
from hypothesis import given

from tests.game.by_luck.random_games import Deal, moments
from tests.game.by_luck.strategies import deals
from tests.game.wyoming.positions import GAME, new, table
from topping_out.game.engine import Outcome
from topping_out.game.wyoming.bots.core.kept import KINDS as RELATIONS
from topping_out.game.wyoming.bots.core.kept import NEEDS, relations
from topping_out.game.wyoming.bots.core.observation import DECIDED, share
from topping_out.game.wyoming.bots.core.playout import CELLS, appraise, play_out, weigh
from topping_out.game.wyoming.bots.worlds import Worlds, values_for, world_of
from topping_out.game.wyoming.cards import PER_SUIT, SUITS
from topping_out.game.wyoming.core.state import KINDS, counts
from topping_out.game.wyoming.state import State

FIELDS = ("suits", "heights", "discarded", "alive", "pennies", "turn", "owed", "safe")


def hand(world: State, seat: int) -> list[int]:
    return world.held[KINDS * seat : KINDS * seat + 4]


# -- worlds


@given(deal=deals("wyoming"))
def test_a_world_is_one_that_could_lie_behind_the_view(deal: Deal) -> None:
    for state in moments(deal, most=3):
        if state.outcome is not None:
            continue
        seat = state.turn
        world, truth = Worlds(GAME.view(state, seat)).draw(random.Random(deal.luck)), world_of(state)
        assert all(getattr(world, field) == getattr(truth, field) for field in FIELDS)
        assert hand(world, seat) == hand(truth, seat)
        assert [world.size(s) for s in range(deal.seats)] == [len(hand) for hand in state.hands]
        assert len(world.deck) == len(state.deck)
        assert in_all(world) == [PER_SUIT] * 4


def in_all(world: State) -> list[int]:
    """Return the number of cards of each suit, wherever they are."""
    standing = [sum(h for s, h in zip(world.suits, world.heights) if s == suit) for suit in SUITS]
    return [
        sum(world.held[suit::KINDS]) + counts(world.deck)[suit] + world.discarded[suit] + standing[suit]
        for suit in SUITS
    ]


def test_worlds_differ_where_nobody_knows_and_repeat_with_the_generator() -> None:
    view = GAME.view(new(3, seed=5), 0)
    worlds = Worlds(view)
    hands = [worlds.draw(random.Random(seed)).held for seed in (1, 2, 1)]
    assert hands[0] == hands[2] != hands[1]


def test_what_nobody_has_seen_is_dealt_as_often_as_its_share() -> None:
    """Half of the hidden cards are spades, so half of a rival's are, on the average."""
    state = table("7H", "7S", towers=["", "", "5H"], deck="", discards="13H 11C 11D")
    worlds, rng = Worlds(GAME.view(state, 0)), random.Random(2)
    spades = sum(hand(worlds.draw(rng), 1)[0] for _ in range(600)) / 600
    hidden = worlds.hidden
    assert spades == pytest.approx(7 * hidden[0] / sum(hidden), abs=0.25)


def test_what_is_kept_is_told_by_the_towers_that_it_helps_or_harms() -> None:
    """Hearts oppose spades, and diamonds clubs; over the Sky of 10 one of them needs 6 more cards, the other 1 (W4)."""
    world = world_of(table("7H", "7D", towers=["5S", "", "10C"]))
    assert relations(world, 0) == [[5], [NEEDS + 5], [], [2 * NEEDS]]
    assert relations(world, 1) == [[], [2 * NEEDS + 5], [0], [NEEDS]]


def test_cards_that_are_hardly_kept_are_hardly_dealt_unless_the_hand_is_fresh() -> None:
    state, fresh = (table("7H", hand, towers=["", "", "5S"], discards="13H 11C 11D") for hand in ("6S", "7S"))
    kept = [100] * (RELATIONS * NEEDS)
    plain = Worlds(GAME.view(state, 0), kept)
    kept[5] = 1
    rare, rng = Worlds(GAME.view(state, 0), kept), random.Random(2)
    hidden = plain.hidden
    unplayed = Worlds(GAME.view(fresh, 0), kept)
    spades = [sum(hand(worlds.draw(rng), 1)[0] for _ in range(600)) / 600 for worlds in (plain, rare, unplayed)]
    assert spades[0] == pytest.approx(6 * hidden[0] / sum(hidden), abs=0.25)
    assert spades[1] < spades[0] / 8
    assert spades[2] == pytest.approx(spades[0] * 7 / 6, rel=0.1)


# -- what positions are worth


@given(deal=deals("wyoming"))
def test_the_quick_way_to_weigh_plays_agrees_with_the_long_one(deal: Deal) -> None:
    luck = random.Random(deal.luck)
    values = [luck.randrange(-200, 200) for _ in range(CELLS)]
    for state in moments(deal, most=4):
        if state.outcome is None:
            world = world_of(state)
            weighed = {scored & 511: scored >> 9 for scored in weigh(world, values)}
            assert weighed == {code: appraise(world, code, values) for code in world.plays()}


@given(deal=deals("wyoming"))
def test_a_play_is_decided_if_and_only_if_it_ends_the_game_by_a_tower(deal: Deal) -> None:
    for state in moments(deal, most=4):
        if state.outcome is not None:
            continue
        seat, world = state.turn, world_of(state)
        for code in world.plays():
            after = world.copy()
            after.step(code)
            score = appraise(world, code, [0] * CELLS)
            if score:
                assert abs(score) == DECIDED
                assert after.outcome
                assert (score > 0) == (seat in after.outcome.winners)


# -- playing out


def test_a_playout_is_a_chance_and_comes_to_an_end() -> None:
    for seats in GAME.seats:
        state = new(seats, seed=seats)
        values = values_for("wyoming", state.variant)
        assert 0 < play_out(world_of(state), 0, 2, values) < 1
        whole = world_of(state)
        assert play_out(whole, 0, 10_000, values) in (0, 1)


def test_a_playout_sees_the_win_on_the_table() -> None:
    state = table("4C 3H", "7S", towers=["", "7C"])
    assert play_out(world_of(state), 0, 1, values_for("wyoming", state.variant)) == 1


def test_a_draw_is_worth_a_fair_share_and_a_shared_win_its_part() -> None:
    world = world_of(new(4))
    world.outcome = Outcome((), (), "")
    assert share(world, 0) == 1 / 4
    world.outcome = Outcome((1, 2), (), "")
    assert (share(world, 0), share(world, 1)) == (0, 1 / 2)
