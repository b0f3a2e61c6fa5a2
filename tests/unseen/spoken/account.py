"""A transcript of a game whose player listens to the end before each action, with how much of it was audible."""

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
"""The gap between two sentences. An Orca before 46 gets all sentences of a turn at once."""
REPLY_SECONDS = 6.0
"""Longest time from an action to its first announcement on a busy machine, in seconds."""
NEVER_SPOKEN_AFTER = 20.0
"""After this many seconds, an announcement counts as never spoken."""


class Account:
    """The announcements of a game, and how much of them was audible."""

    def __init__(self, listener: Listener, voice: Orca | OwnVoice) -> None:
        self.listener, self.voice = listener, voice
        self.action_times = [0.0]
        listener.before_acting = self.listen_to_the_end

    def listen_to_the_end(self) -> None:
        """Wait until everything announced has been spoken and nothing more comes."""
        self._wait_until(REPLY_SECONDS, lambda: self.listener.announced_since(self.action_times[-1]))
        announced: list[str] = []
        while announced != (announced := self.listener.announced_since(self.action_times[-1])):
            self._wait_until(NEVER_SPOKEN_AFTER, lambda texts=announced: self._are_spoken(texts))
            time.sleep(QUIET)
        self.action_times.append(time.monotonic())

    def _wait_until(self, seconds: float, condition: Callable[[], object]) -> None:
        """Wait for the condition, at most this long."""
        until = time.monotonic() + seconds
        while not condition() and time.monotonic() < until:
            time.sleep(0.05)

    def _are_spoken(self, announced: Sequence[str]) -> bool:
        """Tell whether all of these were spoken since the last action."""
        spoken = " ".join(sound.text for sound in self.voice.sounds if sound.at >= self.action_times[-1])
        return all(words in spoken for words in announced)

    def lines(self) -> Iterator[str]:
        """Yield each announced sentence with its audible share at each of the PACES."""
        sounds = self.voice.sounds
        for begin, end in pairwise(self.action_times):
            now = [sound for sound in sounds if begin <= sound.at < end]
            at_paces = [listen(now, pace) for pace in PACES]
            text = " ".join(self.listener.announced_between(begin, end))
            for sentence in filter(None, END.split(text)):
                shares = [share_of(sentence, sounds_at_pace) for sounds_at_pace in at_paces]
                yield " ".join((*(f"{share:4.0%}" for share in shares), f" {sentence}"))


def share_of(sentence: str, sounds: list[Heard]) -> float:
    """Return how much of a sentence is audible, and mark it as found in `sounds`."""
    for place, text in enumerate(sounds):
        if (begin := text.text.find(sentence)) >= 0:
            rest = text.share * len(text.text) - begin
            sounds[place] = Heard(text.text.replace(sentence, "_" * len(sentence), 1), text.share)
            return max(0.0, min(1.0, rest / len(sentence)))
    return 0.0
