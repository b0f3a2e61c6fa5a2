"""The analysis of positions for puzzles."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...bots.puzzles import Analysis, Line, means, measure, with_reason
from ...bots.reasons import reason
from ...engine import Seat
from ..actions import Play, PlayKind, parse_play
from ..rules import GAME, code_of
from ..state import View
from ..words import named
from .hints import clauses
from .reasons import REASONS
from .search import PlaySearch
from .weights import weights_of


class WyomingAnalysis(Analysis):
    """Values plays by their share of the win."""

    margin = 0.04
    scale = 100.0
    proof_level = "medium"
    setups = (
        (2, {}), (3, {"short": True}), (2, {}), (2, {"finicky": True}), (2, {"wheel": True}), (4, {"short": True}),
    )  # fmt: skip
    game = GAME
    reasons = REASONS

    def lines(self, view: View, effort: int, rng: random.Random) -> list[Line]:
        """Return the legal plays, best first, with their shares of the win."""
        search = PlaySearch(view, weights_of("master"), rng)
        state = GAME.determinize(view, rng)
        codes = {code_of(play, view.variant): play for play in reversed(GAME.actions(state, state.turn))}
        plays = [replace(play, cards=()) for play in reversed(codes.values())]
        found = measure(plays, effort * search.playouts, search.draw, search.play_out)
        return [
            Line((str(play),), round(value, 4), samples, round(error, 4), number == 0)
            for number, (play, value, samples, error) in enumerate(found)
        ]

    def compare(self, view: View, lines: Sequence[Line], worlds: int, rng: random.Random) -> list[float]:
        search = PlaySearch(view, weights_of("master"), rng)
        return means([parse_play(line.steps[0]) for line in lines], worlds, search.draw, search.play_out)

    def is_open(self, view: View, best: Line) -> bool:
        return 0.15 < best.value < 0.95

    def result(self, state: Any, seat: Seat, actions: Sequence[Play]) -> str:
        (play,) = actions
        return str(replace(play, cards=()))

    def parting(self, view: View, this: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
        return named(view, parse_play(this[0])), named(view, parse_play(other[0]))

    def idea(self, view: View, this: Sequence[str], other: Sequence[str]) -> str:
        play = parse_play(this[0])
        return with_reason(named(view, play), reason(clauses(view, play)))

    def motif(self, view: View, line: Line) -> str:
        play = parse_play(line.steps[0])
        first, *others = [clause.kind for clause in clauses(view, play)]
        kinds = {first, *others}
        if play.kind is PlayKind.DISCARD:
            return "farewell"
        if play.owner != view.seat and not kinds & {"waits", "threat"}:
            return "takeover" if "becomes" in kinds else "supply" if first in ("draws", "guards") else "denial"
        if play.owner != view.seat:
            return "race"
        if play.kind is PlayKind.DECONSTRUCT or kinds & {"cleared", "cleared for", "falls"}:
            return "clearance"
        if "keeps enough" in kinds:
            return "race"
        if "keeps" in kinds:
            return "hold back"
        return "growth" if view.height(play.owner, play.foundation) else "foundation"


PUZZLES = WyomingAnalysis()
