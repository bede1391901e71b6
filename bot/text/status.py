"""What the host is told of how the referee does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.games.condition import Condition
from bot.text.harmless import quoted
from engine.clocks.control import in_words
from engine.model.english import counted
from engine.model.refusal import Refusal

NAMED = 5
"""How many of the things set aside are named."""


class NotTheHost(Refusal):
    words = "Only those who run me see that: the owner of my application, or a member of its team."


class Connection(NamedTuple):
    """How the referee is connected: the seconds that each shard takes to answer, None for one that is away."""

    version: str
    uptime: int
    shards: Mapping[int, float | None]
    servers: int


def status(connection: Connection, condition: Condition, more: Sequence[str] = ()) -> str:
    """How the referee does; `more` are lines that other parts of it add."""
    counts = condition.counts
    over = f"{counts.over} over; {counted(counts.acts, 'command')} carried out today (UTC)"
    lines = [
        f"**Hexmarshal {connection.version}**, up for {in_words(connection.uptime // 60_000 * 60_000 or 60_000)}",
        f"Connection: {_shards(connection.shards)}; {counted(connection.servers, 'server')}",
        f"Games: {counts.playing} under way, {counted(counts.open, 'open challenge')}, {over}",
        f"Waiting: {counted(condition.lagging, 'game')} to be shown, {counted(counts.overdue, 'late deadline')}",
        f"Set aside: {_aside(condition.aside)}",
        f"Store: {counts.size / 2**20:.1f} MiB",
    ]
    return "\n".join([*lines, *more])


def work(inside: int, most: int, refused: int) -> str:
    return f"Work: {inside} of at most {most} requests under way; {refused} turned away since I started"


def file(backup: int | None) -> str:
    saved = f"last backup <t:{backup // 1000}:R>" if backup is not None else "no backup made by itself yet"
    return f"File: {saved}"


def _shards(shards: Mapping[int, float | None]) -> str:
    away = [str(number) for number, latency in shards.items() if latency is None]
    known = [latency for latency in shards.values() if latency is not None]
    slowest = f", the slowest answers in {max(known) * 1000:.0f} ms" if known else ""
    missing = f"; away: {', '.join(away)}" if away else ""
    return (
        f"{len(shards) - len(away)} of {len(shards)} shard{'' if len(shards) == 1 else 's'} connected{slowest}{missing}"
    )


def _aside(things: Sequence[str]) -> str:
    if not things:
        return "nothing"
    shown = ", ".join(quoted(thing) for thing in things[:NAMED])
    return shown if len(things) <= NAMED else f"{shown} and {len(things) - NAMED} more"
