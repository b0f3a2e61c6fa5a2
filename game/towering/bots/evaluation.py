"""What the towers of both seats promise, in points: how the bots judge what an action leaves behind."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeVar

import msgspec

from game.towering.actions import Action, Build, Draw
from game.towering.bots.playout import UNHURRIED
from game.towering.cards import COLOURS, NUMBER_OF, CardId, Cards, Colour, colour_of, deck_of, without
from game.towering.rules import PATIENCE
from game.towering.scoring import BONUS, BONUS_CARDS, COST
from game.towering.state import View

T = TypeVar("T")
Tower = tuple[CardId, ...]
Hope = tuple[int, float]
"""A card that a tower may yet get: its number (0: a material), and the chance that it does."""


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How every bot weighs towers; assets/games/towering/bots.toml says what each weight means."""

    reach: float
    tops: float
    doubt: float
    caution: float
    materials: float
    risk: float
    bonus: float
    pace: float
    rival: float
    give: float
    pile: float


class Weights(Judgement, frozen=True, forbid_unknown_fields=True):
    """How a level thinks that looks one turn ahead."""

    wobble: float
    memory: int = 100


class Standing(NamedTuple):
    """What a tower has come to."""

    sum: int
    materials: int
    cards: int
    top: int
    """The number that the next building card must exceed; 0 while materials may still be laid."""


@lru_cache(maxsize=4096)
def standing(tower: Tower) -> Standing:
    """Return what the tower has come to."""
    numbers = [NUMBER_OF[card] for card in tower]
    return Standing(sum(numbers), numbers.count(0), len(numbers), max(numbers, default=0))


def promise(weights: Weights, tower: Tower, hopes: Sequence[Hope]) -> float:
    """Return the points that the tower may come to with these hopes.

    Materials not yet laid only add where the tower pays, and a tower not begun is never a loss: both through
    `soft`, for nobody knows yet whether it will.
    """
    total, materials, cards, top = standing(tower)
    points, coming, more = float(total), 0.0, 0.0
    for number, chance in hopes:
        if number > top:
            points += number * chance
            coming += chance
        elif not (number or top):
            more += chance
    value = points - COST
    worth = more * weights.materials * soft(value, weights.risk)
    worth += BONUS / (1 + math.exp(min(50.0, (BONUS_CARDS - 0.5 - cards - coming - more) * weights.bonus)))
    if cards:
        return worth + value * (1 + materials)
    return soft(worth + value - weights.caution, weights.doubt)


def soft(value: float, doubt: float) -> float:
    """Return max(value, 0), rounded off over some `doubt` points either side of 0."""
    if abs(value) > 20 * doubt:
        return max(value, 0.0)
    return doubt * math.log1p(math.exp(value / doubt))


class Position(NamedTuple):
    """What an action leaves, as far as the seat knows."""

    hand: Tower
    towers: tuple[Tower, ...]
    """The seat's own, by colour."""
    tops: tuple[CardId | None, ...]
    """Of the discard piles."""
    turns: int
    """Own turns after this one, if both go on drawing from the pile."""
    rival_turns: int
    offered: Colour | None = None
    """The colour of a card just discarded: on top for the rival first."""
    unknown: int = 0
    """How many cards from the pile come into the hand."""


class Outlook:
    """One seat's view, ready to judge what its actions leave."""

    def __init__(self, view: View, weights: Weights) -> None:
        assert view.seat is not None
        self.view, self.weights = view, weights
        self.towers, self.rival_towers = view.towers[view.seat], view.towers[1 - view.seat]
        self.unseen = numbers_by_colour(unseen(view, weights.memory))
        known = view.known[1 - view.seat]
        self._known = numbers_by_colour(known)
        self._strangers = view.hand_sizes[1 - view.seat] - len(known)
        self._tops = tuple(pile[-1] if pile else None for pile in view.discards)
        self._promises: dict[tuple[object, ...], float] = {}

    # -- what an action leaves

    def after(self, action: Action) -> Position:
        """Return what the action leaves."""
        if isinstance(action, Draw):
            return self._after_draw(action.colour)
        card, colour = action.card, colour_of(action.card)
        hand = tuple(without(bytes(self.view.hand), (card,)))
        turns = self._turns()
        if isinstance(action, Build):
            return Position(hand, _put(self.towers, colour, (*self.towers[colour], card)), self._tops, *turns)
        return Position(hand, self.towers, _put(self._tops, colour, card), *turns, offered=colour)

    def _after_draw(self, colour: Colour | None) -> Position:
        """A card from the discards leaves the pile as it was: more turns are to come, but T6 counts them."""
        if colour is None:
            return Position(self.view.hand, self.towers, self._tops, *self._turns(), unknown=1)
        pile = self.view.discards[colour]
        left = min(self.view.draw_pile, PATIENCE - 1 - self.view.streak)
        tops = _put(self._tops, colour, pile[-2] if len(pile) > 1 else None)
        return Position((*self.view.hand, pile[-1]), self.towers, tops, left // 2, (left + 1) // 2)

    def _turns(self) -> tuple[int, int]:
        """Return the turns that each seat has after this one, if this one's draw is from the pile."""
        return (self.view.draw_pile - 1) // 2, self.view.draw_pile // 2

    # -- what that is worth

    def worth(self, position: Position) -> float:
        """Return what the own towers promise beyond the rival's, in points."""
        weights = self.weights
        hands = self._timed(position)
        total = position.unknown * weights.pile
        for colour in range(self.view.variant.colours):
            total += self._own(position, colour, tuple(hands[colour]))
            if weights.rival:
                total -= weights.rival * self._theirs(position, colour)
        return total

    def _own(self, position: Position, colour: Colour, hand: tuple[Hope, ...]) -> float:
        top = position.tops[colour] if colour != position.offered and position.turns else None
        key = (colour, position.towers[colour], hand, top, position.turns)
        if key not in self._promises:
            chance = self._chance(position.turns, 0.0)
            hopes = [*hand, *((number, chance) for number in self.unseen[colour])]
            if top is not None:
                hopes.append((NUMBER_OF[top], self.weights.tops))
            self._promises[key] = promise(self.weights, position.towers[colour], hopes)
        return self._promises[key]

    def _theirs(self, position: Position, colour: Colour) -> float:
        turns = position.rival_turns
        top = position.tops[colour] if turns else None
        key = (colour, top, colour == position.offered, turns)
        if key not in self._promises:
            chance = self._chance(turns, self._strangers * min(1.0, turns / UNHURRIED))
            hopes = [(number, chance) for number in self.unseen[colour]]
            if turns:
                hopes += [(number, 1.0) for number in self._known[colour]]
            if top is not None:
                hopes.append((NUMBER_OF[top], self.weights.give if colour == position.offered else self.weights.tops))
            self._promises[key] = promise(self.weights, self.rival_towers[colour], hopes)
        return self._promises[key]

    def _chance(self, turns: int, held: float) -> float:
        """Return the chance that an unseen card gets onto the tower of a seat that has `held` of them in hand."""
        cards = self._strangers + self.view.draw_pile
        return min(1.0, self.weights.reach * (turns + held) / cards)

    def _timed(self, position: Position) -> list[list[Hope]]:
        """Return the hand by colour; where turns are short, only the best cards will still be played."""
        hands: list[list[Hope]] = [[] for _ in position.towers]
        capacity = self.weights.pace * position.turns
        if len(position.hand) <= capacity:
            for card in position.hand:
                hands[colour_of(card)].append((NUMBER_OF[card], 1.0))
            return hands
        plan = sorted(((_gain(card, position.towers[colour_of(card)]), card) for card in position.hand), reverse=True)
        for rank, (gain, card) in enumerate(plan):
            if gain > 0:
                hands[colour_of(card)].append((NUMBER_OF[card], min(1.0, max(0.0, capacity - rank))))
        return hands


def _gain(card: CardId, tower: Tower) -> float:
    """Return roughly what the card would add as one of the last ones; a tower not begun comes last."""
    now, number = standing(tower), NUMBER_OF[card]
    if number > now.top:
        return number * (1 + now.materials) if tower else number / 10
    return 5.0 if tower and not (number or now.top) else 0.0


def unseen(view: View, memory: int = 100) -> Cards:
    """Return the cards of the round that may be in the pile or hidden in the rival's hand.

    Of each discard pile only so many cards from the top are remembered, at least one.
    """
    assert view.seat is not None
    towers = (tower for towers in view.towers for tower in towers)
    piles = (pile[-memory:] for pile in view.discards)
    seen = chain(view.hand, view.known[1 - view.seat], *towers, *piles)
    return without(deck_of(view.variant.colours, view.variant.materials[view.round]), seen)


def numbers_by_colour(cards: Iterable[CardId]) -> list[list[int]]:
    """Return the cards' numbers by colour."""
    numbers: list[list[int]] = [[] for _ in COLOURS]
    for card in cards:
        numbers[colour_of(card)].append(NUMBER_OF[card])
    return numbers


def _put(row: tuple[T, ...], colour: Colour, item: T) -> tuple[T, ...]:
    return (*row[:colour], item, *row[colour + 1 :])
