"""Unfinished saved games."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from topping_out.game.bots.weights import bot_named
from topping_out.game.match import Match
from topping_out.game.record import Player, Record, new_header
from topping_out.game.registry import load
from topping_out.game.storage.library import SaveLibrary

NOTHING_ELSE: Mapping[str, Any] = {}


def leave_unfinished(
    home: Path, name: str, turns: int, options: Mapping[str, Any] = NOTHING_ELSE, rivals: Sequence[str] = ("Mesa",)
) -> None:
    """Save a game in a home folder, played by bots up to the last `turns` turns of the human in seat 0."""
    game = load(name)
    seats = [Player("You"), *(Player(rival, "bot", "easy", colour) for colour, rival in enumerate(rivals, 1))]
    header = new_header(game, seats, dict(options), 3)
    match, bot, rng = Match.new(header), bot_named(game, "easy"), random.Random(3)
    while not match.outcome:
        (seat,) = match.actors
        match.act(seat, bot.choose(game.view(match.state, seat), game.actions(match.state, seat), rng))
    entries = match.record.entries
    begun = [n for n, entry in enumerate(entries) if entry.seat == 0 and (n == 0 or entries[n - 1].seat != 0)]
    library = SaveLibrary(home / "records" / "games")
    library.begin(Record(header, entries[: begun[-turns]]))
    library.close()
