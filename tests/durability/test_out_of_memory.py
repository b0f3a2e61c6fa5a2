"""Memory runs out at any point of a save: the files stay whole, no line is torn, and the next save is complete."""

import faulthandler
import os
import stat
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.durability.copy_of_the_program import act
from topping_out.game import registry
from topping_out.game.match import Match
from topping_out.game.record import Player, Record, new_header, parse_record
from topping_out.game.storage.files import SyncedFile, write_atomic
from topping_out.game.storage.history import PuzzleTries, PuzzleTry, csv_text, keep_costs, read_costs
from topping_out.game.storage.library import SaveLibrary
from topping_out.game.towers.decks import deck_file, find_decks, parse_deck
from topping_out.scenes.system.settings import Settings, SettingsStore, read_settings

WHERE = ("game/storage/", "game/match.py", "game/record.py", "scenes/system/settings.py")
NOWHERE = {"FileLock", "_lock", "lock_open_file", "is_locked"}
"""Memory runs out in files that match WHERE but not in NOWHERE, classes and functions that need no memory then."""
MAX_LINES = 1500
"""Upper bound for the lines of code that one save executes."""


class Shortage:
    """Raises MemoryError once, at the line with this number, counting executed lines of the program from 0."""

    def __init__(self, number: int) -> None:
        self.left, self.is_over = number, False

    def __enter__(self) -> "Shortage":
        sys.settrace(self._enter)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _enter(self, frame: FrameType, event: str, _: Any) -> Any:
        path, name = frame.f_code.co_filename.replace("\\", "/"), frame.f_code.co_qualname.partition(".")[0]
        return self._line if any(part in path for part in WHERE) and name not in NOWHERE else None

    def _line(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            self.left -= 1
            if self.left < 0:
                self.is_over = True
                sys.settrace(None)
                raise MemoryError
        return self._line


def short_of_memory(number: int, save: Callable[[], object]) -> bool:
    """Save while memory runs out at one line. Tell whether it did.

    This runs in a thread of its own, because if the line is in an exception handler, Python keeps the handled error as
    the context of all later errors of that thread.
    """
    shortage = Shortage(number)

    def run() -> None:
        with shortage, suppress(MemoryError):
            save()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(run).result()
    return shortage.is_over


def free_handle() -> int:
    """Return the lowest unused file handle."""
    handle = os.open(os.devnull, os.O_RDONLY)
    os.close(handle)
    return handle


def new_match(library: SaveLibrary, game: str) -> Match:
    rules = registry.load(game)
    players = [Player("Ana"), Player("Ben", colour=1)]
    options = {option.key: option.default for option in rules.options(2)}
    return library.begin(Record(new_header(rules, players, options, 7, "2026-11-21T12:00:00")))


def resume_and_close(library: SaveLibrary, path: Path) -> None:
    library.resume(path)
    library.close()


def assert_whole(path: Path, match: Match) -> None:
    """Check that the record on the disk is valid and lacks at most the last action."""
    found = parse_record(path.read_bytes())
    assert found.entries == match.record.entries[: len(found.entries)]
    assert len(found.entries) >= len(match.record.entries) - 1
    Match(found)


def check_each_line(runs_out: Callable[[int], bool], least: int = 20) -> None:
    """Let memory run out at one line after the other, until a save has fewer lines; each has more than `least`."""
    number = next(number for number in range(MAX_LINES) if not runs_out(number))
    assert least < number < MAX_LINES - 1


@pytest.mark.parametrize(("game", "is_undo"), [*((name, False) for name in registry.names()), ("wyoming", True)])
def test_a_game_continues_and_its_record_stays_whole(game: str, is_undo: bool, home: Path) -> None:
    def runs_out(number: int) -> bool:
        library = SaveLibrary(home / f"games {number}")
        match = new_match(library, game)
        act(match)
        path = library.path
        assert match.can_undo() or not is_undo
        ran_out = short_of_memory(number, match.undo if is_undo else partial(act, match))
        assert_whole(path, match)
        act(match)
        library.close()
        assert parse_record(path.read_bytes()).entries == match.record.entries
        assert Match(parse_record(path.read_bytes())).state == match.state
        return ran_out

    check_each_line(runs_out)


def test_starting_and_resuming_leave_every_record_whole(home: Path) -> None:
    def runs_out_resuming(number: int) -> bool:
        ran_out = short_of_memory(number, partial(resume_and_close, SaveLibrary(home / "games"), path))
        assert path.read_bytes() == before
        return ran_out

    def runs_out_starting(number: int) -> bool:
        ran_out = short_of_memory(number, partial(new_match, SaveLibrary(home / "new"), "towers"))
        library = SaveLibrary(home / "new")
        library.games()
        assert library.problems == []
        return ran_out

    library = SaveLibrary(home / "games")
    act(new_match(library, "towers"))
    library.close()
    (path,) = (home / "games").glob("*.jsonl")
    before = path.read_bytes()
    check_each_line(runs_out_resuming)
    check_each_line(runs_out_starting)


def _settings(home: Path) -> tuple[Callable[[int], object], Callable[[], object]]:
    store = SettingsStore(home)
    store.load()
    return (
        lambda value: store.save(Settings(player_names=(f"P{value}",))),
        lambda: read_settings(store.path.read_bytes()).player_names[0],
    )


def _results(home: Path) -> tuple[Callable[[int], object], Callable[[], object]]:
    tries = PuzzleTries(home)
    return (
        lambda value: tries.add(PuzzleTry("wyoming", f"P{value}", True, f"{value:09}")),
        lambda: PuzzleTries(home).tries[-1].puzzle,
    )


def _costs(home: Path) -> tuple[Callable[[int], object], Callable[[], object]]:
    return (
        lambda value: keep_costs(home, "a.jsonl", {0: float(value)}),
        lambda: f"P{read_costs(home)['a.jsonl'][0]:.0f}",
    )


def _deck(home: Path) -> tuple[Callable[[int], object], Callable[[], object]]:
    deck, path = next(iter(find_decks().built_in.values())), home / "deck.toml"
    return (
        lambda value: write_atomic(path, deck_file(replace(deck, title=f"P{value}"))),
        lambda: parse_deck(path.read_bytes(), "").title,
    )


def _table(home: Path) -> tuple[Callable[[int], object], Callable[[], object]]:
    path = home / "table.csv"
    return (
        lambda value: write_atomic(path, (csv_text([]) + f"P{value}").encode()),
        lambda: path.read_text("utf-8").rpartition("\n")[2].strip(),
    )


@pytest.mark.parametrize("kind", [_settings, _results, _costs, _deck, _table])
def test_every_other_file_has_its_old_or_its_new_content(kind: Callable[..., Any], home: Path) -> None:
    def runs_out(number: int) -> bool:
        kept = read()
        ran_out = short_of_memory(number, partial(save, number + 1))
        assert read() in (kept, f"P{number + 1}")
        if free_handle() != handle:  # only a folder may stay open: on Windows an open file could not be replaced
            assert stat.S_ISDIR(os.fstat(handle).st_mode)
            os.close(handle)
        save(number + MAX_LINES)
        assert read() == f"P{number + MAX_LINES}"
        return ran_out

    save, read = kind(home)
    save(0)
    handle = free_handle()
    assert read() == "P0"
    check_each_line(runs_out, least=9)


# -- allocations fail inside Python, one after another, in the middle of a save


_testcapi: Any = import_module("_testcapi") if find_spec("_testcapi") else None
SAVED, RAN_OUT, BROKEN = 0, 1, 2
MAX_ALLOCATIONS = 3000
"""Upper bound for the allocations in one save."""


def save_short_of_memory(library: SaveLibrary, game: str, number: int) -> int:
    """Do an action while that allocation fails, then continue. Return SAVED or RAN_OUT."""
    SyncedFile._request_sync = lambda self: None  # type: ignore  # Python waits forever for a thread that gets no memory
    match = new_match(library, game)
    act(match)
    path, status = library.path, SAVED
    seat, action = next((seat, possible) for seat in match.actors for possible in match.game.actions(match.state, seat))
    try:
        _testcapi.set_nomemory(number, number + 1)
        match.act(seat, action, match.ms)
    except MemoryError:
        status = RAN_OUT
    finally:
        _testcapi.remove_mem_hooks()
    assert_whole(path, match)
    act(match)
    library.close()
    assert path.read_bytes() == match.record.to_bytes()
    assert Match(match.record).state == match.state
    return status


def in_a_process(folder: Path, game: str, number: int) -> int:
    """Call `save_short_of_memory` in a forked process. Return its status, which is negative if Python crashed."""
    library = SaveLibrary(folder)
    process = os.fork()
    if not process:
        faulthandler.disable()
        status = BROKEN
        try:
            status = save_short_of_memory(library, game, number)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    (path,) = folder.glob("*.jsonl")
    data = path.read_bytes()
    Match(parse_record(data))
    assert data.endswith(b"\n")
    path.unlink()
    return status


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork, because the process may die")
@pytest.mark.skipif(not hasattr(_testcapi, "set_nomemory"), reason="this Python cannot make allocations fail")
@pytest.mark.parametrize("game", registry.names())
def test_the_record_stays_whole_whichever_allocation_fails(game: str, tmp_path: Path) -> None:
    found = []
    while len(found) < MAX_ALLOCATIONS and found[-20:] != [SAVED] * 20:
        found.append(in_a_process(tmp_path, game, len(found)))
    print(Counter(found))
    assert BROKEN not in found
    assert found.count(RAN_OUT) > 20
    assert found[-1] == SAVED
