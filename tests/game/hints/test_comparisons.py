"""Sentences that compare two plays or name one are parsed, and their numbers compared with the plays."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any

import pytest

from tests.game.hints.sentences import holds, messages, positions, read
from tests.game.wyoming.positions import table
from topping_out.game.bots.search import OTHERS, Clause, Difference, Fact, reason
from topping_out.game.icetowers.bots.comparisons import named
from topping_out.game.icetowers.bots.core import MINE, NOTHING, PASSING, SET_DOWN, SPLIT, Play
from topping_out.game.icetowers.bots.evaluation import Position, weights_of
from topping_out.game.icetowers.rules import GAME as ICETOWERS
from topping_out.game.icetowers.state import Phase
from topping_out.game.text import sentence
from topping_out.game.wyoming.bots import players as wyoming_players
from topping_out.game.wyoming.bots.comparisons import Safest, Trials, for_choice, is_considered, named_after
from topping_out.game.wyoming.bots.hints import clauses, explain_found
from topping_out.game.wyoming.bots.search import Forecast
from topping_out.game.wyoming.rules import GAME as WYOMING

# -- Wyoming: what trial games have shown

WORLDS = 60
OTHER = "playing 1 club on your club tower (height 2)", "playing 1 club there"
"""The other play, named from a play on another tower and from one on the same."""
Found = dict[str, Any]


def _counts(part: str) -> Callable[..., bool]:
    def check(found: Found, now: str, worlds: str, then: str, play: str) -> bool:
        counted = tuple(sum(getattr(row[which], part) for row in found["rows"]) for which in (0, 1))
        better = counted[0] > counted[1] if part == "won" else counted[0] < counted[1]
        return (int(now), int(then)) == counted and better and int(worlds) == WORLDS and play in OTHER

    return check


def _often_lost(found: Found, now: str, worlds: str) -> bool:
    return 0.4 * WORLDS <= int(now) == sum(row[0].lost for row in found["rows"]) and int(worlds) == WORLDS


def _rounded(least: float) -> int:
    """Return the least gain rounded down; from 5 on to a multiple of 5."""
    assert least >= 1
    return int(least) if least < 5 else int(least) // 5 * 5


def _is_as_good(found: Found, play: str) -> bool:
    return abs(found["mean"]) <= 3 and play[0].lower() + play[1:] in OTHER


SHOWN: dict[str, Callable[..., bool]] = {
    "In {now} of {worlds} trial games the opponent wins before your next turn. After {play}, it's {then}.":
        lambda found, **places: found["seats"] == 2 and _counts("lost")(found, **places),
    "In {now} of {worlds} trial games an opponent wins before your next turn. After {play}, it's {then}.":
        lambda found, **places: found["seats"] > 2 and _counts("lost")(found, **places),
    "In {now} of {worlds} trial games you can win by your next turn. After {play}, it's {then}.": _counts("won"),
    "In {now} of {worlds} trial games the opponent wins before your next turn.":
        lambda found, **places: found["seats"] == 2 and _often_lost(found, **places),
    "In {now} of {worlds} trial games an opponent wins before your next turn.":
        lambda found, **places: found["seats"] > 2 and _often_lost(found, **places),
    "Of 100 trial games, this wins at least {number} more than {play}.":
        lambda found, number, play: _rounded(found["least"]) == int(number) and play in OTHER,
    "{play} is about as good.": lambda found, play: _is_as_good(found, play),
    "{play} is about as good, but leaves this tower at {height}.":
        lambda found, play, height: _is_as_good(found, play) and int(height) == found["height"],
}  # fmt: skip
LEVELS = [(0, 0), (0, 5), (5, 0), (0, 30), (30, 0), (20, 50), (50, 20), (30, 30)]
"""Counts in the trial games after the play and after the other: no difference, a small one, or a significant one."""


def rows(lost: tuple[int, int], won: tuple[int, int]) -> list[list[Forecast]]:
    """Return forecasts with these counts, randomly distributed over the samples."""
    luck = random.Random(f"{lost} {won}")
    columns = [[number < count for number in range(WORLDS)] for count in (*lost, *won)]
    for column in columns:
        luck.shuffle(column)
    return [[Forecast(a, c), Forecast(b, d)] for a, b, c, d in zip(*columns)]


def tried(
    gains: Callable[[], Sequence[float]], *, lost: tuple[int, int] = (0, 0), won: tuple[int, int] = (0, 0), **more: Any
) -> Trials:
    return Trials(rows(lost, won), gains, **more)


GAINS = [(0.0, 0.01), (0.0, 0.1), (0.02, 0.01), (0.02, 0.1), (-0.06, 0.01), (-0.06, 0.1), (0.4, 0.1), (0.04, 0.02)]
"""The mean and the error (two standard errors) of the gain in the share of the win."""


def gains_of(mean: float, error: float) -> list[float]:
    """Return gains with this mean and (nearly) this error."""
    spread = error / 2 * WORLDS**0.5
    return [mean - spread, mean + spread] * (WORLDS // 2)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("lost", LEVELS)
@pytest.mark.parametrize("played", ["construct 2C @0.0", "deconstruct 1D @0.0", "deconstruct 1D @1.0"])
def test_sentences_about_trial_games_state_the_real_counts(played: str, lost: tuple[int, int], seats: int) -> None:
    """A prevented win comes first, then a prepared win, then the gain; then that an opponent often wins."""
    state = table("2C 1D", *["7S", "7D"][: seats - 1], towers=["2C", "", "3C"] if seats == 2 else ["2C", "3C"])
    view, alternative = WYOMING.view(state, 0), WYOMING.parse("construct 1C @0.0")
    play = WYOMING.parse(played)
    forms = messages("wyoming/bots/hints", "wyoming/bots/comparisons")
    shown, is_telling = for_choice(view, clauses(view, play), play, alternative)
    is_compared = is_considered(view, play, alternative)
    for won, (mean, error) in product(LEVELS, GAINS):
        text = explain_found(view, play, alternative, tried(partial(gains_of, mean, error), lost=lost, won=won))
        assert text.startswith(reason(shown))
        sentences = text.removeprefix(reason(shown)).lstrip()
        least = 100 * (mean - error * (WORLDS / (WORLDS - 1)) ** 0.5)
        if not sentences:
            assert lost[0] + 6 > lost[1] or not is_compared
            assert won[0] < won[1] + 6 or not is_compared
            assert mean <= 0.03 or least < 1 or is_telling or not is_compared
            assert lost[0] < 24
            continue
        found = {"rows": rows(lost, won), "seats": seats, "least": least, "mean": 100 * mean, "height": 3}
        assert holds(sentences, SHOWN, forms, found), text
        sentence, _ = read(sentences, SHOWN, forms)
        assert ("before your next turn. After" in sentence) == (lost[0] + 6 <= lost[1])
        assert ("can win" in sentence) == (lost[0] + 6 > lost[1] and won[0] >= won[1] + 6)


@pytest.mark.parametrize(("towers", "hand", "plays", "text"), [
    (["1S", "5S", "2S"], "1S 4D 1H", ["construct 1S @1.0", "deconstruct 1H @0.0"],
     "it grows to 6, but you keep 1 heart in case an opponent's tower grows. "
     "Playing 1 heart on your spade tower (height 1) is about as good."),
    (["1S", "5C", "1D"], "1H 1C", ["deconstruct 1H @0.0", "deconstruct 1C @2.0"],
     "it's cleared away. You hold nothing against the opponents' tallest tower of 5 clubs. "
     "Playing 1 club on {seat2}'s diamond tower (height 1) is about as good."),
    (["", "1S", "1S"], "3H 3D 1C", ["construct 3H @0.0", "construct 3D @0.0"],
     "that leaves 8 to go. Beginning a tower with 3 diamonds is about as good."),
])  # fmt: skip
def test_a_reason_that_holds_for_the_other_play_gives_way_to_the_lead_in_the_search(
    towers: list[str], hand: str, plays: list[str], text: str
) -> None:
    """The search says that the plays are about equal if too few games are played to the end, or don't tell."""
    view, (play, other) = WYOMING.view(table(hand, "7C", "7C", towers=towers), 0), map(WYOMING.parse, plays)

    def told(lead: float, gains: Sequence[float] = ()) -> str:
        return explain_found(view, play, other, tried(lambda: gains, lead=lead))

    assert told(0.01) == told(0.01, gains_of(0.06, 0.1)) == text
    for unequal in (told(0.03), told(0.03, gains_of(0.06, 0.1)), told(0.01, gains_of(-0.06, 0.01))):
        assert "as good" not in unequal


@pytest.mark.parametrize(("play", "rival", "more"), [
    ("deconstruct 1H @1.0", "construct 1H @0.0",
     " Playing 1 heart on your heart tower (height 4) is about as good, but leaves this tower at 1."),
    ("deconstruct 1H @1.0", "construct 1S @1.0", " Playing 1 spade there is about as good."),
    ("deconstruct 1H @1.0", "deconstruct 4C @2.0", ""),
    ("construct 1H @0.0", "deconstruct 1H @1.0", ""),
])  # fmt: skip
def test_another_play_for_which_all_reasons_hold_is_named(play: str, rival: str, more: str) -> None:
    """A rival that does about as well keeps as many clubs, or fewer. An own tower that grows is a reason by itself."""
    view = WYOMING.view(table("2S 1H 4C", "7C", "7C", towers=["4H", "1S", "3D"]), 0)
    played, other, named = map(WYOMING.parse, (play, "deconstruct 3C @2.0", rival))
    text = explain_found(view, played, other, tried(list), rivals=[named])
    assert text == reason(clauses(view, played)) + more


@pytest.mark.parametrize(("hand", "towers", "plays", "text"), [
    ("1D 6S", ["4C", "1C", "4D"], ("deconstruct 1D @0.0", "deconstruct 1D @1.0"),
     "no other suit can be played. Playing 1 diamond on {seat1}'s club tower (height 1) is about as good."),
    ("1S 3H 3C", ["2S", "1D", "1S"], ("deconstruct 3C @1.0", "deconstruct 3H @0.0"),
     "it becomes a tower of 2 clubs, but you keep 1 spade for your tower, safe in your hand. "
     "Playing 3 hearts on your spade tower (height 2) is about as good."),
])  # fmt: skip
def test_a_play_that_does_harm_keeps_its_reason_even_if_another_shares_it(
    hand: str, towers: list[str], plays: tuple[str, str], text: str
) -> None:
    view, (play, other) = WYOMING.view(table(hand, "7C", "7C", towers=towers), 0), map(WYOMING.parse, plays)
    assert explain_found(view, play, other, tried(list, lead=0.01)) == text


@pytest.mark.parametrize(("amounts", "is_told"), [((1.0, 0.9), True), ((1.0, 0.4), False), ((0.4, 1.0), False)])
def test_a_difference_in_some_turns_is_only_told_if_new_worlds_confirm_it(
    amounts: tuple[float, ...], is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = iter([Difference(Fact("lack", (OTHERS,)), amount, 0.0, 0.06 * amount)] for amount in amounts)
    monkeypatch.setattr(type(wyoming_players.REASONS), "differences", lambda *_: next(found))
    view = WYOMING.view(table("1C", "1S", towers=["3C", "", "3C"]), 0)
    plays = map(WYOMING.parse, ("construct 1C @0.0", "construct 1C @1.0"))
    text = wyoming_players._difference(view, *plays, random.Random(1))
    assert text == ("in three turns the opponent will be about 1 card further from winning." if is_told else None)


@pytest.mark.parametrize(("hand", "towers", "plays", "text"), [
    ("1H 1C 5D", ["3S", "3S", "3S", "3H"], ("deconstruct 1H @2.0", "deconstruct 1H @1.0"),
     "it comes down to 2, with 9 to go, and no other suit can be played. "
     "Playing 1 heart on {seat1}'s spade tower (height 3) is about as good, but leaves this tower at 3."),
    ("2S 1H 1C 3D", ["3C", "1S", "2C", ""], ("deconstruct 1H @0.1", "construct 2S @0.1"),
     "it's cleared away, so you can begin a tower there with your 3 diamonds. "
     "Playing 2 spades there is about as good, but risks 1 more card."),
    ("2S 2H 3C", ["3D", "2S", "3C"], ("construct 2S @1.0", "deconstruct 2H @1.0"),
     "it grows to 4, but you keep 2 hearts in case an opponent's tower grows. "
     "Playing 2 hearts there is about as good."),
    ("4S 1C 2D", ["2S", "1C", "2H", "3D"], ("deconstruct 2D @1.0", "deconstruct 1C @3.0"),
     "it becomes a tower of 1 diamond, and you keep 4 spades for your tower, safe in your hand. "
     "Playing 1 club on {seat3}'s diamond tower (height 3) is about as good, but leaves this tower at 1."),
])  # fmt: skip
def test_a_play_that_did_about_as_well_is_named_if_the_reason_does_not_set_it_apart(
    hand: str, towers: list[str], plays: tuple[str, str], text: str
) -> None:
    """An equal tower of another rival, more cards on the same one, or a tower built there at once instead of later."""
    hands = [hand, *["7C"] * ((len(towers) if "" not in towers and len(towers) > 2 else 2) - 1)]
    view, (play, other) = WYOMING.view(table(*hands, towers=towers), 0), map(WYOMING.parse, plays)
    far = WYOMING.parse(f"construct 1{hand[-1]} @0.0")
    as_other = explain_found(view, play, other, tried(list, lead=0.01))
    as_rival = explain_found(view, play, far, tried(list, lead=0.1), rivals=[other])
    assert text in (as_other, as_rival)
    assert explain_found(view, play, other, tried(list, lead=0.1)) != text


@pytest.mark.parametrize(("hand", "towers", "plays", "text", "is_settled"), [
    ("2S 1H 2C 2D", ["3S", "1H", "1S"], ("construct 1S @0.0", "construct 2S @0.0"),
     "it grows to 4, and you keep 1 spade for it, safe in your hand.", False),
    ("1S 1H 3C 2D", ["3D", "1C", "3S"], ("construct 3C @1.0", "construct 2D @0.0"),
     "it grows to 4, but you draw 3 fresh cards.", False),
    ("2S 4D", ["2S", "3C", "1C"], ("deconstruct 4D @1.0", "deconstruct 3D @1.0"),
     "it becomes a tower of only 1 diamond, and you draw 5 fresh cards.", False),
    ("4D 2S", ["2S", "6C", "1C"], ("deconstruct 4D @1.0", "construct 2S @0.0"),
     "it comes down to 2, and it was the opponents' tallest tower, with 5 to go.", False),
    ("1H 5D", ["1S", "1S", "1C"], ("deconstruct 1H @0.0", "deconstruct 1H @1.0"),
     "it's cleared away, so you can begin a tower there with your 5 diamonds.", True),
])  # fmt: skip
def test_against_an_obvious_play_only_a_decisive_reason_is_enough(
    hand: str, towers: list[str], plays: tuple[str, str], text: str, is_settled: bool
) -> None:
    """Otherwise it is said that the obvious play is about as good, or by how much it is worse."""
    view, (play, other) = WYOMING.view(table(hand, "7C", "7C", towers=towers), 0), map(WYOMING.parse, plays)

    def told(mean: float) -> str:
        gains = partial(gains_of, mean, 0.01)
        return explain_found(view, play, other, tried(gains, lead=0.1), is_obvious=True)

    name = named_after(view, play, other)
    more = told(0.02).removeprefix(text)
    assert more.startswith(f" {sentence(name)} is about as good") != is_settled
    for mean, least in ((0.04, 2), (0.14, 10)):
        gains = f" Of 100 trial games, this wins at least {least} more than {name}."
        assert told(mean) == text + gains * (not is_settled)


@pytest.mark.parametrize(("lost", "text"), [
    (2, "it comes down to 5, and it was the opponent's tallest tower, with 3 to go."),
    (3, "it comes down to 5, with 6 to go. Left alone, it could have won next turn with 3 clubs."),
])  # fmt: skip
def test_a_threat_is_only_named_if_a_rival_wins_in_trial_games_without_the_play(lost: int, text: str) -> None:
    view = WYOMING.view(table("3D 2S 2H", "7C", towers=["4S", "", "8C", "1D"]), 0)
    play, other = map(WYOMING.parse, ("deconstruct 3D @1.0", "construct 1S @0.0"))
    assert explain_found(view, play, other, tried(list, lost=(0, lost))).startswith(text)


def test_many_cards_kept_that_could_also_take_the_tower_down_are_told() -> None:
    view = WYOMING.view(table("6C 1D", "7S", "7S", "7S", towers=["", "2S", "7D", "2H"], pennies=9), 0)
    play, other = map(WYOMING.parse, ("deconstruct 1C @2.0", "construct 2H @0.0"))
    text = explain_found(view, play, other, tried(list, lost=(0, 4)))
    assert text.endswith("could have won next turn with 3 diamonds. You keep 5 clubs, safe in your hand.")


@pytest.mark.parametrize(("now", "then", "is_told"), [(12, 1, True), (5, 0, False)])
def test_a_smaller_danger_is_only_told_with_the_play_that_lowers_it(now: int, then: int, is_told: bool) -> None:
    view = WYOMING.view(table("2S 2H 2C 1D", "7S", towers=["5H", "1S", "8C", "3D"]), 0)
    plays = [WYOMING.parse(play) for play in ("deconstruct 2C @1.1", "construct 2H @0.0", "deconstruct 1D @1.0")]
    safest = Safest(plays[2], rows((now, then), (0, 0)), gains_of(0.2, 0.1))
    text = explain_found(
        view, plays[0], plays[1], tried(partial(gains_of, 0.0, 0.1), lost=(now, now), safest=lambda: safest)
    )
    assert ("After playing 1 diamond on the opponent's club tower (height 8), it's 1." in text) == is_told
    assert ("trial games" in text) == is_told


def test_a_new_tower_is_not_explained_by_being_one() -> None:
    """How far it is from a win is left out while a penny is about to drop."""
    view = WYOMING.view(table("3H 2C 2D", "7C", towers=["", "", "3S"], deck="2S", discards="20S"), 0)
    play, other = map(WYOMING.parse, ("construct 3H @0.0", "deconstruct 3H @1.0"))
    text = explain_found(view, play, other, tried(list, lead=0.01))
    assert text.startswith("once the Sky is at 9, 7 more will do.")


def told_equal(view: Any, play: str, other: str) -> str:
    """Return why a play is good if trial games show another one to be as good."""
    return explain_found(view, WYOMING.parse(play), WYOMING.parse(other), tried(list, lead=0.0), is_obvious=True)


@pytest.mark.parametrize(("hand", "towers", "plays", "text"), [
    ("3H 3C 1D", ["", "3S", "3D"], ("construct 3C @0.0", "construct 3H @0.0"),
     "that leaves 8 to go. Beginning a tower with 3 hearts is about as good."),
    ("3H 3C 1D", ["", "4S", "3D"], ("construct 3C @0.0", "construct 3H @0.0"),
     "you keep 3 hearts in case an opponent's tower grows. Beginning a tower with 3 hearts is about as good."),
    ("1S 3C 3D", ["1S", "", "3C", "2H"], ("deconstruct 1S @1.1", "deconstruct 3D @1.0"),
     "it comes down to 1, with 10 to go, and you keep 3 diamonds in case the opponent's tower grows. "
     "Playing 3 diamonds on the opponent's club tower (height 3) is about as good, but leaves this tower at 2."),
    ("2S 4H 1C", ["3D", "2H", "1S"], ("deconstruct 1S @1.0", "deconstruct 2S @1.0"),
     "it comes down to 1, with 10 to go, and if cleared away, its owner could begin again with any suit. "
     "Playing 2 spades there is about as good, but takes 1 more card."),
    ("1S 5C 1D", ["", "1C", "1S"], ("construct 1S @0.0", "construct 5C @0.0"),
     "that leaves 10 to go, and you keep 5 clubs for a new tower if yours is cleared away. "
     "Beginning a tower with 5 clubs is about as good, but risks 4 more cards."),
    ("1S 3C 3H", ["", "5D", "6C"], ("deconstruct 3C @1.0", "construct 3H @0.0"),
     "it comes down to 2, with 9 to go. You hold nothing against the opponents' tallest tower of 6 clubs. "
     "Beginning a tower with 3 hearts is about as good, but leaves this tower at 5."),
    ("2S 5H", ["5C", "3H", "1S"], ("deconstruct 2S @1.0", "deconstruct 1S @1.0"),
     "it comes down to 1, with 10 to go, and you draw 2 fresh cards. Playing 1 spade there is about as good."),
])  # fmt: skip
def test_a_reason_sets_the_play_apart_from_the_one_that_is_named(
    hand: str, towers: list[str], plays: tuple[str, str], text: str
) -> None:
    """Cards kept have a use, and the other play, or one that a player thinks of, spends them."""
    hands = [hand, *["7C"] * (1 if len(towers) == 4 else 2)]
    found = told_equal(WYOMING.view(table(*hands, towers=towers), 0), *plays)
    for seat in (1, 2):
        found = found.replace(f"{{seat{seat}}}'s", "the opponent's" if len(hands) == 2 else f"{{seat{seat}}}'s")
    assert found == text


def test_a_count_of_wins_is_only_told_if_no_other_play_wins_sooner() -> None:
    view = WYOMING.view(table("2C 1D", "7S", towers=["2C", "", "3C"]), 0)
    plays = [WYOMING.parse(play) for play in ("deconstruct 1D @1.0", "construct 1C @0.0")]
    for is_soonest in (True, False):
        trials = tried(partial(gains_of, 0.0, 0.1), won=(50, 20), is_soonest=partial(bool, is_soonest))
        assert ("you can win" in explain_found(view, *plays, trials)) == is_soonest


def test_a_play_that_ends_the_game_is_not_compared_with_another() -> None:
    state = table("1D", "", towers=["2S", "", "3C", "2H"], deck="-", discards="20S", sudden_death=True)
    view, plays = WYOMING.view(state, 0), [WYOMING.parse(f"{kind} 1D @1.0") for kind in ("deconstruct", "construct")]
    text = explain_found(view, plays[0], plays[1], tried(partial(gains_of, 0.4, 0.1), lost=(0, 50)))
    assert text == "then the game is over before anybody plays again, and you share the win."


@pytest.mark.parametrize(("lost", "is_said"), [((50, 50), True), ((50, 30), False), ((40, 56), False)])
def test_a_play_that_nearly_always_loses_like_the_other_gets_no_other_reason(
    lost: tuple[int, int], is_said: bool
) -> None:
    state = table("2C 1D", "7S", "7D", towers=["2C"])
    plays = [WYOMING.parse(play) for play in ("construct 2C @0.0", "deconstruct 1D @0.0")]
    text = explain_found(WYOMING.view(state, 0), plays[0], plays[1], tried(partial(gains_of, 0.0, 0.1), lost=lost))
    assert text.startswith("it grows to 4, with 7 to go")
    assert text.endswith(" Whatever you play, an opponent probably wins before your next turn.") == is_said


@pytest.mark.parametrize(("towers", "owner", "cards", "said"), [
    (["2C", "9H", "8D"], 1, "2H", "An opponent only has to play 2 hearts, and"),
    (["2C", "8C", "9S"], 2, "2S", "An opponent only has to play 2 spades, and"),
    (["2C", "9H", "10S"], 2, "1S", "An opponent only has to play 1 spade, and"),
    (["2C", "", "9S"], 1, "2S", "The opponent only has to play 2 spades, and"),
    (["2C", "1H", "9D"], 2, "2D", ""),
])  # fmt: skip
def test_a_play_that_nearly_always_loses_is_told_with_the_cards_that_an_opponent_lacks(
    towers: list[str], owner: int, cards: str, said: str
) -> None:
    """With these its owner would win, with one fewer not. A tower that the play itself takes down doesn't count."""
    seats = 3 - (towers[1] == "")
    play = WYOMING.parse("construct 2C @0.0" if said else "deconstruct 2C @2.0")
    view = WYOMING.view(table("3C 1S", *["7S", "7S"][: seats - 1], towers=towers), 0)
    text = explain_found(
        view, play, WYOMING.parse("construct 1C @0.0"), tried(partial(gains_of, 0.0, 0.1), lost=(50, 50))
    )
    assert text.endswith(
        f" {said} probably wins before your next turn, whatever you play." if said
        else " Whatever you play, an opponent probably wins before your next turn."
    )  # fmt: skip
    for number in range(1, int(cards[0]) + 1):
        hands = ["1C" if seat != owner else cards for seat in range(seats)]
        after = table(*hands, towers=towers, first=owner)
        after.turn = owner
        WYOMING.apply(after, owner, WYOMING.parse(f"construct {number}{cards[1]} @{owner}.0"))
        assert bool(after.outcome) == (number == int(cards[0]))


@pytest.mark.parametrize(("towers", "mean", "is_asked"), [
    (["4S", "", "1S", "3C"], 0.0, False), (["4S", "", "1S", "3C"], 0.02, True),  # 2 diamonds could begin a tower
    (["4S", "", "1S", "4C"], 0.02, False),  # it was the tallest tower
    (["4H", "3S", "1S", "3C"], 0.02, False),  # 2 hearts are kept
])  # fmt: skip
def test_a_difference_is_asked_for_if_the_reason_is_as_good_a_one_for_other_plays(
    towers: list[str], mean: float, is_asked: bool
) -> None:
    state = table("2D 2H", "7C", towers=towers, pennies=10)
    plays = [WYOMING.parse(play) for play in ("deconstruct 2D @1.1", "deconstruct 1H @1.0")]
    why = "in three turns you'll be about half a card closer to winning."
    text = explain_found(
        WYOMING.view(state, 0),
        plays[0],
        plays[1],
        tried(partial(gains_of, mean, 0.1), why=lambda: why),
    )
    compared = f" Compared with playing 1 heart on the opponent's spade tower (height 1): {why}"
    assert text.endswith(compared) == is_asked


def test_another_play_on_the_same_tower_is_named_without_the_tower() -> None:
    state = table("2D 2C", "7S", towers=["1C", "", "4C", "4H"])
    plays = [WYOMING.parse(play) for play in ("deconstruct 2D @0.0", "construct 2C @0.0")]
    text = explain_found(WYOMING.view(state, 0), plays[0], plays[1], tried(partial(gains_of, 0.4, 0.1), won=(50, 20)))
    assert text.endswith("you can win by your next turn. After playing 2 clubs there, it's 20.")


@pytest.mark.parametrize(("gain", "more"), [
    (0.2, " In 30 of 60 trial games the opponent wins before your next turn. After playing 2 clubs there, it's 5. "
     "In the end, though, the suggested play wins at least 5 more of 100 trial games."),
    (0.05, ""),
    (None, " In 30 of 60 trial games the opponent wins before your next turn."),
])  # fmt: skip
def test_a_danger_is_told_with_the_play_that_lowers_it(gain: float | None, more: str) -> None:
    state = table("2D 2C", "7S", towers=["4S", "", "4C", "4H"])
    plays = [WYOMING.parse(play) for play in ("deconstruct 2D @1.0", "construct 2C @1.0", "construct 1D @0.1")]
    view, safest = WYOMING.view(state, 0), gain and Safest(plays[1], rows((30, 5), (0, 0)), gains_of(gain, 0.1))
    text = explain_found(
        view, plays[0], plays[2], tried(partial(gains_of, 0.1, 0.2), lost=(30, 30), safest=lambda: safest)
    )
    shown = "it comes down to 2, with 9 to go."
    assert text == (f"{shown[:-1]}, and you draw 5 fresh cards." if gain else shown) + more


@pytest.mark.parametrize(("play", "other", "text"), [
    ("deconstruct 2D @1.1", "construct 2H @0.0",
     "it comes down to 1, with 10 to go, and you keep 2 hearts for your tower, safe in your hand."),
    ("construct 1S @0.1", "construct 2H @0.0",
     "it grows to 2, and you keep 2 hearts for your other tower, safe in your hand."),
    ("construct 2H @0.0", "construct 1S @0.1", "it grows to 6, with 5 to go, and you draw 2 fresh cards."),
])  # fmt: skip
def test_a_play_is_explained_by_what_the_other_play_does_not_do_as_well(play: str, other: str, text: str) -> None:
    state = table("1S 2H 2C 2D", "7C", towers=["4H", "1S", "4S", "3C"])
    plays = [WYOMING.parse(each) for each in (play, other)]
    found = explain_found(WYOMING.view(state, 0), plays[0], plays[1], tried(partial(gains_of, -0.06, 0.1)))
    assert found == text


def test_cards_in_hand_are_no_reason_if_the_other_play_keeps_them_too() -> None:
    state = table("1H 5C 1D", "7D", towers=["5H", "8D", "2D", "9C"], pennies=14)
    view, plays = WYOMING.view(state, 0), [WYOMING.parse(f"construct 1{suit} @0.{at}") for suit, at in ("D1", "H0")]
    far = WYOMING.parse("construct 5C @1.1")
    told = reason(clauses(view, plays[0], other=far))
    assert told.endswith("and you keep 5 clubs in case the opponent's tower grows.")
    found = explain_found(view, plays[0], plays[1], tried(partial(gains_of, -0.06, 0.1)))
    assert found == "it grows to 9, with 6 to go, and no opponent's tower is taller than 9."


def test_what_other_suits_do_is_no_reason_against_a_play_of_the_same_suit_but_may_be_one_for_both() -> None:
    state = table("1S 5H", "7C", "7C", towers=["7S", "3C", "2H"])
    plays = [WYOMING.parse(play) for play in ("deconstruct 1S @2.0", "construct 1S @0.0", "deconstruct 5H @0.0")]
    texts = [
        explain_found(WYOMING.view(state, 0), plays[0], other, tried(partial(gains_of, 0.0, 0.1)))
        for other in plays[1:]
    ]
    assert all("every other suit" in text for text in texts)
    equal = "Playing 1 spade on your spade tower (height 7) is about as good, but leaves this tower at 2."
    assert texts[0].endswith(equal)


@pytest.mark.parametrize(("play", "other", "more"), [
    ("construct 2S @0.0", "construct 2H @1.1", ""),  # which nobody would consider
    ("construct 2H @1.1", "construct 2S @1.0", " Of 100 trial games, this wins at least 25 more than playing 2 spades "
     "on the opponent's spade tower (height 4)."),
])  # fmt: skip
def test_a_play_is_not_compared_with_one_that_does_harm_unless_it_does_harm_itself(
    play: str, other: str, more: str
) -> None:
    view = WYOMING.view(table("2S 2H 2C", "7C", towers=["3S", "1D", "4S", "3H"]), 0)
    plays = [WYOMING.parse(each) for each in (play, other)]
    asked = list[str]()

    def gains() -> list[float]:
        asked.append(play)
        return gains_of(0.4, 0.1)

    text = explain_found(view, plays[0], plays[1], tried(gains))
    assert text == reason(clauses(view, plays[0])) + more
    assert bool(asked) == bool(more)


# -- Wyoming: why a play is good that changes a tower of one's own, and how many cards it brings


def _of_price(clause: Clause) -> list[str]:
    """Return the kind of the reason for a price, if the clause names one."""
    return [part.kind for part in clause.facts.get("parts", [])[1:]]


@pytest.mark.parametrize(("hands", "towers", "play", "options", "kinds"), [
    (("1D 3S", "7C"), ["8C"], "deconstruct 1D @0.0", {"finicky": True, "pennies": 5}, ["falls", "exact"]),
    (("1D 3S", "7C"), ["5C"], "deconstruct 1D @0.0", {"finicky": True, "pennies": 5}, ["price:for new"]),
    (("6H 1D", "7C"), ["4C", "2S", "4D"], "deconstruct 1D @0.0", {}, ["price:builds elsewhere"]),
    (("6H 1D", "7C"), ["4C", "2S", "3D"], "deconstruct 1D @0.0", {}, ["falls"]),  # a lower tower may well grow
])  # fmt: skip
def test_taking_down_an_own_tower_is_explained(
    hands: tuple[str, ...], towers: list[str], play: str, options: dict[str, Any], kinds: list[str]
) -> None:
    state = table(*hands, towers=towers, **options)
    found = clauses(WYOMING.view(state, 0), WYOMING.parse(play))
    assert [":".join([clause.kind, *_of_price(clause)]) for clause in found[:2]] == kinds


@pytest.mark.parametrize(("hand", "towers", "play", "laid"), [
    ("2H 5S", ["5D", "5D", "6S"], "deconstruct 2H @1.0", 4),
    ("2H 5S", ["5D", "5D", "1S"], "deconstruct 2H @1.0", 2),
    ("2H 5D", ["1H", "1H"], "construct 2H @0.0", 0),
    ("7H", ["3C", "1C", "3C"], "discard 3H", 3),
])  # fmt: skip
def test_a_hint_promises_fresh_cards_only_if_there_are_enough(
    hand: str, towers: list[str], play: str, laid: int
) -> None:
    """Pile and discards with the cards of this play must be enough for the rival, who draws first, and the seat."""
    played = WYOMING.parse(play)
    for pile in range(9):
        state = table(hand, "4C", towers=towers, deck=f"{pile}D" if pile else "-")
        promises = [clause.text for clause in clauses(WYOMING.view(state, 0), played) if clause.kind == "draws"]
        is_enough = pile + laid >= played.count + 3
        assert promises == ([f"you draw {played.count} fresh cards"] if is_enough else []), f"{pile} cards"


# -- IceTowers: what a play is called

SIZES = {"small": 1, "medium": 2, "large": 3}


def _caps(play: Play, text: str) -> bool:
    words = text.removeprefix("capping ")
    what, _, how = words.partition(" with a ")
    size, _, rest = how.partition(" piece")
    kind, at, source, target = play
    if what.startswith("the free-standing "):
        is_it = len(target) == 1 and SIZES[what.split()[2]] == target[0] & 3
    else:
        is_it = len(target) > 1 and int(what.split()[-1]) == sum(code & 3 for code in target)
    return is_it and SIZES[size] == source[at] & 3 and (rest == " taken out of a tower") == (kind == MINE)


def is_called(play: Play, text: str) -> bool:
    """Tell whether a play agrees with its name."""
    kind, at, source, target = play
    if text == "stopping there":
        return play == PASSING
    if text == "setting it down":
        return kind == SET_DOWN
    if text.startswith("splitting the tower worth "):
        return kind == SPLIT and int(text.split()[-1]) == sum(code & 3 for code in source)
    if text.startswith("taking the "):
        size = SIZES[text.split()[2]]
        return kind == MINE and target == NOTHING and size == source[at] & 3 and len(source) > 1
    return text.startswith("capping ") and _caps(play, text)


def test_names_of_plays_in_icetowers_are_right() -> None:
    luck, kinds, weights = random.Random(4), set[tuple[int, bool]](), weights_of("medium")
    for state, seat in positions("icetowers", luck, 60):
        if state.phase is Phase.PLAY:
            for play in [PASSING, *Position(ICETOWERS.view(state, seat), weights).plays()]:
                assert is_called(play, named(play)), f"{play} is called {named(play)!r}"
                kinds.add((play[0], bool(play[3])))
    held = [(SET_DOWN, 0, (code,), NOTHING) for code in (1, 2, 3)]
    alone = [(MINE, 0, (code, 7), NOTHING) for code in (1, 2, 3)]
    for play in (*held, *alone):
        assert is_called(play, named(play)), f"{play} is called {named(play)!r}"
    assert len(kinds) >= 3
