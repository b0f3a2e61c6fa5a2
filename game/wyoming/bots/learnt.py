"""What the bots have learnt, from their files: values of cells, which cards players keep, and networks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from ...bots.weights import learnt
from ..state import Variant
from .core import CELLS, DENSITIES, LACKS, MINE, Network


@cache
def values_for(name: str, variant: Variant) -> list[int]:
    """Return the values of the cells for a variant, in hundredths of a logit, from the file of that name."""
    values = learnt_numbers(name, f"{'exact' if variant.finicky else 'over'}_{variant.seats}")
    assert len(values) == CELLS
    return values


@cache
def kept_for(name: str, seats: int) -> list[int]:
    """Return which cards players keep (see `odds_of`), from the file of that name; empty if it doesn't say."""
    return learnt_numbers(name, f"kept_{seats}")


@cache
def network_for(name: str, variant: Variant) -> Network | None:
    """Return the network for a variant from the file of that name; None without a name, or for other rules."""
    ruled = variant.sudden_death or variant.deadlines or variant.tidal or variant.wheel or variant.finicky
    return network_of(name, variant.seats) if name and not ruled else None


@cache
def network_of(name: str, seats: int) -> Network:
    """Return the network for a number of seats from the file of that name."""
    networks = msgspec.toml.decode(learnt("wyoming", name), type=dict[str, str])
    return network_from(networks[f"network_{seats}"].splitlines(), seats)


def network_from(lines: Sequence[str], seats: int) -> Network:
    """Return the network of these lines: rows of cells or of their parts, then the bias and the weights."""
    *rows, bias, weights = [list(map(int, line.split())) for line in lines]
    cells = parts_of(seats)
    if len(rows) != len(cells):
        rows = [[sum(column) for column in zip(*[rows[part] for part in cell])] for cell in cells]
    assert all(len(row) == len(weights) + 1 for row in (*rows, bias))
    return Network(rows, bias, weights)


def parts_of(seats: int) -> list[tuple[int, ...]]:
    """Return the one or two parts of each cell of `network_cells`; a cell's row is their sum.

    Fewer games are needed to learn parts instead of cells: there are far fewer, each met in far more positions.
    """
    cells: list[tuple[int, ...]] = []
    end = 0
    blocks = [*[(LACKS - 1, 8)] * 2, (LACKS - 1, DENSITIES)]
    for _ in range(seats):
        for lacks, width in blocks:
            second = end + lacks * width
            cells += [
                (end + lack * width + this, second + lack * width + that)
                for lack in range(lacks) for this in range(width) for that in range(width)
            ]  # fmt: skip
            end = second + lacks * width
        cells += [(end + held,) for held in range(8)]
        end += 8
    cells += [(end + cell,) for cell in range(MINE)]
    end += MINE
    for _ in range(seats):
        cells += [(end + this, end + 8 + that) for this in range(8) for that in range(8)]
        end += 16
    return cells


def learnt_numbers(name: str, table: str) -> list[int]:
    """Return the numbers of a table in the file of that name; empty if there is no such table."""
    tables = msgspec.toml.decode(learnt("wyoming", name), type=dict[str, list[list[int]]])
    return [value for row in tables.get(table, ()) for value in row]
