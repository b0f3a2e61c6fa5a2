"""Every sentence of IceTowers' hints is true: its clauses are recomputed by making the play, over random positions."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec
import pytest

from tests.game.hints.sentences import edited, numbers_of, positions, some
from tests.game.icetowers.positions import TELLER, do, laid_out, piece
from tests.game.matches import Teller, stories
from topping_out.game.bots.search import OWN, Clause, Fact, reason
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Advice, hint
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Done, Lift, Mine, Place, SetDown, Split
from topping_out.game.icetowers.bots.comparisons import against, named, tempting
from topping_out.game.icetowers.bots.core import MINE, PASSING, SET_DOWN, SPLIT, Play
from topping_out.game.icetowers.bots.evaluation import (
    REASONS,
    Position,
    at_once,
    first_action,
    gain_of,
    next_action,
    play_of,
    weights_of,
)
from topping_out.game.icetowers.bots.hints import clauses, explain
from topping_out.game.icetowers.rules import GAME
from topping_out.game.icetowers.state import COLOUR_OF, PIPS_OF, Phase, State, Tower
from topping_out.game.language import with_names

NAMES = ["You", "Bo", "Cy", "Di", "Ed"]


class Moment:
    """A play in a state, and the towers before and after it."""

    def __init__(self, state: State, seat: int, position: Position, play: Play) -> None:
        self.state, self.seat, self.after = state, seat, state.copy()
        self.first: Any = None if play == PASSING else first_action(position.view, seat, play)
        self.then = None if isinstance(self.first, Place | SetDown | None) else next_action(position.view, seat, play)
        for action in filter(None, (self.first, self.then)):
            GAME.check(self.after, seat, action)
            GAME.apply(self.after, seat, action)
        self.view = GAME.view(state, seat)

    @property
    def piece(self) -> int:
        """The piece that is moved."""
        if isinstance(self.first, Lift | Mine):
            return self.first.piece
        held = self.state.hands[self.seat]
        return held.piece

    @property
    def target(self) -> Tower:
        """The tower that is capped, before the play."""
        place = self.then if self.then is not None else self.first
        assert isinstance(place, Place)
        tower = legality.tower_by_id(self.view, place.tower)
        assert tower is not None
        return tower

    @property
    def made(self) -> Tower:
        tower = legality.tower_of(GAME.view(self.after, self.seat), self.piece)
        assert tower is not None
        return tower


def _pips(tower: Tower) -> int:
    return sum(PIPS_OF[piece] for piece in tower.pieces)


def _flees(m: Moment, pips: int) -> bool:
    held = m.after.hands[m.seat]
    assert held is not None
    caps = legality.targets(GAME.view(m.after, m.seat), held)
    return isinstance(m.first, Mine) and PIPS_OF[m.piece] == pips and not caps


def _returns(m: Moment, worth: int) -> bool:
    """Set the mined piece down, take it up again, and look where it can go."""
    rest = next(tower for tower in m.view.towers if m.piece in tower.pieces)
    state, held = m.after.copy(), m.after.hands[m.seat]
    assert held is not None
    GAME.apply(state, m.seat, SetDown(held.x, held.y))
    if (lift := Lift(m.piece)) not in GAME.actions(state, m.seat):
        return False
    GAME.apply(state, m.seat, lift)
    caps = {action.tower for action in GAME.actions(state, m.seat) if isinstance(action, Place)}
    return rest.id in caps and worth == _pips(rest) - PIPS_OF[m.piece]


def _splits_off(m: Moment, lower: int, upper: int) -> bool:
    before, after = GAME.view(m.state, m.seat).scores, GAME.view(m.after, m.seat).scores
    losses = [was - now for was, now in zip(before, after) if was > now]
    return _splits(m, lower, upper) and losses == [lower] and before[m.seat] <= after[m.seat]


def _splits(m: Moment, lower: int, upper: int) -> bool:
    assert isinstance(m.first, Split)
    before = {tower.pieces for tower in m.view.towers}
    parts = [tower for tower in GAME.view(m.after, m.seat).towers if tower.pieces not in before]
    below = next(tower for tower in parts if m.first.piece in tower.pieces)
    above = next(tower for tower in parts if tower is not below)
    return (_pips(below), _pips(above)) == (lower, upper)


def _prepares(m: Moment, lower: int, upper: int) -> bool:
    """Tell whether the seat can cap the lower part."""
    assert isinstance(m.first, Split)
    part = next(tower for tower in GAME.view(m.after, m.seat).towers if m.first.piece in tower.pieces)
    return _splits(m, lower, upper) and any(True for _ in _caps(m.after, m.seat, part.id))


def _loses(m: Moment, lower: int, upper: int) -> bool:
    before, after = (GAME.view(state, m.seat).scores[m.seat] for state in (m.state, m.after))
    return _splits(m, lower, upper) and before - after == lower


def _guards(m: Moment, worth: int) -> bool:
    """Tell whether only one piece can cap an own tower after the play, and more before it."""
    towers = [tower.id for tower in m.view.towers if (tower.controller, tower.worth) == (m.seat, worth)]
    counts = [[len(_cappers(m, state, tower)) for state in (m.state, m.after)] for tower in towers]
    return any(before > left == 1 for before, left in counts)


def _ghost_leads(m: Moment, cost: int) -> bool:
    return _costs(m, cost) and GAME.view(m.after, m.seat).leaders == [m.state.variant.ghost_colour]


def _gains(m: Moment, gain: int) -> bool:
    """Tell how many pips a cap gains with a piece that the seat takes out of a tower."""
    return isinstance(m.first, Mine) and _gain(m) == gain


def _gain(m: Moment) -> int:
    before, after = (GAME.view(state, m.seat).scores[m.seat] for state in (m.state, m.after))
    return after - before


def _depletes(m: Moment) -> bool:
    """Tell whether another player's free-standing piece is capped."""
    counts = [_free(GAME.view(state, m.seat).towers, m.target.stack) for state in (m.state, m.after)]
    return m.target.controller in {*range(m.state.variant.seats)} - {m.seat} and counts[0] - counts[1] == 1


def _free(towers: Iterable[Tower], piece: bytes) -> int:
    return sum(tower.stack == piece for tower in towers)


def _invests(m: Moment) -> bool:
    """Tell whether others can cap a tower of the seat's own with at least two of its pieces."""
    is_own = m.made.controller == m.seat and [COLOUR_OF[piece] for piece in m.made.pieces].count(m.seat) >= 2
    return is_own and _others_cap(m)


def _is_large(m: Moment) -> bool:
    """Tell whether an own large piece is played that could also stay where it is, and there is a smaller one."""
    held = m.state.hands[m.seat]
    is_free = isinstance(m.first, Lift) or (held is not None and not held.mined)
    is_own = PIPS_OF[m.piece] == 3 and COLOUR_OF[m.piece] == m.seat
    free = [tower for tower in m.view.towers if tower.is_free_stander and tower.controller == m.seat]
    return is_free and is_own and not m.state.done - {m.seat} and any(tower.size < 3 for tower in free)


def _costs(m: Moment, cost: int) -> bool:
    """Tell whether a play for the ghost costs only the opponent pips, and how many."""
    before, after = GAME.view(m.state, m.seat).scores, GAME.view(m.after, m.seat).scores
    is_ghosts = COLOUR_OF[m.piece] == m.state.variant.ghost_colour
    return is_ghosts and [before[s] - after[s] for s in (m.seat, 1 - m.seat)] == [0, cost]


def _others_cap(m: Moment, state: State | None = None, tower: int | None = None) -> bool:
    """Tell whether another seat can cap a tower, usually the new one, with the piece it holds or takes next."""
    return bool(_cappers(m, state or m.after, m.made.id if tower is None else tower))


def _others_take_out(m: Moment) -> bool:
    """Tell whether another seat can take a piece out of the new tower, with an empty hand."""
    state, pieces = _empty(m.after), m.made.pieces
    others = [seat for seat in range(m.state.variant.seats) if seat != m.seat]
    return any(isinstance(a, Mine) and a.piece in pieces for seat in others for a in GAME.actions(state, seat))


def _cappers(m: Moment, state: State, made: int) -> set[int]:
    """Return the pieces with which other seats can cap a tower, held or taken next."""
    found = set[int]()
    for seat in range(m.state.variant.seats):
        if seat == m.seat:
            continue
        hand = state.hands[seat]
        if hand and any(isinstance(action, Place) and action.tower == made for action in GAME.actions(state, seat)):
            found.add(hand.piece)
        free = state.copy()
        free.hands = tuple(None if other == seat else held for other, held in enumerate(free.hands))
        for action in GAME.actions(free, seat):
            if isinstance(action, Lift | Mine):
                held = free.copy()
                GAME.apply(held, seat, action)
                if any(isinstance(a, Place) and a.tower == made for a in GAME.actions(held, seat)):
                    found.add(action.piece)
    return found


def _saves(m: Moment, worth: int) -> bool:
    """Tell whether a tower that others could cap before the play can't be capped after it."""
    own = [tower for tower in m.view.towers if (tower.controller, tower.worth) == (m.seat, worth)]
    return any(_others_cap(m, m.state, tower.id) and not _others_cap(m, m.after, tower.id) for tower in own)


def _takes(m: Moment, taken: int) -> bool:
    return _pips(m.target) == taken and not _gives_away(m)


def _gives_away(m: Moment) -> bool:
    return m.target.controller == m.seat


def _sets_down(m: Moment, can_cap: bool) -> bool:
    return isinstance(m.first, SetDown) and can_cap == any(
        isinstance(action, Place) for action in GAME.actions(m.state, m.seat)
    )


def _answers_a_cap(state: State, seat: int, worth: int) -> bool:
    """Tell whether a rival can cap such a tower, and whether the seat can then take a piece out of it."""
    for rival in set(range(state.variant.seats)) - {seat}:
        for tower in GAME.view(state, seat).towers:
            if (tower.controller, tower.worth) != (seat, worth):
                continue
            for capped in _caps(state, rival, tower.id):
                if any(isinstance(a, Mine) and a.piece in tower.pieces for a in GAME.actions(capped, seat)):
                    return True
    return False


def _caps(state: State, seat: int, tower: int) -> Iterator[State]:
    """Return the states after the seat has capped the tower with the piece that it holds or takes next."""
    for action in [None] if state.hands[seat] else GAME.actions(state, seat):
        taken = state.copy()
        if isinstance(action, Lift | Mine):
            GAME.apply(taken, seat, action)
        if Place(tower) in GAME.actions(taken, seat):
            GAME.apply(taken, seat, Place(tower))
            yield taken


def _is_from_first(m: Moment) -> bool:
    """Tell whether the tower's owner alone is first among the rivals, and another rival's tower would take as much."""
    state, rivals = m.state.copy(), {*range(m.state.variant.seats)} - {m.seat}
    first = max(rivals, key=lambda seat: m.view.scores[seat])
    others = [m.view.scores[seat] for seat in rivals - {first}]
    if isinstance(m.first, Lift | Mine):
        GAME.apply(state, m.seat, m.first)
    caps = {action.tower for action in GAME.actions(state, m.seat) if isinstance(action, Place)}
    equal = [tower for tower in GAME.view(state, m.seat).towers if tower.id in caps and _pips(tower) == _pips(m.target)]
    is_alone = m.view.scores[first] > max(others)
    return m.target.controller == first and is_alone and any(tower.controller in rivals - {first} for tower in equal)


CHECKS: dict[str, Callable[..., bool]] = {
    "set down": _sets_down,
    "flees": _flees,
    "mines": _gains,
    "takes": _takes,
    "costs": _costs,
    "gives": lambda m, taken, worth: (_pips(m.target), _pips(m.made)) == (taken, worth) and _gives_away(m),
    "answers": lambda m: PIPS_OF[m.made.top] == 1 and m.made.controller == m.seat and _others_cap(m),
    "saves": _saves,
    "safe": lambda m: not _others_cap(m) and not _others_take_out(m),
    "kept": lambda m: not _others_take_out(m),
    "invests": _invests,
    "large": _is_large,
    "splits": _splits,
    "prepares": _prepares,
    "splits off": _splits_off,
    "returns": _returns,
    "loses": _loses,
    "pays": _loses,
    "even": _splits,
    "last": lambda m, lower, upper: _splits(m, lower, upper) and bool(_plays_next(m.state, m)) > bool(_replies(m)),
    "guards": _guards,
    "depletes": _depletes,
    "ghost leads": _ghost_leads,
    "first": _is_from_first,
    "alone": lambda m: not _replies(m) and _leads(_then(m), m.seat),
    "wins": lambda m: m.after.outcome is not None and m.after.outcome.winners == (m.seat,),
    "ends": lambda m: m.after.outcome is not None and m.after.outcome.winners != (m.seat,),
}
"""By kind of clause: a function that checks it, given its facts."""


def _then(m: Moment) -> State:
    """Return the state after a play; a piece taken out that can cap nothing is set down."""
    state, held = m.after.copy(), m.after.hands[m.seat]
    if held is not None:
        GAME.apply(state, m.seat, SetDown(held.x, held.y))
    return state


def _replies(m: Moment) -> list[tuple[int, bool, int]]:
    """Return the rivals' next plays: who makes it, whether it caps something, and what it costs the seat."""
    return _plays_next(_then(m), m)


def _plays_next(now: State, m: Moment, *seats: int) -> list[tuple[int, bool, int]]:
    """Return the next plays of the rivals, or of these seats, with the pieces that they hold or take next."""
    found, free = list[tuple[int, bool, int]](), _empty(now)
    for seat in seats or {*range(now.variant.seats)} - {m.seat}:
        for state in [free] if now.hands[seat] is None else [now, free]:
            had = GAME.view(state, m.seat).scores[m.seat]
            for first in GAME.actions(state, seat):
                later = state.copy()
                GAME.apply(later, seat, first)
                then: list[Any] = []
                if isinstance(first, Lift | Mine):
                    then = [action for action in GAME.actions(later, seat) if isinstance(action, Place)]
                if isinstance(first, Lift) and not then:
                    continue
                for place in then or [None]:
                    last = later.copy()
                    if place:
                        GAME.apply(last, seat, place)
                    if isinstance(first, Lift | Mine | Split | Place):
                        is_cap = isinstance(place or first, Place)
                        found.append((seat, is_cap, had - GAME.view(last, m.seat).scores[m.seat]))
    return found


def _leads(state: State, seat: int) -> bool:
    scores = GAME.view(state, seat).scores
    return all(score < scores[seat] for colour, score in enumerate(scores) if colour != seat)


def edit(state: State, luck: random.Random) -> None:
    """Stack some towers on others at random."""
    towers = [*state.towers]
    for _ in range(luck.randrange(2 * len(towers) // 3)):
        upper, lower = luck.sample(towers, 2)
        if PIPS_OF[upper.pieces[0]] <= PIPS_OF[lower.top]:
            towers.remove(upper)
            towers[towers.index(lower)] = msgspec.structs.replace(lower, pieces=lower.pieces + upper.pieces)
    state.towers = type(state.towers)(towers)


def begins_with_the_play(m: Moment, text: str) -> bool:
    """Tell whether a hint begins with the play and names the owner of its tower."""
    names = ["Mesa", "Ana", "Bo", "Cy", "Di"]
    opening = hint(GAME, m.view, Advice(m.first, text, m.then), names).partition(": ")[0]
    if not isinstance(m.then or m.first, Place):
        return opening.startswith(("Split ", "Set it down", "Take "))
    owner, single = m.target.controller, m.target.is_free_stander
    name = "the ghost" if owner == m.state.variant.ghost_colour else names[owner]
    whose = "your" if owner == m.seat else f"{name}'s"
    size = ("", "small", "medium", "large")[m.target.size]
    what = f"free-standing {size} piece" if single else f"tower worth {_pips(m.target)}"
    found = re.search(rf"ap {re.escape(whose)} {what}(?: \((.*?)\))? with ", opening)
    return bool(found) and opening.startswith(("Cap ", "Take ")) and _is_told_apart(m, found[1] or "")


def _is_told_apart(m: Moment, words: str) -> bool:
    """Tell whether the words after the name of the capped tower hold for it, but for none that is named alike."""
    tower, names = m.target, ["Mesa", "Ana", "Bo", "Cy", "Di"]

    def facts(tower: Tower) -> set[str]:
        under = COLOUR_OF[tower.pieces[-2]]
        whose = "your" if under == m.seat else f"{[*names, 'the ghost'][under]}'s"
        size = ("", "small", "medium", "large")[tower.size]
        height = f"{len(tower.pieces)} pieces high"
        return {height, f"a {size} piece on top", f"{whose} piece under the top one"}

    like = [each for each in m.view.towers if (each.controller, each.worth) == (tower.controller, tower.worth)]
    others = [each for each in like if each.stack != tower.stack and len(each.pieces) > 1]
    return not words or (bool(others) and words in facts(tower).difference(*map(facts, others)))


def run(seed: int, number: int, *, edits: int = 0) -> Counter[str]:
    """Check `number` positions, and every play of `edits` edited ones. Return the count of each kind of clause."""
    luck, kinds, weights = random.Random(seed), Counter[str](), weights_of("medium")
    for state, seat in chain(positions("icetowers", luck, number), edited("icetowers", luck, edits, edit)):
        if state.phase is not Phase.PLAY or not GAME.actions(state, seat):
            continue
        position = Position(GAME.view(state, seat), weights)
        done: list[Clause] = clauses(position, PASSING)
        gains = [_gain(Moment(state, seat, position, play)) for play in position.plays()]
        can_gain = max(gains, default=0) > 0
        idle = {"leads"} if _leads(state, seat) else {"waits", "taken back"}
        if not can_gain:
            idle = {"no gain"}
        if state.hands[seat] is not None:  # nobody is done with a piece in hand
            idle |= {"waits", "taken back", "leads"}
        if len(position.plays()) == 1:
            idle = {*idle, "only"}
        assert done[0].kind in (idle if position.plays() else {"stuck"})
        for clause in done[1:]:
            assert clause.kind == "watches"
            assert _answers_a_cap(state, seat, **clause.facts), f"{clause} in {state}"
        for play in position.plays() if edits else some(position.plays(), luck):
            moment, found = Moment(state, seat, position, play), clauses(position, play)
            for clause in found:
                kinds[clause.kind] += 1
                assert CHECKS[clause.kind](moment, **clause.facts), f"{clause} of {play} in {state}"
                assert numbers_of(clause) <= {*clause.facts.values()}, f"{clause} of {play} in {state}"
            assert begins_with_the_play(moment, reason(found)), f"{play} in {state}"
    return kinds


def test_hints_for_plays_are_true() -> None:
    assert {"takes", "answers", "mines", "invests"} <= run(1, 150).keys()


def test_hints_for_every_play_in_edited_positions_are_true() -> None:
    assert {"takes", "answers", "mines", "splits", "splits off"} <= run(5, 0, edits=40).keys()


def play_like(position: Position, source: str, target: str = "") -> Play:
    """Return the play with the piece and onto the tower written like this."""
    wanted = stacks_of(source)[0], (stacks_of(target)[0] if target else b"")
    return next(play for play in position.plays() if (play[2][play[1] : play[1] + 1], play[3]) == wanted)


def stacks_of(towers: str) -> list[bytes]:
    """Return towers as the search knows them."""
    return [bytes(("abcde".index(p[0]) << 2) | int(p[1]) for p in tower.split()) for tower in towers.split(" | ")]


def at(towers: str, ghost: bool = False) -> Position:
    return Position(GAME.view(laid_out(towers + ", ghost" * ghost), 0), weights_of("master"))


def play_named(position: Position, words: str) -> Play:
    """Return a play given as `a1 on b2 b2`, `a3` for a piece that is only taken out, `split`, `down` or `done`."""
    if kind := {"split": SPLIT, "down": SET_DOWN}.get(words):
        return next(play for play in position.plays() if play[0] == kind)
    source, _, target = words.partition(" on ")
    return PASSING if words == "done" else play_like(position, source, target)


def why(state: State, position: Position, play: Play) -> str:
    """Return why a play is good, after checking each clause of that."""
    found = clauses(position, play)
    for clause in found:
        if clause.kind == "watches":
            assert _answers_a_cap(state, 0, **clause.facts)
        elif clause.kind in CHECKS:
            assert CHECKS[clause.kind](Moment(state, 0, position, play), **clause.facts)
    return reason(found)


def hinted(_: State, position: Position, play: Play) -> str:
    actions = first_action(position.view, 0, play), next_action(position.view, 0, play)
    advice = Advice(actions[0], reason(clauses(position, play)), actions[1])
    return hint(GAME, position.view, advice, NAMES)


def told(_: State, position: Position, play: Play) -> str:
    return explain(position, play, *tempting(position, play))


def tempts(_: State, position: Position, play: Play) -> str:
    """Return the play that is compared, such as `a1 on b2 b2`, or a dash."""
    if (other := tempting(position, play).play) is None:
        return "-"
    piece, target = (" ".join(f"{'abcde'[code >> 2]}{code & 3}" for code in codes)
                     for codes in (other[2][other[1] : other[1] + 1], other[3]))  # fmt: skip
    return f"{piece} on {target}"


def objection(_: State, position: Position, play: Play) -> str:
    return against(position, play, tempting(position, play).play) or "-"


def asked(answer: Callable[[State, Position, Play], str]) -> Callable[..., str]:
    """Return a fact about a play of seat 0."""

    def found(state: State, _: object, words: str) -> str:
        position = Position(GAME.view(state, 0), weights_of("master"))
        return with_names(answer(state, position, play_named(position, words)), NAMES)

    return found


ANSWERS = {"why": why, "hint": hinted, "told": told, "tempting": tempts, "against": objection}
FACTS = {f"{word} ([^:]+):": asked(answer) for word, answer in ANSWERS.items()}
test_plays_are_explained_and_compared = stories(
    Teller(TELLER.begin, TELLER.play, FACTS),
    """
a rival's piece in hand can't cap the tower that it was taken out of, but the other one
    * a3 b3 b3 a3 | a3 | b3 > 1 mine b3 = why a3 on b3: …and then nobody can cap your tower worth 9.
    * a3 b3 b3 a3 | a3 | b3 | b3 > 1 mine b3 = why a3 on b3: that takes 3 pips.
    * a3 b3 b3 a3 | a3 | b3 | a3 b3 b3 a3 > 1 mine b3 = why a3 on b3: that takes 3 pips.
a hint says if the game is over then
    * a1 | b2 = why a1 on b2: that takes 2 pips. Then the game is over before anybody plays again, and you win.
    * a1 | b2 | b3 | b2 = why a1 on b2: that takes 2 pips. Then the game is over before anybody plays again, and you
      lose.
    * a1 | b2 | b2 a1 = why a1 on b2: that takes 2 pips. Then the game is over before anybody plays again, and you win.
    * a1 | b2 | b3 = why a1 on b2: that takes 2 pips. Then the game is over before anybody plays again, and you share
      the win.
a tower is not called safe from a seat that only has to place its piece first
    * b3 | a1 | b1 | a3 b3 > 1 lift b3 = why a1 on b1: …and nobody else can cap it now.
    * b3 | b1 | a1 | b1 | a3 b3 > 1 lift b3 = why a1 on b1: …and then Bo has one fewer small piece to cap with.
a hint to take a piece out says that it can cap the same tower next
    b3 a3 a3 b3 | b1 | a1 = why a3: there's nothing it can cap, so it becomes free-standing and counts 3 pips for you,
      and then it can cap the rest of that tower, worth 9.
a hint to split a tower says what that makes possible
    * a3 b3 b1 | a3 | b2 = why split: a large piece of yours can then cap the lower part, worth 6.
    * b3 a3 b3 b1 | a1 | a1 | b2 = why split: then you can cap both parts, worth 9 and 1.
    * b3 a3 b3 b1 | a1 | b2 = why split: nobody gains or loses pips.
    * b3 a3 a3 b3 b1 | b1 a3 = why split: nobody gains or loses pips.
    * a3 b3 b2 b1 | a1 | b2 = why split: if the lower part, worth 6, is then capped, whoever loses it can't take a
      piece…
    * a3 b3 b1 | b2 > 1 done = why split: everyone else is done, so without this play the game would end, and you
      wouldn't win.
    * a3 b3 b1 | b2 = why split: nobody gains or loses pips.
    * b2 b1 | c2 | a3 = why split: nobody gains or loses pips.
    * a3 b3 b3 a3 = why split: that costs you 6 pips, but then nobody else has a play left.
    * b3 b3 a1 b1 | a3 | c1 = why split: a large piece of yours can then cap the lower part, worth 3.
    * b1 b1 a1 b1 | a1 a2 > 1 done = why split: …so your only hope is that the freed piece caps a tower of yours, which
      lets you…
    * b2 b1 c1 | a3 = why split: that costs the leader 2 pips.
    * b3 c1 b1 b1 c2 | c3 a1 | a3 = why split: that costs the leader 5 pips. Then nobody can cap your tower…
    * b2 b1 c1 | a3 | a3 = why split: that costs the tower's owner 2 pips.
    * c1 c1 b1 | a3 b3 | b3 c3 c3 | a3 = why split: …'s owner 1 pip, but then whoever gets the lower part leads.
    * b3 a1 b1 b1 c1 | a3 = why split: that costs the leader 5 pips, but then whoever gets the lower part leads.
    * b3 b3 a1 b3 a1 = why split: …, but then fewer pieces can be taken out of the upper part, worth 8.
a play for the ghost is not described as a gain
    * c2 | a1 a3 | a1 | b1, ghost > 0 lift c2 = why c2 on a1 a3: it can only cap your towers, and this one gives the
      ghost 4 pips.
    * c2 | a1 a3 | a1 b3 | a1 | b1, ghost > 0 lift c2 = why c2 on a1 a3: that gives the ghost 4 pips of yours, but if
      you're quicker, you take the tower worth 6…
    * c2 | a1 a3 | a1 b3 | a1 | b1, ghost > 0 lift c2 = why c2 on a1 b3: that costs the opponent 4 pips without using…
a tower given to the ghost is called saved only if the opponent can't take it
    * c1 | a1 a3 | b3, ghost = why c1 on a1 a3: that gives the ghost 4 pips of yours, which the opponent could otherwise
      take.
    * c1 | a1 a3 | b1, ghost = why c1 on a1 a3: that gives the ghost 4 pips of yours and makes a tower worth 5.
    * c1 | a1 a3 | b1 | a1, ghost = why c1 on a1 a3: …you take the tower worth 5 back with a piece of your own.
    * c1 | a1 a3 | b1 | a1, ghost, paused_time = why c1 on a1 a3: that gives the ghost 4 pips of yours and makes a tower
      worth 5.
a freed piece is not promised if its owner plays first
    b3 b3 a1 b1 | a3 | c1, paused_time = why split: nobody gains or loses pips.
a hint to split a tower names who gets the lower part
    * b3 b3 a1 = hint split: Split your tower worth 7 into 3, which Bo gets, and 4: that costs you 3 pips, but…
    * c3 c3 a1 | b1, ghost = hint split: Split your tower worth 7 into 3, which the ghost gets, and 4: that costs you 3
      pips.
    * b3 b2 c1 | a3 = hint split: Split Cy's tower worth 6 into 3, which Bo gets, and 3: that costs the leader 3 pips.
    * c3 c3 b1 | a3 | c1 c1, ghost = hint split: Split Bo's tower worth 7 into 3, which the ghost gets, and 4: that
      costs…
    * b3 b3 a1 b1 = hint split: Split Bo's tower worth 8 into 3 and 5:…
a hint to set down a piece says why
    b1 a3 a3 b3 | b1 | a1 > 0 mine a3 = hint down: Set it down: there's nothing it can cap.
a hint to cap says what the play is for
    * a2 | b3 a3 b3 | b2 = why a2 on b3 a3 b3: that takes 9 pips, and if someone caps it, you can take
      one of yours out again.
    * a3 | a2 a1 b3 | b1 = why a3 on a2 a1 b3: that takes 6 pips, and if someone caps it, you can take
      one of yours out again.
    * a3 | a1 | b1 b3 | b1 = why a3 on b1 b3: that takes 4 pips. A large piece can cap only
      large ones, so it's best…
    * a2 | b3 | a3 b3 a3 | b1 b1 = why a2 on b3: that takes 3 pips. Then nobody else has a
      play left, so you win.
    * a2 | b3 | a3 b3 a3 | a2 a1 b1 a1 = why a2 on b3: that takes 3 pips, and then nobody can
      cap your tower…
a hint to be done says if nothing can be played
    a3 | b2 | b1 = why done: there's nothing to play right now.
a hint to cap a free-standing piece says what it can no longer do
    * a2 | b2 | b1 = why a2 on b2: …, and then Bo has one fewer medium piece to cap with.
    * a2 | b2 | b3 a3 | a2 a1 b1 a1 = why a2 on b2: …, and then nobody can cap your tower worth 6.
a large piece is hurried only before smaller ones, and while nobody else is done
    * a3 | a2 | b3 | c3 b3 | c1 = why a3 on c3 b3: …best played early…
    * a3 | a2 | b3 | c3 b3 | c1 > 1 done = why a3 on c3 b3: that takes 6 pips.
    * a3 | b3 | c3 b3 | c1 = why a3 on c3 b3: that takes 6 pips.
a hint to take out a piece of the ghost's says what that costs
    c3 c3 a3 b1 | a1 | c2 a1, ghost = why c3: there's nothing it can cap, so it becomes free-standing, which costs the
      opponent 3 pips.
a hint for the ghost says that it then leads
    c3 | a3 b3 b3 | a1 | b1 | c1 a1 c1, ghost = why c3 on a3 b3 b3: that costs the opponent 9 pips without using any of
      your pieces, but then the ghost has the most pips.
a hint for the ghost says which tower its piece can no longer cap
    c1 | a3 b3 | b3 a3 | b1 | a3 | a3, ghost = why c1 on a3 b3: …without using any of your pieces, and then only one
      piece can still cap your tower worth 6.
the piece taken out of a tower counts among what it gains
    b3 a2 a1 b2 | b2 | b2 = why a2 on b2: that gains 4 pips, and…
a hint to be done says that whatever is taken can be taken back
    * a3 b3 a3 b3 | b3 a3 b3 | a1 b1 b1 | b1 = why done: whatever you take here, just as much can be taken from you at
      once.
    * a1 | b1 b1 | b3 = why done: no play here looks worth it.
that all can be taken back is no reason to be done if that ends the game as a loss
    a3 b3 a3 b3 | b3 a3 b3 | a1 b1 b1 | b1 > 1 done = why done: no play here looks worth it.
the only play left is named if it gains nothing
    * b2 b1 a1 b1 = why done: the only play left is splitting the tower worth 5, which gains you nothing.
    * b2 b1 a1 b1 | a3 a3 a3 = why done: you lead, and the only play left is splitting the tower worth 5, which gains…
    * b2 b1 a1 b1 | a1 = why done: no play here looks worth it.
    * b2 b1 b1 b1 = why done: no play here gains you anything.
    * b3 b3 b2 b2 b2 | a1 b1 a1 | b1 = why done: …gains you anything. If someone caps your tower worth 3, you can take…
    * b2 b1 a1 b1 | a3 b3 a1 | b1 = why done: …gains you nothing. If someone caps your tower worth 7, you can take a
      piece…
of equal towers that of the first of the others is preferred; a reason to play the piece is none if it has been taken
    * a2 | b1 b3 | c1 c3 | c2 | b1 = why a2 on c1 c3: that takes 4 pips. Of the others,
      Cy has the most pips.
    * a2 | b1 b3 | c1 c3 | b1 = why a2 on c1 c3: that takes 4 pips.
    * a2 | b1 b3 | c1 c3 | b1 | b1 = why a2 on c1 c3: that takes 4 pips.
    * a2 | c2 b2 | c1 c3 | c2 | b1 = why a2 on c1 c3: that takes 4 pips. Of the others,
      Cy has the most pips.
    * a2 | b2 b2 b2 | c1 c3 | c3 c1 | b1 = why a2 on c1 c3: that takes 4 pips.
    * a3 | b1 b3 | c1 c3 | c2 | b1 | a1 = why a3 on c1 c3: …so it's best played early.
    * a3 | b1 b3 | c1 c3 | c2 | b1 > 0 lift a3 = why a3 on c1 c3: that takes 4 pips. Of the
      others, Cy has the most pips.
a play is compared with the one that takes most, and one for the ghost with those of the ghost's other pieces
    * a1 | a3 | b1 | b3 | b1 b3 = tempting a1 on b1: a1 on b1 b3
    * a1 | b1 | b3 = tempting a1 on b3: -
    * c1 | c3 | a1 b1 | a3 b3 | b1, ghost = tempting c1 on a1 b1: c1 on a3 b3
a play is compared with the one onto the largest tower
    * a1 | a2 | b1 | b3 b3 | c1 c2 = tempting a1 on b1: a1 on b3 b3
    * a1 | a2 | b1 | b3 b3 | c1 c2 = tempting a2 on c1 c2: a1 on b3 b3
    * a3 | a1 | b3 | b1 b2 | c1 = tempting a1 on b3: a3 on b3
    * a1 | a3 a3 b3 | b3 b2 b1 | b2 = tempting a1 on b2: a1 on a3 a3 b3
    * a1 | c3 a3 a3 b1 b1 | b3 b3 b1 | b2 = tempting a1 on b3 b3 b1: a1 on c3 a3 a3 b1 b1
a hint names a bigger play and what speaks against it
    * b3 | a1 | b3 b1 = told a1 on b3: …Capping Bo's tower worth 4 would gain more now, but Bo could
      then take 3 pips out of it.
    * b3 | a1 | a2 a2 b1 = told a1 on b3: …Capping Bo's tower worth 5 would gain more now, but this
      way you…
what speaks against a bigger play is what sets it apart
    * a1 | a3 | b1 | b3 b3 | b2 = against a1 on b1: Bo could take all of it at once.
    * a1 | a3 | b1 | b3 b3 | b2 | c3 = against a1 on b1: Bo could take all of it at once.
    * a1 | b3 | b3 b1 = against a1 on b3: Bo could then take 3 pips out of it.
    * a1 | a2 | b3 | b3 b1 | c1 = against a2 on b3: Bo could then take 3 pips out of it.
    * a1 | c2 b3 c2 | b3 c1 b3 c1 | b1 = against a1 on c2 b3 c2: the others could then take 4 pips out of it rather…
    * a1 | b2 b2 | b3 b2 | b1 = against a1 on b2 b2: -
    * a1 | b2 b2 | b3 b1 b1 b1 | b1 = against a1 on b2 b2: Bo could then take 5 pips out of it rather than 2.
    * a1 | c1 b2 | c3 b3 b3 | b1 = against a1 on c1 b2: -
    * a1 | a1 | a2 | b2 b1 | b2 c2 c1 | c1 | b1 = against done: Bo could take all of it at once.
    * a1 | a2 | b2 | c2 b1 | b1 | b1 | b2 | c2 | c1 = against a2 on b2: this way you keep one more free-standing small…
    * a3 | a2 | b3 | c2 b2 | c1 | b1 | b2 = against a3 on b3: this way you keep one more free-standing medium…
    * a2 | b2 b1 b2 | a3 a3 b1 | b3 | b3 | b1 | b1 | b2 = against a2 on b2 b1 b2: 4 pieces could cap that next rather…
    * a1 | a1 b1 | b3 | c1 = against a1 on a1 b1: this way, even if someone caps your new tower, you can take a…
    * a1 | b1 c1 | b3 c1 | b2 | b1 = against a1 on b1 c1: -
    * a1 | b1 | b1 | b2 b2 = against a1 on b1: -
    * a2 | b2 | b3 | b2 = against a2 on b2: this way Bo has one fewer medium piece to cap with.
    * a1 | b2 | b1 | a3 b2 = against a1 on b2: -
    * a1 | b1 c1 | a2 a2 b1 | b1 = against a1 on b1 c1: this way you can still take a piece of yours out of that…
    * a1 | b3 b2 | c2 b1 c3 | b3 | b1 = against a1 on b3 b2: this way the leader loses 5 pips.
    * a1 | b3 b2 | b3 b3 | c2 b1 c3 c3 | b1 = against a1 on b3 b2: -
    * a1 | b1 c1 | a2 c3 a2 b2 | b1 = against a1 on b1 c1: -
    * a1 | b3 a3 | a1 b1 | b3 a1 b3 = against a1 on a1 b1: your tower worth 6 could then be capped.
    * a1 a1 b1 | a3 | b2 | a3 b2 = against a1 on b2: this way nobody else has a play left.
    * b2 a2 a1 b1 | a3 | b2 | b3 = against a3 on b3: this way your next play can gain 4 pips rather than 0,…
pieces that could also be taken out of the tower that is capped later are no objection
    b3 a3 b3 a3 b3 | a3 | b1 = against a3: -
what is as true of the bigger play is no reason
    * a1 | b3 | a3 b3 a3 | b2 b2 | a2 a1 b1 a1 = told a1 on b3: …nobody can cap your tower…
    * a1 | b3 | a3 b3 a3 | b3 | b1 b3 = told a1 on b3: that takes 3 pips. Capping Bo's tower worth 4
      would gain more now, but Bo could then take 3 pips out of it.
a play that gains most is compared with those that gain as much
    * a1 | b2 b2 | b1 | b1 | c3 c1 c3 = told a1 on c3 c1 c3: …next. Capping any other tower gains at most 4 now.
    * a1 | b2 b2 b2 | c3 c1 c3 = told a1 on c3 c1 c3: that takes 7 pips, and no other play gains more now.
    * a1 | a1 b2 b2 | c3 a1 c3 | b1 = told a1 on c3 a1 c3: …and if someone caps it, you can take…
    * a1 | b2 b2 | c3 b3 = told a1 on c3 b3: that takes 6 pips, and nobody else can take a…
    * a2 | a1 | b2 b2 | b1 | b2 | c2 = told a2 on b2 b2: …Capping the same tower with a small piece would gain as…
    * a2 | b2 b2 | c2 c2 | b1 | b1 | c1 = told a2 on c2 c2: …Bo's tower worth 4 would gain as…
    * a1 | c3 c3 b3 | b1 b3 c2 c3 | b1 = told a1 on c3 c3 b3: …would gain as much, and fewer pieces could cap that, 1…
    * a1 | c3 c3 c3 | c1 b2 c3 c3 | b1 | c1 = told a1 on c3 c3 c3: …cap it next. Capping the same player's…
    * a2 | b3 | b1 = told a2 on b3: that takes 3 pips, but 1 piece can cap it next.
the tower that can be capped with a piece of the one that is capped is named, unless it is less than half of the gain
    * a3 | b3 a3 b3 | b3 a3 = told a3 on b3 a3 b3: …Bo could then take a piece out of that tower and cap yours worth 6.
    * a3 | b3 a3 b3 | b3 a3 > 0 lift a3 = told a3 on b3 a3 b3: …Bo could then take a piece out of that tower and cap
      yours worth 6.
    * a3 | b3 a3 b3 | b3 a3 | b3 | b3 = told a3 on b3 a3 b3: that takes 9 pips, but 2 pieces can cap it next. Capping
      any other tower gains at most 3 now.
that others gain less is none for a tower that only one piece can cap, if that piece could be capped
    * a3 | b3 a3 b3 | b3 a3 | b3 = told a3 on b3 a3 b3: that takes 9 pips, and if someone caps it, you can take one of
      yours out again.
two towers of one player's that are worth as much are told apart
    * a1 | b2 b2 b2 | b3 b3 = hint a1 on b2 b2 b2: Cap Bo's tower worth 6 (3 pieces high) with your small piece:…
    * a1 | b3 b1 | b1 b3 = hint a1 on b3 b1: Cap Bo's tower worth 4 (a small piece on top) with your small piece:…
    * a1 | b1 a3 b1 | a3 b1 b1 = hint a1 on b1 a3 b1: Cap Bo's tower worth 5 (your piece under the top one) with…
    * a1 | b1 c3 b1 | c3 b1 b1 = hint a1 on b1 c3 b1: Cap Bo's tower worth 5 (Cy's piece under the top one) with…
    * a1 | b1 b2 b1 b1 | b2 b1 b1 b1 = hint a1 on b1 b2 b1 b1: Cap Bo's tower worth 5 with your small piece:…
that as many pieces can cap a tower as other ones is left out, and so is that nobody can
    * a1 | b2 b2 | c2 c2 | b2 c2 | c3 c1 c3 | b1 | b1 | b1 | b1 = told a1 on c3 c1 c3: that takes 7 pips. Capping any
      other tower gains at most 4 now.
    * a1 | b2 b2 | c3 b3 | b1 b1 = told a1 on c3 b3: that takes 6 pips, and nobody else can take a piece out of it.
that own pieces can be taken out is no objection to a bigger tower that far fewer pieces can cap
    * a1 | c2 b3 b3 | a3 a3 a3 a3 c1 c1 c1 b3 | b1 = against a1 on c2 b3 b3: -
""",
)


def test_one_of_several_own_pieces_of_a_tower_is_named_by_its_place() -> None:
    position = at("a3 b3 b1 a3 b3 a3 b3 | c3 c3")
    plays = [play for play in position.plays() if play[0] == MINE]
    found = {play[1]: hinted(None, position, play).partition(" out of")[0] for play in plays}
    names = {0: "Take your lowest large piece", 3: "Take your large piece", 5: "Take your uppermost large piece"}
    assert found == names


# -- another play that takes more


def test_of_plays_that_take_most_the_one_that_the_bot_ranks_highest_is_compared() -> None:
    position = at("a1 | b1 | b3 b3 | c3 c3 | b1 b2")
    plays = [play_like(position, "a1", tower) for tower in ("b3 b3", "c3 c3")]
    for worst, best in ((0, 1), (1, 0)):
        ranked = [(2.0, plays[best]), (1.0, plays[worst])]
        assert tempting(position, play_like(position, "a1", "b1"), ranked) == (plays[best], -2.0)


def test_of_plays_onto_one_tower_the_strongest_is_compared() -> None:
    """Without values, that is the one that is least exposed; it is, too, if something speaks against each piece."""
    position = at("a1 | a2 | b2 | b3 b3 | b1 b2")
    plays = {name: play_like(position, name, "b3 b3") for name in ("a1", "a2")}
    best = play_like(position, "a2", "b2")
    assert tempting(position, best).play == plays["a1"]
    for first, second in (("a1", "a2"), ("a2", "a1")):
        assert tempting(position, best, [(2.0, plays[first]), (1.0, plays[second])]).play == plays[first]
    position = at("a3 | a2 | a1 | b3 b3 | b1 | b2 | b3 | c2")
    best, large, small = (play_like(position, name, "b3 b3") for name in ("a2", "a3", "a1"))
    assert tempting(position, best, [(2.0, best), (1.8, large)]).play == small


def test_pieces_that_can_be_taken_out_of_both_towers_are_no_objection_if_as_much_is_left() -> None:
    position = at("a1 | b2 b2 b2 | b2 b2 b3 | b1")
    best, other = (play_like(position, "a1", tower) for tower in ("b2 b2 b2", "b2 b2 b3"))
    assert "out of it" not in against(position, best, other, 2.0)


def test_a_bigger_play_with_the_same_piece_is_compared_before_one_that_only_more_pieces_could_cap() -> None:
    position = at("a3 | a2 | b2 | b3 | b1 | b2 | b2 | b3 | b3")
    best, large, medium = (play_like(position, *each) for each in (("a2", "b2"), ("a3", "b3"), ("a2", "b3")))
    assert tempting(position, best, [(4.0, best), (2.0, large), (1.0, medium)]).play == medium


@pytest.mark.parametrize(("others", "tower"), [("c3 | c3 | c2", "c3 c1"), ("b3", "a2 a2 b1")])
def test_a_play_against_the_leader_is_compared_if_it_is_not_open_to_the_same_objection(others: str, tower: str) -> None:
    """A piece could be taken out of the bigger tower, but not out of Cy's, who leads only in the first position."""
    position = at(f"a1 | b3 b1 | a2 a2 b1 | c3 c1 | b1 | {others}")
    best, plain, leaders = (play_like(position, "a1", each) for each in ("b3 b1", "a2 a2 b1", "c3 c1"))
    found = tempting(position, best, [(4.0, best), (2.0, plain), (1.0, leaders)])[0]
    assert found is not None
    assert found[3] == stacks_of(tower)[0]


def _mined(m: Moment) -> int:
    """Return how many pips the others can take out of the new tower, if nobody does anything else."""
    state, found, made = m.after.copy(), 0, m.made
    for seat in set(range(state.variant.seats)) - {m.seat}:
        while True:
            state.hands = (None,) * len(state.hands)
            mines = [a for a in GAME.actions(state, seat) if isinstance(a, Mine) and a.piece in made.pieces]
            if not mines:
                break
            mine = max(mines, key=lambda action: PIPS_OF[action.piece])
            GAME.apply(state, seat, mine)
            found += PIPS_OF[mine.piece]
    return found


def _compares_truly(this: Moment, other: Moment, text: str, lead: float) -> bool:
    """Check what a comparison says by making both plays. Other reasons have tests of their own."""
    if "pip" in text and "out of it" in text:
        _check_taken_out(this, other, text, lead)
    elif "one more free-standing" in text:
        piece = bytes([this.seat << 2 | (1 if "small" in text else 2)])
        kept, left = (_free(GAME.view(m.after, m.seat).towers, piece) for m in (this, other))
        assert kept == left + 1
    elif "one fewer" in text:
        size, owner = ("", "small", "medium", "large")[this.target.size], this.target.controller
        counts = [_free(GAME.view(m.after, m.seat).towers, this.target.stack) for m in (this, other)]
        assert this.target.is_free_stander
        assert f"this way {NAMES[owner]} has one fewer {size} piece to cap with" in text
        assert counts[0] == counts[1] - 1
        assert this.state.variant.seats == 2
        if lead < 0.2:
            assert 1 <= len(_cappers(other, other.after, other.made.id)) <= 3
            assert this.target.size <= PIPS_OF[other.made.top]
    elif "could cap that next" in text:
        counts = [_number(m) for m in (other, this)]
        assert counts == [int(number) for number in re.findall(r"\d+", text)]
        assert counts[0] > counts[1]
    elif "could then be capped" in text:
        (worth,) = map(int, re.findall(r"\d+", text))
        own = [tower for tower in this.view.towers if (tower.controller, tower.worth) == (this.seat, worth)]
        assert any(
            _others_cap(other, other.after, tower.id)
            and not (tower in GAME.view(this.after, this.seat).towers and _others_cap(this, this.after, tower.id))
            for tower in own
        )
        assert worth > _gain(other) - _gain(this)
    elif "could take all of it" in text:
        made = next(tower.id for tower in _then(other).towers if other.piece in tower.pieces)
        takers = _cappers(other, _then(other), made)
        assert NAMES.index(text.split()[0]) in {COLOUR_OF[piece] for piece in takers}
    elif "can still take" in text:
        (number,) = re.findall(r"\d+", text) or ["1"]
        assert _taken_by(this.seat, _empty(this.after), other.target.pieces) == int(number)
    elif "even if someone caps your new tower" in text:
        inside = [COLOUR_OF[piece] for piece in this.made.pieces]
        assert inside.count(this.seat) >= 2
    elif "the leader loses" in text:
        (first,) = this.view.leaders
        lost, otherwise = (this.view.scores[first] - GAME.view(m.after, m.seat).scores[first] for m in (this, other))
        assert [lost, otherwise][: 1 + ("rather" in text)] == [int(number) for number in re.findall(r"\d+", text)]
        assert otherwise > 0 if "rather" in text else otherwise <= 0
        assert first != this.seat
        assert lead >= 0.2 or _gain(this) + lost > _gain(other) + otherwise
    elif "of the others" in text:
        state, first = this.state, this.target.controller
        scores = [this.view.scores[each] for each in range(state.variant.seats) if each not in (first, this.seat)]
        assert text == f"of the others, {NAMES[first]} has the most pips."
        assert this.view.scores[first] - max(scores) >= _gain(other) - _gain(this)
        assert other.view.scores[first] <= GAME.view(other.after, other.seat).scores[first]
        assert this.view.leaders != [first]
    else:
        return _looks_ahead_truly(this, other, text)
    return True


def _check_taken_out(this: Moment, other: Moment, text: str, lead: float) -> None:
    """Check what is said of pieces that the others can take out, and that these are few."""
    numbers = [_mined(other), *([_mined(this)] if "rather" in text else [])]
    assert "rather" in text or _mined_if_own(this) == 0
    assert numbers == [int(number) for number in re.findall(r"\d+", text)]
    assert sum(_spare_of_others(other)) <= 3 or lead >= 0.2
    more = _gain(other) - _mined(other) - (_gain(this) - _mined_if_own(this))
    assert (more == 0 and lead >= 0.2) if "undoes" in text else more < 0 or (more == 0 and lead >= 0.2)
    if "undoes" in text:
        taking = {seat for seat, number in enumerate(_spare_of_others(other)) if number}
        assert all(_to_cap_with(other, seat) > _to_cap_with(this, seat) for seat in taking)


def _number(m: Moment) -> int:
    """Return how many pieces can cap the seat's new tower."""
    return len(_cappers(m, _then(m), m.made.id)) if _makes_own(m) else 0


def _makes_own(m: Moment) -> bool:
    return isinstance(m.then or m.first, Place) and m.made.controller == m.seat


def _spare_of_others(m: Moment) -> list[int]:
    """Return, by seat, how many pieces the others can take out of the new tower."""
    seats = range(m.state.variant.seats)
    return [0 if seat == m.seat else _taken_by(seat, _empty(m.after), m.made.pieces) for seat in seats]


def _to_cap_with(m: Moment, seat: int) -> int:
    """Return how many free-standing pieces a seat has, and others that it can take out of towers."""
    towers = _empty(_then(m)).towers
    free = sum(tower.is_free_stander and tower.controller == seat for tower in towers)
    return free + sum(_taken_by(seat, _empty(_then(m)), tower.pieces) for tower in towers)


def _exposed(m: Moment) -> int:
    """Return the worth of the seat's biggest tower that another seat can cap next."""
    state = _then(m)
    own = [t for t in GAME.view(state, m.seat).towers if t.controller == m.seat and not t.is_free_stander]
    return max([tower.worth for tower in own if _cappers(m, state, tower.id)], default=0)


def _taken_by(seat: int, state: State, pieces: tuple[int, ...]) -> int:
    """Return how many of some pieces a seat can take out of their tower, if nobody does anything else."""
    count, now = 0, state.copy()
    while mines := [a for a in GAME.actions(now, seat) if isinstance(a, Mine) and a.piece in pieces]:
        GAME.apply(now, seat, mines[0])
        now, count = _empty(now), count + 1
    return count


def _looks_ahead_truly(this: Moment, other: Moment, text: str) -> bool:
    """Check what a comparison says of the next plays."""
    if "nobody else has a play left" in text:
        assert not _replies(this)
        assert _replies(other)
    elif "of your towers" in text:
        exposed = [_exposed(m) for m in (this, other)]
        assert exposed == [*map(int, re.findall(r"\d+", text))] if exposed[0] else exposed[1] == int(text.split()[-3])
        costs = [max([0, *(cost for _, _, cost in _replies(m))]) for m in (this, other)]
        assert _gain(this) - costs[0] > _gain(other) - costs[1] + 3
    elif "your next play can gain" in text:
        gains = [max([0, *(-cost for _, _, cost in _plays_next(_then(m), m, m.seat))]) for m in (this, other)]
        assert gains == [int(number) for number in re.findall(r"\d+", text)]
        assert _gain(this) + gains[0] > _gain(other) + gains[1]
    else:
        return False
    return True


def _empty(state: State) -> State:
    """Return a state in which nobody holds a piece."""
    found = state.copy()
    found.hands = (None,) * len(found.hands)
    return found


def _mined_if_own(m: Moment) -> int:
    return _mined(m) if _makes_own(m) else 0


def test_what_is_said_against_a_bigger_play_is_true() -> None:
    """Checked by the rules, for random plays that are compared with those that take more."""
    luck, kinds = random.Random(9), Counter[str]()
    for state, seat in chain(positions("icetowers", luck, 100), edited("icetowers", luck, 60, edit)):
        if state.phase is not Phase.PLAY or not GAME.actions(state, seat):
            continue
        position = Position(GAME.view(state, seat), weights_of("medium"))
        for play in some(position.plays(), luck):
            if (other := tempting(position, play)[0]) is None:
                continue
            for lead in (0.0, 2.0):
                text = with_names(against(position, play, other, lead), NAMES)
                if _compares_truly(*(Moment(state, seat, position, each) for each in (play, other)), text, lead):
                    kinds[re.sub(r"\d+", "#", text)] += 1
    assert len(kinds) >= 6, kinds


@pytest.mark.parametrize(("towers", "best", "text"), [
    ("a2 | b2 | b2 | a3 b2 | c1", ("a2", "b2"), "has one fewer medium piece to cap with. Capping Bo's tower worth 5…"),
    ("a3 | b3 c3 | c3 a1 b3 | c1 | b1 | b2", ("a3", "b3 c3"), "can cap it next. Capping Bo's tower worth 7…"),
])  # fmt: skip
def test_for_want_of_a_reason_a_bigger_play_is_compared_by_the_search(
    towers: str, best: tuple[str, str], text: str
) -> None:
    """That a large piece is best played early is none against a bigger play with the same piece."""
    position = at(towers)
    play = play_like(position, *best)
    other, *_ = tempting(position, play)
    for lead, end in ((1.6, "would gain more now, but it comes out about 2 pips worse a…"), (0.9, "is about as good.")):
        found = with_names(explain(position, play, other, lead), NAMES)
        assert text.rstrip("…") in found
        assert f" {end.rstrip('…')}" in found


def test_a_split_that_is_no_gain_is_compared_with_being_done() -> None:
    position = at("b3 a3 b3 b1 | a1 | b2")
    play = next(play for play in position.plays() if play[0] == SPLIT)
    for lead, text in ((0.4, "Being done is about as good."), (6.0, "it comes out about 6 pips worse a few plays…")):
        assert text.rstrip("…") in explain(position, play, PASSING, lead)


def test_what_the_search_says_of_another_play_is_told_for_want_of_a_reason_that_can_be_counted() -> None:
    """Checked for the two best plays by the bot's own values, on which a reason against the other play depends, too."""
    luck, bot, count = random.Random(13), bot_named(GAME, "master"), Counter[str]()
    for state, seat in positions("icetowers", luck, 110):
        if state.phase is not Phase.PLAY or not GAME.actions(state, seat):
            continue
        position = Position(GAME.view(state, seat), weights_of("master"))
        ranked = bot._weigh(position, random.Random(1))
        for _, play in ranked[:2]:
            other, lead = tempting(position, play, ranked)
            values = {PASSING: 0.0} | {each: value for value, each in ranked}
            if other is None or position.is_near_end:
                continue
            assert lead > 99 if other not in values else lead == pytest.approx(values[play] - values[other])
            text, why = explain(position, play, other, lead), against(position, play, other, lead)
            is_clear = round(lead) > 0 and lead >= (1.5 if state.variant.seats > 2 else 0.2)
            said = re.search(r"about (\d+) pips? worse a few", text)
            assert not said or (is_clear and not why and int(said[1]) == round(lead))
            assert "about as good" not in text or (not is_clear and not why)
            count["worse" if said else "as good" if "about as good" in text else "why" if why else ""] += 1
    assert min(count[kind] for kind in ("as good", "why")) > 20, count


def test_a_hint_is_for_the_play_that_gains_most_of_those_that_are_about_as_good() -> None:
    luck, bot, count = random.Random(15), bot_named(GAME, "master"), Counter[bool]()
    for state, seat in positions("icetowers", luck, 110):
        view, actions = GAME.view(state, seat), GAME.actions(state, seat)
        advice = bot.advise(view, actions, random.Random(1)) if state.phase is Phase.PLAY else None
        if advice is None or isinstance(advice.action, Done):
            continue
        position, play = (
            Position(view, weights_of("master")),
            play_of(view, list(filter(None, (advice.action, advice.then)))),
        )
        ranked = bot._weigh(position, random.Random(1))
        (best, _), *_ = ranked
        near = best - (1.5 if state.variant.seats > 2 else 0.0)
        gains = [gain_of(each, seat) for value, each in ranked if value >= near and each[0] != SET_DOWN]
        if not position.is_near_end and play[0] != SET_DOWN:
            assert gain_of(play, seat) >= max(gains, default=0)
            count[play != ranked[0][1]] += 1
    assert min(count.values()) >= 3, count


def test_a_hint_is_for_a_play_that_gains_more_than_one_that_it_calls_about_as_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The third play is too far behind the best one, but not behind the second one, which gains more than that."""
    towers = "a1 | b2 b2 | b3 b2 | b3 b3 | c1"
    state, bot, position = laid_out(towers), bot_named(GAME, "master"), at(towers)
    plays = [play_like(position, "a1", tower) for tower in ("b2 b2", "b3 b2", "b3 b3")]
    monkeypatch.setattr(type(bot), "_weigh", lambda *_: [*zip((5.0, 4.0, 3.0), plays)])
    advice = bot.advise(GAME.view(state, 0), GAME.actions(state, 0), random.Random(1))
    assert advice is not None
    assert advice.then == Place(3)
    assert "about as good" not in advice.reason


@pytest.mark.parametrize(("value", "kind"), [(0.1, Done), (0.6, Split)])
def test_a_split_that_changes_nothing_is_no_hint_if_being_done_is_about_as_good(
    value: float, kind: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    state, bot = laid_out("b3 a3 b3 b1 | a1 | b2"), bot_named(GAME, "master")
    split = next(play for play in at("b3 a3 b3 b1 | a1 | b2").plays() if play[0] == SPLIT)
    monkeypatch.setattr(type(bot), "_weigh", lambda *_: [(value, split)])
    advice = bot.advise(GAME.view(state, 0), GAME.actions(state, 0), random.Random(1))
    assert advice is not None
    assert isinstance(advice.action, kind)


def test_what_is_said_of_the_play_that_gains_most_is_true() -> None:
    luck, kinds = random.Random(11), Counter[str]()
    for state, seat in chain(positions("icetowers", luck, 80), edited("icetowers", luck, 60, edit)):
        if state.phase is not Phase.PLAY or not GAME.actions(state, seat):
            continue
        position = Position(GAME.view(state, seat), weights_of("medium"))
        for play in some(position.plays(), luck):
            other, *_ = tempting(position, play)
            text, moment = explain(position, play, other), Moment(state, seat, position, play)
            rivals = [Moment(state, seat, position, each) for each in position.plays()]
            number = _number(moment)
            said = re.search(r"but (\d+) pieces? can cap it next", text)
            assert not said or int(said[1]) == number
            if most := re.search(r"o other play gains more now|any other tower gains at most (\d+) now", text):
                caps = [each for each in rivals if isinstance(each.then or each.first, Place)]
                elsewhere = [_gain(each) for each in caps if each.target.id != moment.target.id] if most[1] else []
                assert max(map(_gain, rivals)) == _gain(moment) > 0
                assert not most[1] or int(most[1]) == max(elsewhere) <= _gain(moment) - 3
                assert said or not number or (number > 12 and _pips(moment.target) < 10) or _is_usual(moment, rivals)
            if other and (safer := re.search(r"fewer pieces could cap that, (\d+) rather than (\d+), but", text)):
                assert _number(Moment(state, seat, position, other)) == int(safer[1]) < int(safer[2]) == number
            if price := re.search(r"Your tower worth (\d+) could then", with_names(text, NAMES)):
                own = [t.id for t in moment.view.towers if (t.controller, t.worth) == (seat, int(price[1]))]
                assert any(_others_cap(moment, _then(moment), t) > _others_cap(moment, state, t) for t in own)
            if back := re.search(r"(\w+) could then take a piece .* yours worth (\d+)", with_names(text, NAMES)):
                replies = _plays_next(_then(moment), moment, NAMES.index(back[1]))
                assert max(cost for _, is_cap, cost in replies if is_cap) > int(back[2])
            kinds.update(re.findall("at most|but|fewer pieces could|o other play|could then be|take a piece", text))
            if "as much" in text:
                assert other
                assert named(other, position, play)[1:] in text
                assert _gain(Moment(state, seat, position, play)) == _gain(Moment(state, seat, position, other))
    assert min(kinds.values()) > 3 < len(kinds) - 1, kinds


def _is_usual(m: Moment, rivals: Iterable[Moment]) -> bool:
    """Tell whether more than three pieces can cap the new tower, and as many after most caps of others."""
    size, caps = PIPS_OF[m.piece], [each for each in rivals if isinstance(each.then or each.first, Place)]
    alike = [each for each in caps if PIPS_OF[each.piece] == size and each.target.pieces != m.target.pieces]
    numbers = [_number(each) for each in alike if _makes_own(each)]
    return _number(m) > 3 and 2 * numbers.count(_number(m)) > len(numbers) > 0


def test_a_piece_that_is_taken_out_does_not_count_as_one_kept() -> None:
    position, spare = at("b3 a3 a3 b3 | b1 b3"), Fact("spare", (OWN,))
    mine = next(play for play in position.plays() if play[0] == MINE)
    assert spare not in [each.fact for each in at_once(position, PASSING, mine)]


@pytest.mark.parametrize(("towers", "ghost", "best", "other", "text"), [
    ("a1 | b1 b3 | c1 c3 | b2", False, ("a1", "b2"), "b1 b3", "Bo's tower worth 4"),
    ("a1 | b1 b3 | c1 c3 | b2", True, ("a1", "b2"), "c1 c3", "the ghost's tower worth 4"),
    ("a1 | b1 b3 | c3 | b2", True, ("a1", "b2"), "c3", "the ghost's free-standing large piece"),
    ("a1 | b1 b3 | c3 | b2", False, ("a1", "b2"), "c3", "Cy's free-standing large piece"),
    ("a1 | b1 b3 | c1 c3 | b2", False, ("", ""), "c1 c3", "Cy's tower worth 4"),
    ("a1 | a2 | b1 b3 | c1", False, ("a2", "b1 b3"), "b1 b3", "the same tower"),
    ("a1 | a2 | b1 b3 | b1 b3 | c1", False, ("a2", "b1 b3"), "b1 b3", "Bo's tower worth 4"),
    ("a1 | a2 | b1 b3 | b3 b1 | c1", False, ("a2", "b1 b3"), "b3 b1", "the same player's other tower worth 4"),
])  # fmt: skip
def test_the_owner_of_another_tower_is_named(
    towers: str, ghost: bool, best: tuple[str, str], other: str, text: str
) -> None:
    position = at(towers, ghost)
    plays = play_like(position, "a1", other), play_like(position, *best) if best[0] else PASSING
    found = with_names(named(plays[0], position, plays[1]), NAMES)
    assert found == f"capping {text}" + " with a small piece" * (best[0] != "a1")


@pytest.mark.parametrize(("towers", "this", "other", "text"), [
    ("a1 | a1 | b1 | a1 b1 | b2 b1", ("a1", "a1 b1"), ("a1", "b2 b1"), "fewer pieces out of…"),
    ("a1 | a2 | b2 c2 | a2 a2 b3 | b3 b3", ("a2", "b2 c2"), ("a2", "b3 b3"), "fewer pieces out of towers, 0 rather…"),
    ("a1 | a2 | b2 a1 b2 | a1 b3 b3", ("a2", "b2 a1 b2"), ("a1", "a1 b3 b3"), "more small pieces, 1 rather than 0…"),
    ("a1 | a2 | b1 b1 | b3 c2 | b2 | c2 b2 c2 b3", ("a1", "b1 b1"), ("a2", "b3 c2"), "none of your towers can be cap…"),
    ("a1 | a2 | b1 b1 | b3 c2 | b2 | b1 c2 c1 b3", ("a1", "b1 b1"), ("a2", "b3 c2"), "biggest of your towers that…"),
])  # fmt: skip
def test_plays_are_compared_by_what_can_happen_next(
    towers: str, this: tuple[str, str], other: tuple[str, str], text: str
) -> None:
    """In the last position another rival can still take out a piece that can cap."""
    position = at(towers)
    found = at_once(position, play_like(position, *this), play_like(position, *other))
    assert text.rstrip("…") in REASONS.in_words(position.view, found)


def test_pieces_in_a_tower_that_becomes_ones_own_are_no_loss() -> None:
    """They can't be taken out then, but that is no reason against capping it."""
    position, spare = at("a1 | a1 | b1 | a3 b2 a3 b2 | b3"), Fact("spare", (OWN,))
    plays = play_like(position, "a1", "b1"), play_like(position, "a1", "a3 b2 a3 b2")
    assert spare not in [each.fact for each in at_once(position, *plays)]


def test_none_of_your_towers_can_be_capped_next_is_true_of_every_rival() -> None:
    """Checked by the rules, for random pairs of plays."""
    luck, checked = random.Random(8), 0
    for state, seat in positions("icetowers", luck, 250):
        if state.phase is not Phase.PLAY or not GAME.actions(state, seat):
            continue
        position = Position(GAME.view(state, seat), weights_of("medium"))
        plays = [play for play in position.plays() if play[3]]
        if len(plays) < 2:
            continue
        this, other = luck.sample(plays, 2)
        for play in (this, other):
            moment = Moment(state, seat, position, play)
            own = [tower for tower in GAME.view(moment.after, seat).towers if tower.controller == seat]
            capped = [t.worth for t in own if not t.is_free_stander and _others_cap(moment, moment.after, t.id)]
            facts = {each.fact: each.this for each in at_once(position, play, PASSING)}
            before = {each.fact: each.other for each in at_once(position, play, PASSING)}
            exposed = Fact("exposed", (OWN,))
            if exposed in facts and facts[exposed] != before[exposed]:
                assert facts[exposed] == max(capped, default=0)
                checked += 1
    assert checked > 50


# -- a hint that comes late


@pytest.mark.parametrize(("meanwhile", "holds"), [
    ((), True),
    ((2, f"lift {piece('c1')}"), True),
    ((2, f"lift {piece('c1')}", "place @1"), False),
    ((1, f"lift {piece('b1')}", "place @6"), False),
    ((2, f"lift {piece('c1')}", "place @2"), False),
    ((0, f"lift {piece('a1')}"), False),
])  # fmt: skip
def test_a_hint_holds_until_something_that_it_says_has_changed(meanwhile: tuple[Any, ...], holds: bool) -> None:
    """In a live game the others go on while the bot thinks, and while its hint is read."""
    state, bot = laid_out("a1 | b2 | a2 b2 | b1 | c1 | b3 c3 | c3 b1 c3"), bot_named(GAME, "master")
    asked = GAME.view(state, 0)
    advice = bot.advise(asked, GAME.actions(state, 0), random.Random(1))
    assert advice is not None
    text = hint(GAME, asked, advice, ["Ana", "Bo", "Cy"])
    assert text.startswith(
        "Cap Bo's tower worth 4 with your small piece: that takes 4 pips, but 2 pieces can cap it next. "
    )
    assert "Capping Cy's tower worth 7 would gain more now" in text
    if meanwhile:
        do(state, *meanwhile)
    assert bot.still_holds(advice, asked, GAME.view(state, 0)) == holds


def test_a_hint_does_not_hold_if_an_equal_piece_stands_in_for_the_one_that_has_gone() -> None:
    state, bot = laid_out("a1 | b1 | b1 | c3"), bot_named(GAME, "master")
    asked = GAME.view(state, 0)
    advice = Advice(Lift(piece("a1")), "", Place(1))
    assert bot.still_holds(advice, asked, asked)
    do(state, 1, f"lift {piece('b1')}")
    assert not bot.still_holds(advice, asked, GAME.view(state, 0))


@pytest.mark.long
def test_hints_for_plays_are_true_in_thousands_of_positions() -> None:
    kinds = run(2, 4000) + run(3, 0, edits=1500)
    assert kinds.keys() | {"gives", "last"} == {*CHECKS}
    assert kinds.total() > 50_000
