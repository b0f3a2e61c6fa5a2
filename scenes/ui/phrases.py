"""Small sentences about games that several pages share."""

from __future__ import annotations

from datetime import datetime

from game.registry import load
from game.storage.library import Saved
from game.text import counted

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip


def players(saved: Saved) -> str:
    return ", ".join(player.name for player in saved.header.seats)


def how_far(saved: Saved) -> str:
    """Return who plays, and which turn it is; in a live game, how often hands have acted."""
    if load(saved.header.game).live:
        return f"{players(saved)} · {counted(saved.turns, 'move')}"
    return f"{players(saved)} · turn {saved.turns + 1}"


def when(started: str) -> str:
    """Return a record's time for people, such as `21 November, 12:03`; empty where it has none."""
    try:
        time = datetime.fromisoformat(started)
    except ValueError:
        return ""
    return f"{time.day} {MONTHS[time.month - 1]}, {time:%H:%M}"
