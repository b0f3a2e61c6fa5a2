"""What Towering's texts say of the numbers in its rules, and checks of these texts against the rules."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

from tests.scenes.rules_shown.walk import Means, Moment, Says, Sheets, Table, Text, numbers
from topping_out.game.options import resolve
from topping_out.game.towering.actions import (
    COLOUR_LETTERS,
    Build,
    Discard,
    Draw,
    card_words,
    colour_of,
    is_material,
    make_card,
    number_of,
)
from topping_out.game.towering.core import State, empty_state, set_of
from topping_out.game.towering.rules import GAME
from topping_out.game.towering.state import RoundBegan, RoundEnded, Variant, terms_of
from topping_out.scenes.towering import places

SETS = "topping_out.game.towering.core"
CHANGES = {
    f"{SETS}:COST": 15,
    f"{SETS}:BONUS": 12,
    f"{SETS}:BONUS_CARDS": 4,
    "topping_out.game.towering.core:PATIENCE": 45,
}
"""Other values of constants of the rules, with which the texts are tested."""
FIXED = {
    "core:UNKNOWN": "the sign of an unknown card",
    "actions:PER_COLOUR": "cards are numbered by it, in records, on faces and in sets",
    "actions:MATERIALS": "cards are numbered by it; how many are in is an option",
    "actions:LOWEST": "cards are numbered by it, and have pictures",
    "actions:HIGHEST": "cards are numbered by it, and have pictures",
    "core:PER_COLOUR": "the same for the sets, which have a bit for each number",
    "core:ALL": "the set of all cards",
    "core:SEATS": "a game for two",
    "core:WIDTH": "rows of a hand; how many colours are in is an option",
    "state:MOST_ROUNDS": "bounds an option, whose choices are tried",
    "rules:MOST_POINTS": "bounds arrays for programs that learn",
}
"""Constants that are not varied, and why."""
WATCHED = (RoundEnded,)
MINUS = str.maketrans("−", "-", "+")


# -- what the rules do


def worth(cards: bytes) -> int:
    """Return what a tower of these cards of one colour counts."""
    table = empty_state(terms_of(Variant()))
    table.towers[0] = set_of(cards)
    return table.points(0)


@cache
def rules() -> SimpleNamespace:
    """Return what a tower costs, and what bonus is paid from how many cards."""
    cost = 10 - worth(bytes([make_card(0, 10)]))
    plain = [sum(range(2, 2 + count)) - cost for count in range(1, 10)]
    paid = [worth(bytes(make_card(0, number) for number in range(2, 2 + count))) for count in range(1, 10)]
    bonuses = [(count, paid[count - 1] - plain[count - 1]) for count in range(1, 10)]
    cards, bonus = next(found for found in bonuses if found[1])
    return SimpleNamespace(cost=cost, bonus=bonus, cards=cards)


def draws_left(state: State) -> int:
    """Return how many draws in a row from the discards end the round from here."""
    later, draws = state.copy(), 0
    while len(later.accounts) == len(state.accounts):
        takes: list[Any] = []
        for play in [action for action in GAME.actions(later, later.turn) if isinstance(action, Discard)]:
            tried = later.copy()
            GAME.apply(tried, tried.turn, play)
            takes = [draw for draw in GAME.actions(tried, tried.turn) if isinstance(draw, Draw) and draw != Draw(None)]
            if takes:
                break
        GAME.apply(tried, tried.turn, takes[0])
        later, draws = tried, draws + 1
    return draws


def materials(state: State) -> set[int]:
    """Return how many materials there are of the colours in play, wherever they lie."""
    piles = [state.deck, *state.discards, *(state.hand(seat) for seat in (0, 1))]
    piles += [state.tower(seat, colour) for seat in (0, 1) for colour in range(state.variant.colours)]
    found = [colour_of(card) for card in b"".join(piles) if is_material(card)]
    return {found.count(colour) for colour in range(state.variant.colours)}


def number(words: str) -> int:
    return int(words.translate(MINUS))


# -- what is said


def towers(moment: Moment, text: Text) -> list[bytes]:
    """Return the towers of which a text may speak: with the chosen card, where one is chosen and can be built."""
    seats, colours = (0, 1), range(moment.state.variant.colours)
    if text.where.startswith(("reads site", "reads far")):
        own = moment.view.seat or 0
        seats = (own,) if text.where.startswith("reads site") else (1 - own,)
        colours = range(int(text.where.split()[2]), int(text.where.split()[2]) + 1)
    found = [bytes(moment.view.towers[seat][colour]) for seat in seats for colour in colours]
    if moment.state.outcome:  # the results tell of all rounds
        found += [bytes(cards) for account in moment.state.accounts for own in account.towers for cards in own]
    if isinstance(moment.chosen, Build | Discard):
        card = moment.chosen.card
        found.append(bytes([*moment.view.towers[moment.state.turn][colour_of(card)], card]))
    return found


def is_product(moment: Moment, text: Text, total: str, cost: str, times: str) -> bool:
    value = (number(total) - number(cost)) * number(times)
    tall = {worth(tower) for tower in towers(moment, text)} if moment.is_whole else {value}
    return number(cost) == rules().cost and bool(tall & {value, value + rules().bonus})


def is_account(moment: Moment, text: Text, total: str, cost: str, points: str) -> bool:
    return number(cost) == rules().cost and number(total) - number(cost) == number(points)


def is_bonus(moment: Moment, text: Text, bonus: str, cards: str, points: str) -> bool:
    tall = [tower for tower in towers(moment, text) if worth(tower) == number(points)]
    return number(bonus) == rules().bonus and number(cards) in map(len, tall) and number(cards) >= rules().cards


def is_missing(moment: Moment, text: Text, missing: str, bonus: str) -> bool:
    heights = {len(tower) for tower in towers(moment, text)}
    return number(bonus) == rules().bonus and rules().cards - number(missing) in heights


def is_score(moment: Moment, text: Text, before: str, now: str, total: str) -> bool:
    """Tell whether that is what a seat has; after the last round its towers stay on the table."""
    state = moment.state
    found = []
    for seat in (0, 1):
        had = state.accounts[-2].totals[seat] if state.outcome and len(state.accounts) > 1 else state.totals[seat]
        had = 0 if state.outcome and len(state.accounts) == 1 else had
        found.append((had, state.points(seat), had + state.points(seat)))
    return (number(before), number(now), number(total)) in found


def ended(moment: Moment) -> Any:
    return next(event.account for event in moment.events if isinstance(event, RoundEnded))


SAYS: Says = {
    r"\((\d+)−(\d+)\)×(\d+)": is_product,
    r"(\d+) for its building cards, less (\d+): ([+−]?\d+)": is_account,
    r"This round has (\d+) materials? of each colour": lambda m, t, count: materials(m.state) == {int(count)},
    r"(\d+) cards? (?:is|are) left; the round ends with the last one": lambda m, t, count: (
        int(count) == len(m.state.deck)
    ),
    r"(\d+) cards? in hand": lambda m, t, count: int(count) in {len(m.state.hand(seat)) for seat in (0, 1)},
    r"(−?\d+) from earlier rounds, ([+−]?\d+) this round, (−?\d+) in all": is_score,
}
"""Texts that occur in every match."""
RARE: Says = {
    r"(\d+) more cards? would bring (\d+) extra": is_missing,
    r"You've just discarded this card: you can't take it back": lambda m, t: any(
        pile and Draw(colour) not in GAME.actions(m.state, m.state.turn) for colour, pile in enumerate(m.state.discards)
    ),
    r"and (\d+) for (\d+) cards: ([+−]?\d+)": is_bonus,
    r"(\d+) more for (\d+) cards: ([+−]?\d+)": is_bonus,
    r"This round has no materials": lambda m, t: materials(m.state) == {0},
    r"Each tower: .* and (\d+) more for (\d+) cards": lambda m, t, bonus, cards: (
        (int(bonus), int(cards)) == (rules().bonus, rules().cards)
    ),
    r"Round (\d+) of (\d+)": lambda m, t, now, rounds: (
        int(rounds) == m.state.variant.rounds
        and int(now) - 1 in {m.state.round, *(() if m.is_whole else (m.before.round,))}
    ),
    r"It's the last card, and taking it ends the round": lambda m, t: len(m.state.deck) == 1,
    r"Points: ([+−]?\d+), earlier: (−?\d+), total: (−?\d+)": lambda m, t, points, before, total: (
        (number(points), number(total)) in [*zip(ended(m).points, ended(m).totals)]
        and number(before) + number(points) == number(total)
    ),
    r"bonus \+ (\d+)": lambda m, t, bonus: int(bonus) == rules().bonus,
    r"(\d+) more draws? in a row from the discards, and the round is called": lambda m, t, count: (
        int(count) == draws_left(m.state)
    ),
}
"""Texts that occur in some matches only."""


def expects(moment: Moment) -> Iterator[tuple[str, str]]:
    """Yield places where a text must occur, and the text."""
    if len(materials(moment.state)) == 1:
        (count,) = materials(moment.state)
        words = f"This round has {count} material" if count else "This round has no materials"
        if moment.chosen is None and not moment.state.has_played and not moment.state.outcome:
            yield "reads pile", words


def further(table: Table) -> Iterator[Moment]:
    """Yield texts about rounds that will soon be called, which random play does not reach."""
    for seed in range(3):
        state = GAME.setup(2, resolve(GAME.options(2), {}), seed)
        for _ in range(2):
            for action in (GAME.actions(state, state.turn)[-1], Draw(None)):
                GAME.apply(state, state.turn, action)
        for streak in (19, 20, 40):
            state.streak = streak
            view = GAME.view(state, state.turn)
            words = places.draw_pile_said(view).line
            yield Moment(state, view, texts=[Text("reads pile", words)])
    if table.state.outcome:
        assert len(table.state.accounts) == table.state.variant.rounds


# -- what the options do


def played(seed: int = 1, **options: Any) -> tuple[list[State], int]:
    """Play a random game; return its states at the beginning of each round, and the number of rounds that ended."""
    state, luck = GAME.setup(2, resolve(GAME.options(2), options), seed), random.Random(seed)
    begun, ends = [state.copy()], 0
    while not state.outcome:
        events = list[Any]()
        GAME.apply(state, state.turn, luck.choice(GAME.actions(state, state.turn)), events)
        ends += any(isinstance(event, RoundEnded) for event in events)
        if any(isinstance(event, RoundBegan) for event in events):
            begun.append(state.copy())
    return begun, ends


def allows_taking_back(state: State) -> bool:
    play = next(action for action in GAME.actions(state, state.turn) if isinstance(action, Discard))
    GAME.apply(state, state.turn, play)
    return Draw(colour_of(play.card)) in GAME.actions(state, state.turn)


def colours_in(state: State) -> int:
    cards = b"".join([state.deck, state.hand(0), state.hand(1)])
    return len({colour_of(card) for card in cards})


MEANS: Means = {
    "take_back": lambda seats, value, option: allows_taking_back(played(take_back=value)[0][0]) == value,
    "colours": lambda seats, value, option: str(colours_in(played(colours=value)[0][0])) == option.label(value),
    "hand": lambda seats, value, option: str(len(played(hand=value)[0][0].hand(0))) == option.label(value),
    "rounds": lambda seats, value, option: str(played(rounds=value)[1]) == option.label(value),
    "materials": lambda seats, value, option: (
        [{int(count)} for count in re.findall(r"\d+", option.label(value)) or "0"]
        == [materials(state) for state in played(materials=value)[0]][: 3 if "then" in option.label(value) else 1]
    ),
}


# -- what is printed


def new(**options: Any) -> State:
    return GAME.setup(2, resolve(GAME.options(2), options), 1)


def cards_in(state: State) -> bytes:
    return b"".join([state.deck, state.hand(0), state.hand(1)])


def choices(key: str) -> list[int]:
    option = next(option for option in GAME.options(2) if option.key == key)
    return [int(value) for value in option.lasting]


SHEETS: Says = {}
"""Further texts of the printed sheets: none."""


def look_at(sheets: Sheets) -> None:
    """Check that cards and labels are those of the game, and that the score sheet has a row for each tower."""
    played_with = {key: sheets.options.get(key, default) for key, default in (("colours", 6), ("rounds", 3))}
    cards = cards_in(new(**played_with, materials="4"))
    on_cards = [("M" if is_material(card) else str(number_of(card)), COLOUR_LETTERS[colour_of(card)]) for card in cards]
    assert Counter(zip(sheets.cards[::2], sheets.cards[1::2])) == Counter(on_cards)
    labels = Counter(sheets.further) - Counter(card_words(card) for card in cards)
    assert all(len(words) < 2 or words.startswith(("Labels", "Punch")) for words in labels), labels
    assert labels.total() == 2 * sheets.further.count("Labels in braille")
    states, rounds = played(**played_with)
    assert sheets.rows[:: 1 + colours_in(states[0])] == [f"Round {number + 1}" for number in range(rounds)]
    assert len(sheets.rows) == rounds * (1 + colours_in(states[0]))


RULES: Says = {
    r"(\w+) sites wait for towers": lambda m, t, word: numbers(word) == [colours_in(new())],
    r"Every tower that you begin costs (\d+)": lambda m, t, word: numbers(word) == [rules().cost],
    r"There are (\w+) rounds\. Whoever has the most points after the third wins": lambda m, t, word: (
        numbers(word) == [played()[1]]
    ),
    r"(\w+) building cards, one of each number from (\d+) to (\d+), and (\w+) material cards,": lambda m, t, *words: (
        numbers(*words) == [len(numbers_of_a_colour()), *ends(numbers_of_a_colour()), *materials(new(materials="4"))]
    ),
    r"That makes (\d+) cards in all": lambda m, t, word: numbers(word) == [len(cards_in(new(materials="4")))],
    r"The numbers are (\d+) to (\d+)\. The sheet speaks of 1 to 10 in one place, "
    r"but there are (\w+) cards, and its example uses the (\d+) and the (\d+)": (
        lambda m, t, *words: numbers(*words) == [
            *ends(numbers_of_a_colour()), len(numbers_of_a_colour()), *ends(numbers_of_a_colour())
        ]
    ),
    r"first round (\w+) materials of each colour stay in the box, in the second round (\w+), in the third none": (
        lambda m, t, *words: [4 - number for number in [*numbers(*words), 0]] == by_round()
    ),
    r"1 (\d) (\d+) 2 (\d) (\d+) 3 (\d) (\d+)": lambda m, t, *words: (
        numbers(*words[::2]) == by_round() and numbers(*words[1::2]) == [len(cards_in(state)) for state in played()[0]]
    ),
    r"Everybody gets (\w+) cards": lambda m, t, word: numbers(word) == [len(new().hand(0))],
    r"If (\d+) draws in a row come from the discards": lambda m, t, word: numbers(word) == [draws_left(begun())],
    r"take off the cost of (\d+), and multiply by (\w+) more than its materials": lambda m, t, cost, more: (
        [*numbers(cost, more)] == [rules().cost, 1] and worth(tower(2, 10)) == 3 * (10 - rules().cost)
    ),
    r"(\w+) materials multiply by (\w+)\.": lambda m, t, count, times: (
        worth(tower(*numbers(count), 10)) == (10 - rules().cost) * numbers(times)[0]
    ),
    r"A tower of at least (\w+) cards, materials included, earns a bonus of (\d+)": lambda m, t, *words: (
        numbers(*words) == [rules().cards, rules().bonus]
    ),
    r"Colours: (\w+) to (\w+) sites": lambda m, t, *words: numbers(*words) == [*ends(choices("colours"))],
    r"of each colour, none to (\w+), round by round": lambda m, t, word: (
        materials(new(materials="0")) == {0} and [*materials(new(materials="4"))] == numbers(word)
    ),
    r"Hand: (\w+) to (\w+) cards": lambda m, t, *words: numbers(*words) == [*ends(choices("hand"))],
    r"Rounds: (\w+) to (\w+)\.": lambda m, t, *words: numbers(*words) == [*ends(choices("rounds"))],
    r"is a (single) round of (\w+) colours with (\w+) materials in each, (\d+) cards": lambda m, t, single, *words: (
        numbers(*words) == [colours_in(classic()), *materials(classic()), len(cards_in(classic()))]
        and classic().variant.rounds == 1
    ),
    r"A tower needs building cards worth (\d+) before": lambda m, t, word: numbers(word) == [rules().cost],
    r"With (\w+) of them every missing point counts (\w+) times": lambda m, t, count, times: (
        worth(tower(*numbers(count), 9)) - worth(tower(*numbers(count), 10)) == -numbers(times)[0]
    ),
}  # fmt: skip
"""The numbers in the printed rules."""
NO_RULES = (
    r"Three colours built well are worth more than six begun",
    r"Keep an eye on the last ten cards",
)


def begun() -> State:
    """Return a game with a card among the discards, so that every draw can be from there."""
    state = new()
    for action in (GAME.actions(state, state.turn)[-1], Draw(None)):
        GAME.apply(state, state.turn, action)
    return state


def numbers_of_a_colour() -> list[int]:
    return [number_of(card) for card in cards_in(new()) if colour_of(card) == 0 and not is_material(card)]


def by_round() -> list[int]:
    return [count for state in played()[0] for count in materials(state)]


def tower(materials: int, number: int) -> bytes:
    """Return a tower of this many materials and one building card."""
    return bytes([*(card for card in range(78) if colour_of(card) == 0 and is_material(card))][:materials]) + bytes(
        [make_card(0, number)]
    )


def ends(numbers: list[int]) -> tuple[int, int]:
    return min(numbers), max(numbers)


def classic() -> State:
    return new(**dict(next(preset for preset in GAME.presets if preset.key == "classic").options))


# -- the results


def is_best_tower(
    moment: Moment, text: Text, round_: str, built: str, cost: str, times: str, more: str, points: str
) -> bool:
    """Tell whether that is what the best of all towers was worth, and how."""
    account = moment.state.accounts[int(round_) - 1]
    worths = [worth(bytes(cards)) for towers in account.towers for cards in towers if cards]
    sum_ = (number(built) - number(cost)) * number(times) + number(more or "0")
    best = max(worth(bytes(cards)) for a in moment.state.accounts for towers in a.towers for cards in towers if cards)
    return (
        sum_ == number(points) == best
        and best in worths
        and number(cost) == rules().cost
        and number(more or "0") in (0, rules().bonus)
    )


RESULTS: Says = {
    r"The best tower: .* in round (\d), \((\d+)−(\d+)\)×(\d+)(?: \+ (\d+))? = ([+−]?\d+)": is_best_tower,
    r"Round (\d) (−?\d+)(?=,)": lambda m, t, round_, points: (
        not t.where.startswith("reads row") or number(points) == m.state.accounts[int(round_) - 1].points[t.seat]
    ),
    r"Total (−?\d+)": lambda m, t, total: number(total) == m.state.totals[t.seat],
    r"wins? (−?\d+) to (−?\d+) points?": lambda m, t, more, less: (
        [number(less), number(more)] == sorted(m.state.totals)
    ),
}
"""What results say."""
ONE_OF_RESULTS: set[str] = set()
