"""What there is for eyes, ears, hands and heads of every kind, in words, with the settings for it."""

from __future__ import annotations

from topping_out.game import registry
from topping_out.game.language import mark, tr
from topping_out.scenes import routes
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Transition
from topping_out.scenes.match import definition
from topping_out.scenes.pages.setting_rows import SettingRows
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows

FOR_EYES = mark(
    "Nothing is told by colour alone: suits, sites and players also have a sign or a letter. On "
    "first start, text size, contrast and motion follow your system's settings."
)
FOR_EARS = mark("Nothing is told by sound alone. What characters say is always written.")
WITHOUT_SIGHT = mark(
    "Every page and every table works with your screen reader. Without one, press {voice} and the "
    "program reads aloud in its own voice; Listening, in the settings, sets how much. {keys} lists "
    "all keys, {turn} tells you whose turn it is."
)
FOR_HANDS = mark(
    "Everything works with a one-button mouse, with the keyboard or with a gamepad. You never have "
    "to hold a key down, press two together, or drag anything. Games with turns have no clock."
)
FOR_HEADS = mark(
    "Each game has a guided first game, and its rules come with pictures; {hint} asks for a hint, "
    "{undo} takes a play back, {log} shows what has happened. Games are saved as you play. Too hard "
    "or too easy? Opponents, in a table's menu, lets another bot take over."
)


class AccessibilityPage(ColumnPage):
    """Gathers the settings that make the program fit a person; they stand in the other settings too."""

    heading = mark("Accessibility")
    column_width = 760.0

    _problem = ""
    """Why no voice is heard, as the page says it."""

    def update(self, ms: float) -> Transition:
        if self._problem != self.context.voice.problem:  # it has just tried to speak
            self.rebuild()
        return super().update(ms)

    def put_rows(self, rows: Rows) -> None:
        make, is_live = SettingRows(self.context, self.rebuild), any(map(_is_live, definition.playable()))
        rows.label("eyes", tr("Seeing well"))
        rows.words("for eyes", tr(FOR_EYES))
        for row in make.looks():
            rows.put(row)
        rows.label("motion", tr("Motion"))
        for row in make.motion():
            rows.put(row)
        rows.label("ears", tr("Without hearing"))
        rows.words("for ears", tr(FOR_EARS))
        for row in make.sounds():
            rows.put(row)
        rows.label("reader", tr("Without sight"))
        key = self.key
        voice, keys, turn = key(Verb.READ_ALOUD), key(Verb.KEYS), key(Verb.ASK_TURN)
        rows.words("without sight", tr(WITHOUT_SIGHT, voice=voice, keys=keys, turn=turn))
        self._problem = self.context.voice.problem
        for row in (*make.voice(), *make.said()):
            rows.put(row)
        rows.label("hands", tr("Hands"))
        rows.words("for hands", tr(FOR_HANDS))
        rows.put(LinkRow("keys", tr("Keys"), tr("Every key, and you can change any of them."), self.opens(routes.KEYS)))
        if is_live:
            rows.put(make.slower_hands())
            rows.put(make.bots_hands())
            rows.put(make.even_hands())
        rows.label("heads", tr("At your own pace"))
        words = tr(FOR_HEADS, hint=key(Verb.HINT), undo=key(Verb.UNDO), log=key(Verb.LOG))
        rows.words("for heads", words)
        for row in (*make.waits(), make.pace()):
            rows.put(row)
        rows.put(make.remarks())


def _is_live(game: str) -> bool:
    return registry.load(game).live
