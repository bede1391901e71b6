"""What awaits a player: all their games, the most urgent first."""

from __future__ import annotations

from dataclasses import dataclass

from bot.matches.directory import awaits
from bot.matches.timing import FLAG
from bot.store import Game, Ledger, Player


@dataclass(frozen=True)
class Entry:
    """A game of a player's, whether it awaits them, and when the time of whoever is to move runs out (UTC ms).

    There is no such time, None, where there is no clock, where it stands still, and where it has run out.
    """

    game: Game
    mine: bool
    until: int | None = None


@dataclass(frozen=True)
class Agenda:
    """A player's games: the open and running ones of a server, and those of other servers that await a move."""

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
        return Agenda(here, tuple(entry for entry in entries if entry.mine and entry.game.guild != guild))

    async def awaiting(self, player: Player, guild: int) -> tuple[Entry, ...]:
        """The games of a server that await a move by a player, the most urgent first."""
        return tuple(entry for entry in (await self.of(player, guild)).here if entry.mine)

    async def _entries(self, player: Player) -> list[Entry]:
        games = await self._ledger.games_of(player.id, None)
        due = await self._ledger.deadlines.by_game(FLAG, [game.number for game in games])
        entries = [Entry(game, awaits(game, player), due.get(game.number)) for game in games]
        return sorted(entries, key=_urgency)


def _urgency(entry: Entry) -> tuple[bool, bool, bool, int]:
    """What awaits the player, then what runs, by the time left; then what has not begun. The older first."""
    return not entry.mine, entry.game.stage == "open", entry.until is None, entry.until or entry.game.number
