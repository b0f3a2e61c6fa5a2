"""The play that a player would think of first."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Seat
from ..actions import Play, PlayKind, Suit
from ..state import View
from .comparisons import builds_up, is_odd, is_tall, lacking


def obvious_instead(view: View, actions: Sequence[Play], play: Play) -> list[Play]:
    """Return the plays that a player would rather think of; none if it is the one that builds an own tower tallest.

    They are that one, and the one that takes down the rivals' tallest tower as far as the cards allow, if that is tall
    or there is nothing to build; if it is tall, even instead of the first. If a play is odd, the question is why not
    build with the same cards; if it takes the tallest tower down, why not build; if it doesn't play just enough cards
    to clear a tower away, why not so many. If there's nothing to build or take down, it is why so many cards; if they
    are discarded, why so few.
    """
    if play.kind is PlayKind.DISCARD:
        most = max(actions, key=_number)
        return [most] if most.count > play.count else []
    builds = [each for each in actions if builds_up(view, each)]
    build, knock = _thoughts(view, actions)
    is_urgent = knock is not None and _is_tall_target(view, knock)
    if build and _builds_as_tall(view, play, build, is_urgent=is_urgent):
        return [knock] if knock and is_urgent else []
    there = [each for each in actions if (each.owner, each.foundation, each.suit) == _target(play)]
    if is_odd(view, play) and (same := [each for each in builds if (each.suit, each.count) == (play.suit, play.count)]):
        return same[:1]
    if play.kind is PlayKind.DECONSTRUCT and play.owner != view.seat:
        height = view.height(play.owner, play.foundation)
        clear = [each for each in there if each.count == height != play.count]
        if clear and (is_tall(height, view.needed) if is_urgent else build is None):
            return clear
        if knock and _knocked(view, play) == _knocked(view, knock):
            return [build] if build else []
        if knock and is_urgent and _target(play)[:2] != _target(knock)[:2]:
            return [knock]
    if build and not is_urgent:
        return [build]
    fewest = [] if build or knock else [each for each in there if each.count < play.count]
    return [each for each in (build, knock) if each] or sorted(fewest, key=_number)[:1]


def next_thoughts(view: View, actions: Sequence[Play], play: Play) -> list[Play]:
    """Return what a player thinks of next after a play that builds: another suit, or to take down the tallest tower."""
    if not builds_up(view, play):
        return []
    others = [each for each in actions if each.owner != view.seat or each.suit != play.suit]
    return [each for each in _thoughts(view, others) if each]


def _thoughts(view: View, actions: Sequence[Play]) -> tuple[Play | None, Play | None]:
    """Return the play that builds an own tower tallest, and the one that takes the rivals' tallest tower down most."""
    builds = [each for each in actions if builds_up(view, each)]
    knocks = [each for each in actions if _knocked(view, each)]
    build = min(builds, key=lambda each: (lacking(view, each), each.kind is PlayKind.DECONSTRUCT), default=None)
    return build, max(knocks, key=lambda each: _knocked(view, each) or (0, 0), default=None)


def _builds_as_tall(view: View, play: Play, build: Play, *, is_urgent: bool) -> bool:
    """Return whether a play builds an own tower as tall as the one that builds it tallest.

    If it is urgent to take down a tower, replacing an own one by that doesn't count.
    """
    is_near = builds_up(view, play) and lacking(view, play) <= lacking(view, build)
    return is_near and not (is_urgent and play.kind is not build.kind)


def _is_tall_target(view: View, play: Play) -> bool:
    return is_tall(view.height(play.owner, play.foundation), view.needed)


def is_first_thought(view: View, actions: Sequence[Play], play: Play) -> bool:
    """Return whether a play builds an own tower tallest, or takes down the tallest tower of the rivals.

    The second only counts if that is tall, or if there is nothing to build.
    """
    build, knock = _thoughts(view, actions)
    is_urgent = knock is not None and _is_tall_target(view, knock)
    if build and _builds_as_tall(view, play, build, is_urgent=is_urgent):
        return True
    return knock is not None and (is_urgent or build is None) and _knocked(view, play) == _knocked(view, knock)


def _number(play: Play) -> int:
    return play.count


def _target(play: Play) -> tuple[Seat, int, Suit]:
    return play.owner, play.foundation, play.suit


def _knocked(view: View, play: Play) -> tuple[int, int] | None:
    """Return the height of the rival's tower that a play takes down, and by how many cards; None if it doesn't."""
    height = view.height(play.owner, play.foundation)
    is_knock = play.kind is PlayKind.DECONSTRUCT and play.owner != view.seat and play.count <= height
    return (height, play.count) if is_knock else None


def is_plainer(view: View, actions: Sequence[Play], play: Play, other: Play) -> bool:
    """Return whether a player would rather make the other play if both are about as good.

    It isn't odd although this one is, or a player thinks of it first, or it discards more cards.
    """
    if PlayKind.DISCARD in (play.kind, other.kind):
        return play.kind is other.kind and other.count > play.count
    if is_odd(view, other):
        return False
    is_first = is_first_thought(view, actions, other) and not is_first_thought(view, actions, play)
    return is_odd(view, play) or is_first
