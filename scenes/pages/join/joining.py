"""Who has joined a live game, with which device, and who is ready: a press joins, a second one is ready."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.record import Player
from topping_out.scenes.pages.setup.seating import EMPTY, Chair, Seating


class Joining:
    """The chairs round the table, and who at the screen has come to one.

    A device that somebody played with last keeps that chair and that name for whoever presses it. Bots have the chairs
    that they had; where none is free, the last bot gives way for as long as the human stays.
    """

    def __init__(self, seating: Seating, wished: Sequence[str]) -> None:
        """Free the humans' chairs; `wished`: the device of each of these humans."""
        self.seating = seating
        self.kept = {device: (chair, chair.name) for chair, device in zip(seating.humans, wished) if device}
        """By device: the chair and the name that wait for whoever presses it."""
        self._names = [*(chair.name for chair in seating.humans), *seating.known_names]
        for chair in seating.humans:
            seating.stand_up(chair)
        self.chairs: dict[str, Chair] = {}
        """By device: the chair of whoever has joined with it."""
        self.ready: set[str] = set()
        self._gave_way: list[tuple[Chair, str, str]] = []

    def press(self, device: str) -> bool:
        """Join with a device, or be ready; return False where no chair is left."""
        if device in self.chairs:
            self.ready.add(device)
            return True
        chair = self._chair_for(device)
        if chair is None:
            return False
        self.seating.sit_down(chair, self._name_for(device))
        self.chairs[device] = chair
        return True

    def _name_for(self, device: str) -> str:
        """Return the name that waits for a device, else one known here that waits for nobody; empty if none is free."""
        kept = {name for other, (_, name) in self.kept.items() if other not in self.chairs}
        wished = [self.kept[device][1]] if device in self.kept else []
        wished += [name for name in self._names if name not in kept]
        taken = {other.name for other in self.seating.taken}
        return next((name for name in wished if name not in taken), "")

    def step_back(self, device: str) -> None:
        """Be ready no more; or, if that is so already, leave."""
        if device in self.ready:
            self.ready.discard(device)
        elif device in self.chairs:
            self.seating.stand_up(self.chairs.pop(device))
            if self._gave_way:
                chair, kind, name = self._gave_way.pop()
                if not chair.is_taken:
                    chair.kind, chair.name = kind, name

    def keep(self, there: Sequence[str]) -> list[str]:
        """Have those leave whose device is not there any more; return these devices."""
        gone = [device for device in self.chairs if device not in there]
        for device in gone:
            self.ready.discard(device)
            self.step_back(device)
        return gone

    def _chair_for(self, device: str) -> Chair | None:
        free = [chair for chair in self.seating.chairs if not chair.is_taken]
        if device in self.kept and self.kept[device][0] in free:
            return self.kept[device][0]
        kept = [chair for chair, _ in self.kept.values()]
        found = next((chair for chair in free if chair not in kept), next(iter(free), None))
        return found or self._make_way()

    def _make_way(self) -> Chair | None:
        """Return the chair of a bot who gives way; None where all are humans."""
        bots = [chair for chair in self.seating.taken if chair not in self.chairs.values()]
        if not bots:
            return None
        self._gave_way.append((bots[-1], bots[-1].kind, bots[-1].name))
        bots[-1].kind = EMPTY
        return bots[-1]

    def device_of(self, chair: Chair) -> str:
        """Return what somebody at a chair has joined with; empty for a bot and for nobody."""
        return next((device for device, own in self.chairs.items() if own is chair), "")

    def waits_for(self, chair: Chair) -> tuple[str, str]:
        """Return for whom an empty chair is kept: the device, and the name; empty if for nobody in particular."""
        kept = (device for device, (own, _) in self.kept.items() if own is chair and device not in self.chairs)
        return next(((device, self._name_for(device)) for device in kept), ("", ""))

    @property
    def devices(self) -> list[str]:
        """What the humans have joined with, in the order of the seats."""
        return [self.device_of(chair) for chair in self.seating.humans]

    @property
    def players(self) -> tuple[Player, ...]:
        return self.seating.players

    @property
    def is_full_house(self) -> bool:
        """Whether everybody who has joined is ready, and so many can play."""
        is_enough = len(self.seating.taken) in self.seating.game.seats and not self.seating.problem
        return bool(self.chairs) and self.ready == {*self.chairs} and is_enough
