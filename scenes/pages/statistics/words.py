"""What the statistics say of a career: its figures with the words for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from topping_out.game import roster
from topping_out.game.bots.review.accuracy import accuracy_of
from topping_out.game.city.encounters import HeadToHead, head_to_head
from topping_out.game.language import tr, tr_count, tr_label
from topping_out.game.options import Option, Value
from topping_out.game.progress.rating import Rating, bots_of, strength_of
from topping_out.game.registry import load
from topping_out.game.storage.history.accuracies import Costs
from topping_out.game.storage.history.statistics import SEATS, Career, OwnGame, Tally
from topping_out.game.storage.library import Saved
from topping_out.game.text import with_minus
from topping_out.scenes.pages.district.words import score_words
from topping_out.scenes.pages.statistics.curve import Mark

UNTOLD = frozenset(("first",))
"""Options that say nothing of who should win."""
Labelled = list[tuple[str, Tally]]


def share(won: int, games: int) -> str:
    """Return which share of the games was won."""
    return tr("{percent}%", percent=round(100 * won / games) if games else 0)


def lately(games: int) -> str:
    return tr_count("Won of the last {number}", "Won of the last {number}", games)


def rating(rated: Rating) -> str:
    """Return a rating with how far it may be off."""
    return tr("{value} ± {margin}", value=with_minus(round(rated.elo)), margin=round(rated.margin))


def about_rating() -> str:
    return tr(
        "Worked out from games against bots of measured strength; the bot of level medium has 1000. "
        "The band shows where the rating lies with 95% certainty. Two hundred points more win three "
        "games out of four."
    )


def about_accuracy() -> str:
    return tr("From 0 to 100, by what decisions cost, in games that were reviewed to the end.")


def level_marks(game: str) -> list[Mark]:
    """Return how strong the levels are, for the curve of the rating."""
    return [Mark(roster.title(level), bots_of(game)[level]) for level in roster.LEVELS if level in bots_of(game)]


def accuracy(costs: Costs, played: OwnGame) -> float | None:
    """Return how well a game was played, from 0 to 100; None where nobody has judged it."""
    cost = costs.get(played.saved.path.name, {}).get(played.seat)
    return None if cost is None else accuracy_of(played.header.game, cost)


def opponents(career: Career) -> Labelled:
    """Return the tallies against bots, weakest first, then against other humans."""
    bots, humans = career.by_opponent(), career.by_human()
    offered = [word for word in bots if roster.is_known(word)]
    offered.sort(key=lambda word: (strength_of(career.game, word) or 0.0, roster.LEVELS.index(roster.level_of(word))))
    others = [word for word in bots if word not in offered]
    names = sorted(humans, key=lambda name: -humans[name].games)
    return [
        *((_bot_title(word), bots[word]) for word in offered),
        *((roster.title(word), bots[word]) for word in others),
        *((tr_label(name), humans[name]) for name in names),
    ]


def _bot_title(word: str) -> str:
    title = roster.title(word)
    if not roster.who_is(word):
        return title
    # Translators: a character and its level, such as "Nell Nettle (medium)".
    return tr("{name} ({level})", name=title, level=roster.level_words(word))


def characters(finished: Sequence[Saved], name: str) -> list[str]:
    """Return the score of a player against each character with whom there is one."""
    scores = ((who, head_to_head(finished, name, who)) for who in roster.characters())
    return [score_words(score, who, name) for who, score in scores if score != HeadToHead()]


def options(career: Career) -> Labelled:
    """Return the tallies by number of players and by each option that was not always the same."""
    by_choice = career.by_option()
    seats = sorted(int(value) for key, value in by_choice if key == SEATS)
    offered = {option.key: option for number in reversed(seats) for option in load(career.game).options(number)}
    rows: Labelled = []
    if len(seats) > 1:
        rows += [
            (tr_count("{number} player", "{number} players", number), by_choice[SEATS, number]) for number in seats
        ]
    for option in offered.values():
        values = sorted((value for key, value in by_choice if key == option.key), key=_order(option))
        if len(values) > 1 and option.key not in UNTOLD:
            rows += [(_choice(option, value), by_choice[option.key, value]) for value in values]
    return rows


def _order(option: Option) -> Callable[[Value], int]:
    """Return what sorts an option's values as the set-up has them; those that it no longer has come last."""
    values = [value for value, _ in option.choices]
    return lambda value: values.index(value) if value in values else len(values)


def _choice(option: Option, value: Value) -> str:
    label = next((label for choice, label in option.choices if choice == value), str(value))
    return tr("{heading}: {value}", heading=tr(option.title), value=tr(label))


def endings(career: Career) -> Labelled:
    """Return by kind of end how many of the games won ended so."""
    names = load(career.game).endings
    return [
        (tr(names.get(reason, reason)), Tally(career.won, number)) for reason, number in career.endings().most_common()
    ]


def notable(career: Career) -> Iterator[tuple[str, str, OwnGame]]:
    """Yield games to see again: a word for each, what is notable about it, and the game."""
    best = max(career.played, key=lambda played: played.score)
    yield "best", tr("Best score: {score}", score=with_minus(best.score)), best
    ahead = [played for played in career.played if played.has_won and played.lead > 0]
    if ahead:
        high, low = (pick(ahead, key=lambda played: played.lead) for pick in (max, min))
        yield "lead", tr("Largest lead: {points}", points=high.lead), high
        yield "close", tr("Closest win: {points} ahead", points=low.lead), low
    long = max(career.played, key=lambda played: played.saved.summary.ms)
    minutes = max(1, round(long.saved.summary.ms / 60_000))
    yield "longest", tr_count("Longest game: {number} minute", "Longest game: {number} minutes", minutes), long
    high = max(career.played, key=_height)
    if height := _height(high):
        yield "highest", tr("Highest tower: {number}", number=height), high


def _height(played: OwnGame) -> int:
    """Return of how many cards, floors or pieces the game's best tower is."""
    tower = played.saved.summary.tower
    return len(tower.parts) if tower else 0
