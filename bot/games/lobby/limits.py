"""What a server lets people do: where and who may challenge, and how many games and challenges one person has."""

from __future__ import annotations

from collections.abc import Collection

from bot.games.location import Location
from bot.games.refusals import Numbered, Pointing
from bot.games.servers import Servers, ServerSettings
from bot.store import Ledger, Player, StoredGame
from engine.model.english import listed
from engine.model.refusal import Refusal


class PlayedInChannels(Pointing):
    """A challenge made where the server has no games; `channels` are the ids of those where it has."""

    channels: tuple[int, ...]

    @property
    def text(self) -> str:
        """The channels to go to."""
        where = listed([f"<#{channel}>" for channel in self.channels], "and")
        return f"In this server games are played in {where}. Make your challenge there."


class MayNotChallenge(Pointing):
    """A challenge by somebody without the `role` that the server asks for."""

    role: int

    words = "In this server only members with the role <@&{role}> make challenges. You may accept those of others."


class EnoughGames(Refusal):
    """A game more for somebody who has as many as the server allows."""

    most: int

    words = (
        "You have {most:counted game} under way, as many as this server allows. Finish one first; /games lists them."
    )


class EnoughChallenges(Refusal):
    """A challenge more by somebody who has as many open ones as the server allows."""

    most: int

    words = (
        "You have {most:counted challenge} open, as many as this server allows. Withdraw one first; /games lists them."
    )


class ChallengerBusy(Numbered):
    """A standing challenge accepted while its challenger has as many games as the server allows."""

    words = "Challenge #{number} is paused: its challenger has as many games as this server allows. Try again later."


class Limits:
    """The limits of servers, judged for one person at a time."""

    def __init__(self, ledger: Ledger, servers: Servers) -> None:
        self._ledger = ledger
        self._servers = servers

    async def settings(self, guild: int) -> ServerSettings:
        """What holds in a server."""
        return await self._servers.settings(guild)

    async def against_challenging(self, place: Location, player: Player, roles: Collection[int]) -> Refusal | None:
        """Why somebody with these roles may not make a challenge in a place; None if they may."""
        settings = await self._servers.settings(place.guild)
        if settings.channels and not settings.channels & {place.channel, place.parent}:
            return PlayedInChannels(tuple(sorted(settings.channels)))
        if settings.challengers and settings.challengers not in roles:
            return MayNotChallenge(settings.challengers)
        return await self.against_one_more(place.guild, player)

    async def against_one_more(self, guild: int, player: Player) -> Refusal | None:
        """Why somebody may not have one challenge more in a server; None if they may."""
        settings = await self._servers.settings(guild)
        games = await self._ledger.games_of(player.id, guild)
        made = [game for game in games if game.stage == "open" and game.challenger == player.id]
        if settings.challenges and len(made) >= settings.challenges:
            return EnoughChallenges(settings.challenges)
        return EnoughGames(settings.games) if _is_busy(games, player, settings) else None

    async def against_playing(self, game: StoredGame, player: Player) -> Refusal | None:
        """Why somebody may not come into the game of a challenge; None if they may."""
        settings = await self._servers.settings(game.guild)
        if _is_busy(await self._ledger.games_of(player.id, game.guild), player, settings):
            return EnoughGames(settings.games)
        return ChallengerBusy(game.number) if await self.is_paused(game) else None

    async def is_paused(self, game: StoredGame) -> bool:
        """Whether an open challenge stands, but its challenger has no room for a game more."""
        if not game.standing or game.stage != "open":
            return False
        challenger = game.seats[0]
        settings = await self._servers.settings(game.guild)
        return _is_busy(await self._ledger.games_of(challenger.id, game.guild), challenger, settings)


def _is_busy(games: Collection[StoredGame], player: Player, settings: ServerSettings) -> bool:
    """Whether somebody plays as many of these games as the server allows."""
    playing = [game for game in games if game.stage == "playing" and game.seats_of(player.id)]
    return bool(settings.games) and len(playing) >= settings.games
