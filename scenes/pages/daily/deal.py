"""How a deal went: two skylines side by side, and what can be told of it: as a line, or as a picture."""

from __future__ import annotations

from functools import partial

import pygame

from topping_out.game.bots.comparison import LEVELS
from topping_out.game.engine import Outcome
from topping_out.game.language import tr
from topping_out.game.progress import daily
from topping_out.game.progress.daily import Deal, date_of
from topping_out.game.progress.sharing import share_text, share_words, storeys
from topping_out.game.record import Header
from topping_out.game.registry import load
from topping_out.game.storage.library import Saved
from topping_out.game.text import dots
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.canvas import Paint
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.ornament import put_heading
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Push, Transition
from topping_out.scenes.match.start import begin_deal
from topping_out.scenes.pages.daily.photograph import photograph
from topping_out.scenes.pages.daily.result import SAME_SEAT, LevelCell
from topping_out.scenes.pages.daily.skylines import MASTER, Skylines
from topping_out.scenes.pages.daily.small_tower import told_tower
from topping_out.scenes.pages.daily.words import date_words
from topping_out.scenes.pages.keeping import keep_picture
from topping_out.scenes.pages.skyline.scenery import put_scenery
from topping_out.scenes.pages.waiting import watch_again
from topping_out.scenes.system.clipboard import copy_text
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.card import Card
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.frame import EDGE, body_area, foot_area
from topping_out.scenes.ui.layout import Box, Text, column, fill, level, row
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.phrases import rules_words
from topping_out.scenes.ui.text import Words, put_in
from topping_out.scenes.ui.widgets import Button, Rect, Widget

BROADEST = 1240.0
GAP = 14.0
LEAST_SKY = 150.0
"""Height of the skylines, at least."""


class ToldTower(Box):
    """The tower that goes along with a result, as it is told in signs."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome, self.area = outcome, Rect(0, 0, 0, 0)

    def _picture(self, kit: Kit) -> pygame.Surface:
        return told_tower(kit, storeys(self.outcome), daily.YOUR_SEAT in self.outcome.winners)

    def width_for(self, kit: Kit) -> float:
        return kit.size_of(self._picture(kit))[0] + 12

    def height_for(self, kit: Kit, width: float) -> float:
        return kit.size_of(self._picture(kit))[1]

    def place(self, kit: Kit, area: Rect) -> None:
        self.area = area

    def draw_words(self, stage: Stage, kit: Kit, alpha: float = 1.0) -> None:
        stage.blit_centred(self._picture(kit), *self.area.center)


class ShareCard(Card):
    """What would be copied, as others will read it."""

    def __init__(self, words: list[str], outcome: Outcome) -> None:
        super().__init__("told")
        self.is_focusable = False
        self.lines, self.outcome = words, outcome
        self.group = Group("told", tr("To tell others"))

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, "\n".join(self.lines))

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return 18.0, 14.0

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        return kit.theme.paper, kit.theme.brass, 2.0

    def words(self, kit: Kit, width: float) -> Box:
        ink, (first, *others) = kit.theme.ink, self.lines
        told = column(
            Text(first, 15, "bold", ink, most=2), *(Text(line, 15, "body", ink, most=2) for line in others), gap=2
        )
        return row(fill(level(told)), level(ToldTower(self.outcome)))


class DealPage(Page):
    """The try at a deal that counts, beside a master's; its result is shown before it is copied."""

    def __init__(self, context: Context, header: Header, outcome: Outcome, saved: Saved | None = None) -> None:
        """`saved`: where the try can be watched; None where its table is still there."""
        super().__init__(context)
        self.header, self.outcome, self.saved = header, outcome, saved
        self._news = context.comparisons.news
        self.ground = 0.0

    @property
    def heading(self) -> str:  # type: ignore[override]
        return load(self.header.game).title

    def enter(self) -> None:
        self.context.comparisons.ask(self.header)
        super().enter()

    @property
    def _master(self) -> Outcome | None:
        return self.context.comparisons.found(self.header).get(MASTER)

    # -- layout

    def build(self) -> list[Widget]:
        kit = self.kit
        area, foot = body_area(kit, BROADEST), foot_area(kit)
        when = Words("when", dots((date_words(self.header), rules_words(self.header))), 16, colour=kit.theme.brass)
        below = self._below()
        high = area.h - when.height_for(kit, area.w) - below.height_for(kit, area.w) - 2 * GAP
        is_awaited = self.context.comparisons.is_awaited(self.header)
        skylines = Skylines(self.header, self.outcome, self._master, is_awaited, max(LEAST_SKY, high))
        laid = column(when, skylines, below, gap=GAP).lay(kit, area)
        self.ground = skylines.ground(kit)
        return [*laid, *row(*self._foot(), gap=12).lay(kit, foot)]

    def _below(self) -> Box:
        """Return what can be told, beside how the other levels fared."""
        told = ShareCard(share_words(self.header, self.outcome, self._master), self.outcome)
        comparisons, group = self.context.comparisons, Group("compared", tr(SAME_SEAT), is_list=True)
        found, awaited = comparisons.found(self.header), comparisons.is_awaited(self.header)
        others = [each for each in LEVELS if each != MASTER and (awaited or each in found)]
        if not others:
            return row(told)
        head = Words("compared", tr(SAME_SEAT), 15, colour=self.kit.theme.brass)
        put_in(group, head)
        cells = [LevelCell(each, self.header, found.get(each), group, is_flat=False) for each in others]
        return row(fill(told, 1.7), fill(column(head, row(*map(fill, cells)))), gap=24)

    def _foot(self) -> list[Box]:
        again = Button("again", tr("Play again"), partial(begin_deal, self.context, Deal(self.header)))
        again.hint = tr("The same deal; this try does not count.")
        copy = Button("copy", tr("Copy result"), self._copy, primary=True)
        copy.hint = tr("As text, to tell others.")
        back = Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL))
        watch = (
            [Button("watch", tr("Watch the game"), partial(watch_again, self.context, self.saved))]
            if self.saved
            else []
        )
        return [
            back,
            *watch,
            again,
            fill(),
            Button("save", tr("Save a picture"), self._save),
            copy,
        ]

    # -- what the buttons do

    def _copy(self) -> Transition:
        text = share_text(self.header, self.outcome, self._master)
        if copy_text(text):
            return Push(Notice(self.context, tr("Copied"), tr("Paste it wherever you like.")))
        return Push(Notice(self.context, tr("There's no clipboard here"), text))

    def _save(self) -> Transition:
        picture = photograph(self.header, self.outcome, self._master, self.kit.theme)
        return keep_picture(self.context, picture, f"topping-out-{self.header.game}-{date_of(self.header)}")

    # -- time

    def update(self, ms: float) -> Transition:
        if self._news != self.context.comparisons.news:
            self._news = self.context.comparisons.news
            self.rebuild()
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return self._news == self.context.comparisons.news and super().at_rest

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit = self.kit
        put_scenery(stage, kit, self.ground, 0)
        put_heading(stage, kit, self.heading, kit.width / 2, 22, kit.width - 2 * EDGE)
