"""Finds the shortest way of a key cursor to a tower."""

import copy

from topping_out.game.icetowers.state import View
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.animator import Layout
from topping_out.scenes.icetowers.cursors import DIRECTIONS, KeyCursor


def way_to(cursor: KeyCursor, view: View, layout: Layout, tower: int) -> list[Verb]:
    """Return the directions that lead to a tower. Raises LookupError if there is no way."""
    start = copy.copy(cursor)
    start.look(view, layout)
    start.inside = False
    ways, todo = {start.spot.tower: ([], start)}, [start.spot.tower]  # type: ignore[var-annotated]
    while tower not in ways:
        if not todo:
            raise LookupError(f"no way leads to tower {tower}")
        way, here = ways[todo.pop(0)]
        for verb in sorted(DIRECTIONS):
            twin = copy.copy(here)
            twin.on_intent(Intent(verb), view, layout)
            if twin.spot.tower not in ways:
                ways[twin.spot.tower] = [*way, verb], twin
                todo.append(twin.spot.tower)
    return ways[tower][0]
