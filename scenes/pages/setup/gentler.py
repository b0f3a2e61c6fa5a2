"""A gentler opponent, offered once to whoever has lost three games in a row."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from topping_out.game import roster
from topping_out.game.bots.takeovers import as_bot
from topping_out.game.language import tr
from topping_out.game.record import Header, Player
from topping_out.game.registry import load
from topping_out.game.storage.history.statistics import career_of
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.phrases import bot_words

LOSSES = 3
"""So many games in a row, none won since."""


def begin_or_offer(context: Context, header: Header, begin: Callable[[Header], Transition]) -> Transition:
    """Begin a game as `header` says; or first ask, once for each game and player, whether with a gentler opponent."""
    humans = [player.name for player in header.seats if player.is_human]
    easier = gentler(header)
    if len(humans) != 1 or easier is None or not _is_due(context, header.game, humans[0]):
        return begin(header)
    context.settings.gentler_offered = (*context.settings.gentler_offered, (header.game, humans[0]))
    context.save_settings()
    rival, guest = next((old, new) for old, new in zip(header.seats, easier.seats) if old != new)
    text = tr(
        "You've lost three games of {game} in a row. Play {guest} instead of {rival}? This is asked only once.",
        game=load(header.game).title, guest=bot_words(guest), rival=bot_words(rival),
    )  # fmt: skip
    answers = ((tr("As it was"), partial(begin, header)), (tr("Gentler"), partial(begin, easier)))
    return Push(Notice(context, tr("Somebody gentler?"), text, answers))


def gentler(header: Header) -> Header | None:
    """Return the same game with its strongest bot one level lower; None where every bot is gentle already."""
    ranks = {seat: _rank(player) for seat, player in enumerate(header.seats) if not player.is_human}
    seat = max(ranks, key=lambda seat: ranks[seat], default=None)
    if seat is None or ranks[seat] < 1:
        return None
    seats = list(header.seats)
    seats[seat] = _lower(header.seats[seat], {player.level for player in header.seats})
    return replace(header, seats=tuple(seats))


def _rank(player: Player) -> int:
    """Return how strong a bot is; −1 for one that is of no level."""
    level = roster.level_of(player.level)
    return roster.LEVELS.index(level) if level in roster.LEVELS else -1


def _lower(player: Player, seated: set[str]) -> Player:
    """Return who plays a level lower: for a character another one who is free, else that level itself."""
    level = roster.LEVELS[_rank(player) - 1]
    if player.level not in roster.characters():
        return as_bot(player, level)
    free = (word for word in roster.characters() if roster.level_of(word) == level and word not in seated)
    return as_bot(player, next(free, level))


def _is_due(context: Context, game: str, name: str) -> bool:
    if (game, name) in context.settings.gentler_offered:
        return False
    return career_of(context.library.finished(), game, name).lost_in_a_row >= LOSSES
