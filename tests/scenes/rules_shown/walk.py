"""Plays random matches and collects all texts of their tables, for tests that compare these with the rules."""

import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.scenes.pages.every.test_shown import described
from tests.scenes.robot import Eye, Robot
from tests.scenes.tables import open_table, rest, take_step
from topping_out.game import registry
from topping_out.game.bots.weights import bot_named
from topping_out.game.cli.frontend import PrintOrder
from topping_out.game.engine import AnyGame
from topping_out.game.match import Match
from topping_out.game.options import Option, Value, resolve
from topping_out.game.record import Player, new_header
from topping_out.game.storage.translations import load_rules
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit import paper
from topping_out.scenes.kit.paper import Document
from topping_out.scenes.kit.paper_rules import put_rules
from topping_out.scenes.manager import Pop, Push
from topping_out.scenes.match import start
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.match.table.selection import HitArea
from topping_out.scenes.pages.printing import print_into
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.ui.page import Page

ASKED = Verb.ASK_SCORES, Verb.ASK_HAND, Verb.ASK_TOWERS, Verb.ASK_TABLE
TRIED = 3
"""Number of actions of a turn whose tips and refusals are checked."""
WATCHES, LONGEST = 2, 60
"""How often an animation is watched, and the number of frames of it."""
SEATS = {2: "hb", 3: "hbb", 4: "hbbb", 5: "hbbbb"}


@dataclass(frozen=True)
class Text:
    where: str
    """Where the text is: "reads tower 0", "draws", "says", "logs" or "refuses"."""
    text: str

    @property
    def seat(self) -> int:
        """The seat of the row of results that is read out."""
        return int(self.where.removeprefix("reads row ")) - 1


@dataclass
class Moment:
    """What a table shows of a state, and what it announced and logged since the previous moment."""

    state: Any
    view: Any
    events: list[Any] = field(default_factory=list)
    """The events of the action that led here."""
    before: Any = None
    """The state before that action."""
    chosen: Any = None
    """The action that is chosen and aimed while its tips are shown."""
    texts: list[Text] = field(default_factory=list)
    is_whole: bool = True
    """Whether these are all texts of the table, and not a frame of an animation."""


Says = Mapping[str, Callable[..., bool]]
"""By pattern of a text, whether it is true: called with the moment, the text, and the pattern's groups."""

Means = Mapping[str, Callable[[int, Any, Option], bool]]
"""By key of an option, whether the rules do what a value's label and the option's help say, with these seats."""


def compare(moment: Any, says: Says, texts: list[Text], met: Counter[str]) -> None:
    """Check that all texts are true; count the patterns that occurred."""
    for text in texts:
        for pattern, is_true in says.items():
            for found in re.finditer(pattern, text.text):
                met[pattern] += 1
                excerpt = text.text[max(0, found.start() - 200) : found.end() + 200]
                assert is_true(moment, text, *found.groups()), f"{text.where}: {excerpt!r} ({found[0]!r})"


def facts_of(game: str) -> ModuleType:
    """Return the module with a game's facts: `rules_shown` of its tests."""
    return import_module(f"tests.scenes.{game}.rules_shown")


# -- texts of a page


def read(page: Page) -> Iterator[Text]:
    """Yield what is read out of a page, an element at a time."""
    found = page.reading()
    for element in found.elements:
        group = f"{element.group.label}. " if element.group else ""
        yield Text(f"reads {element.name}", group + described(element.semantics))


def drawn(app: App, eye: Eye) -> Iterator[Text]:
    app.show()
    yield from (Text("draws", text) for text, _ in eye.shown(app))


# -- tables with turns


class Table:
    """A match played at random at its table."""

    def __init__(self, app: App, eye: Eye, game: str, seats: int, options: Mapping[str, Any], seed: int = 3) -> None:
        self.app, self.eye, self.facts = app, eye, facts_of(game)
        self._watched = Counter[type[Any]]()
        app.context.announcer.is_heard = True
        Robot(app).resize((1280, 720))
        self.robot, self.scene = open_table(app, game, SEATS[seats], seed, **options)
        self.luck = random.Random(seed)
        self._said = app.context.announcer.count

    @property
    def state(self) -> Any:
        return self.scene.match.state

    def moment(self, before: Any = None, events: list[Any] | None = None) -> Moment:
        """Return all texts of the table: drawn, read out, replied, logged, and announced since the last call."""
        scene, context = self.scene, self.app.context
        texts = [*read(self.robot.page), *drawn(self.app, self.eye)]
        texts += [Text("says", entry.text) for entry in context.announcer.said if entry.number > self._said]
        self._said = context.announcer.count
        texts += [Text("answers", scene.reply_to(verb)) for verb in ASKED]
        rules, names = scene.match.game, scene.board.names
        texts += [Text("logs", rules.describe(event, names)) for event in events or ()]
        return Moment(self.state, scene.board.view, events or [], before, texts=texts)

    def tips(self) -> Iterator[Moment]:
        """Yield the texts shown while some actions are chosen, in the player's turn."""
        board = self.scene.board
        if not board.turn or board.selection is None:
            return
        actions = self.luck.sample([*board.turn.actions], min(TRIED, len(board.turn.actions)))
        for action in actions:
            board.suggest(action)
            texts = [*read(self.robot.page), *drawn(self.app, self.eye)]
            targets = [area.target for area in board.areas() if isinstance(area, HitArea) and area.target is not None]
            texts += [Text("refuses", board.selection.refusal(target)) for target in targets]
            yield Moment(self.state, board.view, chosen=action, texts=texts)
            board.clear_selection()

    def hint(self) -> Iterator[Text]:
        """Yield an easy bot's reason for its advice, in the player's turn."""
        if turn := self.scene.board.turn:
            advice = bot_named(self.scene.match.game, "easy").advise(turn.view, turn.actions, self.luck)
            yield Text("hints", advice.reason if advice else "")

    def moments(self, most: int) -> Iterator[Moment]:
        """Play at most this many actions; yield each moment, and the tips of actions before."""
        yield self.moment()
        for _ in range(most):
            yield from self.tips()
            if self.scene.match.outcome:
                return
            before, events = self.state.copy(), list[Any]()
            number = len(self.scene.match.record.entries)
            take_step(self.scene, self.luck)
            entry = self.scene.match.record.entries[number]
            self.scene.match.game.apply(before.copy(), entry.seat, self.scene.match.game.parse(entry.text), events)
            yield from self._watch(before, events)
            self.scene.motion.finish()
            rest(self.robot, self.scene)
            yield self.moment(before, events)

    def _watch(self, before: Any, events: list[Any]) -> Iterator[Moment]:
        """Yield the texts of an animation, the first times that it occurs."""
        kinds = {type(event) for event in events if isinstance(event, self.facts.WATCHED)}
        if not [kind for kind in kinds if self._watched[kind] < WATCHES]:
            return
        self._watched.update(kinds)
        for _ in range(LONGEST):
            self.app.manager.update(200)
            page = self.robot.page
            texts = [*drawn(self.app, self.eye), *(read(page) if page is not self.scene else ())]
            yield Moment(self.state, self.scene.board.view, events, before, texts=texts, is_whole=False)
            if not self.scene.motion.busy and page is self.scene:
                return


def over(app: App, eye: Eye, game: str, seats: int, options: Mapping[str, Any], seed: int = 3) -> Moment:
    """Play a random match to its end; return the texts of its results page, and all events."""
    rules, luck, events = registry.load(game), random.Random(seed), list[Any]()
    players = [Player(f"Ana {seat}", "human", "", seat) for seat in range(seats)]
    match, ms = Match.new(new_header(rules, players, resolve(rules.options(seats), options), seed)), 0
    while match.actors:
        ms += 1000 * rules.live
        events += match.tick(ms)
        if seats := [seat for seat in sorted(match.actors) if rules.actions(match.state, seat)]:
            seat = luck.choice(seats)
            match.act(seat, luck.choice(rules.actions(match.state, seat)), ms, events)
        else:
            match.mark_time(ms)
    scene: Any = start.open_table(app.context, app.context.library.begin(match.record))
    Robot(app).resize((1280, 720))
    scene.board.resize(app.context.kit)
    app.context.announcer.is_heard = True
    count_before, page = app.context.announcer.count, ResultsPage(app.context, scene)
    app.open(page)
    app.manager.update(5000)
    texts = [*read(page), *drawn(app, eye), *(Text("tells", words) for words in (page.heading, *page.words))]
    texts += [Text("says", entry.text) for entry in app.context.announcer.said if entry.number > count_before]
    return Moment(match.state, scene.view, events, texts=texts)


def texts_of(app: App, page: Page) -> list[Text]:
    """Open a page, and return what is read out of it."""
    app.manager.go(Push(page))
    texts = [*read(page)]
    app.manager.go(Pop())
    return texts


def begins(game: AnyGame, seats: int, value: Any) -> bool:
    """Tell whether the named seat begins, or for "random", every seat in some games."""
    options = resolve(game.options(seats), {"first": value})
    firsts = {game.setup(seats, options, seed).first for seed in range(40)}
    return firsts == ({*range(seats)} if value == "random" else {value})


def all_games() -> list[str]:
    """Return the names of the games that come with the program."""
    return [name for name in registry.names() if registry.entry(name).rules.startswith("topping_out.")]


# -- printed sheets


NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen",
)  # fmt: skip
TENS = {"thirty": 30, "sixty": 60}


@dataclass
class Sheets:
    """The printed texts of a game with these options."""

    options: Mapping[str, Value]
    cards: list[str]
    """The texts of all cards, in the order of pages."""
    further: list[str]
    rows: list[str]
    """The rows of the score sheet between its head and the total."""

    @property
    def texts(self) -> list[Text]:
        """All texts except the rows of the score sheet."""
        return [*(Text("a card", text) for text in self.cards), *(Text("a sheet", text) for text in self.further)]


class RecordedDocument(Document):
    """A document that records the texts on each page, before they are broken into lines."""

    made: "RecordedDocument"
    """The last document."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.written: list[list[str]] = []
        self._is_writing = False
        RecordedDocument.made = self

    def draw(self, context: Any) -> None:
        """Draw nothing: shapes take long."""

    def add_page(self, is_landscape: bool = False) -> Any:
        self.written.append([])
        return super().add_page(is_landscape)

    def text(self, text: str, *more: Any, **named: Any) -> None:
        if not self._is_writing:
            self.written[-1].append(text)
        super().text(text, *more, **named)

    def write(self, text: str, *more: Any, **named: Any) -> float:
        self.written[-1].append(text)
        self._is_writing = True
        try:
            return super().write(text, *more, **named)
        finally:
            self._is_writing = False


def printed(monkeypatch: pytest.MonkeyPatch, game: str, options: Mapping[str, Value], folder: Path) -> Sheets:
    """Print a game, and return its texts."""
    monkeypatch.setattr(paper, "Document", RecordedDocument)
    order = PrintOrder(game, folder / "it.pdf", options, backs="none", may_replace=True)
    for _ in print_into(order, table_of(game).printing):
        pass
    written = RecordedDocument.made.written
    at = next(at for at, page in enumerate(written) if page[1:2] == ["Players"])
    pages, score_sheet = written[:at], written[at]
    printing = table_of(game).make_printing()
    width, height = paper.CARD_SIZES["poker"]
    size = (height, width) if printing.is_landscape else (width, height)
    faces = len(printing.faces(options))
    count = math.ceil(faces / paper.best_page(RecordedDocument.made, faces, size, order.bleed)[1])
    return Sheets(
        options,
        [text for page in pages[:count] for text in page],
        [text for page in pages[count:] for text in page],
        score_sheet[2:-1],
    )


def printed_rules(game: str) -> str:
    """Return the text of the page of rules, as one line."""
    sheets = RecordedDocument("a4", "")
    put_rules(sheets, load_rules(game, for_paper=True))
    return re.sub(r" (?=[.,:;])", "", " ".join(sheets.written[-1][1:]))


def most_players(game: str) -> int:
    return max(registry.load(game).seats)


def number(words: str) -> int:
    """Return a number written as a word or in figures."""
    words = words.lower()
    return int(words) if words.isdigit() else TENS.get(words) or NUMBERS.index(words)


def numbers(*words: str) -> list[int]:
    return [number(word) for word in words]
