"""The bots of IceTowers."""

import os
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import mean

import pytest
from msgspec.structs import replace

from tests.game.icetowers.positions import GAME, do, laid_out, name_of, new, piece, play, started, table
from tests.game.matches import Teller, ask, bot_players, stories, tempered
from tests.game.test_live import play_as
from tests.golden import sampled
from topping_out.game import engine
from topping_out.game.bots.weights import bot_named
from topping_out.game.bots.worker import play_live, profile_named
from topping_out.game.engine import Advice, Verdict
from topping_out.game.icetowers.actions import Action, Done, Event, Lift, Mine, Place, Ready, Why
from topping_out.game.icetowers.bots.core import (
    BEYOND,
    PASSING,
    PLACE,
    DuelSearch,
    OutOfWork,
    Play,
    SearchBoard,
    StackValues,
    changes,
)
from topping_out.game.icetowers.bots.evaluation import (
    PLAIN,
    Position,
    Weights,
    _search,
    _values,
    board_of,
    by_promise,
    first_action,
    plays_begun_by,
    plays_of_held,
    searched,
    values_of,
    weights_of,
    with_replies,
)
from topping_out.game.icetowers.bots.players import IceTowersBot
from topping_out.game.icetowers.core import worth
from topping_out.game.icetowers.legality import tower_of
from topping_out.game.icetowers.state import COLOUR_OF, PIPS_OF, State, scores, stack_of
from topping_out.game.match import replay
from topping_out.game.record import Record, new_header
from topping_out.game.storage.library import read_record

# -- bots


def choice(state: State, luck: int) -> str:
    """Return the hard bot's action in seat 0 with the name of the piece and its tower, such as `lift a3 @0`."""
    action = str(ask(bot_named(GAME, "hard").choose, GAME, state, seat=0, luck=luck))
    verb, _, number = action.partition(" ")
    if verb not in ("lift", "mine", "split"):
        return action
    tower = tower_of(state, int(number))
    return f"{verb} {name_of(int(number))} @{tower.id}"


def choices(state: State) -> set[str]:
    """Return the hard bot's actions with several random seeds, that is, with its random errors of judgement."""
    return {choice(state, luck) for luck in range(6)}


# -- the sheet's tips


@sampled("seats", [4, 5], [4])
def test_large_pieces_are_played_before_medium_and_small_ones(seats: int) -> None:
    turns = defaultdict(list)
    for size, turn in lifts(play_live(new_header(GAME, bot_players(*["hard"] * seats), {}, 50)).record):
        turns[size].append(turn)
    average = {size: sum(found) / len(found) for size, found in turns.items()}
    assert average[3] < average[2] < average[1]


def lifts(record: Record) -> list[tuple[int, int]]:
    """Return the size of each lifted piece, and its number among the lifts of its seat."""
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
"""Facts about the actions of the hard bot in seat 0 with several random seeds, and about its hint."""
test_the_sheets_tips = stories(
    BOTS,
    """
invest: of equal towers the one with an own piece inside is joined
    a2 | c3 b3 | a3 b3 | b2 | b1 | c1 > 0 lift a2 = does place @2
limit the others: of equal towers the one that gives nobody two pieces to mine is capped
    a2 | b3 c3 b3 | d3 c3 b3 | b1 | c1 > 0 lift a2 = does place @2
think before you split: a single piece is not given back to its owner
    a3 b2 b1 | b3 a1 | b3 a2 = does done;
      hint Say you're done: you lead, and the only play left is splitting the tower worth 6, which gains…
the Triple Cap Split opens the big lower part
    b3 a3 b3 b2 b1 | a2 | b1 a1 = does split b3 @0;
      hint Split Bo's tower worth 12 into 9 and 3: a medium piece of yours can then cap the lower…
mine to prevent splits
    a3 a2 b1 | b2 a1 | b3 a1 | b1 = does …mine a… @0
fleeing: a large that can cap nothing is mined out
    a3 b2 a2 b1 | b3 a1 = does mine a3 @0;
      hint Take your large piece out of Bo's tower worth 8: there's nothing it can cap, so it becomes free-standing…
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
a hint to stop says why
    b3 a3 b3 a2 | a1 b1 b1 | a1 = does done; hint Say you're done: you lead, and no play here looks worth it. Capping…
a hint to cap says whose tower it is and what it brings
    a1 | b3 a3 b2 | c1 a2 = hint Cap Bo's tower worth 8 with your small piece: that takes 8 pips. Bo…
a hint to cap says so of a single piece too
    a1 | b2 = hint Cap Bo's free-standing medium piece with your small piece: that takes 2 pips. Then…
""",
)


def hint(state: State) -> str:
    return engine.hint(GAME, GAME.view(state, 0), advised(state), ["You", "Bo", "Cy"])


def advised(state: State, level: str = "hard", luck: int = 0) -> Advice[Action]:
    return ask(bot_named(GAME, level).advise, GAME, state, seat=0, luck=luck)


def test_a_bot_does_not_use_the_ghost_against_itself() -> None:
    state = table("c1 | b3 b2 a2 | b3 | a1", ghost=True)
    assert "lift c1 @0" not in choices(state)


# -- how they think


def test_values_approach_the_pips_as_replies_run_out() -> None:
    state = table("b3 a2 | a3 | c1 a1", seats=3)
    assert worth_of(state, "b3 a2") == 5
    assert worth_of(started(3), "a1") > 1, "a small is worth more than its pip while all is open"


def worth_of(state: State, names: str) -> float:
    """Return the value of a stack to seat 0."""
    stack = stack_of(map(piece, names.split()))
    return Position(GAME.view(state, 0), replace(weights_of("hard"), tall=0.0)).values.of(stack)[0]


# -- levels


def test_harder_levels_have_faster_hands() -> None:
    hands = [profile_named("icetowers", level) for level in GAME.levels]
    for slower, faster in pairwise(hands):
        assert slower.speed < faster.speed
        for name in ("reaction", "hesitation", "grip", "attention"):
            assert getattr(slower, name) > getattr(faster, name)


# -- hints


def test_a_hint_for_the_ghost_mentions_it() -> None:
    state = table("c1 | a3 b2 | b3 c2", seats=2, ghost=True)
    view = GAME.view(state, 0)
    lift = next(action for action in GAME.actions(state, 0) if isinstance(action, Lift))
    for place, tower in ((Place(state.towers[1].id), "Bo's tower worth 5"), (Place(state.towers[2].id), "the ghost's")):
        hint_text = engine.hint(GAME, view, Advice(lift, "it is so.", place), ["You", "Bo"])
        assert hint_text.startswith(f"Cap {tower}")
        assert ("the ghost's small piece" in hint_text) == (COLOUR_OF[lift.piece] == 2)


def test_a_hint_about_a_missing_tower_gives_only_the_reason() -> None:
    view = GAME.view(table("a1 | b2", seats=2), 0)
    assert engine.hint(GAME, view, Advice(Lift(0), "it is so.", Place(59)), ["You", "Bo"]) == "It is so."


@pytest.mark.parametrize("text", ["a1 | b3 a3 b2 | c1 a2", "a3 b2 a2 b1 | b3 b2", "b3 a2 a1 b1 | c2 | b2"])
def test_a_hint_to_take_a_piece_includes_its_destination(text: str) -> None:
    state = table(text, seats=3)
    advice = advised(state)
    assert isinstance(advice.action, Lift | Mine)
    assert isinstance(advice.then, Place)
    GAME.apply(state, 0, advice.action)
    GAME.check(state, 0, advice.then)


def test_before_the_start_the_hint_is_to_get_ready() -> None:
    state = GAME.setup(2, {"timer": 3, "stall": 5, "paused_time": False}, 1)
    advice = ask(bot_named(GAME, "hard").advise, GAME, state, seat=1)
    assert str(advice.action) == "ready 15"


# -- golden bots


HERE = Path(__file__).parent
RERECORD = bool(os.environ.get("TOPPING_OUT_RERECORD"))
GOLDEN_BOTS = {0: "pips", 1: "one-turn"}
HANDS = {0: "pips", 1: "pips"}
"""Bots and hands of the gauntlet, which never change."""


def golden() -> Record:
    return read_record(HERE / "golden.jsonl")


def test_the_same_bots_and_hands_reproduce_the_golden_game() -> None:
    again = play_as(golden().header, GOLDEN_BOTS, HANDS).record
    if RERECORD:
        (HERE / "golden.jsonl").write_bytes(again.to_bytes())
    assert again.to_bytes() == (HERE / "golden.jsonl").read_bytes()


def test_the_golden_game_has_most_kinds_of_events() -> None:
    events: list[Event] = [event for _, _, log, _ in replay(golden()) for event in log]
    assert len({type(event) for event in events}) == 13
    assert {getattr(event, "why", Why.CHOICE) for event in events} == {Why.CHOICE, Why.STALL, Why.TIMER}


# -- levels


def verdict(state: State, played: Action, seat: int = 0) -> Verdict[Action]:
    return ask(bot_named(GAME, "master").judge, GAME, state, played, seat=seat)


@cache
def tables(seats: int, games: int = 3) -> tuple[State, ...]:
    """Return positions from the middle of games between bots of the gauntlet, with all hands empty."""
    found = []
    for seed in range(games):
        names, hands = dict.fromkeys(range(seats), "pips"), dict.fromkeys(range(seats), "hard")
        record = play_as(new_header(GAME, bot_players(*["hard"] * seats), {}, seed), names, hands)
        state = started(seats, seed)
        for number, entry in enumerate(record.record.entries):
            GAME.tick(state, entry.ms)
            if entry.seat is not None and str(entry.text).split()[0] not in ("ready", "done", "not", "tick"):
                GAME.apply(state, entry.seat, GAME.parse(entry.text))
            if number % 7 == 4 and state.outcome is None and not any(state.hands):
                found.append(state.copy())
    return tuple(found)


# -- levels


@pytest.mark.parametrize("level", [*GAME.levels, "pia", "otto", "nell", "amos", "zora", "ada"])
def test_every_level_takes_an_obvious_tower(level: str) -> None:
    """With the weight `crowd`, the two lowest levels may overlook it in a game of many seats. Here it is off."""
    state = table("a1 | d3 c2 b1 | d2 | c3 a2 | d2", seats=4)
    for seat in (1, 2, 3):
        do(state, seat, "done")
    bot = IceTowersBot(replace(weights_of(level), crowd=1.0))

    def choices() -> set[Action | None]:
        return {ask(bot.choose, GAME, state, seat=0, luck=luck) for luck in range(4)}

    assert choices() == {Lift(piece("a1"))}
    do(state, 0, f"lift {piece('a1')}")
    assert choices() == {Place(1)}


@pytest.mark.parametrize("seats", [2, 3])
def test_a_bot_makes_more_errors_against_several_rivals(seats: int) -> None:
    state = table("a1 | b3 b2 b1 | b2 | b3 a2 | a2 | b3", seats=seats)

    def choices(crowd: float) -> list[Action | None]:
        bot = IceTowersBot(replace(weights_of("medium"), crowd=crowd))
        return [ask(bot.choose, GAME, state, seat=0, luck=luck) for luck in range(20)]

    if seats == 2:
        assert choices(1.0) == choices(50.0)
    else:
        assert len(set(choices(1.0))) < len(set(choices(50.0)))


def test_the_gentlest_level_overlooks_deep_pieces() -> None:
    state = table("a3 a3 b3 c3 b2 c2 b1 | b1 | c3 b2", seats=3)
    deep = {play[2:] for play in Position(GAME.view(state, 0), weights_of("easy")).plays()}
    shallow = {play[2:] for play in Position(GAME.view(state, 0), weights_of("gentle")).plays()}
    assert shallow < deep


# -- tempers


def favourites(bot: IceTowersBot) -> list[tuple[Position, Play]]:
    """Return the bot's favourite plays in some positions, each with the position as a plain bot evaluates it."""
    found = []
    for state in tables(3, 10):
        for seat in range(3):
            position = Position(GAME.view(state, seat), replace(bot.weights, wobble=0.0))
            ranked = bot._weigh(position, random.Random(0))
            if ranked:
                found.append((Position(GAME.view(state, seat), replace(weights_of("hard"), wobble=0.0)), ranked[0][1]))
    return found


@cache
def favourites_without_temper(level: str) -> list[tuple[Position, Play]]:
    return favourites(tempered("icetowers", level, ""))


def answer_to(position: Position, play: Play) -> float:
    """Return the value of a play to the seat after the best replies of the others."""
    return next(value for value, _ in with_replies(position, [(0.0, play)]))


def height(position: Position, play: Play) -> float:
    return float(max(map(len, changes(play)[1])))


def taken(position: Position, play: Play) -> float:
    """Return the pips that the seat gains immediately."""
    board = position.board.copy()
    board.make(position.seat, play)
    return float(board.scores()[position.seat] - position.board.scores()[position.seat])


def toppled(position: Position, play: Play) -> float:
    """Return the number of pieces by which the others' towers shrink."""

    def burden(stacks: list[bytes]) -> int:
        return sum(len(stack) - 1 for stack in stacks if stack[-1] >> 2 != position.seat)

    gone, come = changes(play)
    return float(burden(gone) - burden(come))


@pytest.mark.long
@pytest.mark.parametrize("level", ["hard", "master"])
@pytest.mark.parametrize(
    ("temper", "manner"), [("builder", height), ("cautious", answer_to), ("greedy", taken), ("spiteful", toppled)]
)
def test_a_temper_changes_the_play(level: str, temper: str, manner: Callable[[Position, Play], float]) -> None:
    usual = mean(manner(position, play) for position, play in favourites_without_temper(level))
    marked = mean(manner(position, play) for position, play in favourites(tempered("icetowers", level, temper)))
    assert marked > usual


# -- the master


def small_endings() -> list[State]:
    """Return endings of two seats that can be searched completely."""
    return [table(text) for text in ("a3 b2 | a2 | b3 | b1", "a1 | b3 | b1", "a2 | a1 | b3 | b2")]


@pytest.mark.parametrize("state", small_endings(), ids=lambda state: f"{len(state.towers)} towers")
def test_the_master_plays_small_endings_perfectly(state: State) -> None:
    position = Position(GAME.view(state, 0), replace(weights_of("master"), wobble=0.0, tall=0.0, spite=0.0))
    plays = position.plays()
    values = values_of(position, plays)
    search = DuelSearch(position.board, position.values, [0, 1], [99], 10**6)
    exact = search.look([PASSING, *plays], 16, 0)
    assert search.is_exact
    assert values == pytest.approx([value - exact[0] for value in exact[1:]])


def test_near_the_end_the_master_searches_beyond_its_beams() -> None:
    state = table("a2 a2 | b1 | a2 | b3 b3 | a2 | a3 b2 | b3 a3 a2 | b3 a3 b1")
    weights = replace(weights_of("master"), wobble=0.0, tall=0.0, spite=0.0)
    position = Position(GAME.view(state, 0), weights)
    ends = played_out(position)
    assert ends[favourite(state, weights)] == max(ends.values()) > 0
    assert ends[favourite(state, replace(weights, little=0))] < 0, "along its beams it would lose"


def favourite(state: State, weights: Weights) -> Play:
    """Return the best play according to a search with these weights."""
    position = Position(GAME.view(state, 0), weights)
    return searched(position, by_promise([(position.gain(play), play) for play in position.plays()]))[0][1]


def played_out(position: Position) -> dict[Play, float]:
    """Return by how many pips seat 0 wins after each of its plays, according to an exhaustive search."""
    search = DuelSearch(position.board, position.values, [0, 1], [99], 10**6)
    plays = [PASSING, *position.plays()]
    for depth in range(1, 30):
        values = search.look(plays, depth, 0)
        if search.is_exact:
            break
    assert search.is_exact
    return dict(zip(plays, values))


def test_the_master_averages_its_searches_against_several_rivals() -> None:
    position = Position(GAME.view(table("a2 | b2 | b1 | c3", seats=3), 0), weights_of("master"))
    plays = position.plays()
    by_rival = [_values(_search(position, rival), rival, position, plays, BEYOND) for rival in (1, 2)]
    assert any(first < second for first, second in zip(*by_rival)), "only seat 1 has a piece to reply with"
    assert values_of(position, plays) == [mean(pair) for pair in zip(*by_rival)]


@pytest.mark.parametrize(("towers", "capped"), [
    ("a1 | d3 c2 b1 | d2 | c3 a2", 2), ("a1 | d3 c2 b1 | d2 | c3 a2 | d2", 1), ("a1 | d3 c2 b1 | d2 | c3 c3 c3 a2", 1),
])  # fmt: skip
def test_the_master_wins_at_once_where_it_can(towers: str, capped: int) -> None:
    """A cap of the only free piece ends the game; it is preferred only if the seat then has the most pips."""
    state = table(towers, seats=4)
    do(state, 0, f"lift {piece('a1')}")
    assert ask(bot_named(GAME, "master").choose, GAME, state, seat=0, luck=1) == Place(capped)


@pytest.mark.parametrize(("level", "free", "action"), [("master", 4, Done), ("master", 3, Lift), ("hard", 4, Lift)])
def test_the_master_waits_rather_than_lose_by_a_play_while_many_pieces_stand_free(
    level: str, free: int, action: type[Action]
) -> None:
    """It leads, and each large piece that it plays can be capped. With few free pieces left it plays on."""
    state = table("a3 | " * free + "b3 | b3 | b3 | b3 a3")
    assert isinstance(ask(bot_named(GAME, level).choose, GAME, state, seat=0, luck=1), action)


@pytest.mark.parametrize(("more", "action"), [("", Mine), (" | b3 a2 | b3 a2", Done)])
def test_a_hint_is_to_take_pips_that_may_all_be_taken_back_only_while_not_leading(
    more: str, action: type[Action]
) -> None:
    """If nobody plays any more, whoever leads wins."""
    towers = "a1 b1 | a1 b1 | a2 b2 a1 | a2 b2 a2 | b1 a1 | b1 a1 | b2 a2 b2 | b2 a2 | a3 b3 a3 | b1"
    state = table(f"{towers} | a3 b3 a3 b3 | b3 a3 b3{more}")
    assert isinstance(advised(state, "master", luck=1).action, action)


@pytest.mark.parametrize(("number", "tower"), [(1, 1), (2, 2)])
def test_a_hint_is_not_to_lose_at_once_while_there_is_another_play(
    number: int, tower: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the search, which compares with one rival at a time, finds that better. Another play leaves a chance."""
    state, bot = laid_out("a1 | b1 | c3 b2"), bot_named(GAME, "master")
    plays = [play for play in Position(GAME.view(state, 0), weights_of("master")).plays() if play[3]]
    ranked = sorted([(9.0 - worth(each[3]), each) for each in plays], reverse=True)
    monkeypatch.setattr(type(bot), "_weigh", lambda *_: ranked[:number])
    advice = bot.advise(GAME.view(state, 0), GAME.actions(state, 0), random.Random(1))
    assert advice is not None
    assert advice.then == Place(tower)


@pytest.mark.parametrize("options", [{}, {"ghost": True}, {"paused_time": True}])
def test_the_work_of_the_master_is_limited(options: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[tuple[int, int]] = []
    look = DuelSearch.look

    def watched(search: DuelSearch, plays: list[Play], depth: int, passes: int, slack: float = BEYOND) -> list[float]:
        try:
            return look(search, plays, depth, passes, slack)
        finally:
            most = max(len(search.board.plays(seat)) for seat in (0, 1)) + 200
            left.append((search.work, -most))

    monkeypatch.setattr(DuelSearch, "look", watched)
    for number in range(0, 40, 8):
        state = started(2, number, **options)
        seat = next(iter(GAME.actors(state)))
        verdict(state, GAME.actions(state, seat)[0], seat=seat)
    assert left
    assert all(work >= least for work, least in left), "one more table may be looked at when it runs out"


# -- verdicts


def test_taking_the_lesser_tower_costs_the_difference() -> None:
    state = table("a1 | d3 c2 b1 | d1 | c3 b2", seats=4)
    for seat in (1, 2, 3):
        do(state, seat, "done")
    do(state, 0, f"lift {piece('a1')}")
    found = verdict(state, Place(3))
    assert found.better.action == Place(1)
    assert 1 <= found.cost <= 2, "one pip, and what it would have been worth to take it from a rival"
    assert verdict(state, Place(1)).cost == 0


def test_choosing_done_beside_an_obvious_tower_costs_its_pips() -> None:
    state = table("a1 | d3 c2 b1 | d2 | c3 a2", seats=4)
    for seat in (1, 2, 3):
        do(state, seat, "done")
    found = verdict(state, Done())
    assert str(found.better.action) == "lift 0"
    assert found.cost > 2


def test_a_mine_is_judged_by_the_best_place_for_the_piece() -> None:
    state = table("a3 b2 a2 b1 | b3 a1")
    assert verdict(state, Mine(piece("a3"))).cost == 0
    assert verdict(state, Mine(piece("a2"))).cost >= 0


def test_getting_ready_and_revoking_done_are_not_judged() -> None:
    assert verdict(new(), Ready(0)) is None
    assert verdict(started(), Done(False)) is None


def test_mistakes_are_measured_in_pips() -> None:
    assert GAME.price(2) == "2 pips"


# -- reasons


def test_a_reason_says_why_a_tempting_play_is_worse() -> None:
    advice = [advised(state, "master") for state in tables(3)]
    reasons = [each.reason for each in advice if each]
    assert any("would gain more now, but " in reason for reason in reasons)
    assert all(reason.endswith(".") for reason in reasons)


# -- playouts


Content = frozenset[tuple[bytes, int]]


def content(board: SearchBoard) -> Content:
    return frozenset(board.stacks.items())


def stack(names: str) -> bytes:
    return stack_of(map(piece, names.split()))


def random_tables(seats: int, seed: int, **options: object) -> Iterator[State]:
    """Yield positions of a random game, with all hands empty."""
    rng, state = random.Random(seed), started(seats, timer="off", **options)
    for number in range(120):
        if state.outcome is not None:
            return
        if not any(state.hands) and number % 7 == 0:
            yield state
        holders = [seat for seat in range(seats) if state.hands[seat]]
        seat = holders[0] if holders else rng.randrange(seats)
        choice = [a for a in GAME.actions(state, seat) if str(a) not in ("done", "not done") and "set" not in str(a)]
        if choice or holders:
            GAME.apply(state, seat, rng.choice(choice or list(GAME.actions(state, seat))))


def after_whole_plays(state: State, seat: int) -> set[Content]:
    """Return all tables that a seat can reach by one whole play according to the rules."""
    found = set()
    for action in GAME.actions(state, seat):
        verb = str(action).split()[0]
        if verb not in ("lift", "mine", "split"):
            continue
        half = state.copy()
        GAME.apply(half, seat, action)
        if verb == "split":
            found.add(content(board_of(half)))
            continue
        for second in GAME.actions(half, seat):
            if verb == "mine" or str(second).startswith("place"):
                whole = half.copy()
                GAME.apply(whole, seat, second)
                found.add(content(board_of(whole)))
    return found


@pytest.mark.parametrize(("seats", "ghost"), [(2, False), (2, True), (3, False), (4, False)])
def test_whole_plays_agree_with_the_rules(seats: int, ghost: bool) -> None:
    options = {"ghost": True} if ghost else {}
    compared = 0
    for state in random_tables(seats, 1, **options):
        board = board_of(state)
        for seat in range(seats):
            reached = set()
            for made in board.plays(seat):
                board.make(seat, made)
                reached.add(content(board))
                board.undo(seat, made)
            assert reached == after_whole_plays(state, seat)
            compared += len(reached)
    assert compared > 50


def test_places_for_a_held_piece_agree_with_the_rules() -> None:
    for state in random_tables(3, 7):
        for action in GAME.actions(state, 0):
            if not str(action).startswith("mine"):
                continue
            half = state.copy()
            GAME.apply(half, 0, action)
            view, held = GAME.view(half, 0), half.hands[0]
            targets = {made[3] for made in plays_of_held(view, held) if made[0] == PLACE}
            towers = {tower.id: tower.stack for tower in half.towers}
            places = [str(a) for a in GAME.actions(half, 0) if str(a).startswith("place")]
            assert targets == {towers[int(text.split("@")[1])] for text in places}


def test_an_action_begins_all_plays_with_the_same_kind_of_piece() -> None:
    """Of equal pieces that lie on each other, taking any of them out begins the same plays."""
    position = Position(GAME.view(laid_out("b3 a1 a1 b1 | b2 a1 | c3"), 0), weights_of("master"))
    plays = position.plays()
    for made in plays:
        begun = plays_begun_by(position.view, first_action(position.view, 0, made), plays)
        assert made in begun
        assert all(each[0] == made[0] and each[2] == made[2] for each in begun)
    tower = next(tower for tower in position.view.towers if len(tower.pieces) == 4)
    upper, lower = (plays_begun_by(position.view, Mine(tower.pieces[at]), plays) for at in (2, 1))
    assert upper == lower != []
    assert plays_begun_by(position.view, Mine(tower.pieces[3]), plays) == []


@pytest.mark.parametrize(("seats", "ghost"), [(2, True), (4, False)])
def test_undoing_plays_restores_the_board(seats: int, ghost: bool) -> None:
    state = started(seats, **({"ghost": True} if ghost else {}))
    board, rng = board_of(state), random.Random(3)
    steps: list[tuple[int, Play]] = []
    keys, contents = [board.key], [content(board)]
    for number in range(60):
        choice = board.plays(number % seats)
        if choice:
            steps.append((number % seats, rng.choice(choice)))
            board.make(*steps[-1])
            keys.append(board.key)
            contents.append(content(board))
    assert len(set(keys)) == len(set(contents)), "a key for each table"
    for seat, made in reversed(steps):
        assert (board.key, content(board)) == (keys.pop(), contents.pop())
        board.undo(seat, made)
    assert (board.key, content(board)) == (keys[0], contents[0])


def test_scores_and_values_agree_with_the_rules() -> None:
    state = table("a3 b2 | b3 | a1 | c2 a2", seats=3)
    board = board_of(state)
    assert tuple(board.scores()) == scores(state)
    plain = StackValues([[*PLAIN, 0.0]] * 3, [[1.0, -1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    assert plain.of_table(board) == plain.of_end(board) == [5 - 8, 8, 0], "a: 1 + 4, b: 5 + 3"
    assert worth(stack("a3 b2")) == 5


# -- search


def plain_search(text: str, work: int = 10**6) -> DuelSearch:
    worths = StackValues([[*PLAIN, 0.0]] * 2, [[1.0, -1.0], [-1.0, 1.0]])
    return DuelSearch(board_of(table(text)), worths, [0, 1], [99], work)


def brute(board: SearchBoard, seat: int, depth: int, passes: int) -> int:
    """Return the lead in pips of the seat to play after `depth` plays of two perfect players."""
    totals = board.scores()
    ahead = totals[seat] - totals[1 - seat]
    if depth == 0 or passes == 2:
        return ahead
    best = -brute(board, 1 - seat, depth - 1, passes + 1)
    for made in board.plays(seat):
        board.make(seat, made)
        best = max(best, -brute(board, 1 - seat, depth - 1, 0))
        board.undo(seat, made)
    return best


@pytest.mark.parametrize(
    "text", ["a2 | b2 | a3 b3 | b1 a1", "a1 | a2 | b2 | b1 | b3 a2", "a3 b3 a3 b1 | a2 b2 | b3 b2"]
)
def test_the_pruned_search_agrees_with_brute_force(text: str) -> None:
    search = plain_search(text)
    for depth in (1, 2, 3, 4):
        plays = [PASSING, *search.board.plays(0)]
        assert max(search.look(plays, depth, 0)) == brute(search.board, 0, depth, 0)
        assert not search.is_exact


def test_a_small_ending_is_searched_completely() -> None:
    search = plain_search("a3 b2 | a2 | b3 | b1")
    values = search.look([PASSING, *search.board.plays(0)], 12, 0)
    assert search.is_exact
    assert max(values) == brute(search.board, 0, 12, 0)


def test_the_search_of_repeating_positions_ends() -> None:
    search = plain_search("a2 a2 b2 | b2 b2 a2 | b2 | a2 b2")
    plays = [PASSING, *search.board.plays(0)]
    found = [(search.look(plays, depth, 0), search.is_exact) for depth in range(1, 30)]
    exact = [values for values, is_exact in found if is_exact]
    assert exact, "lines that come back to a table that was there before are at their end"
    assert all(values == exact[0] for values in exact)


def test_the_work_of_a_search_is_limited() -> None:
    search = plain_search("a1 | a2 | a3 | b1 | b2 | b3 | b3 a2 b1", work=500)
    with pytest.raises(OutOfWork):
        search.look(search.board.plays(0), 9, 0)
    assert Counter(search.board.stacks) == Counter(board_of(table("a1 | a2 | a3 | b1 | b2 | b3 | b3 a2 b1")).stacks)
