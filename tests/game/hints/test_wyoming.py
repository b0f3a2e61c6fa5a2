"""Every sentence of Wyoming's hints is true: its clauses are recomputed from the rules, over random positions."""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from math import comb
from typing import Any

import pytest

from tests.game.hints.sentences import edited, numbers_of, positions, some
from tests.game.matches import Teller, stories
from tests.game.wyoming.positions import do, laid_out
from topping_out.game.bots.search import Clause, reason
from topping_out.game.engine import Advice, TurnBegan, hint
from topping_out.game.wyoming.actions import Play, PlayKind, suit_of
from topping_out.game.wyoming.bots.hints import clauses, explain
from topping_out.game.wyoming.core import NONE, State
from topping_out.game.wyoming.rules import GAME


class Moment:
    """A play in a state, and its result according to the rules."""

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
        """Return the size of the pile after all seats up to and including `until` have drawn."""
        seat, left, state = self.seat, len(self.state.deck), self.state
        while True:
            seat = (seat + 1) % state.variant.seats
            if seat in state.in_play:
                size = len(self.kept) if seat == self.seat else len(state.hands[seat])
                left -= 7 - size
            if seat == until:
                return left

    def sky_at(self, seat: int) -> int:
        """Return the Sky at the next turn of a seat; a toss is taken not to move it."""
        state = self.state
        is_still = state.variant.tidal or state.variant.sudden_death or state.owed or not state.pennies
        return state.pennies - (not is_still and self.pile_left(seat) <= 0)

    def chance(self, seat: int, suit: int, number: int) -> float:
        """Return the chance that another seat holds so many cards of a suit at its next turn, whatever it kept."""
        unseen = b"".join([self.state.deck, *(h for other, h in enumerate(self.state.hands) if other != self.seat)])
        held, pile = len(self.state.hands[seat]), self.pile_left(seat)
        size = 7 if not self.state.variant.sudden_death and not self.state.owed else min(7, max(held, 7 + min(0, pile)))
        size, own = min(size, len(unseen)), sum(suit_of(card) == suit for card in unseen)
        ways = sum(comb(own, n) * comb(len(unseen) - own, size - n) for n in range(number, size + 1))
        return ways / comb(len(unseen), size)

    def would_win(self, suit: int, cards: int, sky: int) -> bool:
        """Tell whether this many cards of a suit on the original tower would win for its owner at this Sky."""
        height = len(self.tower)
        return self.wins_with(height + cards if suit_of(self.tower[0]) == suit else abs(height - cards), sky)

    def wins_with(self, height: int, sky: int) -> bool:
        return height == sky if self.state.variant.finicky else height > sky

    def loses(self, play: Play) -> bool:
        after = self.state.copy()
        GAME.apply(after, self.seat, play)
        return after.outcome is not None and self.seat not in after.outcome.winners

    def loses_next(self, play: Play) -> bool:
        """Tell whether the next seat can then win at once, with the cards that it happens to draw."""
        after = self.state.copy()
        GAME.apply(after, self.seat, play)
        if after.outcome:
            return self.seat not in after.outcome.winners
        return any(Moment(after, answer).wins_alone() for answer in GAME.actions(after, after.turn))

    def wins_alone(self) -> bool:
        return self.after.outcome is not None and self.after.outcome.winners == (self.seat,)


@cache
def _known() -> dict[Any, float]:
    return {}


def _sure_share(state: State, seat: int) -> float:
    """Return the share of the win of which a seat can be sure, if both play as well as they can."""
    if state.outcome:
        winners = state.outcome.winners
        return 1 / len(winners) if seat in winners else 0.0
    hands = tuple(tuple(sorted(map(suit_of, hand))) for hand in state.hands)
    key = (state.terms, seat, state.turn, hands, *state.suits, *state.heights, state.safe, state.pennies)
    if key not in _known():
        shares = []
        for play in GAME.actions(state, state.turn):
            after = state.copy()
            GAME.apply(after, state.turn, play)
            shares.append(_sure_share(after, seat))
        _known()[key] = max(shares) if state.turn == seat else min(shares)
    return _known()[key]


def _is_known(m: Moment) -> bool:
    """Check that a single rival draws the last cards before anybody else does."""
    variant = m.state.variant
    return variant.seats == 2 and variant.sudden_death and m.pile_left(1 - m.seat) <= 0


def _lost(m: Moment) -> bool:
    if all(map(m.loses, GAME.actions(m.state, m.seat))):
        return True
    return (_is_known(m) and _sure_share(m.state, m.seat) == 0) or all(map(m.loses_next, GAME.actions(m.state, m.seat)))


def _draws(m: Moment, number: int) -> bool:
    """Play on at random from sampled states, and check how much larger the hand is at the seat's next turn."""
    for seed in range(3):
        luck = random.Random(f"{seed} {m.play}")
        state = GAME.determinize(GAME.view(m.state, m.seat), luck)
        GAME.apply(state, m.seat, m.play)
        while state.outcome is None and state.turn != m.seat and m.seat in state.in_play:
            GAME.apply(state, state.turn, luck.choice(GAME.actions(state, state.turn)))
        if m.seat not in state.in_play or (state.outcome and state.outcome.reason != "tower"):
            return False
        if state.outcome is None and len(state.hands[m.seat]) - len(m.kept) != number:
            return False
    return True


def _holds(m: Moment, suit: int, number: int) -> bool:
    """Check that cards stay in hand that fit an own tower or foundation, or oppose a tower of another seat."""
    own, opposes = m.after.towers_of(m.seat), m.state.variant.opposes
    others = [tower for seat in m.state.in_play if seat != m.seat for tower in m.after.towers_of(seat)]
    fits = any(not tower or suit_of(tower[0]) == suit for tower in own)
    opposed = any(len(tower) > 1 and suit_of(tower[0]) == opposes[suit] for tower in others)
    return _keeps(m, suit, number) and (fits or opposed)


def _keeps(m: Moment, suit: int, number: int) -> bool:
    return sum(suit_of(card) == suit for card in m.kept) == number


def _keeps_enough(m: Moment, suit: int, number: int) -> bool:
    reached, sky = [len(m.then) + more for more in range(1, number + 1)], m.sky_at(m.seat)
    return _keeps(m, suit, number) and any(m.wins_with(height, sky) for height in reached)


def _cleared_for(m: Moment, suit: int, number: int) -> bool:
    """Check that the tower is gone, and that the cards make a taller one and fit nowhere else."""
    had_place = any(not tower for tower in m.state.towers_of(m.seat))
    others = [tower for tower in m.after.towers_of(m.seat) if tower]
    is_gone = bool(m.tower) and not m.then and m.play.owner == m.seat
    return (
        is_gone
        and number > len(m.tower)
        and not had_place
        and _keeps(m, suit, number)
        and all(suit_of(t[0]) != suit for t in others)
    )


def _guards(m: Moment, suits: list[int], numbers: list[int]) -> bool:
    """Check that each of these cards can knock cards off a tower of another seat that may still grow to a win.

    It is taller than an own one would be with these cards.
    """
    opposes = m.state.variant.opposes
    own = [tower for tower in m.after.towers_of(m.seat) if tower]
    aims = [tower for seat in m.state.in_play if seat != m.seat for tower in m.after.towers_of(seat) if len(tower) > 1]

    def has_use(suit: int, number: int) -> bool:
        height = max([len(tower) + number for tower in own if suit_of(tower[0]) == suit], default=0)
        return any(suit_of(aim[0]) == opposes[suit] and len(aim) > height and _can_grow(m, aim) for aim in aims)

    return bool(suits) and all(has_use(s, n) and _keeps(m, s, n) and n for s, n in zip(suits, numbers, strict=True))


def _can_grow(m: Moment, tower: bytes) -> bool:
    """Check that the unseen cards of its suit are enough for a win, or come back before the seat's next turn."""
    unseen = b"".join([m.state.deck, *(hand for seat, hand in enumerate(m.state.hands) if seat != m.seat)])
    left = sum(suit_of(card) == suit_of(tower[0]) for card in unseen)
    is_renewed = not m.state.variant.sudden_death and m.pile_left((m.seat - 1) % m.state.variant.seats) <= 0
    return is_renewed or len(tower) + left >= m.needed


def _bound(m: Moment, suit: int) -> bool:
    """Check that the suit fits no other tower, whether or not scaffolding protects it now."""
    state = m.state.copy()
    state.safe = 0
    plays = [play for play in GAME.actions(state, m.seat) if play.suit == suit]
    return {(play.owner, play.foundation) for play in plays} == {(m.play.owner, m.play.foundation)}


def _builds_elsewhere(m: Moment, suit: int) -> bool:
    """Check that the suit fits other towers, which it builds up and none of which is an own one."""
    state = m.state.copy()
    state.safe = 0
    others = [play for play in GAME.actions(state, m.seat) if play.suit == suit]
    others = [play for play in others if (play.owner, play.foundation) != (m.play.owner, m.play.foundation)]
    return bool(others) and all(play.kind is PlayKind.CONSTRUCT and play.owner != m.seat for play in others)


def _falls_elsewhere(m: Moment, suit: int) -> bool:
    """Check that the suit fits one other tower, an own one, which it takes down however many are played there."""
    state = m.state.copy()
    state.safe = 0
    others = [Moment(state, play) for play in GAME.actions(state, m.seat) if play.suit == suit]
    others = [o for o in others if o.place != m.place]
    is_one = {o.place for o in others} <= {*range(*_own_places(m))} and len({o.place for o in others}) == 1
    return m.play.owner != m.seat and is_one and all(len(o.then) < len(o.tower) for o in others)


def _own_places(m: Moment) -> tuple[int, int]:
    each = m.state.variant.foundations
    return m.seat * each, (m.seat + 1) * each


def _for_rebuilding(m: Moment, suit: int, number: int) -> bool:
    """Check that these cards make a taller tower than an own one that the others may hold enough cards to clear."""
    unseen = b"".join([m.state.deck, *(hand for seat, hand in enumerate(m.state.hands) if seat != m.seat)])

    def may_fall(tower: bytes) -> bool:
        against = sum(m.state.variant.opposes[suit_of(card)] == suit_of(tower[0]) for card in unseen)
        return len(tower) <= against

    is_discard = m.play.kind is PlayKind.DISCARD and _keeps(m, suit, number) and number >= 3
    return is_discard and any(len(tower) < number and may_fall(tower) for tower in m.state.towers_of(m.seat))


def _is_unwelcome(m: Moment) -> bool:
    """Check that a play helps another seat, takes down an own tower, or makes one lower than its own suit could."""
    if m.play.owner != m.seat:
        return len(m.then) > len(m.tower)
    own = sum(suit_of(card) == suit_of(m.tower[0]) for card in m.state.hands[m.seat])
    is_replaced = bool(m.then) and suit_of(m.then[0]) != suit_of(m.tower[0])
    return len(m.then) < len(m.tower) or (is_replaced and own > 0 and len(m.then) < len(m.tower) + own)


def _harms(m: Moment) -> bool:
    """Check that a play builds up the tower of another seat, or makes an own one lower.

    It doesn't clear the ground for a taller one from the same hand.
    """
    if m.play.kind is PlayKind.DISCARD or m.play.owner != m.seat:
        return len(m.then) > len(m.tower)
    is_for_taller = not m.then and max(Counter(map(suit_of, m.kept)).values(), default=0) > len(m.tower)
    return len(m.then) < len(m.tower) and not is_for_taller


def _all_harm(m: Moment) -> bool:
    return all(_harms(Moment(m.state, play)) for play in GAME.actions(m.state, m.seat))


def _others_harm(m: Moment) -> bool:
    """Check that every play of another suit does harm, and that there is one."""
    others = [Moment(m.state, play) for play in GAME.actions(m.state, m.seat) if play.suit != m.play.suit]
    return bool(others) and all(map(_harms, others))


def _rest_harms(m: Moment) -> bool:
    """Check the same of every play on another tower or foundation."""
    others = [Moment(m.state, play) for play in GAME.actions(m.state, m.seat)]
    others = [o for o in others if o.place != m.place]
    return bool(others) and all(map(_harms, others))


def _only_suit_left(m: Moment) -> bool:
    """Check that all plays of other suits lose at once, and that there is one."""
    others = [play for play in GAME.actions(m.state, m.seat) if play.suit != m.play.suit]
    return bool(others) and all(map(m.loses, others)) and not m.loses(m.play)


def _only_place_left(m: Moment, suit: int) -> bool:
    at = (m.play.owner, m.play.foundation)
    others = [play for play in GAME.actions(m.state, m.seat) if (play.owner, play.foundation) != at]
    return {play.suit for play in others} == {suit} and all(map(m.loses, others)) and not m.loses(m.play)


def _soon(m: Moment, sky: int) -> bool:
    """Check that the tower would win under the Sky at the seat's next turn."""
    is_over = m.state.variant.finicky and sky == 0
    return (
        m.play.owner == m.seat
        and sky == m.sky_at(m.seat) == m.state.pennies - 1
        and (not is_over and m.wins_with(len(m.then), sky))
    )


def _for_own(m: Moment, suit: int, number: int) -> bool:
    own = [tower for tower in m.after.towers_of(m.seat) if tower and suit_of(tower[0]) == suit]
    return number > 0 and _keeps(m, suit, number) and any(len(tower) < m.needed for tower in own)


def _again(m: Moment, suit: int, number: int) -> bool:
    """Check that these cards can deconstruct the tower of another seat, which the play makes taller."""
    is_taller = m.play.owner != m.seat and len(m.then) > len(m.tower)
    return is_taller and _keeps(m, suit, number) and m.state.variant.opposes[suit] == suit_of(m.then[0])


def _for_new(m: Moment, suit: int, number: int) -> bool:
    """Check that these cards have no own tower to go to, but a free foundation."""
    own = [tower for each in (m.state, m.after) for tower in each.towers_of(m.seat)]
    has_tower = any(tower and suit_of(tower[0]) == suit for tower in own)
    return _keeps(m, suit, number) and not has_tower and not all(m.after.towers_of(m.seat))


def _out(m: Moment) -> bool:
    """Check that its owner has no tower, and that the pile runs out with its next draw."""
    has_tower = any(m.after.towers_of(m.play.owner))
    return m.state.variant.deadlines and not has_tower and m.pile_left(m.play.owner) <= 0


def _cannot_win(m: Moment) -> bool:
    """Check that all unseen cards of its suit are not enough, and that none come back before the seat's next turn."""
    return m.play.owner != m.seat and not _can_grow(m, m.then)


def _only_tower(m: Moment) -> bool:
    others = [tower for seat in m.state.in_play if seat != m.seat for tower in m.state.towers_of(seat)]
    return len(m.state.in_play) == 2 and m.play.owner != m.seat and [*filter(None, others)] == [m.tower]


def _tallest(m: Moment, height: int, number: int | None = None) -> bool:
    heights = _rivals_heights(m)
    is_tallest = m.play.owner != m.seat and len(m.tower) == height == heights[0] > heights[1] and len(m.then) <= height
    return is_tallest and (number is None or _was_near(m, number))


def _near(m: Moment, number: int) -> bool:
    """Check that it was one of the tallest of the others, or their only one, and that few cards were missing."""
    first, second, *_ = [*_rivals_heights(m), 0]
    is_tallest = m.play.owner != m.seat and len(m.tower) == first and second in (0, first)
    return is_tallest and number <= 4 and _was_near(m, number)


def _rivals_heights(m: Moment) -> list[int]:
    seats = [seat for seat in range(m.state.variant.seats) if seat != m.seat]
    return sorted((len(tower) for seat in seats for tower in m.state.towers_of(seat)), reverse=True)


def _was_near(m: Moment, number: int) -> bool:
    """Check how many cards the tower lacked under the Sky as it also is at its owner's turn."""
    return 0 < number == m.needed - len(m.tower) and m.sky_at(m.play.owner) == m.state.pennies


def _threat(m: Moment, suit: int, number: int, sky: int) -> bool:
    falls = m.state.pennies - sky
    if falls and (m.state.variant.tidal or m.state.variant.sudden_death or m.pile_left(m.play.owner) > 0):
        return False
    fewer = [c for c in range(1, number) if m.would_win(suit, c, sky)]
    is_likely = m.chance(m.play.owner, suit, number) >= 0.1
    is_set_back = not m.then or suit_of(m.then[0]) != suit or not m.wins_with(len(m.then) + number, sky)
    return (
        falls in (0, 1) and m.would_win(suit, number, sky) and not fewer and is_likely and is_set_back
        and not _is_any_nearer(m, number)
    )  # fmt: skip


def _is_any_nearer(m: Moment, number: int) -> bool:
    """Tell whether a seat is likely to hold fewer cards that complete one of its towers."""
    for seat in m.state.in_play:
        sky = m.sky_at(seat)
        for tower in m.state.towers_of(seat) if seat != m.seat else []:
            if tower and any(
                m.wins_with(len(tower) + n, sky) and m.chance(seat, suit_of(tower[0]), n) >= 0.1 for n in range(number)
            ):
                return True
    return False


def _waits(m: Moment, sky: int) -> bool:
    wins_now = m.would_win(suit_of(m.tower[0]), 0, m.state.pennies)
    return m.would_win(suit_of(m.tower[0]), 0, sky) and sky == m.state.pennies - (not wins_now)


def _wins(m: Moment, height: int | None = None, pennies: int | None = None) -> bool:
    assert m.after.outcome is not None
    is_named_win = height is None or (len(m.then) == height and m.state.pennies == pennies)
    return is_named_win and m.after.outcome.winners == (m.seat,)


def _shares(m: Moment) -> bool:
    return m.after.outcome is not None and m.seat in m.after.outcome.winners and len(m.after.outcome.winners) > 1


def _distance(m: Moment, height: int, number: int | None) -> bool:
    """Tell whether the tower has this height and distance from a win, and whether the missing cards can still come."""
    if number is None or len(m.then) != height:
        return len(m.then) == height
    missing = m.needed - height
    gone = [card for card in m.after.discards if suit_of(card) == suit_of(m.then[0])]
    same_suit = [card for tower in m.after.towers for card in tower if suit_of(card) == suit_of(m.then[0])]
    can_come = not m.state.variant.sudden_death or 25 - len(gone) - len(same_suit) >= missing
    has_time = m.sky_at(m.play.owner) == m.state.pennies
    return abs(missing) == number and can_come and has_time and (missing > 0 or m.state.variant.finicky)


def _becomes(m: Moment, suit: int, height: int, number: int | None = None) -> bool:
    return m.has(suit, height) and _distance(m, height, number)


def _grows(m: Moment, height: int, number: int | None = None) -> bool:
    return height > len(m.tower) > 0 and suit_of(m.then[0]) == suit_of(m.tower[0]) and _distance(m, height, number)


def _falls(m: Moment, height: int, number: int | None = None) -> bool:
    return height < len(m.tower) and suit_of(m.then[0]) == suit_of(m.tower[0]) and _distance(m, height, number)


def _deadline(m: Moment) -> bool:
    bare = not any(m.state.towers_of(m.seat))
    return m.state.variant.deadlines and bare and m.pile_left(m.seat) <= 0 and bool(m.state.discards)


def _lacks_then(m: Moment, sky: int, number: int) -> bool:
    """Check how many cards the tower lacks under the Sky at the seat's next turn, which is lower."""
    is_lower = m.sky_at(m.seat) == sky == m.state.pennies - 1
    return m.play.owner == m.seat and is_lower and m.wins_with(len(m.then) + number, sky) and number > 0


def _few_left(m: Moment, suit: int, number: int, unseen: int) -> bool:
    """Check that an own tower comes down of whose suit the seat has no card, and few others can be seen."""
    cards = b"".join([m.state.deck, *(hand for seat, hand in enumerate(m.state.hands) if seat != m.seat)])
    left, own = [sum(suit_of(card) == suit for card in part) for part in (cards, m.state.hands[m.seat])]
    is_fallen = m.play.owner == m.seat and len(m.then) < len(m.tower) and suit_of(m.tower[0]) == suit
    return is_fallen and not own and (left, len(cards)) == (number, unseen) and left <= unseen / 5


def _safe(m: Moment) -> bool:
    """Play on at random until the seat's next turn, and check that nobody can deconstruct the tower."""
    luck, state, log = random.Random(str(m.play)), m.after.copy(), list[Any]()
    while state.outcome is None and state.turn != m.seat and TurnBegan(m.seat) not in log:
        actions = GAME.actions(state, state.turn)
        if any((a.kind, a.owner, a.foundation) == (PlayKind.DECONSTRUCT, m.seat, m.play.foundation) for a in actions):
            return False
        GAME.apply(state, state.turn, luck.choice(actions), log)
    return m.play.owner == m.seat


CHECKS: dict[str, Callable[..., bool]] = {
    "no play": lambda m: all(play.kind is PlayKind.DISCARD for play in GAME.actions(m.state, m.seat)),
    "lost": _lost,
    "sure": lambda m: _is_known(m) and _sure_share(m.after, m.seat) == 1,
    "loses": lambda m: m.loses(m.play),
    "wins": _wins,
    "shares": _shares,
    "draws the game": lambda m: m.after.outcome is not None and not m.after.outcome.winners,
    "becomes": _becomes,
    "grows": _grows,
    "falls": _falls,
    "cleared": lambda m: bool(m.tower) and not m.then,
    "cleared for": _cleared_for,
    "guards": _guards,
    "only suit": lambda m: {play.suit for play in GAME.actions(m.state, m.seat)} == {m.play.suit},
    "all harm": _all_harm,
    "others harm": _others_harm,
    "rest harms": _rest_harms,
    "only suit left": _only_suit_left,
    "only place left": _only_place_left,
    "out": _out,
    "bound": _bound,
    "only tower": _only_tower,
    "can't win": _cannot_win,
    "for own": _for_own,
    "for new": _for_new,
    "tallest": _tallest,
    "near": _near,
    "exact": lambda m, height: m.state.variant.finicky and height == m.sky_at(m.seat) < len(m.tower),
    "soon": _soon,
    "lacks then": _lacks_then,
    "few left": _few_left,
    "safe": _safe,
    "keeps": _keeps,
    "in hand": _holds,
    "again": _again,
    "price": lambda m, parts: _is_unwelcome(m) and not check(m, parts),
    "builds elsewhere": _builds_elsewhere,
    "falls elsewhere": _falls_elsewhere,
    "for rebuilding": _for_rebuilding,
    "keeps enough": _keeps_enough,
    "draws": _draws,
    "deadline": _deadline,
    "waits": _waits,
    "threat": _threat,
}
"""By kind of clause: a function that checks it, given its facts."""


def check(moment: Moment, found: Sequence[Clause]) -> list[str]:
    """Return the clauses that are false or contain a number that is not among their facts."""
    heights = {len(tower) for tower in moment.state.towers}
    wrong = []
    for clause in found:
        parts = clause.facts.get("parts", [clause])
        facts = [value for part in parts for value in part.facts.values()]
        values = chain(*(value if isinstance(value, list) else [value] for value in facts))
        known = {value for value in values if isinstance(value, int)} | heights
        if not CHECKS[clause.kind](moment, **clause.facts) or not numbers_of(clause) <= known:
            wrong.append(f"{clause} of {moment.play} in {GAME.view(moment.state, moment.seat)}")
    return wrong


def edit(state: State, luck: random.Random) -> None:
    """Lower the Sky, shorten the pile or hands, and let towers grow from the pile."""
    state.pennies = luck.randrange(1, state.pennies + 1)
    keep = luck.choice(
        [len(state.deck), luck.randrange(len(state.deck) + 1), luck.randrange(min(9, len(state.deck) + 1))]
    )
    lost, state.deck = state.deck[keep:], state.deck[:keep]
    for place, suit in enumerate(state.suits):
        if suit != NONE and luck.random() < 0.5:
            grown = bytes(card for card in lost if suit_of(card) == suit)[: luck.randrange(state.pennies + 2)]
            state.towers[place] += grown
            lost = bytes(card for card in lost if card not in grown)
    state.discards += lost
    if luck.random() < 0.3:
        state.discards, state.deck = b"", state.discards + state.deck
    for seat in range(state.variant.seats):
        if seat != state.turn and luck.random() < 0.2:
            state.discards += state.hands[seat]
            state.hands[seat] = b""
    state.owed = not state.deck and not state.variant.sudden_death
    heights = [len(tower) for tower in state.towers]
    if not state.deck and not state.variant.sudden_death and state.discards:
        state.deck, state.discards, state.owed = state.discards, b"", False
    if not state.variant.finicky and max(heights) > state.pennies:
        state.pennies = max(1, max(heights) - luck.randrange(2))  # as if a penny had just been removed
    if state.variant.finicky and state.pennies in heights:
        state.pennies = max(heights) + 1
    state.read_faces()


def names_the_owner(moment: Moment, text: str) -> bool:
    """Tell whether a hint begins with the play and names the owner of its tower."""
    play, names = moment.play, ("Mesa", "Ana", "Bo", "Cy")
    view = GAME.view(moment.state, moment.seat)
    opening = hint(GAME, view, Advice(play, text), names).partition(": ")[0]
    if play.kind is PlayKind.DISCARD or not moment.tower:
        return opening.startswith(("Discard ", "Begin a tower with "))
    whose = "your" if play.owner == moment.seat else f"{names[play.owner]}'s"
    return (
        re.fullmatch(rf"Play {play.count} \w+ on {whose} \w+ tower \(height {len(moment.tower)}\)", opening) is not None
    )


def bare(state: State, luck: random.Random) -> None:
    """Clear the table. In Sudden Death leave one card there, and one of another suit in the hand of the seat to act."""
    edit(state, luck)
    state.discards += b"".join(state.towers)
    state.towers = [b""] * len(state.towers)
    state.safe = 0
    if state.variant.sudden_death:
        for seat, hand in enumerate(state.hands):
            keep = int(seat == state.turn)
            state.discards, state.hands[seat] = state.discards + hand[keep:], hand[:keep]
        suit = suit_of(state.hands[state.turn][0])
        place = luck.randrange(len(state.towers))
        for card in [card for card in state.discards if suit_of(card) != suit][:1]:
            state.towers[place] = bytes([card])
            state.discards = state.discards.replace(bytes([card]), b"")
        state.discards, state.deck = state.discards + state.deck, b""
    state.read_faces()


def run(seed: int, number: int, *, edits: int = 0, how: Callable[[State, random.Random], None] = edit) -> Counter[str]:
    """Check `number` positions, and every play of `edits` edited ones. Return the count of each kind of clause."""
    luck, kinds = random.Random(seed), Counter[str]()
    for state, seat in chain(positions("wyoming", luck, number), edited("wyoming", luck, edits, how)):
        view, actions = GAME.view(state, seat), [*GAME.actions(state, seat)]
        for play in some(actions, luck) if not edits else actions:
            found, moment = clauses(view, play), Moment(state, play)
            kinds.update(part.kind for clause in found for part in [clause, *clause.facts.get("parts", [])])
            assert not check(moment, found)
            assert names_the_owner(moment, reason(found))
    return kinds


def test_hints_for_plays_are_true() -> None:
    common = {"becomes", "grows", "falls", "cleared", "cleared for", "keeps", "draws", "threat", "wins", "guards"}
    assert common <= run(1, 250).keys()


def test_hints_for_every_play_in_edited_positions_are_true() -> None:
    assert {"shares", "loses", "lost", "wins"} <= run(5, 0, edits=250).keys()


WHY = {r"why ([^:]+):": lambda state, _, play: explain(GAME.view(state, 0), GAME.parse(play))}
test_plays_are_explained = stories(
    Teller(laid_out, do, WHY),
    """
clearing an own tower is explained by a taller one
    * 4H 3D / 7C, towers 3C 2S 1S = why deconstruct 3D @0.0: it's cleared away, so you can begin a tower there with your
      4 hearts.
    * 3H 3D / 7C, towers 3C 2S 1S = why deconstruct 3D @0.0: it's cleared away, but you keep 3 hearts for a new tower,
      and you draw 4 fresh cards.
    * 2H 3D 2S / 7C, towers 3C 2S 1S = why deconstruct 3D @0.0: it's cleared away, but you draw 3 fresh cards.
    * 2H 3D 1S 1C / 7C, towers 3C 2S 1C = why deconstruct 3D @0.0: it's cleared away, but you draw 3 fresh cards.
scaffolding is the reason for a play only if the tower can soon win
    * 3S 2D / 7C, towers 5S 3C 1D = why construct 1S @0.0: it grows to 6, with 5 to go, and you keep 2 spades for it,
      safe in your hand.
    * 3S 2D / 7C, towers 5S 3C 1D, sky 8, scaffolding = why construct 1S @0.0: it grows to 6, with 3 to go, and nobody
      can knock it down before your next turn.
    * 3S 2D / 7C, towers 5S 3C 1D, scaffolding = why construct 1S @0.0: it grows to 6, with 5 to go, and you keep 2
      spades for it, safe in your hand.
a play that draws few cards is explained by those kept
    * 1D 3S 3C / 4C, towers 1H 1H 6D = why construct 1D @1.0: it grows to 7, but you keep 3 clubs to take it down again.
    * 1D 3S 3C / 4C, towers 2C . 6D = why deconstruct 1D @0.0: it comes down to 1.
cards are kept for a new tower if a foundation is free and none could be played on theirs
    * 2S 3H 1C 1D / 7H, towers 3C . 3C . = why construct 1C @0.0: it grows to 4, with 7 to go, and you keep 3 hearts for
      a new tower.
    * 4D 1C 2S / 7H / 7S, towers 1D 2H 3C = why deconstruct 1C @0.0: it's cleared away, but you keep 4 diamonds, safe in
      your hand.
a small play on another's tower is explained by what other suits do
    * 4S 2H 1C / 7C / 7C, towers 1C 3D 2D = why deconstruct 1C @2.0: it comes down to 1, with 10 to go, and no other
      suit can be played.
    * 1S 5H / 7C / 7C, towers 2D 3C 2H = why deconstruct 1S @2.0: it comes down to 1, with 10 to go, and every other
      suit you can play builds up someone else's tower or takes down one of yours.
    * 1S 2H / 7C / 7C, towers 2D 1S 2H = why deconstruct 1S @2.0: it comes down to 1, with 10 to go.
a rival's tower built up nearly to the sky is said to be safe
    * 3D 4H / 7C, towers 1S 4C 6D, discards 15D, deck 9H 1D = why construct 3D @1.0: it grows to 9, but it can't win
      before your next turn.
    * 3D 4H / 7C, towers 1S 4C 6D, discards 14D, deck 9H 2D = why construct 3D @1.0: diamonds could otherwise only take
      down your own tower, and you draw 3 fresh cards.
a play is explained by the harm done elsewhere
    * 1H 3C 3D / 7C / 7C, towers 2S 1S 4H = why deconstruct 1H @1.0: it's cleared away, and every play elsewhere builds
      up someone else's tower or takes down one of yours.
    * 1H 3C 3D / 7C / 7C, towers 2H 1S 4H = why deconstruct 1H @1.0: it's cleared away, and no other suit can be played.
    * 1S 3C 3D / 7C / 7C, towers 4H . 4S = why deconstruct 1S @0.0: no other suit can be played, and spades would
      otherwise only build up someone else's tower.
a single card played against an own tower is said to go nowhere else
    * 1H 1C 1D / 7C, towers 6S 1D 1C = why deconstruct 1H @0.0: hearts can go nowhere else.
a play that surely wins at the end of sudden death is explained by that
    * 1H 1C / 1D, towers 5C 3S 2H, discards 22S 22H 19C 24D, deck -, sudden_death = why construct 1H @1.0: then you win,
      whatever the opponent plays.
    * 1H 1C / 1D, towers 3C 3S 2H, discards 22S 22H 21C 24D, deck -, sudden_death = why construct 1H @1.0: hearts could
      otherwise only take down your own tower.
if every play surely loses at the end of sudden death that is said
    * 3S 1C / -, towers 3D 5H 4C 2D, discards 22S 20H 20C 20D, deck -, sudden_death = why deconstruct 1C @0.0: whatever
      you play, you lose.
    * 3D 1C / -, towers 3D 5H 4C 2D, discards 25S 20H 20C 17D, deck -, sudden_death = why deconstruct 1C @0.0: then you
      win, whatever the opponent plays.
it is said if every play lets the opponent win with the last cards of the pile
    * 4S 1C 2D / -, towers 1D 3H 7H 4S, discards 14S 14H 22C 22D, deck 3S 1H 2C, sky 7 = why deconstruct 4S @1.0:
      whatever you play, you lose.
    * 4S 1C 2D / -, towers 1D 3H 7H 4S, discards 14S 14H 22C 22D, deck 3S 1H 2C, sky 7, tidal = why deconstruct 4S @1.0:
      it comes down to 3. Left alone, it could have won next turn with 1 heart.
    * 4S 1C 2D / -, towers 1D 3H 7H 4S, discards 15S 14H 24C 18D, deck 2S 1H 4D, sky 7 = why deconstruct 4S @1.0: it
      comes down to 3. It would have won once the next penny dropped.
    * 4S 1C 2D / -, towers 1D 3H 7H 4S, discards 14S 14H 22C 20D, deck 3S 1H 2C 2D, sky 7 = why deconstruct 4S @1.0: it
      comes down to 3, with 5 to go. Left alone, it could have won next turn with 1 heart.
the end of sudden death is only played out if the rival draws all cards
    * 1S / 3C, towers 5D 5H 6C 4S, discards 16S 20H 16C 20D, deck 4S, sudden_death = why construct 1S @1.1: whatever you
      play, you lose.
    * 1S / 3C, towers 5D 5H 6C 4S, discards 15S 20H 16C 20D, deck 5S, sudden_death = why construct 1S @1.1: every play
      you have builds up someone else's tower or takes down one of yours.
in sudden death only the cards left are drawn
    * 4D 3S / 5C / 7H, towers 3C 9H 2S, discards 9H, deck 5S, sudden_death = why deconstruct 4D @0.0: it becomes a tower
      of 1 diamond, but you draw 3 fresh cards.
clearing the only tower before a deadline is explained by that
    * 2C 5S / 7C / 4H, towers 3S 3H 2D, discards 9H, deck 3S, deadlines = why deconstruct 2C @2.0: it's cleared away,
      and its owner may be out when the discards are shuffled.
    * 2C 5S / 7C / 4H, towers 3S 3H 2D, discards 9H, deck 4S, deadlines = why deconstruct 2C @2.0: it's cleared away,
      and you keep 5 spades for your tower, safe in your hand.
fresh cards are promised before a deadline if two seats surely keep a tower
    * 4C 3S / 4H, towers 3H 3D 1C 1S, discards 9H, deck 3S, deadlines = why construct 4C @1.0: it grows to 5, but you
      draw 4 fresh cards.
    * 4C 3S / 4H, towers . 3D 1C 1S, discards 9H, deck 3S, deadlines = why construct 4C @1.0: it grows to 5, but you
      keep 3 spades for a new tower.
    * 4C 3S / 4H, towers 3H 3D 1C ., discards 9H, deck 3S, deadlines = why construct 4C @1.0: clubs could otherwise only
      take down your own tower.
a small play that does harm is explained by having no other suit to play
    * 1D 5S / 7C, towers 6C 1C 3D = why construct 1D @1.0: no other suit can be played.
    * 1D 5S 1H / 7C, towers 6C 1C 3D 1S = why construct 1D @1.0: it grows to 4.
    * 1D 5S / 7C, towers 6C 1C 3D = why deconstruct 1D @0.0: no other suit can be played.
    * 1D 5S 1H / 7C, towers 6C 1C 3D 1S = why deconstruct 1D @0.0: it comes down to 5.
a play is explained by losing at once with any other
    * 1S 2C / 7S / 7S, towers 4H 10C 1H = why deconstruct 1S @0.0: it comes down to 3, with 8 to go, and playing any
      other suit loses at once.
    * 1S 2C 4D / 7S / 7S, towers 4H 10C 1H = why deconstruct 1S @0.0: it comes down to 3.
    * 2C / 7S / 7S, towers 2C 10C 1H = why construct 2C @0.0: it grows to 4, with 7 to go, and playing clubs anywhere
      else loses at once.
no cards are kept against a tower that lacks unseen cards
    * 3S 1C 3D / 7C, towers 2C . 1D 4H, discards 14H = why deconstruct 1C @1.0: it's cleared away, and you keep 3 spades
      in case the opponent's tower grows.
    * 3S 1C 3D / 7C, towers 2C . 1D 4H, discards 15H = why deconstruct 1C @1.0: it's cleared away, and you keep 3 spades
      for a new tower.
no cards are kept for a new tower without a free foundation
    * 1S 3C 3D / 7H, towers 2H 3S 1C 2H = why deconstruct 2D @1.0: it becomes a tower of 1 diamond, and you draw 2 fresh
      cards.
a penny that is about to drop counts for an own tower
    * 2H 5S / 2D, towers 8H 1D 1C, discards 9D, deck 2D = why construct 2H @0.0: it grows to 10, and it's tall enough to
      win once the next penny drops.
    * 2H 5S / 2D, towers 8H 1D 1C, discards 9D, deck 7D = why construct 2H @0.0: it grows to 10, and it's tall enough to
      win once the next penny drops.
    * 2H 5S / 2D, towers 8H 1D 1C, discards 9D, deck 8D = why construct 2H @0.0: it grows to 10, with 1 to go, and you
      draw 2 fresh cards.
    * 2H 5S / 2D, towers 8H 1D 1C, discards 9D, deck 2D, sky 8, finicky = why construct 2H @0.0: it grows to 10, and you
      draw 2 fresh cards.
    * 2H 5S / 2D, towers 8H 1D 1C, discards 9D, deck 2D, sky 11, finicky = why construct 2H @0.0: it grows to 10, and
      it's tall enough to win once the next penny drops.
    * 2H 5S / 2D, towers 8H 1D 1C, discards 9D, deck 2D, sky 10, tidal = why construct 2H @0.0: it grows to 10, and you
      draw 2 fresh cards.
    * 2H 5S / 2D, towers 8H 1D 1C, discards 9D, deck 9D, sky 10, tidal = why construct 2H @0.0: it grows to 10, with 1
      to go, and you draw 2 fresh cards.
a threat is named if it is likely and none is nearer
    * 2D 5S / 7D / 7D, towers 2H 8C 8S = why deconstruct 2D @1.0: it comes down to 6, with 5 to go. Left alone, it could
      have won next turn with 3 clubs.
    * 2D 5S / 7D / 7D, towers 2H 7C 7S = why deconstruct 2D @1.0: it comes down to 5, and it had only 4 to go.
    * 2D 5S / 7D / 7D, towers 2H 8C 9H = why deconstruct 2D @1.0: it comes down to 6, with 5 to go, and you keep 5
      spades in case an opponent's tower grows.
taking down the tallest tower of the others is explained by that
    * 1H 3S 3C / 4C, towers 1C . 5S 2D = why deconstruct 1H @1.0: it comes down to 4, and it was the opponent's tallest
      tower, with 6 to go.
clearing away the only tower of the opponent is explained by that
    * 4H 1S 2C / 4C, towers 1C . 5S = why deconstruct 4H @1.0: it comes down to 1, with 10 to go, and you keep 2 clubs
      for your tower, safe in your hand.
    * 4H 1S 2C / 4C, towers 1C . 4S = why deconstruct 4H @1.0: it's cleared away, and it was the opponent's only tower.
the tallest tower of the others is not named if it lacks unseen cards
    * 1H 3S 3C / 4C, towers 1C . 5S 2D, discards 11S = why deconstruct 1H @1.0: it comes down to 4, and it was the
      opponent's tallest tower, with 6 to go.
    * 1H 3S 3C / 4C, towers 1C . 5S 2D, discards 12S = why deconstruct 1H @1.0: it comes down to 4, with 7 to go, and
      you keep 3 clubs for your tower, safe in your hand.
a new suit on a rival's tower does not read like progress of one's own
    * 3D 2S 1H 1C / 7H, towers 4S . 2C = why deconstruct 3D @1.0: it becomes a tower of only 1 diamond, and you keep 2
      spades for your tower, safe in your hand.
    * 3D 2S 1H 1C / 7H, towers 4S . 1C = why deconstruct 3D @1.0: it becomes a tower of 2 diamonds, but you draw 3 fresh
      cards.
fresh cards are no reason against a rival if an own tower draws as many
    * 3D 2S 1H 1C / 7H, towers 4S 1H 2C = why deconstruct 3D @1.0: it becomes a tower of only 1 diamond, and you draw 3
      fresh cards.
cards kept for another own tower are a reason to begin one
    * 2S 2C 3D / 7H, towers . 3D 2S 1C = why construct 2C @0.0: you keep 3 diamonds for your other tower, safe in your
      hand.
cards are kept from a discard if a taller tower may take the place of an own one
    * 4S 3H / 7D, towers 2C 3C 4D 4C = why discard 3H: no card in hand can be played, and you keep 4 spades for a new
      tower if yours is cleared away.
    * 4S 3H / 7S, towers 2C 4C 1D 4C, discards 1D = why discard 3H: no card in hand can be played, and you keep 4 spades
      for a new tower if yours is cleared away.
    * 4S 3H / 7S, towers 4C 4C 1D 4C, discards 1D = why discard 3H: no card in hand can be played.
    * 2S 1H / 7S, towers 1C 4C 1D 4C, discards 1D = why discard 1H: no card in hand can be played.
    * 4S 3H / 7S, towers 2C 4C 1D 4C, discards 22D = why discard 3H: no card in hand can be played, and you keep 4
      spades for a new tower if yours is cleared away.
    * 4S 3H / 7S, towers 2C 4C 1D 4C, discards 23D = why discard 3H: no card in hand can be played.
beginning a tower is not explained by its height if another suit makes one as tall
    * 3H 3D 1C / 7S / 7S, towers . 3C 7D = why construct 3H @0.0: you keep 1 club and 3 diamonds in case an opponent's
      tower grows.
    * 3H 3D 1C / 7S / 7S, towers . 1C 1S = why construct 3H @0.0: that leaves 8 to go.
    * 3H 2D 2C / 7S / 7S, towers . 3C 7D = why construct 3H @0.0: that leaves 8 to go, and you draw 3 fresh cards.
replacing an own tower that could have grown taller is a price
    * 1S 1H 3C 2D / 7S / 7S, towers 1D 2S 5C = why deconstruct 3C @0.0: it becomes a tower of 2 clubs, but you draw 3
      fresh cards, and you keep 1 heart and 2 diamonds in case an opponent's tower grows.
    * 1S 3H 3C / 7S / 7S, towers 1D 2S 5C = why deconstruct 3C @0.0: it becomes a tower of 2 clubs, with 9 to go, and
      you keep 3 hearts in case an opponent's tower grows.
the harm done elsewhere is no reason not to clear a tower away
    * 3H 1C 3D / 7C / 7C, towers 4S . 1C = why deconstruct 1D @2.0: it's cleared away, and every play elsewhere builds
      up someone else's tower or takes down one of yours.
    * 3H 1C 3D / 7C / 7C, towers 4S . 1C = why deconstruct 2D @2.0: it becomes a tower of 1 diamond, and you draw 2
      fresh cards.
""",
)


@pytest.mark.long
def test_hints_for_plays_are_true_in_thousands_of_positions() -> None:
    kinds = run(2, 8000) + run(3, 0, edits=8000) + run(4, 0, edits=400, how=bare)
    assert kinds.keys() == {*CHECKS}, {*CHECKS} ^ kinds.keys()
    assert kinds.total() > 100_000
