"""The characters' faces: every word can be drawn, and they look as they did."""

from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pygame
import pytest

from tests.golden import check_golden, compare
from tests.scenes.robot import Robot
from tests.scenes.tables import table
from topping_out.game import roster
from topping_out.game.record import Player
from topping_out.game.roster import Character, Face
from topping_out.scenes.app import App
from topping_out.scenes.kit.pictures import faces
from topping_out.scenes.kit.pictures.faces import portrait
from topping_out.scenes.kit.plates import badge, seat_sign

PLAIN = Face("light", "brown", "short", "smile", "ice")
WORDS = {name: get_args(hint) for name, hint in get_type_hints(Face).items()}


@pytest.mark.parametrize(("part", "word"), [(part, word) for part, words in WORDS.items() for word in words])
def test_every_word_can_be_drawn(app: App, part: str, word: str) -> None:
    picture = portrait(app.context.kit, msgspec.structs.replace(PLAIN, **{part: word}), 96, app.context.kit.theme.dusk)
    assert picture.get_size() == (96, 96)
    assert picture.get_at((0, 0)).a == 0
    assert picture.get_at((48, 90)).a == 255


@pytest.mark.parametrize("part", WORDS)
def test_every_word_changes_the_face(app: App, part: str) -> None:
    drawn = [
        pygame.image.tobytes(
            portrait(app.context.kit, msgspec.structs.replace(PLAIN, **{part: word}), 96, (0, 0, 0)), "RGBA"
        )
        for word in WORDS[part]
    ]
    assert len({*drawn}) == len(drawn)


def test_no_word_is_drawn_that_no_face_can_have() -> None:
    drawn = {*faces.SKINS, *faces.HAIRS, *faces.STYLES, *faces.BEHIND, *faces.MOUTHS, *faces.HATS}
    drawn |= {*faces.EXTRAS_UNDER, *faces.EXTRAS_OVER}
    assert drawn <= {word for words in WORDS.values() for word in words}


def test_a_word_that_cannot_be_drawn_is_refused_with_its_place() -> None:
    words = {"skin": "light", "hair": "brown", "style": "mohawk", "mouth": "smile", "coat": "ice"}
    person = {"name": "Mo", "level": "easy", "temper": "greedy", "line": "Up!", "face": words}
    with pytest.raises(msgspec.ValidationError, match=r"'mohawk' - at `\$.face.style`"):
        msgspec.convert(person, Character)


def test_the_characters_look_as_they_did(app: App, tmp_path: Path) -> None:
    """At 96, 40 and 28 units."""
    kit, theme = app.context.kit, app.context.kit.theme
    sheet = pygame.Surface((660, 200))
    sheet.fill(theme.night)
    for number, person in enumerate(roster.characters().values()):
        back = theme.seats[number % len(theme.seats)]
        for size, y in ((96, 10), (40, 114), (28, 160)):
            sheet.blit(portrait(kit, person.face, size, back), (10 + number * 108, y))
    check_golden(sheet, "faces", tmp_path)


def test_a_badge_is_a_face_for_a_character_and_a_letter_for_all_others(app: App) -> None:
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
        (["", "Ana"], ["", "A"]),
    ],
)
def test_initials_tell_players_of_one_first_letter_apart(names: list[str], expected: list[str]) -> None:
    players = [Player(name, colour=seat) for seat, name in enumerate(names)]
    assert [seat_sign(players, seat).initials for seat in range(len(players))] == expected


def test_a_portrait_is_painted_once(app: App) -> None:
    Robot(app).resize((1920, 1080))
    face = next(iter(roster.characters().values())).face
    assert portrait(app.context.kit, face, 96, (1, 2, 3)) is portrait(app.context.kit, face, 96, (1, 2, 3))
    assert portrait(app.context.kit, face, 96, (1, 2, 3)).get_width() == 144


@pytest.mark.parametrize("name", ["wyoming", "towering", "towers"])
def test_a_characters_plate_tells_their_line(app: App, name: str) -> None:
    ada, robot = roster.characters()["ada"], Robot(app, "mouse")
    scene = table(app, name, ["h", "ada"])
    robot.open(scene)
    robot.wait(9000)
    without = robot.see().copy()
    plate = "far plate" if name == "towering" else "plate 1"
    app.context.devices.pointer = robot.widget(plate).rect.center
    assert compare(without, robot.see())[0] > 0.004
    assert ada.line in robot.widget(plate).semantics().description
