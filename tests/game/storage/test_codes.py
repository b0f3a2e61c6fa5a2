"""Codes: what they hold, and which texts are refused with a reason."""

import random
from collections.abc import Callable

import msgspec
import pytest

from topping_out.game.bots.puzzles import puzzles_of
from topping_out.game.record import Header, Player, Record, RecordError, new_header
from topping_out.game.registry import load, names
from topping_out.game.storage.codes import (
    LONGEST,
    CodeError,
    CodeKind,
    SharedPuzzle,
    SharedValue,
    deal_code,
    deck_code,
    from_code,
    game_code,
    puzzle_code,
    read_deal,
    read_deck_value,
    read_game,
    read_puzzle,
    to_code,
)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ é"
MUTATIONS = 10_000


def a_header(game: str = "wyoming", **options: bool) -> Header:
    loaded = load(game)
    players = [Player(f"Master {n}", "bot", "master", n) for n in range(2)]
    return new_header(loaded, players, options, 4711)


CODES = {
    "deck": deck_code("towers", '{"title":"Mine"}'),
    "deal": deal_code(a_header(tidal=True)),
    "puzzle": puzzle_code("towers", puzzles_of("towers")[0].name),
    "game": game_code(Record(a_header())),
}


@pytest.mark.parametrize("kind", CODES)
def test_a_code_is_one_line_and_names_its_kind(kind: str) -> None:
    assert CODES[kind].startswith(f"topping-out.{kind}.1.")
    assert CODES[kind].split() == [CODES[kind]]
    assert from_code(CODES[kind])[0] == kind


def test_contents_come_back_as_they_were() -> None:
    assert read_deck_value(from_code(CODES["deck"])[1]) == SharedValue("towers", '{"title":"Mine"}')
    assert read_puzzle(from_code(CODES["puzzle"])[1]) == SharedPuzzle("towers", puzzles_of("towers")[0].name)
    assert read_game(from_code(CODES["game"])[1]) == Record(a_header())


@pytest.mark.parametrize("game", names())
def test_a_deal_comes_back_with_seats_seed_and_options(game: str) -> None:
    header = a_header(game)
    deal = read_deal(from_code(deal_code(header))[1])
    assert (deal.game, deal.rules, deal.seats, deal.seed) == (game, header.rules, 2, 4711)
    assert deal.options == header.options


@pytest.mark.parametrize("kind", CodeKind)
def test_any_content_comes_back(kind: CodeKind) -> None:
    luck = random.Random(kind)
    for size in (0, 1, 2, 3, 100, 5000):
        content = luck.randbytes(size)
        assert from_code(to_code(kind, content)) == (kind, content)


def test_white_space_in_a_pasted_code_does_not_matter() -> None:
    code = CODES["deal"]
    assert from_code(f"  {code[:30]}\n{code[30:50]} \t{code[50:]}\r\n") == from_code(code)


def mutated(code: str, luck: random.Random) -> str:
    """Return a code with a letter changed, left out, added or moved, or cut short."""
    at, letter = luck.randrange(len(code)), luck.choice(LETTERS)
    match luck.randrange(5):
        case 0:
            return code[:at] + letter + code[at + 1 :]
        case 1:
            return code[:at] + code[at + 1 :]
        case 2:
            return code[:at] + letter + code[at:]
        case 3:
            return code[:at]
    other = luck.randrange(len(code))
    swapped = [*code]
    swapped[at], swapped[other] = swapped[other], swapped[at]
    return "".join(swapped)


def test_changed_codes_are_refused_in_words() -> None:
    luck, number = random.Random(1), 0
    while number < MUTATIONS:
        code = CODES[luck.choice([*CODES])]
        wrong = mutated(code, luck)
        if "".join(wrong.split()) == code:
            continue
        with pytest.raises(CodeError, match="code"):
            from_code(wrong)
        number += 1


def deal_with(**changes: object) -> bytes:
    content = msgspec.json.decode(from_code(CODES["deal"])[1])
    return msgspec.json.encode(content | changes)


@pytest.mark.parametrize(("read", "content", "why"), [
    (read_deal, b"", "can't be read"),
    (read_deal, b"[" * 100_000, "can't be read"),
    (read_deal, b'"\xff"', "can't be read"),
    (read_deal, deal_with(game="chess"), "chess"),
    (read_deal, deal_with(seats=7), "players"),
    (read_deal, deal_with(seed=-1), "can't be read"),
    (read_deal, deal_with(rules=99), "a different version of the rules"),
    (read_deal, deal_with(options={"nonsense": True}), "nonsense"),
    (read_deal, deal_with(options={"tidal": "maybe"}), "tidal"),
    (read_deal, deal_with(more=1), "can't be read"),
    (read_puzzle, b'{"game":"towers","name":7}', "can't be read"),
    (read_deck_value, b'{"game":"towers"}', "can't be read"),
])  # fmt: skip
def test_contents_that_make_no_sense_are_refused(read: Callable[[bytes], object], content: bytes, why: str) -> None:
    with pytest.raises(CodeError, match=why):
        read(content)


def test_a_game_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(RecordError, match="the code"):
        read_game(b"nonsense\n")


@pytest.mark.parametrize("text", [
    "", "hello", "x" * (LONGEST + 1), "topping-out", "topping-out.deck.1", "https://example.org/",
    "Topping-Out.deck.1.AAAA",
])  # fmt: skip
def test_what_is_no_code_is_refused_with_how_codes_begin(text: str) -> None:
    with pytest.raises(CodeError, match=r"a code begins with topping-out\."):
        from_code(text)


@pytest.mark.parametrize("head", ["topping-out.deck.2.", "topping-out.film.1."])
def test_codes_of_later_versions_are_refused_as_such(head: str) -> None:
    with pytest.raises(CodeError, match="newer version"):
        from_code(head + CODES["deck"].split(".")[3])


def test_a_code_that_unpacks_to_more_than_any_record_is_refused() -> None:
    with pytest.raises(CodeError, match="missing or changed"):
        from_code(to_code(CodeKind.GAME, b"\0" * (1 << 25)))
