"""The rules as data: a text with sections, notes on rulings, tables and the names of figures.

A game's `rules.md` is plain text: `#` the title, `##` a section, `-` an item of a list, `> W3:` a ruling,
`![caption](name "what it shows")` a figure, `|` a row of a table, `**bold**`, and one paragraph a line. A section of
what only the program has begins with the line `only: screen`; it is not printed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

RULES = "rules.md"
MOST_ROWS = 1000
"""Of a table."""

Kind = Literal["text", "item", "ruling", "figure", "table"]


@dataclass(frozen=True)
class Block:
    """One paragraph, item, note, figure or table."""

    kind: Kind
    text: str = ""
    """With `**` round what is bold; the caption of a figure."""
    name: str = ""
    """Of a figure, or of a ruling."""
    shows: str = ""
    """Of a figure: what can be seen in it, for those who cannot."""
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass
class Section:
    title: str
    blocks: list[Block] = field(default_factory=list)
    is_for_screen: bool = False
    """Whether it tells what only the program has."""


@dataclass
class RulesText:
    title: str = ""
    keywords: tuple[str, ...] = ()
    """Suggestions for the search."""
    opening: list[Block] = field(default_factory=list)
    """What stands before the first section."""
    sections: list[Section] = field(default_factory=list)

    @property
    def figures(self) -> list[str]:
        """The names of all figures, in the order of the text."""
        return [block.name for section in self.sections for block in section.blocks if block.kind == "figure"]


def parse_rules(text: str) -> RulesText:
    """Return the text as data. Raises ValueError for a line that is none of the known kinds."""
    rules = RulesText()
    blocks = rules.opening
    for line in (line.strip() for line in text.splitlines()):
        if line.startswith("## "):
            rules.sections.append(Section(line[3:]))
            blocks = rules.sections[-1].blocks
        elif line.startswith("# "):
            rules.title = line[2:]
        elif line.startswith("keywords: "):
            rules.keywords = tuple(word.strip() for word in line[10:].split(","))
        elif line == "only: screen" and rules.sections:
            rules.sections[-1].is_for_screen = True
        elif line.startswith("|"):
            _add_row(blocks, line)
        elif line:
            blocks.append(_parse_block(line))
    return rules


def _add_row(blocks: list[Block], line: str) -> None:
    row = tuple(cell.strip() for cell in line.strip("|").split("|"))
    if blocks and blocks[-1].kind == "table":
        if len(blocks[-1].rows) >= MOST_ROWS:
            raise ValueError(f"a table has at most {MOST_ROWS} rows")
        blocks[-1] = Block("table", rows=(*blocks[-1].rows, row))
    else:
        blocks.append(Block("table", rows=(row,)))


def _parse_block(line: str) -> Block:
    if line.startswith("- "):
        return Block("item", line[2:])
    if line.startswith(">"):
        ruling = re.fullmatch(r"> (\w+): (.+)", line)
        if ruling is None:
            raise ValueError(f"a ruling is written `> W1: text`, not {line!r}")
        return Block("ruling", ruling[2], ruling[1])
    if line.startswith("!["):
        figure = re.fullmatch(r'!\[(.*)\]\((\w+)(?: "(.+)")?\)', line)
        if figure is None:
            raise ValueError(f'a figure is written `![caption](name "what it shows")`, not {line!r}')
        return Block("figure", figure[1], figure[2], figure[3] or "")
    return Block("text", line)
