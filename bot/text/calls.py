"""Sentences about rolls that players make: who is to roll and how, and what is told to those who do it otherwise."""

from __future__ import annotations

from bot.games import Table
from bot.store import StoredGame
from bot.text.harmless import Naming, named, quoted, visible
from bot.text.reminders import board_link
from engine.model.english import listed
from engine.play.events import RollCalled


def calling(table: Table, name: Naming) -> str:
    seat = table.state.due
    who, side = name(table.game.seats[seat]), table.state.variant.seat(seat).name
    return (
        f"{who} ({side}), roll: reply to this message with a word of your choice, or just *roll*. Leave the reply's "
        "ping on, or mention me.\n"
        "-# Your first reply counts, even if I miss it at first. Until then nothing is possible but to resign."
    )


def how(game: StoredGame) -> str:
    """How to roll, for somebody who is elsewhere than at the board."""
    link = board_link(game)
    board = f"the newest {link}" if link and game.shown >= game.sequence else "the newest board"
    return f"reply to {board} with a word of your choice, or just “roll”, and leave the reply's ping on."


def unseen(game: StoredGame) -> str:
    return f"I cannot read a reply that does not mention me, so it does not count. To roll, {how(game)}"


def others(table: Table) -> str:
    seat = table.state.due
    player, side = table.game.seats[seat], table.state.variant.seat(seat).name
    return f"{named(player)} ({side}) rolls for this attack; nobody else's message counts."


def elsewhere(game: StoredGame) -> str:
    return f"You are to roll, and I take the roll only in reply to the board of the attack: {how(game)}"


def rolled_already(game: StoredGame, call: RollCalled) -> str:
    return f"This attack has been rolled: {way(game, call, 'this message')} was the first answer, and the first counts."


def late(game: StoredGame) -> str:
    """What a roller is told while the channel cannot be looked through for an earlier answer."""
    return (
        f"Game #{game.number}: I have your roll, but cannot look through this channel now for an earlier one of yours. "
        "I try again in a moment; you need not do anything."
    )


def later(why: str) -> str:
    return (
        f"{why} If this is the roll that the board asks for, it counts, and I take it as soon as I can: you need not "
        "do anything. Anything else, please try again in a minute."
    )


def gone(game: StoredGame | None) -> str:
    """What somebody is told who replies to a message that has been deleted; `game` is the one of theirs that waits."""
    link = board_link(game) if game is not None and game.stage == "playing" else ""
    return f"The message that you replied to is gone{f'; here is the newest {link}' if link else ''}."


def way(game: StoredGame, call: RollCalled, words: str) -> str:
    return f"[{words}](https://discord.com/channels/{game.guild}/{game.home_of(call.message)}/{call.message})"


def rolled_by(table: Table) -> str | None:
    """Which message has rolled the fight of the last move, with its words; None where none has."""
    state = table.state
    if not state.played or state.played[-1].fought is None:
        return None
    for each in reversed(state.events[state.played[-1].sequence :]):
        if isinstance(each.what, RollCalled):
            words = visible(each.what.words).strip()
            return f"Rolled with {way(table.game, each.what, 'this reply')}{f': “{quoted(words)}”' if words else ''}"
    return None


def beginning(table: Table, name: Naming) -> str | None:
    """Before the first move, that players roll in this game and who does; None where they do not."""
    state = table.state
    if state.played or not state.dice.by_players or state.result is not None:
        return None
    rule = "In each fight a player rolls, by a reply to the board of the attack: the defender"
    never = [table.game.seats[seat] for seat in sorted(state.barred)]
    if not never:
        return f"{rule}."
    hosts = [name(player) for player in never if not player.level]
    barred = listed([*hosts, *(["me"] if len(hosts) < len(never) else [])], "or")
    whoever = listed([*(["whoever runs me"] if hosts else []), *(["I"] if len(hosts) < len(never) else [])], "or")
    return f"{rule}, or the other side where that is {barred}, since {whoever} could foresee the dice."
