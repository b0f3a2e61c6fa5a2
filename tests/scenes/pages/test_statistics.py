"""The statistics, the feats, and the replays that the statistics lead to."""

import os
from pathlib import Path
from sys import setprofile
from threading import Event
from types import FrameType

import platformdirs
import pytest
from msgspec.structs import replace

from measure.make_home import fill
from tests.game.matches import played_by_chance
from tests.scenes.pages.every.every_page import PAGES, table
from tests.scenes.pages.stories import page_stories
from tests.scenes.pages.test_results import ADA
from tests.scenes.robot import Robot, SilentWorker
from topping_out.game.bots import review
from topping_out.game.bots.review import Timeline
from topping_out.game.engine import Outcome
from topping_out.game.progress.summary import Summary
from topping_out.game.record import Entry, Header, Occasion, Player, Record, RecordError, new_header
from topping_out.game.registry import load
from topping_out.game.storage import history
from topping_out.game.storage.history import new_feats
from topping_out.game.storage.library import Saved, read_record
from topping_out.scenes.accessibility.semantics import Role
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Push
from topping_out.scenes.match import start
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.start import MAX_ENTRIES_AT_ONCE, WaitingDialog
from topping_out.scenes.pages.feats import FeatCell, FeatsPage, MedalCard
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.setup_seats import ChooserPage, Seating
from topping_out.scenes.pages.statistics import MAX_ROWS, BarRow, GameFigure, StatisticsPage, Tile, sample
from topping_out.scenes.pages.transfer import TowerCard
from topping_out.scenes.ui.column import Notice

# -- feats


METALS = ("Bronze", "Silver", "Gold")

test_the_way_to_the_feats = page_stories(
    """
the statistics lead to the feats
    statistics > press feats = page FeatsPage
"""
)


def test_achieved_feats_have_medals_that_lead_to_their_game(app: App, robot: Robot) -> None:
    page = robot.open(PAGES["feats"](app))
    cells = [widget for widget in page.widgets if isinstance(widget, FeatCell)]
    done = [cell for cell in cells if cell.is_achieved]
    assert 0 < len(done) < len(cells)
    assert all("First achieved: 21 November" in cell.semantics().description for cell in done)
    robot.press(done[0].name)
    assert isinstance(robot.page, ReplayScene)


def test_notable_games_are_shown_by_their_towers_and_can_be_watched(app: App, robot: Robot) -> None:
    PAGES["feats"](app)
    page = robot.open(StatisticsPage(app.context))
    robot.wait()
    cards = {widget.name: widget for widget in page.widgets if isinstance(widget, TowerCard)}
    highest = cards["replay highest"]
    assert highest.is_painted(app.context.kit)
    assert highest.label == f"Tallest tower: {len(highest.saved.summary.tower.parts)}"
    assert any(item.surface is highest.paint(app.context.kit) for item in (robot.see(), app.stage._shown)[1])
    robot.press("replay highest")
    assert isinstance(robot.page, ReplayScene)


def test_a_note_at_a_step_of_a_replay_is_saved_with_the_game(app: App, robot: Robot) -> None:
    PAGES["feats"](app)
    robot.open(StatisticsPage(app.context))
    robot.press("replay highest")
    robot = Robot(app, "mouse")
    robot.click("note")
    assert isinstance(robot.page, ReplayScene), "a note belongs to a step"
    robot.click("end")
    robot.click("note")
    robot.write("Here it was won")
    robot.do(Verb.CONFIRM)
    replay = robot.top(ReplayScene)
    assert "Note: Here it was won." in robot.page_text()
    path = next(s.path for s in app.context.library.finished() if s.header == replay.record.header)
    stored = read_record(path)
    assert [entry.note for entry in stored.effective() if entry.note] == ["Here it was won"]
    assert stored == replay.record
    robot.click("back")
    assert "Note:" not in robot.page_text()
    robot.click("step")
    robot.wait()
    assert any("Note: Here it was won." in words for words in app.context.announcer.history)
    robot.click("note")
    robot.do(*[Verb.ERASE] * len("Here it was won"), Verb.CONFIRM)
    assert "Note:" not in robot.page_text()
    assert read_record(path).to_bytes().count(b"Here it was won") == 0


def test_the_results_show_new_feats_and_lead_to_them(app: App, robot: Robot) -> None:
    scene = table(app, "towers", 5000)
    found = new_feats(scene.match.record, app.context.library.path, app.context.library.finished())
    assert found
    results = robot.open(ResultsPage(app.context, scene))
    robot.wait()
    medals = [widget for widget in results.widgets if isinstance(widget, MedalCard)]
    found.sort(key=lambda each: -each[1].tier)
    assert [medal.title for medal in medals] == [feat.title for _, feat in found]
    for medal, (_, feat) in zip(medals, found):
        assert medal.semantics().label == f"For the first time: “{feat.title}”."
        assert medal.semantics().description == feat.about
        assert medal.semantics().value == METALS[feat.tier - 1]
    assert robot.page_text().count("For the first time") == len(found), "the panel repeats a medal"
    robot.press("feats")
    assert isinstance(robot.page, FeatsPage)
    robot.do("cancel")
    assert robot.page is results
    robot.press("medal 0")
    assert isinstance(robot.page, FeatsPage)


@pytest.mark.parametrize("is_reduced", [False, True])
def test_medals_appear_after_the_scores_one_by_one(app: App, is_reduced: bool) -> None:
    app.context.settings.reduced_motion = is_reduced
    page = ResultsPage(app.context, table(app, "towers", 5000))
    app.manager.go(Push(page))
    number = len(page.feats)
    assert number
    seen = []
    while not page.at_rest:
        seen.append([page._grown(medal) for medal in range(number)])
        app.manager.update(40)
    assert app.context.audio.recent.count("medal") == number
    if is_reduced:
        assert {share for shares in seen for share in shares} == {1.0}
    else:
        assert seen[0] == [0.0] * number
        assert any(0 < shares[0] < 1 for shares in seen)
        assert all(shares == sorted(shares, reverse=True) for shares in seen), "not one after another"
    assert [page._grown(medal) for medal in range(number)] == [1.0] * number


def test_medals_lose_their_titles_and_then_vanish_in_little_room(app: App, robot: Robot) -> None:
    page = ResultsPage(app.context, table(app, "towers", 5000))
    boxes = [*page.feats.medals(lambda medal: 1.0)]
    kit = app.context.kit
    assert boxes[-1] is None
    full, brief = (box.height_for(kit, 390) for box in boxes[:-1] if box)
    assert brief < 0.8 * full
    robot.resize((1280, 720))
    page.resize(app.context.kit)
    for room, kind in ((full / 0.6 + 1, False), (brief / 0.6 + 1, True)):
        box = page._medals(room)
        assert {medal.is_brief for medal in box.widgets() if isinstance(medal, MedalCard)} == {kind}
    assert page._medals(brief) is None


# -- statistics


YOU, ANA = Player("You"), Player("Ana")
NELL = Player("Nell Nettle", "bot", "nell", 1)


def saved(number: int, *players: Player, won: bool = True, game: str = "towers", **options: object) -> Saved:
    header: Header = new_header(load(game), players, options, number, f"2026-11-{number:02}T12:00:00")
    scores = [30 if won else 10, *(20 for _ in players[1:])]
    outcome = Outcome((0,) if won else (1,), tuple(scores), "points")
    return Saved(Path(f"{number}.jsonl"), header, 30, outcome, Summary(number * 60_000))


def open_page(robot: Robot, *finished: Saved) -> StatisticsPage:
    """Open the page while the library holds these games, given from the oldest on."""
    robot.app.context.library.finished = lambda: [*reversed(finished)]
    return robot.open(StatisticsPage(robot.app.context))


def rows(page: StatisticsPage, group: str) -> list[tuple[str, str]]:
    return [(w.title, w.figures) for w in page.widgets if isinstance(w, BarRow) and w.name.startswith(group)]


def test_statistics_show_one_game_and_one_player_at_a_time(robot: Robot) -> None:
    games = [saved(1, YOU, NELL), saved(2, ANA, NELL, won=False), saved(3, YOU, NELL, won=False)]
    page = open_page(robot, saved(4, YOU, NELL, game="towering"), *games)
    assert (page.chosen.game, page.chosen.player) == ("towers", "You")
    assert rows(page, "opponents") == [("Nell Nettle (medium)", "1 of 2 · 50%")]
    robot.press("player")
    assert page.chosen.player == "Ana"
    robot.press("game")
    assert (page.chosen.game, page.chosen.player) == ("towering", "You")


def test_figures_are_shown_in_tiles_and_rows(robot: Robot) -> None:
    games = [saved(1, YOU, NELL, deck="standard"), saved(2, YOU, NELL, Player("Gable", "bot", "easy", 2))]
    page = open_page(robot, *games, saved(3, YOU, ANA, won=False))
    tiles = {w.name: w.figure for w in page.widgets if isinstance(w, Tile)}
    assert (tiles["tile games"], tiles["tile won"]) == ("3", "67%")
    assert "±" in tiles["tile rating"]
    assert rows(page, "opponents") == [("Easy", "1 of 1 · 100%"), ("Nell Nettle (medium)", "2 of 2 · 100%"),
                                       ("Ana", "0 of 1 · 0%")]  # fmt: skip
    assert rows(page, "options")[:2] == [("2 players", "1 of 2 · 50%"), ("3 players", "1 of 1 · 100%")]
    assert rows(page, "endings") == [("On points", "2 of 2 · 100%")]
    labels = [w.label for w in page.widgets if w.name.startswith("replay ") and not w.name[-1].isdigit()]
    assert labels == ["Best score: 30", "Largest lead: 10", "Closest win: 10 ahead", "Longest game: 3 minutes"]


def test_the_score_against_a_character_counts_all_games(robot: Robot) -> None:
    games = [
        saved(1, YOU, NELL),
        saved(2, YOU, NELL, won=False, game="towering"),
        saved(3, YOU, NELL),
        saved(4, ANA, NELL),
    ]
    page = open_page(robot, *games)
    assert [w.title for w in page.widgets if w.name.startswith("character ")] == ["You 2 : 1 Nell Nettle"]
    assert page.find("label characters")
    assert "You 2 : 1 Nell Nettle" in robot.page_text()
    seating = Seating(load("towers"), (), (YOU, NELL))
    robot.open(ChooserPage(robot.app.context, seating, seating.chairs[2], lambda kind: None))
    assert robot.widget("nell").hint == "You 2 : 1 Nell Nettle."
    assert robot.widget("ada").hint == "You have no score against Ada Apex yet."


def test_the_curve_can_be_read_as_a_table(robot: Robot) -> None:
    page = open_page(robot, *(saved(n, YOU, NELL, won=n % 2 > 0) for n in range(1, 29)))
    curve = page.find("curve rating")
    assert curve.semantics().role is Role.FIGURE
    assert curve.semantics().label.startswith("Rating over 28 games: at first ")
    robot.press("table rating")
    assert page.find("curve rating") is None
    shown = [w for w in page.widgets if w.name.startswith("rating ")]
    assert len(shown) == MAX_ROWS
    semantics = shown[0].semantics()
    assert semantics.label.startswith("After game 28: ")
    assert semantics.description == "28 November 2026"
    robot.press("table rating")
    assert page.find("curve rating")


def test_screen_readers_get_the_table_at_once(robot: Robot) -> None:
    robot.app.context.announcer.is_heard = True
    page = open_page(robot, saved(1, YOU, NELL))
    assert page.find("rating 1")


def test_the_accuracy_of_reviewed_games_has_a_curve(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "scale_of", lambda game: review.Scale({review.USUAL: 2.0}))
    games = [saved(number, YOU, NELL) for number in (1, 2, 3)]
    history.keep_costs(robot.app.context.library.folder, "1.jsonl", {0: 0.0})
    history.keep_costs(robot.app.context.library.folder, "3.jsonl", {0: 2.0})
    page = open_page(robot, *games)
    curve = page.find("curve accuracy")
    assert [point.number for point in curve.points] == [1, 3]
    assert curve.points[0].value == 100 > curve.points[1].value


def test_a_branch_of_another_game_is_listed_but_not_counted(robot: Robot) -> None:
    game = saved(1, YOU, NELL)
    branch = Saved(game.path, replace(game.header, occasion=Occasion(branch=3)), 30, game.outcome)
    page = open_page(robot, branch)
    assert page.find("replay 0")
    assert page.find("tile games") is None


def test_long_curves_keep_their_last_point() -> None:
    points = [GameFigure(number, "", number) for number in range(1, 1001)]
    few = sample(points, 12)
    assert len(few) == 12
    assert few[-1] is points[-1]
    assert sample(points[:5], 12) == points[:5]


@pytest.mark.parametrize("games", [1, 30])
def test_statistics_of_real_games_lead_to_their_replays(robot: Robot, games: int) -> None:
    fill(robot.app.context.library.folder, games, played=4)
    robot.app.context.library.read_all()
    robot.open(StatisticsPage(robot.app.context))
    robot.see()
    robot.press("replay best")
    robot.wait(400)
    assert isinstance(robot.app.manager.top, ReplayScene)


# -- export


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "Documents"
    folder.mkdir()
    monkeypatch.setattr(platformdirs, "user_documents_dir", lambda: str(folder))
    return folder


def test_the_export_shows_the_path_of_the_file(robot: Robot, documents: Path) -> None:
    open_page(robot, saved(1, YOU, NELL))
    robot.press("export")
    (path,) = documents.iterdir()
    assert path.name in robot.top(Notice).text
    assert path.read_bytes().startswith(b"\xef\xbb\xbfstarted,")
    robot.do(Verb.CANCEL)
    robot.press("export")
    assert len(list(documents.iterdir())) == 2


def test_an_export_that_fails_says_why(robot: Robot, documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("topping_out.scenes.pages.transfer.write_atomic", refuse)
    open_page(robot, saved(1, YOU, NELL))
    robot.press("export")
    assert "can't be written: No space left on device" in robot.top(Notice).text


# -- many games


def work_of_opening(app: App, games: int) -> tuple[int, int]:
    """Return the numbers of function calls and of opened files while the page opens with this many games."""
    fill(app.context.library.folder, games, seed=games, played=4)
    app.context.library.read_all()
    count_before = len(app.context.library.finished())
    calls = files = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls, files
        calls += event in ("call", "c_call")
        files += event == "c_call" and argument in (open, os.open)

    setprofile(count)
    try:
        page = StatisticsPage(app.context)
        page.resize(app.context.kit)
        page.enter()
    finally:
        setprofile(None)
    assert len(page.finished) == count_before >= games
    return calls, files


@pytest.mark.long
def test_the_work_of_opening_grows_linearly_with_the_games(robot: Robot) -> None:
    calls, files = work_of_opening(robot.app, 50)
    more_calls, more_files = work_of_opening(robot.app, 500)
    assert more_calls < 11 * calls
    assert 0 < more_files <= files


# -- replays of long games


@pytest.fixture
def silent_robot(app: App) -> Robot:
    app.context.worker = SilentWorker()
    return Robot(app)


def lengthened(record: Record) -> Record:
    """Return the game with enough further entries to be prepared in the background."""
    first, *rest = record.entries
    return Record(record.header, [first, *[Entry(first.ms, None, "tick")] * MAX_ENTRIES_AT_ONCE, *rest])


def press_replay(robot: Robot, record: Record) -> None:
    """Put a record into the library, and press Replay beside it in the statistics."""
    folder: Path = robot.app.context.library.folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "saved.jsonl").write_bytes(record.to_bytes())
    robot.open(StatisticsPage(robot.app.context))
    robot.press("replay 0")


def test_the_replay_of_a_usual_game_opens_at_once(silent_robot: Robot) -> None:
    press_replay(silent_robot, played_by_chance("icetowers", YOU, ADA))
    assert isinstance(silent_robot.app.manager.top, ReplayScene)


def test_a_long_game_is_prepared_in_the_background(silent_robot: Robot) -> None:
    press_replay(silent_robot, lengthened(played_by_chance("icetowers", YOU, ADA)))
    silent_robot.top(WaitingDialog).work.join(60)
    silent_robot.wait(40)
    assert isinstance(silent_robot.app.manager.top, ReplayScene)
    silent_robot.do(Verb.CANCEL)
    assert isinstance(silent_robot.app.manager.top, StatisticsPage)


@pytest.mark.parametrize("used", ["button", "key"])
def test_preparing_a_long_game_can_be_cancelled(
    silent_robot: Robot, monkeypatch: pytest.MonkeyPatch, used: str
) -> None:
    go = Event()

    def slow(record: Record) -> Timeline:
        assert go.wait(60)
        return Timeline(record)

    monkeypatch.setattr(start, "Timeline", slow)
    press_replay(silent_robot, lengthened(played_by_chance("icetowers", YOU, ADA)))
    silent_robot.wait(200)
    work = silent_robot.top(WaitingDialog).work
    assert not silent_robot.app.manager.at_rest
    silent_robot.press("cancel") if used == "button" else silent_robot.do(Verb.CANCEL)
    assert isinstance(silent_robot.app.manager.top, StatisticsPage)
    go.set()
    work.join(60)
    silent_robot.wait(200)
    assert isinstance(silent_robot.app.manager.top, StatisticsPage)


def test_a_long_record_that_breaks_the_rules_is_reported(silent_robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(record: Record) -> Timeline:
        raise RecordError("'done' does not fit the game so far")

    monkeypatch.setattr(start, "Timeline", refuse)
    press_replay(silent_robot, lengthened(played_by_chance("icetowers", YOU, ADA)))
    silent_robot.top(WaitingDialog).work.join(60)
    silent_robot.wait(40)
    notice = silent_robot.top(Notice)
    assert (notice.heading, notice.text) == ("Can't be replayed", "'done' does not fit the game so far")
