"""Combat as an overlay: whose attacks are compulsory, what won, lost and tied fights leave, and rolls in records."""

from __future__ import annotations

import pytest

from engine.lookahead.imagined import perft
from engine.model.position import Position, long_form
from engine.movement.generator import movement_of
from engine.notation.position_code import position_of
from engine.play.events import BrokenRecord, Moved, Rolled
from engine.play.game import find_move, new_game
from engine.play.referee import roll_fight, sheet
from engine.play.state import Await, State
from engine.records.replay import WrongMove, replay_moves
from engine.rules.combat import CompulsoryAttack
from engine.rules.fight import FightResult, describe, read_rounds, write_rounds
from engine.variants import UnknownVariant, variant_of
from engine.variants.variant import Variant
from tests.engine.brawls import games, winning
from tests.engine.fens import HEAPS, KIWIPETE
from tests.engine.support import (
    CHESS,
    D6,
    HEXEH_D6,
    HEXEH_POLY,
    NOON,
    POLY,
    after,
    begun,
    chance,
    fen_code,
    from_fen,
    happened,
    long_moves,
    moving,
    placed,
    random_fights,
    random_game,
    told,
    told_to_fight,
)
from tests.engine.variants.clauses.games import MADE_UP

OFF = variant_of("combat-chess", {"combat": "off"})
TRIO, CHECK = MADE_UP["toy-three combat=poly"], MADE_UP["toy-check combat=poly"]
ALL = pytest.mark.parametrize(
    "variant", [POLY, D6, HEXEH_POLY, HEXEH_D6], ids=["chess poly", "chess d6", "hexeh poly", "hexeh d6"]
)


# ---- whose moves are legal


@pytest.mark.parametrize(
    ("variant", "fen"),
    [(HEXEH_POLY, ""), (TRIO, ""), (POLY, HEAPS), (D6, HEAPS), (CHECK, HEAPS)],
    ids=["hexeh", "three", "chess", "chess d6", "check"],
)
def test_exactly_those_attacks(variant: Variant, fen: str) -> None:
    """Wherever royal pieces can be attacked the legal moves are all such attacks, and else the game's own."""
    base, seen = variant.peaceful, 0
    assert base is not None
    for seed in range(20):
        for state in random_fights(variant, seed, 40, position_of(variant, fen_code(fen)) if fen else None):
            if state.result is not None:
                break
            movement, position = state.movement, state.position
            others = [seat for seat in state.remaining if seat != state.turn]
            royals = {cell for seat in others for cell in movement.royals(position, seat)}
            attacks = {move for move in movement.pseudo_legal(position) if move.target in royals}
            own = set(base.legality.legal(movement, position))
            seen += bool(attacks)
            prerogatives = {move for move in sheet(state).legal if move.special and move.special.prerogative}
            assert (attacks or own or prerogatives) == set(sheet(state).legal)
    assert seen > 3


@pytest.mark.parametrize(
    ("variant", "prerogative"),
    [(POLY, True), (D6, True), (CHECK, True), (HEXEH_POLY, False), (TRIO, False)],
    ids=["poly", "d6", "check", "hexeh", "three"],
)
def test_where_there_is_a_prerogative(variant: Variant, *, prerogative: bool) -> None:
    """The Prerogative belongs to the games of two with checkmate, and their rules alone name it."""
    assert isinstance(variant.legality, CompulsoryAttack)
    assert variant.combat is not None
    assert prerogative == variant.legality.prerogative
    assert prerogative == any("Prerogative" in rule.text for rule in variant.combat.rules)


# ---- what fights leave


def check_won(state: State) -> int:
    """Fail unless every attack that is won leads where the base game's capture leads; the number of attacks."""
    base, combat, movement, position = state.variant.peaceful, state.variant.combat, state.movement, state.position
    assert base is not None
    assert combat is not None
    calm, bare, seen = movement_of(base), position._replace(tokens=()), 0
    for move in sheet(state).legal:
        fight = combat.fight(movement, position, move)
        dice = winning(state.variant, fight) if fight and not fight.prerogative else None
        if fight is None or dice is None:
            continue
        long = long_form(base.board, move)
        won = told(state, f"{long}[{dice}]").position
        assert calm.play(bare, find_move(calm, bare, long)) == won._replace(tokens=())
        fighters = {move.origin, fight.defenders[0].cell}
        others = {(cell, count) for cell, count in position.tokens if cell not in fighters}
        assert others | {(move.target, fight.attacker.tokens + 1)} == set(won.tokens)
        seen += 1
    return seen


def check_lost_and_tied(state: State) -> None:
    """Fail unless a lost attack removes the attacker alone, a tied one nobody, and the turn passes."""
    combat, movement, position = state.variant.combat, state.movement, state.position
    assert combat is not None
    for move in sheet(state).legal:
        fight = combat.fight(movement, position, move)
        if fight is None:
            continue
        tied = combat.aftermath(movement, position, fight, FightResult.TIED)
        cells = [fighter.cell for fighter in (fight.attacker, *fight.defenders)]
        assert kept(position) == kept(tied)
        assert position.with_fatigue(cells).tokens == tied.tokens
        lost = combat.aftermath(movement, position, fight, FightResult.LOST)
        expected = bytearray(position.placement)
        expected[move.origin] = 0
        assert (bytes(expected), (0,) * len(position.quiet)) == (lost.placement, lost.quiet)
        assert (3 - position.turn, None, None) == (tied.turn, tied.passed, lost.passed)


def kept(position: Position) -> tuple[object, ...]:
    """What a tied attack leaves as it was."""
    return position.placement, position.pieces, position.lost, position.rights


@ALL
def test_fights(variant: Variant) -> None:
    """A won fight leaves exactly the base capture's position, tokens aside; lost and tied ones the pieces in place."""
    states = [state for state in games(variant, 1, 60) if state.result is None]
    assert sum(check_won(state) for state in states[::4]) > 20
    for state in states[::8]:
        check_lost_and_tied(state)


@pytest.mark.slow
@ALL
def test_many_fights(variant: Variant) -> None:
    """It holds in thousands of positions."""
    states = [state for state in games(variant, 12) if state.result is None]
    assert sum(check_won(state) for state in states) > 3_000
    for state in states[::10]:
        check_lost_and_tied(state)


@ALL
def test_fights_thrown_by_the_referee(variant: Variant) -> None:
    """The referee throws round after round until a fight is decided, and numbers the rolls of the game."""
    rng, fights = chance(3), 0
    for state in random_fights(variant, 9, 60):
        tried = (happened(state, Moved(move)) for move in sheet(state).legal)
        waiting = next((each for each in tried if each.awaits is Await.ROLL), None)
        if waiting is None:
            continue
        asked: list[int] = []

        def throw(number: int, faces: object, asked: list[int] = asked) -> list[int]:
            asked.append(number)
            assert isinstance(faces, tuple)
            return [rng.randint(1, face) for face in faces]

        event = roll_fight(waiting, throw, NOON)
        fought = happened(waiting, event.what, event.actor)
        assert Await.ROLL is not fought.awaits
        assert list(range(len(state.rolls), len(fought.rolls))) == asked
        fights += 1
    assert fights > 5


# ---- rolls in records

DUEL = ("K e1 · P e4", "K e8 · P d5")


@pytest.mark.parametrize("text", ["5-3", "4-4,2-2,6-1", "9-7+2", "3+6-4+1,1+1-1+1", "10-10"])
def test_rounds_are_written_as_they_are_read(text: str) -> None:
    assert text == write_rounds(read_rounds(text))


@pytest.mark.parametrize("text", ["", "5", "5-", "5-3,", ",5-3", "5 -3", "5-3-1", "5+-3", "٥-٣", "5—3", "100-1"])
def test_unreadable_rounds(text: str) -> None:
    """Rounds in any other form are not read, and break a stored record."""
    with pytest.raises(ValueError, match="rounds are written like"):
        read_rounds(text)
    with pytest.raises(BrokenRecord):
        happened(told_to_fight(begun(POLY, *DUEL), "e4d5"), Rolled(text))


@pytest.mark.parametrize(
    ("faces", "words"), [((6,), "d6"), ((6, 6), "2d6"), ((8, 10), "d8+d10"), ((6, 8, 6), "2d6+d8")]
)
def test_dice_in_words(faces: tuple[int, ...], words: str) -> None:
    """Dice are named by how many there are with how many faces."""
    assert words == describe(faces)


def test_a_fight_waits_for_its_dice() -> None:
    """An attack waits, the position as it was; nothing else happens before, and no dice fall without a fight."""
    start = begun(POLY, *DUEL)
    waiting = happened(start, moving(start, "e4d5"))
    assert (Await.ROLL, start.position) == (waiting.awaits, waiting.position)
    with pytest.raises(BrokenRecord, match="while a fight waits"):
        happened(waiting, moving(waiting, "e1e2"))
    for state in (start, told(start, "e4d5[5-3]"), begun(CHESS, *DUEL)):
        with pytest.raises(BrokenRecord, match="without a fight"):
            happened(state, Rolled("5-3"))


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("e4d5", "move 1, e4d5: it's a fight, so its dice come next, like e4d5[5-3]"),
        ("e4d5[5-3", "its dice come next"),
        ("e4d5[5-3]x", "its dice come next"),
        ("e4d5 [5-3]", "its dice come next"),
        ("e4d5[]", "rounds are written like 4-4,5-3"),
        ("e4d5[5-3][5-3]", "rounds are written like 4-4,5-3"),
        ("e4d5[1-2,1-2]", "the fight isn't decided"),
        ("e4d5[1-2,5-3,1-2]", "round 3 comes after the fight was decided"),
        ("e4d5[7-3]", "7 can't be rolled with d6"),
        ("e4d5[5+1-3]", "5+1 can't be rolled with d6"),
        ("e4e5[5-3]", "it isn't a fight, so it has no dice"),
        ("e4e5 e8e7[1-1]", "move 2, e8e7[1-1]: it isn't a fight, so it has no dice"),
        ("exd5[5-3]", "write it in long form, e4d5"),
        ("[5-3]", "There's no move in that."),
        ("e4f6[5-3]", "can't go to f6"),
        *((f"e4d5[{dice}]", "") for dice in ("9" * 10_000, "\x1b[31m5-3", "5-3\u202e", ",".join(["1-2"] * 3_000))),
    ],
    ids=range(19),
)
def test_wrong_rolls(moves: str, words: str) -> None:
    """Rolls that are missing, too many, impossible or hostile are refused in one short printable line."""
    with pytest.raises(WrongMove) as caught:
        replay_moves(POLY, moves, placed(POLY, *DUEL))
    text = str(caught.value)
    assert words in text
    assert text.startswith("move ")
    assert text.isprintable()
    assert len(text) < 500


# ---- as an option


def test_combat_is_an_option_of_every_variant() -> None:
    """Every game takes combat, off but for Combat Chess; equal choices are one variant."""
    for key in ("chess", "hexeh", "combat-chess"):
        for value in ("off", "poly", "d6"):
            variant = variant_of(key, {"combat": value})
            assert (value != "off") == (variant.combat is not None) == (variant.peaceful is not None)
    assert variant_of("chess") is variant_of("chess", {"combat": "off"})
    assert variant_of("combat-chess") is variant_of("combat-chess", {"combat": "poly"})
    with pytest.raises(UnknownVariant, match="combat can be"):
        variant_of("hexeh", {"combat": "d8"})


def test_combat_chess_without_combat_is_chess() -> None:
    """Combat Chess with combat off has the moves, notation, positions and results of chess."""
    for number, state in enumerate(random_game(CHESS, 1, 60)):
        again = new_game(OFF, state.position)
        if state.result is None and number % 10 == 0:
            assert sheet(state).long() == sheet(again).long()
            assert sheet(state).short_forms(sheet(state).legal) == sheet(again).short_forms(sheet(again).legal)
    moves = " ".join(long_form(CHESS.board, played.move) for played in state.played)
    assert replay_moves(CHESS, moves).line == replay_moves(OFF, moves).line
    assert perft(new_game(CHESS), 2) == perft(new_game(OFF), 2)
    for fen in ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"):
        assert from_fen(fen).result == from_fen(fen, OFF).result


def test_fights_change_nothing_without_captures() -> None:
    """Until the first capture a game with fights is the game without; all its moves are legal as there."""
    moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"
    assert after(moves, CHESS).line == after(moves, POLY).line == after(moves, D6).line
    assert long_moves(from_fen(KIWIPETE)) == long_moves(from_fen(KIWIPETE, POLY)) == long_moves(from_fen(KIWIPETE, D6))
