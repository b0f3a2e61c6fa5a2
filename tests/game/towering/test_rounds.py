"""Rounds, their accounts, and the end of the game."""

import random

import pytest

from tests.game.towering.positions import GAME, NAMES, cards, do, hands, new, rows, table
from topping_out.game.engine import Outcome
from topping_out.game.match import SeenEvent, WatchedLog
from topping_out.game.options import OptionError, resolve
from topping_out.game.record import Player, Record, new_header, parse_record
from topping_out.game.towering.actions import Draw
from topping_out.game.towering.cards import deck_of, is_material
from topping_out.game.towering.core.state import PATIENCE
from topping_out.game.towering.events import Ended, RoundBegan, RoundEnded, Took, TurnBegan
from topping_out.game.towering.state import State


def end_round(state: State, towers: tuple[str, str]) -> list[object]:
    """Let the seat to move end the round, with these towers standing."""
    state.towers = rows(towers)
    state.stack(state.deck[-1:])
    return do(state, str(GAME.actions(state, state.turn)[-1]), "draw pile")


# -- the end of a round


def test_t6_sixty_draws_in_a_row_from_the_discards_end_the_round() -> None:
    state = table(hands=("b2", "r2"), discards="y2 g2", deck="p2 p3", rounds=1)
    piles = ["b", "r", "y", "g"]
    for _ in range(PATIENCE):
        assert state.outcome is None
        card = str(GAME.actions(state, state.turn)[-1])
        do(state, card)
        free = [letter for letter in piles if f"draw {letter}" in map(str, GAME.actions(state, state.turn))]
        events = do(state, f"draw {free[0]}")
        assert isinstance(events[0], Took)
    assert PATIENCE == 60
    assert state.outcome == Outcome((0, 1), (0, 0), "rounds")
    assert state.accounts[0].called
    assert len(state.deck) == 2


def test_the_account_keeps_the_towers_as_they_stood() -> None:
    state = table(hands=("y10", ""), towers=("y5 y8", "pm"), deck="p2")
    (ended,) = [event for event in do(state, "build y10", "draw pile") if isinstance(event, RoundEnded)]
    account = ended.account
    assert account == state.accounts[0]
    assert account.towers[0][2] == tuple(cards("y5 y8 y10"))
    assert account.points == account.totals == (3, -40)
    assert [score.total for score in account.scores[0]] == [0, 0, 3, 0, 0, 0]
    assert not account.called


# -- rounds


def test_there_are_three_rounds_of_66_72_and_78_cards() -> None:
    state = new()
    sizes = []
    while state.outcome is None:
        sizes.append(len(state.deck + b"".join(hands(state))))
        end_round(state, ("", ""))
    assert sizes == [66, 72, 78]


def test_a_new_round_begins_with_all_cards_shuffled_and_dealt() -> None:
    state = new()
    before = hands(state)
    log = end_round(state, ("b2", "r3"))
    assert sorted(b"".join([*hands(state), state.deck])) == list(deck_of(6, 3))
    assert not any(state.towers)
    assert not any(state.discards)
    assert not any(state.known)
    assert hands(state) != before
    began = [event for event in log if isinstance(event, RoundBegan)]
    assert began == [RoundBegan(1, state.first, tuple(map(tuple, hands(state))), 56)]
    assert log[-1] == TurnBegan(state.first)


@pytest.mark.parametrize(("towers", "first"), [(("b10", ""), 1), (("", "r10"), 0)])
def test_the_seat_with_more_points_begins_the_next_round(towers: tuple[str, str], first: int) -> None:
    for began in (0, 1):
        state = new(first=began)
        end_round(state, towers)
        assert state.turn == state.first == first


def test_the_points_so_far_decide_and_not_those_of_the_last_round() -> None:
    state = new(first=0)
    end_round(state, ("b2 b3 b4 b5 b6 b7 b8", ""))
    end_round(state, ("", "r8 r9 r10"))
    assert state.accounts[1].points == (0, 7)
    assert state.totals == (15, 7)
    assert state.turn == 0


@pytest.mark.parametrize("began", [0, 1])
def test_t4_at_equal_points_the_seat_that_did_not_begin_the_last_round_begins(began: int) -> None:
    state = new(first=began)
    end_round(state, ("b5", "r5"))
    assert state.turn == 1 - began
    end_round(state, ("", ""))
    assert state.turn == began


def test_points_are_carried_and_more_points_win_after_three_rounds() -> None:
    state = new()
    end_round(state, ("b10", ""))
    end_round(state, ("b6 b8 b10", "r2"))
    log = end_round(state, ("y5 y8 y10", "pm"))
    assert [account.points for account in state.accounts] == [(-10, 0), (4, -18), (3, -40)]
    assert [account.totals for account in state.accounts] == [(-10, 0), (-6, -18), (-3, -58)]
    assert state.outcome == Outcome((0,), (-3, -58), "rounds")
    assert log[-1] == Ended(state.outcome)
    assert GAME.describe(log[-1], NAMES) == "Ana wins with −3 to −58 points."
    assert GAME.describe_outcome(Outcome((0,), (-3, -58), "rounds"), NAMES) == "Ana wins with −3 to −58 points."


def test_t5_equal_points_after_the_last_round_share_the_win() -> None:
    state = new(rounds=1)
    log = end_round(state, ("b5 b6 b10", "r5 r6 r10"))
    assert state.outcome == Outcome((0, 1), (1, 1), "rounds")
    assert GAME.describe(log[-1], NAMES) == "Ana and Bo share the win with 1 point each."


def test_the_log_tells_how_a_round_came_out() -> None:
    state = new(first=1)
    log = end_round(state, ("b5 b6 b10", "r5"))
    lines = [GAME.describe(event, NAMES) for event in log]
    assert "Round 1 ends: Ana 1, Bo −15." in lines
    assert "Round 2: Ana begins." in lines


# -- options (T7)


def test_the_first_preset_is_the_game_as_it_is_offered() -> None:
    offered = {option.key: option.default for option in GAME.options(2)}
    assert dict(GAME.presets[0].options).items() <= offered.items()


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.key)
def test_presets_set_every_advanced_option_and_only_to_what_is_offered(preset: object) -> None:
    values = dict(preset.options)  # type: ignore[attr-defined]
    assert {option.key for option in GAME.options(2) if option.advanced} <= set(values)
    assert resolve(GAME.options(2), values).items() >= values.items()


@pytest.mark.parametrize(
    ("materials", "rounds", "sizes"),
    [
        ("0-3-4", 3, (0, 3, 4)), ("4-0-1-2", 5, (4, 0, 1, 2, 2)), ("1-1", 1, (1,)), (3, 2, (3, 3)), ("3", 1, (3,)),
        ("0-1-2-3-4", 5, (0, 1, 2, 3, 4)), ("2-3-4", 1, (2,)), ("2-3-4", 5, (2, 3, 4, 4, 4)), ("4-3-2", 2, (4, 3)),
        ("0", 2, (0, 0)),
    ],
)  # fmt: skip
def test_t7_materials_are_any_0_to_4_for_each_round_in_any_order(
    materials: object, rounds: int, sizes: tuple[int, ...]
) -> None:
    state = new(materials=materials, rounds=rounds)
    assert state.variant.materials == sizes
    assert sum(map(is_material, b"".join((*hands(state), state.deck)))) == 6 * sizes[0]


@pytest.mark.parametrize("materials", ["5", "2-3-4-4-4-4", "2-", "-2", "2/3", "", 5, -1, True, None, "٢"])
def test_t7_any_other_row_of_materials_is_refused_with_what_to_write(materials: object) -> None:
    with pytest.raises(OptionError, match=r"choose from 2-3-4, .*, or write 0 to 4 for each round, such as 0-3-4$"):
        new(materials=materials)


def test_t7_a_row_of_materials_is_said_in_words_and_kept_as_written_in_a_record() -> None:
    (option,) = (option for option in GAME.options(2) if option.key == "materials")
    assert option.label("0-3-4") == "0, then 3, then 4"
    header = new_header(GAME, [Player("Ana"), Player("Bo")], {"materials": "0-3-4"}, 1)
    assert parse_record(Record(header).to_bytes()).header.options["materials"] == "0-3-4"


@pytest.mark.parametrize("colours", [3, 4, 5, 6])
@pytest.mark.parametrize("hand", [5, 8, 10])
def test_t7_colours_and_hand_size_are_free(colours: int, hand: int) -> None:
    state = new(colours=colours, hand=hand, materials="0")
    assert [len(held) for held in hands(state)] == [hand, hand]
    assert len(state.deck) == colours * 9 - 2 * hand > 0


def test_the_set_up_says_where_material_counts_and_rounds_do_not_match() -> None:
    assert GAME.notes(2, {"materials": "2-3-4", "rounds": 1}) == {"materials": "Only the first number will be used."}
    assert GAME.notes(2, {"materials": "2-3-4", "rounds": 2}) == {
        "materials": "Only the first two numbers will be used."
    }
    assert GAME.notes(2, {"materials": "4-3-2", "rounds": 5}) == {"materials": "The rounds after the third have 2 too."}
    assert GAME.notes(2, {"materials": "4-0", "rounds": 3}) == {"materials": "The rounds after the second have 0 too."}
    assert GAME.notes(2, {"materials": "3", "rounds": 5}) == GAME.notes(2, {}) == {}


@pytest.mark.parametrize(
    ("key", "value"), [("colours", 2), ("colours", 7), ("hand", 4), ("hand", 11), ("rounds", 0), ("materials", "5")]
)
def test_other_values_are_refused(key: str, value: object) -> None:
    with pytest.raises(OptionError, match=key):
        new(**{key: value})


def test_each_draw_ends_a_turn_though_a_seat_may_end_one_round_and_begin_the_next() -> None:
    for seed in range(5):
        state, seats, draws = new(seed), [], 0
        while state.outcome is None:
            action = GAME.actions(state, state.turn)[0]
            seats.append(state.turn)
            draws += isinstance(action, Draw)
            GAME.apply(state, state.turn, action)
        assert GAME.count_turns(seats) == draws


# -- points, round by round


def play_until_scored(state: State, rng: random.Random) -> list[SeenEvent]:
    """Play by chance to the end of a round; return what seat 0 sees of the last action."""
    rounds = len(state.accounts)
    while True:
        log = WatchedLog(GAME, state, 0)
        GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)), log)
        if len(state.accounts) > rounds:
            return log.seen


def test_what_towers_are_worth_is_counted_live_beside_the_earlier_rounds() -> None:
    state = new(4)
    seen = play_until_scored(state, random.Random(4))
    view = GAME.view(state, 0)
    assert [view.points_before(seat) for seat in (0, 1)] == list(state.totals)
    assert [view.points(seat) for seat in (0, 1)] == [0, 0], "a new round begins without towers"
    ended = next(view for event, view in seen if isinstance(event, RoundEnded))
    assert (ended.round, [ended.total(seat) for seat in (0, 1)]) == (0, list(state.totals)), "its towers still stand"


def test_the_last_round_is_not_counted_twice() -> None:
    state, rng = new(5), random.Random(5)
    while GAME.outcome(state) is None:
        seen = play_until_scored(state, rng)
    for _, view in seen[-2:]:
        assert tuple(view.total(seat) for seat in (0, 1)) == state.totals
