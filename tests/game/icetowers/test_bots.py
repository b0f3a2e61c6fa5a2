"""The bots of IceTowers: what they know of the sheet's tips, how they compare, and what they say."""

import random
from collections import defaultdict
from itertools import pairwise

import pytest
from msgspec.structs import replace

from tests.game.icetowers.positions import GAME, laid_out, name_of, piece, play, started, table
from tests.game.players import bot_players
from tests.game.stories import Teller, stories
from tests.sampling import sampled
from topping_out.game import engine
from topping_out.game.bots.live import play_live, profile_named
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Advice
from topping_out.game.icetowers.actions import Lift, Mine, Place
from topping_out.game.icetowers.bots.evaluation import Position
from topping_out.game.icetowers.bots.weights import weights_of
from topping_out.game.icetowers.legality import tower_of
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF, stack_of
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


@sampled("seats", [4, 5], [4])
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


BOTS = Teller(
    laid_out,
    play,
    {
        "does": lambda state, _: " or ".join(sorted(choices(state))),
        "hint": lambda state, _: hint(state),
    },
)
"""What the hard bot does at seat 0, whichever way its judgement wobbles, and its hint."""
test_the_sheets_tips = stories(
    BOTS,
    """
invest: of equal towers the one with an own piece inside is joined
    a2 | c3 b3 | a3 b3 | b2 | b1 | c1 > 0 lift a2 = does place @2
limit the others: of equal towers the one that gives nobody two pieces to mine is capped
    a2 | b3 c3 b3 | d3 c3 b3 | b1 | c1 > 0 lift a2 = does place @2
think before you split: a single piece is not given back to its owner
    a3 b2 b1 | b3 a1 | b3 a2 = does done; hint Say you're done: you lead, and no play here looks worth it.
the Triple Cap Split opens the big lower part
    b3 a3 b3 b2 b1 | a2 | b1 a1 = does split b3 @0;
      hint Part Bo's tower of 12 into 9 and 3: the lower part then has a large…
mine to prevent splits
    a3 a2 b1 | b2 a1 | b3 a1 | b1 = does …mine a… @0
fleeing: a large that can cap nothing is mined out
    a3 b2 a2 b1 | b3 a1 = does mine a3 @0;
      hint Take your large piece out of Bo's tower of 8: there's nothing it can cap, so it stands alone…
the ghost is used against the other
    c1 | b3 a3 b2 | b1 a1 | a2 b1, ghost = does lift c1 @0
a bot changes its mind with the piece in its hand
    a2 | c3 b3 | a3 b3 | b2 | b1 | c1 > 0 lift a2; 2 lift c1; 2 place @2 = does place @1
a bot is done when nothing good is left, and says so once
    a3 b2 b1 | b3 a1 | b3 a2 > 0 done = does None
when the others are done a bot that does not lead tries its last chance
    a1 | b3 a3 b2 | c3 a2 > 1 done; 2 done = does lift a1 @0
in the last seconds only pips count
    a1 | b3 | b1 | c3 b2 > wait 179000; 0 lift a1 = does place @3
a hint to cap says whose tower it is and what it brings
    a1 | b3 a3 b2 | c1 a2 = hint Cap Bo's tower of 8 with your small piece: that takes 8 pips and makes a tower of 9,…
a hint to cap says so of a single piece too
    a1 | b2 = hint Cap Bo's single medium piece with your small piece: that takes 2 pips and makes a tower of 3, and…
""",
)


def hint(state: State) -> str:
    view = GAME.view(state, 0)
    advice = bot_named(GAME, "hard").advise(view, GAME.actions(state, 0), random.Random(0))
    return engine.hint(GAME, view, advice, ["You", "Bo", "Cy"])


def test_the_ghost_is_not_used_against_oneself() -> None:
    state = table("c1 | b3 b2 a2 | b3 | a1", ghost=True)
    assert "lift c1 @0" not in choices(state)


# -- how they think


def test_values_near_the_plain_pips_as_the_others_run_out_of_answers() -> None:
    state = table("b3 a2 | a3 | c1 a1", seats=3)
    assert worth_of("hard", state, "b3 a2") == 5
    assert worth_of("hard", started(3), "a1") > 1, "a small is worth more than its pip while all is open"


def worth_of(level: str, state: State, names: str) -> float:
    """Return what a stack is worth to seat 0."""
    stack = stack_of(map(piece, names.split()))
    return Position(GAME.view(state, 0), replace(weights_of(level), tall=0.0)).values.of(stack)[0]


# -- levels


def test_faster_hands_go_with_the_harder_levels() -> None:
    hands = [profile_named("icetowers", level) for level in GAME.levels]
    for slower, faster in pairwise(hands):
        assert slower.speed < faster.speed
        for name in ("reaction", "hesitation", "grip", "attention"):
            assert getattr(slower, name) > getattr(faster, name)


# -- hints


def test_a_hint_for_the_ghost_says_so() -> None:
    state = table("c1 | a3 b2 | b3 c2", seats=2, ghost=True)
    view = GAME.view(state, 0)
    lift = next(action for action in GAME.actions(state, 0) if isinstance(action, Lift))
    for place, tower in ((Place(state.towers[1].id), "Bo's tower of 5"), (Place(state.towers[2].id), "the ghost's")):
        told = engine.hint(GAME, view, Advice(lift, "it is so.", place), ["You", "Bo"])
        assert told.startswith(f"Cap {tower}")
        assert ("the ghost's small piece" in told) == (COLOUR_OF[lift.piece] == 2)


def test_a_hint_for_a_tower_that_is_gone_by_now_gives_its_reason_alone() -> None:
    view = GAME.view(table("a1 | b2", seats=2), 0)
    assert engine.hint(GAME, view, Advice(Lift(0), "it is so.", Place(59)), ["You", "Bo"]) == "It is so."


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
