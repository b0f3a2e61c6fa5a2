"""The rooms of floors as deck files describe them. How they look is tested in tests/scenes/towers/test_pictures.py."""

import random
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from topping_out.game.towers.decks import (
    DeckError,
    copy_of,
    deck_file,
    deck_text,
    find_decks,
    parse_deck,
    parse_deck_text,
)
from topping_out.game.towers.floors import PICTURES, Deck, Effect, EffectVerb, Floor, deck_of
from topping_out.game.towers.rooms import (
    MAIN_PARTS,
    MOST_PARTS,
    MOTIONS,
    PARTS,
    WALLED,
    Place,
    RoomPlan,
    parse_room,
    parts_at,
    room_by_lot,
    room_of,
    shown_floors,
    usual_rooms,
)
from topping_out.game.towers.state import MOST_FLOORS
from topping_out.game.towers.workshop import new_bench, open_bench

BUILT_IN = find_decks().built_in
TEXT = """title = "Mine"
[[floor]]
name = "ONE"
count = 12
effect = ["score 1"]
{one}
[[floor]]
name = "ebd68dbf725bd819"
count = 12
effect = ["draw 1"]
{two}
"""


def parsed(one: str = "", two: str = "") -> Deck:
    return parse_deck(TEXT.format(one=one, two=two).encode(), "mine.toml")


def test_the_program_has_at_least_forty_main_parts_and_eighty_in_all() -> None:
    assert len(MAIN_PARTS) >= 40
    assert len(PARTS) >= 80
    assert all(parts_at(place) for place in Place)


def test_no_part_is_called_as_a_picture_of_earlier_versions() -> None:
    assert not PARTS.keys() & {*PICTURES}


def test_a_floor_has_the_same_room_in_every_deck_and_shares_its_main_part_with_no_other() -> None:
    rooms = {(floor.name, str(room_of(floor))) for deck in BUILT_IN.values() for floor in shown_floors(deck)}
    assert len(rooms) == len(dict(rooms)) == len({parse_room(text.split(", ")).main for _, text in rooms}) == 32


def test_rooms_leave_the_texts_of_our_decks_as_they_were_before_there_were_rooms() -> None:
    # Records, codes and results hold these texts. Descriptions may change.
    known = {
        "standard": "f87ad89323326203", "children": "ef972396d0dcfc9c", "disasters": "5fb58aab6bd6f2e5",
        "draws": "4130d8c6ab931dd7", "four": "f4b1d190f9c89c51", "heights": "5f5be57ee4d0382b",
        "neighbours": "36b1765f546f31ce", "two": "ebd68dbf725bd819", "wild": "f0433df1442c70b7",
    }  # fmt: skip
    texts = {name: deck_text(deck_of(deck.title, deck.floors)) for name, deck in BUILT_IN.items()}
    assert {name: sha256(text.encode()).hexdigest()[:16] for name, text in texts.items()} == known
    weeks = [deck_text(find_decks().week(date(2026, month, 1))) for month in range(1, 13)]
    assert sha256("".join(weeks).encode()).hexdigest()[:16] == "df41221b0fedbbf3"


def test_a_deck_file_lists_the_parts_of_a_room() -> None:
    deck = parsed('room = ["bar", "two guests", "neon star: swings"]')
    assert room_of(deck.floors[0]) == RoomPlan(("bar", "two guests", "neon star"), 2, "swings")
    assert parse_deck(deck_file(deck), "again") is deck
    assert parse_deck_text(deck_text(deck)) is deck


@pytest.mark.parametrize(
    ("room", "words"),
    [
        ('["barr"]', "floor 1: room: there's no part 'barr': use one such as bar"),
        ('["bar", "gest"]', "there's no part 'gest': use one such as guest"),
        ('["guest", "bar"]', "'guest' isn't a main part: begin with one, such as bed"),
        ('["bar", "stove"]', "'stove' is a second main part: leave it out"),
        ('["bar", "cat", "cat"]', "'cat' is listed twice: leave one out"),
        ('["bar: jumps"]', "there's no motion 'jumps': choose from works, sways, swings, hops"),
        ('["bar: hops", "cat: hops"]', "only one part can move: leave out 'cat: hops'"),
        ('["ghost", "tiles"]', "'ghost' has its own walls: leave out 'tiles'"),
        ("[]", "floor 1: room: a room has 1 to 8 parts"),
        ('"bar"', "floor 1: room: it must be a list in square brackets"),
    ],
)
def test_a_wrong_room_is_refused_with_place_and_remedy(room: str, words: str) -> None:
    with pytest.raises(DeckError) as refused:
        parsed(f"room = {room}")
    assert words in str(refused.value)
    assert str(refused.value).startswith("mine.toml, line ")


def test_two_floors_of_a_deck_cannot_have_the_same_main_part() -> None:
    with pytest.raises(DeckError, match="line 11, floor 2: room: floor 1 already has the main part 'bar': choose"):
        parsed('room = ["bar"]', 'room = ["bar", "cat"]')


def test_a_room_may_have_as_many_parts_as_the_message_says() -> None:
    parts = ["bar", *parts_at(Place.FLOOR)[: MOST_PARTS - 1]]
    assert len(room_of(parsed(f"room = {parts}").floors[0]).parts) == MOST_PARTS
    with pytest.raises(DeckError, match="a room has 1 to 8 parts"):
        parsed(f"room = {[*parts, 'lamp']}")


def old_deck(number: int) -> Deck:
    """Return a deck as earlier versions wrote it, without rooms, with names and pictures by lot."""
    rng = random.Random(number)
    names = ["SPIRE", "Old Cinema Hall", "bar", *(f"{rng.choice(('HALL', 'YARD', 'ROOM'))} {n}" for n in range(21))]
    looks = [(Effect(rng.choice([*EffectVerb]), 1), rng.choice(["", "", *PICTURES])) for _ in names]
    return deck_of("Old", tuple(Floor(name, 2, (does,), False, old) for name, (does, old) in zip(names, looks)))


@pytest.mark.parametrize("number", range(20))
def test_an_old_deck_shows_rooms_of_which_no_two_are_alike_and_always_the_same(number: int) -> None:
    deck = old_deck(number)
    assert len(deck.floors) == MOST_FLOORS
    rooms = [room_of(floor) for floor in shown_floors(deck)]
    assert len({room.main for room in rooms}) == MOST_FLOORS
    shown_floors.cache_clear()
    assert [room_of(floor) for floor in shown_floors(deck)] == rooms
    assert parse_deck(deck_file(deck), "old") is deck  # rooms that were chosen are not written into it


def test_a_floor_of_an_old_deck_gets_the_room_of_its_name_its_picture_or_its_effect() -> None:
    usual = usual_rooms()
    score = (Effect(EffectVerb.SCORE, 1),)
    assert room_of(Floor("SPIRE", 1, score)) == usual["SPIRE"][1]
    assert room_of(Floor("TAKEOVER", 1, score, False, "landlord")) == usual["TAKEOVER"][1]
    assert room_of(Floor("SHAFT", 1, score, False, "elevator")) == usual["ELEVATOR"][1]
    assert room_of(Floor("OLD CINEMA HALL", 1, score)) == usual["CINEMA"][1]
    assert room_of(Floor("MY AQUARIUM", 1, score)).main == "aquarium"
    for verb in EffectVerb:
        assert verb in PARTS[room_of(Floor("X", 1, (Effect(verb, 2),))).main].suits


def test_every_effect_has_main_parts_that_suit_it() -> None:
    for verb in EffectVerb:
        assert sum(verb in PARTS[part].suits for part in MAIN_PARTS) >= 3


def test_rooms_by_lot_can_be_written_and_read() -> None:
    for number in range(200):
        rng = random.Random(number)
        room = room_by_lot(rng, rng.choice(MAIN_PARTS))
        assert parse_room(room.entries) == room
        assert room.main not in WALLED or not any(PARTS[part].place is Place.BACK for part in room.parts)


def test_a_new_floor_gets_a_room_that_no_other_floor_of_the_deck_has(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("TOPPING_OUT_HOME", str(tmp_path))
    bench = new_bench(copy_of(BUILT_IN["four"]))
    while len(bench.deck.floors) < MOST_FLOORS:
        bench.set_floor(len(bench.deck.floors), bench.new_floor())
    assert not bench.problem
    assert len({room_of(floor).main for floor in shown_floors(bench.deck)}) == MOST_FLOORS
    assert open_bench(bench.path).deck is bench.deck


def test_the_page_on_decks_lists_every_part_and_motion() -> None:
    page = (Path(__file__).parents[3] / "build/docs/decks.md").read_text(encoding="utf-8")
    assert {name for name in (*PARTS, *MOTIONS[1:]) if f"`{name}`" not in page} == set()
