"""The seeds of the bots' random generators."""

from __future__ import annotations

from hashlib import sha256

from game.engine import Seat


def bot_seed(seed: int, seat: Seat, moment: int) -> str:
    """Return the seed of a bot's generator for one choice.

    `moment` is the number of entries played so far, in a live game the milliseconds since the start. So the same game
    by the same bots goes the same way in the window, in a simulation and on any machine; and the game's seed, which
    gives the hidden cards away, cannot be worked out from a bot's.
    """
    return sha256(f"{seed}.{seat}.{moment}".encode()).hexdigest()[:32]
