"""The pages of settings, the page that leads to them, and the accessibility page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from topping_out.game import registry
from topping_out.game.language import current, mark, tr, tr_count
from topping_out.game.storage import translations
from topping_out.game.text import commas, paragraph

from .. import routes
from ..accessibility.voice import MODES
from ..devices.intents import Verb
from ..kit.kit import Kit
from ..manager import Transition
from ..match import definition
from ..match.definition import table_of
from ..system.context import Context
from ..system.settings import (
    BOT_HAND_SPEED_HELP,
    BOT_HAND_SPEED_NAMES,
    COLOUR_NAMES,
    LIVE_SPEED_HELP,
    LIVE_SPEED_NAMES,
    PACE_NAMES,
    POINTER_NAMES,
    READER_PACES,
    SPEECH_AMOUNT_NAMES,
    SPEECH_AMOUNTS,
    SPEED_NAMES,
    TEXT_SIZES,
    Volume,
)
from ..ui.column import ColumnPage, LinkRow, Rows, body_area
from ..ui.fields import MIN_SEARCH_LENGTH, SearchField, VolumeSlider
from ..ui.layout import Rect, Widget
from ..ui.widgets import ListRow, Slider, Stepper, Switch

# -- setting rows


EVEN_HELP = mark("Where mice and keys play together, a mouse rests a second after each play.")


MIRRORED_HELP = mark("For left-handed play: buttons and draw pile are on the left, and what you read is on the right.")


SAID_HELP = {
    "announcements": (mark("Your plays"), mark("What you did, and what came of it.")),
    "others_said": (mark("Others' plays"), mark("Short: what they did, but not what it changed.")),
    "hints_said": (mark("Hints"), mark("Short: what to play, without the reason.")),
    "remarks_said": (mark("Characters"), mark("Their remarks.")),
    "time_said": (mark("Time"), mark("Clocks, whose turn is next, and how long you can take a play back.")),
    "tips_said": (mark("Descriptions"), mark("What an item does, when you come to it. Short: only what it is.")),
}
"""The title and description of each setting that says how much is spoken, by field."""


KEYS_HELP = mark("Every key, and most of them can be changed.")


class SettingRows:
    """Makes rows that edit the settings; `changed` is called after each change of a value other than a slider's."""

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
        """Return a row to choose one of several values; `now` is the current one if the field does not hold it."""
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

    # -- rows by what they are about

    def looks(self) -> list[Widget]:
        """Return the rows about how things look."""
        sizes = {size: tr("{percent}%", percent=round(size * 100)) for size in TEXT_SIZES}
        signs = paragraph(tr(table_of(game).patterns) for game in definition.playable())
        help = tr("Usual colours, or colours for seats, sites and suits that everyone can tell apart, even in grey.")
        return [
            self.choice("text_size", tr("Text size"), tr("The size of all text."), sizes),
            self.choice("colours", tr("Colours"), help, translated(COLOUR_NAMES)),
            *([self.switch("patterns", tr("Patterns"), signs)] if signs else []),
            self.switch("mirrored", tr("Mirrored tables"), tr(MIRRORED_HELP)),
            self.switch("close_up", tr("Close-up"), tr("The card you point at is also shown twice as large.")),
            self.switch("high_contrast", tr("High contrast"), tr("White on black, with strong outlines.")),
            self.choice("pointer", tr("Pointer"), tr("The size of the pointers."), translated(POINTER_NAMES)),
            self.switch("fullscreen", tr("Full screen"), tr("The game fills the whole screen.")),
        ]

    def motion(self) -> list[Widget]:
        """Return the rows about motion."""
        help = tr("Stars twinkle and windows flicker while nothing happens.")
        return [
            self.switch("reduced_motion", tr("Reduced motion"), tr("Things fade instead of travelling.")),
            self.switch("idle_life", tr("Idle animation"), help),
        ]

    def sounds(self) -> list[Widget]:
        """Return the rows about sounds, except the voice."""
        problem = self.context.audio.music.problem
        about = tr("Each game has its own music, which follows how the game goes.")
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
        """Return the rows about the program's voice and the screen reader."""
        problem = self.context.voice.problem
        help = tr("The program's own voice; it's silent while a screen reader speaks.")
        help = tr("No voice here: {problem}", problem=tr(problem)) if problem else help
        labels = dict(zip(MODES, (tr("Off"), tr("What I point at"), tr("Everything"))))
        paces = {pace: tr("{pace} letters a second", pace=round(pace)) for pace in READER_PACES}
        waits = tr("How fast your screen reader speaks, so that bots wait until it's done.")
        stays = tr("For braille: what happens stays on your braille display until you press a key.")
        return [
            self.choice("read_aloud", tr("Read aloud"), help, labels),
            self.slider("voice_rate", tr("Voice: speed"), tr("How fast it speaks.")),
            self.volume("voice_volume", tr("Voice: volume"), tr("How loud it speaks.")),
            self.choice("reader_pace", tr("Screen reader: speed"), waits, paces),
            self.switch("said_stays", tr("Messages stay"), stays),
        ]

    def said(self) -> list[Widget]:
        """Return the rows about how much is spoken, one for each kind of message."""
        return [
            self.choice(
                kind, tr(title), tr(help), {amount: tr(SPEECH_AMOUNT_NAMES[amount]) for amount in SPEECH_AMOUNTS[kind]}
            )
            for kind, (title, help) in SAID_HELP.items()
        ]

    def waits(self) -> list[Widget]:
        """Return the rows about how long bots wait and whether plays are confirmed."""
        waits = {"moment": tr("A moment"), "key": tr("Until I press a key")}
        key, now = self.context.devices.label(Verb.PLAY), "key" if self.context.bots_wait_for_key else "moment"
        help = tr("Before each play: a moment after everything has been said, or until you press {key}.", key=key)
        ask = tr("You're asked to confirm each play, and can take as long as you like. Games without turns don't ask.")
        return [
            self.choice("bots_wait", tr("Bots wait"), help, waits, now),
            self.switch("ask_first", tr("Ask before a play counts"), ask),
        ]

    def speed(self) -> Stepper:
        return self.choice("speed", tr("Speed of play"), tr("How fast things move."), translated(SPEED_NAMES))

    def pace(self) -> Stepper:
        help = tr("How long bots wait before they play, in games with turns.")
        return self.choice("pace", tr("Bots' pace"), help, translated(PACE_NAMES))

    def remarks(self) -> Switch:
        return self.switch("remarks", tr("Remarks"), tr("Now and then, characters say a few words about what happens."))

    # -- handicaps in live games, on several pages

    def bots_hands(self) -> Stepper:
        help = tr(BOT_HAND_SPEED_HELP[self.context.settings.bots_hands])
        return self.choice("bots_hands", tr("Bots' speed"), help, translated(BOT_HAND_SPEED_NAMES))

    def slower_hands(self) -> Stepper:
        return self.choice("slower_hands", tr("Slower play"), tr(LIVE_SPEED_HELP), translated(LIVE_SPEED_NAMES))

    def even_hands(self) -> Switch:
        """Return the row that switches the handicap of mice against keys."""
        return self.switch("even_hands", tr("Fair play"), tr(EVEN_HELP))


def translated(names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of values in the current language."""
    return {value: tr(name) for value, name in names.items()}


# -- sections


SCREEN, SOUND, LISTENING, TABLE, LIVE = "screen", "sound", "listening", "table", "live"
SECTIONS = {
    SCREEN: (mark("Screen"), mark("Text size, colours, pointers, full screen and motion.")),
    SOUND: (mark("Sound"), mark("Volume levels, and captions for sounds.")),
    LISTENING: (mark("Listening"), mark("The program's own voice, your screen reader, and how much they say.")),
    TABLE: (mark("Table"), mark("How fast play goes, when bots play, and what you're asked.")),
    LIVE: (mark("Games without turns"), mark("How fast play goes, and when a game goes on without you.")),
}
"""The title of each page of settings and what is there, by its name."""


def sections() -> list[str]:
    """Return the names of all pages of settings that the games need."""
    is_live = any(registry.load(game).live for game in definition.playable())
    return [name for name in SECTIONS if name != LIVE or is_live]


def put_section(rows: Rows, make: SettingRows, section: str) -> None:
    """Add the rows of a page of settings, in groups with titles if there are several."""
    match section:
        case "screen":
            rows.put_group("reading", tr("Reading"), make.looks())
            rows.put_group("motion", tr("Motion"), make.motion())
        case "sound":
            rows.put_group("", "", make.sounds())
        case "listening":
            rows.put_group("voice", tr("Listening"), make.voice())
            rows.put_group("said", tr("What's read out"), make.said())
        case "table":
            curtain = tr("Hands stay hidden between turns when players share this screen.")
            city = tr("The towers of your finished games stand on the title page.")
            switches = make.switch("curtain", tr("Curtain"), curtain), make.switch("skyline", tr("Your city"), city)
            rows.put_group("", "", [make.speed(), make.pace(), *make.waits(), make.remarks(), *switches])
        case _:
            hidden = tr("Games without turns don't wait while this window is hidden or you're using another one.")
            plays_on = make.switch("background_play", tr("Play on in the background"), hidden)
            rows.put_group("", "", [make.slower_hands(), make.bots_hands(), make.even_hands(), plays_on])


def link(page: ColumnPage, section: str) -> LinkRow:
    """Return the row that opens a page of settings."""
    title, about = SECTIONS[section]
    return LinkRow(section, tr(title), tr(about), page.opens(routes.SETTINGS_SECTION, section))


# -- settings


class SettingsColumn(ColumnPage):
    """A page with rows of settings."""

    column_width = 900.0
    """The column's width at every text size."""
    back_label = mark("Done")
    _problem = ""
    """The problem with the voice that the page shows; empty if there is none."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._text_scale = context.kit.text_scale

    def update(self, ms: float) -> Transition:
        if self._problem != self.context.voice.problem:  # the voice has tried to speak since the page was built
            self.rebuild()
        return super().update(ms)

    def viewport_rect(self) -> Rect:
        """Return the area of the rows, which has the same width for every text size, so that arrows stay in place."""
        return body_area(self.kit, self.column_width).inflate(0, -24)

    def build(self) -> list[Widget]:
        self._problem = self.context.voice.problem
        return super().build()

    def resize(self, kit: Kit) -> None:
        """Keep the focused row at its height if the text size has changed: the pointer may be on its arrows."""
        here, before = self.find(self.focus), self._text_scale
        held = here.rect.centery if here else 0.0
        super().resize(kit)
        here = self.find(self.focus)
        if here and self.is_in_column(here) and before != kit.text_scale:
            self.target = self.offset + here.rect.centery - held  # perhaps beyond the ends, until the next scrolling
            self._shift(self.target)
        self._text_scale = kit.text_scale


MOST_FOUND = 15
"""Most settings that a search shows."""


class SettingsPage(SettingsColumn):
    """The pages of settings, and a search through all of them. Settings that are found can be changed at once."""

    heading = mark("Settings")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.words = ""
        """The text to search for."""
        self.found: list[tuple[str, list[ListRow]]] = []
        """The names of pages with settings that were found, and those settings."""

    def initial_focus(self) -> Widget | None:
        return self.find("language") or super().initial_focus()

    def put_rows(self, rows: Rows) -> None:
        make = SettingRows(self.context, self.rebuild)
        search = SearchField("search", self.words, (), self._search_for)
        search.hint = tr("Finds a setting on any page.")
        rows.put(search)
        if len(self.words.strip()) >= MIN_SEARCH_LENGTH:
            self._put_found(rows, make)
            return
        rows.put(self._language(make))
        for section in sections():
            rows.put(link(self, section))
        help = tr("What helps you see, hear and control the games.")
        rows.put(LinkRow("accessibility", tr("Accessibility"), help, self.opens(routes.ACCESSIBILITY)))
        rows.put_group("", "", self._other_pages())

    def _language(self, make: SettingRows) -> Stepper:
        broken = commas(translations.left_out())
        help = tr("{files} can't be used; `topping-out doctor` tells you why.", files=broken) if broken else ""
        return make.choice("language", tr("Language"), help, translations.languages(), current())

    def _other_pages(self) -> list[ListRow]:
        pages = [LinkRow("keys", tr("Keys"), tr(KEYS_HELP), self.opens(routes.KEYS))]
        if LIVE in sections():
            help = tr("Two players at one keyboard: which key does what, and which keys work together.")
            pages.append(LinkRow("bindings", tr("Keyboard"), help, self.opens(routes.KEYBOARD)))
        help = tr("Move your games, settings, decks and results to another computer, or pack a report about a problem.")
        return [*pages, LinkRow("transfer", tr("Export and import"), help, self.opens(routes.TRANSFER))]

    # -- searching

    def _search_for(self, words: str) -> None:
        self.words = words
        self.rebuild()
        if len(words.strip()) >= MIN_SEARCH_LENGTH:
            number = sum(len(settings) for _, settings in self.found)
            self.context.announcer.reply(tr_count("{number} found.", "{number} found.", number))

    def _put_found(self, rows: Rows, make: SettingRows) -> None:
        self._find(make)
        for title, settings in self.found:
            rows.put_group(f"found in {title}", title, settings)
        if not self.found:
            rows.words("nothing found", tr("No setting is called that."))

    def _find(self, make: SettingRows) -> None:
        """Find the settings in whose title, description or page's title all the words are."""
        wanted, room = self.words.casefold().split(), MOST_FOUND
        self.found = []
        pages = {tr(SECTIONS[section][0]): _settings_of(make, section) for section in sections()}
        pages |= {tr(self.heading): [self._language(make), *self._other_pages()]}
        for title, settings in pages.items():
            texts = [f"{row.title} {row.help} {title}".casefold() for row in settings]
            fits = [row for row, text in zip(settings, texts) if all(word in text for word in wanted)][:room]
            room -= len(fits)
            self.found += [(title, fits)] if fits else []


def _settings_of(make: SettingRows, section: str) -> list[ListRow]:
    rows = Rows()
    put_section(rows, make, section)
    return [widget for box in rows for widget in box.widgets() if isinstance(widget, ListRow)]


class SettingsSectionPage(SettingsColumn):
    """One page of settings."""

    def __init__(self, context: Context, section: str) -> None:
        super().__init__(context)
        self.section = section
        self.heading = SECTIONS[section][0]

    def put_rows(self, rows: Rows) -> None:
        put_section(rows, SettingRows(self.context, self.rebuild), self.section)


# -- accessibility


FOR_EYES = mark(
    "Nothing depends on colour alone: suits, sites and players also have a symbol or a letter. On first start, text "
    "size, contrast and motion follow your system's settings."
)
FOR_EARS = mark("Nothing depends on sound alone. What characters say is always written.")
WITHOUT_SIGHT = mark(
    "Every page and every table works with your screen reader. Without one, press {voice} and the "
    "program reads aloud in its own voice; Listening, in the settings, sets how much. {keys} lists "
    "all keys, {turn} tells you whose turn it is."
)
FOR_HANDS = mark(
    "Everything works with a one-button mouse, with the keyboard or with a gamepad. You never have "
    "to hold a key down, press two together, or drag anything. Games with turns have no clock unless you "
    "choose one in the set-up, and it waits while anything is read aloud."
)
LEFT_HAND = mark("For left-handed play, tables can be mirrored under Screen in the settings.")
FOR_HEADS = mark(
    "Each game has a guided first game, and its rules come with pictures; {hint} asks for a hint, {undo} takes a play "
    "back, {log} shows what's happened. Games are saved as you play. Too hard or too easy? Opponents, in a table's "
    "menu, lets another bot take over."
)


class AccessibilityPage(ColumnPage):
    """What makes the program accessible, grouped by need, with the pages of its settings."""

    heading = mark("Accessibility")
    column_width = 760.0
    back_label = mark("Done")

    def put_rows(self, rows: Rows) -> None:
        key = self.key
        rows.label("eyes", tr("Seeing well"))
        rows.words("for eyes", tr(FOR_EYES))
        rows.put(link(self, SCREEN))
        rows.label("ears", tr("Without hearing"))
        rows.words("for ears", tr(FOR_EARS))
        rows.put(link(self, SOUND))
        rows.label("reader", tr("Without sight"))
        voice, keys, turn = key(Verb.READ_ALOUD), key(Verb.KEYS), key(Verb.ASK_TURN)
        rows.words("without sight", tr(WITHOUT_SIGHT, voice=voice, keys=keys, turn=turn))
        rows.put(link(self, LISTENING))
        rows.label("hands", tr("Hands"))
        rows.words("for hands", paragraph([tr(FOR_HANDS), tr(LEFT_HAND)]))
        rows.put(LinkRow("keys", tr("Keys"), tr(KEYS_HELP), self.opens(routes.KEYS)))
        if LIVE in sections():
            rows.put(link(self, LIVE))
        rows.label("heads", tr("At your own pace"))
        words = tr(FOR_HEADS, hint=key(Verb.HINT), undo=key(Verb.UNDO), log=key(Verb.LOG))
        rows.words("for heads", words)
        rows.put(link(self, TABLE))
