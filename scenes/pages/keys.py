"""The pages that show and change the keys, the keyboard test, and the on-screen keyboard for gamepads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Generic, TypeVar

import pygame

from topping_out.game.language import mark, tr, tr_context
from topping_out.game.text import commas, full_stop, labelled, paragraph, semicolons

from .. import routes
from ..accessibility.semantics import Group, Semantics
from ..devices.devices import PLACE_KEYS, ProgramKeys
from ..devices.intents import KEYBOARD_HALVES, Intent, Verb
from ..devices.keyboard import CONTROLS, Control, KeyboardHalves, KeyTable, key_label, key_words, names_at
from ..kit.kit import Kit
from ..kit.stage import Stage
from ..kit.theme import mix
from ..manager import Pop, Transition
from ..system.context import Context
from ..ui.column import EDGE, PANEL_EDGE, ColumnPage, Rows, body_area, foot_area, lay_panel, paint_frame, paint_panel
from ..ui.fields import TextField, TypedLine
from ..ui.layout import Box, Press, Rect, Widget, column, fill, row, sized, space
from ..ui.page import Page
from ..ui.widgets import Button, ListRow, Words, put_in

# -- key binding


Command = TypeVar("Command")


class KeyRow(ListRow):
    """What a key does, and the key. Pressing the row waits for another key."""

    def __init__(self, name: str, title: str, label: str, press: Press | None, help: str = "") -> None:
        super().__init__(name, title, help, press)
        self.label = label
        self.is_waiting = False
        self.clash = ""

    def semantics(self) -> Semantics:
        return replace(super().semantics(), value=tr("press a key") if self.is_waiting else key_words(self.label))

    def value_width(self, kit: Kit) -> float:
        return kit.text_size(tr("press a key"), 16, "bold")[0] + 24

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        theme = kit.theme
        if self.is_waiting:
            sign = kit.text(tr("press a key"), 16, "bold", theme.glow)
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


class BindingPage(ColumnPage, ABC, Generic[Command]):
    """A page that gives commands new keys: the next key pressed goes to the command that waits.

    Changes take effect and are saved at once.
    """

    back_label = mark("Done")
    waiting: Command | None = None
    """The command that gets the next key."""
    message = ""
    """The message about the last change."""
    message_about: Command | None = None
    """The command whose row shows the message, so that it is seen wherever the page is scrolled to."""

    def __init__(self, context: Context, keys: KeyTable[Command]) -> None:
        super().__init__(context)
        self.keys = keys

    @abstractmethod
    def bind(self, command: Command, place: str) -> str:
        """Give a command the key at a place; return why that is not possible, or an empty text."""

    @abstractmethod
    def store(self) -> None:
        """Copy the changed keys to the settings."""

    @property
    def wants_raw_keys(self) -> bool:  # type: ignore[override]
        return self.waiting is not None

    def show_state(self, row: KeyRow, command: Command, also: str) -> None:
        """Show in a command's row whether it waits, and the message about it, or else `also`."""
        row.is_waiting = command == self.waiting
        row.note = (self.message if command == self.message_about else "") or also

    def usual_button(self) -> Button:
        return Button("usual", tr("Default keys"), self._reset, enabled=not self.keys.is_usual)

    def wait_for(self, command: Command, title: str) -> None:
        """Give the next key pressed to `command`."""
        self.waiting, self.message = command, ""
        self.read_anew()
        self.context.announcer.reply(tr("Press the key for: {title}. Esc leaves it as it is.", title=title))

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.KEY:
            if self.waiting is not None and intent.amount:
                self._settle("" if intent.text == "escape" else self.bind(self.waiting, intent.text))
            return None
        if self.waiting is not None and intent.verb in (Verb.PRESS, Verb.CANCEL):
            self._settle()
            if intent.verb is Verb.CANCEL:
                return None
        return super().on_intent(intent)

    def _settle(self, message: str = "") -> None:
        """Stop waiting, save the keys, and announce the message or the focused widget."""
        self.waiting, self.message, self.message_about = None, message, self.waiting
        self.store()
        self.context.save_settings()
        focused = self.read_anew()
        self.context.announcer.reply(message or focused)

    def _reset(self) -> None:
        self.keys.reset()
        self._settle()


# -- keyboard


HALVES = dict(zip(KEYBOARD_HALVES, (mark("Left half"), mark("Right half"))))
WITHIN = dict(zip(KEYBOARD_HALVES, (mark("left half, {use}"), mark("right half, {use}"))))
"""A half and what its key does, for use within a sentence."""
TITLES = {
    Verb.UP: mark("Up"), Verb.LEFT: mark("Left"), Verb.DOWN: mark("Down"), Verb.RIGHT: mark("Right"),
    Verb.CONFIRM: mark("Lift, place, mine"), Verb.SPLIT: mark("Split a tower"), Verb.CANCEL: mark("Put back"),
}  # fmt: skip
USES = {
    Verb.UP: mark("up"), Verb.LEFT: mark("left"), Verb.DOWN: mark("down"), Verb.RIGHT: mark("right"),
    Verb.CONFIRM: mark("lift, place, mine"), Verb.SPLIT: mark("split a tower"), Verb.CANCEL: mark("put back"),
    Verb.DONE: mark("done"),
}  # fmt: skip
"""The same for use within a sentence."""
LOST_FUNCTIONS = {
    Verb.MUTE: mark("At the table this key no longer mutes the sound."),
    Verb.LOG: mark("At the table this key no longer opens the log."),
}
"""Notes on a player's key that no longer has its usual function at a table."""
HALVES_ABOUT = mark(
    "For two players at one keyboard, each with one half. Keys keep their places on every layout, "
    "and single taps are enough. Choose a row, then press the key you want for it."
)
CLASH = mark("A key can do only one thing: give one of the two another key.")


def half_title(verb: Verb) -> str:
    return tr_context("of a player", "Done") if verb is Verb.DONE else tr(TITLES[verb])


class KeyboardPage(BindingPage[Control]):
    """Both halves of the keyboard side by side."""

    heading = mark("Keyboard")
    column_width = 1000.0

    keys: KeyboardHalves

    def __init__(self, context: Context) -> None:
        super().__init__(context, context.devices.keyboard_halves)

    # -- layout

    def put_rows(self, rows: Rows) -> None:
        is_twice = any(map(self.keys.clashes, CONTROLS))
        rows.words("about", tr(CLASH) if is_twice else tr(HALVES_ABOUT), is_twice)
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
        place, title = self.keys.place(control), half_title(control.verb)
        row = KeyRow(f"{control.half} {control.verb}", title, key_label(place), lambda: self.wait_for(control, title))
        row.clash = semicolons(tr(WITHIN[other.half], use=tr(USES[other.verb])) for other in self.keys.clashes(control))
        # Translators: {uses} is what else the key does, such as "left half, put back".
        self.show_state(row, control, tr("Also: {uses}", uses=row.clash) if row.clash else "")
        lost = self.context.devices.program_keys.meant(names_at(place))
        row.help = tr(LOST_FUNCTIONS.get(lost[0], "")) if lost else ""
        return row

    def foot(self) -> list[Box]:
        test = Button("test", tr("Test the keyboard"), self.opens(routes.KEY_TEST))
        return [fill(), self.usual_button(), test, self.back_button(primary=True), fill()]

    # -- changes

    def store(self) -> None:
        self.context.settings.bindings = self.keys.changed()

    def bind(self, control: Control, place: str) -> str:
        if not self.keys.may_have(place):
            return tr("{key} can't be used by a player.", key=key_label(place))
        self.keys.bind(control, place)
        return ""


# -- key test


Key = tuple[str, float]
"""The key's place and its width, relative to an ordinary key."""


def _row(places: str, first: Key | None = None, last: Key | None = None) -> list[Key]:
    return [*([first] if first else []), *((place, 1.0) for place in places.split()), *([last] if last else [])]


ROWS = (
    _row("grave 1 2 3 4 5 6 7 8 9 0 minus equals", last=("backspace", 2.0)),
    _row("q w e r t y u i o p leftbracket rightbracket", ("tab", 1.5), ("backslash", 1.5)),
    _row("a s d f g h j k l semicolon apostrophe", ("capslock", 1.75), ("return", 2.25)),
    _row("nonusbackslash z x c v b n m comma period slash", ("lshift", 1.25), ("rshift", 2.75)),
    [("lctrl", 1.5), ("lgui", 1.25), ("lalt", 1.25), ("space", 6.5), ("ralt", 1.5), ("menu", 1.25), ("rctrl", 1.75)],
)
ARROWS = (("up", 16.5, 3.0), ("left", 15.5, 4.0), ("down", 16.5, 4.0), ("right", 17.5, 4.0))
"""The place of each key, its x and its y."""
KEYS_WIDTH, KEYS_HEIGHT = 18.5, 5.0
"""Size of the whole keyboard, in widths of an ordinary key."""
CASE_MARGIN = 40.0
"""The keyboard's case is larger than its keys by this much."""
UNLABELLED = ("lgui", "menu")
WORD_SIZES = 14, 13
"""Text sizes of a word on a key; a word that does not fit at either is left out."""
WORDS = mark(
    "Both players: hold down the keys you might press at the same time. Every key you hold should "
    "light up, and no others. If one stays dark, your keyboard can't tell these keys apart: choose "
    "others."
)


def keys() -> list[tuple[str, Rect]]:
    """Return the places of the keys in the picture, with their rectangles in widths of an ordinary key."""
    places = []
    for number, line in enumerate(ROWS):
        x = 0.0
        for place, width in line:
            places.append((place, Rect(x, number, width, 1)))
            x += width
    return places + [(place, Rect(x, y, 1, 1)) for place, x, y in ARROWS]


class KeyTestPage(Page):
    """A picture of a keyboard whose keys light up while they are held. Esc leads back."""

    heading = mark("Test the keyboard")
    back_label = mark("Done")
    wants_raw_keys = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.down: list[str] = []
        """The places of the keys that are held, in the order they were pressed."""
        self.most = 0
        """The largest number of keys held at once so far."""

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is not Verb.KEY:
            return super().on_intent(intent)
        if intent.amount and intent.text == "escape":
            return Pop()
        self.down = [place for place in self.down if place != intent.text]
        if intent.amount:
            self.down.append(intent.text)
        self.most = max(self.most, len(self.down))
        if intent.amount:
            self.context.announcer.reply(paragraph([full_stop(key_label(intent.text)), self._count()]))
        self.rebuild()
        return None

    def let_go(self) -> None:
        super().let_go()
        self.down = []
        self.rebuild()

    # -- layout

    def build(self) -> list[Widget]:
        kit = self.kit
        wide = kit.width - 2 * EDGE
        self._picture = space(min(60.0, (wide - CASE_MARGIN) / KEYS_WIDTH) * KEYS_HEIGHT + CASE_MARGIN)
        about = row(fill(), sized(Words("about", tr(WORDS), 16), min(1000.0, kit.width - 100)), fill())
        count = Words("count", self._count(), 16, "bold", kit.theme.glow)
        body = column(space(0), about, fill(), self._picture, count, fill(), gap=8)
        return [
            *body.lay(kit, body_area(kit, kit.width)),
            *row(fill(), self.back_button(primary=True), fill()).lay(kit, foot_area(kit)),
        ]

    # -- drawing

    def _places(self) -> tuple[float, float, float]:
        """Return the x and y where the keys begin, and the width of an ordinary key."""
        room = self._picture.rect.inflate(-CASE_MARGIN, -CASE_MARGIN)
        unit = min(room.w / KEYS_WIDTH, room.h / KEYS_HEIGHT, 60.0)
        return room.centerx - unit * KEYS_WIDTH / 2, room.centery - unit * KEYS_HEIGHT / 2, unit

    def paint(self, stage: Stage) -> None:
        kit, (left, top, unit) = self.kit, self._places()
        paint_frame(stage, kit, tr(self.heading))
        case = kit.plate(
            unit * KEYS_WIDTH + CASE_MARGIN,
            unit * KEYS_HEIGHT + CASE_MARGIN,
            (*kit.theme.night, 150),
            kit.theme.rim,
            1.2,
            16,
        )
        stage.blit_centred(case, *self._picture.rect.center)
        for place, rect in keys():
            picture = self._key(place, rect.w * unit - 5, unit - 5)
            stage.blit(picture, left + rect.x * unit, top + rect.y * unit)

    def _count(self) -> str:
        if not self.most:
            return tr("No key is being pressed.")
        shown = {place for place, _ in keys()}
        unseen = [key_label(place) for place in self.down if place not in shown]
        if not unseen:
            return tr("Pressed now: {number}. Most at once: {most}.", number=len(self.down), most=self.most)
        # Translators: {keys} are names of keys that the picture does not show.
        text = mark("Pressed now: {number} (also {keys}). Most at once: {most}.")
        return tr(text, number=len(self.down), keys=commas(unseen), most=self.most)

    def _key(self, place: str, width: float, height: float) -> pygame.Surface:
        kit, theme = self.kit, self.kit.theme
        control = self.context.devices.keyboard_halves.at(place)
        own = theme.seats[KEYBOARD_HALVES.index(control.half)] if control else None
        label, is_down = "" if place in UNLABELLED else key_label(place), place in self.down

        def make() -> pygame.Surface:
            rim = mix(own, theme.paper, 0.35) if own else theme.rim
            fill = mix(theme.night, own, 0.45) if own else theme.plate
            if is_down:
                rim, fill = theme.paper, theme.glow
            canvas = kit.canvas(width, height, rim)
            canvas.rect(0, 0, width, height, rim, 8).rect(2, 2, width - 4, height - 4, fill, 6.5)
            cap = canvas.done()
            ink = theme.ink if is_down else theme.paper if own else theme.mist
            sizes = (size for size in WORD_SIZES if kit.text_size(label, size, "bold", fixed=True)[0] <= width - 6)
            size = 18 if len(label) == 1 else next(sizes, 0)
            sign = kit.text(label if size else "", size or WORD_SIZES[0], "bold", ink, fixed=True)
            cap.blit(sign, sign.get_rect(center=cap.get_rect().center))
            return cap

        return kit.cached(("testkey", label, own, is_down, round(width, 1), round(height, 1)), make)


# -- keys


GROUPS = (
    (mark("Moving about"), (
        (Verb.NEXT, mark("Next item"), mark("With Shift: the previous item.")),
        (Verb.LEFT, mark("Left"), mark("Also changes a value. With a screen reader: the previous item.")),
        (Verb.RIGHT, mark("Right"), mark("Also changes a value. With a screen reader: the next item.")),
        (Verb.UP, mark("Up"), mark("With a screen reader: the previous item.")),
        (Verb.DOWN, mark("Down"), mark("With a screen reader: the next item.")),
        (Verb.FIRST, mark("First of the group"), ""),
        (Verb.LAST, mark("Last of the group"), ""),
        (Verb.NEXT_GROUP, mark("Next group"),
         mark("From your hand to the towers, for example; in the rules, the next section.")),
        (Verb.PREVIOUS_GROUP, mark("Previous group"), ""),
        (Verb.CONFIRM, mark("Choose, press"), ""),
        (Verb.CANCEL, mark("Back, pause"), mark("This key can't be changed: it always goes back.")),
    )),
    (mark("In a game"), (
        (Verb.PLAY, mark("Play what's chosen"), mark("The main button of every page.")),
        (Verb.FINISH, mark("Play, and end the turn"), mark("Plays what's chosen, then what usually follows.")),
        (Verb.ALIKE, mark("Take the whole suit"), mark("With a mouse or gamepad: press one of its cards twice.")),
        (Verb.PLACE, mark("Play to a tower"),
         mark("{keys}: the first to the sixth place; with Ctrl the turn ends too. These can't be changed.")),
        (Verb.UNDO, mark("Take back a play"), ""),
        (Verb.HINT, mark("Hint"), ""),
        (Verb.LOG, mark("Move log"), ""),
        (Verb.RULES, mark("Rules"), ""),
        (Verb.LOOK, mark("Look through the face-up cards"), ""),
        (Verb.RECAP, mark("Since your last turn"), mark("What the others have done in the meantime.")),
        (Verb.REMATCH, mark("What comes next"), mark("On the results page: the golden button, often a rematch.")),
        (Verb.FASTER, mark("Faster"), ""),
        (Verb.SLOWER, mark("Slower"), ""),
    )),
    (mark("Questions, answered in words"), (
        (Verb.ASK_TURN, mark("Whose turn is it?"), ""),
        (Verb.ASK_SCORES, mark("What are the scores?"), ""),
        (Verb.ASK_HAND, mark("What's in my hand?"), ""),
        (Verb.ASK_TABLE, mark("What's on the table?"), ""),
        (Verb.ASK_TOWERS, mark("Which towers are standing?"), mark("Who owns each one, and what it's worth.")),
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
"""All verbs that have keys, in groups, each with a title and a description."""
ABOUT = mark(
    "Choose a row, then press the key you want for it. A number chooses a card in your hand; pressed "
    "again, it puts the card down. While a screen reader or the voice is on, Shift and a letter go "
    "to the group's next item that begins with that letter. The keys for questions answer without "
    "moving anything."
)


class KeysPage(BindingPage[Verb]):
    """All keys in groups. Changes also appear on the buttons of all pages."""

    heading = mark("Keys")
    column_width = 820.0

    keys: ProgramKeys

    def __init__(self, context: Context) -> None:
        super().__init__(context, context.devices.program_keys)

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
        press = (lambda: self.wait_for(verb, title)) if verb in self.keys.verbs else None
        row = KeyRow(f"key {verb}", title, self.keys.label(verb), press, help)
        row.clash = commas(title_of(other) for other in self.keys.clashes(verb))
        self.show_state(row, verb, tr("Also: {others}", others=row.clash) if row.clash else "")
        return row

    def foot(self) -> list[Box]:
        lesson = Button("lesson", tr("Lesson in listening"), self.opens(routes.LISTENING), size=16)
        lesson.hint = tr("Two minutes at a table where keys and words are all you need.")
        return [fill(), self.usual_button(), lesson, self.back_button(primary=True), fill()]

    # -- changes

    def store(self) -> None:
        self.context.settings.program_keys = self.keys.changed()

    def bind(self, verb: Verb, place: str) -> str:
        names = names_at(place)
        if not names or not all(map(self.keys.may_have, names)):
            return tr("{key} can't be changed.", key=key_words(key_label(place)))
        self.keys.bind(verb, names[0])
        return ""

    def open_keys(self) -> Transition:
        """Close the page: the key that opens it also closes it."""
        return Pop()


def title_of(verb: Verb) -> str:
    """Return the title of a verb."""
    return next((tr(what) for _, entries in GROUPS for other, what, _ in entries if other is verb), str(verb))


# -- on-screen keyboard


LATIN = "qwertyuiop asdfghjkl zxcvbnm"
SIGNS = "1234567890 -_.,!?'&@+ /\\:~()#=%$"
GAP = 6.0
MAX_SUGGESTIONS = 5
MAX_ROWS_OF_LARGE_KEYS = 4
"""An alphabet with more rows than this gets smaller letters."""


def alphabets() -> list[list[str]]:
    """Return the alphabets, each in rows as on a keyboard: the language's own, Latin, and digits with signs."""
    # Translators: all small letters of your language, in rows as on its keyboards, a space between two rows.
    local = tr_context("keyboard", "qwertyuiop asdfghjkl zxcvbnm")
    return [letters.split() for letters in ([local, SIGNS] if "a" in local else [local, LATIN, SIGNS])]


def has_digits(alphabet: list[str]) -> bool:
    return alphabet[0].startswith("1")


def capital(letter: str) -> str:
    """Return the capital of a letter, or the letter itself if that is not a single character."""
    return letter.upper() if len(letter.upper()) == 1 else letter


class TextSoFar(TextField):
    """The text typed so far; pressing the field does nothing."""

    def press(self) -> None:
        pass


class LettersPage(Page):
    """A panel over the page of a text field, with the text so far, suggestions, and a button for each letter."""

    see_through = True
    width = 900.0

    def __init__(self, context: Context, field: TextField, done: Callable[[str], Transition]) -> None:
        """Start with the text of `field`. After the page closes, `done` is called with the new text."""
        super().__init__(context)
        self.heading = field.placeholder
        self._suggestions = [text for text in field.suggestions if text and text != field.text][:MAX_SUGGESTIONS]
        self._begins_large, self._done = field.begins_large, done
        self.text = TextSoFar("text", field.text, (), lambda text: None)
        self.text.placeholder, self.text.longest = field.placeholder, field.longest
        self.text.sift = field.sift
        self.text.is_focusable = False
        self.text.writing, self.text.line = True, TypedLine.at_end(field.text).select_all()
        self._alphabet = 0
        self.is_large = self._begins_large

    # -- layout

    def build(self) -> list[Widget]:
        suggestions = [
            Button(f"suggestion {number}", text, partial(self._finish, text), size=16)
            for number, text in enumerate(self._suggestions)
        ]
        put_in(Group("suggestions", tr("Suggestions")), *suggestions)
        rows = [self._row(letters) for letters in alphabets()[self._alphabet]]
        content = column(self.text, *([row(*map(fill, suggestions), gap=GAP)] if suggestions else []), *rows,
                         self._helpers(), space(4), self._foot_buttons(), gap=GAP)  # fmt: skip
        self._panel = lay_panel(self.kit, content, min(self.width, self.kit.width - 2 * PANEL_EDGE))
        return [*content.widgets()]

    def _row(self, letters: str) -> Box:
        """Return a centred row of keys, each as wide as those of the longest row."""
        longest = max(map(len, alphabets()[self._alphabet]))
        keys = [fill(button) for button in self._keys(letters)]
        rest = (longest - len(letters)) / 2
        return row(fill(share=rest), *keys, fill(share=rest), gap=GAP) if rest else row(*keys, gap=GAP)

    def _keys(self, letters: str) -> Iterator[Button]:
        size = 20 if len(alphabets()[self._alphabet]) <= MAX_ROWS_OF_LARGE_KEYS else 17
        for letter in letters:
            shown = capital(letter) if self.is_large else letter
            button = Button(f"key {letter}", shown, partial(self._write_letter, shown), size=size)
            button.group = Group("letters", tr("Letters"))
            yield button

    def _helpers(self) -> Box:
        following = alphabets()[(self._alphabet + 1) % len(alphabets())]
        label = "123" if has_digits(following) else "".join(sorted("".join(following)))[:3]
        more = Button("more", label, self._next_alphabet, Verb.RULES, self.key(Verb.RULES), size=16)
        more.hint = tr("Digits and symbols") if has_digits(following) else tr("Other letters")
        shift = Button("shift", tr("Capitals"), self._shift, Verb.HINT, self.key(Verb.HINT), size=16)
        space = Button("space", tr_context("keyboard", "Space"), partial(self._write_letter, " "), size=16)
        erase = Button("erase", tr("Erase"), self._erase, Verb.UNDO, self.key(Verb.UNDO), size=16)
        return row(fill(shift), fill(more), fill(space, 1.5), fill(erase), gap=GAP)

    def _foot_buttons(self) -> Box:
        done = Button("done", tr("Done"), lambda: self._finish(self.text.text), Verb.PLAY, self.key(Verb.PLAY), True)
        return row(self.back_button(), fill(), done)

    def initial_focus(self) -> Widget | None:
        return next((w for w in self.widgets if w.name.startswith(("suggestion", "key"))), None)

    def paint(self, stage: Stage) -> None:
        paint_panel(stage, self.kit, self._panel, tr(self.heading))

    # -- writing

    def stop_writing(self) -> None:
        """Do nothing: the caret stays to show where the next letter goes."""

    def _write_letter(self, letter: str) -> None:
        self.text.type(letter)
        self.is_large = self._begins_large and letter == " "
        self._say(letter)

    def _erase(self) -> None:
        self.text.erase()
        self.is_large = self._begins_large and not self.text.text
        if not self.text.text:
            self.context.reply(tr("Nothing has been typed."))
        self._say(self.text.text)

    def _say(self, spoken: str) -> None:
        """Show the keys anew; if a screen reader listens, say what was written."""
        if self.context.announcer.is_heard and spoken.strip():
            self.context.announcer.reply(spoken, urgent=False)
        self.rebuild()

    def _shift(self) -> None:
        self.is_large = not self.is_large
        self._say(labelled(tr("Capitals"), tr("on") if self.is_large else tr("off")))

    def _next_alphabet(self) -> None:
        self._alphabet = (self._alphabet + 1) % len(alphabets())
        alphabet = alphabets()[self._alphabet]
        self._say(tr("Digits and symbols") if has_digits(alphabet) else " ".join(alphabet[0]))

    def _finish(self, text: str) -> Transition:
        return Pop(lambda: self._done(text))
