"""The table of Towers."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.game.hints.sentences import check_some
from tests.game.towers.positions import NAMES, TELLER, do, table
from tests.golden import check_golden
from tests.scenes.robot import Eye, Robot
from tests.scenes.tables import NAMES as PLAYER_NAMES
from tests.scenes.tables import choices, drag, open_table, play, rest, take_step, texts
from topping_out.game.registry import load
from topping_out.game.towers.actions import HEIGHT, Build, Claim, Demolished
from topping_out.game.towers.core import State
from topping_out.game.towers.floors import HIDDEN, Account, Effect, EffectVerb, Floor
from topping_out.game.towers.rules import GAME, account, preview
from topping_out.game.towers.state import View
from topping_out.scenes.accessibility.semantics import Role
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent
from topping_out.scenes.devices.intents import Verb as Key
from topping_out.scenes.kit import plates
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.coach import describe_places
from topping_out.scenes.match.table.game import Said
from topping_out.scenes.match.table.selection import Selection
from topping_out.scenes.match.table.table import Table
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.towers import art, drawing
from topping_out.scenes.towers.lessons import MARKS
from topping_out.scenes.towers.places import Layout, Target, Tuck, places_in
from topping_out.scenes.towers.scoring import AccountsPage, rows_if_claimed, rows_now, summarize_floors
from topping_out.scenes.towers.table import TowersTable
from topping_out.scenes.towers.words import draw_plan_tip, effects_in_full, floor_said, low_tip, peeked, tower_label
from topping_out.scenes.ui.layout import Rect
from topping_out.scenes.ui.widgets import Button

# -- previews


GROWS = re.compile(rf"Floor (\d+) of {HEIGHT}\. Scored as it stands: (.+)")
SCORED = re.compile(
    rf"(It's scored at the end of this turn:|Floor {HEIGHT} of {HEIGHT}: scored at the end of this turn,) (.+)"
)
CLAIMED = re.compile(
    r"It pays nothing as it stands|"
    r"(?:(-?\d+) to (-?\d+) points for you(?:, |$))?(?:others ([+−]\d+)(?:, |$))?(?:you draw (\d+) cards?)?"
)


def selecting(view: View, actions: Sequence[Any], names: Sequence[str]) -> Selection:
    """Return the selection of a player with this view."""
    game, table = TowersTable(), SimpleNamespace(view=view)
    game.table = table  # type: ignore[assignment]
    return Selection(game, view, actions, names)


def tip_and_result(state: State, seat: int, action: Build | Claim) -> tuple[str, int, View]:
    """Return the tip of an action, the plot that it is about, and the seat's view after it."""
    view = GAME.view(state, seat)
    selection = selecting(view, GAME.actions(state, seat), [f"P{number}" for number in range(len(view.hand_sizes))])
    selection.choose(action)
    after = state.copy()
    GAME.apply(after, seat, action)
    return selection.preview(selection.aim)[1], selection.aim.plot, GAME.view(after, seat)


def check(state: State, seat: int, build: Build) -> None:
    """Check the tip of a build against the state after it."""
    line, plot, then = tip_and_result(state, seat, build)
    grows, scored = GROWS.fullmatch(line), SCORED.fullmatch(line)
    assert grows or scored, line
    if grows:
        assert int(grows[1]) == len(then.towers[plot]) < HEIGHT, line
    if scored and scored[1].startswith("Floor"):
        assert len(then.towers[plot]) == HEIGHT, line
    words = (grows or scored)[2]  # type: ignore[index]
    points_by_seat = {int(owner): int(points) for owner, points in re.findall(r"P(\d+) (-?\d+)", words)}
    assert points_by_seat or words == "nobody scores", line
    assert points_by_seat == {owner: points for owner, points in enumerate(preview(then, plot).points) if points}, line


def check_claim(state: State, seat: int, claim: Claim) -> None:
    """Check the tip of a claim against the account of the tower after it."""
    line, plot, after = tip_and_result(state, seat, claim)
    now, then = preview(GAME.view(state, seat), plot), preview(after, plot)
    found = CLAIMED.fullmatch(line)
    assert found, line
    own = (now.points[seat], then.points[seat])
    assert (int(found[1]), int(found[2])) == own if found[1] else own[0] == own[1], line
    rivals_points = sum(then.points) - own[1] - sum(now.points) + own[0]
    assert (int(found[3].replace("−", "-")) if found[3] else 0) == rivals_points, line
    assert (int(found[4]) if found[4] else 0) == max(0, drawn(then, seat) - drawn(now, seat)), line


def drawn(account: Account, seat: int) -> int:
    return sum(step.drawn for step in account.steps if step.owner == seat)


TIPS = [(Build, check, 2), (Claim, check_claim, 1)]
"""A type of action, the check of its tips, and which share of positions is checked: every n-th."""


@pytest.mark.parametrize(("positions", "least"), [(150, 40), pytest.param(4000, 4000, marks=pytest.mark.long)])
@pytest.mark.parametrize(("kind", "check", "every"), TIPS)
def test_the_tip_of_an_action_is_true(
    kind: type, check: Callable[..., None], every: int, positions: int, least: int
) -> None:
    assert check_some("towers", kind, check, 3, positions, every) >= least


# -- selection


PLACES = {f"{plot}": Target(plot) for plot in range(6)}
FLOORS = {f"{plot}.{level}": Target(plot, level) for plot, level in product(range(6), repeat=2)}

test_what_is_chosen = choices(
    TELLER,
    TowersTable,
    {**FLOORS, **PLACES},
    lambda view, name: next(card for card in view.hand if view.variant.deck.floor_of(card).name == name),
    """
without a chosen card the table asks for one
    SUITE OFFICE /, towers LOBBY
    = action None; label Choose a card; targets -; refusal 0 Choose a card in your hand first.
a card can go onto any tower or the leftmost free plot
    SUITE OFFICE /, towers LOBBY > take OFFICE
    = targets 0, 1; refusal 2 A new tower takes the leftmost free plot.; label Choose a tower
    > point 0 = action build OFFICE @0 > point 1 = action build OFFICE @new
the second floor goes onto another tower
    SUITE OFFICE /, towers LOBBY > build SUITE @0; take OFFICE = targets 1; refusal 0 …goes on another…
no floor can be claimed before both floors are built
    SUITE OFFICE /, towers LOBBY > take SUITE = refusal 0.0 …Build first…
the tip of a build shows what the tower would score
    OFFICE SUITE /, towers OFFICE:1 LOBBY:0 > take OFFICE
    = tip 0 Build OFFICE on tower 1: Floor 3 of 6. Scored as it stands: Ana 1, Bo 4; tip 1 Start tower 2 with OFFICE: …

after both floors the main button ends the turn
    SUITE SUITE SUITE / SUITE, towers SUITE:1 | SUITE:1 > build SUITE @0; build SUITE @1
    = action end; label End turn > take SUITE = action end; label End turn
a card is aimed at the most profitable claim first
    INFERNO INFERNO SUITE / SUITE, towers OFFICE OFFICE SUITE | LOBBY:1 | LOBBY:1
    > build INFERNO @1; build INFERNO @2; take SUITE
    = aim 0.1; label Claim the floor; refusal 5 No floor of tower 6 is free to claim.
a card can be tucked under any floor without one
    INFERNO INFERNO SUITE / SUITE, towers OFFICE OFFICE:1 | LOBBY:1 | LOBBY:1
    > build INFERNO @1; build INFERNO @2; take SUITE = targets 0.0, 1.1, 2.1;
      refusal 0.1 This floor already has a tucked card.; refusal 0 …To claim a floor…
the tip of a claim shows what it is worth
    INFERNO INFERNO SUITE / SUITE, towers OFFICE OFFICE | LOBBY:1 | LOBBY:1
    > build INFERNO @1; build INFERNO @2; take SUITE = tip 0.1 Claim this OFFICE with SUITE: 0 to 4 points for you

choosing a hint to build selects its action
    SUITE OFFICE /, towers LOBBY > hint build SUITE @0 = action build SUITE @0; label Build on tower 1
    > hint build OFFICE @new = action build OFFICE @new; label Start a tower
choosing a hint to claim or end selects its action
    INFERNO INFERNO SUITE / SUITE, towers OFFICE | LOBBY:1 | LOBBY:1
    > build INFERNO @1; build INFERNO @2; hint claim SUITE @0.0 = action claim SUITE @0.0; label Claim the floor
    > hint end = action end; card -
choosing another card drops the hint
    INFERNO INFERNO SUITE LOBBY / SUITE, towers OFFICE SUITE | LOBBY:1 | LOBBY:1
    > build INFERNO @1; build INFERNO @2; hint claim SUITE @0.1; take LOBBY = aim 0.0
""",
)


def test_every_target_is_legal_for_the_chosen_card() -> None:
    state = table(["SUITE, SUITE, SUITE", ""], "LOBBY, OFFICE:1", "LOBBY")
    selection = selecting(GAME.view(state, 0), GAME.actions(state, 0), NAMES)
    card = selection.view.hand[1]
    selection.toggle(card)
    for target in selection.targets():
        action = selection.action_at(target)
        GAME.check(state, 0, action)
        assert action.card == card


def test_a_towers_key_aims_at_its_most_profitable_floor_first() -> None:
    state = table(["INFERNO, INFERNO, SUITE", "SUITE"], "OFFICE, OFFICE, SUITE", "LOBBY:1", "LOBBY:1")
    do(state, "build INFERNO @1", "build INFERNO @2")
    selection = selecting(GAME.view(state, 0), GAME.actions(state, 0), NAMES)
    selection.take(selection.view.hand[0])
    assert places_in(selection, Target(0)) == [Target(0, 1), Target(0, 0), Target(0, 2)]
    assert places_in(selection, Target(5)) == []


def test_a_towers_key_aims_at_each_of_its_free_floors_in_turn(app: App) -> None:
    robot, scene = open_table(app, "towers", used="keys")
    board = to_step(robot, scene, builds=False)
    board.selection.toggle(board.view.hand[0])
    tower = next(p for p, tower in enumerate(board.view.towers) if any(s.owner is None for s in tower))
    free = {level for level, storey in enumerate(board.view.towers[tower]) if storey.owner is None}
    aims = []
    for _ in range(len(free) + 1):
        board.play_to(tower)
        assert board.aims_at(tower)
        aims.append(board.selection.aim)
    assert {aim.level for aim in aims} == free

    assert aims[0] == aims[-1]
    full = next((p for p, t in enumerate(board.view.towers) if t and all(s.owner is not None for s in t)), None)
    if full is not None:
        board.play_to(full)
        assert not board.aims_at(full)


# -- the texts beside floors


def texts_of(tower: str, seats: int) -> list[list[tuple[int | None, str]]]:
    """Return the texts of each floor of a tower, given from the top; owners are seat numbers from 1."""
    floors = [part.strip().partition(":") for part in tower.split(",")][::-1]
    state = table([""] * seats, ", ".join(f"{name}:{int(owner) - 1}" if owner else name for name, _, owner in floors))
    view = GAME.view(state, None)
    kinds = bytes(storey.card for storey in view.towers[0]).translate(view.variant.deck.kinds)
    owners = bytes(255 if storey.owner is None else storey.owner for storey in view.towers[0])
    steps = account(view.variant.deck, kinds, owners, [0] * seats, 20).steps
    return [
        [(None if seat is None else seat + 1, words) for seat, words in floor.parts]
        for floor in summarize_floors(steps)
    ]


VACANT = [(None, "vacant")]
EXAMPLES = [
    (
        "OFFICE, NOISE COMPLAINT, LANDLORD:4, LANDLORD:2, OFFICE:3, LOBBY:1", 4,
        [VACANT, VACANT, [(4, "takes floor 3")], [(4, "takes floor 2")],
         [(4, "2 OFFICE floors × 2 = 4")], [(1, "5 floors above × 1 = 5")]],
    ),
    (
        "SPIRE:1, INFERNO:2, LANDLORD, LOBBY:4, ELEVATOR:3, SUITE:2", 4,
        [[(1, "scores 3")], [(2, "vacates floor 3")], VACANT, VACANT,
         [(1, "1 tuck × 2 = 2"), (2, "2 tucks × 2 = 4"), (3, "1 tuck × 2 = 2"), (4, "1 tuck × 2 = 2")],
         [(2, "draws 2")]],
    ),
    (
        "SPIRE, LANDLORD:2, NOISE COMPLAINT, SUITE:2, ELEVATOR:1", 2,
        [VACANT, [(2, "takes floor 3")], [(2, "vacates floor 2")], VACANT,
         [(1, "1 tuck × 2 = 2"), (2, "2 tucks × 2 = 4")]],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("tower", "seats", "words"), EXAMPLES)
def test_worked_examples_are_explained_floor_by_floor(
    tower: str, seats: int, words: list[list[tuple[int | None, str]]]
) -> None:
    assert texts_of(tower, seats) == words


# -- the effects of floors now


def view_of(tower: str) -> View:
    return GAME.view(table(["SUITE", ""], tower), 0)


def test_a_floor_says_what_it_does_now_and_would_do_if_claimed() -> None:
    view = view_of("OFFICE:1, OFFICE, LOBBY:0")
    assert rows_now(view, 0, 0) == [((1, "2 OFFICE floors × 2 = 4"),)]
    assert rows_now(view, 0, 1) == [((None, "Vacant: it does nothing."),)]
    assert rows_now(view, 0, 2) == [((0, "scores nothing"),)]
    claimed = rows_if_claimed(view, 0, 1)
    assert claimed[0] == ((0, "2 OFFICE floors × 2 = 4"),)
    assert claimed[-1] == ((None, "Your points here right now: 0 → 4"),)
    assert rows_if_claimed(view, 0, 0) == []


def test_a_floor_says_who_takes_or_vacates_it_first() -> None:
    view = view_of("OFFICE:1, LANDLORD:0")
    assert rows_now(view, 0, 0) == [((0, "takes it first, with floor 2, LANDLORD"),), ((0, "1 OFFICE × 2 = 2"),)]
    view = view_of("OFFICE:1, NOISE COMPLAINT:0")
    assert rows_now(view, 0, 0) == [
        ((None, "Already vacated by floor 2, NOISE COMPLAINT"),), ((None, "Vacant: it does nothing."),)
    ]  # fmt: skip


# -- table


TOWERS = load("towers")
SMALL = (960, 540)
"""The size of the pictures, to keep the files small."""
SIZES = [(1280, 720), (1920, 1080), (1024, 768), (2560, 1080)]


def new(seats: int) -> State:
    return TOWERS.setup(seats, {"first": 0, "end": "sheet", "deck": "standard"}, 1)


STANDARD = new(2).variant.deck


def to_step(robot: Robot, scene: TurnScene, builds: bool) -> Any:
    """Play until the human can build, or can claim a floor with a card in hand."""
    board = scene.board
    for _ in range(300):
        selection = board.selection
        claims = selection and any(isinstance(a, Claim) for a in TOWERS.actions(scene.match.state, 0))
        if selection and (selection.view.builds_left if builds else claims):
            return board
        play(robot, scene, 1)
    raise AssertionError("there was no such step")


def to_show(robot: Robot, scene: TurnScene) -> Any:
    """Play until a tower is being scored, with its lights out."""
    board = scene.board
    rng = random.Random(1)
    while not scene.match.outcome:
        take_step(scene, rng)
        while scene.motion.busy and not scene.board.game.show:
            scene.motion.update(40)
        if scene.board.game.show:
            return board
        rest(robot, scene)
    raise AssertionError("no tower was scored")


def floor_at(board: Table, plot: int, level: int) -> str:
    """Return the label of a floor."""
    return f"{board.view.floor(board.view.towers[plot][level].card).name}, floor {level + 1}"


def tower_at(board: Table, plot: int) -> str:
    """Return the label of a tower, the group of its floors."""
    return tower_label(plot, len(board.view.towers[plot]))


# -- pictures


def test_a_scoring_and_its_account_look_like_their_golden_pictures(app: App, tmp_path: Path) -> None:
    robot, scene = open_table(app, "towers", seats="hbb", seed=5)
    robot.resize(SMALL)
    play(robot, scene, 30)
    to_show(robot, scene)
    for _ in range(50):
        scene.motion.update(40)
    assert scene.board.game.show
    check_golden(robot.see(), "towers_scoring", tmp_path)
    scene.motion.finish()
    robot.app.manager.go(scene.board.game.read_accounts())
    robot.do(Key.LEFT)
    check_golden(robot.see(), "towers_account", tmp_path)


# -- hidden cards


def test_the_next_player_at_the_screen_does_not_see_others_tucks(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hh")
    for _ in range(60):
        play(robot, scene, 1)
        tucks = [sprite.key for sprite in scene.board.tokens.sprites.values() if isinstance(sprite.key, Tuck)]
        assert all((tuck.card == HIDDEN) == (tuck.seat != scene.viewer.seat) for tuck in tucks)
        owned = sum(storey.owner is not None for tower in scene.view.towers for storey in tower)
        assert len(tucks) == owned


def test_tucks_can_be_looked_at_and_are_named_to_their_owners_only_f5(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hb", seed=6)
    own = rivals_tucks = 0
    while not scene.match.outcome:
        play(robot, scene, 1)
        view = scene.board.view
        for plot, tower in enumerate(scene.match.state.towers):
            for level, (owner, tuck) in enumerate(zip(tower[1::3], tower[2::3])):
                assert peeked(view, plot, level) == (tuck if owner == 0 else None)
                sentence = floor_said(view, plot, level, PLAYER_NAMES)
                if owner == 0:
                    assert sentence.line.startswith(f"{view.floor(tuck).name} is tucked under it.")
                elif owner == 1:
                    assert (sentence.value, "tucked" in sentence.line) == ("Cornice", False)
                own, rivals_tucks = own + (owner == 0), rivals_tucks + (owner == 1)
    assert own, "the player tucked no card"
    assert rivals_tucks, "the opponent tucked no card"


# -- the animation of a scoring


@pytest.mark.parametrize("is_reduced", [False, True])
def test_the_light_of_a_scoring_goes_down_floor_by_floor(app: App, is_reduced: bool) -> None:
    app.context.settings.reduced_motion = is_reduced
    robot, scene = open_table(app, "towers", seats="hbb")
    play(robot, scene, 20)
    to_show(robot, scene)
    show = scene.board.game.show
    reached: list[int] = []
    while scene.board.game.show is show:
        scene.motion.update(20)
        if show.caption and show.caption.summary.level not in reached:
            reached.append(show.caption.summary.level)
    assert reached == list(reversed(range(len(show.lamps))))


def test_points_of_a_scoring_arrive_one_by_one(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hbb", seed=8)
    paid = 0
    for _ in range(4):
        board = to_show(robot, scene)
        show, before = scene.board.game.show, board.view.scores
        while scene.board.game.show is show:
            assert board.view.scores == before
            scene.motion.update(30)
        assert tuple(a + b for a, b in zip(before, show.gained)) == board.view.scores
        paid += sum(show.gained)
        rest(robot, scene)
    assert paid


def test_a_click_finishes_the_animation_of_a_scoring(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hbb")
    board = to_show(robot, scene)
    assert board.narrations
    robot.app.on_intent(Intent(Key.PRESS, (640, 300)))
    assert scene.board.game.show is None
    assert board.is_synced(scene.view)
    assert not board.narrations


# -- dragging


def test_a_floor_can_be_claimed_by_dragging_a_card(app: App) -> None:
    robot, scene = open_table(app, "towers")
    board = to_step(robot, scene, builds=False)
    before = len(texts(scene))
    plot = next(p for p, tower in enumerate(board.view.towers) for s in tower if s.owner is None)
    level = next(n for n, s in enumerate(board.view.towers[plot]) if s.owner is None)
    floor = floor_at(board, plot, level)
    start, goal = robot.widget("card 0").rect.center, robot.find(Role.OPTION, floor, tower_at(board, plot)).rect.center
    drag(app, start, goal)
    assert texts(scene)[before].split(" #")[0].endswith(f"@{plot}.{level}")


# -- for screen readers


def test_the_table_replies_to_questions(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hb", seed=5)
    board = to_step(robot, scene, builds=False)
    view = board.view
    hand = ", ".join(view.floor(card).name for card in view.hand)
    assert scene.reply_to(Key.ASK_HAND).endswith(f": {hand}.")
    assert scene.reply_to(Key.ASK_SCORES).startswith(f"Ana: {view.scores[0]} point")
    assert f"Draw pile: {view.draw_pile} cards." in scene.reply_to(Key.ASK_TABLE)
    assert scene.reply_to(Key.ASK_TURN) == "Claim floors, or end the turn."


def test_a_scoring_is_announced_once(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hb", seed=8)
    app.context.settings.announcements = "short"
    while not any(isinstance(event, Demolished) for event in scene.board.history()):
        app.context.announcer.history.clear()
        play(robot, scene, 1)
    texts_of = next(text for text in app.context.announcer.history if "is cleared away" in text)
    assert texts_of.count("is cleared away") == 1
    assert "is scored" not in texts_of, "it was announced twice"
    assert "is vacant" not in texts_of, "the account belongs on its page"


def test_lessons_name_plots_and_the_floors_of_a_tower(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hb", seed=5)
    board, now = scene.board, scene.lesson_context()
    places = describe_places(MARKS["plots"](board, now), scene.widgets)
    assert places == "This is about: Tower 1, free plot. Tower 2, free plot. Tower 3, free plot."
    while max(map(len, scene.view.towers)) < 2:
        play(robot, scene, 1)
    board = to_step(robot, scene, builds=False)
    plot = next(plot for plot, tower in enumerate(board.view.towers) if len(tower) > 1)
    mark = board.layout.floor_rect(plot, 0).union(board.layout.side_rect(plot, 0))
    floor = f"{tower_at(board, plot)}: {floor_at(board, plot, 0)}"
    assert describe_places([mark], scene.widgets) == f"This is about: {floor}."


# -- accounts, results, replay


def test_the_page_of_accounts_shows_every_scoring(app: App) -> None:
    robot, scene = open_table(app, "towers", used="keys", seats="hbb")
    assert not robot.widget("accounts").enabled
    play(robot, scene, 40)
    robot.do(Key.LOOK)
    page = robot.top(AccountsPage)
    assert len(page.found) > 1
    for number in reversed(range(len(page.found))):
        assert page.number == number
        assert len(page.rows()) == len(page.found[number].floors)
        robot.see()
        robot.do(Key.LEFT)
    robot.do(Key.CANCEL)
    assert robot.page is scene


def test_a_continued_game_still_shows_earlier_scorings(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hbb")
    play(robot, scene, 40)
    count = len(scene.board.game.read_accounts().scene.found)
    app.context.library.close()
    again = robot.open(TurnScene(app.context, app.context.library.resume(app.context.library.unfinished()[0].path)))
    assert len(again.board.game.read_accounts().scene.found) == count


def test_marks_of_the_last_plays_are_kept_by_syncing(app: App) -> None:
    robot, scene = open_table(app, "towers", seats="hbb")
    for _ in range(12):
        play(robot, scene, 3)
        board = scene.board
        texts_of = scene.board.game.last_plays
        board.sync(scene.view)
        assert scene.board.game.last_plays == texts_of


# -- layout and lettering


@pytest.mark.parametrize("text", [1.0, 1.5])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_on_the_table_overlaps(app: App, size: tuple[int, int], text: float, seats: int) -> None:
    robot, scene = open_table(app, "towers", seats="h" + "b" * (seats - 1))
    robot.resize(size, text)
    scene.rebuild()
    layout, kit = scene.board.layout, app.context.kit
    wide, high = layout.card

    def card(index: int) -> Rect:
        place = layout.hand_place(index, 6)
        return Rect(place.x - wide / 2, place.y - high / 2, wide, high)

    things = {f"card {n}": card(n) for n in range(6)}
    things |= {
        f"plot {p}": Rect(*layout.column(p, 6)[:2], wide + art.STICKS_OUT, high * 6) for p in range(layout.plots)
    }
    things |= {f"plate {s}": layout.plate(s) for s in range(seats)}
    things |= {w.name: w.rect for w in scene.widgets if isinstance(w, Button)}
    message = scene.board.message_lines * 18 * text + 18
    things["worths"] = Rect(
        layout.tower_x(0) - wide / 2, layout.ground + 2, layout.tower_x(layout.plots - 1) + wide, 20 * text
    )
    things["message"] = Rect(20, kit.height - 16 - message, layout.message_width, message)
    window = Rect(0, 0, kit.width, kit.height)
    for name, rect in things.items():
        assert window.contains(rect), name
    for (first, a), (second, b) in combinations(things.items(), 2):
        assert not a.inflate(-1, -1).colliderect(b.inflate(-1, -1)), f"{first} overlaps {second}"


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_text_of_every_floor_fits_its_card(app: App, size: tuple[int, int], text: float, seats: int) -> None:
    kit = Kit(Metrics(size), text)
    card = Layout(kit, new(seats).variant).card
    room = art.text_room(kit, card)
    for floor in STANDARD.floors:
        made = art.lettering(kit, floor, room)
        assert made.height <= room[1], floor.name
        assert " ".join(made.name) == floor.name
        assert " ".join(made.line) in (art.short(floor), art.floor_words(floor)), floor.name
        for words, letters, face in ((made.name, made.name_size, "title"), (made.line, made.line_size, "body")):
            assert letters >= 13
            assert all(kit.text_size(part, letters, face, fixed=True)[0] <= room[0] for part in words)


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_long_name_does_not_shrink_the_effects_text(app: App, size: tuple[int, int], text: float) -> None:
    kit = Kit(Metrics(size), text)
    room = art.text_room(kit, Layout(kit, new(4).variant).card)
    made = [art.lettering(kit, floor, room) for floor in STANDARD.floors]
    for each in made:
        assert each.line_size / art.LINE >= 0.79 * each.name_size / art.NAME, each
    assert min(each.line_size for each in made) >= (0.9 * art.LINE * text if size == (1024, 768) else 13)


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_tooltip_of_a_card_of_the_hand_covers_no_floor(
    app: App, size: tuple[int, int], text: float, seats: int
) -> None:
    kit = Kit(Metrics(size), text)
    layout = Layout(kit, new(seats).variant)
    for floor, held in product(STANDARD.floors, range(1, 7)):
        said = Said(floor.name, effects_in_full(floor))
        for card in range(held):
            tip = low_tip(kit, layout, layout.hand_place(card, held).x, held, said)
            assert " ".join(tip.lines) == said.line
            assert tip.place.y > layout.ground
            assert tip.place.x >= 8
            assert tip.place.right < layout.plate(0).x
            over = tip.place.bottom - layout.hand_place(0, held).y + layout.card[1] / 2
            assert over < layout.card[1] / 3, "it may cover no more than the edge of the upper row"


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1024, 768), 1.5)])
def test_the_tooltip_of_a_plan_covers_neither_other_places_nor_the_hand(
    app: App, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], text: float
) -> None:
    placed: list[tuple[Rect, list[Rect]]] = []

    def watched(window: Rect, beside: Rect, tip: tuple[float, float], above: bool, clear: list[Rect]) -> Any:
        place = tip_place(window, beside, tip, above, clear)
        placed.append((Rect(*place, *tip), [*clear]))
        return place

    tip_place = plates.tip_place
    monkeypatch.setattr(plates, "tip_place", watched)
    robot, scene = open_table(app, "towers", "hbbb")
    robot.resize(size, text)
    for seed in range(4):
        play(robot, scene, 5, seed)
        board = scene.board
        state, seat = scene.match.state, scene.actor
        selection = Selection(board.game, scene.game.view(state, seat), scene.game.actions(state, seat), board.names)
        for card in selection.view.hand:
            selection.drop()
            selection.take(card)
            for target in selection.targets():
                draw_plan_tip(Stage(), board.kit, board.layout, selection, target)
    assert len(placed) > 20
    for tip, clear in placed:
        assert tip.collidelist(clear) < 0


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_piles_are_always_named(app: App, eye: Eye, size: tuple[int, int], text: float) -> None:
    kit = Kit(Metrics(size), text)
    view = replace(TOWERS.view(new(2), 0), draw_pile=50, discards=tuple(range(60)))
    drawing.draw_piles(Stage(), kit, Layout(kit, view.variant), view)
    shown = " ".join(words for words, _ in eye.sizes).replace(" · ", " ")
    assert shown == "draw 50 discards 60"


def test_a_long_effect_is_explained_in_full_in_the_tooltip() -> None:
    effects = (Effect(EffectVerb.DRAW, 2), Effect(EffectVerb.SCORE_TUCKS, 3), Effect(EffectVerb.VACATE_BELOW, 2))
    texts_of = effects_in_full(Floor("Old Cinema Hall", 4, effects, triggers_scoring=True))
    assert texts_of == (
        "Its owner draws 2 cards, up to 6 in hand. "
        "If it's owned, everyone scores 3 for each card they tucked in the tower. "
        "If owned, it makes the 2 floors directly below vacant. "
        "Claimed or not, it triggers scoring in the turn it's built."
    )


def test_a_floor_with_an_unknown_name_has_a_picture(kit: Kit) -> None:
    for verb in EffectVerb:
        picture = art.face(kit, Floor("GARDEN", 4, (Effect(verb, 1),)), (230, 68))
        assert kit.size_of(picture) == (230, 68)
    assert kit.size_of(art.face(kit, Floor("YARD", 4, ()), (230, 68))) == (230, 68)
