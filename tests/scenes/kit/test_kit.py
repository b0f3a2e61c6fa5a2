"""The drawing kit: stage, motion, canvas, text."""

import random
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from topping_out.scenes.kit.kit import MAX_FONTS, ROUNDING, Kit, Metrics, lay_prose
from topping_out.scenes.kit.plates import MORE, fits_message, sentences_within
from topping_out.scenes.kit.sprites import (
    CACHE_WINDOWS,
    CROSS_FADE,
    MAX_CACHE_BYTES,
    MAX_CACHED,
    Motion,
    bytes_of,
    ease_in,
    ease_in_out,
    ease_out,
    ease_out_back,
    ease_out_bounce,
    footing,
    linear,
    make_ahead,
)
from topping_out.scenes.kit.stage import Canvas, Stage, vertical_gradient

SIZE = (160, 90)


@pytest.fixture(scope="module", autouse=True)
def _video() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)


@pytest.fixture
def kit(_video: None) -> Kit:
    return Kit(Metrics((1280, 720)))


# -- the stage


def _surfaces() -> list[pygame.Surface]:
    """Return a background and six smaller surfaces, opaque and transparent."""
    rng = random.Random(1)
    made = []
    for number in range(7):
        size = SIZE if number == 0 else (rng.randrange(4, 60), rng.randrange(4, 60))
        flags = 0 if number < 3 else pygame.SRCALPHA
        surface = pygame.Surface(size, flags)
        surface.fill([rng.randrange(256) for _ in range(3)] + ([rng.randrange(40, 256)] if flags else []))
        pygame.draw.circle(surface, [rng.randrange(256) for _ in range(3)], (size[0] // 2, size[1] // 2), 9)
        made.append(surface)
    return made


Placed = tuple[int, int, int, float, bool]

placed = st.tuples(
    st.integers(1, 6), st.integers(-30, 170), st.integers(-30, 100), st.sampled_from((0.0, 0.3, 1.0)), st.booleans()
)
frames = st.lists(st.lists(placed, max_size=8), min_size=1, max_size=5)


def _put(stage: Stage, surfaces: list[pygame.Surface], frame: list[Placed]) -> None:
    stage.begin()
    stage.blit(surfaces[0], 0, 0)
    for number, x, y, alpha, is_clipped in frame:
        if is_clipped:
            with stage.clip(40, 20, 70, 40):
                stage.blit(surfaces[number], x, y, alpha)
        else:
            stage.blit(surfaces[number], x, y, alpha)


@given(frames)
@examples(150)
def test_presenting_changes_looks_like_a_full_redraw(sequence: list[list[Placed]]) -> None:
    surfaces = _surfaces()
    stage, screen = Stage(), pygame.Surface(SIZE)
    for frame in sequence:
        _put(stage, surfaces, frame)
        stage.present(screen)
        fresh, whole = Stage(), pygame.Surface(SIZE)
        _put(fresh, surfaces, frame)
        fresh.present(whole)
        assert pygame.image.tobytes(screen, "RGB") == pygame.image.tobytes(whole, "RGB")


@given(st.lists(placed, max_size=8))
@examples(50)
def test_nothing_is_redrawn_if_nothing_has_changed(frame: list[Placed]) -> None:
    surfaces = _surfaces()
    stage, screen = Stage(), pygame.Surface(SIZE)
    _put(stage, surfaces, frame)
    stage.present(screen)
    _put(stage, surfaces, frame)
    assert stage.present(screen) == []


def test_only_the_changed_area_is_redrawn() -> None:
    surfaces = _surfaces()
    stage, screen = Stage(), pygame.Surface(SIZE)
    still, mover = pygame.Surface((10, 10)), pygame.Surface((8, 8))
    for x in (100, 110):
        stage.begin()
        stage.blit(surfaces[0], 0, 0)
        stage.blit(still, 5, 5)
        stage.blit(mover, x, 50)
        dirty = stage.present(screen)
    assert sum(rect.w * rect.h for rect in dirty) <= 2 * 8 * 8 + 20
    assert not any(rect.colliderect((5, 5, 10, 10)) for rect in dirty)


def test_an_invalidated_window_is_redrawn_as_a_whole() -> None:
    surfaces = _surfaces()
    stage, screen = Stage(), pygame.Surface(SIZE)
    _put(stage, surfaces, [])
    stage.present(screen)
    stage.invalidate()
    _put(stage, surfaces, [])
    assert stage.present(screen) == [screen.get_rect()]


def test_logical_units_are_scaled_to_pixels() -> None:
    stage, screen = Stage(2.0), pygame.Surface(SIZE)
    stage.begin()
    stage.blit(pygame.Surface(SIZE), 0, 0)
    dot = pygame.Surface((2, 2))
    dot.fill((255, 0, 0))
    stage.blit(dot, 20, 10)
    stage.present(screen)
    assert screen.get_at((40, 20)) == (255, 0, 0)
    assert screen.get_at((39, 20)) == (0, 0, 0)


def test_a_clip_cuts_off_what_is_drawn_in_its_block_only() -> None:
    stage, screen = Stage(), pygame.Surface(SIZE)
    white = pygame.Surface((50, 50))
    white.fill((255, 255, 255))
    stage.begin()
    stage.blit(pygame.Surface(SIZE), 0, 0)
    with stage.clip(10, 10, 20, 20), stage.clip(0, 0, 15, 100):
        stage.blit(white, 0, 0)
    stage.blit(white, 100, 0)
    stage.present(screen)
    assert screen.get_at((12, 12))[0] == 255
    assert screen.get_at((16, 12))[0] == screen.get_at((12, 31))[0] == screen.get_at((9, 12))[0] == 0
    assert screen.get_at((101, 1))[0] == 255


def test_drawing_a_faded_surface_does_not_change_it() -> None:
    stage, screen = Stage(), pygame.Surface(SIZE)
    for flags in (0, pygame.SRCALPHA):
        surface = pygame.Surface((10, 10), flags)
        for alpha in (0.5, 1.0):
            stage.begin()
            stage.blit(surface, 0, 0, alpha)
            stage.present(screen)
            assert surface.get_alpha() == (255 if flags else None)
            assert surface.get_flags() & pygame.SRCALPHA == flags


# -- motion


def test_a_tween_runs_on_the_clock_of_its_motion() -> None:
    motion, thing = Motion(), SimpleNamespace(x=0.0)
    motion.to(thing, 100, 0, linear, x=10)
    motion.update(25)
    assert thing.x == pytest.approx(2.5)
    motion.update(75)
    assert thing.x == 10
    assert not motion.busy


def test_a_delayed_tween_starts_from_the_value_after_the_delay() -> None:
    motion, thing = Motion(), SimpleNamespace(x=0.0)
    motion.to(thing, 100, 50, linear, x=10)
    motion.update(40)
    thing.x = 6.0
    motion.update(60)
    assert thing.x == pytest.approx(8.0)


def test_a_new_tween_replaces_the_old_one_of_the_same_attribute_only() -> None:
    motion, thing = Motion(), SimpleNamespace(x=0.0, y=0.0)
    motion.to(thing, 100, 0, linear, x=10, y=10)
    motion.update(50)
    motion.to(thing, 100, 0, linear, x=0)
    motion.update(50)
    assert thing.x == pytest.approx(2.5)
    assert thing.y == 10


def test_finish_moves_everything_to_its_goal() -> None:
    motion, thing, calls = Motion(), SimpleNamespace(x=0.0, y=0.0), []
    motion.to(thing, 1000, 200, ease_in_out, x=10)
    motion.at(500, lambda: calls.append("late"))
    motion.at(100, lambda: calls.append("early"))
    motion.then(lambda: motion.to(thing, 1000, 0, ease_in_out, y=7))
    motion.then(lambda: calls.append("step"))
    motion.finish()
    assert (thing.x, thing.y) == (10, 7)
    assert calls == ["early", "late", "step"]
    assert not motion.busy


def test_cues_are_called_in_the_order_of_their_times() -> None:
    motion, calls = Motion(), []
    motion.at(50, lambda: calls.append(50))
    motion.at(10, lambda: calls.append(10))
    motion.update(5)
    assert calls == []
    motion.update(100)
    assert calls == [10, 50]


def test_a_step_waits_for_earlier_steps_and_their_hold() -> None:
    motion, thing, done = Motion(), SimpleNamespace(x=0.0), []
    motion.then(lambda: motion.to(thing, 100, 0, linear, x=10), hold=150)
    motion.then(lambda: done.append("next"))
    motion.update(1)
    motion.update(110)
    assert thing.x == 10
    assert not done
    motion.update(50)
    assert done == ["next"]


def test_a_step_can_insert_another_before_those_waiting() -> None:
    motion, thing, done = Motion(), SimpleNamespace(x=0.0), []
    motion.then(lambda: (motion.to(thing, 100, 0, linear, x=10), motion.next(lambda: done.append("hold"), hold=150)))
    motion.then(lambda: done.append("last"))
    motion.update(1)
    motion.update(110)
    assert (thing.x, done) == (10, ["hold"])
    motion.update(140)
    assert done == ["hold"]
    motion.update(20)
    assert done == ["hold", "last"]


def test_speed_scales_time_and_infinite_speed_needs_none() -> None:
    thing = SimpleNamespace(x=0.0)
    fast = Motion(speed=2.0)
    fast.to(thing, 100, 0, linear, x=10)
    fast.update(25)
    assert thing.x == pytest.approx(5)
    instant = Motion(speed=float("inf"))
    instant.to(thing, 100, 5000, linear, x=99)
    instant.update(0)
    assert thing.x == 99


def test_paused_motion_stands_still() -> None:
    motion, thing = Motion(), SimpleNamespace(x=0.0)
    motion.to(thing, 100, 0, linear, x=10)
    motion.paused = True
    motion.update(1000)
    assert thing.x == 0
    assert motion.busy


def test_reduced_motion_fades_in_instead_of_travelling() -> None:
    motion, thing = Motion(reduced=True), SimpleNamespace(x=0.0, alpha=1.0)
    motion.to(thing, 300, 0, ease_in_out, x=10)
    assert thing.x == 10
    assert thing.alpha == 0
    motion.update(CROSS_FADE)
    assert thing.alpha == 1
    assert not motion.busy


def test_clear_stops_tweens_where_they_are() -> None:
    motion, thing = Motion(), SimpleNamespace(x=0.0)
    motion.to(thing, 100, 0, linear, x=10)
    motion.update(50)
    motion.clear()
    motion.update(1000)
    assert thing.x == pytest.approx(5)
    assert not motion.busy


@pytest.mark.parametrize("ease", [linear, ease_out, ease_in_out, ease_in, ease_out_back, ease_out_bounce])
def test_every_ease_begins_at_0_and_ends_at_1(ease: object) -> None:
    assert ease(0.0) == pytest.approx(0, abs=1e-6)  # type: ignore[operator]
    assert ease(1.0) == pytest.approx(1, abs=1e-6)  # type: ignore[operator]


@given(st.floats(1, 2000), st.floats(0, 500), st.lists(st.floats(0, 300), max_size=12))
@examples(60)
def test_a_tween_arrives_with_frames_of_any_length(duration: float, delay: float, frames: list[float]) -> None:
    motion, thing = Motion(), SimpleNamespace(x=3.0)
    motion.to(thing, duration, delay, ease_out, x=10)
    for ms in frames:
        motion.update(ms)
        assert 3.0 <= thing.x <= 10.0
    motion.update(3000)
    assert thing.x == 10
    assert not motion.busy


# -- canvas and metrics


def test_a_canvas_has_its_size_in_pixels_and_at_least_one() -> None:
    assert Canvas(10, 20, 1.5).done().get_size() == (15, 30)
    assert Canvas(0.1, 0.1, 0.5).done().get_size() == (1, 1)


def test_a_filled_rectangle_covers_exactly_its_pixels() -> None:
    picture = Canvas(10, 10, 2.0, (255, 0, 0)).rect(2, 2, 4, 4, (255, 0, 0)).done()
    assert picture.get_at((4, 4)) == (255, 0, 0, 255)
    assert picture.get_at((11, 11)) == (255, 0, 0, 255)
    assert picture.get_at((3, 4)).a == 0
    assert picture.get_at((12, 11)).a == 0


def test_soft_edges_keep_the_tint_instead_of_turning_black() -> None:
    picture = Canvas(20, 20, 1.0, (250, 200, 100)).circle(10, 10, 9, (250, 200, 100)).done()
    rims = [picture.get_at((x, y)) for x in range(20) for y in range(20) if 20 < picture.get_at((x, y)).a < 235]
    assert rims
    assert all(pixel.r > 220 for pixel in rims)


def test_a_mask_rounds_the_corners_off() -> None:
    picture = Canvas(20, 20, 1.0).rect(0, 0, 20, 20, (9, 9, 9)).mask(8).done()
    assert picture.get_at((0, 0)).a == 0
    assert picture.get_at((10, 0)).a > 200


def test_a_gradient_runs_through_its_stops() -> None:
    column = vertical_gradient((1, 101), [(0.0, (0, 0, 0)), (0.5, (100, 0, 0)), (1.0, (100, 200, 0))])
    assert [column.get_at((0, y))[:2] for y in (0, 25, 50, 75, 100)] == [
        (0, 0), (50, 0), (100, 0), (100, 100), (100, 200)
    ]  # fmt: skip


@pytest.mark.parametrize("pixels", [(1280, 720), (1920, 1080), (1024, 768), (2560, 1080), (640, 360), (333, 777)])
def test_a_window_shows_at_least_1280_by_720_units(pixels: tuple[int, int]) -> None:
    metrics = Metrics(pixels)
    assert metrics.width >= 1279.9
    assert metrics.height >= 719.9
    assert min(metrics.width / 1280, metrics.height / 720) == pytest.approx(1)


# -- text


def test_text_grows_with_the_text_size_unless_it_is_fixed() -> None:
    small, large = Kit(Metrics((1280, 720))), Kit(Metrics((1280, 720)), 1.5)
    assert large.text("Sky", 20).get_height() > small.text("Sky", 20).get_height()
    assert large.text("Sky", 20, fixed=True).get_size() == small.text("Sky", 20, fixed=True).get_size()


@given(st.text("abcd efgh.", max_size=80), st.floats(30, 300))
@examples(80)
def test_wrapped_lines_fit_and_keep_every_letter(text: str, width: float) -> None:
    kit = Kit(Metrics((1280, 720)))
    lines = kit.wrap(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(kit.text_size(line.strip())[0] <= width + ROUNDING for line in lines)


@pytest.mark.parametrize("letter", ["m", "i", "/", "\u0301"])
def test_fitting_a_very_long_text_takes_few_measurements(
    kit: Kit, letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[str] = []
    text_size = Kit.text_size
    monkeypatch.setattr(
        Kit, "text_size", lambda kit, text, *how: (measured.append(text), text_size(kit, text, *how))[1]
    )
    path = "/home/" + letter * 500_000
    fitted = kit.fit(path, 300)
    assert path.startswith(fitted[:-1])
    assert text_size(kit, fitted)[0] <= 300
    assert len(measured) < 30
    assert max(map(len, measured)) < 1000
    assert "".join(kit.wrap(path[:5000], 300)).replace(" ", "") == path[:5000]
    assert len(measured) < (20_000 if letter == "\u0301" else 5000)  # a letter that is spelled out is wide: more lines


def test_a_fitted_text_ends_with_an_ellipsis_only_if_it_was_cut(kit: Kit) -> None:
    assert kit.fit("Towers", 400) == "Towers"
    cut = kit.fit("Towers of Wyoming", 60)
    assert cut.endswith("…")
    assert kit.text_size(cut)[0] <= 60


def test_a_cached_picture_is_made_once(kit: Kit) -> None:
    made = []
    for _ in range(3):
        kit.cached("one", lambda: made.append(1) or len(made))
    assert made == [1]
    assert kit.text("Sky") is kit.text("Sky")
    assert kit.plate(40, 20) is kit.plate(40, 20)


@pytest.mark.skipif(sys.platform != "linux", reason="it counts open files")
def test_fonts_of_many_sizes_keep_few_files_open(kit: Kit) -> None:
    before = open_fonts()
    for size in range(10, 200):
        kit.text_size("Towers", size)
        kit.text_size("Towers", size, "title")
    assert open_fonts() - before <= MAX_FONTS
    kit.clear()
    assert open_fonts() <= before


def open_fonts() -> int:
    count = 0
    for link in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # another thread has just closed it
            count += link.readlink().suffix == ".ttf"
    return count


def test_the_cache_forgets_the_least_recently_used_first(kit: Kit) -> None:
    made = []
    kit.cached(("dear",), lambda: made.append("dear") or "dear")
    for number in range(MAX_CACHED * 2):
        kit.cached(("cheap", number), lambda number=number: number)
        kit.cached(("dear",), lambda: made.append("dear again") or "dear")
    assert made == ["dear"]
    assert kit.cached(("cheap", 0), lambda: "made anew") == "made anew"


def test_cached_pictures_stay_within_the_memory_limit(kit: Kit) -> None:
    """Even if they are few: a hundred pictures of the window's size would use as much memory as all others."""
    wide, high = 1280, 720
    window, taken = 4 * wide * high, 0
    for number in range(200):
        kit.cached(("large", number), lambda: pygame.Surface((wide, high), depth=32))
        taken = max(taken, sum(map(bytes_of, kit._made.values())))
    assert CACHE_WINDOWS * window / 2 < taken <= (CACHE_WINDOWS + 1) * window
    assert ("large", 199) in kit._made


def test_the_cache_has_an_absolute_limit_in_very_large_windows() -> None:
    kit = Kit(Metrics((7680, 4320)))
    for number in range(12):
        kit.cached(("large", number), lambda: pygame.Surface((4096, 2048), pygame.SRCALPHA))
    assert sum(map(bytes_of, kit._made.values())) <= MAX_CACHE_BYTES + bytes_of(kit._made["large", 11])


@given(st.lists(st.text("abcdef", min_size=1, max_size=9), min_size=1, max_size=30), st.integers(0, 29))
@examples(80)
def test_prose_keeps_the_words_in_order_and_within_its_width(words: list[str], bold: int) -> None:
    kit = Kit(Metrics((1280, 720)))
    marked = [f"**{word}**" if number == bold else word for number, word in enumerate(words)]
    prose = lay_prose(kit, " ".join(marked), 150, 16)
    assert prose.plain == " ".join(words)
    for line in prose.lines:
        for run in line:
            assert prose.plain[run.start : run.start + len(run.text)] == run.text
    assert prose.width(kit) <= 150
    assert prose.height == len(prose.lines) * prose.step


def test_marks_cover_the_text_that_was_found(kit: Kit) -> None:
    prose = lay_prose(kit, "one **penny** leaves", 400, 16)
    ((x, y, width),) = prose.marks(kit, 4, 9)
    assert (x, y) == (kit.text_size("one ", 16)[0], 0)
    assert width == pytest.approx(kit.text_size("penny", 16, "bold")[0])


def test_a_folding_picture_keeps_its_foot_on_the_ground() -> None:
    tall, low = 124.0, 24.0
    assert footing(0, tall - low) == 0
    assert footing(1, 0) == 0
    for fold in (0.5, 0.7, 0.9):
        high = tall + (low - tall) * fold
        sunk = high / 2 - footing(fold, high - low) - low / 2
        assert 0 <= sunk < 0.1 * high


def test_pictures_are_made_ahead_over_several_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    kit, names = Kit(Metrics((1280, 720))), ("one", "two", "three")
    monkeypatch.setattr("topping_out.scenes.kit.sprites.MAKE_AHEAD_TIME", 0.0)
    frames = 0
    while not make_ahead(lambda: [kit.text(name) for name in names]):
        frames += 1
        assert frames < 50
    assert frames >= len(names)
    made = [kit.text(name) for name in names]
    assert make_ahead(lambda: [kit.text(name) for name in names])
    assert all(kit.text(name) is picture for name, picture in zip(names, made))


def test_a_picture_does_not_change_when_another_canvas_is_drawn() -> None:
    first = Canvas(20, 10, 1.0).rect(0, 0, 20, 10, (200, 0, 0)).done()
    Canvas(10, 20, 1.0).rect(0, 0, 10, 20, (0, 200, 0)).done()
    two, three = Canvas(20, 10, 1.0), Canvas(20, 10, 1.0)
    two.rect(0, 0, 20, 10, (0, 0, 200))
    three.rect(0, 0, 20, 10, (0, 100, 0))
    colours = [picture.get_at((5, 5))[:3] for picture in (first, two.done(), three.done())]
    assert colours == [(200, 0, 0), (0, 0, 200), (0, 100, 0)]


@pytest.mark.parametrize("pixels", [(1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("what", ["plate", "shadow", "focus_ring"])
def test_a_picture_stretched_from_a_small_one_equals_a_drawn_one(
    pixels: tuple[int, int], what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = getattr(Kit(Metrics(pixels)), what)(260.3, 97.1)
    monkeypatch.setattr(Kit, "framed", lambda self, width, height, corner, draw: draw(width, height))
    drawn = getattr(Kit(Metrics(pixels)), what)(260.3, 97.1)
    assert made.get_size() == drawn.get_size()
    most = 16 if what == "shadow" and pixels[0] > 2000 else 0  # a soft edge may be off by a pixel
    pairs = zip(pygame.image.tobytes(made, "RGBA"), pygame.image.tobytes(drawn, "RGBA"))
    assert max(abs(stretched_value - drawn_value) for stretched_value, drawn_value in pairs) <= most


def test_a_message_too_long_ends_after_its_longest_clauses_that_fit(kit: Kit) -> None:
    clauses = ["It grows to 5, ", "with 3 more to go, ", "and two rivals can reach it, ", "which takes long to say."]
    assert sentences_within(kit, "".join(clauses), 900, 1) == "".join(clauses)
    for number in (3, 2, 1):
        text = "".join(clauses[:number]).rstrip() + MORE
        width = next(width for width in range(60, 900) if fits_message(kit, text, width, 1))
        assert sentences_within(kit, "".join(clauses), width, 1).replace(" ", "") == text.replace(" ", "")
