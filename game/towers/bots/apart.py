"""What sets a build apart from others for which the same reason holds, and what speaks for it in spite of rivals."""

from __future__ import annotations

from ...bots.search import Clause, clause
from ...language import Message, Own, mark, own_count
from ..core import NONE, Site, State
from ..state import View
from .core import TurnPlan
from .prospects import NOW, SAME_LEAD, other_builds
from .scene import (
    LETS_IN_LESS,
    LETS_NOBODY_IN,
    PlayedPlan,
    ahead_with,
    grows_for_others,
    most_ahead,
    named_build,
    scene_of,
    with_cards,
)

COMPARED = (*NOW, "nears", "grows", "may grow", "draws later", "draws", "costs others", "cuts short")
"""Kinds of clauses that may hold after other builds, too."""
MUCH_LOST = 3
"""If a rival's card on a tower could cost the seat so many points, it is worth a word why the tower is scored."""


def is_shared(view: View, board: State, plan: TurnPlan, found: Clause) -> bool:
    """Return whether the reason for the plan's first build is as good a one for another build."""
    if not plan.builds or found.kind not in COMPARED:
        return False
    scene, plot = scene_of(view.variant.deck, board, plan), plan.builds[0][1]
    return bool(_equal_builds(scene, plot, found)) and not apart_from_others(scene, plot, found)


def named_tucks(scene: PlayedPlan, plot: int, built: Clause) -> PlayedPlan:
    """Return the scene with only those tucks on a tower that the clause names."""
    for level in scene.levels_tucked(plot):
        scene = scene if level + 1 in built.facts["tucks"] else scene.without(plot, level)
    return scene


def _equal_builds(scene: PlayedPlan, plot: int, built: Clause) -> list[tuple[int, int, Site]]:
    """Return the (kind, plot, tower) of other builds with which the same tucks score as much as the clause says."""
    scene = named_tucks(scene, plot, built)
    before, after = scene.board.sites[plot], scene.after[plot]
    top = len(before[0])
    bare = before[0], after[1][:top]

    def merit(site: Site, under: Site) -> tuple[int, ...]:
        more = scene.cards(site) - scene.cards(under)
        if built.kind not in NOW and under[0] and not scene.is_scored(site):
            under, site = scene.grown(under), scene.grown(site)
        mine, others = scene.difference(site, under)
        return scene.is_scored(site), mine, -others, more

    equal = list[tuple[int, int, Site]]()
    for kind, place in other_builds(scene, plot):
        kinds, owners = under = bare if place == plot else scene.board.sites[place]
        site = kinds + bytes((kind,)), owners + after[1][top:]
        is_like = place == plot or (built.kind != "nears" and bool(before[0] or under[0]))
        if is_like and all(then >= now for then, now in zip(merit(site, under), merit(after, bare))):
            equal.append((kind, place, site))
    return equal


def apart_from_others(scene: PlayedPlan, plot: int, built: Clause) -> list[Clause]:
    """Return what sets a build apart from others for which the same tucks would score as much as the clause says."""
    equal, scene = _equal_builds(scene, plot, built), named_tucks(scene, plot, built)
    after = scene.after[plot]
    risk, risks = _risk(scene, after), {kind: _risk(scene, site) for kind, place, site in equal if place == plot}
    kind = max(risks, key=lambda kind: risks[kind], default=NONE)
    if risks and min(risks.values()) >= risk < risks[kind] and not grows_for_others(scene, plot):
        words = {"step": named_build(scene, kind, plot)}
        facts = {"plot": plot, "tucks": built.facts["tucks"], "number": risk, "most": risks[kind]}
        return [clause("safer", LETS_IN_LESS if risk else LETS_NOBODY_IN, words, **facts)]
    return _left_standing(scene, plot) if len(risks) < len(equal) and built.kind != "cuts short" else []


def is_needed(scene: PlayedPlan, plot: int, built: Clause) -> bool:
    """Return whether what the clause says of a tower would not hold without the build, just by the tucks it names."""
    before = scene.board.sites[plot]
    tucks, top = built.facts["tucks"], len(before[0])
    if not tucks or max(tucks) > top or built.facts.get("own") or built.facts.get("fewer"):
        return True
    scene = named_tucks(scene, plot, built)
    after = scene.after[plot]
    bare = before[0], after[1][:top]
    (mine, others), (own, rest) = (scene.difference(site, before) for site in (after, bare))
    return mine > own or others < rest or scene.cards(after) > scene.cards(bare)


def _risk(scene: PlayedPlan, site: Site) -> int:
    """Return how much a rival can gain on the seat on a tower by tucking cards in one turn."""
    return max(most_ahead(scene, site, rival) - ahead_with(scene, site, rival) for rival in scene.rivals)


def _left_standing(scene: PlayedPlan, plot: int) -> list[Clause]:
    """Return how far ahead a tower that is scored this turn could put a rival, if that is further than it does now."""
    before, after = scene.board.sites[plot], scene.after[plot]
    if not before[0] or not scene.is_scored(after) or scene.ends:
        return []
    most = max(most_ahead(scene, before, rival) for rival in scene.rivals)
    if scene.followers and not scene.has_unsure(before):
        most = max(most, *(most_ahead(scene, before, rival, is_grown=True) for rival in scene.rivals))
    if most <= max(0, -scene.lead_on(after), -scene.lead_on(before)):
        return []
    return [clause("left standing", scene.one_of(*LEFT_STANDING), number=most)]


def in_spite_of_rivals(scene: PlayedPlan, plot: int) -> list[Clause]:
    """Return what speaks for a tower that scores at least as much for a rival as for the seat."""
    before, after = scene.board.sites[plot], scene.after[plot]
    now, mine = scene.lead_on(after), scene.score(after).points[scene.seat]
    if now > 0 or not before[0]:
        return _at_risk(scene, plot) if before[0] else []
    if left := _left_standing(scene, plot):
        return left
    more, others = scene.difference(after, before)
    if more > 0 and others <= 0:
        return [clause("no more for others", scene.one_of(*LESS_FOR_OTHERS[others < 0]), number=-others)]
    if more > 0:
        return [clause("more than before", MORE_THAN_BEFORE, number=more)] if mine > more else []
    if not scene.is_scored(after) or now == 0:
        return []
    return [clause("same lead", SAME_LEAD)] if now >= scene.lead_on(before) else []


def _at_risk(scene: PlayedPlan, plot: int) -> list[Clause]:
    """Return what a rival's card could cost the seat on a tower that is scored this turn, if that is much."""
    before = scene.board.sites[plot]
    if scene.ends or not scene.is_scored(scene.after[plot]):
        return []
    ways = [(level, way) for rival in scene.followers for level, way in with_cards(before, rival)]
    losses = [(scene.difference(before, way)[0], -level) for level, way in ways]
    number, level = max(losses, default=(0, 0))
    return [clause("at risk", AT_RISK, number=number, level=1 - level)] if number >= MUCH_LOST else []


AT_RISK = Own(
    "left standing, a card under floor {level} could cost you {number} there",
    "left standing, a card under floor {level} could cost {name} {number} there",
)
LEFT_STANDING = (
    own_count(
        "left standing, it could put the opponent {number} point ahead of you there",
        "left standing, it could put the opponent {number} points ahead of you there",
        "left standing, it could put the opponent {number} point ahead of {name} there",
        "left standing, it could put the opponent {number} points ahead of {name} there",
    ),
    own_count(
        "left standing, it could put someone else {number} point ahead of you there",
        "left standing, it could put someone else {number} points ahead of you there",
        "left standing, it could put someone else {number} point ahead of {name} there",
        "left standing, it could put someone else {number} points ahead of {name} there",
    ),
)
LESS_FOR_OTHERS: tuple[tuple[Message, Message], ...] = (
    (
        mark("the opponent gets no more there than before"),
        mark("the others get no more there than before"),
    ),
    (
        mark("the opponent gets {number} less there than before"),
        mark("the others get {number} less there than before"),
    ),
)
"""By whether they get less: False, True."""
MORE_THAN_BEFORE = own_count(
    "this turn adds {number} point to what it scores for you",
    "this turn adds {number} points to what it scores for you",
    "this turn adds {number} point to what it scores for {name}",
    "this turn adds {number} points to what it scores for {name}",
)
