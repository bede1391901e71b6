"""Sentences about players who have left or stay silent, and about seats that somebody else is asked to take over."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.games import Table
from bot.games.members.abandonment import GONE, Waiting
from bot.games.members.replacement import TakeoverQuestion
from bot.store import Player
from bot.text.actors import to
from bot.text.harmless import named
from engine.model.english import counted, listed
from engine.play.state import Await

Naming = Callable[[Player], str]


def head(table: Table, seat: int, deed: str) -> str:
    """The sentence that such a message begins with, by which it is known again: who, at which side, has done what."""
    side = table.state.variant.seat(seat).name
    return f"**#{table.game.number}** {named(table.game.seats[seat])} ({side}) {deed}."


def left(table: Table, seat: int) -> str:
    """That somebody has left the server."""
    return head(table, seat, "has left this server")


def left_told(
    table: Table, seat: int, waiting: Waiting | None, days: int, others: Sequence[Player], name: Naming
) -> str:
    """What a game's channel is told when somebody has left; `waiting` is how it waits for them, if it does.

    After so many `days` of silence games count as abandoned there, 0 for never.
    """
    state, whom = table.state, listed([name(player) for player in others], "and")
    side = state.variant.seat(seat).name
    options = f"you can wait: if they come back, the game goes on. /game replace lets somebody else play {side}."
    return " ".join([left(table, seat), f"{whom}, {options}", *_later(table, waiting, days)])


def _later(table: Table, waiting: Waiting | None, days: int) -> list[str]:
    """What can be done later about one who has left."""
    clock = table.state.clock
    if clock is not None:
        if clock.control.hard:
            return ["Their clock goes on running on their turn."]
        return ["Once their time has run out, /game claim-time claims that."]
    if not days:
        return []
    if waiting is None or waiting.ripe is None:
        long = counted(min(days, GONE), "day")
        return [f"Once it has been their move for {long}, you can also close the game unrated."]
    return [f"If they do not move before {_date(waiting.ripe)}, you can also close the game unrated."]


def _date(at: int) -> str:
    """A time in Discord's markup, shown to each reader as when it is and how far off."""
    return f"<t:{at // 1000}:f> (<t:{at // 1000}:R>)"


def silent(waiting: Waiting) -> str:
    """That somebody has not moved for long."""
    gone = " and has left this server" if waiting.gone is not None else ""
    deed = "rolled" if waiting.table.state.awaits is Await.CALL else "moved"
    return head(waiting.table, waiting.table.state.due, f"has not {deed} since {_date(waiting.since)}{gone}")


def silent_told(waiting: Waiting, others: Sequence[Player], name: Naming) -> str:
    """What a game's channel is told when somebody has not moved for so long that the game counts as abandoned."""
    table = waiting.table
    side, whom = table.state.variant.seat(table.state.due).name, listed([name(player) for player in others], "and")
    return (
        f"{silent(waiting)} {whom}, you can go on waiting, or close the game unrated."
        f" /game replace lets somebody else play {side}."
    )


def question(asked: TakeoverQuestion, name: Naming) -> str:
    """What a game's channel is asked when somebody is to take over a seat."""
    table, takeover = asked.table, asked.takeover
    side = table.state.variant.seat(takeover.seat).name
    old = named(asked.holder) if asked.gone else name(asked.holder)
    by = "A moderator asks" if takeover.moderated else f"{name(Player(takeover.asker, ''))} asks"
    new = f"{name(takeover.player)}{',' if takeover.player.level else ''}"
    waits = [*(() if takeover.accepted else (takeover.player,)), *asked.lacking]
    rated = f" For the ratings, {old} leaves the game then and comes last." if table.game.rated else ""
    return (
        f"**#{table.game.number}** {by} {new} to play {side} in place of {old}. From then on the game"
        f" is unrated.{rated}\nWaiting for {listed([name(player) for player in waits], 'and')}."
    )


def handed_over(asked: TakeoverQuestion, table: Table, name: Naming) -> str:
    """That somebody has taken over a seat."""
    side = table.state.variant.seat(asked.takeover.seat).name
    who = to(None, name, asked.takeover.player)
    return f"**#{table.game.number}** {who} plays {side} in place of {named(asked.holder)}."


def declined(asked: TakeoverQuestion, by: Player, name: Naming) -> str:
    """That somebody has said no."""
    side = asked.table.state.variant.seat(asked.takeover.seat).name
    return f"**#{asked.table.game.number}** {name(by)} says no: {named(asked.holder)} still plays {side}."
