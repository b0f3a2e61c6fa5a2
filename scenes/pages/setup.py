"""The set-up of a match: its options and players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from unicodedata import normalize

from msgspec import UNSET
from msgspec.structs import replace

from topping_out.game import roster
from topping_out.game.language import mark, tr, tr_count, tr_label
from topping_out.game.options import Option, Preset, Value, first_offered, options_by_seats
from topping_out.game.progress import rating
from topping_out.game.record import LARGEST_SEED, Clock, Header, new_header, new_seed
from topping_out.game.registry import load
from topping_out.game.storage.codes import SharedDeal
from topping_out.game.text import dots, labelled, paragraph

from .. import routes
from ..accessibility.semantics import Role, Semantics
from ..devices.intents import Intent, Verb, assign_devices
from ..kit.built import facade
from ..kit.faces import portrait
from ..kit.kit import Kit
from ..kit.plates import seat_sign
from ..kit.stage import Paint, Stage
from ..manager import Pop, Push, Scene, Transition
from ..match.clock import CLOCKS, clock_help, clock_name
from ..match.definition import COVER_SHAPE, Workshop, design_of, table_of
from ..match.phrases import series_words
from ..match.scene import problem_of
from ..match.start import begin_guided, go_to_table, has_guided, is_new_to_all, remember_options, remember_setup
from ..system.context import Context
from ..system.settings import Setup
from ..ui.column import FOOT, ColumnPage, LinkRow, Notice, PictureRow, Rows, body_area, paint_frame
from ..ui.fields import TextField
from ..ui.layout import Box, Press, Rect, Text, Widget, column, fill, level, row, sized, space
from ..ui.widgets import Button, Card, ListRow, Stepper, Swatch, Switch, arrow, put_in
from .settings import SettingRows
from .setup_devices import NOBODY, TableLayout, paint_chairs, paint_plate, place_setting
from .setup_seats import EMPTY, HUMAN, Chair, NameField, OccupantButton, Seating, begin_or_offer, chair_group

# -- guided


COVER_HEIGHT = 84.0
"""Height of the cover in the row of the workshop."""


class GuidedGameRow(LinkRow):
    """The row that leads to the guided game; as an invitation it stands out from the other rows."""

    def __init__(self, press: Press, is_invitation: bool) -> None:
        title = tr("New here? Guided first game") if is_invitation else tr("Guided game")
        help = tr("A real game against a gentle bot, with a coach who explains as you play.")
        super().__init__("guided", title, help, press)
        self.is_invitation = is_invitation

    def words(self, kit: Kit, width: float) -> Box:
        if not self.is_invitation:
            return super().words(kit, width)
        ink = kit.theme.ink
        return column(Text(self.title, 18, "head", ink), Text(self.help, 14, colour=ink), gap=0)

    def height_for(self, kit: Kit, width: float) -> float:
        return Card.height_for(self, kit, width) if self.is_invitation else super().height_for(kit, width)

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        return (kit.theme.paper, kit.theme.brass, 3.0) if self.is_invitation else super().paints(kit, hovered)

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        if not self.is_invitation:
            super().draw_value(stage, kit)
            return
        r, theme = self.rect, kit.theme
        stage.blit_centred(kit.disc(17, theme.brass), r.right - 36, r.centery)
        stage.blit_centred(arrow(kit, 1, 13, theme.ink), r.right - 34.5, r.centery)


# -- options


class OptionRows:
    """The rows of the options that the game offers for the seated players; `changed` is called after each change."""

    def __init__(self, seating: Seating, last: Setup, changed: Callable[[], Transition]) -> None:
        self.game, self.seating, self.changed = seating.game, seating, changed
        self._by_seats = options_by_seats(self.game.presets)
        self.chosen: dict[str, Value] = dict(last.options)
        """Chosen values by option; those not offered for this number of seats are kept in case that changes."""
        self.chosen_at = {seats: dict(chosen) for seats, chosen in (last.chosen_at or {}).items()}
        """The same by number of seats, for options that depend on it: see `options_by_seats`."""
        self.chosen_at.setdefault(str(len(seating.taken)), dict(last.options))
        self.shows_advanced = False

    @property
    def offered(self) -> tuple[Option, ...]:
        return self.game.options(len(self.seating.taken))

    @property
    def values(self) -> dict[str, Value]:
        """The values of all offered options."""
        return {option.key: self._value(option) for option in self.offered}

    @property
    def unhurried(self) -> Option | None:
        """The option that turns a live game into one with turns, if it is offered and was never set; else None."""
        return next((o for o in self.offered if o.is_unhurried and o.key not in self.chosen), None)

    def _value(self, option: Option) -> Value:
        preset, chosen = first_offered(self.game.presets, len(self.seating.taken)), self.chosen
        usual = dict(preset.options).get(option.key, option.default) if preset else option.default
        if option.key in self._by_seats:
            chosen = self.chosen_at.get(str(len(self.seating.taken)), {})
        return option.offer(chosen.get(option.key, usual))

    def take(self, values: Mapping[str, Value]) -> None:
        """Choose these values."""
        self.chosen.update(values)
        self.chosen_at.setdefault(str(len(self.seating.taken)), {}).update(values)

    # -- rows

    def put_in(self, rows: Rows) -> None:
        """Add the rows: the preset if there are any, the options, and a button that shows the advanced ones."""
        if self.game.presets:
            rows.put(self._preset_row())
        notes = self.game.notes(len(self.seating.taken), self.values)
        plain = [option for option in self.offered if not option.advanced]
        advanced = [option for option in self.offered if option.advanced]
        for option in plain:
            rows.put(self._option_row(option, notes))
            for number, problem in enumerate(option.problems):
                rows.put(ListRow(f"problem {option.key} {number}", tr("Not offered"), problem))
        if advanced:
            label = tr("Fewer options") if self.shows_advanced else tr("More options")
            rows.put(Button("fold", label, self._toggle_advanced, size=16))
        for option in advanced if self.shows_advanced else ():
            rows.put(self._option_row(option, notes))

    def _preset_row(self) -> ListRow:
        presets = self.game.presets
        values = self.values
        matching = (i for i, p in enumerate(presets) if p.options and all(values.get(k) == v for k, v in p.options))
        index = next(matching, -1)
        labels = [tr(preset.title) for preset in presets] + ([tr("Custom")] if index < 0 else [])
        text = self._preset_words(presets[index]) if index >= 0 else tr("Your own choice of options.")
        return Stepper("preset", tr("Game"), text, labels, index % len(labels), self._use_preset)

    def _preset_words(self, preset: Preset) -> str:
        """Return what a preset is, and about how long a game lasts with these players."""
        about, minutes, beside = preset.about, self._minutes(preset), self._beside(preset)
        if not minutes:
            return about
        words = tr_count("{what} About {number} minute.", "{what} About {number} minutes.", minutes, what=about)
        if beside is None:
            return words
        # Translators: {game} is a kind of game, such as "Short game".
        other = tr_count(
            "{game}: {number} minute.", "{game}: {number} minutes.", self._minutes(beside), game=tr(beside.title)
        )
        return paragraph([words, other])

    def _minutes(self, preset: Preset) -> int:
        humans = len(self.seating.humans)
        return preset.minutes(humans, len(self.seating.taken) - humans)

    def _beside(self, preset: Preset) -> Preset | None:
        """Return the preset whose length is worth comparing: the sheet's game for the one offered first, and the other
        way round; None for other presets, and if the sheet's game is always first."""
        usual = {option.key: option.default for option in self.offered}
        sheet = next(
            (each for each in self.game.presets if all(usual[key] == value for key, value in each.options)), None
        )
        first = first_offered(self.game.presets, len(self.seating.taken))
        return {id(sheet): first, id(first): sheet}.get(id(preset)) if sheet is not first else None

    def _option_row(self, option: Option, notes: Mapping[str, str]) -> ListRow:
        value, name = self._value(option), f"option {option.key}"
        row: ListRow
        if option.is_switch:
            row = Switch(name, option.title, option.help, bool(value), lambda on: self.set(option, on))
        else:
            values = list(dict.fromkeys([*(choice for choice, _ in option.choices), value]))
            help = "" if option.key == "first" else option.help  # its title says it already
            row = Stepper(
                name, option.title, help, [self._label(option, v) for v in values],
                values.index(value), lambda index: self.set(option, values[index]),
            )  # fmt: skip
        row.note = notes.get(option.key, "")
        return row

    def _label(self, option: Option, value: Value) -> str:
        """Return the label of an option's value: the player's name if the value is a seat."""
        if option.key == "first" and isinstance(value, int):
            return tr_label(self.seating.taken[value].name)
        return option.label(value)

    # -- actions

    def set(self, option: Option, value: Value) -> Transition:
        self.take({option.key: value})
        return self.changed()

    def _use_preset(self, index: int) -> Transition:
        if index < len(self.game.presets):
            self.take(dict(self.game.presets[index].options))
        return self.changed()

    def _toggle_advanced(self) -> Transition:
        self.shows_advanced = not self.shows_advanced
        return self.changed()


# -- deal


class DealField(TextField):
    """A field for the number of a deal; without one, the deal is new."""

    longest = len(str(LARGEST_SEED))
    placeholder = mark("Deal number")

    @staticmethod
    def sift(text: str) -> tuple[str, str]:
        """Return the digits of a text."""
        digits = "".join(letter for letter in normalize("NFKC", text) if letter in "0123456789")
        return digits, "" if digits or not text.strip() else tr("a deal number has only digits")


# -- setup


EDGE = 40.0


def open_workshop(context: Context, game_name: str) -> Scene:
    """Return the workshop of a game; choosing something there leads to the game's set-up."""
    page = SetupPage(context, game_name)
    return page.workshop(lambda: Push(page))


class SetupPage(ColumnPage):
    """The page to choose players and options; the start button begins exactly what is shown."""

    def __init__(self, context: Context, game_name: str, before: Header | None = None) -> None:
        """Show the last set-up of a game, or, if given, that of `before`: the header of a rematch."""
        super().__init__(context)
        self.game, self._before = load(game_name), before
        self.heading = self.game.title
        last = context.settings.setups.get(game_name, Setup())
        if before:
            chosen_at = {**(last.chosen_at or {}), str(len(before.seats)): before.options}
            last = replace(last, seats=before.seats, options=before.options, chosen_at=chosen_at)
        self.best_of = before.purpose.best_of if before else last.best_of
        self.clock = before.clock if before else last.clock
        """The players' clock, if the game has turns; unset: none."""
        self.seating = Seating(self.game, context.settings.player_names, last.seats)
        self.options = OptionRows(self.seating, last, self._changed)
        self._chosen_devices: list[str] = [*last.devices]
        """The devices that the humans of a live game have chosen."""
        self._seen_devices = self.devices
        self._is_new_game = is_new_to_all(context, game_name)
        self.deal = ""
        """The number of the deal, as typed; empty for a new one."""

    def take_deal(self, deal: SharedDeal) -> None:
        """Set up the same deal for as many players; who they are stays open."""
        seating = self.seating
        for chair in seating.taken[deal.seats :]:
            seating.stand_up(chair)
        while len(seating.taken) < deal.seats:
            seating.add(seating.empty[0])
        self.options.take(deal.options)
        self.deal = str(deal.seed)

    # -- the game as set up

    def header(self) -> Header:
        """Return the header of the game that the page shows, with the deal that was typed or else a new one."""
        seed = min(int(self.deal), LARGEST_SEED) if self.deal else new_seed()
        started = datetime.now().isoformat(timespec="seconds")
        header = new_header(self.game, self.seating.players, self.options.values, seed, started)
        header = replace(header, clock=self.clock if self._may_have_clock else UNSET)
        if not self.best_of:  # 0, or not set
            return header
        if self._before and self._before.purpose.best_of:
            return replace(header, occasion=rating.occasion_for(self._before, header.seats))
        return rating.begun(header)

    @property
    def _may_have_clock(self) -> bool:
        return bool(self.seating.humans) and not self.game.live

    @property
    def devices(self) -> list[str]:
        """The device of each human, in the order of the seats; empty for a game with turns."""
        humans = len(self.seating.humans)
        wished = self._chosen_devices or [self.context.devices.in_hand]
        return assign_devices(humans, self.context.devices.available(), wished) if self.game.live else []

    @property
    def problem(self) -> str:
        """Why the game cannot begin; empty if it can."""
        names = [chair.name for chair in self.seating.humans]
        return self.seating.problem or (problem_of(names, self.devices) if self.game.live else "")

    # -- layout

    def viewport_rect(self) -> Rect:
        """Lay out the table at the left and the options at the right; return the area of the options."""
        kit = self.kit
        self._table, options = fill(), space(min(kit.wide(430), kit.width * 0.4))
        row(self._table, options, space(4), gap=20).place(kit, body_area(kit, kit.width))
        return options.rect.inflate(0, -24)

    def build(self) -> list[Widget]:
        widgets = super().build()
        room = self._table.rect.inflate(0, -12)
        area = Rect(0, 0, min(room.w, room.h * 1.5), min(room.h, room.w * 0.95))
        area.center = room.center
        self.places = TableLayout(self.kit, area, len(self.seating.chairs))
        chairs = [w for index, chair in enumerate(self.seating.chairs) for w in self._chair(index, chair)]
        return [*chairs, *widgets]

    def initial_focus(self) -> Widget | None:
        start = self.find("start")
        return start if start and start.enabled else super().initial_focus()

    def _chair(self, index: int, chair: Chair) -> list[Widget]:
        if not chair.is_taken:
            add = Button(f"add{index}", tr("Add a player"), lambda: self._add(chair), size=16)
            level(add).place(self.kit, self.places.beside_face(index))
            # Translators: the button "Add a player", where there is little room.
            add.short = tr("Add")
            add.hint = tr("{name} would join.", name=roster.title(self.seating.guest(chair)))
            put_in(chair_group(index, chair), add)
            return [add]
        colour, face = tr(self.kit.theme.seat_names[chair.colour]), self.places.face(index)
        sign = seat_sign(self.seating.players, next(n for n, other in enumerate(self.seating.taken) if other is chair))
        swatch = Swatch(f"colour{index}", face, sign, colour, lambda: self._recolour(chair))
        name = NameField(
            f"name{index}", chair.name, self.seating.suggestions(chair), lambda text: self._rename(chair, text)
        )
        choose = self.opens(routes.CHOOSER, self.seating, chair, partial(self._seat, chair))
        kind = OccupantButton(f"kind{index}", chair.kind, choose)
        column(fill(name), fill(kind), gap=4).place(self.kit, self.places.beside_face(index))
        is_mouse, key = self.context.devices.active == "mouse", self.key(Verb.CONFIRM)
        name.hint = tr("Click to write a name.") if is_mouse else tr("{key}: write a name.", key=key)
        person = roster.characters().get(chair.kind)
        name.enabled = person is None
        kind.hint = (
            tr(person.line) if person else tr("A human at this screen, or a bot? Which level, or which character?")
        )
        put_in(chair_group(index, chair), swatch, name, kind)
        return [swatch, name, kind]

    def put_rows(self, rows: Rows) -> None:
        if self._is_new_game:
            self._put_guided(rows)
        if self.game.live:
            about = tr("Take a seat right away, with a key, a click or a gamepad.")
            rows.put(LinkRow("join", tr("Press to join"), about, self._join))
        if self.game.live and self.seating.humans:
            names = [chair.name for chair in self.seating.humans]
            choose = self.opens(routes.DEVICES, names, self.devices, partial(setattr, self, "_chosen_devices"))
            rows.put(LinkRow("devices", tr("Controllers"), self._device_summary(), choose))
        if self.game.live and 0 < len(self.seating.humans) < len(self.seating.taken):
            rows.put(SettingRows(self.context, self.rebuild).bots_hands())
        self.options.put_in(rows)
        if workshop := table_of(self.game.name).workshop:
            rows.put(self._workshop_row(workshop))
        if self._may_have_clock:
            rows.put(self._clock_row())
        self._put_series(rows)
        self._put_deal(rows)
        if not self._is_new_game:
            self._put_guided(rows)

    def _workshop_row(self, workshop: Workshop) -> LinkRow:
        """Return the row that leads to the workshop, with the cover of what is chosen if it has covers."""
        words = "workshop", tr(workshop.title), tr(workshop.about), lambda: Push(self.workshop(self._changed))
        if not workshop.cover:
            return LinkRow(*words)
        table, size = table_of(self.game.name), (COVER_HEIGHT * COVER_SHAPE, COVER_HEIGHT)
        return PictureRow(*words, lambda kit: table.cover(kit, self.options.values, COVER_HEIGHT), size)

    def _put_guided(self, rows: Rows) -> None:
        """Add the row of the guided game if there is one, as an invitation if nobody has played the game yet."""
        if has_guided(self.game.name):
            rows.put(GuidedGameRow(lambda: begin_guided(self.context, self.game.name), self._is_new_game))

    def _clock_row(self) -> Stepper:
        now = self.clock or None
        clocks = [*CLOCKS, *([] if now in CLOCKS else [now])]
        names, index = [clock_name(clock) for clock in clocks], clocks.index(now)
        return Stepper("clock", tr("Clock"), clock_help(now), names, index, lambda n: self._set_clock(clocks[n]))

    def _set_clock(self, clock: Clock | None) -> Transition:
        self.clock = clock or UNSET
        return self._changed()

    def _put_series(self, rows: Rows) -> None:
        """Add the rows for several games in a row: a series, and moving round the table."""
        help = series_words(self.header()) if self.best_of and self._before else ""
        rows.put(Switch("best of", tr("Best of three"), help, bool(self.best_of), self._set_series))
        if len(self.seating.taken) > 1:
            button = Button("move round", tr("Rotate seats"), self._move_round, size=16)
            button.hint = tr("Everybody moves one chair along and keeps their colour.")
            rows.put(button)

    def _put_deal(self, rows: Rows) -> None:
        """Add the row to type the number of a deal."""
        help = tr("The same number deals the same game again; leave it empty for a new deal.")
        about = ListRow("about deal", tr("Deal number"), help)
        about.is_focusable = False
        rows.put(about, sized(DealField("deal", self.deal, (), partial(setattr, self, "deal")), self.kit.wide(150)))

    def _set_series(self, on: bool) -> Transition:
        self.best_of = 3 if on else 0
        return self._changed()

    def _move_round(self) -> Transition:
        devices = dict(zip((chair.name for chair in self.seating.humans), self.devices))
        self.seating.move_round()
        self._chosen_devices = [devices.get(chair.name, "") for chair in self.seating.humans]
        return self._changed()

    def _device_summary(self) -> str:
        labels = {device.id: device.label for device in self.context.devices.available()}
        pairs = zip(self.seating.humans, self.devices)
        return dots(labelled(tr_label(chair.name), labels.get(id) or tr(NOBODY)) for chair, id in pairs)

    def foot(self) -> list[Box]:
        start = Button(
            "start", tr("Start"), self._start, Verb.PLAY, self.key(Verb.PLAY), primary=True, enabled=not self.problem,
            size=20,
        )  # fmt: skip
        show_rules = self.opens(routes.RULES, self.game.name, self.options.values, offers_guided=True)
        rules = Button("rules", tr("Rules"), show_rules, Verb.RULES, self.key(Verb.RULES))
        return [self.back_button(), rules, fill(Saying(self)), start]

    # -- actions

    def _changed(self) -> Transition:
        self.rebuild()
        return None

    def _add(self, chair: Chair) -> Transition:
        self.seating.add(chair)
        self.focus = f"kind{self.seating.chairs.index(chair)}"
        return self._changed()

    def _seat(self, chair: Chair, kind: str) -> Transition:
        self.seating.set_kind(chair, kind)
        if kind == EMPTY:
            self.focus = f"add{self.seating.chairs.index(chair)}"
        self._changed()
        return self._ask_name() if kind == HUMAN else None

    def _ask_name(self) -> Transition:
        """Start writing the name of the next human who has none."""
        unnamed = self.seating.unnamed
        if not unnamed:
            return None
        self.focus = f"name{self.seating.chairs.index(unnamed[0])}"
        return self.activate(self.focused)

    def _write(self, intent: Intent) -> Transition:
        done = super()._write(intent)
        if (
            intent.verb is Verb.CONFIRM
            and self.focus.startswith("name")
            and self.seating.chairs[int(self.focus.removeprefix("name"))].name
        ):
            self._ask_name()
        return done

    def take_text(self, name: str, text: str) -> Transition:
        super().take_text(name, text)
        return self._ask_name() if text and name.startswith("name") else None

    def _rename(self, chair: Chair, text: str) -> Transition:
        chair.name = text
        return self._changed()

    def _recolour(self, chair: Chair) -> Transition:
        self.seating.next_colour(chair)
        return self._changed()

    def _join(self) -> Transition:
        return Push(routes.JOIN(self.context, self.header(), self.devices))

    def cancel(self) -> Transition:
        """Go back and remember the set-up, except seats with which the game cannot begin."""
        if not self.problem:
            remember_setup(self.context, self.header(), self.options.chosen, self.devices)
        else:
            options = self.options
            remember_options(self.context, self.game.name, options.chosen, options.chosen_at, self.best_of, self.clock)
        return Pop()

    def _start(self) -> Transition:
        return begin_or_offer(self.context, self.header(), self._begin)

    def _begin(self, header: Header) -> Transition:
        remember_setup(self.context, header, self.options.chosen, self.devices)
        return go_to_table(self.context, self.context.library.start(header))

    def workshop(self, then: Callable[[], Transition]) -> Scene:
        """Return the game's workshop. A choice there sets the option, then calls `then` for the transition."""
        workshop = table_of(self.game.name).workshop
        assert workshop is not None

        def choose(value: Value) -> Transition:
            self.options.chosen[workshop.option] = value
            return then()

        return table_of(self.game.name).make_workshop(self.context, self.header(), choose)

    # -- drawing

    def update(self, ms: float) -> Transition:
        devices = self.devices
        if devices != self._seen_devices:  # a device was plugged in or out
            self._seen_devices = devices
            self.rebuild()
        if self.context.announcer.is_heard and (option := self.options.unhurried):
            return Push(self._ask_for_turns(option))
        return super().update(ms)

    def _ask_for_turns(self, option: Option) -> Scene:
        """Return the dialog that asks, once, whether to play a live game in turns with a screen reader."""
        text = tr(
            "In this game everybody plays at once. Should time stand still, so that you take turns without hurrying?"
        )
        self.options.chosen[option.key] = option.default
        answers = ((tr("Yes"), lambda: self.options.set(option, True)), (tr("No"), None))
        return Notice(self.context, option.title, text, answers)

    def paint(self, stage: Stage) -> None:
        paint_frame(stage, self.kit, self.heading)
        kit, places = self.kit, self.places
        paint_chairs(stage, kit, places, self.seating.colours(kit.theme))
        model, (x, y) = facade(kit, design_of(self.game.name), places.model_height), places.model_middle
        shade = kit.shadow(places.model_height * 0.46, 14, 7, 9, 0.55)
        stage.blit_centred(shade, x, y + places.model_height / 2 - 3)
        stage.blit_centred(model.lit, x, y)
        for index, chair in enumerate(self.seating.chairs):
            if chair.is_taken:
                setting = place_setting(kit, kit.theme.seats[chair.colour], self.game.live)
                stage.blit_centred(setting, *places.setting(index))
            paint_plate(stage, kit, places.plate(index), chair.is_taken)
            if not chair.is_taken:
                person, face = roster.characters()[self.seating.guest(chair)], places.face(index)
                stage.blit_centred(portrait(kit, person.face, face.w * 0.8, kit.theme.dusk), *face.center, 0.45)

    def summary(self) -> str:
        humans = [chair.name for chair in self.seating.humans]
        if not humans:
            return tr("Bots only: you watch.")
        if len(humans) == 1:
            return ""
        if self.game.live:
            return tr_count(
                "{number} player shares this screen, all at once.",
                "{number} players share this screen, all at once.",
                len(humans),
            )
        if self.context.settings.curtain:
            return tr_count(
                "{number} player shares this screen: a curtain hides each hand.",
                "{number} players share this screen: a curtain hides each hand.",
                len(humans),
            )
        return tr_count(
            "{number} player shares this screen: the curtain is switched off.",
            "{number} players share this screen: the curtain is switched off.",
            len(humans),
        )


# -- saying


class Saying(Widget):
    """Shows why the game cannot begin, else the hint of the pointed widget, else what the seating means."""

    def __init__(self, page: SetupPage) -> None:
        super().__init__("saying")
        self.is_focusable = False
        self.page = page

    def semantics(self) -> Semantics | None:
        words = self.page.problem or self.page.summary()
        return Semantics(Role.TEXT, words) if words else None

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        problem, room, pointed = self.page.problem, self.rect, self.page.pointed
        size, lines = self._fitted(kit, problem or (pointed.hint if pointed else "") or self.page.summary())
        for number, line in enumerate(lines):
            sign = kit.text(line, size, "body", kit.theme.bad if problem else kit.theme.mist)
            y = room.centery + (number - (len(lines) - 1) / 2) * kit.line(size)
            stage.blit_centred(sign, room.centerx, y)

    def _fitted(self, kit: Kit, words: str) -> tuple[float, list[str]]:
        """Return the text size and the lines, small enough to stay within the foot of the page."""
        room = self.rect.h + 2 * FOOT
        for size in (15.0, 13.0, 11.0, 9.0):
            lines = kit.wrap(words, self.rect.w, size)
            if len(lines) * kit.line(size) <= room:
                break
        return size, lines
