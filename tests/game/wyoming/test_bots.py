"""The bots of Towers of Wyoming."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from msgspec import structs

from tests.game.by_luck.random_games import Deal, deals, moments, play
from tests.game.matches import Teller, ask, stories, tempered
from tests.game.wyoming.positions import NAMES, do, laid_out, new, table
from topping_out.game import engine, roster
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Advice, Bot, Outcome, Verdict
from topping_out.game.match import WatchedLog
from topping_out.game.wyoming.actions import (
    PER_SUIT,
    SUITS,
    LostContract,
    Play,
    PlayKind,
)
from topping_out.game.wyoming.bots import search as searching
from topping_out.game.wyoming.bots.comparisons import Safest, is_odd, named_after
from topping_out.game.wyoming.bots.core import (
    BARE_CELL,
    CELLS,
    DECIDED,
    KEPT_NEEDS,
    PAIRS,
    PLACE,
    RIVAL,
    Network,
    appraise,
    at_least,
    best_play,
    network_cells,
    play_out,
    relations,
    share,
    ways_to_win,
    weigh,
)
from topping_out.game.wyoming.bots.core import KEPT_KINDS as RELATIONS
from topping_out.game.wyoming.bots.hints import explain
from topping_out.game.wyoming.bots.kept import next_thoughts, obvious_instead
from topping_out.game.wyoming.bots.learnt import network_for, parts_of, values_for
from topping_out.game.wyoming.bots.players import Adviser, SearchBot, are_told_apart, strangeness
from topping_out.game.wyoming.bots.search import Forecast, PlaySearch, Tried, Worlds, position_of, world_of
from topping_out.game.wyoming.bots.weights import weights_of
from topping_out.game.wyoming.core import BARE, KINDS, State, counts
from topping_out.game.wyoming.rules import GAME
from topping_out.game.wyoming.state import Variant, View, terms_of
from topping_out.game.wyoming.words import named

# -- bots


LEVELS = list(roster.LEVELS)
SEEING = ["medium", "hard", "master"]


def choice(state: State, level: str = "hard") -> str:
    return str(ask(bot_named(GAME, level).choose, GAME, state, luck=3))


def explained(state: State, text: str) -> str:
    view, action = GAME.view(state, state.turn), GAME.parse(text)
    return engine.hint(GAME, view, Advice(action, explain(view, action)), NAMES)


def reason(state: State, _: object) -> str:
    return ask(bot_named(GAME, "medium").advise, GAME, state, luck=3).reason


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
"""Facts about what bots would do, and about hints."""
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
    3S 4D / 7C, towers 8S . 10H, sky 9 = construct 2S @0.0: Play 2 spades on your spade tower (height 8):
      you share the win, because the tallest winning towers are equally tall.;
      construct 3S @0.0: …you win, because it reaches 11…
a game that ends before the next play is said to end
    1C / -, towers 5C . 4D, deck -, sudden_death = construct 1C @0.0: Play 1 club on your club tower (height 5):
      then the game is over before anybody plays again, and you win.
and who loses then is told
    2D 1S / 6H, towers . . 7D, deck 1S, discards 9H, sky 1, finicky = deconstruct 1D @1.0: Play 1 diamond on Bo's
      diamond tower (height 7): then the game is over before anybody plays again, and you lose.
a block names the threat
    3D 4S / 7C, towers 4S . 9C = deconstruct 3D @1.0: Play 3 diamonds on Bo's club tower (height 9):
      it comes down to 6, with 5 to go. Left alone, it could have won next turn with 2 clubs.
a threat that a play does not set back is not named
    1C 4S / 7C, towers 4S . 8C = construct 1C @1.0: Play 1 club on Bo's club tower (height 8):
      it grows to 9, but you keep 4 spades for your tower, safe in your hand.
no fresh cards are promised without a pile
    2C 1S 3D / 7H, towers 2S 2S 3D ., deck -, sudden_death = deconstruct 2C @1.0:
      … with 10 to go.
nor where there are not so many
    2C 1S 1H 3D / 1H, towers 2S 2S 3D ., deck 3S = deconstruct 2C @1.0:
      … it comes down to 1.
no fresh cards are promised to a seat that a deadline may put out
    2C 1S 1H 3D / 6H / 6H, towers 2S 3D ., deck 2S, discards 9H, deadlines = deconstruct 2C @1.0:
      … with 10 to go.
but where it is far off they are
    2C 1S 1H 3D / 6H / 6H, towers 2S 3D ., deck 9S, discards 9H, deadlines = deconstruct 2C @1.0:
      … draw 2 fresh cards.
no fresh cards are promised where the last penny ends the game first
    2C 5S / 6H, towers 2C . 3D 5H, deck 2S, discards 9H, sky 1, finicky = construct 1C @0.0: Play 1 club on your club
      tower (height 2): it grows to 3, and you keep 1 club for it, safe in your hand.;
      deconstruct 2C @1.0: Play 2 clubs on Bo's diamond tower (height 3): then the opponent's tower wins at once.
a rival's tower that grows is not said to be nearer a win
    3S 2D / 7H, towers 8D . 1S = construct 3S @1.0: …Bo's spade tower (height 1): it grows to 4, but…
a deadline is pointed out
    3C 2H / 5D / 6D, towers . 4D 3D, deck 4S, discards 9H, deadlines = construct 3C @0.0: Begin a tower with 3 clubs:
      the discards are shuffled before you play again, and without a tower you may be out.
a discard is explained
    2H 1S / 7H / 7H, towers 4D 4C . = discard 2H: Discard 2 hearts: no card in hand can be played…
""",
)


# -- it blocks when it must


def test_the_weaker_levels_forget_what_was_discarded() -> None:
    """All other clubs are in the discards, so the tower worth clubs is no danger to a bot that remembers them."""
    state = table("3D 4S", "7H", towers=["4S", "", "8C"], discards="17C 5H")
    view = GAME.view(state, 0)
    hidden = {level: position_of(view, weights_of(level).memory).hidden[2] for level in LEVELS}
    assert hidden == {"gentle": 17, "easy": 6, "medium": 0, "hard": 0, "master": 0}


@pytest.mark.parametrize("level", LEVELS)
def test_no_bot_builds_a_rivals_tower_into_a_win(level: str) -> None:
    state = table("4C 3S", "7H", towers=["1S", "1S", "10C"])
    for seed in range(2 if level == "master" else 6):
        assert "@1.0" not in str(ask(bot_named(GAME, level).choose, GAME, state, luck=seed))


@pytest.mark.parametrize("level", ["gentle", "easy", "medium"])
def test_weaker_levels_do_not_make_obvious_mistakes(level: str) -> None:
    """They neither build up a rival's tall tower nor take down their own while there is an alternative."""
    state = table("1S 1H 3C", "7D", towers=["5S", "", "6C", "4D"])
    chosen = {str(ask(bot_named(GAME, level).choose, GAME, state, luck=seed)) for seed in range(60)}
    assert not [play for play in chosen if play.startswith(("construct 1C @1", "construct 2C @1", "construct 3C @1"))]
    assert not [play for play in chosen if play.startswith("deconstruct") and "@0" in play]


# -- chances


def test_the_chance_of_holding_a_suit_is_computed_exactly() -> None:
    assert at_least(1, 1, 1, 4) == pytest.approx(1 / 4)
    assert at_least(2, 2, 2, 4) == pytest.approx(1 / 6)
    assert at_least(0, 7, 0, 50) == 1
    assert at_least(3, 2, 5, 20) == 0
    assert at_least(1, 7, 25, 25) == 1


@pytest.mark.parametrize(("tower", "pennies", "finicky", "ways"), [
    ((2, 7), 10, False, {(2, 4)}),
    ((2, 11), 10, False, {(2, 0)}),
    ((2, 2), 10, False, set()),
    (BARE, 6, False, {(suit, 7) for suit in range(4)}),
    (BARE, 7, False, set()),
    ((2, 2), 3, False, {(2, 2), (3, 6)}),
    ((2, 7), 10, True, {(2, 3)}),
    ((2, 12), 10, True, {(3, 2)}),
    ((2, 10), 10, True, {(2, 0)}),
])  # fmt: skip
def test_ways_to_win_on_a_tower(
    tower: tuple[int, int], pennies: int, finicky: bool, ways: set[tuple[int, int]]
) -> None:
    attackers = terms_of(Variant(2)).attackers
    assert set(ways_to_win(tower, pennies, attackers[tower[0]], finicky)) == ways


@given(deal=deals("wyoming"))
def test_ways_to_win_agree_with_the_rules(deal: Deal) -> None:
    """A play onto the seat's own tower wins if and only if `ways_to_win` contains it."""
    for step in play(deal):
        state, finicky = step.state, step.state.variant.finicky
        if GAME.outcome(state) is not None or any(len(tower) >= state.pennies for tower in state.towers):
            continue  # a tower may win or prevent a win (W4) whatever is played
        seat = state.turn
        for action in GAME.actions(state, seat):
            tower = state.towers_of(action.owner)[action.foundation]
            if action.owner == seat and action.kind != "discard":
                short = (tower[0] // 25, len(tower)) if tower else BARE
                ways = ways_to_win(short, state.pennies, terms_of(state.variant).attackers[short[0]], finicky)
                counts = [count for suit, count in ways if suit == action.suit]
                after = state.copy()
                log: list[object] = []
                GAME.apply(after, seat, action, log)
                wins = len(log) == 2 and after.outcome is not None and after.outcome.reason == "tower"
                assert wins == any(action.count == count if finicky else action.count >= count for count in counts)


# -- knowledge


def test_a_seat_sees_its_own_hand_sorted_and_the_size_of_the_others() -> None:
    state = table("3C 2S", "4H")
    assert GAME.view(state, 0).hand == tuple(sorted(state.hands[0]))
    assert GAME.view(state, 0).hand_sizes == (5, 4)


def test_the_hand_of_a_removed_seat_is_never_shown() -> None:
    state = table("2C 5S", "6H", "7D", deck="1S", discards="9C", towers=["4C", "2H"], deadlines=True)
    lost, log = set(state.hands[2]), WatchedLog(GAME, state, 0)
    GAME.apply(state, 0, GAME.parse("construct 1C @0.0"), log)
    assert any(event == LostContract(2, 7) for event in log)
    assert not any(lost & {*view.discards, *view.hand} for _, view in log.seen)


# -- levels


Mind = Bot[Play, Any]


def play_game(bots: Sequence[Mind], seed: int, luck: int, **options: Any) -> tuple[tuple[int, ...], list[list[Play]]]:
    """Play a game. Return the winners, and the plays of each seat."""
    state, rng = new(len(bots), seed=seed, first=0, **options), random.Random(luck)
    played: list[list[Play]] = [[] for _ in bots]
    while state.outcome is None:
        seat = state.turn
        play = bots[seat].choose(GAME.view(state, seat), GAME.actions(state, seat), rng)
        played[seat].append(play)
        GAME.apply(state, seat, play)
    return state.outcome.winners, played


def manner(temper: str, games: int = 60) -> tuple[float, float, float]:
    """Return how a medium bot of this temper plays against a plain one.

    The figures are the share of its plays onto rivals' foundations, the mean number of cards that it constructs with on
    its own foundations, and the share of games won.
    """
    bots = (tempered("wyoming", "medium", temper), tempered("wyoming", "medium", ""))
    abroad, home, won = list[bool](), list[int](), 0
    for number in range(games):
        seat = number % 2
        winners, played = play_game(bots if seat == 0 else bots[::-1], number // 2, number)
        towers = [play for play in played[seat] if play.kind is not PlayKind.DISCARD]
        abroad += [play.owner != seat for play in towers]
        home += [play.count for play in towers if play.owner == seat and play.kind is PlayKind.CONSTRUCT]
        won += seat in winners
    return sum(abroad) / len(abroad), sum(home) / len(home), won / games


@pytest.mark.long
def test_tempers_change_the_play_without_ruining_it() -> None:
    plain = manner("")
    shown = {temper: manner(temper) for temper in ("cautious", "greedy", "spiteful", "builder")}
    assert shown["spiteful"][0] > plain[0] > max(shown["builder"][0], shown["greedy"][0])
    assert shown["cautious"][1] < min(plain[1], shown["greedy"][1], shown["spiteful"][1])
    assert all(won >= 0.3 for _, _, won in shown.values())


# -- master


MASTER = bot_named(GAME, "master")
QUICK = SearchBot(structs.replace(weights_of("master"), playouts=200, network_playouts=125))
"""The same bot with a quarter of the playouts."""


def advice(state: State) -> Advice[Play]:
    return ask(QUICK.advise, GAME, state, luck=1)


def verdict(state: State, text: str) -> Verdict[Play]:
    return ask(QUICK.judge, GAME, state, GAME.parse(text), luck=1)


# -- the search


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("tidal", [False, True])
def test_the_number_of_playouts_is_limited_by_the_weights(
    seats: int, tidal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are at most as many playouts as the weights say (fewer with more seats), each of a few turns.

    With a network, there are also some of one turn for each play.
    """
    counted = []

    def count(world: State, seat: int, turns: int, values: list[int], network: Network | None) -> float:
        counted.append((turns, network is not None))
        return 0.5

    monkeypatch.setattr(searching, "play_out", count)
    state, weights = new(seats, seed=2, tidal=tidal), weights_of("master")
    actions = GAME.actions(state, state.turn)
    MASTER.choose(GAME.view(state, state.turn), actions, random.Random(1))
    most, long = weights.network_playouts, (weights.network_rounds, True)
    if tidal:
        most, long = weights.playouts, (weights.rounds, False)
    assert 0 < counted.count(long) <= 2 * most // seats
    assert len(counted) - counted.count(long) == (0 if tidal else counted.count((1, True)))
    assert tidal or counted.count((1, True)) == weights.looks * len(actions)


def test_an_immediate_win_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlaySearch, "play_out", None)
    assert "@0.1" in str(advice(table("5C 2H", "7S", towers=["", "7C", "3D"])).action)


def test_the_threat_of_a_distant_rival_is_stopped() -> None:
    """The last rival needs a single card, and the seats between cannot be trusted to stop it."""
    state = table("4D 3S", "7S", "7H", "7C", towers=["3S", "2H", "2H", "10C"])
    assert str(advice(state).action).startswith("deconstruct")
    assert str(advice(state).action).endswith("@3.0")


# -- reasons


def test_a_reason_never_compares_a_play_with_one_of_the_same_name() -> None:
    for seed in range(1, 9):
        state = new(seed=seed)
        view, found = GAME.view(state, state.turn), advice(state)
        reason = found.reason.casefold()
        assert named(view, found.action).casefold() not in reason
        assert all(reason.count(named(view, play)) <= 1 for play in GAME.actions(state, state.turn))


def test_a_reason_says_what_a_play_prevents() -> None:
    state = table("3D 4S", "7C", towers=["4S", "", "9C"])
    reason = advice(state).reason
    assert "Left alone, it could have won next turn with 2 clubs." in reason


def test_trial_games_that_compare_two_plays_are_played_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    state = new(sudden_death=True)
    search = PlaySearch(GAME.view(state, state.turn), weights_of("master"), random.Random(1))
    plays, ends = GAME.actions(state, state.turn), list[Any]()
    monkeypatch.setattr(searching, "share", lambda world, seat: ends.append(world.outcome) or share(world, seat))
    gains = search.to_the_end(Tried(plays[0]), Tried(plays[-1]))
    assert len(gains) >= searching.GAMES // 2
    assert {*gains} <= {-1.0, -0.5, 0.0, 0.5, 1.0}
    assert all(ends)
    monkeypatch.setattr(searching, "STEPS", 300)
    assert search.to_the_end(Tried(plays[0]), Tried(plays[-1])) == []


@pytest.mark.parametrize(("best", "other", "is_fit"), [
    ("construct 3C @0.0", "construct 2C @0.0", False),
    ("construct 3C @0.0", "deconstruct 1D @0.0", True),
    ("construct 1D @0.1", "construct 2D @0.1", False),
    ("construct 3C @0.0", "deconstruct 1D @1.0", True),
])  # fmt: skip
def test_a_play_is_compared_with_one_of_other_cards_or_at_another_place(best: str, other: str, is_fit: bool) -> None:
    state = table("3C 2D 2S", "7H", "7H", towers=["2C", "", "4C", "1C", "4C"], foundations=2)
    assert are_told_apart(GAME.view(state, 0), GAME.parse(best), GAME.parse(other)) == is_fit


def test_a_play_is_not_compared_with_the_same_on_an_own_tower_that_looks_the_same() -> None:
    view = GAME.view(table("3D", "7H", towers=["1D", "1D", "2C", "1C"]), 0)
    plays = [GAME.parse(f"construct 3D @0.{foundation}") for foundation in (0, 1)]
    assert not are_told_apart(view, *plays)


@pytest.mark.parametrize(("gain", "is_advised"), [(0.0, True), (0.1, False)])
def test_a_safer_play_is_advised_if_it_is_about_as_good(
    gain: float, is_advised: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The opponent may well win next turn, whatever the seat plays."""
    play, forecasts = GAME.parse("construct 2D @0.1"), [[Forecast(lost=lost, won=False) for lost in (True, False)]] * 60
    monkeypatch.setattr(Adviser, "safest", lambda *_: Safest(play, forecasts, [gain] * 60))
    found = advice(table("1S 2C 4D", "4C", towers=["5C", "3D", "8H", "8S"], pennies=9))
    assert (found.action == play) == is_advised
    assert ("In 0 of 60 trial games the opponent wins before your next turn. After" in found.reason) == is_advised


@pytest.mark.parametrize(("best", "others"), [
    ("construct 1S @0.0", ["construct 1S @0.1", "deconstruct 1C @1.0", "construct 2H @0.1", "construct 2H @1.1"]),
    ("construct 2H @1.1", ["construct 2H @0.1", "construct 1S @0.0", "deconstruct 1C @1.0", "deconstruct 1D @0.1"]),
])  # fmt: skip
def test_a_play_is_rather_compared_with_one_that_does_no_harm(best: str, others: list[str]) -> None:
    """It is rather compared with the same cards elsewhere, if they do none."""
    view = GAME.view(table("1S 2H 1C 1D", "7H", towers=["1S", "", "1D", "2H"]), 0)
    tried = [Tried(GAME.parse(play)) for play in [best, *others]]
    found = [strangeness(view, tried[0], other) for other in tried[1:]]
    assert found == sorted(found)
    assert found[0] < found[-1]


@pytest.mark.parametrize(("towers", "play", "found"), [
    (["2S", "3H", "1D"], "construct 2S @0.0", []),
    (["2S", "3H", "1D"], "construct 1S @0.0", ["construct 2S @0.0"]),
    (["2S", "5H", "1D"], "construct 1S @0.0", ["construct 2S @0.0", "deconstruct 2S @1.0"]),
    (["2S", "5H", "1D"], "deconstruct 1C @2.0", ["deconstruct 2S @1.0"]),
    (["2S", "3C", "2H"], "deconstruct 1S @2.0", ["construct 2S @0.0"]),
    (["1H", "4H", "1D"], "deconstruct 3C @2.0", ["deconstruct 2S @1.0"]),
    (["2S", "6H", "1D"], "deconstruct 2S @1.0", ["construct 2S @0.0"]),
    (["2S", "6H", "1D"], "deconstruct 1S @1.0", ["construct 2S @0.0", "deconstruct 2S @1.0"]),
    (["2S", "3H", "1D"], "deconstruct 3C @2.0", ["construct 2S @0.0"]),
    (["2H", "1H", "1D"], "deconstruct 3C @2.0", ["deconstruct 1C @2.0"]),
    (["2S", "4H", "1D"], "construct 2S @0.0", ["deconstruct 2S @1.0"]),
    (["2S", "3H", "4D"], "deconstruct 1C @2.0", ["construct 2S @0.0", "deconstruct 3C @2.0"]),
    (["2S", "3H", "4D"], "deconstruct 2S @1.0", ["deconstruct 3C @2.0"]),
    (["2S", "3H", "3D"], "deconstruct 1C @2.0", ["construct 2S @0.0"]),
    (["2D", "3H", "3D"], "deconstruct 1C @2.0", ["deconstruct 3C @2.0"]),
    (["1C", "1H", "2S"], "construct 2S @2.0", ["construct 3C @0.0"]),
    (["", "1H", "1D"], "deconstruct 2S @1.0", ["construct 2S @0.0"]),
    (["2H", "3H", "1D"], "deconstruct 3C @2.0", ["deconstruct 1C @2.0"]),
    (["1C", "3H", "1H"], "deconstruct 2S @1.0", ["construct 3C @0.0"]),
    (["2H", "1S", "1S"], "deconstruct 2S @0.0", ["deconstruct 1S @0.0"]),
    (["", "1H", "1S"], "construct 3C @0.0", []),
    (["", "1H", "1S"], "construct 2S @0.0", ["construct 3C @0.0"]),
])  # fmt: skip
def test_obvious_plays_build_tall_or_take_down_the_tallest_tower(
    towers: list[str], play: str, found: list[str]
) -> None:
    """Instead of the first there is none. If a play takes down that tower, the question is why not build."""
    view = GAME.view(table("2S 3C", "7H", "7H", towers=towers), 0)
    actions = GAME.actions(GAME.partial(view), 0)
    assert [str(each) for each in obvious_instead(view, actions, GAME.parse(play))] == found


@pytest.mark.parametrize(("towers", "play", "found"), [
    (["", "3H", "1D"], "construct 3C @0.0", ["construct 2S @0.0", "deconstruct 2S @1.0"]),
    (["", "1H", "2D"], "construct 2S @0.0", ["construct 3C @0.0", "deconstruct 2C @2.0"]),
    (["1H", "2H", "1D"], "deconstruct 2S @1.0", []),
])  # fmt: skip
def test_what_a_player_weighs_against_building_is_another_suit_or_the_tallest_tower(
    towers: list[str], play: str, found: list[str]
) -> None:
    """It is taken down by no more cards than it has."""
    view = GAME.view(table("2S 3C", "7H", "7H", towers=towers), 0)
    assert [*map(str, next_thoughts(view, GAME.actions(GAME.partial(view), 0), GAME.parse(play)))] == found


@pytest.mark.parametrize(("play", "is_strange"), [
    ("deconstruct 2C @1.0", False),
    ("deconstruct 3C @1.0", True),
    ("deconstruct 1S @0.0", False),
    ("deconstruct 2S @0.0", True),
])  # fmt: skip
def test_a_play_that_gives_a_rival_a_tower_is_odd_but_not_one_that_clears_the_ground(
    play: str, is_strange: bool
) -> None:
    """There the four clubs can begin a taller tower."""
    view = GAME.view(table("2S 4C", "7H", "7H", towers=["1H", "2D", "1S"]), 0)
    assert is_odd(view, GAME.parse(play)) == is_strange


class Compared(PlaySearch):
    """A search in which the first of two plays does better by the given gains, and in which each play wins as often."""

    def __init__(self, view: View, gains: list[float], wins: dict[str, int]) -> None:
        self.seat, self.gains, self.wins = view.turn, gains, wins

    def compare(self, best: Tried, other: Tried, worlds: int) -> list[float]:
        return [*self.gains]

    def forecasts(self, candidates: Sequence[Tried], worlds: int) -> list[list[Forecast]]:
        wins = [self.wins.get(str(found.choice), 0) for found in candidates]
        return [[Forecast(False, 37 * world % 100 < number) for number in wins] for world in range(worlds)]


@pytest.mark.parametrize(("hand", "towers", "best", "rest", "plain"), [
    ("3S 1H 2D", ["", "6S", "1H"], "deconstruct 3S @2.0", ["construct 2D @0.0", "construct 3S @0.0"],
     "construct 3S @0.0"),
    ("3S 3H 1D", ["4D", "1S", "1C"], "deconstruct 3H @1.0", ["deconstruct 1D @2.0", "construct 1D @0.0"],
     "construct 1D @0.0"),
    ("2S 2H 1C", ["2S", "2H", "1C"], "deconstruct 2H @0.0", ["construct 2H @1.0"], "construct 2S @0.0"),
    ("2S 2H 1C", ["2S", "2H", "1D"], "construct 2S @0.0", ["deconstruct 2S @1.0"], ""),
    ("2D 1C 4S", ["1C", "4H", "1S"], "deconstruct 2D @0.0", ["construct 1C @0.0"], "construct 1C @0.0"),
    ("3C 4D", ["7H", "4S", "5H"], "discard 3C", ["discard 2C", "discard 4D"], "discard 4D"),
    ("2S 2H 1C", ["2S", "2H", "1D"], "construct 2H @1.0", ["deconstruct 2H @0.0"], "construct 2S @0.0"),
    ("2S 2H 1C", ["2S", "2H", "1D"], "deconstruct 1C @2.0", ["deconstruct 1S @1.0"], "construct 2S @0.0"),
    ("2S 2H 1C", ["2S", "5H", "1D"], "deconstruct 2S @1.0", ["construct 2S @0.0"], ""),
    ("2S 2H 1C", ["2S", "5H", "1D"], "construct 2S @0.0", ["deconstruct 2S @1.0"], ""),
])  # fmt: skip
def test_a_plainer_play_that_is_about_as_good_is_suggested_instead_of_an_odd_one(
    hand: str, towers: list[str], best: str, rest: list[str], plain: str
) -> None:
    """A play is odd if it does harm or leaves another tower as tall. Most plain are the same cards elsewhere.

    One that a player thinks of first is plainer than others that aren't odd, but has to be as good.
    """
    view = GAME.view(table(hand, "7C", "7C", towers=towers), 0)
    ranked, actions = [Tried(GAME.parse(play)) for play in (best, *rest)], GAME.actions(GAME.partial(view), 0)
    nearly = plain if is_odd(view, ranked[0].choice) else best
    for gain, first in ((0.0, plain or best), (-0.1, plain or best), (0.04, nearly), (0.06, best)):
        found = Adviser(view, actions, Compared(view, [gain - 0.3, gain + 0.3] * 50, {}))._plainest(ranked)
        assert str(found[0].choice) == first
        assert {str(each.choice) for each in found} >= {best, *rest}


@pytest.mark.parametrize(("wins", "is_soonest"), [(50, True), (51, True), (80, False)])
def test_a_play_wins_soonest_if_no_other_one_clearly_wins_as_soon_more_often(wins: int, is_soonest: bool) -> None:
    view = GAME.view(table("2S 2H 1C", "7C", "7C", towers=["2S", "2H", "1D"]), 0)
    search = Compared(view, [], {"construct 2S @0.0": 50, "deconstruct 1C @2.0": wins})
    found = Tried(GAME.parse("construct 2S @0.0"))
    assert Adviser(view, GAME.actions(GAME.partial(view), 0), search).is_soonest(found) == is_soonest


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("play", "found"), [("discard 2S", ["discard 3H"]), ("discard 3H", [])])
def test_it_is_obvious_to_discard_many_cards(play: str, found: list[str], seat: int) -> None:
    hands = ["2S 3H" if each == seat else "7H" for each in range(3)]
    view = GAME.view(table(*hands, towers=["2C", "3D", "4D"], first=seat), seat)
    plays = obvious_instead(view, GAME.actions(GAME.partial(view), seat), GAME.parse(play))
    assert [str(each) for each in plays] == found
    assert [named_after(view, GAME.parse(play), each) for each in plays] == ["discarding 3 hearts"] * len(found)


# -- verdicts


def test_missing_a_win_is_a_costly_mistake() -> None:
    state = table("4C 3H", "7S", towers=["", "7C", "9D"])
    found = verdict(state, "construct 1C @0.1")
    assert found.cost > 30


def test_every_winning_play_costs_nothing() -> None:
    state = table("5C 2H", "7S", towers=["", "7C", "3D"])
    assert verdict(state, "construct 4C @0.1").cost == verdict(state, "construct 5C @0.1").cost == 0


def test_ignoring_a_threat_is_a_costly_mistake() -> None:
    state = table("3D 4S", "7C", towers=["4S", "", "10C"])
    found = verdict(state, "construct 1S @0.0")
    assert found.cost > 25
    assert str(found.better.action).startswith("deconstruct")


def test_a_play_of_named_cards_is_judged_like_any_of_its_suit() -> None:
    state = table("3D 4S", "7C", towers=["4S", "", "10C"])
    named = state.hands[0][-1]
    assert verdict(state, f"construct 1S @0.0 #{named}") == verdict(state, "construct 1S @0.0")


def test_the_master_repeats_its_choice_and_stops_the_threatening_tower() -> None:
    state = table("3D 4S", "7C", towers=["4S", "", "10C"])
    chosen = [str(ask(MASTER.choose, GAME, state, luck=1)) for _ in range(2)]
    assert chosen == ["deconstruct 3D @1.0"] * 2


# -- playout


FIELDS = ("suits", "heights", "discarded", "alive", "pennies", "turn", "owed", "safe")


def hand(world: State, seat: int) -> list[int]:
    return world.held[KINDS * seat : KINDS * seat + 4]


# -- sampled states


@given(deal=deals("wyoming"))
def test_a_sampled_state_is_consistent_with_the_view(deal: Deal) -> None:
    for state in moments(deal, most=3):
        if state.outcome is not None:
            continue
        seat = state.turn
        world, truth = Worlds(GAME.view(state, seat)).draw(random.Random(deal.luck)), world_of(state)
        assert all(getattr(world, field) == getattr(truth, field) for field in FIELDS)
        assert hand(world, seat) == hand(truth, seat)
        assert [world.size(s) for s in range(deal.seats)] == [len(hand) for hand in state.hands]
        assert len(world.deck) == len(state.deck)
        assert in_all(world) == [PER_SUIT] * 4


def in_all(world: State) -> list[int]:
    """Return the total number of cards of each suit in a state."""
    standing = [sum(h for s, h in zip(world.suits, world.heights) if s == suit) for suit in SUITS]
    return [
        sum(world.held[suit::KINDS]) + counts(world.deck)[suit] + world.discarded[suit] + standing[suit]
        for suit in SUITS
    ]


def test_sampled_states_depend_on_the_random_generator_alone() -> None:
    view = GAME.view(new(3, seed=5), 0)
    worlds = Worlds(view)
    hands = [worlds.draw(random.Random(seed)).held for seed in (1, 2, 1)]
    assert hands[0] == hands[2] != hands[1]


def test_hidden_suits_are_sampled_in_proportion() -> None:
    """Half of the hidden cards are spades, so on average half of a rival's cards are."""
    state = table("7H", "7S", towers=["", "", "5H"], deck="", discards="13H 11C 11D")
    worlds, rng = Worlds(GAME.view(state, 0)), random.Random(2)
    spades = sum(hand(worlds.draw(rng), 1)[0] for _ in range(600)) / 600
    hidden = worlds.hidden
    assert spades == pytest.approx(7 * hidden[0] / sum(hidden), abs=0.25)


def test_suits_are_classified_by_the_towers_they_help_or_harm() -> None:
    """Hearts oppose spades, diamonds oppose clubs. With 10 pennies, one tower needs 6 more cards, the other 1 (W4)."""
    world = world_of(table("7H", "7D", towers=["5S", "", "10C"]))
    assert relations(world, 0) == [[5], [KEPT_NEEDS + 5], [], [2 * KEPT_NEEDS]]
    assert relations(world, 1) == [[], [2 * KEPT_NEEDS + 5], [0], [KEPT_NEEDS]]


def test_rarely_kept_cards_are_rarely_sampled_except_in_fresh_hands() -> None:
    state, fresh = (table("7H", hand, towers=["", "", "5S"], discards="13H 11C 11D") for hand in ("6S", "7S"))
    kept = [100] * (RELATIONS * KEPT_NEEDS)
    plain = Worlds(GAME.view(state, 0), kept)
    kept[5] = 1
    rare, rng = Worlds(GAME.view(state, 0), kept), random.Random(2)
    hidden = plain.hidden
    unplayed = Worlds(GAME.view(fresh, 0), kept)
    spades = [sum(hand(worlds.draw(rng), 1)[0] for _ in range(600)) / 600 for worlds in (plain, rare, unplayed)]
    assert spades[0] == pytest.approx(6 * hidden[0] / sum(hidden), abs=0.25)
    assert spades[1] < spades[0] / 8
    assert spades[2] == pytest.approx(spades[0] * 7 / 6, rel=0.1)


# -- evaluation


@given(deal=deals("wyoming"))
def test_the_fast_evaluation_of_plays_agrees_with_the_slow_one(deal: Deal) -> None:
    luck = random.Random(deal.luck)
    values = [luck.randrange(-200, 200) for _ in range(CELLS)]
    for state in moments(deal, most=4):
        if state.outcome is None:
            world = world_of(state)
            weighed = {scored & 511: scored >> 9 for scored in weigh(world, values)}
            assert weighed == {code: appraise(world, code, values) for code in world.plays()}


@given(deal=deals("wyoming"))
def test_a_play_is_decided_exactly_if_it_ends_the_game_by_a_tower(deal: Deal) -> None:
    for state in moments(deal, most=4):
        if state.outcome is not None:
            continue
        seat, world = state.turn, world_of(state)
        for code in world.plays():
            after = world.copy()
            after.step(code)
            score = appraise(world, code, [0] * CELLS)
            if score:
                assert abs(score) == DECIDED
                assert (score > 0) == (seat in after.outcome.winners)


# -- network


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_cell_of_the_network_has_parts_of_its_own(seats: int) -> None:
    cells = parts_of(seats)
    assert len({*cells}) == len(cells) == PLACE * seats + RIVAL + 64 * (seats - 1)
    parts = {part for cell in cells for part in cell}
    assert parts == {*range(len(parts))}


@given(deal=deals("wyoming"))
def test_a_position_has_different_cells_of_the_network(deal: Deal) -> None:
    for state in moments(deal, most=4):
        if state.outcome is None:
            world, seats = world_of(state), state.variant.seats
            found = network_cells(world)
            towers = sum(height > 0 for height in world.heights)
            assert len(found) == 2 * towers + world.terms.places + 1 + seats
            assert all(0 <= cell < PLACE * seats + RIVAL + 64 * (seats - 1) for cell in found)


def test_the_network_counts_what_is_held_for_and_against_a_tower() -> None:
    """The own tower lacks 9 of 11 cards, the rival's 7. Hearts oppose spades."""
    state = table("3S 4H", "2S 1H 1C", towers=["2S", "", "4H"])
    found = network_cells(world_of(state))
    own, others = (9 * 64 + 3 * 8 + 4, PAIRS + 9 * 64 + 2 * 8 + 1), PLACE
    assert {*own} <= {*found}
    assert {others + 7 * 64 + 4 * 8 + 3, others + PAIRS + 7 * 64 + 1 * 8 + 2} <= {*found}
    assert {BARE_CELL + 4, others + BARE_CELL + 2} <= {*found}


def test_the_network_estimates_more_for_the_seat_that_is_nearer_to_a_win() -> None:
    near, far = (table(hand, "3C 2S 1H", towers=["6S", "", "8C"]) for hand in ("5S 2D", "2S 2C 3H"))
    network = network_for("wyoming-network", near.variant)
    assert network.estimate(world_of(near)) > 0.9
    assert network.estimate(world_of(far)) < 0.45


def test_the_network_serves_only_the_rules_that_it_has_learnt() -> None:
    assert network_for("", Variant(2)) is None
    for rule in ("sudden_death", "deadlines", "tidal", "wheel", "finicky"):
        assert network_for("wyoming-network", Variant(2, **{rule: True})) is None
    assert network_for("wyoming-network", Variant(3, scaffolding=True)) is network_for("wyoming-network", Variant(3))


def test_a_playout_ends_with_the_estimate_of_the_network() -> None:
    world = world_of(new(seed=3))
    values, network = values_for("wyoming", world.variant), network_for("wyoming-network", world.variant)
    assert play_out(world.copy(), world.turn, 1, values, network) == network.estimate(world)
    seat = world.turn
    for _ in range(2):
        world.step(best_play(world, values) & 511)
    assert world.turn == seat
    start = world_of(new(seed=3))
    assert play_out(start, seat, 2, values, network) == network.estimate(world)


# -- playouts


def test_a_playout_returns_a_probability_and_ends() -> None:
    for seats in GAME.seats:
        state = new(seats, seed=seats)
        values = values_for("wyoming", state.variant)
        assert 0 < play_out(world_of(state), 0, 2, values) < 1
        whole = world_of(state)
        assert play_out(whole, 0, 10_000, values) in (0, 1)


def test_a_playout_sees_the_win_on_the_table() -> None:
    state = table("4C 3H", "7S", towers=["", "7C"])
    assert play_out(world_of(state), 0, 1, values_for("wyoming", state.variant)) == 1


def test_a_draw_counts_equally_for_all_and_a_shared_win_in_part() -> None:
    world = world_of(new(4))
    world.outcome = Outcome((), (), "")
    assert share(world, 0) == 1 / 4
    world.outcome = Outcome((1, 2), (), "")
    assert (share(world, 0), share(world, 1)) == (0, 1 / 2)
