"""Packs: the puzzles of a game that are about the same, and one for those that are about something rare."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from topping_out.game.bots.puzzles.motifs import MOTIFS
from topping_out.game.bots.puzzles.puzzle import Puzzle
from topping_out.game.language import mark, tr

LEAST = 3
"""What fewer puzzles are about has no pack of its own."""
MIXED = "mixed"
TITLES = MOTIFS | {MIXED: (mark("Mixed"), mark("A bit of everything."))}


def packs_of(puzzles: Iterable[Puzzle]) -> dict[str, list[Puzzle]]:
    """Return the puzzles by pack, each in the order given; the largest pack first, what is mixed last."""
    found = defaultdict[str, list[Puzzle]](list)
    for puzzle in puzzles:
        found[puzzle.motif].append(puzzle)
    order = sorted((motif for motif in found if len(found[motif]) >= LEAST), key=lambda motif: -len(found[motif]))
    rest = [puzzle for motif in found if motif not in order for puzzle in found[motif]]
    return {motif: found[motif] for motif in order} | ({MIXED: rest} if rest else {})


def pack_of(packs: Mapping[str, list[Puzzle]], puzzle: Puzzle) -> str:
    """Return in which pack a puzzle is."""
    return puzzle.motif if puzzle.motif in packs else MIXED


def title_of(pack: str) -> str:
    return tr(TITLES[pack][0])


def about(pack: str) -> str:
    """Return a hint at what all of a pack's puzzles are about."""
    return tr(TITLES[pack][1])
