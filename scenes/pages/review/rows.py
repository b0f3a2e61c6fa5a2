"""The rows of a review: a decision that cost something, and how far the judging has come."""

from __future__ import annotations

from topping_out.game.bots.review.review import Mistake
from topping_out.game.language import tr
from topping_out.game.text import full_stop, labelled, paragraph, sentence
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.card import Card
from topping_out.scenes.ui.layout import Box, Text, column, fill, row, sized, space
from topping_out.scenes.ui.widgets import Press, Widget, arrow


class MistakeRow(Card):
    """A decision that cost something: when and how much, what was played, what was better; pressed, it is shown."""

    def __init__(self, mistake: Mistake, title: str, press: Press) -> None:
        super().__init__(f"show {mistake.decision.seat} {mistake.decision.step}", None, press)
        self.title, self.label = title, tr("Show")
        better = paragraph([mistake.better, sentence(mistake.reason)])
        played = mistake.played or full_stop(mistake.decision.played)
        self.parts = ((tr("Played"), played), (tr("Better"), better))

    def semantics(self) -> Semantics:
        parts = [*(labelled(head, words) for head, words in self.parts), tr("Show it on the table.")]
        return Semantics(Role.BUTTON, self.title, description=paragraph(parts))

    def words(self, kit: Kit, width: float) -> Box:
        """Return the title, and below it what was played and what was better."""
        theme = kit.theme
        heads = [Text(head, 15, "bold", theme.brass) for head, _ in self.parts]
        widest = max(head.width_for(kit) for head in heads)
        lines = [row(sized(head, widest), fill(Text(words)), gap=14) for head, (_, words) in zip(heads, self.parts)]
        return column(Text(self.title, 17, "bold", theme.bad), space(4), *lines, gap=0)

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return 18.0, 64.0 + kit.text_size(self.label, 16, "head")[0]

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        ink = theme.paper if hovered else theme.brass
        sign = kit.text(self.label, 16, "head", ink)
        width = kit.size_of(sign)[0]
        stage.blit_centred(sign, r.right - 38 - width / 2, r.centery + kit.lift("head", 16))
        stage.blit_centred(arrow(kit, 1, 12, ink), r.right - 22, r.centery)


class ProgressRow(Widget):
    """How far the review has come."""

    def __init__(self, done: int, total: int | None) -> None:
        """`total` is None while the record is still gone through."""
        super().__init__("progress")
        self.is_focusable = False
        self.done, self.total = done, total
        self.words = tr("The master is going through the game")
        if total:
            self.words = tr("The master is looking at decision {number} of {total}", number=done + 1, total=total)

    def height_for(self, kit: Kit, width: float) -> float:
        return kit.line(15) + 18

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, self.words)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.text(kit.fit(self.words, r.w - 8, 15), 15, "body", theme.mist), r.x + 4, r.y)
        stage.blit(kit.plate(r.w, 8, theme.rim, theme.rim, 1, 4), r.x, r.bottom - 12)
        if self.done and self.total:
            share = r.w * self.done / self.total
            stage.blit(kit.plate(share, 8, theme.brass, theme.brass, 1, 4), r.x, r.bottom - 12)
