"""The table of Towers: buildings cut open, cards tucked at their sides, and scorings that explain themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_count, tr_label, tr_name
from topping_out.game.record import Header
from topping_out.game.roster import level_words
from topping_out.game.text import paragraph, sentence
from topping_out.game.towers.actions import Claim
from topping_out.game.towers.events import Demolished, Drew, Event, FloorScored, ScoringBegan
from topping_out.game.towers.floors import CardId
from topping_out.game.towers.rules import preview
from topping_out.game.towers.state import View
from topping_out.game.towers.words import floor_words

from ..accessibility.semantics import Role, Semantics
from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.motion import Motion, ease_out, ease_out_back
from ..kit.plates import lines_within
from ..kit.sprites import make_ahead
from ..kit.stage import Stage
from ..manager import Push, Scene, Transition
from ..match.cards.board import CardBoard
from ..match.cards.hit_area import HitArea, hand_areas, plate_areas
from ..match.cards.spoken import GameWords, aim_words, hand_group, seat_group, together
from ..system.context import Context
from ..ui.layout import Rect, Widget
from ..ui.widgets import Button
from . import art, drawing, scoring, tips, words
from .animator import Animator
from .art import STICKS_OUT, SeatSigns
from .drawing import draw_floor_card
from .layout import Layout
from .scoring import AccountsPage, Finale, LastPlay, deed_words, last_plays, points_by_floor, scorings, summarize_floors
from .selection import Selection, Target
from .tips import peeked
from .words import card_count, floor_name, moments_of, score_words, tower_label, worth_now

# -- descriptions


def describe_tower(view: View, plot: int, names: Sequence[str]) -> Semantics:
    """Return a tower as the place to build on: how tall it is, and what it would score now."""
    label, height = tr("Tower {tower}", tower=plot + 1), len(view.towers[plot])
    if not height:
        return Semantics(Role.OPTION, label, tr("free plot"))
    points = worth_now(view, plot, names) or tr("nobody scores")
    about = tr("It is scored at the end of this turn.") if view.is_due(plot) else ""
    told = tr("Scored as it stands: {points}.", points=points)
    floors = tr("{number} of {total}", number=height, total=view.variant.height)
    return Semantics(Role.OPTION, label, f"{floors}, {points}", paragraph([told, about]))


def describe_floor(
    view: View, plot: int, level: int, names: Sequence[str], plays: Collection[LastPlay] = ()
) -> Semantics:
    """Return a floor: its owner, what is tucked there, what it does, and what it would bring now.

    `plays`: what the others did in their last turns.
    """
    card = view.towers[plot][level].card
    label = tr("{floor}, floor {level}", floor=floor_name(view, card), level=level + 1)
    owner = view.towers[plot][level].owner
    news = [tr("{sentence}.", sentence=sentence(one)) for one in _new(plot, level, names, plays)]
    if (tucked := peeked(view, plot, level)) is not None:
        news.append(tr("{floor} is tucked under it.", floor=floor_name(view, tucked)))
    effects, deed = tr("Effect: {effects}.", effects=floor_words(view.floor(card))), _deed(view, plot, level, names)
    told = [tr("Scored as it stands: {points}.", points=deed)] if deed else []
    state = tr("vacant") if owner is None else tr_label(names[owner])
    return Semantics(Role.OPTION, label, state, paragraph([*news, effects, *told]))


def _deed(view: View, plot: int, level: int, names: Sequence[str]) -> str:
    """Return what a floor would do if its tower were scored now; empty where it is vacant and stays so."""
    before = view.towers[plot][level].owner
    now = next(row for row in summarize_floors(preview(view, plot).steps) if row.level == level)
    if now.owner is None:
        return "" if before is None else tr("vacant")
    deed = deed_words(now, names)
    return deed if now.owner == before else tr("{name}: {points}", name=tr_label(names[now.owner]), points=deed)


def _new(plot: int, level: int, names: Sequence[str], plays: Collection[LastPlay]) -> list[str]:
    """Return what the others did there in their last turns, as marks on the table show it."""
    here = [play for play in plays if (play.plot, play.level) == (plot, level)]
    built = [tr("just built by {name}", name=tr_label(names[play.seat])) for play in here if not play.is_claim]
    return [*built, *(tr("just claimed") for play in here if play.is_claim)]


# -- hit areas


RADIUS = 5.0
"""Of the corners of the focus's ring."""


def _is_claiming(selection: Selection | None) -> bool:
    return selection is not None and selection.card is not None and not selection.builds


def tower_areas(layout: Layout, view: View, selection: Selection | None, plot: int) -> list[HitArea]:
    """Return a tower and the place over it, then its floors from the top."""
    levels = reversed(range(len(view.towers[plot])))
    return [_tower(layout, view, selection, plot), *(_floor(layout, view, selection, plot, lev) for lev in levels)]


def _tower(layout: Layout, view: View, selection: Selection | None, plot: int) -> HitArea:
    """Return a tower with the place over it and the words under it: to build there, or to see what it would score."""
    target, rect, height = Target(plot), layout.column(plot, layout.variant.height), len(view.towers[plot])
    rect.w, rect.h = rect.w + STICKS_OUT, rect.h + layout.label_h
    rises = selection is not None and selection.action_at(target) is not None
    ring = layout.column(plot, max(1, min(layout.variant.height, height + rises)))
    is_focusable = not _is_claiming(selection) and (selection is None or selection.card is None or rises)
    return HitArea(f"tower {plot}", rect, target, ring=ring, radius=RADIUS, is_focusable=is_focusable)


def _floor(layout: Layout, view: View, selection: Selection | None, plot: int, level: int) -> HitArea:
    """Return a floor: to claim it with the chosen card, or to see what it does while none is chosen."""
    target, ring = Target(plot, level), layout.floor_rect(plot, level)
    rect, is_free = Rect(ring.x, ring.y, ring.w + STICKS_OUT, ring.h), selection is None or selection.card is None
    claims = selection is not None and _is_claiming(selection) and selection.action_at(target) is not None
    area = HitArea(f"floor {plot}.{level}", rect, target, ring=ring, radius=RADIUS, is_focusable=is_free or claims)
    area.is_pointable = is_free or _is_claiming(selection)
    return area


def pile_areas(layout: Layout) -> list[HitArea]:
    areas = list[HitArea]()
    for name, place in (("draw pile", layout.draw_pile), ("discards", layout.discard_pile)):
        wide, high = layout.card[0] * place.scale + 8, layout.card[1] * place.scale + 26
        areas.append(HitArea(name, Rect(place.x - wide / 2, layout.ground - high, wide, high), radius=RADIUS))
    return areas


def steps_area(kit: Kit, room: tuple[float, float]) -> HitArea:
    """Return the steps of the turn, which are only read."""
    left, right = room
    area = HitArea("steps", Rect(left, 14, right - left, 32 + 14 * kit.text_scale), is_focusable=False)
    area.is_pointable = False
    return area


# -- board


class TowersBoard(CardBoard):
    selection_of = Selection
    says: ClassVar[GameWords] = words
    moments = staticmethod(moments_of)
    drop_margin = 8, 4
    animator: Animator
    selection: Selection | None

    def __init__(self, context: Context, header: Header, motion: Motion, view: View, **more: Any) -> None:
        super().__init__(context, header, motion, view, **more)
        self.life = drawing.Life()
        self.finale: Finale | None = None
        self._unfinished_scorings = 0
        """How many scorings are queued or being shown."""

    @property
    def message_width(self) -> float:
        return self.layout.message_width

    @property
    def caption_room(self) -> tuple[float, float]:
        return 20.0, self.layout.plate(0).x - 12

    @property
    def message_lines(self) -> int:
        return lines_within(self.kit, self.kit.height - self.message_foot - self.layout.hand_top + 6)

    @property
    def layout(self) -> Layout:
        return self.animator.layout

    @property
    def mood(self) -> int:
        """Tense in the last round."""
        return 2 if self.view.last_round else 1 if self.view.draw_pile <= 24 else 0

    @property
    def home(self) -> str:
        return "card 0" if self.view.hand else "play"

    @property
    def signs(self) -> SeatSigns:
        return SeatSigns(self.header.seats, self.view)

    # -- views and events

    def make_animator(self, view: View) -> Animator:
        animator = Animator(view, self.kit, self.motion, self.context.audio)
        animator.last_plays = last_plays(self.history())
        return animator

    def sync(self, view: View) -> None:
        super().sync(view)
        self.finale, self._unfinished_scorings = None, 0

    def animate(self, event: Any, view: View) -> None:
        if isinstance(event, ScoringBegan):
            self._unfinished_scorings += 1
        super().animate(event, view)
        if isinstance(event, Demolished):
            self.motion.then(self._finish_scoring)

    def _finish_scoring(self) -> None:
        self._unfinished_scorings -= 1

    @property
    def is_narrating(self) -> bool:
        return self._unfinished_scorings > 0

    def notable(self, events: Sequence[Any]) -> list[Any]:
        """Leave the floors of a scoring to the show and the log."""
        return [event for event in events if not isinstance(event, FloorScored)]

    # -- the player's turn

    def press_target(self, area: HitArea) -> Transition:
        """Act there; at the side of a floor, without a card, what is tucked there is only looked at."""
        if area.target.level is not None and (self.selection is None or self.selection.card is None):
            return self.tell_of(area)
        return super().press_target(area)

    @property
    def places(self) -> Sequence[HitArea]:
        return [area for area in super().places if area.target.level is None]

    def play_to(self, number: int) -> Transition:
        """Build there; later in the turn aim at what pays best in that tower, and at the next one when asked again."""
        selection, plots = self.selection, len(self.view.towers)
        if selection is None or selection.card is None or selection.builds or number >= plots:
            return super().play_to(number)
        if selection.aim_in(number):
            self.context.announcer.reply(aim_words(selection, self.cards_words))
        else:
            self.context.audio.play("refuse")
            self.context.reply(tr("No floor of tower {tower} is free to claim.", tower=number + 1))
        return None

    def aims_at(self, number: int) -> bool:
        return bool(self.selection and self.selection.aim and self.selection.aim.plot == number)

    # -- accounts

    def read_accounts(self) -> Transition:
        return Push(AccountsPage(self.context, self.signs, scorings(self.history())))

    def scoring_page(self, view: View) -> Scene | None:
        found = scorings(self.history())
        return AccountsPage(self.context, self.signs, found) if found else None

    # -- drawing

    def areas(self) -> list[Widget]:
        layout = self.layout
        room = None if self.view.outcome else self.bar_room
        steps = [steps_area(self.kit, room)] if room else []
        return [
            *hand_group(hand_areas(self.animator, radius=RADIUS), self.owner(self.view.seat)),
            *self._towers(),
            *together("piles", tr("Piles and scorings"), [*pile_areas(layout), self._accounts_button()]),
            *seat_group([*steps, *plate_areas(layout.plate, layout.variant.seats, RADIUS)]),
        ]

    def _towers(self) -> Iterator[Widget]:
        """Yield the towers, each read by itself: the place to build on, then floor by floor from the top."""
        for plot, tower in enumerate(self.view.towers):
            areas = tower_areas(self.layout, self.view, self.selection, plot)
            yield from together(f"tower {plot}", tower_label(plot, len(tower)), areas)

    def _accounts_button(self) -> Button:
        """Return the button that opens the accounts of all scorings so far."""
        key, rect = self.context.devices.label(Verb.LOOK), self.layout.account_button
        is_on = bool(self.view.discards)
        return Button("accounts", tr("Scorings"), self.read_accounts, Verb.LOOK, key, size=16, enabled=is_on).placed(
            rect
        )

    def update_idle_life(self, ms: float) -> None:
        super().update_idle_life(ms)
        self.life.update(ms, self.view)

    def face(self, card: CardId, kit: Kit) -> pygame.Surface:
        return art.face(kit, self.view.floor(card), self.layout.card)

    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        area, aimed = self.meant(pointed), self.aimed
        kit, layout, animator, signs = self.kit, self.layout, self.animator, self.signs
        selection, show = self.selection, animator.show
        scored = (*map(animator.is_scored, range(len(self.view.towers))),)
        at = self.looks, layout, self.view, scored
        drawing.draw_ground(stage, kit, layout, self.twinkle)
        if not self.finale:
            stage.layer("plots", (*at, aimed), lambda: drawing.draw_plots(stage, animator, aimed))
        stage.layer("piles", at, lambda: drawing.draw_piles(stage, kit, layout, self.view))
        drawing.draw_standing(stage, animator, signs, self.life)
        if self.finale:
            scoring.draw_finale(stage, kit, layout, self.finale, self.header.seats)
        if show:
            drawing.draw_lamps(stage, kit, layout, show)
            drawing.draw_owners(stage, kit, layout, signs, show)
        if not self.finale:
            stage.layer("worth", at, lambda: drawing.draw_worth(stage, animator, signs))
        if not show and not (selection and selection.card is not None):
            landed = (play for play in animator.last_plays if animator.has_landed(play))
            stage.layer("last plays", (*at, *landed), lambda: drawing.draw_last_plays(stage, animator, signs))
        if selection and not self.motion.busy:
            targets = [target for target in selection.targets() if target != aimed]
            drawing.draw_targets(stage, kit, layout, self.view, targets)
            if aimed:
                drawing.draw_ghost(stage, kit, layout, signs, selection, aimed)
        self.draw_plates(stage, self._score)
        steps = *at, drawing.step_of(animator), self.bar_room
        stage.layer("steps", steps, lambda: drawing.draw_steps(stage, animator, self.bar_room))
        drawing.draw_held(stage, animator, signs, self.life)
        if show:
            drawing.draw_caption(stage, kit, layout, signs, show)
            drawing.draw_tokens(stage, kit, signs, show)
        area = self.draw_under_tips(stage, area)
        if not self.motion.busy and not self.finale:
            self._draw_tips(stage, area, aimed)
        self.confetti.draw(stage, kit)

    def _score(self, seat: Seat) -> str:
        """Return the points of a seat, with what has arrived of a scoring that is shown."""
        show = self.animator.show
        return str(self.view.scores[seat] + (show.gained[seat] if show else 0))

    def _draw_tips(self, stage: Stage, area: HitArea | None, aimed: Target | None) -> None:
        """Say what the chosen card would do, or explain what is pointed at."""
        kit, layout = self.kit, self.layout
        if self.selection and self.selection.card is not None:
            if target := aimed or (area.target if area else None):
                tips.draw_plan(stage, kit, layout, self.selection, target)
        elif area and area.target and area.target.level is not None:
            draw_floor_card(stage, kit, layout, self.signs, area.target)
        elif area and area.target:
            if self.view.towers[area.target.plot]:
                tips.draw_account(stage, kit, layout, self.signs, area.target.plot)
        elif area and (told := self.explain(area))[0]:
            tips.draw_words(stage, self.animator, area, told, self.context.devices.active == "mouse")

    def explain(self, area: HitArea) -> tuple[str, str]:
        if area.seat is None:
            return tips.explain(self.view, area)
        lines = self.motto(area.seat), tr("Cards tucked in this colour are theirs.")
        return self.name(area.seat), paragraph(lines)

    def status(self, seat: Seat) -> Sequence[str]:
        player, view = self.header.seats[seat], self.view
        count = card_count(view.hand_sizes[seat])
        if view.outcome is None and seat == view.turn:
            if not player.is_human:
                return tr("thinking · {cards}", cards=count), tr("thinking")
            if seat == view.seat:
                return tr("your turn · {cards}", cards=count), tr("your turn")
            return tr("to play · {cards}", cards=count), tr("to play")
        return (count,) if player.is_human or view.outcome else (f"{level_words(player.level)} · {count}", count)

    # -- for those who listen

    def card_label(self, card: CardId) -> str:
        return floor_name(self.view, card)

    def card_line(self, card: CardId) -> str:
        return tips.effects_in_full(self.view.floor(card), self.view.variant.hand)

    def describe(self, area: HitArea) -> Semantics | None:
        said = super().describe(area)
        if said is None or not area.is_plate or area.seat is None:
            return said
        points = tr("{points}, {status}", points=score_words(self.view, area.seat), status=said.value)
        return replace(said, value=points, description=self.motto(area.seat))

    def describe_place(self, area: HitArea) -> Semantics | None:
        if area.name == "steps":
            return Semantics(Role.ITEM, drawing.step_line(self.animator))
        if area.target is None:
            return super().describe_place(area)
        plot, level = area.target.plot, area.target.level
        if level is None:
            return describe_tower(self.view, plot, self.names)
        if level >= len(self.view.towers[plot]):
            return None  # the tower has just been cleared away, and the table is not laid out anew yet
        plays = [play for play in self.animator.last_plays if play.seat != self.view.seat]
        return describe_floor(self.view, plot, level, self.names, plays)

    def brief(self, events: list[Event]) -> list[Event]:
        return [event for event in events if not isinstance(event, Drew)]

    def announced(self, events: list[Event]) -> list[Event]:
        """Leave out why a tower is scored, which its clearing away follows at once, and the viewer's own cards."""
        seat = self.view.seat
        own = (event for event in events if isinstance(event, Drew) and event.seat == seat)
        left_out = [*own, *(event for event in events if isinstance(event, ScoringBegan))]
        return [event for event in events if event not in left_out]

    def closing_words(self, view: View) -> list[str]:
        return [self.describe_scores(view), *self.story(view)]

    def prompt(self) -> str:
        if self.selection is None or self.view.builds_left == self.view.variant.builds:
            return ""
        if self.selection.builds:
            return tr("Now build on another tower.")
        may_claim = self.turn and any(isinstance(action, Claim) for action in self.turn.actions)
        return tr("Claim floors, or end the turn.") if may_claim else tr("End the turn.")

    # -- the end

    def results(self, view: View) -> list[Sequence[str]]:
        found = scorings(self.history())
        by_seat = [points_by_floor(found, seat) for seat in range(view.variant.seats)]
        floors = [f.name for f in view.variant.deck.floors if any(points[f.name] for points in by_seat)]
        most = sorted(floors, key=lambda name: -sum(points[name] for points in by_seat))[:4]
        rows: list[Sequence[str]] = [("", *map(tr, most), tr("Points"))]
        for seat, points in enumerate(by_seat):
            rows.append((self.name(seat), *(str(points[name]) for name in most), str(view.scores[seat])))
        return rows

    def story(self, view: View) -> list[str]:
        found = scorings(self.history())
        if not found:
            return []
        best, seat = max((s.points[seat], seat) for s in found for seat in range(view.variant.seats))
        return [
            tr_count(
                "{number} tower was scored. The most for one player: {best} for {name}.",
                "{number} towers were scored. The most for one player: {best} for {name}.",
                len(found),
                best=best,
                name=tr_name(self.names[seat]),
            )
        ]

    def finale_words(self, view: View) -> str:
        if not view.outcome or not view.outcome.winners:
            return ""
        return tr_count(
            "The points rise as towers, and a tree tops the winner's.",
            "The points rise as towers, and trees top the winners'.",
            len(view.outcome.winners),
        )

    @property
    def _ended(self) -> Finale | None:
        """The finale at its end, where the game is over."""
        outcome = self.view.outcome
        return Finale(outcome.scores, outcome.winners, 1.0) if outcome else None

    def prepare_end(self) -> bool:
        kit, layout, ended, players = self.kit, self.layout, self._ended, self.header.seats
        if ended is None:
            return True
        return make_ahead(lambda: scoring.draw_finale(Stage(kit.scale), kit, layout, ended, players))

    def draw_ended(self, stage: Stage) -> None:
        before, self.finale = self.finale, self._ended
        try:
            self.draw(stage, None)
        finally:
            self.finale = before

    def celebrate(self) -> None:
        outcome = self.view.outcome
        if outcome is None:
            return
        self.finale = Finale(outcome.scores, outcome.winners)
        self.motion.to(self.finale, 1300, 0, ease_out, grown=1.0)
        self.motion.to(self.finale, 700, 1200, ease_out_back, rise=1.0)
        self.motion.at(1300, self._burst)
        self.motion.at(1250, lambda: self.sound_the_end(outcome.winners))

    def _burst(self) -> None:
        if not self.finale:
            return
        layout, high = self.layout, scoring.floor_height(self.layout)
        tops = [(seat, layout.ground - self.finale.height(seat) * high - 60) for seat in self.finale.winners]
        self.throw_confetti([(scoring.tower_x(layout, seat), y) for seat, y in tops])
