"""Whole guided games in German and Polish, by mouse in a real window, reading every lesson."""

from collections.abc import Iterator

import pytest

from tests.window.games.icetowers_player import Ice, MousePlayer, go_to_results, play_to_the_end
from tests.window.games.turn_player import by_mouse, close_account, play_on, wait_for_turn
from tests.window.program import Look, Program, Start
from tests.window.screen import Size
from topping_out.game import registry
from topping_out.game.language import ENGLISH
from topping_out.game.storage import translations
from topping_out.scenes.match.coach import tutorial_of

pytestmark = [pytest.mark.window, pytest.mark.long]

Notes = dict[str, str]
"""The texts of the lessons read, by title."""
ROOMS: dict[str, tuple[Size, float]] = {"de": ((1280, 720), 1.0), "pl": ((1024, 768), 1.5)}


@pytest.fixture(params=ROOMS)
def game_language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The language of the program and of this process."""
    monkeypatch.setenv(translations.VARIABLE, request.param)
    translations.use(request.param)
    yield request.param
    translations.use(ENGLISH)


def read(program: Program, look: Look, notes: Notes) -> bool:
    """Read and close the lesson on the table. Tell whether there was one."""
    note = look.widgets.get("lesson")
    if note is None:
        return False
    title = str(note["label"])
    notes[title] = str(note["value"])
    program.shoot(f"note-{len(notes)}")
    program.click("got it")
    program.wait_until(lambda look: look.widgets.get("lesson", {}).get("label") != title, "the note to be put away")
    return True


def play_in_turns(program: Program, notes: Notes) -> None:
    def go_on(program: Program) -> None:
        program.click("on")

    while (look := wait_for_turn(program)).top == "RoundPage" or not look.is_over:
        if look.top == "RoundPage":
            close_account(program, go_on)
        elif not read(program, look, notes):
            play_on(program, by_mouse, turns=1)


class Pupil(MousePlayer):
    """A player who reads lessons before playing, except during a drag. (The first piece is not dragged.)"""

    def __init__(self, ice: Ice, notes: Notes) -> None:
        super().__init__(ice, 0)
        self._drags = 1
        self.notes = notes

    def play(self) -> bool:
        has_read = not self._is_down and read(self.ice.program, self.ice.program.look(), self.notes)
        return has_read or super().play()


def play_icetowers(program: Program, notes: Notes) -> None:
    look = program.wait_for_scene("LiveScene")
    width, height = look["size"]
    ice = Ice(program, 2, (width, height), look["settings"]["text_size"], is_guided=True)
    play_to_the_end(ice, [Pupil(ice, notes)])
    go_to_results(program)


@pytest.mark.parametrize("game", registry.names())
def test_a_whole_guided_game_in_another_language(start: Start, game_language: str, game: str) -> None:
    size, text = ROOMS[game_language]
    program = start(screen=size, window=size, text_size=text, speed="instant", to="TitlePage")
    program.click(game, to="SetupPage")
    program.click("guided")
    notes: Notes = {}
    program.wait_until(lambda look: look.widgets["got it"], "a lesson")
    (play_icetowers if registry.load(game).live else play_in_turns)(program, notes)
    tutorial = tutorial_of(game)
    known = {lesson.title: lesson.text for lesson in tutorial.lessons}
    assert notes == {title: known[title] for title in notes}
    assert {lesson.title for lesson in tutorial.lessons if lesson.must} <= notes.keys()
    over = program.wait_for_scene("ResultsPage")
    assert over["reports"] == []
