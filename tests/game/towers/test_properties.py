"""What holds in every random game of Towers, whatever the seats, options and luck."""

import random
from collections.abc import Iterator
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from tests.game.by_luck.random_games import Deal, play
from tests.game.by_luck.strategies import deals
from tests.game.towers.positions import GAME, STANDARD, scored
from tests.properties import examples
from topping_out.game.engine import IllegalAction
from topping_out.game.towers.actions import NEW, Action, Build, Claim, End
from topping_out.game.towers.events import Demolished, Drew, FloorScored
from topping_out.game.towers.floors import NONE, Deck
from topping_out.game.towers.scoring import account, preview, recount, tally
from topping_out.game.towers.state import State, floors_of, owners_of

DEALS = deals("towers")


def states(deal: Deal) -> Iterator[State]:
    return (step.state for step in play(deal))


@given(DEALS)
def test_floors_keep_their_limits(deal: Deal) -> None:
    for state in states(deal):
        assert all(len(floors_of(tower)) < (6 if not state.built else 7) for tower in state.towers)
        assert len(set(state.built)) == len(state.built) <= 2


@given(DEALS)
def test_all_seats_have_had_as_many_turns_when_the_game_ends(deal: Deal) -> None:
    ends = [0] * deal.seats
    for step in play(deal):
        if str(step.action) == "end":
            ends[step.seat] += 1
        for event in step.events:
            if type(event).__name__ == "Passed":
                ends[event.seat] += 1
    assert len(set(ends)) == 1


def conceivable(deck: Deck) -> list[Action]:
    names = [floor.name for floor in deck.floors]
    return [
        End(),
        *(Build(name, plot) for name in names for plot in (NEW, 0, 1, 2, 3)),
        *(Claim(name, plot, level) for name in names for plot in range(4) for level in range(6)),
    ]


def is_legal(state: State, action: Action) -> bool:
    try:
        GAME.check(state, state.turn, action)
    except IllegalAction:
        return False
    return True


@given(DEALS)
def test_the_steps_listed_are_all_that_the_rules_allow(deal: Deal) -> None:
    steps = conceivable(deal.start().variant.deck)
    for state in islice(states(deal), 0, 60, 5):
        if state.outcome is None:
            listed = GAME.actions(state, state.turn)
            assert len(set(listed)) == len(listed)
            assert set(listed) == {action for action in steps if is_legal(state, action)}


@given(DEALS)
def test_the_steps_of_an_account_add_up_to_the_scores_and_the_draws(deal: Deal) -> None:
    total = [0] * deal.seats
    for step in play(deal):
        told = [event for event in step.events if isinstance(event, FloorScored)]
        points = [event.step.points for event in told]
        demolished = [event.points for event in step.events if isinstance(event, Demolished)]
        assert [sum(each) for each in zip(*points)] == [sum(each) for each in zip(*demolished)]
        total = [before + sum(each[seat] for each in demolished) for seat, before in enumerate(total)]
        drawn = sum(len(event.cards) for event in step.events if isinstance(event, Drew) and told)
        assert drawn >= sum(event.step.drawn for event in told)
        assert tuple(total) == step.state.scores


@given(DEALS)
def test_the_ledger_tells_every_scoring_again(deal: Deal) -> None:
    told, deck = [], deal.start().variant.deck
    for step in play(deal):
        told += [event.step for event in step.events if isinstance(event, FloorScored)]
        again = [recount(deck, scored) for scored in step.state.ledger]
        assert [each for account in again for each in account.steps] == told
        assert [account.points for account in again] == [scored.points for scored in step.state.ledger]


@given(DEALS)
def test_a_preview_is_the_same_for_everybody_and_what_the_scoring_pays(deal: Deal) -> None:
    deck = deal.start().variant.deck
    for state in states(deal):
        for plot, tower in enumerate(state.towers):
            views = [GAME.view(state, seat) for seat in (*range(deal.seats), None)]
            accounts = {preview(view, plot) for view in views}
            kinds = floors_of(tower).translate(deck.kinds)
            assert {told.points for told in accounts} == {tally(deck, kinds, owners_of(tower), deal.seats).points}


TOWERS = st.lists(
    st.tuples(st.integers(0, len(STANDARD.floors) - 1), st.sampled_from([0, 1, 2, 3, NONE])), min_size=1, max_size=6
)


@examples(300)
@given(TOWERS, st.lists(st.integers(0, 6), min_size=4, max_size=4), st.integers(0, 64))
def test_no_account_draws_beyond_hands_or_deck(floors: list[tuple[int, int]], hands: list[int], pile: int) -> None:
    kinds, owners = bytes(kind for kind, _ in floors), bytes(owner for _, owner in floors)
    told = account(STANDARD, kinds, owners, hands, pile)
    for seat in range(4):
        assert hands[seat] + sum(step.drawn for step in told.steps if step.owner == seat) <= 6
    assert sum(step.drawn for step in told.steps) <= pile
    assert told.points == tally(STANDARD, kinds, owners, 4).points
    assert tuple(map(sum, zip(*(step.points for step in told.steps)))) == told.points


@examples(100)
@given(TOWERS)
def test_vacant_floors_do_nothing(floors: list[tuple[int, int]]) -> None:
    told = account(STANDARD, bytes(kind for kind, _ in floors), bytes([NONE]) * len(floors), [0] * 4, 64)
    assert told.points == (0, 0, 0, 0)
    assert all(step.owner is None and step.effect is None and not step.changes for step in told.steps)


def test_seats_are_alike_in_scoring() -> None:
    luck = random.Random(2)
    for _ in range(50):
        names = [luck.choice(STANDARD.floors).name for _ in range(5)]
        owners = [luck.choice("01-") for _ in range(5)]
        one = ", ".join(name if owner == "-" else f"{name}:{owner}" for name, owner in zip(names, owners))
        other = one.replace(":0", ":x").replace(":1", ":0").replace(":x", ":1")
        assert scored(one, seats=2).points == scored(other, seats=2).points[::-1]
