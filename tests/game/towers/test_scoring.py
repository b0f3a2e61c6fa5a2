"""What each floor does when its tower is scored, the three worked examples, and the accounts in words."""

from __future__ import annotations

import pytest

from tests.game.towers.positions import GAME, NAMES, scored, table
from topping_out.game.towers.floors import Effect, Verb
from topping_out.game.towers.scoring import Account, Change, preview
from topping_out.game.towers.words import floor_words, step_words, sum_words


def told(account: Account) -> list[str]:
    return [step_words(step, NAMES) for step in account.steps]


def upside_down(tower: str) -> str:
    """Return the tower of a worked example (top floor first, players by number) ground floor first, seats from 0."""
    floors = [floor.strip().partition(":") for floor in tower.split(",")]
    return ", ".join(f"{name}:{int(owner) - 1}" if owner else name for name, _, owner in reversed(floors))


# -- the worked examples


def test_first_example_a_landlord_hands_the_second_landlord_and_the_office_on() -> None:
    account = scored(upside_down("OFFICE, NOISE COMPLAINT, LANDLORD:4, LANDLORD:2, OFFICE:3, LOBBY:1"))
    assert account.points == (5, 0, 0, 4)
    assert told(account) == [
        "OFFICE is vacant.",
        "NOISE COMPLAINT is vacant.",
        "Di's LANDLORD: floor 3 now belongs to Di.",
        "Di's LANDLORD: floor 2 now belongs to Di.",
        "OFFICE: Di 2 OFFICEs × 2 = 4.",
        "LOBBY: Ana 5 floors above × 1 = 5.",
    ]


def test_second_example_the_inferno_vacates_the_lobby_but_its_tuck_still_pays() -> None:
    account = scored(upside_down("SPIRE:1, INFERNO:2, LANDLORD, LOBBY:4, ELEVATOR:3, SUITE:2"))
    assert account.points == (5, 4, 2, 2)
    assert [step.drawn for step in account.steps] == [0, 0, 0, 0, 0, 2]
    assert told(account) == [
        "SPIRE: Ana 3.",
        "Bo's INFERNO: floor 3 is now vacant.",
        "LANDLORD is vacant.",
        "LOBBY is vacant.",
        "ELEVATOR: Ana 1 tuck × 2 = 2, Bo 2 tucks × 2 = 4, Cy 1 tuck × 2 = 2, Di 1 tuck × 2 = 2.",
        "Bo's SUITE: draws 2.",
    ]


def test_third_example_a_vacant_noise_complaint_is_taken_and_silences_the_suite() -> None:
    account = scored(upside_down("SPIRE, LANDLORD:2, NOISE COMPLAINT, SUITE:2, ELEVATOR:1"))
    assert account.points == (2, 4, 0, 0)
    assert not any(step.drawn for step in account.steps)
    assert told(account) == [
        "SPIRE is vacant.",
        "Bo's LANDLORD: floor 3 now belongs to Bo.",
        "Bo's NOISE COMPLAINT: floor 2 is now vacant.",
        "SUITE is vacant.",
        "ELEVATOR: Ana 1 tuck × 2 = 2, Bo 2 tucks × 2 = 4.",
    ]


# -- floor by floor


def test_an_office_counts_every_office_of_its_tower_vacant_ones_too() -> None:
    account = scored("OFFICE:0, LOBBY, OFFICE, OFFICE:1, SUITE")
    assert account.points == (6, 6, 0, 0)
    assert sum_words(account.steps[1], 1) == "3 OFFICEs × 2 = 6"


def test_a_lone_office_scores_two() -> None:
    account = scored("OFFICE:2")
    assert account.points == (0, 0, 2, 0)
    assert sum_words(account.steps[0], 2) == "1 OFFICE × 2 = 2"


@pytest.mark.parametrize("above", range(6))
def test_a_lobby_scores_one_for_each_floor_above_it(above: int) -> None:
    account = scored(", ".join(["LOBBY:1", *["SUITE"] * above]))
    assert account.points == (0, above, 0, 0)


def test_a_lobby_under_open_sky_says_that_it_scores_nothing() -> None:
    assert told(scored("LOBBY:0")) == ["Ana's LOBBY: scores nothing."]


def test_an_owned_spire_scores_three_and_a_vacant_one_nothing() -> None:
    assert scored("OFFICE, SPIRE:3").points == (0, 0, 0, 3)
    assert scored("OFFICE, SPIRE").points == (0, 0, 0, 0)


def test_a_suite_draws_two_for_its_owner() -> None:
    assert [step.drawn for step in scored("SUITE:1").steps] == [2]


@pytest.mark.parametrize(("hand", "pile", "drawn"), [(4, 9, 2), (5, 9, 1), (6, 9, 0), (0, 1, 1), (0, 0, 0)])
def test_a_suite_draws_as_far_as_the_hand_and_the_deck_allow(hand: int, pile: int, drawn: int) -> None:
    assert [step.drawn for step in scored("SUITE:1", hand=hand, pile=pile).steps] == [drawn]


def test_two_suites_share_what_room_and_deck_there_are() -> None:
    assert [step.drawn for step in scored("SUITE:1, SUITE:1", hand=3).steps] == [2, 1]
    assert [step.drawn for step in scored("SUITE:0, SUITE:1", pile=3).steps] == [2, 1]


def test_an_elevator_pays_every_seat_for_its_own_tucks_whoever_owns_it() -> None:
    assert scored("ELEVATOR:0, SUITE:1, SUITE:1, SUITE:2").points == (2, 4, 2, 0)


def test_an_elevator_counts_tucks_whatever_landlords_did_to_ownership() -> None:
    assert scored("ELEVATOR:0, LOBBY, LOBBY:1, LANDLORD:2").points == (2, 2 + 0, 2 + 1, 0)


def test_a_vacant_elevator_pays_nobody() -> None:
    assert scored("ELEVATOR, SUITE:1").points == (0, 0, 0, 0)


@pytest.mark.parametrize("below", ["SPIRE", "SPIRE:2"])
def test_a_landlord_takes_the_floor_below_vacant_or_not(below: str) -> None:
    account = scored(f"{below}, LANDLORD:0")
    assert account.points == (3, 0, 0, 0)
    assert account.steps[0].changes == (Change(0, 2 if below.endswith("2") else None, 0),)


def test_a_noise_complaint_vacates_one_floor_and_an_inferno_two() -> None:
    assert scored("SPIRE:1, SPIRE:1, SPIRE:1, NOISE COMPLAINT:0").points == (0, 6, 0, 0)
    assert scored("SPIRE:1, SPIRE:1, SPIRE:1, INFERNO:0").points == (0, 3, 0, 0)


def test_effects_spare_what_was_scored_above_them() -> None:
    assert scored("INFERNO:0, SPIRE:1").points == (0, 3, 0, 0)


def test_a_vacated_noise_complaint_vacates_nothing() -> None:
    assert scored("SPIRE:1, NOISE COMPLAINT:2, NOISE COMPLAINT:0").points == (0, 3, 0, 0)


@pytest.mark.parametrize("floor", ["LANDLORD", "NOISE COMPLAINT", "INFERNO"])
def test_f4_below_the_ground_floor_there_is_nothing_to_change(floor: str) -> None:
    account = scored(f"{floor}:0")
    assert account.points == (0, 0, 0, 0)
    assert account.steps[0].changes == ()
    assert told(account) == [f"Ana's {floor}: there is nothing below."]


def test_f4_an_inferno_on_the_first_floor_vacates_the_one_there_is() -> None:
    account = scored("SPIRE:1, INFERNO:0")
    assert account.points == (0, 0, 0, 0)
    assert account.steps[0].changes == (Change(0, 1, None),)


# -- accounts


def test_an_account_goes_from_the_top_down_and_names_the_owner_of_the_moment() -> None:
    account = scored("LOBBY, LANDLORD:3, LANDLORD:2")
    assert [(step.level, step.floor, step.owner) for step in account.steps] == [
        (2, "LANDLORD", 2),
        (1, "LANDLORD", 2),
        (0, "LOBBY", 2),
    ]
    assert [step.effect for step in account.steps] == [Effect(Verb.TAKE_BELOW, 1)] * 2 + [Effect(Verb.SCORE_ABOVE, 1)]


def test_an_inferno_tells_both_floors_from_the_top_down() -> None:
    assert told(scored("SPIRE:1, LOBBY:2, INFERNO:0"))[0] == "Ana's INFERNO: floors 2 and 1 are now vacant."


def test_what_changes_nothing_says_so() -> None:
    assert told(scored("SPIRE, NOISE COMPLAINT:0"))[0] == "Ana's NOISE COMPLAINT: nothing changes below."
    assert told(scored("SUITE:0", hand=6)) == ["Ana's SUITE: nothing to draw."]


def test_a_preview_is_what_a_tower_would_score_now_and_everybody_gets_the_same() -> None:
    state = table(["", "SUITE, SUITE"], "LOBBY:1, SUITE:0, OFFICE:0, ELEVATOR", "SPIRE:1")
    views = [GAME.view(state, seat) for seat in (0, 1, None)]
    assert [preview(view, 0).points for view in views] == [(2, 3)] * 3
    assert [preview(view, 1).points for view in views] == [(0, 3)] * 3
    assert preview(views[0], 2).steps == ()
    assert [step.drawn for step in preview(views[2], 0).steps] == [0, 0, 2, 0]


def test_a_tower_is_due_at_six_floors_or_under_a_spire() -> None:
    view = GAME.view(table(["SUITE", "OFFICE"], ", ".join(["OFFICE"] * 6), "LOBBY, SPIRE", "LOBBY"), 0)
    assert [view.is_due(plot) for plot in range(3)] == [True, True, False]


def test_what_a_floor_does_stands_on_its_card_in_a_line() -> None:
    deck = table(["", ""]).variant.deck
    assert {floor.name: floor_words(floor) for floor in deck.floors} == {
        "SUITE": "draws 2",
        "OFFICE": "2 × OFFICEs here",
        "LOBBY": "1 per floor above",
        "SPIRE": "scores 3, tower scores now",
        "ELEVATOR": "everyone: 2 per tuck",
        "LANDLORD": "takes the floor below",
        "NOISE COMPLAINT": "vacates the floor below",
        "INFERNO": "vacates the 2 floors below",
    }
