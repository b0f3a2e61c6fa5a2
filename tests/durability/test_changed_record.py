"""A record that another program deletes, moves, replaces or truncates during play is restored by the next action."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.durability.copy_of_the_program import Job, act, first_line
from topping_out.game import registry
from topping_out.game.match import Match
from topping_out.game.storage.library import SaveLibrary, read_record

every_game = pytest.mark.parametrize("game", registry.names())
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows does not let open files be deleted or moved")


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


DAMAGES: dict[str, Callable[[Path], None]] = {
    "deleted": Path.unlink, "moved": move, "replaced": replace_by_another, "set back": replace_by_an_older_one,
    "cut": cut, "emptied": empty, "scribbled over": scribble, "its folder deleted": remove_folder,
}  # fmt: skip
every_kind_of_damage = pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)


@pytest.fixture
def warnings() -> list[str]:
    return []


@pytest.fixture
def library(tmp_path: Path, warnings: list[str]) -> Iterator[SaveLibrary]:
    library = SaveLibrary(tmp_path / "games", warnings.append)
    yield library
    library.close()


def play(library: SaveLibrary, match: Match, actions: int) -> None:
    for _ in range(actions):
        act(match)
    library.flush()


def path_of(library: SaveLibrary) -> Path:
    assert library.path
    return library.path


@every_kind_of_damage
@every_game
def test_the_next_action_restores_the_record_and_warns_once(
    library: SaveLibrary, warnings: list[str], game: str, damage: Callable[[Path], None]
) -> None:
    match = library.start(first_line(Job("", game), 0))
    play(library, match, 8)
    assert warnings == []
    damage(path_of(library))
    play(library, match, 1)
    assert read_record(path_of(library)) == match.record
    (sentence,) = warnings
    assert path_of(library).name in sentence
    assert library.problem == ""
    play(library, match, 6)
    assert read_record(path_of(library)) == match.record
    assert len(warnings) == 1


@every_kind_of_damage
def test_the_record_of_a_resumed_game_is_restored_too(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    first = SaveLibrary(tmp_path / "games")
    play(first, first.start(first_line(Job("", "wyoming"), 0)), 5)
    path = path_of(first)
    first.close()
    library = SaveLibrary(tmp_path / "games")
    match = library.resume(path)
    damage(path)
    play(library, match, 1)
    restored = path_of(library)
    assert read_record(restored) == match.record
    library.close()
    (left,) = SaveLibrary(tmp_path / "games").unfinished()
    assert left.path == restored


def test_a_file_put_in_its_place_is_left_alone(library: SaveLibrary) -> None:
    match = library.start(first_line(Job("", "towers"), 0))
    play(library, match, 4)
    before = path_of(library)
    replace_by_another(before)
    play(library, match, 1)
    assert before.read_bytes() == b'{"another": "game"}\n'
    assert path_of(library) != before


def test_a_record_continued_elsewhere_is_not_truncated(library: SaveLibrary) -> None:
    """A file-syncing program may bring a later state of the same game."""
    match = library.start(first_line(Job("", "towers"), 0))
    play(library, match, 4)
    before = path_of(library)
    later = before.read_bytes() + b'[9,0,"tick"]\n'
    before.with_suffix(".new").write_bytes(later)
    os.replace(before.with_suffix(".new"), before)
    play(library, match, 1)
    assert before.read_bytes() == later
    assert read_record(path_of(library)) == match.record


def test_a_changed_file_time_alone_changes_nothing(library: SaveLibrary, warnings: list[str]) -> None:
    match = library.start(first_line(Job("", "towers"), 0))
    play(library, match, 4)
    os.utime(path_of(library), ns=(1, 1))
    play(library, match, 4)
    assert read_record(path_of(library)) == match.record
    assert warnings == []


def test_a_restored_game_stays_locked(library: SaveLibrary) -> None:
    match = library.start(first_line(Job("", "towers"), 0))
    play(library, match, 4)
    path_of(library).unlink()
    play(library, match, 1)
    assert SaveLibrary(library.folder).unfinished() == []
