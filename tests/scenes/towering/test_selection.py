"""The half-made turn on the Towering table: what can be chosen, what it would do, why not."""

from tests.game.towering.positions import GAME, NAMES, do, table
from topping_out.game.towering.actions import Build, Discard, Draw
from topping_out.game.towering.cards import parse_card
from topping_out.game.towering.state import State
from topping_out.scenes.match.table.selection import Selection
from topping_out.scenes.towering.choosing import PILE, Target, pile_line
from topping_out.scenes.towering.table import ToweringTable

BLUE, RED, YELLOW = range(3)


def choose(state: State, card: str = "") -> Selection:
    selection = Selection(ToweringTable(), GAME.view(state, 0), GAME.actions(state, 0), NAMES)
    if card:
        selection.take(parse_card(card))
    return selection


def test_without_a_card_nothing_can_be_done_and_the_table_says_so() -> None:
    selection = choose(table(("r2 r7", "")))
    assert (selection.action, selection.targets(), selection.label) == (None, [], "Choose a card")
    assert "Choose a card" in selection.refusal(Target("site", RED))
    assert "Play a card first" in selection.refusal(PILE)


def test_a_card_is_aimed_at_its_tower_and_may_go_to_its_discards() -> None:
    selection = choose(table(("r2 r7", ""), towers=("r3", "")), "r7")
    assert selection.targets() == [Target("site", RED), Target("river", RED)]
    assert selection.action == Build(parse_card("r7"))
    selection.pointed = Target("river", RED)
    assert (selection.action, selection.label) == (Discard(parse_card("r7")), "Discard red 7")


def test_a_card_that_does_not_fit_its_tower_is_aimed_at_the_discards_and_the_tower_says_why() -> None:
    selection = choose(table(("r2 r7", ""), towers=("r3", "")), "r2")
    assert selection.targets() == [Target("river", RED)]
    assert selection.action == Discard(parse_card("r2"))
    assert "only higher cards" in selection.refusal(Target("site", RED))
    assert selection.preview(Target("site", RED))[0] == "Not here"


def test_a_card_cannot_go_to_another_colour() -> None:
    selection = choose(table(("r2 r7", "")), "r7")
    assert selection.refusal(Target("site", BLUE)) == "The red 7 can only go to the red tower."
    assert selection.refusal(Target("river", BLUE)) == "The red 7 can only go to the red discards."
    assert selection.refusal(Target("site", RED)) == ""


def test_an_aim_where_nothing_can_be_done_changes_nothing() -> None:
    selection = choose(table(("r2 r7", "")), "r2")
    selection.pointed = PILE
    assert selection.aim == Target("site", RED)


def test_taking_the_last_discard_that_patience_allows_is_said_to_end_the_round() -> None:
    state = table(("r2 r7", ""), discards="b3")
    do(state, "discard r7")
    state.streak = 58
    take = Target("river", BLUE)
    assert choose(state).preview(take)[1] == "You have no blue tower yet"
    state.streak = 59
    assert choose(state).preview(take)[1] == "You have no blue tower yet. Taking it ends the round at once"


def test_a_build_shows_beforehand_what_the_tower_would_be_worth() -> None:
    selection = choose(table(("r10", ""), towers=("rm rm r2 r3 r5 r7 r8", "")), "r10")
    title, line = selection.preview(Target("site", RED))
    assert title == "Build the red 10"
    assert line == "(35−20)×3 = +45, and 20 for 8 cards: +65 (now +15)"


def test_whether_to_build_what_shuts_out_cards_of_the_hand_is_the_players_to_say() -> None:
    selection = choose(table(("rm rm r4 r5 r9", ""), towers=("r3", "")), "r9")
    assert (selection.aim, selection.action, selection.label) == (None, None, "Build or discard?")
    assert selection.caution == "Build the red 9 or discard it? Once it's built, your 4 and 5 won't fit."
    selection.pointed = Target("site", RED)
    assert (selection.action, selection.caution) == (Build(parse_card("r9")), "")
    selection.take(parse_card("r4"))
    assert selection.action == Build(parse_card("r4"))


def test_a_discard_tells_whether_the_rival_could_use_it() -> None:
    state = table(("r2 r7 y2", ""), towers=("", "r3"))
    assert choose(state, "r7").preview(Target("river", RED)) == ("Discard the red 7", "Bo's tower could use it")
    assert choose(state, "r2").preview(Target("river", RED))[1] == "Bo's tower can't use it"
    assert choose(state, "y2").preview(Target("river", YELLOW))[1] == "Bo has no yellow tower yet"


def test_after_the_play_the_pile_is_aimed_at_and_every_other_pile_is_a_target() -> None:
    state = table(("r2 y7 b9", ""), discards="b3 y4", deck="p8 p9 p10")
    do(state, "discard r2")
    selection = choose(state)
    assert (selection.action, selection.label) == (Draw(), "Draw a card")
    assert selection.targets() == [PILE, Target("river", BLUE), Target("river", YELLOW)]
    selection.pointed = Target("river", YELLOW)
    assert (selection.action, selection.label) == (Draw(YELLOW), "Take yellow 4")


def test_what_cannot_be_drawn_says_why_t3() -> None:
    state = table(("r2 y7 b9", ""), deck="p8 p9 p10")
    do(state, "discard r2")
    selection = choose(state)
    assert "just discarded" in selection.refusal(Target("river", RED))
    assert selection.refusal(Target("river", BLUE)) == "There is no blue card among the discards."
    assert "now draw one" in selection.refusal(Target("site", RED))


def test_with_taking_back_the_card_just_discarded_is_a_target_t3() -> None:
    state = table(("r2 y7 b9", ""), deck="p8 p9 p10", take_back=True)
    do(state, "discard r2")
    assert Target("river", RED) in choose(state).targets()


def test_a_card_of_the_hand_cannot_be_chosen_while_one_is_to_be_drawn() -> None:
    state = table(("r2 y7 b9", ""), deck="p8 p9 p10")
    do(state, "build r2")
    selection = choose(state, "y7")
    assert (selection.card, selection.aim) == (None, PILE)


def test_taking_a_discard_tells_whether_ones_own_tower_could_use_it() -> None:
    state = table(("b2 y7", ""), towers=("y5", ""), discards="b3 y4 y9", deck="p8 p9 p10")
    do(state, "build b2")
    selection = choose(state)
    assert selection.preview(Target("river", YELLOW)) == ("Take the yellow 9", "Your tower could use it")
    assert selection.preview(Target("river", BLUE)) == ("Take the blue 3", "Your tower could use it")


def test_a_hint_is_taken_over_whole() -> None:
    state = table(("r2 y7", ""), discards="b3", deck="p8 p9 p10")
    selection = choose(state)
    selection.choose(Discard(parse_card("y7")))
    assert selection.action == Discard(parse_card("y7"))
    do(state, "build r2")
    selection = choose(state)
    selection.choose(Draw(BLUE))
    assert selection.action == Draw(BLUE)


def test_the_pile_speaks_of_its_end() -> None:
    assert "ends the round at once" in pile_line(1)
    assert pile_line(23).startswith("23 cards are left")
