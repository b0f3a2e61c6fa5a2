"""Read hostile files under Python's audit hooks, and print everything that was done apart from reading them.

    PYTHONPATH=build python -m tests.untrusted.audited FOLDER COUNT

Memory and processor time are limited by the system.
"""

import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import given, settings

from tests.untrusted.hostile import hostile_records, real_record
from tests.untrusted.test_files import DATA, STANDARD, hostile_files, hostile_settings
from topping_out.game import registry
from topping_out.game.assets import GAMES
from topping_out.game.cli.games import json_lines, text_lines
from topping_out.game.match import Match
from topping_out.game.record import RecordError
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.storage.library import SaveLibrary, read_record
from topping_out.game.towers.decks import find_decks
from topping_out.scenes.system.settings import SettingsStore

MEMORY = 2 * 2**30
SECONDS = 300
HARMLESS = {"object.__getattr__", "object.__setattr__", "sys._getframe", "code.__new__", "builtins.id"}
"""Events that affect nothing outside the process."""
LISTINGS = {"os.listdir", "os.scandir", "glob.glob", "glob.glob/2", "pathlib.Path.glob"}


class Watch:
    """Records every audit event except the reading of permitted files."""

    def __init__(self, folder: Path) -> None:
        self.is_on = False
        self.seen: set[str] = set()
        self.reads = 0
        self._may = (str(folder), str(GAMES / "towers" / "decks"))
        sys.addaudithook(self.record_event)

    def record_event(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.is_on or event in HARMLESS:
            return
        if event == "open":
            path, _, flags = arguments
            changes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
            if not changes and (isinstance(path, int) or str(path).startswith(self._may)):
                self.reads += 1
                return
        if event in LISTINGS and str(arguments[0]).startswith(self._may):
            return
        self.is_on = False
        self.seen.add(f"{event} {arguments!r:.300}")
        self.is_on = True


def use_records(folder: Path) -> None:
    """Read a record, replay it, and print it as text and JSON."""
    try:
        record = read_record(folder / "hostile.jsonl")
        Match(record)
        text_lines(record)
        list(json_lines(record))
    except RecordError as error:
        str(error)


def use_decks(folder: Path) -> None:
    find_decks()


def use_settings(folder: Path) -> None:
    """Read settings. Unreadable ones are renamed, which is the only permitted change to a file."""
    SettingsStore(folder).load()


def warm_up(folder: Path, decks: Path) -> None:
    """Read valid files of every kind first, so that one-time imports and caches are not blamed on a hostile file."""
    for name in registry.names():
        (folder / "hostile.jsonl").write_bytes(real_record(name).to_bytes())
        use_records(folder)
        SaveLibrary(folder).finished()
    (decks / "good.toml").write_bytes(STANDARD)
    use_decks(decks)
    (folder / "settings.json").write_bytes(DATA)
    use_settings(folder)


def reading(watch: Watch, strategy: Any, path: Path, use: Callable[[Path], None], count: int) -> Callable[[], None]:
    """Return a function that writes hostile files to `path` and uses each of them, watched only during use."""

    @settings(max_examples=count, database=None)  # without a database, so that Hypothesis touches no files
    @given(strategy)
    def read(data: bytes) -> None:
        path.write_bytes(data)
        watch.is_on = True
        try:
            use(path.parent)
        finally:
            watch.is_on = False

    return read


def main() -> int:
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    os.environ[HOME_VARIABLE] = str(folder)
    decks = folder / "data" / "decks"
    decks.mkdir(parents=True)
    warm_up(folder, decks)
    watch = Watch(folder)
    jobs = (
        (hostile_records(), folder / "hostile.jsonl", use_records),
        (hostile_files, decks / "hostile.toml", use_decks),
        (hostile_settings, folder / "settings.json", use_settings),
    )
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    for strategy, path, use in jobs:
        reading(watch, strategy, path, use, count)()
    aside = {seen for seen in watch.seen if seen.startswith("os.rename") and "settings.json.unreadable-" in seen}
    print(*sorted(watch.seen - aside), sep="\n")
    print(f"{watch.reads} reads", file=sys.stderr)
    return 0 if watch.reads else 1


if __name__ == "__main__":
    sys.exit(main())
