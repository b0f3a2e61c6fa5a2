"""The pages of the documentation site that are made of something else than their sources."""

import re
import sys
from pathlib import Path

import pytest
from PIL import Image

from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.rules_text import parse_rules

sys.path.append(str(ROOT / "build" / "docs"))

import pages

GAMES = list(registry.names())


def rules(name: str) -> str:
    return (ROOT / "assets" / "games" / name / "rules.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_have_real_tables_figures_and_notes(name: str) -> None:
    text, parsed = rules(name), parse_rules(rules(name))
    page = pages.rules_page(name, text)
    assert "keywords:" not in page
    assert "only: screen" not in page
    kinds = [block.kind for section in parsed.sections for block in section.blocks]
    assert len(re.findall(r"^(?:\| --- )+\|$", page, re.MULTILINE)) == kinds.count("table")
    assert page.count("<figure>") == kinds.count("figure") == page.count("<figcaption>")
    assert page.count(":::{admonition} Our ruling ") == kinds.count("ruling")
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == [section.title for section in parsed.sections]


def test_each_figure_of_the_rules_is_painted(tmp_path: Path) -> None:
    pages.paint_figures(tmp_path)
    for name in GAMES:
        for figure in re.findall(r"_static/figures/(\S+)\"", pages.rules_page(name, rules(name))):
            with Image.open(tmp_path / figure) as picture:
                assert picture.width > 300, figure


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_a_page_with_its_figures_at_a_glance(name: str) -> None:
    game = registry.load(name)
    page = (ROOT / "build" / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {game.title}\n")
    assert f"{{{{ glance_{name} }}}}" in page
    table = pages.glance(game)
    players = str(game.seats[0]) if len(game.seats) == 1 else f"{game.seats[0]}–{game.seats[-1]}"
    assert f"| players | {players} |" in table
    assert f"`topping-out play {name}`" in table


@pytest.mark.parametrize(
    ("annotated", "plain"),
    [
        ("Annotated[int, Meta(ge=0)]", "int"),
        ("tuple[typing.Annotated[str, Meta(max_length=3)], ...] | None", "tuple[str, ...] | None"),
        ("dict[str, Annotated[list[Annotated[int, 1]], 2]]", "dict[str, list[int]]"),
        ("list[int]", "list[int]"),
    ],
)
def test_types_are_shown_without_conditions(annotated: str, plain: str) -> None:
    assert pages.plain_type(annotated) == plain
