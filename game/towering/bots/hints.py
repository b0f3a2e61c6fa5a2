"""Explanations of why an action is good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from ...bots.search import GAME_OVER, Clause, added, adding, clause, reason
from ...language import Message, Own, mark, mark_count, own_count, tr
from ...text import listed, paragraph, sentence, with_minus
from ..actions import Action, Build, CardId, Discard, Draw, colour_of, make_card, number_of
from ..core import BONUS_CARDS, COST
from ..state import View, score_tower, unseen
from ..words import card_moved, one_card, own_tower, rivals_tower
from .builds import (
    LATE,
    TAKEN,
    building_material,
    building_number,
    lacks,
    multiplies,
    multiplying,
    near_bonus,
    worth_with,
)
from .comparisons import (
    EXPECTED,
    FEW,
    MOST_NAMED,
    TO_BEGIN,
    HintView,
    apart_from_single_cards,
    better_can_wait,
    fitting_in_hand,
    no_use_to_rival,
    nothing_adds,
    points_added,
    some_cards,
    spared_too,
    why_spare,
)
from .trials import compared_in_trials, speak_against


def explain(view: View, action: Action) -> str:
    """Return why the action is good for its seat, in words that continue the naming of the action (`Advice.reason`)."""
    return reason(_priced(HintView(view), action))


def clauses(view: View, action: Action) -> list[Clause]:
    """Return the clauses of `explain`, the most important first."""
    return _clauses(HintView(view), action)


def _clauses(position: HintView, action: Action) -> list[Clause]:
    match action:
        case Build(card):
            return building_number(position, card) if number_of(card) else building_material(position, card)
        case Discard(card):
            return _discard(position, card)
        case Draw(colour):
            if colour is None:
                return from_pile(position)
            card = position.view.discards[colour][-1]
            return [*_taken(position, card), *_left_lying(position, card)]


def explain_choice(view: View, action: Action, trials: Iterable[tuple[Action, Sequence[float]]]) -> str:
    """Return why the action is good, and the first of what trials show of the obvious other actions.

    `trials` are those actions, each with the differences in several deals.
    """
    position = HintView(view)
    opens = isinstance(action, Build) and not position.towers[colour_of(action.card)]
    found = _priced(position, action)
    last = found[-1]
    for other, gains in trials:
        if compared := compared_in_trials(position, action, other, gains):
            is_opened = isinstance(other, Discard) and opens
            if compared.kind == "as good" and speak_against(view, found, other):
                continue
            if last.kind == "waits" and not is_opened and _says_enough(position, action, other, compared):
                continue
            card = None if isinstance(other, Draw) else other.card
            is_named = last.kind in ("help", "keeps") and card in last.facts["cards"]
            is_delay = last.kind == "waits" and isinstance(action, Build) and compared.kind == "better"
            is_short = last.kind in WEAKER or is_named or is_opened or is_delay
            shown = _priced(position, action, most=1) if is_short else found
            return paragraph([reason(shown), sentence(compared.text)])
    return reason(found)


def is_idle(view: View, action: Action, other: Action) -> bool:
    """Return whether a card is taken for no use of its own, where the pile could be drawn from."""
    return other == Draw() and clauses(view, action)[0].kind == "lasts"


def _says_enough(position: HintView, action: Action, other: Action, compared: Clause) -> bool:
    """Return whether a hint that says why a card can wait needs no comparison with another action."""
    if isinstance(other, Build):
        return isinstance(action, Build) or (isinstance(action, Discard) and other.card != action.card)
    return isinstance(action, Build) and compared.kind == "better" and not position.price(action.card)


def _priced(position: HintView, action: Action, most: int = 2) -> list[Clause]:
    """Return the first clauses of an action, that of a build with what this shuts out that may still come.

    A sentence of its own on that is left out then. A discard comes with the tower of the rival that could take it.
    """
    first, *others = every = _clauses(position, action)
    if isinstance(action, Discard) and position.helps_rival(action):
        tower = rivals_tower(colour_of(action.card))
        text = tr("{first}, though {tower} could take it", first=first.text, tower=tower)
        return [replace(first, text=text), *others][:most]
    is_said = "waiting costs" in {each.kind for each in every[:most]}
    if not isinstance(action, Build) or first.kind not in PRICED or is_said:
        return every[:most]
    if not (cards := position.price(action.card)):
        return every[:most]
    # Translators: {first} may contain "but", such as "your red tower is then 5 short of its cost, but 3 ... may come".
    text = tr("{first}, though that shuts out {cards}", first=first.text, cards=some_cards(cards))
    return [replace(first, text=text), *(each for each in others if each.kind not in REPLACED)][:most]


PRICED = (
    *("comes to", "pays", "gains", "gains and pays", "gains only", "worth", "worth with bonus"),
    *("is short", "lacks", "can pay", "rises", "opens", "short with", "stays short"),
)
"""Kinds of first clauses that are followed by what the build shuts out."""
REPLACED = ("skips", "waiting costs", "bonus included")
"""Kinds of clauses that say the same, or that could be taken to refer to it."""


WEAKER = ("skips", "shuts out nothing", "waiting costs", "most", "left")
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
    if own and own.kind == "no building card" and number_of(card):
        own = apart_from_single_cards(position, card) or own
    if own:
        return [own, *waits, *(spared_too(position, card) or adding(rival))]
    others = Own("your other cards look more useful", "{name}'s other cards look more useful")
    return [*(rival or [clause("others", others)]), *waits]


# -- drawing


EARLY = 25
"""With more cards left to draw, a hint doesn't name the length of the round as a reason."""
HIGH = 7
"""A card of at least this number is worth having for a new tower, even without others of its colour."""
FAIR_SHARE = 0.1
"""If fewer of the unseen cards are of use, a hint doesn't count them."""
NEAR = 5
"""A card of the discards that is safe from the rival can wait if its tower would lack at most this much."""


def from_pile(position: HintView) -> list[Clause]:
    """Return why no card of the discards is taken instead of one from the pile."""
    if position.view.draw_pile == 1:
        return _last_card(position)
    if not position.tops:
        text = mark("there's nothing else to draw")
        if any(position.view.discards):
            text = mark("the card just discarded can't be taken back, and there's nothing else to draw")
        return [clause("only way", text)]
    for kind, is_useful in (("leaves", position.fits), ("suits", position.adds_up)):
        if useful := [card for card in position.tops if is_useful(card)]:
            return [_leaves(position, kind, useful)]
    others = _ends_sooner(position)
    is_late = any(position.towers) and position.view.draw_pile <= LATE
    if is_late and not others and not any(map(position.fits, unseen(position.view))):
        none_left = Own(
            "no card on top of the discards or still hidden fits a tower you've begun, "
            "but drawing from the pile brings the end closer",
            "no card on top of the discards or still hidden fits a tower {name} has begun, "
            "but drawing from the pile brings the end closer",
        )
        return [clause("none left", none_left)]
    others = others or _is_given_up(position)
    if any(position.towers):
        return [clause("none fits", NONE_FITS), *others] if others else [_none_fits(position)]
    if not any(colour_of(held) == colour_of(top) for held in position.view.hand for top in position.tops):
        none_goes = Own(
            "no card on top of the discards goes with anything you hold",
            "no card on top of the discards goes with anything {name} holds",
        )
        return [clause("none goes", none_goes), *others]
    return [clause("none pays", mark("no card on top of the discards makes a new tower pay for itself yet")), *others]


def _last_card(position: HintView) -> list[Clause]:
    """Return what drawing the last card prevents, and how the match ends by it.

    If neither seat has anything to add, that is said instead of what it prevents.
    """
    possible, view = [*unseen(position.view), *position.rivals_known, *position.tops], position.view
    last = clause("last", mark("it's the last card, and drawing it ends the round before the opponent can play again"))
    if not fitting_in_hand(position) and not any(number_of(card) and position.fits_rival(card) for card in possible):
        none_fits = Own(
            "it's the last card, and neither your cards nor any the opponent may hold fit the towers begun",
            "it's the last card, and neither {name}'s cards nor any the opponent may hold fit the towers begun",
        )
        last = clause("last of use", none_fits)
    if view.round < view.variant.rounds - 1:
        return [last]
    lead = position.lead + position.points - position.rivals_points
    ends = clause(how := "wins" if lead > 0 else "loses" if lead else "shares", GAME_OVER[how])
    return [ends] if lead > 0 else [last, ends]


def _none_fits(position: HintView) -> Clause:
    """Return that no card of the discards fits a tower of the seat, and how many of the unseen cards do.

    While there's time for a new tower, cards that go with others in hand count too, if no card of the discards does so.
    """
    hidden = unseen(position.view)
    can_begin = position.turns >= TO_BEGIN and not any(map(position.can_use, position.tops))
    number = sum(map(position.can_use if can_begin else position.fits, hidden))
    if number < FAIR_SHARE * len(hidden):
        return clause("none fits", NONE_FITS)
    kind, text = ("none goes with", BUT_GOES_WITH) if can_begin else ("none fits", BUT_UNSEEN)
    return clause(kind, text, number=number, cards=len(hidden))


def _leaves(position: HintView, kind: str, useful: list[CardId]) -> Clause:
    """Return why cards of the discards that the seat could use are left there."""
    if len(useful) == 1 and (left := _left(position, kind, useful[0])):
        return left
    words = {"cards": listed([*map(one_card, useful)])}
    if not any(map(position.fits_rival, useful)):
        all_wait = mark("{cards} on the discards can wait, because the opponent has no tower that takes them")
        return clause(kind, all_wait, words, cards=useful)
    hidden = unseen(position.view)
    number = sum(map(position.can_use if position.turns >= TO_BEGIN else position.fits, hidden))
    if number < FAIR_SHARE * len(hidden):
        text = mark("{cards} on the discards would help, but a card from the pile may help more")
        return clause(kind, text, words, cards=useful)
    as_well = own_count(
        "{cards} on the discards would help, but so may {number} of the {unseen} cards you haven't seen",
        "{cards} on the discards would help, but so may {number} of the {unseen} cards you haven't seen",
        "{cards} on the discards would help, but so may {number} of the {unseen} cards {name} hasn't seen",
        "{cards} on the discards would help, but so may {number} of the {unseen} cards {name} hasn't seen",
    )
    return clause(kind, as_well, words, cards=useful, number=number, unseen=len(hidden))


def _left(position: HintView, kind: str, card: CardId) -> Clause | None:
    """Return why a card of the discards is of little use yet, or can wait."""
    missing, added = position.short_by(card), _added(position, card)
    if added and 0 < added <= FEW:
        adds = mark_count(
            "{card} from the discards would add only {number} point",
            "{card} from the discards would add only {number} points",
        )
        return clause(kind, adds, {"card": card_moved(card)}, cards=[card], number=added)
    if added == 0 and not position.towers[colour_of(card)] and position.without(colour_of(card)) is None:
        text = mark("even with {card}, a new tower would only just pay for itself")
        return clause(kind, text, {"card": card_moved(card)}, cards=[card], number=0)
    if missing > (0 if position.fits_rival(card) else NEAR):
        text = mark("{card} on the discards fits, but with everything in hand {tower} would still be {missing} short")
        words = {"card": one_card(card), "tower": own_tower(colour_of(card))}
        return clause(kind, text, words, cards=[card], missing=missing)
    return None if position.fits_rival(card) else _can_wait(kind, card)


def _added(position: HintView, card: CardId) -> int | None:
    """Return what a building card of the discards adds to a tower that pays without it, or makes of a new one.

    That is None if there may be time for more cards in that.
    """
    tower, colour = position.towers[colour_of(card)], colour_of(card)
    if tower:
        return points_added(position.towers, card) if position.short_by(card) + number_of(card) <= 0 else None
    numbers = position.with_hand(card)
    if len(numbers) < position.view.draw_pile // 2 - 1:
        return None
    return score_tower(tuple(make_card(colour, n) for n in numbers)).total - (position.without(colour) or 0)


def _can_wait(kind: str, card: CardId) -> Clause:
    text = mark("{card} on the discards can wait, because the opponent has no tower that takes it")
    return clause(kind, text, {"card": one_card(card)}, cards=[card])


def _is_given_up(position: HintView) -> list[Clause]:
    """Return what a card of the discards that fits no tower of the seat would be good for, if anything."""
    wanted = [card for card in position.tops if position.fits_rival(card) and not position.can_use(card)]
    with_hand = [card for card in position.tops if _goes_with(position, card, COST // 4)]
    if with_hand and not wanted:
        missing, card = min((COST - sum(position.held(colour_of(card))) - number_of(card), card) for card in with_hand)
        if missing <= NEAR:
            is_in_time = len(position.held(colour_of(card))) < position.view.draw_pile // 2 - 1
            return [_can_wait("no hurry", card)] if is_in_time and not position.fits_rival(card) else []
        text = mark("even with {card}, a new tower would be {missing} short of its cost")
        falls_short = clause("falls short", text, {"card": card_moved(card)}, cards=[card], missing=missing)
        return [falls_short] if missing > sum(map(number_of, position.view.discards[colour_of(card)][:-1])) else []
    if wanted:
        card = max(wanted, key=partial(points_added, position.rival))
        text = mark("taking {card} would only keep it from the opponent")
        return added("only denies", text, {"card": card_moved(card)}, cards=[card])
    return []


def _ends_sooner(position: HintView) -> list[Clause]:
    """Return that drawing from the pile brings the end of the round nearer, if that is soon and the seat is ahead."""
    own, rival = position.points, position.rivals_points
    if position.view.draw_pile > LATE or own <= max(rival, rival - position.lead):
        return []
    text = Own(
        "drawing from the pile brings the end closer, with your towers ahead {own} to {rival}",
        "drawing from the pile brings the end closer, with {name}'s towers ahead {own} to {rival}",
    )
    return added("sooner", text, {"own": with_minus(own), "rival": with_minus(rival)}, own=own, rival=rival)


NONE_FITS = Own(
    "no card on top of the discards fits a tower you've begun",
    "no card on top of the discards fits a tower {name} has begun",
)
BUT_UNSEEN = own_count(
    "no card on top of the discards fits a tower you've begun, but {number} of the {cards} cards you haven't seen does",
    "no card on top of the discards fits a tower you've begun, but {number} of the {cards} cards you haven't seen do",
    "no card on top of the discards fits a tower {name} has begun, "
    "but {number} of the {cards} cards {name} hasn't seen does",
    "no card on top of the discards fits a tower {name} has begun, "
    "but {number} of the {cards} cards {name} hasn't seen do",
)
BUT_GOES_WITH = own_count(
    "no card on top of the discards fits a tower you've begun or goes with the rest of your hand, "
    "but {number} of the {cards} cards you haven't seen does",
    "no card on top of the discards fits a tower you've begun or goes with the rest of your hand, "
    "but {number} of the {cards} cards you haven't seen do",
    "no card on top of the discards fits a tower {name} has begun or goes with the rest of {name}'s hand, "
    "but {number} of the {cards} cards {name} hasn't seen does",
    "no card on top of the discards fits a tower {name} has begun or goes with the rest of {name}'s hand, "
    "but {number} of the {cards} cards {name} hasn't seen do",
)


def _left_lying(position: HintView, card: CardId) -> list[Clause]:
    """Return that another card of the discards that fits a tower of the seat can wait, if there is just one."""
    others = [top for top in position.tops if top != card and position.fits(top)]
    if len(others) != 1 or position.turns < TO_BEGIN or not position.fits_rival(card):
        return []
    return [] if position.fits_rival(others[0]) else [_can_wait("can wait", others[0])]


def _taken(position: HintView, card: CardId) -> list[Clause]:
    """Return what a card of the discards is for."""
    colour = colour_of(card)
    kept = clause("kept away", mark("{tower} could use it, but now won't get it"), {"tower": rivals_tower(colour)})
    kept_away = [kept] if position.fits_rival(card) else []
    if position.fits(card) and position.view.draw_pile > 1:
        return [*_fitting(position, card), *kept_away]
    if number_of(card) and position.adds_up(card):
        numbers = position.with_hand(card)
        cards = [make_card(colour, number) for number in numbers]
        comes_to = worth_with(position, colour, cards, numbers, TAKEN)
        return [comes_to, *kept_away] if comes_to else kept_away
    if with_it := _goes_with(position, card):
        return [*multiplying(position, card, with_it), with_it, *kept_away]
    if kept_away:
        return kept_away
    text: Message = mark("the draw pile stays at {cards}, so the round lasts longer")
    lasts = clause("lasts", text, cards=position.view.draw_pile)
    ready = [held for held in position.view.hand if number_of(held) and position.fits(held)]
    is_short_of_time, is_busy = len(ready) > position.turns, 2 * len(ready) > position.turns
    held = position.rival_took(colour)
    if held and not position.rival[colour]:
        text = mark("the opponent has taken {cards} and could use this card too")
        return [clause("wanted", text, {"cards": listed([*map(card_moved, held)])}, cards=held)]
    if position.rival[colour] and not is_short_of_time and not position.fits(card):
        text = mark("{tower} can't take it, so nothing is given away by discarding it later")
        harmless = clause("harmless", text, {"tower": rivals_tower(colour)})
        return [*([lasts] if position.view.draw_pile <= LATE else []), harmless]
    if begins := _begins(position, card):
        return [*multiplying(position, card, begins), begins]
    if not is_busy:
        return [lasts]
    if len(ready) <= MOST_NAMED:
        text = mark("the pile doesn't shrink, which leaves more time to build {cards}")
        return [clause("gives time", text, {"cards": listed([*map(card_moved, ready)])}, cards=ready)]
    text = mark_count(
        "the pile doesn't shrink, which leaves more time to build the {number} card in hand that fits",
        "the pile doesn't shrink, which leaves more time to build the {number} cards in hand that fit",
    )
    return [clause("gives time", text, cards=ready, number=len(ready))]


def _begins(position: HintView, card: CardId) -> Clause | None:
    """Return that a card of the discards could begin a tower, with those in hand if there are any."""
    if position.towers[colour_of(card)]:
        return None
    with_it, is_early = _goes_with(position, card, 0), position.view.draw_pile > EARLY
    if is_early and not with_it and position.expected(card) >= COST:
        return clause("can begin", mark("it could begin {tower}"), {"tower": own_tower(colour_of(card))})
    if is_early and not with_it and number_of(card) >= HIGH:
        text = mark("by itself, it covers {number} of the {cost} a new tower costs")
        return clause("is high", text, number=number_of(card), cost=COST)
    return with_it


def _fitting(position: HintView, card: CardId) -> list[Clause]:
    """Return what a card of the discards does for the tower of the seat that it fits."""
    colour, numbers, missing = colour_of(card), position.with_taken(card), position.short_by(card)
    words, tower = {"tower": own_tower(colour)}, position.towers[colour]
    is_paid = score_tower(tower).value >= 0
    cards = [make_card(colour, number) for number in numbers]
    if not number_of(card):
        if numbers and (comes_to := worth_with(position, colour, [card, *cards], numbers, TAKEN)):
            return [*multiplying(position, card, comes_to), comes_to]
        return [multiplies(position, card), lacks(position, card, numbers)]
    if not is_paid and score_tower((*tower, card)).value >= 0:
        return [clause("will pay", mark("with it, {tower} pays for itself"), words)]
    is_in_time, rest = number_of(card) in numbers, [number for number in numbers if number != number_of(card)]
    if not is_paid and is_in_time and missing + number_of(card) > 0:
        if comes_to := worth_with(position, colour, cards, numbers, TAKEN):
            return [comes_to]
        if rest and missing > 0 and position.expected(card) >= EXPECTED:
            return [lacks(position, card, rest)]
    text = mark_count("building it adds {number} point to {tower}", "building it adds {number} points to {tower}")
    adds, needed = clause("adds", text, words, number=points_added(position.towers, card)), BONUS_CARDS - len(tower) - 1
    return [adds, *([near_bonus(needed)] if is_in_time and 0 < needed <= len(rest) else [])]


def _goes_with(position: HintView, card: CardId, least: int = COST // 2) -> Clause | None:
    """Return what a new tower with a card comes to or lacks, if those in hand and it cover `least` of its cost."""
    colour, number = colour_of(card), number_of(card)
    is_held = any(colour_of(held) == colour and (number or number_of(held)) for held in position.view.hand)
    if position.towers[colour] or not is_held or position.turns < TO_BEGIN:
        return None
    in_time = position.with_taken(card)
    if sum(position.held(colour)) + number < least or (number and number not in in_time):
        return None
    cards = [*([] if number else [card]), *(make_card(colour, each) for each in in_time)]
    rest = [each for each in in_time if each != number]
    return worth_with(position, colour, cards, in_time, TAKEN) or lacks(position, card, rest)
