"""What is said of a district's matches: whom they are against, what is at stake, and what there was before."""

from __future__ import annotations

from topping_out.game import roster
from topping_out.game.city.encounters import HeadToHead
from topping_out.game.city.standing import DistrictStanding, StageStanding
from topping_out.game.language import YOU, mark, tr, tr_context, tr_player
from topping_out.game.record import Header
from topping_out.game.registry import load
from topping_out.game.text import listed
from topping_out.scenes.ui.phrases import bot_words, series_words


def title_of(number: int, standing: StageStanding) -> str:
    """Return which floor of the tower a match is for, and which game it is."""
    return tr("Floor {number} · {game}", number=number, game=load(standing.stage.game).title)


def state_of(district: DistrictStanding, standing: StageStanding) -> str:
    """Return how a match stands, in a word or two."""
    if standing.won:
        return tr_context("a floor of a tower", "Lit")
    if standing is not district.next:
        return tr_context("a match", "Later")
    return tr("Under way") if standing.under_way else tr_context("a match", "Next")


def rivals_words(header: Header) -> str:
    """Return whom a match is against, and how strong they play."""
    return tr("Against {names}.", names=listed([bot_words(player) for player in header.seats if not player.is_human]))


def stakes_words(standing: StageStanding) -> str:
    """Return what a match brings; or how its series stands, if that is under way."""
    rival = roster.characters()[standing.district.rival].name
    if standing.won:
        return tr("Already won: play it again for fun.")
    if not standing.is_last:
        return tr("Win it, and another floor of the tower lights up. Losing costs nothing.")
    if standing.before:
        return series_words(standing.before.header, standing.before.outcome)
    return tr("Win two of three, and {rival}'s tower is yours.", rival=rival)


def score_words(score: HeadToHead, rival: str, player: str = YOU) -> str:
    """Return how often a player and a character have won against each other."""
    name = roster.characters()[rival].name
    if score == HeadToHead():
        yours, theirs = mark("You have no score against {rival} yet."), mark("{name} has no score against {rival} yet.")
        return tr_player(player, yours, theirs, rival=name)
    yours, theirs = mark("You {won} : {lost} {rival}"), mark("{name} {won} : {lost} {rival}")
    return tr_player(player, yours, theirs, won=score.won, lost=score.lost, rival=name)
