"""Tables of games that define little: a described table with only the required definitions, and the simple board.

The rules of Towers of Wyoming have much of what tables may need: several cards at a time, others' towers, hidden
piles, and seats that leave the game.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from typing import Any

import pygame
import pytest

from tests.scenes.match.test_definition import animated, start
from tests.scenes.robot import PromptWorker, Robot
from tests.scenes.tables import check_replay, drag, open_against_bots
from tests.scenes.trace import things_shown
from topping_out.game import registry
from topping_out.game.wyoming.actions import Play, PlayKind, suit_of
from topping_out.game.wyoming.state import View
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.sprites import Pose
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import TableDefinition, table_of
from topping_out.scenes.match.simple_board import ClickableSpot, SimpleBoard
from topping_out.scenes.match.table.game import CardsLayout, Said, TableGame
from topping_out.scenes.match.table.selection import HitArea, Way, seat_group, together
from topping_out.scenes.match.table.tokens import HAND, HIDDEN, Zone
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.ui.layout import Rect, Widget
from topping_out.scenes.ui.widgets import Button

GAME = "wyoming"


# -- a described table


DISCARDS = "discards", 0
CARD = 70.0, 100.0


class Lots(CardsLayout):
    card = CARD

    def __init__(self, kit: Kit, seats: int, lots: int) -> None:
        self.width, self.height, self.seats, self.lots = kit.width, kit.height, seats, lots
        self.hand_top = self.height - CARD[1] - 40

    @property
    def draw_pile(self) -> Pose:
        return Pose(self.width - 300, self.height - 230, scale=0.6)

    def plate(self, seat: int) -> Rect:
        return Rect(20 + seat * (self.width - 40) / self.seats, 60, 160, 56)

    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        return Pose(self.width / 2 + (index - count / 2) * 45, self.height - 80 - (12 if raised else 0))

    def pile_place(self) -> Pose:
        return Pose(self.width - 380, self.height - 230, scale=0.6)

    def lot(self, seat: int, foundation: int, level: int) -> Pose:
        x = self.plate(seat).x + 40 + foundation * 60
        return Pose(x, self.height - 220 - level * 12, fold=1, scale=0.6)

    def held(self, seat: int, index: int) -> Pose:
        return Pose(self.plate(seat).x + 20 + index * 9, 150, scale=0.4)


class FourNames(TableGame):
    """Defines what is required, and the names of cards."""

    def layout(self, view: View) -> Lots:
        return Lots(self.table.kit, view.variant.seats, view.variant.foundations)

    def zones(self, view: View) -> list[Zone]:
        layout: Lots = self.table.layout_of(view)
        zones = [Zone(DISCARDS, view.discards, lambda number, card: layout.pile_place(), 0, shown=1)]
        for seat, towers in enumerate(view.towers):
            for f, tower in enumerate(towers):
                zones.append(Zone((seat, f), tower, lambda n, card, s=seat, f=f: layout.lot(s, f, n), 100, lands=True))
        for seat, size in enumerate(view.hand_sizes):
            cards = view.hand if seat == view.seat else (HIDDEN,) * size
            zones.append(Zone(("hand", seat), cards, self._holder(layout, view, seat), HAND, hand_of=seat))
        return zones

    def _holder(self, layout: Lots, view: View, seat: int) -> Any:
        def place(number: int, card: int) -> Pose:
            if seat == view.seat:
                return layout.hand_place(number, len(view.hand), card in self.table.tokens.raised)
            return layout.held(seat, number)

        return place

    def spots(self, view: View) -> list[Widget]:
        layout, seats = self.table.layout, range(view.variant.seats)
        lots = [
            HitArea(f"lot {seat} {f}", layout.lot(seat, f, 2).rect(84, 200), (seat, f), seat=seat)
            for seat in seats
            for f in range(view.variant.foundations)
        ]
        piles = HitArea("discards", layout.pile_place().rect(*CARD), DISCARDS)
        plates = [HitArea(f"plate {seat}", layout.plate(seat), seat=seat, is_focusable=False) for seat in seats]
        return [*together("lots", "Lots", lots), *together("piles", "Piles", [piles]), *seat_group(plates)]

    def way(self, play: Play) -> Way:
        target = DISCARDS if play.kind is PlayKind.DISCARD else (play.owner, play.foundation)
        return Way((play.suit,) * play.count, target)

    def kind(self, card: int) -> int:
        return suit_of(card)

    def with_cards(self, action: Play, cards: Sequence[int]) -> Play:
        return replace(action, cards=tuple(sorted(cards)))

    def said(self, thing: HitArea | int) -> Said:
        return Said(thing.name if isinstance(thing, HitArea) else f"card {thing}")


@contextmanager
def defined(table: TableDefinition) -> Iterator[None]:
    """Let the game have this table meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("topping_out.scenes.wyoming.TABLE", table)
        definition._table.cache_clear()
        yield
    definition._table.cache_clear()


@pytest.fixture
def described() -> Iterator[None]:
    with defined(TableDefinition(table=f"{__name__}:FourNames")):
        yield


@pytest.fixture
def robot(app: App) -> Robot:
    app.context.worker = PromptWorker()
    return Robot(app)


def open_game(robot: Robot, seats: int = 2) -> tuple[TurnScene, Any]:
    """Open a table in the human's turn."""
    scene = open_against_bots(robot, GAME, seats)
    return scene, scene.board


def choose(scene: TurnScene, action: Play) -> Any:
    """Return the target of an action, and the hand's widgets of its cards."""
    selection = scene.board.selection
    selection.choose(action)
    cards, target = [*selection.cards], selection.aim
    selection.drop()
    hand = scene.board.tokens.hand
    return target, [f"card {hand.index(card)}" for card in cards]


@pytest.mark.usefixtures("described")
@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("seats", [2, 4])
def test_animated_events_lead_to_what_the_next_view_shows(app: App, seats: int, viewer: int | None) -> None:
    match, board, anew = start(app, GAME, seats, {})
    board.deal(match.game.view(match.state, viewer))
    for _ in animated(match, viewer, board, anew):
        names = Counter(widget.name for widget in board.widgets())
        assert max(names.values()) == 1
        assert all(widget.semantics() for widget in board.widgets())


def test_a_ring_lies_round_each_place_where_a_chosen_card_can_go(robot: Robot, described: None) -> None:
    _, board = open_game(robot)
    selection: Any = board.selection
    robot.see()
    before = things_shown(robot.app)
    selection.choose(max(board.turn.actions, key=lambda action: action.count))  # type: ignore[union-attr]
    robot.wait(1000)
    robot.see()
    rings = [ring for ring in things_shown(robot.app) - before if ring.what.startswith("dashed")]
    corners = [board.spot(target).goal.topleft for target in selection.targets()]  # type: ignore[union-attr]
    assert len(rings) == len(corners) > 0
    for x, y in corners:
        assert any(abs(ring.x + 4 - x) <= 1 and abs(ring.y + 4 - y) <= 1 for ring in rings)


@pytest.mark.parametrize("used", ["click", "drag", "keys", "main button", "hint"])
def test_an_action_can_be_played_in_every_way(robot: Robot, used: str, described: None) -> None:
    scene, board = open_game(robot)
    action = max(board.turn.actions, key=lambda action: action.count)  # type: ignore[union-attr]
    target, cards = choose(scene, action)
    place = board.spot(target)
    assert place
    if used == "hint":
        board.suggest(action)
    for card in cards[: -1 if used == "drag" else None] if used != "hint" else ():
        robot.press(card) if used != "keys" else robot.app.on_intent(Intent(Verb.PICK, text=str(int(card[5:]) + 1)))
        robot.wait(600)
    if used == "drag":
        drag(robot.app, scene.find(cards[-1]).rect.center, place.rect.center)  # type: ignore[union-attr]
    elif used == "click":
        robot.press(place.name)
    elif used == "keys":
        number = [area.target for area in board.places].index(target)
        board.play_to(number)
    else:
        board.selection.aim = target  # type: ignore[union-attr]
        robot.do(Verb.PLAY)
    done = scene.match.record.entries[0].text
    assert done.split(" #")[0] == str(action).split(" #")[0]


@pytest.mark.usefixtures("described")
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1920, 1080)])
def test_the_table_is_drawn_with_the_chosen_cards_in_any_window(robot: Robot, size: tuple[int, int]) -> None:
    scene, board = open_game(robot, seats=3)
    robot.resize(size)
    pictures = [robot.see().copy()]
    for action in board.turn.actions[:3]:  # type: ignore[union-attr]
        board.suggest(action)
        robot.wait(600)
        pictures.append(robot.see().copy())
    assert board.is_synced(scene.view)
    pairs = combinations([picture.get_buffer().raw for picture in pictures], 2)
    assert all(first != second for first, second in pairs)


def test_a_game_can_be_played_to_its_results_and_replayed(robot: Robot, described: None) -> None:
    robot.app.context.settings.speed = "instant"
    scene, board = open_game(robot, seats=3)
    rng = random.Random(1)
    for _ in range(400):
        if board.turn:
            board.turn.act(rng.choice(board.turn.actions))
        robot.wait(400)
        if isinstance(robot.page, ResultsPage):
            break
    check_replay(robot, scene)


# -- the board for games without one of their own


@pytest.fixture
def plain(app: App) -> Iterator[None]:
    """Remove the table of a game that has many actions, and let everything move at once."""
    app.context.settings.speed = "instant"
    with defined(TableDefinition()):
        yield


def open_plain(robot: Robot, seats: int = 2) -> TurnScene:
    """Open a table in the human's turn."""
    table = open_against_bots(robot, GAME, seats)
    assert isinstance(table.board, SimpleBoard)
    return table


def actions(table: TurnScene) -> list[str]:
    return [widget.name for widget in table.widgets if widget.name.startswith("action ")]


def test_every_action_has_a_button_that_plays_it(robot: Robot, plain: None) -> None:
    table = open_plain(robot)
    board, turn = table.board, table.board.turn
    assert [robot.widget(name).label for name in actions(table)] == [  # type: ignore[attr-defined]
        board.label(action) for action in turn.actions
    ]
    done = str(turn.actions[3])
    robot.press("action 3")
    assert table.match.record.entries[0].text == done


def test_a_digit_marks_an_action_and_the_main_button_plays_it(robot: Robot, plain: None) -> None:
    table = open_plain(robot)
    second = table.board.turn.actions[1]
    robot.do("play")
    assert not table.match.record.entries
    robot.app.on_intent(Intent(Verb.PICK, text="2"))
    robot.do("play")
    assert table.match.record.entries[0].text == str(second)


def test_a_hint_marks_an_action(robot: Robot, plain: None) -> None:
    table = open_plain(robot)
    robot.do("hint")
    robot.wait(200)
    board = table.board
    assert board.marked is not None
    assert [w.name for w in table.widgets if w.name.startswith("action ") and getattr(w, "primary", False)] == [
        f"action {list(board.turn.actions).index(board.marked)}"  # type: ignore[union-attr]
    ]


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1920, 1080)])
@pytest.mark.parametrize("text", [1.0, 1.5])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_nothing_on_the_board_overlaps(
    robot: Robot, size: tuple[int, int], text: float, seats: int, is_mirrored: bool
) -> None:
    table = open_plain(robot, seats)
    robot.resize(size, text, is_mirrored)
    board = table.board
    window = board.kit.width, board.kit.height
    rects = [*(widget.rect for widget in table.widgets), *map(board.plate, range(seats))]
    assert all(r.x >= 0 and r.y >= 0 and r.right <= window[0] and r.bottom <= window[1] for r in rects)
    assert [(a, b) for a, b in combinations(rects, 2) if a.colliderect(b)] == []
    assert robot.see()


def test_a_game_can_be_played_to_its_results_and_replayed_by_buttons(robot: Robot, plain: None) -> None:
    table = open_plain(robot)
    for _ in range(300):
        if table.board.turn:
            table.board.turn.act(table.board.turn.actions[0])
        robot.wait(400)
        if isinstance(robot.page, ResultsPage):
            break
    check_replay(robot, table)


def test_a_game_without_a_table_uses_the_simple_board(monkeypatch: pytest.MonkeyPatch, plain: None) -> None:
    entry = registry.GameEntry(registry.entry(GAME).rules, registry.entry(GAME).data)
    monkeypatch.setattr(registry, "entry", lambda name: entry)
    assert table_of(GAME) == TableDefinition()


def test_facts_of_the_view_are_shown_if_there_is_no_picture(robot: Robot, plain: None) -> None:
    table = open_plain(robot)
    facts = dict(table.board.facts())  # type: ignore[attr-defined]
    assert facts["Pennies"] == "10"
    assert not facts.keys() & {"Turn", "Seat", "Outcome"}
    assert "Pennies: 10." in table.board.describe_table(table.view)
    room = table.board.room
    with_facts = pygame.image.tobytes(robot.see().subsurface(room), "RGB")
    table.board.facts = list  # type: ignore[method-assign]
    robot.resize((1280, 720))
    assert pygame.image.tobytes(robot.see().subsurface(room), "RGB") != with_facts


class Clickable(SimpleBoard):
    """A board in whose picture the first two actions are places to click."""

    def place(self, action: Any, room: Rect) -> Rect | None:
        number = list(self.turn.actions).index(action) if self.turn else 9
        return Rect(room.x + number * 60, room.y, 50, 50) if number < 2 else None


def test_an_action_with_a_place_in_the_picture_has_no_button(robot: Robot, plain: None) -> None:
    with defined(TableDefinition(board=f"{__name__}:Clickable")):
        table = open_plain(robot)
        second = table.board.turn.actions[1]
        assert [type(robot.widget(name)) for name in actions(table)[:3]] == [ClickableSpot, ClickableSpot, Button]
        assert robot.widget("action 1").semantics().label == table.board.label(second)
        robot.click("action 1")
        assert table.match.record.entries[0].text == str(second)


def test_a_digit_does_not_unmark_the_only_action(robot: Robot, plain: None) -> None:
    table = open_plain(robot)
    only = table.board.turn.actions[0]
    table.board.begin_turn(replace(table.board.turn, actions=[only]))
    robot.app.on_intent(Intent(Verb.PICK, text="1"))
    assert table.board.marked == only  # type: ignore[attr-defined]
