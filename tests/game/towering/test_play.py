"""What holds in every game of Towering, with any options, whatever is played."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.towering.positions import GAME, hands
from topping_out.game.engine import IllegalAction, Outcome
from topping_out.game.options import resolve
from topping_out.game.towering.actions import BUILDS, DISCARDS, DRAW_PILE, TAKES, Action, Build, Discard
from topping_out.game.towering.cards import COLOURS, colour_of, is_material, number_of
from topping_out.game.towering.state import State, TurnStage

EVERY_ACTION: list[Action] = [*BUILDS, *DISCARDS, DRAW_PILE, *TAKES]

option_sets = st.fixed_dictionaries(
    {},
    optional={option.key: st.sampled_from([value for value, _ in option.choices]) for option in GAME.options(2)}
    | {"materials": st.lists(st.integers(0, 4).map(str), min_size=1, max_size=5).map("-".join)},
)
seeds = st.integers(0, 2**32 - 1)


def begin(options: dict[str, object], seed: int) -> State:
    return GAME.setup(2, resolve(GAME.options(2), options), seed)


def legal(state: State) -> set[Action]:
    """Work the legal actions out once more, from the sheet and T3 alone."""
    found: set[Action] = set()
    if state.outcome:
        return found
    if state.stage is TurnStage.DRAW:
        piles = [colour for colour in COLOURS if state.discards[colour] and colour != state.barred]
        return {DRAW_PILE, *(TAKES[colour] for colour in piles)}
    for card in state.hand(state.turn):
        found.add(Discard(card))
        floors = [number_of(c) for c in state.tower(state.turn, colour_of(card)) if not is_material(c)]
        if not floors or number_of(card) > max(floors):
            found.add(Build(card))
    return found


@given(option_sets, seeds)
def test_the_actions_are_those_of_the_sheet_and_no_others(options: dict[str, object], seed: int) -> None:
    state, rng = begin(options, seed), random.Random(seed)
    for _ in range(60):
        listed = GAME.actions(state, state.turn)
        assert set(listed) == legal(state)
        assert len(set(listed)) == len(listed)
        for action in rng.sample(EVERY_ACTION, 12):
            if action in listed:
                GAME.check(state, state.turn, action)
            else:
                with pytest.raises(IllegalAction):
                    GAME.check(state, state.turn, action)
        if not state.outcome:
            GAME.apply(state, state.turn, rng.choice(listed))


@given(option_sets, seeds)
def test_cards_are_conserved_and_every_game_ends(options: dict[str, object], seed: int) -> None:
    state, rng = begin(options, seed), random.Random(seed)
    while state.outcome is None:
        GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)))
        GAME.check_invariants(state)
        assert all(set(known) <= set(held) for known, held in zip(map(state.known_of, (0, 1)), hands(state)))
    assert len(state.accounts) == state.variant.rounds
    totals = tuple(sum(account.points[seat] for account in state.accounts) for seat in (0, 1))
    winners = (0, 1) if totals[0] == totals[1] else (totals.index(max(totals)),)
    assert state.outcome == Outcome(winners, totals, "rounds")
