"""The playout core plays by the rules, and its deals fit what the seat has seen."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.game.towering.positions import GAME, new
from topping_out.game.bots.weights import bot_named
from topping_out.game.towering.actions import BUILDS, DISCARDS, DRAW_PILE, TAKES, Action
from topping_out.game.towering.bots.core.policy import Policy, play_on
from topping_out.game.towering.bots.core.round import PER_COLOUR, PILE, WIDTH, Round
from topping_out.game.towering.bots.deals import Deals, code_of, same_kind
from topping_out.game.towering.bots.players import SearchBot
from topping_out.game.towering.bots.search import Search
from topping_out.game.towering.cards import MATERIALS, deck_of, kind_of, without
from topping_out.game.towering.state import Stage, State

VARIANTS: tuple[dict[str, object], ...] = (
    {"rounds": 1},
    {"rounds": 1, "colours": 5, "materials": "3"},
    {"rounds": 1, "colours": 3, "materials": "4", "hand": 5, "take_back": True},
    {"rounds": 1, "colours": 4, "materials": "0", "hand": 10},
)
FIELDS = (
    "hands",
    "known",
    "open",
    "sums",
    "mats",
    "sizes",
    "piles",
    "deck",
    "fresh",
    "turn",
    "barred",
    "streak",
    "hidden",
)


def seen_through(state: State) -> Round:
    """Return the state as a round of the core: the view of the seat to play, and what is really hidden from it."""
    seat = state.turn
    deals = Deals(GAME.view(state, seat))
    hidden = without(state.hands[1 - seat], state.known[1 - seat])
    by_kind_of = {card: [core for core in deals.unseen if kind_of(core) == card] for card in {*hidden, *state.deck}}
    ids = [by_kind_of[card].pop() for card in (*hidden, *state.deck)]
    return deals.filled(ids[: len(hidden)], ids[len(hidden) :])


def listed(r: Round, stage: Stage) -> list[Action]:
    """Return the core's actions; of a colour's materials one stands for all."""
    if stage is Stage.DRAW:
        return [DRAW_PILE if draw == PILE else TAKES[draw] for draw in r.draws()]
    cards = ((kind_of(play >> 1), play & 1) for play in r.plays())
    return list(dict.fromkeys(BUILDS[card] if built else DISCARDS[card] for card, built in cards))


def act(r: Round, action: Action) -> None:
    play, draw = code_of(action)
    if play is not None:
        r.play(next(other for other in r.plays() if same_kind(other, play)))
    else:
        assert draw is not None
        r.draw(draw)


def by_kind(r: Round) -> dict[str, object]:
    """Return what the round holds, its cards by kind: the core numbers materials as they come."""
    fields = {name: getattr(r, name) for name in FIELDS}
    for name in ("hands", "known", "fresh"):
        fields[name] = [(mask >> MATERIALS, (mask & 15).bit_count()) for mask in fields[name]]
    fields["deck"] = list(map(kind_of, r.deck))
    fields["piles"] = [list(map(kind_of, pile)) for pile in r.piles]
    return fields


def points(state: State) -> list[int]:
    return list(state.accounts[0].points)


def cards_in(masks: list[int]) -> list[int]:
    return [c % WIDTH * PER_COLOUR + p for c, mask in enumerate(masks) for p in range(PER_COLOUR) if mask >> p & 1]


def weights() -> Policy:
    bot = bot_named(GAME, "master")
    assert isinstance(bot, SearchBot)
    return Search(bot.weights).policy


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seed", range(6))
def test_random_rounds_go_the_same_way_in_the_core_and_by_the_rules(options: dict[str, object], seed: int) -> None:
    state, rng = new(seed, **options), random.Random(seed)
    r = seen_through(state)
    while state.outcome is None:
        actions = GAME.actions(state, state.turn)
        assert listed(r, state.stage) == list(actions)
        action = rng.choice(actions)
        GAME.apply(state, state.turn, action)
        act(r, action)
        assert r.is_over() == (state.outcome is not None)
        if state.outcome is None:
            assert by_kind(r) == by_kind(seen_through(state))
    assert [r.points(0), r.points(1)] == points(state)


@pytest.mark.parametrize("options", VARIANTS)
def test_the_policy_plays_by_the_rules(options: dict[str, object]) -> None:
    state, policy = new(5, **options), weights()
    r = seen_through(state)
    while not r.is_over():
        play = policy.choose_play(r)
        assert play in r.plays()
        r.play(play)
        draw = policy.choose_draw(r)
        assert draw in r.draws()
        r.draw(draw)


@pytest.mark.parametrize("options", VARIANTS)
def test_every_deal_could_lie_behind_the_view(options: dict[str, object]) -> None:
    state, rng = new(8, **options), random.Random(8)
    while state.outcome is None:
        seat = state.turn
        r = Deals(GAME.view(state, seat)).shuffled(rng)
        held = [list(map(kind_of, cards_in(r.hands[s * WIDTH : s * WIDTH + WIDTH]))) for s in (0, 1)]
        assert held[seat] == list(state.hands[seat])
        assert not Counter(state.known[1 - seat]) - Counter(held[1 - seat])
        laid = [card for tower in state.towers for card in tower] + [card for pile in state.discards for card in pile]
        everything = deck_of(state.variant.colours, state.variant.materials[0])
        assert sorted([*held[0], *held[1], *map(kind_of, r.deck), *laid]) == sorted(everything)
        assert cards_in(r.fresh) == sorted(r.deck)
        GAME.apply(state, seat, rng.choice(GAME.actions(state, seat)))


def test_a_playout_leaves_the_round_it_came_from_alone() -> None:
    state, policy = new(3), weights()
    r, twin = seen_through(state), seen_through(state)
    play_on(r.copy(), [policy, policy], 1000)
    assert all(getattr(r, name) == getattr(twin, name) for name in FIELDS)


def test_a_playout_stops_after_so_many_turns() -> None:
    state, policy = new(3), weights()
    r = seen_through(state)
    before = len(r.deck) + len(cards_in(r.hands))
    play_on(r, [policy, policy], 4)
    after = len(r.deck) + len(cards_in(r.hands)) + sum(r.sizes) + sum(map(len, r.piles))
    assert before == after
    assert sum(r.sizes) + sum(map(len, r.piles)) + r.streak >= 4


def test_a_seat_decides_by_what_it_has_seen_not_by_the_deal() -> None:
    state, rng, policy = new(21, materials="3"), random.Random(1), weights()
    for _ in range(40):
        deals = Deals(GAME.view(state, state.turn))
        one, other = deals.shuffled(rng), deals.shuffled(rng)
        if state.stage is Stage.PLAY:
            assert policy.choose_play(one) == policy.choose_play(other)
        else:
            assert policy.choose_draw(one) == policy.choose_draw(other)
        GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)))
