"""The end of a round: every tower counted up in the sheet's own arithmetic, then the total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pygame

from game.engine import Seat
from game.language import mark, tr, tr_label
from game.record import Player
from game.text import signed, with_minus
from game.towering.cards import CardId, Colour
from game.towering.scoring import RoundAccount, TowerScore
from game.towering.state import Variant
from scenes.accessibility.semantics import Group, Role, Semantics
from scenes.devices.intents import Intent, Verb
from scenes.kit.motion import ease_out
from scenes.kit.pictures.ornament import panel, put_heading
from scenes.kit.plates import badge, fitting_name, seat_sign
from scenes.kit.stage import Stage
from scenes.manager import Pop, Transition
from scenes.system.context import Context
from scenes.towering.art import card_art
from scenes.towering.drawing.table import worth_colour
from scenes.towering.words import short_names, site_and_letter, site_name
from scenes.ui.page import Page
from scenes.ui.text import Line, Part
from scenes.ui.widgets import Button, Rect, Widget

STEP = 620.0
"""Milliseconds from one site to the next."""
GROW = 380.0
"""Milliseconds in which a tower's points count up."""
LINGER = 6000.0
"""Milliseconds that the whole account stays where nobody sends it away."""
SMALLEST = 10.5
"""Height from which on a storey can be read; lower ones are listed in a line instead."""


class RoundPage(Page):
    """Both builders' towers of a finished round, counted from site to site."""

    see_through = True

    def __init__(
        self,
        context: Context,
        players: Sequence[Player],
        variant: Variant,
        rows: Sequence[Seat],
        account: RoundAccount,
        by_itself: bool = False,
    ) -> None:
        """`rows`: the seats from top to bottom. `by_itself`: the page goes away after a while."""
        super().__init__(context)
        self.players, self.rows, self.account, self.by_itself = players, rows, account, by_itself
        self.scores = account.scores
        self.colours, self.rounds = variant.colours, variant.rounds
        self._time = 0.0
        self._counted = 0

    # -- time

    @property
    def _length(self) -> float:
        return STEP * (self.colours + 1)

    @property
    def is_counted(self) -> bool:
        return self._time >= self._length

    @property
    def at_rest(self) -> bool:
        return self.is_counted and not self.by_itself

    def update(self, ms: float) -> Transition:
        speed = self.context.settings.speed_factor
        if self.context.settings.reduced_motion and not self.is_counted:
            self._time = self._length
        self._time += min(ms * speed, self._length) if not self.is_counted else ms
        self._tick()
        return Pop() if self.by_itself and self._time >= self._length + LINGER else None

    def _tick(self) -> None:
        """Be heard whenever another site is counted."""
        counted = min(self.colours, int(self._time // STEP) + 1)
        if counted > self._counted:
            self._counted = counted
            self.context.audio.play("score_tick")
        if self.is_counted and self._counted == self.colours:
            self._counted += 1
            self.context.audio.play("turn")
            self.rebuild()

    def _share(self, colour: Colour) -> float:
        """Return how much of a site has been counted, from 0 to 1."""
        return max(0.0, min(1.0, (self._time - colour * STEP) / GROW))

    def points(self, seat: Seat) -> int:
        """Return what has been counted of a seat's round so far."""
        return sum(score.total for colour, score in enumerate(self.scores[seat]) if self._share(colour) >= 1)

    # -- what can be done

    def finish(self) -> Transition:
        """Count everything at once, or go on where that is done."""
        if self.is_counted:
            return Pop()
        self._time = self._length
        self._tick()
        return None

    def cancel(self) -> Transition:
        return self.finish()

    def on_intent(self, intent: Intent) -> Transition:
        if not self.is_counted and intent.verb in (Verb.PRESS, Verb.CONFIRM, Verb.PLAY, Verb.PICK):
            return self.finish()
        return super().on_intent(intent)

    def build(self) -> list[Widget]:
        box, text = self.panel, self.kit.text_scale
        width, high = 120 + 110 * text, 24 + 18 * text
        place = Rect(box.centerx - width / 2, box.bottom - high - 22, width, high)
        last = self.account.round + 1 == self.rounds
        label = (tr("See the results") if last else tr("Next round")) if self.is_counted else tr("Skip the counting")
        on = Button("on", place, label, self.finish, Verb.PLAY, self.key(Verb.CONFIRM), primary=True)
        y, wide = box.y + 80, box.w - 60
        why = Line(self.kit, "why", self._why, box.centerx, y, 14.5, colour=self.kit.theme.mist, room=wide)
        return [why, *self._parts(), on]

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("The end of round {number}", number=self.account.round + 1)

    @property
    def _why(self) -> str:
        called = self.account.called
        why = (
            tr("Nobody draws from the pile any more.")
            if called
            else tr("The last card of the draw pile has been taken.")
        )
        formula = tr("Each tower: (floors − cost) × (materials + 1), and 20 more for eight cards.")
        return f"{why} {formula}"

    def _sum_words(self, seat: Seat) -> str:
        """Return a seat's points of the round, and what it had before and has now."""
        after, points = self.account.totals[seat], self.account.points[seat]
        before, now = with_minus(after - points), with_minus(after)
        return tr("{points} points, earlier: {before}, total: {now}", points=signed(points), before=before, now=now)

    def _parts(self) -> Iterator[Part]:
        """Yield the towers of each seat, and what they come to."""
        top, height = self._rows()
        left, width, sums = self._grid()
        for number, seat in enumerate(self.rows):
            y, high = top + number * height, height - 8
            ground = y + high - 72 * self.kit.text_scale
            group = Group(f"seat{seat}", tr_label(self.players[seat].name))
            for colour in range(self.colours):
                rect = Rect(left + colour * width, y, width, high)
                draw = partial(self._draw_tower, seat, colour, rect.centerx, ground, ground - y - 8)
                yield Part(f"tower{seat} {colour}", rect, Semantics(Role.ITEM, self._words(seat, colour)), draw, group)
            rect = Rect(self.panel.right - 26 - sums, y, sums, high)
            said = Semantics(Role.ITEM, self._sum_words(seat))
            yield Part(f"sums{seat}", rect, said, partial(self._draw_sums, seat, y, high), group)

    def _words(self, seat: Seat, colour: Colour) -> str:
        """Return a tower with its cards from the ground, and its account."""
        score, site = self.scores[seat][colour], site_and_letter(colour)
        if not score.cards:
            return tr("{site}: no cards", site=site)
        text = mark("{site}: {sum} = {points}. Cards from the ground: {cards}")
        if score.bonus:
            text = mark("{site}: {sum} = {points}, bonus + {bonus}, {total} in all. Cards from the ground: {cards}")
        return tr(
            text,
            site=site,
            sum=score.text,
            points=signed(score.product),
            bonus=score.bonus,
            total=signed(score.total),
            cards=short_names(self.account.towers[seat][colour]),
        )

    def _rows(self) -> tuple[float, float]:
        """Return where the first seat's row begins, and how high a row is."""
        box, text = self.panel, self.kit.text_scale
        top = box.y + 74 + 40 * text
        return top, (box.bottom - 24 - 18 * text - 34 - top) / 2

    # -- drawing

    @property
    def panel(self) -> Rect:
        width, height = min(self.kit.width - 40, 1240.0), min(self.kit.height - 24, 820.0)
        return Rect((self.kit.width - width) / 2, (self.kit.height - height) / 2, width, height)

    def _grid(self) -> tuple[float, float, float]:
        """Return the left edge of the first site's column, the width of a column, and of the sums at the right."""
        box, text = self.panel, self.kit.text_scale
        label, sums = 104 + 30 * text, 96 + 44 * text
        left = box.x + 26 + label
        return left, (box.right - 26 - sums - left) / self.colours, sums

    def paint(self, stage: Stage) -> None:
        kit, box, text = self.kit, self.panel, self.kit.text_scale
        stage.blit(kit.veil(0.5), 0, 0)
        stage.blit(panel(kit, box.w, box.h, 250), box.x, box.y)
        put_heading(stage, kit, self.heading, box.centerx, box.y + 20, box.w - 60)
        self._draw_names(stage, box.y + 74 + 18 * text)
        top, height = self._rows()
        for number, seat in enumerate(self.rows):
            self._draw_seat(stage, seat, top + number * height, height - 8)

    def _draw_names(self, stage: Stage, y: float) -> None:
        kit, (left, width, sums) = self.kit, self._grid()
        for colour in range(self.colours):
            ink = kit.theme.paper if self._share(colour) > 0 else kit.theme.mist
            name = kit.text(kit.fit(site_name(colour), width - 6, 14.5, "bold"), 14.5, "bold", ink)
            stage.blit_centred(name, left + (colour + 0.5) * width, y + 10 * kit.text_scale)
        head = kit.text(tr("points"), 14.5, "bold", kit.theme.brass)
        stage.blit_centred(head, self.panel.right - 26 - sums / 2, y + 10 * kit.text_scale)

    def _draw_seat(self, stage: Stage, seat: Seat, top: float, height: float) -> None:
        kit, box = self.kit, self.panel
        theme, player = kit.theme, self.players[seat]
        left = self._grid()[0]
        stage.blit(kit.plate(box.w - 44, height, (*theme.night, 150), theme.rim, 1, 8), box.x + 22, top)
        stage.blit_centred(badge(kit, seat_sign(self.players, seat), 17), box.x + 50, top + 30)
        name, size = fitting_name(kit, tr_label(player.name), left - box.x - 34 - 8)
        stage.blit(kit.text(name, size, "bold"), box.x + 34, top + 50)

    def _draw_tower(self, seat: Seat, colour: Colour, x: float, ground: float, room: float, stage: Stage) -> None:
        kit, text, score = self.kit, self.kit.text_scale, self.scores[seat][colour]
        share = self._share(colour)
        width = self._grid()[1]
        self._draw_storeys(stage, self.account.towers[seat][colour], (x, ground), room, 0.35 + 0.65 * share)
        if not score.cards:
            stage.blit_centred(kit.text("–", 18, "title", kit.theme.mist), x, ground + 14 * text, share)
            return
        line = kit.text(score.text, kit.size_for(score.text, width - 8), "body", kit.theme.paper)
        stage.blit_centred(line, x, ground + 13 * text, min(1.0, share * 2))
        if share > 0:
            self._draw_points(stage, score, share, x, ground)

    def _draw_points(self, stage: Stage, score: TowerScore, share: float, x: float, ground: float) -> None:
        """The points count up; a bonus comes last, apart, with what both come to."""
        kit, text = self.kit, self.kit.text_scale
        has_bonus = score.bonus and share >= 1
        if has_bonus:
            points = signed(score.product)
            long = tr("= {points}, bonus + {bonus}", points=points, bonus=score.bonus)
            wordings = long, f"{points} + {score.bonus}"
            words, size = kit.first_fitting(wordings, self._grid()[1] - 8, 14.5)
            stage.blit_centred(kit.text(words, size, "body", kit.theme.brass), x, ground + 32 * text)
        points = score.total if has_bonus else round(score.product * ease_out(share))
        colour = worth_colour(kit, score) if share >= 1 else kit.theme.paper
        total = kit.text(signed(points), 23, "title", colour)
        stage.blit_centred(total, x, ground + (54 if has_bonus else 42) * text + kit.lift("title", 23))

    def _draw_storeys(
        self, stage: Stage, tower: tuple[CardId, ...], foot: tuple[float, float], room: float, light: float
    ) -> None:
        tallest = max(len(t) for towers in self.account.towers for t in towers)
        high = min(22.0, room / max(6, tallest))
        if high < SMALLEST:
            self._list_cards(stage, tower, foot, light)
            return
        for level, card in enumerate(tower):
            picture = _small_storey(self, card, high)
            stage.blit_centred(picture, foot[0], foot[1] - (level + 0.5) * high, round(light * 8) / 8)

    def _list_cards(self, stage: Stage, tower: tuple[CardId, ...], foot: tuple[float, float], light: float) -> None:
        words = " ".join(map(card_art.sign_of, tower))
        lines = self.kit.wrap(words, self._grid()[1] - 8, 14, "bold") if words else []
        for number, line in enumerate(reversed(lines)):
            sign = self.kit.text(line, 14, "bold")
            stage.blit_centred(sign, foot[0], foot[1] - (number + 0.6) * 18 * self.kit.text_scale, light)

    def _draw_sums(self, seat: Seat, top: float, height: float, stage: Stage) -> None:
        kit, text, theme = self.kit, self.kit.text_scale, self.kit.theme
        sums = self._grid()[2]
        x = self.panel.right - 26 - sums / 2
        middle = top + height / 2
        number = kit.text(signed(self.points(seat)), 34, "title")
        stage.blit_centred(number, x, middle - 16 * text)
        if not self.is_counted:
            return
        after = self.account.totals[seat]
        before = after - self.account.points[seat]
        for row, (words, face) in enumerate(
            (
                (tr("earlier: {points}", points=with_minus(before)), "body"),
                (tr("total: {points}", points=with_minus(after)), "bold"),
            )
        ):
            words, size = kit.first_fitting((words,), sums, 15, face)
            sign = kit.text(words, size, face, theme.paper if row else theme.mist)
            stage.blit_centred(sign, x, middle + (14 + 20 * row) * text)


def _small_storey(page: RoundPage, card: CardId, high: float) -> pygame.Surface:
    """Return a storey as wide as its column lets it be."""
    picture = card_art.storey(page.kit, card, high)
    share = min(1.0, (page._grid()[1] - 8) / card_art.WIDEST)
    return page.kit.tilted(picture, 0, 1.0, share) if share < 1 else picture
