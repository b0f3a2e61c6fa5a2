"""What the texts of Towers say of the numbers in its rules, and checks of these texts against the rules."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

from tests.scenes.rules_shown.walk import Means, Moment, Says, Sheets, Table, Text, numbers, texts_of
from topping_out.game.engine import TurnBegan
from topping_out.game.options import resolve
from topping_out.game.towers.actions import NEW, Build, Built, Demolished, Drew, End, ScoringBegan
from topping_out.game.towers.core import State
from topping_out.game.towers.rules import GAME
from topping_out.game.towers.state import NO_TOWER, floors_of
from topping_out.game.towers.words import floor_words
from topping_out.scenes.manager import Push
from topping_out.scenes.towers.printing import TowersPrinting

ACTIONS = "topping_out.game.towers.actions"
CHANGES = {
    f"{ACTIONS}:DEAL": 5,
    f"{ACTIONS}:DRAWN": 2,
    f"{ACTIONS}:HAND": 5,
    f"{ACTIONS}:HEIGHT": 5,
    f"{ACTIONS}:FEW_PLOTS": 4,
    f"{ACTIONS}:MANY_PLOTS": 5,
}
"""Other values of constants of the rules, with which the texts are tested."""
FIXED = {
    "actions:BUILDS": "the bots' plans are drafts of two builds (`Planner._draft`)",
    "rules:MOST_POINTS": "bounds arrays for programs that learn",
    **{
        f"rules:{name}": "how examples are chosen; what their captions say is scored by the rules"
        for name in ("EXAMPLE_SEATS", "EXAMPLE_HAND", "EXAMPLE_PILE", "EXAMPLES", "DRAFTS", "OWNERS")
    },
    **{f"decks:{name}": "floors of a draft in the workshop" for name in ("OFFERED", "PLAYED", "EACH")},
    "core:NONE": "the sign of a vacant floor in bytes",
    "core:CACHED": "how many accounts are remembered",
    **{
        f"core:{name}": "the number of a verb"
        for name in (
            "DRAW",
            "SCORE",
            "SCORE_MATCHING",
            "SCORE_ABOVE",
            "SCORE_TUCKS",
            "TAKE_BELOW",
            "VACATE_BELOW",
            "SCORE_BELOW",
            "SCORE_OWN",
            "SCORE_VACANT",
            "SCORE_KINDS",
        )
    },
    "floors:NONE": "the sign of a vacant floor in bytes",
    "floors:UNKNOWN": "the sign of a card that nobody knows, in bytes",
    "floors:LARGEST_AMOUNT": "bounds the numbers in deck files",
    "decks:FEWEST_CARDS": "bounds the decks of players; the refusal names it",
    "decks:MOST_CARDS": "bounds the decks of players; the refusal names it",
    "decks:WEEKS_FLOORS": "how many floors the deck of the week is drawn from",
    "decks:WEEKS_CARDS": "how often each of them comes",
    "decks:LEAST_SCORING": "how many of them score at least",
    "rooms:MOST_PARTS": "bounds the pictures of players' floors; the refusal names it",
    **{
        f"state:{name}": "bounds the decks of players; the refusal names it"
        for name in ("MOST_FLOORS", "MOST_COUNT", "MOST_EFFECTS", "LONGEST_NAME", "LONGEST_ABOUT")
    },
}
"""Constants that are not varied, and why."""
WATCHED = (ScoringBegan,)


# -- what the rules do, found by playing


@cache
def rules() -> SimpleNamespace:
    """Return the numbers of floors built and cards drawn in a turn, the hand limit, and the heights that score."""
    luck, found = random.Random(5), SimpleNamespace(builds=0, drawn=0, most=0, heights=set[int]())
    for seed in range(4):
        state = GAME.setup(2, resolve(GAME.options(2), {}), seed)
        while not state.outcome:
            events, before, seat = list[Any](), state.copy(), state.turn
            action = luck.choice(GAME.actions(state, seat))
            GAME.apply(state, seat, action, events)
            found.builds = max(found.builds, len(state.built))
            found.most = max(found.most, *map(len, state.hands))
            if isinstance(events[0] if events else None, Drew):
                found.drawn = max(found.drawn, len(events[0].cards))
            scored = [event.plot for event in events if isinstance(event, ScoringBegan) and event.cause == "height"]
            found.heights |= {len(GAME.view(before, None).towers[plot]) for plot in scored}
    assert len(found.heights) == 1
    (found.height,) = found.heights
    return found


def scored(state: State, *actions: Any) -> set[int]:
    """Return the plots of the towers that are scored if the seat to move does this and ends its turn."""
    later, seat, events = state.copy(), state.turn, list[Any]()
    for action in (*actions, End()):
        GAME.apply(later, seat, action, events)
    return {event.plot for event in events if isinstance(event, ScoringBegan) and event.cause != "game end"}


def builds_left(state: State) -> int:
    later, seat, left = state.copy(), state.turn, 0
    while isinstance(action := GAME.actions(later, seat)[0], Build):
        GAME.apply(later, seat, action)
        left += 1
    return left


# -- what is said


def plot_of(text: Text) -> int:
    return int(text.where.split()[2].split(".")[0])


def is_height(moment: Moment, text: Text, number: str, total: str) -> bool:
    plots = [plot_of(text)] if text.where.startswith("reads tower") else range(len(moment.view.towers))
    return int(total) == rules().height and int(number) in {len(moment.view.towers[plot]) for plot in plots}


def grown(moment: Moment, text: Text) -> tuple[State, int]:
    """Return the state with the tower that a text describes, and the tower's plot."""
    if not isinstance(moment.chosen, Build):
        built = [event for event in moment.events if isinstance(event, Built)]
        return moment.state, built[-1].plot
    free = moment.state.towers.index(NO_TOWER) if NO_TOWER in moment.state.towers else -1
    plot = plot_of(text) if text.where.startswith("reads tower") else moment.chosen.plot
    later = moment.state.copy()
    GAME.apply(later, later.turn, Build(moment.chosen.floor, NEW if plot in (free, NEW) else plot))
    return later, free if plot == NEW else plot


def is_next(moment: Moment, text: Text, number: str, total: str) -> bool:
    state, plot = grown(moment, text)
    height = len(floors_of(state.towers[plot]))
    return int(total) == rules().height and height == int(number) and plot not in scored(state)


def is_last(moment: Moment, text: Text, number: str, total: str) -> bool:
    state, plot = grown(moment, text)
    return int(number) == int(total) == rules().height == len(floors_of(state.towers[plot])) and plot in scored(state)


def is_due(moment: Moment, text: Text) -> bool:
    if not text.where.startswith("reads tower") or moment.chosen is not None:
        return True
    return plot_of(text) in scored(moment.state)


SAYS: Says = {
    r'option "Tower \d+" = (\d+) of (\d+),': is_height,
    r"(\d+) of (\d+) floors": is_height,
    r"Floor (\d+) of (\d+)\. Scored as it stands": is_next,
    r"Floor (\d+) of (\d+): scored at the end of this turn": is_last,
    r"It's scored at the end of this turn\.": is_due,
    r"scored at (\d+) floors|scored at (\d+)$": lambda m, t, long, brief: int(long or brief) == rules().height,
    r"(?<!\d )(?<!\d)(\d+) floors: scored": lambda m, t, floors: int(floors) == rules().height,
    r"it had (\d+) floors": lambda m, t, floors: int(floors) == rules().height,
    r"You draw (\d+) a turn, up to (\d+) in hand": lambda m, t, drawn, most: (
        (int(drawn), int(most)) == (rules().drawn, rules().most)
    ),
    r"Its owner draws \d+ cards?, up to (\d+) in hand": lambda m, t, most: int(most) == rules().most,
    r"\bBuild (\d+)$": lambda m, t, number: int(number) == rules().builds,
    r"\bBuild (\d+) \((\d+) left\)": lambda m, t, number, left: (
        int(number) == rules().builds and (int(left) == builds_left(m.state) or m.chosen is not None)
    ),
    r"^Draw (\d+)$": lambda m, t, number: int(number) == rules().drawn,
    r"Build first: (\d+) floors": lambda m, t, number: int(number) == rules().builds,
    r"draws? (\d+) cards?\.": lambda m, t, number: (
        t.where != "logs" or int(number) in {len(event.cards) for event in m.events if isinstance(event, Drew)}
    ),
}
"""Texts that occur in every match."""
RARE: Says = {
    r"This is the last round": lambda m, t: m.state.last_round,
}
"""Texts that occur in some matches only."""


def expects(moment: Moment) -> Iterator[tuple[str, str]]:
    """Yield places where a text must occur, and the text."""
    if moment.chosen is None and not moment.state.outcome and not builds_left(moment.state):
        yield from ((f"reads tower {plot}", "It's scored at the end") for plot in scored(moment.state))
    if moment.chosen is None and moment.state.last_round:
        yield "answers", "This is the last round"


def further(table: Table) -> Iterator[Moment]:
    """Yield the texts of the accounts of all scorings."""
    pushed = table.scene.board.game.read_accounts()
    assert isinstance(pushed, Push)
    page: Any = pushed.scene
    for number in range(len(page.found)):
        page.number = number
        yield Moment(table.state, table.scene.board.view, texts=texts_of(table.app, page))


# -- what the options promise


@cache
def ends_as_said(end: str) -> bool:
    """Play at random, and tell whether the last round begins when the option says so.

    If three or more cards are drawn in a turn, both hands that are short by then and others must occur.
    """
    luck, found = random.Random(2), set[bool]()
    for seed in range(100):
        state = GAME.setup(2, resolve(GAME.options(2), {"end": end}), seed)
        while not state.last_round:
            events, seat = list[Any](), state.turn
            GAME.apply(state, seat, luck.choice(GAME.actions(state, seat)), events)
            if any(isinstance(event, TurnBegan) for event in events) and not state.draw_pile:
                is_short = len(state.hands[seat]) < rules().drawn
                if state.last_round != (is_short or end == "deck"):
                    return False
                found.add(is_short)
        if len(found) == 2:
            return True
    return bool(found) and rules().drawn < 3


def cards_of(deck: str) -> int:
    state = GAME.setup(2, resolve(GAME.options(2), {"deck": deck}), 1)
    return len(state.draw_pile) + sum(map(len, state.hands))


MEANS: Means = {
    "end": lambda seats, value, option: ends_as_said(value),
    "deck": lambda seats, value, option: (
        len(TowersPrinting().faces({"deck": value})) == cards_of(value)
        and option.label(value) == GAME.setup(2, resolve(GAME.options(2), {"deck": value}), 1).variant.deck.title
    ),
}


# -- what is printed


def new(seats: int = 2, **options: Any) -> State:
    return GAME.setup(seats, resolve(GAME.options(seats), options), 1)


def names_in(state: State) -> Counter[str]:
    """Return the number of each floor among the cards dealt and drawn."""
    cards = [*state.draw_pile, *(card for hand in state.hands for card in hand)]
    return Counter(state.variant.deck.floor_of(card).name for card in cards)


def most_scorings(deck: str) -> int:
    """Return the largest number of scorings in a few random games."""
    luck, most = random.Random(3), 0
    for _ in range(10):
        state, count = new(deck=deck), 0
        while not state.outcome:
            events = list[Any]()
            GAME.apply(state, state.turn, luck.choice(GAME.actions(state, state.turn)), events)
            count += sum(isinstance(event, ScoringBegan) for event in events)
        most = max(most, count)
    return most


def amount(name: str) -> int:
    floor = next(floor for floor in new().variant.deck.floors if floor.name == name)
    return floor.effects[0].amount


SHEETS: Says = {}
"""Further texts of the printed sheets."""


def look_at(sheets: Sheets) -> None:
    """Check that the cards are those of the deck with their effects, and that the score sheet is long enough."""
    state = new(**sheets.options)
    floors = {floor.name: floor for floor in state.variant.deck.floors}
    assert Counter(text for text in sheets.cards if text in floors) == names_in(state)
    words = [(floor.name, floor_words(floor)) for floor in floors.values() for _ in range(names_in(state)[floor.name])]
    assert [*zip(sheets.cards[::2], map(str.lower, sheets.cards[1::2]))] == [(a, b.lower()) for a, b in words]
    assert sheets.rows == [f"Tower {number + 1}" for number in range(len(sheets.rows))]
    assert len(sheets.rows) >= most_scorings(str(sheets.options.get("deck", "standard")))


RULES: Says = {
    r"2 or 3 (\d) 4 (\d)": lambda m, t, few, many: (
        [len(new(seats).towers) for seats in (2, 3, 4)] == [int(few), int(few), int(many)]
    ),
    r"Everybody gets (\w+) cards": lambda m, t, word: numbers(word) == [len(new().hands[0])],
    r"never hold more than (\w+) cards": lambda m, t, word: numbers(word) == [rules().most],
    r"The box holds (\d+) floors of (\w+) kinds; how often each kind comes isn't published\. "
    r"We assume (\w+) of each": lambda m, t, all, kinds, each: (
        numbers(all, kinds) == [cards_of("standard"), len(names_in(new()))]
        and {*names_in(new()).values()} == {*numbers(each)}
    ),
    r"Put (\w+) floor on top of each of (\w+) different towers": lambda m, t, *words: (
        numbers(*words) == [1, rules().builds]
    ),
    r"Draw (\w+) cards, but never to more than (\w+)": lambda m, t, *words: (
        numbers(*words) == [rules().drawn, rules().most]
    ),
    r"(?:Score every|When a) tower (?:that )?has (\w+) floors": lambda m, t, word: numbers(word) == [rules().height],
    r"With fewer than (\w+) cards in hand, towards the end, you build": lambda m, t, word: (
        numbers(word) == [rules().builds]
    ),
    r"finishes a turn with fewer than (\w+) cards while there is nothing left to draw": lambda m, t, word: (
        numbers(word) == [rules().drawn] and ends_as_said("sheet")
    ),
    r"SUITE: its owner draws (\w+) cards": lambda m, t, word: numbers(word) == [amount("SUITE")],
    r"OFFICE: its owner scores (\w+) for each OFFICE": lambda m, t, word: numbers(word) == [amount("OFFICE")],
    r"LOBBY: its owner scores (\w+) for each floor above": lambda m, t, word: numbers(word) == [amount("LOBBY")],
    r"SPIRE: its owner scores (\w+)\b": lambda m, t, word: numbers(word) == [amount("SPIRE")],
    r"ELEVATOR: everybody scores (\w+) for each card": lambda m, t, word: numbers(word) == [amount("ELEVATOR")],
    r"INFERNO: the (\w+) floors directly below are vacant": lambda m, t, word: numbers(word) == [amount("INFERNO")],
    r"The (eight) floors": lambda m, t, word: numbers(word) == [len(names_in(new()))],
    r"A turn gives you (\w+) cards and asks for (\w+) floors: you can afford about (\w+) claim": lambda m, t, *words: (
        numbers(*words) == [rules().drawn, rules().builds, rules().drawn - rules().builds]
    ),
    r"worth more than its (\w+) points": lambda m, t, word: numbers(word) == [amount("SPIRE")],
}
"""The numbers in the printed rules."""
NO_RULES = (r"A turn has four steps", r"has number 1, the next number 2")


# -- the results


def all_of(moment: Moment, kind: type[Any]) -> list[Any]:
    return [event for event in moment.events if isinstance(event, kind)]


RESULTS: Says = {
    r"(\d+) towers? (?:was|were) scored\. The most from a single tower: (\d+) for Ana (\d)": (
        lambda m, t, count, most, who: (
            int(count) == len(all_of(m, ScoringBegan))
            and int(most) == max(max(event.points) for event in all_of(m, Demolished))
            and int(most) in [event.points[int(who)] for event in all_of(m, Demolished)]
        )
    ),
    r'item "[^"]*: (.*), Points (\d+)"': lambda m, t, floors, points: (
        int(points) == m.state.points[t.seat] >= sum(map(int, re.findall(r"(\d+)(?:,|$)", floors)))
    ),
    r"wins? with (\d+) points?": lambda m, t, points: int(points) == max(m.state.points),
}
"""Texts of the results."""
ONE_OF_RESULTS: set[str] = set()
