"""What holds in every random game of Towers of Wyoming, under every combination of options."""

from itertools import pairwise
from typing import Any

from hypothesis import given

from tests.game.by_luck.random_games import Deal, play
from tests.game.by_luck.strategies import deals
from tests.game.wyoming.positions import GAME, of
from tests.properties import examples
from topping_out.game.wyoming.actions import PlayKind
from topping_out.game.wyoming.cards import PAIRS, WHEEL, suit_of
from topping_out.game.wyoming.core.numbers import HAND
from topping_out.game.wyoming.events import (
    Constructed,
    Deconstructed,
    Drew,
    LostContract,
    Passed,
    Recycled,
    SkyMoved,
    Tossed,
)
from topping_out.game.wyoming.state import State

games = given(deal=deals("wyoming"))
many = examples(100)


def heights(state: State, seat: int) -> list[int]:
    return [len(tower) for tower in state.towers_of(seat)]


@many
@games
def test_a_turn_begins_with_seven_cards_unless_there_are_none_to_draw(deal: Deal) -> None:
    for step in play(deal):
        state = step.state
        if GAME.outcome(state) is None and len(state.hands[state.turn]) < HAND:
            assert not state.deck
            assert deal.options["sudden_death"] or not state.discards  # W2


@many
@games
def test_w1_the_draw_pile_is_empty_only_where_there_is_nothing_to_renew_it(deal: Deal) -> None:
    for step in play(deal):
        state = step.state
        if not state.deck and GAME.outcome(state) is None:
            assert deal.options["sudden_death"] or state.owed


@many
@games
def test_w1_every_recycling_is_paid_with_one_penny_or_a_toss(deal: Deal) -> None:
    paid, recycled = 0, 0
    for step in play(deal):
        paid += len(of(step.events, SkyMoved))
        recycled += len(of(step.events, Recycled))
        floor = step.state.pennies == 0  # nothing left to pay with
        assert floor or paid == recycled + step.state.owed


@many
@games
def test_the_sky_moves_by_single_pennies_and_only_a_tide_lifts_it(deal: Deal) -> None:
    pennies = deal.start().pennies
    for step in play(deal):
        for moved in of(step.events, SkyMoved):
            assert abs(moved.by) == 1
            assert moved.by == -1 or deal.options["tidal"]
            pennies += moved.by
            assert moved.pennies == pennies
        assert step.state.pennies == pennies >= 0


@many
@games
def test_w7_under_sudden_death_nothing_is_recycled_tossed_or_lost(deal: Deal) -> None:
    for step in play(deal):
        if deal.options["sudden_death"]:
            assert not any(isinstance(event, (Recycled, Tossed, LostContract, SkyMoved)) for event in step.events)


@many
@games
def test_w3_a_seat_discards_only_where_no_play_is_legal(deal: Deal) -> None:
    opposes = WHEEL if deal.options["wheel"] else PAIRS
    for step in play(deal):
        state = step.state
        if GAME.outcome(state) is not None:
            continue
        kinds = {action.kind for action in GAME.actions(state, state.turn)}
        assert kinds == {PlayKind.DISCARD} or PlayKind.DISCARD not in kinds
        if PlayKind.DISCARD in kinds:
            held = set(map(suit_of, state.hands[state.turn]))
            attacked = {opposes[suit] for suit in held}
            assert all(state.towers_of(state.turn))
            for place, tower in enumerate(state.towers):
                is_safe = state.safe >> place & 1
                assert not tower or suit_of(tower[0]) not in (held if is_safe else held | attacked)


@many
@games
def test_w6_a_removed_seat_holds_nothing_and_never_plays_again(deal: Deal) -> None:
    out: set[int] = set()
    for step in play(deal):
        assert step.seat not in out
        out |= {event.seat for event in of(step.events, LostContract)}
        assert set(step.state.in_play) == set(range(deal.seats)) - out
        assert step.state.in_play
        assert all(not step.state.hands[seat] and not any(step.state.towers_of(seat)) for seat in out)


@many
@games
def test_the_game_ends_as_the_rules_say(deal: Deal) -> None:
    steps = [(step.state.copy(), step.events) for step in play(deal)]
    for (before, _), (state, _) in pairwise(steps):
        assert GAME.outcome(before) is None
        outcome, pennies = GAME.outcome(state), state.pennies
        tallest = max(max(heights(state, seat)) for seat in range(deal.seats))
        if outcome is None:
            continue
        assert outcome.scores == tuple(max(heights(state, seat)) for seat in range(deal.seats))
        best = {
            "tower": pennies if deal.options["finicky"] else tallest,
            "sky": tallest,
            "sudden death": tallest,
            "stuck": tallest,
        }.get(outcome.reason)
        if best is None:
            assert outcome.reason == "last seat"
            assert outcome.winners == state.in_play
            assert len(state.in_play) == 1
            continue
        expected = tuple(seat for seat in state.in_play if best in heights(state, seat)) if best else ()
        assert outcome.winners == expected  # W4, W8, W9
        assert outcome.reason != "tower" or (best == pennies if deal.options["finicky"] else best > pennies)
        assert outcome.reason != "sky" or (pennies == 0 and deal.options["finicky"])
        assert outcome.reason not in ("stuck", "sudden death") or not (state.deck or any(state.hands))
        assert outcome.reason != "sudden death" or deal.options["sudden_death"]


@many
@games
def test_events_account_for_every_card_that_moves(deal: Deal) -> None:
    state = deal.start()
    hands, towers = [set(hand) for hand in state.hands], [list(tower) for tower in state.towers]
    for step in play(deal):
        for event in step.events:
            follow(event, hands, towers, step.state.variant.foundations)
        assert hands == [set(hand) for hand in step.state.hands]
        assert towers == [list(tower) for tower in step.state.towers]


def follow(event: Any, hands: list[set[int]], towers: list[list[int]], foundations: int) -> None:
    """Do to hands and towers what the event says."""
    match event:
        case Constructed(seat, owner, foundation, cards):
            hands[seat] -= set(cards)
            towers[owner * foundations + foundation] += cards
        case Deconstructed(seat, owner, foundation, spent, fallen, rising):
            hands[seat] -= {*spent, *rising}
            tower = towers[owner * foundations + foundation]
            assert [tower.pop() for _ in fallen][::-1] == list(fallen)
            assert len(spent) == len(fallen)
            assert not (tower and rising)
            tower += rising
        case Drew(seat, cards):
            assert not hands[seat] & set(cards)
            hands[seat] |= set(cards)
        case LostContract(seat, hand):
            assert len(hands[seat]) == hand
            hands[seat].clear()
        case Passed(seat):
            assert not hands[seat]
        case _ if hasattr(event, "cards") and not isinstance(event, Recycled):
            hands[event.seat] -= set(event.cards)
