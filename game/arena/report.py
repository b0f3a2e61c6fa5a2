"""The results of a contest, added up pair by pair: as a table for people and as data for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import inf, isfinite, nan
from statistics import fmean
from typing import Any

from topping_out.game.arena.contest import Contest, Pair
from topping_out.game.arena.elo import Sprt, elo_interval, elo_of, mean_and_error
from topping_out.game.arena.runner import Thinking
from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.text import counted


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Pairs won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


def count_pairs(values: Sequence[float], even: float) -> PairCounts:
    """Count the values above, at and below `even`."""
    won = sum(value > even + 1e-9 for value in values)
    lost = sum(value < even - 1e-9 for value in values)
    return PairCounts(won, len(values) - won - lost, lost)


@dataclass(frozen=True, slots=True)
class Fault:
    """A game lost by what a program from outside did."""

    seed: int
    seat: Seat
    contender: str
    what: str

    def __str__(self) -> str:
        text = mark("seed {seed}, seat {seat}, {bot}: {what}")
        return tr(text, seed=self.seed, seat=self.seat + 1, bot=self.contender, what=self.what)


MOST_FAULTS = 10
"""So many are told in full to people."""


def fault_lines(faults: Sequence[Fault], remark: str = "") -> Iterator[str]:
    """Yield what there is to say of games lost by faults."""
    if faults:
        lost = tr_count("lost through a fault: {number} game", "lost through a fault: {number} games", len(faults))
        yield lost + remark
        yield from (f"  {fault}" for fault in faults[:MOST_FAULTS])


def given_up_lines(games: int) -> Iterator[str]:
    """Yield what there is to say of games that did not come to an end."""
    if games:
        yield tr_count(
            "stopped because it would never end: {number} game",
            "stopped because they would never end: {number} games",
            games,
        )


class ContestReport:
    """How a contest stands, seen from its first contender."""

    def __init__(self, contest: Contest, title: str, sprt: Sprt | None = None) -> None:
        self.contest, self.title, self.sprt = contest, title, sprt
        self.pairs: list[Pair] = []
        self.shares: list[float] = []
        """The first contender's share of the win, by pair."""
        self.thinking = [Thinking() for _ in contest.contenders]
        self.faults: list[Fault] = []
        self.given_up = 0
        """Games that did not come to an end."""

    def add(self, pair: Pair) -> None:
        self.pairs.append(pair)
        self.shares.append(pair.share())
        for turn, game in enumerate(pair.games):
            for who, contender in enumerate(self.contest.contenders):
                self.thinking[who] += game.thinking[who]
                if game.faults[who]:
                    seat = (who - turn) % self.contest.seats
                    self.faults.append(Fault(pair.seed, seat, contender.word, game.faults[who]))
            self.given_up += game.scores is None and not any(game.faults)

    @property
    def margins(self) -> list[float]:
        """By how many points a game the first contender was ahead of the others' average, by pair played to its end."""
        return [pair.margin for pair in self.pairs if pair.margin is not None]

    @property
    def points(self) -> list[float] | None:
        """Points a game, by contender; None where no pair was played to its end."""
        scores = [pair.scores for pair in self.pairs if pair.scores is not None]
        return list(map(fmean, zip(*scores))) if scores else None

    @property
    def elo(self) -> tuple[float, float, float]:
        """Elo of the first contender, and the bounds of its 95% interval."""
        seats = self.contest.seats
        return elo_of(fmean(self.shares), seats), *elo_interval(self.shares, seats)

    @property
    def verdict(self) -> float | None:
        """The Elo that the test accepts; None while it is undecided, or without a test."""
        return self.sprt.verdict(self.shares, self.contest.seats) if self.sprt else None

    # -- for people

    def lines(self) -> Iterator[str]:
        """Yield the table of results: shares in percent, points a game, milliseconds a decision."""
        number, seed = len(self.pairs), self.contest.header.seed
        if not number:
            yield f"{self.title}: no pair was played to its end"
            return
        yield f"{self.title}: {counted(number, 'pair')} of {self.contest.seats} games, {seeds_words(seed, number)}"
        words = [contender.label for contender in self.contest.contenders]
        width = max(9, *map(len, words))
        yield f"{'contender':{width}}  {'share':>6}  {'points':>8}  {'decisions':>9}  {'mean ms':>8}  {'max ms':>8}"
        for who, word in enumerate(words):
            yield f"{word:{width}}  {self._row(who)}"
        yield from self._summary(words[0])
        yield from given_up_lines(self.given_up)
        yield from fault_lines(self.faults, "; their pairs count for wins, not for points")

    def _row(self, who: int) -> str:
        share = fmean(pair.share(who) for pair in self.pairs)
        points = f"{self.points[who]:8.2f}" if self.points else f"{'–':>8}"
        spent = self.thinking[who]
        times = f"{spent.mean_ms:8.2f}  {1000 * spent.slowest:8.2f}"
        return f"{100 * share:5.1f}%  {points}  {spent.decisions:9}  {times}"

    def _summary(self, first: str) -> Iterator[str]:
        if self.margins:
            yield f"{first} is ahead by {self.margin_words} points a game (mean, standard error)"
        yield self.elo_words
        yield f"pairs by wins: {_words(count_pairs(self.shares, 1 / self.contest.seats))}"
        yield f"pairs by points: {_words(count_pairs(self.margins, 0))}"
        if self.sprt:
            yield self._test(self.sprt)

    @property
    def margin_words(self) -> str:
        """The margin with its standard error."""
        if not self.margins:
            return "–"
        margin, error = mean_and_error(self.margins)
        return f"{margin:+.2f} ± {number_text(error, 2)}"

    @property
    def elo_words(self) -> str:
        elo, low, high = (number_text(value, 0, "+") for value in self.elo)
        return f"Elo {elo} (95%: {low} to {high})"

    def _test(self, sprt: Sprt) -> str:
        ratio = sprt.ratio(self.shares, self.contest.seats)
        verdict = "undecided" if self.verdict is None else f"Elo {self.verdict:g} accepted"
        return (
            f"SPRT {sprt.elo0:g} to {sprt.elo1:g}: {verdict} (log likelihood ratio {ratio:+.2f} of ±{sprt.BOUND:.2f})"
        )

    # -- for scripts

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain JSON data; what is infinite is null. Only `thinking` differs between runs."""
        header = self.contest.header
        result: dict[str, Any] = {
            "game": header.game,
            "options": header.options,
            "seed": header.seed,
            "seats": [contender.word for contender in self.contest.contenders],
            "pairs": [{"seed": pair.seed, "share": pair.share(), "margin": pair.margin} for pair in self.pairs],
            "thinking": [
                {"decisions": spent.decisions, "seconds": spent.seconds, "slowest": spent.slowest}
                for spent in self.thinking
            ],
        }
        return result | self._figures() if self.pairs else result

    def _figures(self) -> dict[str, Any]:
        margin, error = mean_and_error(self.margins) if self.margins else (nan, nan)
        figures: dict[str, Any] = {
            "shares": [fmean(pair.share(who) for pair in self.pairs) for who in range(self.contest.seats)],
            "points": self.points,
            "margin": {"mean": _finite(margin), "error": _finite(error)},
            "elo": dict(zip(("estimate", "low", "high"), map(_finite, self.elo))),
            "faults": [asdict(fault) for fault in self.faults],
            "given_up": self.given_up,
        }
        if self.sprt:
            figures["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "ratio": self.sprt.ratio(self.shares, self.contest.seats),
                "accepted": self.verdict,
            }
        return figures


def gauntlet_lines(reports: Sequence[ContestReport]) -> Iterator[str]:
    """Yield the results of one contender against others, a line for each of them."""
    first, pairs = reports[0], min(len(report.pairs) for report in reports)
    word, seed = first.contest.contenders[0].label, first.contest.header.seed
    if not pairs:
        yield f"{first.title}: not everybody was met"
        return
    games = f"{counted(pairs, 'pair')} of 2 games each, {seeds_words(seed, pairs)}"
    yield f"{first.title}: {word} through the gauntlet, {games}"
    width = max(9, *(len(report.contest.contenders[1].label) for report in reports))
    yield f"{'against':{width}}  {'share':>6}  {'points ahead':>16}  {'Elo':>6}  {'95%':>16}  {'mean ms':>8}"
    for report in reports:
        elo, low, high = (number_text(value, 0, "+") for value in report.elo)
        spent = report.thinking[0]
        yield (
            f"{report.contest.contenders[1].label:{width}}  {100 * fmean(report.shares):5.1f}%  "
            f"{report.margin_words:>16}  {elo:>6}  {low + ' to ' + high:>16}  {spent.mean_ms:8.2f}"
        )


def _words(result: PairCounts) -> str:
    return f"{result.won} won, {result.drawn} drawn, {result.lost} lost"


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def number_text(value: float, digits: int, sign: str = "-") -> str:
    """Return the number with so many digits behind the point, and infinity as a sign."""
    if isfinite(value):
        return f"{round(value, digits) + 0.0:{sign}.{digits}f}"  # not -0
    return {inf: f"{sign.strip('-')}∞", -inf: "-∞"}.get(value, "?")


def seeds_words(first: int, number: int) -> str:
    if number > 1:
        return tr("seeds {first} to {last}", first=first, last=first + number - 1)
    return tr("seed {seed}", seed=first)
