"""The settings: each takes effect at once, and is remembered."""

from __future__ import annotations

from topping_out.game import registry
from topping_out.game.language import current, mark, tr
from topping_out.game.storage import languages
from topping_out.scenes import routes
from topping_out.scenes.accessibility.voice import MODES
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Transition
from topping_out.scenes.match import definition
from topping_out.scenes.pages.setting_rows import SettingRows
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import (
    READER_PACES,
    SAID,
    SAID_NAMES,
)
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows

SAID_HELP = {
    "announcements": (mark("Your plays"), mark("What you have done, and what it comes to.")),
    "others_said": (mark("Others' plays"), mark("Short: what they did, without what it changes.")),
    "hints_said": (mark("Hints"), mark("Short: what to play, without the reason.")),
    "remarks_said": (mark("Characters"), mark("Their remarks.")),
    "time_said": (mark("Time"), mark("Clocks, whose turn follows, and how long a play can be taken back.")),
    "tips_said": (mark("Descriptions"), mark("What a thing does, when you come to it. Short: only what it is.")),
}
"""What there is to be said, by its setting: its title, and more about it."""


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
        help = tr("What there is for eyes, ears and hands of every kind, with all settings for it.")
        rows.put(LinkRow("accessibility", tr("Accessibility"), help, self.opens(routes.ACCESSIBILITY)))
        rows.label("reading", tr("Reading"))
        broken = ", ".join(languages.left_out())
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
        help = tr("The program's own voice; it is silent while a screen reader speaks.")
        help = tr("No voice here: {problem}", problem=tr(self._problem)) if self._problem else help
        labels = dict(zip(MODES, (tr("Off"), tr("What I point at"), tr("Everything"))))
        rows.put(make.choice("read_aloud", tr("Read aloud"), help, labels))
        rows.put(make.slider("voice_rate", tr("Voice: speed"), tr("How fast it speaks.")))
        rows.put(make.slider("voice_volume", tr("Voice: volume"), tr("How loud it speaks.")))
        paces = {pace: tr("{pace} letters a second", pace=round(pace)) for pace in READER_PACES}
        help = tr("How fast your screen reader speaks: bots wait until it is done.")
        rows.put(make.choice("reader_pace", tr("Reader: speed"), help, paces))
        self._put_said(rows, make)

    def _put_said(self, rows: Rows, make: SettingRows) -> None:
        """Add how much is said, a row for each kind of thing."""
        rows.label("said", tr("What is said"))
        for kind, (title, help) in SAID_HELP.items():
            amounts = {amount: tr(SAID_NAMES[amount]) for amount in SAID[kind]}
            rows.put(make.choice(kind, tr(title), tr(help), amounts))

    def _put_table(self, rows: Rows, make: SettingRows) -> None:
        is_live = any(registry.load(game).live for game in definition.playable())
        rows.label("table", tr("Table"))
        waits = {"moment": tr("A moment"), "key": tr("For my key")}
        key, now = self.key(Verb.PLAY), "key" if self.context.bots_wait_for_key else "moment"
        help = tr("Before each play: a moment, and until all is said; or until you press {key}.", key=key)
        rows.put(make.choice("bots_wait", tr("Bots wait"), help, waits, now))
        help = tr(
            "You are asked whether you mean a play, and may take as long as you like. Games without turns don't ask."
        )
        rows.put(make.switch("ask_first", tr("Ask before a play counts"), help))
        help = tr("Hands are hidden between the turns of players who share this screen.")
        rows.put(make.switch("curtain", tr("Curtain"), help))
        rows.put(make.remarks())
        help = tr("The towers of your finished games stand on the title.")
        rows.put(make.switch("skyline", tr("Your skyline"), help))
        if is_live:
            rows.put(make.slower_hands())
            help = tr("Games without turns do not wait while this window is hidden or another one has the keyboard.")
            rows.put(make.switch("background_play", tr("Play on in the background"), help))
        rows.label("controls", tr("Controls"))
        rows.put(LinkRow("keys", tr("Keys"), tr("Every key there is; change any you like."), self.opens(routes.KEYS)))
        if is_live:
            help = tr("Two players at one keyboard: which key does what, and which keys work together.")
            rows.put(LinkRow("bindings", tr("Keyboard"), help, self.opens(routes.KEYBOARD)))
        rows.label("files", tr("Files"))
        help = tr("Take your games, settings, own decks and results to another machine.")
        rows.put(LinkRow("transfer", tr("Export and import"), help, self.opens(routes.TRANSFER)))
