"""Hands on the ice: every piece can be picked and reached, and a hand means what its player means."""

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

from tests.scenes.icetowers.walking import way_to
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Lift, Mine, Place, Ready, SetDown, Split
from topping_out.game.icetowers.pieces import COLOUR_OF, pieces_of
from topping_out.game.icetowers.state import Phase, State, View
from topping_out.game.icetowers.table import scatter
from topping_out.game.options import resolve
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers import captions
from topping_out.scenes.icetowers.art import HEIGHTS, WIDTHS
from topping_out.scenes.icetowers.cursors.jumps import jumps
from topping_out.scenes.icetowers.cursors.keys import KeyCursor
from topping_out.scenes.icetowers.cursors.mouse import MouseCursor
from topping_out.scenes.icetowers.layout import FOOT, Layout

GAME = load("icetowers")


def started(seats: int, seed: int, **options: object) -> State:
    """Return a game in play: all ready, the countdown over."""
    state = GAME.setup(seats, dict(resolve(GAME.options(seats), options)), seed)
    for seat in range(seats):
        GAME.apply(state, seat, Ready(pieces_of(seat)[0]))
    GAME.tick(state, 4_000)
    assert state.phase is Phase.PLAY
    return state


def midgame(seats: int, seed: int, plays: int) -> State:
    """Return a game some random plays on, all hands empty."""
    state, rng = started(seats, seed, timer="off"), random.Random(seed)
    for _ in range(plays):
        seat = rng.randrange(seats)
        actions = [a for a in GAME.actions(state, seat) if isinstance(a, (Lift, Mine, Split, Place))]
        if state.outcome or not actions:
            continue
        GAME.apply(state, seat, rng.choice(actions))
        held = state.hands[seat]
        if held:
            onto = [a for a in GAME.actions(state, seat) if isinstance(a, Place)]
            GAME.apply(state, seat, rng.choice(onto) if onto else SetDown(*held.place))
    return state


def view(state: State) -> View:
    return GAME.view(state, None)


@pytest.fixture
def layout(app: App) -> Layout:
    return Layout(app.context.kit, 5)


def points_of(layout: Layout, x: float, y: float, size: int) -> Iterator[tuple[float, float]]:
    """Yield points all over a pyramid's picture."""
    for up in range(1, 20):
        for aside in range(-8, 9):
            yield x + aside * WIDTHS[size] / 17, y + FOOT - HEIGHTS[size] * up / 20


@pytest.mark.parametrize("seed", range(4))
def test_every_piece_of_a_full_table_shows_and_can_be_picked(layout: Layout, seed: int) -> None:
    shown = view(midgame(5, seed, 0 if seed % 2 else 45))
    for tower in shown.towers:
        for piece, (x, y) in zip(tower.pieces, layout.feet(tower)):
            spots = (layout.piece_at(shown, *point) for point in points_of(layout, x, y, piece % 15 // 5 + 1))
            assert any(spot and spot.piece == piece for spot in spots), f"{piece} of {tower.id} cannot be picked"


def assert_all_are_reached(places: Sequence[tuple[int, tuple[float, float]]]) -> None:
    """By jumps from the first and from the last."""
    graph = jumps(tuple(places))
    for start in (places[0][0], places[-1][0]):
        seen, todo = {start}, [start]
        while todo:
            new = set(graph[todo.pop()].values()) - seen
            seen |= new
            todo += new
        assert len(seen) == len(places)


@pytest.mark.parametrize("colours", [2, 3, 4, 5])
def test_a_cursor_comes_from_everything_to_everything_on_any_scatter(layout: Layout, colours: int) -> None:
    for seed in range(12):
        assert_all_are_reached([(t.id, layout.at(t.x, t.y)) for t in scatter(colours, seed)])


@pytest.mark.parametrize("colours", [2, 4, 5])
def test_a_cursor_comes_from_everything_to_everything_in_mid_game(layout: Layout, colours: int) -> None:
    for seed in range(0, 12, 3):
        shown = view(midgame(colours, seed, 10 + 4 * seed))
        assert_all_are_reached([(t.id, layout.at(t.x, t.y)) for t in shown.towers])


@pytest.mark.parametrize("way", [(Verb.LEFT, 0, -1), (Verb.RIGHT, 0, 1), (Verb.UP, 1, -1), (Verb.DOWN, 1, 1)])
def test_a_jump_goes_the_way_that_was_pressed(layout: Layout, way: tuple[Verb, int, int]) -> None:
    verb, axis, sign = way
    places = tuple((t.id, layout.at(t.x, t.y)) for t in scatter(4, 3))
    by_id = dict(places)
    for key, goals in jumps(places).items():
        if verb in goals:
            assert (by_id[goals[verb]][axis] - by_id[key][axis]) * sign > 0


# -- the mouse


def press(
    hand: MouseCursor, state: State, layout: Layout, point: tuple[float, float], verb: Verb = Verb.PRESS
) -> list[Action]:
    hand.on_intent(Intent(Verb.POINT, point), view(state), layout)
    return hand.on_intent(Intent(verb, point), view(state), layout)


def foot(state: State, layout: Layout, piece: int) -> tuple[float, float]:
    tower = legality.tower_of(view(state), piece)
    x, y = layout.feet(tower)[tower.pieces.index(piece)]
    return x, y - 6


def test_touching_an_own_piece_shows_that_one_is_ready(layout: Layout) -> None:
    state = GAME.setup(2, dict(resolve(GAME.options(2), {})), 1)
    assert press(MouseCursor(0, (0, 0)), state, layout, foot(state, layout, 14)) == [Ready(14)]


def test_a_click_lifts_and_a_second_click_caps(layout: Layout) -> None:
    state, hand = started(2, 1), MouseCursor(0, (0, 0))
    actions = press(hand, state, layout, foot(state, layout, 14))
    assert actions == [Lift(14)]
    GAME.apply(state, 0, actions[0])
    assert press(hand, state, layout, foot(state, layout, 14 + 15), Verb.RELEASE) == [Place(29)]
    assert press(hand, state, layout, foot(state, layout, 29)) == [Place(29)]


def test_a_drag_lifts_and_caps_where_it_ends(layout: Layout) -> None:
    state, hand = started(2, 1), MouseCursor(0, (0, 0))
    GAME.apply(state, 0, press(hand, state, layout, foot(state, layout, 14))[0])
    goal = foot(state, layout, 29)
    hand.on_intent(Intent(Verb.POINT, goal), view(state), layout)
    assert hand.on_intent(Intent(Verb.RELEASE, goal), view(state), layout) == [Place(29)]


def test_the_right_button_puts_a_lifted_piece_back(layout: Layout) -> None:
    state, hand = started(2, 1), MouseCursor(0, (0, 0))
    GAME.apply(state, 0, Lift(14))
    held = state.hands[0]
    assert hand.on_intent(Intent(Verb.CANCEL), view(state), layout) == [SetDown(*held.place)]


def test_a_click_on_a_foreign_piece_says_why_not(layout: Layout) -> None:
    state, hand = started(2, 1), MouseCursor(0, (0, 0))
    assert press(hand, state, layout, foot(state, layout, 29)) == []
    assert hand.refusal == "this piece is not yours to lift"


def find(want: type, seats: int = 3) -> tuple[State, int, Action]:
    """Return a game, a seat and an action of that kind that it has there."""
    for seed in range(200):
        state = midgame(seats, seed, 40)
        for seat in range(seats):
            for action in GAME.actions(state, seat) if not state.outcome else ():
                if isinstance(action, want):
                    return state, seat, action
    raise AssertionError(f"no {want.__name__} came up")


def test_a_click_on_a_piece_inside_a_tower_mines_it(layout: Layout) -> None:
    state, seat, action = find(Mine)
    assert isinstance(action, Mine)
    tower = legality.tower_of(view(state), action.piece)
    x, y = layout.feet(tower)[tower.pieces.index(action.piece)]
    visible = next(
        point
        for point in points_of(layout, x, y, action.piece % 15 // 5 + 1)
        if (spot := layout.piece_at(view(state), *point)) and spot.piece == action.piece
    )
    hand = MouseCursor(seat, (0, 0))
    hand.x, hand.y = visible
    assert press(hand, state, layout, visible) == [Mine(action.piece)]


def test_a_click_on_the_mark_of_a_gap_splits_there(layout: Layout) -> None:
    state, seat, action = find(Split)
    assert isinstance(action, Split)
    tower = legality.tower_of(view(state), action.piece)
    mark = layout.gap(tower, tower.pieces.index(action.piece))
    assert press(MouseCursor(seat, (0, 0)), state, layout, mark) == [Split(action.piece)]


# -- keys and gamepads


def tap(hand: KeyCursor, state: State, layout: Layout, *verbs: Verb) -> list[Action]:
    actions: list[Action] = []
    for verb in verbs:
        actions = hand.on_intent(Intent(verb), view(state), layout)
        for action in actions:
            GAME.check(state, hand.seat, action)
            GAME.apply(state, hand.seat, action)
    return actions


def go_to(hand: KeyCursor, state: State, layout: Layout, tower: int) -> None:
    """Walk to a tower by jumps alone."""
    tap(hand, state, layout, *way_to(hand, view(state), layout, tower))


def go_where(want: type, layout: Layout) -> tuple[State, KeyCursor]:
    """Walk to a tower of which a piece can be mined, or that can be split."""
    state, seat, action = find(want)
    assert isinstance(action, Mine | Split)
    tower, hand = legality.tower_of(view(state), action.piece), KeyCursor(seat, (600, 300))
    assert tower
    go_to(hand, state, layout, tower.id)
    return state, hand


def test_keys_alone_lift_a_piece_and_cap_with_it(layout: Layout) -> None:
    state, hand = started(2, 5), KeyCursor(0, (100, 100))
    go_to(hand, state, layout, 14)
    assert tap(hand, state, layout, Verb.CONFIRM) == [Lift(14)]
    go_to(hand, state, layout, 29)
    assert tap(hand, state, layout, Verb.CONFIRM) == [Place(29)]


@pytest.mark.parametrize("seats", [2, 4])
def test_with_a_piece_in_hand_keys_stop_only_where_it_may_go_and_come_everywhere_there(
    layout: Layout, seats: int
) -> None:
    for seed in range(8):
        state, hand = midgame(seats, seed, 12), KeyCursor(0, (600, 300))
        GAME.apply(state, 0, Lift(legality.liftable(view(state), 0)[0]))
        held = state.hands[0]
        assert held
        goals = {tower.id for tower in legality.targets(view(state), held)}
        hand.look(view(state), layout)
        for goal in goals:
            assert hand.spot.tower in goals
            go_to(hand, state, layout, goal)


def test_before_play_the_lift_key_shows_wherever_the_cursor_is_that_one_is_ready(layout: Layout) -> None:
    state = GAME.setup(2, dict(resolve(GAME.options(2), {})), 1)
    for seat in (0, 1):
        hand = KeyCursor(seat, (300 + 400 * seat, 300))
        (action,) = tap(hand, state, layout, Verb.CONFIRM)
        assert isinstance(action, Ready)
        assert COLOUR_OF[action.piece] == seat


def test_keys_go_inside_a_tower_to_mine(layout: Layout) -> None:
    state, hand = go_where(Mine, layout)
    assert tap(hand, state, layout, Verb.CONFIRM) == []
    assert hand.inside
    mined = tap(hand, state, layout, Verb.CONFIRM)
    assert len(mined) == 1
    assert isinstance(mined[0], Mine)
    assert COLOUR_OF[mined[0].piece] == hand.seat


def test_one_key_splits(layout: Layout) -> None:
    state, hand = go_where(Split, layout)
    taps = tap(hand, state, layout, Verb.SPLIT) or tap(hand, state, layout, Verb.SPLIT)
    assert len(taps) == 1
    assert isinstance(taps[0], Split)


def test_a_cursor_whose_tower_is_gone_goes_to_what_stands_nearest(layout: Layout) -> None:
    state, hand = started(2, 5), KeyCursor(0, (100, 100))
    GAME.apply(state, 0, Lift(14))
    go_to(hand, state, layout, 29)
    GAME.apply(state, 1, Lift(29))
    hand.look(view(state), layout)
    assert legality.tower_by_id(view(state), hand.spot.tower) is not None


# -- towers fanned out


def tall(state: State) -> State:
    """Put all free pieces of seat 1 and 2 that fit onto one tower of seat 0, as tall as it gets."""
    for size in (4, 9, 14):
        for piece in range(size - 4, size + 1):
            for seat in range(1, 3):
                held = piece + 15 * seat
                GAME.apply(state, seat, Lift(held))
                towers = legality.targets(view(state), state.hands[seat])  # type: ignore[arg-type]
                goal = max(towers, key=lambda tower: len(tower.pieces))
                GAME.apply(state, seat, Place(goal.id))
    return state


def test_every_piece_and_gap_of_a_tall_tower_can_be_hit_once_the_pointer_is_over_it(layout: Layout) -> None:
    state = tall(started(3, 4, timer="off"))
    tower = max(state.towers, key=lambda tower: len(tower.pieces))
    assert len(tower.pieces) > 8
    plain, hand = layout.feet(tower), MouseCursor(0, (0, 0))
    for aimed, at in zip(tower.pieces, [*plain]):
        layout.fans.clear()
        hand.x, hand.y = 0, 0
        hand.look(view(state), layout)
        spot = layout.piece_at(view(state), at[0], at[1] - 4)
        if spot is None or spot.piece != aimed:
            continue  # hidden behind another tower, or so narrow that another piece is hit
        press(hand, state, layout, (at[0], at[1] - 4))
        assert hand.spot.piece == aimed, "what is aimed at stays under the pointer"
    feet = layout.feet(tower)
    assert min(below[1] - above[1] for below, above in itertools.pairwise(feet)) >= 20
    for piece, (x, y) in zip(tower.pieces, feet):
        hand.on_intent(Intent(Verb.POINT, (x, y - 4)), view(state), layout)
        assert hand.spot.piece == piece
    hand.on_intent(Intent(Verb.POINT, (0, 0)), view(state), layout)
    assert layout.feet(tower) == plain


def test_the_plate_says_which_keys_do_what_now() -> None:
    signs = {Verb.CONFIRM: "F", Verb.SPLIT: ".", Verb.CANCEL: "R", Verb.DONE: "T"}
    state = GAME.setup(2, dict(resolve(GAME.options(2), {})), 1)
    assert captions.keys_strip(view(state), 0, signs, False) == ("F: I'm ready",)
    state = started(2, 1)
    assert captions.keys_strip(view(state), 0, signs, False)[0] == "F lift · [.] split · T done"
    GAME.apply(state, 0, Lift(14))
    assert captions.keys_strip(view(state), 0, signs, False)[0] == "F place · R put back"
