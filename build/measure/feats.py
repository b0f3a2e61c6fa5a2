"""Measure how rare each feat is, in recorded games of bots:

    topping-out simulate towers --seats hard,medium --games 100 --records /tmp/towers
    python build/measure/feats.py /tmp/towers

Prints, for each feat of the game, its tier and in how many of 100 games a seat achieves it.
"""

import sys
from collections import Counter
from pathlib import Path

from msgspec.structs import replace

from topping_out.game.progress.summary import finder_of, summarise
from topping_out.game.record import Player, Record
from topping_out.game.storage.library import read_record

TIERS = {1: "bronze", 2: "silver", 3: "gold"}


def as_human(record: Record) -> Record:
    """Return a game as one of humans, whose feats count."""
    seats = tuple(Player(f"P{seat}", colour=seat) for seat in range(len(record.header.seats)))
    return Record(replace(record.header, seats=seats), record.entries)


def main(folders: list[str]) -> None:
    found: Counter[tuple[str, str]] = Counter()
    seats: Counter[str] = Counter()
    for path in (path for folder in folders for path in sorted(Path(folder).glob("*.jsonl"))):
        record = as_human(read_record(path))
        seats[record.header.game] += len(record.header.seats)
        found.update((record.header.game, each.feat) for each in summarise(record)[1].feats)
    for game, number in seats.items():
        print(f"{game}: {number} seats")
        for feat in sorted(finder_of(game).feats, key=lambda feat: -found[game, feat.name]):
            print(f"{100 * found[game, feat.name] / number:6.1f}  {TIERS[feat.tier]:7}{feat.name}: {feat.about}")


if __name__ == "__main__":
    main(sys.argv[1:])
