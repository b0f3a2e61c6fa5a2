"""What the command line needs from the half that draws: a window, films, printing, and tests of display and devices."""

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
from ..storage.transfer import Check


class FrontendFailed(RuntimeError):
    """No window can be opened, it could not go on, or nothing can be filmed or printed. The message says why."""


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """What the window should show: the title screen, a table to play at, or a replay."""

    command: Literal["title", "play", "replay"]
    header: Header | None = None
    record: Record | None = None
    path: Path | None = None
    deal: Deal | None = None
    read_aloud: bool = False
    """Whether the program's own voice is on."""
    quiet: bool = False
    """Whether the sound device is left alone."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A result of `doctor`, with advice if something is wrong."""

    topic: str
    found: str
    advice: str = ""

    @property
    def is_ok(self) -> bool:
        return not self.advice

    def __str__(self) -> str:
        line = tr("{topic}: {found}", topic=self.topic, found=self.found)
        return f"ok  {line}" if self.is_ok else f"!!  {line}  -> {self.advice}"


Diagnose = Callable[[], Iterable[Finding]]
"""Examines what needs the screen's libraries: display, sound, devices."""


@dataclass(frozen=True, slots=True)
class FilmRequest:
    """The film to make: a whole record or its last seconds (`last`), in a new file of at most `largest` bytes."""

    record: Record
    path: Path
    last: float | None
    largest: int
    may_replace: bool = False
    """Whether an existing file may be replaced."""


PAPERS = ("a4", "letter")
CARDS = ("poker", "mini")
BACKS = ("duplex", "fold", "none")
"""Where the backs of cards are printed: on the other side of the sheet, beside the faces to fold over, or nowhere."""
LARGEST_BLEED, LARGEST_SHIFT = 3, 10
"""In millimetres."""


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """What to print of a game, how, and to which new file."""

    game: str
    path: Path
    options: Mapping[str, Value] = field(default_factory=dict)
    """The options of the game that change what is printed."""
    paper: str = PAPERS[0]
    cards: str = CARDS[0]
    """Size of the cards."""
    bleed: float = 1.0
    """Millimetres by which a card's colour extends beyond its edge."""
    backs: str = BACKS[0]
    shift: tuple[float, float] = (0.0, 0.0)
    """Millimetres by which backs on the other side of a sheet are moved to the right and down."""
    is_grey: bool = False
    may_replace: bool = False
    """Whether an existing file may be replaced."""


Steps = Generator[tuple[int, int], None, str]
"""Yields the number of steps done and their total; returns a message with the result."""


def cannot_draw(request: object) -> Steps:
    raise FrontendFailed(tr("this part of the program can't draw: start it with `topping-out`"))


@dataclass(frozen=True, slots=True)
class Frontend:
    """The half of the program that draws. Missing parts are None."""

    window: Callable[[WindowRequest], int | None] | None = None
    """Opens the window, and returns the exit status after it is closed. Raises FrontendFailed."""
    diagnose: Diagnose | None = None
    check_settings: Check | None = None
    make_film: Callable[[FilmRequest], Steps] = cannot_draw
    """Makes a film. Raises FrontendFailed."""
    print_game: Callable[[PrintOrder], Steps] = cannot_draw
    """Makes a PDF. Raises FrontendFailed."""
    read_aloud: bool = False
    quiet: bool = False

    def show(self, request: WindowRequest) -> int:
        """Open the window, and return the exit status. Raises FrontendFailed."""
        if self.window is None:
            raise FrontendFailed(tr("this part of the program has no window: start it with `topping-out`"))
        tidy_up()
        return self.window(replace(request, read_aloud=self.read_aloud, quiet=self.quiet)) or 0
