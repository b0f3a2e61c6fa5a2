"""The pages of Towering: the end of a round, the score sheet of a match, and all discards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_label
from topping_out.game.record import Player
from topping_out.game.text import labelled, paragraph, signed, with_minus
from topping_out.game.towering.actions import CardId, Colour, card_words
from topping_out.game.towering.core import BONUS, BONUS_CARDS
from topping_out.game.towering.state import RoundAccount, TowerScore, Variant, View, score_tower

from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.kit import Kit
from ..kit.ornament import panel, put_heading
from ..kit.plates import badge, fitting_name, seat_sign
from ..kit.sprites import ease_out
from ..kit.stage import Stage
from ..manager import Pop, Transition
from ..match.table.game import Span, mirrored
from ..system.context import Context
from ..ui.column import foot_area, panel_foot
from ..ui.layout import Rect, Widget, fill, row
from ..ui.page import Page
from ..ui.widgets import Button, PagePart, Words
from . import art
from .art import CARD_H, CARD_W, HEAD_HEIGHT
from .drawing import backdrop, draw_roof, worth_colour
from .places import EDGE, MAX_STOREY, MIN_STOREY, ROOF_HEIGHT, SIDE, Layout
from .words import short_names, site_and_letter, site_label, site_name

# -- round end


STEP = 520.0
"""Milliseconds from counting one tower to the next."""
COUNT_TIME = 380.0
"""Milliseconds for which a tower's points count up."""
LINGER = 6000.0
"""Milliseconds for which the counted page stays open if it closes by itself."""
DIM = 0.4
"""Opacity of a tower before it is counted."""
FOOT = 14.0
FLAG_HEIGHT = 12.0
"""Space above a roof for the flag of a bonus."""


class BanksLayout(Layout):
    """The layout of the two banks alone; without hands and piles, the towers have more room."""

    def __init__(self, kit: Kit, colours: int, levels: int, near: Seat) -> None:
        super().__init__(kit, colours, levels, near, has_large_hand=False)
        self.banks = Span(self.banks.left, self.width - EDGE)
        self.pitch = min(158.0, (self.banks.right - self.banks.left) / colours)
        self.head = 30 + 62 * self.text
        """Height of the heading and the line under it."""
        self.label_h, self.river_h = 66 * self.text, 12 + 20 * self.text
        self.near_ground = self.height - self.label_h - FOOT
        room = (self.near_ground - self.head - self.label_h - self.river_h) / 2 - ROOF_HEIGHT - FLAG_HEIGHT
        self.storey = round(max(MIN_STOREY, min(MAX_STOREY, room / levels)) * 2) / 2
        self.far_ground = self.head + ROOF_HEIGHT + FLAG_HEIGHT + room
        self.river_top = self.far_ground + self.label_h
        self.river_y = self.river_top + self.river_h / 2
        self.river_foot = self.river_top + self.river_h

    def block(self, seat: Seat) -> Rect:
        """Return the rectangle of a seat's name and points, left of its towers."""
        ground, top = self.ground(seat), self.head if seat == self.far else self.river_foot
        return Rect(EDGE, top + 8, SIDE, ground + self.label_h - top - 14)


class RoundPage(Page):
    """The end of a round: both builders' towers on their banks, counted one after another."""

    def __init__(
        self,
        context: Context,
        players: Sequence[Player],
        variant: Variant,
        rows: Sequence[Seat],
        account: RoundAccount,
        by_itself: bool = False,
    ) -> None:
        """`rows` has the seats from top to bottom. With `by_itself`, the page closes after a while."""
        super().__init__(context)
        self.players, self.rows, self.account, self.by_itself = players, rows, account, by_itself
        self.scores = account.scores
        self.colours, self.rounds = variant.colours, variant.rounds
        self._order = [
            (seat, colour) for colour in range(self.colours) for seat in rows if self.scores[seat][colour].cards
        ]
        """The towers in the order they are counted: site by site, on both banks."""
        self._time = 0.0
        self._counted = 0

    @property
    def layout(self) -> BanksLayout:
        levels = max(6, *(len(tower) for towers in self.account.towers for tower in towers))
        key = ("tw count", self.colours, levels, self.rows[1])
        layout = self.kit.cached(key, lambda: BanksLayout(self.kit, self.colours, levels, self.rows[1]))
        return mirrored(layout, self.kit)

    # -- time

    @property
    def _duration(self) -> float:
        return STEP * (len(self._order) + 1)

    @property
    def is_counted(self) -> bool:
        return self._time >= self._duration

    @property
    def at_rest(self) -> bool:
        return self.is_counted and not self.by_itself

    def update(self, ms: float) -> Transition:
        speed = self.context.settings.speed_factor
        if self.context.settings.reduced_motion and not self.is_counted:
            self._time = self._duration
        self._time += min(ms * speed, self._duration) if not self.is_counted else ms
        self._tick()
        return Pop() if self.by_itself and self._time >= self._duration + LINGER else None

    def _tick(self) -> None:
        """Play a sound when another tower is counted; rebuild the page when all are."""
        counted = min(len(self._order), int(self._time // STEP) + 1)
        if counted > self._counted:
            self._counted = counted
            self.context.audio.play("score_tick")
        if self.is_counted and self._counted == len(self._order):
            self._counted += 1
            self.context.audio.play("turn")
            self.rebuild()

    def _progress(self, seat: Seat, colour: Colour) -> float:
        """Return how far a tower's points have counted up, from 0 to 1."""
        number = self._order.index((seat, colour)) if (seat, colour) in self._order else 0
        return max(0.0, min(1.0, (self._time - number * STEP) / COUNT_TIME))

    def points(self, seat: Seat) -> int:
        """Return a seat's points of the towers that have been counted."""
        return sum(score.total for colour, score in enumerate(self.scores[seat]) if self._progress(seat, colour) >= 1)

    # -- intents

    def finish(self) -> Transition:
        """Finish the counting at once or, if it is finished, close the page."""
        if self.is_counted:
            return Pop()
        self._time = self._duration
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
        on.placed(kit.flip(Rect(EDGE, foot.y, SIDE, foot.h)))
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
        text = mark("Each tower: (building cards − cost) × (materials + 1), and {bonus} for {cards} cards or more.")
        formula = tr(text, bonus=BONUS, cards=BONUS_CARDS)
        return paragraph([why, formula])

    def _sum_words(self, seat: Seat) -> str:
        """Return a seat's points in this round, in earlier rounds, and in total."""
        after, points = self.account.totals[seat], self.account.points[seat]
        before, total = with_minus(after - points), with_minus(after)
        return tr("Points: {points}, earlier: {before}, total: {now}", points=signed(points), before=before, now=total)

    def _parts(self) -> Iterator[PagePart]:
        """Yield the towers of each seat, then its points."""
        layout = self.layout
        for seat in self.rows:
            group = Group(f"seat{seat}", tr_label(self.players[seat].name))
            box = layout.block(seat)
            for colour in range(self.colours):
                rect = Rect(layout.site_x(colour) - layout.pitch / 2, box.y, layout.pitch, box.h)
                semantics = Semantics(Role.ITEM, self._words(seat, colour))
                draw = partial(self._draw_tower, seat, colour)
                yield PagePart(f"tower{seat} {colour}", rect, semantics, draw, group)
            semantics = Semantics(Role.ITEM, self._sum_words(seat))
            sums = Rect(box.x, box.y, box.w, 48 + 88 * self.kit.text_scale)
            yield PagePart(f"sums{seat}", sums, semantics, partial(self._draw_sums, seat, sums), group)

    def _words(self, seat: Seat, colour: Colour) -> str:
        """Return a tower in words: the sum behind its worth, and its cards from the ground up."""
        score, site = self.scores[seat][colour], site_and_letter(colour)
        if not score.cards:
            return tr("{site}: no cards", site=site)
        text = mark("{site}: {sum} = {points}. Cards from the ground up: {cards}")
        if score.bonus:
            text = mark("{site}: {sum} = {points}, bonus + {bonus}, {total} in all. Cards from the ground up: {cards}")
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
        x, ground, share = layout.site_x(colour), layout.ground(seat), self._progress(seat, colour)
        if not score.cards:
            stage.blit_centred(kit.text("–", 18, "title", kit.theme.mist), x, ground + 16 * text)
            return
        light = round((DIM + (1 - DIM) * share) * 8) / 8
        tower = self.account.towers[seat][colour]
        for level, card in enumerate(tower):
            place = layout.storey_place(seat, colour, level)
            stage.blit_centred(art.storey(kit, card, layout.storey), place.x, place.y, light)
        draw_roof(stage, kit, score, colour, x, ground - len(tower) * layout.storey, light)
        if share > 0:
            line = kit.text(score.text, kit.size_for(score.text, layout.pitch - 8), "body", kit.theme.paper)
            stage.blit_centred(line, x, ground + 13 * text, min(1.0, share * 2))
            self._draw_points(stage, score, share, x, ground)

    def _draw_points(self, stage: Stage, score: TowerScore, share: float, x: float, ground: float) -> None:
        """Draw a tower's points counting up; a bonus is added at the end, on a line of its own."""
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
        for place, (words, face) in enumerate(zip(lines, ("body", "bold"))):
            words, size = kit.first_fitting((words,), box.w - 24, 15, face)
            sign = kit.text(words, size, face, theme.paper if place else theme.mist)
            stage.blit(sign, left, top + 44 + (44 + 22 * place) * text)


# -- score sheet


def score_words(score: TowerScore) -> str:
    """Return the sum behind a tower's worth, such as `(9 − 10) × (1 + 1) = −2`."""
    if not score.cards:
        return "–"
    if score.bonus:
        return f"{score.text} + {score.bonus} = {signed(score.total)}"
    return f"{score.text} = {signed(score.product)}"


def total_words(before: int, points: int) -> str:
    return tr("{points}   total {sum}", points=signed(points), sum=with_minus(before + points))


class ScoreSheet(Page):
    """The score sheet of a match, with a block for each seat and a column for each round."""

    see_through = True

    def __init__(self, context: Context, players: tuple[Player, ...], view: View, rows: tuple[Seat, ...]) -> None:
        """`rows` has the seats from top to bottom."""
        super().__init__(context)
        self.players = players
        self.colours = view.variant.colours
        rounds = [(tr("Round {number}", number=account.round + 1), account.towers) for account in view.accounts]
        if len(rounds) <= view.round:
            rounds.append((tr("Round {number}, so far", number=view.round + 1), view.towers))
        self.rounds = rounds
        self.rows = rows

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("Score sheet")

    @property
    def panel(self) -> Rect:
        kit = self.kit
        width = min(kit.width - 40, (240.0 + 250.0 * max(2, len(self.rounds))) * (0.4 + 0.6 * kit.text_scale))
        height = min(kit.height - 24, 150 + (2 * (self.colours + 2.3) * 23 + 30) * kit.text_scale + 30)
        return Rect((kit.width - width) / 2, (kit.height - height) / 2, width, height)

    def build(self) -> list[Widget]:
        close = Button("close", tr("Close"), self.cancel, key=self.key(Verb.CANCEL), primary=True)
        return [*self._parts(), *row(fill(), close, fill()).lay(self.kit, panel_foot(self.kit, self.panel))]

    def _blocks(self) -> tuple[float, float]:
        """Return the y of the first seat's block, and a line's height; a block has a line per colour and 2.3 more."""
        top, foot = self.panel.y + 74, panel_foot(self.kit, self.panel).y - 12
        return top, (foot - top) / (2 * (self.colours + 2.3))

    def _parts(self) -> Iterator[PagePart]:
        """Yield the cells of each seat and round: the towers, then the points."""
        (first, step), (left, width) = self._blocks(), self._columns()
        for block, seat in enumerate(self.rows):
            top, before = first + block * (self.colours + 2.3) * step, 0
            for number, (title, towers) in enumerate(self.rounds):
                group = Group(
                    f"round{seat} {number}", tr("{name}, {round}", name=tr_label(self.players[seat].name), round=title)
                )
                x, scores = left + (number + 0.5) * width, [score_tower(tower) for tower in towers[seat]]
                for colour, score in enumerate(scores[: self.colours]):
                    y = top + (colour + 1.5) * step
                    rect = Rect(x - width / 2, y - step / 2, width, step)
                    semantics = Semantics(Role.ITEM, labelled(self._label(colour), score_words(score)))
                    draw = partial(self._draw_score, score, x, y, width)
                    yield PagePart(f"tower{seat} {number} {colour}", rect, semantics, draw, group)
                points = sum(score.total for score in scores)
                y = top + (self.colours + 1.55) * step
                semantics = Semantics(Role.ITEM, tr("points: {points}", points=total_words(before, points)))
                draw = partial(self._draw_total, before, points, x, y, width)
                rect = Rect(x - width / 2, y - step / 2, width, step)
                yield PagePart(f"points{seat} {number}", rect, semantics, draw, group)
                before += points

    def _label(self, colour: int) -> str:
        return site_and_letter(colour)

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.PRESS and not self.panel.collidepoint(intent.position):
            return Pop()
        return super().on_intent(intent)

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit, box = self.kit, self.panel
        stage.blit(kit.veil(0.5), 0, 0)
        stage.blit(panel(kit, box.w, box.h, 250), box.x, box.y)
        put_heading(stage, kit, self.heading, box.centerx, box.y + 18, box.w - 60)
        top, step = self._blocks()
        for block, seat in enumerate(self.rows):
            self._draw_block(stage, seat, top + block * (self.colours + 2.3) * step, step)

    def _columns(self) -> tuple[float, float]:
        box, text = self.panel, self.kit.text_scale
        left = box.x + 30 + 76 + 30 * text
        return left, (box.right - 30 - left) / len(self.rounds)

    def _draw_block(self, stage: Stage, seat: Seat, top: float, step: float) -> None:
        kit, box, theme, player = self.kit, self.panel, self.kit.theme, self.players[seat]
        left, width = self._columns()
        stage.blit(
            kit.plate(box.w - 40, step * (self.colours + 2.3) - 8, (*theme.night, 150), theme.rim, 1, 8),
            box.x + 20,
            top,
        )
        sign = badge(kit, seat_sign(self.players, seat), min(11, step * 0.42))
        stage.blit_centred(sign, box.x + 38, top + step * 0.5)
        self._put(
            stage, kit.fit(tr_label(player.name), left - box.x - 56, 14.5, "bold"), "bold", box.x + 54, top + step * 0.5
        )
        for number, (title, _) in enumerate(self.rounds):
            x = left + (number + 0.5) * width
            stage.blit_centred(
                kit.text(kit.fit(title, width - 8, 14.5, "bold"), 14.5, "bold", theme.brass), x, top + step * 0.5
            )
        for colour in range(self.colours):
            self._put(
                stage,
                kit.fit(self._label(colour), left - box.x - 34, 14),
                "body",
                box.x + 34,
                top + (colour + 1.5) * step,
            )
        self._put(stage, tr("points"), "bold", box.x + 34, top + (self.colours + 1.55) * step)

    def _put(self, stage: Stage, words: str, face: str, x: float, middle: float) -> None:
        sign = self.kit.text(words, 14, face)
        stage.blit(sign, x, middle - self.kit.size_of(sign)[1] / 2)

    def _draw_score(self, score: TowerScore, x: float, y: float, width: float, stage: Stage) -> None:
        kit = self.kit
        if not score.cards:
            stage.blit_centred(kit.text("–", 14, "body", kit.theme.mist), x, y)
            return
        words = score_words(score)
        stage.blit_centred(kit.text(words, self._size(words, width - 10), "body", worth_colour(kit, score)), x, y)

    def _draw_total(self, before: int, points: int, x: float, y: float, width: float, stage: Stage) -> None:
        words = total_words(before, points)
        stage.blit_centred(self.kit.text(words, self._size(words, width - 10, "bold"), "bold"), x, y)

    def _size(self, line: str, room: float, face: str = "body") -> float:
        wide = self.kit.text_size(line, 14, face)[0]
        return 14 if wide <= room else max(13 / self.kit.text_scale, 14 * room / wide)


# -- discards


CARD_SCALE = 0.9


class PilesPage(Page):
    """All discards, in a column for each site with the last discarded card in front."""

    see_through = True

    def __init__(self, context: Context, piles: Sequence[Sequence[CardId]]) -> None:
        super().__init__(context)
        self.piles = piles

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("Discards")

    @property
    def panel(self) -> Rect:
        width = min(self.kit.width - 40, 60.0 + 150 * len(self.piles))
        height = min(self.kit.height - 32, 660.0)
        return Rect((self.kit.width - width) / 2, (self.kit.height - height) / 2, width, height)

    def build(self) -> list[Widget]:
        box = self.panel
        close = Button("close", tr("Close"), self.cancel, Verb.LOOK, self.key(Verb.CANCEL), primary=True)
        row(fill(), close, fill()).place(self.kit, panel_foot(self.kit, box))
        pitch = (box.w - 48) / len(self.piles)
        piles = [
            part
            for colour, pile in enumerate(self.piles)
            for part in self._parts(colour, pile, box.x + 24 + (colour + 0.5) * pitch)
        ]
        return [*piles, close]

    def initial_focus(self) -> Widget | None:
        """Return the first card for players who listen, as the page was opened to hear them."""
        cards = (stop for stop in self.focusable if stop.name.startswith("card"))
        return (next(cards, None) if self.context.announcer.is_heard else None) or super().initial_focus()

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.PRESS and not self.panel.collidepoint(intent.position):
            return Pop()
        return super().on_intent(intent)

    def paint(self, stage: Stage) -> None:
        kit, box = self.kit, self.panel
        stage.blit(kit.veil(0.45), 0, 0)
        stage.blit(panel(kit, box.w, box.h, 248), box.x, box.y)
        put_heading(stage, kit, self.heading, box.centerx, box.y + 22, box.w - 60)
        pitch = (box.w - 48) / len(self.piles)
        for colour, pile in enumerate(self.piles):
            name = kit.text(f"{site_and_letter(colour)} · {len(pile)}", 15, "bold")
            stage.blit_centred(name, box.x + 24 + (colour + 0.5) * pitch, box.y + 84 + 8 * kit.text_scale)

    def _parts(self, colour: int, pile: Sequence[CardId], x: float) -> Iterator[PagePart]:
        """Yield the cards of a pile, the first discarded one at the back; "none" for an empty pile."""
        box, text = self.panel, self.kit.text_scale
        top, foot = box.y + 84 + 24 * text, panel_foot(self.kit, box).y - 8
        name = labelled(site_label(colour), str(len(pile)))
        group = Group(f"pile{colour}", name, is_list=bool(pile))
        left, wide, high = x - CARD_W * CARD_SCALE / 2, CARD_W * CARD_SCALE, CARD_H * CARD_SCALE
        if not pile:
            semantics = Semantics(Role.TEXT, tr("none"))
            yield PagePart(
                f"none{colour}", Rect(left, top, wide, high), semantics, partial(self._draw_none, x, top), group
            )
        step = min(HEAD_HEIGHT * CARD_SCALE, (foot - top - high) / max(1, len(pile) - 1))
        for number, card in enumerate(pile):
            semantics = Semantics(Role.ITEM, card_words(card))
            seen = high if number + 1 == len(pile) else step
            rect = Rect(left, top + number * step, wide, seen)
            draw = partial(self._draw_card, card, x, top + high / 2 + number * step)
            yield PagePart(f"card{card}", rect, semantics, draw, group)

    def _draw_none(self, x: float, top: float, stage: Stage) -> None:
        kit, middle = self.kit, top + CARD_H * CARD_SCALE / 2
        stage.blit_centred(kit.dashed(CARD_W * CARD_SCALE, CARD_H * CARD_SCALE, kit.theme.rim, 1.4, 8), x, middle)
        stage.blit_centred(kit.text(tr("none"), 14, "body", kit.theme.mist), x, middle)

    def _draw_card(self, card: CardId, x: float, middle: float, stage: Stage) -> None:
        stage.blit_centred(self.kit.tilted(art.card_face(self.kit, card), 0, CARD_SCALE), x, middle)
