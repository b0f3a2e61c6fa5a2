"""What happened since one's last turn, to be read again: the plate of the last words, and the dialog behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine import Seat
from game.language import mark, tr
from game.match import ReplayStep
from scenes.accessibility.semantics import Role, Semantics
from scenes.devices.intents import Verb
from scenes.kit.kit import Kit
from scenes.kit.plates import message_height
from scenes.kit.stage import Stage
from scenes.manager import Transition
from scenes.match.board import Board
from scenes.system.context import Context
from scenes.ui.dialog import EDGE, Dialog
from scenes.ui.widgets import Button, Rect

TITLE = mark("Since your last turn")


class MessagePlate(Button):
    """The last words at the lower left; pressed, it tells all that happened since one's last turn."""

    def __init__(self, place: Rect, words: str, press: Callable[[], Transition], key: str) -> None:
        super().__init__("recap", place, tr(TITLE), press, Verb.RECAP, key)
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
            cap = kit.keycap(self.key)
            stage.blit_centred(cap, r.right - 6 - kit.size_of(cap)[0] / 2, r.y + 1)


def plate_of(board: Board, words: str, press: Callable[[], Transition], key: str) -> MessagePlate:
    """Return the plate of a board's last words."""
    kit = board.kit
    high = message_height(kit, words, board.message_width, board.message_lines)
    return MessagePlate(Rect(20, kit.height - board.message_foot - high, board.message_width, high), words, press, key)


def steps_since(steps: Sequence[ReplayStep], seat: Seat, is_to_play: bool) -> Sequence[ReplayStep]:
    """Return the steps since a seat's last turn; what it has done in a turn that is not over is left out."""
    end = len(steps)
    while is_to_play and end and steps[end - 1].entry.seat == seat:
        end -= 1
    last = max((number for number in range(end) if steps[number].entry.seat == seat), default=-1)
    return steps[last + 1 : end]


class RecapDialog(Dialog):
    """The sentences since one's last turn; of more than there is room for, the last ones."""

    heading = TITLE
    width = 720.0

    def __init__(self, context: Context, sentences: Sequence[str]) -> None:
        super().__init__(context)
        self.sentences = sentences

    @property
    def text(self) -> str:  # type: ignore[override]
        wide = min(self.kit.width - 80, self.width * (0.5 + self.kit.text_scale / 2)) - 2 * EDGE
        room = int((self.kit.height - 190 - 22 * self.kit.text_scale) // self._step)
        shown: list[str] = []
        for sentence in reversed(self.sentences):
            room -= len(self.kit.wrap(sentence, wide, 17))
            if room < 0 and shown:
                break
            shown.insert(0, sentence)
        return "\n".join(shown) or tr("Nothing has happened since.")

    def buttons(self) -> list[Button]:
        return [self.button("close", tr("Close"), self.cancel, primary=True)]
