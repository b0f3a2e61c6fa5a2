"""A record that something else deletes, moves, replaces or cuts while it is played: whole again at the next action."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.durability.copy_of_the_program import Job, act, first_line
from topping_out.game import registry
from topping_out.game.match import Match
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.library import SaveLibrary

every_game = pytest.mark.parametrize("game", registry.names())
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nobody deletes or moves an open file there")


def move(path: Path) -> None:
    path.rename(path.with_suffix(".old"))


def replace_by_another(path: Path) -> None:
    path.with_suffix(".new").write_bytes(b'{"another": "game"}\n')
    os.replace(path.with_suffix(".new"), path)


def replace_by_an_older_one(path: Path) -> None:
    whole = path.read_bytes().splitlines(keepends=True)
    path.with_suffix(".new").write_bytes(b"".join(whole[:-2]))
    os.replace(path.with_suffix(".new"), path)


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 7)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def scribble(path: Path) -> None:
    data = path.read_bytes()
    with path.open("r+b") as file:
        file.write(b"#" * (len(data) - 1))


def remove_folder(path: Path) -> None:
    path.unlink()
    path.parent.rmdir()


HANDS: dict[str, Callable[[Path], None]] = {
    "deleted": Path.unlink, "moved": move, "replaced": replace_by_another, "set back": replace_by_an_older_one,
    "cut": cut, "emptied": empty, "scribbled over": scribble, "its folder deleted": remove_folder,
}  # fmt: skip
every_hand = pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS)


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def library(tmp_path: Path, told: list[str]) -> Iterator[SaveLibrary]:
    library = SaveLibrary(tmp_path / "games", told.append)
    yield library
    library.close()


def play(library: SaveLibrary, match: Match, actions: int) -> None:
    for _ in range(actions):
        act(match)
    library.flush()


def path_of(library: SaveLibrary) -> Path:
    assert library.path
    return library.path


@every_hand
@every_game
def test_the_next_action_writes_it_anew_and_it_is_told(
    library: SaveLibrary, told: list[str], game: str, hand: Callable[[Path], None]
) -> None:
    match = library.start(first_line(Job("", game), 0))
    play(library, match, 8)
    assert told == []
    hand(path_of(library))
    play(library, match, 1)
    assert read_record(path_of(library)) == match.record
    (sentence,) = told
    assert path_of(library).name in sentence
    assert library.problem == ""
    play(library, match, 6)
    assert read_record(path_of(library)) == match.record
    assert len(told) == 1


@every_hand
def test_a_game_that_was_taken_up_is_whole_again_too(tmp_path: Path, hand: Callable[[Path], None]) -> None:
    first = SaveLibrary(tmp_path / "games")
    play(first, first.start(first_line(Job("", "wyoming"), 0)), 5)
    path = path_of(first)
    first.close()
    library = SaveLibrary(tmp_path / "games")
    match = library.resume(path)
    hand(path)
    play(library, match, 1)
    assert read_record(path_of(library)) == match.record
    library.close()
    (left,) = SaveLibrary(tmp_path / "games").unfinished()
    assert left.path == path_of(library) if library.path else left.path.exists()


def test_what_another_has_put_there_stays(library: SaveLibrary) -> None:
    match = library.start(first_line(Job("", "towers"), 0))
    play(library, match, 4)
    before = path_of(library)
    replace_by_another(before)
    play(library, match, 1)
    assert before.read_bytes() == b'{"another": "game"}\n'
    assert path_of(library) != before


def test_a_game_gone_on_with_elsewhere_is_not_cut(library: SaveLibrary) -> None:
    """A sync program brings a later state of the same game."""
    match = library.start(first_line(Job("", "towers"), 0))
    play(library, match, 4)
    before = path_of(library)
    later = before.read_bytes() + b'[9,0,"tick"]\n'
    before.with_suffix(".new").write_bytes(later)
    os.replace(before.with_suffix(".new"), before)
    play(library, match, 1)
    assert before.read_bytes() == later
    assert read_record(path_of(library)) == match.record


def test_a_touch_changes_nothing(library: SaveLibrary, told: list[str]) -> None:
    match = library.start(first_line(Job("", "towers"), 0))
    play(library, match, 4)
    os.utime(path_of(library), ns=(1, 1))
    play(library, match, 4)
    assert read_record(path_of(library)) == match.record
    assert told == []


def test_the_game_is_still_locked_once_it_lies_elsewhere(library: SaveLibrary) -> None:
    match = library.start(first_line(Job("", "towers"), 0))
    play(library, match, 4)
    path_of(library).unlink()
    play(library, match, 1)
    assert SaveLibrary(library.folder).unfinished() == []
