"""The scores and events of Towering, the options, what each seat sees of a state, and the invariants of states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain

from ..engine import UNDECIDED, CardsDrawn, Ended, Outcome, Seat, TurnBegan
from ..language import mark, tr
from ..options import Option, OptionError, Value
from .actions import NUMBER_OF, CardId, Cards, Colour, colour_of, deck_of, without
from .actions import TurnStage as TurnStage
from .core import BONUS, BONUS_CARDS, COST, PATIENCE, SEATS, UNKNOWN, WIDTH, State, Terms, empty_state, set_of

# -- scoring


@dataclass(frozen=True, slots=True)
class TowerScore:
    """The score of a tower: (sum − cost) × multiplier + bonus."""

    sum: int = 0
    """Sum of the building cards."""
    materials: int = 0
    cards: int = 0
    """Number of cards, materials included."""

    @property
    def cost(self) -> int:
        """The cost of a tower with at least one card; 0 for a tower without cards."""
        return COST if self.cards else 0

    @property
    def value(self) -> int:
        return self.sum - self.cost

    @property
    def multiplier(self) -> int:
        """The number of materials plus one; so four materials multiply by 5 (T2)."""
        return self.materials + 1

    @property
    def product(self) -> int:
        return self.value * self.multiplier

    @property
    def bonus(self) -> int:
        return BONUS if self.cards >= BONUS_CARDS else 0

    @property
    def total(self) -> int:
        return self.product + self.bonus

    @property
    def text(self) -> str:
        """The formula without the bonus, for the table: "(23−20)×1"; a dash if there are no cards."""
        return f"({self.sum}−{self.cost})×{self.multiplier}" if self.cards else "–"


def score_tower(cards: Iterable[CardId]) -> TowerScore:
    """Return the score of a tower with these cards."""
    numbers = [NUMBER_OF[card] for card in cards]
    return TowerScore(sum(numbers), numbers.count(0), len(numbers))


@dataclass(frozen=True, slots=True)
class RoundAccount:
    """A finished round: the final towers and their points."""

    round: int
    """0-based."""
    first: Seat
    """The seat that began the round."""
    towers: tuple[tuple[tuple[CardId, ...], ...], ...]
    """By seat, by colour in play, bottom card first."""
    points: tuple[int, ...]
    """The points of each seat in this round."""
    totals: tuple[int, ...]
    """The points of each seat in this and all earlier rounds."""
    called: bool = False
    """Whether the round was called because nobody drew from the draw pile (T6)."""

    @property
    def scores(self) -> tuple[tuple[TowerScore, ...], ...]:
        """By seat, then by colour."""
        return tuple(tuple(map(score_tower, towers)) for towers in self.towers)


# -- events


@dataclass(frozen=True, slots=True)
class Built:
    """The seat played a card onto its tower of the card's colour."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Discarded:
    """The seat played a card onto the discard pile of the card's colour."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Drew(CardsDrawn):
    """The seat drew a card from the draw pile, which is hidden from the other seat."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Took:
    """The seat took the top card of a discard pile, which everyone sees."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The last card of the draw pile was taken, or the round was called (T6). Its towers are cleared away."""

    account: RoundAccount


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """All cards of a new round were shuffled and dealt; each seat sees its own hand."""

    round: int
    """0-based. The first round is dealt in the set-up, without an event."""
    first: Seat
    hands: tuple[tuple[CardId, ...], ...]
    draw_pile: int


Event = Built | Discarded | Drew | Took | RoundEnded | RoundBegan | TurnBegan | Ended


# -- options


MOST_ROUNDS = 5
_COUNTS = re.compile(rf"[0-4](-[0-4]){{0,{MOST_ROUNDS - 1}}}", re.ASCII)
_OFFERED = ("2-3-4", "4-3-2", *map(str, range(5)))
_FIRST = (
    mark("Only the first number will be used."), mark("Only the first two numbers will be used."),
    mark("Only the first three numbers will be used."), mark("Only the first four numbers will be used."),
)  # fmt: skip
_AFTER = (
    mark("The rounds after the first have {number} too."), mark("The rounds after the second have {number} too."),
    mark("The rounds after the third have {number} too."), mark("The rounds after the fourth have {number} too."),
)  # fmt: skip


class MaterialsOption(Option):
    """The number of materials of each colour, by round. It accepts any series of 0 to 4, such as `0-3-4`."""

    __slots__ = ()

    def read(self, given: object) -> Value:
        text = str(given) if type(given) is int else given
        if isinstance(text, str) and _COUNTS.fullmatch(text):
            return text
        text = mark(
            "option {key} can't be {given}: choose from {choices}, or write 0 to 4 for each round, such as 0-3-4"
        )
        raise OptionError(tr(text, key=self.key, given=repr(given), choices=", ".join(_OFFERED)))

    def label(self, value: Value) -> str:
        counts = counts_of(value)
        if len(counts) > 1:
            return tr(", then ").join(map(str, counts))
        return tr("{number} in every round", number=counts[0]) if counts[0] else tr("No materials")


def materials_option() -> MaterialsOption:
    """Return the option with the series that the set-up offers."""
    text = tr("Material cards of each colour, round by round.")
    option = MaterialsOption("materials", tr("Materials"), text, _OFFERED[0], advanced=True)
    return replace(option, choices=tuple((row, option.label(row)) for row in _OFFERED))


def counts_of(value: Value) -> tuple[int, ...]:
    """Return the numbers of a series."""
    return tuple(map(int, str(value).split("-")))


def materials_by_round(value: Value, rounds: int) -> tuple[int, ...]:
    """Return a number for each round; if there are more rounds than numbers, the last one repeats (T7)."""
    counts = counts_of(value)
    return tuple(counts[min(number, len(counts) - 1)] for number in range(rounds))


def material_notes(options: Mapping[str, Value]) -> dict[str, str]:
    """Return a remark if the series of numbers is longer or shorter than the number of rounds."""
    counts, rounds = counts_of(options.get("materials", _OFFERED[0])), int(options.get("rounds", 3))
    if len(counts) > rounds:
        return {"materials": tr(_FIRST[rounds - 1])}
    if 1 < len(counts) < rounds:
        return {"materials": tr(_AFTER[len(counts) - 1], number=counts[-1])}
    return {}


# -- state


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of a game (T7)."""

    colours: int = 6
    materials: tuple[int, ...] = (2, 3, 4)
    """Number of materials of each colour, by round."""
    hand: int = 8
    take_back: bool = False
    """Whether the card just discarded may be drawn again in the same turn (T3)."""

    @property
    def rounds(self) -> int:
        return len(self.materials)


terms_of = cache(Terms)
"""Return the terms of a variant; cached."""


@lru_cache(1000)
def _points(towers: tuple[tuple[CardId, ...], ...]) -> int:
    return sum(score_tower(tower).total for tower in towers)


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know; if it is None, what an onlooker may know, which is only what is public."""

    seat: Seat | None
    variant: Variant
    hand: tuple[CardId, ...]
    hand_sizes: tuple[int, ...]
    known: tuple[tuple[CardId, ...], ...]
    """By seat, the cards in hand that everyone knows, because they were taken from the discards."""
    towers: tuple[tuple[tuple[CardId, ...], ...], ...]
    """By seat, by colour in play, bottom card first."""
    discards: tuple[tuple[CardId, ...], ...]
    """By colour in play; the last card is the top. All cards of a pile may be looked at."""
    draw_pile: int
    round: int
    """0-based."""
    stage: TurnStage
    turn: Seat
    first: Seat
    barred: Colour | None
    """The colour whose top may not be drawn in this turn (T3)."""
    streak: int
    """Number of draws in a row from discard piles (T6)."""
    totals: tuple[int, ...]
    accounts: tuple[RoundAccount, ...]
    """The finished rounds."""
    outcome: Outcome | None

    @property
    def patience_left(self) -> int:
        """After how many more draws in a row from discard piles the round is called (T6)."""
        return PATIENCE - self.streak

    @property
    def materials(self) -> int:
        """The number of materials of each colour in this round."""
        return self.variant.materials[self.round]

    def score(self, seat: Seat, colour: Colour) -> TowerScore:
        """Return the score of a tower as it stands."""
        return score_tower(self.towers[seat][colour])

    def points(self, seat: Seat) -> int:
        """Return the points of a seat's towers as they stand."""
        return _points(self.towers[seat])

    def points_before(self, seat: Seat) -> int:
        """Return a seat's points from the rounds before the one on the table (after the game: before the last one)."""
        earlier = [account for account in self.accounts if account.round < self.round]
        return earlier[-1].totals[seat] if earlier else 0

    def total(self, seat: Seat) -> int:
        """Return a seat's points in all rounds, with the towers on the table as they stand."""
        return self.points_before(seat) + self.points(seat)


def unseen(view: View) -> Cards:
    """Return the cards that the seat has not seen in this round: in the draw pile or a hand; ascending."""
    known = (cards for seat, cards in enumerate(view.known) if seat != view.seat)
    towers = (tower for towers in view.towers for tower in towers)
    seen = chain(view.hand, *known, *towers, *view.discards)
    return without(deck_of(view.variant.colours, view.materials), seen)


def state_of(view: View) -> State:
    """Return the partial state that the seat of a view knows: the draw pile consists of `UNKNOWN` cards."""
    state = empty_state(terms_of(view.variant))
    state.turn, state.has_played, state.streak = view.turn, view.stage is TurnStage.DRAW, view.streak
    state.barred = -1 if view.barred is None else view.barred
    for seat, towers in enumerate(view.towers):
        state.hold(seat, bytes(view.hand if seat == view.seat else view.known[seat]))
        for colour, tower in enumerate(towers):
            state.towers[seat * WIDTH + colour] = set_of(bytes(tower))
            cards = bytes(card for card in view.known[seat] if colour_of(card) == colour)
            state.known[seat * WIDTH + colour] = set_of(cards)
    state.discards[: view.variant.colours] = map(bytes, view.discards)
    state.deck = bytes([UNKNOWN]) * view.draw_pile
    state.first, state.accounts, state.rng, state.outcome = view.first, view.accounts, UNDECIDED, view.outcome
    return state


# -- invariants


def check(state: State) -> None:
    """Raise AssertionError if cards are missing or a hand has the wrong size. (Sets of cards are always in order.)"""
    variant = state.variant
    hands = [state.hand(seat) for seat in range(SEATS)]
    towers = [bytes(tower) for seat in range(SEATS) for tower in state.towers_of(seat)]
    places = b"".join((*hands, *towers, *state.discards, state.deck))
    cards = deck_of(variant.colours, variant.materials[state.round])
    assert bytes(sorted(places)) == cards, "cards were lost or doubled"
    draws = state.outcome is None and state.stage is TurnStage.DRAW
    assert len(hands[state.turn]) == variant.hand - draws, "a hand of the wrong size"
    assert len(hands[1 - state.turn]) == variant.hand, "the other hand is of the wrong size"
