"""The table of Towering: six sites, two builders, a river of discards between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game.engine import Seat
from game.narration import address
from game.record import Header
from game.roster import level_of
from game.towering.actions import Build
from game.towering.cards import DECK, CardId, Colour, colour_of
from game.towering.events import Event, RoundEnded
from game.towering.state import Stage as Step
from game.towering.state import View
from scenes.devices.intents import Verb
from scenes.kit.kit import Kit
from scenes.kit.motion import Motion, land
from scenes.kit.pictures.sky import Twinkle
from scenes.kit.pieces import lines_within
from scenes.kit.stage import Stage
from scenes.manager import Push
from scenes.match.board import Primary
from scenes.match.cards.board import CardBoard, HitArea
from scenes.system.context import Context
from scenes.towering import drawing, hit_areas, labels
from scenes.towering.animator import Animator, moment_of
from scenes.towering.art.backdrop import Glints
from scenes.towering.art.card_art import card_face
from scenes.towering.layout import SIDE, Layout
from scenes.towering.pages.discards import PilesPage
from scenes.towering.pages.round_end import RoundPage
from scenes.towering.pages.score_sheet import ScoreSheet
from scenes.towering.selection import SITE_NAMES, Selection, Target, Zone, signed
from scenes.towering.tips import draw_tips
from scenes.ui.widgets import Widget

if TYPE_CHECKING:
    from scenes.manager import Scene, Transition

BREATH = 1400.0
"""Milliseconds in which the glow of the last cards comes and goes."""


class ToweringBoard(CardBoard):
    selection_of = Selection

    def __init__(self, context: Context, header: Header, motion: Motion) -> None:
        super().__init__(context, header, motion)
        self.twinkle, self.glints = Twinkle(), Glints()
        self._unpainted: Iterator[CardId] = iter(DECK)
        """Cards still to be painted ahead, one in a quiet frame, so that none holds up a motion."""
        self.selection: Selection | None = None
        self.topping: drawing.Topping | None = None
        self.meant: Target | None = None
        """The place that the player means now."""
        self.breath = 0.0
        """Where the glow of the last cards is on its way, from 0 to 1."""
        self.animator: Animator

    @property
    def view(self) -> View:
        """What the table shows now."""
        return self.animator.view

    @property
    def layout(self) -> Layout:
        return self.animator.layout

    @property
    def storey(self) -> float:
        """Return how high a storey shows now, in steps that keep the number of pictures small."""
        high = self.animator.storey.high
        return high if high == self.layout.storey else float(round(high))

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
    def river_targets(self) -> list[Target]:
        return [Target(Zone.RIVER, colour) for colour in range(self.layout.colours)]

    @property
    def home(self) -> str:
        if self.selection and self.selection.draws:
            return "pile"
        hand = self.animator.hand
        return f"card {hand.index(self.animator.fresh)}" if self.animator.fresh in hand else "card 0"

    def _meant(self, area: HitArea | None) -> Target | None:
        """Return the place that is pointed at, if something can be done there; else where the main button aims."""
        if self.selection is None or self.motion.busy:
            return None
        pointed = area.target if area else None
        return pointed if self.selection.action_at(pointed) else self.selection.aim

    @property
    def build_meant(self) -> CardId | None:
        """Return the card that would be built at the place that is meant."""
        action = self.selection.action_at(self.meant) if self.selection else None
        return action.card if isinstance(action, Build) else None

    def is_aimed_at(self, seat: Seat, colour: Colour) -> bool:
        """Tell whether a tower is the one that would be built on."""
        card = self.build_meant
        return card is not None and seat == self.layout.near and colour_of(card) == colour

    def is_own(self, card: CardId) -> bool:
        """Tell whether a card lies large and open in the viewer's hand."""
        return card in self.animator.hand

    def key(self, verb: Verb) -> str:
        return self.context.devices.label(verb)

    # -- views and events

    def sync(self, view: View) -> None:
        before = self.animator if hasattr(self, "animator") else None
        ids = before.ids if before else None
        self.animator = Animator(view, self.kit, self.motion, self.context.audio, self.front, ids)
        marks = before.marks if before else {}
        self.animator.marks = {seat: mark for seat, mark in marks.items() if mark.moment == moment_of(view)}
        self.topping = None

    def interlude(self, event: Event, by_itself: bool) -> Scene | None:
        return RoundPage(self, event.account, by_itself) if isinstance(event, RoundEnded) else None

    def resize(self, kit: Kit) -> None:
        self._unpainted = iter(DECK)
        super().resize(kit)

    def settle(self) -> None:
        if self.selection:
            self.selection.drop()
        self.animator.raised = None
        self.animator.arrange()

    # -- the player's turn

    def press_card(self, card: CardId) -> Transition:
        """Choose a card; pressed again, it goes where it is aimed."""
        if self.turn is None or self.selection is None:
            return None
        if self.selection.draws:
            self.context.audio.play("refuse")
            self.turn.say("Your card is played: now draw one, from the pile or from the discards.")
            return None
        if card == self.selection.card and self.selection.aim:
            return self.act_at(self.selection.aim)
        self.selection.take(card)
        self.raise_chosen()
        return None

    def raise_chosen(self) -> None:
        assert self.selection
        self.selection.card = self.animator.in_hand(self.selection.card)
        self.animator.raised = self.selection.card
        self.context.audio.play("card_slide", 0.5)
        self.animator.arrange(140)

    def press_river(self, colour: Colour) -> Transition:
        """Discard there or take from there; where neither is meant, open all discards."""
        selection, target = self.selection, Target(Zone.RIVER, colour)
        if selection is None or not (selection.draws or selection.card is not None):
            return self.look_through()
        return self.act_at(target)

    def pick(self, number: int) -> None:
        if self.selection is None:
            return
        hand = self.animator.hand
        if not self.selection.draws and number <= len(hand):
            self.press_card(hand[number - 1])
        elif self.selection.draws and number <= self.layout.colours:
            self._pick_pile(Target(Zone.RIVER, number - 1))

    def _pick_pile(self, target: Target) -> None:
        """Aim at a discard pile; aimed at already, draw from it."""
        assert self.selection
        if self.selection.aim == target or not self.selection.action_at(target):
            self.act_at(target)
        else:
            self.selection.aim_at(target)

    def primary(self) -> Primary | None:
        return Primary(self.selection.label, self.selection.action) if self.selection else None

    # -- drag and drop

    def drag(self, widget: Widget, position: tuple[float, float]) -> None:
        if not isinstance(widget, HitArea) or self.selection is None:
            return
        if self.selection.draws:
            self._drag_pile(widget, position)
        elif widget.card is not None:
            if widget.card != self.selection.card:
                self.selection.take(widget.card)
                self.animator.raised = widget.card
            self.animator.carry(widget.card, position)

    def _drag_pile(self, widget: HitArea, position: tuple[float, float]) -> None:
        if widget.target is None or not self.selection or not self.selection.action_at(widget.target):
            return
        self.selection.aim_at(widget.target)
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
        self.animator.raised = self.selection.card
        self.animator.put_back()
        return None

    def _drop_target(self, widget: HitArea, position: tuple[float, float]) -> Target | None:
        """Return where a dragged card is let go; a pile's card is let go over the hand."""
        assert self.selection
        if not self.selection.draws:
            return self.target_at(position) if widget.card is not None else None
        return widget.target if position[1] > self.layout.near_ground - 20 else None

    def target_at(self, position: tuple[float, float]) -> Target | None:
        places = (w for w in self.widgets() if isinstance(w, HitArea) and w.target is not None)
        return next((w.target for w in places if w.rect.inflate(8, 10).collidepoint(position)), None)

    # -- looking closer

    def look_through(self) -> Transition:
        """Open all discards."""
        return Push(PilesPage(self.context, self.view.discards[: self.layout.colours]))

    def read_scores(self) -> Transition:
        return Push(self.account(self.view))

    def account(self, view: View) -> Scene:
        return ScoreSheet(self.context, self.header.seats, view, (self.layout.far, self.layout.near))

    # -- showing

    def widgets(self) -> list[Widget]:
        return hit_areas.make_hit_areas(self)

    def update(self, ms: float) -> None:
        if not self.motion.busy and (card := next(self._unpainted, None)) is not None:
            card_face(self.kit, card)
        if self.context.has_idle_life:
            self.twinkle.update(ms)
            self.glints.update(ms)
            self.breath = (self.breath + ms / BREATH) % 1.0
        self.confetti.update(ms)

    @property
    def at_rest(self) -> bool:
        return self.confetti.is_over

    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        area = pointed if isinstance(pointed, HitArea) else None
        self.meant = self._meant(area)
        drawing.draw_ground(stage, self)
        drawing.draw_slots(stage, self)
        labels.draw_count(stage, self)
        drawing.draw_targets(stage, self)
        drawing.draw_pile(stage, self)
        drawing.draw_standing(stage, self)
        drawing.draw_ghost(stage, self)
        labels.draw_worth(stage, self)
        labels.draw_plates(stage, self)
        labels.draw_ledger(stage, self, area is not None and area.name == "scores")
        labels.draw_marks(stage, self)
        drawing.draw_held(stage, self, area.card if area else None)
        self.under_tips(stage)
        draw_tips(stage, self, area)
        self.confetti.draw(stage, self.kit)

    def status(self, seat: Seat) -> Sequence[str]:
        """Return the line under a seat's name, and shorter ones where that has no room."""
        player, view = self.header.seats[seat], self.view
        cards = view.hand_sizes[seat]
        count = f"{cards} card{'' if cards == 1 else 's'}"
        if view.outcome is None and seat == view.turn:
            if not player.is_human:
                return ("thinking",)
            if seat == view.seat:
                return ("now draw a card", "draw a card", "draw") if view.stage is Step.DRAW else ("play a card",)
            return f"to play · {count}", "to play"
        if player.is_human:
            return (count,)
        level = level_of(player.level)
        return f"bot, {level}", level

    # -- the end

    def results(self, view: View) -> list[Sequence[str]]:
        heading = ("", *(f"Round {account.round + 1}" for account in view.accounts), "Total")
        rows = []
        for seat, total in enumerate(view.totals):
            points = (_plain(account.points[seat]) for account in view.accounts)
            rows.append((self.name(seat), *points, _plain(total)))
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
        where = f"{self.name(seat)}'s {SITE_NAMES[colour]} in round {number + 1}"
        return [address(f"The best tower: {where}, {labels.sum_text(score)} = {signed(total)}.")]

    def celebrate(self) -> None:
        outcome = self.view.outcome
        if outcome is None:
            return
        tops = [self.animator.best_top(seat) for seat in outcome.winners]
        self.topping = drawing.Topping(tops)
        self.motion.to(self.topping, 900, 0, land, rise=1.0)
        if not self.context.settings.reduced_motion:
            self.confetti.burst([(x, y - 40) for x, y in tops])
        self.context.audio.play(self.closing_sound(outcome.winners))


def _plain(points: int) -> str:
    return str(points).replace("-", "−")
