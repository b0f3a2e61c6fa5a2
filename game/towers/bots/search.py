"""The search of the level `master`, the weights of all bots, possible worlds, and how the results of turns differ."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from itertools import cycle
from typing import Annotated, ClassVar, NamedTuple

import msgspec

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
    cost_of,
    greatest,
    halve,
    many_things,
    whose,
)
from ...bots.weights import OneOrMore, ZeroOrMore, learnt, weights_named
from ...engine import Seat
from ...language import Message, Own, fill, mark, mark_count
from ..actions import NEW, Action, Build, Claim, End, uniform
from ..core import NONE, Site, State, claimed
from ..floors import Deck
from ..rules import GAME, tally
from ..state import END, Variant, View, partial_state, terms_of
from .core import WHOSE, LearntPlanner, LearntValues, TurnPlan, TurnPlanner, carry_out

# -- weights


BySize = Annotated[list[float], msgspec.Meta(min_length=5, max_length=5)]
"""By the number of floors of a tower that is not scored: one to five."""
ByCard = Annotated[list[float], msgspec.Meta(min_length=4, max_length=4)]
BySeats = Annotated[list[ZeroOrMore], msgspec.Meta(min_length=3, max_length=3)]
"""By the number of seats: two to four."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one bot."""

    now: BySize
    grown: BySize
    exposed: BySize
    keep: ByCard
    trigger: float
    draw: float
    wobble: float
    candidates: OneOrMore
    worlds: BySeats
    late: Annotated[float, msgspec.Meta(ge=0)]
    rivals: float
    heats: Annotated[int, msgspec.Meta(ge=0, le=20)]
    learnt: LearntWeights | None = None
    """What takes the place of other weights with decks that have only floors of which values were learnt."""


class LearntWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of a bot with learnt values."""

    values: str
    """The file of learnt values."""
    candidates: OneOrMore
    worlds: BySeats


class LearntNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was learnt with one number of seats, in hundredths of a point; see `LearntValues`."""

    floors: list[list[list[int]]]
    stages: list[list[int]]
    plus: ZeroOrMore
    kept: list[list[int]]
    cards: list[list[list[int]]]
    draw: list[int]


class ValuesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a values file."""

    effects: list[str]
    """The effects of each floor, in the order of the numbers; with commas between."""
    triggers: list[int]
    """The floors that trigger the scoring of a tower, by their index in `effects`."""
    seats_2: LearntNumbers
    seats_3: LearntNumbers
    seats_4: LearntNumbers


@cache
def values_of(name: str) -> ValuesFile:
    """Return the contents of the values file of that name. Raises ValueError if there is none."""
    return msgspec.toml.decode(learnt("towers", name), type=ValuesFile)


def effects_of(deck: Deck) -> list[tuple[str, bool]]:
    """Return of each floor its effects, with commas between, and whether it triggers the scoring of a tower."""
    return [(", ".join(map(str, floor.effects)), floor.triggers_scoring) for floor in deck.floors]


@cache
def learnt_for(variant: Variant, name: str) -> LearntValues | None:
    """Return the learnt values for this number of seats and this deck, or None if its floors are unknown to them."""
    values, floors = values_of(name), effects_of(variant.deck)
    known = [(effects, number in values.triggers) for number, effects in enumerate(values.effects)]
    if not set(floors) <= set(known):
        return None
    numbers = (values.seats_2, values.seats_3, values.seats_4)[variant.seats - FEWEST]
    return learnt_from(numbers, [known.index(floor) for floor in floors])


def learnt_from(numbers: LearntNumbers, order: Sequence[int]) -> LearntValues:
    """Return learnt values, in points. `order` has the place of each floor of the deck in the numbers."""
    return LearntValues(
        [[_points(rows[WHOSE * kind + whose]) for kind in order for whose in range(WHOSE)] for rows in numbers.floors],
        [_points(row) for row in numbers.stages],
        numbers.plus,
        [_points(row) for row in numbers.kept],
        [[_points(values[kind]) for kind in order] for values in numbers.cards],
        _points(numbers.draw),
    )


def _points(hundredths: Sequence[int]) -> list[float]:
    return [number / 100 for number in hundredths]


@cache
def weights_of(bot: str) -> Weights:
    """Return the weights of the bot of that name. Raises UnknownBot."""
    return msgspec.convert(weights_named("towers", bot), Weights)


# -- boards


def planner_of(variant: Variant, w: Weights) -> TurnPlanner:
    """Return a planner for this variant, with these weights.

    A temper changes the weights of the level, and so adds the differences to the learnt values.
    """
    plain = TurnPlanner(terms_of(variant), w.now, w.grown, w.exposed, w.keep, w.trigger, w.late, w.draw, w.rivals)
    values = learnt_for(variant, w.learnt.values) if w.learnt else None
    if values is None:
        return plain
    level = weights_of("master")
    now, grown, exposed, keep = (
        [own - usual for own, usual in zip(pair[0], pair[1])]
        for pair in ((w.now, level.now), (w.grown, level.grown), (w.exposed, level.exposed), (w.keep, level.keep))
    )
    return LearntPlanner(plain, now, grown, exposed, keep, values)


def board_of(state: State) -> State:
    """Return a copy of the state without faces."""
    board = state.copy()
    board.leave_out_faces()
    return board


def observation_of(view: View) -> State:
    """Return what a seat sees as a state without faces; hidden cards are of kind `NONE`."""
    board = partial_state(view)
    board.leave_out_faces()
    return board


def play(board: State, deck: Deck, step: Action) -> None:
    """Carry out a step of a turn."""
    match step:
        case Build(floor, plot):
            free = board.sites.index((b"", b"")) if plot == NEW else plot
            board.build(deck.kind_named[floor], free)
        case Claim(floor, plot, level):
            board.claim(deck.kind_named[floor], plot, level)
        case End():
            board.end_turn()


# -- plans


def steps_of(deck: Deck, board: State, plan: TurnPlan) -> list[Action]:
    """Return the plan as actions, including the end of the turn."""
    _, builds, claims, tucks = plan
    found: list[Action] = []
    for kind, plot in builds:
        found.append(Build(deck.floors[kind].name, plot if board.sites[plot][0] else NEW))
    places = [(plot, level) for plot, levels in claims for level in levels]
    for kind, (plot, level) in zip(tucks, places):
        found.append(Claim(deck.floors[kind].name, plot, level))
    return [*found, END]


def sites_after(board: State, plan: TurnPlan) -> list[Site]:
    """Return the towers after the plan, before any is scored."""
    sites = board.sites[:]
    for kind, plot in plan.builds:
        kinds, owners = sites[plot]
        sites[plot] = kinds + bytes((kind,)), owners + bytes((NONE,))
    for plot, levels in plan.claims:
        for level in levels:
            kinds, owners = sites[plot]
            sites[plot] = kinds, claimed(owners, level, board.turn)
    return sites


# -- search


FEWEST = 2
"""The number of seats to which the first item of `Weights.worlds` belongs."""
TRUST = 0.3
"""How much the learnt value of a plan counts beside the average of its trials."""
DUELS = 24
"""Number of worlds in which a step is compared with the best plan."""
HEATS = (4, 8)
"""Numbers of worlds in which the most promising of several plans are found."""
FINALISTS = 2
"""So many of them are compared with another plan."""
FINALS = 40
"""Number of worlds of that comparison."""


PlanCandidate = Candidate[TurnPlan]
"""A plan; its results are the expected lead of its seat, in points, after the next turns."""


class Duel(NamedTuple):
    """The comparison of a plan with another one."""

    other: TurnPlan
    gains: list[float]
    """By how many points the first plan did better, in each world."""


class World(NamedTuple):
    """A possible world, and how the rivals play in it."""

    state: State
    rivals: TurnPlanner


class PlanSearch:
    """The search for the best plan in one position, in possible worlds.

    With learnt values, the rivals play by these in half of the worlds and by weights alone in the others. So no plan is
    chosen that is only good against one way to play.
    """

    def __init__(self, view: View, planner: TurnPlanner, weights: Weights, rng: random.Random) -> None:
        self.view = view
        self.planner = planner
        self.weights = weights
        if isinstance(planner, LearntPlanner) and weights.learnt:
            own = weights.learnt
            self.weights = msgspec.structs.replace(weights, candidates=own.candidates, worlds=own.worlds)
        self.rng = rng
        self._ways = cycle((planner, planner.plain) if isinstance(planner, LearntPlanner) else (planner,))

    def _draw(self, before: Sequence[Action] = ()) -> World:
        return World(world_of(self.view, self.rng, before), next(self._ways))

    def best(self, plans: Sequence[TurnPlan], before: Sequence[Action] = ()) -> list[PlanCandidate]:
        """Return the plans after trying them, best first. They begin after the steps `before`.

        Each round tries half of the plans of the one before in twice as many worlds.
        """
        worlds = self.weights.worlds[self.view.variant.seats - FEWEST]
        schedule = [worlds << heat for heat in range(self.weights.heats)]
        trust = TRUST if isinstance(self.planner, LearntPlanner) else 0.0
        candidates = [PlanCandidate(plan, trust * plan.worth) for plan in plans]
        return halve(candidates, schedule, partial(self._draw, before), self._try)

    def _try(self, world: World, candidate: PlanCandidate) -> float:
        return self.planner.forecast(world.state, candidate.choice, world.rivals)

    def duels(self, plan: TurnPlan, others: Sequence[TurnPlan]) -> list[Duel]:
        """Compare a plan with the best of others, in new worlds."""
        rivals = halve([PlanCandidate(other) for other in others], HEATS, self._draw, self._try)[:FINALISTS]
        plans = [plan, *(rival.choice for rival in rivals)]
        worlds = [self._draw() for _ in range(FINALS)]
        rows = [[self.planner.forecast(world.state, each, world.rivals) for each in plans] for world in worlds]
        return [Duel(other, [row[0] - row[at] for row in rows]) for at, other in enumerate(plans[1:], 1)]

    def cost(self, best: TurnPlan, played: Action) -> float:
        """Return by how many points a step is worse than the best plan.

        The best plan that begins with the step is searched for, and both are tried in the same new worlds.
        """
        deck, observation = self.view.variant.deck, observation_of(self.view)
        first, *others = steps_of(deck, observation, best)
        if played == first or played in others[:-1]:
            return 0.0
        if isinstance(played, End):
            before, plan = [], TurnPlan(0.0, (), (), b"")
        else:
            before = [played]
            play(observation, deck, played)
            plan = self.best(self.planner.plans(observation, max(1, self.weights.candidates // 3)), before)[0].choice
        losses = []
        for _ in range(DUELS):
            world, rivals = self._draw()
            after = world.copy()
            for step in before:
                play(after, deck, step)
            losses.append(self.planner.forecast(world, best, rivals) - self.planner.forecast(after, plan, rivals))
        return cost_of(losses)


def world_of(view: View, rng: random.Random, before: Sequence[Action] = ()) -> State:
    """Return a random world that is consistent with the view, after the steps `before`."""
    world = board_of(GAME.determinize(view, rng))
    for step in before:
        play(world, view.variant.deck, step)
    return world


# -- how the results of two turns differ


TurnLine = tuple[list[Action], TurnPlan]
"""The first steps of a turn, and a plan for the rest."""
TEXTS: dict[str, tuple[Message, Message, Message]] = {
    "now": (
        Own(
            "you score {number} more on tower {tower} this turn.",
            "{name} scores {number} more on tower {tower} this turn.",
        ),
        mark("the opponent scores {number} less on tower {tower} this turn."),
        mark("the others score {number} less on tower {tower} this turn."),
    ),
    "points": (
        Own(
            "by the end of your next turn you'll score about {number} more on tower {tower}.",
            "by the end of their next turn {name} will score about {number} more on tower {tower}.",
        ),
        Own(
            "by the end of your next turn the opponent will score about {number} less on tower {tower}.",
            "by the end of {name}'s next turn the opponent will score about {number} less on tower {tower}.",
        ),
        Own(
            "by the end of your next turn the others will score about {number} less on tower {tower}.",
            "by the end of {name}'s next turn the others will score about {number} less on tower {tower}.",
        ),
    ),
    "stands": (
        Own(
            "after your next turn tower {tower} will be worth about {number} more to you.",
            "after {name}'s next turn tower {tower} will be worth about {number} more to {name}.",
        ),
        Own(
            "after your next turn tower {tower} will be worth about {number} less to the opponent.",
            "after {name}'s next turn tower {tower} will be worth about {number} less to the opponent.",
        ),
        Own(
            "after your next turn tower {tower} will be worth about {number} less to the others.",
            "after {name}'s next turn tower {tower} will be worth about {number} less to the others.",
        ),
    ),
    "grown": (
        Own(
            "if tower {tower} grows to {floors} floors, it's worth about {number} more to you.",
            "if tower {tower} grows to {floors} floors, it's worth about {number} more to {name}.",
        ),
        mark("if tower {tower} grows to {floors} floors, it's worth about {number} less to the opponent."),
        mark("if tower {tower} grows to {floors} floors, it's worth about {number} less to the others."),
    ),
    TOTAL: (
        Own(
            "by the end of your next turn you'll have about {number} more in all, counting the towers still standing.",
            "by the end of their next turn {name} will have about {number} more in all, counting the towers still "
            "standing.",
        ),
        Own(
            "by the end of your next turn the opponent will have about {number} less in all, counting the towers "
            "still standing.",
            "by the end of {name}'s next turn the opponent will have about {number} less in all, counting the towers "
            "still standing.",
        ),
        Own(
            "by the end of your next turn the others will have about {number} less in all, counting the towers still "
            "standing.",
            "by the end of {name}'s next turn the others will have about {number} less in all, counting the towers "
            "still standing.",
        ),
    ),
    "cards": (
        mark_count(
            "it leaves about {number} more card for the next turn.",
            "it leaves about {number} more cards for the next turn.",
        ),
    )
    * 3,
}
"""By kind of fact, and by whose it is: the seat's, the only opponent's, several others'."""


class TowersReasons(Reasons):
    """Compares the points that each side scores on each tower, the points of standing towers, and the cards in hand.

    Points of standing towers count less, because they may still be lost.
    """

    worths: ClassVar = {"points": 1.0, "stands": 0.6, "grown": 0.3, "cards": 0.8}
    least = 0.5
    on_the_whole = mark_count(
        "in trial turns it comes out about {number} point better.",
        "in trial turns it comes out about {number} points better.",
    )

    def __init__(self, bot: str) -> None:
        self.bot = bot
        """The bot that plays the lines out."""

    def differences(
        self, view: View, this: Sequence[Action], other: Sequence[Action], worlds: int, rng: random.Random
    ) -> list[Difference]:
        planner, deck = planner_of(view.variant, weights_of(self.bot)), view.variant.deck
        search = PlanSearch(view, planner, weights_of(self.bot), rng)
        lines = _line(search, this), _line(search, other)
        draw = partial(world_of, view, rng)
        worth = partial(self.worth, others=view.variant.seats - 1)
        return compare(lines, worlds, draw, partial(_play_out, planner, deck), worth)

    def in_words(self, view: View, found: Sequence[Difference]) -> str:
        # If only one line has a next turn, the numbers of cards can't be compared.
        ends = any(difference.fact.kind == "turns" for difference in found)
        useful = [difference for difference in found if not (ends and difference.fact.kind == "cards")]
        best = greatest(useful, self.least, apart=("grown",))
        if best is None:
            return many_things()
        plots = best.fact.of[1:]
        kind = best.fact.kind
        fact = Fact("now", best.fact.of)
        now = next((difference.more for difference in found if difference.fact == fact), 0.0)
        if kind == "points" and now / best.more > 0.5:
            kind = "now"
        text, number = TEXTS[kind][whose(best.fact, view.variant.seats)], max(1, round(abs(best.more)))
        return fill(text, number=number, tower=plots[0] + 1 if plots else 0, floors=view.variant.height)


def _line(search: PlanSearch, steps: Sequence[Action]) -> TurnLine:
    """Return the steps, followed by the best plan for the rest of the turn."""
    board, done = observation_of(search.view), [uniform(step) for step in steps if not isinstance(step, End)]
    for step in done:
        play(board, search.view.variant.deck, step)
    if len(done) < len(steps):
        return done, TurnPlan(0.0, (), (), b"")
    return done, search.best(search.planner.plans(board, search.weights.candidates), done)[0].choice


def _play_out(planner: TurnPlanner, deck: Deck, world: State, line: TurnLine) -> Facts:
    """Play a line out; return the points scored now and by the end of the seat's next turn, and what stands then."""
    seat, board, found = world.turn, world.copy(), Counter[Fact]()
    steps, plan = line
    for step in steps:
        play(board, deck, step)
    whole = planner.forecast(board, plan)
    _turn(board, plan, seat, found)
    found.update({Fact("now", fact.of): number for fact, number in found.items() if fact.kind == "points"})
    while board.outcome is None and board.turn != seat:
        _turn(board, planner.best(board), seat, found)
    if board.outcome is None:
        found[Fact("cards")] += len(board.hands[seat])
        found[Fact("turns")] = 1
        _turn(board, planner.best(board), seat, found)
    for plot, (kinds, owners) in enumerate(board.sites):
        if kinds:
            _count(board.terms.tally(kinds, owners)[0], seat, "stands", plot, found)
            grown = tally(deck, *board.terms.filled(kinds, owners), len(board.points)).points
            found[Fact("grown", (OWN, plot))] += grown[seat]
            found[Fact("grown", (OTHERS, plot))] += sum(grown) - grown[seat]
    return {Fact(WHOLE): whole, **{fact: float(number) for fact, number in found.items()}}


def _turn(board: State, plan: TurnPlan, seat: Seat, found: Counter[Fact]) -> None:
    """Carry out a plan, and count the points that it scores."""
    sites, terms = sites_after(board, plan), board.terms
    carry_out(board, plan)
    for plot, (kinds, owners) in enumerate(sites):
        if kinds and (board.outcome is not None or terms.is_scored(kinds)):
            _count(terms.tally(kinds, owners)[0], seat, "points", plot, found)


def _count(points: Sequence[int], seat: Seat, kind: str, plot: int, found: Counter[Fact]) -> None:
    for side, number in ((OWN, points[seat]), (OTHERS, sum(points) - points[seat])):
        found[Fact(kind, (side, plot))] += number
        found[Fact(TOTAL, (side,))] += number


REASONS = TowersReasons("master")
