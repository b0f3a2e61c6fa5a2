"""What is asked for while something moves."""

import pytest

from tests.unseen.conftest import Listen
from tests.unseen.games.players import choose_suit_and_place, turn_or_results

pytestmark = pytest.mark.window


def test_what_is_asked_for_during_motion_is_done(listen: Listen) -> None:
    """A button that is pressed while cards are on their way is the one that acts, not what gets the focus then."""
    one = listen("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", speed="relaxed")
    page = one.wait_for(turn_or_results, "a turn of mine")
    one.do(choose_suit_and_place(one, page))
    one.wait_to_hear("Mesa constructs", after=2)
    one.press("push button", "Menu")
    one.find("push button", "Go on")
