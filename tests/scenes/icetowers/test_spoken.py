"""IceTowers played by screen reader: whole games with paused time, using only what the table says."""

import math
from collections import Counter
from itertools import groupby

import pygame
import pytest

from tests.scenes.icetowers.test_table import FRAME, wait
from tests.scenes.robot import Robot
from topping_out.game.bots.review import Timeline
from topping_out.game.bots.worker import play_live
from topping_out.game.icetowers.actions import Ready
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.accessibility.semantics import Element, Role
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.icetowers.live_seats import CountPage
from topping_out.scenes.manager import Replace
from topping_out.scenes.match.course import JUST_OVER
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.setup_devices import DevicesPage
from topping_out.scenes.system.settings import SELF, SettingsStore
from topping_out.scenes.ui.page import QUESTIONS

GAME = load("icetowers")


pytestmark = pytest.mark.usefixtures("bots_here")


def sit_down(app: App, seed: int = 3, humans: int = 1, **options: object) -> tuple[Robot, LiveScene, Match]:
    """Open a table with a bot, paused time and a screen reader."""
    players = [Player(SELF if not seat else f"P{seat}", colour=seat) for seat in range(humans)]
    players.append(Player("Mesa", "bot", "easy", humans))
    app.context.announcer.is_heard, app.context.announcer.pace = True, math.inf
    app.context.settings.bots_wait = app.context.settings.bots_wait or "moment"
    match = app.context.library.start(new_header(GAME, players, {"paused_time": True, **options}, seed))
    scene = LiveScene(app.context, match)
    return Robot(app), Robot(app).open(scene), match  # type: ignore[return-value]


class Ear:
    """A player who knows the page only from its reading: groups, roles, labels, and what choosing an element does."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot

    def elements(self, group: str = "") -> list[Element]:
        found = self.robot.page.reading().elements
        return [e for e in found if not group or (e.group and e.group.label.startswith(group))]

    def offering(self, verb: str, group: str = "") -> list[Element]:
        """Return the enabled elements whose description begins with this."""
        return [
            element
            for element in self.elements(group)
            if element.semantics.is_enabled and element.semantics.description.startswith(verb)
        ]

    def choose(self, element: Element) -> None:
        """Move the focus to an element as a screen reader does, and press Enter."""
        self.robot.page.focus_on(self.robot.widget(element.name))
        self.robot.do(Verb.CONFIRM)
        wait(self.robot.app)

    def press(self, label: str) -> None:
        (button,) = [e for e in self.elements() if e.semantics.role is Role.BUTTON and e.semantics.label == label]
        self.choose(button)


def play_on(ear: Ear, is_tired: bool) -> None:
    """Take one step: cap with a held piece, else lift, mine or split, or press Done if nothing is possible."""
    if targets := ear.offering("Cap", "Towers"):
        return ear.choose(targets[0])
    if held := ear.offering("Put it back"):
        return ear.choose(held[0])
    if is_tired:
        return ear.press("Done")
    for verb in ("Mine", "Split"):
        if found := ear.offering(verb):
            return ear.choose(found[0])
    lifts = [element for element in ear.offering("Lift", "Towers") if element.semantics.label.startswith("Your")]
    found = lifts or ear.offering("Look inside: ", "Towers")
    return ear.choose(found[0]) if found else ear.press("Done")


@pytest.mark.parametrize(("seed", "announcements"), [(3, "full"), (8, "short")])
def test_a_whole_game_can_be_played_by_screen_reader(app: App, seed: int, announcements: str) -> None:
    app.context.settings.announcements = announcements
    robot, scene, match = sit_down(app, seed)
    ear, history = Ear(robot), app.context.announcer.history
    assert history[0].startswith("Touch one of your own pieces")
    ear.choose(ear.offering("Touch", "Towers")[0])
    for _ in range(3000):
        if match.outcome:
            break
        if scene.view.turn == 0:
            play_on(ear, len(match.record.entries) > 120)
        else:
            wait(app, 400)
    assert match.outcome, [*history][-12:]
    assert any(entry.seat == 0 for entry in match.record.entries)
    while not isinstance(robot.page, CountPage):  # its pictures are painted ahead first
        wait(app, 40)
    wait(app, JUST_OVER + FRAME)
    robot.do(Verb.CONFIRM)
    wait(app, 1200)  # the last ten falls
    robot.do(Verb.CONFIRM)
    assert isinstance(robot.page, ResultsPage)
    assert "Your turn." in history
    assert sum(" win" in text for text in history) == 1


def begin(app: App, seed: int = 3, humans: int = 1, **options: object) -> tuple[Robot, LiveScene, Ear]:
    """Open a table, touch a piece for each human, and wait for a human's turn."""
    robot, scene, _ = sit_down(app, seed, humans, **options)
    ear = Ear(robot)
    for _ in range(humans):
        ear.choose(ear.offering("Touch", "Towers")[0])
    while scene.view.turn not in scene.humans:
        wait(app, 400)
    return robot, scene, ear


@pytest.mark.parametrize("options", [{}, {"ghost": True}], ids=str)
def test_every_element_of_the_table_has_a_label_a_group_and_can_be_reached(
    app: App, options: dict[str, object]
) -> None:
    robot, scene, ear = begin(app, **options)
    for _ in range(120):
        assert all(widget.semantics() for widget in scene.focusable)
        elements = ear.elements()
        assert all(element.semantics.label for element in elements)
        assert max(Counter(element.name for element in elements).values()) == 1
        groups = [element.group.name for element in elements if element.group]
        assert len([*groupby(groups)]) == len({*groups}), "a group is interrupted by another"
        assert robot.page.find(robot.page.focus)
        assert all(robot.page.reply_to(verb) for verb in QUESTIONS)
        if scene.view.turn != 0:
            assert not any(ear.offering(verb) for verb in ("Lift", "Cap", "Mine", "Split")), "it is another's turn"
        play_on(ear, is_tired=False) if scene.view.turn == 0 else wait(app, 400)
    reached = set()
    for _ in scene.focusable:
        robot.do(Verb.NEXT)
        reached.add(robot.page.focus)
    assert reached == {widget.name for widget in scene.focusable}


def test_a_refusal_is_announced_with_its_reason(app: App) -> None:
    _, scene, ear = begin(app)
    foreign = next(e for e in ear.elements("Towers") if e.semantics.label.startswith("Mesa's large"))
    assert (foreign.semantics.is_enabled, foreign.semantics.description) == (False, "This piece isn't yours to lift.")
    ear.choose(foreign)
    assert app.context.announcer.said[-1].text == "This piece isn't yours to lift."
    ear.choose(ear.offering("Lift", "Towers")[0])
    assert scene.view.hands[0]
    wrong = next(element for element in ear.elements("Towers") if not element.semantics.is_enabled)
    ear.choose(wrong)
    assert app.context.announcer.said[-1].text == wrong.semantics.description


@pytest.mark.parametrize(("amount", "expected"), [("full", " in hand: cap "), ("short", " in hand.")])
def test_a_lifted_piece_can_cap_or_be_put_back_with_esc(app: App, amount: str, expected: str) -> None:
    """Each is announced once; short announcements leave out what the piece can cap, which the list of towers shows."""
    app.context.settings.announcements = amount
    robot, scene, ear = begin(app)
    ear.choose(ear.offering("Lift", "Towers")[0])
    assert expected in app.context.announcer.said[-1].text
    here = robot.page.focused
    assert here.semantics().description.startswith("Cap: makes ")  # type: ignore[union-attr]
    robot.do(Verb.CANCEL)
    wait(app)
    assert scene.view.hands[0] is None
    assert app.context.announcer.said[-1].text.count("down") == 1
    assert robot.page is scene


def test_the_list_of_towers_can_be_sorted_and_filtered(app: App) -> None:
    robot, scene, ear = begin(app)
    robot.page.focus_on(robot.find(Role.SPIN_BUTTON, "Sorted by"))
    for name in ("height", "owner", "worth"):
        robot.do(Verb.RIGHT)
        assert ear.elements(f"Towers, sorted by {name}")
    robot.page.focus_on(robot.find(Role.SPIN_BUTTON, "Show"))
    shown = {}
    for _ in range(8):
        robot.do(Verb.RIGHT)
        shown[robot.find(Role.SPIN_BUTTON, "Show").semantics().value] = len(ear.elements("Towers"))  # type: ignore[union-attr]
    kinds = {"All", "Two pieces or more", "Free-standing pieces", "Those I can cap", "Those I can mine"}
    assert shown.keys() == {*kinds, "Those I can split", "You", "Mesa"}
    assert shown["All"] == shown["You"] + shown["Mesa"] == shown["Two pieces or more"] + shown["Free-standing pieces"]
    assert scene.view.turn == 0


def test_players_at_one_screen_take_turns_with_the_focus(app: App) -> None:
    _, scene, ear = begin(app, humans=2)
    turns = []
    for _ in range(12):
        if scene.view.turn in (0, 1):
            turns.append(scene.view.turn)
            lifts = ear.offering("Lift", "Towers")
            ear.choose(ear.offering("Cap", "Towers")[0] if scene.view.hands[scene.view.turn] else lifts[0])
        else:
            wait(app, 400)
    assert {*turns} == {0, 1}


def test_the_list_of_towers_exists_only_with_a_screen_reader(app: App) -> None:
    _, scene, _ = begin(app)
    app.context.announcer.is_heard = False
    scene.resize(app.context.kit)
    assert {widget.name for widget in scene.widgets} == {"menu", "in force", "hint", "log", "rules", "done"}


def test_the_mouse_can_play_while_a_screen_reader_is_on(app: App) -> None:
    _, scene, _ = begin(app)
    tower = next(tower for tower in scene.view.towers if not tower.is_free_stander)
    x, y = scene.board.layout.feet(tower)[-1]
    for verb in (Verb.POINT, Verb.PRESS, Verb.RELEASE):
        app.on_intent(Intent(verb, (x, y - 8), seat=0))
    assert scene.board.spoken.opened is None, "the click reached the list"
    assert scene.board.cursors[0].refusal or scene.board.refusals
    assert app.context.announcer.said[-1].is_urgent


@pytest.mark.parametrize(("is_heard", "is_free"), [(True, True), (False, False)])
def test_with_a_screen_reader_all_keys_move_the_focus(app: App, is_heard: bool, is_free: bool) -> None:
    """Otherwise a half of the keyboard belongs to the player, and its keys would not answer questions."""
    app.context.announcer.is_heard = is_heard
    players = [Player(SELF), Player("Mesa", "bot", "easy", 1)]
    Robot(app).open(LiveScene(app.context, Match.new(new_header(GAME, players, {}, 3)), {0: "keys 1"}))
    (intent,) = app.context.devices.read(
        [pygame.Event(pygame.KEYDOWN, key=pygame.K_s, scancode=pygame.KSCAN_S, mod=0, unicode="s")], 1.0
    )
    assert intent == (Intent(Verb.ASK_SCORES) if is_free else Intent(Verb.DOWN, seat=0))


def test_in_live_play_only_important_events_are_announced(app: App) -> None:
    _, scene, match = sit_down(app, paused_time=False, timer=1)
    scene.driver.submit(0, Ready(0), round(scene.clock.now))
    wait(app, 70_000)
    history = [*app.context.announcer.history]
    assert match.outcome
    assert [text for text in history if text.endswith(" left.")] == [
        f"{number} seconds left." for number in (60, 30, 10)
    ]
    assert "Play begins." in history
    assert not any(text.startswith("Mesa mines") for text in history)


def test_a_replay_reads_the_towers_without_actions(app: App, robot: Robot) -> None:
    match = play_live(new_header(GAME, [Player("Mesa", "bot", "easy"), Player("Frost", "bot", "easy", 1)], {}, 3))
    app.context.announcer.is_heard = True
    robot.open(ReplayScene(app.context, Timeline(match.record), 40))
    towers = Ear(robot).elements("Towers")
    assert len(towers) > 4
    assert {tower.semantics.role for tower in towers} == {Role.ITEM}
    assert {tower.semantics.description.split(":")[0] for tower in towers} == {"", "From the top"}
    assert robot.page.reply_to(Verb.ASK_SCORES).startswith("Mesa: ")


# -- slower bots, and bots that wait


def ten_seconds(app: App, how: str, slowness: int) -> tuple[list[str], list[tuple[int, str]]]:
    """Let a bot play for ten seconds of the game; return the announcements about slowness and the bot's actions."""
    app.context.settings.slower_hands = how
    app.context.announcer.forget()
    players = [Player("Mesa", "bot", "easy", 0), Player("P1", colour=1)]
    match = Match.new(new_header(GAME, players, {"timer": 1, "stall": 3}, 5))
    scene = LiveScene(app.context, match)
    app.manager.go(Replace(scene))
    about_slowness = [text for text in app.context.announcer.history if "in this game" in text.lower()]
    scene.driver.submit(1, Ready(15), 0)
    for _ in range(1000):
        app.manager.update(10 * slowness)
    assert 9990 <= scene.view.ms <= 10_010
    return about_slowness, [(entry.ms, entry.text) for entry in match.record.entries if entry.seat == 0]


@pytest.mark.parametrize(("how", "slowness"), [("half", 2), ("quarter", 4)])
def test_slower_bots_play_the_same_game_in_more_time(app: App, how: str, slowness: int) -> None:
    usual, slower = ten_seconds(app, "off", 1), ten_seconds(app, how, slowness)
    assert (len(usual[0]), len(slower[0])) == (0, 1)
    assert len(usual[1]) >= 3
    assert slower[1] == usual[1]


def test_slower_bots_can_be_chosen_before_a_live_game(app: App, robot: Robot) -> None:
    robot.open(DevicesPage(app.context, ["You"], ["mouse"], lambda devices: None))
    row = robot.find(Role.SPIN_BUTTON, "Slower play")
    robot.page.focus_on(row)
    robot.do(Verb.RIGHT)
    assert robot.find(Role.SPIN_BUTTON, "Slower play").semantics().value == "Half as fast"  # type: ignore[union-attr]
    assert SettingsStore().load().slower_hands == "half"


def test_bots_wait_until_all_announcements_were_heard(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    robot, scene, match = sit_down(app)
    ear = Ear(robot)
    ear.choose(ear.offering("Touch", "Towers")[0])
    for _ in range(200):
        if scene.view.turn == 1:
            break
        play_on(ear, False) if scene.view.turn == 0 else wait(app, 100)
    before, app.context.announcer.left = len(match.record.entries), 1000.0
    wait(app, 20_000)
    assert (scene.view.turn, len(match.record.entries)) == (1, before)
    app.context.announcer.pass_time(1000)
    for _ in range(200):
        wait(app, 100)
    assert len(match.record.entries) > before


@pytest.mark.parametrize("used", ["keys", "mouse"])
def test_bots_can_wait_for_a_key_before_each_turn(app: App, used: str) -> None:
    """This is the default with a screen reader."""
    app.context.settings.bots_wait = "key"
    robot, scene, match = sit_down(app)
    robot.do(Verb.CONFIRM)
    wait(app, 400)
    for turn in range(2):
        while scene.view.turn == 0:
            play_on(Ear(robot), is_tired=False)
            wait(app, 400)
        plays = len(match.record.entries)
        wait(app, 20_000)
        assert len(match.record.entries) == plays
        assert [entry.text for entry in app.context.announcer.said if "lets" in entry.text] == ["P lets Mesa play."] * (
            turn + 1
        )
        robot.click("play") if used == "mouse" else robot.do(Verb.PLAY)
        wait(app, 20_000)
        assert len(match.record.entries) > plays
        assert scene.view.turn == 0
