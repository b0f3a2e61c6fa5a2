"""Levels, tempers, the master's search, verdicts and reasons."""

import random
import tomllib
from collections.abc import Callable
from functools import cache
from statistics import mean

import pytest
from msgspec.structs import replace

from tests.game.icetowers.positions import GAME, do, new, piece, started, table
from tests.game.live.live_games import play_as
from tests.game.players import bot_players
from topping_out.game.assets import GAMES
from topping_out.game.bots.weights import bot_named, scaled, weights_named
from topping_out.game.engine import Verdict
from topping_out.game.icetowers.actions import Action, Done, Lift, Mine, Place, Ready
from topping_out.game.icetowers.bots.core.board import PASSING, Play, changes
from topping_out.game.icetowers.bots.core.search import BEYOND, DuelSearch
from topping_out.game.icetowers.bots.evaluation import Position
from topping_out.game.icetowers.bots.lookahead import _search, _values, answered, by_promise, searched, values_of
from topping_out.game.icetowers.bots.players import IceTowersBot, make_bot
from topping_out.game.icetowers.bots.weights import Weights, weights_of
from topping_out.game.icetowers.state import State
from topping_out.game.record import new_header


def verdict(state: State, played: Action, level: str = "master", seat: int = 0) -> Verdict[Action]:
    found = bot_named(GAME, level).judge(GAME.view(state, seat), GAME.actions(state, seat), played, random.Random(0))
    assert found is not None
    return found


@cache
def tables(seats: int, games: int = 3) -> tuple[State, ...]:
    """Return tables from the midst of so many games between the bots of the gauntlet, all hands empty."""
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
def test_a_tower_that_lies_open_is_taken_by_everybody(level: str) -> None:
    """At a large table the two lowest levels may overlook it: `crowd`."""
    state = table("a1 | d3 c2 b1 | d2 | c3 a2", seats=4)
    for seat in (1, 2, 3):
        do(state, seat, "done")
    bot = IceTowersBot(replace(weights_of(level), crowd=1.0))

    def choices() -> set[Action | None]:
        view, actions = GAME.view(state, 0), GAME.actions(state, 0)
        return {bot.choose(view, actions, random.Random(luck)) for luck in range(4)}

    assert choices() == {Lift(piece("a1"))}
    do(state, 0, f"lift {piece('a1')}")
    assert choices() == {Place(1)}


@pytest.mark.parametrize("seats", [2, 3])
def test_against_several_rivals_a_bot_errs_more(seats: int) -> None:
    state = table("a1 | b3 b2 b1 | b2 | b3 a2 | a2 | b3", seats=seats)
    view, actions = GAME.view(state, 0), GAME.actions(state, 0)

    def choices(crowd: float) -> list[Action | None]:
        bot = IceTowersBot(replace(weights_of("medium"), crowd=crowd))
        return [bot.choose(view, actions, random.Random(luck)) for luck in range(20)]

    if seats == 2:
        assert choices(1.0) == choices(50.0)
    else:
        assert len(set(choices(1.0))) < len(set(choices(50.0)))


def test_the_gentlest_does_not_see_what_lies_deep_in_a_tower() -> None:
    state = table("a3 a3 b3 c3 b2 c2 b1 | b1 | c3 b2", seats=3)
    deep = {play[2:] for play in Position(GAME.view(state, 0), weights_of("easy")).plays()}
    shallow = {play[2:] for play in Position(GAME.view(state, 0), weights_of("gentle")).plays()}
    assert shallow < deep


# -- tempers


def with_temper(level: str, temper: str) -> IceTowersBot:
    text = (GAMES / "icetowers" / "bots.toml").read_text("utf-8")
    factors = tomllib.loads(text)["temper"][temper]
    return make_bot(scaled(weights_named("icetowers", level), factors))


def favourites(bot: IceTowersBot) -> list[tuple[Position, Play]]:
    """Return what the bot likes best on each of some tables, judged without its wobble or its temper."""
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
    return favourites(make_bot(weights_named("icetowers", level)))


def answer_to(position: Position, play: Play) -> float:
    """Return what the others' best answers to a play mean for the seat."""
    return next(value for value, _ in answered(position, [(0.0, play)]))


def height(position: Position, play: Play) -> float:
    return float(max(map(len, changes(play)[1])))


def taken(position: Position, play: Play) -> float:
    """Return the pips that the seat gains at once."""
    board = position.board.copy()
    board.make(position.seat, play)
    return float(board.scores()[position.seat] - position.board.scores()[position.seat])


def toppled(position: Position, play: Play) -> float:
    """Return by how many pieces the others' towers shrink."""

    def burden(stacks: list[bytes]) -> int:
        return sum(len(stack) - 1 for stack in stacks if stack[-1] >> 2 != position.seat)

    gone, come = changes(play)
    return float(burden(gone) - burden(come))


@pytest.mark.long
@pytest.mark.parametrize("level", ["hard", "master"])
@pytest.mark.parametrize(
    ("temper", "manner"), [("builder", height), ("cautious", answer_to), ("greedy", taken), ("spiteful", toppled)]
)
def test_a_temper_shows(level: str, temper: str, manner: Callable[[Position, Play], float]) -> None:
    usual = mean(manner(position, play) for position, play in favourites_without_temper(level))
    marked = mean(manner(position, play) for position, play in favourites(with_temper(level, temper)))
    assert marked > usual


# -- the master


def small_endings() -> list[State]:
    """Return endings of two that can be played out to the last piece."""
    return [table(text) for text in ("a3 b2 | a2 | b3 | b1", "a1 | b3 | b1", "a2 | a1 | b3 | b2")]


@pytest.mark.parametrize("state", small_endings(), ids=lambda state: f"{len(state.towers)} towers")
def test_in_a_small_ending_the_master_plays_what_playing_all_out_finds(state: State) -> None:
    position = Position(GAME.view(state, 0), replace(weights_of("master"), wobble=0.0, tall=0.0, spite=0.0))
    plays = position.plays()
    values = values_of(position, plays)
    search = DuelSearch(position.board, position.values, [0, 1], [99], 10**6)
    exact = search.look([PASSING, *plays], 16, 0)
    assert search.is_exact
    assert values == pytest.approx([value - exact[0] for value in exact[1:]])


def test_where_little_is_left_the_master_finds_the_win_that_lies_outside_its_beams() -> None:
    state = table("a2 a2 | b1 | a2 | b3 b3 | a2 | a3 b2 | b3 a3 a2 | b3 a3 b1")
    weights = replace(weights_of("master"), wobble=0.0, tall=0.0, spite=0.0)
    position = Position(GAME.view(state, 0), weights)
    ends = played_out(position)
    assert ends[favourite(state, weights)] == max(ends.values()) > 0
    assert ends[favourite(state, replace(weights, little=0))] < 0, "along its beams it would lose"


def favourite(state: State, weights: Weights) -> Play:
    """Return what a bot with these weights likes best, looking ahead."""
    position = Position(GAME.view(state, 0), weights)
    return searched(position, by_promise([(position.gain(play), play) for play in position.plays()]))[0][1]


def played_out(position: Position) -> dict[Play, float]:
    """Return by how many pips seat 0 of two is ahead in the end after each of its plays."""
    search = DuelSearch(position.board, position.values, [0, 1], [99], 10**6)
    plays = [PASSING, *position.plays()]
    for depth in range(1, 30):
        values = search.look(plays, depth, 0)
        if search.is_exact:
            break
    assert search.is_exact
    return dict(zip(plays, values))


def test_of_several_rivals_the_master_searches_against_each_and_takes_the_average() -> None:
    position = Position(GAME.view(table("a2 | b2 | b1 | c3", seats=3), 0), weights_of("master"))
    plays = position.plays()
    by_rival = [_values(_search(position, rival), rival, position, plays, BEYOND) for rival in (1, 2)]
    assert any(one < other for one, other in zip(*by_rival)), "only seat 1 has a piece to answer with"
    assert values_of(position, plays) == [mean(pair) for pair in zip(*by_rival)]


@pytest.mark.parametrize("options", [{}, {"ghost": True}, {"paused_time": True}])
def test_the_master_weighs_no_more_plays_than_its_work_allows(
    options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
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
        actions = GAME.actions(state, seat)
        bot_named(GAME, "master").judge(GAME.view(state, seat), actions, actions[0], random.Random(0))
    assert left
    assert all(work >= least for work, least in left), "one more table may be looked at when it runs out"


# -- verdicts


def test_the_lesser_tower_costs_the_pips_between() -> None:
    state = table("a1 | d3 c2 b1 | d1 | c3 b2", seats=4)
    for seat in (1, 2, 3):
        do(state, seat, "done")
    do(state, 0, f"lift {piece('a1')}")
    found = verdict(state, Place(3))
    assert found.better.action == Place(1)
    assert 1 <= found.cost <= 2, "one pip, and what it would have been worth to take it from a rival"
    assert verdict(state, Place(1)).cost == 0


def test_to_be_done_while_a_tower_lies_open_costs_its_pips() -> None:
    state = table("a1 | d3 c2 b1 | d2 | c3 a2", seats=4)
    for seat in (1, 2, 3):
        do(state, seat, "done")
    found = verdict(state, Done())
    assert str(found.better.action) == "lift 0"
    assert found.cost > 2


def test_a_mine_is_judged_with_the_best_place_for_it() -> None:
    state = table("a3 b2 a2 b1 | b3 a1")
    assert verdict(state, Mine(piece("a3"))).cost == 0
    assert verdict(state, Mine(piece("a2"))).cost >= 0


def test_of_being_ready_and_of_coming_back_there_is_nothing_to_say() -> None:
    master = bot_named(GAME, "master")
    state = new()
    assert master.judge(GAME.view(state, 0), GAME.actions(state, 0), Ready(0), random.Random(0)) is None
    state = started()
    assert master.judge(GAME.view(state, 0), GAME.actions(state, 0), Done(False), random.Random(0)) is None


def test_mistakes_are_counted_in_pips() -> None:
    assert GAME.price(2) == "2 pips"


# -- reasons


def test_a_reason_says_what_the_play_that_looks_better_invites() -> None:
    said = []
    for state in tables(3):
        advice = bot_named(GAME, "master").advise(GAME.view(state, 0), GAME.actions(state, 0), random.Random(0))
        if advice is not None:
            said.append(advice.reason)
    assert any("takes more at once, but ends up about" in reason for reason in said)
    assert any("The next best play is about" in reason for reason in said)
    assert all(reason.endswith(".") for reason in said)
