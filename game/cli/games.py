"""Commands for games (`play`, `replay`, `print`) and for stored ones (`statistics`, `export`, `import`, `report`)."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any

import msgspec

from .. import roster
from ..arena.protocol import tagged
from ..bots.review import Review, accuracy_of, price
from ..bots.weights import bot_named
from ..engine import AnyGame, Seat, sentences_of
from ..language import mark, tr, tr_count
from ..match import Match, replay, time_up_words
from ..options import parse_options
from ..progress.daily import Deal, deal_of, deal_of_month, today
from ..progress.rating import limit_words
from ..record import (
    LARGEST_FILE,
    LARGEST_SEED,
    Header,
    Player,
    Record,
    RecordError,
    names_of,
    new_seed,
    parse_record,
    seated,
    start_state,
)
from ..registry import load, names
from ..storage.faults import new_name, pack
from ..storage.files import STANDARD, is_there, read_in, records_folder
from ..storage.history import Career, careers, csv_text
from ..storage.library import Saved, SaveLibrary, read_record
from ..storage.transfer import Export, Import
from ..text import clock_text, commas, escaped, full_stop, paragraph, printable, sentence
from .console import (
    INTERRUPTED,
    ProgressBar,
    UsageError,
    add_force,
    add_table,
    check_place,
    decimal_number,
    follow,
    print_lines,
    read_header,
    read_players,
    reading,
    tell,
    whole_number,
    write_text,
    writing,
)
from .doctor import examine
from .frontend import (
    BACKS,
    CARDS,
    LARGEST_BLEED,
    LARGEST_SHIFT,
    PAPERS,
    FilmRequest,
    Frontend,
    PrintOrder,
    WindowRequest,
)

# -- transcript


def text_lines(record: Record) -> list[str]:
    """Return the header, then a line for each action in the game's own words. Raises RecordError."""
    header, game = record.header, load(record.header.game)
    steps = replay(record)
    timed = any(step.entry.ms for step in steps)
    lines = [*_header_lines(game, header), ""]
    number = 0
    for step, (entry, action, events, _) in enumerate(steps):
        number += action is not None
        names = _names(header, step)
        sentences = sentences_of(game, events, names)
        if action is not None and entry.seat is not None and not sentences:
            sentences = [game.describe_action(entry.seat, action, names) or f"{names[entry.seat]}: {entry.text}."]
        if words := time_up_words(steps, step, names):
            sentences.insert(0, words)
        if sentences:
            place = "" if action is None else str(number)
            lines.append(f"{place:>4}  {clock_text(entry.ms) + '  ' if timed else ''}{' '.join(sentences)}")
    state = steps[-1].state if steps else start_state(header)
    if not game.outcome(state):
        names = _names(header, len(steps))
        waited_for = commas(names[seat] for seat in sorted(game.actors(state)))
        lines += ["", tr("Not finished. To move: {names}.", names=waited_for)]
    return lines


def _names(header: Header, step: int) -> list[str]:
    return [*map(printable, names_of(seated(header, step)))]


def _header_lines(game: AnyGame, header: Header) -> Iterator[str]:
    yield tr("{game} (rules version {version}), seed {seed}", game=game.title, version=header.rules, seed=header.seed)
    if header.started:
        yield tr("Started {time}", time=printable(header.started))
    for seat, player in enumerate(header.seats):
        yield tr("Seat {number}: {name} ({kind})", number=seat + 1, name=printable(player.name), kind=_kind(player))
    for change in header.purpose.changes:
        who, kind = printable(change.player.name), _kind(change.player)
        text = mark("Seat {number}, for the first {step} steps: {name} ({kind})")
        yield tr(text, number=change.seat + 1, step=change.step, name=who, kind=kind)
    for option in game.options(len(header.seats)):
        if option.key in header.options:  # if missing, the record is older than the option
            yield tr("{name}: {value}", name=option.title, value=option.label(header.options[option.key]))


def _kind(player: Player) -> str:
    return tr("human") if player.is_human else tr("bot, {level}", level=roster.title(player.level))


def json_lines(record: Record) -> Iterator[str]:
    """Yield JSON objects: the header with the first state, then each action. Raises RecordError before the first.

    An action has its number (from 1), ms, seat (from 0), the action itself, its events, and the full state after it.
    In a live game, an item whose seat and action are null stands for time that passed.
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
    """Return the complete review of a record, with a progress bar while it is judged. Raises RecordError."""
    review = Review(record)
    bot = bot_named(review.game, review.game.levels[-1])
    with suppress(KeyboardInterrupt), ProgressBar(len(review.decisions)) as progress:  # what is judged by then is shown
        for number in range(len(review.decisions)):
            review.take(review.judge(number, bot))
            progress.step()
    while mistake := review.unexplained:
        review.explain(mistake, review.why(mistake, bot))
    return review


def review_lines(review: Review) -> Iterator[str]:
    """Yield a review as lines of text."""
    if not review.humans:
        yield tr("Only people's decisions are reviewed, and only bots played here, so nothing was judged.")
    elif review.judged < len(review.decisions):
        text = mark("Stopped after {number} of {total} decisions.")
        yield tr(text, number=review.judged, total=len(review.decisions))
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
    """Return a human's name, with their accuracy out of 100 if the game has a scale."""
    cost = review.cost(seat)
    accuracy = None if cost is None else accuracy_of(review.game.name, cost)
    name = review.names[seat]
    return f"{name}:" if accuracy is None else tr("{name}: accuracy {number} of 100", name=name, number=round(accuracy))


# -- play


def add_play(commands: Any) -> None:
    play = commands.add_parser("play", help=tr("play a game"))
    add_table(play)
    seats = tr("who sits there, e.g. human,hard (default: you and one bot)")
    play.add_argument("--seats", metavar="LIST", help=seats)
    play.add_argument("--names", metavar="LIST", default="", help=tr("what they're called, e.g. Ana,Ben"))
    seed = tr("the same seed always deals the same cards")
    play.add_argument("--seed", metavar="S", type=whole_number(0, LARGEST_SEED), help=seed)
    when = play.add_mutually_exclusive_group()
    when.add_argument("--day", metavar="DATE", type=_day, help=tr("the daily deal of that day, e.g. 2026-11-22"))
    when.add_argument("--month", metavar="MONTH", type=_month, help=tr("the deal of that month, e.g. 2026-11"))
    play.set_defaults(run=_play)


def show_title(arguments: argparse.Namespace, frontend: Frontend) -> int:
    return frontend.show(WindowRequest("title"))


def _play(arguments: argparse.Namespace, frontend: Frontend) -> int:
    game: AnyGame = arguments.game
    if arguments.day or arguments.month:
        return frontend.show(WindowRequest("play", deal=_deal(arguments)))
    usual = ",".join(["human"] + [game.levels[len(game.levels) // 2]] * (max(2, game.seats[0]) - 1))
    players = read_players(usual if arguments.seats is None else arguments.seats, arguments.names)
    seed = new_seed() if arguments.seed is None else arguments.seed
    header = read_header(arguments, players, seed, datetime.now().isoformat(timespec="seconds"))
    return frontend.show(WindowRequest("play", header=header))


def _deal(arguments: argparse.Namespace) -> Deal:
    """Return the deal of the requested day or month. Raises UsageError."""
    if arguments.seats or arguments.names or arguments.options or arguments.seed is not None:
        text = mark("{argument}: a daily or monthly deal already fixes seats, names, options and seed; leave this out")
        raise UsageError(tr(text, argument="--day" if arguments.day else "--month"))
    try:
        deal = deal_of(arguments.game.name, arguments.day) if arguments.day else deal_of_month(arguments.month)
    except ValueError as error:  # a game's own file of deals may be wrong
        raise UsageError(str(error)) from None
    if deal.game != arguments.game.name:
        text = mark("--month: {month}'s deal is for another game: write {command}")
        raise UsageError(tr(text, month=deal.date, command=f"play {deal.game}"))
    return deal


def _day(text: str) -> date:
    """Parse a day that has begun."""
    return _begun(text, date.fromisoformat, mark("{text} isn't a date: write it as 2026-11-22"))


def _month(text: str) -> date:
    """Parse a month that has begun, and return its first day."""
    problem = mark("{text} isn't a month: write it as 2026-11")
    return _begun(text, lambda month: datetime.strptime(month, "%Y-%m").date(), problem)


def _begun(text: str, parse: Callable[[str], date], problem: str) -> date:
    try:
        day = parse(text)
    except ValueError:
        raise argparse.ArgumentTypeError(tr(problem, text=repr(text[:40]))) from None
    if day > today():
        message = mark("{day} is in the future: today is {today} (UTC)")
        raise argparse.ArgumentTypeError(tr(message, day=text, today=today()))
    return day


# -- replay


def add_replay(commands: Any) -> None:
    replay = commands.add_parser("replay", help=tr("look back at a game"))
    folder = str(records_folder()).replace("%", "%%")
    file = tr("a record; the games played here are in {folder}", folder=folder)
    replay.add_argument("file", metavar="FILE", type=Path, help=file)
    how = replay.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help=tr("as text, a line for each action"))
    lines = tr("as JSON lines: each action, its events, the state after it")
    how.add_argument("--json", action="store_true", help=lines)
    review = tr("each human's accuracy, their three costliest decisions, and what was better")
    how.add_argument("--review", action="store_true", help=review)
    film = tr("as a film (animated WebP) in a new file")
    how.add_argument("--film", metavar="FILE", type=Path, help=film)
    add_force(replay)
    last = tr("only the last seconds of the game")
    replay.add_argument("--last", metavar="SECONDS", type=whole_number(1, 3600), help=last)
    most = tr("how large the film may be (default: {number})", number=8)
    replay.add_argument("--most", metavar="MB", type=whole_number(1, 100), default=8, help=most)
    replay.set_defaults(run=_replay)


def _replay(arguments: argparse.Namespace, frontend: Frontend) -> int:
    path: Path = arguments.file
    if path == STANDARD:
        return _show_record(arguments, frontend, None)
    if os.path.isdir(path):
        raise UsageError(tr("{file} is a folder: name one record in it", file=path))
    with suppress(OSError):  # if this is unknown, opening the file shows why
        if not is_there(path):
            text = mark("there's no file {file}: the games played here are in {folder}")
            raise UsageError(tr(text, file=path, folder=records_folder()))
    return _show_record(arguments, frontend, path)


def _show_record(arguments: argparse.Namespace, frontend: Frontend, path: Path | None) -> int:
    """Show the record in a file, or the one on standard input. Raises RecordError."""
    try:
        record = read_record(path) if path else parse_record(read_in(LARGEST_FILE), tr("standard input"))
        if arguments.json:
            print_lines(json_lines(record))
            return 0
    except RecordError as error:
        if arguments.json:  # scripts read the place of the error
            print_lines([json.dumps({"type": "error", "message": str(error), **error.place})])
        raise
    if arguments.text:
        print_lines(text_lines(record))
        return 0
    if arguments.review:
        review = review_of(record)
        print_lines(review_lines(review))
        return 0 if review.judged == len(review.decisions) else INTERRUPTED
    if arguments.film:
        largest = arguments.most * 1_000_000
        with writing("--film", arguments.film, arguments.force) as place:
            request = FilmRequest(record, place, arguments.last, largest, arguments.force)
            made = follow(frontend.make_film(request))
        tell(arguments.film, [made])
        return 0
    Match(record)  # raises RecordError before a window opens
    return frontend.show(WindowRequest("replay", record=record, path=path))


# -- printing


def add_print(commands: Any) -> None:
    command = commands.add_parser("print", help=tr("make a PDF of cards, score sheet and rules to print"))
    add_table(command)
    file = tr("the PDF to create (default: one in this folder, named after the game)")
    command.add_argument("file", metavar="FILE", type=Path, nargs="?", help=file)
    command.add_argument("--paper", choices=PAPERS, default=PAPERS[0], help=tr("paper size"))
    sizes = tr("size of the cards: poker is 63 by 88 mm, mini 44 by 68 mm")
    command.add_argument("--cards", choices=CARDS, default=CARDS[0], help=sizes)
    bleed = tr("how far colours extend beyond the cutting line, in mm (default: {number})", number=1)
    command.add_argument("--bleed", metavar="MM", type=decimal_number(0, LARGEST_BLEED), default=1.0, help=bleed)
    places = tr("duplex: backs on the other side of the sheet; fold: beside the faces, to fold over and glue")
    command.add_argument("--backs", choices=BACKS, default=BACKS[0], help=places)
    same = tr("the same as --backs none")
    command.add_argument("--no-backs", dest="backs", action="store_const", const="none", help=same)
    shift = tr("move the backs on the other side of the sheet by this many mm, if your printer is off by that much")
    metavar, mm = (tr("RIGHT"), tr("DOWN")), decimal_number(-LARGEST_SHIFT, LARGEST_SHIFT)
    command.add_argument("--shift-backs", metavar=metavar, nargs=2, type=mm, default=(0.0, 0.0), help=shift)
    command.add_argument("--grey", action="store_true", help=tr("for black-and-white printers"))
    add_force(command)
    command.set_defaults(run=_print)


def _print(arguments: argparse.Namespace, frontend: Frontend) -> int:
    game = arguments.game
    offered = {option.key: option for seats in game.seats for option in game.options(seats)}
    options = {}
    for key, given in parse_options(arguments.options, game.presets).items():
        if key not in offered:
            raise UsageError(tr("--options: {game} has no option {key}", game=game.name, key=repr(key)))
        try:
            options[key] = offered[key].read(given)
        except ValueError as error:  # OptionError
            raise UsageError(str(error)) from None
    path = arguments.file or Path(f"{game.name}.pdf")
    with writing(tr("FILE"), path, arguments.force) as place:
        cards = arguments.paper, arguments.cards, arguments.bleed, arguments.backs, tuple(arguments.shift_backs)
        order = PrintOrder(game.name, place, options, *cards, arguments.grey, arguments.force)
        made = follow(frontend.print_game(order))
    tell(path, [made])
    return 0


# -- statistics


def add_statistics(commands: Any) -> None:
    command = commands.add_parser("statistics", help=tr("show the statistics of all finished games"))
    csv = tr("write one line for each finished game and seat instead")
    how = command.add_mutually_exclusive_group()
    how.add_argument("--csv", metavar="FILE", type=Path, help=csv)
    how.add_argument("--json", action="store_true", help=tr("the same as one JSON object"))
    add_force(command)
    command.set_defaults(run=_statistics)


def _statistics(arguments: argparse.Namespace, frontend: object) -> int:
    check_place("--csv", arguments.csv, arguments.force)
    library = SaveLibrary()
    library.read_all()
    finished = library.finished()
    if arguments.csv:
        write_text("--csv", arguments.csv, csv_text(finished), arguments.force)
        games = tr_count(
            "{number} finished game in {file}", "{number} finished games in {file}", len(finished), file=arguments.csv
        )
        tell(arguments.csv, [games, *library.problems])
    elif arguments.json:
        print_lines([json.dumps({"players": [*_players(finished)], "problems": library.problems})])
    else:
        print_lines([*_statistics_lines(finished), *library.problems])
    return 0


def _statistics_lines(finished: list[Saved]) -> Iterator[str]:
    every = _careers(finished)
    if not every:
        yield tr("No game with a human player has been finished yet.")
    for game, career in every:
        yield tr("{game}, {name}: {summary}", game=load(game).title, name=career.name, summary=_summary(career))


def _players(finished: list[Saved]) -> Iterator[dict[str, Any]]:
    """Yield what `_statistics_lines` says as plain JSON data."""
    for game, career in _careers(finished):
        rating = {"elo": career.rating.elo, "margin": career.rating.margin} if career.rating.games else None
        games = {"played": len(career.played), "won": career.won, "best": career.best}
        yield {"game": game, "name": career.name, **games, "rating": rating}


def _careers(finished: list[Saved]) -> list[tuple[str, Career]]:
    """Return the careers of each game's players, with the most games first."""
    by_game = careers(finished)
    return [
        (game, career)
        for game in names()
        for career in sorted(by_game.get(game, {}).values(), key=lambda career: -len(career.played))
    ]


def _summary(career: Career) -> str:
    won, played, rating = career.won, len(career.played), career.rating
    text = tr_count(
        "{won} of {number} game won, best score {best}", "{won} of {number} games won, best score {best}", played,
        won=won, best=career.best,
    )  # fmt: skip
    if not rating.games:
        return text
    rated = tr(
        "{summary}, rating {rating} ± {margin}", summary=text, rating=round(rating.elo), margin=round(rating.margin)
    )
    why = limit_words(career.game, rating)
    return paragraph([full_stop(rated), why]) if why else rated


# -- transfer


PUT_OUT = mark("put everything into one file: games, settings, your own decks and languages, results")


def add_transfer(commands: Any) -> None:
    out = commands.add_parser("export", help=tr(PUT_OUT))
    out.add_argument("file", metavar="FILE", type=Path, help=tr("the zip file to create"))
    add_force(out)
    out.set_defaults(run=_export)
    back = commands.add_parser("import", help=tr("add the contents of an exported file to what you have here"))
    back.add_argument("file", metavar="FILE", type=Path, help=tr("a file created by `export`"))
    back.set_defaults(run=_import)


def _export(arguments: argparse.Namespace, frontend: object) -> int:
    with writing(tr("FILE"), arguments.file, arguments.force) as place:
        export = Export(place, may_replace=arguments.force)
        follow(export.steps())
    tell(arguments.file, [*export.problems, export.summary()])
    return 0


def _import(arguments: argparse.Namespace, frontend: Frontend) -> int:
    with reading(arguments.file) as place:
        work = Import(place, frontend.check_settings)
        follow(work.steps())
    print_lines([*work.left_out, work.summary()])
    return 0


# -- report


def add_report(commands: Any) -> None:
    report = commands.add_parser("report", help=tr("pack everything that helps to find a problem into one file"))
    file = tr("the zip file to create (default: one in this folder)")
    report.add_argument("file", metavar="FILE", type=Path, nargs="?", help=file)
    add_force(report)
    report.set_defaults(run=_report)


def _report(arguments: argparse.Namespace, frontend: Frontend) -> int:
    path = arguments.file or Path(new_name())
    with writing(tr("FILE"), path, arguments.force) as place:
        found = "".join(f"{escaped(str(finding))}\n" for finding in examine(frontend.diagnose))
        packed = pack(place, found, arguments.force)
    tell(path, packed)
    return 0
