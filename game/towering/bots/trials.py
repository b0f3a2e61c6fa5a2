"""The plays that a player would think of besides that of a hint, and what trials show of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from statistics import fmean

from ...bots.search import CLEAR, Clause, clause, standard_error
from ...language import mark, mark_count, tr
from ..actions import Action, Build, CardId, Discard, Draw, colour_of, number_of
from ..core import COST
from ..state import View
from ..words import card_moved, rivals_tower
from .comparisons import (
    FEW,
    MOST_NAMED,
    HintView,
    better_can_wait,
    gain_on_begun,
    is_dead,
    points_added,
    raised,
    some_cards,
)
from .search import TO_COMPARE

SURE = 2.5
"""A hint mentions a difference if it is at least this many of its standard errors."""
LEVEL = 3.5
"""Two actions are about as good if trials show the difference to be at most about this many points."""


def obvious(view: View, action: Action, ranked: Sequence[Action]) -> list[Action]:
    """Return the actions that a player would think of besides an action, the most obvious first.

    Builds that can wait, as the hint says, are among them only if trials reach the end of the round. `ranked` are all
    actions that are worth a trial, best first as far as this is known before.
    """
    position = HintView(view)
    if isinstance(action, Draw):
        if action.colour is not None:
            return [Draw()]
        useful = {Draw(colour_of(top)) for top in position.tops if _looks_useful(position, top)}
        return [draw for draw in ranked if draw in useful and view.draw_pile > 1]
    waits = better_can_wait(position, action.card, is_built=isinstance(action, Build))
    waiting = [card for each in waits for card in each.facts["cards"]]
    is_settled = bool(waits) and waits[0].kind != "keeps" and view.draw_pile > TO_COMPARE
    found = _obvious_builds(position, action, ranked, is_settled=is_settled)
    builds = [build for build in (action, *found) if isinstance(build, Build)]
    is_opening = isinstance(action, Build) and not position.towers[colour_of(action.card)]
    if is_opening and len(position.rest(action.card)) < 2:
        builds = []  # a player may rather discard the colour than open a tower in it
    kept = {*waiting, *(held for build in builds for held in position.with_rest(build.card))}
    kept |= {action.card} if isinstance(action, Discard) else set()
    loose = [other for other in ranked if isinstance(other, Discard) and other.card not in kept]
    discards = [other for other in loose if is_dead(position, other.card)][:1]
    if isinstance(action, Discard):
        is_better = found and (raised(position, found[0].card) > FEW or not any(position.towers))
        return [*found, *discards] if is_better else [*discards, *found]
    price = _price(position, action)
    if price or not position.towers[colour_of(action.card)]:
        is_like = found and not (number_of(found[0].card) or number_of(action.card))  # another material
        is_free = found and (is_like or (position.fits(found[0].card) and not _price(position, found[0])))
        return [*found, *discards] if is_free else [*(discards or loose[:1]), *found]
    is_little = max(gain_on_begun(position, action.card), raised(position, action.card)) <= FEW
    return [*found, *(discards if is_little else [])]


def _price(position: HintView, build: Build) -> int:
    """Return what the cards that a build shuts out could gain."""
    return sum(max(position.gained_by_material(build.card), number_of(low)) for low in position.price(build.card))


def _obvious_builds(
    position: HintView, action: Build | Discard, ranked: Sequence[Action], *, is_settled: bool
) -> list[Build]:
    """Return the builds that look better than an action, or else the best other one.

    If the hint settles why the most obvious card can wait, only a card that is discarded is looked at.
    """
    card, is_built, found = action.card, isinstance(action, Build), list[CardId]()
    first = [other for colour in range(len(position.towers)) for other in position.first(colour)]
    first = [other for other in first if Build(other) in ranked and _is_natural(position, other)]
    if is_settled:
        first = [other for other in first if other == card and not is_built]
    for appeal in (_net, gain_on_begun):
        other = max(first, key=partial(appeal, position), default=None)
        if other is not None and appeal(position, other) > (appeal(position, card) if is_built else FEW):
            found.append(other)
    if not found:
        natural = [other for other in first if other != card or (not is_built and raised(position, card) > FEW)]
        found = sorted(natural, key=partial(raised, position))[-1:]
    builds = map(Build, dict.fromkeys(found))
    return [other for other in builds if not is_in_order(position.view, action, other)]


def _net(position: HintView, card: CardId) -> int:
    """Return by how many points a tower gets better with a card, less what the cards that it shuts out could gain."""
    return raised(position, card) - position.lost(card) * bool(number_of(card)) - position.gained_by_material(card)


def _is_natural(position: HintView, card: CardId) -> bool:
    """Return whether a card fits a tower, has others in hand that can follow, or shuts out few cards."""
    is_few = not number_of(card) or len(position.coming_below(card)) <= MOST_NAMED
    return bool(position.towers[colour_of(card)] or position.rest(card)) or is_few


def _looks_useful(position: HintView, top: CardId) -> bool:
    """Return whether a discard gains points for a seat, or covers much of a new tower with the hand."""
    if position.fits_rival(top) and points_added(position.rival, top) > FEW:
        return True
    if position.towers[colour_of(top)]:
        return position.fits(top)
    held = position.held(colour_of(top))
    return held != [] and sum(held) + number_of(top) >= COST // 2 and position.expected(top) >= COST


def compared_in_trials(position: HintView, action: Action, other: Action, gains: Sequence[float]) -> Clause | None:
    """Return by how many points an action is at least better than `other`, or that they are about as good.

    `gains` are the differences in several deals. The smaller end of their confidence interval counts.
    """
    gain, error, cards = fmean(gains), standard_error(gains), shut_out_too(position, action, other)
    words = {"play": named(position.view, other), "cards": some_cards(cards)}
    if gain >= SURE * error and (least := int(gain - CLEAR * error)) >= 1:
        # Translators: {play} is such as "building the red 7".
        better = mark_count(
            "In trial games this play is on average at least {number} point better than {play}, "
            "which would shut out {cards}.",
            "In trial games this play is on average at least {number} points better than {play}, "
            "which would shut out {cards}.",
        )
        if not cards:
            # Translators: {action} is such as "building the red 7".
            better = mark_count(
                "In trial games this play is on average at least {number} point better than {action}.",
                "In trial games this play is on average at least {number} points better than {action}.",
            )
        return clause("better", better, {**words, "action": words["play"]}, number=least, cards=cards)
    if abs(gain) + error > LEVEL:
        return None
    text = mark("{play} is about as good, but would shut out {cards}.")
    if not cards:
        is_to_wait = isinstance(action, Build) and isinstance(other, Discard)
        text = mark("{play} to wait is about as good.") if is_to_wait else mark("{play} is about as good.")
        if isinstance(other, Discard) and position.helps_rival(other) and not position.helps_rival(action):
            text = mark("{play} is about as good, but {tower} could take it.")
            words["tower"] = rivals_tower(colour_of(other.card))
    return clause("as good", text, words, cards=cards)


def is_preferred(view: View, action: Action, other: Action, gains: Sequence[float]) -> bool:
    """Return whether trials speak for another action; `gains` are those by the first.

    If they reach the end of the round, a build is preferred to a discard that gains less than half a point by it.
    """
    better = compared_in_trials(HintView(view), other, action, [-gain for gain in gains])
    is_build_instead = isinstance(action, Discard) and isinstance(other, Build) and view.draw_pile <= TO_COMPARE
    return (is_build_instead and fmean(gains) < 0.5) or (better is not None and better.kind == "better")


def shut_out_too(position: HintView, action: Action, other: Action) -> list[CardId]:
    """Return the cards that may still come and that another action shuts out, if this one shuts out fewer points."""
    if not isinstance(other, Build) or not number_of(other.card):
        return []
    own = position.lost(action.card) if isinstance(action, Build) and number_of(action.card) else 0
    return position.price(other.card) if position.lost(other.card) > own else []


def speak_against(view: View, found: Sequence[Clause], other: Action) -> bool:
    """Return whether clauses say of the card that another draw takes that it is of little use."""
    little = [each for each in found if each.kind == "only denies" or {"missing", "number"} & each.facts.keys()]
    little = [each for each in little if "unseen" not in each.facts]
    named = [card for each in little if each.kind in OF_DISCARDS for card in each.facts["cards"]]
    return isinstance(other, Draw) and other.colour is not None and view.discards[other.colour][-1] in named


OF_DISCARDS = ("leaves", "suits", "falls short", "only denies")
"""Kinds of clauses on cards of the discards. Those that count what these would add or lack say that it is little."""


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
