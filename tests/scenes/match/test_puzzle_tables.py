"""Puzzles played at their tables."""

import json
from pathlib import Path

import msgspec
import pytest

from tests.scenes.robot import PromptWorker, Robot
from topping_out.game.bots import puzzle_progress, worker
from topping_out.game.bots.puzzle_progress import PuzzleProgress, pack_of, title_of
from topping_out.game.bots.puzzles import Puzzle, analysis_of, puzzles_of
from topping_out.game.bots.search import many_things
from topping_out.game.progress import daily
from topping_out.game.registry import load, names
from topping_out.game.storage.history import PUZZLES_FILE, PuzzleTries, PuzzleTry
from topping_out.game.text import sentence
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.manager import Push, Replace
from topping_out.scenes.match.puzzle_turns import PuzzleScene, VerdictPage
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.puzzles import PuzzlesPage

GAMES = [name for name in names() if puzzles_of(name)]


@pytest.fixture(params=GAMES)
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return min(puzzles_of(request.param), key=lambda puzzle: puzzle.rating)


@pytest.fixture(autouse=True)
def prompt(app: App) -> None:
    """Let the loss of a line be computed at once."""
    app.context.worker = PromptWorker()


def sit_down(robot: Robot, puzzle: Puzzle) -> TurnScene | LiveScene:
    """Open a puzzle over the page of puzzles."""
    context = robot.app.context
    robot.app.manager.go(Replace(routes.PUZZLES(context)))
    robot.app.manager.go(Push(routes.PUZZLE(context, puzzle.header.game, puzzle.name)))
    robot.wait(400)
    return table(robot)


def table(robot: Robot) -> TurnScene | LiveScene:
    """Return the scene of the table, which may be below the verdict."""
    return [scene for scene in robot.app.manager.stack if isinstance(scene, TurnScene | LiveScene)][-1]


def play(robot: Robot, steps: tuple[str, ...]) -> None:
    """Play the steps as the table does for any device."""
    scene = table(robot)
    for step in steps:
        action = scene.game.parse(step)
        if isinstance(scene, PuzzleScene):
            robot.app.manager.go(scene.act(action))
        else:
            scene.driver.submit(scene.task.seat, action, 0)  # type: ignore[attr-defined]
        robot.wait(2400)
    wait_for_verdict(robot)


def wait_for_verdict(robot: Robot) -> None:
    """Wait for the verdict, while the result of the line is being shown."""
    for _ in range(10):
        if isinstance(robot.page, VerdictPage):
            return
        robot.wait(2000)
    raise AssertionError("no verdict appeared")


def tries(home: Path) -> list[tuple[str, bool]]:
    path = home / "data" / "progress" / PUZZLES_FILE
    lines = path.read_text().splitlines() if path.exists() else []
    return [(found["puzzle"], found["is_right"]) for found in map(json.loads, lines)]


def test_the_solution_is_right_and_its_reason_is_shown(robot: Robot, puzzle: Puzzle, home: Path) -> None:
    scene = sit_down(robot, puzzle)
    assert tries(home) == []
    assert "puzzle" in {widget.name for widget in scene.widgets}
    play(robot, puzzle.lines[0].steps)
    assert scene.task.is_right is True  # type: ignore[attr-defined]
    assert tries(home) == [(puzzle.name, True)]
    page_text = robot.page_text()
    assert robot.page.heading == "Right!"
    view, analysis = scene.game.view(puzzle.state(), puzzle.seat), scene.task.analysis  # type: ignore[attr-defined]
    reason = analysis.reasons.in_words(view, puzzle.differences)
    assert f"The difference: {reason}" in page_text or reason == many_things()
    steps = [*filter(None, analysis.turn(view, (*puzzle.lines[0].steps, *puzzle.rest), puzzle.mistake))]
    assert steps
    assert all(step in page_text for step in steps)
    assert ("matter of judgement" in page_text) == (not puzzle.counted)
    assert analysis.parting(view, puzzle.lines[0].steps, puzzle.mistake)[1] in page_text
    assert robot.app.context.library.finished() == robot.app.context.library.unfinished() == []


def wrong_line(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the best complete line that is not right."""
    found = [line.steps for line in puzzle.lines if not line.is_right]
    return next(steps for steps in found if not load(puzzle.header.game).live or len(steps) >= len(found[0]))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("is_near", [True, False])
def test_no_verdict_on_a_wrong_line_gives_the_answer_away(robot: Robot, game: str, is_near: bool) -> None:
    puzzle = (min if is_near else max)(puzzles_of(game), key=lambda puzzle: puzzle.lead)
    sit_down(robot, puzzle)
    play(robot, wrong_line(puzzle))
    assert robot.page.heading == ("Nearly" if is_near else "Not the best")
    view, analysis = load(puzzle.header.game).view(puzzle.state(), puzzle.seat), analysis_of(puzzle.header.game)
    best = sentence(analysis.parting(view, puzzle.lines[0].steps, wrong_line(puzzle))[0])
    assert best not in robot.page_text()


def test_an_unlisted_line_is_right_if_it_is_as_good(robot: Robot, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzles_of("towers")[0]
    known = wrong_line(puzzle)
    left = tuple(line for line in puzzle.lines if line.steps != known)
    monkeypatch.setattr(worker, "loss_of", lambda puzzle, steps: 0.0)
    scene = sit_down(robot, puzzle)
    scene.task.puzzle = msgspec.structs.replace(puzzle, lines=left)  # type: ignore[attr-defined]
    play(robot, known)
    assert robot.page.heading == "Right!"
    assert tries(home) == [(puzzle.name, True)]


def test_solving_lights_a_window_of_the_pack(robot: Robot, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    sounds: list[str] = []
    sit_down(robot, puzzle)
    monkeypatch.setattr(robot.app.context.audio, "play", lambda name, *_, **__: sounds.append(name))
    play(robot, puzzle.lines[0].steps)
    assert sounds.count("win") == 1
    verdict = robot.top(VerdictPage)
    robot.wait(600)
    assert verdict.is_fresh
    assert verdict._lights.count("lit") == 1
    assert f"{title_of(pack_of(verdict.progress.packs, puzzle))} · 1 of" in robot.page_text()
    robot.do(Verb.CANCEL)
    robot.wait(400)
    assert robot.app.manager.top is table(robot)


def test_a_pack_names_its_motif_and_continues_with_its_next_puzzle(robot: Robot) -> None:
    context, progress = robot.app.context, PuzzleProgress("wyoming", PuzzleTries())
    first, second, *_ = progress.packs["race"]
    robot.app.manager.go(Replace(routes.PUZZLES(context)))
    robot.press("pack wyoming race")
    assert robot.page.focus == f"puzzle {progress.number_of(first)}"
    robot.do(Verb.CONFIRM)
    robot.wait(400)
    scene = table(robot)
    assert "Race." in scene.task.question()  # type: ignore[attr-defined]
    robot.do(Verb.HINT)
    assert "Tempting" in scene.task.question()  # type: ignore[attr-defined]
    play(robot, first.lines[0].steps)
    robot.do(Verb.PLAY)
    robot.wait(400)
    assert table(robot).task.puzzle.name == second.name  # type: ignore[attr-defined]


def test_optional_rules_are_named_with_the_question(robot: Robot) -> None:
    puzzle = next(puzzle for puzzle in puzzles_of("wyoming") if puzzle.header.options["finicky"])
    scene = sit_down(robot, puzzle)
    assert "Finicky" in scene.task.question()  # type: ignore[attr-defined]
    assert "Finicky" in robot.widget("in force").label  # type: ignore[attr-defined]


def test_the_puzzle_of_the_day_comes_first_on_the_page(robot: Robot) -> None:
    robot.app.manager.go(Replace(routes.PUZZLES(robot.app.context)))
    puzzle = puzzle_progress.puzzle_of(daily.today(), GAMES)
    assert robot.page.focus == "day"
    robot.do(Verb.CONFIRM)
    robot.wait(400)
    assert table(robot).task.puzzle == puzzle  # type: ignore[attr-defined]
    play(robot, puzzle.lines[0].steps)
    PuzzleTries().path.write_bytes(
        msgspec.json.encode(PuzzleTry(puzzle.header.game, puzzle.name, True, f"{daily.today()}T12:00:00")) + b"\n"
    )
    robot.do(Verb.CANCEL, Verb.CANCEL)
    robot.wait(400)
    assert "Solved today" in robot.page_text()


def test_a_wrong_line_can_be_tried_again(robot: Robot, puzzle: Puzzle, home: Path) -> None:
    sit_down(robot, puzzle)
    play(robot, wrong_line(puzzle))
    assert tries(home) == [(puzzle.name, False)]
    assert robot.page.heading in ("Nearly", "Not the best")
    robot.press("again")
    robot.wait(400)
    assert table(robot).task.is_right is None  # type: ignore[attr-defined]
    play(robot, puzzle.lines[0].steps)
    assert tries(home) == [(puzzle.name, False), (puzzle.name, True)]
    progress = PuzzleProgress(puzzle.header.game, PuzzleTries())
    assert puzzle.name in progress.solved
    assert progress.first == {puzzle.name: False}


def test_hints_give_the_motif_and_then_play_the_solution(robot: Robot, puzzle: Puzzle, home: Path) -> None:
    sit_down(robot, puzzle)
    before = robot.page_text()
    robot.do(Verb.HINT)
    assert robot.page_text() != before
    assert tries(home) == []
    robot.do(Verb.HINT)
    robot.wait(1500 * len(puzzle.lines[0].steps) + 4000)
    wait_for_verdict(robot)
    scene = table(robot)
    assert scene.task.is_right is True  # type: ignore[attr-defined]
    assert robot.page.heading == "The answer"
    assert tries(home) == [(puzzle.name, False)]


def test_the_next_puzzle_is_another_and_back_leads_to_the_list(robot: Robot, puzzle: Puzzle) -> None:
    sit_down(robot, puzzle)
    play(robot, puzzle.lines[0].steps)
    robot.do(Verb.PLAY)
    robot.wait(400)
    scene = table(robot)
    assert scene.task.puzzle.name != puzzle.name  # type: ignore[attr-defined]
    robot.do(Verb.CANCEL)
    robot.wait(400)
    assert isinstance(robot.page, PuzzlesPage)
    assert "1 of" in robot.page_text()


def test_no_bot_plays_on_after_a_puzzle(robot: Robot, puzzle: Puzzle) -> None:
    sit_down(robot, puzzle)
    play(robot, puzzle.lines[0].steps)
    entries = len(table(robot).match.record.entries)
    robot.wait(8000)
    assert len(table(robot).match.record.entries) == entries


def test_a_puzzle_shows_only_what_its_seat_may_know(robot: Robot, puzzle: Puzzle) -> None:
    scene = sit_down(robot, puzzle)
    assert scene.match.is_human(puzzle.seat)
    if not scene.game.live:
        assert scene.view == scene.game.view(puzzle.state(), puzzle.seat)


@pytest.mark.parametrize("is_deep", [False, True])
def test_a_deep_puzzle_is_labelled_as_deep(robot: Robot, monkeypatch: pytest.MonkeyPatch, is_deep: bool) -> None:
    puzzle = msgspec.structs.replace(puzzles_of("towering")[0], is_deep=is_deep, counted=3.0)
    monkeypatch.setattr(
        puzzle_progress, "puzzles_of", lambda game: (puzzle,) if game == "towering" else puzzles_of(game)
    )
    context, expected = robot.app.context, "Puzzle 1 · deep" if is_deep else "Puzzle 1"
    robot.app.manager.go(Replace(routes.PUZZLES(context)))
    assert robot.widget("next towering").label == expected  # type: ignore[attr-defined]
    robot.app.manager.go(Push(routes.PUZZLE_LIST(context, "towering")))
    window = robot.widget("puzzle 1").semantics()
    assert (window.label, window.description) == (expected, f"rating {puzzle.rating:.0f}")
    assert window.value.startswith("New: only a long search" if is_deep else "New: about ")
    assert any(widget.name == "deep" for widget in robot.page.widgets) == is_deep
    plate = next(widget for widget in sit_down(robot, puzzle).widgets if widget.name == "puzzle")
    assert plate.semantics().label == expected


@pytest.mark.parametrize("counted", [0.0, 3.0])
def test_a_puzzle_of_judgement_is_marked_as_such(robot: Robot, monkeypatch: pytest.MonkeyPatch, counted: float) -> None:
    puzzle = msgspec.structs.replace(puzzles_of("towering")[0], is_deep=False, counted=counted)
    monkeypatch.setattr(
        puzzle_progress, "puzzles_of", lambda game: (puzzle,) if game == "towering" else puzzles_of(game)
    )
    robot.app.manager.go(Push(routes.PUZZLE_LIST(robot.app.context, "towering")))
    tile, expected = robot.widget("puzzle 1"), "Puzzle 1" if counted else "Puzzle 1 · judgement"
    assert tile.label == expected  # type: ignore[attr-defined]
    assert tile.is_judged == (not counted)  # type: ignore[attr-defined]
    assert any(widget.name == "judgement" for widget in robot.page.widgets) == (not counted)
    scene = sit_down(robot, puzzle)
    assert scene.task.heading() == expected  # type: ignore[attr-defined]


def test_a_turn_with_the_right_floors_is_nearly_right_and_told_so(robot: Robot) -> None:
    def with_right_floors(puzzle: Puzzle) -> tuple[str, ...]:
        builds = {step for step in puzzle.lines[0].steps if step.startswith("build")}
        wrong = [line for line in puzzle.lines if not line.is_right and builds <= set(line.steps)]
        return next((line.steps for line in wrong if 1.5 < puzzle.lines[0].value - line.value <= 2.5), ())

    puzzle = next(puzzle for puzzle in puzzles_of("towers") if with_right_floors(puzzle))
    sit_down(robot, puzzle)
    play(robot, with_right_floors(puzzle))
    assert robot.page.heading == "Nearly"
    assert "Both floors are right" in robot.page_text()


@pytest.mark.parametrize(
    ("tries", "words"),
    [(2, "still uncertain"), (15, "above the hardest puzzle")],
)
def test_a_rating_says_what_it_means_where_it_says_little(robot: Robot, tries: int, words: str) -> None:
    saved = PuzzleTries()
    for puzzle in sorted(puzzles_of("icetowers"), key=lambda puzzle: puzzle.rating)[-tries:]:
        saved.add(PuzzleTry("icetowers", puzzle.name, True))
    robot.app.manager.go(Replace(routes.PUZZLES(robot.app.context)))
    assert words in robot.page_text()
    robot.app.manager.go(Push(routes.PUZZLE_LIST(robot.app.context, "icetowers")))
    assert words in robot.page_text()
