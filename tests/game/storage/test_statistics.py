"""Statistics computed from the finished records."""

import csv
import dataclasses
import io
import os
from pathlib import Path

import msgspec
import pytest

from measure.make_home import fill
from tests.game.processes import Shell
from topping_out.game.engine import Outcome
from topping_out.game.progress.summary import Summary
from topping_out.game.record import Header, Occasion, Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.files import records_folder
from topping_out.game.storage.history import SEATS, Career, career_of, careers, csv_text
from topping_out.game.storage.library import Saved, SaveLibrary

GAME = load("wyoming")
ANA, BEN = Player("Ana"), Player("Ben", colour=1)
WON, LOST = ((0,), (11, 4)), ((1,), (5, 11))


def bot(level: str) -> Player:
    return Player("Mesa", "bot", level, 2)


def saved(
    number: int, players: list[Player], end: tuple[tuple[int, ...], tuple[int, ...]], reason: str = "tower",
    occasion: Occasion | msgspec.UnsetType = msgspec.UNSET, **options: object,
) -> Saved:  # fmt: skip
    """Return a finished game that began on this day of the month."""
    header: Header = new_header(GAME, players, options, number, f"2026-11-{number:02}T12:00:00")
    header = msgspec.structs.replace(header, occasion=occasion)
    return Saved(Path(f"{number}.jsonl"), header, 30, Outcome(*end, reason))


def ana(*finished: Saved) -> Career:
    return career_of(finished, "wyoming", "Ana")


def test_games_and_wins_are_counted_by_player_and_by_opponent() -> None:
    games = [
        saved(1, [ANA, bot("easy")], WON),
        saved(2, [ANA, bot("hard")], LOST),
        saved(3, [ANA, BEN, bot("hard")], ((0,), (12, 3, 2))),
    ]
    of_game = careers(games)["wyoming"]
    assert {name: (len(career.played), career.won, career.best) for name, career in of_game.items()} == {
        "Ana": (3, 2, 12),
        "Ben": (1, 0, 3),
    }
    against = of_game["Ana"].by_opponent()
    assert {word: (tally.games, tally.won) for word, tally in against.items()} == {"easy": (1, 1), "hard": (2, 1)}
    assert {name: tally.won for name, tally in of_game["Ana"].by_human().items()} == {"Ben": 1}


def test_a_shared_win_is_a_win_for_each() -> None:
    of_game = careers([saved(1, [ANA, BEN], ((0, 1), (9, 9)))])["wyoming"]
    assert [career.won for career in of_game.values()] == [1, 1]


def test_games_of_bots_and_branches_do_not_count() -> None:
    watched = saved(1, [bot("easy"), bot("easy")], WON)
    branch = saved(2, [ANA, bot("easy")], WON, occasion=Occasion(branch=7))
    assert careers([watched, branch]) == {}


def test_wins_are_counted_by_option_and_by_ending() -> None:
    career = ana(
        saved(1, [ANA, bot("easy")], WON, tidal=True),
        saved(2, [ANA, bot("easy")], LOST, tidal=True),
        saved(3, [ANA, BEN, bot("easy")], ((0,), (9, 4, 4)), "sudden death"),
    )
    by_option = career.by_option()
    assert (by_option["tidal", True].games, by_option["tidal", True].won) == (2, 1)
    assert (by_option["tidal", False].games, by_option[SEATS, 3].games) == (1, 1)
    assert career.endings() == {"tower": 1, "sudden death": 1}


def test_the_rating_follows_the_starting_times_of_the_games() -> None:
    games = [saved(number, [ANA, bot("easy")], WON if number % 3 else LOST) for number in range(1, 13)]
    backwards, forwards = ana(*reversed(games)), ana(*games)
    assert [known for _, known in backwards.ratings] == [known for _, known in forwards.ratings]
    assert forwards.rating.games == 12


def test_a_deleted_record_has_no_effect_on_the_rating() -> None:
    games = [saved(number, [ANA, bot("easy")], WON) for number in range(1, 5)]
    assert ana(*games[:3]).rating == ana(*games).ratings[2][1]


def test_a_game_with_too_many_hints_is_not_rated() -> None:
    plain, other = (saved(number, [ANA, bot("easy")], WON) for number in (1, 2))
    helped = dataclasses.replace(other, summary=Summary(helped=(0,)))
    assert ana(plain, helped).rating == ana(plain).rating != ana(plain, other).rating
    assert ana(plain, dataclasses.replace(other, summary=Summary(helped=(1,)))).rating == ana(plain, other).rating
    assert ana(plain, helped).won == 2


def test_losses_in_a_row_count_only_games_against_bots() -> None:
    assert ana().lost_in_a_row == 0
    lost = [saved(number, [ANA, bot("easy")], LOST) for number in (2, 3, 4)]
    against_ben = saved(5, [ANA, BEN], WON)
    assert ana(*lost, against_ben).lost_in_a_row == 3
    assert ana(saved(1, [ANA, bot("easy")], WON), *lost).lost_in_a_row == 3
    assert ana(*lost, saved(6, [ANA, bot("easy")], WON)).lost_in_a_row == 0


# -- as a table


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_the_table_has_a_line_for_each_game_and_seat() -> None:
    text = csv_text([saved(2, [ANA, bot("easy")], WON), saved(1, [ANA, BEN], LOST, tidal=True)])
    assert text.startswith("\ufeffstarted,game,file,seat,player,kind,level,won,score,")
    first, second, third, fourth = rows_of(text)
    assert (first["started"], first["player"], first["won"], first["score"]) == ("2026-11-01T12:00:00", "Ana", "0", "5")
    assert "tidal=True" in first["options"]
    assert (second["player"], second["kind"], second["rating"]) == ("Ben", "human", "")
    assert int(third["rating"]) > 800
    assert (fourth["kind"], fourth["level"], fourth["rating"]) == ("bot", "easy", "")


def test_every_column_of_the_table_is_right() -> None:
    played = dataclasses.replace(
        saved(1, [bot("easy"), ANA], LOST, "Sky", finicky=True), turns=41, summary=Summary(ms=754_321)
    )
    loser, row = rows_of(csv_text([played]))
    assert (loser["won"], loser["seat"], loser["player"]) == ("0", "1", "Mesa")
    options = "; ".join(f"{key}={value}" for key, value in played.header.options.items())
    assert list(row.items())[:14] == [
        ("started", "2026-11-01T12:00:00"), ("game", "wyoming"), ("file", "1.jsonl"), ("seat", "2"), ("player", "Ana"),
        ("kind", "human"), ("level", ""), ("won", "1"), ("score", "11"), ("ending", "Sky"), ("turns", "41"),
        ("minutes", "12.6"), ("options", options), ("occasion", ""),
    ]  # fmt: skip
    assert 0 < int(row["rating_margin"]) < int(row["rating"])


def test_the_table_contains_the_occasion_of_a_game() -> None:
    day = saved(1, [ANA, bot("easy")], WON, occasion=Occasion(day="2026-11-22", is_counted=True))
    branch = saved(2, [ANA, bot("easy")], WON, occasion=Occasion(branch=7))
    rows = rows_of(csv_text([day, branch]))
    assert [row["occasion"] for row in rows] == ["day 2026-11-22 counted"] * 2 + ["branch"] * 2
    assert rows[2]["rating"] == ""


def test_a_name_does_not_become_a_formula() -> None:
    text = csv_text([saved(1, [Player('=HYPERLINK("x")'), Player("Ünö, the 2nd", colour=1)], WON)])
    assert [row["player"] for row in rows_of(text)] == ['\'=HYPERLINK("x")', "Ünö, the 2nd"]


def test_texts_from_a_record_do_not_become_formulas() -> None:
    game = saved(1, [ANA, Player("Ben", colour=1)], WON)
    header = msgspec.structs.replace(game.header, started='=HYPERLINK("http://x")')
    outcome = Outcome(*WON, " @1")
    rows = rows_of(csv_text([dataclasses.replace(game, header=header, outcome=outcome, path=Path("-1.jsonl"))]))
    found = {column: rows[0][column] for column in ("started", "file", "ending")}
    assert found == {"started": '\'=HYPERLINK("http://x")', "file": "'-1.jsonl", "ending": "' @1"}


# -- a home full of games


def test_a_home_filled_with_made_up_games_is_valid(home: Path) -> None:
    fill(records_folder(), games=12, seed=3, played=4)
    library = SaveLibrary()
    finished = library.finished()
    assert library.problems == []
    assert len(finished) == 12
    assert {saved.header.game for saved in finished} == {"wyoming", "towering", "towers", "icetowers"}
    started = [saved.header.started for saved in finished]
    assert started == sorted(started, reverse=True)
    assert all(sum(player.is_human for player in saved.header.seats) == 1 for saved in finished)


def test_the_command_prints_statistics_and_writes_the_table(home: Path, shell: Shell) -> None:
    assert "No game with a human player has been finished yet." in shell.run("statistics")
    fill(records_folder(), games=4, played=4)
    assert "Towers of Wyoming, " in (output := shell.run("statistics"))
    assert " of 1 game won, best score " in output
    path = home / "table.csv"
    assert f"4 finished games in {path}" in shell.run("statistics --csv", path)
    assert path.read_bytes().startswith(b"\xef\xbb\xbfstarted,")
    assert len({row["file"] for row in rows_of(path.read_text("utf-8"))}) == 4


def test_a_full_disk_is_reported(tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    assert "x.csv: No space left on device" in shell.refuse("statistics --csv", tmp_path / "x.csv")
    assert not (tmp_path / "x.csv").exists()
