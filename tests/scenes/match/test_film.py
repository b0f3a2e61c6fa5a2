"""Films of games: playable by any browser, within the size limit, and either complete or absent."""

import errno
import os
import signal
from pathlib import Path

import pygame
import pytest
from PIL import Image

from tests.game.processes import refusal
from tests.golden import sampled
from tests.scenes.robot import Robot
from tests.untrusted.hostile import real_record
from topping_out.game.bots.process import WorkerProcess
from topping_out.game.bots.review import Review, Timeline
from topping_out.game.cli import main
from topping_out.game.cli.frontend import Frontend
from topping_out.game.record import Record
from topping_out.game.storage.files import pictures_folder
from topping_out.scenes.__main__ import make_film
from topping_out.scenes.app import App
from topping_out.scenes.kit.sprites import Animation
from topping_out.scenes.manager import Replace
from topping_out.scenes.match import film as maker
from topping_out.scenes.match.film import (
    LARGEST,
    MANNERS,
    Film,
    FilmError,
    FilmScene,
    Made,
    chapters_of,
    film_for_a_spell,
)
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.pages import review as film_page
from topping_out.scenes.pages.review import FilmPage, ReviewPage
from topping_out.scenes.ui.column import Notice


@pytest.fixture
def record() -> Record:
    return real_record("wyoming")


@pytest.fixture
def begun(record: Record) -> Record:
    """Return its first two plays; filming the end of a whole game plays everything before."""
    return Record(record.header, record.entries[:2])


@pytest.fixture
def opening(record: Record) -> Record:
    """Return its first four plays, which take some seconds."""
    return Record(record.header, record.entries[:4])


def make(film: Film) -> Made:
    for done, total in film.steps():
        assert 0 <= done <= total
    return film.made


def test_an_animation_contains_the_frames_and_times_added_to_it(tmp_path: Path) -> None:
    pygame.display.init()
    picture = pygame.Surface((64, 40))
    film = Animation((64, 40), 100)
    film.add(picture, picture.get_rect(), 100)
    film.add(picture, None, 100)
    picture.fill((255, 0, 0), (33, 11, 9, 8))
    film.add(picture, pygame.Rect(31, 9, 20, 20), 250)
    picture.fill((0, 0, 255), (0, 0, 5, 5))
    film.add(picture, pygame.Rect(0, 0, 64, 40), 40)
    (tmp_path / "x.webp").write_bytes(film.to_bytes())
    with Image.open(tmp_path / "x.webp") as shown:
        assert (shown.size, shown.n_frames, shown.info["loop"]) == ((64, 40), 3, 0)
        times = []
        for frame in range(3):
            shown.seek(frame)
            shown.load()
            times.append(shown.info["duration"])
        assert times == [200, 250, 40]
        last = shown.convert("RGB")
        for place, colour in (((37, 15), (255, 0, 0)), ((2, 2), (0, 0, 255)), ((60, 30), (0, 0, 0))):
            assert all(abs(a - b) < 60 for a, b in zip(last.getpixel(place), colour)), place


def test_a_film_of_the_last_plays_has_their_length(app: App, opening: Record, tmp_path: Path) -> None:
    made = make(Film(opening, tmp_path / "film.webp", last=4))
    assert 4 <= made.seconds < 6
    assert made.manner is MANNERS[0]
    assert made.is_whole
    assert made.bytes == (tmp_path / "film.webp").stat().st_size <= LARGEST
    with Image.open(tmp_path / "film.webp") as film:
        assert film.size == (960, 540)
        assert film.n_frames > 20


def test_the_progress_of_a_film_made_in_another_process_goes_from_nothing_to_all(begun: Record, tmp_path: Path) -> None:
    film = maker.FilmProcess(begun, tmp_path / "film.webp", last=0.2)
    shares = [done / total for done, total in film.steps()]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert film.made


def test_a_film_never_exceeds_its_size_limit(app: App, opening: Record, tmp_path: Path) -> None:
    made = make(Film(opening, tmp_path / "film.webp", last=4, largest=200_000))
    assert made.bytes <= 200_000
    assert made.manner is not MANNERS[0]
    with pytest.raises(FilmError, match="that small"):
        make(Film(opening, tmp_path / "none.webp", last=1, largest=900))
    assert not (tmp_path / "none.webp").exists()


def test_obstacles_to_writing_a_film_are_reported(
    app: App, begun: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maker, "MANNERS", MANNERS[-1:])
    (tmp_path / "old.webp").write_text("old")
    with pytest.raises(FilmError, match="already exists"):
        Film(begun, tmp_path / "old.webp")
    with pytest.raises(FilmError, match="there's no folder"):
        Film(begun, tmp_path / "no" / "where.webp")

    def full(path: Path, data: bytes, may_replace: bool) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(maker, "write_atomic", full)
    with pytest.raises(FilmError, match="No space left"):
        make(Film(begun, tmp_path / "full.webp", last=1))
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".webp"] == ["old.webp"]


def test_a_missing_film_encoder_is_reported(
    app: App,
    robot: Robot,
    record: Record,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def none() -> None:
        raise ImportError("films need the library libwebp, which isn't here")

    monkeypatch.setattr(maker, "encoder", none)
    monkeypatch.setattr(film_page, "encoder", none)
    (tmp_path / "game.jsonl").write_bytes(record.to_bytes())
    line = ["replay", str(tmp_path / "game.jsonl"), "--film", str(tmp_path / "film.webp")]
    assert main.main(line, Frontend(make_film=make_film)) == 1
    assert "films need the library libwebp" in refusal(capsys)
    robot.open(FilmPage(app.context, record))
    assert "Films need the library libwebp, which isn't here." in robot.page_text()


def test_the_command_reports_the_film_it_made(
    app: App, begun: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maker, "MANNERS", MANNERS[-1:])
    (tmp_path / "game.jsonl").write_bytes(begun.to_bytes())
    line = ["replay", str(tmp_path / "game.jsonl"), "--film", str(tmp_path / "film.webp"), "--last", "2"]
    assert main.main(line, Frontend(make_film=make_film)) == 0
    assert "frames a second" in capsys.readouterr().out
    assert main.main(line, Frontend(make_film=make_film)) == 2
    assert "already exists" in refusal(capsys)


def test_a_film_is_made_in_the_background(
    app: App, robot: Robot, begun: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film_page, "LENGTHS", (1.0, 1.0, 1.0))
    robot.open(FilmPage(app.context, begun))
    robot.widget("target").set_value(str(tmp_path / "film.webp"))
    robot.press("use target")
    notice = robot.wait_for_top(Notice)
    assert notice.heading == "Saved", notice.text
    assert (tmp_path / "film.webp").exists()
    robot.press("answer0")
    robot.press("use target")
    assert "already exists" in robot.wait_for_top(Notice).text


def test_the_process_of_a_film_ends_when_asked(begun: Record, tmp_path: Path) -> None:
    """SDL turns that signal into an event, and the window would freeze until the process is killed."""
    process = WorkerProcess(film_for_a_spell)
    process.ask((begun.to_bytes(), str(tmp_path / "film.webp"), 1.0, ()))
    process.end()
    assert process._process.exitcode == -signal.SIGTERM


def test_a_cancelled_film_leaves_no_file(app: App, robot: Robot, record: Record, tmp_path: Path) -> None:
    page = robot.open(FilmPage(app.context, record))
    page._target = str(tmp_path / "film.webp")
    robot.press("use target")
    robot.wait(200)
    robot.press("cancel")
    assert app.manager.top is page
    assert not (tmp_path / "film.webp").exists()


def test_a_replay_leads_to_the_page_of_films(app: App, robot: Robot, record: Record) -> None:
    robot.open(ReplayScene(app.context, Timeline(record)))
    robot.click("film")
    assert isinstance(robot.page, FilmPage)


INVALID_PATHS = ["~nosuchuser/x.webp", "a\0b.webp", "~no\0user/x.webp", "no/where.webp", "x" * 300]


@sampled("name", INVALID_PATHS, INVALID_PATHS[:2])
def test_an_invalid_path_is_refused_with_a_reason(
    app: App, robot: Robot, begun: Record, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film_page, "LENGTHS", (1.0, 1.0, 1.0))
    page = robot.open(FilmPage(app.context, begun))
    page._target = name if name.startswith("~") else str(tmp_path / name)
    robot.press("use target")
    assert robot.wait_for_top(Notice).heading == "There's no film"
    assert list(tmp_path.glob("*.webp")) == []


def reviewed(record: Record) -> Review:
    """Return a review with turning points at the third and the twelfth point."""
    review = Review(record)
    share = [0.5] * 4 + [0.8] * 9 + [0.2] * len(review.points)
    review.curve = [(own, *[(1 - own) / (len(review.names) - 1)] * (len(review.names) - 1)) for own in share][
        : len(review.points)
    ]
    return review


def test_a_film_of_turning_points_has_a_chapter_for_each_and_the_end(app: App, record: Record) -> None:
    review = reviewed(record)
    chapters = chapters_of(review)
    assert [chapter.title for chapter in chapters] == ["Turning point 1", "Turning point 2", "The end"]
    name = review.names[0]
    assert chapters[0].words == f"Turn {review.points[3].turn}: {name}'s chances go from 50% to 80%."
    scene = FilmScene(app.context, Timeline(record), chapters)
    app.manager.go(Replace(scene))
    shown: dict[str, set[int]] = {}
    for _ in range(4000):
        shown.setdefault(scene.chapter.title, set()).add(scene.at_step)
        app.manager.update(40)
        if scene.is_over:
            break
    assert scene.is_over
    for chapter in chapters:
        assert shown[chapter.title] == set(range(chapter.begin, chapter.end + 1))
    assert scene.progress[0] == scene.progress[1]


def test_the_review_saves_a_film_of_turning_points_among_the_pictures(
    app: App, robot: Robot, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    review, made = reviewed(record), []
    monkeypatch.setattr(film_page.FilmProcess, "steps", lambda film: made.append(film._request) or iter([(1, 1)]))
    page = ReviewPage(app.context, review)
    review.curve, curve = [], review.curve
    robot.open(page)
    assert not robot.widget("film").enabled
    review.curve = curve
    page.rebuild()
    robot.press("film")
    robot.wait(80)
    _, path, last, chapters = made[0]
    assert Path(path).parent == pictures_folder()
    assert pictures_folder().is_dir()
    assert (last, chapters) == (None, chapters_of(review))


def test_no_film_is_offered_where_none_can_be_made(
    app: App, robot: Robot, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("topping_out.scenes.match.replay", "topping_out.scenes.pages.review"):
        monkeypatch.setattr(f"{place}.can_film", lambda: False)
    for page in (ReplayScene(app.context, Timeline(record)), ReviewPage(app.context, reviewed(record))):
        robot.open(page)
        assert page.find("film") is None
