"""Puzzles at the tables: played with the usual things, judged at the end of the line, and kept."""

import json
from pathlib import Path

import msgspec
import pytest

from tests.scenes.robot import Robot, SilentWorker
from topping_out.game.bots.puzzles import progress
from topping_out.game.bots.puzzles.progress import Progress
from topping_out.game.bots.puzzles.puzzle import Puzzle, puzzles_of
from topping_out.game.engine import AnyGame
from topping_out.game.registry import load, names
from topping_out.game.storage.history.puzzle_tries import FILE, PuzzleTries
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.icetowers.live.scene import LiveScene
from topping_out.scenes.manager import Push, Replace
from topping_out.scenes.match.puzzles.turns import PuzzleScene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.puzzles.overview import PuzzlesPage
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.widgets import Button

GAMES = [name for name in names() if puzzles_of(name)]


@pytest.fixture(params=GAMES)
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return min(puzzles_of(request.param), key=lambda puzzle: puzzle.rating)


@pytest.fixture(autouse=True)
def silent(app: App) -> None:
    """No bot is asked anything at a puzzle."""
    app.context.worker = SilentWorker()


def sit_down(robot: Robot, puzzle: Puzzle) -> TurnScene | LiveScene:
    """Open a puzzle over the page of puzzles."""
    context = robot.app.context
    robot.app.manager.go(Replace(routes.PUZZLES(context)))
    robot.app.manager.go(Push(routes.PUZZLE(context, puzzle.header.game, puzzle.name)))
    robot.wait(400)
    return table(robot)


def table(robot: Robot) -> TurnScene | LiveScene:
    assert isinstance(robot.page, TurnScene | LiveScene)
    return robot.page


def play(robot: Robot, steps: tuple[str, ...]) -> None:
    """Do steps as the table does them, whatever the device."""
    scene = table(robot)
    for step in steps:
        action = scene.game.parse(step)
        if isinstance(scene, PuzzleScene):
            robot.app.manager.go(scene.act(action))
        else:
            scene.driver.submit(scene.task.seat, action, 0)  # type: ignore[attr-defined]
        robot.wait(2400)


def tries(home: Path) -> list[tuple[str, bool]]:
    path = home / "data" / "progress" / FILE
    lines = path.read_text().splitlines() if path.exists() else []
    return [(found["puzzle"], found["is_right"]) for found in map(json.loads, lines)]


def test_the_answer_is_right_and_says_why(robot: Robot, puzzle: Puzzle, home: Path) -> None:
    scene = sit_down(robot, puzzle)
    assert tries(home) == []
    assert "puzzle" in {widget.name for widget in scene.widgets}
    play(robot, puzzle.lines[0].steps)
    assert scene.task.is_right is True  # type: ignore[attr-defined]
    assert tries(home) == [(puzzle.name, True)]
    heard = robot.heard()
    assert "Right!" in heard
    view, analysis = scene.game.view(puzzle.state(), puzzle.seat), scene.task.analysis  # type: ignore[attr-defined]
    assert analysis.reasons.tell(view, puzzle.differences) in heard
    assert analysis.parting(view, puzzle.lines[0].steps, puzzle.mistake)[1] in heard
    assert robot.app.context.library.finished() == robot.app.context.library.unfinished() == []


def test_another_line_is_told_what_it_costs_and_may_be_tried_again(robot: Robot, puzzle: Puzzle, home: Path) -> None:
    sit_down(robot, puzzle)
    game: AnyGame = load(puzzle.header.game)
    found = [line.steps for line in puzzle.lines if not line.is_right]
    play(robot, next(steps for steps in found if not game.live or len(steps) >= len(found[0])))
    assert tries(home) == [(puzzle.name, False)]
    assert "Not the best" in robot.heard()
    robot.press("again")
    robot.wait(400)
    assert table(robot).task.is_right is None  # type: ignore[attr-defined]
    play(robot, puzzle.lines[0].steps)
    assert tries(home) == [(puzzle.name, False), (puzzle.name, True)]
    progress = Progress(puzzle.header.game, PuzzleTries())
    assert puzzle.name in progress.solved
    assert progress.first == {puzzle.name: False}


def test_the_hint_tells_the_motif_and_then_the_answer_is_played(robot: Robot, puzzle: Puzzle, home: Path) -> None:
    sit_down(robot, puzzle)
    before = robot.heard()
    robot.do(Verb.HINT)
    assert robot.heard() != before
    assert tries(home) == []
    robot.do(Verb.HINT)
    robot.wait(1500 * len(puzzle.lines[0].steps) + 4000)
    scene = table(robot)
    assert scene.task.is_right is True  # type: ignore[attr-defined]
    assert "The answer" in robot.heard()
    assert tries(home) == [(puzzle.name, False)]


def test_the_next_puzzle_is_another_one_and_back_leads_to_the_page(robot: Robot, puzzle: Puzzle) -> None:
    sit_down(robot, puzzle)
    play(robot, puzzle.lines[0].steps)
    robot.do(Verb.PLAY)
    robot.wait(400)
    scene = table(robot)
    assert scene.task.puzzle.name != puzzle.name  # type: ignore[attr-defined]
    robot.do(Verb.CANCEL)
    robot.wait(400)
    page: Page = robot.page
    assert isinstance(page, PuzzlesPage)
    assert "1 of" in robot.heard()


def test_nobody_else_plays_on(robot: Robot, puzzle: Puzzle) -> None:
    sit_down(robot, puzzle)
    play(robot, puzzle.lines[0].steps)
    entries = len(table(robot).match.record.entries)
    robot.wait(8000)
    assert len(table(robot).match.record.entries) == entries


def test_the_table_shows_what_the_seat_knows_and_no_more(robot: Robot, puzzle: Puzzle) -> None:
    scene = sit_down(robot, puzzle)
    assert scene.match.is_human(puzzle.seat)
    if not scene.game.live:
        assert scene.view == scene.game.view(puzzle.state(), puzzle.seat)


@pytest.mark.parametrize("is_deep", [False, True])
def test_a_deep_puzzle_is_called_so_on_the_pages_and_at_the_table(
    robot: Robot, monkeypatch: pytest.MonkeyPatch, is_deep: bool
) -> None:
    one = msgspec.structs.replace(puzzles_of("towering")[0], is_deep=is_deep)
    monkeypatch.setattr(progress, "puzzles_of", lambda game: (one,) if game == "towering" else puzzles_of(game))
    context, expected = robot.app.context, "Puzzle 1 · deep" if is_deep else "Puzzle 1"
    robot.app.manager.go(Replace(routes.PUZZLES(context)))
    assert robot.widget("next towering").label == expected  # type: ignore[attr-defined]
    robot.app.manager.go(Push(routes.PUZZLE_LIST(context, "towering")))
    button = robot.widget("puzzle 1")
    assert isinstance(button, Button)
    assert button.label == f"{expected} · rating {one.rating:.0f}"
    assert button.detail.startswith("New: only a long search" if is_deep else "New: about level")
    assert any(widget.name == "deep" for widget in robot.page.widgets) == is_deep
    plate = next(widget for widget in sit_down(robot, one).widgets if widget.name == "puzzle")
    assert plate.semantics().label == expected
