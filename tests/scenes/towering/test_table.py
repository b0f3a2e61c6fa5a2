"""The table of Towering in play, by intents; and pictures of it."""

import re
from pathlib import Path
from typing import Any

import pytest
from pygame import FRect

from tests.golden import check_golden
from tests.scenes.tables import drag, open_table, play, rest, texts
from topping_out.game.bots.review.timeline import Timeline
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.text import with_minus
from topping_out.game.towering.actions import Build, Discard, Draw
from topping_out.game.towering.cards import colour_name, colour_of
from topping_out.game.towering.state import TurnStage
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit import plates
from topping_out.scenes.kit.motion import Motion
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.table import table as card_table
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results.page import ResultsPage
from topping_out.scenes.towering.choosing import PILE
from topping_out.scenes.towering.drawing import fan
from topping_out.scenes.towering.pages.discards import PilesPage
from topping_out.scenes.towering.pages.round_end import RoundPage
from topping_out.scenes.towering.pages.score_sheet import ScoreSheet
from topping_out.scenes.towering.words import short_name

GAME = load("towering")
SMALL = (960, 540)
"""Of the pictures, so that they are small files."""


def buildable(scene: TurnScene) -> int:
    """Return the place in the hand of a card that can be built."""
    actions = GAME.actions(scene.match.state, 0)
    card = next(action.card for action in actions if isinstance(action, Build))
    return sorted(scene.match.state.hand(0)).index(card)


# -- pictures


def test_the_account_of_a_round_looks_as_it_did(app: App, tmp_path: Path) -> None:
    robot, scene = open_table(app, "towering", seed=5)
    robot.resize(SMALL)
    play(robot, scene, 400, stop_at_round=True)
    robot.wait(9000)
    check_golden(robot.see(), "towering_round", tmp_path)


# -- what shows


# -- playing


def test_dragging_makes_a_turn(app: App) -> None:
    robot, scene = open_table(app, "towering")
    index = buildable(scene)
    card = scene.view.hand[index]
    start = scene.find(f"card {index}").rect.center  # type: ignore[union-attr]
    drag(app, start, scene.find(f"river {colour_of(card)}").rect.center)  # type: ignore[union-attr]
    rest(robot, scene)
    assert texts(scene)[0].startswith("discard")
    drag(app, scene.find("pile").rect.center, start)  # type: ignore[union-attr]
    rest(robot, scene)
    assert texts(scene)[1] == "draw pile"
    assert scene.board.tokens.dragged_back is None


def test_digits_choose_cards_and_then_piles(app: App) -> None:
    robot, scene = open_table(app, "towering", used="keys", seed=11)
    play(robot, scene, 16)
    app.on_intent(Intent(Verb.PICK, text="2"))
    assert scene.board.selection.card == scene.view.hand[1]
    robot.do(Verb.UP, Verb.CONFIRM)
    rest(robot, scene)
    assert scene.match.state.stage is TurnStage.DRAW
    targets = [target for target in scene.board.selection.targets() if target != PILE]
    digit = str(targets[0].colour + 1)
    app.on_intent(Intent(Verb.PICK, text=digit))
    assert scene.board.main_button().action == Draw(targets[0].colour)
    app.on_intent(Intent(Verb.PICK, text=digit))
    assert scene.board.main_button().action == Draw()
    app.on_intent(Intent(Verb.PICK, text=digit))
    robot.do(Verb.PLAY)
    assert texts(scene)[-1].startswith("draw ")
    assert texts(scene)[-1] != "draw pile"


# -- looking


def test_the_discards_can_be_looked_through_at_any_time(app: App) -> None:
    robot, scene = open_table(app, "towering", used="keys", seats="bb")
    play(robot, scene, 31)
    robot.do(Verb.LOOK)
    page = app.manager.top
    assert isinstance(page, PilesPage)
    assert page.piles == scene.view.discards
    robot.do(Verb.CANCEL)
    assert app.manager.top is scene
    robot.click("river 0")
    assert isinstance(app.manager.top, PilesPage)


def test_pointing_anywhere_explains_it(app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 40)
    before = robot.see().copy()
    for name in ("far 0", "river 1", "pile", "site 2", "far plate", "near plate", "scores", "card 3"):
        app.context.devices.pointer = scene.find(name).rect.center  # type: ignore[union-attr]
        app.stage.invalidate()
        robot.see()
        robot.wait(80)
        after = robot.see().copy()
        assert after.get_buffer().raw != before.get_buffer().raw, f"{name} explains nothing"


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1024, 768), 1.5)])
def test_tips_about_discards_leave_the_scores_in_sight(
    app: App, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], text: float
) -> None:
    robot, scene = open_table(app, "towering")
    robot.resize(size, text)
    rest(robot, scene)
    tips_drawn: list[FRect] = []

    def tip_place(window: FRect, beside: FRect, size: tuple[float, float], *more: Any) -> tuple[float, float]:
        tips_drawn.append(FRect(plates_place(window, beside, size, *more), size))
        return tips_drawn[-1].topleft

    def fan_place(layout: Any, colour: int, *size: float) -> tuple[float, float]:
        tips_drawn.append(FRect(whole_fan_place(layout, colour, *size), size))
        return tips_drawn[-1].topleft

    plates_place, whole_fan_place = plates.tip_place, fan.fan_place
    monkeypatch.setattr(plates, "tip_place", tip_place)
    monkeypatch.setattr(fan, "fan_place", fan_place)
    board = scene.board
    for place, card in enumerate(scene.view.hand):
        for pointed in (f"card {place}", f"river {colour_of(card)}"):
            board.selection.choose(Discard(card))
            app.context.devices.pointer = scene.find(pointed).rect.center
            app.stage.invalidate()
            robot.see()
    assert len(tips_drawn) >= 2 * len(scene.view.hand)
    assert not [tip for tip in tips_drawn if tip.colliderect(board.layout.scores)]


@pytest.fixture
def titles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of all tips that are drawn."""
    found: list[str] = []
    monkeypatch.setattr(card_table, "draw_tooltip", lambda stage, kit, beside, title, line, **more: found.append(title))
    return found


def test_a_card_just_built_leaves_the_pointer_at_a_tower_that_is_explained_not_refused(
    app: App, titles: list[str]
) -> None:
    robot, scene = open_table(app, "towering")
    index = buildable(scene)
    site = f"site {colour_of(scene.view.hand[index])}"
    drag(app, scene.find(f"card {index}").rect.center, scene.find(site).rect.center)  # type: ignore[union-attr]
    rest(robot, scene)
    titles.clear()
    app.stage.invalidate()
    robot.see()
    assert [title.split(": ")[1].endswith("tower, 1 card") for title in titles] == [True], titles


def test_what_the_main_button_would_do_shows_while_the_pointer_lies_on_a_plate(app: App, titles: list[str]) -> None:
    robot, scene = open_table(app, "towering")
    app.on_intent(Intent(Verb.PICK, text=str(buildable(scene) + 1)))
    plate = next(widget for widget in scene.widgets if widget.name.endswith("plate"))
    app.context.devices.pointer = plate.rect.center
    app.on_intent(Intent(Verb.POINT, plate.rect.center))
    rest(robot, scene)
    titles.clear()
    app.stage.invalidate()
    robot.see()
    assert [title.split()[0] for title in titles] == ["Build"], titles


def test_the_last_play_of_the_others_stays_traceable(app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 4)
    mark = scene.board.game.last_plays[1]
    assert texts(scene)[2].split()[0] == ("build" if mark.built else "discard")
    assert mark.drew
    scene.curtain.hand_over(0)
    assert scene.board.game.last_plays[1] is mark
    robot.do(Verb.PLAY)
    play(robot, scene, 1)
    robot.do(Verb.UNDO)
    assert scene.board.game.last_plays[1] is mark, "taking back one's own play leaves the other's in sight"


def test_the_table_answers_to_questions(app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 21)
    view = scene.view
    scores, hand, piles = (scene.reply_to(verb) for verb in (Verb.ASK_SCORES, Verb.ASK_HAND, Verb.ASK_TABLE))
    assert f"{with_minus(view.total(1))} in all." in scores
    assert len(re.findall(r"\d+|material", hand)) == len(view.hand)
    assert piles.startswith(f"Draw pile: {view.draw_pile} cards.")
    assert all(
        f"{colour_name(colour)}: {short_name(pile[-1])}" in piles for colour, pile in enumerate(view.discards) if pile
    )


# -- rounds


def test_a_round_ends_with_its_account_and_goes_on_when_it_is_sent_away(app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 400, stop_at_round=True)
    page = app.manager.top
    assert isinstance(page, RoundPage)
    assert scene.board.view.round == 0, "the next round waits"
    assert sum("Round 1 ends" in said for said in app.context.announcer.history) == 1
    robot.do(Verb.CONFIRM)
    assert page.is_counted
    assert tuple(page.points(seat) for seat in (0, 1)) == scene.match.state.accounts[0].points
    assert app.manager.top is page
    robot.do(Verb.CONFIRM)
    assert app.manager.top is scene
    rest(robot, scene)
    assert scene.board.view.round == 1
    assert scene.board.is_synced(scene.view)


def test_an_account_counts_from_site_to_site(app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 400, stop_at_round=True)
    page = app.manager.top
    assert isinstance(page, RoundPage)
    seen = [page.points(0)]
    for _ in range(40):
        robot.wait(200)
        seen.append(page.points(0))
    steps = [score.total for score in page.scores[0]]
    expected = [sum(steps[:n]) for n in range(7)]
    assert [*dict.fromkeys(seen)] == [*dict.fromkeys(expected)]


def test_with_nobody_there_an_account_leaves_by_itself(app: App) -> None:
    robot, scene = open_table(app, "towering", seats="bb")
    play(robot, scene, 400, stop_at_round=True)
    assert isinstance(app.manager.top, RoundPage)
    robot.wait(14000)
    assert app.manager.top is scene


def test_a_match_ends_with_all_rounds_side_by_side(app: App) -> None:
    robot, scene = open_table(app, "towering", seed=4, hand=5, colours=3)
    play(robot, scene, 900)
    robot.wait(9000)
    page = app.manager.top
    assert isinstance(page, ResultsPage)
    accounts = scene.match.state.accounts
    assert page.scores.rows[0] == ("", "Round 1", "Round 2", "Round 3", "Total")
    for seat in (0, 1):
        numbers = [int(cell.replace("−", "-")) for cell in page.scores.rows[1 + seat][1:]]
        assert numbers == [*(account.points[seat] for account in accounts), accounts[-1].totals[seat]]
    robot.press("account")
    sheet = app.manager.top
    assert isinstance(sheet, ScoreSheet)
    assert [title for title, _ in sheet.rounds] == ["Round 1", "Round 2", "Round 3"]
    robot.do(Verb.CANCEL)
    assert app.manager.top is page


def test_the_score_sheet_opens_during_play_with_the_round_so_far(app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 12)
    robot.click("scores")
    sheet = app.manager.top
    assert isinstance(sheet, ScoreSheet)
    assert sheet.rounds == [("Round 1, so far", scene.view.towers)]


def test_a_replay_goes_through_the_rounds_and_back(app: App) -> None:
    robot, scene = open_table(app, "towering", seats="bb", seed=4, hand=5, colours=3, rounds=2)
    play(robot, scene, 900)
    replay = ReplayScene(app.context, Timeline(scene.match.record))
    robot.open(replay)
    accounts = 0
    while replay.at_step < len(replay.playback.steps) or not replay.course.is_over:
        robot.do(Verb.NEXT)
        robot.wait(40)
        if isinstance(app.manager.top, RoundPage):
            accounts += 1
            robot.do(Verb.CONFIRM, Verb.CONFIRM)
    assert accounts == 2
    for step in (3, 20, 4, 0):
        replay.go_to(step)
        assert replay.board.is_synced(replay.view)


def test_the_viewer_builds_on_the_near_side_and_an_onlooker_has_seat_0_there(app: App) -> None:
    header = new_header(GAME, [Player("Ana"), Player("Bo")], {}, 1)
    views = [GAME.view(Match.new(header).state, viewer) for viewer in (0, 1, None)]
    layouts = [table_of("towering").make_board(app.context, header, Motion(), view).layout for view in views]
    assert [(layout.near, layout.far) for layout in layouts] == [(0, 1), (1, 0), (0, 1)]


def test_in_a_replay_nobody_changes_sides(app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 9)
    replay = ReplayScene(app.context, Timeline(scene.match.record))
    robot.open(replay)
    for step in range(9):
        replay.go_to(step)
        assert replay.board.layout.near == 0
        hand = replay.playback.states[step].hand(replay.playback.viewer or 0)
        cards = [replay.board.tokens.sprites[card] for card in hand]
        assert all(sprite.place.scale == (1.0 if replay.playback.viewer == 0 else 0.5) for sprite in cards)


@pytest.mark.parametrize("calm", [True, False])
def test_at_instant_speed_or_with_reduced_motion_everything_arrives(app: App, calm: bool) -> None:
    app.context.settings.reduced_motion = calm
    app.context.settings.speed = "normal" if calm else "instant"
    robot, scene = open_table(app, "towering")
    play(robot, scene, 400, stop_at_round=True)
    robot.wait(200)
    page = app.manager.top
    assert isinstance(page, RoundPage)
    assert page.is_counted
    assert app.context.reports == []
