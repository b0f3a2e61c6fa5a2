"""The master of Towering: what it sees, what it aims at, what it thinks of others' play, and what manners change."""

import random
import tomllib
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tests.game.towering.positions import GAME, do, new, table, texts, whole
from topping_out.game.assets import GAMES
from topping_out.game.bots import weights
from topping_out.game.bots.weights import bot_named, make_bot, weights_named
from topping_out.game.engine import Verdict
from topping_out.game.towering.actions import Action, Discard
from topping_out.game.towering.bots.core.policy import is_idle
from topping_out.game.towering.bots.deals import Deals
from topping_out.game.towering.bots.players import SearchBot
from topping_out.game.towering.bots.search import DealSearch
from topping_out.game.towering.cards import NUMBER_OF, colour_of, is_material
from topping_out.game.towering.core.sets import POINTS
from topping_out.game.towering.core.state import empty_state
from topping_out.game.towering.state import State, TurnStage, Variant, terms_of

TABLE = weights_named("towering", "master")
GREEN = 3


def master(**changes: object) -> SearchBot:
    """Return the master, with a share of its playouts: enough where a position is clear."""
    bot = make_bot(GAME, {**TABLE, "playouts": 60, **changes})
    assert isinstance(bot, SearchBot)
    return bot


def choice(state: State) -> str:
    actions = GAME.actions(state, state.turn)
    return str(master().choose(GAME.view(state, state.turn), actions, random.Random(0)))


def verdict(state: State, text: str) -> Verdict[Action]:
    actions = GAME.actions(state, state.turn)
    return master().judge(GAME.view(state, state.turn), actions, GAME.parse(text), random.Random(0))


# -- choices


def test_the_last_card_is_always_taken_for_the_rival_could_end_the_round_as_well() -> None:
    state = whole("b2 b3 r9 r10", towers=("rm rm r2 r8", "y4 y5 y6 y7"), discards="g2", pile=1)
    assert choice(state) == "build r10"
    do(state, "build r10")
    assert choice(state) == "draw pile"


def test_the_last_play_is_the_one_that_scores_most() -> None:
    bonus = ("bm bm r2 r3 r4 r5 r6 r7 r8 y5 y6 y7", "")
    assert choice(whole("b9 r9 r10 y10", towers=bonus, pile=1)) == "build r10"
    assert choice(whole("b9 r9 y10", towers=bonus, pile=1)) == "build r9"
    assert choice(whole("g9 rm", towers=("y5", ""), pile=1)).startswith("discard")
    assert choice(whole("ym ym", towers=("ym", ""), pile=1)).startswith("discard")


@pytest.mark.parametrize("seed", range(6))
def test_with_one_card_left_nothing_is_better_than_the_best_score_at_once(seed: int) -> None:
    state, rng = new(seed, rounds=1, colours=5, materials="3"), random.Random(seed)
    while len(state.deck) > 1 or state.stage is not TurnStage.PLAY:
        GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)))
        if state.outcome:
            return
    seat = state.turn
    end, best = after_turn(state, choice(state)), -1000
    for text in texts(state):
        best = max(best, after_turn(state, text))
    assert end == best, seat


def after_turn(state: State, text: str) -> int:
    """Return by how much who is to play leads if the round ends with that play."""
    trial, seat = state.copy(), state.turn
    do(trial, text, "draw pile")
    points = trial.accounts[0].points
    return points[seat] - points[1 - seat]


def test_two_floors_are_built_in_the_last_two_turns_where_nobody_can_end_the_round_sooner() -> None:
    state = whole("r4 r10", towers=("rm rm r2", ""), pile=2)
    assert choice(state) == "build r4"
    do(state, "build r4")
    assert choice(state) != "draw pile"


def test_the_work_is_bounded_by_the_number_of_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    copies = 0
    copy = State.copy

    def counted(self: State) -> State:
        nonlocal copies
        copies += 1
        return copy(self)

    monkeypatch.setattr(State, "copy", counted)
    for state in moments(7):
        copies = 0
        search = DealSearch(master().weights)
        search.best(GAME.view(state, state.turn), random.Random(1))
        assert copies <= 60 * 2 + 40  # a playout each, its deal, and the look at all plays


def moments(seed: int) -> Iterator[State]:
    """Yield a round between two hasty masters now and then."""
    state, bot, rng = new(seed, rounds=1), master(playouts=6), random.Random(seed)
    for number in range(1000):
        if state.outcome:
            return
        if number % 24 == 0:
            yield state
        action = bot.choose(GAME.view(state, state.turn), GAME.actions(state, state.turn), rng)
        assert str(action) in texts(state)
        GAME.apply(state, state.turn, action)


# -- the match


def ended(points: int) -> State:
    """Return a round that is over, with so many points for seat 0."""
    r = empty_state(terms_of(Variant()))
    towers = product(range(len(POINTS)), repeat=2)
    r.towers[:2] = next(pair for pair in towers if sum(POINTS[tower] for tower in pair) == points)
    return r


def value_of(lead: int, number: int, *results: int) -> float:
    """Return what these results, each as likely as the others, are worth to a seat with that lead."""
    state = table(hands=("r2 r3", "b2 b3"), rounds=3)
    view = GAME.view(state, 0)
    fields = {name: getattr(view, name) for name in view.__slots__}
    aim = DealSearch(master().weights).aim(type(view)(**{**fields, "round": number, "totals": (lead, 0)}))
    return sum(aim(ended(points)) for points in results) / len(results)


def test_in_the_last_round_a_leader_plays_safe_and_who_is_behind_takes_risks() -> None:
    safe, risky = (4,), (-40, 50)
    assert value_of(30, 2, *safe) > value_of(30, 2, *risky)
    assert value_of(-30, 2, *risky) > value_of(-30, 2, *safe)


def test_in_the_first_round_points_are_points() -> None:
    assert value_of(0, 0, 10) == pytest.approx(10, rel=0.1)
    assert value_of(0, 0, -20, 40) == pytest.approx(10, rel=0.1)


# -- hints and verdicts


def test_where_a_discard_serves_nobody_the_pile_is_drawn_from_and_the_round_ends() -> None:
    towers = (
        "bm bm bm bm b2 b5 b6 b7 b8 b9 b10 rm rm r4 r5 r6 r8 r10 y4 g5 g6 g10 xm x3 x4 x6 x7 x8 x10 pm p4 p8 p10",
        "ym ym ym y5 y6 y7 y8 y9 gm g3 g4 g7 g9",
    )
    state = table(
        ("rm r7 r9 gm p3 p5 p9 p7", "b3 b4 ym g2 g8 x2 x9 p6"), towers,
        "r2 rm r3 y3 y2 gm gm x5 xm xm xm pm pm pm", "p2 y10", materials="4",
    )  # fmt: skip
    do(state, choice(state))
    assert choice(state) == "draw pile"


def test_a_discard_that_serves_nobody_makes_a_round_longer_only_for_a_card_that_waits() -> None:
    waiting = whole("r8 r9 r10 b2", towers=("r2", "y4"), discards="g2", pile=2)
    nothing = whole("b2 b3 g3 g4", towers=("r10", "y10"), discards="g2", pile=2)
    for state, serves_nobody in ((waiting, False), (nothing, True)):
        do(state, "discard b2")
        assert is_idle(Deals(GAME.view(state, 0)).in_order(), GREEN) == serves_nobody


def test_a_verdict_counts_what_a_mistake_cost() -> None:
    state = whole("r10 b2 b3", towers=("rm rm r2 r4", ""), pile=1)
    said = verdict(state, "discard r10")
    assert str(said.better.action) == "build r10"
    assert 15 <= said.cost <= 40  # 30 points less; what the rival gets besides is valued as chances are


def test_materials_of_a_colour_are_alike_to_a_verdict() -> None:
    state = whole("rm rm r3 r5 r7 r9 r10 b2")
    assert verdict(state, "build rm").cost == 0


def test_advice_names_the_next_best_and_what_lies_between() -> None:
    state = whole("r4 r10 b2", towers=("rm rm r2", ""), pile=4)
    advice = master(near=40.0).advise(GAME.view(state, 0), GAME.actions(state, 0), random.Random(0))
    assert "In trial games it scores about" in advice.reason or "no real difference" in advice.reason
    assert advice.action in GAME.actions(state, 0)


# -- manners


def tempered(temper: str) -> Any:
    tempers = tomllib.loads((GAMES / "towering" / "bots.toml").read_text("utf-8"))["temper"]
    return make_bot(GAME, weights.scaled(weights_named("towering", "hard"), tempers[temper]))


class Manners:
    """What a bot did over some rounds."""

    def __init__(self) -> None:
        self.begun = self.materials = self.gifts = 0

    def see(self, state: State, seat: int, action: Action) -> None:
        """Count a discard that a tower of the rival's could take at once."""
        if isinstance(action, Discard):
            tower = state.tower(1 - seat, colour_of(action.card))
            self.gifts += bool(tower) and NUMBER_OF[action.card] >= max(NUMBER_OF[card] for card in tower)


def manners(bot: Any, rounds: int = 20) -> Manners:
    counts, plain = Manners(), bot_named(GAME, "hard")
    for seed in range(rounds):
        state, rng, seat = new(seed, rounds=1, colours=5, materials="3"), random.Random(seed), seed % 2
        while state.outcome is None:
            turn = state.turn
            actor = bot if turn == seat else plain
            action = actor.choose(GAME.view(state, turn), GAME.actions(state, turn), rng)
            if turn == seat:
                counts.see(state, seat, action)
            GAME.apply(state, turn, action)
        towers = state.accounts[0].towers[seat]
        counts.begun += sum(map(bool, towers))
        counts.materials += sum(is_material(card) for tower in towers for card in tower)
    return counts


@pytest.mark.long
def test_the_greedy_begin_more_towers_than_the_cautious() -> None:
    assert manners(tempered("greedy"), 100).begun > manners(tempered("cautious"), 100).begun


@pytest.mark.long
def test_the_spiteful_leave_less_to_the_rival() -> None:
    assert manners(tempered("spiteful")).gifts < manners(bot_named(GAME, "hard")).gifts


@pytest.mark.long
def test_builders_lay_more_materials() -> None:
    assert manners(tempered("builder")).materials > manners(bot_named(GAME, "hard")).materials
