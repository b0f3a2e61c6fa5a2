"""What happens, said once and in order, to whoever listens: a screen reader or the program's own voice."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from topping_out.game.language import tr

REMEMBERED = 200


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
        self.said: deque[Announcement] = deque(maxlen=REMEMBERED)
        self.history: deque[str] = deque(maxlen=REMEMBERED)
        """What can be heard again; answers to questions are not in it."""
        self._back = 0
        self.count = 0
        """The number of the last announcement."""

    def say(self, text: str, urgent: bool = False) -> None:
        """Say a sentence, or a few; an empty text says nothing."""
        if text.strip():
            self.history.append(text.strip())
            self._back = 0
            self.answer(text, urgent)

    def answer(self, text: str, urgent: bool = True) -> None:
        """Say what a player asked for; it is not part of what can be heard again."""
        if text.strip():
            self.count += 1
            self.said.append(Announcement(self.count, text.strip(), urgent))

    def forget(self) -> None:
        """Let nothing that was said so far be heard again: somebody else is going to listen."""
        self.said.clear()
        self.history.clear()

    def repeat(self, by: int = 0) -> None:
        """Say the same again, or what was said earlier (-1) or later (+1)."""
        if not self.history:
            self.answer(tr("Nothing has been said yet."))
            return
        self._back = max(0, min(len(self.history) - 1, self._back - by))
        self.answer(self.history[-1 - self._back])

    def after(self, number: int) -> list[Announcement]:
        """Return what was said after the announcement with that number."""
        return [one for one in self.said if one.number > number]
