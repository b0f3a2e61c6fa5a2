"""What Wyoming's hints say against another play is recounted, over random positions."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from tests.game.hints.sentences import positions, some
from tests.game.hints.test_wyoming import Moment, check
from topping_out.game.wyoming.actions import Play, suit_of
from topping_out.game.wyoming.bots.comparisons import Trials
from topping_out.game.wyoming.bots.hints import clauses, explain_found
from topping_out.game.wyoming.bots.search import Forecast
from topping_out.game.wyoming.rules import GAME

SUITS = ("spades", "hearts", "clubs", "diamonds")
KEPT = ("in hand", "for own", "for new", "again", "keeps", "guards")
"""Kinds of clauses that tell which cards stay in hand."""
EQUAL = Trials([[Forecast(lost=False, won=False)] * 2] * 60, list, lead=0.0)
"""What the search says of two plays that are about equal."""


def pairs(seed: int, number: int) -> Iterator[tuple[Moment, Play]]:
    """Yield plays that don't end the game, each with another play."""
    luck = random.Random(seed)
    for state, seat in positions("wyoming", luck, number):
        actions = [*GAME.actions(state, seat)]
        for play, other in zip(some(actions, luck), some(actions, luck)):
            moment = Moment(state, play)
            if str(play) != str(other) and not moment.after.outcome:
                yield moment, other


def spends(m: Moment, other: Play, suits: Sequence[int]) -> bool:
    """Tell whether another play spends more cards of one of these suits."""
    return any(other.suit == suit and other.count > (m.play.suit == suit) * m.play.count for suit in suits)


def test_cards_are_only_said_to_be_kept_that_the_other_play_would_spend() -> None:
    kinds = Counter[str]()
    for m, other in pairs(11, 200):
        found = clauses(GAME.view(m.state, m.seat), m.play, other=other)
        assert not check(m, found)
        for part in [part for clause in found for part in clause.facts.get("parts", [clause])]:
            if part.kind in KEPT:
                suits = part.facts.get("suits") or [part.facts["suit"]]
                assert spends(m, other, suits), f"{part} of {m.play} against {other}"
                kinds[part.kind] += 1
    assert kinds.keys() >= {"in hand", "for own", "keeps", "guards"}


def is_beyond(m: Moment, height: int, suit: str) -> bool:
    """Check that the tallest tower of the others has this height and suit, and that no card in hand opposes it."""
    others = [tower for seat in m.state.in_play if seat != m.seat for tower in m.state.towers_of(seat)]
    first, *rest = sorted(others, key=len, reverse=True)
    opposed = {m.state.variant.opposes[suit_of(card)] for card in m.state.hands[m.seat]}
    is_tallest = len(first) == height > max(map(len, rest), default=0) and SUITS[suit_of(first[0])] == suit
    return is_tallest and height >= 4 and first != m.tower and suit_of(first[0]) not in opposed


def test_what_is_said_against_a_play_that_is_as_good_holds_for_it_alone() -> None:
    """A play draws more cards, leaves a tower that the other clears away, or improves one that the other leaves alone.

    Cards kept have a use (see `check`).
    """
    seen = Counter[str]()
    for m, other in pairs(12, 700):
        text = explain_found(GAME.view(m.state, m.seat), m.play, other, EQUAL, is_obvious=True)
        if beyond := re.search(r"You hold nothing against the opponents?'s? tallest tower of (\d+) (\w+)\.", text):
            assert is_beyond(m, int(beyond[1]), beyond[2]), f"{text} {m.play}"
            seen["beyond"] += 1
        if ahead := re.search(r"no opponent's tower is taller than (\d+)", text):
            others = [tower for seat in m.state.in_play if seat != m.seat for tower in m.state.towers_of(seat)]
            assert len(m.then) >= max(map(len, others)) == int(ahead[1])
            assert m.play.owner == m.seat
            seen["ahead"] += 1
        if "if cleared away, its owner" in text:
            target, same = [(play.owner, play.foundation, play.suit) for play in (m.play, other)]
            assert target == same
            assert m.play.owner != m.seat
            assert m.then
            assert not Moment(m.state, other).then
            seen["cleared"] += 1
        if left := re.search(r"but leaves this (tower at (\d+)|foundation empty)\.", text):
            assert Moment(m.state, other).place != m.place
            assert len(m.tower) == int(left[2] or 0)
            assert (len(m.then) > len(m.tower)) == (m.play.owner == m.seat) or len(m.then) == len(m.tower)
            seen["left"] += 1
        if more := re.search(r"but (?:risks|takes) (\d+) more cards?\.", text):
            assert Moment(m.state, other).place == m.place or not (m.tower or Moment(m.state, other).tower)
            assert int(more[1]) == other.count - m.play.count
            seen["dearer"] += 1
        if "is about as good" in text and "fresh card" in text:
            assert m.play.count > other.count, f"{text} {m.play}"
            seen["draws"] += 1
    assert min(seen[kind] for kind in ("ahead", "beyond", "cleared", "draws", "left", "dearer")) > 0
