"""The bots of Towers: what they see, how they compare, and what they say."""

from __future__ import annotations

import random

import pytest
from towers_table import GAME, do, new, table, texts

from game import minds
from game.towers.planner import sight_of, steps_of, thinker_of, weights_of
from game.towers.state import State


def choice(state: State, level: str = "hard") -> str:
    view = GAME.view(state, state.turn)
    return str(GAME.bot(level).choose(view, GAME.actions(state, state.turn), random.Random(0)))


def turn(state: State, level: str = "hard") -> list[str]:
    """Let the bot play its turn; return what it did."""
    seat, done = state.turn, []
    while state.outcome is None and state.turn == seat and done[-1:] != ["end"]:
        done.append(choice(state, level))
        do(state, done[-1])
    return done


def hint(state: State, level: str = "medium") -> tuple[str, str]:
    view = GAME.view(state, state.turn)
    advice = GAME.bot(level).advise(view, GAME.actions(state, state.turn), random.Random(0))
    assert advice is not None
    assert str(advice.action) in texts(state)
    return str(advice.action), advice.reason


def play(levels: tuple[str, ...], seed: int) -> State:
    state, rng = new(len(levels), seed), random.Random(seed)
    while state.outcome is None:
        view, actions = GAME.view(state, state.turn), GAME.actions(state, state.turn)
        action = GAME.bot(levels[state.turn]).choose(view, actions, rng)
        assert action in actions
        GAME.apply(state, state.turn, action)
    return state


def lead(stronger: str, weaker: str, pairs: int) -> int:
    """Return by how many points the stronger level leads when every deal is played from both seats."""
    total = 0
    for seed in range(pairs):
        there, back = play((stronger, weaker), seed).scores, play((weaker, stronger), seed).scores
        total += there[0] - there[1] + back[1] - back[0]
    return total


# -- levels


def test_every_level_has_its_weights() -> None:
    assert all(weights_of(mind) for mind in minds.words())


@pytest.mark.parametrize(("stronger", "weaker"), [("hard", "medium"), ("medium", "easy")])
def test_each_level_beats_the_one_below(stronger: str, weaker: str) -> None:
    assert lead(stronger, weaker, pairs=6) > 0


@pytest.mark.parametrize("seats", GAME.seats)
def test_bots_play_whole_games_by_the_rules(seats: int) -> None:
    assert play(("hard", "medium", "easy", "medium")[:seats], seed=seats).outcome is not None


@pytest.mark.parametrize("level", GAME.levels)
def test_a_bot_decides_by_its_view_alone(level: str) -> None:
    state = new(3, seed=6, first=0)
    other = GAME.determinize(GAME.view(state, 0), random.Random(1))
    assert state != other
    assert choice(state, level) == choice(other, level)


def test_a_plan_is_carried_out_as_it_was_made() -> None:
    state = table(["SPIRE, OFFICE, LOBBY, LOBBY", "SUITE, SUITE"], "LOBBY, SUITE, OFFICE, OFFICE", "SUITE")
    view = GAME.view(state, 0)
    board = sight_of(view)
    (best,) = thinker_of(view.variant, weights_of("medium")).plans(board, 1)
    plan = [str(step) for step in steps_of(view.variant.deck, board, best)]
    assert turn(state, "medium") == plan


# -- judgement


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_ripe_tower_is_topped_and_its_best_floors_claimed(level: str) -> None:
    state = table(["INFERNO, SUITE, SUITE, SUITE", "SUITE, SUITE"], "LOBBY, LOBBY, OFFICE, OFFICE, OFFICE", "SUITE")
    done = turn(state, level)
    assert "build SUITE @0" in done or "build INFERNO @0" in done
    assert state.scores[0] >= 10


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_rivals_floors_are_burnt_before_they_score(level: str) -> None:
    state = table(["INFERNO, SUITE, SUITE", "SUITE"], "SUITE, SUITE, SUITE, OFFICE:1, OFFICE:1", "SUITE", "SUITE")
    done = turn(state, level)
    assert "build INFERNO @0" in done
    assert state.scores[1] == 0


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_in_the_last_turn_every_card_is_spent_where_it_still_scores(level: str) -> None:
    state = table(["SUITE, SUITE, SUITE, SUITE", ""], "LOBBY, SUITE, SUITE", "OFFICE, SUITE", pile=0)
    state.last_round, state.first = True, 1
    turn(state, level)
    assert state.outcome is not None
    assert state.scores[0] == 3 + 2


def test_cards_that_bring_on_a_scoring_are_tucked_last() -> None:
    state = table(["SPIRE, SUITE", ""], "LOBBY, SUITE, SUITE, OFFICE", "SUITE", "SUITE")
    state.built = b"\1\2"
    assert choice(state, "medium").startswith("claim SUITE @0.")


# -- hints


def test_a_hint_says_what_the_scoring_will_bring() -> None:
    state = table(["SUITE, SUITE, SUITE", "SUITE"], "LOBBY, LOBBY, OFFICE:1, SUITE:1, SUITE")
    action, reason = hint(state)
    assert action == "build SUITE @0"
    assert reason == "With a claim to come, tower 1 is scored this turn: 5 for you, 2 for your rival."


def test_a_hint_says_what_a_claim_earns() -> None:
    state = table(["SUITE", "SUITE", ""], "LOBBY, OFFICE:1, OFFICE:1, LOBBY:1, LOBBY:1, LOBBY:1", "SUITE:1", "SUITE:1")
    state.built = b"\0\1"
    assert hint(state) == ("claim SUITE @0.0", "Owning this LOBBY earns you 5 when tower 1 is scored this turn.")


def test_a_hint_says_what_a_claim_takes_from_the_others() -> None:
    state = table(["SUITE", "SUITE", ""], "OFFICE:1, OFFICE:1, INFERNO, SPIRE:1", "SUITE:1")
    state.built = b"\0\1"
    assert hint(state) == (
        "claim SUITE @0.2",
        "Owning this INFERNO costs the others 8 when tower 1 is scored this turn.",
    )


def test_a_hint_says_that_a_claim_is_for_later() -> None:
    state = table(["SUITE, SUITE, SUITE, SUITE", "SUITE"], "LOBBY", "SUITE:1")
    state.built = b"\0\1"
    assert hint(state) == ("claim SUITE @0.0", "This LOBBY pays nothing yet, but it will as tower 1 grows.")


def test_a_hint_says_what_a_floor_takes_from_the_others() -> None:
    state = table(["INFERNO, ELEVATOR", "SUITE", ""], "OFFICE:1, OFFICE:1", "SUITE:1", "SUITE:1")
    state.built = b"\2"
    action, reason = hint(state)
    assert action == "build INFERNO @0"
    assert reason.startswith("With a claim to come, INFERNO takes 8 from the others on tower 1, ")
    assert reason.endswith("which would now score nothing for anybody.")


def test_a_hint_to_end_says_why_nothing_more_is_claimed() -> None:
    state = table(["", "SUITE"], "OFFICE", "SUITE")
    state.built = b"\0\1"
    assert hint(state) == ("end", "No card is left to claim with: the turn can only end.")
    state = table(["SUITE", "SUITE"], "OFFICE:0", "SUITE:1")
    state.built = b"\0\1"
    assert hint(state) == ("end", "Every floor has a tucked card: there is nothing to claim.")
    state = table(["SUITE", "SUITE"], "INFERNO", "NOISE COMPLAINT")
    state.built = b"\0\1"
    assert hint(state) == ("end", "No vacant floor promises more than the card that it would cost.")
