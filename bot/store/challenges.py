"""Challenges as they are written to the store: a game with its challenger, its secret, its guests and its deadline."""

from __future__ import annotations

import json
from typing import NamedTuple

from bot.store.database import Run
from bot.store.deadlines import Deadline, put
from bot.store.games import StoredGame
from bot.store.people import INVITED, Player, write_guests, write_words
from bot.store.reminders import REMIND
from engine.clocks.control import HOUR

LAPSE = "lapse"
"""The kind of the deadlines of challenges."""


class Following(NamedTuple):
    """A challenge that takes the place of another: what `write_challenge` takes."""

    game: StoredGame
    challenger: Player
    secret: bytes
    lapses: int | None


async def write_challenge(
    run: Run, game: StoredGame, challenger: Player, secret: bytes, lapses: int | None = None
) -> int:
    """Write a new challenge inside a transaction, and return its lasting number.

    It lapses at `lapses` (UTC ms), if ever; one that is standing is looked at then. Before that the people who are
    invited are reminded; an hour after it is made it is checked when.
    """
    (row,) = await run(
        "INSERT INTO games (guild, channel, variant, edition, options, start, stage, challenger, invited, wish,"
        " created, commitment, rated, threaded, time, comment, standing, dice, hints)"
        " VALUES (?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number",
        game.guild,
        game.channel,
        game.variant,
        game.edition,
        json.dumps(dict(game.options)),
        game.start,
        challenger.id,
        game.invited,
        game.wish,
        game.created,
        game.commitment,
        int(game.rated),
        int(game.threaded),
        game.time,
        game.comment,
        int(game.standing),
        game.dice,
        int(game.hints),
    )
    number = int(row[0])
    await run("INSERT INTO seats (game, seat, player, name) VALUES (?, 0, ?, ?)", number, *challenger)
    await run("INSERT INTO secrets (game, secret) VALUES (?, ?)", number, secret)
    await write_guests(run, number, game.guests)
    await write_words(run, number, game.words)
    if lapses is not None:
        people = [game.invited or 0, *(guest.player.id for guest in game.guests if guest.stage == INVITED)]
        reminders = [Deadline(REMIND, number, person, game.created + HOUR) for person in people if person > 0]
        await put(run, [Deadline(LAPSE, number, 0, lapses), *reminders])
    return number
