"""Reviews of finished games: accuracy, the curve of chances, and judged decisions."""

import dataclasses
import random
import re
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest
from msgspec.structs import replace

from measure.accuracy import Judge
from tests.game.icetowers.positions import BEGAN, GAME, table
from tests.game.matches import bot_players, new_match, play_on, played_by_chance
from topping_out.game import registry, roster
from topping_out.game.bots.review import (
    LEAST,
    MOST_DECISIONS,
    MOST_POINTS,
    PACE,
    Decision,
    Judgement,
    Review,
    Scale,
    Timeline,
    average_cost,
    by_lead,
    chances,
    chances_at,
    has_chances,
    points_of,
    praise,
    price,
    scale_of,
    turning_points,
)
from topping_out.game.bots.weights import bot_named, make_bot, weights_named
from topping_out.game.cli.games import review_lines, review_of
from topping_out.game.engine import Advice, AnyGame, Bot, RandomBot, Verdict
from topping_out.game.record import TICK, Entry, Player, Record, new_header
from topping_out.game.registry import load

# -- accuracy


HASTY = {**weights_named("wyoming", "master"), "playouts": 90, "network_playouts": 60, "looks": 2}
ANEW, EVERY = 10, 5
"""Number of games whose positions are judged again, and the step between judged decisions."""
SCALE = Scale({"gentle": 4.0, "medium": 2.0, "master": 0.0})


def test_accuracy_is_100_without_cost_and_70_at_the_cost_of_medium() -> None:
    assert SCALE.accuracy(0.0) == 100
    assert SCALE.accuracy(2.0) == pytest.approx(70)
    assert SCALE.accuracy(1e9) == 0
    assert SCALE.levels == pytest.approx({"gentle": 49, "medium": 70, "master": 100})


def test_small_costs_count_as_zero() -> None:
    assert average_cost([LEAST / 2, 3.0, 0.0]) == 1.0
    assert average_cost([]) == 0.0


@pytest.mark.parametrize("name", [name for name in registry.names() if scale_of(name)])
def test_stronger_levels_have_higher_average_accuracy(name: str) -> None:
    scale = scale_of(name)
    assert [level for level in load(name).levels if level in scale.levels] == list(scale.levels)
    assert {"gentle", "medium", "master"} <= scale.levels.keys()
    shown = [round(accuracy) for accuracy in scale.levels.values()]
    assert all(weaker < stronger for weaker, stronger in pairwise(shown)), shown
    assert scale.levels["master"] > 85


@pytest.mark.parametrize("name", [name for name in registry.names() if scale_of(name)])
def test_levels_are_shown_only_if_they_differ_by_more_than_the_error(name: str) -> None:
    """The remarks of the file say by how much each level is better than the one shown before, and the error."""
    path = registry.data_file(name, "accuracy.toml")
    found = re.findall(r"#   (\w+) (-?[\d.]+) ± ([\d.]+)(.*)", path.read_text(encoding="utf-8"))
    shown = [level for level, gain, error, _ in found if float(gain) > 2 * float(error)]
    assert ["gentle", *shown] == list(scale_of(name).costs)
    assert [level for level, _, _, remark in found if not remark] == shown


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in registry.names() if scale_of(name)])
def test_the_order_of_levels_is_the_same_in_other_positions(name: str) -> None:
    """With few positions, neighbouring levels may swap by chance, but not levels two steps apart."""
    judge = Judge(load(name))
    rows = [row for seed in range(9001, 9001 + ANEW) for row in judge.rows(seed, EVERY)]
    for weaker, stronger in [("gentle", "medium"), ("easy", "hard"), ("hard", "master")]:
        gains = [row[weaker] - row[stronger] for row in rows]
        assert fmean(gains) > -2 * stdev(gains) / sqrt(len(gains)), (weaker, stronger)
    assert fmean(row["gentle"] - row["master"] for row in rows) > 0


def test_a_strong_bot_has_a_higher_accuracy_than_a_gentle_one() -> None:
    """Judged by a faster master."""
    found = {level: sum(cost_of(level, seed) for seed in (1, 2)) for level in ("gentle", "hard")}
    assert found["hard"] < found["gentle"]


def cost_of(level: str, seed: int) -> float:
    game = load("wyoming")
    match = new_match("wyoming", seed=seed)
    player, judge, rng = bot_named(game, level), make_bot(game, HASTY), random.Random(seed)
    while not match.outcome and len(match.record.entries) < 10:
        seat = min(match.actors)
        actions = game.actions(match.state, seat)
        match.act(seat, player.choose(game.view(match.state, seat), actions, rng))
    review = Review(match.record)
    for number in range(len(review.decisions)):
        review.take(review.judge(number, judge))
    return sum(filter(None, (review.cost(seat) for seat in range(2))))


# -- curve


@pytest.mark.parametrize("name", registry.names())
def test_a_curve_goes_from_the_start_to_the_outcome(name: str) -> None:
    timeline = Timeline(played_by_chance(name))
    points = points_of(timeline)
    assert [point.step for point in points] == sorted({point.step for point in points})
    assert (points[0].step, points[-1].step) == (0, len(timeline.steps))
    assert len(points) <= MOST_POINTS + 1
    outcome = timeline.game.outcome(timeline.steps[-1].state)
    winners = outcome.winners or range(2)
    assert chances_at(timeline, points[-1]) == [(seat in winners) / len(winners) for seat in range(2)]


@pytest.mark.parametrize("name", registry.names())
def test_chances_add_up_to_one_and_are_reproducible(name: str) -> None:
    for seats in (min(load(name).seats), max(load(name).seats)):
        timeline = Timeline(played_by_chance(name, *(Player(f"P{seat}", colour=seat) for seat in range(seats))))
        middle = points_of(timeline)[len(points_of(timeline)) // 2]
        shares = chances_at(timeline, middle)
        assert len(shares) == seats
        assert sum(shares) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in shares)
        assert chances_at(timeline, middle) == shares


@pytest.mark.parametrize("name", registry.names())
def test_computing_chances_does_not_change_the_state(name: str) -> None:
    timeline = Timeline(played_by_chance(name))
    state = timeline.steps[len(timeline.steps) // 2].state
    before = state.copy()
    chances(timeline.game, state, 2, random.Random(1))
    assert state == before


def test_the_curve_has_a_point_for_every_turn_or_every_few_seconds() -> None:
    timeline = Timeline(played_by_chance("wyoming"))
    assert [point.turn for point in points_of(timeline)[:-1]] == list(dict.fromkeys(timeline.turns))
    live = Timeline(played_by_chance("icetowers"))
    times = [live.steps[point.step - 1].entry.ms for point in points_of(live)[1:-1]]
    assert all(later - earlier >= PACE for earlier, later in pairwise(times))


def test_chances_do_not_depend_on_the_order_of_the_draw_pile() -> None:
    """The order of the pile is unknown, so two orders of the same cards give the same chances."""
    game = load("wyoming")
    state = game.setup(2, new_header(game, [Player("A"), Player("B")], {}, 3).options, 3)
    reversed_pile = state.copy()
    reversed_pile.deck = reversed_pile.deck[::-1]
    first, two = (chances(game, each, 2, random.Random(4)) for each in (state, reversed_pile))
    assert first == pytest.approx(two, abs=0.15)


def test_a_seat_behind_in_icetowers_has_no_chance_at_the_end() -> None:
    shares = []
    for ms in (100, 59_500):
        state = table("a3 a3 b3 | a3 a2 b2 | b3 | b2 | a2 | a1", timer=1)
        GAME.tick(state, BEGAN + ms)
        shares.append(chances(GAME, state, 2, random.Random(1))[0])
    assert shares[0] > 0.2
    assert shares[1] < 0.05


def test_a_lead_gives_better_chances_if_less_may_change() -> None:
    assert by_lead([10, 4], 3)[0] > by_lead([10, 4], 9)[0] > 0.5
    assert by_lead([5, 5, 5], 2) == pytest.approx([1 / 3] * 3)


def test_turning_points_are_the_largest_changes_at_some_distance() -> None:
    ana = [0.5] * 10 + [0.8, 0.75] + [0.75] * 10 + [0.3] * 10 + [0.35] * 10 + [1.0]
    assert turning_points([[share, 1 - share] for share in ana]) == [9, 21, 41]
    assert turning_points([[0.5, 0.5]] * 30) == []
    assert turning_points([[0.5, 0.5]]) == []


def test_every_game_supports_chances() -> None:
    assert all(has_chances(load(name)) for name in registry.names())


# -- review


ANA, BO, ROBO = Player("Ana"), Player("Bo", colour=1), Player("Robo", "bot", "easy", 1)
SLOW = 700
"""Milliseconds between two actions of a live game."""


def played(name: str, *players: Player, actions: int = 24, **options: object) -> Record:
    """Return the record of a game with this many random actions."""
    game, rng = registry.load(name), random.Random(5)
    match = new_match(name, *players, **options)
    for n in range(actions):
        match.tick(n * SLOW if game.live else 0)
        busy = [seat for seat in sorted(match.actors) if game.actions(match.state, seat)]
        if busy:
            seat = busy[n % len(busy)]
            match.act(seat, rng.choice(game.actions(match.state, seat)[:6]), n * SLOW if game.live else 0)
    return match.record


def other_than(decision: Decision) -> Any:
    return next(action for action in decision.actions if action != decision.played)


def verdict(decision: Decision, cost: float) -> Verdict[Any]:
    return Verdict(Advice(other_than(decision), "It is better."), cost)


def judged(record: Record, *costs: float) -> Review:
    """Return a review with these costs of the first decisions and no cost for the others."""
    review = Review(record)
    while decision := review.next:
        cost = costs[review.judged] if review.judged < len(costs) else 0.0
        review.add(verdict(decision, cost))
    return review


# -- words


def test_ending_a_turn_in_towers_is_described() -> None:
    timeline = Timeline(played("towers", Player("You"), Player("You"), actions=60))
    decisions = filter(None, map(timeline.decision, range(len(timeline.steps))))
    ends = [decision for decision in decisions if str(decision.played) == "end"]
    assert {timeline.words_of(decision, decision.played) for decision in ends} == {"You end the turn."}


def test_advice_is_described_with_its_following_action() -> None:
    review = Review(played("icetowers", ANA, ROBO))
    decision = next(decision for decision in review.decisions if str(decision.played).startswith("lift"))
    state = review.timeline.state_before(decision.step)
    review.game.apply(state, decision.seat, decision.played)
    cap = next(action for action in review.game.actions(state, decision.seat) if str(action).startswith("place"))
    assert review.timeline.words_of_advice(decision, Advice(decision.played, "It is good.")) == ""
    assert review.timeline.words_of_advice(decision, Advice(decision.played, "It is good.", cap)).startswith(
        "Ana caps "
    )


def test_the_better_play_is_never_described_like_the_played_one() -> None:
    """The better play is a cap with another piece of the same size, on another tower of the same owner and worth."""
    review = Review(played("icetowers", ANA, ROBO))
    number, decision = next((n, d) for n, d in enumerate(review.decisions) if str(d.played).startswith("lift"))
    played_words, alike = review._played(decision), list[Advice[Any]]()
    for lift in decision.actions:
        state = review.timeline.state_before(decision.step)
        if lift != decision.played and str(lift).startswith("lift"):
            review.game.apply(state, decision.seat, lift)
            caps = [Advice(lift, "", then) for then in review.game.actions(state, decision.seat)]
            alike += [cap for cap in caps if review.timeline.words_of_advice(decision, cap) == played_words]
    judgement = review.judgement(number, Verdict(alike[0], 5.0))
    assert (judgement.mistake.played, judgement.mistake.better) == (played_words, "The same play in another place.")


# -- judged decisions


@pytest.mark.parametrize("name", registry.names())
def test_every_decision_of_humans_is_judged_by_their_view(name: str) -> None:
    record = played(name, ANA, ROBO)
    game = registry.load(name)
    entries = record.effective()
    review = Review(record)
    assert review.decisions
    for decision in review.decisions:
        entry = entries[decision.step]
        assert (entry.seat, entry.text) == (0, str(decision.played))
        assert len(decision.actions) > 1
        assert decision.view.viewer == 0 if hasattr(decision.view, "viewer") else decision.view.seat == 0
        assert game.parse(entry.text) == decision.played


def test_the_bots_decisions_are_not_judged() -> None:
    assert Review(played("wyoming", *bot_players("easy", "easy"))).decisions == ()


def test_undone_actions_are_not_judged() -> None:
    match = new_match("wyoming", ANA, BO, first=0)
    first, second = match.game.actions(match.state, 0)[:2]
    match.act(0, first)
    match.undo()
    match.act(0, second)
    (decision,) = Review(match.record).decisions
    assert (decision.played, decision.step) == (second, 0)


def test_forced_actions_are_not_judged() -> None:
    match, forced = new_match("towers", ANA, BO, first=0), 0
    while not match.outcome:
        forced += len(match.game.actions(match.state, min(match.actors))) == 1
        play_on(match, 1)
    assert forced
    assert len(Review(match.record).decisions) == len(match.record.entries) - forced


def test_decisions_have_the_turn_number_of_the_game() -> None:
    """A turn of Towering consists of a play and a draw."""
    turns = {d.step: d.turn for d in Review(played("towering", ANA, BO, actions=6)).decisions}
    assert turns[0] == 1
    assert turns[4] == 3


def test_decisions_of_a_live_game_have_the_time() -> None:
    moments = [decision.time for decision in Review(played("icetowers", ANA, BO, actions=60)).decisions]
    assert moments[0] == "0:00"
    assert moments[-1] > "0:30"


# -- mistakes


def test_the_three_costliest_mistakes_of_each_human_are_listed() -> None:
    review = judged(played("wyoming", ANA, BO, first=0), 1, 9, 3, 0, 5, 2, 7, 8)
    assert [m.verdict.cost for m in review.worst(0)] == [7, 5, 3]
    assert [m.verdict.cost for m in review.worst(1)] == [9, 8, 2]
    assert len(review.worst(0)) == MOST_DECISIONS


def test_of_equal_descriptions_only_the_costliest_is_listed() -> None:
    """For example, choosing Done three times where the same play was better."""
    review = judged(played("wyoming", ANA, BO, first=0), 7, 0, 5)
    _, cheap = review.worst(0)
    again = dataclasses.replace(cheap, verdict=dataclasses.replace(cheap.verdict, cost=9.0))
    review.take(Judgement(0, 9.0, again))
    assert [m.verdict.cost for m in review.worst(0)] == [9, 7]


def test_tiny_costs_are_not_listed() -> None:
    review = judged(played("wyoming", ANA, ROBO), LEAST / 2, LEAST / 2)
    assert review.worst(0) == []


def test_the_masters_own_choice_is_not_listed_as_a_mistake() -> None:
    review = Review(played("wyoming", ANA, ROBO))
    decision = review.next
    review.add(Verdict(Advice(decision.played, "It is best."), 5.0))
    assert review.judged == 1
    assert review.worst(0) == []


def test_decisions_without_a_verdict_are_not_listed() -> None:
    review = Review(played("wyoming", ANA, ROBO))
    while review.next:
        review.add(None)
    assert review.judged == len(review.decisions)
    assert review.worst(0) == []


def test_mistakes_are_described_in_the_words_of_the_game() -> None:
    review = judged(played("towering", ANA, BO, first=0), 4)
    (mistake,) = review.worst(0)
    assert mistake.played.startswith(("Ana builds", "Ana discards"))
    assert mistake.better.startswith(("Ana builds", "Ana discards"))
    assert mistake.played != mistake.better


def test_a_player_named_you_is_addressed() -> None:
    (mistake,) = judged(played("towering", Player("You"), ROBO, first=0), 4).worst(0)
    assert mistake.played.startswith(("You build ", "You discard "))
    assert praise("You").startswith("You played ")
    assert praise("Ana").startswith("Ana played ")


def test_a_lift_is_described_by_its_destination() -> None:
    """A lift alone would be meaningless."""
    record = played("icetowers", ANA, BO, actions=120)
    review = Review(record)
    lifts = [d for d in review.decisions if str(d.played).startswith("lift") and d.step < len(record.entries) - 10]
    assert lifts
    assert all(review._played(decision) for decision in lifts)


def test_costs_are_rounded_to_whole_units() -> None:
    assert price(7.2, registry.load("towering")) == "7 points"
    assert price(0.6, registry.load("towers")) == "1 point"
    assert price(1, registry.load("wyoming")) == "1 win in 100"


# -- without a screen


class Stickler(Bot[Any, Any]):
    """Always prefers the first action, by two points."""

    def choose(self, view: Any, actions: Sequence[Any], rng: random.Random) -> Any:
        return actions[0]

    def judge(self, view: Any, actions: Sequence[Any], played: Any, rng: random.Random) -> Verdict[Any]:
        return Verdict(Advice(actions[0], "The first is best."), 0.0 if played == actions[0] else 2.0)


def test_a_review_can_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def bot(game: AnyGame, name: str) -> Stickler:
        asked.append(name)
        return Stickler()

    monkeypatch.setattr("topping_out.game.cli.games.bot_named", bot)
    lines = list(review_lines(review_of(played("wyoming", ANA, ROBO))))
    assert asked == [roster.LEVELS[-1]]
    assert re.fullmatch(r"Ana: accuracy \d+ of 100", lines[0])
    assert len(lines) == 1 + 2 * MOST_DECISIONS
    assert "2 wins in 100: Ana" in lines[1]
    assert lines[2].startswith("    better: Ana")
    assert lines[2].endswith("The first is best.")


def test_a_printed_review_praises_perfect_play(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_on(new_match("wyoming", ANA, ROBO, first=0), 4)
    monkeypatch.setattr("topping_out.game.cli.games.bot_named", lambda game, name: Stickler())
    assert list(review_lines(review_of(match.record))) == ["Ana: accuracy 100 of 100", f"  {praise('Ana')}"]


# -- how long it takes


@pytest.mark.parametrize("name", registry.names())
def test_numbering_turns_agrees_with_counting_them(name: str) -> None:
    """Counting anew for each entry would take minutes for the longest records."""
    game, record = registry.load(name), played(name, ANA, ROBO)
    seats = [entry.seat for entry in record.effective()]
    counted = [game.count_turns(seats[:number]) for number in range(1, len(seats) + 1)]
    assert game.number_turns(seats) == counted
    assert game.count_turns([]) == 0


def test_the_turns_of_a_record_are_numbered_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("towers", ANA, BO)
    record.entries += [Entry(0, None, TICK)] * 1000
    timeline, counted = Timeline(record), []
    number = type(timeline.game).number_turns
    monkeypatch.setattr(type(timeline.game), "number_turns", lambda *seats: counted.append(1) or number(*seats))
    assert len([timeline.decision(step) for step in range(len(timeline.steps))]) == len(record.effective())
    assert counted == [1]


# -- why


class Silent(Stickler):
    """Gives a reason only in `why`."""

    asked = 0

    def judge(self, view: Any, actions: Sequence[Any], played: Any, rng: random.Random) -> Verdict[Any]:
        return Verdict(Advice(actions[0], ""), 0.0 if played == actions[0] else 2.0)

    def why(self, view: Any, better: Sequence[Any], other: Sequence[Any], rng: random.Random) -> str:
        self.asked += 1
        return f"{better[0]} isn't {other[0]}."


def test_only_the_costliest_mistakes_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Explaining every mistake would take as long as the review itself."""
    bot = Silent()
    monkeypatch.setattr("topping_out.game.cli.games.bot_named", lambda game, name: bot)
    review = review_of(played("wyoming", ANA, ROBO))
    assert bot.asked == MOST_DECISIONS
    assert review.unexplained is None
    for mistake in review.worst(0):
        assert mistake.reason == f"{mistake.verdict.better.action} isn't {mistake.decision.played}."
        assert any(mistake.reason[1:] in line for line in review_lines(review))


def test_a_bot_without_a_reason_is_not_asked_again() -> None:
    review = Review(played("wyoming", ANA, ROBO))
    review.points = ()
    while decision := review.next:
        review.add(Verdict(Advice(other_than(decision), ""), 2.0))
    while mistake := review.unexplained:
        review.explain(mistake, "")
    assert review.is_over


# -- without a verdict


def test_a_player_who_was_not_judged_is_not_praised(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot of another package may not implement `judge`."""
    monkeypatch.setattr("topping_out.game.cli.games.bot_named", lambda game, name: RandomBot())
    lines = list(review_lines(review_of(played("wyoming", ANA, ROBO))))
    assert lines == ["Ana:", "  No bot could judge these decisions, so this review doesn't rate them."]


def test_plays_after_a_hint_are_counted() -> None:
    record = played("wyoming", ANA, ROBO)
    number = next(number for number, entry in enumerate(record.entries) if entry.seat == 0)
    assert judged(record).hints_taken(0) == ""
    record.entries[number] = replace(record.entries[number], is_hinted=True)
    total = sum(entry.seat == 0 for entry in record.entries)
    assert judged(record).hints_taken(0) == f"Plays after a hint: 1 of {total}."
