"""Explanations of why an action is good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...bots.search import Clause, adding, clause, reason
from ...language import Own, mark
from ...text import paragraph, sentence
from ..actions import Action, Build, CardId, Discard, Draw, number_of
from ..state import View
from .builds import building_material, building_number
from .comparisons import (
    LOWEST_HELD,
    HintView,
    apart_from_single_cards,
    better_can_wait,
    compared_in_trials,
    is_lowest_of_short_ones,
    no_use_to_rival,
    nothing_adds,
    spared_too,
    speak_against,
    why_spare,
)
from .draws import from_discards, from_pile


def explain(view: View, action: Action) -> str:
    """Return why the action is good for its seat, in words that continue the naming of the action (`Advice.reason`)."""
    return reason(clauses(view, action))


def clauses(view: View, action: Action) -> list[Clause]:
    """Return the clauses of `explain`, the most important first."""
    position = HintView(view)
    match action:
        case Build(card):
            return building_number(position, card) if number_of(card) else building_material(position, card)
        case Discard(card):
            return _discard(position, card)
        case Draw(colour):
            return from_pile(position) if colour is None else from_discards(position, view.discards[colour][-1])


def explain_choice(view: View, action: Action, trials: Iterable[tuple[Action, Sequence[float]]]) -> str:
    """Return why the action is good, and the first of what trials show of the obvious other actions.

    `trials` are those actions, each with the differences in several deals.
    """
    found = clauses(view, action)[:2]
    for other, gains in trials:
        if compared := compared_in_trials(view, action, other, gains):
            if compared.kind == "as good" and speak_against(view, found, other):
                continue
            last = found[-1]
            is_named = last.kind == "help" and isinstance(other, Discard) and other.card in last.facts["cards"]
            shown = found[:1] if last.kind in WEAKER or is_named else found
            return paragraph([reason(shown), sentence(compared.text)])
    return reason(found)


WEAKER = ("skips", "skips many", "shuts out nothing", "waiting costs", "most", "left")
"""Kinds of second clauses that a comparison with the obvious action replaces."""


# -- discarding


def _discard(position: HintView, card: CardId) -> list[Clause]:
    rival, own = no_use_to_rival(position, card), why_spare(position, card)
    if nothing_adds(position):
        none_adds = clause("none adds", mark("in the time left, no card in hand can add a point"))
        return [none_adds, *spared_too(position, card)]
    if own and max(map(position.use_to_rival, position.view.hand)) == position.use_to_rival(card):
        rival = []  # the same is true of all other cards
    waits = better_can_wait(position, card, is_built=False)
    if own and own.kind == "too few" and is_lowest_of_short_ones(position, card):
        own = clause("lowest", LOWEST_HELD)
    if own and own.kind == "no building card" and number_of(card):
        own = apart_from_single_cards(position, card) or own
    if own:
        return [own, *waits, *(spared_too(position, card) or adding(rival))]
    return [*(rival or [clause("others", OTHERS)]), *waits]


OTHERS = Own("your other cards look more useful", "{name}'s other cards look more useful")
