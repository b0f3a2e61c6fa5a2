"""The feats of IceTowers."""

from __future__ import annotations

from collections import Counter
from typing import Any

from topping_out.game.engine import Outcome, Seat
from topping_out.game.icetowers.events import Capped, Event, Mined, PlayBegan, WasSplit, Why
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF, SMALL
from topping_out.game.icetowers.state import State, scores
from topping_out.game.language import mark
from topping_out.game.progress.feat import Feat, FeatFinder, only

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


class Finder(FeatFinder):
    """Keeps what hangs together over several steps."""

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
