"""The feats of Towers of Wyoming, and the best tower of a game."""

from __future__ import annotations

from typing import Any

from ..engine import BuiltTower, Outcome, Part, Seat
from ..language import mark, tr
from ..progress.summary import Feat, FeatFinder, only
from .actions import PER_SUIT, SUIT_NAMES, Constructed, Deconstructed, Discarded, Event, SkyMoved, suit_of, suit_words
from .core import State
from .state import FLAGS

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
    Feat("settling", mark("Through the settling Sky"), mark("Win on a turn in which a penny has just dropped."), 2),
    Feat("storeys", mark("Five storeys at once"),
         mark("Add five cards to your own tower in one play."), 1, {"at_once": 5}),
    Feat("wreckers", mark("Wreckers"), mark("Knock five cards off a rival's tower in one play."), 2, {"wreck": 5}),
    Feat("nick", mark("In the nick of time"),
         mark("Knock cards off a tower that needed only one more to win."), 1, {"foiled": 1}),
    Feat("plans", mark("Change of plans"),
         mark("Replace your own tower with three cards of another suit in one play."), 1, {"turncoat": 3}),
    Feat("takeover", mark("Hostile takeover"),
         mark("Replace a rival's tower with three cards of another suit in one play."), 1, {"coup": 3}),
    Feat("untouched", mark("Untouched"), mark("Win with a tower that never had a card knocked off."), 2),
    Feat("behind", mark("From behind"), mark("Win after trailing a rival by four cards."), 1, {"won": 1, "behind": 4}),
    Feat("high", mark("High above"), mark("Win with a tower two cards taller than it needed to be."), 3),
    Feat("siege", mark("Under siege"),
         mark("Win after having fifteen of your cards knocked off."), 1, {"won": 1, "lost": 15}),
    Feat("foreman", mark("Foreman"), mark("Build twenty cards onto towers of your own in one game."), 1, {"built": 20}),
    Feat("palette", mark("All four suits"), mark("Build towers of all four suits in one game."), 1, {"suits": 4}),
    Feat("demolition", mark("Demolition crew"),
         mark("Knock twenty cards off rivals' towers in one game."), 1, {"knocked": 20}),
    Feat("yard", mark("Wrecking yard"), mark("Knock forty cards off rivals' towers in one game."), 2, {"knocked": 40}),
    Feat("six", mark("Six storeys at once"), mark("Add six cards to your own tower in one play."), 2, {"at_once": 6}),
    Feat("seven", mark("The whole hand"), mark("Add seven cards to your own tower in one play."), 3, {"at_once": 7}),
    Feat("landslide", mark("Landslide"), mark("Knock six cards off a rival's tower in one play."), 3, {"wreck": 6}),
    Feat("guard", mark("On guard"),
         mark("In one game, knock cards off three towers that needed only one more to win."), 2, {"foiled": 3}),
    Feat("watch", mark("Night watch"),
         mark("In one game, knock cards off six towers that needed only one more to win."), 3, {"foiled": 6}),
    Feat("levelled", mark("Bare ground"),
         mark("Bring three rival towers down to the foundation in one game."), 2, {"levelled": 3}),
    Feat("coup", mark("New management"),
         mark("Replace a rival's tower with four cards of another suit in one play."), 2, {"coup": 4}),
    Feat("turncoat", mark("A new blueprint"),
         mark("Replace your own tower with four cards of another suit in one play."), 3, {"turncoat": 4}),
    Feat("phoenix", mark("From the rubble"),
         mark("Win after five of your cards fell in one play."), 2, {"won": 1, "lost_at_once": 5}),
    Feat("ashes", mark("Nothing keeps you down"),
         mark("Win after having thirty of your cards knocked off."), 2, {"won": 1, "lost": 30}),
    Feat("peace", mark("Good neighbours"), mark("Win without knocking a card off a rival's tower."), 3, {"peace": 1}),
    Feat("sprint", mark("Ahead of schedule"), mark("Win within six of your own turns."), 2, {"spare_turns": 24}),
    Feat("lead", mark("Head and shoulders"),
         mark("Win with a tower eight cards taller than any rival's."), 3, {"lead": 8}),
    Feat("trail", mark("Long way up"), mark("Win after trailing a rival by seven cards."), 3, {"won": 1, "behind": 7}),
    Feat("tall", mark("Above the clouds"), mark("Win with a tower of twelve cards."), 3, {"tall": 12}),
    Feat("crowd", mark("Against all comers"), mark("Win alone against three rivals."), 2, {"rivals": 3}),
    Feat("lawyer", mark("By the small print"), mark("Win with three optional rules in play."), 3, {"rules": 3}),
)  # fmt: skip
SPARE = 2
"""Number of cards above the height needed for the feat of building high."""
LONG = 30
"""The measure of a fast win is how many of the winner's own turns it falls short of this."""


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
        self._touched: set[int] = set()
        self._suits: dict[Seat, set[int]] = {}

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
        for seat, height in enumerate(best):
            self.most(seat, "behind", max(best) - height)

    def _look(self, event: Event, foundations: int) -> None:
        if isinstance(event, Constructed | Deconstructed | Discarded):
            self.count(event.seat, "turns")
        match event:
            case Constructed(seat, owner, _, cards) if seat == owner:
                self.count(seat, "built", len(cards))
                self.most(seat, "at_once", len(cards))
                self._suits.setdefault(seat, set()).add(suit_of(cards[0]))
                self.most(seat, "suits", len(self._suits[seat]))
            case Deconstructed(seat, owner, foundation, _, fallen, rising):
                place = owner * foundations + foundation
                self._touched.add(place)
                if fallen:
                    self.harm(owner, seat, SUIT_NAMES[suit_of(fallen[0])], len(fallen))
                if seat == owner:
                    self.most(seat, "turncoat", len(rising))
                else:
                    self._count_harm(seat, owner, self._heights[place], len(fallen), len(rising))

    def _count_harm(self, seat: Seat, owner: Seat, height: int, fallen: int, rising: int) -> None:
        """Measure what one seat did to a tower of another, which had a height before."""
        self.count(seat, "knocked", fallen)
        self.most(seat, "wreck", fallen)
        self.most(seat, "coup", rising)
        self.count(seat, "foiled", height == self._needed - 1)
        self.count(seat, "levelled", fallen == height and not rising)
        self.count(owner, "lost", fallen)
        self.most(owner, "lost_at_once", fallen)

    def _measure_win(self, state: State, seat: Seat, height: int) -> None:
        others = [max(map(len, state.towers_of(other))) for other in range(state.variant.seats) if other != seat]
        rules = sum(getattr(state.variant, rule) for rule in FLAGS)
        turns = self.measures.get((seat, "turns"), 0)
        for measure, value in (
            ("won", 1), ("tall", height), ("lead", height - max(others)), ("rules", rules),
            ("spare_turns", LONG - turns), ("peace", (seat, "knocked") not in self.measures),
        ):  # fmt: skip
            self.most(seat, measure, value)

    def close(self, state: State, outcome: Outcome) -> None:
        if outcome.reason != "tower":
            return
        for seat in outcome.winners:
            first = seat * state.variant.foundations
            places = range(first, first + state.variant.foundations)
            height = max(len(state.towers[place]) for place in places)
            self._measure_win(state, seat, height)
            for place in places:
                if len(state.towers[place]) == height:
                    self.reach(seat, f"with_{SUIT_NAMES[suit_of(state.towers[place][0])]}")
            self.get(seat, "settling", self._wins_by_settling)
            if any(len(state.towers[place]) == height and place not in self._touched for place in places):
                self.get(seat, "untouched")
            self.get(seat, "high", height >= self._needed + SPARE)
        for seat in only(range(state.variant.seats), outcome):
            self.most(seat, "rivals", state.variant.seats - 1)
