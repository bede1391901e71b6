"""The protocol of programs: what is answered to which line."""

from __future__ import annotations

import pytest

from engine.lookahead.search import level_of, think
from engine.model.position import Move, long_form
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.uci import LineListener, Session, converse, long_of, plain
from engine.variants import variant_of
from tests.engine.prompt import Runner, in_a_process
from tests.tools.matches.moves import position_line


class Patient(LineListener):
    """A signal that stops a search at the question of that number, and a search without limits when it waits."""

    def __init__(self, at: int) -> None:
        self.left = at
        self.begun: list[tuple[int | None, bool]] = []

    def begin(self, ms: int | None, *, endless: bool) -> None:
        self.begun.append((ms, endless))

    def stopped(self, *, wait: bool = False) -> bool:
        """Return whether it is time; with `wait` it always is."""
        self.left -= 1
        return wait or self.left <= 0

    def end(self) -> None:
        """Keep no time."""


def told(key: str, *lines: str, stop: int = 1 << 40, **options: str) -> list[str]:
    """What a session of a game answers to lines."""
    session = Session(variant_of(key, options), Patient(stop))
    return [answer for line in lines for answer in session.answers(line)]


def line_of(session: Session) -> str:
    assert session._state is not None
    return position_line(session._state)


def reached(key: str, moves: str = "") -> State:
    return replay_moves(variant_of(key), moves)


def test_introduction() -> None:
    """A program says who it is, with the game, and which options it has."""
    answers = told("hexeh", "uci", "isready", travelers="straight")
    assert "id name Hexmarshal, Hexeh (travelers: straight)" == answers[0]
    assert ["option name Level type spin default 5 min 0 max 8"] == [each for each in answers if "Level" in each]
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
    *_, info, best = told("chess", "position startpos", "go nodes 300")
    words = info.split()
    assert ["info", "depth", "score", "cp", "nodes", "pv"] == [words[at] for at in (0, 1, 3, 4, 6, 8)]
    assert int(words[7]) <= 330
    assert best == f"bestmove {words[9]}"


def test_mate_is_told_in_moves() -> None:
    """A won game is told by the moves to mate, a lost one with a minus."""
    fools = "f2f3 e7e5 g2g4"
    *_, info, best = told("chess", f"position startpos moves {fools}", "go depth 2")
    assert "score mate 1 " in info
    assert "bestmove d8h4" == best
    *_, info, best = told("chess", "position code 6R1/R7/8/8/7k/8/8/K7 2", "go depth 3")
    assert "score mate -1 " in info
    assert best in {"bestmove e8d8", "bestmove e8f8"}


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("go nodes many", "nodes is a whole number"),
        ("go level 9", "levels go from 0 to 8"),
        ("go ponder", "go doesn't know 'ponder'"),
        ("setoption name Level value 12", "levels go from 0 to 8"),
        ("setoption name Hash value 12", "no option 'Hash'"),
        ("setoption name Plain value true", "no option 'Plain'"),
        ("dance", "'dance' isn't a command"),
    ],
)
def test_what_is_wrong_changes_nothing(line: str, text: str) -> None:
    """What cannot be done is answered in words, and the game stands as before; `go` always has a `bestmove`."""
    session = Session(variant_of("hexeh"), Patient(1))
    list(session.answers("position startpos moves c2c3"))
    answer, *rest = session.answers(line)
    assert answer.startswith("info string ")
    assert text in answer
    assert rest == (["bestmove (none)"] if line.startswith("go") else [])
    assert "position startpos moves c2c3" == line_of(session)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("position startpos moves c2c9", "There's no cell c9"),
        ("position code nonsense", ""),
        ("position fen 8/8 w", "looks like a FEN, but Hexeh has none"),
        ("position fen G2g/T3t/PG2gp/EW3we/PG2gp/T3t/G2g 1", "this isn't a FEN"),
        ("position", "write: position startpos"),
    ],
)
def test_no_move_for_a_position_that_cannot_be_read(line: str, text: str) -> None:
    """After a position that cannot be read `go` has no move, until there is one that can."""
    session = Session(variant_of("hexeh"), Patient(1 << 40))
    list(session.answers("position startpos moves c2c3"))
    (answer,) = session.answers(line)
    assert text in answer
    problem, none = session.answers("go level 1")
    assert "I couldn't read the last position" in problem
    assert "bestmove (none)" == none
    assert [] == list(session.answers("position startpos"))
    assert "(none)" not in list(session.answers("go level 1"))[-1]


@pytest.mark.parametrize(
    ("go", "ms"),
    [
        ("movetime 1000", 970),
        ("movetime 1", 1),
        ("wtime 60000 btime 1000", 1970),
        ("wtime 60000 btime 1000 winc 1000", 2720),
        ("wtime 60000 btime 1000 movestogo 10", 5970),
        ("wtime 2000 btime 1000 winc 5000 binc 5000", 970),
        ("wtime -20 btime 1000", 1),
        ("btime 1000", None),
        ("depth 2", None),
        ("movetime 99999999999999999999", 999_999_970),
    ],
)
def test_time_for_a_move(go: str, ms: int | None) -> None:
    """A move has the time that is said, or a share of its own side's clock."""
    signal = Patient(1)
    session = Session(variant_of("chess"), signal)
    assert list(session.answers(f"go {go}"))[-1].startswith("bestmove ")
    assert [(ms, False)] == signal.begun


def test_it_thinks_until_it_is_stopped() -> None:
    """`go infinite` thinks ever deeper until `stop`, in the middle of a depth, and answers with what it saw last."""
    *answers, best = told("hexeh", "position startpos", "go infinite", stop=100)
    looked_at = [int(answer.split()[answer.split().index("nodes") + 1]) for answer in answers]
    assert looked_at == sorted(looked_at)
    assert 5_000 < looked_at[-1] < 7_000
    assert f"bestmove {answers[-1].split()[answers[-1].split().index('pv') + 1]}" == best


def test_promotions_are_written_both_ways() -> None:
    """A promotion is read as the referee writes it and as UCI does; other moves are the same in both."""
    board = variant_of("chess").board
    move = Move(board.cell("e7"), board.cell("e8"), "Q")
    assert "e7e8q" == plain(board, move)
    assert ["e7e8=Q", "e7e8=Q", "b1c3", "@e3e5", "e4d5[4-3]", "e7d8=Q[4-4,5-3]"] == [
        long_of(each) for each in ("e7e8q", "e7e8=Q", "b1c3", "@e3e5", "e4d5[4-3]", "e7d8q[4-4,5-3]")
    ]
    position = "position code K6k/8/8/8/8/8/6P1/8 1"
    assert "bestmove g7g8q" == told("chess", position, "go nodes 50")[-1]


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
