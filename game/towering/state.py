"""The whole state of a game, and the part of it that one seat may see."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from topping_out.game.engine import Outcome, Seat
from topping_out.game.towering.cards import COLOURS, DECK, MATERIALS, PER_COLOUR, CardId, Cards, Colour
from topping_out.game.towering.scoring import RoundAccount, TowerScore, score_tower

SEATS = 2


class Stage(Enum):
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


def _shut_by(card: CardId) -> Cards:
    """Return the cards that may no longer go onto a tower with this one on top."""
    colour, place = divmod(card, PER_COLOUR)
    return DECK[colour * PER_COLOUR : card + 1] if place >= MATERIALS else b""


SHUT_BY: tuple[Cards, ...] = tuple(map(_shut_by, DECK))


class State:
    """Plain data. Hands, towers and piles are immutable bytes, so a copy shares them."""

    __slots__ = (
        "accounts", "barred", "deck", "discards", "first", "hands", "known", "outcome", "rng", "shut", "stage",
        "streak", "towers", "turn", "variant",
    )  # fmt: skip

    variant: Variant
    hands: list[Cards]
    """Sorted, one a seat."""
    known: list[Cards]
    """Of each hand, sorted, the cards that both seats have seen, because they were taken from the discards."""
    towers: list[Cards]
    """Bottom card first; the tower of seat s in colour c is number s * 6 + c."""
    shut: list[Cards]
    """For each seat, the cards that its towers no longer take: what follows from `towers`, kept for speed."""
    discards: list[Cards]
    """One pile a colour; the last card is the top."""
    deck: Cards
    """The draw pile; the last card is the next drawn."""
    stage: Stage
    turn: Seat
    first: Seat
    """Who began this round."""
    barred: Colour | None
    """The colour just discarded, whose top may not be drawn in this turn (T3)."""
    streak: int
    """Draws in a row that came from discard piles (T6)."""
    accounts: tuple[RoundAccount, ...]
    """Of the finished rounds."""
    rng: int
    """Seed of the next shuffle."""
    outcome: Outcome | None

    @property
    def round(self) -> int:
        """The round being played, 0-based; the last one also when the game is over."""
        return min(len(self.accounts), self.variant.rounds - 1)

    @property
    def totals(self) -> tuple[int, ...]:
        """The seats' points from the finished rounds."""
        return self.accounts[-1].totals if self.accounts else (0,) * SEATS

    def towers_of(self, seat: Seat) -> list[Cards]:
        n = len(COLOURS)
        return self.towers[seat * n : seat * n + n]

    def shut_of(self, seat: Seat) -> Cards:
        """Work out `shut` from the seat's towers."""
        return b"".join([SHUT_BY[tower[-1]] for tower in self.towers_of(seat) if tower])

    def copy(self) -> State:
        twin = _new(State)
        twin.variant = self.variant
        twin.hands = self.hands[:]
        twin.known = self.known[:]
        twin.towers = self.towers[:]
        twin.shut = self.shut[:]
        twin.discards = self.discards[:]
        twin.deck = self.deck
        twin.stage = self.stage
        twin.turn = self.turn
        twin.first = self.first
        twin.barred = self.barred
        twin.streak = self.streak
        twin.accounts = self.accounts
        twin.rng = self.rng
        twin.outcome = self.outcome
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, s) == getattr(other, s) for s in self.__slots__)


_new = State.__new__


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
    stage: Stage
    turn: Seat
    first: Seat
    barred: Colour | None
    """The colour whose top may not be drawn in this turn (T3)."""
    streak: int
    """Draws in a row from discard piles; 60 end the round (T6)."""
    totals: tuple[int, ...]
    accounts: tuple[RoundAccount, ...]
    """Of the finished rounds."""
    outcome: Outcome | None

    def score(self, seat: Seat, colour: Colour) -> TowerScore:
        """Return what a tower is worth as it stands."""
        return score_tower(self.towers[seat][colour])

    def points(self, seat: Seat) -> int:
        """Return what all of a seat's towers are worth as they stand."""
        return sum(score_tower(tower).total for tower in self.towers[seat])

    def points_before(self, seat: Seat) -> int:
        """Return a seat's points from the rounds before the one on the table, where the last one stays."""
        earlier = [account for account in self.accounts if account.round < self.round]
        return earlier[-1].totals[seat] if earlier else 0

    def total(self, seat: Seat) -> int:
        """Return a seat's points, the towers on the table counted as they stand."""
        return self.points_before(seat) + self.points(seat)
