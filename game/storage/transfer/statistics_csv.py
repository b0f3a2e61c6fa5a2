"""The finished games as a table for spreadsheet programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from topping_out.game.progress.rating import Rating
from topping_out.game.record import Header
from topping_out.game.storage.history.statistics import careers
from topping_out.game.storage.history.tries import for_practice
from topping_out.game.storage.library import Saved

BYTE_ORDER_MARK = "\ufeff"
"""Some spreadsheet programs know UTF-8 only by this at its beginning."""
COLUMNS = (
    "started", "game", "file", "seat", "player", "kind", "level", "won", "score", "ending", "turns", "minutes",
    "options", "occasion", "rating", "rating_margin",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a cell begins with that spreadsheet programs would calculate; a name in a record may begin so."""


def csv_text(finished: Iterable[Saved]) -> str:
    """Return the table: a line for each finished game and seat, in the order in which the games began.

    Its rows end as RFC 4180 wants it. A human's rating is the one after the game; empty where the game did not count.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_plain(cell) for cell in row] for row in _rows(list(finished)))
    return BYTE_ORDER_MARK + text.getvalue()


def _rows(finished: list[Saved]) -> Iterator[list[object]]:
    ratings = {
        (played.saved.path, played.seat): rating
        for of_game in careers(finished).values()
        for career in of_game.values()
        for played, rating in career.ratings
    }
    practice = for_practice(finished)
    for saved in sorted(finished, key=lambda saved: (saved.header.started, saved.path.name)):
        for seat in range(len(saved.header.seats)) if saved.outcome else ():
            yield _row(saved, seat, ratings.get((saved.path, seat)), saved.path in practice)


def _row(saved: Saved, seat: int, rating: Rating | None, is_for_practice: bool) -> list[object]:
    header, outcome, player = saved.header, saved.outcome, saved.header.seats[seat]
    assert outcome
    return [
        header.started,
        header.game,
        saved.path.name,
        seat + 1,
        player.name,
        player.kind,
        player.level,
        int(seat in outcome.winners),
        outcome.scores[seat],
        outcome.reason,
        saved.turns,
        round(saved.summary.ms / 60_000, 1),
        "; ".join(f"{key}={value}" for key, value in header.options.items()),
        _occasion(header, is_for_practice),
        *((round(rating.elo), round(rating.margin)) if rating else ("", "")),
    ]


def _occasion(header: Header, is_for_practice: bool) -> str:
    """Return what a game was played for, where it was not simply to play."""
    if not header.occasion:
        return ""
    occasion = header.occasion
    parts = [
        f"day {occasion.day}" if occasion.day else "",
        f"month {occasion.month}" if occasion.month else "",
        "counted" if occasion.is_counted and not is_for_practice else "",
        "branch" if occasion.branch else "",
        f"best of {occasion.best_of}" if occasion.best_of else "",
    ]
    return " ".join(filter(None, parts))


def _plain(cell: object) -> object:
    """Return a cell whose text no spreadsheet program takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA) else cell
