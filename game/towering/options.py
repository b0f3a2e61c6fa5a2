"""The option of how many materials each round has (T7)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..language import mark, tr
from ..options import Option, OptionError, Value

MOST_ROUNDS = 5
_COUNTS = re.compile(rf"[0-4](-[0-4]){{0,{MOST_ROUNDS - 1}}}", re.ASCII)
_OFFERED = ("2-3-4", "4-3-2", *map(str, range(5)))
_FIRST = (
    mark("Only the first number will be used."), mark("Only the first two numbers will be used."),
    mark("Only the first three numbers will be used."), mark("Only the first four numbers will be used."),
)  # fmt: skip
_AFTER = (
    mark("The rounds after the first have {number} too."), mark("The rounds after the second have {number} too."),
    mark("The rounds after the third have {number} too."), mark("The rounds after the fourth have {number} too."),
)  # fmt: skip


class MaterialsOption(Option):
    """The number of materials of each colour, by round. It accepts any series of 0 to 4, such as `0-3-4`."""

    __slots__ = ()

    def read(self, given: object) -> Value:
        text = str(given) if type(given) is int else given
        if isinstance(text, str) and _COUNTS.fullmatch(text):
            return text
        text = mark(
            "option {key} cannot be {given}: choose from {choices}, or write 0 to 4 for each round, such as 0-3-4"
        )
        raise OptionError(tr(text, key=self.key, given=repr(given), choices=", ".join(_OFFERED)))

    def label(self, value: Value) -> str:
        counts = counts_of(value)
        if len(counts) > 1:
            return tr(", then ").join(map(str, counts))
        return tr("{number} in every round", number=counts[0]) if counts[0] else tr("No materials")


def materials_option() -> MaterialsOption:
    """Return the option with the series that the set-up offers."""
    option = MaterialsOption(
        "materials", tr("Materials"), tr("Material cards of each colour, round by round."), _OFFERED[0]
    )
    choices = tuple((row, option.label(row)) for row in _OFFERED)
    return MaterialsOption(option.key, option.title, option.help, option.default, choices, advanced=True)


def counts_of(value: Value) -> tuple[int, ...]:
    """Return the numbers of a series."""
    return tuple(map(int, str(value).split("-")))


def materials_by_round(value: Value, rounds: int) -> tuple[int, ...]:
    """Return a number for each round; if there are more rounds than numbers, the last one repeats (T7)."""
    counts = counts_of(value)
    return tuple(counts[min(number, len(counts) - 1)] for number in range(rounds))


def material_notes(options: Mapping[str, Value]) -> dict[str, str]:
    """Return a remark if the series of numbers is longer or shorter than the number of rounds."""
    counts, rounds = counts_of(options.get("materials", _OFFERED[0])), int(options.get("rounds", 3))
    if len(counts) > rounds:
        return {"materials": tr(_FIRST[rounds - 1])}
    if 1 < len(counts) < rounds:
        return {"materials": tr(_AFTER[len(counts) - 1], number=counts[-1])}
    return {}
