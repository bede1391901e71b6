"""What awaits a player: all their games, the most urgent first."""

from __future__ import annotations

from dataclasses import dataclass

from bot.matches.directory import awaits
from bot.matches.timing import FLAG
from bot.store import Game, Ledger, Player
from bot.store.people import INVITED


@dataclass(frozen=True)
class Entry:
    """A game of a player's, whether it awaits their move or their answer to a challenge, and when time runs out.

    That is the time of whoever is to move (UTC ms), None where there is no clock, it stands still or has run out.
    """

    game: Game
    mine: bool
    asked: bool = False
    until: int | None = None


@dataclass(frozen=True)
class Agenda:
    """A player's games: the open and running ones of a server, and those of other servers that await them."""

    here: tuple[Entry, ...]
    elsewhere: tuple[Entry, ...]


class Agendas:
    """The agendas of all players."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def of(self, player: Player, guild: int) -> Agenda:
        """A player's games as a server is to list them: what awaits them first, then by time, open challenges last."""
        entries = await self._entries(player)
        here = tuple(entry for entry in entries if entry.game.guild == guild)
        abroad = (entry for entry in entries if entry.game.guild != guild)
        return Agenda(here, tuple(entry for entry in abroad if entry.mine or entry.asked))

    async def awaiting(self, player: Player, guild: int) -> tuple[Entry, ...]:
        """The games of a server that await a move by a player, the most urgent first."""
        return tuple(entry for entry in (await self.of(player, guild)).here if entry.mine)

    async def _entries(self, player: Player) -> list[Entry]:
        games = await self._ledger.games_of(player.id, None)
        due = await self._ledger.deadlines.by_game(FLAG, [game.number for game in games])
        entries = [Entry(game, awaits(game, player), _asked(game, player), due.get(game.number)) for game in games]
        return sorted(entries, key=_urgency)


def _asked(game: Game, player: Player) -> bool:
    """Whether an open challenge waits for this player's answer."""
    kept = any(guest.player.id == player.id and guest.stage == INVITED for guest in game.guests)
    return game.stage == "open" and (kept or game.invited == player.id)


def _urgency(entry: Entry) -> tuple[int, bool, int]:
    """What awaits the player's move, then their answer, then others' moves, by the time left. The older first."""
    rank = 0 if entry.mine else 1 if entry.asked else 3 if entry.game.stage == "open" else 2
    return rank, entry.until is None, entry.until or entry.game.number
