"""The results of contests and simulations as tables, as data, as records of games and as a chart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from itertools import combinations
from math import inf, isfinite, nan
from pathlib import Path
from statistics import fmean
from typing import Any

from ..assets import ASSETS, read_toml
from ..engine import AnyGame, Seat
from ..language import mark, tr, tr_context, tr_count
from ..record import Record, count_turns
from ..registry import load
from ..storage.files import write_atomic
from ..text import commas, labelled, semicolons
from .contest import Contest, Pair, Result, Sprt, Thinking, elo_interval, elo_of, even_share, label, mean_and_error

# -- records


LONGEST_CONTENDER = 40
"""The most letters of a contender in a file name."""


def record_path(folder: Path, game: str, words: Sequence[str], number: str) -> Path:
    """Return the path for the record of a game between these contenders, by seat."""
    named = (re.sub(r"[^A-Za-z0-9.]+", "_", word).strip("_")[:LONGEST_CONTENDER] for word in words)
    return folder / f"{'-'.join((game, *named, number))}.jsonl"


def pair_paths(folder: Path, contest: Contest, number: int) -> Iterator[Path]:
    """Yield the paths for the records of a pair's games; their names contain the seed and the number in the pair."""
    for turn in range(len(contest.contenders)):
        _, seating = contest.deal(number, turn)
        words = [contest.contenders[who].word for who in seating]
        yield record_path(folder, contest.header.game, words, f"{contest.header.seed + number}-{turn + 1}")


def save_game(played: Result, folder: Path, may_replace: bool = True) -> Path:
    """Write the game's record to a file named after game, bots and seed; return its path. Raises OSError."""
    header = played.record.header
    path = record_path(folder, header.game, played.words, str(header.seed))
    write_atomic(path, played.record.to_bytes(), may_replace)
    return path


def save_pair(contest: Contest, pair: Pair, folder: Path, may_replace: bool = True) -> None:
    """Write the records of a pair. Raises OSError."""
    paths = pair_paths(folder, contest, pair.seed - contest.header.seed)
    for path, game in zip(paths, pair.games, strict=True):
        write_atomic(path, game.record, may_replace)


# -- report


def counted_pairs(values: Sequence[float], even: float) -> str:
    """Return in words how many pairs have values above, at and below `even`."""
    won = sum(value > even + 1e-9 for value in values)
    lost = sum(value < even - 1e-9 for value in values)
    text = mark("{won} won, {drawn} tied, {lost} lost")
    return tr(text, won=won, drawn=len(values) - won - lost, lost=lost)


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that an external program lost by misbehaving."""

    seed: int
    seat: Seat
    contender: str
    what: str

    def __str__(self) -> str:
        text = mark("seed {seed}, seat {seat}, {bot}: {what}")
        return tr(text, seed=self.seed, seat=self.seat + 1, bot=self.contender, what=self.what)


MOST_FAULTS = 10
"""The most faults that are listed in full."""


def fault_lines(faults: Sequence[Fault], remark: str = "") -> Iterator[str]:
    """Yield lines on games lost through faults, or nothing if there are none."""
    if faults:
        lost = tr_count("lost to a fault: {number} game", "lost to a fault: {number} games", len(faults))
        yield semicolons([lost, remark])
        yield from (f"  {fault}" for fault in faults[:MOST_FAULTS])


def given_up_lines(games: int) -> Iterator[str]:
    """Yield a line on games that were given up, or nothing if there are none."""
    if games:
        yield tr_count(
            "stopped because it wouldn't end: {number} game", "stopped because they wouldn't end: {number} games", games
        )


class ContestReport:
    """The results of a contest so far, from the viewpoint of its first contender."""

    def __init__(self, contest: Contest, sprt: Sprt | None = None) -> None:
        self.contest, self.title, self.sprt = contest, load(contest.header.game).title, sprt
        self.pairs: list[Pair] = []
        self.shares: list[float] = []
        """The first contender's share of the win, by pair."""
        self.thinking = [Thinking() for _ in contest.contenders]
        self.faults: list[Fault] = []
        self.given_up = 0
        """The number of games that did not end."""

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
        """The first contender's lead over the others' average in points per game, by pair played to its end."""
        return [pair.margin for pair in self.pairs if pair.margin is not None]

    @property
    def points(self) -> list[float] | None:
        """Points per game, by contender; None if no pair was played to its end."""
        scores = [pair.scores for pair in self.pairs if pair.scores is not None]
        return list(map(fmean, zip(*scores))) if scores else None

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo of the first contender and the bounds of its 95% interval."""
        seats = self.contest.seats
        return elo_of(fmean(self.shares), seats), *elo_interval(self.shares, seats)

    @property
    def verdict(self) -> float | None:
        """The Elo that the test accepts; None if it is undecided or there is no test."""
        return self.sprt.verdict(self.shares, self.contest.seats) if self.sprt else None

    # -- for people

    def lines(self) -> Iterator[str]:
        """Yield a table of the results: shares in percent, points per game, milliseconds per decision."""
        number, seed = len(self.pairs), self.contest.header.seed
        if not number:
            yield tr("{title}: no pair was played to its end", title=self.title)
            return
        pairs = tr_count(
            "{number} pair of {games} games", "{number} pairs of {games} games", number, games=self.contest.seats
        )
        yield labelled(self.title, commas([pairs, seeds_words(seed, number)]))
        words = [contender.label for contender in self.contest.contenders]
        heads = [
            tr_context("heading of a column", "contender"), tr("share"), tr_context("heading of a column", "points"),
            tr_context("heading of a column", "decisions"), tr("mean ms"), tr("max ms"),
        ]  # fmt: skip
        yield from table(heads, [(word, *self._row(who)) for who, word in enumerate(words)], (9, 6, 8, 9, 8, 8))
        yield from self._summary(words[0])
        yield from given_up_lines(self.given_up)
        yield from fault_lines(self.faults, tr("their pairs count towards wins, not towards points"))

    def _row(self, who: int) -> tuple[str, ...]:
        share, spent = fmean(pair.share(who) for pair in self.pairs), self.thinking[who]
        points = f"{self.points[who]:.2f}" if self.points else "–"
        times = f"{spent.mean_ms:.2f}", f"{1000 * spent.slowest:.2f}"
        return f"{100 * share:.1f}%", points, str(spent.decisions), *times

    def _summary(self, first: str) -> Iterator[str]:
        if self.margins:
            ahead = mark("{name}: a lead of {margin} points a game (mean, standard error)")
            yield tr(ahead, name=first, margin=self.margin_words)
        yield self.elo_words
        yield tr("pairs by wins: {result}", result=counted_pairs(self.shares, 1 / self.contest.seats))
        yield tr("pairs by points: {result}", result=counted_pairs(self.margins, 0))
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
        return tr("Elo {elo} (95%: {low} to {high})", elo=elo, low=low, high=high)

    @property
    def step_words(self) -> str:
        """The first contender's lead in points and in Elo."""
        return commas([tr("{margin} points a game", margin=self.margin_words), self.elo_words])

    def _test(self, sprt: Sprt) -> str:
        ratio = sprt.ratio(self.shares, self.contest.seats)
        verdict = tr("undecided") if self.verdict is None else tr("Elo {elo} accepted", elo=f"{self.verdict:g}")
        text = mark("SPRT {low} to {high}: {verdict} (log likelihood ratio {ratio} of ±{bound})")
        limits = {"low": f"{sprt.elo0:g}", "high": f"{sprt.elo1:g}", "bound": f"{sprt.BOUND:.2f}"}
        return tr(text, verdict=verdict, ratio=f"{ratio:+.2f}", **limits)

    # -- for scripts

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain JSON data, with null for infinity. Only `thinking` differs between runs."""
        header = self.contest.header
        result: dict[str, Any] = {
            "game": header.game,
            "options": header.options,
            "seed": header.seed,
            "seats": [contender.word for contender in self.contest.contenders],
            "pairs": [{"seed": pair.seed, "share": pair.share(), "margin": pair.margin} for pair in self.pairs],
            "thinking": [asdict(spent) for spent in self.thinking],
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
    """Yield a table of one contender's results against others, with a line for each of these."""
    first, pairs = reports[0], min(len(report.pairs) for report in reports)
    word, seed = first.contest.contenders[0].label, first.contest.header.seed
    if not pairs:
        yield tr("{title}: not every opponent was played", title=first.title)
        return
    through = tr("{bot} through the gauntlet", bot=word)
    yield labelled(first.title, commas([through, _pairs_each(pairs, 2), seeds_words(seed, pairs)]))
    heads = [
        tr_context("heading of a column", "against"), tr("share"), tr("points ahead"), "Elo", "95%", tr("mean ms")
    ]  # fmt: skip
    yield from table(heads, map(_gauntlet_row, reports), (9, 6, 16, 6, 16, 8))


def _gauntlet_row(report: ContestReport) -> tuple[str, ...]:
    elo, low, high = (number_text(value, 0, "+") for value in report.elo)
    name, share, ms = report.contest.contenders[1].label, fmean(report.shares), report.thinking[0].mean_ms
    bounds = tr("{low} to {high}", low=low, high=high)
    return name, f"{100 * share:.1f}%", report.margin_words, elo, bounds, f"{ms:.2f}"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], least: Sequence[int], words: int = 0) -> Iterator[str]:
    """Yield the lines of a table whose columns have at least these widths; column `words` is left-aligned."""
    lines = [heads, *rows]
    widths = [max(width, *(len(line[column]) for line in lines)) for column, width in enumerate(least)]
    for line in lines:
        yield "  ".join(
            f"{cell:{'<' if n == words else '>'}{width}}" for n, (cell, width) in enumerate(zip(line, widths))
        )


def _pairs_each(pairs: int, games: int) -> str:
    return tr_count("{number} pair of {games} games each", "{number} pairs of {games} games each", pairs, games=games)


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def number_text(value: float, digits: int, sign: str = "-") -> str:
    """Return the number with this many decimal places, or a sign for infinity."""
    if isfinite(value):
        return f"{round(value, digits) + 0.0:{sign}.{digits}f}"  # not -0
    return {inf: f"{sign.strip('-')}∞", -inf: "-∞"}.get(value, "?")


def seeds_words(first: int, number: int) -> str:
    if number > 1:
        return tr("seeds {first} to {last}", first=first, last=first + number - 1)
    return tr("seed {seed}", seed=first)


# -- simulation


class SimulationReport:
    """The combined results of many games with the same seats."""

    def __init__(self, words: Sequence[str], game: AnyGame) -> None:
        seats = range(len(words))
        self.words, self.game = words, game
        self.seeds: list[int] = []
        self.wins = [0 for _ in seats]
        """Games won, including shared wins, by seat."""
        self.shares = [0.0 for _ in seats]
        """Games won, with a shared win divided among its winners, by seat."""
        self.thinking = [Thinking() for _ in seats]
        self.turns = 0
        self.draws = 0
        self.given_up = 0
        """The number of games that did not end."""
        self.faults: list[Fault] = []
        self.reasons: Counter[str] = Counter()

    def add(self, played: Result) -> None:
        seed, outcome = played.record.header.seed, played.outcome
        for seat in outcome.winners if outcome else ():
            self.wins[seat] += 1
        for seat, word in enumerate(self.words):
            if outcome is None or outcome.winners:
                self.shares[seat] += played.shares[seat]
            self.thinking[seat] += played.thinking[seat]
            if seat in played.faults:
                self.faults.append(Fault(seed, seat, word, played.faults[seat]))
        self.seeds.append(seed)
        self.turns += count_turns(played.record)
        self.given_up += outcome is None and not played.faults
        if outcome:
            self.draws += not outcome.winners
            self.reasons[outcome.reason] += 1

    def lines(self) -> Iterator[str]:
        """Yield a table of the results: wins in games, shares in percent, thinking time in milliseconds per move."""
        games = len(self.seeds)
        yield tr_count(
            "{title}: {number} game, {seeds}",
            "{title}: {number} games, {seeds}",
            games,
            title=self.game.title,
            seeds=seeds_words(self.seeds[0], games),
        )
        heads = [tr("seat"), tr("bot"), tr("wins"), tr("share"), tr("ms a move")]
        rows = [
            (f"{seat}", label(word), f"{wins}", f"{100 * share / games:.1f}%", f"{thinking.mean_ms:.2f}")
            for seat, (word, wins, share, thinking) in enumerate(
                zip(self.words, self.wins, self.shares, self.thinking), 1
            )
        ]
        yield from table(heads, rows, (4, 3, 6, 7, 9), words=1)
        yield tr("average turns: {number}", number=f"{self.turns / games:.1f}")
        if self.reasons:
            yield tr("how the games were won:")
            for reason, number in self.reasons.most_common():
                yield f"  {labelled(tr(self.game.endings.get(reason, reason)), str(number))}"
        if self.draws:
            yield tr("without a winner: {number}", number=self.draws)
        yield from given_up_lines(self.given_up)
        yield from fault_lines(self.faults)


def result_json(played: Result) -> dict[str, Any]:
    """Return the data for `--json`, without times, so that it is the same for the same seed."""
    header, outcome = played.record.header, played.outcome
    return {
        "game": header.game,
        "seed": header.seed,
        "seats": list(played.words),
        "options": header.options,
        "winners": list(outcome.winners) if outcome else [],
        "reason": outcome.reason if outcome else None,
        "turns": count_turns(played.record),
        "scores": list(outcome.scores) if outcome else None,
        "actions": count_actions(played.record),
        "faults": [{"seat": seat, "what": what} for seat, what in sorted(played.faults.items())],
        **played.summary,
    }


def count_actions(record: Record) -> dict[str, int]:
    """Return the number of actions of each kind (their first word), in alphabetical order."""
    return dict(sorted(Counter(entry.text.partition(" ")[0] for entry in record.actions()).items()))


# -- ladder


Rungs = dict[tuple[int, int], ContestReport]
"""By (stronger, weaker) level, the contest of the two from the viewpoint of the stronger."""


def pairings(levels: int) -> list[tuple[int, int]]:
    """Return all pairs of this many levels, the stronger first."""
    return [(high, low) for low, high in combinations(range(levels), 2)]


class Ladder:
    """The results of all levels of a game, weakest first. The same number of pairs counts for every pairing."""

    def __init__(self, words: Sequence[str], rungs: Rungs) -> None:
        self.words, self.rungs = words, rungs
        self._any = next(iter(rungs.values()))
        self.title, self.seats = self._any.title, self._any.contest.seats
        self.pairs = min(len(report.pairs) for report in rungs.values())

    @property
    def extent(self) -> str:
        """A description of how much was played."""
        seeds = seeds_words(self._any.contest.header.seed, self.pairs)
        among = tr("one against {others}, even at 50%", others=self.seats - 1) if self.seats > 2 else ""
        return commas([_pairs_each(self.pairs, self.seats), among, seeds])

    def share(self, level: int, other: int) -> float:
        """Return the level's share of the wins against the other; 1/2 is even."""
        share = even_share(fmean(self.rungs[max(level, other), min(level, other)].shares), self.seats)
        return share if level > other else 1 - share

    def lines(self) -> Iterator[str]:
        """Yield a table of each level's share of the wins against each other, then a line for each step up."""
        if not self.pairs:
            yield tr("{title}: not every pairing was played", title=self.title)
            return
        yield labelled(self.title, self.extent)
        levels = range(len(self.words))
        rows = [(self.words[level], *self._cells(level)) for level in reversed(levels)]
        yield from table((tr("wins of"), *self.words), rows, (0, *(6 for _ in levels)))
        for level in levels[1:]:
            names = tr("{level} against {other}", level=self.words[level], other=self.words[level - 1])
            yield labelled(names, self.rungs[level, level - 1].step_words)

    def _cells(self, level: int) -> Iterator[str]:
        for other in range(len(self.words)):
            yield "–" if other == level else f"{100 * self.share(level, other):.1f}%"

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain JSON data."""
        return {"levels": list(self.words), "contests": [report.to_json() for report in self.rungs.values()]}


# -- chart


WIDTH, HEIGHT = 128, 66
"""The size of a floor in the chart."""
GAP = 8
LEFT, TOP, RIGHT, BOTTOM = 40, 96, 40, 72
CLEARLY_STRONGER = 0.6
"""From this share of the wins on, a level counts as clearly stronger, and its floors are lit."""
LEGEND = mark("Share of wins, and the lead in points a game ± standard error. Lit: {share}% or more.")

Palette = Mapping[str, str]


def draw_ladder(ladder: Ladder) -> str:
    """Return the chart as SVG, in the program's colours."""
    colours: Palette = read_toml(ASSETS / "theme.toml", dict[str, Any])["palette"]
    levels = len(ladder.words)
    width = LEFT + levels * (WIDTH + GAP) + WIDTH + RIGHT
    ground = TOP + levels * (HEIGHT + GAP)
    below = labelled(tr("wins of each level against those below"), ladder.extent)
    parts = [
        _rectangle(0, 0, width, ground + BOTTOM, colours["night"], 0),
        _text(LEFT, 48, ladder.title, colours["paper"], 26, "start"),
        _text(LEFT, 74, below, colours["mist"], 14, "start"),
        _rectangle(LEFT, ground, width - LEFT - RIGHT, 3, colours["rim"], 1),
    ]
    for level, word in enumerate(ladder.words):
        x, roof = LEFT + level * (WIDTH + GAP), ground - level * (HEIGHT + GAP)
        parts += [_floor(ladder, level, other, x, ground, colours) for other in range(level)]
        parts.append(_text(x + WIDTH / 2, roof - 16, word, colours["brass"], 20))
        if level < levels - 1:
            side, middle = LEFT + levels * (WIDTH + GAP), roof - HEIGHT / 2
            parts.append(_text(side + 8, middle + 2, tr("against {level}", level=word), colours["mist"], 15, "start"))
    legend = tr(LEGEND, share=round(100 * CLEARLY_STRONGER))
    parts.append(_text(LEFT, ground + 34, legend, colours["mist"], 14, "start"))
    return _svg(width, ground + BOTTOM, parts)


def _floor(ladder: Ladder, level: int, other: int, x: float, ground: float, colours: Palette) -> str:
    share = ladder.share(level, other)
    paint = paint_of(share, colours)
    ink = max(colours["ink"], colours["paper"], key=lambda colour: contrast(colour, paint))
    y = ground - (other + 1) * (HEIGHT + GAP) + GAP / 2
    middle = x + WIDTH / 2
    box = _rectangle(x, y, WIDTH, HEIGHT, paint, 6)
    percent = _text(middle, y + 32, f"{100 * share:.0f}%", ink, 24)
    return "\n".join([box, percent, _text(middle, y + 53, ladder.rungs[level, other].margin_words, ink, 13)])


# -- colours


def paint_of(share: float, colours: Palette) -> str:
    """Return the colour for a share of the wins. Middle tones are left out, because text on them is hard to read."""
    if share < 0.5:
        return colours["ember"]
    dim, lit = 3 * (share - 0.5), 0.7 + 0.75 * (share - CLEARLY_STRONGER)
    return blend(colours["dusk"], colours["glow"], dim if share < CLEARLY_STRONGER else lit)


def blend(low: str, high: str, part: float) -> str:
    """Return a mix of two colours; `part` is 0 for `low` and 1 for `high`."""
    pairs = zip(_channels(low), _channels(high))
    return "#" + "".join(f"{round(start + (end - start) * part):02x}" for start, end in pairs)


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours as defined by WCAG, from 1 to 21."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = (channel / 255 for channel in _channels(colour))
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear))


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))


# -- SVG


def _svg(width: float, height: float, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
    font = 'font-family="Atkinson Hyperlegible Next, Helvetica, Arial, sans-serif" font-weight="600"'
    return "\n".join([f'{head} viewBox="0 0 {width:g} {height:g}" {font}>', *parts, "</svg>", ""])


def _rectangle(x: float, y: float, width: float, height: float, paint: str, corner: float) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}" fill="{paint}"/>'


def _text(x: float, y: float, text: str, paint: str, size: int, anchor: str = "middle") -> str:
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{size}" fill="{paint}">{escape(text, quote=False)}</text>'
