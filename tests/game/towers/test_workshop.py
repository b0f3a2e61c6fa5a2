"""The deck workshop: workshop, balancing and drafting decks."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import FACTOR, examples
from tests.game.matches import turns_of
from tests.game.processes import Shell
from tests.game.towers.positions import STANDARD
from topping_out.game.assets import ASSETS
from topping_out.game.language import tr
from topping_out.game.options import resolve
from topping_out.game.progress import daily
from topping_out.game.record import Player, Record, fold, new_header
from topping_out.game.storage.translations import languages, use
from topping_out.game.text import refusal
from topping_out.game.towers import workshop
from topping_out.game.towers.actions import BUILDS, HAND, HEIGHT
from topping_out.game.towers.bots.search import board_of
from topping_out.game.towers.command import MOST_GAMES
from topping_out.game.towers.decks import (
    FEWEST_CARDS,
    MOST_CARDS,
    Draft,
    Pick,
    bots_pick,
    copy_of,
    deck_file,
    deck_option,
    deck_text,
    find_decks,
    new_draft,
    parse_deck,
    read_deck,
    scores,
)
from topping_out.game.towers.floors import COLOURS, LARGEST_AMOUNT, PICTURES, Deck, Effect, EffectVerb, Floor, deck_of
from topping_out.game.towers.rules import GAME
from topping_out.game.towers.state import MOST_COUNT, MOST_EFFECTS, MOST_FLOORS
from topping_out.game.towers.workshop import (
    UNFINISHED,
    Batch,
    Bench,
    FloorCount,
    Measures,
    balancing,
    batches,
    begun_deck,
    better,
    flaws,
    measure,
    measure_rows,
    new_bench,
    open_bench,
    own_benches,
    total,
)

# -- draft


DECKS = [*find_decks().built_in.values()]


def bots_draft(draft: Draft, temper: str, luck: int) -> Draft:
    rng = random.Random(luck)
    while not draft.is_over:
        draft = draft.pick(bots_pick(draft, "hard", temper, rng))
    return draft


def test_a_draft_offers_twelve_different_floors_depending_on_the_seed() -> None:
    draft = new_draft(DECKS, 3, 7)
    assert len({floor.name for floor in draft.offered}) == 12
    assert draft == new_draft(DECKS, 3, 7) != new_draft(DECKS, 3, 8)


def test_the_seats_take_turns_in_a_draft() -> None:
    draft = new_draft(DECKS, 3, 7)
    turns = []
    for floor in draft.offered[:4]:
        turns.append(draft.turn)
        draft = draft.pick(Pick(floor.name, True))
    assert turns == [0, 1, 2, 0]
    assert draft.back().turn == 0


def test_a_draft_ends_with_eight_floors_taken_or_four_struck() -> None:
    start = new_draft(DECKS, 2, 1)
    for is_taken, number in ((True, 8), (False, 4)):
        draft = start
        for floor in start.offered[:number]:
            assert not draft.is_over
            draft = draft.pick(Pick(floor.name, is_taken))
        assert draft.is_over
        kept = start.offered[:8] if is_taken else start.offered[4:]
        assert [floor.name for floor in draft.deck("Ours").floors] == [floor.name for floor in kept]
        assert len(draft.deck("Ours").cards) == 64


def test_a_floor_already_chosen_or_not_offered_is_refused() -> None:
    draft = new_draft(DECKS, 2, 1)
    taken = draft.pick(Pick(draft.offered[0].name, True))
    for name in (draft.offered[0].name, "NOWHERE"):
        with pytest.raises(ValueError, match="cannot be chosen"):
            taken.pick(Pick(name, False))


def test_decks_drafted_by_bots_can_score() -> None:
    for luck in range(40):
        deck = bots_draft(new_draft(DECKS, 2, luck), "spiteful", luck).deck("Ours")
        assert len(deck.floors) == 8
        assert any(map(scores, deck.floors))


def test_tempers_influence_the_draft_of_bots() -> None:
    def harm(temper: str) -> int:
        decks = [bots_draft(new_draft(DECKS, 2, n), temper, n).deck("Ours") for n in range(30)]
        verbs = [effect.verb for deck in decks for floor in deck.floors for effect in floor.effects]
        return sum(verb in (EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW) for verb in verbs)

    assert harm("cautious") < harm("") < harm("spiteful")


# -- measure


CHILDREN, FOUR = find_decks().built_in["children"], find_decks().built_in["four"]


def test_batches_add_up_to_the_requested_games() -> None:
    asked = [*batches(CHILDREN, 2, 20)]
    assert sum(batch.games for batch in asked) == sum(batch.trials for batch in asked) == 20
    assert [batch.seed for batch in asked] == [1, 7, 13, 19]


def test_measures_are_the_same_in_one_batch_or_in_several() -> None:
    whole = measure(Batch(CHILDREN, 2, 4, 4, 1))
    parts = total([measure(Batch(CHILDREN, 2, 2, 2, 1)), measure(Batch(CHILDREN, 2, 2, 2, 3))])
    assert whole == parts
    assert whole.games == whole.trials == 4
    assert sum(whole.wins) == 4
    assert sum(floor.points for floor in whole.floors.values()) == whole.points


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_seats_the_good_bot_meets_each_weak_one(seats: int) -> None:
    found = measure(Batch(FOUR, seats, 1, 2, 1))
    assert found.trials == 2 * (seats - 1)
    assert len(found.wins) == seats


def test_figures_are_computed_from_the_counts() -> None:
    floors = {
        "A": FloorCount(built=10, claimed=8, points=30, decided=12),
        "B": FloorCount(built=20, claimed=20, points=10, decided=2),
        "C": FloorCount(built=10, claimed=0, points=0, decided=0),
    }
    found = Measures(2, 10, 160, 400, (6, 4), floors, 20, 15)
    assert (found.turns_each, found.points_each, found.beginner, found.skill) == (8, 20, 0.6, 0.75)
    assert (found.per_card("A"), found.built("B"), found.claimed("A")) == (3, 2, 0.8)
    assert found.never_claimed == ["C"]
    assert found.deciding == "A"
    assert dict(measure_rows(found)) == {
        "Length": "8.0 turns each", "Points": "20.0 each", "First player wins": "60% of games (± 15)",
        "Hard bots beat easy ones": "75% of games (± 10)", "Decides most": "A", "Hardly ever claimed": "C",
    }  # fmt: skip


def test_a_deck_that_depends_on_luck_is_labelled() -> None:
    lucky = Measures(2, 10, 160, 400, (6, 4), {}, 100, 52)
    assert dict(measure_rows(lucky))["Hard bots beat easy ones"] == "52% of games (± 5): mostly luck"


@pytest.mark.parametrize(("seats", "games", "first", "flaw"), [
    (2, 120, 30, "too seldom: an equal share would be 50%."),
    (2, 120, 50, ""),
    (2, 120, 70, ""),
    (2, 120, 73, "too often: an equal share would be 50%."),
    (2, 24, 7, "too seldom: an equal share would be 50%."),
    (2, 24, 8, ""),
    (3, 120, 55, "too often: an equal share would be 33%."),
    (3, 120, 45, ""),
    (4, 120, 30, ""),
    (4, 120, 20, "too seldom: an equal share would be 25%."),
])  # fmt: skip
def test_a_first_seat_clearly_off_an_equal_share_is_a_flaw(seats: int, games: int, first: int, flaw: str) -> None:
    found = Measures(seats, games, wins=(first, *[(games - first) // (seats - 1)] * (seats - 1)))
    assert [*flaws(found)] == [f"The first player wins {flaw}"] * bool(flaw)


SPARING = [Effect(verb, 1) for verb in (EffectVerb.DRAW, EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW)]
POOR = deck_of("Poor", (
    Floor("POINT", 2, (Effect(EffectVerb.SCORE, 3),), True),
    *(Floor(f"F{n}", 10, (effect,)) for n, effect in enumerate(SPARING)),
))  # fmt: skip
"""A deck of 32 cards, of which two score; all others draw cards, take floors or vacate them."""


def test_a_deck_with_2_scoring_cards_of_32_is_hardly_a_game_and_none_of_ours_is() -> None:
    found = measure(Batch(POOR, 2, 12, 0, 1))
    assert len(POOR.cards) == 32
    assert found.is_hardly_a_game
    assert next(flaws(found)).startswith("This is hardly a game: ")
    for deck in DECKS:
        assert not measure(Batch(deck, 2, 6, 0, 1)).is_hardly_a_game, deck.title


def test_results_without_a_point_are_counted_for_each_seat() -> None:
    silent = deck_of("Silent", tuple(replace(f, effects=(), name=f"F{n}") for n, f in enumerate(CHILDREN.floors)))
    assert measure(Batch(silent, 3, 2, 0, 1)).blank == 6
    found = Measures(2, 10, blank=2) + Measures(2, 10, blank=3)
    assert (found.blank, found.blank_share, found.is_hardly_a_game) == (5, 0.125, True)
    assert not Measures(2, 10, blank=2).is_hardly_a_game


def test_balancing_prefers_a_deck_that_is_a_game() -> None:
    floors = {"A": FloorCount(10, 10, 10), "B": FloorCount(10, 10, 90)}
    even = {"A": FloorCount(10, 10, 50), "B": FloorCount(10, 10, 50)}
    game, hardly = (CHILDREN, Measures(2, 10, floors=floors)), (FOUR, Measures(2, 10, floors=even, blank=9))
    assert hardly[1].unevenness < game[1].unevenness
    assert better(game, hardly) is better(hardly, game) is game


def test_a_deck_that_never_scores_can_be_measured() -> None:
    silent = deck_of("Silent", tuple(replace(f, effects=(), name=f"F{n}") for n, f in enumerate(CHILDREN.floors)))
    found = total(map(measure, batches(silent, 2, 2)))
    assert (found.points, found.deciding) == (0, "")
    assert dict(measure_rows(found))["Decides most"] == "no floor"


def test_balancing_changes_the_counts_but_not_the_number_of_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "GAMES_PER_TRIAL", 4)
    work, found = balancing(CHILDREN, 2, rounds=3), []
    batch = next(work)
    while True:
        found.append((batch.deck, measure(batch)))
        try:
            batch = work.send(found[-1][1])
        except StopIteration as end:
            best = end.value
            break
    assert len(found) == 4
    assert best == min(found, key=lambda each: each[1].unevenness)
    assert {len(deck.cards) for deck, _ in found} == {len(CHILDREN.cards)}


# -- the command


def test_the_command_prints_the_measures_of_several_decks(shell: Shell) -> None:
    output = shell.run("deck measure children two --games 2").splitlines()
    assert output[0] == "First Floors, 30 cards"
    assert output[7].split() == ["floor", "cards", "built", "claimed", "points"]
    assert "Face to Face, 54 cards" in output


def test_a_seed_changes_the_measured_games(shell: Shell) -> None:
    usual, reseeded = (shell.run(f"deck measure children --games 2 {seed}") for seed in ("", "--seed 9"))
    found = total(map(measure, batches(CHILDREN, 2, 2, seed=9)))
    assert reseeded.splitlines()[1:7] == [f"  {title}: {words}" for title, words in measure_rows(found)]
    assert usual != reseeded


def test_the_command_says_what_is_wrong_with_a_deck(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "GAMES_PER_TRIAL", 8)
    file = tmp_path / "poor.toml"
    file.write_bytes(deck_file(POOR))
    assert "  This is hardly a game" in shell.run("deck measure --games 6", file)
    assert len(deck_of_command(shell, "balance", file).cards) == 32
    assert "This is hardly a game" in shell.err


def test_balancing_uses_other_games_than_measuring() -> None:
    assert next(balancing(CHILDREN, 2)).seed > max(batch.seed for batch in batches(CHILDREN, 2, MOST_GAMES))


def deck_of_command(shell: Shell, words: str, *files: object) -> Deck:
    return parse_deck(shell.run(f"deck {words}", *files).encode(), "it.toml")


def test_the_command_makes_deck_files(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "GAMES_PER_TRIAL", 2)
    for words in ("week --day 2026-11-25", "draft --seed 4", "balance children"):
        made = deck_of_command(shell, words)
        assert parse_deck(deck_file(made), "it.toml") is made


def test_the_command_prints_the_deck_of_the_week_of_a_day(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    found = find_decks()
    monkeypatch.setattr(daily, "today", lambda: date(2026, 3, 4))
    assert deck_of_command(shell, "week") is found.week(date(2026, 3, 4))
    for day in (date(2026, 3, 4), date(2026, 3, 9), date(2025, 12, 31)):
        assert deck_of_command(shell, f"week --day {day}") is found.week(day)


@pytest.mark.parametrize(("option", "value"), [("seats", 3), ("seats", 4), ("seed", 2)])
def test_the_draft_command_passes_on_seats_and_seed(
    option: str, value: int, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []

    def noted(pool: Iterable[Deck], seats: int, seed: int) -> Draft:
        asked.append((seats, seed))
        return new_draft(pool, seats, seed)

    monkeypatch.setattr(workshop, "new_draft", noted)
    usual = {"seats": 2, "seed": 1}
    changed = {**usual, option: value}
    deck_of_command(shell, "draft")
    deck_of_command(shell, f"draft --{option} {value}")
    assert asked == [(usual["seats"], usual["seed"]), (changed["seats"], changed["seed"])]


# -- our decks


FOUND = find_decks()
OURS = {name: deck for name, deck in FOUND.built_in.items() if deck is not STANDARD}
BEYOND = [verb for verb in EffectVerb if verb not in {effect.verb for f in STANDARD.floors for effect in f.effects}]


def test_the_program_has_eight_decks_besides_the_standard_one() -> None:
    assert [*OURS] == ["children", "disasters", "draws", "four", "heights", "neighbours", "two", "wild"]
    assert not FOUND.problems


@pytest.mark.parametrize("deck", OURS.values(), ids=OURS)
def test_our_decks_have_8_to_12_floors_a_description_and_triggers(deck: Deck) -> None:
    assert 8 <= len(deck.floors) <= 12
    assert deck.about
    assert deck.triggers
    assert sum(map(scores, deck.floors)) >= 3


def test_a_floor_is_the_same_in_every_deck() -> None:
    for name in {floor.name for deck in FOUND.built_in.values() for floor in deck.floors}:
        same = {(f.effects, f.triggers_scoring, f.picture, f.colour) for d in FOUND.built_in.values()
                for f in d.floors if f.name == name}  # fmt: skip
        assert len(same) == 1, name


def test_each_additional_effect_is_used_by_two_decks() -> None:
    users = Counter(verb for d in OURS.values() for verb in {e.verb for f in d.floors for e in f.effects})
    assert BEYOND
    assert all(users[verb] >= 2 for verb in BEYOND)


def share(deck: Deck, *verbs: str) -> float:
    """Return the share of a deck's cards with an effect whose verb matches one of these patterns."""
    doing = [floor for floor in deck.floors
             if any(re.fullmatch(verb, effect.verb) for effect in floor.effects for verb in verbs)]  # fmt: skip
    return sum(floor.count for floor in doing) / len(deck.cards)


def turns(deck: str, seats: int) -> float:
    """Return the mean number of turns per seat in a few games with a deck."""
    return fmean(turns_of("towers", {"deck": deck}, seats, "easy", 4))


def largest(deck: Deck, verb: str) -> int:
    return max(effect.amount for floor in deck.floors for effect in floor.effects if re.fullmatch(verb, effect.verb))


CLAIMS: dict[str, list[tuple[str, Callable[[Deck], bool]]]] = {
    "children": [
        ("For children and first games: short", lambda deck: turns("children", 2) < 0.6 * turns("standard", 2)),
        ("nobody takes anything away", lambda deck: share(deck, "take .*", "vacate .*") == 0),
        ("and every floor pays whoever claims it", lambda deck: all(map(scores, deck.floors))),
    ],
    "disasters": [
        ("Fire, flood and demolition.", lambda deck: (
            share(deck, "vacate .*") > share(STANDARD, "vacate .*")
            and {"FIRE DRILL", "FLOOD", "DEMOLITION"} < {floor.name for floor in deck.floors}
        )),
        ("Claim late, claim high", lambda deck: largest(deck, "vacate .*") > largest(STANDARD, "vacate .*")),
        ("or own the floors that like an empty house", lambda deck: share(deck, ".* per vacant floor") > 0),
    ],
    "draws": [
        ("Cards flow.", lambda deck: share(deck, "draw .*") > 0.5),
        ("A full hand claims half a tower at once", lambda deck: 2 * (HAND - BUILDS) >= HEIGHT),
        ("and so does everybody else's.", lambda deck: True),
    ],
    "four": [
        ("For four: towers that pay everybody", lambda deck: share(deck, "all .*") > share(STANDARD, "all .*")),
        ("and a deck big enough for four", lambda deck: turns("four", 4) > turns("standard", 4)),
    ],
    "heights": [
        ("Some floors want to be near the ground, others near the sky", lambda deck: (
            min(share(deck, ".* per floor above"), share(deck, ".* per floor below")) > 0.2
        )),
        ("and whoever ends a tower decides what it was worth", lambda deck: bool(deck.triggers)),
    ],
    "neighbours": [
        ("Your floor is worth what its neighbours make of it", lambda deck: share(deck, "score # per .*") > 0.5),
        ("count names", lambda deck: share(deck, ".* per match") > 0),
        ("count kinds", lambda deck: share(deck, ".* per kind") > 0),
        ("count your own", lambda deck: share(deck, ".* per own floor") > 0),
    ],
    "two": [
        ("For two: a third of the floors take or empty what your opponent has just claimed", lambda deck: (
            0.3 < share(deck, "take .*", "vacate .*") < 0.36
        )),
    ],
    "wild": [
        ("Large numbers", lambda deck: largest(deck, "score .*") > max(
            largest(other, "score .*") for other in FOUND.built_in.values() if other is not deck
        )),
        ("large disasters", lambda deck: largest(deck, "vacate .*") > largest(STANDARD, "vacate .*")),
        ("no lead is safe until the last tower has fallen", lambda deck: share(deck, "take .*", "vacate .*") > 0.3),
    ],
}  # fmt: skip
"""By deck: the claims of its description, which must be complete, and functions that check them."""


@pytest.mark.parametrize("name", OURS)
def test_the_description_of_a_deck_is_true(name: str) -> None:
    words = OURS[name].about
    for claim, is_so in CLAIMS[name]:
        assert claim in words
        assert is_so(OURS[name]), claim
        words = words.replace(claim, "")
    assert set(words) <= set(",.: "), words


@pytest.mark.parametrize("deck", FOUND.built_in.values(), ids=FOUND.built_in)
def test_a_deck_round_trips_through_a_file(deck: Deck) -> None:
    assert parse_deck(deck_file(deck), "it.toml") is deck


# -- the deck of the week


def test_the_deck_of_the_week_depends_only_on_the_week() -> None:
    monday = date(2026, 11, 23)
    assert {FOUND.week(monday + timedelta(days=n)) for n in range(7)} == {FOUND.week(monday)}
    assert FOUND.week(monday + timedelta(days=7)) != FOUND.week(monday)
    assert FOUND.week(monday).title == "2026-W48"
    assert ", ".join(floor.name for floor in FOUND.week(monday).floors) == WEEK_48


WEEK_48 = "LANDLORD, LAUNDRY, NOISE COMPLAINT, SPIRE, ROOF GARDEN, INFERNO, VAULT, ELEVATOR, LOBBY"
"""The floors of the deck of that week."""


def test_every_deck_of_the_week_can_score_and_trigger_scoring() -> None:
    for number in range(60):
        deck = FOUND.week(date(2026, 1, 5) + timedelta(weeks=number))
        assert len(deck.cards) == 54
        assert deck.triggers
        assert any(map(scores, deck.floors))


def test_a_record_contains_the_deck_of_its_week(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: date(2026, 11, 25))
    assert ("Deck of the week") in [label for _, label in deck_option().choices]
    header = new_header(GAME, (Player("Ana"), Player("Bo")), resolve(GAME.options(2), {"deck": "week"}), seed=2)
    assert header.options["deck"] == deck_text(FOUND.week(date(2026, 11, 25)))
    monkeypatch.setattr(daily, "today", lambda: date(2027, 3, 1))
    assert fold(Record(header)).variant.deck is FOUND.week(date(2026, 11, 25))


# -- random decks


QUICK, LONG = 20, 400
"""Numbers of decks, multiplied by `TOPPING_OUT_EXAMPLES`: 25 gives 10,000 decks."""
LETTERS = "".join(letter for letter in map(chr, range(0x10000)) if letter.isalnum() and not refusal(letter))
NAMES = st.text(st.sampled_from(LETTERS), min_size=1, max_size=20)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Draw any deck that a file can contain, with optional fields filled or empty."""
    effects = st.builds(Effect, st.sampled_from([*EffectVerb]), st.integers(1, LARGEST_AMOUNT))
    names = draw(st.lists(NAMES, min_size=1, max_size=MOST_FLOORS - 1, unique=True))
    looks = st.sampled_from(["", *PICTURES]), st.sampled_from(["", *COLOURS])
    does = st.lists(effects, max_size=MOST_EFFECTS).map(tuple)
    floors = [
        Floor(name, draw(st.integers(1, MOST_COUNT)), draw(does), draw(st.booleans()), *map(draw, looks))
        for name in names
    ]
    while sum(floor.count for floor in floors) >= MOST_CARDS:
        floors.pop()
    missing = FEWEST_CARDS - sum(floor.count for floor in floors)
    return deck_of(draw(NAMES), (*floors, Floor("REST (", max(1, missing), ())), draw(st.just("") | NAMES))


@given(decks(), st.integers(2, 4), st.integers(0, 2**32), st.booleans())
@examples(QUICK if FACTOR == 1 else LONG)
def test_a_game_with_any_deck_ends(deck: Deck, seats: int, seed: int, at_once: bool) -> None:
    assert parse_deck(deck_file(deck), "any.toml") is deck
    options = resolve(GAME.options(seats), {"deck": deck_text(deck), "end": "deck" if at_once else "sheet"})
    state, luck, steps = GAME.setup(seats, options, seed), random.Random(seed), 0
    assert state.variant.deck is deck
    while state.outcome is None:
        actions = GAME.actions(state, state.turn)
        GAME.apply(state, state.turn, luck.choice(actions), [] if steps % 2 else None)
        GAME.check_invariants(state)
        steps += 1
        assert steps < 3 * len(deck.cards) + 100, "it does not end"
    assert board_of(state).winner() in state.outcome.winners


# -- the bench


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(workshop, "own_decks_folder", lambda: tmp_path)
    return tmp_path


def nameless(bench: Bench) -> None:
    bench.set_floor(0, replace(bench.deck.floors[0], name=""))


def emptied(bench: Bench) -> None:
    while bench.deck.floors:
        bench.set_floor(0, None)


SPOILS: dict[str, Callable[[Bench], None]] = {
    "no title": lambda bench: bench.set_title(""),
    "a floor without a name": nameless,
    "no floors": emptied,
}
"""Changes that make a deck unplayable."""
MENDS: dict[str, Callable[[Bench, Deck], None]] = {
    "undo": lambda bench, before: undo_all(bench, before),
    "another change": lambda bench, before: bench.change(before),
}


def undo_all(bench: Bench, before: Deck) -> None:
    while bench.deck is not before:
        bench.undo()


def check_files(bench: Bench) -> None:
    """Check that the deck is saved, in the folder of unfinished decks only while it cannot be played."""
    unfinished = bench.path.parent / UNFINISHED / bench.path.name
    assert not bench.unsaved
    assert unfinished.exists() == bool(bench.problem)
    assert open_bench(bench.path).deck is bench.deck
    assert own_benches() == [bench.path]
    if not bench.problem:
        assert read_deck(bench.path) is bench.deck


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("mend", MENDS)
@pytest.mark.parametrize("spoil", SPOILS)
def test_opening_a_deck_restores_the_last_change(spoil: str, mend: str) -> None:
    bench = new_bench(copy_of(FOUR))
    before = bench.deck
    check_files(bench)
    SPOILS[spoil](bench)
    assert bench.problem
    check_files(bench)
    MENDS[mend](bench, before)
    assert not bench.problem
    check_files(bench)
    bench.set_floor(len(bench.deck.floors), bench.new_floor())
    check_files(bench)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("language", languages())
def test_a_new_deck_can_be_played_in_every_language_and_has_a_free_title(language: str) -> None:
    use(language)
    benches = [new_bench(begun_deck()) for _ in range(3)]
    assert [bench.problem + bench.warning for bench in benches] == ["", "", ""]
    assert len({bench.deck.title for bench in benches}) == 3
    simplest = find_decks().built_in[workshop.SIMPLEST]
    for bench in benches:
        effects = [floor.effects for floor in bench.deck.floors]
        assert effects == [floor.effects for floor in simplest.floors]


@pytest.mark.parametrize("spoil", [None, *SPOILS])
def test_deleting_a_deck_removes_all_its_files(spoil: str | None, folder: Path) -> None:
    bench = new_bench(copy_of(FOUR))
    if spoil:
        SPOILS[spoil](bench)
    bench.delete()
    assert own_benches() == []
    assert not [*folder.rglob("*.toml")]


@pytest.mark.parametrize("code", ["en", "de", "es", "fr", "ja", "pl", "uk"])
def test_the_title_of_a_copy_is_whole_in_every_language(code: str) -> None:
    """A long title is shortened within the sentence, so that its quotation mark isn't lost."""
    use(code)
    before, _, after = tr("My {deck}", deck="|").partition("|")
    for deck in map(read_deck, sorted((ASSETS / "games" / "towers" / "decks").glob("*.toml"))):
        title = copy_of(deck).title
        assert title.startswith(before), title
        assert title.endswith(after), title
        assert len(title) <= 20
