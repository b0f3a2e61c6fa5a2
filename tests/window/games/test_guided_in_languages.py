"""Whole guided games in German and Polish, by mouse in a real window: each coach's note read, from the title on."""

from collections.abc import Callable, Iterator

import pytest

from tests.window.games import test_towering as towering
from tests.window.games import test_towers as towers
from tests.window.games import turn_player as wyoming
from tests.window.games.icetowers_player import Ice, MousePlayer, go_to_results, play_to_the_end
from tests.window.program import Look, Program, Start
from tests.window.screen import Size
from topping_out.game.language import ENGLISH
from topping_out.game.storage import languages
from topping_out.scenes.match.guided.lessons import tutorial_of

pytestmark = [pytest.mark.window, pytest.mark.long]

Notes = dict[str, str]
"""The texts of the notes read, by their titles."""
ROOMS: dict[str, tuple[Size, float]] = {"de": ((1280, 720), 1.0), "pl": ((1024, 768), 1.5)}


@pytest.fixture(params=ROOMS)
def spoken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Speak a language, in the program too."""
    monkeypatch.setenv(languages.VARIABLE, request.param)
    languages.use(request.param)
    yield request.param
    languages.use(ENGLISH)


def read(program: Program, look: Look, notes: Notes) -> bool:
    """Read the note on the table, if there is one, and put it away; tell whether there was one."""
    note = look.widgets.get("lesson")
    if note is None:
        return False
    title = str(note["label"])
    notes[title] = str(note["value"])
    program.shoot(f"note-{len(notes)}")
    program.click("got it")
    program.wait_until(lambda look: look.widgets.get("lesson", {}).get("label") != title, "the note to be put away")
    return True


def play_wyoming(program: Program, notes: Notes) -> None:
    while not (look := wyoming.wait_for_turn(program)).is_over:
        if not read(program, look, notes):
            wyoming.play_on(program, wyoming.by_mouse, turns=1)


def play_towering(program: Program, notes: Notes) -> None:
    while not (look := towering.wait(program)).is_over:
        if not read(program, look, notes):
            towering.play_on(program, towering.by_mouse, towering.click_on, actions=1)
    towering.play_on(program, towering.by_mouse, towering.click_on)


def play_towers(program: Program, notes: Notes) -> None:
    while not (look := towers.wait(program)).is_over:
        if not read(program, look, notes):
            towers.play_on(program, towers.by_mouse, actions=1)


class Pupil(MousePlayer):
    """Reads before playing, unless a piece is being dragged: the first one is not."""

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
    ice = Ice(program, 2, (width, height), look["settings"]["text_size"])
    play_to_the_end(ice, [Pupil(ice, notes)])
    go_to_results(program)


PLAY: dict[str, Callable[[Program, Notes], None]] = {
    "wyoming": play_wyoming, "towering": play_towering, "towers": play_towers, "icetowers": play_icetowers,
}  # fmt: skip


@pytest.mark.parametrize("game", PLAY)
def test_a_whole_guided_game_by_mouse(start: Start, spoken: str, game: str) -> None:
    size, text = ROOMS[spoken]
    program = start(screen=size, window=size, text_size=text, speed="instant")
    program.wait_for_scene("TitlePage")
    program.click(game)
    program.wait_for_scene("SetupPage")
    program.click("guided")
    notes: Notes = {}
    program.wait_until(lambda look: look.widgets["got it"], "a lesson")
    PLAY[game](program, notes)
    tutorial = tutorial_of(game)
    known = {lesson.title: lesson.text for lesson in tutorial.lessons}
    assert notes == {title: known[title] for title in notes}
    assert {lesson.title for lesson in tutorial.lessons if lesson.must} <= notes.keys()
    over = program.wait_for_scene("ResultsPage")
    assert over["reports"] == []
