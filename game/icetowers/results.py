"""The count at the end, the best tower, and the feats of IceTowers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ..engine import BuiltTower, Outcome, Part, Seat
from ..language import mark, tr_count
from ..progress.summary import Feat, FeatFinder, only
from .actions import Capped, Event, Mined, PlayBegan, WasSetDown, WasSplit, Why
from .state import COLOUR_OF, PIPS_OF, SMALL, Colour, PieceId, State, StateOrView, Tower, TowerId, scores, size_name

# -- results


@dataclass(frozen=True, slots=True)
class Count:
    """The result of a colour: its towers, highest worth first, and their total."""

    colour: Colour
    towers: tuple[Tower, ...]
    held: tuple[PieceId, ...]
    """Pieces of the colour that are still in a hand; none after the end of the game."""
    total: int


def count_up(table: StateOrView) -> tuple[Count, ...]:
    """Return the count of each colour in play, the ghost's last."""
    return tuple(_count(table, colour) for colour in range(table.variant.colours))


def _count(table: StateOrView, colour: Colour) -> Count:
    own = [tower for tower in table.towers if tower.controller == colour]
    towers = tuple(sorted(own, key=lambda tower: (-tower.worth, tower.id)))
    held = tuple(h.piece for h in table.hands if h is not None and COLOUR_OF[h.piece] == colour)
    total = sum(tower.worth for tower in towers) + sum(PIPS_OF[piece] for piece in held)
    return Count(colour, towers, held, total)


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


# -- titles


class TitleKind(StrEnum):
    """What a player can have done best of all; the first is the most wanted."""

    CAPS = "caps"
    """The most caps."""
    HOLD = "hold"
    """The longest time with the same tower, in plays of all seats."""
    SPLIT = "split"
    """The most pips that a split took from a rival's tower."""
    CAP = "cap"
    """The cap that made the most valuable tower."""
    TOWERS = "towers"
    """The most towers at the end, not counting free-standing pieces."""
    TALL = "tall"
    """The tower with the most pieces."""
    DEPTH = "depth"
    """The piece that was mined from under the most others."""
    MINES = "mines"
    """The most mined pieces."""
    SPLITS = "splits"
    """The most splits."""
    FIRST = "first"
    """The first cap."""
    LAST = "last"
    """The last cap."""


def titles(events: Iterable[Event], seats: int) -> dict[Seat, tuple[TitleKind, int]]:
    """Return what each seat was best at, and its figure, by the events of a whole game.

    Nobody has a title that two seats could claim, and each seat has at most one: the first of `TitleKind`.
    """
    found: dict[Seat, tuple[TitleKind, int]] = {}
    for kind, figures in _Figures(seats).of(events).items():
        best = max(figures)
        if best > 0 and figures.count(best) == 1:
            found.setdefault(figures.index(best), (kind, best))
    return found


class _Figures:
    """Follows the towers through the events of a game, for its titles."""

    def __init__(self, seats: int) -> None:
        self._seats, self._plays = seats, 0
        self._stacks: dict[TowerId, list[PieceId]] = {}
        self._held: dict[TowerId, tuple[Colour, int]] = {}
        """By tower: the colour that controls it, and the number of plays before it did."""
        self._best = {kind: [0] * seats for kind in TitleKind}

    def of(self, events: Iterable[Event]) -> dict[TitleKind, list[int]]:
        """Return the figures of all seats, by kind."""
        for event in events:
            for tower in self._changed(event):
                self._follow(tower)
        for tower in [*self._held]:
            seat = self._held[tower][0]
            self._let_go(tower)
            if seat < self._seats:
                self._best[TitleKind.TOWERS][seat] += 1
        return self._best

    def _note(self, kind: TitleKind, seat: Seat, figure: int) -> None:
        self._best[kind][seat] = max(self._best[kind][seat], figure)

    def _stack(self, tower: TowerId) -> list[PieceId]:
        """Return a tower's pieces. At the beginning, each piece stands alone and its tower has its number."""
        return self._stacks.setdefault(tower, [tower])

    def _changed(self, event: Event) -> tuple[TowerId, ...]:
        """Take note of an event, and return the towers that it has changed."""
        match event:
            case Capped(seat, piece, tower, _, worth, why):
                self._stack(tower).append(piece)
                if why is Why.CHOICE:
                    self._plays += 1
                    if not any(self._best[TitleKind.CAPS]):
                        self._best[TitleKind.FIRST][seat] = 1
                    self._best[TitleKind.LAST] = [int(other == seat) for other in range(self._seats)]
                    self._best[TitleKind.CAPS][seat] += 1
                    if COLOUR_OF[piece] == seat:
                        self._note(TitleKind.CAP, seat, worth)
                return (tower,)
            case Mined(seat, piece, tower, _, depth):
                self._stack(tower).remove(piece)
                self._note(TitleKind.DEPTH, seat, depth)
                self._best[TitleKind.MINES][seat] += 1
                return (tower,)
            case WasSetDown(_, piece, tower):
                self._plays += event.mined
                self._stacks[tower] = [piece]
                return (tower,)
            case WasSplit(seat, colour, lower, upper, bottom):
                stack = self._stack(lower)
                place = stack.index(bottom)
                self._stacks[lower], self._stacks[upper] = stack[:place], stack[place:]
                self._plays += 1
                self._best[TitleKind.SPLITS][seat] += 1
                if event.controller not in (seat, colour):
                    self._note(TitleKind.SPLIT, seat, event.lower_worth)
                if lower in self._held:
                    self._held[upper] = self._held[lower]
                return lower, upper
        return ()

    def _follow(self, tower: TowerId) -> None:
        """Note who controls a tower since when. Free-standing pieces are no towers."""
        stack = self._stacks[tower]
        owner = COLOUR_OF[stack[-1]] if len(stack) > 1 else None
        if tower in self._held and self._held[tower][0] != owner:
            self._let_go(tower)
        if owner is not None:
            self._held.setdefault(tower, (owner, self._plays))
            if owner < self._seats:
                self._note(TitleKind.TALL, owner, len(stack))

    def _let_go(self, tower: TowerId) -> None:
        seat, since = self._held.pop(tower)
        if seat < self._seats:
            self._note(TitleKind.HOLD, seat, self._plays - since)


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
