"""The search of the level `master`, the weights of all bots, possible deals, and how the results of turns differ."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Annotated, ClassVar, NamedTuple

import msgspec
from msgspec.structs import asdict

from ...bots.search import (
    OTHERS,
    OWN,
    TOTAL,
    WHOLE,
    Candidate,
    Difference,
    Fact,
    Facts,
    Reasons,
    compare,
    even_schedule,
    greatest,
    halve,
    many_things,
    percent,
    sample_worlds,
)
from ...bots.weights import OneOrMore, ZeroOrMore, learnt, weights_named
from ...engine import Seat
from ...language import Own, fill, mark, mark_count, tr
from ...text import full_stop, with_minus
from ..actions import BUILDS, DISCARDS, DRAW_PILE, TAKES, Action, Build, Cards, Discard, TurnStage
from ..core import BONUS, BONUS_CARDS, COUNT, DRAWS, PILE, POINTS, WIDTH, State
from ..state import View, state_of, unseen
from ..words import own_tower, rivals_tower
from .core import Policy, ValueNet, is_idle, play_on

# -- weights


NotNegative = Annotated[float, msgspec.Meta(ge=0)]
Positive = Annotated[float, msgspec.Meta(gt=0)]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights by which every bot values towers."""

    reach: NotNegative
    tops: NotNegative
    doubt: Positive
    caution: float
    materials: float
    risk: Positive
    bonus: Annotated[float, msgspec.Meta(ge=0, le=50)]
    pace: NotNegative
    rival: float
    give: NotNegative
    pile: float


class HeuristicWeights(Weights, frozen=True, forbid_unknown_fields=True):
    """The weights of a bot that looks one action ahead."""

    wobble: float
    memory: OneOrMore = 100


class PolicyWeights(Weights, frozen=True, forbid_unknown_fields=True):
    """The weights of the fast policy of the playouts."""

    fade: float
    eager: float
    tempo: float


class Net(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a `ValueNet`, which predicts the final points of towers."""

    hidden: list[list[float]]
    bias: list[float]
    out: list[float]
    skip: list[float]


class Learnt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a values file, learnt by self-play."""

    policy: PolicyWeights
    value: Net


class SearchWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of a bot that searches."""

    values: str
    doubt: Positive
    caution: float
    materials: float
    rival: float
    give: NotNegative
    plans: OneOrMore
    playouts: ZeroOrMore
    turns: ZeroOrMore
    near: NotNegative
    trust: float
    spread: Positive
    later: float
    margin: float
    late: ZeroOrMore = 0
    late_share: Annotated[float, msgspec.Meta(gt=0, le=1)] = 1.0
    idles: bool = True


@cache
def learnt_as(name: str) -> Learnt:
    """Return the contents of the values file of that name. Raises ValueError if there is none."""
    return msgspec.toml.decode(learnt("towering", name), type=Learnt)


# -- deals


class Deals:
    """The deals that are consistent with a view: what the seat sees stays, the unseen cards are dealt anew."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self._rival = 1 - view.seat
        self._seen = state_of(view)
        self._unseen = unseen(view)
        self._held = view.hand_sizes[self._rival] - len(view.known[self._rival])

    def in_order(self) -> State:
        """Return the deal with the unseen cards in ascending order."""
        return self.filled(self._unseen[: self._held], self._unseen[self._held :])

    def shuffled(self, rng: random.Random) -> State:
        """Return a random deal."""
        cards = list(self._unseen)
        rng.shuffle(cards)
        return self.filled(bytes(cards[: self._held]), bytes(cards[self._held :]))

    def filled(self, hand: Cards, deck: Cards) -> State:
        """Return the deal with these unseen cards in the rival's hand, and this draw pile."""
        r = self._seen.copy()
        r.hold(self._rival, hand)
        r.stack(deck)
        return r


def code_of(action: Action) -> tuple[int | None, int | None]:
    """Return the action as a play (see `State.play`) and a draw (see `State.draw`); None for what it is not."""
    match action:
        case Build(card):
            return card * 2 + 1, None
        case Discard(card):
            return card * 2, None
    return None, PILE if action.colour is None else action.colour


# -- search


EACH = 2
"""Maximum number of plans to compare that begin with the same action."""
TO_THE_END = 20
"""Maximum number of turns of a playout to the end of the round."""
TO_COMPARE = 24
"""Maximum number of turns of a playout to compare plays in a hint. To the end of a long round, chance weighs more."""
ENDLESS = 200
"""More turns than any round has."""


class PlayAndDraw(NamedTuple):
    """A whole turn, or the rest of one."""

    play: int | None
    """As in `State.play`; None if the card has been played already."""
    draw: int
    """As in `State.draw`."""
    is_idle: bool = False
    """Whether it draws a discard that is of no use to either seat. Such draws may go on until the round is called."""

    @property
    def action(self) -> Action:
        """The first action."""
        if self.play is None:
            return DRAW_PILE if self.draw == PILE else TAKES[self.draw]
        return BUILDS[self.play >> 1] if self.play & 1 else DISCARDS[self.play >> 1]


Tried = Candidate[PlayAndDraw]
"""A plan; its results and its prior are in points."""


class DealSearch:
    """The search for the best plan, in one position at a time; it keeps nothing between positions."""

    def __init__(self, weights: SearchWeights) -> None:
        self.weights = weights
        known = learnt_as(weights.values)
        policy: dict[str, float] = asdict(known.policy)
        factored = {name: weight * getattr(weights, name, 1.0) for name, weight in policy.items()}
        self.policy = Policy(factored, closes=weights.late > 0)
        net = known.value
        self.value = ValueNet(net.hidden, net.bias, net.out, net.skip)

    def plans(self, view: View) -> list[Tried]:
        """Return the plans to try, by the policy's values, best first."""
        ranked = [pair for pair in self.ranked(view) if self.weights.idles or not pair[1].is_idle]
        best, trust = ranked[0][0], 0.0 if self.is_late(view) else self.weights.trust
        tried = ranked[: self.weights.plans]
        return [Tried(plan, trust * promise) for promise, plan in tried if promise >= best - self.weights.near]

    def plan_for(self, view: View, begun: tuple[int | None, int | None]) -> PlayAndDraw:
        """Return the policy's best plan that begins with this play or draw (see `code_of`)."""
        return self.plans_for(view, begun)[0]

    def plans_for(self, view: View, begun: tuple[int | None, int | None]) -> list[PlayAndDraw]:
        """Return the policy's best plans that begin with this play or draw. Raises ValueError if there is none."""
        play, draw = begun
        found = [plan for _, plan in self.ranked(view) if plan.draw == draw or (play is not None and plan.play == play)]
        if not found:
            raise ValueError("no such play here")
        return found[:EACH]

    def ranked(self, view: View) -> list[tuple[float, PlayAndDraw]]:
        """Return all plans with their values by the policy, in points, best first."""
        table = Deals(view).in_order()
        found: list[tuple[float, PlayAndDraw]] = []
        for promise, play in self._plays(view, table):
            after = table.copy()
            if play is not None:
                after.play(play)
            self.policy.look(after, 0)
            for draw in after.draws(DRAWS):
                plan = PlayAndDraw(play, draw, draw != PILE and is_idle(after, draw))
                found.append((promise + self.policy.value_draw(after, draw), plan))
        return sorted(found, key=lambda pair: -pair[0])

    def _plays(self, view: View, table: State) -> list[tuple[float, int | None]]:
        if view.stage is TurnStage.DRAW:
            return [(0.0, None)]
        self.policy.rank_plays(table)
        return list(zip(self.policy.values, self.policy.plays))

    # -- playouts

    def best(self, view: View, rng: random.Random) -> list[Tried]:
        """Return the plans after the playouts, best first."""
        plans, share = self.plans(view), self.weights.late_share if self.is_late(view) else 1.0
        schedule = even_schedule(len(plans), int(share * self.weights.playouts))
        return halve(plans, schedule, partial(Deals(view).shuffled, rng), self.play_out(view))

    def compare(self, view: View, best: PlayAndDraw, other: PlayAndDraw, deals: int, rng: random.Random) -> list[float]:
        """Return by how many points `best` does better than `other` in each of `deals` new deals."""
        plans, draw = [Tried(best), Tried(other)], partial(Deals(view).shuffled, rng)
        return [first - second for first, second in sample_worlds(plans, deals, draw, self.play_out(view))]

    def margins(self, view: View, plans: Sequence[PlayAndDraw], deals: int, rng: random.Random) -> list[list[float]]:
        """Return by how many points the seat is ahead some turns after each plan, in each of `deals` new deals.

        They are many more turns than the search looks ahead, because it favours what counts for its own estimates.
        """
        draw, play_out = partial(Deals(view).shuffled, rng), self.play_out(view, self.margin(view), TO_COMPARE)
        return sample_worlds([*map(Tried, plans)], deals, draw, play_out)

    def is_late(self, view: View) -> bool:
        """Return whether playouts go to the end of the round."""
        return view.draw_pile <= self.weights.late

    def play_out(
        self, view: View, score: Callable[[State], float] | None = None, turns: int = 0
    ) -> Callable[[State, Tried], float]:
        """Return a function that plays a plan out in a deal and returns its result in points, by default by `aim`."""
        score, turns = score or self.aim(view), turns or (TO_THE_END if self.is_late(view) else self.weights.turns)
        policies = [self.policy, self.policy]

        def play_out(deal: State, plan: Tried) -> float:
            play, draw = plan.choice.play, plan.choice.draw
            r = deal.copy()
            if play is not None:
                r.play(play)
            r.draw(draw)
            play_on(r, policies, turns)
            return score(r)

        return play_out

    def margin(self, view: View) -> Callable[[State], float]:
        """Return a function that tells by how many points the seat is ahead in a round, or will be by an estimate."""
        assert view.seat is not None
        seat = view.seat

        def margin(r: State) -> float:
            return float(r.points(seat) - r.points(1 - seat)) if r.is_over() else self.value.balance(r, seat)

        return margin

    def aim(self, view: View) -> Callable[[State], float]:
        """Return a function that scores a round in points. In a close match, a point counts as one, else as less.

        The score is the chance to win the match, given the rounds still to come, plus a share of the plain margin.
        """
        assert view.seat is not None
        seat, weights, margin = view.seat, self.weights, self.margin(view)
        lead = view.totals[seat] - view.totals[1 - seat]
        later = weights.later**2 * (view.variant.rounds - 1 - view.round)

        def score(r: State) -> float:
            left = 0 if r.is_over() else len(r.deck)
            points = margin(r)
            width = math.sqrt(later + weights.spread**2 * (left + 1))
            chance = math.erf((lead + points) / (width * math.sqrt(2.0)))
            return weights.margin * points + (1.0 - weights.margin) * chance * width * math.sqrt(math.pi / 2.0)

        return score


@cache
def masters_search() -> DealSearch:
    return DealSearch(msgspec.convert(weights_named("towering", "master"), SearchWeights))


# -- how the results of two turns differ


TRIED = 24
"""Number of deals in which the best ways to continue an action are compared."""
LONGEST = 60
"""Turns after which playing a round out stops: longer rounds only go on by draws from discards."""
LATE, LONGER = 12, 0.2
"""Mention a longer or shorter round only if at most `LATE` own turns are left, and if they change by at least this
fraction."""


class ToweringReasons(Reasons):
    """Compares the final points of towers, and how long the round lasts. It prefers one tower to the sum of all."""

    worths: ClassVar = {"tower": 1.0}
    least = 1.5
    on_the_whole = mark_count(
        "in trial games it comes out about {number} point better.",
        "in trial games it comes out about {number} points better.",
    )

    def differences(
        self, view: View, this: Sequence[Action], other: Sequence[Action], worlds: int, rng: random.Random
    ) -> list[Difference]:
        assert view.seat is not None
        draw = partial(Deals(view).shuffled, rng)
        plans = self._plan(view, this[0], rng), self._plan(view, other[0], rng)
        return compare(plans, worlds, draw, partial(self._play_out, view, view.seat), self.worth)

    def _plan(self, view: View, action: Action, rng: random.Random) -> PlayAndDraw:
        """Return the best turn that begins with this action."""
        plans = masters_search().plans_for(view, code_of(action))
        draw, play_out = partial(Deals(view).shuffled, rng), masters_search().play_out(view)
        return halve(list(map(Tried, plans)), [TRIED], draw, play_out)[0].choice

    def _play_out(self, view: View, seat: Seat, deal: State, plan: PlayAndDraw) -> Facts:
        """Play a plan out; return the points of the towers at the end of the round, or estimates some turns later."""
        search, r, turns = masters_search(), deal.copy(), 0
        most = LONGEST if search.is_late(view) else search.weights.turns
        if plan.play is not None:
            r.play(plan.play)
        r.draw(plan.draw)
        while turns < most and not r.is_over():
            turns += 1
            play_on(r, [search.policy] * 2, 1)
        found = {Fact("turns"): turns / 2}
        for side, owner in ((OWN, seat), (OTHERS, 1 - seat)):
            towers = r.towers[owner * WIDTH : owner * WIDTH + r.terms.colours]
            points = [float(POINTS[tower]) for tower in towers] if r.is_over() else search.value.towers(r, owner)
            found[Fact(TOTAL, (side,))] = sum(points)
            for colour, worth in enumerate(points):
                found[Fact("tower", (side, colour))] = worth
                found[Fact("bonus", (side, colour))] = float(COUNT[r.towers[owner * WIDTH + colour]] >= BONUS_CARDS)
        found[Fact(WHOLE)] = found[Fact(TOTAL, (OWN,))] - found[Fact(TOTAL, (OTHERS,))]
        return found

    def in_words(self, view: View, found: Sequence[Difference]) -> str:
        best = greatest(found, self.least)
        turns = next((_turns(part) for part in found if part.fact.kind == "turns" and part.is_clear), "")
        reasons = [*filter(None, (turns, _points(best, found) if best else ""))]
        if len(reasons) == 2:
            return tr("{first}, and {then}.", first=reasons[0], then=reasons[1])
        return full_stop(reasons[0]) if reasons else many_things()


def _turns(found: Difference) -> str:
    """Return that the round is longer or shorter, if the difference is worth mentioning."""
    turns = round(abs(found.more))
    if not turns or found.other > LATE or abs(found.more) < LONGER * found.other:
        return ""
    if found.more < 0:
        text = mark_count("the round ends about {number} turn sooner", "the round ends about {number} turns sooner")
        return tr("the round ends many turns sooner") if turns > LATE else fill(text, number=turns)
    text = mark_count("the round lasts about {number} turn longer", "the round lasts about {number} turns longer")
    return tr("the round lasts many turns longer") if turns > LATE else fill(text, number=turns)


def _points(best: Difference, found: Sequence[Difference]) -> str:
    """Return the points of a tower, or of all of a seat; or the bonus, if it is more than half of the difference."""
    side, *colours = best.fact.of
    together = Own("everything you build", "everything {name} builds"), mark("everything the opponent builds")
    tower = (own_tower, rivals_tower)[side](colours[0]) if colours else fill(together[side])
    fact = Fact("bonus", best.fact.of)
    bonus = next((difference for difference in found if difference.fact == fact and difference.is_clear), None)
    if bonus and 2 * BONUS * bonus.more / best.more > 1:
        this, other = percent(bonus.this), percent(bonus.other)
        text = mark(
            "in {this}% of trial games {tower} comes to {cards} cards, "
            "for {bonus} points; with the other play, in {other}%"
        )
        if (this, other) == (100, 0):
            text = mark(
                "in every trial game {tower} comes to {cards} cards, for {bonus} points; with the other play, in none"
            )
        return tr(text, tower=tower, this=this, other=other, bonus=BONUS, cards=BONUS_CARDS)
    this, other = round(best.this), round(best.other)
    text = mark("{tower} is likely to come to about {this}; with the other play, to about {other}")
    return tr(text, tower=tower, this=with_minus(this), other=with_minus(other))


REASONS = ToweringReasons()
