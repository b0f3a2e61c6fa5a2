"""The table of Towers of Wyoming: one skyline under a Sky that is exactly as high as its pennies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import fill, mark, mark_count, tr, tr_context, tr_count, tr_label
from topping_out.game.record import Header
from topping_out.game.roster import level_words
from topping_out.game.text import commas, sentence
from topping_out.game.wyoming.cards import DECK, CardId, suit_name, suit_of, suit_words
from topping_out.game.wyoming.events import Drew, Event
from topping_out.game.wyoming.state import View

from ..accessibility.semantics import Semantics
from ..kit.kit import Kit
from ..kit.motion import Motion, ease_out_back
from ..kit.plates import draw_tooltip, lines_within
from ..kit.stage import Stage
from ..match.cards.board import CardBoard
from ..match.cards.hit_area import HitArea, hand_areas, plate_areas
from ..match.cards.spoken import GameWords, hand_group, seat_group, together, tower_group
from ..system.context import Context
from ..ui.layout import Rect, Widget
from . import drawing, words
from .animator import Animator, last_plays
from .art import CARD_H, CARD_W, card_face
from .finale import LENGTH, TREE, SkyBreak
from .layout import PENNY, Layout
from .selection import DISCARD, Selection, Target
from .words import card_count, card_label, moments_of, needed_words, sky_words

# -- hit areas


def tower_areas(layout: Layout, view: View, seat: Seat) -> list[HitArea]:
    return [
        HitArea(f"tower {seat}.{number}", layout.column(seat, number, len(tower)), (seat, number))
        for number, tower in enumerate(view.towers[seat])
    ]


def pile_areas(layout: Layout) -> list[HitArea]:
    return [
        HitArea("discards", layout.discard_pile.rect(CARD_W, CARD_H), DISCARD),
        HitArea("draw pile", layout.draw_pile.rect(CARD_W, CARD_H)),
    ]


def sky_area(layout: Layout, view: View) -> HitArea:
    """Return the pennies; for the pointer alone."""
    count, line = view.pennies, layout.sky_y(view.pennies)
    left, right = layout.penny_x(0, count) - PENNY, layout.penny_x(max(0, count - 1), count) + PENNY
    return HitArea("sky", Rect(left, line - 2 * PENNY - 6, right - left, 2 * PENNY), is_focusable=False)


# -- tips


def draw_preview(stage: Stage, kit: Kit, layout: Layout, selection: Selection, target: Target) -> None:
    """Say what the chosen cards would do at a target."""
    title, line = selection.preview(target)
    if target == DISCARD:
        pile = layout.discard_pile
        beside = Rect(pile.x - 45, pile.y - 62, 90, 124)
    else:
        beside = layout.column(*target, max(selection.height(target), selection.height_after(target)))
    draw_tooltip(stage, kit, beside, title or tr("Not here"), sentence(line))


def explain(view: View, names: Sequence[str], area: HitArea) -> tuple[str, str]:
    """Return a title and a line about a pile, a foundation or a tower."""
    if area.name == "draw pile":
        return tr("Draw pile"), _draw_pile_line(view)
    if area.name == "sky":
        return sky_words(view.pennies), needed_words(view)
    if area.target is None:
        return "", ""
    if area.target == DISCARD:
        return tr("Discards"), tr_count("{number} card, face up.", "{number} cards, face up.", len(view.discards))
    seat, foundation = area.target
    name, tower = tr_label(names[seat]), view.towers[seat][foundation]
    if not tower:
        return tr("{name}: a foundation", name=name), tr("Its owner may begin it with any suit.")
    suit = suit_of(tower[0])
    builders, attackers = suit_name(suit).capitalize(), suit_name(view.attacker(suit))
    line = tr("{builders} build it up, {attackers} knock it down.", builders=builders, attackers=attackers)
    if view.safe[seat][foundation]:
        line = tr("{builders} build it up; the scaffolding protects it until its owner's next turn.", builders=builders)
    return tr("{name}: {cards}", name=name, cards=suit_words(len(tower), suit)), line


def _draw_pile_line(view: View) -> str:
    """Return how many cards there are to draw, and what happens when there are none."""
    if view.outcome:
        return tr("{sentence}.", sentence=card_count(view.draw_pile))
    if view.owed:
        return tr("It is empty. The discards are shuffled as soon as there are any.")
    if not view.draw_pile and view.pile_end == "no draws":
        return tr("It is empty, and nobody draws any more.")
    return fill(RUNS_OUT[view.pile_end], number=view.draw_pile)


RUNS_OUT = {
    "no draws": mark_count(
        "{number} card. When it runs out, nobody draws any more.",
        "{number} cards. When it runs out, nobody draws any more.",
    ),
    "toss": mark_count(
        "{number} card. When it runs out, the pennies are tossed.",
        "{number} cards. When it runs out, the pennies are tossed.",
    ),
    "fall": mark_count(
        "{number} card. When it runs out, a penny drops and the discards are shuffled.",
        "{number} cards. When it runs out, a penny drops and the discards are shuffled.",
    ),
}


# -- board


class WyomingBoard(CardBoard):
    selection_of = Selection
    says: ClassVar[GameWords] = words
    moments = staticmethod(moments_of)
    deck = DECK
    drop_margin = 24, 60
    animator: Animator
    selection: Selection | None

    def __init__(self, context: Context, header: Header, motion: Motion, view: View, **more: Any) -> None:
        super().__init__(context, header, motion, view, **more)
        self.flicker = drawing.Flicker()
        self.tree: drawing.Tree | None = None
        self.finale: SkyBreak | None = None

    @property
    def home(self) -> str:
        return "card 0"

    @property
    def mood(self) -> int:
        """Tense where one card may win."""
        missing = self.view.needed - self.view.tallest
        return 2 if missing <= 1 else 1 if missing <= 3 else 0

    def is_out(self, seat: Seat) -> bool:
        return seat not in self.view.in_play

    @property
    def message_width(self) -> float:
        cards = CARD_W + 6 * 92.0 if self.view.seat is not None else 0.0
        return min(330.0, max(210.0, (self.kit.width - cards) / 2 - 44)) if cards else 420.0

    @property
    def message_lines(self) -> int:
        return lines_within(self.kit, self.layout.foot - self.message_foot - 8)

    # -- views and events

    def make_animator(self, view: View) -> Animator:
        animator = Animator(view, self.kit, self.motion, self.context.audio, self.is_replay)
        animator.last_plays = last_plays(self.history(), view.seat)
        return animator

    def sync(self, view: View) -> None:
        before = self.animator.last_plays
        super().sync(view)
        if self.is_replay and before:
            self.animator.last_plays = before
        self.tree = self.finale = None

    # -- drawing

    def areas(self) -> list[Widget]:
        layout, view = self.layout, self.view
        piles = [*pile_areas(layout), sky_area(layout, view)]
        return [
            *hand_group(hand_areas(self.animator), self.owner(view.seat)),
            *self._towers(),
            *together("piles", tr("Piles and pennies"), piles),
            *seat_group(plate_areas(layout.plate, view.variant.seats)),
        ]

    def _towers(self) -> Iterator[Widget]:
        """Yield everybody's towers, beginning with the viewer's."""
        view = self.view
        for seat in sorted(view.in_play, key=lambda seat: (seat - (view.seat or 0)) % view.variant.seats):
            yield from tower_group(tower_areas(self.layout, view, seat), seat, self.owner(seat))

    def face(self, card: CardId, kit: Kit) -> pygame.Surface:
        return card_face(kit, card)

    def update_idle_life(self, ms: float) -> None:
        super().update_idle_life(ms)
        self.flicker.update(ms, self.view)

    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        kit, layout, view, selection = self.kit, self.layout, self.view, self.selection
        area, aimed, chooses = self.meant(pointed), self.aimed, selection is not None and bool(selection.cards)
        told = area.target if chooses and area and area.target and not self.motion.busy else aimed
        stage.kept_clear.append(layout.penny_band(self.animator.sky.level))
        finale = self.finale
        drawing.draw_sky(stage, self.animator, self.twinkle, finale)
        at = self.looks, layout, view
        chosen = selection.look if selection else ()
        stage.layer("lots", (*at, chosen), lambda: drawing.draw_lots(stage, kit, layout, view, selection))
        stage.layer("piles", at, lambda: drawing.draw_piles(stage, kit, layout, view))
        drawing.draw_towers(stage, self.animator, self.flicker)
        if finale:
            finale.draw_towers(stage, kit, layout)
        drawing.draw_tree(stage, self.animator, self.tree)
        if finale:
            finale.draw_falling(stage, kit, layout, layout.sky_y(self.animator.sky.level))
        settling = self.animator.settling
        labels = partial(drawing.draw_labels, stage, kit, layout, view, settling)
        stage.layer("labels", (*at, settling.look), labels)
        if not chooses and not finale and not (area and area.target):  # else its tip says what is there
            drawing.draw_last_plays(stage, self.animator, self.header.seats)
        self.draw_plates(stage)
        if selection and aimed:
            drawing.draw_ghosts(stage, kit, layout, selection, aimed)
        drawing.draw_hand(stage, self.animator)
        settling.draw(stage, kit, self.bar_room)
        area = self.draw_under_tips(stage, area)
        if selection and told:
            draw_preview(stage, kit, layout, selection, told)
        elif area and not chooses and not self.motion.busy and (words := self.explain(area))[0]:
            draw_tooltip(stage, kit, area.rect, *words)
        self.confetti.draw(stage, kit)

    def explain(self, area: HitArea) -> tuple[str, str]:
        if area.seat is not None:
            motto = self.motto(area.seat)
            return (self.name(area.seat) if motto else ""), motto
        return explain(self.view, self.names, area)

    def status(self, seat: Seat) -> Sequence[str]:
        player, view = self.header.seats[seat], self.view
        if seat not in view.in_play:
            return tr("out of the game"), tr_context("of the game", "out")
        count = card_count(view.hand_sizes[seat])
        if view.outcome is None and seat == view.turn:
            if player.is_human:
                if seat != view.seat:
                    return (tr("to play"),)
                must_discard = self.selection and self.selection.must_discard
                must = tr("your turn: discard one suit") if must_discard else tr("your turn: play one suit")
                return must, tr("your turn")
            return tr("thinking · {cards}", cards=count), tr("thinking")
        if player.is_human:
            return (count,)
        level = level_words(player.level)
        return tr("bot, {level} · {cards}", level=level, cards=count), f"{level} · {count}", count

    # -- for those who listen

    def card_label(self, card: CardId) -> str:
        return card_label(card)

    def cards_words(self, cards: Sequence[CardId]) -> str:
        return suit_words(len(cards), suit_of(cards[0]))

    def describe_place(self, area: HitArea) -> Semantics | None:
        said = super().describe_place(area)
        if said is None or not isinstance(area.target, tuple):
            return said
        if area.target == DISCARD:
            return replace(said, value=words.top_words(self.view))
        height = self.view.height(*area.target)
        return replace(said, value=words.standing(self.view, *area.target) if height else "")

    def brief(self, events: list[Event]) -> list[Event]:
        return [event for event in events if not isinstance(event, Drew)]

    def announced(self, events: list[Event]) -> list[Event]:
        return [event for event in events if not (isinstance(event, Drew) and event.seat == self.view.seat)]

    def prompt(self) -> str:
        must_discard = self.selection and self.selection.must_discard
        return tr("Your turn: you can't play, so discard cards of one suit.") if must_discard else ""

    # -- the end

    def results(self, view: View) -> list[Sequence[str]]:
        heading = ("", tr("Tallest"), tr("Towers"), tr("In hand"))
        rows = []
        for seat, of_seat in enumerate(view.towers):
            standing = [suit_words(len(t), suit_of(t[0])) for t in of_seat if t]
            tallest = max(map(len, of_seat))
            towers, held = commas(standing) or tr("none"), str(view.hand_sizes[seat])
            rows.append((tr_label(self.name(seat)), str(tallest), towers, held))
        return [heading, *rows]

    @property
    def main_column(self) -> int:
        return 1

    def story(self, view: View) -> list[str]:
        fallen = view.fallen
        pennies = tr_count("{number} penny", "{number} pennies", view.pennies)
        text = mark("The Sky stood at {pennies}: {needed}.")
        if fallen > 0:
            text = mark("The Sky stood at {pennies}, {fallen} lower than at the start: {needed}.")
        elif fallen < 0:
            text = mark("The Sky stood at {pennies}, {risen} higher than at the start: {needed}.")
        return [tr(text, pennies=pennies, fallen=fallen, risen=-fallen, needed=_needed(view))]

    @property
    def _best(self) -> list[Target]:
        """The towers that have won."""
        outcome = self.view.outcome
        return [
            (seat, f)
            for seat in (outcome.winners if outcome else ())
            for f, tower in enumerate(self.view.towers[seat])
            if outcome and tower and len(tower) == outcome.scores[seat]
        ]

    @property
    def _breaks_through(self) -> bool:
        """Whether a tower that has won has broken through the Sky; it need not, where the last seat wins."""
        return any(self.view.height(*target) >= self.view.needed for target in self._best)

    def prepare_end(self) -> bool:
        return not self._breaks_through or SkyBreak(self._best, self.view).prepare(self.kit, self.layout)

    def draw_ended(self, stage: Stage) -> None:
        finale, tree = self.finale, self.tree
        if self._breaks_through:
            self.finale, self.tree = SkyBreak(self._best, self.view, LENGTH), drawing.Tree(self._tops, 1.0)
        try:
            self.draw(stage, None)
        finally:  # it is broken off where it paints ahead
            self.finale, self.tree = finale, tree

    @property
    def _tops(self) -> list[tuple[Target, int]]:
        return [(target, self.view.height(*target)) for target in self._best]

    def finale_words(self, view: View) -> str:
        if not self._breaks_through:
            return ""
        return tr("The Sky shatters, its pennies rain down, night falls, and the city lights up window by window.")

    def celebrate(self) -> None:
        outcome = self.view.outcome
        if outcome is None or not outcome.winners:
            return
        tree = self.tree = drawing.Tree(self._tops)
        delay, duration = 0.0, 900.0
        if self._breaks_through:
            delay, duration = TREE
            self.finale = SkyBreak(self._best, self.view)
            self.finale.play(self.motion, self.context.audio)
        self.motion.to(tree, duration, delay, ease_out_back, rise=1.0)
        self.motion.at(delay, lambda: self._top_out(tree, outcome.winners))

    def _top_out(self, tree: drawing.Tree, winners: Sequence[Seat]) -> None:
        tops = [self.layout.storey_place(*target, height) for target, height in tree.tops]
        self.throw_confetti([(top.x, top.y - 40) for top in tops])
        self.sound_the_end(winners)


def _needed(view: View) -> str:
    """Return how many cards a tower needed, as the end of a sentence."""
    if view.is_exact:
        return tr_count("exactly {number} card was needed", "exactly {number} cards were needed", view.needed)
    return tr_count("{number} card was needed", "{number} cards were needed", view.needed)
