"""Announcements of chosen cards contain only news: no repeated caution, and no repeated prompt."""

import pytest

from tests.scenes.robot import Robot
from tests.scenes.tables import open_table, table
from topping_out.game.wyoming.actions import suit_of
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.match.table.selection import Selection
from topping_out.scenes.match.turns import TurnScene


def test_a_caution_is_repeated_only_after_it_was_gone(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Selection, "caution", property(lambda self: "Take care." if self.cards else ""))
    app.context.announcer.is_heard = True
    scene = table(app, "wyoming")
    Robot(app).open(scene)
    while not scene.board.turn:
        app.manager.update(30)
    first, same_suit = pair(scene)
    for card, times in ((first, 1), (same_suit, 1), (first, 1), (same_suit, 1), (first, 2)):
        app.manager.on_intent(Intent(Verb.PICK, text=str(card)))
        assert [announcement.text for announcement in app.context.announcer.said].count("Take care.") == times


def announcements_of(app: App, *numbers: int) -> list[str]:
    """Press the numbers of cards; return the announcement of each."""
    announcements = []
    for number in numbers:
        app.manager.on_intent(Intent(Verb.PICK, text=str(number)))
        announcements.append(app.context.announcer.said[-1].text)
    return announcements


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_a_number_chooses_a_card_and_again_puts_it_down(app: App, game: str) -> None:
    _, scene = open_table(app, game, used="keys")
    card = scene.board.cards_words(scene.board.tokens.hand[:1])
    chosen, down, again = announcements_of(app, 1, 1, 1)
    assert chosen.lower().startswith(card.lower())
    assert (down, again) == (f"Put down: {card}.", chosen)


def test_choosing_another_card_announces_only_what_is_new(app: App) -> None:
    """The prompt is not repeated; where several cards can be chosen, those put down are named."""
    _, scene = open_table(app, "towers", used="keys")
    first, second = (scene.board.card_label(card) for card in scene.board.tokens.hand[:2])
    assert announcements_of(app, 1, 2) == [f"{first}. Choose a tower.", f"{second}."]
    _, scene = open_table(app, "wyoming", used="keys")
    hand = scene.board.tokens.hand
    card_number = next(number for number, card in enumerate(hand) if suit_of(card) != suit_of(hand[0])) + 1
    assert announcements_of(app, 1, card_number)[-1].endswith(f" Put down: {scene.board.cards_words(hand[:1])}.")


def pair(scene: TurnScene) -> tuple[int, int]:
    """Return the number keys of two cards of one suit."""
    suits = [suit_of(card) for card in scene.view.hand]
    first = next(number for number, suit in enumerate(suits) if suits.count(suit) > 1)
    return first + 1, suits.index(suits[first], first + 1) + 1
