"""What happened since one's last turn, to be read again: the plate of the last words, and the dialog behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr
from topping_out.game.match import Played
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import message_height
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.board import Board
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
            cap = kit.keycap(self.key)
            wide, high = kit.size_of(cap)
            stage.blit_centred(cap, r.right - 6 - wide / 2, min(r.y + 1, r.y + OVER_WORDS - high / 2))


def plate_of(board: Board, words: str, press: Callable[[], Transition], key: str) -> MessagePlate:
    """Return the plate of a board's last words."""
    kit = board.kit
    high = message_height(kit, words, board.message_width, board.message_lines)
    return MessagePlate(Rect(20, kit.height - board.message_foot - high, board.message_width, high), words, press, key)


def last_turn(steps: Sequence[Played], seat: Seat, is_to_play: bool) -> tuple[int, int, int]:
    """Return where a seat's last turn that is over begins and ends among the steps, and where its present one begins.

    `is_to_play`: whether it has one.
    """
    own = [step.entry.seat == seat for step in steps]
    now = len(own)
    while is_to_play and now and own[now - 1]:
        now -= 1
    end = next((number for number in range(now, 0, -1) if own[number - 1]), 0)
    begin = end
    while begin and own[begin - 1]:
        begin -= 1
    return begin, end, now


def steps_since(steps: Sequence[Played], seat: Seat, is_to_play: bool) -> Sequence[Played]:
    """Return the steps since a seat's last turn; what it has done in a turn that is not over is left out."""
    _, end, now = last_turn(steps, seat, is_to_play)
    return steps[end:now]


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
