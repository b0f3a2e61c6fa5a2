"""The feats of Towers of Wyoming, and the best tower of a game."""

from __future__ import annotations

from typing import Any

from ..engine import BuiltTower, Outcome, Part, Seat
from ..language import mark, tr
from ..progress.summary import Feat, FeatFinder
from .actions import PER_SUIT, SUIT_NAMES, Constructed, Deconstructed, Event, SkyMoved, suit_of, suit_words
from .core import State

# -- best tower


def best_tower(state: State) -> BuiltTower | None:
    """Return the highest tower, a winner's if several are equal. Parts are cards: the suit, and the rank from 0."""
    winners = state.outcome.winners if state.outcome else ()
    foundations = state.variant.foundations
    number, cards = max(enumerate(state.towers), key=lambda t: (len(t[1]), t[0] // foundations in winners))
    if not cards:
        return None
    parts = tuple(Part(SUIT_NAMES[suit_of(card)], card % PER_SUIT // 2) for card in cards)
    return BuiltTower(parts, number // foundations, len(cards))


def describe_tower(tower: BuiltTower) -> str:
    """Return the tower's height and suit, such as "10 spades"."""
    suit = tower.parts[-1].kind
    return suit_words(tower.worth, SUIT_NAMES.index(suit)) if suit in SUIT_NAMES else ""


def describe_harm(what: str, size: int) -> str:
    """Return a bot's sentence about the cards that were knocked off its tower."""
    if what not in SUIT_NAMES:
        return ""
    cards = suit_words(size, SUIT_NAMES.index(what))
    # Translators: a bot says it. {cards} is such as "4 hearts".
    return tr("Last time you knocked {cards} off my tower.", cards=cards)


# -- feats


FEATS = (
    Feat("settling", mark("Through the settling Sky"), mark("Win in the turn in which a penny has just dropped.")),
    Feat("storeys", mark("Five storeys at once"), mark("Add five cards to your own tower in one play.")),
    Feat("wreckers", mark("Wreckers"), mark("Knock five cards off a rival's tower in one play.")),
    Feat("nick", mark("In the nick of time"), mark("Knock cards off a tower that needed only one more to win.")),
    Feat(
        "plans",
        mark("Change of plans"),
        mark("Replace your own tower with three cards of another suit in one play."),
    ),
    Feat(
        "takeover",
        mark("Hostile takeover"),
        mark("Replace a rival's tower with three cards of another suit in one play."),
    ),
    Feat("untouched", mark("Untouched"), mark("Win with a tower that never had a card knocked off.")),
    Feat("behind", mark("From behind"), mark("Win after trailing a rival by four cards.")),
    Feat("high", mark("High above"), mark("Win with a tower two cards higher than it needed to be.")),
    Feat("siege", mark("Under siege"), mark("Win after having fifteen of your cards knocked off.")),
)
AT_ONCE, AHEAD, SPARE, SIEGE, RISING = 5, 4, 2, 15, 3
"""Least cards for a feat: built or knocked off in one play; that a rival is ahead; above the height needed; lost in
one game; in a new tower."""


class Finder(FeatFinder):
    """Finds feats; it remembers the heights of the towers before each step."""

    feats = FEATS
    goals = tuple(f"with_{suit}" for suit in SUIT_NAMES)

    def __init__(self) -> None:
        super().__init__()
        self._heights: list[int] = []
        self._needed = 0
        self._has_settled = False  # in the draw that began the current turn
        self._wins_by_settling = False
        self._lost: dict[Seat, int] = {}
        self._touched: set[int] = set()
        self._was_behind: set[Seat] = set()

    def see(self, step: Any) -> None:
        state: State = step.state
        if not self._heights:
            self._heights = [0] * len(state.towers)
            self._needed = state.variant.needed(state.variant.pennies)
        for event in step.events:
            self._look(event, state.variant.foundations)
        settled = any(isinstance(event, SkyMoved) and event.by < 0 for event in step.events)
        self._wins_by_settling = self._has_settled
        self._has_settled = settled
        self._heights = [len(tower) for tower in state.towers]
        self._needed = state.variant.needed(state.pennies)
        best = [max(map(len, state.towers_of(seat))) for seat in range(state.variant.seats)]
        self._was_behind.update(seat for seat, height in enumerate(best) if max(best) - height >= AHEAD)

    def _look(self, event: Event, foundations: int) -> None:
        match event:
            case Constructed(seat, owner, _, cards) if seat == owner and len(cards) >= AT_ONCE:
                self.get(seat, "storeys")
            case Deconstructed(seat, owner, foundation, _, fallen, rising):
                place = owner * foundations + foundation
                self._touched.add(place)
                self._lost[owner] = self._lost.get(owner, 0) + len(fallen) * (seat != owner)
                if fallen:
                    self.harm(owner, seat, SUIT_NAMES[suit_of(fallen[0])], len(fallen))
                if seat == owner:
                    self.get(seat, "plans", len(rising) >= RISING)
                    return
                self.get(seat, "wreckers", len(fallen) >= AT_ONCE)
                self.get(seat, "nick", self._heights[place] == self._needed - 1)
                self.get(seat, "takeover", len(rising) >= RISING)

    def close(self, state: State, outcome: Outcome) -> None:
        if outcome.reason != "tower":
            return
        for seat in outcome.winners:
            first = seat * state.variant.foundations
            places = range(first, first + state.variant.foundations)
            height = max(len(state.towers[place]) for place in places)
            for place in places:
                if len(state.towers[place]) == height:
                    self.reach(seat, f"with_{SUIT_NAMES[suit_of(state.towers[place][0])]}")
            self.get(seat, "settling", self._wins_by_settling)
            if any(len(state.towers[place]) == height and place not in self._touched for place in places):
                self.get(seat, "untouched")
            self.get(seat, "behind", seat in self._was_behind)
            self.get(seat, "high", height >= self._needed + SPARE)
            self.get(seat, "siege", self._lost.get(seat, 0) >= SIEGE)
