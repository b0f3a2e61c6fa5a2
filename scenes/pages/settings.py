"""The settings: each takes effect at once, and is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topping_out.game import registry
from topping_out.game.language import current, mark, tr
from topping_out.game.storage import languages
from topping_out.scenes import routes
from topping_out.scenes.accessibility.voice import MODES
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import (
    ANNOUNCEMENT_NAMES,
    ANNOUNCEMENTS,
    HANDS,
    HANDS_HELP,
    HANDS_NAMES,
    PACE_NAMES,
    PACES,
    SPEED_NAMES,
    SPEEDS,
    TEXT_SIZES,
)
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows
from topping_out.scenes.ui.widgets import Slider, Stepper, Switch


def has_live_game() -> bool:
    return any(registry.load(game).live for game in definition.playable())


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
        self._reading(rows)
        self._motion(rows)
        self._sound(rows)
        self._listening(rows)
        self._table(rows)
        self._controls(rows)
        self._files(rows)

    def _reading(self, rows: Rows) -> None:
        rows.label("reading", tr("Reading"))
        names = languages.languages()
        broken = ", ".join(languages.left_out())
        text = tr("{files} can't be used; `topping-out doctor` tells you why.", files=broken) if broken else ""
        self._choice(rows, "language", tr("Language"), text, [*names], [*names.values()], current())
        sizes = [f"{round(size * 100)} %" for size in TEXT_SIZES]
        self._choice(rows, "text_size", tr("Text size"), tr("How large all text is."), TEXT_SIZES, sizes)
        if patterns := " ".join(filter(None, (tr(table_of(game).patterns) for game in definition.playable()))):
            self._switch(rows, "patterns", tr("Patterns"), patterns)
        self._switch(rows, "fullscreen", tr("Full screen"), tr("The game fills the whole screen."))

    def _motion(self, rows: Rows) -> None:
        rows.label("motion", tr("Motion"))
        names = [tr(SPEED_NAMES[name]) for name in SPEEDS]
        self._choice(rows, "speed", tr("Speed of play"), tr("How fast things move."), [*SPEEDS], names)
        names = [tr(PACE_NAMES[name]) for name in PACES]
        text = tr("How long bots wait before they play, in games with turns.")
        self._choice(rows, "pace", tr("Bots' pace"), text, [*PACES], names)
        self._switch(rows, "reduced_motion", tr("Reduced motion"), tr("Things fade instead of travelling."))
        self._switch(rows, "idle_life", tr("Idle life"), tr("Stars twinkle and windows flicker while nothing happens."))

    def _sound(self, rows: Rows) -> None:
        rows.label("sound", tr("Sound"))
        self._slider(rows, "effects", tr("Effects"), tr("Cards, pennies, buttons."))
        self._slider(rows, "ambience", tr("Ambience"), tr("The town at dusk."))
        self._switch(rows, "muted", tr("Mute"), tr("No sound at all."))

    def _listening(self, rows: Rows) -> None:
        rows.label("listening", tr("Listening"))
        self._problem = self.context.voice.problem
        text = tr("The program's own voice; it is silent while a screen reader speaks.")
        text = tr("No voice here: {problem}", problem=tr(self._problem)) if self._problem else text
        self._choice(
            rows, "read_aloud", tr("Read aloud"), text, [*MODES], [tr("Off"), tr("What I point at"), tr("Everything")]
        )
        self._slider(rows, "voice_rate", tr("Voice: speed"), tr("How fast it speaks."))
        self._slider(rows, "voice_volume", tr("Voice: volume"), tr("How loud it speaks."))
        names = [tr(ANNOUNCEMENT_NAMES[name]) for name in ANNOUNCEMENTS]
        text = tr("How much is said about your own plays; other players' plays are always told in full.")
        self._choice(rows, "announcements", tr("Announcements"), text, [*ANNOUNCEMENTS], names)

    def _table(self, rows: Rows) -> None:
        rows.label("table", tr("Table"))
        text = tr("Hands are hidden between the turns of players who share this screen.")
        self._switch(rows, "curtain", tr("Curtain"), text)
        self._switch(rows, "remarks", tr("Remarks"), tr("Characters say a few words now and then to what happens."))
        text = tr("The towers of your finished games stand on the title.")
        self._switch(rows, "skyline", tr("Your skyline"), text)
        if has_live_game():
            names = [tr(HANDS_NAMES[name]) for name in HANDS]
            self._choice(rows, "slower_hands", tr("Slower hands"), tr(HANDS_HELP), [*HANDS], names)
            text = tr("Games without turns do not wait while this window is hidden or another one has the keyboard.")
            self._switch(rows, "background_play", tr("Play on in the background"), text)

    def _controls(self, rows: Rows) -> None:
        rows.label("controls", tr("Controls"))
        text = tr("Every key there is; change any you like.")
        rows.put(LinkRow("keys", tr("Keys"), text, lambda: Push(routes.KEYS(self.context))))
        if has_live_game():
            text = tr("Two players at one keyboard: which key does what, and which keys work together.")
            rows.put(LinkRow("bindings", tr("Keyboard"), text, lambda: Push(routes.KEYBOARD(self.context))))

    def _files(self, rows: Rows) -> None:
        rows.label("files", tr("Files"))
        text = tr("Take your games, settings, own decks and results to another machine.")
        rows.put(LinkRow("transfer", tr("Export and import"), text, lambda: Push(routes.TRANSFER(self.context))))

    # -- the kinds of rows

    def _switch(self, rows: Rows, key: str, title: str, text: str) -> None:
        value = bool(getattr(self.context.settings, key))
        rows.put(Switch(key, title, text, value, lambda on: self._set(key, on)))

    def _slider(self, rows: Rows, key: str, title: str, text: str) -> None:
        value = float(getattr(self.context.settings, key))
        rows.put(Slider(key, title, text, value, lambda share: self._set_volume(key, share)))

    def _choice(
        self,
        rows: Rows,
        key: str,
        title: str,
        text: str,
        values: Sequence[Any],
        labels: Sequence[str],
        now: Any = None,
    ) -> None:
        """Add a row for one of several values; `now` is the present one, where the setting does not say it."""
        now = getattr(self.context.settings, key) if now is None else now
        index = values.index(now) if now in values else 0
        rows.put(Stepper(key, title, text, labels, index, lambda place: self._set(key, values[place])))

    # -- putting them into effect

    def _set(self, key: str, value: Any) -> Transition:
        setattr(self.context.settings, key, value)
        self.context.save_settings()
        self.rebuild()
        return None

    def _set_volume(self, key: str, share: float) -> Transition:
        setattr(self.context.settings, key, share)
        self.context.save_settings()
        if key == "effects":
            self.context.audio.play("card_place")
        return None
