"""Comparisons of a plan with others, in trial turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from ...bots.search import CLEAR, Clause, clear_gain, standard_error
from ...engine import Seat
from ...language import Own, fill, mark, tr, tr_count
from ..actions import NEW, Action, Build, Claim, End
from ..core import Site, State, with_floor
from ..floors import Deck
from ..state import View
from .core import TurnPlan
from .hints import (
    EMPTY,
    MUCH,
    clause_of_end,
    clauses,
    is_shared,
    orders,
    outlook,
    places_tucked,
    possible_tucks,
    without_tucks,
    worth_of_tuck,
)
from .prospects import CARD, NOW, WEAK, kept_kinds, possible_builds, promise
from .scene import PlayedPlan, is_scored, named, scene_of, score, with_cards
from .search import Duel, PlanCandidate, sites_after, steps_of

Compare = Callable[[TurnPlan, Sequence[TurnPlan]], list[Duel]]
"""Compares a plan with the best of others; see `PlanSearch.duels`."""
WAYS = 16
"""Number of plans with another step that are compared with the best one."""
WAYS_OF_EACH = 4
"""The same if there are several such steps."""
LEAST_GAIN = 1.0
"""The smallest advantage of a step over another that counts, in points."""
LEAST_TOLD = 0.5
"""The smallest clear advantage that may be told, as about 1 point."""
NEARLY = 0.5
"""A step that promises so many points less than the chosen one may still be thought of first."""
REPEATED = 2
"""Number of times that a comparison without a clear result is continued in new worlds."""
NO_REASON = (*EMPTY, "lets in less", "counts", "keeps dear", "keeps trigger")
"""Kinds of clauses that only stand in for a reason."""


# -- the first step and others


def better_of(board: State, plan: TurnPlan, other: TurnPlan, compare: Compare) -> TurnPlan:
    """Return the one of two plans that does better."""
    is_same = sorted(sites_after(board, plan)) == sorted(sites_after(board, other))
    return plan if is_same or fmean(compare(plan, [other])[0].gains) >= 0 else other


def end_or_tuck(
    view: View, board: State, plan: TurnPlan, card: int, compare: Compare
) -> tuple[TurnPlan, Clause | None]:
    """Return the plan, which ends the turn, or one that tucks this card if that has a reason and does as well.

    So a hint doesn't end the turn if an earlier one named a tuck, and never wrongly calls a card worth more in hand.
    The clause compares ending the turn with the tuck that would score most, if that is much or about as good.
    """
    plan = plan._replace(tucks=b"")  # the cards of tucks that were taken out of the plan are kept now
    scene = scene_of(view.variant.deck, board, plan)
    ended = clause_of_end(scene, view)
    if ended.kind not in ("keeps", "in vain", "would grow", "keeps trigger", "last turn") or ended.facts.get("is_all"):
        return plan, None
    tucks = {tuck[0].plan._replace(tucks=bytes((card,))): worth_of_tuck(*tuck) for tuck in possible_tucks(scene)}
    duels, best = compare(plan, [*tucks]), max(tucks, key=lambda tuck: tucks[tuck])
    step, is_much = steps_of(view.variant.deck, board, best)[0], tucks[best] >= MUCH
    if (is_much or ended.kind == "keeps") and best not in (duel.other for duel in duels):
        duels += compare(plan, [best])
    duels = [_settled(plan, duel, compare) for duel in duels]
    for duel in sorted(duels, key=lambda duel: fmean(duel.gains)):
        gain = clear_gain(duel.gains)
        is_close = fmean(duel.gains) < 0 or (tucks[duel.other] >= MUCH and not gain)
        if is_close and clauses(view, board, duel.other)[0].kind not in NO_REASON:
            if tucks[best] < tucks[duel.other] + LEAST_GAIN:
                return duel.other, None
            rival = _settled(duel.other, compare(duel.other, [best])[0], compare)
            return duel.other, _told_of(scene, step, rival) if is_clear(rival.gains) else _as_well(scene, step, rival)
        if duel.other == best and (is_much or ended.kind == "keeps"):
            if gain < LEAST_TOLD:
                return plan, _as_well(scene, step, duel, is_alone=ended.kind == "keeps")
            if ended.kind == "keeps":
                text = tr("in trial turns that comes out about {points} better", points=_points(gain))
                return plan, Clause("better", text, {})
            return plan, _told_of(scene, step, duel)
    return plan, None


def compare_turns(
    view: View, board: State, best: TurnPlan, whole: TurnPlan, plans: Sequence[TurnPlan], compare: Compare
) -> tuple[TurnPlan, Clause | None]:
    """Return the best plan, and a clause that compares its first step with another one, or None.

    It is needed if another step promises nearly as much at first sight or holds the best rival down more, or if no
    reason sets the plan's step apart: then it is compared with the best of all other steps, which takes its place if it
    is clearly better. A step is judged by the best of the plans with it that lack the chosen one, and the chosen one by
    the `whole` plan, of which `best` may lack some tucks, so that nothing else in the turn makes the difference.
    """
    deck, found = view.variant.deck, clauses(view, board, best)
    turns = {plan: _bare_steps(deck, board, plan) for plan in plans}
    is_alone = found[0].kind in EMPTY or _is_drawback(found[0], board.turn)
    trial = StepTrial(scene_of(deck, board, best), whole, turns, compare, is_alone)
    first, *planned, _ = _bare_steps(deck, board, best)
    chosen, worths = trial.chosen, _promises(trial.scene, trial.chosen)
    closest: tuple[TurnPlan, Clause | None] = best, None
    if not has_reason(view, board, best):
        kinds = Build if isinstance(chosen, Build) else Claim if planned else (Claim, End)
        steps = dict.fromkeys(step for each in turns.values() for step in each if isinstance(step, kinds))
        others = [step for step in steps if step not in (first, *planned)]
        tried = {way: step for step in others for way in trial.plans_with(step, WAYS_OF_EACH)}
        if duels := compare(whole, [*tried]) if tried else []:
            duel = _closest(duels)
            theirs = [step for step in _bare_steps(deck, board, duel.other) if step in tried.values()]
            step = max([tried[duel.other], *theirs], key=lambda step: worths.get(step, 0.0))
            closest = trial.result(step, duel)
            if closest[0] != best or (closest[1] and closest[1].kind != "better"):
                return closest
    for other in (_tempting(trial.scene, chosen, found, worths) or _holding_down(trial.scene, chosen))[:1]:
        if duels := compare(whole, ways) if (ways := trial.plans_with(other, WAYS)) else []:
            plan, text = trial.result(other, _closest(duels))
            if text:
                return plan, text
    return closest


@dataclass(frozen=True, slots=True)
class StepTrial:
    """The first step of a plan, the scene's, in comparison with others (see `compare_turns`)."""

    scene: PlayedPlan
    whole: TurnPlan
    turns: Mapping[TurnPlan, Sequence[Action]]
    """Other plans, each with those of its steps that can be compared."""
    compare: Compare
    is_alone: bool
    """Whether there is no reason for the step."""

    @property
    def chosen(self) -> Action:
        return steps_of(self.scene.deck, self.scene.board, self.scene.plan)[0]

    def plans_with(self, other: Action, most: int) -> list[TurnPlan]:
        """Return plans that have another step and lack the chosen one, those like the whole plan first."""
        deck, board = self.scene.deck, self.scene.board
        first = _bare_steps(deck, board, self.scene.plan)[0]
        same = _instead(deck, board, self.whole, self.chosen, other)
        ways = list[TurnPlan]()
        if same and first not in _bare_steps(deck, board, same):
            ways = [*_with_tucks_on(deck, board, same, other), same]
        rest = [plan for plan, steps in self.turns.items() if first not in steps and _has_step(steps, other)]
        return [*dict.fromkeys([*ways, *rest])][:most]

    def result(self, other: Action, duel: Duel) -> tuple[TurnPlan, Clause | None]:
        """Return the plan that does better in the end, and a clause that compares the two steps, or None."""
        duel, best = _settled(self.whole, duel, self.compare), self.scene.plan
        if is_clear([-gain for gain in duel.gains]):
            return _ended(self, duel) if isinstance(other, End) else _turned(self, duel, other)
        if clear_gain(duel.gains) >= LEAST_TOLD and not _is_even(duel.gains):
            return best, _told_of(self.scene, other, duel, kept=_keeps(self.scene, self.chosen, other))
        return best, _as_well(self.scene, other, duel, is_alone=self.is_alone)


def _closest(duels: Sequence[Duel]) -> Duel:
    """Return the duel with the plan that does best."""
    return min(duels, key=lambda duel: fmean(duel.gains))


def _settled(plan: TurnPlan, duel: Duel, compare: Compare) -> Duel:
    """Return the duel, continued in new worlds until it is clear whether one choice is better or both are as good."""
    for _ in range(REPEATED):
        if is_clear(duel.gains) or is_clear([-gain for gain in duel.gains]) or _is_even(duel.gains):
            break
        again = compare(plan, [duel.other])[0]
        duel = again._replace(gains=duel.gains + again.gains, kept_down=duel.kept_down + again.kept_down)
    return duel


def _is_even(gains: Sequence[float]) -> bool:
    """Return whether neither of two choices is likely to be better than the other by enough points to count."""
    return abs(fmean(gains)) + CLEAR * standard_error(gains) < LEAST_GAIN


def is_clear(gains: Sequence[float]) -> bool:
    """Return whether a choice is better than another by enough points to count, and by more than chance."""
    return clear_gain(gains) >= LEAST_GAIN


def _ended(trial: StepTrial, duel: Duel) -> tuple[TurnPlan, Clause | None]:
    """Return the plan that ends the turn, and that it is better than the best plan's tuck."""
    scene = scene_of(trial.scene.deck, trial.scene.board, duel.other)
    return duel.other, _told_of(scene, trial.chosen, _reversed(duel, trial.scene.plan))


def _turned(trial: StepTrial, duel: Duel, other: Action) -> tuple[TurnPlan, Clause | None]:
    """Return the other plan of a duel with its step `other` first, and that it is better than the best plan's step.

    If the best plan does as well with more tucks on the tower on which it builds, return it with them.
    """
    deck, board, best = trial.scene.deck, trial.scene.board, trial.scene.plan
    plan, chosen, compare = duel.other, trial.chosen, trial.compare
    if more := [way for way in _with_tucks_on(deck, board, best, chosen) if way != best]:
        back = _settled(plan, _closest(compare(plan, more)), compare)
        if not is_clear(back.gains):
            return back.other, _as_well(scene_of(deck, board, back.other), other, back)
        duel = _reversed(back, plan)
    if isinstance(other, Claim):
        places = dict.fromkeys([(other.plot, other.level), *places_tucked(plan)])
        plan = plan._replace(claims=tuple((plot, (level,)) for plot, level in places))
    plan = next(each for each in orders(board, plan) if _bare_steps(deck, board, each)[0] == other)
    scene = scene_of(deck, board, plan)
    return plan, _told_of(scene, chosen, _reversed(duel, plan), kept=_keeps(scene, other, chosen))


def _reversed(duel: Duel, other: TurnPlan) -> Duel:
    """Return the duel as seen from its other plan, with `other` in its place."""
    return Duel(other, [-gain for gain in duel.gains], [-points for points in duel.kept_down])


def _told_of(scene: PlayedPlan, other: Action, duel: Duel, *, kept: bool = False) -> Clause:
    """Return that a choice is better than another step."""
    return Clause("better", _better(scene, other, fmean(duel.gains), fmean(duel.kept_down), kept=kept), {"step": other})


def _as_well(scene: PlayedPlan, other: Action, duel: Duel, *, is_alone: bool = False) -> Clause | None:
    """Return that another step is as good as the chosen one, unless that is unlikely.

    If it is alone, it takes the place of the reason.
    """
    if not _is_even(duel.gains):
        return None
    text = fill(AS_WELL_AT_END if scene.ends else AS_WELL[is_alone], step=named(other))
    return Clause("close call" if is_alone else "as well", text, {"step": other})


def _is_drawback(found: Clause, seat: Seat) -> bool:
    """Return whether all that a clause says of a tower is what it scores for others."""
    points = found.facts.get("points", [])
    return found.kind in NOW and any(points) and not points[seat] and not found.facts.get("number")


def _promises(scene: PlayedPlan, chosen: Action) -> dict[Action, float]:
    """Return what each step like the chosen one promises at first sight, with the tucks of the plan for that one."""
    board, worths = scene.board, dict[Action, float]()
    if isinstance(chosen, Claim):
        for plot, site in enumerate(board.sites):
            for level, after in with_cards(site, scene.seat):
                worths[Claim("", plot, level)] = promise(scene, site, after)
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
        worths[chosen] = promise(scene, board.sites[own_plot], scene.after[own_plot])
    return worths


def _tempting(
    scene: PlayedPlan, chosen: Action, found: Sequence[Clause], worths: Mapping[Action, float]
) -> list[Action]:
    """Return the other steps that promise at least nearly as much as the chosen one.

    If that has a second reason, which sets it apart from others on the same tower, these must promise more.
    """
    own = worths.get(replace(chosen, floor="") if isinstance(chosen, Claim) else chosen, 0.0)
    weak = ("last", "ends", "would add", "kept from others", "any build", "grows")
    ends = any(each.facts.get("is_by_tucks") for each in found[1:2])
    has_more = any(each.kind not in weak for each in found[1:2])
    planned = _bare_steps(scene.deck, scene.board, scene.plan)

    def least(step: Action) -> float:
        is_there = isinstance(step, Build) and isinstance(chosen, Build) and step.plot == chosen.plot
        return max(own + (LEAST_GAIN if ends or (has_more and is_there) else -NEARLY), LEAST_TOLD)

    tempting = [step for step in worths if worths[step] >= least(step) and step not in planned]
    return sorted(tempting, key=lambda step: -worths[step])


def _holding_down(scene: PlayedPlan, chosen: Action) -> list[Action]:
    """Return the other build on the chosen one's tower that holds the best rival down most, if that one leads there.

    A player thinks of it first. It counts if the rival then scores less, whatever it costs the seat.
    """
    if not isinstance(chosen, Build):
        return []
    plot, board = scene.plan.builds[0][1], scene.board
    before, after = board.sites[plot], scene.after[plot]
    least = _most_of_rivals(scene, after)
    if not before[0] or least <= score(scene, after).points[scene.seat]:
        return []
    found = dict[Action, int]()
    for kind in sorted({*board.hands[scene.seat]} - {after[0][len(before[0])]}):
        ways = with_cards(with_floor(before, kind), scene.seat)
        found[Build(scene.deck.floors[kind].name, plot)] = min(_most_of_rivals(scene, way) for _, way in ways)
    return [step for step in sorted(found, key=lambda step: found[step]) if found[step] < least]


def _most_of_rivals(scene: PlayedPlan, site: Site) -> int:
    points = score(scene, site).points
    return max(points[rival] for rival in scene.rivals)


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


def _has_step(steps: Sequence[Action], step: Action) -> bool:
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
    tucks = sorted(hand, key=lambda kind: (kind not in plan.tucks, kind in deck.triggers))[: len(claims)]
    plots = sorted({plot for plot, _ in claims})
    levels = tuple((plot, tuple(level for place, level in claims if place == plot)) for plot in plots)
    return TurnPlan(plan.worth, tuple(sorted(builds, key=lambda build: build[1])), levels, bytes(tucks))


def _with_tucks_on(deck: Deck, board: State, plan: TurnPlan, step: Action) -> list[TurnPlan]:
    """Return the plan with more tucks on the tower on which the step builds, besides its other tucks and without them.

    They are added as long as they promise much and there are cards.
    """
    if not isinstance(step, Build):
        return []
    plot = next(plot for kind, plot in plan.builds if deck.floors[kind].name == step.floor)
    spare = (Counter(board.hands[board.turn]) - Counter([kind for kind, _ in plan.builds])).elements()
    cards = sorted(spare, key=lambda kind: (kind not in plan.tucks, kind in deck.triggers))
    plan, ways = plan._replace(tucks=bytes(cards)), list[TurnPlan]()
    for way in (plan, without_tucks(plan, places_tucked(plan))):
        while len(places_tucked(way)) < len(way.tucks):
            scene = scene_of(deck, board, way)
            site = scene.after[plot]
            gains = {level: promise(scene, site, tucked) for level, tucked in with_cards(site, scene.seat)}
            level = max(gains, key=lambda level: gains[level], default=0)
            if gains.get(level, 0.0) <= CARD:
                break
            way = way._replace(claims=(*way.claims, (plot, (level,))))
        ways.append(way._replace(tucks=way.tucks[: len(places_tucked(way))]))
    return ways


def _bare_steps(deck: Deck, board: State, plan: TurnPlan) -> list[Action]:
    """Return the steps of a plan that can be compared: without the faces of tucked cards, and tucks in new towers."""
    steps = [replace(step, floor="") if isinstance(step, Claim) else step for step in steps_of(deck, board, plan)]
    return [step for step in steps if not isinstance(step, Claim) or board.sites[step.plot][0]]


def has_reason(view: View, board: State, plan: TurnPlan) -> bool:
    """Return whether the plan's first step has a reason that needs no trial turns to be believed.

    It has none if the reason holds as well for another build, or if a tuck brings only the others less.
    """
    found = clauses(view, board, plan)
    points: list[int] = found[0].facts.get("points", [])
    if any(each.facts.get("is_by_tucks") for each in found):
        return True
    if found[0].kind == "owning" and max(found[0].facts["mine"], found[0].facts["drawn"]) <= 0:
        return False
    if found[0].kind in NO_REASON or is_shared(view, board, plan, found[0]):
        return False
    if points and found[0].kind in NOW:
        is_new = not board.sites[found[0].facts["plot"]][0]
        rivals = [own for rival, own in enumerate(points) if rival != board.turn]
        return points[board.turn] > max(rivals) or (is_new and not any(points))
    return True


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
    if kept_down / len(scene.rivals) > gain / 2:
        return fill(scene.one_of(*KEEPS_DOWN), step=named(other), points=_points(gain))
    if kept and isinstance(other, Build):
        return fill(KEEPS, floor=tr(other.floor), points=_points(gain))
    if isinstance(other, Build) and _lets_grow(scene, other):
        text = mark("tower {tower} can still grow, and in trial turns that comes out about {points} better than {step}")
        return tr(text, tower=other.plot + 1, points=_points(gain), step=named(other))
    return tr("in trial turns it comes out about {points} better than {step}", points=_points(gain), step=named(other))


KEEPS_DOWN = (
    mark(
        "in trial turns it comes out about {points} better than {step}, mostly because the opponent scores less "
        "this way"
    ),
    mark(
        "in trial turns it comes out about {points} better than {step}, mostly because the others score less this way"
    ),
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
    is_weak = outlook(view, board, less) < min(WEAK, outlook(view, board, plan))
    return is_weak and clauses(view, board, plan)[0].kind not in NO_REASON


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
