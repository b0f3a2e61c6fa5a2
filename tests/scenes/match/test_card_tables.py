"""Event by event the card tables come to what a view alone shows; and it is seen where they do not."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import pytest

from tests.scenes.tables import CardTable
from topping_out.game.match import Match, SeenEvent
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.kit.motion import Motion
from topping_out.scenes.kit.sprites import Pose, Sprite
from topping_out.scenes.match.definition import table_of
from topping_out.scenes.system.context import Context

TABLES = [
    ("wyoming", 2, {}),
    ("wyoming", 4, {"deadlines": True, "tidal": True, "wheel": True}),
    ("wyoming", 3, {"foundations": 2, "finicky": True}),
    ("towering", 2, {}),
    ("towering", 2, {"materials": "4", "rounds": 1, "take_back": True}),
    ("towers", 2, {}),
    ("towers", 4, {"end": "deck"}),
]
every_table = pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=str)
every_viewer = pytest.mark.parametrize("viewer", [0, 1, None])


@pytest.fixture
def context(app: App) -> Context:
    return app.context


def start(context: Context, name: str, seats: int, options: dict[str, object]) -> tuple[Match, CardTable]:
    header = new_header(load(name), [Player(f"Player {seat}") for seat in range(seats)], options, 7)
    return Match.new(header), open_board(context, Match.new(header))


def open_board(context: Context, match: Match) -> CardTable:
    board = table_of(match.header.game).make_board(context, match.header, Motion(), match.game.view(match.state, None))
    assert isinstance(board, CardTable)
    return board


def plays(match: Match, viewer: int | None, longest: int = 150) -> Iterator[list[SeenEvent]]:
    """Play by chance; yield what a seat sees of each action."""
    rng = random.Random(3)
    for _ in range(longest):
        if match.outcome:
            return
        seat, log = min(match.actors), match.watch(viewer)
        match.act(seat, rng.choice(match.game.actions(match.state, seat)), 0, log)
        yield log.seen


def faces(board: CardTable) -> list[object]:
    """Return where each card, each card tucked under a floor, and each back of a hand lies, and which side up."""
    sprites, tucks = board.tokens.sprites, getattr(board.tokens, "tucks", {})
    found: list[object] = [
        {card: lies(s) for card, s in cards.items() if s.key is not None} for cards in (sprites, tucks)
    ]
    backs = [*getattr(board.tokens, "backs", ()), [sprite for sprite in sprites.values() if sprite.key is None]]
    return [*found, *(sorted(map(lies, hand), key=lambda lie: (lie[0].x, lie[0].y)) for hand in backs)]


def lies(sprite: Sprite) -> tuple[Pose, float, float]:
    return sprite.place, sprite.turn, sprite.alpha


@every_table
@every_viewer
def test_events_lead_to_exactly_what_the_next_view_places(
    context: Context, name: str, seats: int, options: dict[str, object], viewer: int | None
) -> None:
    match, board = start(context, name, seats, options)
    board.sync(match.game.view(match.state, viewer))
    anew = open_board(context, match)
    for seen in plays(match, viewer):
        for event, view in seen:
            board.animate(event, view)
        board.motion.finish()
        view = match.game.view(match.state, viewer)
        assert board.is_synced(view)
        anew.sync(view)
        assert faces(board) == faces(anew)


@every_table
@every_viewer
def test_everything_on_a_table_says_what_it_is(
    context: Context, name: str, seats: int, options: dict[str, object], viewer: int | None
) -> None:
    match, board = start(context, name, seats, options)
    for seen in plays(match, viewer, 40):
        board.sync(seen[-1].view)
        names = Counter(widget.name for widget in board.widgets())
        assert max(names.values()) == 1
        for widget in board.widgets():
            said = widget.semantics()
            assert said, f"{widget.name} says nothing"
            assert said.label
            assert widget.group, f"{widget.name} is read alone"
        groups = [group for group, _ in groupby(widget.group for widget in board.widgets())]
        assert len(groups) == len({group.name for group in groups if group}), "a group is read in pieces"


@every_table
def test_a_table_that_missed_an_event_or_lost_a_card_is_out_of_step(
    context: Context, name: str, seats: int, options: dict[str, object]
) -> None:
    match, board = start(context, name, seats, options)
    board.sync(match.game.view(match.state, 0))
    for seen in plays(match, 0, 40):
        view = match.game.view(match.state, 0)
        for event, between in seen[:-1]:
            if between != view:  # nothing that shows comes after
                board.animate(event, between)
        board.motion.finish()
        assert not board.is_synced(view)
        board.sync(view)
        assert board.is_synced(view)
        next(iter(board.tokens.sprites.values())).x += 1
        assert not board.is_synced(view)
        board.sync(view)
