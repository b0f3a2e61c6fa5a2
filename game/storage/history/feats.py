"""Who has brought off which feat, and in which game first. It is worked out from what is known of the saved games."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from topping_out.game.progress.feat import Feat, finder_of
from topping_out.game.progress.summary import summarise
from topping_out.game.record import Record
from topping_out.game.storage.library import Saved

Firsts = dict[str, dict[str, Saved]]
"""By player, by feat: the game in which it was brought off for the first time."""


def first_feats(game: str, finished: Iterable[Saved]) -> Firsts:
    """Return the feats of one kind of game, each player's; a player is a name."""
    firsts: Firsts = {}
    for saved in sorted(finished, key=lambda saved: saved.header.started):
        if saved.header.game == game:
            for found in saved.summary.feats:
                if found.seat < len(saved.header.seats):
                    player = saved.header.seats[found.seat].name
                    firsts.setdefault(player, {}).setdefault(found.feat, saved)
    return firsts


def new_feats(record: Record, path: Path | None, finished: Iterable[Saved]) -> list[tuple[str, Feat]]:
    """Return who has brought off what in a game that is just over, and never before; `path`: its own file."""
    found = summarise(record)[1].feats
    if not found:
        return []
    known = first_feats(record.header.game, (saved for saved in finished if saved.path != path))
    feats = {feat.name: feat for feat in finder_of(record.header.game).feats}
    names = [player.name for player in record.header.seats]
    return [(names[each.seat], feats[each.feat]) for each in found if each.feat not in known.get(names[each.seat], {})]
