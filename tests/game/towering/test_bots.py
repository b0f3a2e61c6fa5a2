"""The bots of Towering."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tests.game.matches import Teller, ask, new_match, stories, tempered
from tests.game.towering.positions import GAME, cards, change_seats, do, new, rows, table, texts, whole, whole_out
from topping_out.game import engine
from topping_out.game.bots.search import Fact
from topping_out.game.bots.weights import bot_named, make_bot, weights_named
from topping_out.game.engine import Advice, Verdict
from topping_out.game.towering.actions import (
    NUMBER_OF,
    Action,
    Discard,
    Draw,
    TurnStage,
    colour_of,
    is_material,
    without,
)
from topping_out.game.towering.bots.core import Policy, is_idle, play_on
from topping_out.game.towering.bots.hints import explain, explain_choice
from topping_out.game.towering.bots.players import SearchBot
from topping_out.game.towering.bots.search import (
    REASONS,
    Deals,
    DealSearch,
    PlayAndDraw,
    code_of,
    masters_search,
)
from topping_out.game.towering.bots.trials import is_preferred, obvious
from topping_out.game.towering.core import PILE, POINTS, State, empty_state
from topping_out.game.towering.state import RoundEnded, Variant, terms_of

# -- bots


def choice(state: State, level: str = "hard") -> str:
    return str(ask(bot_named(GAME, level).choose, GAME, state))


NAMES = ("You", "Bo")


def hint(state: State, text: str) -> str:
    assert text in texts(state)
    view, action = GAME.view(state, state.turn), GAME.parse(text)
    return engine.hint(GAME, view, Advice(action, explain(view, action)), NAMES)


# -- judgement, and hints


BOTS = Teller(
    whole_out,
    do,
    {
        r"(\w+) does": lambda state, _, level: choice(state, level),
        r"hint ((?:build|discard|draw) \w+):": lambda state, _, text: hint(state, text),
    },
)
test_what_bots_do_and_say = stories(
    BOTS,
    """
building cards are built from the bottom
    r4 r6 r9 b2 g2, towers rm r3 = hard does build r4; master does build r4
a profitable material is built before the building cards
    rm r3 r5 r7 r9 r10 b2 x3 = hard does build rm
at the end the most valuable card is built
    r10 b2 b3, towers rm rm r2 r4, pile 1 = hard does build r10; master does build r10
no tower is started that cannot pay in time
    b9 b10, pile 4 = hard does discard …
but one that can
    b8 b9 b10, pile 6 = hard does build …
a card that the rival cannot use is discarded
    g8 b10, towers g9 bm b6 / g9 = hard does discard g8
a card that fits is taken from the discards
    b2 b3, towers rm r5 r6, discards r7 > discard b2 = hard does draw r; master does draw r
hard takes a discard that the rival needs and medium does not
    b2 b3, towers - / gm gm g4 g5 g6 g7 g8, discards g9 > discard b2 = hard does draw g; medium does draw pile

a hint says that a tower pays for itself
    r9, towers r5 r6 / r7 r8 = hint build r9: Build the red 9: your red tower then pays for itself.…
a hint says what a tower is worth, and what the eighth card earns
    r9, towers rm r2 r3 r4 r5 r6 / r7 r8 = hint build r9: Build the red 9: your red tower is then worth 18. With 1 more
      card drawn for it, it earns 20…
a hint says no more of a tower past its cost
    r10, towers rm r2 r3 r5 r6 r9 / r7 r8 = hint build r10: Build the red 10: your red tower gains 20 points.…
a hint says what a tower lacks at its beginning
    r9, towers - / r2 r10 = hint build r9: Build the red 9: it begins your red tower, 11 short of its cost, though that
      shuts out 8 cards…
a hint does not say that a complete tower needs more
    r10, towers r7 = hint build r10: Build the red 10: your red tower gains 10 points but then stays 3 short of its
      cost, though that shuts out the 8 and the 9. No other card in hand adds as much now.
a hint ignores cards that are buried
    r9, towers r8, discards r10 r2 = hint build r9: …your red tower is then 3 short of its cost rather than 12.…
but not one on top
    r9, towers r8, discards r2 r10 = hint build r9: …but 1 building card that fits may still come.…
a hint ignores cards that come too late
    r9 r10, towers r8, pile 2 = hint build r9: …your red tower is then 3 short of its cost rather than 12.…
a hint counts the eighth card in hand
    r9 r10, towers rm rm r2 r3 r4 r5 = hint build r9: Build the red 9: with the 10 in hand, your red tower comes to 59
      points, though that shuts out the 6, the 7 and the 8.
a hint mentions the eighth card if it can come
    r9, towers rm rm r2 r3 r4 r5 = hint build r9: Build the red 9: your red tower gains 27 points and then pays for
      itself, though that shuts out the 6, the 7 and the 8. With 1 more card drawn for it, it earns 20 extra.
not if the rival's tower has it
    r9, towers rm rm r2 r3 r4 r5 / r10 = hint build r9: Build the red 9: your red tower gains 27 points and then pays
      for itself. Waiting for the 6, the 7 and the 8 would mean shutting out others or giving up a card that you or the
      opponent can use.
nor if it comes after the end of the round
    r9 r10, towers rm rm r2 r3 r4 r5, pile 2 = hint build r9: Build the red 9: your red tower gains 27 points and then
      pays for itself. There's time to build the 10 as well if you take a card from the discards now.
the hint for a first building card says what the hand lacks
    r2 r7, towers rm = hint build r2: Build the red 2: with the 7 in hand, your red tower is then 11 short of its cost,
      but 7 building cards that fit may still come, though that shuts out a red material.
the hint for a material names the multiplier and the building cards
    rm r9, pile 4 = hint build rm: Build a red material: it makes every point count ×2 and has to come before the 9 in
      your hand, but your red tower would still be 11 short of its cost.
discarding a material too late
    rm g2, towers r5 / rm gm = hint discard rm: Discard a red material: your red tower can't take materials any more,
      though the opponent's red tower could take it.…
discarding a card less useful
    r6 b2 g2, towers r5 / r2 gm = hint discard r6: Discard the red 6: your other cards look more useful,
      though the opponent's red tower could take it.…
discarding a card alone of its colour
    r2 g2, towers - / gm = hint discard r2: Discard the red 2: there's no other building card of this colour in hand,
      and the opponent hasn't begun…
discarding a material alone
    rm g2, towers - / r3 gm = hint discard rm: Discard a red material: there's no building card in hand to go with it,
      and the opponent's red tower can't take…
discarding a card that would add little
    r3 g2, towers r2 / r8 gm = hint discard r3: Discard the red 3: building it would add only 3 points, and the
      opponent's red tower can't take it.…
with time, a card is spared because the others still pay
    r2 r3 r8 r9, towers x2, pile 7 = hint discard r2: …the higher cards of this colour in hand still come to 20.…
late, a card is spared because a new tower takes too long
    r2 r3 r8 r9 x3, towers x2, pile 3 = hint discard r2: …there's no time left for a new tower to pay for itself.…
taking a discard adds to a tower
    b2 r9 r10, towers r5 r6 / r3, discards r7, pile 7 > discard b2 = hint draw r: Take the red 7 from the discards:
      building it adds 7 points to your red tower. The opponent's red tower could use it, but now won't get it.
drawing the last card where nothing fits
    r10, towers r5 r7 / y10, pile 1 > build r10 = hint draw pile: Draw from the pile: it's the last card, and neither
      your cards nor any the opponent may hold fit the towers begun.
""",
)


@pytest.mark.parametrize("level", ["hard", "master"])
def test_a_card_that_the_rival_needs_is_not_discarded(level: str) -> None:
    assert choice(whole("g8 b10 b2", towers=("g9 bm b6", "gm gm g6 g7")), level) != "discard g8"


def test_a_hint_ignores_an_eighth_card_known_to_be_the_rivals() -> None:
    state = whole("r9", ("rm rm r2 r3 r4 r5", ""))
    ten = GAME.parse("build r10").card
    state.stack(without(state.deck, [ten]))
    state.hold(1, bytes([ten]))
    assert "20 extra" in hint(state, "build r9")
    state.known = rows(("", "r10"))
    assert "20 extra" not in hint(state, "build r9")


# -- views


def test_nothing_can_be_undone_after_a_new_deal() -> None:
    game = new_match("towering", first=0)
    game.look(frozenset((0, 1)))
    game.state.streak = 59
    game.state.discards[0] = cards("b2")
    game.act(0, next(action for action in GAME.actions(game.state, 0) if not str(action).startswith("build b")))
    events = game.act(0, GAME.parse("draw b"))
    assert any(isinstance(event, RoundEnded) for event in events)
    assert not game.can_undo()


# -- master


TABLE = weights_named("towering", "master")
GREEN = 3


def master(**changes: object) -> SearchBot:
    """Return the master with fewer playouts, which are enough in clear positions."""
    bot = make_bot(GAME, {**TABLE, "playouts": 60, **changes})
    assert isinstance(bot, SearchBot)
    return bot


def masters_choice(state: State) -> str:
    return str(ask(master().choose, GAME, state))


def verdict(state: State, text: str) -> Verdict[Action]:
    return ask(master().judge, GAME, state, GAME.parse(text))


# -- choices


def test_the_last_card_is_always_drawn() -> None:
    state = whole("b2 b3 r9 r10", towers=("rm rm r2 r8", "y4 y5 y6 y7"), discards="g2", pile=1)
    assert masters_choice(state) == "build r10"
    do(state, "build r10")
    assert masters_choice(state) == "draw pile"


def test_the_last_play_scores_the_most() -> None:
    bonus = ("bm bm r2 r3 r4 r5 r6 r7 r8 y5 y6 y7", "")
    assert masters_choice(whole("b9 r9 r10 y10", towers=bonus, pile=1)) == "build r10"
    assert masters_choice(whole("b9 r9 y10", towers=bonus, pile=1)) == "build r9"
    assert masters_choice(whole("g9 rm", towers=("y5", ""), pile=1)).startswith("discard")
    assert masters_choice(whole("ym ym", towers=("ym", ""), pile=1)).startswith("discard")


@pytest.mark.parametrize("seed", range(6))
def test_with_one_card_left_the_best_score_is_chosen(seed: int) -> None:
    state, rng = new(seed, rounds=1, colours=5, materials="3"), random.Random(seed)
    while len(state.deck) > 1 or state.stage is not TurnStage.PLAY:
        GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)))
        if state.outcome:
            return
    seat = state.turn
    end, best = after_turn(state, masters_choice(state)), -1000
    for text in texts(state):
        best = max(best, after_turn(state, text))
    assert end == best, seat


def after_turn(state: State, text: str) -> int:
    """Return the lead of the seat to play if the round ends with this play."""
    trial, seat = state.copy(), state.turn
    do(trial, text, "draw pile")
    points = trial.accounts[0].points
    return points[seat] - points[1 - seat]


def test_two_building_cards_are_built_in_the_last_two_turns_if_possible() -> None:
    state = whole("r4 r10", towers=("rm rm r2", ""), pile=2)
    assert masters_choice(state) == "build r4"
    do(state, "build r4")
    assert masters_choice(state) != "draw pile"


def test_the_work_is_limited_by_the_number_of_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    copies = 0
    copy = State.copy

    def counted(self: State) -> State:
        nonlocal copies
        copies += 1
        return copy(self)

    monkeypatch.setattr(State, "copy", counted)
    for state in moments(7):
        copies = 0
        search = DealSearch(master().weights)
        search.best(GAME.view(state, state.turn), random.Random(1))
        assert copies <= 60 * 2 + 40  # playouts, their deals, and a look at all plays


def test_the_longer_playouts_at_the_end_are_fewer() -> None:
    """With four cards left, playouts do not go to the end yet."""
    search = DealSearch(master(near=1000.0, playouts=300).weights)
    tried = {}
    for pile in (2, 3, 4):
        state = whole("b2 r4 r10 y5 g6 x7 p8 p9", towers=("rm rm r2", ""), pile=pile)
        tried[pile] = sum(plan.tried for plan in search.best(GAME.view(state, 0), random.Random(1)))
    assert 100 <= tried[2] <= 120
    assert 100 <= tried[3] <= 120
    assert 280 <= tried[4] <= 300


def moments(seed: int) -> Iterator[State]:
    """Yield some states of a round between two masters with few playouts."""
    state, bot, rng = new(seed, rounds=1), master(playouts=6), random.Random(seed)
    for number in range(1000):
        if state.outcome:
            return
        if number % 24 == 0:
            yield state
        action = bot.choose(GAME.view(state, state.turn), GAME.actions(state, state.turn), rng)
        assert str(action) in texts(state)
        GAME.apply(state, state.turn, action)


# -- the match


def ended(points: int) -> State:
    """Return a finished round with this many points for seat 0."""
    r = empty_state(terms_of(Variant()))
    towers = product(range(len(POINTS)), repeat=2)
    r.towers[:2] = next(pair for pair in towers if sum(POINTS[tower] for tower in pair) == points)
    return r


def value_of(lead: int, number: int, *results: int) -> float:
    """Return the mean value of these equally likely results to a seat with this lead."""
    state = table(hands=("r2 r3", "b2 b3"), rounds=3)
    view = GAME.view(state, 0)
    fields = {name: getattr(view, name) for name in view.__slots__}
    aim = DealSearch(master().weights).aim(type(view)(**{**fields, "round": number, "totals": (lead, 0)}))
    return sum(aim(ended(points)) for points in results) / len(results)


def test_in_the_last_round_a_leader_plays_safe_and_others_take_risks() -> None:
    safe, risky = (4,), (-40, 50)
    assert value_of(30, 2, *safe) > value_of(30, 2, *risky)
    assert value_of(-30, 2, *risky) > value_of(-30, 2, *safe)


def test_in_the_first_round_only_the_expected_points_count() -> None:
    assert value_of(0, 0, 10) == pytest.approx(10, rel=0.1)
    assert value_of(0, 0, -20, 40) == pytest.approx(10, rel=0.1)


# -- hints and verdicts


def test_the_master_draws_from_the_pile_if_no_discard_helps() -> None:
    towers = (
        "bm bm bm bm b2 b5 b6 b7 b8 b9 b10 rm rm r4 r5 r6 r8 r10 y4 g5 g6 g10 xm x3 x4 x6 x7 x8 x10 pm p4 p8 p10",
        "ym ym ym y5 y6 y7 y8 y9 gm g3 g4 g7 g9",
    )
    state = table(
        ("rm r7 r9 gm p3 p5 p9 p7", "b3 b4 ym g2 g8 x2 x9 p6"), towers,
        "r2 rm r3 y3 y2 gm gm x5 xm xm xm pm pm pm", "p2 y10", materials="4",
    )  # fmt: skip
    do(state, masters_choice(state))
    assert masters_choice(state) == "draw pile"


@pytest.mark.parametrize("pile", [4, 5])
def test_the_length_of_a_round_is_counted_in_ones_own_turns(pile: int) -> None:
    """Every second turn is one's own; at most as many draws from the discards come between those from the pile."""
    state = whole("b2 b9 r4 r9 g3 y8 y9 x2", pile=pile)
    view = GAME.view(state, 0)
    plan = REASONS._plan(view, GAME.parse("discard b2"), random.Random(1))
    left = pile - (plan.draw == PILE)
    facts = REASONS._play_out(view, 0, Deals(view).in_order(), plan)
    assert left / 2 <= facts[Fact("turns")] <= left


@pytest.mark.parametrize("seat", [0, 1])
def test_a_round_is_idle_if_no_card_in_hand_can_be_built(seat: int) -> None:
    waiting = whole("r8 r9 r10 b2", towers=("r2", "y4"), discards="g2", pile=2)
    nothing = whole("b2 b3 g3 g4", towers=("r10", "y10"), discards="g2", pile=2)
    for state, serves_nobody in ((waiting, False), (nothing, True)):
        if seat:
            change_seats(state)
        do(state, "discard b2")
        assert is_idle(Deals(GAME.view(state, seat)).in_order(), GREEN) == serves_nobody


def test_a_verdict_states_the_cost_of_a_mistake() -> None:
    state = whole("r10 b2 b3", towers=("rm rm r2 r4", ""), pile=1)
    judged = verdict(state, "discard r10")
    assert str(judged.better.action) == "build r10"
    assert 15 <= judged.cost <= 40  # 30 points, and an estimate of what the rival gains


def test_a_verdict_treats_materials_of_a_colour_alike() -> None:
    state = whole("rm rm r3 r5 r7 r9 r10 b2")
    assert verdict(state, "build rm").cost == 0


def test_advice_compares_its_play_with_the_obvious_one() -> None:
    state = whole("b2 b3", towers=("rm r5 r6", ""), discards="r7")
    do(state, "discard b2")
    advice = ask(master().advise, GAME, state)
    assert str(advice.action) == "draw r"
    assert advice.reason.endswith("better than drawing from the pile.")


def test_advice_states_the_difference_in_points_even_if_the_match_is_all_but_decided() -> None:
    """The search itself gives a point in such a match less weight."""
    state = whole("r10 b2 b3", towers=("rm rm r2 r4", "ym ym y2 y3 y4 y5 y6 y7 y8"), pile=1)
    view, rng = GAME.view(state, 0), random.Random(0)
    plans = [PlayAndDraw(code_of(GAME.parse(text))[0], PILE) for text in ("build r10", "discard b2")]
    assert {first - second for first, second in masters_search().margins(view, plans, 20, rng)} == {30.0}


@pytest.mark.parametrize(("hand", "towers", "discards", "action", "others"), [
    ("r3 r6 p8 p9", ("rm pm p2", ""), "", "build r3", ["discard p9"]),
    ("r3 r6 p8", ("rm", ""), "", "build r3", ["discard p8"]),
    ("r3 r6 r9", ("rm", ""), "", "build r3", []),
    ("bm b5 b8 b9 x4", ("", ""), "", "build x4", ["discard x4", "build bm"]),
    ("ym y9 pm p10", ("", ""), "", "build ym", ["build pm", "discard ym"]),
    ("x4 x5 y3", ("x6", "y2"), "", "discard y3", ["discard x4"]),
    ("x4 x5 y3", ("x6", "x7 y2"), "", "discard x4", ["discard x5", "build y3"]),
    ("b3 y4 y7", ("", ""), "", "discard b3", ["build y4"]),
    ("bm b5 b8 ym y6 y8", ("", ""), "", "build bm", ["build ym"]),
    ("x4 x5 r9", ("x6 r5 r6", "x7"), "", "discard x4", ["discard x5"]),
    ("p6 p8", ("r4", ""), "p7 x5", "draw pile", ["draw p"]),
    ("x2", ("r4", ""), "r5 r7 x3", "draw pile", ["draw r"]),
    ("x2", ("r4", ""), "r5 r7 x3", "draw r", ["draw pile"]),
])  # fmt: skip
def test_obvious_actions_gain_most_or_discard_what_is_of_no_use_or_draw_what_fits(
    hand: str, towers: tuple[str, str], discards: str, action: str, others: list[str]
) -> None:
    state = whole(hand, towers, discards)
    view, ranked = GAME.view(state, 0), [*GAME.actions(state, 0), *map(Draw, range(6))]
    assert [*map(str, obvious(view, GAME.parse(action), ranked))] == others


BETTER = [1.6, 5.6] * 20
"""Differences with an average of 3.6 and a standard error of 0.32."""
LEVEL, UNSURE, WORSE = [0.4, -0.2] * 20, [-20.0, 26.0] * 20, [-6.0, -5.0] * 20


@pytest.mark.parametrize(("action", "trials", "more"), [
    ("build r4", [("discard b2", BETTER)],
     " In trial games this play is on average at least 2 points better than discarding the blue 2."),
    ("build r4", [("discard b2", [16.0, -6.0] * 80)],
     " In trial games this play is on average at least 3 points better than discarding the blue 2."),
    ("build r4", [("discard b2", [16.0, -6.0] * 20)],
     " In trial games this play is on average at least 1 point better than discarding the blue 2."),
    ("build r4", [("discard b2", LEVEL)], " Discarding the blue 2 to wait is about as good."),
    ("build r4", [("discard b2", [-16.0, 8.0] * 20)], ""),
    ("build r4", [("discard b2", WORSE)], ""),
    ("build r4", [("discard b2", UNSURE)], ""),
    ("build r4", [("discard b2", UNSURE), ("discard b7", LEVEL)], " Discarding the blue 7 to wait is about as good."),
    ("build r4", [("discard b2", LEVEL), ("discard b7", BETTER)], " Discarding the blue 2 to wait is about as good."),
    ("draw r", [("draw pile", LEVEL)], " Drawing from the pile is about as good."),
    ("draw pile", [("draw b", LEVEL)], " Taking the blue 9 is about as good."),
])  # fmt: skip
def test_a_comparison_is_only_stated_if_the_trials_have_shown_it(
    action: str, trials: list[tuple[str, list[float]]], more: str
) -> None:
    """The smaller end of the confidence interval is stated, of the first play of which the trials show anything."""
    view = GAME.view(whole("r4 r10 b2 b7", discards="y3 b9 r9", towers=("r2 y4", "")), 0)
    text = explain_choice(view, GAME.parse(action), [(GAME.parse(other), gains) for other, gains in trials])
    last = " Of the numbers that may still come, it shuts out only the 3." if more else ""
    assert text == explain(view, GAME.parse(action)).removesuffix(last) + more


@pytest.mark.parametrize(("action", "other", "gains", "is_told"), [
    ("discard b2", "build r4", WORSE, True),
    ("discard b2", "build r4", LEVEL, True),
    ("discard b2", "build r4", [0.5, 0.7] * 20, False),
    ("build r4", "discard b2", WORSE, True),
    ("build r4", "discard b2", LEVEL, False),
    ("build r4", "build b2", UNSURE, False),
    ("build r4", "build b2", BETTER, False),
])  # fmt: skip
def test_trials_may_prefer_an_obvious_play(action: str, other: str, gains: list[float], is_told: bool) -> None:
    view = GAME.view(whole("r4 r10 b2 b7", towers=("r2", ""), pile=9), 0)
    assert is_preferred(view, GAME.parse(action), GAME.parse(other), gains) == is_told


@pytest.mark.parametrize(("hand", "towers", "action", "other", "text"), [
    ("p9 y10", "p2 p4 p6 ym y7", "build p9", "build y10",
     "your purple tower then pays for itself, though that shuts out the 7 and the 8. "
     "Building the yellow 10 is about as good, but would shut out the 8."),
    ("b4 r5 rm x8", "b5 r6", "discard b4", "discard r5",
     "your blue tower is already past the 4. Discarding the red 5 is about as good, but the opponent's red tower "
     "could take it."),
])  # fmt: skip
def test_a_comparison_replaces_weaker_sentences_on_the_same_plays(
    hand: str, towers: str, action: str, other: str, text: str
) -> None:
    view = GAME.view(whole(hand, (towers, "rm"), pile=26), 0)
    assert explain_choice(view, GAME.parse(action), [(GAME.parse(other), LEVEL)]) == text


# -- tempers


class Manners:
    """Statistics of a bot's play over some rounds."""

    def __init__(self) -> None:
        self.begun = self.materials = self.gifts = 0

    def see(self, state: State, seat: int, action: Action) -> None:
        """Count a discard that one of the rival's towers could take at once."""
        if isinstance(action, Discard):
            tower = state.tower(1 - seat, colour_of(action.card))
            self.gifts += bool(tower) and NUMBER_OF[action.card] >= max(NUMBER_OF[card] for card in tower)


def manners(bot: Any, rounds: int = 20) -> Manners:
    counts, plain = Manners(), bot_named(GAME, "hard")
    for seed in range(rounds):
        state, rng, seat = new(seed, rounds=1, colours=5, materials="3"), random.Random(seed), seed % 2
        while state.outcome is None:
            turn = state.turn
            actor = bot if turn == seat else plain
            action = actor.choose(GAME.view(state, turn), GAME.actions(state, turn), rng)
            if turn == seat:
                counts.see(state, seat, action)
            GAME.apply(state, turn, action)
        towers = state.accounts[0].towers[seat]
        counts.begun += sum(map(bool, towers))
        counts.materials += sum(is_material(card) for tower in towers for card in tower)
    return counts


@pytest.mark.long
def test_greedy_bots_start_more_towers_than_cautious_ones() -> None:
    assert (
        manners(tempered("towering", "hard", "greedy"), 100).begun
        > manners(tempered("towering", "hard", "cautious"), 100).begun
    )


@pytest.mark.long
def test_spiteful_bots_leave_fewer_useful_discards() -> None:
    assert manners(tempered("towering", "hard", "spiteful")).gifts < manners(bot_named(GAME, "hard")).gifts


@pytest.mark.long
def test_builders_use_more_materials() -> None:
    assert manners(tempered("towering", "hard", "builder")).materials > manners(bot_named(GAME, "hard")).materials


# -- playout


VARIANTS: tuple[dict[str, object], ...] = (
    {"rounds": 1},
    {"rounds": 1, "colours": 5, "materials": "3"},
    {"rounds": 1, "colours": 3, "materials": "4", "hand": 5, "take_back": True},
    {"rounds": 1, "colours": 4, "materials": "0", "hand": 10},
)


def policy() -> Policy:
    bot = bot_named(GAME, "master")
    assert isinstance(bot, SearchBot)
    return DealSearch(bot.weights).policy


def chosen(state: State, by: Policy) -> object:
    """Return the next action of the policy."""
    if state.stage is TurnStage.PLAY:
        return PlayAndDraw(by.choose_play(state), 0).action
    return PlayAndDraw(None, by.choose_draw(state)).action


@pytest.mark.parametrize("options", VARIANTS)
def test_the_policy_plays_by_the_rules(options: dict[str, object]) -> None:
    state, by = new(5, **options), policy()
    while state.outcome is None:
        action = chosen(state, by)
        assert action in GAME.actions(state, state.turn)
        GAME.apply(state, state.turn, action)


@pytest.mark.parametrize("options", VARIANTS)
def test_a_playout_agrees_with_the_rules(options: dict[str, object]) -> None:
    state, by = new(5, **options), policy()
    r = state.copy()
    while state.outcome is None:
        GAME.apply(state, state.turn, chosen(state, by))
    play_on(r, [by, by], 1000)
    table = ("hands", "known", "towers", "discards", "deck", "turn", "has_played", "barred", "streak")
    assert [getattr(r, part) for part in table] == [getattr(state, part) for part in table]
    assert (r.points(0), r.points(1)) == state.accounts[0].points


@pytest.mark.parametrize("options", VARIANTS)
def test_every_sampled_deal_is_consistent_with_the_view(options: dict[str, object]) -> None:
    state, rng = new(8, **options), random.Random(8)
    while state.outcome is None:
        seat = state.turn
        view = GAME.view(state, seat)
        twin = Deals(view).shuffled(rng)
        assert GAME.view(twin, seat) == view
        GAME.check_invariants(twin)
        assert not Counter(view.known[1 - seat]) - Counter(twin.hand(1 - seat))
        GAME.apply(state, seat, rng.choice(GAME.actions(state, seat)))


def test_the_policy_does_not_depend_on_the_sampled_deal() -> None:
    state, rng, by = new(21, materials="3"), random.Random(1), policy()
    for _ in range(40):
        deals = Deals(GAME.view(state, state.turn))
        assert chosen(deals.shuffled(rng), by) == chosen(deals.shuffled(rng), by)
        GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)))
