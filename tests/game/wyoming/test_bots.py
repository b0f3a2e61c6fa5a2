"""How the bots of Towers of Wyoming play, and what they say about it."""

import random

import pytest
from hypothesis import given

from tests.game.by_luck.random_games import Deal, play
from tests.game.by_luck.strategies import deals
from tests.game.stories import Teller, stories
from tests.game.wyoming.positions import GAME, NAMES, do, laid_out, table
from topping_out.game import engine, roster
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Advice
from topping_out.game.wyoming.bots.core.evaluation import at_least, ways_to_win
from topping_out.game.wyoming.bots.hints import explain
from topping_out.game.wyoming.bots.weights import weights_of
from topping_out.game.wyoming.bots.worlds import position_of
from topping_out.game.wyoming.core.state import BARE
from topping_out.game.wyoming.state import State, terms_of
from topping_out.game.wyoming.variant import Variant

LEVELS = list(roster.LEVELS)
SEEING = ["medium", "hard", "master"]


def choice(state: State, level: str = "hard") -> str:
    seat = state.turn
    return str(bot_named(GAME, level).choose(GAME.view(state, seat), GAME.actions(state, seat), random.Random(3)))


def explained(state: State, text: str) -> str:
    view, action = GAME.view(state, state.turn), GAME.parse(text)
    return engine.hint(GAME, view, Advice(action, explain(view, action)), NAMES)


def reason(state: State, _: object) -> str:
    view, actions = GAME.view(state, state.turn), GAME.actions(state, state.turn)
    return bot_named(GAME, "medium").advise(view, actions, random.Random(3)).reason


BOTS = Teller(
    laid_out,
    do,
    {
        "everybody": lambda state, _: " or ".join({choice(state, level) for level in LEVELS}),
        "who looks ahead": lambda state, _: " or ".join({choice(state, level) for level in SEEING}),
        f"({'|'.join(LEVELS)})": lambda state, _, level: choice(state, level),
        "reason": reason,
        r"((?:construct|deconstruct|discard) [^:]+):": lambda state, _, play: explained(state, play),
    },
)
"""What bots would do, and what is said of plays."""
test_bots_play_and_speak = stories(
    BOTS,
    """
a bot wins when it can
    5C 2H / 7S, towers . 7C 3D = everybody construct …C @0.1
a finicky win is of exactly so many cards
    5C 2H / 7S, towers . 7C, finicky = everybody construct 3C @0.1
a finicky tower past the Sky is brought down to win
    5D 2H / 7S, towers . 12C, finicky = everybody deconstruct 2D @0.1
under a low Sky a fallen tower may rise to win
    6D 1H / 7S, towers 2C 1H, sky 3 = who looks ahead deconstruct 6D @0.0
a bot would rather win alone than share the win
    3S 4D / 7C, towers 8S . 10H, sky 9 = everybody construct 3S @0.0
a bot shares the win where it would lose it else
    2S 5H / 7D, towers 8S . 10C, sky 9 = everybody construct 2S @0.0
a tower that needs one card is knocked down
    3D 4S / 7C, towers 4S . 10C = who looks ahead deconstruct 3D @1.0
a tower that wins by a falling penny is stopped
    1H 2D 4S / 7C, towers 4S . 10C, sky 9 = medium deconstruct …; hard deconstruct …; master deconstruct …
a finicky tower one short is not just lifted past the Sky
    2C 3D 2S / 7H, towers 3S . 9C, finicky = who looks ahead deconstruct 3D @1.0
the wheel decides what blocks
    3D 3H 1S / 7C, towers 4S . 10C, wheel = who looks ahead deconstruct 3H @1.0
the weakest levels do not see a threat that is not blatant
    3D 4S / 7C, towers 5S . 7C = gentle construct …; easy construct …; medium deconstruct …
gentle stops a tower that a single card would finish
    3D 4S / 7C, towers 5S . 10C = gentle deconstruct …
and no other
    3D 4S / 7C, towers 5S . 9C = gentle construct …
deadlines make it stand somewhere before the reshuffle
    3C 2H 2S / 5D / 6D, towers . 4D 3D, deck 4S, discards 9H, deadlines = medium construct … @0.0
sudden death makes the last cards count for height
    3C / 1S, towers 5C 1H 6D 1H, deck -, sudden_death = hard construct …C @0.0

a winning play says how high it comes
    4C 3H / 7S, towers . 7C = reason you win, because it reaches 11, over the Sky of 10.
a finicky winning play says that it comes exactly there
    4C 3H / 7S, towers . 7C, finicky = reason you win, because it reaches 10, exactly the Sky of 10.
when all is lost the hint says so
    3S / 7H, towers 3S . 11C = reason whatever you play, you lose.
a shared win is no win
    3S 4D / 7C, towers 8S . 10H, sky 9 = construct 2S @0.0: Play 2 spades on your spades tower of 8:
      you share the win, because the tallest winning towers are equally tall.;
      construct 3S @0.0: …you win, because it reaches 11…
a game that ends before the next play is said to end
    1C / -, towers 5C . 4D, deck -, sudden_death = construct 1C @0.0: Play 1 club on your clubs tower of 5:
      then the game is over before anybody plays again, and you win.
and who loses then is told
    2D 1S / 6H, towers . . 7D, deck 1S, discards 9H, sky 1, finicky = deconstruct 1D @1.0: Play 1 diamond on Bo's
      diamonds tower of 7: then the game is over before anybody plays again, and you lose.
a block names the threat
    3D 4S / 7C, towers 4S . 9C = deconstruct 3D @1.0: Play 3 diamonds on Bo's clubs tower of 9:
      it comes down to 6, with 5 to go. With 2 clubs it would have won.
a threat that a play does not set back is not named
    1C 4S / 7C, towers 4S . 8C = construct 1C @1.0: Play 1 club on Bo's clubs tower of 8: …it grows to 9, with 2 to go…
a threat that nobody can hold the cards for, all others lying in the discards, is not named
    3D 4S / 7H, towers 4S . 9C, discards 16C 5H = deconstruct 3D @1.0: … with 5 to go, and you draw 3 fresh cards.
a beginning says what is kept for it
    5C 2H / 7S, towers . 3H 2S 3D = construct 2C @0.0: Begin a tower with 2 clubs:
      that leaves 9 to go, and you keep 3 clubs for it.
fresh cards are promised where there will be some
    2C 5S / 7H, towers . . 3D . = deconstruct 2C @1.0: Play 2 clubs on Bo's diamonds tower of 3:
      it comes down to 1, with 10 to go, and you draw 2 fresh cards.
they come from the discards too
    2C 5S / 6H, towers . . 3D ., deck 1S = deconstruct 2C @1.0: … with 10 to go, and you draw 2 fresh cards.
no fresh cards are promised without a pile
    2C 3S / 7H, towers . . 3D ., deck -, sudden_death = deconstruct 2C @1.0: … with 10 to go.
nor where there are not so many
    2C 5S / 1H, towers . . 3D ., deck 3S = deconstruct 2C @1.0: … with 10 to go.
no fresh cards are promised to a seat that a deadline may put out
    2C 5S / 6H, towers 2C . 3D ., deck 2S, discards 9H, deadlines = deconstruct 2C @1.0: … with 10 to go.
but where it is far off they are
    2C 5S / 6H, towers 2C . 3D ., deck 9S, discards 9H, deadlines = deconstruct 2C @1.0: … draw 2 fresh cards.
no fresh cards are promised where the last penny ends the game first
    2C 5S / 6H, towers 2C . 3D 5H, deck 2S, discards 9H, sky 1, finicky = construct 1C @0.0: Play 1 club on your clubs
      tower of 2: it grows to 3, 2 too tall, and you keep 1 club for it.;
      deconstruct 2C @1.0: Play 2 clubs on Bo's diamonds tower of 3: then the opponent's tower wins at once.
cards cast on a rival's tower are said to leave it short
    3S 2D / 7H, towers 8D . 1S = construct 3S @1.0: …Bo's spades tower of 1: …it grows to 4, with 7 to go…
or shorter
    3S 2D / 7H, towers 8D . 4S = construct 1S @1.0: …Bo's spades tower of 4: …it grows to 5, with 6 to go…
a deadline is pointed out
    3C 2H / 5D / 6D, towers . 4D 3D, deck 4S, discards 9H, deadlines = construct 3C @0.0: Begin a tower with 3 clubs:
      the discards are shuffled before you play again, and without a tower you may be out.
an own tower that is cleared away is said to make room
    3D 2S / 7H, towers 3C 2H = deconstruct 3D @0.0: …so any suit can begin there again…
a discard is explained
    2H 1S / 7H / 7H, towers 4D 4C . = discard 2H: Discard 2 hearts: no card in hand can be played…
""",
)


# -- it wins when it can


# -- it blocks when it must


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


@pytest.mark.parametrize("level", ["gentle", "easy", "medium"])
def test_the_levels_that_err_do_not_waste_cards_in_plain_sight(level: str) -> None:
    """They neither build a rival's tall tower up nor take an own one down, while there is anything else to do."""
    state = table("1S 1H 3C", "7D", towers=["5S", "", "6C", "4D"])
    bot, view, plays = bot_named(GAME, level), GAME.view(state, 0), GAME.actions(state, 0)
    chosen = {str(bot.choose(view, plays, random.Random(seed))) for seed in range(60)}
    assert not [play for play in chosen if play.startswith(("construct 1C @1", "construct 2C @1", "construct 3C @1"))]
    assert not [play for play in chosen if play.startswith("deconstruct") and "@0" in play]


# -- chances


def test_the_chance_to_hold_a_suit_is_counted_not_guessed() -> None:
    assert at_least(1, 1, 1, 4) == pytest.approx(1 / 4)
    assert at_least(2, 2, 2, 4) == pytest.approx(1 / 6)
    assert at_least(0, 7, 0, 50) == 1
    assert at_least(3, 2, 5, 20) == 0
    assert at_least(1, 7, 25, 25) == 1


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
    """A play onto an own tower wins if, and only if, that makes a tower of its ways."""
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
