"""The two halves of the keyboard: which key does what, changed by pressing another; clashes are shown."""

from __future__ import annotations

from scenes import routes
from scenes.devices.input_devices import KEYBOARD_HALVES
from scenes.devices.intents import Intent, Verb
from scenes.devices.keyboard import key_label, key_name
from scenes.devices.keyboard_halves import CONTROLS, Control
from scenes.kit.kit import Kit
from scenes.kit.stage import Stage
from scenes.manager import Pop, Push, Transition
from scenes.system.context import Context
from scenes.ui.column import ColumnLayout, ColumnPage, Paragraph
from scenes.ui.widgets import Button, Press, Rect, Row, Widget

HALVES = dict(zip(KEYBOARD_HALVES, ("Left half", "Right half")))
TITLES = {
    Verb.UP: "Up", Verb.LEFT: "Left", Verb.DOWN: "Down", Verb.RIGHT: "Right",
    Verb.CONFIRM: "Lift, place, mine", Verb.SPLIT: "Split a tower", Verb.CANCEL: "Put back", Verb.DONE: "Done",
}  # fmt: skip
LOST = {Verb.MUTE: "silence", Verb.LOG: "the log"}
"""What keys do at a table unless a player uses them, in words."""
ABOUT = (
    "For two players at one keyboard, each at one half. Keys stay where they are on every layout; single taps are "
    "enough. Choose a row, then press the key that it shall have."
)
CLASH = "A key that stands twice does only the first thing: give one of the two another key."


class KeyRow(Row):
    """What a key does, and the key; pressed, it waits for another."""

    def __init__(self, control: Control, place: str, press: Press) -> None:
        super().__init__(f"{control.half} {control.verb}", Rect(0, 0, 0, 0), TITLES[control.verb])
        self._press = press
        self.label = key_label(place)
        self.is_waiting = False
        self.clash = ""

    def value_width(self, kit: Kit) -> float:
        return kit.text_size("press a key", 16, "bold")[0] + 24

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        theme = kit.theme
        if self.is_waiting:
            sign = kit.text("press a key", 16, "bold", theme.glow)
            stage.blit_centred(sign, self.rect.right - 14 - kit.size_of(sign)[0] / 2, self.rect.centery)
            return
        sign = kit.text(self.label, 17, "bold", theme.paper)
        wide = max(42 * kit.text_scale, kit.size_of(sign)[0] + 24)
        rim = theme.bad if self.clash else theme.mist
        x, high = self.rect.right - 14 - wide, min(self.rect.h - 10, 34 * kit.text_scale)
        stage.blit(
            kit.plate(wide, high, theme.night, rim, 2.5 if self.clash else 1.4, 7), x, self.rect.centery - high / 2
        )
        stage.blit_centred(sign, x + wide / 2, self.rect.centery)


class KeyboardPage(ColumnPage):
    """Both halves side by side. Every change takes effect at once, and is remembered."""

    heading = "Keyboard"
    column_width = 1000.0

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.keys = context.devices.keyboard_halves
        self.waiting: Control | None = None
        """The control that gets the next key."""
        self.said = ""

    @property
    def wants_raw_keys(self) -> bool:  # type: ignore[override]
        return self.waiting is not None

    # -- layout

    def column(self, width: float) -> list[Widget]:
        top = ColumnLayout(self.kit, width)
        top.words(Paragraph("about", self._words() or ABOUT, bool(self._words())))
        half = (width - 20) / 2
        widgets = top.widgets
        for number, (id, title) in enumerate(HALVES.items()):
            stack = ColumnLayout(self.kit, half)
            stack.y = top.y
            stack.label(f"{id} label", f"{title}: {self.keys.label(id)}")
            for control in CONTROLS:
                if control.half == id:
                    stack.row(self._row(control))
            for widget in stack.widgets:
                widget.rect.x = number * (half + 20)
            widgets = [*widgets, *stack.widgets]
        return widgets

    def _words(self) -> str:
        """Return what is wrong, if anything is."""
        twice = any(self.keys.clashes(control) for control in CONTROLS)
        return self.said or (CLASH if twice else "")

    def _row(self, control: Control) -> KeyRow:
        place = self.keys.place(control)
        row = KeyRow(control, place, lambda: self._wait(control))
        row.is_waiting = control == self.waiting
        row.clash = "; ".join(
            f"{HALVES[other.half].lower()}, {TITLES[other.verb].lower()}" for other in self.keys.clashes(control)
        )
        row.note = f"Also: {row.clash}" if row.clash else ""
        lost = LOST.get(self.context.devices.bindings.keys.get(key_name(place), Verb.TYPE), "")
        row.help = f"At the table this key no longer means {lost}." if lost else ""
        return row

    def fixed_widgets(self) -> list[Widget]:
        kit = self.kit
        labels = ("Usual keys", "Test the keyboard", "Done")
        widths = [kit.text_size(label, 18, "head")[0] + 70 * kit.text_scale for label in labels]
        x, y = (kit.width - sum(widths) - 24) / 2, kit.height - self._foot - 10
        rects = []
        for width in widths:
            rects.append(Rect(x, y, width, self._foot - 6))
            x += width + 12
        usual, test, done = rects
        return [
            Button("usual", usual, labels[0], self._reset, enabled=not self.keys.is_usual),
            Button("test", test, labels[1], lambda: Push(routes.KEY_TEST(self.context))),
            Button("back", done, labels[2], Pop, key=self.key(Verb.CANCEL), primary=True),
        ]

    # -- changes

    def _wait(self, control: Control) -> Transition:
        self.waiting, self.said = control, ""
        self.rebuild()
        return None

    def _reset(self) -> Transition:
        self.keys.reset()
        self._settle("")
        return None

    def _settle(self, said: str) -> None:
        """Wait no longer, put what there is into effect, and say something."""
        self.waiting, self.said = None, said
        self.context.settings.bindings = self.keys.changed()
        self.context.save_settings()
        self.rebuild()

    def _take(self, place: str) -> None:
        """Give the waiting control the key; Esc leaves it as it was."""
        assert self.waiting
        if self.keys.may_have(place):
            self.keys.bind(self.waiting, place)
            self._settle("")
        else:
            self._settle("" if place == "escape" else f"{key_label(place)} is a key that no hand can have.")

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.KEY:
            if self.waiting and intent.amount:
                self._take(intent.text)
            return None
        if self.waiting and intent.verb in (Verb.PRESS, Verb.CANCEL):
            self._settle("")
            if intent.verb is Verb.CANCEL:
                return None
        return super().on_intent(intent)
