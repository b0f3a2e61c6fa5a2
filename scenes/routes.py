"""All scenes by name. A scene's module is imported only when the scene opens, so that the program starts fast."""

from __future__ import annotations

from typing import Any

from topping_out.game.registry import load_object

from .manager import Scene
from .system.context import Context


class Route:
    """A scene's class or factory, as `MODULE:NAME`. Calling the route makes the scene."""

    def __init__(self, place: str) -> None:
        self.place = place

    def load(self) -> Any:
        """Import and return the scene's class, or the function that makes it."""
        return load_object(self.place)

    def __call__(self, context: Context, *arguments: Any, **options: Any) -> Scene:
        scene: Scene = self.load()(context, *arguments, **options)
        return scene


TITLE = Route("topping_out.scenes.pages.title:TitlePage")
SAVED_GAMES = Route("topping_out.scenes.pages.transfer:SavedGamesPage")
SKYLINE = Route("topping_out.scenes.pages.skyline:SkylinePage")
DISTRICT = Route("topping_out.scenes.pages.district:DistrictPage")
STATISTICS = Route("topping_out.scenes.pages.statistics:StatisticsPage")
DAILY = Route("topping_out.scenes.pages.daily:DailyPage")
DEAL = Route("topping_out.scenes.pages.daily_result:DealPage")
CALENDAR = Route("topping_out.scenes.pages.daily:CalendarPage")
PUZZLES = Route("topping_out.scenes.pages.puzzles:PuzzlesPage")
PUZZLE_LIST = Route("topping_out.scenes.pages.puzzles:PuzzleListPage")
RULES = Route("topping_out.scenes.pages.rules:RulesPage")
SETTINGS = Route("topping_out.scenes.pages.settings:SettingsPage")
SETTINGS_SECTION = Route("topping_out.scenes.pages.settings:SettingsSectionPage")
ACCESSIBILITY = Route("topping_out.scenes.pages.settings:AccessibilityPage")
TRANSFER = Route("topping_out.scenes.pages.transfer:TransferPage")
KEYBOARD = Route("topping_out.scenes.pages.keys:KeyboardPage")
KEYS = Route("topping_out.scenes.pages.keys:KeysPage")
KEY_TEST = Route("topping_out.scenes.pages.keys:KeyTestPage")
LETTERS = Route("topping_out.scenes.pages.keys:LettersPage")
ERROR = Route("topping_out.scenes.pages.error:ErrorPage")

SETUP = Route("topping_out.scenes.pages.setup:SetupPage")
WORKSHOP = Route("topping_out.scenes.pages.setup:open_workshop")
CHOOSER = Route("topping_out.scenes.pages.setup_seats:ChooserPage")
JOIN = Route("topping_out.scenes.pages.join:JoinPage")
DEVICES = Route("topping_out.scenes.pages.setup_devices:DevicesPage")

TABLE = Route("topping_out.scenes.match.start:open_table")
"""The scene that runs a match; it depends on the game."""
LISTENING = Route("topping_out.scenes.match.turns:open_lesson")
"""The lesson in listening, at a separate table."""
PUZZLE = Route("topping_out.scenes.match.puzzle_turns:open_puzzle")
REPLAY = Route("topping_out.scenes.match.replay:ReplayScene")
FEATS = Route("topping_out.scenes.pages.feats:FeatsPage")
FILM = Route("topping_out.scenes.pages.review:FilmPage")
PAUSE = Route("topping_out.scenes.pages.pause:PausePage")
OPPONENTS = Route("topping_out.scenes.pages.pause:OpponentsPage")
LOG = Route("topping_out.scenes.pages.pause:LogPage")
RESULTS = Route("topping_out.scenes.pages.results:ResultsPage")
REVIEW = Route("topping_out.scenes.pages.review:ReviewPage")
