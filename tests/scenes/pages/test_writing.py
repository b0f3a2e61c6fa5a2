"""Text fields: letters are inserted at the caret, a listener hears where it moves, and the clipboard works."""

from pathlib import Path

import pygame
import pytest

from tests.scenes.pages.every.every_page import PAGES
from tests.scenes.robot import Robot
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.pages.setup import NameField
from topping_out.scenes.pages.transfer import PathField
from topping_out.scenes.system.window import copy_text
from topping_out.scenes.ui import fields as text_field
from topping_out.scenes.ui.fields import TextField, TypedLine

LINE = TypedLine.at_end("Ada of the towers")


@pytest.mark.parametrize(
    ("ways", "caret", "spoken"),
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
def test_the_caret_moves(ways: list[str], caret: int, spoken: str) -> None:
    line = LINE
    for way in ways:
        line = line.move(way)
    assert (line.caret, line.spoken_after(ways[-1])) == (caret, spoken)


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
def test_letters_are_inserted_and_erased_at_the_caret(line: TypedLine, text: str) -> None:
    assert line.text == text


def test_the_programs_voice_says_where_the_caret_moves(app: App, robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen reader says this itself."""
    spoken: list[str] = []
    monkeypatch.setattr(app.context.voice, "say", spoken.append)
    robot.open(routes.SETUP(app.context, "wyoming"))
    robot.press("name0")
    robot.write("Ada")
    for app.context.voice.mode in ("off", "everything"):
        for way, extends in (("word left", 0.0), ("right", 1.0)):
            robot.page.on_intent(Intent(Verb.CARET, text=way, amount=extends))
    assert spoken == ["Ada", "A"]


# -- the clipboard


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace the clipboard by a list of what was copied; the last text is pasted."""
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: copied[-1] if copied else "")
    return copied


def fields(app: App) -> list[tuple[str, TextField]]:
    """Return every text field of every page, each with the page's name."""
    found = []
    for name, make in PAGES.items():
        page = Robot(app).open(make(app))
        texts = [widget for widget in getattr(page, "widgets", ()) if isinstance(widget, TextField)]
        found += [(name, field) for field in texts if field.enabled and field.is_focusable]
    return found


def test_every_field_can_copy_cut_and_paste(app: App, clipboard: list[str]) -> None:
    kinds = {}
    for name, field in fields(app):
        kinds.setdefault(type(field), (name, field))
    assert len(kinds) >= 5
    for name, field in kinds.values():
        field.writing = False
        clipboard.append("Adaβж")
        assert field.edit(Intent(Verb.PASTE)) == ("Pasted: Adaβж", True), name
        assert (field.text, field.writing) == ("Adaβж", True), name
        assert field.edit(Intent(Verb.COPY)) == ("Nothing is selected.", False)
        field.on_intent(Intent(Verb.CARET, text="word left", amount=1))
        assert field.edit(Intent(Verb.CUT)) == ("Cut: Adaβж", True)
        assert (field.text, clipboard[-1]) == ("", "Adaβж"), name
        field.edit(Intent(Verb.PASTE))
        field.edit(Intent(Verb.PASTE))
        assert field.text == "AdaβжAdaβж"
        field.writing = False
        assert field.edit(Intent(Verb.COPY)) == ("Copied: AdaβжAdaβж", True), name


@pytest.mark.parametrize(
    ("copied", "text", "words"),
    [
        ("Ada\n", "Ada", "Pasted: Ada"),
        ("\r\nAda\r\n\tByron\r\n", "Ada Byron", "Pasted: Ada Byron"),
        ("A\x00d\x1b\x7fa\u202e", "Ada", "The letter U+0000 can't be shown: leave it out."),
        ("Augusta Ada Byron", "Augusta Ada By", "Not all of it was pasted: at most 14 letters fit here."),
        ("", "You", "There's no text to paste."),
        ("\n\t", "You", "There's no text to paste."),
        ("\n\t\x00", "You", "The letter U+0000 can't be shown: leave it out."),
        ("x" * 5_000_000, "x" * 14, "Not all of it was pasted: at most 14 letters fit here."),
    ],
)
def test_pasted_text_is_adapted_to_the_field(
    app: App, robot: Robot, clipboard: list[str], copied: str, text: str, words: str
) -> None:
    robot.open(routes.SETUP(app.context, "wyoming"))
    robot.press("name0")
    clipboard.append(copied)
    robot.page.on_intent(Intent(Verb.PASTE))
    assert robot.widget("name0").text == text  # type: ignore[attr-defined]
    assert app.context.announcer.said[-1].text == words


def test_a_pasted_path_loses_quotes_and_its_file_address(app: App, robot: Robot, clipboard: list[str]) -> None:
    field = PathField("file", "", [], lambda text: None)
    games = Path("/home/ada/my games.zip").absolute()
    for copied in (f'"{games}"\n', f"{games.as_uri()}\r\n", str(games)):
        clipboard.append(copied)
        field.writing = False
        field.edit(Intent(Verb.PASTE))
        assert Path(field.text) == games


def test_any_text_can_be_pasted_into_any_field(app: App, clipboard: list[str]) -> None:
    strange = (
        "file://[x",
        "file://",
        "file://a/%00%ff%",
        '"',
        "%",
        "{}",
        "{text}",
        "\ud800",
        "👩\u200d🚀",
        "\u202eאב",
        "́" * 99,
    )
    for name, field in fields(app):
        for copied in strange:
            clipboard.append(copied)
            assert field.edit(Intent(Verb.PASTE))[0], (name, copied)
            field.edit(Intent(Verb.COPY))
            assert len(field.text) <= field.longest


def test_a_missing_clipboard_is_reported_and_nothing_is_cut(
    app: App, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", fail)
    monkeypatch.setattr(pygame.scrap, "get_text", fail)
    field = NameField("name", "Ada", [], lambda text: None)
    assert field.edit(Intent(Verb.CUT)) == ("There's no clipboard here.", False)
    assert field.edit(Intent(Verb.PASTE)) == ("There's no text to paste.", False)
    assert field.text == "Ada"


def test_text_that_no_clipboard_can_hold_is_not_copied(app: App) -> None:
    assert [copy_text(text) for text in ("\ud800", "a\0b", "Ada")] == [False, False, True]


@pytest.mark.parametrize("listens", [False, True])
def test_ctrl_v_pastes_into_the_field_with_a_visible_focus(
    app: App, robot: Robot, clipboard: list[str], listens: bool
) -> None:
    robot.open(routes.SETUP(app.context, "wyoming"))
    app.context.announcer.is_heard = listens
    robot.page.show_anew("name0")
    clipboard.append("Ada")
    ctrl_v = pygame.Event(pygame.KEYDOWN, key=pygame.K_v, mod=pygame.KMOD_LCTRL, unicode="\x16", scancode=25)
    app.context.devices.active = "mouse"
    app.frame([ctrl_v], 16)
    assert robot.widget("name0").text == "You", "its focus is not visible"  # type: ignore[attr-defined]
    app.context.devices.active = "keys"
    app.frame([ctrl_v], 16)
    assert robot.widget("name0").text == "Ada"  # type: ignore[attr-defined]


def test_the_middle_button_pastes_text_selected_elsewhere(
    app: App, robot: Robot, clipboard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_field, "selected_text", lambda: "Ada")
    robot.open(routes.SETUP(app.context, "wyoming"))
    x, y = robot.widget("name0").rect.center
    scale = app.context.kit.scale
    app.frame([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(x * scale, y * scale), button=2)], 16)
    assert robot.widget("name0").text == "Ada"  # type: ignore[attr-defined]


def test_events_that_pygame_cannot_read_do_not_end_the_program(
    app: App, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot.open(routes.SETUP(app.context, "wyoming"))

    def fail() -> list[pygame.Event]:
        raise SystemError("returned a result with an exception set")

    with monkeypatch.context() as patch:
        patch.setattr(pygame.event, "get", fail)
        assert [event.type for event in app.events()] == [pygame.WINDOWHIDDEN], "held keys are not released"
    assert isinstance(app.events(), list)


def test_letters_that_cannot_be_shown_are_left_out_when_pasting(app: App, robot: Robot) -> None:
    robot.open(routes.SETUP(app.context, "wyoming"))
    robot.press("name0")
    field = robot.widget("name0")
    assert isinstance(field, TextField)
    words, is_done = field._paste("Zoë \u2764\ufe0f")
    assert (field.text, is_done) == ("Zoë ", True)
    assert "U+2764 HEAVY BLACK HEART" in field.refused
    assert words == "Pasted: Zoë "
    words, is_done = field._paste("שלום")
    assert (words[:36], is_done) == ("The letter U+05E9 HEBREW LETTER SHIN", False)
