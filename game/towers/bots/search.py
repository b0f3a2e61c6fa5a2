"""The search of the level `master`, the weights of all bots, and worlds that are consistent with a view."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Annotated, NamedTuple, TypeVar

import msgspec

from ...bots.search import Candidate, cost_of, halve
from ...bots.weights import OneOrMore, ZeroOrMore, weights_named
from ...language import Own, fill, tr
from ..actions import NEW, Action, Build, Claim, End
from ..core import NONE, VACANT, Site, State, claimed
from ..floors import Deck
from ..rules import GAME, TowerTally, tally
from ..state import END, Variant, View, partial_state, terms_of
from .core import TurnPlan, TurnPlanner, carry_out

# -- scene


W = TypeVar("W")


@dataclass(frozen=True, slots=True)
class PlayedPlan:
    """A plan, and the towers before and after it."""

    deck: Deck
    board: State
    plan: TurnPlan
    after: list[Site]
    followers: tuple[int, ...]
    """The rivals who have a turn before the seat's next one, if all seats only build and draw."""
    plays_again: bool
    """Whether the seat certainly has another turn: else the rivals could empty the pile and end the game first."""
    may_play_again: bool
    """Whether it has another turn if all seats only build and draw."""
    ends: bool
    """Whether the game ends with this turn."""
    pile: int
    """The most cards that the draw pile can have when the next tower is scored after this turn."""
    turns: int
    """The most turns that can follow this one, but no more than matter to the height of a tower."""

    @property
    def seat(self) -> int:
        return self.board.turn

    @property
    def rivals(self) -> list[int]:
        return [seat for seat in range(len(self.board.points)) if seat != self.seat]

    def one_of(self, one: W, several: W) -> W:
        """Return `one` if there is only one opponent, else `several`."""
        return one if len(self.board.points) == 2 else several

    def unclaimed(self, plot: int, level: int) -> Site:
        """Return the tower as the plan leaves it, but without the card that it tucks at `level`."""
        kinds, owners = self.after[plot]
        return kinds, owners[:level] + VACANT + owners[level + 1 :]

    def without(self, plot: int, level: int) -> PlayedPlan:
        """Return the scene without that card."""
        after = self.after.copy()
        after[plot] = self.unclaimed(plot, level)
        return replace(self, after=after)


def scene_of(deck: Deck, board: State, plan: TurnPlan) -> PlayedPlan:
    ended, seats, pile = board.copy(), list[int](), 0
    carry_out(ended, plan)
    later = ended.copy()
    while later.outcome is None and (board.turn not in seats or len(seats) < board.terms.height):
        seats.append(later.turn)
        later.hands[later.turn] = later.hands[later.turn][board.terms.builds :]
        later.end_turn()
        pile = len(later.draw_pile) if len(seats) == 1 else pile
    may = board.turn in seats
    followers = tuple(seats[: seats.index(board.turn)] if may else seats)
    # No seat can draw more than a full hand.
    is_certain = len(ended.draw_pile) > board.terms.hand * len(followers)
    ends, after = ended.outcome is not None, sites_after(board, plan)
    return PlayedPlan(deck, board, plan, after, followers, may and is_certain, may, ends, pile, len(seats))


def named(step: Action) -> str:
    """Return a step such as "building SUITE on tower 2"."""
    match step:
        case Build(floor, plot):
            if plot == NEW:
                return tr("building {floor} as a new tower", floor=tr(floor))
            return tr("building {floor} on tower {tower}", floor=tr(floor), tower=plot + 1)
        case Claim(_, plot, level):
            return tr("tucking a card under floor {level} of tower {tower}", level=level + 1, tower=plot + 1)
    return tr("ending the turn")


def with_cards(site: Site, seat: int) -> list[tuple[int, Site]]:
    """Return (level, tower) for each vacant floor: the tower as if the seat had tucked a card there."""
    kinds, owners = site
    return [(level, (kinds, claimed(owners, level, seat))) for level, owner in enumerate(owners) if owner == NONE]


def is_scored(scene: PlayedPlan, site: Site) -> bool:
    """Return whether such a tower is scored this turn."""
    return scene.ends or scene.board.terms.is_scored(site[0])


def grown(scene: PlayedPlan, site: Site) -> Site:
    """Return the tower with as many vacant floors without effects as can still be built on it."""
    more = VACANT * min(scene.board.terms.height - len(site[0]), scene.turns)
    return site[0] + more, site[1] + more


def score(scene: PlayedPlan, site: Site) -> TowerTally:
    return tally(scene.deck, *site, len(scene.board.points))


def sums(scene: PlayedPlan, site: Site) -> str:
    """Return what a tower scores for the seat, and for the only opponent or at most for any other."""
    points = score(scene, site).points
    mine, rivals = points[scene.seat], [n for rival, n in enumerate(points) if rival != scene.seat]
    if not any(points):
        return tr("nothing for anybody")
    if len(rivals) > 1 and any(rivals):
        return fill(AT_MOST, own=mine, most=max(rivals))
    return fill(scene.one_of(*SUMS), own=mine, others=max(rivals))


AT_MOST = Own("{own} for you and at most {most} for anyone else", "{own} for {name} and at most {most} for anyone else")
SUMS = (
    Own("{own} for you and {others} for the opponent", "{own} for {name} and {others} for the opponent"),
    Own("{own} for you and {others} for the others", "{own} for {name} and {others} for the others"),
)


def difference(scene: PlayedPlan, after: Site, without: Site) -> tuple[int, int]:
    """Return how many points more a tower scores for the seat, and for all others, than it does `without`."""
    more = [now - then for now, then in zip(score(scene, after).points, score(scene, without).points)]
    return more[scene.seat], sum(more) - more[scene.seat]


def cards(scene: PlayedPlan, site: Site) -> int:
    """Return how many cards a tower grants the seat."""
    return cards_of((scene.seat,), scene, site)


def cards_of(seats: Collection[int], scene: PlayedPlan, site: Site) -> int:
    """Return how many cards a tower grants some seats."""
    return sum(count for drawer, count in score(scene, site).draws if drawer in seats)


def drawn(scene: PlayedPlan, plot: int, number: int) -> int:
    """Return how many of `number` cards that a tower grants can be drawn for the seat's next turn."""
    if not scene.may_play_again:
        return 0
    if not is_scored(scene, scene.after[plot]):
        return min(number, scene.pile, scene.board.terms.hand)
    return _draw(scene, number)[0]


def _draw(scene: PlayedPlan, number: int, untucked: int = 0) -> tuple[int, int]:
    """Return how many of `number` cards granted this turn are drawn, and how many cards are then in hand.

    This is with the plan's tucks, or with `untucked` fewer.
    """
    board, tucks = scene.board, sum(len(levels) for _, levels in scene.plan.claims)
    kept = len(board.hands[scene.seat]) - tucks - len(scene.plan.builds) + untucked
    room = board.terms.hand - kept
    usual = max(0, min(board.terms.drawn, room, len(board.draw_pile)))
    more = min(number, room - usual, len(board.draw_pile) - usual)
    return more, kept + usual + more


def more_drawn(scene: PlayedPlan, plot: int, without: Site) -> int:
    """Return how many cards more the seat can draw with the tower on a plot than if it stood as `without` a tuck.

    If it is scored this turn, these are the cards more in hand after drawing, where the tucked card is missing.
    """
    after = scene.after[plot]
    if not is_scored(scene, after) or not scene.may_play_again:
        return drawn(scene, plot, cards(scene, after)) - drawn(scene, plot, cards(scene, without))
    others = (site for other, site in enumerate(scene.after) if other != plot)
    rest = sum(cards(scene, site) for site in others if site[0] and is_scored(scene, site))
    granted, less = rest + cards(scene, after), rest + cards(scene, without)
    (now, hand), (then, _), (_, untucked) = _draw(scene, granted), _draw(scene, less), _draw(scene, less, 1)
    return min(now - then, max(0, hand - untucked))


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


@cache
def weights_of(bot: str) -> Weights:
    """Return the weights of the bot of that name. Raises UnknownBot."""
    return msgspec.convert(weights_named("towers", bot), Weights)


# -- boards


def planner_of(variant: Variant, w: Weights) -> TurnPlanner:
    """Return a planner for this variant, with these weights."""
    return TurnPlanner(terms_of(variant), w.now, w.grown, w.exposed, w.keep, w.trigger, w.late, w.draw, w.rivals)


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
    kept_down: list[float]
    """How many points fewer it let the rivals score until the seat's next turn, in each world."""


class PlanSearch:
    """The search for the best plan in one position, in possible worlds."""

    def __init__(self, view: View, planner: TurnPlanner, weights: Weights, rng: random.Random) -> None:
        self.view = view
        self.planner = planner
        self.weights = weights
        self.rng = rng

    def best(self, plans: Sequence[TurnPlan], before: Sequence[Action] = ()) -> list[PlanCandidate]:
        """Return the plans after trying them, best first. They begin after the steps `before`.

        Each round tries half of the plans of the one before in twice as many worlds.
        """
        worlds = self.weights.worlds[self.view.variant.seats - FEWEST]
        schedule = [worlds << heat for heat in range(self.weights.heats)]
        candidates = [PlanCandidate(plan) for plan in plans]
        return halve(candidates, schedule, partial(world_of, self.view, self.rng, before), self._try)

    def _try(self, world: State, candidate: PlanCandidate) -> float:
        return self.planner.forecast(world, candidate.choice)[0]

    def duels(self, plan: TurnPlan, others: Sequence[TurnPlan]) -> list[Duel]:
        """Compare a plan with the best of others, in new worlds."""
        draw = partial(world_of, self.view, self.rng)
        rivals = halve([PlanCandidate(other) for other in others], HEATS, draw, self._try)[:FINALISTS]
        plans = [plan, *(rival.choice for rival in rivals)]
        rows = [[self.planner.forecast(world, each) for each in plans] for world in (draw() for _ in range(FINALS))]
        found = []
        for number, other in enumerate(plans[1:], 1):
            gains = [row[0][0] - row[number][0] for row in rows]
            found.append(Duel(other, gains, [row[number][1] - row[0][1] for row in rows]))
        return found

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
            world = world_of(self.view, self.rng)
            after = world.copy()
            for step in before:
                play(after, deck, step)
            losses.append(self.planner.forecast(world, best)[0] - self.planner.forecast(after, plan)[0])
        return cost_of(losses)


def world_of(view: View, rng: random.Random, before: Sequence[Action] = ()) -> State:
    """Return a random world that is consistent with the view, after the steps `before`."""
    world = board_of(GAME.determinize(view, rng))
    for step in before:
        play(world, view.variant.deck, step)
    return world
