"""What the table shows now: a view that events carry forward, one at a time. It knows no pygame."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine import Outcome, Seat
from game.wyoming.cards import HIDDEN, CardId
from game.wyoming.events import (
    Constructed,
    Deconstructed,
    Discarded,
    Drew,
    Ended,
    Event,
    LostContract,
    Recycled,
    SkyMoved,
    TurnBegan,
)
from game.wyoming.state import View
from game.wyoming.variant import Variant


@dataclass
class Shown:
    """The table as one seat sees it. `Shown.of(view)` after an action equals the one before, advanced by its events."""

    viewer: Seat | None
    variant: Variant
    hands: list[list[CardId]]
    """The viewer's own cards in order; HIDDEN for each card of the others."""
    towers: list[list[list[CardId]]]
    discards: list[CardId]
    draw_pile: int
    pennies: int
    turn: Seat
    in_play: list[Seat]
    outcome: Outcome | None

    @classmethod
    def of(cls, view: View) -> Shown:
        hands = [[HIDDEN] * size for size in view.hand_sizes]
        if view.seat is not None:
            hands[view.seat] = sorted(view.hand)
        towers = [[list(tower) for tower in towers] for towers in view.towers]
        return cls(
            view.seat, view.variant, hands, towers, list(view.discards), view.draw_pile, view.pennies, view.turn,
            list(view.in_play), view.outcome,
        )  # fmt: skip

    def advance(self, event: Event) -> None:
        """Let one event, as the viewer may see it, happen."""
        match event:
            case Constructed(seat, owner, foundation, cards):
                self._take(seat, cards)
                self.towers[owner][foundation] += cards
            case Deconstructed(seat, owner, foundation, spent, fallen, rising):
                self._take(seat, spent + rising)
                tower = self.towers[owner][foundation]
                del tower[len(tower) - len(fallen) :]
                tower += rising
                self.discards += fallen + spent
            case Discarded(seat, cards):
                self._take(seat, cards)
                self.discards += cards
            case Drew(seat, cards):
                self.hands[seat] = sorted(self.hands[seat] + list(cards))
                self.draw_pile -= len(cards)
            case SkyMoved(pennies, _):
                self.pennies = pennies
            case LostContract(seat, _):
                self.hands[seat] = []
                self.in_play.remove(seat)
            case Recycled(cards):
                self.draw_pile, self.discards = cards, []
            case TurnBegan(seat):
                self.turn = seat
            case Ended(outcome):
                self.outcome = outcome

    def _take(self, seat: Seat, cards: tuple[CardId, ...]) -> None:
        hand = self.hands[seat]
        for card in cards:
            hand.remove(card if card in hand else HIDDEN)

    def height(self, seat: Seat, foundation: int) -> int:
        return len(self.towers[seat][foundation])

    @property
    def tallest(self) -> int:
        return max(len(tower) for towers in self.towers for tower in towers)

    @property
    def needed(self) -> int:
        """How many cards a tower needs to win."""
        return self.pennies if self.variant.finicky else self.pennies + 1
