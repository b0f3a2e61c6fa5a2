"""IceTowers by ear: whole games with time standing still, by what the table says alone."""

import math
from collections import Counter
from itertools import groupby

import pygame
import pytest

from tests.scenes.icetowers.test_table import FRAME, wait
from tests.scenes.robot import Robot
from topping_out.game.bots.live import choose_here, play_live
from topping_out.game.bots.review import Timeline
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


@pytest.fixture(autouse=True)
def bots_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveScene, "ask_bot", lambda scene, question: choose_here(question))


def sit_down(app: App, seed: int = 3, humans: int = 1, **options: object) -> tuple[Robot, LiveScene, Match]:
    """Sit down with bots at a table where time stands still, and listen."""
    players = [Player(SELF if not seat else f"P{seat}", colour=seat) for seat in range(humans)]
    players.append(Player("Mesa", "bot", "easy", humans))
    app.context.announcer.is_heard, app.context.announcer.pace = True, math.inf
    app.context.settings.bots_wait = app.context.settings.bots_wait or "moment"
    match = app.context.library.start(new_header(GAME, players, {"paused_time": True, **options}, seed))
    scene = LiveScene(app.context, match)
    return Robot(app), Robot(app).open(scene), match  # type: ignore[return-value]


class Ear:
    """A player who knows the page only by its reading: groups, roles, labels, and what choosing a thing does."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot

    def elements(self, group: str = "") -> list[Element]:
        found = self.robot.page.reading().elements
        return [one for one in found if not group or (one.group and one.group.label.startswith(group))]

    def offering(self, verb: str, group: str = "") -> list[Element]:
        """Return what can be chosen now and says that choosing it does this."""
        return [
            one
            for one in self.elements(group)
            if one.semantics.is_enabled and one.semantics.description.startswith(verb)
        ]

    def choose(self, element: Element) -> None:
        """Bring the focus there by the reader, and press Enter."""
        self.robot.page.focus_on(self.robot.widget(element.name))
        self.robot.do(Verb.CONFIRM)
        wait(self.robot.app)

    def press(self, label: str) -> None:
        (button,) = [
            one for one in self.elements() if one.semantics.role is Role.BUTTON and one.semantics.label == label
        ]
        self.choose(button)


def play_on(ear: Ear, is_tired: bool) -> None:
    """Do one thing: cap if something is held, else lift, mine or split; if there is nothing to do, be done."""
    if targets := ear.offering("Cap", "Towers"):
        return ear.choose(targets[0])
    if held := ear.offering("Put it back"):
        return ear.choose(held[0])
    if is_tired:
        return ear.press("Done")
    for verb in ("Mine", "Split"):
        if found := ear.offering(verb):
            return ear.choose(found[0])
    lifts = [one for one in ear.offering("Lift", "Towers") if one.semantics.label.startswith("Your")]
    found = lifts or ear.offering("Look inside: ", "Towers")
    return ear.choose(found[0]) if found else ear.press("Done")


@pytest.mark.parametrize(("seed", "announcements"), [(3, "full"), (8, "short")])
def test_a_whole_game_with_time_standing_still_is_played_by_ear(app: App, seed: int, announcements: str) -> None:
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
    while not isinstance(robot.page, CountPage):  # what it needs is painted ahead, for as long as that takes
        wait(app, 40)
    wait(app, JUST_OVER + FRAME)
    robot.do(Verb.CONFIRM)
    wait(app, 1200)  # the last ten falls
    robot.do(Verb.CONFIRM)
    assert isinstance(robot.page, ResultsPage)
    assert "Your turn." in history
    assert sum(" win" in said for said in history) == 1


def begin(app: App, seed: int = 3, humans: int = 1, **options: object) -> tuple[Robot, LiveScene, Ear]:
    """Sit down and touch a piece, each player in turn, and wait for the first turn of a player."""
    robot, scene, _ = sit_down(app, seed, humans, **options)
    ear = Ear(robot)
    for _ in range(humans):
        ear.choose(ear.offering("Touch", "Towers")[0])
    while scene.view.turn not in scene.humans:
        wait(app, 400)
    return robot, scene, ear


@pytest.mark.parametrize("options", [{}, {"ghost": True}], ids=str)
def test_everything_at_the_table_says_what_it_is(app: App, options: dict[str, object]) -> None:
    robot, scene, ear = begin(app, **options)
    for _ in range(120):
        assert all(widget.semantics() for widget in scene.focusable)
        elements = ear.elements()
        assert all(one.semantics.label for one in elements)
        assert max(Counter(one.name for one in elements).values()) == 1
        groups = [one.group.name for one in elements if one.group]
        assert len([*groupby(groups)]) == len({*groups}), "a group is read in pieces"
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


def test_every_refusal_is_said_in_words(app: App) -> None:
    _, scene, ear = begin(app)
    foreign = next(one for one in ear.elements("Towers") if one.semantics.label.startswith("Mesa's large"))
    assert (foreign.semantics.is_enabled, foreign.semantics.description) == (False, "This piece is not yours to lift.")
    ear.choose(foreign)
    assert app.context.announcer.said[-1].text == "This piece is not yours to lift."
    ear.choose(ear.offering("Lift", "Towers")[0])
    assert scene.view.hands[0]
    wrong = next(one for one in ear.elements("Towers") if not one.semantics.is_enabled)
    ear.choose(wrong)
    assert app.context.announcer.said[-1].text == wrong.semantics.description


@pytest.mark.parametrize(("amount", "told"), [("full", " in hand: cap "), ("short", " in hand.")])
def test_a_held_piece_leads_to_where_it_can_go_and_esc_puts_it_back(app: App, amount: str, told: str) -> None:
    """Each is said once; in short, the piece without what it can cap, which the list of towers tells."""
    app.context.settings.announcements = amount
    robot, scene, ear = begin(app)
    ear.choose(ear.offering("Lift", "Towers")[0])
    assert told in app.context.announcer.said[-1].text
    here = robot.page.focused
    assert here.semantics().description.startswith("Cap: makes ")  # type: ignore[union-attr]
    robot.do(Verb.CANCEL)
    wait(app)
    assert scene.view.hands[0] is None
    assert app.context.announcer.said[-1].text.count("down") == 1
    assert robot.page is scene


def test_the_list_of_towers_is_sorted_and_filtered_by_two_steppers(app: App) -> None:
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


def test_players_at_one_screen_play_by_the_focus_in_turn(app: App) -> None:
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


def test_nothing_is_laid_out_for_listeners_while_nobody_listens(app: App) -> None:
    _, scene, _ = begin(app)
    app.context.announcer.is_heard = False
    scene.resize(app.context.kit)
    assert {widget.name for widget in scene.widgets} == {"menu", "in force", "hint", "log", "rules", "done"}


def test_the_mouse_plays_on_the_ice_while_somebody_listens_too(app: App) -> None:
    _, scene, _ = begin(app)
    tower = next(tower for tower in scene.view.towers if not tower.is_free_stander)
    x, y = scene.board.layout.feet(tower)[-1]
    for verb in (Verb.POINT, Verb.PRESS, Verb.RELEASE):
        app.on_intent(Intent(verb, (x, y - 8), seat=0))
    assert scene.board.spoken.opened is None, "the list has caught the click"
    assert scene.board.cursors[0].refusal or scene.board.refusals
    assert app.context.announcer.said[-1].is_urgent


@pytest.mark.parametrize(("is_heard", "is_free"), [(True, True), (False, False)])
def test_for_a_player_who_listens_all_keys_lead_the_focus(app: App, is_heard: bool, is_free: bool) -> None:
    """Else half of the keyboard is the player's own, and its keys would answer no questions."""
    app.context.announcer.is_heard = is_heard
    players = [Player(SELF), Player("Mesa", "bot", "easy", 1)]
    Robot(app).open(LiveScene(app.context, Match.new(new_header(GAME, players, {}, 3)), {0: "keys 1"}))
    (intent,) = app.context.devices.read(
        [pygame.Event(pygame.KEYDOWN, key=pygame.K_s, scancode=pygame.KSCAN_S, mod=0, unicode="s")], 1.0
    )
    assert intent == (Intent(Verb.ASK_SCORES) if is_free else Intent(Verb.DOWN, seat=0))


def test_while_all_play_at_once_others_plays_are_told_in_short(app: App) -> None:
    _, scene, match = sit_down(app, paused_time=False, timer=1)
    scene.driver.submit(0, Ready(0), round(scene.clock.now))
    wait(app, 70_000)
    told = [*app.context.announcer.history]
    assert match.outcome
    assert [said for said in told if said.endswith(" left.")] == [f"{number} seconds left." for number in (60, 30, 10)]
    assert "Play begins." in told
    assert not any(said.startswith("Mesa mines") for said in told)


def test_a_replay_reads_the_towers_too_and_nothing_can_be_done_with_them(app: App) -> None:
    match = play_live(new_header(GAME, [Player("Mesa", "bot", "easy"), Player("Frost", "bot", "easy", 1)], {}, 3))
    robot = Robot(app)
    app.context.announcer.is_heard = True
    robot.open(ReplayScene(app.context, Timeline(match.record), 40))
    towers = Ear(robot).elements("Towers")
    assert len(towers) > 4
    assert {one.semantics.role for one in towers} == {Role.ITEM}
    assert {one.semantics.description.split(":")[0] for one in towers} == {"", "From the top"}
    assert robot.page.reply_to(Verb.ASK_SCORES).startswith("Mesa: ")


# -- slower hands


def ten_seconds(app: App, how: str, slowness: int) -> tuple[list[str], list[tuple[int, str]]]:
    """Let a bot play for ten seconds of the game; return what is said of slowness, and what the bot did when."""
    app.context.settings.slower_hands = how
    app.context.announcer.forget()
    players = [Player("Mesa", "bot", "easy", 0), Player("P1", colour=1)]
    match = Match.new(new_header(GAME, players, {"timer": 1, "stall": 3}, 5))
    scene = LiveScene(app.context, match)
    app.manager.go(Replace(scene))
    told = [said for said in app.context.announcer.history if "in this game" in said]
    scene.driver.submit(1, Ready(15), 0)
    for _ in range(1000):
        app.manager.update(10 * slowness)
    assert 9990 <= scene.view.ms <= 10_010
    return told, [(entry.ms, entry.text) for entry in match.record.entries if entry.seat == 0]


@pytest.mark.parametrize(("how", "slowness"), [("half", 2), ("quarter", 4)])
def test_with_slower_hands_the_same_game_takes_longer_and_that_is_said_before(
    app: App, how: str, slowness: int
) -> None:
    usual, slower = ten_seconds(app, "off", 1), ten_seconds(app, how, slowness)
    assert (len(usual[0]), len(slower[0])) == (0, 1)
    assert len(usual[1]) >= 3
    assert slower[1] == usual[1]


def test_slower_hands_are_chosen_before_a_live_game_and_kept(app: App) -> None:
    robot = Robot(app)
    page = DevicesPage(app.context, ["You"], ["mouse"], lambda devices: None)
    robot.open(page)
    row = robot.find(Role.SPIN_BUTTON, "Slower hands")
    robot.page.focus_on(row)
    robot.do(Verb.RIGHT)
    assert robot.find(Role.SPIN_BUTTON, "Slower hands").semantics().value == "Half as fast"  # type: ignore[union-attr]
    assert SettingsStore().load().slower_hands == "half"


def test_bots_wait_until_all_is_said(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveScene, "ask_bot", lambda scene, question: choose_here(question))
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
def test_a_bot_plays_only_when_its_key_is_pressed_where_the_player_wants_that(app: App, used: str) -> None:
    """So it is at first where somebody listens; a key for each turn of a bot's."""
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
        assert [one.text for one in app.context.announcer.said if "lets" in one.text] == ["P lets Mesa play."] * (
            turn + 1
        )
        robot.click("play") if used == "mouse" else robot.do(Verb.PLAY)
        wait(app, 20_000)
        assert len(match.record.entries) > plays
        assert scene.view.turn == 0
