"""The ledger tells every scoring again, and what each seat did last."""

import random

from tests.game.towers.positions import do, table
from topping_out.game.options import resolve
from topping_out.game.towers.events import Demolished, FloorScored, ScoringBegan
from topping_out.game.towers.rules import GAME
from topping_out.game.towers.state import State
from topping_out.scenes.towers.scoring.ledger import LastPlay, last_plays, points_by_floor, scorings


def start(seats: int, seed: int, **options: object) -> State:
    return GAME.setup(seats, resolve(GAME.options(seats), options), seed)


def play(state: State, rng: random.Random, claims: float) -> list:
    """Do one step at random; `claims` is how often a card is tucked rather than the turn ended."""
    actions = GAME.actions(state, state.turn)
    ends = str(actions[-1]) == "end"
    action = actions[-1] if ends and (len(actions) == 1 or rng.random() > claims) else rng.choice(actions)
    log: list = []
    GAME.apply(state, state.turn, action, log)
    return log


def test_the_ledger_has_every_scoring_as_it_stood_and_went() -> None:
    rng = random.Random(5)
    state, events = start(3, 8), []
    while GAME.outcome(state) is None:
        before = [GAME.view(state, None).towers[plot] for plot in range(3)]
        log = play(state, rng, 0.6)
        events += log
        found = scorings(events)
        for number, event in enumerate(e for e in log if isinstance(e, Demolished)):
            scoring = found[len(found) - sum(isinstance(e, Demolished) for e in log) + number]
            stood = before[event.plot]
            assert scoring.floors == event.floors
            assert scoring.owners == tuple(storey.owner for storey in stood)
    steps = [event.step for event in events if isinstance(event, FloorScored)]
    assert [step for scoring in scorings(events) for step in scoring.steps] == steps
    assert [s.cause for s in scorings(events)] == [e.cause for e in events if isinstance(e, ScoringBegan)]


def test_the_ledger_needs_no_hidden_faces() -> None:
    rng = random.Random(6)
    state, events = start(2, 3), []
    while GAME.outcome(state) is None:
        events += play(state, rng, 0.7)
    assert scorings(GAME.redact(event, None) for event in events) == scorings(events)


def test_points_by_floor_add_up_to_the_scores() -> None:
    rng = random.Random(7)
    state, events = start(4, 4), []
    while GAME.outcome(state) is None:
        events += play(state, rng, 0.7)
    found = scorings(events)
    assert [sum(points_by_floor(found, seat).values()) for seat in range(4)] == list(state.scores)


def test_the_ledger_says_in_which_turn_a_tower_was_scored() -> None:
    state = table(["SUITE, SPIRE", "OFFICE, OFFICE"])
    events = do(state, "build SUITE @new", "build SPIRE @new", "end")
    assert [(s.turn, s.plot, s.cause) for s in scorings(events)] == [(1, 1, "trigger")]
    events += do(state, "build OFFICE @0", "build OFFICE @new", "end")
    assert len(scorings(events)) == 1


# -- what each seat did last


def test_what_a_seat_did_is_marked_until_it_acts_again() -> None:
    state = table(["SUITE, SUITE, SUITE", "OFFICE, OFFICE", "LOBBY"], "LOBBY")
    events = do(state, "build SUITE @0", "build SUITE @new", "claim SUITE @0.0", "end")
    mine = [LastPlay(0, 0, 1, False), LastPlay(0, 1, 0, False), LastPlay(0, 0, 0, True)]
    assert last_plays(events) == mine
    events += do(state, "build OFFICE @1", "build OFFICE @0", "end")
    assert last_plays(events) == [*mine, LastPlay(1, 1, 1, False), LastPlay(1, 0, 2, False)]
    events += do(state, "build LOBBY @0", "end")
    events += do(state, str(GAME.actions(state, 0)[0]))
    assert [mark.seat for mark in last_plays(events)] == [1, 1, 2, 0]


def test_a_tower_that_was_cleared_away_takes_its_marks_along() -> None:
    state = table(["SPIRE, SUITE", "OFFICE"], "LOBBY")
    events = do(state, "build SPIRE @0", "build SUITE @new", "end")
    assert last_plays(events) == [LastPlay(0, 1, 0, False)]
