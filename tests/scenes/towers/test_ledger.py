"""The ledger of scorings in Towers, and players' own decks in the set-up."""

import random
from pathlib import Path

import pytest

from tests.game.towers.positions import do, table
from tests.scenes.robot import Robot
from tests.scenes.tables import table as shown_table
from topping_out.game.assets import GAMES
from topping_out.game.options import resolve
from topping_out.game.towers.actions import Demolished, FloorScored, ScoringBegan
from topping_out.game.towers.core import State
from topping_out.game.towers.decks import find_decks, own_decks_folder
from topping_out.game.towers.rules import GAME, example_of
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.towers.pictures import FROM_THE_BOX
from topping_out.scenes.towers.scoring import LastPlay, last_plays, points_by_floor, scorings, summarize_floors

# -- ledger


def start(seats: int, seed: int, **options: object) -> State:
    return GAME.setup(seats, resolve(GAME.options(seats), options), seed)


def play(state: State, rng: random.Random, claims: float) -> list:
    """Take a random step; `claims` is the probability of claiming a floor rather than ending the turn."""
    actions = GAME.actions(state, state.turn)
    ends = str(actions[-1]) == "end"
    action = actions[-1] if ends and (len(actions) == 1 or rng.random() > claims) else rng.choice(actions)
    log: list = []
    GAME.apply(state, state.turn, action, log)
    return log


def test_the_ledger_records_every_scoring_as_it_happened() -> None:
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


def test_the_ledger_needs_no_hidden_cards() -> None:
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


def test_the_ledger_records_the_turn_of_each_scoring() -> None:
    state = table(["SUITE, SPIRE", "OFFICE, OFFICE"])
    events = do(state, "build SUITE @new", "build SPIRE @new", "end")
    assert [(s.turn, s.plot, s.cause) for s in scorings(events)] == [(1, 1, "trigger")]
    events += do(state, "build OFFICE @0", "build OFFICE @new", "end")
    assert len(scorings(events)) == 1


# -- what each seat did last


def test_a_seats_plays_are_marked_until_it_acts_again() -> None:
    state = table(["SUITE, SUITE, SUITE", "OFFICE, OFFICE", "LOBBY"], "LOBBY")
    events = do(state, "build SUITE @0", "build SUITE @new", "claim SUITE @0.0", "end")
    mine = [LastPlay(0, 0, 1, False), LastPlay(0, 1, 0, False), LastPlay(0, 0, 0, True)]
    assert last_plays(events) == mine
    events += do(state, "build OFFICE @1", "build OFFICE @0", "end")
    assert last_plays(events) == [*mine, LastPlay(1, 1, 1, False), LastPlay(1, 0, 2, False)]
    events += do(state, "build LOBBY @0", "end")
    events += do(state, str(GAME.actions(state, 0)[0]))
    assert [mark.seat for mark in last_plays(events)] == [1, 1, 2, 0]


def test_marks_disappear_with_their_tower() -> None:
    state = table(["SPIRE, SUITE", "OFFICE"], "LOBBY")
    events = do(state, "build SPIRE @0", "build SUITE @new", "end")
    assert last_plays(events) == [LastPlay(0, 1, 0, False)]


# -- pages


STANDARD = (GAMES / "towers" / "decks" / "standard.toml").read_text(encoding="utf-8")


def write_deck(name: str, **changes: str) -> Path:
    """Put a copy of the standard deck into the user's folder, with these words replaced."""
    text = STANDARD
    for old, new in changes.items():
        text = text.replace(old, new)
    folder = own_decks_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(text)
    return path


# -- the set-up


def test_a_players_own_deck_can_be_chosen_and_played_f2(app: App, robot: Robot) -> None:
    write_deck("mine", Standard="My box", SUITE="GARDEN")
    scene = robot.open(SetupPage(app.context, "towers"))
    robot.go_to("option deck")
    robot.do(Verb.LEFT)
    assert robot.label("option deck") == "My box"
    deck = find_decks().find(str(scene.header().options["deck"]))
    assert deck.floors[0].name == "GARDEN"


def test_an_invalid_deck_file_is_reported_and_others_can_be_chosen(app: App, robot: Robot) -> None:
    write_deck("mine", Standard="My box")
    broken = write_deck("broken", Standard="Broken", **{"draw 2": "drow 2"})
    scene = robot.open(SetupPage(app.context, "towers"))
    problems = [w for w in scene.widgets if w.name.startswith("problem")]
    assert len(problems) == 1
    assert problems[0].help.startswith(f"{broken}, line 29, floor 1: effect: there's no effect 'drow 2'")
    labels = robot.widget("option deck").labels
    assert (labels[0], labels[-1]) == ("Standard", "My box")
    assert "Broken" not in labels
    assert robot.widget("start").enabled


def test_no_problem_is_reported_without_an_invalid_file(app: App, robot: Robot) -> None:
    scene = robot.open(SetupPage(app.context, "towers"))
    assert not [w for w in scene.widgets if w.name.startswith("problem")]


@pytest.mark.parametrize("text", [1.0, 1.5])
def test_a_game_with_a_players_own_deck_can_be_played(app: App, robot: Robot, text: float) -> None:
    write_deck(
        "mine", Standard="My box", SUITE="GARDEN", OFFICE="Old Cinema Hall", **{"draw 2": "all score 3 per tuck"}
    )
    robot.resize((1280, 720), text)
    scene = robot.open(shown_table(app, "towers", seed=4, deck="mine"))
    for _ in range(60):
        seat = scene.actor
        assert seat is not None
        scene.do(seat, scene.game.actions(scene.match.state, seat)[-1])
        scene.motion.finish()
        robot.see()
    assert app.context.reports == []


# -- the rules page


def test_the_examples_on_the_rules_page_are_scored_by_the_engine() -> None:
    deck = find_decks().built_in["standard"]
    accounts = [example_of(deck, floors).account for floors in FROM_THE_BOX]
    parts = [[part for floor in summarize_floors(account.steps) for part in floor.parts] for account in accounts]
    assert (3, "2 OFFICE floors × 2 = 4") in parts[0]
    assert (0, "5 floors above × 1 = 5") in parts[0]
    assert (1, "draws 2") in parts[1]
    assert (1, "2 tucks × 2 = 4") in parts[1]
    assert (0, "scores 3") in parts[1]
    assert (1, "vacates floor 2") in parts[2]
    assert not any("draws" in words for _, words in parts[2])
