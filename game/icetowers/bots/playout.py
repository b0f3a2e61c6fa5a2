"""The search core: tables without places, plays made and taken back, and what comes of them.

It plays by the rules with whole plays: a piece lifted is placed, a piece mined is placed or flees. Seats play in
turns here, as they nearly do where hands are equally quick; who has nothing to gain passes, and when all pass the
pips count. Plain Python throughout; `build/compile.py` makes it quicker, and decides nothing differently.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

Stack = bytes
"""A tower as codes of pieces, bottom first; a code is `colour * 4 + pips`."""
Play = tuple[int, int, bytes, bytes]
"""Kind, index in the source (of the piece mined, or of the one under the gap), source, target."""
Line = list[Play]

CAP: Final = 0
MINE: Final = 1
SPLIT: Final = 2
PLACE: Final = 3
SET_DOWN: Final = 4
PASS: Final = 5

NOTHING: Final = b""
PASSING: Final[Play] = (PASS, 0, NOTHING, NOTHING)
ONE: Final[list[bytes]] = [bytes((code,)) for code in range(32)]
"""The stack of a single piece, by code."""
_PIPS: Final = bytes([code & 3 for code in range(256)])


def worth(stack: Stack) -> int:
    """Return the pips of a stack."""
    return sum(stack.translate(_PIPS))


class Board:
    """Stacks and hands, and whose play it is."""

    def __init__(self, seats: int, ghost: int, stacks: dict[bytes, int], hands: list[bytes]) -> None:
        """Set up `stacks`, by number; `hands` hold a piece each or nothing. `ghost` is its colour, -1 for none."""
        self.seats = seats
        self.ghost = ghost
        self.colours = seats + (ghost >= 0)
        self.stacks = dict(stacks)
        self.hands = list(hands)
        self.key = 0
        """Tells tables apart, but for their hands."""
        self._keys: dict[bytes, int] = {}
        for stack, number in stacks.items():
            self.key += self._key_of(stack) * number

    def copy(self) -> Board:
        """Return one to change without changing this."""
        return Board(self.seats, self.ghost, self.stacks, self.hands)

    def moves(self, seat: int) -> list[int]:
        """Return the colours whose pieces the seat may move."""
        return [seat, self.ghost] if self.ghost >= 0 else [seat]

    def scores(self) -> list[int]:
        """Return by colour the pips of the stacks controlled, pieces in hands counted for their owners."""
        totals = [0] * self.colours
        for stack, number in self.stacks.items():
            totals[stack[-1] >> 2] += worth(stack) * number
        for piece in self.hands:
            if piece:
                totals[piece[0] >> 2] += piece[0] & 3
        return totals

    # -- plays

    def plays(self, seat: int) -> list[Play]:
        """Return what the seat can do, in a fixed order; with a piece in hand, where it can go."""
        held = self.hands[seat]
        if held:
            return self._placings(held)
        found: list[Play] = []
        for colour in self.moves(seat):
            tops = self.tops(colour)
            self._add_caps(colour, tops, found)
            self._add_mines(colour, tops, found)
        self._add_splits(seat, found)
        return found

    def tops(self, colour: int) -> list[bytes]:
        """Return the stacks that a colour may cap, sizes apart."""
        ghost = colour == self.ghost
        return [s for s in self.stacks if s[-1] >> 2 != colour and not (ghost and len(s) == 1)]

    def _placings(self, held: bytes) -> list[Play]:
        size = held[0] & 3
        found = [(PLACE, 0, held, s) for s in self.tops(held[0] >> 2) if s[-1] & 3 >= size]
        found.append((SET_DOWN, 0, held, NOTHING))
        return found

    def _add_caps(self, colour: int, tops: list[bytes], found: list[Play]) -> None:
        for size in range(1, 4):
            piece = ONE[colour * 4 + size]
            if piece in self.stacks:
                found.extend([(CAP, 0, piece, target) for target in tops if target[-1] & 3 >= size])

    def _add_mines(self, colour: int, tops: list[bytes], found: list[Play]) -> None:
        for source in tops:
            for index in mines(source, colour):
                size, stuck = source[index] & 3, True
                for target in tops:
                    if target[-1] & 3 >= size and (target != source or self.stacks[source] > 1):
                        found.append((MINE, index, source, target))
                        stuck = False
                if stuck:
                    found.append((MINE, index, source, NOTHING))

    def _add_splits(self, seat: int, found: list[Play]) -> None:
        for source in self.stacks:
            found.extend([(SPLIT, index, source, NOTHING) for index in gaps(source) if source[index] >> 2 != seat])

    # -- making and taking back

    def make(self, seat: int, play: Play) -> None:
        """Do a play."""
        gone, come = changes(play)
        if play[0] >= PLACE:
            self.hands[seat] = NOTHING
        self._swap(gone, come)

    def undo(self, seat: int, play: Play) -> None:
        """Take the play back that was made last."""
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


def mines(source: Stack, colour: int) -> list[int]:
    """Return the indices of a colour's pieces that it can mine from a stack; of equal neighbours one."""
    if len(source) < 3 or source[-1] >> 2 == colour:
        return []
    own = [i for i in range(len(source)) if source[i] >> 2 == colour]
    return [i for i in own if source[i - 1] != source[i] or not i] if len(own) > 1 else []


def gaps(source: Stack) -> list[int]:
    """Return the indices of pieces whose upper neighbour has the same colour."""
    return [i for i in range(len(source) - 1) if source[i] >> 2 == source[i + 1] >> 2]


def changes(play: Play) -> tuple[list[bytes], list[bytes]]:
    """Return the stacks that go and those that come by a play."""
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
"""Where in a row of rates those by size begin, and where the one for each piece under a top stands."""


class Worths:
    """What stacks are worth to each seat, in pips, at one moment of a game."""

    def __init__(self, rates: list[list[float]], stakes: list[list[float]]) -> None:
        """Take a row of rates by colour, and by seat what a pip of each colour counts."""
        self.rates = rates
        self.stakes = stakes
        self._known: dict[bytes, list[float]] = {}
        self._caps: dict[bytes, dict[bytes, list[float]]] = {}

    def of(self, stack: Stack) -> list[float]:
        """Return by seat what it is worth that the stack is there."""
        found = self._known.get(stack)
        if found is None:
            values = self._by_colour(stack)
            found = self._known[stack] = [_dot(row, values) for row in self.stakes]
        return found

    def of_cap(self, piece: Stack, target: Stack) -> list[float]:
        """Return by seat what changes where a piece that was nowhere comes on a target."""
        known = self._caps.get(piece)
        if known is None:
            known = self._caps[piece] = {}
        found = known.get(target)
        if found is None:
            after, before = self.of(target + piece), self.of(target)
            found = known[target] = [after[i] - before[i] for i in range(len(after))]
        return found

    def of_play(self, play: Play) -> list[float]:
        """Return by seat what changes by a play; a piece in the hand counted as if it stood."""
        gone, come = changes(play)
        total = [0.0] * len(self.stakes)
        for stack in come:
            _add(total, self.of(stack), 1.0)
        for stack in gone:
            _add(total, self.of(stack), -1.0)
        if play[0] == PLACE or play[0] == SET_DOWN:
            _add(total, self.of(play[2]), -1.0)
        return total

    def of_table(self, board: Board) -> list[float]:
        """Return by seat what the whole table is worth as it stands."""
        total = [0.0] * len(self.stakes)
        for stack, number in board.stacks.items():
            _add(total, self.of(stack), float(number))
        for piece in board.hands:
            if piece:
                _add(total, self.of(piece), 1.0)
        return total

    def of_end(self, board: Board) -> list[float]:
        """Return by seat what the table is worth if nothing more is played: its pips."""
        scores = [float(score) for score in board.scores()]
        return [_dot(row, scores) for row in self.stakes]

    def _by_colour(self, stack: Stack) -> list[float]:
        values = [0.0] * len(self.rates)
        top, size = stack[-1] >> 2, (stack[-1] & 3) - 1
        if len(stack) == 1:
            values[top] = self.rates[top][FREE + size]
            return values
        values[top] = worth(stack) * self.rates[top][TOWER + size] + (len(stack) - 1) * self.rates[top][TALL]
        for colour in range(len(values)):
            if colour != top:
                values[colour] = _buried(stack, colour, self.rates[colour])
        return values


def _buried(stack: Stack, colour: int, rates: list[float]) -> float:
    """Return what a colour's pieces under another's top are worth to it: all but the largest can be mined."""
    sizes = sorted([code & 3 for code in stack if code >> 2 == colour])
    if len(sizes) == 1:
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

Candidate = tuple[float, Play]
"""What a play changes at once for the seat that makes it, as a loss, and the play: they sort best first."""
Entry = tuple[int, int, float, Play]
"""Depth looked at from here, which bound the value is (-1 at most, 0 it is, 1 at least), value, best play."""
ENDLESS: Final = 10**6
"""The depth of what was played out to the end."""

BEYOND: Final = 1e9
"""More than anything is worth."""


class OutOfWork(Exception):
    """The amount of work allowed is done."""


class Search:
    """Looks ahead from a board of two, within a fixed amount of work; what one of them wins the other loses."""

    def __init__(self, board: Board, worths: Worths, order: list[int], widths: list[int], work: int) -> None:
        """Search for the first seat of `order`; `work` is how many plays may be weighed in all.

        `widths`: so many answers are tried, by the number of plays before.
        """
        self.board = board
        self.worths = worths
        self.order = order
        self.widths = widths
        self.work = work
        self._cuts = 0
        """How often something was cut off that the last look may depend on."""
        self._path: set[int] = set()
        self._table: dict[int, Entry] = {}
        self._seen: dict[int, Entry] = {}

    @property
    def is_exact(self) -> bool:
        """Whether all was played out in the last look, but for what makes no difference."""
        return self._cuts == 0

    def look(self, plays: list[Play], depth: int, passes: int, slack: float = BEYOND) -> list[float]:
        """Return by play what it comes to, so many plays deep, `passes` before. Raises OutOfWork.

        What is worse than the best before it by more than `slack` may get too high a figure, but one as low as that.
        """
        self._cuts = 0
        self._path.clear()
        self._seen, self._table = self._table, {key: e for key, e in self._table.items() if e[0] == ENDLESS}
        total, seat = self.worths.of_table(self.board), self.order[0]
        found: list[float] = []
        low = -BEYOND
        for play in plays:
            stands = total[seat] + self.worths.of_play(play)[seat]
            found.append(self._answered(play, 0, depth, low, BEYOND, stands, passes, 0))
            low = max(low, found[-1] - slack)
        return found

    def _candidates(self, seat: int) -> list[Candidate]:
        """Return the seat's plays, those first that look best at once; ahead of those that lose, passing."""
        board, worths = self.board, self.worths
        held = board.hands[seat]
        found: list[Candidate] = []
        if held:
            size = held[0] & 3
            for target in board.tops(held[0] >> 2):
                if target[-1] & 3 >= size:
                    loss = worths.of(held)[seat] - worths.of_cap(held, target)[seat]
                    found.append((loss, (PLACE, 0, held, target)))
            found.append((0.0, (SET_DOWN, 0, held, NOTHING)))
        else:
            found.append((0.0, PASSING))
            for colour in board.moves(seat):
                self._add_moves(seat, colour, found)
            self._add_splits(seat, found)
        found.sort(key=_loss)
        return found

    def _add_moves(self, seat: int, colour: int, found: list[Candidate]) -> None:
        board, worths, tops = self.board, self.worths, self.board.tops(colour)
        by_size: list[list[tuple[float, bytes]]] = [[], [], [], []]
        for size in range(1, 4):
            piece = ONE[colour * 4 + size]
            caps = by_size[size] = [
                (-worths.of_cap(piece, target)[seat], target) for target in tops if target[-1] & 3 >= size
            ]
            if piece in board.stacks:
                lost = worths.of(piece)[seat]
                for loss, target in caps:
                    found.append((loss + lost, (CAP, 0, piece, target)))
        for source in tops:
            for index in mines(source, colour):
                self._add_mines(seat, source, index, by_size[source[index] & 3], found)

    def _add_mines(
        self, seat: int, source: bytes, index: int, caps: list[tuple[float, bytes]], found: list[Candidate]
    ) -> None:
        worths = self.worths
        rest, alone = source[:index] + source[index + 1 :], self.board.stacks[source] == 1
        lost = worths.of(source)[seat] - worths.of(rest)[seat]
        stuck = True
        for loss, target in caps:
            if target != source or not alone:
                found.append((loss + lost, (MINE, index, source, target)))
                stuck = False
        if stuck:
            found.append((lost - worths.of(source[index : index + 1])[seat], (MINE, index, source, NOTHING)))

    def _add_splits(self, seat: int, found: list[Candidate]) -> None:
        worths = self.worths
        for source in self.board.stacks:
            for index in gaps(source):
                if source[index] >> 2 != seat:
                    parts = worths.of(source[: index + 1])[seat] + worths.of(source[index + 1 :])[seat]
                    found.append((worths.of(source)[seat] - parts, (SPLIT, index, source, NOTHING)))

    def _tried(self, seat: int, ply: int) -> list[Candidate]:
        """Return the candidates within the width. Raises OutOfWork."""
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
        """Return what the table comes to for the seat whose turn it is: exactly, where between `low` and `high`.

        Who comes back to a table that was there before has got nowhere: it counts as if all passed.
        """
        if depth <= 0:
            self._cuts += 1
            return total
        key = self.board.key * 4 + turn * 2 + passes
        if key in self._path:
            return self.worths.of_end(self.board)[self.order[turn]]
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
        self, turn: int, depth: int, low: float, high: float, total: float, passes: int, ply: int, known: Entry | None
    ) -> Entry:
        """Try the plays of the seat whose turn it is, first the one that is known to be good."""
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
                    if self._cuts == before:  # a refutation that is exact needs no other
                        self._cuts = cuts
                    break
        bound = 1 if best >= high else -1 if best <= low else 0
        return (depth if self._cuts > cuts else ENDLESS), bound, best, choice

    def _answered(
        self, play: Play, turn: int, depth: int, low: float, high: float, total: float, passes: int, ply: int
    ) -> float:
        """Return what comes of a play, which is counted in `total` already."""
        if play[0] == PASS:
            if passes:
                return self.worths.of_end(self.board)[self.order[turn]]
            return -self._duel(1 - turn, depth - 1, -high, -low, -total, 1, ply + 1)
        seat, board = self.order[turn], self.board
        board.make(seat, play)
        try:
            return -self._duel(1 - turn, depth - 1, -high, -low, -total, 0, ply + 1)
        finally:
            board.undo(seat, play)


def _loss(candidate: Candidate) -> float:
    return candidate[0]


def _settles(known: Entry, depth: int, low: float, high: float) -> bool:
    if known[0] != depth and known[0] != ENDLESS:
        return False
    return known[1] == 0 or (known[2] >= high if known[1] > 0 else known[2] <= low)


def _bring_forward(play: Play, candidates: list[Candidate]) -> None:
    for i in range(1, len(candidates)):
        if candidates[i][1] == play:
            candidates.insert(0, candidates.pop(i))
            return
