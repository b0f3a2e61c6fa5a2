"""Which cards stay in hand after a play and what for, and which plays a player would think of first.

`kept` is by suit the number of those that may be named: all, or only of suits of which another play spends more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...bots.search import Clause, added, clause
from ...engine import Seat
from ...language import Own, fill
from ...text import listed
from ..actions import SUITS, Play, PlayKind, Suit, suit_played
from ..core import NONE, Tower
from ..state import View
from .comparisons import MANY, TALL, builds_up, is_odd, is_tall, lacking, spent
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
    suit, kind = max(growing, key=kept.__getitem__, default=NONE), "for own"
    text = Own(
        "you keep {cards} for your tower, safe in your hand", "{name} keeps {cards} for their tower, safe in hand"
    )
    least = 2 if kept == cards_kept(position, play) else 1
    if suit == NONE or kept[suit] < least:
        suit, kind = max(SUITS, key=kept.__getitem__), "for new"
        text = Own("you keep {cards} for a new tower", "{name} keeps {cards} for a new tower")
        if NONE not in own or suit in own or kept[suit] < MANY:
            return []
        if suit in [position.towers[place][0] for place in position.home]:  # so why not play them there?
            kind, text = "in hand", IN_HAND
    return added(kind, text, {"cards": suit_played(kept[suit], suit)}, suit=suit, number=kept[suit])


def _own_heights(position: TurnPosition, play: Play, left: Tower) -> dict[int, int]:
    """Return the heights of the seat's own towers after the play, by suit; the taller of two."""
    towers = _towers_then(position, play, left)
    return dict(sorted(towers[place] for place in position.home))


def for_other(position: TurnPosition, play: Play, kept: Sequence[int], left: Tower) -> list[Clause]:
    """Return which cards stay in hand for another own tower than the one that the play builds."""
    text = Own(
        "you keep {cards} for your other tower, safe in your hand",
        "{name} keeps {cards} for their other tower, safe in hand",
    )
    return [
        replace(clause, text=fill(text, cards=suit_played(clause.facts["number"], clause.facts["suit"])))
        if clause.kind == "for own" else clause
        for clause in _for_own(position, play, kept, left)
        if clause.facts["suit"] != left[0]
    ]  # fmt: skip


def for_it(position: TurnPosition, play: Play, kept: Sequence[int], tower: Tower, sky: int) -> list[Clause]:
    """Return which cards stay in hand for the tower, and whether they are enough to win under this Sky."""
    suit, _ = tower
    number = cards_kept(position, play)[suit]
    kind, text = "keeps", Own("you keep {cards} for it, safe in your hand", "{name} keeps {cards} for it, safe in hand")
    if any(played == suit and 0 < cards <= number for played, cards in position.ways(tower, sky)):
        kind, text = (
            "keeps enough",
            Own(
                "you keep {cards} for it, enough to win next turn if nothing changes",
                "{name} keeps {cards} for it, enough to win next turn if nothing changes",
            ),
        )
    elif not kept[suit]:
        return []
    return added(kind, text, {"cards": suit_played(number, suit)}, suit=suit, number=number)


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
    text = Own(
        "you keep {cards} for a new tower if yours is cleared away",
        "{name} keeps {cards} for a new tower if theirs is cleared away",
    )
    return added("for rebuilding", text, {"cards": suit_played(kept[suit], suit)}, suit=suit, number=kept[suit])


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
    return added("guards", GUARDS[len(position.yards) > 1], words, suits=suits, numbers=numbers)


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
    text = Own("you keep {cards} to take it down again", "{name} keeps {cards} to take it down again")
    words = {"cards": suit_played(kept[suit], suit)}
    return added("again", text, words, suit=suit, number=kept[suit]) if kept[suit] > 1 else []


# -- the play that a player would think of first


def obvious_instead(view: View, actions: Sequence[Play], play: Play) -> list[Play]:
    """Return the plays that a player would rather think of; none if it is the one that builds an own tower tallest.

    They are that one, and the one that takes down the rivals' tallest tower as far as the cards allow, if that is tall
    or there is nothing to build; if it is tall, even instead of the first. If a play is odd, the question is why not
    build with the same cards; if it takes the tallest tower down, why not build; if it doesn't play just enough cards
    to clear a tower away, why not so many. If there's nothing to build or take down, it is why so many cards; if they
    are discarded, why so few.
    """
    if play.kind is PlayKind.DISCARD:
        most = max(actions, key=_number)
        return [most] if most.count > play.count else []
    builds = [each for each in actions if builds_up(view, each)]
    build, knock, is_urgent = _thoughts(view, actions)
    if build and _builds_as_tall(view, play, build, is_urgent=is_urgent):
        return [knock] if knock and is_urgent else []
    there = [each for each in actions if (each.owner, each.foundation, each.suit) == _target(play)]
    if is_odd(view, play) and (same := [each for each in builds if (each.suit, each.count) == (play.suit, play.count)]):
        return same[:1]
    if play.kind is PlayKind.DECONSTRUCT and play.owner != view.seat:
        height = view.height(play.owner, play.foundation)
        clear = [each for each in there if each.count == height != play.count]
        if clear and (is_tall(height, view.needed) if is_urgent else build is None):
            return clear
        if knock and _knocked(view, play) == _knocked(view, knock):
            return [build] if build else []
        if knock and is_urgent and _target(play)[:2] != _target(knock)[:2]:
            return [knock]
    if build and not is_urgent:
        return [build]
    fewest = [] if build or knock else [each for each in there if each.count < play.count]
    return [each for each in (build, knock) if each] or sorted(fewest, key=_number)[:1]


def next_thoughts(view: View, actions: Sequence[Play], play: Play) -> list[Play]:
    """Return what a player thinks of next after a play that builds: another suit, or to take down the tallest tower."""
    if not builds_up(view, play):
        return []
    others = [each for each in actions if each.owner != view.seat or each.suit != play.suit]
    return [each for each in _thoughts(view, others)[:2] if each]


def _thoughts(view: View, actions: Sequence[Play]) -> tuple[Play | None, Play | None, bool]:
    """Return the play that builds an own tower tallest, and the one that takes the rivals' tallest tower down most.

    The last value is whether that tower is tall.
    """
    builds = [each for each in actions if builds_up(view, each)]
    knocks = [each for each in actions if _knocked(view, each)]
    build = min(builds, key=lambda each: (lacking(view, each), each.kind is PlayKind.DECONSTRUCT), default=None)
    knock = max(knocks, key=lambda each: _knocked(view, each) or (0, 0), default=None)
    return build, knock, knock is not None and is_tall(view.height(knock.owner, knock.foundation), view.needed)


def _builds_as_tall(view: View, play: Play, build: Play, *, is_urgent: bool) -> bool:
    """Return whether a play builds an own tower as tall as the one that builds it tallest.

    If it is urgent to take down a tower, replacing an own one by that doesn't count.
    """
    is_near = builds_up(view, play) and lacking(view, play) <= lacking(view, build)
    return is_near and not (is_urgent and play.kind is not build.kind)


def is_first_thought(view: View, actions: Sequence[Play], play: Play) -> bool:
    """Return whether a play builds an own tower tallest, or takes down the tallest tower of the rivals.

    The second only counts if that is tall, or if there is nothing to build.
    """
    build, knock, is_urgent = _thoughts(view, actions)
    if build and _builds_as_tall(view, play, build, is_urgent=is_urgent):
        return True
    return knock is not None and (is_urgent or build is None) and _knocked(view, play) == _knocked(view, knock)


def _number(play: Play) -> int:
    return play.count


def _target(play: Play) -> tuple[Seat, int, Suit]:
    return play.owner, play.foundation, play.suit


def _knocked(view: View, play: Play) -> tuple[int, int] | None:
    """Return the height of the rival's tower that a play takes down, and by how many cards; None if it doesn't."""
    height = view.height(play.owner, play.foundation)
    is_knock = play.kind is PlayKind.DECONSTRUCT and play.owner != view.seat and play.count <= height
    return (height, play.count) if is_knock else None


def is_plainer(view: View, actions: Sequence[Play], play: Play, other: Play) -> bool:
    """Return whether a player would rather make the other play if both are about as good.

    It isn't odd although this one is, or a player thinks of it first, or it discards more cards.
    """
    if PlayKind.DISCARD in (play.kind, other.kind):
        return play.kind is other.kind and other.count > play.count
    if is_odd(view, other):
        return False
    is_first = is_first_thought(view, actions, other) and not is_first_thought(view, actions, play)
    return is_odd(view, play) or is_first
