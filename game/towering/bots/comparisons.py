"""What hints ask of a view, phrases for cards, and comparisons of a card with others in hand and of two actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from ...bots.search import Clause, clause
from ...language import Own, mark, mark_count, tr, tr_count
from ...text import listed
from ..actions import HIGHEST, LOWEST, NUMBER_OF, Action, CardId, Colour, Discard, colour_of, make_card, number_of
from ..core import COST
from ..state import View, score_tower, unseen
from ..words import card_moved, one_card, own_tower, rivals_tower

EXPECTED = 25
"""A tower is said to come near to paying for itself only if this sum is expected: then it does so in most games."""


class HintView:
    """A view, with everything that the clauses need."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view, self.rivals_known = view, view.known[1 - view.seat]
        self.towers, self.rival = view.towers[view.seat], view.towers[1 - view.seat]
        self.points, self.rivals_points = view.points(view.seat), view.points(1 - view.seat)
        self.tops = [pile[-1] for colour, pile in enumerate(view.discards) if pile and colour != view.barred]
        """The cards that may be taken from the discards."""
        self.lead = 0
        """By how much the seat leads before this round, if it is the last one, or else 0."""
        if view.round == view.variant.rounds - 1:
            self.lead = view.totals[view.seat] - view.totals[1 - view.seat]
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

    def rest(self, card: CardId) -> list[int]:
        """Return the numbers in hand that there is time to build after the card, ascending."""
        return _last([number for number in self.held(colour_of(card)) if number > number_of(card)], self.turns)

    def with_rest(self, card: CardId) -> list[CardId]:
        """Return the card, and those in hand that there is time to build after it."""
        return [card, *(make_card(colour_of(card), number) for number in self.rest(card))]

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

    def with_hand(self, card: CardId) -> list[int]:
        """Return its number and those of its colour in hand that there is time to build once it is taken, ascending."""
        return _last(sorted([*self.held(colour_of(card)), number_of(card)]), self.view.draw_pile // 2)

    def adds_up(self, card: CardId) -> bool:
        """Return whether the card and those of its colour in hand are enough for a new tower, with time to build it."""
        numbers = self.with_hand(card)
        return not self.towers[colour_of(card)] and number_of(card) in numbers and sum(numbers) >= COST

    def with_taken(self, card: CardId) -> list[int]:
        """Return the numbers that there is time to build on the tower that a card of the discards fits, ascending.

        They are among those in hand and the card's own, unless it is a material.
        """
        colour, turns = colour_of(card), self.view.draw_pile // 2
        if not number_of(card):
            return _last(self.held(colour), turns - 1)
        return [number for number in self.with_hand(card) if number > highest(self.towers[colour])]

    def without(self, colour: Colour) -> int | None:
        """Return what a tower comes to with the numbers in hand if the pile is drawn from; None if it isn't begun then.

        A new tower isn't begun if it would not pay for itself.
        """
        tower = self.towers[colour]
        numbers = _last([number for number in self.held(colour) if number > highest(tower)], self.turns)
        score = score_tower((*tower, *(make_card(colour, number) for number in numbers)))
        return score.total if tower or (numbers and score.value >= 0) else None

    def short_by(self, card: CardId) -> int:
        """Return how much the tower that a card of the discards fits lacks, with the card and all those in hand."""
        tower = self.towers[colour_of(card)]
        fitting = [number for number in self.held(colour_of(card)) if number > highest(tower)]
        return COST - sum(map(number_of, tower)) - sum(fitting) - number_of(card)

    def skipped(self, card: CardId) -> list[int]:
        """Return the numbers that the seat's tower misses if the card is built now."""
        return [*range(max(LOWEST, highest(self.towers[colour_of(card)]) + 1), number_of(card))]

    def next_elsewhere(self, card: CardId) -> list[CardId]:
        """Return the lowest building card in hand for each tower that has no use for materials, or for the card."""
        found = []
        for colour, tower in enumerate(self.towers):
            top, material = highest(tower), make_card(colour, 0)
            fitting = [number for number in self.held(colour) if number > top]
            is_elsewhere = colour != colour_of(card) or (tower and not _takes(tower, card))
            if fitting and is_elsewhere and (top or material not in self.view.hand):
                found.append(make_card(colour, fitting[0]))
        return found

    def first(self, colour: Colour) -> list[CardId]:
        """Return the card in hand, if any, that a tower would get first: a material, or the lowest that fits."""
        top, material = highest(self.towers[colour]), make_card(colour, 0)
        materials = [material] if not top and material in self.view.hand else []
        return [*materials, *(make_card(colour, number) for number in self.held(colour) if number > top)][:1]

    def coming_below(self, card: CardId) -> list[CardId]:
        """Return the cards that may still come before a card in hand, ascending, but a material last."""
        colour, possible = colour_of(card), {*unseen(self.view), *self.tops}
        numbers = [*self.skipped(card), *([] if highest(self.towers[colour]) else [0])]
        return [low for number in numbers if (low := make_card(colour, number)) in possible]

    def shut_out(self, card: CardId) -> list[CardId]:
        """Return the cards that may still come and that building a number shuts out, materials each."""
        possible, coming = [*unseen(self.view), *self.tops], self.coming_below(card) if number_of(card) else []
        return [low for low in coming for _ in range(possible.count(low))]

    def price(self, card: CardId) -> list[CardId]:
        """Return the cards that building a card shuts out, if the seat could gain by any of them.

        There must be time for that one, the card and those in hand that follow, if something else is played now.
        """
        shut_out = self.shut_out(card) if len(self.with_rest(card)) < self.turns else []
        return shut_out if any(map(number_of, shut_out)) or self.gained_by_material(card) else []

    def first_elsewhere(self, card: CardId) -> list[CardId]:
        """Return the cards in hand that the towers of other colours than the card's would get first."""
        colours = [colour for colour in range(len(self.towers)) if colour != colour_of(card)]
        return [first for colour in colours for first in self.first(colour)]

    def lost(self, card: CardId) -> int:
        """Return what the building cards that may still come before a card in hand would count on its tower."""
        times = score_tower(self.towers[colour_of(card)]).multiplier
        return times * sum(map(number_of, self.coming_below(card)))

    def gained_by_material(self, card: CardId) -> int:
        """Return what a material that may still come before a card would gain, by what is in hand or expected."""
        sum_ = sum(map(number_of, self.with_rest(card)))
        if (expected := int(self.expected(card))) >= EXPECTED:
            sum_ = max(sum_, expected)
        is_coming = make_card(colour_of(card), 0) in self.coming_below(card)
        return max(0, sum_ - COST) if is_coming else 0

    def use_to_rival(self, card: CardId) -> int:
        """Return 2 if the rival could use a card, or has taken others of its colour, 1 if it may yet, or else 0."""
        if self.rival[colour_of(card)]:
            return 2 * self.fits_rival(card)
        return 2 if self.rival_took(colour_of(card)) else 1

    def fits(self, card: CardId) -> bool:
        """Return whether the card fits onto a tower that the seat has begun."""
        return _takes(self.towers[colour_of(card)], card)

    def can_use(self, card: CardId) -> bool:
        """Return whether the seat's tower takes a card, or it has none but other cards of the colour in hand."""
        colour = colour_of(card)
        return self.fits(card) or (not self.towers[colour] and colour in map(colour_of, self.view.hand))

    def fits_rival(self, card: CardId) -> bool:
        return _takes(self.rival[colour_of(card)], card)

    def helps_rival(self, action: Action) -> bool:
        """Return whether an action is a discard that the rival's tower takes, if the rival may play again."""
        return isinstance(action, Discard) and self.fits_rival(action.card) and self.view.draw_pile > 1

    def rival_took(self, colour: Colour) -> list[CardId]:
        """Return the cards of a colour that the rival has taken from the discards and still holds."""
        return [card for card in self.rivals_known if colour_of(card) == colour]


def _last(numbers: list[int], count: int) -> list[int]:
    """Return the last `count` numbers, or all if there are fewer."""
    return numbers[max(0, len(numbers) - count) :]


def _takes(tower: tuple[CardId, ...], card: CardId) -> bool:
    top = highest(tower)
    return bool(tower) and (not top or number_of(card) > top)


def highest(tower: tuple[CardId, ...]) -> int:
    """Return the highest number on a tower; 0 if there is none, so that materials still fit."""
    return max(map(number_of, tower), default=0)


# -- phrases


def the_numbers(numbers: Iterable[int]) -> str:
    """Return "the 5", "the 5 and the 8", "the 5, the 8 and the 9"."""
    return listed([tr("the {number}", number=number) if number else tr("the material") for number in numbers])


def the_cards(cards: Iterable[CardId]) -> str:
    """Return "the 5 and a blue material"."""
    return listed([tr("the {number}", number=number_of(card)) if number_of(card) else one_card(card) for card in cards])


def some_cards(cards: Sequence[CardId]) -> str:
    """Return "the 5 and a blue material", or "4 cards that may still come" if there are more than a hint names.

    Several materials are named as "2 materials".
    """
    numbers, materials = [*filter(number_of, cards)], [card for card in cards if not number_of(card)]
    if len(materials) > 1 and len(numbers) < MOST_NAMED:
        counted = tr_count("{number} material", "{number} materials", len(materials))
        return listed([*(the_numbers([number_of(card)]) for card in numbers), counted])
    if len(cards) <= MOST_NAMED:
        return the_cards(cards)
    return tr_count("{number} card that may still come", "{number} cards that may still come", len(cards))


# -- cards in hand


LEAST = 2
"""The smallest difference between two actions that a hint mentions, in points."""
MOST_NAMED = 3
"""A hint lists at most this many cards that there is more time to build, or that a card shuts out."""
TO_BEGIN = 3
"""With fewer turns to come, a hint doesn't take it for a reason that a tower could begin."""
MOST_SKIPPED = 2
"""A hint names at most this many cards that are worth waiting for."""
CLEARLY = 2
"""A card can wait for others only if they are worth at least so many times what the card that is built shuts out."""
FEW = 4
"""A card adds little, so that it may be discarded, if building it would add at most this many points."""


def adds_most(position: HintView, card: CardId) -> list[Clause]:
    """Return that a card that fits a tower adds more points than any other in hand.

    Where no other fits, none adds any: a new tower costs more than its first card brings.
    """
    gain, others = points_added(position.towers, card), [other for other in fitting_in_hand(position) if other != card]
    if not position.fits(card) or gain <= max(map(partial(points_added, position.towers), others), default=0):
        return []
    return [clause("most", mark("no other card in hand adds as much now"))]


def fitting_in_hand(position: HintView) -> list[CardId]:
    """Return the building cards in hand that fit a tower that is begun."""
    return [card for card in position.view.hand if number_of(card) and position.fits(card)]


def last_turn(position: HintView, card: CardId) -> Clause | None:
    """Return that no other card adds more, if the seat does not play again when both draw from the pile."""
    gain = points_added(position.towers, card)
    most = max(map(partial(points_added, position.towers), fitting_in_hand(position)), default=0)
    if position.turns or not position.fits(card) or gain < most:
        return None
    text = mark_count(
        "this may be the last turn, and no other card adds more than its {number} point",
        "this may be the last turn, and no other card adds more than its {number} points",
    )
    return clause("last turn", text, number=gain)


def better_can_wait(position: HintView, card: CardId, *, is_built: bool = True) -> list[Clause]:
    """Return why a card can wait that looks better, if there is time for it later: what may come below it.

    That may also be the next card for the same tower, which there's time for only if a discard is taken.
    """
    if is_built and (other := _in_time_after_all(position, card)):
        in_time = Own(
            "there's time to build {number} as well if you take a card from the discards now",
            "there's time to build {number} as well if {name} takes a card from the discards now",
        )
        return [clause("in time", in_time, {"number": the_numbers([number_of(other)])}, cards=[other])]
    if (best := _better(position, card, is_built=is_built)) == card:
        return []
    rest, lost, own_material = position.rest(card) * is_built, position.lost(card) * is_built, 0
    if is_built and number_of(card):
        lost += (own_material := position.gained_by_material(card))
    words, by_material = {"card": one_card(best)}, 0 if own_material else position.gained_by_material(best)
    coming = [low for low in position.coming_below(best) if number_of(low) or by_material]
    if not coming or len([*rest, *position.with_rest(best)]) >= position.turns:  # what may come can't be built as well
        text = mark("{card} can wait, because there's time to build it later")
        return [] if lost else [clause("keeps", text, words, cards=[best])]
    if lying := [low for low in coming if low in position.tops]:
        text = mark("{card} can wait, because {other} on the discards can go first")
        return [clause("waits", text, {**words, "other": one_card(lying[0])}, cards=[best, *lying])]
    if lost and (stays_short(position, card) or CLEARLY * lost > position.lost(best) + by_material):
        return []
    times, last = score_tower(position.towers[colour_of(best)]).multiplier, coming[-MOST_SKIPPED:]
    facts, text = dict[str, int](), mark("{card} can wait, because {numbers} may still come")
    if is_built and position.lost(best) > by_material and times > multiplier_with(position, card):
        last = [low for low in coming if number_of(low)][-MOST_SKIPPED:]
        facts["times"] = times
        text = mark("{card} can wait, because {numbers} may still come and would count ×{times}")
    words["numbers"] = the_cards(last)
    return [clause("waits", text, words, cards=[best], numbers=[*map(number_of, last)], **facts)]


def _better(position: HintView, card: CardId, *, is_built: bool) -> CardId:
    """Return the card in hand that looks better than one that is built or discarded, if any, with time for both."""
    points, gain, least, rest = 0, FEW, LEAST, list[int]()
    if is_built:
        points, rest = promise(position, card), position.rest(card)
        gain, least = max(FEW, points_added(position.towers, card)), max(0, points + LEAST)

    is_new = is_built and not position.fits(card)
    better = [
        other
        for other in position.next_elsewhere(card)
        if promise(position, other) > least
        or gain_on_begun(position, other) > gain
        or (is_new and not position.fits(other) and promise(position, other) > max(points + LEAST, -COST // 2))
        if len([*rest, *position.with_rest(other)]) <= position.turns
    ]
    return max(better, key=partial(_appeal, position), default=card)


def _in_time_after_all(position: HintView, card: CardId) -> CardId | None:
    """Return the next card in hand for a card's tower, if there's time for it only if a discard is taken now."""
    higher = [number for number in position.held(colour_of(card)) if number > number_of(card)]
    is_raised = number_of(card) and position.fits(card)
    if position.view.draw_pile != LAST_BUT_ONE or not (position.tops and higher and is_raised):
        return None
    return make_card(colour_of(card), higher[0])


LAST_BUT_ONE = 2
"""With so many cards left to draw, the seat plays again if it takes a card from the discards."""


def _appeal(position: HintView, card: CardId) -> tuple[bool, int]:
    """Return what makes a card look good: whether its tower will pay for itself, and what it gains."""
    return promise(position, card) >= 0, max(raised(position, card), gain_on_begun(position, card))


def gain_on_begun(position: HintView, card: CardId) -> int:
    """Return by how many points a card makes a tower better; 0 if the tower isn't begun."""
    return points_added(position.towers, card) if position.fits(card) else 0


def promise(position: HintView, card: CardId) -> int:
    """Return what a tower comes to with the card and those in hand that can follow."""
    return score_tower((*position.towers[colour_of(card)], *position.with_rest(card))).total


def raised(position: HintView, card: CardId) -> int:
    """Return by how many points a tower gets better with a card and those in hand that can follow.

    A new tower that lacks points counts as if it had no materials, which are there for what may still come.
    """
    tower = position.towers[colour_of(card)]
    sum_ = sum(map(number_of, position.with_rest(card)))
    return sum_ - COST if not tower and sum_ < COST else promise(position, card) - score_tower(tower).total


def waiting_costs(position: HintView, card: CardId) -> list[Clause]:
    """Return that each play instead of a build shuts out other cards, or gives up a card that is of use to a seat."""
    coming, others = position.shut_out(card), {*position.view.hand} - {card}
    is_costly = all(map(position.shut_out, position.first_elsewhere(card)))
    if not (coming and is_costly) or any(is_dead(position, held) for held in others):
        return []
    text = Own(
        "waiting for {cards} would mean shutting out others or giving up a card that you or the opponent can use",
        "waiting for {cards} would mean shutting out others or giving up a card that {name} or the opponent can use",
    )
    return [clause("waiting costs", text, {"cards": some_cards(coming)}, cards=coming, number=len(coming))]


def apart_from_single_cards(position: HintView, card: CardId) -> Clause | None:
    """Return what sets a card apart from others that are also the only building card of a colour in hand."""
    every = list(map(position.held, range(len(position.towers))))
    single = sorted(held[0] for held in every if len(held) == 1)
    new = sum(len(held) == 1 for held, tower in zip(every, position.towers) if not tower)
    if new < 2 or number_of(card) != single[0] or single[0] == single[1]:
        return None
    return clause("lowest single", mark("it's the lowest building card in hand with no other of its colour"))


# -- points


def points_added(towers: Sequence[tuple[CardId, ...]], card: CardId) -> int:
    """Return by how many points a card makes its tower better."""
    tower = towers[colour_of(card)]
    return score_tower((*tower, card)).total - score_tower(tower).total


def multiplier_with(position: HintView, card: CardId) -> int:
    """Return how many times the points of a card's tower count with the card."""
    return score_tower((*position.towers[colour_of(card)], card)).multiplier


def stays_short(position: HintView, card: CardId) -> bool:
    """Return whether a tower with the card stays short of its cost: only cards in hand could go above it."""
    colour, number = colour_of(card), number_of(card)
    gone = {*position.rest(card), *map(number_of, position.rival[colour])}
    is_short = score_tower((*position.towers[colour], *position.with_rest(card))).value < 0
    return is_short and gone >= {*range(number + 1, HIGHEST + 1)}


# -- cards that can be spared


def why_spare(position: HintView, card: CardId) -> Clause | None:
    """Return why the seat can spare a card; None if it has no obvious reason."""
    colour, number = colour_of(card), number_of(card)
    tower, held = position.towers[colour], position.held(colour)
    if tower and not position.fits(card):
        text = mark("{tower} is already past the {number}") if number else mark("{tower} can't take materials any more")
        return clause("past", text, {"tower": own_tower(colour)}, number=number)
    if tower and number:
        adds = mark_count("building it would add only {number} point", "building it would add only {number} points")
        if (points := score_tower((*tower, card)).product - score_tower(tower).product) <= FEW:
            return clause("adds little", adds, number=points)
    if not tower and held in ([], [number]):
        alone = mark("there's no other building card of this colour in hand")
        return clause("no building card", alone if number else mark("there's no building card in hand to go with it"))
    if not tower and sum(held) < COST:
        text = mark("with only {numbers} of this colour in hand, a new tower would be {missing} short of its cost")
        return clause("too few", text, {"numbers": the_numbers(held)}, numbers=held, missing=COST - sum(held))
    if not tower and sum(held[::-1][: position.turns + 1]) < COST:
        return clause("too late", mark("there's no time left for a new tower to pay for itself"))
    higher = [other for other in held if other > number]
    if number and sum(higher) >= COST and len(higher) <= position.turns:
        text = mark("the higher cards of this colour in hand still come to {sum}")
        return clause("higher", text, sum=sum(higher))
    if coming := position.shut_out(card):
        text = mark("building it would shut out {cards}")
        return clause("shuts out", text, {"cards": some_cards(coming)}, cards=coming, number=len(coming))
    return None


def no_use_to_rival(position: HintView, card: CardId) -> list[Clause]:
    """Return why the rival has no use for a card yet; empty if it has."""
    colour = colour_of(card)
    if not position.rival[colour]:
        return [] if position.rival_took(colour) else [rival_without()]
    if position.fits_rival(card):
        return []
    return [clause("rival past", mark("{tower} can't take it"), {"tower": rivals_tower(colour)})]


def rival_elsewhere(position: HintView, card: CardId) -> list[Clause]:
    """Return that the rival has no tower of a material's colour, if it has for all other materials in hand that fit."""
    held = {colour_of(held) for held in position.view.hand if not number_of(held)}
    others = {colour for colour in held - {colour_of(card)} if not highest(position.towers[colour])}
    is_here = position.rival[colour_of(card)] or position.rival_took(colour_of(card))
    return [rival_without()] if others and all(map(position.rival.__getitem__, others)) and not is_here else []


def rival_without() -> Clause:
    return clause("rival without", mark("the opponent hasn't begun a tower in this colour"))


def nothing_adds(position: HintView) -> bool:
    """Return whether the round is nearly over, and no card in hand can make a tower better in the time left."""
    if position.turns > TO_BEGIN or fitting_in_hand(position):
        return False
    new = [colour for colour, tower in enumerate(position.towers) if not tower]
    return all(sum(_last(position.held(colour), position.turns + 1)) <= COST for colour in new)


def spared_too(position: HintView, card: CardId) -> list[Clause]:
    """Return that the rival has more use for others in hand that the seat can spare too, if there are any."""
    own, points, are_all = position.towers, partial(points_added, position.towers), nothing_adds(position)
    spared = [
        held
        for held in dict.fromkeys(position.view.hand)
        if are_all
        or (own[colour_of(held)] and (not position.fits(held) or 0 < number_of(held) <= points(held) <= points(card)))
    ]
    least = max(position.use_to_rival(card), position.turns < TO_BEGIN)
    wanted = [held for held in spared if position.use_to_rival(held) > least]
    if not wanted or len(wanted) > MOST_NAMED:
        return []
    text = Own(
        "you could spare {cards} as well, but that could help the opponent",
        "{name} could spare {cards} as well, but that could help the opponent",
    )
    return [clause("help", text, {"cards": listed([*map(card_moved, wanted)])}, cards=wanted)]


def is_dead(position: HintView, card: CardId) -> bool:
    """Return whether neither seat has an obvious use for a card."""
    return _is_spare(position, card) and position.use_to_rival(card) < 2


def _is_spare(position: HintView, card: CardId) -> bool:
    """Return whether the seat has no obvious use for a card, and building it would not be better for nothing."""
    why, is_gain = why_spare(position, card), number_of(card) and position.fits(card)
    return why is not None and why.kind in DEAD and not (is_gain and not position.shut_out(card))


DEAD = ("past", "adds little", "no building card", "too few", "too late")
"""Kinds of clauses on cards that are of little use."""
