"""What the decisions of finished games cost, kept since the bots take long to judge them.

The file lies beside the records. It may be deleted: a game is judged again when its review is opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from topping_out.game.engine import Seat
from topping_out.game.storage.files import read_file, records_folder, write_atomic
from topping_out.game.text_files import in_utf8

FILE = "costs.json"
LARGEST = 4 * 1024 * 1024
"""Bytes; ten thousand games need less than one million."""
Costs = dict[str, dict[Seat, Annotated[float, msgspec.Meta(ge=0)]]]
"""By the name of the record's file and by seat: what a decision cost on average."""


def read_costs(folder: Path | None = None) -> Costs:
    """Return what is known of the games in a folder of records; nothing where the file is missing or torn."""
    try:
        return msgspec.json.decode(in_utf8(read_file((folder or records_folder()) / FILE, LARGEST)), type=Costs)
    except (OSError, msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return {}


def keep_costs(folder: Path, record: str, costs: Mapping[Seat, float]) -> None:
    """Keep what the decisions of a game cost, under its file's name; where that fails, it is judged again."""
    known = read_costs(folder)
    if known.get(record) != costs:
        with suppress(OSError):
            write_atomic(folder / FILE, msgspec.json.encode({**known, record: dict(costs)}))
