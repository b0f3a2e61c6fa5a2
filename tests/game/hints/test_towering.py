"""Every sentence of Towering's hints is true: its clauses are recomputed from the cards, over random positions."""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, product
from statistics import fmean
from typing import Any

import pytest

from tests.game.hints.sentences import edited, numbers_of, played_well, positions, some
from tests.game.matches import Teller, stories
from tests.game.towering.positions import cards, do, give, whole, whole_out
from topping_out.game.bots.puzzles import Line
from topping_out.game.bots.search import Clause, reason, standard_error
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Advice, hint
from topping_out.game.towering.actions import (
    Action,
    Build,
    CardId,
    Discard,
    Draw,
    TurnStage,
    colour_of,
    make_card,
    number_of,
    without,
)
from topping_out.game.towering.bots.hints import PRICED, clauses, explain, explain_choice
from topping_out.game.towering.bots.players import ToweringAnalysis
from topping_out.game.towering.bots.search import TO_COMPARE, code_of, masters_search
from topping_out.game.towering.bots.trials import named, obvious
from topping_out.game.towering.core import State
from topping_out.game.towering.rules import GAME
from topping_out.game.towering.state import View

Tower = Sequence[CardId]


def worth(tower: Tower) -> int:
    """Return the score of a tower, computed independently of the rules."""
    if not tower:
        return 0
    numbers = [number_of(card) for card in tower]
    return (sum(numbers) - 20) * (numbers.count(0) + 1) + (20 if len(tower) >= 8 else 0)


class Moment:
    """An action in a state, with the card and towers concerned."""

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

    def sum_of(self, tower: Tower) -> int:
        return sum(map(number_of, tower))


def takes(tower: Tower, number: int) -> bool:
    """Tell whether a started tower accepts a card with this number; 0 is a material."""
    highest = max(map(number_of, tower), default=0)
    return bool(tower) and (highest == 0 or number > highest)


def _ends_round(m: Moment) -> bool:
    after = m.state.copy()
    events: list[Any] = []
    GAME.apply(after, m.state.turn, m.action, events)
    return after.outcome is not None or len(after.accounts) > len(m.state.accounts)


def _ends_match(m: Moment) -> int:
    """Return by how many points the seat is ahead when its action ends the match."""
    after = m.state.copy()
    GAME.apply(after, m.state.turn, m.action)
    assert after.outcome is not None
    return after.totals[m.state.turn] - after.totals[1 - m.state.turn]


def _elsewhere(m: Moment) -> list["Moment"]:
    """Return builds of the cards that towers of other colours would get first: a material, or the lowest that fits."""
    firsts = dict[int, Moment]()
    for card in sorted(m.view.hand, key=number_of):
        other = Moment(m.state, Build(card))
        if other.colour != m.colour and (not other.tower or takes(other.tower, other.number)):
            firsts.setdefault(other.colour, other)
    return [*firsts.values()]


def _costs(m: Moment) -> bool:
    """Tell whether a build shuts out a card that may still come."""
    return m.number > 0 and _lost(m) != set()


def _shuts_out_nothing(m: Moment) -> bool:
    """Check that a build shuts out no card, and that the first number of each other tower shuts out some."""
    others = [other for other in _elsewhere(m) if other.number]
    return not _costs(m) and others != [] and all(map(_costs, others))


def _waiting_costs(m: Moment, cards: list[CardId], number: int) -> bool:
    """Check what a build shuts out, that other builds do so too, and that every other card in hand is of use."""
    others = [Moment(m.state, Discard(c)) for c in {*m.view.hand} - {m.card}]
    is_of_use = all(_use(m, c.card or 0) == 2 or not _is_spare(c) for c in others)
    return cards == _shut_out(m) and len(cards) == number > 0 and all(map(_costs, _elsewhere(m))) and is_of_use


def _is_safer(m: Moment) -> bool:
    """Tell whether the rival has more use for another card in hand than for one that is discarded for want of use."""
    if not isinstance(m.action, Discard):
        return True
    return any(_use(m, card) > _use(m, m.action.card) for card in m.view.hand) or not _is_explained(m)


def _is_explained(m: Moment) -> bool:
    """Tell whether there's a reason of its own for a discard."""
    return clauses(m.view, m.action)[0].kind not in ("rival without", "rival past")


def _is_spare(m: Moment) -> bool:
    """Tell whether a card in hand is of little use: it fits no tower, adds at most 4, or begins none that would pay."""
    if m.tower:
        is_little = m.number > 0 and m.number * (1 + sum(not number_of(c) for c in m.tower)) <= 4
        return not takes(m.tower, m.number) or (is_little and _costs(m))
    return m.hand in ([], [m.number]) or sum(m.hand[::-1][: _builds_left(m) + 1]) < 20


def _use(m: Moment, card: CardId) -> int:
    """Return 2 if the rival can build a card or has openly taken one of its colour, 1 if it may begin a tower, or 0."""
    tower, known = m.rivals[colour_of(card)], m.view.known[1 - m.state.turn]
    if tower:
        return 2 * takes(tower, number_of(card))
    return 1 + (colour_of(card) in map(colour_of, known))


def _leaves(m: Moment, cards: list[CardId], number: int = -1, missing: int | None = None, unseen: int = 0) -> bool:
    """Check what a card of the discards adds or lacks with the hand, or how many unseen cards are of use as well."""
    is_short = missing is None or missing == _short_with_all(m, cards[0]) > 0
    if unseen:
        return _is_counted(m, number, unseen, is_new=_builds_left(m) >= 3) and is_short
    return cards != [] and is_short and (number < 0 or _adds_little(m, number))


def _short_with_all(m: Moment, card: CardId) -> int:
    """Return how much a tower of the seat lacks even with a card and all those of its colour in hand that fit."""
    tower, colour = m.own_towers[colour_of(card)], colour_of(card)
    fitting = {c for c in (*m.view.hand, card) if colour_of(c) == colour and takes(tower, number_of(c))}
    return 20 - m.sum_of(tower) - sum(map(number_of, fitting))


def _last_turn(m: Moment, number: int) -> bool:
    """Check that no card in hand adds more, and that the seat won't play again if both draw from the pile."""
    return number == worth(m.after) - worth(m.tower) == max(_gains_in_hand(m)) and _builds_left(m) == 0


def _gains_in_hand(m: Moment) -> list[int]:
    """Return what each building card in hand that fits a begun tower of the seat adds, in descending order."""
    others = (Moment(m.state, Build(c)) for c in m.view.hand if number_of(c))
    return sorted((_gain(other) for other in others if takes(other.tower, other.number)), reverse=True)


def _gain(m: Moment) -> int:
    return worth(m.after) - worth(m.tower)


def _most(m: Moment) -> bool:
    first, second = [*_gains_in_hand(m), 0][:2]
    return isinstance(m.action, Build) and takes(m.tower, m.number) and _gain(m) == first > second


def _waits(m: Moment, cards: list[CardId], numbers: Sequence[int] = (), times: int = 0) -> bool:
    """Check that another tower comes to more or gains more, and that others may come before its next card.

    Those on top of the discards are named as cards, or else some of the unseen ones by their numbers. They count more
    times than the card that is built if `times` is given.
    """
    card, *lying = cards
    other = Moment(m.state, Build(card))
    pays = _is_near(other) or other.number + sum(_rest(other)) > 20
    tops = [c for c in _tops(m) if c in _lower(other) and (number_of(c) or pays)]
    may_come = {*_cards(other, [*numbers])} <= {*_hidden(m)} & _lower(other) if numbers else tops != []
    is_more = not times or (times == _times(other) > _times(m) and 0 not in numbers)
    return lying == tops and may_come and is_more and (pays or 0 not in numbers) and _looks_better(m, other)


def _keeps(m: Moment, cards: list[CardId]) -> bool:
    """Check that another tower comes to more or gains more, that its next card is in time, and nothing is lost."""
    return _looks_better(m, Moment(m.state, Build(cards[0]))) and not (isinstance(m.action, Build) and _lost_points(m))


def _in_time(m: Moment, cards: list[CardId]) -> bool:
    """Check that the seat builds the next card too if it takes a discard now, but not if both draw from the pile."""
    after, seat, rounds = m.state.copy(), m.state.turn, len(m.state.accounts)
    GAME.apply(after, seat, m.action)
    GAME.apply(after, seat, Draw(colour_of(_tops(m)[0])))
    GAME.apply(after, after.turn, Discard(after.hand(after.turn)[0]))
    GAME.apply(after, after.turn, Draw())
    is_next = [m.number, *map(number_of, cards)] == [n for n in m.hand if n >= m.number][:2]
    is_open = len(after.accounts) == rounds and Build(cards[0]) in GAME.actions(after, seat)
    return is_next and is_open and _builds_left(m) == 0


def _lost_points(m: Moment) -> int:
    """Return what the numbers that a build shuts out would count, without it."""
    return sum(map(number_of, _lost(m)))


def _lower(m: Moment) -> set[CardId]:
    """Return the cards that fit the tower only before the card."""
    possible = [n for n in range(m.number) if n != 1]
    return {*_cards(m, [n for n in possible if takes([*m.tower, make_card(m.colour, 0)], n)])}


def _times(m: Moment) -> int:
    return 1 + sum(not number_of(card) for card in m.after)


def _looks_better(m: Moment, other: Moment) -> bool:
    """Check that the next card of another tower comes to more with those in hand, or gains more, and is in time."""
    ready = [n for n in other.hand if takes([*other.tower, make_card(other.colour, 0)], n)]
    is_next = ready[0] == other.number
    is_next &= other.sum_of(other.tower) > 0 or make_card(other.colour, 0) not in m.view.hand
    is_built = isinstance(m.action, Build)
    points, others = (
        worth([*each.after, *_cards(each, _rest(each))]) * (is_built or each is other) for each in (m, other)
    )
    gains_more = bool(other.tower) and _gain(other) > max(4, _gain(m))
    is_in_time = len(_rest(m)) * is_built + 1 + len(_rest(other)) <= _builds_left(m)
    is_elsewhere = m.colour != other.colour or (bool(m.tower) and not takes(m.tower, m.number))
    are_new = is_built and not m.tower and not other.tower
    comes_to_more = others > max(0, points + 2) or (are_new and others > max(-10, points + 2))
    return is_next and (gains_more or comes_to_more) and is_in_time and is_elsewhere


def _cards(m: Moment, numbers: list[int]) -> list[CardId]:
    return [make_card(m.colour, n) for n in numbers]


def _hidden(m: Moment) -> list[CardId]:
    """Return the cards of the pile and of the rival's hand, as far as it is unknown."""
    rival = 1 - m.state.turn
    return [*m.state.deck, *(Counter(m.state.hand(rival)) - Counter(m.view.known[rival])).elements()]


def _gains(m: Moment, number: int) -> bool:
    is_much = number >= 20 <= m.sum_of(m.after)
    return number == m.number * _times(m) and (is_much or (_times(m) > 1 and m.sum_of(m.after) < 20))


def _stays_short(m: Moment, missing: int) -> bool:
    """Check what a tower lacks with the card that is built and those in hand, and that no other could come above."""
    above = {make_card(m.colour, n) for n in range(m.number + 1, 11) if n not in _rest(m)}
    is_short = 0 < missing == 20 - m.sum_of(m.after) - sum(_rest(m))
    return is_short and m.number > 0 and above <= {*m.rival}


def _rest(m: Moment) -> list[int]:
    """Return the higher numbers in hand that can be built after a build."""
    return [n for n in m.hand if n > m.number][::-1][: _builds_left(m)][::-1]


def _comes_to(m: Moment, numbers: list[int], number: int, cards: int) -> bool:
    """Check the points of a tower with the cards in hand, among them the one that is taken."""
    is_taken = isinstance(m.action, Draw)
    tower = [*m.after, *_cards(m, [*numbers, *([m.number] if is_taken else [])])]
    in_time = sorted([*m.hand, m.number], reverse=True)[: _builds_left(m)][::-1]
    are_in_hand = sorted([*numbers, m.number]) == in_time if is_taken else numbers == _rest(m)
    return are_in_hand and numbers != [] and m.sum_of(tower) >= 20 and (number, cards) == (worth(tower), len(tower))


def _will_come_to(m: Moment, numbers: list[int], number: int, cards: int, before: int | None = None) -> bool:
    """Check the points of a tower with the card that is taken and those in hand, and without it if it is begun then."""
    held = [n for n in m.hand if not m.tower or takes(m.tower, n)][::-1][: _builds_left(Moment(m.state, Draw()))]
    without = worth([*m.tower, *_cards(m, held)])
    is_begun = bool(m.tower) or sum(held) >= 20
    if before != (without if is_begun and number else None):
        return False
    in_time = sorted({*m.hand, m.number} - {0}, reverse=True)[: _builds_left(m) - (not m.number)]
    fitting = [n for n in in_time[::-1] if not m.tower or takes(m.tower, n)]
    tower = [*m.tower, *([] if m.number else [m.card or 0]), *(make_card(m.colour, n) for n in fitting)]
    is_paid = m.sum_of(m.tower) < 20 <= m.sum_of(tower)
    return (
        numbers == [n for n in fitting if n != m.number] != []
        and is_paid
        and (number, cards) == (worth(tower), len(tower))
    )


def _is_near(m: Moment) -> bool:
    """Tell whether the tower is expected to pay for itself after a build, and not just barely."""
    return m.sum_of([*{*m.tower, m.card or 0}]) + _expected(m) >= 25


def _bonus_by_luck(m: Moment, bonus: int, number: int = 1, numbers: Sequence[int] = ()) -> bool:
    """Check the cards in hand that count for the bonus, and how many more are needed."""
    needed = number + len(numbers)
    is_possible = number > 0 and needed <= min(len(_can_come(m)), _builds_left(m))
    return (
        len(m.after) + needed == 8 and bonus == 20 and is_possible and [*numbers] == [n for n in m.hand if n > m.number]
    )


def _shuts_out(m: Moment, number: int) -> bool:
    """Check that the first number of a tower shuts out one that isn't on the rival's, and any other opening more."""
    openings = [other for other in _elsewhere(m) if not other.sum_of(other.tower)]
    if any(len([*filter(number_of, _lost(other))]) <= 1 for other in openings):
        return False
    lost = [n for n in range(2, m.number) if make_card(m.colour, n) not in m.rival]
    is_held = any(n < m.number for n in m.hand)
    return not m.sum_of(m.tower) and m.number > 0 and not is_held and lost == [number]


def _shut_out(m: Moment) -> list[CardId]:
    """Return the cards that may still come and fit the tower only before a card, each material, and these last."""
    every = [card for card in (*_hidden(m), *_tops(m)) if card in _lost(m)]
    return sorted(every, key=lambda card: (not number_of(card), card))


def _lost(m: Moment) -> set[CardId]:
    """Return the cards that may still come and fit the tower before a card, but not after it."""
    can_come = {card for card in (*_hidden(m), *_tops(m)) if colour_of(card) == m.colour}
    return {
        card for card in can_come if number_of(card) < m.number and (not m.tower or takes(m.tower, number_of(card)))
    }


def _skips(m: Moment, cards: list[CardId]) -> bool:
    """Check that this is the only number that may still come below the one that is built."""
    return len(cards) == 1 and cards == [*filter(number_of, _lost(m))]


def _multiplies(m: Moment, times: int) -> bool:
    """Check how many times a tower counts with a material."""
    return not m.number and times == 2 + sum(not number_of(card) for card in m.tower)


def _lowest_single(m: Moment) -> bool:
    """Check that a card is the lowest of several that are the only building cards of their colours in hand."""
    numbers = [number_of(c) for c in m.view.hand if number_of(c) and len(Moment(m.state, Discard(c)).hand) == 1]
    return len(numbers) > 1 and m.number == min(numbers) and numbers.count(m.number) == 1


def _short_with(m: Moment, numbers: list[int], missing: int) -> bool:
    """Check what a tower lacks with the card that is built, or is taken to be built, and those in hand."""
    if isinstance(m.action, Build):
        return numbers == _rest(m) and missing == 20 - m.sum_of(m.after) - sum(numbers) > 0
    in_time = sorted({*m.hand, m.number} - {0}, reverse=True)[: _builds_left(m) - (not m.number)][::-1]
    fitting = [n for n in in_time if not m.tower or takes(m.tower, n)]
    is_short = 0 < missing == 20 - m.sum_of(m.tower) - sum(fitting)
    return is_short and m.number in [0, *fitting] and numbers == [n for n in fitting if n != m.number]


def _lacks(m: Moment, numbers: list[int], missing: int, number: int) -> bool:
    """Check also how many cards that aren't in hand fit the tower and may still come."""
    above = m if isinstance(m.action, Build) else Moment(m.state, Draw())
    above.colour, above.rival = m.colour, m.rival
    above.number = m.number if isinstance(m.action, Build) else max(map(number_of, m.tower), default=0)
    others = {*_can_come(above)} - {*m.hand, m.number}
    is_taken = isinstance(m.action, Draw) and numbers != []
    return (m.number > 0 or is_taken) and _short_with(m, numbers, missing) and _is_near(m) and number == len(others)


def _no_interest(m: Moment) -> bool:
    """Check that the rival has neither begun a tower of the colour nor openly taken a card of it."""
    return not m.rival and m.colour not in map(colour_of, m.view.known[1 - m.state.turn])


def _can_come(m: Moment) -> list[int]:
    """Return the numbers that can still be built above this one, as far as the seat knows, in descending order."""
    seat, pile = m.state.turn, m.view.discards[m.colour]
    seen = {*m.rival, *m.view.known[1 - seat], *pile[:-1]}
    return [n for n in range(10, max(1, m.number), -1) if make_card(m.colour, n) not in seen]


def _builds_left(m: Moment) -> int:
    """Return how often the seat plays again before the end of the round if both draw from the pile."""
    state, seat, rounds, builds = m.state.copy(), m.state.turn, len(m.state.accounts), 0
    GAME.apply(state, seat, m.action)
    while len(state.accounts) == rounds:
        if state.stage is TurnStage.PLAY:
            builds += state.turn == seat
            GAME.apply(state, state.turn, Discard(state.hand(state.turn)[0]))
        else:
            GAME.apply(state, state.turn, Draw())
    return builds


def _is_short(m: Moment, missing: int, before: int) -> bool:
    return (missing, before) == (20 - m.sum_of(m.after), 20 - m.sum_of(m.tower)) and missing > 0


def _expected(m: Moment) -> float:
    """Return the sum to expect on a tower: all that can surely come, and of the unseen cards a share."""
    pile, sure = len(m.state.deck), {*m.view.hand, *(pile[-1] for pile in m.view.discards if pile)}
    unseen = pile + m.view.hand_sizes[1 - m.state.turn] - len(m.view.known[1 - m.state.turn])
    worths = [n if make_card(m.colour, n) in sure else n * pile / 2 / unseen for n in _can_come(m)]
    return round(sum(sorted(worths, reverse=True)[: _builds_left(m)]), 6)


def _gives_time(m: Moment, cards: list[CardId], number: int = 0) -> bool:
    """Check that the cards that fit take more than half of the turns after a draw from the pile."""
    if m.action != Draw():
        at_once = Moment(m.state, Draw())
        return _gives_time(at_once, cards, number) and not _ends_round(m)
    ready = [c for c in m.view.hand if number_of(c) and takes(m.own_towers[colour_of(c)], number_of(c))]
    return cards == ready and 2 * len(ready) > _builds_left(m) and number in (0, len(ready))


def _falls_short(m: Moment, cards: list[CardId], missing: int) -> bool:
    (card,) = cards
    held = [number_of(c) for c in m.view.hand if colour_of(c) == colour_of(card)]
    is_new = held and not m.own_towers[colour_of(card)]
    buried = sum(map(number_of, m.view.discards[colour_of(card)])) - number_of(card)
    return bool(is_new) and card in _tops(m) and missing == 20 - sum(held) - number_of(card) > buried


def _no_hurry(m: Moment, cards: list[CardId]) -> bool:
    """Check that a card of the discards and those in hand nearly pay for a new tower, and the rival can't build it."""
    (card,) = cards
    held = [number_of(c) for c in m.view.hand if colour_of(c) == colour_of(card) and number_of(c)]
    is_near = held != [] and not m.own_towers[colour_of(card)] and sum(held) + number_of(card) >= 15
    return is_near and card in _tops(m) and not takes(m.rivals[colour_of(card)], number_of(card))


def _help(m: Moment, cards: list[CardId]) -> bool:
    """Check that cards add no more than the one discarded, and that the rival can use them, or may yet, but not it."""
    is_later = _builds_left(Moment(m.state, Draw())) >= 2

    def is_spared(c: CardId) -> bool:
        tower = m.own_towers[colour_of(c)]
        added = worth([*tower, c]) - worth(tower) if takes(tower, number_of(c)) else 0
        is_useless = tower != () and added <= (_gain(Moment(m.state, Build(m.card or 0))) if added else 0)
        return is_useless or _none_adds(m)

    least = _use(m, m.card or 0)
    is_more = all(_use(m, c) > (least if is_later else 1) and _use(m, c) > least for c in cards)
    return m.card not in cards != [] and {*cards} <= {*m.view.hand} and is_more and all(map(is_spared, cards))


def _none_adds(m: Moment) -> bool:
    """Check that no number in hand fits a tower, and that no new one would pay, in the last three turns or the last."""
    others = [Moment(m.state, Build(c)) for c in m.view.hand]
    turns = _builds_left(Moment(m.state, Discard(m.view.hand[0])))
    new = [sum(other.hand[::-1][: turns + 1]) for other in others if not other.tower]
    fitting = [other for other in others if other.number and takes(other.tower, other.number)]
    return turns <= 3 and not fitting and max(new, default=0) <= 20


def _rises(m: Moment, numbers: list[int], before: int, after: int) -> bool:
    """Check what a begun tower is worth, and what with the card that is built or taken and those in hand."""
    cards = [*m.tower, *([] if m.card in m.tower else [m.card or 0]), *_cards(m, numbers)]
    return (
        m.tower != ()
        and _short_with(m, numbers, -after // _times(m))
        and (before, after) == (worth(m.tower), worth(cards))
    )


def _only_denies(m: Moment, cards: list[CardId]) -> bool:
    """Check that a card is of use to a tower of the rival, but to none of the seat."""
    (card,) = cards
    is_wanted = card in _tops(m) and takes(m.rivals[colour_of(card)], number_of(card))
    has_none = m.own_towers[colour_of(card)] or colour_of(card) not in map(colour_of, m.view.hand)
    return is_wanted and card not in _fitting(m) and bool(has_none)


def _adds(m: Moment, number: int) -> bool:
    return takes(m.tower, m.number) and m.number > 0 and number == worth([*m.tower, m.card or 0]) - worth(m.tower)


def _none_goes(m: Moment) -> bool:
    return not any(m.own_towers) and not {*map(colour_of, _tops(m))} & {*map(colour_of, m.view.hand)}


def _wanted(m: Moment, cards: list[CardId]) -> bool:
    """Check that the rival has openly taken these cards and not begun a tower of their colour."""
    known = [card for card in m.view.known[1 - m.state.turn] if colour_of(card) == m.colour]
    return cards == known != [] and not m.rival


def _can_wait(m: Moment, cards: list[CardId]) -> bool:
    """Check that just one other card of the discards fits a tower of the seat, and none of the rival's."""
    (card,) = cards
    others = [c for c in _fitting(m) if c != m.card]
    return cards == others and not takes(m.rivals[colour_of(card)], number_of(card))


def _none_fits(m: Moment, number: int | None = None, cards: int = 0) -> bool:
    """Check how many cards of the pile and the rival's hand, as far as it is unknown, fit a tower of the seat."""
    return not _fitting(m) and (number is None or _is_counted(m, number, cards, is_new=False))


def _goes_with_hidden(m: Moment, number: int, cards: int) -> bool:
    """Check how many unseen cards fit a tower, or are of a colour in hand without one, and that no discard is."""
    return _is_counted(m, number, cards, is_new=True) and not any(_is_of_use(m, c) for c in _tops(m))


def _is_counted(m: Moment, number: int, cards: int, *, is_new: bool) -> bool:
    counted = [
        c for c in _hidden(m) if (_is_of_use(m, c) if is_new else takes(m.own_towers[colour_of(c)], number_of(c)))
    ]
    return (len(counted), len(_hidden(m))) == (number, cards) and 10 * number >= cards


def _is_of_use(m: Moment, card: CardId) -> bool:
    """Tell whether a card fits a tower, or is of a colour in hand without one."""
    tower, is_held = m.own_towers[colour_of(card)], colour_of(card) in map(colour_of, m.view.hand)
    return takes(tower, number_of(card)) or (not tower and is_held)


def _last_of_use(m: Moment) -> bool:
    """Check that no number in hand fits a tower of the seat, and none that the rival may have or take one of its."""
    rivals = [*_hidden(m), *m.view.known[1 - m.state.turn], *_tops(m)]
    is_useless = not any(takes(m.rivals[colour_of(c)], number_of(c)) for c in rivals if number_of(c))
    return _ends_round(m) and is_useless and not _gains_in_hand(m)


def _sooner(m: Moment, own: int, rival: int) -> bool:
    after = m.state.copy()
    GAME.apply(after, m.state.turn, m.action)
    is_shorter = len(after.deck) < len(m.state.deck) or _ends_round(m)
    view, seat = m.view, m.state.turn
    lead = view.totals[seat] - view.totals[1 - seat] if view.round == view.variant.rounds - 1 else 0
    counted = (sum(map(worth, m.own_towers)), sum(map(worth, m.rivals)))
    return is_shorter and (own, rival) == counted and own > max(rival, rival - lead)


def _near_bonus(m: Moment, number: int, bonus: int) -> bool:
    """Check the cards from hand that are needed for the bonus, besides the one that is built or taken."""
    is_taken = isinstance(m.action, Draw)
    held = sum(takes((*m.after, m.card or 0) if not is_taken else m.tower, n) for n in m.hand)
    return len(m.after) + is_taken + number == 8 and bonus == 20 and number <= min(held, _builds_left(m) - is_taken)


def _total(numbers: list[int]) -> int:
    return sum(numbers)


def _adds_little(m: Moment, number: int) -> bool:
    """Check the points that a card adds: the one that is discarded, or the only useful one of the discards."""
    (card,) = [m.card] if m.card is not None else _fitting(m) or _useful(m)
    tower, turns = m.own_towers[colour_of(card)], len(m.state.deck) // 2
    if takes(tower, number_of(card)):
        return number == number_of(card) * (1 + sum(not number_of(c) for c in tower)) <= 4
    held = sorted(number_of(c) for c in m.view.hand if colour_of(c) == colour_of(card) and number_of(c))
    without = max(0, sum(held[::-1][: _builds_left(m)]) - 20)
    if not number_of(card):  # a material doubles what the tower makes in the turns after it
        return number == 2 * (sum(held[::-1][: turns - 1]) - 20) - without <= 4
    return number == sum(sorted([*held, number_of(card)])[::-1][:turns]) - 20 - without <= 4


def _makes_pay(m: Moment, card: CardId) -> bool:
    """Tell whether a card of the discards and those of its colour in hand are enough for a tower, if there is time."""
    turns = _builds_left(Moment(m.state, Draw(colour_of(card))))
    held = [number_of(c) for c in m.view.hand if colour_of(c) == colour_of(card)]
    most = sorted([*held, number_of(card)], reverse=True)[:turns]
    return not m.own_towers[colour_of(card)] and number_of(card) in most and sum(most) >= 20


def _useful(m: Moment) -> list[CardId]:
    """Return the cards of the discards with which a new tower would pay for itself."""
    return [card for card in _tops(m) if _makes_pay(m, card)]


def _tops(m: Moment) -> list[CardId]:
    return [pile[-1] for colour, pile in enumerate(m.view.discards) if pile and colour != m.view.barred]


def _fitting(m: Moment) -> list[CardId]:
    """Return the cards of the discards that fit a tower of the seat."""
    return [card for card in _tops(m) if takes(m.own_towers[colour_of(card)], number_of(card))]


def _has_no_others(m: Moment) -> bool:
    return not m.tower and m.hand in ([], [m.number])


CHECKS: dict[str, Callable[..., bool]] = {
    "multiplies": lambda m, times: _multiplies(m, times) and not (isinstance(m.action, Draw) and m.card in m.view.hand),
    "multiplies too": lambda m, times, before, number: isinstance(m.action, Draw) and _multiplies(m, times - number)
    and before == times - 1 and number == list(m.view.hand).count(m.card) > 0,
    "followed": lambda m, times, numbers, missing, number=0: not m.number and times == _times(m)
    and numbers == _rest(m) != [] and missing == 20 - sum(numbers) > 0
    and number == _is_near(m) * len({*_can_come(m)} - {*m.hand}),
    "together": lambda m, numbers, materials: not m.number and numbers == _rest(m) != [] and sum(numbers) < 20
    and 0 < materials == list(m.view.hand).count(m.card) - 1,
    "stays short": lambda m, numbers, missing: numbers == _rest(m) != [] and _stays_short(m, missing),
    "gains only": lambda m, number, missing: number == m.number * _times(m) and m.tower != () and not _rest(m)
    and _stays_short(m, missing),
    "rival without": lambda m: _no_interest(m) and _is_safer(m),
    "short with": lambda m, numbers, missing: bool(m.tower) and _short_with(m, numbers, missing) and numbers != [],
    "shuts out one": _shuts_out,
    "skips": _skips,
    "shuts out": lambda m, cards, number: cards == _shut_out(m) and len(cards) == number > 0,
    "last turn": _last_turn,
    "lowest single": _lowest_single,
    "wanted": _wanted,
    "can wait": _can_wait,
    "none goes": _none_goes,
    "waits": _waits,
    "keeps": _keeps,
    "in time": _in_time,
    "most": _most,
    "none adds": lambda m: isinstance(m.action, Discard) and _none_adds(m),
    "gains": lambda m, number: (m.sum_of(m.tower) >= 20) == (m.sum_of(m.after) >= 20) and _gains(m, number),
    "gains and pays": lambda m, number: m.sum_of(m.tower) < 20 and _gains(m, number) and not _rest(m),
    "none follows": lambda m: not m.number and not (m.hand and _builds_left(m) - isinstance(m.action, Draw) > 0),
    "comes to": _comes_to,
    "will come to": _will_come_to,
    "lacks": lambda m, **facts: bool(m.tower) and _lacks(m, **facts),
    "can pay": lambda m, **facts: not m.tower and _lacks(m, **facts),
    "is short": lambda m, missing, before: _is_short(m, missing, before) and not _is_near(m),
    "worth with bonus": lambda m, points, bonus, cards: len(m.tower) + 1 == cards == 8 and bonus == 20
    and points == worth(m.after),
    "pays": lambda m: m.sum_of(m.tower) < 20 <= m.sum_of(m.after) and not _rest(m),
    "worth": lambda m, points: points == worth(m.after) and not _rest(m),
    "opens": lambda m, missing, numbers=(): not m.tower and _short_with(m, [*numbers], missing),
    "gives time": _gives_time,
    "shuts out nothing": _shuts_out_nothing,
    "waiting costs": _waiting_costs,
    "none goes with": _goes_with_hidden,
    "last of use": _last_of_use,
    "bonus": lambda m, bonus, cards: len(m.after) == cards == 8 and worth(m.after) == worth(m.tower) + bonus
    + m.number * (1 + sum(not number_of(card) for card in m.tower)),
    "near bonus": _near_bonus,
    "bonus included": lambda m, bonus, cards: len(m.tower) < 8 <= cards == len(m.after) + len(_rest(m)) and bonus == 20,
    "bonus by luck": _bonus_by_luck,
    "adds little": _adds_little,
    "left": lambda m, number: number == len(m.state.deck),
    "past": lambda m, number: number == m.number and bool(m.tower) and not takes(m.tower, number),
    "no building card": _has_no_others,
    "higher": lambda m, sum: sum == _total([n for n in m.hand if n > m.number > 0]) >= 20,
    "only way": lambda m: not _tops(m),
    "too late": lambda m: not m.tower and sum(m.hand[::-1][: _builds_left(m) + 1]) < 20,
    "too few": lambda m, numbers, missing: not m.tower and numbers == m.hand and missing == 20 - sum(m.hand) > 0,
    "others": lambda m: (takes(m.rival, m.number) or not _no_interest(m)) and len(m.view.hand) > 1,
    "rival past": lambda m: bool(m.rival) and not takes(m.rival, m.number) and _is_safer(m),
    "last": _ends_round,
    "sooner": _sooner,
    "harmless": lambda m: bool(m.rival) and not takes(m.rival, m.number) and not takes(m.tower, m.number),
    "is high": lambda m, number, cost: not m.tower and number == m.number >= 7 and cost == 20,
    "can begin": lambda m: not m.tower and m.number + _expected(m) >= 20,
    "none fits": _none_fits,
    "none left": lambda m: m.action == Draw() and not _fitting(m)
    and not any(takes(m.own_towers[colour_of(card)], number_of(card)) for card in _hidden(m)),
    "suits": lambda m, cards, **facts: cards == _useful(m) and _leaves(m, cards, **facts),
    "none pays": lambda m: not any(m.own_towers) and not any(_makes_pay(m, c) for c in _tops(m)),
    "falls short": _falls_short,
    "only denies": _only_denies,
    "no hurry": _no_hurry,
    "help": _help,
    "rises": _rises,
    "leaves": lambda m, cards, **facts: cards == _fitting(m) and _leaves(m, cards, **facts),
    "wins": lambda m: _ends_match(m) > 0,
    "loses": lambda m: _ends_match(m) < 0,
    "shares": lambda m: _ends_match(m) == 0,
    "will pay": lambda m: takes(m.tower, m.number) and m.sum_of(m.tower) < 20 <= m.sum_of(m.tower) + m.number,
    "adds": _adds,
    "kept away": lambda m: isinstance(m.action, Draw) and takes(m.rival, m.number),
    "lasts": lambda m, cards: cards == len(m.state.deck) and not _ends_round(m),
}  # fmt: skip
"""By kind of clause: a function that checks it, given its facts."""


def _known(clause: Clause, moment: Moment) -> set[int]:
    """Return the numbers that a clause's sentence may show."""
    found = {moment.number}
    for name, value in clause.facts.items():
        values = value if isinstance(value, list) else [value]
        found |= {number_of(v) if name == "cards" and isinstance(value, list) else abs(v) for v in values}
        found |= {sum(not number_of(v) for v in value)} if name == "cards" and isinstance(value, list) else set()
    return found


def edit(state: State, luck: random.Random) -> None:
    """Shorten the pile, put the removed cards among the discards, and let the rival take some discards openly."""
    rival, taken = 1 - state.turn, list[CardId]()
    keep = luck.choice([len(state.deck), luck.randrange(1, 9), luck.randrange(1, 30)])
    lost, deck = state.deck[: max(0, len(state.deck) - keep)], state.deck[max(0, len(state.deck) - keep) :]
    for colour in range(state.variant.colours):
        laid = bytes(card for card in lost if colour_of(card) == colour)
        state.discards[colour] = laid + state.discards[colour] if luck.random() < 0.5 else state.discards[colour] + laid
        if state.discards[colour] and luck.random() < 0.3:
            taken.append(state.discards[colour][-1])
            state.discards[colour] = state.discards[colour][:-1]
    given = bytes(luck.sample([*state.hand(rival)], len(taken)))
    kept = without(state.hand(rival), given)
    seen = (Counter(state.known_of(rival)) & Counter(kept)).elements()
    state.stack(given + deck)
    give(state, rival, bytes([*kept, *taken]), known=bytes([*seen, *taken]))


def begins_with_the_play(moment: Moment, text: str) -> bool:
    hint_text = hint(GAME, moment.view, Advice(moment.action, text), ["Mesa", "Ana"])
    verbs = {Build: "Build", Discard: "Discard"}
    verb = verbs.get(type(moment.action), "Draw from the pile" if moment.card is None else "Take")
    return hint_text.startswith(f"{verb} " if verb in ("Build", "Discard", "Take") else f"{verb}: ")


def run(seed: int, number: int, games: int = 0, *, edits: int = 0) -> Counter[str]:
    """Check so many positions, all of so many games of bots, and every action of so many edited positions.

    Return how often each kind of clause came up.
    """
    luck, kinds = random.Random(seed), Counter[str]()
    played = chain(positions("towering", luck, number), played_well("towering", luck, games))
    for state, _ in chain(played, edited("towering", luck, edits, edit)):
        view, actions = GAME.view(state, state.turn), [*GAME.actions(state, state.turn)]
        for action in actions if edits else some(actions, luck):
            moment, found = Moment(state, action), clauses(view, action)
            for clause in found:
                kinds[clause.kind] += 1
                assert CHECKS[clause.kind](moment, **clause.facts), f"{clause} of {action} in {view}"
                assert numbers_of(clause) <= _known(clause, moment), f"{clause} of {action} in {view}"
            assert begins_with_the_play(moment, reason(found))
    return kinds


def test_hints_for_actions_are_true() -> None:
    common = {"past", "lacks", "comes to", "none fits", "others", "too few"}
    assert common <= run(1, 250).keys()


def test_hints_for_every_action_in_edited_positions_are_true() -> None:
    assert {"is short", "skips", "left"} <= run(5, 0, edits=250).keys()


FACTS = {
    r"why ([^:]+):": lambda state, _, play: reason(clauses(GAME.view(state, state.turn), GAME.parse(play))),
    "open": lambda state, _: ToweringAnalysis().is_open(GAME.view(state, state.turn), Line(("draw pile",), 0.0)),
}
test_plays_are_explained = stories(
    Teller(whole_out, do, FACTS),
    """
taking a card from the discards is explained by what it adds, and by the length of the round only if many cards fit
    * pm pm p9 x2, discards p10, pile 30 = why draw p: with the 9 in hand, your purple tower is then 1 short of its
      cost.
    * p7 p8 p9 x2, discards pm, pile 30 = why draw p: with the 7, the 8 and the 9 in hand, your purple tower comes to 8
      points rather than 4.
    * p9 x2, discards p10, pile 5 = why draw p: the draw pile stays at 5, so the round lasts longer.
    * p5 p6 x2, discards p10, pile 6 = why draw p: with the 5 and the 6 in hand, your purple tower comes to 1 point.
    * p4 p9 p10 x2, discards p3, pile 6 = why draw p: the draw pile stays at 6, so the round lasts longer.
    * pm p2 p7, discards pm, pile 36 = why draw p: it makes every point count ×2. With the 2 and the 7 in hand, your
      purple tower is then 11 short of its cost.
    * x2 x3, towers p2 p4 p7, discards p10, pile 30 = why draw p: with it, your purple tower pays for itself.
    * x2 x3, towers pm p2 p4 / p3 p5, discards p8, pile 30 = why draw p: building it adds 16 points to your purple
      tower. The opponent's purple tower could use it, but now won't get it.
    * p2 p9, towers pm, discards pm, pile 30 = why draw p: it makes every point count ×3. With the 2 and the 9 in hand,
      your purple tower is then 9 short of its cost.
    * p4 p9 p10, towers pm, discards pm, pile 30 = why draw p: with the 4, the 9 and the 10 in hand, your purple tower
      comes to 9 points rather than 6.
    * p9 p10, towers pm, discards p3, pile 30 = why draw p: with the 9 and the 10 in hand, your purple tower comes to 4
      points rather than −2.
    * p7 p8 x3, towers pm pm, discards p2, pile 45 = why draw p: with the 7 and the 8 in hand, your purple tower is then
      3 short of its cost, but 6 building cards that fit may still come.
    * p7 p8 p9 x3, towers pm pm p3 p5, discards p6, pile 19 = why draw p: building it adds 18 points to your purple
      tower. With 3 more cards from hand, it earns 20 extra.
    * p6 p8 x2, discards pm, pile 30 = why draw p: it makes every point count ×2. With the 6 and the 8 in hand, your
      purple tower is then 6 short of its cost.
    * p8 x3, towers pm, discards p3, pile 30 = why draw p: building it adds 6 points to your purple tower.
    * x2 x3, towers p2, discards p10, pile 1 = why draw p: the draw pile stays at 1, so the round lasts longer.
    * p5 p6 x2, discards p10, pile 5 = why draw p: the draw pile stays at 5, so the round lasts longer.
    * x2 x3, discards p4, pile 55 = why draw p: it could begin your purple tower.
    * x2 x3, discards p7, pile 30 = why draw p: by itself, it covers 7 of the 20 a new tower costs.
    * x2 x3, discards p9, pile 30 = why draw p: by itself, it covers 9 of the 20 a new tower costs.
    * x2 x3, discards p10, pile 30 = why draw p: by itself, it covers 10 of the 20 a new tower costs.
    * x2 x3, towers - / p3 p10, discards p8, pile 30 = why draw p: the opponent's purple tower can't take it, so nothing
      is given away by discarding it later.
    * x3 x4, towers x2 / p3 p10, discards p8, pile 4 = why draw p: the pile doesn't shrink, which leaves more time to
      build the black 3 and the black 4.
    * x3 x4, towers x2 / p3 p10, discards p8, pile 5 = why draw p: the draw pile stays at 5, so the round lasts longer.
      The opponent's purple tower can't take it, so nothing is given away by discarding it later.
    * x3 x4 x5 x6 b9, towers x2 / p3 p10, discards p8, pile 7 = why draw p: the pile doesn't shrink, which leaves more
      time to build the 4 cards in hand that fit.
    * x3 x4 x5 x6, towers x2, discards p9, pile 20 = why draw p: the draw pile stays at 20, so the round lasts longer.
    * x3 x4 x5 x6, towers x2 / x6, discards p9, pile 20 = why draw p: the draw pile stays at 20, so the round lasts
      longer.
    * p2 x2, discards p3, pile 55 = why draw p: with the 2 in hand, your purple tower is then 15 short of its cost.
    * p4 p7, discards p8, pile 40 = why draw p: with the 4 and the 7 in hand, your purple tower is then 1 short of its
      cost.
    * x2 x3, towers - / p3 p7, discards p8, pile 20 = why draw p: the opponent's purple tower could use it, but now
      won't get it.
    * x2 x3, discards p10, pile 20 = why draw p: the draw pile stays at 20, so the round lasts longer.
drawing from the pile is explained by what the discards lack
    * x4, towers p2 p8 p10, discards r3 = why draw pile: no card on top of the discards fits a tower you've begun or
      goes with the rest of your hand, but 10 of the 61 cards you haven't seen do.; open False
    * x4 p10, towers p2 p8, discards p9 = why draw pile: the purple 9 on the discards can wait, because the opponent has
      no tower that takes it.; open True
    * x4 p8 p9, towers p2, discards p3 = why draw pile: the purple 3 on the discards can wait, because the opponent has
      no tower that takes it.
    * x4 p8 p10, towers p2, discards p3 = why draw pile: the purple 3 from the discards would add only 3 points.
    * b4 b5, towers bm, discards b2 = why draw pile: the blue 2 on the discards fits, but with everything in hand your
      blue tower would still be 9 short.
    * x4, towers p2 p4 p5 / p3, discards p9 = why draw pile: the purple 9 on the discards would help, but so may 14 of
      the 60 cards you haven't seen.
    * x4 g4 g7, towers gm, discards gm = why draw pile: a green material on the discards fits, but with everything in
      hand your green tower would still be 9 short.
    * x4, discards p9 = why draw pile: no card on top of the discards goes with anything you hold.; open False
    * x4 = why draw pile: there's nothing else to draw.; open False
    * x4, towers x2, discards p9 = why draw pile: no card on top of the discards fits a tower you've begun or goes with
      the rest of your hand, but 7 of the 63 cards you haven't seen do.
    * x4 p5, towers x2 g2, discards p4 = why draw pile: no card on top of the discards fits a tower you've begun. Even
      with the purple 4, a new tower would be 11 short of its cost.; open False
    * x4 p5, towers x2 g2, discards pm = why draw pile: no card on top of the discards fits a tower you've begun. Even
      with a purple material, a new tower would be 15 short of its cost.
    * x4 p4, towers x2 g2, discards pm = why draw pile: no card on top of the discards fits a tower you've begun, but 15
      of the 61 cards you haven't seen do.
    * x4 p10 g9, towers p2 p8 g8, discards p9 g10 = why draw pile: the green 10 and the purple 9 on the discards can
      wait, because the opponent has no tower that takes them.
    * x4 p10 g9, towers p2 p8 g8 / g2, discards p9 g10 = why draw pile: the green 10 and the purple 9 on the discards
      would help, but so may 10 of the 57 cards you haven't seen.
    * x10, towers x9, discards p9 = why draw pile: no card on top of the discards fits a tower you've begun.
    * x4, towers x2 / p4 p5, discards r9 p6 = why draw pile: no card on top of the discards fits a tower you've begun,
      and taking the purple 6 would only keep it from the opponent.
    * p7 p8, discards p9 = why draw pile: the purple 9 on the discards can wait, because the opponent has no tower that
      takes it.; open False
    * p6 p7 p8, towers r4 / r2, discards pm = why draw pile: a purple material on the discards can wait, because the
      opponent has no tower that takes it.
    * p5 p8, towers r4, discards p6 = why draw pile: no card on top of the discards fits a tower you've begun. The
      purple 6 on the discards can wait, because the opponent has no tower that takes it.
    * p5 p8, towers r4 / p3, discards p6 = why draw pile: no card on top of the discards fits a tower you've begun.
    * p5, towers r4, discards p2 p6 = why draw pile: no card on top of the discards fits a tower you've begun. Even with
      the purple 6, a new tower would be 9 short of its cost.
    * p2 r3, discards p4 = why draw pile: no card on top of the discards makes a new tower pay for itself yet. Even with
      the purple 4, a new tower would be 14 short of its cost.; open False
a card just discarded is named if nothing else could be drawn
    p5 x4 > discard p5 = why draw pile: the card just discarded can't be taken back, and there's nothing else to draw.
plays are explained by what is likely: of the draws, and whether a new tower pays for itself
    * b4 x3, towers - / bm bm b2, pile 26 = why build b4: it begins your blue tower, 16 short of its cost. Of the
      numbers that may still come, it shuts out only the 3.
    * b7 x3, towers - / bm bm b2, pile 26 = why build b7: it begins your blue tower, 13 short of its cost.
    * b2 b3 x3, towers - / bm, pile 33 = why build b2: with the 3 in hand, your blue tower is then 15 short of its cost.
    * b2 x3, pile 50 = why build b2: it begins your blue tower, 18 short of its cost.
    * b7 b9 x3, towers bm b2 b4 b5 b6, pile 40 = why build b7: with the 9 in hand, your blue tower comes to 26 points.
      It shuts out nothing that may still come.
    * b10 bm x3, pile 50 = why build bm: it makes every point count ×2 and has to come before the 10 in your hand… your
      blue tower is then 10 short of its cost, but 7 building cards that fit may still come.
    * b9 g9 p2 p6 y10 r8, towers bm b2 b3 b5 y3 y4, pile 45 = why build p2: with the 6 in hand, your purple tower is
      then 12 short of its cost, but 7 building cards that fit may still come. The blue 9 can wait, because the 7 and
      the 8 may still come and would count ×2.
    * b4 b6 b7 x3, towers - / bm bm b2, pile 40 = why build b4: with the 6 and the 7 in hand, your blue tower is then 3
      short of its cost, but 3 building cards that fit may still come. Of the numbers that may still come, it shuts out
      only the 3.
    * b4 b5 x3, towers - / bm bm b2, pile 52 = why build b4: with the 5 in hand, your blue tower is then 11 short of its
      cost, but 5 building cards that fit may still come. Of the numbers that may still come, it shuts out only the 3.
    * b9 b10, pile 2 = why build b9: it begins your blue tower, 11 short of its cost. Only 2 cards are left to draw.
    * b8 x3, towers bm bm b2 b3 b4 b5 b6, pile 20 = why build b8: with 8 cards, which earn 20 extra, your blue tower is
      then worth 44. It shuts out nothing that may still come.
    * b8 x3, towers bm bm bm b2 b3 b4, pile 20 = why build b8: your blue tower gains 32 points. With 1 more card drawn
      for it, it earns 20 extra.
    * bm b2 b3, pile 55 = why build bm: it makes every point count ×2 and has to come before the 2 and the 3 in your
      hand… your blue tower is then 15 short of its cost, but 7 building cards that fit may still come.
    * bm b6 xm x6 y5, towers ym y4 / xm, pile 54 = why build bm: it makes every point count ×2 and has to come before
      the 6 in your hand… your blue tower is then 14 short of its cost, but 8 building cards that fit may still come.
      The yellow 5 can wait, because there's time to build it later.
    * bm x2 x3, pile 2 = why build bm: it makes every point count ×2. No building card in hand can follow it.
    * bm b4 b9 b10, towers bm, pile 40 = why build bm: with the 4, the 9 and the 10 in hand, your blue tower comes to 9
      points.
    * b5 b7 b8, pile 40 = why build b5: with the 7 and the 8 in hand, your blue tower just pays for itself. Waiting for
      5 cards that may still come would mean shutting out others or giving up a card that you or the opponent can use.
    * b9 b10, towers bm b2, pile 40 = why build b9: with the 10 in hand, your blue tower comes to 2 points. Waiting for
      5 cards that may still come would mean shutting out others or giving up a card that you or the opponent can use.
    * b4 b5 b9 b10, towers bm b2, pile 40 = why build b4: with the 5, the 9 and the 10 in hand, your blue tower comes to
      20 points. Of the numbers that may still come, it shuts out only the 3.
    * b6 b8 x3, towers b4 / b5, pile 50 = why build b6: with the 8 in hand, your blue tower is then 2 short of its cost,
      but 3 building cards that fit may still come. It shuts out nothing that may still come.
    * b9 x3, towers b3 b5, pile 30 = why build b9: your blue tower is then 3 short of its cost rather than 12. No other
      card in hand adds as much now.
    * b9 y8, towers b3 b7 / ym y5, pile 30 = why build b9: your blue tower is then 1 short of its cost rather than 10.
      Of the numbers that may still come, it shuts out only the 8.
    * b9 y8, towers b3 b7 ym y5, pile 30 = why build b9: your blue tower is then 1 short of its cost rather than 10. Of
      the numbers that may still come, it shuts out only the 8.
    * b9 y9, towers b3 b7 ym ym y5, pile 30 = why build b9: of the numbers that may still come, it shuts out only the 8.
      The yellow 9 can wait, because the 6 and the 8 may still come and would count ×3.
    * g4 g5 g9 x3, towers gm / g2 g6 g7 g8, pile 18 = why build g4: with the 5 and the 9 in hand, your green tower goes
      from −40 to −4. Of the numbers that may still come, it shuts out only the 3.
    * b4 b10, pile 4 = why build b4: with the 10 in hand, your blue tower is then 6 short of its cost. Only 4 cards are
      left to draw.
    * bm b6 xm x6, pile 54 = why build bm: it makes every point count ×2 and has to come before the 6 in your hand… your
      blue tower is then 14 short of its cost, but 8 building cards that fit may still come.
    * bm x2 x3, towers - / b2, pile 2 = why build bm: it makes every point count ×2. No building card in hand can follow
      it.
    * b10 x3, towers bm bm b2 b4 b9, pile 20 = why build b10: your blue tower gains 30 points and then pays for itself.
      It shuts out nothing that may still come.
    * b10 x3, towers bm bm b2 b9, pile 20 = why build b10: your blue tower gains 30 points and then pays for itself. It
      shuts out nothing that may still come.
    * b10 x3, towers bm bm b5 b6 b9, pile 20 = why build b10: your blue tower gains 30 points. It shuts out nothing that
      may still come.
    * b10 p10, towers bm b5 b6 b7 / p2, pile 2 = why build b10: this may be the last turn, and no other card adds more
      than its 20 points. Only 2 cards are left to draw.
    * p9 y10, towers p2 p4 p6 ym y7, pile 44 = why build p9: your purple tower then pays for itself. The yellow 10 can
      wait, because the 8 and the 9 may still come and would count ×2.
    * r9 y6 y9 y10, towers r2 r5 r6 ym / y3 y4, pile 48 = why build r9: your red tower then pays for itself. Waiting for
      the 7 and the 8 would mean shutting out others or giving up a card that you or the opponent can use.
    * r9 y4, towers r2 r5 r6 / y3 y4, pile 48 = why build r9: your red tower then pays for itself. No other card in hand
      adds as much now.
    * r9 y3, towers r2 r5 r6 y2, pile 48 = why build r9: your red tower then pays for itself. No other card in hand adds
      as much now.
    * r9 y8, towers r2 r5 r6 ym y7, pile 48 = why build r9: your red tower then pays for itself.
    * r9 y8, towers r2 r5 r8 ym y7, pile 48 = why build r9: your red tower then pays for itself. The yellow 8 can wait,
      because there's time to build it later.
    * p6 p9 b2 b4 b7 b8 b10, towers p2 p5, pile 38 = why build p6: with the 9 in hand, your purple tower comes to 2
      points. The blue 2 can wait, because a blue material may still come.
    * bm b3 b10 p4 p6, pile 53 = why build bm: it makes every point count ×2 and has to come before the 3 and the 10 in
      your hand… your blue tower is then 7 short of its cost, but 7 building cards that fit may still come.
    * x10 r6 r9, towers xm xm x5 rm rm / x3 x7 x8, pile 37 = why build x10: your black tower gains 30 points but then
      stays 5 short of its cost. No other card in hand adds as much now.
    * r9 r10 x3, towers - / r3 r5, pile 4 = why build r9: with the 10 in hand, your red tower stays 1 short of its cost.
      Only 4 cards are left to draw.
    * b4 r4 r9 x10, pile 41 = why discard b4: it's the lowest building card in hand with no other of its colour.
    * gm gm g6 x3, pile 60 = why build gm: it makes every point count ×2. You hold the 6 and 1 material to go with it.
    * gm gm g6 g8 x3, pile 60 = why build gm: it makes every point count ×2. You hold the 6, the 8 and 1 material to go
      with it.
    * b4 r5 rm x8, towers b5 r6 / rm, pile 26 = why discard b4: your blue tower is already past the 4. You could spare a
      red material and the red 5 as well, but that could help the opponent.
    * b4 r5 x8, towers b5 r6 / b3 r9, pile 26 = why discard r5: your red tower is already past the 5. You could spare
      the blue 4 as well, but that could help the opponent.
    * p6 x8 x9, towers - / p7 x4, pile 26 = why discard p6: there's no other building card of this colour in hand, and
      the opponent's purple tower can't take it.
    * y3 y9 y10, towers ym / y2, pile 53 = why build y3: with the 9 and the 10 in hand, your yellow tower comes to 4
      points.
    * y3 y9 y10, towers ym ym / y2, pile 50 = why build y3: with the 9 and the 10 in hand, your yellow tower comes to 6
      points.
    * x3 x9 p2, towers x10 p4, pile 2 = why discard x9: in the time left, no card in hand can add a point.
    * y2 y6 y10 x2 r7 r8, towers x5, pile 45 = why discard y6: with only the 2, the 6 and the 10 of this colour in hand,
      a new tower would be 2 short of its cost.
    * bm b8 x3, pile 40 = why discard bm: with only the 8 of this colour in hand, a new tower would be 12 short of its
      cost.
    * r4 r9 r10 x3, pile 40 = why discard r4: building it would shut out the 2, the 3 and 2 materials.
    * g7 x3 x9, pile 40 = why discard g7: there's no other building card of this colour in hand.
    * g7 r8 x3 x9, pile 40 = why discard g7: it's the lowest building card in hand with no other of its colour.
    * g7 r3 r8 r9 r10, towers rm, pile 40 = why discard g7: there's no other building card of this colour in hand. The
      red 3 can wait, because the 2 and a red material may still come.
    * g2 g10 r3, towers gm gm g4 g5 g6, pile 3 = why discard g2: your green tower is already past the 2. The green 10
      can wait, because there's time to build it later.
    * g2 g10 r3, towers gm gm g4 g5 g6, pile 6 = why discard g2: your green tower is already past the 2. The green 10
      can wait, because the green 7 on the discards can go first.
    * r7 r9 r10 x3, pile 40 = why discard r7: building it would shut out 7 cards that may still come.
    * r4 r6 r9 r10 x3, pile 40 = why discard r4: the higher cards of this colour in hand still come to 25.
a card that can wait does so for those on the discards first
    * y4 y8 g3 g8 g10, towers y3, discards g2 = why build y4: …The green 3 can wait, because the green 2 on the discards
      can go first.
    * y4 y8 g3 g8 g10, towers y3, discards gm = why build y4: …The green 3 can wait, because a green material on the
      discards can go first.
    * y4 y8 g3 g8 g10, towers y3, discards g4 = why build y4: …The green 3 can wait, because the 2 and a green material
      may still come.
    * y4 y8 g3 g8 g10, towers y3 = why build y4: …The green 3 can wait, because the 2 and a green material may still
      come.
ending the round is a reason to draw
    * x4, towers b10 / p2, discards p9, pile 1 = why draw pile: it's the last card, and drawing it ends the round before
      the opponent can play again.
    * x4, towers b10, discards p9, pile 2 = why draw pile: no card on top of the discards or still hidden fits a tower
      you've begun, but drawing from the pile brings the end closer.
""",
)


def test_a_card_is_taken_away_from_one_that_the_opponent_has_taken() -> None:
    state = whole("r5 r6", ("", ""), "b8", 40)
    give(state, 1, cards("b5 g9"), cards("b5"))
    assert (
        reason(clauses(GAME.view(state, 0), Draw(0)))
        == "the opponent has taken the blue 5 and could use this card too."
    )


def test_a_discard_is_not_called_safe_if_the_opponent_has_taken_cards_of_its_colour() -> None:
    state = whole("p3 x4 x5", ("", ""))
    give(state, 1, cards("p7 g9"), cards("p7"))
    expected = "there's no other building card of this colour in hand."
    assert reason(clauses(GAME.view(state, 0), Discard(cards("p3")[0]))) == expected


def test_a_discard_says_why_a_card_that_gains_much_can_wait() -> None:
    found = Counter[bool]()
    for state, _ in edited("towering", random.Random(31), 300, edit):
        view = GAME.view(state, state.turn)
        for action in GAME.actions(state, state.turn):
            if not isinstance(action, Discard):
                continue
            m = Moment(state, action)
            others = [other for other in _elsewhere(m) if other.tower and _gain(other) >= 10]
            if any(1 + len(_rest(other)) <= _builds_left(m) for other in others):
                found[clauses(view, action)[1].kind in ("waits", "keeps")] += 1
    assert not found[False]
    assert found[True] > 100


def told_level(state: State, action: Action, other: Action) -> str:
    return explain_choice(GAME.view(state, state.turn), action, [(other, [0.0, 1.0] * 20)])


def test_a_build_that_is_about_as_good_is_named_with_what_it_would_shut_out() -> None:
    """That is said if it counts more than what the play itself shuts out."""
    told, forms = Counter[bool](), re.compile(r"as good, but would shut out ([^.]+)\.$")
    for state, _ in positions("towering", random.Random(32), 150):
        actions = GAME.actions(state, state.turn)
        builds = [action for action in actions if isinstance(action, Build) and number_of(action.card)]
        for action, other in product(actions[:3], builds):
            m, rival = Moment(state, action), Moment(state, other)
            delays = [each for each in clauses(m.view, action)[:2] if each.kind == "waits"]
            if delays and not (isinstance(action, Discard) and other.card == action.card):
                assert "is about as good" not in told_level(state, action, other)  # the hint says why another can wait
                continue
            own = _lost_points(m) * _multiplier(m) if isinstance(action, Build) else 0
            price = _price(rival) if _lost_points(rival) * _multiplier(rival) > own else []
            shown = forms.search(told_level(state, action, other))
            assert bool(shown) == bool(price)
            if shown:
                count = re.match(r"(\d+) cards that", shown[1])
                assert int(count[1]) == len(price) > 3 if count else _told_numbers(shown[1]) == sorted(price)
            told[bool(shown)] += 1
    assert min(told[False], told[True]) > 100


def test_a_build_is_shown_with_the_cards_that_it_shuts_out() -> None:
    """They come with the first reason, if the tower could gain by any of them and there's time for that.

    A discard comes with the rival's tower that could take it.
    """
    told, form = Counter[str](), re.compile(r", though that shuts out ([^.]+)\.")
    for state, _ in edited("towering", random.Random(35), 700, edit):
        for action in GAME.actions(state, state.turn):
            m, found = Moment(state, action), clauses(GAME.view(state, state.turn), action)
            is_said = found[0].kind not in PRICED or "waiting costs" in {each.kind for each in found[:2]}
            price = [] if is_said or not isinstance(action, Build) else _price(m)
            shown = form.search(explain(m.view, action))
            assert bool(shown) == bool(price)
            if shown:
                count = re.match(r"(\d+) cards that", shown[1])
                assert int(count[1]) == len(price) > 3 if count else _told_numbers(shown[1]) == sorted(price)
            is_given = isinstance(action, Discard) and takes(m.rival, m.number) and m.view.draw_pile > 1
            assert is_given == bool(
                re.search(r", though the opponent's \w+ tower could take it", explain(m.view, action))
            )
            told[
                "given" if is_given else "many" if shown and count else "material" if 0 in price else str(bool(price))
            ] += 1
    assert len(told) == 5
    assert min(told.values()) > 40


def _told_numbers(text: str) -> list[int]:
    """Return the numbers of the cards that a text names, each material as 0."""
    materials = re.search(r"(\d+) materials", text)
    return [0] * (int(materials[1]) if materials else "material" in text) + [*map(int, re.findall(r"the (\d+)", text))]


def _price(m: Moment) -> list[int]:
    """Return the numbers of the cards that a build shuts out, if the tower could gain by any and there's time."""
    is_gain = any(map(number_of, _lost(m))) or _is_near(m) or m.number + sum(_rest(m)) > 20
    return [*map(number_of, _shut_out(m))] if m.number > 0 and is_gain and len(_rest(m)) + 1 < _builds_left(m) else []


def _multiplier(m: Moment) -> int:
    return 1 + sum(not number_of(card) for card in m.tower)


WAITING = ("waits", "keeps", "in time")


def test_obvious_discards_are_of_cards_that_no_tower_would_gain_by_for_nothing() -> None:
    """A hint that says what a card waits for compares no build, but of a discard, if trials don't reach the end."""
    seen = Counter[str]()
    for state, _ in edited("towering", random.Random(33), 150, edit):
        view, actions = GAME.view(state, state.turn), GAME.actions(state, state.turn)
        for action in actions if state.stage is TurnStage.PLAY else []:
            others = obvious(view, action, actions)
            delays = [each for each in clauses(view, action)[:2] if each.kind in WAITING]
            waiting = {card for each in delays for card in each.facts["cards"]}
            builds = {other.card for other in others if isinstance(other, Build)}
            kept = {*waiting, *_cards(m := Moment(state, action), _rest(m) if isinstance(action, Build) else [])}
            if delays and delays[0].kind != "keeps" and view.draw_pile > TO_COMPARE:
                assert builds <= ({action.card} if isinstance(action, Discard) else set())
            assert not kept & {other.card for other in others if isinstance(other, Discard)}
            for other in others:
                m = Moment(state, other)
                is_gain = isinstance(other, Discard) and m.number > 0 and takes(m.tower, m.number)
                assert not is_gain or _costs(m)
                seen[type(other).__name__] += 1
    assert min(seen["Build"], seen["Discard"]) > 50


LITTLE_USE = ("falls short", "only denies")


def test_a_draw_is_not_called_about_as_good_if_the_reason_says_that_its_card_is_of_little_use() -> None:
    seen = Counter[bool]()
    for state, _ in edited("towering", random.Random(34), 200, edit):
        view = GAME.view(state, state.turn)
        reasons = clauses(view, Draw())[:2] if state.stage is TurnStage.DRAW else []
        counted = [each for each in reasons if each.kind in ("leaves", "suits") and len(each.facts) == 2]
        little = [each.facts["cards"] for each in reasons if each.kind in LITTLE_USE or each in counted]
        of_little_use = {*chain.from_iterable(little)}
        for card in _tops(Moment(state, Draw())) if reasons else []:
            is_told = "is about as good" in told_level(state, Draw(), Draw(colour_of(card)))
            assert is_told == (card not in of_little_use)
            seen[is_told] += 1
    assert min(seen[False], seen[True]) > 10


def test_what_trial_games_show_of_the_obvious_play_holds_in_other_deals() -> None:
    """That includes a difference in the plays' favour that is too large to be chance, and those that are level."""
    luck, search, told = random.Random(8), masters_search(), Counter[str]()
    for state, _ in positions("towering", luck, 24):
        view, actions, seed = GAME.view(state, state.turn), GAME.actions(state, state.turn), luck.random()
        advice = bot_named(GAME, "master").advise(view, actions, random.Random(seed))
        if advice is None or not (found := COMPARED.search(advice.reason)):
            continue
        name = (found[2] or found[3]).strip().lower()
        (other,) = [action for action in actions if named(view, action).lower() == name.partition(", ")[0]]
        plans = [search.plan_for(view, code_of(action)) for action in (advice.action, other)]
        gains = [first - second for first, second in search.margins(view, plans, 200, luck)]
        gain, doubt = fmean(gains), 6 * standard_error(gains)
        assert other != advice.action
        assert gain >= int(found[1]) - doubt if found[1] else abs(gain) <= 3.5 + doubt
        told["better" if found[1] else "as good"] += 1
    assert len(told) == 2


COMPARED = re.compile(
    r"at least (\d+) points? better than (.+)\.$|([^.]+?)(?: to wait)? is about as good(?:, but [^.]+)?\.$"
)


@pytest.mark.long
def test_hints_for_actions_are_true_in_thousands_of_positions() -> None:
    kinds = run(2, 12000, games=12) + run(3, 0, edits=8000)
    assert kinds.keys() == {*CHECKS}
    assert kinds.total() > 100_000
