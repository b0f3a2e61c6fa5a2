"""How a deal went, as a small tower: golden with a tree where it was won, an outline until it is played."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

import pygame

from topping_out.game.progress.daily import YOUR_SEAT
from topping_out.game.storage.history.tries import DealTry
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.ui.widgets import Rect

WIDEST = 20.0
GAP = 3.0


class DealState(Enum):
    """How far the try at a deal is that counts; its value is the height of its tower beside the highest."""

    WON = 1.0
    LOST = 0.72
    UNDER_WAY = 0.44
    GIVEN_UP = 0.2
    NEW = 0.6


def state_of(counted: DealTry | None) -> DealState:
    if counted is None:
        return DealState.NEW
    if counted.outcome:
        return DealState.WON if YOUR_SEAT in counted.outcome.winners else DealState.LOST
    return DealState.GIVEN_UP if counted.is_given_up else DealState.UNDER_WAY


def put_small_towers(stage: Stage, kit: Kit, room: Rect, tries: Iterable[DealTry | None]) -> None:
    """Show a tower for each of the tries, side by side in the middle of the room, on its lower edge."""
    states = [*map(state_of, tries)]
    step = min(WIDEST + GAP, room.w / max(1, len(states)))
    left = room.centerx - step * len(states) / 2
    for number, state in enumerate(states):
        tower = small_tower(kit, state, round(step - GAP, 1), round(room.h, 1))
        stage.blit(tower, left + number * step + GAP / 2, room.bottom - kit.size_of(tower)[1])


@painted_once
def small_tower(kit: Kit, state: DealState, width: float, height: float) -> pygame.Surface:
    """Return a tower of such a deal, where the highest may be `height`."""
    theme, high = kit.theme, max(3.0, height * state.value)
    wall = {DealState.WON: theme.brass, DealState.LOST: mix(theme.mist, theme.dusk, 0.35)}.get(state, theme.rim)
    canvas = kit.canvas(width, high, wall, 3)
    if state is DealState.NEW:
        return canvas.rect(0.5, 0.5, width - 1, high + 4, mix(theme.rim, theme.mist, 0.25), 1, 1).done()
    tree = min(0.3 * high, 1.1 * width) if state is DealState.WON else 0.0
    if tree:
        middle, green = width / 2, mix(theme.good, theme.suits[2], 0.35)
        canvas.polygon([(middle, 0), (middle + 0.34 * width, tree), (middle - 0.34 * width, tree)], green)
    canvas.rect(0, tree, width, high - tree, wall)
    canvas.rect(width / 2, tree, width / 2, high - tree, mix(wall, theme.night, 0.3))
    lit = {DealState.WON: theme.ink, DealState.LOST: theme.window}.get(state)
    for row in range(int((high - tree - 3) / 6) if lit else 0):
        for column in (0.2, 0.58):
            canvas.rect(width * column, tree + 4 + row * 6, width * 0.22, 3, lit or wall)
    if state is DealState.UNDER_WAY:
        for x in (0.15, 0.5, 0.85):
            canvas.rect(width * x - 0.7, tree, 1.4, high * 0.4, theme.brass)
    return canvas.done()


STOREY = 13.0
"""A storey of the tower that goes along with a result is such a square."""


@painted_once
def told_tower(kit: Kit, storeys: int, has_won: bool) -> pygame.Surface:
    """Return the tower that goes along with a result as signs: a square for each storey, where it was won a tree."""
    theme, step, tree = kit.theme, STOREY + 2, 18.0 if has_won else 0.0
    canvas = kit.canvas(STOREY + 4, tree + storeys * step, theme.ember, 3)
    middle = STOREY / 2 + 2
    for number in range(storeys):
        canvas.rect(2, tree + number * step, STOREY, STOREY, theme.copper, 2)
    for top, half in ((0.0, 5.0), (5.0, 7.5)) if has_won else ():
        canvas.polygon([(middle, top), (middle + half, top + 10), (middle - half, top + 10)], theme.suits[2])
    return canvas.done()
