"""Whole games played unseen."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.golden import RECORD, sampled
from tests.unfinished import leave_unfinished
from tests.unseen.audible import PACES
from tests.unseen.conftest import Listen
from tests.unseen.games.icetowers_player import acts, be_ready, begin_icetowers, play_icetowers
from tests.unseen.games.players import (
    RESULTS,
    begin,
    choose_suit_and_place,
    main_button,
    play_by_hints,
    play_towering,
    play_towers,
    play_wyoming,
    said_since,
    take_hint,
    turn_or_results,
)
from tests.unseen.listener import Listener, Node, nameless, top_page

# -- games


pytestmark = pytest.mark.window
HERE = Path(__file__).parent
Play = Callable[[Listener], Node]


def check_results(one: Listener, results: Node) -> None:
    """The results name everybody and the winner, and they are announced."""
    assert not nameless(results)
    scores = results.find("list", "Scores")
    assert len(scores.children) == 2
    assert any("winner" in row.name for row in scores.children)
    one.wait_to_hear(" win")


SMALL_TOWERING = {"Colours": "3", "Hand": "5", "Rounds": "1"}
GAMES = [
    ("Towers of Wyoming", {}, "", play_wyoming),
    ("Towering", SMALL_TOWERING, "", play_towering),
    ("Towers", {}, "Easy", play_towers),
]


def test_a_game_is_continued_from_the_title_to_the_results(listen: Listen, home: Path) -> None:
    """The last turns of a game: what a whole one ends with."""
    small = {name.lower(): value for name, value in SMALL_TOWERING.items()}
    leave_unfinished(home, "towering", 1, small)
    one = listen()
    one.press("push button", "Continue Towering")
    check_results(one, play_towering(one))
    assert "Your turn." in one.announced
    one.press("push button", "Title")
    one.wait_for_page("Topping Out")


@pytest.mark.long
@pytest.mark.parametrize(("game", "options", "bot", "play"), GAMES)
def test_a_game_from_the_title_to_the_results(
    listen: Listen, game: str, options: dict[str, str], bot: str, play: Play
) -> None:
    one = listen()
    begin(one, game, options, bot)
    check_results(one, play(one))
    assert "Your turn." in one.announced
    one.press("push button", "Title")
    one.wait_for_page("Topping Out")


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "options"), [("Towers of Wyoming", {}), ("Towering", {"Colours": "3", "Rounds": "2"}), ("Towers", {})]
)
def test_a_game_is_played_by_its_hints(listen: Listen, game: str, options: dict[str, str]) -> None:
    """Turn by turn the player hears whose turn it is, what is advised and what was played."""
    one = listen()
    begin(one, game, options)
    check_results(one, play_by_hints(one))


@pytest.mark.long
def test_all_that_is_announced_in_a_game(listen: Listen) -> None:
    """The whole of a game by ear, word for word, as it is kept beside this test."""
    one = listen("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa")
    check_results(one, play_wyoming(one))
    path = HERE / "wyoming.txt"
    if os.environ.get(RECORD):
        path.write_text("\n".join([*one.announced, ""]))
    lines = len(path.read_text().splitlines())
    one.wait_for(lambda _: len(one.announced) >= lines, "all to be announced")
    heard = "\n".join([*one.announced, ""])
    assert heard == path.read_text(), (
        f"something else is heard; record it with {RECORD}=1, and read it from top to bottom"
    )


@pytest.mark.long  # it takes over a minute
def test_a_game_of_icetowers_with_time_standing_still_from_the_title_to_the_results(listen: Listen) -> None:
    one = listen()
    begin_icetowers(one)
    check_results(one, play_icetowers(one))
    assert "Your turn." in one.announced
    assert sum(said.startswith("You cap ") for said in one.announced) >= 3
    one.press("push button", "Title")
    one.wait_for_page("Topping Out")


def test_what_is_asked_for_during_motion_is_done(listen: Listen) -> None:
    """A button that is pressed while cards are on their way is the one that acts, not what gets the focus then."""
    one = listen("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", speed="normal")
    page = one.wait_for(turn_or_results, "a turn of mine")
    one.do(choose_suit_and_place(one, page))
    one.wait_to_hear("Mesa constructs", after=2)
    one.press("push button", "Menu")
    one.find("push button", "Go on")


# -- guided


def lesson_in(tree: Node) -> Node | None:
    page = top_page(tree)
    return page and page.find("panel", "Lesson ")


def hear_lesson(one: Listener, number: int) -> str:
    """Wait for a lesson; it is announced in the words that its note has, and the focus comes to its button."""
    note: Node = one.wait_for(lambda tree: tree.find("panel", f"Lesson {number} of"), f"lesson {number}")
    words, got_it, skip = note.children
    assert [got_it.name, skip.name] == ["Got it", "Skip the lessons"]
    said = one.wait_to_hear(words.name)
    assert said.startswith(words.name), said
    assert number == 1 or said.startswith(f"{words.name} This is about: "), said
    one.wait_for(lambda tree: "focused" in tree.find("push button", "Got it").states, "the focus on Got it")
    return said


@pytest.mark.long  # the first lesson is heard in test_first_contact.py
def test_the_first_lessons_of_a_guided_game(listen: Listen) -> None:
    """Two lessons before the first play and one after it are heard, found and put away."""
    one = listen()
    one.press("list item", "Towers of Wyoming")
    one.press("push button", "New here? Guided first game")
    lessons = []
    for number in (1, 2):
        lessons.append(hear_lesson(one, number))
        one.press("push button", "Got it")
    page = one.wait_for(lambda tree: not lesson_in(tree) and turn_or_results(tree), "the first play")
    one.do(choose_suit_and_place(one, page))
    lessons.append(hear_lesson(one, 3))
    one.press("push button", "Got it")
    assert ["tells you whose turn" in lessons[0], "Sky" in lessons[1], "Your hand" in lessons[2]] == [True, True, True]
    assert all(one.announced.count(lesson) == 1 for lesson in lessons)


# -- heard


PLAYS = 2
ACTS = 4
"""On the ice, where a turn is one to three of them."""


@sampled(
    "game, speed",
    [("wyoming", "normal"), ("towers", "instant"), ("wyoming", "instant"), ("towering", "normal")],
    [("towers", "instant")],
)
def test_nothing_that_happens_is_cut_off(listen: Listen, game: str, speed: str) -> None:
    """A focus that moves after it was announced would do that: an Orca from 46 on stops speaking then."""
    one = listen("play", game, "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", speed=speed)
    one.wait_for(turn_or_results, "the first turn")
    for _ in range(PLAYS):
        page = take_hint(one)
        assert_all_is_heard(one, one.last_key)
        if page.find("push button", RESULTS):
            break


@pytest.mark.long  # quickly tried by test_news_of_the_focus_waits_until_all_is_said
def test_nothing_that_happens_on_the_ice_is_cut_off(listen: Listen) -> None:
    """A tower with the focus that a bot caps has another name; that is told before, or once all is said."""
    seats = ("--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", "--options", "paused_time=yes")
    one = listen("play", "icetowers", *seats, speed="normal", reader_pace=min(PACES))
    be_ready(one)
    rivals_plays = 0
    for began in acts(one, ACTS):
        rivals_plays += sum(said.startswith("Mesa ") for said in said_since(one, began))
        assert_all_is_heard(one, began)
    assert rivals_plays


def assert_all_is_heard(one: Listener, since: float) -> None:
    """All that was announced since then is heard to its end."""
    said = said_since(one, since)
    for pace in PACES:
        heard = one.audible(pace, since)
        whole = [words.text for words in heard if words.is_whole]
        assert [words for words in said if words not in whole] == [], f"at {pace} characters a second: {heard}"


# -- waiting


@sampled("game", ["wyoming", "towering", "towers"], ["wyoming"])
def test_each_play_is_asked_for_and_each_bot_waits_for_its_key(listen: Listen, game: str) -> None:
    """A bot waits at first, as somebody listens; to be asked before a play counts is a setting."""
    arguments = ("play", game, "--seed", "4", "--seats", "human,easy", "--names", "You,Mesa")
    one = listen(*arguments, bots_wait="", ask_first=True)
    mine_first = one.wait_for(mine_or_waiting, "a turn").find("push button", WAITING) is None
    if not mine_first:
        one.type("p")
    one.wait_for(turn_or_results, "a turn of mine")
    questions = 0
    while not one.tree().find("push button", WAITING):
        one.type("h")
        one.wait_for(lambda tree: (button := main_button(tree)) and button.is_enabled and button, "advice")
        before = len(plays_of(one, "You"))  # the log may still get the last words of the hint

        def is_played(before: int = before) -> bool:
            return len(plays_of(one, "You")) > before

        one.type("p")
        if one.wait_for(lambda tree: tree.find("push button", "Yes") or is_played(), "a question or a play") is True:
            continue  # nothing else could be played, so nothing was asked
        questions += 1
        one.press("push button", "Yes")
        one.wait_for(lambda tree: is_played() and mine_or_waiting(tree), "what follows")
    assert questions
    one.wait_for(lambda _: any(said.startswith("P lets Mesa play.") for said in one.announced[-2:]), "the bot's key")
    plays = len(plays_of(one, "Mesa"))
    one.type("p")
    one.wait_for(lambda _: len(plays_of(one, "Mesa")) > plays, "Mesa's play")


WAITING = "Let Mesa play"


def mine_or_waiting(tree: Node) -> Node | None:
    return tree if tree.find("push button", WAITING) else turn_or_results(tree)


def plays_of(one: Listener, name: str) -> list[str]:
    return [said for said in one.announced if said.startswith(f"{name} ")]
