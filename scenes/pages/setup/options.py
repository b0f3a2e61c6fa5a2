"""The options in the set-up of a game: what is chosen, and the rows that show and change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from topping_out.game.language import tr, tr_count, tr_label
from topping_out.game.options import Option, Preset, Value, first_offered
from topping_out.scenes.manager import Transition
from topping_out.scenes.pages.setup.seating import Seating
from topping_out.scenes.ui.column import Rows
from topping_out.scenes.ui.widgets import Button, ListRow, Stepper, Switch


class OptionRows:
    """The options that the game offers those who are seated; `changed` is called after each change."""

    def __init__(self, seating: Seating, remembered: Mapping[str, Value], changed: Callable[[], Transition]) -> None:
        self.game, self.seating, self.changed = seating.game, seating, changed
        self.chosen: dict[str, Value] = dict(remembered)
        """Values by option; those that this number of seats does not offer are kept for another."""
        self.shows_advanced = False

    @property
    def offered(self) -> tuple[Option, ...]:
        return self.game.options(len(self.seating.taken))

    @property
    def values(self) -> dict[str, Value]:
        """The values of all options that are offered."""
        return {option.key: self._value(option) for option in self.offered}

    @property
    def unhurried(self) -> Option | None:
        """The option that makes a game without turns one with turns, if nobody has chosen it or left it yet."""
        return next((o for o in self.offered if o.is_unhurried and o.key not in self.chosen), None)

    def _value(self, option: Option) -> Value:
        preset = first_offered(self.game.presets, len(self.seating.taken))
        usual = dict(preset.options).get(option.key, option.default) if preset else option.default
        return option.offer(self.chosen.get(option.key, usual))

    # -- rows

    def put_in(self, rows: Rows) -> None:
        """Add the rows: the preset, if there are any, the options, and in a fold the advanced ones."""
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
        now = self.values
        index = next((i for i, p in enumerate(presets) if p.options and all(now.get(k) == v for k, v in p.options)), -1)
        labels = [tr(preset.title) for preset in presets] + ([tr("Custom")] if index < 0 else [])
        text = self._preset_words(presets[index]) if index >= 0 else tr("Your own choice of options.")
        return Stepper("preset", tr("Game"), text, labels, index % len(labels), self._use_preset)

    def _preset_words(self, preset: Preset) -> str:
        """Return what it is, and about how long it lasts at this table."""
        humans, told = len(self.seating.humans), preset.about
        minutes = preset.minutes(humans, len(self.seating.taken) - humans)
        if not minutes:
            return told
        return tr_count("{what} About {number} minute.", "{what} About {number} minutes.", minutes, what=told)

    def _option_row(self, option: Option, notes: Mapping[str, str]) -> ListRow:
        value, name = self._value(option), f"option {option.key}"
        row: ListRow
        if option.is_switch:
            row = Switch(name, option.title, option.help, bool(value), lambda on: self.set(option, on))
        else:
            values = list(dict.fromkeys([*(choice for choice, _ in option.choices), value]))
            row = Stepper(
                name, option.title, option.help, [self._label(option, v) for v in values],
                values.index(value), lambda index: self.set(option, values[index]),
            )  # fmt: skip
        row.note = notes.get(option.key, "")
        return row

    def _label(self, option: Option, value: Value) -> str:
        """Return the option's own words, but a player's name for a seat."""
        if option.key == "first" and isinstance(value, int):
            return tr_label(self.seating.taken[value].name)
        return option.label(value)

    # -- what they do

    def set(self, option: Option, value: Value) -> Transition:
        self.chosen[option.key] = value
        return self.changed()

    def _use_preset(self, index: int) -> Transition:
        if index < len(self.game.presets):
            self.chosen.update(self.game.presets[index].options)
        return self.changed()

    def _toggle_advanced(self) -> Transition:
        self.shows_advanced = not self.shows_advanced
        return self.changed()
