"""What the command line asks of the side that can draw: a window, and a look at display, sound and devices."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from ..language import tr
from ..options import Value
from ..progress.daily import Deal
from ..record import Header, Record
from ..storage.files import tidy_up


class NoFilm(RuntimeError):
    """A film could not be made; the message says why."""


class NoPrint(RuntimeError):
    """A game could not be printed; the message says why."""


class Stopped(RuntimeError):
    """The window could not go on, nor tell of it; the message says why."""


class NoDisplay(RuntimeError):
    """There is no window to be had; the message says why, and what works without one."""


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """What the window shall show: the title, a table to play at, or a record to replay."""

    command: Literal["title", "play", "replay"]
    header: Header | None = None
    record: Record | None = None
    path: Path | None = None
    deal: Deal | None = None
    read_aloud: bool = False
    """Whether the program's own voice is switched on."""
    quiet: bool = False
    """Whether no sound device is opened."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that `doctor` looked at: what was found and, where something is wrong, what to do about it."""

    topic: str
    found: str
    advice: str = ""

    @property
    def is_ok(self) -> bool:
        return not self.advice

    def __str__(self) -> str:
        line = tr("{topic}: {found}", topic=self.topic, found=self.found)
        return f"ok  {line}" if self.is_ok else f"!!  {line}  -> {self.advice}"


Window = Callable[[WindowRequest], int | None]
"""Opens the window and returns the exit status when it is closed. Raises NoDisplay."""
Diagnose = Callable[[], Iterable[Finding]]
"""Looks at what needs the screen's libraries: display, sound, devices."""


@dataclass(frozen=True, slots=True)
class FilmRequest:
    """What shall be filmed: a record to its end, or its `last` seconds, in a new file of at most `largest` bytes."""

    record: Record
    path: Path
    last: float | None
    largest: int
    may_replace: bool = False
    """Whether a file of that name may be replaced."""


PAPERS = ("a4", "letter")
CARDS = ("poker", "mini")
LARGEST_BLEED = 3.0


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """What of a game shall be printed, how, and into which new file."""

    game: str
    path: Path
    options: Mapping[str, Value] = field(default_factory=dict)
    """Of the game's options those that change what is printed."""
    paper: str = PAPERS[0]
    cards: str = CARDS[0]
    """The size of the cards."""
    bleed: float = 1.0
    """Millimetres by which a card's colour runs beyond its edge."""
    has_backs: bool = True
    """Whether a page for the other side follows each page of cards."""
    is_grey: bool = False
    may_replace: bool = False
    """Whether a file of that name may be replaced."""


Steps = Generator[tuple[int, int], None, str]
"""Yields how much of a file is made, of how much; returns in words what came of it."""
MakeFilm = Callable[[FilmRequest], Steps]
"""Makes a film. Raises NoFilm."""
Print = Callable[[PrintOrder], Steps]
"""Makes a PDF. Raises NoPrint."""
CheckSettings = Callable[[bytes], object]
"""Raises ValueError where a file's content is no settings."""


@dataclass(frozen=True, slots=True)
class Frontend:
    """The side that can draw, as far as there is one."""

    window: Window | None = None
    diagnose: Diagnose | None = None
    check_settings: CheckSettings | None = None
    make_film: MakeFilm | None = None
    print_game: Print | None = None
    read_aloud: bool = False
    quiet: bool = False

    def show(self, request: WindowRequest) -> int:
        """Open the window and return the exit status. Raises NoDisplay."""
        if self.window is None:
            raise NoDisplay(tr("this part of the program has no window: start it with `topping-out`"))
        tidy_up()
        return self.window(replace(request, read_aloud=self.read_aloud, quiet=self.quiet)) or 0

    def film(self, request: FilmRequest) -> Steps:
        """Make a film; nothing is done before the first step. Raises NoFilm."""
        if self.make_film is None:
            raise NoFilm(tr("this part of the program can't draw: start it with `topping-out`"))
        return self.make_film(request)

    def print(self, order: PrintOrder) -> Steps:
        """Make a PDF; nothing is done before the first step. Raises NoPrint."""
        if self.print_game is None:
            raise NoPrint(tr("this part of the program can't draw: start it with `topping-out`"))
        return self.print_game(order)
