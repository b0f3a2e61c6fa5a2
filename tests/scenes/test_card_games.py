"""What is done alike at every table of a game that brings its own cards: choose, drag, take back, look."""

from itertools import combinations, product
from typing import Any

import pytest

from tests.scenes.tables import drag, open_table, play, rest, texts
from topping_out.game import registry
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import DOUBLE, Intent, Verb
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.ui.widgets import Rect

CARD_GAMES = [name for name in registry.names() if not load(name).live]
every_game = pytest.mark.parametrize("name", CARD_GAMES)


def targets(scene: TurnScene) -> dict[Any, str]:
    """Return the places of the table where cards go, with the names of their widgets."""
    return {w.target: w.name for w in scene.widgets if getattr(w, "target", None) is not None}


def one_card(scene: TurnScene) -> tuple[Any, Any, int]:
    """Choose a play of a single card, and put the card down again; return the play, its place, the card."""
    board = scene.board
    for action in board.turn.actions:
        board.selection.choose(action)
        if len(board.selection.cards) == 1 and board.selection.aim is not None:
            found = board.selection.action, board.selection.aim, board.selection.cards[0]
            board.clear_selection()
            return found
    raise AssertionError("no play is of one card")


@every_game
def test_a_card_dragged_to_its_place_is_played(app: App, name: str) -> None:
    _, scene = open_table(app, name)
    action, target, card = one_card(scene)
    sprite = scene.board.tokens.sprites[card]
    drag(app, (sprite.x, sprite.y), scene.find(targets(scene)[target]).rect.center)
    assert [text.split(" #")[0] for text in texts(scene)] == [str(action).split(" #")[0]]


@every_game
def test_a_click_on_a_card_chooses_it_or_puts_it_down_and_one_on_its_place_plays_it(app: App, name: str) -> None:
    robot, scene = open_table(app, name)
    action, target, card = one_card(scene)
    for chosen in ([card], [], [card]):
        robot.click(f"card {scene.board.tokens.hand.index(card)}", (0.2, 0.35))
        robot.wait(DOUBLE + 40)  # two clicks, and no double one
        assert (scene.board.selection.cards, texts(scene)) == (chosen, [])
    robot.click(targets(scene)[target])
    assert [text.split(" #")[0] for text in texts(scene)] == [str(action).split(" #")[0]]


@every_game
def test_where_a_chosen_card_cannot_go_says_why_and_nothing_is_done(app: App, name: str) -> None:
    robot, scene = open_table(app, name)
    for place in [place for place in targets(scene).values() if not scene.find(place).semantics().is_enabled]:
        robot.click(place)
        assert scene.last_words.text == scene.find(place).semantics().description
    app.on_intent(Intent(Verb.PICK, text="1"))
    wrong = [place for target, place in targets(scene).items() if target not in scene.board.selection.targets()]
    assert wrong
    for place in wrong:
        said = scene.find(place).semantics()
        assert not said.is_enabled
        robot.click(place)
        assert scene.last_words.text == said.description != ""
    assert texts(scene) == []


@every_game
def test_the_arrows_reach_every_place_for_a_chosen_card(app: App, name: str) -> None:
    robot, scene = open_table(app, name, used="keys")
    play(robot, scene, 8)
    while not scene.board.selection:
        play(robot, scene, 1)
    scene.focus = "card 0"
    robot.do(Verb.CONFIRM)
    wanted = {targets(scene)[target] for target in scene.board.selection.targets()}
    assert wanted
    found, edge = {scene.focus}, [scene.focus]
    while edge:
        here = edge.pop()
        for way in (Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN):
            scene.focus = here
            robot.do(way)
            if scene.focus not in found:
                found.add(scene.focus)
                edge.append(scene.focus)
    assert wanted <= found


@every_game
def test_one_key_tells_the_towers_and_whose_they_are(app: App, name: str) -> None:
    robot, scene = open_table(app, name, used="keys")
    play(robot, scene, 12)
    robot.do(Verb.ASK_TOWERS)
    said = app.context.announcer.said[-1].text
    assert all(scene.board.name(seat) in said for seat in range(2)), said


@every_game
def test_a_hint_is_marked_and_the_main_button_does_it(app: App, name: str) -> None:
    robot, scene = open_table(app, name, used="keys")
    action = scene.board.turn.actions[-1]
    scene.board.suggest(action)
    assert texts(scene) == []
    assert str(scene.board.main_button().action).split(" #")[0] == str(action)
    robot.do(Verb.PLAY)
    assert [text.split(" #")[0] for text in texts(scene)] == [str(action)]


@every_game
def test_a_play_can_be_taken_back_and_another_made(app: App, name: str) -> None:
    robot, scene = open_table(app, name, used="keys")
    before = scene.view
    for action in (scene.board.turn.actions[0], scene.board.turn.actions[-1]):
        scene.board.suggest(action)
        robot.do(Verb.PLAY)
        robot.do(Verb.UNDO)
        rest(robot, scene)
        assert (scene.view, texts(scene)) == (before, [])
        assert scene.board.is_synced(before)


@every_game
def test_a_table_in_a_window_of_any_size_shows_the_same_inside_it(app: App, name: str) -> None:
    for seats in load(name).seats:
        robot, scene = open_table(app, name, "h" + "b" * (seats - 1), 6)
        play(robot, scene, 9, hurry=True)
        for size, text in product([(640, 360), (1280, 720), (1024, 768), (2560, 1080)], [1.0, 1.5]):
            robot.resize(size, text)
            rest(robot, scene)
            scene.rebuild()
            assert scene.board.is_synced(scene.view)
            kit = app.context.kit
            window = Rect(-1, -1, kit.width + 2, kit.height + 10)
            assert [w.name for w in scene.widgets if not window.contains(w.rect)] == [], (size, text)
            fixed = [w for w in scene.widgets if not w.name.startswith(("card", "tower", "floor"))]
            for one, other in combinations(fixed, 2):
                is_apart = not one.rect.inflate(-1, -1).colliderect(other.rect.inflate(-1, -1))
                assert is_apart, f"{one.name} lies on {other.name} at {size}, {text}"
