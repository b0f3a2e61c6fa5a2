"""What rivals could gain by cards in a tower, and how much less a build lets them gain than another."""

from __future__ import annotations

from functools import partial
from itertools import chain, combinations

from ...bots.search import Clause, clause
from ...language import Own, mark_count
from ..actions import NEW, Build
from ..core import NONE, Site, with_floor
from ..rules import TowerTally
from .scene import PlayedPlan, named, with_owner

MUCH = 2
"""Rivals must be let in by so many points less than by another build, if this is a reason."""


def lets_in_less(scene: PlayedPlan, plot: int, kind: int, place: int) -> Clause | None:
    """Return that what is left vacant on a plot lets rivals gain much less than another build, now and later."""
    let_in, most = further_ahead(scene, scene.board.sites[plot], scene.after[plot]), opened_by(scene, kind, place)
    grants = len({way.draws for way in outcomes(scene, plot)}) > 1
    if most - let_in < (MUCH if let_in else 1) or grants or grows_for_others(scene, plot):
        return None
    words = {"step": named_build(scene, kind, place)}
    text = LETS_IN_LESS if let_in else LETS_NOBODY_IN
    return clause("lets in less", text, words, plot=plot, place=place, number=let_in, most=most)


def lets_draw_less(scene: PlayedPlan, kind: int, plot: int, other: int, place: int) -> Clause | None:
    """Return that another build lets rivals draw cards by a tuck under it, if this one does not, nor lets them in."""
    own, theirs = (_cards_let(scene, *build) for build in ((kind, plot), (other, place)))
    is_safer = opened_by(scene, kind, plot) <= opened_by(scene, other, place) and not grows_for_others(scene, plot)
    if own or not theirs or not is_safer:
        return None
    words = {"step": named_build(scene, other, place)}
    return clause("lets draw less", LETS_DRAW, words, plot=plot, place=place, built=other, number=theirs)


def _cards_let(scene: PlayedPlan, kind: int, plot: int) -> int:
    """Return how many cards a floor of that kind on a plot, left vacant, lets a rival draw."""
    site = with_floor(scene.board.sites[plot], kind)
    most = scene.most_by_rival(site, len(site[0]) - 1, lambda site, rival: scene.cards_of((rival,), site))
    return max(0, most) * (not scene.is_scored(site))


LETS_DRAW = mark_count(
    "after {step} someone else could gain up to {number} card by tucking one there",
    "after {step} someone else could gain up to {number} cards by tucking one there",
)


def outcomes(scene: PlayedPlan, plot: int) -> set[TowerTally]:
    """Return what a tower can score as it stands, by whoever has a card under the floor that is built on it."""
    site, top = scene.after[plot], len(scene.board.sites[plot][0])
    ways = (with_owner(site, top, seat) for seat in (scene.seat, *scene.rivals))
    return {scene.score(each) for each in (site, *ways)}


def grows_for_others(scene: PlayedPlan, plot: int) -> bool:
    """Return whether what is built on a plot, if left vacant, will be worth more to a rival as the tower grows."""
    before, after = scene.board.sites[plot], scene.after[plot]
    level = len(before[0])
    if after[1][level] != NONE or scene.is_scored(after):
        return False
    now = scene.most_by_rival(after, level, partial(points_of, scene))
    return worth_to_others(scene, before, after[0][level]) > max(0, now)


def worth_to_others(scene: PlayedPlan, before: Site, kind: int) -> int:
    """Return what a floor of that kind could score for a rival if the tower grew, or -1 if that is unsure."""
    site = with_floor(before, kind)
    if scene.has_unsure(site):
        return -1
    return scene.most_by_rival(scene.grown(site), len(before[0]), partial(points_of, scene))


LETS_IN_LESS = Own(
    "that lets someone else gain only {number} more on you by tucking cards there, against {most} after {step}",
    "that lets someone else gain only {number} more on {name} by tucking cards there, against {most} after {step}",
)


LETS_NOBODY_IN = Own(
    "that lets no one gain more on you by tucking cards there, while after {step} someone else could gain {most} more",
    "that lets no one gain more on {name} by tucking cards there, "
    "while after {step} someone else could gain {most} more",
)


def opened_by(scene: PlayedPlan, kind: int, plot: int) -> int:
    """Return how much a floor of that kind on a plot, left vacant, lets a rival gain on the seat."""
    before = scene.board.sites[plot]
    return further_ahead(scene, before, with_floor(before, kind))


def named_build(scene: PlayedPlan, kind: int, plot: int) -> str:
    """Return a build such as "building SUITE on tower 1"."""
    return named(Build(scene.deck.floors[kind].name, plot if scene.board.sites[plot][0] else NEW))


def further_ahead(scene: PlayedPlan, before: Site, after: Site) -> int:
    """Return how much further ahead of the seat a rival can get on the tower than before, in one turn."""
    return max(0, *(most_ahead(scene, after, rival) - most_ahead(scene, before, rival) for rival in scene.rivals))


def most_ahead(scene: PlayedPlan, site: Site, rival: int, *, is_grown: bool = False) -> int:
    """Return by how many points the rival can at best be ahead of the seat on a tower, which may grow afterwards."""
    return max(ahead_with(scene, scene.grown(way) if is_grown else way, rival) for way in _ways_of(scene, site, rival))


def points_of(scene: PlayedPlan, site: Site, seat: int) -> int:
    return scene.score(site).points[seat]


def ahead_with(scene: PlayedPlan, site: Site, rival: int) -> int:
    points = scene.score(site).points
    return points[rival] - points[scene.seat]


def best_for(scene: PlayedPlan, site: Site, rival: int) -> Site:
    return max(_ways_of(scene, site, rival), key=lambda way: ahead_with(scene, way, rival))


def _ways_of(scene: PlayedPlan, site: Site, rival: int) -> list[Site]:
    """Return the tower with each set of the rival's cards tucked there, if it has a turn before scoring."""
    kinds, owners = site
    vacant = [level for level, owner in enumerate(owners) if owner == NONE]
    if rival not in scene.followers or scene.is_scored(site):
        return [site]
    most = min(len(vacant), max(1, len(scene.board.hands[rival]) - scene.board.terms.builds))
    sets = chain.from_iterable(combinations(vacant, number) for number in range(most + 1))
    return [(kinds, bytes(rival if n in chosen else owner for n, owner in enumerate(owners))) for chosen in sets]
