"""Which cards stay in hand after a play, and what for.

`kept` is by suit the number of those that may be named: all, or only of suits of which another play spends more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...bots.search import Clause, adding, clause
from ...language import Own, fill
from ...text import listed
from ..actions import SUITS, Play, PlayKind, Suit, suit_played
from ..core import NONE, Tower
from .comparisons import MANY, TALL, spent
from .core import TurnPosition


def cards_kept(position: TurnPosition, play: Play, other: Play | None = None) -> list[int]:
    """Return how many cards of each suit stay in hand; with another play, only of suits of which it spends more."""
    kept = position.held[:]
    kept[play.suit] -= play.count
    if other:
        kept = [number if spent(other, suit) > spent(play, suit) else 0 for suit, number in enumerate(kept)]
    return kept


def held_back(position: TurnPosition, play: Play, kept: Sequence[int], left: Tower) -> list[Clause]:
    """Return which cards stay in hand, and what for.

    That is two or more against a tall tower of a rival if none are kept for a taller own one; else those for an own
    tower or a new one, else any.
    """
    own = _for_own(position, play, kept, left)
    height = _own_heights(position, play, left).get(own[0].facts["suit"], 0) if own else 0
    against = guards(position, play, kept, left, max(TALL, height))
    if against and sum(against[0].facts["numbers"]) > 1:
        return against
    return own or against or guards(position, play, kept, left)


def _for_own(position: TurnPosition, play: Play, kept: Sequence[int], left: Tower) -> list[Clause]:
    """Return which cards stay in hand for an own tower, or else for a new one on a free foundation.

    Those that could be played on their own tower now are only said to be safe in hand. A single one is only named if
    another play would spend it.
    """
    own = _own_heights(position, play, left)
    growing = [suit for suit, height in own.items() if 0 < height < position.world.needed]
    suit, kind, text = max(growing, key=kept.__getitem__, default=NONE), "for own", FOR_OWN
    least = 2 if kept == cards_kept(position, play) else 1
    if suit == NONE or kept[suit] < least:
        suit, kind, text = max(SUITS, key=kept.__getitem__), "for new", FOR_NEW
        if NONE not in own or suit in own or kept[suit] < MANY:
            return []
        if suit in [position.towers[place][0] for place in position.home]:  # so why not play them there?
            kind, text = "in hand", IN_HAND
    return adding([clause(kind, text, {"cards": suit_played(kept[suit], suit)}, suit=suit, number=kept[suit])])


def _own_heights(position: TurnPosition, play: Play, left: Tower) -> dict[int, int]:
    """Return the heights of the seat's own towers after the play, by suit; the taller of two."""
    towers = _towers_then(position, play, left)
    return dict(sorted(towers[place] for place in position.home))


FOR_OWN = Own(
    "you keep {cards} for your tower, safe in your hand", "{name} keeps {cards} for their tower, safe in hand"
)
FOR_NEW = Own(
    "you keep {cards} for a new tower",
    "{name} keeps {cards} for a new tower",
)


def for_other(position: TurnPosition, play: Play, kept: Sequence[int], left: Tower) -> list[Clause]:
    """Return which cards stay in hand for another own tower than the one that the play builds."""
    return [
        replace(clause, text=fill(FOR_OTHER, cards=suit_played(clause.facts["number"], clause.facts["suit"])))
        if clause.kind == "for own" else clause
        for clause in _for_own(position, play, kept, left)
        if clause.facts["suit"] != left[0]
    ]  # fmt: skip


FOR_OTHER = Own(
    "you keep {cards} for your other tower, safe in your hand",
    "{name} keeps {cards} for their other tower, safe in hand",
)


def for_it(position: TurnPosition, play: Play, kept: Sequence[int], tower: Tower, sky: int) -> list[Clause]:
    """Return which cards stay in hand for the tower, and whether they are enough to win under this Sky."""
    number = cards_kept(position, play)[tower[0]]
    ways = position.ways(tower, sky)
    is_enough = any(suit == tower[0] and 0 < cards <= number for suit, cards in ways)
    if not (is_enough or kept[tower[0]]):
        return []
    kind, text = ("keeps enough", ENOUGH) if is_enough else ("keeps", KEEPS)
    return adding([clause(kind, text, {"cards": suit_played(number, tower[0])}, suit=tower[0], number=number)])


ENOUGH = Own(
    "you keep {cards} for it, enough to win next turn if nothing changes",
    "{name} keeps {cards} for it, enough to win next turn if nothing changes",
)
KEEPS = Own("you keep {cards} for it, safe in your hand", "{name} keeps {cards} for it, safe in hand")


def held(number: int, suit: Suit) -> Clause:
    return clause("in hand", IN_HAND, {"cards": suit_played(number, suit)}, suit=suit, number=number)


IN_HAND = Own("you keep {cards}, safe in your hand", "{name} keeps {cards}, safe in hand")


def for_rebuilding(position: TurnPosition, play: Play, kept: Sequence[int], left: Tower | None = None) -> list[Clause]:
    """Return which cards stay in hand that make many for a tower in the place of a lower own one, if none is free."""
    towers = _towers_then(position, play, left) if left else position.towers
    suit, own = max(SUITS, key=kept.__getitem__), [towers[place] for place in position.home]
    if kept[suit] < MANY or any(tower[0] in (suit, NONE) for tower in own):
        return []
    against = position.terms.attackers
    if not any(height < kept[suit] and height <= position.hidden[against[each]] for each, height in own):
        return []
    words = {"cards": suit_played(kept[suit], suit)}
    return adding([clause("for rebuilding", FOR_REBUILDING, words, suit=suit, number=kept[suit])])


FOR_REBUILDING = Own(
    "you keep {cards} for a new tower if yours is cleared away",
    "{name} keeps {cards} for a new tower if theirs is cleared away",
)


def guards(position: TurnPosition, play: Play, kept: Sequence[int], left: Tower, least: int = 2) -> list[Clause]:
    """Return which cards stay in hand that can knock down towers of the rivals, of at least this height all along.

    Cards that build up an own tower are kept for that, unless the other is taller even then. If one of the suits in
    `kept` can, all that can are named.
    """
    towers, every = _towers_then(position, play, left), cards_kept(position, play)
    own, aims = _own_heights(position, play, left), set[int]()
    for place in [place for yard in position.yards for place in yard]:
        height, attacker = min(position.towers[place][1], towers[place][1]), position.terms.attackers[towers[place][0]]
        goal = own[attacker] + every[attacker] if attacker in own else 0
        if height >= least and height > goal and not is_stuck(position, towers[place]):
            aims.add(attacker)
    if not any(kept[suit] for suit in aims):
        return []
    suits = [suit for suit in sorted(aims) if every[suit]]
    numbers = [every[suit] for suit in suits]
    if sum(numbers) == 1 and least < TALL:
        return guards(position, play, every, left, TALL)
    words = {"cards": listed([suit_played(every[suit], suit) for suit in suits])}
    return adding([clause("guards", GUARDS[len(position.yards) > 1], words, suits=suits, numbers=numbers)])


GUARDS = (
    Own(
        "you keep {cards} in case the opponent's tower grows", "{name} keeps {cards} in case the opponent's tower grows"
    ),
    Own("you keep {cards} in case an opponent's tower grows", "{name} keeps {cards} in case an opponent's tower grows"),
)
"""By whether there are several opponents."""


def is_stuck(position: TurnPosition, tower: Tower) -> bool:
    """Return whether too few cards of its suit are hidden for a win before they are renewed or the seat plays again."""
    suit, height = tower
    is_renewed = not position.terms.sudden_death and position.pile <= position.draws
    return not is_renewed and height + position.hidden[suit] < position.world.needed


def _towers_then(position: TurnPosition, play: Play, left: Tower) -> list[Tower]:
    """Return all towers after the play, by place."""
    towers = position.towers[:]
    towers[position.terms.homes[play.owner][play.foundation]] = left
    return towers


def again(position: TurnPosition, play: Play, kept: Sequence[int], left: Tower) -> list[Clause]:
    """Return which cards stay in hand against the tower of a rival that the play builds up."""
    if play.owner == position.seat or play.kind is PlayKind.DECONSTRUCT:
        return []
    suit = position.terms.attackers[left[0]]
    number = kept[suit]
    if number < 2:
        return []
    return adding([clause("again", AGAIN, {"cards": suit_played(number, suit)}, suit=suit, number=number)])


AGAIN = Own("you keep {cards} to take it down again", "{name} keeps {cards} to take it down again")
