"""What is really spoken."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.golden import RECORD
from tests.unseen.audible import PACES
from tests.unseen.conftest import Listen
from tests.unseen.desktop import Desktop
from tests.unseen.games.icetowers_player import acts, be_ready, play_on_ice
from tests.unseen.games.players import play_towering, play_towers, play_wyoming, said_since, take_hint
from tests.unseen.listener import Listener, Node
from tests.unseen.spoken.account import Account
from tests.unseen.spoken.conftest import start_orca
from tests.unseen.spoken.real_orca import Orca, OwnVoice

# -- orca


pytestmark = pytest.mark.window
long = pytest.mark.long  # an Orca this old leaves something out now and then
FLASH = 6.0
"""Seconds after which Orca shows no announcement any more: a second more than it waits."""
ACTS = 9
"""On the ice, where a turn is one to three of them."""


@long
def test_orca_says_pages_rows_and_what_happens(listen: Listen, orca: Orca) -> None:
    """Where the focus comes, what a row is set to, in braille too, and what happens; an answer is said each time."""
    one = listen()
    orca.wait_to_hear("New game")
    one.press("push button", "Settings")
    orca.wait_to_hear("Settings panel")
    one.do_focus("slider", "Text size")
    orca.wait_to_hear("Text size, 100% slider")
    assert orca.cells.startswith("Text size, 100%")  # not with what it lies in
    one.type("Right")
    orca.wait_to_hear("Text size, 115%")
    for value in (100, 115):
        assert any(f"Text size, {value}%" in line for line in orca.braille), orca.braille
    for times in (1, 2):
        one.type("s")
        orca.wait_to_hear("There's no game on this page.", times, lambda: one.type("s"))


def test_orca_says_what_a_heading_is_called(listen: Listen, orca: Orca) -> None:
    """Of what has a heading's role, one from 46 on says the role alone."""
    one = listen()
    orca.wait_to_hear("New game", 1, lambda: one.type("Down", "Up"))
    one.press("push button", "Rules")
    orca.wait_to_hear("A game by ")
    one.type("Down")
    orca.wait_to_hear("The game in a minute, heading", 1, lambda: one.type("Up", "Down"))


@long
def test_orca_says_all_that_happens_in_a_game(listen: Listen, orca: Orca) -> None:
    """A whole game: each play is spoken, and the results."""
    one = listen("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa")
    Account(one, orca)
    turns = count(1)
    results = play_wyoming(one, lambda: orca.wait_to_hear("Your turn.", next(turns), lambda: one.type("t")))
    orca.wait_to_hear(f"{results.name} dialog")
    assert sum(said.startswith("You ") for said in orca.spoken) >= 4
    for said in one.announced:
        orca.wait_to_hear(said)


@long
@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_orca_says_whole_turns_to_their_ends(listen: Listen, orca: Orca, game: str) -> None:
    """What one plays, what bots play and that it is one's turn again is spoken, and nothing cuts it off."""
    one = listen("play", game, "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", speed="normal")
    for _ in range(2):
        take_hint(one)
        check_heard(one, orca, one.last_key)


@long
def test_what_is_said_stays_on_the_braille_line_until_a_key(listen: Listen, desktop: Desktop) -> None:
    """Where the player wants it: Orca itself shows an announcement for five seconds. It is spoken all the same."""
    orca = start_orca(desktop, "newer orca")
    arguments = ("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa")
    one = listen(*arguments, said_stays=True, bots_wait="key")
    orca.wait_to_hear("P lets Mesa play.")
    time.sleep(FLASH)
    assert "P lets Mesa play." in orca.cells
    one.type("p")
    orca.wait_to_hear("Your turn.", 1, lambda: one.type("t"))
    time.sleep(FLASH)
    assert orca.cells.startswith("Mesa constructs 3")
    one.type("1")
    one.wait_for(lambda _: not orca.cells.startswith("Mesa"), "the answer to the key on the line")


PERSISTENT = "from orca import settings\nsettings.flashIsPersistent = True\n"
"""What *Messages are persistent* among the older Orca's own preferences of braille does."""


@long
def test_the_older_orca_keeps_what_is_said_on_the_braille_line_by_its_own_preference(
    listen: Listen, desktop: Desktop, home: Path
) -> None:
    """It speaks no focus that is new, so that the program's own setting does nothing there."""
    place = home / ".local/share/orca/orca-customizations.py"
    place.parent.mkdir(parents=True)
    place.write_text(PERSISTENT)
    orca = start_orca(desktop, "orca")
    arguments = ("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa")
    one = listen(*arguments, bots_wait="key")
    orca.wait_to_hear("P lets Mesa play.")
    time.sleep(FLASH)
    assert "P lets Mesa play." in orca.cells
    one.type("1")
    one.wait_for(lambda _: "P lets Mesa play." not in orca.cells, "the answer to the key on the line")


@long
def test_orca_says_whole_turns_on_the_ice(listen: Listen, orca: Orca) -> None:
    seats = ("--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", "--options", "paused_time=yes")
    one = listen("play", "icetowers", *seats, speed="normal", reader_pace=min(PACES))
    be_ready(one)
    for began in acts(one, ACTS):
        check_heard(one, orca, began)


def check_heard(one: Listener, orca: Orca, since: float) -> None:
    """All that was announced since then is spoken, and nothing cuts it off."""
    said = said_since(one, since)
    for words in said:
        orca.wait_to_hear(words)
    for pace in PACES:
        heard = orca.heard(pace, since)
        whole = " ".join(words.text for words in heard if words.is_whole)
        assert [words for words in said if words not in whole] == [], f"at {pace} characters a second: {heard}"


# -- transcripts


HERE = Path(__file__).parent / "heard"
WHOLE = "100% 100%  "
"""Begins a line that is heard to its end at either pace."""
BY_THE_CLOCK = frozenset(("icetowers",))
"""Games whose bots choose by the time that has passed, so that no two are alike."""


GAMES = [
    ("wyoming", "short=yes", play_wyoming),
    ("towering", "colours=3,hand=5,rounds=1", play_towering),
    ("towers", "", play_towers),
    ("icetowers", "paused_time=yes", play_on_ice),
]


def sit_down(listen: Listen, voice: Orca | OwnVoice, game: str, options: str) -> Listener:
    words = ("--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", "--options", options)
    return listen(*voice.options, "play", game, *words, reader_pace=min(PACES))


def golden(voice: Orca | OwnVoice, game: str) -> Path:
    return HERE / f"{game}, {voice.name}.txt"


def all_heard(account: Account) -> list[str]:
    """Return the lines of an account, each of which is whole."""
    lines = [*account.lines()]
    assert [line for line in lines if not line.startswith(WHOLE)] == []
    return lines


@pytest.mark.long
@pytest.mark.parametrize(("game", "options", "play"), GAMES)
def test_a_whole_game_as_it_is_heard(
    listen: Listen, voice: Orca | OwnVoice, game: str, options: str, play: Callable[[Listener], Node]
) -> None:
    """From the first turn to the results, which every Orca says too."""
    one = sit_down(listen, voice, game, options)
    account = Account(one, voice)
    results = play(one)
    account.listen_to_the_end()
    if isinstance(voice, Orca):
        voice.wait_to_hear(f"{results.name} dialog")
    lines = all_heard(account)
    heard = "\n".join((f"{PACES[0]:>4} {PACES[1]:>4}  characters a second", *lines, ""))
    path = golden(voice, game)
    if os.environ.get(RECORD):
        path.write_text(heard)
    kept = heard if game in BY_THE_CLOCK else path.read_text()
    assert heard.splitlines() == kept.splitlines(), f"record it with {RECORD}=1, and read it from top to bottom"
