"""How fights are judged: what fatigue costs, what revenge takes back, and a guarded royal is no safe one."""

from __future__ import annotations

import pytest

from engine.lookahead.search.alphabeta import Search
from engine.lookahead.search.evaluation import tables
from engine.model.position import Position, long_form
from engine.movement.generator import movement_of
from engine.play.state import Await
from engine.records.replay import replay_moves
from engine.rules.fight import FightResult
from engine.variants import GAMES, variant_of
from engine.variants.variant import Variant
from tests.engine.support import POLY, random_fights
from tests.suites import spread


def search_in(variant: Variant, position: Position) -> Search:
    """A search that neither overlooks nor misjudges anything."""
    table = tables(variant, position, 0, 0)
    return Search(movement_of(variant), (position,), table, 10**9)


def cells(variant: Variant, names: str) -> list[int]:
    """The cells of these names."""
    return [variant.board.names.index(name) for name in names.split()]


@pytest.mark.parametrize(("own", "other"), [("d1", "d8"), ("a2", "a7"), ("e1", "e8")])
def test_fatigue_counts_against_its_bearer(own: str, other: str) -> None:
    """A tired piece is worth less, a royal one too, and to both sides as much."""
    start = POLY.start
    search = search_in(POLY, start)
    fresh, (mine,), (theirs,) = search.score(start), cells(POLY, own), cells(POLY, other)
    weary = [search.score(start.with_fatigue([mine] * tokens)) for tokens in range(3)]
    assert weary == sorted(weary, reverse=True)
    assert len(set(weary)) == 3
    assert search.score(start.with_fatigue([theirs])) - fresh == fresh - search.score(start.with_fatigue([mine]))


def test_who_wins_a_fight_may_meet_revenge() -> None:
    """A queen that attacks a queen gains less where a knight guards it."""
    alone = replay_moves(POLY, "e2e4 e7e5 d1h5 d8h4 a2a3 g8e7 b2b3").position
    guarded = replay_moves(POLY, "e2e4 e7e5 d1h5 d8h4 a2a3 g8e7 b2b3 e7g6 c2c3").position
    assert 0 <= gained(guarded, "a7a6") < 0.7 * gained(alone, "a7a6")


def gained(position: Position, text: str) -> int:
    """What the other side's attacks gain after a quiet move."""
    movement, search = movement_of(POLY), search_in(POLY, position)
    move = next(each for each in movement.pseudo_legal(position) if long_form(POLY.board, each) == text)
    search.deepen(position, [move], 1)
    return search.score(movement.play(position, move)) - search.found[-1][0]


def test_a_guard_does_not_make_a_royal_safe() -> None:
    """A queen attacks a tired king that a lost fight has laid bare, though another could take revenge."""
    bare = replay_moves(POLY, "e2e4 f7f6 d1h5").position
    assert gained(bare.with_fatigue(cells(POLY, "e8") * 3), "a7a6") > 100


@pytest.mark.parametrize("key", spread(4, [key for key, game in GAMES.items() if "poly" in game.combat]))
def test_nobody_avenges_where_nobody_guards(key: str) -> None:
    """After a plain capture has won its fight, enemies attack the winner only where they guarded its target before."""
    variant, seen = variant_of(key, {"combat": "poly"}), set[bool]()
    movement, combat = movement_of(variant), variant.combat
    assert combat is not None
    for state in random_fights(variant, 3, 60):
        if state.awaits is not Await.MOVE:
            continue
        position = state.position
        for move in movement.captures(position):
            fight = combat.fight(movement, position, move)
            if fight is None or move.special is not None or movement.is_royal(fight.defenders[0].code):
                continue
            after = combat.aftermath(movement, position, fight, FightResult.WON)
            avengers = movement.attackers(after, move.target, after.pieces[0] & ~after.pieces[position.turn])
            enemies = position.pieces[0] ^ position.pieces[position.turn]
            lifted = position.pieces[0] & ~(1 << move.origin)
            guarded = movement.is_attacked(position, 1 << move.target, enemies, lifted)
            assert bool(avengers) is guarded
            seen.add(guarded)
    assert seen == {False, True}
