"""Every sentence of Towers' hints is true: its clauses are recomputed by playing the plan, over random positions."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import pytest

from tests.game.hints.sentences import edited, numbers_of, played_well, positions
from tests.game.towers.positions import laid_out
from topping_out.game.bots.search import Clause, reason
from topping_out.game.engine import Advice, hint
from topping_out.game.text import full_stop, sentence
from topping_out.game.towers.actions import NEW, Build, Claim, Demolished, End, uniform
from topping_out.game.towers.bots.comparisons import StepTrial, promises
from topping_out.game.towers.bots.core import TurnPlan
from topping_out.game.towers.bots.first_sight import argues_against, at_first_sight
from topping_out.game.towers.bots.hints import (
    MOST,
    VOID,
    clauses,
    explain,
    holds_as_well,
    less_let_in,
    with_best_reason_first,
)
from topping_out.game.towers.bots.players import plan_of
from topping_out.game.towers.bots.prospects import NOW
from topping_out.game.towers.bots.scene import scene_of
from topping_out.game.towers.bots.search import Duel, observation_of, planner_of, steps_of, weights_of
from topping_out.game.towers.core import State
from topping_out.game.towers.floors import NONE as VACANT
from topping_out.game.towers.floors import Account, Effect, EffectVerb
from topping_out.game.towers.rules import GAME, account
from topping_out.game.towers.state import Tower, View, floors_of, owners_of

END = End()
PLANS = 4
"""Plans per position that are explained."""


class Moment:
    """A plan in a state, and the resulting states before and after the end of the turn."""

    def __init__(self, state: State, board: State, plan: TurnPlan) -> None:
        self.state, self.seat, self.built = state, state.turn, state.copy()
        self.steps = steps_of(state.variant.deck, board, plan)
        for step in self.steps[:-1]:
            GAME.apply(self.built, self.seat, step)
        self.ended, self.events = self.built.copy(), list[Any]()
        GAME.apply(self.ended, self.seat, END, self.events)

    def points(self, tower: Tower) -> list[int]:
        """Return the current score of a tower for each seat."""
        kinds = floors_of(tower).translate(self.state.variant.deck.kinds)
        seats = self.state.variant.seats
        return list(account(self.state.variant.deck, kinds, owners_of(tower), [0] * seats, 64).points)

    def demolished(self, plot: int) -> Demolished | None:
        """Return how the tower was scored at the end of this turn, before the game's end scored the rest."""
        found = [event for event in self.events if isinstance(event, Demolished) and event.plot == plot]
        return found[0] if found else None

    def room(self) -> int:
        """Return how many cards the seat can still hold once it has tucked and drawn at the turn's end."""
        hand = len(self.built.hands[self.seat])
        return 6 - hand - min(3, 6 - hand, len(self.built.draw_pile))

    def refilled(self, untucked: int, granted: int) -> int:
        """Return how many cards the seat holds after drawing, with `untucked` tucks fewer."""
        hand, pile = len(self.built.hands[self.seat]) + untucked, len(self.built.draw_pile)
        usual = min(3, 6 - hand, pile)
        return hand + usual + min(granted, 6 - hand - usual, pile - usual)

    def account(self, kinds: bytes, owners: bytes) -> Account:
        return account(self.state.variant.deck, kinds, owners, [0] * self.state.variant.seats, 64)

    def worth(self, kinds: bytes, owners: bytes) -> list[int]:
        """Return the score of a tower of these kinds and owners for each seat."""
        return list(self.account(kinds, owners).points)

    def cards(self, kinds: bytes, owners: bytes) -> int:
        """Return how many cards a tower of these kinds and owners grants the seat."""
        return self.cards_of([self.seat], kinds, owners)

    def cards_of(self, seats: list[int], kinds: bytes, owners: bytes) -> int:
        """Return the same for some seats; each has room for 3 at most, because it has drawn to end its turn."""
        drawn = Counter[int]()
        for step in self.account(kinds, owners).steps:
            if step.owner in seats and step.effect and self.is_draw(step.effect):
                drawn[step.owner] += step.effect.amount
        return sum(min(3, number) for number in drawn.values())

    def others_draw(self, site: tuple[bytes, bytes], is_now: bool) -> int:
        """Return how many cards a tower lets rivals draw: if scored now, at most what their hands have room for."""
        if not is_now:
            return self.cards_of(self.followers, *site)
        rooms = {rival: 6 - len(self.state.hands[rival]) for rival in self.followers}
        hand, pile = len(self.built.hands[self.seat]), len(self.built.draw_pile)
        found = sum(min(room, self.cards_of([rival], *site)) for rival, room in rooms.items())
        return min(found, pile - min(3, 6 - hand, pile))

    def is_draw(self, effect: Effect) -> bool:
        return effect.verb is EffectVerb.DRAW

    def site_of(self, tower: Tower) -> tuple[bytes, bytes]:
        return floors_of(tower).translate(self.state.variant.deck.kinds), owners_of(tower)

    def site(self, plot: int) -> tuple[bytes, bytes]:
        """Return the tower after the plan."""
        return self.site_of(self.built.towers[plot])

    def before(self, plot: int) -> tuple[bytes, bytes]:
        """Return the tower before the plan."""
        return self.site_of(self.state.towers[plot])

    @property
    def plot(self) -> int:
        """The plot of the plan's first build."""
        return next(step.plot for step in self.steps if isinstance(step, Build))

    def more(self, now: tuple[bytes, bytes], then: tuple[bytes, bytes]) -> tuple[int, int]:
        """Return how many points more a tower scores for the seat and for all others than another one."""
        more = [own - other for own, other in zip(self.worth(*now), self.worth(*then))]
        return more[self.seat], sum(more) - more[self.seat]

    def rivals(self) -> list[int]:
        return [seat for seat in range(self.state.variant.seats) if seat != self.seat]

    @property
    def followers(self) -> list[int]:
        """Return the other seats that can play again with cards in hand, if all leave most of the pile."""
        return self._slow_round[0]

    @property
    def may_play_again(self) -> bool:
        """Whether the seat plays again if all leave most of the pile."""
        return self._slow_round[1].outcome is None

    @cached_property
    def _slow_round(self) -> tuple[list[int], State]:
        state, found = self.ended, list[int]()
        while state.outcome is None and state.turn != self.seat:
            found.append(state.turn)
            state = _slow_turn(state)
        return found, state

    def ways(self, site: tuple[bytes, bytes], rivals: list[int]) -> list[tuple[int, tuple[bytes, bytes]]]:
        """Return each tower that a rival can make by claiming a vacant floor, with the rival."""
        vacant = [level for level, owner in enumerate(site[1]) if owner == VACANT]
        return [(rival, _held(site, level, rival)) for rival in rivals for level in vacant]

    def ways_in_turn(self, site: tuple[bytes, bytes], rival: int) -> list[tuple[bytes, bytes]]:
        """Return each tower that a rival can make by the claims of one turn, or of one card if it has too few."""
        ways = {site}
        for _ in range(max(1, len(self.state.hands[rival]) - 2)):
            ways |= {more for way in ways for _, more in self.ways(way, [rival])}
        return sorted(ways)

    def is_over(self, site: tuple[bytes, bytes]) -> bool:
        """Tell whether such a tower is scored whether the game ends or not."""
        kinds, _ = site
        return len(kinds) == 6 or kinds[-1] in self.state.variant.deck.triggers

    def ahead(self, site: tuple[bytes, bytes], rival: int) -> int:
        """Return the largest lead of a rival over the seat on a tower, after the claims that it can make in a turn."""
        kinds, _ = site
        if not kinds:
            return 0
        ways = self.ways_in_turn(site, rival) if not self.is_over(site) and rival in self.followers else [site]
        return max(self.worth(*way)[rival] - self.worth(*way)[self.seat] for way in ways)

    def opened(self, before: tuple[bytes, bytes], after: tuple[bytes, bytes]) -> int:
        return max(0, *(self.ahead(after, rival) - self.ahead(before, rival) for rival in self.rivals()))

    def let_in(self, plot: int) -> int:
        """Return what a rival can gain on the seat because of the plan's change of a tower."""
        return self.opened(self.before(plot), self.site(plot))

    def tucks(self, plot: int) -> list[int]:
        """Return the numbers of the floors of a tower under which the plan tucks cards."""
        return sorted(step.level + 1 for step in self.steps if isinstance(step, Claim) and step.plot == plot)

    def only(self, plot: int, floors: list[int]) -> Tower:
        """Return the tower after the plan as if it tucked cards under these floors only."""
        after = self.state.copy()
        for step in self.steps[:-1]:
            if not isinstance(step, Claim) or (step.plot, step.level + 1) in [(plot, floor) for floor in floors]:
                GAME.apply(after, self.seat, step)
        return after.towers[plot]

    @property
    def ends(self) -> bool:
        return self.ended.outcome is not None

    @cached_property
    def turns(self) -> int:
        """Return how many turns can follow, at most 6."""
        state, found = self.ended, 0
        while state.outcome is None and found < 6:
            found += 1
            state = _slow_turn(state)
        return found

    @cached_property
    def pile(self) -> int:
        """Return how many cards the draw pile can have at most when the next turn's towers are scored.

        Whoever plays next builds two floors and draws up to three cards first.
        """
        state = self.ended
        if state.outcome is not None:
            return 0
        held = max(0, len(state.hands[state.turn]) - 2)
        return len(state.draw_pile) - min(3, 6 - held, len(state.draw_pile))


def _held(site: tuple[bytes, bytes], level: int, seat: int) -> tuple[bytes, bytes]:
    """Return the tower as if the seat, or `VACANT`, owned the floor at a level."""
    kinds, owners = site
    return kinds, owners[:level] + bytes([seat]) + owners[level + 1 :]


def _slow_turn(state: State) -> State:
    """Return the state after the turn that leaves most of the pile."""
    ends = [quiet] if (quiet := _quiet_turn(state)) else _turns_of(state)
    return max(ends, key=lambda after: (not after.last_round, len(after.draw_pile)))


def _quiet_turn(state: State) -> State | None:
    """Return the state after a turn without claims and scoring, or None if there is no such turn."""
    after, deck, seat = state.copy(), state.variant.deck, state.turn
    while END not in (actions := GAME.actions(after, seat)):
        quiet = [
            build for build in actions
            if isinstance(build, Build) and deck.kind_named[build.floor] not in deck.triggers
            and (build.plot < 0 or len(floors_of(after.towers[build.plot])) < 5)
        ]  # fmt: skip
        if not quiet:
            return None
        GAME.apply(after, seat, uniform(quiet[0]))
    GAME.apply(after, seat, END)
    return after


def _turns_of(state: State) -> Iterator[State]:
    """Yield the state after each turn that ends as soon as possible."""
    for action in [END] if END in (actions := GAME.actions(state, state.turn)) else {*map(uniform, actions)}:
        after = state.copy()
        GAME.apply(after, state.turn, action)
        yield from [after] if action == END else _turns_of(after)


def _built(m: Moment, plot: int, tucks: list[int], points: list[int]) -> bool:
    """Check the points of a tower, for which the tucks that are named must be enough, whoever the others are."""
    named = m.points(m.only(plot, tucks))
    said, known = ((own.pop(m.seat), max(own)) for own in (points[:], named))
    return {*tucks} <= {*m.tucks(plot)} and said == known and points == m.points(m.built.towers[plot])


def _for_others(m: Moment, site: tuple[bytes, bytes], theirs: int) -> bool:
    """Check the cards that a tower which is scored this turn grants rivals, by what would be drawn without a limit."""
    granted = m.cards_of(m.rivals(), *site)
    return 0 <= theirs <= min(granted, len(m.state.draw_pile))


def _scored(m: Moment, plot: int, tucks: list[int], points: list[int], number: int, theirs: int, **use: Any) -> bool:
    assert _uses_cards(m, plot, points, **use)
    assert _for_others(m, m.site_of(m.only(plot, tucks)), theirs)
    scored, granted = m.demolished(plot), m.cards(*m.site_of(m.only(plot, tucks)))
    assert number <= min(granted, m.room(), len(m.state.draw_pile))
    is_counted = m.ends or (scored is not None and list(scored.points) == points)
    return _built(m, plot, tucks, points) and is_counted


def _uses_cards(m: Moment, plot: int, points: list[int], **use: Any) -> bool:
    """Check what cards bring that are tucked in a tower which scores nothing, or elsewhere instead."""
    if "place" in use:
        level, place = use["level"] - 1, use["place"]
        now = m.site(place)
        gains = m.more(now, _held(now, level, VACANT))
        is_scored = m.ends or m.demolished(place) is not None
        return (
            not any(points) and is_scored and use["level"] in m.tucks(place) and gains == (use["mine"], use["others"])
        )
    best = m.site(plot)
    for _ in m.built.hands[m.seat]:
        ways = [(m.worth(*way)[m.seat], way) for _, way in m.ways(best, [m.seat])]
        best = max([(m.worth(*best)[m.seat], best), *ways])[1]
    if "floors" not in use:
        return any(points) or m.worth(*best)[m.seat] <= 0 or bool(m.tucks(plot))
    held = m.site(plot)
    for floor in use["floors"]:
        assert held[1][floor - 1] == VACANT
        held = _held(held, floor - 1, m.seat)
    elsewhere = sum(isinstance(step, Claim) and step.plot != plot for step in m.steps)
    is_most = list(m.worth(*held)) == use["reached"] and use["reached"][m.seat] > 0
    return not any(points) and is_most and len(use["floors"]) <= len(m.built.hands[m.seat]) + elsewhere


def _costs(m: Moment, plot: int, tucks: list[int], points: list[int], loss: int, own: int, fewer: int) -> bool:
    before, earlier = m.points(m.state.towers[plot]), m.before(plot)
    lost = [b - p for seat, (b, p) in enumerate(zip(before, points)) if seat != m.seat]
    assert own == max(0, before[m.seat] - points[m.seat])
    assert fewer == max(0, m.cards(*earlier) - m.cards(*m.site_of(m.only(plot, tucks)))) * m.may_play_again
    return _built(m, plot, tucks, points) and sum(lost) == loss > 0


def _stands(m: Moment, plot: int, tucks: list[int], points: list[int], number: int) -> bool:
    granted = m.cards(*m.site_of(m.only(plot, tucks)))
    assert number <= min(granted, m.pile)
    return _built(m, plot, tucks, points) and not m.ends


def _draws(m: Moment, plot: int, tucks: list[int], number: int, theirs: int) -> bool:
    assert _for_others(m, m.site_of(m.only(plot, tucks)), theirs)
    is_scored = m.demolished(plot) is not None
    return {*tucks} <= {*m.tucks(plot)} and is_scored and 0 < number <= min(m.room(), len(m.state.draw_pile))


def _draws_later(m: Moment, plot: int, tucks: list[int], number: int) -> bool:
    most = min(m.cards(*m.site_of(m.only(plot, tucks))), m.pile)
    return {*tucks} <= {*m.tucks(plot)} and 0 < number <= most and m.demolished(plot) is None


def _cuts_short(m: Moment, plot: int, tucks: list[int], others: int, most: int) -> bool:
    before = m.state.towers[plot]
    ways = [way for rival in m.rivals() for way in m.ways_in_turn(m.site_of(before), rival)]
    reached = [sum(m.worth(*way)) - m.worth(*way)[m.seat] for way in ways]
    grown = _all_when_grown(m, *m.site_of(before))
    reached.append(sum(grown) - grown[m.seat])
    own = m.points(m.only(plot, tucks))
    return sum(own) - own[m.seat] == others < most and most in reached


def _nears(m: Moment, plot: int, tucks: list[int], number: int, points: list[int]) -> bool:
    ahead = points[m.seat] > max(points[rival] for rival in m.rivals())
    return _built(m, plot, tucks, points) and ahead and len(m.site(plot)[0]) + number == 6


def _when_grown(m: Moment, kinds: bytes, owners: bytes) -> int:
    """Return what the tower scores for the seat if vacant floors of another kind are built on it in all turns left."""
    return _all_when_grown(m, kinds, owners)[m.seat]


def _all_when_grown(m: Moment, kinds: bytes, owners: bytes) -> list[int]:
    more = min(6 - len(kinds), m.turns)
    new_floor = bytes(set(range(12)) - {*kinds})[:1]
    return m.worth(kinds + new_floor * more, owners + bytes([VACANT]) * more)


def _keeps_trigger(
    m: Moment, place: int, points: list[int], lead: int, number: int, plot: int = 0, tucks: list[int] | None = None
) -> bool:
    has_trigger = any(_holds_last(m, kind) for kind in m.state.variant.deck.triggers)
    is_ahead = points[m.seat] - max(points[rival] for rival in m.rivals()) == lead > 0
    is_needed = len(m.site(place)[0]) < 5 and m.demolished(place) is None
    assert number <= min(m.cards(*m.site(place)), m.pile)
    return has_trigger and is_ahead and points == m.points(m.built.towers[place]) and is_needed


def _may_grow(m: Moment, plot: int, tucks: list[int], level: int, floors: int, mine: int) -> bool:
    """Check what a tower without floors that score by kinds would be worth if nobody owned the floors still to come."""
    kinds, _ = site = m.site_of(m.only(plot, [*tucks, level + 1]))
    verbs = {effect.verb for kind in kinds for effect in m.state.variant.deck.floors[kind].effects}
    gain = _when_grown(m, *site) - _when_grown(m, *_held(site, level, VACANT))
    return floors == min(6, len(kinds) + m.turns) and gain == mine > 0 and EffectVerb.SCORE_KINDS not in verbs


def _grows(m: Moment, plot: int, tucks: list[int], level: int, floors: int, mine: int) -> bool:
    """Compare the tower with the named tucks, filled up with vacant floors, with and without this claim."""
    kinds, _ = site = m.site_of(m.only(plot, [*tucks, level + 1]))
    gain = _when_grown(m, *site) - _when_grown(m, *_held(site, level, VACANT))
    height = min(6, len(kinds) + m.turns)
    unsure = {EffectVerb.SCORE_VACANT, EffectVerb.SCORE_KINDS}
    is_sure = not any(effect.verb in unsure for kind in kinds for effect in m.state.variant.deck.floors[kind].effects)
    return floors == height > len(kinds) and m.demolished(plot) is None and gain == mine > 0 and is_sure


def _kept_from_others(m: Moment, plot: int, tucks: list[int], level: int, number: int) -> bool:
    site, gains = m.site_of(m.only(plot, [floor for floor in tucks if floor != level + 1])), list[int]()
    now = m.worth(*site)
    for rival in m.rivals():
        then = m.worth(*_held(site, level, rival))
        gains.append(then[rival] - then[m.seat] - now[rival] + now[m.seat])
    return number in gains and number > 0


def _owning(
    m: Moment, plot: int, tucks: list[int], level: int, mine: int, others: int, drawn: int, is_scored: bool,
    fewer: int, number: int = 0, undone: int = 0,
) -> bool:  # fmt: skip
    """Compare the tower with the named tucks with the same one without this claim."""
    tucks = [floor for floor in tucks if floor != level + 1]  # it is among those of a build
    assert _is_undone(m, m.site_of(m.only(plot, [*tucks, level + 1])), level + 1, undone)
    now, then = m.points(m.only(plot, [*tucks, level + 1])), m.points(m.only(plot, tucks))
    differences = [a - b for a, b in zip(now, then)]
    known = differences[m.seat] == mine and sum(differences) - mine == others and number in (0, -others)
    scored = is_scored == (m.demolished(plot) is not None or m.ends)
    is_useful = mine > 0 or others < 0 or drawn > 0 or fewer > 0
    assert (drawn, fewer) == (0, 0) or not number
    with_card, without = (m.site_of(m.only(plot, floors)) for floors in ([*tucks, level + 1], tucks))
    if drawn:
        rest = sum(
            m.cards(*m.site(place)) for place in range(len(m.state.towers)) if place != plot and m.demolished(place)
        )
        room = m.room() if is_scored else m.pile
        own, other = (min(room, (rest if is_scored else 0) + m.cards(*site)) for site in (with_card, without))
        known = known and (own - other <= drawn if drawn < 0 else drawn <= min(own - other, len(m.state.draw_pile)))
        if is_scored and drawn > 0:
            granted = rest + m.cards(*with_card), rest + m.cards(*without)
            known = known and drawn == m.refilled(0, granted[0]) - m.refilled(1, granted[1])
    if fewer > 0:
        less, more = (m.others_draw(site, is_scored) for site in (with_card, without))
        known = known and fewer == more - less
    return scored and known and is_useful


def _is_undone(m: Moment, site: tuple[bytes, bytes], level: int, undone: int) -> bool:
    """Check that a rival's card under the floor `undone`, if any, leaves the seat's one under another floor useless."""
    if not undone:
        return True
    assert site[1][undone - 1] == VACANT
    assert not m.is_over(site)
    found = list[bool]()
    for rival in m.followers:
        held = _held(site, undone - 1, rival)
        *points, cards = _brought(m, held, _held(held, level - 1, VACANT))
        is_less = m.worth(*held)[m.seat] < m.worth(*site)[m.seat]
        found.append(points[0] <= 0 and cards <= 0 and is_less)
    return any(found)


def _plays_again(m: Moment) -> bool:
    """Play on at random, and tell whether the seat gets another turn."""
    state, luck = m.ended.copy(), random.Random(1)
    while state.outcome is None and state.turn != m.seat:
        actions = GAME.actions(state, state.turn)
        GAME.apply(state, state.turn, END if END in actions else luck.choice(list(actions)))
    return state.outcome is None


def _last_turn(m: Moment, is_all: bool) -> bool:
    """Tell whether this is the seat's last turn, and whether `is_all` rightly says that no claim would score."""
    return not _plays_again(m) and is_all == (not any(_tuck_gains(m).values()))


def _tuck_gains(m: Moment) -> dict[tuple[int, int], int]:
    """Return the current gain of a claim for the seat by plot and level, but no less than 0."""
    gains = {}
    for claim in GAME.actions(m.state, m.seat):
        if isinstance(claim, Claim):
            after = m.state.copy()
            GAME.apply(after, m.seat, claim)
            gain = m.points(after.towers[claim.plot])[m.seat] - m.points(m.state.towers[claim.plot])[m.seat]
            gains[claim.plot, claim.level] = max(0, gain)
    return gains


def _with_tuck(m: Moment, place: int, level: int) -> Moment:
    """Return the moment in which the seat tucks its first card there instead of ending its turn."""
    kind = m.state.variant.deck.kinds[m.state.hands[m.seat][0]]
    plan = TurnPlan(0.0, (), ((place, (level - 1,)),), bytes([kind]))
    return Moment(m.state, observation_of(GAME.view(m.state, m.seat)), plan)


def _keeps(
    m: Moment, mine: int, others: int, drawn: int, fewer: int, is_scored: bool, place: int, level: int, undone: int = 0
) -> bool:  # fmt: skip
    """Check what a tuck would bring."""
    found = _with_tuck(m, place, level), place, [], level - 1, mine, others, drawn, is_scored, fewer
    return _owning(*found, undone=undone)


def _in_vain(m: Moment) -> bool:
    """Check that no tuck would score for the seat, cost others points, or let it draw more cards for a sure turn."""
    for place, level in _tuck_gains(m):
        tucked = _with_tuck(m, place, level + 1)
        with_card, without = (tucked.only(place, floors) for floors in ([level + 1], []))
        more = [now - then for now, then in zip(m.points(with_card), m.points(without))]
        cards = tucked.cards(*m.site_of(with_card)) > tucked.cards(*m.site_of(without))
        is_sure = len(tucked.ended.draw_pile) > 6 * len(m.followers)  # of another turn: nobody can empty the pile first
        draws = cards and not tucked.demolished(place) and tucked.pile and is_sure
        if more[m.seat] > 0 or sum(more) < more[m.seat] or draws:
            return False
    return True


def _would_grow(m: Moment, place: int, level: int, floors: int, mine: int) -> bool:
    """Check that no tuck would score now, and what one under this floor would score once the tower has grown."""
    site = m.before(place)
    gain = _when_grown(m, *_held(site, level - 1, m.seat)) - _when_grown(m, *site)
    return not any(_tuck_gains(m).values()) and gain == mine > 0 and floors == min(6, len(site[0]) + m.turns)


def _left_standing(m: Moment, number: int) -> bool:
    """Check that a rival could be so far ahead on the tower if it stood or grew, which is further than it is or was."""
    scored, before = m.demolished(m.plot), m.before(m.plot)
    assert scored is not None
    assert not m.ends
    leads = [scored.points[rival] - scored.points[m.seat] for rival in m.rivals()]
    now = m.worth(*before)
    leads += [now[rival] - now[m.seat] for rival in m.rivals()]
    most = [m.ahead(before, rival) for rival in m.rivals()]
    for rival in m.rivals():
        ways = m.ways_in_turn(before, rival) if rival in m.followers else [before]
        grown = [_all_when_grown(m, *way) for way in ways]
        most += [points[rival] - points[m.seat] for points in grown]
    return max(0, *leads) < number <= max(most)


def _at_risk(m: Moment, number: int, level: int) -> bool:
    """Check what a rival's card under a floor of the tower that the plan has scored could have cost the seat."""
    before = m.before(m.plot)
    assert m.demolished(m.plot)
    assert not m.ends
    assert before[1][level - 1] == VACANT
    return number == max(m.more(before, _held(before, level - 1, rival))[0] for rival in m.followers) > 2


def _threatens(m: Moment, plot: int, tucks: list[int], mine: int, others: int, fewer: int, worth: float) -> bool:
    """Check what a later card under the built floor could take from rivals, and that theirs there cost nothing."""
    site, top = m.site(plot), len(m.site(plot)[0]) - 1
    assert site[1][top] == VACANT
    assert not m.is_over(site)
    assert all(m.more(_held(site, top, rival), site)[0] >= 0 for rival in m.followers)
    taken = _held(site, top, m.seat)
    less = m.cards_of(m.followers, *site) - m.cards_of(m.followers, *taken)
    return (*m.more(taken, site), less) == (mine, others, fewer) and mine >= 0 and worth > 0


def _would_add(m: Moment, plot: int, floor: int, number: int) -> bool:
    """Check what a card that is left in hand would score more for the seat on a tower that is scored this turn."""
    assert m.ends or m.demolished(plot) is not None
    assert m.built.hands[m.seat]
    return m.more(_with_card(m, m.site(plot), floor), m.site(plot))[0] == number > 0


def _more_than_before(m: Moment, number: int) -> bool:
    before = m.before(m.plot)
    return m.more(m.site(m.plot), before)[0] == number > 0 < m.worth(*before)[m.seat]


def _same_lead(m: Moment, **_: object) -> bool:
    now, before = m.worth(*m.site(m.plot)), m.worth(*m.before(m.plot))
    lead, earlier = (max(points[rival] - points[m.seat] for rival in m.rivals()) for points in (now, before))
    return 0 < lead <= earlier


def _brought(m: Moment, now: tuple[bytes, bytes], before: tuple[bytes, bytes]) -> tuple[int, int, int]:
    """Return how many points more a tower scores for the seat and for others than before, and the cards more."""
    now_drawn, then_drawn = (
        min(m.cards(*site), 6 if m.is_over(site) else m.pile) if site[0] else 0 for site in (now, before)
    )
    return *m.more(now, before), (now_drawn - then_drawn) * m.may_play_again


def _with_card(m: Moment, site: tuple[bytes, bytes], level: int) -> tuple[bytes, bytes]:
    """Return the tower with a card of the seat under that floor, which must be vacant."""
    assert site[1][level - 1] == VACANT
    return _held(site, level - 1, m.seat)


def _tuck_brings(
    m: Moment, place: int, level: int, mine: int, others: int, drawn: int, is_scored: bool, undone: int = 0
) -> bool:
    before = m.before(place)
    assert _is_undone(m, _with_card(m, before, level), level, undone)
    *points, cards = _brought(m, _with_card(m, before, level), before)
    assert is_scored == m.is_over(before)
    return points == [mine, others] and 0 <= drawn <= max(0, cards) and (mine > 0 or others < 0 or drawn > 0)


def _built_there(m: Moment, place: int, kind: int, level: int) -> tuple[bytes, bytes]:
    """Return the tower with a floor of that kind on top and a card under one of its floors, if the hand has both."""
    assert kind in m.state.hands[m.seat].translate(m.state.variant.deck.kinds)
    assert len(m.state.hands[m.seat]) > 2 - len(m.state.built)
    kinds, owners = m.before(place)
    return _with_card(m, (kinds + bytes([kind]), owners + bytes([VACANT])), level)


def _build_brings(m: Moment, place: int, built: int, level: int, mine: int, others: int, drawn: int) -> bool:
    """Check what the build and a card bring, and that the card alone would not bring as much."""
    before, after = m.before(place), _built_there(m, place, built, level)
    own, rest, cards = _brought(m, after, before)
    alone = [_brought(m, way, before) for _, way in m.ways(before, [m.seat])]
    assert not any(first >= own and second <= rest and third >= cards for first, second, third in alone)
    assert (own, rest) == (mine, others)
    assert 0 <= drawn <= max(0, cards)
    return not m.is_over(after) and (mine > 0 or others < 0 or drawn > 0)


def _build_scores(
    m: Moment, place: int, built: int, level: int, points: list[int], number: int, theirs: int, is_scored: bool
) -> bool:  # fmt: skip
    """Check all that a tower scores with the build and a card, in points and cards."""
    after = _built_there(m, place, built, level)
    assert is_scored == m.is_over(after)
    assert 0 <= number <= m.cards(*after) * m.may_play_again
    assert _for_others(m, after, theirs)
    return points == m.worth(*after)


def _would_be_grown(m: Moment, place: int, level: int, floors: int, mine: int, built: int = VACANT) -> bool:
    """Check what a card under a floor of the tower, or under one that is built on it, adds once the tower has grown."""
    if built == VACANT:
        site = _with_card(m, m.before(place), level)
    else:
        site = _built_there(m, place, built, level)
        assert level == len(site[0])
    without = _held(site, level - 1, VACANT)
    assert mine > m.more(site, without)[0]
    gain = _when_grown(m, *site) - _when_grown(m, *without)
    return floors == min(6, len(site[0]) + m.turns) > level and gain == mine > 1


def _keeps_use(m: Moment, place: int, kept: int, level: int, mine: int, others: int, drawn: int) -> bool:
    """Check what a kept card would bring on a tower, and that another card there would not bring as much."""
    before = m.site(place)
    assert _holds(m, kept)
    assert not m.is_over(before)
    assert len(m.ended.hands[m.seat]) > 2
    after = _with_card(m, (before[0] + bytes([kept]), before[1] + bytes([VACANT])), level)
    own, rest, cards = _brought(m, after, before)
    alone = [_brought(m, way, before) for _, way in m.ways(before, [m.seat])]
    assert not any(first >= own and second <= rest and third >= cards for first, second, third in alone)
    return m.may_play_again and (own, rest) == (mine, others) and 0 <= drawn <= max(0, cards)


def _keeps_cards(m: Moment, number: int, fewer: int, place: int, level: int) -> bool:
    """Compare the cards in hand after ending the turn at once, and after the tuck that is refused."""
    assert len(m.state.hands[m.seat]) >= 1
    tucked = _with_tuck(m, place, level)
    return number == len(m.ended.hands[m.seat]) > fewer == len(tucked.ended.hands[m.seat])


def _no_more_for_others(m: Moment, number: int) -> bool:
    mine, others = m.more(m.site(m.plot), m.before(m.plot))
    return others == -number <= 0 < mine


def _keeps_dear(m: Moment, plot: int, tucks: list[int], kept: int) -> bool:
    """Check that the kept floor would score more for a rival than the one that was built, once the tower has grown."""
    kinds, owners = m.site(plot)

    def most(kind: int) -> int:
        there, ways = kinds[:-1] + bytes([kind]), [owners[:-1] + bytes([rival]) for rival in m.rivals()]
        now = _all_when_grown(m, there, owners)
        return max(_all_when_grown(m, there, way)[rival] - now[rival] for rival, way in zip(m.rivals(), ways))

    return _holds(m, kept) and owners[-1] == VACANT and most(kept) > max(0, most(kinds[-1]))


def _holds(m: Moment, kind: int) -> bool:
    """Tell whether the seat keeps a floor of that kind in hand."""
    return kind in m.built.hands[m.seat].translate(m.state.variant.deck.kinds)


def _holds_last(m: Moment, kind: int) -> bool:
    """Tell whether the seat keeps a floor of that kind, and another play could have spent the last one."""
    return _holds(m, kind) and [*m.state.hands[m.seat].translate(m.state.variant.deck.kinds)].count(kind) == 1


def _vain(m: Moment, plot: int, tucks: list[int]) -> bool:
    is_scored = m.ends or m.demolished(plot) is not None
    return is_scored and m.points(m.only(plot, m.tucks(plot))) == m.points(m.built.towers[plot])


def _lets_in_less(m: Moment, plot: int, place: int, number: int, most: int, tucks: object = ()) -> bool:
    """Check that another build would let a rival gain so much more."""
    assert number == m.let_in(plot) < most
    found, before = set[int](), m.before(place)
    for other in GAME.actions(m.state, m.seat):
        after = m.state.copy()
        GAME.apply(after, m.seat, other)
        sites = [(m.site_of(was), m.site_of(now)) for was, now in zip(m.state.towers, after.towers)]
        found |= {m.opened(was, now) for was, now in sites if was == before != now}
    return most in found


def _lets_draw_less(m: Moment, plot: int, place: int, built: int, number: int) -> bool:
    """Check the cards that a tuck under another build would grant a rival, and that one here grants none."""

    def most(place: int, kinds: bytes) -> int:
        owners = m.before(place)[1] + bytes([VACANT])
        ways = [(rival, owners[:-1] + bytes([rival])) for rival in m.followers]
        more = [m.cards_of([rival], kinds, held) - m.cards_of([rival], kinds, owners) for rival, held in ways]
        return max(0, *more)

    assert built in m.state.hands[m.seat].translate(m.state.variant.deck.kinds)
    under = m.before(plot)[0]
    there = m.before(place)[0] + bytes([built])
    return most(place, there) == number > 0 == most(plot, m.site(plot)[0][: len(under) + 1])


def _safer(m: Moment, plot: int, tucks: list[int], number: int, most: int) -> bool:
    """Check what a rival can gain by one card there, and with another floor of the hand on top."""
    kinds, owners = m.site_of(m.only(plot, tucks))
    top = len(floors_of(m.state.towers[plot]))
    others = [kinds[:top] + bytes([kind]) for kind in m.state.hands[m.seat].translate(m.state.variant.deck.kinds)]

    def risk(kinds: bytes) -> int:
        now = m.worth(kinds, owners)
        return max(m.ahead((kinds, owners), rival) - now[rival] + now[m.seat] for rival in m.rivals())

    return number == risk(kinds) < most and most in map(risk, others)


def _must_build(m: Moment, number: int, plot: int, tucks: list[int]) -> bool:
    return END not in GAME.actions(m.state, m.seat) and number == m.let_in(plot)


def _after_tucks(m: Moment, number: int) -> State:
    """Return the state after the turn with only so many of its tucks."""
    after, left = m.state.copy(), number
    for step in m.steps:
        left -= isinstance(step, Claim)
        if not isinstance(step, Claim) or left >= 0:
            GAME.apply(after, m.seat, step)
    return after


def _ends(m: Moment, plot: int, number: int = 0) -> bool:
    """Check that the game ends with so many tucks, and goes on with one tuck less."""
    is_least = not number or _after_tucks(m, number - 1).outcome is None
    return m.ends and not m.is_over(m.site(plot)) and is_least and _after_tucks(m, number).outcome is not None


def _would_end(m: Moment, place: int, level: int, number: int) -> bool:
    """Check that the refused tuck ends the game, which goes on without it, and that the seat doesn't win."""
    tucked = _with_tuck(m, place, level).ended
    return number == 1 and not m.ends and tucked.outcome is not None and m.seat not in tucked.outcome.winners


def _last(m: Moment) -> bool:
    """Check that the seat has no other turn even without tucks, and that no draws by several rivals can change this."""
    after = _after_tucks(m, 0)
    if not after.last_round and len(after.hands) == 2:
        while after.turn != m.seat and after.outcome is None:
            actions = list(GAME.actions(after, after.turn))
            GAME.apply(after, after.turn, END if END in actions else actions[0])
    return not m.ends and (after.last_round or after.outcome is not None)


CHECKS: dict[str, Callable[..., bool]] = {
    "no card": lambda m: not m.state.hands[m.seat] and m.steps == [END],
    "all tucked": lambda m: all(None not in _owners(tower) for tower in m.state.towers),
    "keeps": _keeps,
    "in vain": _in_vain,
    "would grow": _would_grow,
    "last turn": _last_turn,
    "scored": _scored,
    "costs others": _costs,
    "stands": _stands,
    "draws": _draws,
    "draws later": _draws_later,
    "cuts short": _cuts_short,
    "nears": _nears,
    "tuck brings": _tuck_brings,
    "build brings": _build_brings,
    "build scores": _build_scores,
    "would be grown": _would_be_grown,
    "keeps use": _keeps_use,
    "keeps cards": _keeps_cards,
    "same lead": _same_lead,
    "lets in less": _lets_in_less,
    "lets draw less": _lets_draw_less,
    "safer": _safer,
    "no more for others": _no_more_for_others,
    "left standing": _left_standing,
    "would add": _would_add,
    "at risk": _at_risk,
    "threatens": _threatens,
    "more than before": _more_than_before,
    "keeps trigger": _keeps_trigger,
    "keeps for later": lambda m, kept, plot=0, tucks=(): _holds_last(m, kept) and kept in m.state.variant.deck.triggers,
    "keeps dear": _keeps_dear,
    "may grow": _may_grow,
    "must build": _must_build,
    "lets in": _must_build,
    "grows": _grows,
    "kept from others": _kept_from_others,
    "closed": lambda m, plot, tucks, level: m.site(plot)[1][level] == m.seat and not m.demolished(plot) and not m.ends,
    "vain": _vain,
    "owning": _owning,
    "last": _last,
    "ends": _ends,
    "would end": _would_end,
    "free": lambda m: m.refilled(0, 0) == m.refilled(1, 0) and isinstance(m.steps[0], Claim),
    "ends by tucks": _ends,
}
"""By kind of clause: a function that checks it, given its facts."""


SUMS = re.compile(r"(-?\d+) for you and (at most )?(-?\d+) for (the opponent|the others|anyone else)")


def is_worded_right(m: Moment, kind: str, text: str, points: list[int] | None = None, **facts: Any) -> bool:
    """Tell whether the points in a clause belong to the right players, and to the floor or the tuck that it names."""
    if kind in ("grows", "may grow"):
        return ("this tuck" in text) == _counts_tucks(m, **facts)
    if points is None or (kind == "costs others" and " costs you " in text):
        return True
    if not any(points):
        return "nothing for anybody" in text
    own, at_most, number, whose = SUMS.findall(text)[0]
    rivals = [points[rival] for rival in m.rivals()]
    is_of_best = len(rivals) > 1 and any(rivals)
    who = "anyone else" if is_of_best else "the opponent" if len(points) == 2 else "the others"
    assert bool(at_most) == is_of_best
    return (int(own), int(number), whose) == (points[m.seat], max(rivals) if is_of_best else sum(rivals), who)


def _counts_tucks(m: Moment, plot: int, level: int, tucks: Sequence[int], **_: object) -> bool:
    """Tell whether another floor scores for tucked cards as soon as its effect is carried out.

    Of the plan's cards on the tower, only those under the floors `tucks` (from 1) count.
    """
    (_, before), (kinds, after) = m.before(plot), m.site(plot)
    owners = before.ljust(len(after), bytes([VACANT]))
    owned = [kind for at, kind in enumerate(kinds) if at != level and (at + 1 in tucks or owners[at] != VACANT)]
    effects = chain.from_iterable(m.state.variant.deck.floors[kind].effects for kind in owned)
    return any(effect.verb is EffectVerb.SCORE_TUCKS for effect in effects)


def _owners(tower: Tower) -> list[int | None]:
    return [None if owner == 255 else owner for owner in owners_of(tower)]


def _known(facts: dict[str, Any], seat: int) -> set[int]:
    """Return the numbers that a clause's sentence may show."""
    points = facts.get("points", [])
    found = {abs(value) for value in facts.values() if isinstance(value, int)} | {*facts.get("tucks", [])}
    if "floors" in facts and isinstance(facts["floors"], list):
        found |= {*facts["floors"], *facts["reached"]}
    if "step" in facts:
        found |= {int(number) + 1 for number in re.findall(r"\d+", facts["step"])}
    return (
        found
        | {facts.get("plot", 0) + 1, facts.get("place", 0) + 1}
        | ({*points, sum(points) - points[seat]} if points else set())
    )


def edit(state: State, luck: random.Random) -> None:
    """Shorten the draw pile, and claim some vacant floors for seats with cards."""
    keep = luck.choice([len(state.draw_pile), luck.randrange(4), luck.randrange(len(state.draw_pile) + 1)])
    state.discards += state.draw_pile[keep:]
    state.draw_pile = state.draw_pile[:keep]


def turns(state: State, luck: random.Random) -> Iterator[list[Any]]:
    """Yield a whole turn for each first action, continued at random."""
    for first in GAME.actions(state, state.turn):
        after, seat, steps = state.copy(), state.turn, [first]
        GAME.apply(after, seat, first)
        while steps[-1] != END and after.outcome is None and after.turn == seat:
            steps.append(luck.choice(list(GAME.actions(after, seat))))
            GAME.apply(after, seat, steps[-1])
        yield steps


def plans_in(state: State, board: State, luck: random.Random) -> list[TurnPlan]:
    """Return the plan of a whole turn for each legal first action."""
    return [plan_of(board, state.variant.deck, list(map(uniform, steps))) for steps in turns(state, luck)]


def brought_by(view: View, board: State, plan: TurnPlan, actions: list[Any], own: Clause) -> list[Clause]:
    """Return what each action would bring at first sight, and what others let in that are worse than the first step."""
    scene = scene_of(view.variant.deck, board, plan)
    sights = [at_first_sight(scene, action, plot) for action in actions for plot in (NEW, getattr(action, "plot", NEW))]
    sights += [less_let_in(scene, Clause("better", "", {"step": action}), own) for action in actions]
    return [sight for sight in sights if sight]


def run(seed: int, number: int, games: int, *, edits: int = 0) -> Counter[str]:
    """Check so many positions, all of so many games of bots, and every step in so many edited positions.

    Return how often each kind of clause came up.
    """
    luck, kinds = random.Random(seed), Counter[str]()
    played = chain(positions("towers", luck, number), played_well("towers", luck, games))
    for state, seat in chain(played, edited("towers", luck, edits, edit)):
        view, actions = GAME.view(state, seat), GAME.actions(state, seat)
        if not any(isinstance(action, Build | Claim | End) for action in actions):
            continue
        board = observation_of(view)
        planner = planner_of(view.variant, weights_of("medium"))
        plans = plans_in(state, board, luck) if edits else planner.plans(board, PLANS)[:PLANS]
        for plan in plans:
            moment, found = Moment(state, board, plan), clauses(view, board, plan)
            may_play_again, told = scene_of(view.variant.deck, board, plan).may_play_again, list[Clause]()
            if may_play_again == moment.may_play_again:  # hands that the seat can't see may end the game sooner
                told = brought_by(view, board, plan, [*map(uniform, actions)], found[0])
            for clause in [*found, *told]:
                kinds[clause.kind] += 1
                assert CHECKS[clause.kind](moment, **clause.facts), f"{clause} of {moment.steps} in {view}"
                assert numbers_of(clause) <= _known(clause.facts, seat), f"{clause} of {moment.steps} in {view}"
                assert is_worded_right(moment, clause.kind, clause.text, **clause.facts), f"{clause} of {moment.steps}"
            hint_text = hint(GAME, view, Advice(moment.steps[0], reason(found)), ["Mesa", "Ana", "Bo", "Cy"])
            assert re.match(r"(Build|Tuck) .*: |End the turn: ", hint_text), hint_text
    return kinds


LAST = "LOBBY:1 LOBBY:1 OFFICE:0 SUITE:1 SUITE:1"
"""A tower on which a sixth floor scores nothing more for seat 0."""


@pytest.mark.parametrize(("position", "plan", "first", "why"), [
    ("LANDLORD SUITE / SUITE SUITE SUITE, towers OFFICE:1 OFFICE:1 SUITE:1 SUITE:1 SUITE:1 | OFFICE, pile 20, built 1",
     "build LANDLORD @0, claim SUITE @1.0", "build LANDLORD @0",
     "tower 1 scores 0 for you and 8 for the opponent, with up to 3 cards for the opponent this turn. "
     "No one gets further ahead of you there."),
    (f"SUITE OFFICE SUITE / -, towers {LAST} | OFFICE SUITE, pile 0, last round, turn 0, first 1",
     "build SUITE @0, build OFFICE @1, claim SUITE @1.0", "build OFFICE @1",
     "tuck a card under floor 1, and tower 2 scores 4 for you and 0 for the opponent this turn. This turn ends the "
     "game, and all towers are scored as they stand."),
    ("INFERNO ELEVATOR SUITE / SUITE, towers NOISE_COMPLAINT:1, pile 20",
     "build INFERNO @new, build ELEVATOR @new, claim SUITE @2.0", "build ELEVATOR @new",
     "tuck a card under floor 1, and tower 2 would now score 2 for you and 0 for the opponent."),
    ("SUITE SUITE SUITE / SUITE, towers LOBBY OFFICE | SUITE SPIRE, pile 20, built 0 1",
     "claim SUITE @0.1, claim SUITE @1.1", "claim SUITE @1.1",
     "tower 2 is scored this turn, and owning this SPIRE is worth 3 for you."),
    ("OFFICE SUITE / SUITE, towers ELEVATOR:1 ELEVATOR:1 | SUITE, pile 20, built 1",
     "build OFFICE @0, claim SUITE @0.2", "build OFFICE @0",
     "tuck a card under floor 3, and tower 1 would now score 6 for you and 8 for the "
     "opponent. The opponent gets no more there than before."),
    ("LOBBY SUITE / SUITE, towers LOBBY:1 ELEVATOR:1 | SUITE, pile 4, built 1",
     "build LOBBY @0, claim SUITE @0.2", "build LOBBY @0",
     "tuck a card under floor 3, and tower 1 would now score 2 for you and 6 for the opponent. This is your last "
     "turn."),
    ("SPIRE SUITE / SUITE, towers LOBBY:1 | SUITE, pile 20, built 1", "build SPIRE @0", "build SPIRE @0",
     "tower 1 gives the opponent 1 now; left standing, it could give them 5. A card under floor 2 would add 3 for "
     "you."),
    ("SPIRE SUITE / SUITE, towers SUITE:1 | SUITE, pile 20, built 0", "build SPIRE @new", "build SPIRE @new",
     "tower 3 scores nothing for anybody this turn, but 3 for you and 0 for the opponent with a card under floor 1."),
    ("SPIRE SPIRE ELEVATOR / SUITE, towers NOISE_COMPLAINT LOBBY | SUITE, pile 30, built 1", "build SPIRE @0",
     "build SPIRE @0",
     "tower 1 scores nothing for anybody this turn, but 4 for you and 0 for the opponent with cards under floors 2 and "
     "3. Left standing, it could put the opponent 4 points ahead of you there."),
    ("SPIRE SUITE / SUITE, towers OFFICE:0 OFFICE | NOISE_COMPLAINT, pile 0, last round, turn 0, first 1, built 0",
     "build SPIRE @1, claim SUITE @0.1", "build SPIRE @1",
     "tower 2 scores nothing for anybody this turn, while a card under floor 2 of tower 1 is worth 4 for you."),
    ("INFERNO SUITE / SUITE, towers OFFICE:1 SUITE:0 | SUITE, pile 30, built 1", "build INFERNO @0, claim SUITE @0.2",
     "build INFERNO @0",
     "tuck a card under floor 3, and the opponent loses 2 on tower 1, though it costs you up to 2 cards."),
    ("INFERNO SUITE / SUITE, towers OFFICE:1 SUITE LOBBY LOBBY:0 OFFICE:1 | SUITE, pile 30, built 1",
     "build INFERNO @0, claim SUITE @0.5", "build INFERNO @0",
     "tuck a card under floor 6, and the opponent loses 4 on tower 1, though it costs you 1 point."),
    ("SUITE / SUITE, towers OFFICE:1 SUITE:0 INFERNO | SUITE, pile 30, built 0 1", "claim SUITE @0.2",
     "claim SUITE @0.2",
     "if tower 1 is scored as it stands, owning this INFERNO is worth −2 for the opponent and up to 2 cards fewer "
     "for you."),
    ("OFFICE SPIRE / SUITE, towers SUITE:1 | SUITE, pile 40, built 1", "build OFFICE @new", "build OFFICE @new",
     "you keep SPIRE, so you can have a tower scored on a later turn."),
    ("OFFICE OFFICE / SUITE, towers SUITE:1 | SUITE, pile 40, built 1", "build OFFICE @new", "build OFFICE @new",
     "you have to build something, and this lets someone else gain at most 2 more on you by tucking cards there."),
    ("OFFICE SUITE / SUITE / SUITE, towers SUITE | SUITE, pile 12, built 0", "build OFFICE @new", "build OFFICE @new",
     "you have to build something."),
    ("SUITE / SUITE, towers SUITE | SUITE:1, pile 6, built 0 1", "claim SUITE @0.0", "claim SUITE @0.0",
     "then no one else can tuck a card under this SUITE."),
    ("SUITE / SUITE, towers SUITE | SUITE:1, pile 8, built 0 1", "claim SUITE @0.0", "claim SUITE @0.0",
     "if tower 1 is scored as it stands, owning this SUITE is worth up to 2 cards."),
    ("ELEVATOR LOBBY ELEVATOR / SUITE, towers LOBBY:1 ELEVATOR:0 INFERNO | SUITE, pile 30, built 1",
     "build ELEVATOR @0, claim ELEVATOR @0.2", "build ELEVATOR @0",
     "tuck a card under floor 3, and the opponent loses 4 on tower 1, though it costs you 2 points."),
    ("LANDLORD INFERNO INFERNO / SUITE, towers OFFICE | INFERNO SUITE:1 LANDLORD:0 LANDLORD:1, pile 20, built 0",
     "build LANDLORD @1, claim INFERNO @1.4, claim INFERNO @1.0", "build LANDLORD @1",
     "tuck a card under floor 5, and if tower 2 is scored as it stands, owning this LANDLORD is worth up to 2 cards "
     "and up to 2 cards fewer for the opponent."),
    ("LOBBY SUITE / SUITE, towers SUITE | SUITE, pile 0, last round, turn 0, first 0, built 0",
     "build LOBBY @1, claim SUITE @1.1", "build LOBBY @1",
     "tuck a card under floor 2, and if tower 2 grows to 3 floors, this LOBBY is worth 1 to you. This is your last "
     "turn."),
    ("ELEVATOR ELEVATOR / SUITE, towers OFFICE:1 | SUITE, pile 40, built 1", "build ELEVATOR @new",
     "build ELEVATOR @new",
     "that lets someone else gain only 2 more on you by tucking cards there, against 4 after building ELEVATOR on "
     "tower 1."),
    ("SUITE / SUITE, towers LOBBY:0 LANDLORD:1 NOISE_COMPLAINT INFERNO | SUITE, pile 40, built 0 1", "claim SUITE @0.3",
     "claim SUITE @0.3", "if tower 1 is scored as it stands, owning this INFERNO is worth 3 for you and −3 for the "
     "opponent."),
    ("SUITE / SUITE, towers OFFICE:1 INFERNO | SUITE, pile 40, built 0 1", "claim SUITE @0.1", "claim SUITE @0.1",
     "if tower 1 is scored as it stands, owning this INFERNO costs the opponent 2."),
    ("SUITE / SUITE, towers SUITE:0 SUITE SPIRE:1 | SUITE:1, pile 20, built 0 1", "claim SUITE @0.1", "end",
     "as the towers stand, none of the remaining floors would score."),
    ("SUITE / SUITE, towers OFFICE SUITE SPIRE:1 | SUITE, pile 20, built 0 1", "claim SUITE @0.1", "claim SUITE @0.1",
     "tower 1 is scored this turn, and owning this SUITE is worth up to 1 more card in hand."),
    ("SPIRE SUITE / SUITE, towers OFFICE OFFICE:0 | SUITE, pile 20, built 0 1", "end", "end",
     "a card is worth more in hand than under floor 1 of tower 1, where it would bring 4 for you as the tower stands. "
     "That leaves you 5 cards instead of 4 after drawing."),
    ("SUITE SUITE / SUITE, towers OFFICE ELEVATOR | SUITE, pile 20, built 0 1", "claim SUITE @0.0, claim SUITE @0.1",
     "claim SUITE @0.0", "if tower 1 is scored as it stands, owning this OFFICE is worth 2 for you."),
    ("ELEVATOR ELEVATOR / SUITE, towers LOBBY | LANDLORD, pile 40, built 1", "build ELEVATOR @0, claim ELEVATOR @0.0",
     "build ELEVATOR @0",
     "tuck a card under floor 1, and tower 1 would now score 1 for you and 0 for the opponent. If tower 1 grows to 6 "
     "floors, this LOBBY is worth 5 to you."),
    ("INFERNO / SUITE, towers ELEVATOR:1 LOBBY | SUITE, pile 40, built 0 1", "claim INFERNO @0.1",
     "claim INFERNO @0.1", "if tower 1 grows to 6 floors, this tuck is worth 6 to you."),
    ("LOBBY OFFICE / SUITE, towers SUITE, pile 40, built 0", "build LOBBY @new", "build LOBBY @new",
     "you have to build something."),
    ("SUITE / SUITE / SUITE, towers SUITE:0 SUITE SUITE:1 LANDLORD ELEVATOR | SUITE:0, pile 30, built 0 1",
     "claim SUITE @0.3", "claim SUITE @0.3", "if tower 1 is scored as it stands, owning this LANDLORD is worth up to 1 "
     "card and up to 2 cards fewer for the others."),
    ("SUITE / SUITE SUITE SUITE SUITE SUITE, towers LOBBY LOBBY:0 SPIRE:0 SPIRE:1 SUITE:1 LANDLORD | SUITE:0, pile 30, "
     "built 0 1", "claim SUITE @0.5", "claim SUITE @0.5", "tower 1 is scored this turn, and owning this LANDLORD is "
     "worth up to 1 more card in hand and up to 1 card fewer for the opponent."),
    ("INFERNO SUITE / SUITE / SUITE, towers SUITE, pile 40, built 0", "build INFERNO @new", "build INFERNO @new",
     "you have to build something, and this lets no one gain more on you by tucking cards there."),
    ("SUITE SUITE / SUITE, towers OFFICE:1 SUITE SUITE LANDLORD | SUITE, pile 0, last round, turn 0, first 1, built 1",
     "build SUITE @0, claim SUITE @0.3", "build SUITE @0",
     "tower 1 scores 0 for you and 2 for the opponent this turn. This turn ends the game, and all towers are scored as "
     "they stand."),
    ("LANDLORD SUITE / SUITE, towers OFFICE:1 OFFICE:1 | SUITE, pile 40, built 1",
     "build LANDLORD @0, claim SUITE @0.2", "build LANDLORD @0",
     "tuck a card under floor 3, and tower 1 would now score 4 for you and 4 for the opponent. The opponent gets 4 "
     "less there than before."),
    ("SUITE / SUITE, towers SUITE:1 ELEVATOR:1 ELEVATOR:1 ELEVATOR | SUITE, pile 40, built 0 1", "claim SUITE @0.3",
     "claim SUITE @0.3", "if tower 1 is scored as it stands, this tuck is worth 6 for you and 6 more for the opponent. "
     "Someone else could gain 12 points on you with this ELEVATOR."),
    ("SPIRE / SUITE, towers LOBBY SPIRE | SUITE:0 OFFICE:0, pile 40, built 0", "end", "end",
     "you keep SPIRE to trigger the scoring of tower 2, which would now score 2 for you and 0 for the opponent, plus "
     "up to 2 cards for you."),
    ("SPIRE / SUITE, towers LOBBY SPIRE | SUITE:1, pile 40, built 0 1", "end", "end",
     "SPIRE is worth more in hand than under floor 2 of tower 1, where it would bring 3 for you this turn. "
     "That leaves you 4 cards instead of 3 after drawing."),
    ("SPIRE / SUITE, towers OFFICE | SUITE:0 SUITE:1 SUITE:1 SUITE:1 SUITE, pile 40, built 0 1", "end", "end",
     "SPIRE is worth more in hand than under floor 1 of tower 1, where it would bring 2 for you as the tower stands. "
     "Next turn, SPIRE on tower 2 with a card under floor 6 could bring 3 for you as the tower stands now."),
    ("LOBBY SPIRE ELEVATOR INFERNO / SUITE, towers LOBBY LANDLORD:1 | SUITE, pile 31, built 0 1", "claim LOBBY @0.0",
     "claim LOBBY @0.0", "your hand is full after drawing in any case, so this costs you no card."),
    ("LANDLORD / SUITE SUITE SUITE, towers SPIRE | OFFICE:1 OFFICE:1, pile 2, turn 0, first 1, built 0 1",
     "claim LANDLORD @0.0", "end",
     "LANDLORD is worth more in hand than under floor 1 of tower 1, where it would bring 3 for you this turn. Tucking "
     "1 card ends the game this turn, and all towers are scored as they stand."),
    ("SPIRE SUITE / SUITE / SUITE, towers LOBBY:1 LOBBY:1 | SUITE, pile 40, built 1",
     "build SPIRE @0, claim SUITE @0.2", "build SPIRE @0",
     "tuck a card under floor 3, and tower 1 scores 3 for you and at most 3 for anyone else this turn. "
     "Left standing, it could put someone else 9 points ahead of you there."),
    ("LOBBY SUITE / SUITE / SUITE, towers OFFICE:1 LOBBY:0 | SUITE, pile 40, built 1", "build LOBBY @0",
     "build LOBBY @0", "tower 1 would now score 1 for you and at most 2 for anyone else. The others get no "
     "more there than before."),
    ("SPIRE INFERNO / SUITE, towers LOBBY | LANDLORD, pile 40, built 0 1", "end", "end",
     "as the towers stand, none of the remaining floors would score, and floor 1 of tower 1 would be worth 5 to you "
     "only once it has 6 floors."),
    ("ELEVATOR OFFICE OFFICE / SUITE SUITE SUITE SUITE, towers OFFICE SUITE | SUITE, pile 40, built 1",
     "build ELEVATOR @0, claim OFFICE @0.1", "build ELEVATOR @0",
     "tuck a card under floor 2, and if tower 1 is scored as it stands, it lets you draw up to 2 cards. That lets "
     "someone else gain only 4 more on you by tucking cards there, against 8 after building OFFICE on tower 1."),
    ("INFERNO SUITE / SUITE, towers LOBBY | OFFICE, pile 40, built 1", "build INFERNO @0, claim SUITE @0.0",
     "build INFERNO @0", "you have to build something."),
    ("LANDLORD ELEVATOR / SUITE / SUITE, towers SUITE:1, pile 40, built 0", "build LANDLORD @new",
     "build LANDLORD @new",
     "you keep ELEVATOR, which could score more for someone else here."),
    ("INFERNO SUITE / SUITE / SUITE, towers OFFICE:1 OFFICE:1 | SUITE, pile 40, built 1", "build INFERNO @0",
     "build INFERNO @0",
     "on a later turn, a card under this INFERNO could bring −8 for the others, as the tower stands."),
    ("SPIRE SUITE / SUITE, towers OFFICE:0 OFFICE:0 LANDLORD | SUITE, pile 40, built 1",
     "build SPIRE @0, claim SUITE @0.3", "build SPIRE @0",
     "tuck a card under floor 4, and tower 1 scores 11 for you and 0 for the opponent this turn. Left standing, a card "
     "under floor 3 could cost you 4 there."),
    ("SUITE / SUITE, towers OFFICE LANDLORD | SUITE:0, pile 40, built 0 1", "end", "end",
     "SUITE is worth more in hand than under floor 1 of tower 1, where it would bring 2 for you as the tower stands, "
     "but nothing once someone else tucks a card under floor 2. That leaves you 4 cards instead of 3 after drawing."),
    ("SUITE / SUITE, towers OFFICE LANDLORD | SUITE:0, pile 2, turn 0, first 1, built 0 1", "end", "end",
     "SUITE is worth more in hand than under floor 1 of tower 1, where it would bring 2 for you this turn. That leaves "
     "you 3 cards instead of 2 after drawing."),
])  # fmt: skip
def test_a_hint_names_what_a_strong_player_would(position: str, plan: str, first: str, why: str) -> None:
    state = laid_out(position)
    view = GAME.view(state, state.turn)
    board, steps = observation_of(view), [GAME.parse(step) for step in [*plan.split(", "), "end"]]
    best = with_best_reason_first(view, board, plan_of(board, view.variant.deck, steps))
    assert (str(steps_of(view.variant.deck, board, best)[0]), reason(clauses(view, board, best))) == (first, why)


def test_a_comparison_is_told_with_what_the_other_step_brings() -> None:
    """No hint has too many sentences, and none shows what argues for the other step."""
    luck, told = random.Random(4), Counter[str]()
    for state, seat in positions("towers", luck, 200):
        view, board = GAME.view(state, seat), observation_of(GAME.view(state, seat))
        first, *others = planner_of(view.variant, weights_of("medium")).plans(board, 3)
        deck, scene, reasons = view.variant.deck, scene_of(view.variant.deck, board, first), clauses(view, board, first)
        for plan in others:
            step = steps_of(deck, board, plan)[0]
            compared = Clause("better", "this is compared", {"step": step, "plan": plan, "short": "this is better"})
            text, less = explain(view, board, first, compared), less_let_in(scene, compared, reasons[0])
            found = [less] if less else reasons
            found = [each for each in found if each.kind not in VOID and not holds_as_well(scene, compared, each)][:2]
            told["less"] += less is not None
            sentences = [each.text for each in found]
            own = next((each.facts["plot"] for each in found[:1] if each.kind in NOW), NEW)
            sight = at_first_sight(scene, step, own)
            assert sight is None or not argues_against(scene, sight) or full_stop(sentence(sight.text)) not in text
            is_seen = sight is not None and full_stop(sentence(sight.text)) in text
            sentences.append("this is better" if less and not is_seen else "this is compared")
            if sight and is_seen:
                sentences.append(sight.text)
                told[sight.kind] += 1
            assert len(text.split(". ")) <= MOST
            assert sentence(text) == " ".join(full_stop(sentence(each)) for each in sentences)
    assert {"tuck brings", "build brings", "less"} <= {kind for kind in told if told[kind]}


@pytest.mark.parametrize(("position", "step", "text"), [
    ("SUITE LANDLORD INFERNO / SUITE, towers SUITE:1 SUITE:0 NOISE_COMPLAINT | NOISE_COMPLAINT SUITE:0, pile 40",
     "build SUITE @1", "after building SUITE on tower 2 someone else could gain up to 2 cards by tucking one there. "
     "That is better."),
    ("LANDLORD OFFICE INFERNO / SUITE, towers SUITE:1 SUITE:0 NOISE_COMPLAINT | NOISE_COMPLAINT SUITE:0, pile 40",
     "build INFERNO @1", "this is compared. By then you'll have more."),
])  # fmt: skip
def test_a_build_without_a_reason_is_told_by_what_sets_it_apart(position: str, step: str, text: str) -> None:
    """If nothing does in the position, the results of trial turns do."""
    state = laid_out(position)
    view, board = GAME.view(state, 0), observation_of(GAME.view(state, 0))
    own, other = (plan_of(board, view.variant.deck, [GAME.parse(way), END]) for way in ("build LANDLORD @0", step))
    facts = {"step": GAME.parse(step), "plan": other, "short": "that is better"}
    differs = "by then you'll have more"
    assert explain(view, board, own, Clause("better", "this is compared", facts), lambda *_: differs) == text


def test_the_next_best_is_found_among_all_other_tucks() -> None:
    """Whichever other tuck or the end of the turn comes out best is the next best, even if no planned turn has it."""
    luck, told = random.Random(6), Counter[str]()
    for state, seat in played_well("towers", luck, 6):
        view, board = GAME.view(state, seat), observation_of(GAME.view(state, seat))
        best = planner_of(view.variant, weights_of("medium")).plans(board, 1)[0]
        steps = steps_of(view.variant.deck, board, best)
        if not isinstance(steps[0], Claim) or len(steps) > 2:
            continue
        scene, chosen = scene_of(view.variant.deck, board, best), Claim("", steps[0].plot, steps[0].level)
        for other in {str(uniform(step)): step for step in GAME.actions(state, seat)}.values():
            step = Claim("", other.plot, other.level) if isinstance(other, Claim) else other
            claims = ((step.plot, (step.level,)),) if isinstance(step, Claim) else ()

            def duels(_: TurnPlan, ways: Sequence[TurnPlan], claims: object = claims) -> list[Duel]:
                return [Duel(way, [2.0 if way.claims == claims else 3.0] * 9) for way in ways]

            trial = StepTrial(view, scene, best, {}, duels, promises(scene, steps[0]), is_bare=False)
            compared = trial.against_rest()[1]
            assert step == chosen or (compared and compared.facts["step"] == step)
            told[type(step).__name__] += 1
    assert told["Claim"] > 20 < told["End"]


def test_hints_for_plans_are_true() -> None:
    assert {"stands", "owning", "keeps", "scored"} <= run(1, 120, games=1).keys()


def test_hints_for_every_step_in_edited_positions_are_true() -> None:
    assert {"stands", "owning", "scored"} <= run(5, 0, 0, edits=120).keys()


@pytest.mark.long
def test_hints_for_plans_are_true_in_thousands_of_positions() -> None:
    kinds = run(2, 4500, games=30) + run(3, 0, 0, edits=6000)
    assert kinds.keys() == {*CHECKS}
    assert kinds.total() > 50_000
