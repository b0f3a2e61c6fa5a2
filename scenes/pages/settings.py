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
from topping_out.scenes.ui.column import ColumnLayout, ColumnPage, LinkRow
from topping_out.scenes.ui.widgets import Rect, Slider, Stepper, Switch, Widget

NOWHERE = Rect(0, 0, 0, 0)


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

    def column(self, width: float) -> list[Widget]:
        stack = ColumnLayout(self.kit, width)
        self._reading(stack)
        self._motion(stack)
        self._sound(stack)
        self._listening(stack)
        self._table(stack)
        self._controls(stack)
        self._files(stack)
        return stack.widgets

    def _reading(self, stack: ColumnLayout) -> None:
        stack.label("reading", tr("Reading"))
        names = languages.languages()
        broken = ", ".join(languages.left_out())
        text = tr("{files} can't be used; `topping-out doctor` tells you why.", files=broken) if broken else ""
        self._choice(stack, "language", tr("Language"), text, [*names], [*names.values()], current())
        sizes = [f"{round(size * 100)} %" for size in TEXT_SIZES]
        self._choice(stack, "text_size", tr("Text size"), tr("How large all text is."), TEXT_SIZES, sizes)
        if patterns := " ".join(filter(None, (tr(table_of(game).patterns) for game in definition.playable()))):
            self._switch(stack, "patterns", tr("Patterns"), patterns)
        self._switch(stack, "fullscreen", tr("Full screen"), tr("The game fills the whole screen."))

    def _motion(self, stack: ColumnLayout) -> None:
        stack.label("motion", tr("Motion"))
        names = [tr(SPEED_NAMES[name]) for name in SPEEDS]
        self._choice(stack, "speed", tr("Speed of play"), tr("How fast things move."), [*SPEEDS], names)
        names = [tr(PACE_NAMES[name]) for name in PACES]
        text = tr("How long bots wait before they play, in games with turns.")
        self._choice(stack, "pace", tr("Bots' pace"), text, [*PACES], names)
        self._switch(stack, "reduced_motion", tr("Reduced motion"), tr("Things fade instead of travelling."))
        self._switch(
            stack, "idle_life", tr("Idle life"), tr("Stars twinkle and windows flicker while nothing happens.")
        )

    def _sound(self, stack: ColumnLayout) -> None:
        stack.label("sound", tr("Sound"))
        self._slider(stack, "effects", tr("Effects"), tr("Cards, pennies, buttons."))
        self._slider(stack, "ambience", tr("Ambience"), tr("The town at dusk."))
        self._switch(stack, "muted", tr("Mute"), tr("No sound at all."))

    def _listening(self, stack: ColumnLayout) -> None:
        stack.label("listening", tr("Listening"))
        self._problem = self.context.voice.problem
        text = tr("The program's own voice; it is silent while a screen reader speaks.")
        text = tr("No voice here: {problem}", problem=tr(self._problem)) if self._problem else text
        self._choice(
            stack, "read_aloud", tr("Read aloud"), text, [*MODES], [tr("Off"), tr("What I point at"), tr("Everything")]
        )
        self._slider(stack, "voice_rate", tr("Voice: speed"), tr("How fast it speaks."))
        self._slider(stack, "voice_volume", tr("Voice: volume"), tr("How loud it speaks."))
        names = [tr(ANNOUNCEMENT_NAMES[name]) for name in ANNOUNCEMENTS]
        text = tr("How much is said about your own plays; other players' plays are always told in full.")
        self._choice(stack, "announcements", tr("Announcements"), text, [*ANNOUNCEMENTS], names)

    def _table(self, stack: ColumnLayout) -> None:
        stack.label("table", tr("Table"))
        text = tr("Hands are hidden between the turns of players who share this screen.")
        self._switch(stack, "curtain", tr("Curtain"), text)
        self._switch(stack, "remarks", tr("Remarks"), tr("Characters say a few words now and then to what happens."))
        text = tr("The towers of your finished games stand on the title.")
        self._switch(stack, "skyline", tr("Your skyline"), text)
        if has_live_game():
            names = [tr(HANDS_NAMES[name]) for name in HANDS]
            self._choice(stack, "slower_hands", tr("Slower hands"), tr(HANDS_HELP), [*HANDS], names)
            text = tr("Games without turns do not wait while this window is hidden or another one has the keyboard.")
            self._switch(stack, "background_play", tr("Play on in the background"), text)

    def _controls(self, stack: ColumnLayout) -> None:
        stack.label("controls", tr("Controls"))
        text = tr("Every key there is; change any you like.")
        stack.row(LinkRow("keys", tr("Keys"), text, lambda: Push(routes.KEYS(self.context))))
        if has_live_game():
            text = tr("Two players at one keyboard: which key does what, and which keys work together.")
            stack.row(LinkRow("bindings", tr("Keyboard"), text, lambda: Push(routes.KEYBOARD(self.context))))

    def _files(self, stack: ColumnLayout) -> None:
        stack.label("files", tr("Files"))
        text = tr("Take your games, settings, own decks and results to another machine.")
        stack.row(LinkRow("transfer", tr("Export and import"), text, lambda: Push(routes.TRANSFER(self.context))))

    # -- the kinds of rows

    def _switch(self, stack: ColumnLayout, key: str, title: str, text: str) -> None:
        value = bool(getattr(self.context.settings, key))
        stack.row(Switch(key, NOWHERE.copy(), title, text, value, lambda on: self._set(key, on)))

    def _slider(self, stack: ColumnLayout, key: str, title: str, text: str) -> None:
        value = float(getattr(self.context.settings, key))
        stack.row(Slider(key, NOWHERE.copy(), title, text, value, lambda share: self._set_volume(key, share)))

    def _choice(
        self,
        stack: ColumnLayout,
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
        stack.row(Stepper(key, NOWHERE.copy(), title, text, labels, index, lambda place: self._set(key, values[place])))

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
