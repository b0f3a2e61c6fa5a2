"""Whole games by one who only listens: at the end the results are heard, and on the way everything that matters."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.golden import RECORD
from tests.unseen.conftest import Listen
from tests.unseen.games.players import begin, play_by_hints, play_towering, play_towers, play_wyoming
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
    pytest.param("Towers of Wyoming", {}, "", play_wyoming, marks=pytest.mark.long),  # bots wait for what is said
    ("Towering", SMALL_TOWERING, "", play_towering),
    pytest.param("Towers", {}, "Easy", play_towers, marks=pytest.mark.long),
]


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
@pytest.mark.parametrize("game", ["Towers of Wyoming", "Towering", "Towers"])
def test_a_game_is_played_by_its_hints(listen: Listen, game: str) -> None:
    """Turn by turn the player hears whose turn it is, what is advised and what was played."""
    one = listen()
    begin(one, game)
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
