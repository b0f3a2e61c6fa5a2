"""Why an action is good, in words that fit the position."""

from __future__ import annotations

from collections.abc import Iterable

from game.bots.claims import Claim, claim, sentences
from game.language import mark, tr, tr_count
from game.text import listed, with_minus
from game.towering.actions import Action, Build, Discard, Draw
from game.towering.cards import (
    HIGHEST,
    LOWEST,
    NUMBER_OF,
    CardId,
    Colour,
    colour_of,
    make_card,
    number_of,
)
from game.towering.scoring import BONUS, BONUS_CARDS, COST, score_tower
from game.towering.state import View
from game.towering.words import one_card

LATE = 6
"""With at most so many cards left to draw, a hint mentions the end of the round."""
CLEAR = 0.5
"""From so many points on, a difference between two actions is mentioned."""


def explain(view: View, action: Action) -> str:
    """Return a few short sentences on what the action is good for, from its seat's point of view."""
    return sentences(claims(view, action))


def claims(view: View, action: Action) -> list[Claim]:
    """Return what `explain` states."""
    position = Position(view)
    match action:
        case Build(card):
            reasons = _floor(position, card) if number_of(card) else _material(position, card)
            return [*reasons, *_hurry(view)]
        case Discard(card):
            return _discard(position, card)
        case Draw(colour):
            return _from_pile(position) if colour is None else _from_discards(position, view.discards[colour][-1])


def explain_choice(view: View, action: Action, other: Action, gain: float) -> str:
    """Return why the action, and what it gains over another: the next best, or what was played."""
    name, points = _named(view, other), max(1, round(gain))
    if gain < CLEAR:
        more = tr("{action} would be nearly as good.", action=name)
    else:
        # Translators: {action} is such as "building the red 7".
        more = tr_count(
            "In trial games it brings about {number} point more than {action}.",
            "In trial games it brings about {number} points more than {action}.",
            points, action=name,
        )  # fmt: skip
    return sentences([*claims(view, action), claim("gains", more, points=points)])


def _named(view: View, action: Action) -> str:
    match action:
        case Build(card):
            return tr("building {card}", card=one_card(card))
        case Discard(card):
            return tr("discarding {card}", card=one_card(card))
        case Draw(colour):
            if colour is None:
                return tr("drawing from the pile")
            return tr("taking {card}", card=one_card(view.discards[colour][-1]))


class Position:
    """A view with what the sentences need at hand."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.towers, self.rival = view.towers[view.seat], view.towers[1 - view.seat]
        self.tops = [pile[-1] for colour, pile in enumerate(view.discards) if pile and colour != view.barred]
        """What may be taken from the discards."""

    def held(self, colour: Colour) -> list[int]:
        """Return the numbers of that colour in hand, ascending."""
        return sorted(NUMBER_OF[card] for card in self.view.hand if colour_of(card) == colour and NUMBER_OF[card])

    def fits(self, card: CardId) -> bool:
        """Tell whether a tower of the seat's, begun already, can take the card."""
        return _takes(self.towers[colour_of(card)], card)

    def fits_rival(self, card: CardId) -> bool:
        return _takes(self.rival[colour_of(card)], card)


def _takes(tower: tuple[CardId, ...], card: CardId) -> bool:
    top = _highest(tower)
    return bool(tower) and (not top or number_of(card) > top)


def _highest(tower: tuple[CardId, ...]) -> int:
    """Return the number that the next floor must exceed; 0 while materials may still be laid."""
    return max(map(number_of, tower), default=0)


# -- building


def _material(position: Position, card: CardId) -> list[Claim]:
    colour = colour_of(card)
    times, held = score_tower((*position.towers[colour], card)).multiplier, position.held(colour)
    counts = tr("{tower} will count ×{multiplier}, gain or loss.", tower=_yours(colour), multiplier=times)
    hand = tr("You hold {numbers} for it.", numbers=_numbers(held)) if held else tr("You hold no floor for it yet.")
    return [claim("multiplies", counts, times=times), claim("holds", hand, numbers=held)]


def _floor(position: Position, card: CardId) -> list[Claim]:
    colour = colour_of(card)
    tower = position.towers[colour]
    before, after = score_tower(tower), score_tower((*tower, card))
    if not before.sum:
        return [*_opening(position, card), *_door(position, card)]
    name = _yours(colour)
    if after.value < 0:
        text = tr("{tower} still needs {missing} more to pay for itself.", tower=name, missing=-after.value)
        worth = claim("lacks", text, missing=-after.value)
    elif before.value < 0:
        worth = claim("pays", tr("Now {tower} pays for itself.", tower=name))
    else:
        text = tr("{tower} is now worth {points}.", tower=name, points=with_minus(after.total))
        worth = claim("worth", text, points=after.total)
    return [worth, *_door(position, card), *_bonus(after.cards, number_of(card))]


def _opening(position: Position, card: CardId) -> list[Claim]:
    colour, number = colour_of(card), number_of(card)
    rest, missing = [held for held in position.held(colour) if held > number], COST - number
    if not rest:
        text = mark("This begins {tower}, {missing} short of its cost.")
        if position.towers[colour]:
            text = mark("This is the first number of {tower}, {missing} short of its cost.")
        return [claim("opens", tr(text, tower=_yours(colour), missing=missing), missing=missing)]
    text = mark("This begins {tower}: with {numbers} in your hand it comes to {total}, against a cost of {cost}.")
    if position.towers[colour]:
        text = mark("{tower} begins: with {numbers} in your hand it comes to {total}, against a cost of {cost}.")
    total = number + sum(rest)
    told = tr(text, tower=_yours(colour), numbers=_numbers(rest), total=total, cost=COST)
    return [claim("opens with", told, numbers=rest, total=total, cost=COST)]


def _door(position: Position, card: CardId) -> list[Claim]:
    """Return which lower floors can no longer be built, and are not built by the rival either."""
    colour, number = colour_of(card), number_of(card)
    skipped = range(max(LOWEST, _highest(position.towers[colour]) + 1), number)
    lost = [lower for lower in skipped if make_card(colour, lower) not in position.rival[colour]]
    if lost:
        text = tr("After the {number} you can no longer build {numbers}.", number=number, numbers=_numbers(lost))
        if len(lost) > 2:
            text = tr("After the {number} you can no longer build anything lower.", number=number)
        return [claim("skips", text, number=number, numbers=lost)]
    return [claim("misses nothing", tr("Your rival has built all the numbers that it skips."))] if skipped else []


def _bonus(cards: int, number: int) -> list[Claim]:
    if cards == BONUS_CARDS:
        return [claim("bonus", tr("It is the eighth card, and earns {bonus} more.", bonus=BONUS), bonus=BONUS)]
    missing = BONUS_CARDS - cards
    if not 0 < missing <= min(2, HIGHEST - number):
        return []
    text = tr_count(
        "With {number} more card it earns {bonus} extra.", "With {number} more cards it earns {bonus} extra.",
        missing, bonus=BONUS,
    )  # fmt: skip
    return [claim("near bonus", text, missing=missing, bonus=BONUS)]


def _hurry(view: View) -> list[Claim]:
    left = view.draw_pile
    if left > LATE:
        return []
    text = tr_count("Only {number} card is left to draw.", "Only {number} cards are left to draw.", left)
    return [claim("left", text, number=left)]


# -- discarding


def _discard(position: Position, card: CardId) -> list[Claim]:
    colour, rival, number = colour_of(card), _rival_on(position, card), number_of(card)
    if position.towers[colour] and not position.fits(card):
        text = mark("{tower} is past the {number}.") if number else mark("{tower} is past materials.")
        return [claim("past", tr(text, tower=_yours(colour), number=number), number=number), rival]
    held = position.held(colour)
    if not (position.towers[colour] or held):
        return [claim("no floor", tr("You hold no floor to go with it.")), rival]
    if not position.towers[colour] and sum(held) < COST:
        floors = tr(
            "Your floors of this colour add up to {sum}, short of the cost of {cost}.", sum=sum(held), cost=COST
        )
        return [claim("too few", floors, sum=sum(held), cost=COST), rival]
    return [rival]


def _rival_on(position: Position, card: CardId) -> Claim:
    colour = colour_of(card)
    if not position.rival[colour]:
        return claim("rival without", tr("Your rival has not begun there."))
    if position.fits_rival(card):
        return claim("rival fits", tr("{tower} could take it.", tower=_rivals(colour)))
    return claim("rival past", tr("{tower} cannot take it.", tower=_rivals(colour)))


# -- drawing


def _from_pile(position: Position) -> list[Claim]:
    if position.view.draw_pile == 1:
        own, rival = (sum(score_tower(tower).total for tower in t) for t in (position.towers, position.rival))
        text = tr(
            "The last card ends the round, with your towers at {own} to {rival}.",
            own=with_minus(own), rival=with_minus(rival),
        )  # fmt: skip
        return [claim("last", text, own=own, rival=rival)]
    wanted = [card for card in position.tops if position.fits(card)]
    if not wanted:
        return [claim("none fits", tr("No card on top of the discards fits a tower that you have begun."))]
    text = tr("{cards} would fit as well.", cards=listed([*map(one_card, wanted)]))
    return [claim("leaves", text, cards=wanted)]


def _from_discards(position: Position, card: CardId) -> list[Claim]:
    colour, what = colour_of(card), one_card(card)
    if position.fits(card):
        text, also = mark("{card} fits: {tower} can take it."), position.fits_rival(card)
        if also:
            text = mark("{card} fits: {tower} can take it, and your rival does not get it.")
        return [claim("fits", tr(text, card=what, tower=_yours(colour)), is_kept_away=also)]
    if position.fits_rival(card):
        text = tr("{tower} could take it: in your hand it is out of reach.", tower=_rivals(colour))
        return [claim("kept away", text)]
    total = sum(position.held(colour)) + number_of(card)
    if not position.towers[colour] and total >= COST:
        text = tr(
            "With it your floors of this colour add up to {total}, against a cost of {cost}.", total=total, cost=COST
        )
        return [claim("adds up", text, total=total, cost=COST)]
    left = position.view.draw_pile
    text = tr("It leaves the draw pile at {cards}, so that the round lasts longer.", cards=left)
    return [claim("lasts", text, cards=left)]


# -- phrases


_YOURS = (
    mark("your blue tower"), mark("your red tower"), mark("your yellow tower"),
    mark("your green tower"), mark("your black tower"), mark("your purple tower"),
)  # fmt: skip
_RIVALS = (
    mark("your rival's blue tower"), mark("your rival's red tower"), mark("your rival's yellow tower"),
    mark("your rival's green tower"), mark("your rival's black tower"), mark("your rival's purple tower"),
)  # fmt: skip


def _yours(colour: Colour) -> str:
    """Return "your red tower": always what a sentence is about, so that no language has to bend it."""
    return tr(_YOURS[colour])


def _rivals(colour: Colour) -> str:
    return tr(_RIVALS[colour])


def _numbers(numbers: Iterable[int]) -> str:
    """Return "the 5", "the 5 and the 8", "the 5, the 8 and the 9"."""
    return listed([tr("the {number}", number=number) if number else tr("the material") for number in numbers])
