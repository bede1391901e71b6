"""A host who plays, sees everything in the store and tries whatever the use cases let them do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from bot.games import Carried, ChallengeRequest, Games, Table
from bot.games.lobby.words import HostsWord
from bot.store import SharedDiceStore, StoredGame
from engine.dice.terms import PLAYERS
from engine.model.position import Move, long_form
from engine.model.refusal import Refusal
from engine.play.commands import CallRoll, Decline, MakeMove, Propose, Resign
from engine.play.events import Event, RollCalled
from engine.play.game import advance
from engine.play.proposal import DRAW, TAKEBACK
from engine.play.referee import decide, fight_out, sheet
from engine.play.refusals import CallDue
from engine.play.rolls import rolling
from engine.play.state import Await, State
from engine.records.dice_audit import scope_of
from engine.rules.fight import FightResult
from tests.bot.league import ANN, BEN, HERE, Club

HOST, GUEST = ANN, BEN
CONTROL = 40
"""How often each fight is fought out with dice that nobody has foreseen, to know what chance gives."""


@dataclass
class Score:
    """How the host's fights ended (1 won, 0 lost), how often they would by chance alone, which the host began."""

    won: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    attacks: list[bool] = field(default_factory=list)

    @property
    def advantage(self) -> float:
        """By how many standard deviations the host has won more than by chance."""
        spread = sum(chance * (1 - chance) * (1 + 1 / CONTROL) for chance in self.chances)
        return (sum(self.won) - sum(self.chances)) / sqrt(max(spread, 1.0))

    @property
    def share(self) -> float:
        """The share of its fights that the host has won."""
        return sum(self.won) / len(self.won)


@dataclass
class Den:
    """The host's club: the host acts in view of the secret, the guest at random; messages get ids like Discord's."""

    club: Club
    chance: Random
    message: int = 1 << 60

    def __post_init__(self) -> None:
        hosts = frozenset({HOST.id})
        self.games = Games(self.club.ledger, SharedDiceStore(self.club.database), now=self.club.now, hosts=hosts)
        self.score = Score()

    def next_message(self) -> int:
        """The id of a message that somebody writes now: nobody knows in which millisecond that is."""
        self.message += self.chance.randrange(1 << 22, 1 << 34)
        return self.message

    async def table(self, number: int) -> Table:
        """Find a game."""
        table = await self.games.tables.find(number)
        assert isinstance(table, Table)
        return table

    async def begin(self, side: str, *, player_rolls: bool | None) -> int:
        """Begin a game, after the host has tried to give a word."""
        wishes = ChallengeRequest(
            "hexeh", {"combat": self.chance.choice(("poly", "d6"))}, GUEST, side, time="none", player_rolls=player_rolls
        )
        lobby = self.games.lobby
        tried = await lobby.challenge(HERE, HOST, ChallengeRequest("hexeh", {}, GUEST, time="none", word="plum"))
        assert isinstance(tried, HostsWord)
        made = await lobby.challenge(HERE, HOST, wishes)
        assert isinstance(made, StoredGame)
        begun = await lobby.accept(made.number, GUEST, "pear", self.next_message())
        assert isinstance(begun, Table)
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
        await self.games.play.act(number, HOST, Resign)

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
        turned = await self.games.play.act(number, player, lambda seat: MakeMove(seat, None, text))
        assert isinstance(turned, Carried)
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
        if isinstance(await self.games.play.act(number, HOST, partial(Propose, kind=DRAW)), Carried):
            await self.games.play.act(number, GUEST, partial(Decline, kind=DRAW))
        found = await self.foreseen(await self.table(number), attacks)
        return found or ([] if not table.state.dice.by_players else list(attacks))

    async def foreseen(self, table: Table, attacks: Sequence[Move]) -> list[Move]:
        """The attacks that win by the secret, and by the id that the host guesses where a message rolls."""
        secret, scope = await self.games.ledger.secret(table.game.number), scope_of(str(table.game.number))
        found = []
        for move in attacks:
            state = table.state
            happened = decide(state, MakeMove(state.turn, None, long_form(state.variant.board, move)), self.club.now())
            assert not isinstance(happened, Refusal)
            for event in happened:
                state = advance(state, event)
            if state.awaits is Await.CALL:
                guess = RollCalled(self.message + (1 << 33), "roll")
                state = advance(state, Event(state.sequence + 1, self.club.now(), state.due, guess))
            rolled = fight_out(state, rolling(state, secret, scope), self.club.now())
            fought = advance(state, rolled).played[-1].fought
            if fought is not None and fought.verdict is FightResult.WON:
                found.append(move)
        return found

    async def called(self, table: Table) -> None:
        """Let the guest roll, after the host has tried to do so, and to withdraw; then the message comes once more."""
        number, act = table.game.number, self.games.play.act
        assert table.game.seats[table.state.due] == GUEST, "the host never rolls"
        for tried in (
            partial(CallRoll, message=self.message + 1, words="mine"),
            partial(Propose, kind=TAKEBACK),
            partial(Propose, kind=DRAW),
        ):
            assert isinstance(await act(number, HOST, tried), Refusal)
        message = self.next_message()
        call = partial(CallRoll, message=message, words="roll")
        assert isinstance(await act(number, GUEST, call, message), Carried)
        assert isinstance(await act(number, GUEST, call, message), Refusal)

    def judge(self, table: Table, before: State, text: str, result: FightResult) -> None:
        """Note how a fight has ended for the host, and how often it would by dice of nobody's."""
        attacking = table.game.seats[before.turn] == HOST
        happened = decide(before, MakeMove(before.turn, None, text), self.club.now())
        assert not isinstance(happened, Refusal)
        state = advance(before, happened[0])
        if state.awaits is Await.CALL:
            state = advance(state, Event(state.sequence + 1, self.club.now(), state.due, RollCalled(1, "")))
        wins = 0
        for _ in range(CONTROL):
            rolled = fight_out(state, lambda _, faces: tuple(self.chance.randint(1, f) for f in faces), 0)
            fought = advance(state, rolled).played[-1].fought
            wins += fought is not None and (fought.verdict is FightResult.WON) == attacking
        self.score.won.append((result is FightResult.WON) == attacking)
        self.score.chances.append(wins / CONTROL)
        self.score.attacks.append(attacking)


def fights(state: State, move: Move) -> bool:
    """Whether a move is an attack that dice decide."""
    combat = state.variant.combat
    return combat is not None and combat.fight(state.movement, state.position, move) is not None


@pytest.fixture
async def club(database: Path) -> AsyncIterator[Club]:
    """Open a club."""
    async with Club.opened(database) as opened:
        yield opened


async def cheated(club: Club, seed: int, fought: int, *, player_rolls: bool | None) -> Score:
    """Let a host cheat in games with so many fights in all."""
    den = Den(club, Random(seed))  # noqa: S311 - the same games each time
    side = 1
    while len(den.score.won) < fought:
        number = await den.begin(str(side), player_rolls=player_rolls)
        table = await den.table(number)
        assert (table.state.dice == PLAYERS) is (player_rolls is not False), "with a host, a player rolls unless chosen"
        await den.play(number, 8)
        side = 3 - side
    return den.score


async def test_a_host_gains_nothing_where_a_player_rolls(club: Club) -> None:
    """Attacking and defending, the host wins no more than chance gives."""
    assert abs((await cheated(club, 1, 60, player_rolls=None)).advantage) < 4


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3, 4])
async def test_a_host_gains_nothing_in_a_thousand_fights(club: Club, seed: int) -> None:
    """The same, three times over a thousand fights."""
    score = await cheated(club, seed, 1000, player_rolls=None)
    assert abs(score.advantage) < 4, (score.share, sum(score.chances) / len(score.chances))


async def test_foresight_where_nobody_rolls(club: Club) -> None:
    """Where the referee rolls, a host who attacks only when the dice are foreseen to win does win: that is told."""
    score = await cheated(club, 5, 60, player_rolls=False)
    own = [number for number, attacked in enumerate(score.attacks) if attacked]
    won, expected = (sum(each[number] for number in own) for each in (score.won, score.chances))
    assert won > 1.25 * expected


async def test_only_a_resignation_while_a_roll_waits(club: Club) -> None:
    """Until the roll nothing of the game's can be done but to resign, by nobody; the refusals say who is to roll."""
    den = Den(club, Random(6))  # noqa: S311 - the same game each time
    number = await den.begin("1", player_rolls=True)
    act = den.games.play.act
    state = (await den.table(number)).state
    attack = next(move for move in sheet(state).legal if fights(state, move))
    text = long_form(state.variant.board, attack)
    turned = await act(number, HOST, lambda seat: MakeMove(seat, None, text))
    assert isinstance(turned, Carried)
    assert (turned.now.game.turn, turned.now.game.rolling) == (2, True)
    assert [game.number for game in await den.games.ledger.rolling()] == [number]
    for player in (HOST, GUEST):
        for tried in (partial(Propose, kind=DRAW), partial(Propose, kind=TAKEBACK), partial(MakeMove, text="a1a2")):
            assert isinstance(await act(number, player, tried), CallDue)
    assert isinstance(await den.games.conditional.keep(number, GUEST, "Gc3 then Gcb4"), CallDue)
    assert isinstance(await act(number, GUEST, Resign), Carried)
    assert await den.games.ledger.rolling() == []
