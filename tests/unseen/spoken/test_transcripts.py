"""A whole game as it is heard: by the machine's Orca and by the own voice, each sentence with how much is audible.

Whoever plays listens to the end before each act; what one sentence, or a move of the focus, cuts off is lost.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.golden import RECORD
from tests.unseen.audible import PACES, Heard
from tests.unseen.audible import listen as hear
from tests.unseen.conftest import Listen
from tests.unseen.games.icetowers_player import play_on_ice
from tests.unseen.games.players import QUIET, play_towering, play_towers, play_wyoming
from tests.unseen.listener import Listener, Node
from tests.unseen.spoken.real_orca import Orca, OwnVoice

pytestmark = pytest.mark.window
HERE = Path(__file__).parent / "heard"
END = re.compile(r"(?<=[.!?…]) +")
"""Between two sentences: an Orca before 46 hears as many at once as there were before it was quiet."""
WHOLE = "100% 100%  "
"""Begins a line that is heard to its end at either pace."""
BY_THE_CLOCK = frozenset(("icetowers",))
"""Games whose bots choose by the time that has passed, so that no two are alike."""
UNHEARD = 5.0
"""Seconds after which what was announced counts as never spoken."""


class Account:
    """What was announced in a game, and what of it was audible."""

    def __init__(self, one: Listener, voice: Orca | OwnVoice) -> None:
        self.one, self.voice = one, voice
        self.acts = [0.0]
        one.before_acting = self.listen_to_the_end

    def listen_to_the_end(self) -> None:
        """Wait until nothing more is announced, and all of it is spoken."""
        time.sleep(QUIET)
        announced: list[str] = []
        while announced != (announced := self.one.announced_since(self.acts[-1])):
            time.sleep(QUIET)
        until = time.monotonic() + UNHEARD
        while time.monotonic() < until:
            spoken = " ".join(sound.text for sound in self.voice.sounds if sound.at >= self.acts[-1])
            if all(words in spoken for words in announced):
                break
            time.sleep(0.05)
        self.acts.append(time.monotonic())

    def lines(self) -> Iterator[str]:
        """Yield each sentence that was announced, with the shares of it that are audible at the paces."""
        sounds = self.voice.sounds
        for begin, end in pairwise(self.acts):
            now = [sound for sound in sounds if begin <= sound.at < end]
            at_paces = [hear(now, pace) for pace in PACES]
            said = " ".join(self.one.announced_between(begin, end))
            for sentence in filter(None, END.split(said)):
                shares = [share_of(sentence, heard) for heard in at_paces]
                yield " ".join((*(f"{share:4.0%}" for share in shares), f" {sentence}"))


def share_of(sentence: str, heard: list[Heard]) -> float:
    """Return how much of a sentence is audible; each is looked for after the one before."""
    for place, one in enumerate(heard):
        if (begin := one.text.find(sentence)) >= 0:
            rest = one.share * len(one.text) - begin
            heard[place] = Heard(one.text.replace(sentence, "_" * len(sentence), 1), one.share)
            return max(0.0, min(1.0, rest / len(sentence)))
    return 0.0


GAMES = [
    pytest.param("wyoming", "short=yes", play_wyoming),
    pytest.param("towering", "colours=3,hand=5,rounds=1", play_towering, marks=pytest.mark.long),
    pytest.param("towers", "", play_towers, marks=pytest.mark.long),
    pytest.param("icetowers", "paused_time=yes", play_on_ice, marks=pytest.mark.long),
]


@pytest.mark.parametrize(("game", "options", "play"), GAMES)
def test_a_whole_game_as_it_is_heard(
    listen: Listen, voice: Orca | OwnVoice, game: str, options: str, play: Callable[[Listener], Node]
) -> None:
    """From the first turn to the results, which every Orca says too."""
    words = ("--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", "--options", f"{options}")
    one = listen(*voice.options, "play", game, *words, reader_pace=min(PACES))
    account = Account(one, voice)
    results = play(one)
    account.listen_to_the_end()
    if isinstance(voice, Orca):
        voice.wait_to_hear(f"{results.name} dialog")
    lines = [*account.lines()]
    assert [line for line in lines if not line.startswith(WHOLE)] == []
    if game in BY_THE_CLOCK:
        return
    heard = "\n".join((f"{PACES[0]:>4} {PACES[1]:>4}  characters a second", *lines, ""))
    path = HERE / f"{game}, {voice.name}.txt"
    if os.environ.get(RECORD):
        path.write_text(heard)
    assert heard == path.read_text(), f"it sounds otherwise; record it with {RECORD}=1, and read it from top to bottom"
