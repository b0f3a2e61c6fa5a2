"""Nothing that a table or a replay says depends on what the listener cannot see."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests.game.by_luck.random_games import play, random_deal
from tests.golden import sampled
from tests.scenes.pages.every.every_page import table as table_at
from tests.scenes.robot import SCENES_WITH_A_BOARD, Eye, Robot, SilentWorker
from tests.scenes.tables import LIKELY, TURN_GAMES, by_chance, take_step
from tests.scenes.tables import open_table as opened
from tests.scenes.tables import table as new_table
from topping_out.game import registry
from topping_out.game.bots.review import Timeline
from topping_out.game.city import Talk
from topping_out.game.engine import CardsDrawn, Outcome, Seat, sentences_of
from topping_out.game.match import Match
from topping_out.game.record import Player, Record, fold, new_header
from topping_out.game.registry import load
from topping_out.game.roster import Moment, characters
from topping_out.game.towering.actions import Build as BuildCard
from topping_out.game.wyoming.actions import suit_of
from topping_out.scenes.accessibility.semantics import Reading
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.plates import fits_message
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.course import HandoverPage
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.start import open_table
from topping_out.scenes.match.table.selection import Selection
from topping_out.scenes.match.talk import MessagePlate, RecapDialog, Telling
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.towering import words as towering_words
from topping_out.scenes.towers import words as towers_words
from topping_out.scenes.ui.layout import Rect
from topping_out.scenes.ui.page import QUESTIONS
from topping_out.scenes.wyoming import words as wyoming_words

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
        for step in {0, len(scene.playback.steps) // 2, len(scene.playback.steps)}:
            scene.go_to(step)
            real = readings_of(scene)
            scene.playback.states[step] = scene.game.determinize(scene.view, random.Random(5))
            scene.go_to(step)
            assert readings_of(scene) == real


@pytest.mark.parametrize(("size", "text_size"), [((1024, 768), 1.5), ((1280, 720), 1.0)])
def test_a_replay_says_what_happened_in_whole_sentences(
    app: App, robot: Robot, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], text_size: float
) -> None:
    """If not all of a step fits, its first sentences are left out."""
    robot.resize(size, text_size)
    record = table_at(app, "towers", 5000, "bbb").match.record
    scene = robot.open(ReplayScene(app.context, Timeline(record)))
    monkeypatch.setattr(type(scene.board), "message_lines", 3)
    shortened = 0
    for step in range(1, len(scene.playback.steps) + 1):
        scene.go_to(step)
        whole, written = scene._step_sentences, scene._described_shortly()
        most = scene.board.message_width, scene.board.message_lines
        assert whole[-1] in written
        assert fits_message(scene.kit, written, *most) or whole[:-1] == [] or whole[-2] not in written
        shortened += whole[0] not in written
    assert shortened > 0


@every_game
@every_luck
def test_sentences_about_events_contain_only_public_facts(name: str, luck: int) -> None:
    """The sentences shown and announced after a play."""
    game, deal = load(name), random_deal(name, random.Random(luck))
    names = [f"Player {seat}" for seat in range(deal.seats)]
    for step in islice(play(deal), 1, 200):
        public = [game.redact(event, None) for event in step.events]
        assert sentences_of(game, step.events, names) == sentences_of(game, public, names)


# -- cautions


def test_a_caution_is_repeated_only_after_it_was_gone(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Selection, "caution", property(lambda self: "Take care." if self.cards else ""))
    app.context.announcer.is_heard = True
    scene = Robot(app).open(new_table(app, "wyoming"))
    while not scene.board.turn:
        app.manager.update(30)
    first, same_suit = pair(scene)
    for card, times in ((first, 1), (same_suit, 1), (first, 1), (same_suit, 1), (first, 2)):
        app.manager.on_intent(Intent(Verb.PICK, text=str(card)))
        assert [announcement.text for announcement in app.context.announcer.said].count("Take care.") == times


def announcements_of(app: App, *numbers: int) -> list[str]:
    """Press the numbers of cards; return the announcement of each."""
    announcements = []
    for number in numbers:
        app.manager.on_intent(Intent(Verb.PICK, text=str(number)))
        announcements.append(app.context.announcer.said[-1].text)
    return announcements


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_a_number_chooses_a_card_and_again_puts_it_down(app: App, game: str) -> None:
    _, scene = opened(app, game, used="keys")
    card = scene.board.cards_words(scene.board.tokens.hand[:1])
    chosen, down, again = announcements_of(app, 1, 1, 1)
    assert chosen.lower().startswith(card.lower())
    assert (down, again) == (f"Put down: {card}.", chosen)


def test_choosing_another_card_announces_only_what_is_new(app: App) -> None:
    """The prompt is not repeated; where several cards can be chosen, those put down are named."""
    _, scene = opened(app, "towers", used="keys")
    first, second = (scene.board.card_label(card) for card in scene.board.tokens.hand[:2])
    assert announcements_of(app, 1, 2) == [f"{first}. Choose a tower.", f"{second}."]
    _, scene = opened(app, "wyoming", used="keys")
    hand = scene.board.tokens.hand
    card_number = next(number for number, card in enumerate(hand) if suit_of(card) != suit_of(hand[0])) + 1
    assert announcements_of(app, 1, card_number)[-1].endswith(f" Put down: {scene.board.cards_words(hand[:1])}.")


def pair(scene: TurnScene) -> tuple[int, int]:
    """Return the number keys of two cards of one suit."""
    suits = [suit_of(card) for card in scene.view.hand]
    first = next(number for number, suit in enumerate(suits) if suits.count(suit) > 1)
    return first + 1, suits.index(suits[first], first + 1) + 1


# -- remarks


LINES = {line for lines in characters()["nell"].says.values() for line in lines}


def _table(app: App, name: str, seed: int = 3) -> TurnScene:
    return Robot(app).open(new_table(app, name, ["h", "nell"], seed))


def _remarks(app: App) -> list[str]:
    return [text for text in app.context.announcer.history if any(line in text for line in LINES)]


def _play_out(scene: TurnScene, seed: int) -> None:
    rng, match = random.Random(seed), scene.match
    while not match.outcome:
        seat = min(match.actors)
        scene.remarks.happened(seat, match.act(seat, rng.choice(scene.game.actions(match.state, seat)), 0), ())
    scene.remarks.ended(match.outcome)


@pytest.mark.parametrize("name", ["wyoming", "towering", "towers"])
def test_a_character_makes_a_few_different_remarks_in_a_game(app: App, name: str) -> None:
    scene = _table(app, name)
    _play_out(scene, 5)
    remarks = _remarks(app)
    assert 2 <= len(remarks) <= 9
    assert len({*remarks}) == len(remarks)


def test_remarks_can_be_switched_off(app: App) -> None:
    app.context.settings.remarks = False
    _play_out(_table(app, "wyoming"), 5)
    assert _remarks(app) == []


def test_a_continued_game_does_not_begin_with_the_greeting(app: App) -> None:
    scene = _table(app, "wyoming")
    assert len(_remarks(app)) == 1
    scene.match.act(0, scene.game.actions(scene.match.state, 0)[0], 0)
    app.context.announcer.forget()
    Robot(app).open(TurnScene(app.context, scene.match))
    assert _remarks(app) == []


@pytest.mark.parametrize("text", [1.0, 1.5])
@pytest.mark.parametrize("name", ["wyoming", "towering", "towers"])
def test_a_remark_appears_and_disappears(app: App, monkeypatch: pytest.MonkeyPatch, name: str, text: float) -> None:
    scene = _table(app, name)
    robot = Robot(app)
    robot.resize((1280, 720), text)
    eye = Eye(monkeypatch)
    first = characters()["nell"].says["hello"][0].split()[0]
    scene.remarks.enter()
    robot.see()
    assert any(first in words and words.startswith("“") for words, _ in eye.shown(app))
    scene.remarks.update(60_000)
    robot.see()
    assert not any(words.startswith("“") for words, _ in eye.shown(app))


WORDS = {"wyoming": wyoming_words, "towering": towering_words, "towers": towers_words}


def stands(view: Any, seat: Seat) -> int:
    """Return the cards in the tallest of a seat's own towers."""
    return max(map(len, view.towers[seat]))


def owned(view: Any, plot: int, seat: Seat) -> int:
    return sum(storey.owner == seat for storey in view.towers[plot])


PRESUMED: dict[tuple[str, Moment], Callable[[Any, Any, Any, Seat], bool]] = {
    ("wyoming", "proud"): lambda event, before, after, seat: stands(after, seat) >= 3,
    ("wyoming", "hurt"): lambda event, before, after, seat: (
        len(before.towers[seat][event.foundation]) > len(after.towers[seat][event.foundation]) and event.seat != seat
    ),
    ("wyoming", "attacks"): lambda event, before, after, seat: event.seat == seat != event.owner,
    ("towering", "proud"): lambda event, before, after, seat: stands(after, seat) >= 5,
    ("towers", "proud"): lambda event, before, after, seat: (
        len(after.towers[event.plot]) >= 4 and owned(after, event.plot, seat) >= 3
    ),
    ("towers", "hurt"): lambda event, before, after, seat: owned(before, event.plot, seat) > 0,
    ("towers", "attacks"): lambda event, before, after, seat: event.step.owner == seat and bool(event.step.changes),
}
"""What a remark takes for granted of what happened, and of the table before and after. In Towering nobody is hurt."""


@pytest.mark.parametrize("name", WORDS)
def test_what_a_remark_takes_for_granted_is_true(name: str) -> None:
    game, words, found = load(name), WORDS[name], set[tuple[str, Moment]]()
    for seed in range(12):
        rng, past = random.Random(seed), list[Any]()
        players = [Player(f"Ana {seat}", "bot", "easy", seat) for seat in range(2)]
        match = Match.new(new_header(game, players, {}, seed))
        while not match.outcome:
            seat, before = min(match.actors), game.view(match.state, None)
            hand, actions = game.view(match.state, seat).hand, game.actions(match.state, seat)
            events = match.act(seat, LIKELY.get(name, by_chance)(hand, actions, rng))
            for event in events:
                for speaker, moment in words.moments(event, past):
                    assert PRESUMED[name, moment](event, before, game.view(match.state, None), speaker), (moment, event)
                    found.add((name, moment))
                past.append(event)
    assert found == {key for key in PRESUMED if key[0] == name}


def test_a_player_who_only_discards_is_neither_proud_nor_hurt() -> None:
    """19 turns of discards were followed by “Hey, I was still building that!”."""
    game, past = load("towering"), list[Any]()
    match = Match.new(new_header(game, [Player("Ana"), Player("Pia", "bot", "pia", 1)], {"first": 0}, 3))
    rng = random.Random(3)
    while not match.outcome:
        seat = min(match.actors)
        actions = game.actions(match.state, seat)
        plain = [action for action in actions if seat == 0 or not isinstance(action, BuildCard)]
        for event in match.act(seat, rng.choice(plain)):
            assert all(speaker == 0 for speaker, _ in towering_words.moments(event, past))
            past.append(event)


def test_only_a_winner_without_others_boasts_and_only_a_loser_to_somebody_regrets() -> None:
    says, players = characters()["nell"].says, [Player("Ana"), Player("Nell Nettle", "bot", "nell", 1)]
    for winners, moment in (((1,), "won"), ((0,), "lost"), ((0, 1), None), ((), None)):
        remark = Talk(players).conclude(Outcome(winners, (0, 0), ""))
        assert (remark and remark.line) == (moment and says[moment][0])


# -- what happened


def act(robot: Robot, scene: Any, until: int) -> None:
    """Play random actions until it is this seat's turn again."""
    rng = random.Random(7)
    while True:
        seat = scene.actor
        scene.do(seat, rng.choice(scene.game.actions(scene.match.state, seat)))
        robot.wait(120)
        if scene.actor == until and seat != until:
            return


@pytest.mark.parametrize("game", ["wyoming", "towers"])
def test_the_recap_tells_what_every_opponent_did(app: App, robot: Robot, game: str) -> None:
    scene = table_at(app, game, 12, "hbb")
    act(robot, scene, 0)
    act(robot, scene, 0)
    robot.do(Verb.RECAP)
    dialog = robot.top(RecapDialog)
    assert [any(name in line for line in dialog.sentences) for name in ("Ana 1", "Ana 2")] == [True, True]
    assert dialog.text.splitlines() == dialog.sentences[-len(dialog.text.splitlines()) :]
    robot.do(Verb.CANCEL)
    assert robot.page is scene


def test_the_recap_leaves_out_the_players_own_turn(app: App, robot: Robot) -> None:
    scene = table_at(app, "towers", 12, "hb")
    act(robot, scene, 0)
    before = scene.narrator.recap(0)
    scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    assert scene.actor == 0
    assert scene.narrator.recap(0) == before


def test_opponents_last_plays_are_tagged_until_the_player_plays(app: App, robot: Robot) -> None:
    scene = table_at(app, "wyoming", 12, "hbb")
    act(robot, scene, 0)
    act(robot, scene, 0)
    tags = dict(scene.board.game.moving.plays)
    assert {1, 2} <= tags.keys()
    scene.board.sync(scene.view)
    assert scene.board.game.moving.plays == tags, "syncing with the view changed the tags"
    scene.do(0, scene.game.actions(scene.match.state, 0)[0])
    robot.wait(120)
    scene.motion.finish()
    assert scene.board.game.moving.plays.keys() == {0}


def turn_of(scene: Any, seat: int) -> list[str]:
    """Return sentences about the last steps of a match, all of them by this seat."""
    steps = scene.match.steps
    begin = len(steps)
    while begin and steps[begin - 1].entry.seat == seat:
        begin -= 1
    return [scene.narrator.describe(step.events) for step in steps[begin:]]


def test_the_message_tells_all_of_an_opponents_turn_until_the_player_plays(app: App, robot: Robot) -> None:
    """A turn of Towering is a play and a draw."""
    scene = table_at(app, "towering", 12, "hb")
    act(robot, scene, 0)
    theirs = turn_of(scene, 1)
    assert len(theirs) == 2
    assert scene.last_words.written == scene.last_words.text == " ".join(theirs)
    scene.board.selection.toggle(scene.view.hand[0])
    robot.wait(120)
    assert scene.last_words.text == " ".join(theirs)
    for _ in range(2):
        scene.do(0, scene.game.actions(scene.match.state, 0)[0])
        robot.wait(120)
        assert scene.last_words.text == turn_of(scene, 0)[-1]


TURNS = [
    Telling(["Ana 1 starts tower 2 with LOBBY.", "Ana 1 draws 3 cards."], ["Ana 1 starts tower 2 with LOBBY."]),
    Telling(
        ["Ana 2 claims a SUITE there.", "Ana 2 draws 3 cards.", "Ana 2 7."], ["Ana 2 claims a SUITE there.", "Ana 2 7."]
    ),
]
SHORTENED = {
    6: " ".join(words for turn in TURNS for words in turn.full),
    3: "Ana 1 starts tower 2 with LOBBY. Ana 2 claims a SUITE there. Ana 2 7.",
    2: "[…] Ana 2 claims a SUITE there. Ana 2 7.",
    1: "[…] Ana 2 7.",
}


@pytest.mark.parametrize(("lines", "text"), SHORTENED.items())
def test_a_message_that_does_not_fit_leaves_out_draws_then_what_happened_first(
    app: App, robot: Robot, monkeypatch: pytest.MonkeyPatch, lines: int, text: str
) -> None:
    last = table_at(app, "towers", 12, "hbb").last_words
    monkeypatch.setattr(type(last.board), "message_lines", lines)
    last.message = TURNS
    assert last.written == text
    assert last.shown == SHORTENED[6]


@pytest.mark.parametrize(("size", "text_size"), [((1024, 768), 1.5), ((1280, 720), 1.0)])
def test_the_message_tells_the_points_of_the_last_scoring(
    app: App, robot: Robot, size: tuple[int, int], text_size: float
) -> None:
    robot.resize(size, text_size)
    scene, rng, told = table_at(app, "towers", 12, "hbbb"), random.Random(7), 0
    while not scene.match.outcome:
        take_step(scene, rng)
        robot.wait(120)
        turns = scene.last_words.message
        if turns and "cleared away" in turns[-1].full[-1]:
            told += 1
            assert scene.last_words.written.endswith(turns[-1].full[-1])
    assert told


@pytest.mark.parametrize("game", ["wyoming", "towers"])
def test_the_message_tells_a_players_draws_only_of_their_own_turns(app: App, robot: Robot, game: str) -> None:
    """In Wyoming the next player draws at the end of a turn; in Towers a SUITE may draw in anybody's turn."""
    scene, left_out = table_at(app, game, 12, "hbbb"), 0
    name, rng = scene.match.names[0], random.Random(7)
    while not scene.match.outcome:
        take_step(scene, rng)
        robot.wait(120)
        step = scene.match.steps[-1]
        drew = any(isinstance(event, CardsDrawn) and event.seat == 0 for event in step.events)
        assert (f"{name} draws" in scene.last_words.text) is (drew and step.entry.seat == 0)
        left_out += drew and step.entry.seat != 0
    assert left_out


def test_a_message_about_a_choice_goes_with_it(app: App, robot: Robot) -> None:
    scene = table_at(app, "wyoming", 12, "hb")
    act(robot, scene, 0)
    before, chosen = scene.last_words.text, scene.board.selection
    chosen.toggle(scene.view.hand[0])
    scene.board.turn.say("Not there.")
    assert scene.last_words.shown == "Not there."
    chosen.toggle(scene.view.hand[0])
    assert not chosen.cards
    assert scene.last_words.shown == before


@pytest.mark.parametrize("text_size", [1.0, 1.25, 1.5])
def test_the_key_on_the_message_plate_does_not_cover_the_text(app: App, text_size: float) -> None:
    Robot(app).resize((1280, 720), text_size)
    kit = app.context.kit
    drawn: list[pygame.FRect] = []

    class Paper:
        def blit_centred(self, picture: pygame.Surface, x: float, y: float) -> None:
            wide, high = kit.size_of(picture)
            drawn.append(pygame.FRect(x - wide / 2, y - high / 2, wide, high))

    last = SimpleNamespace(shown="words", is_covered=False, open_recap=None)
    plate = MessagePlate(Rect(20, 500, 240, 90), last, "E")  # type: ignore[arg-type]
    plate.draw(Paper(), kit, False)  # type: ignore[arg-type]
    assert [round(key.bottom - plate.rect.y, 1) <= 11 for key in drawn] == [True]


def shown(robot: Robot, eye: Eye, game: str, text_size: float, hint: str) -> str:
    """Return what a table shows of a hint, and check that all of it has the usual text size."""
    scene = table_at(robot.app, game, 12, "hb")
    robot.resize((1280, 720), text_size)
    scene.say(hint)
    robot.wait(120)
    eye.forget()
    scene.last_words.draw(Stage())
    assert {size for _, size in eye.sizes} == {14.0}
    return " ".join(words for words, _ in eye.sizes)


HINT = (
    "Play 2 clubs on Mesa's diamonds tower of 5: it comes down to 3, with 6 to go. With 4 diamonds it would have won."
    " In 100 trial games this wins about 12 more than playing 3 spades on your hearts tower of 5."
)


@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("game", ["wyoming", "towering"])
def test_a_long_hint_is_shortened_and_shown_in_full_by_its_plate(
    robot: Robot, eye: Eye, game: str, text_size: float
) -> None:
    text = shown(robot, eye, game, text_size, HINT)
    assert text.startswith("Play 2 clubs on Mesa's diamonds tower of 5: it comes down to 3, with 6 to go.")
    assert (text == HINT) is (text_size == 1.0)
    assert text == HINT or text.endswith((" to go.", " won.")), "the comparison is left out first, as a whole"
    robot.do(Verb.RECAP)
    assert isinstance(robot.page, RecapDialog)
    assert (HINT in robot.page.sentences) is (text != HINT)


LONG = (
    "Build NOISE COMPLAINT on tower 2: tuck 2 cards there, and tower 2 then needs only 1 more floor to be scored, with"
    " 16 for you and 8 for the others as it stands. In trial turns it is about 3 points better than ending the turn."
)


@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_a_hint_with_a_long_first_sentence_is_cut_at_a_clause(robot: Robot, eye: Eye, text_size: float) -> None:
    text = shown(robot, eye, "towers", text_size, LONG)
    assert text.startswith("Build NOISE COMPLAINT on tower 2: ")
    assert text.endswith((".", ", […]"))
    robot.do(Verb.RECAP)
    assert isinstance(robot.page, RecapDialog)
    assert LONG in robot.page.sentences
