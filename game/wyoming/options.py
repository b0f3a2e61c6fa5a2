"""The options of Towers of Wyoming, and the variant that they define."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..language import mark, tr
from ..options import Option, Preset, Value, first_seat_option
from .cards import PAIRS, WHEEL, Suit
from .numbers import LOW_SHORT_SKY, LOW_SKY, SHORT_SKY, SKY, needed

# -- variant


@dataclass(frozen=True, slots=True)
class Variant:
    """The seats and options of a game."""

    seats: int
    foundations: int = 1
    pennies: int = SKY
    sudden_death: bool = False
    deadlines: bool = False
    tidal: bool = False
    wheel: bool = False
    finicky: bool = False
    scaffolding: bool = False

    @property
    def opposes(self) -> dict[Suit, Suit]:
        """For each played suit, the suit of the towers that it deconstructs (W5)."""
        return WHEEL if self.wheel else PAIRS

    def needed(self, pennies: int) -> int:
        """Return how many cards a tower needs to win under a Sky of `pennies`."""
        return needed(pennies, self.finicky)


# -- options


_SHEET: dict[str, Value] = {
    "short": False, "sudden_death": False, "deadlines": False, "tidal": False, "wheel": False, "finicky": False,
    "scaffolding": False,
}  # fmt: skip


TURNS = {
    "sheet": (23, 47, 40),
    "scaffolded": (10, 13, 10),
    "short_game": (14, 24, 20),
    "on_the_wheel": (12, 17, 17),
    "one_pack": (20, 15, 11),
}
"""Turns per seat in a game of 2, 3 and 4 seats: the mean over gentle, easy and medium bots, 60 games of each level.

Measured by `build/measure/games/wyoming_presets.py` of commit ed5bbf6f.
"""


def _preset(key: str, title: str, text: str, first_at: tuple[int, ...] = (), **changes: Value) -> Preset:
    """Return a preset: the game of the rules sheet with some options changed."""
    pennies = SHORT_SKY if changes.get("short") else SKY
    turns = dict(zip((2, 3, 4), TURNS[key]))
    return Preset(key, title, text, tuple((_SHEET | changes).items()), turns, first_at, {"pennies": pennies})


PRESETS = (
    _preset("sheet", mark("The sheet's game"), mark("A Sky of {pennies} pennies, and no optional rules.")),
    _preset(
        "scaffolded",
        mark("With scaffolding"),
        mark("House rules: a Sky of {pennies}, and scaffolding holds what has just been built."),
        first_at=(3, 4),
        short=True,
        scaffolding=True,
    ),
    _preset(
        "short_game",
        mark("Short game"),
        mark("A Sky of {pennies} pennies: about half as long with three or four players."),
        short=True,
    ),
    _preset(
        "on_the_wheel",
        mark("Short, on the wheel"),
        mark("A Sky of {pennies}, and each suit knocks down only the next."),
        short=True,
        wheel=True,
    ),
    _preset(
        "one_pack",
        mark("One pack"),
        mark("The pack is played once, and the tallest tower wins."),
        sudden_death=True,
    ),
)


def offered_options(seats: int) -> tuple[Option, ...]:
    """Return the options for this number of seats."""
    foundations = Option(
        "foundations", tr("Foundations"),
        tr("Room for one tower each, or for two under a Sky of {pennies}.", pennies=LOW_SKY), 1,
        ((1, tr("One each")), (2, tr("Two each"))),
    )  # fmt: skip
    short = tr(
        "House rule: {short} pennies instead of {usual}, or {short_low} instead of {low}.",
        short=SHORT_SKY, usual=SKY, short_low=LOW_SHORT_SKY, low=LOW_SKY,
    )  # fmt: skip
    return (
        first_seat_option(seats),
        *((foundations,) if seats == 3 else ()),
        Option("short", tr("Short game"), short, is_newer=True),
        Option(
            "scaffolding",
            tr("Scaffolding"),
            is_newer=True,
            help=tr("House rule: a tower that grew or replaced another can't be knocked down before its owner's turn."),
        ),
        Option(
            "sudden_death", tr("Sudden Death"), tr("No reshuffle: when all hands are empty the tallest tower wins.")
        ),
        Option("deadlines", tr("Contractual Deadlines"), tr("No tower standing at a reshuffle? You are out.")),
        Option(
            "tidal",
            tr("Tidal Influences"),
            tr("{pennies} pennies, tossed at each reshuffle: the Sky may rise or settle.", pennies=LOW_SKY),
        ),
        Option("wheel", tr("Wheel of Opposition"), tr("Suits oppose one way round: clubs, diamonds, spades, hearts.")),
        Option("finicky", tr("Finicky Clients"), tr("Only a tower exactly as tall as the Sky wins.")),
    )


def idle_options(options: Mapping[str, Value]) -> dict[str, str]:
    """Return a remark for each chosen option that Sudden Death, which never reshuffles, makes less effective (W7)."""
    if not options.get("sudden_death"):
        return {}
    remarks = {
        "deadlines": tr("No effect with Sudden Death: there is no reshuffle."),
        "tidal": tr("With Sudden Death it only sets {pennies} pennies: there is no toss.", pennies=LOW_SKY),
    }
    return {key: remark for key, remark in remarks.items() if options.get(key)}


def starting_pennies(seats: int, foundations: int, tidal: bool, short: bool) -> int:
    """Return the height of the Sky at the start: that of the rules sheet, or of a short game (W11)."""
    is_low = tidal or (seats == 3 and foundations == 2)
    if short:
        return LOW_SHORT_SKY if is_low else SHORT_SKY
    return LOW_SKY if is_low else SKY
