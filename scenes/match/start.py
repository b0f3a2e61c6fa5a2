"""How matches are begun and continued, including those of the city, and how replays are opened.

Very long games are replayed in a thread, while a dialog says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from threading import Thread
from typing import Any, cast

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from topping_out.game import roster
from topping_out.game.bots.review import Timeline
from topping_out.game.bots.weights import take_over
from topping_out.game.city import (
    CityPlan,
    DistrictStanding,
    StageStanding,
    elo_of,
    header_for,
    in_sight,
    next_of_series,
    plan,
    stage_of,
    standing_of,
)
from topping_out.game.engine import Advice, Seat
from topping_out.game.language import tr
from topping_out.game.live import LiveGame
from topping_out.game.match import Match
from topping_out.game.options import Value, first_offered
from topping_out.game.progress import rating
from topping_out.game.progress.daily import Deal, date_of, first_day, is_monthly
from topping_out.game.record import Clock, Header, Player, Record, RecordError, branch_of, new_header, new_seed
from topping_out.game.registry import load
from topping_out.game.storage.history import begin_try
from topping_out.game.storage.library import Saved, read_record
from topping_out.game.text import full_stop, sentence

from .. import routes
from ..manager import Pop, Push, Replace, Scene, Transition
from ..system.context import Context
from ..system.settings import SELF, Setup
from ..system.window import copy_text
from ..ui.column import Dialog, Notice
from ..ui.widgets import Button
from . import definition
from .coach import key_of, tutorial_of
from .definition import table_of
from .phrases import takeover_words
from .scene import are_remembered, ask_for_devices, remember, remembered, seat_humans

# -- start


def open_table(context: Context, match: Match) -> Scene:
    match.record.header = told_apart(match.header)
    if date_of(match.header):
        context.comparisons.ask(match.header)
    return table_of(match.header.game).make_scene(context, match)


def told_apart(header: Header) -> Header:
    """Return a header in which several humans have different names: older records may call one of them "You"."""
    if sum(player.is_human for player in header.seats) < 2:
        return header
    seats = (
        replace(player, name=tr("Player {number}", number=seat + 1)) if player.name == SELF else player
        for seat, player in enumerate(header.seats)
    )
    return replace(header, seats=tuple(seats))


def go_to_table(context: Context, match: Match) -> Transition:
    """Close all scenes and open the table of a match."""
    return Replace(open_table(context, match))


def deals_of(context: Context, header: Header) -> Scene:
    """Return the page with the deals of the day that a daily match belongs to, or today's for a deal of a month."""
    return routes.DAILY(context, None if is_monthly(header) else first_day(date_of(header)))


MOST_NAMES = 8
"""Maximum number of remembered names of humans."""


def remember_setup(context: Context, header: Header, options: Mapping[str, Value], devices: Sequence[str]) -> None:
    """Save players, options and devices for the next set-up. `options`: further options to save."""
    settings = context.settings
    before = settings.setups.get(header.game, Setup()).chosen_at or {}
    at = {**before, str(len(header.seats)): header.options}
    chosen, best_of = {**options, **header.options}, header.purpose.best_of or UNSET
    setup = Setup(header.seats, chosen, tuple(devices), best_of, at, header.clock)
    settings.setups = {**settings.setups, header.game: setup}
    names = [player.name for player in header.seats if player.is_human and player.name != SELF]
    settings.player_names = tuple(dict.fromkeys([*names, *settings.player_names]))[:MOST_NAMES]
    context.save_settings()


def remember_options(
    context: Context,
    game: str,
    options: Mapping[str, Value],
    chosen_at: dict[str, dict[str, Value]],
    best_of: int | UnsetType,
    clock: Clock | UnsetType,
) -> None:
    """Save the options, but not the players, for a game's next set-up. `chosen_at`: see `Setup`."""
    setups = context.settings.setups
    before = setups.get(game, Setup())
    setup = replace(before, options=dict(options), chosen_at=chosen_at, best_of=best_of or UNSET, clock=clock)
    context.settings.setups = {**setups, game: setup}
    context.save_settings()


def begin_gathered(context: Context, old: Header, players: Sequence[Player], devices: Sequence[str]) -> Transition:
    """Begin a live game with the options of `old`, for players who have all shown that they are ready."""
    game = cast("LiveGame[Any, Any, Any, Any]", load(old.game))
    options = {o.key: o.offer(old.options.get(o.key, o.default)) for o in game.options(len(players))}
    header = new_header(game, players, options, new_seed(), now())
    header = replace(header, occasion=rating.occasion_for(old, players))
    remember_setup(context, header, options, devices)
    match = context.library.start(header)
    for seat, player in enumerate(players):
        if player.is_human and (opening := game.opening(match.state, seat)):
            match.act(seat, opening)
    return go_to_table(context, match)


def play_again(context: Context, old: Header) -> Transition:
    """Begin a new game with the same players and options, or another try at a daily deal.

    A series goes on as its header says.
    """
    if date_of(old):
        return begin_deal(context, Deal(old))
    header = new_header(load(old.game), old.seats, old.options, new_seed(), now())
    header = replace(header, occasion=rating.occasion_for(old, old.seats), clock=old.clock)
    return go_to_table(context, context.library.start(header))


def now() -> str:
    """Return the local time in the format of headers."""
    return datetime.now().isoformat(timespec="seconds")


def play_on(context: Context, record: Record, step: int) -> Transition:
    """Begin a new game that continues another one after `step` entries. It does not count."""
    branch = branch_of(record, step, now())

    def begin() -> Transition:
        return go_to_table(context, context.library.begin(branch))

    if load(record.header.game).live and not are_remembered(context, record.header):
        return ask_for_devices(context, record.header, begin)
    return begin()


def hand_over_to(context: Context, match: Match, seats: Mapping[Seat, Player]) -> Transition:
    """Continue a match with other bots on some seats. It no longer counts if anything was played."""
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
    """Begin a game of one player against bots. A live one uses the devices that are connected."""
    _remember_devices(context, header)
    return go_to_table(context, context.library.start(header))


# -- daily deals


def begin_deal(context: Context, deal: Deal) -> Transition:
    """Begin or continue the counted try at a deal or, if that is over, begin one that does not count."""
    _remember_devices(context, deal.header)
    counted = begin_try(context.library, deal, now())
    if isinstance(counted, Match):
        return go_to_table(context, counted)
    if not counted.is_under_way:
        return _practise(context, deal)
    if not context.library.is_elsewhere(counted.saved.path):
        return resume(context, counted.saved)
    text = tr("Your first try, the one that counts, is open in another window. Here you can only practise this deal.")
    answers = ((tr("Practise it"), lambda: _practise(context, deal)), (tr("Back"), None))
    return Push(Notice(context, tr("Open in another window"), text, answers))


def _practise(context: Context, deal: Deal) -> Transition:
    return go_to_table(context, context.library.start(deal.begin(False, now())))


def _remember_devices(context: Context, header: Header) -> None:
    """Save the devices of a live game's player, so that continuing the game asks for nothing."""
    if load(header.game).live and not remembered(context, header.game):
        remember(context, header.game, [*seat_humans(context, header).values()])


# -- the guided game


def has_guided(game_name: str) -> bool:
    return tutorial_of(game_name) is not None


def guided_header(game_name: str) -> Header:
    """Return the header of a game's guided game, which it must have."""
    tutorial = tutorial_of(game_name)
    assert tutorial
    seats = (Player(SELF), Player(tutorial.rival.name, "bot", tutorial.rival.level, 1))
    return new_header(load(game_name), seats, tutorial.options, tutorial.seed, now())


def begin_guided(context: Context, game_name: str) -> Transition:
    header = guided_header(game_name)
    _remember_devices(context, header)
    context.settings.guided = {**context.settings.guided, key_of(header): ()}
    context.save_settings()
    return go_to_table(context, context.library.start(header))


def is_of_guided(header: Header) -> bool:
    """Return whether a match was begun as a guided game."""
    tutorial, rival = tutorial_of(header.game), header.seats[-1]
    return tutorial is not None and (header.seed, rival.name) == (tutorial.seed, tutorial.rival.name)


def after_guided() -> str:
    """Return the opponent for the first game after a guided one: the weakest character."""
    return min(roster.characters(), key=lambda who: roster.LEVELS.index(roster.level_of(who)))


def begin_after_guided(context: Context, game_name: str) -> Transition:
    """Begin a game against that character, with the first preset of the set-up."""
    game, who = load(game_name), after_guided()
    seats = (Player(SELF), Player(roster.title(who), "bot", who, 1))
    preset = first_offered(game.presets, len(seats))
    return begin(context, new_header(game, seats, dict(preset.options) if preset else {}, new_seed(), now()))


def is_new_to_all(context: Context, game_name: str) -> bool:
    """Return whether no saved game of this kind was finished by a human."""
    finished = (saved.header for saved in context.library.finished() if saved.header.game == game_name)
    return not any(player.is_human for header in finished for player in header.seats)


# -- unfinished games


def is_free_deal(header: Header) -> bool:
    """Return whether players may know the number of a deal: that of a daily deal is the same for everybody."""
    return not date_of(header)


def copy_deal(context: Context, header: Header) -> Transition:
    """Put the number of a deal into the clipboard, and say so."""
    number = str(header.seed)
    context.reply(tr("Copied: {text}", text=number) if copy_text(number) else tr("There's no clipboard here."))
    return None


def unfinished(context: Context) -> list[Saved]:
    """Return the unfinished games that can be continued, the last played first."""
    return [saved for saved in context.library.unfinished() if saved.header.game in definition.playable()]


def resume(context: Context, saved: Saved) -> Transition:
    """Continue an unfinished game. For a live one, ask for the devices unless they are still the same."""
    if load(saved.header.game).live and not are_remembered(context, saved.header):
        return ask_for_devices(context, saved.header, lambda: _resume(context, saved))
    return _resume(context, saved)


def _resume(context: Context, saved: Saved) -> Transition:
    """Continue an unfinished game, or say why that is not possible."""
    try:
        return go_to_table(context, context.library.resume(saved.path))
    except RecordError as error:
        return Push(Notice(context, tr("Can't be continued"), tr("This game can't be continued. {error}", error=error)))


# -- city


def plan_here() -> CityPlan:
    """Return the city without matches of games that have no table."""
    whole, games = plan(), definition.playable()
    districts = (
        replace(each, stages=stages)
        for each in whole.districts
        if (stages := tuple(stage for stage in each.stages if stage.game in games))
    )
    return CityPlan(tuple(districts), whole.problems)


def problems_of() -> list[str]:
    """Return a sentence for each game of another package whose matches are missing, with the reason."""
    return [full_stop(tr("Some matches are missing from your city: {problem}", problem=why)) for why in plan().problems]


def city_of(context: Context) -> list[DistrictStanding]:
    """Return the standing of each district in sight, according to the saved games."""
    return in_sight(standing_of(plan_here(), context.library.games()))


def begin_stage(context: Context, standing: StageStanding) -> Transition:
    """Begin a match of the city, or continue the one in progress."""
    saved = standing.under_way
    if saved and not context.library.is_elsewhere(saved.path):
        return resume(context, saved)
    elo = elo_of(context.library.finished(), standing.stage.game)
    return begin(context, header_for(standing, elo, new_seed(), now()))


def play_city_match_again(context: Context, old: Header) -> Transition:
    """Begin another game like `old` (see `play_again`).

    A match of the city begins again, with opponents adapted to the player's current strength, except within a series.
    """
    place = stage_of(old)
    stages = (stage for district in city_of(context) for stage in district.stages if place[0])
    standing = next((each for each in stages if (each.district.name, each.stage.name) == place), None)
    if standing is None:
        return play_again(context, old)
    if old.purpose.won:
        return begin(context, next_of_series(old, new_seed(), now()))
    return begin_stage(context, standing)


# -- replays


MAX_ENTRIES_AT_ONCE = 3000
"""Records with at most this many entries are replayed at once, in less than a second. Hardly any game has more."""


def open_replay(context: Context, record: Record, at_step: int = 0, better: Advice[Any] | None = None) -> Transition:
    """Open the replay of a record, for a very long game after a dialog that can be cancelled.

    The replay begins after `at_step` entries. `better` is the better play at that step, if it is to be shown.

    Raises RecordError if the record breaks the rules; for a long record, a notice says so instead.
    """
    if len(record.entries) > MAX_ENTRIES_AT_ONCE:
        return Push(WaitingDialog(context, record, at_step, better))
    return Push(routes.REPLAY(context, Timeline(record), at_step, better))


def watch_again(context: Context, saved: Saved) -> Transition:
    """Open the replay of a saved game, or a notice if it cannot be read."""
    try:
        return open_replay(context, read_record(saved.path))
    except RecordError as error:
        return Push(Notice(context, tr("Can't be replayed"), str(error)))


class WaitingDialog(Dialog):
    """Stays until the record has been replayed. Cancel and Esc close it without opening the replay."""

    timeline: Timeline | None = None

    def __init__(self, context: Context, record: Record, at_step: int, better: Advice[Any] | None) -> None:
        super().__init__(context)
        self.heading = tr("Please wait")
        self.text = tr("This is a very long game. One moment, please.")
        self._problem = ""
        self._record, self._at_step, self._better = record, at_step, better
        self.work = Thread(target=self._make_timeline, daemon=True)
        self.work.start()

    def _make_timeline(self) -> None:
        try:
            self.timeline = Timeline(self._record)
        except RecordError as error:
            self._problem = str(error)

    @property
    def at_rest(self) -> bool:
        return False

    def update(self, ms: float) -> Transition:
        return None if self.work.is_alive() else Pop(self._open)

    def _open(self) -> Transition:
        if self.timeline is None:
            return Push(Notice(self.context, tr("Can't be replayed"), self._problem))
        return Push(routes.REPLAY(self.context, self.timeline, self._at_step, self._better))

    def buttons(self) -> list[Button]:
        return [Button("cancel", tr("Cancel"), self.cancel, primary=True)]
