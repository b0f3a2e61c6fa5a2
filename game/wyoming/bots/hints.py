"""Explanations of why a play is good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...bots.search import Clause, added, clause, reason
from ...engine import try_out
from ...language import Own, fill, mark, own_count
from ...text import full_stop, paragraph, sentence
from ..actions import Deconstructed, Play, PlayKind, suit_name, suit_played, suit_words
from ..consequences import PlayTrial, change_of, end_of, no_play, one_of, towers_of
from ..core import BARE, NONE, Tower
from ..numbers import HAND, needed
from ..rules import GAME
from ..state import View
from .comparisons import (
    CHANGES,
    DECISIVE,
    FOR_LACK,
    FOR_PLACE,
    FOR_SUIT,
    LOST_TO,
    MANY,
    NEARLY_LOST,
    TALL,
    Trials,
    about_as_good,
    all_harm,
    at_a_price,
    bound_there,
    builds_up,
    could_begin,
    could_play_more,
    danger_of,
    draws_as_many,
    fits_elsewhere,
    for_choice,
    forced_play,
    gain_over,
    is_considered,
    is_harmful,
    is_shared,
    is_tall,
    lacking,
    only_suit,
    others_harm,
    parts_of,
    rest_harms,
    settled,
    spot_of,
    suits_of,
    sure_result,
)
from .core import TurnPosition, at_least
from .kept import (
    again,
    cards_kept,
    for_it,
    for_other,
    for_rebuilding,
    guards,
    held,
    held_back,
    is_stuck,
    obvious_instead,
)
from .search import position_of

CLOSE = 4
"""A tower may soon win if it needs at most this many cards."""
LIKELY = 0.1
"""A tower is called a threat if its owner holds the cards for a win at least this often."""
NEARLY_ALL = 0.75
"""If both plays lose in this part of the trial games, that is said, rather than how they differ."""
REAL = 0.05
"""It is only called a threat if a rival wins before the seat's next turn in this part of the trial games without it."""
FEW = 5
"""Few cards of a suit are left if so many or fewer of the unseen ones are of it, and no more than a fifth."""


def explain(view: View, play: Play) -> str:
    """Return why the play is good for its seat, in words that continue the naming of the play (`Advice.reason`)."""
    return _in_words(view, play, clauses(view, play))


def _in_words(view: View, play: Play, found: Sequence[Clause]) -> str:
    """Return the clauses as a reason. A tower that falls is only said to be far from a win, if not how near it was."""
    first, *rest = found
    if first.kind == "falls" and any(part.kind in ("tallest", "near") and "number" in part.facts for part in rest[:1]):
        first = change_of(try_out(GAME, view, play), is_measured=False)
    return reason([first, *rest])


def clauses(view: View, play: Play, *, is_threatened: bool = True, other: Play | None = None) -> list[Clause]:
    """Return the clauses of `explain`, the most important first. They call the target tower "it".

    Without `is_threatened`, the tower of a rival isn't said to be likely to win if left alone. With another play to
    compare, only those cards are said to be kept that it would spend.
    """
    trial = try_out(GAME, view, play)
    if end := end_of(trial) or sure_result(view, play):
        return [end]
    position = position_of(view)
    if play.kind is PlayKind.DISCARD:
        return [no_play(), *(_fresh(position, trial) or for_rebuilding(position, play, cards_kept(position, play)))]
    kept = cards_kept(position, play, other)
    is_own = play.owner == view.seat
    found = _on_own_tower(position, trial, kept) if is_own else _on_rivals_tower(position, trial, kept, is_threatened)
    forced = forced_play(position, play)
    if forced and not {"waits", "threat", "keeps enough", "soon"} & {clause.kind for clause in found}:
        return [_change(position, trial), *forced, *found[1:]]
    if other and len(found) == 1 and found[0].kind in CHANGES and not is_harmful(view, play):
        left = towers_of(trial)[1]
        found += guards(position, play, kept, left) or for_other(position, play, kept, left)
    return found


def explain_found(
    view: View, play: Play, other: Play, trials: Trials, rivals: Sequence[Play] = (), is_obvious: bool = False
) -> str:
    """Return why a play is good, and why it is better than `other`.

    If both nearly always lose, that is said instead of the second. If all reasons hold for one of `rivals`, which did
    about as well in the search, it is named. Against an obvious play, only a decisive reason is enough.
    """
    losses, worlds = [sum(row[i].lost for row in trials.forecasts) for i in (0, 1)], len(trials.forecasts)
    is_elsewhere = (other.owner, other.foundation) != (play.owner, play.foundation)
    is_threatened, is_open = not is_elsewhere or losses[1] >= REAL * worlds, is_considered(view, play, other)
    every = clauses(view, play, is_threatened=is_threatened, other=other if is_open else None)
    if end_of(try_out(GAME, view, play)) or every[0].kind in ("sure", "lost"):
        return reason(every)
    reasons, is_telling = _apart(view, every, play, other) if is_open else (every, True)
    is_telling &= not is_obvious or any(part.kind in DECISIVE for part in parts_of(reasons[:2]))
    more = gain_over(view, play, other, trials, is_brief=is_telling) if is_open else None
    if min(losses) >= NEARLY_ALL * worlds and not (more and more.kind == "prevents"):
        cards = still_needed(view, play)
        lost = fill(one_of(view, *(LOST_TO if cards else NEARLY_LOST)), cards=cards)
        return paragraph([_in_words(view, play, reasons), full_stop(sentence(lost))])
    if more is None and losses[0] >= LIKELY * worlds:
        more = danger_of(view, play, losses[0], worlds, trials.safest())
    if more is None and is_open and not is_telling:
        more = settled(view, play, other, trials, reasons, is_obvious)
    elif more is None:
        equals = [each for each in rivals if all(is_shared(view, part, play, each) for part in parts_of(reasons))]
        more = about_as_good(view, play, equals[0]) if equals else None
    if is_open and (more is None or more.kind != "danger"):
        reasons = _filled(view, play, other, reasons, every, more=more)
    more = more or _rest_kept(view, play, reasons)
    if more is None and all(part.kind in CHANGES for part in parts_of(reasons)):
        reasons = [*reasons, *_ahead(view, play)]
    is_free = not any(part.kind in ("no play", "only suit") for part in parts_of(every))
    beyond = _out_of_reach(view, play) if is_free and (more is None or more.kind in ("equal", "gains")) else []
    told = [*beyond, *([more] if more else [])]
    return paragraph([_in_words(view, play, reasons), *(full_stop(sentence(each.text)) for each in told)])


def _out_of_reach(view: View, play: Play) -> list[Clause]:
    """Return that no card in hand takes down the tallest tower of the rivals, if that is tall and not the target."""
    position = position_of(view)
    height, place = max((position.towers[place][1], place) for yard in position.yards for place in yard)
    suit = position.towers[place][0]
    is_tallest = sum(position.towers[each][1] == height for yard in position.yards for each in yard) == 1
    if spot_of(position, play) >> 5 == place or not is_tallest or height < TALL:
        return []
    if position.held[position.terms.attackers[suit]] or is_stuck(position, (suit, height)):
        return []
    text = Own(
        "you hold nothing against the opponent's tallest tower of {cards}",
        "{name} holds nothing against the opponent's tallest tower of {cards}",
    )
    if len(position.yards) > 1:
        text = Own(
            "you hold nothing against the opponents' tallest tower of {cards}",
            "{name} holds nothing against the opponents' tallest tower of {cards}",
        )
    return [clause("out of reach", text, {"cards": suit_words(height, suit)}, suit=suit, height=height)]


def _apart(view: View, every: list[Clause], play: Play, other: Play) -> tuple[list[Clause], bool]:
    """Return the clauses that set the play apart, and whether they speak against the other one (see `for_choice`).

    Of a new tower whose first reason is as good a one for the other play, only how far it is from a win is said.
    """
    reasons, is_telling = for_choice(view, every, play, other)
    if reasons[0].kind in CHANGES or not is_shared(view, reasons[0], play, other):
        return reasons, is_telling
    change = _change(position_of(view), try_out(GAME, view, play))
    return [change] if "number" in change.facts else reasons, False


def _filled(
    view: View, play: Play, other: Play, reasons: list[Clause], every: list[Clause], *, more: Clause | None
) -> list[Clause]:
    """Return the reasons with what is left to say (see `_figures`) if they only tell what becomes of the tower.

    If that is nothing, and no other play is said to be as good by what there is `more` to say, return `every` clause.
    That an own tower grows is enough if the other play is as good, because that is said not to do so.
    """
    is_equal = more is not None and more.kind == "equal"
    if is_equal and builds_up(view, play) and view.height(play.owner, play.foundation):
        return reasons
    if len(reasons) == 1 and reasons[0].kind in CHANGES:
        figures = _figures(view, every, play, other)
        reasons = at_a_price(reasons[0], figures) if is_harmful(view, play) else [*reasons, *figures]
    is_bare = all(part.kind in CHANGES for part in reasons) and not builds_up(view, play)
    return every if is_bare and (more is None or more.kind == "gains") else reasons


def _figures(view: View, every: Sequence[Clause], play: Play, other: Play) -> list[Clause]:
    """Return what is left to say if no clause of the play sets it apart from the other one.

    A tower isn't cleared away; it is a danger; there is little else to play; cards are kept that another play that a
    player may think of would spend; more cards are drawn.
    """
    position, trial = position_of(view), try_out(GAME, view, play)
    is_there = (play.owner, play.foundation, play.suit) == (other.owner, other.foundation, other.suit)
    is_knock = play.kind is PlayKind.DECONSTRUCT and play.owner != view.seat
    if is_there and is_knock and play.count < other.count == view.height(play.owner, play.foundation):
        return added("not cleared", mark("if cleared away, its owner could begin again with any suit"))
    kinds = ("threat", "tallest", "near") if is_there else FOR_LACK if play.suit == other.suit else FOR_SUIT
    if told := [part for part in parts_of(every) if part.kind in kinds]:
        return told[:1]
    kept, left = cards_kept(position, play, other), towers_of(trial)[1]
    for found in (guards(position, play, kept, left), for_rebuilding(position, play, kept, left)):
        if found and not is_shared(view, found[0], play, other):
            return found
    for thought in obvious_instead(view, GAME.actions(GAME.partial(view), position.seat), play):
        for part in parts_of(clauses(view, play, other=thought)):
            if part.kind in ("guards", "for own") and not is_shared(view, part, play, thought):
                return [part]
    return _drawn(position, trial) if play.count > other.count else []


def _rest_kept(view: View, play: Play, reasons: Sequence[Clause]) -> Clause | None:
    """Return that many cards of the same suit stay in hand that could also take the tower down, if nothing says so."""
    number = position_of(view).held[play.suit] - play.count
    is_left = play.kind is PlayKind.DECONSTRUCT and view.height(play.owner, play.foundation) > play.count
    is_said = any(play.suit in suits_of(part) for part in parts_of(reasons[:2]) if part.kind not in FOR_PLACE)
    return held(number, play.suit) if number >= MANY and is_left and not is_said else None


def _ahead(view: View, play: Play) -> list[Clause]:
    """Return how tall the rivals' towers are, if the play builds up an own one and none is taller."""
    height = max(len(tower) for seat, towers in enumerate(view.towers) for tower in towers if seat != view.seat)
    is_ahead = builds_up(view, play) and lacking(view, play) <= view.needed - height
    text = mark("no opponent's tower is taller than {height}")
    return added("ahead", text, height=height) if is_ahead and height else []


def _change(position: TurnPosition, trial: PlayTrial) -> Clause:
    """Return what becomes of the tower.

    How far it is from a win is left out if the Sky moves before that counts, or if it is a rival's that grows or
    is of a new suit.
    """
    play, ((old, before), (suit, height)) = trial.action, towers_of(trial)
    is_own = play.owner == position.seat
    if not is_own and 0 < height < before and suit == play.suit:
        text = mark("it becomes a tower of only {cards}")
        return clause("becomes", text, {"cards": suit_words(height, suit)}, suit=suit, height=height)
    is_measured = _sky(position, play) == position.world.pennies and (is_own or suit == old)
    is_measured = is_measured and not _is_tossed(position, play) and (is_own or height < before)
    return change_of(trial, is_measured=is_measured)


def _sky(position: TurnPosition, play: Play) -> int:
    """Return the Sky at the next turn of the owner of the tower."""
    if play.owner != position.seat:
        return position.skies[play.owner]
    return position.sky_after(play.count) if position.settles else position.world.pennies


def _is_tossed(position: TurnPosition, play: Play) -> bool:
    """Return whether pennies are tossed by the next turn of the owner of the tower (Tidal Influences)."""
    if not (position.terms.tidal and position.falls):
        return False
    return position.runs_out(play.count) if play.owner == position.seat else position.pile <= position.drawn[play.owner]


# -- own towers


def _on_own_tower(position: TurnPosition, trial: PlayTrial, kept: Sequence[int]) -> list[Clause]:
    play, (before, left) = trial.action, towers_of(trial)
    is_bare = not any(position.towers[place][1] for place in position.home)
    if is_bare and position.terms.deadlines and position.runs_out(play.count) and any(position.world.discarded):  # W6
        text = Own(
            "the discards are shuffled before you play again, and without a tower you may be out",
            "the discards are shuffled before {name} plays again, and without a tower {name} may be out",
        )
        return [clause("deadline", text)]
    change, fresh = _change(position, trial), _fresh(position, trial)
    if left == BARE:
        suit, number = _next_tower(position, play)
        if number > before[1]:
            text = Own(
                "it's cleared away, so you can begin a tower there with your {cards}",
                "it's cleared away, so {name} can begin a tower there with {cards}",
            )
            words = {"cards": suit_played(number, suit)}
            return [clause("cleared for", text, words, suit=suit, number=number), *fresh]
    if left[1] < before[1]:
        if position.terms.finicky and 0 < (height := _sky(position, play)) < before[1]:
            return [change, clause("exact", mark("only a tower of exactly {height} wins"), height=height), *fresh]
        change = change_of(trial, is_measured=False)
        return _for_oneself(position, trial, kept, fresh, change)
    reasons = [*_soon(position, play, left), *_of_new_height(position, play, kept, before, left, fresh)]
    if not reasons and left[0] != before[0] != NONE:
        reasons = bound_there(position, play)
    more = position.held[before[0]] if left[0] != before[0] != NONE else 0
    if more and before[1] + more > left[1]:  # the tower could have grown taller than the new one is
        return at_a_price(change_of(trial, is_measured=False), reasons)
    is_plain = "number" not in change.facts or could_play_more(position, play) or could_begin(position, play)
    if before == BARE and is_plain and reasons:  # the change is nothing but the play, or no reason for it
        return [replace(reasons[0], adds=False)]
    return [change, *reasons]


def _soon(position: TurnPosition, play: Play, left: Tower) -> list[Clause]:
    """Return that an own tower wins, or how many cards it lacks, under the Sky as it will be at the seat's next turn.

    It's not said if that Sky is the present one, or may be another because of a toss.
    """
    sky, finicky = _sky(position, play), position.terms.finicky
    missing = needed(sky, finicky) - left[1]
    if sky == position.world.pennies or (finicky and (missing < 0 or sky == 0)):
        return []
    if missing <= 0:
        return added("soon", mark("it's tall enough to win once the next penny drops"), sky=sky)
    return added("lacks then", mark("once the Sky is at {sky}, {number} more will do"), sky=sky, number=missing)


def _of_new_height(
    position: TurnPosition, play: Play, kept: Sequence[int], before: Tower, left: Tower, fresh: list[Clause]
) -> list[Clause]:
    """Return what speaks for a tower that has grown or replaced another, the most important first.

    Scaffolding protects every such tower (W12), so it only matters early for one that can soon win. If the tower is no
    taller than the one it replaced, what counts is the fresh cards.
    """
    text = Own("nobody can knock it down before your next turn", "nobody can knock it down before {name}'s next turn")
    safe = added("safe", text) if position.terms.scaffolding else []
    more = for_it(position, play, kept, left, _sky(position, play))
    is_enough = bool(more) and more[0].kind == "keeps enough"
    if left[1] <= before[1] and not is_enough:
        return [*fresh, *more, *safe]
    if not is_enough and abs(position.world.needed - left[1]) <= CLOSE:
        return [*safe, *more, *fresh]
    others = guards(position, play, kept, left) or for_other(position, play, kept, left)
    others = others or only_suit(position) or others_harm(position, play)
    return [*more, *fresh, *others, *safe] if _are_many(fresh) else [*more, *others, *fresh, *safe]


def _next_tower(position: TurnPosition, play: Play) -> tuple[int, int]:
    """Return the suit and number of the cards in hand that can replace a cleared tower; number 0 if they needn't.

    They must have no other tower or foundation to go to.
    """
    towers = [position.towers[place] for place in position.home]
    kept = cards_kept(position, play)
    suit = max(range(len(kept)), key=kept.__getitem__)
    is_free = BARE in towers or suit in (tower[0] for tower in towers)
    return suit, 0 if is_free else kept[suit]


# -- rivals' towers


def _on_rivals_tower(
    position: TurnPosition, trial: PlayTrial, kept: Sequence[int], is_threatened: bool
) -> list[Clause]:
    play, (before, left) = trial.action, towers_of(trial)
    change, fresh, sky = _change(position, trial), _fresh(position, trial), position.skies[play.owner]
    if left == BARE and _may_be_out(position, play):
        return [change, *added("out", mark("its owner may be out when the discards are shuffled"))]
    threat = _threat(position, play, before, sky)
    is_told = is_threatened or (threat and threat.kind == "waits")
    if threat and is_told and _need(position, left, sky) > _need(position, before, sky):
        return [change, threat, *fresh]
    if left[1] > before[1]:
        return _for_oneself(position, trial, kept, fresh, change)
    back = held_back(position, play, kept, left)
    others = rest_harms(position, play) or only_suit(position) or others_harm(position, play)
    if 0 < before[1] <= position.held[play.suit] and left != BARE:  # it could have been cleared away
        others = []
    reasons = [*fresh, *back, *others] if _are_many(fresh) else [*back, *others, *fresh]
    tallest = _was_tallest(position, play, before, left)
    is_near = any(part.facts.get("number", HAND) <= CLOSE for part in tallest)
    if before[1] < TALL and tallest and not is_near:  # a person would rather think of what the cards could build
        return [change, *back, *tallest, *reasons]
    return [change, *tallest, *reasons]


def _cannot_win(position: TurnPosition, left: Tower) -> list[Clause]:
    """Return that a tower needs few cards, but more than the rivals can have before the seat's next turn."""
    ways = position.ways(left, position.world.pennies)
    is_near = any(cards <= CLOSE for _, cards in ways)
    is_sure = is_stuck(position, left) and all(cards > position.hidden[suit] for suit, cards in ways)
    text = Own("it can't win before your next turn", "it can't win before {name}'s next turn")
    return added("can't win", text) if is_near and is_sure and not position.terms.finicky else []


def _may_be_out(position: TurnPosition, play: Play) -> bool:
    """Return whether clearing the tower leaves its owner without one at the deadline, before it plays again (W6)."""
    others = [position.towers[place] for place in position.terms.homes[play.owner]]
    is_due = position.falls and position.pile <= position.drawn[play.owner]
    return position.terms.deadlines and is_due and sum(tower != BARE for tower in others) == 1


def _was_tallest(position: TurnPosition, play: Play, before: Tower, left: Tower) -> list[Clause]:
    """Return that the tower was the tallest of the rivals', if only it was and it's worth taking down.

    If it was their only one, that is said if it's cleared away. Else, or if it was one of several, only how near it was
    to a win is said. How far it was is left out if the Sky moves before its owner's turn.
    """
    others = [position.towers[place][1] for yard in position.yards for place in yard]
    if not is_tall(before[1], position.world.needed) or max(others) > before[1] or is_stuck(position, before):
        return []
    missing = position.world.needed - before[1]
    is_known = missing > 0 and _sky(position, play) == position.world.pennies and not _is_tossed(position, play)
    is_only, is_one = sum(map(bool, others)) == 1, len(position.yards) == 1
    if is_only and left == BARE and is_one:
        return added("only tower", mark("it was the opponent's only tower"))
    if is_only or others.count(before[1]) > 1:
        near = mark("it had only {number} to go")
        return added("near", near, number=missing) if is_known and missing <= CLOSE else []
    if not is_known:
        text = mark("it was the opponent's tallest tower") if is_one else mark("it was the opponents' tallest tower")
        return added("tallest", text, height=before[1])
    text = mark("it was the opponents' tallest tower, with {number} to go")
    if is_one:
        text = mark("it was the opponent's tallest tower, with {number} to go")
    return added("tallest", text, height=before[1], number=missing)


def _need(position: TurnPosition, tower: Tower, sky: int) -> int:
    """Return the fewest cards with which the owner of a tower wins under that Sky; `HAND + 1` if no hand is enough."""
    return min([cards for _, cards in position.ways(tower, sky)], default=HAND + 1)


def _near(position: TurnPosition) -> dict[int, tuple[int, int]]:
    """Return the cards with which the towers of rivals are likely to win next turn: by place, how many and the suit."""
    found = dict[int, tuple[int, int]]()
    for rival, hand in zip(position.rivals, position.hands):
        for place in position.terms.homes[rival]:
            ways = position.ways(position.towers[place], position.skies[rival])
            likely = [
                (cards, suit) for suit, cards in ways
                if at_least(cards, hand, position.hidden[suit], position.unseen) >= LIKELY
            ]  # fmt: skip
            if likely:
                found[place] = min(likely)
    return found


def still_needed(view: View, play: Play) -> str:
    """Return the fewest cards that a rival likely holds for a win with a tower that the play doesn't touch; or ""."""
    position = position_of(view)
    ways = [way for place, way in _near(position).items() if place != spot_of(position, play) >> 5]
    cards, suit = min(ways, default=(0, NONE))
    return suit_played(cards, suit) if cards else ""


def _threat(position: TurnPosition, play: Play, tower: Tower, sky: int) -> Clause | None:
    """Return what its owner lacked for a win with the tower before the play, if no other rival's win is nearer."""
    if position.terms.finicky and not sky:  # the game ends with that penny, and the tallest tower wins (W8)
        return None
    near = _near(position)
    cards, suit = near.get(position.terms.homes[play.owner][play.foundation], (HAND, NONE))
    if position.world.wins(tower[1]):
        sky, cards = position.world.pennies, 0
    falls = sky < position.world.pennies
    if not cards:
        text = mark("it would have won once the next penny dropped") if falls else mark("it would have won")
        return clause("waits", text, sky=sky)
    if suit == NONE or cards > min(near.values())[0]:
        return None
    text = mark("left alone, it could have won next turn with {cards}")
    if falls:
        text = mark("with {cards} it would have won, because a penny drops first")
    return clause("threat", text, {"cards": suit_played(cards, suit)}, suit=suit, number=cards, sky=sky)


# -- fresh cards


def _fresh(position: TurnPosition, trial: PlayTrial) -> list[Clause]:
    """Return how many cards the seat draws at its next turn (see `_drawn`), unless other plays draw as many."""
    return [] if draws_as_many(position, trial.action) else _drawn(position, trial)


def _drawn(position: TurnPosition, trial: PlayTrial) -> list[Clause]:
    """Return how many cards the seat draws at its next turn, if it plays several and no rule prevents that."""
    text = own_count(
        "you draw {number} fresh card",
        "you draw {number} fresh cards",
        "{name} draws {number} fresh card",
        "{name} draws {number} fresh cards",
    )
    if trial.action.count == 1:
        return []
    wanted, world, terms = position.draws + trial.action.count, position.world, position.terms
    number = HAND - sum(position.held) + trial.action.count
    if terms.sudden_death:
        number = min(number, position.pile - position.draws)
        return added("draws", text, number=number) if number > 0 else []
    is_renewed = world.owed or position.pile <= wanted
    discards = sum(world.discarded) + _discarded(trial)  # other seats only add to them
    is_over = terms.finicky and world.pennies == 1  # W8
    # W6: before the deadline each rival can clear one tower, its own too.
    stay = [seat for seat, towers in enumerate(trial.after.towers) if sum(map(bool, towers)) > len(position.rivals)]
    is_due = terms.deadlines and not (position.seat in stay and len(stay) > 1)  # with one seat left, the game is over
    if position.pile + discards < wanted or (is_renewed and (is_due or is_over)):
        return []
    return added("draws", text, number=number)


def _for_oneself(
    position: TurnPosition, trial: PlayTrial, kept: Sequence[int], fresh: list[Clause], change: Clause
) -> list[Clause]:
    """Return the clauses of a play that harms the seat or helps a rival: what becomes of the tower, and what for.

    If every play does harm, or its cards fit no other tower and it does nothing else, that is said.
    """
    play, (before, left) = trial.action, towers_of(trial)
    is_own, is_rich = play.owner == position.seat, _are_many(fresh)
    bound, safe = bound_there(position, play), [] if is_own else _cannot_win(position, left)
    if not is_rich and (only := only_suit(position)):
        return at_a_price(change, [*only, *bound, *fresh])
    back = [] if is_rich else again(position, play, kept, left) or held_back(position, play, kept, left)
    if not is_rich and all_harm(position, position.world.plays()):
        text = Own(
            "every play you have builds up someone else's tower or takes down one of yours",
            "every play {name} has builds up someone else's tower or takes down one of {name}'s",
        )
        return at_a_price(change, [*added("all harm", text), *(safe or back or fresh)])
    if is_rich or is_own:
        reasons = [*fresh, *safe, *back]
    else:
        reasons = [*(back or safe), *fresh]
    if bound and not fresh:
        (reasons if is_own else bound).extend(_drawn(position, trial))
    if is_own and (few := _few_left(position, before)):
        reasons = [*few, *reasons]
    if not (is_rich or bound) and fits_elsewhere(position, play, back):
        reasons = fresh
    return at_a_price(change, reasons or bound or _drawn(position, trial))


def _few_left(position: TurnPosition, tower: Tower) -> list[Clause]:
    """Return that few of the unseen cards fit an own tower, if there is none in hand either."""
    suit, number = tower[0], position.hidden[tower[0]]
    if position.held[suit] or number > min(FEW, position.unseen / 5) or not position.unseen:
        return []
    text = mark("few {suit} are left: {number} of the {unseen} unseen cards")
    return added("few left", text, {"suit": suit_name(suit)}, suit=suit, number=number, unseen=position.unseen)


def _are_many(fresh: Sequence[Clause]) -> bool:
    return any(clause.facts["number"] >= MANY for clause in fresh if clause.kind == "draws")


def _discarded(trial: PlayTrial) -> int:
    """Return how many cards a play adds to the discard pile."""
    if trial.action.kind is PlayKind.DISCARD:
        return trial.action.count
    fall = trial.first(Deconstructed)
    return len(fall.spent) + len(fall.fallen) if fall else 0
