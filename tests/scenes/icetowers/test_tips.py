"""What is said of towers, pieces and gaps on the ice is what the rules make of it, over random positions."""

import random
import re

import pytest

from tests.game.said.positions import positions
from topping_out.game.icetowers.actions import Lift, Mine, Place, Split
from topping_out.game.icetowers.pieces import PIPS_OF
from topping_out.game.icetowers.rules import GAME
from topping_out.game.icetowers.state import State
from topping_out.game.record import Player
from topping_out.scenes.accessibility.semantics import Semantics
from topping_out.scenes.app import App
from topping_out.scenes.icetowers.colours import Colours
from topping_out.scenes.icetowers.layout import Layout
from topping_out.scenes.icetowers.spoken.elements import SpokenTable

Said = dict[str, Semantics]


def pips(pieces: tuple[int, ...]) -> int:
    return sum(PIPS_OF[piece] for piece in pieces)


def said_of(app: App, state: State, seat: int, opened: int | None = None) -> Said:
    """Return what the table says, by the names of its things."""
    table, seats = SpokenTable(), state.variant.seats
    table.player, table.opened = seat, opened
    players = [Player(f"P{number}", colour=number) for number in range(seats)]
    colours = Colours(app.context.kit.theme, players, False)
    found = table.widgets(GAME.view(state, seat), Layout(app.context.kit, seats), colours, lambda _: "")
    return {widget.name: said for widget in found if (said := widget.semantics())}


def check(app: App, state: State, seat: int) -> int:
    """Compare what can be done, and what comes of it, with the rules; return how many tips there were."""
    legal, said, told = set(GAME.actions(state, seat)), said_of(app, state, seat), 0
    for tower in state.towers:
        if found := said.get(f"tower {tower.id}"):
            told += 1
            worth = re.search(r"worth (\d+)", found.label)
            assert worth, found.label
            assert int(worth[1]) == pips(tower.pieces), found.label
            told += check_inside(app, state, seat, tower.id, legal)
        cap = re.match(r"Cap: makes (\d+)\.", found.description) if found else None
        if cap:
            assert Place(tower.id) in legal, found
            after = state.copy()
            GAME.apply(after, seat, Place(tower.id))
            assert int(cap[1]) == next(pips(one.pieces) for one in after.towers if one.id == tower.id), cap[0]
    lifts = [one for name, one in said.items() if name.startswith("alone") and one.description == "Lift this piece."]
    assert bool(lifts) == any(isinstance(action, Lift) for action in legal) or state.hands[seat], said
    return told


def check_inside(app: App, state: State, seat: int, tower: int, legal: set[object]) -> int:
    """Compare what is said of a tower's pieces and gaps with what the rules allow."""
    told = 0
    for name, found in said_of(app, state, seat, tower).items():
        kind, _, number = name.partition(" ")
        if kind == "piece":
            assert found.is_enabled == (Mine(int(number)) in legal), found
        elif kind == "gap":
            assert found.is_enabled == (Split(int(number)) in legal), found
            if parts := re.fullmatch(r"Split: (\d+) above, (\d+) below\.", found.description):
                after = state.copy()
                GAME.apply(after, seat, Split(int(number)))
                new = {one.id: pips(one.pieces) for one in after.towers} | {tower: 0}
                below = next(pips(one.pieces) for one in after.towers if one.id == tower)
                assert int(parts[2]) == below, parts[0]
                assert int(parts[1]) in new.values(), parts[0]
        told += kind in ("piece", "gap")
    return told


def run(app: App, seed: int, number: int) -> int:
    luck = random.Random(seed)
    return sum(check(app, state, seat) for state, seat in positions("icetowers", luck, number))


def test_what_is_said_on_the_ice_is_so(app: App) -> None:
    assert run(app, 1, 100) >= 500


@pytest.mark.long
def test_what_is_said_on_the_ice_is_so_in_thousands_of_positions(app: App) -> None:
    assert run(app, 2, 3000) >= 15000
