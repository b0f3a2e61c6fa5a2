"""The master's search: a quick policy proposes a few plans, and playouts over shared deals tell them apart.

A *plan* is a whole turn: a play and a draw. A *deal* is one way in which the unseen cards may lie; what the rival took
from the discards for all to see stays in its hand. All plans are tried on the same deals, so that luck cancels out.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import msgspec

from game.bots.search import Candidate, even_schedule, halve, try_out
from game.bots.weights import learnt
from game.towering.bots.evaluation import Judgement, unseen
from game.towering.bots.playout import NUMBER, PER_COLOUR, PILE, WIDTH, Policy, Round, Value, empty, play_on
from game.towering.cards import CardId, Copies
from game.towering.state import Stage, View

TO_THE_END = 20
"""Turns in which a round is over that has but few cards left to draw, unless both seats leave them."""


class Net(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The learned value of a tower: see `playout.Value`."""

    hidden: list[list[float]]
    bias: list[float]
    out: list[float]
    skip: list[float]


class Habits(Judgement, frozen=True, forbid_unknown_fields=True):
    """The weights of the quick policy; assets/games/towering/bots.toml says what each of them means."""

    fade: float
    eager: float
    tempo: float


class Learnt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What self-play has taught: one of the game's values files."""

    policy: Habits
    value: Net


class Method(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a master thinks; assets/games/towering/bots.toml says what each number means."""

    values: str
    doubt: float
    caution: float
    materials: float
    rival: float
    give: float
    plans: int
    playouts: int
    turns: int
    near: float
    trust: float
    spread: float
    later: float
    margin: float
    late: int = 0
    idles: bool = True


@cache
def learnt_as(name: str) -> Learnt:
    """Return what the file of that name holds. Raises ValueError where there is none such."""
    return msgspec.toml.decode(learnt("towering", name), type=Learnt)


class Plan(NamedTuple):
    """A whole turn, or what is left of one."""

    play: int | None
    """A play of the core; None if the card is played already."""
    draw: int
    is_idle: bool = False
    """Whether its draw is a discard that serves nobody: turn by turn such draws go on until the round is called."""


Tried = Candidate[Plan]
"""A plan; its results are points, and so is its prior."""


class Search:
    """Thinks about one position at a time; keeps nothing from one to the next."""

    def __init__(self, method: Method) -> None:
        self.method = method
        known = learnt_as(method.values)
        weights: dict[str, float] = msgspec.structs.asdict(known.policy)
        factored = {name: weight * getattr(method, name, 1.0) for name, weight in weights.items()}
        self.policy = Policy(factored, closes=method.late > 0)
        net = known.value
        self._value = Value(net.hidden, net.bias, net.out, net.skip)

    def plans(self, view: View) -> list[Tried]:
        """Return the plans worth trying, the policy's favourite first."""
        ranked = [pair for pair in self._ranked(view) if self.method.idles or not pair[1].is_idle]
        best, trust = ranked[0][0], 0.0 if self._is_late(view) else self.method.trust
        tried = ranked[: self.method.plans]
        return [Tried(plan, trust * promise) for promise, plan in tried if promise >= best - self.method.near]

    def plan_for(self, view: View, begun: tuple[int | None, int | None]) -> Plan:
        """Return the policy's favourite plan that begins with this play or this draw."""
        play, draw = begun
        for _, plan in self._ranked(view):
            if plan.draw == draw or (plan.play is not None and play is not None and same_kind(plan.play, play)):
                return plan
        raise ValueError("no such play here")

    def _ranked(self, view: View) -> list[tuple[float, Plan]]:
        """Return all plans with what the policy thinks of them in points, its favourite first."""
        table = Deals(view).in_order()
        found: list[tuple[float, Plan]] = []
        for promise, play in self._plays(view, table):
            after = table.copy()
            if play is not None:
                after.play(play)
            self.policy.look(after, 0)
            for draw in after.draws():
                plan = Plan(play, draw, draw != PILE and after.is_idle(draw))
                found.append((promise + self.policy.value_draw(after, draw), plan))
        return sorted(found, key=lambda pair: -pair[0])

    def _plays(self, view: View, table: Round) -> list[tuple[float, int | None]]:
        if view.stage is Stage.DRAW:
            return [(0.0, None)]
        self.policy.rank_plays(table)
        return list(zip(self.policy.values, self.policy.plays))

    # -- playouts

    def best(self, view: View, rng: random.Random) -> list[Tried]:
        """Return the plans, best first."""
        plans = self.plans(view)
        schedule = even_schedule(len(plans), self.method.playouts)
        return halve(plans, schedule, partial(Deals(view).shuffled, rng), self._play_out(view))

    def compare(self, view: View, best: Plan, other: Plan, deals: int, rng: random.Random) -> list[float]:
        """Return by how many points the first does better than the other in each of so many fresh deals."""
        plans, draw = [Tried(best), Tried(other)], partial(Deals(view).shuffled, rng)
        return [one - two for one, two in try_out(plans, deals, draw, self._play_out(view))]

    def _is_late(self, view: View) -> bool:
        return view.draw_pile <= self.method.late

    def _play_out(self, view: View) -> Callable[[Round, Tried], float]:
        """Return what plays a plan out in a deal, and returns what it comes to in points."""
        score, turns = self.aim(view), TO_THE_END if self._is_late(view) else self.method.turns
        policies = [self.policy, self.policy]

        def play_out(deal: Round, plan: Tried) -> float:
            play, draw = plan.choice.play, plan.choice.draw
            r = deal.copy()
            if play is not None:
                r.play(play)
            r.draw(draw)
            play_on(r, policies, turns)
            return score(r)

        return play_out

    def aim(self, view: View) -> Callable[[Round], float]:
        """Return what a round is good for, in points: near 0, a point is a point; far ahead or behind, it is less.

        What counts is the match: the chance to win it, with so many rounds to come, beside a share of plain margin.
        """
        assert view.seat is not None
        seat, method = view.seat, self.method
        lead = view.totals[seat] - view.totals[1 - seat]
        later = method.later**2 * (view.variant.rounds - 1 - view.round)

        def score(r: Round) -> float:
            left = 0 if r.is_over() else len(r.deck)
            points = self._value.balance(r, seat) if left else float(r.points(seat) - r.points(1 - seat))
            width = math.sqrt(later + method.spread**2 * (left + 1))
            chance = math.erf((lead + points) / (width * math.sqrt(2.0)))
            return method.margin * points + (1.0 - method.margin) * chance * width * math.sqrt(math.pi / 2.0)

        return score


class Deals:
    """A view as rounds of the core: all that is seen, and the unseen cards dealt anew each time."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        copies = Copies()
        self._seen = _seen_round(view, view.seat, copies)
        self.unseen = copies.number(unseen(view))
        """By the core's ids, which tell materials apart."""
        self._held = self._seen.hidden[1 - view.seat]

    def in_order(self) -> Round:
        """Return one of the deals, always the same."""
        return self.filled(self.unseen[: self._held], self.unseen[self._held :])

    def shuffled(self, rng: random.Random) -> Round:
        """Return a random deal."""
        cards = self.unseen[:]
        rng.shuffle(cards)
        return self.filled(cards[: self._held], cards[self._held :])

    def filled(self, hand: list[CardId], deck: list[CardId]) -> Round:
        """Return the deal in which the rival's hand hides these cards, and the draw pile is that one."""
        r = self._seen.copy()
        r.fill(hand, deck)
        return r


def _seen_round(view: View, seat: int, copies: Copies) -> Round:
    r = empty(view.variant.colours, view.variant.hand)
    r.turn, r.streak, r.take_back = seat, view.streak, view.variant.take_back
    r.barred = -1 if view.barred is None else view.barred
    own, theirs = copies.number(view.hand), copies.number(view.known[1 - seat])
    for s, hand in ((seat, own), (1 - seat, theirs)):
        known = hand if s != seat else Copies().number(view.known[s])  # its own: the first ones of its hand
        r.hidden[s] = view.hand_sizes[s] - len(known)
        for card in hand:
            r.hands[s * WIDTH + card // PER_COLOUR] |= 1 << card % PER_COLOUR
        for card in known:
            r.known[s * WIDTH + card // PER_COLOUR] |= 1 << card % PER_COLOUR
        for colour, tower in enumerate(view.towers[s]):
            for card in copies.number(tower):
                r.lay(s * WIDTH + colour, card % PER_COLOUR)
    r.piles = [[card % PER_COLOUR for card in copies.number(pile)] for pile in view.discards]
    return r


def same_kind(play: int, other: int) -> bool:
    """Tell whether two plays are alike: the same, or of two materials of one colour."""
    one, two = play >> 1, other >> 1
    alike = one == two or (
        one // PER_COLOUR == two // PER_COLOUR and NUMBER[one % PER_COLOUR] == NUMBER[two % PER_COLOUR] == 0
    )
    return alike and play & 1 == other & 1
