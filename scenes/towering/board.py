"""The table of Towering: six sites, two builders, a river of discards between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_player
from topping_out.game.record import Header
from topping_out.game.roster import level_words
from topping_out.game.text import paragraph, signed, with_minus
from topping_out.game.towering.actions import Build
from topping_out.game.towering.cards import DECK, CardId, card_words, colour_of
from topping_out.game.towering.events import Drew, Event, RoundEnded
from topping_out.game.towering.state import TurnStage, View
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.motion import Motion, ease_out_back
from topping_out.scenes.kit.plates import lines_within
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Push, Scene, Transition
from topping_out.scenes.match.cards.board import CardBoard
from topping_out.scenes.match.cards.hit_area import HitArea, hand_areas
from topping_out.scenes.match.cards.spoken import GameWords, hand_group, seat_group, together, tower_group
from topping_out.scenes.system.context import Context
from topping_out.scenes.towering import hit_areas, tips, words
from topping_out.scenes.towering.animator import Animator, moment_of
from topping_out.scenes.towering.art.card_art import card_face
from topping_out.scenes.towering.copies import Ids
from topping_out.scenes.towering.descriptions import (
    cards_of_pile,
    cards_of_site,
    describe_pile,
    describe_points,
    describe_site,
)
from topping_out.scenes.towering.drawing import labels, table
from topping_out.scenes.towering.drawing.backdrop import Glints
from topping_out.scenes.towering.layout import SIDE, Layout
from topping_out.scenes.towering.moments import moments_of
from topping_out.scenes.towering.pages.discards import PilesPage
from topping_out.scenes.towering.pages.round_end import RoundPage
from topping_out.scenes.towering.pages.score_sheet import ScoreSheet
from topping_out.scenes.towering.selection import PILE, Selection, Target, Zone
from topping_out.scenes.towering.words import card_count, site_name
from topping_out.scenes.ui.widgets import Button, Widget

BREATH = 1400.0
"""Milliseconds in which the glow of the last cards comes and goes."""


class ToweringBoard(CardBoard):
    selection_of = Selection
    says: ClassVar[GameWords] = words
    moments = staticmethod(moments_of)
    deck = DECK
    drop_margin = 8, 10
    animator: Animator
    selection: Selection | None

    def __init__(self, context: Context, header: Header, motion: Motion, view: View, **more: Any) -> None:
        super().__init__(context, header, motion, view, **more)
        self.glints = Glints()
        self.topping: table.Topping | None = None
        self.breath = 0.0
        """Where the glow of the last cards is on its way, from 0 to 1."""

    @property
    def message_width(self) -> float:
        return SIDE

    @property
    def message_lines(self) -> int:
        plate = self.layout.plate(self.layout.near)
        return lines_within(self.kit, self.kit.height - self.message_foot - plate.bottom - 8)

    @property
    def caption_room(self) -> tuple[float, float]:
        return self.layout.plate(self.layout.far).right + 12, self.kit.width - 20

    @property
    def layout(self) -> Layout:
        return self.animator.layout

    @property
    def mood(self) -> int:
        """Tense where the round is about to end."""
        return sum(self.view.draw_pile <= few for few in (24, 6))

    @property
    def home(self) -> str:
        if self.selection and self.selection.draws:
            return "pile"
        hand = self.animator.hand
        return f"card {next((place for place, card in enumerate(hand) if card in self.animator.fresh), 0)}"

    # -- views and events

    def make_animator(self, view: View, ids: Ids | None = None) -> Animator:
        return Animator(view, self.kit, self.motion, self.context.audio, self.front, ids)

    def sync(self, view: View) -> None:
        before = self.animator
        self.animator = self.make_animator(view, before.ids)
        plays = before.last_plays.items()
        self.animator.last_plays = {seat: play for seat, play in plays if play.moment == moment_of(view)}
        self.topping = None

    def interlude(self, event: Event, by_itself: bool) -> Scene | None:
        if not isinstance(event, RoundEnded):
            return None
        rows = self.layout.far, self.layout.near
        return RoundPage(self.context, self.header.seats, self.view.variant, rows, event.account, by_itself)

    # -- the player's turn

    def press_card(self, card: CardId) -> Transition:
        if self.turn and self.selection and self.selection.draws:
            self.context.audio.play("refuse")
            self.turn.say(tr("You've played your card: now draw one, from the pile or from the discards."))
            return None
        return super().press_card(card)

    def raise_chosen(self) -> None:
        assert self.selection
        self.selection.cards = [self.animator.in_hand(card) for card in self.selection.cards]
        super().raise_chosen()

    def press_area(self, area: HitArea) -> Transition:
        return Push(self.scoring_page(self.view)) if area.name == "scores" else super().press_area(area)

    def press_target(self, area: HitArea) -> Transition:
        """Act there; at discards, open them all where nothing is to be discarded or taken."""
        selection, target = self.selection, area.target
        chooses = selection is not None and (selection.draws or selection.card is not None)
        return super().press_target(area) if chooses or target.zone is not Zone.RIVER else self.look_through()

    @property
    def places(self) -> Sequence[HitArea]:
        """The tower of the chosen card and its discards; while a card is to be drawn, the piles; else one's towers."""
        selection, places = self.selection, super().places
        if selection is None or not (selection.draws or selection.cards):
            return [area for area in places if area.target.zone is Zone.SITE]
        if selection.draws:
            return [area for area in places if area.target.zone is Zone.RIVER]
        return [area for area in places if area.target.colour == colour_of(selection.cards[0])]

    def pick(self, number: int) -> str:
        assert self.selection
        if not self.selection.draws:
            return super().pick(number)
        if number > self.layout.colours:
            return tr_count("There is {number} discard pile.", "There are {number} discard piles.", self.layout.colours)
        # aim at a discard pile; aimed at already, at the draw pile again
        target = Target(Zone.RIVER, number - 1)
        assert self.selection
        if not self.selection.action_at(target):
            self.act_at(target)  # says why not
            return ""
        self.selection.aim = PILE if self.selection.aim == target else target
        title, line = self.selection.preview(self.selection.aim)
        return tr("{title}: {line}.", title=title, line=line)

    # -- drag and drop

    def drag(self, widget: Widget, position: tuple[float, float]) -> None:
        if not isinstance(widget, HitArea) or self.selection is None:
            return
        if self.selection.draws:
            self._drag_pile(widget, position)
        else:
            super().drag(widget, position)

    def _drag_pile(self, widget: HitArea, position: tuple[float, float]) -> None:
        if widget.target is None or not self.selection or not self.selection.action_at(widget.target):
            return
        self.selection.pointed = widget.target
        if widget.target.zone is Zone.RIVER:
            self.animator.carry_discard(widget.target.colour, position)
        else:
            self.animator.carry_back(position)

    def drop(self, widget: Widget, position: tuple[float, float]) -> Transition:
        if self.selection is None or not isinstance(widget, HitArea):
            return None
        target = self._drop_target(widget, position)
        if target:
            done = self.act_at(target)
            if self.selection is None:
                return done
        self.animator.raised = {*self.selection.cards}
        self.animator.put_back()
        return None

    def _drop_target(self, widget: HitArea, position: tuple[float, float]) -> Target | None:
        """Return where a dragged card is let go; a pile's card is let go over the hand."""
        assert self.selection
        if not self.selection.draws:
            return self.target_at(position) if widget.card is not None else None
        return widget.target if position[1] > self.layout.near_ground - 20 else None

    # -- looking closer

    def look_through(self) -> Transition:
        """Open all discards."""
        return Push(PilesPage(self.context, self.view.discards[: self.layout.colours]))

    def scoring_page(self, view: View) -> Scene:
        return ScoreSheet(self.context, self.header.seats, view, (self.layout.far, self.layout.near))

    # -- drawing

    def areas(self) -> list[Widget]:
        layout, selection = self.layout, self.selection
        can_choose = not (selection and selection.draws)
        piles = [*hit_areas.river_areas(layout, selection), self._look_button()]
        near, far = layout.near, layout.far
        return [
            *hand_group(hand_areas(self.animator, is_focusable=can_choose), self.owner(self.view.seat)),
            *tower_group(hit_areas.near_areas(layout, selection), near, self.owner(near)),
            *tower_group(hit_areas.far_areas(layout, self.view, selection), far, self.owner(far)),
            *together("piles", tr("Discards and draw pile"), piles),
            *seat_group([HitArea("scores", layout.scores), *hit_areas.plate_areas(layout)]),
        ]

    def _look_button(self) -> Button:
        key = self.context.devices.label(Verb.LOOK)
        return Button("look", tr("Discards"), self.look_through, Verb.LOOK, key, size=16).placed(
            self.layout.look_button
        )

    def face(self, card: CardId, kit: Kit) -> pygame.Surface:
        return card_face(kit, card)

    def update_idle_life(self, ms: float) -> None:
        super().update_idle_life(ms)
        self.glints.update(ms)
        self.breath = (self.breath + ms / BREATH) % 1.0

    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        area, aimed = self.meant(pointed), self.aimed
        kit, layout, view, animator, selection = self.kit, self.layout, self.view, self.animator, self.selection
        players = self.header.seats
        action = selection.action_at(aimed) if selection else None
        built = action.card if isinstance(action, Build) else None
        table.draw_ground(stage, kit, layout, self.twinkle, self.glints)
        table.draw_slots(stage, kit, layout, view)
        labels.draw_count(stage, kit, layout, view.draw_pile, self.breath)
        if selection and not self.motion.busy:
            table.draw_targets(stage, kit, layout, view, selection.targets(), aimed)
        table.draw_pile(stage, kit, layout, view.draw_pile)
        table.draw_standing(stage, animator, self.topping, built)
        if built is not None:
            table.draw_ghost(stage, kit, layout, view, built)
        if not animator.is_clearing:
            labels.draw_worth(stage, kit, layout, view)
        self.draw_plates(stage, figure=lambda seat: with_minus(view.total(seat)))
        labels.draw_scores(stage, kit, layout, view, players, area is not None and area.name == "scores")
        if not self.motion.busy:
            labels.draw_last_plays(stage, animator, players)
        table.draw_held(stage, animator)
        area = self.draw_under_tips(stage, area)
        tips.draw_tips(stage, animator, selection, area, self.explain)
        self.confetti.draw(stage, kit)

    def explain(self, area: HitArea) -> tuple[str, str]:
        if area.name.endswith("plate") and area.seat is not None:
            lines = self.motto(area.seat), words.hand_words(self.view, area.seat)
            return tr_label(self.name(area.seat)), paragraph(lines)
        return tips.explain(self.view, self.names, area)

    def status(self, seat: Seat) -> Sequence[str]:
        player, view = self.header.seats[seat], self.view
        count = card_count(view.hand_sizes[seat])
        if view.outcome is None and seat == view.turn:
            if not player.is_human:
                return (tr("thinking"),)
            if seat == view.seat:
                draw = tr("now draw a card"), tr("draw a card"), tr("draw")
                return draw if view.stage is TurnStage.DRAW else (tr("play a card"),)
            return tr("to play · {cards}", cards=count), tr("to play")
        if player.is_human:
            return (count,)
        level = level_words(player.level)
        return tr("bot, {level}", level=level), level

    # -- for those who listen

    def card_label(self, card: CardId) -> str:
        return card_words(card)

    def describe_place(self, area: HitArea) -> Semantics | None:
        title, line = self.explain(area)
        if area.name == "scores":
            return describe_points(self.view, self.names, title, line)
        if area.target and area.target.zone is Zone.RIVER:
            return describe_pile(self.view, area.target.colour)
        if area.seat is not None:
            role = Role.OPTION if area.target else Role.ITEM
            return describe_site(self.view, area.seat, int(area.name.split()[1]), line, role, self.owner(area.seat))
        return super().describe_place(area)

    def standing(self, area: HitArea) -> str:
        if area.target and area.target.zone is Zone.RIVER:
            return cards_of_pile(self.view, area.target.colour)
        if area.seat is None or area.is_plate:
            return ""
        return cards_of_site(self.view, area.seat, int(area.name.split()[1]))

    def announced(self, events: list[Event]) -> list[Event]:
        return [event for event in events if not (isinstance(event, Drew) and event.seat == self.view.seat)]

    def prompt(self) -> str:
        return tr("Now draw a card.") if self.selection and self.selection.draws else ""

    # -- the end

    def results(self, view: View) -> list[Sequence[str]]:
        rounds = (tr("Round {number}", number=account.round + 1) for account in view.accounts)
        heading = ("", *rounds, tr("Total"))
        rows = []
        for seat, total in enumerate(view.totals):
            points = (with_minus(account.points[seat]) for account in view.accounts)
            rows.append((tr_label(self.name(seat)), *points, with_minus(total)))
        return [heading, *rows]

    def story(self, view: View) -> list[str]:
        towers = [
            (score.total, account.round, seat, colour, score)
            for account in view.accounts
            for seat, scores in enumerate(account.scores)
            for colour, score in enumerate(scores)
            if score.cards
        ]
        if not towers:
            return []
        total, number, seat, colour, score = max(towers, key=lambda tower: tower[:3])
        return [
            tr_player(
                self.name(seat),
                mark("The best tower: your {site} in round {number}, {sum} = {points}."),
                mark("The best tower: {name}'s {site} in round {number}, {sum} = {points}."),
                site=site_name(colour),
                number=number + 1,
                sum=labels.sum_text(score),
                points=signed(total),
            )
        ]

    def resize(self, kit: Kit) -> None:
        super().resize(kit)
        if self.topping and (outcome := self.view.outcome):
            self.topping.tops = [self.animator.best_top(seat) for seat in outcome.winners]

    def celebrate(self) -> None:
        outcome = self.view.outcome
        if outcome is None:
            return
        tops = [self.animator.best_top(seat) for seat in outcome.winners]
        self.topping = table.Topping(tops)
        self.motion.to(self.topping, 900, 0, ease_out_back, rise=1.0)
        self.throw_confetti([(x, y - 40) for x, y in tops])
        self.sound_the_end(outcome.winners)
