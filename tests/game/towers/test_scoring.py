"""What each floor does when its tower is scored, the three worked examples, and the accounts in words."""

import pytest

from tests.game.stories import Teller, row, stories
from tests.game.towers.positions import GAME, NAMES, floor_list, scored, table
from topping_out.game.towers.floors import Effect, EffectVerb
from topping_out.game.towers.scoring import Account, preview
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

ACCOUNT = Teller(
    begin=lambda tower: scored(floor_list(tower)),
    play=lambda account, text: [],
    facts={
        "points": lambda account, _: row(account.points),
        "drawn": lambda account, _: row(step.drawn for step in account.steps),
        "top": lambda account, _: told(account)[0],
        "changes": lambda account, _: row(f"{c.level}:{c.before}-{c.after}" for c in account.steps[0].changes),
    },
)
test_each_floor = stories(
    ACCOUNT,
    """
an OFFICE counts every OFFICE of its tower, vacant ones too
    OFFICE:0 LOBBY OFFICE OFFICE:1 SUITE = points 6 6 0 0
a lone OFFICE scores two
    OFFICE:2 = points 0 0 2 0
a LOBBY at the top scores nothing, and says so
    LOBBY:0 = points 0 0 0 0; top Ana's LOBBY: scores nothing.
a LOBBY scores one for a floor above it
    LOBBY:1 SUITE = points 0 1 0 0
a LOBBY scores one for each floor above it
    LOBBY:1 SUITE SUITE = points 0 2 0 0
a LOBBY on the ground scores five in a tower of six
    LOBBY:1 SUITE SUITE SUITE SUITE SUITE = points 0 5 0 0
an owned SPIRE scores three
    OFFICE SPIRE:3 = points 0 0 0 3
a vacant SPIRE scores nothing
    OFFICE SPIRE = points 0 0 0 0
a SUITE draws two for its owner
    SUITE:1 = drawn 2; points 0 0 0 0
an ELEVATOR pays every seat for its own tucks, whoever owns it
    ELEVATOR:0 SUITE:1 SUITE:1 SUITE:2 = points 2 4 2 0
an ELEVATOR counts tucks, whatever LANDLORDs did to ownership
    ELEVATOR:0 LOBBY LOBBY:1 LANDLORD:2 = points 2 2 3 0
a vacant ELEVATOR pays nobody
    ELEVATOR SUITE:1 = points 0 0 0 0
a LANDLORD takes a vacant floor below
    SPIRE LANDLORD:0 = points 3 0 0 0; changes 0:None-0
a LANDLORD takes a rival's floor below
    SPIRE:2 LANDLORD:0 = points 3 0 0 0; changes 0:2-0
a NOISE COMPLAINT vacates one floor
    SPIRE:1 SPIRE:1 SPIRE:1 NOISE_COMPLAINT:0 = points 0 6 0 0
an INFERNO vacates two, from the top down
    SPIRE:1 SPIRE:1 SPIRE:1 INFERNO:0 = points 0 3 0 0; top Ana's INFERNO: floors 3 and 2 are now vacant.
effects spare what was scored above them
    INFERNO:0 SPIRE:1 = points 0 3 0 0
a vacated NOISE COMPLAINT vacates nothing
    SPIRE:1 NOISE_COMPLAINT:2 NOISE_COMPLAINT:0 = points 0 3 0 0
what changes nothing says so
    SPIRE NOISE_COMPLAINT:0 = top Ana's NOISE COMPLAINT: nothing changes below.
f4: below the ground floor a LANDLORD has nothing to take
    LANDLORD:0 = points 0 0 0 0; changes -; top Ana's LANDLORD: there is nothing below.
f4: below the ground floor a NOISE COMPLAINT has nothing to vacate
    NOISE_COMPLAINT:0 = points 0 0 0 0; changes -; top Ana's NOISE COMPLAINT: there is nothing below.
f4: below the ground floor an INFERNO has nothing to vacate
    INFERNO:0 = points 0 0 0 0; changes -; top Ana's INFERNO: there is nothing below.
f4: an INFERNO on the first floor vacates the one there is
    SPIRE:1 INFERNO:0 = points 0 0 0 0; changes 0:1-None
""",
)


@pytest.mark.parametrize(
    ("hand", "pile", "drawn"),
    [(3, 9, [2, 1]), (4, 9, [2, 0]), (5, 9, [1, 0]), (6, 9, [0, 0]), (0, 1, [1, 0]), (0, 0, [0, 0]), (0, 3, [2, 1])],
)
def test_suites_draw_as_far_as_the_hand_and_the_deck_allow(hand: int, pile: int, drawn: list[int]) -> None:
    assert [step.drawn for step in scored("SUITE:1, SUITE:1", hand=hand, pile=pile).steps] == drawn
    assert hand < 6 or told(scored("SUITE:0", hand=hand)) == ["Ana's SUITE: nothing to draw."]


def test_two_seats_share_what_the_deck_has() -> None:
    assert [step.drawn for step in scored("SUITE:0, SUITE:1", pile=3).steps] == [2, 1]


def test_a_sum_counts_what_is_multiplied() -> None:
    assert sum_words(scored("OFFICE:0, LOBBY, OFFICE, OFFICE:1, SUITE").steps[1], 1) == "3 OFFICEs × 2 = 6"
    assert sum_words(scored("OFFICE:2").steps[0], 2) == "1 OFFICE × 2 = 2"


# -- accounts


def test_an_account_goes_from_the_top_down_and_names_the_owner_of_the_moment() -> None:
    account = scored("LOBBY, LANDLORD:3, LANDLORD:2")
    assert [(step.level, step.floor, step.owner) for step in account.steps] == [
        (2, "LANDLORD", 2),
        (1, "LANDLORD", 2),
        (0, "LOBBY", 2),
    ]
    assert [step.effect for step in account.steps] == [Effect(EffectVerb.TAKE_BELOW, 1)] * 2 + [
        Effect(EffectVerb.SCORE_ABOVE, 1)
    ]


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
