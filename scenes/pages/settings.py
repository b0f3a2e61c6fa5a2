"""The settings: each takes effect at once, and is remembered."""

from __future__ import annotations

from topping_out.game import registry
from topping_out.game.language import current, mark, tr
from topping_out.game.storage.translations import languages
from topping_out.game.text import commas
from topping_out.scenes import routes
from topping_out.scenes.manager import Transition
from topping_out.scenes.match import definition
from topping_out.scenes.pages.setting_rows import SettingRows
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows


class SettingsPage(ColumnPage):
    """Everything that can be set, in groups."""

    heading = mark("Settings")
    column_width = 760.0

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._problem = ""
        """Why no voice is heard, as the page says it."""

    def update(self, ms: float) -> Transition:
        if self._problem != self.context.voice.problem:  # it has just tried to speak
            self.rebuild()
        return super().update(ms)

    def put_rows(self, rows: Rows) -> None:
        make = SettingRows(self.context, self.rebuild)
        self._put_looks(rows, make)
        self._put_sounds(rows, make)
        self._put_table(rows, make)

    def _put_looks(self, rows: Rows, make: SettingRows) -> None:
        help = tr("What there is for every kind of eyes, ears and hands, with all the settings for it.")
        rows.put(LinkRow("accessibility", tr("Accessibility"), help, self.opens(routes.ACCESSIBILITY)))
        rows.label("reading", tr("Reading"))
        broken = commas(languages.left_out())
        help = tr("{files} can't be used; `topping-out doctor` tells you why.", files=broken) if broken else ""
        rows.put(make.choice("language", tr("Language"), help, languages.languages(), current()))
        for setting in make.looks():
            rows.put(setting)
        rows.label("motion", tr("Motion"))
        for setting in (*make.motion(), make.pace()):
            rows.put(setting)

    def _put_sounds(self, rows: Rows, make: SettingRows) -> None:
        rows.label("sound", tr("Sound"))
        for setting in make.sounds():
            rows.put(setting)
        rows.label("listening", tr("Listening"))
        self._problem = self.context.voice.problem
        for setting in make.voice():
            rows.put(setting)
        rows.label("said", tr("What is said"))
        for setting in make.said():
            rows.put(setting)

    def _put_table(self, rows: Rows, make: SettingRows) -> None:
        is_live = any(registry.load(game).live for game in definition.playable())
        rows.label("table", tr("Table"))
        for setting in make.waits():
            rows.put(setting)
        help = tr("Hands stay hidden between turns when players share this screen.")
        rows.put(make.switch("curtain", tr("Curtain"), help))
        rows.put(make.remarks())
        help = tr("The towers of your finished games stand on the title page.")
        rows.put(make.switch("skyline", tr("Your city"), help))
        if is_live:
            rows.put(make.slower_hands())
            help = tr("Games without turns don't wait while this window is hidden or you're using another one.")
            rows.put(make.switch("background_play", tr("Play on in the background"), help))
        rows.label("controls", tr("Controls"))
        rows.put(LinkRow("keys", tr("Keys"), tr("Every key, and you can change any of them."), self.opens(routes.KEYS)))
        if is_live:
            help = tr("Two players at one keyboard: which key does what, and which keys work together.")
            rows.put(LinkRow("bindings", tr("Keyboard"), help, self.opens(routes.KEYBOARD)))
        rows.label("files", tr("Files"))
        help = tr("Take your games, settings, own decks and results to another machine, or pack a report on a fault.")
        rows.put(LinkRow("transfer", tr("Export and import"), help, self.opens(routes.TRANSFER)))
