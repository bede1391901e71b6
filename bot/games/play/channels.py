"""The channels of games: games lost with a deleted channel, and the move to another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bot.games.directory import only, unbegun
from bot.games.play.play import Play
from bot.games.refusals import BadChoice, NotYourGame, Numbered, Pointing, UnknownGame, refuse, refuse_if
from bot.games.tables import Location, Table, Tables, deadlines_of, given_back
from bot.store import Ledger, Player, ServerStore, StoredGame
from engine.model.refusal import Refused


class NotLost(Pointing, Numbered):
    channel: int

    words = "Game #{number} is in <#{channel}>, where I can write, so it stays there."


class NoGamesThere(Pointing):
    channels: tuple[str, ...]
    words = "In this server, games are played in {channels:and}. Use /game move-here there."


@dataclass(frozen=True)
class GameChannels:
    ledger: Ledger
    tables: Tables
    play: Play
    servers: ServerStore
    now: Callable[[], int]

    async def lost_of(self, player: Player, guild: int) -> Sequence[StoredGame]:
        games = await self.ledger.games_of(player.id, guild)
        return [game for game in games if game.stage == "playing" and game.lost is not None]

    async def only_lost(self, player: Player, guild: int) -> StoredGame:
        kept = "All your games in this server still have their channels."
        none = BadChoice(f"{kept} Add a game's number if I can't write in its channel.")
        return only(await self.lost_of(player, guild), player, none)

    async def move_here(self, table: Table, player: Player, place: Location, *, shut: bool = False) -> StoredGame:
        """Continue a game in another channel of its server, for one of its players.

        Only a game whose channel is gone is moved, or `shut` to the referee. What its running clock has lost since the
        channel was gone is given back first.
        """
        number = table.game.number
        while True:
            judged = table.game
            await self._check(judged, player, place, shut=shut)
            if judged.lost is not None and (ruled := await self.play.rule(table, partial(given_back, judged.lost))):
                table = ruled.now
            game, deadlines = table.game, deadlines_of(number, table.state, table.game.seats)
            same = (game.channel, game.lost) == (judged.channel, judged.lost)
            if same and await self.ledger.lost.regain(game, place.channel, deadlines, self.now()):
                return await self.tables.game(number)
            table = await self.tables.find(number)

    async def _check(self, game: StoredGame, player: Player, place: Location, *, shut: bool) -> None:
        refuse_if(game.guild != place.guild, UnknownGame(game.number))
        refuse(unbegun(game))
        if not game.seats_of(player.id):
            known = game.lost is not None or place.channel in {game.channel, game.parent}
            raise Refused(NotYourGame(game.number) if known else UnknownGame(game.number))
        refuse_if(game.lost is None and game.channel == place.channel, f"Game #{game.number} is here already.")
        refuse_if(game.lost is None and not shut, NotLost(game.number, game.channel))
        chosen = (await self.servers.settings(game.guild)).channels
        where = tuple(f"<#{channel}>" for channel in sorted(chosen))
        refuse_if(chosen and not chosen & {place.channel, place.parent}, NoGamesThere(where))
