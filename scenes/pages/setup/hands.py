"""Rows about hands at live tables: the bots' pace, the handicap between devices, slower hands for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from topping_out.game.language import mark, tr
from topping_out.scenes.manager import Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import BOTS_HANDS_HELP, BOTS_HANDS_NAMES, HANDS_HELP, HANDS_NAMES
from topping_out.scenes.ui.widgets import Stepper, Switch

Changed = Callable[[], object]
EVEN_HELP = mark("Where mice and keys play together, a mouse rests a second after each play.")


def bots_hands_row(context: Context, changed: Changed) -> Stepper:
    """Return the row that says how fast the bots' hands are; `changed` is called after each change."""
    name = context.settings.bots_hands
    help = tr(BOTS_HANDS_HELP[name])
    return _stepper(context, "bots_hands", tr("Bots' hands"), help, BOTS_HANDS_NAMES, changed)


def slower_hands_row(context: Context, changed: Changed) -> Stepper:
    return _stepper(context, "slower_hands", tr("Slower hands"), tr(HANDS_HELP), HANDS_NAMES, changed)


def even_hands_row(context: Context, changed: Changed) -> Switch:
    """Return the row that switches the handicap between devices."""

    def switch(on: bool) -> Transition:
        context.settings.even_hands = on
        context.save_settings()
        changed()
        return None

    return Switch("even hands", tr("Even hands"), tr(EVEN_HELP), context.settings.even_hands, switch)


def _stepper(
    context: Context, field: str, title: str, help: str, names: Mapping[str, str], changed: Changed
) -> Stepper:
    """Return a row for the setting `field`, whose values and their names are given."""
    values = [*names]

    def choose(place: int) -> Transition:
        setattr(context.settings, field, values[place])
        context.save_settings()
        changed()
        return None

    labels, now = [tr(name) for name in names.values()], values.index(getattr(context.settings, field))
    return Stepper(field.replace("_", " "), title, help, labels, now, choose)
