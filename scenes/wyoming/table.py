"""The table of Towers of Wyoming: one skyline under a Sky that is exactly as high as its pennies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import pygame

from topping_out.game.engine import Seat, why_not
from topping_out.game.language import tr, tr_context, tr_count, tr_label
from topping_out.game.roster import level_words
from topping_out.game.text import commas
from topping_out.game.wyoming.actions import (
    DECK,
    CardId,
    Event,
    Play,
    PlayKind,
    Suit,
    suit_of,
    suit_played,
    suit_words,
)
from topping_out.game.wyoming.consequences import result
from topping_out.game.wyoming.rules import GAME
from topping_out.game.wyoming.state import View

from ..kit.kit import Kit
from ..kit.sprites import Sprite
from ..kit.stage import Stage
from ..match.board import Results
from ..match.table.game import Said, Status, TableGame
from ..match.table.selection import (
    HitArea,
    Preview,
    Selection,
    Way,
    card_count,
    not_here,
    plate_areas,
    seat_group,
    together,
    tower_group,
    tried,
)
from ..match.table.table import Table
from ..match.table.tokens import Zone
from . import drawing, words
from .art import CARD_H, CARD_W, DISCARD, Layout, Target, card_face
from .finale import SkyBreak
from .moving import Moving
from .words import card_label, needed_words, sky_words

DISCARDS, TOWERS = 10, 100
"""z of the lowest visible discard, and of the lowest storeys."""
SHOWN = 3
"""Number of visible discards."""


class WyomingTable(TableGame):
    table: Table
    words: ClassVar = words
    painted_ahead = DECK
    topping = SkyBreak

    moving: Moving

    def mood(self, view: View) -> int:
        """Return the mood: tense if one card may win."""
        missing = view.needed - view.tallest
        return 2 if missing <= 1 else 1 if missing <= 3 else 0

    # -- what lies where

    def layout(self, view: View) -> Layout:
        kit, is_replay, own_hand = self.table.kit, self.table.is_replay, view.seat is not None
        levels = max(view.starting_pennies + 1, view.pennies + 1, view.tallest)
        key = ("wyoming layout", view.variant, levels, own_hand, is_replay)
        return kit.cached(key, lambda: Layout(kit, view.variant, levels, own_hand, is_replay))

    def zones(self, view: View) -> list[Zone]:
        """Return all zones except the other players' hands, of which only the sizes are shown, on plates."""
        layout: Layout = self.table.layout_of(view)
        lowest = DISCARDS - max(0, len(view.discards) - SHOWN)
        zones = [Zone(DISCARD, view.discards, lambda number, card: layout.discard_pile, lowest, shown=SHOWN)]
        for seat, towers in enumerate(view.towers):
            zones += [self._tower_zone(layout, (seat, f), tower) for f, tower in enumerate(towers)]
        return [*zones, self.table.own_hand(view)]

    def _tower_zone(self, layout: Layout, target: Target, tower: Sequence[CardId]) -> Zone:
        return Zone(target, tower, lambda level, card: layout.storey_place(*target, level), TOWERS)

    def kind(self, card: CardId) -> Suit:
        return suit_of(card)

    # -- what can be chosen or looked at

    def spots(self, view: View) -> list[HitArea]:
        layout: Layout = self.table.layout
        piles = [
            HitArea("discards", layout.discard_pile.rect(CARD_W, CARD_H), DISCARD),
            HitArea("draw pile", layout.draw_pile.rect(CARD_W, CARD_H)),
            HitArea("sky", layout.pennies(view.pennies), is_focusable=False),
        ]
        return [
            *self._towers(view),
            *together("piles", tr("Piles and pennies"), piles),
            *seat_group(plate_areas(layout.plate, view.variant.seats)),
        ]

    def _towers(self, view: View) -> Iterator[HitArea]:
        """Yield the spots of all towers, those of the viewer first."""
        layout, selection = self.table.layout, self.table.selection
        for seat in sorted(view.in_play, key=lambda seat: (seat - (view.seat or 0)) % view.variant.seats):
            areas = list[HitArea]()
            for f, tower in enumerate(view.towers[seat]):
                then = drawing.height_after(selection, (seat, f)) if selection else 0
                rect, goal = layout.column(seat, f, len(tower)), layout.column(seat, f, max(len(tower), then))
                areas.append(HitArea(f"tower {seat}.{f}", rect, (seat, f), goal=goal))
            yield from tower_group(areas, seat, self.table.owner(seat))

    # -- how a play is chosen

    def way(self, action: Play) -> Way:
        target = DISCARD if action.kind is PlayKind.DISCARD else (action.owner, action.foundation)
        return Way((action.suit,) * action.count, target)

    def with_cards(self, action: Play, cards: Sequence[CardId]) -> Play:
        return replace(action, cards=tuple(sorted(cards)))

    def first_aim(self, selection: Selection) -> Target | None:
        """Return the place that gives the tallest own tower, else the highest rival tower; none if all would harm."""

        def promise(target: Target) -> tuple[bool, int]:
            own = target[0] == selection.seat
            return own, drawing.height_after(selection, target) if own else selection.view.height(*target)

        harmless = [target for target in selection.targets() if not _harms(selection, target)]
        return max(harmless, key=promise, default=None) if selection.cards else None

    def preview(self, selection: Selection, target: Target | None) -> Preview:
        if target is None:
            return _aimless(selection)
        play: Play | None = selection.action_at(target)
        if play is None:
            return not_here(_refusal(selection, target))
        cards = suit_played(play.count, play.suit)
        where = words.where_words(selection.view, selection.names, target)
        label = tr("Discard {cards}", cards=cards) if must_discard(selection) else tr("Play {cards}", cards=cards)
        line = result(tried(GAME, selection.view, play)).text
        return Preview(tr(words.TITLES[play.kind], cards=cards), line, where, label)

    # -- what is said

    def said(self, thing: HitArea | CardId) -> Said:
        if not isinstance(thing, HitArea):
            return Said(card_label(thing))
        view, table = self.table.view, self.table
        if thing.seat is not None:
            motto = table.motto(thing.seat)
            return Said(table.name(thing.seat) if motto else "", motto)
        if thing.name == "draw pile":
            return Said(tr("Draw pile"), words.draw_pile_line(view))
        if thing.name == "sky":
            return Said(sky_words(view.pennies), needed_words(view))
        if thing.target == DISCARD:
            line = tr_count("{number} card, face up.", "{number} cards, face up.", len(view.discards))
            return Said(tr("Discards"), line, value=words.top_words(view))
        return words.said_of_tower(view, table.names, *thing.target)

    def said_of(self, cards: Sequence[CardId]) -> str:
        return suit_words(len(cards), suit_of(cards[0]))

    def status(self, seat: Seat) -> Status:
        is_out = seat not in self.table.view.in_play
        out = tr("out of the game"), tr_context("of the game", "out")
        return Status(out if is_out else self._lines(seat), is_out=is_out)

    def _lines(self, seat: Seat) -> Sequence[str]:
        player, view = self.table.header.seats[seat], self.table.view
        count = card_count(view.hand_sizes[seat])
        if view.outcome is None and seat == view.turn:
            if player.is_human:
                if seat != view.seat:
                    return (tr("to play"),)
                discards = must_discard(self.table.selection)
                must = tr("your turn: discard one suit") if discards else tr("your turn: play one suit")
                return must, tr("your turn")
            return tr("thinking · {cards}", cards=count), tr("thinking")
        if player.is_human:
            return (count,)
        level = level_words(player.level)
        return tr("bot, {level} · {cards}", level=level, cards=count), f"{level} · {count}", count

    # -- events

    def restore(self, view: View) -> None:
        self.moving = Moving(self.table, getattr(self, "moving", None))

    def eased(self, view: View) -> Mapping[str, float]:
        return {"sky": view.pennies}

    def effects(self, event: Event | None, view: View) -> bool:
        return self.moving.queue(event, view)

    # -- drawing

    def face(self, card: CardId, kit: Kit) -> pygame.Surface:
        return card_face(kit, card)

    def idle(self, ms: float) -> None:
        self.moving.flicker.update(ms, self.table.view)

    def draw_ground(self, stage: Stage) -> None:
        table, selection = self.table, self.table.selection
        kit, layout, view = table.kit, table.layout, table.view
        drawing.draw_sky(stage, table, self.moving)
        chosen = selection.look if selection else ()
        stage.layer("lots", (*table.shown, chosen), lambda: drawing.draw_lots(stage, kit, layout, view, selection))
        stage.layer("piles", table.shown, lambda: drawing.draw_piles(stage, kit, layout, view))

    def draw_token(self, stage: Stage, sprite: Sprite, lift: float = 0.0, tilt: float = 0.0) -> None:
        drawing.draw_card(stage, self.table.kit, sprite, self.table.layout.storey, lift, tilt)

    def draw_over(self, stage: Stage, area: HitArea | None) -> None:
        table, selection = self.table, self.table.selection
        kit, layout, topping = table.kit, table.layout, table.topping
        drawing.draw_fronts(stage, table, self.moving)
        if topping:
            topping.draw_over(stage, kit, layout, layout.sky_y(table.eased.sky))
        drawing.draw_labels(stage, table, self.moving)
        is_told = (selection and selection.cards) or (topping and topping.breaks) or (area and area.target)
        if not is_told and not table.motion.busy:
            drawing.draw_last_plays(stage, table, self.moving)  # else its tip says what is there
        if selection and table.aimed:
            drawing.draw_ghosts(stage, kit, layout, selection, table.aimed)

    def draw_front(self, stage: Stage) -> None:
        self.moving.sky.settling.draw(stage, self.table.kit, self.table.bar_room)

    # -- the end

    def results(self, view: View) -> Results:
        heading = ("", tr("Tallest"), tr("Towers"), tr("In hand"))
        rows = []
        for seat, of_seat in enumerate(view.towers):
            standing = [suit_words(len(t), suit_of(t[0])) for t in of_seat if t]
            tallest = max(map(len, of_seat))
            towers, held = commas(standing) or tr("none"), str(view.hand_sizes[seat])
            rows.append((tr_label(self.table.name(seat)), str(tallest), towers, held))
        pennies = tr_count("{number} penny", "{number} pennies", view.pennies)
        story = tr("The Sky stood at {pennies}: {needed}.", pennies=pennies, needed=_needed(view))
        return Results([heading, *rows], 1, [story])


def must_discard(selection: Selection | None) -> bool:
    """Return whether the player is choosing and can only discard."""
    return selection is not None and all(way.target == DISCARD for way in selection.ways)


def _aimless(selection: Selection) -> Preview:
    """Return the preview of no place: what has to be chosen first."""
    if not selection.cards:
        text = tr("Your turn: you can't play, so discard cards of one suit.") if must_discard(selection) else ""
        return not_here(tr("Choose cards of one suit first."), tr("Choose cards"), text)
    text = tr("Wherever these cards go, they hurt you or help an opponent. If you mean it, choose the tower yourself.")
    label = tr("Choose where to play") if selection.targets() else tr("Nowhere to play these")
    return not_here("", label, text)


def _refusal(selection: Selection, target: Target) -> str:
    if not selection.cards:
        return tr("Choose cards of one suit first.")
    suit, count = suit_of(selection.cards[0]), len(selection.cards)
    if target == DISCARD:
        return why_not(GAME, selection.view, Play(PlayKind.DISCARD, suit, count))
    tower = selection.view.towers[target[0]][target[1]]
    kind = PlayKind.CONSTRUCT if not tower or suit_of(tower[0]) == suit else PlayKind.DECONSTRUCT
    return why_not(GAME, selection.view, Play(kind, suit, count, *target))


def _harms(selection: Selection, target: Target) -> bool:
    """Return whether what then stands harms the player: a lower or too high own tower, or a rival's that isn't lower.

    A tower is too high if only the exact height wins.
    """
    if target == DISCARD:
        return False
    view, after = selection.view, drawing.height_after(selection, target)
    before: int = view.height(*target)
    if target[0] != selection.seat:
        return after >= before
    return after < before or bool(view.is_exact and after > view.needed)


def _needed(view: View) -> str:
    """Return how many cards were needed to win, as the end of a sentence."""
    if view.is_exact:
        return tr_count("exactly {number} card was needed", "exactly {number} cards were needed", view.needed)
    return tr_count("{number} card was needed", "{number} cards were needed", view.needed)
