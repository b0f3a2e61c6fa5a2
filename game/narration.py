"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from game.engine import AnyGame


def tell(game: AnyGame, events: Iterable[Any], names: Sequence[str]) -> list[str]:
    """Return a sentence for each event that has one."""
    sentences = (game.describe(event, names) for event in events)
    return [sentence for sentence in sentences if sentence]
