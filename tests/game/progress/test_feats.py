"""Feats and best towers."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tests.game.by_luck.random_games import Deal, play, random_deal, whole_game
from tests.golden import check_text
from topping_out.game import registry
from topping_out.game.engine import BuiltTower, Outcome, Part
from topping_out.game.icetowers import actions as ice
from topping_out.game.icetowers.actions import Capped, Why
from topping_out.game.icetowers.state import COLOUR_OF, Tower
from topping_out.game.match import walk
from topping_out.game.progress.summary import Achieved, Feat, FeatFinder, Summary, finder_of, summarise
from topping_out.game.record import Entry, Occasion, Player, Record, start_state
from topping_out.game.registry import load
from topping_out.game.storage.history import first_feats, new_feats
from topping_out.game.storage.library import Saved
from topping_out.game.towering import state as towering
from topping_out.game.towering.state import RoundAccount, score_tower
from topping_out.game.towers import actions as towers
from topping_out.game.towers.actions import Demolished, FloorScored
from topping_out.game.towers.feats import LONGEST_NAME
from topping_out.game.towers.floors import Effect, EffectVerb, OwnerChange, Step
from topping_out.game.wyoming import actions as wyoming
from topping_out.game.wyoming.actions import SUIT_NAMES, Deconstructed, suit_of
from topping_out.game.wyoming.state import Variant

# -- best towers


SEEDS = range(6)


def finished(name: str, seed: int) -> Any:
    """Return the final state of a random game of two seats."""
    game = load(name)
    options = {option.key: option.default for option in game.options(2)}
    *_, last = play(Deal(name, 2, options, seed, seed))
    return last.state


WORTHS: dict[str, Callable[[Any], Iterable[int]]] = {
    "wyoming": lambda state: map(len, state.towers),
    "towering": lambda state: (
        score_tower(tower).total for account in state.accounts for row in account.towers for tower in row if tower
    ),
    "towers": lambda state: (points for scored in state.ledger for points in scored.points),
    "icetowers": lambda state: (tower.worth for tower in state.towers),
}
"""By game: what each of its towers is worth, over all rounds and for every seat."""
SHOWN: dict[str, Callable[[Any, BuiltTower], bool]] = {
    "wyoming": lambda _, tower: tower.worth == len(tower.parts) and len({part.kind for part in tower.parts}) == 1,
    "towers": lambda state, tower: any(scored.points[tower.seat or 0] == tower.worth for scored in state.ledger),
    "icetowers": lambda _, tower: (
        tower.worth == sum(part.number for part in tower.parts) and tower.parts[-1].owner == tower.seat
    ),
}
"""By game: what its parts or its seat have to do with that."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", WORTHS)
def test_a_game_keeps_the_tower_that_is_worth_most(name: str, seed: int) -> None:
    state = finished(name, seed)
    tower = load(name).best_tower(state)
    assert tower.worth == max(WORTHS[name](state))
    assert name not in SHOWN or SHOWN[name](state, tower)


@pytest.mark.parametrize(("name", "part", "worth", "words"), [
    ("wyoming", Part("spades", 3), 11, "11 spades"),
    ("towering", Part("blue", 7), -12, "blue, \u221212 points"),
    ("towers", Part("LOBBY", 2, 1), 1, "1 floor, 1 point"),
    ("icetowers", Part("large", 3, 0), 3, "3 pips"),
])  # fmt: skip
def test_a_tower_is_described(name: str, part: Part, worth: int, words: str) -> None:
    assert load(name).describe_tower(BuiltTower((part,), 0, worth)) == words


@pytest.mark.parametrize("name", ["wyoming", "towering", "towers", "icetowers"])
def test_an_impossible_tower_is_described_harmlessly(name: str) -> None:
    assert load(name).describe_tower(BuiltTower((Part("\n nonsense", 999, 8),), 8, -9999)).isprintable()


# -- feats


GAMES = [name for name in registry.names() if finder_of(name).feats]


@cache
def games(name: str) -> list[Record]:
    """Return random games, in which unusual things happen."""
    return [whole_game(random_deal(name, random.Random(f"feats {name} {number}")))[0] for number in range(12)]


def watched(record: Record) -> FeatFinder:
    """Return the finder of feats after the whole game."""
    finder, state = finder_of(record.header.game), start_state(record.header)
    for step in walk(record, state):
        finder.see(step)
    outcome = load(record.header.game).outcome(state)
    finder.finish(state, outcome)
    return finder


@pytest.mark.parametrize("name", GAMES)
def test_what_is_measured_and_found_in_random_games_is_as_recorded(name: str) -> None:
    lines = []
    for number, record in enumerate(games(name)):
        finder = watched(record)
        for seat, _ in enumerate(record.header.seats):
            values = [f"{what} {value}" for (of, what), value in sorted(finder.measures.items()) if of == seat]
            feats = sorted(each.feat for each in finder.found if each.seat == seat)
            lines.append(f"game {number}, seat {seat}: {', '.join(values)}; {' '.join(feats)}\n")
    check_text("".join(lines), f"feats/{name}")


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_about_30_feats_in_three_tiers_with_unique_texts(name: str) -> None:
    feats = finder_of(name).feats
    assert 28 <= len(feats) <= 34
    tiers = Counter(feat.tier for feat in feats)
    assert min(tiers.values()) >= 7
    assert tiers[2] + tiers[3] > tiers[1], "most of them are rare"
    for field in ("name", "title", "about"):
        assert len({getattr(feat, field) for feat in feats}) == len(feats)
    assert all(len(feat.name) <= 24 and feat.about.endswith(".") for feat in feats)


@pytest.mark.parametrize("name", GAMES)
def test_found_feats_have_a_valid_name_and_seat(name: str) -> None:
    known = {feat.name for feat in finder_of(name).feats}
    counted: Counter[str] = Counter()
    for record in games(name):
        for each in watched(record).found:
            assert each.feat in known
            assert each.seat < len(record.header.seats)
            counted[each.feat] += 1
    assert len(counted) >= 3


@pytest.mark.parametrize("name", GAMES)
def test_feats_count_only_for_humans_in_finished_unbranched_games(name: str) -> None:
    record = next(record for record in games(name) if watched(record).found)
    humans = tuple(Player(f"Ana {seat}") for seat in range(len(record.header.seats)))
    bots = tuple(Player(f"Bot {seat}", "bot", "easy") for seat in range(len(record.header.seats)))
    mine = Record(replace(record.header, seats=humans), record.entries)
    assert {*summarise(mine)[1].feats} == {*watched(record).found}
    assert summarise(Record(replace(record.header, seats=bots), record.entries))[1].feats == ()
    branch = replace(record.header, seats=humans, occasion=Occasion(branch=1))
    assert summarise(Record(branch, record.entries))[1].feats == ()
    assert summarise(Record(replace(record.header, seats=humans), record.entries[:-3]))[1].feats == ()


def hinted(record: Record, number: int) -> Record:
    """Return a game with Ana in every seat, in which the first actions of seat 0 followed hints."""
    own = [entry for entry in record.entries if entry.seat == 0][:number]
    entries = [Entry(e.ms, e.seat, e.text, is_hinted=any(e is each for each in own)) for e in record.entries]
    return Record(of_humans(record).header, entries)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_more_than_three_hints_counts_for_no_feats(name: str) -> None:
    record = next(record for record in games(name) if any(each.seat == 0 for each in watched(record).found))
    few, many = (summarise(hinted(record, number))[1] for number in (3, 4))
    assert few.helped == ()
    assert few.feats == summarise(of_humans(record))[1].feats
    assert many.helped == (0,)
    assert [each for each in few.feats if each.seat != 0] == [*many.feats]
    assert {each for each in few.feats if each.seat == 0} <= {*many.goals}, "a match of the city can be won with hints"


Harms = Iterator[tuple[int, int, str, int]]
"""For each harm: the harmed seat, the seat that did it, what was harmed, and its size."""


def caps(record: Record) -> Harms:
    """Yield the towers that were capped, with their worth before."""
    state, towers = start_state(record.header), dict[int, Tower]()
    for step in walk(record, state):
        for event in step.events:
            tower = towers.get(event.tower) if isinstance(event, Capped) and event.why is Why.CHOICE else None
            if tower and tower.controller < len(record.header.seats) and COLOUR_OF[event.piece] == event.seat:
                yield tower.controller, event.seat, "", tower.worth
        towers = {tower.id: tower for tower in state.towers}


def knocks(record: Record) -> Harms:
    """Yield the cards that were knocked off towers."""
    for step in walk(record, start_state(record.header)):
        for event in step.events:
            if isinstance(event, Deconstructed) and event.fallen:
                yield event.owner, event.seat, SUIT_NAMES[suit_of(event.fallen[0])], len(event.fallen)


def losses(record: Record) -> Harms:
    """Yield the floors that lost their owner through another floor."""
    lost, state = list[tuple[int, int, int]](), start_state(record.header)
    for step in walk(record, state):
        for event in step.events:
            if isinstance(event, FloorScored) and event.step.owner is not None:
                lost += [(c.before, event.step.owner, c.level) for c in event.step.changes if c.before is not None]
            if isinstance(event, Demolished):
                names = [state.variant.deck.floor_of(card).name[:LONGEST_NAME] for card in event.floors]
                yield from ((seat, by, names[level], 0) for seat, by, level in lost)
                lost = []


HARMS: dict[str, Callable[[Record], Harms]] = {"icetowers": caps, "wyoming": knocks, "towers": losses}


@pytest.mark.parametrize("name", GAMES)
def test_the_worst_harm_of_each_pair_of_seats_is_kept(name: str) -> None:
    """Games without an entry in HARMS have no harm. Harm to the ghost or to oneself does not count."""
    total = 0
    for record in games(name)[:6]:
        finder = finder_of(name)
        for step in walk(record, start_state(record.header)):
            finder.see(step)
        done: dict[tuple[int, int], list[tuple[str, int]]] = {}
        for seat, by, what, size in HARMS[name](record) if name in HARMS else ():
            if seat != by:
                done.setdefault((seat, by), []).append((what, size))
        assert finder.harms.keys() == done.keys()
        for pair, harm in finder.harms.items():
            greatest = max(size for _, size in done[pair])
            assert (harm.seat, harm.by) == pair
            assert (harm.what, harm.size) == [each for each in done[pair] if each[1] == greatest][-1]
        total += len(done)
    assert bool(total) is (name in HARMS)


def test_a_game_without_feats_has_none() -> None:
    finder = FeatFinder()
    finder.see(None)
    assert not finder.found
    assert finder.feats == ()


def of_humans(record: Record) -> Record:
    """Return a game with Ana in every seat."""
    return Record(replace(record.header, seats=(Player("Ana"),) * len(record.header.seats)), record.entries)


def test_a_feat_achieved_before_is_not_new() -> None:
    record = next(mine for each in games("towers") if summarise(mine := of_humans(each))[1].feats)
    outcome, summary = summarise(record)
    before = Saved(Path("a.jsonl"), replace(record.header, started="2026-01-01T10:00"), 9, outcome, summary)
    later = Saved(Path("b.jsonl"), replace(record.header, started="2026-02-01T10:00"), 9, outcome, summary)
    assert new_feats(record, None, [])
    assert new_feats(record, None, [before]) == []
    assert new_feats(record, Path("a.jsonl"), [before])
    firsts = first_feats("towers", [later, before])["Ana"]
    assert {saved.path.name for saved in firsts.values()} == {"a.jsonl"}
    assert first_feats("wyoming", [before]) == {}
    strange = Saved(Path("c"), record.header, 9, outcome, Summary(feats=(Achieved(7, "nothing"),)))
    assert first_feats("towers", [strange]) == {}


# -- feats by hand


def after(game: str, steps: list[tuple[list[Any], Any]]) -> FeatFinder:
    finder = finder_of(game)
    for events, state in steps:
        finder.see(SimpleNamespace(events=events, state=state, entry=Entry(0, 0, "")))
    return finder


def found(game: str, steps: list[tuple[list[Any], Any]], outcome: Outcome) -> set[str]:
    """Return the feats of seat 0 after these steps, each given as events and the following state."""
    finder = after(game, steps)
    finder.finish(steps[-1][1], outcome)
    return {each.feat for each in finder.found if each.seat == 0}


def sky(heights: tuple[int, int]) -> Any:
    """Return a state of Wyoming under a Sky of 5, with a tower of each seat."""
    own = [bytes(height) for height in heights]
    return SimpleNamespace(towers=own, pennies=5, variant=Variant(2, 1, 5), towers_of=lambda seat: [own[seat]])


WON = Outcome((0,), (6, 0), "tower")


@pytest.mark.parametrize(("events", "before", "after", "has"), [
    ([wyoming.Constructed(0, 0, 0, (1, 2, 3, 4, 5))], (1, 0), (6, 0), {"storeys"}),
    ([wyoming.Constructed(0, 0, 0, (1, 2, 3, 4))], (2, 0), (6, 0), set()),
    ([wyoming.Constructed(0, 1, 0, (1, 2, 3, 4, 5))], (6, 0), (6, 5), set()),
    ([wyoming.Deconstructed(0, 1, 0, (1,) * 5, (2,) * 5, ())], (6, 5), (6, 0), {"wreckers", "nick"}),
    ([wyoming.Deconstructed(0, 1, 0, (1,) * 4, (2,) * 4, ())], (6, 4), (6, 0), set()),
    ([wyoming.Deconstructed(0, 1, 0, (1,), (2,), (3, 3, 3))], (6, 1), (6, 3), {"takeover"}),
    ([wyoming.Deconstructed(0, 1, 0, (1,), (2,), (3, 3))], (6, 1), (6, 2), set()),
])  # fmt: skip
def test_feats_of_wyoming(events: list[Any], before: tuple[int, int], after: tuple[int, int], has: set[str]) -> None:
    steps = [([], sky(before)), (events, sky(after))]
    assert found("wyoming", steps, WON) - {"untouched", "peace", "sprint"} == has


def test_feats_of_wyoming_at_the_end() -> None:
    falls = ([wyoming.SkyMoved(5, -1)], sky((5, 0)))
    assert "settling" in found("wyoming", [falls, ([], sky((6, 0)))], WON)
    assert "settling" not in found("wyoming", [falls, ([], sky((5, 0))), ([], sky((6, 0)))], WON)
    assert "behind" in found("wyoming", [([], sky((0, 4))), ([], sky((6, 4)))], WON)
    assert "behind" not in found("wyoming", [([], sky((0, 3))), ([], sky((6, 3)))], WON)
    assert "high" in found("wyoming", [([], sky((8, 0)))], WON)
    assert "high" not in found("wyoming", [([], sky((7, 0)))], WON)
    knocked = ([wyoming.Deconstructed(1, 0, 0, (1,), (2,), ())], sky((2, 0)))
    assert "untouched" not in found("wyoming", [knocked, ([], sky((6, 0)))], WON)


def counted(own: tuple[tuple[int, ...], ...], points: tuple[int, int], totals: tuple[int, int]) -> Any:
    empty = ((),) * 6
    return towering.RoundEnded(RoundAccount(0, 0, ((*own, *empty)[:6], empty), points, totals))


TALL = tuple(range(4, 13))
"""Blue building cards 2 to 10, worth 54 points minus the cost plus the bonus."""
FULL = {"eight_numbers", "complete"}
"""The feats of such a tower."""


@pytest.mark.parametrize(("own", "has"), [
    ((TALL,), {"restraint", "solo", *FULL}),
    ((TALL, tuple(card + 13 for card in TALL)), {"restraint", "bonuses", *FULL}),
    (((0, 1, 2, 3, *TALL[3:]),), {"restraint", "solo", "fivefold", "hundred", "ten_cards"}),
    (((0, 1, 2, *TALL[5:]),), {"restraint", "solo"}),
    (
        tuple(tuple(card + 13 * colour for card in TALL) for colour in range(4)),
        {"bonuses", "tall_three", "black", *FULL},
    ),
    ((*(tuple(card + 13 * colour for card in TALL) for colour in range(3)), (43,)), {"bonuses", "tall_three", *FULL}),
])  # fmt: skip
def test_feats_of_towering(own: tuple[tuple[int, ...], ...], has: set[str]) -> None:
    steps = [([counted(own, (50, 0), (50, 0))], SimpleNamespace())]
    assert found("towering", steps, Outcome((0,), (50, 0), "rounds")) - {"self_made"} == has


def test_feats_of_towering_over_several_rounds() -> None:
    won = Outcome((0,), (90, 60), "rounds")
    lost, back = counted((), (0, 50), (0, 50)), counted((), (90, 10), (90, 60))
    assert "comeback" in found("towering", [([lost, back], SimpleNamespace())], won)
    near = counted((), (0, 49), (0, 49))
    assert "comeback" not in found("towering", [([near, back], SimpleNamespace())], won)
    assert "sweep" in found("towering", [([back] * 3, SimpleNamespace())], won)
    assert "sweep" not in found("towering", [([back] * 2, SimpleNamespace())], won)
    taken = [towering.Took(0, 1)] * 14
    assert "sorter" not in found("towering", [([*taken, back], SimpleNamespace())], won)
    assert "sorter" in found("towering", [([*taken, towering.Took(0, 1), back], SimpleNamespace())], won)


def floor(
    level: int, name: str, points: int, *changes: OwnerChange, verb: EffectVerb = EffectVerb.SCORE
) -> towers.FloorScored:
    return towers.FloorScored(0, Step(level, name, 0, Effect(verb, 1), (points, 0), 0, changes))


BEGAN = towers.ScoringBegan(0, "height")


@pytest.mark.parametrize(("events", "has"), [
    ([BEGAN, floor(5, "SPIRE", 3), BEGAN, floor(5, "SPIRE", 3)], {"spires"}),
    ([BEGAN, floor(5, "SPIRE", 3)], set()),
    ([BEGAN, floor(5, "OFFICE", 8)], {"offices"}),
    ([BEGAN, floor(5, "OFFICE", 7)], set()),
    ([BEGAN, floor(5, "CELLAR", 8)], set()),
    ([BEGAN, floor(5, "OFFICE", 6)], set()),
    ([BEGAN, floor(0, "LOBBY", 5)], {"lobby"}),
    ([BEGAN, floor(1, "LOBBY", 4)], set()),
    ([BEGAN, floor(5, "INFERNO", 0, OwnerChange(4, 1, None), OwnerChange(3, 1, None))], {"inferno"}),
    ([BEGAN, floor(5, "INFERNO", 0, OwnerChange(4, 1, None), OwnerChange(3, 0, None))], set()),
    ([BEGAN, floor(5, "LANDLORD", 0, OwnerChange(4, 1, 0)), floor(4, "SPIRE", 3)], {"eviction"}),
    ([BEGAN, floor(5, "LANDLORD", 0, OwnerChange(4, None, 0)), floor(4, "SPIRE", 3)], set()),
    ([BEGAN, floor(5, "LANDLORD", 0, OwnerChange(4, 1, 0)), BEGAN, floor(4, "SPIRE", 3)], set()),
    ([BEGAN, floor(5, "ELEVATOR", 6, verb=EffectVerb.SCORE_TUCKS)], {"lift"}),
    ([BEGAN, floor(5, "ELEVATOR", 4, verb=EffectVerb.SCORE_TUCKS)], set()),
    ([towers.Demolished(0, (12, 0), (), ())], {"dozen"}),
    ([towers.Demolished(0, (11, 0), (), ())], set()),
    ([towers.Demolished(0, (1, 0), (), ()), towers.Demolished(1, (1, 0), (), ())], {"double"}),
    ([towers.Claimed(0, 0, 0, 1, "SPIRE")] * 6, {"unharmed"}),
    ([towers.Claimed(0, 0, 0, 1, "SPIRE")] * 5, set()),
])  # fmt: skip
def test_feats_of_towers(events: list[Any], has: set[str]) -> None:
    assert found("towers", [(events, streets(0, 0))], Outcome((0, 1), (1, 1), "points")) == has


def test_the_feat_of_winning_towers_from_behind() -> None:
    for lead, has in ((10, True), (9, False)):
        states = [streets(0, lead), streets(20, lead)]
        feats = found("towers", [([], state) for state in states], Outcome((0,), (20, lead), "points"))
        assert ("behind" in feats) is has


def table(*towers: tuple[int, ...], ms: int = 0, paused_time: bool = False) -> Any:
    standing = tuple(Tower(number, pieces, 0, 0) for number, pieces in enumerate(towers))
    variant = SimpleNamespace(seats=2, colours=2, ghost_colour=None, paused_time=paused_time)
    return SimpleNamespace(towers=standing, hands=(), ms=ms, variant=variant)


@pytest.mark.parametrize(("events", "ms", "has"), [
    ([ice.Mined(0, 5, 1, 1, 3)], 0, {"deep"}),
    ([ice.Mined(0, 5, 1, 1, 2)], 0, set()),
    ([ice.Capped(0, 5, 1, 1, 15)], 0, {"giant"}),
    ([ice.Capped(0, 5, 1, 1, 14)], 0, set()),
    ([ice.Capped(0, 5, 1, 1, 15, ice.Why.STALL)], 0, set()),
    ([ice.WasSplit(0, 1, 1, 2, 5, 0, 0, 1, 3, 2)] * 3, 0, {"splitter"}),
    ([ice.WasSplit(0, 1, 1, 2, 5, 0, 0, 1, 3, 2)] * 2, 0, set()),
    ([ice.Capped(0, 5, 1, 1, 4)] * 4, 20_000, {"quick"}),
    ([ice.Capped(0, 5, 1, 1, 4)] * 4, 20_001, set()),
    ([ice.Capped(0, piece, 1, 1, 4) for piece in range(5)], 30_000, {"smalls"}),
    ([ice.Capped(0, 0, 1, 1, 4)] * 5, 30_000, set()),
])  # fmt: skip
def test_feats_of_icetowers(events: list[Any], ms: int, has: set[str]) -> None:
    steps = [(events, table((5,), (20,), ms=ms))]
    assert found("icetowers", steps, Outcome((1,), (2, 2), "done")) == has


@pytest.mark.parametrize(("worth", "has"), [(8, {"swap"}), (7, set())])
def test_the_feat_of_mining_a_piece_for_a_richer_tower_counts_the_tower_left_behind(worth: int, has: set[str]) -> None:
    standing = table((0,), (20, 25))
    assert [tower.worth for tower in standing.towers] == [1, 5]
    events = [ice.Mined(0, 5, 1, 2, 1), ice.Capped(0, 5, 3, 1, worth)]  # the medium piece is worth 2 itself
    steps = [([], standing), (events, standing)]
    assert found("icetowers", steps, Outcome((1,), (2, 2), "done")) == has


def test_there_is_no_feat_of_speed_while_time_stands_still() -> None:
    steps = [([ice.Capped(0, 5, 1, 1, 4)] * 4, table((5,), (20,), ms=100, paused_time=True))]
    assert found("icetowers", steps, Outcome((1,), (2, 2), "done")) == set()


def test_feats_of_icetowers_at_the_end() -> None:
    won = Outcome((0,), (40, 20), "done")
    assert found("icetowers", [([], table((10,), (25,), (26,)))], won) == {"forty", "few", "few_3"}
    near = Outcome((0,), (39, 21), "done")
    assert found("icetowers", [([], table((10,), (25,)))], near) == {"few_3"}
    assert found("icetowers", [([ice.Capped(0, 5, 1, 1, 4)], table((10,)))], near) == {"late", "few_3"}


# -- feats by measures


NEEDING = [(name, feat) for name in GAMES for feat in finder_of(name).feats if feat.needs]


@pytest.mark.parametrize(("name", "feat"), NEEDING, ids=[f"{name} {feat.name}" for name, feat in NEEDING])
def test_a_feat_is_earned_by_its_measures_and_just_missed_by_one_less(name: str, feat: Feat) -> None:
    for short in (None, *range(len(feat.needs))):
        finder = finder_of(name)
        finder.close = lambda state, outcome: None
        finder.measures = {(0, need): least - (n == short) for n, (need, least) in enumerate(feat.needs.items())}
        finder.finish(None, WON)
        assert (Achieved(0, feat.name) in finder.found) is (short is None)
        assert not any(each.seat for each in finder.found)


def measured(name: str, steps: list[tuple[list[Any], Any]], outcome: Outcome) -> dict[str, int]:
    """Return the measures of seat 0 after these steps, each given as events and the following state."""
    finder = after(name, steps)
    finder.close(steps[-1][1], outcome)
    return {measure: value for (seat, measure), value in finder.measures.items() if seat == 0}


Measured = tuple[str, list[tuple[list[Any], Any]], Outcome, dict[str, int]]
HEARTS = 25
"""The first card of the second suit."""


def sunk() -> Any:
    """Return a state of Towering in which seat 0 has a tower of four materials."""
    return SimpleNamespace(towers_of=lambda seat: [[0, 1, 2, 3]])


def streets(*scores: int) -> Any:
    return SimpleNamespace(
        scores=scores,
        variant=SimpleNamespace(
            seats=len(scores), deck=SimpleNamespace(floor_of=lambda card: SimpleNamespace(name="SPIRE"))
        ),
    )


def drawing(drawn: int) -> towers.FloorScored:
    return towers.FloorScored(0, Step(0, "SUITE", 0, Effect(EffectVerb.SCORE, 1), (0, 0), drawn, ()))


MEASURES: list[Measured] = [
    ("wyoming", [([], sky((1, 0))), ([wyoming.Constructed(0, 0, 0, (1, 2, 3)), wyoming.Constructed(0, 1, 0, (1,))],
      sky((4, 1))), ([wyoming.Constructed(0, 0, 0, (HEARTS, HEARTS + 1))], sky((6, 1)))], WON,
     {"built": 5, "at_once": 3, "suits": 2, "won": 1, "tall": 6, "lead": 5, "peace": 1, "rules": 0, "rivals": 1,
      "spare_turns": 27}),
    ("wyoming", [([], sky((1, 5))), ([wyoming.Deconstructed(0, 1, 0, (1,) * 3, (2,) * 3, ())], sky((1, 2))),
      ([wyoming.Deconstructed(0, 1, 0, (1,) * 2, (2,) * 2, ())], sky((6, 0)))], WON,
     {"knocked": 5, "wreck": 3, "foiled": 1, "levelled": 1, "coup": 0, "behind": 4, "won": 1}),
    ("wyoming", [([], sky((2, 2))), ([wyoming.Deconstructed(0, 1, 0, (1,) * 2, (2,) * 2, (1,) * 4)], sky((2, 4))),
      ([wyoming.Deconstructed(0, 0, 0, (1,) * 2, (2,) * 2, (1,) * 3)], sky((3, 4)))], Outcome((1,), (3, 6), "tower"),
     {"coup": 4, "turncoat": 3, "levelled": 0, "knocked": 2}),
    ("wyoming", [([], sky((5, 0))), ([wyoming.Deconstructed(1, 0, 0, (1,) * 3, (2,) * 3, ())], sky((2, 0))),
      ([wyoming.Deconstructed(1, 0, 0, (1,), (2,), ())], sky((1, 0)))], Outcome((1,), (3, 6), "cards"),
     {"lost": 4, "lost_at_once": 3}),
    ("towering", [([counted((TALL,), (54, 0), (54, 0))], SimpleNamespace())], Outcome((0,), (54, 50), "rounds"),
     {"round": 54, "tall": 1, "best": 54, "cards": 9, "numbers": 9, "fivefold": 0, "solo": 1,
      "self_made": 1, "all_paid": 1, "total": 54, "lead": 4, "close": 7, "won": 1, "behind": 0, "taken": 0}),
    ("towering", [([towering.Took(0, 1)] * 3 + [counted((TALL, TALL), (9, 0), (9, 70))], SimpleNamespace())],
     Outcome((0,), (90, 70), "rounds"),
     {"taken": 3, "self_made": 0, "solo": 0, "all_paid": 2, "tall": 2, "behind": 61}),
    ("towering", [([towering.Built(0, 3)], sunk()),
      ([counted(((0, 1, 2, 3, *TALL[3:]),), (145, 0), (145, 0))], sunk())],
     Outcome((1,), (145, 150), "rounds"),
     {"rescues": 1, "abyss": 1, "fivefold": 1, "best": 145, "cards": 10, "numbers": 6}),
    ("towers", [([BEGAN, floor(5, "SPIRE", 3), floor(4, "OFFICE", 6), floor(3, "LOBBY", 3), floor(2, "ELEVATOR", 4,
      verb=EffectVerb.SCORE_TUCKS), drawing(2), towers.Demolished(0, (16, 0), (), ())], streets(16, 20))],
     Outcome((0,), (22, 20), "points"),
     {"spires": 1, "office": 6, "lobby": 3, "kinds": 4, "lift": 4, "drawn": 2, "tower": 16, "floors": 4, "alone": 1,
      "at_once": 1, "behind": 4, "score": 22, "lead": 2, "close": 0, "rivals": 1, "won": 1}),
    ("towers", [([BEGAN, floor(5, "LANDLORD", 0, OwnerChange(4, 1, 0)),
      floor(4, "LANDLORD", 0, OwnerChange(3, None, 0)), floor(3, "NOISE COMPLAINT", 0, OwnerChange(2, 1, None)),
      floor(2, "INFERNO", 0, OwnerChange(1, 1, None),
      OwnerChange(0, 0, None)), towers.Claimed(0, 0, 0, 1, "SPIRE"), towers.Demolished(0, (5, 1), (1,) * 6, ())],
      streets(5, 1))], Outcome((1,), (5, 9), "points"),
     {"taken": 1, "vacated": 2, "claims": 1, "alone": 0}),
    ("icetowers", [([ice.PlayBegan(None), ice.Capped(0, 10, 1, 1, 9), ice.Capped(0, 11, 1, 0, 19),
      ice.Mined(0, 5, 1, 1, 4), ice.WasSplit(0, 1, 1, 2, 5, 0, 0, 1, 3, 2)], table((5,), (20,))),
      ([ice.Capped(0, 0, 1, 1, 3)], table((25, 10), (0,), (26,), ms=40_001))], Outcome((0,), (12, 11), "done"),
     {"caps": 3, "giant": 9, "larges": 2, "smalls": 1, "quick": 2, "quickest": 2, "mines": 1, "depth": 4, "splits": 1,
      "score": 12, "lead": 1, "close": 1, "rivals": 1, "few": 2, "tall": 6, "loot": 3}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "steps", "outcome", "expected"), MEASURES)
def test_a_game_is_measured(
    name: str, steps: list[tuple[list[Any], Any]], outcome: Outcome, expected: dict[str, int]
) -> None:
    found = measured(name, steps, outcome)
    assert {measure: found.get(measure) for measure in expected} == expected


@pytest.mark.parametrize("name", GAMES)
def test_each_measure_that_a_feat_needs_is_tested(name: str) -> None:
    tested = {measure for game, _, _, expected in MEASURES if game == name for measure in expected}
    assert {measure for game, feat in NEEDING if game == name for measure in feat.needs} <= tested
