"""What a step brings as the towers stand, which is told after a comparison with it, and what a kept card is for."""

from __future__ import annotations

from dataclasses import replace

from ...bots.search import Clause, clause
from ...language import Own, fill, mark, own_count, tr
from ..actions import NEW, Action, Build, Claim
from ..core import NONE, Site, State, with_floor
from .core import TurnPlan, carry_out
from .prospects import CARD, LATER, NOW, gains_of, grows_by, likely, total
from .scene import (
    MUCH,
    PlayedPlan,
    not_built,
    places_tucked,
    with_cards,
    with_owner,
)

LEAST = MUCH * CARD
"""The smallest worth, in points, of what is told of a step."""


def placed(scene: PlayedPlan, build: Build) -> tuple[int, int]:
    """Return the kind of floor that is built, and the plot."""
    free = (plot for plot, site in enumerate(scene.board.sites) if not site[0])
    return scene.deck.kind_named[build.floor], next(free) if build.plot == NEW else build.plot


def at_first_sight(scene: PlayedPlan, step: Action, plot: int = NEW) -> Clause | None:
    """Return what a step brings as the towers stand or once they have grown, or None if it brings nothing.

    It is all that the tower then scores if it is scored this turn, or for a build on the tower on a plot, because that
    is told of the plan's own build there.
    """
    if isinstance(step, Claim):
        return _tuck(scene, step.plot, step.level)
    if isinstance(step, Build):
        return _build(scene, *placed(scene, step), is_total=step.plot == plot != NEW)
    return None


def _tuck(scene: PlayedPlan, plot: int, level: int) -> Clause | None:
    before = scene.board.sites[plot]
    after = dict(with_cards(before, scene.seat))[level]
    worth, mine, others, more = _gain(scene, before, after)
    if worth <= 0:
        return _grown(scene, plot, before, after, level)
    is_now, words = scene.board.terms.is_scored(after[0]), {"gains": gains_of(scene, mine, others, more)}
    facts = {"place": plot, "level": level + 1, "mine": mine, "others": others, "drawn": more, "is_scored": is_now}
    return unless_undone(scene, after, before, clause("tuck brings", TUCK_BRINGS[is_now], words, **facts))


def unless_undone(scene: PlayedPlan, site: Site, without: Site, told: Clause) -> Clause:
    """Return what is told of a card in a tower, with the floor under which a rival's card would undo it, if any."""
    if not (undone := scene.undone_at(site, without)):
        return told
    return replace(told, text=fill(UNDONE, text=told.text, undone=undone), facts={**told.facts, "undone": undone})


def _build(scene: PlayedPlan, kind: int, plot: int, *, is_total: bool) -> Clause | None:
    """Return what a build brings with a card under the floor of its tower that suits the seat best.

    It is None without such a card, or if a card there would bring as much without the build.
    """
    before, top = scene.board.sites[plot], len(scene.board.sites[plot][0])
    if len(scene.board.hands[scene.seat]) <= scene.board.terms.builds - len(scene.board.built):
        return None
    ways = with_cards(with_floor(before, kind), scene.seat)
    (worth, mine, others, more), level, after = max((_gain(scene, before, way), level, way) for level, way in ways)
    if worth <= _most_by_card(scene, before):
        return _grown(scene, plot, with_floor(before, kind), dict(ways)[top], top, built=kind)
    is_now, words = scene.board.terms.is_scored(after[0]), {"gains": gains_of(scene, mine, others, more)}
    if is_total or is_now:
        number, theirs = _granted(scene, after, is_later=False), scene.drawn_by_others(after) if is_now else 0
        points, words["points"] = list(scene.score(after).points), total(scene, after, number, theirs)
        totals = {"level": level + 1, "points": points, "number": number, "theirs": theirs, "is_scored": is_now}
        return clause("build scores", BUILD_SCORES[is_now], words, place=plot, built=kind, **totals)
    facts = {"place": plot, "built": kind, "level": level + 1, "mine": mine, "others": others, "drawn": more}
    return clause("build brings", BUILD_BRINGS, words, **facts)


def _grown(scene: PlayedPlan, plot: int, vacant: Site, owned: Site, level: int, **facts: int) -> Clause | None:
    """Return what a card under a floor will bring once the tower has grown, if that is much and more than now."""
    mine, floors = scene.growth(owned, vacant), len(scene.grown(owned)[0])
    if mine <= scene.difference(owned, vacant)[0]:
        return None
    facts |= {"place": plot, "level": level + 1, "floors": floors, "mine": mine}
    return clause("would be grown", GROWS, **facts) if mine >= MUCH else None


def argues_against(scene: PlayedPlan, theirs: Clause) -> bool:
    """Return whether what another step brings (see `at_first_sight`) promises as much as what the plan's own does."""
    plan, place, sites = scene.plan, theirs.facts["place"], scene.board.sites
    if not plan.builds and not plan.claims:
        return False
    plot, own = plan.builds[0][1] if plan.builds else plan.claims[0][0], sites[place]
    built = with_floor(own, theirs.facts["built"]) if "built" in theirs.facts else own
    other = with_owner(built, theirs.facts["level"] - 1, scene.seat)
    theirs_later = LATER if theirs.kind == "would be grown" else 0.0
    return likely(scene, own, other, theirs_later) >= likely(scene, sites[plot], scene.after[plot], LATER)


def _most_by_card(scene: PlayedPlan, site: Site) -> float:
    """Return the most that a card is worth on a tower as it stands, but no less than 0."""
    return max([0.0, *(_gain(scene, site, way)[0] for _, way in with_cards(site, scene.seat))])


GROWS = Own(
    "a card there would add {mine} for you only once the tower has {floors} floors",
    "a card there would add {mine} for {name} only once the tower has {floors} floors",
)
TUCK_BRINGS = (
    mark("that would bring {gains} as the tower stands"),
    mark("that would bring {gains} this turn"),
)
BUILD_BRINGS = mark("with a card under floor {level}, that would now bring {gains}")
BUILD_SCORES = (
    mark("with a card under floor {level}, that tower would now score {points}"),
    mark("with a card under floor {level}, that tower would score {points} this turn"),
)
"""By whether the tower is scored this turn: False, True."""

# Translators: {text} is a clause such as "that would bring 2 for you as the tower stands".
UNDONE = mark("{text}, but nothing once someone else tucks a card under floor {undone}")


def _gain(scene: PlayedPlan, before: Site, after: Site, *, is_later: bool = False) -> tuple[float, int, int, int]:
    """Return the worth of a change of a tower this turn or later, and the points of the seat and others, and cards."""
    mine, others = scene.difference(after, before)
    more = max(0, _granted(scene, after, is_later) - _granted(scene, before, is_later))
    return mine - others / len(scene.rivals) + CARD * more, mine, others, more


def _granted(scene: PlayedPlan, site: Site, is_later: bool) -> int:
    """Return how many cards a tower lets the seat draw, for its next turn if it is scored this turn with one tuck."""
    terms, number, pile = scene.board.terms, scene.cards(site), len(scene.board.draw_pile)
    if not scene.may_play_again:
        return 0
    if is_later or not site[0] or not terms.is_scored(site[0]):
        return min(number, scene.pile, terms.hand)
    room = terms.hand - len(scene.board.hands[scene.seat]) + terms.builds - len(scene.board.built) + 1
    usual = min(terms.drawn, room, pile)
    return min(number, room - usual, pile - usual)


def is_as_much(scene: PlayedPlan, told: Clause, theirs: Clause) -> bool:
    """Return whether the plan's own step, of which a clause tells, brings as much as the other in the same measure."""
    if theirs.kind == "build scores" and told.kind in NOW:
        own, other = (
            (facts["points"][scene.seat], max(facts["points"][rival] for rival in scene.rivals))
            for facts in (told.facts, theirs.facts)
        )
        rest = {"number": 0, "theirs": 0, "is_scored": told.kind == "scored"} | told.facts
        return own == other and all(rest[each] == theirs.facts[each] for each in ("number", "theirs", "is_scored"))
    if theirs.kind != "would be grown" or told.kind not in ("owning", "stands"):
        return False
    (plot, levels), *_ = scene.plan.claims or ((NONE, ()),)
    return bool(levels) and grows_by(scene, plot, levels[0]) >= theirs.facts["mine"]


def would_add(scene: PlayedPlan, plot: int) -> list[Clause]:
    """Return that a spare card under what is built would score much on a tower that is scored this turn."""
    site, level = scene.after[plot], len(scene.after[plot][0]) - 1
    spare = len(not_built(scene.board, scene.plan))
    owned = dict(with_cards(site, scene.seat)).get(level)
    if not owned or not scene.is_scored(site) or spare <= len(places_tucked(scene.plan)):
        return []
    mine, _ = scene.difference(owned, site)
    return [clause("would add", WOULD_ADD, plot=plot, floor=level + 1, number=mine)] if mine > MUCH else []


WOULD_ADD = Own(
    "a card under floor {floor} would add {number} for you",
    "a card under floor {floor} would add {number} for {name}",
)


# -- kept cards


def what_is_kept(scene: PlayedPlan, tucked: PlayedPlan, refused: float) -> Clause | None:
    """Return what is gained by ending the turn instead of tucking a card, as in the scene `tucked`, or None.

    The last card in hand is kept for what it can bring on a tower on the next turn, if that is worth more than the
    refused tuck, others for their number.
    """
    board, seat = scene.board, scene.seat
    if not scene.may_play_again:
        return None
    most, least = (_held(board, each.plan) for each in (scene, tucked))
    ((place, (level,)),) = tucked.plan.claims
    if len(board.hands[seat]) == 1 and (use := _use(scene, board.hands[seat][0], most, refused)):
        return use
    facts = {"number": most, "fewer": least, "place": place, "level": level + 1}
    return clause("keeps cards", KEEPS_CARDS, **facts) if most > least else None


def _held(board: State, plan: TurnPlan) -> int:
    """Return how many cards the seat on turn holds after a plan and drawing."""
    ended, seat = board.copy(), board.turn
    carry_out(ended, plan)
    return len(ended.hands[seat])


def _use(scene: PlayedPlan, kind: int, held: int, least: float) -> Clause | None:
    """Return the best use of a card on the next turn, on a tower that is then still there, if `held` are enough.

    It must be worth more than `least`.
    """
    terms, found = scene.board.terms, [(least, 0, (b"", b""))]
    sites = enumerate(scene.board.sites if held > terms.builds else [])
    for plot, before in ((plot, site) for plot, site in sites if site[0] and not terms.is_scored(site[0])):
        ways, alone = with_cards(with_floor(before, kind), scene.seat), _most_by_card(scene, before)
        gains = [(_gain(scene, before, way, is_later=True)[0], plot, way) for _, way in ways]
        found += [each for each in gains if each[0] >= alone + LEAST]
    _, plot, after = max(found, key=lambda way: way[0])
    if not after[0]:
        return None
    before = scene.board.sites[plot]
    _, mine, others, more = _gain(scene, before, after, is_later=True)
    level = next(level for level, way in with_cards(with_floor(before, kind), scene.seat) if way == after)
    words = {"floor": tr(scene.deck.floors[kind].name), "tower": str(plot + 1)}
    words["gains"] = gains_of(scene, mine, others, more)
    facts = {"place": plot, "kept": kind, "level": level + 1, "mine": mine, "others": others, "drawn": more}
    return clause("keeps use", KEEPS_USE, words, **facts)


KEEPS_USE = mark(
    "next turn, {floor} on tower {tower} with a card under floor {level} could bring {gains} as the tower stands now"
)
KEEPS_CARDS = own_count(
    "that leaves you {number} card instead of {fewer} after drawing",
    "that leaves you {number} cards instead of {fewer} after drawing",
    "that leaves {name} {number} card instead of {fewer} after drawing",
    "that leaves {name} {number} cards instead of {fewer} after drawing",
)
