"""What happens, said once and in order, to whoever listens: a screen reader or the program's own voice."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from topping_out.game.language import tr

REMEMBERED = 200
USUAL_PACE = 15.0
"""Characters a second that speech usually says."""
BREATH = 6
"""For so many characters more each announcement takes its time: until it is heard by the reader, and begun."""


@dataclass(frozen=True)
class Announcement:
    number: int
    """Counts all announcements, from 1."""
    text: str
    is_urgent: bool = False
    """Whether it is said at once, before what waits."""


class Announcer:
    """Keeps what was said; its listeners take what is new to them."""

    def __init__(self) -> None:
        self.is_heard = False
        """Whether anybody listens, so that pages build what only listeners need; set by the program."""
        self.pace = USUAL_PACE
        """Characters a second that whoever listens is told; set by the program."""
        self.left = 0.0
        """Milliseconds until all that was said is heard, as far as one can know; 0 where nobody listens."""
        self.said: deque[Announcement] = deque(maxlen=REMEMBERED)
        self.history: deque[str] = deque(maxlen=REMEMBERED)
        """What can be heard again; answers to questions are not in it."""
        self._back = 0
        self.count = 0
        """The number of the last announcement."""
        self._read = 0
        """The number of the last one before the player's last key."""

    def say(self, text: str, urgent: bool = False) -> None:
        """Say a sentence, or a few; an empty text says nothing."""
        if text.strip():
            self.history.append(text.strip())
            self._back = 0
            self.reply(text, urgent)

    def reply(self, text: str, urgent: bool = True) -> None:
        """Say what a player asked for; it is not part of what can be heard again."""
        if text.strip():
            self.count += 1
            self.said.append(Announcement(self.count, text.strip(), urgent))
            if self.is_heard:
                self.left = (0.0 if urgent else self.left) + self.time_for(self.said[-1])

    # -- the time that speech takes

    def time_for(self, *said: Announcement) -> float:
        """Return how many milliseconds it takes to say that."""
        return sum(len(one.text) + BREATH for one in said) * 1000 / self.pace

    def pass_time(self, ms: float) -> None:
        self.left = max(0.0, self.left - ms)

    def interrupt(self, words: str = "", *kept: Announcement) -> None:
        """Note that what was said is cut off, by a key or by other `words`; `kept` is said after them."""
        if self.is_heard:
            self.left = len(words) * 1000 / self.pace + self.time_for(*kept)

    def go_on(self) -> None:
        """Note that the player has pressed a key: whatever is being said is cut off, and what was said is read."""
        self.interrupt()
        self._read = self.count

    # -- what was said

    def forget(self) -> None:
        """Let nothing that was said so far be heard again: somebody else is going to listen."""
        self.said.clear()
        self.history.clear()

    def earlier(self, by: int = 0) -> str:
        """Return what was said last, or what was said before (-1) or after (+1) what this returned last."""
        if not self.history:
            return tr("Nothing has been said yet.")
        self._back = max(0, min(len(self.history) - 1, self._back - by))
        return self.history[-1 - self._back]

    @property
    def unread(self) -> str:
        """What was said since the player's last key."""
        return " ".join(one.text for one in self.after(self._read))

    def after(self, number: int) -> list[Announcement]:
        """Return what was said after the announcement with that number."""
        return [one for one in self.said if one.number > number]
