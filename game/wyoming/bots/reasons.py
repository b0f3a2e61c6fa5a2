"""How two plays differ over the next turns."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from statistics import fmean

from ...bots.reasons import (
    LEAST_KEPT,
    OTHERS,
    OWN,
    SEVERAL,
    WHOLE,
    Difference,
    Fact,
    Facts,
    Reasons,
    compare,
    greatest,
    is_clear,
    many_things,
    percent,
    whole_of,
    whose,
)
from ...engine import Seat
from ...language import Message, Own, fill, mark, mark_count, own_count, tr
from ..actions import Play
from ..core import KINDS, NONE, State
from ..rules import code_of
from ..state import View
from .core import DECIDED, best_play, share
from .search import PlaySearch, Tried
from .weights import weights_of

TURNS, LONGEST = 3, 6
"""How many of its own turns a seat looks ahead; and how many for wins, if a shorter search finds no reason."""
SOONER_FACTOR, MIN_WINS_IN_100 = 8, 3
"""If wins by some turn differ by more than `SOONER_FACTOR` times the difference in all wins (taken as at least
`MIN_WINS_IN_100`), they only come sooner or later, which is no reason."""
DISCOUNT = 0.9
"""The worth of something is multiplied by this for each turn that it comes later."""
WORTH = {
    ("lack", OWN): -0.045, ("tall", OWN): 0.0, ("held", OWN): 0.0, ("fresh", OWN): 0.005,
    ("lack", OTHERS): 0.06, ("tall", OTHERS): 0.0, ("against", OTHERS): 0.025,
}  # fmt: skip
"""Worth of one more card with two seats, as a share of the win: rounded from least squares over 84 judged plays.

With more seats it is divided among the rivals, as a rule of thumb. Wins count 1, more than the 0.2 to 0.5 of those
plays, because they explain most.
"""
HALF, ONE = 0.3, 0.75
"""Smallest differences worded "half a card" and "a card"."""
MOSTLY = 0.6
"""A part that makes up at least this share of a difference is mentioned instead of it."""


class WyomingReasons(Reasons):
    """Compares who wins when, how near to a win each side comes, and what the seat holds against the rivals."""

    worlds = 60
    least = 0.004
    on_the_whole = mark_count(
        "in 100 trial games it wins about {number} more.", "in 100 trial games it wins about {number} more."
    )

    def differences(
        self, view: View, this: Sequence[Play], other: Sequence[Play], worlds: int, rng: random.Random
    ) -> list[Difference]:
        assert view.seat is not None
        search = PlaySearch(view, weights_of("master"), rng)
        codes = code_of(this[0], view.variant), code_of(other[0], view.variant)
        is_long = worlds > self.worlds
        play_out = partial(_play_out, view.seat, search.values, LONGEST if is_long else TURNS)
        found = compare(codes, worlds, search.draw, play_out, partial(self.worth, others=view.variant.seats - 1))
        if is_long:
            gains = [100 * gain for gain in search.compare(Tried(this[0]), Tried(other[0]), worlds)]
            found.append(Difference(Fact(WHOLE), fmean(gains), 0.0, 0.0, is_clear(gains)))
        return found

    def worth(self, fact: Fact, others: int = 1) -> float:
        """Return what one more of a fact is worth to the seat, as a share of the win."""
        side, *turns = fact.of
        if turns:
            return (1 if side == OWN else -1) * DISCOUNT ** max(0, turns[0] - 1)
        return WORTH[fact.kind, side] / others

    def stands_out(self, view: View, found: Sequence[Difference]) -> bool:
        """Return whether the best reason is a win, fresh cards, or at least about a card some turns from now."""
        best = self._best(found)
        return best is not None and (best.fact.kind in ("won", "fresh") or abs(best.more) >= ONE)

    def _best(self, found: Sequence[Difference]) -> Difference | None:
        return greatest(
            [
                difference for difference in found
                if _is_seen(difference) and _lasts(difference, found) and not _costs_as_much(difference, found)
            ],
            self.least,
        )  # fmt: skip

    def in_words(self, view: View, found: Sequence[Difference]) -> str:
        best = self._best(found)
        if best is None:
            return many_things()
        who, turns = whose(best.fact, view.variant.seats), best.fact.of[1:]
        if not turns:
            parts = {part.fact.kind: part for part in found if part.fact.of == best.fact.of}
            if not (view.seat is not None and any(view.towers[view.seat])):
                parts.pop("held", None)  # there is no tower to hold cards for
            return _nearness(who, best, parts)
        if turns == (0,):
            return tr("it wins at once.")
        text = WINS[who][turns[0] > 1]
        return fill(text, number=turns[0], this=percent(best.this), other=percent(best.other))


WINS: tuple[tuple[Message, Message], ...] = (
    (
        Own(
            "in {this}% of trial games you win on your next turn; with the other play, in {other}%.",
            "in {this}% of trial games {name} wins on their next turn; with the other play, in {other}%.",
        ),
        own_count(
            "in {this}% of trial games you win within {number} turn; with the other play, in {other}%.",
            "in {this}% of trial games you win within {number} turns; with the other play, in {other}%.",
            "in {this}% of trial games {name} wins within {number} turn; with the other play, in {other}%.",
            "in {this}% of trial games {name} wins within {number} turns; with the other play, in {other}%.",
        ),
    ),
    (
        Own(
            "in {this}% of trial games the opponent wins before your next turn; with the other play, in {other}%.",
            "in {this}% of trial games the opponent wins before {name}'s next turn; with the other play, in {other}%.",
        ),
        mark_count(
            "in {this}% of trial games the opponent wins within {number} turn; with the other play, in {other}%.",
            "in {this}% of trial games the opponent wins within {number} turns; with the other play, in {other}%.",
        ),
    ),
    (
        Own(
            "in {this}% of trial games another player wins before your next turn; with the other play, in {other}%.",
            "in {this}% of trial games another player wins before "
            "{name}'s next turn; with the other play, in {other}%.",
        ),
        mark_count(
            "in {this}% of trial games another player wins within {number} turn; with the other play, in {other}%.",
            "in {this}% of trial games another player wins within {number} turns; with the other play, in {other}%.",
        ),
    ),
)
"""By who wins: by the next turn, or within more turns."""


def _nearness(who: int, found: Difference, parts: Mapping[str, Difference]) -> str:
    """Return by how many cards a side is nearer to a win or further from it, naming the kind of most of them."""
    cards, kind = abs(found.more), found.fact.kind
    sign = 1 if who == OWN else -1
    if "tall" in parts and sign * parts["tall"].more <= -HALF:
        parts = {}  # what is held is only not laid down yet
    for part in ("tall", "held"):
        if kind == "lack" and part in parts and sign * parts[part].more >= max(ONE, MOSTLY * cards):
            kind, cards = part, abs(parts[part].more)
    if cards < ONE:
        return fill(HALVES[kind, who])
    return fill(CARDS[kind, who], number=max(1, round(cards)))


HALVES: dict[tuple[str, int], Message] = {
    ("lack", OWN): Own(
        "in three turns you'll be about half a card closer to winning.",
        "in three turns {name} will be about half a card closer to winning.",
    ),
    ("lack", OTHERS): mark("in three turns the opponent will be about half a card further from winning."),
    ("lack", SEVERAL): mark("in three turns the closest of the others will be about half a card further from winning."),
    ("against", OTHERS): Own(
        "in three turns you'll hold about half a card more to use against the opponent's tower.",
        "in three turns {name} will hold about half a card more to use against the opponent's tower.",
    ),
    ("against", SEVERAL): Own(
        "in three turns you'll hold about half a card more to use against the tower closest to winning.",
        "in three turns {name} will hold about half a card more to use against the tower closest to winning.",
    ),
}
CARDS: dict[tuple[str, int], Message] = {
    ("fresh", OWN): mark_count("it draws {number} more fresh card.", "it draws {number} more fresh cards."),
    ("lack", OWN): own_count(
        "in three turns you'll be about {number} card closer to winning.",
        "in three turns you'll be about {number} cards closer to winning.",
        "in three turns {name} will be about {number} card closer to winning.",
        "in three turns {name} will be about {number} cards closer to winning.",
    ),
    ("lack", OTHERS): mark_count(
        "in three turns the opponent will be about {number} card further from winning.",
        "in three turns the opponent will be about {number} cards further from winning.",
    ),
    ("lack", SEVERAL): mark_count(
        "in three turns the closest of the others will be about {number} card further from winning.",
        "in three turns the closest of the others will be about {number} cards further from winning.",
    ),
    ("tall", OWN): own_count(
        "in three turns your tower will be about {number} card taller.",
        "in three turns your tower will be about {number} cards taller.",
        "in three turns {name}'s tower will be about {number} card taller.",
        "in three turns {name}'s tower will be about {number} cards taller.",
    ),
    ("tall", OTHERS): mark_count(
        "in three turns the opponent's tower will be about {number} card lower.",
        "in three turns the opponent's tower will be about {number} cards lower.",
    ),
    ("tall", SEVERAL): mark_count(
        "in three turns the others' tower closest to winning will be about {number} card lower.",
        "in three turns the others' tower closest to winning will be about {number} cards lower.",
    ),
    ("held", OWN): own_count(
        "in three turns you'll hold about {number} more card for your tower.",
        "in three turns you'll hold about {number} more cards for your tower.",
        "in three turns {name} will hold about {number} more card for their tower.",
        "in three turns {name} will hold about {number} more cards for their tower.",
    ),
    ("against", OTHERS): own_count(
        "in three turns you'll hold about {number} more card to use against the opponent's tower.",
        "in three turns you'll hold about {number} more cards to use against the opponent's tower.",
        "in three turns {name} will hold about {number} more card to use against the opponent's tower.",
        "in three turns {name} will hold about {number} more cards to use against the opponent's tower.",
    ),
    ("against", SEVERAL): own_count(
        "in three turns you'll hold about {number} more card to use against the tower closest to winning.",
        "in three turns you'll hold about {number} more cards to use against the tower closest to winning.",
        "in three turns {name} will hold about {number} more card to use against the tower closest to winning.",
        "in three turns {name} will hold about {number} more cards to use against the tower closest to winning.",
    ),
}
"""By kind of fact and by side: `HALVES` for about half a card, `CARDS` for a number of cards."""


def _is_seen(found: Difference) -> bool:
    """Return whether a difference is still visible in rounded figures."""
    if found.fact.kind == "won":
        return percent(found.this) != percent(found.other)
    return abs(found.more) >= HALF


def _lasts(difference: Difference, found: Sequence[Difference]) -> bool:
    """Return whether a difference in wins by some turn remains some turns later and at the end of the game."""
    if difference.fact.kind != "won" or difference.fact.of[1] == 0:
        return True
    whole = whole_of(found)
    if whole and 100 * abs(difference.more) > SOONER_FACTOR * max(MIN_WINS_IN_100, whole.more):
        return False
    longest = LONGEST if any(later.fact.of[1:] > (TURNS,) for later in found if later.fact.kind == "won") else TURNS
    fact = Fact("won", (difference.fact.of[0], longest))
    last = next((later.more for later in found if later.fact == fact), 0.0)
    return last / difference.more >= LEAST_KEPT


def _costs_as_much(difference: Difference, found: Sequence[Difference]) -> bool:
    """Return whether what a play achieves costs the seat about as much: as many wins, or the same on the other side."""
    kind = difference.fact.kind
    if kind not in ("won", "lack") or difference.worth <= 0:
        return False
    side, *turns = difference.fact.of
    mirrored = Fact(kind, (OTHERS if side == OWN else OWN, *turns))
    return sum(other.worth for other in found if other.fact == mirrored) <= -LEAST_KEPT * difference.worth


def _play_out(seat: Seat, values: list[int], longest: int, world: State, code: int) -> Facts:
    """Play a world out; return who has won by each of the seat's turns, and how near to a win each side then is."""
    after, turns, best, found = world.copy(), 0, 0, dict[Fact, float]()
    after.step(code)
    if after.outcome and share(after, seat) == 1:
        return {Fact("won", (OWN, turn)): 1.0 for turn in range(longest + 1)}
    while not after.outcome and after.alive[seat]:
        best = best_play(after, values)
        if after.turn == seat:
            turns += 1
            if turns == TURNS:
                found = _measure(after, seat)
            if turns == longest or best >> 9 >= DECIDED:
                break
        after.step(best & 511)
    found = found or _measure(after, seat)
    found[Fact("fresh", (OWN,))] = float(code & 7)
    if after.outcome or not after.alive[seat]:
        # the seat may also win in a rival's turn: a penny falls, or the cards run out
        won = share(after, seat) if after.outcome else 0.0
        for side, part, first in ((OWN, won, max(2, turns + 1)), (OTHERS, 1 - won, turns + 1)):
            found.update({Fact("won", (side, turn)): part for turn in range(first, longest + 1)})
    elif best >> 9 >= DECIDED:
        found.update({Fact("won", (OWN, turn)): 1.0 for turn in range(turns, longest + 1)})
    return found


def _measure(world: State, seat: Seat) -> dict[Fact, float]:
    """Return how near to a win each side is, and what the seat holds against the nearest rival's tower."""
    found, lacks = dict[Fact, float](), [_lacking(world, player) for player in range(world.terms.seats)]
    own = lacks.pop(seat)
    for side, (lack, tall, held, attack) in ((OWN, own), (OTHERS, min(lacks))):
        found[Fact("lack", (side,))], found[Fact("tall", (side,))] = float(lack), float(tall)
        if side == OWN:
            found[Fact("held", (side,))] = float(held)
        elif attack < NONE:
            found[Fact("against", (side,))] = float(world.held[KINDS * seat + attack])
    return found


def _lacking(world: State, seat: Seat) -> tuple[int, int, int, int]:
    """Return how many cards a seat lacks for a win, with those in its hand counted as played.

    Then, for the tower nearest to a win: its height, the cards held for it, and the suit that deconstructs it.
    """
    goal, hand = world.needed, world.held[KINDS * seat : KINDS * seat + 4]
    if not world.alive[seat]:
        return goal, 0, 0, NONE
    found = []
    for place in world.terms.homes[seat]:
        suit, height = world.suits[place], world.heights[place]
        held = max(hand) if suit == NONE else hand[suit]
        lack = abs(min(0, goal - height)) or max(0, goal - height - held)
        found.append((lack, height, held, NONE if suit == NONE else world.terms.attackers[suit]))
    return min(found)


REASONS = WyomingReasons()
