"""Every scoring so far, to be read again: the building as it stood, what each floor did, and the points in all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr
from topping_out.game.text import commas, full_stop, paragraph
from topping_out.game.towers.state import Cause
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.pictures.ornament import panel, put_heading
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.towers.art.lines import lines
from topping_out.scenes.towers.art.section import ROOF, FloorLine, section
from topping_out.scenes.towers.scoring.ledger import Scoring
from topping_out.scenes.towers.scoring.narration import FloorSummary, deed_words, summarize_floors
from topping_out.scenes.towers.selection import owner_points
from topping_out.scenes.towers.signs import SeatSigns
from topping_out.scenes.ui.frame import panel_foot
from topping_out.scenes.ui.layout import fill, row
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import PagePart, Words
from topping_out.scenes.ui.widgets import Button, Rect, Widget

CAUSES: dict[Cause, str] = {
    "height": mark("Tower {tower}, at the end of turn {turn}: it had {number} floors."),
    "trigger": mark("Tower {tower}, at the end of turn {turn}: scored for its top floor."),
    "game end": mark("Tower {tower}, at the end of turn {turn}: the game was over."),
}


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
        wide = min(kit.width - 40, kit.wide(880))
        high = min(kit.height - 24, 690.0)
        return Rect((kit.width - wide) / 2, (kit.height - high) / 2, wide, high)

    def build(self) -> list[Widget]:
        box = self.box
        why = Words("why", self._why, 15.5, colour=self.kit.theme.mist, most=1)
        why.placed(Rect(box.x, box.y + 88 - self.kit.line(15.5) / 2, box.w, self.kit.line(15.5)))
        before = Button("before", tr("Earlier"), lambda: self.go(-1), Verb.UNDO, enabled=self.number > 0)
        close = Button("close", tr("Close"), self.cancel, Verb.LOOK, self.key(Verb.CANCEL), primary=True)
        after = Button("after", tr("Later"), lambda: self.go(1), enabled=self.number + 1 < len(self.found))
        return [
            why,
            *self._floors(),
            self._total(),
            *row(fill(row(before, fill())), close, fill(row(fill(), after))).lay(self.kit, panel_foot(self.kit, box)),
        ]

    def go(self, by: int) -> Transition:
        self.number = max(0, min(len(self.found) - 1, self.number + by))
        self.rebuild()
        self.context.announcer.reply(paragraph([full_stop(self.heading), self._why]))
        return None

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("Scoring {number} of {total}", number=self.number + 1, total=len(self.found))

    @property
    def _why(self) -> str:
        scoring = self.scoring
        return tr(CAUSES[scoring.cause], tower=scoring.plot + 1, turn=scoring.turn, number=len(scoring.floors))

    def _floors(self) -> Iterator[PagePart]:
        """Yield the floors, the top one first, in words; `_paint_section` shows them together."""
        x, foot, high = self._section()
        scoring, count, group = self.scoring, len(self.scoring.floors), _floor_group()
        found = {summary.level: summary for summary in summarize_floors(scoring.steps)}
        for line, level in enumerate(reversed(range(count))):
            rect = Rect(x, foot - (count - line) * high, self.box.w - 88, high)
            words = self._floor_words(found[level], scoring.owners[level])
            yield PagePart(f"floor{level}", rect, Semantics(Role.ITEM, words), lambda stage: None, group)

    def _floor_words(self, summary: FloorSummary, owner: Seat | None) -> str:
        """Return what a floor is, whose, and what it did for whom."""
        level, floor, heir = summary.level + 1, tr(summary.floor), summary.owner
        did = deed_words(summary, self.signs.names)
        if owner is None and heir is None:
            return tr("Floor {level}, {floor}: {deed}", level=level, floor=floor, deed=did)
        if owner is None:
            # Translators: a vacant floor that another floor took: {heir} owns it now.
            text, places = mark("Floor {level}, {floor}, now {heir}: {deed}"), {}
        elif heir in (owner, None):
            text, places = mark("Floor {level}, {floor}, {name}: {deed}"), {"name": self.signs.name(owner)}
        else:
            text, places = mark("Floor {level}, {floor}, {name}, now {heir}: {deed}"), {"name": self.signs.name(owner)}
        if heir is not None:
            places["heir"] = self.signs.name(heir)
        return tr(text, level=level, floor=floor, deed=did, **places)

    def cancel(self) -> Transition:
        return Pop()

    def _move(self, verb: Verb) -> Transition:
        """Left and right go through the scorings, wherever the focus is."""
        if verb in (Verb.LEFT, Verb.RIGHT):
            self.context.audio.play("focus")
            return self.go(1 if verb is Verb.RIGHT else -1)
        return super()._move(verb)

    # -- drawing

    def rows(self) -> tuple[FloorLine, ...]:
        """Return the floors of the scoring, the top one first."""
        signs, scoring = self.signs, self.scoring
        found = {summary.level: summary for summary in summarize_floors(scoring.steps)}
        rows = []
        for level in reversed(range(len(scoring.floors))):
            summary = found[level]
            rows.append(
                FloorLine(
                    signs.view.floor(scoring.floors[level]), signs.sign_of(scoring.owners[level]),
                    signs.sign_of(summary.owner), signs.parts(summary.parts),
                )
            )  # fmt: skip
        return tuple(rows)

    def paint(self, stage: Stage) -> None:
        kit, box = self.kit, self.box
        stage.blit(kit.veil(0.6), 0, 0)
        stage.blit(panel(kit, box.w, box.h, 250), box.x, box.y)
        put_heading(stage, kit, self.heading, box.centerx, box.y + 20, box.w - 90)
        self._paint_section(stage)

    def _section(self) -> tuple[float, float, float]:
        """Return the left edge and the foot of the tower, and how high a floor is."""
        box, text = self.box, self.kit.text_scale
        foot = panel_foot(self.kit, box).y - 18 - 34 * text
        return box.x + 44, foot, min(68.0, (foot - box.y - 96 - ROOF) / 6)

    def _paint_section(self, stage: Stage) -> None:
        kit, box, (left, foot, high) = self.kit, self.box, self._section()
        picture = section(kit, self.rows(), (min(250.0, box.w * 0.3), high), box.w - 88, kit.theme.paper)
        stage.blit(picture, left, foot - kit.size_of(picture)[1])
        ground = kit.plate(box.w - 72, 2.4, kit.theme.ember, kit.theme.ember, 0.5, 1)
        stage.blit(ground, box.x + 36, foot)

    def _total(self) -> PagePart:
        """Return what each seat has scored with this tower."""
        kit, box, signs = self.kit, self.box, self.signs
        now = [(seat, f"{signs.name(seat)} {n}") for seat, n in owner_points(self.scoring.points)]
        words = commas(text for _, text in now) or tr("Nobody scored.")
        total = lines(kit, signs.parts(now) or ((None, words),), 18, kit.theme.paper, face="bold")
        (width, height), y = kit.size_of(total), panel_foot(kit, box).y - 6 - 18 * kit.text_scale
        rect = Rect(box.centerx - width / 2, y - height / 2, width, height)
        draw = partial(self._draw_total, total, y)
        return PagePart("total", rect, Semantics(Role.TEXT, tr("In all: {points}", points=words)), draw, _floor_group())

    def _draw_total(self, total: pygame.Surface, y: float, stage: Stage) -> None:
        stage.blit_centred(total, self.box.centerx, y)


def _floor_group() -> Group:
    return Group("floors", tr("The floors, top first"))
