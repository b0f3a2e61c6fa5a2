"""The end of a round: every tower counted up in the sheet's own arithmetic, then the total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_label
from topping_out.game.record import Player
from topping_out.game.text import paragraph, signed, with_minus
from topping_out.game.towering.cards import Colour
from topping_out.game.towering.core.sets import BONUS, BONUS_CARDS
from topping_out.game.towering.scoring import RoundAccount, TowerScore
from topping_out.game.towering.state import Variant
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.motion import ease_out
from topping_out.scenes.kit.pictures.ornament import put_heading
from topping_out.scenes.kit.plates import badge, fitting_name, seat_sign
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.towering.art import card_art
from topping_out.scenes.towering.drawing.backdrop import backdrop
from topping_out.scenes.towering.drawing.table import draw_roof, worth_colour
from topping_out.scenes.towering.layout import EDGE, HIGHEST, LOWEST, ROOF, SIDE, Layout
from topping_out.scenes.towering.words import short_names, site_and_letter, site_name
from topping_out.scenes.ui.frame import foot_area
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import PagePart, Words
from topping_out.scenes.ui.widgets import Button, Rect, Widget

STEP = 520.0
"""Milliseconds from one tower to the next."""
GROW = 380.0
"""Milliseconds in which a tower's points count up."""
LINGER = 6000.0
"""Milliseconds that the whole account stays where nobody sends it away."""
DIM = 0.4
"""How bright a tower is before it is counted."""
FOOT = 14.0
FLAG = 12.0
"""Room over a roof, for the flag of a bonus."""


class CountLayout(Layout):
    """The two banks alone: without hands and piles, the towers have all the room."""

    def __init__(self, kit: Kit, colours: int, levels: int, near: Seat) -> None:
        super().__init__(kit, colours, levels, near, has_large_hand=False)
        self.right = self.width - EDGE
        self.pitch = min(158.0, (self.right - self.left) / colours)
        self.head = 30 + 62 * self.text
        """Height of the heading and what is said under it."""
        self.label_h, self.river_h = 66 * self.text, 12 + 20 * self.text
        self.near_ground = self.height - self.label_h - FOOT
        room = (self.near_ground - self.head - self.label_h - self.river_h) / 2 - ROOF - FLAG
        self.storey = round(max(LOWEST, min(HIGHEST, room / levels)) * 2) / 2
        self.far_ground = self.head + ROOF + FLAG + room
        self.river_top = self.far_ground + self.label_h
        self.river_y = self.river_top + self.river_h / 2
        self.river_foot = self.river_top + self.river_h

    def block(self, seat: Seat) -> Rect:
        """Return the place of a seat's name and points, left of its towers."""
        ground, top = self.ground(seat), self.head if seat == self.far else self.river_foot
        return Rect(EDGE, top + 8, SIDE, ground + self.label_h - top - 14)


class RoundPage(Page):
    """Both builders' towers of a finished round as they stand on their banks, counted one after another."""

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
        self._order = [
            (seat, colour) for colour in range(self.colours) for seat in rows if self.scores[seat][colour].cards
        ]
        """The towers as they are counted: from site to site, on either bank."""
        self._time = 0.0
        self._counted = 0

    @property
    def layout(self) -> CountLayout:
        levels = max(6, *(len(tower) for towers in self.account.towers for tower in towers))
        key = ("tw count", self.colours, levels, self.rows[1])
        return self.kit.cached(key, lambda: CountLayout(self.kit, self.colours, levels, self.rows[1]))

    # -- time

    @property
    def _length(self) -> float:
        return STEP * (len(self._order) + 1)

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
        """Be heard whenever another tower is counted."""
        counted = min(len(self._order), int(self._time // STEP) + 1)
        if counted > self._counted:
            self._counted = counted
            self.context.audio.play("score_tick")
        if self.is_counted and self._counted == len(self._order):
            self._counted += 1
            self.context.audio.play("turn")
            self.rebuild()

    def _share(self, seat: Seat, colour: Colour) -> float:
        """Return how much of a tower has been counted, from 0 to 1."""
        number = self._order.index((seat, colour)) if (seat, colour) in self._order else 0
        return max(0.0, min(1.0, (self._time - number * STEP) / GROW))

    def points(self, seat: Seat) -> int:
        """Return what has been counted of a seat's round so far."""
        return sum(score.total for colour, score in enumerate(self.scores[seat]) if self._share(seat, colour) >= 1)

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
        kit, text, layout = self.kit, self.kit.text_scale, self.layout
        foot = foot_area(kit)
        last = self.account.round + 1 == self.rounds
        label = (tr("See the results") if last else tr("Next round")) if self.is_counted else tr("Skip the counting")
        on = Button("on", label, self.finish, Verb.PLAY, self.key(Verb.CONFIRM), primary=True)
        on.placed(Rect(EDGE, foot.y, SIDE, foot.h))
        y, wide = layout.head - 6 - 10 * text, kit.width - 60
        why = Words("why", self._why, 14.5, colour=kit.theme.mist, most=1)
        why.placed(Rect(30, y - kit.line(14.5) / 2, wide, kit.line(14.5)))
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
        text = mark("Each tower: (floors − cost) × (materials + 1), and {bonus} more for {cards} cards.")
        formula = tr(text, bonus=BONUS, cards=BONUS_CARDS)
        return paragraph([why, formula])

    def _sum_words(self, seat: Seat) -> str:
        """Return a seat's points of the round, and what it had before and has now."""
        after, points = self.account.totals[seat], self.account.points[seat]
        before, now = with_minus(after - points), with_minus(after)
        return tr("{points} points, earlier: {before}, total: {now}", points=signed(points), before=before, now=now)

    def _parts(self) -> Iterator[PagePart]:
        """Yield the towers of each seat, and what they come to."""
        layout = self.layout
        for seat in self.rows:
            group = Group(f"seat{seat}", tr_label(self.players[seat].name))
            box = layout.block(seat)
            for colour in range(self.colours):
                rect = Rect(layout.site_x(colour) - layout.pitch / 2, box.y, layout.pitch, box.h)
                said = Semantics(Role.ITEM, self._words(seat, colour))
                draw = partial(self._draw_tower, seat, colour)
                yield PagePart(f"tower{seat} {colour}", rect, said, draw, group)
            said = Semantics(Role.ITEM, self._sum_words(seat))
            sums = Rect(box.x, box.y, box.w, 48 + 88 * self.kit.text_scale)
            yield PagePart(f"sums{seat}", sums, said, partial(self._draw_sums, seat, sums), group)

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

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit, layout = self.kit, self.layout
        stage.blit(backdrop(kit, layout), 0, 0)
        put_heading(stage, kit, self.heading, kit.width / 2, 12, kit.width - 60)
        for colour in range(self.colours):
            name = kit.text(kit.fit(site_name(colour), layout.pitch - 6, 14.5, "bold"), 14.5, "bold", kit.theme.paper)
            stage.blit_centred(name, layout.site_x(colour), layout.river_y)

    def _draw_tower(self, seat: Seat, colour: Colour, stage: Stage) -> None:
        kit, layout, text, score = self.kit, self.layout, self.kit.text_scale, self.scores[seat][colour]
        x, ground, share = layout.site_x(colour), layout.ground(seat), self._share(seat, colour)
        if not score.cards:
            stage.blit_centred(kit.text("–", 18, "title", kit.theme.mist), x, ground + 16 * text)
            return
        light = round((DIM + (1 - DIM) * share) * 8) / 8
        tower = self.account.towers[seat][colour]
        for level, card in enumerate(tower):
            place = layout.storey_place(seat, colour, level)
            stage.blit_centred(card_art.storey(kit, card, layout.storey), place.x, place.y, light)
        draw_roof(stage, kit, score, colour, x, ground - len(tower) * layout.storey, light)
        if share > 0:
            line = kit.text(score.text, kit.size_for(score.text, layout.pitch - 8), "body", kit.theme.paper)
            stage.blit_centred(line, x, ground + 13 * text, min(1.0, share * 2))
            self._draw_points(stage, score, share, x, ground)

    def _draw_points(self, stage: Stage, score: TowerScore, share: float, x: float, ground: float) -> None:
        """The points count up; a bonus comes last, apart, with what both come to."""
        kit, text = self.kit, self.kit.text_scale
        has_bonus = score.bonus and share >= 1
        if has_bonus:
            before = signed(score.product)
            long = tr("= {points}, bonus + {bonus}", points=before, bonus=score.bonus)
            wordings = long, f"{before} + {score.bonus}"
            words, size = kit.first_fitting(wordings, self.layout.pitch - 8, 14.5)
            stage.blit_centred(kit.text(words, size, "body", kit.theme.brass), x, ground + 32 * text)
        points = score.total if has_bonus else round(score.product * ease_out(share))
        colour = worth_colour(kit, score) if share >= 1 else kit.theme.paper
        total = kit.text(signed(points), 23, "title", colour)
        stage.blit_centred(total, x, ground + (54 if has_bonus else 38) * text + kit.lift("title", 23))

    def _draw_sums(self, seat: Seat, box: Rect, stage: Stage) -> None:
        kit, text, theme = self.kit, self.kit.text_scale, self.kit.theme
        top, left = box.y + 4, box.x + 12
        stage.blit(kit.plate(box.w, 52 + 94 * text, (*theme.night, 150), theme.rim, 1, 10), box.x, box.y - 6)
        stage.blit_centred(badge(kit, seat_sign(self.players, seat), 17), left + 17, top + 17)
        name, size = fitting_name(kit, tr_label(self.players[seat].name), box.w - 64)
        sign = kit.text(name, size, "bold")
        stage.blit(sign, left + 44, top + 17 - kit.size_of(sign)[1] / 2)
        number = kit.text(signed(self.points(seat)), 38, "title")
        stage.blit(number, left, top + 44)
        if not self.is_counted:
            return
        after = self.account.totals[seat]
        before = with_minus(after - self.account.points[seat])
        lines = (tr("earlier: {points}", points=before), tr("total: {points}", points=with_minus(after)))
        for row, (words, face) in enumerate(zip(lines, ("body", "bold"))):
            words, size = kit.first_fitting((words,), box.w - 24, 15, face)
            sign = kit.text(words, size, face, theme.paper if row else theme.mist)
            stage.blit(sign, left, top + 44 + (44 + 22 * row) * text)
