"""Every scene by name. A scene's module is imported only when the scene is opened, so that the program starts fast."""

from __future__ import annotations

from typing import Any

from game.registry import load_object
from scenes.manager import Scene
from scenes.system.context import Context


class Route:
    """Names a scene's class or factory as `MODULE:NAME`. Calling the route makes the scene."""

    def __init__(self, place: str) -> None:
        self.place = place

    def load(self) -> Any:
        """Return the class of the scene, or the function that makes it."""
        return load_object(self.place)

    def __call__(self, context: Context, *arguments: Any, **options: Any) -> Scene:
        scene: Scene = self.load()(context, *arguments, **options)
        return scene


TITLE = Route("scenes.pages.title.page:TitlePage")
SAVED_GAMES = Route("scenes.pages.saved_games:SavedGamesPage")
SKYLINE = Route("scenes.pages.skyline.page:SkylinePage")
STATISTICS = Route("scenes.pages.statistics.page:StatisticsPage")
DAILY = Route("scenes.pages.daily.page:DailyPage")
CALENDAR = Route("scenes.pages.daily.calendar:CalendarPage")
PUZZLES = Route("scenes.pages.puzzles.overview:PuzzlesPage")
PUZZLE_LIST = Route("scenes.pages.puzzles.listed:PuzzleListPage")
RULES = Route("scenes.pages.rules.page:RulesPage")
SETTINGS = Route("scenes.pages.settings:SettingsPage")
TRANSFER = Route("scenes.pages.transfer.page:TransferPage")
KEYBOARD = Route("scenes.pages.keyboard:KeyboardPage")
KEYS = Route("scenes.pages.keys:KeysPage")
KEY_TEST = Route("scenes.pages.key_test:KeyTestPage")
ERROR = Route("scenes.pages.error:ErrorPage")

SETUP = Route("scenes.pages.setup.page:SetupPage")
CHOOSER = Route("scenes.pages.setup.chooser:ChooserPage")
DEVICES = Route("scenes.pages.setup.devices:DevicesPage")

TABLE = Route("scenes.match.start:open_table")
"""The scene that runs a match; each game says which."""
PUZZLE = Route("scenes.match.puzzles.start:open_puzzle")
REPLAY = Route("scenes.match.replay:ReplayScene")
FEATS = Route("scenes.pages.feats.page:FeatsPage")
FILM = Route("scenes.pages.film.page:FilmPage")
PAUSE = Route("scenes.pages.pause:PausePage")
LOG = Route("scenes.pages.log:LogPage")
RESULTS = Route("scenes.pages.results.page:ResultsPage")
REVIEW = Route("scenes.pages.review.page:ReviewPage")
