"""What all bots share: levels, tempers, reasons, remarks, weights and defaults, and how they take over a seat."""

import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise, product
from pathlib import Path
from statistics import fmean
from typing import Any, get_args

import msgspec
import pytest

from measure import oracle
from tests.conformance import middle
from tests.game.by_luck.random_games import play, random_deal, short_options
from tests.game.icetowers import positions as ice
from tests.game.matches import Matches, Teller, act, lineup, pairs_of, played_by_chance, stories
from tests.game.towering.positions import whole_out
from tests.game.towers import positions as towers
from tests.game.wyoming.positions import laid_out, table
from tests.golden import sampled
from topping_out.game import registry, roster
from topping_out.game.arena.contest import Contest
from topping_out.game.bots import weights
from topping_out.game.bots.puzzles import Puzzle, analysis_of, puzzles_of
from topping_out.game.bots.search import (
    AGAIN,
    OTHERS,
    OWN,
    TOTAL,
    WHOLE,
    Difference,
    Fact,
    Reasons,
    compare,
    greatest,
    many_things,
)
from topping_out.game.bots.weights import (
    PLAYOUTS,
    PlayoutBot,
    as_bot,
    bot_named,
    default_bot,
    gauntlet,
    make_bot,
    scaled,
    successor,
    take_over,
    weights_named,
)
from topping_out.game.city import MIN_ACTIONS_BETWEEN, Remark, Talk
from topping_out.game.cli.games import text_lines
from topping_out.game.engine import AnyGame, Outcome, RandomBot
from topping_out.game.icetowers.bots import evaluation as icetowers
from topping_out.game.options import Value
from topping_out.game.progress.summary import summarise
from topping_out.game.record import (
    Change,
    Occasion,
    Player,
    Record,
    RecordError,
    branch_of,
    fold,
    names_of,
    parse_record,
    seated,
)
from topping_out.game.registry import GameEntry, load
from topping_out.game.roster import LEVELS, Moment, UnknownBot, characters
from topping_out.game.wyoming.bots import search as wyoming

# -- levels


STEPS = [(name, *step) for name in registry.names() for step in pairwise(load(name).levels)]
TEMPERED = [name for name in registry.names() if weights._tables(name, "bots.toml").get("temper")]


def pairs_won(name: str, stronger: str, weaker: str, pairs: int, **how: Any) -> float:
    """Return the share of short pairs of games won by the stronger bot, by wins and then by points.

    A game of rounds is shortened to one round of the usual size, because in a smaller one luck decides too much.
    """
    short = short_options(load(name), 2)
    options = {"rounds": short["rounds"]} if "rounds" in short else short
    contest = Contest(*lineup(name, f"{stronger},{weaker}", **options), **how)
    played = [(pair.share(), pair.margin) for pair in pairs_of(contest, pairs)]
    return fmean(((pair > (0.5, 0)) + (pair >= (0.5, 0))) / 2 for pair in played)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("own_speed", [True, False])
@pytest.mark.parametrize(("name", "weaker", "stronger"), STEPS)
def test_each_level_beats_the_one_below(name: str, weaker: str, stronger: str, own_speed: bool) -> None:
    """In a live game at its own speed and at equal speed."""
    if own_speed and not load(name).live:
        pytest.skip("speed does not matter in turn games")
    pairs = 20 if stronger == "master" else 100
    assert pairs_won(name, stronger, weaker, pairs, own_speed=own_speed) >= 0.6 - 1.5 * 0.5 / pairs**0.5


@sampled(
    "name, level", product(registry.names(), ["easy", "master"]), product(registry.names(), ["easy"])
)  # the master's reasons are tested below
def test_a_judging_level_can_judge_every_action_with_a_reason(name: str, level: str) -> None:
    game, bot = load(name), bot_named(load(name), level)
    state, seat = middle(name, game.seats[0])
    view, actions = game.view(state, seat), game.actions(state, seat)
    for played in actions[:: max(1, len(actions) // 4)]:
        found = bot.judge(view, actions, played, random.Random(2))
        if found is not None:
            assert found.cost >= 0
            assert found.better.action in actions
            why = bot.why(view, [found.better.action], [played], random.Random(2))
            assert not why or why.endswith(".")


@sampled("name", registry.names(), ["towering", "towers", "icetowers"])
def test_the_masters_own_choice_costs_almost_nothing(name: str) -> None:
    """(Its evaluation varies a little.)"""
    game, master = load(name), bot_named(load(name), "master")
    for seats in game.seats:
        state, seat = middle(name, seats)
        view, actions = game.view(state, seat), game.actions(state, seat)
        best = master.choose(view, actions, random.Random(0))
        found = None if best is None else master.judge(view, actions, best, random.Random(0))
        assert found is None or found.cost < 1.5


@pytest.mark.parametrize("name", TEMPERED)
def test_every_temper_works_with_every_level(name: str) -> None:
    game = load(name)
    for word, person in roster.characters().items():
        assert type(bot_named(game, word)) is type(bot_named(game, person.level))
    for factors in weights._tables(name, "bots.toml")["temper"].values():
        assert all(make_bot(game, scaled(weights_named(name, level), factors)) for level in roster.LEVELS)


# -- old bots


WITH_GAUNTLET = [name for name in registry.names() if registry.data_file(name, "gauntlet.toml")]
NUMBERS = {"one-turn": 48, "tuned": 24, "master-1": 12}
"""Number of recorded decisions by bot; bots that search are slower."""


LATER: dict[str, dict[str, tuple[str, ...]]] = {"wyoming": {"scaffolding": ()}, "towers": {"deck": ("standard",)}}
"""By game: options that are newer than the old bots or have more choices now, with the choices of that time."""
VERSIONS = {"icetowers": 3}
"""By game: the version of the rules at that time, if they have changed since."""


def options_of_the_day(game: AnyGame, seats: int, luck: random.Random) -> dict[str, Value]:
    later, options = LATER.get(game.name, {}), dict[str, Value]()
    for option in game.options(seats):
        choices = [value for value in option.lasting if value in later.get(option.key, (value,))]
        options[option.key] = luck.choice(choices) if choices else option.default
    return options


def positions(game: AnyGame) -> Iterator[tuple[Any, int]]:
    """Yield states from different random games, each with a seat that has a choice."""
    for number in range(1000):
        luck, found = random.Random(number), None
        deal = replace(random_deal(game.name, luck, options_of_the_day), version=VERSIONS.get(game.name))
        for step in islice(play(deal), luck.randrange(8, 48)):
            choosing = [seat for seat in game.actors(step.state) if len(game.actions(step.state, seat)) > 1]
            if choosing:
                found = step.state.copy(), luck.choice(sorted(choosing))
        if found:
            yield found


def decisions(game: AnyGame, mind: str, count: int) -> list[str]:
    bot, found = bot_named(game, mind), []
    for number, (state, seat) in enumerate(islice(positions(game), count)):
        action = bot.choose(game.view(state, seat), game.actions(state, seat), random.Random(number))
        found.append(str(action))
    return found


@sampled("share", [1, 6], [6])
@pytest.mark.parametrize("mind", NUMBERS)
@pytest.mark.parametrize("name", WITH_GAUNTLET)
def test_an_old_bot_still_makes_its_recorded_decisions(name: str, mind: str, share: int) -> None:
    """Checks all recorded decisions, or a sixth of them."""
    file = Path(__file__).parents[1] / name / "old_bots.json"
    if os.environ.get("TOPPING_OUT_RERECORD") and not file.exists():
        found = {mind: decisions(registry.load(name), mind, count) for mind, count in NUMBERS.items()}
        file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    count = NUMBERS[mind] // share
    assert decisions(registry.load(name), mind, count) == json.loads(file.read_text(encoding="utf-8"))[mind][:count]


# -- the bots of today


TABLES = {str(table): table for table in oracle.tables(registry.names())}
QUICK = [
    name
    for name, table in TABLES.items()
    if (table.level == "medium" and table.name != "icetowers")
    or (name.endswith("as usual") and table.seats == 2)
]  # fmt: skip


@sampled("name", TABLES, QUICK)
@pytest.mark.timeout(1800)
def test_bots_play_the_games_that_the_oracle_keeps(name: str) -> None:
    """If they should play otherwise, renew the hashes with `python build/measure/oracle.py --write`."""
    kept = dict(reversed(line.split("  ", 1)) for line in oracle.KEPT.read_text(encoding="utf-8").splitlines())
    assert oracle.hash_of(TABLES[name]) == kept[name]


# -- reasons


WITH_PUZZLES = [name for name in registry.names() if puzzles_of(name)]


def why(name: str, state: Any, better: Sequence[str], worse: Sequence[str]) -> str:
    game = load(name)
    view = game.view(state, state.turn or 0)
    lines = [[game.parse(text) for text in line] for line in (better, worse)]
    return bot_named(game, "master").why(view, *lines, random.Random(1))


# -- comparison


def test_two_lines_are_compared_in_the_same_samples() -> None:
    luck = random.Random(1)
    found = compare(
        (2, 1), 30, lambda: luck.gauss(0, 100), lambda world, line: {Fact("sum"): world + line}, lambda _: 1
    )
    (difference,) = found
    assert difference.more == pytest.approx(1)
    assert difference.is_clear


def test_a_difference_that_may_be_chance_is_not_clear() -> None:
    luck = random.Random(1)
    found = compare((1, 2), 30, lambda: None, lambda world, line: {Fact("luck"): luck.gauss(0, 1)}, lambda _: 1)
    assert not any(difference.is_clear for difference in found)
    assert greatest(found, 0) is None


def test_the_greatest_clear_difference_is_chosen() -> None:
    small, great = (Difference(Fact(kind), 0, 0, worth) for kind, worth in (("small", 1.0), ("great", 2.0)))
    luck = Difference(Fact("luck"), 0, 0, 3.0, is_clear=False)
    assert greatest([luck, great, small], 0.5) is great
    assert greatest([small], 1.5) is None


def test_a_gain_that_is_lost_elsewhere_is_not_a_reason() -> None:
    """Ten points more on one tower don't count if another has nine fewer."""
    tower, total = Difference(Fact("tower", (0, 1)), 0, 0, 10.0), Difference(Fact(TOTAL, (0,)), 0, 0, 0.5)
    assert greatest([tower, total], 0.5) is total
    assert greatest([tower, total._replace(worth=4.0)], 0.5) is tower


def test_a_part_is_preferred_to_the_sum_if_it_is_most_of_it() -> None:
    total = Difference(Fact(TOTAL, (0,)), 0, 0, 3.0)
    part, small = (Difference(Fact("tower", (0, 1)), 0, 0, worth) for worth in (2.5, 2.0))
    assert greatest([total, part], 0.5) is part
    assert greatest([total, small], 0.5) is total


def test_a_gain_that_the_other_line_has_elsewhere_is_not_a_reason() -> None:
    """Three points more on one tower don't count if the other line has them on another tower."""
    this, that = (Difference(Fact("points", (0, plot)), 0, 0, worth) for plot, worth in ((1, 3.0), (2, -2.9)))
    stands = Difference(Fact("stands", (1, 1)), 0, 0, 1.5)
    assert greatest([this, stands, that], 0.5) is stands
    assert greatest([this, stands, that._replace(worth=-1.0)], 0.5) is this


class MadeUp(Reasons):
    """Finds made-up differences, which depend on the number of samples."""

    worlds = 10

    def __init__(self, found: Callable[[int], list[Difference]]) -> None:
        self.found = found
        self.looked: list[int] = []

    def differences(self, view: Any, this: Any, other: Any, worlds: int, rng: random.Random) -> list[Difference]:
        self.looked.append(worlds)
        return self.found(worlds)

    def in_words(self, view: Any, found: Sequence[Difference]) -> str:
        return "this is more." if greatest(found, 0.5) else many_things()

    def reason(self) -> str | None:
        return self.why(None, [], [], random.Random(1))


def test_without_an_outstanding_reason_more_samples_are_tried() -> None:
    for enough, looked in ((10, [10]), (11, [10, 10 * AGAIN])):
        made_up = MadeUp(lambda worlds, least=enough: [Difference(Fact("sum"), 1, 0, 1.0, worlds >= least)])
        assert made_up.reason() == "this is more."
        assert made_up.looked == looked


@pytest.mark.parametrize(
    ("whole", "is_clear", "reason"),
    [(3.2, True, many_things()), (3.2, False, None), (-3.2, True, None), (0.4, True, None)],
)
def test_many_small_reasons_need_a_clear_total_difference(whole: float, is_clear: bool, reason: str | None) -> None:
    assert many_things() == "no single reason decides it; many small ones add up."
    assert MadeUp(lambda _: [Difference(Fact(WHOLE), whole, 0, 0.0, is_clear)]).reason() == reason


@pytest.mark.parametrize(("few", "many", "reason"), [(-1, 2, "this is more."), (-1, -1, None)])
def test_an_outstanding_difference_needs_a_better_total(few: float, many: float, reason: str | None) -> None:
    """A mistake according to few samples is not listed if many samples deny it."""
    wholes = {10: few, 10 * AGAIN: many}
    cards = Difference(Fact("cards"), 1, 0, 1.0)
    assert MadeUp(lambda worlds: [cards, Difference(Fact(WHOLE), wholes[worlds], 0, 0.0)]).reason() == reason


def test_small_reasons_must_not_contradict_the_counted_total() -> None:
    found = [Difference(Fact(WHOLE), 3.2, 0, 0.0), Difference(Fact(TOTAL, (0,)), 1, 3, -1.0)]
    assert MadeUp(lambda _: found).reason() is None


# -- each game's own


LAID_OUT = {"icetowers": ice.laid_out, "towering": whole_out, "towers": towers.laid_out, "wyoming": laid_out}


def laid(text: str) -> tuple[str, Any]:
    """Return the name of a game and its state, given as `towers: SUITE / -, …`."""
    name, _, position = text.partition(": ")
    return name, LAID_OUT[name](position)


REASONS = Teller(
    laid,
    lambda placed, text: act(load(placed[0]), placed[1], text),
    {
        r"(.+?) rather than ([^:]+):": lambda placed, _, better, worse: why(
            *placed, better.split(" + "), worse.split(" + ")
        ).replace("; ", " / ")
    },
)
test_each_game_has_its_own_reasons = stories(
    REASONS,
    """
the eighth card of Towering is a reason
    towering: r9 r10 b2, towers r2 r3 r4 r5 r6 r7, pile 6 = build r9 rather than build r10: in every trial game your red
      tower comes to 8 cards, for 20 points / with the other play, in none.
a longer round is a reason in Towering
    towering: r8 r9 r10 b2, towers r2 r3 r4 r5 r6, discards y2 y3 g2 g3, pile 2 > build r8 = draw y rather than draw
      pile: the round lasts many turns longer, and …your red tower comes to 8 cards…

points on a tower are a reason in Towers
    towers: SUITE / -, towers LOBBY SUITE SUITE SUITE SUITE | SUITE, pile 0, last round, first 1, turn 0, built 0 1
    = claim SUITE @0.0 rather than end: you score 4 more on tower 1 this turn.

preventing a win is a reason in Wyoming
    wyoming: 3D 4S / 7C, towers 4S . 9C = deconstruct 3D @1.0 rather than construct 4S @0.0: in 0% of trial games the
      opponent wins before your next turn / with the other play, in …
a win is a reason in Wyoming
    wyoming: 4C 3H / 7S, towers . 7C 9D = construct 4C @0.1 rather than construct 1C @0.1: it wins at once.
a win on another's turn is a reason in Wyoming, where the other plays the last cards, and then the tallest tower wins
    wyoming: 1C / 1S, towers 3C . 3C, deck -, discards 24S 25H 18C 25D, sudden_death
    = construct 1C @0.0 rather than construct 1C @1.0: in 0% of
      trial games the opponent wins before your next turn / with the other play, in 100%.
before anybody is close to a win, setting back a tower is a reason
    wyoming: 4S 2D 1C / 4H 3C, towers . . 4H = deconstruct 4S @1.0 rather than construct 4S @0.0: in three turns the
      opponent's tower will be about 3 cards lower.
and so are fresh cards
    wyoming: 3S 3D 1C / 4H 3C, towers 2C . 4H = deconstruct 3D @0.0 rather than construct 1C @0.0: it draws 2 more fresh
      cards.
and what a taller tower does to the other
    wyoming: 2H 3D 1S 1C / 7S, towers 1H . 3C = construct 2H @0.0 rather than construct 1H @0.0: in three turns the
      opponent's tower will be about 1 card lower.

pips at once are a reason in IceTowers
    icetowers: a1 | b3 b3 b3 | b2 b2 = lift 0 + place @1 rather than lift 0 + place @2: it gains more pips at once, 9
      rather than 4.
""",
)


@pytest.mark.parametrize(("later", "reason"), [
    (0.3, "in 6% of trial games the opponent wins within 2 turns; with the other play, in 89%."),
    (0.9, "in three turns your tower will be about 2 cards taller."),
])  # fmt: skip
def test_delaying_a_win_by_a_turn_is_not_a_reason_in_wyoming(later: float, reason: str) -> None:
    """If the others win equally often in the end, the time of their win is not the reason for losing less."""
    won = [Difference(Fact("won", (1, turn)), this, 0.89, 0.89 - this) for turn, this in ((2, 0.06), (3, later))]
    taller = [Difference(Fact(kind, (0,)), *cards, 0.1) for kind, cards in (("lack", (1, 3)), ("tall", (4, 2)))]
    view = load("wyoming").view(table("1C", "1S", towers=["3C", "", "3C"]), 0)
    assert wyoming.REASONS.in_words(view, [*won, *taller]) == reason
    few = Difference(Fact(WHOLE), 3.0, 0.0)
    assert (
        wyoming.REASONS.in_words(view, [few, *won, *taller])
        == "in three turns your tower will be about 2 cards taller."
    )


def test_what_costs_as_much_or_is_only_held_back_is_not_a_reason_in_wyoming() -> None:
    won = [Difference(Fact("won", (side, 3)), 0.0, 0.15, worth) for side, worth in ((1, 0.15), (0, -0.15))]
    view = load("wyoming").view(table("1C", "1S", towers=["3C", "", "3C"]), 0)
    assert wyoming.REASONS.in_words(view, won) == many_things()
    held = [Difference(Fact(kind, (0,)), *cards, 0.1) for kind, cards in (("lack", (3, 4)), ("held", (3, 1)))]
    closer = "in three turns you'll be about 1 card closer to winning."
    assert wyoming.REASONS.in_words(view, [*held, Difference(Fact("tall", (0,)), 1.0, 2.0)]) == closer
    assert "you'll hold" in wyoming.REASONS.in_words(view, held)
    bare = load("wyoming").view(table("1C", "1S", towers=["", "", "3C"]), 0)
    assert wyoming.REASONS.in_words(bare, held) == closer


@pytest.mark.parametrize(("found", "reason"), [
    ([("exposed", OWN, 3, 9), ("gain", OWN, 4, 9)],
     "this way the biggest of your towers that can be capped next is worth 3 rather than 9."),
    ([("exposed", OWN, 3, 9), ("gain", OWN, 3, 9)], many_things()),
    ([("exposed", OWN, 9, 3), ("gain", OWN, 9, 4)], many_things()),
    ([("spare", OWN, 2, 1), ("spare", OTHERS, 4, 3)], many_things()),
    ([("spare", OTHERS, 17, 19)], many_things()),
    ([("spare", OTHERS, 0, 2), ("gain", OWN, 2, 18), ("exposed", OWN, 6, 19)], many_things()),
    ([("spare", OWN, 4, 2), ("spare", OTHERS, 4, 3)],
     "this way you can take more of your pieces out of towers, 4 rather than 2."),
    ([("gain", OWN, 9, 4), ("lead", OWN, -2, 0)], many_things()),
])  # fmt: skip
def test_a_reason_in_icetowers_is_not_outweighed(found: list[tuple[str, int, int, int]], reason: str) -> None:
    """Neither by pips at once or capped next, nor by pieces lost for later, nor by the search."""
    facts = [(Fact(kind, () if kind == "lead" else (who,)), this, other) for kind, who, this, other in found]
    worth = icetowers.REASONS.worth
    differences = [Difference(fact, this, other, worth(fact) * (this - other)) for fact, this, other in facts]
    assert icetowers.REASONS.in_words(ice.GAME.view(ice.laid_out("a1 | b1"), 0), differences) == reason


# -- puzzles


def line_of(puzzle: Puzzle, steps: Sequence[str]) -> list[Any]:
    return [load(puzzle.header.game).parse(step) for step in steps]


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_the_tempting_line_of_a_puzzle_is_wrong(name: str) -> None:
    analysis = analysis_of(name)
    for puzzle in puzzles_of(name):
        state = puzzle.state()
        right = {
            analysis.result(state, puzzle.seat, line_of(puzzle, line.steps)) for line in puzzle.lines if line.is_right
        }
        assert analysis.result(state, puzzle.seat, line_of(puzzle, puzzle.mistake)) not in right, puzzle.name


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_most_puzzles_have_an_outstanding_reason(name: str) -> None:
    analysis, reasons = analysis_of(name), []
    for puzzle in puzzles_of(name):
        view = load(name).view(puzzle.state(), puzzle.seat)
        reasons.append(analysis.reasons.in_words(view, puzzle.differences))
        assert reasons[-1].endswith(".")
        play, tempting = analysis.parting(view, puzzle.lines[0].steps, puzzle.mistake)
        assert play
        assert tempting
        assert play != tempting, puzzle.name
    assert reasons.count(many_things()) <= len(reasons) / 4


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_the_reason_of_a_puzzle_holds_in_other_samples(name: str) -> None:
    """Checked for the ten clearest puzzles: the difference has the same sign again."""
    analysis = analysis_of(name)
    best_differences = [(greatest(puzzle.differences, 1.0), puzzle) for puzzle in puzzles_of(name)]
    for best, puzzle in sorted((pair for pair in best_differences if pair[0]), key=lambda pair: -pair[0].worth)[:10]:
        view = load(name).view(puzzle.state(), puzzle.seat)
        lines = line_of(puzzle, puzzle.lines[0].steps), line_of(puzzle, puzzle.mistake)
        again = analysis.reasons.differences(view, *lines, 40, random.Random("again"))
        assert next(each.more for each in again if each.fact == best.fact) * best.more > 0, puzzle.name


# -- talk


TABLE = (Player("You"), Player("Nell Nettle", "bot", "nell", 1), Player("Mesa", "bot", "easy", 2))


def _hurt(talk: Talk, times: int) -> list[Remark]:
    moments: list[tuple[int, Moment]] = [(0, "hurt"), (1, "hurt"), (2, "hurt")]
    return [remark for _ in range(times) if (remark := talk.hear(moments))]


def test_only_characters_speak_and_never_repeat_a_line() -> None:
    remarks = _hurt(Talk(TABLE), 200)
    assert {remark.seat for remark in remarks} == {1}
    assert [remark.line for remark in remarks] == list(characters()["nell"].says["hurt"])


def test_there_are_several_actions_between_two_remarks() -> None:
    talk = Talk(TABLE)
    assert _hurt(talk, MIN_ACTIONS_BETWEEN - 1) == []
    assert len(_hurt(talk, 1)) == 1
    assert _hurt(talk, MIN_ACTIONS_BETWEEN - 1) == []
    assert len(_hurt(talk, 1)) == 1


def test_characters_greet_and_conclude_with_winners_first() -> None:
    talk, people = Talk([*TABLE, Player("Ada Apex", "bot", "ada", 3)]), characters()
    assert talk.greet() == Remark(1, people["nell"].says["hello"][0])
    assert talk.conclude(Outcome((3,), (0, 0, 0, 9), "")) == Remark(3, people["ada"].says["won"][0])
    assert Talk(TABLE).conclude(Outcome((0,), (1, 0, 0), "")) == Remark(1, people["nell"].says["lost"][0])
    assert Talk(TABLE[:1]).greet() is None


def test_every_character_has_own_short_lines_for_every_moment() -> None:
    spoken_lines = [line for person in characters().values() for lines in person.says.values() for line in lines]
    assert len({*spoken_lines}) == len(spoken_lines)
    assert max(map(len, spoken_lines)) <= 44
    for person in characters().values():
        assert {*person.says} == {*get_args(Moment)}, person.name


# -- weights


GAME = registry.load("towers")
MASTER = weights_named("towers", "master")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Replace the game's data folder by an empty one."""
    monkeypatch.setattr(registry, "entry", lambda name: GameEntry("topping_out.game.towers.rules:GAME", tmp_path))
    weights._tables.cache_clear()
    yield tmp_path
    weights._tables.cache_clear()


@pytest.mark.parametrize("name", roster.names())
def test_without_weights_every_bot_uses_playouts(data: Path, name: str) -> None:
    assert isinstance(bot_named(GAME, name), PlayoutBot)
    assert isinstance(bot_named(GAME, roster.RANDOM), RandomBot)


def test_a_level_without_weights_uses_playouts(data: Path) -> None:
    (data / "bots.toml").write_text(f"[easy]\nnow = {MASTER['now']}\n")
    assert weights_named("towers", "easy") == {"now": MASTER["now"]}
    assert isinstance(bot_named(GAME, "hard"), PlayoutBot)


def test_without_tempers_a_character_plays_like_its_level(data: Path) -> None:
    (data / "bots.toml").write_text("".join(f"[{level}]\nnumber = {n}\n" for n, level in enumerate(roster.LEVELS)))
    for word in roster.characters():
        assert weights_named("towers", word) == weights_named("towers", roster.level_of(word))


def test_the_default_gauntlet_is_the_random_bot(data: Path) -> None:
    assert gauntlet("towers") == ("random",)


def test_an_unknown_bot_is_refused_with_a_list_of_names(data: Path) -> None:
    with pytest.raises(UnknownBot, match=r"there's no bot 'one-turn' in towers: choose from gentle, .*, random"):
        bot_named(GAME, "one-turn")


def test_a_game_without_weighted_bots_refuses_weights(data: Path) -> None:
    with pytest.raises(ValueError, match="the bots of Towers have no weights"):
        make_bot(GAME, MASTER)


# -- playouts


class LiveMatches(Matches):
    live = True


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_not_defined_by_a_game_uses_playouts(level: str) -> None:
    bot = default_bot(Matches(), level)
    assert isinstance(bot, PlayoutBot)
    assert bot.choose(3, [1, 2, 3], random.Random(1)) in (1, 2, 3)
    assert bot.choose(1, [1], random.Random(1)) == 1


def test_the_default_bot_of_a_live_game_is_random() -> None:
    assert isinstance(default_bot(LiveMatches(), "master"), RandomBot)


@pytest.mark.parametrize("left", [1, 2, 3, 5, 6, 7])
def test_the_default_master_plays_the_winning_strategy(left: int) -> None:
    advice = default_bot(Matches(), "master").advise(left, list(range(1, min(3, left) + 1)), random.Random(7))
    assert (left - advice.action) in (0, 4)
    assert advice.reason.startswith("There's nothing else" if left == 1 else "It wins ")


def test_the_same_random_seed_gives_the_same_choice() -> None:
    bot = default_bot(Matches(), "easy")
    assert [bot.choose(11, [1, 2, 3], random.Random(n)) for n in range(9)] == [
        bot.choose(11, [1, 2, 3], random.Random(n)) for n in range(9)
    ]


def test_a_mistake_costs_the_lost_probability_of_winning() -> None:
    bot = PlayoutBot(Matches(), PLAYOUTS["hard"])
    given_away = bot.judge(3, [1, 2, 3], 1, random.Random(7))
    assert given_away.better.action == 3
    assert 40 < given_away.cost < 60
    assert bot.judge(3, [1, 2, 3], 3, random.Random(7)).cost == 0


# -- takeovers: the record says who played which part


YOU, ADA, NELL = Player("You"), Player("Ada Apex", "bot", "ada", 1), Player("Nell Nettle", "bot", "nell", 1)
EASY = Player("Cornice", "bot", "easy", 1)


def begun(name: str = "towers", entries: int = 12) -> Record:
    record = played_by_chance(name, YOU, ADA)
    return Record(record.header, record.entries[:entries])


@pytest.mark.parametrize("name", registry.names())
def test_a_takeover_continues_the_game_and_is_recorded(name: str) -> None:
    old = begun(name)
    record = take_over(old, {1: NELL}, "2026-11-22T08:00:00")
    assert fold(record) == fold(old)
    assert parse_record(record.to_bytes()) == record
    assert record.header.seats == (YOU, NELL)
    assert record.header.occasion == Occasion(branch=12, origin=old.header.started, changes=(Change(12, 1, ADA),))
    assert names_of(seated(record.header, 11)) == ["You", "Ada Apex"]
    assert names_of(seated(record.header, 12)) == ["You", "Nell Nettle"]
    text = "\n".join(text_lines(record))
    assert "Seat 2, for the first 12 steps: Ada Apex" in text
    assert summarise(record)[1].feats == ()


def test_a_change_of_seats_before_the_first_action_is_no_takeover() -> None:
    record = take_over(begun(entries=0), {1: NELL}, "later")
    assert record.header.seats == (YOU, NELL)
    assert not record.header.occasion


def test_a_branch_has_the_players_of_its_point_in_the_game() -> None:
    once = take_over(begun(), {1: NELL})
    once.entries.append(played_by_chance("towers", YOU, ADA).entries[12])
    twice = take_over(once, {1: EASY})
    assert [successor(twice.header, number) for number in (0, 1)] == [NELL, EASY]
    assert [names_of(seated(twice.header, step))[1] for step in (0, 12, 13)] == ["Ada Apex", "Nell Nettle", "Cornice"]
    assert branch_of(twice, 12).header.seats == (YOU, NELL)
    assert branch_of(twice, 5).header.seats == (YOU, ADA)
    assert branch_of(twice, 5).header.occasion == Occasion(branch=5)


@pytest.mark.parametrize("change", [Change(3, 7, ADA), Change(3, 0, YOU), Change(3, 1, Player("a\nb", "bot", "easy"))])
def test_an_invalid_change_of_seats_is_refused(change: Change) -> None:
    record = take_over(begun(), {1: NELL})
    header = msgspec.structs.replace(record.header, occasion=Occasion(branch=12, changes=(change,)))
    with pytest.raises(RecordError):
        parse_record(Record(header, record.entries).to_bytes())


def test_a_seat_gets_the_name_of_the_bot_that_takes_over() -> None:
    assert as_bot(ADA, "nell").name == "Nell Nettle"
    assert as_bot(EASY, "hard") == Player("Cornice", "bot", "hard", 1)
    assert as_bot(Player("Easy", "bot", "easy"), "hard").name == "Hard"
    assert as_bot(ADA, "hard", {"Hard"}).name == "Hard 2"
