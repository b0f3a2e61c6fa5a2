"""What the table of Wyoming explains: what a play would do, and whatever is pointed at."""

from __future__ import annotations

from collections.abc import Sequence

from game.wyoming.cards import SUIT_NAMES, suit_of, suit_words
from game.wyoming.state import View
from scenes.kit.kit import Kit
from scenes.kit.plates import draw_tooltip
from scenes.kit.stage import Stage
from scenes.match.cards.hit_area import HitArea
from scenes.ui.widgets import Rect
from scenes.wyoming.layout import Layout
from scenes.wyoming.selection import DISCARD, Selection, Target


def draw_preview(stage: Stage, kit: Kit, layout: Layout, selection: Selection, target: Target) -> None:
    """Say what the chosen cards would do at a target."""
    title, line = selection.preview(target)
    if target == DISCARD:
        pile = layout.discard_pile
        beside = Rect(pile.x - 45, pile.y - 62, 90, 124)
    else:
        beside = layout.column(*target, max(selection.height(target), selection.height_after(target)))
    draw_tooltip(stage, kit, beside, title or "Not here", line)


def explain(view: View, names: Sequence[str], area: HitArea) -> tuple[str, str]:
    """Return a title and a line about a pile, a foundation or a tower."""
    if area.name == "draw pile":
        return "Draw pile", f"{view.draw_pile} cards. When it runs out, {_when_it_runs_out(view)}."
    if area.target is None:
        return "", ""
    if area.target == DISCARD:
        return "Discards", f"{len(view.discards)} cards, face up."
    seat, foundation = area.target
    tower = view.towers[seat][foundation]
    if not tower:
        return f"{names[seat]}: a foundation", "Its owner may begin it with any suit."
    suit = suit_of(tower[0])
    attacker = next(s for s, t in view.variant.opposes.items() if t == suit)
    builders = f"{SUIT_NAMES[suit].capitalize()} build it up, {SUIT_NAMES[attacker]} knock it down."
    return f"{names[seat]}: {suit_words(len(tower), suit)}", builders


def _when_it_runs_out(view: View) -> str:
    if view.variant.sudden_death:
        return "nobody draws any more"
    return "the pennies are tossed" if view.variant.tidal else "a penny falls and the discards are shuffled"
