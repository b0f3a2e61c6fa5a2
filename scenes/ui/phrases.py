"""Small sentences about games that several pages share."""

from __future__ import annotations

from datetime import datetime

from game.language import mark, tr, tr_count, tr_label
from game.registry import load
from game.storage.library import Saved, SaveLibrary

MONTHS = (
    mark("January"), mark("February"), mark("March"), mark("April"), mark("May"), mark("June"), mark("July"),
    mark("August"), mark("September"), mark("October"), mark("November"), mark("December"),
)  # fmt: skip


def player_names(saved: Saved) -> str:
    return ", ".join(tr_label(player.name) for player in saved.header.seats)


def progress(saved: Saved) -> str:
    """Return who plays and which turn it is; for a live game, how many moves were made."""
    if load(saved.header.game).live:
        moves = tr_count("{number} move", "{number} moves", saved.turns)
        return f"{player_names(saved)} · {moves}"
    return tr("{players} · turn {turn}", players=player_names(saved), turn=saved.turns + 1)


def reading_progress(library: SaveLibrary) -> str:
    """Return how many of the saved games are read, while some are not; else nothing."""
    files, waiting = len(library.files), len(library.waiting)
    if not waiting:
        return ""
    return tr_count(
        "Reading {read} of {number} game …", "Reading {read} of {number} games …", files, read=files - waiting
    )


def date_and_time(iso: str) -> str:
    """Return an ISO time as people write it, such as `21 November, 12:03`; empty if it is none."""
    try:
        time = datetime.fromisoformat(iso)
    except ValueError:
        return ""
    # Translators: a date without its year, and the time of day. {month} is a name, in the form that a date has.
    return tr("{day} {month}, {time}", day=time.day, month=tr(MONTHS[time.month - 1]), time=f"{time:%H:%M}")
