"""The set-up of a game: what it shows is what begins."""

from __future__ import annotations

import pytest

from tests.scenes.robot import Robot
from topping_out.game import registry, roster
from topping_out.game.options import Option, Preset
from topping_out.game.record import Player
from topping_out.game.storage.journal import read_record
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Replace
from topping_out.scenes.pages.rules.page import RulesPage
from topping_out.scenes.pages.setup.chooser import ChooserPage
from topping_out.scenes.pages.setup.page import SetupPage
from topping_out.scenes.pages.setup.seating import HUMAN, Seating, usual_names
from topping_out.scenes.pages.title.page import TitlePage
from topping_out.scenes.system.settings import SettingsStore, Setup
from topping_out.scenes.ui.text_field import TextField
from topping_out.scenes.ui.widgets import Row

pytestmark = pytest.mark.usefixtures("fake_tables")


def seat(robot: Robot, chair: str, kind: str) -> None:
    """Open the choice of a chair, and choose."""
    robot.press(chair)
    assert isinstance(robot.page, ChooserPage)
    robot.press(kind)


# -- the set-up


def test_the_first_set_up_is_one_human_and_one_character(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    assert robot.page.focus == "start"
    robot.do(Verb.CONFIRM)
    first, second = robot.table.match.header.seats
    assert first == Player("You", "human", "", 0)
    assert second == Player("Nell Nettle", "bot", "nell", 1)


def test_the_game_begins_with_exactly_what_the_page_shows(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("add1")
    seat(robot, "kind1", "hard")
    assert robot.label("kind1") == "Bot, hard"
    robot.press("name0")
    robot.write("Zoë")
    robot.do(Verb.CONFIRM)
    robot.press("colour0")
    robot.press("option tidal")
    robot.go_to("option first")
    robot.do(Verb.RIGHT, Verb.RIGHT)
    assert robot.label("option first") == usual_names("bots")[0]
    robot.go_to("option foundations")
    robot.do(Verb.RIGHT)
    robot.do(Verb.PLAY)
    header = robot.table.match.header
    assert [(p.name, p.kind, p.level, p.colour) for p in header.seats] == [
        ("Zoë", "human", "", 1),
        (usual_names("bots")[0], "bot", "hard", 2),
        ("Nell Nettle", "bot", "nell", 0),
    ]
    assert header.options["tidal"] is True
    assert header.options["first"] == 1
    assert header.options["foundations"] == 2
    assert header.options["wheel"] is False
    assert app.context.library.path
    assert read_record(app.context.library.path).header == header


def test_the_same_by_mouse(app: App) -> None:
    robot = Robot(app, "mouse")
    robot.open(SetupPage(app.context, "wyoming"))
    robot.click("add1")
    robot.click("kind1")
    robot.click("hard")
    assert robot.label("kind1") == "Bot, hard"
    robot.click("kind1")
    robot.click("amos")
    assert robot.label("kind1") == "Hard · cautious"
    robot.click("kind1")
    robot.click_at((5, 5))
    assert robot.label("kind1") == "Hard · cautious"
    robot.click("name0", (0.95, 0.5))
    robot.click("option wheel")
    robot.click("start")
    header = robot.table.match.header
    assert len(header.seats) == 3
    assert header.seats[0].name == app.context.settings.player_names[0]
    assert header.options["wheel"] is True


def test_a_pad_goes_through_the_names_since_it_cannot_write(app: App) -> None:
    robot = Robot(app, "pad")
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("name0")
    assert not robot.page.typing
    assert robot.widget("name0").text == "Ana"  # type: ignore[attr-defined]


def test_a_set_up_is_remembered_for_its_game(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("add3")
    robot.press("option finicky")
    robot.do(Verb.PLAY)
    shown = robot.table.match.header
    stored = SettingsStore().load().setups["wyoming"]
    assert stored.seats == shown.seats
    again = SetupPage(app.context, "wyoming")
    robot.open(again)
    assert again.header().seats == shown.seats
    assert again.header().options == shown.options


@pytest.mark.parametrize(
    "seats",
    [
        (),
        (Player("Ana"),),
        tuple(Player(f"P{n}") for n in range(9)),
        (Player("Ana"), Player("Bot", "bot", "superhuman")),
    ],
)
def test_a_remembered_set_up_that_no_longer_fits_gives_way_to_the_usual_one(
    app: App, seats: tuple[Player, ...]
) -> None:
    app.context.settings.setups = {"wyoming": Setup(seats, {"first": 77, "gone": True, "tidal": "maybe"})}
    header = SetupPage(app.context, "wyoming").header()
    assert [player.kind for player in header.seats] == ["human", "bot"]
    assert header.options["first"] == "random"
    assert header.options["tidal"] is False


def test_remembered_colours_that_clash_are_told_apart(app: App) -> None:
    app.context.settings.setups = {"wyoming": Setup((Player("Ana", colour=3), Player("Ben", colour=3)))}
    colours = [player.colour for player in SetupPage(app.context, "wyoming").header().seats]
    assert len({*colours}) == 2


def test_an_option_without_effect_says_so_at_once(robot: Robot, app: App) -> None:
    """W7."""
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("option tidal")
    row = robot.widget("option tidal")
    assert isinstance(row, Row)
    assert row.note == ""
    robot.press("option sudden_death")
    row = robot.widget("option tidal")
    assert isinstance(row, Row)
    assert "no toss" in row.note


def test_the_choice_of_foundations_is_there_with_three_seats_only(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    assert robot.page.find("option foundations") is None
    robot.press("add1")
    assert robot.page.find("option foundations")
    robot.press("add3")
    assert robot.page.find("option foundations") is None


def test_a_first_seat_that_has_left_is_random_again(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("add3")
    robot.go_to("option first")
    robot.do(Verb.LEFT)
    assert robot.label("option first") == "Amos Anchor"
    seat(robot, "kind3", "nobody")
    assert robot.page.find("add3")
    assert robot.label("option first") == "Random"


def test_nobody_can_leave_a_table_of_two(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("kind0")
    assert robot.page.find("nobody") is None
    robot.do(Verb.CANCEL)
    robot.press("add1")
    robot.press("kind0")
    assert robot.page.find("nobody")


def test_two_of_one_name_or_none_at_all_cannot_begin(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    seat(robot, "kind2", "easy")
    robot.press("name0")
    robot.write(usual_names("bots")[0])
    robot.do(Verb.CONFIRM)
    assert not robot.widget("start").enabled
    robot.press("name0")
    robot.do(Verb.ERASE)
    robot.do(Verb.CONFIRM, Verb.PLAY)
    assert isinstance(robot.page, SetupPage)
    assert app.context.audio.recent[-1] == "refuse"


def test_two_humans_are_asked_their_names_one_after_the_other(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    seat(robot, "kind2", "human")
    assert not robot.widget("start").enabled
    for name in ("Ida", "Bo"):
        assert robot.page.typing
        robot.write(name)
        robot.do(Verb.CONFIRM)
    assert not robot.page.typing
    robot.do(Verb.PLAY)
    assert robot.table.match.names == ("Ida", "Bo")
    assert [*SettingsStore().load().player_names] == ["Ida", "Bo"]


def test_all_bots_may_play_and_be_watched(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    seat(robot, "kind0", "gentle")
    robot.do(Verb.PLAY)
    assert [p.kind for p in robot.table.match.header.seats] == ["bot", "bot"]


def test_a_written_name_replaces_the_old_one_and_is_remembered(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("name0")
    field = robot.widget("name0")
    assert isinstance(field, TextField)
    assert field.writing
    assert robot.page.typing
    robot.write("Noor")
    robot.do(Verb.ERASE)
    robot.write("a with a very long name")
    robot.do(Verb.CANCEL)
    assert not robot.page.typing
    assert isinstance(robot.page, SetupPage)
    robot.do(Verb.PLAY)
    name = robot.table.match.names[0]
    assert name == "Nooa with a ve"[: TextField.longest]
    assert app.context.settings.player_names[0] == name


def test_letters_that_are_shortcuts_are_letters_while_a_name_is_written(app: App) -> None:
    import pygame

    robot = Robot(app)
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("name0")
    app.frame([], 16)
    down = pygame.Event(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m", scancode=0)
    app.frame([down, pygame.Event(pygame.TEXTINPUT, text="m")], 16)
    assert robot.widget("name0").text == "m"  # type: ignore[attr-defined]
    assert not app.context.settings.muted


def test_the_rules_are_a_key_away_from_the_set_up(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    robot.do(Verb.RULES)
    assert isinstance(robot.page, RulesPage)
    robot.do(Verb.CANCEL)
    assert isinstance(robot.page, SetupPage)


class PresetGame:
    """Towers of Wyoming with presets and an advanced option, for the parts that it has no use for itself."""

    presets = (
        Preset("calm", "Calm", "A gentle game.", (("wheel", False), ("finicky", False))),
        Preset("wild", "Wild", "Everything at once.", (("wheel", True), ("finicky", True))),
    )

    def __getattr__(self, name: str) -> object:
        return getattr(registry.load("wyoming"), name)

    def options(self, seats: int) -> tuple[Option, ...]:
        extra = Option("hand", "Hand", "Cards in each hand.", 7, ((5, "5"), (7, "7")), advanced=True)
        return (*registry.load("wyoming").options(seats), extra)


def test_an_option_that_takes_more_than_its_choices_shows_what_was_chosen_elsewhere(robot: Robot, app: App) -> None:
    app.context.settings.setups["towering"] = Setup((), {"materials": "0-3-4"})
    robot.open(SetupPage(app.context, "towering"))
    robot.press("fold")
    assert robot.label("option materials") == "0, then 3, then 4"
    robot.go_to("option materials")
    robot.do(Verb.LEFT)
    assert robot.label("option materials") == "4 in every round"


def test_presets_set_their_options_and_say_when_they_no_longer_hold(robot: Robot, app: App) -> None:
    page = SetupPage(app.context, "wyoming")
    page.options.game = PresetGame()  # type: ignore[assignment]
    robot.open(page)
    assert robot.label("preset") == "Calm"
    robot.go_to("preset")
    robot.do(Verb.RIGHT)
    assert robot.label("preset") == "Wild"
    assert page.options.values["wheel"] is page.options.values["finicky"] is True
    robot.press("option wheel")
    assert robot.label("preset") == "Custom"
    robot.go_to("preset")
    robot.do(Verb.RIGHT)
    assert robot.label("preset") == "Calm"


def test_advanced_options_lie_in_a_fold(robot: Robot, app: App) -> None:
    page = SetupPage(app.context, "wyoming")
    page.options.game = PresetGame()  # type: ignore[assignment]
    robot.open(page)
    assert robot.page.find("option hand") is None
    robot.press("fold")
    assert robot.page.find("option hand")
    robot.press("fold")
    assert robot.page.find("option hand") is None


# -- characters


def test_a_character_brings_name_and_face_and_the_chair_tells_their_line(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    seat(robot, "kind2", "ada")
    ada = roster.characters()["ada"]
    name = robot.widget("name2")
    assert isinstance(name, TextField)
    assert (name.text, name.enabled) == (ada.name, False)
    assert (robot.page.focus, robot.label("kind2")) == ("kind2", "Master · builder")
    assert robot.widget("kind2").hint == ada.line
    robot.do(Verb.PLAY)
    assert robot.table.match.header.seats[1] == Player(ada.name, "bot", "ada", 1)


def test_a_level_after_a_character_has_a_name_of_its_own_again(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    seat(robot, "kind2", "ada")
    seat(robot, "kind2", "master")
    assert robot.widget("name2").text == usual_names("bots")[0]  # type: ignore[attr-defined]
    assert robot.widget("name2").enabled


def test_nobody_sits_on_two_chairs(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    seat(robot, "kind2", "ada")
    robot.press("add1")
    robot.press("kind1")
    assert not robot.widget("ada").enabled
    assert "another chair" in robot.widget("ada").hint
    robot.app.context.devices.active = "mouse"
    robot.click("ada")
    assert isinstance(robot.page, ChooserPage)
    robot.click("zora")
    assert robot.label("kind1") == "Hard · greedy"


def test_the_choice_begins_with_who_sits_there_and_esc_changes_nothing(robot: Robot, app: App) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    seat(robot, "kind2", "amos")
    robot.press("kind2")
    assert robot.page.focus == "amos"
    robot.do(Verb.LEFT, Verb.CANCEL)
    assert isinstance(robot.page, SetupPage)
    assert robot.label("kind2") == "Hard · cautious"


@pytest.mark.parametrize("used", ["keys", "pad"])
def test_every_choice_is_reached_by_arrows_alone(app: App, used: str) -> None:
    robot = Robot(app, used)
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("kind2")
    robot.do(Verb.DOWN, Verb.DOWN, Verb.CONFIRM)
    assert robot.label("kind2") in {f"{p.level.capitalize()} · {p.temper}" for p in roster.characters().values()}


def test_a_character_is_remembered_and_an_old_set_up_still_loads(app: App) -> None:
    seats = (Player("Ana"), Player("Ada Apex", "bot", "ada", 1), Player("Rex", "bot", "hard", 2))
    app.context.settings.setups = {"wyoming": Setup(seats)}
    assert SetupPage(app.context, "wyoming").header().seats == seats


@pytest.mark.parametrize("second", [Player("Bea", "bot", "ada", 2), Player("Bea", "bot", "gone", 2)])
def test_a_remembered_character_twice_or_no_longer_known_gives_way_to_the_usual_set_up(
    app: App, second: Player
) -> None:
    app.context.settings.setups = {"wyoming": Setup((Player("Ana"), Player("Ada Apex", "bot", "ada", 1), second))}
    assert [player.level for player in SetupPage(app.context, "wyoming").header().seats] == ["", "nell"]


# -- sitting down


def _seating(*players: Player) -> Seating:
    return Seating(registry.load("wyoming"), ("Ida", "Bo"), players)


def test_who_comes_next_is_nobody_who_sits_here_and_each_empty_chair_has_its_own_guest() -> None:
    seating = _seating()
    guests = [seating.guest(chair) for chair in seating.chairs if not chair.is_taken]
    assert len({*guests, "nell"}) == 3
    seating.add(seating.chairs[3])
    assert seating.chairs[3].kind == guests[1]


def test_two_humans_of_an_older_set_up_are_asked_who_was_you() -> None:
    seating = _seating(Player("You"), Player("Ida", colour=1))
    assert [chair.name for chair in seating.humans] == ["Bo", "Ida"]


def test_two_sit_opposite_each_other() -> None:
    assert [chair.is_taken for chair in _seating().chairs] == [True, False, True, False]


def test_a_human_alone_is_you_and_several_have_the_names_that_are_known_or_are_asked() -> None:
    seating = _seating()
    assert [chair.name for chair in seating.humans] == ["You"]
    seating.set_kind(seating.chairs[2], HUMAN)
    assert [chair.name for chair in seating.humans] == ["Ida", "Bo"]
    seating.set_kind(seating.chairs[1], HUMAN)
    assert seating.unnamed == [seating.chairs[1]]
    assert "What are your names?" in seating.problem
    seating.chairs[1].name = "You"
    assert seating.unnamed == [seating.chairs[1]]
    seating.chairs[1].name = "Cy"
    assert not seating.problem
    seating.set_kind(seating.chairs[0], "easy")
    assert seating.chairs[0].name == usual_names("bots")[0]


def test_another_level_keeps_the_bots_name() -> None:
    seating = _seating(Player("Ana"), Player("Rex", "bot", "easy", 1))
    seating.set_kind(seating.taken[1], "hard")
    assert seating.players[1] == Player("Rex", "bot", "hard", 1)


def test_a_colour_that_somebody_has_is_swapped() -> None:
    seating = _seating()
    first, second = seating.taken
    assert (first.colour, second.colour) == (0, 1)
    seating.next_colour(first)
    assert (first.colour, second.colour) == (1, 0)
    for _ in range(9):
        seating.next_colour(second)
        assert len({chair.colour for chair in seating.chairs}) == 4


def test_suggested_names_are_nobody_elses() -> None:
    seating = _seating()
    assert usual_names("bots")[0] not in seating.suggestions(seating.chairs[1]) or not seating.chairs[1].is_taken
    seating.add(seating.chairs[1])
    assert seating.taken[2].name not in seating.suggestions(seating.taken[1])


def test_bots_have_enough_names_all_different_and_short_enough() -> None:
    assert len({*usual_names("bots")}) == len(usual_names("bots")) >= 8
    assert max(map(len, usual_names("bots"))) <= TextField.longest


def test_back_leads_to_the_title_where_the_results_of_a_game_led_here(robot: Robot, app: App) -> None:
    app.manager.go(Replace(SetupPage(app.context, "wyoming")))
    robot.press("back")
    assert isinstance(app.manager.top, TitlePage)
