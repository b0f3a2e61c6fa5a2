"""Entering text: letters that cannot be shown are refused, and gamepads use a page of letters."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pygame
import pytest

from tests.golden import sampled
from tests.scenes.kit.test_letters import CODES, WORDS, letters_of
from tests.scenes.pages.every.every_page import PAGES
from tests.scenes.pages.stories import opened, page_stories
from tests.scenes.robot import Robot
from topping_out.game.cli.console import UsageError, read_players
from topping_out.game.record import Player, RecordError, new_header, parse_record
from topping_out.game.registry import load
from topping_out.game.storage import translations
from topping_out.game.text import named, refusal, sift
from topping_out.game.towers.decks import DeckError, deck_file, deck_text, find_decks, own_decks_folder, parse_deck
from topping_out.game.towers.floors import deck_of
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.theme import LATIN, file_for
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.pages.keys import alphabets
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.setup_seats import NameField
from topping_out.scenes.pages.transfer import PathField
from topping_out.scenes.system.settings import Settings
from topping_out.scenes.system.window import copy_text
from topping_out.scenes.ui import fields as text_field
from topping_out.scenes.ui.fields import TextField, TypedLine

# -- which letters are accepted


TYPED = [text for text in WORDS if text.strip() and len(text) < 20]


def open_name_field(app: App, robot: Robot) -> str:
    robot.open(routes.SETUP(app.context, "wyoming"))
    return "name0"


def open_deck_title(app: App, robot: Robot) -> str:
    robot.open(SetupPage(app.context, "towers"))
    robot.press("workshop")
    robot.press("new")
    return "title"


def open_floor_name(app: App, robot: Robot) -> str:
    open_deck_title(app, robot)
    robot.press("floor 0")
    return "name"


def open_search(app: App, robot: Robot) -> str:
    robot.open(routes.RULES(app.context, "wyoming"))
    return "search"


@pytest.mark.parametrize("place", [open_name_field, open_deck_title, open_floor_name, open_search])
@pytest.mark.parametrize("how", ["typed", "pasted", "by a screen reader"])
def test_a_field_accepts_letters_that_can_be_shown_and_names_others(
    app: App, place: Callable[[App, Robot], str], how: str
) -> None:
    robot = Robot(app)
    field = place(app, robot)
    for text in TYPED:
        robot.go_to(field)
        app.context.last_reply.show("")
        if how == "by a screen reader":
            app.on_intent(Intent(Verb.SET, text=text))
        else:
            robot.do(Verb.CONFIRM)
            for part in text if how == "typed" else [text]:
                app.on_intent(Intent(Verb.TYPE, text=part))
        found = robot.widget(field)
        assert not refusal(found.text), ascii(text)
        if how != "typed" and (words := sift(text)[1]):
            assert words[5:] in app.context.last_reply.text, ascii(text)
        elif how == "typed" and not found.text:
            assert "U+" in app.context.last_reply.text, ascii(text)
        robot.see()
        if how != "by a screen reader":
            robot.do(Verb.CONFIRM)
        assert not isinstance(robot.page, ErrorPage)
    assert app.context.reports == []


@pytest.mark.parametrize("text", TYPED)
def test_names_on_the_command_line_are_refused_by_letter(text: str) -> None:
    if not refusal(text):
        assert read_players("human,hard", text)[0].name == text.strip()
        return
    with pytest.raises(UsageError, match=r"--names: the letter U\+[0-9A-F]{4,6}") as refused:
        read_players("human,hard", text)
    assert any(named(letter) in str(refused.value) for letter in text)


@sampled("text", TYPED, TYPED[::3])
def test_a_deck_file_is_refused_by_letter_and_can_be_opened(app: App, text: str) -> None:
    standard = find_decks().built_in["standard"]
    folder = own_decks_folder()
    folder.mkdir(parents=True, exist_ok=True)
    for place in ("title", "about", "floor"):
        floors = [*standard.floors]
        if place == "floor":
            floors[0] = replace(floors[0], name=text)
        deck = deck_of(text if place == "title" else "A deck", tuple(floors), text if place == "about" else "")
        data = deck_file(deck) if "\ud800" not in text else b'title = "\\ud800"'
        words = ""
        try:
            parse_deck(data, "a.toml")
        except DeckError as error:
            words = str(error)
        assert bool(words) == bool(refusal(text)), place
        assert words.isprintable()
        if words and "\ud800" not in text:  # TOML cannot contain this
            assert any(named(letter) in words for letter in text), words
            assert ", line " in words
        (folder / f"{place}.toml").write_bytes(data)
    robot = Robot(app)
    robot.open(SetupPage(app.context, "towers"))
    robot.press("workshop")
    decks = robot.page
    for place in ("title", "about", "floor"):
        robot.see()
        robot.press(f"own {place}.toml")
        robot.see()
        assert not isinstance(robot.page, ErrorPage)
        if robot.page is not decks:
            robot.do(Verb.CANCEL)
        assert robot.page is decks


@pytest.mark.parametrize("text", TYPED)
def test_a_record_with_any_name_is_played_or_refused_by_letter(app: App, text: str) -> None:
    game = load("towers")
    players = [Player("Ana"), Player("Ben", colour=1)]
    header = new_header(game, players, {"first": "0"}, 3)
    seats = [{"name": text, "kind": "human", "level": "", "colour": 0}, msgspec.to_builtins(players[1])]
    line = json.dumps({**msgspec.json.decode(msgspec.json.encode(header)), "seats": seats})
    if not text.isprintable():
        with pytest.raises(RecordError, match=re.escape(ascii(text[-1])[1:-1]) + "|isn't a name|malformed") as refused:
            parse_record(line.encode() + b"\n")
        assert str(refused.value).isprintable()
        return
    record = parse_record(line.encode() + b"\n")
    robot = Robot(app)
    robot.open(TurnScene(app.context, app.context.library.begin(record)))
    robot.see()
    app.context.library.close()
    robot.open(routes.TITLE(app.context))
    robot.see()
    assert not isinstance(robot.page, ErrorPage)
    assert app.context.reports == []


def test_a_game_whose_deck_has_unknown_letters_can_be_continued(app: App) -> None:
    """An earlier version accepted them."""
    standard = find_decks().built_in["standard"]
    deck = deck_of("Love \u2764", standard.floors)
    header = new_header(load("towers"), [Player("שלום"), Player("\ufe0f", colour=1)], {"deck": deck_text(deck)}, 3)
    robot = Robot(app)
    robot.open(TurnScene(app.context, app.context.library.start(header)))
    robot.see()
    assert not isinstance(robot.page, ErrorPage)
    assert "\u2764" in deck_text(deck)


def test_names_in_the_settings_may_have_any_letters(app: App) -> None:
    app.context.settings.player_names = Settings(player_names=("שלום", "\ufe0f", "한국")).player_names
    robot = Robot(app)
    robot.open(routes.SETUP(app.context, "wyoming"))
    robot.go_to("name0")
    for _ in range(4):
        field = robot.widget("name0")
        field.suggest(1)
        robot.see()
    assert not isinstance(robot.page, ErrorPage)


# -- the page of letters


test_the_page_of_letters = page_stories(
    """
a written name is capitalised and put into the field
    setup wyoming, pad > press name0; tap Zoe Kay; play = page SetupPage; name0.text Zoe Kay; focus name0
the page of letters has erasing, capitals and digits
    setup wyoming, pad > press name0; tap abc; undo; hint; tap d; rules; tap 7; press done = name0.text AbD7
a suggested name takes one press, and B changes nothing
    setup wyoming, pad > press name0; cancel = name0.text You > press name0; confirm = name0.text Ana
a player added with a gamepad is asked for a name
    setup wyoming, pad > press kind2; press human = page LettersPage
a name cannot be longer than its field allows
    setup wyoming, pad > press name0; tap aaaaaaaaaaaaaaaaaaaa; play = name0.text Aaaaaaaaaaaaaa
paths are written in small letters with symbols
    export and import, pad > press target; tap a; rules; tap /; play = target.text a/
"""
)


@pytest.mark.parametrize("code", ["en", *CODES])
def test_the_letters_of_every_language_can_be_drawn(code: str, app: App, home: Path) -> None:
    translations.use(code)
    robot = opened(Robot(app), "setup wyoming, pad")
    robot.press("name0")
    for _ in alphabets():
        robot.see()
        robot.do(Verb.RULES)
    letters = "".join(row for alphabet in alphabets() for row in alphabet)
    assert {*"abcxyz0123456789-_./~"} <= {*letters}
    for face in LATIN:
        assert {*letters} <= {letter for letter in letters if letter in letters_of(file_for(letter, face))}


# -- writing


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
        text = "Adaβж" if field.sift("Adaβж")[0] else "12"
        clipboard.append(text)
        assert field.edit(Intent(Verb.PASTE)) == (f"Pasted: {text}", True), name
        assert (field.text, field.writing) == (text, True), name
        assert field.edit(Intent(Verb.COPY)) == ("Nothing is selected.", False)
        field.on_intent(Intent(Verb.CARET, text="word left", amount=1))
        assert field.edit(Intent(Verb.CUT)) == (f"Cut: {text}", True)
        assert (field.text, clipboard[-1]) == ("", text), name
        field.edit(Intent(Verb.PASTE))
        field.edit(Intent(Verb.PASTE))
        assert field.text == text * 2
        field.writing = False
        assert field.edit(Intent(Verb.COPY)) == (f"Copied: {text * 2}", True), name


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
    assert robot.widget("name0").text == text
    assert app.context.announcer.said[-1].text == words


def test_a_pasted_path_loses_quotes_and_its_file_address(robot: Robot, clipboard: list[str]) -> None:
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
    assert robot.widget("name0").text == "You", "its focus is not visible"
    app.context.devices.active = "keys"
    app.frame([ctrl_v], 16)
    assert robot.widget("name0").text == "Ada"


def test_the_middle_button_pastes_text_selected_elsewhere(
    app: App, robot: Robot, clipboard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_field, "selected_text", lambda: "Ada")
    robot.open(routes.SETUP(app.context, "wyoming"))
    x, y = robot.widget("name0").rect.center
    scale = app.context.kit.scale
    app.frame([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(x * scale, y * scale), button=2)], 16)
    assert robot.widget("name0").text == "Ada"


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
    words, is_done = field._paste("Zoë \u2764\ufe0f")
    assert (field.text, is_done) == ("Zoë ", True)
    assert "U+2764 HEAVY BLACK HEART" in field.refused
    assert words == "Pasted: Zoë "
    words, is_done = field._paste("שלום")
    assert (words[:36], is_done) == ("The letter U+05E9 HEBREW LETTER SHIN", False)
