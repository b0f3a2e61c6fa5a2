"""Explanations of why a step is good."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...bots.reasons import Clause, clause, reason
from ...bots.search import clear_gain
from ...language import Own, fill, mark, mark_count, tr, tr_count
from ...text import full_stop, listed, paragraph, sentence
from ..actions import Action, Build, Claim, End
from ..core import State
from ..floors import Deck
from ..state import View
from .core import TurnPlan
from .prospects import FALLBACK, for_later, foremost, in_spite_of_rivals, keeps_trigger
from .search import (
    Duel,
    PlanCandidate,
    PlayedPlan,
    cards,
    difference,
    drawn,
    is_scored,
    named,
    scene_of,
    sites_after,
    steps_of,
    with_cards,
)

MUCH = 3
"""So many points of a floor are worth a word on why it is not claimed."""
LEAST_GAIN = 1.0
"""The smallest advantage of a step over another that a hint mentions, in points."""


def explain(view: View, board: State, plan: TurnPlan, compared: str = "") -> str:
    """Return why the plan's first step is good for its seat, in words that continue the naming of the step.

    The result of the comparison with other plans (see `compare_turns`) is added, or replaces a missing reason.
    """
    found = clauses(view, board, plan)
    if compared and found[0].kind in ("must build", "keeps floors", "counts"):
        return full_stop(compared)
    return paragraph([reason(found), full_stop(sentence(compared)) if compared else ""])


def clauses(view: View, board: State, plan: TurnPlan) -> list[Clause]:
    """Return the clauses of `explain`, the most important first."""
    deck = view.variant.deck
    scene, step = scene_of(deck, board, plan), steps_of(deck, board, plan)[0]
    if isinstance(step, Build):
        plot = plan.builds[0][1]
        built = _built(scene, plot)
        return [built, *(in_spite_of_rivals(scene, plot) if built.kind in ("scored", "stands") else ())]
    if isinstance(step, Claim):
        return [_with_tucks(scene, step.plot, _claimed(scene, step.plot, step.level), 1)]
    return [_ended(scene, view)]


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
    plan = _scored_first(board, plan)
    swapped = plan._replace(builds=plan.builds[::-1])
    if sum(not board.sites[plot][0] for _, plot in plan.builds) > 1:
        (first, one), (second, two) = plan.builds
        places = {one: two, two: one}
        claims = tuple((places.get(plot, plot), levels) for plot, levels in plan.claims)
        swapped = plan._replace(builds=((second, one), (first, two)), claims=claims)
    return max(plan, swapped, key=lambda way: outlook(view, board, way))


def _scored_first(board: State, plan: TurnPlan) -> TurnPlan:
    """Return the plan with the claims on towers first that are scored this turn."""
    sites = sites_after(board, plan)
    claims = sorted(plan.claims, key=lambda claim: not board.terms.is_scored(sites[claim[0]][0]))
    return plan._replace(claims=tuple(claims))


def outlook(view: View, board: State, plan: TurnPlan) -> float:
    """Return roughly how many points the reason for the plan's first build is worth."""
    return foremost(scene_of(view.variant.deck, board, plan), plan.builds[0][1])[0] if plan.builds else 0.0


def _ended(scene: PlayedPlan, view: View) -> Clause:
    """Return why no more cards are tucked."""
    if not view.hand:
        return clause("no card", mark("there's no card left to tuck"))
    if all(storey.owner is not None for tower in view.towers for storey in tower):
        return clause("all tucked", mark("every floor already has a tucked card"))
    after = scene.board.copy()
    after.end_turn()
    tucks = [(site, after) for site in scene.board.sites for _, after in with_cards(site, scene.seat)]
    most = max((difference(scene, then, site)[0] for site, then in tucks), default=0)
    if after.last_round:
        if most > 0:
            return clause("last turn", mark("this is the last turn"), is_all=False)
        return clause("last turn", mark("this is the last turn, and no other floor would score anything"), is_all=True)
    if kept := keeps_trigger(scene):
        return kept
    if most <= 0:
        return clause("keeps", mark("as the towers stand, none of the remaining floors would score"), number=0)
    text = mark_count(
        "as the towers stand, a card would score {number} point at most; it's worth more in hand",
        "as the towers stand, a card would score {number} points at most; it's worth more in hand",
    )
    return clause("keeps", text, number=most)


def compare_turns(
    view: View, board: State, candidates: list[PlanCandidate], duel: Callable[[TurnPlan, TurnPlan], Duel]
) -> str:
    """Return a clause that compares the best candidate (the first) with the best-looking other one; may be empty.

    It is needed if the best candidate looks worse at first sight, or has no reason of its own: what the trial turns
    have shown is then the reason.
    """
    best, deck = candidates[0], view.variant.deck
    chosen, *planned = _bare_steps(deck, board, best.choice)
    ways = [(candidate, _bare_steps(deck, board, candidate.choice)) for candidate in candidates[1:]]
    others = [way for way, steps in ways if chosen not in (steps[:1] if isinstance(chosen, End) else steps)]
    if not others or not best.tried:
        return ""
    obvious = max(others, key=lambda candidate: candidate.choice.worth)
    tempting = _bare_steps(deck, board, _scored_first(board, obvious.choice))
    other = next(step for step in tempting if step not in planned[:-1])
    if isinstance(other, End) and len(tempting) > 1:  # the plan only does more
        return ""
    has_reason = _has_reason(view, board, best.choice, chosen)
    if has_reason and obvious.choice.worth < best.choice.worth - LEAST_GAIN:
        return ""
    gains, kept_down = duel(best.choice, obvious.choice)
    gain = clear_gain(gains)
    if gain < LEAST_GAIN:
        return ""
    if kept_down > gain / 2:
        return fill(LETS_SCORE[len(board.points) > 2], step=named(other), points=_points(kept_down))
    return better(other, gain)


def _bare_steps(deck: Deck, board: State, plan: TurnPlan) -> list[Action]:
    """Return the steps of a plan that can be compared: without the faces of tucked cards, and tucks in new towers."""
    steps = [replace(step, floor="") if isinstance(step, Claim) else step for step in steps_of(deck, board, plan)]
    return [step for step in steps if not isinstance(step, Claim) or board.sites[step.plot][0]]


def _has_reason(view: View, board: State, plan: TurnPlan, chosen: Action) -> bool:
    """Return whether the plan's first step has a reason that needs no trial turns to be believed."""
    if isinstance(chosen, Build):
        return outlook(view, board, plan) > 2 * FALLBACK
    found = clauses(view, board, plan)[0]
    return found.kind != "keeps" or int(found.facts["number"]) < MUCH


LETS_SCORE = (
    Own(
        "in trial turns {step} lets the opponent score about {points} more before your next turn",
        "in trial turns {step} lets the opponent score about {points} more before {name}'s next turn",
    ),
    Own(
        "in trial turns {step} lets the others score about {points} more before your next turn",
        "in trial turns {step} lets the others score about {points} more before {name}'s next turn",
    ),
)


def better(other: Action, gain: float) -> str:
    """Return that a choice is better than another step, by `gain` points."""
    return tr("in trial turns it comes out about {points} better than {step}", points=_points(gain), step=named(other))


def _points(amount: float) -> str:
    return tr_count("{number} point", "{number} points", max(1, round(amount)))


def _built(scene: PlayedPlan, plot: int) -> Clause:
    """Return the best reason for building there."""
    return _with_tucks(scene, plot, foremost(scene, plot)[1], 0)


def _with_tucks(scene: PlayedPlan, plot: int, found: Clause, done: int) -> Clause:
    """Return a clause about a tower, extended by how many cards the plan tucks there, not counting `done` ones."""
    taken = sum(len(levels) for place, levels in scene.plan.claims if place == plot) - done
    text = found.text
    if taken:
        # Translators: {text} is a clause such as "tower 2 scores 5 for you and 2 for the opponent this turn".
        more = mark_count("tuck {number} more card there, and {text}", "tuck {number} more cards there, and {text}")
        some = mark_count("tuck {number} card there, and {text}", "tuck {number} cards there, and {text}")
        text = fill(more if done else some, number=taken, text=text)
    return replace(found, text=text, facts={"plot": plot, "taken": taken, **found.facts})


def _claimed(scene: PlayedPlan, plot: int, level: int) -> Clause:
    after, without = scene.after[plot], scene.unclaimed(plot, level)
    mine, others = difference(scene, after, without)
    more = drawn(scene, plot, cards(scene, after) - cards(scene, without))
    gains = [
        fill(FOR_ONESELF[mine > 0], number=abs(mine)) if mine else "",
        fill(scene.one_of(*FOR_OTHERS)[others > 0], number=abs(others)) if others else "",
        tr_count("up to {number} card to draw", "up to {number} cards to draw", more) if more > 0 else "",
    ]
    if not any(gains):
        return for_later(scene, plot, level)
    # Translators: {gains} is a list such as "3 for you and 2 cards to draw".
    text, is_now = (
        mark("if tower {tower} is scored as it stands, owning this {floor} is worth {gains}"),
        is_scored(scene, after),
    )
    if is_now:
        text = mark("tower {tower} is scored this turn, and owning this {floor} is worth {gains}")
    floor = tr(scene.deck.floors[after[0][level]].name)
    words = {"tower": str(plot + 1), "floor": floor, "gains": listed([*filter(None, gains)])}
    return clause("owning", text, words, level=level, mine=mine, others=others, drawn=more, is_scored=is_now)


FOR_ONESELF = (
    Own("{number} less for you", "{number} less for {name}"),
    Own("{number} for you", "{number} for {name}"),
)
FOR_OTHERS = (
    (mark("{number} less for the opponent"), mark("{number} more for the opponent")),
    (mark("{number} less for the others"), mark("{number} more for the others")),
)
"""By whether they score more: False, True."""
