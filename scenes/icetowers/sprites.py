"""What moves on the ice by itself: the pieces, and words that go after a while."""

from __future__ import annotations

import math
from collections.abc import Hashable

from topping_out.game.icetowers.pieces import PieceId

REFUSAL = 2200.0
"""Milliseconds that the reason of a refusal shows."""


class Piece:
    """A pyramid where it is drawn now; `up` is how high it hangs over its shadow, `z` orders what overlaps.

    `clear` is how much of it shows while a hand is at something behind it.
    """

    __slots__ = ("alpha", "clear", "id", "key", "shake", "up", "x", "y", "z")

    def __init__(self, id: PieceId, x: float, y: float) -> None:
        self.id, self.x, self.y = id, x, y
        self.up, self.z, self.alpha, self.clear, self.shake = 0.0, y, 1.0, 1.0, 0.0
        self.key: object = None
        """Where it was sent last, so that it is sent there once."""

    @property
    def look(self) -> tuple[Hashable, ...]:
        """All that it shows, for the key of a layer."""
        return self.id, self.x, self.y, self.up, self.z, self.alpha, self.clear, self.shake

    @property
    def is_held(self) -> bool:
        return isinstance(self.key, tuple) and self.key[0] == "held"

    @property
    def shaken_x(self) -> float:
        """Its x while it shakes, after a refusal."""
        return self.x + math.sin(self.shake * 14) * 7 * self.shake


class SpeechBubble:
    """A sentence beside a cursor for a short while."""

    def __init__(self, text: str, ms: float) -> None:
        self.text, self.left = text, ms


class RefusalNote:
    """Why a player's action was not possible, in the bar for a short while: a sentence, and a word."""

    def __init__(self, text: str, word: str) -> None:
        self.text, self.word, self.left = text, word, REFUSAL
