"""What screen readers and the program's own voice really speak."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count, pairwise
from pathlib import Path

import pytest

from tests.golden import RECORD
from tests.unseen.conftest import Listen, start_orca
from tests.unseen.games.players import (
    QUIET,
    acts,
    all_announced_since,
    be_ready,
    be_ready_and_play,
    play_towering,
    play_towers,
    play_wyoming,
    take_hint,
)
from tests.unseen.listener import PACES, Desktop, Heard, Listener, Node, listen
from tests.unseen.spoken.real_orca import Orca, OwnVoice

# -- account


END = re.compile(r"(?<=[.!?…]) +")
"""The gap between two sentences. An Orca before 46 gets all sentences of a turn at once."""
REPLY_SECONDS = 6.0
"""Longest time from an action to its first announcement on a busy machine, in seconds."""
NEVER_SPOKEN_AFTER = 20.0
"""After this many seconds, an announcement counts as never spoken."""


class Account:
    """The announcements of a game, and how much of them was audible."""

    def __init__(self, listener: Listener, voice: Orca | OwnVoice) -> None:
        self.listener, self.voice = listener, voice
        self.action_times = [0.0]
        listener.before_acting = self.listen_to_the_end

    def listen_to_the_end(self) -> None:
        """Wait until everything announced has been spoken and nothing more comes."""
        self._wait_until(REPLY_SECONDS, lambda: self.listener.announced_since(self.action_times[-1]))
        announced: list[str] = []
        while announced != (announced := self.listener.announced_since(self.action_times[-1])):
            self._wait_until(NEVER_SPOKEN_AFTER, lambda texts=announced: self._are_spoken(texts))
            time.sleep(QUIET)
        self.action_times.append(time.monotonic())

    def _wait_until(self, seconds: float, condition: Callable[[], object]) -> None:
        """Wait for the condition, at most this long."""
        until = time.monotonic() + seconds
        while not condition() and time.monotonic() < until:
            time.sleep(0.05)

    def _are_spoken(self, announced: Sequence[str]) -> bool:
        """Tell whether all of these were spoken since the last action."""
        spoken = " ".join(sound.text for sound in self.voice.sounds if sound.at >= self.action_times[-1])
        return all(words in spoken for words in announced)

    def lines(self) -> Iterator[str]:
        """Yield each announced sentence with its audible share at each of the PACES."""
        sounds = self.voice.sounds
        for begin, end in pairwise(self.action_times):
            now = [sound for sound in sounds if begin <= sound.at < end]
            at_paces = [listen(now, pace) for pace in PACES]
            text = " ".join(self.listener.announced_between(begin, end))
            for sentence in filter(None, END.split(text)):
                shares = [share_of(sentence, sounds_at_pace) for sounds_at_pace in at_paces]
                yield " ".join((*(f"{share:4.0%}" for share in shares), f" {sentence}"))


def share_of(sentence: str, sounds: list[Heard]) -> float:
    """Return how much of a sentence is audible, and mark it as found in `sounds`."""
    for place, text in enumerate(sounds):
        if (begin := text.text.find(sentence)) >= 0:
            rest = text.share * len(text.text) - begin
            sounds[place] = Heard(text.text.replace(sentence, "_" * len(sentence), 1), text.share)
            return max(0.0, min(1.0, rest / len(sentence)))
    return 0.0


# -- orca


pytestmark = pytest.mark.window
long = pytest.mark.long  # an Orca this old sometimes skips something
FLASH = 6.0
"""Seconds after which Orca has removed an announcement from the braille line (it waits 5)."""
ACTS = 9
"""Actions in IceTowers; a turn takes one to three."""


@long
def test_orca_speaks_pages_rows_and_announcements(listen: Listen, orca: Orca) -> None:
    """The focus, the value of a row, also in braille, and announcements. A reply is spoken each time."""
    listener = listen()
    orca.wait_to_hear("New game")
    listener.press("push button", "Settings")
    orca.wait_to_hear("Settings panel")
    listener.press("push button", "Screen")
    orca.wait_to_hear("Screen panel")
    listener.do_focus("slider", "Text size")
    orca.wait_to_hear("Text size, 100% slider")
    assert orca.cells.startswith("Text size, 100%")  # without its containers
    listener.type("Right")
    orca.wait_to_hear("Text size, 115%")
    for value in (100, 115):
        assert any(f"Text size, {value}%" in line for line in orca.braille), orca.braille
    for times in (1, 2):
        listener.type("s")
        orca.wait_to_hear("There's no game on this page.", times, lambda: listener.type("s"))


def test_orca_speaks_the_text_of_a_heading(listen: Listen, orca: Orca) -> None:
    """Orca from 46 on speaks only the role of a node with the role of a heading."""
    listener = listen()
    orca.wait_to_hear("New game", 1, lambda: listener.type("Down", "Up"))
    listener.press("push button", "Rules")
    orca.wait_to_hear("A game by ")
    listener.type("Down")
    orca.wait_to_hear("The game in a minute, heading", 1, lambda: listener.type("Up", "Down"))


def test_orca_speaks_announcements_while_a_dialog_has_the_focus(listen: Listen, orca: Orca) -> None:
    """A reply to a key in the pause, which an Orca before 46 ignored."""
    listener = listen("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa")
    orca.wait_to_hear("Your turn.", 1, lambda: listener.type("t"))
    listener.type("Escape")
    orca.wait_to_hear(f"Paused {orca.dialog}")
    orca.wait_to_hear("There's no game on this page.", 1, lambda: listener.type("s"))


@long
def test_orca_speaks_everything_announced_in_a_game(listen: Listen, orca: Orca) -> None:
    """In a whole game, each play and the results are spoken."""
    listener = listen("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa")
    Account(listener, orca)
    turns = count(1)
    results = play_wyoming(listener, lambda: orca.wait_to_hear("Your turn.", next(turns), lambda: listener.type("t")))
    orca.wait_to_hear(f"{results.name} {orca.dialog}")
    assert sum(announcement.startswith("You ") for announcement in orca.spoken) >= 4
    for announcement in listener.announced:
        orca.wait_to_hear(announcement)


@long
@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_orca_speaks_whole_turns_without_being_cut_off(listen: Listen, orca: Orca, game: str) -> None:
    """The player's play, the bots' plays and the player's next turn are spoken, and nothing cuts them off."""
    listener = listen("play", game, "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", speed="normal")
    for _ in range(2):
        take_hint(listener)
        check_heard(listener, orca, listener.last_key)


@long
def test_an_announcement_can_stay_on_the_braille_line_until_a_key(listen: Listen, desktop: Desktop) -> None:
    """With the program's setting. (Orca itself shows an announcement for five seconds.) It is spoken as well."""
    orca = start_orca(desktop, "newer orca")
    arguments = ("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa")
    listener = listen(*arguments, said_stays=True, bots_wait="key")
    orca.wait_to_hear("P lets Mesa play.")
    time.sleep(FLASH)
    assert "P lets Mesa play." in orca.cells
    listener.type("p")
    orca.wait_to_hear("Your turn.", 1, lambda: listener.type("t"))
    time.sleep(FLASH)
    assert orca.cells.startswith("Mesa constructs 3")
    listener.type("1")
    listener.wait_for(lambda _: not orca.cells.startswith("Mesa"), "the answer to the key on the line")


PERSISTENT = "from orca import settings\nsettings.flashIsPersistent = True\n"
"""The effect of *Messages are persistent* in the braille preferences of the older Orca."""


@long
def test_the_older_orca_keeps_announcements_by_its_own_preference(listen: Listen, desktop: Desktop, home: Path) -> None:
    """It doesn't speak a focus on a new node, so the program's own setting has no effect there."""
    place = home / ".local/share/orca/orca-customizations.py"
    place.parent.mkdir(parents=True)
    place.write_text(PERSISTENT)
    orca = start_orca(desktop, "orca")
    arguments = ("play", "wyoming", "--seed", "3", "--seats", "human,easy", "--names", "You,Mesa")
    listener = listen(*arguments, bots_wait="key")
    orca.wait_to_hear("P lets Mesa play.")
    time.sleep(FLASH)
    assert "P lets Mesa play." in orca.cells
    listener.type("1")
    listener.wait_for(lambda _: "P lets Mesa play." not in orca.cells, "the answer to the key on the line")


@long
def test_orca_speaks_whole_turns_of_icetowers(listen: Listen, orca: Orca) -> None:
    seats = ("--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", "--options", "paused_time=yes")
    listener = listen("play", "icetowers", *seats, speed="normal", reader_pace=min(PACES))
    be_ready(listener)
    for began in acts(listener, ACTS):
        check_heard(listener, orca, began)


def check_heard(listener: Listener, orca: Orca, since: float) -> None:
    """Check that everything announced since that time is spoken and not cut off."""
    announcements = all_announced_since(listener, since)
    for words in announcements:
        orca.wait_to_hear(words)
    for pace in PACES:
        spoken = orca.heard(pace, since)
        whole = " ".join(words.text for words in spoken if words.is_whole)
        assert [words for words in announcements if words not in whole] == [], (
            f"at {pace} characters a second: {spoken}"
        )


# -- transcripts


HERE = Path(__file__).parent / "heard"
WHOLE = "100% 100%  "
"""The beginning of a line that is heard to its end at both paces."""
BY_THE_CLOCK = frozenset(("icetowers",))
"""Games whose bots depend on real time, so that every game is different."""


GAMES = [
    ("wyoming", "short=yes", play_wyoming),
    ("towering", "colours=3,hand=5,rounds=1", play_towering),
    ("towers", "", play_towers),
    ("icetowers", "paused_time=yes", be_ready_and_play),
]


def start_game(listen: Listen, voice: Orca | OwnVoice, game: str, options: str) -> Listener:
    arguments = ("--seed", "3", "--seats", "human,easy", "--names", "You,Mesa", "--options", options)
    return listen(*voice.options, "play", game, *arguments, reader_pace=min(PACES))


def golden(voice: Orca | OwnVoice, game: str) -> Path:
    return HERE / f"{game}, {voice.name}.txt"


def all_heard(account: Account) -> list[str]:
    """Return the lines of an account. Fail if one was not heard to its end."""
    lines = [*account.lines()]
    assert [line for line in lines if not line.startswith(WHOLE)] == []
    return lines


@pytest.mark.long
@pytest.mark.parametrize(("game", "options", "play"), GAMES)
def test_the_transcript_of_a_whole_game(
    listen: Listen, voice: Orca | OwnVoice, game: str, options: str, play: Callable[[Listener], Node]
) -> None:
    """From the first turn to the results."""
    listener = start_game(listen, voice, game, options)
    account = Account(listener, voice)
    results = play(listener)
    account.listen_to_the_end()
    if isinstance(voice, Orca):
        voice.wait_to_hear(f"{results.name} {voice.dialog}")
    account.listen_to_the_end()  # what the page of results says comes after a pause, perhaps only now
    lines = all_heard(account)
    transcript = "\n".join((f"{PACES[0]:>4} {PACES[1]:>4}  characters a second", *lines, ""))
    path = golden(voice, game)
    if os.environ.get(RECORD):
        path.write_text(transcript)
    kept = transcript if game in BY_THE_CLOCK else path.read_text()
    assert transcript.splitlines() == kept.splitlines(), f"record it with {RECORD}=1, and read it from top to bottom"
