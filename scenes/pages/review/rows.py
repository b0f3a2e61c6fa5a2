"""The rows of a review: a decision that cost something, and how far the judging has come."""

from __future__ import annotations

from topping_out.game.bots.review.review import Mistake
from topping_out.game.language import tr
from topping_out.game.text import sentence
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.widgets import Press, Rect, Widget, arrow


class MistakeRow(Widget):
    """A decision that cost something: when and how much, what was played, what was better; pressed, it is shown."""

    radius = 8.0

    def __init__(self, mistake: Mistake, title: str, press: Press) -> None:
        super().__init__(f"show {mistake.decision.seat} {mistake.decision.step}", Rect(0, 0, 0, 0), press)
        self.title, self.label = title, tr("Show")
        better = " ".join(filter(None, (mistake.better, sentence(mistake.reason))))
        played = mistake.played or f"{mistake.decision.played}."
        self.parts = ((tr("Played"), played), (tr("Better"), better))

    def semantics(self) -> Semantics:
        parts = [*(f"{head}: {words}" for head, words in self.parts), tr("Show it on the table.")]
        return Semantics(Role.BUTTON, self.title, description=" ".join(parts))

    def height_for(self, kit: Kit, width: float) -> float:
        """Return the height that the words need in a column of that width."""
        return (28 + 20 * len(self._lines(kit, width))) * kit.text_scale + 24

    def _lines(self, kit: Kit, width: float) -> list[tuple[str, str]]:
        """Return (head, words) of each line; a head only where it begins."""
        room = width - 56 - self._head(kit) - self._door(kit)
        lines = []
        for head, words in self.parts:
            for number, line in enumerate(kit.wrap(words, room, 15)):
                lines.append(("" if number else head, line))
        return lines

    def _head(self, kit: Kit) -> float:
        return max(kit.text_size(head, 15, "bold")[0] for head, _ in self.parts) + 14

    def _door(self, kit: Kit) -> float:
        return kit.text_size(self.label, 16, "head")[0] + 26

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r, text = kit.theme, self.rect, kit.text_scale
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 225), theme.mist if hovered else theme.rim, 1, 8), r.x, r.y)
        stage.blit(kit.text(self.title, 17, "bold", theme.bad), r.x + 18, r.y + 10)
        top = r.y + 12 + 28 * text
        for number, (head, line) in enumerate(self._lines(kit, r.w)):
            y = top + 20 * number * text
            if head:
                stage.blit(kit.text(head, 15, "bold", theme.brass), r.x + 18, y)
            stage.blit(kit.text(line, 15), r.x + 18 + self._head(kit), y)
        ink = theme.paper if hovered else theme.brass
        sign = kit.text(self.label, 16, "head", ink)
        width = kit.size_of(sign)[0]
        stage.blit_centred(sign, r.right - 38 - width / 2, r.centery + kit.lift("head", 16))
        stage.blit_centred(arrow(kit, 1, 12, ink), r.right - 22, r.centery)


class Progress(Widget):
    """How far the review has come."""

    def __init__(self, done: int, total: int | None) -> None:
        """`total` is None while the record is still gone through."""
        super().__init__("progress", Rect(0, 0, 0, 0))
        self.is_focusable = False
        self.done, self.total = done, total
        self.words = tr("The master is going through the game")
        if total:
            self.words = tr("The master is looking at decision {number} of {total}", number=done + 1, total=total)

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, self.words)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.text(kit.fit(self.words, r.w - 8, 15), 15, "body", theme.mist), r.x + 4, r.y)
        stage.blit(kit.plate(r.w, 8, theme.rim, theme.rim, 1, 4), r.x, r.bottom - 12)
        if self.done and self.total:
            share = r.w * self.done / self.total
            stage.blit(kit.plate(share, 8, theme.brass, theme.brass, 1, 4), r.x, r.bottom - 12)
