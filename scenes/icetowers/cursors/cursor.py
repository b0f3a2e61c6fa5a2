"""A player's cursor on the ice. It never changes the game: it returns actions, and the rules decide. No pygame here."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Done, Lift, Mine, Ready, SetDown
from topping_out.game.icetowers.pieces import PieceId
from topping_out.game.icetowers.state import Held, Phase, View
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.layout import Layout, Spot


class Cursor:
    """A player's cursor at the screen: where it is, and what it is at."""

    def __init__(self, seat: Seat, place: tuple[float, float]) -> None:
        self.seat = seat
        self.x, self.y = place
        self.spot: Spot | None = None
        """What it is at."""
        self.refusal = ""
        """Why the last intent is not possible; empty if it is."""

    def on_intent(self, intent: Intent, view: View, layout: Layout) -> list[Action]:
        """Return the actions that the player means by an intent."""
        self.refusal = ""
        if intent.verb is Verb.DONE:
            return [Done(self.seat not in view.done)]
        return self._on_intent(intent, view, layout)

    def _on_intent(self, intent: Intent, view: View, layout: Layout) -> list[Action]:
        raise NotImplementedError

    def look(self, view: View, layout: Layout) -> None:
        """Follow the changes on the table."""

    def let_go(self, view: View) -> list[Action]:
        """Return what becomes of a piece that is held only as long as a button is: it goes back."""
        return []

    def held(self, view: View) -> Held | None:
        return view.hands[self.seat]

    def put_back(self, view: View) -> list[Action]:
        """Set the held piece down where it came from."""
        held = self.held(view)
        return [SetDown(*held.place)] if held else []

    def take(self, view: View, piece: PieceId) -> list[Action]:
        """Return the action of touching a piece while none is held: ready, lift or mine."""
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
