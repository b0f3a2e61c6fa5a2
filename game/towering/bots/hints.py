"""Explanations of why an action is good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from ...bots.search import Clause, adding, clause, reason
from ...language import Message, Own, mark, mark_count, own_count, tr, tr_count
from ...text import listed, paragraph, sentence, with_minus
from ..actions import (
    Action,
    Build,
    CardId,
    Colour,
    Discard,
    Draw,
    colour_of,
    make_card,
    number_of,
)
from ..core import BONUS, BONUS_CARDS, COST
from ..state import TowerScore, View, score_tower, unseen
from ..words import card_moved, one_card, own_tower, rivals_tower
from .comparisons import (
    EXPECTED,
    LOWEST_HELD,
    MOST_NAMED,
    TO_BEGIN,
    HintView,
    adds_most,
    apart_from_single_cards,
    better_can_wait,
    compared_in_trials,
    fitting_in_hand,
    highest,
    is_lowest_of_short_ones,
    last_turn,
    multiplier_with,
    no_use_to_rival,
    nothing_adds,
    points_added,
    rival_elsewhere,
    spared_too,
    speak_against,
    stays_short,
    the_cards,
    the_numbers,
    waiting_costs,
    why_spare,
)

LATE = 6
"""A hint mentions the end of the round if at most this many cards are left to draw."""
EARLY = 25
"""With more cards left to draw, a hint doesn't name the length of the round as a reason."""
MUCH = 20
"""A tower that gains at least this many points is said to gain them."""
HIGH = 7
"""A card of at least this number is worth having for a new tower, even without others of its colour."""
FAIR_SHARE = 0.1
"""If fewer of the unseen cards fit a tower, a hint counts those that go with other cards in hand too, or none."""
NEAR = 5
"""A card of the discards that is safe from the rival can wait if its tower would lack at most this much."""


def explain(view: View, action: Action) -> str:
    """Return why the action is good for its seat, in words that continue the naming of the action (`Advice.reason`)."""
    return reason(clauses(view, action))


def clauses(view: View, action: Action) -> list[Clause]:
    """Return the clauses of `explain`, the most important first."""
    position = HintView(view)
    match action:
        case Build(card):
            return _building_card(position, card) if number_of(card) else _material(position, card)
        case Discard(card):
            return _discard(position, card)
        case Draw(colour):
            return _from_pile(position) if colour is None else _from_discards(position, view.discards[colour][-1])


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


# -- building


def _material(position: HintView, card: CardId) -> list[Clause]:
    if comes_to := _comes_to(position, card):
        waits = better_can_wait(position, card)
        return [*(_multiplying(position, card, comes_to) if not waits else []), comes_to, *waits]
    if not (rest := position.rest(card)):
        return [_multiplies(position, card), *(better_can_wait(position, card) or [_short(position, card, rest)])]
    words = {"numbers": the_numbers(rest), "tower": own_tower(colour_of(card))}
    missing = COST - sum(rest)
    if more := list(position.view.hand).count(card) - 1:
        words["cards"] = listed([the_numbers(rest), tr_count("{number} material", "{number} materials", more)])
        together = clause("together", GOES_WITH, words, numbers=rest, materials=more)
        return [_multiplies(position, card), *better_can_wait(position, card), together]
    followed = clause("followed", FOLLOWED, words, times=multiplier_with(position, card), numbers=rest, missing=missing)
    return [followed, *(better_can_wait(position, card) or rival_elsewhere(position, card))]


FOLLOWED = Own(
    "it makes every point count ×{times} and has to come before {numbers} in your hand, "
    "but {tower} would still be {missing} short of its cost",
    "it makes every point count ×{times} and has to come before {numbers} in {name}'s hand, "
    "but {tower} would still be {missing} short of its cost",
)


def _multiplies(position: HintView, card: CardId) -> Clause:
    return clause("multiplies", mark("it makes every point count ×{times}"), times=multiplier_with(position, card))


def _multiplying(position: HintView, card: CardId, comes_to: Clause) -> list[Clause]:
    """Return what a material does, if its tower gains nothing by it with the cards in hand."""
    is_enough = comes_to.kind in ("comes to", TAKEN) and comes_to.facts["number"]
    return [] if number_of(card) or is_enough or comes_to.kind == "goes with" else [_multiplies(position, card)]


def _building_card(position: HintView, card: CardId) -> list[Clause]:
    tower, rest = position.towers[colour_of(card)], position.rest(card)
    before, after = score_tower(tower), score_tower((*tower, card))
    worth = None if after.cards == BONUS_CARDS and before.value >= 0 else _comes_to(position, card)
    worth = worth or (_worth(position, card, before, after) if after.value >= 0 else None)
    if not worth:
        worth = _short(position, card, rest)
        if not highest(tower) and (leaves_room := _leaves_room(position, card)):
            return [leaves_room, *(better_can_wait(position, card) or [worth])]
    bonus = [] if worth.kind in ("worth with bonus", "comes to") else _bonus(position, card, after.cards)
    if worth.kind == "comes to" and before.cards < BONUS_CARDS <= worth.facts["cards"]:
        included = mark("that includes {bonus} extra for {cards} cards")
        bonus = [clause("bonus included", included, bonus=BONUS, cards=worth.facts["cards"])]
    if after.cards != BONUS_CARDS and (last := last_turn(position, card)):
        return [last, *_time_left(position)]
    waits, skips = better_can_wait(position, card), [] if stays_short(position, card) else _skips(position, card)
    shut_out = [len(skip.facts.get("cards", ())) for skip in skips]
    if position.turns and waits and worth.kind == "is short" and shut_out == [1]:
        worth = skips.pop()
    return [worth, *waits, *bonus, *adds_most(position, card), *_time_left(position), *skips]


def _comes_to(position: HintView, card: CardId) -> Clause | None:
    """Return what the tower is worth with the card and those in hand, if there are any and it pays for itself."""
    rest = position.rest(card)
    return _worth_with(position, colour_of(card), position.with_rest(card), rest) if rest else None


def _worth_with(
    position: HintView, colour: Colour, cards: list[CardId], named: list[int], kind: str = "comes to"
) -> Clause | None:
    """Return what the tower is worth with these cards, if it pays for itself. Of `named`, those in hand are named."""
    named = [number for number in named if number in position.held(colour)]
    score = score_tower((*position.towers[colour], *cards))
    if score.value < 0:
        return None
    words = {"numbers": the_numbers(named), "tower": own_tower(colour)}
    facts = {"numbers": named, "number": score.total, "cards": score.cards}
    without = position.without(colour)
    if kind == TAKEN and score.total and without is not None:
        rather = mark_count(
            "with {numbers} in hand, {tower} comes to {number} point rather than {before}",
            "with {numbers} in hand, {tower} comes to {number} points rather than {before}",
        )
        return clause(kind, rather, {**words, "before": with_minus(without)}, **facts, before=without)
    text: Message = mark_count(
        "with {numbers} in hand, {tower} comes to {number} point",
        "with {numbers} in hand, {tower} comes to {number} points",
    )
    if not score.total:
        text = mark("with {numbers} in hand, {tower} just pays for itself")
    return clause(kind, text, words, **facts)


TAKEN = "will come to"
"""The kind of a clause on what a tower comes to with a card that is taken from the discards."""


def _worth(position: HintView, card: CardId, before: TowerScore, after: TowerScore) -> Clause:
    """Return what a tower that pays for itself with the card is worth, or gains."""
    words: dict[str, str] = {"tower": own_tower(colour_of(card))}
    gain = after.product - before.product
    if before.value < 0:
        if gain >= MUCH:
            gains = mark_count(
                "{tower} gains {number} point and then pays for itself",
                "{tower} gains {number} points and then pays for itself",
            )
            return clause("gains and pays", gains, words, number=gain)
        return clause("pays", mark("{tower} then pays for itself"), words)
    words["points"] = with_minus(after.total)
    if after.cards == BONUS_CARDS:
        text = mark("with {cards} cards, which earn {bonus} extra, {tower} is then worth {points}")
        facts = {"cards": after.cards, "bonus": BONUS, "points": after.total}
        return clause("worth with bonus", text, words, **facts)
    if gain >= MUCH:
        return _gains(position, card)
    return clause("worth", mark("{tower} is then worth {points}"), words, points=after.total)


def _gains(position: HintView, card: CardId) -> Clause:
    """Return how many points a building card adds, without the bonus."""
    colour, text = colour_of(card), mark_count("{tower} gains {number} point", "{tower} gains {number} points")
    return clause("gains", text, {"tower": own_tower(colour)}, number=number_of(card) * multiplier_with(position, card))


def _short(position: HintView, card: CardId, rest: list[int]) -> Clause:
    """Return how much a tower lacks with the card and those in hand, and how many others may be enough, if likely."""
    colour, number = colour_of(card), number_of(card)
    tower, is_likely = position.towers[colour], position.expected(card) >= EXPECTED
    before = COST - sum(map(number_of, tower))
    missing, lowest = before - number - sum(rest), number if card in position.view.hand else highest(tower)
    others = {*position.to_come(colour, lowest)} - {*position.held(colour), number}
    words = {"numbers": the_numbers(rest), "tower": own_tower(colour)}
    is_closed = card in position.view.hand and stays_short(position, card)
    if rest and is_closed:
        text: Message = mark("with {numbers} in hand, {tower} stays {missing} short of its cost")
        return clause("stays short", text, words, numbers=rest, missing=missing)
    if tower and is_closed:
        text = mark_count(
            "{tower} gains {number} point but then stays {missing} short of its cost",
            "{tower} gains {number} points but then stays {missing} short of its cost",
        )
        return clause("gains only", text, words, number=number * multiplier_with(position, card), missing=missing)
    if is_likely and others and (number or (rest and card not in position.view.hand)):
        kind, facts = "lacks" if tower else "can pay", {"numbers": rest, "missing": missing, "number": len(others)}
        return clause(kind, MAY_COME[bool(rest)], words, **facts)
    if rest and tower and number:
        text = mark("with {numbers} in hand, {tower} goes from {before} to {after}")
        totals = (score_tower(tower).total, score_tower((*tower, *position.with_rest(card))).total)
        words.update(before=with_minus(totals[0]), after=with_minus(totals[1]))
        return clause("rises", text, words, numbers=rest, before=totals[0], after=totals[1])
    if rest:
        text = mark("with {numbers} in hand, {tower} is then {missing} short of its cost")
        return clause("short with" if tower else "opens", text, words, numbers=rest, missing=missing)
    if not number:
        return clause("none follows", mark("no building card in hand can follow it"))
    if not tower:
        return clause("opens", mark("it begins {tower}, {missing} short of its cost"), words, missing=missing)
    if multiplier_with(position, card) > 1:
        return _gains(position, card)
    text = mark("{tower} is then {missing} short of its cost rather than {before}")
    return clause("is short", text, words, missing=missing, before=before)


MAY_COME = (
    mark_count(
        "{tower} is then {missing} short of its cost, but {number} building card that fits may still come",
        "{tower} is then {missing} short of its cost, but {number} building cards that fit may still come",
    ),
    mark_count(
        "with {numbers} in hand, {tower} is then {missing} short of its cost, "
        "but {number} building card that fits may still come",
        "with {numbers} in hand, {tower} is then {missing} short of its cost, "
        "but {number} building cards that fit may still come",
    ),
)
"""By whether cards in hand can follow."""


def _leaves_room(position: HintView, card: CardId) -> Clause | None:
    """Return that the first building card of a tower shuts out only one number that the rival hasn't built."""
    colour = colour_of(card)
    lost = [number for number in position.skipped(card) if make_card(colour, number) not in position.rival[colour]]
    if len(lost) != 1 or {*lost} & {*position.held(colour)} or position.turns < TO_BEGIN:
        return None
    openings = [other for other in position.first_elsewhere(card) if not highest(position.towers[colour_of(other)])]
    if any(len([*filter(number_of, position.shut_out(other))]) <= 1 for other in openings):
        return None
    return clause("shuts out one", SHUTS_OUT_ONE, {"number": the_numbers(lost)}, number=lost[0])


SHUTS_OUT_ONE = mark("of the numbers that may still come, it shuts out only {number}")


def _skips(position: HintView, card: CardId) -> list[Clause]:
    """Return which cards that may still come the card shuts out, or that it shuts out none, unlike the others."""
    coming, others = position.coming_below(card), [*filter(number_of, position.first_elsewhere(card))]
    if numbers := [low for low in coming if number_of(low)]:
        if len(numbers) > 1 and (costs := waiting_costs(position, card)):
            return costs
        if len(numbers) > MOST_NAMED:
            many = mark_count(
                "it shuts out {number} number that may still come", "it shuts out {number} numbers that may still come"
            )
            return [clause("skips many", many, number=len(numbers))]
        words = {"cards": the_cards(numbers), "number": the_cards(numbers)}
        text = mark("it shuts out {cards}, which may still come") if len(numbers) > 1 else SHUTS_OUT_ONE
        return [clause("skips", text, words, cards=numbers)]
    if coming or not others or not all(map(position.shut_out, others)):
        return []
    return [clause("shuts out nothing", mark("it shuts out nothing that may still come"))]


def _bonus(position: HintView, card: CardId, cards: int) -> list[Clause]:
    colour, number = colour_of(card), number_of(card)
    if cards == BONUS_CARDS:
        return adding([clause("bonus", mark("with {cards} cards it earns {bonus} extra"), bonus=BONUS, cards=cards)])
    missing, rest = BONUS_CARDS - cards, [n for n in position.held(colour) if n > number]
    if not 0 < missing <= min(2, position.turns, len(position.to_come(colour, number))):
        return []
    if missing <= len(rest):
        return [_near_bonus(missing)]
    if rest:
        with_rest = mark("with {numbers} in hand and one more card drawn for it, it earns {bonus} extra")
        return [clause("bonus by luck", with_rest, {"numbers": the_numbers(rest)}, numbers=rest, bonus=BONUS)]
    text = mark_count(
        "with {number} more card drawn for it, it earns {bonus} extra",
        "with {number} more cards drawn for it, it earns {bonus} extra",
    )
    return [clause("bonus by luck", text, number=missing, bonus=BONUS)]


def _near_bonus(missing: int) -> Clause:
    text = mark_count(
        "with {number} more card from hand, it earns {bonus} extra",
        "with {number} more cards from hand, it earns {bonus} extra",
    )
    return clause("near bonus", text, number=missing, bonus=BONUS)


def _time_left(position: HintView) -> list[Clause]:
    left = position.view.draw_pile
    if left > LATE:
        return []
    text = mark_count("only {number} card is left to draw", "only {number} cards are left to draw")
    return [clause("left", text, number=left)]


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


# -- drawing


def _from_pile(position: HintView) -> list[Clause]:
    if position.view.draw_pile == 1:
        return [_last_card(position)]
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
        return [clause("none left", NONE_LEFT)]
    others = others or _is_given_up(position)
    if any(position.towers):
        return [clause("none fits", NONE_FITS), *others] if others else [_none_fits(position)]
    if not any(colour_of(held) == colour_of(top) for held in position.view.hand for top in position.tops):
        return [clause("none goes", NONE_GOES), *others]
    return [clause("none pays", mark("no card on top of the discards makes a new tower pay for itself yet")), *others]


def _last_card(position: HintView) -> Clause:
    """Return what drawing the last card prevents, or that the seat has nothing to add if the rival hasn't either."""
    possible = [*unseen(position.view), *position.rivals_known, *position.tops]
    if not fitting_in_hand(position) and not any(number_of(card) and position.fits_rival(card) for card in possible):
        return clause("last of use", LAST_OF_USE)
    text = mark("it's the last card, and drawing it ends the round before the opponent can play again")
    return clause("last", text)


LAST_OF_USE = Own(
    "it's the last card, and neither your cards nor any the opponent may hold fit the towers begun",
    "it's the last card, and neither {name}'s cards nor any the opponent may hold fit the towers begun",
)


def _none_fits(position: HintView) -> Clause:
    """Return that no card of the discards fits a tower of the seat, and how many of the unseen cards do.

    If these are few, those that go with other cards in hand count too.
    """
    hidden = unseen(position.view)
    number, wider = (sum(map(is_useful, hidden)) for is_useful in (position.fits, position.can_use))
    if number >= FAIR_SHARE * len(hidden):
        return clause("none fits", BUT_UNSEEN, number=number, cards=len(hidden))
    if position.turns < TO_BEGIN or wider == number or any(map(position.can_use, position.tops)):
        return clause("none fits", NONE_FITS)
    return clause("none goes with", BUT_GOES_WITH, number=wider, cards=len(hidden))


def _leaves(position: HintView, kind: str, useful: list[CardId]) -> Clause:
    """Return why cards of the discards that the seat could use are left there."""
    if len(useful) == 1 and (left := _left(position, kind, useful[0])):
        return left
    text = mark("{cards} on the discards would help, but a card from the pile may help more")
    return clause(kind, text, {"cards": listed([*map(one_card, useful)])}, cards=useful)


def _left(position: HintView, kind: str, card: CardId) -> Clause | None:
    """Return why a card of the discards is of little use yet, or can wait."""
    missing, spare = position.short_by(card), why_spare(position, card)
    if spare and spare.kind == "adds little" and missing + number_of(card) <= 0:
        adds = mark_count(
            "{card} from the discards would add only {number} point",
            "{card} from the discards would add only {number} points",
        )
        return clause(kind, adds, {"card": card_moved(card)}, cards=[card], number=spare.facts["number"])
    if missing > (0 if position.fits_rival(card) else NEAR):
        text = mark("{card} on the discards fits, but with everything in hand {tower} would still be {missing} short")
        words = {"card": one_card(card), "tower": own_tower(colour_of(card))}
        return clause(kind, text, words, cards=[card], missing=missing)
    return None if position.fits_rival(card) else _can_wait(kind, card)


def _can_wait(kind: str, card: CardId) -> Clause:
    text = mark("{card} on the discards can wait, because the opponent has no tower that takes it")
    return clause(kind, text, {"card": one_card(card)}, cards=[card])


def _is_given_up(position: HintView) -> list[Clause]:
    """Return what a card of the discards that fits no tower of the seat would be good for, if anything."""
    wanted = [card for card in position.tops if position.fits_rival(card) and not position.can_use(card)]
    with_hand = [card for card in position.tops if number_of(card) and _goes_with(position, card)]
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
        return adding([clause("only denies", text, {"card": card_moved(card)}, cards=[card])])
    return []


def _ends_sooner(position: HintView) -> list[Clause]:
    """Return that drawing from the pile brings the end of the round nearer, if that is soon and the seat is ahead."""
    own, rival = (sum(score_tower(tower).total for tower in t) for t in (position.towers, position.rival))
    if position.view.draw_pile > LATE or own <= max(rival, rival - position.lead):
        return []
    words = {"own": with_minus(own), "rival": with_minus(rival)}
    return adding([clause("sooner", SOONER, words, own=own, rival=rival)])


SOONER = Own(
    "drawing from the pile brings the end closer, with your towers ahead {own} to {rival}",
    "drawing from the pile brings the end closer, with {name}'s towers ahead {own} to {rival}",
)
NONE_FITS = Own(
    "no card on top of the discards fits a tower you've begun",
    "no card on top of the discards fits a tower {name} has begun",
)
NONE_LEFT = Own(
    "no card on top of the discards or still hidden fits a tower you've begun, "
    "but drawing from the pile brings the end closer",
    "no card on top of the discards or still hidden fits a tower {name} has begun, "
    "but drawing from the pile brings the end closer",
)
NONE_GOES = Own(
    "no card on top of the discards goes with anything you hold",
    "no card on top of the discards goes with anything {name} holds",
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


def _from_discards(position: HintView, card: CardId) -> list[Clause]:
    return [*_taken(position, card), *_left_lying(position, card)]


def _left_lying(position: HintView, card: CardId) -> list[Clause]:
    """Return that another card of the discards that fits a tower of the seat can wait, if there is just one."""
    others = [top for top in position.tops if top != card and position.fits(top)]
    if not others[:1] or others[1:] or position.turns < TO_BEGIN:
        return []
    if position.fits_rival(others[0]) or not position.fits_rival(card):
        return []
    return [_can_wait("can wait", others[0])]


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
        comes_to = _worth_with(position, colour, cards, numbers, TAKEN)
        return [comes_to, *kept_away] if comes_to else kept_away
    if with_it := _goes_with(position, card):
        return [*_multiplying(position, card, with_it), with_it, *kept_away]
    if kept_away:
        return kept_away
    is_early = position.view.draw_pile > EARLY
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
        return [begins]
    if is_busy and len(ready) <= MOST_NAMED:
        text = mark("the pile doesn't shrink, which leaves more time to build {cards}")
        return [clause("gives time", text, {"cards": listed([*map(card_moved, ready)])}, cards=ready)]
    if is_busy:
        more_time = mark_count(
            "the pile doesn't shrink, which leaves more time to build the {number} card in hand that fits",
            "the pile doesn't shrink, which leaves more time to build the {number} cards in hand that fit",
        )
        return [clause("gives time", more_time, cards=ready, number=len(ready))]
    if is_early:
        return [clause("left to rival", mark("left there, it could begin {tower}"), {"tower": rivals_tower(colour)})]
    return [lasts]


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
        if numbers and (comes_to := _worth_with(position, colour, [card, *cards], numbers, TAKEN)):
            return [*_multiplying(position, card, comes_to), comes_to]
        return [
            _multiplies(position, card),
            _short(position, card, numbers),
        ]
    if not is_paid and score_tower((*tower, card)).value >= 0:
        return [clause("will pay", mark("with it, {tower} pays for itself"), words)]
    is_in_time, rest = number_of(card) in numbers, [number for number in numbers if number != number_of(card)]
    if not is_paid and is_in_time and missing + number_of(card) > 0:
        comes_to = _worth_with(position, colour, cards, numbers, TAKEN)
        if comes_to:
            return [comes_to]
        if rest and missing > 0 and position.expected(card) >= EXPECTED:
            return [_short(position, card, rest)]
    text = mark_count(
        "building it adds {number} point to {tower}",
        "building it adds {number} points to {tower}",
    )
    adds, needed = clause("adds", text, words, number=points_added(position.towers, card)), BONUS_CARDS - len(tower) - 1
    return [adds, *([_near_bonus(needed)] if is_in_time and 0 < needed <= len(rest) else [])]


def _goes_with(position: HintView, card: CardId, least: int = COST // 2) -> Clause | None:
    """Return which cards of the same colour are in hand, if together they cover `least` of a new tower's cost."""
    colour = colour_of(card)
    numbers = position.held(colour)
    materials = sum(colour_of(held) == colour and not number_of(held) for held in position.view.hand)
    if position.towers[colour] or not (numbers or materials) or position.turns < TO_BEGIN:
        return None
    sum_ = sum(numbers) + number_of(card)
    if sum_ < least:
        return None
    in_time = position.with_taken(card)
    if not (number_of(card) or materials) and 2 * sum(in_time) >= COST:
        cards = [card, *(make_card(colour, number) for number in in_time)]
        return _worth_with(position, colour, cards, in_time, TAKEN) or _short(position, card, in_time)
    words = [tr("the {number}", number=number) for number in numbers]
    if number_of(card) and not materials and COST // 2 <= sum_ < COST:
        text = mark("with {numbers} in hand, it covers {sum} of the {cost} a new tower costs")
        return clause("goes with", text, {"numbers": listed(words)}, numbers=numbers, sum=sum_, cost=COST)
    if materials:
        words.append(tr_count("{number} material", "{number} materials", materials))
    return clause("goes with", GOES_WITH, {"cards": listed(words)}, numbers=numbers, materials=materials)


GOES_WITH = Own("you hold {cards} to go with it", "{name} holds {cards} to go with it")
