"""What the players' hands do on the ice: pointers that drag and click, cursors that jump. No pygame here.

A hand never changes the game: it answers with the action that its player means, and the referee decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine import Seat
from game.icetowers import legality
from game.icetowers.actions import Action, Done, Lift, Mine, Place, Ready, SetDown, Split
from game.icetowers.pieces import COLOUR_OF, PieceId
from game.icetowers.state import Held, Phase, View
from game.icetowers.table import Tower
from scenes.devices.intents import Intent, Verb
from scenes.icetowers.jumps import jumps
from scenes.icetowers.layout import Layout, Spot

CLICK = 12.0
"""Logical units within which a press and a release are a click and not a drag."""
WAYS = frozenset((Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN))


class Hand:
    """A player's hand at the screen: where it is, and what it is about."""

    def __init__(self, seat: Seat, place: tuple[float, float]) -> None:
        self.seat = seat
        self.x, self.y = place
        self.spot: Spot | None = None
        """What it is at."""
        self.complaint = ""
        """Why the last wish is not possible, said by the hand itself."""

    def on_intent(self, intent: Intent, view: View, layout: Layout) -> list[Action]:
        """Return the actions that the player means by this."""
        self.complaint = ""
        if intent.verb is Verb.DONE:
            return [Done(self.seat not in view.done)]
        return self._on_intent(intent, view, layout)

    def _on_intent(self, intent: Intent, view: View, layout: Layout) -> list[Action]:
        raise NotImplementedError

    def look(self, view: View, layout: Layout) -> None:
        """See what has changed on the table."""

    def held(self, view: View) -> Held | None:
        return view.hands[self.seat]

    def put_back(self, view: View) -> list[Action]:
        """Set the held piece down where it came from."""
        held = self.held(view)
        return [SetDown(*held.place)] if held else []

    def take(self, view: View, piece: PieceId) -> list[Action]:
        """Return the action of touching a piece with an empty hand: ready, lift or mine."""
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
        self.complaint = legality.why_not_lift(view, self.seat, piece) if alone else reason
        return []


class Pointer(Hand):
    """A mouse: drag, or click and click; the right button puts a piece back."""

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

    def _play(self, view: View, layout: Layout) -> list[Action]:
        """Put the held piece on the tower under it, or down on the free ice."""
        if self.spot is not None:
            return [Place(self.spot.tower)]
        if not layout.is_on_table(self.x, self.y):
            return self.put_back(view)
        return [SetDown(*layout.to_table(self.x, self.y))]


class Cursor(Hand):
    """Keys or a gamepad: a cursor that jumps from tower to tower, and inside one from piece to piece."""

    def __init__(self, seat: Seat, place: tuple[float, float]) -> None:
        super().__init__(seat, place)
        self.inside = False
        """Whether up and down go through the pieces of the tower, to mine or to split one."""

    def _on_intent(self, intent: Intent, view: View, layout: Layout) -> list[Action]:
        self.look(view, layout)
        if intent.verb in WAYS:
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
        """Stay with the tower; where it is gone, go to what stands nearest."""
        tower = legality.tower_by_id(view, self.spot.tower) if self.spot else None
        if tower is None and view.towers:
            tower = min(view.towers, key=lambda t: math.dist(layout.at(t.x, t.y), (self.x, self.y)))
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
        self.x, self.y = layout.feet(tower)[tower.pieces.index(self.spot.piece)]

    def _choices(self, view: View, tower: Tower) -> list[PieceId]:
        """Return the pieces of a tower that this hand could mine, or split above, top first."""
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
        places = tuple((t.id, layout.at(t.x, t.y)) for t in view.towers)
        goal = jumps(places)[tower.id].get(verb) if tower else None
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
        """Split at once where there is one gap, else go inside and choose it."""
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
            self.complaint = (
                legality.why_not_split(view, self.seat, self.spot.piece) or "there is nothing to split here"
            )
        return []
