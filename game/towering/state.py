"""The whole state of a game, and the part of it that one seat may see."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import chain

from topping_out.game.engine import Outcome, Seat
from topping_out.game.towering.cards import CardId, Cards, Colour, colour_of, deck_of, without
from topping_out.game.towering.core.round import PATIENCE, WIDTH, Round, cards_of, empty_round
from topping_out.game.towering.core.round import SEATS as SEATS
from topping_out.game.towering.core.sets import set_of
from topping_out.game.towering.scoring import RoundAccount, TowerScore, score_tower


class TurnStage(Enum):
    """What the seat has to do next in its turn."""

    PLAY = "play"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Variant:
    """What the options settle for a whole game (T7)."""

    colours: int = 6
    materials: tuple[int, ...] = (2, 3, 4)
    """How many of each colour are in, by round."""
    hand: int = 8
    take_back: bool = False
    """Whether the card just discarded may be drawn again at once (T3)."""

    @property
    def rounds(self) -> int:
        return len(self.materials)


@dataclass(init=False, slots=True)
class State:
    """Plain data: the round in play, and what the finished ones came to.

    Searches play on by copies of that round, so there are no rules but these. With `python build/compile.py` they are
    machine code, as are the bots' policies.
    """

    variant: Variant
    cards: Round
    """Where all cards of the round lie, and whose turn it is."""
    first: Seat
    """Who began this round."""
    accounts: tuple[RoundAccount, ...]
    """Of the finished rounds."""
    rng: int
    """Seed of the next shuffle."""
    outcome: Outcome | None

    @property
    def turn(self) -> Seat:
        return self.cards.turn

    @property
    def stage(self) -> TurnStage:
        return TurnStage.DRAW if self.cards.has_played else TurnStage.PLAY

    @property
    def round(self) -> int:
        """The round being played, 0-based; the last one also when the game is over."""
        return min(len(self.accounts), self.variant.rounds - 1)

    @property
    def totals(self) -> tuple[int, ...]:
        """The seats' points from the finished rounds."""
        return self.accounts[-1].totals if self.accounts else (0,) * SEATS

    def towers_of(self, seat: Seat) -> tuple[tuple[CardId, ...], ...]:
        """Return the seat's towers by colour in play, bottom card first."""
        return tuple(map(_tower, range(self.variant.colours), self.cards.towers[seat * WIDTH :]))

    def copy(self) -> State:
        twin = _new(State)
        twin.variant = self.variant
        twin.cards = self.cards.copy()
        twin.first = self.first
        twin.accounts = self.accounts
        twin.rng = self.rng
        twin.outcome = self.outcome
        return twin


_new = State.__new__


@cache
def _tower(colour: Colour, cards: int) -> tuple[CardId, ...]:
    return tuple(cards_of(colour, cards))


@lru_cache(1000)
def _points(towers: tuple[tuple[CardId, ...], ...]) -> int:
    return sum(score_tower(tower).total for tower in towers)


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know; None is an onlooker, who knows only what lies open."""

    seat: Seat | None
    variant: Variant
    hand: tuple[CardId, ...]
    hand_sizes: tuple[int, ...]
    known: tuple[tuple[CardId, ...], ...]
    """By seat, the cards in hand that were taken from the discards for all to see."""
    towers: tuple[tuple[tuple[CardId, ...], ...], ...]
    """By seat, by colour in play, bottom card first."""
    discards: tuple[tuple[CardId, ...], ...]
    """By colour in play; the last one is the top, and all of it may be looked through."""
    draw_pile: int
    round: int
    """0-based."""
    stage: TurnStage
    turn: Seat
    first: Seat
    barred: Colour | None
    """The colour whose top may not be drawn in this turn (T3)."""
    streak: int
    """Draws in a row from discard piles (T6)."""
    totals: tuple[int, ...]
    accounts: tuple[RoundAccount, ...]
    """Of the finished rounds."""
    outcome: Outcome | None

    @property
    def patience_left(self) -> int:
        """How many more draws in a row from discard piles end the round (T6)."""
        return PATIENCE - self.streak

    @property
    def materials(self) -> int:
        """How many materials of each colour are in this round."""
        return self.variant.materials[self.round]

    def score(self, seat: Seat, colour: Colour) -> TowerScore:
        """Return what a tower is worth as it stands."""
        return score_tower(self.towers[seat][colour])

    def points(self, seat: Seat) -> int:
        """Return what all of a seat's towers are worth as they stand."""
        return _points(self.towers[seat])

    def points_before(self, seat: Seat) -> int:
        """Return a seat's points from the rounds before the one on the table, where the last one stays."""
        earlier = [account for account in self.accounts if account.round < self.round]
        return earlier[-1].totals[seat] if earlier else 0

    def total(self, seat: Seat) -> int:
        """Return a seat's points, the towers on the table counted as they stand."""
        return self.points_before(seat) + self.points(seat)


def unseen(view: View) -> Cards:
    """Return the cards of the round that may be in the pile or hidden in a hand, ascending."""
    known = (cards for seat, cards in enumerate(view.known) if seat != view.seat)
    towers = (tower for towers in view.towers for tower in towers)
    seen = chain(view.hand, *known, *towers, *view.discards)
    return without(deck_of(view.variant.colours, view.materials), seen)


def round_seen(view: View) -> Round:
    """Return the round with the cards that the view shows; the unseen ones are to be dealt."""
    seen = empty_round(view.variant.colours, view.variant.hand, view.variant.take_back)
    seen.turn, seen.has_played, seen.streak = view.turn, view.stage is TurnStage.DRAW, view.streak
    seen.barred = -1 if view.barred is None else view.barred
    for seat, towers in enumerate(view.towers):
        seen.hold(seat, bytes(view.hand if seat == view.seat else view.known[seat]))
        for colour, tower in enumerate(towers):
            seen.towers[seat * WIDTH + colour] = set_of(bytes(tower))
            cards = bytes(card for card in view.known[seat] if colour_of(card) == colour)
            seen.known[seat * WIDTH + colour] = set_of(cards)
    seen.discards[: view.variant.colours] = map(bytes, view.discards)
    return seen
