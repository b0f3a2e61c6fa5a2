"""Functions that open every page in a typical state: alone, over a table or in its place."""

import dataclasses
import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cache
from itertools import combinations
from math import sin
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
from msgspec.structs import replace

from tests.game.matches import play_on
from tests.scenes.devices.tools import ScriptedMice
from tests.scenes.robot import Eye, SilentComparisons, SilentWorker
from topping_out.game.bots.puzzle_progress import PuzzleProgress
from topping_out.game.bots.review import Review, Timeline
from topping_out.game.bots.worker import BotAnswer
from topping_out.game.city import header_for
from topping_out.game.engine import Advice, Outcome, Verdict
from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.game.progress import daily
from topping_out.game.progress.daily import deal_of
from topping_out.game.record import Occasion, Player, Record, new_header
from topping_out.game.registry import load
from topping_out.game.storage.history import PuzzleTries, PuzzleTry, counted_tries
from topping_out.game.towers.decks import copy_of, find_decks
from topping_out.game.towers.floors import deck_of
from topping_out.game.towers.workshop import Bench, FloorCount, Measures, in_play, new_bench
from topping_out.scenes.app import App
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.keyboard import Control
from topping_out.scenes.devices.mice_and_pads import Mice
from topping_out.scenes.icetowers.live_seats import CountPage
from topping_out.scenes.kit.stage import Item
from topping_out.scenes.manager import Pop, Push
from topping_out.scenes.match.course import HandoverPage
from topping_out.scenes.match.puzzle import PuzzleTask, Ways
from topping_out.scenes.match.puzzle_turns import VerdictPage
from topping_out.scenes.match.replay import NoteDialog, ReplayScene
from topping_out.scenes.match.scene import while_away
from topping_out.scenes.match.start import WaitingDialog, city_of, open_table
from topping_out.scenes.match.talk import RecapDialog
from topping_out.scenes.pages.daily import CalendarPage, DailyPage
from topping_out.scenes.pages.daily_result import DealPage
from topping_out.scenes.pages.district import DistrictPage
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.pages.feats import FeatsPage
from topping_out.scenes.pages.join import Fallen, JoinPage
from topping_out.scenes.pages.keys import KeyboardPage, KeysPage, KeyTestPage, LettersPage
from topping_out.scenes.pages.pause import LogPage, OpponentsPage, PausePage
from topping_out.scenes.pages.printing import PrintPage
from topping_out.scenes.pages.puzzles import PuzzleListPage, PuzzlesPage
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.review import FilmPage, ReviewPage
from topping_out.scenes.pages.rules import RulesPage
from topping_out.scenes.pages.settings import SECTIONS, AccessibilityPage, SettingsPage, SettingsSectionPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.setup_devices import DevicesPage
from topping_out.scenes.pages.setup_seats import ChooserPage, NameField
from topping_out.scenes.pages.skyline import SkylinePage, Stop
from topping_out.scenes.pages.statistics import StatisticsPage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.pages.transfer import SavedGamesPage, TransferPage
from topping_out.scenes.system.settings import Setup
from topping_out.scenes.towering.rounds import PilesPage, RoundPage
from topping_out.scenes.towers.decks import DecksPage, DraftPage
from topping_out.scenes.towers.floors import EffectsPage, FloorPage, RoomPage
from topping_out.scenes.towers.workshop import DeckPage
from topping_out.scenes.ui.column import ColumnPage, Notice, ProgressDialog
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.widgets import Button, ListRow

TABLES = (("You", "Mesa"), ("Ana", "Ben", "Cornice"), ("Gable", "Ben", "Cornice", "Dan"))


def save_games(app: App, count: int) -> None:
    """Save this many unfinished games of Towers of Wyoming, the last one the latest."""
    for number in range(count):
        play(app, TABLES[number % 3], turns=5 + number)
    app.context.library.close()


def after(prepare: Callable[[App], object], make: Callable[[App], Page]) -> Callable[[App], Page]:
    """Return a function that opens a page after something has been prepared."""

    def prepared(app: App) -> Page:
        prepare(app)
        return make(app)

    return prepared


def play(app: App, names: tuple[str, ...], turns: int) -> Match:
    """Begin a game of humans and play some turns."""
    game = load("wyoming")
    seats = [Player(name, colour=seat) for seat, name in enumerate(names)]
    return play_on(app.context.library.start(new_header(game, seats, {"first": 0}, 7, "2024-11-21T12:03:00")), turns)


def _district_under_way(app: App) -> Page:
    brickyard = next(standing for standing in city_of(app.context) if standing.district.name == "brickyard")
    app.context.library.start(header_for(brickyard.stages[0], 800, 7, "2026-11-22T12:00:00"))
    app.context.library.close()
    return DistrictPage(app.context, "brickyard")


def _title_with_warnings(app: App) -> Page:
    app.context.store.problem = "The settings in settings.json can't be read (no such value): these are the usual ones."
    app.context.audio.problem = "There's no sound: no device."
    return TitlePage(app.context)


def _full_setup(app: App) -> Page:
    levels = ("", "easy", "medium", "hard")
    seats = tuple(Player(f"Wilhelmina {n}", "bot" if n else "human", levels[n], n) for n in range(4))
    app.context.settings.setups = {"wyoming": Setup(seats, {"sudden_death": True, "tidal": True, "deadlines": True})}
    return SetupPage(app.context, "wyoming")


def _chooser(app: App) -> Page:
    """Return the choice of a player for a chair with a character, while other characters sit elsewhere."""
    setup = _set_up_with_characters(app)
    return ChooserPage(app.context, setup.seating, setup.seating.chairs[2], lambda kind: None)


def _set_up_with_characters(app: App) -> SetupPage:
    seats = (Player("You"), Player("Otto Overreach", "bot", "otto", 1), Player("Nell Nettle", "bot", "nell", 2),
             Player("Butte", "bot", "gentle", 3))  # fmt: skip
    app.context.settings.setups = {"wyoming": Setup(seats)}
    return SetupPage(app.context, "wyoming")


def _opponents(app: App) -> Page:
    match = play(app, TABLES[0], 4)
    seats = (match.header.seats[0], Player("Nell Nettle", "bot", "nell", 1))
    match.record.header = replace(match.header, seats=seats)
    return OpponentsPage(app.context, match)


def _pause_of_a_guided_game(app: App) -> Page:
    match = play(app, TABLES[0], 4)
    coach = SimpleNamespace(is_on=True, skip=lambda: None)
    return PausePage(app.context, match, coach, lambda: None)


def _notice(app: App) -> Page:
    text = "The game with Ana and Ben won't be offered again. Its file is kept in a folder of its own."
    return Notice(app.context, "Put this game away?", text, (("Keep it here", None), ("Put it away", None)))


def _long_notice(app: App) -> Page:
    path = "/a/rather/long/path/without/any/spaces/" * 5
    text = f"This game can't be continued. {path} can't be opened.\nAnd more."
    return Notice(app.context, "Can't be continued", text)


def _finished(app: App, names: tuple[str, ...]) -> Match:
    return play_on(play(app, names, 0), which=-1)


def _finish(*names: str) -> Callable[[App], None]:
    """Return a function that finishes a game of these players."""

    def finish(app: App) -> None:
        _finished(app, names)
        app.context.library.close()

    return finish


def _silence(app: App) -> None:
    app.context.worker = SilentWorker()


def _review(app: App) -> Page:
    """Return a review of two players, one of whom has made no mistake."""
    review = Review(_finished(app, ("Ana", "Wilhelmina T.")).record)
    while decision := review.next:
        better = next(action for action in decision.actions if action != decision.played)
        reason = "In 12% of trial games the opponent wins before your next turn; with the other play, in 31%."
        cost = 30.0 / (1 + decision.step) + 1 if decision.seat else 0.0
        review.add(Verdict(Advice(better, reason), cost))
    review.curve = [[0.5 + 0.4 * sin(number / 9), 0.5 - 0.4 * sin(number / 9)] for number in range(len(review.points))]
    return ReviewPage(app.context, review)


def play_deals(app: App) -> None:
    """Finish today's deal of one game, begin one of another, put a third away, and finish one of tomorrow."""
    app.context.comparisons = SilentComparisons()
    day = daily.today()
    for name, ahead, plies in (("towers", 0, 9999), ("wyoming", 0, 9), ("towering", 0, 4), ("towers", 1, 9999)):
        deal = deal_of(name, day + timedelta(days=ahead))
        play_on(app.context.library.start(deal.begin(True, f"{day}T12:00:00")), plies)
        if name == "towering" and app.context.library.path:
            app.context.library.abandon(app.context.library.path)
    app.context.library.close()


def _result_of_a_deal(app: App) -> Page:
    play_deals(app)
    counted = counted_tries(app.context.library)["towers", daily.today().isoformat()]
    return DealPage(app.context, counted.saved.header, Outcome((0,), (29, 13, 8), "points"), counted.saved)


NAMES = ("Ana", "Wilhelmina", "Cleo", "Dan", "Eve")


def _hands_with_mice(app: App) -> Page:
    used, app.context.devices = (
        app.context.devices.active,
        Devices(mice=Mice(lambda: ScriptedMice("Wheel Mouse", "TouchPad"))),
    )
    app.context.devices.active = used
    return DevicesPage(app.context, NAMES[:4], [], lambda hands: None, lambda: None, "Back")


def _join(app: App) -> Page:
    """Return the page after two have joined, one of whom is ready; a chair waits for a third beside a bot."""
    game = load("icetowers")
    seats = [Player(name, colour=seat) for seat, name in enumerate(NAMES[:3])]
    header = new_header(game, [*seats, Player("Mesa", "bot", "master", 3)], {}, 1)
    page = JoinPage(app.context, header, ["keys 1", "keys 2", "mouse"])
    for device in ("keys 1", "keys 2", "keys 2"):
        page.joining.press(device)
        page.pieces.setdefault(device, []).append(Fallen(0.0))
    return page


def _keyboard(app: App) -> Page:
    page = KeyboardPage(app.context)
    page.keys.reset()
    return page


def _keyboard_with_a_clash(app: App) -> Page:
    page = _keyboard(app)
    page.keys.bind(Control("keys 1", Verb.LEFT), "comma")
    page.keys.bind(Control("keys 1", Verb.DOWN), "m")
    return page


def _keys_with_a_clash(app: App) -> Page:
    page = KeysPage(app.context)
    page.keys.bind(Verb.HINT, "l")
    return page


def _key_test(app: App) -> Page:
    page = KeyTestPage(app.context)
    for place in ("w", "f", "up", "f5"):
        page.on_intent(Intent(Verb.KEY, text=place, amount=1.0))
    return page


def _transfer(app: App) -> Page:
    page = TransferPage(app.context)
    page._target, page._exports = (
        "~/Documents/topping-out-2026-11-22.zip",
        [Path("/x/Downloads/topping-out-2026-11-21.zip")],
    )
    return page


class _HalfDone(ProgressDialog):
    """A progress dialog that stands still."""

    at_rest = True

    def update(self, ms: float) -> None:
        pass


def _progress(app: App) -> Page:
    page = _HalfDone(app.context, tr("Export"), iter(()), lambda error: None)
    page.share = 0.4
    return page


def _film(app: App) -> Page:
    page = FilmPage(app.context, play(app, TABLES[0], 4).record)
    page._target = "~/Videos/topping-out-wyoming.webp"
    return page


def _verdict(game: str, is_right: bool) -> Callable[[App], Page]:
    """Return a function that opens the verdict on a game's last puzzle, solved or missed."""

    def make(app: App) -> Page:
        puzzle = [*PuzzleProgress(game, PuzzleTries()).puzzles.values()][-1]
        task = PuzzleTask(puzzle, PuzzleTries())
        match = task.begin()
        steps = puzzle.lines[0].steps if is_right else puzzle.mistake
        for step in steps:
            match.act(puzzle.seat, match.game.parse(step))
        task.judge(match)
        if task.asks:
            task.take(BotAnswer(1, loss=0.4))
        return VerdictPage(app.context, task, Ways(app.context, task))

    return make


def _try_puzzles(app: App) -> None:
    tries = PuzzleTries()
    if not tries.tries:
        for number, puzzle in enumerate([*PuzzleProgress("wyoming", tries).puzzles.values()][:3]):
            tries.add(PuzzleTry("wyoming", puzzle.name, number != 1))


def _bench() -> Bench:
    return new_bench(copy_of(find_decks().built_in["wild"]))


def _deck(app: App) -> DeckPage:
    page = DeckPage(app.context, _bench(), 2, lambda value: None)
    page._target = "~/Documents/topping-out-2026-11-22.toml"
    return page


def _measured_deck(app: App) -> Page:
    """Return a deck's page with made-up results, which show all that is wrong with it, beside those of another deck."""
    page = _deck(app)
    deck, other = page.bench.deck, find_decks().built_in["neighbours"]
    floors = [FloorCount(100 + 10 * n, 60, 210 - 20 * n, 9.5) for n in range(12)]
    for each in (deck, other):
        counts = dict(zip((floor.name for floor in each.floors), floors))
        page.measures[in_play(each), 2] = Measures(2, 120, 1500, 5200, (30, 90), counts, 120, 64, 31)
    first, second, *rest = deck.floors
    moved = (
        dataclasses.replace(first, count=first.count + 2),
        dataclasses.replace(second, count=second.count - 2),
        *rest,
    )
    page.proposals[in_play(deck), 2] = deck_of(deck.title, moved), Measures(2, 24, wins=(12, 12), blank=16)
    page.compared = other
    return page


def _letters(app: App) -> Page:
    field = NameField("name", "Wilhelmina", ("Ana", "Ben", "Cornice", "Dan", "Eve"), lambda text: None)
    return LettersPage(app.context, field, lambda text: None)


PAGES: dict[str, Callable[[App], Page]] = {
    "title": lambda app: TitlePage(app.context),
    "title with a game": after(lambda app: save_games(app, 1), lambda app: TitlePage(app.context)),
    "title with games": after(lambda app: save_games(app, 3), lambda app: TitlePage(app.context)),
    "title with warnings": _title_with_warnings,
    "unfinished games": after(lambda app: save_games(app, 3), lambda app: SavedGamesPage(app.context)),
    "set-up": lambda app: SetupPage(app.context, "wyoming"),
    "set-up of a game that is known": after(_finish("Ana", "Ben"), lambda app: SetupPage(app.context, "wyoming")),
    "set-up of four": _full_setup,
    "set-up with characters": _set_up_with_characters,
    "chooser": _chooser,
    "accessibility": lambda app: AccessibilityPage(app.context),
    "settings": lambda app: SettingsPage(app.context),
    "note": lambda app: NoteDialog(app.context, tr("Nothing is selected."), "", lambda text: None),
    **{f"settings {name}": lambda app, name=name: SettingsSectionPage(app.context, name) for name in SECTIONS},
    "print": lambda app: PrintPage(app.context, "towers"),
    "rules": lambda app: RulesPage(app.context, "wyoming"),
    "rules before a game": lambda app: RulesPage(app.context, "wyoming", offers_guided=True),
    "hands": lambda app: DevicesPage(app.context, NAMES, ["mouse", "keys 1", "keys 2"], lambda hands: None),
    "hands with mice": _hands_with_mice,
    "press to join": _join,
    "keyboard": _keyboard,
    "keyboard with a clash": _keyboard_with_a_clash,
    "keys": lambda app: KeysPage(app.context),
    "keys with a clash": _keys_with_a_clash,
    "test of the keyboard": _key_test,
    "puzzles": after(_try_puzzles, lambda app: PuzzlesPage(app.context)),
    "puzzles of a game": after(_try_puzzles, lambda app: PuzzleListPage(app.context, "wyoming")),
    "pack of puzzles": after(_try_puzzles, lambda app: PuzzleListPage(app.context, "wyoming", "race")),
    "verdict of a puzzle": _verdict("towers", True),
    "verdict of a puzzle that was missed": _verdict("wyoming", False),
    "review": _review,
    "review under way": after(
        _silence, lambda app: ReviewPage(app.context, Review(_finished(app, ("Ana", "Ben")).record))
    ),
    "skyline": lambda app: SkylinePage(app.context),
    "district": lambda app: DistrictPage(app.context, "orchard"),
    "district with a match under way": _district_under_way,
    "closed district": lambda app: DistrictPage(app.context, "apex"),
    "statistics": after(_finish("Ana", "Wilhelmina T."), lambda app: StatisticsPage(app.context)),
    "export and import": _transfer,
    "progress": _progress,
    "deals of today": after(play_deals, lambda app: DailyPage(app.context)),
    "deals of a day past": after(play_deals, lambda app: DailyPage(app.context, daily.today() - timedelta(days=80))),
    "result of a deal": _result_of_a_deal,
    "calendar": after(play_deals, lambda app: CalendarPage(app.context)),
    "film": _film,
    "feats": after(_finish("Ana", "Wilhelmina T."), lambda app: FeatsPage(app.context, "wyoming")),
    "pause": lambda app: PausePage(app.context, play(app, TABLES[0], 4), SimpleNamespace(is_on=False)),
    "opponents": _opponents,
    "pause of a guided game": _pause_of_a_guided_game,
    "decks": lambda app: DecksPage(app.context, SetupPage(app.context, "towers").header(), lambda value: None),
    "deck": _deck,
    "measured deck": _measured_deck,
    "effects of a floor": lambda app: EffectsPage(app.context, _bench(), 4, 0),
    "floor of a deck": lambda app: FloorPage(app.context, _bench(), 4),
    "room of a floor": lambda app: RoomPage(app.context, _bench(), 4),
    "draft": lambda app: DraftPage(app.context, SetupPage(app.context, "towers").header(), lambda deck: None),
    "letters": _letters,
    "notice": _notice,
    "long notice": _long_notice,
}


# -- over a table or in its place


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


LAST_BRICK = Occasion(district="brickyard", stage="last_brick")
AGAINST_OTTO = (Player("You"), Player("Otto Overreach", "bot", "otto", 1))


def _results_of_a_match_of_the_city(app: App, **changed: Any) -> Page:
    scene = table(app, "towers", 5000)
    scene.match.record.header = replace(scene.match.header, occasion=LAST_BRICK, **changed)
    if changed:
        scene.match.state.outcome = dataclasses.replace(scene.match.outcome, winners=(0,))
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
        return scoring() if scoring else None

    return make


def _waiting(app: App) -> Page:
    page = WaitingDialog(app.context, table(app, "wyoming", 9).match.record, 0, None)
    page.work = SimpleNamespace(is_alive=lambda: True)
    return page


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


PAGES_OVER_A_TABLE: dict[str, Callable[[App], Page]] = {
    "log": lambda app: LogPage(app.context, table(app, "wyoming", 40).match),
    "log of nothing": lambda app: LogPage(app.context, table(app, "wyoming", 0).match),
    "results of wyoming": _results("wyoming"),
    "results of towering": _results("towering"),
    "results of towers": _results("towers"),
    "results of a daily deal": _results_of_a_deal,
    "results of a match of the city": _results_of_a_match_of_the_city,
    "results of a won match of the city": lambda app: _results_of_a_match_of_the_city(app, seats=AGAINST_OTTO),
    "count": _count,
    "end of a round": _round_end,
    "score sheet": _scores("towering"),
    "discards": lambda app: PilesPage(app.context, table(app, "towering", 30).view.discards[:3]),
    "accounts": _scores("towers"),
    "handover": lambda app: table(app, "wyoming", 9, "hh").curtain.fall(1).scene,
    "recap": lambda app: RecapDialog(app.context, table(app, "towers", 12).narrator.recap(0)),
    "error": after(
        lambda app: table(app, "wyoming", 9), lambda app: ErrorPage(app.context, RuntimeError("the roof came down"))
    ),
    "waiting": _waiting,
    "no device": _no_device,
    "while away": lambda app: while_away(app.context, table(app, "icetowers", 0).match),
    "replay": lambda app: ReplayScene(app.context, Timeline(table(app, "wyoming", 5000).match.record), 3),
}


# -- looks


MAY_BE_CUT = ("continue", "warning", "go0", "go1", "go2")
"""Widgets with names or paths of any length, which another page shows in full."""


def widget_faults(page: Page) -> Iterator[str]:
    """Yield faults in the positions of widgets."""
    window = pygame.FRect(0, 0, page.kit.width + 0.5, page.kit.height + 0.5)
    column = [w for w in page.widgets if isinstance(page, ColumnPage) and page.is_in_column(w)]
    fixed = [w for w in page.widgets if w not in column]
    still = [w for w in fixed if not isinstance(w, Stop)]  # a player walks to the others in the city
    yield from (f"{w.name} is outside the window" for w in still if not window.contains(w.rect))
    for group in (fixed, column):
        for a, b in combinations(group, 2):
            if a.rect.inflate(-1, -1).colliderect(b.rect):
                yield f"{a.name} and {b.name} overlap"
    if isinstance(page, ColumnPage):
        yield from (f"{w.name} overlaps the column" for w in fixed if page.viewport.colliderect(w.rect))
        yield from (f"{w.name} is wider than the column" for w in column if w.rect.w > page.viewport.w + 0.5)


def text_faults(app: App, eye: Eye, page: Page) -> Iterator[str]:
    """Yield faults of the texts on the screen."""
    allowed = [getattr(page.find(name), "label", "") + getattr(page.find(name), "detail", "") for name in MAY_BE_CUT]
    yield from (f"{words!r} is cut short" for words in eye.cut if not any(words in full for full in allowed))
    shown = eye.shown(app)
    for words, item in shown:
        is_whole = item.rect.size == item.surface.get_size() or isinstance(page, ColumnPage)
        if not (is_whole and app.screen.get_rect().contains(item.rect)):
            yield f"{words!r} is cut off"
    yield from (f"{words!r} is wider than {name}" for words, name in too_wide(app, page, shown))
    places = [(words, item.rect.inflate(-2, -item.rect.h * 0.4)) for words, item in shown]
    yield from (f"{a!r} overlaps {b!r}" for (a, here), (b, there) in combinations(places, 2) if here.colliderect(there))


def too_wide(app: App, page: Page, shown: list[tuple[str, Item]]) -> Iterator[tuple[str, str]]:
    """Yield texts that stick out of a button or row at a side, with the widget's name."""
    scale = page.kit.scale
    for widget in page.widgets:
        if not isinstance(widget, (Button, ListRow)):
            continue
        in_column = isinstance(page, ColumnPage) and page.is_in_column(widget)
        seen = widget.rect.clip(page.viewport) if in_column else widget.rect
        plate = pygame.FRect(*(value * scale for value in seen)).inflate(8 * scale, 0)
        for words, item in shown:
            if plate.collidepoint(item.rect.center) and (item.rect.left < plate.left or item.rect.right > plate.right):
                yield words, widget.name
