"""The messages of shared rolls, and of their secrets: each is posted once, if need be after a restart."""

from __future__ import annotations

import logging

import discord

from bot.discord_ui.channel.messages import BROKEN, LONGEST, NOBODY, attachment, mention, nonce_of
from bot.discord_ui.channel.sent_before import arrived
from bot.games.shared_dice import Closed, RollOutcome, SharedDice
from bot.text.harmless import quoted
from engine.dice.expression import RollResult, with_total, written

log = logging.getLogger(__name__)


class Rolls:
    """Shows shared rolls in their channels."""

    def __init__(self, client: discord.Client, shared: SharedDice) -> None:
        self._client = client
        self._shared = shared

    async def show(self, outcome: RollOutcome) -> None:
        """Post a roll, pinging nobody, and note that it was shown; raises whatever Discord refuses it with."""
        channel = self._client.get_partial_messageable(outcome.stream.channel)
        await channel.send(
            shown_text(outcome),
            allowed_mentions=discord.AllowedMentions.none(),
            nonce=nonce_of("roll", outcome.stream.number, outcome.roll.number),
        )
        await self._shared.shown(outcome)

    async def publish(self, closed: Closed) -> None:
        """Post the secret of a stream, pinging nobody, and note that it was; raises what Discord refuses it with."""
        channel = self._client.get_partial_messageable(closed.stream.channel)
        await channel.send(
            secret_text(closed),
            file=listing_file(closed),
            allowed_mentions=NOBODY,
            nonce=nonce_of("reveal", closed.stream.number),
        )
        await self._shared.published(closed)

    async def catch_up(self) -> None:
        """Post the rolls and secrets that have not been shown, as far as their channels take them."""
        await self._catch_up_with_rolls()
        await self._catch_up_with_secrets()

    async def _catch_up_with_rolls(self) -> None:
        for outcome in await self._shared.unshown():
            try:
                if await self._arrived(outcome):
                    await self._shared.shown(outcome)
                else:
                    await self.show(outcome)
            except (discord.Forbidden, discord.NotFound) as problem:
                log.warning("%s is not shown: %s", source(outcome), problem)
                await self._shared.shown(outcome)
            except BROKEN as problem:
                log.warning("%s is not shown for now: %s", source(outcome), problem)

    async def _catch_up_with_secrets(self) -> None:
        """Whom a channel refuses may still ask for its secret there."""
        for closed in await self._shared.unpublished():
            try:
                if await self._published(closed):
                    await self._shared.published(closed)
                else:
                    await self.publish(closed)
            except discord.NotFound as problem:
                log.warning("the secret of stream %d is not shown: %s", closed.stream.number, problem)
                await self._shared.published(closed)
            except BROKEN as problem:
                log.warning("the secret of stream %d is not shown for now: %s", closed.stream.number, problem)

    async def _published(self, closed: Closed) -> bool:
        """Whether a secret stands in its channel, its process having died before it was noted."""
        channel = self._client.get_partial_messageable(closed.stream.channel)
        since = closed.stream.revealed or closed.stream.opened
        return await arrived(self._client, channel, since, lambda sent: closed.secret in sent.content) is not None

    async def _arrived(self, outcome: RollOutcome) -> bool:
        """Whether a roll stands in its channel, its process having died before it was noted."""
        channel, mark = self._client.get_partial_messageable(outcome.stream.channel), source(outcome)
        found = await arrived(self._client, channel, outcome.roll.at, lambda message: mark in message.content)
        return found is not None


def secret_text(closed: Closed) -> str:
    """What is said where a stream ends."""
    return (
        f"This channel's dice so far: commitment `{closed.stream.commitment}`, secret `{closed.secret}`; the file "
        f"lists every roll. The next dice are committed to `{closed.following.commitment}`."
    )


def listing_file(closed: Closed) -> discord.File:
    """Every roll of a stream that has ended, as a file."""
    return attachment(closed.listing.encode(), f"dice-{closed.stream.number}.txt")


def shown_text(outcome: RollOutcome) -> str:
    """A shared roll as everybody sees it."""
    return f"{mention(outcome.roll.player)} rolls {rolled_text(outcome)}"


def rolled_text(outcome: RollOutcome) -> str:
    """A shared roll as its player sees it: every die, the total, the label, its number in the stream."""
    behind = "" if outcome.label.casefold().startswith("for ") else "for "
    label = f" {behind}{quoted(outcome.label)}" if outcome.label else ""
    times = len(outcome.rolled)
    lines = [_line(rolled, (LONGEST - 300) // times) for rolled in outcome.rolled]
    rolls = f"{lines[0]}{label}" if times == 1 else "\n".join([f"{times} times{label}:", *lines])
    return f"{rolls}\n-# {source(outcome)}"


def _line(rolled: RollResult, room: int) -> str:
    """A result with its total, and as many of its dice as there is room for."""
    dice, most = written(rolled), room - len(with_total("", rolled))
    return with_total(dice if len(dice) <= most else f"{dice[: dice.rindex(' ', 0, most)]} …", rolled)


def source(outcome: RollOutcome) -> str:
    """Where a roll's dice come from, by which it is known: which roll of its stream it is, counted from 1."""
    return f"Roll {outcome.roll.number + 1} of `{outcome.stream.commitment[:12]}…`"
