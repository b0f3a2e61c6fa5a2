"""The ways to the table: a new game, a rematch, a daily deal, the guided game, and one that was left unfinished."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from topping_out.game import roster
from topping_out.game.bots.takeovers import take_over
from topping_out.game.engine import Seat
from topping_out.game.language import tr
from topping_out.game.live.driver import LiveGame
from topping_out.game.match import Match
from topping_out.game.options import Value, first_offered
from topping_out.game.progress import series
from topping_out.game.progress.daily import Deal, date_of
from topping_out.game.record import Header, Player, Record, RecordError, branch_of, new_header, new_seed
from topping_out.game.registry import load
from topping_out.game.storage.history.tries import begin_try
from topping_out.game.storage.library import Saved
from topping_out.game.text import sentence
from topping_out.scenes.manager import Push, Replace, Scene, Transition
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.match.guided.coach import key_of
from topping_out.scenes.match.guided.lessons import tutorial_of
from topping_out.scenes.match.seats.player_devices import (
    are_remembered,
    ask_for_devices,
    remember,
    remembered,
    seat_humans,
)
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import SELF, Setup
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.phrases import takeover_words


def open_table(context: Context, match: Match) -> Scene:
    """Return the scene that runs a match."""
    match.record.header = told_apart(match.header)
    if date_of(match.header):
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


MOST_NAMES = 8
"""So many human names are remembered."""


def remember_setup(context: Context, header: Header, options: Mapping[str, Value], devices: Sequence[str]) -> None:
    """Keep who plays, by which options and with what, for the next set-up; `options`: others to keep with them."""
    settings = context.settings
    setup = Setup(header.seats, {**options, **header.options}, tuple(devices), series.best_of(header) or UNSET)
    settings.setups = {**settings.setups, header.game: setup}
    names = [player.name for player in header.seats if player.is_human and player.name != SELF]
    settings.player_names = tuple(dict.fromkeys([*names, *settings.player_names]))[:MOST_NAMES]
    context.save_settings()


def remember_options(context: Context, game: str, options: Mapping[str, Value], best_of: int | UnsetType) -> None:
    """Keep the options alone for a game's next set-up; who sits there stays as it was."""
    setups = context.settings.setups
    setup = replace(setups.get(game, Setup()), options=dict(options), best_of=best_of or UNSET)
    context.settings.setups = {**setups, game: setup}
    context.save_settings()


def begin_gathered(context: Context, old: Header, players: Sequence[Player], devices: Sequence[str]) -> Transition:
    """Begin a live game with the options of `old` in which all these players have shown that they are ready."""
    game = cast("LiveGame[Any, Any, Any, Any]", load(old.game))
    options = {o.key: o.offer(old.options.get(o.key, o.default)) for o in game.options(len(players))}
    header = new_header(game, players, options, new_seed(), now())
    header = replace(header, occasion=series.occasion_for(old, players))
    remember_setup(context, header, options, devices)
    match = context.library.start(header)
    for seat, player in enumerate(players):
        if player.is_human and (opening := game.opening(match.state, seat)):
            match.act(seat, opening)
    return go_to_table(context, match)


def play_again(context: Context, old: Header) -> Transition:
    """Begin another game of the same players by the same options, newly dealt; of a daily deal, a try more.

    A series goes on as the header says.
    """
    if date_of(old):
        return begin_deal(context, Deal(old))
    header = new_header(load(old.game), old.seats, old.options, new_seed(), now())
    header = replace(header, occasion=series.occasion_for(old, old.seats))
    return go_to_table(context, context.library.start(header))


def now() -> str:
    """Return local time as a header has it."""
    return datetime.now().isoformat(timespec="seconds")


def play_on(context: Context, record: Record, step: int) -> Transition:
    """Go on with a game after so many of its entries, as a game of its own, which does not count."""
    branch = branch_of(record, step, now())

    def begin() -> Transition:
        return go_to_table(context, context.library.begin(branch))

    if load(record.header.game).live and not are_remembered(context, record.header):
        return ask_for_devices(context, record.header, begin)
    return begin()


def hand_over_to(context: Context, match: Match, seats: Mapping[Seat, Player]) -> Transition:
    """Go on with the match in play with other bots on some seats; it does not count if anything was played in it."""
    library = context.library
    path, record = library.path, take_over(match.record, seats, now())
    after = library.begin(record)
    try:
        if path:
            library.abandon(path)
    except RecordError as error:
        context.report(str(error))
    scene = open_table(context, after)
    if words := takeover_words(record):
        context.announcer.say(sentence(words[-1]))
    return Replace(scene)


def begin(context: Context, header: Header) -> Transition:
    """Begin a game of one player against bots; a live one is played with what is there."""
    _remember_devices(context, header)
    return go_to_table(context, context.library.start(header))


# -- daily deals


def begin_deal(context: Context, deal: Deal) -> Transition:
    """Begin the try at a deal that counts, or go on with it; after it, begin another that does not count."""
    _remember_devices(context, deal.header)
    counted = begin_try(context.library, deal, now())
    if isinstance(counted, Match):
        return go_to_table(context, counted)
    if not counted.is_under_way:
        return _practise(context, deal)
    if not context.library.is_elsewhere(counted.saved.path):
        return resume(context, counted.saved)
    text = tr("Your try that counts is open in another window. Here you can only practise this deal.")
    answers = ((tr("Practise it"), lambda: _practise(context, deal)), (tr("Back"), None))
    return Push(Notice(context, tr("Open in another window"), text, answers))


def _practise(context: Context, deal: Deal) -> Transition:
    return go_to_table(context, context.library.start(deal.begin(False, now())))


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
    header = new_header(game, seats, tutorial.options, tutorial.seed, now())
    _remember_devices(context, header)
    context.settings.guided = {**context.settings.guided, key_of(header): ()}
    context.save_settings()
    return go_to_table(context, context.library.start(header))


def is_of_guided(header: Header) -> bool:
    """Tell whether a game began as its game's guided one, and as nothing else."""
    tutorial, rival = tutorial_of(header.game), header.seats[-1]
    return tutorial is not None and (header.seed, rival.name) == (tutorial.seed, tutorial.rival.name)


def after_guided() -> str:
    """Return the character for whom one is ready after a guided game: the gentlest."""
    return min(roster.characters(), key=lambda who: roster.LEVELS.index(roster.level_of(who)))


def begin_after_guided(context: Context, game_name: str) -> Transition:
    """Begin a whole game against that character, by what the set-up offers first."""
    game, who = load(game_name), after_guided()
    seats = (Player(SELF), Player(roster.title(who), "bot", who, 1))
    preset = first_offered(game.presets, len(seats))
    return begin(context, new_header(game, seats, dict(preset.options) if preset else {}, new_seed(), now()))


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
