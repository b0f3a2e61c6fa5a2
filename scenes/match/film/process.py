"""A film made in a process of its own, so that the window stays alive."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from topping_out.game.language import tr
from topping_out.game.record import Record, RecordError, parse_record
from topping_out.scenes.match.film.maker import Film, FilmError, Made, open_screen

PATIENCE = 0.01
"""Seconds to wait for news in each step."""
GRACE = 2.0
"""Seconds that the process has to end by itself once nobody listens to it."""


class FilmProcess:
    """A film in the making elsewhere; `steps` tells how far it has come."""

    def __init__(self, record: Record, path: Path, last: float | None) -> None:
        self._request = record.to_bytes(), str(path), last
        self.made: Made | None = None
        """What came of it, once it is done."""

    def steps(self) -> Iterator[tuple[int, int]]:
        """Yield how much is done, of how much. Raises FilmError, OSError. Closed early, the film is given up."""
        spawn = multiprocessing.get_context("spawn")
        pipe, far_end = spawn.Pipe()
        process = spawn.Process(target=_work, args=(far_end, *self._request), daemon=True)
        process.start()
        far_end.close()
        done = 0, 1
        try:
            while self.made is None:
                if pipe.poll(PATIENCE):
                    news = pipe.recv()
                    if isinstance(news, str):
                        raise FilmError(news)
                    if isinstance(news, Made):
                        self.made = news
                    else:
                        done = news
                yield done
        except EOFError:
            raise FilmError(tr("the process that made the film has ended; the log of the system may say why")) from None
        finally:
            pipe.close()
            process.join(GRACE)
            process.kill()


def _work(pipe: Connection, record: bytes, path: str, last: float | None) -> None:
    """Make the film in this process; stop as soon as nobody listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        open_screen()
        film = Film(parse_record(record), Path(path), last)
        for done in film.steps():
            pipe.send(done)
        pipe.send(film.made)
    except (FilmError, RecordError) as error:
        pipe.send(str(error))
    except BrokenPipeError:
        return
