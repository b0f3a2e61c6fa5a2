"""The districts: what the file may say, and where it is wrong."""

from pathlib import Path

import pytest

from topping_out.game import registry, roster
from topping_out.game.city import districts
from topping_out.game.city.districts import District, plan, read_districts
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
