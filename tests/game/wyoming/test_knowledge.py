"""Who knows what in Towers of Wyoming: hands and the draw pile are hidden, all else lies open."""

from tests.game.wyoming.positions import GAME, do, of, table
from topping_out.game.engine import EVERYONE
from topping_out.game.match import WatchedLog
from topping_out.game.wyoming.cards import HIDDEN
from topping_out.game.wyoming.events import Constructed, Drew, LostContract, Tossed


def test_a_seat_sees_its_own_hand_in_order_and_the_size_of_the_others() -> None:
    state = table("3C 2S", "4H")
    assert GAME.view(state, 0).hand == tuple(sorted(state.hands[0]))
    assert GAME.view(state, 0).hand_sizes == (5, 4)


def test_an_onlooker_sees_no_hand() -> None:
    assert GAME.view(table("3C", "4H"), None).hand == ()


def test_towers_discards_sky_and_the_count_of_the_pile_are_public() -> None:
    state = table("3C", "4H", towers=["2S", "", "5D"], deck="6C", discards="2H 1S", pennies=9)
    for seat in (0, 1, None):
        view = GAME.view(state, seat)
        assert [[len(tower) for tower in towers] for towers in view.towers] == [[2, 0], [5, 0]]
        assert view.discards == tuple(state.discards)
        assert (view.draw_pile, view.pennies) == (6, 9)


def test_only_the_drawer_sees_the_cards_drawn() -> None:
    state = table("4C", "4H", deck="9S")
    (drew,) = of(do(state, "construct 1C @0.0"), Drew)
    assert GAME.redact(drew, 1) == drew
    assert GAME.redact(drew, 0) == GAME.redact(drew, None) == Drew(1, (HIDDEN,) * 3)


def test_what_is_played_is_seen_by_all() -> None:
    events = do(table("4C", "4H"), "construct 1C @0.0")
    built = of(events, Constructed)[0]
    assert all(GAME.redact(built, seat) == built for seat in (0, 1, None))


def test_a_draw_reveals_to_the_drawer_and_a_toss_to_everyone() -> None:
    assert GAME.revealed_to(Drew(1, (5,))) == {1}
    assert GAME.revealed_to(Tossed((True, False, True))) == EVERYONE
    assert GAME.revealed_to(Constructed(0, 0, 0, (1,))) == frozenset()


def test_the_hand_of_a_seat_that_loses_its_contract_is_never_shown() -> None:
    state = table("2C 5S", "6H", "7D", deck="1S", discards="9C", towers=["4C", "2H"], deadlines=True)
    lost, log = set(state.hands[2]), WatchedLog(GAME, state, 0)
    GAME.apply(state, 0, GAME.parse("construct 1C @0.0"), log)
    assert any(event == LostContract(2, 7) for event in log)
    assert not any(lost & {*view.discards, *view.hand} for _, view in log.seen)
