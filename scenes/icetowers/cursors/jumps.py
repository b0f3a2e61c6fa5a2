"""Where a cursor jumps: to the nearest thing in the direction pressed, and from anywhere to everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from topping_out.scenes.devices.intents import Verb

Key = int
Places = tuple[tuple[Key, tuple[float, float]], ...]
Jumps = dict[Key, dict[Verb, Key]]
WAYS = {Verb.LEFT: (-1, 0), Verb.RIGHT: (1, 0), Verb.UP: (0, -1), Verb.DOWN: (0, 1)}
_Cost = tuple[bool, float, Key]


@lru_cache(maxsize=64)
def jumps(places: Places) -> Jumps:
    """Return for every thing where each direction leads: the nearest in its quadrant, else in its half-plane.

    Now and then a thing is nobody's nearest. Then the jump that costs least is led there instead, so that every
    thing can be reached from every other.
    """
    graph = {key: dict(_nearest(key, here, places)) for key, here in places}
    for _ in range(2 * len(places)):
        cut = _cut(graph)
        if cut is None:
            break
        _bridge(graph, dict(places), *cut)
    return graph


def first_jump(here: tuple[float, float], places: Places, verb: Verb) -> Key | None:
    """Return where a direction leads from a point that is no such thing itself; None: nothing lies there."""
    return dict(_nearest(-1, here, places)).get(verb)


def _cost(here: tuple[float, float], there: tuple[float, float], way: tuple[int, int], key: Key) -> _Cost | None:
    dx, dy = there[0] - here[0], there[1] - here[1]
    ahead, aside = (dx * way[0], abs(dy)) if way[0] else (dy * way[1], abs(dx))
    return (aside > 1.2 * ahead, ahead + 1.4 * aside, key) if ahead > 0.5 else None


def _nearest(key: Key, here: tuple[float, float], places: Places) -> Iterator[tuple[Verb, Key]]:
    for verb, way in WAYS.items():
        costs = (_cost(here, there, way, other) for other, there in places if other != key)
        best = min((cost for cost in costs if cost), default=None)
        if best:
            yield verb, best[2]


def _cut(graph: Jumps) -> tuple[set[Key], set[Key]] | None:
    """Return (a set that cannot be left, the rest), or None where everything reaches everything."""
    if not graph:
        return None
    root = next(iter(graph))
    ahead = {key: set(ways.values()) for key, ways in graph.items()}
    back: dict[Key, set[Key]] = {key: set() for key in graph}
    for key, goals in ahead.items():
        for goal in goals:
            back[goal].add(key)
    reached = _reach(root, ahead)
    if len(reached) < len(graph):
        return reached, graph.keys() - reached
    reaching = _reach(root, back)
    return (graph.keys() - reaching, reaching) if len(reaching) < len(graph) else None


def _reach(start: Key, edges: dict[Key, set[Key]]) -> set[Key]:
    seen, todo = {start}, [start]
    while todo:
        new = edges[todo.pop()] - seen
        seen |= new
        todo += new
    return seen


def _bridge(graph: Jumps, places: dict[Key, tuple[float, float]], inside: set[Key], outside: set[Key]) -> None:
    """Lead one jump out of `inside`: the cheapest that does not take the only way to somewhere else."""
    entries: dict[Key, int] = {}
    for ways in graph.values():
        for goal in ways.values():
            entries[goal] = entries.get(goal, 0) + 1
    best: tuple[bool, _Cost, Key, Verb] | None = None
    for key in inside:
        for verb, way in WAYS.items():
            robs = verb in graph[key] and entries[graph[key][verb]] == 1
            for goal in outside:
                cost = _cost(places[key], places[goal], way, goal)
                if cost:
                    found = (robs, cost, key, verb)
                    best = found if best is None else min(best, found)
    if best:
        graph[best[2]][best[3]] = best[1][2]
