"""The table of IceTowers: pictures, the count, pauses, hints, deadlines, last calls, patterns, the pace of replays."""

import random
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.golden import check_golden
from tests.scenes.robot import PromptWorker, Robot
from topping_out.game.bots.review import Timeline
from topping_out.game.bots.weights import bot_named
from topping_out.game.bots.worker import BotAnswer
from topping_out.game.bots.worker import think as run
from topping_out.game.engine import Advice, Outcome
from topping_out.game.icetowers import core
from topping_out.game.icetowers.actions import Capped, Done, Lift, Place, Ready
from topping_out.game.icetowers.state import PIPS_PER_COLOUR, Phase, Variant, pieces_of
from topping_out.game.language import with_names
from topping_out.game.live import LiveQuestion, MotorProfile
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers import animator, art, counting, drawing
from topping_out.scenes.icetowers.animator import Spot
from topping_out.scenes.icetowers.counting import Counting
from topping_out.scenes.icetowers.cursors import KeyCursor, MouseCursor
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.icetowers.live_seats import END_PAUSE, CountPage
from topping_out.scenes.kit.built import topping_tree
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.manager import Replace
from topping_out.scenes.match.bots import MOST_TRIES
from topping_out.scenes.match.course import JUST_OVER
from topping_out.scenes.match.replay import LONGEST_PAUSE, ReplayScene
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.settings import SettingsSectionPage
from topping_out.scenes.ui.widgets import Button

GAME = load("icetowers")
NAMES = ("Ana", "Ben", "Frost", "Glint", "Rime")
FRAME = 40.0


class Over(NamedTuple):
    """The fields of a view that the results need."""

    scores: tuple[int, ...]
    outcome: Outcome
    variant: Variant

    @property
    def leaders(self) -> list[int]:
        return core.leaders([*self.scores])


pytestmark = pytest.mark.usefixtures("bots_here")


def start(
    app: App, seats: str, devices: tuple[str, ...] = (), seed: int = 7, **options: object
) -> tuple[LiveScene, Match]:
    """Open a table; `seats`, in order: "h" is a human, with one of these devices or any, and "b" a bot."""
    kinds = {"h": ("human", ""), "b": ("bot", "medium")}
    players = [Player(NAMES[seat], *kinds[kind], seat) for seat, kind in enumerate(seats)]
    app.context.settings.idle_life = False
    match = app.context.library.start(new_header(GAME, players, options, seed))
    return Robot(app).open(LiveScene(app.context, match, dict(enumerate(devices)))), match


def begun(app: App, seats: str, devices: tuple[str, ...] = (), **options: object) -> tuple[LiveScene, Match]:
    """Open a table without a timer, touch a piece for each human, and wait until play begins."""
    scene, match = start(app, seats, devices, **{"timer": "off", **options})
    for seat in scene.humans:
        scene.driver.submit(seat, Ready(pieces_of(seat)[0]), 0)
    wait(app, 4000)
    return scene, match


def wait(app: App, ms: float = FRAME) -> None:
    for _ in range(int(ms / FRAME)):
        app.manager.update(FRAME)


def until_over(app: App, match: Match) -> None:
    for _ in range(40_000):
        if match.outcome:
            return
        app.manager.update(FRAME)
    raise AssertionError("the game does not end")


def ready(scene: LiveScene, app: App) -> None:
    """Touch a piece for each human, and wait for the end of the countdown."""
    for seat in scene.humans:
        cursor = scene.board.cursors[seat]
        tower = next(t for t in scene.view.towers if t.controller == seat)
        x, y = scene.board.layout.feet(tower)[0]
        cursor.spot = Spot(tower.id, tower.top)
        for verb in (Verb.POINT, Verb.PRESS, Verb.RELEASE) if isinstance(cursor, MouseCursor) else (Verb.CONFIRM,):
            app.on_intent(Intent(verb, (x, y - 8), seat=seat))
        app.manager.update(FRAME)
    wait(app, 4000)
    assert scene.view.phase is Phase.PLAY


# -- pictures


def choose_at_random(question: LiveQuestion) -> Future[Any]:
    """Return a random action other than Done; what bots would play changes as they improve."""
    plays = [action for action in question.actions if not isinstance(action, Done)]
    future: Future[Any] = Future()
    future.set_result(random.Random(10 * question.ms + question.seat).choice(plays) if plays else Done())
    return future


@pytest.fixture
def steady_bots(bots_here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots play in a way that never changes."""
    profile = MotorProfile(reaction=600, hesitation=300, speed=900, grip=150, attention=400)
    monkeypatch.setattr(LiveScene, "ask_bot", lambda scene, question: choose_at_random(question))
    monkeypatch.setattr("topping_out.game.bots.worker.profile_named", lambda game, name: profile)


def test_the_table_looks_like_its_golden_pictures(app: App, tmp_path: Path, steady_bots: None) -> None:
    scene, _ = start(app, "bbbbb", timer="off")
    wait(app, 1200)
    check_golden(Robot(app, "mouse").see(), "icetowers_start", tmp_path)
    wait(app, 20_000)
    check_golden(Robot(app, "mouse").see(), "icetowers_middle", tmp_path)
    assert sum(scene.view.scores) == 5 * PIPS_PER_COLOUR


def test_the_count_looks_like_its_golden_picture(app: App, tmp_path: Path, steady_bots: None) -> None:
    page, _ = count(app, "bb", ghost=True)
    wait(app, page.counting.length + 8000)
    assert page.at_rest
    check_golden(Robot(app, "mouse").see(), "icetowers_count", tmp_path)
    Robot(app).do(Verb.CONFIRM)
    assert isinstance(app.manager.top, ResultsPage)


def test_the_tree_is_on_the_winners_last_ten_after_the_count(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    trees: list[Kit] = []
    monkeypatch.setattr(counting, "topping_tree", lambda kit: trees.append(kit) or topping_tree(kit))
    page, match = count(app, "bbb")
    wait(app, page.counting.length - 400)
    trees.clear()  # the results have been painted ahead
    Robot(app, "mouse").see()
    assert not trees
    wait(app, 800)
    Robot(app, "mouse").see()
    winners = match.outcome.winners  # type: ignore[union-attr]
    tips = [*page.counting.tops(app.context.kit)]
    assert len(tips) == len(winners) > 0
    assert trees


def until_counting(app: App) -> CountPage:
    for _ in range(200):
        if isinstance(app.manager.top, CountPage):
            return app.manager.top
        app.manager.update(FRAME)
    raise AssertionError("no count appears")


def count(app: App, seats: str = "bbb", **options: object) -> tuple[CountPage, Match]:
    """Let bots play to the end; return the page of the count, which has just begun."""
    _, match = start(app, seats, **options)
    until_over(app, match)
    return until_counting(app), match


def test_the_lowest_score_is_counted_first_and_confetti_comes_last(app: App) -> None:
    page, _ = count(app)
    board, scores = page.board, page.board.view.scores
    Robot(app).do(Verb.PLAY)
    assert page._time < 200, "a press during the game ended the count"
    order = sorted(range(3), key=lambda seat: scores[seat])
    full: list[int] = []
    while len(full) < 3:
        assert board.confetti.is_over
        wait(app, FRAME)
        sums = {seat: page.counting.columns[seat].total(page._time) for seat in order}
        assert all(total <= scores[seat] for seat, total in sums.items())
        full += [seat for seat in order if sums[seat] == scores[seat] and seat not in full]
    assert [scores[seat] for seat in full] == sorted(scores)
    wait(app, 1000)
    assert not board.confetti.is_over
    assert sum(len(tower.pieces) for tower in page.counting.landed(page._time)) == 45


JUST_PRESSED = (Verb.CONFIRM, Verb.PLAY, Verb.CANCEL, Verb.REMATCH, Verb.HINT)


def press_all(app: App) -> None:
    """Press everything that players press in a game, and click every button; check that the page stays."""
    page = app.manager.top
    for verb in JUST_PRESSED:
        Robot(app).do(verb)
    for widget in [w for w in page.widgets if isinstance(w, Button)]:  # type: ignore[attr-defined]
        for verb in (Verb.PRESS, Verb.RELEASE):
            app.on_intent(Intent(verb, widget.rect.center))
    assert app.manager.top is page, "a press closed the page"


def test_presses_just_after_the_end_do_nothing(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, match = start(app, "hb", timer=1)
    ready(scene, app)
    until_over(app, match)
    pages = []
    for _ in range(int((END_PAUSE + JUST_OVER) / FRAME) - 2):
        press_all(app)
        pages.append(app.manager.top)
        app.manager.update(FRAME)
    assert {type(page) for page in pages} == {LiveScene, CountPage}
    wait(app, 4 * FRAME)
    Robot(app).do(Verb.CONFIRM)  # now the biggest tower falls at once
    wait(app, counting.FALL + counting.PAUSE + FRAME)
    Robot(app).do(Verb.CONFIRM)
    assert isinstance(app.manager.top, ResultsPage)
    for _ in range(int(JUST_OVER / FRAME) - 2):
        press_all(app)
        app.manager.update(FRAME)


def test_the_results_are_painted_ahead_beside_the_counted_towers(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead: list[object] = []
    monkeypatch.setattr(ResultsPage, "prepare", lambda page: ahead.append(page.board.counted) or True)
    scene, match = start(app, "bb")
    until_over(app, match)
    assert not ahead, "the last piece may still be moving"
    until_counting(app)
    assert isinstance(ahead[0], Counting)
    assert len(ahead) == 1
    assert scene.board.counted is None


def test_the_results_list_what_each_player_did(app: App) -> None:
    scene, match = start(app, "bbb")
    until_over(app, match)
    head, *rows = scene.board.results(scene.view).rows
    assert head[1:] == ("Score", "Plays a minute", "Tallest tower", "Best cap", "Pieces lost")
    minutes = (scene.view.ms - scene.view.began) / 60_000
    plays = sum(entry.text.split()[0] in ("place", "split") for entry in match.record.entries)
    assert abs(sum(int(row[2]) for row in rows) - plays / minutes) <= 2 + 0.05 * plays / minutes
    assert max(int(row[4]) for row in rows) == max(e.worth for e in scene.board.history() if isinstance(e, Capped))
    assert all(0 <= int(row[5]) <= 15 for row in rows)


def test_winners_stand_out_in_the_results_even_the_ghost(app: App) -> None:
    scene, match = start(app, "bb", ghost=True)
    until_over(app, match)
    for scores, winners, rows, title in (
        ((30, 20, 40), (), [2], "The ghost topped out"),
        ((25, 40, 25), (1,), [1], "{1} topped out"),
        ((40, 10, 40), (0,), [0, 2], "{0} and the ghost topped out"),
    ):
        over = Over(scores, replace(match.outcome, winners=winners), scene.view.variant)
        assert [row for row in range(3) if scene.board.has_won(row, over)] == rows  # type: ignore[arg-type]
        assert scene.board.headline(over) == title.format(*match.names)  # type: ignore[arg-type]


# -- the course of a game


def test_play_begins_when_every_human_has_touched_a_piece(app: App) -> None:
    scene, _ = start(app, "hb")
    wait(app, 5000)
    assert scene.view.phase is Phase.GATHERING
    ready(scene, app)


def test_a_pause_stops_the_clock_and_ends_with_a_countdown(app: App) -> None:
    scene, _ = start(app, "hb", timer=1)
    ready(scene, app)
    assert not app.manager.at_rest
    before = scene.view.ms
    Robot(app).do(Verb.CANCEL)
    assert isinstance(app.manager.top, PausePage)
    assert app.manager.at_rest
    paused = scene.view.ms
    wait(app, 5000)
    assert scene.view.ms == paused
    Robot(app).do(Verb.CANCEL)
    assert app.manager.top is scene
    wait(app, 2000)
    assert scene.view.ms <= before + 2 * FRAME
    assert scene.board.resuming > 0
    wait(app, 2000)
    assert scene.view.ms > before + 500


def test_a_saved_game_continues_at_its_time(app: App) -> None:
    scene, match = start(app, "hb", timer=2)
    ready(scene, app)
    wait(app, 4000)
    Robot(app).do(Verb.CANCEL)
    ms, towers = match.ms, scene.view.towers
    path = app.context.library.path
    app.manager.clear()
    resumed = app.context.library.resume(path)
    again = LiveScene(app.context, resumed)
    app.manager.go(Replace(again))
    assert resumed.ms == ms
    assert again.view.towers == towers
    wait(app, 1000)
    assert again.view.ms <= ms + FRAME
    wait(app, 3000)
    assert again.view.ms > ms


def test_all_players_done_end_the_game_after_a_last_call(app: App) -> None:
    scene, match = start(app, "hb", timer="off")
    ready(scene, app)
    for _ in range(8000):
        if match.outcome:
            break
        if 0 not in scene.view.done and scene.view.hands[0] is None:
            scene.done.toggle()
        app.manager.update(FRAME)
    assert match.outcome.reason == "agreed"


def test_a_refused_play_says_why_and_the_piece_stays_lifted(app: App) -> None:
    scene, match = start(app, "hh", timer="off")
    ready(scene, app)
    own = next(t for t in scene.view.towers if t.controller == 0 and t.size == 3)
    x, y = scene.board.layout.feet(own)[0]
    app.on_intent(Intent(Verb.POINT, (x, y - 8), seat=0))
    app.on_intent(Intent(Verb.PRESS, (x, y - 8), seat=0))
    app.manager.update(FRAME)
    held = match.state.hands[0]
    small = next(t for t in scene.view.towers if t.size == 1 and t.controller == 1)
    scene.driver.submit(0, Place(small.id), scene.view.ms)
    app.manager.update(FRAME)
    assert match.state.hands[0] == held is not None
    assert "can't cap" in scene.board.refusals[0].text
    assert scene.board.refusals[0].word == "too large"
    assert not scene.board.bubbles
    assert scene.board.pieces[held.piece].shake > 0


def test_pieces_at_rest_are_where_the_view_says(app: App) -> None:
    scene, _ = start(app, "bbb")
    wait(app, 15_000)
    Robot(app).do(Verb.CANCEL)
    scene.motion.finish()
    for tower in scene.view.towers:
        for piece, foot in zip(tower.pieces, scene.board.layout.feet(tower)):
            shown = scene.board.pieces[piece]
            assert (shown.x, shown.y, shown.up) == (*foot, 0.0)


@pytest.mark.parametrize("size", [(640, 360), (1024, 768), (1920, 1080), (2560, 1080)])
@pytest.mark.parametrize("text", [1.0, 1.5])
def test_everything_is_inside_the_window(app: App, size: tuple[int, int], text: float) -> None:
    Robot(app).resize(size, text)
    scene, _ = start(app, "hbbbb")
    for tower in scene.view.towers:
        x, y = scene.board.layout.feet(tower)[0]
        assert 0 < x < app.context.kit.width
        assert 0 < y < app.context.kit.height - scene.board.layout.bar
    for widget in [*scene.widgets]:
        assert widget.rect.x >= -1
        assert widget.rect.right <= app.context.kit.width + 1
        assert widget.rect.bottom <= app.context.kit.height + 1
    for seat in range(5):
        plate = scene.board.layout.plate(seat)
        assert plate.right <= scene.board.layout.done.x


# -- hints


def at_play(app: App, seats: str = "hb") -> LiveScene:
    """Open a table at which hints are given at once, and wait until play begins."""
    app.context.worker = PromptWorker()
    return begun(app, seats)[0]


def test_a_hint_is_shown_at_the_cursor_while_the_game_goes_on(app: App) -> None:
    scene = at_play(app)
    assert scene.view.phase is Phase.PLAY
    before = scene.clock.now
    Robot(app).do(Verb.HINT)
    hint = scene.find("hint")
    assert not hint.enabled
    wait(app, 3 * FRAME)
    assert scene.clock.now > before
    (question,) = app.context.worker.asked  # type: ignore[attr-defined]
    assert (question.kind, question.level, question.view.seat) == ("advise", "master", 0)
    answer = run(question)
    bubble = scene.board.bubbles[0]
    if answer.action is None:
        assert bubble.text == "There's nothing better to do than wait."
    else:
        assert scene.board.suggested[0] == answer.action
        assert bubble.text.endswith(f": {with_names(answer.reason, scene.match.names)}")
        assert scene.board.suggested[1:] == (() if answer.then is None else (answer.then,))
    assert scene.find("hint").enabled  # type: ignore[union-attr]


def test_the_key_that_plays_does_what_the_hint_named_step_by_step(app: App) -> None:
    scene = at_play(app)
    lift = next(a for a in GAME.actions(scene.match.state, 0) if isinstance(a, Lift))
    scene.hints.show = lambda seat: (scene.board.suggest(lift, place), True)[1]  # type: ignore[method-assign]
    after = scene.match.state.copy()
    GAME.apply(after, 0, lift)
    place = next(a for a in GAME.actions(after, 0) if isinstance(a, Place))
    app.manager.update(FRAME)
    del scene.hints.show
    for number, hinted in enumerate((lift, place), 1):
        Robot(app).do(Verb.PLAY)
        wait(app, 2 * FRAME)
        own = [
            entry.text
            for entry in scene.match.record.entries
            if entry.seat == 0 and entry.text.startswith(("lift", "place"))
        ]
        assert own == [str(lift), str(place)][:number]
        assert scene.board.suggested == ((place,) if hinted is lift else ())


def test_a_replaced_process_of_bots_is_reported_at_the_cursor(app: App) -> None:
    scene = at_play(app)
    app.context.worker._notice = notice = "The bots' process stopped, so another one has taken over."
    wait(app, 2 * FRAME)
    assert scene.board.bubbles[0].text == notice
    assert app.context.reports == [notice]


def test_a_hint_disappears_with_time_or_the_next_action(app: App) -> None:
    scene = at_play(app)
    scene.board.suggest(Lift(0))
    scene.board.notify(0, "Lift it.", 400)
    wait(app, 600)
    assert (scene.board.suggested, scene.board.bubbles) == ((), {})
    lift = next(a for a in GAME.actions(scene.match.state, 0) if isinstance(a, Lift))
    scene.board.suggest(lift)
    scene.driver.submit(0, lift, round(scene.clock.now))
    wait(app, 2 * FRAME)
    assert scene.board.suggested == ()


class Late:
    """A worker at a table in play whose answers come when `answer` is called."""

    def __init__(self, app: App) -> None:
        self.app, self.scene = app, at_play(app)
        self._answers = list[BotAnswer]()
        self.worker: Any = app.context.worker
        self.worker.poll = lambda: self._answers.pop() if self._answers else None
        Robot(app).do(Verb.HINT)

    @property
    def questions(self) -> list[Any]:
        return [question for question in self.worker.asked if question.kind == "advise"]

    def answer(self) -> BotAnswer:
        """Answer the last question with its view."""
        self._answers.append(run(self.questions[-1]))
        wait(self.app, 2 * FRAME)
        return run(self.questions[-1])

    def rival_spoils(self, action: Any, then: Any = None, asked: Any = None) -> None:
        """Let the rival do something that makes this advice wrong, given for the last question's view or this one."""
        advice, state = Advice(action, "", then), self.scene.match.state
        asked = asked or self.questions[-1].view
        for action in GAME.actions(state, 1):
            after = state.copy()
            GAME.apply(after, 1, action)
            if not bot_named(GAME, "master").still_holds(advice, asked, GAME.view(after, 0)):
                self.scene.driver.submit(1, action, round(self.scene.clock.now))
                wait(self.app, 2 * FRAME)
                return
        raise AssertionError("the rival can't spoil that")


def test_a_hint_is_asked_for_again_if_a_rival_has_changed_its_towers_meanwhile(app: App) -> None:
    late = Late(app)
    early = run(late.questions[0])
    late.rival_spoils(early.action, early.then)
    late.answer()
    assert (late.scene.board.suggested, late.scene.board.bubbles) == ((), {})
    assert len(late.questions) == 2
    assert not late.scene.find("hint").enabled  # type: ignore[union-attr]
    answer = late.answer()
    assert len(late.questions) == 2
    assert late.scene.board.suggested[0] == answer.action
    assert late.scene.board.bubbles[0].text.endswith(f": {with_names(answer.reason, late.scene.match.names)}")


def test_a_hint_disappears_when_a_rival_changes_its_towers(app: App) -> None:
    late = Late(app)
    answer = late.answer()
    assert late.scene.board.bubbles
    late.rival_spoils(answer.action, answer.then)
    assert (late.scene.board.suggested, late.scene.board.bubbles, late.scene._hinted) == ((), {}, ())


def test_the_rest_of_a_hint_disappears_when_a_rival_changes_its_towers(app: App) -> None:
    late = Late(app)
    answer = late.answer()
    Robot(app).do(Verb.PLAY)
    wait(app, 2 * FRAME)
    assert late.scene.board.suggested == (answer.then,)
    assert late.scene.board.bubbles
    late.rival_spoils(answer.then, asked=GAME.view(late.scene.match.state, 0))
    assert (late.scene.board.suggested, late.scene.board.bubbles) == ((), {})


def test_a_hint_at_a_table_that_never_rests_is_given_up(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.icetowers.bots.players.IceTowersBot.still_holds", lambda *_: False)
    late = Late(app)
    for _ in range(MOST_TRIES):
        late.answer()
    assert len(late.questions) == MOST_TRIES
    assert late.scene.board.bubbles[0].text == "The table is changing too fast. Ask again in a moment."
    assert late.scene.find("hint").enabled  # type: ignore[union-attr]


def test_there_are_no_hints_with_several_humans(app: App) -> None:
    assert at_play(app, "hhb").find("hint") is None


# -- what is shown


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Return a list that collects the ticks left of every stall ring drawn."""
    drawn: list[int] = []
    ring = art.stall_ring

    def watched(kit: Kit, left: int, colour: tuple[int, int, int]) -> object:
        drawn.append(left)
        return ring(kit, left, colour)

    monkeypatch.setattr(drawing.art, "stall_ring", watched)
    return drawn


def test_a_ring_shrinks_around_a_mined_piece_until_its_deadline_i5(app: App, rings: list[int]) -> None:
    _, match = begun(app, "bbb")
    while not any(held and held.mined for held in match.state.hands):
        app.manager.update(FRAME)
        assert not match.outcome, "nobody has mined"
    seat = next(s for s, held in enumerate(match.state.hands) if held and held.mined)
    held = match.state.hands[seat]
    assert held.deadline == held.since + 5000
    seen = []
    while match.state.hands[seat] == held and len(seen) < 5:
        rings.clear()
        app.show()
        seen.append(min(rings))
        wait(app, 200)
    assert seen == sorted(seen, reverse=True)
    assert seen[0] <= art.STALL_TICKS
    assert len(seen) == 1 or seen[-1] < seen[0]


def test_a_lifted_piece_has_no_ring_while_others_still_play_i5(app: App, rings: list[int]) -> None:
    scene, match = begun(app, "hh", ("mouse", "keys 1"))
    tower = next(t for t in scene.view.towers if t.controller == 0)
    x, y = scene.board.layout.feet(tower)[0]
    for verb in (Verb.POINT, Verb.PRESS):
        app.on_intent(Intent(verb, (x, y - 8), seat=0))
    wait(app, 100)
    assert match.state.hands[0]
    app.show()
    assert rings == []


def test_the_last_call_counts_down_and_any_action_stops_it_i7(app: App) -> None:
    scene, match = begun(app, "hh", ("mouse", "keys 1"))
    scene.done.toggle()
    app.on_intent(Intent(Verb.DONE, seat=1))
    wait(app, 120)
    assert scene.view.last_call is not None
    assert (animator.clock(scene.view), animator.under_clock(scene.view, scene.board.colours, True)) == (
        "",
        "Last call: act now, or the game ends",
    )
    assert 2500 < drawing._until(scene.board.view) <= 3000
    assert [animator.status(scene.view, seat, scene.match.header.seats[seat], "") for seat in (0, 1)] == [("done",)] * 2
    app.on_intent(Intent(Verb.DONE, seat=1))
    wait(app, 120)
    assert scene.view.last_call is None
    app.on_intent(Intent(Verb.DONE, seat=1))
    wait(app, 4000)
    assert match.outcome.reason == "agreed"


def test_each_seat_has_its_own_switch_for_done_i7(app: App) -> None:
    scene, _ = begun(app, "hhb", ("mouse", "keys 1"))
    assert isinstance(scene.board.cursors[0], MouseCursor)
    assert isinstance(scene.board.cursors[1], KeyCursor)
    app.on_intent(Intent(Verb.DONE, seat=1))
    wait(app, 60)
    assert 1 in scene.view.done
    assert 0 not in scene.view.done
    button = scene.find("done")
    app.on_intent(Intent(Verb.PRESS, button.rect.center, seat=0))
    wait(app, 60)
    assert {0, 1} <= scene.view.done
    scene.driver.submit(1, Done(False), scene.view.ms)
    wait(app, 60)
    assert 1 not in scene.view.done


def test_patterns_can_be_switched_off_in_the_settings(app: App, robot: Robot) -> None:
    assert app.context.settings.patterns
    robot.open(SettingsSectionPage(app.context, "screen"))
    robot.click("patterns")
    assert not app.context.settings.patterns
    plain, signed = (art.pyramid(app.context.kit, (200, 60, 60), 3, 1, on) for on in (False, True))
    assert plain.get_buffer().raw != signed.get_buffer().raw


def test_a_replay_of_a_live_game_keeps_its_pace(app: App) -> None:
    scene, match = begun(app, "bb")
    wait(app, 6000)
    assert scene.view.phase is Phase.PLAY
    replay = Robot(app).open(ReplayScene(app.context, Timeline(match.record)))
    assert not replay.board.is_live  # type: ignore[attr-defined]
    for step in range(1, len(replay.playback.steps)):
        replay.go_to(step)
        gap = replay.playback.steps[step][0].ms - replay.playback.steps[step - 1][0].ms
        assert replay.playback.pause == min(gap, LONGEST_PAUSE)


def test_the_words_under_the_clock_stand_alone_until_it_runs(app: App) -> None:
    scene, _ = start(app, "hb")
    waiting = drawing.clock_place(scene.board.ice, True)
    assert waiting.h == pytest.approx(app.context.kit.text_size("Touch", drawing.CAPTION)[1])
    ready(scene, app)
    running = drawing.clock_place(scene.board.ice, True)
    assert (running.top, running.bottom) == (26, waiting.bottom)
