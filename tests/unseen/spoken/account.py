"""What was announced while somebody played who listens to the end before each act, and how much of it was audible."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from tests.unseen.audible import PACES, Heard, listen
from tests.unseen.games.players import QUIET
from tests.unseen.listener import Listener
from tests.unseen.spoken.real_orca import Orca, OwnVoice

END = re.compile(r"(?<=[.!?…]) +")
"""Between two sentences: an Orca before 46 hears as many at once as there were before it was quiet."""
ANSWERED = 6.0
"""Seconds after an act in which the first word of it comes, on a machine that has other things to do too."""
UNHEARD = 20.0
"""Seconds after which what was announced counts as never spoken."""


class Account:
    """What was announced in a game, and what of it was audible."""

    def __init__(self, one: Listener, voice: Orca | OwnVoice) -> None:
        self.one, self.voice = one, voice
        self.acts = [0.0]
        one.before_acting = self.listen_to_the_end

    def listen_to_the_end(self) -> None:
        """Wait until all that is announced is spoken, and nothing more comes."""
        self._wait_until(ANSWERED, lambda: self.one.announced_since(self.acts[-1]))
        announced: list[str] = []
        while announced != (announced := self.one.announced_since(self.acts[-1])):
            self._wait_until(UNHEARD, lambda said=announced: self._are_spoken(said))
            time.sleep(QUIET)
        self.acts.append(time.monotonic())

    def _wait_until(self, seconds: float, condition: Callable[[], object]) -> None:
        """Wait for so long at most."""
        until = time.monotonic() + seconds
        while not condition() and time.monotonic() < until:
            time.sleep(0.05)

    def _are_spoken(self, announced: Sequence[str]) -> bool:
        """Tell whether that was spoken since the last act."""
        spoken = " ".join(sound.text for sound in self.voice.sounds if sound.at >= self.acts[-1])
        return all(words in spoken for words in announced)

    def lines(self) -> Iterator[str]:
        """Yield each sentence that was announced, with the shares of it that are audible at the paces."""
        sounds = self.voice.sounds
        for begin, end in pairwise(self.acts):
            now = [sound for sound in sounds if begin <= sound.at < end]
            at_paces = [listen(now, pace) for pace in PACES]
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
