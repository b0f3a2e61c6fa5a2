"""Games as they are heard: by two Orcas and by the own voice, each sentence with how much is audible.

Whoever plays listens to the end before each act; what one sentence, or a move of the focus, cuts off is lost.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.golden import RECORD
from tests.unseen.audible import PACES
from tests.unseen.conftest import Listen
from tests.unseen.games.icetowers_player import play_on_ice
from tests.unseen.games.players import play_towering, play_towers, play_wyoming
from tests.unseen.listener import Listener, Node
from tests.unseen.spoken.account import Account
from tests.unseen.spoken.real_orca import Orca, OwnVoice

pytestmark = pytest.mark.window
HERE = Path(__file__).parent / "heard"
WHOLE = "100% 100%  "
"""Begins a line that is heard to its end at either pace."""
BY_THE_CLOCK = frozenset(("icetowers",))
"""Games whose bots choose by the time that has passed, so that no two are alike."""


GAMES = [
    ("wyoming", "short=yes", play_wyoming),
    ("towering", "colours=3,hand=5,rounds=1", play_towering),
    ("towers", "", play_towers),
    ("icetowers", "paused_time=yes", play_on_ice),
]


def sit_down(listen: Listen, voice: Orca | OwnVoice, game: str, options: str) -> Listener:
    words = ("--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", "--options", options)
    return listen(*voice.options, "play", game, *words, reader_pace=min(PACES))


def golden(voice: Orca | OwnVoice, game: str) -> Path:
    return HERE / f"{game}, {voice.name}.txt"


def all_heard(account: Account) -> list[str]:
    """Return the lines of an account, each of which is whole."""
    lines = [*account.lines()]
    assert [line for line in lines if not line.startswith(WHOLE)] == []
    return lines


@pytest.mark.long
@pytest.mark.parametrize(("game", "options", "play"), GAMES)
def test_a_whole_game_as_it_is_heard(
    listen: Listen, voice: Orca | OwnVoice, game: str, options: str, play: Callable[[Listener], Node]
) -> None:
    """From the first turn to the results, which every Orca says too."""
    one = sit_down(listen, voice, game, options)
    account = Account(one, voice)
    results = play(one)
    account.listen_to_the_end()
    if isinstance(voice, Orca):
        voice.wait_to_hear(f"{results.name} dialog")
    lines = all_heard(account)
    heard = "\n".join((f"{PACES[0]:>4} {PACES[1]:>4}  characters a second", *lines, ""))
    path = golden(voice, game)
    if os.environ.get(RECORD):
        path.write_text(heard)
    kept = heard if game in BY_THE_CLOCK else path.read_text()
    assert heard.splitlines() == kept.splitlines(), f"record it with {RECORD}=1, and read it from top to bottom"
