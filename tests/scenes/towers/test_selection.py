"""The half-made step on the Towers table: what can be chosen, what it would do, why not."""

import pytest

from tests.game.towers.positions import NAMES, do, table
from topping_out.game.towers.actions import End
from topping_out.game.towers.rules import GAME
from topping_out.game.towers.scoring import account
from topping_out.game.towers.state import State, View
from topping_out.scenes.towers.scoring.floor_now import rows_if_claimed, rows_now
from topping_out.scenes.towers.scoring.narration import summarize_floors
from topping_out.scenes.towers.selection import Selection, Target


def choose(state: State, name: str = "") -> Selection:
    view = GAME.view(state, state.turn)
    selection = Selection(view, GAME.actions(state, state.turn), NAMES)
    if name:
        selection.toggle(next(card for card in view.hand if view.variant.deck.floor_of(card).name == name))
    return selection


# -- building


def test_without_a_card_nothing_can_be_built_and_the_button_says_so() -> None:
    selection = choose(table(["SUITE, OFFICE", ""], "LOBBY"))
    assert (selection.action, selection.label, selection.targets()) == (None, "Choose a card", [])
    assert selection.refusal(Target(0)) == "Choose a card in your hand first."


def test_a_card_can_go_onto_every_tower_and_start_a_new_one_on_the_leftmost_free_plot() -> None:
    selection = choose(table(["SUITE, OFFICE", ""], "LOBBY"), "OFFICE")
    assert selection.targets() == [Target(0), Target(1)]
    assert str(selection.action_at(Target(0))).startswith("build OFFICE @0 #")
    assert str(selection.action_at(Target(1))).startswith("build OFFICE @new #")
    assert selection.refusal(Target(2)) == "A new tower takes the leftmost free plot."
    assert selection.label == "Choose a tower"


def test_the_second_floor_goes_onto_another_tower() -> None:
    state = table(["SUITE, OFFICE", ""], "LOBBY")
    do(state, "build SUITE @0")
    selection = choose(state, "OFFICE")
    assert selection.targets() == [Target(1)]
    assert "goes on another" in selection.refusal(Target(0))


def test_nothing_is_claimed_before_both_floors_are_built() -> None:
    selection = choose(table(["SUITE, OFFICE", ""], "LOBBY"), "SUITE")
    assert "Build first" in selection.refusal(Target(0, 0))


def test_every_target_is_legal_and_names_the_very_card() -> None:
    state = table(["SUITE, SUITE, SUITE", ""], "LOBBY, OFFICE:1", "LOBBY")
    view = GAME.view(state, 0)
    selection = Selection(view, GAME.actions(state, 0), NAMES)
    selection.toggle(view.hand[1])
    for target in selection.targets():
        action = selection.action_at(target)
        assert action is not None
        GAME.check(state, 0, action)
        assert action.card == view.hand[1]


def test_a_build_tells_beforehand_what_the_tower_would_score_as_it_stands() -> None:
    selection = choose(table(["OFFICE, SUITE", ""], "OFFICE:1, LOBBY:0"), "OFFICE")
    title, line = selection.preview(Target(0))
    assert title == "Build OFFICE on tower 1"
    assert line == "Floor 3 of 6. Scored as it stands: Ana 1, Bo 4"
    assert selection.preview(Target(1))[0] == "Start tower 2 with OFFICE"


# -- claiming


def claims(hand: str, tower: str) -> State:
    """Return a position in which seat 0 has built both its floors, on plots 1 and 2."""
    state = table([f"INFERNO, INFERNO, {hand}", "SUITE"], tower, "LOBBY:1", "LOBBY:1")
    do(state, "build INFERNO @1", "build INFERNO @2")
    return state


def test_after_both_floors_the_main_button_ends_the_turn_also_while_a_card_is_chosen_that_pays_nowhere() -> None:
    state = table(["SUITE, SUITE, SUITE", "SUITE"], "SUITE:1", "SUITE:1")
    do(state, "build SUITE @0", "build SUITE @1")
    selection = choose(state)
    assert (selection.action, selection.label) == (End(), "End turn")
    selection.toggle(selection.view.hand[0])
    assert (selection.action, selection.label) == (End(), "End turn")


def test_after_both_floors_a_card_is_aimed_where_it_pays_most_and_then_at_each_floor_of_a_tower() -> None:
    selection = choose(claims("SUITE", "OFFICE, OFFICE, SUITE"), "SUITE")
    assert (selection.aim, selection.label) == (Target(0, 1), "Claim the floor")
    aims = []
    for _ in range(4):
        assert selection.aim_in(0)
        aims.append(selection.aim)
    assert aims == [Target(0, 0), Target(0, 2), Target(0, 1), Target(0, 0)]
    assert not selection.aim_in(5)


def test_a_card_can_be_tucked_under_every_floor_without_one() -> None:
    selection = choose(claims("SUITE", "OFFICE, OFFICE:1"), "SUITE")
    assert selection.targets() == [Target(0, 0), Target(1, 1), Target(2, 1)]
    assert selection.refusal(Target(0, 1)) == "This floor already has a tucked card."
    assert "To claim a floor" in selection.refusal(Target(0))


def test_a_claim_tells_beforehand_what_it_is_worth() -> None:
    selection = choose(claims("SUITE", "OFFICE, OFFICE"), "SUITE")
    title, line = selection.preview(Target(0, 1))
    assert (title, line) == ("Claim this OFFICE with SUITE", "0 to 4 points for you")


# -- hints


@pytest.mark.parametrize("text", ["build SUITE @0", "build OFFICE @new"])
def test_a_hint_to_build_is_taken_over_whole(text: str) -> None:
    selection = choose(table(["SUITE, OFFICE", ""], "LOBBY"))
    selection.choose(GAME.parse(text))
    assert str(selection.action).startswith(text)
    assert selection.label in ("Build on tower 1", "Start a tower")


def test_a_hint_to_claim_or_to_end_is_taken_over_whole() -> None:
    selection = choose(claims("SUITE", "OFFICE"))
    selection.choose(GAME.parse("claim SUITE @0.0"))
    assert (str(selection.action).split(" #")[0], selection.label) == ("claim SUITE @0.0", "Claim the floor")
    selection.choose(End())
    assert (selection.action, selection.card) == (End(), None)


def test_choosing_another_card_forgets_the_hint() -> None:
    selection = choose(claims("SUITE, LOBBY", "OFFICE, SUITE"))
    selection.choose(GAME.parse("claim SUITE @0.1"))
    selection.toggle(next(card for card in selection.view.hand if card != selection.card))
    assert selection.aim == Target(0, 0)


# -- the worked examples in the words beside the floors


def told(tower: str, seats: int) -> list[list[tuple[int | None, str]]]:
    """Return the words for each floor of a tower that is given top floor first, owners as seat numbers from 1."""
    floors = [part.strip().partition(":") for part in tower.split(",")][::-1]
    state = table([""] * seats, ", ".join(f"{name}:{int(owner) - 1}" if owner else name for name, _, owner in floors))
    view = GAME.view(state, None)
    kinds = bytes(storey.card for storey in view.towers[0]).translate(view.variant.deck.kinds)
    owners = bytes(255 if storey.owner is None else storey.owner for storey in view.towers[0])
    steps = account(view.variant.deck, kinds, owners, [0] * seats, 20).steps
    return [
        [(None if seat is None else seat + 1, words) for seat, words in floor.parts]
        for floor in summarize_floors(steps)
    ]


VACANT = [(None, "vacant")]
EXAMPLES = [
    (
        "OFFICE, NOISE COMPLAINT, LANDLORD:4, LANDLORD:2, OFFICE:3, LOBBY:1", 4,
        [VACANT, VACANT, [(4, "takes floor 3")], [(4, "takes floor 2")],
         [(4, "2 OFFICEs × 2 = 4")], [(1, "5 floors above × 1 = 5")]],
    ),
    (
        "SPIRE:1, INFERNO:2, LANDLORD, LOBBY:4, ELEVATOR:3, SUITE:2", 4,
        [[(1, "scores 3")], [(2, "vacates floor 3")], VACANT, VACANT,
         [(1, "1 tuck × 2 = 2"), (2, "2 tucks × 2 = 4"), (3, "1 tuck × 2 = 2"), (4, "1 tuck × 2 = 2")],
         [(2, "draws 2")]],
    ),
    (
        "SPIRE, LANDLORD:2, NOISE COMPLAINT, SUITE:2, ELEVATOR:1", 2,
        [VACANT, [(2, "takes floor 3")], [(2, "vacates floor 2")], VACANT,
         [(1, "1 tuck × 2 = 2"), (2, "2 tucks × 2 = 4")]],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("tower", "seats", "words"), EXAMPLES)
def test_the_worked_examples_in_words(tower: str, seats: int, words: list[list[tuple[int | None, str]]]) -> None:
    assert told(tower, seats) == words


# -- what a floor does in its tower now


def view_of(tower: str) -> View:
    return GAME.view(table(["SUITE", ""], tower), 0)


def test_a_floor_tells_what_it_does_now_and_what_it_would_do_for_whoever_claims_it() -> None:
    view = view_of("OFFICE:1, OFFICE, LOBBY:0")
    assert rows_now(view, 0, 0) == [((1, "2 OFFICEs × 2 = 4"),)]
    assert rows_now(view, 0, 1) == [((None, "Vacant: it does nothing."),)]
    assert rows_now(view, 0, 2) == [((0, "scores nothing"),)]
    claimed = rows_if_claimed(view, 0, 1)
    assert claimed[0] == ((0, "2 OFFICEs × 2 = 4"),)
    assert claimed[-1] == ((None, "Your points here as it stands: 0 → 4"),)
    assert rows_if_claimed(view, 0, 0) == []


def test_a_floor_tells_who_takes_it_before_its_turn_comes() -> None:
    view = view_of("OFFICE:1, LANDLORD:0")
    assert rows_now(view, 0, 0) == [((0, "takes it first, with floor 2, LANDLORD"),), ((0, "1 OFFICE × 2 = 2"),)]
    view = view_of("OFFICE:1, NOISE COMPLAINT:0")
    assert rows_now(view, 0, 0) == [
        ((None, "Already vacated by floor 2, NOISE COMPLAINT"),), ((None, "Vacant: it does nothing."),)
    ]  # fmt: skip
