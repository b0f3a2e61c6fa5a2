"""The count at the end, the best tower, and the feats of IceTowers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine import BuiltTower, Outcome, Part, Seat
from ..language import mark, tr_count
from ..progress.summary import Feat, FeatFinder, only
from .actions import Capped, Event, Mined, PlayBegan, WasSplit, Why
from .state import COLOUR_OF, PIPS_OF, SIZES, SMALL, Colour, PieceId, State, StateOrView, Tower, scores, size_name

# -- results


TEN = 10


@dataclass(frozen=True, slots=True)
class Count:
    """The result of a colour: its towers, highest worth first, and the same pieces as stacks of ten pips and a rest."""

    colour: Colour
    towers: tuple[Tower, ...]
    held: tuple[PieceId, ...]
    """Pieces of the colour that are still in a hand; none after the end of the game."""
    tens: tuple[tuple[PieceId, ...], ...]
    """Bottom piece first; exactly ten pips each."""
    rest: tuple[PieceId, ...]
    total: int


def count_up(table: StateOrView) -> tuple[Count, ...]:
    """Return the count of each colour in play, the ghost's last."""
    return tuple(_count(table, colour) for colour in range(table.variant.colours))


def _count(table: StateOrView, colour: Colour) -> Count:
    own = [tower for tower in table.towers if tower.controller == colour]
    towers = tuple(sorted(own, key=lambda tower: (-tower.worth, tower.id)))
    held = tuple(h.piece for h in table.hands if h is not None and COLOUR_OF[h.piece] == colour)
    pieces = [*(piece for tower in towers for piece in tower.pieces), *held]
    tens, rest = stack_by_tens(pieces)
    return Count(colour, towers, held, tens, rest, sum(PIPS_OF[piece] for piece in pieces))


def stack_by_tens(pieces: Sequence[PieceId]) -> tuple[tuple[tuple[PieceId, ...], ...], tuple[PieceId, ...]]:
    """Return stacks of exactly ten pips, with the largest pieces at the bottom, and the other pieces, largest first."""
    piles = {size: [piece for piece in pieces if PIPS_OF[piece] == size] for size in SIZES}
    stacks = []
    while (numbers := _ten_of(len(piles[3]), len(piles[2]), len(piles[1]))) is not None:
        stacks.append(tuple(piles[size].pop() for size, n in zip((3, 2, 1), numbers) for _ in range(n)))
    rest = tuple(piece for size in (3, 2, 1) for piece in piles[size])
    return tuple(stacks), rest


def _ten_of(larges: int, mediums: int, smalls: int) -> tuple[int, int, int] | None:
    """Return how many of each size make ten pips, with as few smalls as possible, since only they fill any gap."""
    ways = (
        (large, medium, TEN - 3 * large - 2 * medium)
        for large in range(min(larges, 3) + 1)
        for medium in range(min(mediums, (TEN - 3 * large) // 2) + 1)
    )
    return min((way for way in ways if way[2] <= smalls), key=lambda way: (way[2], -way[0]), default=None)


def best_tower(state: State) -> BuiltTower | None:
    """Return the tower that is worth most, a winner's if several are equal. A tower of the ghost has no owner.

    Parts are pyramids: size, pips and colour, which is a seat, or the number of seats for the ghost.
    """
    winners = state.outcome.winners if state.outcome else ()
    tower = max(state.towers, key=lambda tower: (tower.worth, tower.controller in winners), default=None)
    if tower is None:
        return None
    parts = tuple(Part(size_name(piece), PIPS_OF[piece], COLOUR_OF[piece]) for piece in tower.pieces)
    return BuiltTower(parts, None if tower.controller == state.variant.ghost_colour else tower.controller, tower.worth)


def describe_tower(tower: BuiltTower) -> str:
    """Return the tower's worth, such as "12 pips"."""
    return tr_count("{number} pip", "{number} pips", tower.worth)


def describe_harm(what: str, size: int) -> str:
    """Return a bot's sentence about the tower that was capped while the bot controlled it."""
    return tr_count(
        "Last time you capped my tower of {number} pip.", "Last time you capped my tower of {number} pips.", size
    )


# -- feats


FEATS = (
    Feat("deep", mark("From the depths"), mark("Mine a pyramid from under three others.")),
    Feat("giant", mark("A big catch"), mark("Cap a rival's tower and make it worth fifteen or more.")),
    Feat(
        "swap",
        mark("Out and over"),
        mark("Mine a pyramid and cap a tower worth more than the one it came from."),
    ),
    Feat("smalls", mark("Small ones last"), mark("Cap with all five of your smalls in one game.")),
    Feat("splitter", mark("Ice breaker"), mark("Split three towers in one game.")),
    Feat("quick", mark("Quick start"), mark("Cap four towers in the first twenty seconds.")),
    Feat("late", mark("The last word"), mark("Make the last cap of the game, and win.")),
    Feat("few", mark("Few but tall"), mark("Win with fewer towers than a rival.")),
    Feat("forty", mark("Forty"), mark("Score forty points.")),
    Feat("behind", mark("Turnaround"), mark("Win after trailing a rival by ten points.")),
)
DEEP, GIANT, SMALLS, SPLITS, QUICK, SOON, FORTY, AHEAD = 3, 15, 5, 3, 4, 20_000, 40, 10
"""Limits of the feats: pieces above a mined one; worth of a capped tower; caps with smalls; splits; quick caps, and
milliseconds for them; score; pips that a rival is ahead."""


class Finder(FeatFinder):
    """Finds feats; it remembers facts from earlier steps."""

    feats = FEATS

    def __init__(self) -> None:
        super().__init__()
        self._began = 0
        self._smalls: dict[Seat, set[int]] = {}
        self._splits: Counter[Seat] = Counter()
        self._quick: Counter[Seat] = Counter()
        self._mined: dict[Seat, int] = {}
        self._last_cap: Seat | None = None
        self._behind: set[Seat] = set()
        self._worths: dict[int, int] = {}

    def see(self, step: Any) -> None:
        state: State = step.state
        for event in step.events:
            self._look(event, state)
        self._worths = {tower.id: tower.worth for tower in state.towers}
        totals = scores(state)
        self._behind.update(seat for seat in range(state.variant.seats) if max(totals) - totals[seat] >= AHEAD)

    def _look(self, event: Event, state: State) -> None:
        match event:
            case PlayBegan():
                self._began = state.ms
            case Mined(seat, piece, tower, _, depth):
                self._mined[seat] = self._worths.get(tower, 0)
                self.get(seat, "deep", depth >= DEEP and state.variant.ghost_colour != COLOUR_OF[piece])
            case WasSplit(seat):
                self._splits[seat] += 1
                self.get(seat, "splitter", self._splits[seat] >= SPLITS)
            case Capped() if event.why is Why.CHOICE and COLOUR_OF[event.piece] == event.seat:
                self._cap(event, state)

    def _cap(self, event: Capped, state: State) -> None:
        seat = event.seat
        self._last_cap = seat
        self.get(seat, "giant", event.worth >= GIANT and event.taken_from != seat)
        if event.taken_from < state.variant.seats and PIPS_OF[event.piece] < event.worth:
            self.harm(event.taken_from, seat, "", event.worth - PIPS_OF[event.piece])
        left = self._mined.pop(seat, None)
        self.get(seat, "swap", left is not None and event.worth - PIPS_OF[event.piece] > left)
        if PIPS_OF[event.piece] == SMALL:
            self._smalls.setdefault(seat, set()).add(event.piece)
            self.get(seat, "smalls", len(self._smalls[seat]) >= SMALLS)
        if not state.variant.paused_time and state.ms - self._began <= SOON:
            self._quick[seat] += 1
            self.get(seat, "quick", self._quick[seat] >= QUICK)

    def close(self, state: State, outcome: Outcome) -> None:
        towers = Counter(tower.controller for tower in state.towers)
        for seat, score in enumerate(outcome.scores[: state.variant.seats]):
            self.get(seat, "forty", score >= FORTY)
        for seat in only(range(state.variant.seats), outcome):
            self.get(seat, "late", seat == self._last_cap)
            self.get(seat, "few", any(towers[seat] < number for colour, number in towers.items() if colour != seat))
            self.get(seat, "behind", seat in self._behind)
