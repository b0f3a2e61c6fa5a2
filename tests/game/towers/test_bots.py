"""The bots of Towers."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from tests.game.by_luck.random_games import Deal, deals, moments
from tests.game.matches import Teller, ask, stories, tempered
from tests.game.towers.positions import STANDARD, do, laid_out, new, table, texts
from topping_out.game import engine
from topping_out.game.bots import weights
from topping_out.game.bots.search import Clause
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import EVERYONE, Advice, Verdict
from topping_out.game.towers.actions import Action, Claim, Demolished, Drew
from topping_out.game.towers.bots.comparisons import (
    Compare,
    better_of,
    compare_turns,
    end_or_tuck,
    with_likely_tucks,
    without_doubtful_tucks,
)
from topping_out.game.towers.bots.core import (
    KEYS,
    PILES,
    WHOSE,
    FloorValues,
    LearntPlanner,
    PlannedTurn,
    TurnPlan,
    TurnPlanner,
    is_last,
)
from topping_out.game.towers.bots.hints import explain
from topping_out.game.towers.bots.players import plan_of
from topping_out.game.towers.bots.scene import named
from topping_out.game.towers.bots.search import (
    Duel,
    PlanCandidate,
    PlanSearch,
    Weights,
    board_of,
    learnt_for,
    observation_of,
    planner_of,
    sites_after,
    steps_of,
    weights_of,
    world_of,
)
from topping_out.game.towers.core import Site, State
from topping_out.game.towers.floors import HIDDEN, NONE, deck_of
from topping_out.game.towers.rules import GAME
from topping_out.game.towers.state import Storey, Variant, View, tucks_of

# -- bots


IDLE = "NOISE COMPLAINT, NOISE COMPLAINT, NOISE COMPLAINT"
"""Floors at the bottom of a tower from which nobody gains."""


def choice(state: State, level: str = "hard") -> str:
    return str(ask(bot_named(GAME, level).choose, GAME, state))


def turn(state: State, level: str = "hard") -> list[str]:
    """Let the bot play its turn. Return its actions."""
    seat, done = state.turn, []
    while state.outcome is None and state.turn == seat and done[-1:] != ["end"]:
        done.append(choice(state, level))
        do(state, done[-1])
    return done


NAMES = ("You", "Bo")


def hint(state: State, level: str = "one-turn") -> tuple[str, str]:
    advice = ask(bot_named(GAME, level).advise, GAME, state)
    assert str(advice.action) in texts(state)
    return str(advice.action), advice.reason


# -- levels


def test_a_bot_carries_out_its_plan() -> None:
    state = table(["SPIRE, OFFICE, LOBBY, LOBBY", "SUITE, SUITE"], "LOBBY, SUITE, OFFICE, OFFICE", "SUITE")
    view = GAME.view(state, 0)
    board = observation_of(view)
    (best,) = planner_of(view.variant, weights_of("one-turn")).plans(board, 1)
    plan = [str(step) for step in steps_of(view.variant.deck, board, best)]
    assert turn(state, "one-turn") == plan


# -- judgement


@pytest.mark.parametrize("level", ["hard", "master"])
def test_a_nearly_complete_tower_is_completed_and_claimed(level: str) -> None:
    state = table(
        ["INFERNO, SUITE, SUITE, SUITE", "SUITE, SUITE"], "LOBBY, LOBBY, OFFICE, OFFICE, OFFICE", "SUITE", pile=4
    )
    done = turn(state, level)
    assert "build SUITE @0" in done or "build INFERNO @0" in done
    assert state.scores[0] >= 10


@pytest.mark.parametrize("level", ["hard", "master"])
def test_a_rivals_floors_are_vacated_before_they_score(level: str) -> None:
    state = table(["INFERNO, SUITE, SUITE", "SUITE"], f"{IDLE}, OFFICE:1, OFFICE:1", "SUITE", "SUITE", pile=4)
    done = turn(state, level)
    assert "build INFERNO @0" in done
    assert state.scores[1] == 0


@pytest.mark.parametrize("level", ["hard", "master"])
def test_in_the_last_turn_every_useful_card_is_used(level: str) -> None:
    state = table(["SUITE, SUITE, SUITE, SUITE", ""], "LOBBY, SUITE, SUITE", "OFFICE, SUITE", pile=0)
    state.last_round, state.first = True, 1
    turn(state, level)
    assert state.outcome is not None
    assert state.scores[0] == 3 + 2


def test_the_number_of_playouts_is_limited_by_the_weights() -> None:
    state, w = new(4, seed=3), weights_of("master")
    view = GAME.view(state, state.turn)
    planner = planner_of(view.variant, w)
    search = PlanSearch(view, planner, w, random.Random(0))
    w = search.weights
    plans = planner.plans(observation_of(view), w.candidates)
    trials = search.best(plans)
    assert len(plans) == w.candidates == weights_of("master").learnt.candidates
    running, most = len(plans), 0
    for heat in range(w.heats):
        most, running = most + running * (w.worlds[2] << heat), (running + 1) // 2
    assert sum(trial.tried for trial in trials) == most <= 300
    assert trials[0].tried == max(trial.tried for trial in trials)


# -- tempers


def verdict(state: State, played: str) -> Verdict[Action]:
    return ask(bot_named(GAME, "master").judge, GAME, state, GAME.parse(played))


BOTS = Teller(
    laid_out,
    do,
    {
        "does": lambda state, _: choice(state, "one-turn"),
        r"the (\w+)": lambda state, _, temper: ask(
            tempered("towers", "hard", temper.replace("plain", "")).choose, GAME, state
        ),
        "hint": lambda state, _: ": ".join(hint(state)),
    },
)
test_what_bots_do_and_say = stories(
    BOTS,
    """
cards that bring on a scoring are tucked last
    SPIRE SUITE / -, towers LOBBY SUITE SUITE OFFICE | SUITE | SUITE, built 1 2 = does claim SUITE @0.…

the spiteful would rather take three than have four
    SUITE / -, towers LOBBY SUITE SUITE SUITE SUITE | LOBBY:1 NOISE_COMPLAINT SUITE SUITE, pile 0, last round, first 1,
    turn 0, built 0 1 = the plain claim SUITE @0.0; the spiteful claim SUITE @1.1
the greedy spends its last card on two points
    SUITE / -, towers LOBBY LOBBY:1 SPIRE:1 | SUITE:1, pile 30, built 0 1 = the plain end; the greedy claim SUITE @0.0
the cautious keeps its last card where three points lie
    SUITE / -, towers LOBBY LOBBY:1 LOBBY:1 SPIRE:1 | SUITE:1, pile 50, built 0 1
    = the plain claim SUITE @0.0; the cautious end
the builder claims what will grow before what pays now
    SUITE / -, towers LOBBY OFFICE:1 LOBBY:1 LOBBY:1 SPIRE:1 | LOBBY LOBBY:1 LOBBY:1, pile 30, built 0 1
    = the plain claim SUITE @0.0; the builder claim SUITE @1.0

a hint says what the scoring will bring
    SUITE SUITE SUITE / SUITE, towers LOBBY LOBBY OFFICE:1 SUITE:1 SUITE = hint build SUITE @0:
      tuck a card under floor 1, and tower 1 scores 5 for you and 2 for the opponent,
      with up to 2 cards for the opponent this turn.
a hint says what a claim earns
    SUITE / SUITE / -, towers LOBBY OFFICE:1 OFFICE:1 LOBBY:1 LOBBY:1 LOBBY:1 | SUITE:1 | SUITE:1, built 0 1
    = hint claim SUITE @0.0: tower 1 is scored this turn, and owning this LOBBY is worth 5 for you.
a hint says what a claim takes from the others
    SUITE / SUITE / -, towers OFFICE:1 OFFICE:1 INFERNO SPIRE:1 | SUITE:1, built 0 1
    = hint claim SUITE @0.2: tower 1 is scored this turn, and owning this INFERNO costs the others 8.
a hint says that a claim is for later
    SUITE SUITE SUITE SUITE / SUITE, towers LOBBY | SUITE:1, built 0 1
    = hint claim SUITE @0.0: if tower 1 grows to 6 floors, this LOBBY is worth 5 to you. Your hand is full after
      drawing in any case, so this costs you no card.
a hint says what a floor takes from the others
    INFERNO ELEVATOR / SUITE / -, towers OFFICE:1 OFFICE:1 | SUITE:1 | SUITE:1, built 2 = hint build INFERNO @0:
      tuck a card under floor 3, and the others lose 8 on tower 1, which would now score nothing for anybody.
a last turn keeps no cards for a next one
    SUITE / SUITE, towers INFERNO | NOISE_COMPLAINT, built 0 1, last round
    = hint end: this is your last turn, and no other floor would score anything.
a hint to end says that no card is left
    - / SUITE, towers OFFICE | SUITE, built 0 1 = hint end: there's no card left to tuck.
a hint to end says that every floor is taken
    SUITE / SUITE, towers OFFICE:0 | SUITE:1, built 0 1 = hint end: every floor already has a tucked card.
a hint to end says that nothing would bring anything
    SUITE / SUITE, towers INFERNO | NOISE_COMPLAINT, built 0 1
    = hint end: as the towers stand, none of the remaining floors would score.
""",
)


LATE = "{} / -, towers LOBBY SUITE SUITE SUITE SUITE | SUITE, pile 0, last round, first 1, turn 0, built 0 1"
"""A position after both builds, in the last turn of the game."""


def test_a_missed_claim_costs_its_points() -> None:
    found = verdict(laid_out(LATE.format("SUITE")), "end")
    assert (found.cost, str(found.better.action)) == (4, "claim SUITE @0.0")


def test_the_masters_play_costs_nothing_with_any_equal_card() -> None:
    state = laid_out(LATE.format("SUITE SUITE"))
    card = state.hands[0][1]
    for played in ("claim SUITE @0.0", f"claim SUITE @0.0 #{card}"):
        assert verdict(state, played).cost == 0
        assert str(verdict(state, played).better.action) == played


def test_building_two_floors_in_another_order_costs_nothing() -> None:
    hand = "INFERNO, SUITE, SUITE, SUITE"
    state = table([hand, "SUITE, SUITE"], "LOBBY, LOBBY, OFFICE, OFFICE, OFFICE", "SUITE")
    view = GAME.view(state, 0)
    board, w = observation_of(view), weights_of("master")
    planner = planner_of(view.variant, w)
    best = PlanSearch(view, planner, w, random.Random(0)).best(planner.plans(board, w.candidates))[0].choice
    second = steps_of(view.variant.deck, board, best)[1]
    assert verdict(state, str(second)).cost == 0


def test_leaving_a_tower_to_the_rival_costs_its_expected_points() -> None:
    """The rival could complete a tower worth 8 to it, and the hand has an INFERNO against that."""
    rivals = f"{IDLE}, OFFICE:1, OFFICE:1"
    state = table(["INFERNO, SUITE, SUITE, SUITE", "SUITE, SUITE, SUITE"], rivals, "SUITE", "SUITE", pile=4)
    state.built = b"\2"
    found = verdict(state, "build SUITE @1")
    assert str(found.better.action) == "build INFERNO @0"
    assert 3 < found.cost < 40


# -- comparisons


class TurnHint(NamedTuple):
    """A position with seat 0 to play, and plans for its turn, of which a hint explains the first."""

    view: View
    board: State
    plans: list[TurnPlan]

    def steps(self, plan: TurnPlan) -> str:
        return ", ".join(map(str, steps_of(self.view.variant.deck, self.board, plan)))

    def compared(self, compare: Compare) -> tuple[TurnPlan, Clause | None]:
        return compare_turns(self.view, self.board, self.plans[0], self.plans[0], self.plans, compare)

    def told(self, compare: Compare) -> str:
        """Return the comparison of the plan with another step, after the plan that takes its place, if one does."""
        plan, compared = self.compared(compare)
        text = compared.text if compared else "-"
        return text if plan == self.plans[0] else f"rather {self.steps(plan)}: {text}"

    def explain(self, compared: Clause | None = None) -> str:
        return explain(self.view, self.board, self.plans[0], compared)

    def sure(self, compare: Compare, *ways: TurnPlan) -> str:
        """Return the steps of the plan without the tucks that the next hint may drop."""
        return self.steps(without_doubtful_tucks(self.view, self.board, self.plans[0], ways, compare))


def hint_of(position: str | State, *plans: str) -> TurnHint:
    view = GAME.view(laid_out(position) if isinstance(position, str) else position, 0)
    board, deck = observation_of(view), view.variant.deck
    return TurnHint(view, board, [plan_of(board, deck, [*map(GAME.parse, plan.split(", "))]) for plan in plans])


def by(gains: Callable[[TurnPlan], list[float]]) -> Compare:
    """Return a comparison in which each of the other plans does worse by what this function returns."""
    return lambda _, others: [Duel(other, gains(other)) for other in others]


def always(*gains: float) -> Compare:
    return by(lambda _: [*gains])


NEVER = [0.0, 0.0]
HINTS = Teller(
    laid_out,
    do,
    {
        r"([^|:]+) \| ([^|:]+) by ([-.\d ]+):": lambda state, _, best, other, gains: hint_of(state, best, other).told(
            always(*map(float, gains.split()))
        ),
        r"sure of ([^|:]+) by ([-.\d ]+):": lambda state, _, plan, gains: hint_of(state, plan).sure(
            always(*map(float, gains.split()))
        ),
        r"why ([^|:]+):": lambda state, _, plan: hint_of(state, plan).explain(),
    },
)
"""Facts about two plans, the first of which is better than all others by these gains: what a hint says of that."""
test_what_hints_compare = stories(
    HINTS,
    """
nothing is tried after a turn that ends the game
    OFFICE ELEVATOR / SUITE, towers OFFICE:1 SUITE SUITE SUITE SUITE | SUITE, pile 0, last round, turn 0, first 1,
    built 1 = build ELEVATOR @0, end | build OFFICE @0, end by 2.0 2.1: this turn ends the game, and it comes out about
      2 points better than building OFFICE on tower 1

a step is compared with one that promises as much: a card under a new OFFICE scores 2, under a NOISE COMPLAINT nothing
    NOISE_COMPLAINT OFFICE LOBBY / SUITE / SUITE / SUITE, towers SUITE, pile 40, built 0
    = build NOISE COMPLAINT @new, end | build OFFICE @new, claim LOBBY @1.0, end by 3.0 3.1: in trial turns it comes out
      about 3 points better than building OFFICE as a new tower, the next best;
      build OFFICE @new, claim LOBBY @1.0, end | build NOISE COMPLAINT @new, end by 3.0 3.1: in trial turns it comes out
      about 3 points better than building LOBBY as a new tower
a step with a reason is compared with others that promise as much
    SPIRE SUITE / SUITE, towers SUITE | INFERNO, pile 40, built 0
    = build SPIRE @1, claim SUITE @1.1, end | build SPIRE @new, claim SUITE @2.0, end by 0.5 -0.6: in trial turns
      nothing comes out clearly better than this or building SUITE on tower 2;
      build SPIRE @new, claim SUITE @2.0, end | build SPIRE @1, claim SUITE @1.1, end by 2.0 2.1: in trial turns
      it comes out about 2 points better than building SUITE on tower 2, the next best;
      build SPIRE @new, claim SUITE @2.0, end | build SPIRE @1, claim SUITE @1.1, end by 4.0 -9.0: in trial turns
      nothing comes out clearly better
the play that is thought of first is only called worse if that is clear
    OFFICE INFERNO LOBBY / SUITE, towers LOBBY, pile 40, built 0
    = build OFFICE @new, claim INFERNO @1.0, end | build LOBBY @new, claim INFERNO @1.0, end by 2.0 2.1: in trial turns
      it comes out about 2 points better than building LOBBY as a new tower;
      build OFFICE @new, claim INFERNO @1.0, end | build LOBBY @new, claim INFERNO @1.0, end by 0.5 -0.6: in trial
      turns, building LOBBY as a new tower comes out about as well;
      build OFFICE @new, claim INFERNO @1.0, end | build LOBBY @new, claim INFERNO @1.0, end by 4.0 -1.0: in trial
      turns, building LOBBY as a new tower comes out no better;
      build OFFICE @new, claim INFERNO @1.0, end | build LOBBY @new, claim INFERNO @1.0, end by -4.0 1.0: -
a build is compared with one beside which the same card scores as much elsewhere
    SPIRE OFFICE / SUITE, towers SPIRE, pile 40, built 0
    = build SPIRE @new, claim OFFICE @1.0, end | build OFFICE @new, claim SPIRE @0.0, end by 0.5 -0.6: in trial turns,
      building OFFICE as a new tower comes out about as well
a tuck that ends the game is told rather than an equal step
    ELEVATOR SUITE / SUITE SUITE SUITE, towers LOBBY:1 | ELEVATOR, pile 2, turn 0, first 1, built 0
    = build ELEVATOR @new, claim SUITE @2.0, end | build SUITE @new, claim ELEVATOR @1.0, end by 0.0 0.0: -
a build is compared with scoring its tower
    OFFICE OFFICE SPIRE / SUITE, towers OFFICE:0 LOBBY:0 | SUITE, pile 40, built 1
    = build OFFICE @0, claim SPIRE @0.2, end | build SPIRE @0, end by 3.0 3.1: in trial turns it comes
      out about 3 points better than building SPIRE on tower 1
a tuck that only takes cards from others is compared with ending the turn
    SUITE / SUITE / SUITE, towers SUITE:1 NOISE_COMPLAINT | SUITE:2, pile 40, built 0 1
    = claim SUITE @0.1, end | end by -2.0 -2.0: rather end: in trial turns it comes out about 2 points better than
      tucking a card under floor 2 of tower 1;
      claim SUITE @0.1, end | end by 2.0 2.0: in trial turns it comes out about 2 points better than ending the turn,
      the next best;
      claim SUITE @0.1, end | end by 0.2 0.2: in trial turns nothing comes out clearly better than this or ending
      the turn
a hint compares with nothing that it does itself
    SUITE OFFICE / SUITE SUITE, towers OFFICE SUITE | SUITE, pile 20, built 0 1
    = claim SUITE @0.0 | claim OFFICE @0.0, claim SUITE @1.0 by 2.0 2.4: in trial turns it comes out about 2 points
      better than tucking a card under floor 2 of tower 1;
      claim SUITE @0.0, claim OFFICE @1.0 | claim SUITE @1.0 by 2.0 2.4: in trial turns it comes out about 2 points
      better than tucking a card under floor 2 of tower 1
a hint compares with no tuck in a tower that is not there yet
    SUITE OFFICE OFFICE / SUITE SUITE, pile 20
    = build SUITE @new, build OFFICE @new, end | build OFFICE @new, build OFFICE @new, claim SUITE @1.0, end by 2.0 2.4:
      -

a tuck that scores much is dropped only if that is clearly better
    LANDLORD SUITE / SUITE, towers SUITE SUITE SPIRE | SUITE, pile 20, built 0
    = sure of build LANDLORD @1, claim SUITE @0.2, end by 0.5 -0.6: build LANDLORD @1, claim SUITE @0.2, end;
      sure of build LANDLORD @1, claim SUITE @0.2, end by -2.0 -2.1: build LANDLORD @1, end
a tuck without which a build has no reason stays unless it is clearly worse
    OFFICE SUITE SUITE / SUITE, towers INFERNO | SUITE:1, pile 20
    = sure of build OFFICE @1, build SUITE @new, claim SUITE @1.1, end by 1.2 -1.3: build OFFICE @1, build
      SUITE @new, claim SUITE @1.1, end;
      sure of build OFFICE @1, build SUITE @new, claim SUITE @1.1, end by -1.2 -1.3: build OFFICE @1, build
      SUITE @new, end;
      sure of build OFFICE @1, build SUITE @new, claim SUITE @0.0, end by 1.5 -0.2: build OFFICE @1, build
      SUITE @new, end

a reason does not say that a new tower grows
    ELEVATOR SUITE SUITE / SUITE, towers INFERNO = why build ELEVATOR @new, claim SUITE @1.0: tuck a card under floor 1,
      and tower 2 would now score 2 for you and 0 for the opponent.
a tuck that only shuts others out says so
    SUITE / SUITE, towers SUITE NOISE_COMPLAINT | SUITE, pile 6, built 0 1 = why claim SUITE @0.1, end: then no one else
      can tuck a card under this NOISE COMPLAINT.
""",
)


def test_a_comparison_follows_the_reason() -> None:
    hint = hint_of("SUITE / SUITE, towers SUITE NOISE_COMPLAINT | SUITE, pile 6, built 0 1", "claim SUITE @0.1, end")
    better = Clause("better", "in trial turns it is better", {})
    assert hint.explain(better) == f"{hint.explain()} In trial turns it is better."


def test_a_choice_made_by_playouts_is_explained_by_later_turns() -> None:
    hint = hint_of(new(2, seed=1, first=0))
    plans = planner_of(hint.view.variant, weights_of("hard")).plans(hint.board, 40)
    first = hint.steps(plans[0]).split(", ")
    alternative = next(plan for plan in plans if hint.steps(plan).split(", ")[0] not in first)
    hint.plans.extend([alternative, *plans])
    better = "in trial turns it comes out about 3 points better than building OFFICE as a new tower, the next best"
    assert hint.told(always(3.0, 3.4)) == better
    assert hint.told(always(1.4, 1.5)) == better.replace("3 points", "1 point")
    assert hint.told(always(4.6, 4.7)) == better.replace("about 3", "more than 4")
    assert hint.told(always(-0.5, 2.5)) == "in trial turns nothing comes out clearly better"


def test_a_step_is_not_called_worse_because_of_a_tuck_that_its_plan_also_makes() -> None:
    """The same turn on the other tower is as good, but a plan with one more tuck there looks best."""
    hint = hint_of(
        "SUITE LANDLORD INFERNO / SUITE SUITE, towers ELEVATOR:1 OFFICE | LOBBY | LOBBY, pile 30, built 0",
        "build SUITE @1, claim LANDLORD @0.1, end",
        "build SUITE @2, claim LANDLORD @0.1, claim INFERNO @2.1, end",
        "build SUITE @2, claim INFERNO @2.1, end",
    )
    tried = list[str]()
    text = hint.told(by(lambda plan: tried.append(hint.steps(plan)) or ([4.0, 4.1] if len(plan.claims) > 1 else NEVER)))
    assert text == "rather build SUITE @2, claim LANDLORD @2.1, end: -"
    assert "build SUITE @2, claim LANDLORD @0.1, end" in tried


def test_a_tuck_is_compared_with_ending_the_turn_and_with_the_rest_of_the_turn() -> None:
    hint = hint_of(
        "SUITE OFFICE / SUITE SUITE, towers NOISE_COMPLAINT SUITE | SUITE, pile 20, built 0 1",
        "claim SUITE @0.0, claim OFFICE @1.0, end", "claim SUITE @1.0, end", "end",
    )  # fmt: skip
    text = hint.told(by(lambda plan: NEVER if plan.claims else [4.0, 4.1]))
    assert text == "rather claim SUITE @0.1, claim OFFICE @1.0, end: -"


@pytest.mark.parametrize(("best", "other"), [
    ("build SPIRE @new, claim SUITE @2.0, end", "build LOBBY @new, build SPIRE @1, claim SUITE @1.1, end"),
    ("build SPIRE @1, build LOBBY @new, claim SUITE @1.1, end", "build LOBBY @1, build SPIRE @new, end"),
    ("claim SPIRE @0.0, end", "claim SPIRE @0.1, claim LOBBY @1.0, end"),
])  # fmt: skip
def test_a_step_that_is_clearly_better_in_the_comparison_takes_its_place(best: str, other: str) -> None:
    built = "0 1" if "build" not in best else "0" if "new" not in best else ""
    hint = hint_of(f"SPIRE SUITE LOBBY / SUITE, towers SUITE SUITE | SUITE, pile 40, built {built}", best, other)
    plan, compared = hint.compared(by(lambda plan: [-2.0, -2.1] if plan == hint.plans[1] else [0.0, 3.0]))
    chosen, *others = (steps_of(hint.view.variant.deck, hint.board, each) for each in (plan, *hint.plans))
    assert compared.text.endswith(f" comes out about 2 points better than {named(others[0][0])}")
    assert {*chosen} == {*others[1]}
    assert chosen[0] not in others[0]


def test_a_build_is_compared_with_one_under_which_any_player_would_tuck_a_card() -> None:
    hint = hint_of(
        "NOISE_COMPLAINT SPIRE INFERNO / SUITE, towers OFFICE | SUITE, pile 40, built 1",
        "build NOISE COMPLAINT @0, end", "build SPIRE @0, end",
    )  # fmt: skip
    tried = list[TurnPlan]()
    hint.told(by(lambda plan: tried.append(plan) or [4.0, 4.1]))
    tucked = [sites_after(hint.board, plan)[0][1] for plan in tried if plan.builds == hint.plans[1].builds]
    assert b"\0\0" in tucked  # both spare cards score there at once


def test_a_build_is_not_compared_with_a_turn_that_has_it_too() -> None:
    """The same floor is built on both plots, so the one on the other plot is left if the first is moved."""
    hint = hint_of(
        "NOISE_COMPLAINT NOISE_COMPLAINT OFFICE / SUITE, towers NOISE_COMPLAINT SUITE:0, pile 20",
        "build NOISE COMPLAINT @new, build NOISE COMPLAINT @new, end",
    )
    kind, tried = hint.plans[0].builds[0][0], list[TurnPlan]()
    hint.plans.extend(planner_of(hint.view.variant, weights_of("master")).plans(hint.board, 40))
    hint.told(by(lambda plan: tried.append(plan) or NEVER))
    assert not any(each == kind and not hint.board.sites[plot][0] for plan in tried for each, plot in plan.builds)


@pytest.mark.parametrize(("gains", "is_told"), [([0.2, 0.3], True), ([-1.0, 4.0, -1.0, 0.4], False)])
def test_two_steps_are_only_called_as_good_if_a_large_difference_is_unlikely(gains: list[float], is_told: bool) -> None:
    position = "NOISE_COMPLAINT INFERNO / SUITE, towers SUITE, pile 40, built 0"
    hint = hint_of(position, "build NOISE COMPLAINT @new, end", "build INFERNO @new, end")
    asked = list[int]()

    def compare(_: TurnPlan, others: Sequence[TurnPlan]) -> list[Duel]:
        asked.append(len(others))
        return [Duel(plan, gains) for plan in others]

    _, compared = hint.compared(compare)
    assert compared.kind == ("as well" if is_told else "no better")
    assert (len(asked) > 2) != is_told  # it is tried again


def test_a_build_is_compared_with_one_whose_card_is_taken_from_a_tuck_elsewhere() -> None:
    position = "OFFICE NOISE_COMPLAINT / SUITE / SUITE / SUITE, towers LOBBY, pile 40, built 0"
    hint = hint_of(position, "build NOISE COMPLAINT @new, claim OFFICE @0.0, end")

    def compare(plan: TurnPlan, others: Sequence[TurnPlan]) -> list[Duel]:
        worth, *worths = (2.0 * (each.builds[0][0] == 1 and 1 in dict(each.claims)) for each in (plan, *others))
        return [Duel(each, [worth - other, worth - other]) for each, other in zip(others, worths)]

    better = "in trial turns it comes out about 2 points better than building NOISE COMPLAINT as a new tower"
    assert hint.told(compare) == f"rather build OFFICE @new, claim NOISE COMPLAINT @1.0, end: {better}"


def test_a_step_keeps_its_place_if_it_does_as_well_with_more_tucks() -> None:
    position = "INFERNO OFFICE / SUITE / SUITE, towers SUITE:1 SUITE:1 SUITE:1 INFERNO ELEVATOR:1, pile 20, built 1"
    hint = hint_of(position, "build INFERNO @0, end", "build OFFICE @0, claim INFERNO @0.5")

    def compare(plan: TurnPlan, others: Sequence[TurnPlan]) -> list[Duel]:
        gain = float(bool(plan.claims))
        return [Duel(each, [2 * (gain - bool(each.claims))] * 2) for each in others]

    as_well = "in trial turns, building OFFICE on tower 1 comes out about as well"
    assert hint.told(compare) == f"rather build INFERNO @0, claim OFFICE @0.5, end: {as_well}"


def test_a_step_is_judged_by_the_plan_with_all_its_tucks() -> None:
    hint = hint_of(
        "NOISE_COMPLAINT INFERNO SUITE / SUITE, towers SUITE | OFFICE, pile 40, built 0",
        "build NOISE COMPLAINT @new, end", "build NOISE COMPLAINT @new, claim SUITE @1.0, end",
        "build INFERNO @new, end",
    )  # fmt: skip
    plan, whole, other = hint.plans
    assert better_of(hint.board, plan, whole, always(-0.5, -0.6)) == whole
    assert better_of(hint.board, plan, whole, always(0.5, 0.6)) == plan
    assert better_of(hint.board, plan, plan._replace(tucks=b"\0"), always(-0.5, -0.6)) == plan

    def compare(judged: TurnPlan, others: Sequence[TurnPlan]) -> list[Duel]:
        assert judged == whole
        return [Duel(each, [2.0, 2.1]) for each in others]

    chosen, text = compare_turns(hint.view, hint.board, plan, whole, [plan, other], compare)
    assert (chosen, bool(text)) == (plan, True)


def test_a_tower_that_scores_more_for_a_rival_is_compared() -> None:
    position = "SUITE NOISE_COMPLAINT / SUITE, towers OFFICE:1 OFFICE:1 SUITE SUITE SUITE | SUITE, pile 20, built 1"
    hint = hint_of(position, "build SUITE @0, end", "build NOISE COMPLAINT @0, end")
    assert hint.explain(hint.compared(always(3.0, 3.1))[1]) == (
        "tower 1 scores 0 for you and 8 for the opponent this turn. In trial turns it comes out about 3 points better "
        "than building SUITE as a new tower, the next best."
    )


def tucking(better: dict[tuple[int, int], list[float]], towers: str) -> tuple[str, str]:
    """Return what a hint to end the turn comes to if that does better than these tucks by so much, and its reason."""
    hint = hint_of(f"INFERNO / SUITE SUITE, towers {towers}, pile 20, built 0 1", "end")
    view, board = hint.view, hint.board

    def compare(_: TurnPlan, others: Sequence[TurnPlan]) -> list[Duel]:
        places = [(plot, level) for plan in others for plot, (level,) in plan.claims]
        return [Duel(plan, better[at]) for plan, at in zip(others, places) if at in better]

    end = hint.plans[0]._replace(tucks=board.hands[0][:1])  # the card of a tuck that was taken out of the plan
    plan, compared = end_or_tuck(view, board, end, board.hands[0][0], compare)
    return str(steps_of(view.variant.deck, board, plan)[0]), explain(view, board, plan, compared)


MORE = "That leaves you 4 cards instead of 3 after drawing."
KEPT = "INFERNO is worth more in hand than under {}, where it would bring {} for you as the tower stands."


def test_cards_are_only_called_worth_more_in_hand_if_no_tuck_is_better() -> None:
    towers = "OFFICE SUITE | LOBBY:1 SUITE"
    kept = KEPT.format("floor 1 of tower 1", 2) + f" {MORE} In trial turns that comes out about 1 point better."
    assert tucking({(0, 0): [1.0, 1.1]}, towers) == ("end", kept)
    close = f"{MORE} In trial turns nothing comes out clearly better than this or tucking a card under floor 1 of "
    close = close[0].lower() + close[1:] + "tower 1."
    assert tucking({(0, 0): [0.6, 0.61]}, towers) == ("end", close)
    tuck = "if tower 1 is scored as it stands, owning this OFFICE is worth 2 for you."
    assert tucking({(0, 0): [0.5, -0.4]}, towers) == tucking({(0, 0): [0.2, 0.21]}, towers)
    assert tucking({(0, 0): [0.2, 0.21], (0, 1): [2.0, 2.1]}, towers) == ("claim INFERNO @0.0", tuck)
    assert tucking({(0, 1): [-0.3, -0.4]}, towers)[0] == "claim INFERNO @0.1"


def test_a_card_that_would_score_much_is_only_kept_if_that_is_clearly_better() -> None:
    towers = "OFFICE:0 OFFICE:0 OFFICE SUITE | SUITE"
    kept = KEPT.format("floor 3 of tower 1", 6)
    compared = "In trial turns that comes out about 2 points better."
    assert tucking({(0, 2): [2.0, 2.1]}, towers) == ("end", f"{kept} {MORE} {compared}")
    tuck = "if tower 1 is scored as it stands, owning this OFFICE is worth 6 for you."
    assert tucking({(0, 2): [2.0, -1.0]}, towers) == ("claim INFERNO @0.2", tuck)


def test_a_tuck_is_compared_with_one_that_would_bring_more() -> None:
    """What that would bring is not told: it argues for the other tuck, or both are as good."""
    better = "In trial turns it comes out about 2 points better than tucking a card under floor 3 of tower 1."
    as_well = "In trial turns, tucking a card under floor 3 of tower 1 comes out about as well."
    for gains, compared in (([2.0, 2.1], better), ([0.2, 0.1], as_well)):
        step, text = tucking({(0, 2): gains, (1, 0): [-0.2, -0.1]}, "OFFICE:0 OFFICE:0 OFFICE | SUITE")
        cards = "if tower 2 is scored as it stands, owning this SUITE is worth up to 2 cards."
        assert (step, text) == ("claim INFERNO @1.0", f"{cards} {compared}")


@pytest.mark.parametrize(("steps", "doubtful", "left"), [
    ("build LANDLORD @1, claim SUITE @0.0, claim OFFICE @1.1, end", [(0, 0)],
     "build LANDLORD @1, claim SUITE @1.1, end"),
    ("build LANDLORD @1, claim SUITE @0.0, claim OFFICE @1.1, end", [(0, 0), (1, 1)],
     "build LANDLORD @1, claim SUITE @1.1, end"),
    ("build LANDLORD @1, claim SUITE @0.0, claim OFFICE @1.1, end", [],
     "build LANDLORD @1, claim SUITE @0.0, claim OFFICE @1.1, end"),
    ("claim SUITE @0.0, claim OFFICE @1.0, end", [(0, 0), (1, 0)], "claim SUITE @0.0, end"),
    ("build LANDLORD @1, claim SUITE @0.0, end", [(0, 0)], "build LANDLORD @1, end"),
])  # fmt: skip
def test_a_hint_says_nothing_of_tucks_that_the_next_hint_may_drop(
    steps: str, doubtful: list[tuple[int, int]], left: str
) -> None:
    owner, built = (":1", "1") if "build" in steps else ("", "0 1")
    hint = hint_of(f"LANDLORD SUITE OFFICE / SUITE, towers SUITE | OFFICE{owner}, pile 20, built {built}", steps)

    def compare(whole: TurnPlan, others: Sequence[TurnPlan]) -> list[Duel]:
        def places(plan: TurnPlan) -> set[tuple[int, int]]:
            return {(plot, level) for plot, levels in plan.claims for level in levels}

        worse = [not {*doubtful} >= places(whole) - places(other) for other in others]
        return [Duel(other, [2.0, 2.1] if is_worse else NEVER) for other, is_worse in zip(others, worse)]

    assert hint.sure(compare) == left


@pytest.mark.parametrize(("gains", "left"), [([2.0, 2.1], 0), ([0.5, -0.6], 0), ([-2.0, -2.1], 1)])
def test_a_hint_names_only_tucks_that_the_plans_of_the_next_hint_share(gains: list[float], left: int) -> None:
    plans = (
        "build LANDLORD @1, build SUITE @new, claim OFFICE @1.1, end",
        "build LANDLORD @1, build OFFICE @0, claim SUITE @0.1, end",
    )
    hint = hint_of("LANDLORD SUITE OFFICE / SUITE, towers SUITE | OFFICE:1, pile 20", *plans)
    way = hint.plans[1]
    assert hint.sure(by(lambda other: gains if other is way else [2.0, 2.1]), way) == plans[left]


@pytest.mark.parametrize("luck", range(2))
def test_the_next_hints_follow_the_tucks_that_a_hint_names(luck: int) -> None:
    """In this position both spare cards do best in tower 1, which the first search overlooks."""
    state = table(["SUITE, SPIRE, ELEVATOR, INFERNO", *["SUITE, OFFICE, LOBBY, LANDLORD"] * 3], "OFFICE", pile=30)
    named, done = list[tuple[int, int]](), list[tuple[int, int]]()
    while state.turn == 0:
        advice = ask(bot_named(GAME, "master").advise, GAME, state, luck=luck)
        for floors, tower in re.findall(
            r"^tuck (?:a card|cards) under floors? ([\d and]+), and tower (\d)", advice.reason
        ):
            named += [(int(tower) - 1, int(floor) - 1) for floor in floors.split(" and ")]
        done += [(advice.action.plot, advice.action.level)] if isinstance(advice.action, Claim) else []
        GAME.apply(state, 0, advice.action)
    assert named
    assert {*named} <= {*done}


def test_a_tuck_that_scores_this_turn_is_the_last_to_be_dropped() -> None:
    """Leaving out either tuck alone does better, but leaving out both does worse."""
    position = "LANDLORD SUITE OFFICE / SUITE, towers SUITE | SPIRE, pile 20, built 2"
    hint = hint_of(position, "build LANDLORD @0, claim SUITE @0.1, claim OFFICE @1.0, end")

    def compare(whole: TurnPlan, others: Sequence[TurnPlan]) -> list[Duel]:
        gain = -3.0 if len(whole.claims) > 1 else 2.0
        return [Duel(other, [gain - 1 * (1 not in dict(other.claims)), gain]) for other in others]

    assert hint.sure(compare) == "build LANDLORD @0, claim SUITE @1.0, end"


def likely(hint: TurnHint, *means: float) -> str:
    """Return the reason for the first plan, with the tucks of plans that are nearly as good by these results."""
    trials = [PlanCandidate(plan, 0.0, mean, 1) for plan, mean in zip(hint.plans, means)]
    return explain(hint.view, hint.board, with_likely_tucks(hint.board, hint.plans[0], trials))


KEEP_SPIRE = "you keep SPIRE to trigger the scoring of tower 2, which would now score 2 for you and 0 for the "


def test_no_card_is_called_kept_that_a_nearly_as_good_plan_tucks() -> None:
    position = "SUITE SPIRE / SUITE / SUITE, towers SUITE | OFFICE:0, pile 40, built 0"
    hint = hint_of(position, "build SUITE @new, end", "build SUITE @new, claim SPIRE @0.0")
    assert likely(hint, 4.0, 2.5) == f"{KEEP_SPIRE}others."
    assert likely(hint, 4.0, 3.5) == (
        "you have to build something, and by tucking a card there someone else could gain cards, but no points."
    )


def test_no_card_is_called_kept_that_the_best_other_plan_keeps() -> None:
    position = "INFERNO LOBBY SPIRE / SUITE, towers SUITE | OFFICE:0, pile 40, built 0"
    plan, keeps, spends = "build LOBBY @new, end", "build INFERNO @new, end", "build SPIRE @new, end"
    assert likely(hint_of(position, plan, spends), 4.0, 1.0) == f"{KEEP_SPIRE}opponent."
    assert "SPIRE" not in likely(hint_of(position, plan, keeps, spends), 4.0, 2.0, 1.0)


def test_a_build_that_helps_the_best_rival_is_compared_with_the_one_that_holds_it_down_most() -> None:
    """INFERNO would take 6 from the first rival, and LOBBY nothing."""
    towers = "OFFICE:1 OFFICE:1 OFFICE:0 NOISE_COMPLAINT ELEVATOR:1 | SUITE"
    hint = hint_of(
        f"SUITE LOBBY INFERNO / SUITE SUITE SUITE / SUITE, towers {towers}, pile 16, built 1, turn 0",
        "build SUITE @0, claim LOBBY @0.5, end", "build LOBBY @0, claim INFERNO @0.5, end",
        "build INFERNO @0, claim LOBBY @0.5, end",
    )  # fmt: skip
    results = iter([[0.1, 0.2], [3.0, 3.1]])  # a play that nobody thinks of does as well
    text = hint.told(lambda _, others: [Duel(others[0], next(results))])
    assert text == "in trial turns it comes out about 3 points better than building INFERNO on tower 1"


def test_a_hint_begins_with_the_action() -> None:
    view = GAME.view(table(["SUITE", "SUITE"], "INFERNO"), 0)
    steps = {"build SUITE @0": "Build SUITE on tower 1", "build SUITE @new": "Build SUITE as a new tower",
             "claim SUITE @0.0": "Tuck SUITE under floor 1 of tower 1", "end": "End the turn"}  # fmt: skip
    for text, opening in steps.items():
        assert engine.hint(GAME, view, Advice(GAME.parse(text), "it is so."), NAMES) == f"{opening}: it is so."


# -- knowledge


CLAIMED = "LOBBY:0:SPIRE, SUITE, OFFICE:1:INFERNO"


def position() -> State:
    return table(["SUITE, SUITE", "LANDLORD, LOBBY, LOBBY", "OFFICE"], CLAIMED, pile=30)


@pytest.mark.parametrize(("seat", "seen"), [(0, (True, False)), (1, (False, True)), (2, (False, False))])
def test_f5_each_seat_sees_only_its_own_tucked_cards(seat: int, seen: tuple[bool, bool]) -> None:
    state = position()
    ground, _, top = GAME.view(state, seat).towers[0]
    assert (ground.tuck != HIDDEN, top.tuck != HIDDEN) == seen
    assert GAME.view(state, None).towers[0][0].tuck == HIDDEN


def test_a_vacant_floor_has_no_owner_and_no_tucked_card() -> None:
    storey = GAME.view(position(), 0).towers[0][1]
    assert storey == Storey(storey.card, None, None)


def test_tucked_cards_are_public_on_the_discard_pile() -> None:
    state = table(["SPIRE, LOBBY", "LOBBY"], CLAIMED)
    tucks = tuple(tucks_of(state.towers[0]))
    events = do(state, "build SPIRE @0", "build LOBBY @new", "end")
    (demolished,) = [event for event in events if isinstance(event, Demolished)]
    assert GAME.redact(demolished, None).tucks == tucks
    assert GAME.revealed_to(demolished) == EVERYONE
    assert set(tucks) <= set(GAME.view(state, 0).discards)


def test_scoring_reveals_the_number_of_drawn_cards_only() -> None:
    state = table(["SPIRE, LOBBY", "LOBBY"], "SUITE:1")
    events = do(state, "build SPIRE @0", "build LOBBY @new", "end")
    drawn = {card for event in events if isinstance(event, Drew) and event.seat == 1 for card in event.cards}
    public = [GAME.redact(event, None) for event in events]
    assert len(drawn) == 2
    assert not any(str(card) in repr(event) for event in public if isinstance(event, Drew) for card in drawn)


def test_a_sampled_state_is_not_biased_towards_the_real_one() -> None:
    state, rng = new(2, seed=4), random.Random(1)
    view, rival = GAME.view(state, 0), state.hands[1]
    hits = sum(len(set(GAME.determinize(view, rng).hands[1]) & set(rival)) for _ in range(600))
    assert 0.7 < hits / 600 / (4 * 4 / 60) < 1.3


# -- playout


DEALS = deals("towers")
OPEN = ("sites", "points", "first", "turn", "built", "last_round", "outcome")


def seen(board: State) -> list[object]:
    """Return the visible part of a state."""
    sizes = [*map(len, board.hands), len(board.draw_pile)]
    return [sizes, board.hands[board.turn], *(getattr(board, field) for field in OPEN)]


# -- what is seen


@given(DEALS)
def test_an_observation_has_the_visible_part_of_the_state(deal: Deal) -> None:
    for state in moments(deal, most=4):
        assert seen(observation_of(GAME.view(state, state.turn))) == seen(board_of(state))


@given(DEALS, st.integers(0, 99))
def test_a_sampled_state_looks_the_same_to_the_seat(deal: Deal, luck: int) -> None:
    for state in moments(deal, most=4):
        view = GAME.view(state, state.turn)
        assert GAME.view(GAME.determinize(view, random.Random(luck)), state.turn) == view
        assert seen(world_of(view, random.Random(luck))) == seen(board_of(state))


def test_the_search_predicts_the_last_round_like_the_rules() -> None:
    for end, pile, hand in product(("sheet", "deck"), range(5), range(7)):
        state = table([", ".join(["SUITE"] * hand), "OFFICE"], "LOBBY", "LOBBY", pile=pile, end=end)
        state.built = b"\0\1"
        foreseen = is_last(board_of(state), hand)
        state.turn, state.first = 0, 0
        GAME.apply(state, 0, GAME.parse("end"))
        assert foreseen == state.last_round


# -- plans


@given(DEALS)
def test_a_plan_can_be_played_and_leads_to_its_towers(deal: Deal) -> None:
    for state in moments(deal, most=3):
        if state.outcome is None:
            deck, board = state.variant.deck, board_of(state)
            for plan in planner_of(state.variant, weights_of("medium")).plans(board, 5):
                twin = state.copy()
                for step in steps_of(deck, board, plan)[:-1]:
                    GAME.check(twin, twin.turn, step)
                    GAME.apply(twin, twin.turn, step)
                assert board_of(twin).sites == sites_after(board, plan)


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
@given(DEALS)
def test_pruning_does_not_lose_the_best_plan(level: str, deal: Deal) -> None:
    planner = planner_of(deal.start().variant, weights_of(level))
    for state in moments(deal, most=4):
        if state.outcome is None:
            board = board_of(state)
            assert planner.best(board) == planner.plans(board, 1)[0]
            assert len(PlannedTurn(planner, board, True).drafts) <= len(PlannedTurn(planner, board, False).drafts)


# -- learnt values


def standing(*towers: str) -> list[Site]:
    """Return the sites of these towers, at two seats."""
    return [site for site in board_of(table(["", ""], *towers)).sites if site[0]]


def test_the_master_values_towers_by_what_it_learnt() -> None:
    variant = new(2).variant
    master, hard = planner_of(variant, weights_of("master")), planner_of(variant, weights_of("hard"))
    assert isinstance(master, LearntPlanner)
    assert not isinstance(hard, LearntPlanner)
    key = 2 * master.stage(board_of(new(2)))
    (mine,), (rivals,) = standing("LOBBY:0, SUITE, SUITE"), standing("LOBBY:1, SUITE, SUITE")
    assert master.rows(mine, key).worths[0] > master.rows(rivals, key).worths[0] + 1
    for site in (mine, rivals):  # in the last round, points count exactly
        assert master.rows(site, key + 1) == hard.rows(site, key + 1)


def test_claims_are_valued_one_by_one_as_whole_towers_are() -> None:
    for seats, towers in product((2, 3, 4), ("OFFICE, OFFICE:1, LOBBY", "LOBBY, INFERNO:0, OFFICE, LANDLORD, SUITE")):
        planner = planner_of(new(seats).variant, weights_of("master"))
        (site,) = standing(towers)
        for seat, stage in product(range(seats), range(len(PILES) + 1)):
            key = KEYS * seat + 2 * stage
            quick, slow = planner.rows(site, key), FloorValues._claim_by_claim(planner, site, key)
            assert quick.levels == slow.levels
            assert quick.worths == pytest.approx(slow.worths)
            assert quick.gain == pytest.approx(slow.gain)


def test_learnt_values_belong_to_floors_by_their_effects() -> None:
    """They fit a deck with the same floors in another order, and no deck with another floor."""
    floors = STANDARD.floors
    turned = Variant(2, deck_of("Turned", floors[::-1]))
    usual, other = learnt_for(Variant(2, STANDARD), "towers"), learnt_for(turned, "towers")
    for one, two in zip(usual.floors, other.floors):
        assert two[:WHOSE] == one[-WHOSE:]
    for changed in (replace(floors[0], effects=()), replace(floors[0], triggers_scoring=True)):
        variant = Variant(2, deck_of("Changed", (changed, *floors[1:])))
        assert learnt_for(variant, "towers") is None
        assert type(planner_of(variant, weights_of("master"))) is TurnPlanner


def test_a_temper_adds_to_the_learnt_values() -> None:
    """The cautious see twice as much of what the next seat could take."""
    tables = weights._tables("towers", "bots.toml")
    cautious = convert(weights.scaled(tables["master"], tables["temper"]["cautious"]), Weights)
    variant = new(2).variant
    plain, wary = planner_of(variant, weights_of("master")), planner_of(variant, cautious)
    (open_tower,) = standing("OFFICE:0, NOISE COMPLAINT")
    key = 2 * plain.stage(board_of(new(2)))
    taken = weights_of("master").exposed[1] * 2
    assert wary.rows(open_tower, key).worths[0] == pytest.approx(plain.rows(open_tower, key).worths[0] - taken)


def test_rivals_play_in_two_ways_in_the_worlds_of_a_search() -> None:
    state = new(2, seed=3)
    view, w = GAME.view(state, state.turn), weights_of("master")
    planner = planner_of(view.variant, w)
    search = PlanSearch(view, planner, w, random.Random(0))
    assert isinstance(planner, LearntPlanner)
    assert [search._draw().rivals for _ in range(4)] == [planner, planner.plain] * 2


def test_claims_are_distributed_over_the_towers_optimally() -> None:
    """In the last round only points count. Here every way to claim is tried, and none is better than the plan."""
    hand = "SUITE, SUITE, SUITE"
    state = table([hand, ""], "LOBBY, OFFICE, OFFICE", "ELEVATOR, LOBBY:1, INFERNO", "LANDLORD:1, SPIRE", pile=0)
    state.last_round, state.first, state.built = True, 1, b"\0\1"
    board = board_of(state)
    terms = board.terms
    best = planner_of(state.variant, weights_of("medium")).best(board)
    places = [(plot, n) for plot, site in enumerate(board.sites) for n, owner in enumerate(site[1]) if owner == NONE]
    leads = []
    for chosen in (pick for count in range(4) for pick in combinations(places, count)):
        twin = board.copy()
        for plot, level in chosen:
            twin.claim(STANDARD.kind_named["SUITE"], plot, level)
        points = [terms.tally(*site)[0] for site in twin.sites]
        leads.append(sum(own for own, _ in points) - sum(rival for _, rival in points))
    assert best.worth == max(leads)
