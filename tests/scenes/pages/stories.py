"""Tests of pages written as stories: which page is opened, what is pressed, and what the page then shows.

    a character brings the name
        setup wyoming > press kind2; press ada = name2.text Ada Apex; name2.enabled no > play = table You, Ada Apex

A story begins with a page, followed by what is prepared before it is opened: `title, 2 saved games, mouse`. Their form
is that of `tests.game.matches`.
"""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.game.matches import Teller, cases, row, tell
from tests.scenes.pages.every.every_page import PAGES as PAGES_ALONE
from tests.scenes.pages.every.every_page import PAGES_OVER_A_TABLE, TABLES, play, save_games
from tests.scenes.robot import Blank, FakeTable, Robot
from topping_out.game.city import stage_of
from topping_out.game.record import Player
from topping_out.game.storage.library import read_record
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.manager import Push
from topping_out.scenes.pages.daily import CalendarPage, DailyPage
from topping_out.scenes.pages.keys import KeyTestPage
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.rules import RulesPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.setup_devices import DevicesPage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.pages.transfer import SavedGamesPage
from topping_out.scenes.system.settings import SettingsStore, Setup

PAGES = PAGES_ALONE | PAGES_OVER_A_TABLE


class Vocabulary(dict[str, Callable[..., Any]]):
    """Patterns of the words in stories, each with its function. Files may add patterns, but redefine none."""

    def __ior__(self, more: Any) -> "Vocabulary":
        """Add patterns. Raises ValueError if one of them is there already."""
        if known := self.keys() & more.keys():
            raise ValueError(f"there is a meaning already of {', '.join(sorted(known))}")
        self.update(more)
        return self

    def find(self, words: str) -> tuple[Callable[..., Any], tuple[Any, ...]] | None:
        """Return the function for these words and its pattern's groups. Raises ValueError if two patterns match."""
        found = [(do, fits.groups()) for pattern, do in self.items() if (fits := re.fullmatch(pattern, words))]
        if len(found) > 1:
            raise ValueError(f"{words!r} means more than one thing in a story")
        return found[0] if found else None


def page_stories(text: str) -> Callable[..., None]:
    """Return a test of the stories in a text, each in a new program whose tables do nothing."""

    @pytest.mark.parametrize("story", cases(text))
    def test(app: App, fake_tables: None, story: str) -> None:
        tell(Teller(lambda position: opened(Robot(app), position), act, FACTS), story)

    return test


def opened(robot: Robot, position: str) -> Robot:
    """Open a page as a story does, with what is to be prepared before."""
    name, *before = position.split(", ")
    context = robot.app.context
    for words in before:
        match words.split():
            case [number, "saved", _]:
                save_games(robot.app, int(number))
            case ["mouse" | "pad" as used]:
                context.devices.active = used
            case ["materials", value]:
                context.settings.setups["towering"] = Setup((), {"materials": value})
            case ["seats", *kinds]:
                seats = [Player(f"P{n}", kind, "medium" * (kind == "bot"), n) for n, kind in enumerate(kinds)]
                context.settings.setups = {name.split()[1]: Setup(tuple(seats))}
            case _:
                found = BEFORE.find(words)
                assert found, f"no preparation is called {words!r}"
                found[0](robot.app, *found[1])
    page, _, below = name.partition(" over the ")
    opener, *named = page.split()
    if below == "title":
        robot.app.manager.go(Push(TitlePage(context)))
    elif below == "table":
        robot.app.manager.go(Push(FakeTable(robot.app, play(robot.app, TABLES[0], 4))))
    scene = PAGES[name](robot.app) if name in PAGES else OPENERS[opener](robot.app, *named)
    if robot.app.manager.top is not scene:
        robot.app.manager.go(Push(scene))
    robot.wait()
    return robot


BEFORE = Vocabulary()
"""Further preparations before a page is opened."""

OPENERS = Vocabulary({
    "setup": lambda app, game: SetupPage(app.context, game),
    "rules": lambda app, game: RulesPage(app.context, game),
    "saved": lambda app: SavedGamesPage(app.context),
    "pause": lambda app: PausePage(app.context, app.manager.top.match, app.manager.top.coach),
    "nothing": lambda app: Blank(),
    "keytest": lambda app: KeyTestPage(app.context),
    "deals": lambda app, _, day: DailyPage(app.context, date.fromisoformat(day)),
    "calendar": lambda app, _: CalendarPage(app.context),
    "hands": lambda app, *names: DevicesPage(app.context, names, (), lambda hands: None),
})  # fmt: skip


def act(robot: Robot, words: str) -> list[Any]:
    """Do a step of a story: `press NAME`, `click NAME`, `go to NAME`, `write …`, `wait MS`, `key X up`, or a verb."""
    if found := ACTS.find(words):
        found[0](robot, *found[1])
        return []
    verb, _, times = words.partition(" x")
    robot.do(*[Verb(verb)] * int(times or 1))
    return []


def press_raw_key(robot: Robot, place: str, up: str | None = None) -> None:
    """Press or release a key on a page that reads raw keys."""
    robot.app.frame([], 10)
    assert robot.app.context.devices.wants_raw_keys
    robot.app.on_intent(Intent(Verb.KEY, text=place, amount=0.0 if up else 1.0))


ACTS = Vocabulary({
    "press (.+)": lambda robot, name: robot.press(name),
    r"click at (\d+),(\d+)": lambda robot, x, y: robot.click_at((int(x), int(y))),
    "click the end of (.+)": lambda robot, name: robot.click(name, (0.95, 0.5)),
    "click (?!at |the end of )(.+)": lambda robot, name: robot.click(name),
    "go to (.+)": lambda robot, name: robot.go_to(name),
    "write (.+)": lambda robot, text: robot.write(text),
    "tap (.+)": lambda robot, text: [robot.press("space" if key == " " else f"key {key.lower()}") for key in text],
    r"scroll (\S+)": lambda robot, amount: robot.app.on_intent(Intent(Verb.SCROLL, (800, 400), amount=float(amount))),
    r"wait (\d+)": lambda robot, ms: robot.wait(int(ms)),
    "key (.+?)( up)?": press_raw_key,
    "(open) (.+)": lambda robot, _, name: opened(robot, name),
    "the page is made anew": lambda robot: robot.page.rebuild(),
})  # fmt: skip


def as_word(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value) or "-"


def setting(settings: Any, name: str) -> str:
    return as_word(getattr(settings, name))


FACTS: dict[str, Callable[..., object]] = {
    r"page (offset|current_section|matches|match|words)": lambda robot, _, name: getattr(robot.page, name),
    "marked": lambda robot, _: (robot.see(), row(w.name for w in robot.page.widgets if getattr(w, "is_current", 0)))[1],
    "at the top": lambda robot, _: as_word(robot.page.offset == 0),
    "at the foot": lambda robot, _: as_word(robot.page.offset == robot.page.max_offset),
    "page": lambda robot, _: type(robot.app.manager.top).__name__,
    "focus": lambda robot, _: robot.page.focus,
    "wants raw keys": lambda robot, _: as_word(robot.page.wants_raw_keys),
    "hands": lambda robot, _: ", ".join(hand or "-" for hand in robot.page.assigned),
    "typing": lambda robot, _: as_word(robot.page.typing),
    r"setting (\w+)": lambda robot, _, name: setting(robot.app.context.settings, name),
    r"stored (\w+)": lambda robot, _, name: setting(SettingsStore().load(), name),
    "sound": lambda robot, _: robot.app.context.audio.recent[-1],
    "sounds": lambda robot, _: row(robot.app.context.audio.recent),
    r"(\w+) volume": lambda robot, _, what: round(getattr(robot.app.context.audio, f"{what}_volume"), 2),
    "text scale": lambda robot, _: robot.app.context.kit.text_scale,
    "unfinished": lambda robot, _: len(robot.app.context.library.unfinished()),
    "heard": lambda robot, _: robot.page_text(),
    "text": lambda robot, _: robot.page.text,
    "table": lambda robot, _: ", ".join(robot.table.match.names),
    "played by": lambda robot, _: ", ".join(filter(None, (p.level or p.kind for p in robot.table.match.header.seats))),
    "deal": lambda robot, _: robot.table.match.header.seed,
    "stage": lambda robot, _: row(stage_of(robot.table.match.header)),
    "reply": lambda robot, _: robot.app.context.last_reply.text,
    "colours": lambda robot, _: row(player.colour for player in robot.table.match.header.seats),
    "on the disk": lambda robot, _: as_word(read_record(robot.app.context.library.path) == robot.table.match.record),
    r"chosen (\w+)": lambda robot, _, key: as_word(robot.table.match.header.options[key]),
    "entries": lambda robot, _: len(robot.table.match.record.entries),
    r"([\w ]+) is here": lambda robot, _, name: as_word(robot.page.find(name) is not None),
    r"([\w ]+)\.choice": lambda robot, _, name: robot.label(name),
    r"([\w -]+)\.(\w+)": lambda robot, _, name, field: as_word(getattr(robot.widget(name), field)),
}
