"""What people may have open: where and who may challenge, and how many games, challenges and invitations there are.

A server chooses for itself, within what the host of the referee keeps for one person, one channel and one server.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.games.location import Location
from bot.games.refusals import Numbered, Pointing
from bot.games.servers import Servers, ServerSettings
from bot.limits import HostLimits, Scoped
from bot.store import Counts, Ledger, Player, StoredGame
from bot.store.counts import Stage
from bot.store.people import INVITED
from engine.model.english import counted, listed
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


class KeptForOne(Refusal):
    """A game or challenge more for somebody who has as many, in all servers together, as the host keeps for one."""

    stage: str
    most: int

    @property
    def text(self) -> str:
        """The limit, and what to do."""
        if self.stage == "playing":
            have, then = counted(self.most, "game"), "under way, as many as I keep for one person. Finish one first"
        else:
            have, then = counted(self.most, "challenge"), "open, as many as I keep for one person. Withdraw one first"
        return f"You have {have} {then}; /games lists them."


class PlaceFull(Refusal):
    """A game or challenge more where a channel or server (`place`) has as many as are kept for one."""

    place: str
    stage: str
    most: int

    @property
    def text(self) -> str:
        """The limit, and when there is room again."""
        if self.stage == "playing":
            have, then = f"{counted(self.most, 'game')} under way", "when one of them ends"
        else:
            have, then = f"{counted(self.most, 'challenge')} open", "when one of them is accepted or closed"
        return f"This {self.place} has {have}, as many as it may have. There is room again {then}."


class EnoughInvitations(Refusal):
    """An invitation more to somebody for whom as many wait: from this challenger, in this channel or server."""

    scope: str
    name: str
    most: int

    @property
    def text(self) -> str:
        """The limit, and when one more is possible."""
        waiting = counted(self.most, "invitation")
        if self.scope == "person":
            return (
                f"{self.name} already has {waiting} from you, as many as one person may send another. You can send one "
                "more when they have answered, or when you have withdrawn one."
            )
        return (
            f"{waiting} already wait for {self.name} in this {self.scope}, as many as may. You can send one when they "
            "have answered some; meanwhile a challenge to anyone is possible."
        )


class Limits:
    """The limits of servers, and of the host for all of them, judged for one person at a time."""

    def __init__(self, ledger: Ledger, servers: Servers, counts: Counts, host: HostLimits) -> None:
        self._ledger = ledger
        self._servers = servers
        self._counts = counts
        self._host = host

    async def settings(self, guild: int) -> ServerSettings:
        """What holds in a server."""
        return await self._servers.settings(guild)

    async def against_challenging(
        self, place: Location, player: Player, roles: Collection[int], invited: Iterable[Player] = ()
    ) -> Refusal | None:
        """Why somebody with these roles may not make a challenge in a place, or invite these; None if they may."""
        settings = await self._servers.settings(place.guild)
        if settings.channels and not settings.channels & {place.channel, place.parent}:
            return PlayedInChannels(tuple(sorted(settings.channels)))
        if settings.challengers and settings.challengers not in roles:
            return MayNotChallenge(settings.challengers)
        return await self.against_one_more(place, player, invited)

    async def against_one_more(self, place: Location, player: Player, invited: Iterable[Player]) -> Refusal | None:
        """Why somebody may not have one challenge more in a place, or invite these; None if they may."""
        settings = await self._servers.settings(place.guild)
        games = await self._ledger.games_of(player.id, None)
        here = [game for game in games if game.guild == place.guild]
        if settings.challenges and len(_made(here, player)) >= settings.challenges:
            return EnoughChallenges(settings.challenges)
        if _is_busy(here, player, settings):
            return EnoughGames(settings.games)
        most = self._host.challenges.person
        if most and len(_made(games, player)) >= most:
            return KeptForOne("open", most)
        full = self._against_keeping(games, player) or await self._against_place(place, "open", self._host.challenges)
        if full is not None:
            return full
        for other in (each for each in invited if each.reachable):
            enough = await self._against_inviting(place, player, other, settings.invitations)
            if enough is not None:
                return enough
        return None

    async def _against_inviting(self, place: Location, player: Player, invited: Player, own: int) -> Refusal | None:
        """Why somebody may not be invited once more; `own` is how many invitations the server lets wait for them."""
        games = await self._ledger.games_of(invited.id, place.guild)
        waiting = [game for game in games if game.stage == "open" and _awaits(game, invited)]
        channel = place.channel
        server = min(filter(None, (self._host.invitations.server, own)), default=0)
        for scope, most, found in (
            ("person", self._host.invitations.person, _made(waiting, player)),
            ("channel", self._host.invitations.channel, [g for g in waiting if channel in {g.channel, g.parent}]),
            ("server", server, waiting),
        ):
            if most and len(found) >= most:
                return EnoughInvitations(scope, invited.name, most)
        return None

    async def against_playing(self, game: StoredGame, player: Player) -> Refusal | None:
        """Why somebody may not come into the game of a challenge; None if they may. The referee has time for all."""
        settings = await self._servers.settings(game.guild)
        games = await self._ledger.games_of(player.id, None) if player.reachable else []
        if _is_busy([each for each in games if each.guild == game.guild], player, settings):
            return EnoughGames(settings.games)
        if await self.is_paused(game):
            return ChallengerBusy(game.number)
        limit = self._host.games
        channel = min(filter(None, (limit.channel, settings.channel_games)), default=0)
        place = Location(game.guild, game.parent or game.channel)
        return self._against_keeping(games, player) or await self._against_place(
            place, "playing", limit._replace(channel=channel)
        )

    def _against_keeping(self, games: Collection[StoredGame], player: Player) -> Refusal | None:
        """Why somebody with these games may not play one more anywhere."""
        most = self._host.games.person
        return KeptForOne("playing", most) if most and len(_playing(games, player)) >= most else None

    async def _against_place(self, place: Location, stage: Stage, limit: Scoped) -> Refusal | None:
        """Why a place may not have one more of a stage."""
        if limit.channel and await self._counts.in_channel(place.channel, stage, limit.channel) >= limit.channel:
            return PlaceFull("channel", stage, limit.channel)
        if limit.server and await self._counts.in_server(place.guild, stage, limit.server) >= limit.server:
            return PlaceFull("server", stage, limit.server)
        return None

    async def is_paused(self, game: StoredGame) -> bool:
        """Whether an open challenge stands, but its challenger has no room for a game more."""
        if not game.standing or game.stage != "open":
            return False
        challenger = game.seats[0]
        settings = await self._servers.settings(game.guild)
        return _is_busy(await self._ledger.games_of(challenger.id, game.guild), challenger, settings)


def _is_busy(games: Collection[StoredGame], player: Player, settings: ServerSettings) -> bool:
    """Whether somebody plays as many of these games as the server allows."""
    return bool(settings.games) and len(_playing(games, player)) >= settings.games


def _playing(games: Collection[StoredGame], player: Player) -> list[StoredGame]:
    """The running ones of these games in which somebody has a seat."""
    return [game for game in games if game.stage == "playing" and game.seats_of(player.id)]


def _made(games: Collection[StoredGame], player: Player) -> list[StoredGame]:
    """The open ones of these games to which somebody has challenged."""
    return [game for game in games if game.stage == "open" and game.challenger == player.id]


def _awaits(game: StoredGame, player: Player) -> bool:
    """Whether an open challenge waits for the answer of somebody who was invited."""
    return game.invited == player.id or any(
        guest.player.id == player.id and guest.stage == INVITED for guest in game.guests
    )
