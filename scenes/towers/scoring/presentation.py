"""The scoring of a tower as a show: light runs down it, owners change, points fly, and the building is carted off."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.engine import Seat
from topping_out.game.towers.scoring import Step
from topping_out.game.towers.state import Cause, Storey
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.kit.motion import Motion, ease_in_out, ease_out, ease_out_back, linear
from topping_out.scenes.towers.layout import Layout
from topping_out.scenes.towers.scoring.narration import FloorSummary, summarize_step

NIGHT = 0.72
"""How dark a floor is before the light comes to it."""
DIM = 0.42
"""The same where the light passes a vacant floor."""


class Lamp:
    """The light of one floor: `dark` from 0 to 1; `shine` flares up as the light arrives."""

    __slots__ = ("dark", "shine")

    def __init__(self) -> None:
        self.dark = self.shine = 0.0


class Badge:
    """A floor's owner of the moment, over its side: None is vacant. `size` grows as it lands."""

    __slots__ = ("owner", "size")

    def __init__(self, owner: Seat | None) -> None:
        self.owner, self.size = owner, 0.0


class Token:
    """Points on their way."""

    __slots__ = ("alpha", "points", "scale", "seat", "x", "y")

    def __init__(self, seat: Seat, points: int, x: float, y: float) -> None:
        self.seat, self.points, self.x, self.y = seat, points, x, y
        self.scale, self.alpha = 0.3, 1.0


class Caption:
    """What the floor does, in words beside it."""

    __slots__ = ("alpha", "summary")

    def __init__(self, summary: FloorSummary) -> None:
        self.summary, self.alpha = summary, 0.0


class Show:
    """One tower's scoring on the table."""

    def __init__(self, plot: int, cause: Cause, tower: Sequence[Storey], seats: int) -> None:
        self.plot, self.cause = plot, cause
        self.lamps = [Lamp() for _ in tower]
        self.badges: dict[int, Badge] = {}
        """By level, where the owner has changed."""
        self.tokens: list[Token] = []
        self.caption: Caption | None = None
        self.gained = [0] * seats
        """What has arrived at each seat so far."""
        self.is_summed_up = False
        """Whether the points of all seats show, at the end."""

    def darken(self, motion: Motion, audio: Audio) -> None:
        """Let the lights go out, from the top down; from here on nothing is hurried."""
        motion.haste = 1.0
        audio.play("sky_settle")
        for number, lamp in enumerate(reversed(self.lamps)):
            motion.to(lamp, 260, number * 45, ease_in_out, dark=NIGHT)

    def perform(self, step: Step, layout: Layout, motion: Motion, audio: Audio) -> None:
        """Let the light come to a floor, and what it does be seen."""
        lamp = self.lamps[step.level]
        vacant = step.owner is None
        motion.to(lamp, 200, 0, ease_out, dark=DIM if vacant else 0.0)
        self.caption = Caption(summarize_step(step))
        motion.to(self.caption, 140, 0, linear, alpha=1.0)
        audio.play("tick" if vacant else "snap", 0.5)
        if not vacant:
            lamp.shine = 1.0
            motion.to(lamp, 700, 0, ease_out, shine=0.0)
        for number, (seat, points) in enumerate((s, n) for s, n in enumerate(step.points) if n):
            self._pay(seat, points, step.level, number, layout, motion, audio)
        for number, change in enumerate(step.changes):
            self._pass_on(change.level, change.after, 240 + number * 160, motion, audio)

    def _pay(
        self, seat: Seat, points: int, level: int, number: int, layout: Layout, motion: Motion, audio: Audio
    ) -> None:
        floor, (x, y) = layout.floor_rect(self.plot, level), layout.plate_score(seat)
        token = Token(seat, points, floor.right - 26 - number * 50, floor.centery)
        self.tokens.append(token)
        start = 480 + number * 60
        motion.to(token, 260, number * 60, ease_out_back, scale=1.0)
        motion.to(token, 620, start, ease_in_out, x=x)
        motion.to(token, 620, start, ease_out, y=y)
        motion.to(token, 160, start + 500, linear, alpha=0.0)
        motion.at(start + 600, lambda: self._receive(seat, points, audio))

    def _receive(self, seat: Seat, points: int, audio: Audio) -> None:
        self.gained[seat] += points
        audio.play("penny_ring", 0.6)

    def _pass_on(self, level: int, owner: Seat | None, delay: float, motion: Motion, audio: Audio) -> None:
        """A floor below has another owner, or none any more, for the rest of the scoring."""

        def land_here() -> None:
            badge = self.badges[level] = Badge(owner)
            motion.to(badge, 300, 0, ease_out_back, size=1.0)
            audio.play("knock" if owner is None else "card_place")

        motion.at(delay, land_here)

    def sum_up(self, audio: Audio) -> None:
        """All floors are done: the light is on everywhere, and the points of all seats show."""
        self.caption, self.is_summed_up = None, True
        audio.play("score_tick")

    def light_up(self, motion: Motion) -> None:
        for lamp in self.lamps:
            motion.to(lamp, 240, 0, ease_in_out, dark=0.0)


def reading_time(step: Step) -> float:
    """Return for how long a step stays after its motion, in milliseconds."""
    if step.owner is None:
        return 260.0
    return 520.0 if any(step.points) or step.changes else 620.0
