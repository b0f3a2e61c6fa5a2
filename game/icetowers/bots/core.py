"""The search of the bots: a table without places, the values of stacks and plays, and the search of lines of plays."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from ..core import ONE, Stack, inside, is_free, mines, movable, owner, scores, splits, targets, worth

# -- board


Play = tuple[int, int, bytes, bytes]
"""Kind, index in the source (of the mined piece, or of the piece under the gap), source, target."""

CAP: Final = 0
MINE: Final = 1
SPLIT: Final = 2
PLACE: Final = 3
SET_DOWN: Final = 4
PASS: Final = 5

NOTHING: Final = b""
PASSING: Final[Play] = (PASS, 0, NOTHING, NOTHING)


class SearchBoard:
    """The stacks and hands of a table, without places."""

    def __init__(self, seats: int, ghost: int, stacks: dict[bytes, int], hands: list[bytes]) -> None:
        """`stacks` has the number of each; `hands` a piece each or `NOTHING`; `ghost` is its colour, or -1."""
        self.seats = seats
        self.ghost = ghost
        self.colours = seats + (ghost >= 0)
        self.stacks = dict(stacks)
        self.hands = list(hands)
        self.key = 0
        """A hash of the stacks; it does not depend on the hands."""
        self._keys: dict[bytes, int] = {}
        self._splits: dict[bytes, list[list[int]]] = {}
        for stack, number in stacks.items():
            self.key += self._key_of(stack) * number

    def copy(self) -> SearchBoard:
        """Return an independent copy."""
        return SearchBoard(self.seats, self.ghost, self.stacks, self.hands)

    def moves(self, seat: int) -> list[int]:
        """Return the colours whose pieces the seat may move."""
        return movable(seat, self.ghost)

    def scores(self) -> list[int]:
        """Return the pips of the stacks that each colour controls, plus those of its held pieces."""
        return scores(self.colours, self.stacks, self.hands)

    # -- plays

    def plays(self, seat: int) -> list[Play]:
        """Return the seat's plays, in a fixed order; if it holds a piece, only where that can go."""
        held = self.hands[seat]
        if held:
            return self._placings(held)
        found: list[Play] = []
        towers = self.towers()
        for colour in self.moves(seat):
            self._add_moves(colour, towers, found)
        for source in towers:
            found.extend([(SPLIT, index, source, NOTHING) for index in self.splits(source, seat)])
        return found

    def targets(self, piece: int) -> list[bytes]:
        """Return the stacks that a piece, given by its code, may cap."""
        return targets(piece, list(self.stacks), piece >> 2 == self.ghost)

    def targets_by_size(self, colour: int) -> list[list[bytes]]:
        """Return, by size, the stacks that a colour's pieces may cap; each list is part of that of the smaller size."""
        found = [list(self.stacks)]
        for size in range(1, 4):
            found.append(targets(colour * 4 + size, found[-1], colour == self.ghost))
        return found

    def towers(self) -> list[bytes]:
        """Return the stacks of two pieces or more, which may be mined or split."""
        return [stack for stack in self.stacks if not is_free(stack)]

    def mines(self, source: Stack, colour: int) -> list[int]:
        """Return the indices of the pieces that a colour can mine from a stack; only one of equal neighbours."""
        found = mines(source, colour)
        return [i for i in found if not i or source[i - 1] != source[i]] if found else found

    def splits(self, source: Stack, seat: int) -> list[int]:
        """Return the indices of the pieces above which a seat may split a stack."""
        known = self._splits.get(source)
        if known is None:
            known = self._splits[source] = [splits(source, other) for other in range(self.seats)]
        return known[seat]

    def _placings(self, held: bytes) -> list[Play]:
        found = [(PLACE, 0, held, target) for target in self.targets(held[0])]
        found.append((SET_DOWN, 0, held, NOTHING))
        return found

    def _add_moves(self, colour: int, towers: list[bytes], found: list[Play]) -> None:
        by_size = self.targets_by_size(colour)
        for size in range(1, 4):
            piece = ONE[colour * 4 + size]
            if piece in self.stacks:
                found.extend([(CAP, 0, piece, target) for target in by_size[size]])
        for source in towers:
            for index in self.mines(source, colour):
                stuck = True
                for target in by_size[source[index] & 3]:
                    if target != source or self.stacks[source] > 1:
                        found.append((MINE, index, source, target))
                        stuck = False
                if stuck:
                    found.append((MINE, index, source, NOTHING))

    # -- making and undoing plays

    def make(self, seat: int, play: Play) -> None:
        """Make a play."""
        gone, come = changes(play)
        if play[0] >= PLACE:
            self.hands[seat] = NOTHING
        self._swap(gone, come)

    def undo(self, seat: int, play: Play) -> None:
        """Undo the last play."""
        gone, come = changes(play)
        if play[0] >= PLACE:
            self.hands[seat] = play[2]
        self._swap(come, gone)

    def _swap(self, gone: list[bytes], come: list[bytes]) -> None:
        stacks = self.stacks
        for stack in gone:
            self.key -= self._key_of(stack)
            left = stacks[stack] - 1
            if left:
                stacks[stack] = left
            else:
                del stacks[stack]
        for stack in come:
            self.key += self._key_of(stack)
            stacks[stack] = stacks.get(stack, 0) + 1

    def _key_of(self, stack: Stack) -> int:
        key = self._keys.get(stack)
        if key is None:
            key = self._keys[stack] = int.from_bytes(blake2b(stack, digest_size=6).digest(), "big")
        return key


def changes(play: Play) -> tuple[list[bytes], list[bytes]]:
    """Return the stacks that a play removes, and those that it adds."""
    kind, at, source, target = play
    if kind == CAP:
        return [source, target], [target + source]
    if kind == MINE:
        piece, rest = source[at : at + 1], source[:at] + source[at + 1 :]
        return ([source, target], [rest, target + piece]) if target else ([source], [rest, piece])
    if kind == SPLIT:
        return [source], [source[: at + 1], source[at + 1 :]]
    if kind == PLACE:
        return [target], [target + source]
    return ([], [source]) if kind == SET_DOWN else ([], [])


# -- values


FREE: Final = 0
TOWER: Final = 3
SPARE: Final = 6
LONE: Final = 9
TALL: Final = 12
"""Indices in a row of rates: where those by size begin, and the one for each piece under a top."""


class StackValues:
    """The values of stacks to each seat, in pips, in one position."""

    def __init__(self, rates: list[list[float]], stakes: list[list[float]]) -> None:
        """`rates` has a row of rates for each colour, `stakes` for each seat the worth of a pip of each colour."""
        self.rates = rates
        self.stakes = stakes
        self._known: dict[bytes, list[float]] = {}
        self._caps: dict[bytes, dict[bytes, list[float]]] = {}

    def of(self, stack: Stack) -> list[float]:
        """Return, by seat, the value of a stack on the table."""
        found = self._known.get(stack)
        if found is None:
            values = self.by_colour(stack)
            found = self._known[stack] = [_dot(row, values) for row in self.stakes]
        return found

    def of_cap(self, piece: Stack, target: Stack) -> list[float]:
        """Return, by seat, how much the value changes if a new piece caps a target."""
        known = self._caps.get(piece)
        if known is None:
            known = self._caps[piece] = {}
        found = known.get(target)
        if found is None:
            after, before = self.of(target + piece), self.of(target)
            found = known[target] = [after[i] - before[i] for i in range(len(after))]
        return found

    def of_play(self, play: Play) -> list[float]:
        """Return, by seat, how much the value changes by a play. A held piece counts as if it were on the table."""
        gone, come = changes(play)
        total = [0.0] * len(self.stakes)
        for stack in come:
            _add(total, self.of(stack), 1.0)
        for stack in gone:
            _add(total, self.of(stack), -1.0)
        if play[0] == PLACE or play[0] == SET_DOWN:
            _add(total, self.of(play[2]), -1.0)
        return total

    def of_table(self, board: SearchBoard) -> list[float]:
        """Return, by seat, the value of the whole table, including held pieces."""
        total = [0.0] * len(self.stakes)
        for stack, number in board.stacks.items():
            _add(total, self.of(stack), float(number))
        for piece in board.hands:
            if piece:
                _add(total, self.of(piece), 1.0)
        return total

    def of_end(self, board: SearchBoard) -> list[float]:
        """Return, by seat, the value of the table if nothing more is played: its pips."""
        scores = [float(score) for score in board.scores()]
        return [_dot(row, scores) for row in self.stakes]

    def by_colour(self, stack: Stack) -> list[float]:
        values = [0.0] * len(self.rates)
        top, size = owner(stack), (stack[-1] & 3) - 1
        if is_free(stack):
            values[top] = self.rates[top][FREE + size]
            return values
        values[top] = worth(stack) * self.rates[top][TOWER + size] + (len(stack) - 1) * self.rates[top][TALL]
        for colour in range(len(values)):
            if colour != top:
                values[colour] = _buried(stack, colour, self.rates[colour])
        return values


def _buried(stack: Stack, colour: int, rates: list[float]) -> float:
    """Return the value to a colour of its pieces under another top: all but the largest can be mined."""
    sizes = sorted([stack[i] & 3 for i in inside(stack, colour)])
    if sizes and not mines(stack, colour):
        return rates[LONE + sizes[0] - 1]
    total = 0.0
    for small in sizes[:-1]:
        total += rates[SPARE + small - 1]
    return total


def _dot(one: list[float], other: list[float]) -> float:
    total = 0.0
    for i in range(len(one)):
        total += one[i] * other[i]
    return total


def _add(total: list[float], more: list[float], times: float) -> None:
    for i in range(len(total)):
        total[i] += more[i] * times


# -- search


ValuedPlay = tuple[float, Play]
"""(loss, play): what the seat loses at once by the play, negative for a gain, so that the best plays sort first."""
TableEntry = tuple[int, int, float, Play]
"""The depth searched, the kind of bound (-1: at most, 0: exactly, 1: at least), the value, and the best play."""
ENDLESS: Final = 10**6
"""The depth of a table that was played out to the end."""

BEYOND: Final = 1e9
"""More than any value."""


class OutOfWork(Exception):
    """Raised when the allowed amount of work is used up."""


class DuelSearch:
    """A search with two players, of whom one wins what the other loses, within a fixed amount of work."""

    def __init__(self, board: SearchBoard, values: StackValues, order: list[int], widths: list[int], work: int) -> None:
        """Prepare a search for the first seat of `order`. `work`: how many plays may be valued in total.

        `widths`: how many replies are tried, by the number of plays before.
        """
        self.board = board
        self.values = values
        self.order = order
        self.widths = widths
        self.work = work
        self._cuts = 0
        """How many cut-offs the last result may depend on."""
        self._path: set[int] = set()
        self._table: dict[int, TableEntry] = {}
        self._seen: dict[int, TableEntry] = {}

    @property
    def is_exact(self) -> bool:
        """Whether the last call of `look` played out everything that could matter."""
        return self._cuts == 0

    def look(self, plays: list[Play], depth: int, passes: int, slack: float = BEYOND) -> list[float]:
        """Return the value of each play, searched to a depth, after `passes` passes. Raises OutOfWork.

        Values that are below the best one so far by more than `slack` may be too high, but remain below by as much.
        """
        self._cuts = 0
        self._path.clear()
        self._seen, self._table = self._table, {key: e for key, e in self._table.items() if e[0] == ENDLESS}
        total, seat = self.values.of_table(self.board), self.order[0]
        found: list[float] = []
        low = -BEYOND
        for play in plays:
            stands = total[seat] + self.values.of_play(play)[seat]
            found.append(self._answered(play, 0, depth, low, BEYOND, stands, passes, 0))
            low = max(low, found[-1] - slack)
        return found

    def _candidates(self, seat: int) -> list[ValuedPlay]:
        """Return the seat's plays, sorted by their immediate value; passing comes before those that lose."""
        board, values = self.board, self.values
        held = board.hands[seat]
        found: list[ValuedPlay] = []
        if held:
            for target in board.targets(held[0]):
                loss = values.of(held)[seat] - values.of_cap(held, target)[seat]
                found.append((loss, (PLACE, 0, held, target)))
            found.append((0.0, (SET_DOWN, 0, held, NOTHING)))
        else:
            found.append((0.0, PASSING))
            towers = board.towers()
            for colour in board.moves(seat):
                self._add_moves(seat, colour, towers, found)
            self._add_splits(seat, towers, found)
        found.sort(key=_loss)
        return found

    def _add_moves(self, seat: int, colour: int, towers: list[bytes], found: list[ValuedPlay]) -> None:
        board, values = self.board, self.values
        targets = board.targets_by_size(colour)
        by_size: list[list[tuple[float, bytes]]] = [[], [], [], []]
        for size in range(1, 4):
            piece = ONE[colour * 4 + size]
            caps = by_size[size] = [(-values.of_cap(piece, target)[seat], target) for target in targets[size]]
            if piece in board.stacks:
                lost = values.of(piece)[seat]
                for loss, target in caps:
                    found.append((loss + lost, (CAP, 0, piece, target)))
        for source in towers:
            for index in board.mines(source, colour):
                self._add_mines(seat, source, index, by_size[source[index] & 3], found)

    def _add_mines(
        self, seat: int, source: bytes, index: int, caps: list[tuple[float, bytes]], found: list[ValuedPlay]
    ) -> None:
        values = self.values
        rest, alone = source[:index] + source[index + 1 :], self.board.stacks[source] == 1
        lost = values.of(source)[seat] - values.of(rest)[seat]
        stuck = True
        for loss, target in caps:
            if target != source or not alone:
                found.append((loss + lost, (MINE, index, source, target)))
                stuck = False
        if stuck:
            found.append((lost - values.of(source[index : index + 1])[seat], (MINE, index, source, NOTHING)))

    def _add_splits(self, seat: int, towers: list[bytes], found: list[ValuedPlay]) -> None:
        board, values = self.board, self.values
        for source in towers:
            for index in board.splits(source, seat):
                parts = values.of(source[: index + 1])[seat] + values.of(source[index + 1 :])[seat]
                found.append((values.of(source)[seat] - parts, (SPLIT, index, source, NOTHING)))

    def _tried(self, seat: int, ply: int) -> list[ValuedPlay]:
        """Return the candidates within the width of this ply. Raises OutOfWork."""
        candidates = self._candidates(seat)
        self.work -= len(candidates)
        if self.work < 0:
            raise OutOfWork
        width = self.widths[min(ply, len(self.widths)) - 1]
        if len(candidates) > width:
            self._cuts += 1
            del candidates[width:]
        return candidates

    def _duel(self, turn: int, depth: int, low: float, high: float, total: float, passes: int, ply: int) -> float:
        """Return the value of the table for the seat on turn; it is exact if it is between `low` and `high`.

        A table that occurred before in the line counts as if both passed.
        """
        if depth <= 0:
            self._cuts += 1
            return total
        key = self.board.key * 4 + turn * 2 + passes
        if key in self._path:
            return self.values.of_end(self.board)[self.order[turn]]
        known = self._table.get(key)
        if known is not None and _settles(known, depth, low, high):
            self._cuts += known[0] < ENDLESS
            return known[2]
        self._path.add(key)
        found = self._found(turn, depth, low, high, total, passes, ply, known or self._seen.get(key))
        self._path.remove(key)
        self._table[key] = found
        return found[2]

    def _found(
        self,
        turn: int,
        depth: int,
        low: float,
        high: float,
        total: float,
        passes: int,
        ply: int,
        known: TableEntry | None,
    ) -> TableEntry:
        """Try the plays of the seat on turn, beginning with the one that was best before."""
        cuts = self._cuts
        candidates = self._tried(self.order[turn], ply)
        if known is not None:
            _bring_forward(known[3], candidates)
        best, choice = -BEYOND, PASSING
        for loss, play in candidates:
            before = self._cuts
            value = self._answered(play, turn, depth, max(low, best), high, total - loss, passes, ply)
            if value > best:
                best, choice = value, play
                if best >= high:
                    if self._cuts == before:  # an exact refutation makes the other cut-offs irrelevant
                        self._cuts = cuts
                    break
        bound = 1 if best >= high else -1 if best <= low else 0
        return (depth if self._cuts > cuts else ENDLESS), bound, best, choice

    def _answered(
        self, play: Play, turn: int, depth: int, low: float, high: float, total: float, passes: int, ply: int
    ) -> float:
        """Return the value of a play, whose immediate value is already part of `total`."""
        if play[0] == PASS:
            if passes:
                return self.values.of_end(self.board)[self.order[turn]]
            return -self._duel(1 - turn, depth - 1, -high, -low, -total, 1, ply + 1)
        seat, board = self.order[turn], self.board
        board.make(seat, play)
        try:
            return -self._duel(1 - turn, depth - 1, -high, -low, -total, 0, ply + 1)
        finally:
            board.undo(seat, play)


def _loss(candidate: ValuedPlay) -> float:
    return candidate[0]


def _settles(known: TableEntry, depth: int, low: float, high: float) -> bool:
    if known[0] != depth and known[0] != ENDLESS:
        return False
    return known[1] == 0 or (known[2] >= high if known[1] > 0 else known[2] <= low)


def _bring_forward(play: Play, candidates: list[ValuedPlay]) -> None:
    for i in range(1, len(candidates)):
        if candidates[i][1] == play:
            candidates.insert(0, candidates.pop(i))
            return
