"""Between the table and the search core: weights, positions as the core has them, and its plans as steps of a turn."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated

import msgspec

from game.bots.weights import Count, OneOrMore, weights_named
from game.towers.actions import NEW, Action, Build, Claim, End
from game.towers.bots.playout import Board, Code, Plan, Site, Thinker, claimed
from game.towers.floors import NONE, Deck, Verb
from game.towers.state import State, Variant, View, floors_of, owners_of
from game.towers.tables import END

VERBS = tuple(Verb)
"""In the order of the core's numbers for them."""


BySize = Annotated[list[float], msgspec.Meta(min_length=5, max_length=5)]
"""By the floors of a tower that stands on: one to five."""
ByCard = Annotated[list[float], msgspec.Meta(min_length=4, max_length=4)]
BySeats = Annotated[list[Count], msgspec.Meta(min_length=3, max_length=3)]
"""By the seats: two to four."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one level thinks; `assets/games/towers/bots.toml` says what each number means."""

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
def weights_of(mind: str) -> Weights:
    """Return how a mind thinks. Raises UnknownBot."""
    return msgspec.convert(weights_named("towers", mind), Weights)


# -- to the core


@lru_cache(maxsize=4)
def code_of(variant: Variant) -> Code:
    """Return the rules of a game as the core has them."""
    deck = variant.deck
    effects = [[(VERBS.index(effect.verb), effect.amount) for effect in floor.effects] for floor in deck.floors]
    return Code(variant.seats, variant.limit, effects, deck.triggers, variant.end == "deck")


def thinker_of(variant: Variant, w: Weights) -> Thinker:
    """Return a planner for such games."""
    return Thinker(code_of(variant), w.now, w.grown, w.exposed, w.keep, w.trigger, w.late, w.draw, w.rivals)


def board_of(state: State) -> Board:
    """Return a state as the core has it."""
    kinds = state.variant.deck.kinds
    board = Board(code_of(state.variant))
    board.hands = [hand.translate(kinds) for hand in state.hands]
    board.sites = [(floors_of(tower).translate(kinds), owners_of(tower)) for tower in state.towers]
    board.pile = state.draw_pile.translate(kinds)
    board.scores = list(state.scores)
    board.first, board.turn, board.built = state.first, state.turn, state.built
    board.is_last_round, board.is_over = state.last_round, state.outcome is not None
    return board


def sight_of(view: View) -> Board:
    """Return what a seat sees, as the core has it; hidden cards are of no kind."""
    kinds = view.variant.deck.kinds
    board = Board(code_of(view.variant))
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


def steps_of(deck: Deck, board: Board, plan: Plan) -> list[Action]:
    """Return the plan as actions, the end of the turn included."""
    _, builds, claims, tucks = plan
    found: list[Action] = []
    for kind, plot in builds:
        found.append(Build(deck.floors[kind].name, plot if board.sites[plot][0] else NEW))
    places = [(plot, level) for plot, levels in claims for level in levels]
    for kind, (plot, level) in zip(tucks, places):
        found.append(Claim(deck.floors[kind].name, plot, level))
    return [*found, END]


def sites_after(board: Board, plan: Plan) -> list[Site]:
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
