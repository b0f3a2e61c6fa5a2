"""What the texts of Towers of Wyoming say of the numbers in its rules, and checks of these texts against the rules."""

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.game.wyoming.positions import new
from tests.scenes.rules_shown.walk import Means, Moment, Says, Sheets, Table, Text, most_players, numbers
from topping_out.game.options import Option
from topping_out.game.wyoming.actions import (
    DECK,
    SUIT_NAMES,
    SUITS,
    LostContract,
    Play,
    PlayKind,
    Recycled,
    SkyMoved,
    Tossed,
    suit_of,
)
from topping_out.game.wyoming.core import State, Terms
from topping_out.game.wyoming.rules import GAME

NUMBERS = "topping_out.game.wyoming.numbers"
CHANGES = {
    f"{NUMBERS}:HAND": 6,
    f"{NUMBERS}:SKY": 9,
    f"{NUMBERS}:LOW_SKY": 11,
    f"{NUMBERS}:SHORT_SKY": 5,
    f"{NUMBERS}:LOW_SHORT_SKY": 4,
}
"""Other values of constants of the rules, with which the texts are tested."""
FIXED = {
    "numbers:PER_SUIT": "cards are numbered by it, in records, on faces and in sets",
    "rules:SAFE": "an offset in look-up tables",
    "core:NONE": "the sign of an empty foundation",
    "core:KINDS": "counts of a hand: the suits, and what is unknown",
    "core:UNKNOWN": "the sign of an unknown card",
    "core:AWAY": "the sign of a discard in a play's code",
    "core:PRIME": "of the random numbers in a search",
}
"""Constants that are not varied, and why."""
WATCHED = (SkyMoved,)
TALLEST = 20


# -- what the rules do, found by playing


def with_tower(state: State, seat: int, foundation: int, height: int) -> State:
    """Return the state with a tower of this height at this place, of the suit of the tower there."""
    later, place = state.copy(), seat * state.variant.foundations + foundation
    suit = suit_of(state.towers[place][0]) if state.towers[place] else 0
    later.towers[place] = bytes(card for card in DECK if suit_of(card) == suit)[:height]
    later.read_faces()
    return later


@cache
def winning_heights(variant: Any, pennies: int) -> tuple[int, ...]:
    """Return the heights up to 20 that win at the end of the owner's turn with this number of pennies."""
    return tuple(height for height in range(1, TALLEST + 1) if wins(variant, pennies, height))


def wins(variant: Any, pennies: int, height: int) -> bool:
    state = new(variant.seats)
    state.terms, state.pennies = Terms(variant), pennies
    state.towers[:] = [b""] * (variant.seats * variant.foundations)
    state = with_tower(state, 0, 0, height)
    state._end_turn(None)
    return state.outcome is not None and (state.outcome.reason, state.outcome.winners) == ("tower", (0,))


def run_out(state: State) -> list[Any]:
    """Return the events when the draw pile runs out."""
    later, events = state.copy(), list[Any]()
    seat = later.turn
    later.deck = bytes([*later.deck, *later.discards, *later.hands[seat]][:1])
    later.discards = later.discards or later.hands[seat][:2]
    later.hands[seat] = later.hands[seat][:3]
    later.read_faces()
    later._draw_up(seat, events)
    return events


def suits_that(state: State, kind: PlayKind, seat: int, foundation: int) -> set[str]:
    """Return the suits that an opponent with all suits in hand may play in this way at a tower."""
    later, opponent = state.copy(), next(player for player in state.in_play if player != seat)
    later.turn, later.outcome = opponent, None
    later.hands[opponent] = bytes(card for card in DECK if card % 25 == 0)
    later.read_faces()
    plays = [play for play in GAME.actions(later, opponent) if (play.owner, play.foundation) == (seat, foundation)]
    return {SUIT_NAMES[play.suit] for play in plays if play.kind is kind}


def outcome_of(state: State, play: Play) -> tuple[State, list[Any]]:
    later, events = state.copy(), list[Any]()
    GAME.apply(later, later.turn, play, events)
    return later, events


# -- what is said


def place_of(text: Text) -> tuple[int, int]:
    seat, foundation = map(int, text.where.split()[2].split("."))
    return seat, foundation


def heights(moment: Moment, text: Text) -> set[int]:
    """Return the heights of the towers that a text is about: while cards fly to one, also those on the way."""
    if text.where.startswith("reads tower"):
        seat, foundation = place_of(text)
        return {len(moment.view.towers[seat][foundation])}
    now = [len(tower) for towers in moment.view.towers for tower in towers]
    before = now if moment.is_whole else map(len, moment.before.towers)
    return {height for ends in zip(before, now) for height in range(max(1, min(ends)), max(ends) + 1)}


def winning(moment: Moment) -> tuple[int, ...]:
    return winning_heights(moment.state.variant, moment.view.pennies)


def is_to_go(moment: Moment, text: Text, number: str) -> bool:
    """Tell whether a tower needs this many cards to win."""
    goals = {min(winning_heights(moment.state.variant, pennies)) for pennies in skies(moment)}
    return any(height + int(number) in goals for height in heights(moment, text) | heights_after(moment, text))


def heights_after(moment: Moment, text: Text) -> set[int]:
    """Return the height of the tower at which the chosen cards are aimed, after the play."""
    play = aimed(moment, text) if isinstance(moment.chosen, Play) else None
    return {len(outcome_of(moment.state, play)[0].towers_of(play.owner)[play.foundation])} if play else set()


def skies(moment: Moment) -> set[int]:
    """Return the possible numbers of pennies: while one falls, those before and after."""
    return {moment.view.pennies, *(() if moment.is_whole else (moment.before.pennies, moment.state.pennies))}


def is_needed(moment: Moment, text: Text, exactly: str, number: str) -> bool:
    found = [winning_heights(moment.state.variant, pennies) for pennies in skies(moment)]
    return (int(number), bool(exactly)) in {(min(heights), len(heights) == 1) for heights in found}


def aimed(moment: Moment, text: Text) -> Play | None:
    """Return what the chosen cards would do at the place that a text is about."""
    place = place_of(text) if text.where.startswith("reads tower") else (moment.chosen.owner, moment.chosen.foundation)
    plays = GAME.actions(moment.state, moment.state.turn)
    fitting = [p for p in plays if (p.suit, p.count) == (moment.chosen.suit, moment.chosen.count)]
    return next((p for p in fitting if (p.owner, p.foundation) == place and p.kind is not PlayKind.DISCARD), None)


def reaches_the_sky(moment: Moment, text: Text, height: str, pennies: str) -> bool:
    heights = heights_after(moment, text)
    return heights == {int(height)} and int(height) in winning(moment) and int(pennies) == moment.view.pennies


def falls(moment: Moment, text: Text) -> bool:
    kinds = [type(event) for event in run_out(moment.state)]
    return SkyMoved in kinds and Tossed not in kinds


SAYS: Says = {
    r"The Sky: (\d+) penn": lambda m, t, number: int(number) in skies(m),
    r"(exactly )?(\d+) cards? to win\b": is_needed,
    r"\b(\d+) to go": is_to_go,
    r"it (?:grows|comes down) to (\d+)|a tower of (\d+) \w+\b": lambda m, t, *heights: (
        {int(height) for height in heights if height} <= heights_after(m, t)
    ),
    r"(\w+) build it up, (\w+) knock it down": lambda m, t, builders, attackers: (
        not t.where.startswith("reads tower")
        or (
            suits_that(m.state, PlayKind.CONSTRUCT, *place_of(t)) == {builders.lower()}
            and suits_that(m.state, PlayKind.DECONSTRUCT, *place_of(t)) == {attackers}
        )
    ),
    r"When it runs out, a penny drops and the discards are shuffled|then a penny drops": falls,
}
"""Texts that occur in every match."""
RARE: Says = {
    r"it reaches (\d+), (?:over|exactly) the Sky of (\d+)": reaches_the_sky,
    r"breaks through": lambda m, t: bool(heights(m, t) & {*winning(m)}),
    r"exactly right": lambda m, t: bool(heights(m, t) & {*winning(m)}),
    r"(\d+) too tall": lambda m, t, number: bool(
        {height - int(number) for height in heights(m, t) | heights_after(m, t)} & {*winning(m)}
    ),
    r"(\w+) build it up; the scaffolding protects it": lambda m, t, builders: (
        not t.where.startswith("reads tower") or not suits_that(m.state, PlayKind.DECONSTRUCT, *place_of(t))
    ),
    r"When it runs out, the pennies are tossed|then the toss": lambda m, t: (
        Tossed in [type(event) for event in run_out(m.state)]
    ),
    r"When it runs out, nobody draws any more|then nobody draws|empty, and nobody draws": lambda m, t: (
        not {SkyMoved, Recycled, Tossed} & {type(event) for event in run_out(m.state)}
    ),
    r"(\d+) (lower|higher) than at the start": lambda m, t, number, way: (
        int(number) * (1 if way == "lower" else -1) == started(m.state) - m.state.pennies
    ),
}
"""Texts that occur in some matches only, or with some options."""


def started(state: State) -> int:
    return state.variant.pennies


def expects(moment: Moment) -> Iterator[tuple[str, str]]:
    """Yield places where a text must occur, and the text."""
    if moment.chosen is None and not moment.state.outcome:
        exactly = "exactly " if len(winning(moment)) == 1 else ""
        yield "reads sky", f"{exactly}{min(winning(moment))} cards to win"
    if isinstance(moment.chosen, Play) and moment.chosen.kind is not PlayKind.DISCARD:
        later, _ = outcome_of(moment.state, moment.chosen)
        if later.outcome and later.outcome.reason == "tower":
            yield f"reads tower {moment.chosen.owner}.{moment.chosen.foundation}", "win"


def further(table: Table) -> Iterator[Moment]:
    yield from ()


# -- what the options promise


def pennies(**options: Any) -> int:
    seats = 3 if "foundations" in options else 2
    return new(seats, **options).pennies


def has_pennies(option: Option, pattern: str, *expected: int) -> bool:
    """Tell whether the help names these numbers of pennies."""
    found = re.search(pattern, option.help)
    assert found, option.help
    return [*map(int, found.groups())] == [*expected]


def happened(seats: int, kind: type[Any], **options: Any) -> bool:
    """Tell whether something happens in any of a few random games."""
    luck = random.Random(1)
    for seed in range(6):
        state, events = new(seats, seed, **options), list[Any]()
        while not state.outcome and not any(isinstance(event, kind) for event in events):
            GAME.apply(state, state.turn, luck.choice(GAME.actions(state, state.turn)), events)
        if any(isinstance(event, kind) for event in events):
            return True
    return False


def is_protected(scaffolding: bool) -> bool:
    """Tell whether a tower that has just grown is protected until its owner's turn, exactly if the option is on."""
    state = new(2, first=0, scaffolding=scaffolding)
    suit = suit_of(state.hands[0][0])
    GAME.apply(state, 0, Play(PlayKind.CONSTRUCT, suit, 1, 0, 0))
    before = bool(suits_that(state, PlayKind.DECONSTRUCT, 0, 0))
    GAME.apply(state, 1, next(play for play in GAME.actions(state, 1) if play.owner == 1))
    return before != scaffolding and bool(suits_that(state, PlayKind.DECONSTRUCT, 0, 0))


def opposed(**options: Any) -> dict[str, set[str]]:
    """Return, by suit of a tower, the suits that knock it down."""
    state = new(2, **options)
    found = {}
    for suit in SUITS:
        state.towers[0] = bytes([suit * 25, suit * 25 + 1])
        state.read_faces()
        found[SUIT_NAMES[suit]] = suits_that(state, PlayKind.DECONSTRUCT, 0, 0)
    return found


def is_wheel(help: str) -> bool:
    """Tell whether each suit knocks down only the next one named in the help."""
    suits = re.findall("|".join(SUIT_NAMES), help)
    return opposed(wheel=True) == {suits[(n + 1) % 4]: {suits[n]} for n in range(4)}


MEANS: Means = {
    "short": lambda seats, value, option: (
        has_pennies(
            option,
            r"(\d+) pennies instead of (\d+), or (\d+) instead of (\d+)",
            pennies(short=True),
            pennies(),
            pennies(short=True, tidal=True),
            pennies(tidal=True),
        )
        and pennies(tidal=True) == pennies(foundations=2)
    ),
    "foundations": lambda seats, value, option: (
        has_pennies(option, r"two under a Sky of (\d+)", pennies(foundations=2))
        and new(3, foundations=value).variant.foundations == {"One each": 1, "Two each": 2}[option.label(value)]
        and len(new(3, foundations=value).towers) == 3 * value
    ),
    "scaffolding": lambda seats, value, option: is_protected(bool(value)),
    "sudden_death": lambda seats, value, option: happened(2, Recycled, sudden_death=value) != value,
    "deadlines": lambda seats, value, option: happened(4, LostContract, deadlines=value) == value,
    "tidal": lambda seats, value, option: (
        has_pennies(option, r"^(\d+) pennies", pennies(tidal=True)) and happened(2, Tossed, tidal=value) == value
    ),
    "wheel": lambda seats, value, option: (
        is_wheel(option.help) if value else (all(opposed()[other] == {suit} for suit, (other,) in opposed().items()))
    ),
    "finicky": lambda seats, value, option: (len(winning_heights(new(2, finicky=value).variant, 9)) == 1) == value,
}


# -- what is printed


def tower_wins(pennies: int, height: int, **options: Any) -> bool:
    return wins(new(2, **options).variant, pennies, height)


def held() -> set[int]:
    """Return the number of cards in hand at the beginning of a turn, once everybody has drawn."""
    state = new(2, first=0)
    for _ in range(4):
        GAME.apply(state, state.turn, GAME.actions(state, state.turn)[0])
    return {len(new(2).hands[1]), len(state.hands[state.turn])}


def foundations(seats: int, **options: Any) -> list[int]:
    state = new(seats, **options)
    return [state.variant.foundations, state.pennies]


def all_pennies() -> set[int]:
    """Return the numbers of pennies with which games can begin."""
    games = [(seats, {}) for seats in (2, 3, 4)] + [(3, {"foundations": 2}), (2, {"tidal": True})]
    return {new(seats, short=short, **options).pennies for seats, options in games for short in (False, True)}


SHEETS: Says = {
    r"Draw until you hold (\d+) cards": lambda m, t, number: held() == {int(number)},
    r"A tower's own suit builds it up\. The opposing suit knocks it down": lambda m, t: all(
        attackers == {opposite} and opposed()[opposite] == {suit}
        for suit, attackers in opposed().items() for opposite in attackers
    ),
    r"A tower with more cards than the Sky has pennies wins": lambda m, t: not tower_wins(6, 6) and tower_wins(6, 7),
    r"You begin with (\d+) pennies; with (\d+) if three of you have two foundations each, or with Tidal": (
        lambda m, t, usual, low: (
            [pennies(), pennies(foundations=2), pennies(tidal=True)] == [int(usual), int(low), int(low)]
        )
    ),
}  # fmt: skip
"""Further texts of the printed sheets."""


def look_at(sheets: Sheets) -> None:
    """Check that there are as many cards, foundations, summaries and places for pennies as games need."""
    tables = [new(3, foundations=2), *(new(seats) for seats in (2, 3, 4))]
    assert sheets.cards.count("Foundation") == max(len(state.towers) for state in tables)
    assert sheets.further.count("A turn") == most_players("wyoming")
    pack = [*new(2).deck, *(card for hand in new(2).hands for card in hand)]
    places = [int(text) for text in sheets.further if text.isdigit()]
    assert len([text for text in sheets.cards if len(text) <= 2]) == len(pack)
    assert places == [*range(1, len(places) + 1)]
    assert len(places) >= max(*all_pennies(), pennies(tidal=True) + 4), "the tides need room above"


RULES: Says = {
    r"2 (\d) (\d+) 3 (\d) (\d+) 3, if agreed (\d) (\d+) 4 (\d) (\d+)": lambda m, t, *words: (
        numbers(*words) == foundations(2) + foundations(3) + foundations(3, foundations=2) + foundations(4)
    ),
    r"The pack has (\d+) cards, (\d+) each of spades, hearts, clubs and diamonds": lambda m, t, *words: (
        numbers(*words) == [len(DECK), len(DECK) // 4]
    ),
    r"Everybody gets (\w+) cards": lambda m, t, word: numbers(word) == [len(new(2).hands[0])],
    r"begins with (\w+) pennies where this table has (\w+), and with (\w+) where it has (\w+)": (
        lambda m, t, *words: numbers(*words) == [
            pennies(short=True), pennies(), pennies(short=True, tidal=True), pennies(tidal=True)
        ]
    ),
    r"With three or four players it takes about half as long": lambda m, t: all(
        0.4 < turns("short_game", seats) < 0.65 for seats in (3, 4)
    ),
    r"three or four players we [^.]* and a game takes about a quarter as many turns": lambda m, t: all(
        0.2 < turns("scaffolded", seats) < 0.3 for seats in (3, 4)
    ),
    r"First draw up to (\w+) cards \(none if you already hold (\w+)\)": lambda m, t, *words: (
        held() == {*numbers(*words)}
    ),
    r"Spades and hearts oppose each other, and so do clubs and diamonds, both ways": lambda m, t: (
        opposed() == {"spades": {"hearts"}, "hearts": {"spades"}, "clubs": {"diamonds"}, "diamonds": {"clubs"}}
    ),
    r"One penny leaves the Sky\. The discard pile is shuffled": lambda m, t: (
        [type(event) for event in run_out(new(2)) if isinstance(event, SkyMoved | Recycled)][:2] == [SkyMoved, Recycled]
    ),
    r"A player with a tower of more cards than there are pennies wins": lambda m, t: (
        not tower_wins(6, 6) and tower_wins(6, 7)
    ),
    r"Under a Sky without pennies any tower at all wins": lambda m, t: tower_wins(0, 1),
    r"The Sky begins with (\w+) pennies, however many people play": lambda m, t, word: (
        {new(seats, tidal=True).pennies for seats in (2, 3, 4)} == {*numbers(word)}
    ),
    r"The Sky still begins at (\w+) under Tidal Influences": lambda m, t, word: (
        numbers(word) == [pennies(tidal=True, sudden_death=True)]
    ),
    r"(clubs) knock down (\w+), (\w+) (\w+), (\w+) (\w+), and (\w+) (\w+)\.": lambda m, t, *suits: (
        opposed(wheel=True) == {under: {over} for over, under in zip(suits[::2], suits[1::2])}
    ),
    r"only a tower with exactly as many cards as there are pennies wins": lambda m, t: (
        [height for height in range(1, 10) if tower_wins(6, height, finicky=True)] == [6]
    ),
}  # fmt: skip
"""The numbers and suits in the printed rules."""
NO_RULES = (r"in 2000", r"three ways to get there", r"Five optional rules")


def turns(preset: str, seats: int) -> float:
    """Return the number of turns of a preset, as a share of those of the sheet's game."""
    by_key = {item.key: item for item in GAME.presets}
    return by_key[preset].turns[seats] / by_key["sheet"].turns[seats]


# -- the results


def is_row(moment: Moment, text: Text, tallest: str, standing: str, held: str) -> bool:
    """Tell whether a row of the results agrees with what its player has."""
    seat = text.seat
    towers = [tower for tower in moment.state.towers_of(seat) if tower]
    descriptions = [
        f"{len(cards)} {SUIT_NAMES[suit_of(cards[0])][: None if len(cards) > 1 else -1]}" for cards in towers
    ]
    return (int(tallest), standing, int(held)) == (
        max(map(len, towers), default=0),
        ", ".join(descriptions) or "none",
        len(moment.state.hands[seat]),
    )


RESULTS: Says = {
    r"Tallest (\d+), Towers ([^\"]*), In hand (\d+)": is_row,
    r"The Sky stood at (\d+) penn(?:y|ies)\b": lambda m, t, number: int(number) == m.state.pennies,
    r"(exactly )?(\d+) cards? (?:was|were) needed": is_needed,
    r"(?:wins?|the win) with a tower of (\d+)\.": lambda m, t, height: all(
        max(map(len, m.state.towers_of(seat))) == int(height) and int(height) in winning(m)
        for seat in m.state.outcome.winners
    ),
    r"with the tallest tower \(height (\d+)\)": lambda m, t, height: (
        int(height) == max(len(tower) for tower in m.state.towers) and m.state.outcome.reason != "tower"
    ),
}
"""Texts of the results, of which one of the last two occurs."""
ONE_OF_RESULTS = {*[*RESULTS][-2:]}
