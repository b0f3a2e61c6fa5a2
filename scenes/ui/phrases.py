"""Small sentences about games that several pages share."""

from __future__ import annotations

from datetime import datetime

from game.registry import load
from game.storage.library import Saved
from game.text import counted

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip


def player_names(saved: Saved) -> str:
    return ", ".join(player.name for player in saved.header.seats)


def progress(saved: Saved) -> str:
    """Return who plays and which turn it is; for a live game, how many moves were made."""
    if load(saved.header.game).live:
        return f"{player_names(saved)} · {counted(saved.turns, 'move')}"
    return f"{player_names(saved)} · turn {saved.turns + 1}"


def date_and_time(iso: str) -> str:
    """Return an ISO time as people write it, such as `21 November, 12:03`; empty if it is none."""
    try:
        time = datetime.fromisoformat(iso)
    except ValueError:
        return ""
    return f"{time.day} {MONTHS[time.month - 1]}, {time:%H:%M}"
