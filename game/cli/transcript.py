"""A record as text for people and as JSON lines for scripts, and its review as text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from topping_out.game import roster
from topping_out.game.arena.external.wire import tagged
from topping_out.game.bots.review.accuracy import accuracy_of
from topping_out.game.bots.review.review import Review, price
from topping_out.game.bots.weights import bot_named
from topping_out.game.cli.console import ProgressBar
from topping_out.game.engine import AnyGame, Seat
from topping_out.game.language import mark, tr
from topping_out.game.match import replay
from topping_out.game.record import Header, Player, Record, changes_of, names_of, seated, start_state
from topping_out.game.registry import load
from topping_out.game.text import clock_text, commas, paragraph, printable, sentence


def text_lines(record: Record) -> list[str]:
    """Return the header, then a line for each action in the game's own sentences. Raises RecordError."""
    header, game = record.header, load(record.header.game)
    steps = replay(record)
    timed = any(step.entry.ms for step in steps)
    lines = [*_header_lines(game, header), ""]
    number = 0
    for step, (entry, action, events, _) in enumerate(steps):
        number += action is not None
        names = _names(header, step)
        sentences = [sentence for event in events if (sentence := game.describe(event, names))]
        if action is not None and entry.seat is not None and not sentences:
            sentences = [game.describe_action(entry.seat, action, names) or f"{names[entry.seat]}: {entry.text}."]
        if sentences:
            place = "" if action is None else str(number)
            lines.append(f"{place:>4}  {clock_text(entry.ms) + '  ' if timed else ''}{' '.join(sentences)}")
    state = steps[-1].state if steps else start_state(header)
    if not game.outcome(state):
        names = _names(header, len(steps))
        waited_for = commas(names[seat] for seat in sorted(game.actors(state)))
        lines += ["", tr("Not finished. To act: {names}.", names=waited_for)]
    return lines


def _names(header: Header, step: int) -> list[str]:
    return [*map(printable, names_of(seated(header, step)))]


def _header_lines(game: AnyGame, header: Header) -> Iterator[str]:
    yield tr("{game} (rules version {version}), seed {seed}", game=game.title, version=header.rules, seed=header.seed)
    if header.started:
        yield tr("Started {time}", time=printable(header.started))
    for seat, player in enumerate(header.seats):
        yield tr("Seat {number}: {name} ({kind})", number=seat + 1, name=printable(player.name), kind=_kind(player))
    for change in changes_of(header):
        who, kind = printable(change.player.name), _kind(change.player)
        text = mark("Seat {number}, first {step} entries: {name} ({kind})")
        yield tr(text, number=change.seat + 1, step=change.step, name=who, kind=kind)
    for option in game.options(len(header.seats)):
        if option.key in header.options:  # else the record was made before there was this option
            yield tr(
                "{name}: {value}", name=option.title, value=option.label(header.options.get(option.key, option.default))
            )


def _kind(player: Player) -> str:
    return tr("human") if player.is_human else tr("bot, {level}", level=roster.title(player.level))


def json_lines(record: Record) -> Iterator[str]:
    """Yield one JSON object a line: header and first state, then each action. Raises RecordError before the first.

    An action has its number (from 1), ms, seat (from 0), itself, events, and the full state after it. In a live game
    a line whose seat and action are null is time that passed.
    """
    game, steps = load(record.header.game), replay(record)
    start = start_state(record.header)
    yield _line({"header": msgspec.to_builtins(record.header), "state": game.dump(start)})
    number = 0
    for entry, action, events, state in steps:
        number += action is not None
        yield _line(
            {
                "number": number,
                "ms": entry.ms,
                "seat": entry.seat,
                "action": None if action is None else tagged(action),
                "events": [tagged(event) for event in events],
                "state": game.dump(state),
            }
        )


def _line(item: dict[str, Any]) -> str:
    return json.dumps(item, separators=(",", ":"))


def review_of(record: Record) -> Review:
    """Return the review of a record, judged here and now while a bar shows how far it is. Raises RecordError."""
    review = Review(record)
    bot = bot_named(review.game, review.game.levels[-1])
    with ProgressBar(len(review.decisions)) as progress:
        for number in range(len(review.decisions)):
            review.take(review.judge(number, bot))
            progress.step()
    while mistake := review.unexplained:
        review.explain(mistake, review.why(mistake, bot))
    return review


def review_lines(review: Review) -> Iterator[str]:
    """Yield a review as lines of text."""
    for seat in review.humans:
        yield _accuracy(review, seat)
        if hints := review.hints_taken(seat):
            yield f"  {hints}"
        for mistake in review.worst(seat):
            cost, decision = price(mistake.verdict.cost, review.game), mistake.decision
            moment = decision.time or tr("turn {number}", number=decision.turn)
            yield "  " + tr("{moment}, {cost}: {play}", moment=moment, cost=cost, play=mistake.played)
            better = paragraph([mistake.better, sentence(mistake.reason)])
            yield "    " + tr("better: {play}", play=better)
        if not review.worst(seat):
            yield f"  {review.verdict(seat)}"


def _accuracy(review: Review, seat: Seat) -> str:
    """Return who it is, and how well they played, of 100, where there is a measure."""
    cost = review.cost(seat)
    accuracy = None if cost is None else accuracy_of(review.game.name, cost)
    name = review.names[seat]
    return f"{name}:" if accuracy is None else tr("{name}: accuracy {number} of 100", name=name, number=round(accuracy))
