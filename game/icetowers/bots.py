"""Bots at all levels: one way of thinking, with more or less foresight and a steadier or shakier eye.

A bot takes the play that leaves it best off after the best answers of the others. It weighs whole plays, lifting and
capping together; with a piece in its hand it thinks again, for the table may have changed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from game.engine import Advice, Bot, Seat
from game.icetowers import laws
from game.icetowers.actions import Action, Done, Lift, Mine, Place, Ready, SetDown, Split
from game.icetowers.hints import explain, explain_done
from game.icetowers.judge import Head, Judge, all_others_done
from game.icetowers.sketch import CODE_OF, ONE, Kind, Play, Stack, Stacks, after, plays, sketch, stack_of
from game.icetowers.state import View
from game.icetowers.table import Tower, distance
from game.minds import Table

Ranked = list[tuple[float, Play]]

ITCH = 8.0
"""With a large or medium that can cap, a bot plays on unless its best play looks so many pips bad."""
LAST_CHANCE = 3.0
"""Likewise when all the others are done and it does not lead."""
PUT_BACK = 10.0
"""A lifted piece is put back only if its best cap looks so much worse."""
PATIENCE = (60, 4)
"""After so many changes of the table a colour, one pip more must be gained for each so many further ones."""
NEAR_END = 2_500
"""Milliseconds before the timer's ring from which only pips count: nobody will answer."""


class Thinker(Bot[Action, View]):
    """Weighs plays as its level's head says."""

    def __init__(self, head: Head) -> None:
        self.head = head

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action | None:
        if not actions or isinstance(actions[0], Ready):
            return actions[0] if actions else None
        play = self._best(view, rng)
        if play is None:
            return Done() if Done() in actions else None
        return _first_action(view, play)

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action] | None:
        if not actions or isinstance(actions[0], Ready):
            return Advice(actions[0], "Touch any piece of yours to begin.") if actions else None
        play = self._best(view, rng)
        if play is None:
            return Advice(Done(), explain_done(view)) if Done() in actions else None
        return Advice(_first_action(view, play), explain(view, play))

    def _best(self, view: View, rng: random.Random) -> Play | None:
        """Return the play that leaves the seat best off, None where it is better to leave the table alone."""
        seat = view.seat
        assert seat is not None
        stacks = sketch(view)
        near_end = view.rings is not None and view.rings - view.ms < NEAR_END
        judge = Judge(view, stacks, self.head, plain=near_end)
        held = view.hands[seat]
        found = list(plays(stacks, seat, view.variant.moves(seat), view.variant.ghost_colour)) if held is None else []
        ranked = self._rank(judge, seat, found or _plays_of_held(view, seat), rng)
        if self.head.width and not near_end:
            ranked = self._foresee(judge, seat, ranked)
        if held is not None:
            return _for_held_piece(ranked)
        return ranked[0][1] if ranked and ranked[0][0] > _threshold(view, seat) else None

    def _rank(self, judge: Judge, seat: Seat, found: Sequence[Play], rng: random.Random) -> Ranked:
        wobble = self.head.wobble
        ranked = [(judge.gain(seat, play) + wobble * (2 * rng.random() - 1), play) for play in found]
        return sorted(ranked, key=lambda pair: -pair[0])

    def _foresee(self, judge: Judge, seat: Seat, ranked: Ranked) -> Ranked:
        """Try the first few against the best answers, as far as these go beyond what would come anyway."""
        stacks = {**judge.stacks}
        for held in (h for other, h in enumerate(judge.view.hands) if h is not None and other != seat):
            piece = ONE[CODE_OF[held.piece]]
            stacks[piece] = stacks.get(piece, 0) + 1  # it is about to cap something
        anyway = _answers(judge, stacks, seat)
        tried = [
            (gain + self.head.fear * (_answers(judge, after(stacks, play), seat) - anyway), play)
            for gain, play in ranked[: self.head.width]
        ]
        return sorted(tried, key=lambda pair: -pair[0])


def make_bot(table: Table) -> Thinker:
    """Return the bot that thinks by this table of weights."""
    return Thinker(msgspec.convert(table["head"], Head))


def _answers(judge: Judge, stacks: Stacks, seat: Seat) -> float:
    """Return what the best play of one of the others would mean for the seat, in pips: the average over them."""
    variant, total = judge.view.variant, 0.0
    for other in range(variant.seats):
        if other == seat:
            continue
        best, most = None, 0.0
        for play in plays(stacks, other, variant.moves(other), variant.ghost_colour):
            gain = judge.gain(other, play)
            if gain > most:
                best, most = play, gain
        if best is not None:
            total += judge.gain(seat, best)
    return total / (variant.seats - 1)


def _threshold(view: View, seat: Seat) -> float:
    """Return how many pips a play must promise to be made at all."""
    start, pace = (number * view.variant.colours for number in PATIENCE)
    weariness = max(0, view.plays - start) / pace
    if any(
        t.is_free_stander and t.controller == seat and t.size > 1 and laws.can_cap(view, t.top) for t in view.towers
    ):
        return weariness - ITCH
    scores = view.scores
    leads = all(score < scores[seat] for colour, score in enumerate(scores) if colour != seat)
    return weariness - LAST_CHANCE if all_others_done(view, seat) and not leads else weariness


# -- with a piece in the hand


def _plays_of_held(view: View, seat: Seat) -> list[Play]:
    held = view.hands[seat]
    if held is None:
        return []
    piece = ONE[CODE_OF[held.piece]]
    targets = dict.fromkeys(stack_of(tower.pieces) for tower in laws.targets(view, held))
    found = [Play(Kind.PLACE, 0, piece, target, (target,), (target + piece,)) for target in targets]
    if not held.mined or not found:
        found.append(Play(Kind.SET_DOWN, 0, piece, b"", (), (piece,)))
    return found


def _for_held_piece(ranked: Ranked) -> Play:
    """Return the best cap, unless setting the piece down is far better."""
    down = next((gain for gain, play in ranked if play.kind is Kind.SET_DOWN), None)
    gain, best = next(((gain, play) for gain, play in ranked if play.kind is Kind.PLACE), ranked[0])
    return ranked[0][1] if down is not None and down > gain + PUT_BACK else best


# -- from a play to the hand's next action


def _first_action(view: View, play: Play) -> Action:
    """Return what the hand does first, with the pieces that are nearest to each other."""
    match play.kind:
        case Kind.CAP:
            pairs = ((a, b) for a in _standing(view, play.source) for b in _standing(view, play.target))
            piece, _ = min(pairs, key=lambda pair: (distance(pair[0].place, pair[1].place), pair[0].id, pair[1].id))
            return Lift(piece.top)
        case Kind.MINE:
            return Mine(_standing(view, play.source)[0].pieces[play.at])
        case Kind.SPLIT:
            return Split(_standing(view, play.source)[0].pieces[play.at])
    assert view.seat is not None
    held = view.hands[view.seat]
    assert held is not None
    if play.kind is Kind.SET_DOWN:
        return SetDown(held.x, held.y)
    near = [t for t in _standing(view, play.target) if not laws.why_not_cap(view.variant, held, t)]
    return Place(min(near, key=lambda tower: (distance(tower.place, held.place), tower.id)).id)


def _standing(view: View, stack: Stack) -> list[Tower]:
    return [tower for tower in view.towers if stack_of(tower.pieces) == stack]
