"""Every page and every table in each of its states, compared with recordings that somebody has read and approved.

A state is written as in `tests.scenes.pages.stories`: the page, after commas what is prepared before it is opened, and
after `>` the steps, separated by `;`.

A recording holds what a screen reader reads, where keys lead, a sketch of the picture, and what was heard on the way;
another holds where each picture and text lies:

    SettingsPage "Settings"
    list "Sound"
      > slider "Effects" = 80% (0.80), key E: How loud sounds are.

`>` has the focus, `-` can get it, `·` is only read. See `tests.golden.sketch` for the sketch.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from tests.golden import POSITIONS, check_section, check_titles, differences, golden_section, is_alike, sketch
from tests.scenes.icetowers.test_spoken import Ear
from tests.scenes.pages import stories
from tests.scenes.pages.every.every_page import played
from tests.scenes.pages.every.every_page import table as table_at
from tests.scenes.pages.test_city import fill_library, made_up_games
from tests.scenes.robot import SCENES_WITH_A_BOARD, PromptWorker, Robot
from tests.scenes.trace import OPTIONS, PLAYERS, PlayedLive, places_of, things_shown, write_effects
from topping_out.game import registry
from topping_out.game.assets import GAMES
from topping_out.game.bots.puzzle_progress import PuzzleProgress
from topping_out.game.bots.review import Timeline
from topping_out.game.bots.worker import BotAnswer, BotQuestion, Question
from topping_out.game.icetowers.actions import Ready
from topping_out.game.record import Occasion, new_header
from topping_out.game.registry import load
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.storage.history import PuzzleTries, PuzzleTry
from topping_out.game.towers.decks import own_decks_folder
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit import sprites
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.start import begin_guided
from topping_out.scenes.pages.district import DistrictPage
from topping_out.scenes.pages.feats import FeatsPage
from topping_out.scenes.pages.printing import PrintPage
from topping_out.scenes.pages.puzzles import PuzzleListPage, PuzzlesPage
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.settings import SECTIONS
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.statistics import StatisticsPage
from topping_out.scenes.towers import decks
from topping_out.scenes.towers.decks import DraftPage
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.widgets import Slider, Stepper, Switch

STATES: dict[str, dict[str, str]] = {
    "title": {
        "nothing yet": "title",
        "one game under way": "title with a game",
        "several": "title with games",
        "what could not be read": "title with warnings",
        "another game chosen": "title > press towers",
        "a city of many games": "title, 60 finished",
    },
    "unfinished games": {
        "one": "saved, 1 saved game",
        "several": "unfinished games",
        "more than fit": "saved, 14 saved games",
        "asked whether to put one away": "saved, 3 saved games > press away1",
        "one was put away": "saved, 3 saved games > press away1; press answer1",
        "the last was put away": "saved over the title, 1 saved game > press away0; press answer1",
    },
    "set-up": {
        "wyoming, as it comes": "set-up",
        "wyoming, known": "set-up of a game that is known",
        "wyoming, four": "set-up of four",
        "wyoming, characters": "set-up with characters",
        "wyoming, all options low": "setup wyoming > all low",
        "wyoming, all options high": "setup wyoming > all high",
        "towering, as it comes": "setup towering",
        "towering, all options low": "setup towering > all low",
        "towering, all options high": "setup towering > all high",
        "towers, as it comes": "setup towers",
        "towers, all options high": "setup towers > all high",
        "towers, own deck": "setup towers, own deck mine > all low",
        "icetowers, as it comes": "setup icetowers",
        "icetowers, all options high": "setup icetowers > all high",
        "a series goes on": "series wyoming 1 0",
        "everybody moved round": "set-up of four > press move round",
        "a clock for each turn": "setup wyoming > go to clock; right",
        "a clock for the game": "setup towers > go to clock; right x4",
        "who sits here": "chooser",
        "who sits on the first chair": "set-up > press kind0",
        "hands": "hands",
        "hands with mice": "hands with mice",
        "press to join": "press to join",
    },
    "settings": {
        "as they come": "settings",
        "a search": "settings > press search; write speed; confirm",
        "a search for nothing": "settings > press search; write xyzzy; confirm",
        **{
            f"{page}{', ' * bool(change)}{change}": f"settings {page}{' > ' * bool(change)}{change}"
            for page in SECTIONS for change in ("", "all low", "all high")
        },
        "accessibility": "accessibility",
    },
    "keys": {
        "as they come": "keys",
        "one waits": "keys > press key left",
        "one changed": "keys > press key hint; key h",
        "a clash": "keys with a clash",
        "one that cannot be changed": "keys > press key hint; key escape",
        "keyboard": "keyboard",
        "keyboard with a clash": "keyboard with a clash",
        "test of the keyboard": "test of the keyboard",
    },
    "puzzles": {
        "none tried": "puzzles none",
        "some tried": "puzzles",
        "all solved": "puzzles none, all solved",
        "of a game, none tried": "puzzles of wyoming",
        "of a game, some tried": "puzzles of a game",
        "of a game, all solved": "puzzles of wyoming, all solved",
        "a pack": "pack of puzzles",
        "right": "verdict of a puzzle",
        "missed": "verdict of a puzzle that was missed",
        "the last of all": "verdict of a puzzle, all but one solved",
    },
    "results": {
        "wyoming": "results of wyoming",
        "towering": "results of towering",
        "towers": "results of towers",
        "won": "results towers 0",
        "lost": "results towers 1",
        "shared": "results towers 0 1",
        "of four": "results wyoming 2 of hbbb",
        "a daily deal": "results of a daily deal",
        "a match of the city": "results of a match of the city",
        "a won match of the city": "results of a won match of the city",
        "count": "count",
        "end of a round": "end of a round",
        "score sheet": "score sheet",
        "accounts": "accounts",
    },
    "review": {"with mistakes": "review", "under way": "review under way"},
    "statistics": {
        "nothing yet": "statistics none",
        "one game": "statistics",
        "many": "statistics none, 300 finished",
        "feats, none": "feats of wyoming",
        "feats, some": "feats",
        "skyline, nothing yet": "skyline",
        "skyline, one": "skyline, 1 finished",
        "skyline, many": "skyline, 60 finished",
        "district": "district",
        "district with a match under way": "district with a match under way",
        "closed district": "closed district",
        "a district with games elsewhere": "district of orchard, 60 finished",
    },
    "daily deals": {
        "none played": "deals on 2026-11-22",
        "today": "deals of today",
        "the day before": "deals on 2026-11-21",
        "the first day": "deals on 2026-01-01",
        "a day past": "deals of a day past",
        "a result": "result of a deal",
        "calendar, none played": "calendar none",
        "calendar": "calendar",
        "calendar, the first month": "calendar none > " + "; ".join(["press before"] * 10),
    },
    "workshop": {
        "decks": "decks",
        "own decks, one of them broken": "decks, own deck mine, own deck broken",
        "deck": "deck",
        "a deck compared with another": "deck > go to compare; right",
        "measured deck": "measured deck",
        "for more players": "deck > go to seats; right",
        "asked whether to delete it": "deck > press delete",
        "a floor more": "deck > press add",
        "a deck of the program": "decks > press deck wild",
        "a new deck": "decks > press new",
        "floor": "floor of a deck",
        "effects": "effects of a floor",
        "another effect": "floor of a deck > press effect 0; down; confirm",
        "room": "room of a floor",
        "room, with a part more": "room of a floor > press part cactus; wait 2000",
        "room, by lot": "room of a floor > press lot; wait 2000",
        "draft": "draft by towers",
        "draft, a floor chosen": "draft by towers > confirm",
        "draft, a floor taken": "draft by towers > confirm; press take; wait 4000",
    },
    "other pages": {
        name: name
        for name in (
            "print", "rules before a game", "export and import", "progress", "film", "pause", "opponents",
            "pause of a guided game", "letters", "notice", "long notice", "log", "log of nothing", "discards",
            "handover", "recap", "error", "waiting", "no device", "while away", "note",
        )
    } | {
        "print towering": "print of towering",
        "rules, searched": "rules towers > write x",
    },
    "replay": {
        "wyoming, beginning": "replay wyoming 0",
        "wyoming, in the middle": "replay",
        "wyoming, end": "replay wyoming -1",
        "towering": "replay towering 8",
        "towers": "replay towers 8",
        "towers, end": "replay towers -1",
    },
    **{
        game: {
            "first turn": f"table {game} {first}",
            "a card chosen": f"table {game} {first} > press {card}",
            "played with nothing chosen": f"table {game} {first} > play",
            "later, a card chosen": f"table {game} {later} > press {card}",
            "hint": f"table {game} {later} > hint; wait 400",
            "played as the hint says": f"table {game} {later} > hint; wait 400; play; wait 1500",
            "taken back": f"table {game} {later} > hint; wait 400; play; wait 1500; undo; wait 1500",
            "opponent's turn": f"table {game} {others}",
            "opponent's turn, played all the same": f"table {game} {others} > play",
            "four": f"table {game} 12 {four}",
            "four, a card chosen": f"table {game} 12 {four} > press card 0",
            "near the end": f"table {game} -2",
            "over": f"table {game} -1",
            "paused": f"table {game} {first} > cancel",
            "guided": f"guided {game}",
        }
        for game, card, first, later, others, four in (
            ("wyoming", "card 3", 1, 7, 4, "hbbb"),
            ("towering", "card 1", 0, 8, 2, "bh"),
            ("towers", "card 0", 5, 15, 10, "hbbb"),
        )
    },
    "icetowers": {
        "touch a piece": "ice 0",
        "one in hand": "ice 0 > choose Touch; wait 9000; choose Lift",
        "some played": "ice 12",
        "more played": "ice 20",
        "paused": "ice 6 > cancel",
        "over": "ice 90",
        "all at once, nobody is ready": "live 0",
        "all at once, begun": "live 4",
        "all at once, later": "live 30",
        "all at once, paused": "live 10 > cancel",
    },
}  # fmt: skip


def open_state(app: App, page: str, state: str) -> Robot:
    """Bring about a state of `STATES`."""
    position, _, steps = STATES[page][state].partition(" > ")
    robot = stories.opened(Robot(app), position)
    for step in filter(None, steps.split("; ")):
        stories.act(robot, step)
    return robot


# -- pages


def advise(question: Question) -> BotAnswer | None:
    """Give the first action as a hint; bots never play."""
    if isinstance(question, BotQuestion) and question.kind == "advise":
        return BotAnswer(question.ticket, question.actions[0], "This is why.")
    return None


def open_table(app: App, game: str, plies: str, seats: str = "hb") -> Any:
    """Return a table after this many random plies; if negative, counted from the results."""
    last = len(played(game, 5000, seats).entries) + 1
    scene = table_at(app, game, int(plies) % last, seats)
    app.context.worker = PromptWorker(advise)
    return scene


def open_replay(app: App, game: str, step: str) -> ReplayScene:
    timeline = Timeline(played(game, 5000, "hb"))
    return ReplayScene(app.context, timeline, int(step) % (len(timeline.record.entries) + 1))


def open_results(app: App, game: str, *winners: str) -> ResultsPage:
    """Return the results of a match won by these seats; the last argument may be the kinds of seats, after "of"."""
    seats = winners[-1] if "of" in winners else "hb"
    scene = table_at(app, game, 5000, seats)
    outcome = scene.match.outcome
    scene.match.state.outcome = replace(outcome, winners=tuple(int(seat) for seat in winners if seat.isdigit()))
    return ResultsPage(app.context, scene)


def open_ice(app: App, actions: str) -> Any:
    """Return a table of IceTowers after this many actions."""
    match = PlayedLive(app)
    app.open(match.scene)
    for _ in match.steps() if int(actions) else ():
        app.manager.update(40)
        if len(match.match.record.entries) >= int(actions) or match.match.outcome:
            break
    return match.scene


def open_live(app: App, seconds: str) -> Any:
    """Return a live table of IceTowers, this many seconds after the player has touched a piece."""
    with patch.dict(OPTIONS, icetowers={}):
        match = PlayedLive(app)
    app.context.announcer.is_heard = False
    app.open(match.scene)
    if int(seconds):
        match.scene.driver.submit(0, Ready(0), 0)
    for _ in range(int(seconds) * 25):
        app.manager.update(40)
    return match.scene


def open_series(app: App, game: str, *won: str) -> SetupPage:
    """Return the set-up of the next game of a series in which the seats have won so often."""
    header = new_header(load(game), PLAYERS, {}, 3)
    occasion = Occasion(best_of=3, won=tuple(map(int, won)))
    return SetupPage(app.context, game, msgspec.structs.replace(header, occasion=occasion))


def open_guided(app: App, game: str) -> Any:
    app.manager.go(begin_guided(app.context, game))
    return app.manager.top


def open_draft(app: App, _: str, game: str) -> DraftPage:
    """Return a draft that always offers the same floors, and whose bots always choose the same."""
    with patch.object(decks, "new_seed", lambda: 7):
        return DraftPage(app.context, SetupPage(app.context, game).header(), lambda deck: None)


stories.OPENERS |= {
    "draft": open_draft,
    "table": open_table,
    "replay": open_replay,
    "results": open_results,
    "ice": open_ice,
    "guided": open_guided,
    "live": open_live,
    "series": open_series,
    "statistics": lambda app, _: StatisticsPage(app.context),
    "feats": lambda app, _, game: FeatsPage(app.context, game),
    "district": lambda app, _, name: DistrictPage(app.context, name),
    "puzzles": lambda app, *of: PuzzleListPage(app.context, of[1]) if of[1:] else PuzzlesPage(app.context),
    "print": lambda app, _, game: PrintPage(app.context, game),
}


# -- preparations and steps


def finish(app: App, number: str) -> None:
    """Fill the library with this many finished games."""
    fill_library(app, made_up_games(int(number)))


def solve(spared: int) -> None:
    """Solve all puzzles of each game but this many."""
    tries = PuzzleTries()
    for game in registry.names():
        names = [*PuzzleProgress(game, tries).puzzles]
        for name in names[: len(names) - spared]:
            tries.add(PuzzleTry(game, name, True))


def own_deck(name: str) -> None:
    """Put a deck into the player's folder; the one named "broken" is invalid."""
    folder = own_decks_folder()
    folder.mkdir(parents=True, exist_ok=True)
    standard = (GAMES / "towers" / "decks" / "standard.toml").read_text(encoding="utf-8")
    text = "title = " if name == "broken" else standard.replace("Standard", f"The deck {name}")
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")


stories.BEFORE |= {
    r"(\d+) finished": finish,
    "all solved": lambda app: solve(0),
    "all but one solved": lambda app: solve(1),
    "own deck (.+)": lambda app, name: own_deck(name),
}


def set_all(robot: Robot, end: str) -> None:
    """Move all steppers and sliders to one end and all switches to off or on, except the language."""
    is_high = end == "high"
    for name in [widget.name for widget in robot.page.widgets if widget.name != "language"]:
        widget = robot.page.find(name)
        if isinstance(widget, Switch) and widget.value != is_high:
            widget.press()
        elif isinstance(widget, Stepper):
            widget.adjust((len(widget.labels) - 1 if is_high else 0) - widget.index)
        elif isinstance(widget, Slider):
            widget.set_value("100" if is_high else "0")
    robot.app._follow_settings()


def choose(robot: Robot, offer: str) -> None:
    """Choose the first element on the table that offers this."""
    ear = Ear(robot)
    ear.choose(ear.offering(offer, "Towers")[0])


stories.ACTS |= {"all (low|high)": set_all, "choose (.+)": choose}


# -- what a page shows


MOST_GROUPS = 12
DOES_SOMETHING = {Role.BUTTON, Role.SWITCH, Role.SLIDER, Role.SPIN_BUTTON, Role.TEXT_FIELD, Role.OPTION}


def shown(app: App) -> str:
    """Return what the page on top shows: its picture as sighted players see it, then its reading for screen readers."""
    robot = Robot(app, app.context.devices.active)
    page, picture = robot.page, sketch(robot.see())
    before, rested = [*reading(page)], app.manager.at_rest
    app.manager.resize(app.context.kit)
    robot.see()
    stale = [*differences(before, [*reading(page)])] if rested else []
    assert stale == [], "\n".join(["it was not laid out again after a change:", *stale])
    focus = page.focus
    ways = [walked(robot, "Tab", Verb.NEXT, len(page.widgets) + 1)]
    page.focus = focus if page.find(focus) else page.focus
    app.context.announcer.is_heard = True
    app.manager.resize(app.context.kit)
    assert [*faults(page)] == []
    read = [*reading(page)]
    ways.append(walked(robot, "to the next group", Verb.NEXT_GROUP, MOST_GROUPS))
    return "\n".join([*read, *filter(None, ways), *picture, ""])


def faults(page: Page) -> Iterator[str]:
    """Yield faults in what a page reads out; on a table, elements may be alike."""
    read, seen = page.reading(), set[tuple[str, ...]]()
    names = {element.name for element in read.elements}
    if not read.title:
        yield "it has no heading"
    yield from (f"{element.name} has no name" for element in read.elements if not element.semantics.label.strip())
    if isinstance(page, SCENES_WITH_A_BOARD):
        return
    yield from (f"{w.name} isn't read" for w in page.widgets if w.is_focusable and w.name not in names)
    for element in read.elements:
        what = element.semantics
        known = (element.group.name if element.group else "", what.label, what.value, what.description)
        if what.role in DOES_SOMETHING and known in seen:
            yield f"two elements are called {what.label!r}"
        seen.add(known)


def reading(page: Page) -> Iterator[str]:
    """Yield a line for each element that is read out."""
    found = page.reading()
    yield f'{type(page).__name__} "{found.title}"' + (", a dialog" if found.is_dialog else "")
    for group, elements in found.grouped():
        indent = "  " if group else ""
        if group:
            yield f'{"list" if group.is_list else "group"} "{group.label}"'
        for element in elements:
            widget = page.find(element.name)
            can_focus = widget is not None and widget.is_focusable
            sign = ">" if element.name == found.focus else "-" if can_focus else "·"
            yield f"{indent}{sign} {described(element.semantics)}"


def described(what: Semantics) -> str:
    """Return all that an element reads out, in a line."""
    states = (
        {True: "on", False: "off"}.get(what.is_on),
        {True: "chosen", False: "not chosen"}.get(what.is_selected),
        "" if what.is_enabled else "unavailable",
        f"level {what.level}" if what.level else "",
        f"at {what.share:.0%}" if what.share is not None else "",
        f"key {what.key}" if what.key else "",
    )
    value = f" = {what.value}" if what.value else ""
    about = f": {what.description}" if what.description else ""
    line = f'{what.role} "{what.label}"{value}' + "".join(f", {state}" for state in states if state) + about
    return line.replace("\n", " / ")


def walked(robot: Robot, how: str, verb: Verb, most: int) -> str:
    """Press a key repeatedly; return the widgets that get the focus, until one does so again."""
    page, stops = robot.page, [robot.page.focus]
    for _ in range(most):
        robot.do(verb)
        if robot.app.manager.top is not page or page.focus in stops:
            break
        stops.append(page.focus)
    return f"{how}: {' > '.join(stops)}"


# -- recordings


ALL = [(page, state) for page, states in STATES.items() for state in states]


@pytest.fixture
def home(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home folder with a short, constant name, since some pages show it."""
    monkeypatch.chdir(home.parent)
    monkeypatch.setenv(HOME_VARIABLE, home.name)
    return Path(home.name)


@pytest.mark.parametrize(("page", "state"), ALL, ids=[f"{page}: {state}" for page, state in ALL])
def test_a_page_shows_what_was_recorded(app: App, monkeypatch: pytest.MonkeyPatch, page: str, state: str) -> None:
    monkeypatch.setattr(sprites, "perf_counter", lambda: 0.0)  # pictures are painted ahead at once
    app.context.settings.idle_life = False
    Robot(app).resize((640, 360))
    effects: list[str] = []
    write_effects(monkeypatch, effects.append)
    open_state(app, page, state).wait(400)
    heard = [(line, len([*same])) for line, same in groupby(effects)]
    found = shown(app) + "".join(f"{line}{f', {times} times' * (times > 1)}\n" for line, times in heard)
    check_section(re.sub(r"report-[\d-]+", "report-NOW", found), f"shown/{page}", state)
    check_places(app, page, state)


def check_places(app: App, page: str, state: str) -> None:
    """Compare where things lie with the recording; later states of a page have only what differs from the first."""
    name, first, found = f"laid out/{page}", next(iter(STATES[page])), [*places_of(things_shown(app).elements())]
    if state != first:
        known = {line.rpartition(POSITIONS)[0]: line for line in golden_section(name, first).splitlines()}
        found = [line for line in found if not is_alike(known.get(line.rpartition(POSITIONS)[0], ""), line)]
    check_section("".join(f"{re.sub(r'report-[0-9-]+', 'report-NOW', line)}\n" for line in found), name, state)


@pytest.mark.parametrize("page", STATES)
def test_every_recorded_state_still_exists(page: str) -> None:
    check_titles(f"shown/{page}", STATES[page])
    check_titles(f"laid out/{page}", STATES[page])


def test_every_page_that_tests_open_has_a_recorded_state() -> None:
    opened = {re.split(r" > |, ", state)[0] for states in STATES.values() for state in states.values()}
    seen_otherwise = {"rules", "draft"}  # recorded with an offer of the guided game; with constant floors
    assert stories.PAGES.keys() - opened == seen_otherwise


def test_words_of_a_story_have_only_one_meaning() -> None:
    words = stories.Vocabulary({"press (.+)": print})
    with pytest.raises(ValueError, match="already"):
        words |= {"press (.+)": str}
    words |= {"press x": str}
    with pytest.raises(ValueError, match="more than one"):
        words.find("press x")


def test_recordings_differ_by_a_line_or_a_much_brighter_place() -> None:
    golden = ["a page", "- a button", "|0123", "|0123"]
    assert [*differences(golden, ["a page", "- a button", "|1023", "|0123"])] == [], (
        "one shade more or less is no difference"
    )
    brighter = ["a page", "- a button", "|0123", "|0143"]
    assert [*differences(golden, brighter)][-2:] == ["- |0123", "+ |0143"]
    assert [*differences(golden, [*golden[:2], "- another", *golden[2:]])][-1] == "+ - another"
