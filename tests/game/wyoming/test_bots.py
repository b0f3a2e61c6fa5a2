"""How the bots of Towers of Wyoming play, and what they say about it."""

import random
from fractions import Fraction

import pytest
from hypothesis import given

from tests.game.random_games import Deal, play
from tests.game.strategies import deals
from tests.game.wyoming.positions import GAME, NAMES, table
from topping_out.game import narration, roster
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Advice
from topping_out.game.wyoming.bots.core.evaluation import BARE, at_least, ways_to_win
from topping_out.game.wyoming.bots.hints import explain
from topping_out.game.wyoming.bots.weights import weights_of
from topping_out.game.wyoming.bots.worlds import position_of, terms_of
from topping_out.game.wyoming.state import State
from topping_out.game.wyoming.variant import Variant

LEVELS = list(roster.LEVELS)
SEEING = ["medium", "hard", "master"]


def choice(state: State, level: str = "hard") -> str:
    seat = state.turn
    return str(bot_named(GAME, level).choose(GAME.view(state, seat), GAME.actions(state, seat), random.Random(3)))


def reason(state: State, level: str = "medium") -> str:
    seat = state.turn
    advice = bot_named(GAME, level).advise(GAME.view(state, seat), GAME.actions(state, seat), random.Random(3))
    return advice.reason


# -- it wins when it can


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_wins_when_it_can(level: str) -> None:
    assert choice(table("5C 2H", "7S", towers=["", "7C", "3D"]), level) in ("construct 4C @0.1", "construct 5C @0.1")


@pytest.mark.parametrize("level", LEVELS)
def test_a_finicky_win_is_of_exactly_so_many_cards(level: str) -> None:
    assert choice(table("5C 2H", "7S", towers=["", "7C"], finicky=True), level) == "construct 3C @0.1"


@pytest.mark.parametrize("level", LEVELS)
def test_a_finicky_tower_past_the_sky_is_brought_down_to_win(level: str) -> None:
    assert choice(table("5D 2H", "7S", towers=["", "12C"], finicky=True), level) == "deconstruct 2D @0.1"


@pytest.mark.parametrize("level", SEEING)
def test_under_a_low_sky_a_fallen_tower_may_rise_to_win(level: str) -> None:
    assert choice(table("6D 1H", "7S", towers=["2C", "1H"], pennies=3), level) == "deconstruct 6D @0.0"


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_would_rather_win_alone_than_share_the_win(level: str) -> None:
    state = table("3S 4D", "7C", towers=["8S", "", "10H"], pennies=9)
    assert choice(state, level) == "construct 3S @0.0"


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_shares_the_win_where_it_would_lose_it_else(level: str) -> None:
    state = table("2S 5H", "7D", towers=["8S", "", "10C"], pennies=9)
    assert choice(state, level) == "construct 2S @0.0"


# -- it blocks when it must


@pytest.mark.parametrize("level", SEEING)
def test_a_tower_that_needs_one_card_is_knocked_down(level: str) -> None:
    assert choice(table("3D 4S", "7C", towers=["4S", "", "10C"]), level) == "deconstruct 3D @1.0"


@pytest.mark.parametrize("level", SEEING)
def test_a_tower_that_wins_by_a_falling_penny_is_stopped(level: str) -> None:
    state = table("1H 2D 4S", "7C", towers=["4S", "", "10C"], pennies=9)
    assert choice(state, level).startswith("deconstruct")


@pytest.mark.parametrize("level", SEEING)
def test_a_finicky_tower_one_short_is_not_just_lifted_past_the_sky(level: str) -> None:
    state = table("2C 3D 2S", "7H", towers=["3S", "", "9C"], finicky=True)
    assert choice(state, level) == "deconstruct 3D @1.0"


@pytest.mark.parametrize("level", SEEING)
def test_the_wheel_decides_what_blocks(level: str) -> None:
    state = table("3D 3H 1S", "7C", towers=["4S", "", "10C"], wheel=True)
    assert choice(state, level) == "deconstruct 3H @1.0"


def test_the_weakest_level_does_not_see_a_threat_that_is_not_blatant() -> None:
    chosen = [choice(table("3D 4S", "7C", towers=["5S", "", "7C"]), level) for level in ("gentle", "easy", "medium")]
    assert [text.split()[0] for text in chosen] == ["construct", "construct", "deconstruct"]


def test_gentle_stops_only_a_tower_that_a_single_card_would_finish() -> None:
    assert choice(table("3D 4S", "7C", towers=["5S", "", "10C"]), "gentle").startswith("deconstruct")
    assert choice(table("3D 4S", "7C", towers=["5S", "", "9C"]), "gentle").startswith("construct")


def test_the_weaker_levels_forget_what_was_discarded() -> None:
    """All the other clubs lie in the discards: who remembers them knows that the tower of clubs is no danger."""
    state = table("3D 4S", "7H", towers=["4S", "", "8C"], discards="17C 5H")
    view = GAME.view(state, 0)
    hidden = {level: position_of(view, weights_of(level).memory).hidden[2] for level in LEVELS}
    assert hidden == {"gentle": 17, "easy": 6, "medium": 0, "hard": 0, "master": 0}


@pytest.mark.parametrize("level", LEVELS)
def test_no_bot_builds_a_rivals_tower_into_a_win(level: str) -> None:
    state = table("4C 3S", "7H", towers=["1S", "1S", "10C"])
    for seed in range(2 if level == "master" else 6):
        bot, seat = bot_named(GAME, level), state.turn
        chosen = bot.choose(GAME.view(state, seat), GAME.actions(state, seat), random.Random(seed))
        assert "@1.0" not in str(chosen)


# -- it minds the optional rules


@pytest.mark.parametrize("level", ["gentle", "easy", "medium"])
def test_the_levels_that_err_do_not_waste_cards_in_plain_sight(level: str) -> None:
    """They neither build a rival's tall tower up nor take an own one down, while there is anything else to do."""
    state = table("1S 1H 3C", "7D", towers=["5S", "", "6C", "4D"])
    bot, view, plays = bot_named(GAME, level), GAME.view(state, 0), GAME.actions(state, 0)
    chosen = {str(bot.choose(view, plays, random.Random(seed))) for seed in range(60)}
    assert not [play for play in chosen if play.startswith(("construct 1C @1", "construct 2C @1", "construct 3C @1"))]
    assert not [play for play in chosen if play.startswith("deconstruct") and "@0" in play]


def test_deadlines_make_it_stand_somewhere_before_the_reshuffle() -> None:
    state = table("3C 2H 2S", "5D", "6D", towers=["", "4D", "3D"], deck="4S", discards="9H", deadlines=True)
    assert "construct" in choice(state, "medium")
    assert "@0.0" in choice(state, "medium")


def test_sudden_death_makes_the_last_cards_count_for_height() -> None:
    state = table("3C", "1S", towers=["5C", "1H", "6D", "1H"], deck="-", sudden_death=True)
    assert choice(state) in ("construct 2C @0.0", "construct 3C @0.0")


# -- chances


def test_the_chance_to_hold_a_suit_is_counted_not_guessed() -> None:
    assert at_least(1, 1, 1, 4) == pytest.approx(1 / 4)
    assert at_least(2, 2, 2, 4) == pytest.approx(1 / 6)
    assert at_least(0, 7, 0, 50) == 1
    assert at_least(3, 2, 5, 20) == 0
    assert at_least(1, 7, 25, 25) == 1


def test_the_chance_agrees_with_drawing_it_out() -> None:
    rng = random.Random(5)
    drawn = Fraction(sum(sum(card < 20 for card in rng.sample(range(80), 7)) >= 3 for _ in range(4000)), 4000)
    assert at_least(3, 7, 20, 80) == pytest.approx(float(drawn), abs=0.03)


@pytest.mark.parametrize(
    ("tower", "pennies", "finicky", "ways"),
    [
        ((2, 7), 10, False, {(2, 4)}),
        ((2, 11), 10, False, {(2, 0)}),
        ((2, 2), 10, False, set()),
        (BARE, 6, False, {(suit, 7) for suit in range(4)}),
        (BARE, 7, False, set()),
        ((2, 2), 3, False, {(2, 2), (3, 6)}),
        ((2, 7), 10, True, {(2, 3)}),
        ((2, 12), 10, True, {(3, 2)}),
        ((2, 10), 10, True, {(2, 0)}),
    ],
)
def test_ways_to_win_on_a_tower(
    tower: tuple[int, int], pennies: int, finicky: bool, ways: set[tuple[int, int]]
) -> None:
    attackers = terms_of(Variant(2)).attackers
    assert set(ways_to_win(tower, pennies, attackers[tower[0]], finicky)) == ways


@given(deal=deals("wyoming"))
def test_ways_to_win_are_what_the_rules_let_win(deal: Deal) -> None:
    """A play onto an own tower wins if, and only if, it is one of its ways."""
    for step in play(deal):
        state, finicky = step.state, step.state.variant.finicky
        if GAME.outcome(state) is not None or any(len(tower) >= state.pennies for tower in state.towers):
            continue  # a tower may win, or stand in the way (W4), whatever is played
        seat = state.turn
        for action in GAME.actions(state, seat):
            tower = state.towers_of(action.owner)[action.foundation]
            if action.owner == seat and action.kind != "discard":
                short = (tower[0] // 25, len(tower)) if tower else BARE
                ways = ways_to_win(short, state.pennies, terms_of(state.variant).attackers[short[0]], finicky)
                counts = [count for suit, count in ways if suit == action.suit]
                after = state.copy()
                log: list[object] = []
                GAME.apply(after, seat, action, log)  # type: ignore[arg-type]
                wins = len(log) == 2 and after.outcome is not None and after.outcome.reason == "tower"
                assert wins == any(action.count == count if finicky else action.count >= count for count in counts)


# -- minds


def test_every_level_has_its_weights() -> None:
    assert all(weights_of(mind) for mind in roster.names())


# -- hints


def test_a_winning_play_says_how_high_it_comes() -> None:
    assert reason(table("4C 3H", "7S", towers=["", "7C"])) == "you win, because it reaches 11, over the Sky of 10."
    assert reason(table("4C 3H", "7S", towers=["", "7C"], finicky=True)) == (
        "you win, because it reaches 10, exactly the Sky of 10."
    )


def test_a_shared_win_is_no_win() -> None:
    state = table("3S 4D", "7C", towers=["8S", "", "10H"], pennies=9)
    assert explained(state, "construct 2S @0.0") == (
        "Play 2 spades on your spades tower of 8: "
        "you share the win, because the tallest winning towers are equally tall."
    )
    assert "you win, because it reaches 11" in explained(state, "construct 3S @0.0")


def test_a_game_that_ends_before_the_next_play_is_said_to_end() -> None:
    towers = ["5C", "", "4D"]
    assert explained(table("1C", "", towers=towers, deck="-", sudden_death=True), "construct 1C @0.0") == (
        "Play 1 club on your clubs tower of 5: then the game is over before anybody plays again, and you win."
    )
    sky = table("2D 1S", "6H", towers=["", "", "7D"], deck="1S", discards="9H", pennies=1, finicky=True)
    assert explained(sky, "construct 1D @1.0") == (
        "Play 1 diamond on Bo's diamonds tower of 7: then the game is over before anybody plays again, and you lose."
    )


def test_a_block_names_the_threat() -> None:
    assert explained(table("3D 4S", "7C", towers=["4S", "", "9C"]), "deconstruct 3D @1.0") == (
        "Play 3 diamonds on Bo's clubs tower of 9: it comes down to 6, with 5 to go. With 2 clubs it would have won."
    )


def test_a_threat_that_a_play_does_not_set_back_is_not_named() -> None:
    assert "would have won" not in explained(table("1C 4S", "7C", towers=["4S", "", "8C"]), "construct 1C @1.0")


def test_a_threat_that_nobody_can_hold_the_cards_for_is_not_named() -> None:
    """All other clubs lie in the discards."""
    state = table("3D 4S", "7H", towers=["4S", "", "9C"], discards="16C 5H")
    assert "would have won" not in explained(state, "deconstruct 3D @1.0")


def test_a_beginning_says_what_is_kept_for_it() -> None:
    state = table("5C 2H", "7S", towers=["", "3H", "2S", "3D"])
    assert explained(state, "construct 2C @0.0") == (
        "Begin a tower with 2 clubs: that leaves 9 to go, and you keep 3 clubs for it."
    )


def explained(state: State, text: str) -> str:
    view, action = GAME.view(state, state.turn), GAME.parse(text)
    return narration.hint(GAME, view, Advice(action, explain(view, action)), NAMES)


def test_fresh_cards_are_promised_only_where_there_will_be_some() -> None:
    towers, play = ["", "", "3D", ""], "deconstruct 2C @1.0"
    told = "Play 2 clubs on Bo's diamonds tower of 3: it comes down to 1, with 10 to go"
    assert explained(table("2C 5S", "7H", towers=towers), play) == f"{told}, and you draw 2 fresh cards."
    assert explained(table("2C 3S", "7H", towers=towers, deck="-", sudden_death=True), play) == f"{told}."
    assert explained(table("2C 5S", "6H", towers=towers, deck="1S"), play) == f"{told}, and you draw 2 fresh cards."
    assert explained(table("2C 5S", "1H", towers=towers, deck="3S"), play) == f"{told}."  # there are not so many


def test_no_fresh_cards_are_promised_to_a_seat_that_a_deadline_may_put_out() -> None:
    towers, play = ["2C", "", "3D", ""], "deconstruct 2C @1.0"
    near = table("2C 5S", "6H", towers=towers, deck="2S", discards="9H", deadlines=True)
    assert explained(near, play).endswith("it comes down to 1, with 10 to go.")
    far = table("2C 5S", "6H", towers=towers, deck="9S", discards="9H", deadlines=True)
    assert explained(far, play).endswith("and you draw 2 fresh cards.")


def test_no_fresh_cards_are_promised_where_the_last_penny_ends_the_game_first() -> None:
    towers = ["2C", "", "3D", "5H"]
    state = table("2C 5S", "6H", towers=towers, deck="2S", discards="9H", pennies=1, finicky=True)
    assert explained(state, "deconstruct 2C @1.0").endswith("it comes down to 1, with 0 to go.") is False
    assert "fresh" not in explained(state, "construct 1C @0.0")


@pytest.mark.parametrize(("height", "count"), [(1, 3), (4, 1)])
def test_cards_cast_on_a_rivals_tower_are_said_to_leave_it_short(height: int, count: int) -> None:
    state, grown = table("3S 2D", "7H", towers=["8D", "", f"{height}S"]), height + count
    assert f"Bo's spades tower of {height}: it grows to {grown}, with {11 - grown} to go" in explained(
        state, f"construct {count}S @1.0"
    )


def test_a_deadline_is_pointed_out() -> None:
    state = table("3C 2H", "5D", "6D", towers=["", "4D", "3D"], deck="4S", discards="9H", deadlines=True)
    assert explained(state, "construct 3C @0.0") == (
        "Begin a tower with 3 clubs: "
        "the discards are shuffled before you play again, and without a tower you may be out."
    )


def test_an_own_tower_that_is_cleared_away_is_said_to_make_room() -> None:
    assert "so that any suit can begin there again" in explained(
        table("3D 2S", "7H", towers=["3C", "2H"]), "deconstruct 3D @0.0"
    )


@given(deal=deals("wyoming"))
def test_every_play_can_be_explained(deal: Deal) -> None:
    for number, step in enumerate(play(deal)):
        if step.state.outcome is None and number % 5 == 0:
            seat = step.state.turn
            assert all(explain(GAME.view(step.state, seat), action) for action in GAME.actions(step.state, seat))


def test_a_discard_is_explained() -> None:
    state = table("2H 1S", "7H", "7H", towers=["4D", "4C", ""])
    assert explained(state, "discard 2H").startswith("Discard 2 hearts: nothing in your hand can be played")


def test_when_all_is_lost_the_hint_says_so() -> None:
    state = table("3S", "7H", towers=["3S", "", "11C"])
    assert reason(state) == "whatever you play, you lose."
