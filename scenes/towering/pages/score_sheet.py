"""The score sheet: all rounds of a match side by side, every tower with its arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_label
from topping_out.game.record import Player
from topping_out.game.text import labelled, signed, with_minus
from topping_out.game.towering.scoring import TowerScore, score_tower
from topping_out.game.towering.state import View
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.pictures.ornament import panel, put_heading
from topping_out.scenes.kit.plates import badge, seat_sign
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.towering.drawing.table import worth_colour
from topping_out.scenes.towering.words import site_and_letter
from topping_out.scenes.ui.frame import panel_foot
from topping_out.scenes.ui.layout import fill, row
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import PagePart
from topping_out.scenes.ui.widgets import Button, Rect, Widget


def score_words(score: TowerScore) -> str:
    """Return a tower's account, such as `(9 − 10) × (1 + 1) = −2`."""
    if not score.cards:
        return "–"
    if score.bonus:
        return f"{score.text} + {score.bonus} = {signed(score.total)}"
    return f"{score.text} = {signed(score.product)}"


def total_words(before: int, points: int) -> str:
    return tr("{points}   total {sum}", points=signed(points), sum=with_minus(before + points))


class ScoreSheet(Page):
    """A block of lines for each seat, a column for each round."""

    see_through = True

    def __init__(self, context: Context, players: tuple[Player, ...], view: View, rows: tuple[Seat, ...]) -> None:
        """`rows`: the seats from top to bottom."""
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
        """Return where the first seat's block begins, and the height of a line; a block has 2.3 more than colours."""
        top, foot = self.panel.y + 74, panel_foot(self.kit, self.panel).y - 12
        return top, (foot - top) / (2 * (self.colours + 2.3))

    def _parts(self) -> Iterator[PagePart]:
        """Yield each seat's rounds: the towers' accounts, and the points."""
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
                    said = Semantics(Role.ITEM, labelled(self._label(colour), score_words(score)))
                    draw = partial(self._draw_score, score, x, y, width)
                    yield PagePart(f"tower{seat} {number} {colour}", rect, said, draw, group)
                points = sum(score.total for score in scores)
                y = top + (self.colours + 1.55) * step
                said = Semantics(Role.ITEM, tr("points: {points}", points=total_words(before, points)))
                draw = partial(self._draw_total, before, points, x, y, width)
                rect = Rect(x - width / 2, y - step / 2, width, step)
                yield PagePart(f"points{seat} {number}", rect, said, draw, group)
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
