"""Codes in the window: each kind is copied at its place, and a pasted code opens what it holds."""

import pytest

from tests.scenes.pages.test_results import table
from tests.scenes.robot import Robot
from topping_out.game.bots.puzzles import puzzles_of
from topping_out.game.record import Header, Player, Record, new_header
from topping_out.game.registry import load
from topping_out.game.storage.codes import CodeKind, deal_code, deck_code, from_code, game_code, puzzle_code, to_code
from topping_out.game.towers.decks import deck_text, find_decks
from topping_out.scenes.match.puzzle_turns import PuzzleScene, VerdictPage, Ways, open_puzzle
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.transfer import TransferPage, paste_code
from topping_out.scenes.towers.decks import DecksPage
from topping_out.scenes.ui import column
from topping_out.scenes.ui.column import Notice

PUZZLE = puzzles_of("towers")[0]


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A clipboard: its last text is what is pasted."""
    texts = [""]
    monkeypatch.setattr(column, "copy_text", lambda text: texts.append(text) or True)
    monkeypatch.setattr("topping_out.scenes.pages.transfer.copied_text", lambda: texts[-1])
    return texts


def header(game: str, seats: int, **options: bool) -> Header:
    players = [Player(f"Master {number}", "bot", "master", number) for number in range(seats)]
    return new_header(load(game), players, options, 4711)


def paste(robot: Robot, clipboard: list[str], code: str) -> object:
    """Paste a code on the page of export and import, and return what that opens."""
    clipboard.append(code)
    robot.open(TransferPage(robot.app.context))
    robot.press("paste code")
    return robot.app.manager.top


def test_a_pasted_deal_sets_up_the_same_game(robot: Robot, clipboard: list[str]) -> None:
    for seats in (3, 2, 4):
        page = paste(robot, clipboard, deal_code(header("wyoming", seats, tidal=True)))
        assert isinstance(page, SetupPage)
        shown = page.header()
        assert (shown.seed, len(shown.seats), shown.options["tidal"]) == (4711, seats, True)


def test_a_pasted_puzzle_opens_at_its_table(robot: Robot, clipboard: list[str]) -> None:
    scene = paste(robot, clipboard, puzzle_code("towers", PUZZLE.name))
    assert isinstance(scene, PuzzleScene)
    assert scene.task.puzzle == PUZZLE


def test_a_pasted_game_opens_as_a_replay_and_is_not_saved(robot: Robot, clipboard: list[str]) -> None:
    record = table(robot.app, "towering", 5000, "hb").match.record
    before = [*robot.app.context.library.files]
    scene = paste(robot, clipboard, game_code(record))
    assert isinstance(scene, ReplayScene)
    assert scene.record == record
    assert [*robot.app.context.library.files] == before


def test_a_pasted_deck_is_among_the_users_own(robot: Robot, clipboard: list[str]) -> None:
    deck = next(iter(find_decks().built_in.values()))
    page = paste(robot, clipboard, deck_code("towers", deck_text(deck)))
    assert isinstance(page, DecksPage)
    assert [own.floors for own in find_decks().own.values()] == [deck.floors]


@pytest.mark.parametrize(("code", "why"), [
    ("", "a code begins with"),
    (puzzle_code("towers", "0.0"), "doesn't have that puzzle"),
    (puzzle_code("chess", "0.0"), "doesn't have that game"),
    (deck_code("chess", "{}"), "doesn't have that game"),
    (deck_code("wyoming", "{}"), "no decks for that game"),
    (deck_code("towers", "{}"), "title"),
    (to_code(CodeKind.GAME, b"nonsense\n"), "The code"),
    (deal_code(header("wyoming", 2))[:-3], "copy the whole code again"),
])  # fmt: skip
def test_a_code_that_cannot_be_used_is_refused_with_a_reason(
    robot: Robot, clipboard: list[str], code: str, why: str
) -> None:
    notice = paste(robot, clipboard, code)
    assert isinstance(notice, Notice)
    assert why in notice.text
    assert not find_decks().own


def test_a_finished_game_is_copied_from_the_menu_of_its_table(robot: Robot, clipboard: list[str]) -> None:
    scene = table(robot.app, "wyoming", 5000)
    robot.open(scene)
    robot.open(PausePage(robot.app.context, scene.match, scene.coach))
    robot.press("code")
    assert clipboard[-1] == game_code(scene.match.record)


def test_a_puzzle_is_copied_from_its_verdict(robot: Robot, clipboard: list[str]) -> None:
    scene = open_puzzle(robot.app.context, "towers", PUZZLE.name, shows_answer=True)
    assert isinstance(scene, PuzzleScene)
    robot.open(scene)
    robot.open(VerdictPage(robot.app.context, scene.task, Ways(robot.app.context, scene.task)))
    robot.press("code")
    assert from_code(clipboard[-1]) == from_code(puzzle_code("towers", PUZZLE.name))


def test_a_deck_is_copied_from_its_page(robot: Robot, clipboard: list[str]) -> None:
    robot.open(DecksPage(robot.app.context, header("towers", 2), lambda value: None))
    name, deck = next(iter(find_decks().built_in.items()))
    robot.press(f"deck {name}")
    robot.press("code")
    assert clipboard[-1] == deck_code("towers", deck_text(deck))


def test_a_record_without_plays_can_be_pasted_too(robot: Robot, clipboard: list[str]) -> None:
    clipboard.append(game_code(Record(header("wyoming", 2))))
    assert paste_code(robot.app.context)
