"""The city: its districts and matches, a player's progress, what the characters say and what they remember."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from . import registry, roster
from .assets import ASSETS, read_toml
from .engine import Outcome, Seat
from .language import YOU, mark, tr, tr_count
from .options import parse_options
from .progress import rating
from .progress.rating import nearest_bot
from .progress.summary import Achieved, Summary, finder_of
from .record import LONGEST_NAME, Header, Occasion, Player, new_header
from .registry import load
from .roster import Moment, character
from .storage.history import career_of
from .storage.library import Saved
from .text import leaves, paragraph, plainly, refused_in_prose

# -- encounters


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How often each of two players won against the other, in all games. Shared wins count for neither."""

    won: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Encounter:
    """A finished game between a player and a character."""

    saved: Saved
    outcome: Outcome
    seat: Seat
    """The player's seat."""
    other: Seat
    """The character's seat."""

    @property
    def has_won(self) -> bool:
        return self.seat in self.outcome.winners and self.other not in self.outcome.winners

    @property
    def has_lost(self) -> bool:
        return self.other in self.outcome.winners and self.seat not in self.outcome.winners


def encounters(finished: Iterable[Saved], name: str, who: str) -> Iterator[Encounter]:
    """Yield the finished games of a player with a character, in no particular order, without continued games."""
    for saved in finished:
        header = saved.header
        if not saved.outcome or header.purpose.branch:
            continue
        seats = [seat for seat, player in enumerate(header.seats) if player.is_human and player.name == name]
        others = [seat for seat, player in enumerate(header.seats) if roster.who_is(player.level) == who]
        if seats and others:
            yield Encounter(saved, saved.outcome, seats[0], others[0])


def head_to_head(finished: Iterable[Saved], name: str, who: str) -> HeadToHead:
    """Return the score of a player against a character in all games, at any level."""
    met = [*encounters(finished, name, who)]
    return HeadToHead(sum(each.has_won for each in met), sum(each.has_lost for each in met))


def remembrance(finished: Iterable[Saved], header: Header) -> Remark | None:
    """Return a greeting by a character who remembers the player, or None."""
    humans = [player.name for player in header.seats if player.is_human]
    games = [*finished]
    for seat, player in enumerate(header.seats):
        who = roster.who_is(player.level)
        if who and len(humans) == 1:
            met = sorted(encounters(games, humans[0], who), key=lambda each: each.saved.header.started)
            if met and (line := _series_line(header, seat) or _line(met, who, header)):
                return Remark(seat, line)
    return None


def _series_line(header: Header, seat: Seat) -> str:
    """Return what a character says about the score of a series under way, or ""."""
    won = header.purpose.won
    if not header.purpose.best_of or not any(won) or len(header.seats) != 2:
        return ""
    theirs, mine = won[1 - seat], won[seat]
    if theirs == mine:
        return tr("One game each. This one decides it.")
    return tr("You won the first game. I want the next.") if theirs else tr("I won the first game. One more will do.")


MANY = 3
"""After this many games with a player, a character speaks of the score."""


def _line(met: Sequence[Encounter], who: str, header: Header) -> str:
    """Return what a character says about the games with the player so far, oldest first, or ""."""
    says = roster.characters()[who].says
    memory, moment = _memory(met[-1])
    answer = says.get(moment) if moment else None
    if not answer:
        return ""
    return paragraph([_tower_lost(met, header) or memory or _score_line(met), tr(answer[0])])


def _tower_lost(met: Sequence[Encounter], header: Header) -> str:
    """Return what a character says at night about the games that it took to win their tower by day, or ""."""
    here = plan().find(header.purpose.district)
    if here is None or not here.night:
        return ""
    by_day = [d for d in plan().districts if not d.night and d.rival == here.rival]
    places = {(district.name, district.stages[-1].name) for district in by_day}
    games = sum(stage_of(each.saved.header) in places for each in met)
    if not games:
        return ""
    return tr_count(
        "It took you {number} game to win my tower by day.", "It took you {number} games to win my tower by day.", games
    )


def _score_line(met: Sequence[Encounter]) -> str:
    """Return what a character says about the score of all games with the player, or "" if there were only a few."""
    yours, mine = sum(each.has_won for each in met), sum(each.has_lost for each in met)
    if len(met) < MANY:
        return ""
    if yours == mine:
        return tr("{number} games, and we're even.", number=len(met))
    more, less = mark("You've won {won} of our {number} games."), mark("I've won {won} of our {number} games.")
    return tr(more if yours > mine else less, won=max(yours, mine), number=len(met))


def _memory(met: Encounter) -> tuple[str, roster.Moment | None]:
    """Return the memory as a sentence, which may be empty, and its kind: harm first, then who won."""
    game, summary = load(met.saved.header.game), met.saved.summary
    harm = next((harm for harm in summary.harms if (harm.seat, harm.by) == (met.other, met.seat)), None)
    if harm and (words := game.describe_harm(harm.what, harm.size)):
        return words, "wronged"
    if not met.has_won:
        return "", "ahead" if met.has_lost else None
    tower = summary.tower
    words = game.describe_tower(tower) if tower and tower.seat == met.seat else ""
    return tr("Last time you won with this tower: {tower}.", tower=words) if words else "", "beaten"


# -- districts


FILE = "districts.toml"
"""File in `assets`. A file with this name in a game's data folder adds matches of the game to the districts."""
YOUR_SEAT: Seat = 0
Word = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]*$", max_length=LONGEST_NAME)]
"""A short word for records that never changes."""


class DistrictMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match in a district."""

    name: Word
    twist: str
    """What is special about it, as one marked sentence."""
    game: str = ""
    """Empty in a game's own file, where it is that game."""
    options: str = ""
    """As on the command line; the others have their defaults."""
    rivals: tuple[str, ...] = ()
    """The characters at the table; by default only the district's rival."""
    stakes: Annotated[int, msgspec.Meta(ge=-800, le=800)] = 0
    """How much Elo the rivals should be above the player. They play at the level nearest to that."""
    must_win: bool = True
    points: int = 0
    """The least score that is required; 0 for none."""
    goal: str = ""
    """A feat or goal of the game (see `FeatFinder`) that is required; empty for none."""


class District(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A district of the city, with the tower of its rival."""

    name: Word
    title: str
    about: str
    """Its mood, in one marked sentence."""
    rival: str
    """Name of a character."""
    site: Literal["ice", "canyon", "desert", "forest", "city", "heath"]
    """The site of the theme whose colour it has."""
    scenery: Literal["gardens", "bricks", "gables", "cranes", "glass", "spires"]
    """The kind of buildings."""
    stages: Annotated[tuple[DistrictMatch, ...], msgspec.Meta(min_length=1)]
    """Its matches. The last one is a best of three."""
    needs: Annotated[int, msgspec.Meta(ge=0)] = 0
    """How many other districts must be won before this one opens."""
    night: bool = False
    """Whether it belongs to the second lap: the city at night, which is seen once all others are won."""

    def stage(self, name: str) -> DistrictMatch | None:
        return next((stage for stage in self.stages if stage.name == name), None)

    def is_last(self, stage: DistrictMatch) -> bool:
        """Tell whether a match is the best of three against the rival."""
        return stage.name == self.stages[-1].name

    def rivals(self, stage: DistrictMatch) -> tuple[str, ...]:
        return stage.rivals or (self.rival,)


class Added(DistrictMatch, frozen=True, kw_only=True):
    """A match that a game of another package adds to a district, before the last one."""

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
    """Return the city with the matches of all games. Raises ValueError if the program's own file is invalid."""
    districts, problems = list(read_districts(ASSETS / FILE)), []
    for name in registry.names():
        try:
            districts = _extended(districts, name)
        except (ValueError, OSError) as error:
            problems.append(plainly(error))
    return CityPlan(tuple(districts), tuple(problems))


def read_districts(path: Path) -> tuple[District, ...]:
    """Read a file of districts. Raises ValueError with the file and the place in it."""
    districts = read_toml(path, _Districts).districts
    _check_letters(path, districts)
    _check_names(path, "districts", [district.name for district in districts])
    for district in districts:
        _check_names(path, f"stages of {district.name}", [stage.name for stage in district.stages])
        for stage in district.stages:
            check(path, district, stage)
    return districts


def check(path: Path, district: District, stage: DistrictMatch) -> None:
    """Raise ValueError, with the file and the place in it, if a match cannot be played."""
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


# -- standing


@dataclass
class StageStanding:
    """The progress in a match."""

    district: District
    stage: DistrictMatch
    games: list[Saved] = field(default_factory=list)
    """Its finished games, in order of their start."""
    under_way: Saved | None = None
    """The unfinished game played last."""
    won: Saved | None = None
    """The first game that won it."""

    @property
    def is_last(self) -> bool:
        return self.district.is_last(self.stage)

    @property
    def before(self) -> Saved | None:
        """The last game of a series that is not decided, or None."""
        last = self.games[-1] if self.games else None
        return last if last and self.is_last and rating.champion(last.header, last.outcome) is None else None

    @property
    def wins(self) -> tuple[int, ...]:
        """The wins of each seat in a series that is not decided."""
        if self.under_way:
            return rating.wins(self.under_way.header)
        return rating.wins(self.before.header, self.before.outcome) if self.before else ()


@dataclass
class DistrictStanding:
    """The progress in a district."""

    district: District
    stages: list[StageStanding]
    is_open: bool = False

    @property
    def won(self) -> Saved | None:
        """The game that won it, or None."""
        return self.stages[-1].won

    @property
    def next(self) -> StageStanding | None:
        """The next match to play; None if all are won or the district is closed."""
        if not self.is_open or self.won:
            return None
        return next((standing for standing in self.stages if not standing.won), None)

    @property
    def floors(self) -> int:
        """The number of matches won."""
        return sum(standing.won is not None for standing in self.stages)

    def is_open_to(self, standing: StageStanding) -> bool:
        """Tell whether a match can be played: the next one, or one that is already won."""
        return self.is_open and (standing is self.next or standing.won is not None)


def standing_of(plan: CityPlan, games: Iterable[Saved]) -> list[DistrictStanding]:
    """Return the progress in each district by these games, whatever their order."""
    stages = {(d.name, stage.name): StageStanding(d, stage) for d in plan.districts for stage in d.stages}
    for saved in sorted(games, key=lambda saved: (saved.header.started, saved.path.name)):
        if (standing := stages.get(stage_of(saved.header))) is not None:
            _add_game(standing, saved)
    found = [DistrictStanding(d, [stages[d.name, stage.name] for stage in d.stages]) for d in plan.districts]
    won = sum(district.won is not None for district in found)
    for district in found:
        district.is_open = won >= district.district.needs or any(stage.games for stage in district.stages)
    return found


def in_sight(standings: Iterable[DistrictStanding]) -> list[DistrictStanding]:
    """Return the districts that the street shows: those of the night only once the city is won by day."""
    all_of_them = list(standings)
    is_night = all(standing.won for standing in all_of_them if not standing.district.night)
    return [standing for standing in all_of_them if is_night or not standing.district.night or standing.floors]


def upcoming(standings: Sequence[DistrictStanding], district: str) -> StageStanding | None:
    """Return the match to play after one in a district: the next one there, else that of the next district along the
    street that has one; None if all open districts are won."""
    names = [standing.district.name for standing in standings]
    here = names.index(district) if district in names else 0
    return next((standing.next for standing in (*standings[here:], *standings[:here]) if standing.next), None)


def _add_game(standing: StageStanding, saved: Saved) -> None:
    if saved.outcome is None:
        standing.under_way = saved
        return
    standing.games.append(saved)
    if standing.won is None and has_won(standing, saved.header, saved.outcome, saved.summary):
        standing.won = saved


def stage_of(header: Header) -> tuple[str, str]:
    """Return the names of the district and match for which a game was played; empty if for none."""
    if header.purpose.branch or not header.seats[YOUR_SEAT].is_human:
        return "", ""
    return header.purpose.district, header.purpose.stage


def has_won(standing: StageStanding, header: Header, outcome: Outcome, summary: Summary) -> bool:
    """Tell whether a game wins its match. The last match of a district is won with the series."""
    stage = standing.stage
    if standing.is_last:
        return rating.champion(header, outcome) == YOUR_SEAT
    if stage.must_win and YOUR_SEAT not in outcome.winners:
        return False
    if outcome.scores[YOUR_SEAT] < stage.points and stage.points:
        return False
    return not stage.goal or Achieved(YOUR_SEAT, stage.goal) in (*summary.feats, *summary.goals)


# -- matches


def elo_of(finished: Iterable[Saved], game: str) -> float:
    """Return the player's strength in a game."""
    return career_of(finished, game, YOU).rating.elo


def rivals_of(standing: StageStanding, elo: float) -> tuple[str, ...]:
    """Return the rivals in a match against a player of this strength, each at the level that fits.

    If a game's bots have not been measured, the characters play at their own level.
    """
    game, target_elo = load(standing.stage.game), elo + standing.stage.stakes
    found = []
    for who in standing.district.rivals(standing.stage):
        candidates = [roster.at_level(who, level) for level in roster.LEVELS if level in game.levels]
        found.append(nearest_bot(game.name, target_elo, candidates) or who)
    return tuple(found)


def next_of_series(after: Header, seed: int, started: str) -> Header:
    """Return the header of the next game of a series; `after` is the result of `rating.after`."""
    header = new_header(load(after.game), after.seats, after.options, seed, started)
    return replace(header, occasion=after.occasion)


def header_for(standing: StageStanding, elo: float, seed: int, started: str) -> Header:
    """Return the header of a match. An undecided series continues."""
    if standing.before and standing.before.outcome:
        return next_of_series(rating.after(standing.before.header, standing.before.outcome), seed, started)
    stage, game = standing.stage, load(standing.stage.game)
    rivals = [Player(roster.title(who), "bot", who, colour) for colour, who in enumerate(rivals_of(standing, elo), 1)]
    options = parse_options(stage.options, game.presets)
    header = new_header(game, [Player(YOU), *rivals], options, seed, started)
    header = replace(header, occasion=Occasion(district=standing.district.name, stage=stage.name))
    return rating.begun(header) if standing.is_last else header


# -- what characters say


MIN_ACTIONS_BETWEEN = 6
"""The fewest actions between two lines."""
MOST_LINES = 6
"""The most lines in a game, not counting those at its beginning and end."""


class Remark(NamedTuple):
    """A line spoken by a seat."""

    seat: Seat
    line: str
    """In English; shown in translation by `tr`."""


class Talk:
    """The characters' talk at one table. The same events in the same order produce the same lines."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._people = {seat: who for seat, p in enumerate(players) if (who := character(p.level))}
        self._said: set[str] = set()
        self._since = 0

    def greet(self) -> Remark | None:
        """Return a line for the beginning of the game, or None."""
        return self._say((seat, "hello") for seat in self._people)

    def hear(self, moments: Iterable[tuple[Seat, Moment]]) -> Remark | None:
        """Return a line for the results of an action; usually None."""
        self._since += 1
        if self._since < MIN_ACTIONS_BETWEEN or len(self._said) > MOST_LINES:
            return None
        return self._say(moments)

    def conclude(self, outcome: Outcome) -> Remark | None:
        """Return a line for the end of the game, or None if nobody has won. A winner without others speaks first."""
        if not outcome.winners:
            return None
        ends: list[tuple[Seat, Moment]] = [(seat, "won") for seat in outcome.winners if len(outcome.winners) == 1]
        return self._say([*ends, *((seat, "lost") for seat in self._people if seat not in outcome.winners)])

    def _say(self, moments: Iterable[tuple[Seat, Moment]]) -> Remark | None:
        for seat, moment in moments:
            lines = self._people[seat].says.get(moment, ()) if seat in self._people else ()
            if line := next((line for line in lines if line not in self._said), ""):
                self._said.add(line)
                self._since = 0
                return Remark(seat, line)
        return None
