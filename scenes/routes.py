"""Every scene by name. A scene's module is imported only when the scene is opened, so that the program starts fast."""

from __future__ import annotations

from typing import Any

from topping_out.game.registry import load_object
from topping_out.scenes.manager import Scene
from topping_out.scenes.system.context import Context


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


TITLE = Route("topping_out.scenes.pages.title.page:TitlePage")
SAVED_GAMES = Route("topping_out.scenes.pages.saved_games:SavedGamesPage")
SKYLINE = Route("topping_out.scenes.pages.skyline.page:SkylinePage")
DISTRICT = Route("topping_out.scenes.pages.district.page:DistrictPage")
STATISTICS = Route("topping_out.scenes.pages.statistics.page:StatisticsPage")
DAILY = Route("topping_out.scenes.pages.daily.page:DailyPage")
DEAL = Route("topping_out.scenes.pages.daily.deal:DealPage")
CALENDAR = Route("topping_out.scenes.pages.daily.calendar:CalendarPage")
PUZZLES = Route("topping_out.scenes.pages.puzzles.overview:PuzzlesPage")
PUZZLE_LIST = Route("topping_out.scenes.pages.puzzles.listed:PuzzleListPage")
RULES = Route("topping_out.scenes.pages.rules.page:RulesPage")
SETTINGS = Route("topping_out.scenes.pages.settings:SettingsPage")
ACCESSIBILITY = Route("topping_out.scenes.pages.accessibility:AccessibilityPage")
TRANSFER = Route("topping_out.scenes.pages.transfer.page:TransferPage")
KEYBOARD = Route("topping_out.scenes.pages.keys.keyboard:KeyboardPage")
KEYS = Route("topping_out.scenes.pages.keys.keys:KeysPage")
KEY_TEST = Route("topping_out.scenes.pages.keys.key_test:KeyTestPage")
LETTERS = Route("topping_out.scenes.pages.letters:LettersPage")
ERROR = Route("topping_out.scenes.pages.error:ErrorPage")

SETUP = Route("topping_out.scenes.pages.setup.page:SetupPage")
WORKSHOP = Route("topping_out.scenes.pages.setup.page:open_workshop")
CHOOSER = Route("topping_out.scenes.pages.setup.chooser:ChooserPage")
JOIN = Route("topping_out.scenes.pages.join.page:JoinPage")
DEVICES = Route("topping_out.scenes.pages.setup.devices:DevicesPage")

TABLE = Route("topping_out.scenes.match.start:open_table")
"""The scene that runs a match; each game says which."""
LISTENING = Route("topping_out.scenes.match.listening:open_lesson")
"""The lesson in listening, at a table of its own."""
PUZZLE = Route("topping_out.scenes.match.puzzles.start:open_puzzle")
REPLAY = Route("topping_out.scenes.match.replay:ReplayScene")
FEATS = Route("topping_out.scenes.pages.feats.page:FeatsPage")
FILM = Route("topping_out.scenes.pages.film.page:FilmPage")
PAUSE = Route("topping_out.scenes.pages.pause:PausePage")
OPPONENTS = Route("topping_out.scenes.pages.opponents:OpponentsPage")
LOG = Route("topping_out.scenes.pages.log:LogPage")
RESULTS = Route("topping_out.scenes.pages.results.page:ResultsPage")
REVIEW = Route("topping_out.scenes.pages.review.page:ReviewPage")
