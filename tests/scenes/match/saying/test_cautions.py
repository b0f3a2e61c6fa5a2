"""What warns a player of a choice is said once, not again with each card of it."""

import pytest

from tests.scenes.robot import Robot
from tests.scenes.tables import table
from topping_out.game.wyoming.cards import suit_of
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.wyoming.selection import Selection


def test_a_caution_is_said_again_only_once_it_was_gone(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Selection, "caution", property(lambda self: "Take care." if self.cards else ""))
    app.context.announcer.is_heard = True
    scene = table(app, "wyoming")
    Robot(app).open(scene)
    while not scene.board.turn:
        app.manager.update(30)
    first, alike = pair(scene)
    for card, times in ((first, 1), (alike, 1), (first, 1), (alike, 1), (first, 2)):
        app.manager.on_intent(Intent(Verb.PICK, text=str(card)))
        assert [said.text for said in app.context.announcer.said].count("Take care.") == times


def pair(scene: TurnScene) -> tuple[int, int]:
    """Return the numbers of two cards of one suit, as the keys have them."""
    suits = [suit_of(card) for card in scene.view.hand]
    first = next(number for number, suit in enumerate(suits) if suits.count(suit) > 1)
    return first + 1, suits.index(suits[first], first + 1) + 1
