"""The pure rules of the games: values in, values out; no input or output, no chance, no clock.

A program that uses the rules as a library needs `Game`, a game as one frozen value, and `Refused`, the exception that
carries a refusal. Games of your own are made of `engine.variants.parts`; `docs/engine.md` is a tour.

>>> from engine import Game
>>> Game("glinski").play("f6").legal_moves[:5]
('b5', 'b6', 'c5', 'c6', 'Rd8')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, reduce

from engine import variants
from engine.model.english import count_of, join_words
from engine.model.refusal import Refusal, Refused, granted
from engine.notation.describe import result_in_words
from engine.notation.fen import fen_of
from engine.notation.position_code import code_of
from engine.notation.textboard import board_as_text
from engine.play.commands import ClaimDraw, Command, MakeMove, Resign
from engine.play.game import advance, new_game
from engine.play.referee import Throw, decide, roll_given, sheet
from engine.play.refusals import NothingToTakeBack
from engine.play.start import start_of
from engine.play.state import State
from engine.records.replay import short_moves, state_after
from engine.records.scoresheet import pgn, read_scoresheet, scoresheet
from engine.rules import in_check
from engine.rules.protocols import Result
from engine.variants import variant_of
from engine.variants.variant import Variant

__all__ = ["Game", "Refused", "Result", "Variant", "advance", "decide", "variants"]

_FOUGHT = re.compile(r"([^\[\]]*)\[([^\[\]]*)\]\s*")


class TwiceRolled(Refusal):
    """Dice given both behind a move and beside it."""

    words = "Those are two sets of dice. Give them after the move or separately, not both."


@dataclass(frozen=True, init=False, repr=False)
class Game:
    """A game as a value: every move gives a new one, and the old one stays what it is.

    `variant` is the id of a game, with `options` by name, or a `Variant` of your own; `position` is the code of a
    position to begin from, or its FEN. Raises ValueError, with all that is wrong, for what cannot be used. `state`
    holds everything (see `engine.play.state`). Seats are numbered from 1 in their order of play.
    """

    state: State

    def __init__(
        self, variant: str | Variant, options: Mapping[str, str] | None = None, position: str | None = None
    ) -> None:
        if isinstance(variant, Variant) and options:
            raise ValueError(f"options go with the id of a game; {variant.name} already has its options chosen")
        chosen = variant if isinstance(variant, Variant) else variant_of(variant, options)
        object.__setattr__(self, "state", new_game(chosen, None if position is None else start_of(chosen, position)))

    @classmethod
    def of(cls, state: State) -> Game:
        """The game in this state, to which `advance` has led."""
        game = object.__new__(cls)
        object.__setattr__(game, "state", state)
        return game

    @classmethod
    def from_record(cls, text: str, variant: Variant | None = None, number: int | None = None) -> Game:
        """The game that a scoresheet or PGN plays back to, judged move by move.

        `variant` is what is played where the text does not say, `number` which of several games is meant, from 1 on.
        Raises ValueError, with line and column, for a text that is none or contradicts itself.
        """
        return cls.of(read_scoresheet(text, variant, number).state)

    # ---- how it stands

    @property
    def variant(self) -> Variant:
        """The variant: board, seats, kinds of piece and rules."""
        return self.state.variant

    @property
    def turn(self) -> int:
        """The number of the seat to move, 0 once the game is over."""
        return 0 if self.is_over else self.state.turn

    @cached_property
    def legal_moves(self) -> tuple[str, ...]:
        """Legal moves in short notation, in the order of their long forms; empty unless it's a player's move."""
        legal = sheet(self.state)
        return legal.short_forms(legal.legal)

    @property
    def long_moves(self) -> tuple[str, ...]:
        """The same moves in the same order in long notation, as machines write them: `b1c3`."""
        return tuple(sheet(self.state).long())

    @property
    def in_check(self) -> bool:
        """True if the player to move has a royal piece that is attacked."""
        return in_check(self.state.movement, self.state.position)

    @property
    def is_over(self) -> bool:
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        """The winning seat's number (None for a draw) and the reason; None during the game."""
        return self.state.result

    @property
    def status(self) -> str:
        """The status in words: "Black to move", "White wins by checkmate"."""
        if self.state.result is not None:
            return result_in_words(self.variant, self.state.result)
        return f"{self.variant.seat(self.state.due).name} to {'move' if self.state.fight is None else 'roll'}"

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The moves played, in short notation, with the dice of their fights: `exd5[5-3]`."""
        return tuple(short_moves(self.state))

    @property
    def code(self) -> str:
        """The position as one line of text (see `engine.notation.position_code`)."""
        return code_of(self.variant, self.state.position)

    @property
    def fen(self) -> str | None:
        """The position as a FEN; None where the game has none, or where a FEN cannot say everything.

        >>> Game("chess").play("e4").fen
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
        """
        return fen_of(self.variant, self.state.position, self.state.round)

    def record(self, **tags: str) -> str:
        """The scoresheet; tags, such as players and date, come first. ValueError for one that it writes itself."""
        return scoresheet(self.state, tags)

    def pgn(self, **tags: str) -> str:
        """The game as PGN, for other programs; ValueError for a game that is not for two, or a tag as in `record`."""
        return pgn(self.state, tags)

    def view(self, seat: int | str = 1) -> str:
        """The board drawn with characters, with this seat's side below (a number or a name)."""
        return board_as_text(self.variant, self.state.position, self._seat(seat))

    def __str__(self) -> str:
        return self.view()

    def __repr__(self) -> str:
        return f"<Game {self.variant.key}, {len(self.state.played)} played, {self.status}>"

    # ---- what happens

    def play(self, text: str, dice: str | Throw | None = None) -> Game:
        """The game after a move, in short or long notation; Refused where it is not legal, not clear or no move.

        The dice of a fight follow the move, `exd5[5-3]`, or are given separately: as text, or as a function that rolls
        them if there is a fight.
        """
        fought = _FOUGHT.fullmatch(text)
        if fought and dice is not None:
            raise Refused(TwiceRolled())
        after = self.act(MakeMove(self.state.turn, move=fought[1] if fought else text))
        given = fought[2] if fought else dice
        return after.roll(given) if after.state.fight or isinstance(given, str) else after

    def roll(self, dice: str | Throw | None) -> Game:
        """The game after the dice of the fight that waits for them, where a record ends before; see `play`."""
        return Game.of(advance(self.state, granted(roll_given(self.state, dice, self.state.time))))

    def act(self, command: Command) -> Game:
        """The game after whatever a seat wants (see `engine.play.commands`); Refused where the referee refuses it."""
        return Game.of(reduce(advance, granted(decide(self.state, command, self.state.time)), self.state))

    def resign(self, seat: int | str | None = None) -> Game:
        """The game after a seat (a number or a name) has given up, the one to move unless another is named."""
        return self.act(Resign(self._seat(seat)))

    def claim_draw(self, seat: int | str | None = None) -> Game:
        """The game drawn by a seat's claim under whichever rule allows it; Refused, with how far it is, if none."""
        return self.act(ClaimDraw(self._seat(seat)))

    def at(self, moves: int) -> Game:
        """The game after its first `moves` moves; ValueError if it has fewer."""
        if not 0 <= moves <= len(self.state.played):
            raise ValueError(f"this game has {count_of(len(self.state.played), 'move')}, so it has no move {moves}")
        return Game.of(state_after(self.state, moves))

    def undo(self) -> Game:
        """The game before its last move and what has followed from it; Refused if there is none."""
        if not self.state.played:
            raise Refused(NothingToTakeBack())
        return self.at(len(self.state.played) - 1)

    def _seat(self, seat: int | str | None) -> int:
        found = self.variant.seat_named(str(self.state.turn if seat is None else seat))
        if found is None:
            raise ValueError(f"the seats are {join_words([f'{s.number} {s.name}' for s in self.variant.seats], 'and')}")
        return found.number
