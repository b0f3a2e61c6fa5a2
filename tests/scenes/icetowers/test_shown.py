"""The table of IceTowers shows deadlines, last calls and patterns, rests while paused, and replays at its own pace."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.game.icetowers.positions import new
from tests.scenes.icetowers.test_table import FRAME, wait
from tests.scenes.robot import Robot
from topping_out.game.bots.review import Timeline
from topping_out.game.icetowers.actions import Done, Ready
from topping_out.game.icetowers.state import Phase, pieces_of
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers import animator, art, drawing
from topping_out.scenes.icetowers.art import Colours
from topping_out.scenes.icetowers.cursors import KeyCursor, MouseCursor
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.match.replay import LONGEST_PAUSE, ReplayScene
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.settings import SettingsSectionPage

GAME = load("icetowers")


pytestmark = pytest.mark.usefixtures("bots_here")


def start(app: App, seats: str, devices: tuple[str, ...] = (), **options: object) -> tuple[LiveScene, Match]:
    kinds = {"h": ("human", ""), "b": ("bot", "medium")}
    players = [Player(f"P{seat}", *kinds[kind], seat) for seat, kind in enumerate(seats)]
    app.context.settings.idle_life = False
    match = app.context.library.start(new_header(GAME, players, {"timer": "off", **options}, 7))
    scene = LiveScene(app.context, match, dict(enumerate(devices)))
    Robot(app).open(scene)
    for seat in scene.humans:
        scene.driver.submit(seat, Ready(pieces_of(seat)[0]), 0)
    wait(app, 4000)
    return scene, match


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Return a list that collects the ticks left of every stall ring drawn."""
    drawn: list[int] = []
    ring = art.stall_ring

    def watched(kit: Kit, left: int, colour: tuple[int, int, int]) -> object:
        drawn.append(left)
        return ring(kit, left, colour)

    monkeypatch.setattr(drawing.art, "stall_ring", watched)
    return drawn


def test_a_ring_shrinks_around_a_mined_piece_until_its_deadline_i5(app: App, rings: list[int]) -> None:
    scene, match = start(app, "bbb")
    for _ in range(3000):
        if any(held and held.mined for held in match.state.hands):
            break
        app.manager.update(FRAME)
        if scene.match.outcome:
            pytest.fail("nobody has mined")
    seat = next(s for s, held in enumerate(match.state.hands) if held and held.mined)
    held = match.state.hands[seat]
    assert held.deadline == held.since + 5000
    seen = []
    while match.state.hands[seat] == held and len(seen) < 5:
        rings.clear()
        app.show()
        seen.append(min(rings))
        wait(app, 200)
    assert seen == sorted(seen, reverse=True)
    assert seen[0] <= art.STALL_TICKS
    assert len(seen) == 1 or seen[-1] < seen[0]


def test_a_lifted_piece_has_no_ring_while_others_still_play_i5(app: App, rings: list[int]) -> None:
    scene, match = start(app, "hh", ("mouse", "keys 1"))
    tower = next(t for t in scene.view.towers if t.controller == 0)
    x, y = scene.board.layout.feet(tower)[0]
    for verb in (Verb.POINT, Verb.PRESS):
        app.on_intent(Intent(verb, (x, y - 8), seat=0))
    wait(app, 100)
    assert match.state.hands[0]
    app.show()
    assert rings == []


def test_a_single_human_is_asked_to_begin_without_a_list_of_names(app: App) -> None:
    players = [Player("You"), Player("Mesa", "bot", "easy", 1)]
    view, colours = GAME.view(new(), None), Colours(app.context.kit.theme, players, True)
    assert animator.under_clock(view, colours, True).endswith(": You, Mesa")
    view = replace(view, order=(1,))
    assert animator.under_clock(view, colours, True) == "Touch any of your pieces to begin."


def test_the_last_call_counts_down_and_any_action_stops_it_i7(app: App) -> None:
    scene, match = start(app, "hh", ("mouse", "keys 1"))
    scene.done.toggle()
    app.on_intent(Intent(Verb.DONE, seat=1))
    wait(app, 120)
    assert scene.view.last_call is not None
    assert (animator.clock(scene.view), animator.under_clock(scene.view, scene.board.colours, True)) == (
        "",
        "Last call: act now, or the game ends",
    )
    assert 2500 < drawing._until(scene.board.view) <= 3000
    assert [animator.status(scene.view, seat, scene.match.header.seats[seat], "") for seat in (0, 1)] == [("done",)] * 2
    app.on_intent(Intent(Verb.DONE, seat=1))
    wait(app, 120)
    assert scene.view.last_call is None
    app.on_intent(Intent(Verb.DONE, seat=1))
    wait(app, 4000)
    assert match.outcome.reason == "agreed"


def test_each_seat_has_its_own_switch_for_done_i7(app: App) -> None:
    scene, _ = start(app, "hhb", ("mouse", "keys 1"))
    assert isinstance(scene.board.cursors[0], MouseCursor)
    assert isinstance(scene.board.cursors[1], KeyCursor)
    app.on_intent(Intent(Verb.DONE, seat=1))
    wait(app, 60)
    assert 1 in scene.view.done
    assert 0 not in scene.view.done
    button = scene.find("done")
    app.on_intent(Intent(Verb.PRESS, button.rect.center, seat=0))
    wait(app, 60)
    assert {0, 1} <= scene.view.done
    scene.driver.submit(1, Done(False), scene.view.ms)
    wait(app, 60)
    assert 1 not in scene.view.done


def test_the_table_stands_still_and_the_program_rests_while_paused(app: App) -> None:
    scene, _ = start(app, "hb", ("mouse",))
    assert not app.manager.at_rest
    Robot(app).do(Verb.CANCEL)
    assert isinstance(app.manager.top, PausePage)
    assert app.manager.at_rest
    before = scene.view.ms
    wait(app, 2000)
    assert scene.view.ms == before


def test_patterns_can_be_switched_off_in_the_settings(app: App) -> None:
    robot = Robot(app)
    assert app.context.settings.patterns
    robot.open(SettingsSectionPage(app.context, "screen"))
    robot.click("patterns")
    assert not app.context.settings.patterns
    plain, signed = (art.pyramid(app.context.kit, (200, 60, 60), 3, 1, on) for on in (False, True))
    assert plain.get_buffer().raw != signed.get_buffer().raw


def test_a_replay_of_a_live_game_keeps_its_pace(app: App) -> None:
    scene, match = start(app, "bb")
    wait(app, 6000)
    assert scene.view.phase is Phase.PLAY
    replay = ReplayScene(app.context, Timeline(match.record))
    Robot(app).open(replay)
    assert not replay.board.is_live  # type: ignore[attr-defined]
    for step in range(1, len(replay.playback.steps)):
        replay.go_to(step)
        gap = replay.playback.steps[step][0].ms - replay.playback.steps[step - 1][0].ms
        assert replay.playback.pause == min(gap, LONGEST_PAUSE)
