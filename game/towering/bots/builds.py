"""What a hint says of a building or material card that is built, and what a tower comes to or lacks."""

from __future__ import annotations

from typing import Any

from ...bots.search import Clause, added, clause
from ...language import Message, Own, mark, mark_count, own_count, tr_count
from ...text import listed, with_minus
from ..actions import CardId, Colour, TurnStage, colour_of, make_card, number_of
from ..core import BONUS, BONUS_CARDS, COST
from ..state import TowerScore, score_tower
from ..words import own_tower
from .comparisons import (
    EXPECTED,
    TO_BEGIN,
    HintView,
    adds_most,
    better_can_wait,
    fitting_in_hand,
    highest,
    last_turn,
    multiplier_with,
    rival_elsewhere,
    stays_short,
    the_cards,
    the_numbers,
    waiting_costs,
)

LATE = 6
"""A hint mentions the end of the round if at most this many cards are left to draw."""
MUCH = 20
"""A tower that gains at least this many points is said to gain them."""


def building_material(position: HintView, card: CardId) -> list[Clause]:
    """Return what a material is built for, and why what looks better can wait."""
    if comes_to := _comes_to(position, card):
        waits = better_can_wait(position, card)
        return [*(multiplying(position, card, comes_to) if not waits else []), comes_to, *waits]
    if not (rest := position.rest(card)):
        return [multiplies(position, card), *(better_can_wait(position, card) or [lacks(position, card, rest)])]
    words = {"numbers": the_numbers(rest), "tower": own_tower(colour_of(card))}
    waits = better_can_wait(position, card)
    if not waits and (more := list(position.view.hand).count(card) - 1):
        more_materials = tr_count("{number} material", "{number} materials", more)
        words["cards"] = listed([*(the_numbers([number]) for number in rest), more_materials])
        together = Own("you hold {cards} to go with it", "{name} holds {cards} to go with it")
        return [multiplies(position, card), clause("together", together, words, numbers=rest, materials=more)]
    times, missing = multiplier_with(position, card), COST - sum(rest)
    facts: dict[str, Any] = {"times": times, "numbers": rest, "missing": missing}
    text = Own(
        "it makes every point count ×{times} and has to come before {numbers} in your hand, "
        "but {tower} would still be {missing} short of its cost",
        "it makes every point count ×{times} and has to come before {numbers} in {name}'s hand, "
        "but {tower} would still be {missing} short of its cost",
    )
    others = {*position.to_come(colour_of(card), 0)} - {*position.held(colour_of(card))}
    if others and position.expected(card) >= EXPECTED:
        facts["number"] = len(others)
        text = own_count(
            "it makes every point count ×{times} and has to come before {numbers} in your hand; "
            "{tower} is then {missing} short of its cost, but {number} building card that fits may still come",
            "it makes every point count ×{times} and has to come before {numbers} in your hand; "
            "{tower} is then {missing} short of its cost, but {number} building cards that fit may still come",
            "it makes every point count ×{times} and has to come before {numbers} in {name}'s hand; "
            "{tower} is then {missing} short of its cost, but {number} building card that fits may still come",
            "it makes every point count ×{times} and has to come before {numbers} in {name}'s hand; "
            "{tower} is then {missing} short of its cost, but {number} building cards that fit may still come",
        )
    return [clause("followed", text, words, **facts), *(waits or rival_elsewhere(position, card))]


def multiplies(position: HintView, card: CardId) -> Clause:
    """Return how many times a tower counts with a material: one that is taken, with others in hand too."""
    times, held = multiplier_with(position, card), position.view.hand.count(card)
    if held and position.view.stage is TurnStage.DRAW:
        text = mark("with {cards} in hand, it makes every point count ×{times} rather than ×{before}")
        words = {"cards": tr_count("{number} material", "{number} materials", held)}
        return clause("multiplies too", text, words, times=times + held, before=times + held - 1, number=held)
    return clause("multiplies", mark("it makes every point count ×{times}"), times=times)


def multiplying(position: HintView, card: CardId, comes_to: Clause) -> list[Clause]:
    """Return what a material does, if its tower gains nothing by it with the cards in hand."""
    is_enough = comes_to.kind in ("comes to", TAKEN) and comes_to.facts["number"]
    return [] if number_of(card) or is_enough else [multiplies(position, card)]


def building_number(position: HintView, card: CardId) -> list[Clause]:
    """Return what a building card is built for, why what looks better can wait, and what it shuts out."""
    tower, rest = position.towers[colour_of(card)], position.rest(card)
    before, after = score_tower(tower), score_tower((*tower, card))
    worth = None if after.cards == BONUS_CARDS and before.value >= 0 else _comes_to(position, card)
    worth = worth or (_worth(position, card, before, after) if after.value >= 0 else None)
    if not worth:
        worth = lacks(position, card, rest)
        is_roomy = not highest(tower) and not position.gained_by_material(card)
        if is_roomy and (leaves_room := _leaves_room(position, card)):
            return [leaves_room, *(better_can_wait(position, card) or [worth])]
    bonus = [] if worth.kind in ("worth with bonus", "comes to") else _bonus(position, card, after.cards)
    if worth.kind == "comes to" and before.cards < BONUS_CARDS <= worth.facts["cards"]:
        included = mark("that includes {bonus} extra for {cards} cards")
        bonus = [clause("bonus included", included, bonus=BONUS, cards=worth.facts["cards"])]
    if after.cards != BONUS_CARDS and (last := last_turn(position, card)):
        return [last, *_time_left(position)]
    waits, skips = better_can_wait(position, card), [] if stays_short(position, card) else _skips(position, card)
    if position.turns and waits and worth.kind == "is short" and [skip.kind for skip in skips] == ["skips"]:
        worth = skips.pop()
    most, left = adds_most(position, card), _time_left(position)
    if not left and fitting_in_hand(position) == [card]:
        return [worth, *waits, *bonus, *skips, *most]
    return [worth, *waits, *bonus, *most, *left, *skips]


def _comes_to(position: HintView, card: CardId) -> Clause | None:
    """Return what the tower is worth with the card and those in hand, if there are any and it pays for itself."""
    rest = position.rest(card)
    return worth_with(position, colour_of(card), position.with_rest(card), rest) if rest else None


def worth_with(
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
    if not score.total:
        return clause(kind, mark("with {numbers} in hand, {tower} just pays for itself"), words, **facts)
    text = mark_count(
        "with {numbers} in hand, {tower} comes to {number} point",
        "with {numbers} in hand, {tower} comes to {number} points",
    )
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


def lacks(position: HintView, card: CardId, rest: list[int]) -> Clause:
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
        text = mark_count(
            "{tower} is then {missing} short of its cost, but {number} building card that fits may still come",
            "{tower} is then {missing} short of its cost, but {number} building cards that fit may still come",
        )
        if rest:
            text = mark_count(
                "with {numbers} in hand, {tower} is then {missing} short of its cost, "
                "but {number} building card that fits may still come",
                "with {numbers} in hand, {tower} is then {missing} short of its cost, "
                "but {number} building cards that fit may still come",
            )
        kind = "lacks" if tower else "can pay"
        return clause(kind, text, words, numbers=rest, missing=missing, number=len(others))
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
    """Return that a card shuts out few of those that may still come, or what waiting for more of them would cost."""
    coming, others = position.coming_below(card), [*filter(number_of, position.first_elsewhere(card))]
    if numbers := [low for low in coming if number_of(low)]:
        if len(numbers) > 1:
            return waiting_costs(position, card)
        return [clause("skips", SHUTS_OUT_ONE, {"number": the_cards(numbers)}, cards=numbers)]
    if coming or not others or not all(map(position.shut_out, others)):
        return []
    return [clause("shuts out nothing", mark("it shuts out nothing that may still come"))]


def _bonus(position: HintView, card: CardId, cards: int) -> list[Clause]:
    colour, number = colour_of(card), number_of(card)
    if cards == BONUS_CARDS:
        return added("bonus", mark("with {cards} cards it earns {bonus} extra"), bonus=BONUS, cards=cards)
    missing, rest = BONUS_CARDS - cards, [n for n in position.held(colour) if n > number]
    if not 0 < missing <= min(2, position.turns, len(position.to_come(colour, number))):
        return []
    if missing <= len(rest):
        return [near_bonus(missing)]
    if rest:
        with_rest = mark("with {numbers} in hand and one more card drawn for it, it earns {bonus} extra")
        return [clause("bonus by luck", with_rest, {"numbers": the_numbers(rest)}, numbers=rest, bonus=BONUS)]
    text = mark_count(
        "with {number} more card drawn for it, it earns {bonus} extra",
        "with {number} more cards drawn for it, it earns {bonus} extra",
    )
    return [clause("bonus by luck", text, number=missing, bonus=BONUS)]


def near_bonus(missing: int) -> Clause:
    """Return how many cards from hand a tower lacks for the bonus."""
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
