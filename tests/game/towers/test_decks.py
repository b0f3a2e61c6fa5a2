"""The decks of Towers, and the rooms of floors. How these look is tested in tests/scenes/towers/test_pictures.py."""

import json
import pickle
import random
from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.game.by_luck.random_games import Deal, deals, play
from tests.game.towers.positions import STANDARD, scored
from topping_out.game.assets import GAMES
from topping_out.game.bots.weights import bot_named
from topping_out.game.cli.doctor import examine
from topping_out.game.engine import IllegalAction
from topping_out.game.options import OptionError, resolve
from topping_out.game.record import Player, Record, RecordError, fold, new_header, parse_record
from topping_out.game.towers.actions import NEW, Action, Build, Claim, Demolished, Drew, End, FloorScored
from topping_out.game.towers.core import State
from topping_out.game.towers.decks import (
    DeckError,
    copy_of,
    deck_file,
    deck_option,
    deck_text,
    find_decks,
    own_decks_folder,
    parse_deck,
    parse_deck_text,
    read_deck,
)
from topping_out.game.towers.floors import NONE, PICTURES, Deck, Effect, EffectVerb, Floor, deck_of, parse_effect
from topping_out.game.towers.rooms import (
    MAIN_PARTS,
    MOST_PARTS,
    MOTIONS,
    PARTS,
    WALLED,
    PartPlace,
    RoomPlan,
    parse_room,
    parts_at,
    room_by_lot,
    room_of,
    shown_floors,
    usual_rooms,
)
from topping_out.game.towers.rules import GAME, account, preview, recount, tally
from topping_out.game.towers.state import MOST_FLOORS, floors_of, owners_of
from topping_out.game.towers.workshop import new_bench, open_bench

# -- decks


GOOD = """\
title = "Two floors"

[[floor]]
name = "PENTHOUSE"
count = 12
effect = ["score 5", "draw 1"]
triggers_scoring = true

[[floor]]
name = "CELLAR"
count = 12
effect = []
"""


@pytest.fixture
def folder(home: Path) -> Path:
    """The empty folder for the user's own decks."""
    own_decks_folder().mkdir(parents=True)
    return own_decks_folder()


@pytest.fixture
def mine(folder: Path) -> Path:
    """The file of a user's own deck."""
    (folder / "mine.toml").write_text(GOOD)
    return folder / "mine.toml"


def refused(text: str | bytes) -> str:
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(DeckError) as refusal:
        parse_deck(data, "my.toml")
    return str(refusal.value)


# -- good decks


def test_f2_the_standard_deck_holds_eight_of_each_floor() -> None:
    assert read_deck(GAMES / "towers" / "decks" / "standard.toml") == STANDARD
    assert [(floor.name, floor.count) for floor in STANDARD.floors] == [
        ("SUITE", 8),
        ("OFFICE", 8),
        ("LOBBY", 8),
        ("SPIRE", 8),
        ("ELEVATOR", 8),
        ("LANDLORD", 8),
        ("NOISE COMPLAINT", 8),
        ("INFERNO", 8),
    ]
    assert len(STANDARD.cards) == 64


def test_the_standard_deck_changes_only_with_the_rules_version() -> None:
    """Records contain only the name of the standard deck."""
    assert GAME.version == 1
    assert [" + ".join(map(str, floor.effects)) for floor in STANDARD.floors] == [
        "draw 2",
        "score 2 per match",
        "score 1 per floor above",
        "score 3",
        "all score 2 per tuck",
        "take 1 below",
        "vacate 1 below",
        "vacate 2 below",
    ]
    assert [floor.name for floor in STANDARD.floors if floor.triggers_scoring] == ["SPIRE"]


def test_a_floor_consists_of_effects_in_order() -> None:
    deck = parse_deck(GOOD.encode(), "my.toml")
    assert deck.title == "Two floors"
    assert deck.floors == (
        Floor("PENTHOUSE", 12, (Effect(EffectVerb.SCORE, 5), Effect(EffectVerb.DRAW, 1)), triggers_scoring=True),
        Floor("CELLAR", 12, ()),
    )


@pytest.mark.parametrize("verb", EffectVerb)
def test_every_effect_has_a_text_that_parses_back(verb: EffectVerb) -> None:
    for amount in (1, 9):
        assert parse_effect(str(Effect(verb, amount))) == Effect(verb, amount)


def test_equal_decks_are_one_object_even_after_pickling() -> None:
    deck = parse_deck(GOOD.encode(), "my.toml")
    assert parse_deck(GOOD.encode() + b"# a remark\n", "other.toml") is deck
    assert parse_deck_text(deck_text(deck)) is deck
    assert pickle.loads(pickle.dumps(deck)) is deck
    assert deepcopy(deck) is deck


# -- bad decks

BAD = {
    "no toml": ('title = "X"\n[[floor]\n', ": Expected ']]' at the end of an array declaration (at line 2"),
    "not utf-8": (b'title = "\xff"', ": line 1 isn't text in UTF-8: save the file as UTF-8"),
    "empty": ("", ": title: it's missing"),
    "no floors": ('title = "X"', ": floor: it's missing"),
    "one floor": (GOOD[: GOOD.index('[[floor]]\nname = "CELLAR')], ": floor: a deck has 2 to 24 floors"),
    "floor no table": ('title = "X"\nfloor = [1, 2]', ", floor 1: it must be a table that begins with [[floor]]"),
    "too few cards": (GOOD.replace("12", "9"), ": a deck has 20 to 240 cards, but this one has 18"),
    "too large": (b"#" * 70_000, " is larger than 65536 bytes, so it can't be a deck"),
    "too deep": ("a = " + "[" * 5000, " is nested too deeply"),
}
"""Files that are not decks, with the error message after the file's name."""
SECOND = "count = 12\neffect = []"
CHANGED = [
    ("title", "author = 1\ntitle", ", line 1: author: a deck file has no such key"),
    ("Two floors", "T" * 21, ", line 1: title: it must have 1 to 20 letters"),
    ("Two floors", "Two\\u0007floors", ", line 1: title: the letter U+0007 can't be shown: leave it out"),
    (SECOND, "count = 12\neffects = []", ", line 12, floor 2: effects: a deck file has no such key"),
    (SECOND, "effect = []", ", line 9, floor 2: count: it's missing"),
    ("12", "0", ", line 5, floor 1: count: a floor has 1 to 60 cards"),
    ("12", "61", ", line 5, floor 1: count: a floor has 1 to 60 cards"),
    ("12", '"12"', ", line 5, floor 1: count: it must be a whole number"),
    ("12", "true", ", line 5, floor 1: count: it must be a whole number"),
    ("CELLAR", "C" * 21, ", line 10, floor 2: name: it must have 1 to 20 letters"),
    ("CELLAR", "", ", line 10, floor 2: name: it must have 1 to 20 letters"),
    ("CELLAR", "CELL\\u001bAR", ", line 10, floor 2: name: the letter U+001B can't be shown: leave it out"),
    ("CELLAR", "CELL\\u202eAR", ", line 10, floor 2: name: the letter U+202E RIGHT-TO-LEFT OVERRIDE can't be shown"),
    ("CELLAR", "CELLAR \U0001f3e0", ", line 10, floor 2: name: the letter U+1F3E0 HOUSE BUILDING can't be shown"),
    ("CELLAR", "CELLAR \u2b50", ", line 10, floor 2: name: the letter U+2B50 WHITE MEDIUM STAR can't be shown"),
    ("CELLAR", "L" * 60, ", line 10, floor 2: name: it must have 1 to 20 letters"),
    ("CELLAR", "CELLAR @1", ", line 10, floor 2: name: '@' isn't allowed in it"),
    ("CELLAR", "CELLAR ", ", line 10, floor 2: name: 'CELLAR ' begins or ends with a space"),
    ("CELLAR", "PENTHOUSE", ", line 10, floor 2: name: floor 1 is already called PENTHOUSE"),
    (
        "score 5",
        "score 5 per window",
        ", line 6, floor 1: effect: there's no effect 'score 5 per window': choose from draw #",
    ),
    ("score 5", "score", ", line 6, floor 1: effect: there's no effect 'score'"),
    ("score 5", "score 0", ", line 6, floor 1: effect: the number in 'score 0' must be 1 to 9"),
    ("draw 1", "draw 10", ", line 6, floor 1: effect: the number in 'draw 10' must be 1 to 9"),
    ("[]", '"draw 1"', ", line 12, floor 2: effect: it must be a list in square brackets"),
    (
        "[]",
        '["draw 1", "draw 1", "draw 1", "draw 1", "draw 1"]',
        ", line 12, floor 2: effect: a floor has 0 to 4 effects",
    ),
    ("true", '"yes"', ", line 7, floor 1: triggers_scoring: it must be true or false"),
]
"""Replacements in the valid deck, with the error message that follows."""


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_a_bad_file_is_refused_with_a_reason(text: str | bytes, message: str) -> None:
    assert refused(text).startswith(f"my.toml{message}")


@pytest.mark.parametrize(("old", "new", "message"), CHANGED)
def test_an_error_in_a_file_is_reported_with_its_line(old: str, new: str, message: str) -> None:
    assert refused(GOOD.replace(old, new, 1)).startswith(f"my.toml{message}")


def test_a_deck_of_too_many_cards_is_refused() -> None:
    floors = "".join(f'[[floor]]\nname = "F{n}"\ncount = 60\neffect = []\n' for n in range(5))
    assert refused('title = "Big"\n' + floors) == "my.toml: a deck has 20 to 240 cards, but this one has 300"


def test_a_deck_of_too_many_floors_is_refused() -> None:
    floors = "".join(f'[[floor]]\nname = "F{n}"\ncount = 1\neffect = []\n' for n in range(25))
    assert refused('title = "Wide"\n' + floors).startswith("my.toml: floor: a deck has 2 to 24 floors")


def test_floors_written_in_one_line_are_identified_by_number() -> None:
    rows = '[{name = "A", count = 20, effect = []}, {name = "B", count = 0, effect = []}]'
    assert refused(f'title = "Inline"\nfloor = {rows}').startswith("my.toml, floor 2: count: ")


def test_a_missing_file_or_a_folder_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(DeckError, match="can't be opened"):
            read_deck(path)


# -- the option


def test_a_users_deck_is_offered_with_the_built_in_decks(mine: Path) -> None:
    option = deck_option()
    labels = [label for _, label in option.choices]
    assert labels[:2] == ["Standard", "First Floors"]
    assert labels[-2:] == ["Deck of the week", "Two floors"]
    assert option.default == "standard"
    assert option.read("standard") == "standard"
    value = option.read("mine")
    assert option.read(value) == value
    assert option.label(value) == "Two floors"


def test_a_bad_deck_is_reported_and_does_not_affect_others(folder: Path, mine: Path) -> None:
    (folder / "bad.toml").write_text(GOOD.replace("12", "0"))
    (folder / "standard.toml").write_text(GOOD)
    assert deck_option().problems == (
        f"{folder / 'bad.toml'}, line 5, floor 1: count: a floor has 1 to 60 cards",
        f"{folder / 'standard.toml'} has the name of a deck that comes with the program: rename it",
    )
    assert list(find_decks().own) == ["mine"]
    assert find_decks().find("standard") is STANDARD
    with pytest.raises(OptionError, match=r"option deck: .*bad\.toml, line 5, floor 1: count"):
        resolve(GAME.options(2), {"deck": "bad"})


def test_doctor_shows_the_folder_and_bad_decks(folder: Path) -> None:
    (folder / "bad.toml").write_text(GOOD.replace("12", "0"))
    found = [str(finding) for finding in examine()]
    assert f"ok  Towers: your own files for “Deck”: {folder}" in found
    assert any(line.startswith(f"!!  Deck: {folder / 'bad.toml'}, line 5") for line in found)


@pytest.mark.usefixtures("home")
def test_a_missing_folder_for_own_decks_is_not_an_error() -> None:
    assert deck_option().problems == ()
    assert "standard" in [value for value, _ in deck_option().choices]
    assert not find_decks().own


@pytest.mark.parametrize("value", ["penthouse", "", "{", '{"title": "X", "floor": []}', "../standard", 3, True])
def test_an_option_that_is_not_a_deck_is_refused(value: object) -> None:
    with pytest.raises(OptionError, match="option deck"):
        resolve(GAME.options(2), {"deck": value})


def test_a_saved_set_up_uses_the_current_version_of_its_deck(mine: Path) -> None:
    remembered = deck_option().read("mine")
    assert deck_option().offer(remembered) == remembered
    mine.write_text(GOOD.replace("12", "15"))
    assert deck_option().offer(remembered) == deck_option().read("mine") != remembered
    mine.unlink()
    assert deck_option().offer(remembered) == deck_option().offer("nonsense") == "standard"


# -- records


def game_with(deck: str) -> Record:
    return Record(new_header(GAME, (Player("Ana"), Player("Bo")), {"deck": deck, "first": 0}, seed=2))


def test_a_record_is_replayed_with_its_own_copy_of_the_deck(mine: Path) -> None:
    record = game_with("mine")
    before = GAME.dump(fold(record))
    mine.write_text(GOOD.replace("score 5", "score 9").replace("12", "15"))
    assert GAME.dump(fold(parse_record(record.to_bytes()))) == before
    assert len(fold(game_with("mine")).variant.deck.cards) == 30
    mine.unlink()
    assert GAME.dump(fold(parse_record(record.to_bytes()))) == before


@pytest.mark.parametrize("spread", [{"indent": 1}, {"separators": (" , ", " : ")}, {"sort_keys": True}])
def test_a_record_whose_deck_is_written_with_other_spaces_or_order_is_replayed(
    mine: Path, spread: dict[str, Any]
) -> None:
    record = game_with("mine")
    header = json.loads(record.to_bytes().splitlines()[0])
    header["options"]["deck"] = json.dumps(json.loads(header["options"]["deck"]), **spread)
    assert header["options"]["deck"] != record.header.options["deck"]
    data = b"\n".join([json.dumps(header).encode(), *record.to_bytes().splitlines()[1:], b""])
    mine.unlink()
    assert GAME.dump(fold(parse_record(data))) == GAME.dump(fold(record))


def test_a_record_that_only_names_a_users_deck_is_refused(mine: Path) -> None:
    record = game_with("mine")
    header = json.loads(record.to_bytes().splitlines()[0])
    header["options"]["deck"] = "mine"
    with pytest.raises(RecordError, match="doesn't set every option"):
        parse_record(json.dumps(header).encode() + b"\n")


def test_a_record_with_a_deck_that_breaks_the_limits_is_refused(mine: Path) -> None:
    data = game_with("mine").to_bytes().replace(b'count\\":12', b'count\\":99', 1)
    with pytest.raises(RecordError, match="option deck: the deck in the options, floor 1: count"):
        parse_record(data)


def test_a_record_contains_only_the_name_of_the_standard_deck() -> None:
    assert game_with("standard").header.options["deck"] == "standard"


# -- play


@pytest.mark.parametrize("level", GAME.levels)
def test_a_game_can_be_played_with_an_own_deck(mine: Path, level: str) -> None:
    state, rng = fold(game_with("mine")), random.Random(3)
    bot = bot_named(GAME, level)
    while state.outcome is None:
        actions = GAME.actions(state, state.turn)
        GAME.apply(state, state.turn, bot.choose(GAME.view(state, state.turn), actions, rng), [])
    assert sum(state.scores) % 5 == 0


# -- properties


DEALS = deals("towers")


def states(deal: Deal) -> Iterator[State]:
    return (step.state for step in play(deal))


@given(DEALS)
def test_towers_and_builds_stay_within_their_limits(deal: Deal) -> None:
    for state in states(deal):
        assert all(len(floors_of(tower)) < (6 if not state.built else 7) for tower in state.towers)
        assert len(set(state.built)) == len(state.built) <= 2


@given(DEALS)
def test_all_seats_have_the_same_number_of_turns(deal: Deal) -> None:
    ends = [0] * deal.seats
    for step in play(deal):
        if str(step.action) == "end":
            ends[step.seat] += 1
        for event in step.events:
            if type(event).__name__ == "Passed":
                ends[event.seat] += 1
    assert len(set(ends)) == 1


def conceivable(deck: Deck) -> list[Action]:
    names = [floor.name for floor in deck.floors]
    return [
        End(),
        *(Build(name, plot) for name in names for plot in (NEW, 0, 1, 2, 3)),
        *(Claim(name, plot, level) for name in names for plot in range(4) for level in range(6)),
    ]


def is_legal(state: State, action: Action) -> bool:
    try:
        GAME.check(state, state.turn, action)
    except IllegalAction:
        return False
    return True


@given(DEALS)
def test_the_listed_actions_are_all_legal_actions(deal: Deal) -> None:
    steps = conceivable(deal.start().variant.deck)
    for state in islice(states(deal), 0, 60, 5):
        if state.outcome is None:
            listed = GAME.actions(state, state.turn)
            assert len(set(listed)) == len(listed)
            assert set(listed) == {action for action in steps if is_legal(state, action)}


@given(DEALS)
def test_the_steps_of_accounts_add_up_to_scores_and_draws(deal: Deal) -> None:
    total = [0] * deal.seats
    for step in play(deal):
        scored_floors = [event for event in step.events if isinstance(event, FloorScored)]
        points = [event.step.points for event in scored_floors]
        demolished = [event.points for event in step.events if isinstance(event, Demolished)]
        assert [sum(each) for each in zip(*points)] == [sum(each) for each in zip(*demolished)]
        total = [before + sum(each[seat] for each in demolished) for seat, before in enumerate(total)]
        drawn = sum(len(event.cards) for event in step.events if isinstance(event, Drew) and scored_floors)
        assert drawn >= sum(event.step.drawn for event in scored_floors)
        assert tuple(total) == step.state.scores


@given(DEALS)
def test_every_scoring_can_be_recomputed_from_the_ledger(deal: Deal) -> None:
    scoring_steps, deck = [], deal.start().variant.deck
    for step in play(deal):
        scoring_steps += [event.step for event in step.events if isinstance(event, FloorScored)]
        again = [recount(deck, scored) for scored in step.state.ledger]
        assert [each for account in again for each in account.steps] == scoring_steps
        assert [account.points for account in again] == [scored.points for scored in step.state.ledger]


@given(DEALS)
def test_a_preview_is_the_same_for_all_seats_and_equals_the_score(deal: Deal) -> None:
    deck = deal.start().variant.deck
    for state in states(deal):
        for plot, tower in enumerate(state.towers):
            views = [GAME.view(state, seat) for seat in (*range(deal.seats), None)]
            accounts = {preview(view, plot) for view in views}
            kinds = floors_of(tower).translate(deck.kinds)
            assert {forecast.points for forecast in accounts} == {
                tally(deck, kinds, owners_of(tower), deal.seats).points
            }


TOWERS = st.lists(
    st.tuples(st.integers(0, len(STANDARD.floors) - 1), st.sampled_from([0, 1, 2, 3, NONE])), min_size=1, max_size=6
)


@examples(300)
@given(TOWERS, st.lists(st.integers(0, 6), min_size=4, max_size=4), st.integers(0, 64))
def test_draws_stay_within_the_limits_of_hand_and_deck(
    floors: list[tuple[int, int]], hands: list[int], pile: int
) -> None:
    kinds, owners = bytes(kind for kind, _ in floors), bytes(owner for _, owner in floors)
    result = account(STANDARD, kinds, owners, hands, pile)
    for seat in range(4):
        assert hands[seat] + sum(step.drawn for step in result.steps if step.owner == seat) <= 6
    assert sum(step.drawn for step in result.steps) <= pile
    assert result.points == tally(STANDARD, kinds, owners, 4).points
    assert tuple(map(sum, zip(*(step.points for step in result.steps)))) == result.points


@examples(100)
@given(TOWERS)
def test_vacant_floors_do_nothing(floors: list[tuple[int, int]]) -> None:
    result = account(STANDARD, bytes(kind for kind, _ in floors), bytes([NONE]) * len(floors), [0] * 4, 64)
    assert result.points == (0, 0, 0, 0)
    assert all(step.owner is None and step.effect is None and not step.changes for step in result.steps)


def test_scoring_treats_all_seats_alike() -> None:
    luck = random.Random(2)
    for _ in range(50):
        names = [luck.choice(STANDARD.floors).name for _ in range(5)]
        owners = [luck.choice("01-") for _ in range(5)]
        text = ", ".join(name if owner == "-" else f"{name}:{owner}" for name, owner in zip(names, owners))
        swapped = text.replace(":0", ":x").replace(":1", ":0").replace(":x", ":1")
        assert scored(text, seats=2).points == scored(swapped, seats=2).points[::-1]


# -- rooms as deck files describe them


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
    assert all(parts_at(place) for place in PartPlace)


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


@pytest.mark.parametrize(("room", "words"), [
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
])  # fmt: skip
def test_a_wrong_room_is_refused_with_place_and_remedy(room: str, words: str) -> None:
    with pytest.raises(DeckError) as refused:
        parsed(f"room = {room}")
    assert words in str(refused.value)
    assert str(refused.value).startswith("mine.toml, line ")


def test_two_floors_of_a_deck_cannot_have_the_same_main_part() -> None:
    with pytest.raises(DeckError, match="line 11, floor 2: room: floor 1 already has the main part 'bar': choose"):
        parsed('room = ["bar"]', 'room = ["bar", "cat"]')


def test_a_room_may_have_as_many_parts_as_the_message_says() -> None:
    parts = ["bar", *parts_at(PartPlace.FLOOR)[: MOST_PARTS - 1]]
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
        assert room.main not in WALLED or not any(PARTS[part].place is PartPlace.BACK for part in room.parts)


@pytest.mark.usefixtures("home")
def test_a_new_floor_gets_a_room_that_no_other_floor_of_the_deck_has() -> None:
    bench = new_bench(copy_of(BUILT_IN["four"]))
    while len(bench.deck.floors) < MOST_FLOORS:
        bench.set_floor(len(bench.deck.floors), bench.new_floor())
    assert not bench.problem
    assert len({room_of(floor).main for floor in shown_floors(bench.deck)}) == MOST_FLOORS
    assert open_bench(bench.path).deck is bench.deck


def test_the_page_on_decks_lists_every_part_and_motion() -> None:
    page = (Path(__file__).parents[3] / "build/docs/decks.md").read_text(encoding="utf-8")
    assert {name for name in (*PARTS, *MOTIONS[1:]) if f"`{name}`" not in page} == set()
