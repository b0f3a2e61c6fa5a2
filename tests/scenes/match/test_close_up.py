"""A close-up: the card of the hand that is pointed at, twice as large, sharp, and with no tip over it."""

import pytest

from tests.scenes.tables import CardTable, open_table
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.stage import Item

GAMES = pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])


def large(app: App, board: CardTable) -> list[Item]:
    """Return what is on the screen twice as large as the cards of the hand."""
    card = next(iter(board.tokens.sprites.values())).key
    size = board.face(card, app.context.kit.closer).get_size()
    return [item for item in app.stage._shown if item.surface.get_size() == size]


@GAMES
@pytest.mark.parametrize("used", ["mouse", "keys"])
def test_the_card_that_is_pointed_at_shows_twice_as_large(app: App, game: str, used: str) -> None:
    robot, scene = open_table(app, game, used=used)
    board = scene.board
    assert isinstance(board, CardTable)
    hand = board.tokens.hand
    area = next(widget for widget in scene.widgets if getattr(widget, "card", None) == hand[0])
    if used == "keys":
        robot.go_to(area.name)
    else:
        app.context.devices.pointer = area.rect.center
        app.on_intent(Intent(Verb.POINT, area.rect.center))
    robot.wait(40)
    robot.see()
    assert not large(app, board)
    app.context.settings.close_up = True
    robot.wait(40)
    robot.see()
    (item,) = large(app, board)
    assert app.screen.get_rect().contains(item.rect)
    assert item.surface is board.face(board.tokens.sprites[hand[0]].key, app.context.kit.closer)
