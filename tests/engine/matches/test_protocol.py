"""The protocol of programs: what is answered to which line."""

from __future__ import annotations

import pytest

from engine.lookahead.search import level_of, think
from engine.matches.conversation import converse
from engine.matches.moves import long_of, plain, position_line
from engine.matches.session import Session
from engine.model.position import Move, long_form
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.variants import variant_of
from tests.engine.prompt import WIN, Runner, in_a_process


class Patient:
    """Ears that hear `stop` at the question of that number."""

    def __init__(self, at: int) -> None:
        self.left = at

    def stopped(self, *, wait: bool) -> bool:
        """Whether it is time; at once where there is nothing else to do."""
        self.left -= 1
        return wait or self.left <= 0


def told(key: str, *lines: str, stop: int = 1, **options: str) -> list[str]:
    """What a session of a game answers to lines."""
    session = Session(variant_of(key, options), Patient(stop))
    return [answer for line in lines for answer in session.answers(line)]


def reached(key: str, moves: str = "") -> State:
    """The state of a game after moves."""
    return replay_moves(variant_of(key), moves)


def test_introduction() -> None:
    """A program says who it is, with the game, and which options it has."""
    answers = told("hexeh", "uci", "isready", travelers="straight")
    assert "id name Hexmarshal, Hexeh (travelers: straight)" == answers[0]
    assert ["option name Level type spin default 5 min 1 max 8"] == [each for each in answers if "Level" in each]
    assert ["uciok", "readyok"] == answers[-2:]


def test_the_move_is_the_levels() -> None:
    """`go` answers with the move of the level and seed that were chosen."""
    state = reached("hexeh", "c2c3 a4a3")
    thought = think(state, level_of(2), 9)
    expected = long_form(state.variant.board, thought.move)
    position = "position startpos moves c2c3 a4a3"
    chosen = ("setoption name Level value 2", "setoption name Seed value 9")
    assert f"bestmove {expected}" == told("hexeh", *chosen, position, "go")[-1]
    assert f"bestmove {expected}" == told("hexeh", chosen[1], position, "go level 2")[-1]


def test_what_is_seen_is_told() -> None:
    """The line before the move tells depth, score, positions and the line that is expected."""
    info, best = told("chess", "position startpos", "go nodes 300")
    words = info.split()
    assert ["info", "depth", "score", "cp", "nodes", "pv"] == [words[at] for at in (0, 1, 3, 4, 6, 8)]
    assert int(words[7]) <= 330
    assert best == f"bestmove {words[9]}"


def test_mate_is_told_in_moves() -> None:
    """A won game is told by the moves to mate, a lost one with a minus."""
    fools = "f2f3 e7e5 g2g4"
    info, best = told("chess", f"position startpos moves {fools}", "go depth 2")
    assert "score mate 1 " in info
    assert "bestmove d8h4" == best
    info, best = told("chess", "position code 6R1/R7/8/8/7k/8/8/K7 2", "go depth 3")
    assert "score mate -1 " in info
    assert best in {"bestmove e8d8", "bestmove e8f8"}


def test_positions_go_on_from_one_another() -> None:
    """A position may go on from the last one, be another, or begin from a code."""
    lines = ("position startpos moves c2c3", "position startpos moves c2c3 a4a3", "position startpos moves b1c3")
    for line, moves in zip(lines, ("c2c3", "c2c3 a4a3", "b1c3"), strict=True):
        assert told("hexeh", line, "go level 1") == told("hexeh", *lines[: lines.index(line) + 1], "go level 1")
        assert line == position_line(reached("hexeh", moves))
    code = "code 4/5/6/E5e/6/5/3g 1"
    state = Session(variant_of("hexeh"), Patient(1))
    assert [] == list(state.answers(f"position {code} moves d1d2"))
    assert f"position {code} moves d1d2" == position_line(state._state)


def test_dice_follow_their_fight() -> None:
    """The dice of a fight stand behind its move, and the best move has none."""
    moves = "e2e4 d7d5 e4d5[5-3]"
    assert f"position startpos moves {moves}" == position_line(reached("combat-chess", moves))
    answers = told("combat-chess", f"position startpos moves {moves}", "go nodes 200")
    assert "[" not in answers[-1]
    assert "it is a fight" in told("combat-chess", "position startpos moves e2e4 d7d5 e4d5")[0]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("position startpos moves c2c9", "“c2c9” is not legal"),
        ("position code nonsense", ""),
        ("position fen 8/8 w", "write: position startpos"),
        ("go nodes many", "nodes is a whole number"),
        ("go level 9", "levels go from 1 to 8"),
        ("setoption name Level value 12", "levels go from 1 to 8"),
        ("setoption name Hash value 12", "no option 'Hash'"),
        ("setoption name Plain value yes", "Plain is true or false, not 'yes'"),
        ("dance", "'dance' is none of the commands"),
    ],
)
def test_what_is_wrong_changes_nothing(line: str, text: str) -> None:
    """What cannot be done is answered in words, and the game stands as before."""
    session = Session(variant_of("hexeh"), Patient(1))
    list(session.answers("position startpos moves c2c3"))
    (answer,) = session.answers(line)
    assert answer.startswith("info string ")
    assert text in answer
    assert "position startpos moves c2c3" == position_line(session._state)


def test_no_move_for_a_position_that_was_refused() -> None:
    """After a position that can't be read, no move is given for the one before it, until there is another."""
    session = Session(variant_of("hexeh"), Patient(1))
    list(session.answers("position fen 8/8 w"))
    assert ["info string the last position could not be read", "bestmove (none)"] == list(session.answers("go level 1"))
    list(session.answers("position startpos"))
    assert [*session.answers("go level 1")][-1].startswith("bestmove ")
    assert "(none)" not in [*session.answers("go level 1")][-1]


def test_a_finished_game_has_no_move() -> None:
    """Where the game is over, its end is told and no move."""
    answers = told("hexeh", f"position startpos moves {WIN}", "go")
    assert ["info string the game is over: Red wins: the empress has fallen", "bestmove (none)"] == answers


def test_it_thinks_until_it_is_stopped() -> None:
    """`go infinite` thinks with twice the positions each time until `stop`, and answers with what it saw last."""
    answers = told("hexeh", "position startpos", "go infinite", stop=3)
    assert 4 == len(answers)
    looked_at = [int(answer.split()[7]) for answer in answers[:3]]
    assert [2000, 4000, 8000] == pytest.approx(looked_at, rel=0.1)
    assert f"bestmove {answers[2].split()[9]}" == answers[3]


def test_promotions_are_written_both_ways() -> None:
    """A promotion is read as the referee writes it and as UCI does; other moves are the same in both."""
    board = variant_of("chess").board
    move = Move(board.cell("e7"), board.cell("e8"), "Q")
    assert "e7e8q" == plain(board, move)
    assert ["e7e8=Q", "e7e8=Q", "b1c3", "@e3e5", "e4d5[4-3]", "e7d8=Q[4-4,5-3]"] == [
        long_of(each) for each in ("e7e8q", "e7e8=Q", "b1c3", "@e3e5", "e4d5[4-3]", "e7d8q[4-4,5-3]")
    ]
    position = "position code K6k/8/8/8/8/8/6P1/8 1"
    assert "bestmove g7g8=Q" == told("chess", position, "go nodes 50")[-1]
    assert "bestmove g7g8q" == told("chess", "setoption name Plain value true", position, "go nodes 50")[-1]


def test_lines_are_heard_while_it_thinks() -> None:
    """Who asks whether it is ready is answered while it thinks, and the end of the lines ends it."""
    said: list[str] = []
    converse(variant_of("hexeh"), ["go infinite", "isready", "stop", "isready"], said.append)
    assert ["readyok", "readyok"] == [line for line in said if line == "readyok"]
    assert said[-2].startswith("bestmove ")


def test_at_the_prompt(run: Runner) -> None:
    """The command speaks on standard input and output; an unknown game is refused."""
    status, out, err = in_a_process("uci", "glinski", given="isready\nposition startpos\ngo level 1\nquit\n")
    assert (0, []) == (status, err)
    assert "readyok" == out[0]
    assert out[-1].startswith("bestmove ")
    assert 2 == run("uci", "halma")[0]
    assert 2 == run("uci", "hexeh", "colour")[0]
