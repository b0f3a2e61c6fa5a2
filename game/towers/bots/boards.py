"""Between the rules and the core: states and views become boards, and plans become actions."""

from __future__ import annotations

from functools import lru_cache

from topping_out.game.towers.actions import NEW, Action, Build, Claim, End
from topping_out.game.towers.bots.core.board import Board, Site, Terms, TurnPlan, claimed
from topping_out.game.towers.bots.core.planner import TurnPlanner
from topping_out.game.towers.bots.weights import Weights
from topping_out.game.towers.floors import NONE, Deck, EffectVerb
from topping_out.game.towers.legality import END
from topping_out.game.towers.state import State, Variant, View, floors_of, owners_of

VERBS = tuple(EffectVerb)
"""In the order of the core's numbers for them."""


# -- to the core


@lru_cache(maxsize=4)
def terms_of(variant: Variant) -> Terms:
    """Return the rules of a game as the core has them."""
    deck = variant.deck
    effects = [[(VERBS.index(effect.verb), effect.amount) for effect in floor.effects] for floor in deck.floors]
    return Terms(variant.seats, variant.limit, effects, deck.triggers, variant.end == "deck")


def planner_of(variant: Variant, w: Weights) -> TurnPlanner:
    """Return a planner for such games."""
    return TurnPlanner(terms_of(variant), w.now, w.grown, w.exposed, w.keep, w.trigger, w.late, w.draw, w.rivals)


def board_of(state: State) -> Board:
    """Return a state as the core has it."""
    kinds = state.variant.deck.kinds
    board = Board(terms_of(state.variant))
    board.hands = [hand.translate(kinds) for hand in state.hands]
    board.sites = [(floors_of(tower).translate(kinds), owners_of(tower)) for tower in state.towers]
    board.pile = state.draw_pile.translate(kinds)
    board.scores = list(state.scores)
    board.first, board.turn, board.built = state.first, state.turn, state.built
    board.is_last_round, board.is_over = state.last_round, state.outcome is not None
    return board


def observation_of(view: View) -> Board:
    """Return what a seat sees, as the core has it; hidden cards are of no kind."""
    kinds = view.variant.deck.kinds
    board = Board(terms_of(view.variant))
    board.hands = [bytes([NONE]) * size for size in view.hand_sizes]
    if view.seat is not None:
        board.hands[view.seat] = bytes(view.hand).translate(kinds)
    for tower in view.towers:
        owners = bytes([NONE if storey.owner is None else storey.owner for storey in tower])
        board.sites.append((bytes([storey.card for storey in tower]).translate(kinds), owners))
    board.pile = bytes([NONE]) * view.draw_pile
    board.scores = list(view.scores)
    board.first, board.turn, board.built = view.first, view.turn, bytes(view.built)
    board.is_last_round, board.is_over = view.last_round, view.outcome is not None
    return board


def play(board: Board, deck: Deck, step: Action) -> None:
    """Do a step of a turn."""
    match step:
        case Build(floor, plot):
            free = board.sites.index((b"", b"")) if plot == NEW else plot
            board.build(deck.kind_named[floor], free)
        case Claim(floor, plot, level):
            board.claim(deck.kind_named[floor], plot, level)
        case End():
            board.end_turn()


# -- from the core


def steps_of(deck: Deck, board: Board, plan: TurnPlan) -> list[Action]:
    """Return the plan as actions, the end of the turn included."""
    _, builds, claims, tucks = plan
    found: list[Action] = []
    for kind, plot in builds:
        found.append(Build(deck.floors[kind].name, plot if board.sites[plot][0] else NEW))
    places = [(plot, level) for plot, levels in claims for level in levels]
    for kind, (plot, level) in zip(tucks, places):
        found.append(Claim(deck.floors[kind].name, plot, level))
    return [*found, END]


def sites_after(board: Board, plan: TurnPlan) -> list[Site]:
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
