"""How fast the bots' hands are, and how different devices are evened out."""

import math

from tests.scenes.robot import Robot
from topping_out.game.bots.live import live_bots
from topping_out.game.live.motor import MotorProfile
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.live.bots import LEAST, LOOKED_AT, USUAL, PlayTimes, paces
from topping_out.scenes.icetowers.live.handicap import REST, Handicap
from topping_out.scenes.icetowers.live.scene import LiveScene

GAME = load("icetowers")
PLAYERS = [Player("Ana"), Player("Frost", "bot", "medium", 1), Player("Rime", "bot", "hard", 2)]


def test_a_hand_of_half_the_pace_takes_twice_as_long() -> None:
    hand = MotorProfile(reaction=260, hesitation=240, speed=1420, grip=130, attention=260)
    assert hand.paced(0.5) == MotorProfile(reaction=520, hesitation=480, speed=710, grip=260, attention=520)
    assert round(hand.paced(0.5).play_time / hand.play_time, 2) == 2


def test_bots_follow_the_plays_a_minute_of_the_players(app: App) -> None:
    match = app.context.library.start(new_header(GAME, PLAYERS, {"timer": "off"}, 1))
    bots = live_bots(match.header)
    plays = PlayTimes(match, [0])
    assert plays.interval(0) == USUAL
    for ms in (1000, 2500, 4000, 5500, 7000, 8500):
        plays.times[0].append(ms)
    assert plays.interval(8500) == 7500 / LOOKED_AT
    followed = paces("ours", bots, 1500.0)
    times = {seat: bots[seat].profile.paced(pace).play_time for seat, pace in followed.items()}
    assert all(abs(ms - 1500) < 15 for ms in times.values()), "whatever its level, a bot is as fast as the players"
    assert plays.interval(38_500) == 37_500 / LOOKED_AT, "a player who thinks is waited for"
    assert min(paces("ours", bots, 1e9).values()) == LEAST
    assert set(paces("slow", bots, 1500.0).values()) == {0.5}


def press(seat: int, verb: Verb = Verb.PRESS) -> Intent:
    return Intent(verb, (5, 5), seat=seat)


def test_beside_keys_a_mouse_rests_after_each_play_and_what_it_clicks_meanwhile_is_done_then() -> None:
    handicap = Handicap()
    handicap.set_devices({0: "mouse", 1: "keys 1"}, True)
    assert handicap.is_on
    assert not handicap.holds(press(0), 1000)
    for seat in (0, 1):
        handicap.played(seat, 1000)
    assert not handicap.holds(press(1), 1100), "keys never rest"
    assert handicap.holds(press(0), 1100)
    assert handicap.holds(press(0, Verb.RELEASE), 1200)
    assert not handicap.holds(press(0, Verb.POINT), 1200)
    assert [*handicap.released(1000 + REST - 1)] == []
    assert [*handicap.released(1000 + REST)] == [press(0)]
    assert handicap.holds(press(0), 1000 + REST), "what came before it is done before it"
    assert [*handicap.released(1001 + REST)] == [press(0, Verb.RELEASE)]
    assert 900 < REST < 1100, "the sentence says a second"


def test_equal_devices_are_not_evened_out_nor_are_any_where_nobody_wants_it() -> None:
    handicap = Handicap()
    for seating, is_on in (
        ({0: "mouse 1", 1: "mouse 2"}, True),
        ({0: "mouse"}, True),
        ({0: "mouse", 1: "pad 1"}, False),
    ):
        handicap.set_devices(seating, is_on)
        assert not handicap.is_on


def test_a_bots_pointer_rests_beside_what_it_placed(app: App) -> None:
    header = new_header(GAME, PLAYERS, {"timer": "off"}, 1)
    scene = LiveScene(app.context, app.context.library.start(header))
    Robot(app).open(scene)
    pointers, layout = scene.bot_pointers, scene.board.layout
    hand = layout.at(*scene.driver.hand_at(1, 0))  # type: ignore[misc]
    for _ in range(30):
        places = pointers.move(0, 40)
    covered = [r for tower in scene.view.towers if (r := layout.place(tower)).collidepoint(hand)]
    assert not any(r.collidepoint(places[1]) for r in covered)
    assert math.dist(places[1], hand) > 20


def test_where_time_stands_still_no_hand_rests(app: App) -> None:
    players = [Player("Ana"), Player("Ben", colour=1)]
    for paused in (False, True):
        header = new_header(GAME, players, {"paused_time": paused}, 1)
        scene = LiveScene(app.context, app.context.library.start(header), {0: "mouse", 1: "keys 1"})
        assert scene.devices.handicap.is_on is not paused
