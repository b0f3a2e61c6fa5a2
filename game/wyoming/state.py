"""The options and the variant that they define, a state's view, the state that a view implies, and the invariants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Literal

from ..engine import UNDECIDED, Outcome, Seat
from ..language import mark, tr
from ..options import Option, Preset, Value, first_seat_option
from .actions import DECK, PAIRS, PER_SUIT, WHEEL, CardId, Suit, suit_of
from .core import UNKNOWN, Terms
from .core import State as State
from .numbers import HAND, LOW_SHORT_SKY, LOW_SKY, SHORT_SKY, SKY, needed

# -- variant


@dataclass(frozen=True, slots=True)
class Variant:
    """The seats and options of a game."""

    seats: int
    foundations: int = 1
    pennies: int = SKY
    sudden_death: bool = False
    deadlines: bool = False
    tidal: bool = False
    wheel: bool = False
    finicky: bool = False
    scaffolding: bool = False

    @property
    def opposes(self) -> dict[Suit, Suit]:
        """For each played suit, the suit of the towers that it deconstructs (W5)."""
        return WHEEL if self.wheel else PAIRS

    def needed(self, pennies: int) -> int:
        """Return how many cards a tower needs to win under a Sky of `pennies`."""
        return needed(pennies, self.finicky)


# -- options


FLAGS = ("sudden_death", "deadlines", "tidal", "wheel", "finicky", "scaffolding")
"""The optional rules of a variant."""
TURNS = {
    "sheet": (23, 47, 40),
    "scaffolded": (10, 13, 10),
    "short_game": (14, 24, 20),
    "on_the_wheel": (12, 17, 17),
    "one_pack": (20, 15, 11),
}
"""Turns per seat in a game of 2, 3 and 4 seats: the mean over gentle, easy and medium bots, 60 games of each level.

Measured by `build/measure/games/wyoming_presets.py` of commit ed5bbf6f. Two stronger bots need more turns, in the same
proportion: `topping-out simulate wyoming --options short_game --seats medium,medium --games 40 --seed 1` has 37.5 turns
in a game, with `--options sheet` 54.9.
"""


def _preset(key: str, title: str, text: str, first_at: tuple[int, ...] = (), **changes: Value) -> Preset:
    """Return a preset: the game of the rules sheet with some options changed."""
    pennies = SHORT_SKY if changes.get("short") else SKY
    turns = dict(zip((2, 3, 4), TURNS[key]))
    options = {"short": False, **dict.fromkeys(FLAGS, False), **changes}
    return Preset(key, title, text, tuple(options.items()), turns, first_at, {"pennies": pennies})


PRESETS = (  # the sheet's game between the two that the set-up offers first, as its choices go round
    _preset("sheet", mark("Original rules"), mark("A Sky of {pennies} pennies, and no optional rules.")),
    _preset(
        "scaffolded",
        mark("With scaffolding"),
        mark("House rules: a Sky of {pennies}, and scaffolding holds what's just been built."),
        first_at=(3, 4),
        short=True,
        scaffolding=True,
    ),
    _preset(
        "on_the_wheel",
        mark("Short, on the wheel"),
        mark("A Sky of {pennies}, and each suit knocks down only the next."),
        short=True,
        wheel=True,
    ),
    _preset(
        "one_pack",
        mark("One pack"),
        mark("The pack is played once, and the tallest tower wins."),
        sudden_death=True,
    ),
    _preset(
        "short_game",
        mark("Short game"),
        mark("A Sky of {pennies} pennies, so it's over sooner."),
        first_at=(2,),
        short=True,
    ),
)


def offered_options(seats: int) -> tuple[Option, ...]:
    """Return the options for this number of seats."""
    foundations = Option(
        "foundations", tr("Foundations"),
        tr("Room for one tower each, or for two under a Sky of {pennies}.", pennies=LOW_SKY), 1,
        ((1, tr("One each")), (2, tr("Two each"))),
    )  # fmt: skip
    short = tr(
        "House rule: {short} pennies instead of {usual}, or {short_low} instead of {low}.",
        short=SHORT_SKY, usual=SKY, short_low=LOW_SHORT_SKY, low=LOW_SKY,
    )  # fmt: skip
    return (
        first_seat_option(seats),
        *((foundations,) if seats == 3 else ()),
        Option("short", tr("Short game"), short, is_newer=True),
        Option(
            "scaffolding",
            tr("Scaffolding"),
            is_newer=True,
            help=tr("House rule: a tower that grew or replaced another can't be knocked down before its owner's turn."),
        ),
        Option(
            "sudden_death", tr("Sudden Death"), tr("No reshuffle: when all hands are empty the tallest tower wins.")
        ),
        Option("deadlines", tr("Contractual Deadlines"), tr("No tower at a reshuffle? You're out.")),
        Option(
            "tidal",
            tr("Tidal Influences"),
            tr("{pennies} pennies, tossed at each reshuffle: the Sky may rise or settle.", pennies=LOW_SKY),
        ),
        Option(
            "wheel",
            tr("Wheel of Opposition"),
            tr("Each suit knocks down only the next: clubs, diamonds, spades, hearts, clubs."),
        ),
        Option("finicky", tr("Finicky Clients"), tr("Only a tower exactly as tall as the Sky wins.")),
    )


def idle_options(options: Mapping[str, Value]) -> dict[str, str]:
    """Return a remark for each chosen option that Sudden Death, which never reshuffles, makes less effective (W7)."""
    if not options.get("sudden_death"):
        return {}
    remarks = {
        "deadlines": tr("No effect with Sudden Death: there's no reshuffle."),
        "tidal": tr("With Sudden Death it only sets the Sky at {pennies} pennies: there's no toss.", pennies=LOW_SKY),
    }
    return {key: remark for key, remark in remarks.items() if options.get(key)}


def variant_of(seats: int, options: Mapping[str, Value]) -> Variant:
    """Return the variant that these options define, with the Sky of the rules sheet, or of a short game (W11)."""
    foundations = 2 if seats == 2 else int(options.get("foundations", 1))
    flags = {key: bool(options.get(key)) for key in FLAGS}
    usual, low = (SHORT_SKY, LOW_SHORT_SKY) if options.get("short") else (SKY, LOW_SKY)
    is_low = flags["tidal"] or (seats == 3 and foundations == 2)
    return Variant(seats, foundations, low if is_low else usual, **flags)


# -- state


PileEnd = Literal["no draws", "toss", "fall"]

terms_of = cache(Terms)
"""Return the terms of a variant; cached."""


@cache
def by_seat(safe: int, seats: int, foundations: int) -> tuple[tuple[bool, ...], ...]:
    """Return which towers are safe, by seat and foundation, from the bits of `State.safe`."""
    return tuple(tuple(bool(safe >> s * foundations + f & 1) for f in range(foundations)) for s in range(seats))


def bits_of(safe: tuple[tuple[bool, ...], ...]) -> int:
    """Return the bits of `State.safe` for the `safe` of a view: the inverse of `by_seat`."""
    return sum(1 << place for place, is_safe in enumerate(chain.from_iterable(safe)) if is_safe)


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know; if it is None, what an onlooker may know, which is only what is public."""

    seat: Seat | None
    variant: Variant
    hand: tuple[CardId, ...]
    hand_sizes: tuple[int, ...]
    towers: tuple[tuple[tuple[CardId, ...], ...], ...]
    """By seat, by foundation, bottom card first."""
    discards: tuple[CardId, ...]
    """The last card is the top; the pile is face up."""
    draw_pile: int
    """Number of cards left to draw."""
    pennies: int
    """The height of the Sky."""
    first: Seat
    turn: Seat
    in_play: tuple[Seat, ...]
    """The seats that are still in the game (W6)."""
    owed: bool
    safe: tuple[tuple[bool, ...], ...]
    """By seat and foundation: True if nobody may deconstruct that tower before its owner's next turn (W12)."""
    outcome: Outcome | None

    @property
    def needed(self) -> int:
        """How many cards a tower needs to win."""
        return self.variant.needed(self.pennies)

    @property
    def is_exact(self) -> bool:
        """Whether only a tower of exactly `needed` cards wins (Finicky Clients)."""
        return self.variant.finicky

    def wins(self, height: int) -> bool:
        """Return whether a tower of that height wins at the end of a turn."""
        return height == self.needed if self.is_exact else height >= self.needed

    def attacker(self, suit: Suit) -> Suit:
        """Return the suit that deconstructs towers of that suit (W5)."""
        return terms_of(self.variant).attackers[suit]

    @property
    def pile_end(self) -> PileEnd:
        """What happens when the draw pile runs out: no more draws, a toss of the pennies, or the fall of one."""
        if self.variant.sudden_death:
            return "no draws"
        return "toss" if self.variant.tidal else "fall"

    @property
    def starting_pennies(self) -> int:
        """How high the Sky was at the start."""
        return self.variant.pennies

    @property
    def tallest(self) -> int:
        """The height of the tallest tower."""
        return max(map(len, chain.from_iterable(self.towers)))

    def unseen(self, suit: Suit) -> int:
        """Return how many cards of a suit are unseen by the seat: in the draw pile or in other hands."""
        seen = chain(self.hand, self.discards, *chain.from_iterable(self.towers))
        return PER_SUIT - sum(suit_of(card) == suit for card in seen)

    def height(self, seat: Seat, foundation: int) -> int:
        return len(self.towers[seat][foundation])


def state_of(view: View) -> State:
    """Return the partial state that the seat of a view knows: cards that it has not seen are `UNKNOWN`."""
    state = State()
    state.terms = terms_of(view.variant)
    state.hands = [bytes([UNKNOWN]) * size for size in view.hand_sizes]
    if view.seat is not None:
        state.hands[view.seat] = bytes(view.hand)
    state.towers = [bytes(tower) for tower in chain.from_iterable(view.towers)]
    state.discards, state.deck = bytes(view.discards), bytes([UNKNOWN]) * view.draw_pile
    state.alive = tuple([seat in view.in_play for seat in range(view.variant.seats)])
    state.pennies, state.first, state.turn = view.pennies, view.first, view.turn
    state.rng = UNDECIDED
    state.owed, state.safe, state.outcome = view.owed, bits_of(view.safe), view.outcome
    state.read_faces()
    return state


# -- invariants


def check(state: State) -> None:
    """Raise AssertionError if cards are missing, a tower has two suits, a hand is too large, and the like."""
    places = b"".join((*state.hands, *state.towers, state.deck, state.discards))
    assert bytes(sorted(places)) == DECK, "cards were lost or doubled"
    assert all(len(set(map(suit_of, tower))) <= 1 for tower in state.towers), "a tower of two suits"
    assert all(len(hand) <= HAND for hand in state.hands), f"a hand of more than {HAND}"
    assert state.pennies >= 0, "a negative number of pennies"
    assert state.variant.scaffolding or not state.safe, "scaffolding without the option"
    assert all(tower or not state.safe >> place & 1 for place, tower in enumerate(state.towers)), (
        "scaffolding without a tower"
    )
