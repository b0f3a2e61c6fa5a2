"""Explanations of why an action is good."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...bots.search import Clause, adding, clause, reason
from ...language import Own, mark, tr
from ...text import paragraph, sentence
from ..actions import Action, Build, CardId, Discard, Draw, colour_of, number_of
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
    return reason(_priced(view, action))


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
    found = _priced(view, action)
    for other, gains in trials:
        if compared := compared_in_trials(view, action, other, gains):
            last, is_opened = found[-1], isinstance(other, Discard) and _opens(view, action)
            if compared.kind == "as good" and speak_against(view, found, other):
                continue
            if last.kind == "waits" and not is_opened and _says_enough(action, other, compared):
                continue
            is_named = last.kind in ("help", "keeps") and other in map(SAID_OF[last.kind], last.facts["cards"])
            is_short = last.kind in WEAKER or is_named or is_opened
            shown = _priced(view, action, most=1) if is_short else found
            return paragraph([reason(shown), sentence(compared.text)])
    return reason(found)


def _opens(view: View, action: Action) -> bool:
    """Return whether a build begins a tower."""
    return isinstance(action, Build) and not HintView(view).towers[colour_of(action.card)]


def _says_enough(action: Action, other: Action, compared: Clause) -> bool:
    """Return whether a hint that says why a card can wait needs no comparison with another action."""
    if isinstance(other, Build):
        return isinstance(action, Build) or (isinstance(action, Discard) and other.card != action.card)
    return isinstance(action, Build) and compared.kind == "better"


def _priced(view: View, action: Action, most: int = 2) -> list[Clause]:
    """Return the first clauses of an action, that of a build with what this shuts out that may still come.

    A sentence of its own on that is left out then.
    """
    first, *others = every = clauses(view, action)
    is_said = "waiting costs" in {each.kind for each in every[:most]}
    if not isinstance(action, Build) or first.kind not in PRICED or is_said:
        return every[:most]
    if not (cards := HintView(view).price(action.card)):
        return every[:most]
    # Translators: {first} may contain "but", such as "your red tower is then 5 short of its cost, but 3 ... may come".
    text = tr("{first}, though that shuts out {cards}", first=first.text, cards=some_cards(cards))
    return [replace(first, text=text), *(each for each in others if each.kind not in REPLACED)][:most]


PRICED = (
    *("comes to", "pays", "gains", "gains and pays", "gains only", "worth"),
    *("is short", "lacks", "can pay", "rises", "opens", "short with", "stays short"),
)
"""Kinds of first clauses that are followed by what the build shuts out."""
REPLACED = ("skips", "skips many", "waiting costs", "bonus included")
"""Kinds of clauses that say the same, or that could be taken to refer to it."""


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
