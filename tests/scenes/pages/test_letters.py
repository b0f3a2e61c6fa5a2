"""Entering text: letters that cannot be shown are refused, and gamepads use a page of letters."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from tests.golden import sampled
from tests.scenes.kit.test_letters import CODES, WORDS, letters_of
from tests.scenes.pages.every.every_page import PAGES
from tests.scenes.robot import Robot
from topping_out.game.cli.arguments import UsageError, read_players
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
from topping_out.scenes.pages.letters import LettersPage, alphabets
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.transfer import TransferPage
from topping_out.scenes.system.settings import Settings
from topping_out.scenes.ui.fields import TextField

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
        assert isinstance(found, TextField)
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
        with pytest.raises(RecordError, match=re.escape(ascii(text[-1])[1:-1]) + "|not a name|malformed") as refused:
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
        assert isinstance(field, TextField)
        field.suggest(1)
        robot.see()
    assert not isinstance(robot.page, ErrorPage)


# -- the page of letters


def write(robot: Robot, text: str) -> None:
    """Press the keys of the letters one by one."""
    for letter in text:
        robot.press("space" if letter == " " else f"key {letter.lower()}")


def open_letters(app: App) -> Robot:
    robot = Robot(app, "pad")
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("name0")
    assert isinstance(robot.page, LettersPage)
    return robot


def test_a_written_name_is_capitalised_and_put_into_the_field(app: App) -> None:
    robot = open_letters(app)
    write(robot, "Zoe Kay")
    robot.do(Verb.PLAY)
    page = robot.page
    assert isinstance(page, SetupPage)
    assert page.seating.taken[0].name == "Zoe Kay"
    assert page.focus == "name0"


def test_the_page_of_letters_has_erasing_capitals_and_digits(app: App) -> None:
    robot = open_letters(app)
    write(robot, "abc")
    robot.do(Verb.UNDO, Verb.HINT)
    write(robot, "d")
    robot.do(Verb.RULES)
    write(robot, "7")
    robot.press("done")
    assert robot.page.seating.taken[0].name == "AbD7"  # type: ignore[attr-defined]


def test_a_suggested_name_takes_one_press_and_b_changes_nothing(app: App) -> None:
    robot = open_letters(app)
    robot.do(Verb.CANCEL)
    before = robot.page.seating.taken[0].name  # type: ignore[attr-defined]
    robot.press("name0")
    robot.do(Verb.CONFIRM)
    after = robot.page.seating.taken[0].name  # type: ignore[attr-defined]
    assert (before, after) == ("You", "Ana")


def test_a_player_added_with_a_gamepad_is_asked_for_a_name(app: App) -> None:
    robot = Robot(app, "pad")
    robot.open(SetupPage(app.context, "wyoming"))
    taken = next(n for n, chair in enumerate(robot.page.seating.chairs) if n and chair.is_taken)  # type: ignore[attr-defined]
    robot.press(f"kind{taken}")
    robot.press(next(w.name for w in robot.page.widgets if "human" in w.name))
    assert isinstance(robot.page, LettersPage)


def test_a_name_cannot_be_longer_than_its_field_allows(app: App) -> None:
    robot = open_letters(app)
    write(robot, "a" * 20)
    robot.do(Verb.PLAY)
    assert robot.page.seating.taken[0].name == "A" + "a" * 13  # type: ignore[attr-defined]


def test_paths_are_written_in_small_letters_with_symbols(app: App) -> None:
    robot = Robot(app, "pad")
    robot.open(PAGES["export and import"](app))
    assert isinstance(robot.page, TransferPage)
    field = next(w.name for w in robot.page.widgets if type(w).__name__ == "PathField")
    robot.press(field)
    write(robot, "a")
    robot.do(Verb.RULES)
    write(robot, "/")
    robot.do(Verb.PLAY)
    assert robot.widget(field).text == "a/"  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", ["en", *CODES])
def test_the_letters_of_every_language_can_be_drawn(code: str, app: App, home: Path) -> None:
    try:
        translations.use(code)
        robot = open_letters(app)
        for _ in alphabets():
            robot.see()
            robot.do(Verb.RULES)
        letters = "".join(row for alphabet in alphabets() for row in alphabet)
        assert {*"abcxyz0123456789-_./~"} <= {*letters}
        for face in LATIN:
            assert {*letters} <= {letter for letter in letters if letter in letters_of(file_for(letter, face))}
    finally:
        translations.use("en")
