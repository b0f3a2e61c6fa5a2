"""The table of Towering."""

import random
import re
from itertools import chain, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pygame import FRect

from tests.game.hints.sentences import check_some
from tests.game.towering.positions import TELLER, table
from tests.golden import check_golden, sampled
from tests.scenes.tables import choices, drag, open_table, play, rest, take_step, texts
from topping_out.game.bots.review import Timeline
from topping_out.game.match import Match, WatchedLog
from topping_out.game.options import resolve
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.text import with_minus
from topping_out.game.towering.actions import (
    COLOUR_LETTERS,
    COLOURS,
    DECK,
    DIGITS,
    LETTERS,
    NUMBER_OF,
    NUMBER_SIGN,
    Build,
    Discard,
    Draw,
    TurnStage,
    braille_cells,
    card_name,
    colour_name,
    colour_of,
    make_card,
    parse_card,
)
from topping_out.game.towering.core import SEATS, State
from topping_out.game.towering.rules import GAME
from topping_out.game.towering.state import View, score_tower
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit import plates
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.sprites import Motion
from topping_out.scenes.kit.theme import contrast
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.table import table as card_table
from topping_out.scenes.match.table.selection import Selection
from topping_out.scenes.match.table.tokens import Ids, card_of, follow
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.towering import art, drawing
from topping_out.scenes.towering.pictures import EXAMPLE, cards
from topping_out.scenes.towering.places import PILE, Target, pile_line
from topping_out.scenes.towering.rounds import PilesPage, RoundPage, ScoreSheet
from topping_out.scenes.towering.table import EVENING_LENGTH, ToweringTable
from topping_out.scenes.towering.words import short_name

# -- art


@pytest.mark.parametrize("dots", [*LETTERS.values(), *DIGITS.values(), NUMBER_SIGN])
def test_a_braille_cell_is_lit_exactly_at_its_raised_dots(kit: Kit, dots: tuple[int, ...]) -> None:
    pitch = 12.0
    cell = art.braille_cell(kit, dots, pitch, kit.theme.sites["city"])
    for dot in range(1, 7):
        column, row = divmod(dot - 1, 3)
        red, green, _, _ = cell.get_at((round((0.62 + column) * pitch), round((0.62 + row) * pitch)))
        assert (red > 200 and green > 180) == (dot in dots), f"dot {dot} of {dots}"


def test_the_braille_of_every_card_fits_on_it(kit: Kit) -> None:
    for card in DECK:
        wide, _ = art.braille_size(len(braille_cells(card)), 6.4)
        assert wide < art.CARD_W - 6, card_name(card)
        assert art.card_face(kit, card).get_width() == round(art.CARD_W)


@pytest.mark.parametrize("height", [10.5, 17.0, 34.0])
def test_braille_and_number_fit_side_by_side_in_every_storey(kit: Kit, height: float) -> None:
    for card in DECK:
        cells, room = len(braille_cells(card)), art.sign_room(card, height)
        pitch = min(height * 0.235, (art.storey_width(card) - room - 8) / (cells * 2.62), 6.4)
        wide, tall = art.braille_size(cells, pitch)
        assert room + wide + 5 <= art.storey_width(card), card_name(card)
        assert tall <= height


def test_a_higher_number_is_never_wider_than_the_one_below(kit: Kit) -> None:
    widths = [art.storey_width(make_card(0, number)) for number in (0, *range(2, 11))]
    assert widths == sorted(widths, reverse=True)


def test_text_on_cards_is_readable(kit: Kit) -> None:
    for colour in COLOURS:
        assert contrast(art.site_colour(kit.theme, colour), art.ink_on(kit.theme, colour)) >= 4.5, COLOUR_LETTERS[
            colour
        ]


def test_the_example_on_the_rules_page_scores_18_points() -> None:
    scores = [score_tower(cards(names)) for names in EXAMPLE]
    assert [score.product for score in scores] == [3, 0, -40, -10, 45]
    assert [score.bonus for score in scores] == [0, 0, 0, 0, 20]
    assert sum(score.total for score in scores) == 18


# -- copies


VARIANTS: list[dict[str, object]] = [
    {},
    {"take_back": True, "rounds": 2, "materials": "4"},
    {"colours": 3, "hand": 5, "materials": "0", "rounds": 5},
    {"colours": 5, "materials": "3", "rounds": 1, "hand": 10},
]


def start(seed: int, options: dict[str, object]) -> State:
    return GAME.setup(SEATS, resolve(GAME.options(SEATS), options), seed)


def give_ids(view: View, before: Ids, leaves: int | None = None) -> Ids:
    """Return the ids of all cards that are face up."""
    game: Any = ToweringTable()
    game.table = SimpleNamespace(layout_of=lambda view: SimpleNamespace(near=view.seat or 0))
    ids = follow(game.zones(view), before, leaves)
    return {zone: [card for card in cards if card >= 0] for zone, cards in ids.items()}


def groups(ids: Ids) -> dict[int, object]:
    """Return the group of each id; fail if two cards have the same id."""
    assert len(list(chain(*ids.values()))) == len(set(chain(*ids.values()))), "two sprites have the same id"
    return {card: group for group, cards in ids.items() for card in cards}


CASES = [*product(VARIANTS, [0, 1, None], [0.15, 0.97])]


@sampled("options, viewer, greed", CASES, CASES[::5], ids=str)
def test_each_event_moves_at_most_one_card_and_ids_stay_the_same(
    options: dict[str, object], viewer: int | None, greed: float
) -> None:
    rng = random.Random(f"{options}{viewer}{greed}")
    state = start(rng.randrange(1000), options)
    ids = give_ids(GAME.view(state, viewer), {})
    while GAME.outcome(state) is None:
        actions, accounts = GAME.actions(state, state.turn), len(state.accounts)
        takes = [action for action in actions[1:] if str(action).startswith("draw")]
        log = WatchedLog(GAME, state, viewer)
        GAME.apply(state, state.turn, rng.choice(takes if takes and rng.random() < greed else actions), log)
        for _, view in log.seen:
            before, ids = groups(ids), give_ids(view, ids)
            after = groups(ids)
            assert [*map(card_of, ids["hand", viewer])] == [*view.hand] if viewer is not None else not view.hand
            if len(state.accounts) == accounts:
                assert sum(before[card] != after[card] for card in before.keys() & after.keys()) <= 1
                assert len(before.keys() ^ after.keys()) <= 1


def test_among_equal_cards_the_chosen_one_leaves_the_hand() -> None:
    state = table(hands=("rm rm rm r4", "b2"))
    before = give_ids(GAME.view(state, 0), {})
    first, second, third, four = before["hand", 0]
    GAME.apply(state, 0, GAME.parse("build rm"))
    after = give_ids(GAME.view(state, 0), before, second)
    assert after["hand", 0] == [first, third, four]
    assert after["tower", 0, colour_of(card_of(second))] == [second]


# -- previews


NUMBER = r"[+−]?\d+"
GAIN = re.compile(
    rf"\((\d+)−20\)×(\d+) = ({NUMBER})(?:, and (\d+) for (\d+) cards: ({NUMBER}))?"
    rf"(?: \(now ({NUMBER})\))?(?:\. After this, your (.+) won't fit)?"
)


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def fitting(state: State, seat: int, colour: int) -> set[int]:
    found = GAME.actions(state, seat)
    return {a.card for a in found if isinstance(a, Build) and colour_of(a.card) == colour}


def check(state: State, seat: int, build: Build) -> None:
    """Check the tip of a build against the state after it."""
    selection = Selection(ToweringTable(), GAME.view(state, seat), GAME.actions(state, seat), ["P0", "P1"])
    selection.choose(build)
    line = selection.preview(selection.aim)[1]
    found, colour, after = GAIN.fullmatch(line), colour_of(build.card), state.copy()
    assert found, line
    GAME.apply(after, seat, build)
    before, then = GAME.view(state, seat), GAME.view(after, seat)
    cards = [NUMBER_OF[card] for card in then.towers[seat][colour]]
    total = number(found[6] or found[3])
    assert (int(found[1]), int(found[2])) == (sum(cards), 1 + cards.count(0)), line
    assert number(found[3]) == (sum(cards) - 20) * (1 + cards.count(0)), line
    assert total == then.score(seat, colour).total == number(found[3]) + int(found[4] or 0), line
    assert int(found[5] or len(cards)) == len(cards), line
    assert number(found[7] or "0") == before.score(seat, colour).total, line
    after.has_played = state.has_played  # as if the seat could build again
    kept = set(map(card_of, then.hand))
    lost = (fitting(state, seat, colour) & kept) - fitting(after, seat, colour)
    assert bool(lost) == bool(found[8]), (line, lost)
    assert all(short_name(card) in found[8] for card in lost), line


@pytest.mark.parametrize(("positions", "least"), [(60, 20), pytest.param(4000, 1000, marks=pytest.mark.long)])
def test_the_tip_of_a_build_is_true(positions: int, least: int) -> None:
    assert check_some("towering", Build, check, 1, positions) >= least


# -- selection


PLACES = {f"{kind} {COLOUR_LETTERS[colour]}": Target(kind, colour) for kind in ("site", "river") for colour in COLOURS}

test_what_is_chosen = choices(
    TELLER,
    ToweringTable,
    {**PLACES, "pile": PILE},
    lambda view, name: parse_card(name),
    """
without a chosen card the table asks for one
    r2 r7 / = action None; targets -; label Choose a card;
      refusal site r …Choose a card…; refusal pile …Play a card first…
a card is aimed at its tower and may be discarded
    r2 r7 /, towers r3 / > take r7 = targets site r, river r; action build r7
    > point river r = action discard r7; label Discard the red 7
a card that does not fit is aimed at the discards
    r2 r7 /, towers r3 / > take r2
    = targets river r; action discard r2; refusal site r …only higher cards…; tip site r Not here: …
a card cannot go to another colour
    r2 r7 / > take r7 = refusal site b The red 7 can only go to the red tower.;
      refusal river b The red 7 can only go to the red discards.; refusal site r -
pointing where nothing can be done changes no aim
    r2 r7 / > take r2; point pile = aim site r
the tip of a draw says what use it is
    r2 r7 /, discards b3, streak 58 > discard r7 = tip river b …: You have no blue tower yet
the tip of a draw says that it ends the round by patience
    r2 r7 /, discards b3, streak 59 > discard r7
    = tip river b …: You have no blue tower yet. Taking it ends the round at once
the tip of a build shows the tower's new worth
    r10 /, towers rm rm r2 r3 r5 r7 r8 / > take r10
    = tip site r Build the red 10: (35−20)×3…+45, and 20 for 8 cards: +65 (now +15)
a build that shuts out other cards is not the default
    rm rm r4 r5 r9 /, towers r3 / > take r9 = aim -; action None; label Build or discard?;
      caution Build the red 9 or discard it? Once it's built, your 4 and 5 won't fit.
    > point site r = action build r9; caution - > take r4 = action build r4
the tip of a discard says whether the opponent could use it
    r2 r7 y2 /, towers - / r3 > take r7 = tip river r Discard the red 7: Bo's tower could use it
    > take r2 = tip river r …: Bo's tower can't use it > take y2 = tip river y …: Bo has no yellow tower yet
after a play the pile is the default and discards are targets
    r2 y7 b9 /, discards b3 y4, deck p8 p9 p10 > discard r2
    = action draw pile; label Draw a card; targets pile, river b, river y
    > point river y = action draw y; label Take the yellow 4
a pile that cannot be drawn from says why (T3)
    r2 y7 b9 /, deck p8 p9 p10 > discard r2 = refusal river r …just discarded…;
      refusal river b There's no blue card among the discards.; refusal site r …now draw one…
the option of taking back allows the card just discarded (T3)
    r2 y7 b9 /, deck p8 p9 p10, take_back > discard r2 = targets pile, river r
no card can be chosen when one is to be drawn
    r2 y7 b9 /, deck p8 p9 p10 > build r2; take y7 = card -; aim pile
the tip of taking a discard says whether it could be used
    b2 y7 /, towers y5 /, discards b3 y4 y9, deck p8 p9 p10 > build b2
    = tip river y Take the yellow 9: Your tower could use it; tip river b Take the blue 3: Your tower could use it
choosing a hint selects its action
    r2 y7 /, discards b3, deck p8 p9 p10 > hint discard y7 = action discard y7 > build r2; hint draw b = action draw b
""",
)


def test_the_text_of_the_pile_says_when_the_round_ends() -> None:
    assert "ends the round at once" in pile_line(1)
    assert pile_line(23).startswith("23 cards are left")


# -- table


TOWERING = load("towering")
SMALL = (960, 540)
"""The size of the pictures, to keep the files small."""


def buildable(scene: TurnScene) -> int:
    """Return the index in the hand of a card that can be built."""
    actions = TOWERING.actions(scene.match.state, 0)
    card = next(action.card for action in actions if isinstance(action, Build))
    return sorted(scene.match.state.hand(0)).index(card)


# -- pictures


def test_the_page_after_a_round_looks_like_its_golden_picture(app: App, tmp_path: Path) -> None:
    robot, scene = open_table(app, "towering", seed=5)
    robot.resize(SMALL)
    play(robot, scene, 400, stop_at_round=True)
    robot.wait(9000)
    check_golden(robot.see(), "towering_round", tmp_path)


# -- playing


def test_a_turn_can_be_played_by_dragging(app: App) -> None:
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


def test_the_discards_can_be_viewed_at_any_time(app: App) -> None:
    robot, scene = open_table(app, "towering", used="keys", seats="bb")
    play(robot, scene, 31)
    robot.do(Verb.LOOK)
    page = robot.top(PilesPage)
    assert page.piles == scene.view.discards
    robot.do(Verb.CANCEL)
    assert app.manager.top is scene
    robot.click("river 0")
    assert isinstance(app.manager.top, PilesPage)


def test_the_discards_open_on_their_cards_for_players_who_listen(app: App) -> None:
    robot, scene = open_table(app, "towering", used="keys", seats="bb")
    play(robot, scene, 31)
    for is_heard in (True, False):
        app.context.announcer.is_heard = is_heard
        robot.do(Verb.LOOK)
        assert robot.page.focus.startswith("card") == is_heard
        robot.do(Verb.CANCEL)


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1024, 768), 1.5)])
def test_tooltips_about_discards_do_not_cover_the_scores(
    app: App, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], text: float
) -> None:
    robot, scene = open_table(app, "towering")
    robot.resize(size, text)
    rest(robot, scene)
    tips_drawn: list[FRect] = []

    def tip_place(window: FRect, beside: FRect, size: tuple[float, float], *more: Any) -> tuple[float, float]:
        tips_drawn.append(FRect(plates_place(window, beside, size, *more), size))
        return tips_drawn[-1].topleft

    def fan_place(kit: Any, layout: Any, colour: int, *size: float) -> tuple[float, float]:
        tips_drawn.append(FRect(whole_fan_place(kit, layout, colour, *size), size))
        return tips_drawn[-1].topleft

    plates_place, whole_fan_place = plates.tip_place, drawing.fan_place
    monkeypatch.setattr(plates, "tip_place", tip_place)
    monkeypatch.setattr(drawing, "fan_place", fan_place)
    board = scene.board
    for place, card in enumerate(scene.view.hand):
        for pointed in (f"card {place}", f"river {colour_of(card)}"):
            board.selection.choose(Discard(card))
            app.context.devices.pointer = scene.find(pointed).rect.center
            app.stage.invalidate()
            robot.see()
    assert len(tips_drawn) >= 2 * len(scene.view.hand)
    assert not [tip for tip in tips_drawn if tip.colliderect(board.layout.scores)]


@pytest.mark.parametrize("width", [60.0, 500.0, 1100.0])
def test_a_fan_lies_in_the_window_and_a_narrow_one_on_its_slot(app: App, width: float) -> None:
    _, scene = open_table(app, "towering")
    layout = scene.board.layout
    lefts = [drawing.fan_place(app.context.kit, layout, colour, width, 150.0)[0] for colour in range(4)]
    assert lefts == sorted(lefts)
    assert 8 <= lefts[0] <= lefts[-1] <= layout.width - 8 - width
    if width < layout.river_slot(0).w:
        assert lefts == pytest.approx([layout.river_slot(colour).centerx - width / 2 for colour in range(4)])
    if width > 800:
        assert lefts[-1] == layout.width - 8 - width, "the last one touches the right margin"


def test_glints_drift_down_the_river_step_by_step(app: App) -> None:
    _, scene = open_table(app, "towering")
    glints = drawing.Glints()
    places = []
    for ms in (0, drawing.Glints.STEP / 2, drawing.Glints.STEP / 2, 880):
        glints.update(ms)
        app.stage.begin()
        glints.draw(app.stage, app.context.kit, scene.board.layout)
        places.append([item.x for item in app.stage._items])
    start, half, step, second = (sorted(xs) for xs in places)
    assert len(start) > 5
    assert half == start
    assert [after - before for before, after in zip(start, step)] == pytest.approx([2] * len(start), abs=1)
    moved = drawing.Glints.SPEED * 0.96  # in eight whole steps; some glints fade meanwhile, others appear
    assert sum(any(abs(x - before - moved) <= 1 for before in start) for x in second) >= 3


@pytest.fixture
def titles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the titles of all tooltips drawn."""
    found: list[str] = []
    monkeypatch.setattr(card_table, "draw_tooltip", lambda stage, kit, beside, title, line, **more: found.append(title))
    return found


def test_after_a_build_the_tower_under_the_pointer_is_explained_once_it_moves(app: App, titles: list[str]) -> None:
    robot, scene = open_table(app, "towering")
    index = buildable(scene)
    site = f"site {colour_of(scene.view.hand[index])}"
    x, y = scene.find(site).rect.center  # type: ignore[union-attr]
    drag(app, scene.find(f"card {index}").rect.center, (x, y))  # type: ignore[union-attr]
    rest(robot, scene)
    for moved, expected in ((0, []), (12, [True])):
        app.context.devices.pointer = x + moved, y
        app.on_intent(Intent(Verb.POINT, (x + moved, y)))
        titles.clear()
        app.stage.invalidate()
        robot.see()
        assert [title.split(": ")[1].endswith("tower, 1 card") for title in titles] == expected, titles


def test_the_main_buttons_tip_shows_while_the_pointer_is_on_a_plate(app: App, titles: list[str]) -> None:
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


def test_the_opponents_last_play_stays_marked(app: App) -> None:
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
    assert scene.board.game.last_plays[1] is mark, "undoing the player's own play removed the opponent's mark"


def test_the_table_replies_to_questions(app: App) -> None:
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


def test_a_round_ends_with_a_page_and_the_next_begins_when_it_is_closed(app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 400, stop_at_round=True)
    page = robot.top(RoundPage)
    assert scene.board.view.round == 0, "the next round should wait"
    assert sum("Round 1 ends" in text for text in app.context.announcer.history) == 1
    robot.do(Verb.CONFIRM)
    assert page.is_counted
    assert tuple(page.points(seat) for seat in (0, 1)) == scene.match.state.accounts[0].points
    assert app.manager.top is page
    robot.do(Verb.CONFIRM)
    assert app.manager.top is scene
    rest(robot, scene)
    assert scene.board.view.round == 1
    assert scene.board.is_synced(scene.view)


def test_a_key_that_hurries_the_last_play_of_a_round_opens_the_page_after_it(app: App) -> None:
    robot, scene = open_table(app, "towering")
    rng = random.Random(0)
    while not scene.match.state.accounts:
        rest(robot, scene)
        take_step(scene, rng)
    assert scene.motion.busy
    robot.do(Verb.CONFIRM)
    assert isinstance(app.manager.top, RoundPage)


def test_the_page_after_a_round_adds_up_tower_by_tower(app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 400, stop_at_round=True)
    page = robot.top(RoundPage)
    shown = [page.points(0)]
    for _ in range(40):
        robot.wait(200)
        shown.append(page.points(0))
    steps = [score.total for score in page.scores[0]]
    expected = [sum(steps[:n]) for n in range(7)]
    assert [*dict.fromkeys(shown)] == [*dict.fromkeys(expected)]


def test_the_page_after_a_round_closes_itself_if_only_bots_play(app: App) -> None:
    robot, scene = open_table(app, "towering", seats="bb")
    play(robot, scene, 400, stop_at_round=True)
    assert isinstance(app.manager.top, RoundPage)
    robot.wait(14000)
    assert app.manager.top is scene


def test_the_results_show_all_rounds_side_by_side(app: App) -> None:
    robot, scene = open_table(app, "towering", seed=4, hand=5, colours=3)
    play(robot, scene, 900)
    robot.wait(9000)
    page = robot.top(ResultsPage)
    accounts = scene.match.state.accounts
    assert page.scores.rows[0] == ("", "Round 1", "Round 2", "Round 3", "Total")
    for seat in (0, 1):
        numbers = [int(cell.replace("−", "-")) for cell in page.scores.rows[1 + seat][1:]]
        assert numbers == [*(account.points[seat] for account in accounts), accounts[-1].totals[seat]]
    robot.press("account")
    sheet = robot.top(ScoreSheet)
    assert [title for title, _ in sheet.rounds] == ["Round 1", "Round 2", "Round 3"]
    robot.do(Verb.CANCEL)
    assert app.manager.top is page


def test_the_score_sheet_can_be_opened_during_a_round(app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 12)
    robot.click("scores")
    sheet = robot.top(ScoreSheet)
    assert sheet.rounds == [("Round 1, so far", scene.view.towers)]


def test_a_replay_shows_the_ends_of_rounds_and_can_go_back(app: App) -> None:
    robot, scene = open_table(app, "towering", seats="bb", seed=4, hand=5, colours=3, rounds=2)
    play(robot, scene, 900)
    replay = robot.open(ReplayScene(app.context, Timeline(scene.match.record)))
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


def test_the_viewer_is_on_the_near_side_and_seat_0_for_spectators(app: App) -> None:
    header = new_header(TOWERING, [Player("Ana"), Player("Bo")], {}, 1)
    views = [TOWERING.view(Match.new(header).state, viewer) for viewer in (0, 1, None)]
    layouts = [table_of("towering").make_board(app.context, header, Motion(), view).layout for view in views]
    assert [(layout.near, layout.far) for layout in layouts] == [(0, 1), (1, 0), (0, 1)]


def test_players_do_not_change_sides_in_a_replay(app: App) -> None:
    robot, scene = open_table(app, "towering")
    play(robot, scene, 9)
    replay = robot.open(ReplayScene(app.context, Timeline(scene.match.record)))
    for step in range(9):
        replay.go_to(step)
        assert replay.board.layout.near == 0
        hand = replay.playback.states[step].hand(replay.playback.viewer or 0)
        cards = [replay.board.tokens.sprites[card] for card in hand]
        assert all(sprite.place.scale == (1.0 if replay.playback.viewer == 0 else 0.5) for sprite in cards)


@pytest.mark.parametrize("calm", [True, False])
def test_a_round_can_be_played_instantly_or_with_reduced_motion(app: App, calm: bool) -> None:
    app.context.settings.reduced_motion = calm
    app.context.settings.speed = "normal" if calm else "instant"
    robot, scene = open_table(app, "towering")
    play(robot, scene, 400, stop_at_round=True)
    robot.wait(200)
    page = robot.top(RoundPage)
    assert page.is_counted
    assert app.context.reports == []


# -- the end


def ended(app: App, is_reduced: bool = False) -> TurnScene:
    """Return a table whose game is over, before its topping out."""
    robot, scene = open_table(app, "towering", "hb", 5, rounds=1)
    app.context.settings.reduced_motion = scene.motion.reduced = is_reduced
    rng = random.Random(1)
    while not scene.match.outcome:
        take_step(scene, rng)
        scene.motion.finish()
        rest(robot, scene)
    scene.board.sync(scene.view)
    return scene


def test_at_the_end_the_river_carries_away_the_loose_cards_and_the_best_tower_stays_bright(app: App) -> None:
    scene = ended(app)
    board, loose = scene.board, sum(sprite.fold < 1 for sprite in scene.board.tokens.sprites.values())
    assert board.celebrate() == "The river carries the cards away, and evening comes."
    evening, layout = board.topping, board.layout
    assert loose > 10
    seen, tops = [], []
    while scene.motion.busy:
        afloat = [*evening.carried(layout)]
        seen.append(len(afloat))
        tops.append(max((card.x for card in afloat), default=0))
        scene.motion.update(40)
    assert (seen[0], seen[-1]) == (loose, 0)
    assert seen == sorted(seen, reverse=True)
    assert max(tops) > layout.width * 0.9, "they leave down the river, at the right"
    assert (evening.ms, evening.dark, evening.rise) == (EVENING_LENGTH, 1.0, 1.0)
    assert "river" in app.context.audio.recent
    assert board.is_synced(scene.view)
    winner, (best,) = scene.view.outcome.winners[0], evening.best
    totals = [scene.view.score(winner, c).total for c, tower in enumerate(scene.view.towers[winner]) if tower]
    assert best[0] == winner
    assert scene.view.score(*best).total == max(totals)


def test_with_reduced_motion_the_end_is_a_still(app: App) -> None:
    scene = ended(app, is_reduced=True)
    scene.board.celebrate()
    assert (scene.board.topping.ms, scene.board.topping.rise) == (EVENING_LENGTH, 1.0)
    assert not [*scene.board.topping.carried(scene.board.layout)]
