"""The legal actions of a seat, the reasons why others are refused, and messages about wrong deck files."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from ..engine import IllegalAction, Seat
from ..language import mark, tr
from ..text import commas
from .actions import NEW, Action, Build, Claim, End
from .core import State
from .floors import NONE, Deck, Kind, Kinds
from .numbers import HEIGHT, MANY_PLOTS
from .state import NO_TOWER, owners_of

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
    "count": (1, MOST_COUNT, mark("a floor has {least} to {most} cards")),
}
"""By key of a deck file, the least and the most of it, and the message if there are fewer or more."""
KINDS = {
    "str": mark("it must be a text in quotes"),
    "int": mark("it must be a whole number"),
    "bool": mark("it must be true or false"),
    "array": mark("it must be a list in square brackets"),
    "object": mark("it must be a table, begun by {head}"),
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
        return missing[1], tr("it is missing")
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
ClaimRows = tuple[tuple[Claim, ...], ...]
"""The claims of each level of the first plot, then of each level of the second, and so on."""

_build = cache(Build)
_claim = cache(Claim)


def must_build(state: State, seat: Seat) -> bool:
    """Return whether the seat must build before anything else; if it has too few cards, it builds those (F3)."""
    return len(state.built) < state.terms.builds and bool(state.hands[seat])


def check_step(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalAction, with the reason, unless the seat on turn may do `action` now."""
    if isinstance(action, Build):
        if len(state.built) == state.terms.builds:
            raise IllegalAction(mark("Your floors are built. To claim a floor, tuck a card under it."))
        _check_held(state, seat, action)
        if action.plot == NEW:
            if NO_TOWER not in state.towers:
                raise IllegalAction(mark("There is no free plot for a new tower."))
        elif not _stands(state, action.plot):
            raise IllegalAction(mark("A new tower takes the leftmost free plot."))
        elif action.plot in state.built:
            raise IllegalAction(mark("You've built on this tower: the next floor goes on another one."))
        return
    if must_build(state, seat):
        text = mark("Build first: {number} floors, each on a different tower. Then you may claim.")
        raise IllegalAction(tr(text, number=state.terms.builds))
    if isinstance(action, Claim):
        _check_held(state, seat, action)
        owners = owners_of(state.towers[action.plot]) if _stands(state, action.plot) else b""
        if not 0 <= action.level < len(owners):
            raise IllegalAction(mark("There is no such floor."))
        if owners[action.level] != NONE:
            raise IllegalAction(mark("This floor already has a tucked card."))


def _check_held(state: State, seat: Seat, action: Build | Claim) -> None:
    deck, hand = state.variant.deck, state.hands[seat]
    kind = deck.kind_named.get(action.floor)
    if kind is None:
        raise IllegalAction(tr("There is no floor {floor} in this deck.", floor=action.floor))
    if kind not in hand.translate(deck.kinds):
        raise IllegalAction(tr("There is no {floor} in the hand.", floor=tr(action.floor)))
    if action.card is not None and (action.card not in tuple(hand) or deck.kinds[action.card] != kind):
        raise IllegalAction(tr("Card {number} is no {floor} in the hand.", number=action.card, floor=tr(action.floor)))


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
    return tuple(tuple([_claim(name, plot, level) for name in names]) for plot in PLOTS for level in range(HEIGHT))
