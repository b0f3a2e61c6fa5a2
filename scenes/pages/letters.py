"""An on-screen keyboard for players who type with a gamepad."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from topping_out.game.language import tr, tr_context
from topping_out.game.text import labelled

from ..accessibility.semantics import Group
from ..devices.intents import Verb
from ..kit.stage import Stage
from ..manager import Pop, Transition
from ..system.context import Context
from ..ui.column import PANEL_EDGE, lay_panel, paint_panel
from ..ui.fields import TextField, TypedLine
from ..ui.layout import Box, Widget, column, fill, row, space
from ..ui.page import Page
from ..ui.widgets import Button, put_in

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
