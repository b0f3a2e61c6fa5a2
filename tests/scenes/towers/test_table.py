"""The table of Towers in play, by intents; and pictures of it."""

import random
from itertools import combinations
from pathlib import Path

import pytest

from tests.golden import check_golden
from tests.scenes.robot import Robot
from tests.scenes.tables import NAMES, drag, open_table, play, rest, take_step, texts
from topping_out.game.registry import load
from topping_out.game.towers.actions import Claim
from topping_out.game.towers.events import Demolished
from topping_out.game.towers.floors import HIDDEN, Effect, EffectVerb, Floor
from topping_out.scenes.accessibility.semantics import Role
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent
from topping_out.scenes.devices.intents import Verb as Key
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.match.guided.callout import describe_places
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.towers.art import card_art
from topping_out.scenes.towers.board import TowersBoard
from topping_out.scenes.towers.descriptions import describe_floor
from topping_out.scenes.towers.layout import Layout
from topping_out.scenes.towers.lessons import MARKS
from topping_out.scenes.towers.scoring.accounts import AccountsPage
from topping_out.scenes.towers.tips import effects_in_full, peeked
from topping_out.scenes.towers.words import tower_label
from topping_out.scenes.ui.widgets import Button, Rect

GAME = load("towers")
SMALL = (960, 540)
"""Of the pictures, so that they are small files."""
SIZES = [(1280, 720), (1920, 1080), (1024, 768), (2560, 1080)]
STANDARD = GAME.setup(2, {"first": 0, "end": "sheet", "deck": "standard"}, 1).variant.deck


def board_of(scene: TurnScene) -> TowersBoard:
    assert isinstance(scene.board, TowersBoard)
    return scene.board


def to_step(robot: Robot, scene: TurnScene, builds: bool) -> TowersBoard:
    """Play on until the human is to build, or to claim with a card in hand and a floor to claim."""
    board = board_of(scene)
    for _ in range(300):
        selection = board.selection
        claims = selection and any(isinstance(a, Claim) for a in GAME.actions(scene.match.state, 0))
        if selection and (selection.builds if builds else claims):
            return board
        play(robot, scene, 1)
    raise AssertionError("the game went by")


def to_show(robot: Robot, scene: TurnScene) -> TowersBoard:
    """Play on until a tower is being scored, its lights out."""
    board = board_of(scene)
    rng = random.Random(1)
    while not scene.match.outcome:
        take_step(scene, rng)
        while scene.motion.busy and not board.animator.show:
            scene.motion.update(40)
        if board.animator.show:
            return board
        rest(robot, scene)
    raise AssertionError("no tower was scored")


def floor_at(board: TowersBoard, plot: int, level: int) -> str:
    """Return what a floor is called."""
    return f"{board.view.floor(board.view.towers[plot][level].card).name}, floor {level + 1}"


def tower_at(board: TowersBoard, plot: int) -> str:
    """Return what the floors of a tower are read together as."""
    return tower_label(plot, len(board.view.towers[plot]))


# -- pictures


def test_a_scoring_and_its_account_look_as_they_did(app: App, tmp_path: Path) -> None:
    robot, scene = open_table(app, "towers", seats="hbb", seed=5)
    robot.resize(SMALL)
    play(robot, scene, 30)
    board = to_show(robot, scene)
    for _ in range(50):
        scene.motion.update(40)
    assert board.animator.show
    check_golden(robot.see(), "towers_scoring", tmp_path)
    scene.motion.finish()
    robot.app.manager.go(board.read_accounts())
    robot.do(Key.LEFT)
    check_golden(robot.see(), "towers_account", tmp_path)


# -- what shows


def test_in_hot_seat_the_next_player_is_shown_none_of_the_others_tucks(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hh")
    for _ in range(60):
        play(robot, scene, 1)
        tucks = board_of(scene).animator.tucks.values()
        assert all((sprite.key.card == HIDDEN) == (sprite.key.seat != scene.viewer.seat) for sprite in tucks)


def test_one_may_peek_at_ones_own_tucks_and_at_no_others_f5(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hb", seed=6)
    own = others = 0
    while not scene.match.outcome:
        play(robot, scene, 1)
        board = board_of(scene)
        for plot, tower in enumerate(scene.match.state.towers):
            for level, (owner, tuck) in enumerate(zip(tower[1::3], tower[2::3])):
                seen = peeked(board.view, plot, level)
                assert seen == (tuck if owner == 0 else None)
                own, others = own + (owner == 0), others + (owner == 1)
    assert own, "the player tucked a card"
    assert others, "and so did the other"


# -- the show of a scoring


@pytest.mark.parametrize("is_reduced", [False, True])
def test_the_light_goes_down_floor_by_floor(app: App, is_reduced: bool) -> None:
    app.context.settings.reduced_motion = is_reduced
    robot, scene = open_table(app, "towers", seats="hbb")
    play(robot, scene, 20)
    board = to_show(robot, scene)
    show = board.animator.show
    assert show
    reached: list[int] = []
    while board.animator.show is show:
        scene.motion.update(20)
        if show.caption and show.caption.summary.level not in reached:
            reached.append(show.caption.summary.level)
    assert reached == list(reversed(range(len(show.lamps))))


def test_points_arrive_one_by_one_and_make_up_what_the_tower_scored(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hbb", seed=8)
    paid = 0
    for _ in range(4):
        board = to_show(robot, scene)
        show, before = board.animator.show, board.view.scores
        assert show
        while board.animator.show is show:
            assert board.view.scores == before
            scene.motion.update(30)
        assert tuple(a + b for a, b in zip(before, show.gained)) == board.view.scores
        paid += sum(show.gained)
        rest(robot, scene)
    assert paid


def test_a_click_finishes_the_show_at_once(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hbb")
    board = to_show(robot, scene)
    assert board.is_narrating
    robot.app.on_intent(Intent(Key.PRESS, (640, 300)))
    assert board.animator.show is None
    assert board.is_synced(scene.view)
    assert not board.is_narrating


# -- one step by each device


def test_a_floor_is_claimed_by_dragging_a_card_to_its_side(app: App) -> None:
    robot, scene = open_table(app, "towers")
    board = to_step(robot, scene, builds=False)
    before = len(texts(scene))
    plot = next(p for p, tower in enumerate(board.view.towers) for s in tower if s.owner is None)
    level = next(n for n, s in enumerate(board.view.towers[plot]) if s.owner is None)
    floor = floor_at(board, plot, level)
    start, goal = robot.widget("card 0").rect.center, robot.find(Role.OPTION, floor, tower_at(board, plot)).rect.center
    drag(app, start, goal)
    assert texts(scene)[before].split(" #")[0].endswith(f"@{plot}.{level}")


def _vacant(board: TowersBoard) -> bool:
    return any(storey.owner is None for tower in board.view.towers for storey in tower)


# -- for those who listen


def test_a_vacant_floor_says_that_choosing_it_claims_it(app: App) -> None:
    robot, scene = open_table(app, "towers", used="keys", seats="hb")
    board = to_step(robot, scene, builds=False)
    claim = next(action for action in GAME.actions(scene.match.state, 0) if isinstance(action, Claim))
    board.suggest(claim)
    scene.rebuild()
    said = robot.find(Role.OPTION, floor_at(board, claim.plot, claim.level), tower_at(board, claim.plot)).semantics()
    assert said.value.startswith("vacant")
    assert said.description.startswith("Claim this ")
    assert said.is_selected


def test_a_tucked_card_is_named_to_its_owner_alone_f5(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hb", seed=6)
    own = others = 0
    for _ in range(60):
        play(robot, scene, 1)
        view = scene.view
        for plot, tower in enumerate(view.towers):
            for level, storey in enumerate(tower):
                said = describe_floor(view, plot, level, NAMES)
                if storey.owner == 0:
                    assert said.description.startswith(f"{view.floor(storey.tuck).name} is tucked under it.")
                elif storey.owner == 1:
                    assert (said.value, "tucked" in said.description) == ("Cornice", False)
                own, others = own + (storey.owner == 0), others + (storey.owner == 1)
    assert own, "the player tucked a card"
    assert others, "and so did the other"


def test_the_table_answers_to_questions(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hb", seed=5)
    board = to_step(robot, scene, builds=False)
    view = board.view
    hand = ", ".join(view.floor(card).name for card in view.hand)
    assert scene.reply_to(Key.ASK_HAND).endswith(f": {hand}.")
    assert scene.reply_to(Key.ASK_SCORES).startswith(f"Ana: {view.scores[0]} point")
    assert f"Draw pile: {view.draw_pile} cards." in scene.reply_to(Key.ASK_TABLE)
    assert scene.reply_to(Key.ASK_TURN) == "Claim floors, or end the turn."


def test_a_scoring_is_one_announcement_with_the_cards_drawn_after_it(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hb", seed=8)
    app.context.settings.announcements = "short"
    while not any(isinstance(event, Demolished) for event in scene.board.history()):
        app.context.announcer.history.clear()
        play(robot, scene, 1)
    told = next(text for text in app.context.announcer.history if "is cleared away" in text)
    assert told.count("is cleared away") == 1
    assert "is scored" not in told, "it is told twice"
    assert "is vacant" not in told, "the account is read on its page"


def test_the_coach_names_plots_and_the_floors_of_a_tower(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hb", seed=5)
    board, now = board_of(scene), scene.lesson_context()
    assert now
    places = describe_places(MARKS["plots"](board, now), scene.widgets)
    assert places == "This is about: Tower 1, free plot. Tower 2, free plot. Tower 3, free plot."
    while not _vacant(board_of(scene)) or max(map(len, scene.view.towers)) < 2:
        play(robot, scene, 1)
    board = to_step(robot, scene, builds=False)
    plot = next(plot for plot, tower in enumerate(board.view.towers) if len(tower) > 1)
    mark = board.layout.floor_rect(plot, 0).union(board.layout.side_rect(plot, 0))
    floor = f"{tower_at(board, plot)}: {floor_at(board, plot, 0)}"
    assert describe_places([mark], scene.widgets) == f"This is about: {floor}."


# -- accounts, results, replay


def test_the_accounts_tell_every_scoring_from_the_table(app: App) -> None:
    robot, scene = open_table(app, "towers", used="keys", seats="hbb")
    assert not robot.widget("accounts").enabled
    play(robot, scene, 40)
    robot.do(Key.LOOK)
    page = robot.page
    assert isinstance(page, AccountsPage)
    assert len(page.found) > 1
    for number in reversed(range(len(page.found))):
        assert page.number == number
        assert len(page.rows()) == len(page.found[number].floors)
        robot.see()
        robot.do(Key.LEFT)
    robot.do(Key.CANCEL)
    assert robot.page is scene


def test_a_resumed_game_still_tells_the_scorings_before_it(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hbb")
    play(robot, scene, 40)
    board = board_of(scene)
    count = len(board.read_accounts().scene.found)
    app.context.library.close()
    again = TurnScene(app.context, app.context.library.resume(app.context.library.unfinished()[0].path))
    robot.open(again)
    assert len(board_of(again).read_accounts().scene.found) == count


def test_marks_of_the_last_plays_are_the_same_after_a_view_alone(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hbb")
    for _ in range(12):
        play(robot, scene, 3)
        board = board_of(scene)
        told = board.animator.last_plays
        board.sync(scene.view)
        assert board.animator.last_plays == told


# -- layout and lettering


@pytest.mark.parametrize("text", [1.0, 1.5])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_on_the_table_lies_over_anything_else(app: App, size: tuple[int, int], text: float, seats: int) -> None:
    robot, scene = open_table(app, "towers", seats="h" + "b" * (seats - 1))
    robot.resize(size, text)
    scene.rebuild()
    layout, kit = board_of(scene).layout, app.context.kit
    wide, high = layout.card

    def card(index: int) -> Rect:
        place = layout.hand_place(index, 6)
        return Rect(place.x - wide / 2, place.y - high / 2, wide, high)

    things = {f"card {n}": card(n) for n in range(6)}
    things |= {
        f"plot {p}": Rect(*layout.column(p, 6)[:2], wide + card_art.STICKS_OUT, high * 6) for p in range(layout.plots)
    }
    things |= {f"plate {s}": layout.plate(s) for s in range(seats)}
    things |= {w.name: w.rect for w in scene.widgets if isinstance(w, Button)}
    message = board_of(scene).message_lines * 18 * text + 18
    things["worths"] = Rect(
        layout.tower_x(0) - wide / 2, layout.ground + 2, layout.tower_x(layout.plots - 1) + wide, 20 * text
    )
    things["message"] = Rect(20, kit.height - 16 - message, layout.message_width, message)
    window = Rect(0, 0, kit.width, kit.height)
    for name, rect in things.items():
        assert window.contains(rect), name
    for (one, a), (other, b) in combinations(things.items(), 2):
        assert not a.inflate(-1, -1).colliderect(b.inflate(-1, -1)), f"{one} lies over {other}"


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_words_of_every_floor_fit_its_card(app: App, size: tuple[int, int], text: float, seats: int) -> None:
    kit = Kit(Metrics(size), text)
    variant = GAME.setup(seats, {"first": 0, "end": "sheet", "deck": "standard"}, 1).variant
    card = Layout(kit, variant).card
    room = card_art.text_room(kit, card)
    for floor in STANDARD.floors:
        made = card_art.lettering(kit, floor, room)
        assert made.height <= room[1], floor.name
        assert " ".join(made.name) == floor.name
        assert " ".join(made.line) in (card_art.short(floor), card_art.floor_words(floor)), floor.name
        for words, letters, face in ((made.name, made.name_size, "title"), (made.line, made.line_size, "body")):
            assert letters >= 13
            assert all(kit.text_size(part, letters, face, fixed=True)[0] <= room[0] for part in words)


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_long_name_does_not_make_the_effect_hard_to_read(app: App, size: tuple[int, int], text: float) -> None:
    kit = Kit(Metrics(size), text)
    variant = GAME.setup(4, {"first": 0, "end": "sheet", "deck": "standard"}, 1).variant
    room = card_art.text_room(kit, Layout(kit, variant).card)
    made = [card_art.lettering(kit, floor, room) for floor in STANDARD.floors]
    for each in made:
        assert each.line_size / card_art.LINE >= 0.79 * each.name_size / card_art.NAME, each
    assert min(each.line_size for each in made) >= (0.9 * card_art.LINE * text if size == (1024, 768) else 13)


def test_a_long_floor_of_ones_own_deck_is_told_in_full_when_pointed_at() -> None:
    effects = (Effect(EffectVerb.DRAW, 2), Effect(EffectVerb.SCORE_TUCKS, 3), Effect(EffectVerb.VACATE_BELOW, 2))
    told = effects_in_full(Floor("Old Cinema Hall", 4, effects, triggers_scoring=True))
    assert told == (
        "Its owner draws 2 cards, up to 6 in hand. "
        "If owned, everyone scores 3 for each card they tucked in the tower. "
        "If owned, it makes the 2 floors directly below vacant. "
        "Claimed or not, it triggers scoring in the turn it's built."
    )


def test_a_floor_with_an_unknown_name_has_a_room_too() -> None:
    kit = Kit(Metrics((1280, 720)))
    for verb in EffectVerb:
        picture = card_art.face(kit, Floor("GARDEN", 4, (Effect(verb, 1),)), (230, 68))
        assert kit.size_of(picture) == (230, 68)
    assert kit.size_of(card_art.face(kit, Floor("YARD", 4, ()), (230, 68))) == (230, 68)
