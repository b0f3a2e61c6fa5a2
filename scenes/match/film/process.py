"""A film made in a process of its own, so that the window stays alive."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from time import monotonic

from topping_out.game.bots.process import WorkerDied, WorkerProcess, WorkFailed
from topping_out.game.language import tr
from topping_out.game.record import Record, RecordError, parse_record
from topping_out.scenes.match.film.chapters import Chapter
from topping_out.scenes.match.film.maker import Film, FilmError, Made, Progress, open_screen

PATIENCE = 0.01
"""Seconds to wait for news in each step."""
SPELL = 0.2
"""Seconds for which the process works before it tells how far it has come."""

FilmTask = tuple[bytes, str, float | None, tuple[Chapter, ...]]
"""What `Film` needs: a record as in its file, the film's file, and how much of the end is filmed, or which chapters."""


class FilmProcess:
    """A film in the making elsewhere; `steps` tells how far it has come."""

    def __init__(self, record: Record, path: Path, last: float | None, chapters: tuple[Chapter, ...] = ()) -> None:
        self._request: FilmTask = record.to_bytes(), str(path), last, chapters
        self.made: Made | None = None
        """What came of it, once it is done."""

    def steps(self) -> Iterator[tuple[int, int]]:
        """Yield how much is done, of how much. Raises FilmError, OSError. Closed early, the film is given up."""
        process, done = WorkerProcess(film_for_a_spell), (0, 1)
        try:
            while self.made is None:
                if process.pipe.poll(PATIENCE) and (reply := process.poll()):
                    news, problem = reply
                    if problem:
                        raise FilmError(problem)
                    if isinstance(news, Made):
                        self.made = news
                    else:
                        done = news
                if process.is_idle and self.made is None:
                    process.send(self._request)
                yield done
        except WorkerDied:
            raise FilmError(tr("the process making the film has stopped; the system log may say why")) from None
        finally:
            process.kill()


def film_for_a_spell(request: FilmTask) -> Made | tuple[int, int]:
    """Begin a film in this process, or go on with it; return how much is done, or what came of it."""
    try:
        film, steps = _begun(request)
        until = monotonic() + SPELL
        for done in steps:
            if monotonic() >= until:
                return done
        return film.made
    except (FilmError, RecordError) as error:
        raise WorkFailed(str(error)) from None


@lru_cache(maxsize=1)
def _begun(request: FilmTask) -> tuple[Film, Progress]:
    """Return the film that is being made."""
    record, path, last, chapters = request
    open_screen()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # SDL makes an event of it, and the window would wait for the end
    film = Film(parse_record(record), Path(path), last, chapters=chapters)
    return film, film.steps()
