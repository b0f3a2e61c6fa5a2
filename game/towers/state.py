"""States and views of Towers, the legal actions of a seat, and why others and wrong deck files are refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

import msgspec

from ..engine import IllegalAction, Outcome, Seat
from ..language import mark, tr
from ..text import commas
from .actions import BUILDS, DRAWN, FEW_PLOTS, HAND, HEIGHT, MANY_PLOTS, NEW, Action, Build, Claim, End
from .core import State as State
from .core import Terms
from .floors import HIDDEN, NONE, UNKNOWN, CardId, Cards, Deck, Floor, Kind, Kinds, Scored, deck_of
from .rooms import MOST_PARTS, shown_floors

# -- state


LastRoundRule = Literal["sheet", "deck"]


@dataclass(frozen=True, slots=True)
class Variant:
    """The seats and options of a game."""

    seats: int
    deck: Deck
    end: LastRoundRule = "sheet"
    """What makes a round the last (F7): an empty deck and a short hand, or an empty deck alone."""

    def __post_init__(self) -> None:
        """Replace the deck by the one object that is equal to it (see `deck_of`)."""
        object.__setattr__(self, "deck", deck_of(self.deck.title, self.deck.floors, self.deck.about))

    @property
    def height(self) -> int:
        """Number of floors at which a tower is scored."""
        return HEIGHT

    @property
    def hand(self) -> int:
        """Maximum number of cards in a hand."""
        return HAND

    @property
    def drawn(self) -> int:
        """Number of cards drawn in a turn."""
        return DRAWN

    @property
    def builds(self) -> int:
        """Number of floors built in a turn."""
        return BUILDS

    @property
    def limit(self) -> int:
        """Maximum number of towers at once."""
        return MANY_PLOTS if self.seats == 4 else FEW_PLOTS


terms_of = lru_cache(maxsize=16)(Terms)
"""Return the terms of a variant; cached."""

Tower = bytes
"""Three bytes per floor, ground floor first: card, owner, tucked card; the last two are `NONE` if it is vacant."""

NO_TOWER: Tower = b""
"""A free plot."""
_NO_TUCK = bytes((NONE,))


def floors_of(tower: Tower) -> Cards:
    return tower[::3]


def owners_of(tower: Tower) -> bytes:
    return tower[1::3]


def tucks_of(tower: Tower) -> Cards:
    """Return the tucked cards, without the vacant floors."""
    return tower[2::3].replace(_NO_TUCK, b"")


class Storey(msgspec.Struct, frozen=True):
    """A floor as a seat sees it: `owner` and `tuck` are None if it is vacant."""

    card: CardId
    owner: Seat | None = None
    tuck: CardId | None = None
    """Hidden from all seats but the one that owns it."""


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know; if it is None, what an onlooker may know, which is only what is public."""

    seat: Seat | None
    variant: Variant
    hand: tuple[CardId, ...]
    hand_sizes: tuple[int, ...]
    towers: tuple[tuple[Storey, ...], ...]
    """By plot, left to right, ground floor first; empty if the plot is free."""
    discards: tuple[CardId, ...]
    """The last card is the top; the pile is face up."""
    draw_pile: int
    """Number of cards left to draw."""
    scores: tuple[int, ...]
    first: Seat
    turn: Seat
    built: tuple[int, ...]
    """The plots that were built on in this turn."""
    last_round: bool
    ledger: tuple[Scored, ...]
    """The towers scored so far, in order."""
    outcome: Outcome | None

    @property
    def builds_left(self) -> int:
        """How many floors the seat on turn must still build (F3); at 0 it may claim, or end the turn."""
        return min(self.variant.builds - len(self.built), self.hand_sizes[self.turn])

    def floor(self, card: CardId) -> Floor:
        """Return the floor of a card, with its room."""
        deck = self.variant.deck
        return shown_floors(deck)[deck.kinds[card]]

    def is_due(self, plot: int) -> bool:
        """Return whether a tower is scored at the end of this turn."""
        kinds = bytes(storey.card for storey in self.towers[plot]).translate(self.variant.deck.kinds)
        return bool(kinds) and terms_of(self.variant).is_scored(kinds)


def partial_state(view: View) -> State:
    """Return the partial state that the seat of a view knows: cards that it has not seen are `UNKNOWN`."""
    return state_of(view, lambda: UNKNOWN, lambda: bytes([UNKNOWN]) * view.draw_pile)


def state_of(view: View, unseen: Callable[[], CardId], rest: Callable[[], Cards]) -> State:
    """Return a state with this view: `unseen` gives the hidden cards one by one, then `rest` the draw pile."""
    state = State()
    state.terms, state.tucks, state.hands = terms_of(view.variant), [], []
    for tower in view.towers:
        cards = [NONE if s.tuck is None else unseen() if s.tuck == HIDDEN else s.tuck for s in tower]
        state.tucks.append(bytes(cards))
    for seat, size in enumerate(view.hand_sizes):
        hand = view.hand if seat == view.seat else [unseen() for _ in range(size)]
        state.hands.append(bytes(sorted(hand)))
    state.floors = [bytes([storey.card for storey in tower]) for tower in view.towers]
    state.draw_pile, state.discards = rest(), bytes(view.discards)
    state.points, state.first, state.turn = list(view.scores), view.first, view.turn
    state.built, state.last_round, state.outcome = bytes(view.built), view.last_round, view.outcome
    state.ledger = view.ledger
    state.read_faces([bytes([NONE if s.owner is None else s.owner for s in tower]) for tower in view.towers])
    return state


# -- invariants


def check(state: State) -> None:
    """Raise AssertionError if cards are missing, a hand is too large, or tucked cards don't match the owned floors."""
    floors, tucks = map(floors_of, state.towers), map(tucks_of, state.towers)
    places = b"".join((*state.hands, state.draw_pile, state.discards, *floors, *tucks))
    assert bytes(sorted(places)) == bytes(state.variant.deck.cards), "cards were lost or doubled"
    assert all(len(hand) <= state.terms.hand for hand in state.hands), f"a hand of more than {state.terms.hand}"
    assert len(state.towers) == state.variant.limit, "plots were lost or added"
    for tower in state.towers:
        owned = [owner != NONE for owner in owners_of(tower)]
        assert owned == [tuck != NONE for tuck in tower[2::3]], "a tuck without an owner, or an owner without a tuck"


# -- refusals


MOST_FLOORS, MOST_COUNT, MOST_EFFECTS = 24, 60, 4
LONGEST_NAME, LONGEST_ABOUT = 20, 200
LETTERS = mark("it must have {least} to {most} letters")
LIMITS = {
    "name": (1, LONGEST_NAME, LETTERS),
    "title": (1, LONGEST_NAME, LETTERS),
    "about": (0, LONGEST_ABOUT, LETTERS),
    "floor": (2, MOST_FLOORS, mark("a deck has {least} to {most} floors")),
    "effect": (0, MOST_EFFECTS, mark("a floor has {least} to {most} effects")),
    "room": (1, MOST_PARTS, mark("a room has {least} to {most} parts")),
    "count": (1, MOST_COUNT, mark("a floor has {least} to {most} cards")),
}
"""By key of a deck file, the least and the most of it, and the message if there are fewer or more."""
KINDS = {
    "str": mark("it must be text in quotes"),
    "int": mark("it must be a whole number"),
    "bool": mark("it must be true or false"),
    "array": mark("it must be a list in square brackets"),
    "object": mark("it must be a table that begins with {head}"),
}
"""By the type that is expected, the message if a value is of another type."""


def plain_refusal(error: str) -> tuple[str, str]:
    """Return the key that an error of msgspec is about, and in plain words what is wrong with it."""
    match = re.fullmatch(r"(?P<what>.*?)(?: - at `\$\.?(?P<key>\w*).*`)?", error, re.DOTALL)
    assert match is not None
    what, key = match["what"], match["key"] or ""
    if unknown := re.search(r"unknown field `(.*)`", what):
        return unknown[1], tr("a deck file has no such key")
    if missing := re.search(r"missing required field `(.*)`", what):
        return missing[1], tr("it's missing")
    if key in LIMITS and (" length " in what or re.search("[<>]=", what)):
        least, most, words = LIMITS[key]
        return key, tr(words, least=least, most=most)
    kind = re.search(r"Expected `(\w+)`", what)
    return key, tr(KINDS[kind[1]], head="[[floor]]") if kind and kind[1] in KINDS else what


def place(source: str, line: int, floor: int, key: str) -> str:
    """Return where something is wrong: the file, the line and the floor (unless 0, unknown), then the key."""
    parts = [
        source,
        tr("line {number}", number=line) if line else "",
        tr("floor {number}", number=floor) if floor else "",
    ]
    return commas(parts) + (f": {key}" if key else "")


# -- legality


PLOTS = range(MANY_PLOTS)
END = End()

BuildRows = tuple[tuple[Build, ...], ...]
"""The builds on each plot, then those as a new tower."""
ClaimRows = tuple[tuple[tuple[Claim, ...], ...], ...]
"""The claims of each level, by plot."""

_build = cache(Build)
_claim = cache(Claim)


def check_step(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalAction, with the reason, unless the seat on turn may do `action` now."""
    if isinstance(action, Build):
        if len(state.built) == state.terms.builds:
            raise IllegalAction(mark("Your floors are built. To claim a floor, tuck a card under it."))
        _check_held(state, seat, action)
        if action.plot == NEW:
            if NO_TOWER not in state.towers:
                raise IllegalAction(mark("There's no free plot for a new tower."))
        elif not _stands(state, action.plot):
            raise IllegalAction(mark("A new tower takes the leftmost free plot."))
        elif action.plot in state.built:
            raise IllegalAction(mark("You've built on this tower: the next floor goes on another one."))
        return
    if state.must_build(seat):
        text = mark("Build first: {number} floors, each on a different tower. Then you may claim.")
        raise IllegalAction(tr(text, number=state.terms.builds))
    if isinstance(action, Claim):
        _check_held(state, seat, action)
        owners = owners_of(state.towers[action.plot]) if _stands(state, action.plot) else b""
        if not 0 <= action.level < len(owners):
            raise IllegalAction(mark("There's no such floor."))
        if owners[action.level] != NONE:
            raise IllegalAction(mark("This floor already has a tucked card."))


def _check_held(state: State, seat: Seat, action: Build | Claim) -> None:
    deck, hand = state.variant.deck, state.hands[seat]
    kind = deck.kind_named.get(action.floor)
    if kind is None:
        raise IllegalAction(tr("There's no floor {floor} in this deck.", floor=action.floor))
    if kind not in hand.translate(deck.kinds):
        raise IllegalAction(tr("There's no {floor} in hand.", floor=tr(action.floor)))
    if action.card is not None and (action.card not in tuple(hand) or deck.kinds[action.card] != kind):
        raise IllegalAction(
            tr("There's no card {number} with {floor} in hand.", number=action.card, floor=tr(action.floor))
        )


def _stands(state: State, plot: int) -> bool:
    return 0 <= plot < len(state.towers) and state.towers[plot] != NO_TOWER


@lru_cache(maxsize=8192)
def build_rows(deck: Deck, kinds: Kinds) -> BuildRows:
    """Return the possible builds of a hand of these kinds."""
    return _build_rows(deck, frozenset(kinds))


@lru_cache(maxsize=8192)
def claim_rows(deck: Deck, kinds: Kinds) -> ClaimRows:
    """Return the possible claims of a hand of these kinds."""
    return _claim_rows(deck, frozenset(kinds))


@lru_cache(maxsize=1024)
def _build_rows(deck: Deck, kinds: frozenset[Kind]) -> BuildRows:
    names = [deck.floors[kind].name for kind in sorted(kinds)]
    return tuple(tuple([_build(name, plot) for name in names]) for plot in (*PLOTS, NEW))


@lru_cache(maxsize=1024)
def _claim_rows(deck: Deck, kinds: frozenset[Kind]) -> ClaimRows:
    names = [deck.floors[kind].name for kind in sorted(kinds)]
    return tuple(
        tuple([tuple([_claim(name, plot, level) for name in names]) for level in range(HEIGHT)]) for plot in PLOTS
    )
