"""What a tower is worth."""

import pytest

from tests.game.towering.positions import cards, do, table
from topping_out.game.towering.scoring import TowerScore, score_tower


def worth(text: str) -> TowerScore:
    return score_tower(cards(text))


SHEET = {
    "yellow": ("y5 y8 y10", 3),
    "blue": ("", 0),
    "purple": ("pm", -40),
    "green": ("gm g3 g5 g7", -10),
    "red": ("rm rm r2 r3 r5 r7 r8 r10", 65),
}
"""The worked example of the sheet: the red tower's 65 are 45 and the bonus of 20."""


@pytest.mark.parametrize("colour", SHEET)
def test_each_tower_of_the_sheets_example(colour: str) -> None:
    laid, total = SHEET[colour]
    assert worth(laid).total == total


def test_the_sheets_example_is_18_points() -> None:
    assert sum(worth(laid).total for laid, _ in SHEET.values()) == 18
    laid = " ".join(laid for laid, _ in SHEET.values())
    state = table(hands=("b2", "b4"), towers=(laid, ""), deck="b9")
    do(state, "discard b2", "draw pile")
    assert state.accounts[0].points == (18, 0)


def test_a_tower_without_a_card_is_worth_nothing_and_costs_nothing() -> None:
    empty = worth("")
    assert (empty.cost, empty.value, empty.total, empty.text) == (0, 0, 0, "–")


def test_a_tower_costs_20_from_its_first_card() -> None:
    assert worth("x10").total == -10
    assert worth("x2 x8 x10").total == 0


@pytest.mark.parametrize(("materials", "multiplier"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
def test_t2_the_multiplier_is_one_more_than_the_materials(materials: int, multiplier: int) -> None:
    laid = " ".join(f"rm{copy}" for copy in range(1, materials + 1))
    assert worth(f"{laid} r4 r9 r10").total == 3 * multiplier
    assert worth(f"{laid} r4").total == -16 * multiplier


@pytest.mark.parametrize(("laid", "total"), [("gm", -40), ("gm gm", -60), ("gm gm gm", -80)])
def test_materials_alone_multiply_the_cost(laid: str, total: int) -> None:
    assert worth(laid).total == total


def test_eight_cards_bring_20_points_materials_counted_and_not_multiplied() -> None:
    eight = worth("ym ym y2 y3 y4 y5 y6 y7")
    assert (eight.product, eight.bonus, eight.total) == (21, 20, 41)
    assert worth("ym y2 y3 y4 y5 y6 y7").bonus == 0
    assert worth("y2 y3 y4 y5 y6 y7 y8 y9 y10").total == 34 + 20


def test_the_bonus_softens_a_loss_too() -> None:
    assert worth("bm bm bm bm b2 b3 b4 b5").total == (14 - 20) * 5 + 20


def test_the_arithmetic_can_be_shown_step_by_step() -> None:
    red = worth(SHEET["red"][0])
    assert red == TowerScore(sum=35, materials=2, cards=8)
    assert (red.cost, red.value, red.multiplier, red.product, red.bonus) == (20, 15, 3, 45, 20)
    assert red.text == "(35−20)×3"
    assert worth(SHEET["yellow"][0]).text == "(23−20)×1"


def test_the_highest_score_of_a_tower_is_190() -> None:
    assert worth("pm pm pm pm p2 p3 p4 p5 p6 p7 p8 p9 p10").total == 34 * 5 + 20
