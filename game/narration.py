"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from topping_out.game.engine import Advice, AnyGame
from topping_out.game.language import tr
from topping_out.game.text import sentence


def tell(game: AnyGame, events: Iterable[Any], names: Sequence[str]) -> list[str]:
    """Return a sentence for each event that has one."""
    sentences = (game.describe(event, names) for event in events)
    return [sentence for sentence in sentences if sentence]


def hint(game: AnyGame, view: Any, advice: Advice[Any], names: Sequence[str], is_short: bool = False) -> str:
    """Return a hint: what to do, then why, unless it is to be short."""
    play = game.propose(view, advice, names)
    if play and is_short:
        return tr("{play}.", play=play)
    # Translators: {play} is such as "Build the red 7", {reason} such as "your red tower is now worth 12.".
    return tr("{play}: {reason}", play=play, reason=advice.reason) if play else sentence(advice.reason)
