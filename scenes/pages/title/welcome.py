"""What whoever listens is told once, at the first start: where the keys are, and that there is a lesson."""

from __future__ import annotations

from topping_out.game.language import tr
from topping_out.scenes import routes
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Push, Scene
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice


def welcome(context: Context) -> Scene:
    """Return the offer of a lesson in listening; it is made once."""
    context.settings.welcomed = True
    context.save_settings()
    text = tr(
        "Everything here can be heard. {key} lists all keys, wherever you are. Would you like a "
        "lesson in listening? It takes two minutes, and you can also find it later on the page of "
        "keys.",
        key=context.devices.program_keys.label(Verb.KEYS),
    )
    answers = ((tr("Take the lesson"), lambda: Push(routes.LISTENING(context))), (tr("Not now"), None))
    return Notice(context, tr("Welcome"), text, answers)
