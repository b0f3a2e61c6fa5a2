"""The result of a deal in a few lines, to tell others: won or lost, who scored what, and what a master made of it."""

from __future__ import annotations

from topping_out.game.engine import Outcome
from topping_out.game.language import mark, tr, tr_context
from topping_out.game.progress.daily import YOUR_SEAT, date_of
from topping_out.game.record import Header
from topping_out.game.registry import load
from topping_out.game.text import commas, dots, with_minus

STOREY, TREE = "🟧", "🌲"
MOST_STOREYS = 5


def rival_scores(header: Header, outcome: Outcome) -> str:
    """Return what each of the others has scored."""
    others = zip(header.seats[YOUR_SEAT + 1 :], outcome.scores[YOUR_SEAT + 1 :])
    return commas(f"{player.name} {with_minus(score)}" for player, score in others)


def share_words(header: Header, outcome: Outcome, master: Outcome | None = None) -> list[str]:
    """Return what is told of a result, in lines: game and date, how it ended, and how a master did in the same seat."""
    own = tr_context("in a result to tell others", "me"), with_minus(outcome.scores[YOUR_SEAT])
    scores = f"{' '.join(own)}, {rival_scores(header, outcome)}"
    # Translators: a result to tell others; {scores} are such as "me 18, Mesa 13".
    text = mark("Lost: {scores}")
    if not outcome.winners:
        text = mark("Nobody won: {scores}")
    elif YOUR_SEAT in outcome.winners:
        text = mark("Won: {scores}")
    lines = [dots(("Topping Out", date_of(header), load(header.game).title)), tr(text, scores=scores)]
    return [*lines, master_words(master)] if master else lines


def master_words(master: Outcome) -> str:
    """Return how a master did in the same seat, for others to read."""
    # Translators: in a result to tell others; a master (the strongest bot) has played the same deal from the same seat.
    text = mark("A master in my seat lost with {points}")
    if not master.winners:
        text = mark("A master in my seat: {points}, and nobody won")
    elif YOUR_SEAT in master.winners:
        text = mark("A master in my seat won with {points}")
    return tr(text, points=with_minus(master.scores[YOUR_SEAT]))


def share_text(header: Header, outcome: Outcome, master: Outcome | None = None) -> str:
    """Return what to tell others of a result, and below a small tower."""
    return "\n".join([*share_words(header, outcome, master), tower_text(outcome)])


def tower_text(outcome: Outcome) -> str:
    """Return a small tower, a line for each storey; won: with a tree. It tells nothing of how the game was played."""
    tree = [TREE] if YOUR_SEAT in outcome.winners else []
    return "\n".join([*tree, *[STOREY] * storeys(outcome)])


def storeys(outcome: Outcome, most: int = MOST_STOREYS) -> int:
    """Return how high the tower is: the higher one's share of the points, the more storeys, from 1 to `most`."""
    least = min(0, *outcome.scores)
    own, best = outcome.scores[YOUR_SEAT] - least, max(outcome.scores[1:]) - least
    return max(1, min(most, 1 + own * most // max(1, own + best)))
