"""In another language nothing on the tables stays English, drawn or said."""

import random
import re
from collections.abc import Iterator
from gettext import NullTranslations
from itertools import islice
from typing import Literal

import pytest

from tests.game.by_luck.random_games import play, random_deal
from tests.scenes.robot import Robot, SilentWorker
from topping_out.game import language
from topping_out.game.icetowers.actions import Lift, Place, Ready, SetDown, Split
from topping_out.game.match import Match
from topping_out.game.record import Player, Record, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.input_devices import KEYBOARD_HALVES
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.live.count import CountPage
from topping_out.scenes.icetowers.live.scene import LiveScene
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.manager import Push
from topping_out.scenes.match.start import open_table
from topping_out.scenes.ui.page import ASKED
from topping_out.scenes.ui.widgets import Button


class Bracketed(NullTranslations):
    """A language whose sentences are the English ones in brackets."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, one: str, many: str, number: int) -> str:
        return f"«{one if number == 1 else many}»"

    def pgettext(self, context: str, message: str) -> str:
        return f"«{message}»"


@pytest.fixture
def robot(app: App) -> Iterator[Robot]:
    """One who points at things, while nobody else plays."""
    app.context.worker.close()
    app.context.worker = SilentWorker()
    app.context.settings.speed = "instant"
    english = language.current()
    language.speak("brackets", Bracketed())
    yield Robot(app, "mouse")
    language.speak(english, NullTranslations())


class DrawnWords:
    """Notes the texts that are drawn, whole: before they are broken into lines, or cut off."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._drawn, self._originals, self._parts = set[str](), set[str](), set[str]()
        text, wrap, fit = Kit.text, Kit._wrap, Kit.fit

        def note(kit: Kit, words: str, *more: object, **named: object) -> object:
            self._drawn.add(words)
            return text(kit, words, *more, **named)  # type: ignore[arg-type]

        def note_wrapped(kit: Kit, words: str, *more: object) -> list[str]:
            lines = wrap(kit, words, *more)  # type: ignore[arg-type]
            self._originals.add(words)
            self._parts.update(lines)
            return lines

        def note_cut(kit: Kit, words: str, *more: object) -> str:
            cut = fit(kit, words, *more)  # type: ignore[arg-type]
            self._originals.add(words)
            self._parts.add(cut)
            return cut

        monkeypatch.setattr(Kit, "text", note)
        monkeypatch.setattr(Kit, "_wrap", note_wrapped)
        monkeypatch.setattr(Kit, "fit", note_cut)

    @property
    def whole(self) -> set[str]:
        return self._originals | (self._drawn - self._parts)


def is_english(text: str) -> bool:
    """Tell whether a word stands outside of all brackets."""
    while (inner := re.sub("«[^«»]*»", "", text)) != text:
        text = inner
    return re.search("[A-Za-z]{2}", text) is not None


def match_of(name: str, luck: int) -> Match:
    """Return a game in which a player is to act and the others are bots; names without letters to be found."""
    deal = random_deal(name, random.Random(luck))
    entries = [step.entry for step in islice(play(deal), 1, 30 + 20 * luck) if step.entry]
    humans = [Player(f"P{seat}", colour=seat) for seat in range(deal.seats)]
    header = new_header(load(name), humans, deal.options, deal.seed)
    return Match(Record(header, entries))


def look_everywhere(robot: Robot) -> None:
    """Point at everything on the page, so that all that explains it is drawn."""
    for widget in robot.page.widgets:
        robot.app.context.devices.pointer = widget.rect.center
        robot.app.stage.invalidate()
        robot.see()


def said(robot: Robot) -> Iterator[str]:
    for element in robot.page.reading().elements:
        yield from (element.semantics.label, element.semantics.value, element.semantics.description)
        yield element.group.label if element.group else ""
    yield from map(robot.page.answer, ASKED)
    yield from robot.app.context.announcer.history


@pytest.mark.parametrize("name", ["wyoming", "towering"])
@pytest.mark.parametrize("luck", range(3))
def test_whatever_a_card_table_draws_and_says_is_translated(
    robot: Robot, name: str, luck: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, heard = DrawnWords(monkeypatch), set[str]()
    robot.app.context.settings.curtain = False
    scene = robot.open(open_table(robot.app.context, match_of(name, luck)))
    for _ in range(2):
        look_everywhere(robot)
        heard.update(said(robot))
        robot.app.on_intent(Intent(Verb.PICK, text="1"))
    sheet = scene.board.scoring_page(scene.view)
    if sheet:
        robot.app.manager.go(Push(sheet))
        look_everywhere(robot)
        heard.update(said(robot))
    keys = {widget.key for widget in scene.widgets if isinstance(widget, Button)}
    assert not {text for text in (drawn.whole | heard) - keys if is_english(text)}


@pytest.mark.parametrize(("rival", "options"), [("bot", {"ghost": True}), ("human", {"paused_time": True})])
def test_whatever_the_table_of_icetowers_draws_and_says_is_translated(
    robot: Robot, rival: Literal["bot", "human"], options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, heard = DrawnWords(monkeypatch), set[str]()
    seats = [Player("P0"), Player("P1", rival, "easy" if rival == "bot" else "", 1)]
    scene = robot.open(open_table(robot.app.context, Match.new(new_header(load("icetowers"), seats, options, 3))))
    assert isinstance(scene, LiveScene)
    for seat in scene.humans:
        scene.driver.submit(seat, Ready(15 * seat), 0)
    robot.wait(4000)
    robot.app.context.announcer.is_heard = True  # from the beginning the count would wait until all is said
    large = next(tower for tower in scene.view.towers if tower.top == 15 + 12)
    for action in (Lift(12), SetDown(9999, 0), Place(14), Place(large.id), Split(12)):
        scene.driver.submit(0, action, round(scene.clock.now))
        robot.wait(200)
        scene.board.spoken.opened = large.id
        scene.rebuild()
        look_everywhere(robot)
        heard.update(said(robot))
    page = CountPage(scene.context, scene.board, lambda: None)
    robot.app.manager.go(Push(page))
    look_everywhere(robot)
    heard.update(said(robot))
    assert any("Cap: makes" in text for text in heard)
    keys = {widget.key for widget in (*scene.widgets, *page.widgets) if isinstance(widget, Button)}
    keys |= {robot.app.context.devices.keyboard_halves.label(half) for half in KEYBOARD_HALVES}
    assert not {text for text in (drawn.whole | heard) - keys if is_english(text)}
