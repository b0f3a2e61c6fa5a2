"""Whole games by one who only listens: at the end the results are heard, and on the way everything that matters."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.golden import RECORD
from tests.unfinished import leave_unfinished
from tests.unseen.conftest import Listen
from tests.unseen.games.icetowers_player import begin_icetowers, play_icetowers
from tests.unseen.games.players import (
    begin,
    choose_suit_and_place,
    play_by_hints,
    play_towering,
    play_towers,
    play_wyoming,
    turn_or_results,
)
from tests.unseen.listener import Listener, Node, nameless

pytestmark = pytest.mark.window
HERE = Path(__file__).parent
Play = Callable[[Listener], Node]


def check_results(one: Listener, results: Node) -> None:
    """The results name everybody and the winner, and they are announced."""
    assert not nameless(results)
    scores = results.find("list", "Scores")
    assert len(scores.children) == 2
    assert any("winner" in row.name for row in scores.children)
    one.wait_to_hear(" win")


SMALL_TOWERING = {"Colours": "3", "Hand": "5", "Rounds": "1"}
GAMES = [
    ("Towers of Wyoming", {}, "", play_wyoming),
    ("Towering", SMALL_TOWERING, "", play_towering),
    ("Towers", {}, "Easy", play_towers),
]


def test_a_game_is_continued_from_the_title_to_the_results(listen: Listen, home: Path) -> None:
    """The last turns of a game: what a whole one ends with."""
    small = {name.lower(): value for name, value in SMALL_TOWERING.items()}
    leave_unfinished(home, "towering", 1, small)
    one = listen()
    one.press("push button", "Continue Towering")
    check_results(one, play_towering(one))
    assert "Your turn." in one.announced
    one.press("push button", "Title")
    one.wait_for_page("Topping Out")


@pytest.mark.long
@pytest.mark.parametrize(("game", "options", "bot", "play"), GAMES)
def test_a_game_from_the_title_to_the_results(
    listen: Listen, game: str, options: dict[str, str], bot: str, play: Play
) -> None:
    one = listen()
    begin(one, game, options, bot)
    check_results(one, play(one))
    assert "Your turn." in one.announced
    one.press("push button", "Title")
    one.wait_for_page("Topping Out")


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "options"), [("Towers of Wyoming", {}), ("Towering", {"Colours": "3", "Rounds": "2"}), ("Towers", {})]
)
def test_a_game_is_played_by_its_hints(listen: Listen, game: str, options: dict[str, str]) -> None:
    """Turn by turn the player hears whose turn it is, what is advised and what was played."""
    one = listen()
    begin(one, game, options)
    check_results(one, play_by_hints(one))


@pytest.mark.long
def test_all_that_is_announced_in_a_game(listen: Listen) -> None:
    """The whole of a game by ear, word for word, as it is kept beside this test."""
    one = listen("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa")
    check_results(one, play_wyoming(one))
    path = HERE / "wyoming.txt"
    if os.environ.get(RECORD):
        path.write_text("\n".join([*one.announced, ""]))
    lines = len(path.read_text().splitlines())
    one.wait_for(lambda _: len(one.announced) >= lines, "all to be announced")
    heard = "\n".join([*one.announced, ""])
    assert heard == path.read_text(), (
        f"something else is heard; record it with {RECORD}=1, and read it from top to bottom"
    )


@pytest.mark.long  # it takes over a minute
def test_a_game_of_icetowers_with_time_standing_still_from_the_title_to_the_results(listen: Listen) -> None:
    one = listen()
    begin_icetowers(one)
    check_results(one, play_icetowers(one))
    assert "Your turn." in one.announced
    assert sum(said.startswith("You cap ") for said in one.announced) >= 3
    one.press("push button", "Title")
    one.wait_for_page("Topping Out")


def test_what_is_asked_for_during_motion_is_done(listen: Listen) -> None:
    """A button that is pressed while cards are on their way is the one that acts, not what gets the focus then."""
    one = listen("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", speed="normal")
    page = one.wait_for(turn_or_results, "a turn of mine")
    one.do(choose_suit_and_place(one, page))
    one.wait_to_hear("Mesa constructs", after=2)
    one.press("push button", "Menu")
    one.find("push button", "Go on")
