"""The directory of games: finds the one that a command or a question means, and lists those to choose from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.games.challenges import StillGathering
from bot.games.refusals import (
    ChallengeGone,
    NotStarted,
    NotYourGame,
    Numbered,
    Pointing,
    UnknownGame,
    if_granted,
    refuse,
    refuse_if,
)
from bot.games.tables import Location, Table, Tables
from bot.store import Ledger, Player, StoredGame
from engine.model.english import join_words
from engine.model.position import Move
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.notation.moves import AmbiguousMove, UnreadableMove
from engine.play.referee import call_due, sheet
from engine.play.refusals import (
    AgreedAlready,
    CallDue,
    GameOver,
    HasLeft,
    NotOutOfTime,
    NotYourRoll,
    NotYourTurn,
    StaleGame,
)
from engine.variants import GAMES


class WhichGame(Refusal):
    labels: tuple[str, ...]

    words = "Which game? Add its number: {labels:;}."


class AnswerFirst(Numbered):
    words = "You haven't answered challenge #{number} yet. Press *Accept + lucky word* on it."


class FitsNowhere(Refusal):
    given: str
    labels: tuple[str, ...]

    words = "“{given:shown}” isn't legal in any of your games: {labels:;}. Add a game's number, and I'll say why."


class NoneAwaits(Refusal):
    labels: tuple[str, ...]

    words = "It isn't your move in any of your games: {labels:;}."


class NoGameHere(Refusal):
    words = "You're not playing here yet. Start a game with /play."


class NoGameAnywhere(Pointing):
    words = "You have no game going. Start one with /play."


class NothingToShow(Refusal):
    words = "There's no game in this channel yet. Start one with /play."


class NobodyElsePlays(Refusal):
    words = "No one else is playing in this channel."


NAMED, OFFERED, LISTED, COUNTED = 8, 25, 200, 1000
"""Limits: games named if several may be meant, offered to choose from, searched for typed text, and counted."""
_NUMBER = re.compile(r"#?(\d{1,15})", re.ASCII)


class MoveInSeveral(Refusal):
    tables: tuple[Table, ...]
    given: str

    words = "“{given:shown}” works in several of your games. Which one?"


@dataclass
class Directory:
    ledger: Ledger
    tables: Tables

    async def mine(self, place: Location, player: Player, number: int | None) -> StoredGame:
        """The game a player's command is for: the numbered one, or the only one in the channel that can be meant."""
        if number is not None:
            game = await self._visible(place, player, number)
            refuse_if(not game.seats_of(player.id), NotYourGame(number))
            return game
        awaiting = await self.running(place, player, moves=True)
        return only(awaiting or await self.running(place, player), player)

    async def to_move_in(self, place: Location, player: Player, number: int | None, move: str) -> StoredGame:
        """The game that a player's move is for: the numbered one, or the only one that awaits them where it fits.

        Where it fits in several, a MoveInSeveral; where in none, why.
        """
        if number is not None:
            return await self.mine(place, player, number)
        awaiting = await self.running(place, player, OFFERED, moves=True)
        held = awaiting or await self.running(place, player)
        if len(held) < 2:
            return only(held, player)
        tables = [table for game in held if (table := await if_granted(self.tables.at(game))) is not None]
        read = [sheet(table.state).read(move) for table in tables]
        unreadable = next((found for found in read if isinstance(found, UnreadableMove)), None)
        if unreadable is not None and not any(sheet(table.state).is_meant(move) for table in tables):
            raise Refused(unreadable)
        labels = tuple(label(game, player) for game in held[:NAMED])
        refuse_if(not awaiting, NoneAwaits(labels))
        pairs = zip(tables, read, strict=True)
        fitting = [table for table, found in pairs if isinstance(found, Move | AmbiguousMove)]
        if len(fitting) == 1:
            return fitting[0].game
        raise Refused(MoveInSeveral(tuple(fitting), move) if fitting else FitsNowhere(move, labels))

    async def for_word(self, place: Location, player: Player, number: int | None) -> StoredGame:
        """The game that a player's word for the dice is for: the numbered one, or the only challenge here they are in.

        Without one it is as for other commands.
        """
        if number is not None:
            named = await if_granted(self.tables.game(number))
            is_open = named is not None and named.stage == "open"
            return await (self.joinable if is_open else self.mine)(place, player, number)
        known = [game for game in await self.ledger.games_of(player.id, place.server) if game.stage == "open"]
        here = [game for game in known if place.server is None or place.channel in {game.channel, game.parent}]
        own = [game for game in here if game.includes(player.id)]
        if here and not own:
            raise Refused(AnswerFirst(here[0].number))
        return only(own, player) if own else await self.mine(place, player, None)

    async def held(self, place: Location, player: Player, number: int | None) -> StoredGame:
        if number is not None:
            return await self.mine(place, player, number)
        return only(await self.running(place, player), player)

    async def awaiting(self, place: Location, player: Player, most: int = LISTED) -> list[StoredGame]:
        """The newest games of the channel that await a move by a player, or where none does, those of the server."""
        here = await self.running(place, player, most, moves=True)
        return here or await self.ledger.held(player.id, most, guild=place.server, moves=True)

    async def awaiting_besides(self, game: StoredGame, player: Player) -> list[StoredGame]:
        """The other games of a game's server that await a move by a player, the newest first."""
        held = await self.ledger.held(player.id, COUNTED, guild=game.guild, moves=True)
        return [each for each in held if each.number != game.number]

    async def waiting(self, place: Location, player: Player, number: int | None) -> StoredGame:
        waiting = [game for game in await self.running(place, player, moves=False) if not awaits(game, player)]
        if number is not None or not waiting:
            return await self.mine(place, player, number)
        return only(waiting, player)

    async def running(
        self, place: Location, player: Player, most: int = NAMED + 1, *, moves: bool | None = None
    ) -> list[StoredGame]:
        """A player's running games in the channel; in direct messages without any, those of all servers."""
        abroad = place.server is None and not await self.ledger.held(player.id, 1, channel=place.channel)
        return await self.ledger.held(player.id, most, channel=None if abroad else place.channel, moves=moves)

    async def shown(self, place: Location, player: Player, number: int | None) -> StoredGame:
        """The game a question is about: one's own first, then the channel's running ones, then its last."""
        if number is not None:
            return await self._visible(place, player, number)
        held = await self.running(place, player)
        running = held or await self.ledger.running_in(place.channel, NAMED)
        found = running or (await self.ledger.over_in(place.channel, NAMED))[:1]
        return only(found, player, NothingToShow() if place.server else NoGameAnywhere())

    async def joinable(self, place: Location, player: Player, number: int | None) -> StoredGame:  # noqa: ARG002 - a finder's signature
        game = await self.tables.game(number or 0)
        refuse_if(not _played_at(game, place), UnknownGame(game.number))
        refuse_if(game.stage != "open", ChallengeGone(game.number))
        return game

    async def followed(self, place: Location, player: Player, number: int | None) -> StoredGame:
        if number is not None:
            return await self._visible(place, player, number)
        others = await self.ledger.others_in(place.channel, player.id, NAMED + 1)
        return only(others, player, NobodyElsePlays())

    async def _visible(self, place: Location, player: Player, number: int) -> StoredGame:
        """The numbered game, if it is played here or in a thread of here, or the player sits in it elsewhere."""
        game = await self.tables.game(number)
        known = _played_at(game, place) or game.seats_of(player.id)
        refuse(unbegun(game) if known and place.server in {game.guild, None} else UnknownGame(number))
        return game

    async def choices(
        self, place: Location, player: Player, typed: str = "", *, awaiting: bool = False
    ) -> Sequence[StoredGame]:
        """The games to offer a player who is asked which: one's own, or with `awaiting` those where they are to move.

        The newest first, up to OFFERED, or up to LISTED if something is typed; a typed number comes before them.
        """
        most = LISTED if typed.strip() else OFFERED
        found = await self.ledger.held(player.id, most, guild=place.server, moves=True if awaiting else None)
        number = _NUMBER.fullmatch(typed.strip())
        if number is None or int(number[1]) in {game.number for game in found}:
            return found
        named = await if_granted(self._visible(place, player, int(number[1])))
        fits = named is not None and named.stage == "playing" and bool(named.seats_of(player.id))
        return [named, *found] if named is not None and fits and awaiting <= awaits(named, player) else found


def _played_at(game: StoredGame, place: Location) -> bool:
    return game.guild == place.guild and place.channel in {game.channel, game.parent}


def unbegun(game: StoredGame) -> Refusal | None:
    """Why a game has no board yet, or never will; None for a game that has begun."""
    if game.stage == "open":
        return StillGathering(game.number) if game.places > 2 else NotStarted(game.number)
    return ChallengeGone(game.number) if game.stage == "void" else None


def seated(table: Table, player: Player, answers: int | None = None) -> tuple[int, ...]:
    """A player's seats in a running game, seen as of event `answers`; refused where there are none."""
    seats = table.game.seats_of(player.id)
    refuse(unbegun(table.game))
    refuse_if(not seats, NotYourGame(table.game.number))
    going_on(table)
    refuse_if(not {*seats} & {*table.state.remaining}, HasLeft())
    refuse_if(answers not in {None, table.state.changed}, StaleGame())
    return seats


def going_on(table: Table) -> None:
    """Refuse a game that has not begun, or is over."""
    refuse(unbegun(table.game))
    if table.state.result is not None:
        raise Refused(GameOver(result_in_words(table.state.variant, table.state.result)))


def to_move(table: Table, player: Player, answers: int | None = None) -> None:
    """Refuse all but the player to move, who has seen the game as of event `answers`."""
    seats = seated(table, player, answers)
    refuse(roll_due(table, seats))
    refuse_if(table.state.turn not in seats, waits_for(table))


def roll_due(table: Table, seats: Sequence[int]) -> Refusal | None:
    """The objection to commands by these seats while a player is to roll; None otherwise."""
    due = call_due(table.state, seats)
    return due and with_names(table, due)


def waits_for(table: Table) -> NotYourTurn:
    return NotYourTurn(_names(table)[table.state.turn])


def with_names(table: Table, refusal: Refusal) -> Refusal:
    """A refusal of the rules with the names of players for those of their sides."""
    names = {table.state.variant.seat(seat).name: name for seat, name in _names(table).items()}
    match refusal:
        case NotYourTurn():
            return waits_for(table)
        case AgreedAlready():
            return replace(refusal, missing=tuple(names[side] for side in refusal.missing))
        case NotOutOfTime():
            return replace(refusal, side=names[refusal.side])
        case CallDue() | NotYourRoll():
            return replace(refusal, roller=names[refusal.roller])
    return refusal


def _names(table: Table) -> dict[int, str]:
    players = table.game.seats.items()
    return {seat: "Hexmarshal" if player.is_bot else player.name for seat, player in players if seat}


def awaits(game: StoredGame, player: Player) -> bool:
    return game.stage == "playing" and game.turn in game.seats_of(player.id)


def label(game: StoredGame, player: Player | None = None) -> str:
    own = game.seats_of(player.id) if player else ()
    if game.stage == "open":
        filled = f", {len(game.present)} in" if game.places > 2 else ""
        whose = "your challenge" if 0 in own else f"challenge by {game.seats[0].name}"
        return f"#{game.number} {_name(game)}, {whose}{filled}"
    name = title(game, player)
    if game.stage == "over":
        return f"{name}, over"
    moving = game.player_to_move()
    if moving is None:
        return name
    if moving.is_bot:
        return f"{name}, I'm thinking"
    deed = "roll" if game.rolling else "move"
    return f"{name}, your {deed}" if game.turn in own else f"{name}, {moving.name} to {deed}"


def title(game: StoredGame, player: Player | None = None) -> str:
    own = game.seats_of(player.id) if player else ()
    others = [held.name for seat, held in game.seats.items() if seat not in own]
    rest = (
        f"vs {join_words(others, 'and')}" if own and others else " – ".join(held.name for held in game.seats.values())
    )
    return f"#{game.number} {_name(game)} {rest}"


def _name(game: StoredGame) -> str:
    entry = GAMES.get(game.variant)
    return entry.name if entry else game.variant


def only(games: Sequence[StoredGame], player: Player, without: Refusal | None = None) -> StoredGame:
    """The game of several that can be meant, if it is one; `without` is what is said where there is none."""
    if len(games) > 1:
        raise Refused(WhichGame(tuple(label(game, player) for game in games[:NAMED])))
    if not games:
        raise Refused(without or NoGameHere())
    return games[0]
