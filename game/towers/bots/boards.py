"""States and views become boards to plan on, and plans become actions."""

from __future__ import annotations

from topping_out.game.towers.actions import NEW, Action, Build, Claim, End
from topping_out.game.towers.bots.core.plan import TurnPlan
from topping_out.game.towers.bots.core.planner import TurnPlanner
from topping_out.game.towers.bots.weights import Weights
from topping_out.game.towers.core.state import Site, State, claimed
from topping_out.game.towers.floors import NONE, Deck
from topping_out.game.towers.legality import END
from topping_out.game.towers.state import Variant, View, partial_state, terms_of


def planner_of(variant: Variant, w: Weights) -> TurnPlanner:
    """Return a planner for such games."""
    return TurnPlanner(terms_of(variant), w.now, w.grown, w.exposed, w.keep, w.trigger, w.late, w.draw, w.rivals)


def board_of(state: State) -> State:
    """Return a state without faces."""
    board = state.copy()
    board.leave_out_faces()
    return board


def observation_of(view: View) -> State:
    """Return what a seat sees, without faces; hidden cards are of no kind."""
    board = partial_state(view)
    board.leave_out_faces()
    return board


def play(board: State, deck: Deck, step: Action) -> None:
    """Do a step of a turn."""
    match step:
        case Build(floor, plot):
            free = board.sites.index((b"", b"")) if plot == NEW else plot
            board.build(deck.kind_named[floor], free)
        case Claim(floor, plot, level):
            board.claim(deck.kind_named[floor], plot, level)
        case End():
            board.end_turn()


# -- from plans


def steps_of(deck: Deck, board: State, plan: TurnPlan) -> list[Action]:
    """Return the plan as actions, the end of the turn included."""
    _, builds, claims, tucks = plan
    found: list[Action] = []
    for kind, plot in builds:
        found.append(Build(deck.floors[kind].name, plot if board.sites[plot][0] else NEW))
    places = [(plot, level) for plot, levels in claims for level in levels]
    for kind, (plot, level) in zip(tucks, places):
        found.append(Claim(deck.floors[kind].name, plot, level))
    return [*found, END]


def sites_after(board: State, plan: TurnPlan) -> list[Site]:
    """Return the towers as the plan leaves them, before any is scored."""
    sites = board.sites[:]
    for kind, plot in plan.builds:
        kinds, owners = sites[plot]
        sites[plot] = kinds + bytes((kind,)), owners + bytes((NONE,))
    for plot, levels in plan.claims:
        for level in levels:
            kinds, owners = sites[plot]
            sites[plot] = kinds, claimed(owners, level, board.turn)
    return sites
