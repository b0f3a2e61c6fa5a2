"""Options of a game as data, for the set-up, the command line and the records alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .language import mark, tr
from .text import nearest

Value = bool | int | str

HUMAN_SECONDS, BOT_SECONDS = 12, 4
"""What a turn takes, about: one of a player, and one of a bot with the motion that shows it."""
ON_OFF: tuple[tuple[Value, str], ...] = ((False, mark("off")), (True, mark("on")))
_WORDS = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class OptionError(ValueError):
    """An option that does not exist or a value that it does not take; the message says which there are."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: key for files and the command line, title and one line of help for people, and its choices."""

    key: str
    title: str
    help: str
    default: Value = False
    choices: tuple[tuple[Value, str], ...] = ON_OFF
    advanced: bool = False
    folder: Path | None = None
    """The user's own folder from which more choices come."""
    problems: tuple[str, ...] = ()
    """A sentence for each choice that cannot be offered, such as a file that cannot be used."""
    fleeting: tuple[Value, ...] = ()
    """Choices that come and go, such as this week's."""
    is_unhurried: bool = False
    """Whether it makes a game without turns one with turns: whoever listens is asked for it."""
    is_newer: bool = False
    """Whether a record may lack it, since it was made before there was this option: its default was played."""

    def __post_init__(self) -> None:
        """Raises TypeError for choices that are no pairs of a value and its label."""
        for choice in self.choices:
            if not (isinstance(choice, tuple) and len(choice) == 2 and isinstance(choice[1], str)):
                raise TypeError(f"option {self.key}: a choice is a pair of a value and its label, not {choice!r}")

    @property
    def is_switch(self) -> bool:
        return self.choices is ON_OFF

    @property
    def lasting(self) -> list[Value]:
        """The choices that neither come nor go."""
        return [value for value, _ in self.choices if value not in self.fleeting]

    def label(self, value: Value) -> str:
        return next(label for choice, label in self.choices if choice == value)

    def read(self, given: object) -> Value:
        """Return the choice that `given` (a value, or its text) means. Raises OptionError."""
        word = _WORDS.get(given.lower(), given) if self.is_switch and isinstance(given, str) else given
        for value, _ in self.choices:
            if type(word) is type(value) and word == value:
                return value
            if isinstance(word, str) and word == str(value):
                return value
        allowed = "on, off" if self.is_switch else ", ".join(str(value) for value, _ in self.choices)
        text = mark("option {key} cannot be {given}: choose from {choices}")
        raise OptionError(tr(text, key=self.key, given=repr(given), choices=allowed))

    def offer(self, given: object) -> Value:
        """Return what a remembered set-up should offer: `given` where it can still be chosen, else the default."""
        try:
            return self.read(given)
        except OptionError:
            return self.default


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of option values that the set-up offers at one touch; other options stay as they are."""

    key: str
    title: str
    help: str
    options: tuple[tuple[str, Value], ...]
    turns: Mapping[int, float] = field(default_factory=dict)
    """By seats, how many turns each seat has in a game between bots, as measured; what is not here is not known."""
    first_at: tuple[int, ...] = ()
    """The numbers of seats at which the set-up offers it first; elsewhere the first preset is."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """What stands in the places of the help, where that names numbers of the rules."""

    @property
    def about(self) -> str:
        """The help in the reader's language."""
        return tr(self.help, **self.numbers)

    def minutes(self, humans: int, bots: int) -> int:
        """Return about how many minutes a game lasts at a table; 0: nobody knows."""
        seconds = humans * HUMAN_SECONDS + bots * BOT_SECONDS
        return -int(-self.turns.get(humans + bots, 0) * seconds // 60)


def first_offered(presets: Sequence[Preset], seats: int) -> Preset | None:
    """Return what the set-up offers first at so many seats; None where the game has no presets."""
    return next((preset for preset in presets if seats in preset.first_at), presets[0] if presets else None)


def first_seat_option(seats: int) -> Option:
    """Return the option that every turn game has: who begins."""
    choices: tuple[tuple[Value, str], ...] = (
        ("random", tr("Random")),
        *((seat, tr("Seat {number}", number=seat + 1)) for seat in range(seats)),
    )
    return Option("first", tr("First seat"), tr("Who takes the first turn."), "random", choices)


def resolve(offered: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Return a value for every offered option, defaults filled in. Raises OptionError."""
    by_key = {option.key: option for option in offered}
    for key in given:
        if key not in by_key:
            raise OptionError(_no_option(key, by_key))
    return {key: option.read(given.get(key, option.default)) for key, option in by_key.items()}


def _no_option(key: str, known: Iterable[str]) -> str:
    choices, near = ", ".join(known), nearest(key, known)
    if near:
        text = mark("there is no option {key} here (did you mean {near}?): choose from {choices}")
        return tr(text, key=repr(key), near=repr(near), choices=choices)
    return tr("there is no option {key} here: choose from {choices}", key=repr(key), choices=choices)


def parse_options(text: str, presets: Iterable[Preset] = ()) -> dict[str, object]:
    """Return the options of a command line: `tidal,first=0` is {"tidal": "on", "first": "0"}.

    The key of a preset stands for all its options; options that are named themselves go before it.
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
