"""What a key is answered: said to whoever listens, and shown for a while to everybody."""

from __future__ import annotations

SHORTEST, PER_LETTER = 2600.0, 45.0
"""Milliseconds that an answer shows: at least, and for each letter."""


class Answer:
    """What was answered last, while it shows."""

    def __init__(self) -> None:
        self.text = ""
        self._left = 0.0

    def show(self, text: str) -> None:
        self.text, self._left = text, max(SHORTEST, PER_LETTER * len(text))

    def update(self, ms: float) -> bool:
        """Let time pass; tell whether it has gone just now."""
        self._left -= ms
        if not self.text or self._left > 0:
            return False
        self.text = ""
        return True
