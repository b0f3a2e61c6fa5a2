"""The program's own voice: what it says, and when it is silent."""

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace

import pytest

from tests.scenes.robot import Robot
from tests.scenes.tables import open_table
from topping_out.scenes import routes
from topping_out.scenes.accessibility import voice as own_voice
from topping_out.scenes.accessibility.semantics import Announcer, Element, Group, Reading, Role, Semantics
from topping_out.scenes.accessibility.voice import NoVoice, Voice, system_engine
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb

HAND = Group("hand", "Your hand, 2 cards", is_list=True)
PAGE = object()


class Recorder:
    """A speech engine that records what it is to say."""

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


def spoken_texts(voice: Voice, engine: Recorder) -> list[tuple[str, bool]]:
    """Close the voice, and return all that it has said."""
    thread = voice._thread
    voice.close()
    if thread:
        thread.join(10)
    return engine.spoken


def set_mode(voice: Voice, mode: str, is_silent: bool = False) -> None:
    voice.obey(SimpleNamespace(read_aloud=mode, voice_rate=0.7, volume=lambda name: 0.4), is_silent)


def test_the_voice_reads_the_page_the_focus_and_announcements(voice: Voice, engine: Recorder) -> None:
    set_mode(voice, "everything")
    voice.follow(PAGE, reading(), "card 0")
    voice.announcer.say("Ana constructs 3 clubs.")
    voice.announcer.say("That is another suit.", urgent=True)
    voice.follow(PAGE, reading(), "card 0")
    voice.follow(PAGE, reading(), "card 0")
    assert spoken_texts(voice, engine) == [
        ("Towers of Wyoming", True),
        ("Your hand, 2 cards: 5 of clubs, 1 of 2", False),
        ("Ana constructs 3 clubs.", False),
        ("That is another suit.", True),
    ]
    assert (engine.rate, engine.volume) == (0.7, 0.4)


def test_the_voice_reads_only_changes_of_the_focused_element(voice: Voice, engine: Recorder) -> None:
    set_mode(voice, "pointed")
    voice.follow(PAGE, reading(), "card 0")
    voice.follow(PAGE, reading(selected=True), "card 0")
    voice.follow(PAGE, reading(), "card 0")
    voice.follow(PAGE, reading(), "card 1")
    assert [text for text, _ in spoken_texts(voice, engine)] == [
        "Your hand, 2 cards: 5 of clubs, 1 of 2",
        "5 of clubs, selected",
        "5 of clubs, not selected",
        "2 of hearts, 2 of 2",
    ]


def test_a_group_is_read_when_the_focus_enters_it(voice: Voice, engine: Recorder) -> None:
    set_mode(voice, "pointed")
    button = Element("play", Semantics(Role.BUTTON, "Play"), (0, 0, 10, 10))
    page = Reading("Towers of Wyoming", (*reading().elements, button))
    for name in ("card 0", "play", "card 1"):
        voice.follow(PAGE, page, name)
    assert [text for text, _ in spoken_texts(voice, engine)] == [
        "Your hand, 2 cards: 5 of clubs, 1 of 2",
        "Play, button",
        "Your hand, 2 cards: 2 of hearts, 2 of 2",
    ]


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_the_voice_reads_each_focused_card_of_the_hand(app: App, engine: Recorder, game: str) -> None:
    voice = app.context.voice
    voice._open_engine, app.context.settings.read_aloud = lambda: engine, "everything"
    robot, scene = open_table(app, game, used="keys")
    app.context.announcer.is_heard = voice.has_spoken = True
    cards = [scene.board.card_label(card) for card in scene.board.tokens.hand]
    robot.page.focus_on(robot.widget("card 0"))
    for _ in cards:
        app._read_out()
        robot.do(Verb.RIGHT)
    spoken = [words for words, _ in spoken_texts(voice, engine)]
    assert [card for card in cards if not any(card in words for words in spoken)] == [], spoken


def test_a_group_with_the_name_of_its_element_is_not_read_twice(voice: Voice, engine: Recorder) -> None:
    set_mode(voice, "pointed")
    plot = Semantics(Role.OPTION, "Tower 1", "free plot")
    here = Element("tower 0", plot, (0, 0, 10, 10), Group("plot", "Tower 1, free plot", is_list=True))
    voice.follow(PAGE, Reading("Towers", (here,)), "tower 0")
    assert spoken_texts(voice, engine) == [("Tower 1, free plot, 1 of 1", False)]


def test_announcements_are_not_cut_off_by_the_focus(voice: Voice, engine: Recorder) -> None:
    """Not by a focus that moves in the same frame, nor by its changes, nor by the next page."""
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
    assert spoken_texts(voice, engine)[2:] == [
        ("2 of hearts, 2 of 2", True),
        ("Ana constructs 3 clubs.", False),
        ("5 of clubs, 1 of 2", True),
        ("5 of clubs, selected", False),
        ("Ana tops out.", False),
        ("Results", False),
    ]


def test_a_key_switches_the_voice_on_and_off_and_says_so(app: App, robot: Robot, engine: Recorder) -> None:
    """Announcements made while it was off are not read later; beside a screen reader it stays off."""
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
    spoken = [text for text, _ in spoken_texts(app.context.voice, engine)]
    assert spoken[0] == "Topping Out"
    assert spoken[-2:] == ["Read aloud is on. F3 switches it off.", "Read aloud is off. F3 switches it on."]
    assert "Nobody hears this." not in spoken


@pytest.mark.parametrize(("mode", "is_silent"), [("off", False), ("everything", True)])
def test_the_voice_is_silent_when_off_or_beside_a_screen_reader(
    voice: Voice, engine: Recorder, mode: str, is_silent: bool
) -> None:
    set_mode(voice, mode, is_silent)
    voice.announcer.say("Ana constructs 3 clubs.")
    voice.follow(PAGE, reading(), "card 0")
    set_mode(voice, "everything")
    voice.follow(PAGE, reading(), "")
    assert spoken_texts(voice, engine) == [("Towers of Wyoming", True)], "earlier announcements are not read later"


# -- without a speech engine


def raise_no_voice() -> Recorder:
    raise NoVoice("nothing speaks here")


def wait(voice: Voice) -> None:
    """Wait until the voice's thread has ended, as it does without a speech engine."""
    voice._thread.join(10)
    assert not voice._thread.is_alive()


def test_a_missing_speech_engine_is_reported_once() -> None:
    voice = Voice(Announcer(), raise_no_voice)
    set_mode(voice, "everything")
    voice.follow(PAGE, reading(), "card 0")
    wait(voice)
    assert (voice.problem, voice.take_problem(), voice.take_problem()) == (*["nothing speaks here"] * 2, "")
    set_mode(voice, "everything")
    assert (voice.mode, voice.reads_everything, voice.has_spoken) == ("off", False, False)


def test_the_voice_looks_for_an_engine_again_when_switched_on(engine: Recorder) -> None:
    voice = Voice(Announcer(), raise_no_voice)
    set_mode(voice, "everything")
    voice.follow(PAGE, reading(), "")
    wait(voice)
    voice._open_engine = lambda: engine
    for mode in ("off", "everything"):
        set_mode(voice, mode)
    voice.follow(PAGE, reading(), "")
    assert spoken_texts(voice, engine) == [("Towers of Wyoming", True)]
    assert (voice.problem, voice.has_spoken) == ("", True)


def test_the_speech_engine_is_opened_once_for_all_that_is_said() -> None:
    engines: list[Recorder] = []
    voice = Voice(Announcer(), lambda: engines.append(Recorder()) or engines[-1])  # type: ignore[func-returns-value]
    for text in ("one", "two", "three"):
        voice.say(text)
    spoken_texts(voice, Recorder())  # waits until all is said
    assert [[text for text, _ in engine.spoken] for engine in engines] == [["one", "two", "three"]]


class Failing(Recorder):
    """A speech engine that fails after some sentences, like one whose service was stopped."""

    def __init__(self, sentences: int) -> None:
        super().__init__()
        self.left = sentences

    def speak(self, text: str, interrupt: bool = False) -> None:
        self.left -= 1
        if self.left < 0:
            raise OSError("broken pipe")
        super().speak(text, interrupt)


@pytest.mark.parametrize(("second", "spoken", "problem"), [(9, 1, ""), (0, 0, own_voice.SPEECH_FAILED)])
def test_a_speech_engine_that_fails_is_opened_once_more(home: object, second: int, spoken: int, problem: str) -> None:
    engines = [Failing(1), Failing(second)]
    opened = iter(engines)
    voice = Voice(Announcer(), lambda: next(opened))
    voice.say("one")
    voice.say("two")
    spoken_texts(voice, engines[1])
    assert [len(engine.spoken) for engine in engines] == [1, spoken]
    assert voice.problem == problem


@pytest.mark.parametrize("way", ["key", "option"])
def test_a_missing_speech_engine_is_reported_on_screen_and_stderr(
    app: App, robot: Robot, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    """There is also no page that welcomes to the voice."""
    app.context.voice._open_engine = raise_no_voice
    app.context.settings.welcomed = False
    app.context.settings.read_aloud = "everything" if way == "option" else "off"
    robot.open(routes.TITLE(app.context))
    if way == "key":
        app.on_intent(Intent(Verb.READ_ALOUD))
    app.frame([], 16)
    wait(app.context.voice)
    for _ in range(100):
        app.frame([], 16)
    words = "Read aloud is on, but nothing can be heard: nothing speaks here."
    assert app.context.last_reply.text == words
    assert app.context.announcer.said[-1].text == words
    assert capsys.readouterr().err == f"topping-out: {words}\n"
    assert (app.manager.top.heading, app.context.announcer.is_heard) == ("Topping Out", False)


# -- the system's speech


class Backends:
    """A fake of Prism with these backends; the others are known but not available."""

    def __init__(self, *there: str) -> None:
        self.there = there

    def module(self) -> ModuleType:
        prism = ModuleType("prism")
        names = ("VOICE_OVER", "NVDA", "ORCA", "UIA", "ONE_CORE", "SAPI", "AV_SPEECH", "SPEECH_DISPATCHER")
        prism.__dict__.update(BackendId={name: name for name in names}, Context=lambda: self)
        return prism

    def acquire(self, name: str) -> str:
        if name not in self.there:
            raise ValueError("Invalid or unsupported backend")
        return name


@pytest.mark.parametrize(
    ("there", "chosen"),
    [
        (("ORCA", "SPEECH_DISPATCHER"), "SPEECH_DISPATCHER"),
        (("VOICE_OVER", "AV_SPEECH"), "AV_SPEECH"),
        (("NVDA", "UIA", "ONE_CORE", "SAPI"), "ONE_CORE"),
        (("UIA", "SAPI"), "SAPI"),
    ],
)
def test_a_backend_that_speaks_itself_is_preferred_to_screen_readers(
    monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], chosen: str
) -> None:
    """Prism's backends for VoiceOver and UI Automation can be opened without a screen reader, but are silent then."""
    monkeypatch.setitem(sys.modules, "prism", Backends(*there).module())
    assert system_engine() == chosen


@pytest.mark.parametrize("system", ["linux", "win32", "darwin", "freebsd14"])
def test_a_system_without_speech_is_told_how_to_add_it(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(own_voice.sys, "platform", system)
    for prism in (Backends("UIA", "VOICE_OVER").module(), broken(OSError("no session")), broken(RuntimeError("none"))):
        monkeypatch.setitem(sys.modules, "prism", prism)
        with pytest.raises(NoVoice, match=r"\. (Add|Install) ") as raised:
            system_engine()
        assert "pip" not in str(raised.value)


def broken(error: Exception) -> ModuleType:
    """Return a Prism module that fails to start."""

    def fail() -> None:
        raise error

    prism = ModuleType("prism")
    prism.__dict__.update(BackendId={}, Context=fail)
    return prism


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize(
    "error", [ModuleNotFoundError("No module"), ImportError("DLL load failed"), OSError("no libc")]
)
def test_a_missing_speech_library_mentions_pip_only_if_there_is_pip(
    monkeypatch: pytest.MonkeyPatch, error: Exception, is_packed: bool
) -> None:
    def fail(*_names: object) -> Callable[..., object]:
        raise error

    monkeypatch.setattr(own_voice.sys, "frozen", is_packed, raising=False)
    monkeypatch.delitem(sys.modules, "prism", raising=False)
    monkeypatch.setattr("builtins.__import__", fail)
    with pytest.raises(NoVoice) as raised:
        system_engine()
    monkeypatch.undo()
    is_told = not is_packed and isinstance(error, ModuleNotFoundError)
    assert str(raised.value) == (own_voice.NO_LIBRARY if is_told else own_voice.NOT_LOADED)


def test_tests_never_speak() -> None:
    """Not even on a machine with a speech engine: see tests/silent."""
    with pytest.raises(NoVoice):
        system_engine()
