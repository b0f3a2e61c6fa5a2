"""A search for two players: seats play in turns, and a seat with nothing to gain passes; when both pass, pips count."""

from __future__ import annotations

from typing import Final

from topping_out.game.icetowers.bots.core.board import (
    CAP,
    MINE,
    NOTHING,
    PASS,
    PASSING,
    PLACE,
    SET_DOWN,
    SPLIT,
    Play,
    PlayLine,
    SearchBoard,
)
from topping_out.game.icetowers.bots.core.values import StackValues
from topping_out.game.icetowers.core.stacks import ONE

ValuedPlay = tuple[float, Play]
"""What a play changes at once for the seat that makes it, as a loss, and the play: they sort best first."""
TableEntry = tuple[int, int, float, Play]
"""Depth looked at from here, which bound the value is (-1 at most, 0 it is, 1 at least), value, best play."""
ENDLESS: Final = 10**6
"""The depth of what was played out to the end."""

BEYOND: Final = 1e9
"""More than anything is worth."""


class OutOfWork(Exception):
    """The amount of work allowed is done."""


class DuelSearch:
    """Looks ahead from a board of two, within a fixed amount of work; what one of them wins the other loses."""

    def __init__(self, board: SearchBoard, values: StackValues, order: list[int], widths: list[int], work: int) -> None:
        """Search for the first seat of `order`; `work` is how many plays may be weighed in all.

        `widths`: so many answers are tried, by the number of plays before.
        """
        self.board = board
        self.values = values
        self.order = order
        self.widths = widths
        self.work = work
        self._cuts = 0
        """How often something was cut off that the last look may depend on."""
        self._path: set[int] = set()
        self._table: dict[int, TableEntry] = {}
        self._seen: dict[int, TableEntry] = {}

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
        total, seat = self.values.of_table(self.board), self.order[0]
        found: list[float] = []
        low = -BEYOND
        for play in plays:
            stands = total[seat] + self.values.of_play(play)[seat]
            found.append(self._answered(play, 0, depth, low, BEYOND, stands, passes, 0))
            low = max(low, found[-1] - slack)
        return found

    def line(self, play: Play, passes: int) -> PlayLine:
        """Return a play and what the last look found to be best after it, by turns of both."""
        board, turn, made, met = self.board, 0, [play], {-1}
        while True:
            if made[-1][0] == PASS:
                passes += 1
            else:
                passes = 0
                board.make(self.order[turn], made[-1])
            turn = 1 - turn
            key = board.key * 4 + turn * 2 + passes
            known = self._table.get(key) or self._seen.get(key)
            if known is None or key in met or passes > 1:
                break
            met.add(key)
            made.append(known[3])
        for number in range(len(made) - 1, -1, -1):
            if made[number][0] != PASS:
                board.undo(self.order[number % 2], made[number])
        return made

    def _candidates(self, seat: int) -> list[ValuedPlay]:
        """Return the seat's plays, those first that look best at once; ahead of those that lose, passing."""
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
