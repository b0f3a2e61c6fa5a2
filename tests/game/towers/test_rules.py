"""The rules of Towers."""

import pytest

from tests.game.matches import Teller, row, stories
from tests.game.towers.positions import (
    FACTS,
    NAMES,
    STANDARD,
    TELLER,
    do,
    end_turn,
    floor_list,
    new,
    scored,
    steps,
    table,
)
from topping_out.game.engine import IllegalAction
from topping_out.game.towers.actions import Claimed, Demolished
from topping_out.game.towers.core import State
from topping_out.game.towers.floors import Account, Effect, EffectVerb, Floor, deck_of, parse_effect
from topping_out.game.towers.rules import GAME, account, preview
from topping_out.game.towers.state import NO_TOWER, tucks_of
from topping_out.game.towers.words import floor_words, step_words, sum_words
from topping_out.scenes.towers.words import effects_in_full

# -- set-up


@pytest.mark.parametrize(("seats", "limit"), [(2, 3), (3, 3), (4, 4)])
def test_four_cards_are_dealt_and_the_limit_of_towers_depends_on_seats(seats: int, limit: int) -> None:
    state = new(seats)
    assert [len(hand) for hand in state.hands] == [4] * seats
    assert len(state.draw_pile) == 64 - 4 * seats
    assert state.discards == b""
    assert state.scores == (0,) * seats
    assert state.towers == [NO_TOWER] * limit


def test_f6_the_first_seat_is_an_option_and_random_by_default() -> None:
    assert [new(3, first=seat).turn for seat in range(3)] == [0, 1, 2]
    assert {new(3, seed=seed).turn for seed in range(20)} == {0, 1, 2}


test_the_turn = stories(
    TELLER,
    """
building: the first floors start two towers
    SUITE SUITE OFFICE / LOBBY = may build SUITE @new, build OFFICE @new
    > build SUITE @new; build OFFICE @new = plot 0 SUITE; plot 1 OFFICE; plot 2 -; built SUITE@0.0 OFFICE@1.0
building: a floor becomes the top of its tower, and vacant
    SUITE LOBBY / -, towers OFFICE SPIRE > build SUITE @0 = plot 0 OFFICE SPIRE SUITE; owners 0 - - -
building: the two floors go onto two different towers
    SUITE LOBBY / -, towers OFFICE | OFFICE > build SUITE @0 = may build LOBBY @1, build LOBBY @new
    > build LOBBY @0 ! You've built on this tower: the next floor goes on another one.
building: both floors may start new towers, and each takes the leftmost free plot
    SUITE LOBBY / -, towers | OFFICE | > build SUITE @new; build LOBBY @new
    = plot 0 SUITE; plot 1 OFFICE; plot 2 LOBBY
building: a tower started this turn may not be built on again
    SUITE LOBBY / - > build SUITE @new = may build LOBBY @new
building: two seats start no fourth tower
    SUITE LOBBY / -, towers OFFICE | OFFICE | OFFICE
    = may build SUITE @0, build LOBBY @0, build SUITE @1, build LOBBY @1, build SUITE @2, build LOBBY @2
    > build SUITE @new ! There's no free plot for a new tower.
building: three seats start no fourth tower
    SUITE / - / -, towers OFFICE | OFFICE | OFFICE = may build SUITE @0, build SUITE @1, build SUITE @2
    > build SUITE @new ! There's no free plot for a new tower.
building: four seats start no fifth tower
    SUITE / - / - / -, towers OFFICE | OFFICE | OFFICE | OFFICE
    = may build SUITE @0, build SUITE @1, build SUITE @2, build SUITE @3
    > build SUITE @new ! There's no free plot for a new tower.
building: nothing is built on a free plot by its number
    SUITE LOBBY / -, towers OFFICE > build SUITE @2 ! A new tower takes the leftmost free plot.
building: nothing is built on a plot that does not exist
    SUITE LOBBY / -, towers OFFICE > build SUITE @3 ! A new tower takes the leftmost free plot.
building: no third floor is built
    SUITE LOBBY OFFICE / -, towers OFFICE | OFFICE | OFFICE > build SUITE @0; build LOBBY @1
    > build OFFICE @2 ! Your floors are built. To claim a floor, tuck a card under it.
building comes before the end of the turn
    SUITE LOBBY / -, towers OFFICE > end ! Build first: 2 floors, each on a different tower. Then you may claim.
    > build SUITE @new > end ! Build first: 2 floors, each on a different tower. Then you may claim.
building comes before a claim
    SUITE LOBBY / -, towers OFFICE
    > claim SUITE @0.0 ! Build first: 2 floors, each on a different tower. Then you may claim.
    > build SUITE @new > claim LOBBY @0.0 ! Build first: 2 floors, each on a different tower. Then you may claim.
building: only floors of the hand are built
    SUITE LOBBY / OFFICE > build OFFICE @new ! There's no OFFICE in hand.
building: only floors of the deck are built
    SUITE LOBBY / OFFICE > build PENTHOUSE @new ! There's no floor PENTHOUSE in this deck.
no effect happens when a floor is built or claimed
    SUITE INFERNO LANDLORD / -, towers SPIRE:1 OFFICE:1 > build INFERNO @0; build SUITE @new; claim LANDLORD @1.0
    = events Built Built Claimed; owners 0 1 1 -; scores 0 0

f3: a single card is built, and then the turn may end
    SUITE / LOBBY LOBBY, towers OFFICE, pile 0 = may build SUITE @0, build SUITE @new
    > build SUITE @0 = may end > build LOBBY @new ! There's no LOBBY in hand.
f3: two cards are both built, and none is left to claim with
    SUITE LOBBY / LOBBY, towers OFFICE > build SUITE @0; build LOBBY @new = may end
f3: a seat without cards is passed over
    SUITE / - / LOBBY, towers OFFICE, pile 0 > build SUITE @0; end = passed 1; turn 2; told Ana builds SUITE on
      tower 1. The deck is empty after Ana's turn: this round is the last. Bo has no cards and passes.

claiming: a card is tucked under any vacant floor of any tower
    SUITE LOBBY OFFICE OFFICE / -, towers SPIRE SPIRE:1 > build SUITE @0; build LOBBY @new
    = may claim OFFICE @0.0, claim OFFICE @0.2, claim OFFICE @1.0, end
    > claim OFFICE @0.0 = owners 0 0 1 -; hand 0 OFFICE
claiming: any number of floors may be claimed in a turn
    SUITE LOBBY OFFICE OFFICE OFFICE OFFICE / -, towers SPIRE SPIRE > build SUITE @0; build LOBBY @new
    > claim OFFICE @0.0; claim OFFICE @0.1; claim OFFICE @0.2; claim OFFICE @1.0
    = owners 0 0 0 0; owners 1 0; may end
claiming is optional
    SUITE LOBBY OFFICE / LOBBY, towers SPIRE > build SUITE @0; build LOBBY @new; end = turn 1
claiming: a floor with a tucked card is not claimed again
    SUITE LOBBY OFFICE / -, towers SPIRE:1 > build SUITE @0; build LOBBY @new
    > claim OFFICE @0.0 ! This floor already has a tucked card.
claiming: there must be a floor to claim
    SUITE LOBBY OFFICE / -, towers SPIRE > build SUITE @0; build LOBBY @new
    > claim OFFICE @0.2 ! There's no such floor.
    > claim OFFICE @2.0 ! There's no such floor. > claim OFFICE @3.0 ! There's no such floor.
    > claim OFFICE @1.1 ! There's no such floor.
claims need a card of the hand
    SUITE LOBBY OFFICE / -, towers SPIRE > build SUITE @0; build LOBBY @new
    > claim SUITE @0.0 ! There's no SUITE in hand.

drawing: three cards are drawn
    SUITE LOBBY / LOBBY > build SUITE @new; build LOBBY @new; end = hands 3 1; drawn 0:3
drawing: three cards are drawn to one that was kept
    SUITE LOBBY OFFICE / LOBBY > build SUITE @new; build LOBBY @new; end = hands 4 1; drawn 0:3
drawing: three cards are drawn to three, for six
    SUITE LOBBY OFFICE OFFICE OFFICE / LOBBY > build SUITE @new; build LOBBY @new; end = hands 6 1; drawn 0:3
drawing: never to more than six
    SUITE LOBBY OFFICE OFFICE OFFICE OFFICE / LOBBY > build SUITE @new; build LOBBY @new; end = hands 6 1; drawn 0:2
drawing: an empty deck gives nothing
    SUITE LOBBY OFFICE / LOBBY, pile 0 > build SUITE @new; build LOBBY @new; end = hands 1 1; pile 0
drawing: a deck of one gives one
    SUITE LOBBY OFFICE / LOBBY, pile 1 > build SUITE @new; build LOBBY @new; end = hands 2 1; pile 0
drawing: a deck of two gives two
    SUITE LOBBY OFFICE / LOBBY, pile 2 > build SUITE @new; build LOBBY @new; end = hands 3 1; pile 0
drawing: cards are drawn before towers are scored
    SPIRE LOBBY OFFICE OFFICE / LOBBY, towers SUITE:0 > build SPIRE @0; build LOBBY @new > end
    = events Drew ScoringBegan FloorScored FloorScored Drew Demolished TurnBegan; drawn 0:3 0:1; hands 6 1

scoring: a tower is scored at six floors
    LOBBY LOBBY OFFICE / LOBBY, towers OFFICE:1 LOBBY SUITE SUITE SUITE | OFFICE:0 LOBBY SUITE SUITE
    > build LOBBY @0; build LOBBY @1; end
    = worth 0: 0 2; scored 0:height; plot 0 -; plot 1 OFFICE LOBBY SUITE SUITE LOBBY; scores 0 2
scoring: a vacant SPIRE has its tower scored
    SPIRE LOBBY LOBBY / LOBBY, towers OFFICE:1 > build SPIRE @0; build LOBBY @new; end = scored 0:trigger; scores 0 2
scoring: an owned SPIRE has its tower scored
    SPIRE LOBBY LOBBY / LOBBY, towers OFFICE:1 > build SPIRE @0; build LOBBY @new; claim LOBBY @0.1; end
    = scored 0:trigger; scores 3 2
scoring: a SPIRE that starts a tower is scored alone
    SPIRE LOBBY LOBBY / LOBBY > build SPIRE @new; build LOBBY @new; claim LOBBY @0.0; end = scores 3 0; plot 0 -
scoring: lower towers are left standing
    LOBBY LOBBY / LOBBY, towers OFFICE:1 SUITE:1 | OFFICE:0 LOBBY:0 SUITE > build LOBBY @0; build LOBBY @1; end
    = worth -
a discarded tower makes room for a new one in its place
    SPIRE LOBBY / LOBBY SUITE, towers OFFICE | OFFICE | OFFICE > build SPIRE @1; build LOBBY @0; end; build SUITE @new
    = plot 0 OFFICE LOBBY; plot 1 SUITE; plot 2 OFFICE
effects may draw for a seat that is not on turn
    SPIRE LOBBY SUITE / LOBBY, towers SUITE:1 > build SPIRE @0; build LOBBY @new; end = drawn 0:3 1:2; hands 4 3
the turn goes round
    SUITE SUITE / SUITE SUITE / SUITE SUITE, first 2 = turn 2 > pass the turn = turn 0 > pass the turn = turn 1
    > pass the turn = turn 2
""",
)


def test_an_action_may_name_the_exact_card_and_else_uses_the_lowest() -> None:
    state = table(["SUITE, SUITE, SUITE", ""], "OFFICE")
    do(state, "build SUITE @0 #2", "build SUITE @new")
    assert (state.towers[0][3], state.towers[1][0], state.hands[0]) == (2, 0, b"\1")


@pytest.mark.parametrize("card", [2, 8, 63, 200, 999])
def test_a_chosen_card_must_be_that_floor_and_in_the_hand(card: int) -> None:
    with pytest.raises(IllegalAction, match=f"There's no card {card} with SUITE in hand"):
        do(table(["SUITE, SUITE, OFFICE", ""], "OFFICE"), f"build SUITE @0 #{card}")


def test_the_event_of_a_claim_contains_the_tucked_card() -> None:
    state = table(["SUITE, LOBBY, OFFICE, OFFICE", ""], "SPIRE, SPIRE:1")
    do(state, "build SUITE @0", "build LOBBY @new")
    card = state.hands[0][0]
    assert do(state, "claim OFFICE @0.0") == [Claimed(0, 0, 0, card, "SPIRE")]
    assert card in tucks_of(state.towers[0])


def test_the_top_of_the_deck_is_drawn() -> None:
    state = table(["SUITE, LOBBY", "LOBBY"])
    top = state.draw_pile[-3:]
    do(state, "build SUITE @new", "build LOBBY @new", "end")
    assert state.hands[0] == bytes(sorted(top))


def test_all_cards_of_a_scored_tower_go_to_the_discards() -> None:
    state = table(["SPIRE, LOBBY", "LOBBY"], "OFFICE:1:LANDLORD, SUITE:0:INFERNO", pile=20)
    before = len(state.discards)
    events = do(state, "build SPIRE @0", "build LOBBY @new", "end")
    gone = [STANDARD.floor_of(card).name for card in state.discards[before:]]
    assert gone == ["OFFICE", "SUITE", "SPIRE", "LANDLORD", "INFERNO"]
    (demolished,) = [event for event in events if isinstance(event, Demolished)]
    assert bytes(demolished.floors + demolished.tucks) == state.discards[before:]


def test_f1_towers_are_scored_from_left_to_right() -> None:
    state = table(
        ["SPIRE, LOBBY, SUITE", "LOBBY, OFFICE, OFFICE, OFFICE"], "SUITE:1", "OFFICE, LOBBY, LOBBY, LOBBY, SUITE:1"
    )
    events = do(state, "build SPIRE @0", "build LOBBY @1", "end")
    assert FACTS["scored"](state, events) == "0:trigger 1:height"
    assert [step.drawn for step in steps(events) if step.floor == "SUITE"] == [2, 0]


# -- scoring


def sentences_of(account: Account) -> list[str]:
    return [step_words(step, NAMES) for step in account.steps]


ACCOUNT = Teller(
    begin=lambda tower: scored(floor_list(tower)),
    play=lambda account, text: [],
    facts={
        "points": lambda account, _: row(account.points),
        "drawn": lambda account, _: row(step.drawn for step in account.steps),
        "top": lambda account, _: sentences_of(account)[0],
        "told": lambda account, _: " ".join(sentences_of(account)).replace(" = ", "="),
        "changes": lambda account, _: row(f"{c.level}:{c.before}-{c.after}" for c in account.steps[0].changes),
    },
)
test_each_floor = stories(
    ACCOUNT,
    """
the first worked example of the sheet: LANDLORDS take over floors
    LOBBY:0 OFFICE:2 LANDLORD:1 LANDLORD:3 NOISE_COMPLAINT OFFICE = points 5 0 0 4; told OFFICE is vacant.
      NOISE COMPLAINT is vacant. Di's LANDLORD: floor 3 now belongs to Di. Di's LANDLORD: floor 2 now belongs to Di.
      OFFICE: Di 2 OFFICE floors × 2=4. LOBBY: Ana 5 floors above × 1=5.
the second worked example: a vacated floor keeps its tucked card
    SUITE:1 ELEVATOR:2 LOBBY:3 LANDLORD INFERNO:1 SPIRE:0 = points 5 4 2 2; drawn 0 0 0 0 0 2; told SPIRE: Ana 3.
      Bo's INFERNO: floor 3 is now vacant. LANDLORD is vacant. LOBBY is vacant. ELEVATOR: Ana 1 tuck × 2=2,
      Bo 2 tucks × 2=4, Cy 1 tuck × 2=2, Di 1 tuck × 2=2. Bo's SUITE: draws 2.
the third worked example: a NOISE COMPLAINT that is taken over vacates the floor below
    ELEVATOR:0 SUITE:1 NOISE_COMPLAINT LANDLORD:1 SPIRE = points 2 4 0 0; drawn 0 0 0 0 0; told SPIRE is vacant.
      Bo's LANDLORD: floor 3 now belongs to Bo. Bo's NOISE COMPLAINT: floor 2 is now vacant. SUITE is vacant.
      ELEVATOR: Ana 1 tuck × 2=2, Bo 2 tucks × 2=4.

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
    LANDLORD:0 = points 0 0 0 0; changes -; top Ana's LANDLORD: there's nothing below.
f4: below the ground floor a NOISE COMPLAINT has nothing to vacate
    NOISE_COMPLAINT:0 = points 0 0 0 0; changes -; top Ana's NOISE COMPLAINT: there's nothing below.
f4: below the ground floor an INFERNO has nothing to vacate
    INFERNO:0 = points 0 0 0 0; changes -; top Ana's INFERNO: there's nothing below.
f4: an INFERNO on the first floor vacates the one there is
    SPIRE:1 INFERNO:0 = points 0 0 0 0; changes 0:1-None
""",
)


@pytest.mark.parametrize(
    ("hand", "pile", "drawn"),
    [(3, 9, [2, 1]), (4, 9, [2, 0]), (5, 9, [1, 0]), (6, 9, [0, 0]), (0, 1, [1, 0]), (0, 0, [0, 0]), (0, 3, [2, 1])],
)
def test_suites_draw_within_the_limits_of_hand_and_deck(hand: int, pile: int, drawn: list[int]) -> None:
    assert [step.drawn for step in scored("SUITE:1, SUITE:1", hand=hand, pile=pile).steps] == drawn
    assert hand < 6 or sentences_of(scored("SUITE:0", hand=hand)) == ["Ana's SUITE: nothing to draw."]


def test_the_suites_of_two_seats_draw_from_the_same_deck() -> None:
    assert [step.drawn for step in scored("SUITE:0, SUITE:1", pile=3).steps] == [2, 1]


def test_the_words_of_a_step_show_the_multiplication() -> None:
    assert sum_words(scored("OFFICE:0, LOBBY, OFFICE, OFFICE:1, SUITE").steps[1], 1) == "3 OFFICE floors × 2 = 6"
    assert sum_words(scored("OFFICE:2").steps[0], 2) == "1 OFFICE × 2 = 2"


# -- accounts


def test_an_account_runs_from_the_top_with_the_owners_at_each_step() -> None:
    account = scored("LOBBY, LANDLORD:3, LANDLORD:2")
    assert [(step.level, step.floor, step.owner) for step in account.steps] == [
        (2, "LANDLORD", 2),
        (1, "LANDLORD", 2),
        (0, "LOBBY", 2),
    ]
    assert [step.effect for step in account.steps] == [Effect(EffectVerb.TAKE_BELOW, 1)] * 2 + [
        Effect(EffectVerb.SCORE_ABOVE, 1)
    ]


def test_a_preview_shows_every_seat_the_current_score_of_a_tower() -> None:
    state = table(["", "SUITE, SUITE"], "LOBBY:1, SUITE:0, OFFICE:0, ELEVATOR", "SPIRE:1")
    views = [GAME.view(state, seat) for seat in (0, 1, None)]
    assert [preview(view, 0).points for view in views] == [(2, 3)] * 3
    assert [preview(view, 1).points for view in views] == [(0, 3)] * 3
    assert preview(views[0], 2).steps == ()
    assert [step.drawn for step in preview(views[2], 0).steps] == [0, 0, 2, 0]


def test_a_tower_is_due_with_six_floors_or_a_spire() -> None:
    view = GAME.view(table(["SUITE", "OFFICE"], ", ".join(["OFFICE"] * 6), "LOBBY, SPIRE", "LOBBY"), 0)
    assert [view.is_due(plot) for plot in range(3)] == [True, True, False]


def test_each_floor_has_a_short_description() -> None:
    deck = table(["", ""]).variant.deck
    assert {floor.name: floor_words(floor) for floor in deck.floors} == {
        "SUITE": "draws 2",
        "OFFICE": "2 per OFFICE here",
        "LOBBY": "1 per floor above",
        "SPIRE": "scores 3, tower scores now",
        "ELEVATOR": "everyone: 2 per tuck",
        "LANDLORD": "takes the floor below",
        "NOISE COMPLAINT": "vacates the floor below",
        "INFERNO": "vacates the 2 floors below",
    }


# -- further effects


EFFECTS = {
    "GARDEN": "score 2 per floor below",
    "CLUB": "score 2 per own floor",
    "GHOST": "score 3 per vacant floor",
    "BAZAAR": "score 1 per kind",
    "LANDLORD": "take 1 below",
    "FLOOD": "vacate 4 below",
}
DECK = deck_of("Counting", tuple(Floor(name, 10, (parse_effect(effect),)) for name, effect in EFFECTS.items()))


def scored_towers(*tower: str) -> list[str]:
    """Return the account of a tower in words. Floors come ground floor first; `CLUB:0` is owned by seat 0."""
    names, owners = zip(*(text.split(":") if ":" in text else (text, "255") for text in tower))
    kinds = bytes(DECK.kind_named[name] for name in names)
    found = account(DECK, kinds, bytes(map(int, owners)), [4, 4], 20)
    return [step_words(step, NAMES) for step in found.steps if step.owner is not None]


@pytest.mark.parametrize(
    ("tower", "sentences"),
    [
        (["GARDEN:0"], ["Ana's GARDEN: scores nothing."]),
        (["BAZAAR", "GHOST", "GARDEN:1"], ["GARDEN: Bo 2 floors below × 2 = 4."]),
        (["CLUB:0", "GHOST", "BAZAAR:1", "GARDEN"], ["BAZAAR: Bo 4 kinds of floor × 1 = 4.",
                                                    "CLUB: Ana 1 floor owned × 2 = 2."]),
        (["BAZAAR", "BAZAAR", "BAZAAR:0"], ["BAZAAR: Ana 1 kind of floor × 1 = 1."]),
        (["GHOST:0", "GARDEN", "GARDEN"], ["GHOST: Ana 2 vacant floors × 3 = 6."]),
        (["GHOST:1"], ["Bo's GHOST: scores nothing."]),
    ],
)  # fmt: skip
def test_counting_effects_count_the_floors_of_their_tower(tower: list[str], sentences: list[str]) -> None:
    assert scored_towers(*tower) == sentences


def test_effects_count_owners_and_vacancies_at_their_step() -> None:
    assert scored_towers("CLUB:0", "GARDEN:1", "LANDLORD:0") == [
        "Ana's LANDLORD: floor 2 now belongs to Ana.",
        "GARDEN: Ana 1 floor below × 2 = 2.",
        "CLUB: Ana 3 floors owned × 2 = 6.",
    ]
    assert scored_towers("GHOST:0", "GARDEN:1", "CLUB:1", "GHOST:0", "FLOOD:1")[1:] == []
    assert scored_towers("FLOOD:1", "GARDEN:1", "GHOST:0", "CLUB:0")[1] == "Ana's GHOST: scores nothing."


def test_a_flood_vacates_all_floors_below() -> None:
    assert scored_towers("CLUB:0", "CLUB:1", "GHOST:0", "FLOOD:1") == ["Bo's FLOOD: floors 3, 2 and 1 are now vacant."]


def test_descriptions_say_what_an_effect_counts() -> None:
    descriptions = [(floor_words(floor), effects_in_full(floor)) for floor in DECK.floors[:4]]
    assert descriptions == [
        ("2 per floor below", "Its owner scores 2 for each floor below it."),
        ("2 per floor you own", "Its owner scores 2 for each floor they own in the tower."),
        ("3 per vacant floor", "Its owner scores 3 for each vacant floor in the tower."),
        ("1 per kind of floor", "Its owner scores 1 for each different floor in the tower, vacant ones too."),
    ]


# -- end


test_the_end = stories(
    TELLER,
    """
an empty deck alone does not end the game
    LOBBY LOBBY SUITE / OFFICE OFFICE, towers SUITE, pile 3 > pass the turn = pile 0; hands 4 2; last round no
three cards in hand are enough to play on
    LOBBY LOBBY SUITE / OFFICE OFFICE, towers SUITE, pile 2 > pass the turn = pile 0; hands 3 2; last round no
a short hand beside the empty deck makes the round the last
    LOBBY LOBBY SUITE / OFFICE OFFICE, towers SUITE, pile 1 > pass the turn = short 0; last round yes; over no
a short hand beside a deck with cards cannot be
    LOBBY LOBBY / OFFICE OFFICE, towers SUITE, pile 4 > pass the turn = hands 3 2; last round no
cards drawn by a SUITE count for the hand at the turn's end
    SPIRE LOBBY / OFFICE OFFICE, towers SUITE:0, pile 3 > build SPIRE @0; build LOBBY @new; end
    = hands 3 2; pile 0; last round no
cards that a rival's SUITE draws do not
    SPIRE LOBBY / OFFICE OFFICE, towers SUITE:1, pile 4 > build SPIRE @0; build LOBBY @new; end
    = hands 3 3; pile 0; last round no
play goes on until every seat has had as many turns, the first being 0
    OFFICE OFFICE OFFICE / OFFICE OFFICE OFFICE / LOBBY LOBBY LOBBY, towers SUITE, pile 0
    > pass the turn = turn 1 > pass the turn = turn 2 > pass the turn = over yes
play goes on until every seat has had as many turns, the first being 1
    OFFICE OFFICE OFFICE / OFFICE OFFICE OFFICE / LOBBY LOBBY LOBBY, towers SUITE, pile 0, first 1
    > pass the turn = turn 2 > pass the turn = turn 0 > pass the turn = over yes
play goes on until every seat has had as many turns, the first being 2
    OFFICE OFFICE OFFICE / OFFICE OFFICE OFFICE / LOBBY LOBBY LOBBY, towers SUITE, pile 0, first 2
    > pass the turn = turn 0 > pass the turn = turn 1 > pass the turn = over yes
a short hand in the middle of a round lets only the later seats play
    OFFICE OFFICE / LOBBY LOBBY LOBBY / SUITE SUITE SUITE, towers SUITE, pile 0, first 2, turn 0
    > pass the turn = short 0; turn 1; over no > pass the turn = over yes
the last seat of the round ends the game at once
    OFFICE OFFICE / LOBBY LOBBY LOBBY LOBBY LOBBY, towers SUITE, pile 0, first 1, turn 0 > pass the turn
    = short 0; over yes
a seat without cards takes its turn of the last round by passing
    OFFICE OFFICE / -, towers SUITE, pile 0 > pass the turn = passed 1; over yes
f1: the remaining towers are scored as they stand from left to right
    LOBBY LOBBY / -, towers OFFICE:1 | OFFICE:0 OFFICE, pile 0 > build LOBBY @0; build LOBBY @1; end
    = scored 0:game end 1:game end; worth 0: 0 2, 1: 4 0; scores 4 2; over yes

f7: with the empty deck as the end, the round in which it runs out is the last
    LOBBY LOBBY SUITE SUITE SUITE / OFFICE OFFICE OFFICE OFFICE OFFICE OFFICE, towers SUITE, pile 3, end deck
    > pass the turn = short 0; hands 6 6 > pass the turn = over yes
f7: by the original rules the same game continues
    LOBBY LOBBY SUITE SUITE SUITE / OFFICE OFFICE OFFICE OFFICE OFFICE OFFICE, towers SUITE, pile 3, end sheet
    > pass the turn = short - > pass the turn = over no
f7: a deck emptied by a SUITE ends it as well
    SPIRE LOBBY SUITE / OFFICE OFFICE, towers SUITE:1, pile 5, end deck > build SPIRE @0; build LOBBY @new; end
    = short 0
""",
)


def test_after_the_end_all_cards_are_accounted_for_and_nobody_acts() -> None:
    state = table(["LOBBY, LOBBY", ""], "OFFICE:1", "OFFICE:0, OFFICE", pile=0)
    do(state, "build LOBBY @0", "build LOBBY @1", "end")
    assert GAME.actors(state) == frozenset()
    assert len(state.discards) + len(state.hands[0]) == len(STANDARD.cards)


# -- who wins


def ended(scores: tuple[int, ...], first: int) -> State:
    state = table(["OFFICE"] + [""] * (len(scores) - 1), pile=0)
    state.points, state.first, state.turn = list(scores), first, 0
    state.last_round = True
    end_turn(state)
    return state


def test_most_points_win() -> None:
    outcome = ended((3, 9, 7), first=1).outcome
    assert (outcome.winners, outcome.reason) == ((1,), "points")
    assert GAME.describe_outcome(outcome, NAMES) == "Bo wins with 9 points."


@pytest.mark.parametrize(("first", "winner"), [(0, 0), (1, 2), (2, 2), (3, 0)])
def test_f6_a_tie_goes_to_the_earlier_in_turn_order(first: int, winner: int) -> None:
    outcome = ended((9, 4, 9, 8), first).outcome
    assert (outcome.winners, outcome.reason) == ((winner,), "turn order")
    assert (
        GAME.describe_outcome(outcome, NAMES) == f"{NAMES[winner]} wins with 9 points: tied, but earlier in turn order."
    )
