"""Windows that lose the focus, guided games in several languages, and the deck workshop."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.golden import sampled
from tests.window.games.players import (
    Do,
    Ice,
    MousePlayer,
    by_digits,
    by_mouse,
    by_pad,
    click_on,
    close_account,
    finish,
    go_to_results,
    pad_to,
    play_on,
    play_to_the_end,
    plug_in_pad,
    tab_to,
    wait_for_turn,
)
from tests.window.program import Look, Program, Start, hands
from tests.window.screen import Size
from topping_out.game import registry
from topping_out.game.record import fold
from topping_out.game.storage import translations
from topping_out.game.storage.library import read_record
from topping_out.game.towers.decks import parse_deck
from topping_out.scenes.icetowers.live import RESUME
from topping_out.scenes.match.coach import tutorial_of

# -- window without focus


pytestmark = pytest.mark.window

BEGUN = ("play", "icetowers", "--seats", "human,easy", "--seed", "5")
WATCHED = ("play", "icetowers", "--seats", "easy,easy", "--seed", "5")


def begin(program: Program) -> None:
    """Touch a piece, and wait for the end of the countdown."""
    ice = Ice(program, 2)
    ice.wait_for_hand(0)
    program.key("f")
    ice.wait_for_play()


def look_elsewhere(program: Program) -> None:
    program.screen.take_keyboard_away()


def hide(program: Program) -> None:
    program.screen.do("windowunmap", "--sync", program.window)


def come_back(program: Program) -> Look:
    """Show the window, give it the keyboard, and wait for the countdown."""
    program.screen.do("windowmap", "--sync", program.window)
    program.screen.do("windowfocus", "--sync", program.window)
    return program.wait_until(lambda look: look.top == "LiveScene" and look["live"]["resuming"], "the countdown")


@sampled("leave", [look_elsewhere, hide], [look_elsewhere])
def test_a_live_game_pauses_without_focus_and_counts_down_on_return(
    start: Start, leave: Callable[[Program], None]
) -> None:
    program = start(*BEGUN, **hands("keys 1"))
    begin(program)
    leave(program)
    paused = program.wait_for_scene("Notice")
    time.sleep(0.5)
    assert program.look()["live"]["ms"] == paused["live"]["ms"], "the clock has to stand"
    back = come_back(program)
    assert back["live"]["resuming"] <= RESUME
    assert back["live"]["ms"] == paused["live"]["ms"]
    on = program.wait_until(lambda look: look["live"]["ms"] > paused["live"]["ms"], "the game to go on")
    assert on["live"]["resuming"] == 0


def test_a_live_game_can_be_set_to_run_in_the_background(start: Start) -> None:
    program = start(*BEGUN, **hands("keys 1"), background_play=True)
    begin(program)
    look_elsewhere(program)
    left = program.wait_until(lambda look: not look["has_keyboard"], "another window to have the keyboard")
    on = program.wait_until(lambda look: look["live"]["ms"] > left["live"]["ms"] + 300, "the game to play on")
    assert on.top == "LiveScene"


def test_a_game_of_bots_runs_in_the_background(start: Start) -> None:
    program = start(*WATCHED, to="LiveScene")
    look_elsewhere(program)
    left = program.wait_until(lambda look: not look["has_keyboard"], "another window to have the keyboard")
    program.wait_until(lambda look: look["live"]["ms"] > left["live"]["ms"] + 300, "the bots to play on")


# -- guided


translations.use(os.environ["TOPPING_OUT_LANGUAGE"])
TUTORIAL = tutorial_of("wyoming")
TITLES = [lesson.title for lesson in TUTORIAL.lessons]


def wait_for_lesson(program: Program) -> str:
    """Wait for a lesson on the table. Return its title."""
    look = program.wait_until(lambda look: look.widgets["got it"], "a lesson")
    return str(look.widgets["lesson"]["label"])


def close_lessons(program: Program) -> list[str]:
    """Close all lessons before the next play. Return their titles."""
    titles = []
    while "lesson" in (look := wait_for_turn(program)).widgets:
        titles.append(str(look.widgets["lesson"]["label"]))
        program.click("got it")
        program.wait_until(
            lambda look: look.widgets.get("lesson", {}).get("label") != titles[-1], "the note to be put away"
        )
    return titles


def test_a_guided_game_can_be_interrupted_and_its_lessons_skipped(start: Start) -> None:
    program = start(speed="instant", to="TitlePage")
    program.click("wyoming", to="SetupPage")
    program.click("guided")
    assert wait_for_lesson(program) == TITLES[0]
    lesson_titles: list[str] = []
    while len(lesson_titles) < 4:
        lesson_titles += close_lessons(program)
        play_on(program, by_mouse, turns=1)
    assert program.close() == 0
    program = start(to="TitlePage")
    program.click("continue")
    title = wait_for_lesson(program)
    assert title in TITLES
    assert title not in lesson_titles
    program.key("Escape")
    program.wait_until(lambda look: look.widgets.get("lesson", {}).get("label") != title, "Esc to put the note away")
    close_lessons(program)
    program.key("Escape", to="PausePage")
    program.click("skip lessons")
    program.wait_until(lambda look: look.top == "TurnScene" and not look["settings"]["guided"], "the lessons to end")
    assert play_on(program, by_mouse, turns=1)["reports"] == []


# -- own decks


def kept(home: Path) -> Path:
    return home / "data" / "decks" / "own-my-deck.toml"


class Hand:
    """A player who presses widgets and raises values with one device: "mouse", "keys" or "pad"."""

    def __init__(self, program: Program, used: str) -> None:
        self.program, self.used = program, used

    def press(self, name: str, to: str = "") -> None:
        """Press a widget once the page rests, and wait for a scene if one is given."""
        self.program.wait_until(lambda look: look.widgets[name] and look["at_rest"], name)
        if self.used == "mouse":
            self.program.scroll_to(name)
            self.program.click(name, to=to)
        elif self.used == "keys":
            tab_to(self.program, name, "Return", to=to)
        else:
            pad_to(self.program, name, "a", to=to)

    def more(self, name: str, times: int) -> None:
        if self.used == "mouse":
            for _ in range(times):
                self.program.click_at(name, 0.98)
        elif self.used == "keys":
            tab_to(self.program, name, *["Right"] * times)
        else:
            pad_to(self.program, name, *["dpright"] * times)


def make_a_deck(hand: Hand, home: Path) -> None:
    """From the title, make a deck with 8 cards of two floors, and start a game with it.

    One of them scores 4, and the other one draws a card too.
    """
    hand.press("workshop towers", to="DecksPage")
    hand.press("new", to="DeckPage")
    hand.press("floor 0", to="FloorPage")
    hand.more("count", 4)
    hand.more("amount 0", 2)
    hand.press("triggers")
    hand.press("back", to="DeckPage")
    hand.press("floor 1", to="FloorPage")
    hand.more("count", 4)
    hand.press("effect 1", to="EffectsPage")
    hand.press("choose draw #", to="FloorPage")
    hand.press("back", to="DeckPage")
    hand.program.wait_until(lambda _: kept(home).read_text().count("count = 8") == 2, "the deck on the disk")
    hand.press("play", to="SetupPage")
    deck = parse_deck(kept(home).read_bytes(), "it")
    assert [str(effect) for effect in deck.floors[0].effects] == ["score 4"]
    assert str(deck.floors[1].effects[1]) == "draw 1"
    assert (len(deck.cards), deck.floors[0].triggers_scoring) == (38, True)
    hand.press("start", to="TurnScene")


def was_played_with_the_deck(over: Look, home: Path) -> bool:
    played = fold(read_record(Path(over.table["file"]))).variant.deck
    return played == parse_deck(kept(home).read_bytes(), "it")


@pytest.mark.long
@pytest.mark.parametrize(("used", "do"), [("mouse", by_mouse), ("keys", by_digits), ("pad", by_pad)])
def test_a_deck_can_be_made_and_played_by_one_device_alone(start: Start, home: Path, used: str, do: Do) -> None:
    program = start(to="TitlePage", speed="instant", reduced_motion=True)
    if used == "pad":
        plug_in_pad(program)
    make_a_deck(Hand(program, used), home)
    assert was_played_with_the_deck(finish(program, do, used), home)


def draft_with_pad(program: Program) -> dict[str, bool]:
    """Alternately take and strike a floor until the draft ends. Return for each floor whether it was taken."""
    done: dict[str, bool] = {}
    while "play" not in (look := program.wait_until(lambda look: look["at_rest"], "my choice")).widgets:
        floor = next(name for name in look.focusable if name.isupper())
        pad_to(program, floor, "a")
        program.wait_until(lambda look: look.widgets["take"]["enabled"], "the choice")
        done[floor] = len(done) % 2 == 0
        program.press("x") if done[floor] else pad_to(program, "strike", "a")
        program.wait_until(lambda look, floor=floor: floor not in look.focusable, "the floor to be gone")
    return done


@pytest.mark.long
def test_a_deck_can_be_drafted_and_played_by_gamepad_alone(start: Start) -> None:
    program = start(to="TitlePage", speed="instant", reduced_motion=True)
    plug_in_pad(program)
    hand = Hand(program, "pad")
    hand.press("workshop towers", to="DecksPage")
    hand.press("draft", to="DraftPage")
    done = draft_with_pad(program)
    assert {*done.values()} == {True, False}
    program.press("x", to="SetupPage")
    assert program.look().widgets["option deck"]["value"] == "Drafted deck"
    program.press("x", to="TurnScene")
    over = finish(program, by_pad, "pad")
    floors = {floor.name for floor in fold(read_record(Path(over.table["file"]))).variant.deck.floors}
    assert {name: name in floors for name in done} == done


def test_a_kill_during_a_change_loses_nothing_of_a_deck(start: Start, home: Path) -> None:
    program = start(to="TitlePage", speed="instant", reduced_motion=True)
    hand = Hand(program, "keys")
    hand.press("workshop towers", to="DecksPage")
    hand.press("new", to="DeckPage")
    hand.press("floor 1", to="FloorPage")
    tab_to(program, "name", "Return")
    program.write("PIE")  # without Enter
    program.wait_until(lambda look: look.widgets["name"]["value"] == "PIE", "the letters")
    program.kill()
    assert 'name = "PIE"' in next((home / "data" / "decks").rglob("own-my-deck.toml")).read_text()
    program = start(to="TitlePage")
    hand = Hand(program, "keys")
    hand.press("workshop towers", to="DecksPage")
    hand.press("own own-my-deck.toml", to="DeckPage")
    assert program.look().widgets["floor 1"]["label"].startswith("PIE, 4 in the deck")


# -- whole guided games in German and Polish, by mouse, reading every lesson


Notes = dict[str, str]
"""The texts of the lessons read, by title."""
ROOMS: dict[str, tuple[Size, float]] = {"de": ((1280, 720), 1.0), "pl": ((1024, 768), 1.5)}


@pytest.fixture(params=ROOMS)
def game_language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The language of the program and of this process."""
    monkeypatch.setenv(translations.VARIABLE, request.param)
    translations.use(request.param)
    return request.param


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
    while (look := wait_for_turn(program)).top == "RoundPage" or not look.is_over:
        if look.top == "RoundPage":
            close_account(program, click_on)
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


@pytest.mark.long
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
