"""The words of a table of cards for listeners: the choice, what choosing a place does, and the groups of widgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from topping_out.game.engine import Seat
from topping_out.game.language import YOU, mark, tr, tr_context, tr_count, tr_player
from topping_out.game.match import SeenEvent
from topping_out.game.text import full_stop, paragraph, sentence

from ...accessibility.semantics import Group, Semantics
from ...devices.devices import Devices
from ...devices.intents import Verb
from ...ui.layout import Widget
from ...ui.widgets import put_in
from .selection import HitArea, Selection

CHOOSE_A_CARD = {
    "mouse": mark("Choose a card first: click on it."),
    "keys": mark("Choose a card first: press its number, or Enter on it."),
    "pad": mark("Choose a card first: go to it, then {key}."),
}
CHOOSE_A_PLACE = {
    "mouse": mark("Choose where it goes: click on a tower."),
    "keys": mark("Choose where it goes: press a tower's key, or Enter on it."),
    "pad": mark("Choose where it goes: go to a tower, then {key}."),
}


class GameWords(Protocol):
    """A game's module of words for listeners. See the methods of `Board` with the same names."""

    def describe_scores(self, view: Any, names: Sequence[str], /) -> str: ...
    def describe_hand(self, view: Any, /) -> str: ...
    def describe_towers(self, view: Any, names: Sequence[str], /) -> str: ...
    def describe_table(self, view: Any, names: Sequence[str], /) -> str: ...
    def details(self, seen: Sequence[SeenEvent], names: Sequence[str], /) -> list[str]: ...


def choose_words(sentences: Mapping[str, str], devices: Devices) -> str:
    """Return the sentence for the device in use: the mouse, the keyboard or a gamepad."""
    return tr(sentences[devices.active], key=devices.label(Verb.CONFIRM))


def choice_words(selection: Selection, before: Sequence[int], label: str, name: Callable[[Sequence[int]], str]) -> str:
    """Return what is chosen now, where it would go, and which of the cards chosen `before` no longer are.

    If only one card can be chosen, the previous one is not mentioned. `label`: the former label of the main button.
    """
    down = [card for card in before if card not in selection.cards]
    is_news = down and (selection.takes_many or not selection.cards)
    sentences = [tr("Put down: {cards}.", cards=name(down))] if is_news else []
    if selection.cards:
        sentences.insert(0, aim_words(selection, name, label))
    elif len(before) > 1 or not down:
        sentences.append(tr("Nothing is chosen."))
    return paragraph(sentences)


def aim_words(selection: Selection, name: Callable[[Sequence[int]], str], label: str = "") -> str:
    """Return the chosen cards, named by `name`, and what would be done with them, if that differs from `label`."""
    cards, aim = sentence(name(selection.cards)), selection.aim
    if aim is None:
        rest = selection.first_aim.rest or (selection.label if selection.label != label else "")
        rest = "" if selection.caution else rest
        return paragraph(tr("{sentence}.", sentence=words) for words in (cards, rest) if words)
    title, line, where = selection.preview(aim)
    result = aloud(line).removesuffix(".")
    text = mark("{cards}, {where}: {result}.") if result else mark("{cards}, {where}.")
    return tr(text, cards=cards, where=where or title, result=result)


def offered(semantics: Semantics, area: HitArea, selection: Selection | None) -> Semantics:
    """Return the semantics of an area, including what choosing it does, or why it cannot be chosen."""
    target = area.target
    if target is None or selection is None or not (selection.chooses and area.is_offered):
        return semantics
    if selection.action_at(target) is None:
        return replace(semantics, description=selection.refusal(target), is_enabled=False)
    title, line, _ = selection.preview(target)
    about = tr("{title}: {line}", title=title, line=aloud(line))
    return replace(semantics, description=about, is_selected=selection.aim == target or None)


def hand_group(areas: Sequence[HitArea], owner: str) -> Sequence[Widget]:
    """Group the cards of a hand."""
    number = len(areas)
    label = tr_count("Your hand, {number} card", "Your hand, {number} cards", number)
    if owner != YOU:
        label = tr_count("{name}'s hand, {number} card", "{name}'s hand, {number} cards", number, name=owner)
    return together("hand", label, areas)


def tower_group(areas: Sequence[HitArea], seat: Seat, owner: str) -> Sequence[Widget]:
    """Group the towers of a seat."""
    return together(f"towers {seat}", tr_player(owner, mark("Your towers"), mark("{name}'s towers")), areas)


def seat_group(areas: Sequence[HitArea]) -> Sequence[Widget]:
    """Group the plates of the seats."""
    for area in areas:
        area.is_plate = area.seat is not None
    return together("seats", tr("Players"), areas)


def together(name: str, label: str, widgets: Sequence[Widget]) -> Sequence[Widget]:
    """Group widgets as a list with a label."""
    put_in(Group(name, label, is_list=True), *widgets)
    return widgets


def joined(*sentences: str) -> str:
    """Return sentences joined to a paragraph, each with its full stop."""
    return paragraph(full_stop(one) for one in sentences if one)


def aloud(text: str) -> str:
    """Return a text in which signs that screen readers misread are replaced by words."""
    return text.replace("→", tr_context("between two numbers", "to")).replace(" · ", ", ")
