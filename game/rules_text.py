"""Rules as data: a text with sections, rulings, tables and names of figures.

A game's `rules.md` is plain text with one paragraph per line: `#` is the title, `##` a section, `-` a list item,
`> W3:` a ruling, `![caption](name "what it shows")` a figure, `|` a table row, and `**bold**`. A section about features
that only the program has begins with the line `only: screen`; it is not printed. A line that begins with `screen: ` is
left out of printed rules, and one that begins with `paper: ` is only in those.

What options replace, such as a deck, begins with `only: usual` (a section) or `usual: ` (a line); a line that begins
with `changed: ` is there instead when they do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

RULES = "rules.md"
MARKS = ("screen", "paper", "usual", "changed")
"""The marks of lines that are not always shown."""
MOST_ROWS = 1000
"""The most rows of a table."""

Kind = Literal["text", "item", "ruling", "figure", "table"]


@dataclass(frozen=True)
class Block:
    """A paragraph, list item, ruling, figure or table."""

    kind: Kind
    text: str = ""
    """Bold text is between `**`. For a figure, the caption."""
    name: str = ""
    """Name of a figure or ruling."""
    shows: str = ""
    """What a figure shows, for people who cannot see it."""
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass
class Section:
    title: str
    blocks: list[Block] = field(default_factory=list)
    is_for_screen: bool = False
    """Whether it is about features that only the program has."""
    is_usual: bool = False
    """Whether it is about something that options may replace."""


@dataclass
class RulesText:
    title: str = ""
    keywords: tuple[str, ...] = ()
    """Suggested search words."""
    opening: list[Block] = field(default_factory=list)
    """The text before the first section."""
    sections: list[Section] = field(default_factory=list)

    @property
    def figures(self) -> list[str]:
        """The names of all figures, in order."""
        return [block.name for section in self.sections for block in section.blocks if block.kind == "figure"]


def parse_rules(text: str, for_paper: bool = False, is_changed: bool = False) -> RulesText:
    """Parse the text, without the lines for the other medium, and those for games in which the options are otherwise.

    Raises ValueError for a malformed line.
    """
    rules = RulesText()
    blocks = rules.opening
    shown = {"paper" if for_paper else "screen", "changed" if is_changed else "usual"}
    for line in (line.strip() for line in text.splitlines()):
        marks = set()
        while (parts := line.partition(": "))[0] in MARKS:
            marks.add(parts[0])
            line = parts[2]
        if marks - shown:
            continue
        if line.startswith("## "):
            rules.sections.append(Section(line[3:]))
            blocks = rules.sections[-1].blocks
        elif line.startswith("# "):
            rules.title = line[2:]
        elif line.startswith("keywords: "):
            rules.keywords = tuple(word.strip() for word in line[10:].split(","))
        elif line == "only: screen" and rules.sections:
            rules.sections[-1].is_for_screen = True
        elif line == "only: usual" and rules.sections:
            rules.sections[-1].is_usual = True
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
