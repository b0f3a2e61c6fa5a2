"""A whole game of IceTowers by one who only listens, while time stands still."""

import pytest

from tests.unseen.conftest import Listen
from tests.unseen.games.icetowers_player import begin_icetowers, play_icetowers
from tests.unseen.games.test_games import check_results

pytestmark = [pytest.mark.window, pytest.mark.long]  # it takes over a minute


def test_a_game_with_time_standing_still_from_the_title_to_the_results(listen: Listen) -> None:
    one = listen()
    begin_icetowers(one)
    check_results(one, play_icetowers(one))
    assert "Your turn." in one.announced
    assert sum(said.startswith("You cap ") for said in one.announced) >= 3
    one.press("push button", "Title")
    one.wait_for_page("Topping Out")
