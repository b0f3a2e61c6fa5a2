"""The places on Towering's table, two banks with a river of discards between them, and what can be chosen there.

The layout says where they are, in logical units.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Literal, NamedTuple

from topping_out.game.engine import Seat, why_not
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_player
from topping_out.game.text import commas, full_stop, listed, paragraph, semicolons, sentence, signed, with_minus
from topping_out.game.towering.actions import (
    Action,
    Build,
    CardId,
    Colour,
    Discard,
    Draw,
    colour_name,
    colour_of,
    without,
)
from topping_out.game.towering.core import BONUS, BONUS_CARDS
from topping_out.game.towering.rules import GAME
from topping_out.game.towering.state import RoundEnded, TowerScore, View
from topping_out.game.towering.words import card_moved, why_not_build

from ..accessibility.semantics import Role
from ..kit.kit import Kit
from ..kit.plates import TOP, lines_within, seat_plate_height
from ..kit.sprites import Pose
from ..match.table.game import CardsLayout, Said, Span, X, within
from ..match.table.selection import Preview, Selection, Way, card_count, not_here, tried
from ..ui.layout import Rect
from . import words
from .art import CARD_H, CARD_W, STOREY_WIDTH, folded_height
from .words import (
    material_count,
    points_words,
    short_name,
    short_names,
    site_and_letter,
    site_name,
    the_card,
)

# -- layout


EDGE = 20.0
SIDE = 236.0
"""Width of the plates on the left."""
RIVER_SCALE = 0.56
PILE_SCALE = 0.86
FAR_SCALE = 0.5
"""Scale of the opponent's cards."""
ROOF_HEIGHT = 18.0
HAND_PITCH = 88.0
MIN_STOREY, MAX_STOREY = 10.5, 34.0
"""Limits of a storey's height."""


class Layout(CardsLayout):
    """The layout for one window size, with room for `levels` storeys over either bank."""

    card = CARD_W, CARD_H
    message_width = SIDE
    drop_margin = 8, 10

    def __init__(self, kit: Kit, colours: int, levels: int, near: Seat, has_large_hand: bool) -> None:
        self.width, self.height = kit.width, kit.height
        self.near, self.far = near, 1 - near
        """The builder on this side of the river, and the one on the other side."""
        self.has_large_hand = has_large_hand
        """Whether the near builder's cards lie at the lower edge, rather than small beside their plate."""
        self.colours = colours
        self.text = text = kit.text_scale
        self.tools_w = 216 * min(text, 1.25)
        self.banks = Span(EDGE + SIDE + 16, self.width - EDGE - self.tools_w - 16)
        """The part of the width that the sites have."""
        self.pitch = min(158.0, (self.banks.right - self.banks.left) / colours)
        self.plate_h = seat_plate_height(kit)
        self.label_h = 44 * text
        self.river_h = CARD_H * RIVER_SCALE + 18
        foot = CARD_H + 30 if has_large_hand else 34
        self.near_ground = self.height - foot - self.label_h
        room = (self.near_ground - TOP - self.label_h - self.river_h) / 2 - ROOF_HEIGHT
        self.storey = round(max(MIN_STOREY, min(MAX_STOREY, room / levels)) * 2) / 2
        self.far_ground = TOP + ROOF_HEIGHT + room
        self.river_top = self.far_ground + self.label_h
        self.river_y = self.river_top + self.river_h / 2
        self.river_foot = self.river_top + self.river_h
        self.rest = folded_height(1, self.storey)
        self.hand_top = self.near_ground - 20
        self.tips_left, self.tips_right = (
            self.banks.left - 8,
            self.banks.right + 8,
        )  # tooltips must not cover the scores
        self.message_lines = lines_within(kit, self.height - 16 - self.plate(near).bottom - 8)
        self.caption_room = Span(self.plate(self.far).right + 12, self.width - 20)

    @property
    def middle(self) -> X:
        return X((self.banks.left + self.banks.right) / 2)

    # -- sites

    def site_x(self, colour: Colour) -> X:
        return X(self.middle + (colour - (self.colours - 1) / 2) * self.pitch)

    def ground(self, seat: Seat) -> float:
        """Return the y of the line that a builder's towers stand on."""
        return self.near_ground if seat == self.near else self.far_ground

    def storey_place(self, seat: Seat, colour: Colour, level: int) -> Pose:
        """Return the place of a tower's storey; `level` 0 is the lowest."""
        return Pose(self.site_x(colour), self.ground(seat) - (level + 0.5) * self.storey, 0.0, 1.0)

    def site(self, seat: Seat, colour: Colour, height: int) -> Rect:
        """Return the rectangle of a site with a tower of `height` cards, including the label under it."""
        if seat == self.far:
            site = self.column(seat, colour, height)
            site.height += self.label_h
            return site
        top = self.river_foot + 4
        room = self.near_ground - top + self.label_h - 2
        return Rect(self.site_x(colour) - self.pitch / 2 + 5, top, self.pitch - 10, room)

    def column(self, seat: Seat, colour: Colour, height: int) -> Rect:
        """Return the rectangle of a tower of `height` cards, or at least of three."""
        tall = max(height, 3) * self.storey + (ROOF_HEIGHT if height else 0)
        return Rect(self.site_x(colour) - STOREY_WIDTH / 2, self.ground(seat) - tall, STOREY_WIDTH, tall)

    # -- piles

    def river_place(self, colour: Colour, depth: int = 0) -> Pose:
        """Return the place of a discard with `depth` cards on it, partly visible under them."""
        return Pose(self.site_x(colour) + 7 - 8 * min(depth, 2), self.river_y, scale=RIVER_SCALE)

    def river_slot(self, colour: Colour) -> Rect:
        width, height = CARD_W * RIVER_SCALE + 26, CARD_H * RIVER_SCALE + 8
        return Rect(self.site_x(colour) - width / 2, self.river_y - height / 2, width, height)

    @property
    def draw_pile(self) -> Pose:
        return Pose(self.width - EDGE - self.tools_w / 2, self.river_y - 6, scale=PILE_SCALE)

    @property
    def draw_slot(self) -> Rect:
        place = self.draw_pile
        width, height = CARD_W * PILE_SCALE + 12, CARD_H * PILE_SCALE + 12
        return Rect(place.x - width / 2, place.y - height / 2, width, height)

    # -- hands

    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        """Return the place of a card in the viewer's hand, which is a shallow fan."""
        offset = index - (count - 1) / 2
        room = self.banks.right - self.banks.left - CARD_W
        pitch = min(HAND_PITCH, room / max(count - 1, 1))
        y = self.height - CARD_H / 2 - 12 + 0.75 * offset * offset - (12.0 if raised else 0.0)
        return Pose(self.middle + offset * pitch, y, -1.3 * offset)

    @within(lambda self, seat, *_: self.plate(seat))
    def held_place(self, seat: Seat, index: int, hidden: int, known: int) -> Pose:
        """Return the place of a card in another hand, beside its plate: hidden cards first, then known ones.

        If there is room, known cards are far enough apart to show number and letter.
        """
        plate = self.plate(seat)
        room = plate.w - CARD_W * FAR_SCALE
        wide = min(32.0, (room - 7 * hidden) / max(1, known - 1))
        narrow = min(25.0, (room - wide * max(0, known - 1)) / max(1, hidden - (known == 0)))
        x = plate.x + CARD_W * FAR_SCALE / 2 + min(index, hidden) * narrow + max(0, index - hidden) * wide
        half = CARD_H * FAR_SCALE / 2
        return Pose(x, plate.y - 10 - half if seat == self.near else plate.bottom + 10 + half, scale=FAR_SCALE)

    # -- plates at the left

    def plate(self, seat: Seat) -> Rect:
        message = 16 + 5 * 18 * self.text + 18  # the message at the lower left
        foot = min(self.near_ground, self.height - message) - 10
        return Rect(EDGE, foot - self.plate_h if seat == self.near else TOP, SIDE, self.plate_h)

    @property
    def scores(self) -> Rect:
        """The plate of the scores, four lines high."""
        top = self.held_place(self.far, 0, 1, 0).y + CARD_H * FAR_SCALE / 2 + 14
        return Rect(EDGE, top, SIDE, 4 * 22 * self.text + 16)

    @property
    def look_button(self) -> Rect:
        """The button that opens all discards, below the draw pile's count."""
        width, high = 60 + 92 * min(self.text, 1.3), 22 + 16 * self.text
        y = self.draw_slot.bottom + 12 + 56 * self.text
        return Rect(self.draw_pile.x - width / 2, y, width, high)


def storey_count(view: View) -> int:
    """Return the number of storeys that need room: one more than the tallest tower, and at least six."""
    return max(5, *map(len, chain.from_iterable(view.towers))) + 1


# -- choosing


class Target(NamedTuple):
    """A place where a card can go or come from: an own site, a discard pile, or the draw pile."""

    kind: Literal["site", "river", "pile"]
    colour: Colour = -1


PILE = Target("pile")


def way(action: Action) -> Way:
    match action:
        case Build(card):
            return Way((card,), Target("site", colour_of(card)))
        case Discard(card):
            return Way((card,), Target("river", colour_of(card)))
        case Draw(colour):
            return Way((), PILE if colour is None else Target("river", colour))


def first_aim(selection: Selection) -> Target | None:
    """Return the tower of the card, or its discard pile if it cannot be built.

    If building it would shut out other cards of the hand, the player must decide.
    """
    return None if _lost(selection) else next(iter(selection.targets()), None)


def _lost(selection: Selection) -> list[str]:
    """Return the other cards of the hand that building the chosen one would shut out."""
    target: Target | None = next(iter(selection.targets()), None)
    if selection.card is None or target is None or target.kind != "site":
        return []
    return _shut_out(selection, selection.card)


def _aimless(selection: Selection) -> Preview:
    """Return the preview of no place: what has to be decided or done first."""
    label, caution = "", ""
    if selection.card is not None and (lost := _lost(selection)):
        text = mark("Build {card} or discard it? Once it's built, your {cards} won't fit.")
        label, caution = tr("Build or discard?"), tr(text, card=the_card(selection.card), cards=listed(lost))
    elif not selection.needs_cards:
        caution = tr("Now draw a card.")
    return not_here(_refusal(selection, None), label, caution)


def _refusal(selection: Selection, target: Target | None) -> str:
    """Return why nothing can be done at a target or, if it is None, with a card of the hand."""
    view = selection.view
    if not selection.needs_cards:
        if target is None or target.kind == "site":
            return why_not(GAME, view, Build(view.hand[0]))
        return why_not(GAME, view, Draw(None if target == PILE else target.colour))
    if target == PILE:
        return why_not(GAME, view, Draw(None))
    if target is None or selection.card is None:
        return tr("Choose a card in your hand first.")
    if target.colour != colour_of(selection.card):
        texts = words.ONLY_TO_TOWER if target.kind == "site" else words.ONLY_TO_DISCARDS
        return tr(texts[colour_of(selection.card)], card=sentence(the_card(selection.card)))
    return why_not(GAME, view, Build(selection.card))


def preview(selection: Selection, target: Target | None) -> Preview:
    if target is None:
        return _aimless(selection)
    match action := selection.action_at(target):
        case Build(card):
            return Preview(tr("Build {card}", card=card_moved(card)), _gain(selection, action), tr("onto your tower"))
        case Discard(card):
            line = _rival_on(selection, card)
            return Preview(tr("Discard {card}", card=card_moved(card)), line, tr("to the discards"))
        case Draw(int(colour)):
            card = selection.view.discards[colour][-1]
            line = _use_of(selection, card)
            if tried(GAME, selection.view, action).first(RoundEnded):
                line = tr("{line}. Taking it ends the round at once", line=line)
            return Preview(tr("Take {card}", card=card_moved(card)), line)
        case Draw():
            return Preview(tr("Draw a card"), pile_line(selection.view.draw_pile))
    return not_here(_refusal(selection, target))


def _gain(selection: Selection, build: Build) -> str:
    card = build.card
    then: View = tried(GAME, selection.view, build).after
    before, after = (view.score(selection.seat, colour_of(card)) for view in (selection.view, then))
    line = f"{after.text} = {signed(after.product)}"
    if after.bonus:
        text = mark("{line}, and {bonus} for {cards} cards: {points}")
        line = tr(text, line=line, bonus=after.bonus, cards=after.cards, points=signed(after.total))
    if before.cards:
        line = tr("{line} (now {points})", line=line, points=signed(before.total))
    if shut := _shut_out(selection, card):
        return tr("{line}. After this, your {cards} won't fit", line=line, cards=listed(shut))
    return line


def _shut_out(selection: Selection, card: CardId) -> list[str]:
    """Return the cards of the hand that could not be built any more after building `card`."""
    tower = [*selection.view.towers[selection.seat][colour_of(card)], card]
    before = tower[:-1]
    lost = [c for c in without(bytes(selection.view.hand), [card]) if colour_of(c) == colour_of(card)]
    lost = [c for c in lost if why_not_build(tower, c) and not why_not_build(before, c)]
    return list(dict.fromkeys(map(short_name, lost)))


def _rival_on(selection: Selection, card: CardId) -> str:
    rival, tower = selection.names[1 - selection.seat], selection.view.towers[1 - selection.seat][colour_of(card)]
    if not tower:
        return tr(words.NO_TOWER_OF_RIVAL[colour_of(card)], name=rival)
    if why_not_build(tower, card):
        return tr("{name}'s tower can't use it", name=rival)
    return tr("{name}'s tower could use it", name=rival)


def _use_of(selection: Selection, card: CardId) -> str:
    tower = selection.view.towers[selection.seat][colour_of(card)]
    if not tower:
        return tr(words.NO_TOWER_OF_YOURS[colour_of(card)])
    return tr("Your tower can't use it") if why_not_build(tower, card) else tr("Your tower could use it")


def pile_line(left: int) -> str:
    """Return the line about a draw pile with `left` cards."""
    if not left:
        return tr("It's empty, so the round is over")
    if left == 1:
        return tr("It's the last card, and taking it ends the round at once")
    return tr_count(
        "{number} card is left; the round ends with the last one",
        "{number} cards are left; the round ends with the last one",
        left,
    )


# -- said


MIN_STREAK_MENTIONED = 20
"""The end of the round by draws from the discards only (T6) is mentioned from this many such draws in a row."""


def tip_of_river(selection: Selection | None, view: View, target: Target) -> tuple[str, str]:
    """Return title and line over a fanned discard pile: what choosing it would do, or that it is empty."""
    if selection and selection.chooses:
        return selection.preview(target)[:2]
    if not view.discards[target.colour]:
        return tr(words.NO_DISCARDS[target.colour], site=site_name(target.colour).capitalize()), ""
    return "", ""


def scores_said(view: View, names: Sequence[str]) -> Said:
    """Return the description of the scores' plate."""
    line = tr("Earlier rounds, this round as the towers stand, and the total. Press for every tower of every round.")
    seats = range(len(names))
    totals = commas(tr("{name} {points}", name=tr_label(names[s]), points=with_minus(view.total(s))) for s in seats)
    points = full_stop(semicolons(points_words(view, seat, names) for seat in seats))
    return Said(tr("Scores"), line, value=totals, about=paragraph([points, line]), role=Role.BUTTON)


def draw_pile_said(view: View) -> Said:
    sentences = tr("{sentence}.", sentence=pile_line(view.draw_pile)), _materials(view), _called_soon(view)
    return Said(tr("Draw pile"), paragraph(sentences))


def river_said(view: View, colour: Colour) -> Said:
    """Return the description of a discard pile, with all its cards if there are several."""
    pile, top = view.discards[colour], short_names(view.discards[colour][-1:])
    value = tr_count("{number} discard: {top}", "{number} discards, {top} on top", len(pile), top=top)
    cards = tr("From the top: {cards}.", cards=short_names(pile[::-1])) if len(pile) > 1 else ""
    return Said(label=site_and_letter(colour), value=value if pile else tr("no discards"), more=cards)


def site_said(view: View, names: Sequence[str], seat: Seat, colour: Colour, owner: str) -> Said:
    """Return the description of a site: its owner, its tower's worth with the sum behind it, and its cards."""
    score, tower = view.score(seat, colour), view.towers[seat][colour]
    label = tr_player(owner, mark("Your {site}"), mark("{name}'s {site}"), site=site_and_letter(colour))
    name = tr_label(names[seat])
    if not tower:
        return Said(tr("{name}: {site}", name=name, site=site_name(colour)), tr(words.NO_COST[colour]), label)
    title, name = tr(words.TOWER[colour], name=name, cards=card_count(score.cards)), sentence(colour_name(colour))
    cards = tr("{colour}, from the ground up: {cards}.", colour=name, cards=short_names(tower))
    return Said(title, _account(score), label, signed(score.total), more=cards)


def _materials(view: View) -> str:
    count = view.materials
    if not count:
        return tr("This round has no materials.")
    return tr_count(
        "This round has {number} material of each colour.", "This round has {number} materials of each colour.", count
    )


def _called_soon(view: View) -> str:
    if view.streak < MIN_STREAK_MENTIONED:
        return ""
    return tr_count(
        "{number} more draw in a row from the discards ends the round.",
        "{number} more draws in a row from the discards end the round.",
        view.patience_left,
    )


def _account(score: TowerScore) -> str:
    """Return the sum behind a tower's worth in words."""
    line = tr(
        "{sum} for its building cards, less {cost}: {points}",
        sum=score.sum,
        cost=score.cost,
        points=signed(score.value),
    )
    if score.materials:
        line = tr(
            "{line}; × {multiplier} for {materials}: {points}",
            line=line,
            multiplier=score.multiplier,
            materials=material_count(score.materials),
            points=signed(score.product),
        )
    if score.bonus:
        total = signed(score.total)
        return tr(
            "{line}; {bonus} more for {cards} cards: {points}", line=line, bonus=BONUS, cards=score.cards, points=total
        )
    missing = BONUS_CARDS - score.cards
    if missing > 3:
        return line
    return tr_count(
        "{line}. {number} more card would score {bonus} extra",
        "{line}. {number} more cards would score {bonus} extra",
        missing,
        line=line,
        bonus=BONUS,
    )
