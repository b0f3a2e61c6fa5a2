"""A search of Towers plays on states without faces, and imagines only what a view allows."""

import random
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from tests.game.by_luck.random_games import Deal, moments
from tests.game.by_luck.strategies import deals
from tests.game.towers.positions import GAME, STANDARD, table
from topping_out.game.towers.bots.boards import board_of, observation_of, planner_of, sites_after, steps_of
from topping_out.game.towers.bots.core.plan import is_last
from topping_out.game.towers.bots.core.planner import PlannedTurn
from topping_out.game.towers.bots.search import world_of
from topping_out.game.towers.bots.weights import weights_of
from topping_out.game.towers.floors import NONE
from topping_out.game.towers.state import State

DEALS = deals("towers")
OPEN = ("sites", "points", "first", "turn", "built", "last_round", "outcome")


def seen(board: State) -> list[object]:
    """Return what lies open of a state."""
    sizes = [*map(len, board.hands), len(board.draw_pile)]
    return [sizes, board.hands[board.turn], *(getattr(board, field) for field in OPEN)]


# -- what is seen


@given(DEALS)
def test_a_board_of_what_is_seen_shows_what_lies_open(deal: Deal) -> None:
    for state in moments(deal, most=4):
        assert seen(observation_of(GAME.view(state, state.turn))) == seen(board_of(state))


@given(DEALS, st.integers(0, 99))
def test_a_world_that_may_lie_behind_a_view_looks_the_same_from_the_seat(deal: Deal, luck: int) -> None:
    for state in moments(deal, most=4):
        view = GAME.view(state, state.turn)
        assert GAME.view(GAME.determinize(view, random.Random(luck)), state.turn) == view
        assert seen(world_of(view, random.Random(luck))) == seen(board_of(state))


def test_a_round_is_foreseen_to_be_the_last_as_the_engine_has_it() -> None:
    for end, pile, hand in product(("sheet", "deck"), range(5), range(7)):
        state = table([", ".join(["SUITE"] * hand), "OFFICE"], "LOBBY", "LOBBY", pile=pile, end=end)
        state.built = b"\0\1"
        foreseen = is_last(board_of(state), hand)
        state.turn, state.first = 0, 0
        GAME.apply(state, 0, GAME.parse("end"))
        assert foreseen == state.last_round


# -- plans


@given(DEALS)
def test_a_plan_can_be_carried_out_and_leaves_the_towers_as_it_says(deal: Deal) -> None:
    for state in moments(deal, most=3):
        if state.outcome is None:
            deck, board = state.variant.deck, board_of(state)
            for plan in planner_of(state.variant, weights_of("medium")).plans(board, 5):
                twin = state.copy()
                for step in steps_of(deck, board, plan)[:-1]:
                    GAME.check(twin, twin.turn, step)
                    GAME.apply(twin, twin.turn, step)
                assert board_of(twin).sites == sites_after(board, plan)


@given(DEALS)
def test_the_best_plan_is_found_though_most_are_left_out(deal: Deal) -> None:
    planner = planner_of(deal.start().variant, weights_of("medium"))
    for state in moments(deal, most=4):
        if state.outcome is None:
            board = board_of(state)
            assert planner.best(board) == planner.plans(board, 1)[0]
            assert len(PlannedTurn(planner, board, True).drafts) <= len(PlannedTurn(planner, board, False).drafts)


def test_claims_are_shared_out_among_the_towers_so_that_they_bring_most() -> None:
    """In the last round only points count: every way to claim is tried here, and none beats the plan."""
    hand = "SUITE, SUITE, SUITE"
    state = table([hand, ""], "LOBBY, OFFICE, OFFICE", "ELEVATOR, LOBBY:1, INFERNO", "LANDLORD:1, SPIRE", pile=0)
    state.last_round, state.first, state.built = True, 1, b"\0\1"
    board = board_of(state)
    terms = board.terms
    best = planner_of(state.variant, weights_of("medium")).best(board)
    places = [(plot, n) for plot, site in enumerate(board.sites) for n, owner in enumerate(site[1]) if owner == NONE]
    leads = []
    for chosen in (pick for count in range(4) for pick in combinations(places, count)):
        twin = board.copy()
        for plot, level in chosen:
            twin.claim(STANDARD.kind_named["SUITE"], plot, level)
        points = [terms.tally(*site)[0] for site in twin.sites]
        leads.append(sum(own for own, _ in points) - sum(other for _, other in points))
    assert best.worth == max(leads)
