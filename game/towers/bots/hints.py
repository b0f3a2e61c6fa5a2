"""Explanations of why a step is good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from ...bots.reasons import Clause, clause, reason
from ...bots.search import clear_gain, standard_error
from ...language import Message, Own, fill, mark, tr, tr_count
from ...text import full_stop, listed, paragraph, sentence
from ..actions import NEW, Action, Build, Claim, End
from ..core import NONE, State, claimed, with_floor
from ..floors import Deck
from ..state import View
from .core import TurnPlan
from .prospects import (
    CARD,
    NOW,
    WEAK,
    apart_from_others,
    for_later,
    foremost,
    gains_of,
    grows_by,
    growth,
    in_spite_of_rivals,
    is_needed,
    keeps_trigger,
    kept_from_others,
    kept_kinds,
    possible_builds,
    promise,
    tucked_before,
)
from .search import (
    Duel,
    PlanCandidate,
    PlayedPlan,
    cards_of,
    difference,
    grown,
    is_scored,
    more_drawn,
    named,
    scene_of,
    sites_after,
    steps_of,
    with_cards,
)

Compare = Callable[[TurnPlan, Sequence[TurnPlan]], list[Duel]]
"""Compares a plan with the best of others; see `PlanSearch.duels`."""
MUCH_MORE = 2
"""Growth is the reason for a tuck if it then scores at least this many points more than twice what it scores now."""
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
MUCH = 3
"""If a card would score so many points, it is worth a word why it is kept."""
COMPARED = (*NOW, "grows", "may grow", "draws later")
"""Kinds of clauses that may hold after other builds, too."""
ALONE = ("stands", "costs others", "draws later")
"""Kinds of clauses that may need only the tucks, and no build."""
KEEPS_TRIGGER = ("keeps trigger", "keeps for later")
"""Kinds of clauses on a floor in hand that can have a tower scored."""
EMPTY = ("must build", "closed", "same lead", "vain")
"""Kinds of clauses that say nothing that could stand beside a comparison."""
NO_REASON = (*EMPTY, "lets in less", "counts", "keeps dear", "keeps useless")
"""Kinds of clauses that only stand in for a reason."""


def explain(view: View, board: State, plan: TurnPlan, compared: str = "") -> str:
    """Return why the plan's first step is good for its seat, in words that continue the naming of the step.

    The result of the comparison with other plans (see `compare_turns`) is added, or replaces a missing reason.
    """
    found = clauses(view, board, plan)
    if not compared:
        return reason(found)
    if found[0].kind in EMPTY:
        return full_stop(compared)
    kept = [found[0], *(each for each in found[1:] if each.kind == "would add")]
    return paragraph([reason(kept), full_stop(sentence(compared))])


def clauses(view: View, board: State, plan: TurnPlan) -> list[Clause]:
    """Return the clauses of `explain`, the most important first."""
    deck = view.variant.deck
    scene, step = scene_of(deck, board, plan), steps_of(deck, board, plan)[0]
    if isinstance(step, Build):
        plot = plan.builds[0][1]
        built = _with_tucks(scene, plot, lambda scene: foremost(scene, plot)[1])
        apart = apart_from_others(scene, plot, built) if built.kind in COMPARED else []
        more = in_spite_of_rivals(scene, plot) if built.kind in NOW else []
        if built.kind in ALONE and not apart and not is_needed(scene, plot, built):
            _, built = max(tucked_before(scene, plot, built), default=(0.0, built))
            built = replace(built, facts={**built.facts, "plot": plot})
        added = [] if built.kind == "counts" else _would_add(scene, plot)
        return [built, *added, *_ends(scene, plot, is_build=True), *apart, *more]
    if isinstance(step, Claim):
        return [_tucked(scene, step.plot, step.level), *_ends(scene, step.plot)]
    return [_ended(scene, view)]


def _would_add(scene: PlayedPlan, plot: int) -> list[Clause]:
    """Return that a spare card under what is built would score much on a tower that is scored this turn."""
    kinds, owners = scene.after[plot]
    level = len(kinds) - 1
    spare = len(scene.board.hands[scene.seat]) - len(scene.plan.builds) - len(_places(scene.plan))
    if not is_scored(scene, scene.after[plot]) or owners[level] != NONE or not spare:
        return []
    mine, _ = difference(scene, (kinds, claimed(owners, level, scene.seat)), scene.after[plot])
    return [clause("would add", WOULD_ADD, plot=plot, floor=level + 1, number=mine)] if mine >= MUCH else []


WOULD_ADD = Own(
    "a card under floor {floor} would add {number} for you",
    "a card under floor {floor} would add {number} for {name}",
)


def _ends(scene: PlayedPlan, plot: int, *, is_build: bool = False) -> list[Clause]:
    """Return that the game ends, if a tower is only scored because of that, or that a build is in the last turn."""
    if is_build and not scene.may_play_again and not scene.ends:
        return [clause("last", LAST)]
    if not scene.ends or scene.board.terms.is_scored(scene.after[plot][0]):
        return []
    without = scene_of(scene.deck, scene.board, scene.plan._replace(claims=(), tucks=b""))
    return [clause("ends", ENDS[without.ends], plot=plot, is_by_tucks=not without.ends)]


ENDS = (
    mark("Tucking ends the game this turn, and all towers are scored as they stand."),
    mark("This turn ends the game, and all towers are scored as they stand."),
)
"""By whether it would end without tucks, too: False, True."""

LAST = Own("this is your last turn", "this is {name}'s last turn")
LAST_OF_ALL = Own(
    "this is your last turn, and no other floor would score anything",
    "this is {name}'s last turn, and no other floor would score anything",
)


def clause_of_build(view: View, board: State, plan: TurnPlan, plot: int) -> Clause:
    """Return the best reason for what the plan builds on a plot, whether it is built first or second."""
    return foremost(scene_of(view.variant.deck, board, plan), plot)[1]


def clause_of_tuck(view: View, board: State, plan: TurnPlan, plot: int, level: int) -> Clause:
    """Return why the plan tucks a card under that floor."""
    return _claimed(scene_of(view.variant.deck, board, plan), plot, level)


def with_best_reason_first(view: View, board: State, plan: TurnPlan) -> TurnPlan:
    """Return the plan with the builds in the order that puts the better reason first, and then the best claims first.

    Two new towers trade places, because the first one always gets the leftmost plot.
    """
    plan = _best_first(view.variant.deck, board, _without_vain(view.variant.deck, board, plan))
    swapped = plan._replace(builds=plan.builds[::-1])
    if sum(not board.sites[plot][0] for _, plot in plan.builds) > 1:
        (first, one), (second, two) = plan.builds
        places = {one: two, two: one}
        claims = tuple((places.get(plot, plot), levels) for plot, levels in plan.claims)
        swapped = plan._replace(builds=((second, one), (first, two)), claims=claims)
    return max(plan, swapped, key=lambda way: outlook(view, board, way))


def _without_vain(deck: Deck, board: State, plan: TurnPlan) -> TurnPlan:
    """Return the plan without tucks that bring nothing on a tower that is scored this turn."""
    scene = scene_of(deck, board, plan)
    for plot, level in _places(plan):
        if is_scored(scene, scene.after[plot]) and not any(_brought(scene, plot, level)):
            return _without_vain(deck, board, _untucked(plan, [(plot, level)]))
    return plan


def _best_first(deck: Deck, board: State, plan: TurnPlan) -> TurnPlan:
    """Return the plan with the claims on towers first that are scored this turn, and of these the best ones."""
    scene = scene_of(deck, board, plan)

    def order(place: tuple[int, int]) -> tuple[bool, float]:
        return not is_scored(scene, scene.after[place[0]]), -_worth(scene, *place)

    places = sorted(_places(plan), key=order)
    return plan._replace(claims=tuple((plot, (level,)) for plot, level in places))


def _places(plan: TurnPlan) -> list[tuple[int, int]]:
    return [(plot, level) for plot, levels in plan.claims for level in levels]


def _brought(scene: PlayedPlan, plot: int, level: int) -> tuple[int, int, int, int]:
    """Return the points and cards that a tuck brings the seat, and those that it costs others; none are below 0."""
    mine, others, drawn, fewer = _effects(scene, plot, level)
    return max(0, mine), max(0, -others), max(0, drawn), max(0, fewer)


def _effects(scene: PlayedPlan, plot: int, level: int) -> tuple[int, int, int, int]:
    """Return how many points more a tuck scores for the seat and for others, and the cards more and fewer they draw."""
    after, without = scene.after[plot], scene.unclaimed(plot, level)
    fewer = cards_of(scene.followers, scene, without) - cards_of(scene.followers, scene, after)
    return *difference(scene, after, without), more_drawn(scene, plot, without), fewer


def _worth(scene: PlayedPlan, plot: int, level: int) -> float:
    """Return roughly how many points a tuck is worth."""
    mine, less, drawn, fewer = _brought(scene, plot, level)
    return mine + less + CARD * (drawn + fewer)


def _scored_first(board: State, plan: TurnPlan) -> TurnPlan:
    """Return the plan with the claims on towers first that are scored this turn."""
    sites = sites_after(board, plan)
    claims = sorted(plan.claims, key=lambda claim: not board.terms.is_scored(sites[claim[0]][0]))
    return plan._replace(claims=tuple(claims))


def outlook(view: View, board: State, plan: TurnPlan) -> float:
    """Return roughly how many points the reason for the plan's first build is worth."""
    return foremost(scene_of(view.variant.deck, board, plan), plan.builds[0][1])[0] if plan.builds else 0.0


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
        fewer = [_untucked(plan, [place]) for place in _places(plan)[isinstance(first, Claim) :]]
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
    less, plot, gain = _untucked(plan, lost), lost[0][0], fmean(duel.gains)
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
    return [place for place in _places(plan) if place not in _places(other)]


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


def _untucked(plan: TurnPlan, places: Collection[tuple[int, int]]) -> TurnPlan:
    """Return the plan without the tucks at these places; their cards stay in it."""
    left = [(plot, tuple(level for level in levels if (plot, level) not in places)) for plot, levels in plan.claims]
    return plan._replace(claims=tuple((plot, levels) for plot, levels in left if levels))


def _ended(scene: PlayedPlan, view: View) -> Clause:
    """Return why no more cards are tucked."""
    if not view.hand:
        return clause("no card", mark("there's no card left to tuck"))
    if all(storey.owner is not None for tower in view.towers for storey in tower):
        return clause("all tucked", mark("every floor already has a tucked card"))
    after = scene.board.copy()
    after.end_turn()
    tucks = [*_tucks(scene)]
    if after.last_round:
        is_all = not any(_effects(tucked, plot, level)[0] > 0 for tucked, plot, level in tucks)
        return clause("last turn", LAST_OF_ALL if is_all else LAST, is_all=is_all)
    kinds = kept_kinds(scene)
    if all(kind in scene.deck.triggers for kind in kinds) and (kept := keeps_trigger(scene)):
        return kept
    tucked, plot, level = max(tucks, key=lambda tuck: _worth(*tuck))
    if not _worth(tucked, plot, level):
        return _none_would_score(scene)
    mine, others, drawn, fewer = _effects(tucked, plot, level)
    is_now = is_scored(tucked, scene.board.sites[plot])
    gains = gains_of(scene, mine, others, drawn, fewer, is_now=is_now)
    words = {"floor": tr(scene.deck.floors[kinds[0]].name), "tower": str(plot + 1), "gains": gains}
    facts = {"mine": mine, "others": others, "drawn": drawn, "fewer": fewer, "is_scored": is_now, "place": plot}
    return clause("keeps", WORTH_MORE[len(kinds) > 1][is_now], words, level=level + 1, **facts)


def _tucks(scene: PlayedPlan) -> Iterator[tuple[PlayedPlan, int, int]]:
    """Yield each tuck that is possible now, as the plan with only this tuck, its plot and its level."""
    for plot, site in enumerate(scene.board.sites):
        for level, _ in with_cards(site, scene.seat):
            plan = scene.plan._replace(claims=((plot, (level,)),), tucks=scene.board.hands[scene.seat][:1])
            yield scene_of(scene.deck, scene.board, plan), plot, level


def _none_would_score(scene: PlayedPlan) -> Clause:
    """Return that no tuck would score as the towers stand, and which one would score most once its tower has grown."""
    most, plot, level = max(
        (growth(scene, then, site), -plot, -level)
        for plot, site in enumerate(scene.board.sites)
        for level, then in with_cards(site, scene.seat)
    )
    if not most:
        return clause("in vain", mark("as the towers stand, none of the remaining floors would score"))
    height = len(grown(scene, scene.board.sites[-plot])[0])
    words = {"tower": str(1 - plot)}
    return clause("would grow", WOULD_GROW, words, place=-plot, level=1 - level, floors=height, mine=most)


WOULD_GROW = Own(
    "as the towers stand, none of the remaining floors would score, "
    "and floor {level} of tower {tower} would be worth {mine} to you only once it has {floors} floors",
    "as the towers stand, none of the remaining floors would score, "
    "and floor {level} of tower {tower} would be worth {mine} to {name} only once it has {floors} floors",
)
WORTH_MORE: tuple[tuple[Message, Message], ...] = (
    (
        mark(
            "{floor} is worth more in hand than under floor {level} of tower {tower}, "
            "where it would add {gains} as the tower stands"
        ),
        mark(
            "{floor} is worth more in hand than under floor {level} of tower {tower}, "
            "where it would add {gains} this turn"
        ),
    ),
    (
        mark(
            "a card is worth more in hand than under floor {level} of tower {tower}, "
            "where it would add {gains} as the tower stands"
        ),
        mark(
            "a card is worth more in hand than under floor {level} of tower {tower}, "
            "where it would add {gains} this turn"
        ),
    ),
)
"""By whether there are several kinds of cards, and then by whether the tower is scored this turn: False, True."""


def end_or_tuck(view: View, board: State, plan: TurnPlan, card: int, compare: Compare) -> tuple[TurnPlan, str]:
    """Return the plan, which ends the turn, or one that tucks this card if that has a reason and does as well.

    So a hint doesn't end the turn if an earlier one named a tuck, and never wrongly calls a card worth more in hand.
    The text compares ending the turn with the tuck that would score most, if that is much.
    """
    plan = plan._replace(tucks=b"")  # the cards of tucks that were taken out of the plan are kept now
    scene = scene_of(view.variant.deck, board, plan)
    ended = _ended(scene, view)
    if ended.kind not in ("keeps", "in vain", "would grow", *KEEPS_TRIGGER, "last turn") or ended.facts.get("is_all"):
        return plan, ""
    tucks = {tuck[0].plan._replace(tucks=bytes((card,))): _worth(*tuck) for tuck in _tucks(scene)}
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
        is_elsewhere = [plot for plot, _ in _places(scene.plan)] == [own_plot]
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


def _with_tucks(
    scene: PlayedPlan, plot: int, explained: Callable[[PlayedPlan], Clause], done: int | None = None
) -> Clause:
    """Return the clause about a tower, extended by the tucks there that it needs, but not the one at `done`."""
    found, floors = explained(scene), list[int]()
    for level in (level for place, levels in scene.plan.claims if place == plot for level in levels):
        if level == done:
            continue
        fewer = scene.without(plot, level)
        if explained(fewer).text == found.text:
            scene = fewer
        else:
            floors.append(level + 1)
    text = found.text
    if floors:
        # Translators: {text} is a clause such as "tower 2 scores 5 for you and 2 for the opponent this turn".
        one = mark("tuck a card under floor {floors}, and {text}"), mark("tuck cards under floors {floors}, and {text}")
        also = (
            mark("also tuck a card under floor {floors}, and {text}"),
            mark("also tuck cards under floors {floors}, and {text}"),
        )
        message = (one if done is None else also)[len(floors) > 1]
        text = fill(message, floors=listed([str(floor) for floor in sorted(floors)]), text=text)
    return replace(found, text=text, facts={"plot": plot, "tucks": floors, **found.facts})


def _tucked(scene: PlayedPlan, plot: int, level: int) -> Clause:
    """Return why a card is tucked under that floor, with the other tucks that this needs.

    If it brings something alone, only this counts, because a later hint counts what the others add.
    """
    alone = scene
    for place, other in _places(scene.plan):
        alone = alone.without(plot, other) if place == plot and other != level else alone
    if any(_brought(alone, plot, level)[::2]) or not any(_brought(scene, plot, level)[::2]):
        scene = alone
    return _with_tucks(scene, plot, lambda scene: _claimed(scene, plot, level), level)


def _claimed(scene: PlayedPlan, plot: int, level: int) -> Clause:
    after = scene.after[plot]
    mine, others, more, fewer = _effects(scene, plot, level)
    is_much_less = grows_by(scene, plot, level) >= 2 * max(0, mine, mine - others) + MUCH_MORE
    if is_much_less or (mine <= 0 and others >= 0 and more <= 0 and fewer <= 0):
        return for_later(scene, plot, level)
    is_now = is_scored(scene, after)
    if (
        not is_now
        and 0 < mine <= others
        and more <= 0
        and fewer <= 0
        and (kept := kept_from_others(scene, plot, level))
    ):
        return kept
    floor = tr(scene.deck.floors[after[0][level]].name)
    words = {"tower": str(plot + 1), "floor": floor}
    facts = {"mine": mine, "others": others, "drawn": more, "fewer": fewer}
    if not mine and not more and fewer <= 0:
        text = scene.one_of(*COSTS)[is_now]
        return clause("owning", text, words, level=level, number=-others, is_scored=is_now, **facts)
    # Translators: {gains} is a list such as "3 for you and 2 cards to draw".
    text = mark("if tower {tower} is scored as it stands, owning this {floor} is worth {gains}")
    if is_now:
        text = mark("tower {tower} is scored this turn, and owning this {floor} is worth {gains}")
    words["gains"] = gains_of(scene, mine, others, more, fewer, is_now=is_now)
    return clause("owning", text, words, level=level, is_scored=is_now, **facts)


COSTS = (
    (
        mark("if tower {tower} is scored as it stands, owning this {floor} costs the opponent {number}"),
        mark("tower {tower} is scored this turn, and owning this {floor} costs the opponent {number}"),
    ),
    (
        mark("if tower {tower} is scored as it stands, owning this {floor} costs the others {number}"),
        mark("tower {tower} is scored this turn, and owning this {floor} costs the others {number}"),
    ),
)
"""By whether the tower is scored this turn: False, True."""
