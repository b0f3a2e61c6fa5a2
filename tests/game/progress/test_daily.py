"""The deal of the day: the same everywhere, counted once, and derived from the records alone."""

import json
import os
import subprocess
import sys
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.game.matches import play_on
from tests.golden import sampled
from topping_out.game import registry, roster
from topping_out.game.assets import ROOT
from topping_out.game.bots.worker import CACHE, COMPARED, Comparisons, in_place_of, play_out
from topping_out.game.engine import Outcome
from topping_out.game.match import Match
from topping_out.game.progress import daily
from topping_out.game.progress.daily import Deal, deal_of, share_text, tower_text
from topping_out.game.record import Header, Occasion, check_start, start_state
from topping_out.game.registry import load
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.storage.history import counted_tries
from topping_out.game.storage.library import SaveLibrary

SUNDAY = date(2026, 11, 22)
DAYS = (date(2026, 1, 1), SUNDAY, date(2028, 2, 29))
GOLDEN = {
    "wyoming": ["078c6aec6f54", "7ef4148a8b43", "a0c08407703b"],
    "towering": ["a23b4f693419", "ea286f307862", "bab900075588"],
    "towers": ["4cc4c6087344", "8a6c4c2f7def", "a0e227389a04"],
    "icetowers": ["2c109573e175", "a8fdab1d82ae", "a2386722a6c4"],
}  # fmt: skip
"""The shortened digest of each game's deal on each of the DAYS."""
TELL = """
from datetime import date
from topping_out.game.progress.daily import deal_of
from topping_out.game.registry import names
from tests.game.progress.test_daily import DAYS, digest
print([digest(deal_of(name, day)) for name in names() for day in DAYS])
"""


def digest(deal: Deal) -> str:
    """Return a short digest of a deal: its header and its initial state."""
    dealt = load(deal.game).dump(start_state(deal.header))
    decoded = msgspec.json.decode(msgspec.json.encode([deal.header, dealt], order="deterministic"))
    return sha256(msgspec.json.encode(as_then(decoded))).hexdigest()[:12]


LATER = {"scaffolding": "false", "safe": "0", "picture": '""', "colour": '""', "about": '""'}
"""Fields added after the digests were made, with their neutral values, which are left out."""


def as_then(data: Any) -> Any:
    if isinstance(data, list):
        return [as_then(part) for part in data]
    if isinstance(data, dict):
        return {key: as_then(value) for key, value in data.items() if json.dumps(value) != LATER.get(key)}
    return data


@pytest.fixture
def library(tmp_path: Path) -> SaveLibrary:
    return SaveLibrary(tmp_path)


@pytest.fixture
def deal() -> Deal:
    return deal_of("towers", SUNDAY)


def play(library: SaveLibrary, deal: Deal, plies: int = 10_000, is_counted: bool = True, at: str = "10:00:00") -> Match:
    """Play a deal for `plies` plies or to its end."""
    match = play_on(library.start(deal.begin(is_counted, f"{deal.date}T{at}")), plies)
    library.close()
    return match


# -- the deal


@pytest.mark.parametrize("name", GOLDEN)
def test_a_deal_never_changes(name: str) -> None:
    assert [digest(deal_of(name, day)) for day in DAYS] == GOLDEN[name]


def test_a_deal_is_the_same_in_other_time_zones_languages_and_homes(tmp_path: Path) -> None:
    def deals_in(zone: str, language: str) -> str:
        home = tmp_path / language
        decks = home / "data" / "decks"
        decks.mkdir(parents=True)
        if language == "pl":
            (decks / "standard.toml").write_text("title = 'Mine'\n")
            (decks / "mine.toml").write_bytes((registry.entry("towers").data / "decks" / "standard.toml").read_bytes())
        own = {"TZ": zone, "LC_ALL": f"{language}.UTF-8", "LANG": language, "TOPPING_OUT_LANGUAGE": language}
        own |= {"PYTHONHASHSEED": str(len(zone)), HOME_VARIABLE: str(home)}
        command = [sys.executable, "-c", TELL]
        return subprocess.run(
            command, env=os.environ | own, cwd=ROOT, capture_output=True, encoding="utf-8", check=True
        ).stdout

    assert deals_in("Pacific/Kiritimati", "pl") == deals_in("America/Anchorage", "de") != ""


@pytest.mark.parametrize("name", registry.names())
def test_every_deal_of_a_rota_is_playable_against_bots_of_one_level(name: str) -> None:
    for number in range(30):
        header = deal_of(name, SUNDAY + timedelta(days=number)).header
        start_state(header)
        assert [player.is_human for player in header.seats] == [True, *[False] * (len(header.seats) - 1)]
        assert {roster.level_of(player.level) for player in header.seats[1:]} == {daily.LEVEL}
    assert len({deal_of(name, SUNDAY + timedelta(days=number)).header.seed for number in range(30)}) == 30


@pytest.mark.parametrize("text", ["days = 3", "days = [{seats = 'two'}]", "rota = []", "day", b"\xff"])
def test_an_invalid_rota_is_refused_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | bytes
) -> None:
    path = tmp_path / daily.ROTA
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    monkeypatch.setattr(daily, "data_file", lambda name, file: path)
    with pytest.raises(ValueError, match=daily.ROTA):
        daily._rota.__wrapped__("towers")


# -- the deal of the month


def test_the_deal_of_a_month_depends_only_on_the_month() -> None:
    assert daily.deal_of_month(date(2026, 11, 1)) == daily.deal_of_month(date(2026, 11, 30))
    assert [digest(daily.deal_of_month(day)) for day in DAYS] == ["26954fc3cac1", "7f5af4fd175a", "c820aeb96add"]


def test_a_deal_uses_the_rules_version_of_its_day() -> None:
    days = (date(2026, 11, 23), date(2026, 11, 24), date(2026, 11, 27), date(2026, 11, 28))
    assert [deal_of("icetowers", day).header.rules for day in days] == [2, 3, 3, 4]


def test_every_deal_of_a_month_has_an_unusual_option() -> None:
    seen = set()
    for number in range(26):
        deal = daily.deal_of_month(date(2026 + number // 12, number % 12 + 1, 1))
        start_state(deal.header)
        usual = {option.key: option.default for option in load(deal.game).options(len(deal.header.seats))}
        assert any(value != usual[key] for key, value in deal.header.options.items() if key != "first"), deal.date
        assert {roster.level_of(player.level) for player in deal.header.seats[1:]} == {daily.LEVEL}
        seen.add(deal.game)
    assert seen == set(GOLDEN)


def test_a_months_deal_counts_once_and_for_no_day(library: SaveLibrary) -> None:
    month = daily.deal_of_month(SUNDAY)
    for is_counted, plies in ((True, 10_000), (False, 2)):
        play_on(library.start(month.begin(is_counted, "2026-11-03T10:00:00")), plies)
        library.close()
    tries = counted_tries(library, [month])
    assert [*tries] == [(month.game, "2026-11")]
    assert tries[month.game, "2026-11"].outcome
    outcomes = {place: attempt.outcome for place, attempt in tries.items()}
    assert daily.days_played(outcomes, SUNDAY) == 0
    assert daily.tally(outcomes, month.game, SUNDAY).played == 0


def test_an_invalid_month_is_refused(deal: Deal) -> None:
    header = msgspec.structs.replace(deal.header, occasion=Occasion(month="2026-13"))
    with pytest.raises(ValueError, match="month"):
        check_start(header)


# -- the attempt that counts


def test_only_the_first_attempt_at_a_deal_counts(library: SaveLibrary, deal: Deal) -> None:
    first = play(library, deal)
    play(library, deal, is_counted=False)
    attempt = counted_tries(library)["towers", deal.date]
    assert attempt.outcome == first.outcome
    assert not attempt.is_under_way


def test_an_abandoned_attempt_counts_as_given_up(library: SaveLibrary, deal: Deal) -> None:
    play(library, deal, 5)
    attempt = counted_tries(library)["towers", deal.date]
    assert attempt.is_under_way
    library.abandon(attempt.saved.path)
    given_up = counted_tries(library)["towers", deal.date]
    assert given_up.is_given_up
    assert not given_up.is_under_way


def test_of_two_counted_attempts_the_earlier_one_counts(library: SaveLibrary, deal: Deal) -> None:
    play(library, deal, at="12:00:00")
    play(library, deal, 3, at="09:00:00")
    assert counted_tries(library)["towers", deal.date].is_under_way


def test_a_branch_of_an_attempt_does_not_count(library: SaveLibrary, deal: Deal) -> None:
    occasion = Occasion(day=deal.date, is_counted=True, branch=4)
    library.start(msgspec.structs.replace(deal.header, occasion=occasion))
    assert counted_tries(library) == {}


def test_deleted_and_torn_records_are_ignored(library: SaveLibrary, deal: Deal) -> None:
    play(library, deal)
    (path,) = library.folder.glob("*.jsonl")
    data = path.read_bytes()
    path.unlink()
    assert counted_tries(library) == {}
    away = library.folder / "abandoned"
    away.mkdir()
    (away / "a.jsonl").write_bytes(data[:60])
    (away / "b.jsonl").write_bytes(b'{"occasion": ' * 50)
    (away / "c.jsonl").mkdir()
    assert counted_tries(library) == {}


def test_an_attempt_is_found_before_the_library_has_read_its_file(
    library: SaveLibrary, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(library, deal)
    monkeypatch.setattr("topping_out.game.storage.library.AT_ONCE", 0)
    (library.folder / "index.ndjson").unlink(missing_ok=True)
    slow = SaveLibrary(library.folder)
    assert counted_tries(slow) == {}
    assert counted_tries(slow, [deal])["towers", deal.date].outcome


def test_a_game_counts_for_the_day_of_its_deal(library: SaveLibrary, deal: Deal) -> None:
    """For example, if it was begun before midnight and ended after it, or with a wrong clock."""
    play(library, deal, at="23:59:00")
    play(library, deal_of("towers", SUNDAY + timedelta(days=1)))
    outcomes = {place: attempt.outcome for place, attempt in counted_tries(library).items()}
    assert daily.tally(outcomes, "towers", SUNDAY).played == 1
    assert daily.tally(outcomes, "towers", SUNDAY + timedelta(days=1)).played == 2
    assert daily.tally(outcomes, "towers", SUNDAY + timedelta(days=7)).played == 1
    assert daily.tally(outcomes, "wyoming", SUNDAY).played == 0
    assert [daily.days_played(outcomes, SUNDAY + timedelta(days=on)) for on in (-1, 0, 1, 6, 7, 8)] == [
        0,
        1,
        2,
        2,
        1,
        0,
    ]


# -- comparison with bots


def make_up(header: Header) -> Outcome:
    """Stand-in for a game of bots: the player's seat wins, with the length of its level's name as score."""
    return Outcome((0,), (len(header.seats[0].level), *[0] * (len(header.seats) - 1)), "made up")


def hear_all(comparisons: Comparisons, header: Header) -> None:
    comparisons.ask(header)
    while comparisons.is_awaited(header):
        comparisons.listen()
    comparisons.close()


def test_bots_play_a_deal_reproducibly(deal: Deal) -> None:
    game = in_place_of(deal.header, "medium")
    assert [player.level for player in game.seats[1:]] == [player.level for player in deal.header.seats[1:]]
    assert play_out(game) == play_out(game)


def test_results_of_bots_are_cached(tmp_path: Path, deal: Deal) -> None:
    comparisons = Comparisons(tmp_path, make_up)
    comparisons.ask(deal.begin(True, "earlier"))
    assert comparisons.is_awaited(deal.header)
    hear_all(comparisons, deal.header)
    assert list(comparisons.found(deal.header)) == list(COMPARED)
    again = Comparisons(tmp_path, make_up)
    again.ask(deal.begin(False, "later"))
    assert not again.is_awaited(deal.header)
    assert again.found(deal.header) == comparisons.found(deal.header)
    assert again.found(deal_of("towers", SUNDAY + timedelta(days=1)).header) == {}


@sampled("damage", ["deleted", "torn", "another program's", "untrue"], ["torn", "untrue"])
def test_an_invalid_cache_is_rebuilt(tmp_path: Path, deal: Deal, damage: str) -> None:
    hear_all(Comparisons(tmp_path, make_up), deal.header)
    path = tmp_path / CACHE
    data = path.read_bytes()
    invalid = {"torn": data[:-9], "another program's": data.replace(b'"program":"', b'"program":"9'),
              "untrue": data.replace(b'"winners":[0]', b'"winners":[7]')}  # fmt: skip
    path.unlink() if damage == "deleted" else path.write_bytes(invalid[damage])
    comparisons = Comparisons(tmp_path, make_up)
    assert comparisons.found(deal.header) == {}
    hear_all(comparisons, deal.header)
    assert len(comparisons.found(deal.header)) == 3


# -- to share


def test_a_shared_result_reveals_nothing_about_the_deal(deal: Deal) -> None:
    second, third = (player.name for player in deal.header.seats[1:])
    text = share_text(deal.header, Outcome((0,), (18, 13, 9), "points"))
    assert text == f"Topping Out · 2026-11-22 · Towers\nWon: me 18, {second} 13, {third} 9\n🌲\n🟧\n🟧\n🟧"
    lost = share_text(deal.header, Outcome((1,), (-5, 13, 0), "points"))
    assert lost.endswith(f"\nLost: me −5, {second} 13, {third} 0\n🟧")
    assert tower_text(Outcome((), (0, 0), "none")) == "🟧"


def test_a_shared_result_states_the_masters_result(deal: Deal) -> None:
    lost, nobody = Outcome((1,), (7, 13, 9), "points"), Outcome((), (7, 7, 7), "none")
    for master, words in ((Outcome((0,), (21, 8, 3), ""), "A master in my seat won with 21"),
                          (Outcome((2,), (6, 8, 9), ""), "A master in my seat lost with 6"),
                          (nobody, "A master in my seat: 7, and nobody won")):  # fmt: skip
        assert share_text(deal.header, lost, master).splitlines()[2] == words
    assert share_text(deal.header, nobody).splitlines()[1].startswith("Nobody won: me 7, ")
