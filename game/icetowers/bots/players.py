"""Bots at all levels: one way of thinking, with more or less foresight and a steadier or shakier eye.

A bot takes the play that leaves it best off after the answers of the others. It weighs whole plays, lifting and
capping together; with a piece in its hand it thinks again, for the table may have changed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from game.bots.weights import WeightTable
from game.engine import Advice, Bot, Seat, Verdict
from game.icetowers import legality
from game.icetowers.actions import Action, Done, Ready
from game.icetowers.bots.abstraction import first_action, next_action, plays_begun_by
from game.icetowers.bots.evaluation import Head, Moment, all_others_done, leads
from game.icetowers.bots.hints import WORTH_SAYING, explain, explain_lead, explain_why_not
from game.icetowers.bots.lookahead import Ranked, answered, by_promise, searched, values_of
from game.icetowers.bots.playout import PASSING, PLACE, SET_DOWN, Play
from game.icetowers.state import View
from game.language import tr

ITCH = 8.0
"""With a large or medium that can cap, a bot plays on unless its best play looks so many pips bad."""
LAST_CHANCE = 3.0
"""Likewise when all the others are done and it does not lead."""
PUT_BACK = 10.0
"""A lifted piece is put back only if its best cap looks so much worse."""
MEANT = 4
"""So many plays an action may have been meant for, when it is judged afterwards."""
PATIENCE = (60, 4)
"""After so many changes of the table a colour, one pip more must be gained for each so many further ones."""


class Thinker(Bot[Action, View]):
    """Weighs plays as its level's head says."""

    def __init__(self, head: Head) -> None:
        self.head = head

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action | None:
        if not actions or isinstance(actions[0], Ready):
            return actions[0] if actions else None
        moment = Moment(view, self.head)
        play = _chosen(moment, self._weigh(moment, rng))
        if play == PASSING:
            return Done() if Done() in actions else None
        return first_action(view, moment.seat, play)

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action] | None:
        if not actions or isinstance(actions[0], Ready):
            return Advice(actions[0], tr("Touch any piece of yours to begin.")) if actions else None
        moment = Moment(view, self.head)
        ranked = self._weigh(moment, rng)
        play = _chosen(moment, ranked)
        if play == PASSING and Done() not in actions:
            return None
        return _advice(moment, play, explain(moment, play) + _comparison(moment, play, ranked))

    def judge(
        self, view: View, actions: Sequence[Action], played: Action, rng: random.Random
    ) -> Verdict[Action] | None:
        """Compare what the action could lead to at best with the best there was: both are looked into equally far."""
        if not actions or isinstance(played, Ready) or played == Done(False):
            return None
        moment = Moment(view, msgspec.structs.replace(self.head, wobble=0.0))
        ranked = self._weigh(moment, rng)
        best = _chosen(moment, ranked)
        own = _likely(moment, played, ranked)
        values = self._values(moment, [best, *own])
        cost = max(0.0, values[0] - max(values[1:], default=values[0]))
        if best in own or cost < WORTH_SAYING / 2:
            return Verdict(Advice(played, explain(moment, own[0] if own else best)), 0.0)
        return Verdict(_advice(moment, best, explain(moment, best)), cost)

    def _values(self, moment: Moment, plays: list[Play]) -> list[float]:
        """Return what plays promise beside leaving the table as it is, none of them left out."""
        gains = [moment.gain(play) for play in plays]
        if moment.is_near_end or not self.head.beams:
            return gains
        if moment.board.seats == 2:
            return values_of(moment, plays)
        values = {play: value for value, play in answered(moment, list(zip(gains, plays)))}
        return [values[play] for play in plays]

    def _weigh(self, moment: Moment, rng: random.Random) -> Ranked:
        """Return the plays that it takes seriously."""
        head, wobble = self.head, self.head.wobble
        ranked = by_promise([(moment.gain(play) + wobble * (2 * rng.random() - 1), play) for play in moment.plays()])
        if moment.is_near_end:
            return ranked
        if head.beams and moment.board.seats == 2:
            return searched(moment, ranked)
        return answered(moment, ranked) if head.width else ranked


def make_bot(table: WeightTable) -> Thinker:
    """Return the bot that thinks by this table of weights."""
    return Thinker(msgspec.convert(table["head"], Head))


def _advice(moment: Moment, play: Play, reason: str) -> Advice[Action]:
    if play == PASSING:
        return Advice(Done(), reason)
    view, seat = moment.view, moment.seat
    return Advice(first_action(view, seat, play), reason, next_action(view, seat, play))


def _likely(moment: Moment, played: Action, ranked: Ranked) -> list[Play]:
    """Return the plays that an action may have been meant for: the few best of those that it begins."""
    if isinstance(played, Done):
        return [PASSING]
    begun = plays_begun_by(moment.view, played, moment.plays())
    tried = [play for _, play in ranked if play in begun]
    others = [play for _, play in by_promise([(moment.gain(play), play) for play in begun]) if play not in tried]
    return (tried + others)[:MEANT] or [PASSING]


def _comparison(moment: Moment, play: Play, ranked: Ranked) -> str:
    """Return what the search has found beyond what meets the eye: how the others compare."""
    values = {other: value for value, other in ranked}
    if len(ranked) < 2 or play not in values:
        return ""
    tempting = max(values, key=moment.gain)
    why_not = explain_why_not(moment, play, tempting, values[play] - values[tempting])
    return why_not or explain_lead(values[play] - ranked[1][0])


def _chosen(moment: Moment, ranked: Ranked) -> Play:
    """Return the play to make, `PASSING` where it is better to leave the table alone."""
    if moment.held is not None:
        return _of_held(ranked)
    return ranked[0][1] if ranked and ranked[0][0] > _threshold(moment.view, moment.seat) else PASSING


def _of_held(ranked: Ranked) -> Play:
    """Return the best cap, unless setting the piece down is far better."""
    down = next((gain for gain, play in ranked if play[0] == SET_DOWN), None)
    gain, best = next(((gain, play) for gain, play in ranked if play[0] == PLACE), ranked[0])
    return ranked[0][1] if down is not None and down > gain + PUT_BACK else best


def _threshold(view: View, seat: Seat) -> float:
    """Return how many pips a play must promise to be made at all."""
    start, pace = (number * view.variant.colours for number in PATIENCE)
    weariness = max(0, view.plays - start) / pace
    if any(
        t.is_free_stander and t.controller == seat and t.size > 1 and legality.can_cap(view, t.top) for t in view.towers
    ):
        return weariness - ITCH
    return weariness - LAST_CHANCE if all_others_done(view, seat) and not leads(view, seat) else weariness
