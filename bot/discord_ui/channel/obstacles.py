"""Why a game is not shown where it is played, as far as the client knows, and what is to be done about it."""

from __future__ import annotations

import discord

from bot.discord_ui.channel.messages import Need, lacking
from bot.games.refusals import Pointing
from bot.store import StoredGame
from engine.clocks.control import UNTIMED
from engine.model.english import listed


def missing_in(client: discord.Client, guild: int, channel: int) -> tuple[str, ...] | None:
    """The permissions that the bot lacks in a channel or thread to show games there; None where that is not known."""
    home = client.get_guild(guild)
    place = home.get_channel_or_thread(channel) if home is not None else None
    if home is None or place is None or home.me is None:
        return None
    thread = isinstance(place, discord.Thread)
    if isinstance(place, discord.Thread) and place.parent is None:
        return None
    missing = lacking(place.permissions_for(home.me), Need.FILES, thread=thread)
    return missing.permissions if missing else ()


def is_gone(client: discord.Client, guild: int, channel: int) -> bool:
    home = client.get_guild(guild)
    return home is not None and not home.unavailable and home.get_channel_or_thread(channel) is None


class Unshown(Pointing):
    """Why a game or challenge is not shown now in its channel, and what helps."""

    why: str

    words = "{why}"


def obstacle_of(game: StoredGame, *, refused: bool, missing: tuple[str, ...] | None, waiting: bool) -> Unshown:
    """Why a game is not shown: its channel is gone, or has `refused`, for `missing` permissions if these are known.

    Else Discord failed where it is `waiting` to be posted, or it could not be drawn.
    """
    if game.lost is not None:
        clock = "" if game.time == UNTIMED.text else ", and its clock stands still"
        return Unshown(
            f"The channel of game #{game.number} is gone, so nobody else sees this yet. Nothing is lost{clock}. Use "
            "/game move-here in the channel where the game is to go on."
        )
    what = f"{'challenge' if game.stage in {'open', 'void'} else 'game'} #{game.number}"
    way = " Or any of its players may use /game move-here in another channel." if game.stage == "playing" else ""
    if refused and missing:
        return Unshown(
            f"I cannot show {what} in <#{game.channel}> until a moderator gives me {listed(missing, 'and')} there. "
            f"Nothing is lost: then I show it by myself.{way}"
        )
    if refused:
        return Unshown(
            f"Discord does not let me write in <#{game.channel}>, so {what} is not shown there. Nothing is lost: I try "
            f"again in ten minutes.{way}"
        )
    if waiting:
        return Unshown(f"Discord does not take {what} from me right now. Nothing is lost: I will try again by myself.")
    return Unshown(
        f"I could not draw {what}. Nothing is lost: I have noted why, and will try again with the next move."
    )
