"""The numbers of an observation contain the whole view: decoded, they give the same facts."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="pip install '.[rl]'")

import numpy as np

from tests.game.environments.test_environments import TABLES, random_play
from topping_out.game.environments import raw_env
from topping_out.game.icetowers.state import COLOUR_OF, PER_COLOUR
from topping_out.game.towering.actions import COLOUR_OF as COLOUR_OF_CARD
from topping_out.game.towering.actions import NUMBER_OF, TurnStage
from topping_out.game.towers.floors import HIDDEN
from topping_out.game.wyoming.actions import PER_SUIT

Facts = dict[tuple[object, ...], int]
Axes = dict[str, tuple[int, ...]]


def wyoming(view: Any) -> tuple[Axes, Facts]:
    seats, foundations = view.variant.seats, view.variant.foundations
    suit = lambda card: card // PER_SUIT  # noqa: E731
    place = lambda seat: (seat - view.seat) % seats  # noqa: E731
    facts = Counter(("hand", suit(card)) for card in view.hand) + Counter(("discards", suit(c)) for c in view.discards)
    for seat in range(seats):
        facts["hand_sizes", place(seat)] = view.hand_sizes[seat]
        facts["in_play", place(seat)] = seat in view.in_play
        for foundation, tower in enumerate(view.towers[seat]):
            for card in tower:
                facts["towers", place(seat), foundation, suit(card)] += 1
            facts["safe", place(seat), foundation] = view.variant.scaffolding and view.safe[seat][foundation]
    facts["turn", place(view.turn)] = 1
    facts["draw_pile", 0], facts["pennies", 0], facts["owed", 0] = view.draw_pile, min(view.pennies, 14), view.owed
    return {"towers": (seats, foundations, 4), "safe": (seats, foundations)}, facts


def towering(view: Any) -> tuple[Axes, Facts]:
    colours, facts = view.variant.colours, Counter[tuple[object, ...]]()
    kind = lambda card: (COLOUR_OF_CARD[card], max(0, NUMBER_OF[card] - 1))  # noqa: E731
    for seat in (0, 1):
        place = seat ^ view.seat
        facts.update(("known", place, *kind(card)) for card in view.known[seat])
        facts.update(("towers", place, *kind(card)) for tower in view.towers[seat] for card in tower)
        facts["hand_sizes", place], facts["totals", place] = view.hand_sizes[seat], view.totals[seat]
    facts.update(("hand", *kind(card)) for card in view.hand)
    for pile in view.discards:
        facts.update(("discards", *kind(card)) for card in pile)
        for depth, card in enumerate(reversed(pile), 1):
            facts["depths", *kind(card)] = facts["depths", *kind(card)] or depth
    if view.barred is not None:
        facts["barred", view.barred] = 1
    facts["draw_pile", 0], facts["round", 0], facts["streak", 0] = view.draw_pile, view.round, view.streak
    facts["materials", 0] = view.variant.materials[view.round]
    facts["draws", 0] = view.stage is TurnStage.DRAW
    facts["is_turn", 0], facts["is_first", 0] = view.turn == view.seat, view.first == view.seat
    return dict.fromkeys(("hand", "discards", "depths"), (colours, 10)) | dict.fromkeys(
        ("known", "towers"), (2, colours, 10)
    ), facts


def towers(view: Any) -> tuple[Axes, Facts]:
    deck, seats, plots = view.variant.deck, view.variant.seats, view.variant.limit
    floors = [floor.name for floor in deck.floors]
    kind = lambda card: floors.index(deck.floor_of(card).name)  # noqa: E731
    place = lambda seat: (seat - view.seat) % seats  # noqa: E731
    facts = Counter(("hand", kind(card)) for card in view.hand) + Counter(("discards", kind(c)) for c in view.discards)
    for seat in range(seats):
        facts["hand_sizes", place(seat)], facts["scores", place(seat)] = view.hand_sizes[seat], view.scores[seat]
    for plot, tower in enumerate(view.towers):
        facts["built", plot] = plot in view.built
        for level, storey in enumerate(tower):
            facts["floors", plot, level, kind(storey.card)] = 1
            if storey.owner is not None:
                facts["owners", plot, level, place(storey.owner)] = 1
                if storey.tuck not in (None, HIDDEN):
                    facts["tucked", plot, level, kind(storey.tuck)] = 1
    facts["first", place(view.first)] = facts["turn", place(view.turn)] = 1
    facts["draw_pile", 0], facts["last_round", 0] = view.draw_pile, view.last_round
    return dict.fromkeys(("floors", "owners", "tucked"), (plots, 6, -1)), facts


def icetowers(view: Any) -> tuple[Axes, Facts]:
    seats, facts = view.variant.seats, Counter[tuple[object, ...]]()
    place = lambda colour: (colour - view.seat) % seats if colour < seats else colour  # noqa: E731
    number = lambda piece: (place(COLOUR_OF[piece]), piece % PER_COLOUR)  # noqa: E731
    for tower in view.towers:
        for level, piece in enumerate(tower.pieces, 1):
            facts["levels", *number(piece)] = level
            base = number(tower.pieces[0])
            facts["bases", *number(piece)] = base[0] * PER_COLOUR + base[1] + 1
        facts["tops", *number(tower.pieces[-1])] = 1
    for seat, held in enumerate(view.hands):
        if held is not None:
            facts["held", *number(held.piece)] = 1
            facts["mined", 0] |= held.mined and seat == view.turn
    for colour, score in enumerate(view.scores):
        facts["scores", place(colour)] = score
    facts.update(("done", place(seat)) for seat in view.done)
    facts.update({("order", place(seat)): nth for nth, seat in enumerate(view.order, 1)})
    if view.turn is not None:
        facts["turn", place(view.turn)] = 1
    return dict.fromkeys(("levels", "bases", "tops", "held"), (-1, PER_COLOUR)), facts


READ: dict[str, Callable[[Any], tuple[Axes, Facts]]] = {
    "wyoming": wyoming, "towering": towering, "towers": towers, "icetowers": icetowers,
}  # fmt: skip


def read_back(environment: Any, seat: int, axes: Axes) -> Facts:
    """Return the nonzero numbers of an observation, by part and index."""
    cells, facts = environment.observe(environment.possible_agents[seat])["observation"], {}
    for part in environment.encoding.parts:
        begin = environment.encoding.starts[part.name]
        values = np.asarray(cells[begin : begin + part.size]).reshape(axes.get(part.name, (-1,)))
        facts |= {(part.name, *map(int, at)): int(values[tuple(at)]) for at in np.argwhere(values)}
    return facts


@pytest.mark.parametrize("game", READ)
def test_a_decoded_observation_equals_the_view(game: str) -> None:
    parts, seen = set(), set()
    for _, seats, options in (table for table in TABLES if table[0] == game):
        environment, luck = raw_env(game, seats, options), Random(seats)
        for _ in random_play(environment, seed=seats):
            seat = luck.randrange(seats)
            axes, facts = READ[game](environment.table.view(seat))
            read = read_back(environment, seat, axes)
            assert read == {fact: value for fact, value in facts.items() if value}
            seen |= {name for name, *_ in read}
        parts |= {part.name for part in environment.encoding.parts}
    assert parts - seen <= {"owed"}  # every other part was nonzero at least once


def test_an_observation_of_wyoming_shows_that_a_penny_is_owed() -> None:
    environment = raw_env("wyoming", 3, {})
    environment.reset(seed=1)
    assert ("owed", 0) not in read_back(environment, 0, {})
    environment.table.state.owed = True
    assert read_back(environment, 0, {})["owed", 0] == 1
