"""Why a game is not shown where it is played, as far as the client knows, and what is to be done about it."""

from __future__ import annotations

import discord

from bot.discord_ui.channel.messages import Need, lacking
from bot.games.refusals import Numbered, Pointing
from bot.store import StoredGame
from engine.clocks.control import UNTIMED


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


class ChannelGone(Numbered):
    """A game whose channel is deleted; `clock` says what its clock does, if it has one."""

    clock: str

    words = (
        "The channel of game #{number} is gone, so nobody else sees this yet. Nothing is lost{clock}. Use "
        "/game move-here in the channel where the game is to go on."
    )


class Unshown(Pointing):
    """A game or challenge, by its number, that is not shown now in its channel (an id); `way` is what else helps."""

    what: str
    channel: int
    way: str


class NotPermitted(Unshown):
    permissions: tuple[str, ...]

    words = (
        "I cannot show {what} in <#{channel}> until a moderator gives me {permissions:and} there. Nothing is lost: "
        "then I show it by myself.{way}"
    )


class NotTaken(Unshown):
    words = (
        "Discord does not let me write in <#{channel}>, so {what} is not shown there. Nothing is lost: I try again in "
        "ten minutes.{way}"
    )


class NoAnswer(Unshown):
    words = "Discord does not take {what} from me right now. Nothing is lost: I will try again by myself."


class NotDrawn(Unshown):
    words = "I could not draw {what}. Nothing is lost: I have noted why, and will try again with the next move."


def channel_gone(game: StoredGame) -> ChannelGone:
    return ChannelGone(game.number, "" if game.time == UNTIMED.text else ", and its clock stands still")


def what_and_where(game: StoredGame) -> tuple[str, int, str]:
    if game.stage != "playing":
        return f"{'challenge' if game.stage in {'open', 'void'} else 'game'} #{game.number}", game.channel, ""
    way = " Or any of its players may use /game move-here in another channel."
    return f"game #{game.number}", game.channel, way
