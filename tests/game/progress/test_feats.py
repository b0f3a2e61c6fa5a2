"""Feats: each is found where it was brought off, and nowhere near; they count for humans, in games of their own."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.game.by_luck.random_games import random_deal, whole_game
from topping_out.game import registry
from topping_out.game.icetowers.events import Capped, Why
from topping_out.game.icetowers.pieces import COLOUR_OF
from topping_out.game.icetowers.table import Tower
from topping_out.game.match import walk
from topping_out.game.progress.feat import Achieved, FeatFinder, finder_of
from topping_out.game.progress.summary import Summary, summarise
from topping_out.game.record import Occasion, Player, Record, start_state
from topping_out.game.registry import load
from topping_out.game.storage.history.feats import first_feats, new_feats
from topping_out.game.storage.library import Saved
from topping_out.game.towers.events import Demolished, FloorScored
from topping_out.game.towers.feats import LONGEST_NAME
from topping_out.game.wyoming.cards import SUIT_NAMES, suit_of
from topping_out.game.wyoming.events import Deconstructed

GAMES = [name for name in registry.names() if finder_of(name).feats]


@cache
def games(name: str) -> list[Record]:
    """Return games played by chance, in which much happens that nobody would do."""
    return [whole_game(random_deal(name, random.Random(f"feats {name} {number}")))[0] for number in range(12)]


def found_in(record: Record) -> list[Achieved]:
    finder, state = finder_of(record.header.game), start_state(record.header)
    for step in walk(record, state):
        finder.see(step)
    outcome = load(record.header.game).outcome(state)
    assert outcome
    finder.close(state, outcome)
    return [*finder.found]


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_about_ten_each_with_words_of_its_own(name: str) -> None:
    feats = finder_of(name).feats
    assert 10 <= len(feats) <= 12
    for field in ("name", "title", "about"):
        assert len({getattr(feat, field) for feat in feats}) == len(feats)
    assert all(len(feat.name) <= 24 and feat.about.endswith(".") for feat in feats)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_found_is_a_feat_of_the_game_and_a_seat_of_its_own(name: str) -> None:
    known = {feat.name for feat in finder_of(name).feats}
    counted: Counter[str] = Counter()
    for record in games(name):
        for each in found_in(record):
            assert each.feat in known
            assert each.seat < len(record.header.seats)
            counted[each.feat] += 1
    assert len(counted) >= 3


@pytest.mark.parametrize("name", GAMES)
def test_feats_count_for_humans_in_games_of_their_own(name: str) -> None:
    record = next(record for record in games(name) if found_in(record))
    humans = tuple(Player(f"Ana {seat}") for seat in range(len(record.header.seats)))
    bots = tuple(Player(f"Bot {seat}", "bot", "easy") for seat in range(len(record.header.seats)))
    mine = Record(replace(record.header, seats=humans), record.entries)
    assert {*summarise(mine)[1].feats} == {*found_in(record)}
    assert summarise(Record(replace(record.header, seats=bots), record.entries))[1].feats == ()
    branch = replace(record.header, seats=humans, occasion=Occasion(branch=1))
    assert summarise(Record(branch, record.entries))[1].feats == ()
    assert summarise(Record(replace(record.header, seats=humans), record.entries[:-3]))[1].feats == ()


Harms = Iterator[tuple[int, int, str, int]]
"""Whose harm it was, who did it, what it was and how great."""


def caps(record: Record) -> Harms:
    """Yield the towers that were capped, by what stood there before."""
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
    """Yield the floors that lost their owner to another floor of their tower."""
    lost, state = list[tuple[int, int, int]](), start_state(record.header)
    for step in walk(record, state):
        for event in step.events:
            if isinstance(event, FloorScored) and event.step.owner is not None:
                changes = [change for change in event.step.changes if change.before is not None]
                lost += [
                    (change.before, event.step.owner, change.level) for change in changes if change.before is not None
                ]
            if isinstance(event, Demolished):
                names = [state.variant.deck.floor_of(card).name[:LONGEST_NAME] for card in event.floors]
                yield from ((seat, by, names[level], 0) for seat, by, level in lost)
                lost = []


HARMS: dict[str, Callable[[Record], Harms]] = {"icetowers": caps, "wyoming": knocks, "towers": losses}


@pytest.mark.parametrize("name", GAMES)
def test_the_worst_harm_that_one_seat_did_to_another_is_kept(name: str) -> None:
    """The games without an entry in the table harm nobody; nobody harms a ghost or is harmed by himself."""
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
    """Return a game as if Ana had sat in every seat."""
    return Record(replace(record.header, seats=(Player("Ana"),) * len(record.header.seats)), record.entries)


def test_what_was_brought_off_before_is_not_new() -> None:
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
