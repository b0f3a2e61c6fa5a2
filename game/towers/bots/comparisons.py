"""Comparisons of a plan with others, in trial turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from ...bots.search import CLEAR, Clause, clear_gain, standard_error
from ...engine import Seat
from ...language import Message, fill, mark, tr, tr_count
from ..actions import NEW, Action, Build, Claim, End
from ..core import Site, State, with_floor
from ..floors import Deck
from ..state import View
from .apart import is_shared
from .core import TurnPlan
from .hints import (
    MUCH,
    NO_REASON,
    clauses,
    clauses_of_end,
    orders,
    outlook,
    possible_tucks,
    with_best_reason_first,
    without_tucks,
    worth_of_tuck,
)
from .prospects import CARD, NOW, WEAK, likely, possible_builds, promise
from .scene import (
    PlayedPlan,
    named,
    not_built,
    places_tucked,
    scene_of,
    with_cards,
)
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
MOST_TOLD = 4
"""The largest advantage that is told by its number of points, because trials do not look far ahead."""
NEARLY = 0.5
"""A step that promises so many points less than the chosen one may still be thought of first."""
NEAR_TRIGGER = 1.5
"""The same for a floor that triggers scoring, on another tower."""
REPEATED = 2
"""Number of times that a comparison without a clear result is continued in new worlds."""


# -- the first step and others


def better_of(board: State, plan: TurnPlan, other: TurnPlan, compare: Compare) -> TurnPlan:
    """Return the one of two plans that does better."""
    is_same = sorted(sites_after(board, plan)) == sorted(sites_after(board, other))
    return plan if is_same or fmean(compare(plan, [other])[0].gains) >= 0 else other


def end_or_tuck(
    view: View, board: State, plan: TurnPlan, card: int, compare: Compare
) -> tuple[TurnPlan, Clause | None]:
    """Return the plan, which ends the turn, or one that tucks this card if that has a reason and does about as well.

    So a hint doesn't end the turn if an earlier one named a tuck, and never wrongly calls a card worth more in hand.
    The clause compares ending the turn with the tuck that does best, if any promises something.
    """
    plan = plan._replace(tucks=b"")  # the cards of tucks that were taken out of the plan are kept now
    scene = scene_of(view.variant.deck, board, plan)
    ended = clauses_of_end(scene, view)[0]
    if ended.kind not in ("keeps", "in vain", "would grow", "keeps trigger", "last turn") or ended.facts.get("is_all"):
        return plan, None
    ways = [tuck for tuck in possible_tucks(scene) if not tuck[0].loses_by_tucks()]
    if not ways:
        return plan, None
    tucks = {tuck[0].plan._replace(tucks=bytes((card,))): worth_of_tuck(*tuck) for tuck in ways}
    duels, best = compare(plan, [*tucks]), max(tucks, key=lambda tuck: tucks[tuck])
    duels = sorted((_settled(plan, duel, compare) for duel in duels), key=lambda duel: fmean(duel.gains))
    step = steps_of(view.variant.deck, board, best)[0]
    for duel in duels:
        is_close = fmean(duel.gains) < LEAST_TOLD or (tucks[duel.other] >= MUCH and not _is_better(duel.gains))
        if is_close and clauses(view, board, duel.other)[0].kind not in NO_REASON:
            if tucks[best] < tucks[duel.other] + LEAST_GAIN:
                return duel.other, None
            rival = _settled(duel.other, compare(duel.other, [best])[0], compare)
            return duel.other, _comparison(scene, step, rival)
    if not duels or (tucks[best] < MUCH and ended.kind not in ("keeps", "would grow")):
        return plan, None
    place = ended.facts.get("place"), (ended.facts.get("level", 0) - 1,)
    if ended.kind == "keeps" and duels[0].other.claims == (place,) and _is_better(duels[0].gains):
        return plan, Clause("better", fill(BETTER, points=_points(fmean(duels[0].gains))), {})
    return plan, _comparison(scene, steps_of(view.variant.deck, board, duels[0].other)[0], duels[0], of_rest=True)


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
    scene, chosen = scene_of(deck, board, best), steps_of(deck, board, best)[0]
    trial = StepTrial(view, scene, whole, turns, compare, promises(scene, chosen), _is_bare(found[0], scene.seat))
    closest: tuple[TurnPlan, Clause | None] = best, None
    if not has_reason(view, board, best):
        closest = trial.against_rest()
        if closest[0] != best or (closest[1] and closest[1].kind == "better"):
            return closest
    for other in _tempting(trial, found) or _holding_down(scene, chosen) or _elsewhere(trial):
        if duels := compare(whole, ways) if (ways := trial.plans_with(other, WAYS)) else []:
            plan, told = trial.result(other, _closest(duels))
            is_more = plan != best or closest[1] is None or (told is not None and told.kind == "better")
            return (plan, told) if is_more else closest
    return closest


@dataclass(frozen=True, slots=True)
class StepTrial:
    """The first step of a plan, the scene's, in comparison with others (see `compare_turns`)."""

    view: View
    scene: PlayedPlan
    whole: TurnPlan
    turns: Mapping[TurnPlan, Sequence[Action]]
    """Other plans, each with those of its steps that can be compared."""
    compare: Compare
    worths: Mapping[Action, float]
    """What each step promises at first sight."""
    is_bare: bool
    """Whether there is no reason for the step."""

    @property
    def chosen(self) -> Action:
        return steps_of(self.scene.deck, self.scene.board, self.scene.plan)[0]

    @property
    def own_worth(self) -> float:
        return self.worths.get(replace(self.chosen, floor="") if isinstance(self.chosen, Claim) else self.chosen, 0.0)

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

    def against_rest(self) -> tuple[TurnPlan, Clause | None]:
        """Return the same as `result` in comparison with the best of all other steps of the kind."""
        (first, *planned, _), best = _bare_steps(self.scene.deck, self.scene.board, self.scene.plan), self.scene.plan
        kinds = Build if isinstance(self.chosen, Build) else Claim if planned else (Claim, End)
        others = [step for step in self.worths if isinstance(step, kinds) and step not in (first, *planned)]
        tried = {way: step for step in others for way in self.plans_with(step, WAYS_OF_EACH)}
        if not (duels := self.compare(self.whole, [*tried]) if tried else []):
            return best, None
        duel = _closest(duels)
        its_steps = _bare_steps(self.scene.deck, self.scene.board, duel.other)
        theirs = [step for step in its_steps if step in tried.values() and _has_step(its_steps, step)]
        return self.result(
            max([tried[duel.other], *theirs], key=lambda step: self.worths.get(step, 0.0)), duel, of_rest=True
        )

    def result(self, other: Action, duel: Duel, *, of_rest: bool = False) -> tuple[TurnPlan, Clause | None]:
        """Return the plan that does better in the end, and a clause that compares the two steps, or None.

        A step with a reason takes its place even if it only does as well, if this one has none or promises much less.
        """
        duel, best = _settled(self.whole, duel, self.compare), self.scene.plan
        if _is_better([-gain for gain in duel.gains]):
            return _ended(self, duel) if isinstance(other, End) else _turned(self, duel, other)
        is_weak = self.is_bare or self.worths.get(other, 0.0) >= self.own_worth + LEAST_GAIN
        if is_weak and _is_even(duel.gains) and fmean(duel.gains) < LEAST_TOLD:
            turned = duel.other if isinstance(other, End) else _beginning_with(self, duel.other, other)
            found = clauses(self.view, self.scene.board, turned)[0]
            if found.kind != "keeps" and not _is_bare(found, self.scene.seat):
                return turned, None
        return best, _comparison(self.scene, other, duel, of_rest=of_rest)


def _closest(duels: Sequence[Duel]) -> Duel:
    """Return the duel with the plan that does best."""
    return min(duels, key=lambda duel: fmean(duel.gains))


def _settled(plan: TurnPlan, duel: Duel, compare: Compare) -> Duel:
    """Return the duel, continued in new worlds until it is clear whether one choice is better or both are as good."""
    for _ in range(REPEATED):
        if _is_better(duel.gains) or _is_better([-gain for gain in duel.gains]) or _is_even(duel.gains):
            break
        duel = Duel(duel.other, duel.gains + compare(plan, [duel.other])[0].gains)
    return duel


def _is_even(gains: Sequence[float]) -> bool:
    """Return whether neither of two choices is likely to be better than the other by enough points to count."""
    return abs(fmean(gains)) + CLEAR * standard_error(gains) < LEAST_GAIN


def _is_better(gains: Sequence[float]) -> bool:
    """Return whether a choice is better than another by enough points to be told, and by more than chance."""
    return clear_gain(gains) >= LEAST_TOLD and not _is_even(gains)


def _ended(trial: StepTrial, duel: Duel) -> tuple[TurnPlan, Clause | None]:
    """Return the plan that ends the turn, and that it is better than the best plan's tuck."""
    scene = scene_of(trial.scene.deck, trial.scene.board, duel.other)
    return duel.other, _comparison(scene, trial.chosen, _reversed(duel, trial.scene.plan))


def _turned(trial: StepTrial, duel: Duel, other: Action) -> tuple[TurnPlan, Clause | None]:
    """Return the other plan of a duel with its step `other` first, and that it is better than the best plan's step.

    If the best plan does as well with more tucks on the tower on which it builds, return it with them.
    """
    deck, board, best = trial.scene.deck, trial.scene.board, trial.scene.plan
    plan, chosen, compare = duel.other, trial.chosen, trial.compare
    if more := [way for way in _with_tucks_on(deck, board, best, chosen) if way != best]:
        back = _settled(plan, _closest(compare(plan, more)), compare)
        if not _is_better(back.gains):
            return back.other, _comparison(scene_of(deck, board, back.other), other, back)
        duel = _reversed(back, plan)
    plan = _beginning_with(trial, plan, other)
    return plan, _comparison(scene_of(deck, board, plan), chosen, _reversed(duel, best))


def _beginning_with(trial: StepTrial, plan: TurnPlan, step: Action) -> TurnPlan:
    """Return the plan with the best reason first if the best plan lacks that step, too, else with this step first."""
    deck, board = trial.scene.deck, trial.scene.board
    ordered = with_best_reason_first(trial.view, board, plan)
    if _bare_steps(deck, board, ordered)[0] not in _bare_steps(deck, board, trial.scene.plan):
        return ordered
    if isinstance(step, Claim):
        places = dict.fromkeys([(step.plot, step.level), *places_tucked(plan)])
        plan = plan._replace(claims=tuple((plot, (level,)) for plot, level in places))
    return next(each for each in orders(board, plan) if _bare_steps(deck, board, each)[0] == step)


def _reversed(duel: Duel, other: TurnPlan) -> Duel:
    """Return the duel as seen from its other plan, with `other` in its place."""
    return Duel(other, [-gain for gain in duel.gains])


def _comparison(scene: PlayedPlan, other: Action, duel: Duel, *, of_rest: bool = False) -> Clause | None:
    """Return how a choice compares with another step, which may be the best of the rest.

    It is None if the other step came out better, though not clearly.
    """
    gain, kind = fmean(duel.gains), "no better"
    if _is_better(duel.gains):
        kind = "better"
    elif _is_even(duel.gains):
        kind = "as well"
    elif of_rest:
        return Clause(kind, tr("in trial turns nothing comes out clearly better"), {})
    elif gain < 0:
        return None
    text: Message = AT_END[kind] if scene.ends and not scene.tucks_to_end() else IN_TRIALS[kind][of_rest]
    points = _points(gain)
    facts = {"step": other, "plan": duel.other, "short": fill(BETTER, points=points)}
    return Clause(kind, fill(text, points=points, step=named(other)), facts)


BETTER = mark("in trial turns that comes out {points} better")
IN_TRIALS = {
    "better": (
        mark("in trial turns it comes out {points} better than {step}"),
        mark("in trial turns it comes out {points} better than {step}, the next best"),
    ),
    "as well": (
        mark("in trial turns, {step} comes out about as well"),
        mark("in trial turns nothing comes out clearly better than this or {step}"),
    ),
    "no better": (mark("in trial turns, {step} comes out no better"),),
}
"""By kind, and then by whether the other step is the best of the rest: False, True."""
AT_END = {
    "better": mark("this turn ends the game, and it comes out {points} better than {step}"),
    "as well": mark("this turn ends the game, and {step} comes out about as well"),
    "no better": mark("in trial turns, {step} comes out no better"),
}


def _is_bare(found: Clause, seat: Seat) -> bool:
    """Return whether a clause only stands in for a reason, or only says of a tower what it scores for others."""
    points = found.facts.get("points", [])
    is_drawback = found.kind in NOW and any(points) and not points[seat] and not found.facts.get("number")
    return found.kind in NO_REASON or is_drawback


def promises(scene: PlayedPlan, chosen: Action) -> dict[Action, float]:
    """Return what each step like the chosen one promises at first sight, with the tucks of the plan for that one.

    Ending the turn promises the card that a tuck would take.
    """
    board, worths = scene.board, dict[Action, float]()
    if isinstance(chosen, Claim):
        for plot, site in enumerate(board.sites):
            for level, after in with_cards(site, scene.seat):
                worths[Claim("", plot, level)] = likely(scene, site, after)
        worths[End()] = CARD
    elif isinstance(chosen, Build):
        is_free = len(board.hands[scene.seat]) > board.terms.builds - len(board.built)
        own_plot = scene.plan.builds[0][1]
        is_elsewhere = [plot for plot, _ in places_tucked(scene.plan)] == [own_plot]
        for kind, plot in possible_builds(scene):
            before, after = board.sites[plot], with_floor(board.sites[plot], kind)
            tucked = [way for _, way in with_cards(after, scene.seat)[-1:] if is_free]
            step = Build(scene.deck.floors[kind].name, plot if before[0] else NEW)
            bare = promise(scene, before, after) + (_most_by_tuck(scene, plot) if is_elsewhere else 0.0)
            worths[step] = max(bare, *(likely(scene, before, way) for way in [after, *tucked]))
        worths[chosen] = likely(scene, board.sites[own_plot], scene.after[own_plot])
    return worths


def _tempting(trial: StepTrial, found: Sequence[Clause]) -> list[Action]:
    """Return the other steps that promise at least nearly as much as the chosen one.

    If that has a second reason, which sets it apart from others on the same tower, these must promise more.
    """
    scene, chosen, worths = trial.scene, trial.chosen, trial.worths
    weak = ("last", "ends", "ends by tucks", "would add", "kept from others", "grows")
    ends = any(each.kind == "ends by tucks" for each in found)
    has_more = any(each.kind not in weak for each in found[1:])
    planned = _bare_steps(scene.deck, scene.board, scene.plan)[:-1]

    def least(step: Action) -> float:
        is_there = isinstance(step, Build) and isinstance(chosen, Build) and step.plot == chosen.plot
        return max(trial.own_worth + (LEAST_GAIN if ends or (has_more and is_there) else -NEARLY), LEAST_TOLD)

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
    if not before[0] or least <= scene.score(after).points[scene.seat]:
        return []
    found = dict[Action, int]()
    for kind in sorted({*board.hands[scene.seat]} - {after[0][len(before[0])]}):
        ways = with_cards(with_floor(before, kind), scene.seat)
        found[Build(scene.deck.floors[kind].name, plot)] = min(_most_of_rivals(scene, way) for _, way in ways)
    return [step for step in sorted(found, key=lambda step: found[step]) if found[step] < least]


def _elsewhere(trial: StepTrial) -> list[Action]:
    """Return the same build as the chosen one elsewhere, if a player thinks of that at once.

    It is a new tower, or others instead of that, if the chosen one has no reason, and any tower for a floor that
    triggers scoring if it promises nearly as much there.
    """
    chosen = trial.chosen
    if not isinstance(chosen, Build):
        return []
    builds = [step for step in trial.worths if isinstance(step, Build) and step.floor == chosen.floor]
    places = [step for step in builds if (step.plot == NEW) != (chosen.plot == NEW)] if trial.is_bare else []
    if trial.scene.deck.kind_named[chosen.floor] in trial.scene.deck.triggers:
        near = max(trial.own_worth - NEAR_TRIGGER, LEAST_TOLD)
        places = [step for step in builds if step.plot != chosen.plot and trial.worths[step] >= near]
    return sorted(places, key=lambda step: -trial.worths[step])


def _most_of_rivals(scene: PlayedPlan, site: Site) -> int:
    points = scene.score(site).points
    return max(points[rival] for rival in scene.rivals)


def _most_by_tuck(scene: PlayedPlan, plot: int) -> float:
    """Return what the best tuck on another tower than the one on a plot seems to be worth to the seat."""
    others = [site for other, site in enumerate(scene.board.sites) if other != plot]
    gains = [promise(scene, site, tucked) for site in others for _, tucked in with_cards(site, scene.seat)]
    return max(gains, default=0.0)


def _has_step(steps: Sequence[Action], step: Action) -> bool:
    return step in (steps[:1] if isinstance(step, End) else steps)


def _instead(deck: Deck, board: State, plan: TurnPlan, chosen: Action, other: Action) -> TurnPlan | None:
    """Return the plan with `other` instead of the step `chosen`, or None if there is no such turn."""
    builds, claims = [*plan.builds], places_tucked(plan)
    if isinstance(other, End):
        claims = []
    elif isinstance(chosen, Claim):
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

    They are added as long as they promise much and there are cards. Tucks on towers that are scored this turn stay.
    """
    if not isinstance(step, Build):
        return []
    plot = next(plot for kind, plot in plan.builds if deck.floors[kind].name == step.floor)
    cards = sorted(not_built(board, plan), key=lambda kind: (kind not in plan.tucks, kind in deck.triggers))
    plan, ways, scene = plan._replace(tucks=bytes(cards)), list[TurnPlan](), scene_of(deck, board, plan)
    later = [place for place in places_tucked(plan) if not scene.is_scored(scene.after[place[0]])]
    for way in (plan, without_tucks(plan, later)):
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
    if any(each.kind == "ends by tucks" for each in found):
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


def _points(amount: float) -> str:
    if amount > MOST_TOLD:
        return tr("more than {number} points", number=MOST_TOLD)
    return tr_count("about {number} point", "about {number} points", max(1, round(amount)))


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
        others = [*ways, *fewer, *_moved(view.variant.deck, board, plan), plan]
        rivals = {(*sorted(sites_after(board, each)),): each for each in others}  # one for equal towers
        others = [each for each in rivals.values() if _lost(plan, each)]
        duels = compare(plan, others) if others else []
        found = [doubt for duel in duels if (doubt := _doubt(view, board, plan, duel))]
        if not found:
            return plan
        *_, plan = min(found)


def _moved(deck: Deck, board: State, plan: TurnPlan) -> list[TurnPlan]:
    """Return the plan with its last card under another floor that then scores for the seat this turn."""
    spare, scene = len(not_built(board, plan)) - len(plan.tucks), scene_of(deck, board, plan)
    places = [place for place in places_tucked(plan) if not scene.is_scored(scene.after[place[0]])]
    if spare or not places:
        return []
    bare = without_tucks(plan, places[-1:])
    ways = [
        bare._replace(claims=(*bare.claims, (plot, (level,))))
        for plot, site in enumerate(scene.after) if site[0] and scene.is_scored(site)
        for level, tucked in with_cards(site, scene.seat) if promise(scene, site, tucked) > CARD
    ]  # fmt: skip
    return [way for way in ways if not scene_of(deck, board, way).loses_by_tucks()]


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
    return Counter(not_built(board, plan)) - Counter(plan.tucks)
