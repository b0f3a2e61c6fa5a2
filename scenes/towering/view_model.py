"""What the table shows now: a view that events carry forward, one at a time. It knows no pygame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from game.engine import Outcome, Seat
from game.towering.cards import COLOURS, HIDDEN, MATERIALS, CardId, Colour, Copies, colour_of, is_material, kind_of
from game.towering.events import Built, Discarded, Drew, Ended, Event, RoundBegan, RoundEnded, Took, TurnBegan
from game.towering.scoring import RoundAccount, TowerScore, score_tower
from game.towering.state import SEATS, Stage, Variant, View


@dataclass
class Shown:
    """The table as one seat sees it. `Shown.of(view)` after an action equals the one before, advanced by its events.

    Here materials that are alike have ids of their own, for there is a sprite for each; which id says nothing.
    """

    viewer: Seat | None
    variant: Variant
    hands: list[list[CardId]]
    """The viewer's own cards in order; HIDDEN for each card of the others."""
    known: list[list[CardId]]
    """Of each hand, the cards that everybody saw being taken from the discards."""
    towers: list[list[list[CardId]]]
    """By seat, by colour, bottom card first."""
    discards: list[list[CardId]]
    """By colour; the last one is the top."""
    draw_pile: int
    round: int
    stage: Stage
    turn: Seat
    first: Seat
    barred: Colour | None
    streak: int
    accounts: list[RoundAccount]
    outcome: Outcome | None
    front: Seat | None = None
    """Who builds on this side of the river whoever looks (a replay); None: the viewer."""

    @classmethod
    def of(cls, view: View, front: Seat | None = None) -> Shown:
        number = Copies().number
        hands = [number(view.hand) if seat == view.seat else [HIDDEN] * n for seat, n in enumerate(view.hand_sizes)]
        known = [Copies().number(k) if seat == view.seat else number(k) for seat, k in enumerate(view.known)]
        towers = [[number(tower) for tower in towers] for towers in view.towers]
        discards = [number(pile) for pile in view.discards]
        return cls(
            view.seat, view.variant, hands, known, towers,
            discards, view.draw_pile, view.round, view.stage, view.turn, view.first,
            view.barred, view.streak, list(view.accounts), view.outcome, front,
        )  # fmt: skip

    def by_kind(self) -> Shown:
        """Return the same without ids of their own for materials: what the view says."""
        return replace(
            self,
            hands=[_kinds(hand) for hand in self.hands],
            known=[_kinds(known) for known in self.known],
            towers=[[_kinds(tower) for tower in towers] for towers in self.towers],
            discards=[_kinds(pile) for pile in self.discards],
        )

    # -- asking

    @property
    def near(self) -> Seat:
        """The builder on this side of the river: the viewer, or seat 0 before an onlooker."""
        return (self.viewer or 0) if self.front is None else self.front

    @property
    def has_large_hand(self) -> bool:
        """Whether the near builder's cards lie at the lower edge, and not beside the plate."""
        return self.viewer is not None or self.front is not None

    @property
    def open_hand(self) -> list[CardId]:
        """The cards that lie large and open at the lower edge."""
        return self.hands[self.near] if self.viewer == self.near else []

    @property
    def far(self) -> Seat:
        return 1 - self.near

    @property
    def tallest(self) -> int:
        return max(len(tower) for towers in self.towers for tower in towers)

    def score(self, seat: Seat, colour: Colour) -> TowerScore:
        """Return what a tower is worth as it stands."""
        return score_tower(self.towers[seat][colour])

    def points(self, seat: Seat) -> int:
        """Return what all of a seat's towers are worth as they stand."""
        return sum(self.score(seat, colour).total for colour in COLOURS)

    def before(self, seat: Seat) -> int:
        """Return a seat's points from the rounds before the one on the table."""
        earlier = [account for account in self.accounts if account.round < self.round]
        return earlier[-1].totals[seat] if earlier else 0

    def total(self, seat: Seat) -> int:
        """Return a seat's points, the towers on the table counted as they stand."""
        return self.before(seat) + self.points(seat)

    @property
    def moment(self) -> tuple[int, ...]:
        """Return what tells one turn from another: it changes with every draw."""
        return self.round, self.draw_pile, self.streak

    # -- what happens

    def advance(self, event: Event) -> None:
        """Let one event, as the viewer may see it, happen. The towers of a finished round stand until the next."""
        event = self.numbered(event)
        match event:
            case Built(seat, card):
                self._play(seat, card)
                self.towers[seat][colour_of(card)].append(card)
            case Discarded(seat, card):
                self._play(seat, card)
                self.discards[colour_of(card)].append(card)
                self.barred = None if self.variant.take_back else colour_of(card)
            case Drew(seat, card):
                self._draw(seat, card)
                self.draw_pile -= 1
                self.streak = 0
            case Took(seat, card):
                self.discards[colour_of(card)].pop()
                self._draw(seat, card if seat == self.viewer else HIDDEN)
                self.known[seat] = sorted([*self.known[seat], card])
                self.streak += 1
            case RoundEnded(account):
                self.accounts.append(account)
            case RoundBegan():
                self._begin_round(event)
            case TurnBegan(seat):
                self.turn = seat
            case Ended(outcome):
                self.outcome = outcome

    def numbered(self, event: Event) -> Event:
        """Return the event with the id here of the card that it moves."""
        match event:
            case Built(seat, card) | Discarded(seat, card):
                hand = self.hands[seat] if seat == self.viewer else self.known[seat]
                return replace(event, card=like(card, hand, self._free_id(card)))
            case Drew(_, card) if card != HIDDEN:
                return replace(event, card=self._free_id(card))
            case Took(_, card):
                return replace(event, card=self.discards[colour_of(card)][-1])
        return event

    def _free_id(self, card: CardId) -> CardId:
        """Return an id of the card's kind that nothing open on the table has."""
        open_ = {*chain(*self.hands, *self.known, *chain(*self.towers), *self.discards)}
        return next((n for n in range(card, card + MATERIALS) if n not in open_), card) if is_material(card) else card

    def _play(self, seat: Seat, card: CardId) -> None:
        hand = self.hands[seat]
        hand.remove(card if card in hand else HIDDEN)
        seen = self.seen_as(seat, card)
        if seen is not None:
            self.known[seat].remove(seen)
        self.stage = Stage.DRAW

    def seen_as(self, seat: Seat, card: CardId) -> CardId | None:
        """Return which known card of a hand this one is; materials of a colour cannot be told apart."""
        known = self.known[seat]
        if card in known or not is_material(card):
            return card if card in known else None
        return next((other for other in known if is_material(other) and colour_of(other) == colour_of(card)), None)

    def _draw(self, seat: Seat, card: CardId) -> None:
        self.hands[seat] = sorted([*self.hands[seat], card])
        self.stage, self.barred = Stage.PLAY, None

    def _begin_round(self, event: RoundBegan) -> None:
        self.round, self.turn, self.first = event.round, event.first, event.first
        number = Copies().number
        self.hands = [number(hand) if seat == self.viewer else [*hand] for seat, hand in enumerate(event.hands)]
        self.known = [[] for _ in range(SEATS)]
        self.towers = [[[] for _ in COLOURS] for _ in range(SEATS)]
        self.discards = [[] for _ in COLOURS]
        self.draw_pile = event.draw_pile
        self.stage, self.barred, self.streak = Stage.PLAY, None, 0


def like(card: CardId, cards: Sequence[CardId], other: CardId) -> CardId:
    """Return the card itself where it is among the cards, else one like it there, else `other`."""
    alike = [one for one in cards if one != HIDDEN and kind_of(one) == kind_of(card)]
    return card if card in alike else next(iter(alike), other)


def _kinds(cards: Sequence[CardId]) -> list[CardId]:
    return [card if card == HIDDEN else kind_of(card) for card in cards]
