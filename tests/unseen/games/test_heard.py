"""What of a turn is really heard where speech takes its time: all, from one's own play to the next turn."""

from __future__ import annotations

import pytest

from tests.sampling import sampled
from tests.unseen.audible import PACES
from tests.unseen.conftest import Listen
from tests.unseen.games.icetowers_player import acts, be_ready
from tests.unseen.games.players import RESULTS, said_since, take_hint, turn_or_results
from tests.unseen.listener import Listener

pytestmark = pytest.mark.window
PLAYS = 2
ACTS = 4
"""On the ice, where a turn is one to three of them."""


@sampled(
    "game, speed",
    [("wyoming", "normal"), ("towers", "instant"), ("wyoming", "instant"), ("towering", "normal")],
    [("towers", "instant")],
)
def test_nothing_that_happens_is_cut_off(listen: Listen, game: str, speed: str) -> None:
    """A focus that moves after it was announced would do that: an Orca from 46 on stops speaking then."""
    one = listen("play", game, "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", speed=speed)
    one.wait_for(turn_or_results, "the first turn")
    for _ in range(PLAYS):
        page = take_hint(one)
        assert_all_is_heard(one, one.last_key)
        if page.find("push button", RESULTS):
            break


@pytest.mark.long  # quickly tried by test_news_of_the_focus_waits_until_all_is_said
def test_nothing_that_happens_on_the_ice_is_cut_off(listen: Listen) -> None:
    """A tower with the focus that a bot caps has another name; that is told before, or once all is said."""
    seats = ("--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", "--options", "paused_time=yes")
    one = listen("play", "icetowers", *seats, speed="normal", reader_pace=min(PACES))
    be_ready(one)
    rivals_plays = 0
    for began in acts(one, ACTS):
        rivals_plays += sum(said.startswith("Mesa ") for said in said_since(one, began))
        assert_all_is_heard(one, began)
    assert rivals_plays


def assert_all_is_heard(one: Listener, since: float) -> None:
    """All that was announced since then is heard to its end."""
    said = said_since(one, since)
    for pace in PACES:
        heard = one.audible(pace, since)
        whole = [words.text for words in heard if words.is_whole]
        assert [words for words in said if words not in whole] == [], f"at {pace} characters a second: {heard}"
