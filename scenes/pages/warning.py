"""What a page has to say of things that are wrong: the first in a line at its foot, all of them at a press."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.language import tr, tr_count
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.widgets import Button


def warning_line(context: Context, warnings: Sequence[str]) -> list[Button]:
    """Return the line, where there is something to say."""
    if not warnings:
        return []
    first, *others = warnings
    if others:
        first = tr_count(
            "{warning}   (and {number} more)", "{warning}   (and {number} more)", len(others), warning=first
        )

    def explain() -> Transition:
        return Push(Notice(context, tr("Good to know"), "\n".join(warnings)))

    return [Button("warning", first, explain, size=14)]
