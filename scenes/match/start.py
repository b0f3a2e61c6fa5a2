"""The ways to the table: a new game, a rematch, a daily deal, the guided game, and one that was left unfinished."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from game.daily import Deal, day_of
from game.language import tr
from game.match import Match
from game.record import Header, Player, Record, RecordError, branch_of, new_header, new_seed
from game.registry import load
from game.storage.library import Saved
from game.storage.tries import counted_tries
from scenes.manager import Push, Replace, Scene, Transition
from scenes.match import definition
from scenes.match.definition import table_of
from scenes.match.guided.coach import key_of
from scenes.match.guided.lessons import tutorial_of
from scenes.match.player_devices import are_remembered, ask_for_devices, remember, remembered, seat_humans
from scenes.system.context import Context
from scenes.system.settings import SELF
from scenes.ui.dialog import Notice


def open_table(context: Context, match: Match) -> Scene:
    """Return the scene that runs a match."""
    match.record.header = told_apart(match.header)
    if day_of(match.header):
        context.comparisons.ask(match.header)
    return table_of(match.header.game).make_scene(context, match)


def told_apart(header: Header) -> Header:
    """Return a header in which several humans have names: an older record may call one of them "You"."""
    if sum(player.is_human for player in header.seats) < 2:
        return header
    seats = (
        replace(player, name=tr("Player {number}", number=seat + 1)) if player.name == SELF else player
        for seat, player in enumerate(header.seats)
    )
    return replace(header, seats=tuple(seats))


def go_to_table(context: Context, match: Match) -> Transition:
    """Leave everything else for the table of a match."""
    return Replace(open_table(context, match))


def play_again(context: Context, old: Header) -> Transition:
    """Begin another game of the same players by the same options, newly dealt; of a daily deal, a try more."""
    if day_of(old):
        return begin_deal(context, Deal(old))
    header = new_header(load(old.game), old.seats, old.options, new_seed(), _now())
    return go_to_table(context, context.library.start(header))


def _now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def play_on(context: Context, record: Record, step: int) -> Transition:
    """Go on with a game after so many of its entries, as a game of its own, which does not count."""
    branch = branch_of(record, step, _now())

    def begin() -> Transition:
        return go_to_table(context, context.library.begin(branch))

    if load(record.header.game).live and not are_remembered(context, record.header):
        return ask_for_devices(context, record.header, begin)
    return begin()


# -- daily deals


def begin_deal(context: Context, deal: Deal) -> Transition:
    """Begin the try at a deal that counts, or go on with it; after it, begin another that does not count."""
    counted = counted_tries(context.library, [deal]).get((deal.game, deal.day))
    if counted and counted.is_under_way:
        return resume(context, counted.saved)
    header = deal.begin(counted is None, _now())
    _remember_devices(context, header)
    return go_to_table(context, context.library.start(header))


def _remember_devices(context: Context, header: Header) -> None:
    """Have a live game's player use what is there, so that nobody need be asked when it is continued."""
    if load(header.game).live and not remembered(context, header.game):
        remember(context, header.game, [*seat_humans(context, header).values()])


# -- the guided game


def has_guided(game_name: str) -> bool:
    """Tell whether a game brings a guided game."""
    return tutorial_of(game_name) is not None


def begin_guided(context: Context, game_name: str) -> Transition:
    """Begin a game's guided game, with its first lesson to come."""
    tutorial, game = tutorial_of(game_name), load(game_name)
    assert tutorial
    seats = (Player(SELF), Player(tutorial.rival.name, "bot", tutorial.rival.level, 1))
    header = new_header(game, seats, tutorial.options, tutorial.seed, _now())
    _remember_devices(context, header)
    context.settings.guided = {**context.settings.guided, key_of(header): ()}
    context.save_settings()
    return go_to_table(context, context.library.start(header))


def is_new_to_all(context: Context, game_name: str) -> bool:
    """Tell whether no human ever finished a game of that name here."""
    finished = (saved.header for saved in context.library.finished() if saved.header.game == game_name)
    return not any(player.is_human for header in finished for player in header.seats)


# -- unfinished games


def unfinished(context: Context) -> list[Saved]:
    """Return the games that a table here can take up, the last played first."""
    return [saved for saved in context.library.unfinished() if saved.header.game in definition.playable()]


def resume(context: Context, saved: Saved) -> Transition:
    """Take up an unfinished game; at a live table, ask who plays with what unless that is still the same."""
    if load(saved.header.game).live and not are_remembered(context, saved.header):
        return ask_for_devices(context, saved.header, lambda: _resume(context, saved))
    return _resume(context, saved)


def _resume(context: Context, saved: Saved) -> Transition:
    """Take up an unfinished game, or say why that is not possible."""
    try:
        return go_to_table(context, context.library.resume(saved.path))
    except RecordError as error:
        return Push(
            Notice(context, tr("Cannot be continued"), tr("This game cannot be continued. {error}", error=error))
        )
