"""Opening the deck, deal, puzzle or game that a pasted code holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from topping_out.game.bots.puzzles import puzzles_of
from topping_out.game.language import tr
from topping_out.game.storage.codes import (
    CodeError,
    CodeKind,
    from_code,
    read_deal,
    read_deck_value,
    read_game,
    read_puzzle,
)
from topping_out.game.text import plainly, sentence

from .. import routes
from ..manager import Push, Transition
from ..match import definition
from ..match.start import open_replay
from ..system.context import Context
from ..system.window import copied_text
from ..ui.column import Notice
from .setup import SetupPage


def paste_code(context: Context) -> Transition:
    """Open what the code in the clipboard holds, or say why that is not possible."""
    try:
        kind, content = from_code(copied_text())
        return OPENED[kind](context, content)
    except ValueError as error:  # what the code holds may be refused by its game
        return Push(Notice(context, tr("That didn't work"), sentence(plainly(error))))


def _check_game(game: str) -> None:
    """Raise CodeError if there is no such game here, or if it has no table."""
    if game not in definition.playable():
        raise CodeError(tr("this version of the program doesn't have that game"))


def _open_deck(context: Context, content: bytes) -> Transition:
    deck = read_deck_value(content)
    _check_game(deck.game)
    if not definition.table_of(deck.game).workshop:
        raise CodeError(tr("this version of the program has no decks for that game"))
    workshop: Any = routes.WORKSHOP(context, deck.game)
    workshop.take(deck.value)
    return Push(workshop)


def _open_deal(context: Context, content: bytes) -> Transition:
    deal = read_deal(content)
    _check_game(deal.game)
    page = SetupPage(context, deal.game)
    page.take_deal(deal)
    return Push(page)


def _open_puzzle(context: Context, content: bytes) -> Transition:
    puzzle = read_puzzle(content)
    _check_game(puzzle.game)
    if all(known.name != puzzle.name for known in puzzles_of(puzzle.game)):
        raise CodeError(tr("this version of the program doesn't have that puzzle"))
    return Push(routes.PUZZLE(context, puzzle.game, puzzle.name))


def _open_game(context: Context, content: bytes) -> Transition:
    record = read_game(content)
    _check_game(record.header.game)
    return open_replay(context, record)


OPENED: dict[CodeKind, Callable[[Context, bytes], Transition]] = {
    CodeKind.DECK: _open_deck,
    CodeKind.DEAL: _open_deal,
    CodeKind.PUZZLE: _open_puzzle,
    CodeKind.GAME: _open_game,
}
