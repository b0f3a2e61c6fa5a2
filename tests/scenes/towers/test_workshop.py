"""The workshop, in which players make, draft and test decks for Towers."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.scenes.robot import Robot
from tests.scenes.tables import table
from topping_out.game.towers.decks import deck_file, find_decks, own_decks_folder, read_deck
from topping_out.game.towers.floors import COLOURS, Effect, EffectVerb, deck_of
from topping_out.game.towers.rooms import MOST_PARTS, PartPlace, parts_at, room_of, shown_floors
from topping_out.game.towers.workshop import (
    UNFINISHED,
    Batch,
    Measures,
    batches,
    in_play,
    measure,
    open_bench,
    own_benches,
)
from topping_out.scenes.accessibility.semantics import Role
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import DOUBLE, Intent, Verb
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.towers import workshop
from topping_out.scenes.towers.decks import DecksPage, DraftPage
from topping_out.scenes.towers.floors import EffectsPage, FloorPage
from topping_out.scenes.towers.workshop import DeckPage
from topping_out.scenes.ui.column import Notice

# -- the workshop, with games played in this process


class PromptProcess:
    """Plays a game of each kind of each batch, in this process."""

    living = 0

    def __init__(self, work: Any) -> None:
        assert work is measure
        self.is_idle, self._reply = True, None
        PromptProcess.living += 1

    def send(self, batch: Batch) -> None:
        few = replace(batch, games=min(1, batch.games), trials=min(1, batch.trials))
        self.is_idle, self._reply = False, (measure(few), "")

    def poll(self) -> Any:
        reply, self._reply = self._reply, None
        self.is_idle = self.is_idle or reply is not None
        return reply

    def kill(self) -> None:
        PromptProcess.living -= 1


@pytest.fixture
def prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the workshop play few games, at once."""
    PromptProcess.living = 0
    monkeypatch.setattr(workshop, "WorkerProcess", PromptProcess)


def open_workshop(app: App, used: str = "keys") -> Robot:
    """Open the workshop from the set-up of Towers."""
    robot = Robot(app, used)
    robot.open(SetupPage(app.context, "towers"))
    robot.use("workshop")
    robot.see()
    return robot


# -- draft page


def draft(app: App, used: str = "keys") -> tuple[Robot, DraftPage]:
    robot = open_workshop(app, used)
    robot.use("draft")
    page = robot.top(DraftPage)
    return robot, page


def choose(robot: Robot, page: DraftPage, button: str) -> None:
    """Take or strike the first open floor, and wait for the bots."""
    robot.use(page.draft.open[0].name)
    robot.use(button)
    robot.wait(2000)


def test_a_draft_with_a_bot_makes_a_deck_that_can_be_played(app: App) -> None:
    robot, page = draft(app)
    while not page.draft.is_over:
        choose(robot, page, "take")
    robot.do(Verb.PLAY)
    assert isinstance(robot.page, SetupPage)
    assert robot.label("option deck") == "Drafted deck"
    deck = find_decks().find(str(robot.page.header().options["deck"]))
    assert len(deck.floors) == 8
    assert [deck.title for deck in find_decks().own.values()] == ["Drafted deck"]


def test_floors_can_be_struck_with_the_mouse(app: App) -> None:
    robot, page = draft(app, "mouse")
    while not page.draft.is_over:
        choose(robot, page, "strike")
    robot.click("play")
    assert robot.label("option deck") == "Drafted deck"


def test_undoing_a_choice_undoes_the_bots_choices_after_it(app: App) -> None:
    robot, page = draft(app)
    before = page.draft
    choose(robot, page, "take")
    assert len(page.draft.picks) == 2
    robot.do(Verb.UNDO)
    assert page.draft == before


# -- workshop


def new_deck(app: App, used: str = "keys") -> Robot:
    """Open the workshop with a new deck."""
    robot = open_workshop(app, used)
    robot.use("new")
    assert isinstance(robot.page, DeckPage)
    return robot


def choose_effect(robot: Robot, row: str, wanted: str) -> None:
    """Open the list of effects by a row of the floor's page, and choose the one with that title."""
    robot.use(row)
    assert isinstance(robot.page, EffectsPage)
    robot.wait(DOUBLE + 40)  # a click on the same place before would still belong to the first one
    robot.use(robot.find(Role.OPTION, wanted).name)
    assert isinstance(robot.page, FloorPage)
    assert robot.page.focus == row


def write(robot: Robot, name: str, text: str) -> None:
    robot.press(name)
    robot.write(text)
    robot.do(Verb.CONFIRM)


def remove_floor(robot: Robot, number: int) -> None:
    robot.press(f"floor {number}")
    robot.press("remove")


def play_to_the_end(app: App, deck: str) -> None:
    """Play a game with a deck to its end, without an error."""
    scene = Robot(app).open(table(app, "towers", seed=4, deck=deck))
    for _ in range(400):
        seat = scene.actor
        if seat is None:
            break
        actions = scene.game.actions(scene.match.state, seat)
        scene.do(seat, actions[len(actions) // 2])
        scene.motion.finish()
    assert scene.match.state.outcome is not None
    assert app.context.reports == []


# -- a new deck


def test_a_new_deck_is_a_copy_of_the_simplest_one_under_a_free_name_and_can_be_played_at_once(app: App) -> None:
    robot = new_deck(app)
    simplest = find_decks().built_in["children"]
    assert len(simplest.floors) == min(len(deck.floors) for deck in find_decks().built_in.values())
    assert robot.page.bench.deck.floors == simplest.floors
    assert not robot.page.bench.problem
    assert not robot.page.bench.warning
    assert all(robot.page.find(name) is None for name in ("unsaved", "problem", "warning", "about"))
    robot.do(Verb.CANCEL)
    robot.press("new")
    robot.do(Verb.CANCEL)
    robot.press("new")
    assert sorted(deck.title for deck in find_decks().own.values()) == ["My deck", "My deck 2", "My deck 3"]
    robot.do(Verb.PLAY)
    assert robot.label("option deck") == "My deck 3"
    play_to_the_end(app, str(robot.page.options.values["deck"]))


def test_a_deck_can_be_made_with_keys_only(app: App) -> None:
    robot = new_deck(app)
    write(robot, "title", "Piers")
    robot.press("floor 0")
    assert isinstance(robot.page, FloorPage)
    write(robot, "name", "PIER")
    robot.step_to("count", "12")
    choose_effect(robot, "effect 0", "2 per floor below")
    robot.step_to("amount 0", "3")
    choose_effect(robot, "effect 1", "Draws 1")
    robot.press("triggers")
    robot.do(Verb.CANCEL)
    assert [deck.title for deck in find_decks().own.values()] == ["Piers"]
    floor = find_decks().own["own-my-deck"].floors[0]
    assert (floor.name, floor.count, floor.triggers_scoring) == ("PIER", 12, True)
    assert floor.effects == (Effect(EffectVerb.SCORE_BELOW, 3), Effect(EffectVerb.DRAW, 1))
    robot.do(Verb.PLAY)
    assert isinstance(robot.page, SetupPage)
    assert robot.label("option deck") == "Piers"
    play_to_the_end(app, str(robot.page.options.values["deck"]))


@pytest.mark.parametrize("used", ["keys", "mouse", "pad"])
def test_the_title_leads_to_the_workshop_and_on_to_the_set_up(app: App, used: str) -> None:
    robot = Robot(app, used)
    robot.open(TitlePage(app.context))
    assert "Make a deck of your own" in robot.page_text()
    for name in ("workshop towers", "new", "floor 0"):
        robot.use(name)
    robot.step_to("count", "12")
    robot.do(Verb.CANCEL, Verb.PLAY)
    assert isinstance(robot.page, SetupPage)
    assert robot.label("option deck") == "My deck"
    robot.do(Verb.CANCEL)
    robot.press("workshop towers")
    robot.do(Verb.CANCEL)
    assert isinstance(robot.page, TitlePage)


def test_a_deck_can_be_made_with_the_mouse_only(app: App) -> None:
    robot = new_deck(app, "mouse")
    robot.click("floor 0")
    for _ in range(4):
        robot.click("count", (0.98, 0.5))
    choose_effect(robot, "effect 0", "2 per PLAYROOM here")
    robot.click("colour", (0.98, 0.5))
    robot.click("back")
    robot.click("play")
    deck = find_decks().own["own-my-deck"]
    assert deck.floors[0].count == 8
    assert deck.floors[0].colour == COLOURS[COLOURS.index("rose") + 1]
    assert deck.floors[0].effects == (Effect(EffectVerb.SCORE_MATCHING, 2),)
    assert robot.label("option deck") == "My deck"
    play_to_the_end(app, str(robot.page.options.values["deck"]))


def test_a_deck_can_be_made_with_a_gamepad_from_suggested_names(app: App) -> None:
    robot = new_deck(app, "pad")
    robot.walk_to("floor 0")
    robot.do(Verb.CONFIRM)
    robot.go_to("name")
    robot.do(Verb.CONFIRM, Verb.CONFIRM)
    name = robot.page.floor.name
    assert any(name == floor.name for deck in find_decks().built_in.values() for floor in deck.floors)
    robot.walk_to("count")
    robot.do(*[Verb.RIGHT] * 4)
    robot.walk_to("effect 0")
    robot.do(Verb.CONFIRM, Verb.DOWN, Verb.CONFIRM, Verb.CANCEL)
    robot.go_to("title")
    robot.do(Verb.CONFIRM, Verb.CONFIRM, Verb.PLAY)
    deck = find_decks().own["own-my-deck"]
    assert (deck.floors[0].name, deck.floors[0].count) == (name, 8)
    assert deck.floors[0].effects == (Effect(EffectVerb.SCORE_MATCHING, 2),)
    assert robot.label("option deck") == deck.title
    play_to_the_end(app, str(robot.page.options.values["deck"]))


# -- effects


def test_an_effect_can_be_added_and_removed(app: App) -> None:
    robot = new_deck(app)
    robot.press("floor 0")
    choose_effect(robot, "effect 1", "Takes the floor below")
    choose_effect(robot, "effect 2", "Everyone: 1 per tuck")
    first = robot.page.floor.effects[0]
    assert robot.page.floor.effects == (first, Effect(EffectVerb.TAKE_BELOW, 1), Effect(EffectVerb.SCORE_TUCKS, 1))
    choose_effect(robot, "effect 1", "Nothing more")
    assert robot.page.floor.effects == (first, Effect(EffectVerb.SCORE_TUCKS, 1))
    robot.do(Verb.UNDO)
    assert len(robot.page.floor.effects) == 3


# -- nothing is lost


def test_an_invalid_deck_says_why_and_is_kept(app: App) -> None:
    robot = new_deck(app)
    for _ in range(7):
        remove_floor(robot, 1)
    assert "own-my-deck.toml: floor: a deck has 2 to 24 floors" in robot.page_text()
    assert not robot.widget("play").enabled
    again = open_bench(own_decks_folder() / "own-my-deck.toml")
    assert len(again.deck.floors) == 1
    assert (own_decks_folder() / UNFINISHED / "own-my-deck.toml").exists()
    robot.do(Verb.CANCEL)
    assert "own-my-deck.toml: floor: a deck has" in robot.page_text()


def test_each_change_of_a_deck_can_be_undone(app: App) -> None:
    robot = new_deck(app)
    before = open_bench(own_benches()[0]).deck
    robot.press("add")
    robot.do(Verb.CANCEL)
    assert len(find_decks().own) == 1
    robot.do(Verb.UNDO)
    assert open_bench(own_benches()[0]).deck is before


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("TREEHOUSE", "name: floor 1 is already called TREEHOUSE"),
        ("", "name: it must have 1 to 20 letters"),
        ("A@B", "'@' isn't allowed in it"),
        (" X", "begins or ends with a space"),
    ],
)
def test_an_invalid_floor_name_is_refused_with_its_place(app: App, name: str, problem: str) -> None:
    robot = new_deck(app)
    robot.press("floor 0")
    robot.page.find("name").set_value(name)
    assert problem in robot.page.bench.problem
    assert "line 4" in robot.page.bench.problem or "line 10" in robot.page.bench.problem
    assert problem in robot.page_text()


def test_a_name_has_at_most_twenty_letters_and_may_be_japanese(app: App) -> None:
    robot = new_deck(app)
    robot.press("floor 0")
    robot.page.find("name").set_value("L" * 60)
    assert robot.page.floor.name == "L" * 20
    robot.page.find("name").set_value("温泉旅館")
    robot.step_to("count", "12")
    assert not robot.page.bench.problem
    robot.see()
    play_to_the_end(app, robot.page.bench.path.stem)


def test_a_deck_without_scores_has_a_warning_but_can_be_played(app: App) -> None:
    robot = new_deck(app)
    for _ in range(6):
        remove_floor(robot, 2)
    for number in (0, 1):
        robot.press(f"floor {number}")
        choose_effect(robot, "effect 0", "Nothing more")
        robot.do(Verb.CANCEL)
    assert (
        "No floor scores, so every game ends in a tie. No floor triggers scoring: a tower is only" in robot.page_text()
    )
    robot.press("floor 0")
    robot.step_to("count", "20")
    robot.do(Verb.CANCEL)
    assert robot.widget("play").enabled


# -- measuring with bots


def wait_for_bots(robot: Robot) -> None:
    robot.wait_for(lambda: robot.page.work is None)


def test_bots_compare_a_deck_with_another(app: App, prompt: None) -> None:
    robot = open_workshop(app)
    robot.press("deck children")
    robot.step_to("compare", "Face to Face")
    robot.press("measure")
    assert "Bots are playing: 0% done. Press again to stop." in robot.page_text()
    assert not robot.page.at_rest, "what the bots have done is drawn without waiting for the player"
    wait_for_bots(robot)
    assert robot.page.at_rest
    page_text = robot.page_text()
    assert "Hard bots beat easy ones" in page_text
    assert robot.widget("figure 0").help.count("turns each") == 2
    assert "claimed" in robot.widget("figure of 0").help
    assert PromptProcess.living == 0
    robot.step_to("seats", "3")
    assert robot.page.find("figure 0") is None, "these figures were for two players"


def test_measuring_can_be_cancelled_and_ends_with_the_page(app: App, prompt: None) -> None:
    robot = open_workshop(app)
    robot.press("deck children")
    robot.press("measure")
    robot.press("measure")
    assert robot.page.work is None
    assert PromptProcess.living == 0
    robot.press("measure")
    assert PromptProcess.living == 1
    robot.do(Verb.CANCEL)
    assert PromptProcess.living == 0
    assert isinstance(robot.page, DecksPage)


def test_proposed_counts_can_be_taken_and_undone(app: App, prompt: None) -> None:
    robot = open_workshop(app)
    robot.press("deck two")
    robot.press("copy")
    before = robot.page.bench.deck
    robot.press("balance")
    wait_for_bots(robot)
    assert "instead of" in robot.widget("proposed").text
    assert robot.page.focus == "balance"
    robot.press("take")
    after = robot.page.bench.deck
    assert len(after.cards) == len(before.cards)
    assert after is not before
    assert robot.page.find("proposed") is None
    robot.do(Verb.UNDO)
    assert robot.page.bench.deck is before
    assert robot.page.find("proposed")


def places(robot: Robot) -> dict[str, tuple[int, int]]:
    """Return where the floors and some other rows are on the screen."""
    return {w.name: (round(w.rect.x), round(w.rect.y)) for w in robot.page.widgets
            if w.name.startswith("floor ") or w.name in ("title", "add", "measure")}  # fmt: skip


@pytest.mark.usefixtures("prompt")
@pytest.mark.parametrize("size", [((1280, 720), 1.0), ((1024, 768), 1.5)], ids=["wide", "large text"])
def test_measuring_and_balancing_leave_the_page_where_it_is(app: App, size: tuple[tuple[int, int], float]) -> None:
    robot = open_workshop(app)
    robot.resize(*size)
    robot.press("deck children")
    robot.press("copy")
    for name in ("measure", "balance"):
        robot.press(name)
        for offset in (0.0, 150.0):
            robot.page.scroll_to(offset, at_once=True)
            before = places(robot)
            for _ in range(3):
                app.manager.update(20)
            assert places(robot) == before
        wait_for_bots(robot)
        assert places(robot) == before
        assert robot.page.focus == name


def test_results_are_beside_the_floors_until_the_deck_changes(app: App, prompt: None) -> None:
    robot = new_deck(app)
    robot.press("measure")
    wait_for_bots(robot)
    robot.press("balance")
    wait_for_bots(robot)
    first, last = robot.widget("floor 0").rect, robot.widget("add").rect
    for name in ("measure", "balance", "proposed", "figure 0"):
        rect = robot.widget(name).rect
        assert rect.x > first.right
        assert first.y - 40 < rect.y < last.bottom
    results = {"proposed", "figure 0", "figure of 0"}
    write(robot, "title", "Piers")
    robot.press("floor 0")
    robot.step_to("colour", "Moss")
    robot.do(Verb.CANCEL)
    assert all(map(robot.page.find, results)), "title and colours do not matter in play"
    robot.press("floor 0")
    robot.step_to("amount 0", "9")
    robot.do(Verb.CANCEL)
    assert not any(map(robot.page.find, results))
    while not robot.page.find("proposed"):
        robot.do(Verb.UNDO)
    assert all(map(robot.page.find, results))
    proposed = robot.widget("proposed").text
    robot.press("take")
    deck = robot.page.bench.deck
    assert (deck.title, deck.floors[0].colour) == ("Piers", "forest"), "only counts are taken"
    assert [f"{f.name}: {f.count} instead of" in proposed for f in deck.floors].count(True) == proposed.count(":")


FLAWED = Measures(2, 100, 800, 300, (20, 80), {}, 100, 80, 66)
"""Measures in which the first player seldom wins and many players end without a point."""
FLAWS = (
    "This is hardly a game: 33% of the time, a player ends it without a single point. "
    "The first player wins too seldom: an equal share would be 50%."
)


def test_flaws_of_a_measured_deck_and_of_proposed_counts_are_said(app: App) -> None:
    robot = new_deck(app)
    deck, said = robot.page.bench.deck, app.context.announcer
    other = deck_of("", (replace(deck.floors[0], count=9), *deck.floors[1:]))
    results = {"measure": ([(deck, FLAWED)], "flaws 0"), "balance": ((other, FLAWED), "flaws proposed")}
    for row, (result, name) in results.items():
        robot.press(row)
        robot.page.work.close()
        robot.page.work.update = lambda: True
        robot.page.work.result = result
        app.manager.update(20)
        assert robot.widget(name).text == FLAWS
        assert robot.widget(name).is_bad
        assert said.said[-1].text == app.context.last_reply.text == f"The bots have played. {FLAWS}"
    robot.step_to("compare", "First Floors")
    robot.page.measures[in_play(robot.page.compared), 2] = FLAWED
    robot.page.rebuild()
    assert robot.widget("flaws 0").text == f"My deck: {FLAWS}"
    assert robot.widget("flaws 1").text == f"First Floors: {FLAWS}"


def test_bots_can_measure_in_a_process_of_their_own(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "batches", partial(batches, games=2))
    robot = open_workshop(app)
    robot.press("deck children")
    robot.press("measure")
    wait_for_bots(robot)
    assert "turns each" in robot.widget("figure 0").help


# -- other decks


def test_a_built_in_deck_can_be_copied_but_not_changed(app: App) -> None:
    robot = open_workshop(app)
    robot.press("deck wild")
    assert robot.page.find("title") is None
    robot.press("copy")
    assert robot.page.bench.deck.title == "My Saturday Night"
    assert [f.effects for f in robot.page.bench.deck.floors] == [
        f.effects for f in find_decks().built_in["wild"].floors
    ]
    robot.do(Verb.PLAY)
    assert robot.label("option deck") == "My Saturday Night"


def test_a_deck_can_be_exported_to_a_file_and_imported(app: App, tmp_path: Path) -> None:
    robot = open_workshop(app)
    robot.press("deck heights")
    robot.page.find("target").set_value(str(tmp_path / "mine.toml"))
    robot.press("use target")
    robot.do(Verb.CONFIRM)
    assert read_deck(tmp_path / "mine.toml") is find_decks().built_in["heights"]
    robot.do(Verb.CANCEL)
    robot.page.find("source").set_value(str(tmp_path / "mine.toml"))
    robot.press("use source")
    assert robot.page.bench.deck is find_decks().built_in["heights"]
    assert own_benches()


def test_an_invalid_deck_file_is_refused_with_the_reason(app: App, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "Bad"\n[[floor]]\nname = "A"\ncount = 20\neffect = ["drow 2"]\n')
    robot = open_workshop(app)
    robot.page.find("source").set_value(str(bad))
    robot.press("use source")
    assert isinstance(robot.page, Notice)
    assert "bad.toml: floor: a deck has 2 to 24 floors" in robot.page.text


def test_a_deck_can_be_deleted_after_a_question(app: App) -> None:
    robot = new_deck(app)
    robot.press("delete")
    assert isinstance(robot.page, Notice)
    assert own_benches()
    robot.press("answer1")
    assert not own_benches()
    assert isinstance(robot.page, DecksPage)


def test_a_deck_file_dropped_onto_the_window_is_imported(app: App, tmp_path: Path) -> None:
    children = find_decks().built_in["children"]
    (tmp_path / "friend.toml").write_bytes(deck_file(children))
    robot = open_workshop(app)
    app.on_intent(Intent(Verb.DROP, text=str(tmp_path / "friend.toml")))
    assert isinstance(robot.page, DeckPage)
    assert robot.page.bench.deck is children


# -- rooms


def room_page(app: App) -> Robot:
    """Open the page of the room of the second floor of a new deck."""
    robot = new_deck(app)
    robot.press("floor 1")
    robot.press("room")
    return robot


def test_a_part_is_put_into_a_room_and_taken_out_by_its_picture(app: App) -> None:
    robot = room_page(app)
    before = robot.page.plan.parts
    part = next(part for part in parts_at(PartPlace.FLOOR) if part not in before)
    robot.press(f"part {part}")
    assert robot.page.plan.parts == (*before, part)
    assert open_bench(robot.page.bench.path).deck is robot.page.bench.deck
    robot.press(f"part {part}")
    assert robot.page.plan.parts == before


def test_another_main_part_and_other_walls_replace_those_before(app: App) -> None:
    robot = room_page(app)
    robot.press("part bar")
    robot.press("part tiles")
    robot.press("part bricks")
    parts = robot.page.plan.parts
    assert parts[0] == "bar"
    assert "bricks" in parts
    assert "tiles" not in parts
    robot.press("part ghost")
    assert robot.page.plan.main == "ghost"
    assert "bricks" not in robot.page.plan.parts
    assert robot.page.find("part tiles").hint == "The main part has its own walls."


def test_main_parts_of_other_floors_cannot_be_chosen(app: App) -> None:
    robot = room_page(app)
    other = room_of(shown_floors(robot.page.bench.deck)[0]).main
    tile = robot.page.find(f"part {other}")
    assert (tile.enabled, tile.hint) == (False, "PLAYROOM has it already.")


def test_a_full_room_takes_no_more_parts(app: App) -> None:
    robot = room_page(app)
    for part in parts_at(PartPlace.FLOOR):
        if len(robot.page.plan.parts) < MOST_PARTS and part not in robot.page.plan.parts:
            robot.press(f"part {part}")
    assert len(robot.page.plan.parts) == MOST_PARTS
    assert robot.page.find("part statue").hint == "A room has at most 8 parts."


def test_the_moving_part_and_its_motion_are_chosen_and_kept_in_the_file(app: App) -> None:
    robot = room_page(app)
    robot.press("part bar")
    robot.press("part cactus")
    robot.page.find("moving").adjust(1)
    moving = robot.page.plan.moving
    assert moving == 1
    robot.page.find("motion").adjust(1)
    plan = robot.page.plan
    assert plan.motion
    assert f"{plan.parts[1]}: {plan.motion}" in robot.page.bench.path.read_text(encoding="utf-8")


def test_surprise_me_draws_a_room_that_no_other_floor_has(app: App) -> None:
    robot = room_page(app)
    seen = set()
    for _ in range(6):
        robot.press("lot")
        deck = robot.page.bench.deck
        assert len({room_of(floor).main for floor in shown_floors(deck)}) == len(deck.floors)
        seen.add(robot.page.plan)
    assert len(seen) == 6


@pytest.mark.parametrize("is_reduced", [False, True])
def test_a_changed_room_shows_its_motion_unless_motion_is_reduced(app: App, is_reduced: bool) -> None:
    robot = room_page(app)
    app.context.settings.reduced_motion = is_reduced
    robot.press("part bar")
    page, phases = robot.page, set()
    page._moved = 0.0 if not is_reduced else page._moved
    for _ in range(100):
        page.update(16)
        phases.add(page._preview.phase)
    assert (phases == {0}) is is_reduced
    assert page.at_rest
