"""Every sentence of Wyoming's hints is true: its claims are recomputed from the rules, over random positions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from game.bots.claims import Claim
from game.bots.review.review import price
from game.bots.weights import bot_named
from game.wyoming.actions import Kind, Play
from game.wyoming.bots.hints import claims
from game.wyoming.cards import suit_of
from game.wyoming.rules import GAME
from game.wyoming.state import State
from tests.game.said.positions import numbers_of, positions, some


class Moment:
    """A play in a state, and what the rules make of it."""

    def __init__(self, state: State, play: Play) -> None:
        self.state, self.play, self.seat = state, play, state.turn
        self.after = state.copy()
        GAME.apply(self.after, self.seat, play)
        self.place = play.owner * state.variant.foundations + play.foundation
        self.tower, self.then = state.towers[self.place], self.after.towers[self.place]
        self.needed = state.pennies + (not state.variant.finicky)
        self.kept = list(state.hands[self.seat])
        for card in [card for card in self.kept if suit_of(card) == play.suit][: play.count]:
            self.kept.remove(card)

    def has(self, suit: int, height: int) -> bool:
        return len(self.then) == height and suit_of(self.then[0]) == suit

    def pile_left(self, until: int) -> int:
        """Return the cards of the pile once all seats before `until` in turn order, and it too, have drawn."""
        seat, left, state = self.seat, len(self.state.deck), self.state
        while True:
            seat = (seat + 1) % state.variant.seats
            if seat in state.in_play:
                size = len(self.kept) if seat == self.seat else len(state.hands[seat])
                left -= 7 - size
            if seat == until:
                return left

    def would_win(self, suit: int, cards: int, sky: int) -> bool:
        """Tell whether its owner wins under that Sky by so many cards of a suit on the tower as it was."""
        height = len(self.tower)
        height = height + cards if suit_of(self.tower[0]) == suit else abs(height - cards)
        return height == sky if self.state.variant.finicky else height > sky

    def loses(self, play: Play) -> bool:
        after = self.state.copy()
        GAME.apply(after, self.seat, play)
        return after.outcome is not None and self.seat not in after.outcome.winners


def _draws(m: Moment, number: int) -> bool:
    """Play on at random: the hand is so much larger at the seat's next turn."""
    state, luck = m.after.copy(), random.Random(str(m.play))
    while state.outcome is None and state.turn != m.seat and m.seat in state.in_play:
        GAME.apply(state, state.turn, luck.choice(GAME.actions(state, state.turn)))
    if state.outcome is not None or m.seat not in state.in_play:
        return True
    return len(state.hands[m.seat]) - len(m.kept) == number


def _keeps(m: Moment, suit: int, number: int) -> bool:
    return sum(suit_of(card) == suit for card in m.kept) == number


def _keeps_enough(m: Moment, suit: int, number: int) -> bool:
    reached = [len(m.then) + more for more in range(1, number + 1)]
    finicky = m.state.variant.finicky
    return _keeps(m, suit, number) and any(h == m.state.pennies if finicky else h > m.state.pennies for h in reached)


def _threat(m: Moment, suit: int, number: int, sky: int) -> bool:
    falls = m.state.pennies - sky
    if falls and (m.state.variant.tidal or m.state.variant.sudden_death or m.pile_left(m.play.owner) > 0):
        return False
    fewer = [c for c in range(1, number) if m.would_win(suit, c, sky)]
    return falls in (0, 1) and m.would_win(suit, number, sky) and not fewer and m.play.owner != m.seat


def _waits(m: Moment, sky: int) -> bool:
    wins_now = m.would_win(suit_of(m.tower[0]), 0, m.state.pennies)
    return m.would_win(suit_of(m.tower[0]), 0, sky) and sky == m.state.pennies - (not wins_now)


def _wins(m: Moment, height: int | None = None, pennies: int | None = None) -> bool:
    assert m.after.outcome is not None
    said = height is None or (len(m.then) == height and m.state.pennies == pennies)
    return said and m.seat in m.after.outcome.winners


def _deadline(m: Moment) -> bool:
    bare = not any(m.state.towers_of(m.seat))
    return m.state.variant.deadlines and bare and m.pile_left(m.seat) <= 0


CHECKS: dict[str, Callable[..., bool]] = {
    "no play": lambda m: all(play.kind is Kind.DISCARD for play in GAME.actions(m.state, m.seat)),
    "lost": lambda m: all(map(m.loses, GAME.actions(m.state, m.seat))),
    "loses": lambda m: m.loses(m.play),
    "wins": _wins,
    "becomes": lambda m, suit, height: m.has(suit, height),
    "grows": lambda m, height: len(m.then) == height > len(m.tower),
    "falls": lambda m, height: len(m.then) == height < len(m.tower) and suit_of(m.then[0]) == suit_of(m.tower[0]),
    "cleared": lambda m: bool(m.tower) and not m.then,
    "to go": lambda m, number: len(m.then) + number == m.needed and number > 0,
    "too tall": lambda m, number: m.state.variant.finicky and len(m.then) - number == m.needed and number > 0,
    "exact": lambda m, height: m.state.variant.finicky and height == m.state.pennies < len(m.tower),
    "keeps": _keeps,
    "keeps enough": _keeps_enough,
    "draws": _draws,
    "deadline": _deadline,
    "waits": _waits,
    "threat": _threat,
}
"""By the kind of a claim: whether it holds, told its facts."""


def check(moment: Moment, found: Sequence[Claim]) -> list[str]:
    """Return the sentences that are not true, or that show a number which is none of their facts."""
    heights = {len(tower) for tower in moment.state.towers}
    wrong = []
    for claim in found:
        known = {value for value in claim.facts.values() if isinstance(value, int)} | heights
        if not CHECKS[claim.kind](moment, **claim.facts) or not numbers_of(claim) <= known:
            wrong.append(f"{claim} of {moment.play} in {GAME.view(moment.state, moment.seat)}")
    return wrong


def run(seed: int, number: int) -> set[str]:
    """Check so many positions; return the kinds of claims that came up."""
    luck, kinds = random.Random(seed), set[str]()
    for state, seat in positions("wyoming", luck, number):
        view = GAME.view(state, seat)
        for play in some([*GAME.actions(state, seat)], luck):
            found = claims(view, play)
            kinds |= {claim.kind for claim in found}
            assert not check(Moment(state, play), found)
    return kinds


def test_what_is_said_of_plays_is_true() -> None:
    common = {"becomes", "grows", "falls", "cleared", "to go", "too tall", "keeps", "draws", "threat", "wins"}
    assert common <= run(1, 250)


@pytest.mark.long
def test_what_is_said_of_plays_is_true_in_thousands_of_positions() -> None:
    assert run(2, 8000) == {*CHECKS}


def test_a_reviews_sentence_and_its_title_show_one_number() -> None:
    luck, bot, told = random.Random(3), bot_named(GAME, "master"), 0
    for state, seat in positions("wyoming", luck, 12, every=9):
        actions: list[Any] = [*GAME.actions(state, seat)]
        if len(actions) > 1:
            verdict = bot.judge(GAME.view(state, seat), actions, luck.choice(actions), luck)
            assert verdict
            if "In 100 trial games" in verdict.better.reason:
                told += 1
                assert f"about {price(verdict.cost, GAME).split()[0]} more than" in verdict.better.reason
    assert told
