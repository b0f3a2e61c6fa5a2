"""The rules of Towering."""

import json
import random
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.by_luck.random_games import Deal, deals, play, whole_game
from tests.game.matches import Teller, of, options_in, stories, words_of
from tests.game.towering.positions import FACTS, GAME, NAMES, TELLER, cards, do, halves, hands, new, rows, table
from topping_out.game.arena.protocol import tagged
from topping_out.game.cli.games import json_lines
from topping_out.game.engine import IllegalAction, Outcome, TurnBegan
from topping_out.game.match import SeenEvent, WatchedLog, replay
from topping_out.game.options import OptionError, resolve
from topping_out.game.record import Entry, Player, Record, fold, new_header, parse_record
from topping_out.game.storage.library import read_record
from topping_out.game.towering.actions import (
    BUILDS,
    COLOUR_LETTERS,
    COLOURS,
    DECK,
    DIGITS,
    DISCARDS,
    DRAW_PILE,
    HIDDEN,
    LETTERS,
    NUMBER_SIGN,
    TAKES,
    Action,
    Build,
    Discard,
    Dots,
    Draw,
    TurnStage,
    braille_cells,
    card_name,
    card_words,
    colour_of,
    deck_of,
    is_material,
    kind_of,
    make_card,
    number_of,
    parse_card,
)
from topping_out.game.towering.core import PATIENCE, State
from topping_out.game.towering.state import (
    Built,
    Discarded,
    Drew,
    RoundBegan,
    RoundEnded,
    Took,
    TowerScore,
    score_tower,
)

# -- the deck


def test_each_of_six_colours_has_nine_building_cards_and_four_materials() -> None:
    assert len(DECK) == 78
    for colour in COLOURS:
        of_colour = [card for card in DECK if colour_of(card) == colour]
        assert len(of_colour) == 13
        assert sum(map(is_material, of_colour)) == 4


def test_t1_building_cards_are_numbered_2_to_10() -> None:
    for colour in COLOURS:
        numbers = [number_of(card) for card in DECK if colour_of(card) == colour and not is_material(card)]
        assert numbers == [2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_the_colours_have_the_letters_of_the_sheet() -> None:
    assert [card_words(make_card(colour, 2)) for colour in COLOURS] == [
        "blue 2", "red 2", "yellow 2", "green 2", "black 2", "purple 2",
    ]  # fmt: skip
    assert COLOUR_LETTERS == "brygxp"


@pytest.mark.parametrize(("materials", "count"), [(2, 66), (3, 72), (4, 78), (0, 54)])
def test_materials_are_left_out_of_the_earlier_rounds(materials: int, count: int) -> None:
    deck = deck_of(6, materials)
    assert len(deck) == count
    assert len(set(deck)) == 6 * (9 + bool(materials))
    for colour in COLOURS:
        assert sum(is_material(card) and colour_of(card) == colour for card in deck) == materials


def test_t7_the_classic_deck_has_60_cards_of_five_colours() -> None:
    assert len(deck_of(5, 3)) == 60
    assert {colour_of(card) for card in deck_of(5, 3)} == {0, 1, 2, 3, 4}


def test_cards_are_named_by_letter_and_number_and_the_names_parse_back() -> None:
    assert [card_name(make_card(1, number)) for number in (2, 10)] == ["r2", "r10"]
    assert [parse_card(card_name(card)) for card in deck_of(6, 4)] == list(deck_of(6, 4))
    assert len({card_name(card) for card in deck_of(6, 4)}) == 60


def test_t8_materials_of_one_colour_have_the_same_name() -> None:
    assert [card_name(make_card(5, 0)), card_name(make_card(0, 0))] == ["pm", "bm"]
    assert {kind_of(card) for card in DECK} == set(deck_of(6, 4))
    assert all(card_name(card) == card_name(kind_of(card)) for card in DECK)


def test_t8_numbered_materials_of_older_records_are_read() -> None:
    assert {parse_card(f"rm{n}") for n in range(1, 5)} == {parse_card("rm")}


@pytest.mark.parametrize("text", ["", "r", "r1", "r11", "z5", "m", "zm", "rm0", "rm5", "R5", "r 5", "r05"])
def test_text_that_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


# -- braille


def dots_of(character: str) -> Dots:
    """Return the dots of a braille character, from its Unicode name such as BRAILLE PATTERN DOTS-1245."""
    return tuple(map(int, unicodedata.name(character).rpartition("-")[2]))


def test_letters_match_the_braille_alphabet() -> None:
    alphabet = zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵")
    assert {letter: dots_of(character) for letter, character in alphabet} == LETTERS


def test_the_digits_are_the_first_ten_letters_after_a_number_sign() -> None:
    assert {digit: dots_of(character) for digit, character in zip("1234567890", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚")} == DIGITS
    assert dots_of("⠼") == NUMBER_SIGN


@pytest.mark.parametrize(
    ("card", "printed"),
    [("b2", "⠃⠼⠃"), ("r7", "⠗⠼⠛"), ("y9", "⠽⠼⠊"), ("g10", "⠛⠼⠁⠚"), ("x4", "⠭⠼⠙"), ("pm", "⠏⠍"), ("bm", "⠃⠍")],
)
def test_braille_shows_the_letter_of_the_colour_and_the_number_or_m(card: str, printed: str) -> None:
    assert braille_cells(parse_card(card)) == tuple(map(dots_of, printed))


def read(cells: tuple[Dots, ...]) -> str:
    """Read braille cells: letters until the number sign, digits after it."""
    letters = {dots: letter for letter, dots in LETTERS.items()}
    digits = {dots: digit for digit, dots in DIGITS.items()}
    if NUMBER_SIGN not in cells:
        return "".join(letters[cell] for cell in cells)
    sign = cells.index(NUMBER_SIGN)
    return "".join(letters[cell] for cell in cells[:sign]) + "".join(digits[cell] for cell in cells[sign + 1 :])


def test_every_card_can_be_read_from_its_braille() -> None:
    for card in DECK:
        name = card_name(card)
        assert read(braille_cells(card)) == name


# -- rules


def test_each_seat_is_dealt_8_and_the_rest_is_the_draw_pile() -> None:
    state = new()
    assert [*map(len, hands(state))] == [8, 8]
    assert len(state.deck) == 66 - 16
    assert not any(state.towers)
    assert not any(state.discards)


def test_t4_the_first_seat_is_chosen_or_random() -> None:
    assert [new(first=seat).turn for seat in (0, 1)] == [0, 1]
    assert {new(seed).turn for seed in range(20)} == {0, 1}


test_the_sheet_and_our_rulings = stories(
    TELLER,
    """
any card begins a tower
    b2 r10 gm / - = builds b2 r10 gm
a building card must be higher than every building card below
    r4 r5 r6 r10 / -, towers r2 r5 = builds r6 r10
    > build r4 ! the red tower is already at 5: only higher cards fit
materials lie on each other before the first building card
    rm rm r2 / -, towers rm rm > build rm = tower 0r rm rm rm
materials are refused once a building card is built
    rm / -, towers rm r2 = builds - > build rm ! materials must be laid before the first building card
numbers may be left out
    y10 / -, towers ym > build y10 = tower 0y ym y10
a seat builds only in its own row
    r3 / -, towers - / r9 > build r3 = tower 0r r3; tower 1r r9
only a card in the hand can be built
    r3 / r4 > build r4 ! red 4 isn't in hand
only a card in the hand can be discarded
    r3 / r4 > discard ym ! yellow material isn't in hand
t8: of materials that are alike one stands for all, and one is moved
    rm rm rm / - = may build rm, discard rm > build rm = hand 0 rm rm; tower 0r rm

any card may be discarded on its colour's pile
    r3 ym / -, discards r5 y2 > discard r3 = pile r r5 r3; pile y y2
both seats share the discard piles
    r3 / g4 > discard r3; draw pile; discard g4 = may draw pile, draw r

a turn is a play and then a draw
    r3 r4 / b2, discards g4 > draw pile ! Play a card first, then draw one.
    > build r3 = turn 0; stage draw; may draw pile, draw g
    > build r4 ! You've played your card: now draw one, from the pile or from the discards.
    > draw g = turn 1; stage play
the pile gives its top card
    r3 / -, deck b2 b3 b9 > build r3; draw pile = hand 0 b9; deck b2 b3
a discard pile gives its top card
    r3 / -, discards b2 b9 b4 > build r3; draw b = hand 0 b4; pile b b2 b9
an empty discard pile gives nothing
    r3 / - > build r3 = may draw pile > draw y ! There's no yellow card among the discards.
t3: the card just discarded may not be taken back
    r3 / b2, discards r9 y2 > discard r3 = may draw pile, draw y
    > draw r ! You've just discarded this card: you can't take it back in the same turn.
t3 holds for that turn only
    r3 / b2 > discard r3; draw pile; build b2 = may draw pile, draw r
t3: after building any pile may be drawn from
    r3 / b2, discards r9 > build r3 = may draw pile, draw r
t3: the option allows taking back
    r3 / b2, take_back > discard r3 = may draw pile, draw r > draw r = hand 0 r3

the move log speaks of cards by colour
    rm r3 b2 / b4 b5, discards g4, deck p2 p3 p4 p5 > build rm; draw g; discard b4; draw pile
    = told Ana builds a red material. Ana takes the green 4 from the discards. Bo discards the blue 4.
      Bo draws from the pile.

a card taken from the discards is known to both until it is played
    r2 r3 / b2, discards g9 > build r2; draw g = known 0 g9; known 1 -
    > build b2; draw pile; build g9 = known 0 -; known 1 -
a card from the pile is not known
    r2 / b2 > build r2; draw pile = known 0 -; known 1 -
t8: materials of a colour cannot be told apart once in a hand
    rm r2 / b2, discards rm > build r2; draw r; build b2; draw pile; discard rm = hand 0 rm; known 0 -
playing another colour's material tells nothing about a known one
    bm rm / -, known rm > discard bm = known 0 rm

the round ends at once when the last card of the pile is taken
    b2 / b3, deck p2, rounds 1 > build b2; draw pile = winners 1; events Built Drew RoundEnded Ended
taking a discard does not end the round, even with one card left
    b2 / b3, discards r4, deck p2, rounds 1 > build b2; draw r = winners not yet; turn 1
t6: a draw from the pile restarts the count
    b2 / r2, discards y2 g2, deck p2 p3 p4, rounds 1, streak 59 > discard b2; draw pile; discard r2; draw b
    = winners not yet; streak 1
""",
)


def test_events_name_the_seat_and_the_card() -> None:
    state = table(hands=("r3 rm", "b2"), discards="b9 b4", deck="b3 b10")
    assert do(state, "build rm", "draw b") == [Built(0, cards("rm")[0]), Took(0, cards("b4")[0]), TurnBegan(1)]
    assert do(state, "discard b2", "draw pile") == [
        Discarded(1, cards("b2")[0]),
        Drew(1, cards("b10")[0]),
        TurnBegan(0),
    ]


# -- text forms and words


@pytest.mark.parametrize(
    "text", ["", "build", "build z3", "draw", "draw deck", "draw rr", "draw ", "discard  r3", "Build r3", "build r3 r4"]
)
def test_text_that_is_not_an_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        GAME.parse(text)


# -- play


EVERY_ACTION: list[Action] = [*BUILDS, *DISCARDS, DRAW_PILE, *TAKES]

option_sets = st.fixed_dictionaries(
    {},
    optional={option.key: st.sampled_from([value for value, _ in option.choices]) for option in GAME.options(2)}
    | {"materials": st.lists(st.integers(0, 4).map(str), min_size=1, max_size=5).map("-".join)},
)
seeds = st.integers(0, 2**32 - 1)


def begin(options: dict[str, object], seed: int) -> State:
    return GAME.setup(2, resolve(GAME.options(2), options), seed)


def legal(state: State) -> set[Action]:
    """Compute the legal actions independently, from the sheet and T3."""
    found: set[Action] = set()
    if state.outcome:
        return found
    if state.stage is TurnStage.DRAW:
        piles = [colour for colour in COLOURS if state.discards[colour] and colour != state.barred]
        return {DRAW_PILE, *(TAKES[colour] for colour in piles)}
    for card in state.hand(state.turn):
        found.add(Discard(card))
        numbers = [number_of(c) for c in state.tower(state.turn, colour_of(card)) if not is_material(c)]
        if not numbers or number_of(card) > max(numbers):
            found.add(Build(card))
    return found


@given(option_sets, seeds)
def test_the_legal_actions_are_those_of_the_sheet(options: dict[str, object], seed: int) -> None:
    state, rng = begin(options, seed), random.Random(seed)
    for _ in range(60):
        listed = GAME.actions(state, state.turn)
        assert set(listed) == legal(state)
        assert len(set(listed)) == len(listed)
        for action in rng.sample(EVERY_ACTION, 12):
            if action in listed:
                GAME.check(state, state.turn, action)
            else:
                with pytest.raises(IllegalAction):
                    GAME.check(state, state.turn, action)
        if not state.outcome:
            GAME.apply(state, state.turn, rng.choice(listed))


@given(option_sets, seeds)
def test_cards_are_conserved_and_every_game_ends(options: dict[str, object], seed: int) -> None:
    state, rng = begin(options, seed), random.Random(seed)
    while state.outcome is None:
        GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)))
        GAME.check_invariants(state)
        assert all(set(known) <= set(held) for known, held in zip(map(state.known_of, (0, 1)), hands(state)))
    assert len(state.accounts) == state.variant.rounds
    totals = tuple(sum(account.points[seat] for account in state.accounts) for seat in (0, 1))
    winners = (0, 1) if totals[0] == totals[1] else (totals.index(max(totals)),)
    assert state.outcome == Outcome(winners, totals, "rounds")


# -- materials


GOLDEN = Path(__file__).parent / "golden.jsonl"
"""A record from before T8, in which materials have numbers."""
NUMBERED = re.compile(r"\b[brygxp]m\d")
SEEN_BY = (0, 1, None)


def cards_in(data: Any) -> Iterator[int]:
    """Yield the cards in a view or an event given as plain data."""
    for key in ("hand", "hands", "known", "towers", "discards", "card"):
        yield from flat(data.get(key, ()))
    for account in (*data.get("accounts", ()), *filter(None, (data.get("account"),))):
        yield from flat(account["towers"])


def flat(data: Any) -> Iterator[int]:
    if isinstance(data, (list, tuple)):
        for item in data:
            yield from flat(item)
    else:
        yield data


def says_which(data: Any) -> bool:
    """Tell whether plain data contain a card id that differs from the id of its kind."""
    return any(card not in (HIDDEN, kind_of(card)) for card in cards_in(data))


@given(deal=deals("towering"))
def test_t8_no_view_event_or_text_distinguishes_materials(deal: Deal) -> None:
    for step in play(deal, 150):
        for seat in SEEN_BY:
            assert not says_which(msgspec.to_builtins(GAME.view(step.state, seat)))
            assert not any(says_which(tagged(GAME.redact(event, seat))) for event in step.events)
        texts = [str(step.action), *(str(action) for action in GAME.actions(step.state, step.state.turn))]
        texts += [GAME.describe(event, NAMES) for event in step.events]
        assert not NUMBERED.search(" ".join([*texts, json.dumps(GAME.dump(step.state))]))


def swapped(record: Record, rng: random.Random) -> Record:
    """Return the record with random numbers for its materials."""
    number = re.compile(r"(?<=m)\d$")
    return Record(
        record.header,
        [Entry(e.ms, e.seat, number.sub(lambda _: str(rng.randint(1, 4)), e.text)) for e in record.entries],
    )


@pytest.mark.parametrize("seed", range(5))
def test_t8_views_and_events_do_not_depend_on_numbers_of_materials(seed: int) -> None:
    original = read_record(GOLDEN)
    renumbered = swapped(original, random.Random(seed))
    assert original.entries != renumbered.entries
    for (_, _, events, state), (_, _, twin_events, twin) in zip(replay(original), replay(renumbered), strict=True):
        assert events == twin_events
        assert [GAME.view(state, seat) for seat in SEEN_BY] == [GAME.view(twin, seat) for seat in SEEN_BY]


def test_t8_a_record_with_numbered_materials_gives_the_same_game() -> None:
    numbered = read_record(GOLDEN)
    plain = Record(numbered.header, [Entry(e.ms, e.seat, re.sub(r"m\d$", "m", e.text)) for e in numbered.entries])
    assert any(NUMBERED.search(entry.text) for entry in numbered.entries)
    for until in range(0, len(plain.entries), 40):
        assert fold(numbered, until) == fold(plain, until)


@given(deal=deals("towering"))
def test_t8_a_replay_as_json_contains_no_numbered_materials(deal: Deal) -> None:
    whole, _, _ = whole_game(deal)
    record = Record(whole.header, whole.entries[:60])
    for line in json_lines(record):
        data = json.loads(line)
        assert not NUMBERED.search(line)
        assert not any(map(says_which, data.get("events", ())))


# -- rounds


def end_round(state: State, towers: tuple[str, str]) -> list[object]:
    """Let the seat to move end the round with these towers."""
    state.towers = rows(towers)
    state.stack(state.deck[-1:])
    return do(state, str(GAME.actions(state, state.turn)[-1]), "draw pile")


# -- the end of a round


def test_t6_sixty_draws_in_a_row_from_the_discards_end_the_round() -> None:
    state = table(hands=("b2", "r2"), discards="y2 g2", deck="p2 p3", rounds=1)
    piles = ["b", "r", "y", "g"]
    for _ in range(PATIENCE):
        assert state.outcome is None
        card = str(GAME.actions(state, state.turn)[-1])
        do(state, card)
        free = [letter for letter in piles if f"draw {letter}" in map(str, GAME.actions(state, state.turn))]
        events = do(state, f"draw {free[0]}")
        assert isinstance(events[0], Took)
    assert PATIENCE == 60
    assert state.outcome == Outcome((0, 1), (0, 0), "rounds")
    assert state.accounts[0].called
    assert len(state.deck) == 2


def test_the_account_of_a_round_keeps_its_towers() -> None:
    state = table(hands=("y10", ""), towers=("y5 y8", "pm"), deck="p2")
    (ended,) = of(do(state, "build y10", "draw pile"), RoundEnded)
    account = ended.account
    assert account == state.accounts[0]
    assert account.towers[0][2] == tuple(cards("y5 y8 y10"))
    assert account.points == account.totals == (3, -40)
    assert [score.total for score in account.scores[0]] == [0, 0, 3, 0, 0, 0]
    assert not account.called


# -- rounds


def test_there_are_three_rounds_of_66_72_and_78_cards() -> None:
    state = new()
    sizes = []
    while state.outcome is None:
        sizes.append(len(state.deck + b"".join(hands(state))))
        end_round(state, ("", ""))
    assert sizes == [66, 72, 78]


def test_a_new_round_begins_with_all_cards_shuffled_and_dealt() -> None:
    state = new()
    before = hands(state)
    log = end_round(state, ("b2", "r3"))
    assert sorted(b"".join([*hands(state), state.deck])) == list(deck_of(6, 3))
    assert not any(state.towers)
    assert not any(state.discards)
    assert not any(state.known)
    assert hands(state) != before
    assert of(log, RoundBegan) == [RoundBegan(1, state.first, tuple(map(tuple, hands(state))), 56)]
    assert log[-1] == TurnBegan(state.first)


@pytest.mark.parametrize(("towers", "first"), [(("b10", ""), 1), (("", "r10"), 0)])
def test_the_seat_with_more_points_begins_the_next_round(towers: tuple[str, str], first: int) -> None:
    for began in (0, 1):
        state = new(first=began)
        end_round(state, towers)
        assert state.turn == state.first == first


ROUNDS = Teller(
    lambda text: new(**options_in(words_of(text.split(", ")[1:]))),
    lambda state, text: end_round(state, halves(text.removeprefix("end "))),
    FACTS | {"reason": lambda state, _: state.outcome.reason},
)
test_rounds_follow_each_other = stories(
    ROUNDS,
    """
the total points decide who begins the next round
    new, first 0 > end b2 b3 b4 b5 b6 b7 b8 / -; end - / r8 r9 r10 = points 15 0 then 0 7; totals 15 7; turn 0
t4: at equal points the seat that did not begin the last round begins
    new, first 0 > end b5 / r5 = turn 1 > end - / - = turn 0
t4: so does seat 0 if seat 1 began
    new, first 1 > end b5 / r5 = turn 0 > end - / - = turn 1
points are carried, and more points win after three rounds
    new > end b10 / - = totals -10 0 > end b6 b8 b10 / r2 = totals -6 -18 > end y5 y8 y10 / pm
    = points -10 0 then 4 -18 then 3 -40; totals -3 -58; winners 0; reason rounds; told …Ana wins −3 to −58 points.
t5: equal points after the last round share the win
    new, rounds 1 > end b5 b6 b10 / r5 r6 r10
    = totals 1 1; winners 0 1; reason rounds; told …Ana and Bo share the win with 1 point each.
the log states the result of a round
    new, first 1 > end b5 b6 b10 / r5 = told …Round 1 ends: Ana 1, Bo −15.…Round 2: Ana begins.…
""",
)


# -- options (T7)


def test_presets_set_every_advanced_option() -> None:
    advanced = {option.key for option in GAME.options(2) if option.advanced}
    assert all(advanced <= dict(preset.options).keys() for preset in GAME.presets)


@pytest.mark.parametrize(
    ("materials", "rounds", "sizes"),
    [
        ("0-3-4", 3, (0, 3, 4)), ("4-0-1-2", 5, (4, 0, 1, 2, 2)), ("1-1", 1, (1,)), (3, 2, (3, 3)), ("3", 1, (3,)),
        ("0-1-2-3-4", 5, (0, 1, 2, 3, 4)), ("2-3-4", 1, (2,)), ("2-3-4", 5, (2, 3, 4, 4, 4)), ("4-3-2", 2, (4, 3)),
        ("0", 2, (0, 0)),
    ],
)  # fmt: skip
def test_t7_materials_are_any_0_to_4_for_each_round_in_any_order(
    materials: object, rounds: int, sizes: tuple[int, ...]
) -> None:
    state = new(materials=materials, rounds=rounds)
    assert state.variant.materials == sizes
    assert sum(map(is_material, b"".join((*hands(state), state.deck)))) == 6 * sizes[0]


@pytest.mark.parametrize("materials", ["5", "2-3-4-4-4-4", "2-", "-2", "2/3", "", 5, -1, True, None, "٢"])
def test_t7_other_values_of_materials_are_refused_with_an_example(materials: object) -> None:
    with pytest.raises(OptionError, match=r"choose from 2-3-4, .*, or write 0 to 4 for each round, such as 0-3-4$"):
        new(materials=materials)


def test_t7_the_materials_option_has_a_label_and_is_recorded_as_written() -> None:
    (option,) = (option for option in GAME.options(2) if option.key == "materials")
    assert option.label("0-3-4") == "0, then 3, then 4"
    header = new_header(GAME, [Player("Ana"), Player("Bo")], {"materials": "0-3-4"}, 1)
    assert parse_record(Record(header).to_bytes()).header.options["materials"] == "0-3-4"


@pytest.mark.parametrize("colours", [3, 4, 5, 6])
@pytest.mark.parametrize("hand", [5, 8, 10])
def test_t7_colours_and_hand_size_are_free(colours: int, hand: int) -> None:
    state = new(colours=colours, hand=hand, materials="0")
    assert [len(held) for held in hands(state)] == [hand, hand]
    assert len(state.deck) == colours * 9 - 2 * hand > 0


def test_notes_say_if_materials_and_rounds_do_not_match() -> None:
    assert GAME.notes(2, {"materials": "2-3-4", "rounds": 1}) == {"materials": "Only the first number will be used."}
    assert GAME.notes(2, {"materials": "2-3-4", "rounds": 2}) == {
        "materials": "Only the first two numbers will be used."
    }
    assert GAME.notes(2, {"materials": "4-3-2", "rounds": 5}) == {"materials": "The rounds after the third have 2 too."}
    assert GAME.notes(2, {"materials": "4-0", "rounds": 3}) == {"materials": "The rounds after the second have 0 too."}
    assert GAME.notes(2, {"materials": "3", "rounds": 5}) == GAME.notes(2, {}) == {}


@pytest.mark.parametrize(
    ("key", "value"), [("colours", 2), ("colours", 7), ("hand", 4), ("hand", 11), ("rounds", 0), ("materials", "5")]
)
def test_option_values_out_of_range_are_refused(key: str, value: object) -> None:
    with pytest.raises(OptionError, match=key):
        new(**{key: value})


def test_every_draw_ends_a_turn() -> None:
    for seed in range(5):
        state, seats, draws = new(seed), [], 0
        while state.outcome is None:
            action = GAME.actions(state, state.turn)[0]
            seats.append(state.turn)
            draws += isinstance(action, Draw)
            GAME.apply(state, state.turn, action)
        assert GAME.count_turns(seats) == draws


# -- points, round by round


def play_until_scored(state: State, rng: random.Random) -> list[SeenEvent]:
    """Play at random to the end of a round. Return what seat 0 sees of the last action."""
    rounds = len(state.accounts)
    while True:
        log = WatchedLog(GAME, state, 0)
        GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)), log)
        if len(state.accounts) > rounds:
            return log.seen


def test_the_view_adds_the_current_towers_to_the_earlier_rounds() -> None:
    state = new(4)
    seen = play_until_scored(state, random.Random(4))
    view = GAME.view(state, 0)
    assert [view.points_before(seat) for seat in (0, 1)] == list(state.totals)
    assert [view.points(seat) for seat in (0, 1)] == [0, 0], "a new round begins without towers"
    ended = next(view for event, view in seen if isinstance(event, RoundEnded))
    assert (ended.round, [ended.total(seat) for seat in (0, 1)]) == (0, list(state.totals)), "its towers still stand"


def test_the_view_does_not_count_the_last_round_twice() -> None:
    state, rng = new(5), random.Random(5)
    while GAME.outcome(state) is None:
        seen = play_until_scored(state, rng)
    for _, view in seen[-2:]:
        assert tuple(view.total(seat) for seat in (0, 1)) == state.totals


# -- scoring


def worth(text: str) -> TowerScore:
    return score_tower(cards(text))


SHEET = {"y5 y8 y10": 3, "": 0, "pm": -40, "gm g3 g5 g7": -10, "rm rm r2 r3 r5 r7 r8 r10": 65}
"""The worked example of the sheet. The red tower's 65 points are 45 plus the bonus of 20."""
TOTALS = {
    **SHEET,
    "x10": -10,  # a tower costs 20 from its first card
    "x2 x8 x10": 0,
    "gm gm": -60,  # materials alone multiply the cost, by one more than there are (T2)
    "gm gm gm": -80,
    "ym ym y2 y3 y4 y5 y6 y7": 21 + 20,  # eight cards, including materials, add 20
    "ym y2 y3 y4 y5 y6 y7": 14,
    "y2 y3 y4 y5 y6 y7 y8 y9 y10": 34 + 20,
    "bm bm bm bm b2 b3 b4 b5": (14 - 20) * 5 + 20,  # also to a loss
    "pm pm pm pm p2 p3 p4 p5 p6 p7 p8 p9 p10": 34 * 5 + 20,  # the highest score
}


@pytest.mark.parametrize("laid", TOTALS)
def test_a_tower_scores_as_the_sheet_says(laid: str) -> None:
    assert worth(laid).total == TOTALS[laid]


def test_the_sheets_example_is_18_points() -> None:
    assert sum(SHEET.values()) == 18
    state = table(hands=("b2", "b4"), towers=(" ".join(SHEET), ""), deck="b9")
    do(state, "discard b2", "draw pile")
    assert state.accounts[0].points == (18, 0)


def test_an_empty_tower_scores_nothing() -> None:
    empty = worth("")
    assert (empty.cost, empty.value, empty.total, empty.text) == (0, 0, 0, "–")


def test_a_score_contains_each_step_of_the_calculation() -> None:
    *_, red_cards = SHEET
    red = worth(red_cards)
    assert red == TowerScore(sum=35, materials=2, cards=8)
    assert (red.cost, red.value, red.multiplier, red.product, red.bonus) == (20, 15, 3, 45, 20)
    assert red.text == "(35−20)×3"
    eight = worth("ym ym y2 y3 y4 y5 y6 y7")
    assert (eight.product, eight.bonus) == (21, 20)
    assert worth("y5 y8 y10").text == "(23−20)×1"


# -- golden accounts


HERE = Path(__file__).parent


def accounts() -> str:
    lines = []
    for account in fold(read_record(HERE / "golden.jsonl")).accounts:
        for name, scores in zip(NAMES, account.scores):
            towers = [f"{score.text}{' + 20' * bool(score.bonus)}" for score in scores]
            lines.append(f"round {account.round + 1}, {name}: {', '.join(towers)}")
        lines.append(f"after it: {account.totals[0]} to {account.totals[1]}")
    return "\n".join(lines) + "\n"


def test_the_accounts_of_the_golden_game_are_unchanged() -> None:
    assert accounts() == (HERE / "golden_accounts.txt").read_text(encoding="utf-8")
