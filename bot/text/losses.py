"""Messages about games whose channel is gone: what is lost with it, and how the games go on."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import Player, StoredGame
from bot.text.harmless import named, quoted
from engine.clocks.control import UNTIMED
from engine.model.english import form, listed
from engine.variants import GAMES

HOW = (
    "-# Any player can go on with a game: press its button to play in this channel, or use /game move-here in another."
)


def is_lost(game: StoredGame) -> bool:
    """Whether a running game still waits to go on in another channel."""
    return game.stage == "playing" and game.lost is not None


def notice(games: Sequence[StoredGame]) -> str:
    """What the players of games whose channels are gone are told in another, as it stands by now."""
    running, closed = _parted(games)
    lost = [game for game in running if is_lost(game)]
    lines = []
    if running:
        several = len(running) > 1
        gone = "The channels of these games are gone." if several else "The channel of this game is gone."
        lines.append(f"{gone} Nothing else is lost{_clocks(lost)}:" if lost else f"{gone} By now:")
        lines += [f"- {_title(game)}: {_players(game)}{_since_then(game)}" for game in running]
    lines += [f"- <@{game.challenger}>, {_closed(game)}" for game in closed]
    return "\n".join([*lines, HOW] if lost else lines)


def letter(games: Sequence[StoredGame], player: int, server: str) -> str:
    """What a player who likes direct messages is told of their own games in a server, by its name."""
    running, closed = _parted([game for game in games if player in players_of(game)])
    lines = []
    if running:
        one = form(len(running), "The channel of your game", "The channels of your games")
        lines.append(
            f"{one} in {quoted(server)} {form(len(running), 'is', 'are')} gone. Nothing else is lost{_clocks(running)}:"
        )
        lines += [f"- {_title(game)} with {_others(game, player)}" for game in running]
        where = form(len(running), "where it is", "where they are")
        lines.append(f"-# Use /game move-here in the channel of that server {where} to go on.")
    lines += [f"In {quoted(server)}, {_closed(game)}" for game in closed]
    return "\n".join(lines)


def players_of(game: StoredGame) -> tuple[int, ...]:
    """Whom the loss of a game concerns, by their ids; of a challenge the challenger."""
    if game.stage == "void":
        return (game.challenger,)
    return tuple(dict.fromkeys(player.id for player in game.seats.values() if player.reachable))


def _parted(games: Sequence[StoredGame]) -> tuple[list[StoredGame], list[StoredGame]]:
    """Games that had begun, and challenges."""
    return [game for game in games if game.stage != "void"], [game for game in games if game.stage == "void"]


def _title(game: StoredGame) -> str:
    entry = GAMES.get(game.variant)
    return f"**#{game.number} {entry.name if entry else quoted(game.variant)}**"


def _players(game: StoredGame) -> str:
    return " ".join(f"<@{player}>" for player in players_of(game))


def _others(game: StoredGame, player: int) -> str:
    others: dict[int, Player] = {each.id: each for each in game.seats.values() if each.id != player}
    return listed([named(each) for each in others.values()], "and") or "nobody else"


def _clocks(lost: Sequence[StoredGame]) -> str:
    timed = sum(game.time != UNTIMED.text for game in lost)
    if not timed:
        return ""
    return f", and {form(len(lost), 'its clock stands', 'their clocks stand')} still"


def _since_then(game: StoredGame) -> str:
    if game.stage == "over":
        return " (over)"
    return "" if game.lost is not None else f" (goes on in <#{game.channel}>)"


def _closed(game: StoredGame) -> str:
    return f"your challenge {_title(game)} is closed with its channel. /play makes a new one."
