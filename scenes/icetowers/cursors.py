"""The players' cursors at a live table."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Done, Lift, Mine, Place, Ready, SetDown, Split
from topping_out.game.icetowers.state import COLOUR_OF, Held, Phase, PieceId, Tower, View
from topping_out.game.language import mark

from ..devices.intents import Intent, Verb
from ..kit.stage import Point
from ..ui.page import DIRECTIONS
from .animator import Layout, Spot

# -- cursor


class Cursor:
    """The cursor of a player at the screen."""

    def __init__(self, seat: Seat, place: tuple[float, float]) -> None:
        self.seat = seat
        self.x, self.y = place
        self.spot: Spot | None = None
        """The piece or gap at the cursor."""
        self.refusal = ""
        """Why the last intent was not possible; "" if it was."""

    def on_intent(self, intent: Intent, view: View, layout: Layout) -> list[Action]:
        """Return the actions that an intent means."""
        self.refusal = ""
        if intent.verb is Verb.DONE:
            return [Done(self.seat not in view.done)]
        return self._on_intent(intent, view, layout)

    def _on_intent(self, intent: Intent, view: View, layout: Layout) -> list[Action]:
        raise NotImplementedError

    def look(self, view: View, layout: Layout) -> None:
        """Update the cursor after changes on the table."""

    def let_go(self, view: View) -> list[Action]:
        """Return the actions that put back a piece held only while a button is pressed."""
        return []

    def held(self, view: View) -> Held | None:
        return view.hands[self.seat]

    def put_back(self, view: View) -> list[Action]:
        """Return the actions that set the held piece down where it came from."""
        held = self.held(view)
        return [SetDown(*held.place)] if held else []

    def take(self, view: View, piece: PieceId) -> list[Action]:
        """Return the action for touching a piece while none is held: ready, lift or mine."""
        if view.phase is Phase.GATHERING:
            return [Ready(piece)]
        if view.phase is not Phase.PLAY:
            return []
        if not legality.why_not_lift(view, self.seat, piece):
            return [Lift(piece)]
        reason = legality.why_not_mine(view, self.seat, piece)
        if not reason:
            return [Mine(piece)]
        tower = legality.tower_of(view, piece)
        alone = tower is not None and tower.is_free_stander
        self.refusal = legality.why_not_lift(view, self.seat, piece) if alone else reason
        return []


# -- jumps


Key = int
Places = tuple[tuple[Key, tuple[float, float]], ...]
Jumps = dict[Key, dict[Verb, Key]]
_Cost = tuple[bool, float, Key]


@lru_cache(maxsize=64)
def jumps(places: Places) -> Jumps:
    """Return for every place where each direction leads: to the nearest place in its quadrant, else in its half-plane.

    Some places may be nearest to no other. To make every place reachable from every other one, the jumps with the least
    cost are redirected.
    """
    graph = {key: dict(_nearest(key, here, places)) for key, here in places}
    for _ in range(2 * len(places)):
        cut = _cut(graph)
        if cut is None:
            break
        _bridge(graph, dict(places), *cut)
    return graph


def first_jump(here: tuple[float, float], places: Places, verb: Verb) -> Key | None:
    """Return where a direction leads from a point that is not one of the places; None if nowhere."""
    return dict(_nearest(-1, here, places)).get(verb)


def _cost(here: tuple[float, float], there: tuple[float, float], way: tuple[int, int], key: Key) -> _Cost | None:
    dx, dy = there[0] - here[0], there[1] - here[1]
    ahead, aside = (dx * way[0], abs(dy)) if way[0] else (dy * way[1], abs(dx))
    return (aside > 1.2 * ahead, ahead + 1.4 * aside, key) if ahead > 0.5 else None


def _nearest(key: Key, here: tuple[float, float], places: Places) -> Iterator[tuple[Verb, Key]]:
    for verb, way in DIRECTIONS.items():
        costs = (_cost(here, there, way, other) for other, there in places if other != key)
        best = min((cost for cost in costs if cost), default=None)
        if best:
            yield verb, best[2]


def _cut(graph: Jumps) -> tuple[set[Key], set[Key]] | None:
    """Return (a set that cannot be left, the rest), or None if every place is reachable from every other."""
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
    """Redirect one jump from `inside` to `outside`: the cheapest one that is not the only way to another place."""
    entries = Counter(goal for ways in graph.values() for goal in ways.values())
    best: tuple[bool, _Cost, Key, Verb] | None = None
    for key in inside:
        for verb, way in DIRECTIONS.items():
            is_only_way = verb in graph[key] and entries[graph[key][verb]] == 1
            for goal in outside:
                cost = _cost(places[key], places[goal], way, goal)
                if cost:
                    found = (is_only_way, cost, key, verb)
                    best = found if best is None else min(best, found)
    if best:
        graph[best[2]][best[3]] = best[1][2]


# -- keys


class KeyCursor(Cursor):
    """The cursor of keys or a gamepad, which jumps between towers that its player can do something with.

    Inside a tower, it moves from piece to piece.
    """

    def __init__(self, seat: Seat, place: tuple[float, float]) -> None:
        super().__init__(seat, place)
        self.inside = False
        """Whether up and down choose a piece of the tower, to mine it or split above it."""

    def _on_intent(self, intent: Intent, view: View, layout: Layout) -> list[Action]:
        self.look(view, layout)
        if intent.verb in DIRECTIONS:
            self._move(intent.verb, view, layout)
        elif intent.verb is Verb.CONFIRM:
            return self._confirm(view)
        elif intent.verb is Verb.SPLIT:
            return self._split(view)
        elif intent.verb is Verb.CANCEL:
            if self.inside:
                self.inside = False
            else:
                return self.put_back(view)
        return []

    def look(self, view: View, layout: Layout) -> None:
        """Stay at the tower, or if it is gone move to the nearest one."""
        tower = legality.tower_by_id(view, self.spot.tower) if self.spot else None
        is_before_play = view.phase is Phase.GATHERING and tower is not None and tower.controller != self.seat
        if (tower is None or is_before_play) and view.towers:
            tower = min(stops(view, self.seat), key=lambda t: math.dist(layout.at(t.x, t.y), (self.x, self.y)))
            self.inside = False
            self.spot = Spot(tower.id, tower.top)
        if tower is None:
            return
        assert self.spot
        if self.spot.piece not in tower.pieces or not self.inside:
            self.spot = Spot(tower.id, tower.top)
        if not self._choices(view, tower):
            self.inside = False
        if self.inside:
            layout.fan_out(self.seat, tower, tower.pieces[0])
        else:
            layout.close_fan(self.seat)
        self.x, self.y = layout.feet(tower)[tower.pieces.index(self.spot.piece)]

    def _choices(self, view: View, tower: Tower) -> list[PieceId]:
        """Return the pieces of a tower that this player can mine, or split above, top first."""
        if self.held(view):
            return []
        possible = {*legality.mineable(view, self.seat), *legality.gaps(view, self.seat)}
        return [piece for piece in reversed(tower.pieces) if piece in possible]

    def _tower(self, view: View) -> Tower | None:
        return legality.tower_by_id(view, self.spot.tower) if self.spot else None

    def _move(self, verb: Verb, view: View, layout: Layout) -> None:
        tower = self._tower(view)
        if self.inside and tower and verb in (Verb.UP, Verb.DOWN):
            self._climb(view, tower, -1 if verb is Verb.UP else 1)
            return
        self.inside = False
        places = tuple((t.id, layout.at(t.x, t.y)) for t in stops(view, self.seat))
        if tower is None:
            return
        graph, here = jumps(places), layout.at(tower.x, tower.y)
        goal = graph[tower.id].get(verb) if tower.id in graph else first_jump(here, places, verb)
        if goal is not None:
            found = legality.tower_by_id(view, goal)
            assert found
            self.spot = Spot(found.id, found.top)
            self.look(view, layout)

    def _climb(self, view: View, tower: Tower, by: int) -> None:
        choices = self._choices(view, tower)
        assert self.spot
        place = choices.index(self.spot.piece) if self.spot.piece in choices else 0
        self.spot = Spot(tower.id, choices[max(0, min(len(choices) - 1, place + by))])

    def _enter(self, tower: Tower, pieces: Sequence[PieceId]) -> None:
        self.inside = True
        self.spot = Spot(tower.id, pieces[0])

    def _confirm(self, view: View) -> list[Action]:
        tower = self._tower(view)
        if tower is None or self.spot is None:
            return self.put_back(view)
        held = self.held(view)
        if held:
            cannot = not legality.targets(view, held) and held.mined
            return self.put_back(view) if cannot else [Place(tower.id)]
        if self.inside or view.phase is Phase.GATHERING or tower.is_free_stander:
            return self.take(view, self.spot.piece)
        mineable = [piece for piece in self._choices(view, tower) if piece in legality.mineable(view, self.seat)]
        if mineable:
            self._enter(tower, mineable)
            return []
        own = next((piece for piece in reversed(tower.pieces) if COLOUR_OF[piece] == self.seat), tower.top)
        return self.take(view, own)

    def _split(self, view: View) -> list[Action]:
        """Split if there is just one gap; if there are several, let the player choose."""
        tower = self._tower(view)
        if tower is None or self.spot is None:
            return []
        gaps = [piece for piece in self._choices(view, tower) if piece in legality.gaps(view, self.seat)]
        if self.inside and self.spot.piece in gaps:
            return [Split(self.spot.piece)]
        if len(gaps) == 1:
            return [Split(gaps[0])]
        if gaps:
            self._enter(tower, gaps)
        else:
            self.refusal = legality.why_not_split(view, self.seat, self.spot.piece) or mark(
                "there's nothing to split here"
            )
        return []


def stops(view: View, seat: Seat) -> list[Tower]:
    """Return the towers that the cursor jumps between; all of them if the player can do nothing.

    With a piece in hand, these are the towers that it can cap, and before play the player's own pieces.
    """
    return _useful(view, seat) or [*view.towers]


def _useful(view: View, seat: Seat) -> list[Tower]:
    held = view.hands[seat]
    if held is not None:
        return legality.targets(view, held)
    if view.phase is Phase.GATHERING:
        return [tower for tower in view.towers if tower.controller == seat]
    pieces = {*legality.liftable(view, seat), *legality.mineable(view, seat), *legality.gaps(view, seat)}
    return [tower for tower in view.towers if not pieces.isdisjoint(tower.pieces)]


# -- mouse


CLICK = 12.0
"""Largest distance in logical units between press and release that is a click, not a drag."""


class MouseCursor(Cursor):
    """The cursor of a mouse: drag pieces, or click twice. The right button puts a piece back."""

    def __init__(self, seat: Seat, place: tuple[float, float]) -> None:
        super().__init__(seat, place)
        self._pressed_at: tuple[float, float] | None = None

    def _on_intent(self, intent: Intent, view: View, layout: Layout) -> list[Action]:
        if intent.verb in (Verb.POINT, Verb.PRESS, Verb.RELEASE):
            self.x, self.y = intent.position
            self.look(view, layout)
        if intent.verb is Verb.PRESS:
            return self._press(view, layout)
        if intent.verb is Verb.RELEASE:
            return self._release(view, layout)
        if intent.verb is Verb.CANCEL:
            return self.put_back(view)
        return []

    def look(self, view: View, layout: Layout) -> None:
        gaps = legality.gaps(view, self.seat) if view.phase is Phase.PLAY else []
        fan = layout.fans.get(self.seat)
        tower = legality.tower_by_id(view, fan.tower) if fan else None
        if self.held(view) or not tower or not layout.place(tower).inflate(44, 12).collidepoint(self.x, self.y):
            layout.close_fan(self.seat)
        if view.phase is Phase.PLAY and not self.held(view) and (spot := layout.piece_at(view, self.x, self.y)):
            found = legality.tower_by_id(view, spot.tower)
            assert found
            if self.seat not in layout.fans:
                layout.fan_out(self.seat, found, spot.piece)
        self.spot = layout.gap_at(view, gaps, self.x, self.y) or layout.piece_at(view, self.x, self.y)

    def _press(self, view: View, layout: Layout) -> list[Action]:
        if self.held(view):
            return self._play(view, layout)
        if self.spot is None:
            return []
        self._pressed_at = self.x, self.y
        return [Split(self.spot.piece)] if self.spot.is_gap else self.take(view, self.spot.piece)

    def _release(self, view: View, layout: Layout) -> list[Action]:
        start, self._pressed_at = self._pressed_at, None
        dragged = start is not None and math.dist(start, (self.x, self.y)) > CLICK
        return self._play(view, layout) if dragged and self.held(view) else []

    def let_go(self, view: View) -> list[Action]:
        is_dragging, self._pressed_at = self._pressed_at is not None, None
        return self.put_back(view) if is_dragging else []

    def _play(self, view: View, layout: Layout) -> list[Action]:
        """Return the actions that put the held piece on the tower below it, or down on the ice."""
        if self.spot is not None:
            return [Place(self.spot.tower)]
        if not layout.is_on_table(self.x, self.y):
            return self.put_back(view)
        return [SetDown(*layout.to_table(self.x, self.y))]


# -- side by side


NEAR = 24.0
"""Distance in logical units below which two cursors count as being at the same place."""
ASIDE, BELOW = 14.0, 40.0
"""Shifts of cursors at the same place: alternately to the left and right, and down for each further pair."""


def side_by_side(places: Mapping[Seat, Point]) -> tuple[dict[Seat, Point], frozenset[Seat]]:
    """Return where to draw each cursor, and the seats whose cursor is at the left of its place."""
    shown: dict[Seat, Point] = {}
    at_left = set()
    for seat, (x, y) in places.items():
        near = [other for other in places if math.dist(places[other], (x, y)) < NEAR]
        if len(near) < 2:
            shown[seat] = x, y
            continue
        row, side = divmod(near.index(seat), 2)
        shown[seat] = x + (ASIDE if side else -ASIDE), y + row * BELOW
        if not side:
            at_left.add(seat)
    return shown, frozenset(at_left)
