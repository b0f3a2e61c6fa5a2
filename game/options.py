"""Options of a game as data, used by the set-up, the command line and records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .language import mark, tr
from .text import no_such

Value = bool | int | str

HUMAN_SECONDS, BOT_SECONDS = 12, 4
"""Approximate seconds of a player's turn, and of a bot's turn with its animation."""
ON_OFF: tuple[tuple[Value, str], ...] = ((False, mark("off")), (True, mark("on")))
_SWITCH_WORDS = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class OptionError(ValueError):
    """An unknown option, or a value that it does not take. The message lists the possible ones."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its key in files and on the command line, title and help line for people, and its choices."""

    key: str
    title: str
    help: str
    default: Value = False
    choices: tuple[tuple[Value, str], ...] = ON_OFF
    advanced: bool = False
    folder: Path | None = None
    """The user's folder whose files add choices."""
    problems: tuple[str, ...] = ()
    """A sentence for each choice that cannot be offered, such as an unusable file."""
    fleeting: tuple[Value, ...] = ()
    """Choices that are only available for a time, such as this week's."""
    is_unhurried: bool = False
    """Whether it gives turns to a game without turns; the program suggests this to users of screen readers."""
    is_newer: bool = False
    """Whether it is newer than some records. A record without it was played with the default."""

    def __post_init__(self) -> None:
        """Check the choices. Raises TypeError unless each is a pair of a value and its label."""
        for choice in self.choices:
            if not (isinstance(choice, tuple) and len(choice) == 2 and isinstance(choice[1], str)):
                raise TypeError(f"option {self.key}: a choice is a pair of a value and its label, not {choice!r}")

    @property
    def is_switch(self) -> bool:
        return self.choices is ON_OFF

    @property
    def lasting(self) -> list[Value]:
        """The choices that are always available."""
        return [value for value, _ in self.choices if value not in self.fleeting]

    def label(self, value: Value) -> str:
        label = next(label for choice, label in self.choices if choice == value)
        return tr(label) if self.is_switch else label

    def read(self, given: object) -> Value:
        """Return the choice that `given` (a value or its text) stands for. Raises OptionError."""
        word = _SWITCH_WORDS.get(given.lower(), given) if self.is_switch and isinstance(given, str) else given
        for value, _ in self.choices:
            if type(word) is type(value) and word == value:
                return value
            if isinstance(word, str) and word == str(value):
                return value
        allowed = "on, off" if self.is_switch else ", ".join(str(value) for value, _ in self.choices)
        text = mark("option {key} can't be {given}: choose from {choices}")
        raise OptionError(tr(text, key=self.key, given=repr(given), choices=allowed))

    def means(self, written: Value, value: Value) -> bool:
        """Tell whether what a record says is the choice `value`, so that the game can be replayed from it alone."""
        return type(written) is type(value) and written == value

    def offer(self, given: object) -> Value:
        """Return what the set-up should offer for a remembered choice: `given` if still possible, else the default."""
        try:
            return self.read(given)
        except OptionError:
            return self.default


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of option values that the set-up offers as one choice. Other options stay as they are."""

    key: str
    title: str
    help: str
    options: tuple[tuple[str, Value], ...]
    turns: Mapping[int, float] = field(default_factory=dict)
    """Measured number of turns per seat in a game between bots, by number of seats. Missing if unknown."""
    first_at: tuple[int, ...] = ()
    """The numbers of seats for which the set-up offers this preset first. For others it offers the first of all."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Values for the places in the help text, where it mentions numbers of the rules."""

    @property
    def about(self) -> str:
        """The help in the reader's language."""
        return tr(self.help, **self.numbers)

    def minutes(self, humans: int, bots: int) -> int:
        """Return the approximate length of a game in minutes, or 0 if unknown."""
        seconds = humans * HUMAN_SECONDS + bots * BOT_SECONDS
        return -int(-self.turns.get(humans + bots, 0) * seconds // 60)


def first_offered(presets: Sequence[Preset], seats: int) -> Preset | None:
    """Return the preset that the set-up offers first for this number of seats, or None if the game has no presets."""
    return next((preset for preset in presets if seats in preset.first_at), presets[0] if presets else None)


def options_by_seats(presets: Iterable[Preset]) -> frozenset[str]:
    """Return the keys of the options for which the set-up offers something else with another number of seats."""
    presets = list(presets)
    return frozenset(key for preset in presets for key, _ in preset.options if any(p.first_at for p in presets))


def first_seat_option(seats: int) -> Option:
    """Return the option that every turn-based game has: who begins."""
    choices: tuple[tuple[Value, str], ...] = (
        ("random", tr("Random")),
        *((seat, tr("Seat {number}", number=seat + 1)) for seat in range(seats)),
    )
    return Option("first", tr("First seat"), tr("Who takes the first turn."), "random", choices)


def resolve(offered: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Return a value for every offered option, using defaults for those not given. Raises OptionError."""
    by_key = {option.key: option for option in offered}
    for key in given:
        if key not in by_key:
            near = mark("there's no option {key} here (did you mean {near}?): choose from {choices}")
            alone = mark("there's no option {key} here: choose from {choices}")
            raise OptionError(no_such(key, by_key, alone, near, key=repr(key)))
    return {key: option.read(given.get(key, option.default)) for key, option in by_key.items()}


def parse_options(text: str, presets: Iterable[Preset] = ()) -> dict[str, object]:
    """Return the options of a command line: `tidal,first=0` is {"tidal": "on", "first": "0"}.

    The key of a preset stands for all its options. Options that are named explicitly override it.
    """
    by_key = {preset.key: preset for preset in presets}
    options: dict[str, object] = {}
    named: dict[str, object] = {}
    for key, equals, value in (item.partition("=") for item in text.split(",") if item.strip()):
        if not equals and key.strip() in by_key:
            options |= dict(by_key[key.strip()].options)
        else:
            named[key.strip()] = value.strip() if equals else "on"
    return options | named
