"""Allocations fail inside Python, one after another, in the middle of a save: no line is torn or doubled."""

import faulthandler
import os
import traceback
from collections import Counter
from pathlib import Path

import pytest

from tests.durability.copy_of_the_program import act
from tests.durability.test_out_of_memory import assert_whole, new_match
from topping_out.game import registry
from topping_out.game.match import Match
from topping_out.game.record import parse_record
from topping_out.game.storage.files import SyncedFile
from topping_out.game.storage.library import SaveLibrary

_testcapi = pytest.importorskip("_testcapi", reason="this Python was built without the module _testcapi")
pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork, because the process may die"),
    pytest.mark.skipif(not hasattr(_testcapi, "set_nomemory"), reason="this Python cannot make allocations fail"),
]
SAVED, RAN_OUT, BROKEN = 0, 1, 2
MAX_ALLOCATIONS = 3000
"""Upper bound for the allocations in one save."""


def save_short_of_memory(library: SaveLibrary, game: str, number: int) -> int:
    """Do an action while that allocation fails, then continue. Return SAVED or RAN_OUT."""
    SyncedFile._request_sync = lambda self: None  # type: ignore  # Python waits forever for a thread that gets no memory
    match = new_match(library, game)
    act(match)
    path, status = library.path, SAVED
    assert path
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
@pytest.mark.parametrize("game", registry.names())
def test_the_record_stays_whole_whichever_allocation_fails(game: str, tmp_path: Path) -> None:
    found = []
    while len(found) < MAX_ALLOCATIONS and found[-20:] != [SAVED] * 20:
        found.append(in_a_process(tmp_path, game, len(found)))
    print(Counter(found))
    assert BROKEN not in found
    assert found.count(RAN_OUT) > 20
    assert found[-1] == SAVED
