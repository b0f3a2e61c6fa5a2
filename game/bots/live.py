"""Bots at live tables: how fast they move, and whole games between them in this process."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import msgspec

from ..engine import Seat
from ..live import AskBot, LiveBot, LiveDriver, LiveQuestion, MotorProfile
from ..match import Match
from ..record import Header
from ..roster import RANDOM
from .weights import WeightTable, weights_named
from .worker import BotQuestion, think

USUAL_LEVEL = "hard"
"""The level whose speed a bot gets if it has none of its own: a program, a table of weights, or the random bot."""
USUAL_PROFILE = MotorProfile(reaction=220, hesitation=200, speed=1670, grip=110, attention=220)
"""The speed of a bot if the game does not define even that level's."""


def profile_of(game: str, weights: WeightTable) -> MotorProfile:
    """Return the speed of a bot with these weights: their table `hands`, or else that of the usual level.

    Raises msgspec.ValidationError.
    """
    for table in (weights, weights_named(game, USUAL_LEVEL)):
        if "hands" in table:
            return msgspec.convert(table["hands"], MotorProfile)
    return USUAL_PROFILE


def profile_named(game: str, name: str) -> MotorProfile:
    """Return the speed of the bot with this name. Raises UnknownBot."""
    return profile_of(game, {} if name == RANDOM else weights_named(game, name))


def live_bots(header: Header) -> dict[Seat, LiveBot]:
    """Return the bots at a live table, by seat."""
    bots = {seat: player.level for seat, player in enumerate(header.seats) if not player.is_human}
    return {seat: LiveBot(name, profile_named(header.game, name)) for seat, name in bots.items()}


def choose_here(question: LiveQuestion) -> Future[Any]:
    """Let a bot choose at once, in this process."""
    bot_question = BotQuestion(0, question.game, question.bot, question.view, question.actions, question.ms)
    choice: Future[Any] = Future()
    choice.set_result(think(bot_question).action)
    return choice


def play_live(header: Header, ask: AskBot = choose_here, bots: dict[Seat, LiveBot] | None = None) -> Match:
    """Play a live game of bots to its end on a simulated clock. The same arguments give exactly the same game.

    `bots` replaces the bots of the header.
    """
    match = Match.new(header)
    driver = LiveDriver(match, ask, live_bots(header) if bots is None else bots)
    while match.outcome is None:
        due = driver.next_due()
        if due is None:
            raise RuntimeError(f"no seat will ever act again, {driver.ms} ms into the game")
        driver.advance(due)
    return match
