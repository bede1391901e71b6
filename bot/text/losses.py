"""Messages about games whose channel is gone: what is lost with it, and how the games go on."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import StoredGame
from bot.text.harmless import quoted
from engine.clocks.control import UNTIMED
from engine.model.english import form
from engine.variants import GAMES

HOW = "-# Any player can go on with a game: use /game move-here in the channel where it is to go on."
TOGETHER = 10
"""The games of which one message tells at most."""


def told(games: Sequence[StoredGame], server: str) -> str:
    """What players are told of their games and challenges in a server, by its name, whose channel is gone."""
    lost, closed = ([game for game in games if (game.stage == "void") is void] for void in (False, True))
    lines = []
    if lost:
        gone = f"The {form(len(lost), 'channel of this game', 'channel of these games')} in {quoted(server)} is gone."
        lines.append(f"{gone} Nothing else is lost{_clocks(lost)}:")
        lines += [f"- {_title(game)}: {' '.join(f'<@{player}>' for player in players_of(game))}" for game in lost]
    lines += [
        f"- <@{game.challenger}>, your challenge {_title(game)} is closed with its channel. /play makes a new one."
        for game in closed
    ]
    return "\n".join([*lines, HOW] if lost else lines)


def players_of(game: StoredGame) -> tuple[int, ...]:
    """Whom the loss of a game concerns, by their ids; of a challenge the challenger."""
    if game.stage == "void":
        return (game.challenger,)
    return tuple(dict.fromkeys(player.id for player in game.seats.values() if player.reachable))


def _title(game: StoredGame) -> str:
    entry = GAMES.get(game.variant)
    return f"**#{game.number} {entry.name if entry else quoted(game.variant)}**"


def _clocks(lost: Sequence[StoredGame]) -> str:
    timed = sum(game.time != UNTIMED.text for game in lost)
    if not timed:
        return ""
    return f", and {form(len(lost), 'its clock stands', 'their clocks stand')} still"
