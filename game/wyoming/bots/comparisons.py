"""What speaks for a play against the other plays, by the rules and in trial games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import floor
from statistics import fmean
from typing import NamedTuple

from ...bots.search import CLEAR, Clause, added, clause, clear_gain, is_clear, standard_error
from ...engine import try_out
from ...language import Own, fill, mark, mark_count, seat_name, tr
from ...text import paragraph
from ..actions import Play, PlayKind, Suit, suit_name, suit_of, suit_played
from ..consequences import LOST, change_of, one_of, towers_of
from ..core import AWAY, NONE, suits_onto
from ..rules import GAME, code_of
from ..state import View
from ..words import DONE_ON_YOURS, named
from .core import DECIDED, TurnPosition, verdict
from .search import Forecast, loses_next, position_of, results

LEAST_WINS = 3
"""The smallest difference between two plays that matters, in wins per 100 games."""
ROUND = 5
"""A larger difference is rounded down to a multiple of this, because it is known no better."""
MANY = 3
"""So many fresh cards, or cards kept for a new tower, are reason enough for a play."""
EQUAL = 0.05
"""Two plays are about equal if their shares of the win differ by no more than this."""
LEAD = 0.02
"""The same for the estimated shares of the win by which the search ranks plays."""
OFTEN = 0.4
"""If a play loses before the seat's next turn in this part of the trial games, that is said."""
TALL = 4
"""A lower tower is no great danger for its height alone."""
LEAST_PART = 0.1
"""The smallest difference between two plays in wins before or on the seat's next turn, as a part of the trial games."""


# -- what the rules say of other plays


CHANGES = ("becomes", "grows", "falls", "cleared")
"""Kinds of clauses that only tell what becomes of a tower."""


def sure_result(view: View, play: Play) -> Clause | None:
    """Return that the play surely wins, or that every play surely loses."""
    shares = results(view)
    if (shares and not any(shares.values())) or loses_next(position_of(view)):
        return clause("lost", LOST)
    sure = Own("then you win, whatever the opponent plays", "then {name} wins, whatever the opponent plays")
    return clause("sure", sure) if shares.get(code_of(play, view.variant)) == 1 else None


def forced_play(position: TurnPosition, play: Play) -> list[Clause]:
    """Return that other suits, or this one elsewhere, would lose the game at once, if that leaves nothing else."""
    spots, lost = set[int](), set[int]()
    for code in position.world.plays():
        place, height = code >> 5, 0
        if place != AWAY:
            height = position.world.after(place, code >> 3 & 3, code & 7)[1]
        (lost if verdict(position.world, place, height) == -DECIDED else spots).add(code >> 3)
    lost -= spots
    if not lost or {spot & 3 for spot in spots} != {play.suit}:
        return []
    if any(spot & 3 != play.suit for spot in lost):
        return added("only suit left", mark("playing any other suit loses at once"))
    if len(spots) > 1:
        return []
    text = mark("playing {suit} anywhere else loses at once")
    return added("only place left", text, {"suit": suit_name(play.suit)}, suit=play.suit)


def only_suit(position: TurnPosition) -> list[Clause]:
    """Return that all plays are of one suit, if there are cards of others."""
    if len({code >> 3 & 3 for code in position.world.plays()}) > 1 or sum(map(bool, position.held)) < 2:
        return []
    return added("only suit", mark("no other suit can be played"))


def others_harm(position: TurnPosition, play: Play) -> list[Clause]:
    """Return that playing another suit builds up a rival's tower or takes down an own one, if one can be played."""
    text = Own(
        "every other suit you can play builds up someone else's tower or takes down one of yours",
        "every other suit {name} can play builds up someone else's tower or takes down one of {name}'s",
    )
    others = [code for code in position.world.plays() if code >> 3 & 3 != play.suit]
    return added("others harm", text) if all_harm(position, others) else []


def rest_harms(position: TurnPosition, play: Play) -> list[Clause]:
    """Return that every play elsewhere builds up a rival's tower or takes down an own one, if there is one."""
    text = Own(
        "every play elsewhere builds up someone else's tower or takes down one of yours",
        "every play elsewhere builds up someone else's tower or takes down one of {name}'s",
    )
    others = [code for code in position.world.plays() if code >> 5 != spot_of(position, play) >> 5]
    return added("rest harms", text) if all_harm(position, others) else []


def all_harm(position: TurnPosition, plays: Sequence[int]) -> bool:
    """Return whether there are plays, and each builds up a rival's tower or takes down an own one."""
    return bool(plays) and all(_is_unwelcome(position, code) for code in plays)


def _is_unwelcome(position: TurnPosition, code: int) -> bool:
    """Return whether a play does harm. An own tower may be cleared away for a taller one from the same hand."""
    place, suit, count = code >> 5, code >> 3 & 3, code & 7
    if place in position.home and not position.world.after(place, suit, count)[1]:
        rest = [number - count * (each == suit) for each, number in enumerate(position.held)]
        return max(rest) <= position.towers[place][1]
    return _does_harm(position, code)


def _does_harm(position: TurnPosition, code: int) -> bool:
    """Return whether a play leaves a rival's tower taller, or an own one lower."""
    place = code >> 5
    if place == AWAY:
        return False
    before, after = position.towers[place][1], position.world.after(place, code >> 3 & 3, code & 7)[1]
    return after < before if place in position.home else after > before


def fits_elsewhere(position: TurnPosition, play: Play, kept: Sequence[Clause]) -> bool:
    """Return whether the same cards do no harm elsewhere, so that what is kept is no reason for this play.

    They would do harm on the only foundation that is free for many cards kept.
    """
    cards, free = play.suit << 3 | play.count, [place for place in position.home if not position.towers[place][1]]
    wanted = free if len(free) == 1 and kept and kept[0].facts.get("number", 0) >= MANY else []
    return any(
        code & 31 == cards and code >> 5 not in wanted and not _does_harm(position, code)
        for code in position.world.plays()
    )


def bound_there(position: TurnPosition, play: Play) -> list[Clause]:
    """Return that the suit can go to no other tower, or only to those where it does harm.

    To build up a rival's tower that is lower than the one here is no great harm.
    """
    words, here = {"suit": suit_name(play.suit)}, spot_of(position, play) >> 5
    others = [place for place in _places_for(position, play) if place != here]
    if not others:
        return added("bound", mark("{suit} can go nowhere else"), words, suit=play.suit)
    towers, least = [position.towers[place] for place in others if place not in position.home], position.towers[here][1]
    is_worse = len(towers) == len(others) and all(suit == play.suit and height >= least for suit, height in towers)
    if play.owner == position.seat and is_worse:
        text = mark("{suit} would otherwise only build up someone else's tower")
        return added("builds elsewhere", text, words, suit=play.suit)
    plays = [code for code in position.world.plays() if code >> 5 in others and code >> 3 & 3 == play.suit]
    is_rivals, own = play.owner != position.seat, [place for place in others if place in position.home]
    if is_rivals and len(own) == len(others) == 1 and all(_does_harm(position, code) for code in plays):
        own_falls = Own(
            "{suit} could otherwise only take down your own tower",
            "{suit} could otherwise only take down {name}'s own tower",
        )
        return added("falls elsewhere", own_falls, words, suit=play.suit)
    return []


def _places_for(position: TurnPosition, play: Play) -> list[int]:
    """Return the places of towers that the suit fits, even if scaffolding protects them now (W12)."""
    terms, suits = position.terms, position.world.suits
    return [
        place for place in range(terms.places)
        if play.suit in suits_onto(suits[place], terms.attackers[suits[place]], place in position.home, False)
    ]  # fmt: skip


def draws_as_many(position: TurnPosition, play: Play) -> bool:
    """Return whether another suit, or an own tower rather than a rival's, draws as many cards and does no more harm."""
    harms = _does_harm(position, spot_of(position, play) | play.count)
    own = position.home if play.owner != position.seat else ()
    for code in position.world.plays():
        is_other, is_harmless = code >> 3 & 3 != play.suit, not _is_unwelcome(position, code)
        if code & 7 >= play.count and ((is_other and harms) or (is_harmless and (is_other or code >> 5 in own))):
            return True
    return False


def could_begin(position: TurnPosition, play: Play) -> bool:
    """Return whether the seat could begin as tall a tower with another suit."""
    return any(number >= play.count for suit, number in enumerate(position.held) if suit != play.suit)


def could_play_more(position: TurnPosition, play: Play) -> bool:
    """Return whether more cards can be played in the same way, with another suit or elsewhere."""
    return any(
        code & 7 > play.count and code & ~7 != spot_of(position, play)
        and _way(position, code) == _way(position, spot_of(position, play))
        for code in position.world.plays()
    )  # fmt: skip


def spot_of(position: TurnPosition, play: Play) -> int:
    """Return the code of the play without its number of cards."""
    place = AWAY if play.kind is PlayKind.DISCARD else position.terms.homes[play.owner][play.foundation]
    return place << 5 | play.suit << 3


def _way(position: TurnPosition, code: int) -> tuple[bool, bool] | None:
    """Return whether a play goes to an own tower, and whether it builds; None for a discard."""
    place = code >> 5
    return None if place == AWAY else (place in position.home, position.towers[place][0] in (code >> 3 & 3, NONE))


def at_a_price(change: Clause, reasons: list[Clause]) -> list[Clause]:
    """Return the reasons for a change of a tower that the seat doesn't like.

    The change itself is left out if the first reason is that there is little else to play.
    """
    if not reasons:
        return [change]
    first, *rest = reasons
    is_told = first.kind not in (*FOR_SUIT, "bound", "falls elsewhere", "all harm")
    text = tr("{change}, but {reason}", change=change.text, reason=first.text) if is_told else first.text
    return [Clause("price", text, {"parts": [change, first]}), *rest]


def parts_of(clauses: Iterable[Clause]) -> list[Clause]:
    """Return the clauses, with the parts of those that are made of several."""
    return [part for clause in clauses for part in clause.facts.get("parts", [clause])]


def suits_of(clause: Clause) -> list[Suit]:
    """Return the suits of the cards of which a clause tells."""
    return clause.facts.get("suits") or [clause.facts.get("suit", NONE)]


def is_odd(view: View, play: Play) -> bool:
    """Return whether a play is unwelcome, or gives a rival a tower of another suit, or leaves one as tall as before."""
    height = view.height(play.owner, play.foundation) if play.kind is PlayKind.DECONSTRUCT else 0
    is_given = play.owner != view.seat and play.count > height > 0
    if is_given or (height > 0 and _height_after(view, play) == height):
        return True
    return _is_unwelcome(position_of(view), code_of(play, view.variant))


def is_tall(height: int, needed: int) -> bool:
    """Tell whether a tower is so tall that taking it down needs no other reason."""
    return height >= min(TALL, (needed - 1) // 2)


DECISIVE = (
    "waits", "threat", "keeps enough", "soon", "deadline", "out", "exact", "cleared for",
    "only suit", "only suit left", "only place left", "all harm", "others harm", "rest harms",
)  # fmt: skip
"""Kinds of clauses that explain a play even to a player who thinks of an obvious one."""


# -- what trial games say of one other play


class Safest(NamedTuple):
    """Of all plays, the one with which the seat loses least often before its next turn, if that is clearly less."""

    play: Play
    forecasts: Sequence[Sequence[Forecast]]
    """By world, those of the play that is explained and of this one."""
    gains: Sequence[float]
    """By how much the play that is explained still does better in all."""


@dataclass(frozen=True, slots=True)
class Trials:
    """What trial games say of a play and of another one. What takes long is only found out when it is asked for."""

    forecasts: Sequence[Sequence[Forecast]]
    """Those of both plays, by world."""
    gains: Callable[[], Sequence[float]]
    """Returns by how much the play's share of the win is larger, by world."""
    why: Callable[[], str | None] = lambda: None
    """Returns a difference between the two in words, or None."""
    safest: Callable[[], Safest | None] = lambda: None
    """Returns a play with which the seat clearly loses less often before its next turn, or None."""
    is_soonest: Callable[[], bool] = lambda: True
    """Returns whether the seat can win by its next turn with the play about as often as with any other."""
    lead: float = 1.0
    """By how much the play did better in the search."""


def named_after(view: View, play: Play, other: Play) -> str:
    """Return the other play in words, after the hint has named the play and its tower."""
    if other.kind is PlayKind.DISCARD:
        return named(view, other)
    is_there = (play.owner, play.foundation) == (other.owner, other.foundation)
    if is_there and view.height(play.owner, play.foundation):
        # Translators: {cards} is such as "3 hearts", on the tower that the hint has named.
        return tr("playing {cards} there", cards=suit_played(other.count, other.suit))
    if view.variant.seats > 2 and other.owner != view.seat and (height := view.height(other.owner, other.foundation)):
        suit = suit_of(view.towers[other.owner][other.foundation][0])
        words = {"cards": suit_played(other.count, other.suit), "name": seat_name(other.owner), "height": height}
        return fill(DONE_ON_YOURS[suit].theirs, **words)
    return named(view, other)


def for_choice(view: View, reasons: list[Clause], play: Play, other: Play) -> tuple[list[Clause], bool]:
    """Return the clauses that don't speak as well for the other play, and whether they speak against it.

    How far an own tower is from a win is left out if one is nearer after the other play, and nothing is said of the
    height of a new one if it is no farther after that.
    """
    change, *found = parts_of(reasons)
    found = [clause for clause in found if play.suit == other.suit or clause.kind not in FOR_PLACE]
    apart = [clause for clause in found if not is_shared(view, clause, play, other)]
    weak = (*FOR_PLACE, "tallest", "near") if builds_up(view, other) else FOR_PLACE
    telling = [] if all(clause.kind in weak for clause in apart) else apart
    is_measured = play.owner == view.seat == other.owner and change.kind in CHANGES and "number" in change.facts
    nearer = lacking(view, other) - lacking(view, play) if is_measured else 0
    if is_measured and nearer <= 0 and telling and not view.height(play.owner, play.foundation):
        return [replace(telling[0], adds=False), *telling[1:]], True
    if nearer < 0 and view.height(play.owner, play.foundation):
        change = change_of(try_out(GAME, view, play), is_measured=False)
    is_price = reasons[0].kind == "price"
    found = apart or [clause for clause in found if is_price and clause.kind in FOR_LACK]
    is_telling = bool(telling) or nearer > 0 or change.kind not in CHANGES
    return at_a_price(change, found) if is_price else [change, *found], is_telling


def lacking(view: View, play: Play) -> int:
    """Return how many cards its tower then has too few or too many for a win."""
    return abs(view.needed - _height_after(view, play))


def _height_after(view: View, play: Play) -> int:
    """Return how tall its tower then is."""
    return towers_of(try_out(GAME, view, play))[1][1]


def builds_up(view: View, play: Play) -> bool:
    """Return whether a play leaves an own tower taller."""
    return play.owner == view.seat and _height_after(view, play) > view.height(play.owner, play.foundation)


FOR_SUIT = ("only suit", "others harm")
FOR_PLACE = ("bound", "builds elsewhere", "falls elsewhere")
"""Kinds of clauses that speak for one suit rather than another, and for the tower on which it is played."""
FOR_LACK = (*FOR_SUIT, *FOR_PLACE, "all harm")
"""Kinds of clauses that tell how few other plays there are."""


def is_shared(view: View, clause: Clause, play: Play, other: Play) -> bool:
    """Return whether a clause is as good a reason for the other play, or none.

    Cards kept also are if that keeps as many of another suit, for no tower, against one that is as tall or for the one
    that this play builds. What becomes of a tower is only a reason if an own one grows.
    """
    is_there = (play.owner, play.foundation) == (other.owner, other.foundation)
    if clause.kind in (*CHANGES, "lacks then") and builds_up(view, play):
        return builds_up(view, other) and lacking(view, other) <= lacking(view, play)
    if clause.kind == "cleared for":
        return is_there and builds_up(view, other) and _height_after(view, other) >= clause.facts["number"]
    if clause.kind in CHANGES or (clause.kind == "again" and not is_harmful(view, other)):
        return True
    if is_there and play.suit == other.suit and clause.kind in ("tallest", "near", "threat", "waits", *FOR_PLACE):
        return other.count > play.count or other.count >= view.height(play.owner, play.foundation)
    if clause.kind == "draws":
        return other.count >= play.count
    if clause.kind in FOR_SUIT:
        return play.suit == other.suit
    if clause.kind not in ("again", "guards", "for own", "for new", "for rebuilding", "in hand"):
        return False
    suits = suits_of(clause)
    if all(spent(other, suit) <= spent(play, suit) for suit in suits):
        return True
    position = position_of(view)
    held = position.held
    if clause.kind == "guards":
        is_alike = (play.owner == view.seat) == (other.owner == view.seat) and suits == [other.suit] != [play.suit]
        heights = [_opposed(position, suit) for suit in (other.suit, play.suit)]
        return is_alike and held[play.suit] >= clause.facts["numbers"][0] and 0 < heights[0] <= heights[1]
    if clause.kind == "for own" and builds_up(view, play) and builds_up(view, other):
        return held[play.suit] >= clause.facts["number"] and suits == [other.suit] != [play.suit]
    kept = max(number - spent(other, suit) for suit, number in enumerate(held))
    return clause.kind in ("in hand", "for new", "for rebuilding") and kept >= clause.facts["number"]


def _opposed(position: TurnPosition, suit: Suit) -> int:
    """Return the height of the tallest tower of a rival that this suit takes down; 0 if there is none."""
    towers = [position.towers[place] for yard in position.yards for place in yard]
    return max([height for own, height in towers if height and position.terms.attackers[own] == suit], default=0)


def spent(play: Play, suit: Suit) -> int:
    return play.count if play.suit == suit else 0


def is_considered(view: View, play: Play, other: Play) -> bool:
    """Return whether the other play is worth a comparison: it isn't odd, or the suggested one is odd too."""
    return is_odd(view, play) or not is_odd(view, other)


def is_harmful(view: View, play: Play) -> bool:
    """Return whether a play leaves a rival's tower taller, or an own one lower."""
    return _does_harm(position_of(view), code_of(play, view.variant))


def is_settled(gains: Sequence[float]) -> bool:
    """Tell whether two plays win about equally often, or the first clearly more often."""
    return 100 * fmean(gains) <= LEAST_WINS or surely(gains) >= LEAST_WINS


def gain_over(view: View, play: Play, other: Play, trials: Trials, *, is_brief: bool) -> Clause | None:
    """Return what the first play does better than the second: it prevents losses, prepares wins, or wins more.

    Return None if it is not clear whether it wins more, or if that is left out because of `is_brief`. The lower end of
    the confidence interval of the gain counts.
    """
    words, worlds = {"play": named_after(view, play, other)}, len(trials.forecasts)
    lost, won = [[[getattr(row[i], part) for row in trials.forecasts] for i in (0, 1)] for part in ("lost", "won")]
    if clear_gain([then - now for now, then in zip(*lost)]) >= LEAST_PART:
        return clause("prevents", one_of(view, *PREVENTS), words, worlds=worlds, now=sum(lost[0]), then=sum(lost[1]))
    if clear_gain([now - then for now, then in zip(*won)]) >= LEAST_PART and trials.is_soonest():
        # Translators: {play} is such as "playing 3 clubs on your club tower (height 4)".
        prepares = Own(
            "In {now} of {worlds} trial games you can win by your next turn. After {play}, it's {then}.",
            "In {now} of {worlds} trial games {name} can win by their next turn. After {play}, it's {then}.",
        )
        return clause("prepares", prepares, words, worlds=worlds, now=sum(won[0]), then=sum(won[1]))
    shares = [] if is_brief else trials.gains()
    if not shares or 100 * fmean(shares) <= LEAST_WINS or surely(shares) < 1:
        return None
    text = mark("Of 100 trial games, this wins at least {number} more than {play}.")
    return clause("gains", text, words, number=_rounded(surely(shares)))


def surely(gains: Sequence[float]) -> float:
    """Return how many more of 100 games a play surely wins: the lower end of the confidence interval."""
    return 100 * (fmean(gains) - CLEAR * standard_error(gains))


def _rounded(least: float) -> int:
    """Return how many more of 100 games are told."""
    return floor(least) if least < ROUND else ROUND * floor(least / ROUND)


def settled(
    view: View, play: Play, other: Play, trials: Trials, reasons: Sequence[Clause], is_obvious: bool
) -> Clause | None:
    """Return that the first play does something that the second does not, or that they are about as good.

    `reasons` are the clauses that set the play apart. The lead in the search counts if games to the end don't tell.
    """
    shares = trials.gains()
    is_near, is_led = bool(shares) and 100 * abs(fmean(shares)) <= LEAST_WINS, trials.lead <= LEAD
    is_equal = is_near or (is_led and not (shares and (is_obvious or is_clear(shares))))
    if not is_obvious:
        is_equal &= all(part.kind in CHANGES or is_shared(view, part, play, other) for part in parts_of(reasons))
    if not (is_equal and (is_obvious or is_led)) and (not shares or fmean(shares) > 0) and (text := trials.why()):
        words = {"play": named_after(view, play, other), "reason": text}
        return clause("compared", mark("Compared with {play}: {reason}"), words)
    return about_as_good(view, play, other) if is_equal else None


def about_as_good(view: View, play: Play, other: Play) -> Clause:
    """Return that the other play is about as good, and what it doesn't do to the tower, or that it takes more cards."""
    spot, another = [(each.owner, view.towers[each.owner][each.foundation]) for each in (play, other)]
    is_there = spot == another  # two empty foundations are alike
    words, more = {"play": named_after(view, play, other)}, other.count - play.count
    if is_there and more > 0:
        risks = mark_count(
            "{play} is about as good, but risks {number} more card.",
            "{play} is about as good, but risks {number} more cards.",
        )
        takes = mark_count(
            "{play} is about as good, but takes {number} more card.",
            "{play} is about as good, but takes {number} more cards.",
        )
        return clause("equal", risks if builds_up(view, other) else takes, words, number=more)
    if is_there or is_harmful(view, play):
        return clause("equal", mark("{play} is about as good."), words)
    if height := view.height(play.owner, play.foundation):
        text = mark("{play} is about as good, but leaves this tower at {height}.")
        return clause("equal", text, words, height=height)
    return clause("equal", mark("{play} is about as good, but leaves this foundation empty."), words)


def danger_of(view: View, play: Play, now: int, worlds: int, safest: Safest | None) -> Clause | None:
    """Return how often the opponents win before the seat's next turn, and what would lower that but wins less.

    Return None if the other play may well win about as often, or if it isn't often and none lowers it.
    """
    if safest:
        least = surely(safest.gains)
        if least < 1:
            return None
        lost = [sum(row[i].lost for row in safest.forecasts) for i in (0, 1)]
        counts = {"now": lost[0], "then": lost[1], "worlds": len(safest.forecasts)}
        more = clause("prevents", one_of(view, *PREVENTS), {"play": named_after(view, play, safest.play)}, **counts)
        text = mark("In the end, though, the suggested play wins at least {number} more of 100 trial games.")
        return replace(more, text=paragraph([more.text, tr(text, number=_rounded(least))]))
    return clause("danger", one_of(view, *DANGER), now=now, worlds=worlds) if now >= OFTEN * worlds else None


DANGER = (
    Own(
        "In {now} of {worlds} trial games the opponent wins before your next turn.",
        "In {now} of {worlds} trial games the opponent wins before {name}'s next turn.",
    ),
    Own(
        "In {now} of {worlds} trial games an opponent wins before your next turn.",
        "In {now} of {worlds} trial games an opponent wins before {name}'s next turn.",
    ),
)
PREVENTS = (
    Own(
        "In {now} of {worlds} trial games the opponent wins before your next turn. After {play}, it's {then}.",
        "In {now} of {worlds} trial games the opponent wins before {name}'s next turn. After {play}, it's {then}.",
    ),
    Own(
        "In {now} of {worlds} trial games an opponent wins before your next turn. After {play}, it's {then}.",
        "In {now} of {worlds} trial games an opponent wins before {name}'s next turn. After {play}, it's {then}.",
    ),
)
NEARLY_LOST = (
    Own(
        "whatever you play, the opponent probably wins before your next turn",
        "whatever {name} plays, the opponent probably wins before {name}'s next turn",
    ),
    Own(
        "whatever you play, an opponent probably wins before your next turn",
        "whatever {name} plays, an opponent probably wins before {name}'s next turn",
    ),
)
LOST_TO = (
    Own(
        "the opponent only has to play {cards}, and probably wins before your next turn, whatever you play",
        "the opponent only has to play {cards}, and probably wins before {name}'s next turn, whatever {name} plays",
    ),
    Own(
        "an opponent only has to play {cards}, and probably wins before your next turn, whatever you play",
        "an opponent only has to play {cards}, and probably wins before {name}'s next turn, whatever {name} plays",
    ),
)
