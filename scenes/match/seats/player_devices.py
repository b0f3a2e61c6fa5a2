"""Which device each human of a live game plays with: assigned, asked for, and remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_player
from topping_out.game.record import Header
from topping_out.scenes import routes
from topping_out.scenes.devices.input_devices import assign_devices
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.seats.players import humans_of
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import Setup


def remembered(context: Context, game: str) -> tuple[str, ...]:
    """Return the devices of the humans in the game's last set-up."""
    return context.settings.setups.get(game, Setup()).devices


def wished(context: Context, game: str) -> tuple[str, ...]:
    """Return the remembered devices; at first, the gamepad that is in use."""
    return remembered(context, game) or (context.devices.in_hand,)


def remember(context: Context, game: str, devices: Sequence[str]) -> None:
    """Remember the devices for the next time."""
    last = context.settings.setups.get(game, Setup())
    context.settings.setups = {**context.settings.setups, game: replace(last, devices=tuple(devices))}
    context.save_settings()


def seat_humans(context: Context, header: Header) -> dict[Seat, str]:
    """Return a device's id for each human seat: the remembered one, else a free one. Seats without one are left out."""
    humans = humans_of(header)
    assigned = assign_devices(len(humans), context.devices.available(), wished(context, header.game))
    return {seat: id for seat, id in zip(humans, assigned) if id}


def are_remembered(context: Context, header: Header) -> bool:
    """Tell whether the remembered devices of a record's humans are all there, so that nobody need be asked."""
    last, humans = remembered(context, header.game), len(humans_of(header))
    return not humans or (len(last) == humans and assign_devices(humans, context.devices.available(), last) == [*last])


def problem_of(names: Sequence[str], assigned: Sequence[str]) -> str:
    """Return a sentence for the first player without a device; empty if all have one."""
    without = next((name for name, id in zip(names, assigned) if not id), "")
    if not without:
        return ""
    yours = mark("You have nothing left to play with: plug in a gamepad, or let a bot play.")
    theirs = mark("{name} has nothing left to play with: plug in a gamepad, or let a bot play.")
    return tr_player(without, yours, theirs)


def ask_for_devices(context: Context, header: Header, begin: Callable[[], Transition]) -> Transition:
    """Have the humans of a record choose their devices; then remember them and `begin`."""
    humans = humans_of(header)
    chosen = assign_devices(len(humans), context.devices.available(), wished(context, header.game))

    def change(assigned: list[str]) -> None:
        chosen[:] = assigned

    def go() -> Transition:
        remember(context, header.game, chosen)
        return begin()

    names = [header.seats[seat].name for seat in humans]
    return Push(routes.DEVICES(context, names, chosen, change, go, tr("Back")))
