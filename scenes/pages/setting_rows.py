"""Rows that show and change settings: each takes effect at once, and is remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from topping_out.game.language import mark, tr
from topping_out.game.text import paragraph
from topping_out.scenes.accessibility.voice import MODES
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import (
    BOTS_HANDS_HELP,
    BOTS_HANDS_NAMES,
    COLOUR_NAMES,
    HANDS_HELP,
    HANDS_NAMES,
    PACE_NAMES,
    POINTER_NAMES,
    READER_PACES,
    SAID,
    SAID_NAMES,
    SPEED_NAMES,
    TEXT_SIZES,
    Volume,
)
from topping_out.scenes.ui.fields.volume import VolumeSlider
from topping_out.scenes.ui.widgets import Slider, Stepper, Switch, Widget

EVEN_HELP = mark("Where mice and keys play together, a mouse rests a second after each play.")


SAID_HELP = {
    "announcements": (mark("Your plays"), mark("What you did, and what came of it.")),
    "others_said": (mark("Others' plays"), mark("Short: what they did, but not what it changed.")),
    "hints_said": (mark("Hints"), mark("Short: what to play, without the reason.")),
    "remarks_said": (mark("Characters"), mark("Their remarks.")),
    "time_said": (mark("Time"), mark("Clocks, whose turn follows, and how long a play can be taken back.")),
    "tips_said": (mark("Descriptions"), mark("What an item does, when you come to it. Short: only what it is.")),
}
"""What there is to be said, by its setting: its title, and more about it."""


class SettingRows:
    """Makes the rows of a page, each for a field of the settings; `changed` is called after each change."""

    def __init__(self, context: Context, changed: Callable[[], object]) -> None:
        self.context, self._changed = context, changed

    def switch(self, field: str, title: str, help: str) -> Switch:
        return Switch(field, title, help, bool(getattr(self.context.settings, field)), partial(self._set, field))

    def slider(self, field: str, title: str, help: str) -> Slider:
        return Slider(field, title, help, float(getattr(self.context.settings, field)), partial(self._slide, field))

    def volume(self, field: Volume, title: str, help: str) -> VolumeSlider:
        settings = self.context.settings
        change = partial(self._set_volume, field)
        return VolumeSlider(field, title, help, float(getattr(settings, field)), field in settings.silenced, change)

    def _set_volume(self, field: Volume, value: float, is_off: bool) -> None:
        settings = self.context.settings
        settings.silenced = [name for name in settings.silenced if name != field] + [field] * is_off
        self._slide(field, value)

    def choice(self, field: str, title: str, help: str, labels: Mapping[Any, str], now: Any = None) -> Stepper:
        """Return a row for one of several values; `now` is the present one, where the setting does not say it."""
        values, now = [*labels], getattr(self.context.settings, field) if now is None else now
        at = values.index(now) if now in values else 0
        return Stepper(field, title, help, [*labels.values()], at, lambda place: self._set(field, values[place]))

    def _set(self, field: str, value: Any) -> None:
        self._slide(field, value)
        self._changed()

    def _slide(self, field: str, value: Any) -> None:
        setattr(self.context.settings, field, value)
        self.context.save_settings()
        if field == "effects":
            self.context.audio.play("card_place")

    # -- rows that stand on more than one page

    def looks(self) -> list[Widget]:
        """Return the rows of how things look."""
        sizes = {size: tr("{percent}%", percent=round(size * 100)) for size in TEXT_SIZES}
        signs = paragraph(tr(table_of(game).patterns) for game in definition.playable())
        help = tr("Or with seats, sites and suits that every kind of eye can tell apart, even in grey.")
        return [
            self.choice("text_size", tr("Text size"), tr("The size of all text."), sizes),
            self.choice("colours", tr("Colours"), help, translated(COLOUR_NAMES)),
            *([self.switch("patterns", tr("Patterns"), signs)] if signs else []),
            self.switch("close_up", tr("Close-up"), tr("The card you point at is also shown twice as large.")),
            self.switch("high_contrast", tr("High contrast"), tr("White on black, with strong outlines.")),
            self.choice("pointer", tr("Pointer"), tr("The size of the pointers."), translated(POINTER_NAMES)),
            self.switch("fullscreen", tr("Full screen"), tr("The game fills the whole screen.")),
        ]

    def motion(self) -> list[Widget]:
        """Return the rows of what moves."""
        help = tr("Stars twinkle and windows flicker while nothing happens.")
        return [
            self.choice("speed", tr("Speed of play"), tr("How fast things move."), translated(SPEED_NAMES)),
            self.switch("reduced_motion", tr("Reduced motion"), tr("Things fade instead of travelling.")),
            self.switch("idle_life", tr("Idle animation"), help),
        ]

    def sounds(self) -> list[Widget]:
        """Return the rows of what is heard, without the voice."""
        problem = self.context.audio.music.problem
        about = tr("Each game has its own piece, which follows how the game goes.")
        about = tr("No music here: {problem}", problem=problem) if problem else about
        return [
            self.volume("effects", tr("Effects"), tr("Cards, pennies, buttons.")),
            self.volume("ambience", tr("Ambience"), tr("The town at dusk.")),
            self.volume("music", tr("Music"), about),
            self.switch("stereo", tr("Stereo"), tr("Sounds come from their place on the table.")),
            self.switch("muted", tr("Mute"), tr("No sound at all.")),
            self.switch(
                "background_sound",
                tr("Sound in the background"),
                tr("You hear the game even while you're using another window."),
            ),
            self.switch("captions", tr("Captions"), tr("Sounds are also written on the screen.")),
        ]

    def voice(self) -> list[Widget]:
        """Return the rows of who reads aloud."""
        problem = self.context.voice.problem
        help = tr("The program's own voice; it is silent while a screen reader speaks.")
        help = tr("No voice here: {problem}", problem=tr(problem)) if problem else help
        labels = dict(zip(MODES, (tr("Off"), tr("What I point at"), tr("Everything"))))
        paces = {pace: tr("{pace} letters a second", pace=round(pace)) for pace in READER_PACES}
        waits = tr("How fast your screen reader speaks, so that bots wait until it is done.")
        stays = tr("For braille: what happens stays on your reader's line until you press a key.")
        return [
            self.choice("read_aloud", tr("Read aloud"), help, labels),
            self.slider("voice_rate", tr("Voice: speed"), tr("How fast it speaks.")),
            self.volume("voice_volume", tr("Voice: volume"), tr("How loud it speaks.")),
            self.choice("reader_pace", tr("Reader: speed"), waits, paces),
            self.switch("said_stays", tr("What is said stays"), stays),
        ]

    def said(self) -> list[Widget]:
        """Return the rows of how much is said, one for each kind of thing."""
        return [
            self.choice(kind, tr(title), tr(help), {amount: tr(SAID_NAMES[amount]) for amount in SAID[kind]})
            for kind, (title, help) in SAID_HELP.items()
        ]

    def waits(self) -> list[Widget]:
        """Return the rows of who waits for whom."""
        waits = {"moment": tr("A moment"), "key": tr("For my key")}
        key, now = self.context.devices.label(Verb.PLAY), "key" if self.context.bots_wait_for_key else "moment"
        help = tr("Before each play: a moment after everything has been said, or until you press {key}.", key=key)
        ask = tr(
            "You're asked whether you mean a play, and can take as long as you like. Games without turns don't ask."
        )
        return [
            self.choice("bots_wait", tr("Bots wait"), help, waits, now),
            self.switch("ask_first", tr("Ask before a play counts"), ask),
        ]

    def pace(self) -> Stepper:
        help = tr("How long bots wait before they play, in games with turns.")
        return self.choice("pace", tr("Bots' pace"), help, translated(PACE_NAMES))

    def remarks(self) -> Switch:
        return self.switch("remarks", tr("Remarks"), tr("Characters say a few words about what happens now and then."))

    # -- hands at live tables, which several pages show

    def bots_hands(self) -> Stepper:
        help = tr(BOTS_HANDS_HELP[self.context.settings.bots_hands])
        return self.choice("bots_hands", tr("Bots' hands"), help, translated(BOTS_HANDS_NAMES))

    def slower_hands(self) -> Stepper:
        return self.choice("slower_hands", tr("Slower hands"), tr(HANDS_HELP), translated(HANDS_NAMES))

    def even_hands(self) -> Switch:
        """Return the row that switches the handicap between devices."""
        return self.switch("even_hands", tr("Fair play"), tr(EVEN_HELP))


def translated(names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of values in the language that is spoken."""
    return {value: tr(name) for value, name in names.items()}
