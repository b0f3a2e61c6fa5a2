"""The page for setting up a match, with opponents of the player's strength, and offers of weaker ones."""

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.scenes.pages.stories import page_stories
from tests.scenes.robot import FakeTable, Robot
from tests.scenes.tables import TURN_GAMES
from topping_out.game import registry, roster
from topping_out.game.engine import AnyGame, Outcome
from topping_out.game.options import Preset
from topping_out.game.progress import rating
from topping_out.game.record import Clock, Header, Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.library import Saved
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.pages import setup_seats
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.setup_seats import HUMAN, ChooserPage, Seating, begin_or_offer, gentler
from topping_out.scenes.system.settings import SELF, SettingsStore, Setup
from topping_out.scenes.ui.column import Notice
from topping_out.scenes.ui.fields import TextField

pytestmark = pytest.mark.usefixtures("fake_tables")


test_the_set_up = page_stories(
    """
the first set-up has one human and one character
    setup wyoming = focus start > confirm = table You, Nell Nettle; played by human, nell
players are chosen by mouse, and a click outside changes nothing
    setup wyoming, mouse > click add1; click kind1; click hard = kind1.label Bot, hard
    > click kind1; click amos = kind1.label Hard · cautious > click kind1; click at 5,5 = kind1.label Hard · cautious
    > click the end of name0; click option wheel; click start
    = table Ana, Amos Anchor, Nell Nettle; played by human, amos, nell; chosen wheel yes
a gamepad can choose a suggested name
    setup wyoming, pad > press name0 = page LettersPage > confirm = typing no; name0.text Ana
an option without effect says so (W7)
    setup wyoming > press option tidal = option tidal.note - > press option sudden_death = option tidal.note …no toss…
foundations can be chosen with three seats only
    setup wyoming = option foundations is here no > press add1 = option foundations is here yes
    > press add3 = option foundations is here no
the first seat is random again after that player has left
    setup wyoming > press add3; go to option first; left = option first.choice Amos Anchor
    > press kind3; press nobody = add3 is here yes; option first.choice Random
players cannot leave a table of two
    setup wyoming > press kind0 = nobody is here no > cancel; press add1; press kind0 = nobody is here yes
a game cannot start with two players of the same name
    setup wyoming > press kind2; press easy; press name0; write Mesa; confirm = name2.text Mesa; start.enabled no
a game cannot start with an empty name
    setup wyoming > press kind2; press easy; press name0; write M; erase; confirm; play = page SetupPage; sound refuse
two humans are asked for their names one after the other
    setup wyoming > press kind2; press human = start.enabled no; typing yes > write Ida; confirm = typing yes
    > write Bo; confirm = typing no > play = table Ida, Bo; stored player_names ('Ida', 'Bo')
a game can be played by bots only
    setup wyoming > press kind0; press gentle; play = played by gentle, nell
a written name replaces the old one, is limited in length and remembered
    setup wyoming > press name0 = name0.writing yes; typing yes
    > write Noor; erase; write a with a very long name; cancel = typing no; page SetupPage
    > play = table Nooa with a ve, Nell Nettle; setting player_names ('Nooa with a ve',)
a typed number deals that game
    setup wyoming > press deal; write 4711; confirm; play = table You, Nell Nettle; deal 4711
a deal number has only digits and a largest value
    setup wyoming > press deal; write x = deal.text -; reply A deal number has only digits.
    > write 9999999999999999; confirm; play = deal 9007199254740991
a key opens the rules
    setup wyoming > rules = page RulesPage > cancel = page SetupPage
an option shows a value outside its usual choices
    setup towering, materials 0-3-4 > press fold = option materials.choice 0, then 3, then 4
    > go to option materials; left = option materials.choice 4 in every round
advanced options are in a fold
    setup towering = option materials is here no > press fold = option materials is here yes
    > press fold = option materials is here no
options are remembered even if names are missing
    setup wyoming > press option tidal; press kind2; press human = start.enabled no
    > cancel; press back; open setup wyoming = option tidal.value yes; kind2.label … · …
a character has a fixed name, and the chair shows their motto
    setup wyoming > press kind2; press ada
    = name2.text Ada Apex; name2.enabled no; focus kind2; kind2.label Master · builder;
      kind2.hint The last beam is only the proof of the first.
    > play = table You, Ada Apex; played by human, ada
a level chosen after a character gets a name of its own
    setup wyoming > press kind2; press ada; press kind2; press master = name2.text Mesa; name2.enabled yes
a character cannot sit on two chairs
    setup wyoming, mouse > click kind2; click ada; click add1; click kind1 = ada.enabled no; ada.hint …another chair…
    > click ada = page ChooserPage > click zora = kind1.label Hard · greedy
the choice begins with the current player, and Esc changes nothing
    setup wyoming > press kind2; press amos; press kind2 = focus amos
    > left; cancel = page SetupPage; kind2.label Hard · cautious
every choice is reached with the arrow keys
    setup wyoming > press kind2; down x2; confirm = page SetupPage; kind2.label … · …
every choice is reached with a gamepad
    setup wyoming, pad > press kind2; down x2; confirm = page SetupPage; kind2.label … · …
the game starts exactly as shown, and is saved
    setup wyoming > press add1; press kind1; press hard = kind1.label Bot, hard
    > press name0; write Zoë; confirm; press colour0; press option tidal; go to option first; right x2
    = option first.choice Mesa > go to option foundations; right; play
    = table Zoë, Mesa, Nell Nettle; played by human, hard, nell; colours 1 2 0; chosen tidal yes; chosen first 1;
      chosen foundations 2; chosen wheel no; on the disk yes
Back leads to the title if no page is below
    setup wyoming > press back = page TitlePage
a set-up is remembered for each game
    setup wyoming > press add3; press option finicky; play = played by human, …; stored setups …'finicky': True…
    > open setup wyoming = kind1 is here yes; option finicky.value yes
the first preset depends on the number of seats
    setup wyoming = preset.choice Short game; option short.value yes; option scaffolding.value no;
      preset.help …About 4 minutes. Original rules: 7 minutes.
    > press add1 = preset.choice With scaffolding; option scaffolding.value yes
    > press kind1; press nobody = preset.choice Short game; option scaffolding.value no
what was chosen last for so many players is what comes next time
    setup wyoming > go to preset; right; play; open setup wyoming = preset.choice Original rules
    > press add1 = preset.choice With scaffolding > press kind1; press nobody = preset.choice Original rules
a clock is chosen with the keys, and comes next time
    setup wyoming = clock.choice No clock; clock.help Everybody thinks …
    > go to clock; right = clock.choice 20 seconds a turn; clock.help …a gentle bot finishes it…
    > play; open setup wyoming = clock.choice 20 seconds a turn
a clock is chosen with a gamepad, and kept when the page is left
    setup towers, pad > go to clock; right x4 = clock.choice 5 minutes a game; clock.help …15 seconds…
    > cancel; open setup towers = clock.choice 5 minutes a game
bots alone have no clock
    setup towering = clock is here yes > press kind0; press gentle = clock is here no
a game without turns has no clock
    setup icetowers = clock is here no
changes are kept when the page is left with Esc
    setup wyoming > press add1; press option tidal; cancel; open setup wyoming
    = option tidal.value yes; kind1 is here yes
"""
)


# -- the set-up


@pytest.mark.parametrize(
    "seats",
    [
        (),
        (Player("Ana"),),
        tuple(Player(f"P{n}") for n in range(9)),
        (Player("Ana"), Player("Bot", "bot", "superhuman")),
        (Player("Ana"), Player("Ada Apex", "bot", "ada", 1), Player("Bea", "bot", "ada", 2)),
        (Player("Ana"), Player("Ada Apex", "bot", "ada", 1), Player("Bea", "bot", "gone", 2)),
    ],
)
def test_a_remembered_set_up_that_is_invalid_is_replaced(app: App, seats: tuple[Player, ...]) -> None:
    app.context.settings.setups = {"wyoming": Setup(seats, {"first": 77, "gone": True, "tidal": "maybe"})}
    header = SetupPage(app.context, "wyoming").header()
    assert [(player.kind, player.level) for player in header.seats] == [("human", ""), ("bot", "nell")]
    assert header.options["first"] == "random"
    assert header.options["tidal"] is False


def test_remembered_colours_that_clash_are_changed(app: App) -> None:
    app.context.settings.setups = {"wyoming": Setup((Player("Ana", colour=3), Player("Ben", colour=3)))}
    colours = [player.colour for player in SetupPage(app.context, "wyoming").header().seats]
    assert len({*colours}) == 2


@pytest.mark.parametrize(
    ("wanted", "given"), [((3, 1), (3, 1)), ((3, 3), (0, 1)), ((2, -1), (0, 1)), ((4, 0), (0, 1)), ((9, 9), (0, 1))]
)
def test_remembered_colours_are_used_if_all_of_them_can_be(wanted: tuple[int, int], given: tuple[int, int]) -> None:
    seating = _seating(*(Player(name, colour=colour) for name, colour in zip(("Ana", "Ben"), wanted)))
    assert tuple(player.colour for player in seating.players) == given


def test_a_bot_is_a_numbered_player_if_all_usual_names_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "usual_names", lambda kind: [])
    seating = _seating()
    for chair in seating.chairs[:2]:
        seating.set_kind(chair, "easy")
    assert [chair.name for chair in seating.chairs[:2]] == ["Player 1", "Player 2"]


def test_shortcut_letters_are_text_while_a_name_is_written(app: App) -> None:
    robot = Robot(app)
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("name0")
    app.frame([], 16)
    down = pygame.Event(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m", scancode=0)
    app.frame([down, pygame.Event(pygame.TEXTINPUT, text="m")], 16)
    assert robot.widget("name0").text == "m"
    assert not app.context.settings.muted


def test_an_input_method_gets_the_keys_until_it_is_done(app: App) -> None:
    robot = Robot(app)
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("name0")
    app.frame([], 16)
    app.frame([pygame.Event(pygame.TEXTEDITING, text="はな", start=0, length=2)], 16)
    field = robot.widget("name0")
    enter = pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r", scancode=40)
    erase = pygame.Event(pygame.KEYDOWN, key=pygame.K_BACKSPACE, mod=0, unicode="\b", scancode=42)
    app.frame([enter, erase], 16)
    assert (field.composed, field.text, field.writing) == ("はな", "You", True)
    app.frame([pygame.Event(pygame.TEXTEDITING, text="", start=0, length=0)], 16)
    app.frame([pygame.Event(pygame.TEXTINPUT, text="花")], 16)
    assert (field.composed, field.text) == ("", "花")
    app.frame([enter], 16)
    assert not robot.widget("name0").writing


class PresetGame:
    """Towers of Wyoming with other presets, for tests of what the game itself does not use."""

    presets = (
        Preset("calm", "Calm", "A gentle game.", (("wheel", False), ("finicky", False))),
        Preset("wild", "Wild", "Everything at once.", (("wheel", True), ("finicky", True))),
    )

    def __getattr__(self, name: str) -> object:
        return getattr(registry.load("wyoming"), name)


def test_presets_set_options_and_become_custom_when_one_changes(robot: Robot, app: App) -> None:
    page = SetupPage(app.context, "wyoming")
    page.options.game = PresetGame()
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


def test_a_preset_says_how_long_a_game_takes_at_this_table(robot: Robot, app: App) -> None:
    """The measured number of turns, with 12 seconds for a human's and 4 for a bot's."""
    scaffolded = next(preset for preset in registry.load("wyoming").presets if preset.key == "scaffolded")
    assert [scaffolded.minutes(1, 2), scaffolded.minutes(3, 0)] == [5, 8]
    assert PresetGame.presets[0].minutes(1, 1) == 0
    page = robot.open(SetupPage(app.context, "wyoming"))
    robot.press("add1")
    assert page.find("preset").help.endswith("About 5 minutes. Original rules: 16 minutes.")


@pytest.mark.parametrize("preset", registry.load("wyoming").presets, ids=lambda preset: preset.key)
def test_three_seats_after_a_game_of_two_are_offered_the_same_as_from_the_title(
    robot: Robot, app: App, preset: Preset
) -> None:
    players = [Player("You"), Player("Nell Nettle", "bot", "nell", 1)]
    before = new_header(registry.load("wyoming"), players, dict(preset.options), 1)
    robot.open(SetupPage(app.context, "wyoming", before))
    assert robot.label("preset") == preset.title
    robot.press("add1")
    assert robot.label("preset") == "With scaffolding"


# -- sitting down


def _seating(*players: Player) -> Seating:
    return Seating(registry.load("wyoming"), ("Ida", "Bo"), players)


def test_two_humans_of_an_older_set_up_get_the_known_names() -> None:
    seating = _seating(Player("You"), Player("Ida", colour=1))
    assert [chair.name for chair in seating.humans] == ["Bo", "Ida"]


def test_a_single_human_is_you_and_several_need_names() -> None:
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
    assert seating.chairs[0].name == roster.usual_names("bots")[0]


def test_a_bot_keeps_its_name_at_another_level() -> None:
    seating = _seating(Player("Ana"), Player("Rex", "bot", "easy", 1))
    seating.set_kind(seating.taken[1], "hard")
    assert seating.players[1] == Player("Rex", "bot", "hard", 1)


def test_choosing_a_used_colour_swaps_it() -> None:
    seating = _seating()
    first, second = seating.taken
    assert (first.colour, second.colour) == (0, 1)
    seating.next_colour(first)
    assert (first.colour, second.colour) == (1, 0)
    for _ in range(9):
        seating.next_colour(second)
        assert len({chair.colour for chair in seating.chairs}) == 4


def test_names_of_other_players_are_not_suggested() -> None:
    seating = _seating()
    seating.add(seating.chairs[1])
    assert seating.taken[2].name not in seating.suggestions(seating.taken[1])


def test_there_are_enough_short_and_different_names_for_bots() -> None:
    assert len({*roster.usual_names("bots")}) == len(roster.usual_names("bots")) >= 8
    assert max(map(len, roster.usual_names("bots"))) <= TextField.longest


def test_no_bot_has_a_name_that_means_something_else_in_the_current_language(monkeypatch: pytest.MonkeyPatch) -> None:
    assert roster.usual_names("bots")[0] == "Mesa"
    monkeypatch.setattr(roster, "current", lambda: "es")  # mesa: table
    assert "Mesa" not in roster.usual_names("bots")
    assert len(roster.usual_names("bots")) >= 8


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.name)
def test_every_preset_has_a_duration_for_every_table(game: AnyGame) -> None:
    tables = [(humans, seats - humans) for seats in game.seats for humans in range(1, seats + 1)]
    assert all(preset.minutes(*table) for preset in game.presets for table in tables)


@pytest.mark.parametrize("game", registry.names())
def test_screen_reader_users_are_asked_once_about_paused_time(robot: Robot, app: App, game: str) -> None:
    """In live games only; a refusal is remembered too."""
    app.context.announcer.is_heard, app.context.settings.welcomed = True, True
    is_live = registry.load(game).live
    for verb in (Verb.CANCEL, Verb.CONFIRM):
        page = robot.open(SetupPage(app.context, game))
        assert isinstance(robot.page, Notice) is is_live
        if not is_live:
            break
        robot.do(verb)
        assert page.options.values["paused_time"] is (verb is Verb.CONFIRM)
        if verb is Verb.CANCEL:
            robot.do(Verb.CANCEL)
            robot.open(SetupPage(app.context, game))
            assert not isinstance(robot.page, Notice)
            app.context.settings.setups = {}


# -- clock


@pytest.mark.parametrize("game", TURN_GAMES)
def test_a_clock_chosen_with_the_mouse_goes_into_the_game(app: App, game: str) -> None:
    robot = Robot(app, "mouse")
    robot.open(SetupPage(app.context, game))
    robot.click("clock", (0.96, 0.5))
    robot.click("clock", (0.96, 0.5))
    robot.click("start")
    assert robot.table.match.header.clock == Clock("turn", 45)


def test_a_rematch_offers_the_clock_of_the_game_before(app: App) -> None:
    header = new_header(registry.load("wyoming"), [Player("You"), Player("Mesa", "bot", "easy", 1)], {}, 7)
    robot = Robot(app)
    robot.open(SetupPage(app.context, "wyoming", replace(header, clock=Clock("turn", 33))))
    assert robot.label("clock") == "33 seconds a turn"
    robot.do(Verb.PLAY)
    assert robot.table.match.header.clock == Clock("turn", 33)


def test_a_clock_goes_on_through_a_series(app: App, robot: Robot) -> None:
    robot.open(SetupPage(app.context, "wyoming"))
    robot.go_to("clock")
    robot.do(Verb.RIGHT)
    robot.press("best of")
    robot.do(Verb.PLAY)
    header = robot.table.match.header
    after = rating.after(header, Outcome((0,), (8, 2), "tower"))
    assert (header.clock, after.clock) == (Clock("turn", 20), Clock("turn", 20))


# -- fair matches


YOU, ANA = Player(SELF), Player("Ana")
NELL, HARD = Player("Nell Nettle", "bot", "nell", 1), Player("Gable", "bot", "hard", 2)
STRENGTHS = {"gentle": 600.0, "easy": 800.0, "medium": 1040.0, "hard": 1200.0, "master": 1400.0, "nell": 1000.0}


@pytest.fixture(autouse=True)
def strengths(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (rating, setup_seats):
        monkeypatch.setattr(module, "bots_of", lambda game: STRENGTHS if game == "wyoming" else {})


def header(*players: Player, number: int = 1) -> Header:
    return new_header(load("wyoming"), players, {}, number, f"2026-11-{number:02}T12:00:00")


def saved(number: int, *players: Player, won: bool = False) -> Saved:
    outcome = Outcome((0,) if won else (1,), (11, 4) if won else (4, 11), "tower")
    return Saved(Path(f"{number}.jsonl"), header(*players, number=number), 30, outcome)


def remember(app: App, *finished: Saved) -> None:
    app.context.library.finished = lambda: [*reversed(finished)]


def lost(*numbers: int, player: Player = YOU) -> list[Saved]:
    return [saved(number, player, NELL) for number in numbers]


# -- an even match


def open_chooser(robot: Robot, *players: Player) -> tuple[SetupPage, ChooserPage]:
    robot.app.context.settings.setups = {"wyoming": Setup(players)}
    page = robot.open(SetupPage(robot.app.context, "wyoming"))
    robot.press(f"kind{page.seating.chairs.index(page.seating.taken[1])}")
    return page, robot.top(ChooserPage)


@pytest.mark.parametrize("used", ["keys", "mouse", "pad"])
def test_an_equal_opponent_can_be_chosen_for_a_chair(app: App, used: str) -> None:
    games = [saved(number, YOU, HARD, won=number % 4 < 3) for number in range(1, 25)]
    remember(app, *games)
    robot = Robot(app, used)
    page, chooser = open_chooser(robot, YOU, NELL)
    assert chooser.even.kind == "master"
    assert "Master, 1400: the closest to your rating in Towers of Wyoming, 13" in chooser.even.why
    robot.click("even") if used == "mouse" else robot.press("even")
    assert page.seating.taken[1].kind == "master"


def test_a_player_without_a_rating_is_matched_by_the_first_rating(robot: Robot) -> None:
    _, chooser = open_chooser(robot, ANA, HARD)
    assert chooser.even.kind == "easy"
    assert "Ana has no rating in Towers of Wyoming yet; ratings begin at 800 ± 588." in chooser.even.why


def test_a_player_in_another_chair_is_not_suggested(robot: Robot) -> None:
    remember(robot.app, *(saved(n, YOU, NELL, won=n % 2 > 0) for n in range(1, 25)))
    gable = Player("Gable", "bot", "easy", 2)
    assert (open_chooser(robot, YOU, gable)[1].even or ("",))[0] == "nell"
    assert (open_chooser(robot, YOU, gable, NELL)[1].even or ("",))[0] == "medium"


def test_no_equal_opponent_is_suggested_among_bots(robot: Robot) -> None:
    _, chooser = open_chooser(robot, NELL, HARD)
    assert chooser.even is None
    assert chooser.find("even") is None


# -- weaker opponents


def offered(app: App, *players: Player) -> list[Header]:
    """Start a game of these players; return its header in a list, empty if a question comes first."""
    begun: list[Header] = []
    transition = begin_or_offer(app.context, header(*players, number=9), begun.append)
    assert (transition is None) == bool(begun)
    return begun


def test_a_weaker_opponent_is_offered_once_after_three_losses(app: App) -> None:
    remember(app, *lost(1, 2))
    assert offered(app, YOU, NELL)
    remember(app, *lost(1, 2, 3))
    assert not offered(app, YOU, NELL)
    assert offered(app, YOU, NELL), "asked only once"
    stored = SettingsStore().load()
    assert stored.gentler_offered == (("wyoming", SELF),)


def test_no_weaker_opponent_is_offered_after_a_win_or_to_others(app: App) -> None:
    remember(app, *lost(1, 2, 3), saved(4, YOU, NELL, won=True))
    assert offered(app, YOU, NELL)
    remember(app, *lost(1, 2, 3))
    assert offered(app, ANA, NELL)
    assert offered(app, YOU, ANA, NELL)
    assert offered(app, YOU, Player("Pia Pebble", "bot", "pia", 1)), "nobody is weaker"


def test_the_strongest_bot_is_replaced_by_one_a_level_lower() -> None:
    easier = gentler(header(YOU, NELL, HARD))
    assert [player.level for player in easier.seats] == ["", "nell", "medium"]
    easier = gentler(header(YOU, NELL))
    assert (easier.seats[1].level, easier.seats[1].name, easier.seats[1].colour) == ("otto", "Otto Overreach", 1)
    assert gentler(header(YOU, ANA)) is None


def test_a_bot_named_after_its_level_is_named_without_the_level(app: App) -> None:
    remember(app, *lost(1, 2, 3))
    pushed = begin_or_offer(app.context, header(YOU, Player("Medium 2", "bot", "medium", 1), number=9), lambda _: None)
    assert "You've lost three games of Towers of Wyoming in a row." in pushed.scene.text
    assert "Play Easy 2 instead of Medium 2?" in pushed.scene.text


@pytest.mark.parametrize("used", ["keys", "mouse", "pad"])
@pytest.mark.parametrize(("button", "kind"), [("answer0", "nell"), ("answer1", "otto")])
def test_the_game_starts_with_the_chosen_opponent(
    app: App, fake_tables: None, used: str, button: str, kind: str
) -> None:
    remember(app, *lost(1, 2, 3))
    app.context.settings.setups = {"wyoming": Setup((YOU, NELL))}
    robot = Robot(app, used)
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("start")
    asked = "Play Otto Overreach (easy) instead of Nell Nettle (medium)? This is asked only once."
    assert asked in robot.top(Notice).text
    robot.click(button) if used == "mouse" else robot.press(button)
    robot.wait(400)
    assert robot.top(FakeTable).match.header.seats[1].level == kind
    assert app.context.settings.setups["wyoming"].seats[1].level == kind


def test_cancelling_the_question_starts_no_game(app: App, robot: Robot, fake_tables: None) -> None:
    remember(app, *lost(1, 2, 3))
    app.context.settings.setups = {"wyoming": Setup((YOU, NELL))}
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("start")
    robot.do(Verb.CANCEL)
    assert isinstance(app.manager.top, SetupPage)
    robot.press("start")
    robot.wait(400)
    assert isinstance(app.manager.top, FakeTable)


def test_everybody_who_moves_round_keeps_their_device(app: App) -> None:
    seats = tuple(Player(name, colour=colour) for colour, name in enumerate(("Ana", "Ben", "Cleo")))
    app.context.settings.setups = {"icetowers": Setup(seats)}
    page = SetupPage(app.context, "icetowers")
    page._chosen_devices = ["mouse", "keys 1", "keys 2"]
    before = {chair.name: device for chair, device in zip(page.seating.humans, page.devices)}
    places = [chair.name for chair in page.seating.humans]
    page._move_round()
    assert [chair.name for chair in page.seating.humans] != places
    assert {chair.name: device for chair, device in zip(page.seating.humans, page.devices)} == before
    assert len({*before.values()}) == 3
