"""How many keys a usual turn takes: what a medium bot would do, done by keys alone."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import pytest

from tests.sampling import sampled
from tests.scenes.icetowers.test_spoken import sit_down
from tests.scenes.robot import PromptWorker, Robot
from topping_out.game.bots.live import choose_here
from topping_out.game.bots.weights import bot_named
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Done, Lift, SetDown, Split
from topping_out.game.icetowers.pieces import PIPS_OF
from topping_out.game.icetowers.table import Tower
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.towering.actions import Draw
from topping_out.game.towers.actions import Build, Claim, End
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.program_keys import PLACE_KEYS
from topping_out.scenes.icetowers.live.scene import LiveScene
from topping_out.scenes.icetowers.spoken import keys, order
from topping_out.scenes.icetowers.spoken.elements import TOWERS
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results.page import ResultsPage
from topping_out.scenes.towers.selection import Selection, Target

MOST_KEYS = {"wyoming": 6, "towering": 6, "towers": 6, "icetowers": 6}
"""Half of all turns take no more."""
GAMES, TURNS = 3, 16
ON_THE_ICE = 24
"""Plays there, each a turn."""
Keys = Iterator[Intent]


def pick(scene: TurnScene, *cards: int) -> Keys:
    for card in cards:
        yield Intent(Verb.PICK, text=str(scene.board.tokens.hand.index(card) + 1))


def to_place(scene: TurnScene, target: Any, ends: bool = False) -> Intent:
    return on_plot([area.target for area in scene.board.places].index(target), ends)


def on_plot(plot: int, ends: bool) -> Intent:
    """Strike the key of a place; with Ctrl the turn `ends` with it."""
    return Intent(Verb.PLACE, text=PLACE_KEYS[plot], amount=float(ends))


def wyoming(scene: TurnScene, action: Any, after: Any) -> Keys:
    selection = scene.board.selection
    selection.choose(action)
    cards, target = [*selection.cards], selection.aim
    selection.drop()
    yield from pick(scene, *cards)
    yield Intent(Verb.PLAY) if selection.aim == target else to_place(scene, target)


def towering(scene: TurnScene, action: Any, after: Any) -> Keys:
    selection, verb = scene.board.selection, Verb.FINISH if after == Draw(None) else Verb.PLAY
    selection.choose(action)
    target, card = selection.aim, None if isinstance(action, Draw) else scene.board.in_hand(action.card)
    selection.drop()
    if card is not None:
        yield from pick(scene, card)
    if selection.aim == target:
        yield Intent(verb)
    else:
        yield to_place(scene, target)


def towers(scene: TurnScene, action: Any, after: Any) -> Keys:
    selection = scene.board.selection
    if isinstance(action, Build | Claim):
        selection.choose(action)
        card, target = selection.card, selection.aim
        selection.drop()
        yield from pick(scene, card)
    ends = after == End()
    if isinstance(action, Build):
        yield to_place(scene, target, ends)
        return
    while isinstance(action, Claim) and selection.aim != target:
        is_last = ends and next_aim(selection, action.plot) == target
        yield on_plot(action.plot, is_last)
        if is_last:
            return
    yield Intent(Verb.FINISH if ends else Verb.PLAY)


def next_aim(selection: Selection, plot: int) -> Target | None:
    """Return what the key of a tower would aim at."""
    asked = copy(selection)
    asked.aim_in(plot)
    return asked.aim


HANDS: dict[str, Callable[[TurnScene, Any, Any], Keys]] = {
    "wyoming": wyoming, "towering": towering, "towers": towers
}  # fmt: skip


class Hand:
    """Plays what a medium bot would, by keys, and counts them turn by turn."""

    def __init__(self, app: App, game: str, seed: int) -> None:
        self.app, self.game, self.rng = app, load(game), random.Random(seed)
        self.bot = bot_named(self.game, "medium")
        app.context.worker, app.context.settings.speed = PromptWorker(), "instant"
        players = [Player("You"), Player("Mesa", "bot", "easy", 1)]
        header = new_header(self.game, players, {"first": "0"}, seed)
        self.scene = TurnScene(app.context, app.context.library.start(header))
        self.robot = Robot(app)
        app.manager.clear()
        self.robot.open(self.scene)
        self.keys = HANDS[game]

    def wait(self) -> bool:
        """Wait for one's turn; tell whether there is one."""
        for _ in range(4000):
            if self.scene.board.turn:
                return True
            if isinstance(self.robot.page, ResultsPage):
                return False
            if self.robot.page is not self.scene:
                self.robot.do(Verb.CONFIRM)
            self.app.manager.update(40)
        raise AssertionError("neither a turn nor the results come")

    def turn(self) -> int:
        """Play a turn; return how many keys it took."""
        pressed, played = 0, len(self.scene.match.record.entries)
        state, actions = self.scene.match.state.copy(), list[Any]()
        while self.game.actors(state) == {0} and not self.game.outcome(state):
            actions.append(self.bot.choose(self.game.view(state, 0), self.game.actions(state, 0), self.rng))
            self.game.apply(state, 0, actions[-1])
        for place, action in enumerate(actions):
            if len(self.scene.match.record.entries) - played > place:  # done with the one before
                continue
            assert self.wait()
            after = actions[place + 1] if place + 1 < len(actions) else None
            for intent in self.keys(self.scene, action, after):
                self.app.on_intent(intent)
                pressed += 1
            self.robot.wait(200)
        own = [entry.text for entry in self.scene.match.record.entries[played:] if entry.seat == 0]
        assert [text.partition(" #")[0] for text in own][: len(actions)] == [
            str(action).partition(" #")[0] for action in actions
        ]
        return pressed


@sampled("game", sorted(HANDS), ["wyoming"])
def test_a_usual_turn_takes_few_keys(app: App, game: str) -> None:
    counts = list[int]()
    for seed in range(GAMES):
        hand = Hand(app, game, seed)
        counts += [hand.turn() for _ in range(TURNS) if hand.wait()]
    most = MOST_KEYS[game]
    within = sum(count <= most for count in counts) / len(counts)
    print(
        f"{game}: {len(counts)} turns, median {statistics.median(counts)}, most {max(counts)}, {within:.0%} in {most}"
    )
    assert len(counts) > 20
    assert statistics.median(counts) <= most


def walk_to(robot: Robot, name: str) -> int:
    """Bring the focus down its list to a thing; return how many keys that takes."""
    for count in range(60):
        if robot.page.focus == name:
            return count
        robot.do(Verb.DOWN)
    raise AssertionError(f"the way down does not come to {name}")


def strike(robot: Robot, verb: Verb, text: str) -> int:
    robot.app.on_intent(Intent(verb, text=text))
    robot.wait(80)
    return 1


def take(robot: Robot, scene: LiveScene, action: Any) -> int:
    """Lift, mine or split by keys; return how many."""
    if isinstance(action, Lift):
        return strike(robot, Verb.PICK, str(PIPS_OF[action.piece]))
    view, table = scene.view, scene.board.spoken
    name = f"gap {action.piece}" if isinstance(action, Split) else f"piece {action.piece}"
    for number, key in enumerate(PLACE_KEYS):
        if keys.play_to(table, 0, view, number):
            break
        if action.piece in legality.tower_by_id(view, table.opened).pieces:
            pressed = strike(robot, Verb.PLACE, key) + walk_to(robot, name)
            robot.do(Verb.CONFIRM)
            robot.wait(80)
            return pressed + 1
    raise AssertionError(f"no key leads to the tower of {action}")


def place(robot: Robot, scene: LiveScene, action: Any) -> int:
    """Put the held piece on a tower, or down, by keys; return how many."""
    if isinstance(action, SetDown):
        return strike(robot, Verb.CANCEL, "")
    view, table = scene.view, scene.board.spoken
    towers = [entry.tower for entry in order.entries(view, 0, table.sorting, table.choice)]
    same = next(
        n for n, t in enumerate(towers) if t.id == action.tower or alike(t, legality.tower_by_id(view, action.tower))
    )
    if same < len(PLACE_KEYS):
        return strike(robot, Verb.PLACE, PLACE_KEYS[same])
    pressed = walk_to(robot, [w.name for w in robot.page.widgets if w.group and w.group.name == TOWERS][same])
    robot.do(Verb.CONFIRM)
    robot.wait(80)
    return pressed + 1


def alike(one: Tower, other: Tower) -> bool:
    return (
        one.is_free_stander and other.is_free_stander and (one.controller, one.size) == (other.controller, other.size)
    )


def test_a_usual_turn_on_the_ice_takes_at_most_six_keys(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveScene, "ask_bot", lambda scene, question: choose_here(question))
    robot, scene, match = sit_down(app)
    strike(robot, Verb.PICK, "1")
    counts = list[int]()
    while len(counts) < ON_THE_ICE and not match.outcome:
        if scene.view.turn != 0:
            robot.wait(400)
            continue
        game, state, bot, rng = (
            match.game,
            match.state.copy(),
            bot_named(match.game, "medium"),
            random.Random(len(match.steps)),
        )
        actions = list[Any]()
        while not actions or state.hands[0] is not None:
            actions.append(bot.choose(game.view(state, 0), game.actions(state, 0), rng))
            game.apply(state, 0, actions[-1])
        first, *rest = actions
        if isinstance(first, Done):
            break
        counts.append(take(robot, scene, first) + sum(place(robot, scene, action) for action in rest))
    print(f"icetowers: {len(counts)} turns, median {statistics.median(counts)}, most {max(counts)}")
    assert len(counts) > 12
    assert statistics.median(counts) <= MOST_KEYS["icetowers"]
