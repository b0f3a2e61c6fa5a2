"""Bots that take over for others in the midst of a game."""

from __future__ import annotations

from collections.abc import Container, Mapping

from msgspec.structs import replace

from topping_out.game import roster
from topping_out.game.engine import Seat
from topping_out.game.record import Change, Header, Occasion, Player, Record, changes_of


def successor(header: Header, number: int) -> Player:
    """Return who took the seat in the change of that number, from 0."""
    changes = changes_of(header)
    seat = changes[number].seat
    return next((later.player for later in changes[number + 1 :] if later.seat == seat), header.seats[seat])


def take_over(record: Record, seats: Mapping[Seat, Player], started: str = "") -> Record:
    """Return a game that goes on from a record with other bots on some seats; where nothing was played, a new one.

    It is a branch of the other, which does not count; only a game that nobody has begun to play stays what it was.
    """
    header, entries = record.header, record.effective()
    players = tuple(seats.get(seat, player) for seat, player in enumerate(header.seats))
    if not record.actions():
        outside_the_city = replace(header.occasion, district="", stage="") if header.occasion else header.occasion
        return Record(replace(header, seats=players, occasion=outside_the_city))
    changes = tuple(Change(len(entries), seat, header.seats[seat]) for seat in sorted(seats))
    before = header.occasion or Occasion()
    occasion = Occasion(
        branch=len(entries), origin=header.started, best_of=before.best_of, won=before.won,
        changes=(*before.changes, *changes),
    )  # fmt: skip
    return Record(replace(header, seats=players, started=started, occasion=occasion), entries)


def as_bot(player: Player, kind: str, taken: Container[str] = ()) -> Player:
    """Return a bot of a level, or a character, in the place of another one; `taken`: names that others have."""
    title, old = roster.title(kind), roster.title(player.level)
    is_level = not roster.who_is(kind) and not roster.who_is(player.level)
    name = player.name.replace(old, title) if is_level else title
    if name in taken:
        name = next(f"{name} {number}" for number in range(2, 9) if f"{name} {number}" not in taken)
    return replace(player, level=kind, name=name)
