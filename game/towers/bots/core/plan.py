"""A plan for the rest of a turn."""

from __future__ import annotations

from typing import NamedTuple

from topping_out.game.towers.core.state import State

Levels = tuple[int, ...]
Kinds = tuple[int, ...]
Builds = tuple[tuple[int, int], ...]
"""Floors to build as (kind, plot), plots ascending."""
Claims = tuple[tuple[int, Levels], ...]
"""Floors to claim: plots, each with its levels."""


class TurnPlan(NamedTuple):
    """The rest of a turn, and what it is worth."""

    worth: float
    builds: Builds
    claims: Claims
    tucks: bytes
    """The kinds to tuck, one a claim."""


def carry_out(state: State, plan: TurnPlan) -> None:
    """Do the rest of a turn, the end included."""
    for kind, plot in plan.builds:
        state.build(kind, plot)
    n = 0
    for plot, levels in plan.claims:
        for level in levels:
            state.claim(plan.tucks[n], plot, level)
            n += 1
    state.end_turn()


def is_last(state: State, kept: int) -> bool:
    """Tell whether this round will be the last (F7), if the seat on turn keeps so many cards."""
    terms = state.terms
    drawn = min(terms.drawn, terms.hand - kept, len(state.draw_pile))
    short = terms.ends_at_once or kept + drawn < terms.drawn
    return state.last_round or (drawn == len(state.draw_pile) and short)
