"""What is announced of a live game, and where the focus goes by it."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.icetowers.events import Capped, Event, Lifted, Mined, TurnPassed
from topping_out.game.icetowers.state import View
from topping_out.game.icetowers.words import describe
from topping_out.game.text import paragraph
from topping_out.scenes.icetowers.spoken.elements import HANDS, TOWERS
from topping_out.scenes.icetowers.spoken.words import brief_sentence, own_sentences
from topping_out.scenes.ui.widgets import Widget


def own_account(
    events: Sequence[Event], told: Sequence[Event], view: View, names: Sequence[str], is_short: bool
) -> str:
    """Return what a player hears of an own action: a sentence for each of `told`, and what is in the hand now."""
    return _joined([*(describe(event, names) for event in told), *own_sentences(events, view, is_short)])


def account_of_others(events: Sequence[Event], view: View, names: Sequence[str], is_short: bool = False) -> str:
    """Return what is heard of others' actions: in short while all play at once, or where the player wants it."""
    say = describe if view.in_turns and not is_short else brief_sentence
    return _joined([say(event, names) for event in events])


def _joined(sentences: Sequence[str]) -> str:
    return paragraph(sentences)


def passes_turn(events: Sequence[Event]) -> bool:
    return any(isinstance(event, TurnPassed) for event in events)


def goal_of(event: Event) -> str:
    """Return what the focus comes to after an own action: a taken piece's towers, or the tower that was capped."""
    match event:
        case Lifted() | Mined():
            return TOWERS
        case Capped():
            return f"tower {event.tower}"
    return ""


def next_focus(goal: str, before: Widget | None, older: Sequence[Widget], newer: Sequence[Widget]) -> str:
    """Return where the focus comes to once a page is laid out anew; "" where it stays.

    `before` is what had it, one of `older`. Where that is gone, what stands in its place has the focus.
    """
    names = {widget.name for widget in newer}
    if goal == TOWERS:
        return _of_group(newer, TOWERS)[0].name
    if goal in names:
        return goal
    if before is not None and before.name not in names and (hand := HANDS.get(before.name, "")) in names:
        return hand
    if before is None or before.group is None or before.name in names:
        return ""
    beside = _of_group(older, before.group.name)
    now = _of_group(newer, before.group.name) or _of_group(newer, TOWERS)
    return now[min(beside.index(before), len(now) - 1)].name


def _of_group(widgets: Sequence[Widget], name: str) -> list[Widget]:
    return [widget for widget in widgets if widget.group and widget.group.name == name]
