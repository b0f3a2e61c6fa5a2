"""Nothing that a table or a replay says depends on what the listener cannot see."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from tests.game.by_luck.random_games import play, random_deal
from tests.golden import sampled
from tests.scenes.robot import SCENES_WITH_A_BOARD, Robot, SilentWorker
from tests.scenes.tables import TURN_GAMES
from topping_out.game import registry
from topping_out.game.bots.review import Timeline
from topping_out.game.engine import Seat, sentences_of
from topping_out.game.match import Match
from topping_out.game.record import Record, fold
from topping_out.game.registry import load
from topping_out.scenes.accessibility.semantics import Reading
from topping_out.scenes.app import App
from topping_out.scenes.match.course import HandoverPage
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.start import open_table
from topping_out.scenes.ui.page import QUESTIONS

every_game = pytest.mark.parametrize("name", registry.names())
every_luck = sampled("luck", range(4), [0])
Heard = tuple[Reading, list[str]]


@pytest.fixture
def robot(app: App) -> Robot:
    """Return a robot with a screen reader on, while bots are silent."""
    app.context.worker.close()
    app.context.worker = SilentWorker()
    app.context.announcer.is_heard = True
    app.context.settings.speed = "instant"
    return Robot(app)


def positions(name: str, luck: int) -> Iterator[Record]:
    """Yield records of a random game up to some positions at which somebody may act."""
    deal = random_deal(name, random.Random(luck))
    entries = [step.entry for step in islice(play(deal), 1, 120) if step.entry]
    for share in (0.0, 0.2, 0.6, 0.9):
        record = Record(deal.header(), entries[: int(len(entries) * share)])
        if load(name).outcome(fold(record)) is None:
            yield record


def with_bots(record: Record, *humans: Seat) -> Record:
    """Return the same game with these seats as humans and the others as bots."""
    kinds = [("human", "") if seat in humans else ("bot", "easy") for seat in range(len(record.header.seats))]
    seats = [replace(player, kind=kind, level=level) for player, (kind, level) in zip(record.header.seats, kinds)]
    return Record(replace(record.header, seats=tuple(seats)), record.entries)


def readings_of(scene: Any) -> Heard:
    """Return the reading of a page, and its replies to all questions."""
    replies = [scene.reply_to(verb) for verb in sorted(QUESTIONS)]
    return scene.reading(), replies


def other_hidden(match: Match, viewer: Seat | None) -> Any:
    """Return a state that looks the same to a seat, but has other hidden cards."""
    game = match.game
    return game.determinize(game.view(match.state, viewer), random.Random(5))


def table(robot: Robot, record: Record, viewer: Seat | None, is_other: bool) -> list[Heard]:
    """Return all that is heard from the opening of the table to the viewer's turn."""
    match = Match(Record(record.header, [*record.entries]))
    if is_other:
        match.state = other_hidden(match, viewer)
    robot.app.context.announcer.forget()
    robot.open(open_table(robot.app.context, match))
    pages = [readings_of(robot.page)]
    if isinstance(robot.page, HandoverPage):
        robot.app.manager.go(robot.page.lift())
        robot.wait()
        pages.append(readings_of(robot.page))
    assert isinstance(robot.page, SCENES_WITH_A_BOARD)
    announcements = Reading("said", (), " ".join(robot.app.context.announcer.history))
    return [*pages, (announcements, [])]


@sampled("name", registry.names(), TURN_GAMES)
@every_luck
def test_a_table_sounds_the_same_with_other_hidden_cards(robot: Robot, name: str, luck: int) -> None:
    for record in positions(name, luck):
        actor = min(load(name).actors(fold(record)))
        together = with_bots(record, actor, (actor + 1) % len(record.header.seats))
        assert table(robot, together, actor, False) == table(robot, together, actor, True), "with two human players"
        for human in range(len(record.header.seats)):
            alone = with_bots(record, human)
            assert table(robot, alone, human, False) == table(robot, alone, human, True), f"seat {human} among bots"


@every_game
@every_luck
def test_a_replay_sounds_the_same_with_other_hidden_cards(robot: Robot, name: str, luck: int) -> None:
    for record in positions(name, luck):
        if not record.entries:
            continue
        scene = robot.open(ReplayScene(robot.app.context, Timeline(record)))
        assert isinstance(scene, ReplayScene)
        for step in {0, len(scene.playback.steps) // 2, len(scene.playback.steps)}:
            scene.go_to(step)
            real = readings_of(scene)
            scene.playback.states[step] = scene.game.determinize(scene.view, random.Random(5))
            scene.go_to(step)
            assert readings_of(scene) == real


@every_game
@every_luck
def test_sentences_about_events_contain_only_public_facts(name: str, luck: int) -> None:
    """The sentences shown and announced after a play."""
    game, deal = load(name), random_deal(name, random.Random(luck))
    names = [f"Player {seat}" for seat in range(deal.seats)]
    for step in islice(play(deal), 1, 200):
        public = [game.redact(event, None) for event in step.events]
        assert sentences_of(game, step.events, names) == sentences_of(game, public, names)
