"""Weights by self-play: what varies, how it moves, and that anyone gets the same from the same seed."""

import tomllib
from errno import ENOSPC
from itertools import islice
from math import exp, log
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topping_out.game import registry
from topping_out.game.arena.contenders import make_contender, players_of, read_contender
from topping_out.game.arena.contest import Pair, PairGame
from topping_out.game.arena.runner import Thinking
from topping_out.game.arena.tuning.parameters import rounded, toml_text, tunable, with_numbers
from topping_out.game.arena.tuning.tune import Evolution, Schedule, evolve, merit
from topping_out.game.arena.workers.workers import LocalWorkers
from topping_out.game.bots.weights import weights_named
from topping_out.game.cli import main
from topping_out.game.record import new_header
from topping_out.game.registry import load

TABLE = {
    "width": 12,
    "fear": 0.7,
    "blind": 0.0,
    "is_bold": True,
    "keep": [2.0, 1.5, 0.0],
    "work": [3, 2, 1],
    "late": {"free": [5.0, 4.0], "tempo": 1.5},
    "hands": {"reaction": 220},
}


# -- what varies


def test_numbers_with_a_point_vary_but_neither_work_nor_what_a_bot_does_not_look_at() -> None:
    assert tunable(TABLE) == {
        ("fear",): 0.7,
        ("keep", 0): 2.0,
        ("keep", 1): 1.5,
        ("late", "free", 0): 5.0,
        ("late", "free", 1): 4.0,
        ("late", "tempo"): 1.5,
    }


def test_a_fixed_name_is_a_weight_a_row_or_a_whole_table() -> None:
    assert set(tunable(TABLE, {"late", "fear"})) == {("keep", 0), ("keep", 1)}
    assert ("late", "tempo") in tunable(TABLE, {"keep", "free"})


def test_numbers_go_back_to_their_places_and_the_original_stays() -> None:
    moved = with_numbers(TABLE, {("fear",): 0.8, ("late", "free", 1): 3.5})
    assert moved["fear"] == 0.8
    assert moved["late"] == {"free": [5.0, 3.5], "tempo": 1.5}
    assert moved["keep"] == [2.0, 1.5, 0.0]
    assert TABLE["late"] == {"free": [5.0, 4.0], "tempo": 1.5}


names = st.text("abcdefgh_", min_size=1, max_size=8)
values = st.one_of(
    st.booleans(),
    st.integers(-(2**60), 2**60),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), max_size=10),
    st.lists(st.floats(-9, 9), max_size=3),
)


@given(
    st.recursive(st.dictionaries(names, values, min_size=1, max_size=4), lambda inner: st.dictionaries(names, inner))
)
def test_tables_of_any_kind_are_written_and_read_again(table: dict[str, Any]) -> None:
    def filled(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {key: filled(inner) for key, inner in value.items() if not isinstance(inner, dict) or filled(inner)}

    assert tomllib.loads(toml_text(table)) == filled(table)


def test_a_file_holds_three_digits() -> None:
    assert [rounded(value) for value in (0.123456, 12.3456, -1234.5)] == [0.123, 12.3, -1230.0]


@pytest.mark.parametrize("name", registry.names())
def test_every_level_can_be_tuned(name: str) -> None:
    game = load(name)
    for level in game.levels:
        for child in Evolution(weights_named(name, level), (), seed=1).children():
            make_contender(game, "child", child)  # raises UnfitContender for weights that no bot can have


# -- how it moves


def test_children_come_in_mirrored_twos() -> None:
    children = Evolution(TABLE, (), seed=1).children()
    assert len(children) == 10
    for one, other in zip(children[::2], children[1::2]):
        for place, value in tunable(TABLE).items():
            assert tunable(one)[place] * tunable(other)[place] == pytest.approx(value**2)
        assert (one["width"], one["blind"], one["hands"]) == (12, 0.0, {"reaction": 220})


def test_numbers_find_their_way_to_what_is_better() -> None:
    goal = {"one": 3.0, "two": -0.2, "row": [8.0, 0.5]}
    evolution = Evolution({"one": 1.0, "two": -1.0, "row": [1.0, 1.0]}, (), seed=4)

    def distance(table: dict[str, Any]) -> float:
        places = tunable(goal)
        return sum(log(number / places[place]) ** 2 for place, number in tunable(table).items())

    before = distance(evolution.table)
    for _ in range(60):
        evolution.move([-distance(child) for child in evolution.children()])
    assert distance(evolution.table) < before / 100
    assert evolution.table["two"] < 0, "a number keeps its sign"


def test_the_middle_of_the_better_half_counts_the_best_most() -> None:
    evolution = Evolution({"one": 1.0}, (), seed=1)
    children = [log(child["one"]) for child in evolution.children()]
    evolution.move([1.0, 2.0, 0.0, 0.5])
    weights = log(2.5) - log(1), log(2.5) - log(2)
    way = (weights[0] * children[1] + weights[1] * children[0]) / sum(weights)
    assert evolution.table["one"] == rounded(exp(way))


def test_a_child_gains_points_or_wins() -> None:
    def pair(*scores: tuple[int, int]) -> Pair:
        none = (Thinking(), Thinking())
        games = (PairGame((float(a > b), float(a < b)), (a, b), none, ("", "")) for a, b in scores)
        return Pair(1, tuple(games))

    pairs = [pair((9, 5), (7, 8)), pair((6, 5), (6, 5))]
    assert merit(pairs, "points") == pytest.approx((1.5 + 1) / 2)
    assert merit(pairs, "wins") == pytest.approx(0.25)


def schedule(jobs: int = 1, seed: int = 3) -> Schedule:
    game = load("wyoming")
    start = read_contender(game, "one-turn")
    return Schedule(
        new_header(game, players_of((start, start)), {"short": True}, seed), pairs=1, workers=LocalWorkers(jobs)
    )


def test_the_same_seed_breeds_the_same_whatever_the_number_of_jobs() -> None:
    start = weights_named("wyoming", "one-turn")
    alone, together, other = (
        list(islice(evolve(start, ("wobble",), plan), 2)) for plan in (schedule(), schedule(2), schedule(seed=8))
    )
    assert alone == together
    assert alone != other
    assert alone[1].table["wobble"] == start["wobble"]
    assert alone[1].table != start


def test_a_table_without_numbers_cannot_be_tuned() -> None:
    with pytest.raises(ValueError, match="no number"):
        Evolution({"width": 3}, (), seed=1)


# -- the command


def run(line: str) -> int:
    return main.main(line.split())


def test_the_command_writes_a_table_that_says_how_it_was_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tuned.toml"
    line = "tune wyoming --bot one-turn --generations 2 --pairs 1 --seed 3 --options tidal,short --fix draw --out"
    assert run(f"{line} {out}") == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in said] == ["generation 1", "generation 2", "against its start"]
    text = out.read_text(encoding="utf-8")
    assert "#   topping-out tune wyoming --bot one-turn --generations 2 --pairs 1 --seed 3 " in text
    assert "--fix draw" in text
    assert "# Against its start: " in text
    assert str(tmp_path) not in text
    table, start = tomllib.loads(text), weights_named("wyoming", "one-turn")
    assert table.keys() == start.keys()
    assert (table["draw"], table["wobble"]) == (start["draw"], start["wobble"])
    assert run(f"arena wyoming --seats @{out},one-turn --pairs 1") == 0
    assert run(f"tune wyoming --bot @{out} --generations 1 --pairs 1 --out {out} --force") == 0
    assert "--bot @tuned.toml" in out.read_text(encoding="utf-8")
    assert str(tmp_path) not in out.read_text(encoding="utf-8")


def test_time_ends_it_too(tmp_path: Path) -> None:
    out = tmp_path / "tuned.toml"
    assert run(f"tune wyoming --bot one-turn --seconds 1 --pairs 1 --out {out}") == 0
    assert "--generations " in out.read_text(encoding="utf-8"), "who makes it again needs no clock"


def test_an_interrupt_keeps_what_has_been_bred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any) -> Any:
        yield from islice(evolve(*args), 1)
        raise KeyboardInterrupt

    monkeypatch.setattr("topping_out.game.cli.commands.tune.evolve", interrupted)
    out = tmp_path / "tuned.toml"
    assert run(f"tune wyoming --bot one-turn --generations 9 --pairs 1 --out {out}") == 130
    assert "# Against its start: not measured." in out.read_text(encoding="utf-8")
    assert "--generations 1 " in out.read_text(encoding="utf-8")


def test_a_full_disk_at_the_end_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, data: bytes, may_replace: bool) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("topping_out.game.cli.console.write_atomic", full)
    out = tmp_path / "tuned.toml"
    assert run(f"tune wyoming --bot one-turn --generations 1 --pairs 1 --out {out}") == 2
    said = capsys.readouterr()
    assert "No space left on device" in said.err
    table = said.out[said.out.index("# Weights") :].partition("\nThe table above")[0]
    assert tomllib.loads(table).keys() == weights_named("wyoming", "one-turn").keys()
