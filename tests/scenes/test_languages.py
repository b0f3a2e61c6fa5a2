"""Pages and tables in a pseudo-language with accents and texts 40 % longer, and in each real language.

In every language, all texts are translated and fit, and a change of the language shows at once.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pygame
import pytest

from languages import pseudo
from tests import test_catalogues
from tests.golden import check_golden, sampled
from tests.scenes.match.test_puzzle_tables import GAMES, sit_down
from tests.scenes.match.test_puzzle_tables import play as play_puzzle
from tests.scenes.pages import stories
from tests.scenes.pages.every.every_page import PAGES as PAGES_ALONE
from tests.scenes.pages.every.every_page import PAGES_OVER_A_TABLE, text_faults, widget_faults
from tests.scenes.pages.every.every_page import table as table_at
from tests.scenes.robot import Eye, Robot
from tests.scenes.tables import TURN_GAMES, play, table
from topping_out.game import registry, roster
from topping_out.game.bots.puzzles import Puzzle, analysis_of, puzzles_of
from topping_out.game.icetowers.actions import Lift, Place, Ready, SetDown, Split
from topping_out.game.language import ENGLISH, current, tr
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.registry import data_file, games, load
from topping_out.game.rules_text import RULES
from topping_out.game.storage import translations
from topping_out.game.storage.files import user_folder
from topping_out.scenes.app import App
from topping_out.scenes.devices.devices import ProgramKeys
from topping_out.scenes.devices.intents import KEYBOARD_HALVES, Intent, Verb
from topping_out.scenes.devices.keyboard import key_label, load_bindings
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.icetowers.live_seats import CountPage
from topping_out.scenes.manager import Push
from topping_out.scenes.match.puzzle_turns import VerdictPage
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.rules import RulesPage
from topping_out.scenes.pages.settings import SettingsPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.ui.page import QUESTIONS, Page

# -- every page in a pseudo-language


def _all_options(game: str, app: App) -> Page:
    page = SetupPage(app.context, game)
    page.options.shows_advanced = True
    return page


PAGES = {
    **stories.PAGES,
    **{f"all options of {name}": partial(_all_options, name) for name in registry.names()},
    **{f"rules of {name}": lambda app, name=name: RulesPage(app.context, name) for name in registry.names()},
}
PSEUDO = "qps"
ROOMS = [((1280, 720), 1.5), ((1280, 720), 1.0), ((1024, 768), 1.0)]
PLAIN = re.compile(r"[aceinorsuyz]", re.IGNORECASE)
"""Letters that never occur in the pseudo-language."""
WITH_CARDS = {"replay"}
"""Pages with a hand of cards, which overlap on purpose."""
BESIDE_A_TABLE = {name for name in PAGES_OVER_A_TABLE if name.startswith("results")}
"""Pages beside a table, whose labels have room for real languages but not for the longer pseudo-language."""
OWN_WORDS = {"notice", "long notice", "error"}
"""Pages that show a text of the tests themselves or a path of this machine."""
KEYS = """
    Enter Esc Space Tab Shift Back Ctrl Alt Caps Home End Delete Pageup Pagedown Page up down Escape Return
    F1 F2 F5 F11 WASD abc
"""
"""Names of keys."""
TESTS_OWN = """
    Ana Ben Cleo Dan Eve Mesa Cornice Gable Wilhelmina T Otto Overreach Nell Nettle Butte Wheel Mouse TouchPad
    In of trial games the opponent wins before your next turn with the other play
    Documents Downloads Videos topping out zip webp toml wyoming WebP libwebp towers pdf A4
    The settings in settings json can't be read no such value these are the usual ones There is no sound no device
"""
"""Names of players and mice, bots' reasons and warnings that come from the tests."""


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the pseudo-language, made from all sentences of the program."""
    file = tmp_path_factory.mktemp("languages") / f"{PSEUDO}.po"
    pseudo(file, test_catalogues.catalogue(min(translations.FOLDER.glob("*.po"))))
    return file


@pytest.fixture
def spoken(app: App, catalogue: Path) -> None:
    """Set the pseudo-language."""
    folder = user_folder("languages")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(catalogue, folder)
    translations.use(PSEUDO)


def words_of(text: str) -> set[str]:
    return {*re.findall(r"[^\W\d_]+", text)}


def known(page: Page) -> set[str]:
    """Return words that may be in English: names, keys, titles, and texts translated in files of their own."""
    found = words_of(KEYS + TESTS_OWN + "Topping Out English Deutsch español français polski Українська 日本語")
    for game in games():
        found |= words_of(f"{game.title.upper()} {game.title} {game.designer}")
    if isinstance(page, RulesPage):
        text = data_file(page.game_name, RULES)
        found |= words_of(text.read_text(encoding="utf-8"))
    for person in roster.characters().values():
        found |= words_of(person.name)
    return found


def untranslated(text: str, allowed: set[str]) -> list[str]:
    return [word for word in words_of(text) if len(word) > 1 and PLAIN.search(word) and word not in allowed]


def opened(app: App, eye: Eye, name: str) -> Page:
    """Open a page while no game is saved."""
    robot = Robot(app)
    robot.forget_games()
    page = PAGES[name](app)
    robot.open(page)
    if page.see_through:
        app.manager.stack = [page]
    eye.forget()
    app.context.kit._made.clear()
    robot.see()
    return page


@sampled("size, text", ROOMS, ROOMS[:1])
def test_all_texts_of_every_page_are_translated_and_fit(
    app: App, spoken: None, eye: Eye, size: tuple[int, int], text: float
) -> None:
    Robot(app).resize(size, text)
    faults = []
    for name in PAGES:
        page = opened(app, eye, name)
        found = []
        if name not in OWN_WORDS:
            shown, allowed = {words for words, _ in eye.sizes}, known(page)
            found += [words for words in (*shown, *read_out(page)) if untranslated(words, allowed)]
        if name not in WITH_CARDS | BESIDE_A_TABLE:
            found += [*widget_faults(page), *text_faults(app, eye, page)]
        faults += [f"{name}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


def read_out(page: Page) -> Iterator[str]:
    """Yield what a screen reader reads of a page."""
    reading = page.reading()
    yield reading.title
    for element in reading.elements:
        yield element.semantics.spoken(reading.place(element))
        if element.group:
            yield element.group.label


# -- every table in a pseudo-language


def look_everywhere(robot: Robot, eye: Eye) -> set[str]:
    """Point at every widget; return all texts that are drawn, read out, announced and replied."""
    for widget in robot.page.widgets:
        robot.app.context.devices.pointer = widget.rect.center
        robot.app.stage.invalidate()
        robot.see()
    page, history = robot.page, robot.app.context.announcer.history
    return {*(words for words, _ in eye.sizes), *read_out(page), *map(page.reply_to, QUESTIONS), *history}


def english(app: App, texts: set[str]) -> set[str]:
    keys = {app.context.devices.keyboard_halves.label(half) for half in KEYBOARD_HALVES}
    allowed = known(app.manager.top) | {word for label in keys for word in label.split()}  # type: ignore[arg-type]
    return {text for text in texts if untranslated(text, allowed)}


@pytest.mark.parametrize("plies", [3, 12, 40])
@pytest.mark.parametrize("name", TURN_GAMES)
def test_everything_on_a_card_table_is_translated(app: App, spoken: None, eye: Eye, name: str, plies: int) -> None:
    robot, scene = Robot(app, "mouse"), table_at(app, name, plies)
    found = look_everywhere(robot, eye)
    app.on_intent(Intent(Verb.PICK, text="1"))
    found |= look_everywhere(robot, eye)
    if scoring := scene.board.results(scene.view).scoring:
        app.manager.go(Push(scoring()))
        found |= look_everywhere(robot, eye)
    assert not english(app, found)


@pytest.mark.parametrize(("rival", "options"), [("bot", {"ghost": True}), ("human", {"paused_time": True})])
def test_everything_on_the_table_of_icetowers_is_translated(
    app: App, spoken: None, eye: Eye, rival: str, options: dict[str, object]
) -> None:
    robot, found = Robot(app, "mouse"), set[str]()
    seats = [Player("Ana"), Player("Ben", rival, "easy" if rival == "bot" else "", 1)]  # type: ignore[arg-type]
    scene = robot.open(LiveScene(app.context, Match.new(new_header(load("icetowers"), seats, options, 3))))
    for seat in scene.humans:
        scene.driver.submit(seat, Ready(15 * seat), 0)
    robot.wait(4000)
    app.context.announcer.is_heard = True  # if it were set earlier, the count would wait for the announcements
    large = next(tower for tower in scene.view.towers if tower.top == 15 + 12)
    for action in (Lift(12), SetDown(9999, 0), Place(14), Place(large.id), Split(12)):
        scene.driver.submit(0, action, round(scene.clock.now))
        robot.wait(200)
        scene.board.spoken.opened = large.id
        scene.rebuild()
        found |= look_everywhere(robot, eye)
    app.manager.go(Push(CountPage(scene.context, scene.board, lambda: None)))
    found |= look_everywhere(robot, eye)
    assert not english(app, found)


# -- real languages


CODES = sorted(path.stem for path in translations.FOLDER.glob("*.po"))
ROOMY, NARROW = ((1280, 720), 1.0), ((1024, 768), 1.5)
ROOMS_OF_LANGUAGES = [(code, *room) for code in CODES for room in (ROOMY, NARROW)]
LONGEST = "de", *NARROW
"""The longest words, with the least room."""
HIGHEST = "ja", *ROOMY
"""The tallest lines."""


def test_keys_are_named_as_on_keyboards_of_the_language() -> None:
    written = {"de": ("Leertaste", "Bild auf", "Umschalt"), "fr": ("Espace", "Page préc.", "Maj")}
    for code, words in {**written, ENGLISH: ("Space", "Page up", "Shift")}.items():
        translations.use(code)
        assert (
            key_label("space"),
            ProgramKeys(load_bindings()).label(Verb.PREVIOUS_GROUP),
            key_label("lshift"),
        ) == words


PARTS = 3
"""Number of parts of the set of pages; the quick run takes one, as a pseudo-language has longer words on all pages."""


@sampled(
    "code, size, text, part", [(*room, part) for room in ROOMS_OF_LANGUAGES for part in range(PARTS)], [(*LONGEST, 0)]
)
def test_texts_of_every_page_fit(app: App, eye: Eye, code: str, size: tuple[int, int], text: float, part: int) -> None:
    translations.use(code)
    Robot(app).resize(size, text)
    faults = []
    for name in sorted(PAGES.keys() - WITH_CARDS)[part::PARTS]:
        page = opened(app, eye, name)
        faults += [f"{name}: {fault}" for fault in (*widget_faults(page), *text_faults(app, eye, page))]
    assert not faults, "\n".join(faults)


@sampled("code, size, text", ROOMS_OF_LANGUAGES, [LONGEST, HIGHEST])
def test_texts_of_every_table_fit(app: App, eye: Eye, code: str, size: tuple[int, int], text: float) -> None:
    translations.use(code)
    Robot(app).resize(size, text)
    faults = []
    for name in registry.names():
        for plies in (0, 12, 40):
            scene = table_at(app, name, plies)
            eye.forget()
            app.context.kit._made.clear()
            Robot(app).see()
            faults += [f"{name}, {plies} plays: {fault}" for fault in text_faults(app, eye, scene)]
    app.manager.stack.clear()
    assert not faults, "\n".join(faults)


# -- changing the language


TEXTS = ("Language", "Keys", "Accessibility", "Volume levels, and captions for sounds.")


def check_settings(app: App, robot: Robot, eye: Eye) -> None:
    robot.see()
    shown = " ".join(words for words, _ in eye.shown(app)).casefold()
    assert [text for text in TEXTS if tr(text).casefold() not in shown] == []
    assert robot.page.reading().title == tr("Settings")
    assert robot.page.focus == "language"


def test_the_settings_page_changes_to_each_language_at_once(app: App, eye: Eye, robot: Robot) -> None:
    robot.open(SettingsPage(app.context))
    robot.go_to("language")
    chosen = []
    while current() not in chosen:
        chosen.append(current())
        robot.do(Verb.RIGHT)
        app._follow_settings()
        assert (tr("Language") == "Language") == (current() == ENGLISH)
        check_settings(app, robot, eye)
    assert sorted(chosen) == sorted([ENGLISH, *CODES])
    assert current() == ENGLISH


# -- puzzles


PUZZLE_WIDGETS = ("again", "hint", "next", "puzzle", "menu")
"""The widgets that a puzzle adds to a table."""


def quoted(fault: str) -> list[str]:
    """Return the texts that a fault is about."""
    return re.findall(r"'([^']{4,})'", fault)


@pytest.mark.parametrize("name", GAMES)
def test_texts_of_a_puzzle_are_translated(app: App, robot: Robot, spoken: None, name: str) -> None:
    scene = sit_down(robot, puzzles_of(name)[0])
    for is_hinted in (False, True):
        scene.task.is_hinted = is_hinted  # type: ignore[attr-defined]
        scene.rebuild()
        assert not [text for text in added_by_puzzle(scene) if untranslated(text, {"Esc"})]
    play_puzzle(robot, scene.task.puzzle.lines[0].steps)  # type: ignore[attr-defined]
    for page in (robot.page, scene):
        allowed = {"Esc", *known(scene)}
        assert not [text for text in added_by_puzzle(page) if untranslated(text, allowed)]


@sampled(
    "code, size, text",
    [(code, *room) for code in (ENGLISH, *CODES) for room in (ROOMY, NARROW)],
    [LONGEST, HIGHEST],
)
def test_texts_of_a_puzzle_fit(app: App, eye: Eye, code: str, size: tuple[int, int], text: float) -> None:
    translations.use(code)
    robot, faults = Robot(app), list[str]()
    robot.resize(size, text)
    for name in GAMES:
        puzzle = puzzle_with_longest_verdict(name)
        scene = sit_down(robot, puzzle)
        play_puzzle(robot, puzzle.lines[0].steps)
        for page in (robot.page, scene):  # the verdict, and the table without it
            app.manager.stack[:] = [page]
            eye.forget()
            app.context.kit._made.clear()
            robot.see()
            words = " ".join(added_by_puzzle(page))
            ours = [f for f in text_faults(app, eye, page) if any(part in words for part in quoted(f))]
            faults += [f"{name} {puzzle.name}: {fault}" for fault in ours]
    assert not faults, "\n".join(faults)


@cache
def puzzle_with_longest_verdict(name: str) -> Puzzle:
    """Return the puzzle with the longest explanation of its solution."""
    analysis = analysis_of(name)

    def length(puzzle: Puzzle) -> int:
        view = analysis.game.view(puzzle.state(), puzzle.seat)
        steps = analysis.turn(view, (*puzzle.lines[0].steps, *puzzle.rest), puzzle.mistake)
        return len(" ".join([*steps, analysis.reasons.in_words(view, puzzle.differences)]))

    return max(puzzles_of(name), key=length)


def added_by_puzzle(page: Page) -> list[str]:
    """Return the texts that a puzzle adds to its table, or all texts of its verdict."""
    semantics = [
        widget.semantics() for widget in page.widgets if widget.name in PUZZLE_WIDGETS or isinstance(page, VerdictPage)
    ]
    return [f"{each.label} {each.description}" for each in semantics if each]


# -- golden pictures


each_language = sampled("language", CODES, ["de", "ja"], indirect=True)


@pytest.fixture
def language(app: App, request: pytest.FixtureRequest) -> str:
    """Set the language, and return its code."""
    translations.use(request.param)
    return str(request.param)


@pytest.fixture
def mouse_robot(app: App, language: str) -> Robot:
    app.context.settings.idle_life = False
    robot = Robot(app, "mouse")
    robot.resize((1280, 720))
    return robot


@each_language
@pytest.mark.parametrize("page", ["title with games", "set-up of four"])
def test_pages_in_every_language_look_like_their_golden_pictures(
    app: App, mouse_robot: Robot, language: str, tmp_path: Path, page: str
) -> None:
    mouse_robot.resize((960, 540))
    mouse_robot.open(PAGES_ALONE[page](app))
    check_golden(mouse_robot.see(), f"{language}-{page.replace(' ', '-')}", tmp_path)


@each_language
@pytest.mark.parametrize(("what", "plies"), [("table", 30), ("results", 400)])
def test_a_match_in_every_language_looks_like_its_golden_pictures(
    app: App, mouse_robot: Robot, language: str, tmp_path: Path, what: str, plies: int
) -> None:
    scene = mouse_robot.open(table(app, "wyoming", "hb", 5))
    play(mouse_robot, scene, plies, hurry=True)
    while not scene.match.outcome and not scene.match.is_human(scene.actor or 0):
        play(mouse_robot, scene, 1)
    if what == "results":
        mouse_robot.wait_for_top(ResultsPage)
        mouse_robot.wait(9000)  # until the scores are counted and all medals have appeared
    mouse_robot.wait(400)
    check_golden(mouse_robot.see(), f"{language}-{what}", tmp_path)


# -- contact sheets


SCRIPT = Path(__file__).resolve().parents[2] / "build" / "measure" / "contact_sheet.py"


def test_contact_sheets_show_pages_in_two_window_sizes(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "pl", str(tmp_path), "--only", "notice", "--width", "320", "--across", "2"]
    output = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    assert output.count("notice; long notice") == 2
    sheets = {file.name: pygame.image.load(file).get_size() for file in tmp_path.iterdir()}
    assert sheets == {"pl-1280x720-1.png": (656, 188), "pl-1024x768-1.png": (656, 248)}
