"""Places on the table (I13): footprints, the nearest free place, the scatter."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topping_out.game.icetowers.course import earlier
from topping_out.game.icetowers.pieces import PER_SIZE, SIZES, pieces_of
from topping_out.game.icetowers.table import DEPTH, FOOTPRINT, WIDTH, Tower, distance, free_place, overlap, scatter

ONE_OF = {size: (size - 1) * PER_SIZE for size in SIZES}
"""A piece of each size, to stand for a tower with that base."""


def standing(size: int, x: int, y: int) -> Tower:
    return Tower(0, (ONE_OF[size],), x, y)


def is_on_the_table(tower: Tower) -> bool:
    width, depth = FOOTPRINT[tower.base]
    return width // 2 <= tower.x <= WIDTH - width // 2 and depth // 2 <= tower.y <= DEPTH - depth // 2


@pytest.mark.parametrize("size", SIZES)
def test_there_is_room_for_each_piece_wherever_the_74_others_stand(size: int) -> None:
    """Each tower denies at most so many centres; all of them together leave some."""
    width, depth = FOOTPRINT[size]
    centres = (WIDTH - width + 1) * (DEPTH - depth + 1)
    others = [other for other in SIZES for _ in range(5 * PER_SIZE)]
    others.remove(size)
    denied = sum(((FOOTPRINT[o][0] + width) // 2 * 2 - 1) * ((FOOTPRINT[o][1] + depth) // 2 * 2 - 1) for o in others)
    assert denied < centres


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("darts", [1, 40])
def test_scattered_pieces_are_on_the_table_and_none_touch(
    seats: int, seed: int, darts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a single dart for each, many would touch and are moved."""
    monkeypatch.setattr("topping_out.game.icetowers.table.DARTS", darts)
    towers = scatter(seats, seed)
    assert [tower.id for tower in towers] == [p for seat in range(seats) for p in pieces_of(seat)]
    assert all(map(is_on_the_table, towers))
    for one, other in combinations(towers, 2):
        (width, depth), (other_width, other_depth) = FOOTPRINT[one.base], FOOTPRINT[other.base]
        apart_sideways = 2 * abs(one.x - other.x) > width + other_width
        apart_in_depth = 2 * abs(one.y - other.y) > depth + other_depth
        assert apart_sideways or apart_in_depth


def test_footprints_go_by_the_bottom_piece() -> None:
    tall = Tower(0, (ONE_OF[3], ONE_OF[1]), 100, 100)
    assert overlap(tall, standing(1, 100 + 45, 100))
    assert not overlap(tall, standing(1, 100 + 46, 100))
    assert overlap(tall, standing(1, 100, 100 + 33))
    assert not overlap(tall, standing(1, 100, 100 + 34))


def test_a_free_place_is_the_very_place_where_nothing_is_in_the_way() -> None:
    assert free_place([standing(3, 300, 300)], 3, (500, 200)) == (500, 200)


def test_at_the_edge_the_place_moves_onto_the_table() -> None:
    assert free_place([], 3, (0, DEPTH)) == (28, DEPTH - 21)


def by_trial(towers: list[Tower], size: int, near: tuple[int, int], reach: int) -> tuple[int, int]:
    """Return the nearest free place by trying them all."""
    xs, ys = range(near[0] - reach, near[0] + reach + 1), range(near[1] - reach, near[1] + reach + 1)
    free = (
        (x, y)
        for x, y in product(xs, ys)
        if is_on_the_table(standing(size, x, y)) and not any(overlap(standing(size, x, y), t) for t in towers)
    )
    return min(free, key=lambda place: (distance(place, near), place))


@given(data=st.data())
def test_the_free_place_found_is_the_nearest_there_is(data: st.DataObject) -> None:
    near = (600, 280)
    size = data.draw(st.sampled_from(SIZES))
    towers: list[Tower] = []
    for _ in range(data.draw(st.integers(1, 7))):
        tower = standing(
            data.draw(st.sampled_from(SIZES)), data.draw(st.integers(530, 670)), data.draw(st.integers(230, 330))
        )
        if not any(overlap(tower, other) for other in towers):
            towers.append(tower)
    found = free_place(towers, size, near)
    reach = max(abs(found[0] - near[0]), abs(found[1] - near[1]), 1)
    assert found == by_trial(towers, size, near, min(2 * reach, 150))


def test_depth_counts_double_for_the_table_is_seen_from_the_front() -> None:
    x, y = free_place([standing(3, 600, 280)], 3, (600, 280))
    assert (abs(x - 600), y) == (56, 280), "beside it, not in front of it"


ROOM = (8, 160)


def test_with_room_a_place_has_free_ice_beside_it_or_before_and_behind_it() -> None:
    (x, y) = free_place([standing(3, 600, 280)], 3, (600, 300), ROOM)
    assert (abs(x - 600), y) == (56 + 8, 300)
    assert free_place([standing(3, 600, 30)], 3, (600, 250), ROOM) == (600, 250), "that far behind it is seen anyhow"


def test_where_there_is_no_such_room_the_lesser_one_does_or_else_any() -> None:
    towers = [standing(3, x, y) for x in range(28, 1173, 88) for y in (40, 140, 240, 340, 440, 540)]
    roomy, tight = free_place(towers, 1, (28, 140), ROOM), free_place(towers, 1, (28, 140))
    assert roomy == tight, "no place has that room"
    assert free_place(towers, 1, (28, 140), ROOM, (0, 12)) != tight


def test_a_scatter_sets_pieces_beside_rather_than_behind_each_other() -> None:
    """Fewer than before version 3 are so near behind each other that one could hide the other."""

    def hidden(towers: tuple[Tower, ...]) -> int:
        return sum(abs(a.x - b.x) < 24 and abs(a.y - b.y) < 160 for a, b in combinations(towers, 2))

    now, before = (sum(hidden(scattered(5, seed)) for seed in range(10)) for scattered in (scatter, earlier.scatter))
    assert now < 0.6 * before
