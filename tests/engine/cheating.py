"""A host who knows the secret, plays, and makes the most of it; `python -m tests.engine.cheating` prints how far.

The host attacks as it pleases and rolls no dice. It derives what would come of each of its attacks, as far as that can
be known, and makes one that would win, or waits with a quiet move if none would. The other side is fair: it moves and
attacks at random. The odds of each fight are exact, so that a count of fights won has an expectation and a deviation.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

from engine.dice.terms import LINKED, PLAYERS, DiceTerms
from engine.model.position import Move, long_form
from engine.play.events import Barred, Event, Happening, Moved, Opened, RollCalled
from engine.play.game import advance, new_game
from engine.play.referee import fight_out
from engine.play.rolls import rolling
from engine.play.state import Await, State
from engine.rules.fight import Fight, FightResult, totals
from tests.engine.support import POLY, chance

SECRET = bytes(range(32))
PLIES = 60
WORDS = [f"word{number}" for number in range(64)]
HOST = 1


@dataclass
class Score:
    """Fights counted for one side: how many, won, expected to be won, and the variance of that."""

    fights: int = 0
    won: int = 0
    expected: float = 0
    variance: float = 0

    def count(self, *, won: bool, odds: float) -> None:
        """Count a fight that was won with these odds, or not."""
        self.fights += 1
        self.won += won
        self.expected += odds
        self.variance += odds * (1 - odds)

    @property
    def deviations(self) -> float:
        """By how many deviations more was won than expected."""
        return (self.won - self.expected) / math.sqrt(self.variance)

    @property
    def text(self) -> str:
        """The score in words."""
        return (
            f"{self.won} of {self.fights} fights won ({self.won / self.fights:.1%}), {self.expected / self.fights:.1%} "
            f"expected of fair dice: {self.deviations:+.1f} deviations"
        )


@cache
def odds(fight: Fight) -> float:
    """The chance that the attacker wins a fight, exactly."""
    attacking, defending = fight.faces()
    outcomes = {-1: 0, 0: 0, 1: 0}
    for dice in product(*(range(1, face + 1) for face in attacking + defending)):
        one, other = totals(fight, (dice[: len(attacking)], dice[len(attacking) :]))
        outcomes[(one > other) - (one < other)] += 1
    every = sum(outcomes.values())
    won, tied = outcomes[1] / every, outcomes[0] / every
    return won * (1 + tied + tied**2)


@dataclass
class Game:
    """A game that the host plays and referees; `state` is where it stands."""

    state: State
    scope: str
    rng: random.Random
    message: int = 1_310_000_000_000_000_000

    def after(self, state: State, what: Happening, actor: int) -> State:
        """A state after something has happened."""
        return advance(state, Event(state.sequence + 1, 0, actor, what))

    def fought(self, state: State) -> State:
        """A state after the referee has rolled."""
        return advance(state, fight_out(state, rolling(state, SECRET, self.scope), 0))

    def sent(self) -> int:
        """The id of the next message that somebody sends, which nobody can foresee."""
        self.message += self.rng.randint(1, 1 << 40)
        return self.message

    def attacks(self) -> tuple[list[Move], list[Move]]:
        """The attacks and the other moves of the side to move."""
        combat, position = self.state.variant.combat, self.state.position
        assert combat is not None
        legal = self.state.movement.legal(position)
        fights = [move for move in legal if combat.fight(self.state.movement, position, move) is not None]
        return fights, [move for move in legal if move not in fights]

    def moved(self, state: State, move: Move) -> State:
        """A state after a move."""
        return self.after(state, Moved(long_form(state.variant.board, move)), state.turn)


def won(state: State) -> bool:
    """Whether the last attack was won."""
    fought = state.played[-1].fought
    assert fought is not None
    return fought.verdict is FightResult.WON


def foreseeing(game: Game) -> tuple[State, Move | None]:
    """The attack that would win by what the host can derive: where a player rolls, with a message that it guesses."""
    fights, _ = game.attacks()
    for move in fights:
        waits = game.moved(game.state, move)
        if waits.awaits is Await.CALL:
            waits = game.after(waits, RollCalled(game.message + (1 << 39), "roll"), waits.roller)
        if won(game.fought(waits)):
            return game.state, move
    return game.state, None


Scheme = Callable[[Game], tuple[State, Move | None]]


def cheated(dice: DiceTerms, scheme: Scheme, fights: int, *, patient: bool = True) -> tuple[Score, Score]:
    """How the host and the fair side fare in so many attacks of the host's.

    A `patient` host makes a quiet move where it sees no attack that wins; another attacks all the same.
    """
    own, other = Score(), Score()
    number = 0
    while own.fights < fights:
        number += 1
        game = Game(new_game(POLY, dice=dice), f"game {number}", chance(number))
        game.state = game.after(game.state, Opened(game.sent()), 0)
        game.state = game.after(game.state, Barred(HOST), 0)
        for _ in range(PLIES):
            if game.state.result is not None or own.fights == fights:
                break
            _ply(game, scheme, own if game.state.turn == HOST else other, patient=patient)
    return own, other


def _ply(game: Game, scheme: Scheme, score: Score, *, patient: bool) -> None:
    """Let the side to move make a move, and count its fight."""
    fights, quiet = game.attacks()
    move = None
    if game.state.turn == HOST:
        game.state, move = scheme(game)
        choices = quiet if patient and quiet else fights or quiet
    else:
        choices = fights if fights and game.rng.random() < 0.5 else quiet or fights
    game.state = game.moved(game.state, move or game.rng.choice(choices))
    if game.state.fight is None:
        return
    chances = odds(game.state.fight)
    if game.state.awaits is Await.CALL:
        assert game.state.roller != HOST
        game.state = game.after(game.state, RollCalled(game.sent(), "roll"), game.state.roller)
    game.state = game.fought(game.state)
    score.count(won=won(game.state), odds=chances)


SCHEMES: dict[str, tuple[DiceTerms, Scheme, bool]] = {
    "a player rolls": (PLAYERS, foreseeing, True),
    "a player rolls, host in a hurry": (PLAYERS, foreseeing, False),
    "nobody rolls": (LINKED, foreseeing, True),
    "nobody rolls, host in a hurry": (LINKED, foreseeing, False),
}


FIGHTS = 3000


def main() -> None:
    """Print how far each scheme goes."""
    for name, (dice, scheme, patient) in SCHEMES.items():
        own, other = cheated(dice, scheme, FIGHTS, patient=patient)
        print(f"{name}: {own.text}; the other side's attacks: {other.text}")


if __name__ == "__main__":
    main()
