"""Every sentence of IceTowers' hints is true: its claims are recomputed by making the play, over random positions."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from game.bots.claims import Claim
from game.icetowers import legality
from game.icetowers.actions import Lift, Mine, Place, SetDown, Split
from game.icetowers.bots.boards import first_action, next_action
from game.icetowers.bots.core.board import PASSING, Play
from game.icetowers.bots.evaluation import Position
from game.icetowers.bots.hints import claims
from game.icetowers.bots.weights import weights_of
from game.icetowers.pieces import COLOUR_OF, PIPS_OF
from game.icetowers.rules import GAME
from game.icetowers.state import Phase, State
from game.icetowers.table import Tower
from tests.game.said.positions import numbers_of, positions, some


class Moment:
    """A play in a state, and the towers before and after it."""

    def __init__(self, state: State, seat: int, position: Position, play: Play) -> None:
        self.state, self.seat, self.after = state, seat, state.copy()
        self.first = first_action(position.view, seat, play)
        self.then = None if isinstance(self.first, Place | SetDown) else next_action(position.view, seat, play)
        for action in filter(None, (self.first, self.then)):
            GAME.check(self.after, seat, action)
            GAME.apply(self.after, seat, action)
        self.view = GAME.view(state, seat)

    @property
    def piece(self) -> int:
        """The piece that is moved."""
        if isinstance(self.first, Lift | Mine):
            return self.first.piece
        held = self.state.hands[self.seat]
        assert held is not None
        return held.piece

    @property
    def target(self) -> Tower:
        """The tower that is capped, as it was."""
        place = self.then if self.then is not None else self.first
        assert isinstance(place, Place)
        tower = legality.tower_by_id(self.view, place.tower)
        assert tower is not None
        return tower

    @property
    def made(self) -> Tower:
        tower = legality.tower_of(GAME.view(self.after, self.seat), self.piece)
        assert tower is not None
        return tower


def _pips(tower: Tower) -> int:
    return sum(PIPS_OF[piece] for piece in tower.pieces)


def _flees(m: Moment, pips: int) -> bool:
    held = m.after.hands[m.seat]
    assert held is not None
    caps = legality.targets(GAME.view(m.after, m.seat), held)
    return isinstance(m.first, Mine) and PIPS_OF[m.piece] == pips and not caps


def _splits(m: Moment, size: int, lower: int, upper: int) -> bool:
    assert isinstance(m.first, Split)
    before = {tower.pieces for tower in m.view.towers}
    parts = [tower for tower in GAME.view(m.after, m.seat).towers if tower.pieces not in before]
    below = next(tower for tower in parts if m.first.piece in tower.pieces)
    above = next(tower for tower in parts if tower is not below)
    return (_pips(below), _pips(above), PIPS_OF[below.top]) == (lower, upper, size)


def _invests(m: Moment) -> bool:
    colour = COLOUR_OF[m.piece]
    return sum(COLOUR_OF[piece] == colour for piece in m.made.pieces) >= 2


CHECKS: dict[str, Callable[..., bool]] = {
    "set down": lambda m: isinstance(m.first, SetDown),
    "flees": _flees,
    "mines": lambda m, pips: isinstance(m.first, Mine) and m.then is not None and PIPS_OF[m.piece] == pips,
    "caps": lambda m, pips: isinstance(m.first, Lift | Place) and PIPS_OF[m.piece] == pips,
    "takes": lambda m, taken, worth: (_pips(m.target), _pips(m.made)) == (taken, worth),
    "answers": lambda m, size: PIPS_OF[m.made.top] == size,
    "invests": _invests,
    "splits": _splits,
}
"""By the kind of a claim: whether it holds, told its facts."""


def _leads(state: State, seat: int) -> bool:
    scores = GAME.view(state, seat).scores
    return all(score < scores[seat] for colour, score in enumerate(scores) if colour != seat)


def run(seed: int, number: int) -> set[str]:
    """Check so many positions; return the kinds of claims that came up."""
    luck, kinds, weights = random.Random(seed), set[str](), weights_of("medium")
    for state, seat in positions("icetowers", luck, number):
        if state.phase is not Phase.PLAY or not GAME.actions(state, seat):
            continue
        position = Position(GAME.view(state, seat), weights)
        done: list[Claim] = claims(position, PASSING)
        assert [claim.kind for claim in done] == ["leads" if _leads(state, seat) else "waits"]
        for play in some(position.plays(), luck):
            moment = Moment(state, seat, position, play)
            for claim in claims(position, play):
                kinds.add(claim.kind)
                assert CHECKS[claim.kind](moment, **claim.facts), f"{claim} of {play} in {state}"
                assert numbers_of(claim) <= {*claim.facts.values()}, f"{claim} of {play} in {state}"
    return kinds


def test_what_is_said_of_plays_is_true() -> None:
    assert {"caps", "takes", "answers", "mines", "invests"} <= run(1, 200)


@pytest.mark.long
def test_what_is_said_of_plays_is_true_in_thousands_of_positions() -> None:
    assert run(2, 4000) == {*CHECKS}
