"""What a floor is good for: what it brings now, what it makes possible next, and what it denies the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...bots.reasons import Clause, clause
from ...language import Message, Own, mark, mark_count, own_count, tr, tr_count
from ..actions import NEW, Build
from ..core.state import VACANT, Site, claimed, with_floor
from .scene import (
    PlayedPlan,
    cards,
    difference,
    drawn,
    is_scored,
    named,
    score,
    sums,
    with_cards,
)

Prospect = tuple[float, Clause]
"""A reason, and about how many points it is worth."""
SURE = 100.0
"""Added for what is scored in this turn: it is always told."""
CARD = 0.75
"""What a drawn card is worth."""
LATER = 0.6
"""What a point is worth that is not taken yet."""
RISKY = 0.25
"""What it is worth where another may take it first."""
NEAR = 2
"""Floors that a tower lacks at most to be called near its scoring."""
ALMOST = 0.9
"""The most that it is worth to have left another floor alone: less than any point gained."""
LEAST = 0.01
"""For what is always true, and told where no reason is found."""


def foremost(scene: PlayedPlan, plot: int) -> Prospect:
    """Return what speaks most for what is built on a plot, and how much it is worth."""
    after = scene.after[plot]
    found = _now(scene, plot) if is_scored(scene, after) else _open(scene, plot)
    return max(found, key=lambda prospect: prospect[0])


def _now(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield what a tower that is scored this turn brings."""
    after, before = scene.after[plot], scene.board.sites[plot]
    points, number = list(score(scene, after).points), drawn(scene, plot, cards(scene, after))
    mine, others = points[scene.seat], sum(points) - points[scene.seat]
    words = _words(scene, plot)
    text: Message = mark("tower {tower} is scored this turn, with {points}")
    yield SURE + mine if mine else LEAST, clause("scored", text, words, points=points)
    if mine:
        return
    if number > 0:
        text = mark_count(
            "tower {tower} is scored this turn, with up to {number} card to draw from it",
            "tower {tower} is scored this turn, with up to {number} cards to draw from it",
        )
        yield SURE, clause("draws", text, words, number=number)
    yield from _costs(scene, plot)
    most = max((_others(scene, _best_for(scene, before, rival)) for rival in scene.followers if before[0]), default=0)
    if most > others:
        text = scene.one_of(
            mark("tower {tower} is scored now with {others} for the opponent, who could make it {most}"),
            mark("tower {tower} is scored now with {others} for the others, who could make it {most}"),
        )
        yield most - others, clause("cuts short", text, words, others=others, most=most)


def _words(scene: PlayedPlan, plot: int) -> dict[str, str]:
    """Return what sentences say of a tower: its number, its top floor, and what it comes to."""
    site = scene.after[plot]
    top = tr(scene.deck.floors[site[0][-1]].name)
    return {"tower": str(plot + 1), "floor": top, "points": sums(scene, site)}


def _open(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield what a tower that goes on growing brings."""
    yield from _gains(scene, plot)
    yield from _costs(scene, plot)
    yield from _cards_drawn(scene, plot)
    yield from _nears(scene, plot)
    if not any(levels for place, levels in scene.plan.claims if place == plot):
        yield from _denies(scene, plot)
        yield from _lets_claim(scene, plot)
    if kept := keeps_trigger(scene):
        yield RISKY * kept.facts["lead"], kept
    yield LEAST, clause("must build", MUST_BUILD)


MUST_BUILD = Own("you have to build something", "{name} has to build something")


def _gains(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    mine, others = _gain(scene, before, after)
    if mine > 0:
        text: Message = mark("tower {tower} would now score {points}")
        if before[0]:
            text = mark_count(
                "tower {tower} grows to {number} floor and would now score {points}",
                "tower {tower} grows to {number} floors and would now score {points}",
            )
        points = list(score(scene, after).points)
        told = clause("stands", text, _words(scene, plot), points=points, number=len(after[0]))
        yield mine - max(0, others / (len(scene.board.points) - 1)), told


def _costs(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    _, others = _gain(scene, before, after)
    if before[0] and others < 0:
        text = scene.one_of(
            mark("{floor} takes {loss} from the opponent on tower {tower}, which would now score {points}"),
            mark("{floor} takes {loss} from the others on tower {tower}, which would now score {points}"),
        )
        if is_scored(scene, after):
            text = scene.one_of(
                mark("{floor} takes {loss} from the opponent on tower {tower}, which is scored with {points}"),
                mark("{floor} takes {loss} from the others on tower {tower}, which is scored with {points}"),
            )
        points = list(score(scene, after).points)
        yield -others, clause("costs others", text, _words(scene, plot), points=points, loss=-others)


def _cards_drawn(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    number = drawn(scene, plot, cards(scene, after))
    if number > 0 and cards(scene, after) > (cards(scene, before) if before[0] else 0):
        text = mark_count(
            "as it stands, tower {tower} brings up to {number} card when it is scored",
            "as it stands, tower {tower} brings up to {number} cards when it is scored",
        )
        yield CARD * number, clause("draws later", text, _words(scene, plot), number=number)


def _nears(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield how near a tower that pays the seat best now is to its scoring."""
    points, missing = list(score(scene, scene.after[plot]).points), scene.board.terms.height - len(scene.after[plot][0])
    lead = _lead(scene, scene.after[plot])
    if lead > 0 and missing <= NEAR and scene.board.sites[plot][0]:
        text = mark_count(
            "tower {tower} then needs only {number} more floor to be scored, with {points} as it stands",
            "tower {tower} then needs only {number} more floors to be scored, with {points} as it stands",
        )
        yield LATER * lead, clause("nears", text, _words(scene, plot), number=missing, points=points)


# -- what one card more would do


def _lets_claim(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield what a card under the new floor would do on the seat's next turn."""
    after = scene.after[plot]
    if not scene.plays_again:
        return
    taken = with_cards(after, scene.seat)[-1][1]
    mine, others = difference(scene, taken, after)
    number = cards(scene, taken) - cards(scene, after)
    is_risky = _let_in(scene, scene.board.sites[plot], after) > 0
    weight, words = RISKY if is_risky else LATER, _words(scene, plot)
    if mine > 0:
        told = clause("lets score", LETS_SCORE, words, number=mine, is_risky=is_risky)
        yield weight * mine, _if_free(is_risky, told)
    if others < 0 <= mine:
        told = clause("lets take", scene.one_of(*LETS_TAKE), words, number=-others, is_risky=is_risky)
        yield -weight * others, _if_free(is_risky, told)
    if number > 0 and mine == others == 0:
        text = mark_count(
            "a card under this {floor} could bring up to {number} card later",
            "a card under this {floor} could bring up to {number} cards later",
        )
        yield RISKY * CARD * number, clause("lets draw", text, words, number=number)


LETS_SCORE = own_count(
    "on your next turn a card under this {floor} would score you {number} point",
    "on your next turn a card under this {floor} would score you {number} points",
    "on {name}'s next turn a card under this {floor} would score {number} point",
    "on {name}'s next turn a card under this {floor} would score {number} points",
)
LETS_TAKE = (
    Own(
        "on your next turn a card under this {floor} would take {number} from the opponent",
        "on {name}'s next turn a card under this {floor} would take {number} from the opponent",
    ),
    Own(
        "on your next turn a card under this {floor} would take {number} from the others",
        "on {name}'s next turn a card under this {floor} would take {number} from the others",
    ),
)


def _if_free(is_risky: bool, told: Clause) -> Clause:
    if not is_risky:
        return told
    return replace(told, text=tr("{reason}, unless someone else is quicker", reason=told.text))


def _denies(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield that the others gain less from this floor than from anything else that could be built instead."""
    own = _let_in(scene, scene.board.sites[plot], scene.after[plot])
    others = [(_let_in(scene, scene.board.sites[place], site), step) for step, place, site in _instead(scene, plot)]
    if not others or min(others, key=lambda pair: pair[0])[0] < own:
        return
    least, (most, step) = min(points for points, _ in others), max(others, key=lambda pair: pair[0])
    if least > own:
        text = AT_LEAST if any(points > least for points, _ in others) else ANY_OTHER
        yield least - own, clause("denies all", text, number=least, own=own)
    elif most > own:
        denied = scene.one_of(*DENIED)
        words = {"step": named(step), "points": tr_count("{number} point", "{number} points", most)}
        yield min(ALMOST, RISKY * (most - own)), clause("denies", denied, words, own=own, gain=most, step=str(step))


ANY_OTHER = own_count(
    "any other build lets someone gain {number} point on you",
    "any other build lets someone gain {number} points on you",
    "any other build lets someone gain {number} point on {name}",
    "any other build lets someone gain {number} points on {name}",
)
AT_LEAST = own_count(
    "any other build lets someone gain {number} point or more on you",
    "any other build lets someone gain {number} points or more on you",
    "any other build lets someone gain {number} point or more on {name}",
    "any other build lets someone gain {number} points or more on {name}",
)
DENIED = (
    Own("{step} would let the opponent gain {points} on you", "{step} would let the opponent gain {points} on {name}"),
    Own("{step} would let someone gain {points} on you", "{step} would let someone gain {points} on {name}"),
)


def _instead(scene: PlayedPlan, plot: int) -> Iterator[tuple[Build, int, Site]]:
    """Yield what else could be built beside the plan's other floor, with the tower that comes of it."""
    board, deck = scene.board, scene.deck
    hand, beside = [*board.hands[scene.seat]], [build for build in scene.plan.builds if build[1] != plot]
    this = next(kind for kind, place in scene.plan.builds if place == plot)
    for kind, _ in beside:
        hand.remove(kind)
    taken = {*board.built, *(place for _, place in beside)}
    free = [place for place, site in enumerate(board.sites) if not site[0] and place not in taken][:1]
    for place, site in enumerate(board.sites):
        if place not in taken and (site[0] or place in free):
            for kind in sorted({*hand} - ({this} if place == plot else set())):
                yield Build(deck.floors[kind].name, place if site[0] else NEW), place, with_floor(site, kind)


def _let_in(scene: PlayedPlan, before: Site, after: Site) -> int:
    """Return by how much more than before another one can get ahead of the seat there, by a card at most."""
    rivals = [rival for rival in range(len(scene.board.points)) if rival != scene.seat]
    return max(0, *(_ahead(scene, after, rival) - _ahead(scene, before, rival) for rival in rivals))


def _ahead(scene: PlayedPlan, site: Site, rival: int) -> int:
    """Return by how much the rival comes out ahead of the seat on a tower, at best."""
    if not site[0]:
        return 0
    return _ahead_with(scene, _best_for(scene, site, rival), rival)


def _ahead_with(scene: PlayedPlan, site: Site, rival: int) -> int:
    points = score(scene, site).points
    return points[rival] - points[scene.seat]


def _best_for(scene: PlayedPlan, site: Site, rival: int) -> Site:
    """Return the tower as it suits the rival best after one card at most, if another turn comes to the tower."""
    ways = [site]
    if rival in scene.followers and not is_scored(scene, site):
        ways += [way for _, way in with_cards(site, rival)]
    return max(ways, key=lambda way: _ahead_with(scene, way, rival))


# -- what is left


def keeps_trigger(scene: PlayedPlan) -> Clause | None:
    """Return that a floor is kept which brings on the scoring of a tower that pays the seat best."""
    kept = [kind for kind in _kept(scene) if kind in scene.deck.triggers]
    if not kept or not scene.plays_again:
        return None
    leads = [
        (_lead(scene, site), plot) for plot, site in enumerate(scene.after) if site[0] and not is_scored(scene, site)
    ]
    lead, plot = max(leads, default=(0, 0))
    if lead <= 0:
        return None
    words = {**_words(scene, plot), "floor": tr(scene.deck.floors[kept[0]].name)}
    points = list(score(scene, scene.after[plot]).points)
    return clause("keeps trigger", KEPT, words, place=plot, points=points, lead=lead)


KEPT = Own(
    "you keep {floor} to trigger the scoring of tower {tower}, now with {points}",
    "{name} keeps {floor} to trigger the scoring of tower {tower}, now with {points}",
)


def _lead(scene: PlayedPlan, site: Site) -> int:
    """Return by how much the seat is ahead of the best of the others on a tower."""
    points = score(scene, site).points
    return points[scene.seat] - max(n for rival, n in enumerate(points) if rival != scene.seat)


def for_later(scene: PlayedPlan, plot: int, level: int) -> Clause:
    """Return why a floor is taken that brings nothing as the tower stands."""
    (kinds, owners), (_, without) = scene.after[plot], scene.unclaimed(plot, level)
    words = {"tower": str(plot + 1), "floor": tr(scene.deck.floors[kinds[level]].name)}
    padding = scene.board.terms.height - len(kinds)
    grown = (
        (kinds + VACANT * padding, owners + VACANT * padding),
        (kinds + VACANT * padding, without + VACANT * padding),
    )
    mine, _ = difference(scene, *grown)
    if mine > 0 and scene.plays_again and not is_scored(scene, scene.after[plot]):
        return clause("grows", GROWS, words, level=level, floors=scene.board.terms.height, mine=mine)
    site = kinds, owners
    rivals = [rival for rival in scene.followers if not is_scored(scene, site)]
    kept = max(
        (
            _ahead_with(scene, (kinds, claimed(without, level, rival)), rival) - _ahead_with(scene, site, rival)
            for rival in rivals
        ),
        default=0,
    )
    if kept > 0:
        return clause("kept from others", KEPT_FROM_OTHERS, words, level=level, number=kept)
    return clause("closed", mark("then no one else can tuck a card under this {floor}"), words, level=level)


KEPT_FROM_OTHERS = own_count(
    "someone else could gain {number} point on you with this {floor}",
    "someone else could gain {number} points on you with this {floor}",
    "someone else could gain {number} point on {name} with this {floor}",
    "someone else could gain {number} points on {name} with this {floor}",
)
GROWS = Own(
    "if tower {tower} grows to {floors} floors, this {floor} means {mine} for you",
    "if tower {tower} grows to {floors} floors, this {floor} means {mine} for {name}",
)


def _kept(scene: PlayedPlan) -> list[int]:
    """Return the kinds that the plan leaves in hand, one of each."""
    left = [*scene.board.hands[scene.seat]]
    for kind in (*(kind for kind, _ in scene.plan.builds), *scene.plan.tucks):
        left.remove(kind)
    return sorted(set(left))


def _gain(scene: PlayedPlan, before: Site, after: Site) -> tuple[int, int]:
    if before[0]:
        return difference(scene, after, before)
    points = score(scene, after).points
    return points[scene.seat], sum(points) - points[scene.seat]


def _others(scene: PlayedPlan, site: Site) -> int:
    points = score(scene, site).points
    return sum(points) - points[scene.seat]
