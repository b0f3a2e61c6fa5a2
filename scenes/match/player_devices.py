"""What each human at a live table plays with: told in words, seated, and remembered from one game to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine import Seat
from game.record import Header
from scenes import routes
from scenes.devices.players import seat_all
from scenes.manager import Push, Transition
from scenes.system.context import Context
from scenes.system.settings import Setup


def humans_of(header: Header) -> list[Seat]:
    return [seat for seat, player in enumerate(header.seats) if player.is_human]


def remembered(context: Context, game: str) -> tuple[str, ...]:
    """Return what the humans of the game's last set-up played with."""
    return context.settings.setups.get(game, Setup()).hands


def remember(context: Context, game: str, hands: Sequence[str]) -> None:
    """Keep who plays with what for the next time."""
    last = context.settings.setups.get(game, Setup())
    context.settings.setups = {**context.settings.setups, game: Setup(last.seats, last.options, tuple(hands))}
    context.save_settings()


def seat_humans(context: Context, header: Header) -> dict[Seat, str]:
    """Return a hand's id for each human seat: the one remembered, else what is free.

    A human for whom there is none is left out.
    """
    humans = humans_of(header)
    hands = seat_all(len(humans), context.devices.hands(), remembered(context, header.game))
    return {seat: hand for seat, hand in zip(humans, hands) if hand}


def are_remembered(context: Context, header: Header) -> bool:
    """Tell whether the humans of a record can sit down with what they had, without being asked."""
    wished, humans = remembered(context, header.game), len(humans_of(header))
    return not humans or (len(wished) == humans and seat_all(humans, context.devices.hands(), wished) == [*wished])


def problem_of(names: Sequence[str], seated: Sequence[str]) -> str:
    """Return in words for whom no hand is left; empty if all have one."""
    without = next((name for name, hand in zip(names, seated) if not hand), "")
    return f"There is nothing left for {without} to play with: plug in a gamepad, or let a bot play." if without else ""


def ask_for_devices(context: Context, header: Header, begin: Callable[[], Transition]) -> Transition:
    """Have the humans of a record choose their devices; then remember them and `begin`."""
    humans = humans_of(header)
    chosen = seat_all(len(humans), context.devices.hands(), remembered(context, header.game))

    def change(seated: list[str]) -> None:
        chosen[:] = seated

    def go() -> Transition:
        remember(context, header.game, chosen)
        return begin()

    names = [header.seats[seat].name for seat in humans]
    return Push(routes.DEVICES(context, names, chosen, change, go, "Back"))
