"""Whole games in the program for Windows: by mouse, by both halves of the keyboard, and after a kill."""

import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.package.windows.conftest import Start
from tests.package.windows.shadow import Shadow
from tests.package.windows.under_wine import Run, record_in, records, write_settings
from tests.window.games.icetowers_player import KeyPlayer
from tests.window.games.turn_player import place_for
from topping_out.game import registry
from topping_out.game.bots.weights import bot_named
from topping_out.game.record import Record, fold
from topping_out.game.registry import load
from topping_out.game.wyoming.actions import Play, suit_of

pytestmark = [pytest.mark.package, pytest.mark.xdist_group("wine"), pytest.mark.timeout(3600)]
WYOMING = load("wyoming")
KEYS = [list(keys.values()) for keys in KeyPlayer.KEYS]
SHOWN_AFTER = 6.0
"""Seconds until the results are completely visible."""
FOOT = (640, 680)
"""Position of the button on the page that counts the pips."""
Keep = Callable[[str], None]


def is_over(record: Record) -> bool:
    return load(record.header.game).outcome(fold(record)) is not None


def is_my_turn(record: Record) -> bool:
    humans = {seat for seat, player in enumerate(record.header.seats) if player.is_human}
    return bool(humans & load(record.header.game).actors(fold(record)))


def wait_for_turn(run: Run, home: Path) -> Record:
    """Wait until it is the player's turn, or the game is over."""

    def found() -> Record | None:
        record = record_in(home)
        return record if record and (is_over(record) or is_my_turn(record)) else None

    record: Record = run.wait_for(found, "my turn")
    return record


def play_by_mouse(run: Run, shadow: Shadow, home: Path, turns: int = 1000) -> Record:
    """Play by clicks what a bot would play, for `turns` turns or to the end."""
    for _ in range(turns):
        record = wait_for_turn(run, home)
        if is_over(record):
            return record
        points = points_of(shadow, record)
        done = len(record.entries)
        run.wait_for(lambda points=points, done=done: click_play(run, home, points, done), "the play to be done")
    return wait_for_turn(run, home)


def click_play(run: Run, home: Path, points: list[tuple[int, int]], done: int) -> bool:
    """Click, and tell whether that made a play. If not, because the table was not ready, clear the selection."""
    run.click(*points)
    try:
        return bool(run.wait_for(lambda: len(record_in(home).entries) > done, "a play", patience=4))
    except AssertionError:
        run.key("Escape", "Escape")
        return False


def points_of(shadow: Shadow, record: Record) -> list[tuple[int, int]]:
    """Return the positions of the cards that a bot would play, and of their destination."""
    scene = shadow.table(record)
    state, seat = fold(record), 0
    actions = WYOMING.actions(state, seat)
    play: Play = bot_named(WYOMING, "medium").choose(WYOMING.view(state, seat), actions, random.Random(0))
    cards = [w for w in scene.widgets if getattr(w, "card", None) is not None and suit_of(w.card) == play.suit]
    return [*map(shadow.middle, cards[: play.count]), shadow.where(place_for(play))]


def test_a_card_game_can_be_played_by_mouse(start: Start, shadow: Shadow, home: Path, keep: Keep) -> None:
    write_settings(home, speed="instant", idle_life=False, coach=False)
    run = start()
    shadow.title()
    new = shadow.click("new")
    run.wait_for(lambda: run.click(new) or start_clicked(run, shadow, home), "the table")
    play_by_mouse(run, shadow, home, turns=2)
    keep("wyoming")
    record = play_by_mouse(run, shadow, home)
    assert is_over(record)
    time.sleep(SHOWN_AFTER)
    keep("results")
    ask_for_rematch(run, home)
    assert run.close() == 0


def ask_for_rematch(run: Run, home: Path) -> None:
    """Press the key that only the results page has. A second record shows that the page was there."""
    run.wait_for(lambda: run.key("n") or len(records(home)) == 2, "the rematch")


def start_clicked(run: Run, shadow: Shadow, home: Path) -> bool:
    """Click the start button of the set-up page. Tell whether a game has start_clicked."""
    run.click(shadow.where("start"))
    try:
        return bool(run.wait_for(lambda: record_in(home), "the game", patience=8))
    except AssertionError:
        return False


def test_a_killed_game_can_be_continued(start: Start, shadow: Shadow, home: Path) -> None:
    write_settings(home, speed="instant", idle_life=False)
    run = start("play", "wyoming", "--seats", "human,easy", "--options", "tidal", "--seed", "7")
    kept = play_by_mouse(run, shadow, home, turns=3).entries
    run.kill()
    (saved,) = records(home)
    folder = shadow.app.context.library.folder
    folder.mkdir(parents=True)
    shutil.copy(saved, folder)
    shadow.title()
    run = start()
    go_on = shadow.where("continue")
    run.wait_for(lambda: run.click(go_on) or has_grown(run, shadow, home, len(kept)), "the game to go on")
    record = record_in(home)
    assert record.entries[: len(kept)] == kept


def has_grown(run: Run, shadow: Shadow, home: Path, done: int) -> bool:
    record = wait_for_turn(run, home)
    return click_play(run, home, points_of(shadow, record), len(record.entries)) or len(record_in(home).entries) > done


def test_icetowers_can_be_played_on_both_halves_of_the_keyboard(start: Start, home: Path, keep: Keep) -> None:
    hands = {"icetowers": {"seats": [], "options": {}, "hands": ("keys 1", "keys 2")}}
    write_settings(home, speed="instant", setups=hands)
    run = start("play", "icetowers", "--seats", "human,human", "--seed", "5", "--options", "timer=1")
    rng = random.Random(1)

    def done() -> bool:
        for half in rng.sample(KEYS, 2):
            run.key(*(rng.choice(half[:5]) for _ in range(8)))
        record = record_in(home)
        verbs = {(entry.seat, entry.text.split()[0]) for entry in record.entries} if record else set()
        return {(seat, verb) for seat in (0, 1) for verb in ("lift", "place")} <= verbs

    run.take_focus()
    run.wait_for(done, "pieces lifted and placed by both", patience=600)
    keep("icetowers")
    run.wait_for(lambda: is_over(record_in(home)), "the end of the game", patience=600)
    time.sleep(SHOWN_AFTER)
    keep("icetowers-count")
    run.click(FOOT)
    time.sleep(SHOWN_AFTER)
    keep("icetowers-results")
    run.wait_for(lambda: run.click(FOOT) or run.key("n") or len(records(home)) == 2, "the rematch")


@pytest.mark.parametrize("game", registry.names())
def test_the_table_of_every_game_opens(start: Start, home: Path, game: str, keep: Keep) -> None:
    write_settings(home, speed="instant")
    run = start("play", game, "--seats", "easy,medium", "--seed", "3")
    run.wait_for(lambda: (record := record_in(home)) and len(record.entries) > 5, "some plays")
    keep(f"table-{game}")
    assert list((home / "log").glob("report-*")) == []
    assert run.close() == 0
