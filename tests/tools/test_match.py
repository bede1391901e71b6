"""Matches: fair, the same whoever plays them, and stopped when they have said enough."""

from __future__ import annotations

import json
import re
import shutil
import sys
from math import inf
from pathlib import Path

import pytest

from engine.model.position import long_form
from engine.play.events import Resigned
from engine.records.replay import replay_moves
from engine.variants import variant_of
from tests.engine.prompt import ROOT
from tests.engine.support import happened
from tests.tools.matches.__main__ import main
from tests.tools.matches.encounter import Encounter, MatchTerms, encounter, opening, seatings
from tests.tools.matches.external import BadProgram
from tests.tools.matches.match import Match, Sprt, play_match, report
from tests.tools.matches.moves import made, position_line, thrower
from tests.tools.matches.players import player_of
from tests.tools.matches.score import Score, elo_of, expected
from tests.tools.matches.simple import PliesPlayer

EXAMPLE = re.search(r"```python\n(import sys.*?)```", (ROOT / "docs/engine.md").read_text("utf-8"), re.DOTALL)
MATED = "f2f3 e7e5 g2g4"


def terms(a: str, b: str, game: str = "hexeh", longest: int = 60, **options: str) -> MatchTerms:
    """Terms of a short match at small budgets."""
    return MatchTerms(game, tuple(options.items()), a, b, share=0.1, seed=7, longest=longest)


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The opponent of the documentation as a player of a match."""
    assert EXAMPLE is not None
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    path = tmp_path / "last.py"
    path.write_text(EXAMPLE[1], encoding="utf-8")
    return f"cmd:{sys.executable} {path}"


def program(folder: Path, answer: str) -> str:
    """A program that does this when it is to move, as a player; `moves` is how many have been made."""
    path = folder / "program.py"
    path.write_text(
        "import sys\nfor line in sys.stdin:\n"
        "    if line == 'uci\\n': print('uciok', flush=True)\n"
        "    if line[:7] == 'isready': print('readyok', flush=True)\n"
        "    if line[:8] == 'position': moves = max(0, len(line.split()) - 3)\n"
        f"    if line[:2] == 'go': {answer}\n",
        encoding="utf-8",
    )
    return f"cmd:{sys.executable} {path}"


# ---- fairness


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, {"AB", "BA"}),
        (3, {"ABB", "BAB", "BBA", "AAB", "ABA", "BAA"}),
        (4, {"AABB", "ABAB", "ABBA", "BAAB", "BABA", "BBAA"}),
    ],
)
def test_everybody_sits_everywhere(seats: int, expected: set[str]) -> None:
    """In a round of games both players have each seat, as often as the other."""
    assert expected == set(seatings(seats))
    assert len(expected) == len(seatings(seats))
    for seat in range(seats):
        assert len(expected) == 2 * sum(way[seat] == "A" for way in expected)


def test_openings_are_shared_by_a_round() -> None:
    """The games of a round begin with the same moves, those of the next with others."""
    games = [encounter(terms("random", "random", longest=5), number) for number in range(4)]
    begun = [game.moves[:4] for game in games]
    assert begun[0] == begun[1] != begun[2] == begun[3]
    other = MatchTerms("hexeh", (), "random", "random", seed=8, longest=5)
    assert begun[0] != encounter(other, 0).moves[:4]
    assert ["AB", "BA", "AB", "BA"] == [game.seating for game in games]


def test_openings_are_calm() -> None:
    """An opening has no capture where there is another move, and leaves a game to play."""
    for number in range(5):
        state = opening(variant_of("combat-chess"), 1, number, 6)
        assert 6 == len(state.played)
        assert state.result is None
        assert [""] * 6 == [played.dice for played in state.played]


# ---- the same games again


@pytest.mark.slow
@pytest.mark.parametrize(
    "match",
    [
        pytest.param(terms("random", "1", "nd-mccooey-3", 12), id="three"),
        pytest.param(terms("1", "random", longest=30, combat="poly"), id="fights"),
    ],
)
def test_workers_do_not_matter(match: MatchTerms) -> None:
    """One process and two play the same games."""
    assert play_match(match, 4).games == play_match(match, 4, workers=2).games


def test_a_match_goes_on_from_its_score() -> None:
    """With the games that would have followed, and a score that counts all of them."""
    match = terms("1", "random", longest=6)
    whole, begun = play_match(match, 4), play_match(match, 2)
    rest = play_match(match, 4, before=begun.score)
    assert (whole.games[2:], whole.score) == (rest.games, rest.score)
    assert not play_match(match, 2, before=begun.score).games


def test_a_record_can_be_played_back() -> None:
    """The moves of a game, with the dice of its fights, lead to its end."""
    game = encounter(MatchTerms("combat-chess", (), "plies:2", "random", seed=3), 0)
    state = replay_moves(variant_of("combat-chess"), " ".join(game.moves))
    assert state.result is not None
    assert game.reason == state.result.reason
    assert game.winner == ("" if state.result.winner is None else game.seating[state.result.winner - 1])
    assert any("[" in move for move in game.moves)


# ---- ends


def test_claims_are_made_at_once(tmp_path: Path) -> None:
    """A draw that might be claimed is one: nobody shuffles on for ever."""
    shuffle = program(tmp_path, "print('bestmove', ('g1f3', 'g8f6', 'f3g1', 'f6g8')[moves % 4], flush=True)")
    game = encounter(MatchTerms("chess", (), shuffle, shuffle, plies=0), 0)
    assert ("", "claim-repetition", 8) == (game.winner, game.reason, len(game.moves))


def test_who_has_outlasted_all_others_has_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game for three is over once both who are left are the same player."""
    state = opening(variant_of("nd-wellisch-3"), 1, 0, 3)
    monkeypatch.setattr("tests.tools.matches.encounter.opening", lambda *_: happened(state, Resigned(), 1))
    game = encounter(MatchTerms("nd-wellisch-3", (), "random", "random"), 0)
    assert ("ABB", "B", "all others out", 3) == (game.seating, game.winner, game.reason, len(game.moves))


# ---- players


def test_two_plies_see_a_mate_and_avoid_one() -> None:
    """A player of two plies mates at once, and does not leave a piece to be taken."""
    state = replay_moves(variant_of("chess"), MATED)
    assert "d8h4" == long_form(state.variant.board, PliesPlayer(2).choose(state, 1))
    state = replay_moves(variant_of("chess"), "e2e4 e7e5 d1h5")
    moves = {long_form(state.variant.board, PliesPlayer(2).choose(state, seed)) for seed in range(20)}
    assert len(moves) > 3
    assert not {"d8h4", "d8g5"} & moves


@pytest.mark.parametrize("name", ["9", "0", "plies:9", "cmd:", "stockfish", "", "-1", "cmd:no-such-program"])
def test_who_is_no_player(name: str) -> None:
    """Names that no player has are refused."""
    with pytest.raises((ValueError, OSError)):
        player_of(name)


def test_the_example_of_the_documentation_plays(example: str) -> None:
    """The program of the documentation plays the last legal move by name, as it says."""
    game = encounter(terms("random", example, longest=12), 0)
    state = replay_moves(variant_of("hexeh"), " ".join(game.moves[:5]))
    legal = sorted(long_form(state.variant.board, move) for move in state.movement.legal(state.position))
    assert legal[-1] == game.moves[5]


def test_the_referee_as_a_program() -> None:
    """A level asked by the protocol plays what it plays without, fights and promotions included."""
    variant = variant_of("combat-chess")
    program = player_of(f"cmd:{sys.executable} -m engine uci combat-chess?Seed=5&level=1")
    own, state = player_of("1"), opening(variant, 1, 1, 4)
    try:
        for number in range(24):
            move = program.choose(state, number)
            assert own.choose(state, 5) == move
            state = made(state, move, thrower("dice"))
    finally:
        program.close()
    assert "[" in position_line(state)


@pytest.mark.parametrize("answer", ["print('bestmove a1a1', flush=True)", "raise SystemExit"])
def test_a_program_that_fails_is_named(tmp_path: Path, answer: str) -> None:
    """A program that answers with no legal move, or leaves, ends the match with its name and the position."""
    bad = program(tmp_path, answer)
    with pytest.raises(BadProgram, match=r"program\.py"):
        encounter(terms("random", bad), 0)


# ---- at the prompt


def test_at_the_prompt(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The command tells on standard output what came of the match, and on standard error each game."""
    record = tmp_path / "games"
    words = f"2 random hexeh travelers=straight --games 2 --nodes-share 0.2 --seed 3 --record {record}"
    assert 0 == main(words.split())
    out, err = (text.splitlines() for text in capsys.readouterr())
    assert "Hexeh (travelers: straight): A 2 against B random, seed 3, budgets × 0.2" == out[0]
    assert out[1].startswith("2 games: ")
    assert 2 == len(err)
    assert [0, 1] == [json.loads(line)["number"] for line in record.read_text("utf-8").splitlines()]
    assert 2 == main(["9", "1", "hexeh"])
    assert 2 == main(["1", "1", "halma"])


def test_a_test_stops_a_match() -> None:
    """A sequential test ends a match at the end of a round, and the report says what it found."""
    match = play_match(terms("2", "random"), 60, sprt=Sprt(0, 400))
    assert len(match.games) < 60
    assert 0 == len(match.games) % 2
    assert "A is rather +400 than +0 Elo above B" in list(report(match))[-1]


def test_a_report_says_how_sure_it_is() -> None:
    """The report counts results and says with which error."""
    games = [Encounter(number, "AB", winner, "checkmate", ()) for number, winner in enumerate("AAAAAAAB")]
    games += [Encounter(8, "AB", "", "stalemate", ()), Encounter(9, "BA", "", "too long", ())]
    lines = list(report(Match(MatchTerms("chess", (), "3", "1"), Sprt(0, 10), tuple(games))))
    assert "Chess: A 3 against B 1, seed 0" == lines[0]
    assert "10 games: 7 wins, 2 draws, 1 loss; 8 of 10 points, 80 % (51 to 92 %)" == lines[1]
    assert "Elo +241 (+9 to +424)" == lines[2]
    assert "ended by checkmate 8, stalemate 1, too long 1" == lines[3]
    assert lines[4].endswith("not decided")
    assert Score(7, 2, 1) == Match(MatchTerms("chess", (), "3", "1"), None, tuple(games)).score


# ---- how strong


STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


@pytest.mark.slow
@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed")
def test_a_program_of_others_plays() -> None:
    """Stockfish plays games of chess to their end, castling and promotions included, and beats chance in all."""
    stockfish = f"cmd:{STOCKFISH}?Threads=1&Hash=16&nodes=500"
    match = play_match(MatchTerms("chess", (), stockfish, "random", seed=2), 2)
    assert Score(2, 0, 0) == match.score
    assert {"checkmate"} == {game.reason for game in match.games}


@pytest.mark.slow
def test_two_levels_more_are_stronger() -> None:
    """In Hexeh a level takes most points from the one two below it, at a tenth of their budgets."""
    assert play_match(MatchTerms("hexeh", (), "4", "2", 0.1, 1, longest=200), 6).score.share().value > 0.5


# ---- scores


@pytest.mark.parametrize(
    ("score", "low", "high"),
    [
        (Score(), 0.0, 1.0),
        (Score(5, 0, 5), 0.2366, 0.7634),
        (Score(10, 0, 0), 0.7225, 1.0),
        (Score(81, 0, 182), 0.2553, 0.3662),
    ],
)
def test_wilsons_interval(score: Score, low: float, high: float) -> None:
    """Without draws the interval is Wilson's (the last from Newcombe, 1998); as many points with draws vary less."""
    share = score.share()
    assert (low, high) == pytest.approx((share.low, share.high), abs=5e-5)
    assert Score(0, 20, 0).share().low > Score(10, 0, 10).share().low


@pytest.mark.parametrize(("elo", "share"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (191, 0.75)])
def test_elo(elo: float, share: float) -> None:
    """400 more are ten to one."""
    assert share == pytest.approx(expected(elo), abs=1e-3)
    assert elo == pytest.approx(elo_of(share), abs=0.5)
    assert (inf, -inf) == (elo_of(1), elo_of(0))


def test_likelihood() -> None:
    """Wins speak for the higher hypothesis, losses for the lower, and a score between them for neither."""
    assert Score(30, 10, 10).likelihood(0, 100) > 3
    assert Score(10, 10, 30).likelihood(0, 100) < -3
    assert abs(Score(20, 10, 15).likelihood(0, 0)) < 1e-9
    assert Score(2, 0, 0).likelihood(0, 100) < 1
