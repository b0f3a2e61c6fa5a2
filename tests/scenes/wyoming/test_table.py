"""The table of Towers of Wyoming."""

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.hints.sentences import check_some
from tests.game.hints.test_wyoming import Moment
from tests.game.hints.test_wyoming import check as wrong_claims
from tests.game.wyoming.positions import TELLER
from tests.scenes.pages.every.every_page import table as table_at
from tests.scenes.robot import Robot
from tests.scenes.tables import choices, open_table, play, rest
from tests.scenes.tables import table as shown_table
from topping_out.game.options import resolve
from topping_out.game.registry import load
from topping_out.game.wyoming.actions import (
    PER_SUIT,
    SUIT_LETTERS,
    Constructed,
    Deconstructed,
    Play,
    PlayKind,
    SkyMoved,
    suit_of,
)
from topping_out.game.wyoming.consequences import result
from topping_out.game.wyoming.core import State
from topping_out.game.wyoming.rules import GAME
from topping_out.game.wyoming.state import View
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.ornament import Confetti
from topping_out.scenes.match.bots import HASTE
from topping_out.scenes.match.course import HandoverPage
from topping_out.scenes.match.table.selection import Selection
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.wyoming import drawing
from topping_out.scenes.wyoming.art import DISCARD
from topping_out.scenes.wyoming.moving import LastPlays, note, tag_words
from topping_out.scenes.wyoming.table import WyomingTable
from topping_out.scenes.wyoming.words import card_label

# -- previews


def check(state: State, seat: int, play: Play) -> None:
    """Check the tip of a play, and the storeys that it marks, against the state after it."""
    names = [f"P{number}" for number in range(state.variant.seats)]
    selection = Selection(WyomingTable(), GAME.view(state, seat), GAME.actions(state, seat), names)
    selection.choose(play)
    target = WyomingTable().way(play).target
    moment = Moment(state, play)
    trial = drawing.trial_at(selection, target)
    assert not wrong_claims(moment, [result(trial)])
    assert selection.preview(target)[1] == result(trial).text
    if play.kind is PlayKind.CONSTRUCT:
        assert [*drawing.changed(selection, target)] == [*range(len(moment.tower), len(moment.then))]
    elif play.kind is PlayKind.DECONSTRUCT:
        left = 0 if len(moment.tower) < play.count else len(moment.then)
        assert [*drawing.changed(selection, target)] == [*range(left, len(moment.tower))]


@pytest.mark.parametrize("positions", [40, pytest.param(4000, marks=pytest.mark.long)])
def test_the_tip_of_a_play_is_true(positions: int) -> None:
    assert check_some("wyoming", Play, check, 1, positions) >= positions


# -- selection


def positions(seed: int, plies: int) -> tuple[View, list[object], Selection]:
    rng = random.Random(seed)
    state = GAME.setup(3, dict(resolve(GAME.options(3), {"wheel": bool(seed % 2)})), seed)
    for _ in range(plies):
        if state.outcome is None:
            GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)))
    if state.outcome:
        return positions(seed + 1, plies)
    view, actions = GAME.view(state, state.turn), list(GAME.actions(state, state.turn))
    return view, actions, Selection(WyomingTable(), view, actions, ("Ana", "Ben", "Cleo"))


@given(st.integers(0, 10**6), st.integers(0, 40), st.data())
def test_chosen_cards_offer_exactly_the_legal_targets(seed: int, plies: int, data: st.DataObject) -> None:
    view, actions, selection = positions(seed, plies)
    first = data.draw(st.sampled_from(view.hand))
    same = [card for card in view.hand if card // 25 == first // 25]
    for card in data.draw(st.lists(st.sampled_from(same), min_size=1, unique=True)):
        selection.toggle(card)
    allowed = {
        (a.owner, a.foundation) if a.kind != "discard" else DISCARD
        for a in actions
        if a.suit == first // 25 and a.count == len(selection.cards)
    }
    assert set(selection.targets()) == allowed
    assert selection.action is None or selection.aim in allowed
    places = [(s, f) for s in view.in_play for f in range(view.variant.foundations)]
    for place in places:
        assert bool(selection.refusal(place)) == (place not in allowed)
        title, line, *_ = selection.preview(place)
        assert line
        assert (title != "Not here") == (place in allowed)


@given(st.integers(0, 10**6), st.integers(0, 40), st.data())
def test_a_play_uses_exactly_the_chosen_cards(seed: int, plies: int, data: st.DataObject) -> None:
    _, actions, selection = positions(seed, plies)
    selection.choose(data.draw(st.sampled_from(actions)))
    assert sorted(selection.action.cards) == sorted(selection.cards)


def test_choosing_another_suit_drops_the_first() -> None:
    view, _, selection = positions(3, 0)
    first = view.hand[0]
    second = next(card for card in view.hand if card // 25 != first // 25)
    selection.toggle(first)
    selection.toggle(second)
    assert selection.cards == [second]
    selection.toggle(second)
    assert selection.cards == []
    assert selection.action is None


def card_named(view: View, name: str) -> int:
    """Return a card of the hand, such as "D2", the second of its diamonds."""
    return [card for card in view.hand if SUIT_LETTERS[suit_of(card)] == name[0]][int(name[1:]) - 1]


test_what_is_chosen = choices(
    TELLER,
    WyomingTable,
    {f"{seat}.{foundation}": (seat, foundation) for seat in (0, 1) for foundation in (0, 1)},
    card_named,
    """
a place where cards cannot go says why
    1C 6D / 7S, towers 3C > take C1 = refusal 1.0 Only its owner may begin a tower here.
choosing another suit, which would knock down the own tower, changes the aim
    1C 6D / 7S, towers 3C > take C1 = aim 0.0 > take D1 = aim 0.1
a play after which the own tower would fall is not the default
    7D / 7S, towers 3C 2H > take D1; take D2
    = aim -; action None; label Choose where to play; caution …choose the tower yourself…
    > point 0.0 = action deconstruct…; label Play 2 diamonds; caution -
a play after which an opponent's tower would grow is not the default
    7D / 7S, towers 3H 2H 4D > take D1; take D2
    = aim -; action None; label Choose where to play; caution …choose the tower yourself…
    > point 1.0 = action construct…; label Play 2 diamonds; caution -
a play after which an opponent's tower would be replaced by one as high is not the default
    7D / 7S, towers 3H 2H 1C > take D1; take D2
    = aim -; action None; label Choose where to play; caution …choose the tower yourself…
    > point 1.0 = action deconstruct…; label Play 2 diamonds; caution -
a tower of one diamond may take the place of one of one club
    7D / 7S, towers 1C 2H > take D1; take D2 = aim 0.0; caution -
on the free foundation there are two
    7D / 7S, towers 1C > take D1; take D2 = aim 0.1; caution -
the own tower may grow
    7D / 7S, towers 2D 1C > take D1; take D2 = aim 0.0; caution -
a tower too high to win is not the default for finicky clients
    7D / 7S, towers 10D, finicky > take D1 = aim 0.1
""",
)


# -- table


WYOMING = load("wyoming")


def test_confetti_is_thrown_up_at_the_places_given() -> None:
    confetti = Confetti()
    confetti.burst([(10.0, 200.0), (300.0, 40.0)], 3)
    assert [(scrap.x, scrap.y) for scrap in confetti._scraps] == [(10.0, 200.0)] * 3 + [(300.0, 40.0)] * 3
    assert all(scrap.vy < 0 for scrap in confetti._scraps)


def test_confetti_falls_to_the_ground_behind_the_results(app: App) -> None:
    robot, scene = open_table(app, "wyoming", "hb", 5)
    play(robot, scene, 400)
    while app.manager.top is scene:
        robot.wait(200)
    assert isinstance(app.manager.top, ResultsPage)
    assert not scene.board.confetti.is_over
    assert not app.manager.at_rest
    robot.wait(4000)
    assert scene.board.confetti.is_over
    assert app.manager.at_rest


def test_a_dragged_card_is_drawn_above_the_storey_it_would_become(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    robot, scene = open_table(app, "wyoming", "hb", 4)
    card = scene.board.layout.hand_place(3, 7)
    goal = scene.board.layout.storey_place(0, 1, 0)
    app.context.devices.pointer = goal.x, goal.y
    app.on_intent(Intent(Verb.PRESS, (card.x, card.y)))
    for height in (60.0, 0.0):
        app.on_intent(Intent(Verb.POINT, (goal.x, goal.y - height)))
    robot.wait(200)
    on_card = round(goal.x * app.context.kit.scale), round(goal.y * app.context.kit.scale)
    with_ghost = robot.see().get_at(on_card)
    monkeypatch.setattr(drawing, "draw_ghosts", lambda *_: None)
    app.stage.invalidate()
    assert robot.see().get_at(on_card) == with_ghost


@pytest.mark.parametrize("used", ["mouse", "pad", "keys"])
def test_a_double_press_or_a_key_chooses_the_whole_suit(app: App, used: str) -> None:
    robot, scene = open_table(app, "wyoming", "hb", 4, used)
    suits = [suit_of(card) for card in scene.board.tokens.hand]
    card = next(card for card in scene.view.hand if suits.count(suit_of(card)) > 1)
    suit = {held_card for held_card in scene.view.hand if suit_of(held_card) == suit_of(card)}
    name = next(area.name for area in scene.board.areas() if getattr(area, "card", None) == card)
    robot.press(name)
    assert scene.board.selection.cards == [card]
    if used == "keys":
        app.on_intent(Intent(Verb.ALIKE))
    else:
        robot.press(name)
    assert {*scene.board.selection.cards} == suit
    if used == "keys":
        app.on_intent(Intent(Verb.ALIKE))
        assert app.context.last_reply.text == "There's no other card to take with it."
        return
    for _ in range(20):
        app.manager.update(40)
    robot.press(name)
    assert {*scene.board.selection.cards} == suit - {card}


@pytest.mark.parametrize("change", [Constructed, Deconstructed])
def test_the_number_under_a_tower_counts_the_storeys_that_stand(app: App, change: type) -> None:
    """It changes with each card that lands and each storey that is struck, not at once."""
    robot, scene = open_table(app, "wyoming", "hb", 6)
    rng, moving = random.Random(4), None
    scene.motion.speed = 1.0
    while moving is None:
        seat, state, log = scene.actor, scene.match.state.copy(), []
        action = rng.choice(scene.game.actions(state, seat))
        scene.game.apply(state, seat, action, log)
        moving = next((e for e in log if isinstance(e, change) and action.count > 1), None)
        before = {target: len(tower) for target, tower in standing_towers(scene)}
        scene.do(seat, action)
        counts = [before[moving.owner, moving.foundation]] if moving else []
        while scene.motion.busy:
            robot.app.manager.update(20)
            if moving:
                target = moving.owner, moving.foundation
                counts.append(scene.board.game.moving.standing(target, dict(standing_towers(scene))[target]))
    steps = {after - now for now, after in pairwise(counts)}
    assert steps == ({0, 1} if change is Constructed else {0, -1})
    assert counts[-1] == len(dict(standing_towers(scene))[moving.owner, moving.foundation]) != counts[0]


@pytest.mark.parametrize("is_reduced", [False, True])
def test_a_storey_that_falls_raises_dust_and_jolts_the_table(app: App, is_reduced: bool) -> None:
    """The last one also makes a lower sound. With reduced motion the dust is still and the table does not move."""
    robot, scene = open_table(app, "wyoming", "hb", 6)
    app.context.settings.reduced_motion = scene.motion.reduced = is_reduced
    scene.motion.speed, rng, fallen = 1.0, random.Random(4), None
    falls, clouds, before = [], [], 0
    while fallen is None:
        seat, state, log = scene.actor, scene.match.state.copy(), []
        action = rng.choice(scene.game.actions(state, seat))
        scene.game.apply(state, seat, action, log)
        fallen = next((e.fallen for e in log if isinstance(e, Deconstructed)), None)
        before = app.context.audio.recent.count("topple")
        scene.do(seat, action)
        while scene.motion.busy:
            robot.app.manager.update(20)
            falls.append(scene.board.fall)
            clouds.append(not scene.board.dust.is_over)
    assert app.context.audio.recent.count("topple") == before + 1
    assert any(clouds)
    assert scene.board.dust.is_still is is_reduced
    assert max(falls) <= 3.1
    assert (max(falls) > 1) is not is_reduced


def standing_towers(scene: Any) -> list[tuple[tuple[int, int], Any]]:
    towers = scene.board.view.towers
    return [((seat, f), tower) for seat in range(len(towers)) for f, tower in enumerate(towers[seat])]


def test_the_tag_of_a_takeover_names_the_new_tower() -> None:
    fallen, rising = (0,), (PER_SUIT, PER_SUIT + 1)
    taken = Deconstructed(1, 0, 0, (PER_SUIT + 2,), fallen, rising)
    plays: LastPlays = {}
    note(plays, taken, 0)
    assert tag_words(plays[1], "Bo") == "Bo: now 2 hearts"
    note(plays, replace(taken, rising=()), 0)
    assert tag_words(plays[1], "Bo") == "Bo −1"


def test_a_curtain_separates_two_players(app: App) -> None:
    robot, scene = Robot(app), shown_table(app, "wyoming", "hh", 4)
    robot.open(scene)
    assert isinstance(app.manager.top, HandoverPage)
    assert scene.viewer.seat is None
    robot.do(Verb.CONFIRM)
    assert scene.viewer.seat == 0
    rest(robot, scene)
    app.on_intent(Intent(Verb.PICK, text="1"))
    robot.do(Verb.PLAY)
    robot.wait(3000)
    robot.press("done")
    curtain = robot.top(HandoverPage)
    assert curtain.seat == 1
    assert curtain.recap
    robot.do(Verb.UNDO)
    assert scene.viewer.seat == 0
    assert scene.match.record.effective() == []


def test_without_the_curtain_the_next_hand_is_shown_at_once(app: App) -> None:
    app.context.settings.curtain = False
    robot, scene = open_table(app, "wyoming", "hh", 4, "keys")
    assert scene.viewer.seat == 0
    app.on_intent(Intent(Verb.PICK, text="1"))
    robot.do(Verb.PLAY)
    robot.wait(3000)
    assert scene.viewer.seat == 1


def test_a_double_click_at_a_turns_end_chooses_nothing_for_the_next_player(app: App) -> None:
    """Without a curtain, the next hand appears in the same place."""
    app.context.settings.curtain = False
    robot, scene = open_table(app, "wyoming", "hh", 4, "keys")
    app.on_intent(Intent(Verb.PICK, text="1"))
    robot.do(Verb.PLAY)
    place = scene.find("card 1").rect.center
    while scene.viewer.seat == 0 or not scene.board.selection:
        app.frame([], 16)
    for verb in (Verb.PRESS, Verb.RELEASE):
        app.on_intent(Intent(verb, position=place))
    assert not scene.board.selection.cards
    robot.wait(500)
    robot.click("card 1")
    assert len(scene.board.selection.cards) == 1


def test_the_table_replies_to_questions(app: App) -> None:
    robot, scene = open_table(app, "wyoming", "hb", 4, "keys")
    play(robot, scene, 6)
    scores, hand, piles = (scene.reply_to(verb) for verb in (Verb.ASK_SCORES, Verb.ASK_HAND, Verb.ASK_TABLE))
    assert scores.endswith("The Sky: 10 pennies, 11 cards to win.")
    assert sum(int(count) for count in re.findall(r"(\d+) (?:spade|heart|club|diamond)", hand)) == len(scene.view.hand)
    assert f"Draw pile: {scene.view.draw_pile} cards." in piles
    assert f"Mesa: {scene.view.hand_sizes[1]} cards in hand." in piles


def test_short_announcements_leave_out_the_players_own_draws(app: App) -> None:
    app.context.settings.announcements = "short"
    robot, scene = open_table(app, "wyoming", "hb", 4, "keys")
    for _ in range(2):
        app.on_intent(Intent(Verb.PICK, text="1"))
        robot.do(Verb.PLAY)
        announcement = app.context.announcer.history[-1]
        play(robot, scene, 1)
    assert announcement.startswith("Ana ")
    assert "draws" not in announcement


def test_face_down_cards_are_visible_while_moving(app: App) -> None:
    robot, scene = open_table(app, "wyoming", "hb", 4, "keys")
    scene.do(0, next(action for action in WYOMING.actions(scene.match.state, 0) if action.count > 1))
    play(robot, scene, 1)
    scene.do(0, WYOMING.actions(scene.match.state, 0)[-1])
    tokens = scene.board.tokens
    while not any(sprite.alpha and sprite.x < tokens.layout.draw_pile.x - 100 for sprite in tokens.loose):
        assert scene.motion.busy, "nobody drew a card"
        app.manager.update(20)
    with_cards = robot.see().copy()
    tokens.loose.clear()
    app.stage.invalidate()
    assert robot.see().get_buffer().raw != with_cards.get_buffer().raw


def test_drawn_cards_are_announced_only_to_the_player_who_drew_them(app: App) -> None:
    robot, scene = open_table(app, "wyoming", "hb", 4, "keys")
    for _ in range(12):
        before, history = Counter(scene.view.hand), app.context.announcer.history
        play(robot, scene, 1)
        announcements = " ".join(history)
        history.clear()
        new = Counter(scene.view.hand) - before
        shown = [
            cards for cards in re.findall(r"draws? ([^.]*)\.", announcements) if not re.fullmatch(r"\d+ cards?", cards)
        ]
        assert ", ".join(shown) == ", ".join(card_label(card) for card in scene.view.hand if card in new)


# -- knocked-down towers


@pytest.fixture
def scene(app: App, robot: Robot) -> Any:
    """Return a table_at of three just after a play that makes a penny fall."""
    scene = table_at(app, "wyoming", 14, "hbb")
    rng = random.Random(3)
    while True:
        seat, state, log = scene.actor, scene.match.state.copy(), []
        action = rng.choice(scene.game.actions(state, seat))
        scene.game.apply(state, seat, action, log)
        falls = any(isinstance(event, SkyMoved) for event in log)
        if falls and not scene.match.is_human(seat) and not state.outcome:
            scene.motion.reduced = app.context.settings.reduced_motion
            scene.motion.speed = 1.0
            scene.do(seat, action)
            return scene
        scene.do(seat, action)
        robot.wait(120)


def watch(robot: Robot, scene: Any) -> list[tuple[float, bool, float, int]]:
    """Return (darkness, whether the coin shows, banner, number of counts ticked) of each frame until nothing moves."""
    seen = []
    for _ in range(600):
        robot.app.manager.update(40)
        settling = scene.board.game.moving.sky.settling
        ticked = sum(count.has_ticked for count in settling.counts.values())
        seen.append((settling.dark, settling.coin is not None, settling.banner, ticked))
        if not scene.motion.busy:
            return seen
    raise AssertionError("the motion does not end")


def test_the_table_waits_while_the_coin_rolls_by_and_the_counts_of_towers_tick(
    app: App, robot: Robot, scene: Any
) -> None:
    before = scene.board.view.needed
    assert scene.motion.haste == HASTE[2], "it is not hurried for bots"
    seen = watch(robot, scene)
    assert scene.motion.haste == 1.0
    assert any(dark == 1 and rolls for dark, rolls, _, _ in seen)
    assert any(banner == 1 for _, _, banner, _ in seen)
    assert scene.board.game.moving.sky.settling.words == f"The Sky settles: {before - 1} cards to win"
    assert seen[-1][:3] == (0, False, 0), "it should go on then"
    towers = sum(bool(tower) for of_seat in scene.view.towers for tower in of_seat)
    assert towers >= 2
    assert {*range(towers + 1)} <= {ticked for _, _, _, ticked in seen}, "the counts tick one after another"
    assert app.context.reports == []


def test_finishing_the_motion_completes_the_fall_at_once(app: App, scene: Any) -> None:
    scene.motion.finish()
    settling = scene.board.game.moving.sky.settling
    assert (settling.dark, settling.coin, settling.banner) == (0, None, 0)
    assert scene.board.is_synced(scene.view)


@pytest.fixture
def reduced(app: App) -> None:
    app.context.settings.reduced_motion = True


def test_nothing_rolls_with_reduced_motion_and_the_banner_stays_readable(
    reduced: None, robot: Robot, scene: Any
) -> None:
    seen = watch(robot, scene)
    assert not any(dark or rolls for dark, rolls, _, _ in seen)
    assert sum(banner == 1 for _, _, banner, _ in seen) * 40 > 1000
