"""What the table of Wyoming explains: what a play would do, and whatever is pointed at."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.language import fill, mark_count, tr, tr_count, tr_label
from topping_out.game.text import sentence
from topping_out.game.wyoming.cards import suit_name, suit_of, suit_words
from topping_out.game.wyoming.state import View
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import draw_tooltip
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.cards.hit_area import HitArea
from topping_out.scenes.ui.widgets import Rect
from topping_out.scenes.wyoming.layout import Layout
from topping_out.scenes.wyoming.selection import DISCARD, Selection, Target
from topping_out.scenes.wyoming.words import card_count, needed_words, sky_words


def draw_preview(stage: Stage, kit: Kit, layout: Layout, selection: Selection, target: Target) -> None:
    """Say what the chosen cards would do at a target."""
    title, line = selection.preview(target)
    if target == DISCARD:
        pile = layout.discard_pile
        beside = Rect(pile.x - 45, pile.y - 62, 90, 124)
    else:
        beside = layout.column(*target, max(selection.height(target), selection.height_after(target)))
    draw_tooltip(stage, kit, beside, title or tr("Not here"), sentence(line))


def explain(view: View, names: Sequence[str], area: HitArea) -> tuple[str, str]:
    """Return a title and a line about a pile, a foundation or a tower."""
    if area.name == "draw pile":
        return tr("Draw pile"), _draw_pile_line(view)
    if area.name == "sky":
        return sky_words(view.pennies), needed_words(view)
    if area.target is None:
        return "", ""
    if area.target == DISCARD:
        return tr("Discards"), tr_count("{number} card, face up.", "{number} cards, face up.", len(view.discards))
    seat, foundation = area.target
    name, tower = tr_label(names[seat]), view.towers[seat][foundation]
    if not tower:
        return tr("{name}: a foundation", name=name), tr("Its owner may begin it with any suit.")
    suit = suit_of(tower[0])
    builders, attackers = suit_name(suit).capitalize(), suit_name(view.attacker(suit))
    line = tr("{builders} build it up, {attackers} knock it down.", builders=builders, attackers=attackers)
    if view.safe[seat][foundation]:
        line = tr("{builders} build it up; the scaffolding protects it until its owner's next turn.", builders=builders)
    return tr("{name}: {cards}", name=name, cards=suit_words(len(tower), suit)), line


def _draw_pile_line(view: View) -> str:
    """Return how many cards there are to draw, and what happens when there are none."""
    if view.outcome:
        return tr("{sentence}.", sentence=card_count(view.draw_pile))
    if view.owed:
        return tr("It is empty. The discards are shuffled as soon as there are any.")
    if not view.draw_pile and view.pile_end == "no draws":
        return tr("It is empty, and nobody draws any more.")
    return fill(RUNS_OUT[view.pile_end], number=view.draw_pile)


RUNS_OUT = {
    "no draws": mark_count(
        "{number} card. When it runs out, nobody draws any more.",
        "{number} cards. When it runs out, nobody draws any more.",
    ),
    "toss": mark_count(
        "{number} card. When it runs out, the pennies are tossed.",
        "{number} cards. When it runs out, the pennies are tossed.",
    ),
    "fall": mark_count(
        "{number} card. When it runs out, a penny drops and the discards are shuffled.",
        "{number} cards. When it runs out, a penny drops and the discards are shuffled.",
    ),
}
