"""What the table shows now: a view that events carry forward, one at a time. It knows no pygame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.engine import Outcome, Seat
from game.towers.events import Built, Claimed, Demolished, Drew, Ended, Event, LastRound, TurnBegan
from game.towers.floors import HIDDEN, NONE, CardId, Floor
from game.towers.scoring import Account, account
from game.towers.state import BUILDS, HEIGHT, Storey, Variant, View


@dataclass
class Shown:
    """The table as one seat sees it. `Shown.of(view)` after an action equals the one before, advanced by its events."""

    viewer: Seat | None
    variant: Variant
    hands: list[list[CardId]]
    """The viewer's own cards in order; HIDDEN for each card of the others."""
    towers: list[list[Storey]]
    """By plot, ground floor first."""
    discards: list[CardId]
    draw_pile: int
    scores: list[int]
    first: Seat
    turn: Seat
    built: list[int]
    """The plots built on in this turn."""
    last_round: bool
    outcome: Outcome | None

    @classmethod
    def of(cls, view: View) -> Shown:
        hands = [[HIDDEN] * size for size in view.hand_sizes]
        if view.seat is not None:
            hands[view.seat] = sorted(view.hand)
        return cls(
            view.seat, view.variant, hands, [list(tower) for tower in view.towers], list(view.discards),
            view.draw_pile, list(view.scores), view.first, view.turn, list(view.built), view.last_round, view.outcome,
        )  # fmt: skip

    # -- asking

    @property
    def hand(self) -> list[CardId]:
        """The viewer's cards; none for an onlooker."""
        return [] if self.viewer is None else self.hands[self.viewer]

    @property
    def builds_left(self) -> int:
        """How many floors the seat on turn has still to build (F3)."""
        return min(BUILDS - len(self.built), len(self.hands[self.turn]))

    def floor(self, card: CardId) -> Floor:
        return self.variant.deck.floor_of(card)

    def number_of(self, seat: Seat) -> int:
        """Return the seat's number on tucked cards (F6)."""
        return (seat - self.first) % self.variant.seats + 1

    def worth(self, plot: int) -> Account:
        """Return what a tower would score if it were scored now."""
        return worth(self.variant, self.towers[plot], [len(hand) for hand in self.hands], self.draw_pile)

    def is_due(self, plot: int) -> bool:
        """Tell whether a tower is scored at the end of this turn."""
        tower = self.towers[plot]
        return bool(tower) and (len(tower) >= HEIGHT or self.floor(tower[-1].card).triggers_scoring)

    # -- what happens

    def advance(self, event: Event) -> None:
        """Let one event, as the viewer may see it, happen."""
        match event:
            case Built(seat, plot, _, card):
                self._take(seat, card)
                self.towers[plot].append(Storey(card))
                self.built.append(plot)
            case Claimed(seat, plot, level, card):
                self._take(seat, card)
                self.towers[plot][level] = replace(self.towers[plot][level], owner=seat, tuck=card)
            case Drew(seat, cards):
                self.hands[seat] = sorted([*self.hands[seat], *cards])
                self.draw_pile -= len(cards)
            case Demolished(plot, points, floors, tucks):
                self.towers[plot] = []
                self.discards += floors + tucks
                self.scores = [before + more for before, more in zip(self.scores, points)]
            case LastRound():
                self.last_round = True
            case TurnBegan(seat):
                self.turn, self.built = seat, []
            case Ended(outcome):
                self.outcome = outcome

    def _take(self, seat: Seat, card: CardId) -> None:
        hand = self.hands[seat]
        hand.remove(card if card in hand else HIDDEN)


def worth(variant: Variant, tower: Sequence[Storey], hand_sizes: Sequence[int], draw_pile: int) -> Account:
    """Return the account of a tower that need not stand anywhere, with hands and a draw pile of these sizes."""
    kinds = bytes(storey.card for storey in tower).translate(variant.deck.kinds)
    owners = bytes(NONE if storey.owner is None else storey.owner for storey in tower)
    return account(variant.deck, kinds, owners, hand_sizes, draw_pile)
