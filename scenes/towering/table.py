"""The table of Towering, and its topping out: the river carries the cards away, and evening comes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_label, tr_player
from topping_out.game.roster import level_words
from topping_out.game.text import paragraph, signed, with_minus
from topping_out.game.towering.actions import (
    COLOURS,
    Build,
    CardId,
    Colour,
    TurnStage,
    card_words,
    colour_of,
    deck_of,
)
from topping_out.game.towering.state import Built, Discarded, Drew, Event, RoundBegan, RoundEnded, Took, View

from ..devices.intents import Verb
from ..kit.city import halo
from ..kit.kit import Kit
from ..kit.plates import seat_sign
from ..kit.sprites import FLYING, Pose, Sprite, ease_in_out, ease_out_back, linear, painted_once
from ..kit.stage import Stage, vertical_gradient
from ..kit.theme import mix
from ..manager import Push, Transition
from ..match.board import Results
from ..match.table.game import Said, Status, TableGame, Topping, draw_card
from ..match.table.selection import HitArea, card_count, seat_group, together, tower_group
from ..match.table.table import Table
from ..match.table.tokens import HAND, HIDDEN, Zone, card_of
from ..ui.layout import Widget
from ..ui.widgets import Button
from . import art, drawing, places, words
from . import drawing as labels
from .drawing import LAST_CARDS, Glints, LastPlay, draw_fan, moment_of
from .places import PILE, Layout, Target, storey_count
from .rounds import PilesPage, RoundPage, ScoreSheet
from .words import site_name

# -- topping out


CARRIED = 1700.0
"""Milliseconds in which the river carries a card away."""
SPREAD = 700.0
"""Milliseconds by which the cards that lie furthest upstream leave later."""
DUSK = (500.0, 2100.0)
"""Start and end of nightfall, in milliseconds."""
LIGHTS = (1300.0, 2500.0)
"""Start and end of the time in which the lights of the sites go on, one after the other."""
TREE = (2000.0, 800.0)
"""Start and duration of the rise of the tree on the best tower."""
EVENING_LENGTH = 2900.0
SHADE = 135
"""How dark the other towers are in the evening, from 0 to 255."""
LAMP, GLORY = 190.0, 1.6
"""Height of the light of a site, and of that behind the best tower as a multiple of the tower's height."""
BOB, SWAY = 7.0, 9.0
"""How far cards on the river bob, in logical units, and how far they sway, in degrees."""

Site = tuple[Seat, Colour]


class Evening(Topping):
    """The end of a game, `ms` milliseconds after its beginning. At `EVENING_LENGTH` it looks as it stays.

    `rise` of the trees on the winners' best towers runs from 0 to 1.
    """

    painted = 0.25, 0.5, 1.0

    def __init__(self, table: Table, share: float = 0.0) -> None:
        super().__init__(table)
        self.view, self.ms, self.rise = table.view, share * EVENING_LENGTH, float(share > 0)
        self.best = [*self._best_sites()]
        """The sites of the winners' best towers."""
        cards = [sprite for sprite in table.tokens.sprites.values() if sprite.fold < 1]  # not part of a tower
        self._cards = [(card, card.place) for card in sorted(cards, key=lambda card: card.z)]

    def play(self) -> str:
        """Play it; with reduced motion, show the end at once."""
        table, motion, tops = self.table, self.table.motion, [*self.best_tops()]
        table.tokens.fresh.clear()
        table.tokens.raised.clear()
        table.context.audio.play("river")
        if motion.reduced:
            self.ms, self.rise = EVENING_LENGTH, 1.0
        else:
            motion.to(self, EVENING_LENGTH, 0, linear, ms=EVENING_LENGTH)
        motion.to(self, TREE[1], TREE[0], ease_out_back, rise=1.0)
        motion.at(TREE[0], lambda: table.throw_confetti([(x, y - 40) for x, y in tops]))
        motion.at(0 if motion.reduced else TREE[0] - 400, lambda: table.sound_the_end(self.view.outcome.winners))
        return tr("The river carries the cards away, and evening comes.")

    def _best_sites(self) -> Iterator[Site]:
        """Yield the site of each winner's best tower, if they have one."""
        view = self.view
        for seat in view.outcome.winners if view.outcome else ():
            if standing := [colour for colour, tower in enumerate(view.towers[seat]) if tower]:
                yield seat, max(standing, key=lambda colour: view.score(seat, colour).total)

    def best_tops(self) -> Iterator[tuple[float, float]]:
        """Yield the top of each winner's best tower, or of their plate if they have no tower."""
        view, layout, best = self.view, self.table.layout, dict(self.best)
        for seat in view.outcome.winners if view.outcome else ():
            if seat in best:
                yield layout.column(seat, best[seat], len(view.towers[seat][best[seat]])).midtop
            else:
                yield layout.plate(seat).midtop

    def _share(self, begin: float, end: float) -> float:
        return max(0.0, min(1.0, (self.ms - begin) / (end - begin)))

    @property
    def dark(self) -> float:
        return round(ease_in_out(self._share(*DUSK)) * 16) / 16

    # -- the river

    def carried(self, layout: Layout) -> Iterator[Sprite]:
        """Yield the cards that are still seen: they slide into the river, and float down it to the right."""
        for number, (card, start) in enumerate(self._cards):
            late = SPREAD * (1 - start.x / layout.width)
            share = self._share(late, late + CARRIED)
            if share < 1:
                yield self._afloat(card, start, share, number, layout)

    def _afloat(self, card: Sprite, start: Pose, share: float, number: int, layout: Layout) -> Sprite:
        """Return a card on its way; each is on a line of its own in the river."""
        lane = (number * 37 % 100 / 100 - 0.5) * layout.river_h * 0.5
        wet, phase = ease_in_out(min(1.0, share * 2)), number * 1.7
        x = start.x + (layout.width + 120 - start.x) * share**2.2
        y = start.y + (layout.river_y + lane - start.y) * wet + wet * BOB * math.sin(share * 16 + phase)
        angle = start.angle + wet * SWAY * math.sin(share * 9 + phase)
        scale = start.scale + (min(start.scale, 0.56) - start.scale) * wet
        sprite = Sprite(card.key, Pose(x, y, round(angle / 3) * 3, scale=scale), turn=card.turn, z=FLYING + number)
        sprite.alpha = min(1.0, (1 - share) * 5)
        return sprite

    # -- the evening

    def draw_dusk(self, stage: Stage, kit: Kit, layout: Layout) -> None:
        """Draw the night over the ground, and the lights of the sites."""
        if not self.dark:
            return
        stage.blit(_night(kit, layout.river_y), 0, 0, self.dark)
        for number, (seat, colour) in enumerate(sites := [*self._standing()]):
            x, ground = layout.site_x(colour), layout.ground(seat)
            begin = LIGHTS[0] + (LIGHTS[1] - LIGHTS[0]) * number / len(sites)
            lit = round(self._share(begin, begin + 300) * 4) / 4
            if lit:
                high = LAMP
                if (seat, colour) in self.best:
                    high = max(LAMP, layout.column(seat, colour, len(self.view.towers[seat][colour])).h * GLORY)
                stage.blit_centred(halo(kit, high), x, ground - high * 0.3, lit)

    def draw_shades(self, stage: Stage, kit: Kit, layout: Layout) -> None:
        """Darken all towers but the best."""
        for seat, colour in self._standing():
            if self.dark and (seat, colour) not in self.best:
                column = layout.column(seat, colour, len(self.view.towers[seat][colour]))
                shade = kit.plate(column.w, column.h, (*kit.theme.night, SHADE), (*kit.theme.night, 0), 1, 4)
                stage.blit(shade, column.x, column.y, self.dark)

    def _standing(self) -> Iterator[Site]:
        """Yield the sites with a tower, from the left, the best last."""
        towers: Sequence[Sequence[Sequence[int]]] = self.view.towers
        found = [(seat, colour) for seat, row in enumerate(towers) for colour, tower in enumerate(row) if tower]
        yield from sorted(found, key=lambda site: (site in self.best, site[1], site[0]))


@painted_once
def _night(kit: Kit, river: float) -> pygame.Surface:
    """Return the night as it lies over the ground, with the last light on the river."""
    theme, (wide, high) = kit.theme, kit.metrics.pixels
    deep, last = mix(theme.night, (0, 0, 0), 0.35), mix(theme.dusk, theme.glow, 0.3)
    middle = min(0.9, river * kit.scale / high)
    stops = [(0.0, (*deep, 225)), (middle - 0.1, (*theme.night, 170)), (middle, (*last, 120)),
             (middle + 0.1, (*theme.night, 170)), (1.0, (*deep, 225))]  # fmt: skip
    return vertical_gradient((wide, high), stops)


# -- table


RIVER_Z, TOWERS_Z = 10, 100
"""The z of the topmost discards and of the lowest storeys."""
GLOW_PERIOD = 1400.0
"""Milliseconds in which the glow of the last cards comes and goes once."""


class ToweringTable(TableGame):
    table: Table
    words: ClassVar = words
    painted_ahead = deck_of(len(COLOURS), 1)
    way = staticmethod(places.way)
    topping = Evening
    first_aim = staticmethod(places.first_aim)
    preview = staticmethod(places.preview)

    def __init__(self) -> None:
        self.glints = Glints()
        self.breath = 0.0
        """The phase of the last cards' glow, from 0 to 1."""
        self.last_plays: dict[Seat, LastPlay] = {}
        self.is_clearing = False
        """Whether the cards are being gathered between two rounds."""

    def mood(self, view: View) -> int:
        """Return a tenser mood the nearer the round is to its end."""
        return sum(view.draw_pile <= limit for limit in (24, 6))

    # -- layout and zones

    def layout(self, view: View) -> Layout:
        front = self.table.front
        near = (view.seat or 0) if front is None else front
        colours, levels = view.variant.colours, storey_count(view)
        has_large_hand = view.seat is not None or front is not None
        key = ("towering layout", colours, levels, near, has_large_hand)
        return self.table.kit.cached(key, lambda: Layout(self.table.kit, colours, levels, near, has_large_hand))

    def zones(self, view: View) -> list[Zone]:
        layout: Layout = self.table.layout_of(view)
        zones = [self._river_zone(layout, colour, pile) for colour, pile in enumerate(view.discards)]
        for seat, towers in enumerate(view.towers):
            zones += [self._tower_zone(layout, seat, colour, tower) for colour, tower in enumerate(towers)]
        return [*zones, *(self._hand_zone(layout, view, seat) for seat in range(len(view.hand_sizes)))]

    def _river_zone(self, layout: Layout, colour: Colour, pile: Sequence[CardId]) -> Zone:
        def place(number: int, card: CardId) -> Pose:
            return layout.river_place(colour, len(pile) - 1 - number)

        return Zone(Target("river", colour), pile, place, RIVER_Z + 1 - len(pile), shown=3)

    def _tower_zone(self, layout: Layout, seat: Seat, colour: Colour, tower: Sequence[CardId]) -> Zone:
        def place(level: int, card: CardId) -> Pose:
            return layout.storey_place(seat, colour, level)

        return Zone(("tower", seat, colour), tower, place, TOWERS_Z, lands=True)

    def _hand_zone(self, layout: Layout, view: View, seat: Seat) -> Zone:
        """Return a hand's zone, at the lower edge or small beside its seat's plate; hidden cards come first."""
        known, count = view.hand if seat == view.seat else view.known[seat], view.hand_sizes[seat]
        hidden = count - len(known)

        def place(number: int, card: CardId) -> Pose:
            if seat == layout.near and layout.has_large_hand:
                return layout.hand_place(number, count, card in self.table.tokens.raised)
            return layout.held_place(seat, number, hidden, count - hidden)

        name = "hand" if seat == layout.near else "far hand", seat
        return Zone(name, [*[HIDDEN] * hidden, *known], place, HAND, hand_of=seat)

    def eased(self, view: View) -> Mapping[str, float]:
        """Return a storey's height, which shrinks when a tower becomes too tall for the table."""
        return {"storey": self.table.layout_of(view).storey}

    @property
    def storey_height(self) -> float:
        """The current height of a storey; rounded while it changes, to keep the number of pictures small."""
        high: float = self.table.eased.storey
        return high if high == self.table.layout.storey else float(round(high))

    # -- spots

    def spots(self, view: View) -> list[Widget]:
        layout, owner, colours = self.table.layout, self.table.owner, range(view.variant.colours)
        near, far = layout.near, layout.far
        river = [self._spot(f"river {c}", Target("river", c), opens=self.look_through) for c in colours]
        plates = [
            HitArea("near plate", layout.plate(near), seat=near),
            HitArea("far plate", layout.plate(far), seat=far),
        ]
        scores = HitArea("scores", layout.scores, opens=lambda: Push(self._score_sheet(view)))
        return [
            *tower_group([self._near_site(view, c) for c in colours], near, owner(near)),
            *tower_group([self._far_site(view, c) for c in colours], far, owner(far)),
            *together("piles", tr("Discards and draw pile"), [*river, self._spot("pile", PILE), self._look_button()]),
            *seat_group([scores, *plates]),
        ]

    def _spot(self, name: str, target: Target, **more: Any) -> HitArea:
        layout = self.table.layout
        rect = layout.draw_slot if target == PILE else layout.river_slot(target.colour)
        can_focus, has_key = self._is_focusable(target), self._has_key(target)
        return HitArea(name, rect, target, is_focusable=can_focus, has_key=has_key, **more)

    def _near_site(self, view: View, colour: Colour) -> HitArea:
        layout, target, height = (
            self.table.layout,
            Target("site", colour),
            len(view.towers[self.table.layout.near][colour]),
        )
        rect, goal = layout.site(layout.near, colour, height), layout.column(layout.near, colour, height + 1)
        area = HitArea(f"site {colour}", rect, target, seat=layout.near, goal=goal, tips_below=True)
        area.is_focusable, area.has_key = self._is_focusable(target), self._has_key(target)
        selection = self.table.selection  # while a card is drawn, the pointer may still be at a site
        area.is_offered = selection is not None and selection.needs_cards
        return area

    def _far_site(self, view: View, colour: Colour) -> HitArea:
        layout, selection = self.table.layout, self.table.selection
        rect = layout.site(layout.far, colour, len(view.towers[layout.far][colour]))
        return HitArea(f"far {colour}", rect, seat=layout.far, is_focusable=not (selection and selection.chooses))

    def _is_focusable(self, target: Target) -> bool:
        """Tell whether a place can have the focus; while the player chooses a place, only possible ones can."""
        selection = self.table.selection
        if selection is None or not selection.chooses:
            return target != PILE or selection is None
        return target in selection.targets()

    def _has_key(self, target: Target) -> bool:
        """Tell whether a key goes to a place: those of the chosen card; to draw a card, the piles; else the sites."""
        selection = self.table.selection
        if selection is None or not selection.chooses:
            return target.kind == "site"
        return target.colour == colour_of(selection.card) if selection.card is not None else target.kind == "river"

    def _look_button(self) -> Button:
        key, place = self.table.context.devices.label(Verb.LOOK), self.table.layout.look_button
        return Button("look", tr("Discards"), self.look_through, Verb.LOOK, key, size=16).placed(place)

    def look_through(self) -> Transition:
        """Open all discards."""
        return Push(PilesPage(self.table.context, self.table.view.discards[: self.table.layout.colours]))

    def _score_sheet(self, view: View) -> ScoreSheet:
        rows = self.table.layout.far, self.table.layout.near
        return ScoreSheet(self.table.context, self.table.header.seats, view, rows)

    # -- words

    def said(self, thing: HitArea | CardId) -> Said:
        view, names = self.table.view, self.table.names
        if not isinstance(thing, HitArea):
            return Said(card_words(thing))
        if thing.name == "scores":
            return places.scores_said(view, names)
        if thing.seat is None:
            target: Target = thing.target
            return places.draw_pile_said(view) if target == PILE else places.river_said(view, target.colour)
        if thing.is_plate:
            lines = self.table.motto(thing.seat), words.hand_words(view, thing.seat)
            return Said(tr_label(self.table.name(thing.seat)), paragraph(lines))
        return places.site_said(view, names, thing.seat, int(thing.name.split()[1]), self.table.owner(thing.seat))

    def status(self, seat: Seat) -> Status:
        return Status(self._lines(seat), with_minus(self.table.view.total(seat)))

    def _lines(self, seat: Seat) -> Sequence[str]:
        player, view = self.table.header.seats[seat], self.table.view
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

    # -- events

    def restore(self, view: View) -> None:
        self.last_plays = {seat: play for seat, play in self.last_plays.items() if play.moment == moment_of(view)}
        self.is_clearing = False

    def _keep(self, event: Event, view: View) -> None:
        """Keep what a seat does as its last play, shown until its next turn."""
        match event:
            case Built(seat, _) | Discarded(seat, _) if (token := self.table.tokens.played(view)) is not None:
                self.last_plays[seat] = LastPlay(token, isinstance(event, Built), moment_of(self.table.view))
            case Drew(seat, _) | Took(seat, _) if play := self.last_plays.get(seat):
                play.drew, play.drew_from = True, colour_of(event.card) if isinstance(event, Took) else None
                play.moment = moment_of(view)
        if isinstance(event, Drew) and view.draw_pile < LAST_CARDS:
            self.table.context.audio.play("tick")

    def effects(self, event: Event | None, view: View) -> bool:
        """Keep the seats' last plays; pause at the end of a round, and gather all cards before the next is dealt."""
        motion, tokens = self.table.motion, self.table.tokens
        match event:
            case RoundEnded():
                motion.then(lambda: tokens.set_view(view), hold=500)
            case RoundBegan():
                motion.then(self._clear, hold=120)
                motion.then(lambda: self._deal_round(view))
            case None:
                return False
            case _:
                motion.then(lambda: self._keep(event, view))
                return False
        return True

    def _clear(self) -> None:
        self.is_clearing = True
        self.last_plays.clear()
        self.table.tokens.gather()

    def _deal_round(self, view: View) -> None:
        self.is_clearing = False
        tokens = self.table.tokens
        tokens.set_view(view)
        tokens.settle()
        tokens.deal(120)

    def interlude(self, event: Event, by_itself: bool) -> RoundPage | None:
        if not isinstance(event, RoundEnded):
            return None
        table, layout = self.table, self.table.layout
        rows = layout.far, layout.near
        return RoundPage(table.context, table.header.seats, table.view.variant, rows, event.account, by_itself)

    # -- drawing

    def face(self, card: CardId, kit: Kit) -> pygame.Surface:
        return art.card_face(kit, card)

    def idle(self, ms: float) -> None:
        self.glints.update(ms)
        self.breath = (self.breath + ms / GLOW_PERIOD) % 1.0

    def draw_ground(self, stage: Stage) -> None:
        kit, layout, view = self.table.kit, self.table.layout, self.table.view
        stage.blit(drawing.backdrop(kit, layout), 0, 0)
        self.table.twinkle.draw(stage, kit, layout.far_ground)
        self.glints.draw(stage, kit, layout)
        if self.table.topping:
            self.table.topping.draw_dusk(stage, kit, layout)
            return
        stage.layer("slots", self.table.shown, lambda: drawing.draw_slots(stage, kit, layout, view))
        labels.draw_count(stage, kit, layout, view.draw_pile, self.breath)
        self.table.draw_targets(stage)
        drawing.draw_pile(stage, kit, layout, view.draw_pile)

    def draw_over(self, stage: Stage, area: HitArea | None) -> None:
        table, kit, layout, view = self.table, self.table.kit, self.table.layout, self.table.view
        action = table.selection.action_at(table.aimed) if table.selection else None
        built = action.card if isinstance(action, Build) else None
        self._draw_tops(stage, built)
        if self.table.topping:
            self.table.topping.draw_shades(stage, kit, layout)
        if built is not None:
            drawing.draw_ghost(stage, kit, layout, view, built)
        is_pointed = area is not None and area.name == "scores"
        key = *table.shown, self.is_clearing, is_pointed
        stage.layer("labels", key, lambda: self._draw_labels(stage, is_pointed))
        if not table.motion.busy and not self.table.topping:
            self._draw_last_plays(stage)

    def _draw_labels(self, stage: Stage, is_pointed: bool) -> None:
        """Draw the towers' worth and the scores."""
        kit, layout, view = self.table.kit, self.table.layout, self.table.view
        if not self.is_clearing:
            labels.draw_worth(stage, kit, layout, view)
        labels.draw_scores(stage, kit, layout, view, self.table.header.seats, is_pointed)

    def _draw_tops(self, stage: Stage, built: CardId | None) -> None:
        """Draw the roofs, except on the tower where `built` is previewed, and the topping-out trees."""
        kit, layout, view, height = self.table.kit, self.table.layout, self.table.view, self.storey_height
        is_built = None if built is None else (layout.near, colour_of(built))
        for seat in range(2):
            for colour in range(layout.colours):
                top = None if (seat, colour) == is_built or self.is_clearing else self._top(seat, colour)
                if top:
                    score = view.score(seat, colour)
                    drawing.draw_roof(stage, kit, score, colour, top.x, top.y - height / 2)
        if self.table.topping:
            for x, y in self.table.topping.best_tops():
                drawing.draw_topping(stage, kit, x, y, self.table.topping.rise)

    def _top(self, seat: Seat, colour: Colour) -> Sprite | None:
        """Return the topmost storey of a tower; None if there is none or it is still a card in motion."""
        tower = self.table.tokens.ids["tower", seat, colour]
        top = self.table.tokens.sprites.get(tower[-1]) if tower else None
        return top if top and top.fold >= 1 and top.z < HAND else None

    def _draw_last_plays(self, stage: Stage) -> None:
        """Mark the last plays of the other seats."""
        table, view = self.table, self.table.view
        for seat, play in self.last_plays.items():
            if seat != view.seat and (view.seat is not None or seat != view.turn):
                sign, sprite = seat_sign(table.header.seats, seat), table.tokens.sprites.get(play.card)
                labels.draw_last_play(stage, table.kit, table.layout, play, sign, sprite, self.storey_height)

    def draw_tips(self, stage: Stage, area: HitArea | None) -> bool:
        """Fan out the discard pile under the pointer."""
        if area is None or area.target is None or area.target.kind != "river":
            return False
        table, colour = self.table, area.target.colour
        tip = places.tip_of_river(table.selection, table.view, area.target)
        draw_fan(stage, table.kit, table.layout, colour, table.view.discards[colour], *tip)
        return True

    # -- the end

    def results(self, view: View) -> Results:
        rounds = (tr("Round {number}", number=account.round + 1) for account in view.accounts)
        heading = ("", *rounds, tr("Total"))
        rows = []
        for seat, total in enumerate(view.totals):
            points = (with_minus(account.points[seat]) for account in view.accounts)
            rows.append((tr_label(self.table.name(seat)), *points, with_minus(total)))
        return Results([heading, *rows], story=self._story(view), scoring=lambda: self._score_sheet(view))

    def _story(self, view: View) -> list[str]:
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
                self.table.name(seat),
                mark("The best tower: your {site} in round {number}, {sum} = {points}."),
                mark("The best tower: {name}'s {site} in round {number}, {sum} = {points}."),
                site=site_name(colour),
                number=number + 1,
                sum=labels.sum_text(score),
                points=signed(total),
            )
        ]

    def draw_token(self, stage: Stage, sprite: Sprite, lift: float = 0.0, tilt: float = 0.0) -> None:
        if self.table.topping is None or sprite.fold >= 1 or sprite.flies:  # the evening carries the others away
            self._draw_card(stage, sprite, lift, tilt)

    def _draw_card(self, stage: Stage, sprite: Sprite, lift: float = 0.0, tilt: float = 0.0) -> None:
        kit, storey, card = (
            self.table.kit,
            self.table.layout.storey,
            None if sprite.face is None else card_of(sprite.face),
        )
        high = art.CARD_H if card is None else art.folded_height(sprite.fold, storey)
        if card is None:
            picture = art.card_back(kit)
        elif sprite.fold >= 1:
            picture = art.squeezed(kit, card, storey, self.storey_height)
        else:
            picture = art.folded(kit, card, sprite.fold, storey)
        draw_card(stage, self.table, sprite, picture, high, lift, tilt)

    def draw_front(self, stage: Stage) -> None:
        if self.table.topping:
            for card in self.table.topping.carried(self.table.layout):
                self._draw_card(stage, card)
