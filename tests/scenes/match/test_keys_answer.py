"""Every key press has an effect or gets a reply."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from tests.golden import sampled
from tests.scenes.icetowers.test_spoken import sit_down
from tests.scenes.pages.every.every_page import table as table_after
from tests.scenes.pages.stories import PAGES
from tests.scenes.robot import PromptWorker, Robot
from tests.scenes.tables import open_table, rest
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.keyboard import load_bindings
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.ui.page import DIRECTIONS, LEAPS, Page

FIRST = {verb: key for key, verb in reversed(load_bindings().keys.items())}
KEYS = [*((key, verb) for verb, key in reversed(FIRST.items())), ("9", Verb.PICK)]
"""A key for each verb, and a number that is too high; `test_layouts.py` tests the other keys."""
MOST_WAITS = 50
"""Number of times to wait for a bot's play in IceTowers."""
MOVES = frozenset((*DIRECTIONS, *LEAPS, Verb.NEXT, Verb.PREVIOUS))
"""Keys for moving, which visibly may have no effect at an edge."""
GAMES = ["wyoming", "towering", "towers"]
SIMILAR = frozenset((
    "title with a game", "title with warnings", "set-up of four", "set-up with characters", "keyboard with a clash",
    "keys with a clash", "long notice", "results of towering", "results of towers", "district with a match under way",
))  # fmt: skip
"""Pages that differ only in their texts from one that is tested."""
ALL_PAGES = {name: make for name, make in PAGES.items() if name not in (*SIMILAR, "handover")}
"""All pages but the curtain, which belongs to a table."""


pytestmark = pytest.mark.usefixtures("bots_here")


def in_turn(app: App, game: str) -> None:
    robot, scene = open_table(app, game, used="keys")
    rest(robot, scene)
    robot.wait(400)
    assert scene.board.turn


def while_a_bot_thinks(app: App, game: str) -> None:
    robot, scene = open_table(app, game, used="keys")
    if app.context.announcer.is_heard:  # the bot waits for a key, and then plays
        app.context.worker = PromptWorker()
    scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    while scene.actor == 0:
        rest(robot, scene)
        scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    rest(robot, scene)
    app.manager.update(40)


def at_icetowers(app: App, game: str) -> None:
    sit_down(app)


def at_the_title(app: App, game: str) -> None:
    Robot(app).open(TitlePage(app.context))


def with_a_card_chosen(app: App, game: str) -> None:
    in_turn(app, game)
    app.on_intent(Intent(Verb.PICK, text="1"))


def while_a_hint_is_awaited(app: App, game: str) -> None:
    in_turn(app, game)
    app.on_intent(Intent(Verb.HINT))


def while_something_moves(app: App, game: str) -> None:
    in_turn(app, game)
    scene = app.manager.top
    assert isinstance(scene, TurnScene)
    scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    assert scene.motion.busy


def at_the_table_of_a_game_that_is_over(app: App, game: str) -> None:
    scene = table_after(app, game, 5000)
    Robot(app).wait_for(lambda: scene.ending._has_topped_out)
    scene.ending.finish()
    assert scene.match.outcome


def with_a_piece_in_hand(app: App, game: str) -> None:
    app.context.worker = PromptWorker()
    robot, scene, _ = sit_down(app)
    robot.do(Verb.CONFIRM)
    for _ in range(MOST_WAITS):
        if scene.view.turn == 0:
            break
        robot.wait(400)
    app.on_intent(Intent(Verb.PICK, text="1"))
    robot.wait(80)
    assert scene.view.hands[0]


def while_an_opponent_plays_icetowers(app: App, game: str) -> None:
    with_a_piece_in_hand(app, game)
    app.on_intent(Intent(Verb.PLACE, text="u"))
    app.manager.update(40)
    scene = app.manager.top
    assert isinstance(scene, LiveScene)
    assert scene.view.turn == 1


STATES = (
    in_turn, with_a_card_chosen, while_a_hint_is_awaited, while_something_moves, while_a_bot_thinks,
    at_the_table_of_a_game_that_is_over,
)  # fmt: skip
ICETOWERS_STATES = (at_icetowers, with_a_piece_in_hand, while_an_opponent_plays_icetowers)
STATES_AND_GAMES = [
    *(
        (state, GAMES[(number + more) % len(GAMES)])
        for more in range(len(GAMES))
        for number, state in enumerate(STATES)
    ),
    *((state, "icetowers") for state in ICETOWERS_STATES),
    (at_the_title, ""),
]
"""Each state at the table of one game, and then at those of the others."""
RUNS = [(state, game, is_heard) for is_heard in (True, False) for state, game in STATES_AND_GAMES]
QUICK = [
    (state, game, number % 2 == 0)
    for number, (state, game) in enumerate(STATES_AND_GAMES)
    if (number < len(STATES) and state in (in_turn, with_a_card_chosen)) or state is at_icetowers
]
"""The states in which a player acts, each at one table, heard or seen."""


def strike(app: App, key: str, verb: Verb) -> None:
    app.on_intent(Intent(verb, text=key if verb in (Verb.PICK, Verb.PLACE) else ""))
    for _ in range(30 if verb in (Verb.HINT, Verb.PLAY) else 3):
        app.manager.update(40)


def fall_silent(app: App) -> None:
    """Switch off the program's voice, which a key switches on, and drop announcements, for which bots wait."""
    app.context.settings.read_aloud = "off"
    app.context.announcer.left = 0.0


def noticeable_state(app: App) -> tuple[object, ...]:
    """Return all that a listener notices: the announcements, the page, and the focus."""
    top = app.manager.top
    reading = top.reading() if top else None
    element = reading.find(reading.focus) if reading else None
    return app.context.announcer.count, type(top), reading and reading.focus, element and element.semantics.spoken()


def open_place(app: App, place: Callable[[App, str], None], game: str, is_heard: bool) -> None:
    """Bring about a state anew, with or without a screen reader."""
    app.context.announcer.is_heard = is_heard
    app.manager.clear()
    fall_silent(app)
    place(app, game)
    if is_heard != app.context.announcer.is_heard:
        app.context.announcer.is_heard = is_heard
        app.manager.resize(app.context.kit)  # as the program does in this case


def changeable_state(app: App) -> tuple[object, ...]:
    """Return what a key could have changed in a state, apart from replies."""
    top = app.manager.top
    if not isinstance(top, LiveScene | TurnScene):
        return ()
    here: tuple[object, ...] = (
        *noticeable_state(app)[1:],
        len(top.match.steps),
        repr(app.context.settings),
        app.context.kit,
    )
    if isinstance(top, TurnScene) and top.board.selection:
        here += (*top.board.selection.cards, top.board.selection.aim, top.questions.is_asked("advise"))
    return here


@sampled("place, game, is_heard", RUNS, QUICK, ids=lambda value: getattr(value, "__name__", str(value)))
def test_every_key_has_an_effect_or_a_reply_at_a_table(
    app: App, place: Callable[[App, str], None], game: str, is_heard: bool
) -> None:
    silent, is_unchanged = [], False
    for key, verb in KEYS:
        if not is_unchanged:
            open_place(app, place, game, is_heard)
        state = changeable_state(app)
        before = noticeable_state(app)
        strike(app, key, verb)
        is_move = verb in MOVES or (place is while_something_moves and verb is Verb.CONFIRM)  # it ends
        if noticeable_state(app) == before and (is_heard or not is_move):
            silent.append(key)
        is_unchanged = place is not while_something_moves and bool(state) and changeable_state(app) == state
    assert silent == []


WITHOUT_EFFECT = {
    "test of the keyboard": KEYS,  # it shows the keys pressed
    "hands with mice": [("p", Verb.PLAY)],  # here the next page would be the test's own
    "replay": [("t", Verb.ASK_TURN), (",", Verb.ASK_EARLIER)],  # the replies are shown already
}
"""Keys that rightly show nothing new on a page."""


def see(app: App) -> bytes:
    app.show()
    return app.screen.get_buffer().raw


def open_page(app: App, page: str) -> Page:
    """Open a page anew, with nothing that moves by itself."""
    app.manager.clear()
    app.context.announcer.is_heard, app.context.settings.muted = False, False
    app.context.settings.idle_life, app.context.settings.read_aloud = False, "off"
    app.context.voice.obey(app.context.settings, is_silent=False)
    return Robot(app).open(ALL_PAGES[page](app))  # type: ignore[return-value]


@sampled("page", sorted(ALL_PAGES), ["set-up"])
def test_every_key_has_an_effect_or_a_reply_on_a_page(app: App, page: str) -> None:
    """Audible with a screen reader, visible without; keys are pressed one after another."""
    kept = WITHOUT_EFFECT.get(page, [])
    Robot(app).resize((640, 360))  # a small picture is quickly painted and compared
    for is_heard in (True, False):
        top, silent = None, []
        for key, verb in KEYS:
            if top is None or app.manager.top is not top:
                top = open_page(app, page)
            app.context.announcer.is_heard = is_heard
            app.context.last_reply.update(math.inf)
            before, picture = noticeable_state(app), b"" if is_heard else see(app)
            strike(app, key, verb)
            is_answered = noticeable_state(app) != before if is_heard else see(app) != picture or verb in MOVES
            if not is_answered and (key, verb) not in kept:
                silent.append(key)
        assert silent == [], "heard" if is_heard else "seen"


# -- arrows, Enter and Esc


def walk_to(robot: Robot, name: str) -> None:
    """Move the focus to a widget with the arrows alone. Fail if they don't lead there."""
    page, verb = robot.page, Verb.DOWN
    for verb in (Verb.DOWN, Verb.UP):
        for _ in page.widgets:
            if page.focus == name:
                return
            robot.do(verb)
    assert page.focus == name, f"the arrows don't lead to {name!r}"


@pytest.mark.parametrize("plays", [8, pytest.param(2000, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_arrows_and_enter_alone_play_a_whole_game_with_a_reader(app: App, game: str, plays: int) -> None:
    """Each play is made as by hand: Enter on the cards, and then on the place for them or on the main button."""
    app.context.announcer.is_heard, app.context.announcer.pace = True, math.inf
    app.context.settings.bots_wait = "moment"
    robot, scene = open_table(app, game, used="keys")
    app.context.worker = PromptWorker()
    while not scene.match.outcome and len(scene.match.record.entries) < plays:
        rest(robot, scene)
        if not scene.board.turn:
            robot.wait(200)
            continue
        before = len(scene.match.record.entries)
        scene.board.suggest(scene.game.actions(scene.match.state, 0)[before % 2 - 1])  # only to know what to choose
        chosen = [w.name for w in scene.widgets if (found := w.semantics()) and found.is_selected]
        goal = scene.board.selection.aim
        aim = next((w.name for w in scene.widgets if goal is not None and getattr(w, "target", None) == goal), "play")
        scene.board.clear_selection()
        scene.rebuild()
        for name in (*chosen, aim):
            walk_to(robot, name)
            robot.do(Verb.CONFIRM)
        rest(robot, scene)
        assert len(scene.match.record.entries) > before


@pytest.mark.parametrize("game", [*GAMES, "icetowers"])
def test_arrows_alone_reach_everything_on_a_table_with_a_reader(app: App, game: str) -> None:
    app.context.announcer.is_heard, app.context.announcer.pace = True, math.inf
    at_icetowers(app, game) if game == "icetowers" else with_a_card_chosen(app, game)
    robot, page = Robot(app), app.manager.top
    assert isinstance(page, Page)
    stops = {stop.name for stop in page.focusable}
    found: set[str] = set()
    for verb in (Verb.UP, Verb.DOWN):
        for _ in range(len(stops) + 1):
            found.add(page.focus)
            robot.do(verb)
    assert found == stops
