"""Every word in a preset's title and help is true of the game that it sets up.

Each claim is looked for in the words, and is asked of a new game. What no claim accounts for fails the test, so that a
new preset, or another wording, needs a claim of its own.
"""

import re
from collections.abc import Callable
from statistics import fmean, stdev
from types import SimpleNamespace

import pytest

from tests.game.arena.lengths import turns_of
from tests.sampling import sampled
from topping_out.game import registry
from topping_out.game.options import Preset, resolve

NUMBERS = {"One": 1, "Three": 3, "five": 5, "six": 6}
SWITCHES = {"sudden_death", "deadlines", "tidal", "wheel", "finicky", "scaffolding"}


def switched_on(variant: object) -> set[str]:
    return {name for name in SWITCHES if getattr(variant, name)}


def number(words: str) -> int:
    return NUMBERS.get(words) or int(words)


def is_half_as_long(new: SimpleNamespace) -> bool:
    return all(0.4 < new.preset.turns[seats] / new.sheet.turns[seats] < 0.65 for seats in (3, 4))


def is_shorter(new: SimpleNamespace) -> bool:
    return all(turns < 0.75 * new.sheet.turns[seats] for seats, turns in new.preset.turns.items())


CLAIMS: dict[str, list[tuple[str, Callable[..., bool]]]] = {
    "wyoming": [
        (r"[Aa] Sky of (\d+)( pennies)?", lambda new, sky, _: new.variant.pennies == int(sky)),
        (r"no optional rules|The sheet's game", lambda new: switched_on(new.variant) == set()),
        (r"With scaffolding|scaffolding holds what has just been built", lambda new: new.variant.scaffolding),
        (r"House rules", lambda new: new.variant.pennies < 10),
        (r"Short game|Short", lambda new: new.variant.pennies < 10 and is_shorter(new)),
        (r"about half as long with three or four players", is_half_as_long),
        (r"on the wheel|each suit knocks down only the next", lambda new: switched_on(new.variant) == {"wheel"}),
        (
            r"One pack|The pack is played once, and the tallest tower wins",
            lambda new: switched_on(new.variant) == {"sudden_death"},
        ),
    ],
    "towering": [
        (r"(Three|One) rounds? of (six|five) colours", lambda new, rounds, colours: (
            new.variant.rounds == number(rounds) and new.variant.colours == number(colours)
        )),
        (r"with 2, 3, then 4 materials in each", lambda new: new.variant.materials == (2, 3, 4)),
        (r"with 3 materials in each", lambda new: {*new.variant.materials} == {3}),
        (r"(\d+) cards", lambda new, cards: len(new.state.deck) + 2 * new.variant.hand == int(cards)),
        (r"^(Towering|Classic)\b", lambda new, title: (new.preset is new.sheet) == (title == "Towering")),
    ],
}  # fmt: skip
"""By game, what a preset's words may claim, and whether it holds of a new game."""

PRESETS = [
    (game, preset, seats)
    for game in registry.names()
    for preset in registry.load(game).presets
    for seats in registry.load(game).seats
]


@pytest.mark.parametrize(("name", "preset", "seats"), PRESETS, ids=lambda part: getattr(part, "key", str(part)))
def test_a_preset_does_what_its_title_and_its_help_say(name: str, preset: Preset, seats: int) -> None:
    game = registry.load(name)
    state = game.setup(seats, resolve(game.options(seats), dict(preset.options)), 7)
    new = SimpleNamespace(preset=preset, sheet=game.presets[0], state=state, variant=state.variant)
    words = f"{preset.title}. {preset.about}"
    for claim, holds in CLAIMS[name]:
        for match in re.finditer(claim, words):
            assert holds(new, *match.groups()), match[0]
        words = re.sub(claim, "", words)
    assert set(re.findall(r"\w+", words)) <= {"a", "and"}


@sampled(
    "name, preset, seats",
    PRESETS,
    [
        case
        for case in PRESETS
        if case[0] == "wyoming" and case[2] == 3 and case[1].key in ("short_game", "on_the_wheel")
    ],
    ids=lambda part: getattr(part, "key", str(part)),
)
def test_a_game_takes_as_many_turns_as_its_preset_says(name: str, preset: Preset, seats: int) -> None:
    """Bots play some; what the preset says is the mean of three levels, so other games may differ from it by chance."""
    games = 15
    found = [turns_of(name, dict(preset.options), seats, level, games) for level in ("gentle", "easy", "medium")]
    mean, error = fmean(map(fmean, found)), fmean(map(stdev, found)) / (3 * games) ** 0.5
    assert abs(preset.turns[seats] - mean) < 0.1 * mean + 2 * error, f"{mean:.1f} turns"
