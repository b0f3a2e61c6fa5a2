"""Every scoring so far, to be read again: the building as it stood, what each floor did, and the points in all."""

from __future__ import annotations

from scenes.devices.intents import Verb
from scenes.kit.pictures.ornament import panel, put_heading
from scenes.kit.stage import Stage
from scenes.manager import Pop, Transition
from scenes.system.context import Context
from scenes.towers.art.lines import lines
from scenes.towers.art.section import ROOF, Line, section
from scenes.towers.scoring.ledger import Scoring
from scenes.towers.scoring.narration import summarize_floors
from scenes.towers.selection import owner_points
from scenes.towers.signs import SeatSigns
from scenes.ui.page import Page
from scenes.ui.widgets import Button, Rect, Widget

CAUSES = {"height": "it had its sixth floor", "trigger": "its top floor had it scored", "game end": "the game was over"}


class AccountsPage(Page):
    """One scoring at a time, the newest first to be seen; left and right go through them."""

    see_through = True

    def __init__(self, context: Context, signs: SeatSigns, found: list[Scoring]) -> None:
        super().__init__(context)
        self.signs, self.found = signs, found
        self.number = len(found) - 1

    @property
    def scoring(self) -> Scoring:
        return self.found[self.number]

    # -- layout

    @property
    def box(self) -> Rect:
        kit = self.kit
        wide = min(kit.width - 40, 880 * (0.55 + 0.45 * kit.text_scale))
        high = min(kit.height - 24, 690.0)
        return Rect((kit.width - wide) / 2, (kit.height - high) / 2, wide, high)

    def build(self) -> list[Widget]:
        box, text = self.box, self.kit.text_scale
        high = 20 + 18 * text
        y = box.bottom - high - 20
        wide = 100 + 60 * text
        step = 76 + 90 * text
        close = Rect(box.centerx - wide / 2, y, wide, high)
        before, after = Rect(box.x + 34, y, step, high), Rect(box.right - 34 - step, y, step, high)
        return [
            Button("before", before, "Earlier", lambda: self.go(-1), Verb.UNDO, enabled=self.number > 0),
            Button("close", close, "Close", self.cancel, Verb.LOOK, self.key(Verb.CANCEL), primary=True),
            Button("after", after, "Later", lambda: self.go(1), enabled=self.number + 1 < len(self.found)),
        ]

    def go(self, by: int) -> Transition:
        self.number = max(0, min(len(self.found) - 1, self.number + by))
        self.rebuild()
        return None

    def cancel(self) -> Transition:
        return Pop()

    def _move(self, verb: Verb) -> Transition:
        """Left and right go through the scorings, wherever the focus is."""
        if verb in (Verb.LEFT, Verb.RIGHT):
            self.context.audio.play("focus")
            return self.go(1 if verb is Verb.RIGHT else -1)
        return super()._move(verb)

    # -- drawing

    def rows(self) -> tuple[Line, ...]:
        """Return the floors of the scoring, the top one first."""
        signs, scoring = self.signs, self.scoring
        found = {summary.level: summary for summary in summarize_floors(scoring.steps)}
        rows = []
        for level in reversed(range(len(scoring.floors))):
            summary = found[level]
            rows.append(
                Line(
                    signs.view.floor(scoring.floors[level]), signs.sign_of(scoring.owners[level]),
                    signs.sign_of(summary.owner), signs.parts(summary.parts),
                )
            )  # fmt: skip
        return tuple(rows)

    def paint(self, stage: Stage) -> None:
        kit, box = self.kit, self.box
        stage.blit(kit.veil(0.6), 0, 0)
        stage.blit(panel(kit, box.w, box.h, 250), box.x, box.y)
        title = f"Scoring {self.number + 1} of {len(self.found)}"
        put_heading(stage, kit, title, box.centerx, box.y + 20, box.w - 90)
        scoring = self.scoring
        reason = f"Tower {scoring.plot + 1}, at the end of turn {scoring.turn}: {CAUSES[scoring.cause]}."
        stage.blit_centred(kit.text(reason, 15.5, "body", kit.theme.mist), box.centerx, box.y + 88)
        self._paint_section(stage)
        self._paint_total(stage)

    def _paint_section(self, stage: Stage) -> None:
        kit, box = self.kit, self.box
        wide = min(250.0, box.w * 0.3)
        foot = box.bottom - 58 - 18 * kit.text_scale - 34 * kit.text_scale
        top = box.y + 96
        high = min(68.0, (foot - top - ROOF) / 6)
        picture = section(kit, self.rows(), (wide, high), box.w - 88, kit.theme.paper)
        stage.blit(picture, box.x + 44, foot - kit.size_of(picture)[1])
        ground = kit.plate(box.w - 72, 2.4, kit.theme.ember, kit.theme.ember, 0.5, 1)
        stage.blit(ground, box.x + 36, foot)

    def _paint_total(self, stage: Stage) -> None:
        kit, box, signs = self.kit, self.box, self.signs
        now = owner_points(self.scoring.points)
        parts = signs.parts((seat, f"{signs.name(seat)} {n}") for seat, n in now)
        total = lines(kit, parts or ((None, "Nobody scored."),), 18, kit.theme.paper, face="bold")
        y = box.bottom - 46 - 18 * kit.text_scale - 18 * kit.text_scale
        stage.blit_centred(total, box.centerx, y)
