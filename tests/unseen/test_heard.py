"""What of a turn is really heard where speech takes its time: all, from one's own play to the next turn."""

from __future__ import annotations

import time

import pytest

from tests.unseen.audible import PACES
from tests.unseen.conftest import Listen
from tests.unseen.listener import Listener
from tests.unseen.players import RESULTS, main_button, turn_or_results

pytestmark = pytest.mark.window
QUIET = 0.3
"""Seconds without a word after which a turn has begun."""
PLAYS = 4


@pytest.mark.parametrize("speed", ["normal", "instant"])
@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_nothing_that_happens_is_cut_off(listen: Listen, game: str, speed: str) -> None:
    """A focus that moves after it was announced would do that: an Orca from 46 on stops speaking then."""
    one = listen("play", game, "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", speed=speed)
    one.wait_for(turn_or_results, "the first turn")
    for _ in range(PLAYS):
        before = len(one.announced)
        one.type("h")
        one.wait_for(lambda tree: (button := main_button(tree)) and button.is_enabled and button, "advice")
        one.wait_for(lambda _, before=before: len(one.announced) > before, "advice to be said")
        one.wait_for(turn_or_results, "the last word of it")
        one.type("p")
        one.wait_for(lambda _: one.announced_since(one.last_key), "the play to be said")
        page = one.wait_for(turn_or_results, "my next turn")
        assert_all_is_heard(one)
        if page.find("push button", RESULTS):
            break


def assert_all_is_heard(one: Listener) -> None:
    """All that was announced since the last key is heard to its end."""
    said: list[str] = []
    while said != (said := one.announced_since(one.last_key)):
        time.sleep(QUIET)
    for pace in PACES:
        heard = one.audible(pace, one.last_key)
        whole = [words.text for words in heard if words.is_whole]
        assert [words for words in said if words not in whole] == [], f"at {pace} characters a second: {heard}"
