"""The seeds of the bots' random generators."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec


def bot_seed(view: Any, moment: int) -> str:
    """Return the seed of a bot's generator for one choice: made of what its seat sees, and of nothing else.

    `moment` is the number of entries played so far, in a live game the milliseconds since the start. So the same game
    by the same bots goes the same way in the window, in a simulation and on any machine; and nothing that is hidden
    can be worked out from it, since it would be the same if that were otherwise.
    """
    return sha256(msgspec.json.encode((moment, view), order="deterministic")).hexdigest()[:32]
