"""What people may have open: where and who may challenge, and how many games and challenges one person may have."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from bot.games.refusals import Numbered, Pointing
from bot.games.tables import Location
from bot.store import Ledger, Player, ServerStore, StoredGame
from engine.model.english import listed
from engine.model.refusal import Refusal
from engine.play.state import State

MOST_GAMES, MOST_CHALLENGES = 20, 5
"""How many games one person may play, and how many challenges they may have open, in one server."""


class PlayedInChannels(Pointing):
    channels: tuple[int, ...]

    @property
    def text(self) -> str:
        where = listed([f"<#{channel}>" for channel in self.channels], "and")
        return f"In this server games are played in {where}. Make your challenge there."


class MayNotChallenge(Pointing):
    role: int

    words = "In this server only members with the role <@&{role}> make challenges. You may accept those of others."


class EnoughGames(Refusal):
    most: int

    words = "You have {most:counted game} under way here, and that's the limit. Finish one first; /games lists them."


class EnoughChallenges(Refusal):
    most: int

    words = "You have {most:counted challenge} open here, and that's the limit. Withdraw one first; /games lists them."


class ChallengerBusy(Numbered):
    words = "Challenge #{number} is paused: its challenger has as many games as one person may. Try again later."


class RefereeRests(Refusal):
    words = "Whoever runs me lets me referee, but not play. Challenge a person, or leave the opponent out."


class Limits:
    """What one person may do; `present(guild, player)` tells who is still there, None where that is not known.

    `fair` says why the referee does not play with somebody from where a game stands; it `plays` if its host lets it.
    """

    def __init__(
        self,
        ledger: Ledger,
        servers: ServerStore,
        present: Callable[[int, int], Awaitable[bool | None]],
        fair: Callable[[Player, State], Awaitable[Refusal | None]],
        *,
        plays: bool,
    ) -> None:
        self._ledger = ledger
        self.servers = servers
        self.present = present
        self.fair = fair
        self.plays = plays

    async def against_challenging(self, place: Location, player: Player, roles: Collection[int]) -> Refusal | None:
        settings = await self.servers.settings(place.guild)
        if settings.channels and not settings.channels & {place.channel, place.parent}:
            return PlayedInChannels(tuple(sorted(settings.channels)))
        if settings.challengers and settings.challengers not in roles:
            return MayNotChallenge(settings.challengers)
        return await self.against_one_more(place, player)

    async def against_one_more(self, place: Location, player: Player) -> Refusal | None:
        games = await self._ledger.games_of(player.id, place.guild)
        made = sum(game.stage == "open" and game.challenger == player.id for game in games)
        if made >= MOST_CHALLENGES:
            return EnoughChallenges(MOST_CHALLENGES)
        return EnoughGames(MOST_GAMES) if _is_busy(games, player) else None

    async def against_playing(self, game: StoredGame, player: Player) -> Refusal | None:
        """Why somebody may not come into the game of a challenge; None if they may. The referee has time for all."""
        if player.reachable and _is_busy(await self._ledger.games_of(player.id, game.guild), player):
            return EnoughGames(MOST_GAMES)
        return ChallengerBusy(game.number) if await self.is_paused(game) else None

    async def is_paused(self, game: StoredGame) -> bool:
        if not game.standing or game.stage != "open":
            return False
        challenger = game.seats[0]
        return _is_busy(await self._ledger.games_of(challenger.id, game.guild), challenger)


def _is_busy(games: Collection[StoredGame], player: Player) -> bool:
    return sum(game.stage == "playing" and bool(game.seats_of(player.id)) for game in games) >= MOST_GAMES
