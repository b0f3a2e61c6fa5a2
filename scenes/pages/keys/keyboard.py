"""The two halves of the keyboard: which key does what, changed by pressing another; clashes are shown."""

from __future__ import annotations

from topping_out.game.language import mark, tr, tr_context
from topping_out.game.text import labelled, semicolons
from topping_out.scenes import routes
from topping_out.scenes.devices.input_devices import KEYBOARD_HALVES
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.keyboard import key_label, names_at
from topping_out.scenes.devices.keyboard_halves import CONTROLS, Control
from topping_out.scenes.manager import Transition
from topping_out.scenes.pages.keys.key_binding import KeyBinder, KeyRow
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.layout import Box, column, fill, row
from topping_out.scenes.ui.widgets import Button

HALVES = dict(zip(KEYBOARD_HALVES, (mark("Left half"), mark("Right half"))))
WITHIN = dict(zip(KEYBOARD_HALVES, (mark("left half, {use}"), mark("right half, {use}"))))
"""A half with what its key does, for the midst of a sentence."""
TITLES = {
    Verb.UP: mark("Up"), Verb.LEFT: mark("Left"), Verb.DOWN: mark("Down"), Verb.RIGHT: mark("Right"),
    Verb.CONFIRM: mark("Lift, place, mine"), Verb.SPLIT: mark("Split a tower"), Verb.CANCEL: mark("Put back"),
}  # fmt: skip
USES = {
    Verb.UP: mark("up"), Verb.LEFT: mark("left"), Verb.DOWN: mark("down"), Verb.RIGHT: mark("right"),
    Verb.CONFIRM: mark("lift, place, mine"), Verb.SPLIT: mark("split a tower"), Verb.CANCEL: mark("put back"),
    Verb.DONE: mark("done"),
}  # fmt: skip
"""The same for the midst of a sentence."""
LOST = {
    Verb.MUTE: mark("At the table this key no longer mutes the sound."),
    Verb.LOG: mark("At the table this key no longer opens the log."),
}
"""What is said of a player's key that does something else at a table."""
ABOUT = mark(
    "For two players at one keyboard, each with one half. Keys keep their places on every layout, "
    "and single taps are enough. Choose a row, then press the key you want for it."
)
CLASH = mark("A key assigned twice does only the first: give one of the two another key.")


def title_of(verb: Verb) -> str:
    return tr_context("of a player", "Done") if verb is Verb.DONE else tr(TITLES[verb])


class KeyboardPage(ColumnPage):
    """Both halves side by side. Every change takes effect at once, and is remembered."""

    heading = mark("Keyboard")
    column_width = 1000.0

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.keys = context.devices.keyboard_halves
        self.binder = KeyBinder(context, self.keys, self._bind, self._store, self.read_anew)

    # -- layout

    def put_rows(self, rows: Rows) -> None:
        is_twice = any(map(self.keys.clashes, CONTROLS))
        rows.words("about", tr(CLASH) if is_twice else tr(ABOUT), is_twice)
        rows.append(row(*(fill(column(*self._half(id, title))) for id, title in HALVES.items()), gap=20))

    def _half(self, id: str, title: str) -> Rows:
        """Return the rows of one half."""
        rows = Rows()
        rows.label(f"{id} label", labelled(tr(title), self.keys.label(id)))
        for control in CONTROLS:
            if control.half == id:
                rows.put(self._row(control))
        return rows

    def _row(self, control: Control) -> KeyRow:
        place, title = self.keys.place(control), title_of(control.verb)
        row = KeyRow(
            f"{control.half} {control.verb}", title, key_label(place), lambda: self.binder.wait_for(control, title)
        )
        row.is_waiting = control == self.binder.waiting
        row.clash = semicolons(tr(WITHIN[other.half], use=tr(USES[other.verb])) for other in self.keys.clashes(control))
        # Translators: {uses} is what else the key does, such as "left half, put back".
        also = tr("Also: {uses}", uses=row.clash) if row.clash else ""
        row.note = self.binder.note(control) or also
        lost = self.context.devices.program_keys.meant(names_at(place))
        row.help = tr(LOST.get(lost[0], "")) if lost else ""
        return row

    def foot(self) -> list[Box]:
        test = Button("test", tr("Test the keyboard"), self.opens(routes.KEY_TEST))
        return [fill(), self.binder.usual_button(), test, self.back(), fill()]

    # -- changes

    @property
    def wants_raw_keys(self) -> bool:  # type: ignore[override]
        return self.binder.waiting is not None

    def on_intent(self, intent: Intent) -> Transition:
        return None if self.binder.takes(intent) else super().on_intent(intent)

    def _store(self) -> None:
        self.context.settings.bindings = self.keys.changed()

    def _bind(self, control: Control, place: str) -> str:
        if not self.keys.may_have(place):
            return tr("{key} can't be used by a player.", key=key_label(place))
        self.keys.bind(control, place)
        return ""
