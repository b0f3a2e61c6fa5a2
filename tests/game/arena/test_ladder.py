"""Every level against every other: the table, and the stairs that show it."""

import json
import os
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.game.cli.refusals import refusal
from topping_out.game.arena.chart import blend, contrast, draw_ladder, paint_of
from topping_out.game.arena.contenders import players_of, read_contender
from topping_out.game.arena.contest import Contest, Pair, PairGame
from topping_out.game.arena.ladder import Ladder, pairings
from topping_out.game.arena.report import ContestReport
from topping_out.game.arena.runner import Thinking
from topping_out.game.assets import ASSETS
from topping_out.game.cli import main
from topping_out.game.record import new_header
from topping_out.game.registry import load

WORDS = ("gentle", "easy", "medium")
COLOURS = tomllib.loads((ASSETS / "theme.toml").read_text(encoding="utf-8"))["palette"]


def report_of(high: int, low: int, wins: int) -> ContestReport:
    """Return a report of five pairs, of whose games the stronger level has won so many."""
    game = load("wyoming")
    contenders = (read_contender(game, WORDS[high]), read_contender(game, WORDS[low]))
    found = ContestReport(Contest(new_header(game, players_of(contenders), {}, 1), contenders), game.title)
    for number in range(5):
        shares = [float(2 * number + turn < wins) for turn in range(2)]
        games = [
            PairGame((share, 1 - share), (11, 8) if share else (7, 11), (Thinking(),) * 2, ("", "")) for share in shares
        ]
        found.add(Pair(number + 1, tuple(games)))
    return found


@pytest.fixture
def ladder() -> Ladder:
    wins = {(1, 0): 8, (2, 0): 10, (2, 1): 4}
    return Ladder(WORDS, {pair: report_of(*pair, wins[pair]) for pair in pairings(3)})


def test_every_level_meets_every_other_the_stronger_first() -> None:
    assert pairings(3) == [(1, 0), (2, 0), (2, 1)]
    assert len(pairings(5)) == 10


def test_the_table_reads_as_it_should(ladder: Ladder) -> None:
    assert list(ladder.lines()) == [
        "Towers of Wyoming: 5 pairs of 2 games each, seeds 1 to 5",
        "wins of  gentle    easy  medium",
        "medium   100.0%   40.0%       –",
        "easy      80.0%       –   60.0%",
        "gentle        –   20.0%    0.0%",
        "easy against gentle: +1.60 ± 1.40 points a game, Elo +241 (95%: -101 to +634)",
        "medium against easy: -1.20 ± 1.71 points a game, Elo -70 (95%: -346 to +209)",
    ]


def test_a_ladder_that_was_interrupted_early_says_so(ladder: Ladder) -> None:
    ladder.rungs[2, 1].pairs.clear()
    assert list(Ladder(WORDS, ladder.rungs).lines()) == ["Towers of Wyoming: not every pairing was played"]


def test_at_a_larger_table_one_of_a_level_sits_among_others_of_a_lower_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(type(load("towers")), "levels", ("gentle", "medium"))
    assert main.main(["ladder", "towers", "--seats", "3", "--pairs", "2", "--json"]) == 0
    (contest,) = json.loads(capsys.readouterr().out)["contests"]
    assert contest["seats"] == ["medium", "gentle", "gentle"]
    share = contest["shares"][0]
    assert main.main(["ladder", "towers", "--seats", "3", "--pairs", "2"]) == 0
    title, _, medium, *_ = capsys.readouterr().out.splitlines()
    assert title == "Towers: 2 pairs of 3 games each, one among 2, even at 50%, seeds 1 to 2"
    assert medium.split()[1] == f"{100 * share / (share + (1 - share) / 2):.1f}%"


# -- the picture


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_the_picture_tells_every_pairing(ladder: Ladder) -> None:
    told = texts(draw_ladder(ladder))
    assert told[0] == "Towers of Wyoming"
    assert "5 pairs of 2 games each, seeds 1 to 5" in told[1]
    assert [text for text in told if text.endswith("%")] == ["80%", "100%", "40%"]
    assert "+1.60 ± 1.40" in told
    for word in WORDS:
        assert word in told
    assert {"against gentle", "against easy"} < set(told)
    assert "against medium" not in told


def test_everything_lies_within_the_picture_and_floors_do_not_overlap(ladder: Ladder) -> None:
    root = ElementTree.fromstring(draw_ladder(ladder))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    places = [
        tuple(float(element.attrib[name]) for name in ("x", "y", "width", "height"))
        for element in root.iter("{http://www.w3.org/2000/svg}rect")
    ]
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in places)
    floors = places[2:]
    for n, (x, y, w, h) in enumerate(floors):
        for other_x, other_y, other_w, other_h in floors[:n]:
            assert x >= other_x + other_w or other_x >= x + w or y >= other_y + other_h or other_y >= y + h


def test_every_floor_gives_its_text_enough_contrast() -> None:
    for per_cent in range(101):
        paint = paint_of(per_cent / 100, COLOURS)
        assert max(contrast(COLOURS[ink], paint) for ink in ("ink", "paper")) >= 4.5
    assert min(contrast(COLOURS[quiet], COLOURS["night"]) for quiet in ("mist", "brass", "paper")) >= 4.5


def test_colours_blend_from_end_to_end() -> None:
    assert [blend("#000000", "#ff8000", part) for part in (0, 0.5, 1)] == ["#000000", "#804000", "#ff8000"]
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


# -- the command


@pytest.fixture
def two_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(load("wyoming")), "levels", ("gentle", "medium"))


@pytest.mark.usefixtures("two_levels")
def test_the_command_prints_the_table_and_draws_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ladder.svg"
    assert main.main(["ladder", "wyoming", "--pairs", "2", "--seed", "4", "--picture", str(file)]) == 0
    assert capsys.readouterr().out.startswith("Towers of Wyoming: 2 pairs of 2 games each, seeds 4 to 5\nwins of ")
    assert texts(file.read_text(encoding="utf-8"))[0] == "Towers of Wyoming"


@pytest.mark.usefixtures("two_levels")
def test_the_commands_json_holds_every_contest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["ladder", "wyoming", "--pairs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["levels"] == ["gentle", "medium"]
    assert [contest["seats"] for contest in found["contests"]] == [["medium", "gentle"]]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
@pytest.mark.usefixtures("two_levels")
def test_a_device_or_a_pipe_is_not_replaced_by_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main.main(["ladder", "wyoming", "--pairs", "1", "--picture", str(pipe)]) == 2
    assert refusal(capsys) == f"topping-out: --picture: {pipe} is not a file: name one\n"
    assert pipe.is_fifo()
