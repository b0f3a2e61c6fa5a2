"""T8: materials of one colour are alike, and nothing that is told says which of them is which."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given

from tests.game.by_luck.random_games import Deal, play, whole_game
from tests.game.by_luck.strategies import deals
from tests.game.towering.positions import GAME, NAMES
from topping_out.game.cli.transcript import json_lines, tagged
from topping_out.game.match import replay
from topping_out.game.record import Entry, Record, fold
from topping_out.game.storage.journal import read_record
from topping_out.game.towering.cards import HIDDEN, kind_of

GOLDEN = Path(__file__).parent / "golden.jsonl"
"""A record of before T8, in which materials have numbers."""
NUMBERED = re.compile(r"\b[brygxp]m\d")
SEEN_BY = (0, 1, None)


def cards_in(data: Any) -> Iterator[int]:
    """Yield what are cards in a view or an event as plain data."""
    for key in ("hand", "hands", "known", "towers", "discards", "card"):
        yield from flat(data.get(key, ()))
    for account in (*data.get("accounts", ()), *filter(None, (data.get("account"),))):
        yield from flat(account["towers"])


def flat(data: Any) -> Iterator[int]:
    if isinstance(data, (list, tuple)):
        for item in data:
            yield from flat(item)
    else:
        yield data


def says_which(data: Any) -> bool:
    """Tell whether plain data hold a card by another id than its kind's."""
    return any(card not in (HIDDEN, kind_of(card)) for card in cards_in(data))


@given(deal=deals("towering"))
def test_t8_no_view_event_or_text_says_which_material_is_which(deal: Deal) -> None:
    for step in play(deal, 150):
        for seat in SEEN_BY:
            assert not says_which(msgspec.to_builtins(GAME.view(step.state, seat)))
            assert not any(says_which(tagged(GAME.redact(event, seat))) for event in step.events)
        said = [str(step.action), *(str(action) for action in GAME.actions(step.state, step.state.turn))]
        said += [GAME.describe(event, NAMES) for event in step.events]
        assert not NUMBERED.search(" ".join([*said, json.dumps(GAME.dump(step.state))]))


def swapped(record: Record, rng: random.Random) -> Record:
    """Return the record with the numbers of its materials dealt out anew."""
    number = re.compile(r"(?<=m)\d$")
    return Record(
        record.header,
        [Entry(e.ms, e.seat, number.sub(lambda _: str(rng.randint(1, 4)), e.text)) for e in record.entries],
    )


@pytest.mark.parametrize("seed", range(5))
def test_t8_swapping_the_numbers_of_materials_leaves_every_view_and_event_equal(seed: int) -> None:
    one = read_record(GOLDEN)
    other = swapped(one, random.Random(seed))
    assert one.entries != other.entries
    for (_, _, events, state), (_, _, others, twin) in zip(replay(one), replay(other), strict=True):
        assert events == others
        assert [GAME.view(state, seat) for seat in SEEN_BY] == [GAME.view(twin, seat) for seat in SEEN_BY]


def test_t8_a_record_with_numbered_materials_goes_on_as_the_same_game_without_them() -> None:
    numbered = read_record(GOLDEN)
    plain = Record(numbered.header, [Entry(e.ms, e.seat, re.sub(r"m\d$", "m", e.text)) for e in numbered.entries])
    assert any(NUMBERED.search(entry.text) for entry in numbered.entries)
    for until in range(0, len(plain.entries), 40):
        assert fold(numbered, until) == fold(plain, until)


@given(deal=deals("towering"))
def test_t8_a_replay_as_json_tells_no_numbers(deal: Deal) -> None:
    whole, _, _ = whole_game(deal)
    record = Record(whole.header, whole.entries[:60])
    for line in json_lines(record):
        data = json.loads(line)
        assert not NUMBERED.search(line)
        assert not any(map(says_which, data.get("events", ())))
