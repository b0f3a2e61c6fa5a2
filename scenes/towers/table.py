"""The table of Towers: towers in cross-section with tucked cards at their sides, and animated scorings."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

import pygame

from topping_out.game.engine import Seat, TurnBegan
from topping_out.game.language import tr, tr_count, tr_name
from topping_out.game.roster import level_words
from topping_out.game.text import paragraph
from topping_out.game.towers.actions import (
    Action,
    Built,
    Claimed,
    Demolished,
    Drew,
    End,
    Event,
    FloorScored,
    ScoringBegan,
)
from topping_out.game.towers.floors import CardId
from topping_out.game.towers.state import View

from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.sprites import Pose, Sprite
from ..kit.stage import Stage
from ..manager import Push, Transition
from ..match.board import Results
from ..match.table.game import Said, Status, TableGame
from ..match.table.selection import HitArea, Way, card_count, plate_areas, seat_group, together
from ..match.table.table import Table
from ..match.table.tokens import HAND, HIDDEN, Zone
from ..ui.layout import Rect, Widget
from ..ui.widgets import Button
from . import art, drawing, places, scoring, words
from .art import STICKS_OUT, SeatSigns
from .places import DISCARDS, FLOORS, TUCKS, Layout, Target, Tuck, is_claiming
from .scoring import AccountsPage, Finale, LastPlay, Scoring, Show, last_plays, points_by_floor, scorings
from .words import score_words, tower_label

RADIUS = 5.0
"""Radius of the corners of the focus ring."""
SHOWN_DISCARDS = 3


class TowersTable(TableGame):
    table: Table
    words: ClassVar = words
    first_aim = staticmethod(places.first_aim)
    places_in = staticmethod(places.places_in)
    preview = staticmethod(places.preview_of)
    topping = Finale

    def __init__(self) -> None:
        self.life = drawing.Life()
        self.last_plays: list[LastPlay] = []
        self.show: Show | None = None
        """The scoring that is being shown; None if there is none."""
        self.late_step: int | None = None
        """The step of the turn if it is past claims, else None."""

    @property
    def signs(self) -> SeatSigns:
        return SeatSigns(self.table.header.seats, self.table.view)

    def mood(self, view: View) -> int:
        """Return 2 (tense) in the last round, 1 if at most 24 cards are left to draw."""
        return 2 if view.last_round else 1 if view.draw_pile <= 24 else 0

    # -- layout and zones

    def layout(self, view: View) -> Layout:
        kit, variant = self.table.kit, view.variant
        return kit.cached(("towers layout", variant), lambda: Layout(kit, variant))

    def zones(self, view: View) -> list[Zone]:
        layout: Layout = self.table.layout_of(view)
        first = DISCARDS - max(0, len(view.discards) - SHOWN_DISCARDS)
        zones = [Zone("discards", view.discards, lambda number, card: layout.discard_pile, first, SHOWN_DISCARDS)]
        for plot in range(layout.plots):
            zones += self._tower_zones(layout, view, plot)
        return [*zones, *(self._hand_zone(layout, view, seat) for seat in range(view.variant.seats))]

    def _tower_zones(self, layout: Layout, view: View, plot: int) -> Iterator[Zone]:
        """Yield the zone of a tower's floors, and one for each tucked card, which lies face down."""

        def place(level: int, card: CardId) -> Pose:
            return layout.floor_place(plot, level)

        yield Zone(("tower", plot), [storey.card for storey in view.towers[plot]], place, FLOORS)
        for level, storey in enumerate(view.towers[plot]):
            if storey.owner is not None and storey.tuck is not None:
                yield self._tuck_zone(layout, plot, level, Tuck(storey.owner, storey.tuck))

    def _tuck_zone(self, layout: Layout, plot: int, level: int, back: Tuck) -> Zone:
        place = layout.tuck_place(plot, level)
        return Zone(("tuck", plot, level), [HIDDEN], lambda number, card: place, TUCKS + level, back=back)

    def _hand_zone(self, layout: Layout, view: View, seat: Seat) -> Zone:
        """Return the zone of a hand: the viewer's at the lower edge; others are not drawn."""
        if seat == view.seat:
            return self.table.own_hand(view)
        hidden = [HIDDEN] * view.hand_sizes[seat]
        return Zone(("hand", seat), hidden, lambda number, card: layout.plate_cards(seat), HAND, 0, seat)

    # -- choosing

    def kind(self, card: CardId) -> int:
        view: View = self.table.view
        return view.variant.deck.kinds[card]

    def way(self, action: Action) -> Way:
        return places.way(self.table.view, action)

    def with_cards(self, action: Action, cards: Sequence[CardId]) -> Action:
        return action if isinstance(action, End) else replace(action, card=cards[0])

    def spots(self, view: View) -> list[Widget]:
        layout = self.table.layout
        return [
            *self._towers(view),
            *together("piles", tr("Piles and scorings"), [*self._piles(layout), self._accounts_button(layout)]),
            *seat_group([*self._steps(view), *plate_areas(layout.plate, view.variant.seats, RADIUS)]),
        ]

    def _towers(self, view: View) -> Iterator[Widget]:
        """Yield the towers, each as a group: the place to build on, then its floors from the top."""
        for plot, tower in enumerate(view.towers):
            floors = (self._floor(plot, level) for level in reversed(range(len(tower))))
            yield from together(f"tower {plot}", tower_label(plot, len(tower)), [self._tower(view, plot), *floors])

    def _tower(self, view: View, plot: int) -> HitArea:
        """Return the area of a tower with the space above and the label below: to build on it, or see its worth."""
        layout, selection, target = self.table.layout, self.table.selection, Target(plot)
        rect, height = layout.column(plot, layout.variant.height), len(view.towers[plot])
        rect.w, rect.h = rect.w + STICKS_OUT, rect.h + layout.label_h
        rises = selection is not None and selection.action_at(target) is not None
        ring = layout.column(plot, max(1, min(layout.variant.height, height + rises)))
        can_focus = not is_claiming(selection) and (selection is None or selection.card is None or rises)
        area = HitArea(f"tower {plot}", rect, target, ring=ring, radius=RADIUS, is_focusable=can_focus)
        area.is_offered = selection is not None and places.builds(selection)
        return area

    def _floor(self, plot: int, level: int) -> HitArea:
        """Return the area of a floor: to claim it with the chosen card or, if none is chosen, to see what it does."""
        selection, target = self.table.selection, Target(plot, level)
        ring: Rect = self.table.layout.floor_rect(plot, level)
        rect, is_free = Rect(ring.x, ring.y, ring.w + STICKS_OUT, ring.h), selection is None or selection.card is None
        claims = is_claiming(selection)
        can_focus = is_free or (claims and selection is not None and selection.action_at(target) is not None)
        area = HitArea(f"floor {plot}.{level}", rect, target, ring=ring, radius=RADIUS, is_focusable=can_focus)
        area.is_pointable, area.opens = is_free or claims, lambda: self.table.tell_of(area)
        area.is_offered, area.has_key = claims, False
        return area

    def _piles(self, layout: Layout) -> Iterator[HitArea]:
        for name, place in (("draw pile", layout.draw_pile), ("discards", layout.discard_pile)):
            wide, high = layout.card[0] * place.scale + 8, layout.card[1] * place.scale + 26
            yield HitArea(name, Rect(place.x - wide / 2, layout.ground - high, wide, high), radius=RADIUS)

    def _steps(self, view: View) -> Iterator[HitArea]:
        """Yield the area of the turn's steps, for screen readers only."""
        if self.table.bar_room and not view.outcome:
            left, right = self.table.bar_room
            place = Rect(left, 14, right - left, 32 + 14 * self.table.kit.text_scale)
            area = HitArea("steps", place, is_focusable=False)
            area.is_pointable = False
            yield area

    def _accounts_button(self, layout: Layout) -> Button:
        """Return the button that opens the accounts of all scorings so far."""
        key, is_on = self.table.context.devices.label(Verb.LOOK), bool(self.table.view.discards)
        button = Button("accounts", tr("Scorings"), self.read_accounts, Verb.LOOK, key, size=16, enabled=is_on)
        return button.placed(layout.account_button)

    def read_accounts(self) -> Transition:
        return Push(self._accounts_page())

    def _accounts_page(self) -> AccountsPage:
        return AccountsPage(self.table.context, self.signs, scorings(self.table.history()))

    # -- words

    def said(self, thing: HitArea | CardId) -> Said:
        table, view = self.table, self.table.view
        if not isinstance(thing, HitArea):
            floor = view.floor(thing)
            return Said(tr(floor.name), words.effects_in_full(floor, view.variant.hand))
        if thing.seat is not None:
            motto = table.motto(thing.seat)
            line = paragraph([motto, tr("Cards tucked in this colour belong to this player.")])
            return Said(table.name(thing.seat), line, value=score_words(view, thing.seat), about=motto)
        if thing.name == "steps":
            return Said(label=drawing.step_line(view, self.late_step))
        if thing.target is None:
            return words.pile_said(view, thing.name)
        plot, level = thing.target
        if level is None:
            return words.tower_said(view, plot, table.names)
        if level >= len(view.towers[plot]):
            return Said()  # the tower was just cleared away, and the areas have not been laid out again
        plays = [play for play in self.last_plays if play.seat != view.seat]
        return words.floor_said(view, plot, level, table.names, plays)

    def status(self, seat: Seat) -> Status:
        """Return the points of a seat with those paid so far in the scoring that is being shown."""
        points = self.table.view.scores[seat] + (self.show.gained[seat] if self.show else 0)
        return Status(self._lines(seat), str(points))

    def _lines(self, seat: Seat) -> Sequence[str]:
        player, view = self.table.header.seats[seat], self.table.view
        count = card_count(view.hand_sizes[seat])
        if view.outcome is None and seat == view.turn:
            if not player.is_human:
                return tr("thinking · {cards}", cards=count), tr("thinking")
            if seat == view.seat:
                return tr("your turn · {cards}", cards=count), tr("your turn")
            return tr("to play · {cards}", cards=count), tr("to play")
        return (count,) if player.is_human or view.outcome else (f"{level_words(player.level)} · {count}", count)

    # -- events

    def restore(self, view: View) -> None:
        self.last_plays = last_plays(self.table.history())
        self.show, self.late_step, self.table.narrations = None, None, 0

    def effects(self, event: Event | None, view: View) -> bool:
        then, tokens = self.table.motion.then, self.table.tokens
        match event:
            case None:
                places.deal(tokens)
            case Built(seat):
                then(lambda: self._note_play(event))
                if seat != tokens.view.seat:
                    then(lambda: places.turn_up(tokens, event), hold=250)
                then(lambda: places.build(tokens, event, view), hold=60)
                then(tokens.arrange)
            case Claimed():
                then(lambda: self._note_play(event))
                then(lambda: places.fly_to_floor(tokens, event), hold=60)
                then(lambda: places.tuck_in(tokens, event, view), hold=60)
                then(tokens.arrange)
            case Drew():
                then(lambda: self._draw(event, view), hold=80)
                then(lambda: places.tidy(tokens))
            case ScoringBegan():
                self.table.narrations += 1
                then(lambda: self._open_show(event), hold=420)
            case FloorScored():
                then(lambda: self._perform(event), hold=scoring.reading_time(event.step))
            case Demolished():
                then(self._sum_up, hold=1100)
                then(lambda: self._cart_off(event, view), hold=120)
                then(lambda: places.tidy(tokens))
                then(self._finish_scoring)
            case _:
                if isinstance(event, TurnBegan):
                    then(lambda: setattr(self, "late_step", None))
                return False
        return True

    def _note_play(self, event: Built | Claimed) -> None:
        """Remember a floor built or claimed, to mark it until the seat's next turn."""
        if not self.table.view.built:
            self.last_plays = [play for play in self.last_plays if play.seat != event.seat]
        self.last_plays.append(LastPlay(event.seat, event.plot, event.level, isinstance(event, Claimed)))
        self.table.tokens.raised.clear()

    def _draw(self, event: Drew, view: View) -> None:
        places.draw(self.table.tokens, event, view)
        self.late_step = self.late_step or drawing.TAKE

    def _open_show(self, event: ScoringBegan) -> None:
        view = self.table.view
        self.late_step = drawing.SCORE
        floors = [view.floor(storey.card) for storey in view.towers[event.plot]]
        self.show = Show(event.plot, event.cause, floors, view.variant.seats)
        self.show.darken(self.table.motion, self.table.context.audio)

    def _perform(self, event: FloorScored) -> None:
        if self.show:
            self.show.perform(event.step, self.table.layout, self.table.motion, self.table.context.audio)

    def _sum_up(self) -> None:
        if self.show:
            self.show.light_up(self.table.motion)
            self.show.sum_up(self.table.context.audio)

    def _cart_off(self, event: Demolished, view: View) -> None:
        places.cart_off(self.table.tokens, event, view)
        self.last_plays = [play for play in self.last_plays if play.plot != event.plot]
        self.show = None

    def _finish_scoring(self) -> None:
        self.table.narrations -= 1

    # -- drawing

    def idle(self, ms: float) -> Hashable:
        self.life.update(ms, self.table.view)
        return self.life.look

    def face(self, card: CardId, kit: Kit) -> pygame.Surface:
        return art.face(kit, self.table.view.floor(card), self.table.layout.card)

    def draw_token(self, stage: Stage, sprite: Sprite, lift: float = 0.0, tilt: float = 0.0) -> None:
        drawing.draw_card(stage, self.table, self.life, sprite, lift, tilt)

    def draw_ground(self, stage: Stage) -> None:
        table, kit, layout, view = self.table, self.table.kit, self.table.layout, self.table.view
        stage.blit(drawing.city(kit, layout.ground), 0, 0)
        table.twinkle.draw(stage, kit, layout.ground)
        if not table.topping:
            aimed, scored = table.aimed, self._scored
            key = *table.shown, scored, aimed
            stage.layer("plots", key, lambda: drawing.draw_plots(stage, kit, layout, view, scored, aimed))
        stage.layer("piles", table.shown, lambda: drawing.draw_piles(stage, kit, layout, view))

    def draw_over(self, stage: Stage, area: HitArea | None) -> None:
        table, kit, layout, view = self.table, self.table.kit, self.table.layout, self.table.view
        signs, show, selection, shown = self.signs, self.show, table.selection, table.shown
        drawing.draw_roofs(stage, table)
        if table.topping:
            scoring.draw_finale(stage, kit, layout, table.topping, table.header.seats)
        else:
            scored = self._scored
            stage.layer("worth", (*shown, scored), lambda: drawing.draw_worth(stage, kit, layout, signs, scored))
        if show:
            drawing.draw_lamps(stage, kit, layout, show)
            drawing.draw_owners(stage, kit, layout, signs, show)
        elif not (selection and selection.cards):
            landed = [play for play in self.last_plays if play.seat != view.seat and self._has_landed(play)]
            key = *shown, *landed
            stage.layer("last plays", key, lambda: drawing.draw_last_plays(stage, kit, layout, signs, landed))
        if selection and not table.motion.busy:
            drawing.draw_targets(stage, kit, layout, signs, selection)
        step, room = drawing.step_of(view, self.late_step), table.bar_room
        stage.layer("steps", (*shown, step, room), lambda: drawing.draw_steps(stage, kit, view, step, room))

    @property
    def _scored(self) -> int | None:
        """The plot of the scoring that is being shown; None if there is none."""
        return self.show.plot if self.show else None

    def _has_landed(self, play: LastPlay) -> bool:
        """Tell whether the card of a play has arrived at its place."""
        tokens, where = self.table.tokens, (play.plot, play.level)
        ids = tokens.ids.get(("tuck", *where), []) if play.is_claim else tokens.ids["tower", play.plot][play.level :]
        return bool(ids) and ids[0] in tokens.sprites and tokens.sprites[ids[0]].z < HAND

    def draw_front(self, stage: Stage) -> None:
        if self.show:
            drawing.draw_caption(stage, self.table.kit, self.table.layout, self.signs, self.show)
            drawing.draw_tokens(stage, self.table.kit, self.signs, self.show)

    def draw_tips(self, stage: Stage, area: HitArea | None) -> bool:
        """Draw a tooltip on what the chosen card would do or, if none is chosen, on what is pointed at."""
        table = self.table
        if table.motion.busy or table.topping:
            return True
        kit, layout, selection, target = table.kit, table.layout, table.selection, area.target if area else None
        if selection and selection.cards:
            if target := table.aimed or target:
                words.draw_plan_tip(stage, kit, layout, selection, target)
        elif target and target.level is not None:
            drawing.draw_floor_card(stage, kit, layout, self.signs, target)
        elif target:
            if table.view.towers[target.plot]:
                words.draw_account_tip(stage, kit, layout, self.signs, target.plot)
        elif area and (said := self.said(area if area.card is None else area.card)).title:
            words.draw_tip(stage, table, area, said)
        return True

    # -- the end

    def results(self, view: View) -> Results:
        found = scorings(self.table.history())
        by_seat = [points_by_floor(found, seat) for seat in range(view.variant.seats)]
        floors = [f.name for f in view.variant.deck.floors if any(points[f.name] for points in by_seat)]
        most = sorted(floors, key=lambda name: -sum(points[name] for points in by_seat))[:4]
        rows: list[Sequence[str]] = [("", *map(tr, most), tr("Points"))]
        for seat, points in enumerate(by_seat):
            rows.append((self.table.name(seat), *(str(points[name]) for name in most), str(view.scores[seat])))
        story, scores = self._story(found), words.describe_scores(view, self.table.names)
        return Results(rows, -1, story, [scores, *story], self._accounts_page if found else None)

    def _story(self, found: Sequence[Scoring]) -> list[str]:
        if not found:
            return []
        best, seat = max((points, seat) for scoring in found for seat, points in enumerate(scoring.points))
        return [
            tr_count(
                "{number} tower was scored. The most from a single tower: {best} for {name}.",
                "{number} towers were scored. The most from a single tower: {best} for {name}.",
                len(found),
                best=best,
                name=tr_name(self.table.names[seat]),
            )
        ]
