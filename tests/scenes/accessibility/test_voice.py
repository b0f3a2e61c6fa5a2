"""The program's own voice: what it says, and when it says nothing."""

from threading import Event
from types import SimpleNamespace

import pytest

from tests.scenes.robot import Robot
from tests.scenes.tables import open_table
from topping_out.scenes import routes
from topping_out.scenes.accessibility.announcer import Announcer
from topping_out.scenes.accessibility.semantics import Element, Group, Reading, Role, Semantics
from topping_out.scenes.accessibility.voice import Voice
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb

HAND = Group("hand", "Your hand, 2 cards", is_list=True)
PAGE = object()


class Recorder:
    """Speech that is written down."""

    def __init__(self) -> None:
        self.rate = self.volume = 0.0
        self.spoken: list[tuple[str, bool]] = []

    def speak(self, text: str, interrupt: bool = False) -> None:
        self.spoken.append((text, interrupt))


def element(name: str, label: str, selected: bool = False) -> Element:
    return Element(name, Semantics(Role.OPTION, label, is_selected=selected), (0, 0, 10, 10), HAND)


def reading(selected: bool = False) -> Reading:
    return Reading("Towers of Wyoming", (element("card 0", "5 of clubs", selected), element("card 1", "2 of hearts")))


@pytest.fixture
def engine() -> Recorder:
    return Recorder()


@pytest.fixture
def voice(engine: Recorder) -> Voice:
    return Voice(Announcer(), lambda: engine)


def heard(voice: Voice, engine: Recorder) -> list[tuple[str, bool]]:
    """Return what was said so far: the thread has ended, so nothing is under way."""
    thread = voice._thread
    voice.close()
    if thread:
        thread.join(10)
    return engine.spoken


def set_mode(voice: Voice, mode: str, is_silent: bool = False) -> None:
    voice.obey(SimpleNamespace(read_aloud=mode, voice_rate=0.7, volume=lambda name: 0.4), is_silent)


def test_everything_is_the_page_then_the_focus_then_what_happens(voice: Voice, engine: Recorder) -> None:
    set_mode(voice, "everything")
    voice.follow(PAGE, reading(), "card 0")
    voice.announcer.say("Ana constructs 3 clubs.")
    voice.announcer.say("That is another suit.", urgent=True)
    voice.follow(PAGE, reading(), "card 0")
    voice.follow(PAGE, reading(), "card 0")
    assert heard(voice, engine) == [
        ("Towers of Wyoming", True),
        ("Your hand, 2 cards: 5 of clubs, 1 of 2", False),
        ("Ana constructs 3 clubs.", False),
        ("That is another suit.", True),
    ]
    assert (engine.rate, engine.volume) == (0.7, 0.4)


def test_of_what_stays_in_focus_only_the_change_is_said(voice: Voice, engine: Recorder) -> None:
    set_mode(voice, "pointed")
    voice.follow(PAGE, reading(), "card 0")
    voice.follow(PAGE, reading(selected=True), "card 0")
    voice.follow(PAGE, reading(), "card 0")
    voice.follow(PAGE, reading(), "card 1")
    assert [text for text, _ in heard(voice, engine)] == [
        "Your hand, 2 cards: 5 of clubs, 1 of 2",
        "selected",
        "not selected",
        "2 of hearts, 2 of 2",
    ]


def test_a_group_is_said_where_one_comes_to_it(voice: Voice, engine: Recorder) -> None:
    set_mode(voice, "pointed")
    button = Element("play", Semantics(Role.BUTTON, "Play"), (0, 0, 10, 10))
    page = Reading("Towers of Wyoming", (*reading().elements, button))
    for name in ("card 0", "play", "card 1"):
        voice.follow(PAGE, page, name)
    assert [text for text, _ in heard(voice, engine)] == [
        "Your hand, 2 cards: 5 of clubs, 1 of 2",
        "Play, button",
        "Your hand, 2 cards: 2 of hearts, 2 of 2",
    ]


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_at_a_table_it_says_each_card_of_the_hand_that_the_focus_comes_to(
    app: App, engine: Recorder, game: str
) -> None:
    voice = app.context.voice
    voice._open_engine, app.context.settings.read_aloud = lambda: engine, "everything"
    robot, scene = open_table(app, game, used="keys")
    app.context.announcer.is_heard = True
    cards = [scene.board.card_label(card) for card in scene.board.animator.hand]
    robot.page.focus_on(robot.widget("card 0"))
    for _ in cards:
        app._tell()
        robot.do(Verb.RIGHT)
    told = [words for words, _ in heard(voice, engine)]
    assert [card for card in cards if not any(card in words for words in told)] == [], told


def test_a_group_that_is_called_as_what_is_in_it_is_not_said_twice(voice: Voice, engine: Recorder) -> None:
    set_mode(voice, "pointed")
    plot = Semantics(Role.OPTION, "Tower 1", "free plot")
    here = Element("tower 0", plot, (0, 0, 10, 10), Group("plot", "Tower 1, free plot", is_list=True))
    voice.follow(PAGE, Reading("Towers", (here,)), "tower 0")
    assert heard(voice, engine) == [("Tower 1, free plot, 1 of 1", False)]


def test_what_happens_is_not_cut_off_by_what_has_the_focus(voice: Voice, engine: Recorder) -> None:
    """Neither by the focus that moves in the same frame, nor by what changes of it, nor by the page that comes next."""
    set_mode(voice, "everything")
    voice.announcer.is_heard = True
    voice.follow(PAGE, reading(), "card 0")
    voice.announcer.say("Ana constructs 3 clubs.")
    voice.follow(PAGE, reading(), "card 1")
    voice.follow(PAGE, reading(), "card 1")
    voice.follow(PAGE, reading(), "card 0")
    voice.follow(PAGE, reading(selected=True), "card 0")
    voice.announcer.say("Ana tops out.")
    voice.follow(PAGE, reading(selected=True), "card 0")
    voice.follow(object(), Reading("Results"), "")
    assert heard(voice, engine)[2:] == [
        ("2 of hearts, 2 of 2", True),
        ("Ana constructs 3 clubs.", False),
        ("5 of clubs, 1 of 2", True),
        ("selected", False),
        ("Ana tops out.", False),
        ("Results", False),
    ]


def test_the_key_switches_it_on_and_off_and_says_so(app: App, robot: Robot, engine: Recorder) -> None:
    """What was said while it was off is not made up for; beside a screen reader it stays off."""
    app.context.voice._open_engine, app.context.settings.welcomed = lambda: engine, True
    robot.open(routes.TITLE(app.context))
    app.context.announcer.say("Nobody hears this.")
    for _ in range(2):
        app.on_intent(Intent(Verb.READ_ALOUD))
        app.frame([], 16)
    app.reader.speaks = True
    app.on_intent(Intent(Verb.READ_ALOUD))
    assert app.context.settings.read_aloud == "off"
    assert app.context.announcer.said[-1].text == "The program's own voice is silent while a screen reader speaks."
    said = [text for text, _ in heard(app.context.voice, engine)]
    assert said[0] == "Topping Out"
    assert said[-2:] == ["Read aloud is on. F3 switches it off.", "Read aloud is off. F3 switches it on."]
    assert "Nobody hears this." not in said


@pytest.mark.parametrize(("mode", "is_silent"), [("off", False), ("everything", True)])
def test_it_is_silent_when_off_and_beside_a_screen_reader(
    voice: Voice, engine: Recorder, mode: str, is_silent: bool
) -> None:
    set_mode(voice, mode, is_silent)
    voice.announcer.say("Ana constructs 3 clubs.")
    voice.follow(PAGE, reading(), "card 0")
    set_mode(voice, "everything")
    voice.follow(PAGE, reading(), "")
    assert heard(voice, engine) == [("Towers of Wyoming", True)], "what was said before is not made up for"


def test_a_system_without_speech_says_why_and_nothing_fails() -> None:
    asked = Event()

    def nothing() -> Recorder:
        asked.set()
        raise RuntimeError("nothing speaks here")

    voice = Voice(Announcer(), nothing)
    set_mode(voice, "everything")
    voice.follow(PAGE, reading(), "card 0")
    assert asked.wait(10)
    heard(voice, Recorder())
    assert voice.problem == "nothing speaks here"
