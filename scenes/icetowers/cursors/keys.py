"""The cursor of half a keyboard or a gamepad: which key lifts, places, mines and splits."""

from __future__ import annotations

import math
from collections.abc import Sequence

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Place, Split
from topping_out.game.icetowers.pieces import COLOUR_OF, PieceId
from topping_out.game.icetowers.state import Phase, View
from topping_out.game.icetowers.table import Tower
from topping_out.game.language import mark
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.cursors.cursor import Cursor
from topping_out.scenes.icetowers.cursors.jumps import first_jump, jumps
from topping_out.scenes.icetowers.layout import Layout, Spot

DIRECTIONS = frozenset((Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN))


class KeyCursor(Cursor):
    """The cursor of keys or a gamepad: it jumps between the towers that its player can do something with.

    Inside a tower it goes from piece to piece.
    """

    def __init__(self, seat: Seat, place: tuple[float, float]) -> None:
        super().__init__(seat, place)
        self.inside = False
        """Whether up and down choose a piece of the tower, to mine or to split it."""

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
        """Stay at the tower; if it is gone, go to the nearest one."""
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
            self.spot = Spot(
                tower.id, self.spot.piece if self.spot.piece in tower.pieces and self.inside else tower.top
            )
        if not self._choices(view, tower):
            self.inside = False
        if self.inside:
            layout.fan_out(self.seat, tower, tower.pieces[0])
        else:
            layout.close_fan(self.seat)
        self.x, self.y = layout.feet(tower)[tower.pieces.index(self.spot.piece)]

    def _choices(self, view: View, tower: Tower) -> list[PieceId]:
        """Return the pieces of a tower that this player could mine, or split above, top first."""
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
        """Split at once if there is one gap; else let the player choose one."""
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
    """Return the towers between which the cursor goes; all of them where there is nothing to do for the player.

    With a piece in hand these are the towers that it may cap, before play the player's own pieces.
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
