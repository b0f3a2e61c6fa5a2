"""The districts: what the file may say, and where it is wrong."""

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from topping_out.game import registry, roster
from topping_out.game.city import districts
from topping_out.game.city.districts import District, DistrictMatch, plan, read_districts
from topping_out.game.options import parse_options, resolve
from topping_out.game.registry import load

WHOLE = """
[[districts]]
name = "yard"
title = "The Yard"
about = "Bricks."
rival = "otto"
site = "canyon"
scenery = "bricks"

[[districts.stages]]
name = "first"
game = "towers"
twist = "As ever."
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "districts.toml"


def read(file: Path, text: str) -> tuple[District, ...]:
    file.write_text(text, encoding="utf-8")
    return read_districts(file)


def test_each_character_has_a_district_and_each_district_several_games() -> None:
    assert plan().problems == ()
    assert {district.rival for district in plan().districts} == {*roster.characters()}
    for district in plan().districts:
        assert len({stage.game for stage in district.stages}) >= 3
        assert {stage.game for stage in district.stages} <= {*registry.names()}


def test_the_stakes_rise_from_district_to_district_and_the_last_match_has_the_highest() -> None:
    finals = [district.stages[-1].stakes for district in plan().districts]
    assert finals == sorted(finals)
    assert max(stage.stakes for district in plan().districts for stage in district.stages) == finals[-1] > 0
    for district in plan().districts:
        assert all(stage.stakes <= district.stages[-1].stakes for stage in district.stages)


def test_every_district_opens_in_time() -> None:
    """Whoever has won all that are open always finds another one."""
    needs = sorted(district.needs for district in plan().districts)
    assert all(need <= number for number, need in enumerate(needs))
    assert needs[0] == 0


def test_what_is_special_is_told_in_one_sentence() -> None:
    for district in plan().districts:
        for text in (district.about, *(stage.twist for stage in district.stages)):
            assert text.endswith(".")
            assert text.count(". ") == 0


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('name = "yard"', 'name = "The Yard"', r"\$\.districts\[0\]\.name"),
        ('scenery = "bricks"', 'scenery = "lava"', r"\$\.districts\[0\]\.scenery"),
        ('rival = "otto"', 'rival = "otta"', "yard, first: there is no character 'otta'"),
        ('game = "towers"', 'game = "chess"', "yard, first: there is no game 'chess'"),
        ('twist = "As ever."', 'twist = "As ever."\noptions = "ghost"', "yard, first: there is no option 'ghost'"),
        ('twist = "As ever."', 'twist = "As ever."\ngoal = "fly"', "yard, first: there is no goal 'fly'"),
        ('twist = "As ever."', 'twist = "As ever."\nstakes = "much"', r"\$\.districts\[0\]\.stages\[0\]\.stakes"),
        (
            'twist = "As ever."',
            'twist = "As ever."\nrivals = ["otto", "nell", "ada", "amos", "pia"]',
            "for 2 to 4 seats",
        ),
        ('[[districts.stages]]\nname = "first"\ngame = "towers"\ntwist = "As ever."', "", "stages"),
        ("[[districts]]", "[[districts", "Invalid|Expected"),
    ],
)
def test_what_is_wrong_in_the_file_is_named_with_its_place(file: Path, old: str, new: str, place: str) -> None:
    assert read(file, WHOLE)[0].title == "The Yard"
    with pytest.raises(ValueError, match=place) as error:
        read(file, WHOLE.replace(old, new))
    assert str(error.value).startswith(f"{file}: ")


def test_two_of_one_name_are_refused(file: Path) -> None:
    with pytest.raises(ValueError, match="districts: two are called 'yard'"):
        read(file, WHOLE + WHOLE)


ADDED = '[[stages]]\ndistrict = "yard"\nname = "deep"\ntwist = "Deeper."\noptions = "ghost"\n'


def test_a_game_of_another_package_adds_matches_before_the_last_one(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = [*read(file, WHOLE)]
    file.write_text(ADDED, encoding="utf-8")
    monkeypatch.setattr(registry, "data_file", lambda name, _: file if name == "icetowers" else None)
    (district,) = districts._extended(whole, "icetowers")
    assert [stage.name for stage in district.stages] == ["icetowers_deep", "first"]
    assert district.stages[0].game == load("icetowers").name
    assert districts._extended(whole, "towers") == whole


def test_a_match_that_a_package_adds_wrongly_is_named_and_the_others_stay(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text(ADDED.replace("yard", "moon"), encoding="utf-8")
    own = registry.data_file
    monkeypatch.setattr(
        registry,
        "data_file",
        lambda name, what: file if what == districts.FILE and name == "towers" else own(name, what),
    )
    districts.plan.cache_clear()
    try:
        laid_out = plan()
        assert laid_out.problems == (f"{file}: deep: there is no district 'moon'",)
        assert len(laid_out.districts) == 6
    finally:
        districts.plan.cache_clear()


# -- what the matches of the city tell


NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(words: str) -> int:
    words = words.lower()
    return int(words) if words.isdigit() else 1 if words == "single" else NUMBERS.index(words) + 1


def setup(district: District, stage: DistrictMatch) -> SimpleNamespace:
    """Return what a match is played by: the options that it names, and what its rules make of all."""
    game = load(stage.game)
    seats = 1 + len(district.rivals(stage))
    named = parse_options(stage.options, game.presets)
    variant = game.setup(seats, resolve(game.options(seats), named), 1).variant
    return SimpleNamespace(stage=stage, seats=seats, named=named, variant=variant, is_last=district.is_last(stage))


TOLD: dict[str, tuple[set[str], Callable[..., bool]]] = {
    r"[Tt]he best of three": (set(), lambda m: m.is_last),
    r"win or lose": (set(), lambda m: not m.stage.must_win),
    r"(\w+) cards on one tower break through": ({"short"}, lambda m, n: (
        m.variant.needed(m.variant.pennies) == number(n)
    )),
    r"each one knocks down only the next": ({"short", "wheel"}, lambda m: m.variant.wheel),
    r"only a tower exactly as tall as the Sky wins": ({"short", "finicky"}, lambda m: m.variant.finicky),
    r"rises and settles with each toss": ({"tidal"}, lambda m: m.variant.tidal),
    r"(\w+) builders with (\w+) foundations each": ({"foundations"}, lambda m, seats, each: (
        (m.seats, m.variant.foundations) == (number(seats), number(each))
    )),
    r"played once, with no reshuffle": (
        {"short", "sudden_death", "deadlines", "tidal", "wheel", "finicky", "scaffolding"},
        lambda m: m.variant.sudden_death,
    ),
    r"(\w+) rounds? on (\w+) sites": ({"rounds", "colours", "materials"}, lambda m, rounds, colours: (
        (m.variant.rounds, m.variant.colours) == (number(rounds), number(colours))
    )),
    r"(single|two) rounds? each": ({"rounds", "colours", "materials", "hand"}, lambda m, n: (
        m.variant.rounds == number(n)
    )),
    r"(\w+) sites and (\w+) materials for each": ({"rounds", "colours", "materials"}, lambda m, colours, materials: (
        m.variant.colours == number(colours) and {*m.variant.materials} == {number(materials)}
    )),
    r"discarded may be drawn again at once": (
        {"rounds", "colours", "materials", "take_back"}, lambda m: m.variant.take_back
    ),
    r"(?:has run|at a) (\w+) minutes?": ({"timer"}, lambda m, n: m.variant.timer == 60_000 * number(n)),
    r"Score (\d+) on the ice": (set(), lambda m, n: m.stage.points == number(n)),
    r"A ghost owns a third colour": ({"ghost", "timer"}, lambda m: m.variant.ghost_colour == m.seats),
    r"before the deck is empty|down to the last card of the deck": ({"end"}, lambda m: m.variant.end == "deck"),
    r"Score a SPIRE of your own (twice) in one game": (set(), lambda m, n: m.stage.goal == "spires"),
    r"Score (twelve) points with one tower": (set(), lambda m, n: m.stage.goal == "dozen"),
    r"Win with a tower of hearts": ({"short"}, lambda m: m.stage.goal == "with_hearts"),
    r"(Two) neighbours at once": (set(), lambda m, n: m.seats == 1 + number(n)),
    r"(Three) on the ice, and (two) of them": ({"timer"}, lambda m, all, some: m.seats == number(all)),
    r"The whole board meets: (four) at one table": (set(), lambda m, n: m.seats == number(n)),
    r"so one tower can fall and another": (set(), lambda m: m.variant.foundations > 1),
    r"on the ice: Amos waits": ({"timer"}, lambda m: True),
    r"what is left|only one draws": (set(), lambda m: True),
}  # fmt: skip
"""What matches tell: which options are meant, and whether it is so."""
STAGES = [(district, stage) for district in plan().districts for stage in district.stages]


@pytest.mark.parametrize(("district", "stage"), STAGES, ids=[f"{one.name} {stage.name}" for one, stage in STAGES])
def test_a_match_of_the_city_is_played_as_it_tells(district: District, stage: DistrictMatch) -> None:
    match, meant, rest = setup(district, stage), set[str](), stage.twist
    for words, (options, is_so) in TOLD.items():
        for found in re.finditer(words, stage.twist):
            assert is_so(match, *found.groups()), found[0]
            meant |= options
            rest = rest.replace(found[0], "")
    assert not re.search(rf"(?i)\b(\d+|single|twice|{'|'.join(NUMBERS)})\b", rest), (
        "a number that nothing is compared with"
    )
    assert {*match.named} <= meant, "options that are not told"
    assert match.is_last == ("best of three" in stage.twist)
