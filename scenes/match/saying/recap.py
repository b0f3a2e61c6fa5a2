"""What happened since one's last turn, to be read again: the plate of the last words, and the dialog behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from topping_out.game.language import mark, tr
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.keycaps import keycap
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import message_height, sentences_within
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.saying.remarks import Remarks
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Dialog
from topping_out.scenes.ui.frame import PANEL_EDGE
from topping_out.scenes.ui.widgets import Button, Rect

TITLE = mark("Since your last turn")
OVER_WORDS = 11.0
"""How far a key may reach into the plate, above the first line's letters."""


class MessagePlate(Button):
    """The last words at the lower left; pressed, it tells all that happened since one's last turn."""

    def __init__(self, place: Rect, words: str, press: Callable[[], Transition], key: str) -> None:
        super().__init__("recap", tr(TITLE), press, Verb.RECAP, key)
        self.rect = place
        self.words = words
        self.is_covered: Callable[[], bool] = lambda: False
        """Tells whether something else is said in its place just now."""

    @property
    def radius(self) -> float:  # type: ignore[override]
        return 10.0

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.label, description=self.words, key=self.key)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        """Show the key; the words themselves are the table's."""
        r = self.rect
        if self.is_covered():
            return
        if hovered:
            stage.blit(kit.outline(r.w, r.h, kit.theme.mist, 1.4, 10), r.x, r.y)
        if self.key:
            cap = keycap(kit, self.key)
            wide, high = kit.size_of(cap)
            stage.blit_centred(cap, r.right - 6 - wide / 2, min(r.y + 1, r.y + OVER_WORDS - high / 2))


class LastWords:
    """What was said last, at the lower left of a table, under what a character says."""

    def __init__(self, context: Context, board: Board, remarks: Remarks, text: str) -> None:
        self.context, self.board, self.remarks = context, board, remarks
        self.text, self._before = text, ""

    @property
    def shown(self) -> str:
        """What a key was answered just now, else what was said last."""
        return self.context.last_reply.text or self.context.library.problem or self.text

    @property
    def written(self) -> str:
        """What of it has room at the text size that is set: whole sentences, marked where there are more to be read."""
        kit, width, most = self.board.kit, self.board.message_width, self.board.message_lines
        return sentences_within(kit, self.shown, width, most)

    def is_other(self) -> bool:
        """Tell, once, whether another answer shows than the last time, or none any more."""
        before, self._before = self._before, self.context.last_reply.text
        return before != self._before

    def plate(self, recap: Callable[[], list[str]]) -> list[MessagePlate]:
        """Return their plate, if there is one just now; pressed, it tells the `recap`, and all that was said last."""
        words, board, kit = self.shown, self.board, self.board.kit
        if not words or board.is_narrating:
            return []
        high = message_height(kit, self.written, board.message_width, board.message_lines)
        place = Rect(20, kit.height - board.message_foot - high, board.message_width, high)

        def press() -> Transition:
            more = [self.shown] if self.written != self.shown else []
            return Push(RecapDialog(self.context, [*recap(), *more]))

        plate = MessagePlate(place, words, press, self.context.devices.label(Verb.RECAP))
        plate.is_covered = lambda: self.remarks.covers(self.written)
        return [plate]

    def draw(self, stage: Stage) -> None:
        if not self.board.is_narrating:
            self.remarks.draw(stage, self.written)


class RecapDialog(Dialog):
    """The sentences since one's last turn; of more than there is room for, the last ones."""

    heading = TITLE
    width = 720.0

    def __init__(self, context: Context, sentences: Sequence[str]) -> None:
        super().__init__(context)
        self.sentences = sentences

    @property
    def text(self) -> str:  # type: ignore[override]
        wide = min(self.kit.width - 60, self.kit.wide(self.width)) - 2 * PANEL_EDGE
        room = int((self.kit.height - 190 - self.kit.line(18)) // self.kit.line(17))
        shown: list[str] = []
        for sentence in reversed(self.sentences):
            room -= len(self.kit.wrap(sentence, wide, 17))
            if room < 0 and shown:
                break
            shown.insert(0, sentence)
        return "\n".join(shown) or tr("Nothing has happened since.")

    def buttons(self) -> list[Button]:
        return [Button("close", tr("Close"), self.cancel, primary=True)]
