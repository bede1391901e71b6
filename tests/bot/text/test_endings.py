"""The word of character at a game's end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games import Location, Table
from bot.games.challenges import open_game
from bot.store import Player, referee
from bot.text import endings
from engine.play.commands import ClaimDraw, Command, Resign
from engine.play.game import new_game
from engine.play.state import State
from engine.records import standout
from tests.engine.proposing import accept_draw, offer_draw
from tests.engine.support import CHESS, POLY, begun, done, played, told

ANN, BOB = Player(10**18, "ann"), Player(10**18 + 1, "bob")
RESIGNS, START = Resign(2), new_game(CHESS)
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
DUEL = begun(POLY, "K e1 · Q d1", "K e8 · R d8 h8 · P a7")
LUCKY = told(DUEL, "d1d8[10-1]")
BARE = begun(CHESS, "K e1 · P h2", "K e8 · Q d8 · R a8")
ONE_EACH = begun(CHESS, "K e1 · Q d1 · R a1 f1", "K e8 · Q d8 · P g7")
LIMITS = {"QUICK": 0, "LONG": 99, "FOUGHT": 99, "WALKED": 99, "FEW": 0, "BEHIND": 9999, "LOST": 9999}


def table(state: State, *players: Player) -> Table:
    """A game of these players, the first of whom is White."""
    game = open_game(Location(10**18, 10**18), CHESS, ANN, CHESS.start, 0)
    return Table(replace(game, stage="over", seats=dict(enumerate(players or (ANN, BOB), 1))), state)


def ended(state: State, moves: str, *commands: Command) -> State:
    state = played(state, *moves.split())
    for command in commands:
        state = done(state, command)
    return state


@pytest.mark.parametrize(
    ("state", "limits", "words"),
    [
        (ended(LUCKY, "", RESIGNS), {"BEHIND": 100}, "The dice came to ann's rescue."),
        (ended(BARE, "h3", RESIGNS), {"LOST": 500}, "ann was all but lost – what a swindle!"),
        (ended(BARE, "h3", RESIGNS), {"BEHIND": 250}, "ann was well behind and turned it around."),
        (ended(START, "f3 e5 g4 Qh4"), {"QUICK": 2}, "2 moves – that was quick."),
        (ended(START, "", RESIGNS), {"QUICK": 2}, ""),
        (ended(BARE, "Kf1 Qd7 Kg1", RESIGNS), {"WALKED": 2}, "ann's king came a long way: 2 moves."),
        (ended(LUCKY, "", RESIGNS), {"FOUGHT": 1}, "1 fight – hardly a piece without a scratch."),
        (ended(BARE, "h3", RESIGNS), {}, "The last word went to a pawn."),
        (ended(START, "Nf3", RESIGNS), {}, "Not a single piece fell – all done by threats."),
        (ended(ONE_EACH, "Qxd8", RESIGNS), {}, "ann didn't lose a single piece."),
        (ended(ONE_EACH, "Qxd8 Kxd8 Rb1", RESIGNS), {"LONG": 2}, "2 moves – what a marathon!"),
        (ended(ONE_EACH, "Qxd8 Kxd8 Rb1", RESIGNS), {"FEW": 3}, "ann had 3 pieces left – just enough."),
        (ended(ONE_EACH, "Qxd8 Kxd8 Rb1", RESIGNS), {}, ""),
        (ended(begun(CHESS, "K e1", "K e8 · R e2"), "Kxe2"), {}, "Only the kings are left"),
        (ended(START, SHUFFLE, ClaimDraw(1)), {}, "Round and round it went"),
        (ended(LUCKY, "", offer_draw(1), accept_draw(2)), {"FOUGHT": 1}, "1 fight, and still"),
        (ended(START, "e4", offer_draw(1), accept_draw(2)), {"LONG": 1}, "1 move, and still"),
        (ended(START, "e4", offer_draw(1), accept_draw(2)), {}, "A handshake between equals."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_stands_out(state: State, limits: dict[str, int], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each word of character fits what happened; the rarest comes first."""
    for name, limit in {**LIMITS, **limits}.items():
        monkeypatch.setattr(standout, name, limit)
    found = endings.character(table(state))
    assert found.startswith(words)
    assert bool(found) == bool(words)


def test_no_word_over_a_loss() -> None:
    """Nothing is said where the only person lost, nor of games on time or without a result; a newcomer is welcomed."""
    quick = ended(START, "f3 e5 g4 Qh4")
    assert endings.character(table(quick, ANN, referee(1))) == ""
    assert endings.character(table(quick, referee(1), ANN)) == "2 moves – that was quick."
    assert endings.character(table(quick, ANN, ANN)) == "2 moves – that was quick."
    assert endings.character(table(START)) == ""
    assert endings.character(table(quick), BOB) == "That was bob's first game – welcome!"


def test_next_level() -> None:
    """Who beats the bot is shown the next level, as far as there is one."""
    mated = ended(START, "f3 e5 g4 Qh4")
    assert endings.next_level(table(mated, referee(1), ANN)) == "You beat level 1 – try level 2?"
    assert endings.next_level(table(mated, referee(8), ANN)) == ""
    assert endings.next_level(table(mated, ANN, referee(1))) == ""
