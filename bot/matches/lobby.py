"""Challenges: made, accepted, declined, withdrawn."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.dice import new_secret
from bot.matches.refusals import (
    BadChoice,
    BadStart,
    ChallengeGone,
    NobodyInvited,
    NotChallenger,
    NotInvited,
    OwnChallenge,
    SelfOpponent,
    UnknownGame,
)
from bot.matches.tables import Table, Tables
from bot.matches.timing import begun
from bot.store import Game, Ledger, Player
from engine.audit import scope_of
from engine.codes import BadCode, code_of
from engine.dice import commitment, roll
from engine.events import Drawn, Event
from engine.game import new_game
from engine.position import Position
from engine.refusal import Refusal, listed
from engine.setup import start_of
from engine.timecontrol import UNTIMED, BadControl, TimeControl, read_control
from engine.variant import Variant
from engine.variants import UnknownVariant, variant_of


@dataclass(frozen=True)
class Place:
    """Where a game is played: the ids of a guild and of a channel or thread in it."""

    guild: int
    channel: int


@dataclass(frozen=True)
class Wishes:
    """What a challenge asks for: a game's id, its options, the opponent (None: anyone), the side ("": drawn).

    `start` is a position code, "" for the game's own array; `time` a time control, "" for none.
    """

    variant: str
    options: Mapping[str, str]
    opponent: Player | None = None
    side: str = ""
    start: str = ""
    time: str = ""


class Lobby:
    """The challenges; `now()` gives UTC ms."""

    def __init__(self, ledger: Ledger, tables: Tables, now: Callable[[], int]) -> None:
        self._ledger = ledger
        self._tables = tables
        self._now = now

    async def challenge(self, place: Place, challenger: Player, wishes: Wishes) -> Game | Refusal:
        """Write a challenge to the store."""
        if wishes.opponent is not None and wishes.opponent.id == challenger.id:
            return SelfOpponent()
        try:
            variant = variant_of(wishes.variant, wishes.options)
            wish = _seat_wished(variant, wishes.side)
            start = start_of(variant, wishes.start) if wishes.start else variant.start
            if wish and start.due and variant.phase is not None and variant.phase.toss:
                return BadChoice("in this game a coin toss by the referee decides who begins, so leave the side out")
        except UnknownVariant as problem:
            return BadChoice(str(problem))
        except BadCode as problem:
            return BadStart(problem.problems)
        control = read_control(wishes.time)
        if isinstance(control, BadControl):
            return control
        game = replace(self._new_game(place, variant, challenger, start), time=control.text)
        secret = new_secret()
        game = replace(
            game, invited=wishes.opponent.id if wishes.opponent else None, wish=wish, commitment=commitment(secret)
        )
        return replace(game, number=await self._ledger.open_challenge(game, challenger, secret))

    async def set_up(
        self,
        place: Place,
        variant: str,
        options: Mapping[str, str],
        players: Mapping[int, Player],
        code: str = "",
        time: TimeControl = UNTIMED,
    ) -> int:
        """Begin a game with every seat taken, from its array or a position code, and return its number.

        Raises UnknownVariant if there is no such game, BadCode if none can begin from that position.
        """
        chosen = variant_of(variant, options)
        start = start_of(chosen, code) if code else chosen.start
        first = start.turn
        secret = new_secret()
        game = replace(
            self._new_game(place, chosen, players[first], start), commitment=commitment(secret), time=time.text
        )
        number = await self._ledger.open_challenge(game, players[first], secret)
        events, deadlines = begun(number, new_game(chosen, start, time), (), players.values(), self._now())
        await self._ledger.start_game(number, players, first, events, deadlines)
        return number

    def _new_game(self, place: Place, variant: Variant, challenger: Player, start: Position) -> Game:
        """An open game before it has a number."""
        return Game(
            number=0,
            guild=place.guild,
            channel=place.channel,
            variant=variant.key,
            edition=variant.edition,
            options=dict(variant.options),
            start=None if start == variant.start else code_of(variant, start),
            stage="open",
            challenger=challenger.id,
            invited=None,
            wish=0,
            created=self._now(),
            sequence=0,
            turn=None,
            shown=-1,
            message=None,
            worn=None,
            commitment="",
            seats={0: challenger},
        )

    async def accept(self, number: int, player: Player) -> Table | Refusal:
        """Begin the game of a challenge, the accepting player in the seat that is left."""
        async with self._tables.lock(number):
            game = await self._open(number)
            if isinstance(game, Refusal):
                return game
            if player.id == game.challenger:
                return OwnChallenge()
            if game.invited not in {None, player.id}:
                return NotInvited(number)
            table = await self._tables.state(game)
            if isinstance(table, Refusal):
                return table
            seats, drawn = await self._seated(table.variant, game, player)
            first, deadlines = begun(number, table, drawn, seats.values(), self._now())
            if not await self._ledger.start_game(number, seats, table.turn, first, deadlines):
                return ChallengeGone(number)
        return await self._tables.find(number)

    async def decline(self, number: int, player: Player) -> Game | Refusal:
        """End a challenge by the one who was invited."""
        game = await self._open(number)
        if isinstance(game, Refusal):
            return game
        if game.invited is None:
            return NobodyInvited()
        return await self._end(game) if player.id == game.invited else NotInvited(number)

    async def withdraw(self, number: int, player: Player) -> Game | Refusal:
        """End a challenge by the one who made it."""
        game = await self._open(number)
        if isinstance(game, Refusal):
            return game
        return await self._end(game) if player.id == game.challenger else NotChallenger()

    async def _open(self, number: int) -> Game | Refusal:
        game = await self._ledger.game(number)
        if game is None:
            return UnknownGame(number)
        return game if game.stage == "open" else ChallengeGone(number)

    async def _end(self, game: Game) -> Game | Refusal:
        return replace(game, stage="void") if await self._ledger.void(game.number) else ChallengeGone(game.number)

    async def _seated(
        self, variant: Variant, game: Game, player: Player
    ) -> tuple[Mapping[int, Player], tuple[Event, ...]]:
        """The seats of a game for two: the challenger's wish, or a seat drawn by the first roll of the game's dice.

        The events are that roll, if there was one; a challenge made before dice were committed to draws without.
        """
        seat = game.wish
        drawn: tuple[Event, ...] = ()
        count = len(variant.seats)
        if not seat and not game.commitment:
            seat = 1 + secrets.randbelow(count)
        elif not seat:
            (seat,) = roll(await self._ledger.secret(game.number), (), scope_of(str(game.number)), 0, (count,))
            drawn = (Event(1, self._now(), 0, Drawn("seats", count, seat)),)
        others = [other.number for other in variant.seats if other.number != seat]
        return {seat: game.seats[0], others[0]: player}, drawn


def _seat_wished(variant: Variant, side: str) -> int:
    """The number of the seat a side names ("Red", "red", "1"), 0 for a drawn one; UnknownVariant if there is none."""
    wanted = side.strip().casefold()
    if wanted in {"", "random", "drawn"}:
        return 0
    for seat in variant.seats:
        if wanted in {seat.name.casefold(), str(seat.number)}:
            return seat.number
    raise UnknownVariant(f"the sides are {listed([seat.name for seat in variant.seats])}, or random")
