"""The districts of the city: data, in `assets/districts.toml`; games of other packages add matches to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from topping_out.game import registry, roster
from topping_out.game.assets import ASSETS
from topping_out.game.engine import Seat
from topping_out.game.letters import refused_in_prose
from topping_out.game.options import parse_options
from topping_out.game.progress.feat import finder_of
from topping_out.game.record import LONGEST_NAME, Player, new_header
from topping_out.game.registry import load
from topping_out.game.text import leaves, plainly
from topping_out.game.text_files import read_toml

FILE = "districts.toml"
"""In `assets`; a file of that name among a game's data adds matches of it to the districts."""
YOUR_SEAT: Seat = 0
Word = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]*$", max_length=LONGEST_NAME)]
"""A short word for records, which never changes."""


class DistrictMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match of a district."""

    name: Word
    twist: str
    """What is special about it, as one marked sentence."""
    game: str = ""
    """Empty in a game's own file: it is that game."""
    options: str = ""
    """As on the command line; the others are the game's usual ones."""
    rivals: tuple[str, ...] = ()
    """The characters at the table; by default the district's own alone."""
    stakes: Annotated[int, msgspec.Meta(ge=-800, le=800)] = 0
    """How much stronger than the player the rivals are, in Elo: they play at the level that comes nearest."""
    must_win: bool = True
    points: int = 0
    """So many have to be scored; 0: it does not matter how many."""
    goal: str = ""
    """A feat or another goal of its game that has to be reached (`FeatFinder`); empty: none."""


class District(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quarter of the city, with the tower of its rival."""

    name: Word
    title: str
    about: str
    """Its mood, in one marked sentence."""
    rival: str
    """A character."""
    site: Literal["ice", "canyon", "desert", "forest", "city", "heath"]
    """The site of the theme that has its colour."""
    scenery: Literal["gardens", "bricks", "gables", "cranes", "glass", "spires"]
    """What is built there."""
    stages: Annotated[tuple[DistrictMatch, ...], msgspec.Meta(min_length=1)]
    """Its matches; the last one is the best of three."""
    needs: Annotated[int, msgspec.Meta(ge=0)] = 0
    """It opens once so many other districts are won."""

    def stage(self, name: str) -> DistrictMatch | None:
        return next((stage for stage in self.stages if stage.name == name), None)

    def is_last(self, stage: DistrictMatch) -> bool:
        """Tell whether a match is the one against the rival: the best of three."""
        return stage.name == self.stages[-1].name

    def rivals(self, stage: DistrictMatch) -> tuple[str, ...]:
        return stage.rivals or (self.rival,)


class Added(DistrictMatch, frozen=True, kw_only=True):
    """A match that a game of another package adds to a district; it comes before the last one."""

    district: Word


class _Districts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    districts: tuple[District, ...]


class _Additions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stages: tuple[Added, ...]


@dataclass(frozen=True)
class CityPlan:
    """All districts, in the order of the street, and a sentence for each match that is left out."""

    districts: tuple[District, ...]
    problems: tuple[str, ...] = ()

    def find(self, name: str) -> District | None:
        return next((district for district in self.districts if district.name == name), None)


@cache
def plan() -> CityPlan:
    """Return the city as it is laid out here. Raises ValueError where the program's own file cannot be used."""
    districts, problems = list(read_districts(ASSETS / FILE)), []
    for name in registry.names():
        try:
            districts = _extended(districts, name)
        except (ValueError, OSError) as error:
            problems.append(plainly(error))
    return CityPlan(tuple(districts), tuple(problems))


def read_districts(path: Path) -> tuple[District, ...]:
    """Return the districts of a file. Raises ValueError, with the file and the place in it."""
    districts = read_toml(path, _Districts).districts
    _check_letters(path, districts)
    _check_names(path, "districts", [district.name for district in districts])
    for district in districts:
        _check_names(path, f"stages of {district.name}", [stage.name for stage in district.stages])
        for stage in district.stages:
            check(path, district, stage)
    return districts


def check(path: Path, district: District, stage: DistrictMatch) -> None:
    """Raise ValueError, with the file and the place in it, where a match cannot be played as it is written."""
    try:
        game = load(stage.game)
        rivals = [Player(roster.title(who), "bot", who) for who in district.rivals(stage)]
        for who in (district.rival, *district.rivals(stage)):
            if who not in roster.characters():
                raise ValueError(f"there is no character {who!r}: choose from {', '.join(roster.characters())}")
        new_header(game, [Player("You"), *rivals], parse_options(stage.options, game.presets), 0)
        finder = finder_of(stage.game)
        goals = (*(feat.name for feat in finder.feats), *finder.goals)
        if stage.goal and stage.goal not in goals:
            raise ValueError(f"there is no goal {stage.goal!r} in {game.title}: choose from {', '.join(goals)}")
    except ValueError as error:
        raise ValueError(f"{path}: {district.name}, {stage.name}: {error}") from None


def _check_letters(path: Path, read: object) -> None:
    for text in leaves(msgspec.json.decode(msgspec.json.encode(read))):
        if isinstance(text, str) and (words := refused_in_prose(text)):
            raise ValueError(f"{path}: {words}")


def _check_names(path: Path, what: str, names: list[str]) -> None:
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"{path}: {what}: two are called {sorted(twice)[0]!r}")


def _extended(districts: list[District], game: str) -> list[District]:
    """Return the districts with the matches that a game adds. Raises ValueError, OSError."""
    path = registry.data_file(game, FILE)
    if path is None:
        return districts
    known = {district.name: district for district in districts}
    stages = read_toml(path, _Additions).stages
    _check_letters(path, stages)
    for each in stages:
        if each.district not in known:
            raise ValueError(f"{path}: {each.name}: there is no district {each.district!r}")
        fields = {name: getattr(each, name) for name in DistrictMatch.__struct_fields__}
        stage = DistrictMatch(**{**fields, "game": game, "name": f"{game}_{each.name}"})
        district = known[each.district]
        check(path, district, stage)
        known[each.district] = replace(district, stages=(*district.stages[:-1], stage, district.stages[-1]))
    return list(known.values())
