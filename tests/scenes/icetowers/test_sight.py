"""What stands on the ice is seen: pieces hardly hide each other, what hides something fades, worths lie over all."""

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from measure.games.icetowers_hidden_tops import looks
from tests.game.icetowers.positions import started
from tests.sampling import sampled
from tests.scenes.eye import Eye
from topping_out.game.icetowers.pieces import PIPS_OF
from topping_out.game.icetowers.rules import GAME
from topping_out.game.icetowers.table import DEPTH, Tower, scatter
from topping_out.game.record import Player
from topping_out.scenes.icetowers.art import sign
from topping_out.scenes.icetowers.colours import Colours
from topping_out.scenes.icetowers.cursors.keys import KeyCursor
from topping_out.scenes.icetowers.drawing import ice as drawing
from topping_out.scenes.icetowers.drawing.ice import FADED, Ice
from topping_out.scenes.icetowers.drawing.pointers import bubbles_of, draw_cursors, draw_words, words_place
from topping_out.scenes.icetowers.layout import FOOT, Layout, Spot, picture_place
from topping_out.scenes.icetowers.sprites import Piece
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.plates import caption_foot, draw_seat, seat_sign
from topping_out.scenes.kit.stage import Stage

PLAYERS = [Player(f"P{seat}", colour=seat) for seat in range(5)]
BEHIND, BEFORE = Tower(0, (5,), 600, 200), Tower(1, (25, 20, 15), 606, 240)
BESIDE = Tower(2, (26,), 700, 240)


NARROW = 1.5, (1024, 768)
"""The largest text in the smallest window."""


@pytest.fixture
def kit() -> Kit:
    pygame.display.init()
    pygame.font.init()
    return Kit(Metrics((1280, 720)))


@sampled("text, window", [NARROW, (1.0, (1280, 720)), (1.5, (1280, 720))], [NARROW])
def test_at_five_seats_a_top_piece_is_hardly_ever_hidden(kit: Kit, text: float, window: tuple[int, int]) -> None:
    sized = Kit(Metrics(window), text)
    games = (looks(sized, 5, seed, "easy", 1000) for seed in range(2))
    found = [is_hidden for game in games for is_hidden in game]
    assert len(found) > 100
    assert sum(found) / len(found) < 0.05


@pytest.fixture
def crowd(kit: Kit) -> Ice:
    """One tower before another, and one beside them."""
    state = started(5)
    state.towers = (BEHIND, BEFORE, BESIDE)
    view = GAME.view(state, None)
    return Ice(kit, view, Layout(kit, 5), Colours(kit.theme, PLAYERS, True))


def pieces_of(ice: Ice) -> dict[int, Piece]:
    return {p: Piece(p, *foot) for t in ice.view.towers for p, foot in zip(t.pieces, ice.layout.feet(t))}


def fade(ice: Ice, pieces: dict[int, Piece], *at: Tower, steps: int = 9) -> None:
    cursors = []
    for seat, tower in enumerate(at):
        cursor = KeyCursor(seat, (0, 0))
        cursor.spot = Spot(tower.id, tower.top)
        cursors.append(cursor)
    for _ in range(steps):
        drawing.fade_what_hides(ice, cursors, pieces, 0.1)


def clear(pieces: dict[int, Piece]) -> set[float]:
    return {round(piece.clear, 2) for piece in pieces.values()}


def test_what_hides_the_tower_at_a_cursor_fades_and_comes_back(crowd: Ice) -> None:
    pieces = pieces_of(crowd)
    fade(crowd, pieces, BEHIND)
    assert {id for id, piece in pieces.items() if piece.clear < 1} == set(BEFORE.pieces)
    assert clear(pieces) == {FADED, 1.0}
    fade(crowd, pieces, BESIDE, steps=3)
    assert clear(pieces) == {FADED + 0.3, 1.0}, "little by little"
    fade(crowd, pieces, BESIDE)
    assert clear(pieces) == {1.0}


def test_nothing_fades_that_is_itself_at_a_cursor(crowd: Ice) -> None:
    pieces = pieces_of(crowd)
    fade(crowd, pieces, BEHIND, BEFORE)
    assert clear(pieces) == {1.0}


class Easel:
    """A stage that notes what is put on it, in order."""

    def __init__(self) -> None:
        self.blits: list[pygame.Surface] = []

    def blit(self, picture: pygame.Surface, *place: float) -> None:
        self.blits.append(picture)

    blit_centred = blit

    def layer(self, name: object, key: object, paint: Callable[[], None]) -> None:
        paint()


@pytest.mark.parametrize("patterned", [True, False])
def test_a_worth_shows_the_pattern_of_who_controls_the_tower(crowd: Ice, patterned: bool) -> None:
    ice = replace(crowd, colours=Colours(crowd.kit.theme, PLAYERS, patterned))
    easel = Easel()
    drawing.draw_worths(easel, ice)  # type: ignore[arg-type]
    assert len(easel.blits) == 2 + 2 * patterned, "one tower: plate and figure, disc and pattern"
    seat = BEFORE.controller
    assert (sign(ice.kit, ice.colours.pattern(seat), ice.colours.paint(seat)) in easel.blits) is patterned


def test_a_worth_steps_aside_where_it_would_hide_another_towers_top_piece(kit: Kit) -> None:
    layout = Layout(kit, 5)
    above, below = Tower(0, (5, 20), 600, 200), Tower(1, (26, 21), 600, 330)
    place = layout.worths((above,))[0]
    assert place.centerx == layout.feet(above)[0][0], "under the foot, where nothing is in the way"
    aside, top = layout.worths((above, below))[0], picture_place(below.size, *layout.feet(below)[-1])
    assert place.colliderect(top)
    assert not aside.colliderect(top)


SIZES = [(1280, 720), (1920, 1080), (1024, 768)]
LONG = (
    "Put your large on Ben's tower of 12: it becomes yours, and nobody at the table has a large left to take it back. "
    * 2
)


@pytest.mark.parametrize("text", [1.0, 1.5])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_words_at_the_foot_and_captions_at_the_top_never_meet_a_piece(
    seats: int, size: tuple[int, int], text: float, kit: Kit
) -> None:
    kit = Kit(Metrics(size), text)
    for is_captioned in (False, True):
        layout = Layout(kit, seats, is_captioned)
        high = (10, 25, 11, 26, 5, 20, 0)
        edge = [Tower(0, high, x, y) for x in range(28, 1173, 40) for y in (21, DEPTH - 21)]
        for tower in [*scatter(seats, 3), *edge]:
            for piece, foot in zip(tower.pieces, layout.feet(tower)):
                place = picture_place(PIPS_OF[piece], *foot)
                assert not place.colliderect(layout.words)
                assert not is_captioned or place.top >= caption_foot(kit)


def test_the_longest_hint_fits_into_the_place_for_words(crowd: Ice) -> None:
    for size in SIZES:
        for text in (1.0, 1.5):
            kit = Kit(Metrics(size), text)
            layout = Layout(kit, 5)
            assert layout.words.contains(words_place(replace(crowd, kit=kit, layout=layout), LONG))


HINT = (
    "Take your small piece out of Mesa's tower of 8 and cap Mesa's tower of 11 with it: that takes 11 pips and makes a"
    " tower of 12, and only a small piece can cap that. Capping the tower of 14 with a medium piece from another tower"
    " takes more at once, but ends up about 5 pips worse. After the likely replies you have 57 pips; otherwise 50."
)


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("size", SIZES)
def test_a_long_hint_keeps_its_size(crowd: Ice, eye: Eye, size: tuple[int, int], text: float) -> None:
    kit = Kit(Metrics(size), text)
    draw_words(Stage(), replace(crowd, kit=kit, layout=Layout(kit, 5)), HINT)
    assert " ".join(words for words, _ in eye.sizes) == HINT
    assert {size for _, size in eye.sizes} == {13.5}


def test_a_name_at_a_cursor_lets_pieces_through(crowd: Ice) -> None:
    x, y = crowd.layout.at(BESIDE.x, BESIDE.y)
    seen = []
    for place in ((x - 20, y - 30), (x + 300, y + 100)):
        stage = Stage()
        draw_cursors(stage, crowd, {0: place}, [0])
        seen.append([item.alpha for item in stage._items])
    over, beside = seen
    assert beside == [255, 255, 255]
    assert (over[0], over[1] < 100, over[2] < 100) == (255, True, True)


def test_what_several_players_are_told_at_once_lies_over_their_plates_and_over_no_piece(crowd: Ice) -> None:
    words = "Medium in hand: nothing to cap, set it down"
    for size in SIZES:
        for text in (1.0, 1.5):
            for seats in range(2, 6):
                kit = Kit(Metrics(size), text)
                layout = Layout(kit, seats)
                lowest = layout.at(0, DEPTH - 21)[1] + FOOT
                told = dict.fromkeys(range(seats), words)
                places = [bubble.rect for bubble in bubbles_of(replace(crowd, kit=kit, layout=layout), told).values()]
                assert all(place.collidelist(places[:number]) < 0 for number, place in enumerate(places))
                assert all(place.x >= 0 and place.right <= kit.width for place in places)
                assert all(place.bottom <= layout.plate(0).y for place in places)
                assert all(place.y >= lowest for place in places), (size, text, seats)


def test_a_plate_names_all_keys_where_smaller_letters_can_be_read(kit: Kit, eye: Eye) -> None:
    large = Kit(Metrics((1024, 768)), 1.5)
    lines = "[,] place · [/] put back", "[,] place"
    draw_seat(Stage(), large, Layout(large, 3).plate(0), "Ann", seat_sign(PLAYERS, 0), lines, figure="30")
    assert lines[0] in [words for words, _ in eye.sizes]
