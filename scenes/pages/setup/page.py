"""The set-up of a game: chairs round a table, and the options."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from msgspec.structs import replace

from topping_out.game import roster
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_player
from topping_out.game.options import Option, Value
from topping_out.game.progress import series
from topping_out.game.record import Header, new_header, new_seed
from topping_out.game.registry import load
from topping_out.game.text import dots, labelled, listed
from topping_out.scenes import routes
from topping_out.scenes.devices.input_devices import assign_devices
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.pictures.facade import facade
from topping_out.scenes.kit.pictures.faces import portrait
from topping_out.scenes.kit.plates import seat_sign
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Push, Scene, Transition
from topping_out.scenes.match.definition import design_of, table_of
from topping_out.scenes.match.seats.player_devices import problem_of
from topping_out.scenes.match.start import (
    begin_guided,
    go_to_table,
    has_guided,
    is_new_to_all,
    remember_options,
    remember_setup,
)
from topping_out.scenes.pages.setting_rows import SettingRows
from topping_out.scenes.pages.setup.chooser import OccupantButton
from topping_out.scenes.pages.setup.devices import NOBODY
from topping_out.scenes.pages.setup.gentler import begin_or_offer
from topping_out.scenes.pages.setup.guided import GuidedGameRow
from topping_out.scenes.pages.setup.name_field import NameField
from topping_out.scenes.pages.setup.options import OptionRows
from topping_out.scenes.pages.setup.roundtable import TableLayout, paint_chairs, paint_plate, place_setting
from topping_out.scenes.pages.setup.saying import Saying
from topping_out.scenes.pages.setup.seating import EMPTY, HUMAN, Chair, Seating, chair_group
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import Setup
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.frame import body_area, paint_frame
from topping_out.scenes.ui.layout import Box, column, fill, level, row, space
from topping_out.scenes.ui.phrases import series_words
from topping_out.scenes.ui.text import put_in
from topping_out.scenes.ui.widgets import Button, Rect, Swatch, Switch, Widget

EDGE = 40.0


def open_workshop(context: Context, game_name: str) -> Scene:
    """Return the workshop of a game; what is chosen there leads to the set-up."""
    page = SetupPage(context, game_name)
    return page.workshop(lambda: Push(page))


class SetupPage(ColumnPage):
    """Who plays, and by which rules; the start button begins exactly what is shown."""

    def __init__(self, context: Context, game_name: str, before: Header | None = None) -> None:
        """Show the last set-up of a game; `before`: the header that a rematch would have, shown in its place."""
        super().__init__(context)
        self.game, self._before = load(game_name), before
        last = context.settings.setups.get(game_name, Setup())
        if before:
            last = replace(last, seats=before.seats, options=before.options)
        self.best_of = series.best_of(before) if before else last.best_of
        self.seating = Seating(self.game, context.settings.player_names, last.seats)
        self.options = OptionRows(self.seating, last.options, self._changed)
        self._wished_devices: list[str] = [*last.devices]
        """In a live game: the devices that the humans have asked for."""
        self._seen_devices = self.devices
        self._is_new = is_new_to_all(context, game_name)

    # -- what is set

    def header(self) -> Header:
        """Return the beginning of the game that the page shows."""
        started = datetime.now().isoformat(timespec="seconds")
        header = new_header(self.game, self.seating.players, self.options.values, new_seed(), started)
        if not self.best_of:  # 0, or not set
            return header
        if self._before and series.best_of(self._before):
            return replace(header, occasion=series.occasion_for(self._before, header.seats))
        return series.begun(header)

    @property
    def devices(self) -> list[str]:
        """The device of each human, in the order of the seats; empty if players take turns."""
        humans = len(self.seating.humans)
        wished = self._wished_devices or [self.context.devices.in_hand]
        return assign_devices(humans, self.context.devices.available(), wished) if self.game.live else []

    @property
    def problem(self) -> str:
        """Why the game cannot begin like this; empty if it can."""
        names = [chair.name for chair in self.seating.humans]
        return self.seating.problem or (problem_of(names, self.devices) if self.game.live else "")

    # -- layout

    def viewport_rect(self) -> Rect:
        """Lay out the table at the left and the options at the right; return the room of the options."""
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
        kind = OccupantButton(f"kind{index}", chair.kind, lambda: self._choose_occupant(chair))
        column(fill(name), fill(kind), gap=4).place(self.kit, self.places.beside_face(index))
        is_mouse, key = self.context.devices.active == "mouse", self.key(Verb.CONFIRM)
        name.hint = tr("Click to write a name.") if is_mouse else tr("{key}: write a name.", key=key)
        person = roster.characters().get(chair.kind)
        name.enabled = person is None
        swatch.hint = tr("Another colour; whoever has it swaps with you.")
        kind.hint = (
            tr(person.line) if person else tr("A human at this screen, or a bot? Which level, or which character?")
        )
        put_in(chair_group(index, chair), swatch, name, kind)
        return [swatch, name, kind]

    def put_rows(self, rows: Rows) -> None:
        if self._is_new:
            self._put_guided(rows)
        if self.game.live:
            about = tr("Everybody here presses a key, clicks or uses a gamepad to take a seat at once.")
            rows.put(LinkRow("join", tr("Press to join"), about, self._join))
        if self.game.live and self.seating.humans:
            rows.put(LinkRow("devices", tr("Controllers"), self._device_summary(), self._choose_devices))
        if self.game.live and 0 < len(self.seating.humans) < len(self.seating.taken):
            rows.put(SettingRows(self.context, self.rebuild).bots_hands())
        self.options.put_in(rows)
        if workshop := table_of(self.game.name).workshop:
            rows.put(LinkRow("workshop", tr(workshop.title), tr(workshop.about), self._open_workshop))
        self._put_series(rows)
        if not self._is_new:
            self._put_guided(rows)

    def _put_guided(self, rows: Rows) -> None:
        """Offer the guided game, if there is one; to whoever is new, as an invitation."""
        if has_guided(self.game.name):
            rows.put(GuidedGameRow(lambda: begin_guided(self.context, self.game.name), self._is_new))

    def _put_series(self, rows: Rows) -> None:
        """Add what concerns several games in a row: a series, and other places at the table."""
        help = tr("The first to win two games wins the series.")
        if self.best_of and self._before:
            help = series_words(self.header()) or help
        rows.put(Switch("best of", tr("Best of three"), help, bool(self.best_of), self._set_series))
        if len(self.seating.taken) > 1:
            button = Button("move round", tr("Move round"), self._move_round, size=16)
            button.hint = tr("Everybody moves one chair along and keeps their colour.")
            rows.put(button)

    def _set_series(self, on: bool) -> Transition:
        self.best_of = 3 if on else 0
        return self._changed()

    def _move_round(self) -> Transition:
        devices = dict(zip((chair.name for chair in self.seating.humans), self.devices))
        self.seating.move_round()
        self._wished_devices = [devices.get(chair.name, "") for chair in self.seating.humans]
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
        back = Button("back", tr("Back"), self.cancel, key=self.key(Verb.CANCEL))
        rules = Button("rules", tr("Rules"), self._rules, Verb.RULES, self.key(Verb.RULES))
        return [back, rules, fill(Saying(self)), start]

    # -- what the widgets do

    def _changed(self) -> Transition:
        self.rebuild()
        return None

    def _add(self, chair: Chair) -> Transition:
        self.seating.add(chair)
        self.focus = f"kind{self.seating.chairs.index(chair)}"
        return self._changed()

    def _choose_occupant(self, chair: Chair) -> Transition:
        return Push(routes.CHOOSER(self.context, self.seating, chair, lambda kind: self._seat(chair, kind)))

    def _seat(self, chair: Chair, kind: str) -> Transition:
        self.seating.set_kind(chair, kind)
        if kind == EMPTY:
            self.focus = f"add{self.seating.chairs.index(chair)}"
        self._changed()
        return self._ask_name() if kind == HUMAN else None

    def _ask_name(self) -> Transition:
        """Let the next human write a name who has none."""
        unnamed = self.seating.unnamed
        if not unnamed:
            return None
        self.focus = f"name{self.seating.chairs.index(unnamed[0])}"
        return self.activate(self.focused)

    def _write(self, intent: Intent) -> Transition:
        done = super()._write(intent)
        if intent.verb is Verb.CONFIRM and self.seating.chairs[int(self.focus.removeprefix("name"))].name:
            self._ask_name()
        return done

    def take_text(self, name: str, text: str) -> Transition:
        super().take_text(name, text)
        return self._ask_name() if text else None

    def _rename(self, chair: Chair, text: str) -> Transition:
        chair.name = text
        return self._changed()

    def _recolour(self, chair: Chair) -> Transition:
        self.seating.next_colour(chair)
        return self._changed()

    def _choose_devices(self) -> Transition:
        names = [chair.name for chair in self.seating.humans]
        return Push(routes.DEVICES(self.context, names, self.devices, self._set_devices))

    def _join(self) -> Transition:
        return Push(routes.JOIN(self.context, self.header(), self.devices))

    def _set_devices(self, devices: list[str]) -> None:
        self._wished_devices = devices

    def cancel(self) -> Transition:
        """Go back; what was set stays set, but for seats at which nobody could play."""
        if not self.problem:
            remember_setup(self.context, self.header(), self.options.chosen, self.devices)
        else:
            remember_options(self.context, self.game.name, self.options.chosen, self.best_of)
        return Pop()

    def _start(self) -> Transition:
        return begin_or_offer(self.context, self.header(), self._begin)

    def _begin(self, header: Header) -> Transition:
        remember_setup(self.context, header, self.options.chosen, self.devices)
        return go_to_table(self.context, self.context.library.start(header))

    def _open_workshop(self) -> Transition:
        return Push(self.workshop(self._changed))

    def workshop(self, then: Callable[[], Transition]) -> Scene:
        """Return the game's workshop; what is chosen there goes into the set-up, and `then` says what follows."""
        workshop = table_of(self.game.name).workshop
        assert workshop is not None

        def choose(value: Value) -> Transition:
            self.options.chosen[workshop.option] = value
            return then()

        return table_of(self.game.name).make_workshop(self.context, self.header(), choose)

    def _rules(self) -> Transition:
        return Push(routes.RULES(self.context, self.game.name, offers_guided=True))

    # -- drawing

    def update(self, ms: float) -> Transition:
        devices = self.devices
        if devices != self._seen_devices:  # something was plugged in or out
            self._seen_devices = devices
            self.rebuild()
        if self.context.announcer.is_heard and (option := self.options.unhurried):
            return Push(self._offer_time(option))
        return super().update(ms)

    def _offer_time(self, option: Option) -> Scene:
        """Return the question, asked once, whether whoever listens wants a game without turns to be one with turns."""
        text = tr(
            "In this game everybody plays at once. Should time stand still, so that you take turns without hurrying?"
        )
        self.options.chosen[option.key] = option.default
        answers = ((tr("Yes"), lambda: self.options.set(option, True)), (tr("No"), None))
        return Notice(self.context, option.title, text, answers)

    @property
    def heading(self) -> str:  # type: ignore[override]
        return str(self.game.title)

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

    def hint(self) -> str:
        """Return what is said of the thing that the player means now."""
        return self.pointed.hint if self.pointed else ""

    def summary(self) -> str:
        humans = [chair.name for chair in self.seating.humans]
        if not humans:
            return tr("Bots only: you watch.")
        if len(humans) == 1:
            others = [chair.name for chair in self.seating.taken if chair.kind != HUMAN]
            yours, theirs = mark("You play against {others}."), mark("{name} plays against {others}.")
            return tr_player(humans[0], yours, theirs, others=listed(others))
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
