"""The review in a real window, with the master in its own process; and a character chosen by hand."""

import random
from pathlib import Path

import pytest

from tests.window.games.turn_player import tab_to
from tests.window.program import Look, Start
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.roster import characters

pytestmark = pytest.mark.window


@pytest.fixture
def finished(home: Path) -> Path:
    """A game of Ana's that she has played by chance, in the folder of records."""
    game, rng = load("wyoming"), random.Random(4)
    seats = (Player("Ana"), Player("Ada Apex", "bot", "ada", 1))
    match = Match.new(new_header(game, seats, {"first": 0}, 4, "2024-11-21T12:03:00"))
    while not match.outcome:
        (seat,) = match.actors
        match.act(seat, rng.choice(game.actions(match.state, seat)))
    path = home / "records" / "games" / "wyoming-4.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(match.record.to_bytes())
    return path


def moments(look: Look) -> list[str]:
    return [name for name in look.widgets if name.startswith("show ")]


def test_a_review_finds_its_moments_while_the_page_lives_and_shows_them(start: Start, finished: Path) -> None:
    program = start(speed="instant", idle_life=False)
    program.click("statistics", to="StatisticsPage")
    program.scroll_to("review 0")
    program.click("review 0", to="ReviewPage")
    look = program.wait_until(moments, "a first moment")
    program.click(moments(look)[0])  # or the one that has come to its place meanwhile
    step = program.wait_for_scene("ReplayScene")["page"]["at_step"]
    program.key("Tab")
    program.wait_until(lambda look: look["page"]["at_step"] == step + 1, "a step on")
    program.key("h")
    program.wait_until(lambda look: look.widgets["ask"]["label"] == "Ask the master", "what the master says")
    program.key("Escape")
    back = program.wait_for_scene("ReviewPage")
    assert step in [int(name.split()[2]) for name in moments(back)]
    assert back["reports"] == []


def test_a_character_is_chosen_by_keys_and_sits_at_the_table(start: Start) -> None:
    program = start(idle_life=False)
    program.click("wyoming", to="SetupPage")
    tab_to(program, "kind2", "Return", to="ChooserPage")
    tab_to(program, "zora", "Return")
    look = program.wait_until(lambda look: look.top == "SetupPage", "the set-up")
    assert look.widgets["kind2"]["label"] == "Hard · greedy"
    program.key("p")
    table = program.wait_for_scene("TurnScene").table
    assert table["names"][1] == characters()["zora"].name
