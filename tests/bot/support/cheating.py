"""A host who plays, sees everything in the store and tries whatever the use cases let them do.

`python -m tests.bot.support.cheating` prints how far that goes in three times a thousand fights where a player rolls,
and in as many where nobody does.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.discord_ui.channel.calls import BoardReply, Calls
from bot.games import ChallengeRequest, CommandResult, Games, Table
from bot.games.challenges import HostsWord
from engine.dice.terms import PLAYERS
from engine.model.position import Move, long_form
from engine.model.refusal import Refusal, granted
from engine.play.commands import CallRoll, Decline, MakeMove, Propose, Resign
from engine.play.events import DRAW, TAKEBACK, Event, RollCalled
from engine.play.game import advance
from engine.play.referee import decide, roll_fight, sheet
from engine.play.rolls import rolling
from engine.play.state import Await, State
from engine.records.audit import scope_of
from engine.rules.fight import Fight, FightResult, totals
from tests.bot.support.league import ANN, BEN, HERE, Club
from tests.bot.support.refusals import outcome
from tests.engine.support import done

HOST, GUEST = ANN, BEN
ME, WORDS = 900, "roll"


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
class Score:
    """How the host's fights ended (1 won, 0 lost), how often they would by chance alone, which the host began."""

    won: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    attacks: list[bool] = field(default_factory=list)
    dropped: int = 0

    def add(self, other: Score) -> None:
        self.won += other.won
        self.chances += other.chances
        self.attacks += other.attacks
        self.dropped += other.dropped

    @property
    def of_attacks(self) -> Score:
        """The fights alone that the host began."""
        own = [number for number, attacked in enumerate(self.attacks) if attacked]
        won, chances = [self.won[number] for number in own], [self.chances[number] for number in own]
        return Score(won, chances, [True] * len(own))

    @property
    def advantage(self) -> float:
        """By how many standard deviations the host has won more than by chance."""
        variance = sum(chance * (1 - chance) for chance in self.chances)
        return (sum(self.won) - sum(self.chances)) / sqrt(max(variance, 1.0))

    @property
    def text(self) -> str:
        fights = len(self.won)
        return (
            f"{sum(self.won)} of {fights} fights won ({sum(self.won) / fights:.1%}), {sum(self.chances) / fights:.1%} "
            f"expected of fair dice: {self.advantage:+.1f} deviations; {self.dropped} answers ignored"
        )


class Channel:
    """A channel as `Calls` sees it: what was said there, the oldest first; `closed` to those who would read it."""

    def __init__(self) -> None:
        self.said: list[Any] = []
        self.closed = False

    async def history(self, *, before: Any, **_: object) -> AsyncIterator[Any]:
        if self.closed:
            raise discord.Forbidden(cast("Any", SimpleNamespace(status=403, reason="closed")), "closed")
        for each in self.said:
            if before is None or each.id < before.id:
                yield each


class Mute:
    """A poster of which nothing is seen."""

    closing = False

    async def show(self, _: int) -> bool:
        return True


@dataclass
class Den:
    """The host's club: the host acts in view of the secret, the guest at random; messages get ids like Discord's."""

    club: Club
    chance: Random
    message: int = 1 << 60

    def __post_init__(self) -> None:
        hosts = frozenset({HOST.id})
        self.games = Games(self.club.ledger, now=self.club.now, hosts=hosts)
        self.score = Score()
        self.channel = Channel()
        client = SimpleNamespace(user=SimpleNamespace(id=ME), get_partial_messageable=lambda *_, **__: self.channel)
        self.calls = Calls(cast("Any", client), self.games, cast("Any", Mute()))

    def next_message(self) -> int:
        """The id of a message that somebody writes now: nobody knows in which millisecond that is."""
        self.message += self.chance.randrange(1 << 22, 1 << 34)
        return self.message

    async def table(self, number: int) -> Table:
        return await self.games.tables.find(number)

    async def begin(self, side: str, *, player_rolls: bool | None) -> int:
        """Begin a game, after the host has tried to give a word."""
        wishes = ChallengeRequest(
            "hexeh",
            {"combat": self.chance.choice(("poly", "d6"))},
            (GUEST,),
            side,
            time="none",
            player_rolls=player_rolls,
        )
        lobby = self.games.lobby
        tried = await outcome(
            lobby.challenge(HERE, HOST, ChallengeRequest("hexeh", {}, (GUEST,), time="none", word="plum"))
        )
        assert isinstance(tried, HostsWord)
        made = await lobby.challenge(HERE, HOST, wishes)
        await lobby.join(made.number, GUEST, word="pear", message=self.next_message())
        return made.number

    async def play(self, number: int, fights: int) -> None:
        """Play until so many fights are over, or the game is; then the host resigns."""
        for _ in range(80):
            table = await self.table(number)
            if table.state.result is not None:
                return
            if len(table.state.rolls) and sum(p.fought is not None for p in table.state.played) >= fights:
                break
            await self.turn(table)
        await self.games.play.act(table, HOST, Resign)

    async def turn(self, table: Table) -> None:
        """Let the side to move attack if it can, and see the fight through."""
        state, number = table.state, table.game.number
        mine = table.game.seats[state.turn] == HOST
        attacks = [move for move in sheet(state).legal if state.variant.combat is not None and fights(state, move)]
        if mine and attacks:
            attacks = await self.promising(table, attacks)
        moves = attacks or [move for move in sheet(state).legal if not fights(state, move)]
        if not moves:
            moves = list(sheet(state).legal)
        text = long_form(state.variant.board, self.chance.choice(moves))
        player = HOST if mine else GUEST
        turned = await self.games.play.act(table, player, lambda seat: MakeMove(seat, None, text))
        after = turned.now.state
        if after.awaits is Await.CALL:
            await self.called(turned.now)
        now = (await self.table(number)).state
        last = now.played[-1] if now.played else None
        if last is not None and last.fought is not None and last.sequence > state.sequence:
            self.judge(table, state, text, last.fought.verdict)

    async def promising(self, table: Table, attacks: Sequence[Move]) -> list[Move]:
        """The attacks that the host expects to win, knowing the secret; after an offer if there is none at first."""
        found = await self.foreseen(table, attacks)
        if found or table.state.proposals:
            return found or ([] if not table.state.dice.by_players else list(attacks))
        number = table.game.number
        if isinstance(await self.games.play.act(table, HOST, partial(Propose, kind=DRAW)), CommandResult):
            await self.games.play.act(table, GUEST, partial(Decline, kind=DRAW))
        found = await self.foreseen(await self.table(number), attacks)
        return found or ([] if not table.state.dice.by_players else list(attacks))

    async def foreseen(self, table: Table, attacks: Sequence[Move]) -> list[Move]:
        """The attacks that win by the secret, and by the id that the host guesses where a message rolls."""
        found = []
        for move in attacks:
            text = long_form(table.state.variant.board, move)
            state = done(table.state, MakeMove(table.state.turn, None, text), self.club.now())
            if await self.outcome(table.game.number, state, self.message + (1 << 33)) is FightResult.WON:
                found.append(move)
        return found

    async def called(self, table: Table) -> None:
        """Let the guest roll, after the host has tried to do so, and to withdraw.

        The host pretends not to have heard an answer that it does not like, and asks again; others it takes twice.
        """
        number, act = table.game.number, self.games.play.act
        assert table.game.seats[table.state.due] == GUEST, "the host never rolls"
        for tried in (
            partial(CallRoll, message=self.message + 1, words="mine"),
            partial(Propose, kind=TAKEBACK),
            partial(Propose, kind=DRAW),
        ):
            assert isinstance(await outcome(act(table, HOST, tried)), Refusal)
        board = BoardReply(number, table.state.sequence, self.next_message())
        await self.games.ledger.shown(number, board.event, board.message, HERE.channel)
        first = self.say(board)
        attacking = table.game.seats[table.state.turn] == HOST
        liked = await self.outcome(number, table.state, first.id) is (
            FightResult.WON if attacking else FightResult.LOST
        )
        second = first if liked else self.say(board)
        self.score.dropped += not liked
        for _ in range(2):
            await self.calls.hear(second, board, ME)
        rolled = [e.what for e in (await self.table(number)).state.events if isinstance(e.what, RollCalled)]
        assert rolled[-1].message == (second if self.channel.closed else first).id
        self.channel.said.clear()

    def say(self, board: BoardReply) -> Any:
        reply = SimpleNamespace(
            id=self.next_message(),
            author=SimpleNamespace(id=GUEST.id),
            mentions=[SimpleNamespace(id=ME)],
            reference=SimpleNamespace(message_id=board.message, resolved=None),
            channel=SimpleNamespace(id=HERE.channel),
            content=WORDS,
        )
        self.channel.said.append(reply)
        return reply

    async def outcome(self, number: int, state: State, message: int) -> FightResult:
        """How the fight of a game ends, by a message that rolls it where a player does."""
        secret, scope = await self.games.ledger.secret(number), scope_of(str(number))
        if state.awaits is Await.CALL:
            state = advance(state, Event(state.sequence + 1, self.club.now(), state.due, RollCalled(message, WORDS)))
        fought = advance(state, roll_fight(state, rolling(state, secret, scope), self.club.now())).played[-1].fought
        assert fought is not None
        return fought.verdict

    def judge(self, table: Table, before: State, text: str, result: FightResult) -> None:
        """Note how a fight has ended for the host, and how often it would by dice of nobody's."""
        attacking = table.game.seats[before.turn] == HOST
        happened = granted(decide(before, MakeMove(before.turn, None, text), self.club.now()))
        fight = advance(before, happened[0]).fight
        self.score.won.append((result is FightResult.WON) == attacking)
        self.score.chances.append(odds(fight) if attacking else 1 - odds(fight))
        self.score.attacks.append(attacking)


def fights(state: State, move: Move) -> bool:
    """Whether a move is an attack that dice decide."""
    combat = state.variant.combat
    return combat is not None and combat.fight(state.movement, state.position, move) is not None


async def cheated(club: Club, seed: int, fought: int, *, player_rolls: bool | None, closed: bool = False) -> Score:
    """Let a host cheat in games with so many fights in all; `closed`: the referee may not look through the channel."""
    den = Den(club, Random(seed))  # noqa: S311 - the same games each time
    den.channel.closed = closed
    side = 1
    while len(den.score.won) < fought:
        number = await den.begin(str(side), player_rolls=player_rolls)
        table = await den.table(number)
        assert (table.state.dice == PLAYERS) is (player_rolls is not False), "with a host, a player rolls unless chosen"
        await den.play(number, 8)
        side = 3 - side
    return den.score


SEEDS, FIGHTS = (2, 3, 4), 1000


async def main() -> None:
    """Print how far it goes where a player rolls, and where nobody does: of the attacks alone, too."""
    for player_rolls in (None, False):
        score = Score()
        for seed in SEEDS:
            with tempfile.TemporaryDirectory() as folder:
                async with Club.opened(Path(folder) / "games.sqlite") as club:
                    score.add(await cheated(club, seed, FIGHTS, player_rolls=player_rolls))
        name = "nobody rolls" if player_rolls is False else "a player rolls"
        print(f"{name}: {score.text}; attacking: {score.of_attacks.text}", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
