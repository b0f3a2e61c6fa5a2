"""Who plays with what at a live table: a hand for every human, none twice; mice join by clicking."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scenes import routes
from scenes.devices.intents import Verb
from scenes.devices.keyboard import key_label
from scenes.devices.keyboard_halves import Control
from scenes.devices.players import InputDevice, give, is_own_mouse, seat_all
from scenes.manager import Push, Transition
from scenes.match.player_devices import problem_of
from scenes.system.context import Context
from scenes.ui.column import GAP, ColumnLayout, ColumnPage, LinkRow, Paragraph
from scenes.ui.widgets import Button, Rect, Row, Stepper, Widget

NOBODY = "nothing"
JOIN = "Click to join"
ACTIONS = (Verb.CONFIRM, Verb.SPLIT, Verb.CANCEL, Verb.DONE)

SPOKEN = {",": "comma", ".": "full stop", ";": "semicolon", "/": "slash", "-": "hyphen", "'": "apostrophe"}
"""Keys that would be overlooked among the points and commas of a sentence."""


def how_to(context: Context, hand: InputDevice) -> str:
    """Return in short how one plays with a hand."""
    devices = context.devices
    if hand.kind == "mouse":
        return "Click or drag · Split: click on a gap · Put back: right button"
    if hand.kind == "pad":
        moves, signs = "stick or pad", devices.bindings.hand_pad_labels
    else:
        moves, _, _ = hand.label.partition(" + ")
        keys = {verb: key_label(devices.hand_keys.place(Control(hand.id, verb))) for verb in ACTIONS}
        signs = {verb: SPOKEN.get(key, key) for verb, key in keys.items()}
    lift, split, back, done = (signs[verb] for verb in ACTIONS)
    return f"Move: {moves} · Lift, place, mine: {lift} · Split: {split} · Put back: {back} · Done: {done}"


class DevicesPage(ColumnPage):
    """A row for each human; with several mice, a button to click with the mouse that shall sit there."""

    heading = "Hands"
    column_width = 860.0

    def __init__(
        self,
        context: Context,
        names: Sequence[str],
        seated: Sequence[str],
        change: Callable[[list[str]], None],
        go: Callable[[], Transition] | None = None,
        back: str = "Done",
    ) -> None:
        """Show `seated`, hands' ids in the order of the names, and tell `change` of each new choice.

        `go`: what the main button does; without it there is only the way back.
        """
        super().__init__(context)
        self.names, self._change, self._go = names, change, go
        self.back_label = back
        self.hands = context.devices.hands()
        self.seated = seat_all(len(names), self.hands, seated)
        self.said = ""

    # -- layout

    def column(self, width: float) -> list[Widget]:
        stack = ColumnLayout(self.kit, width)
        problem = self.said or problem_of(self.names, self.seated)
        if problem:
            stack.words(Paragraph("problem", problem, is_bad=True))
        for place, name in enumerate(self.names):
            self._seat(stack, place, name)
        stack.words(Paragraph("mice", self._about_mice()))
        help = "Which keys the two halves have, and what your keyboard can tell apart."
        stack.row(LinkRow("keyboard", "Keyboard", help, lambda: Push(routes.KEYBOARD(self.context))))
        return stack.widgets

    def _about_mice(self) -> str:
        note = self.context.devices.mice_note
        return note or "Each mouse can play for somebody: click the button beside the name with it."

    def _seat(self, stack: ColumnLayout, place: int, name: str) -> None:
        """Add one human's row, and the button for mice beside it."""
        mice = [hand.id for hand in self.hands if is_own_mouse(hand.id)]
        side = self.kit.text_size(JOIN, 16, "head")[0] + 44 if mice else 0.0
        row, whole = self._row(place, name), stack.width
        stack.width = whole - side - (GAP if mice else 0)
        stack.row(row)
        stack.width = whole
        if mice:
            rect = Rect(whole - side, row.rect.y, side, row.rect.h)
            stack.widgets.append(Button(f"join{place}", rect, JOIN, lambda: self._join(place), size=16))

    def _row(self, place: int, name: str) -> Row:
        ids = [hand.id for hand in self.hands]
        labels = [hand.label for hand in self.hands]
        seated = self.seated[place]
        if not seated:
            ids, labels = ["", *ids], [NOBODY, *labels]
        index = ids.index(seated)
        room = self.viewport.w * 0.4
        help = how_to(self.context, self.hands[index]) if seated else "Nothing is left."
        short = [self.kit.fit(label, room, 16, "bold") for label in labels]
        return Stepper(
            f"hand{place}", Rect(0, 0, 0, 0), name, help, short, index, lambda at: self._choose(place, ids[at])
        )  # fmt: skip

    def fixed_widgets(self) -> list[Widget]:
        (back,) = super().fixed_widgets()
        assert isinstance(back, Button)
        if not self._go:
            return [back]
        wide = self.kit.text_size("Go on", 20, "head")[0] + 150
        go = Rect(self.kit.width / 2 + 6, back.rect.y, wide, back.rect.h)
        back.rect.right, back.primary = self.kit.width / 2 - 6, False
        ready = all(self.seated)
        key = self.key(Verb.PLAY)
        return [back, Button("go", go, "Go on", self._go, Verb.PLAY, key, primary=True, enabled=ready, size=20)]

    # -- choosing

    def _choose(self, place: int, hand: str) -> Transition:
        if hand:
            self._take(give(self.seated, place, hand, self.hands))
        return None

    def _join(self, place: int) -> Transition:
        """Seat the mouse that clicked the button."""
        mouse = self.context.devices.clicked_by if self.context.devices.used == "mouse" else ""
        if mouse:
            self._take(give(self.seated, place, mouse, self.hands))
        else:
            self.said = "Click the button with the mouse that shall play."
            self.rebuild()
        return None

    def _take(self, seated: list[str]) -> None:
        self.seated, self.said = seated, ""
        self._change(seated)
        self.rebuild()

    # -- devices come and go

    def enter(self) -> None:
        self._look_round()
        super().enter()

    def update(self, ms: float) -> Transition:
        if [hand.id for hand in self.context.devices.hands()] != [hand.id for hand in self.hands]:
            self._look_round()
            self.rebuild()
        return super().update(ms)

    def _look_round(self) -> None:
        self.hands = self.context.devices.hands()
        self.seated = seat_all(len(self.names), self.hands, self.seated)
        self._change(self.seated)
