"""The texts of puzzles at their tables: translated, and not cut off."""

import re
from functools import cache

import pytest

from tests.golden import sampled
from tests.scenes.languages.test_real_languages import CODES, HIGHEST, LONGEST, NARROW, ROOMY
from tests.scenes.languages.test_untranslated import catalogue, known, spoken, untranslated  # noqa: F401 (fixtures)
from tests.scenes.match.test_puzzle_tables import GAMES, play, sit_down
from tests.scenes.pages.every.every_page import text_faults
from tests.scenes.robot import Eye, Robot
from topping_out.game.bots.puzzles import Puzzle, analysis_of, puzzles_of
from topping_out.game.language import ENGLISH
from topping_out.game.storage import translations
from topping_out.scenes.app import App
from topping_out.scenes.match.puzzle_turns import VerdictPage
from topping_out.scenes.ui.page import Page

PUZZLE_WIDGETS = ("again", "hint", "next", "puzzle", "menu")
"""The widgets that a puzzle adds to a table."""


def quoted(fault: str) -> list[str]:
    """Return the texts that a fault is about."""
    return re.findall(r"'([^']{4,})'", fault)


@pytest.mark.parametrize("name", GAMES)
def test_texts_of_a_puzzle_are_translated(
    app: App,
    spoken: None,  # noqa: F811
    name: str,
) -> None:
    robot = Robot(app)
    scene = sit_down(robot, puzzles_of(name)[0])
    for is_hinted in (False, True):
        scene.task.is_hinted = is_hinted  # type: ignore[attr-defined]
        scene.rebuild()
        assert not [text for text in added(scene) if untranslated(text, {"Esc"})]
    play(robot, scene.task.puzzle.lines[0].steps)  # type: ignore[attr-defined]
    for page in (robot.page, scene):
        allowed = {"Esc", *known(scene)}
        assert not [text for text in added(page) if untranslated(text, allowed)]


@sampled(
    "code, size, text",
    [(code, *room) for code in (ENGLISH, *CODES) for room in (ROOMY, NARROW)],
    [LONGEST, HIGHEST],
)
def test_texts_of_a_puzzle_fit(app: App, eye: Eye, code: str, size: tuple[int, int], text: float) -> None:
    translations.use(code)
    try:
        robot, faults = Robot(app), list[str]()
        robot.resize(size, text)
        for name in GAMES:
            puzzle = puzzle_with_longest_verdict(name)
            scene = sit_down(robot, puzzle)
            play(robot, puzzle.lines[0].steps)
            for page in (robot.page, scene):  # the verdict, and the table without it
                app.manager.stack[:] = [page]
                eye.forget()
                app.context.kit._made.clear()
                robot.see()
                words = " ".join(added(page))
                ours = [f for f in text_faults(app, eye, page) if any(part in words for part in quoted(f))]
                faults += [f"{name} {puzzle.name}: {fault}" for fault in ours]
    finally:
        translations.use(ENGLISH)
    assert not faults, "\n".join(faults)


@cache
def puzzle_with_longest_verdict(name: str) -> Puzzle:
    """Return the puzzle with the longest explanation of its solution."""
    analysis = analysis_of(name)

    def length(puzzle: Puzzle) -> int:
        view = analysis.game.view(puzzle.state(), puzzle.seat)
        steps = analysis.turn(view, (*puzzle.lines[0].steps, *puzzle.rest), puzzle.mistake)
        return len(" ".join([*steps, analysis.reasons.in_words(view, puzzle.differences)]))

    return max(puzzles_of(name), key=length)


def added(page: Page) -> list[str]:
    """Return the texts that a puzzle adds to its table, or all texts of its verdict."""
    semantics = [
        widget.semantics() for widget in page.widgets if widget.name in PUZZLE_WIDGETS or isinstance(page, VerdictPage)
    ]
    return [f"{each.label} {each.description}" for each in semantics if each]
