"""A question before a play counts, for those who want no deadline in which it can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from topping_out.game.engine import Advice
from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.game.text import sentence
from topping_out.scenes.manager import Scene, Transition
from topping_out.scenes.match.board import Turn
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice


def ask_first(context: Context, match: Match, turn: Turn, action: Any, do: Callable[[], Transition]) -> Scene:
    """Return the question whether an action of a turn is meant; `do` does it."""
    play = match.game.propose(turn.view, Advice(action, ""), match.names)
    answers = ((tr("Yes"), do), (tr("Back"), None))
    return Notice(context, tr("Are you sure?"), tr("{play}.", play=sentence(play)) if play else "", answers)
