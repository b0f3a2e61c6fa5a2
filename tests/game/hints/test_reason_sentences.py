"""Sentences of reasons are true and complete, address the right person, and use known words, in every language."""

import ast
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, get_args

import pytest

from languages import catalogues, files_with, template
from tests.game.by_luck.random_games import play, random_deal
from tests.game.hints import test_icetowers, test_towering, test_towers, test_wyoming
from tests.game.hints.sentences import messages, positions, read
from tests.game.wyoming.positions import new
from tests.test_catalogues import catalogue
from topping_out.game import language, registry, roster
from topping_out.game.assets import ROOT
from topping_out.game.bots.search import OTHERS, OWN, SEVERAL, TOTAL, WHOLE, Difference, Fact, Reasons, whose
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Passed, hint, sentences_of
from topping_out.game.icetowers.actions import Showdown, WasSetDown
from topping_out.game.icetowers.bots.evaluation import REASONS as ICETOWERS
from topping_out.game.language import ENGLISH, YOU, about, tr_count, tr_count_context
from topping_out.game.options import resolve
from topping_out.game.registry import load
from topping_out.game.storage import translations
from topping_out.game.storage.translations import Catalogue, Message, load_catalogue, read_messages
from topping_out.game.towering.bots.search import REASONS as TOWERING
from topping_out.game.towers.bots.search import REASONS as TOWERS
from topping_out.game.wyoming.actions import LostContract
from topping_out.game.wyoming.bots.search import REASONS, WORTH
from topping_out.game.wyoming.bots.search import REASONS as WYOMING

# -- differences


MODULES = {"icetowers": ICETOWERS, "towering": TOWERING, "towers": TOWERS, "wyoming": WYOMING}
PLACES = {game: "/".join(type(reasons).__module__.split(".")[2:]) for game, reasons in MODULES.items()}
"""The modules with their sentences."""
LESS, MORE = -1, 1


class Says(NamedTuple):
    """What a sentence states: the kind of fact, whose it is, and whether it is more or less."""

    kind: str
    who: int
    way: int
    turn: int | None = None
    """The turn by which it happens; 2 stands for any later one."""
    none: str = ""
    """Which of the two lines has the value 0."""


LATER = "in three turns"
GAMES = "in {this}% of trial games"
SENTENCES: dict[str, dict[str, Says]] = {
    "icetowers": {
        "it gains more pips at once, {this} rather than {other}.": Says("gain", OWN, MORE),
        "this way the biggest of your towers that can be capped next is worth {this} rather than {other}.":
            Says("exposed", OWN, LESS),
        "this way none of your towers can be capped next; otherwise one worth {other} could be.":
            Says("exposed", OWN, LESS, none="this"),
        "this way the opponent has fewer free-standing pieces, {this} rather than {other}.": Says("free", OTHERS, LESS),
        "this way the others have fewer free-standing pieces, {this} rather than {other}.": Says("free", SEVERAL, LESS),
        "this way you can take more of your pieces out of towers, {this} rather than {other}.":
            Says("spare", OWN, MORE),
        "this way the opponent can take fewer pieces out of towers, {this} rather than {other}.":
            Says("spare", OTHERS, LESS),
        "this way the others can take fewer pieces out of towers, {this} rather than {other}.":
            Says("spare", SEVERAL, LESS),
        "this way you keep more small pieces, {this} rather than {other}, and those can cap anything.":
            Says("small", OWN, MORE),
    },
    "towers": {
        "you score {number} more on tower {tower} this turn.": Says("now", OWN, MORE),
        "the opponent scores {number} less on tower {tower} this turn.": Says("now", OTHERS, LESS),
        "the others score {number} less on tower {tower} this turn.": Says("now", SEVERAL, LESS),
        "by the end of your next turn you'll score about {number} more on tower {tower}.": Says("points", OWN, MORE),
        "by the end of your next turn the opponent will score about {number} less on tower {tower}.":
            Says("points", OTHERS, LESS),
        "by the end of your next turn the others will score about {number} less on tower {tower}.":
            Says("points", SEVERAL, LESS),
        "after your next turn tower {tower} will be worth about {number} more to you.": Says("stands", OWN, MORE),
        "after your next turn tower {tower} will be worth about {number} less to the opponent.":
            Says("stands", OTHERS, LESS),
        "after your next turn tower {tower} will be worth about {number} less to the others.":
            Says("stands", SEVERAL, LESS),
        "if tower {tower} grows to {floors} floors, it's worth about {number} more to you.": Says("grown", OWN, MORE),
        "if tower {tower} grows to {floors} floors, it's worth about {number} less to the opponent.":
            Says("grown", OTHERS, LESS),
        "if tower {tower} grows to {floors} floors, it's worth about {number} less to the others.":
            Says("grown", SEVERAL, LESS),
        "by the end of your next turn you'll have about {number} more in all, counting the towers still standing.":
            Says(TOTAL, OWN, MORE),
        "by the end of your next turn the opponent will have about "
        "{number} less in all, counting the towers still standing.": Says(TOTAL, OTHERS, LESS),
        "by the end of your next turn the others will have about "
        "{number} less in all, counting the towers still standing.": Says(TOTAL, SEVERAL, LESS),
        "it leaves about {number} more card for the next turn.": Says("cards", OWN, MORE),
    },
    "wyoming": {
        "it wins at once.": Says("won", OWN, MORE, turn=0),
        f"{GAMES} you win on your next turn; with the other play, in {{other}}%.": Says("won", OWN, MORE, turn=1),
        f"{GAMES} you win within {{number}} turn; with the other play, in {{other}}%.": Says("won", OWN, MORE, turn=2),
        f"{GAMES} the opponent wins before your next turn; with the other play, in {{other}}%.":
            Says("won", OTHERS, LESS, turn=1),
        f"{GAMES} the opponent wins within {{number}} turn; with the other play, in {{other}}%.":
            Says("won", OTHERS, LESS, turn=2),
        f"{GAMES} another player wins before your next turn; with the other play, in {{other}}%.":
            Says("won", SEVERAL, LESS, turn=1),
        f"{GAMES} another player wins within {{number}} turn; with the other play, in {{other}}%.":
            Says("won", SEVERAL, LESS, turn=2),
        "it draws {number} more fresh card.": Says("fresh", OWN, MORE),
        f"{LATER} you'll be about half a card closer to winning.": Says("lack", OWN, LESS),
        f"{LATER} the opponent will be about half a card further from winning.": Says("lack", OTHERS, MORE),
        f"{LATER} the closest of the others will be about half a card further from winning.":
            Says("lack", SEVERAL, MORE),
        f"{LATER} you'll hold about half a card more to use against the opponent's tower.":
            Says("against", OTHERS, MORE),
        f"{LATER} you'll hold about half a card more to use against the tower closest to winning.":
            Says("against", SEVERAL, MORE),
        f"{LATER} you'll be about {{number}} card closer to winning.": Says("lack", OWN, LESS),
        f"{LATER} the opponent will be about {{number}} card further from winning.": Says("lack", OTHERS, MORE),
        f"{LATER} the closest of the others will be about {{number}} card further from winning.":
            Says("lack", SEVERAL, MORE),
        f"{LATER} your tower will be about {{number}} card taller.": Says("tall", OWN, MORE),
        f"{LATER} the opponent's tower will be about {{number}} card lower.": Says("tall", OTHERS, LESS),
        f"{LATER} the others' tower closest to winning will be about {{number}} card lower.":
            Says("tall", SEVERAL, LESS),
        f"{LATER} you'll hold about {{number}} more card for your tower.": Says("held", OWN, MORE),
        f"{LATER} you'll hold about {{number}} more card to use against the opponent's tower.":
            Says("against", OTHERS, MORE),
        f"{LATER} you'll hold about {{number}} more card to use against the tower closest to winning.":
            Says("against", SEVERAL, MORE),
    },
    "towering": {
        "the round lasts about {number} turn longer": Says("turns", OWN, MORE),
        "the round ends about {number} turn sooner": Says("turns", OWN, LESS),
        "the round lasts many turns longer": Says("turns", OWN, MORE),
        "the round ends many turns sooner": Says("turns", OWN, LESS),
        "{tower} is likely to come to about {this}; with the other play, to about {other}": Says("tower", OWN, MORE),
        "in {this}% of trial games {tower} comes to {cards} cards, "
        "for {bonus} points; with the other play, in {other}%": Says("bonus", OWN, MORE),
        "in every trial game {tower} comes to {cards} cards, for {bonus} points; with the other play, in none":
            Says("bonus", OWN, MORE, none="other"),
    },
}  # fmt: skip
FRAMES = {
    "{first}, and {then}.": "joins two sentences that each have an evaluator",
    "{change}, but {reason}.": "joins two sentences that each have an evaluator",
    "everything you build": "stands for {tower}, and is checked there",
    "everything the opponent builds": "stands for {tower}, and is checked there",
}
"""Messages that need no entry in SENTENCES, and why."""
WHOLES = {
    "icetowers": "this play comes out better a few plays later.",
    "towering": "in trial games it comes out about {number} point better.",
    "towers": "in trial turns it comes out about {number} point better.",
    "wyoming": "in 100 trial games it wins about {number} more.",
}
"""What is said by game if only the whole difference is clear."""
TURNS = range(4)


@pytest.mark.parametrize("game", MODULES)
def test_every_sentence_about_a_difference_is_checked(game: str) -> None:
    known = messages(PLACES[game])
    assert {*known} - {*FRAMES} - {WHOLES[game]} == {*SENTENCES[game]}


@pytest.mark.parametrize("whole", [0.3, 1.2, 2.6, 14.0])
@pytest.mark.parametrize("game", MODULES)
def test_the_whole_difference_is_stated_if_no_single_one_stands_out(
    game: str, whole: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is worth at least one, rounded, unless small differences are all that there is."""
    reasons: Reasons = MODULES[game]
    fact = Fact("lead" if game == "icetowers" else WHOLE)
    found = [Difference(fact, whole, 0.0), Difference(Fact(TOTAL, (OWN,)), 0.2, 0.0, 0.2)]
    monkeypatch.setattr(type(reasons), "differences", lambda *_: found)
    view: Any = SimpleNamespace(variant=SimpleNamespace(seats=2, height=6))
    text = reasons.why(view, [], [], random.Random(1))
    if whole < 1:
        assert text == ("no single reason decides it; many small ones add up." if game == "icetowers" else None)
        return
    assert text is not None
    _, places = read(text, [WHOLES[game]], messages(PLACES[game]))
    assert places == ({} if game == "icetowers" else {"number": str(round(whole))})


class Case(NamedTuple):
    """A difference to describe, with all differences that belong to it."""

    difference: Difference
    found: list[Difference]


def _case(reasons: Reasons, seats: int, fact: Fact, this: float, other: float) -> Difference:
    others = {"others": seats - 1} if reasons is not ICETOWERS and reasons is not TOWERING else {}
    return Difference(fact, this, other, reasons.worth(fact, **others) * (this - other))


PAIRS = [(0.0, 3.0), (3.0, 0.0), (2.0, 7.0), (7.0, 2.0), (9.0, 8.4), (8.4, 9.0), (6.0, 5.0), (5.0, 6.0), (1.4, 4.8)]


def cases(game: str, seats: int) -> Iterator[Case]:
    """Yield differences of each kind in both directions, as far as they can favour the better line."""
    kinds = dict.fromkeys(says.kind for says in SENTENCES[game].values())
    for (this, other), who, kind in product(PAIRS, (OWN, OTHERS), kinds):
        for found in FOUND[game](seats, who, kind, this, other):
            if max(difference.worth for difference in found) >= MODULES[game].least:
                yield Case(found[0], found)


def _wyoming(seats: int, who: int, kind: str, this: float, other: float) -> Iterator[list[Difference]]:
    if kind == "won":
        for turn in TURNS if who == OWN else TURNS[1:]:  # nobody else wins in the seat's turn
            won = [Fact("won", (who, later)) for later in range(turn, len(TURNS))]
            yield [_case(WYOMING, seats, fact, this / 10, other / 10) for fact in won]
    elif kind == "lack" or (kind == "against" and who == OTHERS) or (kind == "fresh" and who == OWN):
        yield [_case(WYOMING, seats, Fact(kind, (who,)), this, other)]
    elif (kind == "tall" or (kind == "held" and who == OWN)) and abs(this - other) >= 1:  # it makes most of the lack
        lack = _case(WYOMING, seats, Fact("lack", (who,)), -this, -other)
        yield [Difference(Fact(kind, (who,)), this, other), lack]


def _towers(seats: int, who: int, kind: str, this: float, other: float) -> Iterator[list[Difference]]:
    if kind in (TOTAL, "cards"):
        if who == OWN or kind == TOTAL:
            yield [_case(TOWERS, seats, Fact(kind, (who,) if kind == TOTAL else ()), this, other)]
        return
    for plot in range(3):
        difference = _case(TOWERS, seats, Fact("points" if kind == "now" else kind, (who, plot)), this, other)
        yield [Difference(Fact("now", (who, plot)), this, other), difference] if kind == "now" else [difference]


def _icetowers(seats: int, who: int, kind: str, this: float, other: float) -> Iterator[list[Difference]]:
    if who == (OTHERS if kind == "free" else OWN) or kind == "spare":
        yield [_case(ICETOWERS, seats, Fact(kind, (who,)), this, other), Difference(Fact("lead"), 99.0, 0.0)]


FOUND = {"wyoming": _wyoming, "towers": _towers, "icetowers": _icetowers}


def shown(kind: str, number: float) -> int:
    return round(100 * number) if kind == "won" else round(number)


def check(case: Case, says: Says, places: dict[str, str], seats: int) -> None:
    fact, this, other = case.difference.fact, case.difference.this, case.difference.other
    assert fact.kind == says.kind
    assert (whose(fact, seats) if fact.of else OWN) == says.who
    assert (this - other) * says.way > 0
    for name, number in (("this", this), ("other", other)):
        if name in places:
            assert int(places[name]) == shown(fact.kind, number)
            assert says.none != name
        elif says.none == name:
            assert number == 0
    if says.turn is not None:
        assert min(fact.of[1], 2) == says.turn
        assert "number" not in places or int(places["number"]) == fact.of[1]
    elif "number" in places:
        assert int(places["number"]) == max(1, round(abs(this - other)))
    if "tower" in places:
        assert int(places["tower"]) == fact.of[1] + 1


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("game", ["icetowers", "towers", "wyoming"])
def test_sentences_about_differences_are_true(game: str, seats: int) -> None:
    view: Any = SimpleNamespace(variant=SimpleNamespace(seats=seats, height=6), seat=0, towers=(((0,),),))
    forms, sentences = messages(PLACES[game]), set[str]()
    for case in cases(game, seats):
        text = MODULES[game].in_words(view, case.found)
        if text.startswith("no single reason"):
            continue
        sentence, places = read(text, SENTENCES[game], forms)
        sentences.add(sentence)
        check(case, SENTENCES[game][sentence], places, seats)
    wanted = {OWN, OTHERS if seats == 2 else SEVERAL}
    assert sentences == {sentence for sentence, says in SENTENCES[game].items() if says.who in wanted}


@pytest.mark.parametrize(("this", "other"), [*product((0.0, 1.0, 2.4, 5.0, 11.6, 30.0), repeat=2)])
def test_sentences_about_the_length_of_a_round_are_true(this: float, other: float) -> None:
    """Only differences of at least a fifth are mentioned, and only in short rounds."""
    text = TOWERING.in_words(None, [Difference(Fact("turns"), this, other)]).rstrip(".")
    more = this - other
    if round(abs(more)) == 0 or other > 12 or abs(more) < other / 5:
        assert text.startswith("no single reason")
        return
    sentence, places = read(text, SENTENCES["towering"], messages(PLACES["towering"]))
    assert SENTENCES["towering"][sentence].kind == "turns"
    assert SENTENCES["towering"][sentence].way == (MORE if more > 0 else LESS)
    assert ("many" in sentence) == (round(abs(more)) > 12)
    assert not places or int(places["number"]) == round(abs(more))


@pytest.mark.parametrize(("this", "other"), [(30.0, -6.2), (-8.0, -20.0), (41.4, 12.6)])
@pytest.mark.parametrize("colour", [None, 0, 2, 5])
@pytest.mark.parametrize("side", [OWN, OTHERS])
def test_sentences_about_expected_towers_are_true(side: int, colour: int | None, this: float, other: float) -> None:
    """The greatest difference is described: more for the player, or less for the opponent."""
    now, then = (this, other) if side == OWN else (other, this)
    of = (side,) if colour is None else (side, colour)
    fact = Fact(TOTAL if colour is None else "tower", of)
    text = TOWERING.in_words(None, [Difference(fact, now, then, 12.0)]).rstrip(".")
    sentence, places = read(text, SENTENCES["towering"], messages(PLACES["towering"]))
    assert SENTENCES["towering"][sentence].kind == "tower"
    assert [int(places[name].replace("\N{MINUS SIGN}", "-")) for name in ("this", "other")] == [round(now), round(then)]
    is_own = bool(re.search(r"\byou[r]?\b", places["tower"]))
    assert is_own == (side == OWN)
    assert ("everything" in places["tower"]) == (colour is None)


@pytest.mark.parametrize(("this", "other"), [(1.0, 0.0), (0.9, 0.25), (1.0, 0.4)])
def test_sentences_about_the_eighth_card_are_true(this: float, other: float) -> None:
    tower, bonus = Difference(Fact("tower", (0, 2)), 40, 20, 20.0), Difference(Fact("bonus", (0, 2)), this, other)
    text = TOWERING.in_words(None, [tower, bonus]).rstrip(".")
    sentence, places = read(text, SENTENCES["towering"], messages(PLACES["towering"]))
    assert SENTENCES["towering"][sentence].kind == "bonus"
    assert (SENTENCES["towering"][sentence].none == "other") == ((this, other) == (1, 0))
    assert places["bonus"] == "20"
    if "this" in places:
        assert (int(places["this"]), int(places["other"])) == (round(100 * this), round(100 * other))


# -- kinds


CHECKED = {
    "icetowers": test_icetowers.CHECKS,
    "towering": test_towering.CHECKS,
    "towers": test_towers.CHECKS,
    "wyoming": test_wyoming.CHECKS,
}
ELSEWHERE = {
    "icetowers": dict.fromkeys(
        ("leads", "waits", "taken back", "no gain", "stuck", "only", "watches", "most"), "checked for each position"
    ),
    "towering": dict.fromkeys(("better", "as good"), "compared again in other deals"),
    "towers": {},
    "wyoming": dict.fromkeys(
        ("prevents", "prepares", "compared", "danger", "equal", "gains"), "read back from the forecasts it counts"
    )
    | dict.fromkeys(("ahead", "not cleared", "out of reach"), "recounted in test_wyoming_against.py"),
}
"""Kinds without a check in CHECKS, and why."""


def kinds(game: str) -> set[str]:
    """Return the kinds of clauses in the modules of a game's hints."""
    found = set[str]()
    for name in ("hints", "builds", "draws", "comparisons", "trials", "kept", "prospects"):
        path = ROOT / "game" / game / "bots" / f"{name}.py"
        if path.is_file():
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                if is_call and node.func.id in ("clause", "added") and isinstance(node.args[0], ast.Constant):
                    found.add(str(node.args[0].value))
    return found


@pytest.mark.parametrize("game", CHECKED)
def test_every_kind_of_clause_is_checked(game: str) -> None:
    found = kinds(game)
    assert len(found) > 5
    assert found - {*CHECKED[game]} == {*ELSEWHERE[game]}


# -- person


SECOND_PERSON = {
    "en": r"\b(you|your|yours|yourself)\b",
    "de": r"\b(du|dich|dir|dein\w*|euch|eue?r\w*)\b",
    "fr": r"\b(vous|votre|vos|vôtres?|tu|toi|ton|tes)\b",
    "es": r"\b(tú|tus?|ti|te|contigo|tuy[oa]s?|usted)\b",
    "ja": r"あなた",
    "pl": r"\b(ty|ciebie|cię|tobie|ci|tobą|tw[oó]j\w*|twe\w*|wasz\w*)\b",
    "uk": r"\b(ти|тебе|тобі|тобою|тв(ій|о[їєюя])\w*|ви|вас|вам|вами|ваш\w*)\b",
}
"""By language: pattern of the words of the second person."""
SPOKEN = sorted(path for path in (ROOT / "game").glob("*/bots/*.py") if path.parent.parent.name in registry.names())
POSITIONS = 10


def is_to_somebody(text: str, language: str = "en") -> bool:
    return bool(re.search(SECOND_PERSON[language], text, re.IGNORECASE))


def reasons_from(name: str, player: str) -> Iterator[str]:
    """Yield the second strongest bot's reasons in some positions, also compared with another action."""
    game = load(name)
    bot = bot_named(game, game.levels[-2])
    for number, (state, seat) in enumerate(positions(name, random.Random(name), POSITIONS, every=7)):
        view, actions = game.view(state, seat), game.actions(state, seat)
        with about(player):
            advice = bot.advise(view, actions, random.Random(number))
            if advice is None:
                continue
            yield advice.reason
            alternative = next((action for action in actions if action != advice.action), None)
            if alternative is not None and number % 3 == 0 and not game.live:
                yield bot.why(view, [advice.action], [alternative], random.Random(number)) or ""


@pytest.mark.parametrize("name", registry.names())
def test_reasons_for_another_players_play_address_nobody(name: str) -> None:
    reasons = list(reasons_from(name, "Ben"))
    assert not [text for text in reasons if is_to_somebody(text)]
    assert name == "icetowers" or any("Ben" in text for text in reasons)


@pytest.mark.parametrize("name", ["wyoming", "towering", "towers"])
def test_reasons_for_the_readers_play_address_the_reader(name: str) -> None:
    assert any(map(is_to_somebody, reasons_from(name, YOU)))


def texts(node: ast.AST) -> list[ast.Constant]:
    return [part for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


@pytest.mark.parametrize("path", SPOKEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_messages_in_the_second_person_have_a_form_with_a_name(path: Path) -> None:
    """Such as `Own("you keep it", "{name} keeps it")`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    own = [call.args for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("Own", "own_count")]
    paired = [(args[: len(args) // 2], args[len(args) // 2 :]) for args in own]
    spoken = {id(text) for yours, _ in paired for part in yours for text in texts(part)}
    marked = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id.startswith(("mark", "tr"))]
    alone = [text.value for call in marked for text in texts(call) if id(text) not in spoken]
    assert not [text for text in alone if is_to_somebody(str(text))]
    assert all("{name}" in str(text.value) for _, theirs in paired for part in theirs for text in texts(part))


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.stem)
def test_translations_use_the_second_person_only_if_english_does(path: Path) -> None:
    places = {place.relative_to(ROOT).as_posix() for place in SPOKEN}
    wrong = []
    for message in catalogue(path):
        forms, translated = (form if isinstance(form, tuple) else (form,) for form in (message.id, message.string))
        if any(file in places for file in files_with(message)) and not any(map(is_to_somebody, forms)):
            wrong += [text for text in translated if is_to_somebody(text, path.stem)]
    assert not wrong


# -- told


WRONG = re.compile(r"\bYou [a-z]+s\b|\byou's\b|\bYou's\b", re.IGNORECASE)
RIGHT = re.compile(r"\b[Yy]ou (pass|discuss)\b")


@pytest.mark.parametrize("name", [name for name in registry.names() if not load(name).live])
def test_no_sentence_uses_you_with_the_third_person(name: str) -> None:
    game = load(name)
    for seed in range(4):
        rng = random.Random(seed)
        state = game.setup(2, resolve(game.options(2), {}), seed)
        log: list[object] = []
        while actors := game.actors(state):
            seat = min(actors)
            game.apply(state, seat, rng.choice(game.actions(state, seat)), log)
        for sentence in sentences_of(game, log, ("You", "Mesa")):
            assert not WRONG.search(RIGHT.sub("", sentence)), sentence


# -- words


UNTAUGHT = {
    "icetowers": r"\b(mine[ds]?|mining|flee\w*|free-stander\w*|stall\w*|showdown)\b",
    "towers": r"\b(claim\w*|vacant|vacate\w*)\b",
    "towering": r"\b(bonus|multipl\w+)\b",
    "wyoming": r"\b(construct\w*|deconstruct\w*|recycl\w*|oppos\w*)\b",
}
"""By game: its terms that the lessons teach late or not at all."""


@pytest.mark.parametrize("game", UNTAUGHT)
def test_hints_use_no_terms_that_are_taught_late(game: str) -> None:
    places = {f"game/{game}/bots/{name}.py" for name in ("hints", "builds", "draws", "prospects", "scene")}
    messages = [message for message in template() if any(file in places for file, _ in message.locations)]
    assert len(messages) > 10
    for message in messages:
        for text in message.id if isinstance(message.id, tuple) else (message.id,):
            words = re.sub(r"{\w+}", "", text)
            assert not re.search(UNTAUGHT[game], words, re.IGNORECASE), text


# -- whole games described in each of our languages


CODES = sorted(path.stem for path in translations.FOLDER.glob("*.po"))
DEALS, LONGEST, MOST = 48, 400, 30
NAMES = (YOU, "Mesa", "Ana", "Cleo", "Dan", "Eve")
HINTS = 12
"""Hints per level and game."""
RARE: dict[str, list[Any]] = {"towers": [Passed(0)], "icetowers": [Showdown()], "wyoming": [LostContract(0, 7)]}


@cache
def happenings(name: str) -> tuple[Any, ...]:
    """Return events of random games, at most MOST of each kind, and very rare ones."""
    luck, seen, found = random.Random(1), Counter[type](), [*RARE.get(name, ())]
    for _ in range(DEALS):
        for step in play(random_deal(name, luck), LONGEST):
            for event in step.events:
                seen[type(event)] += 1
                if seen[type(event)] <= MOST:
                    found.append(event)
    return tuple(found)


class Strict:
    """Fills in placeholders strictly, and records texts that are not from the catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.own = set(catalogue._catalog.values())
        self.english: list[str] = []

    def __call__(self, text: str, places: dict[str, object]) -> str:
        if text not in self.own:
            self.english.append(text)
        return text.format_map(places) if places else text


@pytest.fixture(params=CODES)
def strict(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Strict]:
    """Use one of our languages with strict placeholders."""
    translations.use(request.param)
    strict = Strict(load_catalogue(translations.FOLDER / f"{request.param}.po", translations.LARGEST_CATALOGUE))
    monkeypatch.setattr(language, "_filled", strict)
    yield strict
    translations.use(ENGLISH)


@pytest.mark.parametrize("name", registry.names())
def test_every_kind_of_event_is_described_in_every_language(strict: Strict, name: str) -> None:
    game = load(name)
    _, _, event, _ = get_args(type(game).__orig_bases__[0])
    kinds = get_args(event)
    assert {type(event) for event in happenings(name)} == {*kinds}
    for event in happenings(name):
        for names in (NAMES, NAMES[1:] + NAMES[:1]):
            game.describe(event, names)
    assert strict.english == []


@pytest.mark.parametrize("name", registry.names())
def test_hints_are_translated(strict: Strict, name: str) -> None:
    luck, game, reasons = random.Random(2), load(name), set()
    for level in ("gentle", "medium"):
        assert level in roster.LEVELS
        bot, deal = bot_named(game, level), random_deal(name, luck)
        for step in islice(play(deal, HINTS * 5), 1, None, 5):
            for seat in sorted(game.actors(step.state))[:1]:
                actions = game.actions(step.state, seat)
                advice = bot.advise(game.view(step.state, seat), actions, luck)
                reasons.add(hint(game, game.view(step.state, seat), advice, NAMES) if advice else "")
    assert len(reasons) > 2
    assert strict.english == []


@pytest.mark.parametrize("seats", [2, 3])
def test_every_reason_of_wyoming_is_translated(strict: Strict, seats: int) -> None:
    view, reasons = load("wyoming").view(new(seats), 0), set()
    for (kind, owner), cards in product(WORTH, (0.4, 1.0, 3.0)):
        if WORTH[kind, owner] and (kind != "fresh" or cards >= 1):
            reasons.add(REASONS.in_words(view, [Difference(Fact(kind, (owner,)), cards, 0.0, 1.0)]))
    for part, owner in (("tall", 0), ("held", 0), ("tall", 1)):
        by = 2.0 if owner == 0 else -2.0
        parts = [Difference(Fact("lack", (owner,)), -by, 0.0, 1.0), Difference(Fact(part, (owner,)), by, 0.0)]
        reasons.add(REASONS.in_words(view, parts))
    assert len(reasons) == 3 + 3 + 3 + 2 + 3
    assert strict.english == []


def test_setting_down_a_piece_is_translated(strict: Strict) -> None:
    description = load("icetowers").describe(WasSetDown(0, 1, 1, 0, 0, mined=False), NAMES[1:])
    assert NAMES[1] in description
    assert strict.english == []


NUMBERS = (0, 1, 2, 5, 22, 101)
FORMS = {
    "de": (1, 0, 1, 1, 1, 1),
    "es": (1, 0, 1, 1, 1, 1),
    "fr": (0, 0, 1, 1, 1, 1),
    "pl": (2, 0, 1, 2, 1, 2),
    "uk": (2, 0, 1, 2, 1, 0),
    "ja": (0, 0, 0, 0, 0, 0),
}
"""By language: the index of the plural form of each of the NUMBERS, according to Unicode."""


def plurals(code: str) -> list[Message]:
    text = (translations.FOLDER / f"{code}.po").read_text(encoding="utf-8")
    return [message for message in read_messages(text) if message.plural]


def told_of(message: Message, number: int, places: dict[str, str]) -> str:
    if message.context is None:
        return tr_count(message.id, message.plural, number, **places)
    return tr_count_context(message.context, message.id, message.plural, number, **places)


@pytest.mark.parametrize("code", CODES)
def test_every_message_has_the_right_plural_forms(code: str) -> None:
    translations.use(code)
    faults = []
    for message in plurals(code):
        names = {*re.findall(r"{(\w+)}", message.id + message.plural)} - {"number"}
        places = {name: f"<{name}>" for name in names}
        for number, form in zip(NUMBERS, FORMS[code], strict=True):
            sentence = told_of(message, number, places)
            if sentence != message.forms[form].format(number=number, **places):
                faults.append(f"{number}: {sentence!r}")
            if "{number}" in message.plural and number not in (0, 1) and str(number) not in sentence:
                faults.append(f"{number} is missing in {sentence!r}")
        if len(message.forms) != max(FORMS[code]) + 1:
            faults.append(f"{message.id!r} has {len(message.forms)} forms")
    translations.use(ENGLISH)
    assert plurals(code)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("code", "words"), [
    ("en", ["1 card", "2 cards", "5 cards", "22 cards"]),
    ("de", ["1 Karte", "2 Karten", "5 Karten", "22 Karten"]),
    ("es", ["1 carta", "2 cartas", "5 cartas", "22 cartas"]),
    ("fr", ["1 carte", "2 cartes", "5 cartes", "22 cartes"]),
    ("pl", ["1 karta", "2 karty", "5 kart", "22 karty"]),
    ("ja", ["1枚", "2枚", "5枚", "22枚"]),
    ("uk", ["1 карта", "2 карти", "5 карт", "22 карти"]),
])  # fmt: skip
def test_counts_use_the_plural_form_of_the_language(code: str, words: list[str]) -> None:
    translations.use(code)
    texts = [tr_count("{number} card", "{number} cards", number) for number in (1, 2, 5, 22)]
    translations.use(ENGLISH)
    assert texts == words


@pytest.mark.parametrize(("name", "filled"), [
    ("Ana", "la tour d’Ana"),
    ("Élie", "la tour d’Élie"),
    ("Mesa", "la tour de Mesa"),
    (12, "la tour de 12"),
    ("le fantôme", "la tour du fantôme"),
])  # fmt: skip
def test_french_contracts_de_with_the_following_word(
    name: object, filled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language._Current, "code", "fr")
    assert language._filled("la tour de {name}", {"name": name}) == filled
    assert language._filled("à {name}", {"name": "le fantôme"}) == "au fantôme"
    monkeypatch.setattr(language._Current, "code", "es")
    assert language._filled("la torre de {name}", {"name": name}) == f"la torre de {name}"


def test_a_hint_names_players_whose_names_the_bot_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"la tour de {language.seat_name(1)} et {{celle-ci}}, {language.seat_name(0)}."
    assert language.with_names(text, ["{Bo} B.", "Ana"]) == "la tour de Ana et {celle-ci}, {Bo} B."
    monkeypatch.setattr(language._Current, "code", "fr")
    assert language.with_names(text, ["Bo", "Ana"]) == "la tour d’Ana et {celle-ci}, Bo."
