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
from .state import (
    COLOUR_OF,
    LARGE,
    PIPS_OF,
    SMALL,
    Colour,
    PieceId,
    State,
    StateOrView,
    Tower,
    TowerId,
    scores,
    size_name,
)

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
        "Last time you capped my tower worth {number} pip.", "Last time you capped my tower worth {number} pips.", size
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
    Feat("deep", mark("From the depths"), mark("Mine a pyramid from under three others."), 1, {"depth": 3}),
    Feat("giant", mark("A big catch"),
         mark("Cap a rival's tower and make it worth fifteen or more."), 1, {"giant": 15}),
    Feat("swap", mark("Out and over"), mark("Mine a pyramid and cap a tower worth more than the one it came from.")),
    Feat("smalls", mark("Small ones last"), mark("Cap with all five of your smalls in one game."), 1, {"smalls": 5}),
    Feat("splitter", mark("Ice breaker"), mark("Split three towers in one game."), 1, {"splits": 3}),
    Feat("quick", mark("Quick start"), mark("Cap four towers in the first twenty seconds."), 1, {"quickest": 4}),
    Feat("late", mark("The last word"), mark("Make the last cap of the game, and win.")),
    Feat("few", mark("Few but tall"), mark("Win with fewer towers than a rival."), 2),
    Feat("forty", mark("Forty"), mark("Score forty points."), 2, {"score": 40}),
    Feat("behind", mark("Turnaround"), mark("Win after trailing a rival by ten points.")),
    Feat("caps_16", mark("Busy hands"), mark("Cap sixteen times in one game."), 1, {"caps": 16}),
    Feat("tall_15", mark("A proper peak"), mark("End the game with a tower worth fifteen."), 2, {"tall": 15}),
    Feat("tall_20", mark("High peak"), mark("End the game with a tower worth twenty."), 3, {"tall": 20}),
    Feat("tall_25", mark("Summit"), mark("End the game with a tower worth twenty-five."), 3, {"tall": 25}),
    Feat("deep_5", mark("From the deep sea"), mark("Mine a pyramid from under five others."), 1, {"depth": 5}),
    Feat("deep_7", mark("From the bottom of the world"),
         mark("Mine a pyramid from under seven others."), 2, {"depth": 7}),
    Feat("giant_20", mark("A whale"), mark("Cap a rival's tower and make it worth twenty or more."), 1, {"giant": 20}),
    Feat("giant_25", mark("A sea monster"),
         mark("Cap a rival's tower and make it worth twenty-five or more."), 2, {"giant": 25}),
    Feat("mines_5", mark("Miner"), mark("Mine five pyramids in one game."), 1, {"mines": 5}),
    Feat("mines_12", mark("Deep shaft"), mark("Mine twelve pyramids in one game."), 2, {"mines": 12}),
    Feat("splits_5", mark("Crevasse"), mark("Split five towers in one game."), 2, {"splits": 5}),
    Feat("larges", mark("Heavy lifting"), mark("Cap with all five of your larges in one game."), 1, {"larges": 5}),
    Feat("score_45", mark("Forty-five"), mark("Score forty-five points."), 2, {"score": 45}),
    Feat("fifty", mark("Half a hundred"), mark("Score fifty points."), 3, {"score": 50}),
    Feat("landslide", mark("Avalanche"), mark("Win by twenty-five points."), 3, {"lead": 25}),
    Feat("close", mark("By a single pip"), mark("Win by a single point."), 3, {"close": 1}),
    Feat("crowd", mark("Room for one"), mark("Win alone against three rivals or more."), 2, {"rivals": 3}),
    Feat("loot", mark("Full nets"),
         mark("End the game with 25 points' worth of other colours in your towers."), 2, {"loot": 25}),
    Feat("loot_35", mark("Overflowing nets"),
         mark("End the game with 35 points' worth of other colours in your towers."), 3, {"loot": 35}),
    Feat("quick_12", mark("Quick freeze"), mark("Cap twelve towers in the first forty seconds."), 3, {"quick": 12}),
    Feat("few_3", mark("Three is enough"), mark("Win with three towers or fewer."), 3, {"few": 1}),
)  # fmt: skip
AHEAD = 10
"""Pips that a rival is ahead, for the feat of winning after that."""
SOON, EARLY = 20_000, 40_000
"""Milliseconds for four quick caps, and for twelve."""
CLOSE, FEW = 2, 4
"""By how much less than this a close game is won, and than how many towers."""


class Finder(FeatFinder):
    """Finds feats; it remembers facts from earlier steps."""

    feats = FEATS

    def __init__(self) -> None:
        super().__init__()
        self._began = 0
        self._capped: dict[tuple[Seat, str], set[PieceId]] = {}
        """The small and large pieces with which each seat has capped."""
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
                is_own = state.variant.ghost_colour != COLOUR_OF[piece]
                self.count(seat, "mines", is_own)
                self.most(seat, "depth", depth * is_own)
            case WasSplit(seat):
                self.count(seat, "splits")
            case Capped() if event.why is Why.CHOICE and COLOUR_OF[event.piece] == event.seat:
                self._cap(event, state)

    def _cap(self, event: Capped, state: State) -> None:
        seat = event.seat
        self._last_cap = seat
        self.count(seat, "caps")
        self.most(seat, "giant", event.worth * (event.taken_from != seat))
        if size := {SMALL: "smalls", LARGE: "larges"}.get(PIPS_OF[event.piece]):
            self._capped.setdefault((seat, size), set()).add(event.piece)
            self.most(seat, size, len(self._capped[seat, size]))
        if not state.variant.paused_time:
            self.count(seat, "quickest", state.ms - self._began <= SOON)
            self.count(seat, "quick", state.ms - self._began <= EARLY)
        if event.taken_from < state.variant.seats and PIPS_OF[event.piece] < event.worth:
            self.harm(event.taken_from, seat, "", event.worth - PIPS_OF[event.piece])
        left = self._mined.pop(seat, None)
        self.get(seat, "swap", left is not None and event.worth - PIPS_OF[event.piece] > left)

    def close(self, state: State, outcome: Outcome) -> None:
        towers = Counter(tower.controller for tower in state.towers)
        for seat, score in enumerate(outcome.scores[: state.variant.seats]):
            self.most(seat, "score", score)
            own = [tower for tower in state.towers if tower.controller == seat]
            self.most(seat, "tall", max((tower.worth for tower in own), default=0))
            self.most(seat, "loot", sum(PIPS_OF[p] for tower in own for p in tower.pieces if COLOUR_OF[p] != seat))
        for seat in only(range(state.variant.seats), outcome):
            lead = outcome.scores[seat] - max(s for other, s in enumerate(outcome.scores) if other != seat)
            self.most(seat, "lead", lead)
            self.most(seat, "close", CLOSE - lead)
            self.most(seat, "rivals", state.variant.seats - 1)
            self.most(seat, "few", FEW - towers[seat])
            self.get(seat, "late", seat == self._last_cap)
            self.get(seat, "few", any(towers[seat] < number for colour, number in towers.items() if colour != seat))
            self.get(seat, "behind", seat in self._behind)
