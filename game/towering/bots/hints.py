"""Why an action is good, in words that fit the position."""

from __future__ import annotations

from collections.abc import Iterable

from topping_out.game.bots.claims import Claim, adding, claim, reason
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.text import listed, with_minus
from topping_out.game.towering.actions import Action, Build, Discard, Draw
from topping_out.game.towering.bots.deals import unseen
from topping_out.game.towering.cards import (
    HIGHEST,
    LOWEST,
    NUMBER_OF,
    CardId,
    Colour,
    colour_of,
    make_card,
    number_of,
)
from topping_out.game.towering.scoring import BONUS, BONUS_CARDS, COST, TowerScore, score_tower
from topping_out.game.towering.state import View
from topping_out.game.towering.words import one_card, rivals_tower, your_tower

LATE = 6
"""With at most so many cards left to draw, a hint mentions the end of the round."""
CLEAR = 0.5
"""From so many points on, a difference between two actions is mentioned."""
FEW = 4
"""A card that adds at most so many points to one's own tower is no loss."""


def explain(view: View, action: Action) -> str:
    """Return what the action is good for, from its seat's point of view; it goes on after the action."""
    return reason(claims(view, action))


def claims(view: View, action: Action) -> list[Claim]:
    """Return what `explain` states, the most telling first."""
    position = Position(view)
    match action:
        case Build(card):
            return _floor(position, card) if number_of(card) else _material(position, card)
        case Discard(card):
            return _discard(position, card)
        case Draw(colour):
            return _from_pile(position) if colour is None else _from_discards(position, view.discards[colour][-1])


def explain_choice(view: View, action: Action, other: Action, gain: float) -> str:
    """Return why the action, and what it gains over another: the next best, or what was played."""
    name, points = named(view, other), max(1, round(gain))
    if gain < CLEAR:
        more = tr("There is no real difference between this and {action}.", action=name)
    else:
        # Translators: {action} is such as "building the red 7".
        more = tr_count(
            "In trial games it scores about {number} point more than {action}.",
            "In trial games it scores about {number} points more than {action}.",
            points, action=name,
        )  # fmt: skip
    return f"{explain(view, action)} {more}"


def named(view: View, action: Action) -> str:
    """Return a play as something done."""
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
        self.turns = max(0, view.draw_pile - 1) // 2
        """How often the seat can still build after this turn, if both draw from the pile."""
        self._open = {*view.hand, *unseen(view), *(pile[-1] for pile in view.discards if pile)}
        """What can come to the seat, so far as it knows: the rival holds nothing of it for certain."""

    def held(self, colour: Colour) -> list[int]:
        """Return the numbers of that colour in hand, ascending."""
        return sorted(NUMBER_OF[card] for card in self.view.hand if colour_of(card) == colour and NUMBER_OF[card])

    def to_come(self, colour: Colour, number: int) -> list[int]:
        """Return the numbers over that one which can still come to the seat's tower, ascending."""
        return [higher for higher in range(number + 1, HIGHEST + 1) if make_card(colour, higher) in self._open]

    def is_final(self, colour: Colour, number: int) -> bool:
        """Tell whether nothing can go onto the seat's tower any more, once that number is there."""
        buried = self.view.discards[colour]
        above = (make_card(colour, higher) for higher in range(number + 1, HIGHEST + 1))
        return not any(card in self._open or card in buried for card in above)

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
    counts = tr("{tower} now counts ×{multiplier}, gain or loss", tower=your_tower(colour), multiplier=times)
    hand = tr("you hold {numbers} for it", numbers=_numbers(held)) if held else tr("you hold no floor for it yet")
    return [claim("multiplies", counts, times=times), *adding([claim("holds", hand, numbers=held)]), *_hurry(position)]


def _floor(position: Position, card: CardId) -> list[Claim]:
    tower = position.towers[colour_of(card)]
    before, after = score_tower(tower), score_tower((*tower, card))
    if not before.sum:
        return [_opening(position, card), *_hurry(position), *_door(position, card)]
    worth = _worth(position, card, before, after)
    return [worth, *_bonus(position, card, after.cards), *_hurry(position), *_door(position, card)]


def _worth(position: Position, card: CardId, before: TowerScore, after: TowerScore) -> Claim:
    colour, number = colour_of(card), number_of(card)
    name, missing = your_tower(colour), -after.value
    if missing <= 0 and before.value < 0:
        return claim("pays", tr("now {tower} pays for itself", tower=name))
    if missing <= 0:
        return claim(
            "worth", tr("{tower} is now worth {points}", tower=name, points=with_minus(after.total)), points=after.total
        )
    best = position.to_come(colour, number)[::-1][: position.turns]
    if sum(best) >= missing:
        text = tr(
            "{tower} then needs only {missing} more to pay for itself instead of {before}",
            tower=name, missing=missing, before=-before.value,
        )  # fmt: skip
        return claim("lacks", text, missing=missing, before=-before.value)
    kind, text = "is short", mark("{tower} is {missing} short instead of {before}")
    if position.is_final(colour, number):
        kind, text = "stays short", mark("{tower} stays {missing} short instead of {before}")
    return claim(
        kind, tr(text, tower=name, missing=missing, before=-before.value), missing=missing, before=-before.value
    )


def _opening(position: Position, card: CardId) -> Claim:
    colour, number = colour_of(card), number_of(card)
    rest, missing = [held for held in position.held(colour) if held > number], COST - number
    total = number + sum(rest)
    if rest and len(rest) <= position.turns and total >= COST:
        told = tr(
            "with {numbers} in your hand {tower} comes to {total}, against a cost of {cost}",
            tower=your_tower(colour), numbers=_numbers(rest), total=total, cost=COST,
        )  # fmt: skip
        return claim("opens with", told, numbers=rest, total=total, cost=COST)
    best = position.to_come(colour, number)[::-1][: position.turns]
    if not position.towers[colour] and number + sum(best) >= COST:
        return claim("can pay", tr("it begins {tower}, which can still pay for itself", tower=your_tower(colour)))
    text = mark("it begins {tower}, {missing} short of its cost")
    if position.towers[colour]:
        text = mark("it is the first number of {tower}, {missing} short of its cost")
    return claim("opens", tr(text, tower=your_tower(colour), missing=missing), missing=missing)


def _door(position: Position, card: CardId) -> list[Claim]:
    """Return which lower floors can no longer be built, and are not built by the rival either."""
    colour, number = colour_of(card), number_of(card)
    skipped = range(max(LOWEST, _highest(position.towers[colour]) + 1), number)
    lost = [lower for lower in skipped if make_card(colour, lower) not in position.rival[colour]]
    if lost:
        text = tr("after the {number} you can no longer build {numbers}", number=number, numbers=_numbers(lost))
        if len(lost) > 2:
            text = tr("after the {number} you can no longer build anything lower", number=number)
        return [claim("skips", text, number=number, numbers=lost)]
    return [claim("misses nothing", tr("your opponent has built all the numbers that it skips"))] if skipped else []


def _bonus(position: Position, card: CardId, cards: int) -> list[Claim]:
    colour, number = colour_of(card), number_of(card)
    if cards == BONUS_CARDS:
        return adding([claim("bonus", tr("its eighth card earns {bonus} more", bonus=BONUS), bonus=BONUS)])
    missing, held = BONUS_CARDS - cards, [n for n in position.held(colour) if n > number]
    if not 0 < missing <= min(2, position.turns, len(position.to_come(colour, number))):
        return []
    if missing <= len(held):
        text = tr_count(
            "with {number} more card from your hand it earns {bonus} extra",
            "with {number} more cards from your hand it earns {bonus} extra",
            missing, bonus=BONUS,
        )  # fmt: skip
        return [claim("near bonus", text, missing=missing, bonus=BONUS)]
    text = tr_count(
        "if you draw {number} more card for it, it earns {bonus} extra",
        "if you draw {number} more cards for it, it earns {bonus} extra",
        missing - len(held), bonus=BONUS,
    )  # fmt: skip
    return [claim("bonus by luck", text, missing=missing - len(held), bonus=BONUS)]


def _hurry(position: Position) -> list[Claim]:
    left = position.view.draw_pile
    if left > LATE:
        return []
    text = tr_count("only {number} card is left to draw", "only {number} cards are left to draw", left)
    return [claim("left", text, number=left)]


# -- discarding


def _discard(position: Position, card: CardId) -> list[Claim]:
    rival, own = _rival_on(position, card), _own_on(position, card)
    if own and rival.kind != "rival fits":
        return [own, *adding([rival])]
    return [own, rival] if own else [rival]


def _own_on(position: Position, card: CardId) -> Claim | None:
    """Return why the seat can spare a card, if that is plain."""
    colour, number = colour_of(card), number_of(card)
    tower, held = position.towers[colour], position.held(colour)
    if tower and not position.fits(card):
        text = mark("{tower} is past the {number}") if number else mark("{tower} is past materials")
        return claim("past", tr(text, tower=your_tower(colour), number=number), number=number)
    if tower and number:
        points = score_tower((*tower, card)).product - score_tower(tower).product
        text = tr_count("built, it adds only {number} point", "built, it adds only {number} points", points)
        return claim("adds little", text, points=points) if points <= FEW else None
    if not (tower or held):
        return claim("no floor", tr("you hold no floor to go with it"))
    if not tower and sum(held) < COST:
        text = tr("your floors of this colour add up to {sum}, short of the cost of {cost}", sum=sum(held), cost=COST)
        return claim("too few", text, sum=sum(held), cost=COST)
    return None


def _rival_on(position: Position, card: CardId) -> Claim:
    colour = colour_of(card)
    if not position.rival[colour]:
        return claim("rival without", tr("your opponent has not begun there"))
    if position.fits_rival(card):
        return claim("rival fits", tr("{tower} could take it", tower=rivals_tower(colour)))
    return claim("rival past", tr("{tower} cannot take it", tower=rivals_tower(colour)))


# -- drawing


def _from_pile(position: Position) -> list[Claim]:
    if position.view.draw_pile == 1:
        own, rival = (sum(score_tower(tower).total for tower in t) for t in (position.towers, position.rival))
        text = tr(
            "it is the last card, and the round ends with your towers at {own} to {rival}",
            own=with_minus(own), rival=with_minus(rival),
        )  # fmt: skip
        return [claim("last", text, own=own, rival=rival)]
    wanted = [card for card in position.tops if position.fits(card)]
    if not wanted:
        return [claim("none fits", tr("no card on top of the discards fits a tower that you have begun"))]
    text = tr("{cards} on the discards would fit as well", cards=listed([*map(one_card, wanted)]))
    return [claim("leaves", text, cards=wanted)]


def _from_discards(position: Position, card: CardId) -> list[Claim]:
    colour = colour_of(card)
    if position.fits(card):
        text, also = mark("{tower} can take it"), position.fits_rival(card)
        if also:
            text = mark("{tower} can take it, and your opponent doesn't get it")
        return [claim("fits", tr(text, tower=your_tower(colour)), is_kept_away=also)]
    if position.fits_rival(card):
        text = tr("{tower} could take it, and in your hand it is out of reach", tower=rivals_tower(colour))
        return [claim("kept away", text)]
    total = sum(position.held(colour)) + number_of(card)
    if not position.towers[colour] and total >= COST:
        text = tr(
            "with it your floors of this colour add up to {total}, against a cost of {cost}", total=total, cost=COST
        )
        return [claim("adds up", text, total=total, cost=COST)]
    left = position.view.draw_pile
    ready = [held for held in position.view.hand if number_of(held) and position.fits(held)]
    if ready:
        text = tr(
            "the pile doesn't shrink, which leaves you more time to build {cards}",
            cards=listed([*map(one_card, ready)]),
        )  # fmt: skip
        return [claim("gives time", text, cards=ready)]
    text = tr("it leaves the draw pile at {cards}, so that the round lasts longer", cards=left)
    return [claim("lasts", text, cards=left)]


# -- phrases


def _numbers(numbers: Iterable[int]) -> str:
    """Return "the 5", "the 5 and the 8", "the 5, the 8 and the 9"."""
    return listed([tr("the {number}", number=number) if number else tr("the material") for number in numbers])
