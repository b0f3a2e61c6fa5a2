"""Live games on a virtual clock: simultaneous actions, the speed of bots' hands, and reproducibility."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.game.matches import bot_players
from tests.golden import sampled
from topping_out.game.bots.worker import choose_here, live_bots, play_live, profile_named
from topping_out.game.engine import Seat
from topping_out.game.icetowers.actions import Action, Done, Lift, Place, Ready, SetDown
from topping_out.game.icetowers.state import Phase, overlap, scores
from topping_out.game.live import (
    AskBot,
    LiveBot,
    LiveDriver,
    LiveQuestion,
    LiveStep,
    Motor,
    MotorProfile,
    MotorState,
    PendingChoice,
)
from topping_out.game.match import Match
from topping_out.game.record import Header, Player, Record, fold, new_header, parse_record
from topping_out.game.registry import load

GAME = load("icetowers")
LEVELS = ("easy", "medium", "hard")
BEGAN = 3_000
BRISK = MotorProfile(reaction=200, hesitation=0, speed=1000, grip=100, attention=150)


def seat_players(kinds: str, level: str = "hard") -> list[Player]:
    """Return players by kind: `h` is a human, `b` a bot, as in `hb`."""
    return [
        Player(f"{k}{n}", "human", "", n) if k == "h" else Player(f"{k}{n}", "bot", level, n)
        for n, k in enumerate(kinds)
    ]


def table(kinds: str, seed: int = 1, ask: AskBot = choose_here, level: str = "hard", **options: object) -> LiveDriver:
    """Return a driver for a new game."""
    return drive(Match.new(new_header(GAME, seat_players(kinds, level), options, seed)), ask)


def drive(match: Match, ask: AskBot = choose_here) -> LiveDriver:
    return LiveDriver(match, ask, live_bots(match.header))


def begin(driver: LiveDriver) -> LiveDriver:
    """Make the humans ready and advance to the start of play."""
    for seat, player in enumerate(driver.match.header.seats):
        if player.is_human:
            driver.submit(seat, Ready(seat * 15), 0)
    driver.advance(0)
    run_until(driver, lambda: driver.match.state.phase is Phase.PLAY)
    return driver


def run_until(driver: LiveDriver, happened: Callable[[], bool]) -> None:
    while not happened():
        driver.advance(driver.next_due())


def run_to_the_end(driver: LiveDriver) -> Record:
    run_until(driver, lambda: driver.match.outcome is not None)
    return driver.match.record


def together(driver: LiveDriver, *actions: tuple[int, Action], after: int = 1) -> list[LiveStep]:
    """Let seats act at the same moment, arriving in this order. Return what happens."""
    moment = driver.ms + after
    for seat, action in actions:
        driver.submit(seat, action, moment)
    return driver.advance(moment)


def acts(steps: list[LiveStep]) -> list[tuple[int, int | None, str]]:
    return [(h.ms, h.seat, str(h.action)) for h in steps if h.action is not None]


class Script:
    """Bots with scripted choices: a list for each seat, and nothing after that."""

    def __init__(self, *action_rows: list[Action]) -> None:
        self.action_rows = [list(row) for row in action_rows]
        self.asked: list[LiveQuestion] = []

    def __call__(self, question: LiveQuestion) -> Future[Action | None]:
        self.asked.append(question)
        future: Future[Action | None] = Future()
        row = self.action_rows[question.seat]
        future.set_result(row.pop(0) if row else None)
        return future


# -- reproducibility


@sampled("kinds", ["bb", "bbb", "bbbb", "bbbbb"], ["bb", "bbbbb"])
def test_the_same_seed_gives_the_same_record(kinds: str) -> None:
    header = new_header(GAME, seat_players(kinds, "easy"), {}, 5)
    assert play_live(header).record.to_bytes() == play_live(header).record.to_bytes()
    reseeded = new_header(GAME, seat_players(kinds, "easy"), {}, 6)
    assert play_live(header).record.to_bytes() != play_live(reseeded).record.to_bytes()


@pytest.mark.parametrize("level", LEVELS)
def test_a_record_replays_a_live_game_including_bots_and_timers(level: str) -> None:
    match = play_live(new_header(GAME, seat_players("bbb", level), {"timer": 1}, 8))
    again = fold(parse_record(match.record.to_bytes()))
    assert again == match.state
    assert again.outcome == match.outcome
    assert match.record.entries[-1].text == "tick", "the moment of the end is written down"


@examples(8)
@given(steps=st.lists(st.integers(1, 900), min_size=1, max_size=20))
def test_the_size_of_time_steps_does_not_change_the_game(steps: list[int]) -> None:
    header = new_header(GAME, seat_players("bb", "medium"), {"timer": 1}, 11)
    driver, sizes = drive(Match.new(header)), cycle(steps)
    while driver.match.outcome is None:
        driver.advance(driver.ms + next(sizes))
    assert driver.match.record.to_bytes() == play_live(header).record.to_bytes()


def test_a_bot_may_have_the_hand_of_another_level() -> None:
    header = new_header(GAME, bot_players("hard", "hard"), {}, 3)
    hard, easy, gentle = ({0: level, 1: level} for level in ("hard", "easy", "gentle"))
    whole = play_live(header).record
    other_bots = play_as(header, easy, hard).record
    other_hands = play_as(header, hard, gentle).record
    assert len({record.to_bytes() for record in (whole, other_bots, other_hands)}) == 3
    assert first_cap(other_hands) - BEGAN > 2 * (first_cap(other_bots) - BEGAN)


def first_cap(record: Record) -> int:
    return next(entry.ms for entry in record.entries if entry.text.startswith("place"))


def test_two_games_at_the_same_time_do_not_affect_each_other() -> None:
    header = new_header(GAME, seat_players("bb", "easy"), {"timer": 1}, 4)
    first, second = drive(Match.new(header)), drive(Match.new(header))
    while first.match.outcome is None:
        first.advance(first.ms + 500)
        second.advance(second.ms + 500)
    assert first.match.record.to_bytes() == second.match.record.to_bytes() == play_live(header).record.to_bytes()


# -- bots and humans


@pytest.mark.parametrize("kinds", ["hb", "hhb", "bhhb", "hbhbh"])
@examples(3)
@given(luck=st.integers(0, 2**16))
def test_in_mixed_games_pips_are_kept_and_nothing_overlaps(kinds: str, luck: int) -> None:
    rng = random.Random(luck)
    driver = begin(table(kinds, seed=luck, level="easy", timer=1))
    humans = [seat for seat, kind in enumerate(kinds) if kind == "h"]
    while driver.match.outcome is None:
        for seat in rng.choices(humans, k=rng.randrange(3)):
            actions = GAME.actions(driver.match.state, seat)
            if actions:
                driver.submit(seat, rng.choice(actions), driver.ms + rng.randrange(300))
        driver.advance(driver.ms + rng.choice((16, 400, 2500)))
        state = driver.match.state
        assert sum(scores(state)) == 30 * len(kinds)
        towers = state.towers
        assert not any(overlap(a, b) for i, a in enumerate(towers) for b in towers[:i])
    assert fold(driver.match.record) == driver.match.state


# -- simultaneous actions


def test_simultaneous_actions_are_ordered_fairly() -> None:
    driver = begin(table("hhh", timer="off"))
    orders: Counter[tuple[int | None, ...]] = Counter()
    for number in range(600):
        happened = together(driver, *((seat, Done(number % 2 == 0)) for seat in (2, 0, 1)), after=10)
        orders[tuple(seat for _, seat, _ in acts(happened))] += 1
    assert len(orders) == 6
    assert all(70 <= count <= 130 for count in orders.values()), "100 each, give or take"


def test_the_order_of_simultaneous_actions_favours_no_seat() -> None:
    firsts: Counter[int | None] = Counter()
    for seed in range(90):
        happened = together(table("hhh", seed), *((seat, Ready(seat * 15)) for seat in range(3)), after=0)
        firsts[happened[0].seat] += 1
    assert all(18 <= firsts[seat] <= 42 for seat in range(3))


def test_arrival_within_a_millisecond_does_not_matter() -> None:
    def record(order: tuple[int, ...]) -> bytes:
        driver = begin(table("hhh"))
        together(driver, *((seat, Lift(seat * 15 + 10)) for seat in order), after=5)
        return driver.match.record.to_bytes()

    assert record((0, 1, 2)) == record((2, 1, 0)) == record((1, 2, 0))


def test_the_orders_of_two_moments_are_independent() -> None:
    wins: Counter[tuple[int | None, int | None]] = Counter()
    for seed in range(120):
        driver = begin(table("hh", seed))
        pairs = (Lift(0), Lift(15)), (Done(), SetDown(600, 300))
        first, second = (together(driver, *enumerate(pair), after=350)[0].seat for pair in pairs)
        wins[first, second] += 1
    assert len(wins) == 4
    assert all(15 <= count <= 45 for count in wins.values()), "30 each, give or take"


def test_the_first_of_two_caps_on_one_tower_may_block_the_second() -> None:
    driver = begin(table("hhh"))
    together(driver, (0, Lift(10)), (1, Lift(15)))  # a large, and a small
    first, second = together(driver, (0, Place(40)), (1, Place(40)))
    assert not first.refusal
    assert bool(second.refusal) == (first.seat == 1), "a large may not cap the small, a small may cap the large"


def test_a_second_action_of_a_seat_comes_after_the_others_first() -> None:
    driver = begin(table("hh"))
    happened = together(driver, (0, Done()), (0, Done(False)), (1, Done()))
    assert [seat for _, seat, _ in acts(happened)] in ([0, 1, 0], [1, 0, 0])


def test_a_timer_comes_before_simultaneous_actions() -> None:
    driver = begin(table("hh", timer=1))
    happened = together(driver, (0, Lift(10)), after=60_000)
    assert [type(event).__name__ for event in happened[0].events] == ["TimerRang", "Ended"]
    assert happened[1].refusal == "the game is over"


# -- humans


def test_i7_a_change_revokes_the_done_of_bots_but_not_of_humans() -> None:
    driver = begin(table("hhb", ask=Script([], [], [Done()])))
    driver.submit(0, Done(), driver.ms)
    driver.advance(driver.ms + 2_000)
    assert driver.match.state.done == {0, 2}
    happened = together(driver, (1, Lift(25)), after=7)
    assert acts(happened) == [(driver.ms, 1, "lift 25"), (driver.ms, 2, "not done")]
    assert driver.match.state.done == {0}


def test_bots_are_ready_at_once() -> None:
    driver = table("hbb")
    assert acts(driver.advance(0)) == [(0, 1, "ready 15"), (0, 2, "ready 30")]


# -- hands


def lone_bot(choices: list[Action], profile: MotorProfile = BRISK) -> LiveDriver:
    """Return a game in play between a human and a scripted bot with this motor profile."""
    driver = table("hb", ask=Script([], choices))
    driver._motors[1].profile = profile
    return begin(driver)


def lifted_at(driver: LiveDriver) -> int:
    while True:
        for ms, seat, text in acts(driver.advance(driver.next_due())):
            if seat == 1 and text.startswith("lift"):
                return ms


def test_a_hand_takes_the_time_given_by_its_profile() -> None:
    driver = lone_bot([Lift(20)])
    hand = driver._motors[1]
    looked = hand.due
    assert looked - BEGAN < BRISK.attention, "it sees that play has already begun with its next glance"
    towers = {tower.id: tower for tower in driver.match.state.towers}
    (x0, y0), (x1, y1) = towers[15].place, towers[20].place
    way = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    expected = looked + BRISK.reaction + int(way) * 1000 // BRISK.speed + BRISK.grip
    assert lifted_at(driver) == expected


@pytest.mark.parametrize("change", [{"reaction": 900}, {"speed": 100}, {"grip": 700}, {"hesitation": 3000}])
def test_each_value_of_a_profile_can_slow_a_hand_down(change: dict[str, int]) -> None:
    slower = MotorProfile(**{f: getattr(BRISK, f) for f in BRISK.__struct_fields__} | change)
    assert lifted_at(lone_bot([Lift(20)], slower)) > lifted_at(lone_bot([Lift(20)]))


def test_a_moving_hand_has_a_position() -> None:
    driver = lone_bot([Lift(20)])
    hand = driver._motors[1]
    run_until(driver, lambda: hand.state is MotorState.REACHING)
    places = [driver.hand_at(1, ms) for ms in range(hand.left, hand.arrives + 1, 20)]
    assert places[0] == hand.start
    assert driver.hand_at(1, hand.arrives) == hand.goal
    ways = [abs(p[0] - hand.goal[0]) + abs(p[1] - hand.goal[1]) for p in places if p is not None]
    assert ways == sorted(ways, reverse=True)
    assert driver.hand_at(0, 0) is None, "a human's hand is the screen's"


def test_a_bot_decides_by_the_view_before_its_reaction_time() -> None:
    script = Script([], [Lift(20)])
    driver = table("hb", ask=script)
    driver._motors[1].profile = BRISK
    begin(driver)
    driver.advance(driver.next_due())
    assert len(script.asked) == 1
    driver.submit(0, Lift(10), driver.ms + 1)
    driver.advance(driver.ms + BRISK.reaction - 1)
    assert len(script.asked) == 1
    assert script.asked[0].view.hands == (None, None), "the change came after its look"


def reaching(script: Script, profile: MotorProfile) -> tuple[LiveDriver, Motor]:
    """Return a game in which the scripted bot is moving a held piece to its second goal, and the bot's hand."""
    driver = table("hb", ask=script, seed=2)
    hand = driver._motors[1]
    hand.profile = profile
    begin(driver)
    run_until(driver, lambda: driver.match.state.hands[1] and hand.state is MotorState.REACHING)
    return driver, hand


def test_a_bot_reconsiders_when_it_notices_a_change_of_its_goal() -> None:
    script = Script([], [Lift(25), Place(0), Place(5)])
    driver, hand = reaching(script, MotorProfile(reaction=200, hesitation=0, speed=100, grip=100, attention=300))
    set_out, asked = hand.left, len(script.asked)
    assert hand.arrives > set_out + 400, "it is a long way"
    driver.submit(0, Lift(0), set_out + 20)  # the small piece that it was about to cap
    driver.advance(set_out + 299)
    assert len(script.asked) == asked
    driver.advance(set_out + 300)
    assert len(script.asked) == asked + 1
    assert hand.state is MotorState.DECIDING


def test_a_refused_bot_looks_again() -> None:
    script = Script([], [Lift(25), Place(10), Place(11)])
    driver, hand = reaching(script, MotorProfile(reaction=200, hesitation=0, speed=2000, grip=100, attention=5_000))
    driver.submit(0, Lift(10), hand.left + 1)
    happened = driver.advance(hand.arrives + 5_000)
    refused = next(h for h in happened if h.seat == 1)
    assert refused.refusal == "this tower is gone"
    assert [text for _, seat, text in acts(happened) if seat == 1] == ["place @10", "place @11"]


def test_an_idle_bot_looks_again_when_the_table_changes() -> None:
    script = Script([], [])
    driver = begin(table("hb", ask=script))
    driver.advance(20_000)
    asked = len(script.asked)
    driver.advance(40_000)
    assert len(script.asked) == asked, "nothing has changed"
    driver.submit(0, Lift(10), 40_001)
    driver.advance(45_000)
    assert len(script.asked) > asked


# -- bots in another process


class Slowly:
    """Bots whose choices arrive only when the test calls `answer`."""

    def __init__(self) -> None:
        self.open: list[tuple[LiveQuestion, Future[Any]]] = []

    def __call__(self, question: LiveQuestion) -> Future[Any]:
        future: Future[Any] = Future()
        self.open.append((question, future))
        return future

    def answer(self) -> None:
        for question, future in self.open:
            future.set_result(choose_here(question).result())
        self.open.clear()


def test_an_early_choice_takes_effect_at_its_planned_time() -> None:
    def record(eager: bool) -> bytes:
        slowly = Slowly()
        driver = table("bb", seed=9, ask=slowly, timer=1)
        while driver.match.outcome is None:
            due = driver.next_due()
            if eager or any(hand.due == due and hand.state is MotorState.DECIDING for hand in driver._motors.values()):
                slowly.answer()
            driver.advance(due)
        return driver.match.record.to_bytes()

    assert (
        record(eager=True)
        == record(eager=False)
        == play_live(new_header(GAME, seat_players("bb"), {"timer": 1}, 9)).record.to_bytes()
    )


def test_a_late_choice_delays_the_hand_and_is_recorded_with_its_real_time() -> None:
    slowly = Slowly()
    driver = begin(table("hb", ask=slowly))
    driver.advance(BEGAN + 5_000)
    assert driver.match.state.hands == (None, None)
    assert len(slowly.open) == 1
    slowly.answer()
    late = BEGAN + 5_000
    driver.advance(late)
    driver.advance(late + 2_000)
    (ms, seat, _) = next(e for e in acts_of(driver.match.record) if e[1] == 1 and e[2].startswith("lift"))
    assert late < ms <= late + 2_000
    assert seat == 1


def acts_of(record: Record) -> list[tuple[int, int | None, str]]:
    return [(entry.ms, entry.seat, entry.text) for entry in record.entries]


def test_the_same_question_always_gets_the_same_choice() -> None:
    asked: list[LiveQuestion] = []

    def ask(question: LiveQuestion) -> PendingChoice:
        asked.append(question)
        return choose_here(question)

    driver = begin(table("bb", ask=ask))
    driver.advance(BEGAN + 3_000)
    assert asked
    assert all(choose_here(question).result() == choose_here(question).result() for question in asked)
    assert all(question.view.seat == question.seat for question in asked)


# -- resuming a game


def test_a_saved_live_game_is_resumed_at_its_time() -> None:
    driver = table("bb", level="easy", timer=1)
    driver.advance(20_000)
    driver.match.mark_time(driver.ms)
    resumed = drive(Match(parse_record(driver.match.record.to_bytes())))
    assert resumed.ms == 20_000
    assert resumed.match.state == driver.match.state
    record = run_to_the_end(resumed)
    assert fold(record).outcome is not None


# -- paused time


def test_with_paused_time_the_clock_waits_only_for_humans() -> None:
    driver = begin(table("hb", paused_time=True))
    run_until(driver, driver.time_stands)
    assert driver.match.actors == {0}
    assert driver.advance(driver.ms + 60_000) == [], "nobody acts, however long it takes"
    state = driver.match.state
    mine = next(t for t in state.towers if t.controller == 0 and t.size == 1)
    theirs = next(t for t in state.towers if t.controller == 1)
    together(driver, (0, Lift(mine.top)), (0, Place(theirs.id)), after=0)
    assert not driver.time_stands()
    assert driver.match.actors == {1}
    run_until(driver, driver.time_stands)
    assert driver.match.actors == {0}


def test_a_hand_at_rest_stays_where_it_is() -> None:
    hand = Motor(BRISK, random.Random(1), (10, 20))
    hand.rest(500)
    assert hand.at(900) == (10, 20)
    assert hand.due is None


def test_setting_down_moves_the_hand_to_the_place() -> None:
    state = begin(table("hh")).match.state
    assert GAME.place_of(GAME.view(state, 0), SetDown(300, 200)) == (300, 200)
    assert GAME.place_of(GAME.view(state, 0), Done()) is None


# -- live games


def play_as(header: Header, names: Mapping[Seat, str], hands: Mapping[Seat, str]) -> Match:
    """Play a game of bots to its end. For each seat, one bot decides and the hand may be another bot's."""
    bots = {seat: LiveBot(name, profile_named(header.game, hands[seat])) for seat, name in names.items()}
    return play_live(header, bots=bots)
