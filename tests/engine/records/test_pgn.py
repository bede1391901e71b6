"""PGN, as sites and books write it: read by the grammar of scoresheets, and written for other programs."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks.control import TimeControl
from engine.model.position import long_form
from engine.play.game import new_game
from engine.records.parser import TextPlace
from engine.records.replay import short_moves
from engine.records.scoresheet import BadScoresheet, NoPgn, Scoresheet, SeveralGames, pgn, read_scoresheet
from engine.rules.protocols import Result
from engine.variants import GAMES, STANDARD, game_called, variant_of
from tests.engine.lively import lively
from tests.engine.support import clock_of, control_of

CHESS = variant_of("chess")

LICHESS = """[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2024.01.05"]
[White "ann"]
[Black "ben"]
[Result "1-0"]
[UTCDate "2024.01.05"]
[WhiteElo "?"]
[Variant "Standard"]
[TimeControl "180+2"]
[ECO "C50"]
[Termination "Normal"]

% a line for another program
1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 2. Nf3 $1 Nc6
3. Bc4 (3. Bb5 a6 {the main line; here ) is a bracket} (3... Nf6 4. O-O) 4. Ba4) 3... d6?!
4. Nc3 Bg4 $6 $14 5. h3 ; chases it
Bh5? 6. Nxe5 Bxd1 (6... Nxe5 7. Qxh5
Nxc4 8. Qb5+) 7. Bxf7+ Ke7 8. Nd5# 1-0

"""


def wrong(text: str, number: int | None = None) -> BadScoresheet:
    with pytest.raises(BadScoresheet) as caught:
        read_scoresheet(text, None, number)
    return caught.value


def longs(sheet: Scoresheet) -> list[str]:
    return [long_form(sheet.state.variant.board, played.move) for played in sheet.state.played]


# ---- what sites and books write


def test_a_game_as_a_chess_site_writes_it() -> None:
    """Tags, clocks, NAGs, nested variations, remarks of all kinds and the result are read; what is skipped is told."""
    read = read_scoresheet(LICHESS)
    assert longs(read)[-3:] == ["c4f7", "e8e7", "c3d5"]
    assert read.state.result == Result(1, "checkmate")
    assert read.players == {1: "ann", 2: "ben"}
    assert read.tag("utcdate") == "2024.01.05"
    assert clock_of(read.state).control == TimeControl(180_000, 2_000)
    assert read.remarks == "I skipped 4 remarks, 3 marks and 3 variations."


FORMS = (
    "1. e4 e5 2. Nf3·1.e4 e5 2.Nf3 *·1 e4 e5 2 Nf3·1. e4 1... e5 2. Nf3·1.e4 1…e5 2.Nf3·1. e4 ... e5 2. Nf3·"
    "e4 e5 Nf3·1. e4! e5 !? 2. Nf3 +/-·1. e4$1 e5$13 2. Nf3·1. e4(1. d4)e5(1... c5 (1... e6))2. Nf3·"
    "1. e4 {a remark\non two lines} e5\n\n2. Nf3\n*\n·1. e4 {0.25/12 in 3 s} e5 {12 minutes} 2. Nf3·"
    "1. e4 ; a remark\n%another\ne5 {{} 2. Nf3·1. e4 e5 (=) 2. Nf3"
)


@pytest.mark.parametrize("moves", FORMS.split("·"))
def test_forms_of_moves(moves: str) -> None:
    """Numbers with and without dots, marks, remarks and variations may stand wherever books put them."""
    assert longs(read_scoresheet('[Event "?"]\n[Site ""]\n\n' + moves)) == ["e2e4", "e7e5", "g1f3"]


RESIGNED = "It gives no reason for {}, so I took it as a resignation."


@pytest.mark.parametrize(
    ("result", "winner", "reason", "told"),
    [
        ("1-0", 1, "resignation", RESIGNED.format("1-0")),
        ("0 – 1", 2, "resignation", RESIGNED.format("0 – 1")),
        ("1:0", 1, "resignation", RESIGNED.format("1:0")),
        ("1/2-1/2", None, "agreement", ""),
        ("½-½", None, "agreement", ""),
        ("1/2", None, "agreement", ""),
        ("remi", None, "agreement", ""),
        ("Draw", None, "agreement", ""),
    ],
)
def test_results(result: str, winner: int | None, reason: str, told: str) -> None:
    """A result that the moves do not bring about is what the players decided, by its token or its tag."""
    for text in (f'[Game "chess"]\n1. e4 {result}', f'[Game "chess"]\n[Result "{result}"]\n1. e4'):
        read = read_scoresheet(text)
        assert read.state.result == Result(winner, reason)
        assert read.remarks == told


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("180+2", "3m+2s"),
        ("300", "5m+0s"),
        ("1/259200", "3d/move"),
        ("-", "none"),
        ("?", "none"),
        ("", "none"),
        ("10m+5s", "10m+5s"),
        ("3 days/move", "3d/move"),
    ],
)
def test_time_controls(text: str, control: str) -> None:
    """Bare numbers are seconds, as everywhere else; our own forms are read as before."""
    clock = read_scoresheet(f'[Game "chess"]\n[TimeControl "{text}"]').state.clock
    assert control == ("none" if clock is None else clock.control.text)


# ---- which game


@pytest.mark.parametrize(
    ("tags", "key", "options"),
    [
        ('[Event "?"]', "chess", ""),
        ('[Variant "?"] [White "ann"]', "chess", ""),
        ('[Game "Chess"]', "chess", ""),
        ('[GAME "CHESS"]', "chess", ""),
        ('[Variant "From Position"]', "chess", ""),
        ('[Variant "King of the Hill"]', "chess", "goal=hill"),
        ('[Variant "Three-check"]', "chess", "goal=three-check"),
        ('[Variant "Glinski"]', "glinski", ""),
        ('[variant "gliński"]', "glinski", ""),
        ('[Variant "Glinskis Hex Chess"]', "glinski", ""),
        ('[Variant "Hexagonal chess"]', "glinski", ""),
        ('[Variant "Shafran"]', "shafran", ""),
        ('[Variant "Combat Chess"] [Options "combat=d6"]', "combat-chess", "combat=d6"),
        ('[Game "Hexeh"] [Variant "hexeh"]', "hexeh", ""),
    ],
)
def test_names_of_games(tags: str, key: str, options: str) -> None:
    """A game is named by its id, its name or an alias, whatever the case, diacritics and signs; a PGN's is chess."""
    variant = read_scoresheet(tags).state.variant
    assert (key, options) == (variant.key, " ".join(f"{name}={value}" for name, value in variant.options))


def test_every_name_means_one_game() -> None:
    """No two games share a name, and each is found by its id and its name."""
    names = [name for game in GAMES.values() for name in (game.key, game.name, *(each.name for each in game.aliases))]
    assert all(game_called(name) for name in names)
    for game in GAMES.values():
        assert game_called(game.key) == game_called(f" {game.name.upper()}! ") == (game, {})
        for alias in game.aliases:
            assert game_called(alias.name) == (game, dict(alias.options))
            assert variant_of(game.key, dict(alias.options)).options == alias.options
    assert STANDARD is GAMES["chess"]


def test_a_bare_list_of_moves() -> None:
    """Moves alone are read with the game given beside them, and no other game's."""
    glinski = variant_of("glinski")
    assert longs(read_scoresheet("1. e5 Ndf8 2. d5", glinski)) == ["e4e5", "d9f8", "d3d5"]
    assert "the tag Game is missing" in str(wrong("1. e5 Ndf8"))
    assert read_scoresheet('[Event "?"]\n1. e5', glinski).state.variant is glinski
    with pytest.raises(BadScoresheet, match="this is a game of chess, not of glinski"):
        read_scoresheet('[Variant "Standard"]\n1. e5', glinski)
    with pytest.raises(BadScoresheet, match="these options aren't those of Gliński's Hex Chess"):
        read_scoresheet('[Options "goal=hill"]\n1. e5', glinski)


THREE = (
    "; three games\n"
    '[Event "A"]\n[White "Ann"]\n[Black "Ben"]\n\n1. e4 e5 1-0\n\n'
    '[Event "B"]\n\n1. d4 (1. c4) remi\n[Variant "Glinski"]\n1. e5 Ndf8 *\n'
)


def test_several_games_in_a_file() -> None:
    """One of several games is chosen by its number; where none is, they are told apart."""
    assert [longs(read_scoresheet(THREE, None, n)) for n in (1, 2, 3)] == [
        ["e2e4", "e7e5"],
        ["d2d4"],
        ["e4e5", "d9f8"],
    ]
    problem = wrong(THREE.replace("1. d4", '[Site "x"]\n1. d4'))
    assert isinstance(problem, SeveralGames)
    assert str(problem) == "it has 3 games; choose one by its number: 1. Ann – Ben, 1-0; 2. B, remi; 3. e5, *"
    assert str(wrong(THREE, 4)) == "it has 3 games, so there's no game 4"
    assert str(wrong(LICHESS, 0)) == "it has 1 game, so there's no game 0"
    assert longs(read_scoresheet(read_scoresheet(THREE, None, 3).text)) == ["e4e5", "d9f8"]
    assert longs(read_scoresheet(THREE.replace("; three games\n", "").replace("\n", " "), None, 3)) == ["e4e5", "d9f8"]


def test_a_game_from_a_position() -> None:
    """A game from a position may be counted from any round, as where it was played; then the numbers must be right."""
    tags = '[Game "hexeh"]\n[SetUp "1"]\n[FEN "4/5/2G3/E2W2e/6/5/4 2"]\n'
    for moves in ("30... Ed6 31. Gc4", "1... Ed6 2. Gc4"):
        assert longs(read_scoresheet(tags + moves)) == ["d7d6", "c3c4"]
    assert "round 31 comes here, not 32" in str(wrong(f"{tags}30... Ed6 32. Gc4"))


# ---- what is wrong, and where


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("1. e4 e5 2. Ke3", (2, 13), "can't go to e3"),
        ("1. e4 e5 3. Nf3", (2, 10), "round 2 comes here, not 3"),
        ("1. e4 (1. d4 d5 2. c4 e5", (2, 7), "this variation isn't closed"),
        ("1. e4 {fine", (2, 7), "this brace isn't closed"),
        ("1. e4) e5", (2, 6), "')' makes no sense here"),
        ("1. e4 -- 2. d4", (2, 7), "“--” isn't a move"),
        ("1. f3 e5 2. g4 Qh4# 1-0", (2, 21), "the result is 'Black wins by checkmate', not '1-0'"),
        ("1. e4 1-0 e5", (2, 11), "only remarks or another game's tags can follow the result, not 'e5'"),
        (
            '[Position "8 1"]\n[FEN "8 w"]\n1. e4',
            (3, 7),
            "the game starts from the tag Position or from FEN; leave one out",
        ),
        ('[SetUp "1"]\n1. e4', (2, 9), "the game starts from a position, but the tag FEN doesn't say which"),
        ('[FEN "8/8 w"]\n1. e4', (2, 7), "a game can't start from this position"),
        ('[Result "0-1"]\n1. e4 1-0', (2, 10), "'White wins by resignation', not '0-1'"),
        ('[Variant "Chess960"]\n1. e4', (2, 11), "the tags Game and Variant name different games"),
        ('[GAME "chess"]\n1. e4', (2, 1), "the tag GAME is given twice"),
    ],
)
def test_slips_are_told_with_their_place(text: str, place: tuple[int, int], words: str) -> None:
    """What cannot be understood, or cannot have been, is named with its place and its reason."""
    problem = wrong(f'[Game "chess"]\n{text}')
    assert TextPlace(*place) == problem.place
    assert words in str(problem)


@pytest.mark.parametrize("text", ["(" * 90_000, "({" * 90_000, "(;" * 90_000, "1-" * 90_000, "e4 $" * 90_000])
def test_hostile_texts(text: str) -> None:
    """Texts made to be slow to read are refused all the same."""
    assert wrong(f'[Game "chess"]\n{text}')


PARTS = ["(", ")", "{", "}", ";", "%", "\n", "$1", "*", "1-0", "½", '[Event "x"]', "[", "e4", "e5", "1.", "…", " ", "?"]


@given(st.lists(st.sampled_from(PARTS), max_size=40).map(" ".join))
def test_any_text(text: str) -> None:
    """Any text is a PGN or is refused; what is read is written and read back the same."""
    try:
        read = read_scoresheet(f'[Game "chess"]\n{text}', None, 1)
    except BadScoresheet:
        return
    again = read_scoresheet(pgn(read.state, {}))
    assert (longs(read), read.state.result) == (longs(again), again.state.result)


# ---- written


@pytest.mark.parametrize("name", ["hexeh poly", "chess off", "combat-chess d6", "imperial off", "glinski off"])
def test_what_is_written_is_read(name: str) -> None:
    """The PGN of any game for two leads to its position, with the dice of its fights."""
    state = lively(name, 1, 14)
    again = read_scoresheet(pgn(state, {"Date": "2026-11-21", state.variant.seats[0].name: 'Ann "x" \\'}))
    assert (short_moves(state), state.line[0]) == (short_moves(again.state), again.state.line[0])
    assert state.variant is again.state.variant


def test_the_tags_that_are_written() -> None:
    """The seven tags come first, then the game by its name elsewhere, its clock in seconds, and one's own."""
    state = new_game(variant_of("glinski", {"goal": "hill"}), None, control_of("3d/move"))
    text = pgn(state, {"White": "Ann", "Date": "2026-11-21", "Number": "14"})
    assert text.splitlines() == [
        '[Event "?"]',
        '[Site "?"]',
        '[Date "2026.11.21"]',
        '[Round "?"]',
        '[White "Ann"]',
        '[Black "?"]',
        '[Result "*"]',
        '[Variant "glinski"]',
        '[Options "goal=hill"]',
        '[TimeControl "1/259200"]',
        '[Number "14"]',
        "",
        "*",
    ]
    assert '[Variant "Glinski"]' in pgn(new_game(variant_of("glinski")), {})
    assert '[Variant "King of the Hill"]' in pgn(new_game(variant_of("chess", {"goal": "hill"})), {})
    assert "Variant" not in pgn(new_game(CHESS), {})


def test_what_cannot_be_written() -> None:
    """There is no PGN for three, and none with a tag that says something else of the game."""
    with pytest.raises(NoPgn):
        pgn(new_game(variant_of("nd-wellisch-3")), {})
    with pytest.raises(ValueError, match="'Variant' can't be the name"):
        pgn(new_game(CHESS), {"Variant": "x"})


# ---- with other programs


def walked(chess: Any, seed: int) -> Any:
    """The board of a random game, with promotions if it lasts."""
    board, rng = chess.Board(), random.Random(seed)  # noqa: S311 - a game, not a secret
    while not board.is_game_over() and len(board.move_stack) < 160:
        moves = sorted(board.legal_moves, key=str)
        sharp = [move for move in moves if move.promotion or board.is_castling(move) or board.is_en_passant(move)]
        board.push(rng.choice(sharp or moves))
    return board


@pytest.mark.parametrize("seed", range(8))
def test_games_from_fens(seed: int) -> None:
    """A game from a FEN, counted from any round, is read as python-chess writes it, and written so that it reads it."""
    chess = pytest.importorskip("chess")
    pytest.importorskip("chess.pgn")
    moves, board = walked(chess, seed).move_stack, chess.Board()
    for number, move in enumerate(moves):
        if number == len(moves) // 2:
            board = chess.Board(board.fen())
        board.push(move)
    theirs = chess.pgn.Game.from_board(board)
    read = read_scoresheet(str(theirs))
    assert [str(move) for move in board.move_stack] == [long.replace("=", "").lower() for long in longs(read)]
    game = chess.pgn.read_game(io.StringIO(pgn(read.state, {})))
    assert game.errors == []
    assert game.headers["SetUp"] == "1"
    assert game.end().board().epd() == board.epd()
