"""The rules of Towers, how a tower is scored, worked examples, and views and actions encoded as numbers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from ..engine import EVERYONE, NOBODY, Cells, Encoding, Game, Outcome, Seat, Segment, shuffled, turned
from ..language import mark, tr, tr_count, tr_player
from ..options import Option, Value, first_seat_option
from ..rules_text import Block, Section
from ..text import paragraph
from . import state as invariants
from . import words
from .actions import DEAL, HAND, HEIGHT, NEW, Action, Build, Claim, Claimed, Demolished, Drew, End, Event, parse_action
from .core import FREE, State
from .decks import STANDARD, deck_meant, deck_option
from .feats import best_tower, describe_harm, describe_tower
from .floors import HIDDEN, NONE, UNKNOWN, Account, CardId, Deck, EffectVerb, Kind, Kinds, Scored
from .state import (
    END,
    Storey,
    Tower,
    Variant,
    View,
    build_rows,
    check_step,
    claim_rows,
    partial_state,
    state_of,
    terms_of,
)

# -- scoring


class TowerTally(NamedTuple):
    """The points of a tower for each seat, and (seat, cards) for each draw that it grants."""

    points: tuple[int, ...]
    draws: tuple[tuple[Seat, int], ...]


def tally(deck: Deck, kinds: Kinds, owners: bytes, seats: int) -> TowerTally:
    """Return what a tower with these floors (ground floor first) and owners scores."""
    return TowerTally(*terms_of(Variant(seats, deck)).tally(kinds, owners))


def account(deck: Deck, kinds: Kinds, owners: bytes, hand_sizes: Sequence[int], draw_pile: int) -> Account:
    """Return the scoring of such a tower, step by step, with hands and a draw pile of these sizes."""
    return terms_of(Variant(len(hand_sizes), deck)).account(kinds, owners, list(hand_sizes), draw_pile)


def preview(view: View, plot: int) -> Account:
    """Return the account of the tower on that plot if it were scored now."""
    return appraise(view, view.towers[plot])


def appraise(view: View, tower: Sequence[Storey]) -> Account:
    """Return the account of any tower, which need not be on the table, if it were scored now."""
    floors, owners = [storey.card for storey in tower], [storey.owner for storey in tower]
    deck = view.variant.deck
    return _known_account(deck, *_in_bytes(deck, floors, owners), view.hand_sizes, view.draw_pile)


_known_account = lru_cache(maxsize=64)(account)
"""The same, cached for towers that are looked at repeatedly."""


def recount(deck: Deck, scored: Scored) -> Account:
    """Return the account of a tower that has been scored."""
    return account(deck, *_in_bytes(deck, scored.floors, scored.owners), scored.hand_sizes, scored.draw_pile)


def _in_bytes(deck: Deck, floors: Iterable[CardId], owners: Iterable[Seat | None]) -> tuple[Kinds, bytes]:
    """Return the kinds and the owners of a tower's floors."""
    return bytes(floors).translate(deck.kinds), bytes(NONE if owner is None else owner for owner in owners)


# -- rules


Log = list[Event] | None


class Towers(Game[State, Action, Event, View]):
    name = "towers"
    title = "Towers"
    designer = "Patrick Bene"
    blurb = mark("Build shared towers and own the right floors when they score.")
    seats = range(2, 5)
    endings = {"points": mark("On points"), "turn order": mark("Tied on points: earlier in turn order")}

    # -- set-up

    def options(self, seats: int) -> tuple[Option, ...]:
        about = tr("When the last round begins: once a hand runs short, or as soon as the deck is empty.")
        choices = (("sheet", tr("Short hand")), ("deck", tr("Empty deck")))
        end = Option("end", tr("Last round"), about, "sheet", choices)
        return first_seat_option(seats), end, deck_option()

    def rules_in_play(self, options: Mapping[str, Value]) -> tuple[Section, ...]:
        """Return the floors of the deck and examples, unless it is the standard one, as in the text."""
        name = str(options.get("deck", STANDARD))
        if name == STANDARD:
            return ()
        deck = deck_meant(name)
        examples = examples_section(deck)
        return (words.deck_section(deck), *((examples,) if examples.blocks else ()))

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> State:
        rng = random.Random(seed)
        deck = deck_meant(str(options["deck"]))
        cards = shuffled(deck.cards, rng)
        variant = Variant(seats, deck, "deck" if options["end"] == "deck" else "sheet")
        state, plots = State(), variant.limit
        state.terms, state.floors, state.tucks = terms_of(variant), [b""] * plots, [b""] * plots
        state.hands = [bytes(sorted(cards[s * DEAL : s * DEAL + DEAL])) for s in range(seats)]
        state.draw_pile, state.discards = cards[seats * DEAL :], b""
        state.points, state.built, state.last_round, state.ledger, state.outcome = [0] * seats, b"", False, (), None
        state.first = state.turn = rng.randrange(seats) if options["first"] == "random" else int(options["first"])
        state.read_faces([b""] * plots)
        return state

    # -- play

    def actors(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.outcome else frozenset((state.turn,))

    def actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the single builds or claims that are legal; a hand of fewer than two cards builds those (F3)."""
        deck, kinds = state.terms.deck, state.hands[seat].translate(state.terms.kinds)
        if state.must_build(seat):
            return state.builds(build_rows(deck, kinds))
        return [*state.claims(claim_rows(deck, kinds)), END] if kinds else [END]

    def apply(self, state: State, seat: Seat, action: Action, log: Log = None) -> None:
        if isinstance(action, End):
            state.end_turn(log)
            return
        kind, plot = state.terms.kind_named[action.floor], action.plot
        card = -1 if action.card is None else action.card
        if isinstance(action, Claim):
            state.claim(kind, plot, action.level, card, log)
        else:
            state.build(kind, state.sites.index(FREE) if plot == NEW else plot, card, log)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    # -- knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            variant=state.variant,
            hand=() if seat is None else tuple(state.hands[seat].rstrip(_UNKNOWN)),
            hand_sizes=tuple(map(len, state.hands)),
            towers=tuple(tuple(_storeys(tower, seat)) for tower in state.towers),
            discards=_shown(state.discards),
            draw_pile=len(state.draw_pile),
            scores=state.scores,
            first=state.first,
            turn=state.turn,
            built=tuple(state.built),
            last_round=state.last_round,
            ledger=state.ledger,
            outcome=state.outcome,
        )

    def redact(self, event: Event, seat: Seat | None) -> Event:
        """Hide drawn and tucked cards (F5); the cards of a demolished tower are public, including tucked ones."""
        match event:
            case Drew(drawer, cards) if drawer != seat or UNKNOWN in cards:
                return Drew(drawer, (HIDDEN,) * len(cards))
            case Claimed(owner, plot, level, _, floor) if owner != seat:
                return Claimed(owner, plot, level, HIDDEN, floor)
            case Demolished(plot, points, floors, tucks) if UNKNOWN in tucks:
                return Demolished(plot, points, floors, _shown(tucks))
        return event

    def revealed_to(self, event: Event) -> frozenset[Seat]:
        match event:
            case Drew(seat, _):
                return frozenset((seat,))
            case Demolished(tucks=tucks) if tucks:
                return EVERYONE
        return NOBODY

    def determinize(self, view: View, rng: random.Random) -> State:
        deck = view.variant.deck
        own = {s.tuck for tower in view.towers for s in tower if s.tuck not in (None, HIDDEN)}
        seen = {*view.hand, *view.discards, *own, *(s.card for tower in view.towers for s in tower)}
        unseen = list(shuffled(bytes(card for card in deck.cards if card not in seen), rng))
        return state_of(view, unseen.pop, lambda: bytes(unseen))

    partial = staticmethod(partial_state)

    # -- text

    parse = staticmethod(parse_action)
    describe = staticmethod(words.describe)
    propose = staticmethod(words.propose)
    describe_outcome = staticmethod(words.describe_outcome)
    best_tower = staticmethod(best_tower)
    describe_harm = staticmethod(describe_harm)
    describe_tower = staticmethod(describe_tower)
    check_invariants = staticmethod(invariants.check)
    check = staticmethod(check_step)

    def price(self, cost: int) -> str:
        return tr_count("{number} point", "{number} points", cost)

    def describe_action(self, seat: Seat, action: Action, names: Sequence[str]) -> str:
        if not isinstance(action, End):
            return ""
        return tr_player(names[seat], mark("You end the turn."), mark("{name} ends the turn."))

    def dump(self, state: State) -> dict[str, Any]:
        return {
            "variant": asdict(state.variant),
            "hands": [list(hand) for hand in state.hands],
            "towers": [[msgspec.structs.asdict(storey) for storey in _storeys(tower)] for tower in state.towers],
            "draw_pile": list(state.draw_pile),
            "discards": list(state.discards),
            "scores": list(state.scores),
            "first": state.first,
            "turn": state.turn,
            "built": list(state.built),
            "last_round": state.last_round,
            "ledger": [msgspec.structs.asdict(scored) for scored in state.ledger],
            "outcome": None if state.outcome is None else asdict(state.outcome),
        }


# -- towers as they are seen


def _storeys(tower: Tower, seat: Seat | None = None) -> list[Storey]:
    """Return the floors as the seat sees them."""
    return [
        Storey(card) if owner == NONE else Storey(card, owner, tuck if owner == seat else HIDDEN)
        for card, owner, tuck in zip(tower[::3], tower[1::3], tower[2::3])
    ]


def _shown(cards: bytes | tuple[CardId, ...]) -> tuple[CardId, ...]:
    """Return public cards, `HIDDEN` for those that the seat of a partial state has not seen."""
    return tuple(cards) if UNKNOWN not in cards else tuple(HIDDEN if card == UNKNOWN else card for card in cards)


_UNKNOWN = bytes([UNKNOWN])

GAME = Towers()


# -- worked examples


EXAMPLE_SEATS, EXAMPLE_HAND, EXAMPLE_PILE = 4, 2, 20
"""In the examples, the number of seats, of cards in each hand, and of cards left to draw."""
EXAMPLE_NAMES = "ABCD"
"""The names of the players in the examples."""
EXAMPLES, DRAFTS = 3, 300
"""The most examples of a deck, and the number of towers among which they are chosen."""
OWNERS, OWNED = 3, 0.85
"""In these, the number of seats that own floors, and the share of floors that one of them owns."""


class Example(NamedTuple):
    """A tower to be scored, ground floor first."""

    deck: Deck
    kinds: Kinds
    owners: bytes

    @property
    def account(self) -> Account:
        return account(self.deck, self.kinds, self.owners, [EXAMPLE_HAND] * EXAMPLE_SEATS, EXAMPLE_PILE)


def example_of(deck: Deck, floors: Sequence[tuple[str, int | None]]) -> Example:
    """Return the tower of these floors, top floor first, each a name and its owner's number, from 1, or None."""
    kinds = bytes(deck.kind_named[name] for name, _ in reversed(floors))
    return Example(deck, kinds, bytes(NONE if number is None else number - 1 for _, number in reversed(floors)))


@cache
def examples_of(deck: Deck) -> tuple[Example, ...]:
    """Return up to three towers, the same every time, in which most kinds of floors do something."""
    rng = random.Random(0)
    drafts = [_draft(deck, rng) for _ in range(DRAFTS)]
    facts = [(_working(draft), sum(map(bool, draft.account.points))) for draft in drafts]
    chosen: list[Example] = []
    seen: set[str] = set()
    while len(chosen) < EXAMPLES:
        values = [(len(working - seen), scoring, len(working)) for working, scoring in facts]
        best = values.index(max(values))
        if not values[best][0]:
            break
        chosen.append(drafts[best])
        seen |= facts[best][0]
    return tuple(chosen)


def _draft(deck: Deck, rng: random.Random) -> Example:
    """Return a tower that is scored now: it has six floors, or a floor on top that triggers the scoring.

    At most one floor scores for everybody, as the words beside it take several lines.
    """
    top, *rest = (deck.kinds[card] for card in rng.sample(deck.cards, len(deck.cards)))
    height = rng.randint(HEIGHT - 2, HEIGHT) if top in deck.triggers else HEIGHT
    kinds = [top]
    for kind in rest:
        is_long = _pays_all(deck, kind) and any(_pays_all(deck, other) for other in kinds)
        if len(kinds) < height and kind not in deck.triggers and not is_long:
            kinds.append(kind)
    owners = bytes(rng.randrange(OWNERS) if rng.random() < OWNED else NONE for _ in kinds)
    return Example(deck, bytes(reversed(kinds)), owners)


def _pays_all(deck: Deck, kind: Kind) -> bool:
    return any(effect.verb is EffectVerb.SCORE_TUCKS for effect in deck.floors[kind].effects)


def _working(example: Example) -> set[str]:
    """Return the names of the floors that score, draw or change an owner."""
    return {step.floor for step in example.account.steps if any(step.points) or step.drawn or step.changes}


def examples_section(deck: Deck) -> Section:
    """Return the section of the rules page with the examples of a deck, if any, as figures `example1` and so on."""
    blocks = [
        Block("figure", _result(example.account), f"example{number + 1}", _told(example.account))
        for number, example in enumerate(examples_of(deck))
    ]
    return Section(tr("Worked examples"), blocks)


def _result(account: Account) -> str:
    """Return what each seat scores and draws."""
    drawn = [sum(step.drawn for step in account.steps if step.owner == seat) for seat in range(EXAMPLE_SEATS)]
    sentences = []
    for letter, points, number in zip(EXAMPLE_NAMES, account.points, drawn):
        if points and number:
            text = tr("Seat {letter} scores {points} and draws {number}.", letter=letter, points=points, number=number)
            sentences.append(text)
        elif points:
            sentences.append(tr("Seat {letter} scores {points}.", letter=letter, points=points))
        elif number:
            sentences.append(tr("Seat {letter} draws {number}.", letter=letter, number=number))
    return paragraph(sentences) or tr("Nobody scored.")


def _told(account: Account) -> str:
    """Return the scoring in words, floor by floor from the top."""
    return paragraph([words.step_words(step, EXAMPLE_NAMES) for step in account.steps])


# -- views and actions as numbers


MOST_POINTS = 10_000


class TowersEncoding(Encoding[Action, View]):
    """Cards are given by floor, since the rules don't tell equal ones apart."""

    def __init__(self, view: View) -> None:
        deck, self._seats, self._plots = view.variant.deck, view.variant.seats, view.variant.limit
        self._kinds, self._kind_named = deck.kinds, deck.kind_named
        floors, storeys = len(deck.floors), self._plots * HEIGHT
        self._floors = floors
        self._claims = floors * (self._plots + 1)
        self._end = self._claims + floors * storeys
        self.actions = self._end + 1
        self.parts = (
            Segment("hand", floors, HAND),
            Segment("hand_sizes", self._seats, HAND),
            Segment("floors", storeys * floors, 1),
            Segment("owners", storeys * self._seats, 1),
            Segment("tucked", storeys * floors, 1),
            Segment("discards", floors, len(deck.cards)),
            Segment("scores", self._seats, MOST_POINTS, -MOST_POINTS),
            Segment("built", self._plots, 1),
            Segment("draw_pile", 1, len(deck.cards)),
            Segment("last_round", 1, 1),
            Segment("first", self._seats, 1),
            Segment("turn", self._seats, 1),
        )
        self.prepare()
        at = self.starts
        self._hand_sizes, self._discards, self._scores = at["hand_sizes"], at["discards"], at["scores"]
        self._built, self._draw_pile = at["built"], at["draw_pile"]
        self._first, self._turn = at["first"], at["turn"]

    def fill(self, view: View, cells: Cells) -> None:
        seats, kinds = turned(view.seat, self._seats), self._kinds
        for card in view.hand:
            cells[kinds[card]] += 1
        for card in view.discards:
            cells[self._discards + kinds[card]] += 1
        for place, size, score in zip(seats, view.hand_sizes, view.scores):
            cells[self._hand_sizes + place] = size
            cells[self._scores + place] = score
        for plot, tower in enumerate(view.towers):
            self._fill_tower(tower, plot * HEIGHT, seats, cells)
        for plot in view.built:
            cells[self._built + plot] = 1
        cells[self._draw_pile], cells[self._draw_pile + 1] = view.draw_pile, view.last_round
        cells[self._first + seats[view.first]] = cells[self._turn + seats[view.turn]] = 1

    def _fill_tower(self, tower: Sequence[Storey], number: int, seats: list[Seat], cells: Cells) -> None:
        floors, owners, tucked = self.starts["floors"], self.starts["owners"], self.starts["tucked"]
        for at, storey in enumerate(tower, number):
            cells[floors + at * self._floors + self._kinds[storey.card]] = 1
            if storey.owner is not None:
                cells[owners + at * self._seats + seats[storey.owner]] = 1
                if storey.tuck is not None and storey.tuck != HIDDEN:
                    cells[tucked + at * self._floors + self._kinds[storey.tuck]] = 1

    def numbers(self, view: View, actions: Sequence[Action]) -> list[int]:
        kinds, plots, claims = self._kind_named, self._plots, self._claims
        found = []
        for action in actions:
            if isinstance(action, Claim):
                found.append(claims + (kinds[action.floor] * plots + action.plot) * HEIGHT + action.level)
            elif isinstance(action, Build):
                plot = plots if action.plot == NEW else action.plot
                found.append(kinds[action.floor] * (plots + 1) + plot)
            else:
                found.append(self._end)
        return found
