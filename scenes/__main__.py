"""The program's entry point: the command line, with the commands that need the window's libraries."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterable
from itertools import chain

from topping_out.game.cli import main as command_line
from topping_out.game.cli.frontend import (
    FilmRequest,
    Finding,
    Frontend,
    FrontendFailed,
    PrintOrder,
    Steps,
    WindowRequest,
)
from topping_out.game.language import tr, tr_count


def window(request: WindowRequest) -> int:
    """Open the window. Its libraries are imported only now, so that commands without a window start at once."""
    from topping_out.scenes.app import start

    start(request)
    return 0


def diagnose() -> Iterable[Finding]:
    """Check display, sound and devices."""
    try:
        from topping_out.scenes.match.definition import examine_tables
        from topping_out.scenes.system.fault import examine
    except ImportError as error:
        found = tr("pygame-ce can't be loaded: {why}", why=error)
        return [Finding("SDL", found, tr("install the program again: {command}", command="`pip install .`"))]
    return chain(examine(), examine_tables())


def check_settings(data: bytes) -> None:
    """Raise ValueError if `data`, the content of a file, is not valid settings."""
    from topping_out.scenes.system.settings import read_settings

    read_settings(data)


def make_film(request: FilmRequest) -> Steps:
    """Make a film of a record. Its libraries are imported only now."""
    from topping_out.scenes.match.film import Film, FilmError, open_screen

    try:
        open_screen()
        film = Film(request.record, request.path, request.last, request.largest, may_replace=request.may_replace)
        yield from film.steps()
    except FilmError as error:
        raise FrontendFailed(str(error)) from None
    made = film.made
    summary = tr(
        "{file}: {seconds} s, {size} MB, {rate} frames a second, {pace} times the usual speed, quality {quality}",
        file=film.path, seconds=round(made.seconds), size=f"{made.bytes / 1e6:.1f}", rate=made.manner.rate,
        pace=f"{made.manner.pace:g}", quality=made.manner.quality,
    )  # fmt: skip
    return summary if made.is_whole else tr("{film}; the beginning was left out to make it fit", film=summary)


def print_game(order: PrintOrder) -> Steps:
    """Print a game's cards into a PDF. Its libraries are imported only now."""
    from topping_out.game.registry import with_culprit
    from topping_out.scenes.match.definition import NoTable, table_of
    from topping_out.scenes.pages.printing import PrintError, print_into

    try:
        pages = yield from print_into(order, table_of(order.game).printing)
    except (PrintError, NoTable) as error:
        raise FrontendFailed(str(error)) from None
    except (Exception, SystemExit) as error:  # the code that paints cards may belong to another package
        raise with_culprit(error) from error
    return tr_count("Created {file} (1 page).", "Created {file} ({number} pages).", pages, file=order.path)


def main() -> None:
    """Run the command line. In a frozen program, the bots' process starts here too."""
    multiprocessing.freeze_support()
    sys.exit(command_line.main(frontend=Frontend(window, diagnose, check_settings, make_film, print_game)))


if __name__ == "__main__":
    main()
