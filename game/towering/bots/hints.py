"""Explanations of why an action is good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from ...bots.reasons import Clause, adding, clause, reason
from ...bots.search import standard_error
from ...language import Own, mark, mark_count, tr, tr_count
from ...text import listed, paragraph, sentence, with_minus
from ..actions import (
    HIGHEST,
    LOWEST,
    NUMBER_OF,
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
from ..events import TowerScore, score_tower
from ..state import View, unseen
from ..words import card_moved, one_card, own_tower, rivals_tower

LATE = 6
"""A hint mentions the end of the round if at most this many cards are left to draw."""
EARLY = 25
"""With more cards left to draw, a hint doesn't name the length of the round as a reason."""
TO_BEGIN = 3
"""With fewer turns to come, a hint doesn't take it for a reason that a tower could begin."""
CLEAR = 2.0
"""The smallest difference between two actions that a hint mentions, in points."""
SURE = 4.0
"""A hint mentions a difference if it is at least this many of its standard errors."""
LEVEL = 1.0
"""Two actions are about as good if their difference is at most this many points, two standard errors included."""
EXPECTED = 25.0
"""A new tower is said to be able to pay for itself only if this sum is expected: then it does so in most games."""
MOST_NAMED = 3
"""A hint lists at most this many cards that there is more time to build."""
FEW = 4
"""A card adds little, so that it may be discarded, if building it would add at most this many points."""


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


def explain_choice(view: View, action: Action, other: Action, gains: Sequence[float]) -> str:
    """Return why the action is good, and by how many points it is better than `other`, as far as trials have shown it.

    `gains` are the differences in several deals. An action that is about as good is only mentioned if it is of another
    kind, with another card.
    """
    name, why = named(view, other), explain(view, action)
    if _is_better(gains):
        # Translators: {action} is such as "building the red 7".
        more = tr_count(
            "In trial games this play comes out about {number} point better than {action}.",
            "In trial games this play comes out about {number} points better than {action}.",
            round(fmean(gains)), action=name,
        )  # fmt: skip
        return paragraph([why, more])
    if _is_as_good(gains) and _is_another_kind(view, action, other):
        return paragraph([why, sentence(tr("{play} is about as good.", play=name))])
    return why


def is_settled(gains: Sequence[float]) -> bool:
    """Return whether further trials would hardly change the sentence of `explain_choice`."""
    return _is_better(gains, 2 * SURE) or _is_as_good(gains)


def _is_better(gains: Sequence[float], sure: float = SURE) -> bool:
    return fmean(gains) >= max(CLEAR, sure * standard_error(gains))


def _is_as_good(gains: Sequence[float]) -> bool:
    return abs(fmean(gains)) + 2 * standard_error(gains) <= LEVEL


def _is_another_kind(view: View, action: Action, other: Action) -> bool:
    """Return whether one action builds and the other discards another card, or only one of them draws from the pile.

    A discard to draw must have an obvious use that is not mentioned yet.
    """
    match action, other:
        case (Build(card), Discard(another)) | (Discard(card), Build(another)):
            return card != another
        case Draw(colour), Draw(another_colour):
            if (colour is None) == (another_colour is None):
                return False
            return another_colour is None or clauses(view, other)[0].kind in USES
    return False


USES = ("kept away", "adds up", "goes with")
"""Kinds of clauses on what a card of the discards is for."""


def named(view: View, action: Action) -> str:
    """Return an action such as "building the red 7"."""
    match action:
        case Build(card):
            return tr("building {card}", card=card_moved(card))
        case Discard(card):
            return tr("discarding {card}", card=card_moved(card))
        case Draw(colour):
            if colour is None:
                return tr("drawing from the pile")
            return tr("taking {card}", card=card_moved(view.discards[colour][-1]))


class HintView:
    """A view, with everything that the clauses need."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.towers, self.rival = view.towers[view.seat], view.towers[1 - view.seat]
        self.tops = [pile[-1] for colour, pile in enumerate(view.discards) if pile and colour != view.barred]
        """The cards that may be taken from the discards."""
        self.turns = max(0, view.draw_pile - 1) // 2
        """How many turns the seat has after this one, if both draw from the pile."""
        self._open = {*view.hand, *unseen(view), *(pile[-1] for pile in view.discards if pile)}
        """The cards that the seat may still get or has: none of them is known to be in the rival's hand."""

    def held(self, colour: Colour) -> list[int]:
        """Return the numbers of a colour in hand, ascending."""
        return sorted(NUMBER_OF[card] for card in self.view.hand if colour_of(card) == colour and NUMBER_OF[card])

    def to_come(self, colour: Colour, number: int) -> list[int]:
        """Return the numbers above `number` that the seat's tower may still get, ascending."""
        return [higher for higher in range(number + 1, HIGHEST + 1) if make_card(colour, higher) in self._open]

    def can_pay(self, card: CardId) -> bool:
        """Return whether the seat's tower can still come to its cost if the card is built now."""
        colour, number = colour_of(card), number_of(card)
        best = self.to_come(colour, number)[::-1][: self.turns]
        return sum(map(number_of, self.towers[colour])) + number + sum(best) >= COST

    def expected(self, card: CardId) -> float:
        """Return the sum that can be expected on the seat's tower if the card is built now.

        The seat draws half of the pile, and some of the unseen cards are in the rival's hand.
        """
        colour, number = colour_of(card), number_of(card)
        hidden = unseen(self.view)
        share = self.view.draw_pile / 2 / max(1, len(hidden))
        worths = [
            higher * share if make_card(colour, higher) in hidden else higher for higher in self.to_come(colour, number)
        ]
        best = sorted(worths)[::-1][: self.turns]
        return sum(map(number_of, self.towers[colour])) + number + sum(best)

    def is_final(self, colour: Colour, number: int) -> bool:
        """Return whether nothing more can go onto the seat's tower after `number`."""
        buried = self.view.discards[colour]
        above = (make_card(colour, higher) for higher in range(number + 1, HIGHEST + 1))
        return not any(card in self._open or card in buried for card in above)

    def adds_up(self, card: CardId) -> bool:
        """Return whether the card and those of its colour in hand are enough for a new tower, with time to build it."""
        colour = colour_of(card)
        numbers = sorted([*self.held(colour), number_of(card)])[::-1][: self.turns]
        return not self.towers[colour] and sum(numbers) >= COST

    def fits(self, card: CardId) -> bool:
        """Return whether the card fits onto a tower that the seat has begun."""
        return _takes(self.towers[colour_of(card)], card)

    def fits_rival(self, card: CardId) -> bool:
        return _takes(self.rival[colour_of(card)], card)


def _takes(tower: tuple[CardId, ...], card: CardId) -> bool:
    top = _highest(tower)
    return bool(tower) and (not top or number_of(card) > top)


def _highest(tower: tuple[CardId, ...]) -> int:
    """Return the highest number on a tower; 0 if there is none, so that materials still fit."""
    return max(map(number_of, tower), default=0)


# -- building


def _material(position: HintView, card: CardId) -> list[Clause]:
    colour = colour_of(card)
    times, held = score_tower((*position.towers[colour], card)).multiplier, position.held(colour)
    counts = mark("{tower} now counts ×{times}, gain or loss")
    multiplies = clause("multiplies", counts, {"tower": own_tower(colour)}, times=times)
    if 2 * sum(held) <= COST and position.expected(card) >= EXPECTED:
        in_time = clause("in time", mark("there's still time to draw enough building cards for it"))
        return [multiplies, *adding([in_time])]
    holds = clause("holds", HOLDS, {"numbers": _numbers(held)}, numbers=held)
    return [multiplies, *adding([holds] if held else []), *_time_left(position)]


HOLDS = Own("you hold {numbers} for it", "{name} holds {numbers} for it")


def _building_card(position: HintView, card: CardId) -> list[Clause]:
    tower = position.towers[colour_of(card)]
    before, after = score_tower(tower), score_tower((*tower, card))
    if not before.sum:
        opening = _opening(position, card, before, after)
        argues_for = opening.kind not in ("opens", "kept away")
        return [opening, *([*_time_left(position), *_skipped(position, card)] if argues_for else [])]
    worth = _worth(position, card, before, after)
    bonus = [] if worth.kind == "worth with bonus" else _bonus(position, card, after.cards)
    return [worth, *bonus, *_time_left(position), *_skipped(position, card)]


def _worth(position: HintView, card: CardId, before: TowerScore, after: TowerScore) -> Clause:
    colour, number = colour_of(card), number_of(card)
    words, missing = {"tower": own_tower(colour)}, -after.value
    if missing <= 0 and before.value < 0:
        return clause("pays", mark("now {tower} pays for itself"), words)
    if missing <= 0:
        words["points"] = with_minus(after.total)
        if after.cards == BONUS_CARDS:
            text = mark("with {cards} cards, which earn {bonus} extra, {tower} is now worth {points}")
            facts = {"cards": after.cards, "bonus": BONUS, "points": after.total}
            return clause("worth with bonus", text, words, **facts)
        return clause("worth", mark("{tower} is now worth {points}"), words, points=after.total)
    kind, text = "is short", mark("{tower} is then {missing} short rather than {before}")
    if position.can_pay(card):
        kind, text = "lacks", mark("{tower} then needs only {missing} more to pay for itself, not {before}")
    elif position.is_final(colour, number):
        kind, text = "stays short", mark("{tower} is still short of its cost, but by {missing} rather than {before}")
    return clause(kind, text, words, missing=missing, before=-before.value)


def _opening(position: HintView, card: CardId, before: TowerScore, after: TowerScore) -> Clause:
    colour, number = colour_of(card), number_of(card)
    rest = [held for held in position.held(colour) if held > number]
    words, total = {"tower": own_tower(colour), "numbers": _numbers(rest)}, number + sum(rest)
    can_build = 0 < len(rest) <= position.turns
    if can_build and total >= COST:
        text = mark("with {numbers} in hand, {tower} comes to {total}, against a cost of {cost}")
        return clause("opens with", text, words, numbers=rest, total=total, cost=COST)
    if not position.towers[colour]:
        if position.expected(card) >= EXPECTED:
            return clause("can pay", mark("it begins {tower}, which can still pay for itself"), words)
        if position.fits_rival(card):
            return _kept_away(colour)
        return clause("opens", mark("it begins {tower}, {missing} short of its cost"), words, missing=COST - number)
    if can_build and position.can_pay(card):
        text = mark("with {numbers} in hand, {tower} then needs only {missing} more to pay for itself")
        return clause("lacks with", text, words, numbers=rest, missing=COST - total)
    return _worth(position, card, before, after)


def _kept_away(colour: Colour) -> Clause:
    text = mark("{tower} could use it, but now won't get it")
    return clause("kept away", text, {"tower": rivals_tower(colour)})


def _skipped(position: HintView, card: CardId) -> list[Clause]:
    """Return which lower building cards no longer fit after this card, leaving out those that the rival has built."""
    colour, number = colour_of(card), number_of(card)
    skipped = range(max(LOWEST, _highest(position.towers[colour]) + 1), number)
    lost = [lower for lower in skipped if make_card(colour, lower) not in position.rival[colour]]
    if lost:
        text = mark("after the {number}, {numbers} no longer fit there")
        if len(lost) == 1:
            text = mark("after the {number}, {numbers} no longer fits there")
        if len(lost) > 2:
            text = mark("after the {number}, nothing lower fits there any more")
        return [clause("skips", text, {"numbers": _numbers(lost)}, number=number, numbers=lost)]
    return [clause("misses nothing", mark("the opponent has already built every number it skips"))] if skipped else []


def _bonus(position: HintView, card: CardId, cards: int) -> list[Clause]:
    colour, number = colour_of(card), number_of(card)
    if cards == BONUS_CARDS:
        return adding([clause("bonus", mark("with {cards} cards it earns {bonus} more"), bonus=BONUS, cards=cards)])
    missing, held = BONUS_CARDS - cards, len([n for n in position.held(colour) if n > number])
    if not 0 < missing <= min(2, position.turns, len(position.to_come(colour, number))):
        return []
    if missing <= held:
        text = mark_count(
            "with {number} more card from hand, it earns {bonus} extra",
            "with {number} more cards from hand, it earns {bonus} extra",
        )
        return [clause("near bonus", text, number=missing, bonus=BONUS)]
    text = mark_count(
        "with {number} more card drawn for it, it earns {bonus} extra",
        "with {number} more cards drawn for it, it earns {bonus} extra",
    )
    return [clause("bonus by luck", text, number=missing - held, bonus=BONUS)]


def _time_left(position: HintView) -> list[Clause]:
    left = position.view.draw_pile
    if left > LATE:
        return []
    text = mark_count("only {number} card is left to draw", "only {number} cards are left to draw")
    return [clause("left", text, number=left)]


# -- discarding


def _discard(position: HintView, card: CardId) -> list[Clause]:
    rival, own = _use_to_rival(position, card), _why_spare(position, card)
    if own and rival.kind != "rival fits":
        return [own, *adding([rival])]
    return [own, rival] if own else [rival]


def _why_spare(position: HintView, card: CardId) -> Clause | None:
    """Return why the seat can spare a card; None if it has no obvious reason."""
    colour, number = colour_of(card), number_of(card)
    tower, held = position.towers[colour], position.held(colour)
    if tower and not position.fits(card):
        text = mark("{tower} is already past the {number}") if number else mark("{tower} can't take materials any more")
        return clause("past", text, {"tower": own_tower(colour)}, number=number)
    if tower and number:
        points = score_tower((*tower, card)).product - score_tower(tower).product
        adds = mark_count("building it would add only {number} point", "building it would add only {number} points")
        if points <= FEW:
            return clause("adds little", adds, number=points)
    if not tower and held in ([], [number]):
        return clause("no building card", mark("there's no building card in hand to go with it"))
    if not tower and sum(held) < COST:
        text = mark("the building cards of this colour in hand add up to {sum}, short of the cost of {cost}")
        return clause("too few", text, sum=sum(held), cost=COST)
    if not tower and sum(held[::-1][: position.turns + 1]) < COST:
        return clause("too late", mark("there's no time left for a new tower to pay for itself"))
    higher = [other for other in held if other > number]
    if number and sum(higher) >= COST and len(higher) <= position.turns:
        text = mark("the higher cards of this colour in hand still come to {sum}")
        return clause("higher", text, sum=sum(higher))
    return None


def _use_to_rival(position: HintView, card: CardId) -> Clause:
    colour = colour_of(card)
    if not position.rival[colour]:
        return clause("rival without", mark("the opponent hasn't started a tower there"))
    words = {"tower": rivals_tower(colour)}
    if position.fits_rival(card):
        return clause("rival fits", mark("{tower} could take it"), words)
    return clause("rival past", mark("{tower} can't take it"), words)


# -- drawing


def _from_pile(position: HintView) -> list[Clause]:
    if position.view.draw_pile == 1:
        own, rival = (sum(score_tower(tower).total for tower in t) for t in (position.towers, position.rival))
        last = clause("last", LAST, {"own": with_minus(own), "rival": with_minus(rival)}, own=own, rival=rival)
        is_idle = own < rival and not any(map(position.fits, position.view.hand))
        return [clause("hand fits nothing", HAND_FITS_NOTHING), last] if is_idle else [last]
    wanted = [card for card in position.tops if position.fits(card)]
    if wanted:
        text = mark("{cards} on the discards would fit too")
        leaves = clause("leaves", text, {"cards": listed([*map(one_card, wanted)])}, cards=wanted)
        return [leaves, *_no_hurry(position, wanted)]
    if not position.tops:
        text = mark("there's nothing else to draw")
        if any(position.view.discards):
            text = mark("the card just discarded can't be taken back, and there's nothing else to draw")
        return [clause("only way", text)]
    useful = [card for card in position.tops if position.adds_up(card)]
    if useful:
        text = mark("{cards} on the discards would go with cards in hand too")
        suits = clause("suits", text, {"cards": listed([*map(one_card, useful)])}, cards=useful)
        return [suits, *_no_hurry(position, useful)]
    if any(position.towers):
        return [clause("none fits", NONE_FITS), *_ends_sooner(position)]
    return [clause("none pays", mark("no card on top of the discards makes a new tower pay for itself yet"))]


def _no_hurry(position: HintView, wanted: list[CardId]) -> list[Clause]:
    """Return why cards of the discards that fit are left there, if there is an obvious reason."""
    if len(wanted) == 1 and (spare := _why_spare(position, wanted[0])) and spare.kind == "adds little":
        return adding([spare])
    if any(map(position.fits_rival, wanted)):
        return []
    return [clause("can wait", mark("no tower the opponent has begun can take that, so there's no hurry"))]


def _ends_sooner(position: HintView) -> list[Clause]:
    """Return that drawing from the pile brings the end of the round nearer, if that is soon and the seat is ahead."""
    own, rival = (sum(score_tower(tower).total for tower in t) for t in (position.towers, position.rival))
    if position.view.draw_pile > LATE or own <= rival:
        return []
    words = {"own": with_minus(own), "rival": with_minus(rival)}
    return adding([clause("sooner", SOONER, words, own=own, rival=rival)])


SOONER = Own(
    "drawing from the pile brings the end closer, with your towers ahead {own} to {rival}",
    "drawing from the pile brings the end closer, with {name}'s towers ahead {own} to {rival}",
)
LAST = Own(
    "it's the last card, and the round ends with your towers at {own} to {rival}",
    "it's the last card, and the round ends with {name}'s towers at {own} to {rival}",
)
HAND_FITS_NOTHING = Own(
    "no card in hand fits a tower you've begun",
    "no card in hand fits a tower {name} has begun",
)
NONE_FITS = Own(
    "no card on top of the discards fits a tower you've begun",
    "no card on top of the discards fits a tower {name} has begun",
)


def _from_discards(position: HintView, card: CardId) -> list[Clause]:
    colour = colour_of(card)
    words = {"tower": own_tower(colour)}
    if position.fits(card):
        text, fits_rival = mark("{tower} can take it"), position.fits_rival(card)
        if fits_rival:
            text = mark("{tower} can take it, and the opponent doesn't get it")
        return [clause("fits", text, words, is_kept_away=fits_rival)]
    if position.fits_rival(card):
        return [_kept_away(colour)]
    if number_of(card) and position.adds_up(card):
        total = sum(position.held(colour)) + number_of(card)
        text = mark("with it the building cards of this colour in hand add up to {total}, against a cost of {cost}")
        return [clause("adds up", text, total=total, cost=COST)]
    if with_it := _goes_with(position, card):
        return [with_it]
    is_early = position.view.draw_pile > EARLY
    ready = [held for held in position.view.hand if number_of(held) and position.fits(held)]
    is_short_of_time = len(ready) > position.turns
    if position.rival[colour] and not is_short_of_time:
        text = mark("{tower} can't take it, so nothing is given away by discarding it later")
        return [clause("harmless", text, {"tower": rivals_tower(colour)})]
    if is_early and not position.towers[colour] and position.expected(card) >= COST:
        return [clause("can begin", mark("it could begin {tower}"), words)]
    if is_short_of_time and len(ready) <= MOST_NAMED:
        text = mark("the pile doesn't shrink, which leaves more time to build {cards}")
        return [clause("gives time", text, {"cards": listed([*map(card_moved, ready)])}, cards=ready)]
    if is_short_of_time:
        more_time = mark_count(
            "the pile doesn't shrink, which leaves more time to build the {number} card in hand that fits",
            "the pile doesn't shrink, which leaves more time to build the {number} cards in hand that fit",
        )
        return [clause("gives time", more_time, cards=ready, number=len(ready))]
    text = mark("the draw pile stays at {cards}, so the round lasts longer")
    return [clause("lasts", text, cards=position.view.draw_pile)]


def _goes_with(position: HintView, card: CardId) -> Clause | None:
    """Return which cards of the same colour are in hand, if together they cover half of a new tower's cost in time."""
    colour = colour_of(card)
    numbers = position.held(colour)
    materials = sum(colour_of(held) == colour and not number_of(held) for held in position.view.hand)
    if position.towers[colour] or not (numbers or materials) or position.turns < TO_BEGIN:
        return None
    if 2 * (sum(numbers) + number_of(card)) < COST:
        return None
    words = [tr("the {number}", number=number) for number in numbers]
    if materials:
        words.append(tr_count("{number} material", "{number} materials", materials))
    return clause("goes with", GOES_WITH, {"cards": listed(words)}, numbers=numbers, materials=materials)


GOES_WITH = Own("you hold {cards} to go with it", "{name} holds {cards} to go with it")


# -- phrases


def _numbers(numbers: Iterable[int]) -> str:
    """Return "the 5", "the 5 and the 8", "the 5, the 8 and the 9"."""
    return listed([tr("the {number}", number=number) if number else tr("the material") for number in numbers])
