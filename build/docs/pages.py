"""What the site shows beyond its sources: rules with their tables and figures, and each game at a glance."""

from __future__ import annotations

import os
import re
from html import escape
from pathlib import Path

from topping_out.game import registry
from topping_out.game.engine import AnyGame
from topping_out.game.options import Option
from topping_out.game.rules_text import Block, parse_rules
from topping_out.game.text import counted

SIZE = (1920, 1080)
"""The window for which figures are painted, so that they are sharp on screens of phones."""

# -- rules


def rules_page(name: str, text: str) -> str:
    """Return the rules of a game as Markdown with real tables, figures and notes."""
    rules = parse_rules(text)
    parts = [f"# Rules of {rules.title}", f"*At a glance, with pictures: [{rules.title}](/build/docs/games/{name}).*"]
    for title, blocks in [("", rules.opening), *((section.title, section.blocks) for section in rules.sections)]:
        parts += [f"## {title}"] * bool(title)
        parts += [_markdown(name, block) for block in blocks]
    return re.sub(r"(?m)^(- .*)\n\n(?=- )", r"\1\n", "\n\n".join(parts)) + "\n"


def _markdown(name: str, block: Block) -> str:
    match block.kind:
        case "item":
            return f"- {block.text}"
        case "ruling":
            return f":::{{admonition}} Our ruling {block.name}\n:class: note\n\n{block.text}\n:::"
        case "table":
            head, *rows = block.rows
            return "\n".join(map(_row, [head, ["---"] * len(head), *rows]))
        case "figure":
            return _figure(f"figures/{name}-{block.name}.png", block.shows, block.text)
        case _:
            return block.text


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _figure(file: str, alt: str, caption: str) -> str:
    """Return a figure; its picture lies in the site's folder for files, three folders above a game's rules."""
    picture = f'<img src="../../../_static/{file}" alt="{escape(alt)}">'
    return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"


def paint_figures(folder: Path) -> None:
    """Paint all figures of the rules into a folder, as the program does."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    from topping_out.scenes.kit.kit import Kit, Metrics
    from topping_out.scenes.match.definition import table_of

    pygame.display.init()
    pygame.display.set_mode(SIZE)
    pygame.font.init()
    folder.mkdir(parents=True, exist_ok=True)
    for name in registry.names():
        kit = Kit(Metrics(SIZE))
        for figure, paint in table_of(name).figures().items():
            pygame.image.save(paint(kit), folder / f"{name}-{figure}.png")


# -- games


def glance(game: AnyGame) -> str:
    """Return a table with what a player asks first about a game."""
    fewest, most = game.seats[0], game.seats[-1]
    rows = [
        ("", ""),
        ("---", "---"),
        ("players", f"{fewest}–{most}" if most > fewest else str(fewest)),
        *(("a game takes", words) for words in [_length(game)] if words),
        ("designer", game.designer),
        ("bots", f"{counted(len(game.levels), 'level')}: {', '.join(game.levels)}; or six characters"),
        ("rules you can change", ", ".join(option.title for option in _options(game))),
        ("start it", f"`topping-out play {game.name}`"),
        ("all rules", f"[Rules of {game.title}](/assets/games/{game.name}/rules)"),
    ]
    return "\n".join(map(_row, rows))


def _length(game: AnyGame) -> str:
    """Return how many minutes a game lasts for one player against bots, by preset; "" if it has not been measured."""
    every = {preset.minutes(1, seats - 1) for preset in game.presets for seats in game.seats}
    minutes = every - {0}
    if not minutes:
        timer = next((option for option in _options(game) if option.key == "timer"), None)
        return f"about {timer.default} minutes, by the clock" if timer else ""
    low, high = min(minutes), max(minutes)
    return f"about {low} minutes" if low == high else f"{low} to {high} minutes, by number of players and rules"


def _options(game: AnyGame) -> list[Option]:
    found = {option.key: option for seats in game.seats for option in game.options(seats)}
    return [option for key, option in found.items() if key != "first"]


# -- types


def plain_type(text: str) -> str:
    """Return a type without the conditions that `Annotated` adds for readers of files."""
    while found := re.search(r"\b(?:typing\.)?Annotated\[", text):
        depth, comma = 1, 0
        for place in range(found.end(), len(text)):
            depth += (text[place] in "[(") - (text[place] in "])")
            comma = comma or (place if text[place] == "," and depth == 1 else 0)
            if not depth:
                break
        else:
            return text
        text = text[: found.start()] + text[found.end() : comma or place] + text[place + 1 :]
    return text
