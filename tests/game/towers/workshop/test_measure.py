"""What is measured of a deck: counted right, the same every time, and told in words."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

import pytest

from topping_out.game.cli.main import main
from topping_out.game.progress import daily
from topping_out.game.towers.decks import deck_file, find_decks, parse_deck
from topping_out.game.towers.floors import Deck, deck_of
from topping_out.game.towers.workshop import measure as measuring
from topping_out.game.towers.workshop import tasks
from topping_out.game.towers.workshop.balance import balancing
from topping_out.game.towers.workshop.command import MOST_GAMES
from topping_out.game.towers.workshop.draft import Draft, new_draft
from topping_out.game.towers.workshop.measure import Batch, FloorCount, Measures, batches, measure, total
from topping_out.game.towers.workshop.words import measure_rows

CHILDREN, FOUR = find_decks().built_in["children"], find_decks().built_in["four"]


def test_batches_add_up_to_the_games_asked_for() -> None:
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


def test_figures_are_shares_of_what_was_counted() -> None:
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
        "Length": "8.0 turns each", "Points": "20.0 each", "Whoever begins wins": "60% of games",
        "Hard bots beat easy ones": "75% of games (± 10)", "Decides most": "A", "Hardly ever claimed": "C",
    }  # fmt: skip


def test_a_deck_of_luck_says_so() -> None:
    lucky = Measures(2, 10, 160, 400, (6, 4), {}, 100, 52)
    assert dict(measure_rows(lucky))["Hard bots beat easy ones"] == "52% of games (± 5): mostly luck"


def test_a_deck_that_never_scores_is_measured_all_the_same() -> None:
    silent = deck_of("Silent", tuple(replace(f, effects=(), name=f"F{n}") for n, f in enumerate(CHILDREN.floors)))
    found = total(map(measure, batches(silent, 2, 2)))
    assert (found.points, found.deciding) == (0, "")
    assert dict(measure_rows(found))["Decides most"] == "no floor"


def test_other_counts_are_looked_for_with_as_many_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.towers.workshop.balance.GAMES", 4)
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
    assert best is min(found, key=lambda each: each[1].unevenness)[0]
    assert {len(deck.cards) for deck, _ in found} == {len(CHILDREN.cards)}


# -- the command


def lines(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(["deck", *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_command_tells_the_measures_of_decks_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(capsys, "measure", "children", "two", "--games", "2")
    assert told[0] == "First Floors, 30 cards"
    assert told[7].split() == ["floor", "cards", "built", "claimed", "points"]
    assert "Face to Face, 54 cards" in told


def test_a_seed_measures_on_other_deals(capsys: pytest.CaptureFixture[str]) -> None:
    usual, other = (lines(capsys, "measure", "children", "--games", "2", *seed) for seed in ([], ["--seed", "9"]))
    found = total(map(measure, batches(CHILDREN, 2, 2, seed=9)))
    assert other[1:7] == [f"  {title}: {words}" for title, words in measure_rows(found)]
    assert usual != other


def test_counts_are_looked_for_on_other_deals_than_those_of_the_measure() -> None:
    assert next(balancing(CHILDREN, 2)).seed > max(batch.seed for batch in batches(CHILDREN, 2, MOST_GAMES))


def test_the_command_makes_deck_files(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.towers.workshop.balance.GAMES", 2)
    monkeypatch.setattr(measuring, "CHUNK", 2)
    for words in (["week", "--day", "2026-11-25"], ["draft", "--seed", "4"], ["balance", "children"]):
        made: Deck = parse_deck("\n".join(lines(capsys, *words)).encode(), "it.toml")
        assert parse_deck(deck_file(made), "it.toml") is made


def of_command(capsys: pytest.CaptureFixture[str], *words: str) -> Deck:
    return parse_deck("\n".join(lines(capsys, *words)).encode(), "it.toml")


def test_the_deck_of_the_week_is_that_of_the_day_that_is_named_or_of_today(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_decks()
    monkeypatch.setattr(daily, "today", lambda: date(2026, 3, 4))
    assert of_command(capsys, "week") is found.week(date(2026, 3, 4))
    for day in (date(2026, 3, 4), date(2026, 3, 9), date(2025, 12, 31)):
        assert of_command(capsys, "week", "--day", str(day)) is found.week(day)


@pytest.mark.parametrize(("option", "value"), [("seats", 3), ("seats", 4), ("seed", 2)])
def test_a_draft_is_by_its_seats_and_its_seed(
    option: str, value: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []

    def noted(pool: Iterable[Deck], seats: int, seed: int) -> Draft:
        asked.append((seats, seed))
        return new_draft(pool, seats, seed)

    monkeypatch.setattr(tasks, "new_draft", noted)
    usual = {"seats": 2, "seed": 1}
    other = {**usual, option: value}
    of_command(capsys, "draft")
    of_command(capsys, "draft", f"--{option}", str(value))
    assert asked == [(usual["seats"], usual["seed"]), (other["seats"], other["seed"])]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["measure", "nowhere"], "there is no deck 'nowhere': choose from standard, children"),
        (["measure", "no.toml"], "no.toml cannot be opened"),
        (["week", "--day", "monday"], "'monday' is not a day such as 2026-11-25"),
        (["measure", "two", "--seed", "-1"], "'-1' is not a whole number from 0"),
        (["draft", "--seats", "9"], "'9' is not a whole number from 2 to 4"),
        ([], "the following arguments are required: WHAT"),
    ],
)
def test_the_command_refuses_what_makes_no_sense(words, said, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", *words]) == 2
    assert said in capsys.readouterr().err
