"""Whole games played by screen reader, and a deck made, drafted and played."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.game.matches import leave_unfinished
from tests.golden import RECORD, sampled
from tests.unseen.conftest import Listen
from tests.unseen.games.players import (
    RESULTS,
    acts,
    all_announced_since,
    be_ready,
    begin,
    begin_icetowers,
    choose_suit_and_place,
    main_button,
    play_by_hints,
    play_icetowers,
    play_towering,
    play_towers,
    play_wyoming,
    set_option,
    take_hint,
    turn_or_results,
)
from tests.unseen.listener import PACES, Listener, Node, nameless, top_page

# -- games


pytestmark = pytest.mark.window
HERE = Path(__file__).parent
Play = Callable[[Listener], Node]


def check_results(listener: Listener, results: Node) -> None:
    """Check that the results name all players and the winner, and are announced."""
    assert not nameless(results)
    scores = results.find("list", "Scores")
    assert len(scores.children) == 2
    assert any("winner" in row.name for row in scores.children)
    listener.wait_to_hear(" win")


SMALL_TOWERING = {"Colours": "3", "Hand": "5", "Rounds": "1"}
GAMES = [
    ("Towers of Wyoming", {}, "", play_wyoming),
    ("Towering", SMALL_TOWERING, "", play_towering),
    ("Towers", {}, "Easy", play_towers),
]


def test_a_saved_game_can_be_continued_and_finished(listen: Listen, home: Path) -> None:
    """Only the last turn is played, to keep the test short."""
    small = {name.lower(): value for name, value in SMALL_TOWERING.items()}
    leave_unfinished(home, "towering", 1, small)
    listener = listen()
    listener.press("push button", "Continue Towering")
    check_results(listener, play_towering(listener))
    assert "Your turn." in listener.announced
    listener.press("push button", "Title")
    listener.wait_for_page("Topping Out")


@pytest.mark.long
@pytest.mark.parametrize(("game", "options", "bot", "play"), GAMES)
def test_a_game_can_be_played_from_the_title_to_the_results(
    listen: Listen, game: str, options: dict[str, str], bot: str, play: Play
) -> None:
    listener = listen()
    begin(listener, game, options, bot)
    check_results(listener, play(listener))
    assert "Your turn." in listener.announced
    listener.press("push button", "Title")
    listener.wait_for_page("Topping Out")


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "options"), [("Towers of Wyoming", {}), ("Towering", {"Colours": "3", "Rounds": "2"}), ("Towers", {})]
)
def test_a_game_can_be_played_by_its_hints(listen: Listen, game: str, options: dict[str, str]) -> None:
    """In each turn, the turn, the advice and the play are announced."""
    listener = listen()
    begin(listener, game, options)
    check_results(listener, play_by_hints(listener))


@pytest.mark.long
def test_the_announcements_of_a_whole_game(listen: Listen) -> None:
    """The announcements of a whole game match the text file beside this test."""
    listener = listen("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa")
    check_results(listener, play_wyoming(listener))
    path = HERE / "wyoming.txt"
    if os.environ.get(RECORD):
        path.write_text("\n".join([*listener.announced, ""]))
    lines = len(path.read_text().splitlines())
    listener.wait_for(lambda _: len(listener.announced) >= lines, "all to be announced")
    transcript = "\n".join([*listener.announced, ""])
    assert transcript == path.read_text(), (
        f"something else is heard; record it with {RECORD}=1, and read it from top to bottom"
    )


@pytest.mark.long  # it takes over a minute
def test_icetowers_can_be_played_while_time_stands_still(listen: Listen) -> None:
    listener = listen()
    begin_icetowers(listener)
    check_results(listener, play_icetowers(listener))
    assert "Your turn." in listener.announced
    assert sum(announcement.startswith("You cap ") for announcement in listener.announced) >= 3
    listener.press("push button", "Title")
    listener.wait_for_page("Topping Out")


def test_a_button_pressed_during_an_animation_acts(listen: Listen) -> None:
    """The button that was pressed during an animation acts, not the one that has the focus afterwards."""
    listener = listen("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", speed="normal")
    page = listener.wait_for(turn_or_results, "a turn of mine")
    listener.do(choose_suit_and_place(listener, page))
    listener.wait_to_hear("Mesa constructs", after=2)
    listener.press("push button", "Menu")
    listener.find("push button", "Go on")


# -- guided


def lesson_in(tree: Node) -> Node | None:
    page = top_page(tree)
    return page and page.find("panel", "Lesson ")


def hear_lesson(listener: Listener, number: int) -> str:
    """Wait for a lesson, and check that it is announced in the words of its note and its button is focused."""
    note: Node = listener.wait_for(lambda tree: tree.find("panel", f"Lesson {number} of"), f"lesson {number}")
    words, got_it, skip = note.children
    assert [got_it.name, skip.name] == ["Got it", "Skip the lessons"]
    announcement = listener.wait_to_hear(words.name)
    assert announcement.startswith(words.name), announcement
    assert number == 1 or announcement.startswith(f"{words.name} This is about: "), announcement
    listener.wait_for(lambda tree: "focused" in tree.find("push button", "Got it").states, "the focus on Got it")
    return announcement


@pytest.mark.long
def test_the_first_lessons_of_a_guided_game(listen: Listen) -> None:
    """Two lessons come before the first play and one after it. Each is announced and can be closed."""
    listener = listen()
    listener.press("list item", "Towers of Wyoming")
    listener.press("push button", "New here? Guided first game")
    lessons = []
    for number in (1, 2):
        lessons.append(hear_lesson(listener, number))
        listener.press("push button", "Got it")
    page = listener.wait_for(lambda tree: not lesson_in(tree) and turn_or_results(tree), "the first play")
    listener.do(choose_suit_and_place(listener, page))
    lessons.append(hear_lesson(listener, 3))
    listener.press("push button", "Got it")
    assert ["tells you whose turn" in lessons[0], "Sky" in lessons[1], "Your hand" in lessons[2]] == [True, True, True]
    assert all(listener.announced.count(lesson) == 1 for lesson in lessons)


# -- heard


PLAYS = 2
ACTS = 4
"""Actions in IceTowers; a turn takes one to three."""


@sampled(
    "game, speed",
    [("wyoming", "normal"), ("towers", "instant"), ("wyoming", "instant"), ("towering", "normal")],
    [("towers", "instant")],
)
def test_no_announcement_of_a_turn_is_cut_off(listen: Listen, game: str, speed: str) -> None:
    """A focus change after an announcement would cut it off in Orca from 46 on."""
    listener = listen("play", game, "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", speed=speed)
    listener.wait_for(turn_or_results, "the first turn")
    for _ in range(PLAYS):
        page = take_hint(listener)
        assert_all_is_heard(listener, listener.last_key)
        if page.find("push button", RESULTS):
            break


@pytest.mark.long
def test_no_announcement_of_icetowers_is_cut_off(listen: Listen) -> None:
    """When a bot caps the focused tower, its new name must not cut off an announcement."""
    seats = ("--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", "--options", "paused_time=yes")
    listener = listen("play", "icetowers", *seats, speed="normal", reader_pace=min(PACES))
    be_ready(listener)
    rivals_plays = 0
    for began in acts(listener, ACTS):
        rivals_plays += sum(announcement.startswith("Mesa ") for announcement in all_announced_since(listener, began))
        assert_all_is_heard(listener, began)
    assert rivals_plays


def assert_all_is_heard(listener: Listener, since: float) -> None:
    """Check that everything announced since that time is heard to its end."""
    announcements = all_announced_since(listener, since)
    for pace in PACES:
        sounds = listener.audible(pace, since)
        whole = [words.text for words in sounds if words.is_whole]
        assert [words for words in announcements if words not in whole] == [], (
            f"at {pace} characters a second: {sounds}"
        )


# -- waiting


@sampled("game", ["wyoming", "towering", "towers"], ["wyoming"])
def test_plays_are_confirmed_and_bots_wait_for_a_key(listen: Listen, game: str) -> None:
    """By default, bots wait for a key while a screen reader runs. Confirming plays is a setting."""
    arguments = ("play", game, "--seed", "4", "--seats", "human,easy", "--names", "You,Mesa")
    listener = listen(*arguments, bots_wait="", ask_first=True)
    mine_first = listener.wait_for(mine_or_waiting, "a turn").find("push button", WAITING) is None
    if not mine_first:
        listener.type("p")
    listener.wait_for(turn_or_results, "a turn of mine")
    questions = 0
    while not listener.tree().find("push button", WAITING):
        listener.type("h")
        listener.wait_for(lambda tree: (button := main_button(tree)) and button.is_enabled and button, "advice")
        before = len(plays_of(listener, "You"))  # counts only plays, as the hint may still be announced

        def is_played(before: int = before) -> bool:
            return len(plays_of(listener, "You")) > before

        listener.type("p")
        if (
            listener.wait_for(lambda tree: tree.find("push button", "Yes") or is_played(), "a question or a play")
            is True
        ):
            continue  # nothing else could be played, so nothing was asked
        questions += 1
        listener.press("push button", "Yes")
        listener.wait_for(lambda tree: is_played() and mine_or_waiting(tree), "what follows")
    assert questions
    listener.wait_for(
        lambda _: any(announcement.startswith("P lets Mesa play.") for announcement in listener.announced[-2:]),
        "the bot's key",
    )
    plays = len(plays_of(listener, "Mesa"))
    listener.type("p")
    listener.wait_for(lambda _: len(plays_of(listener, "Mesa")) > plays, "Mesa's play")


WAITING = "Let Mesa play"


def mine_or_waiting(tree: Node) -> Node | None:
    return tree if tree.find("push button", WAITING) else turn_or_results(tree)


def plays_of(listener: Listener, name: str) -> list[str]:
    return [announcement for announcement in listener.announced if announcement.startswith(f"{name} ")]


# -- own decks


def give_twelve_cards(listener: Listener, floor: str) -> None:
    listener.press("push button", f"{floor}, 4 in the deck")
    set_option(listener, "Cards", "12")
    page = listener.wait_for_page("A floor")
    assert not nameless(page)
    listener.press("push button", "Done")


def choose_an_effect(listener: Listener) -> None:
    listener.press("push button", "PLAYROOM, 12 in the deck")
    listener.press("push button", "Effect 2")
    page = listener.wait_for_page("Effect 2 of PLAYROOM")
    assert not nameless(page)
    effects = page.find("list", "What it does").children
    assert all(effect.description for effect in effects[:-1])
    listener.do(page.find("list item", "Draws 1"))
    page = listener.wait_for_page("A floor")
    assert page.find("push button", "Effect 2").description == "Draws 1"
    listener.press("push button", "Done")


def my_choice_or_the_end(tree: Node) -> Node | None:
    return tree if tree.find("push button", "Play with it") or "Your choice" in tree.outline() else None


@pytest.mark.long
def test_a_deck_can_be_made_and_played(listen: Listen) -> None:
    listener = listen()
    listener.press("push button", "Deck workshop")
    assert not nameless(listener.wait_for_page("Deck workshop"))
    listener.press("push button", "A new deck")
    page = listener.wait_for_page("My deck")
    assert not any("a deck has" in node.spoken() for node in page)
    for floor in ("PLAYROOM", "TREEHOUSE"):
        give_twelve_cards(listener, floor)
    choose_an_effect(listener)
    listener.press("push button", "Play with it")
    listener.find("slider", "Deck, My deck")
    listener.press("push button", "Start")
    results = play_towers(listener)
    assert len(results.find("list", "Scores").children) == 2


@pytest.mark.long
def test_a_deck_can_be_drafted_by_the_descriptions_of_the_floors(listen: Listen) -> None:
    listener = listen()
    listener.press("push button", "Deck workshop")
    listener.press("push button", "Draft a deck")
    for _ in range(12):
        page = listener.wait_for(my_choice_or_the_end, "my choice")
        if page.find("push button", "Play with it"):
            break
        floors = [node for node in page.find_all("list item") if node.is_enabled]
        assert all(node.description for node in floors)
        before = len(listener.announced)
        listener.do(floors[0])
        listener.press("push button", "Take it")
        listener.wait_to_hear("You take ", before)
    listener.press("push button", "Play with it")
    listener.find("slider", "Deck, Drafted deck")
