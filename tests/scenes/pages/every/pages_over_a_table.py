"""Functions that open every page over a table or in its place."""

import random
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from tests.scenes.robot import SilentComparisons, SilentWorker
from topping_out.game.bots.review import Timeline
from topping_out.game.engine import Outcome
from topping_out.game.match import Match
from topping_out.game.progress import daily
from topping_out.game.record import Occasion, Player, Record, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.icetowers.live_seats import CountPage
from topping_out.scenes.manager import Pop, Push
from topping_out.scenes.match.course import HandoverPage
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.scene import while_away
from topping_out.scenes.match.start import WaitingDialog, open_table
from topping_out.scenes.match.talk import RecapDialog
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.pages.pause import LogPage
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.towering.rounds import PilesPage, RoundPage
from topping_out.scenes.ui.page import Page

OPTIONS: dict[str, dict[str, Any]] = {"towering": {"hand": 5, "colours": 3}}


@cache
def played(game: str, plies: int, seats: str) -> Record:
    """Return a record of at most this many random plies."""
    rules = load(game)
    players = [Player(f"Ana {seat}", "human" if kind == "h" else "bot", "" if kind == "h" else "easy", seat)
               for seat, kind in enumerate(seats)]  # fmt: skip
    match, rng = Match.new(new_header(rules, players, OPTIONS.get(game, {}), 3)), random.Random(5)
    while match.actors and not rules.live and len(match.record.entries) < plies:
        seat = min(match.actors)
        match.act(seat, rng.choice(rules.actions(match.state, seat)))
    return match.record


def table(app: App, game: str, plies: int, seats: str = "hb") -> Any:
    """Return the scene of a match after at most this many random plies."""
    app.context.worker = SilentWorker()
    app.context.settings.speed = "instant"
    record = played(game, plies, seats)
    scene = open_table(app.context, app.context.library.begin(Record(record.header, [*record.entries])))
    app.manager.go(Push(scene))
    for _ in range(40):
        app.manager.update(40)
        if app.manager.top is not scene and not isinstance(app.manager.top, HandoverPage):
            app.manager.go(Pop())
    return scene


def _results(game: str) -> Callable[[App], Page]:
    return lambda app: ResultsPage(app.context, table(app, game, 5000))


def _results_of_a_deal(app: App) -> Page:
    app.context.comparisons = SilentComparisons()
    scene = table(app, "towers", 5000)
    occasion = Occasion(day=daily.today().isoformat(), is_counted=True)
    scene.match.record.header = replace(scene.match.header, occasion=occasion)
    app.context.comparisons.ask(scene.match.header)
    return ResultsPage(app.context, scene)


def _results_of_a_match_of_the_city(app: App) -> Page:
    scene = table(app, "towers", 5000)
    occasion = Occasion(district="brickyard", stage="last_brick")
    scene.match.record.header = replace(scene.match.header, occasion=occasion)
    return ResultsPage(app.context, scene)


def _results_of_a_won_match_of_the_city(app: App) -> Page:
    scene = table(app, "towers", 5000)
    seats = (Player("You"), Player("Otto Overreach", "bot", "otto", 1))
    occasion = Occasion(district="brickyard", stage="last_brick")
    scene.match.record.header = replace(scene.match.header, seats=seats, occasion=occasion)
    scene.match.state.outcome = Outcome((0,), scene.match.outcome.scores, scene.match.outcome.reason)
    return ResultsPage(app.context, scene)


def _round_end(app: App) -> Page:
    scene = table(app, "towering", 5000)
    page = RoundPage(app.context, scene.board.header.seats, scene.view.variant, (1, 0), scene.view.accounts[0])
    page._time = page._duration
    return page


def _scores(game: str) -> Callable[[App], Page]:
    def make(app: App) -> Page:
        scene = table(app, game, 5000)
        scoring = scene.board.results(scene.view).scoring
        page = scoring() if scoring else None
        assert isinstance(page, Page)
        return page

    return make


def _discards(app: App) -> Page:
    scene = table(app, "towering", 30)
    return PilesPage(app.context, scene.view.discards[:3])


def _recap(app: App) -> Page:
    scene = table(app, "towers", 12)
    return RecapDialog(app.context, scene.narrator.recap(0))


def _handover(app: App) -> Page:
    scene = table(app, "wyoming", 9, "hh")
    page = scene.curtain.fall(1)
    assert isinstance(page, Push)
    return page.scene


def _error(app: App) -> Page:
    table(app, "wyoming", 9)
    return ErrorPage(app.context, RuntimeError("the roof came down"))


def _waiting(app: App) -> Page:
    page = WaitingDialog(app.context, table(app, "wyoming", 9).match.record, 0, None)
    page.work = SimpleNamespace(is_alive=lambda: True)  # type: ignore[assignment]
    return page


def _replay(app: App) -> Page:
    scene = table(app, "wyoming", 5000)
    return ReplayScene(app.context, Timeline(scene.match.record), 3)


def _count(app: App) -> Page:
    scene = table(app, "icetowers", 0)
    scene.match.state.outcome = Outcome((0,), (30, 20), "agreed")
    scene.board.view, scene.ending._is_counted = scene.view, True
    page = CountPage(app.context, scene.board, scene.ending.hasten)
    page._time = 1e6
    return page


def _no_device(app: App) -> Page:
    devices = table(app, "icetowers", 0, "hh").devices
    del devices.seating[1]
    return devices.notice()


def _while_away(app: App) -> Page:
    return while_away(app.context, table(app, "icetowers", 0).match)


PAGES: dict[str, Callable[[App], Page]] = {
    "log": lambda app: LogPage(app.context, table(app, "wyoming", 40).match),
    "log of nothing": lambda app: LogPage(app.context, table(app, "wyoming", 0).match),
    "results of wyoming": _results("wyoming"),
    "results of towering": _results("towering"),
    "results of towers": _results("towers"),
    "results of a daily deal": _results_of_a_deal,
    "results of a match of the city": _results_of_a_match_of_the_city,
    "results of a won match of the city": _results_of_a_won_match_of_the_city,
    "count": _count,
    "end of a round": _round_end,
    "score sheet": _scores("towering"),
    "discards": _discards,
    "accounts": _scores("towers"),
    "handover": _handover,
    "recap": _recap,
    "error": _error,
    "waiting": _waiting,
    "no device": _no_device,
    "while away": _while_away,
    "replay": _replay,
}
