"""Tests that every table passes."""

import random
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from tests.golden import check_golden, in_turn, sampled
from tests.scenes.robot import Eye, PromptWorker, Robot
from tests.scenes.tables import TURN_GAMES, open_table, play, rest, table, texts
from topping_out.game import registry
from topping_out.game.options import resolve
from topping_out.game.registry import load, load_object
from topping_out.game.storage import translations
from topping_out.scenes.app import CAPTION_TIME, CAPTION_WORDS, App, Captions
from topping_out.scenes.audio.player import SOUNDS, Audio
from topping_out.scenes.devices.intents import DOUBLE, Intent, Verb
from topping_out.scenes.kit import plates
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.theme import LEAST_CONTRAST, contrast, load_theme, mix
from topping_out.scenes.match.course import HandoverPage
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.ui.layout import Rect
from topping_out.scenes.ui.widgets import result_paints

# -- tables


@pytest.mark.parametrize(
    ("name", "seats", "plies", "options"),
    [
        ("wyoming_early", "hb", 3, {}),
        ("wyoming_late", "hb", 30, {}),
        ("wyoming_four_seats", "hbbb", 22, {"wheel": True}),
        ("wyoming_three_seats", "hbb", 16, {"foundations": 2, "tidal": True}),
        ("towering_early", "hb", 8, {}),
        ("towering_late", "hb", 92, {}),
        ("towering_four_sites", "bb", 40, {"colours": 4}),
        ("towers_early", "hbb", 11, {}),
        ("towers_late", "hb", 60, {}),
        ("towers_four_seats", "hbbb", 40, {}),
    ],
)
def test_tables_look_like_their_golden_pictures(
    app: App, tmp_path: Path, name: str, seats: str, plies: int, options: dict[str, object]
) -> None:
    game = name.partition("_")[0]
    robot, scene = open_table(app, game, seats, 5, "keys" if game == "towers" else "mouse", **options)
    if game != "wyoming":
        robot.resize((960, 540))  # so that the pictures are small files
    play(robot, scene, plies, hurry=game == "towers")
    while game == "wyoming" and not scene.match.outcome and not scene.match.is_human(scene.actor or 0):
        play(robot, scene, 1)
    robot.wait(400)
    check_golden(robot.see(), name, tmp_path)


@pytest.mark.parametrize(("game", "hand"), [("wyoming", 7), ("towering", 8)])
def test_a_click_during_a_motion_finishes_it_and_takes_effect(app: App, game: str, hand: int) -> None:
    robot, scene = Robot(app, "mouse"), table(app, game)
    app.manager.stack.clear()
    app.manager._put(scene)
    robot.wait(120)
    assert scene.motion.busy
    card = scene.board.layout.hand_place(0, hand)
    for verb in (Verb.PRESS, Verb.RELEASE):
        app.on_intent(Intent(verb, (card.x - 20, card.y)))
    selection = scene.board.selection
    assert [*getattr(selection, "cards", ()), getattr(selection, "card", None)][0] == scene.view.hand[0]


# -- card games


every_game = pytest.mark.parametrize("name", TURN_GAMES)


def targets(scene: TurnScene) -> dict[Any, str]:
    """Return the targets of the table, with the names of their widgets."""
    return {w.target: w.name for w in scene.widgets if getattr(w, "target", None) is not None}


def one_card(scene: TurnScene) -> tuple[Any, Any, int]:
    """Return a play of a single card, its target and the card."""
    board = scene.board
    for action in board.turn.actions:
        board.selection.choose(action)
        if len(board.selection.cards) == 1 and board.selection.aim is not None:
            found = board.selection.action, board.selection.aim, board.selection.cards[0]
            board.clear_selection()
            return found
    raise AssertionError("no play is of one card")


@every_game
def test_clicks_choose_a_card_put_it_back_and_play_it_on_its_target(app: App, name: str) -> None:
    robot, scene = open_table(app, name)
    action, target, card = one_card(scene)
    for chosen in ([card], [], [card]):
        robot.click(f"card {scene.board.tokens.hand.index(card)}", (0.2, 0.35))
        robot.wait(DOUBLE + 40)  # two clicks, and no double one
        assert (scene.board.selection.cards, texts(scene)) == (chosen, [])
    robot.click(targets(scene)[target])
    assert [text.split(" #")[0] for text in texts(scene)] == [str(action).split(" #")[0]]


@every_game
def test_a_double_click_on_a_card_that_stands_alone_leaves_it_chosen(app: App, name: str) -> None:
    robot, scene = open_table(app, name)
    card = next(card for card in scene.board.tokens.hand if scene.board.selection.alike(card) == [card])
    place = f"card {scene.board.tokens.hand.index(card)}"
    for _ in range(2):
        robot.click(place, (0.2, 0.35))
    assert scene.board.selection.cards == [card]
    robot.wait(DOUBLE + 40)
    robot.click(place, (0.2, 0.35))
    assert scene.board.selection.cards == []


@every_game
def test_a_place_where_the_chosen_card_cannot_go_says_why(app: App, name: str) -> None:
    robot, scene = open_table(app, name)
    for place in [place for place in targets(scene).values() if not scene.find(place).semantics().is_enabled]:
        robot.click(place)
        assert scene.last_words.text == scene.find(place).semantics().description
    app.on_intent(Intent(Verb.PICK, text="1"))
    wrong = [place for target, place in targets(scene).items() if target not in scene.board.selection.targets()]
    assert wrong
    for place in wrong:
        semantics = scene.find(place).semantics()
        assert not semantics.is_enabled
        robot.click(place)
        assert scene.last_words.text == semantics.description != ""
    assert texts(scene) == []


@pytest.mark.parametrize("used", ["mouse", "keys"])
@every_game
def test_nothing_is_explained_after_a_play_until_the_pointer_or_focus_moves(app: App, name: str, used: str) -> None:
    """A tooltip would lie over what others do."""
    robot, scene = open_table(app, name, used=used)

    def look_at(place: str, shift: float) -> Any:
        rect = scene.find(place).rect
        if used == "mouse":
            app.context.devices.pointer = position = rect.centerx + shift, rect.centery
            app.on_intent(Intent(Verb.POINT, position))
        else:
            scene.focus_on(scene.find(place))
        return scene.pointing.explained

    first, second = (area.name for area in scene.board.areas() if getattr(area, "is_plate", False))
    assert look_at(first, 0).name == first
    act(scene)
    robot.wait(2000)
    while scene.actor == 0:
        act(scene)
        robot.wait(2000)
    look_at(second, 0)
    assert look_at(first, 0).name == first
    act(scene)
    assert scene.pointing.explained is None
    assert look_at(second, 0).name == second
    if used == "mouse":
        robot.click(second)
        assert scene.pointing.explained is None
        assert look_at(second, 12).name == second


def act(scene: TurnScene) -> None:
    scene.do(scene.actor, scene.game.actions(scene.match.state, scene.actor)[0])


@every_game
def test_arrow_keys_reach_every_target_of_a_chosen_card(app: App, name: str) -> None:
    robot, scene = open_table(app, name, used="keys")
    play(robot, scene, 8)
    while not scene.board.selection:
        play(robot, scene, 1)
    scene.focus = "card 0"
    robot.do(Verb.CONFIRM)
    wanted = {targets(scene)[target] for target in scene.board.selection.targets()}
    assert wanted
    found, edge = {scene.focus}, [scene.focus]
    while edge:
        here = edge.pop()
        for way in (Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN):
            scene.focus = here
            robot.do(way)
            if scene.focus not in found:
                found.add(scene.focus)
                edge.append(scene.focus)
    assert wanted <= found


@every_game
def test_one_key_reads_out_the_towers_and_their_owners(app: App, name: str) -> None:
    robot, scene = open_table(app, name, used="keys")
    play(robot, scene, 12)
    robot.do(Verb.ASK_TOWERS)
    announcement = app.context.announcer.said[-1].text
    assert all(scene.board.name(seat) in announcement for seat in range(2)), announcement


@every_game
def test_a_play_can_be_taken_back_and_another_made(app: App, name: str) -> None:
    robot, scene = open_table(app, name, used="keys")
    before = scene.view
    for action in (scene.board.turn.actions[0], scene.board.turn.actions[-1]):
        scene.board.suggest(action)
        robot.do(Verb.PLAY)
        robot.do(Verb.UNDO)
        rest(robot, scene)
        assert (scene.view, texts(scene)) == (before, [])
        assert scene.board.is_synced(before)


@every_game
def test_a_table_fits_any_window_size_without_overlaps(app: App, name: str) -> None:
    for seats in load(name).seats:
        robot, scene = open_table(app, name, "h" + "b" * (seats - 1), 6)
        play(robot, scene, 9, hurry=True)
        windows = [*product([(640, 360), (1280, 720), (1024, 768), (2560, 1080)], [1.0, 1.5], [False])]
        for size, text, is_mirrored in [*windows, ((1024, 768), 1.5, True), ((640, 360), 1.0, True)]:
            robot.resize(size, text, is_mirrored)
            rest(robot, scene)
            scene.rebuild()
            assert scene.board.is_synced(scene.view)
            kit = app.context.kit
            window = Rect(-1, -1, kit.width + 2, kit.height + 10)
            assert [w.name for w in scene.widgets if not window.contains(w.rect)] == [], (size, text)
            fixed = [w for w in scene.widgets if not w.name.startswith(("card", "tower", "floor"))]
            for first, second in combinations(fixed, 2):
                is_apart = not first.rect.inflate(-1, -1).colliderect(second.rect.inflate(-1, -1))
                assert is_apart, f"{first.name} lies on {second.name} at {size}, {text}"


# -- captions


def test_every_sound_of_the_table_has_a_caption() -> None:
    told_otherwise = {"button", "focus", "refuse", "score_tick"}
    assert CAPTION_WORDS.keys() == SOUNDS.keys() - told_otherwise


def test_captions_show_the_last_sounds_for_a_while_if_switched_on() -> None:
    audio = Audio.silent()
    captions = Captions(audio)
    for name in ("penny_drop", "button", "knock", "win"):
        audio.play(name)
    assert captions.update(16, is_on=True)
    assert captions.words == "A knock on wood  ·  A fanfare"
    assert not captions.update(CAPTION_TIME - 1, is_on=True)
    assert captions.update(2, is_on=True)
    assert captions.words == ""
    audio.play("win")
    assert not captions.update(16, is_on=False)


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_captions_cover_nothing_of_a_table(app: App, game: str, size: tuple[int, int]) -> None:
    robot, scene = open_table(app, game)
    robot.resize(size, 1.5)
    app.context.settings.captions = True
    app.context.audio.play("penny_drop")
    app.context.audio.play("sky_settle")
    app.frame([], 16)
    plate, reading = app.captions._plate, scene.reading()
    assert pygame.FRect(0, 0, app.context.kit.width, app.context.kit.height).contains(plate)
    assert plate.collidelist([pygame.FRect(element.rect) for element in reading.elements]) < 0


def test_captions_disappear_from_a_page_at_rest(robot: Robot, app: App) -> None:
    app.context.settings.captions = True
    app.context.settings.idle_life = False
    open_table(app, "wyoming")
    app.context.audio.play("penny_drop")
    app.frame([], 16)
    before = app.frames
    app.frame([], CAPTION_TIME + 1)
    assert app.captions.words == ""
    assert app.frames == before + 1


# -- rest


def test_the_program_rests_while_the_game_is_paused_in_a_bots_turn(app: App, robot: Robot) -> None:
    robot.open(table(app, "wyoming", "bb"))
    assert not app.manager.at_rest
    robot.do(Verb.CANCEL)
    assert isinstance(app.manager.top, PausePage)
    assert app.manager.at_rest
    robot.do(Verb.CANCEL)
    assert not app.manager.at_rest


def wait_for_curtain(robot: Robot, scene: TurnScene) -> None:
    """Wait until the curtain can be lifted; first, confirm for a player who still looks at the results of the turn."""
    for _ in range(400):
        robot.app.manager.update(30)
        if scene.viewer.is_looking and scene.viewer.may_be_done and robot.page is scene:
            robot.do(Verb.CONFIRM)
        if isinstance(robot.page, HandoverPage) and robot.page.at_rest:
            return
    raise AssertionError("the curtain does not appear")


def test_the_program_rests_while_a_curtain_hides_a_bots_turn(app: App, robot: Robot) -> None:
    scene = robot.open(table(app, "wyoming", "hhb"))
    for seat in (0, 1):
        wait_for_curtain(robot, scene)
        robot.do(Verb.CONFIRM)
        while not scene.board.turn:
            app.manager.update(30)
        scene.act(scene.game.actions(scene.match.state, seat)[0])
    wait_for_curtain(robot, scene)
    assert scene.actor == 2
    assert app.manager.at_rest


# -- moods


def mood(game: str, view: object) -> int:
    table = table_of(game)
    if table.table:
        return load_object(table.table)().mood(view)
    return load_object(table.board).mood.fget(SimpleNamespace(view=view))


@pytest.mark.parametrize("name", TURN_GAMES)
def test_the_mood_of_a_game_with_turns_rises_from_calm_to_tense(name: str) -> None:
    game, rng, moods = registry.load(name), random.Random(4), []
    state = game.setup(2, resolve(game.options(2), {}), 4)
    while not game.outcome(state):
        moods.append(mood(name, game.view(state, None)))
        seat = min(game.actors(state))
        game.apply(state, seat, rng.choice(game.actions(state, seat)))
    moods.append(mood(name, game.view(state, None)))
    assert moods[0] == 0
    assert {1, 2} <= {*moods}


def test_a_live_game_is_tense_in_its_last_ten_seconds() -> None:
    game = registry.load("icetowers")
    view = game.view(game.setup(2, resolve(game.options(2), {}), 4), None)
    assert mood("icetowers", view) == 0
    played = [replace(view, began=0, ms=ms) for ms in (1000, 30_000)]
    assert [mood("icetowers", at) for at in played] == [0, 1]
    assert mood("icetowers", replace(played[1], last_call=29_000)) == 2


# -- looks


@pytest.mark.parametrize(("look", "value"), [("colours", "distinct"), ("high_contrast", True)])
def test_a_table_in_other_colours_looks_like_its_golden_picture(
    app: App, tmp_path: Path, look: str, value: str | bool
) -> None:
    setattr(app.context.settings, look, value)
    Robot(app).resize((640, 360))
    robot, scene = open_table(app, "towering")
    play(robot, scene, 30, hurry=True)
    check_golden(robot.see(), f"looks-{look.replace('_', '-')}", tmp_path)


@pytest.mark.parametrize("is_high", [False, True])
def test_the_text_of_a_winners_row_has_enough_contrast(is_high: bool) -> None:
    kit = Kit(Metrics((64, 36)), theme=load_theme(is_high=is_high))
    fill, rim, _ = result_paints(kit, has_won=True)
    share = 1.0 if is_high or len(fill) < 4 else fill[3] / 255  # in high contrast plates are solid
    ground = mix(kit.theme.night, fill[:3], share)
    assert contrast(kit.theme.paper, ground) >= LEAST_CONTRAST
    assert rim == kit.theme.brass


# -- first minutes


def wait_for_turn(robot: Robot) -> TurnScene:
    scene = robot.wait_for_top(TurnScene)
    robot.wait_for(lambda: bool(scene.board.turn and not scene.motion.busy))
    return scene


DEVICES_AND_LANGUAGES = [("mouse", "en"), ("keys", "en"), ("pad", "pl")]


@sampled("game, how", product(TURN_GAMES, DEVICES_AND_LANGUAGES), in_turn(TURN_GAMES, DEVICES_AND_LANGUAGES))
def test_four_presses_lead_to_a_players_first_play(game: str, how: tuple[str, str], app: App) -> None:
    """Choose the game, start it, ask for a hint, play it."""
    used, code = how
    app.context.worker = PromptWorker()
    robot = Robot(app, used)
    translations.use(code)
    robot.open(TitlePage(app.context))
    robot.press(game)
    if isinstance(robot.page, TitlePage):  # the first click only selects the game
        robot.press("new")
    robot.do(Verb.PLAY)
    scene = wait_for_turn(robot)
    seat, before = scene.viewer.seat, len(scene.match.record.entries)
    robot.do(Verb.HINT)
    robot.wait(400)
    robot.do(Verb.PLAY)
    assert [entry.seat for entry in scene.match.record.entries[before:]][:1] == [seat]


@pytest.mark.parametrize(
    ("used", "card", "place"),
    [
        ("keys", "press its number, or Enter on it.", "press a tower's key, or Enter on it."),
        ("pad", "go to it, then A.", "go to a tower, then A."),
        ("mouse", "click on it.", "click on a tower."),
    ],
)
def test_pressing_play_too_soon_explains_what_to_do_first(used: str, card: str, place: str, app: App) -> None:
    robot, _ = open_table(app, "towers", used=used)
    press = robot.click if used == "mouse" else robot.press
    play = (lambda: robot.click("play")) if used == "mouse" else (lambda: robot.do(Verb.PLAY))
    play()
    assert app.context.last_reply.text == f"Choose a card first: {card}"
    press("card 0")
    play()
    assert app.context.last_reply.text == f"Choose where it goes: {place}"


# -- text sizes


WINDOWS = [((1280, 720), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.0), ((1024, 768), 1.5)]


@pytest.mark.parametrize(("size", "text"), WINDOWS)
@pytest.mark.parametrize("name", TURN_GAMES)
def test_the_lines_under_all_names_have_about_the_same_size(
    app: App, eye: Eye, name: str, size: tuple[int, int], text: float
) -> None:
    """“your turn: play one suit” was 10 pixels high beside a line of 15."""
    seats = "hb" if name == "towering" else "hbbb"
    robot, scene = open_table(app, name, seats)
    robot.resize(size, text)
    lines = {line for seat in range(len(seats)) for line in scene.board.game.status(seat).lines}
    eye.forget()
    robot.see()
    shown = {letters for words, letters in eye.sizes if words in lines}
    assert shown
    assert shown <= {*plates.LINE_SIZES}
