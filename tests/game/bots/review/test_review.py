"""The review of a game: what is judged, what is told, and which decisions come first."""

import dataclasses
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tests.game.matches import play_on
from tests.game.players import bot_players
from topping_out.game import registry, roster
from topping_out.game.bots.review.review import LEAST, MOST, Judgement, Review, praise, price
from topping_out.game.bots.review.timeline import Decision, Timeline
from topping_out.game.cli.transcript import review_lines, review_of
from topping_out.game.engine import Advice, AnyGame, Bot, RandomBot, Verdict
from topping_out.game.match import Match
from topping_out.game.record import TICK, Entry, Player, Record, new_header

ANA, BO, ROBO = Player("Ana"), Player("Bo", colour=1), Player("Robo", "bot", "easy", 1)
PACE = 700
"""Milliseconds between two actions in a live game."""


def played(name: str, *players: Player, actions: int = 24, options: dict[str, Any] | None = None) -> Record:
    """Return a game in which everybody does something legal, so many times."""
    game, rng = registry.load(name), random.Random(5)
    match = Match.new(new_header(game, players, options or {}, 7))
    for n in range(actions):
        match.tick(n * PACE if game.live else 0)
        busy = [seat for seat in sorted(match.actors) if game.actions(match.state, seat)]
        if busy:
            seat = busy[n % len(busy)]
            match.act(seat, rng.choice(game.actions(match.state, seat)[:6]), n * PACE if game.live else 0)
    return match.record


def other_than(decision: Decision) -> Any:
    return next(action for action in decision.actions if action != decision.played)


def verdict(decision: Decision, cost: float) -> Verdict[Any]:
    return Verdict(Advice(other_than(decision), "It is better."), cost)


def judged(record: Record, *costs: float) -> Review:
    """Return a review whose first decisions have cost so much, and the others nothing."""
    review = Review(record)
    while decision := review.next:
        cost = costs[review.judged] if review.judged < len(costs) else 0.0
        review.add(verdict(decision, cost))
    return review


# -- what is told


def test_the_end_of_a_turn_in_towers_is_told_as_such() -> None:
    timeline = Timeline(played("towers", Player("You"), Player("You"), actions=60))
    decisions = filter(None, map(timeline.decision, range(len(timeline.steps))))
    ends = [decision for decision in decisions if str(decision.played) == "end"]
    assert {timeline.words_of(decision, decision.played) for decision in ends} == {"You end the turn."}


def test_what_follows_on_an_action_is_told_with_it() -> None:
    review = Review(played("icetowers", ANA, ROBO))
    decision = next(decision for decision in review.decisions if str(decision.played).startswith("lift"))
    state = review.timeline.state_before(decision.step)
    review.game.apply(state, decision.seat, decision.played)
    cap = next(action for action in review.game.actions(state, decision.seat) if str(action).startswith("place"))
    assert review.timeline.words_of_advice(decision, Advice(decision.played, "It is good.")) == ""
    assert review.timeline.words_of_advice(decision, Advice(decision.played, "It is good.", cap)).startswith(
        "Ana caps "
    )


def test_what_was_better_is_never_told_by_the_words_of_what_was_played() -> None:
    """A cap with another piece of the size, on another tower of the same owner and worth."""
    review = Review(played("icetowers", ANA, ROBO))
    number, decision = next((n, d) for n, d in enumerate(review.decisions) if str(d.played).startswith("lift"))
    told, alike = review._played(decision), list[Advice[Any]]()
    for lift in decision.actions:
        state = review.timeline.state_before(decision.step)
        if lift != decision.played and str(lift).startswith("lift"):
            review.game.apply(state, decision.seat, lift)
            caps = [Advice(lift, "", then) for then in review.game.actions(state, decision.seat)]
            alike += [cap for cap in caps if review.timeline.words_of_advice(decision, cap) == told]
    judgement = review.judgement(number, Verdict(alike[0], 5.0))
    assert judgement is not None
    assert judgement.mistake is not None
    assert (judgement.mistake.played, judgement.mistake.better) == (told, "The same play in another place.")


# -- what is judged


@pytest.mark.parametrize("name", registry.names())
def test_every_decision_of_the_humans_is_judged_with_what_they_knew_then(name: str) -> None:
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


def test_what_was_taken_back_is_not_judged() -> None:
    game = registry.load("wyoming")
    match = Match.new(new_header(game, (ANA, BO), {"first": 0}, 7))
    first, second = game.actions(match.state, 0)[:2]
    match.act(0, first)
    match.undo()
    match.act(0, second)
    (decision,) = Review(match.record).decisions
    assert (decision.played, decision.step) == (second, 0)


def test_where_there_was_no_choice_nothing_is_judged() -> None:
    game = registry.load("towers")
    match = Match.new(new_header(game, (ANA, BO), {"first": 0}, 7))
    forced = 0
    while not match.outcome:
        seat = min(match.actors)
        actions = game.actions(match.state, seat)
        forced += len(actions) == 1
        match.act(seat, actions[0])
    assert forced
    assert len(Review(match.record).decisions) == len(match.record.entries) - forced


def test_a_turn_is_counted_as_the_game_counts_it() -> None:
    """A turn of Towering is a play and a draw."""
    turns = {d.step: d.turn for d in Review(played("towering", ANA, BO, actions=6)).decisions}
    assert turns[0] == 1
    assert turns[4] == 3


def test_a_live_game_tells_its_moments_by_the_clock() -> None:
    moments = [decision.time for decision in Review(played("icetowers", ANA, BO, actions=60)).decisions]
    assert moments[0] == "0:00"
    assert moments[-1] > "0:30"


# -- what is told


def test_the_dearest_three_of_each_human_are_told_the_dearest_first() -> None:
    review = judged(played("wyoming", ANA, BO, options={"first": 0}), 1, 9, 3, 0, 5, 2, 7, 8)
    assert [m.verdict.cost for m in review.worst(0)] == [7, 5, 3]
    assert [m.verdict.cost for m in review.worst(1)] == [9, 8, 2]
    assert len(review.worst(0)) == MOST


def test_of_what_is_told_alike_only_the_dearest_is_told() -> None:
    """To say that one is done, thrice, where the same play was better."""
    review = judged(played("wyoming", ANA, BO, options={"first": 0}), 7, 0, 5)
    _, cheap = review.worst(0)
    again = dataclasses.replace(cheap, verdict=dataclasses.replace(cheap.verdict, cost=9.0))
    review.take(Judgement(0, 9.0, again))
    assert [m.verdict.cost for m in review.worst(0)] == [9, 7]


def test_what_cost_next_to_nothing_is_not_told() -> None:
    review = judged(played("wyoming", ANA, ROBO), LEAST / 2, LEAST / 2)
    assert review.worst(0) == []


def test_what_the_master_would_have_played_too_is_not_told() -> None:
    review = Review(played("wyoming", ANA, ROBO))
    decision = review.next
    review.add(Verdict(Advice(decision.played, "It is best."), 5.0))
    assert review.judged == 1
    assert review.worst(0) == []


def test_a_bot_without_a_verdict_tells_nothing() -> None:
    review = Review(played("wyoming", ANA, ROBO))
    while review.next:
        review.add(None)
    assert review.judged == len(review.decisions)
    assert review.worst(0) == []


def test_played_and_better_are_told_in_the_games_words() -> None:
    review = judged(played("towering", ANA, BO, options={"first": 0}), 4)
    (mistake,) = review.worst(0)
    assert mistake.played.startswith(("Ana builds", "Ana discards"))
    assert mistake.better.startswith(("Ana builds", "Ana discards"))
    assert mistake.played != mistake.better


def test_a_player_called_you_is_addressed() -> None:
    (mistake,) = judged(played("towering", Player("You"), ROBO, options={"first": 0}), 4).worst(0)
    assert mistake.played.startswith(("You build ", "You discard "))
    assert praise("You").startswith("You played ")
    assert praise("Ana").startswith("Ana played ")


def test_a_piece_that_was_lifted_is_told_by_where_it_went() -> None:
    """A lift says nothing by itself."""
    record = played("icetowers", ANA, BO, actions=120)
    review = Review(record)
    lifts = [d for d in review.decisions if str(d.played).startswith("lift") and d.step < len(record.entries) - 10]
    assert lifts
    assert all(review._played(decision) for decision in lifts)


def test_a_cost_is_told_in_whole_units() -> None:
    assert price(7.2, registry.load("towering")) == "7 points"
    assert price(0.6, registry.load("towers")) == "1 point"
    assert price(1, registry.load("wyoming")) == "1 win in 100"


# -- without a screen


class Stickler(Bot[Any, Any]):
    """Would always have done the first thing there is, and holds it worth two points."""

    def choose(self, view: Any, actions: Sequence[Any], rng: random.Random) -> Any:
        return actions[0]

    def judge(self, view: Any, actions: Sequence[Any], played: Any, rng: random.Random) -> Verdict[Any]:
        return Verdict(Advice(actions[0], "The first is best."), 0.0 if played == actions[0] else 2.0)


def test_a_review_can_be_read_without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def bot(game: AnyGame, name: str) -> Stickler:
        asked.append(name)
        return Stickler()

    monkeypatch.setattr("topping_out.game.cli.transcript.bot_named", bot)
    lines = list(review_lines(review_of(played("wyoming", ANA, ROBO))))
    assert asked == [roster.LEVELS[-1]]
    assert re.fullmatch(r"Ana: accuracy \d+ of 100", lines[0])
    assert len(lines) == 1 + 2 * MOST
    assert "2 wins in 100: Ana" in lines[1]
    assert lines[2].startswith("    better: Ana")
    assert lines[2].endswith("The first is best.")


def test_nothing_lost_is_praised_in_text(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("wyoming")
    match = play_on(Match.new(new_header(game, (ANA, ROBO), {"first": 0}, 7)), 4)
    monkeypatch.setattr("topping_out.game.cli.transcript.bot_named", lambda game, name: Stickler())
    assert list(review_lines(review_of(match.record))) == ["Ana: accuracy 100 of 100", f"  {praise('Ana')}"]


# -- how long it takes


@pytest.mark.parametrize("name", registry.names())
def test_turns_are_numbered_in_one_go_and_as_the_game_counts_them(name: str) -> None:
    """To count them afresh for each entry took minutes where a record had as many as it may."""
    game, record = registry.load(name), played(name, ANA, ROBO)
    seats = [entry.seat for entry in record.effective()]
    counted = [game.count_turns(seats[:number]) for number in range(1, len(seats) + 1)]
    assert game.number_turns(seats) == counted
    assert game.count_turns([]) == 0


def test_the_turns_of_the_longest_record_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("towers", ANA, BO)
    record.entries += [Entry(0, None, TICK)] * 1000
    timeline, counted = Timeline(record), []
    number = type(timeline.game).number_turns
    monkeypatch.setattr(type(timeline.game), "number_turns", lambda *seats: counted.append(1) or number(*seats))
    assert len([timeline.decision(step) for step in range(len(timeline.steps))]) == len(record.effective())
    assert counted == [1]


# -- why


class Silent(Stickler):
    """Says why only when it is asked."""

    asked = 0

    def judge(self, view: Any, actions: Sequence[Any], played: Any, rng: random.Random) -> Verdict[Any]:
        return Verdict(Advice(actions[0], ""), 0.0 if played == actions[0] else 2.0)

    def why(self, view: Any, better: Sequence[Any], other: Sequence[Any], rng: random.Random) -> str:
        self.asked += 1
        return f"{better[0]} is not {other[0]}."


def test_why_is_asked_for_the_dearest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """To play every mistake out again would take as long as the review."""
    bot = Silent()
    monkeypatch.setattr("topping_out.game.cli.transcript.bot_named", lambda game, name: bot)
    review = review_of(played("wyoming", ANA, ROBO))
    assert bot.asked == MOST
    assert review.unexplained is None
    for mistake in review.worst(0):
        assert mistake.reason == f"{mistake.verdict.better.action} is not {mistake.decision.played}."
        assert any(mistake.reason[1:] in line for line in review_lines(review))


def test_a_bot_that_cannot_say_why_is_not_asked_again() -> None:
    review = Review(played("wyoming", ANA, ROBO))
    review.points = ()
    while decision := review.next:
        review.add(Verdict(Advice(other_than(decision), ""), 2.0))
    while mistake := review.unexplained:
        review.explain(mistake, "")
    assert review.is_over


# -- what cannot be told


def test_who_was_not_judged_is_not_praised(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot of another package may have no `judge`."""
    monkeypatch.setattr("topping_out.game.cli.transcript.bot_named", lambda game, name: RandomBot())
    lines = list(review_lines(review_of(played("wyoming", ANA, ROBO))))
    assert lines == ["Ana:", "  No bot could judge these decisions, so this review doesn't rate them."]


def test_plays_that_followed_a_hint_are_told() -> None:
    record = played("wyoming", ANA, ROBO)
    number = next(number for number, entry in enumerate(record.entries) if entry.seat == 0)
    assert judged(record).hints_taken(0) == ""
    record.entries[number] = replace(record.entries[number], is_hinted=True)
    total = sum(entry.seat == 0 for entry in record.entries)
    assert judged(record).hints_taken(0) == f"Plays after a hint: 1 of {total}."
