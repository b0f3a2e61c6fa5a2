"""Every sentence of Towering's hints is true: its claims are recomputed from the cards, over random positions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import pytest

from game.bots.claims import Claim
from game.bots.review.review import price
from game.bots.weights import bot_named
from game.towering.actions import Action, Build, Discard, Draw
from game.towering.bots.hints import claims
from game.towering.cards import CardId, colour_of, make_card, number_of
from game.towering.rules import GAME
from game.towering.state import State, View
from tests.game.said.positions import numbers_of, played_well, positions, some

Tower = Sequence[CardId]


def worth(tower: Tower) -> int:
    """Return what the rules make of a tower, written down anew."""
    if not tower:
        return 0
    numbers = [number_of(card) for card in tower]
    return (sum(numbers) - 20) * (numbers.count(0) + 1) + (20 if len(tower) >= 8 else 0)


class Moment:
    """An action in a state, and what it is about."""

    def __init__(self, state: State, action: Action) -> None:
        self.state, self.action = state, action
        seat = state.turn
        self.view: View = GAME.view(state, seat)
        if isinstance(action, Draw):
            self.card = None if action.colour is None else self.view.discards[action.colour][-1]
        else:
            self.card = action.card
        self.colour = -1 if self.card is None else colour_of(self.card)
        self.number = -1 if self.card is None else number_of(self.card)
        self.tower, self.rival = self.view.towers[seat][self.colour], self.view.towers[1 - seat][self.colour]
        self.after = (*self.tower, self.card) if isinstance(action, Build) else self.tower
        self.own_towers, self.rivals = self.view.towers[seat], self.view.towers[1 - seat]
        self.hand = sorted(number_of(c) for c in self.view.hand if colour_of(c) == self.colour and number_of(c))

    def floors(self, tower: Tower) -> int:
        return sum(map(number_of, tower))


def takes(tower: Tower, number: int) -> bool:
    """Tell whether a tower that has been begun takes a card with that number, 0 being a material."""
    highest = max(map(number_of, tower), default=0)
    return bool(tower) and (highest == 0 or number > highest)


def _ends_round(m: Moment) -> bool:
    after = m.state.copy()
    events: list[Any] = []
    GAME.apply(after, m.state.turn, m.action, events)
    return after.outcome is not None or len(after.accounts) > len(m.state.accounts)


def _skips(m: Moment, number: int, numbers: list[int]) -> bool:
    missed = [n for n in range(2, number) if n > max(map(number_of, m.tower), default=0)]
    held_there = {number_of(card) for card in m.rival}
    return number == m.number and numbers == [n for n in missed if n not in held_there]


def _leaves(m: Moment, cards: list[CardId]) -> bool:
    tops = [pile[-1] for colour, pile in enumerate(m.view.discards) if pile and colour != m.view.barred]
    return cards == [c for c in tops if takes(m.own_towers[colour_of(c)], number_of(c))] != []


def _opens_with(m: Moment, numbers: list[int], total: int, cost: int) -> bool:
    higher = [n for n in m.hand if n > m.number]
    return not m.floors(m.tower) and numbers == higher and total == m.number + sum(higher) and cost == 20


def _total(numbers: list[int]) -> int:
    return sum(numbers)


def _has_no_numbers(m: Moment) -> bool:
    return not m.tower and not m.hand


CHECKS: dict[str, Callable[..., bool]] = {
    "multiplies": lambda m, times: times == 2 + sum(not number_of(card) for card in m.tower),
    "holds": lambda m, numbers: numbers == m.hand,
    "lacks": lambda m, missing: missing == 20 - m.floors(m.after) > 0,
    "pays": lambda m: m.floors(m.tower) < 20 <= m.floors(m.after),
    "worth": lambda m, points: points == worth(m.after),
    "opens": lambda m, missing: not m.floors(m.tower) and missing == 20 - m.number,
    "opens with": _opens_with,
    "skips": _skips,
    "misses nothing": lambda m: all(make_card(m.colour, n) in m.rival for n in range(2, m.number) if n not in m.after
                                    and n > max(map(number_of, m.tower), default=0)),
    "bonus": lambda m, bonus: len(m.after) == 8 and worth(m.after) == worth(m.tower) + bonus
    + m.number * (1 + sum(not number_of(card) for card in m.tower)),
    "near bonus": lambda m, missing, bonus: len(m.after) + missing == 8 and 10 - m.number >= missing and bonus == 20,
    "left": lambda m, number: number == len(m.state.deck),
    "past": lambda m, number: number == m.number and bool(m.tower) and not takes(m.tower, number),
    "no floor": _has_no_numbers,
    "too few": lambda m, sum, cost: not m.tower and sum == _total(m.hand) < cost == 20,
    "rival without": lambda m: not m.rival,
    "rival fits": lambda m: takes(m.rival, m.number),
    "rival past": lambda m: bool(m.rival) and not takes(m.rival, m.number),
    "last": lambda m, own, rival: _ends_round(m)
    and (own, rival) == (sum(map(worth, m.own_towers)), sum(map(worth, m.rivals))),
    "none fits": lambda m: not any(
        takes(m.own_towers[colour], number_of(pile[-1]))
        for colour, pile in enumerate(m.view.discards) if pile and colour != m.view.barred
    ),
    "leaves": _leaves,
    "fits": lambda m, is_kept_away: takes(m.tower, m.number) and is_kept_away == takes(m.rival, m.number),
    "kept away": lambda m: takes(m.rival, m.number),
    "adds up": lambda m, total, cost: not m.tower and total == sum(m.hand) + m.number >= cost == 20,
    "lasts": lambda m, cards: cards == len(m.state.deck) and not _ends_round(m),
}  # fmt: skip
"""By the kind of a claim: whether it holds, told its facts."""


def _known(claim: Claim, moment: Moment) -> set[int]:
    """Return the numbers that a claim's sentence may show."""
    found = {moment.number}
    for name, value in claim.facts.items():
        values = value if isinstance(value, list) else [value]
        found |= {number_of(v) if name == "cards" and isinstance(value, list) else abs(v) for v in values}
    return found


def run(seed: int, number: int, games: int = 0) -> set[str]:
    """Check so many positions, and all of so many games of bots; return the kinds of claims that came up."""
    luck, kinds = random.Random(seed), set[str]()
    for state, seat in chain(positions("towering", luck, number), played_well("towering", luck, games)):
        view = GAME.view(state, seat)
        for action in some([*GAME.actions(state, seat)], luck):
            moment = Moment(state, action)
            for claim in claims(view, action):
                kinds.add(claim.kind)
                assert CHECKS[claim.kind](moment, **claim.facts), f"{claim} of {action} in {view}"
                assert numbers_of(claim) <= _known(claim, moment), f"{claim} of {action} in {view}"
            assert isinstance(action, Discard | Draw) or claims(view, action)
    return kinds


def test_what_is_said_of_actions_is_true() -> None:
    assert {"skips", "past", "lacks", "opens", "opens with", "none fits", "rival fits", "too few"} <= run(1, 250)


@pytest.mark.long
def test_what_is_said_of_actions_is_true_in_thousands_of_positions() -> None:
    assert run(2, 12000, games=12) == {*CHECKS}


def test_a_reviews_sentence_and_its_title_show_one_number() -> None:
    luck, bot, told = random.Random(3), bot_named(GAME, "master"), 0
    for state, seat in positions("towering", luck, 10, every=9):
        actions: list[Any] = [*GAME.actions(state, seat)]
        if len(actions) > 1:
            verdict = bot.judge(GAME.view(state, seat), actions, luck.choice(actions), luck)
            assert verdict
            if verdict.cost >= 0.5:
                told += 1
                assert f"about {price(verdict.cost, GAME)} more than" in verdict.better.reason
    assert told
