"""Comparisons of a plan with others, in trial turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean

from ...bots.reasons import Clause
from ...bots.search import clear_gain, standard_error
from ...language import Own, fill, mark, tr, tr_count
from ..actions import NEW, Action, Build, Claim, End
from ..core import State, with_floor
from ..floors import Deck
from ..state import View
from .core import TurnPlan
from .hints import (
    EMPTY,
    MUCH,
    clause_of_end,
    clauses,
    outlook,
    places_tucked,
    possible_tucks,
    without_tucks,
    worth_of_tuck,
)
from .prospects import NOW, WEAK, kept_kinds, possible_builds, promise
from .scene import PlayedPlan, is_scored, named, scene_of, with_cards
from .search import Duel, PlanCandidate, sites_after, steps_of

Compare = Callable[[TurnPlan, Sequence[TurnPlan]], list[Duel]]
"""Compares a plan with the best of others; see `PlanSearch.duels`."""
WAYS = 16
"""Number of plans with another step that are compared with the best one."""
TRIES = 3
"""So many other steps are compared, until one is worse, if there is no other reason."""
LEAST_GAIN = 1.0
"""The smallest advantage of a step over another that counts, in points."""
LEAST_TOLD = 0.5
"""The smallest clear advantage of a card in hand over a tuck that scores much, to be told as about 1 point."""
CLEAR_POINTS = 2.0
"""A hint mentions an advantage of so many points that is clear, and a smaller one only if it is `CERTAIN`."""
CERTAIN = 4.0
"""An advantage is certain if it is larger than this many standard errors."""
KEEPS_TRIGGER = ("keeps trigger", "keeps for later")
"""Kinds of clauses on a floor in hand that can have a tower scored."""
NO_REASON = (*EMPTY, "lets in less", "counts", "keeps dear", "keeps useless")
"""Kinds of clauses that only stand in for a reason."""


# -- the first step and others


def end_or_tuck(view: View, board: State, plan: TurnPlan, card: int, compare: Compare) -> tuple[TurnPlan, str]:
    """Return the plan, which ends the turn, or one that tucks this card if that has a reason and does as well.

    So a hint doesn't end the turn if an earlier one named a tuck, and never wrongly calls a card worth more in hand.
    The text compares ending the turn with the tuck that would score most, if that is much.
    """
    plan = plan._replace(tucks=b"")  # the cards of tucks that were taken out of the plan are kept now
    scene = scene_of(view.variant.deck, board, plan)
    ended = clause_of_end(scene, view)
    if ended.kind not in ("keeps", "in vain", "would grow", *KEEPS_TRIGGER, "last turn") or ended.facts.get("is_all"):
        return plan, ""
    tucks = {tuck[0].plan._replace(tucks=bytes((card,))): worth_of_tuck(*tuck) for tuck in possible_tucks(scene)}
    duels, best = compare(plan, [*tucks]), max(tucks, key=lambda tuck: tucks[tuck])
    step = steps_of(view.variant.deck, board, best)[0]
    if tucks[best] >= MUCH and best not in (duel.other for duel in duels):
        duels += compare(plan, [best])
    for duel in sorted(duels, key=lambda duel: fmean(duel.gains)):
        is_close = fmean(duel.gains) < 0 or (tucks[duel.other] >= MUCH and not clear_gain(duel.gains))
        if is_close and clauses(view, board, duel.other)[0].kind not in NO_REASON:
            rivals = compare(duel.other, [best]) if tucks[best] >= tucks[duel.other] + LEAST_GAIN else []
            return duel.other, _told_of(scene, step, rivals) or _as_well(scene, step, rivals)
        if duel.other == best and tucks[best] >= MUCH and ended.kind not in KEEPS_TRIGGER:
            gain = clear_gain(duel.gains)
            if gain < LEAST_TOLD:
                return plan, ""
            if ended.kind == "keeps":
                return plan, tr("in trial turns that comes out about {points} better", points=_points(gain))
            return plan, _better(scene, step, gain, _told(duel.kept_down))
    return plan, ""


def compare_turns(
    view: View, board: State, candidates: list[PlanCandidate], plans: Sequence[TurnPlan], compare: Compare
) -> str:
    """Return a clause that compares the best candidate (the first) with another step; may be empty.

    It is needed if another step promises as much at first sight, or if the best candidate has no reason of its own:
    what the trial turns have shown is then the reason, even if the other step comes out as well. The other step is
    judged by the best of the plans with it, so that nothing else in the turn makes the difference.
    """
    best, deck = candidates[0], view.variant.deck
    if not best.tried:
        return ""
    scene, chosen = scene_of(deck, board, best.choice), steps_of(deck, board, best.choice)[0]
    found, as_well = clauses(view, board, best.choice), ""
    others = tempting = _tempting(scene, chosen, found)[:1]
    if not has_reason(view, board, best.choice):
        worse, good = _others(deck, board, candidates)
        others, tempting = [*tempting, *worse[:TRIES], *good[:1]], [*tempting, *good]
    for other in others:
        ways = [plan for plan in plans if _has_step(deck, board, plan, other)]
        same = _instead(deck, board, best.choice, chosen, other)
        duels = compare(best.choice, [same, *ways][:WAYS] if same else ways[:WAYS])
        if told := _told_of(scene, other, duels, kept=_keeps(scene, chosen, other)):
            return told
        if other in tempting and not as_well:
            as_well = _as_well(scene, other, duels, is_alone=found[0].kind in EMPTY)
            if as_well and other == others[0] and min(fmean(duel.gains) for duel in duels) < LEAST_GAIN:
                return as_well
    return as_well


def _told_of(scene: PlayedPlan, other: Action, duels: Sequence[Duel], *, kept: bool = False) -> str:
    """Return that a choice is better than another step, or nothing if it's not much better in one of the duels."""
    gain = min((_told(duel.gains) for duel in duels), default=0.0)
    return _better(scene, other, gain, min(_told(duel.kept_down) for duel in duels), kept=kept) if gain else ""


def _as_well(scene: PlayedPlan, other: Action, duels: Sequence[Duel], *, is_alone: bool = False) -> str:
    """Return that another step is as good as the chosen one, or nothing if the best duel with it says otherwise."""
    if not duels or abs(min(fmean(duel.gains) for duel in duels)) >= CLEAR_POINTS:
        return ""
    return fill(AS_WELL_AT_END if scene.ends else AS_WELL[is_alone], step=named(other))


def _tempting(scene: PlayedPlan, chosen: Action, found: Sequence[Clause]) -> list[Action]:
    """Return the other steps that promise at least as much as the chosen one, or more if that has a second reason."""
    board, worths, own = scene.board, dict[Action, float](), 0.0
    if isinstance(chosen, Claim):
        for plot, site in enumerate(board.sites):
            for level, after in with_cards(site, scene.seat):
                worths[Claim("", plot, level)] = promise(scene, site, after)
        own = worths[Claim("", chosen.plot, chosen.level)]
    elif isinstance(chosen, Build):
        is_free = len(board.hands[scene.seat]) > board.terms.builds - len(board.built)
        own_plot = scene.plan.builds[0][1]
        is_elsewhere = [plot for plot, _ in places_tucked(scene.plan)] == [own_plot]
        for kind, plot in possible_builds(scene):
            before, after = board.sites[plot], with_floor(board.sites[plot], kind)
            tucked = [way for _, way in with_cards(after, scene.seat)[-1:] if is_free]
            step = Build(scene.deck.floors[kind].name, plot if before[0] else NEW)
            bare = promise(scene, before, after) + (_most_by_tuck(scene, plot) if is_elsewhere else 0.0)
            worths[step] = max(bare, *(promise(scene, before, way) for way in [after, *tucked]))
        own = promise(scene, board.sites[own_plot], scene.after[own_plot])
    has_more = any(
        each.kind not in ("last", "ends", "would add") or each.facts.get("is_by_tucks") for each in found[1:2]
    )
    least, planned = max(own + LEAST_GAIN * has_more, LEAST_TOLD), _bare_steps(scene.deck, board, scene.plan)
    tempting = [step for step in worths if worths[step] >= least and step not in planned]
    return sorted(tempting, key=lambda step: -worths[step])


def _most_by_tuck(scene: PlayedPlan, plot: int) -> float:
    """Return what the best tuck on another tower than the one on a plot seems to be worth to the seat."""
    others = [site for other, site in enumerate(scene.board.sites) if other != plot]
    gains = [promise(scene, site, tucked) for site in others for _, tucked in with_cards(site, scene.seat)]
    return max(gains, default=0.0)


AS_WELL = (
    mark("in trial turns, {step} comes out about as well"),
    mark("it's a close call: in trial turns, {step} comes out about as well"),
)
"""By whether there is no other reason: False, True."""
AS_WELL_AT_END = mark("this turn ends the game, and {step} comes out about as well")


def _told(gains: Sequence[float]) -> float:
    """Return the average gain if it is so large or certain that a hint mentions it, or 0."""
    gain = clear_gain(gains)
    is_certain = gain >= LEAST_GAIN and gain > CERTAIN * standard_error(gains)
    return gain if gain >= CLEAR_POINTS or is_certain else 0.0


def _others(deck: Deck, board: State, candidates: list[PlanCandidate]) -> tuple[list[Action], list[Action]]:
    """Return the steps of other candidates than the first, those of the plans that are best at first sight first.

    The steps of candidates that did as well as the first one are apart.
    """
    best = candidates[0]
    chosen, *planned = _bare_steps(deck, board, best.choice)
    good, found = set[Action](), dict[Action, float]()
    for candidate in candidates[1:]:
        steps = _bare_steps(deck, board, _scored_first(board, candidate.choice))
        if candidate.mean > best.mean - LEAST_GAIN:
            good |= {*(steps[:-1] or steps)}
        if chosen not in (steps[:1] if isinstance(chosen, End) else steps):
            other = next(step for step in steps if step not in planned[:-1])
            if not isinstance(other, End) or len(steps) == 1:  # else the plan only does less
                found[other] = max(found.get(other, candidate.choice.worth), candidate.choice.worth)
    steps = sorted(found, key=lambda other: -found[other])
    return [step for step in steps if step not in good], [step for step in steps if step in good]


def _scored_first(board: State, plan: TurnPlan) -> TurnPlan:
    """Return the plan with the claims on towers first that are scored this turn."""
    sites = sites_after(board, plan)
    claims = sorted(plan.claims, key=lambda claim: not board.terms.is_scored(sites[claim[0]][0]))
    return plan._replace(claims=tuple(claims))


def _has_step(deck: Deck, board: State, plan: TurnPlan, step: Action) -> bool:
    steps = _bare_steps(deck, board, plan)
    return step in (steps[:1] if isinstance(step, End) else steps)


def _instead(deck: Deck, board: State, plan: TurnPlan, chosen: Action, other: Action) -> TurnPlan | None:
    """Return the plan with `other` instead of the step `chosen`, or None if there is no such turn."""
    builds, claims = [*plan.builds], [(plot, level) for plot, levels in plan.claims for level in levels]
    if isinstance(chosen, Claim):
        claims.remove((chosen.plot, chosen.level))
    if isinstance(other, Claim):
        if (other.plot, other.level) in claims:
            return None
        claims.append((other.plot, other.level))
    if isinstance(chosen, Build) and isinstance(other, Build):
        _, old = builds.pop(0)
        taken = [plot for _, plot in builds]
        free = [plot for plot, site in enumerate(board.sites) if not site[0] and plot not in taken]
        if other.plot in taken or (other.plot == NEW and not free):
            return None
        plot = free[0] if other.plot == NEW else other.plot
        builds.append((deck.kind_named[other.floor], plot))
        tops = {(old, len(board.sites[old][0])): (plot, len(board.sites[plot][0]))}
        claims = [tops.get(claim, claim) for claim in claims]
    hand = [*board.hands[board.turn]]
    for kind, _ in builds:
        if kind not in hand:
            return None
        hand.remove(kind)
    tucks = sorted(hand, key=lambda kind: kind not in plan.tucks)[: len(claims)]
    plots = sorted({plot for plot, _ in claims})
    levels = tuple((plot, tuple(level for place, level in claims if place == plot)) for plot in plots)
    return TurnPlan(plan.worth, tuple(sorted(builds, key=lambda build: build[1])), levels, bytes(tucks))


def _bare_steps(deck: Deck, board: State, plan: TurnPlan) -> list[Action]:
    """Return the steps of a plan that can be compared: without the faces of tucked cards, and tucks in new towers."""
    steps = [replace(step, floor="") if isinstance(step, Claim) else step for step in steps_of(deck, board, plan)]
    return [step for step in steps if not isinstance(step, Claim) or board.sites[step.plot][0]]


def has_reason(view: View, board: State, plan: TurnPlan) -> bool:
    """Return whether the plan's first step has a reason that needs no trial turns to be believed."""
    found = clauses(view, board, plan)
    points: list[int] = found[0].facts.get("points", [])
    if points and all(each.kind in (*NOW, "would add", "same lead", "last") for each in found):
        is_new = not board.sites[found[0].facts["plot"]][0]
        rivals = [own for rival, own in enumerate(points) if rival != board.turn]
        return points[board.turn] > max(rivals) or (is_new and not any(points))
    return found[0].kind not in NO_REASON


def _keeps(scene: PlayedPlan, chosen: Action, other: Action) -> bool:
    """Return whether two builds are on the same tower, and the plan keeps the floor of the second one."""
    if not isinstance(chosen, Build) or not isinstance(other, Build) or chosen.plot != other.plot:
        return False
    return other.floor in [scene.deck.floors[kind].name for kind in kept_kinds(scene)]


KEEPS = Own(
    "you keep {floor}, and in trial turns that comes out about {points} better than building it there",
    "{name} keeps {floor}, and in trial turns that comes out about {points} better than building it there",
)


def _lets_grow(scene: PlayedPlan, other: Build) -> bool:
    """Return whether another build would have a tower scored on which the plan builds without that."""
    if other.plot not in (plot for _, plot in scene.plan.builds):
        return False
    return scene.deck.kind_named[other.floor] in scene.deck.triggers and not is_scored(scene, scene.after[other.plot])


def _better(scene: PlayedPlan, other: Action, gain: float, kept_down: float, *, kept: bool = False) -> str:
    """Return that a choice is better than another step, by `gain` points, and whether it keeps the rivals down.

    With `kept`, it keeps the floor that the other step would build on the same tower.
    """
    if scene.ends:
        text = mark("this turn ends the game, and it comes out about {points} better than {step}")
        return tr(text, points=_points(gain), step=named(other))
    if kept_down > gain / 2:
        return fill(scene.one_of(*KEEPS_DOWN), step=named(other), points=_points(kept_down))
    if kept and isinstance(other, Build):
        return fill(KEEPS, floor=tr(other.floor), points=_points(gain))
    if isinstance(other, Build) and _lets_grow(scene, other):
        text = mark("tower {tower} can still grow, and in trial turns that comes out about {points} better than {step}")
        return tr(text, tower=other.plot + 1, points=_points(gain), step=named(other))
    return tr("in trial turns it comes out about {points} better than {step}", points=_points(gain), step=named(other))


KEEPS_DOWN = (
    mark("in trial turns the opponent then scores about {points} less than after {step}"),
    mark("in trial turns the others together then score about {points} less than after {step}"),
)


def _points(amount: float) -> str:
    return tr_count("{number} point", "{number} points", max(1, round(amount)))


# -- doubtful tucks


def without_doubtful_tucks(
    view: View, board: State, plan: TurnPlan, ways: Sequence[TurnPlan], compare: Compare
) -> TurnPlan:
    """Return the plan with only those tucks, besides its first step, on which the reason for this step may count.

    The hint for the next step may drop the others. So the plan is compared with the plan without one of its tucks, and
    with `ways`, which the next hint will try first. A tuck whose card should be kept this turn stays in the plan's
    `tucks`, because a hint must not call the card kept.
    """
    first = steps_of(view.variant.deck, board, plan)[0]
    while True:
        fewer = [without_tucks(plan, [place]) for place in places_tucked(plan)[isinstance(first, Claim) :]]
        rivals = {(*sorted(sites_after(board, each)),): each for each in [*ways, *fewer, plan]}  # one for equal towers
        others = [each for each in rivals.values() if _lost(plan, each)]
        duels = compare(plan, others) if others else []
        found = [doubt for duel in duels if (doubt := _doubt(view, board, plan, duel))]
        if not found:
            return plan
        *_, plan = min(found)


def _doubt(view: View, board: State, plan: TurnPlan, duel: Duel) -> tuple[bool, float, TurnPlan] | None:
    """Return what should take the plan's place after a duel with a plan that lacks some of its tucks, or None.

    This is the other plan if it is clearly better. It is the plan without these tucks if they bring little, unless they
    score much this turn or are the only reason for the first step. The first two values say which to choose first:
    tucks on a tower that is scored this turn are the last to go.
    """
    lost = _lost(plan, duel.other)
    less, plot, gain = without_tucks(plan, lost), lost[0][0], fmean(duel.gains)
    now, then = (sites_after(board, each)[plot] for each in (plan, less))
    is_sure = board.terms.is_scored(now[0])
    if clear_gain([-gain for gain in duel.gains]):
        return is_sure, gain, duel.other
    mine = board.terms.tally(*now)[0][board.turn] - board.terms.tally(*then)[0][board.turn]
    is_much = is_sure and mine >= MUCH
    if gain >= LEAST_GAIN or clear_gain(duel.gains) or is_much or _is_reason(view, board, plan, less):
        return None
    return is_sure, gain, less


def _lost(plan: TurnPlan, other: TurnPlan) -> list[tuple[int, int]]:
    """Return the places of the plan's tucks that another plan lacks."""
    return [place for place in places_tucked(plan) if place not in places_tucked(other)]


def _is_reason(view: View, board: State, plan: TurnPlan, less: TurnPlan) -> bool:
    """Return whether the plan's first build has a better reason than a weak one only because of the missing tucks."""
    return outlook(view, board, less) < min(WEAK, outlook(view, board, plan))


def with_likely_tucks(board: State, plan: TurnPlan, candidates: Sequence[PlanCandidate]) -> TurnPlan:
    """Return the plan with more cards to tuck, which must not be called kept.

    Nearly as good plans with its builds tuck them, or the best plan that uses other cards keeps them as well.
    """
    ways = [
        candidate.choice.tucks for candidate in candidates
        if sorted(candidate.choice.builds) == sorted(plan.builds) and candidate.mean > candidates[0].mean - LEAST_GAIN
    ]  # fmt: skip
    if not plan.builds:
        return plan
    plan = plan._replace(tucks=max([plan.tucks, *ways], key=len))
    kept = _kept(board, plan)
    also = next((other for each in candidates if (other := _kept(board, each.choice)) != kept), kept)
    return plan._replace(tucks=plan.tucks + bytes(kind for kind in kept.elements() if also[kind] >= kept[kind]))


def _kept(board: State, plan: TurnPlan) -> Counter[int]:
    """Return the cards that the plan leaves in hand."""
    return Counter(board.hands[board.turn]) - Counter([*(kind for kind, _ in plan.builds), *plan.tucks])
