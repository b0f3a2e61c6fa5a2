"""The stage, the characters' faces, the theme, steppers and tooltips."""

import importlib.util
import random
from collections.abc import Hashable
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pygame
import pytest

from tests.golden import check_golden, compare
from tests.scenes.robot import Robot
from tests.scenes.tables import table
from topping_out.game import roster
from topping_out.game.record import Player
from topping_out.game.roster import Character, Face
from topping_out.scenes.accessibility.semantics import Group
from topping_out.scenes.app import App
from topping_out.scenes.kit import faces
from topping_out.scenes.kit.faces import portrait
from topping_out.scenes.kit.plates import badge, seat_sign, tip_place
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import (
    COLOURS,
    LEAST_CONTRAST,
    WHITE,
    Theme,
    contrast,
    legible,
    load_theme,
    luminance,
    mix,
)
from topping_out.scenes.manager import Transition
from topping_out.scenes.ui.layout import Rect, Widget
from topping_out.scenes.ui.page import beside
from topping_out.scenes.ui.widgets import PAD, Stepper

# -- faces


PLAIN = Face("light", "brown", "short", "smile", "ice")
WORDS = {name: get_args(hint) for name, hint in get_type_hints(Face).items()}


@pytest.mark.parametrize(("part", "word"), [(part, word) for part, words in WORDS.items() for word in words])
def test_every_feature_of_a_face_can_be_drawn(app: App, part: str, word: str) -> None:
    picture = portrait(app.context.kit, msgspec.structs.replace(PLAIN, **{part: word}), 96, app.context.kit.theme.dusk)
    assert picture.get_size() == (96, 96)
    assert picture.get_at((0, 0)).a == 0
    assert picture.get_at((48, 90)).a == 255


@pytest.mark.parametrize("part", WORDS)
def test_every_feature_of_a_face_looks_different(app: App, part: str) -> None:
    drawn = [
        pygame.image.tobytes(
            portrait(app.context.kit, msgspec.structs.replace(PLAIN, **{part: word}), 96, (0, 0, 0)), "RGBA"
        )
        for word in WORDS[part]
    ]
    assert len({*drawn}) == len(drawn)


def test_every_drawn_feature_can_occur_in_a_face() -> None:
    drawn = {*faces.SKINS, *faces.HAIRS, *faces.STYLES, *faces.BEHIND, *faces.MOUTHS, *faces.HATS}
    drawn |= {*faces.EXTRAS_UNDER, *faces.EXTRAS_OVER}
    assert drawn <= {word for words in WORDS.values() for word in words}


def test_an_unknown_feature_is_refused_with_its_place_in_the_file() -> None:
    words = {"skin": "light", "hair": "brown", "style": "mohawk", "mouth": "smile", "coat": "ice"}
    person = {"name": "Mo", "level": "easy", "temper": "greedy", "line": "Up!", "face": words}
    with pytest.raises(msgspec.ValidationError, match=r"'mohawk' - at `\$.face.style`"):
        msgspec.convert(person, Character)


def test_the_characters_look_like_their_golden_picture(app: App, tmp_path: Path) -> None:
    """At sizes of 96, 40 and 28 units."""
    kit, theme = app.context.kit, app.context.kit.theme
    sheet = pygame.Surface((660, 200))
    sheet.fill(theme.night)
    for number, person in enumerate(roster.characters().values()):
        back = theme.seats[number % len(theme.seats)]
        for size, y in ((96, 10), (40, 114), (28, 160)):
            sheet.blit(portrait(kit, person.face, size, back), (10 + number * 108, y))
    check_golden(sheet, "faces", tmp_path)


def test_a_badge_shows_a_characters_face_or_a_players_letter(app: App) -> None:
    def tile(player: Player, radius: float = 20) -> pygame.Surface:
        sheet = pygame.Surface((48, 48))
        sheet.blit(badge(app.context.kit, seat_sign([player], 0), radius), (0, 0))
        return sheet

    ada, master, you = Player("Ada", "bot", "ada"), Player("Ada", "bot", "master"), Player("Ada")
    assert compare(tile(master), tile(you))[0] == 0
    assert compare(tile(ada), tile(you))[0] > 0.1
    assert compare(tile(ada, radius=9), tile(you, radius=9))[0] == 0


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Ana", "Ben"], ["A", "B"]),
        (["Ana", "Amos Anchor"], ["An", "AA"]),
        (["Ana", "amelie"], ["An", "Am"]),
        (["Player 1", "Player 2"], ["P1", "P2"]),
        (["Ana", "A"], ["An", "A"]),
        (["Ana", "An"], ["Aa", "An"]),
        (["Anna", "Ann B"], ["Aa", "AB"]),
        (["Ana Lia Berg", "Abe"], ["AL", "Ab"]),
        (["", "Ana"], ["", "A"]),
    ],
)
def test_initials_tell_players_with_the_same_first_letter_apart(names: list[str], expected: list[str]) -> None:
    players = [Player(name, colour=seat) for seat, name in enumerate(names)]
    assert [seat_sign(players, seat).initials for seat in range(len(players))] == expected


def test_a_portrait_is_painted_once(app: App) -> None:
    Robot(app).resize((1920, 1080))
    face = next(iter(roster.characters().values())).face
    assert portrait(app.context.kit, face, 96, (1, 2, 3)) is portrait(app.context.kit, face, 96, (1, 2, 3))
    assert portrait(app.context.kit, face, 96, (1, 2, 3)).get_width() == 144


@pytest.mark.parametrize("name", ["wyoming", "towering", "towers"])
def test_a_characters_plate_shows_and_describes_their_line(app: App, name: str) -> None:
    ada, robot = roster.characters()["ada"], Robot(app, "mouse")
    robot.open(table(app, name, ["h", "ada"]))
    robot.wait(9000)
    without = robot.see().copy()
    plate = "far plate" if name == "towering" else "plate 1"
    app.context.devices.pointer = robot.widget(plate).rect.center
    assert compare(without, robot.see())[0] > 0.004
    assert ada.line in robot.widget(plate).semantics().description


# -- stage


def shown(stage: Stage) -> list[tuple[int, int, int, int]]:
    return [tuple(item.rect) for item in stage._items]


def test_a_part_of_the_stage_has_its_own_origin_scale_and_edges() -> None:
    stage, square = Stage(2.0), pygame.Surface((10, 10))
    stage.begin()
    with stage.part(50, 20, 100, 40, 0.5):
        stage.blit(square, 0, 0)
        stage.blit(square, 390, 0)
        stage.blit(square, 800, 0)
    stage.blit(square, 1, 1)
    assert shown(stage) == [(100, 40, 10, 10), (295, 40, 5, 10), (2, 2, 10, 10)]


def test_parts_of_the_stage_can_be_nested() -> None:
    stage, square = Stage(1.0), pygame.Surface((10, 10))
    stage.begin()
    with stage.part(10, 10, 100, 100, 2.0), stage.part(5, 5, 10, 10, 1.0), stage.clip(0, 0, 4, 4):
        stage.blit(square, 0, 0)
    assert shown(stage) == [(20, 20, 4, 4)]


def test_partial_redraws_show_the_same_as_painting_everything() -> None:
    rng, stage, window, whole = random.Random(7), Stage(1.0), pygame.Surface((60, 60)), pygame.Surface((60, 60))
    pictures = [pygame.Surface((rng.randint(3, 20), rng.randint(3, 20))) for _ in range(9)]
    for picture in pictures:
        picture.fill([rng.randrange(256) for _ in range(3)])
    ground, pieces = pygame.Surface((60, 60)), [(picture, 10.0, 20.0, 1.0) for picture in pictures]
    for _ in range(150):
        change = rng.choice(("none", "one", "order", "fewer", "all"))
        for number in {"one": [rng.randrange(len(pieces))], "all": range(len(pieces))}.get(change, ()):
            pieces[number] = (pieces[number][0], rng.uniform(0, 50), rng.uniform(0, 50), rng.choice((0.4, 1.0)))
        if change == "order":
            rng.shuffle(pieces)
        stage.begin()
        for piece in [(ground, 0, 0, 1.0), *pieces[: len(pieces) - (change == "fewer")]]:
            stage.blit(*piece)
        stage.present(window)
        stage.paint(whole)
        assert pygame.image.tobytes(window, "RGB") == pygame.image.tobytes(whole, "RGB"), change


SQUARE = pygame.Surface((10, 10))


def show(stage: Stage, *places: tuple[float, float]) -> None:
    """Show a square at each place, and reserve the place against tooltips."""
    for place in places:
        stage.blit(SQUARE, *place)
        stage.kept_clear.append(pygame.FRect(place, SQUARE.get_size()))


def test_a_layer_is_painted_once_for_each_key(reused_layers: None) -> None:
    stage, painted = Stage(1.0), list[int]()
    for key in (1, 1, 2, 2, 1):
        stage.begin()
        stage.layer("one", (key,), partial(painted.append, key))
    assert painted == [1, 2, 1]


def test_a_layer_is_forgotten_after_a_frame_without_it(reused_layers: None) -> None:
    stage, painted = Stage(1.0), list[int]()
    for frame in range(3):
        stage.begin()
        if frame != 1:
            stage.layer("one", (), partial(painted.append, frame))
    assert painted == [0, 2]


def test_a_reused_layer_shows_the_same_in_any_clip_part_or_shift(reused_layers: None) -> None:
    rng, stage = random.Random(4), Stage(1.0)
    for _ in range(200):
        clip, part, down = rng.choice((4, 40)), rng.choice((0.5, 1.0)), rng.choice((0, 3))
        keys = {name: rng.choice((0, 5)) for name in rng.sample("abc", rng.randint(1, 3))}
        anew = Stage(1.0)
        for each in (stage, anew):
            each.begin()
            with each.clip(0, 0, clip, 60), each.part(2, 2, 40, 40, part), each.moved(down):
                for name, key in keys.items():
                    paint = partial(show, each, (key, ord(name) % 7), (9, key))
                    each.layer(name, (key,), paint) if each is stage else paint()
        assert stage._items == anew._items
        assert stage.kept_clear == anew.kept_clear


def test_a_layer_that_changes_under_the_same_key_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    stale, stage = list[Hashable](), Stage(1.0)
    monkeypatch.setattr(Stage, "on_stale", stale.append)
    picture_copy = SQUARE.copy()
    for picture, x in ((SQUARE, 1), (picture_copy, 1), (picture_copy, 2)):
        stage.begin()
        stage.layer("complete key", (x,), partial(stage.blit, picture, x, 0))
        stage.layer("incomplete key", (), partial(stage.blit, picture, x, 0))
    assert stale == ["incomplete key"], "an equal picture is no change, another place is one"
    picture_copy.fill("red")
    stage.begin()
    stage.layer("complete key", (2,), lambda: stage.blit(SQUARE, 2, 0))
    assert stale == ["incomplete key", "complete key"]


def test_a_mutable_value_cannot_be_a_layers_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stage, "on_stale", print)
    with pytest.raises(TypeError, match="unhashable"):
        Stage(1.0).layer("one", ([],), lambda: None)  # type: ignore[arg-type]


# -- theme


BUILD = Path(__file__).resolve().parents[3] / "build"
THEME = load_theme()
THEMES = {f"{name}{' high' * high}": load_theme(name, high) for name in COLOURS for high in (False, True)}

ON_DARK = ["night", "plate", "ground", "earth"]
LIGHT_TEXT = ["paper", "mist", "brass", "glow", "good", "bad"]


def _measure() -> Any:
    """Return the module that measures colours; it is not part of the program."""
    spec = importlib.util.spec_from_file_location("measure_colours", BUILD / "measure" / "colours.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MEASURE = _measure()


def test_black_and_white_contrast_at_21_to_1() -> None:
    assert contrast((0, 0, 0), WHITE) == pytest.approx(21)
    assert contrast(WHITE, (0, 0, 0)) == pytest.approx(21)


def test_the_luminance_of_a_mid_grey_is_right() -> None:
    assert luminance((119, 119, 119)) == pytest.approx(0.184, abs=0.001)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
class TestEveryTheme:
    """The usual and the distinct colours, in usual and in high contrast."""

    @pytest.mark.parametrize("ink", LIGHT_TEXT)
    @pytest.mark.parametrize("ground", ON_DARK)
    def test_light_text_is_readable_on_dark_grounds(self, theme: Theme, ink: str, ground: str) -> None:
        assert contrast(theme.palette[ink], theme.palette[ground]) >= (7 if theme.is_high else LEAST_CONTRAST)

    @pytest.mark.parametrize("ink", ["paper", "mist"])
    @pytest.mark.parametrize("sky", ["night", "dusk", "rose"])
    def test_light_text_is_readable_on_the_sky(self, theme: Theme, ink: str, sky: str) -> None:
        assert contrast(theme.palette[ink], theme.palette[sky]) >= (7 if theme.is_high else LEAST_CONTRAST)

    @pytest.mark.parametrize("ground", ["paper", "brass", "glow"])
    def test_dark_text_is_readable_on_light_grounds(self, theme: Theme, ground: str) -> None:
        assert contrast(theme.ink, theme.palette[ground]) >= LEAST_CONTRAST

    @pytest.mark.parametrize("suit", range(4))
    def test_suits_are_readable_on_paper(self, theme: Theme, suit: int) -> None:
        assert contrast(theme.paper, theme.suits[suit]) >= LEAST_CONTRAST

    def test_text_on_the_colours_of_seats_and_sites_is_readable(self, theme: Theme) -> None:
        for colour in (*theme.sites.values(), *theme.seats, theme.ghost):
            assert contrast(theme.text_on(colour), colour) >= LEAST_CONTRAST

    def test_every_seat_has_a_name_for_its_colour(self, theme: Theme) -> None:
        assert len(theme.seat_names) == len(theme.seats) == len({*theme.seats})


def test_a_colour_is_mixed_with_just_enough_ink_to_be_readable() -> None:
    dark, night, paper = THEME.sites["city"], THEME.night, THEME.paper
    assert (
        contrast(dark, night) < LEAST_CONTRAST <= contrast(legible(dark, night, paper), night) < contrast(paper, night)
    )
    assert legible(THEME.brass, night, paper) == THEME.brass


# -- differences of colours


def test_colour_differences_agree_with_published_examples() -> None:
    """Sharma, Wu and Dalal 2005, table 1, lines 1, 7, 13, 17 and 21."""
    for first, second, expected in [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ]:
        assert MEASURE.difference(first, second) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(("palette", "least"), [("seats", 20), ("sites", 20), ("suits", 15)])
@pytest.mark.parametrize("kind", MEASURE.MEASURES)
def test_distinct_colours_differ_for_every_kind_of_colour_vision(palette: str, least: float, kind: str) -> None:
    colours = dict(MEASURE.palettes(load_theme("distinct")))[palette]
    assert MEASURE.closest(colours, MEASURE.MEASURES[kind])[0] >= (10 if kind == "grey" else least)


def test_the_accessibility_page_states_the_measured_differences() -> None:
    page = (BUILD / "docs" / "accessibility.md").read_text(encoding="utf-8")
    for name in COLOURS:
        for palette, colours in MEASURE.palettes(load_theme(name)):
            found = (MEASURE.closest(colours, measure)[0] for measure in MEASURE.MEASURES.values())
            row = " | ".join(("", palette, *(f"{least:.1f}" for least in found), ""))
            assert row.strip() in page, f"{name}: {row}"


MIXED = {
    "a button under the pointer": (THEME.paper, mix(THEME.plate, THEME.paper, 0.18)),
    "the main button under the pointer": (THEME.ink, mix(THEME.brass, THEME.paper, 0.18)),
    "a button that cannot be pressed": (mix(THEME.plate, THEME.mist, 0.6), THEME.plate),
    "a heading of the rules": (mix(THEME.brass, THEME.ink, 0.62), THEME.paper),
    "a ruling": (THEME.ink, mix(THEME.paper, THEME.dusk, 0.1)),
    "a row of a table of the rules": (THEME.ink, mix(THEME.paper, THEME.brass, 0.16)),
    "words that were found": (THEME.ink, mix(THEME.paper, THEME.brass, 190 / 255)),
    "a group's name on the panel over the brightest dusk": (THEME.brass, mix(THEME.ember, THEME.night, 165 / 255)),
    "a section's name on the panel over the brightest dusk": (THEME.mist, mix(THEME.rose, THEME.night, 150 / 255)),
}


@pytest.mark.parametrize("where", MIXED)
def test_text_on_mixed_colours_is_readable(where: str) -> None:
    assert contrast(*MIXED[where]) >= LEAST_CONTRAST, where


# -- stepper


LEFT, RIGHT = 700.0 - 54, 700.0 - 18
LABELS = (
    ["1", "2", "3"],
    ["short", "a much longer value", "of middling length"],
    ["a value as wide as half the row is"] * 3,
)
HELP = "A Sky of ten pennies, and none of the rules that the sheet calls optional. About seven minutes."


@pytest.mark.parametrize("labels", LABELS, ids=str)
@pytest.mark.parametrize("is_drawn", [False, True])
def test_the_arrows_of_a_stepper_stay_in_place_for_any_value(app: App, labels: list[str], is_drawn: bool) -> None:
    chosen: list[int] = []

    def choose(index: int) -> Transition:
        chosen.append(index)
        return None

    for x in (LEFT, RIGHT):
        row = Stepper("choice", "Choice", "", labels, 1, choose).placed(Rect(0, 0, 700, 60))
        if is_drawn:
            row.draw(Stage(), app.context.kit, False)
        row.drag_to(x, 30)
        row.press()
    assert chosen == [0, 2]


@pytest.mark.parametrize(("wide", "is_narrow"), [(430, True), (720, False)])
def test_help_goes_below_a_value_that_leaves_it_too_little_width(app: App, wide: float, is_narrow: bool) -> None:
    kit = app.context.kit
    stepper = Stepper("game", "Game", HELP, ["The game of the rules' sheet"], 0, lambda index: None)
    lines = round((stepper.height_for(kit, wide) - PAD - kit.line(16)) / kit.line(13.5))
    beside = wide - 40 - stepper.value_width(kit)
    assert lines == len(kit.wrap(HELP, wide - 32 if is_narrow else beside, 13.5))
    assert len(kit.wrap(HELP, beside, 13.5)) >= lines + 2 * is_narrow


# -- tips


WINDOW = pygame.FRect(8, 70, 1264, 640)
TOWER, SIZE = pygame.FRect(600, 300, 100, 300), (250.0, 60.0)
PENNIES = pygame.FRect(0, 200, 1280, 60)


def _place(clear: list[pygame.FRect], above: bool = True, beside: pygame.FRect = TOWER) -> pygame.FRect:
    return pygame.FRect(tip_place(WINDOW, beside, SIZE, above, clear), SIZE)


def test_a_tooltip_is_above_its_element_if_there_is_room() -> None:
    assert _place([]).bottom == TOWER.y - 12
    assert _place([]).centerx == TOWER.centerx


def test_a_tooltip_avoids_what_must_stay_visible() -> None:
    assert _place([PENNIES]).x == TOWER.right + 12
    note = pygame.FRect(TOWER.right, 250, 300, 300)
    assert _place([PENNIES, note]).right == TOWER.x - 12


@pytest.mark.parametrize("x", [0, 60, 1180, 1230])
@pytest.mark.parametrize("y", [70, 300, 640])
@pytest.mark.parametrize("above", [True, False])
def test_a_tooltip_stays_in_the_window_and_off_its_element(x: int, y: int, above: bool) -> None:
    thing = pygame.FRect(x, y, 50, 60)
    tip = _place([], above, thing)
    assert WINDOW.inflate(16, 16).contains(tip)
    assert not tip.colliderect(thing)


# -- reading order


def test_arrow_keys_keep_the_stops_of_a_group_together_for_players_who_listen() -> None:
    hand, table = Group("hand", "Your hand"), Group("table", "Table")
    stops: list[Widget] = []
    for name, group in (("a", hand), ("menu", None), ("b", table), ("c", hand), ("undo", None), ("d", table)):
        stops.append(Widget(name, Rect(0, 0, 9, 9)))
        stops[-1].group = group
    order = [stops[0]]
    while stop := beside(stops, order[-1], 1):
        order.append(stop)
    assert [stop.name for stop in order] == ["a", "c", "menu", "b", "d", "undo"]
    assert [beside(stops, stop, -1) for stop in order] == [None, *order[:-1]]
