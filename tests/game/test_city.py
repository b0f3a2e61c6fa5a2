"""The city: districts, encounters with characters, a player's standing, and a whole career."""

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace as changed
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace

from tests.game.matches import new_match, play_on, played_by_chance
from topping_out.game import city, language, registry, roster
from topping_out.game.arena.contest import Contender, Simulation, play_game
from topping_out.game.bots.weights import take_over
from topping_out.game.city import (
    District,
    DistrictMatch,
    DistrictStanding,
    HeadToHead,
    Remark,
    StageStanding,
    elo_of,
    head_to_head,
    header_for,
    in_sight,
    plan,
    read_districts,
    remembrance,
    rivals_of,
    standing_of,
    upcoming,
)
from topping_out.game.engine import BuiltTower, Outcome, Part
from topping_out.game.options import parse_options, resolve
from topping_out.game.progress import rating
from topping_out.game.progress.summary import Achieved, Harm, Summary, summarise
from topping_out.game.record import Header, Occasion, Player, Record, branch_of, new_header, parse_record
from topping_out.game.registry import load, names
from topping_out.game.roster import characters, level_of, who_is
from topping_out.game.storage.library import Saved

# -- made-up results of matches, with real headers


_numbers = count(1)


def standings(games: list[Saved]) -> dict[str, DistrictStanding]:
    return {standing.district.name: standing for standing in standing_of(plan(), games)}


def next_of(games: list[Saved], district: str) -> StageStanding:
    return standings(games)[district].next


def begun(standing: StageStanding, elo: float = 1000) -> Saved:
    """Return a match that has just begun."""
    number = next(_numbers)
    header = header_for(standing, elo, number, f"2026-11-22T{number // 60:02}:{number % 60:02}:00")
    return Saved(Path(f"{number:05}.jsonl"), header, 3, None)


def ended(standing: StageStanding, is_won: bool = True, elo: float = 1000) -> Saved:
    """Return a finished game of a match that meets all conditions of the match, or none."""
    saved, stage = begun(standing, elo), standing.stage
    rivals_scores = tuple(5 for _ in saved.header.seats[1:])
    outcome = Outcome((0,) if is_won else (1,), (50 if is_won else 0, *rivals_scores), "points")
    goals = (Achieved(0, stage.goal),) if stage.goal and is_won else ()
    return changed(saved, outcome=outcome, summary=Summary(60_000, None, (), goals))


def win(games: list[Saved], *names: str) -> list[Saved]:
    """Win every match of these districts. Return all games."""
    for name in names:
        while standings(games)[name].next:
            games = [*games, ended(next_of(games, name))]
    return games


def before_the_last() -> list[Saved]:
    """Win every match of the first district but the last."""
    games: list[Saved] = []
    while not next_of(games, "orchard").is_last:
        games.append(ended(next_of(games, "orchard")))
    return games


# -- districts


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


def test_the_stakes_rise_from_district_to_district() -> None:
    finals = [district.stages[-1].stakes for district in plan().districts]
    assert finals == sorted(finals)
    assert max(stage.stakes for district in plan().districts for stage in district.stages) == finals[-1] > 0
    for district in plan().districts:
        assert all(stage.stakes <= district.stages[-1].stakes for stage in district.stages)


def test_every_rival_is_a_step_up_at_night_with_two_twists_at_once() -> None:
    by_day = {district.rival: district for district in plan().districts if not district.night}
    by_night = [district for district in plan().districts if district.night]
    assert [district.rival for district in by_night] == [*by_day]
    for district in by_night:
        day = by_day[district.rival]
        assert (district.site, district.scenery) == (day.site, day.scenery)
        assert all(stage.stakes >= 80 > 0 >= max(s.stakes for s in day.stages[:-1]) for stage in district.stages)
        assert district.stages[-1].stakes > day.stages[-1].stakes
        for stage in district.stages:
            changes = len(setup(district, stage).named.keys() - {"short", "rounds", "colours"})
            changes += len(district.rivals(stage)) > 1
            changes += bool(stage.goal)
            assert changes >= 2, stage.name


def test_the_city_at_night_is_seen_once_all_is_won_by_day() -> None:
    by_day, games = [name for name in ALL if not name.endswith("_night")], list[Saved]()
    for name in by_day:
        assert [each.district.name for each in in_sight(standings(games).values())] == by_day
        games = win(games, name)
    assert [each.district.name for each in in_sight(standings(games).values())] == ALL
    assert upcoming([*standings(games).values()], "apex") == next_of(games, "orchard_night")


def test_every_district_and_match_is_described_in_one_sentence() -> None:
    for district in plan().districts:
        for text in (district.about, *(stage.twist for stage in district.stages)):
            assert text.endswith(".")
            assert text.count(". ") == 0


@pytest.mark.parametrize(("old", "new", "place"), [
    ('name = "yard"', 'name = "The Yard"', r"\$\.districts\[0\]\.name"),
    ('scenery = "bricks"', 'scenery = "lava"', r"\$\.districts\[0\]\.scenery"),
    ('rival = "otto"', 'rival = "otta"', "yard, first: there is no character 'otta'"),
    ('game = "towers"', 'game = "chess"', "yard, first: there's no game 'chess'"),
    ('twist = "As ever."', 'twist = "As ever."\noptions = "ghost"', "yard, first: there's no option 'ghost'"),
    ('twist = "As ever."', 'twist = "As ever."\ngoal = "fly"', "yard, first: there is no goal 'fly'"),
    ('twist = "As ever."', 'twist = "As ever."\nstakes = "much"', r"\$\.districts\[0\]\.stages\[0\]\.stakes"),
    ('twist = "As ever."', 'twist = "As ever."\nrivals = ["otto", "nell", "ada", "amos", "pia"]', "for 2 to 4 players"),
    ('[[districts.stages]]\nname = "first"\ngame = "towers"\ntwist = "As ever."', "", "stages"),
    ("[[districts]]", "[[districts", "Invalid|Expected"),
])  # fmt: skip
def test_an_error_in_the_file_is_reported_with_its_place(file: Path, old: str, new: str, place: str) -> None:
    assert read(file, WHOLE)[0].title == "The Yard"
    with pytest.raises(ValueError, match=place) as error:
        read(file, WHOLE.replace(old, new))
    assert str(error.value).startswith(f"{file}: ")


def test_two_districts_with_the_same_name_are_refused(file: Path) -> None:
    with pytest.raises(ValueError, match="districts: two are called 'yard'"):
        read(file, WHOLE + WHOLE)


ADDED = '[[stages]]\ndistrict = "yard"\nname = "deep"\ntwist = "Deeper."\noptions = "ghost"\n'


def test_another_package_may_add_matches_before_the_last(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [*read(file, WHOLE)]
    file.write_text(ADDED, encoding="utf-8")
    monkeypatch.setattr(registry, "data_file", lambda name, _: file if name == "icetowers" else None)
    (district,) = city._extended(whole, "icetowers")
    assert [stage.name for stage in district.stages] == ["icetowers_deep", "first"]
    assert district.stages[0].game == load("icetowers").name
    assert city._extended(whole, "towers") == whole


def test_an_invalid_added_match_is_reported_and_the_others_stay(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text(ADDED.replace("yard", "moon"), encoding="utf-8")
    own = registry.data_file
    monkeypatch.setattr(
        registry,
        "data_file",
        lambda name, what: file if what == city.FILE and name == "towers" else own(name, what),
    )
    city.plan.cache_clear()
    try:
        laid_out = plan()
        assert laid_out.problems == (f"{file}: deep: there is no district 'moon'",)
        assert len(laid_out.districts) == 12
    finally:
        city.plan.cache_clear()


# -- the texts of matches


NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(words: str) -> int:
    words = words.lower()
    return int(words) if words.isdigit() else 1 if words == "single" else NUMBERS.index(words) + 1


def setup(district: District, stage: DistrictMatch) -> SimpleNamespace:
    """Return the set-up of a match: the options that it names, and the resulting variant."""
    game = load(stage.game)
    seats = 1 + len(district.rivals(stage))
    named = parse_options(stage.options, game.presets)
    variant = game.setup(seats, resolve(game.options(seats), named), 1).variant
    return SimpleNamespace(stage=stage, seats=seats, named=named, variant=variant, is_last=district.is_last(stage))


TOLD: dict[str, tuple[set[str], Callable[..., bool]]] = {
    r"[Bb]est of three": (set(), lambda m: m.is_last),
    r"win or lose": (set(), lambda m: not m.stage.must_win),
    r"(\w+) cards on one tower break through": ({"short"}, lambda m, n: (
        m.variant.needed(m.variant.pennies) == number(n)
    )),
    r"(?i)each (?:one|suit) knocks down only the next": ({"short", "wheel"}, lambda m: m.variant.wheel),
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
    r"Scaffolding holds what's just been built": ({"short", "scaffolding"}, lambda m: m.variant.scaffolding),
    r"whoever has no tower at a reshuffle is out": ({"short", "deadlines"}, lambda m: m.variant.deadlines),
    r"(\w+) cards in hand": ({"rounds", "colours", "materials", "hand"}, lambda m, n: m.variant.hand == number(n)),
    r"you can draw the card you just discarded": (
        {"rounds", "colours", "materials", "take_back"}, lambda m: m.variant.take_back
    ),
    r"(?:within|in a|just|your) (\w+)[ -]minutes?": ({"timer"}, lambda m, n: m.variant.timer == 60_000 * number(n)),
    r"Score (\d+) on the ice": (set(), lambda m, n: m.stage.points == number(n)),
    r"(?i)a ghost owns a third colour": ({"ghost", "timer"}, lambda m: m.variant.ghost_colour == m.seats),
    r"before the deck is empty|down to the last card of the deck": ({"end"}, lambda m: m.variant.end == "deck"),
    r"Score a SPIRE of your own (twice) in one game": (set(), lambda m, n: m.stage.goal == "spires"),
    r"[Ss]core (twelve) points with one tower": (set(), lambda m, n: m.stage.goal == "dozen"),
    r"Win with a tower of hearts": ({"short"}, lambda m: m.stage.goal == "with_hearts"),
    r"(Two) neighbours at once": (set(), lambda m, n: m.seats == 1 + number(n)),
    r"(Three|Four) on the ice(?:, and (two) of them)?": ({"timer"}, lambda m, all, some: m.seats == number(all)),
    r"The whole \w+ meets: (four) at one table": (set(), lambda m, n: m.seats == number(n)),
    r"so one tower can fall and another": (set(), lambda m: m.variant.foundations > 1),
    r"on the ice: Amos waits": ({"timer"}, lambda m: True),
    r"what's left|only one draws": (set(), lambda m: True),
}  # fmt: skip
"""Patterns of claims in the texts of matches: the options they refer to, and functions that check them."""
STAGES = [(district, stage) for district in plan().districts for stage in district.stages]


@pytest.mark.parametrize(("district", "stage"), STAGES, ids=[f"{one.name} {stage.name}" for one, stage in STAGES])
def test_the_text_of_a_match_is_true(district: District, stage: DistrictMatch) -> None:
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
    assert match.is_last == ("best of three" in stage.twist.lower())


# -- encounters


YOU, NELL = Player("You"), Player("Nell Nettle", "bot", "nell", 1)
SAYS = characters()["nell"].says


def met(day: int, winners: tuple[int, ...], *rivals: Player, game: str = "towers", **summary: object) -> Saved:
    header = new_header(load(game), (YOU, *(rivals or (NELL,))), {}, day, f"2026-11-{day:02}T12:00:00")
    outcome = Outcome(winners, (9, 5, 3), "points")
    return Saved(Path(f"{day}.jsonl"), header, 9, outcome, Summary(1, **summary))


def now(*rivals: Player) -> Header:
    return new_header(load("towers"), (YOU, *(rivals or (NELL,))), {}, 1)


def test_the_score_counts_wins_at_any_level_but_no_shared_wins() -> None:
    stronger = replace(NELL, level="nell@master")
    games = [met(1, (0,)), met(2, (1,)), met(3, (1,), stronger), met(4, (0, 1)), met(5, (0,), game="wyoming")]
    assert head_to_head(games, "You", "nell") == HeadToHead(2, 2)
    assert head_to_head(games, "Ana", "nell") == head_to_head(games, "You", "ada") == HeadToHead()


def test_a_win_of_a_third_player_counts_for_neither() -> None:
    otto = Player("Otto Overreach", "bot", "otto", 2)
    assert head_to_head([met(1, (2,), NELL, otto)], "You", "nell") == HeadToHead()


def test_a_branched_game_is_not_an_encounter() -> None:
    game = met(1, (0,))
    branch = changed(game, header=replace(game.header, occasion=Occasion(branch=3)))
    assert head_to_head([branch], "You", "nell") == HeadToHead()
    assert remembrance([branch], now()) is None


SPIRE_TAKEN = met(1, (0,), harms=(Harm(1, 0, "SPIRE"),))
TOWER = BuiltTower((Part("SPIRE"), Part("SUITE")), 0, 12)
AHEAD, BEATEN, WRONGED = (SAYS[how][0] for how in ("ahead", "beaten", "wronged"))
REMARKS: dict[str, tuple[list[Saved], Header, str | None]] = {
    "no game": ([], now(), None),
    "an unknown character": ([met(1, (0,))], now(Player("Mesa", "bot", "easy", 1)), None),
    "several humans": ([met(1, (1,))], now(Player("Ana", colour=2), NELL), None),
    "a shared win": ([met(1, (0, 1))], now(), None),
    "harm comes first": ([SPIRE_TAKEN], now(), f"Last time you took my SPIRE. {WRONGED}"),
    "only the last game and own harm": ([met(2, (1,), harms=(Harm(2, 0, "OFFICE"),)), SPIRE_TAKEN], now(), AHEAD),
    "a win by its tower": (
        [met(1, (0,), tower=TOWER)], now(), f"Last time you won with this tower: 2 floors, 12 points. {BEATEN}"
    ),
    "a win": ([met(1, (0,))], now(), BEATEN),
    "another level": ([met(1, (1,))], now(replace(NELL, level="nell@gentle")), AHEAD),
    "no score of two games": ([met(1, (0,)), met(2, (0,))], now(), BEATEN),
    "your score": ([met(1, (0,)), met(2, (0,)), met(3, (1,))], now(), f"You've won 2 of our 3 games. {AHEAD}"),
    "my score": ([met(1, (1,)), met(2, (0,)), met(3, (1,))], now(), f"I've won 2 of our 3 games. {AHEAD}"),
    "an even score": (
        [met(1, (0,)), met(2, (1,)), met(3, (0,)), met(4, (1,))], now(), f"4 games, and we're even. {AHEAD}"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("games", "header", "line"), REMARKS.values(), ids=REMARKS)
def test_a_character_remembers_the_games_with_a_player(games: list[Saved], header: Header, line: str | None) -> None:
    assert remembrance(games, header) == (line and Remark(1, line))


def test_in_a_series_a_character_speaks_of_its_score() -> None:
    said = set()
    for won in ((0, 0), (1, 0), (0, 1), (1, 1)):
        header = replace(now(), occasion=Occasion(best_of=3, won=won))
        remark = remembrance([met(1, (1,))], header)
        said.add(remark.line)
        assert (AHEAD in remark.line) == (won == (0, 0))
    assert len(said) == 4


def test_at_night_a_character_knows_how_long_their_tower_stood_by_day() -> None:
    games = win([], *(name for name in ALL if not name.endswith("_night")))
    remark = remembrance(games, header_for(next_of(games, "orchard_night"), 1000, 1, ""))
    assert remark.line == f"It took you 2 games to win my tower by day. {characters()['pia'].says['beaten'][0]}"


@pytest.mark.parametrize("name", names())
def test_only_harm_by_a_human_to_a_bot_is_saved_and_described(name: str) -> None:
    game = load(name)
    found: list[Harm] = []
    for seed in range(6):
        record = played_by_chance(name, YOU, NELL, seed=seed)
        found += summarise(record)[1].harms
    assert all((harm.seat, harm.by) == (1, 0) for harm in found)
    words = [game.describe_harm(harm.what, harm.size) for harm in found]
    assert all(not text or text.endswith(".") for text in words)
    assert (not words) or all(words)


def test_most_games_have_harm_to_remember() -> None:
    kept = {
        name
        for name in names()
        for seed in range(6)
        if summarise(played_by_chance(name, YOU, NELL, seed=seed))[1].harms
    }
    assert len(kept) >= 3


def test_only_the_winner_achieves_goals() -> None:
    """A tower of hearts only counts as a goal of the winner."""
    match = play_on(new_match("wyoming", YOU, NELL, first=0))
    outcome, summary = summarise(match.record)
    assert {goal.seat for goal in summary.goals} <= {*outcome.winners} & {0}


# -- standing


ALL = [district.name for district in plan().districts]


def won(games: list[Saved]) -> list[str]:
    return [name for name, standing in standings(games).items() if standing.won]


def opened(games: list[Saved]) -> list[str]:
    return [name for name, standing in standings(games).items() if standing.is_open]


def test_at_first_two_districts_are_open() -> None:
    assert opened([]) == ["orchard", "brickyard"]
    assert won([]) == []
    assert next_of([], "orchard").stage.name == "low_sky"
    assert standings([])["apex"].next is None


def test_winning_a_match_lights_a_floor_and_leads_to_the_next() -> None:
    games = [ended(next_of([], "orchard"))]
    assert standings(games)["orchard"].floors == 1
    assert next_of(games, "orchard").stage.name == "four_beds"


def test_losing_costs_nothing() -> None:
    games = win([], "orchard")
    before = standings(games)
    again = [*games, *(ended(next_of(games, "brickyard"), is_won=False) for _ in range(5))]
    assert won(again) == ["orchard"]
    assert opened(again) == opened(games)
    assert next_of(again, "brickyard").stage == before["brickyard"].next.stage


def test_the_last_match_is_a_best_of_three() -> None:
    games = before_the_last()
    last = next_of(games, "orchard")
    assert last.wins == ()
    games.append(ended(last))
    assert next_of(games, "orchard").wins == (1, 0)
    games.append(ended(next_of(games, "orchard"), is_won=False))
    assert next_of(games, "orchard").wins == (1, 1)
    assert won(games) == []
    games.append(ended(next_of(games, "orchard")))
    assert won(games) == ["orchard"]


def test_a_lost_series_starts_again() -> None:
    games = before_the_last()
    for _ in range(2):
        games.append(ended(next_of(games, "orchard"), is_won=False))
    again = next_of(games, "orchard")
    assert again.is_last
    assert again.wins == ()
    assert rating.wins(begun(again).header) == (0, 0)


def test_winning_districts_opens_others_until_all_are_won() -> None:
    games: list[Saved] = []
    for name in ALL:
        assert name in opened(games)
        games = win(games, name)
    assert won(games) == ALL
    assert all(standing.next is None for standing in standings(games).values())


def test_the_standing_ignores_file_order_and_duplicates() -> None:
    games = win([], "orchard", "brickyard", "heath")
    games = [*games, ended(next_of(games, "quay")), ended(next_of(games, "quay"), is_won=False)]
    whole = [(name, standing.floors, standing.is_open) for name, standing in standings(games).items()]
    for seed in range(5):
        mixed = [*games, *random.Random(seed).sample(games, 6)]
        random.Random(seed).shuffle(mixed)
        assert [(name, each.floors, each.is_open) for name, each in standings(mixed).items()] == whole


def test_a_deleted_record_removes_only_its_own_win() -> None:
    games = win([], "orchard", "brickyard")
    without = [game for game in games if game.header.occasion and game.header.occasion.stage != "cartwheel"]
    assert won(without) == ["orchard", "brickyard"]
    assert standings(without)["brickyard"].floors == 3


def test_a_district_with_a_game_stays_open() -> None:
    games = win([], "orchard")
    games = [*games, ended(next_of(games, "heath"))]
    rest = [game for game in games if game.header.occasion and game.header.occasion.district == "heath"]
    assert "heath" in opened(rest)


def test_an_unfinished_match_can_be_continued() -> None:
    started = begun(next_of([], "orchard"))
    assert next_of([started], "orchard").under_way is started
    assert standings([started])["orchard"].floors == 0


# -- the conditions of a match


def stage_named(name: str) -> StageStanding:
    found = (each for standing in standings([]).values() for each in standing.stages if each.stage.name == name)
    return next(found)


@pytest.mark.parametrize(("name", "winners", "points", "goals", "is_won"), [
    ("low_sky", (0,), 8, (), True),
    ("low_sky", (1,), 8, (), False),
    ("low_sky", (0, 1), 8, (), True),
    ("first_frost", (1,), 18, (), True),
    ("first_frost", (0,), 17, (), False),
    ("heart_of_oak", (0,), 8, ("with_hearts",), True),
    ("heart_of_oak", (0,), 8, ("with_clubs",), False),
    ("heart_of_oak", (1,), 8, ("with_hearts",), False),
    ("tall_cargo", (1,), 8, ("spires",), True),
    ("tall_cargo", (0,), 8, (), False),
])  # fmt: skip
def test_a_match_is_won_by_its_conditions(
    name: str, winners: tuple[int, ...], points: int, goals: tuple[str, ...], is_won: bool
) -> None:
    game = ended(stage_named(name), is_won=False)
    goal = ended(stage_named(name)).summary.goals
    summary = msgspec.structs.replace(game.summary, goals=tuple(replace(each, feat=g) for each in goal for g in goals))
    game = changed(game, outcome=Outcome(winners, (points, 9), ""), summary=summary)
    standing = {each.district.name: each for each in standing_of(plan(), [game])}[stage_named(name).district.name]
    assert (standing.floors == 1) is is_won


# -- which games count


def test_a_branch_of_a_match_does_not_count() -> None:
    game = ended(next_of([], "orchard"))
    branch = branch_of(Record(game.header), 0).header
    assert not (branch.occasion and branch.occasion.district)
    counted = replace(game.header, occasion=replace(game.header.occasion, branch=3))
    assert standings([changed(game, header=counted)])["orchard"].floors == 0


def test_a_takeover_ends_the_match_of_the_city() -> None:
    header = begun(next_of([], "orchard")).header
    after = take_over(Record(header), {1: Player("Easy", "bot", "easy", 1)}).header
    assert (after.occasion.district, after.occasion.stage) == ("", "")


def test_a_record_contains_its_match() -> None:
    header = begun(next_of([], "orchard")).header
    assert parse_record(Record(header).to_bytes()).header == header
    assert header.occasion == Occasion(district="orchard", stage="low_sky")


def test_records_of_unknown_matches_are_ignored() -> None:
    game = ended(next_of([], "orchard"))
    gone = replace(game.header, occasion=Occasion(district="atlantis", stage="low_sky"))
    unknown_stage = replace(game.header, occasion=Occasion(district="orchard", stage="no_such"))
    assert won([changed(game, header=gone), changed(game, header=unknown_stage)]) == []


# -- who plays


@pytest.mark.parametrize(
    ("elo", "least", "most"), [(550, "gentle", "gentle"), (1000, "medium", "hard"), (1320, "master", "master")]
)
def test_the_last_match_adapts_to_the_players_rating(elo: float, least: str, most: str) -> None:
    levels = ("gentle", "easy", "medium", "hard", "master")
    (rival,) = rivals_of(stage_named("ada"), elo)
    assert who_is(rival) == "ada"
    assert levels.index(least) <= levels.index(level_of(rival)) <= levels.index(most)


def test_the_rivals_are_characters_in_the_colours_of_their_seats() -> None:
    header = header_for(stage_named("board_meeting"), 1000, 7, "2026-11-22T12:00:00")
    assert [player.name for player in header.seats] == ["You", "Ada Apex", "Amos Anchor", "Zora Zenith"]
    assert [player.colour for player in header.seats] == [0, 1, 2, 3]


def test_within_a_series_the_rivals_strength_stays_the_same() -> None:
    games = before_the_last()
    games.append(ended(next_of(games, "orchard"), elo=600))
    assert begun(next_of(games, "orchard"), elo=1400).header.seats == games[-1].header.seats


# -- a whole career


PLAYER, STRONGEST = "hard", "hard"
MOST_TRIES = 60
"""A match that is lost so often cannot be won."""


def played(header: Header, number: int) -> Saved:
    """Return the game of a header, played to its end with a bot in the player's seat.

    Masters play like hard bots, which do not search: a career has a hundred games.
    """
    seats = [Player(language.YOU, "bot", PLAYER), *header.seats[1:]]
    contenders = tuple(Contender(as_strong_as_can_be(player.level)) for player in seats)
    record = play_game(Simulation(msgspec.structs.replace(header, seats=tuple(seats)), contenders)).record
    return as_saved(Record(header, record.entries), number)


def as_strong_as_can_be(word: str) -> str:
    if roster.level_of(word) != "master":
        return word
    return roster.at_level(roster.who_is(word), STRONGEST) if roster.who_is(word) else STRONGEST


def as_saved(record: Record, number: int) -> Saved:
    return Saved(Path(f"{number:05}.jsonl"), record.header, len(record.entries), *summarise(record))


def next_match(games: list[Saved]) -> StageStanding | None:
    """Return the first match of the street that can be played; None if all are won."""
    return next((each.next for each in in_sight(standing_of(plan(), games)) if each.next), None)


@pytest.mark.long
def test_a_bot_in_the_players_seat_wins_the_city_by_day_and_by_night() -> None:
    games: list[Saved] = []
    tries: Counter[tuple[str, str]] = Counter()
    order: list[str] = []
    while standing := next_match(games):
        place = (standing.district.name, standing.stage.name)
        tries[place] += 1
        assert tries[place] <= MOST_TRIES, place
        order.append(standing.district.name)
        number = len(games)
        elo = elo_of(games, standing.stage.game)
        header = header_for(standing, elo, number, f"2026-01-01T{number // 60:02}:{number % 60:02}:00")
        games.append(played(header, number))
    assert all(standing.won for standing in standing_of(plan(), games))
    by_night = [name.endswith("_night") for name in order]
    assert by_night == sorted(by_night)
