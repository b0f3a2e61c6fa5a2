"""What keys are answered that do nothing on a page, and how an answer is shown there."""

from __future__ import annotations

from topping_out.game.language import mark
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import TOP
from topping_out.scenes.kit.stage import Stage

SIZE = 15.0
NOTHING_HERE = {
    Verb.PLAY: mark("There's nothing to play on this page."),
    Verb.FINISH: mark("There's nothing to play on this page."),
    Verb.UNDO: mark("There's nothing to take back on this page."),
    Verb.HINT: mark("Hints are for the table, in your own turn."),
    Verb.LOG: mark("The move log belongs to a game."),
    Verb.RULES: mark("The rules open from a game, or where you set one up."),
    Verb.LOOK: mark("There are no open cards to look through here."),
    Verb.RECAP: mark("Nothing has happened since your last turn."),
    Verb.REMATCH: mark("You can start a rematch on the results page, once a game is over."),
    Verb.FASTER: mark("There's no speed to change here."),
    Verb.SLOWER: mark("There's no speed to change here."),
    Verb.PICK: mark("Numbers choose cards in your hand, and there are none here."),
    Verb.ALIKE: mark("This key takes a whole suit, but there are no suits here."),
    Verb.PLACE: mark("This key is for the towers of a game, and there are none here."),
}
"""What the keys that do nothing on a page are answered, by verb."""


def draw_answer(stage: Stage, kit: Kit, text: str) -> None:
    """Show an answer on a page: in the middle, at the top."""
    lines = kit.wrap(text, min(760.0, kit.width - 80), SIZE)
    step = 20 * kit.text_scale
    width, height = max(kit.text_size(line, SIZE)[0] for line in lines) + 32, step * len(lines) + 16
    x, y = (kit.width - width) / 2, TOP
    stage.blit(kit.plate(width, height, (*kit.theme.night, 245), kit.theme.brass, 1.4, 10), x, y)
    for number, line in enumerate(lines):
        stage.blit(kit.text(line, SIZE), x + 16, y + 7 + number * step)
