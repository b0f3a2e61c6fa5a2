"""Comparisons of a card with the others in hand, and of two actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...bots.reasons import Clause, clause
from ...language import Own, mark, mark_count, tr
from ..actions import HIGHEST, Action, Build, CardId, Discard, Draw, colour_of, number_of
from ..core import COST
from ..state import View, score_tower
from ..words import card_moved, one_card
from .hint_view import HintView, the_cards

LEAST = 2
"""The smallest difference between two actions that a hint mentions, in points."""
MOST_SKIPPED = 2
"""A hint names at most this many cards that are worth waiting for."""
FEW = 4
"""A card adds little, so that it may be discarded, if building it would add at most this many points."""


# -- cards in hand


def adds_most(position: HintView, card: CardId) -> list[Clause]:
    """Return that a card that fits a tower adds more points than any other in hand, if there are others that fit."""
    gain, others = points_added(position.towers, card), [other for other in fitting_in_hand(position) if other != card]
    if not others or not position.fits(card) or gain <= max(map(partial(points_added, position.towers), others)):
        return []
    return [clause("most", mark("no other card in hand adds as much now"))]


def fitting_in_hand(position: HintView) -> list[CardId]:
    """Return the building cards in hand that fit a tower that is begun."""
    return [card for card in position.view.hand if number_of(card) and position.fits(card)]


def last_turn(position: HintView, card: CardId) -> Clause | None:
    """Return that no other card adds more, if the seat does not play again when both draw from the pile."""
    gain = points_added(position.towers, card)
    most = max(map(partial(points_added, position.towers), fitting_in_hand(position)), default=0)
    if position.turns or not position.fits(card) or gain < most:
        return None
    text = mark_count(
        "this may be the last turn, and no other card adds more than its {number} point",
        "this may be the last turn, and no other card adds more than its {number} points",
    )
    return clause("last turn", text, number=gain)


def better_can_wait(position: HintView, card: CardId, *, is_built: bool = True) -> list[Clause]:
    """Return the next card of a tower that looks better, if there is time for it later, and what may come below it."""
    points, gain, rest = 0, FEW, list[int]()
    lost = position.lost(card) if is_built else 0
    if is_built:
        points, rest = _promise(position, card), position.rest(card)
        gain = max(FEW, points_added(position.towers, card))
    better = [
        other
        for other in position.next_elsewhere(card)
        if _promise(position, other) > max(0, points + LEAST) or _gain_on_begun(position, other) > gain
        if len([*rest, *position.with_rest(other)]) <= position.turns
    ]
    best = max(better, key=partial(_appeal, position), default=card)
    if best == card:
        return []
    coming, words = position.coming_below(best), {"card": one_card(best)}
    if not coming:
        return [clause("keeps", mark("{card} can wait, because there's time to build it later"), words, cards=[best])]
    if lying := [low for low in coming if low in position.tops]:
        text = mark("{card} can wait, because {other} on the discards can go first")
        return [clause("waits", text, {**words, "other": one_card(lying[0])}, cards=[best, *lying])]
    if lost and stays_short(position, card):
        return []
    times = score_tower(position.towers[colour_of(best)]).multiplier
    low = [each for each in coming if number_of(each)]
    if is_built and low and times > multiplier_with(position, card):
        last = low[-MOST_SKIPPED:]
        text = mark("{card} can wait, because {numbers} may still come and would count ×{times}")
        facts = {"numbers": [*map(number_of, last)], "times": times}
        return [clause("waits", text, {**words, "numbers": the_cards(last)}, cards=[best], **facts)]
    if lost and lost >= position.lost(best):
        return []
    last = coming[-MOST_SKIPPED:]
    text = mark("{card} can wait, because {numbers} may still come")
    return [clause("waits", text, {**words, "numbers": the_cards(last)}, cards=[best], numbers=[*map(number_of, last)])]


def _appeal(position: HintView, card: CardId) -> int:
    """Return what makes a card look good: what its tower comes to, or gains at once."""
    return max(_promise(position, card), _gain_on_begun(position, card))


def _gain_on_begun(position: HintView, card: CardId) -> int:
    """Return by how many points a card makes a tower better; 0 if the tower isn't begun."""
    return points_added(position.towers, card) if position.fits(card) else 0


def _promise(position: HintView, card: CardId) -> int:
    """Return what a tower comes to with the card and those in hand that can follow."""
    return score_tower((*position.towers[colour_of(card)], *position.with_rest(card))).total


def apart_from_single_cards(position: HintView, card: CardId) -> Clause | None:
    """Return what sets a card apart from others that are also the only building card of a colour in hand."""
    every = list(map(position.held, range(len(position.towers))))
    if sum(len(held) == 1 for held, tower in zip(every, position.towers) if not tower) < 2:
        return None
    if _is_lowest(position, card):
        return clause("lowest", LOWEST_HELD)
    single = sorted(held[0] for held in every if len(held) == 1)
    if number_of(card) != single[0] or single[0] == single[1]:
        return None
    return clause("lowest single", mark("it's the lowest building card in hand with no other of its colour"))


LOWEST_HELD = Own("you hold no lower building card", "{name} holds no lower building card")


def is_lowest_of_short_ones(position: HintView, card: CardId) -> bool:
    """Return whether no building card in hand is as low, and a new tower of another colour would lack more."""
    colour = colour_of(card)
    sums = [sum(position.held(other)) for other, tower in enumerate(position.towers) if not tower]
    return _is_lowest(position, card) and any(0 < each < sum(position.held(colour)) for each in sums)


def _is_lowest(position: HintView, card: CardId) -> bool:
    """Return whether a card is lower than all other building cards in hand."""
    others = [number_of(held) for held in position.view.hand if held != card and number_of(held)]
    return 0 < number_of(card) < min(others, default=COST)


# -- points


def points_added(towers: Sequence[tuple[CardId, ...]], card: CardId) -> int:
    """Return by how many points a card makes its tower better."""
    tower = towers[colour_of(card)]
    return score_tower((*tower, card)).total - score_tower(tower).total


def multiplier_with(position: HintView, card: CardId) -> int:
    """Return how many times the points of a card's tower count with the card."""
    return score_tower((*position.towers[colour_of(card)], card)).multiplier


def stays_short(position: HintView, card: CardId) -> bool:
    """Return whether a tower with the card stays short of its cost: only cards in hand could go above it."""
    colour, number = colour_of(card), number_of(card)
    gone = {*position.rest(card), *map(number_of, position.rival[colour])}
    is_short = score_tower((*position.towers[colour], *position.with_rest(card))).value < 0
    return is_short and gone >= {*range(number + 1, HIGHEST + 1)}


# -- two actions


def is_in_order(view: View, action: Action, other: Action) -> bool:
    """Return whether one card goes onto a tower before a higher one that there is time for: nobody would ask why."""
    if not (isinstance(action, Build) and isinstance(other, Build) and number_of(action.card)):
        return False
    is_same = colour_of(action.card) == colour_of(other.card)
    return is_same and number_of(other.card) in HintView(view).rest(action.card)


def named(view: View, action: Action) -> str:
    """Return an action such as "building the red 7"."""
    match action:
        case Build(card):
            return tr("building {card}", card=card_moved(card))
        case Discard(card):
            return tr("discarding {card}", card=card_moved(card))
        case Draw(colour):
            if colour is None:
                return tr("drawing from the pile")
            return tr("taking {card}", card=card_moved(view.discards[colour][-1]))
