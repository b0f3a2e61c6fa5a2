"""Explanations of why an action is good."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...bots.search import Clause, adding, clause, reason
from ...language import Own, mark, tr
from ...text import paragraph, sentence
from ..actions import Action, Build, CardId, Discard, Draw, number_of
from ..state import View
from .builds import building_material, building_number
from .comparisons import (
    LOWEST_HELD,
    HintView,
    apart_from_single_cards,
    better_can_wait,
    is_lowest_of_short_ones,
    no_use_to_rival,
    nothing_adds,
    some_cards,
    spared_too,
    why_spare,
)
from .draws import from_discards, from_pile
from .trials import compared_in_trials, speak_against


def explain(view: View, action: Action) -> str:
    """Return why the action is good for its seat, in words that continue the naming of the action (`Advice.reason`)."""
    found = clauses(view, action)
    return reason(_with_price(view, action, found, found[:2]))


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
    every = clauses(view, action)
    found = every[:2]
    for other, gains in trials:
        if compared := compared_in_trials(view, action, other, gains):
            last = found[-1]
            if compared.kind == "as good" and speak_against(view, found, other):
                continue
            if last.kind == "waits" and _says_enough(action, other, compared):
                continue
            is_named = last.kind in ("help", "keeps") and other in map(SAID_OF[last.kind], last.facts["cards"])
            shown = found[:1] if last.kind in WEAKER or is_named else found
            return paragraph([reason(_with_price(view, action, every, shown)), sentence(compared.text)])
    return reason(_with_price(view, action, every, found))


def _says_enough(action: Action, other: Action, compared: Clause) -> bool:
    """Return whether a hint that says why a card can wait needs no comparison with another action."""
    if isinstance(other, Build):
        return isinstance(action, Build) or (isinstance(action, Discard) and other.card != action.card)
    return isinstance(action, Build) and compared.kind == "better"


def _with_price(view: View, action: Action, every: Sequence[Clause], shown: Sequence[Clause]) -> list[Clause]:
    """Return the clauses that are shown, the first with the cards that a build shuts out, if these are left out.

    A single number is no high price.
    """
    first, *others = shown
    left_out = [each for each in every if each.kind in SHUTS_OUT and each not in shown]
    is_clear = first.kind in PRICED and "bonus included" not in {each.kind for each in others}
    if not (left_out and isinstance(action, Build) and is_clear):
        return [*shown]
    cards = HintView(view).shut_out(action.card)
    if len([*filter(number_of, cards)]) < 2:
        return [*shown]
    text = tr("{first}, but that shuts out {cards}", first=first.text, cards=some_cards(cards))
    return [replace(first, text=text), *others]


SHUTS_OUT = ("skips", "skips many", "waiting costs")
"""Kinds of clauses on what a build shuts out."""
PRICED = ("is short", "rises", "comes to", "pays", "gains", "gains and pays", "worth", "opens", "short with")
"""Kinds of first clauses that can be followed by what the build shuts out."""


WEAKER = ("skips", "skips many", "shuts out nothing", "waiting costs", "most", "left")
"""Kinds of second clauses that a comparison with the obvious action replaces."""
SAID_OF: Mapping[str, type[Build | Discard]] = {"help": Discard, "keeps": Build}
"""Kinds of second clauses on plays of cards, which a comparison with one of these plays replaces too."""


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
