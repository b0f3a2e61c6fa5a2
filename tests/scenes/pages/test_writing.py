"""A line of text that is written: letters go in where the caret is, and a listener hears where it comes."""

import pytest

from tests.scenes.robot import Robot
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.ui.fields.writing import TypedLine

LINE = TypedLine.at_end("Ada of the towers")


@pytest.mark.parametrize(
    ("ways", "caret", "heard"),
    [
        (["left"], 16, "s"),
        (["left"] * 2, 15, "r"),
        (["word left"] * 2, 7, "the "),
        (["first"], 0, "A"),
        (["first", "left"], 0, "A"),
        (["first", "word right"], 4, "of "),
        (["first", "last", "right"], 17, ""),
        (["all"], 17, "Ada of the towers"),
        (["all", "left"], 0, "A"),
        (["all", "right"], 17, ""),
    ],
)
def test_the_caret_moves(ways: list[str], caret: int, heard: str) -> None:
    line = LINE
    for way in ways:
        line = line.move(way)
    assert (line.caret, line.heard_after(ways[-1])) == (caret, heard)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (LINE.move("first").write("O "), "O Ada of the towers"),
        (LINE.move("word left", extends=True).write("house"), "Ada of the house"),
        (LINE.move("first").erase(+1), "da of the towers"),
        (LINE.move("first").erase(-1), "Ada of the towers"),
        (LINE.erase(-1), "Ada of the tower"),
        (LINE.move("all").erase(+1), ""),
    ],
)
def test_letters_go_in_and_out_at_the_caret(line: TypedLine, text: str) -> None:
    assert line.text == text


def test_the_own_voice_says_where_the_caret_comes(app: App, robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen reader says it itself."""
    said: list[str] = []
    monkeypatch.setattr(app.context.voice, "say", said.append)
    robot.open(routes.SETUP(app.context, "wyoming"))
    robot.press("name0")
    robot.write("Ada")
    for app.context.voice.mode in ("off", "everything"):
        for way, extends in (("word left", 0.0), ("right", 1.0)):
            robot.page.on_intent(Intent(Verb.CARET, text=way, amount=extends))
    assert said == ["Ada", "A"]
