"""The bots of IceTowers: what they know of the sheet's tips, how they compare, and what they say."""

import random
from collections import defaultdict
from itertools import pairwise

import pytest
from msgspec.structs import replace

from tests.game.icetowers.positions import GAME, do, name_of, piece, started, table
from tests.game.live_games import play_as
from tests.game.players import bot_players
from topping_out.game import narration
from topping_out.game.bots.live import play_live, profile_named
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Advice
from topping_out.game.icetowers.actions import Lift, Mine, Place
from topping_out.game.icetowers.bots.boards import stack_of
from topping_out.game.icetowers.bots.evaluation import PLAIN, Position
from topping_out.game.icetowers.bots.weights import blend, weights_of
from topping_out.game.icetowers.legality import tower_of
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF
from topping_out.game.icetowers.state import State
from topping_out.game.record import Record, new_header


def choice(state: State, seat: int = 0, level: str = "hard", luck: int = 0) -> str:
    """Return what the bot does, pieces by name and tower: `lift a3 @0`."""
    action = str(bot_named(GAME, level).choose(GAME.view(state, seat), GAME.actions(state, seat), random.Random(luck)))
    verb, _, number = action.partition(" ")
    if verb not in ("lift", "mine", "split"):
        return action
    tower = tower_of(state, int(number))
    return f"{verb} {name_of(int(number))} @{tower.id}"


def choices(state: State, seat: int = 0, level: str = "hard") -> set[str]:
    """Return what the bot does, whichever way its judgement wobbles."""
    return {choice(state, seat, level, luck) for luck in range(6)}


# -- the sheet's tips


@pytest.mark.parametrize("seats", [4, pytest.param(5, marks=pytest.mark.long)])
def test_start_big_larges_are_played_before_mediums_and_those_before_smalls(seats: int) -> None:
    turns = defaultdict(list)
    for size, turn in lifts(play_live(new_header(GAME, bot_players(*["hard"] * seats), {}, 50)).record):
        turns[size].append(turn)
    average = {size: sum(found) / len(found) for size, found in turns.items()}
    assert average[3] < average[2] < average[1]


def lifts(record: Record) -> list[tuple[int, int]]:
    """Return the size of each piece lifted, and as the how-manieth of its seat."""
    count: dict[int | None, int] = defaultdict(int)
    found = []
    for entry in record.entries:
        if entry.text.startswith("lift"):
            count[entry.seat] += 1
            found.append((PIPS_OF[int(entry.text.split()[1])], count[entry.seat]))
    return found


def test_invest_of_equal_towers_the_one_with_an_own_piece_inside_is_joined() -> None:
    state = table("a2 | c3 b3 | a3 b3 | b2 | b1 | c1", seats=3)
    do(state, 0, f"lift {piece('a2')}")
    assert choices(state) == {"place @2"}


def test_limit_the_others_of_equal_towers_the_one_that_gives_nobody_two_pieces_to_mine_is_capped() -> None:
    state = table("a2 | b3 c3 b3 | d3 c3 b3 | b1 | c1", seats=4)
    do(state, 0, f"lift {piece('a2')}")
    assert choices(state) == {"place @2"}


def test_think_before_you_split_a_single_piece_is_not_given_back_to_its_owner() -> None:
    state = table("a3 b2 b1 | b3 a1 | b3 a2")
    assert choices(state) == {"done"}


def test_the_triple_cap_split_opens_the_big_lower_part() -> None:
    state = table("b3 a3 b3 b2 b1 | a2 | b1 a1")
    assert choices(state) == {"split b3 @0"}


def test_mine_to_prevent_splits() -> None:
    state = table("a3 a2 b1 | b2 a1 | b3 a1 | b1")
    assert choices(state) <= {"mine a3 @0", "mine a2 @0"}


def test_fleeing_a_large_that_can_cap_nothing_is_mined_out() -> None:
    state = table("a3 b2 a2 b1 | b3 a1")
    assert choices(state) == {"mine a3 @0"}


def test_the_ghost_is_used_against_the_other() -> None:
    state = table("c1 | b3 a3 b2 | b1 a1 | a2 b1", ghost=True)
    assert choices(state) == {"lift c1 @0"}


def test_the_ghost_is_not_used_against_oneself() -> None:
    state = table("c1 | b3 b2 a2 | b3 | a1", ghost=True)
    assert "lift c1 @0" not in choices(state)


def test_a_bot_changes_its_mind_with_the_piece_in_its_hand() -> None:
    state = table("a2 | c3 b3 | a3 b3 | b2 | b1 | c1", seats=3)
    do(state, 0, f"lift {piece('a2')}")
    do(state, 2, f"lift {piece('c1')}", "place @2")
    assert choices(state) == {"place @1"}


def test_a_bot_is_done_when_nothing_good_is_left_and_says_so_once() -> None:
    state = table("a3 b2 b1 | b3 a1 | b3 a2")
    do(state, 0, "done")
    assert choices(state) == {"None"}


def test_when_the_others_are_done_a_bot_that_does_not_lead_tries_its_last_chance() -> None:
    state = table("a1 | b3 a3 b2 | c3 a2", seats=3)
    do(state, 1, "done")
    do(state, 2, "done")
    assert choices(state) == {"lift a1 @0"}


def test_in_the_last_seconds_only_pips_count() -> None:
    state = table("a1 | b3 | b1 | c3 b2", seats=3)
    GAME.tick(state, state.ms + 179_000)
    do(state, 0, f"lift {piece('a1')}")
    assert choices(state) == {"place @3"}


# -- how they think


def test_values_near_the_plain_pips_as_the_others_run_out_of_answers() -> None:
    state = table("b3 a2 | a3 | c1 a1", seats=3)
    assert worth_of("hard", state, "b3 a2") == 5
    assert worth_of("hard", started(3), "a1") > 1, "a small is worth more than its pip while all is open"


def worth_of(level: str, state: State, names: str) -> float:
    """Return what a stack is worth to seat 0."""
    stack = stack_of(map(piece, names.split()))
    return Position(GAME.view(state, 0), replace(weights_of(level), tall=0.0)).values.of(stack)[0]


def test_rates_blend_between_the_parts_of_the_game() -> None:
    weights = weights_of("hard")
    assert weights.rates(0) == weights.late.row()
    assert weights.rates(5) == weights.middle.row()
    assert weights.rates(15) == weights.early.row()
    assert weights.rates(2.75) == blend(weights.late.row(), weights.middle.row(), 0.5)
    assert blend(PLAIN, weights.late.row(), 0) == PLAIN


# -- levels


def wins(stronger: str, weaker: str, pairs: int, same: str) -> float:
    """Return the share of games that a weights wins, or (`same="head"`) hands do, each scatter from both seats."""
    won = 0.0
    for number in range(2 * pairs):
        levels = {number % 2: stronger, 1 - number % 2: weaker}
        equal = {0: "hard", 1: "hard"}
        heads, hands = (levels, equal) if same == "hands" else (equal, levels)
        match = play_as(new_header(GAME, bot_players("hard", "hard"), {}, 600 + number // 2), heads, hands)
        if number % 2 in match.outcome.winners:
            won += 1 / len(match.outcome.winners)
    return won / (2 * pairs)


def test_the_hardest_beats_the_easiest_with_the_same_hands() -> None:
    assert wins("master", "gentle", 3, same="hands") > 0.8


def test_the_hardest_beats_the_easiest_by_hands_alone() -> None:
    assert wins("master", "gentle", 3, same="head") > 0.8


@pytest.mark.long
@pytest.mark.parametrize("same", ["hands", "head"])
def test_the_hardest_wins_nine_games_of_ten_with_the_same_hands_and_by_its_hands_alone(same: str) -> None:
    assert wins("master", "gentle", 100, same) >= 0.9


@pytest.mark.parametrize(("level", "seats"), [("hard", 2), ("hard", 3), ("medium", 4), ("easy", 5)])
def test_bots_end_their_games_without_a_timer(level: str, seats: int) -> None:
    match = play_live(new_header(GAME, bot_players(*[level] * seats), {"timer": "off"}, seats))
    assert match.outcome.reason != "timer"


@pytest.mark.parametrize("level", GAME.levels)
def test_bots_with_the_ghost_end_their_games_too(level: str) -> None:
    match = play_live(new_header(GAME, bot_players(level, level), {"timer": "off", "ghost": True}, 3))
    assert match.outcome is not None


@pytest.mark.parametrize("level", GAME.levels)
def test_bots_play_turn_by_turn_as_well(level: str) -> None:
    match = play_live(new_header(GAME, bot_players(level, level, level), {"paused_time": True}, 3))
    assert match.outcome.reason != "timer"


@pytest.mark.parametrize("level", GAME.levels)
def test_every_level_has_a_head_and_hands(level: str) -> None:
    assert weights_of(level).width >= 0
    assert profile_named("icetowers", level).speed > 0


def test_faster_hands_go_with_the_harder_levels() -> None:
    hands = [profile_named("icetowers", level) for level in GAME.levels]
    for slower, faster in pairwise(hands):
        assert slower.speed < faster.speed
        for name in ("reaction", "hesitation", "grip", "attention"):
            assert getattr(slower, name) > getattr(faster, name)


# -- hints


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("b3 a3 b3 b2 b1 | a2 | b1 a1", "Part Bo's tower of 12 into 9 and 3: the lower part then has a large"),
        (
            "a3 b2 a2 b1 | b3 a1",
            "Take your large piece out of Bo's tower of 8: it can cap nothing, so it stands alone.",
        ),
        ("a3 b2 b1 | b3 a1 | b3 a2", "Say that you are done: you lead, and no play here looks worth it."),
        (
            "a1 | b3 a3 b2 | c1 a2",
            "Cap Bo's tower of 8 with your small piece: that takes 8 pips and makes a tower of 9,",
        ),
        (
            "a1 | b2",
            "Cap Bo's single medium piece with your small piece: that takes 2 pips and makes a tower of 3, and",
        ),
    ],
)
def test_a_hint_names_the_play_and_whose_tower_it_is_then_gives_its_reason(text: str, told: str) -> None:
    state = table(text, seats=3 if "c" in text else 2)
    view = GAME.view(state, 0)
    advice = bot_named(GAME, "hard").advise(view, GAME.actions(state, 0), random.Random(0))
    assert advice is not None
    assert narration.hint(GAME, view, advice, ["You", "Bo", "Cy"]).startswith(told)


def test_a_hint_for_the_ghost_says_so() -> None:
    state = table("c1 | a3 b2 | b3 c2", seats=2, ghost=True)
    view = GAME.view(state, 0)
    lift = next(action for action in GAME.actions(state, 0) if isinstance(action, Lift))
    for place, tower in ((Place(state.towers[1].id), "Bo's tower of 5"), (Place(state.towers[2].id), "the ghost's")):
        told = narration.hint(GAME, view, Advice(lift, "it is so.", place), ["You", "Bo"])
        assert told.startswith(f"Cap {tower}")
        assert ("the ghost's small piece" in told) == (COLOUR_OF[lift.piece] == 2)


def test_a_hint_for_a_tower_that_is_gone_by_now_gives_its_reason_alone() -> None:
    view = GAME.view(table("a1 | b2", seats=2), 0)
    assert narration.hint(GAME, view, Advice(Lift(0), "it is so.", Place(59)), ["You", "Bo"]) == "It is so."


@pytest.mark.parametrize("text", ["a1 | b3 a3 b2 | c1 a2", "a3 b2 a2 b1 | b3 b2", "b3 a2 a1 b1 | c2 | b2"])
def test_a_hint_to_take_a_piece_says_where_it_goes(text: str) -> None:
    state = table(text, seats=3)
    advice = bot_named(GAME, "hard").advise(GAME.view(state, 0), GAME.actions(state, 0), random.Random(0))
    assert isinstance(advice.action, Lift | Mine)
    assert isinstance(advice.then, Place)
    GAME.apply(state, 0, advice.action)
    GAME.check(state, 0, advice.then)


def test_before_play_the_hint_is_to_be_ready() -> None:
    state = GAME.setup(2, {"timer": 3, "stall": 5, "paused_time": False}, 1)
    advice = bot_named(GAME, "hard").advise(GAME.view(state, 1), GAME.actions(state, 1), random.Random(0))
    assert str(advice.action) == "ready 15"
