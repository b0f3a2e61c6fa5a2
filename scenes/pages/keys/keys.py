"""All keys of the program, in words: what each does, changed by pressing another; clashes are shown."""

from __future__ import annotations

from topping_out.game.language import mark, tr
from topping_out.game.text import commas
from topping_out.scenes import routes
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.keyboard import key_label, names_at
from topping_out.scenes.devices.program_keys import PLACE_KEYS
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.pages.keys.key_binding import KeyBinder, KeyRow, key_words
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.layout import Box, fill
from topping_out.scenes.ui.widgets import Button

GROUPS = (
    (mark("Moving about"), (
        (Verb.NEXT, mark("Next item"), mark("With Shift: the previous item.")),
        (Verb.LEFT, mark("Left"), mark("Also changes a value. With a screen reader: the previous item in the group.")),
        (Verb.RIGHT, mark("Right"), mark("Also changes a value. With a screen reader: the next item in the group.")),
        (Verb.UP, mark("Up"), mark("With a screen reader: the previous item in the group.")),
        (Verb.DOWN, mark("Down"), mark("With a screen reader: the next item in the group.")),
        (Verb.FIRST, mark("First of the group"), ""),
        (Verb.LAST, mark("Last of the group"), ""),
        (Verb.NEXT_GROUP, mark("Next group"),
         mark("From your hand to the towers, for example; in the rules, the next section.")),
        (Verb.PREVIOUS_GROUP, mark("Previous group"), ""),
        (Verb.CONFIRM, mark("Choose, press"), ""),
        (Verb.CANCEL, mark("Back, pause"), mark("This key can't be changed: it always goes back.")),
    )),
    (mark("In a game"), (
        (Verb.PLAY, mark("Play what is chosen"), mark("The main button of every page.")),
        (Verb.FINISH, mark("Play, and end the turn"), mark("What is chosen, and what usually follows it.")),
        (Verb.ALIKE, mark("Take the whole suit"), mark("With a mouse or controller: press one of its cards twice.")),
        (Verb.PLACE, mark("Play to a tower"),
         mark("{keys}: the first place to the sixth; with Ctrl the turn ends too. These can't be changed.")),
        (Verb.UNDO, mark("Take back a play"), ""),
        (Verb.HINT, mark("Hint"), ""),
        (Verb.LOG, mark("Move log"), ""),
        (Verb.RULES, mark("Rules"), ""),
        (Verb.LOOK, mark("Look through the open cards"), ""),
        (Verb.RECAP, mark("Since your last turn"), mark("What the others have done in the meantime.")),
        (Verb.REMATCH, mark("Rematch"), mark("On the page of results: the same players and options, a new deal.")),
        (Verb.FASTER, mark("Faster"), ""),
        (Verb.SLOWER, mark("Slower"), ""),
    )),
    (mark("Questions, answered in words"), (
        (Verb.ASK_TURN, mark("Whose turn is it?"), ""),
        (Verb.ASK_SCORES, mark("What are the scores?"), ""),
        (Verb.ASK_HAND, mark("What do I hold?"), ""),
        (Verb.ASK_TABLE, mark("What is on the table?"), ""),
        (Verb.ASK_TOWERS, mark("What towers stand?"), mark("Whose each is, and what it is worth.")),
        (Verb.ASK_AGAIN, mark("What was said last?"), ""),
        (Verb.ASK_EARLIER, mark("And before that?"), ""),
        (Verb.ASK_LATER, mark("And after that?"), ""),
    )),
    (mark("The program"), (
        (Verb.KEYS, mark("This page"), ""),
        (Verb.READ_ALOUD, mark("Read aloud"), mark("The program's own voice, on or off.")),
        (Verb.MUTE, mark("Mute"), ""),
        (Verb.FULLSCREEN, mark("Full screen"), ""),
    )),
)  # fmt: skip
"""Every verb that keys have, with what it does, and more about it."""
ABOUT = mark(
    "Choose a row, then press the key you want for it. A number chooses a card in your hand; pressed "
    "again, it puts the card down. While a screen reader or the voice is on, Shift and a letter go "
    "to the next item in the group that begins with that letter. Questions are answered without "
    "moving anything."
)
CLASH = mark("A key assigned twice does only the first: give one of the two another key.")


class KeysPage(ColumnPage):
    """Every verb in groups. The keys on the buttons follow."""

    heading = mark("Keys")
    column_width = 820.0

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.keys = context.devices.program_keys
        self.binder = KeyBinder(context, self.keys, self._bind, self._store, self.read_anew)

    # -- layout

    def put_rows(self, rows: Rows) -> None:
        wrong = tr(CLASH) if any(map(self.keys.clashes, self.keys.verbs)) else ""
        rows.words("about", wrong or tr(ABOUT), bool(wrong))
        places = commas(map(self.keys.label_of, PLACE_KEYS))
        for title, entries in GROUPS:
            rows.label(f"label {title}", tr(title))
            for verb, what, help in entries:
                rows.put(self._row(verb, tr(what), tr(help, keys=places) if help else ""))

    def _row(self, verb: Verb, title: str, help: str) -> KeyRow:
        press = (lambda: self.binder.wait_for(verb, title)) if verb in self.keys.verbs else None
        row = KeyRow(f"key {verb}", title, self.keys.label(verb), press, help)
        row.is_waiting = verb is self.binder.waiting
        row.clash = commas(title_of(other) for other in self.keys.clashes(verb))
        also = tr("Also: {others}", others=row.clash) if row.clash else ""
        row.note = self.binder.note(verb) or also
        return row

    def foot(self) -> list[Box]:
        lesson = Button("lesson", tr("Lesson in listening"), self.opens(routes.LISTENING), size=16)
        lesson.hint = tr("Two minutes at a table where keys and words are all you need.")
        return [fill(), self.binder.usual_button(), lesson, self.back(), fill()]

    # -- changes

    @property
    def wants_raw_keys(self) -> bool:  # type: ignore[override]
        return self.binder.waiting is not None

    def on_intent(self, intent: Intent) -> Transition:
        return None if self.binder.takes(intent) else super().on_intent(intent)

    def _store(self) -> None:
        self.context.settings.program_keys = self.keys.changed()

    def _bind(self, verb: Verb, place: str) -> str:
        names = names_at(place)
        if not names or not all(map(self.keys.may_have, names)):
            return tr("{key} can't be changed.", key=key_words(key_label(place)))
        self.keys.bind(verb, names[0])
        return ""

    def open_keys(self) -> Transition:
        """Leave: the key that led here leads back."""
        return Pop()


def title_of(verb: Verb) -> str:
    """Return what a verb does, in words."""
    return next((tr(what) for _, entries in GROUPS for other, what, _ in entries if other is verb), str(verb))
