"""The bots of Towers: what they see, how they compare, and what they say."""

import random

import pytest

from tests.game.stories import Teller, stories
from tests.game.towers.positions import GAME, do, laid_out, new, table, texts
from topping_out.game import engine
from topping_out.game.bots import weights
from topping_out.game.bots.weights import bot_named, make_bot
from topping_out.game.engine import Advice, Verdict
from topping_out.game.towers.actions import Action
from topping_out.game.towers.bots.boards import observation_of, planner_of, steps_of
from topping_out.game.towers.bots.hints import compare, explain
from topping_out.game.towers.bots.puzzles import plan_of
from topping_out.game.towers.bots.scene import named
from topping_out.game.towers.bots.search import Duel, PlanCandidate, PlanSearch
from topping_out.game.towers.bots.weights import weights_of
from topping_out.game.towers.state import State

IDLE = "NOISE COMPLAINT, NOISE COMPLAINT, NOISE COMPLAINT"
"""Floors at the foot of a tower that nobody gains by."""


def choice(state: State, level: str = "hard") -> str:
    view = GAME.view(state, state.turn)
    return str(bot_named(GAME, level).choose(view, GAME.actions(state, state.turn), random.Random(0)))


def turn(state: State, level: str = "hard") -> list[str]:
    """Let the bot play its turn; return what it did."""
    seat, done = state.turn, []
    while state.outcome is None and state.turn == seat and done[-1:] != ["end"]:
        done.append(choice(state, level))
        do(state, done[-1])
    return done


NAMES = ("You", "Bo")


def hint(state: State, level: str = "one-turn") -> tuple[str, str]:
    view = GAME.view(state, state.turn)
    advice = bot_named(GAME, level).advise(view, GAME.actions(state, state.turn), random.Random(0))
    assert str(advice.action) in texts(state)
    return str(advice.action), advice.reason


# -- levels


def test_a_plan_is_carried_out_as_it_was_made() -> None:
    state = table(["SPIRE, OFFICE, LOBBY, LOBBY", "SUITE, SUITE"], "LOBBY, SUITE, OFFICE, OFFICE", "SUITE")
    view = GAME.view(state, 0)
    board = observation_of(view)
    (best,) = planner_of(view.variant, weights_of("one-turn")).plans(board, 1)
    plan = [str(step) for step in steps_of(view.variant.deck, board, best)]
    assert turn(state, "one-turn") == plan


# -- judgement


@pytest.mark.parametrize("level", ["hard", "master"])
def test_a_ripe_tower_is_topped_and_its_best_floors_claimed(level: str) -> None:
    state = table(
        ["INFERNO, SUITE, SUITE, SUITE", "SUITE, SUITE"], "LOBBY, LOBBY, OFFICE, OFFICE, OFFICE", "SUITE", pile=4
    )
    done = turn(state, level)
    assert "build SUITE @0" in done or "build INFERNO @0" in done
    assert state.scores[0] >= 10


@pytest.mark.parametrize("level", ["hard", "master"])
def test_a_rivals_floors_are_burnt_before_they_score(level: str) -> None:
    state = table(["INFERNO, SUITE, SUITE", "SUITE"], f"{IDLE}, OFFICE:1, OFFICE:1", "SUITE", "SUITE", pile=4)
    done = turn(state, level)
    assert "build INFERNO @0" in done
    assert state.scores[1] == 0


@pytest.mark.parametrize("level", ["hard", "master"])
def test_in_the_last_turn_every_card_is_spent_where_it_still_scores(level: str) -> None:
    state = table(["SUITE, SUITE, SUITE, SUITE", ""], "LOBBY, SUITE, SUITE", "OFFICE, SUITE", pile=0)
    state.last_round, state.first = True, 1
    turn(state, level)
    assert state.outcome is not None
    assert state.scores[0] == 3 + 2


def test_the_master_tries_out_no_more_than_its_weights_say() -> None:
    state, w = new(4, seed=3), weights_of("master")
    view = GAME.view(state, state.turn)
    planner = planner_of(view.variant, w)
    plans = planner.plans(observation_of(view), w.candidates)
    trials = PlanSearch(view, planner, w, random.Random(0)).best(plans)
    assert len(plans) == w.candidates
    running, most = len(plans), 0
    for heat in range(w.heats):
        most, running = most + running * (w.worlds[2] << heat), (running + 1) // 2
    assert sum(trial.tried for trial in trials) == most <= 300
    assert trials[0].tried == max(trial.tried for trial in trials)


# -- tempers


def tempered(state: State, temper: str) -> str:
    """Return what the one that tries nothing out would do with this temper; "": none."""
    tables = weights._tables("towers", "bots.toml")
    table = {**tables["master"], "worlds": [0, 0, 0]}
    bot = make_bot(GAME, weights.scaled(table, tables["temper"][temper]) if temper else table)
    view, actions = GAME.view(state, state.turn), GAME.actions(state, state.turn)
    return str(bot.choose(view, actions, random.Random(0)))


def verdict(state: State, played: str) -> Verdict[Action]:
    view, actions = GAME.view(state, state.turn), GAME.actions(state, state.turn)
    found = bot_named(GAME, "master").judge(view, actions, GAME.parse(played), random.Random(0))
    assert found is not None
    return found


def late(hand: str, *towers: str, last: bool = True, pile: int = 30) -> State:
    """Return a position in which both floors are built: in the last turn if `last`, else with such a draw pile."""
    state = table([hand, ""], *towers, pile=0 if last else pile)
    state.last_round, state.first, state.built = last, 1 if last else 0, b"\0\1"
    return state


BOTS = Teller(
    laid_out,
    do,
    {
        "does": lambda state, _: choice(state, "one-turn"),
        r"the (\w+)": lambda state, _, temper: tempered(state, temper.replace("plain", "")),
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
      tuck 1 card there, and tower 1 is scored this turn, with 5 for you and 2 for the opponent.
a hint says what a claim earns
    SUITE / SUITE / -, towers LOBBY OFFICE:1 OFFICE:1 LOBBY:1 LOBBY:1 LOBBY:1 | SUITE:1 | SUITE:1, built 0 1
    = hint claim SUITE @0.0: tower 1 is scored this turn, and owning this LOBBY means 5 for you.
a hint says what a claim takes from the others
    SUITE / SUITE / -, towers OFFICE:1 OFFICE:1 INFERNO SPIRE:1 | SUITE:1, built 0 1
    = hint claim SUITE @0.2: tower 1 is scored this turn, and owning this INFERNO means 8 less for the others.
a hint says that a claim is for later
    SUITE SUITE SUITE SUITE / SUITE, towers LOBBY | SUITE:1, built 0 1
    = hint claim SUITE @0.0: if tower 1 grows to 6 floors, this LOBBY means 5 for you.
a hint says what a floor takes from the others
    INFERNO ELEVATOR / SUITE / -, towers OFFICE:1 OFFICE:1 | SUITE:1 | SUITE:1, built 2 = hint build INFERNO @0:
      tuck 1 card there, and INFERNO takes 8 from the others on tower 1, …which would now score nothing for anybody.
a last turn keeps no cards for a next one
    SUITE / SUITE, towers INFERNO | NOISE_COMPLAINT, built 0 1, last round
    = hint end: this is the last turn, and no other floor would score anything.
a hint to end says that no card is left
    - / SUITE, towers OFFICE | SUITE, built 0 1 = hint end: there's no card left to tuck.
a hint to end says that every floor is taken
    SUITE / SUITE, towers OFFICE:0 | SUITE:1, built 0 1 = hint end: every floor already has a tucked card.
a hint to end says that nothing would bring anything
    SUITE / SUITE, towers INFERNO | NOISE_COMPLAINT, built 0 1
    = hint end: as the towers stand, none of the floors left would bring anything.
""",
)


def test_a_missed_claim_costs_what_it_would_have_scored() -> None:
    found = verdict(late("SUITE", "LOBBY, SUITE, SUITE, SUITE, SUITE", "SUITE"), "end")
    assert (found.cost, str(found.better.action)) == (4, "claim SUITE @0.0")


def test_what_the_master_would_do_costs_nothing_whichever_very_card_it_was() -> None:
    state = late("SUITE, SUITE", "LOBBY, SUITE, SUITE, SUITE, SUITE", "SUITE")
    card = state.hands[0][1]
    for played in ("claim SUITE @0.0", f"claim SUITE @0.0 #{card}"):
        assert verdict(state, played).cost == 0
        assert str(verdict(state, played).better.action) == played


def test_the_second_of_two_floors_may_be_built_first() -> None:
    hand = "INFERNO, SUITE, SUITE, SUITE"
    state = table([hand, "SUITE, SUITE"], "LOBBY, LOBBY, OFFICE, OFFICE, OFFICE", "SUITE")
    view = GAME.view(state, 0)
    board, w = observation_of(view), weights_of("master")
    planner = planner_of(view.variant, w)
    best = PlanSearch(view, planner, w, random.Random(0)).best(planner.plans(board, w.candidates))[0].choice
    second = steps_of(view.variant.deck, board, best)[1]
    assert verdict(state, str(second)).cost == 0


def test_a_rival_who_is_let_in_costs_what_is_to_be_expected_of_it() -> None:
    """The tower that the rival can top and cash is worth 8 to it, and an INFERNO is at hand."""
    rivals = f"{IDLE}, OFFICE:1, OFFICE:1"
    state = table(["INFERNO, SUITE, SUITE, SUITE", "SUITE, SUITE, SUITE"], rivals, "SUITE", "SUITE", pile=4)
    state.built = b"\2"
    found = verdict(state, "build SUITE @1")
    assert str(found.better.action) == "build INFERNO @0"
    assert 3 < found.cost < 40


def test_a_choice_that_the_turns_to_come_have_shown_is_explained_by_them() -> None:
    state = new(2, seed=1, first=0)
    view = GAME.view(state, 0)
    board = observation_of(view)
    plans = planner_of(view.variant, weights_of("master")).plans(board, 40)
    steps = steps_of(view.variant.deck, board, plans[0])
    other = next(plan for plan in plans if steps_of(view.variant.deck, board, plan)[0] not in steps)
    first = next(step for step in steps if step not in steps_of(view.variant.deck, board, other)[:-1])
    trials = [PlanCandidate(other, 0.0, 3.2, 1), PlanCandidate(plans[0], 0.0, 0.0, 1)]

    def told(gains: list[float], kept_down: float) -> str:
        return compare(view, board, trials, lambda one, two: Duel(gains, kept_down))

    assert told([3.0, 3.4], 0.0) == f"in trial turns it comes out about 3 points better than {named(first)}"
    lets_in = f"in trial turns {named(first)} lets the opponent score about 5 points more before your next turn"
    assert told([3.0, 3.4], 5.0) == lets_in
    assert told([0.4, 0.6], 0.0) == told([9.0, -3.0], 5.0) == ""


def test_a_new_tower_is_not_said_to_grow() -> None:
    view = GAME.view(table(["ELEVATOR, SUITE, SUITE", "SUITE"], "INFERNO"), 0)
    board = observation_of(view)
    plan = plan_of(board, view.variant.deck, list(map(GAME.parse, ("build ELEVATOR @new", "claim SUITE @1.0"))))
    assert (
        explain(view, board, plan) == "tuck 1 card there, and tower 2 would now score 2 for you and 0 for the opponent."
    )


def test_a_hint_begins_with_the_step_itself() -> None:
    view = GAME.view(table(["SUITE", "SUITE"], "INFERNO"), 0)
    steps = {"build SUITE @0": "Build SUITE on tower 1", "build SUITE @new": "Build SUITE as a new tower",
             "claim SUITE @0.0": "Tuck SUITE under floor 1 of tower 1", "end": "End the turn"}  # fmt: skip
    for text, told in steps.items():
        assert engine.hint(GAME, view, Advice(GAME.parse(text), "it is so."), NAMES) == f"{told}: it is so."
