"""Every sentence of IceTowers' hints is true: its clauses are recomputed by making the play, over random positions."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import chain

import msgspec
import pytest

from tests.game.hints.sentences import edited, numbers_of, positions, some
from tests.game.icetowers.positions import do, piece, table
from topping_out.game.bots.reasons import OWN, Clause, Fact, reason
from topping_out.game.engine import Advice, hint
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Lift, Mine, Place, SetDown, Split
from topping_out.game.icetowers.bots import reasons
from topping_out.game.icetowers.bots.core import CAP, PASSING, SPLIT, Play
from topping_out.game.icetowers.bots.evaluation import Position, first_action, next_action, weights_of
from topping_out.game.icetowers.bots.hints import clauses, explain_split, explain_why_not
from topping_out.game.icetowers.rules import GAME
from topping_out.game.icetowers.state import COLOUR_OF, PIPS_OF, Phase, State, Tower


class Moment:
    """A play in a state, and the towers before and after it."""

    def __init__(self, state: State, seat: int, position: Position, play: Play) -> None:
        self.state, self.seat, self.after = state, seat, state.copy()
        self.first = first_action(position.view, seat, play)
        self.then = None if isinstance(self.first, Place | SetDown) else next_action(position.view, seat, play)
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


def _splits_off(m: Moment, size: int, lower: int, upper: int) -> bool:
    before, after = GAME.view(m.state, m.seat).scores, GAME.view(m.after, m.seat).scores
    losses = [was - now for was, now in zip(before, after) if was > now]
    return _splits(m, size, lower, upper) and losses == [lower] and before[m.seat] <= after[m.seat]


def _splits(m: Moment, size: int, lower: int, upper: int) -> bool:
    assert isinstance(m.first, Split)
    before = {tower.pieces for tower in m.view.towers}
    parts = [tower for tower in GAME.view(m.after, m.seat).towers if tower.pieces not in before]
    below = next(tower for tower in parts if m.first.piece in tower.pieces)
    above = next(tower for tower in parts if tower is not below)
    return (_pips(below), _pips(above), PIPS_OF[below.top]) == (lower, upper, size)


def _invests(m: Moment) -> bool:
    return [COLOUR_OF[piece] for piece in m.made.pieces].count(m.seat) == 2 and m.made.controller == m.seat


def _is_large(m: Moment) -> bool:
    """Tell whether an own large piece is played that could also stay where it is."""
    held = m.state.hands[m.seat]
    is_free = isinstance(m.first, Lift) or (held is not None and not held.mined)
    return is_free and PIPS_OF[m.piece] == 3 and COLOUR_OF[m.piece] == m.seat


def _costs(m: Moment, cost: int) -> bool:
    """Tell whether a play for the ghost costs only the opponent pips, and how many."""
    before, after = GAME.view(m.state, m.seat).scores, GAME.view(m.after, m.seat).scores
    is_ghosts = COLOUR_OF[m.piece] == m.state.variant.ghost_colour
    return is_ghosts and [before[s] - after[s] for s in (m.seat, 1 - m.seat)] == [0, cost]


def _others_cap(m: Moment, state: State | None = None, tower: int | None = None) -> bool:
    """Tell whether another seat can cap a tower, usually the new one, with the piece it holds or takes next."""
    state, made = state or m.after, m.made.id if tower is None else tower
    for seat in range(m.state.variant.seats):
        if seat == m.seat:
            continue
        if any(isinstance(action, Place) and action.tower == made for action in GAME.actions(state, seat)):
            return True
        free = state.copy()
        free.hands = tuple(None if other == seat else held for other, held in enumerate(free.hands))
        for action in GAME.actions(free, seat):
            if isinstance(action, Lift | Mine):
                held = free.copy()
                GAME.apply(held, seat, action)
                if any(isinstance(a, Place) and a.tower == made for a in GAME.actions(held, seat)):
                    return True
    return False


def _saves(m: Moment, worth: int) -> bool:
    """Tell whether a tower that others could cap before the play can't be capped after it."""
    own = [tower for tower in m.view.towers if (tower.controller, tower.worth) == (m.seat, worth)]
    return any(_others_cap(m, m.state, tower.id) and not _others_cap(m, m.after, tower.id) for tower in own)


def _takes(m: Moment, taken: int, worth: int) -> bool:
    return (_pips(m.target), _pips(m.made)) == (taken, worth) and not _gives_away(m)


def _gives_away(m: Moment) -> bool:
    return m.target.controller == m.seat


def _sets_down(m: Moment, can_cap: bool) -> bool:
    return isinstance(m.first, SetDown) and can_cap == any(
        isinstance(action, Place) for action in GAME.actions(m.state, m.seat)
    )


CHECKS: dict[str, Callable[..., bool]] = {
    "set down": _sets_down,
    "flees": _flees,
    "mines": lambda m, taken, worth: isinstance(m.first, Mine) and _takes(m, taken, worth),
    "takes": _takes,
    "costs": _costs,
    "gives": lambda m, taken, worth: (_pips(m.target), _pips(m.made)) == (taken, worth) and _gives_away(m),
    "answers": lambda m, size: PIPS_OF[m.made.top] == size < 3 and _others_cap(m),
    "saves": _saves,
    "safe": lambda m: not _others_cap(m),
    "invests": _invests,
    "large": _is_large,
    "splits": _splits,
    "splits off": _splits_off,
    "returns": _returns,
}
"""By kind of clause: a function that checks it, given its facts."""


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
    return opening.startswith(("Cap ", "Take ")) and f"ap {whose} {what} with " in opening


def run(seed: int, number: int, *, edits: int = 0) -> Counter[str]:
    """Check `number` positions, and every play of `edits` edited ones. Return the count of each kind of clause."""
    luck, kinds, weights = random.Random(seed), Counter[str](), weights_of("medium")
    for state, seat in chain(positions("icetowers", luck, number), edited("icetowers", luck, edits, edit)):
        if state.phase is not Phase.PLAY or not GAME.actions(state, seat):
            continue
        position = Position(GAME.view(state, seat), weights)
        done: list[Clause] = clauses(position, PASSING)
        idle = "leads" if _leads(state, seat) else "waits"
        assert [clause.kind for clause in done] == [idle if position.plays() else "stuck"]
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


@pytest.mark.parametrize(("rest", "text"), [
    ("b3", "and nobody else can cap that now."),
    ("b3 | b1", "and only a small piece can cap that."),
])  # fmt: skip
def test_a_tower_is_not_called_safe_from_a_seat_that_only_has_to_place_its_piece_first(rest: str, text: str) -> None:
    state = table(f"{rest} | a1 | b1 | a3 b3")
    do(state, 1, f"lift {piece('b3')}")
    position = Position(GAME.view(state, 0), weights_of("medium"))
    play = next(play for play in position.plays() if play[3] == bytes([1 << 2 | 1]))
    assert reason(clauses(position, play)).endswith(text)


def test_a_hint_to_take_a_piece_out_says_that_it_can_cap_the_same_tower_next() -> None:
    state = table("b3 a3 a3 b3 | b1 | a1")
    position = Position(GAME.view(state, 0), weights_of("medium"))
    play = next(play for play in position.plays() if play[2] and len(play[2]) > 1 and not play[3])
    text = (
        "there's nothing it can cap, so it becomes free-standing, and then it can cap the rest of that tower, worth 9."
    )
    assert reason(clauses(position, play)) == text


def test_a_hint_to_split_a_tower_says_what_that_makes_possible() -> None:
    state = table("a3 b3 b1 | a3 | a3 | b2")
    position = Position(GAME.view(state, 0), weights_of("master"))
    (split,) = (play for play in position.plays() if play[0] == SPLIT)
    assert explain_split(position, split) == "Your likely next play caps a tower worth 6, rather than none."
    assert not any(explain_split(position, play) for play in position.plays() if play[0] != SPLIT)


@pytest.mark.parametrize(("towers", "text"), [
    ("c2 | a1 a3", "it can only cap your towers, and this one gives the ghost 4 pips."),
    ("c2 | a1 a3 | a1 b3", "that gives the ghost 4 pips of yours and makes a tower worth 6."),
])  # fmt: skip
def test_a_play_for_the_ghost_is_not_described_as_a_gain(towers: str, text: str) -> None:
    state = table(f"{towers} | a1 | b1", ghost=True)
    do(state, 0, f"lift {piece('c2')}")
    position = Position(GAME.view(state, 0), weights_of("medium"))
    own = next(play for play in position.plays() if play[3] and play[3][-1] >> 2 == 0)
    assert reason(clauses(position, own)) == text
    for candidate in position.plays():
        if candidate[3] and candidate[3][-1] >> 2 == 1:
            assert "that costs the opponent 4 pips without using" in reason(clauses(position, candidate))


def test_a_hint_to_set_down_a_piece_says_why() -> None:
    state = table("b1 a3 a3 b3 | b1 | a1")
    do(state, 0, f"mine {piece('a3')}")
    position = Position(GAME.view(state, 0), weights_of("medium"))
    (down,) = position.plays()
    moment = Moment(state, 0, position, down)
    advice = Advice(moment.first, reason(clauses(position, down)))
    assert hint(GAME, moment.view, advice, ["Ana", "Bo"]) == "Set it down: there's nothing it can cap."


@pytest.mark.parametrize(("towers", "text"), [
    ("a2 | b3 a3 b3 | b2", "9 pips and makes a tower worth 11. Two of your pieces are inside now, so even if someone…"),
    ("a3 | b3 | b1", "3 pips and makes a tower worth 6. A large piece can cap only large ones, so it shouldn't wait."),
    ("a2 | b3 | a3 b3 a3", "3 pips and makes a tower worth 5, and then nobody can cap your tower worth 9."),
])  # fmt: skip
def test_a_hint_to_cap_says_what_the_play_is_for(towers: str, text: str) -> None:
    position = Position(GAME.view(table(towers), 0), weights_of("medium"))
    play = next(play for play in position.plays() if play[3] and play[3][-1] == 1 << 2 | 3)
    assert reason(clauses(position, play)).startswith(f"that takes {text.rstrip('…')}")


def test_a_hint_to_be_done_says_if_nothing_can_be_played() -> None:
    position = Position(GAME.view(table("a3 | b2 | b1"), 0), weights_of("medium"))
    assert reason(clauses(position, PASSING)) == "there's nothing to play right now."


@pytest.mark.parametrize(("loss", "text"), [
    (1.9, ""),
    (2.0, "Capping the free-standing small piece with a small piece gains more now, but ends up about 2 pips worse."),
])  # fmt: skip
def test_another_play_is_called_a_little_worse_only_with_a_reason(loss: float, text: str) -> None:
    position = Position(GAME.view(table("a1 | b1"), 0), weights_of("medium"))
    (play,) = position.plays()
    assert explain_why_not(position, play, play, loss) == text


@pytest.mark.parametrize(("ending", "pips"), [([], None), ([PASSING], (7, 4))])
def test_lines_are_compared_after_equally_many_plays(
    ending: list[Play], pips: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that ends with a pass is not continued, so that the other one is not cut."""
    position = Position(GAME.view(table("a1 | a2 | b1 | b3"), 0), weights_of("medium"))
    a1, a2, b1, b3 = (bytes([code]) for code in (1, 2, 5, 7))
    lines = iter([[(CAP, 0, a1, b1), PASSING, (CAP, 0, a2, b3)], [(CAP, 0, a1, b3), (CAP, 0, b1, a2), *ending]])
    monkeypatch.setattr(reasons, "line_of", lambda *_: (1.0, 1, next(lines)))
    found = {each.fact: (each.this, each.other) for each in reasons.between(position, PASSING, PASSING)}
    assert found.get(Fact("pips", (OWN,))) == pips


@pytest.mark.parametrize(("towers", "lost"), [("a2 | b2 | b1 | a1", None), ("a2 | b2 | b1 | a1 b1 a1", (0, 3))])
def test_a_free_standing_piece_is_not_called_a_tower_that_the_reply_caps(
    towers: str, lost: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = Position(GAME.view(table(towers), 0), weights_of("medium"))
    target = next(stack for stack in position.board.stacks if stack[-1] == 1)
    lines = iter([[PASSING, PASSING], [PASSING, (CAP, 0, bytes([5]), target)]])
    monkeypatch.setattr(reasons, "line_of", lambda *_: (1.0, 1, next(lines)))
    found = {each.fact: (each.this, each.other) for each in reasons.between(position, PASSING, PASSING)}
    assert found.get(Fact("lost", (OWN,))) == lost


@pytest.mark.long
def test_hints_for_plays_are_true_in_thousands_of_positions() -> None:
    kinds = run(2, 4000) + run(3, 0, edits=1500)
    assert kinds.keys() | {"gives"} == {*CHECKS}
    assert kinds.total() > 50_000
