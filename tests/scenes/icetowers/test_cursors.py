"""Cursors at the table of IceTowers, what hides what, and the texts of towers."""

import itertools
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pygame
import pytest

from measure.icetowers_hidden_tops import moments_of
from tests.game.hints.sentences import positions
from tests.game.icetowers.positions import started
from tests.golden import sampled
from tests.scenes.robot import Eye
from tests.scenes.tables import way_to
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Lift, Mine, Place, Ready, SetDown, Split
from topping_out.game.icetowers.rules import GAME
from topping_out.game.icetowers.state import COLOUR_OF, DEPTH, PIPS_OF, Phase, State, Tower, View, scatter
from topping_out.game.icetowers.state import pieces_of as pieces_by_colour
from topping_out.game.options import resolve
from topping_out.game.record import Player
from topping_out.game.registry import load
from topping_out.game.storage import translations
from topping_out.game.storage.translations import load_catalogue
from topping_out.scenes.accessibility.semantics import Semantics
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers import animator, art, board, drawing
from topping_out.scenes.icetowers.animator import FOOT, Layout, Spot, picture_place
from topping_out.scenes.icetowers.art import HEIGHTS, WIDTHS, Colours, Piece, sign
from topping_out.scenes.icetowers.cursors import KeyCursor, MouseCursor, jumps
from topping_out.scenes.icetowers.drawing import FADED, Ice, bubbles_of, draw_cursors, draw_words, words_place
from topping_out.scenes.icetowers.spoken import SpokenTable
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.plates import caption_foot, draw_seat, seat_sign
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import COLOURS, Colour, load_theme

# -- cursors


ICETOWERS = load("icetowers")


def begun(seats: int, seed: int, **options: object) -> State:
    """Return a game in play, after the countdown."""
    state = ICETOWERS.setup(seats, dict(resolve(ICETOWERS.options(seats), options)), seed)
    for seat in range(seats):
        ICETOWERS.apply(state, seat, Ready(pieces_by_colour(seat)[0]))
    ICETOWERS.tick(state, 4_000)
    assert state.phase is Phase.PLAY
    return state


def midgame(seats: int, seed: int, plays: int) -> State:
    """Return a game after some random plays, with no piece lifted."""
    state, rng = begun(seats, seed, timer="off"), random.Random(seed)
    for _ in range(plays):
        seat = rng.randrange(seats)
        actions = [a for a in ICETOWERS.actions(state, seat) if isinstance(a, (Lift, Mine, Split, Place))]
        if state.outcome or not actions:
            continue
        ICETOWERS.apply(state, seat, rng.choice(actions))
        held = state.hands[seat]
        if held:
            onto = [a for a in ICETOWERS.actions(state, seat) if isinstance(a, Place)]
            ICETOWERS.apply(state, seat, rng.choice(onto) if onto else SetDown(*held.place))
    return state


def view(state: State) -> View:
    return ICETOWERS.view(state, None)


@pytest.fixture
def layout(app: App) -> Layout:
    return Layout(app.context.kit, 5)


def points_of(layout: Layout, x: float, y: float, size: int) -> Iterator[tuple[float, float]]:
    """Yield points all over the picture of a pyramid."""
    for up in range(1, 20):
        for aside in range(-8, 9):
            yield x + aside * WIDTHS[size] / 17, y + FOOT - HEIGHTS[size] * up / 20


@pytest.mark.parametrize("seed", range(4))
def test_every_piece_of_a_full_table_can_be_picked(layout: Layout, seed: int) -> None:
    shown = view(midgame(5, seed, 0 if seed % 2 else 45))
    for tower in shown.towers:
        for piece, (x, y) in zip(tower.pieces, layout.feet(tower)):
            spots = (layout.piece_at(shown, *point) for point in points_of(layout, x, y, piece % 15 // 5 + 1))
            assert any(spot and spot.piece == piece for spot in spots), f"{piece} of {tower.id} cannot be picked"


def test_a_key_cursor_reaches_every_place_of_any_few() -> None:
    """A few places far apart have the fewest ways, so some can't be left or not be reached without redirection."""
    luck = random.Random(4)
    for _ in range(400):
        number = luck.randrange(2, 7)
        assert_all_are_reached([(key, (luck.uniform(0, 900), luck.uniform(0, 500))) for key in range(number)])


def assert_all_are_reached(places: Sequence[tuple[int, tuple[float, float]]]) -> None:
    """Check that jumps lead from every place to all others."""
    graph = jumps(tuple(places))
    for start, _ in places:
        seen, todo = {start}, [start]
        while todo:
            new = set(graph[todo.pop()].values()) - seen
            seen |= new
            todo += new
        assert len(seen) == len(places)


@pytest.mark.parametrize("colours", [2, 3, 4, 5])
def test_a_key_cursor_reaches_every_piece_of_any_scatter(layout: Layout, colours: int) -> None:
    for seed in range(12):
        assert_all_are_reached([(t.id, layout.at(t.x, t.y)) for t in scatter(colours, seed)])


@pytest.mark.parametrize("colours", [2, 4, 5])
def test_a_key_cursor_reaches_every_tower_in_mid_game(layout: Layout, colours: int) -> None:
    for seed in range(0, 12, 3):
        shown = view(midgame(colours, seed, 10 + 4 * seed))
        assert_all_are_reached([(t.id, layout.at(t.x, t.y)) for t in shown.towers])


@pytest.mark.parametrize("way", [(Verb.LEFT, 0, -1), (Verb.RIGHT, 0, 1), (Verb.UP, 1, -1), (Verb.DOWN, 1, 1)])
def test_a_jump_goes_in_the_direction_pressed(layout: Layout, way: tuple[Verb, int, int]) -> None:
    verb, axis, sign = way
    places = tuple((t.id, layout.at(t.x, t.y)) for t in scatter(4, 3))
    by_id = dict(places)
    for key, goals in jumps(places).items():
        if verb in goals:
            assert (by_id[goals[verb]][axis] - by_id[key][axis]) * sign > 0


# -- the mouse


def press(
    cursor: MouseCursor, state: State, layout: Layout, point: tuple[float, float], verb: Verb = Verb.PRESS
) -> list[Action]:
    cursor.on_intent(Intent(Verb.POINT, point), view(state), layout)
    return cursor.on_intent(Intent(verb, point), view(state), layout)


def foot(state: State, layout: Layout, piece: int) -> tuple[float, float]:
    tower = legality.tower_of(view(state), piece)
    x, y = layout.feet(tower)[tower.pieces.index(piece)]
    return x, y - 6


def test_touching_an_own_piece_is_ready(layout: Layout) -> None:
    state = ICETOWERS.setup(2, dict(resolve(ICETOWERS.options(2), {})), 1)
    assert press(MouseCursor(0, (0, 0)), state, layout, foot(state, layout, 14)) == [Ready(14)]


def test_a_click_lifts_and_a_second_click_caps(layout: Layout) -> None:
    state, cursor = begun(2, 1), MouseCursor(0, (0, 0))
    actions = press(cursor, state, layout, foot(state, layout, 14))
    assert actions == [Lift(14)]
    ICETOWERS.apply(state, 0, actions[0])
    assert press(cursor, state, layout, foot(state, layout, 14 + 15), Verb.RELEASE) == [Place(29)]
    assert press(cursor, state, layout, foot(state, layout, 29)) == [Place(29)]


def test_a_drag_lifts_a_piece_and_caps_where_it_ends(layout: Layout) -> None:
    state, cursor = begun(2, 1), MouseCursor(0, (0, 0))
    ICETOWERS.apply(state, 0, press(cursor, state, layout, foot(state, layout, 14))[0])
    goal = foot(state, layout, 29)
    cursor.on_intent(Intent(Verb.POINT, goal), view(state), layout)
    assert cursor.on_intent(Intent(Verb.RELEASE, goal), view(state), layout) == [Place(29)]


def test_the_right_button_puts_a_lifted_piece_back(layout: Layout) -> None:
    state, cursor = begun(2, 1), MouseCursor(0, (0, 0))
    ICETOWERS.apply(state, 0, Lift(14))
    held = state.hands[0]
    assert cursor.on_intent(Intent(Verb.CANCEL), view(state), layout) == [SetDown(*held.place)]


def test_a_click_on_another_players_piece_says_why_not(layout: Layout) -> None:
    state, cursor = begun(2, 1), MouseCursor(0, (0, 0))
    assert press(cursor, state, layout, foot(state, layout, 29)) == []
    assert cursor.refusal == "this piece isn't yours to lift"


def find(want: type, seats: int = 3) -> tuple[State, int, Any]:
    """Return a game, a seat, and an action of this type that the seat has."""
    for seed in range(200):
        state = midgame(seats, seed, 40)
        for seat in range(seats):
            for action in ICETOWERS.actions(state, seat) if not state.outcome else ():
                if isinstance(action, want):
                    return state, seat, action
    raise AssertionError(f"no {want.__name__} was possible")


def test_a_click_on_a_piece_inside_a_tower_mines_it(layout: Layout) -> None:
    state, seat, action = find(Mine)
    tower = legality.tower_of(view(state), action.piece)
    x, y = layout.feet(tower)[tower.pieces.index(action.piece)]
    visible = next(
        point
        for point in points_of(layout, x, y, action.piece % 15 // 5 + 1)
        if (spot := layout.piece_at(view(state), *point)) and spot.piece == action.piece
    )
    cursor = MouseCursor(seat, (0, 0))
    cursor.x, cursor.y = visible
    assert press(cursor, state, layout, visible) == [Mine(action.piece)]


def test_a_click_on_the_mark_of_a_gap_splits_the_tower(layout: Layout) -> None:
    state, seat, action = find(Split)
    tower = legality.tower_of(view(state), action.piece)
    mark = layout.gap(tower, tower.pieces.index(action.piece))
    assert press(MouseCursor(seat, (0, 0)), state, layout, mark) == [Split(action.piece)]


# -- keys and gamepads


def tap(cursor: KeyCursor, state: State, layout: Layout, *verbs: Verb) -> list[Action]:
    actions: list[Action] = []
    for verb in verbs:
        actions = cursor.on_intent(Intent(verb), view(state), layout)
        for action in actions:
            ICETOWERS.check(state, cursor.seat, action)
            ICETOWERS.apply(state, cursor.seat, action)
    return actions


def go_to(cursor: KeyCursor, state: State, layout: Layout, tower: int) -> None:
    """Move the cursor to a tower by jumps."""
    tap(cursor, state, layout, *way_to(cursor, view(state), layout, tower))


def go_where(want: type, layout: Layout) -> tuple[State, KeyCursor]:
    """Return a game and a cursor at a tower in which an action of this type is possible."""
    state, seat, action = find(want)
    tower, cursor = legality.tower_of(view(state), action.piece), KeyCursor(seat, (600, 300))
    go_to(cursor, state, layout, tower.id)
    return state, cursor


def test_keys_lift_a_piece_and_cap_with_it(layout: Layout) -> None:
    state, cursor = begun(2, 5), KeyCursor(0, (100, 100))
    go_to(cursor, state, layout, 14)
    assert tap(cursor, state, layout, Verb.CONFIRM) == [Lift(14)]
    go_to(cursor, state, layout, 29)
    assert tap(cursor, state, layout, Verb.CONFIRM) == [Place(29)]


@pytest.mark.parametrize("seats", [2, 4])
def test_with_a_lifted_piece_keys_reach_exactly_the_legal_targets(layout: Layout, seats: int) -> None:
    for seed in range(8):
        state, cursor = midgame(seats, seed, 12), KeyCursor(0, (600, 300))
        ICETOWERS.apply(state, 0, Lift(legality.liftable(view(state), 0)[0]))
        goals = {tower.id for tower in legality.targets(view(state), state.hands[0])}
        cursor.look(view(state), layout)
        for goal in goals:
            assert cursor.spot.tower in goals
            go_to(cursor, state, layout, goal)


def test_before_play_the_lift_key_is_ready_from_anywhere(layout: Layout) -> None:
    state = ICETOWERS.setup(2, dict(resolve(ICETOWERS.options(2), {})), 1)
    for seat in (0, 1):
        cursor = KeyCursor(seat, (300 + 400 * seat, 300))
        (action,) = tap(cursor, state, layout, Verb.CONFIRM)
        assert isinstance(action, Ready)
        assert COLOUR_OF[action.piece] == seat


def test_keys_go_inside_a_tower_to_mine(layout: Layout) -> None:
    state, cursor = go_where(Mine, layout)
    assert tap(cursor, state, layout, Verb.CONFIRM) == []
    assert cursor.inside
    mined = tap(cursor, state, layout, Verb.CONFIRM)
    assert len(mined) == 1
    assert isinstance(mined[0], Mine)
    assert COLOUR_OF[mined[0].piece] == cursor.seat


def test_one_key_splits_a_tower(layout: Layout) -> None:
    state, cursor = go_where(Split, layout)
    taps = tap(cursor, state, layout, Verb.SPLIT) or tap(cursor, state, layout, Verb.SPLIT)
    assert len(taps) == 1
    assert isinstance(taps[0], Split)


def test_a_cursor_whose_tower_is_gone_goes_to_the_nearest(layout: Layout) -> None:
    state, cursor = begun(2, 5), KeyCursor(0, (100, 100))
    ICETOWERS.apply(state, 0, Lift(14))
    go_to(cursor, state, layout, 29)
    ICETOWERS.apply(state, 1, Lift(29))
    cursor.look(view(state), layout)
    assert legality.tower_by_id(view(state), cursor.spot.tower) is not None


# -- towers fanned out


def tall(state: State) -> State:
    """Build as tall a tower as possible from the free pieces of seats 1 and 2."""
    for size in (4, 9, 14):
        for piece in range(size - 4, size + 1):
            for seat in range(1, 3):
                held = piece + 15 * seat
                ICETOWERS.apply(state, seat, Lift(held))
                towers = legality.targets(view(state), state.hands[seat])  # type: ignore[arg-type]
                goal = max(towers, key=lambda tower: len(tower.pieces))
                ICETOWERS.apply(state, seat, Place(goal.id))
    return state


def test_pointing_at_a_tall_tower_makes_all_its_pieces_reachable(layout: Layout) -> None:
    state = tall(begun(3, 4, timer="off"))
    tower = max(state.towers, key=lambda tower: len(tower.pieces))
    assert len(tower.pieces) > 8
    plain, cursor = layout.feet(tower), MouseCursor(0, (0, 0))
    for aimed, at in zip(tower.pieces, [*plain]):
        layout.fans.clear()
        cursor.x, cursor.y = 0, 0
        cursor.look(view(state), layout)
        spot = layout.piece_at(view(state), at[0], at[1] - 4)
        if spot is None or spot.piece != aimed:
            continue  # hidden behind another tower, or so narrow that another piece is hit
        press(cursor, state, layout, (at[0], at[1] - 4))
        assert cursor.spot.piece == aimed, "the piece moved away from the pointer"
    feet = layout.feet(tower)
    assert min(below[1] - above[1] for below, above in itertools.pairwise(feet)) >= 20
    for piece, (x, y) in zip(tower.pieces, feet):
        cursor.on_intent(Intent(Verb.POINT, (x, y - 4)), view(state), layout)
        assert cursor.spot.piece == piece
    cursor.on_intent(Intent(Verb.POINT, (0, 0)), view(state), layout)
    assert layout.feet(tower) == plain


def test_the_plate_shows_what_each_key_does_now() -> None:
    signs = {Verb.CONFIRM: "F", Verb.SPLIT: ".", Verb.CANCEL: "R", Verb.DONE: "T"}
    state = ICETOWERS.setup(2, dict(resolve(ICETOWERS.options(2), {})), 1)
    assert animator.keys_strip(view(state), 0, signs, False) == ["F: I'm ready"]
    state = begun(2, 1)
    assert animator.keys_strip(view(state), 0, signs, False)[:2] == [
        "F lift · full stop split · T done",
        "F lift · [.] split · T done",
    ]
    ICETOWERS.apply(state, 0, Lift(14))
    assert animator.keys_strip(view(state), 0, signs, False)[0] == "F place · R put back"


# -- refusals


def test_every_short_refusal_belongs_to_an_existing_reason() -> None:
    sentences = load_catalogue(translations.FOLDER / "de.po", translations.LARGEST_CATALOGUE).keys
    assert set(board._REFUSALS) <= sentences


# -- visibility


PLAYERS = [Player(f"P{seat}", colour=seat) for seat in range(5)]
BEHIND, IN_FRONT = Tower(0, (5,), 600, 200), Tower(1, (25, 20, 15), 606, 240)
BESIDE = Tower(2, (26,), 700, 240)


NARROW = 1.5, (1024, 768)
"""The largest text in the smallest window."""
GAMES = 8
"""One piece behind a tall tower can be hidden for a tenth of a game, so a share over few games says little."""


@sampled("text, window", [NARROW, (1.0, (1280, 720)), (1.5, (1280, 720))], [NARROW])
def test_top_pieces_are_rarely_hidden_with_five_seats(kit: Kit, text: float, window: tuple[int, int]) -> None:
    sized = Kit(Metrics(window), text)
    games = (moments_of(sized, 5, seed, "easy", 1000) for seed in range(GAMES))
    found = [is_hidden for game in games for is_hidden in game]
    assert len(found) > 50 * GAMES
    assert sum(found) / len(found) < 0.05


@pytest.fixture
def crowd(kit: Kit) -> Ice:
    """A tower in front of another, and one beside them."""
    state = started(5)
    state.towers = (BEHIND, IN_FRONT, BESIDE)
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


def test_towers_in_front_of_a_cursor_fade_and_reappear(crowd: Ice) -> None:
    pieces = pieces_of(crowd)
    fade(crowd, pieces, BEHIND)
    assert {id for id, piece in pieces.items() if piece.clear < 1} == set(IN_FRONT.pieces)
    assert clear(pieces) == {FADED, 1.0}
    fade(crowd, pieces, BESIDE, steps=3)
    assert clear(pieces) == {FADED + 0.3, 1.0}, "not gradually"
    fade(crowd, pieces, BESIDE)
    assert clear(pieces) == {1.0}


def test_a_tower_at_a_cursor_does_not_fade(crowd: Ice) -> None:
    pieces = pieces_of(crowd)
    fade(crowd, pieces, BEHIND, IN_FRONT)
    assert clear(pieces) == {1.0}


class Easel:
    """A stage that records the pictures put on it, in order."""

    def __init__(self) -> None:
        self.blits: list[pygame.Surface] = []

    def blit(self, picture: pygame.Surface, *place: float) -> None:
        self.blits.append(picture)

    blit_centred = blit

    def layer(self, name: object, key: object, paint: Callable[[], None]) -> None:
        paint()


@pytest.mark.parametrize("patterned", [True, False])
def test_a_towers_worth_shows_its_controllers_pattern(crowd: Ice, patterned: bool) -> None:
    ice = replace(crowd, colours=Colours(crowd.kit.theme, PLAYERS, patterned))
    easel = Easel()
    drawing.draw_worths(easel, ice)  # type: ignore[arg-type]
    assert len(easel.blits) == 2 + 2 * patterned, "a tower has a plate and a figure, and perhaps a disc and a pattern"
    seat = IN_FRONT.controller
    assert (sign(ice.kit, ice.colours.pattern(seat), ice.colours.paint(seat)) in easel.blits) is patterned


def test_a_towers_worth_avoids_the_top_piece_of_another(kit: Kit) -> None:
    layout = Layout(kit, 5)
    above, below = Tower(0, (5, 20), 600, 200), Tower(1, (26, 21), 600, 330)
    place = layout.worths((above,))[0]
    assert place.centerx == layout.feet(above)[0][0], "it should be below the foot if nothing is in the way"
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
def test_messages_and_captions_never_cover_a_piece(seats: int, size: tuple[int, int], text: float, kit: Kit) -> None:
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


def test_the_longest_hint_fits_into_its_place(crowd: Ice) -> None:
    for size in SIZES:
        for text in (1.0, 1.5):
            kit = Kit(Metrics(size), text)
            layout = Layout(kit, 5)
            assert layout.words.contains(words_place(replace(crowd, kit=kit, layout=layout), LONG))


HINT = (
    "Take your small piece out of Mesa's tower worth 8 and cap Mesa's tower worth 11 with it: that gains 12 pips, but"
    " 12 pieces can cap it next. Capping the same player's other tower worth 14 with a medium piece taken out of a"
    " tower would gain more now, but this way the biggest of your towers that can be capped next is worth 12 rather"
    " than 16."
)


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("size", SIZES)
def test_a_long_hint_keeps_its_text_size(crowd: Ice, eye: Eye, size: tuple[int, int], text: float) -> None:
    kit = Kit(Metrics(size), text)
    draw_words(Stage(), replace(crowd, kit=kit, layout=Layout(kit, 5)), HINT)
    assert " ".join(words for words, _ in eye.sizes) == HINT
    assert {size for _, size in eye.sizes} == {13.5}


def test_a_name_at_a_cursor_is_transparent_above_pieces(crowd: Ice) -> None:
    x, y = crowd.layout.at(BESIDE.x, BESIDE.y)
    alphas = []
    for place in ((x - 20, y - 30), (x + 300, y + 100)):
        stage = Stage()
        draw_cursors(stage, crowd, {0: place}, [0])
        alphas.append([item.alpha for item in stage._items])
    over, beside = alphas
    assert beside == [255, 255, 255, 255], "the arrow, the tag, its sign and its name"
    assert over[0] == 255
    assert all(alpha < 100 for alpha in over[1:])


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[list[tuple[object, bool]]]:
    """Return a list that collects the parts of each ring drawn."""
    drawn: list[list[tuple[object, bool]]] = []
    ring = art.ring

    def watched(kit: Kit, size: int, parts: Sequence[tuple[Colour, bool]]) -> pygame.Surface:
        drawn.append([*parts])
        return ring(kit, size, parts)

    monkeypatch.setattr(drawing.art, "ring", watched)
    return drawn


@pytest.mark.parametrize("patterned", [True, False])
@pytest.mark.parametrize("is_high", [True, False])
@pytest.mark.parametrize("colours", COLOURS)
def test_two_players_who_hold_pieces_share_the_rings_of_common_targets(
    rings: list[list[tuple[object, bool]]], colours: str, is_high: bool, patterned: bool
) -> None:
    state = begun(3, 4, timer="off")
    for seat, held in ((0, pieces_by_colour(0)[0]), (1, pieces_by_colour(1)[0])):
        ICETOWERS.apply(state, seat, Lift(held))
    table, kit = view(state), Kit(Metrics((1280, 720)), theme=load_theme(colours, is_high))
    ice = Ice(kit, table, Layout(kit, 3), Colours(kit.theme, PLAYERS, patterned))
    common = {tower.id for held in table.hands[:2] for tower in legality.targets(table, held)}
    common &= {tower.id for tower in legality.targets(table, table.hands[0])}
    common &= {tower.id for tower in legality.targets(table, table.hands[1])}
    cursors = {seat: KeyCursor(seat, (300, 300)) for seat in (0, 1)}
    aimed = min(common)
    cursors[0].spot = Spot(aimed, aimed)
    drawing.draw_targets(Stage(), ice, cursors)
    shared = [parts for parts in rings if len(parts) == 2]
    assert len(shared) == len(common) > 3
    assert all([paint for paint, _ in parts] == [ice.colours.paint(0), ice.colours.paint(1)] for parts in shared)
    assert [[bold for _, bold in parts] for parts in shared].count([True, False]) == 1, "one player aims at one tower"


def test_a_shared_ring_shows_the_colours_of_all_its_players(kit: Kit) -> None:
    paints: list[Colour] = [(200, 0, 0), (0, 0, 200), (0, 120, 0)]
    for number in (1, 2, 3):
        picture = art.ring(kit, 3, tuple((paint, False) for paint in paints[:number]))
        solid = pygame.mask.from_surface(picture, 200)
        found = [pygame.mask.from_threshold(picture, (*paint, 255), (40, 40, 40, 255)) for paint in paints]
        counts = [mask.overlap_area(solid, (0, 0)) for mask in found]
        assert all(counts[:number])
        assert not any(counts[number:])
        assert max(counts[:number]) < 1.6 * min(counts[:number])


def test_messages_of_several_players_overlap_neither_pieces_nor_each_other(crowd: Ice) -> None:
    words = "Medium in hand: nothing to cap, set it down"
    for size in SIZES:
        for text in (1.0, 1.5):
            for seats in range(2, 6):
                kit = Kit(Metrics(size), text)
                layout = Layout(kit, seats)
                lowest = layout.at(0, DEPTH - 21)[1] + FOOT
                messages = dict.fromkeys(range(seats), words)
                places = [
                    bubble.rect for bubble in bubbles_of(replace(crowd, kit=kit, layout=layout), messages).values()
                ]
                assert all(place.collidelist(places[:number]) < 0 for number, place in enumerate(places))
                assert all(place.x >= 0 and place.right <= kit.width for place in places)
                assert all(place.bottom <= layout.plate(0).y for place in places)
                assert all(place.y >= lowest for place in places), (size, text, seats)


def test_a_plate_uses_smaller_letters_to_name_all_keys(kit: Kit, eye: Eye) -> None:
    large = Kit(Metrics((1024, 768)), 1.5)
    lines = "[,] place · [/] put back", "[,] place"
    draw_seat(Stage(), large, Layout(large, 3).plate(0), "Ann", seat_sign(PLAYERS, 0), lines, figure="30", shrinks=True)
    assert lines[0] in [words for words, _ in eye.sizes]


# -- tips


SemanticsByName = dict[str, Semantics]


def pips(pieces: tuple[int, ...]) -> int:
    return sum(PIPS_OF[piece] for piece in pieces)


def semantics_of(app: App, state: State, seat: int, opened: int | None = None) -> SemanticsByName:
    """Return the semantics of the table's widgets, by name."""
    table, seats = SpokenTable(), state.variant.seats
    table.player, table.opened = seat, opened
    players = [Player(f"P{number}", colour=number) for number in range(seats)]
    colours = Colours(app.context.kit.theme, players, False)
    found = table.widgets(GAME.view(state, seat), Layout(app.context.kit, seats), colours, lambda _: "")
    return {widget.name: semantics for widget in found if (semantics := widget.semantics())}


def check(app: App, state: State, seat: int) -> int:
    """Check the texts of towers and plays against the rules; return how many there were."""
    legal, semantics, described = set(GAME.actions(state, seat)), semantics_of(app, state, seat), 0
    for tower in state.towers:
        if found := semantics.get(f"tower {tower.id}"):
            described += 1
            worth = re.search(r"worth (\d+)", found.label)
            assert worth, found.label
            assert int(worth[1]) == pips(tower.pieces), found.label
            described += check_inside(app, state, seat, tower.id, legal)
        cap = re.match(r"Cap: makes (\d+)\.", found.description) if found else None
        if cap:
            assert Place(tower.id) in legal, found
            after = state.copy()
            GAME.apply(after, seat, Place(tower.id))
            assert int(cap[1]) == next(
                pips(tower_after.pieces) for tower_after in after.towers if tower_after.id == tower.id
            ), cap[0]
    lifts = [
        lift for name, lift in semantics.items() if name.startswith("alone") and lift.description == "Lift this piece."
    ]
    assert bool(lifts) == any(isinstance(action, Lift) for action in legal) or state.hands[seat], semantics
    return described


def check_inside(app: App, state: State, seat: int, tower: int, legal: set[object]) -> int:
    """Check the texts of a tower's pieces and gaps against the rules; return how many there were."""
    described = 0
    for name, found in semantics_of(app, state, seat, tower).items():
        kind, _, number = name.partition(" ")
        if kind == "piece":
            assert found.is_enabled == (Mine(int(number)) in legal), found
        elif kind == "gap":
            assert found.is_enabled == (Split(int(number)) in legal), found
            if parts := re.fullmatch(r"Split: (\d+) above, (\d+) below\.", found.description):
                after = state.copy()
                GAME.apply(after, seat, Split(int(number)))
                new = {tower_after.id: pips(tower_after.pieces) for tower_after in after.towers} | {tower: 0}
                below = next(pips(tower_after.pieces) for tower_after in after.towers if tower_after.id == tower)
                assert int(parts[2]) == below, parts[0]
                assert int(parts[1]) in new.values(), parts[0]
        described += kind in ("piece", "gap")
    return described


@pytest.mark.parametrize("number", [100, pytest.param(3000, marks=pytest.mark.long)])
def test_texts_of_towers_and_plays_are_true(app: App, number: int) -> None:
    found = positions("icetowers", random.Random(1), number)
    assert sum(check(app, state, seat) for state, seat in found) >= 5 * number
