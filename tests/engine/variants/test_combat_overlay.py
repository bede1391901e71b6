"""Combat as an overlay: won fights leave the base game's positions, and records replay without chance."""

from __future__ import annotations

import pytest

from engine.command_line import answer
from engine.lookahead.imagined import perft
from engine.model.position import long_form
from engine.movement.generator import movement_of
from engine.notation.position_code import code_of, position_of
from engine.play.events import BrokenRecord, Event, Happening, Moved, Rolled, pack, unpack
from engine.play.game import find_move, new_game, replay
from engine.play.referee import fight_out, sheet
from engine.play.state import Await, State
from engine.records.replay import WrongMove, dice_of, replay_moves
from engine.records.scoresheet import read_scoresheet, scoresheet
from engine.rules.fight import FightResult
from engine.variants import UnknownVariant, variant_of
from engine.variants.card import card_text
from engine.variants.variant import Variant
from tests.engine.brawls import games, winning
from tests.engine.fens import KIWIPETE, PROMOTIONS
from tests.engine.prompt import Runner
from tests.engine.support import (
    CHESS,
    D6,
    HEXEH_D6,
    HEXEH_POLY,
    NOON,
    POLY,
    WINDING,
    after,
    begun,
    chance,
    code,
    fen_code,
    from_fen,
    happened,
    long_moves,
    placed,
    random_fights,
    random_game,
    told,
)
from tests.suites import first

ALL = pytest.mark.parametrize(
    "variant", [POLY, D6, HEXEH_POLY, HEXEH_D6], ids=["chess poly", "chess d6", "hexeh poly", "hexeh d6"]
)
# ---- won fights


def check_won_fights(state: State) -> int:
    """Fail unless every attack that is won leads where the base game's capture leads; the number of attacks."""
    base = state.variant.peaceful
    assert base is not None
    combat, movement, position = state.variant.combat, state.movement, state.position
    assert combat is not None
    seen = 0
    for move in sheet(state).legal:
        fight = combat.fight(movement, position, move)
        if fight is None or fight.prerogative:
            continue
        long = long_form(base.board, move)
        bare = position._replace(tokens=())
        calm = movement_of(base)
        expected = calm.play(bare, find_move(calm, bare, long))
        assert expected == combat.aftermath(movement, position, fight, FightResult.WON)._replace(tokens=())
        dice = winning(state.variant, fight)
        if dice is not None:
            won = told(state, f"{long}[{dice}]")
            assert expected == won.position._replace(tokens=())
            others = {
                (cell, count) for cell, count in position.tokens if cell not in {move.origin, fight.defenders[0].cell}
            }
            assert others | {(move.target, fight.attacker.tokens + 1)} == set(won.position.tokens)
            seen += 1
    return seen


@ALL
def test_won_fights(variant: Variant) -> None:
    """A fight the attacker has won leaves exactly the base capture's position, tokens aside."""
    assert sum(check_won_fights(state) for state in games(variant, 1) if state.result is None) > 300


@pytest.mark.slow
@ALL
def test_many_won_fights(variant: Variant) -> None:
    """In thousands of positions a won fight leaves the base capture's position."""
    assert sum(check_won_fights(state) for state in games(variant, 12) if state.result is None) > 3_000


@ALL
def test_lost_and_tied_fights(variant: Variant) -> None:
    """A lost attack removes the attacker alone, a tied one nobody; nobody moves, the turn passes."""
    seen = 0
    for state in games(variant, 1, 60):
        if state.result is not None:
            continue
        combat, movement, position = variant.combat, state.movement, state.position
        assert combat is not None
        for move in sheet(state).legal:
            fight = combat.fight(movement, position, move)
            if fight is None:
                continue
            fighters = [fight.attacker, *fight.defenders]
            tied = combat.aftermath(movement, position, fight, FightResult.TIED)
            assert (position.placement, position.pieces, position.lost) == (tied.placement, tied.pieces, tied.lost)
            assert position.rights == tied.rights
            assert tied.tokens == position.with_fatigue([fighter.cell for fighter in fighters]).tokens
            lost = combat.aftermath(movement, position, fight, FightResult.LOST)
            expected = bytearray(position.placement)
            expected[move.origin] = 0
            assert bytes(expected) == lost.placement
            assert (0,) * len(position.quiet) == lost.quiet
            assert tied.turn == 3 - position.turn
            assert tied.passed is lost.passed is None
            seen += 1
    assert seen > 100


# ---- records


def machine_part(text: str) -> str:
    """The long moves at the end of a scoresheet."""
    moves = text.partition("; long form:")[2].partition("; faces:")[0]
    return moves.replace("\n;", " ")


def history(state: State) -> list[tuple[object, ...]]:
    """The moves of a game with all that is known about them, when they were made left out."""
    return [(p.before, p.move, p.seat, p.fought) for p in state.played]


def same(state: State, again: State) -> None:
    """Fail unless two games are the same, position by position and fight by fight."""
    assert state.line == again.line
    assert state.result == again.result
    assert history(state) == history(again)
    assert (state.rolls, state.sequence, state.changed) == (again.rolls, again.sequence, again.changed)
    assert long_moves(state) == long_moves(again)


@ALL
@pytest.mark.parametrize("seed", first(2, range(6)))
def test_records_replay(variant: Variant, seed: int) -> None:
    """A random game replays from its record to the same positions, fights and result."""
    *_, last = random_fights(variant, seed, 200)
    text = scoresheet(last, {"White": "Alice", "Black": "Bob"})
    assert any(played.fought for played in last.played)
    same(last, replay_moves(variant, machine_part(text)))
    same(last, read_scoresheet(text).state)


@pytest.mark.slow
@ALL
def test_many_records_replay(variant: Variant) -> None:
    """Long random games replay from their records."""
    endings = set()
    for seed in range(100, 130):
        *_, last = random_fights(variant, seed, 600)
        same(last, read_scoresheet(scoresheet(last, {})).state)
        endings.add(last.result and last.result.reason)
    assert "royal-captured" in endings


@ALL
def test_every_state_from_its_record(variant: Variant) -> None:
    """Every state of a game is reached from its record alone, without any chance."""
    for seed in range(2):
        for state in random_fights(variant, seed, 50):
            moves = " ".join(long_form(variant.board, p.move) + dice_of(p) for p in state.played)
            same(state, replay_moves(variant, moves))


@ALL
def test_every_state_from_its_events(variant: Variant) -> None:
    """Every state of a game is reached from its events, as they are stored."""
    events: list[Event] = []
    for state in random_fights(variant, 11, 80):
        if not state.played:
            continue
        last = state.played[-1]
        happenings: list[Happening] = [Moved(long_form(variant.board, last.move))]
        if last.fought:
            happenings.append(Rolled(last.dice))
        for what in happenings:
            events.append(Event(len(events) + 1, NOON, last.seat, unpack(*pack(what))))
        assert state == replay(variant, events)


@ALL
def test_every_state_has_a_code(variant: Variant) -> None:
    """Every position is written as a code, tokens and lost pieces included, and read back the same."""
    weary = 0
    for state in games(variant, 1, 100):
        if state.result is None:
            assert state.position == position_of(variant, code_of(variant, state.position))
            weary += bool(state.position.tokens)
    assert weary > 40


@ALL
def test_a_game_goes_on_from_its_code(variant: Variant) -> None:
    """A game goes on from a position's code as it went on itself, repetitions apart."""
    states = list(random_fights(variant, 5, 90))
    begin = states[40]
    tail = " ".join(long_form(variant.board, p.move) + dice_of(p) for p in states[60].played[len(begin.played) :])
    start = position_of(variant, code_of(variant, begin.position))
    assert states[60].position == replay_moves(variant, tail, start).position


@ALL
def test_fights_thrown_by_the_referee(variant: Variant) -> None:
    """The referee throws round after round until a fight is decided, and numbers the rolls of the game."""
    rng = chance(3)
    for state in random_fights(variant, 9, 60):
        if state.result is not None:
            break
        for move in sheet(state).legal:
            waiting = happened(state, Moved(long_form(variant.board, move)))
            if waiting.awaits is not Await.ROLL:
                continue
            asked: list[int] = []

            def throw(number: int, faces: object, asked: list[int] = asked) -> list[int]:
                asked.append(number)
                assert isinstance(faces, tuple)
                return [rng.randint(1, face) for face in faces]

            event = fight_out(waiting, throw, NOON)
            fought = happened(waiting, event.what, event.actor)
            assert Await.ROLL is not fought.awaits
            first = len(state.rolls)
            assert list(range(first, first + len(asked))) == asked
            assert len(fought.rolls) == first + len(asked)


# ---- wrong rolls

DUEL = ("K e1 · P e4", "K e8 · P d5")


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("e4d5", "move 1, e4d5: it is a fight, so its dice must follow it, like e4d5[5-3]"),
        ("e4d5[", "its dice must follow it"),
        ("e4d5[5-3", "its dice must follow it"),
        ("e4d5[5-3]x", "its dice must follow it"),
        ("e4d5[]", "rounds are written like 4-4,5-3"),
        ("e4d5[5]", "rounds are written like 4-4,5-3"),
        ("e4d5[x-y]", "rounds are written like 4-4,5-3"),
        ("e4d5[5-3,]", "rounds are written like 4-4,5-3"),
        ("e4d5[5-3][5-3]", "rounds are written like 4-4,5-3"),
        ("e4d5[1-2]", "the fight is not decided"),
        ("e4d5[1-2,1-2]", "the fight is not decided"),
        ("e4d5[5-3,5-3]", "round 2 comes after the fight was decided"),
        ("e4d5[1-2,1-2,1-2,5-3]", "round 4 comes after the fight was decided"),
        ("e4d5[1-2,5-3,1-2]", "round 3 comes after the fight was decided"),
        ("e4d5[7-3]", "7 cannot be rolled with d6"),
        ("e4d5[0-3]", "0 cannot be rolled with d6"),
        ("e4d5[5-99]", "99 cannot be rolled with d6"),
        ("e4d5[5+1-3]", "5+1 cannot be rolled with d6"),
        ("e4e5[5-3]", "it is not a fight, so it has no dice"),
        ("e4e5[]", "it is not a fight, so it has no dice"),
        ("e4e5[", "it is not a fight, so it has no dice"),
        ("e4e5 e8e7[1-1]", "move 2, e8e7[1-1]: it is not a fight, so it has no dice"),
        ("exd5[5-3]", "write it in long form, e4d5"),
        ("e4d5 [5-3]", "its dice must follow it"),
        ("[5-3]", "There is no move in that."),
        ("e4f6[5-3]", "is not legal"),
    ],
)
def test_wrong_rolls(moves: str, words: str) -> None:
    """Rolls that are missing, too many or impossible, or stand behind a quiet move, are refused in one clear line."""
    with pytest.raises(WrongMove) as caught:
        replay_moves(POLY, moves, placed(POLY, *DUEL))
    assert words in str(caught.value)
    assert str(caught.value).startswith("move ")
    assert 1 == len(str(caught.value).splitlines())


@pytest.mark.parametrize(
    "dice",
    ["9" * 10_000, "\x1b[31m5-3", "5-3\u202e", "x" * 500, ",".join(["1-2"] * 3_000), "5-3`@everyone`"],
    ids=range(6),
)
def test_hostile_rolls(dice: str) -> None:
    """An error about hostile rolls is short, on one line and printable."""
    with pytest.raises(WrongMove) as caught:
        replay_moves(POLY, f"e4d5[{dice}]", placed(POLY, *DUEL))
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("moves", ["e2e4 d7d5 e4d5", "e2e4 d7d5 e4d5[7-1]", "e2e4[1-1]", "e2e4 d7d5 e4d5[1-2]"])
def test_wrong_rolls_at_the_prompt(run: Runner, moves: str) -> None:
    """At the prompt a wrong roll ends the command with status 2 and one line that says which and why."""
    status, out, err = run("moves", "combat-chess", "--after", moves)
    assert (2, [], 1) == (status, out, len(err))
    assert err[0].startswith(f"move {len(moves.split())}, ")
    assert ["error"] == list(answer({"variant": "combat-chess", "after": moves}))


def test_rolls_without_combat() -> None:
    """Without fights a capture has no dice."""
    start = placed(CHESS, *DUEL)
    with pytest.raises(WrongMove, match="it is not a fight, so it has no dice"):
        replay_moves(CHESS, "e4d5[5-3]", start)
    assert placed(CHESS, "K e1 · P d5", "K e8", turn=2, lost=",P") == replay_moves(CHESS, "e4d5", start).position


@pytest.mark.parametrize("dice", ["", "5", "1-2", "7-1", "5-3,5-3"])
def test_broken_rolls(dice: str) -> None:
    """A stored roll that does not fit its fight breaks the record."""
    waiting = happened(begun(POLY, *DUEL), Moved("e4d5"))
    with pytest.raises(BrokenRecord):
        happened(waiting, Rolled(dice))


def test_fights_through_the_prompt(run: Runner) -> None:
    """The prompt replays fights and shows what they leave."""
    status, out, err = run("show", "combat-chess", "--after", "e2e4 d7d5 e4d5[1-2,6-1]")
    assert (0, []) == (status, err)
    assert out[-1].endswith("tokens=d5:1")
    assert {"turn": 2, "moves": long_moves(after("e2e4 d7d5 e4d5[1-2,6-1]", POLY))} == answer(
        {"variant": "combat-chess", "after": "e2e4 d7d5 e4d5[1-2,6-1]"}
    )
    assert {"result": "1", "reason": "royal-captured"} == answer(
        {"variant": "combat-chess", "after": "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7[10-1] e8f7[1-8+10]"}
    )


# ---- perft


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (("combat-chess", "3"), 8_902),
        (("combat-chess", "3", "--option", "combat=d6"), 8_902),
        (("combat-chess", "3", "--option", "combat=off"), 8_902),
        (("chess", "3", "--option", "combat=poly"), 8_902),
        (("combat-chess", "2", "--position", fen_code(KIWIPETE)), 2_039),
        (("combat-chess", "3", "--position", fen_code(PROMOTIONS)), 9_483),
        (("combat-chess", "2", "--position", f"{fen_code(KIWIPETE)} tokens=e1:3,e5:2"), 2_039),
        (("combat-chess", "2", "--after", "e2e4 d7d5 e4d5[6-1] d8d5[10-1]"), None),
        (("hexeh", "3", "--option", "combat=poly"), None),
        (("hexeh", "3", "--option", "combat=d6"), None),
    ],
)
def test_perft(run: Runner, arguments: tuple[str, ...], nodes: int | None) -> None:
    """Perft counts the moves of the game without fights, from whatever position fights have led to."""
    if arguments[0] == "hexeh":
        nodes = perft(new_game(WINDING), 3)
    elif nodes is None:
        nodes = perft(after("e2e4 d7d5 e4d5 d8d5", CHESS), 2)
    assert (0, [f"nodes {nodes}"], []) == run("perft", *arguments)


@pytest.mark.parametrize(
    ("key", "position", "moves"),
    [
        ("combat-chess", code(POLY, ("K e1 · R e2", "K e8 · P a7"), 1), "e2e8[8-1]"),
        ("combat-chess", code(POLY, ("K e1 · P a2", "K e8 · N e2"), 1), "e1e2[1-8]"),
        ("hexeh", code(HEXEH_POLY, ("E d1 · G d6", "E d7 · G a4"), 1), "d6d7[6-1]"),
    ],
)
def test_perft_after_the_end(run: Runner, key: str, position: str, moves: str) -> None:
    """After a fight that has ended the game there is nothing to count."""
    option = ("--option", "combat=poly")
    assert (0, ["nodes 0"], []) == run("perft", key, "1", *option, "--position", position, "--after", moves)


# ---- options


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


OFF = variant_of("combat-chess", {"combat": "off"})


def test_combat_chess_without_combat() -> None:
    """Combat Chess with combat off is chess: moves, notation, positions, results, claims."""
    for seed in range(4):
        for state in random_game(CHESS, seed, 100):
            again = new_game(OFF, state.position)
            assert state.position == position_of(OFF, code_of(CHESS, state.position))
            assert sheet(state).long() == sheet(again).long() or state.result is not None
            assert sheet(state).shorts(sheet(state).legal) == sheet(again).shorts(sheet(again).legal) or state.result
    moves = " ".join(long_form(CHESS.board, p.move) for p in state.played)
    assert replay_moves(CHESS, moves).line == replay_moves(OFF, moves).line
    assert perft(new_game(CHESS), 3) == perft(new_game(OFF), 3)
    assert OFF.combat is None


@pytest.mark.parametrize("fen", ["4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"])
def test_combat_chess_without_combat_ends_as_chess(fen: str) -> None:
    """Combat Chess with combat off ends as chess does."""
    assert from_fen(fen).result == from_fen(fen, OFF).result
    assert from_fen(fen).result is not None


def test_chess_with_combat_is_combat_chess() -> None:
    """Chess with combat is played as Combat Chess."""
    fighting = variant_of("chess", {"combat": "poly"})
    for state in random_fights(POLY, 21, 100):
        moves = " ".join(long_form(POLY.board, p.move) + dice_of(p) for p in state.played)
    assert state.line == replay_moves(fighting, moves).line
    assert state.result == replay_moves(fighting, moves).result


def test_fights_change_nothing_without_captures() -> None:
    """Until the first capture a game with fights is the game without."""
    moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"
    assert after(moves, CHESS).line == after(moves, POLY).line == after(moves, D6).line


def test_the_card_has_the_rules_of_fights() -> None:
    """The rules card tells of fights where there are any, of the Prerogative where there is one."""
    assert "Compulsory attack" in card_text(POLY)
    assert "Compulsory attack" in card_text(HEXEH_D6)
    assert "Prerogative" in card_text(D6)
    assert "Prerogative" not in card_text(HEXEH_POLY)
    assert "Compulsory" not in card_text(CHESS)
    assert "Compulsory" not in card_text(OFF)
