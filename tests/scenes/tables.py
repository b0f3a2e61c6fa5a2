"""Opens tables of the games with turns, plays random actions for all seats and tells what is chosen in a position.

It also finds ways for cursors of IceTowers.
"""

import copy
import random
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tests.game.matches import Teller, stories
from tests.scenes.robot import Robot, SilentWorker
from topping_out.game.bots.review import Timeline
from topping_out.game.bots.worker import BotWorker
from topping_out.game.icetowers.state import View
from topping_out.game.match import Match
from topping_out.game.record import Clock, Player, new_header
from topping_out.game.registry import load, names
from topping_out.game.roster import characters
from topping_out.game.towering.actions import Build as BuildCard
from topping_out.game.towering.actions import Draw, colour_of
from topping_out.game.towers.actions import Claim, End
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.animator import Layout
from topping_out.scenes.icetowers.cursors import KeyCursor
from topping_out.scenes.match import start
from topping_out.scenes.match.course import HandoverPage
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.table.game import TableGame
from topping_out.scenes.match.table.selection import Selection
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.towering.rounds import RoundPage
from topping_out.scenes.ui.page import DIRECTIONS

TURN_GAMES = [name for name in names() if not load(name).live]
"""The games with turns, all of which are played with cards."""
NAMES = ("Ana", "Cornice", "Gable", "Mortar")
WYOMINGS = ("Ana", "Mesa", "Gable", "Mortar")
"""Players' names by seat, as in the golden pictures."""


def table(
    app: App,
    game: str,
    seats: Sequence[str] = "hb",
    seed: int = 3,
    worker: BotWorker | None = None,
    clock: Clock | UnsetType = UNSET,
    **options: object,
) -> TurnScene:
    """Return a new table; `seats`, in order: "h" is a human, "b" a bot, or the name of a character.

    Its bots are silent without a `worker`.
    """
    known, names_by_seat = characters(), WYOMINGS if game == "wyoming" else NAMES
    players = [
        Player(known[who].name, "bot", who, seat)
        if who in known
        else Player(names_by_seat[seat], "human" if who == "h" else "bot", "" if who == "h" else "easy", seat)
        for seat, who in enumerate(seats)
    ]
    app.context.settings.idle_life = False
    app.context.worker = worker or SilentWorker()
    header = replace(new_header(load(game), players, {"first": "0", **options}, seed), clock=clock)
    return TurnScene(app.context, app.context.library.start(header))


def open_table(
    app: App, game: str, seats: Sequence[str] = "hb", seed: int = 3, used: str = "mouse", **options: object
) -> tuple[Robot, TurnScene]:
    """Open a table and wait until nothing moves."""
    robot, scene = Robot(app, used), table(app, game, seats, seed, **options)
    robot.open(scene)
    rest(robot, scene)
    return robot, scene


def open_against_bots(robot: Robot, game: str, seats: int) -> TurnScene:
    """Open a table of a human against bots that play, and wait for the human's turn."""
    bots = (Player(f"Bot {seat}", "bot", "gentle", seat) for seat in range(1, seats))
    header = new_header(load(game), [Player("You"), *bots], {"first": 0}, 5)
    scene = robot.open(start.open_table(robot.app.context, Match.new(header)))
    assert isinstance(scene, TurnScene)
    while not scene.board.turn:
        robot.wait(40)
    return scene


def rest(robot: Robot, scene: TurnScene, stop_at_round: bool = False) -> None:
    """Wait until nothing moves; lift curtains, and close the pages after rounds unless `stop_at_round` is set."""
    for _ in range(2000):
        robot.app.manager.update(40)
        top = robot.app.manager.top
        if isinstance(top, RoundPage) and stop_at_round:
            return
        if isinstance(top, HandoverPage | RoundPage):
            robot.do(Verb.CONFIRM)
        elif not scene.motion.busy and scene.course.is_over:
            return


def play(
    robot: Robot, scene: TurnScene, plies: int, seed: int = 0, hurry: bool = False, stop_at_round: bool = False
) -> None:
    """Play this many plies at random, not by bots, whose play changes as they improve."""
    rng = random.Random(seed)
    for _ in range(plies):
        rest(robot, scene, stop_at_round)
        if scene.match.outcome or isinstance(robot.app.manager.top, RoundPage):
            return
        take_step(scene, rng)
        if hurry:
            scene.motion.finish()
    rest(robot, scene, stop_at_round)


def take_step(scene: TurnScene, rng: random.Random) -> None:
    """Play a likely action for the seat whose turn it is."""
    state, seat = scene.match.state, scene.actor
    assert seat is not None
    actions, hand = scene.match.game.actions(state, seat), scene.match.game.view(state, seat).hand
    scene.do(seat, LIKELY.get(scene.match.game.name, by_chance)(hand, actions, rng))


def by_chance(hand: Sequence[int], actions: Sequence[Any], rng: random.Random) -> Any:
    return rng.choice(actions)


def likely_in_towering(hand: Sequence[int], actions: Sequence[Any], rng: random.Random) -> Any:
    """Return an action at random, mostly the lowest card that fits on its tower, or a draw from the pile."""
    copies = [a for a in actions for _ in range(1 if isinstance(a, Draw) else hand.count(a.card))]
    lowest = {colour_of(action.card): action for action in reversed(copies) if isinstance(action, BuildCard)}
    if rng.random() < 0.7 and (lowest or isinstance(copies[0], Draw)):
        return rng.choice([*lowest.values()]) if lowest else copies[0]
    return rng.choice(copies)


def likely_in_towers(hand: Sequence[int], actions: Sequence[Any], rng: random.Random) -> Any:
    """Return an action at random, mostly a claim if there is one, and seldom a SPIRE."""
    claims = [action for action in actions if isinstance(action, Claim)]
    if claims and rng.random() < 0.6:
        return rng.choice(claims)
    calm = [action for action in actions if isinstance(action, End) or action.floor != "SPIRE"]
    return rng.choice(calm if calm and rng.random() < 0.9 else actions)


LIKELY: dict[str, Callable[[Sequence[int], Sequence[Any], random.Random], Any]] = {
    "towering": likely_in_towering,
    "towers": likely_in_towers,
}


def choices(
    teller: Teller, table: type[TableGame], places: dict[str, Any], card: Callable[[Any, str], int], text: str
) -> Callable[[str], None]:
    """Return a test of stories in which the seat to act chooses cards and places, which have these names.

    It may `take CARD`, `point PLACE` or `hint ACTION`; other words are actions of the game. `card` returns the card
    with a name in a view.
    """
    game, place = load(table.__module__.split(".")[2]), "|".join(places)
    names = {target: name for name, target in places.items()}

    def choose(state: Any) -> SimpleNamespace:
        view, of_game = game.view(state, state.turn), table()
        of_game.table = SimpleNamespace(view=view)
        return SimpleNamespace(
            state=state, view=view, now=Selection(of_game, view, game.actions(state, state.turn), ("Ana", "Bo"))
        )

    def act(player: SimpleNamespace, words: str) -> list[Any]:
        match words.split(" ", 1):
            case "take", name:
                player.now.toggle(card(player.view, name))
            case "point", name:
                player.now.pointed = places[name]
            case "hint", action:
                player.now.choose(game.parse(action))
            case _:
                teller.play(player.state, words)
                vars(player).update(vars(choose(player.state)))
        return []

    facts: dict[str, Callable[..., object]] = {
        "action": lambda player, _: str(player.now.action).partition(" #")[0],
        "(label|caution|card)": lambda player, _, what: getattr(player.now, what) or "-",
        "targets": lambda player, _: ", ".join(names[target] for target in player.now.targets()) or "-",
        "aim": lambda player, _: names.get(player.now.aim, "-"),
        rf"refusal ({place})": lambda player, _, name: player.now.refusal(places[name]) or "-",
        rf"tip ({place})": lambda player, _, name: ": ".join(player.now.preview(places[name])[:2]),
    }
    return stories(Teller(lambda position: choose(teller.begin(position)), act, facts), text)


def check_replay(robot: Robot, scene: TurnScene) -> None:
    """Open the replay of a finished game at some steps; nothing may have been reported."""
    assert isinstance(robot.page, ResultsPage)
    robot.see()
    assert robot.app.context.reports == []
    replay = robot.open(routes.REPLAY(robot.app.context, Timeline(scene.match.record)))
    assert isinstance(replay, ReplayScene)
    for step in (1, 2, len(replay.playback.steps)):
        replay.go_to(step)
        robot.wait(200)
        robot.see()
        assert replay.board.is_synced(replay.view)


def texts(scene: TurnScene) -> list[str]:
    """Return the actions played so far, as text."""
    return [entry.text for entry in scene.match.record.effective()]


def drag(app: App, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """Drag the pointer from `start` to `goal` in three frames."""
    app.on_intent(Intent(Verb.PRESS, start))
    for part in (0.3, 0.6, 1.0):
        at = start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part
        app.context.devices.pointer = at
        app.on_intent(Intent(Verb.POINT, at))
        app.manager.update(16)
        app.show()
    app.on_intent(Intent(Verb.RELEASE, goal))


def way_to(cursor: KeyCursor, view: View, layout: Layout, tower: int) -> list[Verb]:
    """Return the directions that lead to a tower. Raises LookupError if there is no way."""
    start = copy.copy(cursor)
    start.look(view, layout)
    start.inside = False
    ways, todo = {start.spot.tower: ([], start)}, [start.spot.tower]  # type: ignore[var-annotated]
    while tower not in ways:
        if not todo:
            raise LookupError(f"no way leads to tower {tower}")
        way, here = ways[todo.pop(0)]
        for verb in sorted(DIRECTIONS):
            twin = copy.copy(here)
            twin.on_intent(Intent(verb), view, layout)
            if twin.spot.tower not in ways:
                ways[twin.spot.tower] = [*way, verb], twin
                todo.append(twin.spot.tower)
    return ways[tower][0]
