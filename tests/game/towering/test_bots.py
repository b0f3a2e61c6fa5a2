"""The bots of Towering: what they see, how they compare, and what they say."""

import random

import pytest

from tests.game.towering.positions import GAME, do, rows, texts, whole
from topping_out.game import engine
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Advice
from topping_out.game.towering.bots.hints import explain
from topping_out.game.towering.cards import without
from topping_out.game.towering.state import State


def choice(state: State, level: str = "hard") -> str:
    view = GAME.view(state, state.turn)
    return str(bot_named(GAME, level).choose(view, GAME.actions(state, state.turn), random.Random(0)))


NAMES = ("You", "Bo")


def hint(state: State, text: str) -> str:
    assert text in texts(state)
    view, action = GAME.view(state, state.turn), GAME.parse(text)
    return engine.hint(GAME, view, Advice(action, explain(view, action)), NAMES)


# -- judgement

both = pytest.mark.parametrize("level", ["hard", "master"])


@both
def test_floors_are_built_from_the_bottom(level: str) -> None:
    assert choice(whole("r4 r6 r9 b2 g2", towers=("rm r3", "")), level) == "build r4"


def test_a_material_that_pays_comes_before_the_floors() -> None:
    assert choice(whole("rm r3 r5 r7 r9 r10 b2 x3")) == "build rm"


@both
def test_at_the_end_the_best_card_is_built_whatever_it_skips(level: str) -> None:
    assert choice(whole("r10 b2 b3", towers=("rm rm r2 r4", ""), pile=1), level) == "build r10"


def test_no_tower_is_begun_that_cannot_pay_in_time() -> None:
    assert choice(whole("b9 b10", pile=4)).startswith("discard")
    assert choice(whole("b8 b9 b10", pile=6)).startswith("build")


@both
def test_what_the_rival_waits_for_is_not_discarded(level: str) -> None:
    assert choice(whole("g8 b10 b2", towers=("g9 bm b6", "gm gm g6 g7")), level) != "discard g8"


def test_what_the_rival_is_past_is_discarded() -> None:
    assert choice(whole("g8 b10", towers=("g9 bm b6", "g9"))) == "discard g8"


@both
def test_a_card_that_fits_is_taken_from_the_discards(level: str) -> None:
    state = whole("b2 b3", towers=("rm r5 r6", ""), discards="r7")
    do(state, "discard b2")
    assert choice(state, level) == "draw r"


def test_hard_takes_what_the_rivals_tower_waits_for_and_medium_does_not() -> None:
    state = whole("b2 b3", towers=("", "gm gm g4 g5 g6 g7 g8"), discards="g9")
    do(state, "discard b2")
    assert choice(state) == "draw g"
    assert choice(state, "medium") == "draw pile"


# -- hints


def test_the_hint_says_what_a_floor_does_and_what_it_shuts_out() -> None:
    state = whole("r7 r9", towers=("r4", "r6"), discards="b9", pile=9)
    assert hint(state, "build r7") == (
        "Build the red 7: your red tower then needs only 9 more to pay for itself, not 16. "
        "After the 7, the 5 no longer fits there."
    )


@pytest.mark.parametrize(
    ("card", "mine", "reason"),
    [
        ("r9", "r5 r6", "now your red tower pays for itself. The opponent has already built every number it skips."),
        ("r9", "rm r2 r3 r4 r5 r6", "your red tower is now worth 18. With 1 more card drawn for it, it earns 20"),
        ("r6", "rm rm r2 r3 r5", "your red tower then needs only 4 more to pay for itself, not 10. With"),
        ("r9", "rm rm r2 r3 r5 r6", "now your red tower pays for itself. With 1 more card drawn for it, it earns 20"),
        ("r10", "rm r2 r3 r5 r6 r9", "your red tower is now worth 30."),
        ("r10", "rm rm r2 r3 r4 r6 r9", "your red tower is now worth 62, and with 8 cards it earns 20 more."),
        ("r9", "", "it begins your red tower, 11 short of its cost. After the 9, nothing lower fits there any"),
    ],
)  # fmt: skip
def test_hints_for_floors(card: str, mine: str, reason: str) -> None:
    told = hint(whole(card, (mine, "r7 r8")), f"build {card}")
    assert told.partition(": ")[2].startswith(reason)


def test_a_tower_that_nothing_can_go_onto_is_not_said_to_need_more() -> None:
    assert hint(whole("r10", ("r7", "")), "build r10") == (
        "Build the red 10: your red tower stays short of its cost, by 3 rather than 13. "
        "After the 10, the 8 and the 9 no longer fit there."
    )
    assert hint(whole("r9", ("r8", "r10")), "build r9").startswith(
        "Build the red 9: your red tower stays short of its cost, by 3 rather than 12."
    )


def test_what_lies_under_other_discards_or_comes_too_late_is_not_counted_on() -> None:
    buried = whole("r9", ("r8", ""), discards="r10 r2")
    assert "your red tower is then 3 short, not 12." in hint(buried, "build r9")
    assert "needs only 3 more" in hint(whole("r9", ("r8", ""), discards="r2 r10"), "build r9")
    assert "your red tower is then 3 short, not 12." in hint(whole("r9 r10", ("r8", ""), pile=2), "build r9")


@pytest.mark.parametrize(
    ("hand", "rival", "discards", "promise"),
    [
        ("r9 r10", "", "", "With 1 more card from the hand it earns 20 extra."),
        ("r9", "", "", "With 1 more card drawn for it, it earns 20 extra."),
        ("r9", "r10", "", ""),
        ("r9", "", "r10 y2", "With 1 more card drawn for it, it earns 20 extra."),
        ("r9", "", "r10 r7", ""),
    ],
)
def test_the_eighth_card_is_promised_only_where_it_can_come(hand: str, rival: str, discards: str, promise: str) -> None:
    told = hint(whole(hand, ("rm rm r2 r3 r4 r5", rival), discards), "build r9")
    assert told.endswith(promise or "any more.")
    assert ("20 extra" in told) == bool(promise)


def test_the_eighth_card_is_not_promised_where_the_rival_is_known_to_hold_it() -> None:
    state = whole("r9", ("rm rm r2 r3 r4 r5", ""))
    ten = GAME.parse("build r10").card
    state.stack(without(state.deck, [ten]))
    state.hold(1, bytes([ten]))
    assert "20 extra" in hint(state, "build r9")
    state.known = rows(("", "r10"))
    assert "20 extra" not in hint(state, "build r9")


def test_nor_is_it_promised_where_the_round_ends_first() -> None:
    assert "20 extra" not in hint(whole("r9 r10", ("rm rm r2 r3 r4 r5", ""), pile=2), "build r9")


def test_the_hint_for_a_first_floor_adds_up_the_hand() -> None:
    assert hint(whole("r2 r9 r10", towers=("rm", "")), "build r2") == (
        "Build the red 2: with the 9 and the 10 in hand, your red tower comes to 21, against a cost of 20."
    )
    assert hint(whole("r2 r9 r10", towers=("rm", ""), pile=3), "build r2").startswith(
        "Build the red 2: it is the first number of your red tower, 18 short of its cost. Only 3 cards"
    )


def test_the_hint_for_a_material_names_the_multiplier_and_what_is_there_for_it() -> None:
    state = whole("rm r3 r10 b2", towers=("rm", ""))
    assert hint(state, "build rm") == (
        "Build a red material: your red tower now counts ×3, gain or loss, and you hold the 3 and the 10 for it."
    )


@pytest.mark.parametrize(
    ("card", "towers", "reason"),
    [
        ("r2", ("r5", "r8"), "your red tower is already past the 2, and the opponent's red tower cannot take it."),
        ("rm", ("r5", "rm"), "your red tower can't take materials any more. The opponent's red tower could take it."),
        ("r2", ("", ""), "the floors of this colour in hand add up to 2, short of the cost of 20, and the opponent"),
        ("rm", ("", "r3"), "there's no floor in hand to go with it, and the opponent's red tower cannot take it."),
        ("r6", ("r5", "r8"), "the opponent's red tower cannot take it."),
        ("r3", ("r2", "r8"), "building it would add only 3 points, and the opponent's red tower cannot take it."),
    ],
)  # fmt: skip
def test_hints_for_discards(card: str, towers: tuple[str, str], reason: str) -> None:
    assert hint(whole(card, towers), f"discard {card}").partition(": ")[2].startswith(reason)


@pytest.mark.parametrize(
    ("towers", "reason"),
    [
        (("r5 r6", "r3"), "your red tower can take it, and the opponent doesn't get it."),
        (("r5 r6", ""), "your red tower can take it."),
        (("", "r3"), "the opponent's red tower could take it; in hand it's out of reach."),
        (("", ""), "with it the floors of this colour in hand add up to 26, against a cost of 20."),
        (("r8", ""), "the pile doesn't shrink, which leaves more time to build the red 9 and the red 10."),
    ],
)
def test_hints_for_taking_a_discard(towers: tuple[str, str], reason: str) -> None:
    state = whole("b2 r9 r10", towers, discards="r7", pile=5)
    do(state, "discard b2")
    assert hint(state, "draw r") == f"Take the red 7 from the discards: {reason}"


def test_hints_for_the_pile() -> None:
    state = whole("b2", towers=("r5", ""), discards="r7")
    do(state, "discard b2")
    assert hint(state, "draw pile") == "Draw from the pile: the red 7 on the discards would fit too."
    state = whole("b2", towers=("r8", ""), discards="r7")
    do(state, "discard b2")
    assert hint(state, "draw pile") == ("Draw from the pile: no card on top of the discards fits a tower you've begun.")


def test_the_hint_for_the_last_card_tells_how_things_stand() -> None:
    state = whole("r10", towers=("r5 r7", "y9"), pile=1)
    do(state, "build r10")
    assert hint(state, "draw pile") == (
        "Draw from the pile: it is the last card, and the round ends with your towers at 2 to −11."
    )
